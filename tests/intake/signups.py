"""Files of sign-ups for the tests, and what was read from them in short."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from qisai.intake.model import Found
from qisai.intake.recognise import read_signups
from qisai.problems import InputProblems, Problem

WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def id_number(born: str, last: int) -> str:
    """An ID number of nobody (area 999999) whose check digit is right."""
    body = f"999999{born}{last:03}"
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, WEIGHTS, strict=True)) % 11]


def workbook(path: Path, rows: Sequence[Sequence[Any]], merged: Sequence[str] = (), title: str = "Sheet1") -> Path:
    """An xlsx with these rows from A1."""
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(list(row))
    for area in merged:
        book.active.merge_cells(area)
    book.save(path)
    return path


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def one(path: Path) -> Found:
    found = read_signups(path)
    assert len(found) == 1
    return found[0]


def people(found: Found) -> list[dict[str, str]]:
    return [dict(person.cells) for person in found.applicants]


def names(found: Found) -> list[str]:
    return [person.cells["姓名"] for person in found.applicants]


def told(found: Found) -> list[str]:
    return [problem.code for problem in found.problems]


def faults(found: Found) -> list[tuple[str, str]]:
    return [(problem.code, problem.cell) for person in found.applicants for problem in person.faults]


def refusal(path: Path) -> Problem:
    """Why the file is refused; the words of the reason and of the way out can be made."""
    with pytest.raises(InputProblems) as raised:
        read_signups(path)
    first = raised.value.problems[0]
    assert first.file == path.name
    assert first.wrong
    assert first.remedy
    return first
