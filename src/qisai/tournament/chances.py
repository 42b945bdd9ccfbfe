"""Who can still take one of the first places before the last rounds: surely in, open, surely out.

Everything holds for games that are played to an end with the colours of the pairing, and for a field that stays as it
is: a double loss, a withdrawal, a disqualification or a correction is not foreseen.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from qisai.regulation.model import Key
from qisai.tiebreaks import TIE_BREAKS, History
from qisai.tiebreaks.history import Ints, ordinal
from qisai.tournament.standings import NUMBER

IN, OPEN, OUT = "已进", "未定", "已无可能"
RESULTS = 3  # red wins, a draw, black wins
MOST_WAYS = RESULTS**6
#: Keys whose values of the last round its results do not tell.
UNFORESEEN = ("fouls", "playoff")


@dataclass(frozen=True)
class Game:
    """A game that is paired and not played: the points (units) of red and of black for each result."""

    red: str
    black: str
    results: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Field:
    """What is known before the rounds that are left.

    ``places``: how many places there are; ``points``: units so far, by player, of all who can hold a place, with what a
    published round brings those who sit at none of its tables; ``games``: of the one round that is paired, nobody in two;
    ``later``: the least and the most units that one player can make in all the rounds not yet paired; ``doubtful``:
    those who have left, and may hold a place or not.
    """

    places: int
    points: Mapping[str, int]
    games: tuple[Game, ...] = ()
    later: tuple[int, int] = (0, 0)
    doubtful: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Chance:
    """One player: the verdict, his least and most points (units) at the end, and what it rests on.

    ``rivals``: of who is in, how many others at most can reach his points; of who is out, how many others surely stay
    above his; -1 where it follows from the others, or from all results (``ways`` of ``of`` take him in).
    """

    player: str
    verdict: str
    least: int
    best: int
    rivals: int = -1
    ways: int = 0
    of: int = 0

    def why(self, least: str, best: str) -> str:
        """One short sentence for the public; ``least`` and ``best`` are his points as people read them."""
        if self.of:
            return {
                IN: f"末轮{self.of}种结果里都能进",
                OUT: f"末轮{self.of}种结果里都进不了",
                OPEN: f"末轮{self.of}种结果里{self.ways}种能进",
            }[self.verdict]
        if self.verdict == OPEN:
            return f"最少{least}分，最多{best}分"
        if self.rivals < 0:
            return "其他人都已无可能" if self.verdict == IN else "名额已满"
        if self.verdict == OUT:
            return f"最多{best}分，至少{self.rivals}人一定更高"
        return f"至少{least}分，最多{self.rivals}人能追上" if self.rivals else f"至少{least}分，没有人能追上"


class _Tally:
    """How many stand at a bar or above it at the end: at most (``most``), or surely above it (not ``most``).

    In each paired game the result counts that brings most, or fewest, of its two players there.
    """

    def __init__(self, field: Field, most: bool) -> None:
        self.most, self.extra = most, field.later[1] if most else field.later[0]
        self.points = {player: units for player, units in field.points.items() if most or player not in field.doubtful}
        self.games = field.games
        seated = {player for game in field.games for player in (game.red, game.black)}
        self.free = np.array([units for player, units in self.points.items() if player not in seated], dtype=np.int64)
        self.of = cache(self._count)

    def there(self, player: str, made: int, bar: int) -> bool:
        """Whether a player stands there if the paired round brings him ``made``."""
        if player not in self.points:
            return False
        end = self.points[player] + made + self.extra
        return end >= bar if self.most else end > bar

    def _count(self, bar: int) -> tuple[int, list[int]]:
        """All together, and those of each game."""
        pick = max if self.most else min
        each = [
            pick(self.there(game.red, red, bar) + self.there(game.black, black, bar) for red, black in game.results)
            for game in self.games
        ]
        ends = self.free + self.extra
        return int((ends >= bar if self.most else ends > bar).sum()) + sum(each), each


def by_score(field: Field) -> list[Chance]:
    """The verdicts by points alone, of all but the doubtful, in the order of ``points``.

    Who is in has at most places - 1 others who can reach his points, level ones counted as ahead, however he plays; who
    is out has as many as there are places surely above him, however well he plays. Of the two players of a paired game
    no result counts that they cannot have together, so that with one paired round and no later one this is exact but
    for level points.
    """
    reach, stay, (low, high) = _Tally(field, most=True), _Tally(field, most=False), field.later
    seat = {game.red: (number, 0) for number, game in enumerate(field.games)}
    seat |= {game.black: (number, 1) for number, game in enumerate(field.games)}
    found = []
    for player, own in field.points.items():
        if player in field.doubtful:
            continue
        if player in seat:
            number, side = seat[player]
            game = field.games[number]
            other = game.black if side == 0 else game.red
            reached, above, ends = 0, len(field.points), []
            for result in game.results:
                mine, his = own + result[side], result[1 - side]
                (many, of_games), (few, of_stays) = reach.of(mine + low), stay.of(mine + high)
                reached = max(reached, many - of_games[number] + reach.there(other, his, mine + low))
                above = min(above, few - of_stays[number] + stay.there(other, his, mine + high))
                ends.append(mine)
            least, best = min(ends) + low, max(ends) + high
        else:
            least, best = own + low, own + high
            reached, above = reach.of(least)[0] - 1, stay.of(best)[0]  # he reaches his own
        verdict = IN if reached < field.places else OUT if above >= field.places else OPEN
        found.append(Chance(player, verdict, least, best, {IN: reached, OUT: above, OPEN: -1}[verdict]))
    return _closed(found, field)


def _closed(found: list[Chance], field: Field) -> list[Chance]:
    """Once all places are taken the others are out; once only as many can come as there are places, they are in."""
    taken = sum(chance.verdict == IN for chance in found)
    left = sum(chance.verdict != OUT for chance in found)
    if taken == field.places:
        return [replace(chance, verdict=OUT) if chance.verdict == OPEN else chance for chance in found]
    if left == field.places and not field.doubtful:
        return [replace(chance, verdict=IN) if chance.verdict == OPEN else chance for chance in found]
    return found


def by_results(
    chances: Sequence[Chance], ends: Sequence[History], games: Sequence[tuple[str, str]], chain: Sequence[Key], places: int,
    aside: Collection[str] = (), doubtful: Collection[str] = (), shared: bool = False,
) -> list[Chance]:  # fmt: skip
    """The same players with the verdicts of all results of the last round, worked out with the chain: exact.

    ``chances``: of :func:`by_score`; ``ends``: the histories to the end in which red wins all of ``games``, all are
    drawn, black wins all; they differ in the last column alone. ``aside``: who holds no place. Level players have what
    is worst and what is best for them where the chain goes on with what is not known before, or they may share a place
    (``shared``).
    """
    first, known = ends[0], _known(chain, shared)
    row = {player: position for position, player in enumerate(first.players)}
    columns = {name: np.stack([getattr(end, name)[:, -1] for end in ends]) for name in _moving(ends)}
    holds = np.array([player not in aside for player in first.players], dtype=np.bool_)
    stays = holds & np.array([player not in doubtful for player in first.players], dtype=np.bool_)
    everyone, seats = np.arange(len(row)), [[row[red], row[black]] for red, black in games]
    surely, maybe, of = np.zeros(len(row), dtype=np.int64), np.zeros(len(row), dtype=np.int64), 0
    for results in product(range(RESULTS), repeat=len(games)):
        chosen = np.zeros(len(row), dtype=np.int64)
        for pair, result in zip(seats, results, strict=True):
            chosen[pair] = result
        now = {name: _with_last(getattr(first, name), column[chosen, everyone]) for name, column in columns.items()}
        label = _label(replace(first, **now), known)
        surely += (label[None, holds] <= label[:, None]).sum(axis=1) - holds < places
        maybe += (label[None, stays] < label[:, None]).sum(axis=1) < places
        of += 1
    found = []
    for chance in chances:
        position = row[chance.player]
        verdict = IN if surely[position] == of else OPEN if maybe[position] else OUT
        found.append(replace(chance, verdict=verdict, rivals=-1, ways=int(maybe[position]), of=of))
    return found


def _known(chain: Sequence[Key], shared: bool) -> list[Key]:
    """The keys up to the first that a result does not settle: fouls and a playoff come with the last round or behind it."""
    unknown = [position for position, key in enumerate(chain) if key.name in UNFORESEEN]
    if unknown:
        return list(chain[: unknown[0]])
    return list(chain) if shared else [*chain, NUMBER]


def _moving(ends: Sequence[History]) -> list[str]:
    """Names of the matrices that differ between histories."""
    return [
        field.name
        for field in fields(History)
        if any(not _same(getattr(ends[0], field.name), getattr(end, field.name)) for end in ends[1:])
    ]


def _same(one: Any, other: Any) -> bool:
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)


def _with_last(matrix: Any, column: Any) -> Any:
    found = matrix.copy()
    found[:, -1] = column
    return found


def _label(past: History, chain: Sequence[Key]) -> Ints:
    """Places from 0 by the chain, level ones sharing one."""
    tied = np.zeros(len(past.players), dtype=np.int64)
    for key in chain:
        values = TIE_BREAKS[key.name].values(past, tied)
        tied = ordinal(tied, -values if key.larger_first else values)
    return tied
