"""Likely pairs of a large part of a field: enough to find good prices, which then are held against all pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qisai.pairing.arrays import Array, Pairs, distinct
from qisai.pairing.criteria import Line, cost_table

LARGE = 150  # members; below, all pairs at once take less time
HUGE = 1000  # members; above, the lot is drawn only among the pairs that are left without it
NEAREST = 12  # pairs of each member in each view, inside the score groups
ACROSS = 2  # and across a border
MORE = 12  # pairs of each member that join at a time


def candidates(pairs: Pairs, lines: Sequence[Line], times: int = 1) -> Array:
    """Rows of the pairs that are among the cheapest of one of their two members, ascending; ``times`` as many as usual.

    Cheap in all ``lines``, in all but the first, and so on, for a pair that the first lines dislike may be needed;
    inside the score groups and across their borders, for of the latter few are needed and most cost little.
    """
    members = distinct(pairs.edges)
    a, b = np.searchsorted(members, pairs.a), np.searchsorted(members, pairs.b)
    row = np.zeros((len(members), len(members)), dtype=np.int64)
    row[a, b] = row[b, a] = np.arange(len(pairs.a))
    price = np.full(row.shape, np.inf)
    everybody = np.arange(len(members))[:, np.newaxis]
    found = np.zeros(len(pairs.a), dtype=bool)
    costs = cost_table(lines, pairs)
    for some, usual in ((pairs.level, NEAREST), (~pairs.level, ACROSS)):
        many = min(times * usual, len(members) - 1)
        packed, weight = (b - a) / len(members), 1.0  # neighbours first, where they cost the same
        price[:] = np.inf
        for column, cost in enumerate(costs.T[::-1], 1):
            packed += weight * cost
            weight *= float(cost.max(initial=0)) + 1
            if not cost[some].any() and column < costs.shape[1]:
                continue
            price[a[some], b[some]] = price[b[some], a[some]] = packed[some]
            nearest = np.argpartition(price, many, axis=1)[:, :many]
            found[row[everybody, nearest][np.isfinite(price[everybody, nearest])]] = True
    return np.flatnonzero(found)


def worst(pairs: Pairs, rows: Array) -> Array:
    """Of the rows, which come the worst first, those that are among the first of one of their two members."""
    found = np.zeros(len(rows), dtype=bool)
    for ends in (pairs.a[rows], pairs.b[rows]):
        order = np.argsort(ends, kind="stable")
        start = np.flatnonzero(np.concatenate([[True], np.diff(ends[order]) != 0]))[: len(order)]
        turn = np.arange(len(order)) - np.repeat(start, np.diff(np.append(start, len(order))))
        found[order[turn < MORE]] = True
    return rows[found]
