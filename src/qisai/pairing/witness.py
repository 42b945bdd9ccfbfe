"""Who cannot all be given an opponent: the witness that a set of legal pairs leaves somebody over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import rustworkx as rx

from qisai.pairing.arrays import Array, Mask, Pairs
from qisai.pairing.graphs import components, has_perfect_matching, largest_matching, matched


@dataclass(frozen=True)
class Shortage:
    """Each of ``groups`` is odd and pairs only inside itself or with one of ``others``, who are fewer than the groups."""

    groups: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]


def legal_table(pairs: Pairs) -> Mask:
    """Pairs as a symmetric table of places."""
    table = np.zeros((pairs.field.nodes, pairs.field.nodes), dtype=bool)
    table[pairs.a, pairs.b] = table[pairs.b, pairs.a] = True
    return table


def pairs_all(legal: Mask) -> bool:
    """Whether all places can be paired; ``legal`` is a symmetric table of places, False on the diagonal.

    >>> pairs_all(np.array([[False, True], [True, False]]))
    True
    """
    return bool(legal.any(axis=1).all()) and has_perfect_matching(len(legal), _edges(legal))


def cheapest(legal: Mask, cost: Array) -> set[tuple[int, int]] | None:
    """The pairs, smaller place first, of a pairing of all places with the least total; None if there is none.

    ``cost``: a symmetric table of small numbers, not negative.
    """
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(legal)))
    graph.extend_from_weighted_edge_list([(a, b, -int(cost[a, b])) for a, b in _edges(legal).tolist()])
    found = matched(graph, weighted=True)
    return {(min(pair), max(pair)) for pair in found} if 2 * len(found) == len(legal) else None


def smallest_shortage(legal: Mask) -> Shortage | None:
    """The smallest reason why not all places can be paired; None if they can.

    Gallai and Edmonds: take the places that some largest matching leaves over, and those that border on them.
    Needs one matching a place.

    >>> star = np.zeros((4, 4), dtype=bool)
    >>> star[0, 1:] = star[1:, 0] = True
    >>> smallest_shortage(star)
    Shortage(groups=((1,), (2,), (3,)), others=(0,))
    """
    most = _matched(legal)
    if 2 * most == len(legal):
        return None
    left_over = np.array([_matched(np.delete(np.delete(legal, v, 0), v, 1)) == most for v in range(len(legal))])
    border = legal[left_over].any(axis=0) & ~left_over
    inside = legal & left_over & left_over[:, None]
    touching = inside | (legal & border & left_over[:, None]) | (legal & border[:, None] & left_over)
    groups = [part for part in _parts(inside) if left_over[part[0]]]
    found = []
    for part in _parts(touching):
        own = tuple(group for group in groups if group[0] in part)
        others = tuple(v for v in part if border[v])
        if len(own) > len(others):
            found.append(Shortage(own, others))
    return min(found, key=lambda one: sum(map(len, one.groups)) + len(one.others))


def _matched(legal: Mask) -> int:
    """How many pairs a largest matching has."""
    return len(largest_matching(len(legal), [(a, b) for a, b in _edges(legal).tolist()]))


def _edges(table: Mask) -> Array:
    edges: Array = np.argwhere(np.triu(table, 1))
    return edges


def _parts(table: Mask) -> Iterator[tuple[int, ...]]:
    """The connected parts, each sorted."""
    alone = np.flatnonzero(~table.any(axis=0)).tolist()
    edges = _edges(table)
    joined = [tuple(np.unique(edges[rows]).tolist()) for rows in components(edges, edges[:0])]
    yield from sorted([*joined, *((place,) for place in alone)])
