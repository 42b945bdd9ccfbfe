"""Questions about a graph of pairs: into which parts does it fall, who can be matched, and can everybody?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import rustworkx as rx

Array = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

DENSE = 3000  # edges; of a larger graph some are tried first, about so many of every node:
SOME = 12


def components(edges: Array, links: Array) -> list[Array]:
    """The rows of ``edges`` (int64 (m, 2)) in each part of a graph that edges and links hold together, ascending; the
    parts by their smallest node."""
    if not len(edges):
        return []
    part = _labels(int(edges.max()) + 1, edges, links)[edges[:, 0]]
    order = np.argsort(part, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(part[order])) + 1)


def _labels(nodes: int, edges: Array, links: Array) -> Array:
    """For each node the number of its connected part; the parts by their smallest node."""
    label = np.arange(nodes)
    for needed in (edges[_one_each(edges, nodes)], edges):  # the few hold nearly everything together
        apart = needed[label[needed[:, 0]] != label[needed[:, 1]]]
        if len(apart):
            links = np.concatenate([links, apart])
            for number, part in enumerate(sorted(rx.connected_components(_graph(nodes, tuples(links))), key=min)):
                label[list(part)] = number
    return label


def _one_each(edges: Array, nodes: int) -> Array:
    """For each node the row of an edge in which it is the first, and of one in which it is the second."""
    rows = np.full((2, nodes), -1)
    for row, ends in zip(rows, edges.T, strict=True):
        row[ends] = np.arange(len(edges))
    return rows[rows >= 0]


def has_perfect_matching(nodes: int, edges: Array) -> bool:
    """Whether these edges (int64 (m, 2), of nodes below ``nodes``) can match all nodes."""
    if len(edges) > DENSE and _matches(nodes, edges[some(edges, nodes)]):
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
    found = []
    for part in _parts(_graph(nodes, edges)):
        places = part.nodes()
        found += [sorted((places[a], places[b])) for a, b in matched(part)]
    return sorted((a, b) for a, b in found)


def _matches(nodes: int, edges: Array) -> bool:
    parts = _parts(_graph(nodes, tuples(edges)))
    return not any(len(part) % 2 for part in parts) and all(2 * len(matched(part)) == len(part) for part in parts)


def _parts(graph: rx.PyGraph) -> list[rx.PyGraph]:
    """The connected parts of a graph: each for itself is matched in far less time."""
    return [graph.subgraph(list(part)) for part in rx.connected_components(graph)]


def some(edges: Array, nodes: int) -> Mask:
    """Of more than DENSE edges some, spread over the graph: all of a node that has few, of others about SOME."""
    if len(edges) <= DENSE:
        return np.ones(len(edges), dtype=bool)
    a, b = edges.T
    share = SOME / np.maximum(np.bincount(a, minlength=nodes) + np.bincount(b, minlength=nodes), SOME)
    chosen: Mask = np.diff(np.floor(np.cumsum(np.maximum(share[a], share[b]))), prepend=0) > 0
    chosen[_one_each(edges, nodes)] = True
    return chosen


def tuples(edges: Array) -> list[tuple[int, int]]:
    """The rows of an array (int64 (m, 2))."""
    return list(zip(*edges.T.tolist(), strict=True))


def _graph(nodes: int, edges: Sequence[tuple[int, int]]) -> rx.PyGraph:
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(edges))
    return graph
