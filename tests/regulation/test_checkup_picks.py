"""The check-up of prizes that depend on the field: contradictions are named, sound lists are passed over in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import rules, setting

from qisai.regulation.checkup import Facts, Remark, picks, prizes
from qisai.regulation.model import Condition
from qisai.regulation.templates.rulebook import option_1

HEADER = ["奖项", "名次", "金额", "条件", "对象", "并列"]
WOMEN = (Condition("性别", "=", "女"),)


def facts(folder: Path, *rows: list[object], players: int | None = 40, settings: dict[str, str] | None = None, **more) -> Facts:
    sheets = option_1()
    sheets["奖项"] = [HEADER, *([*row, *[""] * (len(HEADER) - len(row))] for row in rows)]
    sheets["日程"] = [["轮次", "日期", "时间"], [1, "2024-07-20", "09:00"]]
    for label, value in (settings or {}).items():
        setting(sheets, label, value)
    return Facts(rules(folder, sheets), players=players, **more)


def doubts(check, *args, **more) -> list[str]:
    found: list[Remark] = list(check(facts(*args, **more)))
    return [f"{remark.topic}：{remark.doubt}" for remark in found]


def test_a_share_or_an_ending_of_nobody(tmp_path: Path) -> None:
    rows = (["优秀奖", "前1/3", 50], ["幸运奖", "26起尾数5、9", 66])
    assert doubts(picks.no_place, tmp_path, *rows, players=40) == []
    assert doubts(picks.no_place, tmp_path, *rows, players=20) == ["奖项名次：按人数算出来一个名次也没有"]
    assert len(doubts(picks.no_place, tmp_path, *rows, players=1)) == 2
    assert doubts(picks.no_place, tmp_path, *rows, players=None) == []


def test_a_share_beside_a_list_of_places(tmp_path: Path) -> None:
    rows = (["名次奖", "1-8", 100], ["优秀奖", "前1/4", 50], ["女子奖", "1-3", 30, "性别=女"], ["抽奖", "抽3名", 10])
    (remark,) = picks.overlapping_lists(facts(tmp_path, *rows))
    assert remark.doubt == "第 1-8 名在两个奖里都有" and remark.reading == "奖金叠加：叠加" and not remark.decided
    assert remark.others == "只领最高一项，其余递补"
    decided = facts(tmp_path, *rows, settings={"奖金叠加": "只领最高一项，其余递补"})
    assert [(remark.decided, remark.others) for remark in picks.overlapping_lists(decided)] == [(True, "叠加")]
    assert list(picks.overlapping_lists(facts(tmp_path, ["名次奖", "1-8", 100], ["优秀奖", "20%-50%", 50]))) == []  # 9 to 20
    assert list(picks.overlapping_lists(facts(tmp_path, ["名次奖", "1-8", 100], ["幸运奖", "5,9", 50]))) == []


def test_a_row_that_meets_another_of_its_list(tmp_path: Path) -> None:
    """A quarter of 40 is ten: places 9 and 10 are written twice in one list."""
    found = list(prizes.prizes_twice(facts(tmp_path, ["名次奖", "前1/4", 50], ["名次奖", "9-12", 30])))
    assert [remark.says for remark in found] == ["名次奖：第 9-10 名"]


def test_a_lot_of_more_people_than_there_can_be(tmp_path: Path) -> None:
    rows = (["名次奖", "1-24", 100], ["抽奖", "抽16名", 10])
    assert doubts(picks.lot_beyond_field, tmp_path, *rows, players=40) == []
    assert doubts(picks.lot_beyond_field, tmp_path, *rows, players=39) == ["抽奖：除去得名次奖的，最多只有 15 人可抽"]
    few = (["抽奖", "抽3名", 10, "性别=女"],)
    assert doubts(picks.lot_beyond_field, tmp_path, *few, meeting={WOMEN: 2}) == ["抽奖：合条件（性别=女）的只有 2 人"]
    assert doubts(picks.lot_beyond_field, tmp_path, *few, meeting={WOMEN: 3}) == []


@pytest.mark.parametrize(
    ("condition", "field"),
    [
        ("性别=女、性别=男", "性别"), ("地区=丹阳、地区!=丹阳", "地区"), ("年龄<=12、年龄>=60", "年龄"),
        ("等级分<1500、等级分>1499", "等级分"), ("年龄=12、年龄<12", "年龄"), ("年龄<0", "年龄"), ("年龄>=10、年龄<=12", ""),
        ("等级分<1500、等级分>=1499", ""), ("地区!=丹阳、地区!=句容", ""),
    ],
)  # fmt: skip
def test_conditions_that_no_player_can_meet_together(tmp_path: Path, condition: str, field: str) -> None:
    expected = [f"奖项条件：{field}的几个条件不可能同时成立"] if field else []
    assert doubts(picks.impossible_conditions, tmp_path, ["奖", "1", 10, condition]) == expected


def test_conditions_that_nobody_meets_or_of_whom_too_little_is_known(tmp_path: Path) -> None:
    row = ["女子奖", "1", 10, "性别=女"]
    assert doubts(picks.nobody_meets, tmp_path, row) == []  # nobody has signed up yet
    assert doubts(picks.nobody_meets, tmp_path, row, meeting={WOMEN: 0}) == ["奖项条件：选手里没有人符合"]
    assert doubts(picks.nobody_meets, tmp_path, row, meeting={WOMEN: 1}) == []
    assert doubts(picks.unsaid, tmp_path, row, unsaid={WOMEN: ()}) == []
    named = {WOMEN: tuple(f"棋手{n}" for n in range(1, 15))}
    (words,) = doubts(picks.unsaid, tmp_path, row, unsaid=named)
    assert words.startswith("奖项资料：14 人资料没有填全，不能判断。棋手1、") and words.endswith("棋手12 等 14 人")


def test_ranks_that_may_be_shared_and_money_that_is_not_or_the_other_way_round(tmp_path: Path) -> None:
    row = ["名次奖", "1-8", 100]
    assert doubts(picks.tied_money, tmp_path, row) == []
    shared = {"名次并列": "1"}
    assert doubts(picks.tied_money, tmp_path, row, settings=shared) == ["并列奖金：名次可以并列，没有写并列的人奖金怎样分"]
    assert doubts(picks.tied_money, tmp_path, row, settings=shared | {"并列奖金": "不平分"}) == []
    never = ["并列奖金：「名次并列」没有填，名次不会并列"]
    assert doubts(picks.tied_money, tmp_path, row, settings={"并列奖金": "Hort"}) == never
    assert doubts(picks.tied_money, tmp_path, [*row, "", "", "平分"]) == never
    assert doubts(picks.tied_money, tmp_path, row, settings={"并列奖金": "Hort", "奖金并列口径": "积分相同"}) == []


def test_one_list_shared_in_two_ways(tmp_path: Path) -> None:
    first, second = ["名次奖", "1", 100, "", "", "Hort"], ["名次奖", "2", 50]
    assert doubts(picks.two_ways, tmp_path, first, second) == ["并列奖金：一个奖的各行「并列」不同"]
    assert doubts(picks.two_ways, tmp_path, first, [*second, "", "", "Hort"]) == []


def test_more_rounds_asked_than_are_played_and_deposits_without_a_rule(tmp_path: Path) -> None:
    last = facts(tmp_path).rules.last_swiss_round
    assert doubts(picks.too_many_rounds, tmp_path, settings={"领奖最少轮数": str(last)}) == []
    assert len(doubts(picks.too_many_rounds, tmp_path, settings={"领奖最少轮数": str(last + 1)})) == 1
    assert doubts(picks.deposit, tmp_path) == []
    assert doubts(picks.deposit, tmp_path, settings={"押金": "100"}) == ["押金退还：没有写什么情形退还押金"]
    assert doubts(picks.deposit, tmp_path, settings={"押金退还": "都退"}) == ["押金退还：「押金」没有填"]
    assert doubts(picks.deposit, tmp_path, settings={"押金": "100", "押金退还": "都退"}) == []


def test_the_sums_of_the_check_up_count_what_the_field_makes(tmp_path: Path) -> None:
    """Forty people: a quarter at 50, places 29, 35 and 39 at 66, three drawn at 10; two women at 30."""
    rows = (["优秀奖", "前1/4", 50], ["幸运奖", "26起尾数5、9", 66], ["抽奖", "抽3名", 10], ["女子奖", "前1/2", 30, "性别=女"])
    known = facts(tmp_path, *rows, meeting={WOMEN: 4}, settings={"奖金预算": "700"})
    assert prizes.prize_sum(known.all_prizes) == 500 + 198 + 30 + 60
    assert [remark.doubt for remark in prizes.budget(known)] == ["超出预算 88 元"]
