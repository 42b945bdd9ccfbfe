"""Lots that anyone can draw again: order by SHA-256 of seed, purpose and id."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import zip_longest


def ticket(seed: str, purpose: str, identity: str) -> str:
    """The lot of one id: the hexadecimal SHA-256 of ``seed|purpose|id`` in UTF-8.

    >>> ticket("丹阳", "编号", "1")[:8]
    '2de9d69a'
    """
    return hashlib.sha256(f"{seed}|{purpose}|{identity}".encode()).hexdigest()


def draw_order(seed: str, purpose: str, identities: Iterable[str]) -> list[str]:
    """Ids in the order of their tickets, smallest first; the order of the input does not matter."""
    return sorted(identities, key=lambda identity: (ticket(seed, purpose, identity), identity))


BY_LOT, BY_RATING, BY_HALVES, BY_SIGN_UP = "抽签", "等级分", "上下半区", "报名顺序"
_BY_TICKET = "SHA-256(种子|编号|序号)"
#: How numbers are given (编号方式), for whoever wants to give them again.
HOW = {
    BY_LOT: f"按 {_BY_TICKET} 从小到大排",
    BY_RATING: f"等级分高的在前；等级分相同的、没有等级分的（都在后面）按 {_BY_TICKET} 从小到大排",
    BY_HALVES: f"等级分高的在前（相同的、没有的按 {_BY_TICKET} 从小到大）分成上下两半；"
    "上半区按 SHA-256(种子|上半区|序号) 从小到大得 1、3、5……，下半区按 SHA-256(种子|下半区|序号) 从小到大得 2、4、6……",
    BY_SIGN_UP: "按报名表的序号排",
}


def numbered(numbering: str, seed: str, ratings: Mapping[str, int], groups: Mapping[str, str]) -> list[str]:
    """The ids of ``ratings`` (0 without one) in the order of their numbers, by a row of :data:`HOW`.

    ``groups``: 组别 by id. With 上下半区 each is cut for itself and takes its numbers in turn, where the lot gives them.

    >>> numbered("等级分", "丹阳", {"1": 0, "2": 1800, "3": 2100}, {})
    ['3', '2', '1']
    """
    if numbering == BY_LOT:
        return draw_order(seed, "编号", ratings)
    if numbering == BY_SIGN_UP:
        return sorted(ratings, key=_natural)
    strongest = sorted(ratings, key=lambda one: (-ratings[one], ticket(seed, "编号", one), one))
    if numbering == BY_RATING:
        return strongest
    if numbering == BY_HALVES:
        of = {one: groups.get(one, "") for one in ratings}
        queues = {group: _halves(seed, [one for one in strongest if of[one] == group]) for group in set(of.values())}
        taken = Counter[str]()
        order = []
        for group in map(of.__getitem__, draw_order(seed, "编号", ratings)):
            order.append(queues[group][taken[group]])
            taken[group] += 1
        return order
    raise ValueError(f"no such 编号方式: {numbering}")


def _halves(seed: str, strongest: list[str]) -> list[str]:
    """The upper half in the odd places, the lower in the even ones, each by lot (the upper has one more of an odd field)."""
    cut = (len(strongest) + 1) // 2
    upper, lower = draw_order(seed, "上半区", strongest[:cut]), draw_order(seed, "下半区", strongest[cut:])
    return [one for pair in zip_longest(upper, lower) for one in pair if one is not None]


def _natural(identity: str) -> tuple[list[str | int], str]:
    """2 before 10, A2 before A10."""
    parts = re.split("([0-9]+)", identity)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], identity
