"""Who could be drawn: one fee a team, health and insurance, the number of players counted for a team."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import drawn, swiss_event, topics

TEAM_FEE = [["缴费类别", "自费=100，团队=200"], ["按队缴费类别", "团队"]]
#: 1, 2 and 3 enter as one team that owes 200; nothing is typed in 应缴.
TEAM = {
    "单位": {1: "甲队", 2: "甲 队", 3: "甲队"},
    "缴费类别": dict.fromkeys((1, 2, 3), "团队"),
    "应缴": dict.fromkeys((1, 2, 3)),
}


@pytest.mark.parametrize(("paid", "more", "findings"), [
    ({1: 200, 2: None, 3: 0}, {}, 0),
    ({1: 100, 2: 50, 3: 50}, {}, 0),
    ({1: 100, 2: 50, 3: 49}, {}, 3),
    ({1: None, 2: None, 3: None}, {}, 3),
    ({1: 200, 2: None, 3: None}, {"单位": {1: "甲队", 2: "甲队", 3: "乙队"}}, 1),
    ({1: 200, 2: None, 3: None}, {"缴费类别": {1: "团队", 2: "团队", 3: "自费"}}, 1),
    ({1: 90, 2: None, 3: None}, {"应缴": {1: 30, 2: 30, 3: 30}}, 0),
    ({1: 200, 2: None, 3: None}, {"应缴": {1: 250, 2: None, 3: None}}, 3),
])  # fmt: skip
def test_a_team_pays_once(tmp_path: Path, paid: dict[int, Any], more: dict[str, Any], findings: int) -> None:
    tamper = {"draw": drawn(8, settings=TEAM_FEE, **(TEAM | {"已缴": paid} | more))}
    assert len(topics(tmp_path, tamper, swiss_event, 1).get("参赛资格", [])) == findings


def test_a_leader_may_bring_the_money_of_the_team(tmp_path: Path) -> None:
    def draw(f: Any) -> None:
        f.sheets["报名"].append(["B1", "领队甲", "", "领队", "团队", None, 200, 20, "", "甲队", "", ""])
        drawn(8, settings=TEAM_FEE, **(TEAM | {"已缴": dict.fromkeys((1, 2, 3))}))(f)

    assert topics(tmp_path, {"draw": draw}, swiss_event, 1) == {}


@pytest.mark.parametrize(("papers", "missing", "words"), [
    ("不查", {"体检": {}, "保险": {}}, None),
    ("缺的提醒", {"体检": {}, "保险": {}}, None),
    ("缺的不编排", {}, None),
    ("缺的不编排", {"体检": {4: ""}}, "体检为「空」；核对得出缺体检的不编排"),
    ("缺的不编排", {"保险": {4: "否"}}, "保险为「否」；核对得出缺保险的不编排"),
])  # fmt: skip
def test_who_has_no_papers_is_not_drawn(
    tmp_path: Path, papers: str, missing: dict[str, dict[int, str]], words: str | None
) -> None:
    ticked = {column: dict.fromkeys(range(1, 9), "√") | missing.get(column, {}) for column in ("体检", "保险")}
    columns = missing if papers != "缺的不编排" else ticked
    found = topics(tmp_path, {"draw": drawn(8, settings=[["体检与保险", papers]], **columns)}, swiss_event, 1)
    assert [words in sentence for sentence in found.get("参赛资格", [])] == ([True] if words else [])


@pytest.mark.parametrize(("rows", "findings"), [
    ([["团体赛", "个人名次之和"]], 1),
    ([["团体赛", "个人名次之和"], ["团体计分人数", 3]], 0),
    ([["团体赛", "不设"]], 0),
])  # fmt: skip
def test_how_many_count_for_a_team_is_fixed_at_the_draw(tmp_path: Path, rows: list[list[Any]], findings: int) -> None:
    found = topics(tmp_path, {"draw": drawn(8, settings=rows)}, swiss_event, 1)
    assert len(found.get("团体", [])) == findings
