"""Lines that are nobody are told and not counted; numbers of papers are hidden; each head of a team counts once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from signups import faults, names, one, people, told, workbook

from qisai.intake.compare import compare
from qisai.intake.model import Found
from qisai.intake.recognise import mapped
from qisai.intake.team_spellings import near_teams
from qisai.problems import errors
from qisai.steps.signup_sheets import unread

ONE, TWO = "10000000001", "10000000002"


def read(folder: Path, rows: list[list[Any]]) -> Found:
    return one(workbook(folder / "a.xlsx", rows))


def rejected(found: Found) -> list[str]:
    return [person.cells["姓名"] for person in found.applicants if errors(person.faults)]


def test_lines_that_are_nobody_are_told_and_not_counted(tmp_path: Path) -> None:
    rows = [["姓名", "单位", "电话"], ["领队：王平", None, f"电话：{TWO}"], ["张三", "甲队", ONE], ["合计", "1人"],
            ["说明：午餐自理"], ["填表人：王小明"], ["领队签字："]]  # fmt: skip
    found = read(tmp_path, rows)
    assert told(found) == ["signup_beside", "row_ignored", "signup_label", "signup_label", "row_ignored"]
    assert unread([found], []) == 0


@pytest.mark.parametrize("line", [["姓名：李四", "乙队"], ["队员：李四"], ["、".join(["李四", "王五", "郑和"] * 9)],
                                  ["姓名：李四 单位：乙队"]])  # fmt: skip
def test_a_line_that_names_players_is_counted(tmp_path: Path, line: list[str]) -> None:
    found = read(tmp_path, [["姓名", "单位", "电话"], ["张三", "甲队", ONE], line])
    assert unread([found], []) + len(rejected(found)) == 1


@pytest.mark.parametrize("number", ["1" * 17 + "X", "1" * 18, "1" * 15, int("1" * 18), "证件：" + "1" * 17 + "x",
                                    "110000 19900307 0000"])  # fmt: skip
def test_a_number_of_papers_is_hidden_wherever_it_stands(tmp_path: Path, number: str | int) -> None:
    rows = [["姓名", "单位", "电话", "备注"], ["张三", "甲队", number, None], ["李四", "甲队", ONE, number],
            [None, None, None, f"说明：{number}"]]  # fmt: skip
    found = read(tmp_path, rows)
    assert rejected(found) == ["张三"]
    assert [code for code, _ in faults(found)] == ["signup_phone_id", "signup_note_id"]
    said = [*(p.value for p in found.problems), *(p.value for one in found.applicants for p in one.faults)]
    said += [value for person in people(found) for value in person.values()]
    assert not any(re.search(r"\d{12}|\d{6} \d", value) for value in said)


@pytest.mark.parametrize("number", ["020-87654321-8001", f"{ONE} 8765432", f"{ONE}/{TWO}"])
def test_two_phones_are_no_number_of_papers(tmp_path: Path, number: str) -> None:
    assert faults(read(tmp_path, [["姓名", "电话"], ["张三", number], ["李四", ONE]])) == [("signup_phone", "B2")]


def test_list_numbers_in_sequence_are_told_once(tmp_path: Path) -> None:
    listed = [[f"{place}、{name}", "甲队"] for place, name in enumerate(["张三", "李四", "王五"], start=1)]
    found = read(tmp_path, [["姓名", "单位"], *listed])
    assert (names(found), faults(found)) == (["张三", "李四", "王五"], [])
    assert [(p.code, p.details["rows"]) for p in found.problems] == [("signup_numbered", "2、3、4")]
    jumping = read(tmp_path, [["姓名", "单位"], ["1、张三", "甲队"], ["7、李四", "甲队"], ["2、王五", "甲队"]])
    assert [code for code, _ in faults(jumping)] == ["signup_name_cleared"] * 3


def test_who_is_in_the_roster_and_the_import_is_one_head_of_a_team() -> None:
    (pair,), _ = near_teams(["丹阳", "丹阳", "丹阳市"], ["丹阳", "丹阳", "丹阳"], [("丹阳", "丹阳"), ("丹阳", "丹阳")])
    assert dict(zip((pair.first, pair.second), pair.heads, strict=True)) == {"丹阳": (2, 1), "丹阳市": (1, 0)}
    (blank,), _ = near_teams(["甲 队"], ["甲队"], [("甲 队", "甲队")])
    assert blank.heads == ((1, 0), (0, 1))


def test_coaches_whose_column_is_not_used_are_told_of(tmp_path: Path) -> None:
    found = read(tmp_path, [["单位", "教练", "队员1", "队员2"], ["甲队", "郑和", "张三", "李四"]])
    assert names(found) == ["张三", "李四", "郑和"]
    without = mapped(found, {"B": ""})
    assert names(without) == ["张三", "李四"]
    assert [(p.code, p.value) for p in without.problems] == [("signup_beside", "教练：郑和")]


def test_a_comparison_counts_each_head_of_a_team_once(tmp_path: Path) -> None:
    there = pd.DataFrame([["张三", "丹阳"], ["李四", "丹阳"], ["王五", "丹阳市"]], ["1", "2", "3"], ["姓名", "单位"], dtype="str")
    found = read(tmp_path, [["姓名", "单位"], ["张三", "丹阳"], ["李四", "丹阳"], ["郑和", "丹阳"]])
    (pair,) = compare(there, [found]).teams
    assert dict(zip((pair.first, pair.second), pair.heads, strict=True)) == {"丹阳": (2, 1), "丹阳市": (1, 0)}
