"""The cheapest perfect matching and the prices that prove it, by Edmonds' method of blossoms.

A price for every node, and one for some sets of an odd number of nodes, such that no edge costs less than the
prices of its two nodes and of the sets that it leaves. Every perfect matching uses each node once and leaves each
odd set at least once, so none costs less than the sum of all prices; the one that is found costs just that. All
numbers are exact integers of any size, and whoever doubts the prices adds them up: that needs no search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from qisai.pairing.graphs import Array, largest_matching, tuples

Edge = tuple[int, int]  # a vertex of this node, then the vertex at the other end
OUTER, INNER = 1, -1  # labels in the forest of alternating paths: even and odd distance from a root
UNIT = 4  # costs of the search and prices are quarters


@dataclass(frozen=True)
class Matching:
    """``pairs`` of nodes, smaller first, sorted. Prices in quarters of a cost: ``nodes`` one a node, ``sets`` the odd
    sets (ascending nodes) with prices above zero."""

    pairs: tuple[tuple[int, int], ...]
    nodes: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], int], ...]

    @property
    def total(self) -> int:
        """Four times a lower bound of the cost of every perfect matching."""
        return sum(self.nodes) + sum(price for _, price in self.sets)


def cheapest_matching(
    nodes: int, edges: Sequence[tuple[int, int, int]], start: Sequence[int] | None = None
) -> Matching | None:
    """The cheapest perfect matching of a graph with integer costs, edges (a, b, cost) each once; None if there is none.

    The same graph gives the same prices whatever the order of its edges; of equally cheap matchings, one. The search is
    short where it begins with good prices of the nodes: ``start``, even numbers, also in every digit of a packed vector.

    >>> triangle_and_tails = [(0, 1, 0), (1, 2, 0), (0, 2, 0), (0, 3, 4), (1, 4, 4), (2, 5, 4), (3, 4, 0), (4, 5, 0)]
    >>> found = cheapest_matching(6, triangle_and_tails)
    >>> found.pairs, found.total
    (((0, 3), (1, 2), (4, 5)), 16)
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for a, b, cost in sorted(edges):
        near[a].append((b, UNIT * cost))
        near[b].append((a, UNIT * cost))
    prices = _first_prices(near, start)
    tight = [(v, u) for v in range(nodes) for u, cost in near[v] if v < u and cost == prices[v] + prices[u]]
    search = _Search(near, prices, largest_matching(nodes, tight))
    if not search.run():
        return None
    return Matching(search.pairs(), *search.prices())


