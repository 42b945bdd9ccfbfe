"""Tables for the wall and for signing: A4, the header on every page, type that is read from a metre away.

All lengths are points (1/72 inch) unless said otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

import pandas as pd

from qisai.vocabulary import text

from . import fonts, language, theme
from .a4 import EDGE, LEADING, MILLIMETRE, SMALLEST, Fill, Leaf, Mark, Stroke, Words, centred, save
from .language import frames

SIDE, TOP, FOOT = 34.0, 26.0, 36.0
GUTTER = 16.0
TITLE = (20.0, 18.0, 16.0)
HEADING = (11.0, 10.0, 9.0)
NOTE = 10.0
BODY = (12.0, 11.0, 10.0, 9.0, SMALLEST)
WRAPPED = 18.0  # the largest type in which cells of such a table may take two lines
GROWN = (24.0, 22.0, 20.0, 18.0, 16.0, 14.0)  # of a table that takes one sheet, to be read from two or three metres
#: Blank above and below the text of a row, together: the most that costs no further page.
LAST_ROWS = 6  # of a list on several sheets stand on the last of them, if they are as many
PADS = (11.0, 9.0, 7.0, 5.0, 4.0)
PADDING = 4.0  # beside the text of a cell
ROW_LEADING = 1.16
#: Share of the cells of a column that are to stand on one line.
SHARES = (1.0, 0.98, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5)
_SHORT = 4.0  # characters: texts up to this long are never broken
_FEW = 6.5  # characters: a column that wraps is not narrower than this, or the type is made smaller
_ITEM = 16  # characters of a short item of a list, with its mark
_NUMBER = re.compile(r"[+\-]?\d+(\.\d+)?%?")
_LATIN, _LONGEST_WORD = re.compile(r"[^\s\u0250-\uffff]+"), 24
_NOTES_BELOW = 7.0
_NOTHING = "暂无数据"


@dataclass(frozen=True)
class Page:
    """One printed table, on as many A4 pages as it needs, its header on each.

    ``frame``: one row a line, cells str or int, column names as printed. ``columns``: the table stands this many
    times side by side (lists of names). ``across``: landscape. ``widths``: column -> width in characters, to be
    shared out like the measured widths of the other columns. ``tall``: least height of a row in millimetres.
    ``largest``: the type is not set larger; a table to read, not ``tall``, that leaves room on its one sheet grows without it.
    ``bands``: row -> words over its whole width in place of its cells, e.g. a team, whose rows stay on one sheet with it.
    ``whole``: a column; rows with the same value in it are not torn over two sheets.
    """

    title: str
    frame: pd.DataFrame
    notes: Sequence[str] = ()
    columns: int = 1
    across: bool = False
    widths: Mapping[str, float] = field(default_factory=dict)
    tall: float = 0
    largest: float = 0
    whole: str = ""
    bands: Mapping[int, str] = field(default_factory=dict)

    def leaves(self, heading: str, stamp: str) -> list[Leaf]:
        """The leaves of the table, without their numbers."""
        return leaves_of(self, heading, stamp)


@dataclass(frozen=True)
class Row:
    """The lines of each cell, which row of the table they belong to (-1: the header), and which of its blocks; ``band``:
    words in the place of the cells."""

    cells: list[list[str]]
    place: int
    block: int = -1
    band: str = ""

    @property
    def lines(self) -> int:
        return max(map(len, self.cells), default=1)


@dataclass(frozen=True)
class Grid:
    """A table cut into lines: sizes and measures that all its pages share."""

    header: Row
    rows: list[Row]
    size: float
    widths: list[float]
    numbers: list[float]  # width of the widest number of a column, 0 for a column of words
    least: float  # height of a row
    whole: bool  # no cell is broken
    torn: bool  # a Latin word or a number is

    def height(self, row: Row, pad: float) -> float:
        return max(row.lines * self.size * ROW_LEADING + pad, self.least if row.place >= 0 else 0)


def write_tables(path: Path, pages: Sequence[Page], *, heading: str, stamp: str) -> Path:
    """Write the tables in order as one PDF and return its path; ``heading`` and ``stamp`` top every page.

    The old file stays whole until the new one is complete. Raises ``MissingGlyphs``, and ``InputProblems``
    (locked) where the file is open elsewhere.
    """
    if not pages:
        raise ValueError("没有可打印的表")
    return save(path, arrange(*pages, heading=heading, stamp=stamp), title=heading)


def arrange(*pages: Page, heading: str, stamp: str) -> list[Leaf]:
    """The leaves of the tables in order, numbered through: 第1页/共n页."""
    leaves = [leaf for page in pages for leaf in page.leaves(heading, stamp)]
    numbered = []
    for number, leaf in enumerate(leaves, 1):
        width, height = leaf.room
        words = centred(language.label(f"第{number}页/共{len(leaves)}页"), 9, 0, width, height - FOOT + 9, theme.MUTED)
        numbered.append(Leaf([*leaf.marks, words], leaf.across))
    return numbered


def leaves_of(page: Page, heading: str, stamp: str) -> list[Leaf]:
    """The leaves of one table, without their numbers."""
    width, height = Leaf(across=page.across).room
    said = language.t
    masthead, top = head_marks(said(page.title), said(heading), language.label(stamp), width)
    body = height - FOOT - top
    room = (width - 2 * SIDE - GUTTER * (page.columns - 1)) / page.columns
    notes = [line for note in page.notes for line in fonts.wrap(language.t(note), NOTE, width - 2 * SIDE)]
    below = _NOTES_BELOW + len(notes) * NOTE * LEADING
    grid, pad, stacks = _grown(page, room, body, below) or _dealt(page, room, body, below)
    sheets: list[list[Mark]] = []
    end = top
    for side_by_side in stacks:
        marks: list[Mark] = [*masthead]
        bottoms = [
            draw(marks, grid, rows, SIDE + place * (room + GUTTER), top, pad) for place, rows in enumerate(side_by_side)
        ]
        end = max(bottoms)
        sheets.append(marks)
    if not grid.rows:
        sheets[-1].append(Words(SIDE, end + 5, language.label(_NOTHING), NOTE, theme.MUTED))
        end += NOTE * LEADING + 5
    _annotate(sheets, notes, masthead, end + _NOTES_BELOW, top, height - FOOT)
    return [Leaf(marks, page.across) for marks in sheets]


Dealt = tuple["Grid", float, list[list[list["Row"]]]]


def _dealt(page: Page, room: float, body: float, below: float) -> Dealt:
    """The table, what is blank above and below a row, and the rows of each sheet: as few sheets as can be."""
    grid = grid_of(page, room, body)
    dealt = [_deal(grid, body, page.columns, pad) for pad in PADS]
    counts = [len(stacks) + (_depth(grid, stacks[-1], pad) + below > body) for pad, stacks in zip(PADS, dealt, strict=True)]
    best = counts.index(min(counts))
    return grid, PADS[best], dealt[best]


def _grown(page: Page, room: float, body: float, below: float) -> Dealt | None:
    """A short table in the largest type in which it stands on one sheet and no cell wraps, or else at least no word is torn;
    None where there is none."""
    if page.largest or page.tall or not len(page.frame):
        return None
    for size, wraps in [*((size, False) for size in GROWN), *((size, True) for size in GROWN if size <= WRAPPED)]:
        pad = PADS[0] * size / BODY[0]
        for columns in sorted({1, page.columns}):
            wide = page.columns * (room + GUTTER) - GUTTER if columns == 1 else room
            grid = grid_of(page, wide, body, (size,))
            sound = grid.whole or (wraps and not grid.torn and all(row.lines <= 2 for row in grid.rows))
            if not sound or sum(grid.widths) > wide + 0.5:
                continue
            stacks = _deal(grid, body, columns, pad)
            if len(stacks) == 1 and _depth(grid, stacks[0], pad) + below <= body:
                return grid, pad, stacks
    return None


def head_marks(title: str, heading: str, stamp: str, width: float) -> tuple[list[Mark], float]:
    """Event, title and stamp in the middle at the top, and where the table may begin."""
    marks: list[Mark] = []
    y = TOP
    for words, sizes, colour, bold in ((heading, HEADING, theme.MUTED, False), (title, TITLE, theme.INK, True)):
        lines, size = fonts.fit(words, width - 2 * SIDE, sizes)
        for line in filter(None, lines):
            marks.append(centred(line, size, 0, width, y, colour, bold))
            y += size * LEADING + 1
    for line in filter(None, fonts.wrap(stamp, 9, width - 2 * SIDE)):
        marks.append(centred(line, 9, 0, width, y, theme.MUTED))
        y += 9 * LEADING
    return marks, y + 5


def _annotate(
    sheets: list[list[Mark]], notes: Sequence[str], masthead: list[Mark], y: float, top: float, bottom: float
) -> None:
    """Put the lines of the notes below the last table, on a further sheet where they do not fit."""
    for line in notes:
        if y + NOTE * LEADING > bottom:
            sheets.append([*masthead])
            y = top
        sheets[-1].append(Words(SIDE, y, line, NOTE, theme.MUTED))
        y += NOTE * LEADING


def grid_of(page: Page, room: float, body: float, sizes: Sequence[float] = BODY) -> Grid:
    """The table cut into lines that fit into ``room``, in one of ``sizes``; no row is higher than ``body``."""
    frame = frames.cells(page.frame)
    wishes = [page.widths.get(text(name)) for name in frame.columns]
    names = [language.header(text(name)) for name in frame.columns]
    columns = [["" if pd.isna(v) else text(v) for v in frame.iloc[:, i].tolist()] for i in range(len(names))]
    size, widths = fit_columns(names, columns, wishes, room, page.largest or sizes[0], sizes)
    inner = [wide - 2 * PADDING + 0.01 for wide in widths]  # what just fits is not broken by the last binary digit
    numbers = [_number_width(values, size) for values in columns]
    header = Row([fonts.wrap(name, size, wide) for name, wide in zip(names, inner, strict=True)], -1)
    most = max(1, int((body - size * ROW_LEADING * (header.lines + 1) - 3 * PADS[-1]) / (size * ROW_LEADING)))
    rows = []
    alone = list(accumulate(int(row in page.bands) for row in range(len(page.frame)))) if page.bands else [-1] * len(page.frame)
    blocks = pd.factorize(page.frame[page.whole])[0].tolist() if page.whole else alone
    for place, cells in enumerate(zip(*columns, strict=True)):
        wrapped = [_wrapped(cell, size, wide) for cell, wide in zip(cells, inner, strict=True)]
        for start in range(0, max(map(len, wrapped)), most):  # only a row longer than a page is cut
            rows.append(Row([lines[start : start + most] for lines in wrapped], place, blocks[place], page.bands.get(place, "")))
    whole = all(fonts.width(line, size) <= wide for wide, values in zip(inner, columns, strict=True)
                for value in values for line in value.split("\n"))  # fmt: skip
    torn = any(fonts.width(word, size) > wide for wide, values in zip(inner, columns, strict=True)
               for value in values for word in _LATIN.findall(value))  # fmt: skip
    return Grid(header, rows, size, widths, numbers, page.tall * MILLIMETRE, whole, torn)


def _wrapped(cell: str, size: float, room: float) -> list[str]:
    """The lines of a cell; a list of short items (``12张三、45李四、…``) breaks between them only."""
    items = re.findall("[^、]+、?", cell)
    if len(items) < 3 or "\n" in cell or any(len(one) > _ITEM or fonts.width(one, size) > room for one in items):
        return fonts.wrap(cell, size, room)
    lines = [""]
    for one in items:
        if lines[-1] and fonts.width(lines[-1] + one, size) > room:
            lines.append("")
        lines[-1] += one
    return lines


def _number_width(values: Sequence[str], size: float) -> float:
    filled = [value for value in values if value]
    if not filled or not all(map(_NUMBER.fullmatch, filled)):
        return 0.0
    return max(fonts.width(value, size) for value in filled)


def fit_columns(
    names: Sequence[str], columns: Sequence[Sequence[str]], wishes: Sequence[float | None], room: float,
    largest: float = BODY[0], sizes: Sequence[float] = BODY,
) -> tuple[float, list[float]]:
    """Type size and column widths that together fill ``room``; ``wishes`` in characters, None to measure.

    The largest size at which no cell wraps, of those that can be read from a metre; else the one at which the
    fewest cells of every column wrap, each into two lines; else the one at which equally wide columns hold a few
    characters a line.
    """
    heads = [_header_width(name) for name in names]
    ems = [
        sorted([_widest(value) for value in values] if wish is None else [wish]) or [0.0]
        for values, wish in zip(columns, wishes, strict=True)
    ]
    whole = [_number_width(values, 1) > 0 or em[-1] <= _SHORT for values, em in zip(columns, ems, strict=True)]
    halves = [max([em[-1] / 2 + 0.5, *(_word(value) for value in values if wish is None)])
              for em, values, wish in zip(ems, columns, wishes, strict=True)]  # fmt: skip
    size, natural, cap = sizes[0], [0.0], 0.0
    for size in (size for size in sizes if size <= largest):
        for share in SHARES if size != BODY[0] else SHARES[:1]:
            wanted = [
                max(head, em[-1] if one or share == 1 else max(em[int(share * (len(em) - 1))], half))
                for head, em, one, half in zip(heads, ems, whole, halves, strict=True)
            ]
            fitting = [em * size + 2 * PADDING for em in wanted]
            if sum(fitting) <= room:
                return size, [wide * room / sum(fitting) for wide in fitting]
        natural = [max(head, em[-1]) * size + 2 * PADDING for head, em in zip(heads, ems, strict=True)]
        cap = _cap(natural, room)
        if size < BODY[0] and cap >= _FEW * size + 2 * PADDING:
            break
    return size, [min(wide, cap) for wide in natural]


def _word(value: str) -> float:
    """Characters that the longest Latin word of a text takes, up to a line of them."""
    return max((fonts.width(word, 1) for word in _LATIN.findall(value) if len(word) <= _LONGEST_WORD), default=0.0)


def _widest(value: str) -> float:
    return max(fonts.width(line, 1) for line in value.split("\n"))


def _header_width(name: str) -> float:
    """Characters that a header needs; four or more may stand in two lines, and each of two languages."""
    if "\n" in name or " " in name:
        return fonts.narrowest(name, 1, 2 + name.count("\n")) + 0.01
    half = (len(name) + 1) // 2 if len(name) > 3 and not name.isascii() else len(name)
    return max(fonts.width(name[:half], 1), fonts.width(name[half:], 1))


def _cap(widths: Sequence[float], room: float) -> float:
    """The width at which columns must be cut off so that all together take ``room``, which is too little."""
    left, rest = room, sorted(widths)
    while rest and rest[0] <= left / len(rest):
        left -= rest.pop(0)
    return left / max(1, len(rest))


def _deal(grid: Grid, body: float, columns: int, pad: float) -> list[list[list[Row]]]:
    """The rows dealt to pages and, on a page, to tables side by side; the last page is dealt evenly."""
    head = grid.height(grid.header, pad)
    stacks: list[list[Row]] = [[]]
    used = head
    blocks: dict[int, float] = {}
    for row in grid.rows:
        blocks[row.block] = blocks.get(row.block, 0.0) + grid.height(row, pad)
    begun = -1
    for row in grid.rows:
        high = grid.height(row, pad)
        block = blocks[row.block] if row.block != begun and blocks[row.block] + head <= body else high
        begun = row.block
        if stacks[-1] and used + (high if row.block < 0 else block) > body:
            stacks.append([])
            used = head
        stacks[-1].append(row)
        used += high
    if columns == 1 and begun < 0:
        stacks = _balanced(stacks)
    pages = [stacks[start : start + columns] for start in range(0, len(stacks), columns)]
    last = [row for stack in pages[-1] for row in stack]
    each = -(-len(last) // columns)
    even = [last[start : start + each] for start in range(0, len(last), each or 1)]
    if even and _depth(grid, even, pad) <= body:
        pages[-1] = even
    return pages


def _balanced(stacks: list[list[Row]]) -> list[list[Row]]:
    """The same sheets, but that the last is not left with a row or two."""
    rows = [row for stack in stacks[-2:] for row in stack]
    least = min(LAST_ROWS, len(rows) // 3)
    if len(stacks) < 2 or len(stacks[-1]) >= least:
        return stacks
    return [*stacks[:-2], rows[:-least], rows[-least:]]


def _depth(grid: Grid, stacks: Sequence[Sequence[Row]], pad: float) -> float:
    """Height of the tallest of the tables side by side."""
    return max(sum(grid.height(row, pad) for row in (grid.header, *rows)) for rows in stacks)


def draw(marks: list[Mark], grid: Grid, rows: Sequence[Row], left: float, top: float, pad: float) -> float:
    """Add one table with its header to ``marks``; returns where it ends."""
    right = left + sum(grid.widths)
    y = top
    edges: list[Mark] = []
    over: list[Mark] = []
    for row in (grid.header, *rows):
        high = grid.height(row, pad)
        header = row.place < 0
        if header or row.place % 2:
            marks.append(Fill(left, y, right - left, high, theme.WOOD_DARK if header else theme.ZEBRA))
        if row.band:
            over += _band(row.band, grid.size, left, y, right - left, high)
        x = left
        for lines, wide, number in zip(row.cells, grid.widths, grid.numbers, strict=True):
            line_top = y + (high - len(lines) * grid.size * ROW_LEADING) / 2 + grid.size * (ROW_LEADING - 1) / 2
            for line in filter(None, lines):
                if not number:
                    at = x + PADDING
                elif header:
                    at = x + (wide - fonts.width(line, grid.size)) / 2
                else:  # numbers end below each other, in the middle of their column
                    at = x + (wide + number) / 2 - fonts.width(line, grid.size)
                marks.append(Words(at, line_top, line, grid.size, theme.WHITE if header else theme.INK, header))
                line_top += grid.size * ROW_LEADING
            x += wide
        y += high
        edges.append(Stroke(left, y, right, y, EDGE))
    x = left
    for wide in (0.0, *grid.widths):
        x += wide
        edges.append(Stroke(x, top, x, y, EDGE))
    marks += [*edges, *over]
    return y


def _band(words: str, size: float, left: float, top: float, wide: float, high: float) -> list[Mark]:
    """A row that is one cell, over what is drawn of its columns."""
    lines, size = fonts.fit(words, wide - 2 * PADDING, [one for one in BODY if one <= size] or [SMALLEST])
    fill = Fill(left + 0.5, top + 0.5, wide - 1, high - 1, theme.BAND)
    return [fill, Words(left + PADDING, top + (high - size) / 2, lines[0], size, theme.INK, True)]
