"""The rules of the Swiss pairing once more, pair by pair in plain Python, without arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from fields import all_matchings

from qisai.pairing.field import Entrant, PairingRules
from qisai.vocabulary import BLACK, RED

GRAVEST_FIRST = ("重赛", "轮空", "颜色", "同队")


def breaks(entrant: Entrant, colour: str) -> bool:
    coloured = [c for c in entrant.colours if c] + [colour]
    mine, other = coloured.count(colour), len(coloured) - coloured.count(colour)
    return mine - other > 2 or coloured[-3:] == [colour] * 3


def over(one: Entrant, other: Entrant) -> bool:
    return (breaks(one, RED) or breaks(other, BLACK)) and (breaks(one, BLACK) or breaks(other, RED))


def broken(one: Entrant, other: Entrant | None, rules: PairingRules) -> set[str]:
    """The names of the absolute rules that a game, or a bye, breaks."""
    if other is None:
        return {"轮空"} if one.had_bye else set()
    found = set()
    if other.player in one.met or one.player in other.met:
        found.add("重赛")
    if {one.player, other.player} not in rules.locked:
        if over(one, other) and not (rules.last_round and one.score == other.score):
            found.add("颜色")
        if rules.avoid_team and one.team == other.team != "":
            found.add("同队")
    return found


def impossible(pairs, rules: PairingRules) -> bool:
    """Somebody meets a player barred to him, or the arbiter's wishes are not fulfilled."""
    games = {frozenset(side.player for side in pair if side) for pair in pairs}
    apart = any(other and (other.player in one.barred or one.player in other.barred) for one, other in pairs)
    return apart or not rules.locked <= games or bool(rules.bye) and frozenset({rules.bye}) not in games


def vector(pairs, people: list[Entrant], rules: PairingRules, round_no: int) -> tuple[int, ...] | None:
    """All criteria of a whole pairing by the text of the rules; None if it is illegal."""
    if impossible(pairs, rules):
        return None
    faults = [name for pair in pairs for name in broken(*pair, rules)]
    if set(faults) - rules.relaxed:
        return None
    given_up = [faults.count(name) for name in GRAVEST_FIRST if name in rules.relaxed]
    levels = [0] if round_no == 1 else sorted({e.score for e in people}, reverse=True)
    scores = {e.player: 0 if round_no == 1 else e.score for e in people}
    crossing = [0] * (len(levels) - 1)
    height = waived = strong = weak = length = order = lot = 0
    for one, other in pairs:
        if other is None:
            top, bottom, number = levels.index(scores[one.player]), len(levels), 0
            height += bottom - top - 1
            order += sum(scores[e.player] == scores[one.player] and e.number > one.number for e in people)
        else:
            top, bottom = sorted(levels.index(scores[e.player]) for e in (one, other))
            number = other.number
            waived += over(one, other) and rules.last_round and top == bottom
            strong += one.surplus * other.surplus > 0
            last = [next((c for c in reversed(e.colours) if c), None) for e in (one, other)]
            weak += one.surplus == other.surplus and last[0] == last[1] is not None
            if top == bottom:
                group = sorted(e.number for e in people if scores[e.player] == levels[top])
                gap = abs(group.index(one.number) - group.index(other.number))
                order += gap - 1 if round_no == 1 else abs(gap - len(group) // 2)
        for boundary in range(len(crossing)):
            crossing[boundary] += top <= boundary < bottom
        length += (bottom - top) ** 2
        low, high = sorted((one.number, number))
        lot += int.from_bytes(hashlib.sha256(f"{round_no},{low},{high}".encode()).digest()[:5], "big")
    odd = [height] if len(people) % 2 else []
    waivers = [waived] if rules.last_round else []
    return (*given_up, *crossing, *odd, *waivers, length, strong, weak, order, lot)


def best(people: list[Entrant], rules: PairingRules, round_no: int) -> tuple[int, ...] | None:
    """The smallest vector of all pairings; None if none is legal."""
    seats: list[Entrant | None] = [*people, *([None] if len(people) % 2 else [])]
    return min((v for pairs in all_matchings(seats) if (v := vector(pairs, people, rules, round_no)) is not None), default=None)


def ways_out(people: list[Entrant], rules: PairingRules, round_no: int) -> Iterator[tuple[frozenset[str], tuple[int, ...]]]:
    """The smallest sets of rules that give a pairing where they are relaxed, with its vector."""
    for size in range(1, len(GRAVEST_FIRST) + 1):
        found = False
        for names in combinations(GRAVEST_FIRST, size):
            smallest = best(people, replace(rules, relaxed=frozenset(names)), round_no)
            if smallest is not None:
                found = True
                yield frozenset(names), smallest
        if found:
            return
