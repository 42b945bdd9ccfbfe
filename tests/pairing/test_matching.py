"""The matching against enumeration and against networkx with exact integers."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
import pytest
import staged_matching as matching
from fields import all_matchings
from staged_matching import lexicographic_matching


def random_graph(chance: random.Random, nodes: int, columns: int, density: float = 0.8, largest: int = 9):
    edges = [(a, b) for a in range(nodes) for b in range(a + 1, nodes) if chance.random() < density]
    ceilings = [chance.choice([1, 2, largest]) for _ in range(columns)]
    costs = [[chance.randint(0, top) for top in ceilings] for _ in edges]
    return np.array(edges).reshape(-1, 2), np.array(costs).reshape(len(edges), columns)


def smallest_vector(nodes: int, edges, costs) -> tuple[int, ...] | None:
    price = {tuple(e): c for e, c in zip(edges.tolist(), costs.tolist(), strict=True)}
    vectors = [
        tuple(map(sum, zip(*(price[pair] for pair in pairs), strict=True)))
        for pairs in all_matchings(list(range(nodes)))
        if all(pair in price for pair in pairs)
    ]
    return min(vectors, default=None)


def check_against_enumeration(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        nodes, columns = chance.choice([4, 6, 8]), chance.randint(1, 20)
        edges, costs = random_graph(chance, nodes, columns)
        budget = chance.choice([24, 40, 120])  # small budgets need several stages
        found = lexicographic_matching(nodes, edges, costs, budget=budget)
        assert (found and found.values) == smallest_vector(nodes, edges, costs), seed


def test_the_vector_is_the_smallest_of_all_perfect_matchings():
    check_against_enumeration(range(300))


@pytest.mark.long
def test_the_vector_is_the_smallest_of_all_perfect_matchings_in_thousands_of_graphs():
    check_against_enumeration(range(1_000, 8_000))


def networkx_vector(nodes: int, edges, costs) -> tuple[int, ...] | None:
    """One packing of all criteria in Python's unbounded integers."""
    radix = [int(column.max()) * nodes + 1 for column in costs.T]
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    for (a, b), row in zip(edges.tolist(), costs.tolist(), strict=True):
        packed = 0
        for size, cost in zip(radix, row, strict=True):
            packed = packed * size + cost
        graph.add_edge(a, b, weight=-packed, row=row)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < nodes:
        return None
    return tuple(map(sum, zip(*(graph.edges[pair]["row"] for pair in pairs), strict=True)))


@pytest.mark.parametrize("nodes", [10, 16, 24, 32, 40])
def test_networkx_finds_the_same_vector_on_equal_costs(nodes):
    chance = random.Random(nodes)
    for columns in (3, 12, 30):
        edges, costs = random_graph(chance, nodes, columns, density=0.6)
        found = lexicographic_matching(nodes, edges, costs)
        assert (found and found.values) == networkx_vector(nodes, edges, costs)


def test_the_order_of_the_edges_changes_nothing():
    chance = random.Random(5)
    edges, costs = random_graph(chance, 12, 4, largest=2)
    first = lexicographic_matching(12, edges, costs)
    for _ in range(20):
        order = chance.sample(range(len(edges)), len(edges))
        flipped = edges[order][:, ::-1] if chance.random() < 0.5 else edges[order]
        assert lexicographic_matching(12, flipped, costs[order]) == first


def test_a_node_without_a_partner_means_no_matching():
    star = np.array([[0, 1], [0, 2], [0, 3]])
    assert lexicographic_matching(4, star, np.ones((3, 1), dtype=int)) is None
    assert lexicographic_matching(3, star[:2], np.ones((2, 1), dtype=int)) is None


def test_nobody_is_matched_by_nothing():
    found = lexicographic_matching(0, np.zeros((0, 2), dtype=int), np.zeros((0, 3), dtype=int))
    assert found is not None and found.pairs == () and found.values == (0, 0, 0)


def test_a_criterion_too_wide_for_the_budget_is_refused_not_computed_wrongly():
    edges = np.array([[0, 1], [2, 3]])
    with pytest.raises(OverflowError):
        lexicographic_matching(4, edges, np.full((2, 1), 2**40), budget=30)


@pytest.mark.parametrize(
    "edges, costs",
    [
        ([[0, 1]], [[-1]]),
        ([[0, 0]], [[1]]),
        ([[0, 1], [1, 0]], [[1], [1]]),
        ([[0, 2]], [[1]]),
        ([[0, 1]], [[1], [1]]),
    ],
)
def test_nonsense_is_refused(edges, costs):
    with pytest.raises(ValueError):
        lexicographic_matching(2, np.array(edges), np.array(costs))


def test_a_panic_of_the_solver_becomes_an_error_that_can_be_caught(monkeypatch):
    panic = type("PanicException", (BaseException,), {})

    def breaks(*_args, **_kwargs):
        raise panic("assertion failed")

    monkeypatch.setattr(matching.rx, "max_weight_matching", breaks)
    with pytest.raises(RuntimeError, match="broke down"):
        lexicographic_matching(2, np.array([[0, 1]]), np.array([[1]]))


def test_ctrl_c_in_the_solver_is_not_swallowed(monkeypatch):
    def stops(*_args, **_kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(matching.rx, "max_weight_matching", stops)
    with pytest.raises(KeyboardInterrupt):
        lexicographic_matching(2, np.array([[0, 1]]), np.array([[1]]))
