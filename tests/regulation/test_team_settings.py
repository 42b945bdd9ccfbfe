"""The team settings: what may be typed, what is refused, what the summary and the record of the rules say of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import rules, setting

from qisai.regulation.settings import BY_KEY, allowed, parse, shown
from qisai.regulation.summary import rules_text, summary
from qisai.regulation.teams import WHOLE_TEAM, order_words, undecided
from qisai.regulation.templates.rulebook import option_1


@pytest.mark.parametrize(("key", "typed", "value", "words"), [
    ("team_count", 4.0, 4, "4"),
    ("team_count", "４人", 4, "4"),
    ("team_count", "全 队", WHOLE_TEAM, "全队"),
    ("rank_points", "0，2，3", (0, 2, 3), "0、2、3，以后每名加 1，小者列前"),
    ("rank_points", "9、7、6、5、4、3、2、1", (9, 7, 6, 5, 4, 3, 2, 1), "9、7、6、5、4、3、2、1，其余名次 0 分，大者列前"),
    ("rank_points", "10,8,8,5", (10, 8, 8, 5), "10、8、8、5，其余名次 0 分，大者列前"),
    ("rank_points", "", (), ""),
    ("team_ties", "末轮得分和，对手分和", ("末轮得分和", "对手分和"), "末轮得分和、对手分和"),
    ("team_ties", "", ("最好名次",), "最好名次"),
])  # fmt: skip
def test_a_cell_is_typed_and_said(key: str, typed: object, value: object, words: str) -> None:
    assert parse(BY_KEY[key], typed) == value
    assert shown(BY_KEY[key], value) == words


@pytest.mark.parametrize(("key", "typed"), [
    ("team_count", "-1"), ("team_count", "1.5"), ("team_count", "几人"), ("team_count", "1000"),
    ("rank_points", "5"), ("rank_points", "3,3,3"), ("rank_points", "0,2,1"), ("rank_points", "1,5,1"),
    ("rank_points", "2,1,-1"), ("rank_points", "一、二"), ("rank_points", "2.5,1"),
    ("team_ties", "最好名次，最好名次"), ("team_ties", "身高"), ("team_ties", "，"),
])  # fmt: skip
def test_what_cannot_be_meant_is_refused(key: str, typed: str) -> None:
    """Points that neither rise nor fall do not say which total comes first."""
    with pytest.raises(ValueError):
        parse(BY_KEY[key], typed)
    assert allowed(BY_KEY[key])


def test_the_words_of_a_total_follow_from_its_kind() -> None:
    def order(kind: str, points: tuple[int, ...] = ()) -> str:
        return order_words({"teams": kind, "rank_points": points})

    assert order("个人名次之和") == order("名次分之和", (0, 2, 3)) == "和小者列前"
    assert order("个人积分之和") == order("名次分之和", (3, 2)) == "和大者列前"


@pytest.mark.parametrize(("kind", "count", "points", "is_open"), [
    ("不设", 0, (), False), ("个人名次之和", 0, (), True), ("个人名次之和", WHOLE_TEAM, (), False),
    ("名次分之和", 3, (), True), ("名次分之和", 3, (0, 2), False), ("个人积分之和", 3, (), False),
])  # fmt: skip
def test_what_no_default_can_give_is_open(kind: str, count: int, points: tuple[int, ...], is_open: bool) -> None:
    assert undecided({"teams": kind, "team_count": count, "rank_points": points}) is is_open


SAID = {
    "团体赛": ("名次分之和", "团体：名次分之和，和小者列前"),
    "团体计分人数": (3, "团体每队计分人数：3"),
    "名次分": ("0,2,3", "第一名起的名次分：0、2、3，以后每名加 1，小者列前"),
    "人数不足的队": ("缺额按参赛人数", "人数不足的队：缺额按参赛人数"),
    "团体最少人数": (2, "列名次的队员不到 2 人的队不列团体名次"),
    "团体最少队数": (3, "能列团体名次的队不到 3 个的，不排团体名次"),
    "团体名次口径": ("只在代表队队员中重排", "团体计分用的名次：只在代表队队员中重排"),
    "团体相同": ("最好名次，胜局和", "团体和相同的依次比：最好名次、胜局和；再相同的比计分队员的最小编号"),
}


def test_the_summary_says_how_the_teams_are_ranked(tmp_path: Path) -> None:
    sheets = option_1()
    for label, (value, _) in SAID.items():
        setting(sheets, label, value)
    lines = dict(summary(rules(tmp_path, sheets)))
    assert {label: lines[label] for label in SAID} == {label: words for label, (_, words) in SAID.items()}
    assert not {"每组计分人数", "团体范围"} & set(lines)  # there is one group


def test_the_record_names_a_team_setting_only_where_it_is_not_the_default(tmp_path: Path) -> None:
    """Records that were kept before these settings were there must not differ from what is recorded now."""
    sheets = setting(setting(option_1(), "团体赛", "个人积分之和"), "团体计分人数", "全队")
    before = rules_text(rules(tmp_path, sheets))
    assert before["团体计分人数"] == "全队" and not {"名次分", "团体相同", "团体范围", "团体最少人数"} & set(before)
    after = rules_text(rules(tmp_path, setting(sheets, "团体相同", "末轮得分和，对手分和")))
    assert {item for item in after if after[item] != before.get(item)} == {"团体相同"}
