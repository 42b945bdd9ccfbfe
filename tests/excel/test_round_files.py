"""A round file reads the same from every hand and program, and only results are taken from it."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
from office import SOFFICE, office
from qisai.event import open_event
from qisai.excel.rounds import parse_result
from qisai.problems import Problem
from qisai.sheets import Row, Table
from qisai.vocabulary import GAMES_SHEET, Outcome


def read(folder: Path) -> dict[Any, Any]:
    sheets, problems = open_event(folder).sheets()
    assert problems == []
    return {key: (sheet.lines, sheet.reasons) for key, sheet in sheets.items()}


def result(value: object, scale: int = 1) -> tuple[Outcome, tuple[int, int], list[str]]:
    problems: list[Problem] = []
    row = Row(Table("第01轮.xlsx", GAMES_SHEET, {"结果": "F"}), 2, {"结果": value})
    return *parse_result(row, scale, problems), [p.code for p in problems]


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [
        (1, "红胜"), (2.0, "黑胜"), ("3", "和"), ("４", "红弃"), (" 5 ", "黑弃"), ("6", "双弃"), ("红 胜", "红胜"),
        ("１：０", "红胜"), ("0-1", "黑胜"), ("1—1", "和"), ("0.5:0.5", "和"), ("和棋", "和"), ("未签", "双弃未签"),
        ("双负\u200b", "双负"),
        ("", "未报"), (None, "未报"), ("\u3000", "未报"), ("未报", "未报"),
    ],
)  # fmt: skip
def test_every_way_of_typing_a_result(typed: object, outcome: str) -> None:
    assert result(typed) == (outcome, (0, 0), [])


@pytest.mark.parametrize(("typed", "points"), [("裁定 2:3", (4, 6)), ("裁定2.5-0", (5, 0)), ("裁定 ０：０．５", (0, 1))])
def test_a_ruling_brings_its_points_in_the_units_of_the_event(typed: str, points: tuple[int, int]) -> None:
    assert result(typed, scale=2) == (Outcome.RULED, points, [])
    assert Fraction(points[0], 2) == points[0] / 2


@pytest.mark.parametrize("typed", ["裁定 1/3:0", "裁定 0.25:0", "裁定", "裁定 -1:2", 7, "12", True, "红", "胜负"])
def test_what_is_no_result_is_told(typed: object) -> None:
    outcome, points, codes = result(typed)
    assert (points, codes) == ((0, 0), ["result_unknown"]) or (typed == "红" and outcome == "红胜")


def rearranged(folder: Path, file: str) -> None:
    """What a tidy person does: a title, other column order, a column of his own, notes below, blank rows."""
    book = openpyxl.load_workbook(folder / file)
    rows = [list(row) for row in book[GAMES_SHEET].iter_rows(values_only=True)]
    book.remove(book[GAMES_SHEET])
    order = list(range(len(rows[0])))[::-1]
    mixed = [["第一轮成绩"], [], *[[*[row[i] for i in order], "√" if n else "已核"] for n, row in enumerate(rows)]]
    sheet = book.create_sheet(GAMES_SHEET)
    small.put_rows(sheet, [*mixed[:5], [], *mixed[5:], [], ["注：本轮 9:00 开始"], *[[" "]] * 3], first=1)
    sheet.row_dimensions[5].hidden = True
    book.save(folder / file)


def test_a_rearranged_sheet_reads_the_same(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    small.fill(folder)
    before = read(folder)
    rearranged(folder, small.ROUND)
    sheets, problems = open_event(folder).sheets()
    assert [p.code for p in problems] == ["row_ignored", "rows_hidden"]
    assert {key: (sheet.lines, sheet.reasons) for key, sheet in sheets.items()} == before
    assert small.next_round(folder) == 0


@pytest.mark.parametrize("form", [str, float, lambda n: f"{n}.0", lambda n: f"{n}号", lambda n: chr(0xFF10 + n)])
def test_numbers_typed_as_text_or_number_are_the_same_player(tmp_path: Path, form: Any) -> None:
    folder = small.copy(tmp_path / "e", 1)
    before = read(folder)

    def retype(book: openpyxl.Workbook) -> None:
        for row in book[GAMES_SHEET].iter_rows(min_row=2):
            for cell in row[:4]:
                if isinstance(cell.value, int):
                    cell.value = form(cell.value)

    small.edit(folder / small.ROUND, retype)
    assert read(folder) == before


def test_a_name_with_other_blanks_is_the_same_name(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    before = read(folder)

    def retype(book: openpyxl.Workbook) -> None:
        for row in book[GAMES_SHEET].iter_rows(min_row=2):
            for cell in row:
                if cell.value == "李　四":
                    cell.value = "李四\u200b "

    small.edit(folder / small.ROUND, retype)
    assert read(folder) == before


@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_files_saved_by_libreoffice_read_the_same(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 5)
    small.fill(folder)
    before, people = read(folder), open_event(folder).people
    office("xlsx", tmp_path / "saved", *sorted(folder.glob("*.xlsx")))
    for path in (tmp_path / "saved").iterdir():
        shutil.copy(path, folder / path.name)
    assert read(folder) == before and open_event(folder).people.equals(people)
    assert small.next_round(folder) == 0


@pytest.mark.long
def test_a_final_with_an_empty_side_is_read_and_played(tmp_path: Path) -> None:
    """Both players of a semi-final stayed away: the other finalist wins without a game."""
    folder = small.copy(tmp_path / "e", 4)
    file = "第04轮_淘汰.xlsx"
    number = openpyxl.load_workbook(folder / file)[GAMES_SHEET]["C2"].value
    small.result(folder, 2, number, "红方编号", file)
    small.result(folder, 2, "双弃", "结果", file)
    small.fill(folder)
    assert small.next_round(folder) == 0
    rows = list(openpyxl.load_workbook(folder / "第05轮_淘汰.xlsx")[GAMES_SHEET].iter_rows(min_row=2, values_only=True))
    assert [row[0] for row in rows] == [None] and "轮空" in rows[0]
    small.fill(folder)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    assert event.record.closed and event.record.find("", "淘汰", 5).accepted[0]["outcome"] == "轮空"
    assert small.run("verify", folder) == 0
