"""The sign-up sheet, officials and happenings as typed by hand, and the same people after the whole of the draw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.excel.changes import read_changes
from qisai.excel.roster import PEOPLE, read_officials, read_people
from qisai.problems import Problem
from qisai.regulation import settings
from qisai.regulation.settings import parse
from qisai.sheets import read_book
from qisai.vocabulary import EVENT_FILE, NUMBERS_FILE

Rows = list[list[Any]]
SETTINGS: dict[str, Any] = {
    **{setting.key: parse(setting, "") for setting in settings.SETTINGS},
    "fees": {"自费": 100, "赞助": 0}, "cap": 100, "billed": "",
}


def people(folder: Path, rows: Rows, problems: list[Problem] | None = None) -> Any:
    found: list[Problem] = []
    frame = read_people(book(folder, {"报名": rows}), SETTINGS, found if problems is None else problems)
    assert problems is not None or found == []
    return frame


def book(folder: Path, sheets: dict[str, Rows]) -> Any:
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for number, row in enumerate(rows, start=1):
            for column, value in enumerate(row, start=1):
                cell = sheet.cell(number, column, value)
                cell.data_type = "s" if isinstance(value, str) else cell.data_type
    workbook.save(folder / EVENT_FILE)
    return read_book(folder / EVENT_FILE)


def test_a_sheet_with_only_the_two_columns_that_must_be_there(tmp_path: Path) -> None:
    frame = people(tmp_path, [["姓名", "序号"], ["张三", "A07"], ["李　四", "007"]])
    assert list(frame.index) == ["A07", "007"] and list(frame["name"]) == ["张三", "李　四"]
    assert list(frame.columns) == list(PEOPLE)
    assert list(frame["due"]) == [100, 100] and list(frame["role"]) == ["选手", "选手"]
    assert not frame["present"].any() and frame["payment_order"].isna().all()


def test_an_empty_sheet_has_nobody_and_no_fault(tmp_path: Path) -> None:
    assert len(people(tmp_path, [["序号", "姓名"]])) == 0


def test_money_and_marks_are_read_as_people_type_them(tmp_path: Path) -> None:
    header = ["序号", "姓名", "角色", "缴费类别", "应缴", "已缴", "缴费顺序", "报到", "用餐", "电话", "出生年份"]
    frame = people(
        tmp_path,
        [
            header,
            [1, "张\n三", "选手", "自费", None, "100元", "第1", "√", "y", 10000000001.0, 1990],
            [2, "李四", " 选 手", "赞助", 0, None, 2.0, "已到", "有", "０５１１-86500000", "1990年"],
            [3, "王五", "领队", None, None, None, None, "未到", "否", None, None],
        ],
        found := [],
    )
    assert [(p.code, p.value) for p in found] == [("number_bad", "第1")] or found == []
    assert list(frame["name"]) == ["张三", "李四", "王五"]
    assert list(frame["paid"]) == [100, 0, 0] and list(frame["due"]) == [100, 0, 0]
    assert list(frame["present"]) == [True, True, False] and list(frame["lunch"]) == [True, True, False]
    assert list(frame["phone"]) == ["10000000001", "0511-86500000", ""] and list(frame["birth"]) == ["1990", "1990年", ""]


def test_the_same_name_in_another_team_is_another_person(tmp_path: Path) -> None:
    rows: Rows = [["序号", "姓名", "单位"], [1, "张三", "甲队"], [2, "张三", "乙队"], [3, "张 三", "甲队"]]
    frame = people(tmp_path, rows, found := [])
    assert len(frame) == 3
    assert [(p.code, p.cell, p.details["other"]) for p in found] == [("same_name", "B4", "B2")]


def test_officials_and_happenings(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {
        "人员": [["姓名", "职务", "用餐"], ["毛静之", "裁判长", "是"], ["史可为", "主任", None]],
        "变动": [
            ["轮次", "编号", "变动", "序号", "理由"],
            ["第2轮", "1号", "缺席本轮", None, "家中有事"], [3.0, "２", "退 赛", "b", None], [2, None, "迟到加入", "c", None],
        ],
        "报名": [["序号", "姓名"], ["a", "张三"], ["b", "李四"], ["c", "王五"]],
    }  # fmt: skip
    read = book(tmp_path, sheets)
    found: list[Problem] = []
    officials = read_officials(read, found)
    assert list(officials["office"]) == ["裁判长", "主任"] and list(officials["lunch"]) == [True, False]
    changes = read_changes(read, read_people(read, None, found), {"a": 1, "b": 2}, 5, found)
    assert found == []
    assert changes[["round", "player", "happening", "cell"]].values.tolist() == [
        [2, "a", "缺席本轮", "C2"], [3, "b", "退赛", "C3"], [2, "c", "迟到加入", "C4"],
    ]  # fmt: skip


@pytest.mark.parametrize("name", [
    "=1+1",
    *(pytest.param(name, marks=pytest.mark.long)
      for name in ("NA", "陆𬭎", "None", "null", "+张", "-李", "@王", "买买提·艾力", "#A张")),
])
def test_a_name_goes_unchanged_from_the_sign_up_to_the_hall(tmp_path: Path, name: str) -> None:
    folder = small.copy(tmp_path / "e", -1)

    def type_in(workbook: openpyxl.Workbook) -> None:
        cell = workbook["报名"]["B3"]
        cell.value, cell.data_type = name, "s"

    small.edit(folder / EVENT_FILE, type_in)
    assert small.run("draw", folder) == 0 and small.next_round(folder) == 0
    number = open_event(folder).record.numbers["2"]
    numbers = openpyxl.load_workbook(folder / NUMBERS_FILE)["编号"]
    assert numbers.cell(number + 1, 3).value == name and numbers.cell(number + 1, 3).data_type == "s"
    small.fill(folder)  # the round file holds the same name, or reading it would stop here
    assert small.next_round(folder) == 0


def test_the_order_of_the_sheet_and_its_columns_changes_nothing_after_the_draw(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    before = open_event(folder)

    def shuffle(workbook: openpyxl.Workbook) -> None:
        rows = [list(row) for row in workbook["报名"].iter_rows(values_only=True)]
        workbook.remove(workbook["报名"])
        mixed = [["报名表"], [], list(reversed(rows[0])), *[list(reversed(row)) for row in reversed(rows[1:])]]
        small.put_rows(workbook.create_sheet("报名"), mixed, first=1)

    small.edit(folder / EVENT_FILE, shuffle)
    after = open_event(folder)
    people = [event.people.drop(columns="cell").sort_index() for event in (before, after)]
    assert after.notices == [] and people[0].equals(people[1])
    small.fill(folder)
    assert small.next_round(folder) == 0


def test_who_counts_for_a_team_is_ticked_or_left_blank(tmp_path: Path) -> None:
    rows = [["序号", "姓名", "团体队员"], [1, "张三", "是"], [2, "李四", None], [3, "王五", "√"], [4, "赵六", "否"]]
    assert list(people(tmp_path, rows)["team_member"]) == [True, False, True, False]
    people(tmp_path, [["序号", "姓名", "团体队员"], [1, "张三", "主力"]], found := [])
    assert [problem.code for problem in found] == ["word_unknown"]


def test_a_filler_owes_no_fee_and_must_be_in_a_group_as_players_are(tmp_path: Path) -> None:
    rows: Rows = [["序号", "姓名", "角色", "缴费类别", "组别"], [1, "张三", "陪打", "自费", "甲"], [2, "李四", "陪 打", None, ""]]
    frame = people(tmp_path, rows, found := [])
    assert found == [] and frame[["role", "fee_class", "due"]].values.tolist() == [["陪打", "陪打", 0]] * 2
    read_people(book(tmp_path, {"报名": rows}), SETTINGS, found, groups=["甲", "乙"])
    assert [problem.code for problem in found] == ["group_unknown"]
