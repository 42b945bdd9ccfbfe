"""The knockout: brackets and walkovers."""

from __future__ import annotations

import pytest

from qisai.pairing.knockout import Tie, first_round, next_round

EIGHT = list("12345678")


def sides(ties):
    return [(tie.high, tie.low) for tie in ties]


def favourites(ties):
    return {tie.match: tie.high for tie in ties}


def test_eight_players_start_with_best_against_last():
    assert sides(first_round(EIGHT)) == [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")]


def test_winners_of_1_8_and_4_5_meet_and_those_of_2_7_and_3_6():
    second = next_round(first_round(EIGHT), {1: "8", 2: "4", 3: "2", 4: "6"}, EIGHT)
    assert sides(second) == [("4", "8"), ("2", "6")]


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_if_the_better_seed_always_wins_each_round_pairs_best_with_last(size):
    seeds = [f"s{n}" for n in range(1, size + 1)]
    ties = first_round(seeds)
    while ties:
        left = seeds[: 2 * len(ties)]
        assert {frozenset(pair) for pair in sides(ties)} == {frozenset((left[k], left[-1 - k])) for k in range(len(ties))}
        ties = next_round(ties, favourites(ties), seeds)


@pytest.mark.parametrize("size", [0, 1, 3, 6, 32])
def test_other_sizes_are_refused(size):
    with pytest.raises(ValueError):
        first_round([str(n) for n in range(size)])


def test_both_absent_gives_the_next_opponent_a_walkover():
    second = next_round(first_round(EIGHT), {1: None, 2: "4", 3: "2", 4: "3"}, EIGHT)
    assert second == (Tie(1, None, "4"), Tie(2, "2", "3"))
    assert next_round(second, {2: "3"}, EIGHT) == (Tie(1, "3", "4"),)


def test_a_match_without_a_winner_holds_up_the_round():
    with pytest.raises(ValueError, match="match 2"):
        next_round(first_round(list("1234")), {1: "1"})


def test_a_winner_must_have_played_in_the_match():
    with pytest.raises(ValueError, match="does not play"):
        next_round(first_round(list("1234")), {1: "2", 2: "2"})
