"""A third solver for the tests: the perfect matching with the lexicographically smallest vector of costs.

The solver (Galil's algorithm in rustworkx) minimises one integer below 2**125, while a round of a Swiss
event has up to fifty criteria. So the vector is solved in stages: as many leading criteria as fit are
packed into one integer, their optimum is read off, and in the next stage they are *known*, which costs
few bits. Between the stages two exact reductions are made: a pair that alone costs more than a known
optimum is in no optimal matching and is dropped; and where the remaining graph falls apart, every
component is solved for itself (the smallest sum of vectors is the sum of the smallest vectors).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import rustworkx as rx

Array = npt.NDArray[np.int64]

#: The packed cost of a whole matching must stay below 2**BUDGET; wrong answers were seen from 2**126 on.
BUDGET = 120


@dataclass(frozen=True)
class Matching:
    """Pairs (smaller node first, sorted) and the total of each criterion."""

    pairs: tuple[tuple[int, int], ...]
    values: tuple[int, ...]


def lexicographic_matching(nodes: int, edges: Array, costs: Array, budget: int = BUDGET) -> Matching | None:
    """The perfect matching that minimises the sums of the columns of ``costs``, first column first.

    ``edges`` is an int64 array (m, 2) of nodes below ``nodes``, each pair once; ``costs`` is an int64
    array (m, k), not negative. Returns None if there is no perfect matching. Raises ``ValueError`` for bad
    input, ``OverflowError`` if the criteria cannot be packed, ``RuntimeError`` if the solver breaks down.

    >>> square = np.array([[0, 1], [1, 2], [2, 3], [0, 3]])
    >>> lexicographic_matching(4, square, np.array([[1, 0], [1, 2], [1, 3], [1, 3]]))
    Matching(pairs=((0, 1), (2, 3)), values=(2, 3))
    """
    edges, costs = _canonical(nodes, edges, costs)
    if nodes % 2:
        return None
    chosen = _solve(np.arange(nodes), edges, costs, (), budget)
    if chosen is None:
        return None
    pairs = tuple(sorted((int(edges[e, 0]), int(edges[e, 1])) for e in chosen))
    return Matching(pairs, _totals(costs, chosen))


def _canonical(nodes: int, edges: Array, costs: Array) -> tuple[Array, Array]:
    """Smaller node first, edges sorted: among equal optima the solver's answer depends on the order."""
    edges = np.sort(np.asarray(edges, dtype=np.int64).reshape(-1, 2), axis=1)
    costs = np.asarray(costs, dtype=np.int64)
    if costs.ndim != 2 or len(costs) != len(edges):
        raise ValueError("costs must have one row for each edge")
    if costs.size and costs.min() < 0:
        raise ValueError("costs must not be negative")
    if len(edges) and (edges.min() < 0 or edges.max() >= nodes):
        raise ValueError(f"an edge names a node outside 0..{nodes - 1}")
    if (edges[:, 0] == edges[:, 1]).any():
        raise ValueError("a node cannot be matched with itself")
    order = np.lexsort((edges[:, 1], edges[:, 0]))
    edges, costs = edges[order], costs[order]
    if (edges[1:] == edges[:-1]).all(axis=1).any():
        raise ValueError("the same pair is given twice")
    return edges, costs


def _solve(members: Array, edges: Array, costs: Array, known: tuple[int, ...], budget: int) -> list[int] | None:
    """Rows of ``edges`` of the best matching of ``members``; the leading totals are ``known`` already."""
    if not len(members):
        return []
    ceilings = _ceilings(members, edges, costs)
    stage = _weights(ceilings, known, costs.shape[1], budget)
    if stage:
        last, weights = stage
        chosen = _match(members, edges, _pack(costs, weights, budget))
    else:
        last = len(known) + 1
        chosen = _grow(members, edges, costs, known, ceilings[len(known)], budget)
    if chosen is None:
        return None
    values = _totals(costs[:, : len(known)], chosen)
    if values != known:
        raise RuntimeError(f"a later stage changed the totals {known} into {values}")
    if last == costs.shape[1]:
        return chosen
    return _refine(edges, costs, np.array(chosen), last, budget)


def _refine(edges: Array, costs: Array, chosen: Array, last: int, budget: int) -> list[int]:
    """Continue from ``chosen``, optimal in the first ``last`` criteria, to an optimum in all of them.

    Drops what the known totals exclude, splits into components, and repeats inside each of them until
    nothing more falls away; then the next criteria are solved.
    """
    known = _totals(costs[:, :last], chosen)
    rows = np.flatnonzero((costs[:, :last] <= np.array(known, dtype=np.int64)).all(axis=1))
    if len(rows) == len(chosen):
        return [int(row) for row in chosen]  # nothing is left to choose
    parts = components(edges[rows])
    if len(rows) == len(edges) and len(parts) == 1:
        found = _solve(np.unique(edges), edges, costs, known, budget)
        if found is None:
            raise RuntimeError("a part of the field that had a perfect matching lost it")
        return found
    places = np.searchsorted(rows, chosen)
    result: list[int] = []
    for inside in parts:
        old = np.searchsorted(inside, places[np.isin(places, inside)])
        found = _refine(edges[rows[inside]], costs[rows[inside]], old, last, budget)
        result.extend(int(row) for row in rows[inside[found]])
    return result


