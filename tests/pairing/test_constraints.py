"""Teams kept apart, locked pairs, forced byes and barred pairs inside the optimum, against enumeration."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from time import perf_counter

import pytest
from fields import newcomers, random_history, with_wishes
from plain_rules import GRAVEST_FIRST, best, broken, vector, ways_out

from qisai.pairing.absolute import COMPROMISES
from qisai.pairing.colours import allocate
from qisai.pairing.field import Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.legality import check_pairing, faults
from qisai.pairing.swiss import measure_pairing, pair_round
from qisai.vocabulary import BLACK, RED

APART = PairingRules(avoid_team=True)


def games(pairing: Pairing) -> list[tuple[str, str]]:
    return [(board.red, board.black) for board in pairing.boards]


def met(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset(game) for game in games(pairing)}


def lock(*pairs: str, **rules) -> PairingRules:
    """Rules with locked pairs of numbers, as ``lock("1-4")``."""
    return PairingRules(locked=frozenset(frozenset(f"id{n}" for n in pair.split("-")) for pair in pairs), **rules)


def teams(names: str, rounds_missed: int = 0) -> list[Entrant]:
    """Entrants 1, 2, … of the teams whose letters are given; a point is nobody's team."""
    people = newcomers(len(names), rounds_missed)
    return [replace(e, team=name.strip(".")) for e, name in zip(people, names, strict=True)]


def why(pairing: Pairing, player: str) -> tuple[str, ...]:
    return next(board.why for board in pairing.boards if player in (board.red, board.black))


# --- enumeration ------------------------------------------------------------------------------------------


def small_field(seed: int) -> tuple[list[Entrant], PairingRules, int]:
    chance = random.Random(seed)
    rounds = chance.randint(0, 4)
    people = random_history(chance, chance.randint(2, 8), rounds)
    return *with_wishes(chance, people, rounds + 1, rounds > 0 and chance.random() < 0.3), rounds + 1


def check_offers(people: list[Entrant], rules: PairingRules, number: int, stuck: NoLegalPairing) -> None:
    """The offers are all smallest sets of rules that help, and what each says is what comes of it."""
    expected = dict(ways_out(people, rules, number))
    offered = {frozenset(name.split("、")): words for name, words in stuck.compromises}
    assert offered.keys() == expected.keys()
    by_id = {e.player: e for e in people}
    for names, words in offered.items():
        relaxed = replace(rules, relaxed=names)
        made = pair_round(people, number, relaxed)
        assert tuple(c.value for c in made.criteria) == expected[names]
        assert check_pairing(games(made), made.bye, people, relaxed) == []
        costs = {name: [] for name in GRAVEST_FIRST if name in names}
        for board in made.boards:
            pair = sorted((by_id[board.red], by_id[board.black]), key=lambda e: e.number)
            for name in broken(*pair, rules) & names:
                costs[name].append(pair)
        for name, pairs in costs.items():
            if name == "轮空":
                assert f"允许{by_id[made.bye].number}号再次轮空" in words
            else:
                said = "、".join(f"{a.number}号—{b.number}号" for a, b in sorted(pairs, key=lambda pair: pair[0].number))
                what = {"重赛": "重赛", "颜色": "超出先后手限制", "同队": "同队相遇"}[name]
                assert f"允许{len(pairs)}盘{what}（{said}）" in words


