"""A final as it hangs in the hall: two names that are read from the far wall. All lengths are points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd

from . import fonts, language, theme
from .a4 import HEIGHT, LEADING, WIDTH, Leaf, Mark, Stroke, Words, centred
from .paper import FOOT, NOTE, SIDE, Page, head_marks

MOST = 2  # so many ties stand on one poster
NAMES = (120.0, 108.0, 96.0, 84.0, 72.0, 60.0, 48.0, 40.0, 32.0)
_TABLE, _NUMBER, _AGAINST, _GAMES, _WINNER = [26.0], [22.0, 18.0, 14.0], [30.0], [20.0, 18.0, 16.0, 14.0], [36.0, 30.0, 24.0]


@dataclass(frozen=True)
class Duel:
    """A tie: table, number and name of each side, how it stands or who begins, and who has won it; "" where there is none."""

    board: int
    one: tuple[str, str]
    other: tuple[str, str]
    games: str = ""
    winner: str = ""


@dataclass(frozen=True)
class Poster(Page):
    """One or two ties on one sheet of A4 in place of a table."""

    frame: pd.DataFrame = field(default_factory=pd.DataFrame)
    duels: Sequence[Duel] = ()

    def leaves(self, heading: str, stamp: str) -> list[Leaf]:
        """The sheet, without its number."""
        marks, top = head_marks(language.t(self.title), language.t(heading), language.label(stamp), WIDTH)
        notes = [line for note in self.notes for line in fonts.wrap(language.t(note), NOTE, WIDTH - 2 * SIDE)]
        bottom = HEIGHT - FOOT - len(notes) * NOTE * LEADING - 10
        each = (bottom - top) / len(self.duels)
        for place, duel in enumerate(self.duels):
            y = top + place * each
            marks += [Stroke(SIDE, y, WIDTH - SIDE, y, theme.RULE, 1)] * bool(place)
            marks += _drawn(duel, y, each)
        marks += [Words(SIDE, bottom + 10 + n * NOTE * LEADING, line, NOTE, theme.MUTED) for n, line in enumerate(notes)]
        return [Leaf(marks)]


Line = tuple[str, float, str, bool]


def _drawn(duel: Duel, top: float, room: float) -> list[Mark]:
    """The lines below each other, as large as the room lets them be, what is left shared out between them."""
    for size in NAMES:
        lines = _lines(duel, size)
        high = sum(one[1] * LEADING for one in lines)
        if high <= room - 20 and all(fonts.width(words, large) <= WIDTH - 2 * SIDE for words, large, *_ in lines):
            break
    gap = min(24.0, max(0.0, room - high) / (len(lines) + 1))
    y = top + (room - high - gap * (len(lines) - 1)) / 2
    marks: list[Mark] = []
    for words, large, colour, bold in lines:
        marks.append(centred(words, large, 0, WIDTH, y, colour, bold))
        y += large * LEADING + gap
    return marks


def _lines(duel: Duel, size: float) -> list[Line]:
    parts = [(language.t(f"第 {duel.board} 台"), _TABLE, theme.MUTED, False)]
    for place, (number, name) in enumerate((duel.one, duel.other)):
        parts += [("VS", _AGAINST, theme.MUTED, False)] * place
        parts.append((name, [size], theme.INK, True))
        parts += [(language.named(f"{number}号"), _NUMBER, theme.MUTED, False)] * bool(number)
    parts += [(language.t(line), _GAMES, theme.INK, False) for line in duel.games.split("\n") if line]
    parts += [(language.t("胜者：") + duel.winner, _WINNER, theme.RED, True)] * bool(duel.winner)
    return [(line, large, colour, bold) for words, sizes, colour, bold in parts
            for lines, large in [fonts.fit(words, WIDTH - 2 * SIDE, sizes)] for line in lines]  # fmt: skip
