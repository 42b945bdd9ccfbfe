"""Certificates (证书): words at places on landscape or upright A4, with a border or for paper that is printed already.

Places and widths are millimetres from the left upper corner of the paper, sizes of type are points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from . import fonts, theme
from .a4 import LEADING, MILLIMETRE, SMALLEST, Disc, Leaf, Mark, Stroke, Words, save
from .labels import emblem
from .language import t

LEFT, MIDDLE, RIGHT = "左", "中", "右"
#: What may stand between braces, and what is put there.
BLANKS = {
    "姓名": "姓名，团体奖是队名",
    "单位": "单位，团体奖空着",
    "奖项": "奖项的名称",
    "名次": "第一名、第二名……，幸运奖空着",
    "赛事": "赛事名称",
    "日期": "颁奖的日期",
    "组委会": "落款",
}
BLANK = re.compile(r"[{｛]\s*(.*?)\s*[}｝]")
FRAME, INNER = 11.0, 14.5  # millimetres from the edge of the paper to the two lines of the border
_OPENS, _ENDS = "“‘《（「『", "”’》）」』，。、；："  # half of their square is blank, which is no part of a line in the middle
MOTIF = 26.0  # side of the organizer's mark


@dataclass(frozen=True)
class Text:
    """One row of the template: its words with blanks, where it stands, in at most ``lines`` lines; ``ready``: bought paper
    has these words already."""

    words: str
    left: float
    top: float
    width: float
    size: float
    align: str = LEFT
    colour: str = theme.INK
    lines: int = 1
    ready: bool = False

    def filled(self, award: Mapping[str, str]) -> str:
        """The words with the blanks of one certificate filled in; ``award`` gives the words of :data:`BLANKS`."""
        return BLANK.sub(lambda blank: award[blank[1]], self.words).strip()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom in points, as large as all its lines need."""
        x, y = self.left * MILLIMETRE, self.top * MILLIMETRE
        return x, y, x + self.width * MILLIMETRE, y + self.lines * self.size * LEADING


@dataclass(frozen=True)
class Template:
    """How the certificates of an event look: the rows, and whether the paper lies across."""

    texts: Sequence[Text]
    across: bool = True


def write_certificates(
    path: Path, template: Template, awards: Sequence[Mapping[str, str]], *, title: str, border: bool, tag: str = ""
) -> Path:
    """Write one page for each of ``awards`` as one PDF and return its path; without ``border`` only the words that bought
    paper lacks.

    ``tag`` is a small mark in the corner of each (演练数据). Raises ``ValueError`` where a text does not fit (see
    :func:`faults`), ``MissingGlyphs``, and ``InputProblems`` (locked) where the file is open elsewhere.
    """
    return save(path, arrange(template, awards, border=border, tag=tag), title=title)


def arrange(template: Template, awards: Sequence[Mapping[str, str]], *, border: bool, tag: str = "") -> list[Leaf]:
    """The leaves of the certificates."""
    wide, high = Leaf(across=template.across).room
    around = [*_border(wide, high)] if border else []
    shown = [text for text in template.texts if border or not text.ready]
    corner = [Words(INNER * MILLIMETRE + 38, high - INNER * MILLIMETRE - 20, t(tag), 9, theme.RED)] if tag else []
    return [
        Leaf([*around, *corner, *(mark for text in shown for mark in _set(text, text.filled(award)))], template.across)
        for award in awards
    ]


def off_paper(template: Template) -> list[int]:
    """Rows of the template that reach beyond the paper."""
    wide, high = Leaf(across=template.across).room
    boxes = [text.box for text in template.texts]
    return [row for row, (_, _, right, bottom) in enumerate(boxes) if right > wide + 0.5 or bottom > high + 0.5]


def through_border(template: Template, awards: Sequence[Mapping[str, str]]) -> list[int]:
    """Rows of the template of which some certificate has words on the border or beyond it."""
    wide, high = Leaf(across=template.across).room
    edge = INNER * MILLIMETRE
    return [
        row for row, text in enumerate(template.texts)
        if any(
            one.x < edge or one.top < edge or one.x + one.width > wide - edge or one.top + one.size > high - edge
            for award in awards for one in _set(text, text.filled(award))
        )
    ]  # fmt: skip


