"""No row, column or sheet of a table is left out, and nothing is taken for a field or a player, without a word."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signups import faults, names, one, people, refusal, told, workbook

from qisai.intake.lines import is_team_line, labelled
from qisai.intake.model import ROSTER, TEAMS, Found
from qisai.intake.recognise import read_signups, samples
from qisai.problems import ERROR, InputProblems

ONE, TWO = "10000000001", "10000000002"
Rows = list[list[Any]]


def read(folder: Path, rows: Rows, **more: Any) -> Found:
    return one(workbook(folder / "a.xlsx", rows, **more))


def column(found: Found, name: str) -> list[str | None]:
    return [person.get(name) for person in people(found)]


def rejected(found: Found) -> list[str]:
    return [p.cells["姓名"] for p in found.applicants if any(fault.level == ERROR for fault in p.faults)]


# --- lines that speak of the rows below ---------------------------------------------------------------------
@pytest.mark.parametrize("place", [0, 1])
def test_a_line_with_a_team_is_the_team_of_the_rows_below_and_told(tmp_path: Path, place: int) -> None:
    def line(team: str) -> list[str | None]:
        return [team if place == c else None for c in range(3)]

    rows = [["序号", "姓名", "电话"], line("天水一中"), [1, "张三", ONE], line("乙队（2人）"), [1, "李四", TWO],
            [2, "王五", None]]  # fmt: skip
    found = read(tmp_path, rows)
    assert (names(found), column(found, "单位")) == (["张三", "李四", "王五"], ["天水一中", "乙队", "乙队"])
    assert [(p.code, p.value, p.details["rows"]) for p in found.problems] == [
        ("signup_line_used", "天水一中", "3"), ("signup_line_used", "乙队", "5、6"),
    ]  # fmt: skip


def test_a_line_with_a_group_is_the_group_below_also_above_the_header(tmp_path: Path) -> None:
    rows = [["男子组"], ["姓名", "单位"], ["张三", "甲队"], ["女子组"], ["姓名", "单位"], ["李四", "甲队"]]
    found = read(tmp_path, rows)
    assert (column(found, "组别"), column(found, "单位")) == (["男子组", "女子组"], ["甲队", "甲队"])
    assert told(found) == ["signup_line_used"] * 2


@pytest.mark.parametrize(("line", "code"), [("个人", "row_ignored"), ("散户一览", "signup_row")])
def test_an_unlabelled_line_ends_the_team_above(tmp_path: Path, line: str, code: str) -> None:
    rows = [["代表队：天水队"], ["姓名", "电话"], ["张三", ONE], [line], ["李四", TWO]]
    found = read(tmp_path, rows)
    assert column(found, "单位")[0] == "天水队"
    assert [person for person in people(found) if person["姓名"] == "李四"] == [{"姓名": "李四", "电话": TWO}]
    assert (names(found), [(p.code, p.cell) for p in found.problems]) == (["张三", "李四"], [(code, "A4")])


@pytest.mark.parametrize(
    ("above", "beside"),
    [
        (["单位", "天水一中", "领队", "王老师", "电话", "10000000009"], "领队：王老师；电话：100…09"),
        (["单位：天水一中（盖章）", None, "教练：赵六"], "教练：赵六"),
        (["参赛单位：天水一中   联系人：王五   电话：10000000009"], "联系人：王五；电话：100…09"),
    ],
)
def test_labels_above_the_header_give_the_team_and_the_leader_is_told(tmp_path: Path, above: list[Any], beside: str) -> None:
    found = read(tmp_path, [above, ["序号", "姓名", "性别"], [1, "张三", "男"], [2, "李四", "女"]])
    assert (column(found, "单位"), names(found)) == (["天水一中"] * 2, ["张三", "李四"])
    assert [(p.code, p.value) for p in found.problems] == [("signup_beside", beside)]


def test_labels_do_not_become_captions_of_the_columns(tmp_path: Path) -> None:
    rows = [["甲队报名表"], ["领队", "张三", None, "教练", "李四"], ["序号", "姓名", "性别", "电话"], [1, "王五", "男", ONE]]
    found = read(tmp_path, rows)
    assert people(found) == [{"姓名": "王五", "性别": "男", "电话": ONE}]
    assert [(p.code, p.value) for p in found.problems] == [("signup_beside", "领队：张三；教练：李四")]


def test_the_team_above_fills_a_blank_column_and_is_told(tmp_path: Path) -> None:
    found = read(tmp_path, [["单位：天水一中"], ["姓名", "性别", "单位"], ["张三", "男", None], ["李四", "女", "乙队"]])
    assert (column(found, "单位"), told(found)) == (["天水一中", "乙队"], ["signup_line_used"])


@pytest.mark.parametrize("name", ["王建军", "张一中", "李军", "马小班", "陈区"])
def test_a_name_that_ends_like_a_place_stays_a_name(tmp_path: Path, name: str) -> None:
    assert not is_team_line(name)
    assert names(read(tmp_path, [["姓名", "电话"], [name, ONE], ["李四", TWO]])) == [name, "李四"]


def test_labels_need_values_and_nothing_else_beside() -> None:
    assert labelled({1: "领队", 2: "王五"}, {}) == [("领队", "王五", 2)]
    assert labelled({1: "领队", 2: "王五", 3: "甲队"}, {}) == labelled({1: "张三", 2: "甲队"}, {}) == []
    assert labelled({1: "领队"}, {}) == labelled({1: "a:" * 20_000}, {}) == []


# --- columns ------------------------------------------------------------------------------------------------
def test_one_heading_over_several_members(tmp_path: Path) -> None:
    rows = [["代表队", "领队", "队员", None, None], ["甲队", "刘一", "张三", "李四", "王五"],
            ["乙队", "刘二", "赵六", "钱七", None]]  # fmt: skip
    found = read(tmp_path, rows, merged=["C1:E1"])
    assert (found.shape, column(found, "角色").count("领队")) == (TEAMS, 2)
    assert names(found) == ["张三", "李四", "王五", "刘一", "赵六", "钱七", "刘二"]


@pytest.mark.parametrize(
    ("rows", "cells"),
    [
        ([["姓名", "单位", "电话", "姓名2", "电话2"], ["张三", "甲队", ONE, "李四", TWO]], ["D2"]),
        ([["姓名", "搭档", "单位"], ["张三", "李四", "甲队"], ["王五", "赵六", "乙队"]], ["B2"]),
        ([["代表队", "一台", "二台", "候补"], ["甲队", "张三", "李四", "王五"]], ["D2"]),
        ([["代表队", "队员1", "队员2", "女队员"], ["甲队", "张三", "李四", "王丽"]], ["D2"]),
        ([["单位", "男队员", "女队员"], ["甲队", "张三", "王丽"], ["乙队", "李四", "周红"]], ["C2"]),
        ([["甲队", "张三", "李四"], ["乙队", "钱七", "孙八"], ["丙队", "吴十", "郑一"]], ["C1"]),
        ([["张三", "李四", "王五"], ["赵六", "钱七", "孙八"], ["周九", "吴十", "郑一"]], ["B1", "C1"]),
    ],
)
def test_a_column_with_names_that_is_not_used_is_an_error(tmp_path: Path, rows: Rows, cells: list[str]) -> None:
    unused = [p for p in read(tmp_path, rows).problems if p.code == "signup_names_unused"]
    assert [p.cell for p in unused] == cells
    assert all(p.level == ERROR and p.details["samples"] in p.wrong for p in unused)


@pytest.mark.parametrize(
    ("heading", "values"),
    [("籍贯", ["甘肃", "安徽"]), ("学历", ["高中", "高职"]), ("民族", ["满族", "汉族"]), ("昵称", ["张小三", "李小四"]),
     ("来源", ["微信", "手机"]), ("监护人", ["张大", "李大"]), ("是否参加", ["是", "否"]), ("确认姓名拼音", ["Zhang", "Li"])],
)  # fmt: skip
def test_what_only_looks_like_names_is_no_error(tmp_path: Path, heading: str, values: list[str]) -> None:
    rows = [["姓名", heading, "单位"], ["张三", values[0], "甲队"], ["李四", values[1], "乙队"]]
    assert told(read(tmp_path, rows)) == []


def test_samples_of_a_column_hide_numbers(tmp_path: Path) -> None:
    found = read(tmp_path, [["姓名", "甲", "乙"], ["张三", "x", ONE], ["李四", "x", None], ["王五", "y", None]])
    assert (samples(found, "B"), samples(found, "C"), samples(found, "D")) == (("x", "y"), ("100…01",), ())


@pytest.mark.parametrize("heading", ["报名费", "费用", "金额", "参赛费用（元）"])
def test_a_charge_is_not_what_was_paid(tmp_path: Path, heading: str) -> None:
    found = read(tmp_path, [["姓名", heading], ["张三", 100], ["李四", 100]])
    assert (people(found), told(found), found.sure) == ([{"姓名": "张三"}, {"姓名": "李四"}], ["signup_charge"], False)
    assert "B=已缴" in found.problems[0].remedy


@pytest.mark.parametrize("heading", ["已缴", "实缴", "已付", "付款金额", "已交报名费", "费用（元）已缴"])
def test_what_was_paid_is_read(tmp_path: Path, heading: str) -> None:
    assert column(read(tmp_path, [["姓名", heading], ["张三", 100]]), "已缴") == ["100"]


def test_ticks_are_no_group_and_a_trade_is_no_role(tmp_path: Path) -> None:
    rows = [["姓名", "2、参赛项目（快棋）", "2、参赛项目（慢棋）", "职务"], ["张三", 1, 0, "会计"], ["李四", 0, 1, "经理"]]
    found = read(tmp_path, rows)
    assert people(found) == [{"姓名": "张三"}, {"姓名": "李四"}]
    assert (told(found), found.sure) == (["signup_ticks", "signup_ticks", "signup_role_column"], False)


def test_names_below_a_heading_of_numbers(tmp_path: Path) -> None:
    found = read(tmp_path, [["序号", "单位"], ["张三", "甲队"], ["李四", "乙队"]])
    assert (names(found), column(found, "单位"), found.header, found.sure) == (["张三", "李四"], ["甲队", "乙队"], 1, False)


def test_halves_of_latin_names_are_not_taken_for_names(tmp_path: Path) -> None:
    assert refusal(workbook(tmp_path / "a.xlsx", [["First Name", "Last Name", "Team"], ["San", "Zhang", "A"]])).code
    found = read(tmp_path, [["Surname", "Given name", "Chinese name", "Team"], ["Zhang", "San", "张三", "A"]])
    assert people(found) == [{"姓名": "张三", "单位": "A"}]


def test_two_equal_columns_are_told_and_the_first_is_used(tmp_path: Path) -> None:
    found = read(tmp_path, [["姓名", "单位", "代表队"], ["张三", "甲公司", "乙队"]])
    assert (column(found, "单位"), [(p.code, p.cell) for p in found.problems]) == (["甲公司"], [("signup_two_columns", "C1")])


# --- rows ---------------------------------------------------------------------------------------------------
def test_leaders_are_no_players(tmp_path: Path) -> None:
    found = read(tmp_path, [["单位", "领队", "电话"], ["甲队", "王五", ONE], ["乙队", "赵六", TWO]])
    assert (column(found, "角色"), found.sure) == (["领队"] * 2, False)
    found = read(tmp_path, [["序号", "姓名", "单位"], [1, "张三", "甲队"], ["领队", "王五", "甲队"], ["教练", "赵六", "甲队"]])
    assert rejected(found) == ["王五", "赵六"]
    assert faults(found) == [("signup_no_player", "B3"), ("signup_no_player", "B4")]
    found = read(tmp_path, [["单位", "领队", "队员姓名"], ["甲队", "王五", "张三"]])
    assert (names(found), [(p.code, p.cell, p.value) for p in found.problems]) == (
        ["张三"], [("signup_beside", "B2", "领队：王五")],
    )  # fmt: skip


def test_a_role_that_is_not_known_is_not_read_as_a_player(tmp_path: Path) -> None:
    roles = ["选手", "男队员", "领队", "领队兼教练", "裁判", "工作人员", "替补", "队长"]
    found = read(tmp_path, [["职务", "姓名"], *([role, f"张{n}"] for n, role in zip("一二三四五六七八", roles, strict=True))])
    assert rejected(found) == ["张四", "张五", "张六", "张七", "张八"]
    assert [(p.faults[0].code, p.faults[0].value) for p in found.applicants if p.faults] == [
        ("signup_role", role) for role in roles[3:]
    ]  # fmt: skip
    assert column(found, "角色")[:3] == ["选手", "选手", "领队"]


@pytest.mark.parametrize(
    "row",
    [["小计", 2, None, 100], ["小计", "1人", "乙队", 50], [None, "甲队合计", None, 150], [None, "以上共2人", None, None],
     [None, "总人数：2", None, None], [None, "以上人员身体健康", None, None], [None, "单位盖章", None, None],
     ["领队签字：", None, "日期：2031年", None], [None, "打印日期：2031-1-1", None, None],
     ["报名网页", None, "http://example.com", None]],
)  # fmt: skip
def test_totals_and_notes_are_nobody_and_told(tmp_path: Path, row: list[Any]) -> None:
    found = read(tmp_path, [["序号", "姓名", "单位", "已缴"], [1, "张三", "甲队", 50], row, [2, "李四", "乙队", 50]])
    assert (names(found), column(found, "单位")) == (["张三", "李四"], ["甲队", "乙队"])
    assert len(found.problems) == 1
    assert found.problems[0].cell.endswith("3")


@pytest.mark.parametrize(
    "row",
    [["示例", "张三", "某队"], [None, "例：张三", "某队"], [None, "甲队", "张三"], [None, "男子组", "张三"],
     ["裁判", "张三", "甲队"]],
)  # fmt: skip
def test_words_that_speak_against_a_player_reject_the_row(tmp_path: Path, row: list[Any]) -> None:
    found = read(tmp_path, [["序号", "姓名", "单位"], row, [1, "李四", "乙队"]])
    assert len(rejected(found)) == 1
    assert names(found)[-1] == "李四"


def test_a_link_in_a_remark_drops_nobody(tmp_path: Path) -> None:
    found = read(tmp_path, [["姓名", "备注"], ["张三", "见 http://example.com/x"], ["李四", None]])
    assert (names(found), told(found)) == (["张三", "李四"], [])


def test_the_same_as_above_and_nothing_are_understood_and_told(tmp_path: Path) -> None:
    rows = [["单位", "姓名", "组别"], ["甲队", "张三", "男子组"], ["同上", "李四", "〃"], ["〃", "王五", '"'],
            ["无", "赵六", "无"], ["个人", "钱七", "男子组"], [None, "孙八", None]]  # fmt: skip
    found = read(tmp_path, rows)
    assert column(found, "单位") == ["甲队"] * 3 + [None] * 3
    assert column(found, "组别") == ["男子组"] * 3 + [None, "男子组", None]
    assert [(p.code, p.details.get("column"), p.details["rows"]) for p in found.problems] == [
        ("signup_ditto", "单位", "3、4"), ("signup_ditto", "组别", "3、4"), ("signup_none", "单位", "5、6"),
        ("signup_none", "组别", "5"), ("signup_team_blank", None, "7"),
    ]  # fmt: skip


def test_the_same_as_nothing_above_is_told(tmp_path: Path) -> None:
    found = read(tmp_path, [["姓名", "单位"], ["张三", "同上"], ["李四", "乙队"]])
    assert (column(found, "单位"), faults(found)) == ([None, "乙队"], [("signup_value", "B2")])


# --- sheets and tables --------------------------------------------------------------------------------------
def test_tables_side_by_side_are_both_read(tmp_path: Path) -> None:
    rows = [["姓名", "单位", None, "姓名", "单位"], ["张三", "甲队", None, "李四", "乙队"], ["王五", "甲队", None, None, None]]
    left, right = read_signups(workbook(tmp_path / "a.xlsx", rows))
    assert (names(left), names(right), right.applicants[0].at["姓名"]) == (["张三", "王五"], ["李四"], "D2")
    rows = [["男子组", None, "女子组"], ["姓名", "电话", "姓名", "电话"], ["张三", ONE, "李丽", TWO]]
    left, right = read_signups(workbook(tmp_path / "a.xlsx", rows))
    assert (people(left), people(right)) == (
        [{"姓名": "张三", "电话": ONE, "组别": "男子组"}], [{"姓名": "李丽", "电话": TWO, "组别": "女子组"}],
    )  # fmt: skip


def test_a_next_table_takes_the_line_above_it(tmp_path: Path) -> None:
    rows = [["男子组"], ["姓名", "单位"], ["张三", "甲队"], ["女子组"], ["姓名", "单位", "电话"], ["李丽", "甲队", TWO]]
    men, women = read_signups(workbook(tmp_path / "a.xlsx", rows))
    assert (column(men, "组别"), column(women, "组别"), column(women, "电话")) == (["男子组"], ["女子组"], [TWO])


def test_the_rows_of_a_next_table_that_is_no_roster_are_told(tmp_path: Path) -> None:
    rows = [["姓名", "单位"], ["张三", "甲队"], ["姓名", "电话", "备注"], [None, None, "另见附件"]]
    found = read(tmp_path, rows)
    assert (names(found), found.problems[0].code) == (["张三"], "signup_skipped")
    assert [p.cell for p in found.problems if p.code == "signup_row"] == ["A3", "C4"]


def test_the_name_of_a_sheet_is_its_group_and_a_hidden_one_is_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名"], ["张三"]], title="少年组")
    book = openpyxl.load_workbook(path)
    other = book.create_sheet("旧")
    for value in ("姓名", "李四"):
        other.append([value])
    other.sheet_state = "hidden"
    book.save(path)
    shown, hidden = read_signups(path)
    assert (people(shown), told(shown)) == ([{"姓名": "张三", "组别": "少年组"}], ["signup_line_used"])
    assert (people(hidden), told(hidden)) == ([{"姓名": "李四"}], ["signup_hidden_sheet"])


def test_a_sheet_without_headings_is_always_asked_about(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["张三", "甲队"], ["李四", "乙队"], ["王五", "丙队"]])
    found = one(path)
    assert read_signups(path, {found.signature: {"B": ""}}) == [found]


# --- the kind as a whole ------------------------------------------------------------------------------------
words = st.sampled_from(
    ["张三", "李四", "甲队", "天水一中", "男子组", "领队", "教练", "合计", "示例", "同上", "无", "个人", "待定", "备注", "兰州",
     "代表队：乙队", "领队：王五", "http://example.com", ONE, 7, 150, "2 人", "Smith", "-", "男", "某某"]
)  # fmt: skip
some_rows = st.lists(st.lists(st.one_of(st.none(), st.none(), words), min_size=4, max_size=4), min_size=1, max_size=7)


def unseen(rows: Rows, found: list[Found]) -> list[int]:
    """The rows that hold more than a running number and of which nothing is told and nobody was read."""
    seen = {person.row for sheet in found for person in sheet.applicants} | {sheet.header for sheet in found}
    for problem in (p for sheet in found for p in sheet.problems):
        seen |= {int("".join(filter(str.isdigit, problem.cell)) or 0)}
    places = [p.at[c] for sheet in found for p in sheet.applicants for c in ("单位", "组别") if c in p.at]
    seen |= {int("".join(filter(str.isdigit, place))) for place in places}
    blank = (None, "-")
    return [
        n for n, row in enumerate(rows, start=1)
        if n > 1 and n not in seen and any(cell not in blank for cell in row[1:]) | (row[0] not in (*blank, 7, 150))
    ]  # fmt: skip


def every_row_is_told_of(noise: Rows) -> None:
    rows = [["序号", "姓名", "单位", "电话"], [1, "钱一", "丙队", TWO], *noise]
    with tempfile.TemporaryDirectory() as folder:
        path = workbook(Path(folder) / "a.xlsx", rows)
        try:
            found = read_signups(path)
        except InputProblems as refused:
            assert refused.problems
            return
    assert all(sheet.shape == ROSTER for sheet in found)
    assert unseen(rows, found) == []
    for person in (p for sheet in found for p in sheet.applicants):
        players = not any(fault.level == ERROR for fault in person.faults)
        assert not (players and person.cells["姓名"] in ("甲队", "天水一中", "男子组", "领队", "教练", "合计", "示例"))


@pytest.mark.long
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(some_rows)
def test_no_row_is_left_out_without_a_word(noise: Rows) -> None:
    every_row_is_told_of(noise)


@pytest.mark.long
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(some_rows)
def test_no_row_is_left_out_many_times(noise: Rows) -> None:
    every_row_is_told_of(noise)


# --- teams in a row: coaches and notes ----------------------------------------------------------------------
@pytest.mark.parametrize("rows", [
    [["单位", "领队", "教练", "教练电话", "队员1", "队员2", "备注"], ["甲队", "孙强", "郑和", ONE, "张三", "李四", "素食"]],
    [["单位", "领队", "教练", None, "队员1", "队员2", "备注"], [None, None, "姓名", "电话", None, None, None],
     ["甲队", "孙强", "郑和", ONE, "张三", "李四", "素食"]],
])  # fmt: skip
def test_the_coach_of_a_team_is_entered_and_its_note_goes_to_all(tmp_path: Path, rows: Rows) -> None:
    found = read(tmp_path, rows)
    assert found.shape == TEAMS
    assert column(found, "姓名") == ["张三", "李四", "孙强", "郑和"]
    assert column(found, "角色") == [None, None, "领队", "教练"]
    assert column(found, "电话") == [None, None, None, ONE]
    assert column(found, "备注") == ["素食"] * 4


def test_each_coach_has_what_follows_his_name_and_nobody_is_entered_twice(tmp_path: Path) -> None:
    heads = ["单位", "领队", "教练1", "教练1电话", "教练2", "教练2电话", "队员1", "队员2"]
    found = read(tmp_path, [heads, ["甲队", "孙强", "孙强", ONE, "无", None, "张三", "李四"],
                            ["乙队", None, "郑和", ONE, "吴勇", TWO, None, None]])  # fmt: skip
    assert [(p.get("姓名"), p.get("角色"), p.get("电话")) for p in people(found)] == [
        ("张三", None, None), ("李四", None, None), ("孙强", "领队", None), ("郑和", "教练", ONE), ("吴勇", "教练", TWO),
    ]  # fmt: skip
    assert not found.problems
