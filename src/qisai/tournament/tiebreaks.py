"""The tie-breaks: one small function each, one table that lists them.

A :class:`History` holds what each player did, round by round, as integer matrices (players x rounds). Each
function returns one integer a player *after round r*; which direction is better is said by the chain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from qisai.vocabulary import BLACK

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class History:
    """What counts of each player's rounds; rows are players in the order of ``players``, columns rounds 1..R.

    ``opponent`` holds row positions, or -1 where nobody sat opposite; ``lowest`` marks lines whose opponent
    counts as the lowest total among those who have points (2020 rules 14.4); ``counted`` those whose opponent
    counts in full.
    """

    players: tuple[str, ...]
    number: Ints
    points: Ints
    wins: Ints
    fouls: Ints
    black_games: Ints
    black_wins: Ints
    opponent: Ints
    counted: Ints
    lowest: Ints

    @property
    def rounds(self) -> int:
        return int(self.points.shape[1])


def history(sides: pd.DataFrame, numbers: pd.Series, rounds: int) -> History:
    """Matrices from a sides frame. ``numbers``: 编号 (int) by player id, everybody who takes part.

    >>> from qisai.tournament.games import frame
    >>> import pandas as pd
    >>> empty = pd.DataFrame(columns=["round", "player", "opponent", "side", "points", "win", "colour",
    ...     "fouls", "opponent_value"]).astype({"round": int, "points": int, "fouls": int})
    >>> history(empty, pd.Series({"7": 1, "3": 2}), 1).points.tolist()
    [[0], [0]]
    """
    players = tuple(str(player) for player in numbers.index)
    row = {player: position for position, player in enumerate(players)}
    mine = sides[sides["player"].isin(players)]
    at = (mine["player"].map(row).to_numpy(dtype=np.int64), mine["round"].to_numpy(dtype=np.int64) - 1)

    def matrix(values: Any, blank: int = 0) -> Ints:
        cells = np.full((len(players), rounds), blank, dtype=np.int64)
        cells[at] = np.asarray(values, dtype=np.int64)
        return cells

    black = (mine["side"] == BLACK) & mine["colour"].astype(bool)
    return History(
        players=players,
        number=numbers.to_numpy(dtype=np.int64),
        points=matrix(mine["points"]),
        wins=matrix(mine["win"].astype(bool)),
        fouls=matrix(mine["fouls"]),
        black_games=matrix(black),
        black_wins=matrix(black & mine["win"].astype(bool)),
        opponent=matrix(mine["opponent"].map(row).fillna(-1), -1),
        counted=matrix(mine["opponent_value"] == "全分"),
        lowest=matrix(mine["opponent_value"] == "最低分"),
    )


def _total(matrix: Ints, r: int) -> Ints:
    return np.asarray(matrix[:, :r].sum(axis=1), dtype=np.int64)


def points(past: History, r: int) -> Ints:
    """积分: the sum of the points of all rounds."""
    return _total(past.points, r)


def progressive(past: History, r: int) -> Ints:
    """累进分: the sum of the running totals after each round (2020 rules 14.3.2; Danyang 七)."""
    return _total(past.points.cumsum(axis=1), r)


def opponents_score(past: History, r: int) -> Ints:
    """对手分: the sum of the totals of all opponents; for a bye the lowest total above zero (14.3.1, 14.4)."""
    total = points(past, r)
    above = total[total > 0]
    floor = int(above.min()) if above.size else 0
    met = past.opponent[:, :r]
    full = np.where((met >= 0) & (past.counted[:, :r] == 1), total[met], 0)
    return _total(full, r) + floor * _total(past.lowest, r)


def wins(past: History, r: int) -> Ints:
    """胜局."""
    return _total(past.wins, r)


def fouls(past: History, r: int) -> Ints:
    """犯规: fouls recorded; fewer is better."""
    return _total(past.fouls, r)


def black_games(past: History, r: int) -> Ints:
    """后手局数: games played as second mover."""
    return _total(past.black_games, r)


def black_wins(past: History, r: int) -> Ints:
    """后手胜局: games won as second mover."""
    return _total(past.black_wins, r)


def _ordinal(*columns: Ints) -> Ints:
    """Places from 0 up, equal ones sharing one, by several columns at once, the first one first."""
    stacked = np.stack(columns, axis=1) if columns else np.zeros((0, 0), dtype=np.int64)
    _, places = np.unique(stacked, axis=0, return_inverse=True)
    return np.asarray(places, dtype=np.int64).reshape(-1)


def progressive_cut(past: History, r: int) -> Ints:
    """逐轮递减: 累进分 without round 1, then without rounds 1 and 2, and so on (2020 rules 14.3.2), as an order."""
    running = past.points.cumsum(axis=1)[:, :r]
    return _ordinal(*(np.asarray(running[:, first:].sum(axis=1), dtype=np.int64) for first in range(1, r)), past.number * 0)


def previous_points(past: History, r: int) -> Ints:
    """上轮积分: points one round earlier, then two, and so on (Tianshui 六), as an order."""
    running = past.points.cumsum(axis=1)[:, : max(r - 1, 0)]
    return _ordinal(*(running[:, back] for back in range(running.shape[1] - 1, -1, -1)), past.number * 0)


#: name in ``vocabulary.TIE_BREAKS`` -> function. 前一轮名次 and 编号 are orders and belong to ``standings``.
FUNCTIONS: dict[str, Callable[[History, int], Ints]] = {
    "points": points,
    "progressive": progressive,
    "opponents_score": opponents_score,
    "wins": wins,
    "fouls": fouls,
    "black_games": black_games,
    "black_wins": black_wins,
    "progressive_cut": progressive_cut,
    "previous_points": previous_points,
}
