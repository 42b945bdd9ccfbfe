"""All pairings of a small field, and the arithmetic of a certificate: by the plain rules, without the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import networkx as nx
import numpy as np
from fields import all_matchings
from plain_rules import vector

from qisai.pairing.field import Entrant, Pairing, PairingRules

UNIT = 4  # prices are quarters
Game = frozenset[str]  # two ids, or the id of whoever has the bye
Vectors = Mapping[Game, tuple[int, ...]]


def game_of(one: Entrant, other: Entrant | None) -> Game:
    return frozenset(side.player for side in (one, other) if side)


def legal_games(people: Sequence[Entrant], rules: PairingRules, number: int) -> Vectors:
    """Every legal game, and every legal bye, with what it adds to the criteria."""
    wanted = {*rules.locked, *([frozenset({rules.bye})] if rules.bye else [])}
    found = {}
    for one, other in combinations([*people, *([None] if len(people) % 2 else [])], 2):
        game = game_of(one, other)
        settled = game & rules.settled or other is None and rules.bye
        if game in wanted or not settled:
            mine = replace(rules, locked=rules.locked & {game}, bye=rules.bye if game == {rules.bye} else "")
            cost = vector([(one, other)], list(people), mine, number)
            if cost is not None:
                found[game] = cost
    return found


@cache
def _matchings(nodes: int) -> np.ndarray:
    """Every pairing of 0..nodes-1 as a row of numbers of pairs, which count as ``combinations`` does; (pairings, pairs)."""
    number = {pair: row for row, pair in enumerate(combinations(range(nodes), 2))}
    return np.array([[number[pair] for pair in pairs] for pairs in all_matchings(list(range(nodes)))], dtype=np.int64)


def every_pairing(people: Sequence[Entrant], games: Vectors) -> tuple[list[Game], np.ndarray, np.ndarray]:
    """All legal pairings: the games of the field; rows of them, one row a pairing; and the vector of each."""
    seats = [*people, *([None] if len(people) % 2 else [])]
    pairs = [game_of(one, other) for one, other in combinations(seats, 2)]
    width = len(next(iter(games.values()), ()))
    legal = np.array([game in games for game in pairs], dtype=bool)
    costs = np.array([games.get(game, (0,) * width) for game in pairs], dtype=np.int64).reshape(len(pairs), width)
    rows = _matchings(len(seats))
    rows = rows[legal[rows].all(axis=1)]
    return pairs, rows, costs[rows].sum(axis=1)


def smallest(vectors: np.ndarray) -> int:
    """The row of the lexicographically smallest vector."""
    return int(np.lexsort(vectors.T[::-1])[0])


def games_of(pairing: Pairing) -> set[Game]:
    return {frozenset((board.red, board.black)) for board in pairing.boards} | {frozenset({pairing.bye})} - {frozenset({None})}


def values(pairing: Pairing) -> tuple[int, ...]:
    return tuple(criterion.value for criterion in pairing.criteria)


def check_certificate(pairing: Pairing, games: Vectors) -> None:
    """No legal game costs less than it pays, and the pairing costs what all prices add up to: so it is the best one."""
    width = len(pairing.criteria)
    players = {player: _row(prices, width) for player, prices in pairing.prices.players.items()}
    sets = [(frozenset(members), _row(prices, width)) for members, prices in pairing.prices.sets]
    nothing = (0,) * width
    for members, prices in sets:
        assert len(members) % 2 == 1 and prices >= nothing, "an odd set may be left more than once: its price must not be below 0"
    for game, cost in games.items():
        sides = game if len(game) == 2 else {*game, ""}
        paid = [players.get(side, nothing) for side in sides]
        paid += [prices for members, prices in sets if len(sides & members) == 1]
        left = tuple(UNIT * value - sum(column) for value, *column in zip(cost, *paid, strict=True))
        assert left >= nothing, f"{sorted(game)} costs less than it pays"
    total = tuple(map(sum, zip(*players.values(), *(prices for _, prices in sets), nothing, strict=True)))
    reached = tuple(map(sum, zip(*(games[game] for game in games_of(pairing)), strict=True)))
    assert reached == values(pairing)
    assert total == tuple(UNIT * value for value in reached)


def _row(prices: Mapping[int, int], width: int) -> tuple[int, ...]:
    return tuple(prices.get(column, 0) for column in range(width))


def all_can_play(people: Sequence[Entrant], games: Iterable[Game]) -> bool:
    """Whether some legal games, and a bye if they are odd, take in everybody; by networkx."""
    graph = nx.Graph()
    graph.add_nodes_from([e.player for e in people] + [""] * (len(people) % 2))
    graph.add_edges_from(tuple(game) if len(game) == 2 else (*game, "") for game in games)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()
