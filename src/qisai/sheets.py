"""Workbooks as plain rows that know their cell addresses; saving that leaves the old file or the new one."""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.writer.excel import ExcelWriter

from qisai.problems import InputProblems, Problem, unusable
from qisai.vocabulary import plain, text, width

HEADER_ROWS = 15  # a header stands within the first rows, below titles and notes
LONG = 24  # a lone text wider than this is a remark below the table
_REMARK = re.compile("(注|备注|说明|附注|合计|总计|小计|共计|填表|制表)")
_WHOLE = re.compile(r"第?(\d{1,9})(?:\.0+)?[号台轮元次]?")
_ERRORS = {*openpyxl.cell.cell.ERROR_CODES, "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#GETTING_DATA"}

#: Row number and the cells that hold something, by column (A is 1).
Cells = tuple[int, dict[int, Any]]


@dataclass(frozen=True)
class Row:
    """One row below the header: values by column name, and where each stands."""

    table: Table
    number: int
    values: Mapping[str, Any]

    def text(self, column: str) -> str:
        return text(self.values.get(column))

    def whole(self, column: str) -> int | None:
        """A number of at most nine digits, however it was typed: ``13``, ``１３``, ``13.0``, ``第13台``; else None."""
        match = _WHOLE.fullmatch(plain(self.values.get(column)))
        return int(match[1]) if match else None

    def at(self, column: str) -> str:
        """The address of a cell, e.g. ``C7``; the row's first cell where the column is absent."""
        return f"{self.table.columns.get(column, 'A')}{self.number}"

    def problem(self, code: str, column: str, **details: object) -> Problem:
        details.setdefault("column", column)
        value = " ".join(self.text(column).split())
        return Problem(code, self.table.file, self.table.sheet, self.at(column), value, details)


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
    """A workbook read whole: the filled cells by sheet name, and the problem codes of cells that cannot be used."""

    file: str
    cells: dict[str, list[Cells]]
    faults: dict[tuple[str, str], str]

    def table(
        self, sheet: str, required: Sequence[str], optional: Sequence[str], problems: list[Problem]
    ) -> Table | None:
        """The rows of ``sheet`` by column name; what is wrong with its form is added to ``problems``.

        The header is that of the first rows which holds most of the names, and at least half of ``required``.
        Blank rows, repeated headers and remarks below the table are left out; columns of other names are
        ignored. None where no table can be read.
        """
        title = next((name for name in self.cells if plain(name) == plain(sheet)), sheet)
        if title not in self.cells:
            problems.append(Problem("sheet_missing", self.file, sheet))
            return None
        rows = self.cells[title]
        wanted = {plain(name): name for name in (*required, *optional)}
        position = _header(rows[:HEADER_ROWS], wanted, {plain(name) for name in required})
        if position is None:
            problems.append(Problem("header_missing", self.file, sheet, "A1", "", {"columns": "、".join(required)}))
            return None
        number, header = rows[position]
        places: dict[str, int] = {}
        missing = len(problems)
        for column, value in header.items():
            name = wanted.get(plain(value), "")
            cell = f"{get_column_letter(column)}{number}"
            if name in places:
                details: dict[str, object] = {"column": name, "other": f"{get_column_letter(places[name])}{number}"}
                problems.append(Problem("column_twice", self.file, sheet, cell, text(value), details))
            elif name:
                places[name] = column
        for name in required:
            if name not in places:
                problems.append(Problem("column_missing", self.file, sheet, f"A{number}", "", {"column": name}))
        if len(problems) > missing:
            return None
        table = Table(self.file, sheet, {name: get_column_letter(column) for name, column in places.items()})
        for number, cells in rows[position + 1 :]:
            row = Row(table, number, {name: cells.get(column) for name, column in places.items()})
            faults = {name: fault for name in places if (fault := self.faults.get((title, row.at(name))))}
            filled = {name: row.text(name) for name in places if row.text(name)}
            if not filled and set(faults.values()) <= {"merged"}:
                continue
            if filled and all(plain(value) == plain(name) for name, value in filled.items()):
                continue  # the header once more, as on every printed page
            if not all(name in filled for name in required) and _is_remark(list(filled.values())):
                problems.append(row.problem("row_ignored", next(iter(filled))))
                continue
            table.rows.append(row)
            problems.extend(row.problem(fault, name) for name, fault in faults.items())
        return table


def _header(rows: Sequence[Cells], wanted: Mapping[str, str], must: set[str]) -> int | None:
    best, found = 0, None
    for position, (_, cells) in enumerate(rows):
        names = {plain(value) for value in cells.values()}
        if 2 * len(must & names) >= len(must) and len(wanted.keys() & names) > best:
            best, found = len(wanted.keys() & names), position
    return found