def _first_prices(near: Sequence[Sequence[tuple[int, int]]], start: Sequence[int] | None) -> list[int]:
    """Prices that bring each vertex to its first tight edge."""
    prices = list(start or [min((cost // 2 for _, cost in edges), default=0) for edges in near])
    for v, edges in enumerate(near):
        if edges:
            prices[v] = min(cost - prices[u] for u, cost in edges)
    return prices


def shortage(nodes: int, edges: Array) -> tuple[list[list[int]], list[int]]:
    """Why a graph with these edges (int64 (m, 2)) has no perfect matching: odd groups of nodes, and the few nodes without
    which the groups have no edge to one another or to any other node. A largest matching leaves over as many nodes as
    there are more groups than few.

    After Gallai and Edmonds: the OUTER nodes of a search that has come to its end, and the INNER ones.

    >>> shortage(5, np.array([(0, 1), (0, 2), (0, 3), (3, 4)]))
    ([[1], [2]], [0])
    """
    one, other = np.concatenate([edges, edges[:, ::-1]]).T
    ends = other[np.argsort(one, kind="stable")].tolist()
    to = np.cumsum(np.bincount(one, minlength=nodes)).tolist()
    near = [[(v, 0) for v in ends[start:stop]] for start, stop in pairwise([0, *to])]
    search = _Search(near, [0] * nodes, largest_matching(nodes, tuples(edges)))
    search.run()  # matched as well as can be before it begins, it only marks who could be left over
    tops = sorted(set(search.top))
    groups = [sorted(search.inside[b]) for b in tops if search.label[b] == OUTER]
    return groups, [v for b in tops if search.label[b] == INNER for v in search.inside[b]]


class _Search:
    """The state of the search: a forest of alternating paths that grows from all free nodes at the same time.

    A node below ``n`` is a vertex, the others are blossoms: odd cycles shrunk to one node. ``top`` is the outermost
    node of each vertex. While the time runs, the price of an OUTER node rises, that of an INNER one falls: the price of
    a node is ``price + label * now``, and the sum of the prices of a vertex and the blossoms around it, ``pi + label of
    its top * now``. An event is an edge without slack, or an INNER blossom without a price; times are doubled. In
    quarters all first prices are even, so that every step is a whole number: also in every digit, where a cost is a
    packed vector.

    It begins with prices of the vertices and a largest matching of tight edges. Not a matching found as it goes: a price
    that is too high may have to fall, and an edge that was tight is so no more.
    """

    def __init__(self, near: list[list[tuple[int, int]]], prices: list[int], pairs: Sequence[Edge]) -> None:
        self.n = nodes = len(near)
        self.near = near  # the vertices at the other ends of the edges of each vertex, and their costs
        self.top = list(range(nodes))
        self.inside: list[list[int]] = [[v] for v in range(nodes)]
        self.parts: list[list[int]] = [[] for _ in range(nodes)]
        self.links: list[list[Edge]] = [[] for _ in range(nodes)]  # from each part to the next, round the cycle
        self.price = [0] * nodes
        self.pi = prices
        self.match: list[Edge | None] = [None] * nodes
        for v, u in pairs:
            self.match[v], self.match[u] = (v, u), (u, v)
        self.label = [0] * nodes
        self.parent: list[Edge | None] = [None] * nodes  # of an INNER node the edge towards the root
        self.root = list(range(nodes))  # of a labelled node, the free node of its tree
        self.events: list[tuple[int, int, int, int]] = []  # twice the time, then an edge and its cost, or (-1, blossom, 0)
        self.now = 0

    def run(self) -> bool:
        """Match all nodes; False if that cannot be."""
        free = [v for v in range(self.n) if self.match[v] is None]
        for v in free:
            self._outer(v, v)
        left = len(free)
        while left and self.events:
            time, u, v, cost = heappop(self.events)
            if u < 0:
                if self.label[v] == INNER and self._is_top(v) and time == 2 * self.price[v]:
                    self.now = time // 2
                    self._expand(v)
                continue
            a, b = self.top[u], self.top[v]
            if a == b or self.label[a] != OUTER or self.label[b] == INNER or time != self._tight(u, v, cost):
                continue  # noted before one of the two changed its place in the forest
            self.now = time // 2
            if not self.label[b]:
                self._grow(u, v)
            elif self.root[a] == self.root[b]:
                self._shrink(u, v)
            else:
                self._augment(u, v)
                left -= 2
        return not left

    # --- what was found -------------------------------------------------------------------------------------

    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The matched vertices, those inside the blossoms among them."""
        found = set()
        waiting = [(b, self.match[b]) for b in set(self.top)]
        while waiting:
            b, edge = waiting.pop()
            assert edge is not None
            if b < self.n:
                found.add((min(edge), max(edge)))
            else:
                parts, links = self._from(b, next(part for part in self.parts[b] if edge[0] in self.inside[part]))
                waiting.append((parts[0], edge))
                for part, other, link in zip(parts[1::2], parts[2::2], links[1::2], strict=True):
                    waiting += [(part, link), (other, link[::-1])]
        return tuple(sorted(found))

    def prices(self) -> tuple[tuple[int, ...], tuple[tuple[tuple[int, ...], int], ...]]:
        """The prices of vertices are what is left of ``pi`` without the blossoms around them."""
        for b in set(self.top):
            self._relabel(b, 0)
        alone = list(self.pi)
        found = []
        waiting = sorted(set(self.top))
        while waiting:
            b = waiting.pop()
            if b >= self.n:
                waiting += self.parts[b]
                for v in self.inside[b]:
                    alone[v] -= self.price[b]
                if self.price[b]:
                    found.append((tuple(sorted(self.inside[b])), self.price[b]))
        return tuple(alone), tuple(sorted(found))

    def _from(self, b: int, base: int) -> tuple[list[int], list[Edge]]:
        """The parts of a blossom and the links from each to the next, from the part that is matched outside."""
        place = self.parts[b].index(base)
        return self.parts[b][place:] + self.parts[b][:place], self.links[b][place:] + self.links[b][:place]

    # --- labels and events ----------------------------------------------------------------------------------

    def _relabel(self, b: int, label: int) -> None:
        """Change a label without changing a price."""
        change = (self.label[b] - label) * self.now
        self.label[b] = label
        self.price[b] += change
        for v in self.inside[b]:
            self.pi[v] += change

    def _tight(self, u: int, v: int, cost: int) -> int:
        """Twice the time at which an edge of an OUTER vertex has no slack left, if the labels stay."""
        return (cost - self.pi[u] - self.pi[v]) * (2 - self.label[self.top[v]])

    def _is_top(self, b: int) -> bool:
        return self.top[self.inside[b][0]] == b

    def _outer(self, b: int, root: int) -> None:
        self._relabel(b, OUTER)
        self.root[b] = root
        for u in self.inside[b]:
            self._look_out(u)

    def _inner(self, b: int, root: int, through: Edge) -> None:
        self._relabel(b, INNER)
        self.root[b], self.parent[b] = root, through
        if b >= self.n:
            heappush(self.events, (2 * self.price[b], -1, b, 0))

    def _look_out(self, u: int) -> None:
        """Note the edges of a vertex that has just become OUTER."""
        here = self.top[u]
        for v, cost in self.near[u]:
            b = self.top[v]
            if b != here and self.label[b] != INNER:
                heappush(self.events, (self._tight(u, v, cost), u, v, cost))

    def _look_in(self, v: int) -> None:
        """Note the edges from OUTER vertices to one that has just lost its label."""
        for u, cost in self.near[v]:
            if self.label[self.top[u]] == OUTER:
                heappush(self.events, (self._tight(u, v, cost), u, v, cost))

    # --- steps ----------------------------------------------------------------------------------------------

    def _grow(self, u: int, v: int) -> None:
        """A matched pair joins the tree of ``u`` along the edge (u, v)."""
        root, b = self.root[self.top[u]], self.top[v]
        matched = self.match[b]
        assert matched is not None
        self._inner(b, root, (v, u))
        self._outer(self.top[matched[1]], root)

    def _path(self, b: int) -> list[Edge]:
        """Edges from an OUTER node to its root: matched, unmatched, matched, …"""
        found = []
        while (matched := self.match[b]) is not None:
            way = self.parent[self.top[matched[1]]]
            assert way is not None
            found += [matched, way]
            b = self.top[way[1]]
        return found

    def _augment(self, u: int, v: int) -> None:
        """Match two trees along (u, v); all their nodes leave the forest."""
        gone = self.root[self.top[u]], self.root[self.top[v]]
        for edge in ((u, v), (v, u)):
            path = self._path(self.top[edge[0]])
            self.match[self.top[edge[0]]] = edge
            for x, y in path[1::2]:
                self.match[self.top[x]], self.match[self.top[y]] = (x, y), (y, x)
        nodes = [b for b in set(self.top) if self.label[b] and self.root[b] in gone]
        for b in nodes:
            self._relabel(b, 0)
        for b in nodes:
            for vertex in self.inside[b]:
                self._look_in(vertex)

    def _shrink(self, u: int, v: int) -> None:
        """Make one node of the cycle that the edge (u, v) closes in a tree."""
        left, right = self._path(self.top[u]), self._path(self.top[v])
        while left and right and left[-1] == right[-1]:  # what both share lies between the stem and the root
            left.pop()
            right.pop()
        links = [(y, x) for x, y in reversed(left)] + [(u, v)] + right
        parts = [self.top[x] for x, _ in links]
        fresh = [x for part in parts if self.label[part] == INNER for x in self.inside[part]]
        stem, b = parts[0], len(self.price)
        self.match.append(self.match[stem])
        self.root.append(self.root[stem])
        for part in parts:
            self._relabel(part, 0)
        self.parts.append(parts)
        self.links.append(links)
        self.inside.append([x for part in parts for x in self.inside[part]])
        self.price.append(0)
        self.parent.append(None)
        self.label.append(0)
        for x in self.inside[b]:
            self.top[x] = b
        self._relabel(b, OUTER)
        for x in fresh:
            self._look_out(x)

    def _expand(self, b: int) -> None:
        """Take an INNER blossom without a price apart: one way through it stays in the tree."""
        through, matched, root = self.parent[b], self.match[b], self.root[b]
        assert through is not None and matched is not None
        self._relabel(b, 0)
        for part in self.parts[b]:
            for v in self.inside[part]:
                self.top[v] = part
        parts, links = self._from(b, self.top[matched[0]])
        self.match[parts[0]] = matched
        for part, other, link in zip(parts[1::2], parts[2::2], links[1::2], strict=True):
            self.match[part], self.match[other] = link, link[::-1]
        entry = parts.index(self.top[through[0]])
        # the way to the base is the one with an even number of links: forwards round the cycle, or back
        way = links[entry:] if entry % 2 else [link[::-1] for link in reversed(links[:entry])]
        self._inner(parts[entry], root, through)
        for (_, y), (z, w) in zip(way[::2], way[1::2], strict=True):
            self._outer(self.top[y], root)
            self._inner(self.top[w], root, (w, z))
        for part in parts:
            if not self.label[part]:
                for v in self.inside[part]:
                    self._look_in(v)
