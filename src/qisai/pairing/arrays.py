"""The field of a round as arrays, and its pairs: what the rules and criteria look at."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from qisai.pairing.colours import breaks_limit
from qisai.pairing.field import BYE, LEVEL, Entrant, PairingRules
from qisai.vocabulary import BLACK, RED

Array = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

#: A group of merged scores has at most so many of them (xiangqi rule book, appendix 积分编排制).
BAND_SCORES = 3


@dataclass(frozen=True)
class Field:
    """The field of one round: entrants by number, and as arrays; an odd field ends with the place BYE.

    ``group`` counts score groups from the top; BYE lies one below the lowest, so that the player without
    an opponent is a floater like others. ``place`` counts inside the group by score, then by number.
    """

    entrants: tuple[Entrant, ...]
    rules: PairingRules
    round_no: int
    bands: tuple[tuple[int, ...], ...]  # the scores of each group, from the top
    score: Array
    group: Array
    place: Array
    size: Array
    surplus: Array
    last: Array
    no_red: Mask
    no_black: Mask
    had_bye: Mask
    floats: Array  # (memory, nodes): DOWN, LEVEL or UP one round ago, two rounds ago, …
    team: Array  # equal for teammates; -1 without a team
    circle: Array  # equal inside a 回避组; -1 outside
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

    @cached_property
    def lots(self) -> npt.NDArray[np.uint64]:
        """One odd number of 64 bits a place, from SHA-256("seed|round|number"); BYE has number 0."""
        numbers = [entrant.number for entrant in self.entrants] + [0] * self.odd
        texts = [f"{self.rules.seed}|{self.round_no}|{number}".encode() for number in numbers]
        return np.array([int.from_bytes(hashlib.sha256(text).digest()[:8], "big") | 1 for text in texts], dtype=np.uint64)

    @cached_property
    def group_of(self) -> Mapping[int, int]:
        """The group of each score, counted from the top."""
        return {score: group for group, band in enumerate(self.bands) for score in band}


def make_field(entrants: Sequence[Entrant], rules: PairingRules, round_no: int) -> Field:
    """The arrays; entrants come in any order.

    ``ValueError`` if an id or a number stands twice, or if ``rules`` contradict themselves.
    """
    people = tuple(sorted(entrants, key=lambda e: e.number))
    for what in ("player", "number"):
        if len({getattr(e, what) for e in people}) < len(people):
            raise ValueError(f"two entrants have the same {what}")
    if any(e.player == BYE or e.number < 1 for e in people):
        raise ValueError("an entrant has no id or no number")
    _check(rules, {e.player for e in people})
    odd = len(people) % 2
    bands = tuple(score_bands(Counter(e.score for e in people), rules.band))
    rank = {score: index for index, band in enumerate(bands) for score in band}
    group = np.array([rank[e.score] for e in people] + [len(bands)] * odd, dtype=np.int64)
    order = sorted(range(len(people)), key=lambda place: (-people[place].score, people[place].number))
    place, seen = np.zeros(len(group), dtype=np.int64), Counter[int]()
    for index in order:
        place[index] = seen[int(group[index])]
        seen[int(group[index])] += 1
    sign = {RED: 1, BLACK: -1, None: 0}
    floats = [[_floated(e, back) for e in people] + [LEVEL] * odd for back in range(1, rules.float_memory + 1)]
    return Field(
        entrants=people,
        rules=rules,
        round_no=round_no,
        bands=bands,
        score=np.array([e.score for e in people] + [0] * odd, dtype=np.int64),
        group=group,
        place=place,
        size=np.bincount(group, minlength=1)[group],
        surplus=np.array([e.surplus for e in people] + [0] * odd, dtype=np.int64),
        last=np.array([sign[e.last_colour] for e in people] + [0] * odd, dtype=np.int64),
        no_red=np.array([breaks_limit(e, RED, rules) for e in people] + [False] * odd, dtype=bool),
        no_black=np.array([breaks_limit(e, BLACK, rules) for e in people] + [False] * odd, dtype=bool),
        had_bye=np.array([e.had_bye for e in people] + [False] * odd, dtype=bool),
        floats=np.array(floats, dtype=np.int64).reshape(len(floats), len(group)),
        team=_labels([e.team for e in people] + [""] * odd),
        circle=_labels([e.circle for e in people] + [""] * odd),
        met=_places(people, len(group), [e.met for e in people]),
        barred=_places(people, len(group), [e.barred for e in people], BYE),
        arranged=_arranged(people, len(group), rules),
    )


def score_bands(heads: Mapping[int, int], limit: int) -> Iterator[tuple[int, ...]]:
    """The scores of each group from the top: neighbours are merged while the group has at most ``limit`` players."""
    band: list[int] = []
    for score in sorted(heads, reverse=True):
        if band and (len(band) == BAND_SCORES or heads[score] + sum(heads[one] for one in band) > limit):
            yield tuple(band)
            band = []
        band.append(score)
    if band:
        yield tuple(band)


def _floated(entrant: Entrant, back: int) -> int:
    return entrant.floats[-back] if back <= len(entrant.floats) else LEVEL


def _labels(words: Sequence[str]) -> Array:
    """Equal numbers for equal words; -1 for a blank one."""
    known = {word: label for label, word in enumerate(sorted({word.strip() for word in words} - {""}))}
    return np.array([known.get(word.strip(), -1) for word in words], dtype=np.int64)


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


def _places(people: tuple[Entrant, ...], nodes: int, others: Sequence[frozenset[str]], bye: str | None = None) -> Mask:
    """A symmetric table of pairs of places, from the ids that each player names; one side's word is enough. ``bye``:
    the id that means the bye."""
    where = {e.player: index for index, e in enumerate(people)}
    if bye is not None and nodes > len(people):
        where[bye] = len(people)
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
    def edges(self) -> Array:
        """The places of each pair, int64 (pairs, 2)."""
        return np.column_stack([self.a, self.b])

    @cached_property
    def groups(self) -> tuple[Array, Array]:
        """The score groups of both."""
        return self.field.group[self.a], self.field.group[self.b]

    @property
    def is_bye(self) -> Mask:
        alone: Mask = self.b == self.field.bye
        return alone

    @property
    def level(self) -> Mask:
        """Both of one score group."""
        a, b = self.groups
        same: Mask = a == b
        return same

    @property
    def equal(self) -> Mask:
        """Two players of one score."""
        same: Mask = (self.field.score[self.a] == self.field.score[self.b]) & ~self.is_bye
        return same

    def crosses(self, border: int) -> Mask:
        """One of the two above the lower border of a group, the other below."""
        a, b = self.groups
        across: Mask = (a <= border) != (b <= border)
        return across

    def only(self, rows: Mask | Array | slice) -> Pairs:
        return replace(self, a=self.a[rows], b=self.b[rows])


def among(field: Field, places: Array) -> Mask:
    """For each place of the field, whether it is one of these."""
    inside = np.zeros(field.nodes, dtype=bool)
    inside[places] = True
    return inside


def distinct(places: Array) -> Array:
    """Each of these places once, ascending."""
    found: Array = np.flatnonzero(np.bincount(places.ravel()))
    return found


def all_pairs(field: Field, walls: Collection[int] = ()) -> Pairs:
    """All pairs of places, but for those that cross the lower border of one of the groups ``walls``."""
    block = np.searchsorted(np.array(sorted(walls), dtype=np.int64), field.group)
    found = []
    for number in distinct(block):
        places = np.flatnonzero(block == number)
        a, b = np.triu_indices(len(places), 1)
        found.append((places[a], places[b]))
    a, b = (np.concatenate([ends[side] for ends in found]) for side in (0, 1)) if found else np.zeros((2, 0), dtype=np.int64)
    return Pairs(field, a, b)
