"""The 奖项 sheet: what 名次 and 条件 may say, the places they come to, the words of the printed summary."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import Sheets, read, rules, setting

from qisai.regulation.model import ENDING, LOT, SHARE, Pick, Prize
from qisai.regulation.prize_rows import places, resolved
from qisai.regulation.summary import prize_text, summary
from qisai.regulation.templates.rulebook import option_1

HEADER = ["奖项", "名次", "金额", "条件", "证书", "每满人数", "对象", "并列"]


def sheets(*rows: list[object], dated: bool = True) -> Sheets:
    found = option_1()
    found["奖项"] = [HEADER, *([*row, *[""] * (len(HEADER) - len(row))] for row in rows)]
    found["日程"] = [["轮次", "日期", "时间"], *[[1, "2024-07-20", "09:00"]] * dated]
    return found


def one(folder: Path, *row: object) -> Prize:
    return rules(folder, sheets(["奖", *row])).prizes[0]


@pytest.mark.parametrize(
    ("typed", "pick"),
    [
        ("尾数5,9", Pick(ENDING, ("5", "9"))),
        ("26起尾数5、9", Pick(ENDING, ("5", "9"), 26)),
        ("第26名起至第１１０名尾数为5或9", Pick(ENDING, ("5", "9"), 26, 110)),
        ("26-110尾数66", Pick(ENDING, ("66",), 26, 110)),
        ("前1/3", Pick(SHARE, upto=(1, 3))),
        ("前⅓", Pick(SHARE, upto=(1, 3))),
        ("前５０％", Pick(SHARE, upto=(1, 2))),
        ("20%-50%", Pick(SHARE, above=(1, 5), upto=(1, 2))),
        ("抽10名", Pick(LOT, count=10)),
        ("抽签5人", Pick(LOT, count=5)),
        ("1-3，5", None),
    ],
)
def test_places_are_read_as_people_write_them(tmp_path: Path, typed: str, pick: Pick | None) -> None:
    assert one(tmp_path, typed, 100).pick == pick


@pytest.mark.parametrize("typed", ["前0%", "前1/0", "前4/3", "60%-50%", "抽0名", "30-10尾数5", "尾数", "5,9起", "1/2名"])
def test_places_that_cannot_be_are_faults(tmp_path: Path, typed: str) -> None:
    _, problems = read(tmp_path, sheets(["奖", typed, 100]))
    assert [(problem.code, problem.cell) for problem in problems] == [("prize_bad", "B2")]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("性别=女、年龄≤12岁", "性别=女、年龄<=12"),
        ("地区！=丹阳；等级分<1990", "地区!=丹阳、等级分<1990"),
        ("出生年份 >= 2012年", "出生年份>=2012"),
        ("类别=新手", "类别=新手"),
        ("", ""),
    ],
)
def test_several_conditions_stand_in_one_cell(tmp_path: Path, typed: str, words: str) -> None:
    assert one(tmp_path, "1", 100, typed).condition == words


@pytest.mark.parametrize("typed", ["丹阳", "籍贯=丹阳", "性别>女", "年龄<=少年", "类别=新手、丹阳", "年龄=<"])
def test_conditions_that_say_nothing_are_faults(tmp_path: Path, typed: str) -> None:
    _, problems = read(tmp_path, sheets(["奖", "1", 100, typed]))
    assert {(problem.code, problem.cell) for problem in problems} == {("prize_bad", "D2")}


def test_nobody_has_an_age_in_an_event_without_a_date(tmp_path: Path) -> None:
    row = ["少儿奖", "1", 100, "年龄<=12"]
    _, problems = read(tmp_path, sheets(row, dated=False))
    assert [(problem.code, problem.cell) for problem in problems] == [("prize_bad", "D2")]
    assert "「日程」表填日期" in problems[0].wrong
    assert rules(tmp_path, sheets(row)).year == 2024


def test_a_team_prize_names_its_places_and_a_way_of_sharing_is_one_of_three(tmp_path: Path) -> None:
    for row, cell in ((["团体奖", "前1/2", 100, "", "", "", "团体"], "G2"), (["奖", "1", 100, "", "", "", "", "均分"], "H2")):
        _, problems = read(tmp_path, sheets(row))
        assert [(problem.code, problem.cell) for problem in problems] == [("prize_bad", cell)]
    assert one(tmp_path, "1-3", 100, "", "", "", "", "hort").sharing == "Hort"


def prize(pick: Pick) -> Prize:
    return Prize("奖", (), 100, False, pick=pick)


def test_an_ending_means_the_ranked_places_that_end_so() -> None:
    """Danyang 2024 names 25, 29, 35, 39, … 109 one by one: every place from 25 on that ends in 5 or 9."""
    named = (25, 29, 35, 39, 45, 49, 55, 59, 65, 69, 75, 79, 85, 89, 95, 99, 105, 109)
    assert places(prize(Pick(ENDING, ("5", "9"), 25)), 114, "四舍五入") == named
    assert places(prize(Pick(ENDING, ("5", "9"), 25, 60)), 114, "四舍五入") == named[:8]
    assert places(prize(Pick(ENDING, ("5", "9"), 25)), 24, "四舍五入") == ()
    assert places(prize(Pick(ENDING, ("66",))), 200, "四舍五入") == (66, 166)


@pytest.mark.parametrize(
    ("ranked", "rounding", "first", "second", "third"),
    [
        (13, "四舍五入", 3, 4, 6), (13, "只入不舍", 3, 4, 6), (13, "只舍不入", 2, 4, 7), (10, "四舍五入", 2, 3, 5),
        (1, "四舍五入", 0, 1, 0),
    ],  # fmt: skip
)
def test_shares_that_meet_leave_nobody_out_and_take_nobody_twice(
    ranked: int, rounding: str, first: int, second: int, third: int
) -> None:
    """一、二、三等奖 of 20 %, 30 % and 50 %: of 13 people 2.6 and 6.5 places, of 10 exactly 2 and 5, of one 0.2 and 0.5."""
    bounds = [(0, 1), (1, 5), (1, 2), (1, 1)]
    found = [places(prize(Pick(SHARE, above=a, upto=b)), ranked, rounding) for a, b in zip(bounds, bounds[1:], strict=False)]
    assert [len(part) for part in found] == [first, second, third]
    assert [place for part in found for place in part] == list(range(1, ranked + 1))


def test_a_resolved_prize_names_its_places_and_a_lot_as_many_as_it_draws() -> None:
    assert resolved(prize(Pick(SHARE, upto=(1, 3))), 26, "四舍五入").places == tuple(range(1, 10))
    assert resolved(prize(Pick(LOT, count=3)), 2, "四舍五入").places == (1, 2, 3)


def test_the_summary_says_in_words_what_the_cells_say(tmp_path: Path) -> None:
    rows = (
        ["优秀奖", "前1/3", 50], ["幸运奖", "26-110尾数5,9", 100], ["抽奖", "抽10名", 20], ["中段奖", "20%-50%", 30],
        ["女子奖", "1-3", 80, "性别=女、年龄<=12", "是", "", "", "Hort"],
    )  # fmt: skip
    words = [prize_text(p) for p in rules(tmp_path, sheets(*rows)).prizes]
    assert words == [
        "列名次人数的前 1/3，各 50 元",
        "第 26 名起到第 110 名尾数为 5、9 的名次各 100 元",
        "没有得奖的抽 10 名各 20 元",
        "列名次人数的 20% 以后到 50%，各 30 元",
        "性别为女、年龄<=12的棋手中第 1-3 名各 80 元，证书，并列的Hort",
    ]


def test_the_summary_names_the_settings_that_the_prizes_make_matter(tmp_path: Path) -> None:
    plain = dict(summary(rules(tmp_path, sheets(["名次奖", "1", 100]))))
    assert not {"奖金叠加", "并列奖金", "奖金并列口径", "按比例取整", "抽奖种子", "领奖须缴清", "领奖最少轮数"} & set(plain)
    assert not {"押金", "押金退还"} & set(plain)
    found = sheets(["优秀奖", "前1/3", 50], ["抽奖", "抽3名", 20])
    for label, value in (("奖金叠加", "只领最高一项，其余递补"), ("并列奖金", "Hort"), ("押金", "100"), ("领奖最少轮数", "5"),
                         ("抽奖种子", "福")):  # fmt: skip
        setting(found, label, value)
    lines = dict(summary(rules(tmp_path, found)))
    assert lines["奖金叠加"] == "一人得几项奖金的：只领最高一项，其余递补"
    assert lines["按比例取整"].endswith("取整：四舍五入（默认）") and lines["抽奖种子"] == "抽奖种子：福"
    assert lines["押金"] == "押金每人 100 元" and lines["押金退还"] == "押金退还：全部轮次到场（默认）"
    assert lines["并列奖金"].startswith("名次并列的棋手奖金：Hort") and lines["奖金并列口径"].endswith("名次相同（默认）")
    assert lines["领奖最少轮数"].startswith("到场不足 5 轮的不领个人奖")
