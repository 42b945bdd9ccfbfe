"""Rating arithmetic (FIDE handbook B.02, 8.1: the table of the difference that a score fraction stands for)."""

from __future__ import annotations

import numpy as np

from qisai.tiebreaks.history import Bools, History, Ints

#: Difference dp for a score of 50, 51, ... 100 percent; below one half it is the negative of its mirror.
_UPPER = (0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184,
          193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501,
          538, 589, 677, 800)  # fmt: skip
DIFFERENCE = np.array([*(-step for step in _UPPER[:0:-1]), *_UPPER], dtype=np.int64)


def rounded(amounts: Ints, heads: Ints) -> Ints:
    """``amounts / heads`` to the next whole number, one half up; 0 where there are no heads."""
    safe = np.maximum(heads, 1)
    return np.where(heads > 0, (2 * amounts + safe) // (2 * safe), 0)


def rated_games(past: History) -> Bools:
    """Games over the board against somebody with a rating."""
    return np.asarray(past.played & (past.of_opponents(past.rating) > 0), dtype=np.bool_)


def mean_over(games: Bools, values: Ints) -> Ints:
    """The rounded mean of ``values`` over the ``games`` of each player (both players x rounds); 0 without any."""
    return rounded(np.asarray(np.where(games, values, 0).sum(axis=1)), np.asarray(games.sum(axis=1)))


def opponents_rating(past: History) -> Ints:
    """The mean rating of the rated opponents played."""
    return mean_over(rated_games(past), past.of_opponents(past.rating))


def performance(past: History) -> Ints:
    """That mean plus the difference that the score against them stands for; 0 for who played nobody with a rating."""
    games = rated_games(past)
    percent = mean_over(games, 50 * past.share)
    return np.asarray(np.where(games.any(axis=1), opponents_rating(past) + DIFFERENCE[percent], 0), dtype=np.int64)


def opponents_performance(past: History) -> Ints:
    """The mean performance of the opponents played who have one."""
    has_one = np.asarray(rated_games(past).any(axis=1), dtype=np.int64)
    games = past.played & (past.of_opponents(has_one) > 0)
    return mean_over(np.asarray(games, dtype=np.bool_), past.of_opponents(performance(past)))
