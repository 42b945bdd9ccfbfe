"""The best pairing of a field, and the certificate that it is the best.

The lines of :func:`criteria.quality` are taken from the top. As long as counting settles them (above a border stands
an odd number of players, so one pair crosses it; an even number, so none has to; and nothing has to cost less than
nothing), all pairs that cost more drop out, and what is left falls into parts that have nothing to do with one
another. Each part is solved by :mod:`qisai.pairing.blossom`, with all its other lines in one exact integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qisai.pairing.arrays import Array, Pairs
from qisai.pairing.blossom import UNIT, cheapest_matching
from qisai.pairing.candidates import LARGE, candidates, worst
from qisai.pairing.certificate import Certificate
from qisai.pairing.criteria import Line, cost_table
from qisai.pairing.graphs import components, has_perfect_matching


@dataclass(frozen=True)
class Optimum:
    """Places (smaller first, sorted), and the certificate that no pairing is better."""

    chosen: tuple[tuple[int, int], ...]
    certificate: Certificate


@dataclass(frozen=True)
class _Solved:
    """Pairs of places, and prices: one row of lines a member, and of some odd sets of members."""

    chosen: Array
    members: Array
    prices: Array
    sets: tuple[tuple[Array, Array], ...]


@dataclass(frozen=True)
class _Above:
    """The members above a border, who are odd, and what counting says a pair across it costs, line by line."""

    border: int
    members: Array
    prices: Array


@dataclass(frozen=True)
class _Part:
    """Pairs that concern only these members, each of which costs what counting says in all lines before ``line``:
    the prices of the borders that it crosses. Only pairs of this part cross them."""

    pairs: Pairs
    members: Array
    line: int = 0
    above: tuple[_Above, ...] = ()


def best_pairing(pairs: Pairs, lines: Sequence[Line]) -> Optimum | None:
    """The pairing made of ``pairs`` with the lexicographically smallest totals of ``lines``; None if there is none."""
    whole = _Part(pairs, np.arange(pairs.field.nodes))
    if not has_perfect_matching(pairs.field.nodes, pairs.edges):
        return None
    limit = len(lines)
    while True:
        found = [_solved(part, lines) for part in _parts(whole, lines, limit)]
        solved = [one for one in found if one is not None]
        if len(solved) == len(found):
            chosen = np.concatenate([one.chosen for one in solved]).tolist()
            return Optimum(tuple((a, b) for a, b in sorted(chosen)), _certificate(solved, pairs.field.nodes))
        limit //= 2  # counting promised too much: more pairs have to cross than parity says


def _certificate(solved: Sequence[_Solved], places: int) -> Certificate:
    """The prices of some parts as those of the whole field."""
    lines = solved[0].prices.shape[1]
    sets = [one for part in solved for one in part.sets]
    nodes, inside = np.zeros((places, lines), dtype=np.int64), np.zeros((len(sets), places), dtype=bool)
    for part in solved:
        nodes[part.members] = part.prices
    for row, (members, _) in enumerate(sets):
        inside[row, members] = True
    return Certificate(nodes, np.array([prices for _, prices in sets], dtype=np.int64).reshape(-1, lines), inside)


def _parts(part: _Part, lines: Sequence[Line], limit: int) -> Iterator[_Part]:
    """The smallest parts into which counting in the first ``limit`` lines divides a part of the field."""
    good, left, bad = part.line, part.pairs, max(limit, part.line) + 1
    while good + 1 < bad:
        middle = min((good + bad) // 2, bad - 1)
        rest = _counted(left, lines[good:middle], part.members)
        if _can_be_paired(rest, lines[:middle], part.members):
            good, left = middle, rest
        else:
            bad = middle
    if good == part.line:
        yield part
        return
    above = (*part.above, *_odd(left, lines, part, good))
    crossing = [left.edges[left.crosses(one.border)].ravel() for one in above]
    together = [np.column_stack([nodes[:-1], nodes[1:]]) for nodes in crossing]  # the pairs across a border stay in one part
    for rows in components(left.edges, np.concatenate([left.edges[:0], *together])):
        some = left.only(rows)
        members = np.unique(some.edges)
        mine = tuple(one for one, nodes in zip(above, crossing, strict=True) if np.isin(nodes[:1], members).any())
        yield from _parts(_Part(some, members, good, mine), lines, limit)


def _counted(pairs: Pairs, lines: Sequence[Line], members: Array) -> Pairs:
    """The pairs that cost in each line just what counting says: one for every odd border between the two."""
    for line in lines:
        passed = _odd_passed(pairs, line.borders, members)
        pairs = pairs.only(np.asarray(line.cost(pairs)) == np.abs(passed[:, 0] - passed[:, 1]))
    return pairs


def _odd_passed(pairs: Pairs, borders: Sequence[int], members: Array) -> Array:
    """For the two of each pair how many of the borders lie above them that have an odd number of members above."""
    group, places = pairs.field.group, np.array(sorted(borders), dtype=np.int64)
    heads = np.cumsum(np.bincount(group[members], minlength=len(pairs.field.bands) + 1))
    odd = np.zeros(len(heads) + 1, dtype=np.int64)
    odd[places + 1] = heads[places] % 2
    passed: Array = np.cumsum(odd)[group[pairs.edges]]
    return passed


def _can_be_paired(pairs: Pairs, lines: Sequence[Line], members: Array) -> bool:
    """Whether the pairs seat all members with one pair across each odd border: as far as a matching can tell.

    Each odd border is two nodes: one for the player above who meets it, one for the player below. Whether just these
    two may meet, or meet across several borders, is not looked at.
    """
    passed = _odd_passed(pairs, {border for line in lines for border in line.borders}, members)
    ends = np.searchsorted(members, pairs.edges)
    across = np.abs(passed[:, 0] - passed[:, 1]) == 1
    border = passed[across].min(axis=1)
    above = np.where(passed[across, 0] < passed[across, 1], ends[across, 0], ends[across, 1])
    below = ends[across].sum(axis=1) - above
    first = len(members) + 2 * border
    size = len(members) + 2 * (int(border.max(initial=-1)) + 1)
    half_way = np.unique(np.concatenate([above * size + first, below * size + first + 1]))
    return has_perfect_matching(size, np.concatenate([ends[~across], np.column_stack(divmod(half_way, size))]))


def _odd(pairs: Pairs, lines: Sequence[Line], part: _Part, settled: int) -> Iterator[_Above]:
    """The odd borders of the lines of a part that are settled now."""
    found: dict[int, Array] = {}
    for column in range(part.line, settled):
        for border in lines[column].borders:
            found.setdefault(border, np.zeros(len(lines), dtype=np.int64))[column] = UNIT
    for border, prices in sorted(found.items()):
        members = part.members[pairs.field.group[part.members] <= border]
        if len(members) % 2:
            yield _Above(border, members, prices)


def _solved(part: _Part, lines: Sequence[Line]) -> _Solved | None:
    """The best pairing of a part; None if it cannot be paired as counting promised.

    A large part is solved with its likely pairs, then with those that cost less than they pay, until none does.
    """
    rows = candidates(part.pairs, lines[part.line :]) if len(part.members) > LARGE else np.arange(len(part.pairs.a))
    while True:
        found = _packed(part, part.pairs.only(rows), lines)
        if len(rows) == len(part.pairs.a):
            return found
        if found is None:
            rows = np.arange(len(part.pairs.a))
            continue
        certificate = _certificate([found], part.pairs.field.nodes)
        cheaper = worst(part.pairs, certificate.compare(part.pairs, lines, part.line)[0])
        if not len(cheaper):
            return found
        rows = np.union1d(rows, cheaper)


def _packed(part: _Part, pairs: Pairs, lines: Sequence[Line]) -> _Solved | None:
    """Solved with these pairs. The odd borders crossed, then the lines, are the digits of one number, with room for
    what a chain of all members could add up to, above zero and below; the first line takes what does not fit.

    No pairing crosses less than every odd border once. So what the number says of a crossing is given back in the
    first line, and the border keeps its price in the lines that counting settled.
    """
    borders = list(dict.fromkeys(one.border for one in part.above))
    costs = cost_table(lines[part.line :], pairs)
    crossed = np.sum([pairs.crosses(border) for border in borders], axis=0, dtype=np.int64) + np.zeros(len(costs), np.int64)
    bases = [16 * len(part.members) * (int(top) + 1) for top in costs.max(axis=0, initial=0)]
    packed = crossed.astype(object)
    for base, digit in zip(bases, costs.T, strict=True):
        packed = packed * base + digit.astype(object)
    ends = np.searchsorted(part.members, pairs.edges)
    found = cheapest_matching(len(part.members), list(zip(*ends.T.tolist(), packed.tolist(), strict=True)))
    if found is None:
        return None
    chosen = part.members[np.array(found.pairs)]
    made = Pairs(pairs.field, *chosen.T)
    if any(made.crosses(border).sum() > 1 for border in borders):
        return None
    prices = np.zeros((len(part.members), len(lines)), dtype=np.int64)
    prices[:, part.line :] = [_digits(price, bases) for price in found.nodes]
    sets = [
        (part.members[list(members)], np.array([0] * part.line + _digits(price, bases))) for members, price in found.sets
    ]
    for one in part.above:
        back = np.zeros(len(lines), dtype=np.int64)
        if one.border in borders and bases:
            borders.remove(one.border)  # given back once
            back[part.line] = UNIT * bases[0]
        sets.append((one.members, one.prices - back))
    return _Solved(chosen, part.members, prices, tuple(sets))


def _digits(number: int, bases: Sequence[int]) -> list[int]:
    """The digits of a packed number, each between minus and plus half of its base; the first takes what is left.

    >>> _digits(3 * 100 - 2, [10, 100])
    [3, -2]
    """
    digits = []
    for base in reversed(bases[1:]):
        digit = (number + base // 2) % base - base // 2
        digits.append(digit)
        number = (number - digit) // base
    return [number, *reversed(digits)][: len(bases)]
