"""A round as its sentences speak of it: groups, floats, legal games and matchings, in plain Python and networkx."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import networkx as nx
from fields import all_matchings
from plain_event import allowed, breaks
from plain_rules import GRAVEST_FIRST, broken, score_groups, vector

from qisai.pairing.field import DOWN, UP, Entrant, Pairing, PairingRules
from qisai.tournament.lots import draw_order
from qisai.vocabulary import BLACK, RED

ENUMERATED = 7  # players up to whom all pairings are looked at
Node = str  # an id; "" is the bye


def numbers(words: str) -> list[int]:
    return [int(number) for number in re.findall(r"(\d+)号", words)]


def due(player: Entrant) -> str:
    """先手, 后手 or blank: the colour of which he had less, or not in his latest game."""
    had = [colour for colour in player.colours if colour]
    if had.count(RED) != had.count(BLACK):
        return "先手" if had.count(RED) < had.count(BLACK) else "后手"
    return {RED: "后手", BLACK: "先手"}[had[-1]] if had else ""


def over(one: Entrant, other: Entrant, rules: PairingRules) -> bool:
    ways = ((one, other), (other, one))
    return all(breaks(red.colours, RED, rules) or breaks(black.colours, BLACK, rules) for red, black in ways)


@dataclass(frozen=True)
class Round:
    """A published round: who played, by which rules, and what was said."""

    people: tuple[Entrant, ...]
    number: int
    rules: PairingRules
    pairing: Pairing
    show: Callable[[int], str] = str

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {e.number: e for e in self.people}

    @cached_property
    def by_id(self) -> dict[str, Entrant]:
        return {e.player: e for e in self.people}

    @cached_property
    def group(self) -> dict[str, int]:
        return score_groups(list(self.people), self.rules, self.number)

    @cached_property
    def lowest(self) -> int:
        return max(self.group.values())

    @cached_property
    def games(self) -> list[tuple[Entrant, Entrant]]:
        return [(self.by_id[board.red], self.by_id[board.black]) for board in self.pairing.boards]

    @cached_property
    def values(self) -> dict[str, tuple[int, int | None]]:
        return {c.name: (c.value, c.bound) for c in self.pairing.criteria}

    def words(self, group: int) -> str:
        """``6分`` or ``6至4分``."""
        own = sorted({e.score for e in self.people if self.group[e.player] == group}, reverse=True)
        return f"{self.show(own[0])}分" if len(own) == 1 else f"{self.show(own[0])}至{self.show(own[-1])}分"

    def single(self, group: int) -> bool:
        return len({e.score for e in self.people if self.group[e.player] == group}) == 1

    def locked(self, one: Entrant, other: Entrant) -> bool:
        return frozenset({one.player, other.player}) in self.rules.locked

    def mates(self, one: Entrant, other: Entrant) -> bool:
        return one.team == other.team != ""

    def crossing(self, border: int, pairs: Iterable[tuple[Node, Node]] | None = None) -> int:
        """Pairs, the bye among them, across the lower border of a group."""
        if pairs is None:
            pairs = [(red.player, black.player) for red, black in self.games]
            pairs = [*pairs, *([(self.pairing.bye, "")] if self.pairing.bye else [])]
        group = self.group | {"": self.lowest + 1}
        return sum((group[a] <= border) != (group[b] <= border) for a, b in pairs)

    def floats_now(self, player: Entrant, back: int) -> int:
        """DOWN or UP where he floats now as he did so many rounds back, else 0."""
        pair = next(pair for pair in self.games if player in pair)
        other = next(e for e in pair if e != player)
        mine, his = self.group[player.player], self.group[other.player]
        now = DOWN if mine < his else UP if mine > his else 0
        return now if now and player.floats[-back:][:1] == (now,) and len(player.floats) >= back else 0

    # --- matchings of their own -----------------------------------------------------------------------------

    def legal(self, rules: PairingRules) -> Iterator[tuple[Node, Node]]:
        for one, other in combinations([*self.people, *([None] if len(self.people) % 2 else [])], 2):
            if allowed(one, other, rules):
                yield one.player, other.player if other else ""

    def given_up(self, a: Node, b: Node) -> set[str]:
        """The rules that a game breaks, by these rules' limits."""
        one, other = self.by_id[a], self.by_id.get(b)
        if other is None:
            return {"轮空"} if one.had_bye else set()
        found = broken(one, other, self.rules) - {"颜色"}
        waived = self.rules.last_round and one.score == other.score
        if over(one, other, self.rules) and not self.locked(one, other) and not waived:
            found.add("颜色")
        return found

    def least(self, rules: PairingRules, costs: Sequence[Callable[[Node, Node], int]]) -> tuple[int, ...] | None:
        """The lexicographically least totals of all perfect matchings; None if there is none."""
        graph, base = nx.Graph(), len(self.people) + 2
        graph.add_nodes_from([e.player for e in self.people] + [""] * (len(self.people) % 2))
        for a, b in self.legal(rules):
            packed = 0
            for cost in costs:
                packed = packed * base + cost(a, b)
            graph.add_edge(a, b, weight=-packed)
        made = nx.max_weight_matching(graph, maxcardinality=True)
        if 2 * len(made) < len(graph):
            return None
        return tuple(sum(cost(*((b, a) if a == "" else (a, b))) for a, b in made) for cost in costs)

    def costs(self, border: int) -> list[Callable[[Node, Node], int]]:
        """Rules given up, the gravest first, then the borders down to one."""
        names = [name for name in GRAVEST_FIRST if name in self.rules.relaxed]
        given_up = [lambda a, b, name=name: int(name in self.given_up(a, b)) for name in names]
        return given_up + [lambda a, b, g=g: self.crossing(g, [(a, b)]) for g in range(border + 1)]

    @cached_property
    def every(self) -> list[tuple[tuple[int, ...], set[frozenset[str]]]]:
        """All legal pairings of a small field with their vectors."""
        seats = [*self.people, *([None] if len(self.people) % 2 else [])]
        found = []
        for pairs in all_matchings(seats):
            cost = vector(pairs, list(self.people), self.rules, self.number)
            if cost is not None:
                found.append((cost, {frozenset(e.player for e in pair if e) for pair in pairs}))
        return found

    @property
    def enumerable(self) -> bool:
        plain = self.rules.surplus_limit == self.rules.run_limit == 2 and (self.number > 1 or self.rules.first == "相邻")
        return plain and len(self.people) <= ENUMERATED

    @cached_property
    def played(self) -> set[frozenset[str]]:
        return {frozenset({a.player, b.player}) for a, b in self.games} | ({frozenset({self.pairing.bye})} - {frozenset({None})})

    def worse(self, games: set[frozenset[str]]) -> bool:
        """Of a small field: every legal pairing with one of some games is worse than the published one."""
        mine = next(cost for cost, made in self.every if made == self.played)
        return all(cost > mine for cost, made in self.every if made & games and made != self.played)

    # --- round 1 --------------------------------------------------------------------------------------------

    @cached_property
    def turn(self) -> dict[str, int]:
        """The place of each in the row that the pattern of round 1 is read from."""
        line = sorted(self.people, key=lambda e: e.number)
        line = line[: len(line) // 2 * 2]
        if self.rules.first == "抽签":
            lots = draw_order(self.rules.seed, "首轮编排", [str(e.number) for e in line])
            line = [self.by_number[int(number)] for number in lots]
        return {e.player: place for place, e in enumerate(line)}

    @cached_property
    def wanted(self) -> dict[str, str]:
        row = sorted(self.turn, key=self.turn.__getitem__)
        half = len(row) // 2
        pairs = {"对折": zip(row[:half], row[half:], strict=True), "首尾": zip(row[:half], row[half:][::-1], strict=True)}
        found = dict(pairs.get(self.rules.first, zip(row[::2], row[1::2], strict=True)))
        if len(self.people) % 2:
            found[max(self.people, key=lambda e: e.number).player] = ""
        return found | {b: a for a, b in found.items()}

    def ring(self, player: str) -> set[Node]:
        """Everybody who is moved together with him, wanted and made pairs in turn."""
        met = {a: b for one, other in self.games for a, b in ((one.player, other.player), (other.player, one.player))}
        if self.pairing.bye:
            met |= {self.pairing.bye: "", "": self.pairing.bye}
        found, todo = {player}, [player]
        while todo:
            here = todo.pop()
            for there in (self.wanted[here], met[here]):
                if there not in found:
                    found.add(there)
                    todo.append(there)
        return found
