"""The second look before publication: one minimal field a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qisai.pairing.field import Entrant, PairingRules
from qisai.pairing.legality import check_pairing, faults

RULES = PairingRules()
A, B, C = Entrant("a", 1), Entrant("b", 2), Entrant("c", 3)


def check(people, pairs, bye=None, rules=RULES):
    return check_pairing(pairs, bye, people, rules)


def test_a_clean_pairing_has_nothing_to_report():
    assert check([A, B, C], [("b", "a")], "c") == []
    assert check([], []) == []
    assert check([A], [], "a") == []


@pytest.mark.parametrize(
    "pairs, bye, words",
    [
        ([("a", "b")], None, "3号没有编入对阵"),
        ([("a", "b"), ("b", "c")], None, "2号出现了2次"),
        ([("a", "a")], "c", "1号出现了2次"),
        ([("a", "x")], "c", "x 不在本轮名单中"),
        ([("a", "b")], None, "人数为奇数，须有一人轮空"),
    ],
)
def test_everyone_sits_exactly_once(pairs, bye, words):
    assert words in check([A, B, C], pairs, bye)


def test_nobody_meets_twice_even_if_only_one_side_remembers():
    again = Entrant("b", 2, met=frozenset("a"))
    assert check([A, again], [("a", "b")]) == ["1号与2号已经相遇过"]
    assert check([A, again], [("a", "b")], rules=PairingRules(relaxed=frozenset({"重赛"}))) == []


def test_barred_players_are_kept_apart_whatever_is_relaxed():
    apart = Entrant("b", 2, barred=frozenset("a"))
    everything = PairingRules(relaxed=frozenset({"重赛", "轮空", "颜色", "同队"}))
    assert check([A, apart], [("a", "b")], rules=everything) == ["1号与2号须回避"]


def test_a_second_bye_is_reported_unless_the_arbiter_gave_up_the_rule():
    lucky = Entrant("c", 3, had_bye=True)
    assert check([A, B, lucky], [("a", "b")], "c") == ["3号已轮空过"]
    assert check([A, B, lucky], [("a", "b")], "c", PairingRules(relaxed=frozenset({"轮空"}))) == []


def test_a_third_game_in_a_row_is_reported():
    twice_red = Entrant("a", 1, colours=("黑", "红", "红"))
    assert check([twice_red, B], [("a", "b")]) == ["1号将连续3局先手，应互换先后手"]
    assert check([twice_red, B], [("b", "a")]) == []


def test_a_bye_does_not_interrupt_a_run():
    assert check([Entrant("a", 1, colours=("黑", "红", None, "红")), B], [("a", "b")])


def test_a_surplus_of_three_is_reported_and_reducing_a_surplus_never_is():
    ahead = Entrant("a", 1, colours=("红", "红", "黑", "红", "红", "黑", "黑", "红", "红"))
    assert ahead.surplus == 3
    assert check([ahead, B], [("b", "a")]) == []
    assert check([ahead, B], [("a", "b")]) == ["1号先手将多出4局，应互换先后手"]


def test_two_that_need_the_same_colour_meet_only_in_the_last_round_with_equal_scores():
    one, other = Entrant("a", 1, colours=("红", "红")), Entrant("b", 2, colours=("红", "红"))
    last = PairingRules(last_round=True)
    assert check([one, other], [("a", "b")]) == ["1号先手将多出3局"]
    assert check([one, other], [("a", "b")], rules=last) == []
    assert check([one, Entrant("b", 2, score=1, colours=("红", "红"))], [("a", "b")], rules=last)


def test_a_limit_of_zero_is_switched_off():
    many = Entrant("a", 1, colours=("红",) * 6)
    assert check([many, B], [("a", "b")], rules=PairingRules(surplus_limit=0, run_limit=0)) == []


def test_teammates_are_reported_in_a_round_that_keeps_them_apart():
    one, other = Entrant("a", 3, team="A"), Entrant("b", 7, team="A")
    apart = PairingRules(avoid_team=True)
    assert check([one, other], [("a", "b")], rules=apart) == ["3号与7号是同队，本轮须回避"]
    assert check([one, other], [("a", "b")]) == []
    assert check([one, other], [("a", "b")], rules=replace(apart, relaxed=frozenset({"同队"}))) == []
    assert check([one, other], [("a", "b")], rules=replace(apart, locked=frozenset([frozenset("ab")]))) == []
    assert check([A, B], [("a", "b")], rules=apart) == []


def test_a_locked_pair_that_was_not_made_is_reported_by_number():
    rules = PairingRules(locked=frozenset([frozenset("db"), frozenset("ca"), frozenset("xy")]))
    people = [A, B, C, Entrant("d", 10)]
    assert check(people, [("a", "b"), ("d", "c")], rules=rules) == [
        "x与y锁定对阵，没有编在一起",
        "1号与3号锁定对阵，没有编在一起",
        "2号与10号锁定对阵，没有编在一起",
    ]


def test_a_forced_bye_that_was_not_given_is_reported():
    assert check([A, B, C], [("a", "b")], "c", PairingRules(bye="b")) == ["2号指定轮空，没有轮空"]
    assert check([A, B, C], [("a", "c")], "b", PairingRules(bye="b")) == []


def test_a_locked_pair_may_be_beyond_the_colour_limits_but_not_the_wrong_way_round_nor_met_nor_barred():
    one, other = Entrant("a", 1, colours=("红", "红")), Entrant("b", 2, colours=("红", "红"))
    locked = PairingRules(locked=frozenset([frozenset("ab")]))
    assert check([one, other], [("a", "b")], rules=locked) == []
    assert check([one, B], [("a", "b")], rules=locked) == ["1号先手将多出3局，应互换先后手"]
    apart = Entrant("b", 2, met=frozenset("a"), barred=frozenset("a"))
    assert check([A, apart], [("a", "b")], rules=locked) == ["1号与2号已经相遇过", "1号与2号须回避"]


def test_each_fault_has_the_name_of_its_rule_and_none_if_somebody_does_not_sit_once():
    people = [
        Entrant("a", 1, team="A", colours=("红", "红")),
        Entrant("b", 2, team="A", met=frozenset("a"), barred=frozenset("a"), colours=("红", "红")),
        Entrant("c", 3, had_bye=True),
        Entrant("d", 4),
        Entrant("e", 5),
    ]
    rules = PairingRules(avoid_team=True, locked=frozenset([frozenset("de")]), bye="d")
    names = [name for name, _ in faults([("a", "b")], "c", people, rules)]
    assert names == ["", "", "轮空", "锁定对阵", "指定轮空", "重赛", "回避", "同队", "颜色"]
