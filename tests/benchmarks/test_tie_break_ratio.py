"""All tie-breaks after every round, side by side with the plain-Python referee; and how the time grows with the field."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

import pandas as pd
import pytest
from neutral import Event, referee_rows, regulation
from package_side import games_of

from qisai.regulation.model import Key, Regulation
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.standings import Ranking
from qisai.vocabulary import Outcome

pytestmark = pytest.mark.benchmark

ROUNDS = 11
CHAIN = tuple(Key(name, row.larger_first) for name, row in TIE_BREAKS.items())
RESULTS = [Outcome.RED_WIN, Outcome.BLACK_WIN, Outcome.DRAW, Outcome.RED_FORFEIT]


def invented(size: int) -> Event:
    """Each round pairs neighbours of the table so far; in some there is a bye and somebody is away."""
    chance = random.Random(size)
    people = tuple(f"P{number:05}" for number in range(1, size + 1))
    points = dict.fromkeys(people, 0)
    rounds = {}
    for round_no in range(1, ROUNDS + 1):
        order = sorted(people, key=lambda player: (-points[player], chance.random()))
        alone = {}
        if round_no % 2:
            alone = {order.pop(): Outcome.BYE, order.pop(): Outcome.ABSENT}
        games = []
        for board, (red, black) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            outcome = chance.choices(RESULTS, [40, 30, 28, 2])[0]
            games.append((board, red, black, outcome, int(chance.random() < 0.02), 0))
            points[red] += {Outcome.RED_WIN: 2, Outcome.DRAW: 1}.get(outcome, 0)
            points[black] += {Outcome.RED_WIN: 0, Outcome.DRAW: 1}.get(outcome, 2)
        rounds[round_no] = (games, alone)
    ratings = {player: chance.randint(1000, 2400) for player in people}
    return Event("虚构", people, ratings, (Fraction(2), Fraction(1), Fraction(0)), rounds, {}, ROUNDS, Fraction(2))


def package(event: Event, rules: Regulation) -> dict[int, pd.DataFrame]:
    numbers = pd.Series({player: number for number, player in enumerate(event.players, start=1)})
    traits = pd.DataFrame({"rating": pd.Series(event.ratings)})
    return Ranking(games_of(event), numbers, rules, event.last, (), traits).tables()


def best_of(times: int, function: Callable[[], object]) -> float:
    found = []
    for _ in range(times):
        start = perf_counter()
        function()
        found.append(perf_counter() - start)
    return min(found)


def test_all_tie_breaks_of_600_players_are_at_least_20_times_as_fast_as_the_referee() -> None:
    """Both rank after each of 11 rounds; the referee works them out in the course of the last."""
    event = invented(600)
    rules = regulation(event, CHAIN, {})
    ours = best_of(3, lambda: package(event, rules))
    theirs = best_of(1, lambda: referee_rows(event, rules))
    assert list(package(event, rules)[ROUNDS].index) == [row["player"] for row in referee_rows(event, rules)]
    print(f"复核 {theirs:.2f} s，程序 {ours:.3f} s，{theirs / ours:.0f} 倍")
    assert theirs / ours >= 20


def test_a_player_of_10000_takes_at_most_twice_the_time_of_one_of_1000() -> None:
    one, ten = (invented(size) for size in (1000, 10000))
    small = best_of(3, lambda: package(one, regulation(one, CHAIN, {}))) / 1000
    large = best_of(2, lambda: package(ten, regulation(ten, CHAIN, {}))) / 10000
    print(f"1000 人每人 {small * 1e6:.0f} µs，10000 人每人 {large * 1e6:.0f} µs，{large / small:.2f} 倍")
    assert large / small <= 2
