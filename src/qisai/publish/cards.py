"""Covers and square tiles for WeChat: one statement each, in the one look. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from qisai.publish import fonts, language, theme
from qisai.publish.canvas import WIDEST, Canvas, mark, rehearsal
from qisai.publish.naming import between_parts, broken_off, shortened, without_least
from qisai.publish.progress import spread

COVER = (900, 383)
SQUARE = (500, 500)
TILE = 1080
SAFE = COVER[1]  # the middle of the cover, which is all that is left where WeChat cuts it to a square
LEAST_TILE = 40  # text on a tile, which is seen at a third of its size

_FACE = "#F8EFDD"
_GENERALS = "帥", "將"
_RIVER = "楚河", "汉界"
_STEP = 84.0  # between the lines of the board on a cover


@dataclass(frozen=True)
class Tile:
    """One square of nine: a piece with one character, a heading, the statement and a few lines below.

    ``statement`` may have lines of its own; ``rows`` are cells that stand below each other in place of a statement;
    ``shares`` are drawn as one bar: label, count and colour of each part.
    """

    mark: str
    heading: str
    statement: str = ""
    lines: Sequence[str] = ()
    shares: Sequence[tuple[str, int, str]] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class _Text:
    """Centred text: sizes to try from the largest, the most lines wanted, and the space above."""

    words: str
    sizes: Sequence[float]
    most: int = 1
    color: str = ""
    heavy: bool = False
    gap: float = 0
    name: bool = False  # of an event, which is broken between its parts


def cover(title: str, lines: Sequence[str], stamp: Sequence[str]) -> Figure:
    """The cover of an article, 900 x 383; all text lies in the middle square, beside it a board with its two generals.

    ``title`` may have two lines; the last of ``lines`` is the name of the event; ``stamp`` as a frame takes it.
    Raises :class:`.fonts.MissingGlyphs`.
    """
    stamp = _short(stamp)
    fonts.require([title, *lines, *stamp, *_GENERALS, *_RIVER])
    page = Canvas(COVER[1], COVER[0])
    edge = (COVER[0] - SAFE) / 2 - 4
    for left, word, general, color in zip((0.0, COVER[0] - edge), _RIVER, _GENERALS, (theme.RED, theme.BLACK), strict=True):
        page.box(left, 0, edge, COVER[1], theme.BAND)
        _board(page, left, edge, word)
        y = COVER[1] / 2 + (1.5 if left else -1.5) * _STEP
        if left or theme.LOGO is None:
            _piece(page, left + edge / 2, y, 54, general, color)
        else:
            mark(page, left + edge / 2, y, 54, _red_piece, min(WIDEST, (edge - 32) / 108))
    for left in (edge, COVER[0] - edge - 5):
        page.box(left, 0, 5, COVER[1], theme.WOOD)
    _statement(page, (16, COVER[1] - 16), SAFE - 44, title, lines, stamp, (60, 56, 52, 48, 44, 40, 36, 32))
    return page.figure


def square(title: str, lines: Sequence[str], stamp: Sequence[str]) -> Figure:
    """The square cover, 500 x 500; arguments as of :func:`cover`."""
    stamp = _short(stamp)
    fonts.require([title, *lines, *stamp, "棋"])
    page = Canvas(SQUARE[1], SQUARE[0])
    page.box(0, 0, SQUARE[0], 14, theme.WOOD)
    page.box(0, SQUARE[1] - 14, SQUARE[0], 14, theme.WOOD)
    _corners(page, 28, 34)
    mark(page, SQUARE[0] / 2, 84, 48, _red_piece, WIDEST)
    _statement(page, (140, SQUARE[1] - 34), SQUARE[0] - 84, title, lines, stamp, (68, 60, 54, 48, 44, 40, 36, 32))
    return page.figure


def tile(told: Tile, name: str, stamp: Sequence[str], *, red: bool = True) -> Figure:
    """One of the nine squares, 1080 x 1080: the statement as large as it goes, the event and the stamp at the foot."""
    stamp = _short(stamp)
    cells = [cell for row in told.rows for cell in row]
    fonts.require([told.mark, told.heading, told.statement, *told.lines, *cells, name, *stamp, *_RIVER])
    fonts.require([part for part, _, _ in told.shares])
    page = Canvas(TILE, TILE)
    middle, side = TILE / 2, 64
    page.box(0, 0, TILE, 20, theme.WOOD)
    page.box(0, TILE - 20, TILE, 20, theme.WOOD)
    _corners(page, side, 70, low=34)
    _piece(page, middle, 158, 92, told.mark, theme.RED if red else theme.BLACK)
    room, bar = TILE - 2 * side - 40, 120 if told.shares else 0
    bottom = 792.0
    head = _Text(told.heading, (64, 62, 60, 58, 56, 54, 52, 50, 48, 44, LEAST_TILE), 2, theme.WOOD_DARK)
    if not told.rows:
        rows = max(2, told.statement.count("\n") + 1)
        said = _Text(told.statement, (190, 170, 150, 130, 110, 96, 84, 72, 64), rows, theme.RED if red else theme.INK, True, 26)
        more = (_Text(line, (60, 56, 52, 48, 44, LEAST_TILE), 2, theme.INK, gap=14) for line in told.lines)
        _stack(page, middle, 270, bottom - bar, [head, said, *more], room)
    else:
        lines, size = _wrapped(head, room, head.sizes)
        below = max(356, 262 + len(lines) * size * theme.LEADING)
        _stack(page, middle, 260, below, [head], room)
        _columns(page, middle, below + 14, bottom - 6, told.rows, TILE - 100)
    if told.shares:
        _shares(page, side + 40, bottom - bar + 10, room - 40, told.shares)
    _divider(page, 838, side)
    _stack(page, middle, 860, 974, [_Text(name, (44, 42, LEAST_TILE), 2, theme.WOOD_DARK, name=True)], TILE - 2 * side - 50)
    _foot(page, middle, 1006, stamp, LEAST_TILE, TILE - 2 * side - 160)
    return page.figure


# --- text ---------------------------------------------------------------------------------------------------


def _statement(
    page: Canvas, span: tuple[float, float], room: float, title: str, lines: Sequence[str], stamp: Sequence[str],
    sizes: Sequence[float],
) -> None:  # fmt: skip
    """Title, lines and stamp of a cover, centred between the two heights of ``span``."""
    foot = fonts.wrap("　".join(part for part in stamp if not rehearsal(part)), theme.STAMP, room)
    tags = [part for part in stamp if rehearsal(part)]
    top, bottom = span
    middle = page.width / 2
    if tags:
        _tag(page, middle, top + 20, tags[0], theme.STAMP)
        top += 44
    bottom -= len(foot) * theme.STAMP * theme.LEADING + 8
    page.text(middle, (bottom + span[1] + 8) / 2, foot, theme.STAMP, color=theme.MUTED, align="center")
    blocks = [_Text(title, sizes, 2, theme.RED, True)]
    blocks += [_Text(line, (40, 38, 36, 34, 32, 30, 28, 24), 2, gap=8) for line in lines[:-1]]
    blocks += [_Text(line, (32, 30, 28, 26, 24), 4, theme.WOOD_DARK, gap=10, name=True) for line in lines[-1:]]
    _stack(page, middle, top, bottom, blocks, room)


def _stack(page: Canvas, x: float, top: float, bottom: float, blocks: Sequence[_Text], room: float) -> None:
    """Blocks below each other, as large as the height lets them be, the whole centred in it; the rest is cut with a mark."""
    blocks = [block for block in blocks if block.words]
    laid: list[tuple[list[str], float]] = []
    for level in range(max((len(block.sizes) for block in blocks), default=0)):
        laid = [_wrapped(b, room, b.sizes[min(level, len(b.sizes) - 1) :]) for b in blocks]
        if _total(laid, blocks) <= bottom - top:
            break
    while laid and _total(laid, blocks) > bottom - top and any(len(lines) > 1 for lines, _ in laid):
        (lines, size), block = max(reversed(list(zip(laid, blocks, strict=True))), key=lambda one: len(one[0][0]))
        fewer = lines[:-1]
        fewer[-1] = _cut(fewer[-1], size, room)
        lines[:] = _named(block.words, size, room, len(fewer)) if block.name else fewer
    y = top + (bottom - top - _total(laid, blocks)) / 2
    for (lines, size), block in zip(laid, blocks, strict=True):
        tall = len(lines) * size * theme.LEADING
        y += block.gap
        page.text(x, y + tall / 2, lines, size, color=block.color or theme.INK, align="center", heavy=block.heavy)
        y += tall


def _columns(page: Canvas, x: float, top: float, bottom: float, rows: Sequence[Sequence[str]], room: float) -> None:
    """Cells below each other, as large as they go; a column without any word takes no room, and the third one gives way where
    the others need its room. What is too long even so is cut."""
    count = max(map(len, rows))
    kept = [k for k in range(count) if any(len(row) > k and row[k] for row in rows)]
    cells = [[row[k] if len(row) > k else "" for k in kept] for row in rows]
    pitch = min((bottom - top) / len(cells), 110.0)
    gaps = len(kept) - 1
    for size in (68, 64, 60, 56, 52, 48, 44, LEAST_TILE):
        widths = [max(fonts.width(row[k], size) for row in cells) for k in range(len(kept))]
        if sum(widths) + gaps * size <= room and size * theme.LEADING <= pitch:
            break
    else:
        if len(kept) > 2:
            return _columns(page, x, top, bottom, [row[:-1] for row in cells], room)
    widths[-1] = min(widths[-1], room - sum(widths[:-1]) - gaps * size)
    first = x - (sum(widths) + gaps * size) / 2
    y = (top + bottom - pitch * len(cells)) / 2 + pitch / 2
    for row in cells:
        left = first
        for words, wide in zip(row, widths, strict=True):
            page.text(left, y, _clipped(words, size, wide), size)
            left += wide + size
        y += pitch
    return None


def _clipped(words: str, size: float, room: float) -> str:
    """One line, broken off with a mark where it is too long."""
    return words if fonts.width(words, size) <= room + 1 else _cut(words, size, room)


def _cut(words: str, size: float, room: float) -> str:
    """One line with the mark that it goes on, no wider than the room."""
    return broken_off(words, lambda part: fonts.width(part, size) <= room)


def _total(laid: Sequence[tuple[list[str], float]], blocks: Sequence[_Text]) -> float:
    return sum(len(lines) * size * theme.LEADING for lines, size in laid) + sum(block.gap for block in blocks)


def _wrapped(block: _Text, room: float, sizes: Sequence[float]) -> tuple[list[str], float]:
    """The fewest lines at a size not below half the largest; else the smallest size, however many lines.

    A name is broken between its parts, if need be without its year and province, and else cut.
    """
    sizes = [size for size in sizes if size * 2 >= block.sizes[0]] or sizes[-1:]
    for words in without_least(block.words) if block.name else [block.words]:
        for most in range(1, block.most + 1):
            for size in sizes:
                lines = between_parts(words, size, room, most) if block.name else fonts.wrap(words, size, room)
                if lines and len(lines) <= most:
                    return lines, size
    small = sizes[-1]
    return (_named(block.words, small, room, block.most) if block.name else fonts.wrap(block.words, small, room)), small


def _named(name: str, size: float, room: float, most: int) -> list[str]:
    """A name on at most so many lines, the end of it cut where it is too long for them."""

    def laid(words: str) -> list[str]:
        parts = (between_parts(words, size, room, lines) for lines in range(1, most + 1))
        return next(filter(None, parts), []) or fonts.wrap(words, size, room)

    return laid(shortened(name, lambda words: len(laid(words)) <= most))


def _foot(page: Canvas, x: float, y: float, stamp: Sequence[str], size: float, room: float) -> None:
    """The stamp in one centred line, a rehearsal as a red tag before it; what is too long is cut."""
    tags = [part for part in stamp if rehearsal(part)]
    words = "　".join(part for part in stamp if not rehearsal(part))
    tag = sum(fonts.width(part, size) + size + 24 for part in tags)
    words = _clipped(words, size, room - tag)
    wide = fonts.width(words, size)
    left = x - (tag + wide) / 2
    for part in tags:
        own = fonts.width(part, size) + size
        _tag(page, left + own / 2, y, part, size)
        left += own + 24
    page.text(left, y, words, size, color=theme.MUTED)


def _short(stamp: Sequence[str]) -> list[str]:
    """The stamp in one language, where there is no room for two."""
    return [language.brief(part) for part in stamp]


def _tag(page: Canvas, x: float, y: float, words: str, size: float) -> None:
    wide, tall = fonts.width(words, size) + size, size * 1.55
    page.box(x - wide / 2, y - tall / 2, wide, tall, theme.RED, radius=8)
    page.text(x, y, words, size, color=theme.WHITE, align="center")


# --- the board ----------------------------------------------------------------------------------------------


def _piece(page: Canvas, x: float, y: float, radius: float, word: str, color: str) -> None:
    """A round piece with one character, seen from above."""
    page.dot(x, y + radius * 0.05, radius, theme.WOOD)
    page.dot(x, y, radius * 0.94, _FACE)
    page.dot(x, y, radius * 0.8, _FACE, edge=color, width=max(2.5, radius / 22))
    page.text(x, y, word, radius * 1.02, color=color, align="center", heavy=True)


def _red_piece(page: Canvas, x: float, y: float, radius: float) -> None:
    _piece(page, x, y, radius, "棋", theme.RED)


def _board(page: Canvas, left: float, width: float, word: str) -> None:
    """A part of a board with its river, ``word`` written on it."""
    middle, half = COVER[1] / 2, _STEP / 2
    for y in (middle - half - _STEP, middle - half, middle + half, middle + half + _STEP):
        page.line((left + 8, left + width - 8), (y, y), theme.RULE, 2)
    for x in (left + width / 2 + k * _STEP for k in (-1, 0, 1)):
        page.line((x, x), (0, middle - half), theme.RULE, 2)
        page.line((x, x), (middle + half, COVER[1]), theme.RULE, 2)
    page.text(left + width / 2, middle, word, 36, color=theme.WOOD, align="center")


def _corners(page: Canvas, inset: float, arm: float, low: float = 0) -> None:
    """The angles that mark a place on the board, in all four corners of a square; ``low``: how high those at the foot are."""
    ends = (inset, 1), (page.width - inset, -1)
    for x, inward in ends:
        for y, down in ends:
            tall = low or arm if down < 0 else arm
            page.line((x + inward * arm, x, x), (y, y, y + down * tall), theme.RULE, 5)


def _divider(page: Canvas, y: float, side: float) -> None:
    """The river between the statement and the foot."""
    size = LEAST_TILE
    inner = fonts.width(_RIVER[0], size) + 50
    page.text(side + 40, y, _RIVER[0], size, color=theme.WOOD)
    page.text(TILE - side - 40, y, _RIVER[1], size, color=theme.WOOD, align="right")
    for shift in (-7, 7):
        page.line((side + 40 + inner - 26, TILE - side - 40 - inner + 26), (y + shift, y + shift), theme.RULE, 3)


def _shares(page: Canvas, left: float, top: float, width: float, shares: Sequence[tuple[str, int, str]]) -> None:
    """Parts of a whole as one bar, each as wide as its count, with its label above."""
    whole = sum(count for _, count, _ in shares) or 1
    x, shown, wanted = left, [part for part in shares if part[1]], []
    for _, count, color in shown:
        wide = width * count / whole
        page.box(x, top + 58, max(wide - 4, 0), 52, color)
        wanted.append(x + wide / 2 - 2)
        x += wide
    rooms = [fonts.width(label, LEAST_TILE) + 16 for label, _, _ in shown]
    for (label, _, _), middle in zip(shown, spread(wanted, rooms, left, left + width), strict=True):
        page.text(middle, top + 26, label, LEAST_TILE, color=theme.INK, align="center")
