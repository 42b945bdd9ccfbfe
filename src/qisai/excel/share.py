"""Workbooks to share and to print: values only, the answer on the first sheet, ready for A4.

They are opened in WeChat previews, WPS and Excel alike: no formulas, no merged cells, no macros, no filters.
The same content gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from qisai.sheets import save_book
from qisai.vocabulary import width

MARKED = "红字：与上一名分出先后的指标"
PAGES = "第&P页/共&N页"  # &P and &N are put in by whatever prints
NARROW, WIDE = 5, 36  # column widths in half-width characters
PORTRAIT = 92  # wider tables are printed across
LANDSCAPE = 136  # what fits there
Breaks = Callable[[str, int], list[str]]  # words and half-width characters of a line -> lines
_BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_NUMBER = re.compile(r"[+\-]?\d+(\.\d+)?%?")

_FONT = "等线"
_TITLE = Font(name=_FONT, size=16, bold=True, color="2B2723")
_NOTE = Font(name=_FONT, size=10, color="6B6155")
_HEAD = Font(name=_FONT, size=11, bold=True, color="FFFFFF")
_BODY = Font(name=_FONT, size=11, color="2B2723")
_RED = Font(name=_FONT, size=11, bold=True, color="9C241A")
_DATA_HEAD = Font(bold=True)
_DATA_NUMBER, _DATA_WORDS = Alignment(horizontal="center"), Alignment(horizontal="left", indent=1)
_HEAD_FILL = PatternFill("solid", fgColor="5B4631")
_ZEBRA = PatternFill("solid", fgColor="F5EEE0")
_RED_FILL = PatternFill("solid", fgColor="F6D9D0")
_THIN = Side(style="thin", color="C9B48C")
_BORDER = Border(left=_THIN, right=_THIN, top=_THIN, bottom=_THIN)
_KINDS = {"head": (_HEAD, _HEAD_FILL), "red": (_RED, _RED_FILL), "zebra": (_BODY, _ZEBRA), "plain": (_BODY, None)}


@dataclass(frozen=True)
class Sheet:
    """One sheet: a title, a table, notes below it.

    ``frame``: one row a line, values str or int, column names as printed. ``decided``: row position -> the
    column that separated this row from the one above; that cell is marked red. ``widths``: column -> width in
    half-width characters, where the measured one does not please. ``across``: print on A4 landscape (by the
    width of the table if None). ``data``: for those who compute, the column names in the first row and values
    below, nothing else. ``full``: columns are widened until the table is as wide as the paper.
    """

    name: str
    frame: pd.DataFrame
    title: str
    notes: Sequence[str] = ()
    decided: Mapping[int, str] | None = None
    widths: Mapping[str, float] = field(default_factory=dict)
    across: bool | None = None
    data: bool = False
    full: bool = False


def write_share(
    path: Path, sheets: Sequence[Sheet], *, stamp: str | Sequence[str] = "", says: Callable[[str], str] = str,
    broken: Breaks | None = None,
) -> Path:  # fmt: skip
    """Write the sheets in order as one xlsx and return its path; ``stamp`` is printed under every title.

    ``says`` gives what this module itself writes (below a table, in the footer) in the language of the readers; ``broken``
    the lines of a part of a title that is too wide, [] where it does not know.
    The old file stays whole until the new one is complete; ``InputProblems`` (locked) if it is open in Excel.
    """
    if not sheets:
        raise ValueError("没有可写的工作表")
    book = Workbook()
    book.remove(book.worksheets[0])
    words = clean(stamp if isinstance(stamp, str) else "　".join(part for part in stamp if part))
    taken: set[str] = set()
    dress = _Dress(says, broken)
    for position, sheet in enumerate(sheets):
        page = book.create_sheet(_sheet_name(sheet.name, taken))
        page.sheet_view.tabSelected = position == 0
        if sheet.data:
            _write_data(page, sheet, words, says(PAGES))
        else:
            _write_sheet(page, sheet, words, dress)
    save_book(book, path)
    return path


def clean(text: str) -> str:
    """The text without the control characters that xlsx cannot hold."""
    return _BAD.sub("", text)


def _sheet_name(name: str, taken: set[str]) -> str:
    """A name that Excel accepts, at most 31 UTF-16 units, not yet ``taken`` (which it joins)."""
    base = re.sub(r"[:/\\?*\[\]]", "", clean(name)).strip("' \n\t") or "表"
    for number in range(1, 1000):
        tail = "" if number == 1 else f"_{number}"
        cut = base
        while len((cut + tail).encode("utf-16-le")) > 62:
            cut = cut[:-1]
        if (cut + tail).casefold() not in taken:
            taken.add((cut + tail).casefold())
            return cut + tail
    raise ValueError(f"同名的工作表太多：{name}")


def _value(value: Any) -> str | int | float | None:
    """What a cell holds: whole numbers as numbers, everything else as clean text."""
    if value is None or bool(pd.isna(value)):
        return None
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        return "是" if value else "否"
    return value if isinstance(value, int | float) else clean(str(value))


def _put(sheet: Worksheet, row: int, column: int, value: str | int | float | None, font: Font) -> None:
    cell = sheet.cell(row, column)
    cell.value = value
    if isinstance(value, str):
        cell.data_type = "s"  # a text that begins with = stays a text
    cell.font = font


@dataclass
class _Dress:
    """The looks of the cells of one book, each made once: openpyxl takes longer over a look than over its cell.

    ``says`` puts the words of this module into the language of the book, ``broken`` breaks a part of a title.
    """

    says: Callable[[str], str]
    broken: Breaks | None = None
    made: dict[tuple[str, bool, str], Any] = field(default_factory=dict)

    def put(self, cell: Cell, value: str | int | float | None, kind: str, side: str) -> None:
        """Fill a cell; ``kind`` is head, red, zebra or plain, ``side`` its alignment."""
        cell.value = value
        text = isinstance(value, str)
        if text:
            cell.data_type = "s"
        key = kind, text, side
        if key not in self.made:
            font, fill = _KINDS[kind]
            cell.font, cell.border = font, _BORDER
            cell.alignment = Alignment(horizontal=side, vertical="center", wrap_text=text, indent=1)
            if fill:
                cell.fill = fill
            self.made[key] = cell._style
        cell._style = self.made[key]


def _write_data(sheet: Worksheet, content: Sheet, stamp: str, pages: str) -> None:
    """A table for whoever computes: a header in bold, the values, columns wide enough; its title only where it is printed."""
    headers = [clean(str(name)) for name in content.frame.columns]
    columns = [[_value(value) for value in content.frame[name].tolist()] for name in content.frame.columns]
    for position, (header, values) in enumerate(zip(headers, columns, strict=True), 1):
        side = _DATA_NUMBER if _numeric(values) else _DATA_WORDS
        _put(sheet, 1, position, header, _DATA_HEAD)
        sheet.cell(1, position).alignment = side
        for row, value in enumerate(values, 2):
            if value not in (None, ""):
                cell = sheet.cell(row, position)
                cell.value = value
                cell.data_type = "s" if isinstance(value, str) else "n"
                cell.alignment = side
        wide = max(width(value) for value in (header, *values) if value is not None)
        sheet.column_dimensions[get_column_letter(position)].width = min(wide + 2, WIDE)
    sheet.freeze_panes = "A2"
    sheet.page_setup.paperSize = 9
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    sheet.print_options.horizontalCentered = True
    sheet.oddHeader.center.text = clean(content.title).replace("&", "&&")
    _set_up_foot(sheet, stamp, pages)


def _write_sheet(sheet: Worksheet, content: Sheet, stamp: str, dress: _Dress) -> None:
    headers = [clean(str(name)) for name in content.frame.columns]
    columns = [[_value(value) for value in content.frame[name].tolist()] for name in content.frame.columns]
    widths = _widths(content, headers, columns)
    whole = sum(widths)
    row = 1
    for line in _lines(clean(content.title), int(whole / 1.5), dress.broken):
        _put(sheet, row, 1, line, _TITLE)
        sheet.row_dimensions[row].height = 26
        row += 1
    for line in _lines(stamp, int(whole)):
        _put(sheet, row, 1, line, _NOTE)
        row += 1
    top = row
    _write_table(sheet, content, headers, columns, widths, top, dress)
    row = top + len(content.frame) + 1
    if not len(content.frame):
        _put(sheet, row, 1, dress.says("暂无数据"), _NOTE)
        row += 1
    notes = [*content.notes, *([dress.says(MARKED)] if content.decided else [])]
    for note in notes:
        for line in _lines(clean(note), int(whole)):
            _put(sheet, row, 1, line, _NOTE)
            row += 1
    for position, wide in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(position)].width = wide
    sheet.freeze_panes = sheet.cell(top + 1, 1)
    _set_up_print(sheet, content, top, whole, stamp, dress.says(PAGES))


def _write_table(
    sheet: Worksheet,
    content: Sheet,
    headers: list[str],
    columns: list[list[str | int | float | None]],
    widths: list[float],
    top: int,
    dress: _Dress,
) -> None:
    decided = content.decided or {}
    tall = [1] * (len(content.frame) + 1)
    for position, (header, values, wide) in enumerate(zip(headers, columns, widths, strict=True), 1):
        side = "right" if _numeric(values) else "left"
        room = max(1, int(wide - 3))
        for offset, value in enumerate([header, *values]):
            red = offset > 0 and decided.get(offset - 1) == content.frame.columns[position - 1]
            kind = "head" if offset == 0 else "red" if red else "plain" if offset % 2 else "zebra"
            dress.put(sheet.cell(top + offset, position), value, kind, side)
            if value is not None:
                tall[offset] = max(tall[offset], sum(-(-width(line) // room) for line in str(value).split("\n")))
    for offset, lines in enumerate(tall):
        sheet.row_dimensions[top + offset].height = 6 + 15 * lines


def _numeric(values: list[str | int | float | None]) -> bool:
    """Whether a column holds numbers; a dash is one that is not there."""
    filled = [value for value in values if value not in (None, "", "—")]
    return bool(filled) and all(
        not isinstance(value, str) or _NUMBER.fullmatch(value) is not None for value in filled
    )


def _widths(content: Sheet, headers: list[str], columns: list[list[str | int | float | None]]) -> list[float]:
    """Width of each column; narrow tables are widened, so that a title has room and the page is used."""
    found = [
        float(min(max(NARROW, *(width(v) for v in (header, *values) if v is not None)), WIDE) + 4)
        for header, values in zip(headers, columns, strict=True)
    ]
    names = list(content.frame.columns)
    if content.full:
        found = [float(content.widths.get(name, wide)) for name, wide in zip(names, found, strict=True)]
        return _filling(found, LANDSCAPE if content.across else PORTRAIT) or [48.0]
    if found and sum(found) < 48:
        found = [wide * 48 / sum(found) for wide in found]
    return [float(content.widths.get(name, wide)) for name, wide in zip(names, found, strict=True)] or [48.0]


def _filling(found: list[float], room: float) -> list[float]:
    """Widths that together take the room: all widened, or the widest cut off equally, where their cells wrap."""
    if found and sum(found) <= room:
        return [wide * room / sum(found) for wide in found]
    left, rest = room, sorted(found)
    while rest and rest[0] <= left / len(rest):
        left -= rest.pop(0)
    cap = max(left / max(1, len(rest)), 2.0 * NARROW)
    return [min(wide, cap) for wide in found]


def _lines(text: str, room: int, broken: Breaks | None = None) -> list[str]:
    """The text in lines of at most ``room`` half-width characters, for cells that spill to the right.

    A full-width blank between two parts becomes the break where they do not fit on one line; ``broken`` may break a part.
    """
    lines = []
    for paragraph in text.split("\n"):
        for part in [paragraph] if width(paragraph) <= max(room, 20) else paragraph.split("　"):
            if broken is not None and width(part) > max(room, 20) and (own := broken(part, max(room, 20))):
                lines += own
                continue
            line = ""
            for c in part:
                if line and width(line + c) > max(room, 20) and c not in "，。、；：）”》":
                    kept = _to_pause(line.rstrip("“《（"))  # an opening mark goes with what it opens
                    lines.append(kept)
                    line = line[len(kept) :]
                line += c
            lines.append(line)
    return [line for line in lines if line.strip()]


def _to_pause(line: str) -> str:
    """The line up to a pause in its second half: after a mark, before an opening one or 暨; whole where there is none."""
    pauses = [i for i in range(len(line) // 2, len(line)) if line[i - 1] in "，；：、”》） " or line[i] in "“《（暨"]
    return line[: pauses[-1]] if pauses else line


def _set_up_print(sheet: Worksheet, content: Sheet, top: int, whole: float, stamp: str, pages: str) -> None:
    across = whole > PORTRAIT if content.across is None else content.across
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.orientation = "landscape" if across else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"1:{top}"
    sheet.print_options.horizontalCentered = True
    _set_up_foot(sheet, stamp, pages)


def _set_up_foot(sheet: Worksheet, stamp: str, pages: str) -> None:
    """Page numbers and stamp in the footer, and the margins."""
    sheet.oddFooter.center.text = pages
    if stamp:
        sheet.oddFooter.right.text = stamp.replace("&", "&&")
    margins = sheet.page_margins
    margins.left = margins.right = 0.5
    margins.top, margins.bottom = 0.6, 0.75
    margins.header = margins.footer = 0.35
