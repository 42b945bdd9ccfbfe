"""Where no pairing is legal: the ways out and the reason, against enumeration of all pairings in plain Python."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from fields import all_matchings, newcomers, random_history, with_wishes
from plain_rules import GRAVEST_FIRST, broken, impossible

from qisai.pairing.field import Entrant, NoLegalPairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.pairing.witness import Shortage, pairs_all, smallest_shortage

Seats = list[tuple[Entrant, Entrant | None]]


def stuck_field(seed: int) -> tuple[list[Entrant], PairingRules, int]:
    chance = random.Random(seed)
    rounds = chance.randint(0, 5)
    people = random_history(chance, chance.randint(1, 8), rounds)
    return *with_wishes(chance, people, rounds + 1, rounds > 0 and chance.random() < 0.3), rounds + 1


def none_of(people: list[Entrant], rules: PairingRules, number: int) -> NoLegalPairing | None:
    try:
        pair_round(people, number, rules)
    except NoLegalPairing as none:
        return none
    return None


def pairings(people: list[Entrant]) -> Iterator[Seats]:
    yield from all_matchings([*people, *([None] if len(people) % 2 else [])])


def faults(pairs: Seats, rules: PairingRules) -> Counter[str]:
    return Counter(name for pair in pairs for name in broken(*pair, rules))


def fewest(people: list[Entrant], rules: PairingRules, names: set[str]) -> tuple[int, ...] | None:
    """How often each of the rules, the gravest first, is broken at least where no other is; None where that is impossible."""
    allowed = [faults(pairs, rules) for pairs in pairings(people) if not impossible(pairs, rules)]
    own = [name for name in GRAVEST_FIRST if name in names]
    return min((tuple(found[name] for name in own) for found in allowed if set(found) <= names), default=None)


def smallest_sets(people: list[Entrant], rules: PairingRules) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Every set of rules that helps and of which no part helps."""
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for size in range(len(GRAVEST_FIRST) + 1):
        for names in combinations(GRAVEST_FIRST, size):
            least = fewest(people, rules, set(names))
            if least is not None and not any(set(smaller) <= set(names) for smaller in found):
                found[names] = least
    return found


def without(people: list[Entrant], rules: PairingRules, wishes: tuple[str, ...]) -> tuple[list[Entrant], PairingRules]:
    """The field when rows of 变动 are deleted, each as the program names it."""
    ids = {f"{e.number}": e.player for e in people}
    for wish in wishes:
        who = frozenset(ids[number] for number in re.findall(r"\d+", wish))
        if wish.startswith("禁止"):
            people = [replace(e, barred=e.barred - who) if e.player in who else e for e in people]
        elif wish.startswith("锁定"):
            rules = replace(rules, locked=rules.locked - {who})
        else:
            rules = replace(rules, bye="")
    return people, rules


def all_wishes(people: list[Entrant], rules: PairingRules) -> list[str]:
    number = {e.player: e.number for e in people}
    apart = {frozenset((e.player, other)) for e in people for other in e.barred}
    found = [f"指定轮空{number[rules.bye]}号"] if rules.bye else []
    for kind, pairs in (("锁定对阵", rules.locked), ("禁止对阵", apart)):
        found += ["{}{}号—{}号".format(kind, *sorted(number[player] for player in pair)) for pair in pairs]
    return found


def possible(people: list[Entrant], rules: PairingRules, wishes: tuple[str, ...], names: frozenset[str] = frozenset()) -> bool:
    people, rules = without(people, rules, wishes)
    return fewest(people, rules, set(names)) is not None


def fewest_wishes(people: list[Entrant], rules: PairingRules, names: frozenset[str] = frozenset()) -> int | None:
    """How many rows have to go at least where only these rules are broken; a lock that is kept frees of rules."""
    apart = {frozenset((e.player, other)) for e in people for other in e.barred}
    counts = []
    for pairs in pairings(people):
        games = {frozenset(side.player for side in pair if side) for pair in pairs}
        if set(faults(pairs, rules)) <= names:
            lost_bye = bool(rules.bye) and frozenset({rules.bye}) not in games
            counts.append(len(games & apart) + len(rules.locked - games) + lost_bye)
    return min(counts, default=None)


