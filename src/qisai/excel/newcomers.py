"""新增报名.xlsx: people to paste into 报名, and what must be looked at first; never over what a person has saved."""

from __future__ import annotations

import hashlib
import io
import math
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import count
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from qisai.excel.share import clean
from qisai.problems import unusable
from qisai.sheets import packed, replace_file
from qisai.vocabulary import NEWCOMERS_FILE, width

#: Columns whose digits must stay as they are typed.
_AS_TEXT = {"电话", "出生年份", "提交时间"}
_WIDTHS = {"情况": 30, "怎么办": 30, "在哪里": 30, "其他": 24, "问题": 36, "办法": 36, "表头": 30, "内容": 20, "来源": 30}
NARROW, WIDE = 6, 20
_FORMULA = ("=", "+", "-", "@")
_SEAL = "docProps/core.xml"  # the part that holds the digest of all others
_HEAD = PatternFill("solid", fgColor="E8DCC8")
_LINE = Side(style="thin", color="B8AFA0")
_BOX = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)


def write_newcomers(folder: Path, sheets: Mapping[str, Sequence[Sequence[object]]]) -> tuple[Path, list[Path]]:
    """Write the sheets (rows with the header first; str and int) into the event folder.

    Returns the file that holds them, and those before it that a person has saved since: they stay as they are and the
    sheets go into 新增报名_2.xlsx, and so on. A file that holds them already is left alone.
    """
    data = _sealed(sheets)
    changed: list[Path] = []
    for path in _names(folder):
        try:
            old = path.read_bytes() if path.exists() else None
        except OSError as error:
            raise unusable(path.name, error) from None
        if old is None or _untouched(old):
            if old != data:
                replace_file(path, data)
            return path, changed
        changed.append(path)
    raise AssertionError("the names do not end")


def _names(folder: Path) -> Iterator[Path]:
    first = folder / NEWCOMERS_FILE
    yield first
    yield from (first.with_stem(f"{first.stem}_{number}") for number in count(2))


def _sealed(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """The workbook, with the digest of its other parts among its properties."""
    seal = _digest(packed(_book(sheets, "")))
    return packed(_book(sheets, seal))  # made anew: openpyxl writes a book that it has written before otherwise


def _book(sheets: Mapping[str, Sequence[Sequence[object]]], seal: str) -> Workbook:
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        _fill(book.create_sheet(name), name, rows)
    book.properties.keywords = seal
    return book


def _untouched(data: bytes) -> bool:
    """Whether a file is as the program wrote it: whoever saves it writes its parts anew."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _digest(data).encode("ascii") in archive.read(_SEAL)
    except (zipfile.BadZipFile, zlib.error, KeyError, OSError, EOFError, NotImplementedError, RuntimeError):
        return False


def _digest(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = sorted(name for name in archive.namelist() if name != _SEAL)
        return hashlib.sha256(b"\0".join(name.encode() + b"\0" + archive.read(name) for name in parts)).hexdigest()


def _fill(sheet: Worksheet, title: str, rows: Sequence[Sequence[object]]) -> None:
    header = [str(name) for name in rows[0]]
    widths = [_width([row[place] for row in rows], name) for place, name in enumerate(header)]
    looks: dict[tuple[bool, bool, bool], Any] = {}  # openpyxl looks up every part of a style anew: of each look, once
    for column, (name, wide) in enumerate(zip(header, widths, strict=True), start=1):
        sheet.column_dimensions[get_column_letter(column)].width = wide
        for number, row in enumerate(rows, start=1):
            cell, value = sheet.cell(number, column), row[column - 1]
            look = number == 1, name in _AS_TEXT, isinstance(value, str) and value[:1] in _FORMULA
            if look not in looks:
                _dress(cell, *look)
                looks[look] = cell._style
            cell._style = copy(looks[look])
            if isinstance(value, int):
                cell.value = value
            elif words := clean(str(value)):
                cell.value = words
                cell.data_type = "s"  # a name that begins with = is a name
    for number, row in enumerate(rows, start=1):
        lines = max(math.ceil(width(value) / (wide - 2)) for value, wide in zip(row, widths, strict=True))
        if lines > 1:
            sheet.row_dimensions[number].height = min(15 * lines + 3, 400)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if len(header) > 5 else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_options.horizontalCentered = True
    sheet.oddHeader.center.text = title
    sheet.oddFooter.center.text = "第&P页 共&N页"


def _dress(cell: Any, heading: bool, as_text: bool, quoted: bool) -> None:
    cell.border = _BOX
    cell.alignment = Alignment(vertical="center", wrap_text=True, horizontal="center" if heading else None)
    cell.quotePrefix = quoted
    if heading:
        cell.font, cell.fill = Font(bold=True), _HEAD
    elif as_text:
        cell.number_format = "@"


def _width(values: Sequence[object], name: str) -> int:
    return min(max(NARROW, *(width(value) + 2 for value in values)), _WIDTHS.get(name, WIDE))
