"""Prize money of people who share a place: one function a way, each keeping the sum to the yuan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from qisai.tournament.handing import Field, Slot, by_list

Way = Callable[[Sequence[int]], list[int]]


def equal(amounts: Sequence[int]) -> list[int]:
    """平分: what the places are worth together, in equal parts; yuan that are left over go one each from the front.

    >>> equal([200, 100, 80])
    [127, 127, 126]
    """
    return _whole([Fraction(sum(amounts), len(amounts))] * len(amounts))


def hort(amounts: Sequence[int]) -> list[int]:
    """Hort (FIDE handbook, Hort system): half of what the own place is worth, and half of the equal part.

    >>> hort([400, 200]), hort([200, 100, 80])
    ([350, 250], [164, 113, 103])
    """
    part = Fraction(sum(amounts), len(amounts))
    return _whole([(amount + part) / 2 for amount in amounts])


def in_order(amounts: Sequence[int]) -> list[int]:
    """不平分: everybody what his own place in the order of the list is worth."""
    return list(amounts)


def _whole(exact: Sequence[Fraction]) -> list[int]:
    """Whole yuan of the same sum: each is rounded down, what is left goes one yuan each from the front.

    There is less left than people, so nobody gets two, and who stands ahead never gets less.
    """
    whole = [int(amount) for amount in exact]
    left = int(sum(exact)) - sum(whole)
    return [amount + (place < left) for place, amount in enumerate(whole)]


#: The setting 并列奖金: what people who share a place get, from what their own places are worth, both in list order.
WAYS: dict[str, Way] = {"不平分": in_order, "平分": equal, "Hort": hort}


def shared(
    slots: Sequence[Slot], held: Mapping[Slot, str], field: Field, ties: Mapping[str, int], usual: str, once: bool
) -> tuple[dict[Slot, int], dict[Slot, str]]:
    """What each place pays, in yuan, once people who are tied have shared; and who has a share without a place.

    ``ties``: the same number for those who are; ``usual``: the word of ``WAYS`` where a list has none of its own. In
    each list they share what they hold of it, with those of them who stand behind its last place: these get a slot for
    the place in the list where they stand. With ``once`` nobody has money twice: of the others only who has none joins
    in, in the first list that he can. Money for two rows of one place goes to the first.
    """
    amounts = {slot: slot.prize.amount for slot in held}
    paid = {player for slot, player in held.items() if slot.prize.amount} if once else set()
    further: dict[Slot, str] = {}
    for name, own in by_list(slots, field):
        way = WAYS[own[0].prize.sharing or usual]
        if way is in_order:
            continue
        mine: dict[str, list[Slot]] = {}
        for slot in own:
            if slot in held:
                mine.setdefault(held[slot], []).append(slot)
        names, barred = field.names[name], field.barred[name]
        worth = {player: sum(amounts[slot] for slot in mine.get(player, ())) for player in names}
        sharing = [player for player in names if player not in barred and (worth[player] or player not in paid)]
        for _, group in groupby(sharing, key=lambda player: ties[player]):
            tied = list(group)
            if len(tied) == 1 or not any(worth[player] for player in tied):
                continue
            for player, amount in zip(tied, way([worth[player] for player in tied]), strict=True):
                first, *rest = mine.get(player) or [Slot(own[-1].line, names.index(player) + 1, own[-1].prize)]
                amounts |= {first: amount, **dict.fromkeys(rest, 0)}
                if player not in mine and amount:
                    further[first] = player
            if once:
                paid |= set(tied)
    return amounts, further
