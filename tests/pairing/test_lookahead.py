"""The look ahead: what counting proves impossible is always stuck, what is known to go through never is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fields import newcomers

from qisai.pairing import lookahead
from qisai.pairing.field import Entrant, Pairing
from qisai.pairing.lookahead import Ahead, Plan, can_matter, can_matter_now, look_ahead, look_on, plan_of, stuck_rounds
from qisai.pairing.swiss import pair_round
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.regulation.templates import TEMPLATES
from qisai.sheets import read_book
from qisai.steps import new
from qisai.vocabulary import EVENT_FILE


def regulation(folder: Path, template: str) -> Regulation:
    new(folder, TEMPLATES[template].sheets())
    return read_regulations(read_book(folder / EVENT_FILE), [])[""]


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_after_everybody_has_met_everybody_no_round_is_possible(players: int) -> None:
    """n even: n - 1 rounds; n odd: n rounds with a bye for each."""
    possible = players - 1 + players % 2
    outlook = look_ahead(Plan(players=players, swiss=possible + 2))
    assert {number: outlook.stuck[number] for number in (possible + 1, possible + 2)} == {
        possible + 1: outlook.tries, possible + 2: outlook.tries
    }  # fmt: skip
    assert any(way.startswith(f"单循环 {possible} 轮") for way in outlook.ways)


@pytest.mark.long
def test_sixteen_with_seven_rounds_and_two_for_the_others_are_mostly_stuck_in_round_nine() -> None:
    outlook = look_ahead(Plan(players=16, swiss=7, qualifiers=8, others=2))
    assert outlook.stuck[9] > outlook.tries / 2 and set(outlook.stuck) == {8, 9}
    assert [way.split("（")[0][:4] for way in outlook.ways] == ["其余不再", "前 4 "]


@pytest.mark.long
@pytest.mark.parametrize("players", [20, 21])
@pytest.mark.parametrize(("swiss", "others"), [(7, 2), (6, 3)])
def test_twenty_and_more_go_through(players: int, swiss: int, others: int) -> None:
    outlook = look_ahead(Plan(players=players, swiss=swiss, qualifiers=8, others=others))
    assert (outlook.stuck, outlook.spoiled, outlook.ways) == ({}, 0, ())


@pytest.mark.long
def test_a_way_out_is_named_only_where_its_own_tries_go_better() -> None:
    outlook = look_ahead(Plan(players=10, swiss=7, qualifiers=8, others=2))
    assert outlook.spoiled == outlook.tries
    assert outlook.ways[0] == "其余不再下（试排 20 次都编得出）"
    assert not any("先后手" in way for way in outlook.ways)  # the last two would meet again
    fewer = look_ahead(Plan(players=10, swiss=7, qualifiers=8, others=0))
    assert fewer.spoiled == 0


@pytest.mark.long
def test_limits_of_the_colours_can_be_the_cause() -> None:
    """Where everybody has to alternate, four always meet the other four, which is over after four rounds."""
    plan = Plan(players=8, swiss=5, limit=1, waiver=False)
    assert look_ahead(plan).stuck == {5: look_ahead(plan).tries} and look_ahead(replace(plan, limit=0)).spoiled == 0
    assert "先后手不限（试排 20 次都编得出）" in look_ahead(plan).ways


def test_teammates_who_are_always_kept_apart_run_out_of_opponents() -> None:
    """Four of a team among eight have four opponents, for four rounds."""
    plan = Plan(players=8, swiss=5, teams=(4, 4), apart=99)
    assert look_ahead(plan).stuck[5] == look_ahead(plan).tries
    assert 5 not in look_ahead(replace(plan, apart=1)).stuck


def test_the_same_plan_has_the_same_tournaments() -> None:
    plan = Plan(players=16, swiss=7, qualifiers=8, others=2)
    once = [tuple(stuck_rounds(plan, number)) for number in range(5)]
    assert once == [tuple(stuck_rounds(plan, number)) for number in range(5)] and any(once)


# --- from a draft --------------------------------------------------------------------------------------------


def drafted(plan: Plan) -> tuple[list[Entrant], Pairing]:
    people = newcomers(plan.players)
    return people, pair_round(people, 1, plan.rules(1))


@pytest.mark.long
def test_the_rounds_after_a_draft_are_tried_with_the_field_that_is_there() -> None:
    """Of eight with four rounds to go two have met all but one: whom they can meet is used up after one round."""
    plan = Plan(players=8, swiss=4)
    people, pairing = drafted(plan)
    assert look_on(plan, people, 1, pairing, plan.rules).stuck == {}
    whole = frozenset(e.player for e in people)
    people[0] = replace(people[0], barred=whole - {"id1", "id2", "id3", "id4"})
    found = look_on(plan, people, 1, pairing, plan.rules)
    assert found.stuck == {4: found.tries} and found.ways == ("下到第 3 轮为止（试排 20 次都编得出）",)
    assert found == look_on(plan, people, 1, pairing, plan.rules)


def test_from_a_draft_the_limits_of_the_colours_may_go() -> None:
    plan = Plan(players=8, swiss=5, limit=1, waiver=False)
    people, pairing = drafted(plan)
    found = look_on(plan, people, 1, pairing, plan.rules)
    assert found.stuck == {5: found.tries}
    assert found.ways == ("下到第 4 轮为止（试排 20 次都编得出）", "到时放宽先后手限制（试排 20 次都编得出）")


def test_who_is_barred_from_all_others_ends_a_try() -> None:
    plan = Plan(players=4, swiss=3)
    people, pairing = drafted(plan)
    people[0] = replace(people[0], barred=frozenset({"id2", "id3", "id4"}))
    assert look_on(plan, people, 1, pairing, plan.rules) == Ahead(20, {2: 20}, ())


def test_only_a_small_field_that_has_rounds_left_is_tried() -> None:
    plan = Plan(players=16, swiss=7, qualifiers=8, others=2)
    assert can_matter_now(plan, newcomers(16), 1) and not can_matter_now(plan, newcomers(16), 9)
    assert can_matter_now(plan, newcomers(18), 7) and not can_matter_now(plan, newcomers(19), 7)
    assert not can_matter_now(plan, newcomers(40), 1)
    assert can_matter_now(plan, [replace(e, barred=frozenset({f"x{n}" for n in range(20)})) for e in newcomers(38)], 1)


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
    assert look_ahead(Plan(players=33, swiss=9, qualifiers=16, others=4)).tries == 6


@pytest.mark.long
@pytest.mark.parametrize("players", range(19, 25))
def test_nineteen_and_more_go_through_in_many_tries(players: int) -> None:
    plan = Plan(players=players, swiss=7, qualifiers=8, others=2)
    assert sum(any(stuck_rounds(plan, number)) for number in range(400)) <= 1
