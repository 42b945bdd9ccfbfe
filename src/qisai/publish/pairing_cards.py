"""Pairing cards (编排卡): one a player, cut and laid out by score when a round is paired by hand. All lengths are points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import fonts, theme
from .a4 import SMALLEST, Leaf, Mark, Stroke, Words, centred
from .labels import pages

ROWS = ("轮", "对手", "先后", "得分", "积分", "调")
NARROWEST = 17.0  # the column of a round
_BESIDE, _HEAD, _LINE, _LEFT = 11.0, 8.0, 12.0, 19.0
#: Columns and rows of cards on a page, from the most cards to the fewest.
GRIDS = ((3, 6), (2, 6), (1, 6))
_NUMBER = (17.0, 15.0, 13.0)
_NAME = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
_SMALL = (SMALLEST,)
_BOX = (40.0, 21.0)


@dataclass(frozen=True)
class PairingCard:
    """One player; blank texts are to be written in.

    ``score``: what he has before the round, "" while a result is out. ``note``: the side he is due, whom else he may not
    meet. ``rounds``: for each round of the event 对手, 先后, 得分, 积分, 调.
    """

    number: str
    name: str
    team: str
    score: str
    note: str
    rounds: Sequence[tuple[str, str, str, str, str]]


def arrange_pairing_cards(cards: Sequence[PairingCard], *, note: str) -> list[Leaf]:
    """The leaves with all cards, the last one filled up with blank ones; ``note`` tops every leaf."""
    rounds = max((len(card.rounds) for card in cards), default=1)
    wide = Leaf().room[0]
    columns, rows = next((g for g in GRIDS if (wide / g[0] - 2 * _BESIDE - _LEFT) / rounds >= NARROWEST), GRIDS[-1])
    spare = -len(cards) % (columns * rows)
    blank = PairingCard("", "", "", "", "", [("",) * 5] * rounds)
    return pages([_card(card, rounds) for card in [*cards, *[blank] * spare]], columns, rows, note=note)


def _card(card: PairingCard, rounds: int) -> Callable[[float, float], list[Mark]]:
    def drawn(wide: float, high: float) -> list[Mark]:
        left, right, top = _BESIDE, wide - _BESIDE, _HEAD
        numbers, size = fonts.fit(card.number or "＿＿", 32, _NUMBER)
        marks: list[Mark] = [Words(left, top, numbers[0], size, bold=True)]
        beside = left + 36
        room = right - _BOX[0] - 14 - beside
        names, large = fonts.fit(card.name, room, _NAME)
        marks += [Words(beside, top + place * 10, line, large, bold=True) for place, line in enumerate(names[:2])]
        if len(names) == 1:  # a name of two lines takes the place of the team
            marks.append(Words(beside, top + 14.5, *_one_line(card.team, room, _SMALL), theme.MUTED))
        marks += _score_box(card.score, right - _BOX[0], top)
        for place, line in enumerate(fonts.wrap(card.note, SMALLEST, right - left)[:2]):
            marks.append(Words(left, top + 25 + place * 9.5, line, SMALLEST))
        return marks + _grid(card, rounds, left, right, top + 46)

    return drawn


def _one_line(text: str, room: float, sizes: Sequence[float]) -> tuple[str, float]:
    """A text on one line, shortened where even the smallest type is too wide."""
    lines, size = fonts.fit(text, room, sizes)
    return (lines[0] if len(lines) == 1 else lines[0][:-1] + "…"), size


def _score_box(score: str, x: float, y: float) -> list[Mark]:
    wide, high = _BOX
    corners = ((x, y, x + wide, y), (x, y + high, x + wide, y + high), (x, y, x, y + high), (x + wide, y, x + wide, y + high))
    text, size = _one_line(score, wide - 4, (14.0, 12.0, 10.0, 8.0))
    beside = [Words(x - 9, y + 2 + 9 * row, sign, SMALLEST, theme.MUTED) for row, sign in enumerate("积分")]
    return [*(Stroke(*corner) for corner in corners), *beside, centred(text, size, x, x + wide, y + (high - size) / 2)]


def _grid(card: PairingCard, rounds: int, left: float, right: float, top: float) -> list[Mark]:
    each = (right - left - _LEFT) / rounds
    bottom = top + len(ROWS) * _LINE
    marks: list[Mark] = [Stroke(left, top + row * _LINE, right, top + row * _LINE, theme.RULE) for row in range(len(ROWS) + 1)]
    marks += [Stroke(x, top, x, bottom, theme.RULE) for x in (left, *(left + _LEFT + n * each for n in range(rounds + 1)))]
    for row, label in enumerate(ROWS):
        y = top + row * _LINE
        marks.append(centred(label, 8, left, left + _LEFT, y + 2, theme.MUTED))
        cells = [str(n + 1) for n in range(rounds)] if row == 0 else [one[row - 1] for one in card.rounds]
        for place, cell in enumerate(cells):
            if cell:
                x = left + _LEFT + place * each
                text, size = _one_line(cell, each - 1, _SMALL)
                marks.append(centred(text, size, x, x + each, y + (_LINE - size) / 2, theme.MUTED if row == 0 else theme.INK))
    return marks