def check(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        people, rules, number = stuck_field(seed)
        expected = smallest_sets(people, rules)
        none = none_of(people, rules, number)
        assert (none is None) == (() in expected), seed
        if none is None:
            continue
        check_offers(none, expected)
        check_changes(none, people, rules, seen)
        assert none.reason, seed
        seen[re.sub(r"[\d号]", "", none.reason)[:6]] += 1
        seen.update(name for name, _ in none.compromises)
    return seen


def check_offers(none: NoLegalPairing, expected: dict[tuple[str, ...], tuple[int, ...]]) -> None:
    """All sets, the mildest first; each says how many games it costs, and that is the least."""
    assert [tuple(name.split("、")) for name, _ in none.compromises] == sorted(
        expected, key=lambda names: [GRAVEST_FIRST.index(name) for name in names], reverse=True
    )
    for name, words in none.compromises:
        names = tuple(name.split("、"))
        said = re.findall(r"允许(\d+)盘|允许\d+号再次轮空", words)
        assert tuple(int(count or 1) for count in said) == expected[names]
        assert len(re.findall(r"\d+号—\d+号", words)) == sum(int(count or 0) for count in said)


def deleted(words: str) -> str:
    """As if two of one 回避组 were kept apart by a row of their own."""
    return re.sub(r"让同回避组的([^可]+)可以相遇（[^）]+）", r"禁止对阵\1", words)


def check_changes(none: NoLegalPairing, people: list[Entrant], rules: PairingRules, seen: Counter[str]) -> None:
    """Each wish that stands in the way alone; else so few as do together; else with the fewest rules."""
    wishes = all_wishes(people, rules)
    changes = [deleted(words).removeprefix("在「变动」删去") for words in none.changes]
    alone = [wish for wish in wishes if possible(people, rules, (wish,))]
    if alone:
        assert sorted(changes) == sorted(alone)
        seen["one wish"] += 1
    elif least := fewest_wishes(people, rules):
        (words,) = map(deleted, none.changes)
        assert "须同时" in words and possible(people, rules, named_in(words)) and len(named_in(words)) == least
        seen["wishes"] += 1
    elif none.compromises:
        assert none.changes == ()
    else:
        (words,) = map(deleted, none.changes)
        names = frozenset(words.split("再放宽")[1].removesuffix("（须同时）").split("、"))
        assert possible(people, rules, named_in(words), names)
        assert len(named_in(words)) == fewest_wishes(people, rules, names)
        assert all(fewest_wishes(people, rules, frozenset(less)) is None for less in combinations(GRAVEST_FIRST, len(names) - 1))
        seen["wishes and rules"] += 1


def named_in(words: str) -> tuple[str, ...]:
    return tuple(re.findall(r"(?:锁定对阵|禁止对阵|指定轮空)\d+号(?:—\d+号)?|(?<=、)\d+号—\d+号", words))


def test_every_way_out_is_found_and_costs_the_least() -> None:
    seen = check(range(160))
    assert all(seen[name] for name in (*GRAVEST_FIRST, "one wish", "wishes", "wishes and rules"))
    assert any("、" in name for name in seen)


@pytest.mark.long
def test_every_way_out_is_found_in_thousands_of_fields() -> None:
    check(range(1_000, 9_000))


# --- the reason ----------------------------------------------------------------------------------------------


def test_a_shortage_is_one_and_is_found_wherever_somebody_is_left_over() -> None:
    sizes: Counter[tuple[int, int]] = Counter()
    for seed in range(500):
        chance = np.random.default_rng(seed)
        size = int(chance.integers(1, 6)) * 2
        legal = np.triu(chance.random((size, size)) < chance.choice([0.2, 0.3, 0.5]), 1)
        legal |= legal.T
        matched = any(all(legal[a, b] for a, b in pairs) for pairs in all_matchings(list(range(size))))
        found = smallest_shortage(legal)
        assert pairs_all(legal) == matched == (found is None), seed
        if found:
            check_shortage(found, legal)
            sizes[len(found.groups), len(found.others)] += 1
    assert sizes[1, 0] and sizes[2, 1] and sizes[3, 2]


def check_shortage(found: Shortage, legal: np.ndarray) -> None:
    """Counting alone shows it: odd groups, more of them than others, and no other pair from a group."""
    assert len(found.groups) > len(found.others)
    for group in found.groups:
        assert len(group) % 2 == 1
        for member in group:
            assert set(np.flatnonzero(legal[member])) <= {*group, *found.others}


def test_one_who_has_met_everybody_is_named() -> None:
    people = newcomers(6, 1)
    people[4] = replace(people[4], met=frozenset({"id1", "id2", "id3", "id4", "id6"}))
    none = none_of(people, PairingRules(), 2)
    assert none and none.reason == "5号与在场的其他人都已经相遇"
    people[4] = replace(people[4], met=frozenset({"id1", "id2", "id3"}), barred=frozenset({"id4", "id6"}))
    none = none_of(people, PairingRules(), 2)
    assert none and none.reason == "5号没有对手可编：与 3 人已经相遇，与 2 人须回避"
    assert none.changes == ("在「变动」删去禁止对阵4号—5号", "在「变动」删去禁止对阵5号—6号")
    assert [name for name, _ in none.compromises] == ["重赛"]


def test_more_players_than_there_are_opponents_for_are_named() -> None:
    people = [replace(e, met=frozenset(f"id{n}" for n in range(1, 5)) - {e.player} if e.number < 5 else frozenset())
              for e in newcomers(6, 3)]  # fmt: skip
    none = none_of(people, PairingRules(), 4)
    assert none and none.reason == "1号、2号、3号、4号之间都不能对阵，只能对5号、6号，4 个对 2 个，不够分"


def test_two_teams_of_three_that_must_not_meet_inside_or_have_met_outside() -> None:
    """Two groups of three who have all met the other group pair only inside, and three is odd."""
    halves = ({"id1", "id2", "id3"}, {"id4", "id5", "id6"})
    people = [replace(e, met=frozenset(halves[e.number < 4])) for e in newcomers(6, 3)]
    none = none_of(people, PairingRules(), 4)
    assert none and none.reason == "1号、2号、3号只能在这 3 个之间对阵，是单数，总要多出一个"
    assert none.compromises == (("重赛", none.compromises[0][1]),)


def test_nobody_left_for_the_bye_is_said() -> None:
    people = [replace(e, had_bye=True) for e in newcomers(5, 5)]
    none = none_of(people, PairingRules(), 6)
    assert none and none.reason == "没有人可以轮空：5 人已经轮空过"


def test_a_wish_that_cannot_be_is_named_with_its_cause() -> None:
    people = newcomers(4, 1)
    people[0] = replace(people[0], met=frozenset({"id2"}))
    none = none_of(people, PairingRules(locked=frozenset({frozenset({"id1", "id2"})})), 2)
    assert none and none.reason == "「变动」里要锁定对阵1号—2号，但已经相遇"
    assert none.changes == ("在「变动」删去锁定对阵1号—2号",)


def test_two_of_a_circle_that_have_to_meet_are_to_be_locked() -> None:
    people = [replace(e, circle="张家") for e in newcomers(2)]
    people[0] = replace(people[0], barred=frozenset({"id2"}))
    none = none_of(people, PairingRules(), 1)
    assert none and none.changes == ("让同回避组的1号—2号可以相遇（在「变动」写锁定对阵，有禁止对阵的先删去）",)


@pytest.mark.parametrize("size", range(1, 8))
def test_where_everybody_is_barred_from_everybody_there_is_still_an_answer(size: int) -> None:
    names = frozenset(f"id{n}" for n in range(1, size + 1))
    people = [replace(e, barred=names - {e.player}, had_bye=True, met=names - {e.player}) for e in newcomers(size, 2)]
    none = none_of(people, PairingRules(), 3)
    assert none and none.reason
    assert none.changes or [name for name, _ in none.compromises] == ["轮空"]
    assert "没有合乎规则的对阵" in str(none)


def test_what_was_given_up_and_does_not_do_is_counted_in_again() -> None:
    """The bye is given up already, but three who have all met need a rematch with it: both are offered together."""
    people = [replace(e, had_bye=True, met=frozenset({"id1", "id2", "id3"}) - {e.player}) for e in newcomers(3, 3)]
    none = none_of(people, PairingRules(relaxed=frozenset({"轮空"})), 4)
    assert none and [name for name, _ in none.compromises] == ["重赛、轮空"]
    both = PairingRules(relaxed=frozenset({"重赛", "轮空"}))
    assert none_of(people, both, 4) is None


def test_in_a_large_field_one_without_any_opponent_is_still_named() -> None:
    people = newcomers(130, 1)
    people[4] = replace(people[4], met=frozenset(e.player for e in people) - {"id5"})
    none = none_of(people, PairingRules(), 2)
    assert none and none.reason == "5号与在场的其他人都已经相遇"


def test_a_single_player_who_had_his_bye_is_told_so() -> None:
    none = none_of([replace(newcomers(1, 1)[0], had_bye=True)], PairingRules(), 2)
    assert none and [name for name, _ in none.compromises] == ["轮空"] and none.reason == "1号没有对手，也不能再轮空"
