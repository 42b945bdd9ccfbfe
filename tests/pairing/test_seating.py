"""The tables: those that are free, in order, around the players who have a fixed one."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from fields import newcomers

from qisai.pairing.field import Entrant, Pairing, PairingRules
from qisai.pairing.swiss import pair_round


def fixed(**tables: int) -> PairingRules:
    return PairingRules(tables=tables)


def sitting(pairing: Pairing) -> dict[int, str]:
    """Table -> the two numbers, red first."""
    return {board.board: f"{board.red}-{board.black}".replace("id", "") for board in pairing.boards}


def test_the_tables_are_one_two_three_unless_others_play_at_some():
    assert list(sitting(pair_round(newcomers(6), 1, PairingRules()))) == [1, 2, 3]
    assert list(sitting(pair_round(newcomers(6), 1, PairingRules(), tables=count(5)))) == [5, 6, 7]
    assert list(sitting(pair_round(newcomers(6), 1, PairingRules(), tables=[2, 9, 30]))) == [2, 9, 30]


def test_too_few_tables_are_refused():
    with pytest.raises(ValueError, match="3 pairs and only 2 tables"):
        pair_round(newcomers(6), 1, PairingRules(), tables=[1, 2])


def test_a_fixed_pair_has_its_table_and_the_others_close_up_around_it():
    pairing = pair_round(newcomers(8), 1, fixed(id2=3))
    assert sitting(pairing) == {1: "3-4", 2: "6-5", 3: "1-2", 4: "8-7"}
    assert [board.why[1:-1] for board in pairing.boards] == [(), (), ("2号固定在第3台",), ()]


def test_the_colours_go_by_the_table_where_the_game_is_played():
    pairing = pair_round(newcomers(4), 1, fixed(id1=4))
    assert sitting(pairing) == {1: "3-4", 4: "2-1"}
    assert pairing.boards[1].why[-1] == "第4台为偶数台，编号大者执红，故2号执红"


def test_a_fixed_table_need_not_be_among_the_free_ones():
    assert sitting(pair_round(newcomers(4), 1, fixed(id3=1), tables=count(5))) == {1: "3-4", 5: "1-2"}


def test_of_two_fixed_players_who_meet_the_smaller_number_counts():
    pairing = pair_round(newcomers(4), 1, fixed(id1=7, id2=3))
    assert sitting(pairing) == {1: "3-4", 7: "1-2"} and "1号固定在第7台" in pairing.boards[1].why
    assert sitting(pair_round(newcomers(4), 1, fixed(id1=7, id2=7))) == {1: "3-4", 7: "1-2"}


def test_of_two_pairs_at_one_table_the_higher_one_has_it_and_the_other_takes_the_next():
    people = [Entrant(f"id{n}", n, score, colours=(None,)) for n, score in ((1, 0), (2, 0), (3, 5), (4, 5), (5, 3), (6, 3))]
    pairing = pair_round(people, 2, fixed(id1=1, id6=1))
    assert sitting(pairing) == {1: "5-6", 2: "4-3", 3: "1-2"}
    assert pairing.boards[0].why[1] == "6号固定在第1台"
    assert pairing.boards[2].why[1] == "1号固定在第1台，该台已有另一对固定，改在第3台"


def test_who_is_away_or_has_the_bye_keeps_no_table_occupied():
    assert sitting(pair_round(newcomers(5), 1, fixed(id5=1, nobody=2))) == {1: "1-2", 2: "4-3"}


def test_fixed_tables_change_nobodys_opponent():
    people = [replace(e, score=e.number % 3) for e in newcomers(12, 1)]
    free, tied = (pair_round(people, 2, rules) for rules in (PairingRules(), fixed(id4=6, id9=1, id7=20)))
    assert {frozenset((b.red, b.black)) for b in free.boards} == {frozenset((b.red, b.black)) for b in tied.boards}
    assert free.criteria == tied.criteria and [b.board for b in tied.boards] == sorted(b.board for b in tied.boards)
