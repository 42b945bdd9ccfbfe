"""Lots that anyone can draw again: order by SHA-256 of seed, purpose and id."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def ticket(seed: str, purpose: str, identity: str) -> str:
    """The lot of one id: the hexadecimal SHA-256 of ``seed|purpose|id`` in UTF-8.

    >>> ticket("丹阳", "编号", "1")[:8]
    '9d5f0a9a'
    """
    return hashlib.sha256(f"{seed}|{purpose}|{identity}".encode()).hexdigest()


def draw_order(seed: str, purpose: str, identities: Iterable[str]) -> list[str]:
    """Ids in the order of their tickets, smallest first; the order of the input does not matter."""
    return sorted(identities, key=lambda identity: (ticket(seed, purpose, identity), identity))
