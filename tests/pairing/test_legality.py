"""The second look before publication: one minimal field a rule."""

from __future__ import annotations

import pytest

from qisai.pairing.field import Entrant, PairingRules
from qisai.pairing.legality import check_pairing

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
    everything = PairingRules(relaxed=frozenset({"重赛", "颜色", "轮空"}))
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
