"""What a pairing should be: a criterion is one small function, and :func:`quality` is their order.

A function looks at all pairs at once (:class:`Pairs`, arrays of places in :class:`Field`) and gives one value
a pair. The sums are minimised lexicographically: a line of the table counts only among pairings that are
equal in all lines above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from qisai.pairing.absolute import COMPROMISES, waived
from qisai.pairing.arrays import Array, Field, Mask, Pairs
from qisai.pairing.field import DOWN, UP

BY_LOT = "抽签"  # the order inside a score group that is none: only the last key decides
UNIQUE = "唯一性抽签值"  # the last key: it makes the pairing the only one and says nothing to people


def crosses(boundary: int) -> Callable[[Pairs], Array]:
    """Pairs across one boundary: from the top score down, same score with same score, else nearest.

    Xiangqi rule book, appendix 积分编排制.
    """

    def across(pairs: Pairs) -> Array:
        return pairs.crosses(boundary).astype(np.int64)

    return across


def bye_height(pairs: Pairs) -> Array:
    """Score groups below the player with the bye (practice with 2020 rules 14.4: the lowest score)."""
    f = pairs.field
    return np.where(pairs.is_bye, f.group[pairs.b] - f.group[pairs.a] - 1, 0)


def waivers(pairs: Pairs) -> Array:
    """Games over the limits in the last round: only where an equal-score pair would break (规程)."""
    return waived(pairs).astype(np.int64)


def floats_again(back: int) -> Callable[[Pairs], Array]:
    """Players of a pair who float now in the direction in which they floated ``back`` rounds ago.

    Practice of the arbiters' programs (调整上下调); after FIDE's Swiss rules, two rounds back. A bye is judged
    by :func:`bye_height` alone.
    """

    def again(pairs: Pairs) -> Array:
        f = pairs.field
        a_above = f.group[pairs.a] < f.group[pairs.b]
        upper, lower = np.where(a_above, pairs.a, pairs.b), np.where(a_above, pairs.b, pairs.a)
        marks = f.floats[back - 1]
        count = (marks[upper] == DOWN).astype(np.int64) + (marks[lower] == UP)
        return np.where(pairs.level | pairs.is_bye, 0, count)

    return again


def strong_conflict(pairs: Pairs) -> Array:
    """Both have more of the same colour (appendix 积分编排制: a surplus meets the opposite one)."""
    a, b = pairs.field.surplus[pairs.a], pairs.field.surplus[pairs.b]
    return (a * b > 0).astype(np.int64)


def due_conflict(pairs: Pairs) -> Array:
    """Both are due the same colour: the one of which they had less, or had not in their latest game if they had as much
    of both (after the same article; FIDE's Swiss rules count their preferences alike)."""
    f = pairs.field
    due = -np.where(f.surplus != 0, f.surplus, f.last)
    conflict: Mask = due[pairs.a] * due[pairs.b] > 0
    return conflict.astype(np.int64)


def float_length(pairs: Pairs) -> Array:
    """Squared distance of the score groups, so that floats are short (appendix 积分编排制: nearest scores)."""
    squared: Array = (pairs.field.group[pairs.a] - pairs.field.group[pairs.b]) ** 2
    return squared


def of_one_team(pairs: Pairs) -> Array:
    """Teammates, in a round that keeps them apart where it costs nothing better (规程: 同队尽量回避)."""
    f = pairs.field
    together: Mask = (f.team[pairs.a] == f.team[pairs.b]) & (f.team[pairs.a] >= 0)
    return together.astype(np.int64)


def of_one_circle(pairs: Pairs) -> Array:
    """Players of one 回避组: a family, the pupils of one coach (报名, 规程)."""
    f = pairs.field
    together: Mask = (f.circle[pairs.a] == f.circle[pairs.b]) & (f.circle[pairs.a] >= 0)
    return together.astype(np.int64)


def out_of_order(pairs: Pairs) -> Array:
    """Distance from the ideal opponent inside a score group, by number (规程: 对折, 相邻, 首尾).

    Floaters have no ideal opponent and cost 0; a bye costs the players of the group with a larger number,
    so it goes to the largest, as in round 1.
    """
    f = pairs.field
    a, b, size = f.place[pairs.a], f.place[pairs.b], f.size[pairs.a]
    ideal: dict[str, Array] = {
        "对折": np.abs(np.abs(a - b) - size // 2),
        "相邻": np.abs(a - b) - 1,
        "首尾": np.abs(a + b - (size - 1)),
    }
    floaters: Array = np.where(pairs.is_bye, size - 1 - a, 0)
    return np.where(pairs.level, ideal[f.rules.order], floaters)


def lot(pairs: Pairs) -> Array:
    """A value a pair, below 2**40, that makes the optimum unique: each number draws a lot for the round, and the
    value of a pair is the upper 40 bits of the product of its two lots modulo 2**64.

    The lot is the first 8 bytes of SHA-256("seed|round|number"), made odd (:attr:`Field.lots`).
    """
    lots = pairs.field.lots
    return ((lots[pairs.a] * lots[pairs.b]) >> np.uint64(24)).astype(np.int64)


@dataclass(frozen=True)
class Line:
    """One criterion: what the hall reads, and the cost of each pair.

    ``borders``: groups whose lower border, where it lies between the two players of a pair, makes the pair cost at
    least one each. Where an odd number of players stands above such a border, one pair at least crosses it.
    """

    name: str
    cost: Callable[[Pairs], Mask | Array]
    borders: tuple[int, ...] = ()


def quality(field: Field, format_score: Callable[[int], str] = str) -> tuple[Line, ...]:
    """The order of importance, at a glance."""
    rules, chosen = field.rules, _chosen(field)
    return (
        *(Line(f"放宽{name}", broken) for name, broken in COMPROMISES.items() if name in rules.relaxed),
        *(Line(crossing(format_score(band[-1])), crosses(group), (group,)) for group, band in enumerate(field.bands[:-1])),
        *([Line("轮空者之下的分组数", bye_height)] if field.odd else []),
        *([Line("末轮放宽先后手限制的对局", waivers)] if rules.last_round else []),
        *(line for name in rules.criteria for line in chosen[name]),
        Line(UNIQUE, lot),
    )


def _chosen(field: Field) -> dict[str, list[Line]]:
    """The criteria that the rule sheet orders (编排次序), and the lines of each."""
    rules = field.rules
    return {
        "上下调": [Line(f"与前{back}轮同向上下调的人数", floats_again(back)) for back in range(1, rules.float_memory + 1)],
        "分差": [Line("跨分组距离平方和", float_length, tuple(range(len(field.bands))))],
        "先后手": [Line("同多先手或同多后手的对局", strong_conflict), Line("应得先后手相同的对局", due_conflict)],
        "回避": [Line("同队相遇的对局", of_one_team)] * rules.spare_team
        + [Line("同回避组相遇的对局", of_one_circle)] * rules.spare_circle,
        "次序": [Line(f"组内{rules.order}次序的偏离", out_of_order)] * (rules.order != BY_LOT),
    }


def crossing(score: str) -> str:
    """The name of the criterion that counts the pairs across the lower bound of a score."""
    return f"跨越{score}分下界的对局"


def above(field: Field, boundary: int) -> int:
    """Entrants in the group ``boundary`` and higher; if they are odd, at least one pair crosses its lower border."""
    return int((field.group <= boundary).sum())


def cost_table(lines: Sequence[Line], pairs: Pairs) -> Array:
    """One row a pair, one column a criterion, int64."""
    table = np.zeros((len(pairs.a), len(lines)), dtype=np.int64)
    for column, line in enumerate(lines):
        table[:, column] = line.cost(pairs)
    return table
