"""Two questions about a graph of pairs: into which parts does it fall, and can everybody be matched?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import rustworkx as rx

Array = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DENSE = 3000  # edges; of a larger graph a part is tried first, with about so many edges for every node:
SOME = 12


def components(edges: Array, links: Array) -> list[Array]:
    """The rows of ``edges`` (int64 (m, 2)) in each part of a graph that edges and links hold together, ascending; the
    parts by their smallest node."""
    if not len(edges):
        return []
    label = np.arange(int(edges.max()) + 1)
    for needed in (_one_each(edges, len(label)), edges):  # the few hold nearly everything together
        apart = needed[label[needed[:, 0]] != label[needed[:, 1]]]
        if len(apart):
            links = np.concatenate([links, apart])
            for number, nodes in enumerate(sorted(rx.connected_components(_graph(len(label), tuples(links))), key=min)):
                label[list(nodes)] = number
    part = label[edges[:, 0]]
    order = np.argsort(part, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(part[order])) + 1)


def _one_each(edges: Array, nodes: int) -> Array:
    """For each node one edge in which it is the first, and one in which it is the second."""
    found = []
    for ends in edges.T:
        row = np.full(nodes, -1)
        row[ends] = np.arange(len(edges))
        found.append(edges[row[row >= 0]])
    return np.concatenate(found)


def has_perfect_matching(nodes: int, edges: Array) -> bool:
    """Whether these edges (int64 (m, 2), of nodes below ``nodes``) can match all nodes."""
    if len(edges) > DENSE and _matches(nodes, edges[_some(edges, nodes)]):
        return True
    return _matches(nodes, edges)


def matched(graph: rx.PyGraph, weighted: bool = False) -> set[tuple[int, int]]:
    """A largest matching, of weighted edges (integers, small) the heaviest of them; ``RuntimeError`` if the solver
    breaks down, for a Rust panic is no Exception."""
    weight = int if weighted else None
    try:
        found: set[tuple[int, int]] = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=weight)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise RuntimeError(f"the matching solver broke down: {error}") from error
    return found


def largest_matching(nodes: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many pairs as can be, sorted, smaller node first."""
    return sorted((min(pair), max(pair)) for pair in matched(_graph(nodes, edges)))


def _matches(nodes: int, edges: Array) -> bool:
    graph = _graph(nodes, tuples(edges))
    parts = [list(part) for part in rx.connected_components(graph)]  # each for itself takes far less time
    if any(len(part) % 2 for part in parts):
        return False
    return all(2 * len(matched(graph.subgraph(part))) == len(part) for part in parts)


def _some(edges: Array, nodes: int) -> Mask:
    """Edges spread over the graph: all of a node that has few, of others about SOME."""
    a, b = edges.T
    few = np.bincount(a, minlength=nodes) + np.bincount(b, minlength=nodes) <= SOME
    chosen: Mask = few[a] | few[b]
    chosen[:: max(1, 2 * len(edges) // (SOME * nodes))] = True
    return chosen


def tuples(edges: Array) -> list[tuple[int, int]]:
    """The rows of an array (int64 (m, 2))."""
    return list(zip(*edges.T.tolist(), strict=True))


def _graph(nodes: int, edges: Sequence[tuple[int, int]]) -> rx.PyGraph:
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(edges))
    return graph
