"""What counting alone says of a line: the argument of arbiters, for a part of a field.

Above a border stands an odd number of players, so one pair has to cross it. Or some of them, one by one or as odd
groups, can only meet inside their group or one of a few others above: as many as are more than these few have to go
down. Where that is enough, it is the proof; a set of players at a price is left by one pair of every best pairing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from qisai.pairing.arrays import Array, Mask, Pairs, among, distinct
from qisai.pairing.blossom import UNIT, shortage
from qisai.pairing.criteria import Line
from qisai.pairing.graphs import has_perfect_matching, some


@dataclass(frozen=True)
class Once:
    """An odd set of places (ascending), left by just one pair of every pairing that is still open; its price in each
    line, in quarters."""

    places: Array
    prices: Array


@dataclass(frozen=True)
class Part:
    """Pairs that concern only these places and that just pay their prices in all lines before ``line``.

    ``prices``: int64 (places, lines), in quarters. No pair outside the part leaves one of the sets ``once``.
    """

    pairs: Pairs
    places: Array
    prices: Array
    line: int = 0
    once: tuple[Once, ...] = ()

    @cached_property
    def row(self) -> Array:
        """Where each place of the field stands in ``places``; -1 for those outside."""
        row = np.full(self.pairs.field.nodes, -1)
        row[self.places] = np.arange(len(self.places))
        return row

    def inside(self, one: Once) -> Array:
        """A set as far as it is inside the part."""
        places: Array = one.places[self.row[one.places] >= 0]
        return places

    @cached_property
    def sets(self) -> list[Array]:
        """The sets ``once`` as far as they are inside the part, each once."""
        return list({places.tobytes(): places for places in map(self.inside, self.once)}.values())


def whole(pairs: Pairs, lines: int) -> Part:
    """The whole field, nothing settled."""
    places = np.arange(pairs.field.nodes)
    return Part(pairs, places, np.zeros((len(places), lines), dtype=np.int64))


def leaves(pairs: Pairs, places: Array) -> Mask:
    """Of each pair just one is among these places."""
    inside = among(pairs.field, places)
    one: Mask = inside[pairs.a] != inside[pairs.b]
    return one


def settled(part: Part, lines: Sequence[Line], limit: int) -> Part | None:
    """The part with as many of the first ``limit`` lines settled as counting can at once; None if not even one."""
    return _by_parity(part, lines, limit) or (_by_shortage(part, lines) if part.line < limit else None)


def _by_parity(part: Part, lines: Sequence[Line], limit: int) -> Part | None:
    """Settles lines by the odd borders: by halving, the longest run that leaves a pairing."""
    good, bad = part, limit + 1
    while good.line + 1 < bad:
        middle = min((good.line + bad) // 2, bad - 1)
        tried = replace(good, pairs=_counted(good, lines[good.line : middle]), line=middle)
        tried = replace(tried, once=(*part.once, *_odd(part, lines, middle)))
        if can_be_paired(tried):
            good = tried
        else:
            bad = middle
    return good if good.line > part.line else None


def _counted(part: Part, lines: Sequence[Line]) -> Pairs:
    """The pairs that cost in each line just one for every odd border between the two."""
    pairs, group = part.pairs, part.pairs.field.group
    odd = heads_above(group[part.places], len(pairs.field.bands) + 1) % 2
    even = [line.borders[0] for line in lines if len(line.borders) == 1 and not odd[line.borders[0]]]
    wall = np.searchsorted(np.array(even, dtype=np.int64), group)
    pairs = pairs.only(wall[pairs.a] == wall[pairs.b])
    for line in lines:
        if len(line.borders) != 1:
            passed = np.zeros(len(odd) + 1, dtype=np.int64)
            passed[np.array(line.borders, dtype=np.int64) + 1] = odd[list(line.borders)]
            passed = np.cumsum(passed)
            pairs = pairs.only(np.asarray(line.cost(pairs)) == np.abs(passed[group[pairs.a]] - passed[group[pairs.b]]))
    return pairs


def heads_above(group: Array, groups: int) -> Array:
    """How many players stand above the lower border of each group."""
    heads: Array = np.cumsum(np.bincount(group, minlength=groups))
    return heads


def _odd(part: Part, lines: Sequence[Line], end: int) -> Iterator[Once]:
    """Those above the odd borders of the lines up to ``end``."""
    found: dict[int, Array] = {}
    for column in range(part.line, end):
        for border in lines[column].borders:
            found.setdefault(border, np.zeros(len(lines), dtype=np.int64))[column] = UNIT
    for border, prices in sorted(found.items()):
        places = part.places[part.pairs.field.group[part.places] <= border]
        if len(places) % 2:
            yield Once(places, prices)


def _by_shortage(part: Part, lines: Sequence[Line]) -> Part | None:
    """Settles one line that counts the pairs across a border, where more have to cross than parity says."""
    line, pairs = lines[part.line], part.pairs
    if len(line.borders) != 1:
        return None
    above = part.places[pairs.field.group[part.places] <= line.borders[0]]
    cost = np.asarray(line.cost(pairs), dtype=np.int64)
    inside = among(pairs.field, above)[pairs.a] & (cost == 0)
    groups, few = shortage(len(above), np.searchsorted(above, pairs.only(inside).edges))
    price = np.zeros(pairs.field.nodes, dtype=np.int64)
    price[above[few]] = -UNIT
    price[above[[group[0] for group in groups if len(group) == 1]]] = UNIT
    column = UNIT * np.eye(len(lines), dtype=np.int64)[part.line]
    once = [Once(above[group], column) for group in groups if len(group) > 1]
    left = UNIT * (cost - np.sum([leaves(pairs, one.places) for one in once], axis=0, dtype=np.int64))
    left -= price[pairs.a] + price[pairs.b]
    prices = part.prices.copy()
    prices[:, part.line] = price[part.places]
    tried = Part(pairs.only(left == 0), part.places, prices, part.line + 1, (*part.once, *once))
    return tried if can_be_paired(tried) else None


def can_be_paired(part: Part) -> bool:
    """Whether the pairs seat all places and leave each of the sets once: as far as a matching can tell.

    Each set is two nodes: one for the player inside who leaves it, one for his opponent. Whether just these two may
    meet, or leave several sets, is not looked at. Of many pairs some are tried first.
    """
    pairs, nodes = part.pairs, part.pairs.field.nodes
    seated = np.bincount(pairs.a, minlength=nodes) + np.bincount(pairs.b, minlength=nodes)
    if not seated[part.places].all():
        return False
    few = some(pairs.edges, nodes)
    return _seats(part, pairs.only(few)) or (not few.all() and _seats(part, pairs))


def _seats(part: Part, pairs: Pairs) -> bool:
    """:func:`can_be_paired` with these pairs."""
    sets, count = part.sets, len(part.places)
    ends = part.row[pairs.edges]
    out = [leaves(pairs, places) for places in sets]
    single = np.sum(out, axis=0, dtype=np.int64) == 1
    size = count + 2 * len(sets)
    half_way = []
    for number, (places, left) in enumerate(zip(sets, out, strict=True)):
        once = left & single
        a_inside = among(pairs.field, places)[pairs.a[once]]
        inner, outer = np.where(a_inside, ends[once].T, ends[once].T[::-1])
        half_way += [distinct(inner) * size + count + 2 * number, distinct(outer) * size + count + 2 * number + 1]
    plain = ends[~single] if sets else ends
    return has_perfect_matching(size, np.concatenate([plain, *(np.column_stack(divmod(way, size)) for way in half_way)]))
