"""Each tie-break on the smallest field that can tell it from another; values worked by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pandas as pd
import pytest
from neutral import Event, regulation
from package_side import games_of

from qisai.regulation.model import Key, Regulation
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.explain import sentences
from qisai.tournament.standings import Ranking, places, standings
from qisai.vocabulary import Outcome

RED_WIN, BLACK_WIN, DRAW, BYE, AWAY = Outcome.RED_WIN, Outcome.BLACK_WIN, Outcome.DRAW, Outcome.BYE, Outcome.ABSENT
#: Two who are equal in everything but the number.
NOT_ALONE = ("playoff", "lot", "number", "previous")


def event(*rounds: Sequence[tuple[object, ...]]) -> Event:
    """Rounds of (red, black, outcome) and (player, outcome); players are letters, numbered in their order; 2-1-0."""
    found, players = {}, set()
    for number, lines in enumerate(rounds, start=1):
        games = [(board, a, b, outcome, 0, 0) for board, (a, b, outcome) in enumerate((x for x in lines if len(x) == 3), 1)]
        alone = {line[0]: line[1] for line in lines if len(line) == 2}
        found[number] = (games, alone)
        players |= {player for game in games for player in game[1:3]} | set(alone)
    scores = Fraction(2), Fraction(1), Fraction(0)
    return Event("小赛", tuple(sorted(players)), {}, scores, found, {}, len(rounds), Fraction(2))


def table(
    played: Event, *chain: str, settings: Mapping[str, str] | None = None, traits: pd.DataFrame | None = None
) -> tuple[pd.DataFrame, Regulation]:
    keys = tuple(Key(name, TIE_BREAKS[name].larger_first) for name in ("points", *chain))
    rules = regulation(played, keys, settings or {})
    numbers = pd.Series({player: number for number, player in enumerate(played.players, start=1)})
    return standings(games_of(played), numbers, rules, played.last, (), traits), rules


def values(played: Event, key: str, *before: str, settings: Mapping[str, str] | None = None) -> dict[str, Fraction]:
    found, rules = table(played, *before, *([] if key == "points" else [key]), settings=settings)
    return {player: rules.value(key, int(units)) for player, units in found[key].sort_index().items()}


#: A beats B and C; D rests, then is beaten; E is away in round 2, F in round 1. Totals: A 4, B 2, C 1, D 2, E 1, F 2.
SIX = event(
    [("A", "B", RED_WIN), ("C", "E", DRAW), ("D", BYE), ("F", AWAY)],
    [("C", "A", BLACK_WIN), ("B", "D", RED_WIN), ("F", BYE), ("E", AWAY)],
)


def test_a_bye_brings_the_lowest_total_of_those_with_points() -> None:
    """2020 rules 14.3.1, 14.4. Among totals 4 2 1 2 1 2 the lowest above zero is 1."""
    assert values(SIX, "points") == {"A": 4, "B": 2, "C": 1, "D": 2, "E": 1, "F": 2}
    assert values(SIX, "opponents_score") == {"A": 3, "B": 6, "C": 5, "D": 3, "E": 1, "F": 1}


@pytest.mark.parametrize(
    ("choice", "of_d", "of_f"),
    [("有分者最低分", 3, 1), ("全场最低分", 3, 1), ("在赛者最低分", 3, 1), ("不计", 2, 0), ("本人其余对手的平均分", 4, 0)],
)
def test_what_a_bye_brings_is_a_setting(choice: str, of_d: int, of_f: int) -> None:
    """D met B (2 points) besides his bye, F nobody at all. E (1 point) was away in the last round, C (1 point) was not."""
    found = values(SIX, "opponents_score", settings={"bye_opponent": choice})
    assert (found["D"], found["F"]) == (of_d, of_f)


def test_the_three_lowest_totals_differ_where_somebody_has_nothing_or_has_left() -> None:
    """E lost and left with 0 points, D lost and plays on with 0, C has 1: lowest with points 1, of all 0, active 0."""
    played = event(
        [("A", "E", RED_WIN), ("B", "C", RED_WIN), ("D", BYE)],
        [("A", "B", DRAW), ("C", BYE), ("E", AWAY), ("D", AWAY)],
        [("A", "C", RED_WIN), ("B", BYE), ("E", AWAY), ("D", AWAY)],
    )
    assert values(played, "points") == {"A": 5, "B": 5, "C": 2, "D": 2, "E": 0}
    bye_of_b = {
        choice: values(played, "opponents_score", settings={"bye_opponent": choice})["B"] - (2 + 5)
        for choice in ("有分者最低分", "全场最低分", "在赛者最低分")
    }
    assert bye_of_b == {"有分者最低分": 2, "全场最低分": 0, "在赛者最低分": 2}


def test_unplayed_lines_may_count_as_a_bye_does() -> None:
    """E, away in round 2, has met C (1 point); the lowest with points is 1."""
    assert values(SIX, "opponents_score", settings={"absent_opponent": "同轮空"})["E"] == 2
    forfeited = event([("A", "B", Outcome.BLACK_FORFEIT), ("C", "D", RED_WIN)], [("A", "C", RED_WIN), ("B", "D", DRAW)])
    by_setting = {
        choice: values(forfeited, "opponents_score", settings={"forfeit_opponent": choice})["A"] - 2
        for choice in ("对方全部积分", "不计", "同轮空")
    }
    assert by_setting == {"对方全部积分": 1, "不计": 0, "同轮空": 1}


def test_colours_of_unplayed_lines_are_settings() -> None:
    played = event([("A", "B", Outcome.RED_FORFEIT), ("C", "D", BLACK_WIN), ("E", BYE)])
    assert values(played, "black_games") == {"A": 0, "B": 0, "C": 0, "D": 1, "E": 0}
    counted = {"forfeit_is_colour": "是", "bye_is_black": "算后手局"}
    assert values(played, "black_games", settings=counted) == {"A": 0, "B": 1, "C": 0, "D": 1, "E": 1}
    assert values(played, "black_wins", settings=counted) == {"A": 0, "B": 1, "C": 0, "D": 1, "E": 0}
    assert values(played, "wins", settings={"forfeit_is_win": "否", "bye_is_win": "否"})["B"] == 0


#: Three with 4 points after 3 rounds, made at different times: 0-2-2, 2-0-2, 2-2-0.
TIMES = event(
    [("B", "A", RED_WIN), ("C", "D", RED_WIN)],
    [("A", "B", RED_WIN), ("C", "E", RED_WIN), ("D", AWAY)],
    [("A", "D", RED_WIN), ("B", "E", RED_WIN), ("C", AWAY)],
)


def test_progressive_and_the_three_ways_backwards_differ() -> None:
    """Running totals 0 2 4, 2 2 4, 2 4 4. 累进分: C B A. Forward, round 1 dropped: C 8, A 6, B 6; then A = B = C.
    上轮积分: C 4, A 2, B 2; then A 0, B 2. 末轮得分: A 2, B 2, C 0; then A 2, B 0."""
    assert values(TIMES, "progressive") == {"A": 6, "B": 8, "C": 10, "D": 0, "E": 0}
    assert values(TIMES, "progressive_cut1") == {"A": 6, "B": 6, "C": 8, "D": 0, "E": 0}
    backwards = ("progressive_cut", "previous_points", "last_rounds")
    order = {key: "".join(p for p in table(TIMES, key)[0].index if p in "ABC") for key in backwards}
    assert order == {"progressive_cut": "CAB", "previous_points": "CBA", "last_rounds": "ABC"}


def test_the_previous_standing_goes_back_round_by_round() -> None:
    """Before round 3 all of A, B have 2 points; after round 1 B was ahead. So B stands before A, C before both."""
    assert [p for p in table(TIMES, "previous")[0].index if p in "ABC"] == ["C", "B", "A"]


def test_middle_score_leaves_out_best_and_worst() -> None:
    played = event(
        [("A", "B", DRAW), ("C", "D", RED_WIN)], [("A", "C", DRAW), ("B", "D", RED_WIN)], [("A", "D", DRAW), ("B", "C", DRAW)]
    )
    assert values(played, "points") == {"A": 3, "B": 4, "C": 4, "D": 1}
    assert values(played, "opponents_score")["A"] == 4 + 4 + 1
    assert values(played, "opponents_cut1")["A"] == 8 and values(played, "opponents_median")["A"] == 4
    assert values(played, "opponents_cut2")["A"] == 4 and values(played, "opponents_median2")["A"] == 0


def test_small_score_takes_all_of_the_beaten_and_half_of_the_drawn() -> None:
    """2020 rules 14.1. A beat B (2 points) and C (1): 3. C drew with E (1): one half, lost to A: 0."""
    assert values(SIX, "sonneborn_berger")["A"] == 3
    assert values(SIX, "sonneborn_berger")["C"] == Fraction(1, 2)
    parts = [values(SIX, key)["C"] for key in ("beaten_score", "drawn_score", "lost_score")]
    assert parts == [0, 1, 4]


def test_direct_encounter_is_for_two_and_the_other_for_any_who_have_all_met() -> None:
    """A beats B, B beats C, C beats A, and each has two wins: three are tied, all have met."""
    circle = event(
        [("A", "B", RED_WIN), ("C", "D", RED_WIN)],
        [("B", "C", RED_WIN), ("A", "D", RED_WIN)],
        [("C", "A", RED_WIN), ("B", "D", RED_WIN)],
    )
    assert set(values(circle, "direct").values()) == {0}
    assert values(circle, "direct_all") == {"A": 1, "B": 1, "C": 1, "D": 0}
    two = event([("A", "B", BLACK_WIN), ("C", "D", RED_WIN)], [("A", "C", RED_WIN), ("B", "D", BLACK_WIN)])
    assert values(two, "points") == {"A": 2, "B": 2, "C": 2, "D": 2}
    assert set(values(two, "direct").values()) == {0}  # four are tied
    assert values(two, "direct", "black_wins")["B"] == 0  # B and D are tied, and have met
    assert values(two, "direct", "black_wins")["D"] == 1


def test_best_opponent_is_ranked_by_the_keys_before() -> None:
    """A 4 points; B, D, F 2; C, E 1. A met B and C; B met A; F met nobody."""
    found = values(SIX, "best_opponent")
    assert found == {"A": 2, "B": 1, "C": 1, "D": 2, "E": 5, "F": 7}


def test_means_compare_exactly() -> None:
    """One point from three rounds for both, however they came about: a float would part 1/3 from its like."""
    third = event(
        [("A", "B", DRAW), ("C", "D", RED_WIN)],
        [("C", "A", RED_WIN), ("D", "B", RED_WIN)],
        [("D", "A", RED_WIN), ("C", "B", RED_WIN)],
    )
    found, rules = table(third, "points_mean")
    assert rules.value("points_mean", int(found.at["A", "points_mean"])) == Fraction(1, 3)
    assert found.at["A", "points_mean"] == found.at["B", "points_mean"]
    assert rules.show_key("points_mean", int(found.at["A", "points_mean"])) == "0.3333"


def test_a_rating_of_play_follows_the_table() -> None:
    """2000 beaten and 2200 drawn: mean 2100, 75 percent, +193 (FIDE B.02, 8.1)."""
    played = event([("A", "B", RED_WIN), ("C", "D", DRAW)], [("C", "A", DRAW), ("D", "B", DRAW)])
    ratings = pd.DataFrame({"rating": pd.Series({"B": 2000, "C": 2200, "A": 1900})})
    found, _ = table(played, "opponents_rating", "performance", "opponents_performance", traits=ratings)
    assert (found.at["A", "opponents_rating"], found.at["A", "performance"]) == (2100, 2293)
    assert found.at["D", "performance"] == 2100  # two draws with 2200 and 2000
    assert found.at["B", "performance"] == 1900 - 800  # his draw with D, who has no rating, says nothing
    assert found.at["A", "opponents_performance"] == round((1100 + (1900 + 0)) / 2)


def test_a_playoff_and_a_lot_part_those_who_are_equal() -> None:
    played = event([("A", "B", DRAW), ("C", "D", DRAW)])
    lots, places_won = {"A": 3, "B": 1, "C": 4, "D": 2}, {"D": 1, "C": 2}
    traits = pd.DataFrame({"lot": lots, "playoff_1": places_won})
    assert list(table(played, "lot", traits=traits)[0].index) == ["B", "D", "A", "C"]
    assert list(table(played, "playoff", "lot", traits=traits)[0].index) == ["D", "C", "B", "A"]
    later = traits.rename(columns={"playoff_1": "playoff_2"})
    assert list(table(played, "playoff", "lot", traits=later)[0].index) == ["B", "D", "A", "C"]


def test_places_are_shared_below_the_named_one_only() -> None:
    played = event([("A", "B", DRAW), ("C", "D", DRAW), ("E", "F", DRAW)])
    shared, rules = table(played, settings={"share_below": "2"})
    assert places(shared, rules) == [1, 2, 3, 3, 3, 3]
    assert places(shared, rules, ahead=8) == [9] * 6
    assert places(*table(played)) == [1, 2, 3, 4, 5, 6]
    numbers = pd.Series({player: number for number, player in enumerate(played.players, start=1)})
    past = Ranking(games_of(played), numbers, rules, 1).tables()
    words = sentences(list(shared.index), past, rules, places=places(shared, rules))
    assert words[3] == "与第3名各项都相同，名次并列" and "编号" in words[1]


def random_event(seed: int) -> Event:
    """Any pairings at all, with byes, absences and forfeits."""
    chance = random.Random(seed)
    people = [f"P{number:02}" for number in range(chance.randint(2, 17))]
    rounds = []
    for _ in range(chance.randint(1, 7)):
        order = chance.sample(people, len(people))
        out = [order.pop() for _ in range(min(chance.randrange(3), len(order)))]
        lines: list[tuple[object, ...]] = [(player, AWAY) for player in out]
        if len(order) % 2:
            lines.append((order.pop(), BYE))
        kinds = [RED_WIN, BLACK_WIN, DRAW, Outcome.RED_FORFEIT, Outcome.DOUBLE_FORFEIT, Outcome.UNSIGNED, Outcome.PENDING]
        weights = [30, 30, 20, 4, 2, 1, 1]
        lines += [(a, b, chance.choices(kinds, weights)[0]) for a, b in zip(order[::2], order[1::2], strict=True)]
        rounds.append(lines)
    return event(*rounds)


@pytest.mark.parametrize("seed", range(20))
def test_the_working_of_every_key_adds_up_to_its_value(seed: int) -> None:
    played = random_event(seed)
    keys = tuple(Key(name, TIE_BREAKS[name].larger_first) for name in TIE_BREAKS)
    rules = regulation(played, keys, {})
    numbers = pd.Series({player: number for number, player in enumerate(played.players, start=1)})
    found = standings(games_of(played), numbers, rules, played.last)
    adds = Ranking(games_of(played), numbers, rules, played.last).working().groupby("player").sum()
    assert len(adds.columns) > 20
    for key in adds.columns:
        assert adds[key].to_dict() == found[key].to_dict(), key


@pytest.mark.parametrize("seed", range(20, 30))
def test_the_order_of_rows_and_of_players_changes_nothing(seed: int) -> None:
    played = random_event(seed)
    keys = tuple(Key(name, TIE_BREAKS[name].larger_first) for name in TIE_BREAKS)
    rules = regulation(played, keys, {})
    numbers = pd.Series({player: number for number, player in enumerate(played.players, start=1)})
    games = games_of(played)
    mixed = standings(games.sample(frac=1, random_state=seed), numbers.sample(frac=1, random_state=seed), rules, played.last)
    pd.testing.assert_frame_equal(standings(games, numbers, rules, played.last), mixed)


def test_every_key_has_a_row_that_says_what_it_is() -> None:
    labels = [row.label for row in TIE_BREAKS.values()]
    assert len(set(labels)) == len(labels)
    assert len({row.english for row in TIE_BREAKS.values()}) == len(labels)
    assert all(row.meaning and row.label in (row.function.__doc__ or "") for row in TIE_BREAKS.values())


def test_before_round_one_everybody_stands_by_his_number_whatever_the_chain() -> None:
    played = event([("A", "B", DRAW), ("C", "D", DRAW)])
    traits = pd.DataFrame({"rating": {"A": 1, "B": 2, "C": 3, "D": 4}})
    found, _ = table(played, "previous", "rating", traits=traits)
    assert list(found.index) == ["A", "B", "C", "D"] and found["previous"].tolist() == [1, 2, 3, 4]


def test_who_was_never_paired_makes_nothing_a_round() -> None:
    """D comes in late, with points for the rounds that he missed."""
    played = event([("A", "B", DRAW), ("C", BYE), ("D", Outcome.LATE)])
    found = values(played, "points_mean", settings={"late_points": "按请假计分"})
    assert found == {"A": 1, "B": 1, "C": 2, "D": 0}
