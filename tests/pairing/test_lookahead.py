"""The look ahead: what counting proves impossible is always stuck, what is known to go through never is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from qisai.pairing import lookahead
from qisai.pairing.lookahead import Plan, can_matter, look_ahead, plan_of, stuck_rounds
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.regulation.templates import TEMPLATES
from qisai.sheets import read_book
from qisai.steps import new
from qisai.vocabulary import EVENT_FILE


def regulation(folder: Path, template: str) -> Regulation:
    new(folder, TEMPLATES[template].sheets())
    return read_regulations(read_book(folder / EVENT_FILE), [])[""]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_after_everybody_has_met_everybody_no_round_is_possible(players: int) -> None:
    """n even: n - 1 rounds; n odd: n rounds with a bye for each."""
    possible = players - 1 + players % 2
    outlook = look_ahead(Plan(players=players, swiss=possible + 2))
    assert {number: outlook.stuck[number] for number in (possible + 1, possible + 2)} == {
        possible + 1: outlook.tries, possible + 2: outlook.tries
    }  # fmt: skip
    assert any(way.startswith(f"单循环 {possible} 轮") for way in outlook.ways)


def test_sixteen_with_seven_rounds_and_two_for_the_others_are_mostly_stuck_in_round_nine() -> None:
    outlook = look_ahead(Plan(players=16, swiss=7, qualifiers=8, others=2))
    assert outlook.stuck[9] > outlook.tries / 2 and set(outlook.stuck) == {8, 9}
    assert [way.split("（")[0] for way in outlook.ways] == ["其余只再下 1 轮", "前 4 名进入淘汰赛"]


@pytest.mark.parametrize("players", [20, 21, 24])
@pytest.mark.parametrize(("swiss", "others"), [(7, 2), (6, 3)])
def test_twenty_and_more_go_through(players: int, swiss: int, others: int) -> None:
    outlook = look_ahead(Plan(players=players, swiss=swiss, qualifiers=8, others=others))
    assert (outlook.stuck, outlook.spoiled, outlook.ways) == ({}, 0, ())


def test_a_way_out_is_named_only_where_its_own_tries_go_better() -> None:
    outlook = look_ahead(Plan(players=10, swiss=7, qualifiers=8, others=2))
    assert outlook.spoiled == outlook.tries
    assert outlook.ways[0] == "其余不再下（试排 20 次都编得出）"
    assert not any("先后手" in way for way in outlook.ways)  # the last two would meet again
    fewer = look_ahead(Plan(players=10, swiss=7, qualifiers=8, others=0))
    assert fewer.spoiled == 0


def test_limits_of_the_colours_can_be_the_cause() -> None:
    """Ten players in nine rounds: everybody can meet everybody, but hardly within the limits."""
    plan = Plan(players=10, swiss=9)
    assert look_ahead(plan).spoiled > look_ahead(replace(plan, limit=0)).spoiled
    assert any(way.startswith("先后手不限") for way in look_ahead(plan).ways)


def test_teammates_who_are_always_kept_apart_run_out_of_opponents() -> None:
    """Four of a team among eight have four opponents, for four rounds."""
    plan = Plan(players=8, swiss=5, teams=(4, 4), apart=99)
    assert look_ahead(plan).stuck[5] == look_ahead(plan).tries
    assert 5 not in look_ahead(replace(plan, apart=1)).stuck


def test_the_same_plan_has_the_same_tournaments() -> None:
    plan = Plan(players=16, swiss=7, qualifiers=8, others=2)
    once = [tuple(stuck_rounds(plan, number)) for number in range(5)]
    assert once == [tuple(stuck_rounds(plan, number)) for number in range(5)] and any(once)


def test_a_tournament_without_anybody_left_ends() -> None:
    assert list(stuck_rounds(Plan(players=8, swiss=3, qualifiers=8, others=2), 0)) == []


@pytest.mark.parametrize(
    ("template", "players", "expected"),
    [
        ("danyang", 16, Plan(16, 7, 8, 2, points=((5, 0), (2, 3), (0, 5)), bye=5)),
        ("tianshui", 16, Plan(16, 6, 8, 3, teams=(2, 3), apart=1)),
        ("option1", 10, Plan(10, 7)),
    ],
)
def test_a_plan_is_what_the_rules_say(tmp_path: Path, template: str, players: int, expected: Plan) -> None:
    assert plan_of(regulation(tmp_path / "赛事", template), players, {"甲队": 3, "乙队": 2}) == expected


def test_larger_fields_are_not_tried() -> None:
    assert can_matter(Plan(players=20, swiss=7, qualifiers=8, others=2))
    assert not can_matter(Plan(players=21, swiss=7, qualifiers=8, others=2))
    assert not can_matter(Plan(players=1, swiss=7))
    assert can_matter(Plan(players=21, swiss=7, qualifiers=8, others=2, teams=(5,), apart=99))


def test_larger_events_are_tried_less_often() -> None:
    assert look_ahead(Plan(players=9, swiss=5)).tries == lookahead.TRIES
    assert look_ahead(Plan(players=33, swiss=9, qualifiers=16, others=4)).tries == 9


@pytest.mark.long
@pytest.mark.parametrize("players", range(19, 25))
def test_nineteen_and_more_go_through_in_many_tries(players: int) -> None:
    plan = Plan(players=players, swiss=7, qualifiers=8, others=2)
    assert sum(any(stuck_rounds(plan, number)) for number in range(400)) <= 1
