"""What the check-up says of the team table: what is open, what contradicts, what the numbers mean for the teams signed up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rulebook import Sheets, read, setting
from test_checkup import by_topic, prize, with_teams

from qisai.regulation.checkup import Facts, Remark, checkup, undecided_before_draw
from qisai.regulation.checkup.teams import placed_teams
from qisai.regulation.model import Regulation

FOUR = {"甲队": 5, "乙队": 4, "丙队": 3, "丁队": 1}


def regulation(folder: Path, **values: object) -> Regulation:
    """A sound event with teams, some settings typed."""
    sheets: Sheets = with_teams()
    for label, value in values.items():
        setting(sheets, label, value)
    regulations, problems = read(folder, sheets)
    assert problems == []
    return regulations[""]


def remarks(folder: Path, facts: dict[str, Any], **values: object) -> list[Remark]:
    return checkup(Facts(regulation(folder, **values), **{"players": 24, "teams": {"甲队": 4, "乙队": 3}, **facts}))


SINGLE: list[tuple[dict[str, object], dict[str, Any], str, str]] = [
    ({"团体赛": "名次分之和"}, {}, "名次分", "没有写各名次得几分"),
    ({"名次分": "0,2,3"}, {}, "名次分", "个人名次之和，用不到名次分"),
    ({"团体赛": "名次分之和", "名次分": "9,7,5,3"}, {}, "名次分", "只有前 4 名有分，参赛 24 人，第 5 名以后都是 0 分"),
    ({"团体赛": "名次分之和", "名次分": "9,7,0"}, {}, "名次分", "每队计 3 人，没有队能人人有分"),
    ({"团体计分人数": "全队"}, {}, "团体计分人数", "各队人数不同（3 至 4 人），人少的队占便宜"),
    ({"团体计分人数": "全队", "团体赛": "个人积分之和"}, {}, "团体计分人数", "人多的队占便宜"),
    ({"团体赛": "个人积分之和", "人数不足的队": "缺额按末名加一"}, {}, "人数不足的队", "积分没有末名"),
    ({"人数不足的队": "有几人计几人"}, {}, "人数不足的队", "缺人的队加得少，反而排到前面"),
    ({"团体赛": "名次分之和", "名次分": "9,7,6,5,4,3,2,1", "人数不足的队": "缺额按末名加一"}, {"players": 7}, "人数不足的队",
     "缺的人按第 8 名也得 1 分"),
    ({"团体最少人数": 6}, {}, "团体最少人数", "人数最多的队只有 4 人，不到 6 人"),
    ({"团体最少人数": 2}, {}, "团体最少人数", "最少 2 人不起作用"),
    ({"团体最少队数": 3}, {}, "团体最少队数", "现有 2 队，够人数的不到 3 队"),
    ({"每组计分人数": 3}, {}, "每组计分人数", "只有一个组别"),
    ({"每组计分人数": 2}, {}, "每组计分人数", "每组最多 2 人，1 组至多 2 人，凑不够每队 3 人"),
    ({"每组计分人数": 1}, {"groups": 2}, "每组计分人数", "每组最多 1 人，2 组至多 2 人，凑不够每队 3 人"),
    ({"团体范围": "各组分别"}, {}, "团体范围", "只有一个组别"),
    ({"团体相同": "最好名次，胜局和"}, {}, "团体相同", "两队的最好名次不会相同，后面的胜局和用不到"),
    ({"团体相同": "胜局和，编号，犯规和"}, {}, "团体相同", "两队的编号不会相同，后面的犯规和用不到"),
    ({"团体赛": "个人积分之和", "团体相同": "积分和，对手分和"}, {}, "团体相同", "积分和也相同"),
    ({}, {"teams": {"甲队": 5, "乙队": 5}, "counting": {"甲队": 4, "乙队": 5}}, "团体队员", "没有填的队：乙队"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "facts", "topic", "doubt"), SINGLE, ids=[f"{t}: {d}" for *_, t, d in SINGLE])
def test_one_change_sets_off_one_remark(
    tmp_path: Path, values: dict[str, object], facts: dict[str, Any], topic: str, doubt: str
) -> None:
    found = remarks(tmp_path, facts, **values)
    assert [remark.topic for remark in found] == [topic]
    assert doubt in found[0].doubt and found[0].reading and found[0].others


@pytest.mark.parametrize("values", [
    {"团体赛": "名次分之和", "名次分": "0,2,3"},
    {"团体赛": "个人积分之和", "人数不足的队": "有几人计几人", "团体相同": "末轮得分和，对手分和"},
    {"人数不足的队": "缺额按参赛人数", "团体名次口径": "只在代表队队员中重排"},
], ids=str)  # fmt: skip
def test_nothing_is_said_of_rules_that_fit(tmp_path: Path, values: dict[str, object]) -> None:
    assert remarks(tmp_path, {}, **values) == []


def test_what_each_number_would_mean_for_the_teams_is_listed(tmp_path: Path) -> None:
    remark = by_topic(remarks(tmp_path, {"teams": FOUR}, 团体计分人数=""))["团体计分人数"]
    assert remark.doubt.endswith("现有 4 队：计 1 人 4 队够，2 人 3 队，3 人 3 队，4 人 2 队，5 人 1 队")
    assert remark.reading == "还没有定，填好才能抽签" and remark.others.startswith("3 人")


def test_who_is_below_the_minimum_is_named(tmp_path: Path) -> None:
    remark = by_topic(remarks(tmp_path, {"teams": FOUR}, 团体最少人数=2, 人数不足的队="缺额按末名加一"))["团体最少人数"]
    assert remark.doubt == "不到 2 人的队：丁队（1 人）" and remark.decided


@pytest.mark.parametrize(("values", "facts", "placed"), [
    ({}, {}, 3),
    ({"人数不足的队": "缺额按末名加一"}, {}, 4),
    ({"人数不足的队": "缺额按末名加一", "团体最少人数": 2}, {}, 3),
    ({"人数不足的队": "缺额按末名加一", "团体最少人数": 2, "团体最少队数": 4}, {}, 0),
    ({"团体计分人数": "全队"}, {}, 4),
    ({"团体计分人数": "全队", "每组计分人数": 2}, {"groups": 2}, 2),
    ({}, {"counting": {"甲队": 2, "乙队": 4, "丙队": 3, "丁队": 1}}, 2),
    ({"团体赛": "名次分之和"}, {}, None),
])  # fmt: skip
def test_how_many_teams_can_have_a_place(
    tmp_path: Path, values: dict[str, object], facts: dict[str, Any], placed: int | None
) -> None:
    assert placed_teams(Facts(regulation(tmp_path, **values), teams=FOUR, **facts)) == placed


def test_a_team_prize_beyond_the_teams_that_can_have_a_place(tmp_path: Path) -> None:
    sheets = setting(setting(with_teams(), "人数不足的队", "缺额按参赛人数"), "团体最少人数", 3)
    prize(sheets, "团体奖", "1-4", 100, "团体")
    regulations, _ = read(tmp_path, sheets)
    found = by_topic(checkup(Facts(regulations[""], players=24, teams=FOUR)))
    assert "1 个名次超出队数" in found["奖项名次"].doubt


def test_the_draw_waits_for_the_points_of_the_ranks(tmp_path: Path) -> None:
    (sentence,) = undecided_before_draw(regulation(tmp_path, 团体赛="名次分之和"), FOUR)
    assert "名次分" in sentence and "0,2,3" in sentence
    assert len(undecided_before_draw(regulation(tmp_path, 团体赛="名次分之和", 团体计分人数=""), FOUR)) == 2
    assert undecided_before_draw(regulation(tmp_path, 团体赛="名次分之和", 名次分="3,2,1"), FOUR) == []


def test_the_points_of_those_in_the_knockout_stand_still(tmp_path: Path) -> None:
    sheets = setting(with_teams(), "团体赛", "个人积分之和")
    points: list[object] = [2, 1, 0, 2, 1, 0]
    sheets["阶段"].append(["淘汰", "单淘汰", "8-9", "前4名", *points, "", "", "", "", "", ""])
    sheets["阶段"].append(["其余", "积分编排", "8-9", "其余", *points, 2, 2, "", "", "", ""])
    regulations, _ = read(tmp_path, sheets)
    found = [r for r in checkup(Facts(regulations[""], players=24, teams={"甲队": 3})) if r.topic == "团体赛"]
    assert "前 4 名的积分停在第一阶段，其余的还要再下 2 轮" in found[0].doubt and not found[0].decided
