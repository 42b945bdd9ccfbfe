"""What a pair may not be and what a pairing should be: a rule is one small function, the order one table.

A function looks at all pairs at once (:class:`Pairs`, arrays of places in :class:`Field`) and gives one
value a pair. The sums are minimised lexicographically, the first line of :func:`quality` first.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from qisai.pairing.colours import breaks_limit, last_colour
from qisai.pairing.field import Entrant, PairingRules
from qisai.vocabulary import BLACK, RED

Array = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Field:
    """The field of one round: entrants by number, and as arrays; an odd field ends with the place BYE.

    ``group`` counts score groups from the top; BYE lies one below the lowest, so that the player without
    an opponent is a floater like others. ``place`` counts inside the group by number.
    """

    entrants: tuple[Entrant, ...]
    rules: PairingRules
    round_no: int
    scores: tuple[int, ...]  # one a group, from the top
    group: Array
    place: Array
    size: Array
    surplus: Array
    last: Array
    no_red: Mask
    no_black: Mask
    had_bye: Mask
    team: Array  # equal for teammates; -1 without a team
    met: Mask
    barred: Mask
    arranged: Mask  # the locked pairs, and the forced bye with BYE

    @property
    def nodes(self) -> int:
        return len(self.group)

    @property
    def odd(self) -> bool:
        return self.nodes > len(self.entrants)

    @property
    def bye(self) -> int:
        """The place of the BYE node; equal to ``nodes`` where there is none."""
        return len(self.entrants)


def make_field(entrants: Sequence[Entrant], rules: PairingRules, round_no: int) -> Field:
    """The arrays; entrants come in any order.

    ``ValueError`` if an id or a number stands twice, or if ``rules`` contradict themselves.
    """
    people = tuple(sorted(entrants, key=lambda e: e.number))
    for what in ("player", "number"):
        if len({getattr(e, what) for e in people}) < len(people):
            raise ValueError(f"two entrants have the same {what}")
    _check(rules, {e.player for e in people})
    scores = tuple(sorted({e.score for e in people}, reverse=True))
    odd = len(people) % 2
    rank = {score: index for index, score in enumerate(scores)}
    group = np.array([rank[e.score] for e in people] + [len(scores)] * odd, dtype=np.int64)
    place = np.zeros(len(group), dtype=np.int64)
    for index in range(len(scores) + odd):
        place[group == index] = np.arange(int((group == index).sum()))
    sign = {RED: 1, BLACK: -1, None: 0}
    teams = sorted({e.team for e in people if e.team.strip()})
    return Field(
        entrants=people,
        rules=rules,
        round_no=round_no,
        scores=scores,
        group=group,
        place=place,
        size=np.bincount(group, minlength=1)[group],
        surplus=np.array([e.surplus for e in people] + [0] * odd, dtype=np.int64),
        last=np.array([sign[last_colour(e)] for e in people] + [0] * odd, dtype=np.int64),
        no_red=np.array([breaks_limit(e, RED, rules) for e in people] + [False] * odd, dtype=bool),
        no_black=np.array([breaks_limit(e, BLACK, rules) for e in people] + [False] * odd, dtype=bool),
        had_bye=np.array([e.had_bye for e in people] + [False] * odd, dtype=bool),
        team=np.array([teams.index(e.team) if e.team.strip() else -1 for e in people] + [-1] * odd, dtype=np.int64),
        met=_places(people, len(group), [e.met for e in people]),
        barred=_places(people, len(group), [e.barred for e in people]),
        arranged=_arranged(people, len(group), rules),
    )


def _check(rules: PairingRules, players: set[str]) -> None:
    """``ValueError`` where the arbiter's wishes contradict one another or name somebody who does not play."""
    locked = Counter(player for pair in rules.locked for player in pair)
    wrong = {
        "a locked pair is not a pair of two players": any(len(pair) != 2 for pair in rules.locked),
        "a player is locked twice": max(locked.values(), default=0) > 1,
        "a locked player is to have the bye": rules.bye in locked,
        "a player who is locked or is to have the bye is not in the field": not rules.settled <= players,
        "there is no bye in an even field": bool(rules.bye) and len(players) % 2 == 0,
    }
    if found := [words for words, fault in wrong.items() if fault]:
        raise ValueError("; ".join(found))


def _arranged(people: tuple[Entrant, ...], nodes: int, rules: PairingRules) -> Mask:
    """A symmetric table of the pairs, the forced bye among them, that the arbiter wants."""
    partner = {player: pair - {player} for pair in rules.locked for player in pair}
    table = _places(people, nodes, [partner.get(e.player, frozenset()) for e in people])
    if rules.bye:
        place = [e.player for e in people].index(rules.bye)
        table[place, -1] = table[-1, place] = True
    return table


def _places(people: tuple[Entrant, ...], nodes: int, others: Sequence[frozenset[str]]) -> Mask:
    """A symmetric table of pairs of places, from the ids that each player names; one side's word is enough."""
    where = {e.player: index for index, e in enumerate(people)}
    table = np.zeros((nodes, nodes), dtype=bool)
    for index, names in enumerate(others):
        for name in names & where.keys():
            table[index, where[name]] = table[where[name], index] = True
    return table


@dataclass(frozen=True)
class Pairs:
    """Pairs of places, ``a < b``; with ``b`` the BYE node a pair is a bye."""

    field: Field
    a: Array
    b: Array

    @property
    def is_bye(self) -> Mask:
        alone: Mask = self.b == self.field.bye
        return alone

    @property
    def level(self) -> Mask:
        equal: Mask = self.field.group[self.a] == self.field.group[self.b]
        return equal

    def only(self, mask: Mask) -> Pairs:
        return replace(self, a=self.a[mask], b=self.b[mask])


