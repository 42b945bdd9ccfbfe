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


def cheapest_matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> Matching | None:
    """The cheapest perfect matching of a graph with integer costs, edges (a, b, cost) each once; None if there is none.

    The same graph gives the same prices whatever the order of its edges; of equally cheap matchings, one.

    >>> triangle_and_tails = [(0, 1, 0), (1, 2, 0), (0, 2, 0), (0, 3, 4), (1, 4, 4), (2, 5, 4), (3, 4, 0), (4, 5, 0)]
    >>> found = cheapest_matching(6, triangle_and_tails)
    >>> found.pairs, found.total
    (((0, 1), (2, 5), (3, 4)), 16)
    """
    search = _Search(nodes, sorted(edges))
    while search.free():
        if not search.phase():
            return None
    return Matching(search.pairs(), *search.prices())


class _Search:
    """The state of the search. A node below ``n`` is a vertex, the others are blossoms: odd cycles shrunk to one node.

    ``top`` is the outermost node of each vertex, ``pi`` the sum of the prices of a vertex and the blossoms around it.
    In quarters all first prices are even, so that every step is a whole number: also in every digit, where a cost is
    a packed vector.
    """

    def __init__(self, nodes: int, edges: Sequence[tuple[int, int, int]]) -> None:
        self.n = nodes
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
        self.cost: dict[Edge, int] = {}
        for a, b, cost in edges:
            self.near[a].append((b, UNIT * cost))
            self.near[b].append((a, UNIT * cost))
            self.cost[a, b] = self.cost[b, a] = UNIT * cost
        self.top = list(range(nodes))
        self.inside: list[list[int]] = [[v] for v in range(nodes)]
        self.parts: list[list[int]] = [[] for _ in range(nodes)]
        self.links: list[list[Edge]] = [[] for _ in range(nodes)]  # from each part to the next, round the cycle
        self.price = [0] * nodes
        self.pi = [min((cost // 2 for _, cost in near), default=0) for near in self.near]
        self.match: list[Edge | None] = [None] * nodes
        self._start()

    def _start(self) -> None:
        """Raise each vertex to its first tight edge, and match along tight edges as they come."""
        for v in range(self.n):
            if self.near[v]:
                slack, u = min((cost - self.pi[v] - self.pi[u], u) for u, cost in self.near[v])
                self.pi[v] += slack
                if self.match[v] is None and self.match[u] is None:
                    self.match[v], self.match[u] = (v, u), (u, v)

    def free(self) -> list[int]:
        return [b for b in sorted(set(self.top)) if self.match[b] is None]

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

    def _from(self, b: int, base: int) -> tuple[list[int], list[Edge]]:
        """The parts of a blossom and the links from each to the next, from the part that is matched outside."""
        place = self.parts[b].index(base)
        return self.parts[b][place:] + self.parts[b][:place], self.links[b][place:] + self.links[b][:place]

    def prices(self) -> tuple[tuple[int, ...], tuple[tuple[tuple[int, ...], int], ...]]:
        """The prices of vertices are what is left of ``pi`` without the blossoms around them."""
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

    # --- one phase: grow the forest from all free nodes until two free ones are joined ----------------------

    def phase(self) -> bool:
        """Match two more nodes; False if that cannot be."""
        self.label = [0] * len(self.price)
        self.parent: list[Edge | None] = [None] * len(self.price)
        self.events: list[tuple[int, int, int]] = []  # twice the time, then an edge between vertices, or (-1, blossom)
        self.now = 0
        for root in self.free():
            self._outer(root)
        while self.events:
            time, u, v = heappop(self.events)
            if u < 0:
                if self._due(v, time):
                    self._expand(v)
                continue
            b = self.top[v]
            if b == self.top[u] or self.label[b] == INNER or time != self._tight(u, v, self.cost[u, v]):
                continue  # noted before one of the two changed its place in the forest
            self._advance(time)
            if not self.label[b]:
                self._grow(u, v)
            elif self._join(u, v):
                return True
        return False

    def _tight(self, u: int, v: int, cost: int) -> int:
        """Twice the time at which an edge of an outer vertex has no slack left; both ends may be outer."""
        return 2 * self.now + (cost - self.pi[u] - self.pi[v]) * (2 - self.label[self.top[v]])

    def _advance(self, time: int) -> None:
        step = time // 2 - self.now
        if step:
            self.now += step
            for b in set(self.top):
                change = step * self.label[b]
                if change:
                    self.price[b] += change
                    for v in self.inside[b]:
                        self.pi[v] += change

    def _outer(self, b: int) -> None:
        """Label ``b`` OUTER and note when each of its edges becomes tight."""
        self.label[b] = OUTER
        for u in self.inside[b]:
            self._scan(u)

    def _scan(self, u: int) -> None:
        here = self.top[u]
        for v, cost in self.near[u]:
            b = self.top[v]
            if b != here and self.label[b] != INNER:
                heappush(self.events, (self._tight(u, v, cost), u, v))

    def _due(self, b: int, time: int) -> bool:
        """Whether ``b`` still is an inner blossom of the forest, and used up at this time."""
        alive = self.label[b] == INNER and self.top[self.inside[b][0]] == b
        if alive and 2 * (self.now + self.price[b]) == time:
            self._advance(time)
            return True
        return False

    def _inner(self, b: int, through: Edge) -> None:
        self.label[b], self.parent[b] = INNER, through
        if b >= self.n:
            heappush(self.events, (2 * (self.now + self.price[b]), -1, b))

    def _grow(self, u: int, v: int) -> None:
        b = self.top[v]
        self._inner(b, (v, u))
        matched = self.match[b]
        assert matched is not None
        self._outer(self.top[matched[1]])

    def _path(self, b: int) -> list[Edge]:
        """Edges from an outer node to its root: matched, unmatched, matched, …"""
        found = []
        while (matched := self.match[b]) is not None:
            found.append(matched)
            way = self.parent[self.top[matched[1]]]
            assert way is not None
            found.append(way)
            b = self.top[way[1]]
        return found

    def _join(self, u: int, v: int) -> bool:
        """Two outer nodes meet along (u, v): augment and say True if in two trees, else shrink a blossom."""
        left, right = self._path(self.top[u]), self._path(self.top[v])
        if self._root(left, u) != self._root(right, v):
            self._augment(left, (u, v))
            self._augment(right, (v, u))
            return True
        while left and right and left[-1] == right[-1]:  # what both share lies between the stem and the root
            left.pop()
            right.pop()
        self._shrink(left, (u, v), right)
        return False

    def _root(self, path: list[Edge], u: int) -> int:
        return self.top[path[-1][1]] if path else self.top[u]

    def _augment(self, path: list[Edge], edge: Edge) -> None:
        self.match[self.top[edge[0]]] = edge
        for (_, _), (v, u) in zip(path[::2], path[1::2], strict=True):
            self.match[self.top[v]] = (v, u)
            self.match[self.top[u]] = (u, v)

    def _shrink(self, left: list[Edge], edge: Edge, right: list[Edge]) -> None:
        """Make one node of the cycle that runs down ``left`` reversed, over ``edge``, and up ``right``."""
        links = [(w, v) for v, w in reversed(left)] + [edge] + right
        parts = [self.top[v] for v, _ in links]
        b = len(self.price)
        self.parts.append(parts)
        self.links.append(links)
        self.inside.append([v for part in parts for v in self.inside[part]])
        self.price.append(0)
        self.match.append(self.match[parts[0]])
        self.parent.append(None)
        self.label.append(OUTER)
        fresh = [v for part in parts if self.label[part] == INNER for v in self.inside[part]]
        for v in self.inside[b]:
            self.top[v] = b
        for v in fresh:
            self._scan(v)

    def _expand(self, b: int) -> None:
        """Take an inner blossom without a price apart: one way through it stays in the forest."""
        through, matched = self.parent[b], self.match[b]
        assert through is not None and matched is not None
        for part in self.parts[b]:
            self.label[part], self.parent[part] = 0, None
            for v in self.inside[part]:
                self.top[v] = part
        parts, links = self._from(b, self.top[matched[0]])
        self.match[parts[0]] = matched
        for place in range(1, len(parts), 2):
            x, y = links[place]
            self.match[parts[place]], self.match[parts[place + 1]] = (x, y), (y, x)
        entry = parts.index(self.top[through[0]])
        if entry % 2:  # round the cycle forwards, to the base at its end
            way = [(place, links[place]) for place in range(entry, len(parts))]
        else:
            way = [(place, links[place - 1][::-1]) for place in range(entry, 0, -1)]
        self._inner(parts[entry], through)
        for step, (place, (x, y)) in enumerate(way):
            if step % 2 == 0:
                self._outer(self.top[y])
            else:
                self._inner(self.top[y], (y, x))
        for part in parts:
            if not self.label[part]:
                for v in self.inside[part]:
                    self._seen_from_outer(v)

    def _seen_from_outer(self, v: int) -> None:
        for u, cost in self.near[v]:
            if self.label[self.top[u]] == OUTER:
                heappush(self.events, (self._tight(u, v, cost), u, v))
