"""Round 1 as the rule sheet wants it (rules.md 1.2): opponents by number or by lot, the bye, and who has red."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from itertools import product

import pytest
from fields import all_matchings, newcomers

from qisai.pairing.colours import smaller_is_red
from qisai.pairing.explain import FIRST
from qisai.pairing.field import Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import measure_pairing, pair_round
from qisai.regulation.seeding import pattern as pattern_of
from qisai.regulation.settings import BY_KEY
from qisai.tournament.lots import HOW, numbered

PATTERNS = (*BY_KEY["first_round"].choices, "单双")
COLOURS = BY_KEY["first_colours"].choices


def rules(first: str = "相邻", colours: str = "单数台小号先", **more) -> PairingRules:
    return PairingRules(first=first, first_colours=colours, seed="丹阳", **more)


def tables(pairing: Pairing) -> str:
    return " ".join(f"{board.red.removeprefix('id')}-{board.black.removeprefix('id')}" for board in pairing.boards)


def opponents(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset(int(side.removeprefix("id")) for side in (board.red, board.black)) for board in pairing.boards}


def by_hand(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()


# --- who meets whom -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pattern, pairs", [
    ("单双", {(n, n + 1) for n in range(1, 20, 2)}),
    ("相邻", {(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 14), (15, 16), (17, 18), (19, 20)}),
    ("对折", {(n, n + 10) for n in range(1, 11)}),
    ("首尾", {(n, 21 - n) for n in range(1, 11)}),
])  # fmt: skip
@pytest.mark.parametrize("size, bye", [(20, None), (21, "id21")])
def test_twenty_meet_as_the_pattern_says_and_one_more_has_the_bye(pattern, pairs, size, bye):
    """1-2, 4-3 …; halves 拦腰 1-11; top and bottom 首尾 1-20 (S30); the bye to the highest number (S8)."""
    made = pair_round(newcomers(size), 1, rules(pattern))
    assert opponents(made) == set(map(frozenset, pairs))
    assert made.bye == bye
    assert [c.value for c in made.criteria if c.name == f"组内{pattern}次序的偏离"] == [0]
    assert {board.why[0] for board in made.boards} == {FIRST[pattern]}


@pytest.mark.parametrize("size", [8, 9])
def test_opponents_by_lot_are_drawn_as_anybody_can_draw_them_again(size):
    made = pair_round(newcomers(size), 1, rules("抽签"))
    drawn = sorted(range(1, 9), key=lambda n: by_hand("丹阳", "首轮编排", n))
    assert opponents(made) == {frozenset(drawn[k : k + 2]) for k in range(0, 8, 2)}
    assert made.bye == ("id9" if size == 9 else None)
    assert opponents(pair_round(newcomers(size), 1, replace(rules("抽签"), seed="天水"))) != opponents(made)


def test_gaps_in_the_numbers_close():
    people = [Entrant(f"id{n}", n) for n in (2, 5, 7, 30, 31, 40)]
    assert opponents(pair_round(people, 1, rules("首尾"))) == set(map(frozenset, [(2, 40), (5, 31), (7, 30)]))
    assert opponents(pair_round(people, 1, rules("对折"))) == set(map(frozenset, [(2, 30), (5, 31), (7, 40)]))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_first_round_keeps_its_pattern_where_the_sheet_looks_at_no_order_later(pattern):
    """编排次序 without 次序, another order inside the groups, merged scores: all of later rounds."""
    wanted = pair_round(newcomers(9), 1, rules(pattern))
    later = rules(pattern, criteria=("先后手",), order="抽签", band=30)
    assert opponents(pair_round(newcomers(9), 1, later)) == opponents(wanted)
    people = newcomers(9)
    people[0] = replace(people[0], barred=frozenset({f"id{next(iter(next(p for p in opponents(wanted) if 1 in p) - {1}))}"}))
    strict, loose = (pair_round(people, 1, one) for one in (rules(pattern), later))
    assert opponents(strict) == opponents(loose)


# --- moved apart --------------------------------------------------------------------------------------------


def cost(pattern: str, pairs, bye, people: list[Entrant]) -> int:
    """Places from the pattern, by its words alone."""
    order = sorted(e.number for e in people)
    behind = sum(number > bye.number for number in order) if bye else 0
    row = order[: len(order) // 2 * 2]
    if pattern == "抽签":
        row = sorted(row, key=lambda n: by_hand("丹阳", "首轮编排", n))
    seat = {number: place for place, number in enumerate(row + order[len(row) :], start=1)}
    half, total = len(row) // 2, 0
    for one, other in pairs:
        low, high = sorted((seat[one.number], seat[other.number]))
        inside = {"对折": not low <= half < high, "首尾": not low <= half < high, "单双": (high - low) % 2 == 0}
        if inside.get(pattern, False):
            total += half
        else:
            ideal = {"对折": low + half, "首尾": len(row) + 1 - low}.get(pattern, low + 1)
            total += abs(high - ideal)
    return total + behind


def apart(chance: random.Random, size: int) -> list[Entrant]:
    people = [replace(e, team=chance.choice(["", "甲", "乙", "丙"])) for e in newcomers(size)]
    for _ in range(chance.randint(0, 2)):
        one, other = chance.sample(range(size), 2)
        people[one] = replace(people[one], barred=people[one].barred | {people[other].player})
    return people


def least(pattern: str, people: list[Entrant], rule: PairingRules) -> tuple[int, int] | None:
    """Of all pairings the fewest teammates spared, then the least displacement; None where none is legal."""
    found = []
    for pairs in all_matchings([*people, *([None] if len(people) % 2 else [])]):
        games = [pair for pair in pairs if None not in pair]
        bye = next((one for one, other in pairs if other is None), None)
        mates = sum(one.team == other.team != "" for one, other in games)
        if mates and rule.avoid_team:
            continue
        if any(other.player in one.barred or one.player in other.barred for one, other in games):
            continue
        if rule.bye and (bye is None or bye.player != rule.bye):
            continue
        found.append((mates if rule.spare_team else 0, cost(pattern, games, bye, people)))
    return min(found, default=None)


def check_least(seeds: range) -> int:
    moved = 0
    for seed, pattern in product(seeds, PATTERNS):
        chance = random.Random(f"{seed}{pattern}")
        people = apart(chance, chance.randint(2, 9))
        team = chance.choice(["avoid_team", "spare_team"])
        bye = chance.choice(people).player if len(people) % 2 and chance.random() < 0.3 else ""
        rule = rules(pattern, bye=bye, **{team: True})
        best = least(pattern, people, rule)
        try:
            made = pair_round(chance.sample(people, len(people)), 1, rule)
        except NoLegalPairing:
            assert best is None, (seed, pattern)
            continue
        value = {c.name: c.value for c in made.criteria}
        assert (value.get("同队相遇的对局", 0), value[f"组内{pattern}次序的偏离"]) == best, (seed, pattern)
        moved += best[1] > 0
        told = sum("而错开" in board.why[0] for board in made.boards)
        assert told <= len(made.boards) and (told > 0 or best[1] == 0 or made.bye != f"id{len(people)}"), (seed, pattern)
    return moved


def test_where_a_rule_parts_a_pair_the_others_move_as_little_as_they_can():
    assert check_least(range(12)) > 12


@pytest.mark.long
def test_the_least_displacement_in_thousands_of_small_fields():
    assert check_least(range(1000, 1700)) > 1000


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_order_of_the_rows_and_the_names_change_nothing(pattern):
    for seed in range(5):
        chance = random.Random(seed)
        people = [replace(e, team=chance.choice("甲乙丙丁戊己")) for e in newcomers(20 + seed)]
        rule = rules(pattern, "抽签", avoid_team=True)
        made = pair_round(people, 1, rule)
        assert pair_round(chance.sample(people, len(people)), 1, rule) == made
        renamed = pair_round([replace(e, player=f"甲{99 - e.number}") for e in people], 1, rule)
        new = {e.player: f"甲{99 - e.number}" for e in people}
        assert [(b.red, b.black, b.why) for b in renamed.boards] == [(new[b.red], new[b.black], b.why) for b in made.boards]


@pytest.mark.parametrize("pattern, people, words, moved", [
    ("对折", {1: "甲", 5: "甲"}, "首轮按编号对折配对，因同队须回避而错开", 2),
    ("首尾", {1: "甲", 8: "甲"}, "首轮按编号首尾配对，因同队须回避而错开", 2),
    ("相邻", {1: "甲", 2: "甲"}, "首轮按编号相邻配对，因同队须回避而错开", 2),
    ("单双", {1: "甲", 2: "甲"}, "首轮按编号相邻配对（上半区对下半区），因同队须回避而错开", 1),
])  # fmt: skip
def test_a_displaced_pair_says_why_and_the_others_do_not(pattern, people, words, moved):
    """1-4 and 2-3 where the halves are to meet: 2 and 3 are neighbours all the same."""
    field = [replace(e, team=people.get(e.number, "")) for e in newcomers(8)]
    made = pair_round(field, 1, rules(pattern, avoid_team=True))
    told = [board.why[0] for board in made.boards]
    assert told.count(words) == moved and told.count(FIRST[pattern]) == 4 - moved
    soft = pair_round(field, 1, rules(pattern, spare_team=True))
    assert opponents(soft) == opponents(made)
    assert [board.why[0] for board in soft.boards].count(words.replace("须", "尽量")) == moved
    circle = [replace(e, team="", circle=e.team) for e in field]
    spared = pair_round(circle, 1, rules(pattern, spare_circle=True))
    assert opponents(spared) == opponents(made)
    assert sum("因有人须回避而错开" in board.why[0] for board in spared.boards) == moved


def test_a_locked_pair_takes_others_with_it_and_they_say_so():
    made = pair_round(newcomers(8), 1, rules("首尾", locked=frozenset([frozenset({"id1", "id2"})])))
    assert opponents(made) == set(map(frozenset, [(1, 2), (7, 8), (3, 6), (4, 5)]))
    assert [board.why[0] for board in made.boards] == [
        "按裁判长的安排（锁定对阵）", "首轮按编号首尾配对", "首轮按编号首尾配对",
        "首轮按编号首尾配对，因裁判长另有安排而错开",
    ]  # fmt: skip


def test_a_change_by_hand_is_measured_by_the_pattern():
    people, pairs = newcomers(8), [("id1", "id2"), ("id3", "id4"), ("id5", "id6"), ("id7", "id8")]
    measured = {p: measure_pairing(pairs, None, people, 1, rules(p)) for p in ("相邻", "对折", "首尾")}
    assert [next(c.value for c in vector if c.name.startswith("组内")) for vector in measured.values()] == [0, 16, 16]


# --- who has red --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colours, pattern, expected", [
    ("单数台小号先", "相邻", "1-2 4-3 5-6 8-7"),
    ("小号先", "相邻", "1-2 3-4 5-6 7-8"),
    ("大号先", "相邻", "2-1 4-3 6-5 8-7"),
    ("单数号先", "相邻", "1-2 3-4 5-6 7-8"),
    ("单数台小号先", "对折", "1-5 6-2 3-7 8-4"),
    ("单数号先", "对折", "1-5 2-6 3-7 4-8"),
    ("单数号先", "首尾", "1-8 7-2 3-6 5-4"),
    ("大号先", "首尾", "8-1 7-2 6-3 5-4"),
])  # fmt: skip
def test_who_has_red_in_round_one(colours, pattern, expected):
    made = pair_round(newcomers(8), 1, rules(pattern, colours))
    assert tables(made) == expected
    for board in made.boards:
        assert board.why[-1].endswith(f"，故{board.red.removeprefix('id')}号执红")


def test_colours_by_lot_are_drawn_as_anybody_can_draw_them_again():
    made = pair_round(newcomers(40), 1, rules("相邻", "抽签"))
    for board in made.boards:
        low, high = sorted(int(side.removeprefix("id")) for side in (board.red, board.black))
        red = min((low, high), key=lambda n: by_hand("丹阳", "首轮先后手", f"{low}-{high}", n))
        assert board.red == f"id{red}" and board.why[-1] == f"首轮先后手由抽签决定，故{red}号执红"
    assert {board.red > board.black for board in made.boards} == {True, False}


def test_the_sentence_of_two_odd_numbers():
    made = pair_round(newcomers(8), 1, rules("对折", "单数号先"))
    assert made.boards[0].why[-1] == "两人编号同为单数，编号小者执红，故1号执红"
    assert made.boards[1].why[-1] == "两人编号同为双数，编号小者执红，故2号执红"
    ends = pair_round(newcomers(8), 1, rules("首尾", "单数号先"))
    assert ends.boards[1].why[-1] == "首轮单数编号者执红，故7号执红"


def test_a_fixed_table_turns_colours_only_where_they_go_by_the_table():
    fixed = {"id1": 6}
    assert tables(pair_round(newcomers(4), 1, rules(tables=fixed))) == "3-4 2-1"
    assert tables(pair_round(newcomers(4), 1, rules("相邻", "小号先", tables=fixed))) == "3-4 1-2"


def test_an_unknown_word_is_refused():
    with pytest.raises(ValueError, match="首轮先后手"):
        smaller_is_red(1, 2, 1, PairingRules(first_colours="红先"))
    with pytest.raises(ValueError, match="编号方式"):
        numbered("身高", "丹阳", {"1": 0}, {})


# --- the numbers --------------------------------------------------------------------------------------------


def test_numbers_by_rating_with_those_without_one_behind():
    ratings = {"1": 0, "2": 1800, "3": 2100, "4": 1800, "5": 0, "6": 2300}
    order = numbered("等级分", "丹阳", ratings, {})
    assert order[:2] == ["6", "3"]
    equal, unrated = (sorted(players, key=lambda p: by_hand("丹阳", "编号", p)) for players in ("24", "15"))
    assert order[2:] == equal + unrated


@pytest.mark.parametrize("size", [7, 8])
def test_the_upper_half_draws_the_odd_numbers_and_neighbours_are_upper_against_lower(size):
    """Rule book, appendix: cut into an upper and a lower half, one drawn from each half per pair (S9, S11)."""
    ratings = {str(n): 2000 - n for n in range(1, size + 1)}
    order = numbered("上下半区", "丹阳", ratings, {})
    upper = [str(n) for n in range(1, (size + 1) // 2 + 1)]
    assert order[::2] == sorted(upper, key=lambda p: by_hand("丹阳", "上半区", p))
    assert order[1::2] == sorted(set(ratings) - set(upper), key=lambda p: by_hand("丹阳", "下半区", p))
    people = [Entrant(player, number) for number, player in enumerate(order, start=1)]
    made = pair_round(people, 1, rules())
    assert all((board.red in upper) != (board.black in upper) for board in made.boards)
    assert made.bye is None or made.bye in upper


@pytest.mark.parametrize("seed", range(20))
def test_halves_meet_also_where_teammates_are_kept_apart(seed):
    """Whatever two neighbours are of one team, nobody meets one of his own half if there is another way."""
    chance = random.Random(seed)
    people = newcomers(chance.choice([8, 9, 16]))
    for place in chance.sample(range(0, len(people) - 1, 2), 2):
        people[place : place + 2] = [replace(e, team=f"队{place}") for e in people[place : place + 2]]
    made = pair_round(people, 1, rules("单双", avoid_team=True))
    assert all((red - black) % 2 for red, black in map(tuple, opponents(made)))


def test_two_groups_are_cut_each_for_itself():
    ratings = {str(n): 2000 - n for n in range(1, 13)}
    groups = {player: "甲" if int(player) <= 7 else "乙" for player in ratings}
    order = numbered("上下半区", "丹阳", ratings, groups)
    assert [groups[p] for p in order] == [groups[p] for p in numbered("抽签", "丹阳", ratings, groups)]
    for group, upper in (("甲", {"1", "2", "3", "4"}), ("乙", {"8", "9", "10"})):
        own = [player for player in order if groups[player] == group]
        assert set(own[::2]) == upper


def test_numbers_in_the_order_of_the_sign_up():
    assert numbered("报名顺序", "丹阳", dict.fromkeys(["10", "2", "A10", "A2", "1"], 0), {}) == ["1", "2", "10", "A2", "A10"]


def test_every_word_of_the_sheet_is_known():
    assert tuple(HOW) == BY_KEY["numbering"].choices
    assert set(FIRST) == set(PATTERNS)
    first = {first: pattern_of({"first_round": first, "numbering": "上下半区"}) for first in BY_KEY["first_round"].choices}
    assert first == {"相邻": "单双", "对折": "对折", "首尾": "首尾", "抽签": "抽签"}
    assert pattern_of({"first_round": "相邻", "numbering": "等级分"}) == "相邻"
    for colours in COLOURS:
        assert smaller_is_red(2, 4, 1, PairingRules(first_colours=colours)) in (True, False)
