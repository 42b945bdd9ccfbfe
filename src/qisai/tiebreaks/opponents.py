"""What each round adds to 对手分: the total of the opponent, or what stands for it where nobody played.

Five sets of rules (setting 未下对局): the rule book's, in which the treatment table says it of each outcome, and four
editions of FIDE's (handbook C.02 before 2023; C.07, article 16, of 2023, 2024 and March 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from qisai.tiebreaks.history import Bools, History, Ints

RULE_BOOK = "象棋竞赛规则"
VIRTUAL = "FIDE 2009"
CAPPED = "FIDE 2026"

# What a line adds by the treatment table.
NOTHING, FULL, LOWEST_WITH_POINTS, LOWEST, LOWEST_ACTIVE, OWN_MEAN = range(6)


def worths(past: History) -> Ints:
    """The contributions under the rules in force, players x rounds."""
    if past.rules == RULE_BOOK:
        return _rule_book(past)
    return _virtual_opponent(past) if past.rules == VIRTUAL else _dummy(past)


def _rule_book(past: History) -> Ints:
    """The treatment table's word for each line (2020 rules 14.3.1 and 14.4; rules summary 6, rows 7, 9 and 12).

    The lowest totals are those of the table itself, knockout points of those who left included where they count.
    """
    total = past.total_of_opponent
    found = np.where(past.worth == FULL, past.of_opponents(total), 0) * past.units.opponents
    mean = found.sum(axis=1) // np.maximum((past.worth == FULL).sum(axis=1), 1)
    there = past.here & ~past.missed[:, -1] if past.rounds else past.here
    for worth, value in (
        (LOWEST_WITH_POINTS, _lowest(total[past.here & (total > 0)])),
        (LOWEST, _lowest(total[past.here])),
        (LOWEST_ACTIVE, _lowest(total[there])),
    ):
        found = np.where(past.worth == worth, value * past.units.opponents, found)
    return np.where(past.worth == OWN_MEAN, mean[:, None], found)


def _lowest(totals: Ints) -> int:
    return int(totals.min()) if totals.size else 0


def _virtual_opponent(past: History) -> Ints:
    """Before 2023: an unplayed round of an opponent counts as a draw; an own one brings a virtual opponent, who had as
    much as the player before that round, the rest of its point, and draws from then on (C.02 of 2009)."""
    adjusted = np.where(past.played, past.points, np.where(past.line, past.draw, 0)).sum(axis=1)
    adjusted = adjusted + past.elsewhere.sum(axis=1)
    drawn = np.where(past.line, past.draw, 0)
    draws_to_come = drawn.sum(axis=1, keepdims=True) - drawn.cumsum(axis=1)
    virtual = past.running - 2 * past.points + past.win + draws_to_come
    return np.where(past.played, past.of_opponents(adjusted), np.where(past.line, virtual, 0))


def _dummy(past: History) -> Ints:
    """From 2023 on (C.07, 16.3 and 16.4). Requested byes and absences of an opponent that no round he was ready to play
    follows count as draws; an own unplayed round brings a dummy with as many points as the player. From 2026 on these
    are at most those of the opponent on paper, or of a draw in every round."""
    asked = past.missed & ~past.paired
    idle = np.logical_and.accumulate((past.missed | ~past.line)[:, ::-1], axis=1)[:, ::-1]
    idle_later = np.concatenate([idle[:, 1:], np.ones((len(idle), 1), dtype=bool)], axis=1)[:, : past.rounds]
    adjusted = np.where(asked & idle_later, past.draw, past.points).sum(axis=1) + past.elsewhere.sum(axis=1)
    dummy = np.broadcast_to(past.total_of_opponent[:, None], past.points.shape)
    drawn = np.where(past.line, past.draw, 0).sum(axis=1)[:, None]
    if past.rules == CAPPED:
        dummy = np.minimum(dummy, np.where(past.paired, past.of_opponents(adjusted), drawn))
    return np.where(past.played, past.of_opponents(adjusted), np.where(past.line, dummy, 0))


def _voluntary(past: History) -> Bools:
    """Rounds that a cut takes before all others (C.07, 16.5); the rule book and the older FIDE rules know none."""
    return past.missed & (past.rules not in (RULE_BOOK, VIRTUAL))


def kept_after_cut(past: History, low: int, high: int) -> Bools:
    """The rounds that 对手分 keeps when the ``low`` lowest and then the ``high`` highest are taken out."""
    kept = np.ones_like(past.line)
    lowest = np.lexsort((past.worths, ~_voluntary(past), _absent(past)), axis=1)[:, :low]
    np.put_along_axis(kept, lowest, False, axis=1)
    highest = np.argsort(np.where(kept, -past.worths, 1), axis=1, kind="stable")[:, :high]
    np.put_along_axis(kept, highest, False, axis=1)
    return kept


def kept_of_products(past: History, products: Ints) -> Bools:
    """The rounds that a cut of ``products`` (result times 对手分, players x rounds) keeps. It takes that of the lowest
    opponent; a voluntarily missed round where that brings no less (C.07, 16.5)."""

    def first(*keys: Ints | Bools) -> Ints:
        return np.asarray(np.lexsort((*keys[::-1], _absent(past)), axis=1)[:, :1], dtype=np.int64)

    def product(column: Ints) -> Ints:
        return np.asarray(np.take_along_axis(products, column, axis=1), dtype=np.int64)

    voluntary = _voluntary(past)
    least, missed = first(past.worths, products), first(~voluntary, products, past.worths)
    takes_missed = voluntary.any(axis=1, keepdims=True) & (product(missed) >= product(least))
    kept = np.ones_like(past.line)
    np.put_along_axis(kept, np.where(takes_missed, missed, least), False, axis=1)
    return kept


def _absent(past: History) -> Bools:
    """Rounds in which a player has no line, which FIDE's rules do not look at."""
    return ~past.line & (past.rules != RULE_BOOK)
