"""How much faster the solver with its prices is than networkx without, side by side on equal packed costs."""

from __future__ import annotations

import random
from time import perf_counter

import networkx as nx
import numpy as np
import pytest

from qisai.pairing.blossom import UNIT, cheapest_matching

pytestmark = pytest.mark.benchmark

NODES, GROUPS = 60, 20


def swiss_like_costs() -> tuple[np.ndarray, np.ndarray]:
    """A complete graph with one boundary criterion a score group, colours, order and a lot, as in a late round."""
    chance = random.Random(60)
    group = sorted(chance.randrange(GROUPS) for _ in range(NODES))
    surplus = [chance.choice((-1, 0, 1)) for _ in range(NODES)]
    edges = [(a, b) for a in range(NODES) for b in range(a + 1, NODES) if chance.random() < 0.9]
    costs = [
        [int(group[a] <= g < group[b]) for g in range(GROUPS - 1)]
        + [int(surplus[a] * surplus[b] > 0), (group[b] - group[a]) ** 2, b - a, chance.getrandbits(40)]
        for a, b in edges
    ]
    return np.array(edges), np.array(costs)


def packed(edges: np.ndarray, costs: np.ndarray) -> list[tuple[int, int, int]]:
    """All criteria of an edge as one number."""
    radix = [int(column.max()) * NODES + 1 for column in costs.T]
    found = []
    for (a, b), row in zip(edges.tolist(), costs.tolist(), strict=True):
        number = 0
        for size, cost in zip(radix, row, strict=True):
            number = number * size + cost
        found.append((a, b, number))
    return found


def networkx_total(edges: list[tuple[int, int, int]]) -> int:
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, -cost) for a, b, cost in edges)
    return -sum(graph.edges[pair]["weight"] for pair in nx.max_weight_matching(graph, maxcardinality=True))


def best_of(times: int, function) -> tuple[float, object]:
    best, result = float("inf"), None
    for _ in range(times):
        start = perf_counter()
        result = function()
        best = min(best, perf_counter() - start)
    return best, result


def test_the_solver_is_at_least_five_times_as_fast_as_networkx():
    edges = packed(*swiss_like_costs())
    ours, found = best_of(3, lambda: cheapest_matching(NODES, edges))
    theirs, total = best_of(3, lambda: networkx_total(edges))
    assert found.total == UNIT * total
    print(f"networkx {theirs:.3f} s, ours with prices {ours:.3f} s, ratio {theirs / ours:.1f}")
    assert theirs / ours > 5
