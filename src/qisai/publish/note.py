"""A line below a table in a picture."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """What is said below a table; of several pages on those that hold one of some rows (on all if None)."""

    text: str
    rows: Collection[int] | None = None

    def seen(self, first: int, last: int) -> bool:
        return self.rows is None or any(first <= row < last for row in self.rows)
