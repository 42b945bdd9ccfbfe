"""The cheapest perfect matching against networkx; and its prices, which prove it, added up in plain Python."""

from __future__ import annotations

import random
from itertools import combinations
from math import isqrt

import networkx as nx
import numpy as np
import pytest

from qisai.pairing.blossom import UNIT, Matching, cheapest_matching, shortage

Edges = list[tuple[int, int, int]]


# --- graphs ------------------------------------------------------------------------------------------------


def costs_of(chance: random.Random, kind: str):
    """A source of costs: few values (ties everywhere), small ones, more than 64 bits, packed vectors of such."""
    digits = [chance.choice([1, 3, 1000]) for _ in range(12)]

    def packed() -> int:
        number = 0
        for top in digits:
            number = number * 2**25 + chance.randint(0, top)
        return number

    return {
        "equal": lambda: 7,
        "ties": lambda: chance.randint(0, 1),
        "small": lambda: chance.randint(0, 30),
        "large": lambda: chance.getrandbits(300),
        "packed": packed,
    }[kind]


KINDS = ("equal", "ties", "small", "large", "packed")


def some_graph(chance: random.Random, nodes: int, density: float, kind: str) -> Edges:
    cost = costs_of(chance, kind)
    return [(a, b, cost()) for a in range(nodes) for b in range(a + 1, nodes) if chance.random() < density]


def crowds(chance: random.Random, crowds: int, density: float) -> tuple[int, Edges]:
    """Points in crowds of odd numbers, far from one another; costs are distances. Each crowd has to send somebody out:
    blossoms, and blossoms that are taken apart again because they were shrunk in vain."""
    points = []
    for _ in range(crowds):
        x, y = chance.randint(0, 200), chance.randint(0, 200)
        points += [(x + chance.randint(0, 6), y + chance.randint(0, 6)) for _ in range(chance.choice([3, 5, 7]))]
    points = chance.sample(points, len(points) // 2 * 2)
    far = [(a, b, isqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)) for (a, p), (b, q) in combinations(enumerate(points), 2)]
    return len(points), [edge for edge in far if chance.random() < density]


