"""The rows and cells of a sheet's XML that hold something, each with its place and its value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import openpyxl
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.datetime import WINDOWS_EPOCH, from_excel, from_ISO8601

from qisai.unpack.package import TOKEN, Refused

FILLED = 300_000  # cells that hold something, in all sheets
TEXT = 32 << 20  # characters in them
BLANK = 30  # what every row and cell counts besides: a blank one costs time
MERGES = 20_000

#: First row, first column, last row, last column.
Area = tuple[int, int, int, int]


class Unplaced(Exception):
    """A row or cell does not say where it stands, so that the blank ones before it count."""


_SHEET_DATA = re.compile(rb"<((?:[\w.-]+:)?)sheetData[\s>]")
_ROW = rb"<Prow(?:\sr=|\s[^<>]*?\sr=)[^<>]*(?:/>|>\s*(?:CELL\s*)*+</Prow>)\s*"
_CELL = rb"<Pc(?:\sr=|\s[^<>]*?\sr=)[^<>]*(?:/>|>(?:<Pv\s?/>|<Pv></Pv>)?</Pc>)"


def without_blanks(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The XML of a sheet without its blank cells and rows, as far as they say where they stand.

    Plain text search, because a form may hold ten million of them. From a comment or CDATA onwards all is kept.
    """
    held, row = b"", b""
    blanks: list[re.Pattern[bytes]] = []
    for chunk in chunks:
        held += chunk
        if b"<!" in held:
            break
        if not blanks:
            if found := _SHEET_DATA.search(held):
                cell = _CELL.replace(b"P", re.escape(found[1]))
                row = b"<" + found[1] + b"row"
                blanks = [re.compile(_ROW.replace(b"P", re.escape(found[1])).replace(b"CELL", cell)), re.compile(cell)]
            elif len(held) > TOKEN:
                break
            else:
                continue
        cut = held.rfind(row)
        if cut <= 0 and len(held) > TOKEN:
            cut = len(held)
        if cut > 0:
            yield blanks[1].sub(b"", blanks[0].sub(b"", held[:cut]))
            held = held[cut:]
    yield held
    yield from chunks


_PLACE = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII | re.IGNORECASE)
_ROW_NUMBER = re.compile(r"[1-9]\d{0,6}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d{1,400}|(?=.{1,400}$)(\d+\.?\d*|\.\d+)(E[+-]?\d{1,3})?)", re.ASCII | re.IGNORECASE)
_PICTURE = re.compile(r"=?(_xlfn\.)?DISPIMG\b")
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_ERRORS = {*openpyxl.cell.cell.ERROR_CODES, "#SPILL!", "#CALC!", "#FIELD!", "#BLOCKED!", "#GETTING_DATA"}
GENERAL, DATE, DURATION = "", "date", "duration"


def joined(pieces: Sequence[str]) -> str:
    """A text from its pieces, with ``_x000D_`` and the like made the characters they mean."""
    text = "".join(pieces)
    return _ESCAPED.sub(_meant, text) if "_x" in text else text


