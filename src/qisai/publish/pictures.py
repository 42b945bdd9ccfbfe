"""A table as pictures for a phone: 1080 pixels wide, text of at least 28, nothing clipped, pages numbered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, language, theme
from qisai.publish.canvas import Frame
from qisai.publish.language import frames
from qisai.publish.note import Note

#: (row position in the frame, column name) -> a key of ``theme.TONES``, or None for a plain cell.
Highlight = Callable[[int, str], str | None]

EDGE = 24  # left and right of the table
PAD = 15  # left and right inside a cell
NARROW_PAD = 9
ROOM = theme.WIDTH - 2 * EDGE
NOTES_GAP = 14  # between the table and the notes
SENTENCE, SHORT = 24, 4  # characters
SMALLER = (26, 24)  # only where words would be broken otherwise
MANY = 60  # rows from which density matters more than size
_NUMBER = re.compile(r"[+\-−]?\d+(\.\d+)?%?|—")  # the dash is a number that is not there


@dataclass(frozen=True)
class Column:
    """How a column of the frame is shown: its header (its name if None) and its side (by content if None)."""

    name: str
    header: str | None = None
    align: canvas.Align | None = None


@dataclass(frozen=True)
class _Way:
    """How close the columns may stand: lines of a cell, pad, size, whether short texts stay whole, and the length in em of
    words that are not broken."""

    lines: int
    pad: int
    size: float
    whole: bool = True
    word: float = 40.0


def _ways(size: float) -> Iterator[list[_Way]]:
    """What is tried in turn where the columns do not fit without breaking a line, the least harm first; of ways beside each
    other the one with the fewest lines is taken."""
    for own in (size, *(smaller for smaller in SMALLER if smaller < size)):
        for some in ((2, 3, 4), (6, 9), (14,), (20,), (30,)):
            yield [_Way(lines, pad, own) for lines in some for pad in (PAD, NARROW_PAD)]
    for word in (8.0, 0.0):
        yield from ([_Way(lines, NARROW_PAD, size, whole=False, word=word)] for lines in (2, 3, 4, 6, 9, 14, 20, 30))


@dataclass(frozen=True)
class _Laid:
    """A column in place: header and cells broken into lines, left edge and width in pixels."""

    name: str
    align: canvas.Align
    left: float
    width: float
    inset: float
    pad: float
    header: list[str]
    cells: list[list[str]]

    def anchor(self) -> float:
        inner = {"left": self.pad, "right": self.width - self.inset, "center": self.width / 2}
        return self.left + inner[self.align]


def table_pictures(
    frame: pd.DataFrame,
    *,
    title: str,
    stem: Path,
    subtitle: str = "",
    stamp: str | Sequence[str] = "",
    columns: Sequence[Column] | None = None,
    rows_per_page: int | None = None,
    highlight: Highlight | None = None,
    notes: Sequence[Note] = (),
) -> list[Path]:
    """Write the table as ``<stem>.png``, or as ``<stem>_1of3.png`` and so on, and return the paths in order.

    ``frame``: one row a line of the table, values str or int, column names as printed. Each picture either
    fits into 1080 x 1280 or, when ``rows_per_page`` asks for more, is a long picture over 2160 high.
    Raises :class:`.fonts.MissingGlyphs` before anything is written, and ValueError if the columns cannot
    stand side by side.
    """
    figures = table_figures(
        frame,
        title=title,
        subtitle=subtitle,
        stamp=stamp,
        columns=columns,
        rows_per_page=rows_per_page,
        highlight=highlight,
        notes=notes,
    )
    stem = Path(stem)
    digits = len(str(len(figures)))
    names = [f"{stem.name}_{number:0{digits}}of{len(figures)}.png" for number in range(1, len(figures) + 1)]
    names = names if len(figures) > 1 else [f"{stem.name}.png"]
    return [canvas.save(figure, stem.with_name(name)) for figure, name in zip(figures, names, strict=True)]


def table_figures(
    frame: pd.DataFrame,
    *,
    title: str,
    subtitle: str = "",
    stamp: str | Sequence[str] = "",
    columns: Sequence[Column] | None = None,
    rows_per_page: int | None = None,
    highlight: Highlight | None = None,
    notes: Sequence[Note] = (),
) -> list[Figure]:
    """The pages of :func:`table_pictures` as figures."""
    shape = [Column(str(name)) for name in frame.columns] if columns is None else list(columns)
    data = frames.cells(frame[[column.name for column in shape]])
    shape = [Column(c.name, language.header(c.header or c.name), c.align) for c in shape]
    notes = [note for note in notes if note.seen(0, len(data))]
    more = [*(c.header or "" for c in shape), *(language.t(note.text) for note in notes)]
    canvas.require(Frame(title, subtitle, stamp, "/0123456789"), data, more)
    size, laid = _lay_out(data, shape)
    heights = [
        max(len(column.cells[row]) for column in laid) * size * theme.LEADING + size * 0.5
        for row in range(len(data))
    ]
    head = max(len(column.header) for column in laid) * size * theme.LEADING + size * 0.6
    sketch = Frame(title, subtitle, stamp, "99/99" if len(data) > 12 else "")
    fixed = sketch.top + head + sketch.foot + _notes_height(_note_lines(notes, 0, len(data)))
    pages = _pages(heights, fixed, rows_per_page)
    figures = []
    for number, (first, last) in enumerate(pages, 1):
        outline = Frame(title, subtitle, stamp, f"{number}/{len(pages)}" if len(pages) > 1 else "")
        below = _note_lines(notes, first, last)
        needed = outline.top + head + outline.foot + _notes_height(below) + (sum(heights[first:last]) or 120)
        height = theme.legal_height(needed)
        stretch = (height - needed) / max(1, last - first)  # only a picture made long has any to give
        page = outline.draw(height)
        top = _draw_header(page, laid, outline.top, head, size)
        for row in range(first, last):
            tall = heights[row] + stretch
            _draw_row(page, laid, row, top, tall, size, highlight, shaded=(row - first) % 2 == 1)
            top += tall
        if not len(data):
            page.text(theme.WIDTH / 2, top + 60, language.t("暂无数据"), 34, color=theme.MUTED, align="center")
        else:
            page.box(EDGE, top, ROOM, 3, theme.WOOD)
        for place, line in enumerate(below):
            middle = top + NOTES_GAP + (place + 0.5) * theme.STAMP * theme.LEADING
            page.text(theme.MARGIN, middle, line, theme.STAMP, color=theme.MUTED)
        figures.append(page.figure)
    return figures


def _note_lines(notes: Sequence[Note], first: int, last: int) -> list[str]:
    """The lines of the notes of a page."""
    room = theme.WIDTH - 2 * theme.MARGIN
    told = [language.t(note.text) for note in notes if note.seen(first, last)]
    return [line for words in told for line in fonts.wrap(words, theme.STAMP, room)]


def _notes_height(lines: Sequence[str]) -> float:
    return NOTES_GAP + len(lines) * theme.STAMP * theme.LEADING if lines else 0.0


def _draw_header(page: canvas.Canvas, laid: list[_Laid], top: float, height: float, size: float) -> float:
    page.box(EDGE, top, ROOM, height, theme.WOOD_DARK)
    for column in laid:
        page.text(
            column.anchor(), top + height / 2, column.header, size, color=theme.PAPER, align=column.align
        )
    return top + height


def _draw_row(
    page: canvas.Canvas,
    laid: list[_Laid],
    row: int,
    top: float,
    height: float,
    size: float,
    highlight: Highlight | None,
    *,
    shaded: bool,
) -> None:
    if shaded:
        page.box(EDGE, top, ROOM, height, theme.ZEBRA)
    for column in laid:
        tone = highlight(row, column.name) if highlight else None
        fill, color = theme.TONES[tone] if tone else (None, theme.INK)
        if fill:
            tall = min(height, len(column.cells[row]) * size * theme.LEADING + size * 0.5) - 6
            page.box(column.left + 3, top + (height - tall) / 2, column.width - 6, tall, fill, radius=6)
        page.text(column.anchor(), top + height / 2, column.cells[row], size, color=color, align=column.align)


def _pages(heights: list[float], fixed: float, rows_per_page: int | None) -> list[tuple[int, int]]:
    """(first, last) row positions of each page, as equal as they can be without making more pages."""
    tallest = (theme.FITS if rows_per_page is None else theme.TALLEST) - 1  # heights are rounded up
    most = rows_per_page or len(heights)
    pages = list(_fill(heights, tallest - fixed, most))
    if len(pages) > 1:
        for even in range(-(-len(heights) // len(pages)), most):
            tried = list(_fill(heights, tallest - fixed, even))
            if len(tried) == len(pages):
                return tried
    return pages or [(0, 0)]


def _fill(heights: list[float], room: float, most: int) -> Iterator[tuple[int, int]]:
    first, used = 0, 0.0
    for row, height in enumerate(heights):
        if row > first and (used + height > room or row - first >= most):
            yield first, row
            first, used = row, 0.0
        used += height
    if heights:
        yield first, len(heights)


def _lay_out(data: pd.DataFrame, shape: list[Column]) -> tuple[float, list[_Laid]]:
    """Size of the text, and the columns in place: the largest size that breaks no line, else 28, wrapped."""
    headers = [column.header if column.header is not None else column.name for column in shape]
    texts = [[canvas.shown(value) for value in data[column.name].tolist()] for column in shape]
    numeric = [all(not t or _NUMBER.fullmatch(t) for t in cells) and any(cells) for cells in texts]
    room = ROOM - 2 * PAD * len(shape)
    sizes = theme.BODY if len(data) < MANY else (30, 28)
    size, widths, pad = 0.0, [0.0], PAD
    for size in sizes:
        widths = [
            max(_head_width(header, size), *(fonts.width(line, size) for t in ["", *cells] for line in t.split("\n"))) + 1
            for header, cells in zip(headers, texts, strict=True)
        ]
        if sum(widths) <= room:
            break
    else:
        for ways in _ways(size):
            tried = [(way, _squeeze(headers, texts, numeric, ROOM - 2 * way.pad * len(shape), way)) for way in ways]
            if fitting := [(_rows(texts, found, way.size), place) for place, (way, found) in enumerate(tried) if found]:
                way, widths = tried[min(fitting)[1]]
                size, pad, room = way.size, way.pad, ROOM - 2 * way.pad * len(shape)
                break
        else:
            raise ValueError(f"一张图放不下这{len(headers)}列，请少选几列：{'、'.join(headers)}")
    spare = (room - sum(widths)) / len(shape)
    laid, left = [], float(EDGE)
    for column, header, cells, number, width in zip(shape, headers, texts, numeric, widths, strict=True):
        inner = width + spare
        broken = [fonts.wrap(t, size, inner) for t in cells]
        align = column.align or ("right" if number else "left")
        head = fonts.wrap(header, size, inner)
        laid.append(_Laid(column.name, align, left, inner + 2 * pad, pad + min(spare / 2, 60), pad, head, broken))
        left += inner + 2 * pad
    return size, laid


def _head_width(header: str, size: float) -> float:
    """Pixels of a head: words of another script may stand on two lines, beside those that it has anyway."""
    lines = header.count("\n") + 1
    return fonts.narrowest(header, size, lines + (" " in header.split("\n")[-1]))


def _head_least(header: str, way: _Way) -> float:
    """The least pixels of a head; a short word of the first of two languages stays on its line."""
    first, _, second = header.partition("\n")
    stays = len(first) <= SHORT and (way.whole or bool(second))
    whole = fonts.width(first, way.size) if stays else 0
    lines = 2 + bool(second) + (len(first) > SHORT and bool(second))
    return max(whole, fonts.narrowest(header, way.size, lines, word=way.word))


def _most(text: str, number: bool, way: _Way) -> int:
    """Lines on which a cell may stand: only a sentence takes more than four, a number or a name only one."""
    if number or (way.whole and "\n" not in text and len(text) <= SHORT):
        return 1
    return way.lines if len(text) > SENTENCE else min(way.lines, max(4, text.count("\n") + 1))


def _squeeze(
    headers: list[str], texts: list[list[str]], numeric: list[bool], room: float, way: _Way
) -> list[float]:
    """Narrower columns that fit, none where they cannot: none below what its words need on a few lines; what is left goes
    where it saves the most lines."""
    least = [
        max(
            _head_least(header, way),
            max((fonts.narrowest(t, way.size, _most(t, number, way), word=way.word) for t in set(cells)), default=0),
        )
        + 1
        for header, cells, number in zip(headers, texts, numeric, strict=True)
    ]
    if sum(least) > room:
        return []
    steps = [_steps(cells, header, width, way.size) for cells, header, width in zip(texts, headers, least, strict=True)]
    at, left = [0] * len(steps), room - sum(least)
    while True:
        offers = [
            ((own[at[i]][1] - lines) / (width - own[at[i]][0]), i, j)
            for i, own in enumerate(steps)
            for j, (width, lines) in enumerate(own)
            if j > at[i] and width - own[at[i]][0] <= left and lines < own[at[i]][1]
        ]
        if not offers:
            return [own[place][0] for own, place in zip(steps, at, strict=True)]
        _, i, j = max(offers)
        left -= steps[i][j][0] - steps[i][at[i]][0]
        at[i] = j


def _rows(texts: list[list[str]], widths: list[float], size: float) -> int:
    """Lines that all rows take together."""
    lines = [[len(fonts.wrap(text, size, width)) for text in cells] for cells, width in zip(texts, widths, strict=True)]
    return sum(map(max, zip(*lines, strict=True)))


def _steps(cells: list[str], header: str, least: float, size: float) -> list[tuple[float, int]]:
    """Widths from the least one up at which cells of a column, or its head, need fewer lines, with the lines of all."""
    words = Counter(cells)
    words[header] += 1
    wishes = {fonts.narrowest(text, size, lines) + 1 for text in words for lines in range(1, 4) if text}
    found = [least, *sorted(width for width in wishes if least < width <= ROOM)]
    return [(width, sum(len(fonts.wrap(text, size, width)) * count for text, count in words.items())) for width in found]
