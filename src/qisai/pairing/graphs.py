"""Two questions about a graph of pairs: into which parts does it fall, and can everybody be matched?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import rustworkx as rx

Array = npt.NDArray[np.int64]

DENSE = 3000  # edges; of a larger graph a part is tried first, with about so many edges for every node:
SOME = 12


def components(edges: Array, links: Array) -> list[Array]:
    """The rows of ``edges`` (int64 (m, 2)) in each part of a graph that edges and links hold together, ascending; the
    parts by their smallest node."""
    if not len(edges):
        return []
    graph = _graph(int(edges.max()) + 1, np.concatenate([edges, links]))
    label = np.zeros(graph.num_nodes(), dtype=np.int64)
    for number, nodes in enumerate(sorted(rx.connected_components(graph), key=min)):
        label[list(nodes)] = number
    part = label[edges[:, 0]]
    order = np.argsort(part, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(part[order])) + 1)


def has_perfect_matching(nodes: int, edges: Array) -> bool:
    """Whether these edges (int64 (m, 2), of nodes below ``nodes``) can match all nodes."""
    if len(edges) > DENSE and _matches(nodes, edges[_some(edges, nodes)]):
        return True
    return _matches(nodes, edges)


def matched(graph: rx.PyGraph) -> set[tuple[int, int]]:
    """A largest matching, of weighted edges (integers, small) the heaviest of them; ``RuntimeError`` if the solver
    breaks down, for a Rust panic is no Exception."""
    try:
        found: set[tuple[int, int]] = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise RuntimeError(f"the matching solver broke down: {error}") from error
    return found


def _weight(edge: int | None) -> int:
    return 1 if edge is None else edge


def largest_matching(nodes: int, edges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many pairs as can be, sorted, smaller node first."""
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(edges))
    return sorted((min(pair), max(pair)) for pair in matched(graph))


def _matches(nodes: int, edges: Array) -> bool:
    graph = _graph(nodes, edges)
    parts = [list(part) for part in rx.connected_components(graph)]  # each for itself takes far less time
    if any(len(part) % 2 for part in parts):
        return False
    return all(2 * len(matched(graph.subgraph(part))) == len(part) for part in parts)


def _some(edges: Array, nodes: int) -> Array:
    """Edges spread over the graph: all of a node that has few, of others about SOME."""
    degree = np.bincount(edges.ravel(), minlength=nodes)
    turn = (np.arange(len(edges)) * 0x9E3779B1) % 2**32 / 2**32
    chosen: Array = turn < SOME / degree[edges].min(axis=1)
    return chosen


def _graph(nodes: int, edges: Array) -> rx.PyGraph:
    graph = rx.PyGraph(multigraph=True)
    graph.add_nodes_from(range(nodes))
    graph.extend_from_edge_list(list(zip(*edges.T.tolist(), strict=True)))
    return graph
