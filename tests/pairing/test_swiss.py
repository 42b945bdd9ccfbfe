"""The Swiss pairing against the rules in plain Python, enumeration, and whole tournaments."""

from __future__ import annotations

import hashlib
import random
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations

import pytest
from fields import all_matchings, newcomers, random_history, tournament
from plain_rules import vector

from qisai.pairing.colours import Claim, allocate
from qisai.pairing.field import Entrant, NoLegalPairing, PairingRules
from qisai.pairing.legality import check_pairing
from qisai.pairing.swiss import pair_round
from qisai.vocabulary import BLACK, RED

RULES = PairingRules()


def games(pairing):
    return [(board.red, board.black) for board in pairing.boards]


# --- enumeration -----------------------------------------------------------------------------------------


def check_against_enumeration(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        people = random_history(chance, chance.randint(2, 8), chance.randint(1, 4))
        rules, number = PairingRules(last_round=chance.random() < 0.4), 2 + len(people[0].colours)
        seats: list[Entrant | None] = [*people, *([None] if len(people) % 2 else [])]
        vectors = [v for pairs in all_matchings(seats) if (v := vector(pairs, people, rules, number))]
        try:
            found = pair_round(people, number, rules)
        except NoLegalPairing:
            assert not vectors, seed
        else:
            assert tuple(c.value for c in found.criteria) == min(vectors), seed
            assert check_pairing(games(found), found.bye, people, rules) == [], seed


def test_the_pairing_is_the_best_of_all_pairings():
    check_against_enumeration(range(400))


@pytest.mark.long
def test_the_pairing_is_the_best_of_all_pairings_in_thousands_of_fields():
    check_against_enumeration(range(1_000, 9_000))


# --- whole tournaments ------------------------------------------------------------------------------------


def check_tournament(seed: int, size: int, rounds: int, coming_and_going: bool = True) -> int:
    """Plays it; every pairing is legal, every bound holds. Gives the rounds that could be paired."""
    paired = 0
    for _number, present, rules, pairing in tournament(random.Random(seed), size, rounds, coming_and_going):
        if isinstance(pairing, NoLegalPairing):
            assert size < 14, "only a small field may run out of legal pairings"
            assert pairing.compromises
            break
        paired += 1
        assert check_pairing(games(pairing), pairing.bye, present, rules) == []
        assert all(c.bound is None or c.value >= c.bound for c in pairing.criteria)
        assert all(board.why for board in pairing.boards)
        assert [board.board for board in pairing.boards] == list(range(1, len(pairing.boards) + 1))
    return paired


@pytest.mark.parametrize("size", [8, 11, 16, 25, 40, 61])
def test_no_rule_breaks_in_nine_rounds_with_withdrawals_and_late_entries(size):
    for seed in range(3):
        check_tournament(seed, size, 9)


def test_no_rule_breaks_with_121_players():
    assert check_tournament(1, 121, 9) == 9


@pytest.mark.long
def test_no_rule_breaks_in_hundreds_of_tournaments():
    for seed in range(300):
        chance = random.Random(seed)
        check_tournament(seed, chance.randint(8, 121), 9)


def test_colours_end_within_the_limits_and_mostly_one_apart():
    *_, (_, present, _, _) = tournament(random.Random(4), 40, 9, coming_and_going=False)
    assert max(abs(e.surplus) for e in present) <= 2


def test_the_order_of_the_rows_and_the_names_change_nothing():
    for seed in range(15):
        chance = random.Random(seed)
        *_, (number, people, rules, before) = tournament(chance, 8 + 3 * seed, 5)
        if isinstance(before, NoLegalPairing):
            continue
        shuffled = chance.sample(people, len(people))
        assert pair_round(shuffled, number, rules) == before
        new = {e.player: hashlib.sha256(e.player.encode()).hexdigest() for e in people}
        renamed = [replace(e, player=new[e.player], met=frozenset(new[m] for m in e.met if m in new)) for e in shuffled]
        after = pair_round(renamed, number, rules)
        assert games(after) == [(new[red], new[black]) for red, black in games(before)]
        assert [b.why for b in after.boards] == [b.why for b in before.boards]
        assert after.criteria == before.criteria and after.bye == new.get(before.bye or "")


# --- round 1 ----------------------------------------------------------------------------------------------


def test_round_one_is_1_2_4_3_5_6_8_7_and_the_largest_number_has_the_bye():
    first = pair_round(newcomers(9), 1, RULES)
    assert games(first) == [("id1", "id2"), ("id4", "id3"), ("id5", "id6"), ("id8", "id7")]
    assert first.bye == "id9"
    assert first.boards[1].why == ("首轮按编号相邻配对", "第2台为偶数台，编号大者执红，故4号执红")


def test_gaps_in_the_numbers_do_not_shift_the_colours_of_round_one():
    people = [Entrant(f"id{n}", n) for n in (2, 5, 7, 30)]
    assert games(pair_round(people, 1, RULES)) == [("id2", "id5"), ("id30", "id7")]


def test_teammates_kept_apart_in_round_one_move_as_few_neighbours_as_possible():
    people = newcomers(6)
    people[0] = replace(people[0], barred=frozenset({"id2"}))
    pairs = {frozenset(game) for game in games(pair_round(people, 1, RULES))}
    assert frozenset({"id1", "id2"}) not in pairs and frozenset({"id5", "id6"}) in pairs


@pytest.mark.parametrize("size, boards, bye", [(0, 0, None), (1, 0, "id1"), (2, 1, None), (3, 1, "id3")])
@pytest.mark.parametrize("number", [1, 2])
def test_the_smallest_fields_can_be_paired(size, boards, bye, number):
    pairing = pair_round(newcomers(size, number - 1), number, RULES)
    assert (len(pairing.boards), pairing.bye) == (boards, bye)


def test_a_number_given_twice_is_refused():
    with pytest.raises(ValueError, match="number"):
        pair_round([Entrant("a", 1), Entrant("b", 1)], 1, RULES)


# --- tables, colours, byes --------------------------------------------------------------------------------


def pair_of(one_colours: str, other_colours: str, **rules) -> tuple[str, str]:
    """Who is red and why, of number 1 and number 2 with the given histories (- is a round without colour)."""
    one, other = (
        Entrant(name, number, score=5, colours=tuple(None if c == "-" else c for c in text))
        for name, number, text in (("one", 1, one_colours), ("two", 2, other_colours))
    )
    (board,) = pair_round([one, other], len(one_colours) + 1, PairingRules(**rules)).boards
    return board.red, board.why[-1]


def test_whoever_had_fewer_reds_is_red():
    assert pair_of("红黑红黑红", "红黑黑红黑") == ("two", "1号此前先手3后手2，2号先手2后手3，故2号执红")


def test_the_limit_comes_before_the_balance():
    red, why = pair_of("红红黑黑", "黑红黑-")
    assert (red, why) == ("one", "若反之，1号将连续3局后手，故1号执红")


def test_with_equal_balance_the_latest_difference_is_reversed():
    assert pair_of("黑红红黑", "红黑红黑")[0] == "two"
    assert pair_of("红黑", "黑红")[0] == "one"
    assert "最近一次先后手不同时2号后手、1号先手" in pair_of("黑红黑红", "红黑黑红")[1]


def test_rounds_in_which_one_had_no_colour_are_skipped():
    assert pair_of("红黑-红", "黑红红-")[0] == "one"


def test_with_equal_histories_the_table_decides():
    assert pair_of("红黑", "红黑") == ("one", "两人先后手记录相同，第1台为奇数台，编号小者执红，故1号执红")


def test_tables_go_by_the_higher_score_then_the_sum_then_the_smaller_number():
    people = [
        Entrant("a", 1, 0),
        Entrant("b", 2, 0),
        Entrant("c", 3, 5),
        Entrant("d", 4, 5),
        Entrant("e", 5, 5),
        Entrant("f", 6, 3),
        Entrant("g", 7, 5),
        Entrant("h", 8, 5),
    ]
    tables = [sorted(game) for game in games(pair_round(people, 2, RULES))]
    assert [max(p.score for p in people if p.player in table) for table in tables] == [5, 5, 5, 0]
    assert "f" in tables[2] and tables[3] == ["a", "b"]


def test_an_odd_group_is_explained_by_its_number():
    people = [Entrant(name, n, score) for n, (name, score) in enumerate(zip("abcd", (6, 6, 6, 4), strict=True), 1)]
    pairing = pair_round(people, 2, RULES, format_score=lambda units: f"{units / 2:g}")
    (floated,) = [b for b in pairing.boards if "d" in (b.red, b.black)]
    assert "3分组人数为奇数（3人），须有一人下调" in floated.why
    assert pairing.criteria[0].value == pairing.criteria[0].bound == 1
    assert "同为3分" in pairing.boards[0].why


def test_the_bye_goes_to_the_lowest_score_that_had_none():
    people = [Entrant(f"id{n}", n, score=20 - n, had_bye=n >= 5) for n in range(1, 8)]
    pairing = pair_round(people, 3, RULES)
    assert pairing.bye == "id4"
    assert "得分低于他的3人都已轮空过" in pairing.bye_why


def test_the_bye_sinks_to_the_bottom_even_where_every_group_is_odd_or_even_alike():
    people = [Entrant(f"id{n}", n, score) for n, score in enumerate((9, 9, 9, 5, 5, 2, 2), 1)]
    assert pair_round(people, 2, RULES).bye == "id7"


# --- when the rules leave little or nothing ---------------------------------------------------------------


def twice_red(size: int, score: int = 5) -> list[Entrant]:
    return [replace(e, score=score, colours=(RED, RED)) for e in newcomers(size)]


def test_the_last_round_waives_the_limits_for_an_equal_score_pair():
    with pytest.raises(NoLegalPairing):
        pair_round(twice_red(2), 3, RULES)
    (board,) = pair_round(twice_red(2), 3, PairingRules(last_round=True)).boards
    assert "末轮同分优先，放宽先后手限制：1号将连续3局先手" in board.why


def test_the_last_round_waives_nothing_that_another_equal_score_pair_avoids():
    people = twice_red(2) + [replace(e, score=5, colours=(BLACK, BLACK)) for e in newcomers(2, first=3)]
    pairing = pair_round(people, 3, PairingRules(last_round=True))
    assert {c.name: c.value for c in pairing.criteria}["末轮放宽先后手限制的对局"] == 0


def test_the_last_round_never_waives_the_limits_between_different_scores():
    one, other = twice_red(2)
    with pytest.raises(NoLegalPairing):
        pair_round([one, replace(other, score=3)], 3, PairingRules(last_round=True))


def all_met(people: list[Entrant]) -> list[Entrant]:
    return [replace(e, met=frozenset(o.player for o in people) - {e.player}) for e in people]


def test_without_a_legal_pairing_each_compromise_that_helps_alone_is_offered():
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(twice_red(2), 3, RULES)
    assert stuck.value.compromises == (("颜色", "放宽颜色：允许1盘超出先后手限制（1号—2号）"),)
    with pytest.raises(NoLegalPairing, match="允许2盘重赛"):
        pair_round(all_met(newcomers(4)), 5, RULES)


def test_a_second_bye_is_offered_when_everyone_had_one():
    people = [replace(e, had_bye=True, score=e.number) for e in newcomers(3)]
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(people, 4, RULES)
    assert stuck.value.compromises == (("轮空", "放宽轮空：允许1号再次轮空"),)
    pairing = pair_round(people, 4, PairingRules(relaxed=frozenset({"轮空"})))
    assert pairing.bye == "id1" and "没有未轮空过的人选，经裁判长同意1号再次轮空" in pairing.bye_why


def test_compromises_needed_together_are_named_together():
    people = [replace(e, had_bye=True) for e in all_met(newcomers(3))]
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(people, 4, RULES)
    ((name, words),) = stuck.value.compromises
    assert name == "重赛、轮空" and "须同时" in words
    relaxed = PairingRules(relaxed=frozenset(name.split("、")))
    pairing = pair_round(people, 4, relaxed)
    assert len(pairing.boards) == 1 and [c.value for c in pairing.criteria[:2]] == [1, 1]


def test_a_relaxed_rule_is_broken_as_seldom_as_possible():
    people = newcomers(6, 1)
    people = [replace(e, met=frozenset({"id1"}) if e.number > 1 else frozenset()) for e in people]
    pairing = pair_round(people, 2, PairingRules(relaxed=frozenset({"重赛"})))
    assert (pairing.criteria[0].name, pairing.criteria[0].value) == ("放宽重赛", 1)
    assert sum("没有不重复的对阵，经裁判长同意再次相遇" in b.why for b in pairing.boards) == 1


def test_nothing_is_offered_where_barred_pairs_are_the_cause():
    people = [replace(e, barred=frozenset({"id1", "id2"})) for e in newcomers(2)]
    with pytest.raises(NoLegalPairing, match="禁止对阵") as stuck:
        pair_round(people, 2, RULES)
    assert stuck.value.compromises == ()


def test_no_legal_pairing_can_leave_a_context_manager():
    @contextmanager
    def lock():
        yield

    with pytest.raises(NoLegalPairing), lock():
        pair_round(twice_red(2), 3, RULES)


@pytest.mark.parametrize("order, pairs", [("对折", "13 24"), ("相邻", "12 34"), ("首尾", "14 23")])
def test_inside_a_group_the_order_of_the_regulation_holds(order, pairs):
    people = [replace(e, score=5) for e in newcomers(4, 1)]
    found = games(pair_round(people, 2, PairingRules(order=order)))
    assert {frozenset(game) for game in found} == {frozenset(f"id{n}" for n in pair) for pair in pairs.split()}


def test_four_that_all_met_but_one_way_keep_that_way():
    people = newcomers(4, 2)
    open_pairs = [{1, 4}, {2, 3}]
    for one, other in combinations(range(1, 5), 2):
        if {one, other} not in open_pairs:
            people[one - 1] = replace(people[one - 1], met=people[one - 1].met | {f"id{other}"})
    found = {frozenset(game) for game in games(pair_round(people, 3, RULES))}
    assert found == {frozenset({"id1", "id4"}), frozenset({"id2", "id3"})}


def test_a_round_without_a_colour_does_not_shift_the_history():
    """Back from the latest game 黑 红 against 红 黑; by rounds they would differ in round 1 only, the other way."""
    rested = Entrant("rested", 1, colours=(RED, None, BLACK))
    steady = Entrant("steady", 2, colours=(BLACK, RED, None))
    red, _, claim = allocate(rested, steady, 2, PairingRules())
    assert (red.player, claim) == ("rested", Claim.ALTERNATION)
