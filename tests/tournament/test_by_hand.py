"""The package on the folders whose tables were worked by hand, and against the second referee."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from event_folders import IDS, IDS_OF_SEVEN, knockout_event, swiss_event
from test_swiss_by_hand import AFTER_1, AFTER_2, AFTER_3, KEYS

from qisai.event import open_event
from qisai.regulation.model import Key
from qisai.reports.words import claims
from qisai.tournament.explain import separations
from qisai.tournament.prizes import awards
from qisai.tournament.standings import standings
from qisai.verify import compare, verify

NUMBER = {player: number for number, player in enumerate(IDS, start=1)}
OF_SEVEN = {player: number for number, player in enumerate([*IDS_OF_SEVEN, "A08"], start=1)}


@pytest.mark.parametrize(("round_no", "by_hand"), [(1, AFTER_1), (2, AFTER_2), (3, AFTER_3)])
def test_the_table_after_each_round_is_the_one_worked_by_hand(tmp_path: Path, round_no: int, by_hand: dict) -> None:
    swiss_event(tmp_path)
    table = open_event(tmp_path).competitions[""].standings(round_no)
    assert [(NUMBER[p], tuple(int(row[key]) for key in KEYS)) for p, row in table.iterrows()] == list(by_hand.items())


def test_each_row_names_the_key_that_put_it_below_the_row_above(tmp_path: Path) -> None:
    """After round 1: 6, 1 and 8 have 5 points; 6 had black; 1 and 8 are equal but for the number."""
    swiss_event(tmp_path)
    competition = open_event(tmp_path).competitions[""]
    past = competition.ranking(1).tables()
    found = separations(list(past[1].index), past, competition.regulation)
    said = {NUMBER[player]: one and (one.key, one.round) for player, one in zip(past[1].index, found, strict=True)}
    assert said == {
        6: None, 1: ("black_games", 1), 8: ("number", 0), 3: ("points", 1),
        4: ("points", 1), 2: ("points", 1), 7: ("number", 0), 5: ("black_games", 1),
    }  # fmt: skip


def test_the_final_list_and_its_prizes_are_those_worked_by_hand(tmp_path: Path) -> None:
    knockout_event(tmp_path)
    competition = open_event(tmp_path).competitions[""]
    final = competition.final()
    assert [OF_SEVEN[player] for player in final.index] == [1, 7, 3, 5, 4, 6, 2, 8]
    assert final["rank"].isna().tolist() == [False] * 7 + [True]
    given = awards(final, competition.people, competition.regulation).given
    assert [(row.prize, row.place, OF_SEVEN[row.player]) for row in given.itertuples()] == [
        ("名次奖", 1, 1), ("名次奖", 2, 7), ("名次奖", 3, 3), ("幸运奖", 7, 2), ("地方奖", 1, 1), ("地方奖", 2, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("make", [swiss_event, knockout_event])
def test_package_and_referee_agree_on_every_value(tmp_path: Path, make) -> None:
    make(tmp_path)
    assert compare(verify(tmp_path), claims(open_event(tmp_path).competitions[""])) == ()


def test_a_qualifier_counts_in_the_others_opponents_score_with_what_he_left_with(tmp_path: Path) -> None:
    """2 met 1, who left with 5 points, then 5, who left with 7, and 8 with 5: 17, as the second referee has it."""
    knockout_event(tmp_path)
    competition = open_event(tmp_path).competitions[""]
    chain = (*competition.regulation.chain[:1], Key("opponents_score", True), *competition.regulation.chain[1:])
    table = standings(
        competition.games, competition.numbers, replace(competition.regulation, chain=chain), 3, competition.seeds
    )
    assert {OF_SEVEN[player]: int(value) for player, value in table["opponents_score"].items()}[2] == 17