def check_against_enumeration(seeds: range) -> Counter[str]:
    """Gives how often each set of rules was offered, and how often nothing was."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        people, rules, number = small_field(seed)
        smallest = best(people, rules, number)
        try:
            found = pair_round(people, number, rules)
        except NoLegalPairing as stuck:
            assert smallest is None, seed
            check_offers(people, rules, number, stuck)
            seen.update([name for name, _ in stuck.compromises] or ["nothing"])
            continue
        assert tuple(c.value for c in found.criteria) == smallest, seed
        assert check_pairing(games(found), found.bye, people, rules) == [], seed
        assert found.proved, seed
        measured = measure_pairing(games(found), found.bye, people, number, rules)
        assert [(c.name, c.value) for c in measured] == [(c.name, c.value) for c in found.criteria], seed
        assert pair_round(random.Random(seed).sample(people, len(people)), number, rules) == found, seed
    return seen


@pytest.mark.long
def test_the_pairing_is_the_best_that_the_arbiter_left_and_every_offer_is_kept():
    seen = check_against_enumeration(range(600))
    assert seen["nothing"] and all(seen[name] for name in GRAVEST_FIRST), "each case is met"
    assert any("、" in name for name in seen)


@pytest.mark.long
def test_the_pairing_is_the_best_that_the_arbiter_left_in_thousands_of_fields():
    check_against_enumeration(range(10_000, 18_000))


def test_any_pairing_is_measured_and_judged_as_the_text_of_the_rules_does():
    for seed in range(400):
        people, rules, number = small_field(seed)
        chance = random.Random(-seed)
        seats = chance.sample(people, len(people))
        bye = seats.pop() if len(seats) % 2 else None
        pairs = list(zip(seats[::2], seats[1::2], strict=True))
        sitting = [(red.player, black.player) for red, black, _ in (allocate(*pair, 1, rules) for pair in pairs)]
        whole = [*pairs, *([(bye, None)] if bye else [])]
        found = faults(sitting, bye and bye.player, people, rules)
        assert (not found) == (vector(whole, people, rules, number) is not None), seed
        expected = {name for pair in whole for name in broken(*pair, rules)}
        assert {name for name, _ in found} - {"回避", "锁定对阵", "指定轮空"} == expected, seed
        free = replace(rules, relaxed=frozenset(GRAVEST_FIRST), locked=frozenset(), bye="")
        measured = measure_pairing(sitting, bye and bye.player, people, number, free)
        nobody_barred = [tuple(e and replace(e, barred=frozenset()) for e in pair) for pair in whole]
        assert tuple(c.value for c in measured) == vector(nobody_barred, people, free, number), seed


def test_the_compromises_are_named_in_the_order_of_their_gravity():
    assert tuple(COMPROMISES) == GRAVEST_FIRST


# --- teams ------------------------------------------------------------------------------------------------


def eighty(chance: random.Random, clustered: bool) -> list[Entrant]:
    """Twelve teams of four to six, and twenty without a team."""
    names = [f"队{team}" for team in range(12) for _ in range((4, 5, 6)[team % 3])] + [""] * 20
    if not clustered:
        chance.shuffle(names)
    return [replace(e, team=name) for e, name in zip(newcomers(80), names, strict=True)]


@pytest.mark.parametrize("clustered", [False, True])
def test_no_teammates_meet_in_round_one_of_eighty_players(clustered):
    for seed in range(2):
        people = eighty(random.Random(seed), clustered)
        start = perf_counter()
        pairing = pair_round(people, 1, APART)
        assert perf_counter() - start < 2
        team = {e.player: e.team for e in people}
        assert not [game for game in games(pairing) if team[game[0]] == team[game[1]] != ""]
        assert check_pairing(games(pairing), None, people, APART) == []
        assert pair_round(people[::-1], 1, APART) == pairing
        assert not any(board.why[0].endswith("因而错开") for board in pairing.boards)


def test_round_one_keeps_its_neighbours_where_no_teammates_are_neighbours():
    people = teams("ABABAABB")
    assert games(pair_round(people, 1, APART))[:2] == games(pair_round(people, 1, PairingRules()))[:2]
    people = teams("ABABABAB.")
    assert pair_round(people, 1, APART).boards == pair_round(people, 1, PairingRules()).boards


def test_teammates_move_to_the_nearest_numbers_and_the_rest_stays():
    pairing = pair_round(teams("..AA.B.C"), 1, APART)
    assert met(pairing) >= {frozenset({"id7", "id8"})} and not met(pairing) & {frozenset({"id3", "id4"})}
    assert pairing.criteria[-2].value == 2


def test_a_displaced_pair_of_round_one_says_what_kept_it_from_its_neighbours():
    people = teams("AA............")
    people[6] = replace(people[6], barred=frozenset({"id8"}))
    pairing = pair_round(people, 1, replace(APART, locked=frozenset([frozenset({"id11", "id13"})])))
    causes = {
        "id1": "首轮按编号相邻配对，因同队须回避而错开",
        "id8": "首轮按编号相邻配对，因有人须回避而错开",
        "id11": "按裁判长的安排（锁定对阵）",
        "id14": "首轮按编号相邻配对，因裁判长另有安排而错开",
    }
    assert {player: why(pairing, player)[0] for player in causes} == causes
    mixed = pair_round(teams("AA......"), 1, lock("3-7", avoid_team=True))
    assert why(mixed, "id1")[0] == "首轮按编号相邻配对，因同队须回避、裁判长另有安排而错开"


def test_the_bye_of_round_one_goes_to_the_largest_number_whose_game_is_not_locked():
    pairing = pair_round(newcomers(9), 1, lock("8-9"))
    assert (pairing.bye, pairing.bye_why[-1]) == ("id7", "7号未锁定对阵者中编号最大")


def test_two_without_a_team_are_no_teammates():
    assert met(pair_round(teams(".."), 1, APART)) == {frozenset({"id1", "id2"})}
    blank = [replace(e, team=" ") for e in newcomers(2)]
    assert met(pair_round(blank, 1, APART)) == {frozenset({"id1", "id2"})}


def test_without_the_switch_teammates_meet():
    assert games(pair_round(teams("AA"), 1, PairingRules())) == [("id1", "id2")]


def test_where_teammates_must_meet_the_offer_names_them():
    with pytest.raises(NoLegalPairing, match="允许1盘同队相遇（1号—2号）") as stuck:
        pair_round(teams("AAA."), 1, APART)
    assert [name for name, _ in stuck.value.compromises] == ["同队"]
    pairing = pair_round(teams("AAA."), 1, replace(APART, relaxed=frozenset({"同队"})))
    assert met(pairing) == {frozenset({"id1", "id2"}), frozenset({"id3", "id4"})}
    assert why(pairing, "id1")[1] == "同队无法全部回避，经裁判长同意同队相遇"


def test_a_relaxed_round_one_still_keeps_as_many_teammates_apart_as_it_can():
    pairing = pair_round(teams("AABBBB"), 1, replace(APART, relaxed=frozenset({"同队"})))
    assert pairing.criteria[0].name == "放宽同队" and pairing.criteria[0].value == 1


def test_a_rule_that_is_not_in_force_is_not_offered():
    people = [replace(e, met=frozenset({"id1", "id2"}) - {e.player}) for e in teams("AA", 1)]
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(people, 2, PairingRules())
    assert [name for name, _ in stuck.value.compromises] == ["重赛"]
    with pytest.raises(NoLegalPairing, match="允许1盘重赛（1号—2号），允许1盘同队相遇（1号—2号）") as stuck:
        pair_round(people, 2, APART)
    assert [name for name, _ in stuck.value.compromises] == ["重赛、同队"]


def test_a_player_who_floats_because_of_his_team_says_so():
    people = [replace(e, score=score) for e, score in zip(teams("AA..", 1), (4, 4, 2, 2), strict=True)]
    pairing = pair_round(people, 2, APART)
    assert "1号与同分的2号同队须回避，须下调" in why(pairing, "id1")


# --- locked pairs -----------------------------------------------------------------------------------------


def test_a_locked_pair_is_made_and_says_so():
    pairing = pair_round(newcomers(6), 1, lock("2-5"))
    assert frozenset({"id2", "id5"}) in met(pairing)
    assert why(pairing, "id2") == ("按裁判长的安排（锁定对阵）", why(pairing, "id2")[-1])


def test_a_locked_pair_may_be_of_one_team_and_beyond_the_colour_limits():
    people = [replace(e, team="A", colours=(RED, RED)) for e in newcomers(2)]
    people += [replace(e, colours=(BLACK, BLACK), score=9) for e in newcomers(2, first=3)]
    rules = lock("1-2", "3-4", avoid_team=True)
    pairing = pair_round(people, 3, rules)
    assert met(pairing) == {frozenset({"id1", "id2"}), frozenset({"id3", "id4"})}
    assert why(pairing, "id1")[1:3] == ("锁定对阵不受同队回避的限制", "锁定对阵不受先后手限制：2号将连续3局先手")
    assert check_pairing(games(pairing), None, people, rules) == []


def test_a_locked_pair_that_has_met_needs_the_arbiters_word_on_that_too():
    people = newcomers(4, 1)
    people[0] = replace(people[0], met=frozenset({"id2"}))
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(people, 2, lock("1-2"))
    assert stuck.value.compromises == (("重赛", "放宽重赛：允许1盘重赛（1号—2号）"),)
    pairing = pair_round(people, 2, lock("1-2", relaxed=frozenset({"重赛"})))
    assert why(pairing, "id1")[:2] == ("按裁判长的安排（锁定对阵）", "经裁判长同意再次相遇")


def test_nothing_is_offered_where_a_locked_pair_is_barred_or_leaves_nobody_to_meet():
    barred = newcomers(2)
    barred[0] = replace(barred[0], barred=frozenset({"id2"}))
    left = newcomers(4)
    left[2] = replace(left[2], barred=frozenset({"id4"}))
    for people in (barred, left):
        with pytest.raises(NoLegalPairing, match="锁定对阵、指定轮空、禁止对阵") as stuck:
            pair_round(people, 1, lock("1-2"))
        assert stuck.value.compromises == ()


def test_a_floater_whose_equal_is_locked_elsewhere_says_so():
    people = [replace(e, score=score) for e, score in zip(newcomers(4, 1), (4, 4, 2, 2), strict=True)]
    assert "1号与同分的2号因裁判长另有安排不能相遇，须下调" in why(pair_round(people, 2, lock("2-4")), "id1")


# --- forced byes ------------------------------------------------------------------------------------------


def test_a_forced_bye_is_given_and_says_so():
    people = [replace(e, score=e.number) for e in newcomers(5, 1)]
    pairing = pair_round(people, 2, PairingRules(bye="id5"))
    assert pairing.bye == "id5"
    assert pairing.bye_why == ("本轮5人，为奇数，须有一人轮空", "按裁判长的安排（指定轮空）")


def test_a_forced_bye_in_round_one_moves_only_those_behind_it():
    pairing = pair_round(newcomers(9), 1, PairingRules(bye="id4"))
    assert games(pairing) == [("id1", "id2"), ("id5", "id3"), ("id6", "id7"), ("id9", "id8")]
    assert [board.why[0] for board in pairing.boards] == [
        "首轮按编号相邻配对",
        "首轮按编号相邻配对，因裁判长另有安排而错开",
        "首轮按编号相邻配对",
        "首轮按编号相邻配对",
    ]


def test_a_second_bye_by_the_arbiters_choice_needs_his_word_on_that_too():
    people = newcomers(3, 1)
    people[1] = replace(people[1], had_bye=True)
    with pytest.raises(NoLegalPairing) as stuck:
        pair_round(people, 2, PairingRules(bye="id2"))
    assert stuck.value.compromises == (("轮空", "放宽轮空：允许2号再次轮空"),)
    pairing = pair_round(people, 2, PairingRules(bye="id2", relaxed=frozenset({"轮空"})))
    assert pairing.bye_why[1:] == ("按裁判长的安排（指定轮空）", "经裁判长同意2号再次轮空")


def test_the_bye_passes_by_those_whose_game_is_locked():
    people = [replace(e, score=10 - e.number) for e in newcomers(5, 1)]
    pairing = pair_round(people, 2, lock("4-5"))
    assert pairing.bye == "id3" and "得分低于他的2人都已锁定对阵" in pairing.bye_why
    people[4] = replace(people[4], had_bye=True)
    assert "得分低于他的2人都已轮空过或锁定对阵" in pair_round(people, 2, lock("1-4")).bye_why


# --- wishes that contradict one another, and changes by hand ----------------------------------------------


@pytest.mark.parametrize(
    "size, rules, words",
    [
        (4, lock("1-2", "2-3"), "locked twice"),
        (4, lock("1-1"), "not a pair"),
        (5, lock("1-2", bye="id1"), "to have the bye"),
        (4, lock("1-9"), "not in the field"),
        (5, PairingRules(bye="id9"), "not in the field"),
        (4, PairingRules(bye="id1"), "even field"),
    ],
)
def test_wishes_that_cannot_be_fulfilled_together_are_refused(size, rules, words):
    with pytest.raises(ValueError, match=words):
        pair_round(newcomers(size), 1, rules)


def test_a_change_by_hand_is_measured_with_the_bounds_of_a_made_pairing():
    people = [replace(e, score=score) for e, score in zip(newcomers(5, 1), (4, 4, 4, 2, 0), strict=True)]
    made = pair_round(people, 2, PairingRules())
    changed = measure_pairing([("id1", "id5"), ("id2", "id4")], "id3", people, 2, PairingRules())
    assert [(c.name, c.bound) for c in changed[:2]] == [(c.name, c.bound) for c in made.criteria[:2]]
    assert [c.value for c in changed[:3]] == [3, 2, 2] and [c.value for c in made.criteria[:3]] == [1, 0, 0]


@pytest.mark.parametrize("pairs, bye", [([("id1", "id2")], None), ([("id1", "id2")], "id2"), ([("id1", "x")], "id3")])
def test_only_a_pairing_of_everybody_can_be_measured(pairs, bye):
    with pytest.raises(ValueError):
        measure_pairing(pairs, bye, newcomers(3), 1, PairingRules())


def test_a_field_of_nobody_costs_nothing():
    assert measure_pairing([], None, [], 1, PairingRules()) == pair_round([], 1, PairingRules()).criteria == ()
