"""Rule sheets written by openpyxl, one cell changed, and read back."""

from __future__ import annotations

from pathlib import Path

import openpyxl

from qisai.problems import Problem
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.sheets import read_book

Sheets = dict[str, list[list[object]]]


def read(folder: Path, sheets: Sheets) -> tuple[dict[str, Regulation], list[Problem]]:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(folder / "赛事.xlsx")
    problems: list[Problem] = []
    return read_regulations(read_book(folder / "赛事.xlsx"), problems), problems


def rules(folder: Path, sheets: Sheets) -> Regulation:
    """The one regulation of sheets without faults."""
    regulations, problems = read(folder, sheets)
    assert problems == []
    return regulations[""]


def put(sheets: Sheets, sheet: str, cell: str, value: object) -> Sheets:
    """The sheets with one cell (``B3``) changed."""
    column, row = openpyxl.utils.cell.coordinate_from_string(cell)
    sheets[sheet][row - 1][openpyxl.utils.column_index_from_string(column) - 1] = value
    return sheets


def setting(sheets: Sheets, label: str, value: object, quote: str | None = None) -> Sheets:
    """The sheets with 取值 (and 规程原文) of one setting changed."""
    row = next(row for row in sheets["规程"] if row[0] == label)
    row[1] = value
    if quote is not None:
        row[4] = quote
    return sheets
