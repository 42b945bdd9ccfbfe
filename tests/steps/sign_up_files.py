"""Files put into 报名导入 for the tests, what was written for them, and the lines typed at the questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.journal import Journal
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NEWCOMERS_FILE

PHONES = [f"1000000{number:04}" for number in range(40)]  # the form of a number, given to nobody


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Type these lines; the questions asked. Nothing more can be typed after them."""
    waiting: Iterator[str] = iter(lines)
    asked: list[str] = []

    def line(question: str) -> str:
        asked.append(question)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", line)
    return asked


def sheet(path: Path, *rows: list[object]) -> None:
    path.parent.mkdir(exist_ok=True)
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)


def newcomers(folder: Path, name: str = "新增", file: str = NEWCOMERS_FILE) -> list[list[object]]:
    return [list(row) for row in openpyxl.load_workbook(folder / file)[name].iter_rows(values_only=True)]


def paste(folder: Path, *names: str) -> None:
    """Copy the rows of these sheets below the last row of 报名, as they are."""
    rows = [row for name in names or ("新增",) for row in newcomers(folder, name)[1:]]
    small.edit(folder / EVENT_FILE, lambda book: [book["报名"].append(row) for row in rows])


def kinds(folder: Path) -> list[str]:
    return [entry.kind for entry in Journal(folder / JOURNAL_FILE)]