def _is_remark(filled: Sequence[str]) -> bool:
    """A line of words below the table: it begins like one, or is a lone long text."""
    return bool(filled) and (_REMARK.match(filled[0]) is not None or (len(filled) == 1 and width(filled[0]) > LONG))


def read_book(path: Path) -> Book:
    """Read an xlsx file. Raises :class:`InputProblems` where it is not one, is locked, or is missing."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unusable(path.name, error) from None
    if data[:4] == b"\xd0\xcf\x11\xe0":
        raise InputProblems([Problem("encrypted", path.name)])
    if data[:2] != b"PK":
        raise InputProblems([Problem("not_xlsx", path.name)])
    try:
        values = _load(data, data_only=True)
        formulas = _load(data) if _has_formulas(data) else None
    except Exception as error:  # openpyxl raises many kinds on damaged parts; each means the same to the reader
        raise InputProblems([Problem("damaged", path.name, value=type(error).__name__)]) from None
    book = Book(path.name, {}, {})
    for sheet in values.worksheets:
        typed = formulas[sheet.title]._cells if formulas else {}
        rows: dict[int, dict[int, Any]] = {}
        for place, cell in sorted(sheet._cells.items()):  # iter_rows would make every blank cell up to the last row
            fault = _fault(cell, typed.get(place))
            if fault:
                book.faults[sheet.title, cell.coordinate] = fault
            if fault or cell.value is not None:
                rows.setdefault(place[0], {})[place[1]] = cell.value
        book.cells[sheet.title] = sorted(rows.items())
        for area in sheet.merged_cells.ranges:
            for number in rows:
                if area.min_row < number <= area.max_row:
                    for column in range(area.min_col, area.max_col + 1):
                        book.faults[sheet.title, f"{get_column_letter(column)}{number}"] = "merged"
    return book


def _load(data: bytes, data_only: bool = False) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # parts that openpyxl cannot keep; nothing is saved back
        return openpyxl.load_workbook(io.BytesIO(data), data_only=data_only)


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/") and name.endswith("xml")]
        return any(re.search(rb"<(\w+:)?f[ />]", archive.read(name)) for name in sheets)


def _fault(cell: Any, typed: Any) -> str:
    """The code of a cell that cannot be used. A formula whose result is an empty text is simply blank."""
    if cell.data_type == "e" or cell.value in _ERRORS:
        return "error_value"
    formula = typed is not None and typed.data_type == "f"
    return "formula_without_value" if formula and cell.value is None and cell.data_type != "str" else ""


def is_date(value: object) -> bool:
    return isinstance(value, datetime.date | datetime.time)


_MARK = r"[-_]?(?:\(\d+\)|的?副本|复件|复制|备份|copy|新|\.xlsx?)"
_COPY = re.compile(rf"(?:{_MARK})+$|^(?:副本|复件|备份|copyof)[-_]?")


def neighbours(folder: Path, names: Iterable[str]) -> list[Problem]:
    """Copies and lock files beside the named workbooks, as problems."""
    known = {plain(Path(name).stem).lower(): name for name in names}
    found = []
    for path in sorted(folder.glob("*.xls*")):
        if path.name.startswith("~$"):
            found.append(Problem("open_elsewhere", path.name.removeprefix("~$")))
            continue
        stem = plain(path.stem).lower()
        right = known.get(stem) or known.get(_COPY.sub("", _COPY.sub("", stem)))
        if right and path.name != right and path.suffix.lower().startswith(".xls"):
            found.append(Problem("copy_beside", path.name, details={"right": right}))
    for path in sorted(folder.glob(".~lock.*#")):
        found.append(Problem("open_elsewhere", path.name.removeprefix(".~lock.").removesuffix("#")))
    return found


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside its place and swap it in. Raises :class:`InputProblems` where that cannot be done."""
    draft = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise unusable(path.name, error) from None


ALWAYS = datetime.datetime(2024, 1, 1)  # the time in every workbook that we write


def save_book(book: openpyxl.Workbook, path: Path) -> None:
    """Save a workbook in one step; the same content gives the same bytes, whatever the clock says."""
    book.properties.creator = "棋赛"
    book.properties.created = book.properties.modified = ALWAYS
    raw, fixed = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).write_data()  # openpyxl's own save would put the time in again
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            dated = zipfile.ZipInfo(entry.filename, ALWAYS.timetuple()[:6])
            dated.compress_type = zipfile.ZIP_DEFLATED
            dated.external_attr = 0o600 << 16
            new.writestr(dated, old.read(entry))
    replace_file(path, fixed.getvalue())
