"""Can the rounds to come all be paired? Decided by search, whatever their results, for a small field.

The rounds left need as many legal pairings of the same field, no two of which have a pair in common; a bye is a
pair with the place BYE, which nobody meets twice either. Limits of the colours depend on results and are left out:
where this says no there is none, where it says yes the colours may still stand in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from qisai.pairing.absolute import legal_pairs
from qisai.pairing.arrays import Mask, make_field
from qisai.pairing.compromises import reason_for
from qisai.pairing.field import Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.pairing.witness import legal_table, pairs_all

#: Players and BYE for whom all pairings to come are searched. Up to 12 that has always come to an end, beyond nearly so.
SEARCHED = 16
STEPS = 20_000  # places seated in a search, about a quarter of a second; then it stays undecided
FEW_STEPS = 2_000  # where many drafts are compared

#: The rules of a coming round by its number.
RulesOf = Callable[[int], PairingRules]


@dataclass(frozen=True)
class Dead:
    """After a draft no way of pairing leads beyond round ``reach``, the draft's own round at least.

    ``reason`` says who cannot be given an opponent in the next round, if that is the one. ``best``: how far another
    legal draft would lead (None: not decided); ``instead``: ids that would lead so far if they were locked, of one
    player if it were his bye; () if no single lock does that.
    """

    reach: int
    reason: str = ""
    best: int | None = None
    instead: tuple[str, ...] = ()


def most_rounds(tables: Sequence[Mask], steps: int = STEPS) -> int | None:
    """How many of the rounds, from the first on, have pairings without a common pair; None if ``steps`` run out.

    ``tables``: for each round the legal pairs, symmetric, of the same places.

    >>> import numpy as np
    >>> most_rounds([~np.eye(4, dtype=bool)] * 5)
    3
    """
    graphs = [tuple(sum(1 << int(v) for v in row.nonzero()[0]) for row in table) for table in tables]
    for count in range(len(graphs), 0, -1):
        search = _Search(graphs[:count], steps)
        try:
            if search.solve():
                return count
        except _Undecided:
            return None
        steps = search.left
    return 0


class _Undecided(Exception):
    """The search has used up its steps."""


Graph = tuple[int, ...]  # the neighbours of each place as bits


class _Search:
    """Pairings for all rounds by going back where it does not go on; what failed once is not tried again."""

    def __init__(self, graphs: Sequence[Graph], steps: int) -> None:
        self.graphs, self.left = graphs, steps
        self.alike = [all(graph == graphs[number] for graph in graphs[number:]) for number in range(len(graphs))]
        self.failed: set[tuple[int, Graph]] = set()

    def solve(self, number: int = 0, used: Graph = ()) -> bool:
        """Whether the rounds from ``number`` on can be paired without the pairs used."""
        if number == len(self.graphs):
            return True
        used = used or (0,) * len(self.graphs[0])
        graph = tuple(row & ~gone for row, gone in zip(self.graphs[number], used, strict=True))
        rounds = len(self.graphs) - number
        if (number, used) in self.failed:
            return False
        whole = tuple(row & ~gone for row, gone in zip(self.graphs[-1], used, strict=True))
        possible = min(row.bit_count() for row in whole) >= (rounds if self.alike[number] else 1)
        if possible and all(part.bit_count() % 2 == 0 for part in _parts(graph)) and self._next(number, graph, used):
            return True
        self.failed.add((number, used))
        return False

    def _next(self, number: int, graph: Graph, used: Graph) -> bool:
        """A pairing of this round that the others can follow.

        Rounds with the same table can change places. So where a pair of one player has failed in the first of them
        it is used in none of them, and while he has as many opponents left as there are rounds the next one is tried.
        """
        own = min(range(len(graph)), key=lambda v: graph[v].bit_count())
        rounds = len(self.graphs) - number
        for opponent in list(_bits(graph[own])):
            if self.alike[number] and graph[own].bit_count() < rounds:
                return False
            everybody = (1 << len(graph)) - 1
            pair = [(own, opponent)]
            for pairing in self._pairings(graph, everybody & ~(1 << own) & ~(1 << opponent), pair):
                if self.solve(number + 1, _with(used, pairing)):
                    return True
            graph = tuple(row & ~g for row, g in zip(graph, _with((0,) * len(graph), pair), strict=True))
            if self.alike[number]:
                used = _with(used, pair)
        return False

    def _pairings(self, graph: Graph, alone: int, made: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """All pairings of those who are still alone, added to the pairs made."""
        self.left -= 1
        if self.left < 0:
            raise _Undecided
        if not alone:
            yield made
            return
        one = min(_bits(alone), key=lambda v: (graph[v] & alone).bit_count())
        for other in _bits(graph[one] & alone):
            yield from self._pairings(graph, alone & ~(1 << one) & ~(1 << other), [*made, (one, other)])


def _bits(row: int) -> Iterator[int]:
    while row:
        low = row & -row
        yield low.bit_length() - 1
        row ^= low


def _with(used: Graph, pairs: Sequence[tuple[int, int]]) -> Graph:
    rows = list(used)
    for one, other in pairs:
        rows[one] |= 1 << other
        rows[other] |= 1 << one
    return tuple(rows)


def _parts(graph: Graph) -> Iterator[int]:
    """The connected parts, as bits."""
    rest = (1 << len(graph)) - 1
    while rest:
        part, edge = 0, rest & -rest
        while edge:
            part |= edge
            near = 0
            for v in _bits(edge):
                near |= graph[v]
            edge = near & ~part
        yield part
        rest &= ~part


# --- a draft -------------------------------------------------------------------------------------------------


def dead_end(entrants: Sequence[Entrant], round_no: int, last: int, pairing: Pairing, rules_of: RulesOf) -> Dead | None:
    """What a draft spoils for the rounds up to ``last``; None if they can still be paired, or it is not decided.

    ``rules_of`` gives the rules of each round, those of ``round_no`` as the draft was made. The same field is to
    play on. A field too large for the search is looked at for the next round only.
    """
    if round_no >= last or len(entrants) < 2:
        return None
    people = seated(entrants, pairing)
    reach = _reach(people, round_no + 1, last, rules_of)
    if reach is None or reach == last:
        return None
    reason = reason_for(make_field(people, _bare(rules_of(round_no + 1)), round_no + 1)) if reach == round_no else ""
    best = _best_reach(entrants, round_no, last, rules_of)
    instead = _instead(entrants, round_no, last, pairing, rules_of, best) if best is not None and best > reach else ()
    return Dead(reach, reason, None if best is None else max(best, reach), instead)


def completes(entrants: Sequence[Entrant], round_no: int, last: int, pairing: Pairing, rules_of: RulesOf) -> bool:
    """Whether it is certain that the rounds after a draft up to ``last`` can be paired, colours aside."""
    return _reach(seated(entrants, pairing), round_no + 1, last, rules_of) == last


def seated(entrants: Sequence[Entrant], pairing: Pairing) -> list[Entrant]:
    """The entrants as they have met after a round, whatever its results."""
    met = {board.red: {board.black} for board in pairing.boards} | {board.black: {board.red} for board in pairing.boards}
    alone = pairing.bye
    return [replace(e, met=e.met | met.get(e.player, set()), had_bye=e.had_bye or e.player == alone) for e in entrants]


def _bare(rules: PairingRules) -> PairingRules:
    """The rules without what the colours and the arbiter's wishes for one round add."""
    return replace(rules, relaxed=frozenset({"颜色"}), locked=frozenset(), bye="")


