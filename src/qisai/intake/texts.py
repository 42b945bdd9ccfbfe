"""Texts as tables: the encoding found out, CSV with any separator, and the tables of a web page."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

from qisai.intake.headings import NUMBERING, heading_words, meaning
from qisai.sheets import Cells

SEPARATORS = ",\t;|，"
MOST_SPAN = 200  # columns or rows that one cell of a web page may cover
WIDEST = 1000  # columns of a table
CELLS = 300_000
LONGEST_HEADING = 8  # of a list that is a CSV all the same
MOST_LINES = 30  # that one cell of a CSV may have
_NUMBERED = re.compile(r"\s*(?:\d{1,3} ?[.、:：)）．]|[①-⑳]|[\[【(（]\s*\d{1,3}\s*[\]】)）])[ 　]*(?=[^\s\d.,，;|])")
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_CODECS = {"gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "big5": "big5", "utf-8": "utf-8", "utf8": "utf-8"}


@dataclass
class Decoded:
    """A text, and the numbers of its lines that are encoded otherwise than most."""

    text: str
    mixed: list[int] = field(default_factory=list)


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-16 by its mark, else UTF-8, GB 18030 or Big5; line by line where they are mixed."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Decoded(data.decode("utf-16", "replace").replace("\0", ""))
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"")
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    lines = data.split(b"\n")
    unicode = {number: text for number, line in enumerate(lines, start=1) if (text := _as_utf8(line)) is not None}
    others = [line for number, line in enumerate(lines, start=1) if number not in unicode]
    codec = _chinese_codec(b"\n".join(others))
    told = [number for number, text in unicode.items() if not text.isascii()]
    if not told:
        return Decoded(data.decode(codec, "replace"))
    text = "\n".join(unicode.get(number, line.decode(codec, "replace")) for number, line in enumerate(lines, start=1))
    rest = [number for number in range(1, len(lines) + 1) if number not in unicode]
    return Decoded(text, min(told, rest, key=len))


def _as_utf8(line: bytes) -> str | None:
    """The line, if it is UTF-8; two-byte letters alone may as well be Hanzi of GBK, as in 联通."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None
    letters = [c for c in text if not c.isascii()]
    return None if letters and all(c < "\u0800" for c in letters) and _common(line, "gb18030") == 1.0 else text


def _chinese_codec(data: bytes) -> str:
    """GB 18030 or Big5, by the share of everyday Hanzi that each gives."""
    return "big5" if _common(data, "big5") > _common(data, "gb18030") else "gb18030"


def _common(data: bytes, codec: str) -> float:
    """The share of the characters beyond ASCII that are of the first level of the character set."""
    text = data.decode(codec, "replace")
    beyond = [c for c in text if not c.isascii()]
    if not beyond:
        return 0.0
    first = (0xA4, 0xC6) if codec == "big5" else (0xB0, 0xD7)
    coded = [c.encode(codec) if c != "\ufffd" else b"" for c in beyond]
    good = sum(
        len(c) == 2 and (first[0] <= c[0] <= first[1] or (c[0] in (0xA1, 0xA3) and u > "\u2fff"))
        for c, u in zip(coded, beyond, strict=True)
    )  # fmt: skip
    return good / len(beyond)


def separator(lines: list[str]) -> str:
    """The mark that separates the cells: found in most lines, equally often; "" where there is none.

    A numbered list has none, whatever the line above it says, unless that line is a row of headings over as many cells.
    """
    if is_list(lines):
        return ""
    best, found = 0.0, ""
    for mark in SEPARATORS:
        counts = Counter(line.count(mark) for line in lines if line.strip())
        often, lines_with = max(((n, lines) for n, lines in counts.items() if n), key=lambda pair: pair[1], default=(0, 0))
        score = lines_with / max(1, sum(counts.values())) if often else 0.0
        if score > best:
            best, found = score, mark
    return found


def is_list(lines: list[str]) -> bool:
    """Whether most lines from the first number on begin with a number and a mark: ``1.``, ``2、``, ``①``."""
    filled = [line for line in lines if line.strip()]
    numbered = [_NUMBERED.match(line) is not None for line in filled]
    if True not in numbered:
        return False
    first = numbered.index(True)
    if 2 * sum(numbered) <= len(filled) - first:
        return False
    return not any(_heads(filled[first - 1], filled[first:], mark) for mark in SEPARATORS) if first else True


def _heads(line: str, below: list[str], mark: str) -> bool:
    """Whether a line is short headings, as many as the cells of every line below."""
    cells = line.split(mark)
    alike = sum(text.count(mark) == len(cells) - 1 for text in below)
    return len(cells) > 1 and 2 * alike > len(below) and all(map(_is_heading, cells))


def _is_heading(cell: str) -> bool:
    known = meaning(cell).field or heading_words(cell) in NUMBERING
    return bool(known) and len(cell.strip()) <= LONGEST_HEADING and not re.search("[请填写]|接龙", cell)