def paper_size(template: Template) -> str:
    """``297 × 210 毫米``."""
    wide, high = Leaf(across=template.across).room
    return f"{wide / MILLIMETRE:.0f} × {high / MILLIMETRE:.0f} 毫米"


def faults(template: Template, awards: Sequence[Mapping[str, str]]) -> Iterator[tuple[int, str]]:
    """Rows of the template that cannot be printed as they stand, each with what is wrong: one on another, or too narrow
    for the words of somebody."""
    for row, text in enumerate(template.texts):
        for filled in dict.fromkeys(text.filled(award) for award in awards):
            if filled and _size(text, filled) < SMALLEST:
                yield row, f"太窄，「{filled}」印出来不到 {SMALLEST:.0f} 号字"
                break
    for (one, first), (other, second) in combinations(enumerate(template.texts), 2):
        if _meet(first.box, second.box):
            yield other, f"和「{template.texts[one].words.strip()}」叠在一起"


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return min(one[2], other[2]) - max(one[0], other[0]) > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5


def _size(text: Text, filled: str) -> float:
    """The size at which the words take the lines of the row: the row's own, or as much smaller as they need."""
    needed = fonts.narrowest(filled, 100.0, max(text.lines, filled.count("\n") + 1), 20_000.0)
    return min(text.size, 100.0 * text.width * MILLIMETRE / needed * 0.995)


def _set(text: Text, filled: str) -> Iterator[Words]:
    """The words of a row, in the middle of the height of its lines."""
    if not filled:
        return
    size = _size(text, filled)
    if size < SMALLEST:
        raise ValueError(f"too narrow for {filled}")
    left, top, right, bottom = text.box
    lines = fonts.wrap(filled, size, right - left)
    top += (bottom - top - len(lines) * size * LEADING) / 2 + size * (LEADING - 1) / 2
    for place, line in enumerate(lines):
        spare = right - left - fonts.width(line, size)
        before, after = size / 2 * (line[0] in _OPENS), size / 2 * (line[-1] in _ENDS)
        x = left + {LEFT: 0.0, MIDDLE: (spare + after - before) / 2, RIGHT: spare}[text.align]
        yield Words(x, top + place * size * LEADING, line, size, text.colour, bold=text.size >= 30)


def _border(wide: float, high: float) -> Iterator[Mark]:
    """Two lines around, at each corner and in the middle of the long sides the angles that mark a point of the board,
    and the organizer's mark at the top."""
    for edge, weight in ((FRAME * MILLIMETRE, 2.4), (INNER * MILLIMETRE, 0.7)):
        yield from _rectangle(edge, edge, wide - edge, high - edge, theme.WOOD, weight)
    inset = INNER * MILLIMETRE + 17
    for x in (inset, wide - inset):
        for y in (inset, high - inset):
            yield from _point(x, y)
    side = MOTIF * MILLIMETRE / 2
    top = FRAME * MILLIMETRE - side / 2
    yield Disc((wide - side) / 2 - 7, top - 7, side + 14, theme.WHITE)
    yield from emblem((wide - side) / 2, top, side)


def _rectangle(left: float, top: float, right: float, bottom: float, colour: str, weight: float) -> Iterator[Stroke]:
    for x, y, to_x, to_y in (
        (left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom), (right, top, right, bottom),
    ):  # fmt: skip
        yield Stroke(x, y, to_x, to_y, colour, weight)


def _point(x: float, y: float, arm: float = 11.0, gap: float = 2.8) -> Iterator[Stroke]:
    """The four small angles around a point where a cannon stands."""
    for across in (-1, 1):
        for down in (-1, 1):
            (left, right), (top, bottom) = sorted((gap * across, arm * across)), sorted((gap * down, arm * down))
            yield Stroke(x + left, y + gap * down, x + right, y + gap * down, theme.WOOD, 0.9)
            yield Stroke(x + gap * across, y + top, x + gap * across, y + bottom, theme.WOOD, 0.9)
