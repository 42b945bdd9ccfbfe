"""The proof that a pairing is the best one: prices of players and of groups of players, for anyone to add up.

For each criterion every place has a price, and some sets of an odd number of places have one, such that no legal
pair costs less than the prices of its two players and of the sets that it leaves; all compared criterion by
criterion in their order. Every pairing uses each place once and leaves every odd set at least once, so no pairing
costs less than the sum of all prices. A pairing that costs just that is the best, however it was found.

Of the boundaries between score groups the price is the oldest argument of arbiters: above the line there is an odd
number of players, so one pair has to cross it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qisai.pairing.arrays import Array, Field, Mask, Pairs
from qisai.pairing.blossom import UNIT
from qisai.pairing.criteria import Line
from qisai.pairing.field import Prices

Layer = tuple[Array, Array]  # the set of each place, 0 for none; the price of each set, 0 for none

AT_ONCE = 200_000  # pairs: what stays in the fast memory of a processor


@dataclass(frozen=True)
class Certificate:
    """In quarters. ``nodes``: int64 (nodes, criteria); ``sets``: int64 (sets, criteria), each lexicographically above
    zero; ``inside``: bool (sets, nodes), each with an odd number of them."""

    nodes: Array
    sets: Array
    inside: Mask

    @property
    def total(self) -> tuple[int, ...]:
        """Four times the lower bound of the vector of every pairing."""
        return tuple(int(part) for part in self.nodes.sum(axis=0) + self.sets.sum(axis=0))

    def bounds(self, values: Sequence[int]) -> tuple[int | None, ...]:
        """A lower bound of each criterion for a pairing with these values: up to the first that is not reached, which
        is rounded up; behind it nothing is known (None)."""
        found: list[int | None] = []
        for value, quarters in zip(values, self.total, strict=True):
            found.append(-(-quarters // UNIT))
            if UNIT * value != quarters:
                break
        return (*found, *[None] * (len(values) - len(found)))

    def reduced(self, pairs: Pairs, line: Line, column: int) -> Array:
        """Four times the cost of each pair in one criterion, less the prices that it pays; of a pair for which that is
        above zero in any case, some number above zero."""
        left: Array = UNIT * np.asarray(line.cost(pairs), dtype=np.int64)
        price, below, above = self._paid[column]
        if price.any():
            left -= price[pairs.a] + price[pairs.b]
        for label, prices in below:
            a, b = label[pairs.a], label[pairs.b]
            left -= np.where(a != b, prices[a] + prices[b], 0)
        if above:
            open_ones = np.flatnonzero(left <= 0)  # a set that holds both is not left, though both paid its price
            a, b = pairs.a[open_ones], pairs.b[open_ones]
            for label, prices in above:
                left[open_ones] += np.where(label[a] == label[b], 2 * prices[label[a]], 0)
        return left

    @cached_property
    def _paid(self) -> list[tuple[Array, list[Layer], list[Layer]]]:
        """For each criterion what each place pays for itself and the sets above zero around it, the layers of the sets
        below zero, and of those above."""
        found = []
        for column, amounts in enumerate(self.sets.T):
            price = self.nodes[:, column] + amounts[amounts > 0] @ self.inside[amounts > 0]
            below, above = (self._layers(np.flatnonzero(some), column) for some in (amounts < 0, amounts > 0))
            found.append((price, below, above))
        return found

    def _layers(self, rows: Array, column: int) -> list[Layer]:
        """Some sets in layers of sets that are apart: for each layer the set of each place, 0 for none, and the price of
        each set in one criterion, 0 for none."""
        labels: list[Array] = []
        prices: list[list[int]] = []
        depth = np.zeros(len(self.nodes), dtype=np.int64)
        for row in rows:
            inside = np.flatnonzero(self.inside[row])
            layer = int(depth[inside].max())
            depth[inside] = layer + 1
            if layer == len(labels):
                labels.append(np.zeros(len(self.nodes), dtype=np.int64))
                prices.append([0])
            labels[layer][inside] = len(prices[layer])
            prices[layer].append(int(self.sets[row, column]))
        return [(label, np.array(amounts, dtype=np.int64)) for label, amounts in zip(labels, prices, strict=True)]

    def compare(self, pairs: Pairs, lines: Sequence[Line], first: int = 0) -> tuple[Array, Array]:
        """Rows of the pairs that cost less than they pay (none in a proof), and of those that cost just that: only
        these can be in a best pairing. The lines before ``first`` are left out."""
        cheaper, equal = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(pairs.a), AT_ONCE):
            some = pairs.only(slice(start, start + AT_ONCE))
            rows = np.arange(start, start + len(some.a))
            for column in range(first, len(lines)):
                reduced = self.reduced(some, lines[column], column)
                if reduced.any():
                    cheaper.append(rows[reduced < 0])
                    rows, some = rows[reduced == 0], some.only(reduced == 0)
            equal.append(rows)
        return np.concatenate(cheaper), np.concatenate(equal)


def prices_of(certificate: Certificate, field: Field) -> Prices:
    """The certificate with the players' ids, as it goes into the record."""
    ids = [entrant.player for entrant in field.entrants] + [""] * field.odd
    sets = [
        (tuple(ids[place] for place in np.flatnonzero(inside)), _not_zero(prices))
        for inside, prices in zip(certificate.inside, certificate.sets, strict=True)
    ]
    players: dict[str, dict[int, int]] = {}
    for place, column in np.argwhere(certificate.nodes).tolist():
        players.setdefault(ids[place], {})[column] = int(certificate.nodes[place, column])
    return Prices(players, tuple(sets))


def _not_zero(prices: Array) -> dict[int, int]:
    return {int(column): int(prices[column]) for column in np.flatnonzero(prices)}
