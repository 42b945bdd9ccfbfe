"""The rules of the Swiss pairing once more, pair by pair in plain Python, without arrays."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from fields import all_matchings

from qisai.pairing.field import DOWN, UP, Entrant, PairingRules
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


def score_groups(people: list[Entrant], rules: PairingRules, round_no: int) -> dict[str, int]:
    """The group of each player, 0 at the top: one score each, or up to three neighbours that are few enough."""
    if round_no == 1:
        return {e.player: 0 for e in people}
    group: dict[str, int] = {}
    scores = sorted({e.score for e in people}, reverse=True)
    number, here = -1, []
    for score in scores:
        heads = sum(e.score in (*here, score) for e in people)
        if not here or len(here) == 3 or heads > rules.band:
            number, here = number + 1, []
        here.append(score)
        group |= {e.player: number for e in people if e.score == score}
    return group


def lot_of(number: int, rules: PairingRules, round_no: int) -> int:
    return int(hashlib.sha256(f"{rules.seed}|{round_no}|{number}".encode()).hexdigest()[:16], 16) | 1


def out_of_order(a: int, b: int, size: int, pattern: str) -> int:
    """How far two places of a group, from 0, are from the partners that a pattern makes."""
    return {"对折": abs(abs(a - b) - size // 2), "相邻": abs(a - b) - 1, "首尾": abs(a + b + 1 - size)}[pattern]


def vector(pairs, people: list[Entrant], rules: PairingRules, round_no: int) -> tuple[int, ...] | None:
    """All criteria of a whole pairing by the text of the rules; None if it is illegal."""
    if impossible(pairs, rules):
        return None
    faults = [name for pair in pairs for name in broken(*pair, rules)]
    if set(faults) - rules.relaxed:
        return None
    given_up = [faults.count(name) for name in GRAVEST_FIRST if name in rules.relaxed]
    group = score_groups(people, rules, round_no)
    lowest = max(group.values(), default=0)
    crossing = [0] * lowest
    again = [0] * rules.float_memory
    height = waived = strong = weak = length = order = mates = circle = lot = 0
    for one, other in pairs:
        top, bottom, number = group[one.player], lowest + 1, 0
        if other is None:
            height += bottom - top - 1
            mine = [e for e in people if group[e.player] == top]
            order += sum((-e.score * (round_no > 1), e.number) > (-one.score * (round_no > 1), one.number) for e in mine)
        else:
            number = other.number
            if group[other.player] < top:
                one, other = other, one
            top, bottom = group[one.player], group[other.player]
            waived += over(one, other) and rules.last_round and (one.score == other.score or round_no == 1)
            strong += one.surplus * other.surplus > 0
            leans = [(RED if e.surplus > 0 else BLACK) if e.surplus else next((c for c in reversed(e.colours) if c), None)
                     for e in (one, other)]  # fmt: skip
            weak += leans[0] == leans[1] is not None
            mates += one.team == other.team != ""
            circle += one.circle == other.circle != ""
            if top == bottom:
                mine = [e for e in people if group[e.player] == top]
                line = [e.player for e in sorted(mine, key=lambda e: (-e.score * (round_no > 1), e.number))]
                if round_no == 1 or rules.order != "抽签":
                    places = line.index(one.player), line.index(other.player)
                    order += out_of_order(*places, len(line), "相邻" if round_no == 1 else rules.order)
            else:
                for back in range(1, rules.float_memory + 1):
                    again[back - 1] += one.floats[-back:][:1] == (DOWN,) if len(one.floats) >= back else 0
                    again[back - 1] += other.floats[-back:][:1] == (UP,) if len(other.floats) >= back else 0
        for boundary in range(len(crossing)):
            crossing[boundary] += top <= boundary < bottom
        length += (bottom - top) ** 2
        lots = [lot_of(n, rules, round_no) for n in (number, next(e.number for e in (one, other) if e and e.number != number))]
        lot += (lots[0] * lots[1] % 2**64) >> 24
    chosen = {
        "上下调": again,
        "分差": [length],
        "先后手": [strong, weak],
        "回避": [mates] * rules.spare_team + [circle] * rules.spare_circle,
        "次序": [order] * (rules.order != "抽签" or round_no == 1),
    }
    names = rules.criteria if round_no > 1 or "次序" in rules.criteria else (*rules.criteria, "次序")
    odd = [height] if len(people) % 2 else []
    waivers = [waived] if rules.last_round else []
    return (*given_up, *crossing, *odd, *waivers, *(value for name in names for value in chosen[name]), lot)


def best(people: list[Entrant], rules: PairingRules, round_no: int) -> tuple[int, ...] | None:
    """The smallest vector of all pairings; None if none is legal."""
    seats: list[Entrant | None] = [*people, *([None] if len(people) % 2 else [])]
    return min((v for pairs in all_matchings(seats) if (v := vector(pairs, people, rules, round_no)) is not None), default=None)


def ways_out(people: list[Entrant], rules: PairingRules, round_no: int) -> Iterator[tuple[frozenset[str], tuple[int, ...]]]:
    """The sets of rules, each of them needed, that give a pairing where they are relaxed, with its vector."""
    found: list[frozenset[str]] = []
    for size in range(1, len(GRAVEST_FIRST) + 1):
        for names in map(frozenset, combinations(GRAVEST_FIRST, size)):
            if any(smaller < names for smaller in found):
                continue
            smallest = best(people, replace(rules, relaxed=names), round_no)
            if smallest is not None:
                found.append(names)
                yield names, smallest
