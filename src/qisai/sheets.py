"""Workbooks as plain rows that know their cell addresses; saving that leaves the old file or the new one."""

from __future__ import annotations

import datetime
import io
import os
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter

from qisai.problems import InputProblems, Problem
from qisai.vocabulary import plain, text

HEADER_ROWS = 15  # a header stands within the first rows, below titles and notes


@dataclass(frozen=True)
class Row:
    """One row below the header: values by column name, and where each stands."""

    table: Table
    number: int
    values: Mapping[str, Any]

    def text(self, column: str) -> str:
        return text(self.values.get(column))

    def at(self, column: str) -> str:
        """The address of a cell, e.g. ``C7``; the row's first cell where the column is absent."""
        return f"{self.table.columns.get(column, 'A')}{self.number}"

    def problem(self, code: str, column: str, **details: object) -> Problem:
        details.setdefault("column", column)
        return Problem(code, self.table.file, self.table.sheet, self.at(column), self.text(column), details)


@dataclass
class Table:
    """A sheet below its header. ``columns`` maps each name to its letter."""

    file: str
    sheet: str
    columns: dict[str, str]
    rows: list[Row] = field(default_factory=list)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


@dataclass
class Book:
    """A workbook read whole: raw rows by sheet name, and the problems of its cells."""

    file: str
    cells: dict[str, list[tuple[int, tuple[Any, ...]]]]
    faults: dict[tuple[str, str], str]

    def table(
        self, sheet: str, required: Sequence[str], optional: Sequence[str], problems: list[Problem]
    ) -> Table | None:
        """The rows of ``sheet`` by column name; what is wrong with its form is added to ``problems``.

        The header is the first row that holds at least half of ``required``. Blank rows are left out;
        columns of other names are ignored. None where no table can be read.
        """
        if sheet not in self.cells:
            problems.append(Problem("sheet_missing", self.file, sheet))
            return None
        wanted = {plain(name): name for name in (*required, *optional)}
        must = {plain(name) for name in required}
        rows = self.cells[sheet]
        position = next((i for i, (_, row) in enumerate(rows[:HEADER_ROWS]) if _is_header(row, must)), None)
        if position is None:
            problems.append(Problem("header_missing", self.file, sheet, "A1", "", {"columns": "、".join(required)}))
            return None
        number, header = rows[position]
        names = [plain(value) for value in header]
        letters: dict[str, str] = {}
        for index, name in enumerate(names):
            if name not in wanted:
                continue
            letter = get_column_letter(index + 1)
            if wanted[name] in letters:
                details: dict[str, object] = {"column": wanted[name], "other": f"{letters[wanted[name]]}{number}"}
                problems.append(Problem("column_twice", self.file, sheet, f"{letter}{number}", name, details))
            else:
                letters[wanted[name]] = letter
        missing = [name for name in required if name not in letters]
        for name in missing:
            problems.append(Problem("column_missing", self.file, sheet, f"A{number}", "", {"column": name}))
        if missing:
            return None
        table = Table(self.file, sheet, letters)
        place = {name: openpyxl.utils.column_index_from_string(letter) - 1 for name, letter in letters.items()}
        for number, values in rows[position + 1 :]:
            row = {name: values[index] if index < len(values) else None for name, index in place.items()}
            if not any(text(value) for value in row.values()):
                continue
            entry = Row(table, number, row)
            table.rows.append(entry)
            for name in letters:
                if fault := self.faults.get((sheet, entry.at(name))):
                    problems.append(entry.problem(fault, name))
        return table


def _is_header(values: tuple[Any, ...], must: set[str]) -> bool:
    return 2 * len(must & {plain(value) for value in values}) >= len(must)


def read_book(path: Path) -> Book:
    """Read an xlsx file. Raises :class:`InputProblems` where it is not one, is locked, or is missing."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputProblems([Problem("file_missing", path.name)]) from None
    except PermissionError:
        raise InputProblems([Problem("locked", path.name)]) from None
    if data[:4] == b"\xd0\xcf\x11\xe0":
        raise InputProblems([Problem("encrypted", path.name)])
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise InputProblems([Problem("not_xlsx", path.name)])
    try:
        values = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        formulas = openpyxl.load_workbook(io.BytesIO(data)) if b"<f" in _sheet_xml(data) else None
    except Exception as error:  # openpyxl raises many kinds on damaged parts; each means the same to the reader
        raise InputProblems([Problem("damaged", path.name, value=type(error).__name__)]) from None
    cells: dict[str, list[tuple[int, tuple[Any, ...]]]] = {}
    faults: dict[tuple[str, str], str] = {}
    for sheet in values.worksheets:
        rows = [
            (number, row)
            for number, row in enumerate(sheet.iter_rows(values_only=True), start=1)
            if any(value is not None for value in row)
            or (formulas and any(c.data_type == "f" for c in formulas[sheet.title][number]))
        ]
        cells[sheet.title] = rows
        for number, row in rows:
            for index, value in enumerate(row, start=1):
                address = f"{get_column_letter(index)}{number}"
                if isinstance(value, str) and value in openpyxl.cell.cell.ERROR_CODES:
                    faults[sheet.title, address] = "error_value"
                elif value is None and formulas and formulas[sheet.title][address].data_type == "f":
                    faults[sheet.title, address] = "formula_without_value"
    return Book(path.name, cells, faults)


def _sheet_xml(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"".join(
            archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith("xml")
        )


def is_date(value: object) -> bool:
    return isinstance(value, datetime.date | datetime.time)


_COPY = re.compile(r"\s*(?:[(（]\d+[)）]|[-－]\s*副本.*|[-－]\s*Copy.*|_新|副本)$", re.IGNORECASE)


def neighbours(folder: Path, names: Iterable[str]) -> list[Problem]:
    """Copies and lock files beside the named workbooks, as problems."""
    known = set(names)
    found = []
    for path in sorted(folder.glob("*.xls*")):
        if path.name.startswith("~$"):
            found.append(Problem("open_elsewhere", path.name.removeprefix("~$")))
        elif path.name not in known:
            stem = _COPY.sub("", path.stem)
            if stem != path.stem and f"{stem}.xlsx" in known:
                found.append(Problem("copy_beside", path.name, details={"right": f"{stem}.xlsx"}))
    for path in sorted(folder.glob(".~lock.*#")):
        found.append(Problem("open_elsewhere", path.name.removeprefix(".~lock.").removesuffix("#")))
    return found


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside its place and swap it in. Raises :class:`InputProblems` where it is locked."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except PermissionError:
        draft.unlink(missing_ok=True)
        raise InputProblems([Problem("locked", path.name)]) from None


def save_book(book: openpyxl.Workbook, path: Path) -> None:
    """Save a workbook in one step, without the time of day in its properties."""
    moment = datetime.datetime(2024, 1, 1)
    book.properties.creator = "棋赛"
    book.properties.created = book.properties.modified = moment
    buffer = io.BytesIO()
    book.save(buffer)
    replace_file(path, buffer.getvalue())