def _meant(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in "\t\n\r" or character.isprintable() else ""


@dataclass
class Budget:
    """What the sheets of one workbook hold together."""

    cells: int = 0
    text: int = 0

    def spend(self, cells: int, text: int) -> None:
        self.cells += cells
        self.text += text
        if self.cells > FILLED:
            raise Refused("too_large", f"有内容的格子超过 {FILLED // 10_000} 万")
        if self.text > TEXT:
            raise Refused("too_large", "文字太多，或空格子太多")


@dataclass(frozen=True)
class Common:
    """What the sheets of a workbook share: the texts, and for each cell style how it shows a number (None: unknown)."""

    texts: Sequence[str] = ()
    formats: Sequence[str | None] = ()
    epoch: datetime = WINDOWS_EPOCH
    budget: Budget = field(default_factory=Budget)


@dataclass
class Sheet:
    """One sheet, filled from the events of its XML.

    ``rows``: values by row number and column (A is 1). ``faults``: problem codes by row and column. ``hidden``: rows
    that hold something and are not shown. ``unformatted``: rows with a number whose format is not known.
    ``concealed``: the sheet as a whole is not shown.
    """

    common: Common
    stripped: bool = False
    rows: dict[int, dict[int, Any]] = field(default_factory=dict)
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    hidden: set[int] = field(default_factory=set)
    unformatted: set[int] = field(default_factory=set)
    concealed: bool = False
    _row: int = 0
    _numbered: bool = False
    _column: int = 0
    _hidden: bool = False
    _cell: dict[str, str] = field(default_factory=dict)
    _pieces: dict[str, list[str]] = field(default_factory=dict)
    _into: list[str] | None = None

    def start(self, path: list[str], attributes: dict[str, str]) -> None:
        name = path[-1]
        if name == "c" and path[-2] == "row":
            self._cell, self._pieces = attributes, {}
        elif name in ("v", "f") and path[-2] == "c" or name == "t" and "is" in path and "rPh" not in path:
            self._into = self._pieces.setdefault(name, [])
        elif name == "row" and path[-2] == "sheetData":
            self._begin_row(attributes)
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))
        elif len(path) == 1 and name != "worksheet":
            raise Refused("damaged")

    def data(self, text: str) -> None:
        if self._into is not None:
            self._into.append(text)
            self.common.budget.spend(0, len(text))

    def end(self, path: list[str]) -> None:
        name = path[-1]
        if name == "c" and path[-2] == "row":
            self._end_cell()
        elif name in ("v", "f", "t"):
            self._into = None

    def _begin_row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r")
        if number is None and self.stripped:
            raise Unplaced
        if number is not None and not _ROW_NUMBER.fullmatch(number):
            raise Refused("damaged", cell=f"A{self._row + 1}")
        self._row, self._column, self._numbered = int(number) if number else self._row + 1, 0, number is not None
        self._hidden = attributes.get("hidden") in ("1", "true")
        self.common.budget.spend(0, BLANK)

    def _end_cell(self) -> None:
        place = self._cell.get("r")
        if place is None and self.stripped:
            raise Unplaced
        place = place or f"{get_column_letter(self._column + 1)}{self._row}"
        match = _PLACE.fullmatch(place)
        if not match or (self._numbered and int(match[2]) != self._row):
            raise Refused("damaged", cell=place)
        self._row = int(match[2])
        self._column = column_index_from_string(match[1].upper())
        try:
            value, fault = self._read()
        except (ValueError, OverflowError, LookupError):  # a value that is none of its type
            raise Refused("damaged", cell=place) from None
        self.common.budget.spend(int(value is not None), BLANK)
        if value is None and not fault:
            return
        row = self.rows.setdefault(self._row, {})
        if self._column in row:
            raise Refused("damaged", cell=place)
        row[self._column] = value
        if fault:
            self.faults[self._row, self._column] = fault
        if self._hidden:
            self.hidden.add(self._row)

    def _read(self) -> tuple[Any, str]:
        """The value of the cell just closed, None for a blank one; and the code of what makes it unusable."""
        kind, pieces = self._cell.get("t", "n"), self._pieces
        value = self._value(kind)
        formula = joined(pieces["f"]) if "f" in pieces else None
        in_cell = kind == "e" and "vm" in self._cell and formula is None  # how Excel stores a picture placed in a cell
        if in_cell or any(isinstance(words, str) and _PICTURE.match(words) for words in (value, formula)):
            return value, "picture_cell"
        if value in _ERRORS or (kind == "e" and (value or formula is not None)):
            return value, "error_value"
        return value, "formula_without_value" if formula is not None and value is None and kind != "str" else ""

    def _value(self, kind: str) -> Any:
        """What is stored, by the type of the cell. Raises ValueError or LookupError where it is no such."""
        stored = "".join(self._pieces.get("v", ()))
        if kind == "inlineStr" or (not stored and "t" in self._pieces):
            return joined(self._pieces.get("t", ())) or None
        if kind == "str":
            return joined([stored]) or None
        stored = stored.strip()
        if not stored:
            return None
        if kind == "s":
            if not stored.isdigit():  # a negative one would count from the end
                raise ValueError
            return self.common.texts[int(stored)] or None
        if kind == "n":
            return self._number(stored)
        if kind == "b":
            return {"1": True, "true": True, "0": False, "false": False}[stored.lower()]
        if kind == "d":
            return from_ISO8601(stored)
        if kind == "e":
            return stored
        raise ValueError

    def _number(self, stored: str) -> Any:
        if not _NUMBER.fullmatch(stored):
            raise ValueError
        number = int(stored) if stored.lstrip("+-").isdigit() else float(stored)
        style = int(self._cell.get("s", 0))
        shown = self.common.formats[style] if 0 <= style < len(self.common.formats) else None
        if shown is None and "s" in self._cell:
            self.unformatted.add(self._row)
        if not shown:
            return number
        try:
            return from_excel(number, self.common.epoch, timedelta=shown == DURATION)
        except (OverflowError, ValueError):
            return "#VALUE!"  # as Excel shows a day before its first or after its last

    def _merge(self, ref: str) -> None:
        first, _, last = ref.partition(":")
        ends = [_PLACE.fullmatch(place) for place in (first, last or first)]
        columns = sorted(column_index_from_string(end[1].upper()) for end in ends if end)
        rows = sorted(int(end[2]) for end in ends if end)
        if len(rows) == 2:
            self.merged.append((rows[0], columns[0], rows[1], columns[1]))
        if len(self.merged) > MERGES:
            raise Refused("too_large", f"合并的格子超过 {MERGES // 10_000} 万处")
