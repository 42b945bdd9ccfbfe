"""What it costs that two people meet or do not: against enumeration by the rules in plain Python."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from fields import all_matchings, newcomers, random_history, with_wishes
from plain_rules import broken, vector

from qisai.pairing.counterfactual import Change, Game, WhatIf, behind_best, games_of, sentences, what_if
from qisai.pairing.criteria import UNIQUE
from qisai.pairing.field import Entrant, NoLegalPairing, PairingRules
from qisai.pairing.swiss import measure_pairing, pair_round
from qisai.vocabulary import BLACK, RED

RULES = PairingRules()
Pairs = list[tuple[Entrant, Entrant | None]]


# --- enumeration -----------------------------------------------------------------------------------------


def cheapest(people: list[Entrant], rules: PairingRules, round_no: int, game: Game, inside: bool) -> tuple[int, ...] | None:
    """The smallest vector, without the lot, of all legal pairings with the game, or of those without it."""
    seats: list[Entrant | None] = [*people, *([None] if len(people) % 2 else [])]
    found = [
        own for pairs in all_matchings(seats)
        if (game in games(pairs)) is inside and (own := vector(pairs, people, rules, round_no)) is not None
    ]  # fmt: skip
    return min(found)[:-1] if found else None


def games(pairs: Pairs) -> set[Game]:
    return {frozenset(side.player for side in pair if side) for pair in pairs}


def rebuilt(found: WhatIf, now: frozenset[Game], people: dict[str, Entrant]) -> Pairs:
    """The other pairing: its games that are new, and of the old ones those that they leave alone."""
    busy = {side.player for game in found.moved for side in game if side}
    kept = [sorted(game) for game in now if not game & busy]
    return [*found.moved, *((people[game[0]], people[game[1]] if len(game) > 1 else None) for game in kept)]


def check_against_enumeration(seeds: range) -> dict[str, int]:
    """Every answer costs what enumeration finds; counts the kinds of answers."""
    seen = dict.fromkeys(("forced", "forbidden", "barred", "none", "lot", "better", "bye"), 0)
    for seed in seeds:
        chance = random.Random(seed)
        people = random_history(chance, chance.randint(2, 8), chance.randint(1, 4))
        number = 2 + len(people[0].colours)
        people, rules = with_wishes(chance, people, number, chance.random() < 0.3)
        given_up = frozenset(name for name in ("重赛", "轮空", "颜色", "同队") if chance.random() < 0.25)
        rules = replace(rules, relaxed=given_up)
        try:
            now = games_of(pair_round(people, number, rules))
        except NoLegalPairing:
            continue
        one, *others = chance.sample([e.player for e in people], len(people))
        asked = [(one, chance.choice([*others, ""])), *([tuple(sorted(chance.choice(sorted(now, key=sorted))))])]
        for names in asked:
            one, other = (*names, "")[:2]
            found = what_if(people, number, rules, one, other)
            check_one(found, people, number, rules, now)
            seen["bye"] += not other
            kind = "barred" if found.barriers else "none" if found.changes is None else "lot" if not found.decided else ""
            seen[kind or ("forbidden" if found.together else "forced")] += 1
            seen["better"] += bool(found.decided and found.decided.then < found.decided.now)
    return seen


def check_one(found: WhatIf, people: list[Entrant], number: int, rules: PairingRules, now: frozenset[Game]) -> None:
    game: Game = frozenset({found.one.player} | ({found.other.player} if found.other else set()))
    assert found.together == (game in now)
    own = replace(rules, locked=rules.locked - {game}, bye="" if {rules.bye} == game else rules.bye)
    expected = cheapest(people, own if found.together else rules, number, game, inside=not found.together)
    if found.changes is None:
        assert expected is None
    else:
        assert tuple(change.then for change in found.changes) == expected
        assert games(list(found.moved)).isdisjoint(now)
        other = rebuilt(found, now, {e.player: e for e in people})
        assert vector(other, people, own if found.together else rules, number)[:-1] == expected
        assert (game in games(other)) is not found.together
        if not found.together:
            assert games([found.moved[0]]) == {game}
    if not found.together:
        named = {name for name, _ in found.barriers} & {"重赛", "轮空", "颜色", "同队"}
        even = {"轮空"} if found.other is None and len(people) % 2 == 0 else set()
        assert named == (broken(found.one, found.other, rules) - rules.relaxed) | even
    told = sentences(found)
    assert len(told) >= 2 and all(told)


@pytest.mark.long
def test_every_price_is_what_enumeration_finds() -> None:
    seen = check_against_enumeration(range(120))
    assert all(seen.values()), seen


@pytest.mark.long
def test_every_price_is_what_enumeration_finds_in_thousands_of_fields() -> None:
    check_against_enumeration(range(1_000, 4_000))


def test_nobody_gains_by_another_pairing_where_the_arbiter_wants_nothing() -> None:
    for seed in range(40):
        chance = random.Random(seed)
        people = random_history(chance, chance.randint(6, 12), 2)
        try:
            now = games_of(pair_round(people, 3, RULES))
        except NoLegalPairing:
            continue
        one, other = chance.sample([e.player for e in people], 2)
        found = what_if(people, 3, RULES, one, other, games=now)
        assert found.decided is None or found.decided.then > found.decided.now


# --- sentences --------------------------------------------------------------------------------------------


def told(people: list[Entrant], one: str, other: str, rules: PairingRules = RULES, round_no: int = 2, **more) -> str:
    return "\n".join(sentences(what_if(people, round_no, rules, one, other, **more)))


def after_one_round() -> list[Entrant]:
    """1-2, 4-3, 5-6, 8-7, all won by red."""
    people = {e.player: e for e in newcomers(8)}
    for red, black in (("id1", "id2"), ("id4", "id3"), ("id5", "id6"), ("id8", "id7")):
        people[red] = replace(people[red], score=2, colours=(RED,), met=frozenset({black}))
        people[black] = replace(people[black], colours=(BLACK,), met=frozenset({red}))
    return list(people.values())


def test_a_pair_of_two_groups_costs_a_pair_across_the_boundary() -> None:
    words = told(after_one_round(), "id1", "id3")
    assert "1号与3号本轮没有相遇：1号2分，3号0分" in words
    assert "若一定让他们相遇，「跨越2分下界的对局」由 0 变 2，共有 " in words and "1号—3号" in words
    assert "它是最重要的一项，所以不取" in words


def test_a_pair_of_the_round_says_what_it_would_cost_to_part_it() -> None:
    people = after_one_round()
    (one, other), *_ = [sorted(game) for game in games_of(pair_round(people, 2, RULES)) if "id1" in game]
    words = told(people, one, other)
    assert "本轮相遇：两人同为2分" in words and "若不让他们相遇，" in words and "所以现在的对阵更好" in words


def test_an_absolute_rule_is_named_with_the_round_in_which_they_met() -> None:
    people = after_one_round()
    assert "不能相遇：两人已经相遇过" in told(people, "id1", "id2")
    assert "不能相遇：两人第1轮已经相遇过" in told(people, "id1", "id2", past={frozenset({"id1", "id2"}): 1})


def test_teammates_barred_pairs_and_wishes_are_named() -> None:
    people = after_one_round()
    people[0], people[3] = (replace(people[n], team="甲队") for n in (0, 3))
    assert "两人同队，本轮须回避" in told(people, "id1", "id4", PairingRules(avoid_team=True))
    people[0] = replace(people[0], barred=frozenset({"id5"}))
    assert "两人须回避（禁止对阵）" in told(people, "id5", "id1")
    locked = PairingRules(locked=frozenset({frozenset({"id1", "id8"})}))
    assert "裁判长锁定了1号与8号的对阵" in told(people, "id1", "id4", locked)
    assert "按裁判长的安排" in told(people, "id1", "id8", locked)


def test_both_colours_over_the_limit_are_told() -> None:
    people = [replace(e, colours=(RED, RED) if e.number < 3 else (BLACK, BLACK)) for e in newcomers(4)]
    words = told(people, "id1", "id2", round_no=3)
    assert "谁执红都超出先后手限制：若1号执红，1号将连续3局先手；若2号执红，2号将连续3局先手" in words


def test_a_rule_that_is_given_up_or_waived_is_no_barrier_and_has_its_price() -> None:
    """1 and 2 have had red twice, 3 and 4 black twice; 1 and 2 are of one team."""
    people = [replace(e, colours=(RED, RED) if e.number < 3 else (BLACK, BLACK)) for e in newcomers(4)]
    loose = what_if(people, 3, PairingRules(relaxed=frozenset({"颜色"})), "id1", "id2")
    assert loose.barriers == () and loose.decided == Change("放宽颜色", 0, 2)
    last = what_if(people, 3, PairingRules(last_round=True), "id1", "id2")
    assert last.barriers == () and last.decided == Change("末轮放宽先后手限制的对局", 0, 2)
    apart = [replace(e, score=e.number) for e in people]
    assert [name for name, _ in what_if(apart, 3, PairingRules(last_round=True), "id1", "id2").barriers] == ["颜色"]
    mates = [replace(e, team="甲队" if e.number < 3 else "", colours=()) for e in people]
    loose = what_if(mates, 1, PairingRules(avoid_team=True, relaxed=frozenset({"同队"})), "id1", "id2")
    assert loose.barriers == () and loose.decided is not None and loose.decided.name == "放宽同队"


def test_a_bye_is_asked_about_like_a_pair() -> None:
    people = newcomers(5)
    assert "5号本轮轮空" in told(people, "id5", "", round_no=1)
    assert "若不让他轮空，" in told(people, "id5", "", round_no=1)
    words = told(people, "id3", "", round_no=1)
    assert "3号本轮没有轮空" in words and "轮空改为3号" in words
    had = [replace(e, had_bye=e.number == 3) for e in people]
    assert "不能轮空：3号第1轮已轮空过" in told(had, "id3", "", past={frozenset({"id3"}): 1})
    assert "本轮4人，为偶数，没有轮空" in told(newcomers(4), "id3", "", round_no=1)


def test_a_bye_that_others_had_is_weighed_where_the_rule_is_given_up() -> None:
    people = [replace(e, had_bye=True, score=e.number) for e in newcomers(5)]
    rules = PairingRules(relaxed=frozenset({"轮空"}))
    found = what_if(people, 4, rules, "id1", "")
    assert found.together and found.decided is not None
    assert found.decided.now < found.decided.then and found.decided.name != "放宽轮空"


def test_equal_pairings_are_told_as_the_lot_of_one() -> None:
    """Four people without history or places to keep: the lot alone decides who meets whom."""
    people = [replace(e, score=4 - e.number // 3) for e in newcomers(4)]
    people = [replace(e, met=frozenset({"id2"} if e.number == 1 else {"id4"} if e.number == 3 else ())) for e in people]
    now = games_of(pair_round(people, 2, RULES))
    one, other = ("id1", "id3") if frozenset({"id1", "id4"}) in now else ("id1", "id4")
    words = told(people, one, other)
    assert "各项指标都一样，共有 2 台改变" in words and "两种编法一样好，只差抽签" in words


def test_the_last_pairing_that_is_left_cannot_be_parted() -> None:
    assert "若不让他们相遇，其余棋手就配不成合乎规则的对阵，所以只能这样" in told(newcomers(2), "id1", "id2", round_no=1)


def test_only_people_of_the_field_can_be_asked_about() -> None:
    for one, other in (("id1", "id9"), ("id9", ""), ("id1", "id1")):
        with pytest.raises(ValueError):
            what_if(newcomers(4), 1, RULES, one, other)


# --- the distance of a pairing by hand ------------------------------------------------------------------------


def test_a_pairing_by_hand_is_compared_with_the_best() -> None:
    assert behind_best([Change("甲", 0, 0), Change("乙", 3, 3)]) == "与最优对阵一样好（只差抽签）"
    words = behind_best([Change("甲", 1, 1), Change("跨越6分下界的对局", 1, 2), Change("丙", 5, 3)])
    assert words == "与最优对阵相比：跨越6分下界的对局 1 → 2，丙 5 → 3（从第 2 项指标起不如最优）"
    assert "没有守规则" in behind_best([Change("甲", 2, 1)])


def test_the_lot_is_no_criterion_to_be_told() -> None:
    people = after_one_round()
    pairs = [(board.red, board.black) for board in pair_round(people, 2, RULES).boards]
    names = [criterion.name for criterion in measure_pairing(pairs, None, people, 2, RULES)]
    found = what_if(people, 2, RULES, "id1", "id4")
    assert names[-1] == UNIQUE and [change.name for change in found.changes or ()] == names[:-1]
