"""The best pairing of a field, and the certificate that it is the best.

The lines of :func:`criteria.quality` are taken from the top. As long as :mod:`qisai.pairing.counting` settles them,
all pairs that cost more drop out, and what is left falls into parts that have nothing to do with one another. Each
part is solved by :mod:`qisai.pairing.blossom`, with all its other lines in one exact integer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from qisai.pairing.absolute import legal_pairs
from qisai.pairing.arrays import Array, Field, Pairs, distinct
from qisai.pairing.blossom import UNIT, cheapest_matching
from qisai.pairing.candidates import HUGE, LARGE, candidates, worst
from qisai.pairing.certificate import Certificate
from qisai.pairing.counting import Once, Part, heads_above, leaves, settled, whole
from qisai.pairing.criteria import Line, cost_table
from qisai.pairing.graphs import components, has_perfect_matching

#: In a field of more places than so many, pairs that counting excludes are not even looked at.
MANY = 400
#: In a part of no more places than so many, the search alone takes less time than counting before it.
FEW = 40
#: So many times as many likely pairs are tried where the first ones cannot be paired.
MORE_AGAIN = 4


@dataclass(frozen=True)
class Optimum:
    """Places (smaller first, sorted), and the certificate that no pairing is better."""

    chosen: tuple[tuple[int, int], ...]
    certificate: Certificate


def best_in_field(field: Field, lines: Sequence[Line]) -> tuple[Optimum, bool] | None:
    """The best of all legal pairings, and whether no legal pair costs less than the prices that it pays.

    In a large field the pairs across borders above which an even number stands are left out, as long as counting
    settles all borders: such a pair costs one there and pays nothing.
    """
    even = np.flatnonzero(heads_above(field.group, len(field.bands))[:-1] % 2 == 0).tolist()
    borders = [line.borders for line in lines[: len(field.bands) - 1]]
    large = field.nodes > MANY and borders == [(group,) for group in range(len(borders))]
    for walls in (even, ()) if large and even else ((),):
        pairs = legal_pairs(field, walls)
        best = best_pairing(pairs, lines)
        if best is not None and (not walls or _counts(best.certificate, field)):
            return best, not len(best.certificate.compare(pairs, lines)[0])
    return None


def _counts(certificate: Certificate, field: Field) -> bool:
    """Whether the prices of the borders are those of parity: one for all above, where they are odd."""
    borders = len(field.bands) - 1
    above = field.group <= np.arange(borders)[:, np.newaxis]
    priced = certificate.sets[:, :borders].any(axis=1)
    sets, inside = certificate.sets[priced, :borders], certificate.inside[priced]
    places = np.argmax(sets, axis=1)
    expected = UNIT * np.eye(borders, dtype=np.int64)[places]
    return not certificate.nodes[:, :borders].any() and bool((sets == expected).all() and (inside == above[places]).all())


@dataclass(frozen=True)
class _Solved:
    """Pairs of places, and prices: one row of lines a place, and of some odd sets."""

    chosen: Array
    places: Array
    prices: Array
    sets: tuple[Once, ...]


def best_pairing(pairs: Pairs, lines: Sequence[Line]) -> Optimum | None:
    """The pairing made of ``pairs`` with the lexicographically smallest totals of ``lines``; None if there is none."""
    limit = len(lines)
    while True:
        found = list(_solutions(whole(pairs, len(lines)), lines, limit))
        solved = [one for one in found if one is not None]
        if len(solved) == len(found):
            chosen = np.concatenate([one.chosen for one in solved]).tolist()
            return Optimum(tuple((a, b) for a, b in sorted(chosen)), _certificate(solved, pairs.field.nodes))
        if not has_perfect_matching(pairs.field.nodes, pairs.edges):
            return None
        if not limit:
            raise RuntimeError("the search did not find the pairing that there is")
        limit //= 2  # counting promised too much


def _certificate(solved: Sequence[_Solved], places: int) -> Certificate:
    """The prices of some parts as those of the whole field."""
    lines = solved[0].prices.shape[1]
    sets = [one for part in solved for one in part.sets]
    nodes, inside = np.zeros((places, lines), dtype=np.int64), np.zeros((len(sets), places), dtype=bool)
    for part in solved:
        nodes[part.places] = part.prices
    for row, one in enumerate(sets):
        inside[row, one.places] = True
    return Certificate(nodes, np.array([one.prices for one in sets], dtype=np.int64).reshape(-1, lines), inside)


def _solutions(part: Part, lines: Sequence[Line], limit: int) -> Iterator[_Solved | None]:
    """The smallest parts into which a part of the field falls, solved; None for one that cannot be paired as counting in
    the first ``limit`` lines promised.

    Of a huge part all lines but the last are solved first, for then few pairs are left.
    """
    last = len(lines) - 1
    less = settled(part, lines, limit) if len(part.places) > FEW else None
    if less is None:
        huge = len(part.places) > HUGE and part.line < last
        end = last if huge else last + 1
        large = len(part.places) > LARGE
        found = _searched(part, lines, end) if large else _packed(part, part.pairs, lines, end)
        if found is None or not huge:
            yield found
            return
        tight = _certificate([found], part.pairs.field.nodes).compare(part.pairs, lines[:last], part.line)[1]
        less = Part(part.pairs.only(tight), part.places, found.prices, last, found.sets)
    for smaller in _parts(less):
        yield from _solutions(smaller, lines, limit)


def _parts(part: Part) -> Iterator[Part]:
    """The parts that no pair holds together; the pairs that leave one set stay in one part."""
    edges = part.pairs.edges
    out = [distinct(edges[leaves(part.pairs, places)]) for places in part.sets]
    links = [np.column_stack([ends[:-1], ends[1:]]) for ends in out]
    for rows in components(edges, np.concatenate([edges[:0], *links])):
        pairs = part.pairs.only(rows)
        places = distinct(pairs.edges)
        mine = tuple(one for one in part.once if leaves(pairs, one.places).any())
        yield Part(pairs, places, part.prices[part.row[places]], part.line, mine)


def _searched(part: Part, lines: Sequence[Line], end: int) -> _Solved | None:
    """A large part solved with its likely pairs, then also with those that cost less than they pay, until none does; with
    more of them, and at last with all, where they cannot be paired.
    """
    rows, start, times = candidates(part.pairs, lines[part.line : end]), None, 1
    while True:
        found = _packed(part, part.pairs.only(rows), lines, end, start)
        if found is None:
            if len(rows) == len(part.pairs.a) or (part.sets and times > 1):
                return None  # what keeps a part from leaving each set just once is seldom a want of pairs
            times *= MORE_AGAIN
            more = candidates(part.pairs, lines[part.line : end], times)
            rows = np.union1d(rows, more) if times < len(part.places) else np.arange(len(part.pairs.a))
            continue
        certificate = _certificate([found], part.pairs.field.nodes)
        cheaper = worst(part.pairs, certificate.compare(part.pairs, lines[:end], part.line)[0])
        if not len(cheaper) or np.isin(cheaper, rows).any():  # the latter are no proof, which the last comparison will say
            return found
        rows, start = np.union1d(rows, cheaper), found.prices


def _packed(
    part: Part, pairs: Pairs, lines: Sequence[Line], end: int, start: Array | None = None
) -> _Solved | None:
    """The lines before ``end`` solved with these pairs, from prices ``start`` that are nearly right.

    How many of the sets they leave, then the lines, are the digits of one number, with room for what a chain of all
    places could add up to, above zero and below; the first line takes what does not fit. Every pairing leaves each set.
    So what the number says of that is given back in the first line, and the set keeps its price in the lines that
    counting settled. Another line in which no pair costs anything has no digit: its prices are zero.
    """
    sets, costs = part.sets, cost_table(lines[part.line : end], pairs)
    used = np.flatnonzero([column == 0 or cost.any() for column, cost in enumerate(costs.T)])
    columns, costs = part.line + used, costs[:, used]
    bases = [16 * len(part.places) * (int(top) + 1) for top in costs.max(axis=0, initial=0)]
    crossed = np.sum([leaves(pairs, places) for places in sets], axis=0, dtype=np.int64) * np.ones(len(costs), dtype=np.int64)
    packed = _numbers([crossed, *costs.T], [len(sets) + 1, *bases])
    ends = part.row[pairs.edges]
    first = None
    if start is not None:
        even = (start - start % 2)[:, columns]
        first = [_number(digits, bases) for digits in even.tolist()]
    found = cheapest_matching(len(part.places), list(zip(*ends.T.tolist(), packed, strict=True)), first)
    if found is None:
        return None
    chosen = part.places[np.array(found.pairs)]
    if any(leaves(Pairs(pairs.field, *chosen.T), places).sum() > 1 for places in sets):
        return None
    prices = part.prices.copy()
    prices[:, part.line : end] = 0
    prices[:, columns] = [_digits(price, bases) for price in found.nodes]
    new = []
    for places, price in found.sets:
        row = np.zeros(len(lines), dtype=np.int64)
        row[columns] = _digits(price, bases)
        new.append(Once(part.places[list(places)], row))
    return _Solved(chosen, part.places, prices, (*new, *_given_back(part, bases)))


def _given_back(part: Part, bases: Sequence[int]) -> Iterator[Once]:
    """The sets of a part, of equal ones the first less what the packed number says of leaving it."""
    done: set[bytes] = set()
    for one in part.once:
        prices, inside = one.prices.copy(), part.inside(one).tobytes()
        if bases and inside not in done:
            prices[part.line] -= UNIT * bases[0]
        done.add(inside)
        yield Once(one.places, prices)


def _numbers(digits: Sequence[Array], bases: Sequence[int]) -> list[int]:
    """Many numbers, from the columns of their digits: as long as they fit, in words of the machine."""
    words: list[tuple[int, Array]] = []
    room = 0
    for base, digit in zip(bases, digits, strict=True):
        room *= base
        if 0 < room < 2**62:
            words[-1] = words[-1][0] * base, words[-1][1] * base + digit
        else:
            words.append((base, digit))
            room = base
    numbers: list[int] = words[0][1].tolist()
    for base, word in words[1:]:
        numbers = [number * base + low for number, low in zip(numbers, word.tolist(), strict=True)]
    return numbers


def _number(digits: Sequence[int], bases: Sequence[int]) -> int:
    number = 0
    for digit, base in zip(digits, bases, strict=True):
        number = number * base + digit
    return number


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
