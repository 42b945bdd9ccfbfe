"""Fields for the tests of pairing: random histories, and whole tournaments played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from qisai.pairing.field import CRITERIA, DOWN, LEVEL, UP, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.vocabulary import BLACK, RED

#: 5-3-2-0: (points of red, points of black) for a red win, a draw, a black win.
SCORES = ((5, 0), (2, 3), (0, 5))


def all_matchings(seats: list[Any]) -> Iterator[list[tuple[Any, Any]]]:
    """Every way to pair all seats; an odd list has none."""
    if not seats:
        yield []
        return
    first, *rest = seats
    for place, other in enumerate(rest):
        for more in all_matchings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *more]


def newcomers(count: int, rounds_missed: int = 0, first: int = 1) -> list[Entrant]:
    return [Entrant(f"id{n}", n, colours=(None,) * rounds_missed) for n in range(first, first + count)]


def played(red: Entrant, black: Entrant, points: tuple[int, int]) -> tuple[Entrant, Entrant]:
    return (
        replace(red, score=red.score + points[0], colours=(*red.colours, RED), met=red.met | {black.player}),
        replace(
            black,
            score=black.score + points[1],
            colours=(*black.colours, BLACK),
            met=black.met | {red.player},
        ),
    )


def alone(entrant: Entrant, points: int) -> Entrant:
    return replace(
        entrant,
        score=entrant.score + points,
        colours=(*entrant.colours, None),
        had_bye=entrant.had_bye or points > 0,
    )


def random_history(chance: random.Random, size: int, rounds: int) -> list[Entrant]:
    """Entrants after ``rounds`` rounds in which anybody met anybody; repeated meetings can occur."""
    people = newcomers(size)
    for _ in range(rounds):
        chance.shuffle(people)
        after = []
        for one, other in zip(people[::2], people[1::2], strict=False):
            after += played(one, other, chance.choice(SCORES))
        if size % 2:
            after.append(alone(people[-1], 5))
        people = after
    return people


def with_wishes(
    chance: random.Random, people: list[Entrant], round_no: int, last_round: bool
) -> tuple[list[Entrant], PairingRules]:
    """The same people in teams, some kept apart, and what an arbiter might want of the round."""
    people = [
        replace(
            e,
            team=chance.choice(["", "", "甲", "乙", "丙"]),
            circle=chance.choice(["", "", "", "一家"]),
            floats=tuple(chance.choice((DOWN, LEVEL, LEVEL, UP)) for _ in range(chance.randint(0, round_no - 1))),
        )
        for e in people
    ]
    for one, other in combinations(range(len(people)), 2):
        if chance.random() < 0.06:
            people[one] = replace(people[one], barred=people[one].barred | {people[other].player})
    free = chance.sample([e.player for e in people], len(people))
    bye = free.pop() if len(people) % 2 and chance.random() < 0.3 else ""
    locks = range(min(chance.choice([0, 0, 1, 2]), len(free) // 2))
    rules = PairingRules(
        last_round=last_round,
        order=chance.choice(["对折", "对折", "相邻", "首尾", "抽签"]),
        criteria=tuple(chance.sample(CRITERIA, chance.choice([3, 5, 5]))),
        band=chance.choice([0, 0, 4]),
        float_memory=chance.choice([0, 1, 2]),
        spare_team=chance.random() < 0.3,
        spare_circle=chance.random() < 0.5,
        seed=chance.choice(["", "一"]),
        avoid_team=chance.random() < 0.7,
        locked=frozenset(frozenset({free.pop(), free.pop()}) for _ in locks),
        bye=bye,
    )
    return people, rules


def play(pairing: Pairing, people: list[Entrant], chance: random.Random) -> list[Entrant]:
    """The entrants after the round; people who were not paired miss it."""
    now = {e.player: e for e in people}
    after = dict(now)
    for game in pairing.boards:
        after[game.red], after[game.black] = played(now[game.red], now[game.black], chance.choice(SCORES))
    busy = {side for game in pairing.boards for side in (game.red, game.black)}
    for entrant in people:
        if entrant.player == pairing.bye:
            after[entrant.player] = alone(entrant, 5)
        elif entrant.player not in busy:
            after[entrant.player] = alone(entrant, 0)
    return list(after.values())


def tournament(
    chance: random.Random, size: int, rounds: int, coming_and_going: bool = True
) -> Iterator[tuple[int, list[Entrant], PairingRules, Pairing | NoLegalPairing]]:
    """Each round of a tournament: number, who is paired, rules, pairing. Stops where no pairing is legal."""
    people = newcomers(size)
    gone: set[str] = set()
    for number in range(1, rounds + 1):
        if coming_and_going and number > 1:
            if chance.random() < 0.3:
                gone.add(chance.choice(people).player)
            if chance.random() < 0.2:
                people += newcomers(1, number - 1, first=len(people) + 1)
        present = [e for e in people if e.player not in gone and not (coming_and_going and chance.random() < 0.02)]
        rules = PairingRules(last_round=number == rounds)
        try:
            pairing = pair_round(present, number, rules)
        except NoLegalPairing as stuck:
            yield number, present, rules, stuck
            return
        yield number, present, rules, pairing
        people = play(pairing, people, chance)
