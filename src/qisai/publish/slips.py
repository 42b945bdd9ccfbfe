"""Result slips (成绩单) for the tables: cut in one go, and the piles are in table order. All lengths are points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from . import fonts, language, theme
from .a4 import EDGE, HEIGHT, SMALLEST, WIDTH, Leaf, Mark, Stroke, Words, centred, save

#: Columns and rows of slips on a page, from the most slips to the fewest.
GRIDS = ((2, 4), (2, 3), (2, 2), (1, 2), (1, 1))
MOST_WITH_GAMES = 4
SCALES = (2.0, 1.8, 1.6, 1.4, 1.2)  # of slips that have the width of the page: larger, or each on a page of its own
INSET_X, INSET_Y = 16.0, 12.0  # blank inside the cutting lines, and where a printer does not reach
LEADING = 1.16
NAMES = (15.5, 15.0, 14.0, 13.0, 12.0)
TEAMS = (9.5, 9.0, 8.5, SMALLEST)
SMALL = 9.0
_TOLD = (11.0, 10.0)  # the clock and the lots of a tie
_RESULTS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.5)
_BOARD = 62.0  # width of the box of the table number
_GROWS = 20.0  # by so much a line to write on may become higher
BLANK_NUMBER = "＿＿号"  # where a number is to be written
NOTES = (9.0, 8.5, SMALLEST)
_NONE = "本轮没有要填成绩单的对局"


@dataclass(frozen=True)
class Slip:
    """One result slip; ``red`` and ``black`` are 编号, 姓名, 单位.

    ``games``: the lines of a knockout tie (慢棋, 快棋, 附加赛). Who has red is then written in by hand for each, and
    the two are 甲方 and 乙方. ``note``: e.g. 胜方录谱.
    """

    board: int
    red: tuple[str, str, str]
    black: tuple[str, str, str]
    games: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Band:
    """A strip of a slip; its marks stand relative to its top. ``grows``: spare height is for writing in it."""

    height: float
    marks: Sequence[Mark]
    grows: bool = False


def write_slips(
    path: Path, slips: Sequence[Slip], *, heading: str, round_label: str, clock: str = "", per_page: int = 8
) -> Path:
    """Write the slips as one PDF and return its path; at most ``per_page`` on a page, fewer where a text needs it.

    Cut the whole pile along the dashed lines and lay the small piles on each other: the slips are in the order
    given. The old file stays whole until the new one is complete. Raises ``MissingGlyphs``, and ``InputProblems``
    (locked) where the file is open elsewhere.
    """
    leaves = arrange(slips, heading=heading, round_label=round_label, clock=clock, per_page=per_page)
    return save(path, leaves, title=f"{heading} {round_label}成绩单")


def stacked(count: int, per_page: int) -> list[list[int | None]]:
    """For each page the slip at each position, so that each position's pile is in order after the cut.

    >>> stacked(5, 2)
    [[0, 3], [1, 4], [2, None]]
    """
    pages = -(-count // per_page)
    return [
        [slip if (slip := place * pages + page) < count else None for place in range(per_page)] for page in range(pages)
    ]


def cut_words(order: str) -> str:
    """How the stacks of one cut are laid on each other, in Chinese; ``order``: 台号, 编号, 单位."""
    return f"整叠裁开，左上一叠在最上，先左右、后上下依次叠，就按{order}排好了"


def cut_note(order: str) -> str:
    """:func:`cut_words` in the language of the event."""
    return language.label(cut_words(order))


def strip_height(note: str, width: float) -> float:
    """The height of the strip at the top of a page of pieces that its note needs."""
    lines, size = fonts.fit(note, width - 40, NOTES)
    return 10 + len(lines) * size * LEADING


def strip(note: str, width: float, height: float, columns: int, rows: int) -> list[Mark]:
    """The strip at the top of a page of equal pieces with its note, and the lines to cut along."""
    lines, size = fonts.fit(note, width - 40, NOTES)
    top = strip_height(note, width)
    high = (height - top) / rows
    marks: list[Mark] = [centred(line, size, 0, width, 10 + i * size * LEADING, theme.MUTED) for i, line in enumerate(lines)]
    marks += [Stroke(x * width / columns, top, x * width / columns, height, theme.MUTED, 0.4, 3) for x in range(1, columns)]
    return marks + [Stroke(0, top + y * high, width, top + y * high, theme.MUTED, 0.4, 3) for y in range(rows)]


def arrange(slips: Sequence[Slip], *, heading: str, round_label: str, clock: str = "", per_page: int = 8) -> list[Leaf]:
    """The leaves with all slips and the lines to cut along; so few that they leave room on one page are larger."""
    if not slips:
        lines = fonts.wrap("\n".join(map(language.t, (heading, round_label, _NONE))), 12, WIDTH - 60)
        return [Leaf([centred(line, 12, 0, WIDTH, 60 + 18 * i) for i, line in enumerate(lines)])]
    said = language.label(heading), language.t(round_label), language.t(clock)
    note = cut_note("台号")
    most = min(per_page, MOST_WITH_GAMES) if any(slip.games for slip in slips) else per_page
    grids = [grid for grid in GRIDS if grid[0] * grid[1] <= max(1, most)]
    enough = [place for place, grid in enumerate(grids) if grid[0] * grid[1] >= len(slips)]
    for columns, rows in grids[max(enough, default=0) :]:
        cut = columns * rows > 1
        top = strip_height(note, WIDTH) if cut else 0.0
        wide, high = WIDTH / columns - 2 * INSET_X, (HEIGHT - top) / rows - 2 * INSET_Y
        for larger in (1.0,) if columns > 1 else SCALES if cut and len(slips) <= 2 else (*SCALES, 1.0):
            drawn = [bands(slip, *said, wide / larger) for slip in slips]
            fits = all(_height(strips) <= high / larger for strips in drawn)
            if fits:
                break
        if fits:
            break
    leaves = []
    for page in stacked(len(slips), columns * rows):
        marks = strip(note, WIDTH, HEIGHT, columns, rows) if cut else []
        for place, slip in enumerate(page):
            if slip is not None:
                x = place % columns * (wide + 2 * INSET_X) + INSET_X
                y = top + place // columns * (high + 2 * INSET_Y) + INSET_Y
                marks += [_scaled(mark, larger).moved(x, y) for mark in _place(drawn[slip], high / larger)]
        leaves.append(Leaf(marks))
    return leaves


def _height(strips: Iterable[Band]) -> float:
    return sum(strip.height for strip in strips)


def _scaled(mark: Mark, by: float) -> Mark:
    """A text or a line ``by`` times as large, seen from the left upper corner."""
    if isinstance(mark, Words):
        return replace(mark, x=mark.x * by, top=mark.top * by, size=mark.size * by)
    assert isinstance(mark, Stroke)
    return Stroke(mark.x * by, mark.top * by, mark.to_x * by, mark.to_top * by, mark.colour, mark.weight * by, mark.dash)


def _place(strips: Sequence[Band], room: float) -> list[Mark]:
    """The strips below each other; spare height goes above the lines to write on."""
    growing = sum(strip.grows for strip in strips)
    more = min(_GROWS, max(0.0, room - _height(strips)) / max(1, growing))
    marks: list[Mark] = []
    y = 0.0
    for strip in strips:
        y += more if strip.grows else 0
        marks += [mark.moved(0, y) for mark in strip.marks]
        y += strip.height
    return marks


def bands(slip: Slip, heading: str, round_label: str, clock: str, width: float) -> list[Band]:
    """The strips of one slip, ``width`` wide."""
    tie = bool(slip.games)
    found = [_head(heading, round_label, width)]
    note = language.t(slip.note)
    said = _TOLD if tie else NOTES
    beside = not tie and "\n" not in clock + note and fonts.width(clock + note, SMALL) + 12 <= width
    if beside and (clock or note):
        at = width - fonts.width(note, SMALL)
        found.append(Band(14, [Words(0, 2, clock, SMALL, theme.MUTED), Words(at, 2, note, SMALL, bold=True)]))
    elif clock:
        found.append(_text(clock, width, theme.INK if tie else theme.MUTED, said))
    if tie and note:
        found.append(_text(note, width, theme.INK, said))
    found.append(_players(slip, ("甲方", "乙方") if tie else ("红方", "黑方"), width))
    if tie:
        for game in slip.games:
            found += [_game(game, width), _results(width), *_small(width)]
        found.append(_blanks(("本轮胜方",), width))
    else:
        found += [_results(width), *_small(width)]
    found.append(_blanks(("甲方签字", "乙方签字") if tie else ("红方签字", "黑方签字"), width))
    found.append(_blanks(("裁判", "时间"), width))
    if note and not (beside or tie):
        found.append(_text(note, width, theme.INK))
    return found


def _head(heading: str, round_label: str, width: float) -> Band:
    labels, label_size = fonts.fit(round_label, 0.45 * width, (11, 10, SMALL))
    taken = max(fonts.width(label, label_size) for label in labels)
    lines, size = fonts.fit(heading, width - taken - 10, (SMALL, 8.5, SMALLEST))
    marks: list[Mark] = [Words(0, 2 + i * size * LEADING, line, size, theme.MUTED) for i, line in enumerate(lines)]
    marks += [
        Words(width - fonts.width(label, label_size), i * label_size * LEADING, label, label_size, bold=True)
        for i, label in enumerate(labels)
    ]
    return Band(4 + max(len(lines) * size, len(labels) * label_size) * LEADING, marks)


def _text(words: str, width: float, colour: str, sizes: Sequence[float] = NOTES) -> Band:
    lines, size = fonts.fit(words, width, sizes)
    return Band(
        len(lines) * size * LEADING + 3, [Words(0, 2 + i * size * LEADING, line, size, colour) for i, line in enumerate(lines)]
    )


def _players(slip: Slip, sides: tuple[str, str], width: float) -> Band:
    """The table number, large, and beside it the two players in a frame."""
    y = 0.0
    marks: list[Mark] = []
    edges = [0.0]
    for side, player in zip(sides, (slip.red, slip.black), strict=True):
        strip = _player(side, *player, width - _BOARD)
        marks += [mark.moved(_BOARD, y) for mark in strip.marks]
        y += strip.height
        edges.append(y)
    under = language.header("台").split("\n")
    high = (y - 4 - 11 * len(under)) / LEADING  # what the number may take of the box
    (board,), size = fonts.fit(str(slip.board), _BOARD - 8, [min(size, high) for size in (34, 28, 22, 16, 12)])
    top = (y - size * LEADING - 11 * len(under)) / 2
    marks.append(centred(board, size, 0, _BOARD, top, bold=True))
    marks += [centred(line, 10, 0, _BOARD, top + size * LEADING + 11 * i) for i, line in enumerate(under)]
    marks += [Stroke(0 if edge in (0, y) else _BOARD, edge, width, edge, EDGE, 0.7) for edge in edges]
    marks += [Stroke(x, 0, x, y, EDGE, 0.7) for x in (0, _BOARD, width)]
    return Band(y + 5, marks)


def _player(side: str, number: str, name: str, team: str, width: float) -> Band:
    left = 46.0  # the colour and the number stand in a column of their own
    blank = not (number or name)  # to be filled in by hand: as high as one that is filled
    tag = language.named(f"{number}号") if number.isdigit() else BLANK_NUMBER if blank else number
    names, size = fonts.fit(name, width - left - 4, NAMES)
    teams, small = fonts.fit(" " if blank else team, width - left - 4, TEAMS)
    tags, tag_size = fonts.fit(tag, left - 9, (11, 10, 9, SMALLEST))
    lines = [(line, size, left, theme.INK, False) for line in names] + [
        (line, small, left, theme.MUTED, False) for line in teams if line
    ]
    colour = theme.RED if side == "红方" else theme.INK
    labels = [(line, 10.0, 6.0, colour, True) for line in _side(side, left - 9)] + [
        (line, tag_size, 6.0, theme.INK, False) for line in tags if line
    ]
    heights = [sum(line[1] * LEADING for line in column) for column in (labels, lines)]
    height = max(heights) + 3
    marks: list[Mark] = []
    for column, high in zip((labels, lines), heights, strict=True):
        y = (height - high) / 2
        for line, line_size, x, ink, bold in column:
            marks.append(Words(x, y + line_size * (LEADING - 1) / 2, line, line_size, ink, bold))
            y += line_size * LEADING
    return Band(height, marks)


def _side(side: str, room: float) -> list[str]:
    return fonts.wrap(language.header(side), 10.0, room)


def _game(game: str, width: float) -> Band:
    """One line of a tie: its name and a blank for the number of the player who has red."""
    label, blank = language.label("执红编号"), 56.0
    start = width - blank - fonts.width(label, SMALL) - 4
    lines, size = fonts.fit(language.label(game), start - 8, (12, 11, 10, SMALL))
    height = max(22, 8 + len(lines) * size * LEADING)
    marks: list[Mark] = [Stroke(0, 3, width, 3, EDGE, 0.5)]
    marks += [Words(0, 7 + i * size * LEADING, line, size, bold=True) for i, line in enumerate(lines)]
    marks += [Words(start, 9, label, SMALL), Stroke(width - blank, 20, width, 20)]
    return Band(height, marks)


def _results(width: float) -> Band:
    words = [f"□ {number} {language.label(word)}" for number, word in enumerate(("红胜", "黑胜", "和"), 1)]
    size = next((size for size in _RESULTS if sum(fonts.width(word, size) for word in words) <= width - 12), SMALLEST)
    widths = [fonts.width(word, size) for word in words]
    gap = min(36.0, (width - sum(widths)) / 2)
    x = (width - sum(widths) - 2 * gap) / 2
    marks = []
    for word, wide in zip(words, widths, strict=True):
        marks.append(Words(x, 2, word, size))
        x += wide + gap
    return Band(18, marks)


def _small(width: float) -> list[Band]:
    """The forfeits to tick at the left, the fouls to count at the right, or below where they have no room."""
    forfeits = language.label("□ 4 红弃  □ 5 黑弃  □ 6 双弃")
    marks: list[Mark] = []
    x = width
    for label in map(language.label, ("黑", "犯规 红")):
        marks.append(Stroke(x - 24, 12, x, 12))
        x -= 26 + fonts.width(label, SMALL)
        marks.append(Words(x, 2, label, SMALL))
        x -= 6
    if fonts.width(forfeits, SMALL) <= x:
        return [Band(14, [Words(0, 2, forfeits, SMALL), *marks])]
    return [_text(forfeits, width, theme.INK), Band(14, marks)]


def _blanks(labels: Sequence[str], width: float) -> Band:
    """Labels in columns of the same width, each with a line to write on."""
    marks: list[Mark] = []
    each = (width - 10 * (len(labels) - 1)) / len(labels)
    for place, label in enumerate(map(language.label, labels)):
        x = place * (each + 10)
        marks += [Words(x, 6, label, SMALL), Stroke(x + fonts.width(label, SMALL) + 3, 16.5, x + each, 16.5)]
    return Band(19, marks, grows=True)
