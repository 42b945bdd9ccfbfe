"""Who is in and who is out is never said wrongly: against every way in which the rounds that are left can go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pandas as pd
import pytest
from test_games import POINTS, rules

from qisai.regulation.model import Key, Regulation
from qisai.tournament.chances import IN, OPEN, OUT, Chance, Field, Game, by_results, by_score
from qisai.tournament.games import frame
from qisai.tournament.history import history
from qisai.tournament.standings import Ranking

RESULTS = ((5, 0), (2, 3), (0, 5))
OUTCOMES = ("红胜", "和", "黑胜")


def field(draw: random.Random, later: tuple[int, int] = (0, 0)) -> Field:
    """A random field in which one round is paired; in an odd one somebody has the bye, and knows it."""
    players = [f"p{n}" for n in range(draw.choice([5, 6, 7, 8]))]
    points = {player: draw.choice([0, 2, 3, 5, 7, 8, 10]) for player in players}
    seated = draw.sample(players, len(players) // 2 * 2)
    games = tuple(Game(red, black, RESULTS) for red, black in zip(seated[::2], seated[1::2], strict=True))
    return Field(draw.randint(1, len(players) - 1), points, games, later)


def ends(of: Field) -> Iterator[dict[str, int]]:
    """The points after every way in which the paired round can go."""
    for results in product(RESULTS, repeat=len(of.games)):
        points = dict(of.points)
        for game, (red, black) in zip(of.games, results, strict=True):
            points[game.red] += red
            points[game.black] += black
        yield points


def surely_in(points: dict[str, int], player: str, places: int) -> bool:
    return sum(points[other] >= points[player] for other in points if other != player) < places


def surely_out(points: dict[str, int], player: str, places: int) -> bool:
    return sum(points[other] > points[player] for other in points) >= places


def check_last_round(seed: int) -> None:
    of = field(random.Random(seed))
    ways = list(ends(of))
    for chance in by_score(of):
        through = all(surely_in(points, chance.player, of.places) for points in ways)
        lost = all(surely_out(points, chance.player, of.places) for points in ways)
        if chance.rivals >= 0 or chance.verdict == OPEN:
            assert chance.verdict == (IN if through else OUT if lost else OPEN), (seed, chance)
        assert (chance.least, chance.best) == (min(p[chance.player] for p in ways), max(p[chance.player] for p in ways))


def check_two_rounds(seed: int) -> None:
    """The pairing of the last round is not known: any, and any results."""
    draw = random.Random(seed)
    of = field(draw, later=(0, 5))
    found = by_score(of)
    for points in ends(of):
        order = draw.sample(list(points), len(points) // 2 * 2)
        games = tuple(Game(a, b, RESULTS) for a, b in zip(order[::2], order[1::2], strict=True))
        left = set(points) - set(order)
        last = Field(of.places, {p: units + 5 * (p in left) for p, units in points.items()}, games)
        for end in draw.sample(list(ends(last)), 9):
            for chance in found:
                assert chance.verdict != IN or not surely_out(end, chance.player, of.places), (seed, chance)
                assert chance.verdict != OUT or not surely_in(end, chance.player, of.places), (seed, chance)
                assert chance.least <= end[chance.player] <= chance.best


@pytest.mark.parametrize("seed", range(25))
def test_points_of_a_paired_last_round_are_exact_but_for_level_ones(seed: int) -> None:
    check_last_round(seed)


@pytest.mark.parametrize("seed", range(4))
def test_with_a_round_not_yet_paired_nobody_is_in_or_out_wrongly(seed: int) -> None:
    check_two_rounds(seed)


@pytest.mark.long
def test_many_fields_before_the_last_and_the_last_but_one_round() -> None:
    for seed in range(100, 700):
        check_last_round(seed)
    for seed in range(100, 160):
        check_two_rounds(seed)


# --- the whole chain ----------------------------------------------------------------------------------------


def event(seed: int, chain: tuple[str, ...], players: int, rounds: int = 3) -> tuple[Regulation, pd.DataFrame, list, pd.Series]:
    """A random event with its last round paired: rules, the games so far, the pairs to come, the numbers."""
    draw = random.Random(seed)
    keys = tuple(Key(name, larger_first=name not in ("fouls", "previous", "number")) for name in chain)
    rule = replace(rules(rounds), chain=keys)
    names = [f"p{n}" for n in range(players)]
    numbers = pd.Series({name: n for n, name in enumerate(draw.sample(names, players), 1)}).rename_axis("player")
    lines = []
    for round_no in range(1, rounds + 1):
        order = draw.sample(names, players)
        pairs = list(zip(order[::2], order[1::2], strict=False))
        for board, (red, black) in enumerate(pairs, 1):
            lines.append({"round": round_no, "stage": "积分", "board": board, "red": red, "black": black,
                          "outcome": draw.choice(OUTCOMES)})  # fmt: skip
        if players % 2:
            lines.append({"round": round_no, "stage": "积分", "red": order[-1], "outcome": "轮空"})
    return rule, frame(lines), pairs, numbers


def last_round(games: pd.DataFrame, results: tuple[str, ...], rounds: int = 3) -> pd.DataFrame:
    """The games with the last round played so."""
    found = games.copy()
    found.loc[(found["round"] == rounds) & (found["black"] != ""), "outcome"] = results
    return found


def verdicts(seed: int, chain: tuple[str, ...], players: int, places: int) -> tuple[dict[str, Chance], Regulation, tuple]:
    rule, games, pairs, numbers = event(seed, chain, players)
    before = Ranking(games, numbers, rule, 2).table(2)
    order = pd.Series(range(players), index=before.index).reindex(numbers.index).to_numpy()
    hists = [
        replace(history(last_round(games, (word,) * len(pairs)), numbers, rule, 3), place_before=order) for word in OUTCOMES
    ]
    base = [Chance(player, OPEN, 0, 0) for player in before.index]
    return {c.player: c for c in by_results(base, hists, pairs, rule.chain, places)}, rule, (games, pairs, numbers)


def check_chain(seed: int, chain: tuple[str, ...], players: int, places: int) -> None:
    found, rule, (games, pairs, numbers) = verdicts(seed, chain, players, places)
    took: dict[str, int] = dict.fromkeys(found, 0)
    ways = list(product(OUTCOMES, repeat=len(pairs)))
    for results in ways:
        for player in Ranking(last_round(games, results), numbers, rule, 3).table(3).index[:places]:
            took[player] += 1
    for player, chance in found.items():
        assert (chance.ways, chance.of) == (took[player], len(ways)), (seed, player)
        assert chance.verdict == (IN if took[player] == len(ways) else OPEN if took[player] else OUT)


def test_all_results_of_the_last_round_with_the_whole_chain() -> None:
    check_chain(1, ("points", "opponents_score", "progressive", "previous"), 7, 3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_all_results_of_many_last_rounds(seed: int) -> None:
    chains = (("points", "opponents_score", "wins", "previous"), ("points", "direct", "progressive"), ("points", "number"))
    check_chain(seed, chains[seed % 3], 8 + seed % 3, 2 + seed % 5)


def test_fouls_of_the_last_round_are_not_foreseen() -> None:
    """Whoever is in or out stays so whatever is recorded beside the results."""
    draw = random.Random(1)
    found, rule, (games, pairs, numbers) = verdicts(1, ("points", "fouls", "wins"), 6, 3)
    for _ in range(20):
        end = last_round(games, tuple(draw.choice(OUTCOMES) for _ in pairs))
        of_last = end["round"] == 3
        end.loc[of_last, ["red_fouls", "black_fouls"]] = [[draw.randint(0, 3), draw.randint(0, 3)] for _ in range(of_last.sum())]
        first = set(Ranking(end, numbers, rule, 3).table(3).index[:3])
        assert {p for p, c in found.items() if c.verdict == IN} <= first
        assert not {p for p, c in found.items() if c.verdict == OUT} & first


# --- by hand ------------------------------------------------------------------------------------------------


def test_of_two_who_meet_only_one_can_pass() -> None:
    """甲 has 10 and is paired with 丁; 乙 and 丙 have 6 and meet: one of them wins, one place of two is 甲's."""
    games = (Game("甲", "丁", RESULTS), Game("乙", "丙", ((5, 0), (5, 0), (0, 5))))
    found = {c.player: c for c in by_score(Field(2, {"甲": 10, "乙": 6, "丙": 6, "丁": 0}, games))}
    assert [found[player].verdict for player in "甲乙丙丁"] == [IN, OPEN, OPEN, OUT]
    assert found["甲"].rivals == 1 and found["甲"].why("10", "15") == "至少10分，最多1人能追上"
    unpaired = by_score(Field(2, {"甲": 10, "乙": 6, "丙": 6, "丁": 0}, later=(0, 5)))
    assert [c.verdict for c in unpaired] == [OPEN, OPEN, OPEN, OUT]


def test_who_has_left_may_hold_a_place_and_takes_none_from_those_who_hope() -> None:
    points = {"甲": 20, "乙": 12, "丙": 9}
    plain = {c.player: c.verdict for c in by_score(Field(1, points, later=(0, 5)))}
    left = {c.player: c.verdict for c in by_score(Field(1, points, later=(0, 5), doubtful=frozenset({"甲"})))}
    assert plain == {"甲": IN, "乙": OUT, "丙": OUT}
    assert left == {"乙": OPEN, "丙": OPEN}


def test_danyang_points_are_those_of_the_rules_used_here() -> None:
    assert ((POINTS["red_win"], POINTS["black_loss"]), (POINTS["red_draw"], POINTS["black_draw"])) == RESULTS[:2]