def random_case(chance: random.Random, most: int) -> tuple[int, Edges]:
    kind = chance.choice(KINDS)
    if chance.random() < 0.3:
        return crowds(chance, chance.randint(2, most // 5), chance.choice([1, 1, 0.5]))
    nodes = 2 * chance.randint(1, most // 2)
    return nodes, some_graph(chance, nodes, chance.choice([1, 1, 0.6, 0.3, min(1, 3 / nodes)]), kind)


# --- what must hold ---------------------------------------------------------------------------------------


def networkx_total(nodes: int, edges: Edges) -> int | None:
    """The smallest total cost of a perfect matching; None if there is none. networkx calculates in exact integers."""
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from((a, b, -cost) for a, b, cost in edges)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return -sum(graph.edges[pair]["weight"] for pair in found) if 2 * len(found) == nodes else None


def check_proof(found: Matching, nodes: int, edges: Edges) -> int:
    """The pairs are edges and take each node once; no edge costs less than it pays; all together costs what is paid.

    Gives the total cost of the pairs. Nothing here knows how they were found.
    """
    cost = {frozenset((a, b)): price for a, b, price in edges}
    assert sorted(v for pair in found.pairs for v in pair) == list(range(nodes))
    assert list(found.pairs) == sorted(found.pairs) and all(a < b for a, b in found.pairs)
    assert all(len(members) % 2 == 1 < len(set(members)) == len(members) for members, _ in found.sets)
    assert all(price > 0 for _, price in found.sets)
    sets = [(frozenset(members), price) for members, price in found.sets]
    for a, b, price in edges:
        paid = found.nodes[a] + found.nodes[b] + sum(worth for members, worth in sets if (a in members) != (b in members))
        assert paid <= UNIT * price, (a, b)
    total = sum(cost[frozenset(pair)] for pair in found.pairs)
    assert found.total == sum(found.nodes) + sum(worth for _, worth in found.sets) == UNIT * total
    return total


def check_graph(nodes: int, edges: Edges) -> bool:
    found = cheapest_matching(nodes, edges)
    expected = networkx_total(nodes, edges)
    assert (None if found is None else check_proof(found, nodes, edges)) == expected
    return found is not None


def check_graphs(seeds: range, most: int) -> tuple[int, int]:
    """How many random graphs have a perfect matching, and how many have none."""
    matched = 0
    for seed in seeds:
        matched += check_graph(*random_case(random.Random(seed), most))
    return matched, len(seeds) - matched


# --- tests -------------------------------------------------------------------------------------------------


def test_the_total_is_that_of_networkx_and_the_prices_prove_it():
    matched, alone = check_graphs(range(200), 24)
    assert matched > 100 and alone > 20, "both kinds of graphs come up"


@pytest.mark.parametrize("nodes, density, kind", [(40, 1, "ties"), (60, 0.3, "packed"), (60, 1, "large"), (120, 0.1, "small")])
def test_the_total_is_that_of_networkx_in_larger_graphs(nodes, density, kind):
    assert check_graph(nodes, some_graph(random.Random(nodes), nodes, density, kind))


@pytest.mark.long
def test_the_total_is_that_of_networkx_in_thousands_of_graphs():
    matched, alone = check_graphs(range(10_000, 18_000), 30)
    print(f"\n{matched} graphs with a perfect matching, {alone} without")
    assert min(matched, alone) > 500


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("density", [0.05, 0.3, 1])
def test_the_total_is_that_of_networkx_up_to_120_nodes(density, kind):
    for seed in range(12):
        chance = random.Random(f"{seed} {kind} {density}")
        nodes = 2 * chance.randint(40, 60)
        check_graph(nodes, some_graph(chance, nodes, density, kind))


def check_orders(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        nodes, edges = random_case(chance, 20)
        first = cheapest_matching(nodes, edges)
        assert all(cheapest_matching(nodes, chance.sample(edges, len(edges))) == first for _ in range(3)), seed


def test_the_order_of_the_edges_changes_neither_the_pairs_nor_the_prices():
    check_orders(range(60))


@pytest.mark.long
def test_the_order_of_the_edges_changes_nothing_in_thousands_of_graphs():
    check_orders(range(5_000, 8_000))


def check_starts(seeds: range) -> None:
    """Any even first prices, too high or too low, lead to the same total and to a proof."""
    for seed in seeds:
        chance = random.Random(seed)
        nodes, edges = random_case(chance, 24)
        found = cheapest_matching(nodes, edges)
        if found is not None:
            top = max(cost for _, _, cost in edges)
            near = [price // 2 * 2 + 2 * chance.randint(-3, 3) for price in found.nodes]
            far = [2 * chance.randint(-2 * top, 4 * top) for _ in range(nodes)]
            for start in (near, far):
                again = cheapest_matching(nodes, edges, start)
                assert again is not None and again.total == found.total
                check_proof(again, nodes, edges)


def test_the_first_prices_change_neither_the_total_nor_that_it_is_proved():
    check_starts(range(100))


@pytest.mark.long
def test_the_first_prices_change_nothing_in_thousands_of_graphs():
    check_starts(range(30_000, 33_000))


@pytest.mark.parametrize("shift", [-(2**300), -5, 2**300])
def test_the_same_added_to_every_cost_changes_the_total_alone(shift):
    """Also costs below zero are costs."""
    for seed in range(40):
        nodes, edges = random_case(random.Random(seed), 16)
        found, moved = cheapest_matching(nodes, edges), cheapest_matching(nodes, [(a, b, c + shift) for a, b, c in edges])
        assert (found is None) == (moved is None)
        if found is not None:
            assert moved.total == found.total + UNIT * shift * nodes // 2
            check_proof(moved, nodes, [(a, b, c + shift) for a, b, c in edges])


@pytest.mark.parametrize(
    "nodes, edges",
    [
        (2, []),
        (3, [(0, 1, 0), (1, 2, 0), (0, 2, 0)]),
        (4, [(0, 1, 1), (0, 2, 1), (0, 3, 1)]),
        (6, [(0, 1, 0), (1, 2, 0), (0, 2, 0), (3, 4, 0), (4, 5, 0), (3, 5, 0)]),
        (8, [(0, a, 0) for a in range(1, 8)] + [(1, 2, 0), (2, 3, 0), (1, 3, 0)]),
    ],
    ids=["no edge", "odd", "star", "two triangles", "hub"],
)
def test_a_graph_without_a_perfect_matching_gives_none(nodes, edges):
    assert cheapest_matching(nodes, edges) is None


def test_nobody_is_matched_by_nothing():
    assert cheapest_matching(0, []) == Matching((), (), ())


def test_two_triangles_joined_by_a_dear_edge_pay_for_it_as_sets():
    """Each triangle leaves one node to the other side: the only perfect matchings take the bridge."""
    triangles = [(0, 1, 0), (1, 2, 0), (0, 2, 0), (3, 4, 0), (4, 5, 0), (3, 5, 0)]
    found = cheapest_matching(6, [*triangles, (2, 3, 9)])
    assert found.pairs == ((0, 1), (2, 3), (4, 5)) and found.total == UNIT * 9
    assert check_proof(found, 6, [*triangles, (2, 3, 9)]) == 9


# --- why there is none -------------------------------------------------------------------------------------


def check_shortage(seed: int) -> int:
    """Odd groups that have edges to nobody but the few, more of them than the few: by just so many nodes a largest
    matching of networkx falls short. Gives that number."""
    nodes, edges = random_case(random.Random(seed), 24)
    pairs = [(a, b) for a, b, _ in edges]
    groups, few = shortage(nodes, np.array(pairs, dtype=np.int64).reshape(-1, 2))
    group_of = {v: number for number, group in enumerate(groups) for v in group}
    assert all(len(group) % 2 for group in groups) and len(group_of) == sum(map(len, groups)) and not group_of.keys() & set(few)
    for a, b in pairs:
        ends = {group_of.get(v) for v in (a, b) if v not in few}
        assert len(ends) <= 1, "an edge leads from a group to somebody who is not among the few"
    left_over = nodes - 2 * len(nx.max_weight_matching(nx.Graph(pairs), maxcardinality=True))
    assert len(groups) - len(few) == left_over
    return left_over


def test_the_groups_and_the_few_tell_how_many_stay_alone():
    assert sum(check_shortage(seed) > 0 for seed in range(150)) > 15


@pytest.mark.long
def test_the_groups_and_the_few_tell_how_many_stay_alone_in_thousands_of_graphs():
    assert sum(check_shortage(seed) > 0 for seed in range(20_000, 26_000)) > 600
