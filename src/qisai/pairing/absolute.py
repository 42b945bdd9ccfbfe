"""Absolute rules: a pair that breaks one is not made, unless the arbiter gives the rule up by name.

A function looks at all pairs at once (:class:`Pairs`, arrays of places in :class:`Field`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from qisai.pairing.arrays import Field, Mask, Pairs, all_pairs


def rematch(pairs: Pairs) -> Mask:
    """Two players meet once in an event (xiangqi rule book, appendix 积分编排制)."""
    met: Mask = pairs.field.met[pairs.a, pairs.b]
    return met


def barred(pairs: Pairs) -> Mask:
    """Pairs that the regulation or the arbiter keeps apart (规程 or 变动)."""
    kept_apart: Mask = pairs.field.barred[pairs.a, pairs.b]
    return kept_apart


def second_bye(pairs: Pairs) -> Mask:
    """A player has at most one bye (practice of the arbiters' programs with 2020 rules 14.4)."""
    return pairs.is_bye & pairs.field.had_bye[pairs.a]


def over_limit(pairs: Pairs) -> Mask:
    """Both distributions of the colours break a limit for one of the two (规程)."""
    f = pairs.field
    a_red = f.no_red[pairs.a] | f.no_black[pairs.b]
    b_red = f.no_black[pairs.a] | f.no_red[pairs.b]
    return a_red & b_red & ~pairs.is_bye


def waived(pairs: Pairs) -> Mask:
    """Over the limit, but in the last round between equal scores, where the limits give way (规程)."""
    return over_limit(pairs) & pairs.equal & pairs.field.rules.last_round


def beyond_limit(pairs: Pairs) -> Mask:
    """Over the limit, and neither waived nor locked."""
    return over_limit(pairs) & ~waived(pairs) & ~arranged(pairs)


def teammates(pairs: Pairs) -> Mask:
    """Players of one team, not locked, in a round that keeps them apart (Tianshui supplement 10: round 1)."""
    f = pairs.field
    same: Mask = (f.team[pairs.a] == f.team[pairs.b]) & (f.team[pairs.a] >= 0) & f.rules.avoid_team
    return same & ~arranged(pairs)


def arranged(pairs: Pairs) -> Mask:
    """The arbiter wants this pair, or this bye."""
    wanted: Mask = pairs.field.arranged[pairs.a, pairs.b]
    return wanted


def disarranged(pairs: Pairs) -> Mask:
    """The arbiter wants another opponent, or the bye, for one of the two."""
    settled: Mask = np.any(pairs.field.arranged, axis=1)
    other: Mask = (settled[pairs.a] | settled[pairs.b]) & ~arranged(pairs)
    return other


#: What the arbiter may give up by name, the gravest first.
COMPROMISES: dict[str, Callable[[Pairs], Mask]] = {
    "重赛": rematch,
    "轮空": second_bye,
    "颜色": beyond_limit,
    "同队": teammates,
}


def legal_pairs(field: Field, walls: Collection[int] = ()) -> Pairs:
    """All pairs that break no absolute rule, or only rules that ``rules.relaxed`` gives up; without those that cross
    the lower border of one of the groups ``walls``."""
    pairs = all_pairs(field, walls)
    allowed = ~barred(pairs) & ~disarranged(pairs)
    for name, broken in COMPROMISES.items():
        if name not in field.rules.relaxed:
            allowed &= ~broken(pairs)
    return pairs.only(allowed)
