"""A pairing that was made, as the sentences about it look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qisai.pairing.absolute import legal_pairs
from qisai.pairing.arrays import Field, Pairs
from qisai.pairing.blossom import shortage
from qisai.pairing.criteria import crossing
from qisai.pairing.field import Criterion, Entrant
from qisai.pairing.seeding import displacement, wanted_pairs

Format = Callable[[int], str]


@dataclass(frozen=True)
class Made:
    """A pairing as the sentences look at it: pairs of places (the smaller first), and what they cost."""

    field: Field
    chosen: tuple[tuple[int, int], ...]
    criteria: tuple[Criterion, ...]
    format_score: Format

    @cached_property
    def criterion(self) -> dict[str, Criterion]:
        """The criteria by name."""
        return {criterion.name: criterion for criterion in self.criteria}

    def crossings(self, border: int) -> Criterion:
        """How many pairs cross the lower border of a group."""
        return self.criterion[crossing(self.format_score(self.field.bands[border][-1]))]

    @cached_property
    def legal(self) -> Pairs:
        """All legal pairs."""
        return legal_pairs(self.field)

    @cached_property
    def _stuck(self) -> dict[int, tuple[list[list[Entrant]], list[Entrant]]]:
        return {}

    def stuck_above(self, border: int) -> tuple[list[list[Entrant]], list[Entrant]]:
        """Odd groups above a border that can only meet inside themselves or the few others, and those few: as many as
        there are more groups than few have to cross."""
        if border not in self._stuck:
            self._stuck[border] = self._find_stuck(border)
        return self._stuck[border]

    def _find_stuck(self, border: int) -> tuple[list[list[Entrant]], list[Entrant]]:
        is_above = self.field.group <= border
        above = np.flatnonzero(is_above).tolist()
        edges = self.legal.only(is_above[self.legal.a] & is_above[self.legal.b]).edges
        groups, few = shortage(len(above), (np.cumsum(is_above) - 1)[edges])
        people = self.field.entrants
        return [[people[above[one]] for one in group] for group in groups], [people[above[one]] for one in few]

    @cached_property
    def other(self) -> dict[int, int]:
        """The place that each place meets."""
        return _both_ways(self.chosen)

    @cached_property
    def wanted(self) -> dict[int, int]:
        """The place that each place would meet in round 1 by its pattern."""
        return _both_ways(wanted_pairs(self.field))

    @cached_property
    def displaced(self) -> frozenset[int]:
        """The places of those who do not meet in round 1 whom the pattern names."""
        pairs = Pairs(self.field, *np.array(self.chosen, dtype=np.int64).T)
        moved = pairs.only(displacement(pairs) > 0)
        return frozenset(moved.a.tolist()) | frozenset(moved.b.tolist())


def _both_ways(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


def name(entrant: Entrant) -> str:
    return f"{entrant.number}号"
