"""What counts of each player's rounds, as integer matrices: all that a tie-break may look at."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from qisai.tiebreaks import opponents

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Units:
    """Denominators. A point is ``points`` units, an opponent's point ``points * opponents`` of those that 对手分 is
    counted in; ``rounds`` is the length of the event, so that every mean over rounds has one denominator."""

    points: int = 1
    opponents: int = 1
    rounds: int = 1

    @property
    def means(self) -> int:
        return math.lcm(*range(1, self.rounds + 1))


@dataclass(frozen=True)
class History:
    """The rounds 1..R of all players: rows are players in the order of ``players``, columns rounds.

    ``line``: the player has a result, or was seen to be away, in this round (not before it is reported); ``points``
    (units); ``share`` of the result (2 win, 1 draw, 0 loss); ``wins``, ``fouls``, ``red_wins``, ``black_games``,
    ``black_wins`` (counts); ``played`` over the board, ``missed`` by own doing, ``met``: the two count as having met,
    ``rest``: the table of a round robin gave no opponent, and there is no line (bool); ``playoff``, the place that he
    was entered with after the round; ``opponent``, a row or -1 where nobody sat opposite; ``worth``, a word of
    ``opponents``; ``elsewhere``, points (units) won in the knockout that count only as an opponent's; ``drawn``, the
    points (units) that a draw would have brought. ``win`` and ``draw`` are the least points of a win and a draw in a
    round, ``rules`` the setting 未下对局. One value a player: ``number``; ``rating`` and ``lot``, 0 where he has none;
    ``entered``, his first round; ``place_before``, the place, from 0, in the table one round earlier.
    """

    players: tuple[str, ...]
    number: Ints
    rating: Ints
    lot: Ints
    entered: Ints
    line: Bools
    points: Ints
    share: Ints
    wins: Ints
    fouls: Ints
    red_wins: Ints
    black_games: Ints
    black_wins: Ints
    played: Bools
    missed: Bools
    met: Bools
    rest: Bools
    playoff: Ints
    opponent: Ints
    worth: Ints
    elsewhere: Ints
    drawn: Ints
    win: Ints
    draw: Ints
    rules: str
    units: Units
    place_before: Ints

    @property
    def rounds(self) -> int:
        return int(self.points.shape[1])

    def after(self, r: int, place_before: Ints) -> History:
        """The same as it stood after round ``r``."""
        cut = {name: getattr(self, name)[:, :r] for name in _BY_ROUND}
        return replace(self, **cut, win=self.win[:r], draw=self.draw[:r], place_before=place_before)

    @cached_property
    def total(self) -> Ints:
        """Points so far."""
        return np.asarray(self.points.sum(axis=1), dtype=np.int64)

    @cached_property
    def total_of_opponent(self) -> Ints:
        """What a player's total counts for those he met."""
        return np.asarray(self.total + self.elsewhere.sum(axis=1), dtype=np.int64)

    @cached_property
    def running(self) -> Ints:
        """Totals after each round, players x rounds."""
        return np.asarray(self.points.cumsum(axis=1), dtype=np.int64)

    @cached_property
    def worths(self) -> Ints:
        """What each line adds to 对手分, in the units of opponents: players x rounds."""
        return opponents.worths(self)

    @cached_property
    def results(self) -> Ints:
        """``share`` as 小分 looks at it: before 2023 FIDE took every round without a game for a draw."""
        return np.where(self.line & ~self.played, 1, self.share) if self.rules == opponents.VIRTUAL else self.share

    @cached_property
    def paired(self) -> Bools:
        """Lines with a result against somebody."""
        return np.asarray(self.line & (self.opponent >= 0), dtype=np.bool_)

    @cached_property
    def here(self) -> Bools:
        """Who had entered by the round of the table: one value a player."""
        return np.asarray(self.entered <= max(self.rounds, 1), dtype=np.bool_)

    def of_opponents(self, values: Ints, missing: int = 0) -> Ints:
        """A value of each player, seen from his opponents: players x rounds, ``missing`` where there was none."""
        return np.where(self.paired, values[self.opponent], missing)

    def tied_with(self, tied: Ints) -> Bools:
        """Lines whose two players bear the same label of ``tied``."""
        return np.asarray(self.met & (self.of_opponents(tied, -1) == tied[:, None]), dtype=np.bool_)


_BY_ROUND = ("line", "points", "share", "wins", "fouls", "red_wins", "black_games", "black_wins", "played", "missed",
             "met", "rest", "playoff", "opponent", "worth", "elsewhere", "drawn")  # fmt: skip


def ordinal(*columns: Ints) -> Ints:
    """Places from 0 up, equal ones sharing one, by several columns at once, the first one first."""
    if len(columns) == 1:
        return np.unique(columns[0], return_inverse=True)[1].astype(np.int64).reshape(-1)
    order = np.lexsort(columns[::-1])
    stacked = np.stack(columns)[:, order]
    steps = np.concatenate([[0], (stacked[:, 1:] != stacked[:, :-1]).any(axis=0)]) if len(order) else np.zeros(0)
    places = np.empty(len(order), dtype=np.int64)
    places[order] = steps.cumsum().astype(np.int64)
    return places
