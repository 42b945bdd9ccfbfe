"""Which place of which list goes to whom, and who was passed over.

A **list** is all rows of 奖项 with one name and the same conditions. A place is that in the list: the order of those with
a rank who meet its conditions. Somebody who may not take it is passed over, and the next behind him takes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from qisai.regulation.model import Condition, Prize

Listed = tuple[str, tuple[Condition, ...]]


@dataclass(frozen=True)
class Slot:
    """One place of the row ``line`` (from 0) of the prizes."""

    line: int
    place: int
    prize: Prize

    @property
    def listed(self) -> Listed:
        return listed(self.prize)


@dataclass(frozen=True)
class Field:
    """Who is on each list, in order (lists as in the sheet), and who of them may take nothing of it, with the reason."""

    names: Mapping[Listed, Sequence[str]]
    barred: Mapping[Listed, Mapping[str, str]]

    def behind(self, slot: Slot, taken: Collection[str]) -> str | None:
        """The first at or behind a place who may take it and is not among the ``taken``."""
        barred = self.barred[slot.listed]
        free = (p for p in self.names[slot.listed][slot.place - 1 :] if p not in barred and p not in taken)
        return next(free, None)


def listed(prize: Prize) -> Listed:
    return prize.name, prize.conditions


def stacked(slots: Iterable[Slot], field: Field) -> dict[Slot, str]:
    """奖金叠加: every list on its own, nobody two places of one list."""
    return {slot: player for _, own in by_list(slots, field) for slot, player in _in_turn(own, field, set()).items()}


def highest_only(slots: Sequence[Slot], field: Field) -> dict[Slot, str]:
    """只领最高一项，其余递补: nobody takes money twice, and everybody the most valuable that comes to him.

    All agree which of two is worth more: the higher amount, then the earlier row, then the better place. So the places
    can be given in that order, each to the first at or behind it who has none yet; handing down place by place ends in
    the same. Places without money are no prize in this sense: they are given list by list, to those who have no money of
    that list.
    """
    held: dict[Slot, str] = {}
    rich: set[str] = set()
    money = (slot for slot in slots if slot.prize.amount)
    for slot in sorted(money, key=lambda slot: (-slot.prize.amount, slot.line, slot.place)):
        if player := field.behind(slot, rich):
            held[slot] = player
            rich.add(player)
    for name, own in by_list(slots, field):
        paid = {player for slot, player in held.items() if slot.listed == name}
        held |= _in_turn([slot for slot in own if not slot.prize.amount], field, paid)
    return held


def _in_turn(slots: Sequence[Slot], field: Field, taken: set[str]) -> dict[Slot, str]:
    """The places of one list, from the best: each goes to the first at or behind it who is not ``taken``.

    A place that stands in two rows is taken twice by one person.
    """
    holder: dict[int, str] = {}
    for slot in sorted(slots, key=lambda slot: slot.place):
        if slot.place not in holder and (player := field.behind(slot, taken)):
            holder[slot.place] = player
            taken.add(player)
    return {slot: holder[slot.place] for slot in slots if slot.place in holder}


def passed_over(slots: Sequence[Slot], held: Mapping[Slot, str], field: Field) -> Iterator[tuple[Slot, str, str]]:
    """Whom each list passed over: the first place that he would have had, who, and why; by list, then by place."""
    money = {player: slot for slot, player in held.items() if slot.prize.amount}
    for name, own in by_list(slots, field):
        names, barred = field.names[name], field.barred[name]
        told = {held[slot] for slot in own if slot in held}
        for slot in sorted(own, key=lambda slot: slot.place):
            end = names.index(held[slot]) if slot in held else len(names)
            for player in names[slot.place - 1 : end]:
                if player not in told:
                    told.add(player)
                    yield slot, player, barred.get(player) or _better(money[player])


def _better(slot: Slot) -> str:
    return f"已领「{slot.prize.name}」第 {slot.place} 名，{slot.prize.amount} 元"


def by_list(slots: Iterable[Slot], field: Field) -> Iterator[tuple[Listed, list[Slot]]]:
    """The slots of each list that has any, lists in the order of their first rows in the sheet."""
    found: dict[Listed, list[Slot]] = {name: [] for name in field.names}
    for slot in slots:
        found[slot.listed].append(slot)
    return ((name, own) for name, own in found.items() if own)