def _reach(people: Sequence[Entrant], first: int, last: int, rules_of: RulesOf, steps: int = STEPS) -> int | None:
    """The last round that can be paired; None if it is not decided."""
    tables = [legal_table(legal_pairs(make_field(people, _bare(rules_of(n)), n))) for n in range(first, last + 1)]
    if not pairs_all(tables[0]):
        return first - 1
    count = most_rounds(tables, steps) if len(tables[0]) <= SEARCHED else None
    return None if count is None else first - 1 + count


def _best_reach(entrants: Sequence[Entrant], round_no: int, last: int, rules_of: RulesOf) -> int | None:
    """How far the best legal draft of a round leads; None if it is not decided."""
    now = legal_table(legal_pairs(make_field(entrants, rules_of(round_no), round_no)))
    if len(now) > SEARCHED:
        return None
    coming = [legal_table(legal_pairs(make_field(entrants, _bare(rules_of(n)), n))) for n in range(round_no + 1, last + 1)]
    count = most_rounds([now, *coming])
    return None if count is None else round_no - 1 + count


def _instead(
    entrants: Sequence[Entrant], round_no: int, last: int, pairing: Pairing, rules_of: RulesOf, best: int
) -> tuple[str, ...]:
    """The one lock, or forced bye, with which the draft leads to round ``best``: the one that costs the draft least."""
    rules = rules_of(round_no)
    field = make_field(entrants, rules, round_no)
    legal = legal_pairs(field)
    found: list[tuple[tuple[int, ...], tuple[str, ...]]] = []
    for a, b in zip(legal.a.tolist(), legal.b.tolist(), strict=True):
        who = tuple(field.entrants[place].player for place in (a, b) if place != field.bye)
        if not rules.settled.isdisjoint(who):
            continue
        wish = replace(rules, locked=rules.locked | {frozenset(who)}) if len(who) == 2 else replace(rules, bye=who[0])
        try:
            other = pair_round(entrants, round_no, wish)
        except NoLegalPairing:  # the others cannot be paired without these two
            continue
        if _reach(seated(entrants, other), round_no + 1, last, rules_of, FEW_STEPS) == best:
            found.append((tuple(c.value for c in other.criteria), who))
    return min(found)[1] if found else ()