def all_pairs(field: Field) -> Pairs:
    a, b = np.triu_indices(field.nodes, 1)
    return Pairs(field, a.astype(np.int64), b.astype(np.int64))


# --- absolute: such a pair is not made -------------------------------------------------------------------


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
    return over_limit(pairs) & pairs.level & pairs.field.rules.last_round


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


UNIQUE = "唯一性抽签值"  # the last key: it makes the pairing the only one and says nothing to people

#: What the arbiter may give up by name, the gravest first.
COMPROMISES: dict[str, Callable[[Pairs], Mask]] = {
    "重赛": rematch,
    "轮空": second_bye,
    "颜色": beyond_limit,
    "同队": teammates,
}


def legal_pairs(field: Field) -> Pairs:
    """All pairs that break no absolute rule, or only rules that ``rules.relaxed`` gives up."""
    pairs = all_pairs(field)
    allowed = ~barred(pairs) & ~disarranged(pairs)
    for name, broken in COMPROMISES.items():
        if name not in field.rules.relaxed:
            allowed &= ~broken(pairs)
    return pairs.only(allowed)


# --- quality: the sums are minimised, the first line of the table first ----------------------------------


def crosses(boundary: int) -> Callable[[Pairs], Array]:
    """Pairs across one boundary: from the top score down, same score with same score, else nearest.

    Xiangqi rule book, appendix 积分编排制.
    """

    def across(pairs: Pairs) -> Array:
        a, b = pairs.field.group[pairs.a], pairs.field.group[pairs.b]
        return ((np.minimum(a, b) <= boundary) & (np.maximum(a, b) > boundary)).astype(np.int64)

    return across


def bye_height(pairs: Pairs) -> Array:
    """Score groups below the player with the bye (practice with 2020 rules 14.4: the lowest score)."""
    f = pairs.field
    return np.where(pairs.is_bye, f.group[pairs.b] - f.group[pairs.a] - 1, 0)


def waivers(pairs: Pairs) -> Array:
    """Games over the limits in the last round: only where an equal-score pair would break (规程)."""
    return waived(pairs).astype(np.int64)


def strong_conflict(pairs: Pairs) -> Array:
    """Both have more of the same colour (appendix 积分编排制: a surplus meets the opposite one)."""
    a, b = pairs.field.surplus[pairs.a], pairs.field.surplus[pairs.b]
    return (a * b > 0).astype(np.int64)


def weak_conflict(pairs: Pairs) -> Array:
    """Equal surplus and the same colour in the latest game (after the same article)."""
    f = pairs.field
    same_last: Mask = f.last[pairs.a] * f.last[pairs.b] > 0
    conflict: Mask = same_last & (f.surplus[pairs.a] == f.surplus[pairs.b])
    return conflict.astype(np.int64)


def float_length(pairs: Pairs) -> Array:
    """Squared distance of the score groups, so that floats are short (appendix 积分编排制)."""
    squared: Array = (pairs.field.group[pairs.a] - pairs.field.group[pairs.b]) ** 2
    return squared


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
    """A fixed value a pair that makes the optimum unique: 40 bits of SHA-256("round,smaller,larger")."""
    numbers = [e.number for e in pairs.field.entrants] + [0] * pairs.field.odd
    values = []
    for a, b in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True):
        low, high = sorted((numbers[a], numbers[b]))
        digest = hashlib.sha256(f"{pairs.field.round_no},{low},{high}".encode()).digest()
        values.append(int.from_bytes(digest[:5], "big"))
    return np.array(values, dtype=np.int64)


@dataclass(frozen=True)
class Line:
    """One criterion: what the hall reads, the cost of each pair, a lower bound of the sum by counting.

    ``counted``: the bound holds by counting alone, whatever the value; else only a 0 is its own bound.
    """

    name: str
    cost: Callable[[Pairs], Mask | Array]
    bound: int = 0
    counted: bool = False


def quality(field: Field, format_score: Callable[[int], str] = str) -> tuple[Line, ...]:
    """The order of importance, at a glance."""
    return (
        *(Line(f"放宽{name}", broken) for name, broken in COMPROMISES.items() if name in field.rules.relaxed),
        *(
            Line(
                f"跨越{format_score(score)}分下界的对局",
                crosses(index),
                bound=above(field, index) % 2,
                counted=True,
            )
            for index, score in enumerate(field.scores[:-1])
        ),
        *([Line("轮空者之下的分组数", bye_height)] if field.odd else []),
        *([Line("末轮放宽先后手限制的对局", waivers)] if field.rules.last_round else []),
        Line("跨分组距离平方和", float_length),
        Line("同多先手或同多后手的对局", strong_conflict),
        Line("先后手相同且上一局同色的对局", weak_conflict),
        Line(f"组内{field.rules.order}次序的偏离", out_of_order),
        Line(UNIQUE, lot),
    )


def above(field: Field, boundary: int) -> int:
    """Entrants above a boundary; if they are odd, at least one pair crosses it."""
    return int((field.group <= boundary).sum())


def cost_table(lines: Sequence[Line], pairs: Pairs) -> Array:
    """One row a pair, one column a criterion, int64."""
    table = np.zeros((len(pairs.a), len(lines)), dtype=np.int64)
    for column, line in enumerate(lines):
        table[:, column] = line.cost(pairs)
    return table
