"""Workbooks as plain rows that know their cell addresses; saving that leaves the old file or the new one."""

from __future__ import annotations

import contextlib
import datetime
import io
import os
import re
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils import get_column_letter
from openpyxl.writer.excel import ExcelWriter

from qisai.problems import InputProblems, Problem, unusable
from qisai.unpack import FILE_BYTES, Sheet, unpack
from qisai.vocabulary import plain, text, width

HEADER_ROWS = 15  # a header stands within the first rows, below titles and notes
LONG = 24  # a lone text wider than this is a remark below the table
COVERED = 1_000_000  # cells below merged areas
_REMARK = re.compile("(注|备注|说明|附注|合计|总计|小计|共计|填表|制表)")
_WHOLE = re.compile(r"第?(\d{1,9})(?:\.0+)?[号台轮元次]?")

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
    """A workbook read whole: the filled cells by sheet name, and the problem codes of cells that cannot be used.

    ``hidden``: rows that hold something and are hidden or filtered out, by sheet. ``unformatted``: rows with a number
    whose format is lost, so that it may be a date. ``concealed``: sheets that are not shown.
    """

    file: str
    cells: dict[str, list[Cells]]
    faults: dict[tuple[str, str], str]
    hidden: dict[str, frozenset[int]] = field(default_factory=dict)
    unformatted: dict[str, frozenset[int]] = field(default_factory=dict)
    concealed: set[str] = field(default_factory=set)

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
        for code, doubtful in (("rows_hidden", self.hidden), ("format_lost", self.unformatted)):
            numbers = [row.number for row in table if row.number in doubtful.get(title, ())]
            if numbers:
                problems.append(Problem(code, self.file, sheet, f"A{numbers[0]}", "", {"rows": _spans(numbers)}))
        return table


def _spans(numbers: Sequence[int], most: int = 12) -> str:
    """``[3, 4, 5, 9]`` as ``3-5、9``; a long list ends in how many there are."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = "、".join(f"{first}-{last}" if last > first else str(first) for first, last in spans[:most])
    return words if len(spans) <= most else f"{words} 等 {len(numbers)}"


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
    """Read an xlsx or xlsm file, within bounds. Raises :class:`InputProblems` where it is none, is locked, or is missing."""
    try:
        large = path.stat().st_size > FILE_BYTES
        data = b"" if large else path.read_bytes()
    except OSError as error:
        raise unusable(path.name, error) from None
    if large:
        raise InputProblems([Problem("too_large", path.name, details={"detail": f"文件超过 {FILE_BYTES >> 20} MB"})])
    book = Book(path.name, {}, {})
    for title, sheet in unpack(data, path.name).items():
        for (number, column), fault in sheet.faults.items():
            book.faults[title, f"{get_column_letter(column)}{number}"] = fault
        _merge(book, title, sheet)
        book.cells[title] = sorted((number, dict(sorted(cells.items()))) for number, cells in sheet.rows.items() if cells)
        book.hidden[title] = frozenset(sheet.hidden)
        book.unformatted[title] = frozenset(sheet.unformatted)
        if sheet.concealed:
            book.concealed.add(title)
    return book


def _merge(book: Book, title: str, sheet: Sheet) -> None:
    """Leave out what merged areas cover; cells below their first row are marked, in rows that hold something."""
    rows = sheet.rows
    numbers, columns = sorted(rows), sorted({column for cells in rows.values() for column in cells})
    covered = 0
    for top, left, bottom, right in sheet.merged:
        across = columns[bisect_left(columns, left) : bisect_right(columns, right)]
        for number in numbers[bisect_left(numbers, top) : bisect_right(numbers, bottom)]:
            covered += len(across)
            if covered > COVERED:
                raise InputProblems([Problem("too_large", book.file, title, details={"detail": "合并的格子太多"})])
            for column in across:
                if (number, column) != (top, left):
                    rows[number].pop(column, None)
                    address = f"{get_column_letter(column)}{number}"
                    book.faults.pop((title, address), None)
                    if number > top:
                        book.faults[title, address] = "merged"


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
    """Save a workbook in one step."""
    replace_file(path, packed(book))


def packed(book: openpyxl.Workbook) -> bytes:
    """A workbook as a file; the same content gives the same bytes, whatever the clock says."""
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
    return fixed.getvalue()