def components(edges: Array) -> list[Array]:
    """The rows of each connected part of a graph, ascending; the parts in the order of their smallest node."""
    if not len(edges):
        return []
    graph = _graph(int(edges.max()) + 1, edges)
    label = np.zeros(graph.num_nodes(), dtype=np.int64)
    for number, nodes in enumerate(sorted(rx.connected_components(graph), key=min)):
        label[list(nodes)] = number
    order = np.argsort(label[edges[:, 0]], kind="stable")
    ends = np.flatnonzero(np.diff(label[edges[order, 0]])) + 1
    return np.split(order, ends)


def _graph(nodes: int, edges: Array) -> rx.PyGraph:
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(map(tuple, edges.tolist())))
    return graph


def _ceilings(members: Array, edges: Array, costs: Array) -> list[int]:
    """A bound for the total of each criterion: half the sum of the dearest edge at each node."""
    bounds = []
    for column in costs.T:
        dearest = np.zeros(int(members.max()) + 1, dtype=np.int64)
        np.maximum.at(dearest, edges[:, 0], column)
        np.maximum.at(dearest, edges[:, 1], column)
        bounds.append(int(dearest.sum()) // 2)
    return bounds


def _weights(ceilings: list[int], known: tuple[int, ...], columns: int, budget: int) -> tuple[int, list[int]] | None:
    """How many leading criteria go into this stage, and their weights; None if not one more fits.

    A new criterion outweighs all that follows: 1 + the largest total of the new ones below. A known one
    has to outweigh the new part and what the known ones below can give back, which is their optimum:
    1 + largest new total + sum of weight x known total. A known 0 costs no bits, a known 1 one bit.
    """
    best: tuple[int, list[int]] | None = None
    for last in range(min(len(known) + 1, columns), columns + 1):
        weights, room = [0] * last, 0
        for column in range(last - 1, len(known) - 1, -1):
            weights[column] = room + 1
            room += weights[column] * ceilings[column]
        for column in range(len(known) - 1, -1, -1):
            if ceilings[column]:
                weights[column] = room + 1
                room += weights[column] * known[column]
        if room.bit_length() > budget:
            break
        best = last, weights
    return best


def _grow(members: Array, edges: Array, costs: Array, known: tuple[int, ...], ceiling: int, budget: int) -> list[int] | None:
    """The best matching in one more criterion where the safe weights of the known ones need too many bits.

    Any weights do if the known totals come out unchanged: then the rest is minimal among all matchings
    with these totals. So the weights start at zero, and whenever the result has other totals, the weight
    of the first one that is too large grows until that result cannot win again. They never pass the safe
    weights, so this ends.
    """
    weights = [0] * len(known) + [1]
    while True:
        chosen = _match(members, edges, _pack(costs, weights, budget))
        if chosen is None:
            return None
        excess = [total - best for total, best in zip(_totals(costs, chosen), known, strict=False)]
        first = next((column for column, more in enumerate(excess) if more), None)
        if first is None:
            return chosen
        if excess[first] < 0:
            raise RuntimeError(f"criterion {first + 1} has a smaller total than its optimum")
        given_back = -sum(w * more for w, more in zip(weights[first + 1 :], excess[first + 1 :], strict=False))
        weights[first] = -(-(ceiling + 1 + given_back) // excess[first])


def _pack(costs: Array, weights: list[int], budget: int) -> list[int]:
    """The packed cost of each edge, as exact Python integers; ``OverflowError`` beyond the budget."""
    packed = np.zeros(len(costs), dtype=object)
    for column, weight in enumerate(weights):
        dear = np.flatnonzero(costs[:, column])
        if weight and len(dear):
            packed[dear] += costs[dear, column].astype(object) * weight
    exact = [int(cost) for cost in packed]
    if exact and max(exact) >= 1 << budget:
        raise OverflowError(f"the criteria do not fit into {budget} bits")
    return exact


def _match(members: Array, edges: Array, packed: list[int]) -> list[int] | None:
    """Rows of ``edges`` of the cheapest perfect matching; None if a member stays alone."""
    place = np.zeros(int(members.max()) + 1, dtype=np.int64)
    place[members] = np.arange(len(members))
    ends = [(int(a), int(b)) for a, b in place[edges]]
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(len(members)))
    graph.extend_from_weighted_edge_list([(a, b, -cost) for (a, b), cost in zip(ends, packed, strict=True)])
    try:
        found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=True)
    except BaseException as error:  # a Rust panic is no Exception
        if type(error).__name__ != "PanicException":
            raise
        raise RuntimeError(f"the matching solver broke down: {error}") from error
    if 2 * len(found) != len(members):
        return None
    row = {end: number for number, end in enumerate(ends)}
    return sorted(row[min(pair), max(pair)] for pair in found)


def _totals(costs: Array, rows: list[int] | Array) -> tuple[int, ...]:
    return tuple(int(total) for total in costs[np.asarray(rows, dtype=np.int64)].sum(axis=0))
