"""Round 1: who is to meet whom by number or by lot (首轮编排), and what it costs to be away from it.

Sources: xiangqi rule book, appendix 积分编排制, and the practice of national events (1-2, 4-3, 5-6, 8-7 … after a
draw of the numbers; upper half against lower half; top against bottom). An odd field leaves out its largest
number, which has the bye.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from qisai.pairing.arrays import Array, Field, Pairs
from qisai.pairing.criteria import Line, out_of_order, quality
from qisai.tournament.lots import draw_order

BY_LOT = "抽签"


def wanted(row: Sequence[int], pattern: str) -> list[tuple[int, int]]:
    """The pairs that a pattern makes of a row of even length.

    >>> [wanted(range(1, 7), pattern) for pattern in ("相邻", "对折", "首尾")]
    [[(1, 2), (3, 4), (5, 6)], [(1, 4), (2, 5), (3, 6)], [(1, 6), (2, 5), (3, 4)]]
    """
    half = len(row) // 2
    first, second = {"对折": (row[:half], row[half:]), "首尾": (row[:half], row[half:][::-1])}.get(pattern, (row[::2], row[1::2]))
    return list(zip(first, second, strict=True))


def row(field: Field) -> list[int]:
    """The places in the order in which the pattern is read: by number, or by lot ("seed|首轮编排|number").

    Without the largest number where the field is odd.
    """
    even = len(field.entrants) // 2 * 2
    if field.rules.first != BY_LOT:
        return list(range(even))
    place = {str(entrant.number): place for place, entrant in enumerate(field.entrants[:even])}
    return [place[number] for number in draw_order(field.rules.seed, "首轮编排", place)]


def wanted_pairs(field: Field) -> list[tuple[int, int]]:
    """The pairs of places that round 1 is to have, the smaller place first; the bye is to be the last one's."""
    pairs = [(min(pair), max(pair)) for pair in wanted(row(field), field.rules.first)]
    return pairs + [(field.bye - 1, field.bye)] * field.odd


def displacement(pairs: Pairs) -> Array:
    """Places between a player and the opponent whom the pattern names; of a bye, the players with a larger number.

    Where the upper half is to meet the lower one (对折, 首尾; 单双, which is 相邻 where a half has the odd places), a pair
    inside a half costs half the field. 0 for every pair of :func:`wanted_pairs`, and their sum is 0 for no other pairing.
    """
    f = pairs.field
    order = row(f)
    turn = np.full(f.nodes, len(order), dtype=np.int64)
    turn[order] = np.arange(len(order))
    a, b, half = turn[pairs.a], turn[pairs.b], len(order) // 2
    across = (a < half) != (b < half)
    away: dict[str, Array] = {
        "相邻": np.abs(a - b) - 1,
        BY_LOT: np.abs(a - b) - 1,
        "单双": np.where((a - b) % 2 == 1, np.abs(a - b) - 1, half),
        "对折": np.where(across, np.abs(np.abs(a - b) - half), half),
        "首尾": np.where(across, np.abs(a + b - (len(order) - 1)), half),
    }
    return np.where(pairs.is_bye, len(f.entrants) - 1 - pairs.a, away[f.rules.first])


def criteria_of(field: Field, format_score: Callable[[int], str] = str) -> tuple[Line, ...]:
    """The criteria of a round; in round 1 the pattern stands where later the order inside a score group does."""
    found = quality(field, format_score)
    if field.round_no != 1:
        return found
    first = Line(f"组内{field.rules.first}次序的偏离", displacement)
    return tuple(first if line.cost is out_of_order else line for line in found)