def csv_rows(text: str, mark: str) -> list[Cells] | None:
    """The rows of a CSV text as Excel numbers them; None where it is none, or far too wide.

    Of a numbered list those from the first number on: what stands above is a title and never a row of headings.
    """
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines, start=1) if _NUMBERED.match(line)), 1) if not mark and is_list(lines) else 1
    rows: list[Cells] = []
    count = 0
    try:
        for number, values in enumerate(csv.reader(text.splitlines(keepends=True), delimiter=mark or "\t"), start=1):
            cells: dict[int, object] = {
                column: re.sub(r'^="(.*)"$', r"\1", value) for column, value in enumerate(values, start=1) if value.strip()
            }
            count += len(cells)
            if cells and number >= start:
                rows.append((number, cells))
            if count > CELLS or len(values) > WIDEST:
                return None
    except csv.Error:
        return None
    return rows


def unclosed(text: str, mark: str) -> int:
    """The line on which a quote opens that is not closed in its row, so that lines below it would be swallowed; else 0.

    A line break inside a quoted cell is fine where the rows below stay whole: the quote closes before a separator, and
    no line inside holds as many separators as a row.
    """
    lines = text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=mark or "\t")
    begun, width = 0, 0
    try:
        for values in reader:
            if reader.line_num - begun > 1 and _swallows(lines[begun : reader.line_num], values, mark, width):
                return begun + 1
            width = max(width, len(values))
            begun = reader.line_num
    except csv.Error:
        return begun + 1 if '"' in lines[begun] else 0
    return 0


def _swallows(lines: list[str], values: list[str], mark: str, width: int) -> bool:
    """Whether a row of several lines is more than one row."""
    if len(lines) > MOST_LINES:
        return True
    try:
        list(csv.reader(lines, delimiter=mark or "\t", strict=True))
    except csv.Error:
        return True
    inside = [line for value in values for line in value.splitlines()[1:]]
    return width > 1 and any(line.count(mark) >= width - 1 for line in inside)


def html_charset(data: bytes) -> str:
    """The codec that a web page names in its first kilobytes, or ""."""
    match = _CHARSET.search(data[:4096])
    return _CODECS.get(match[1].decode("ascii").lower(), "") if match else ""


class Tables(HTMLParser):
    """The tables of a web page as rows of cells; a cell over several columns or rows stands at its first place."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self._open: list[_Table] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "script"):
            self._silent += 1
        elif tag == "table":
            self._open.append(_Table())
            self.tables.append(self._open[-1])
        elif self._open and tag == "tr":
            self._open[-1].next_row()
        elif self._open and tag in ("td", "th"):
            self._open[-1].next_cell(dict(attrs))
        elif self._open and tag in ("br", "p", "div"):
            self._open[-1].write(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("style", "script"):
            self._silent = max(0, self._silent - 1)
        elif tag == "table" and self._open:
            self._open.pop()
        elif tag in ("td", "th") and self._open:
            self._open[-1].inside = False

    def handle_data(self, data: str) -> None:
        if self._open and not self._silent:
            self._open[-1].write(data)


class _Table:
    def __init__(self) -> None:
        self.rows: list[Cells] = []
        self.number = self.column = 0
        self.inside = False
        self.covered: dict[int, int] = {}  # column → rows still covered from above
        self.tall: set[int] = set()  # the first columns of the cells that cover several rows
        self.below: list[tuple[int, int]] = []  # row and column of what such a cell covers below itself

    def next_row(self) -> None:
        self.number += 1
        self.column, self.inside = 0, False
        self.rows.append((self.number, {}))
        self.skip = {column: left for column, left in self.covered.items() if left}
        self.covered = {column: left - 1 for column, left in self.skip.items()}
        if len(self.below) < CELLS:
            self.below += [(self.number, column) for column in self.skip if column in self.tall]

    def next_cell(self, attributes: dict[str, str | None]) -> None:
        if not self.rows:
            self.next_row()
        self.column += 1
        while self.column in self.skip:
            self.column += 1
        if self.column > WIDEST:
            self.inside = False
            return
        across, down = (_span(attributes.get(name)) for name in ("colspan", "rowspan"))
        self.rows[-1][1][self.column] = ""
        self.place = self.column
        self.tall -= set(range(self.column, self.column + across))
        if down > 1:
            self.tall.add(self.column)
            self.covered |= dict.fromkeys(range(self.column, self.column + across), down - 1)
        self.column += across - 1
        self.inside = True

    def write(self, data: str) -> None:
        if self.inside:
            self.rows[-1][1][self.place] += data


def _span(value: str | None) -> int:
    return min(int(value), MOST_SPAN) if value and value.isascii() and value.isdigit() and len(value) < 6 and int(value) else 1


@dataclass(frozen=True)
class Table:
    """One table of a web page without blank cells and rows; ``below``: row and column of what a taller cell covers."""

    rows: list[Cells]
    below: list[tuple[int, int]]


def html_tables(text: str) -> list[Table]:
    """The tables of a web page."""
    reader = Tables()
    reader.feed(text)
    reader.close()
    found = []
    for table in reader.tables:
        full = [(number, {column: v for column, v in cells.items() if v.strip()}) for number, cells in table.rows]
        found.append(Table([(number, cells) for number, cells in full if cells], table.below))
    return found
