"""A round paired by hand in the words of the kit is the round of the program."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.pairing.field import DOWN, UP, Entrant, NoLegalPairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.regulation.model import Key
from qisai.reports.hand import Hand
from qisai.reports.kit import pages
from qisai.reports.kit_words import _first_round, chain_notes, due_side, inside_words, moving_words
from qisai.vocabulary import BLACK, RED

Pair = tuple[Entrant, Entrant]
Count = Callable[[list[Pair], list[Entrant]], int]


def group_of(one: Entrant, field: list[Entrant]) -> list[int]:
    return sorted(other.number for other in field if other.score == one.score)


def by_place(measure: Callable[[int, int, int], int]) -> Count:
    """The sum of a measure of the places (from 1) and the number of people of a group, over the pairs inside one."""

    def total(pairs: list[Pair], field: list[Entrant]) -> int:
        rows = [(group_of(a, field), a, b) for a, b in pairs if a.score == b.score]
        return sum(measure(row.index(a.number) + 1, row.index(b.number) + 1, len(row)) for row, a, b in rows)

    return total


def same(side: Callable[[Entrant], str | int]) -> Count:
    return lambda pairs, _: sum(bool(side(a)) and side(a) == side(b) for a, b in pairs)


def steps_apart(pair: Pair, field: list[Entrant]) -> int:
    scores = sorted({one.score for one in field})
    return abs(scores.index(pair[0].score) - scores.index(pair[1].score))


def moved_again(back: int) -> Count:
    def count(pairs: list[Pair], _: list[Entrant]) -> int:
        moved = [sorted(pair, key=lambda one: -one.score) for pair in pairs if pair[0].score != pair[1].score]
        return sum((high.floats[-back] == DOWN) + (low.floats[-back] == UP) for high, low in moved)

    return count


def _in_a_half(a: int, b: int, size: int) -> bool:
    return (a <= size // 2) == (b <= size // 2)


FOLDED = by_place(lambda a, b, size: abs(abs(a - b) - size // 2))
BESIDE = by_place(lambda a, b, _: abs(a - b) - 1)
ENDS = by_place(lambda a, b, size: abs(a + b - size - 1))
#: What the words say -> what an arbiter counts who does it.
PHRASES: dict[str, list[Count]] = {
    "都多先、都多后（卡上写着）的对局少": [same(lambda one: (one.surplus > 0) - (one.surplus < 0))],
    "同是应先、同是应后的对局少": [same(lambda one: due_side(one, PairingRules()).removeprefix("必"))],
    "同队的对局少": [same(lambda one: one.team)],
    "每对两人的位置（队里第几个）之差与全组一半人数（舍去零头）差几，各对加起来小": [FOLDED],
    "每对两人中间隔几人，各对加起来小": [BESIDE],
    "每对两人的位置（队里第几个）之和与全组人数加 1 差几，各对加起来小": [ENDS],
    "同一头再调的人少：↓过的不再往下，↑过的不再往上（先看上一轮，再看到前 2 轮）": [moved_again(1), moved_again(2)],
    "分差小：每对看相差几组，差一组算 1，差两组算 4，差三组算 9，全部相加":
        [lambda pairs, field: sum(steps_apart(pair, field) ** 2 for pair in pairs)],
    "同组相遇的各对离「组内」摆法近（照「组内」的数，全轮加起来小）": [FOLDED],
    "单数位对双数位，不是的一对算差全组一半人数；每对两人中间隔几人，各对加起来小":
        [by_place(lambda a, b, size: abs(a - b) - 1 if (a - b) % 2 else size // 2)],
    "前一半对后一半，同在一半里的一对算差全组一半人数；每对两人的位置（队里第几个）之差与全组一半人数（舍去零头）差几，各对加起来小":
        [by_place(lambda a, b, size: size // 2 if _in_a_half(a, b, size) else abs(abs(a - b) - size // 2))],
    "前一半对后一半，同在一半里的一对算差全组一半人数；每对两人的位置（队里第几个）之和与全组人数加 1 差几，各对加起来小":
        [by_place(lambda a, b, size: size // 2 if _in_a_half(a, b, size) else abs(a + b - size - 1))],
}  # fmt: skip


def read(words: str) -> list[Count]:
    """The numbered points of the words as what is counted, in their order."""
    points = re.split("[①②③④⑤⑥⑦]", words.split("。如 ")[0])[1:]
    return [count for point in points for count in PHRASES[re.sub("(；|。[^。]*)$", "", point)]]


def all_pairs(people: list[Entrant]) -> Iterator[list[Pair]]:
    if not people:
        yield []
        return
    first, *rest = people
    for other in rest:
        if other.player not in first.met and not (len(side := due_side(first, RULES)) > 1 and side == due_side(other, RULES)):
            for more in all_pairs([one for one in rest if one is not other]):
                yield [(first, other), *more]


RULES = PairingRules()


def by_hand(field: list[Entrant], counts: list[Count]) -> tuple[list[int], list[set[frozenset[int]]]]:
    """The least that the words allow, and all pairings that are as good."""
    found = [([count(pairs, field) for count in counts], {frozenset((a.number, b.number)) for a, b in pairs})
             for pairs in all_pairs(field)]  # fmt: skip
    least = min((values for values, _ in found), default=[])
    return least, [pairs for values, pairs in found if values == least]


def people(draw: random.Random, count: int, scores: int) -> list[Entrant]:
    """Four rounds behind them: sides within the limits, floats, some have met, some are of one team."""
    met = {frozenset(draw.sample(range(count), 2)) for _ in range(count)}
    histories = [one for one in _histories() if abs(one.count(RED) - one.count(BLACK)) <= 2]
    return [
        Entrant(
            f"p{n}", n * 3 + 1, draw.randrange(scores), draw.choice(histories),
            frozenset(f"p{next(iter(pair - {n}))}" for pair in met if n in pair), team=f"t{n}" if draw.random() < 0.5 else "甲",
            floats=tuple(draw.choice((DOWN, 0, 0, UP)) for _ in range(4)),
        )
        for n in range(count)
    ]  # fmt: skip


def _histories() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()]
    for _ in range(4):
        found = [(*one, side) for one in found for side in (RED, BLACK) if one[-2:] != (side, side)]
    return found


def agrees(field: list[Entrant], counts: list[Count], round_no: int, rules: PairingRules) -> bool:
    """Whether the program pairs as the words do; of several that are as good for them it takes any."""
    least, best = by_hand(field, counts)
    try:
        made = pair_round(field, round_no, rules)
    except NoLegalPairing:
        return not best
    number = {one.player: one.number for one in field}
    return {frozenset((number[board.red], number[board.black])) for board in made.boards} in best


@pytest.mark.parametrize("order", ["对折", "相邻", "首尾", "抽签"])
@pytest.mark.parametrize("criteria", [PairingRules().criteria, ("回避", "次序", "先后手"), ("次序",)])
def test_a_score_group_paired_in_the_words_of_the_kit_is_that_of_the_program(order: str, criteria: tuple[str, ...]) -> None:
    draw = random.Random(f"{order}{criteria}")
    rules = PairingRules(order=order, criteria=criteria, spare_team="回避" in criteria)
    counts = read(inside_words(rules))
    for count in (4, 6, 8, 8, 8, 8):
        assert agrees(people(draw, count, 1), counts, 5, rules)


def test_a_whole_round_in_the_words_of_the_kit_is_that_of_the_program() -> None:
    draw = random.Random(5)
    for _ in range(12):
        field = people(draw, 8, 3)
        scores = sorted({one.score for one in field}, reverse=True)
        lines: list[Count] = [
            lambda pairs, _, low=low: sum((a.score <= low) != (b.score <= low) for a, b in pairs)  # type: ignore[misc]
            for _, low in pairwise(scores)
        ]
        assert agrees(field, [*lines, *read(moving_words(PairingRules()))], 5, PairingRules())


def test_the_group_of_eight_in_which_halves_would_put_both_due_one_side_together() -> None:
    sides = {4: "红黑黑", 26: "黑红红", 46: "红黑黑", 54: "黑红红", 59: "红黑黑", 82: "红黑黑", 87: "黑红红", 90: "黑红红"}
    field = [Entrant(f"p{n}", n, colours=tuple(each)) for n, each in sides.items()]
    halves = {frozenset(pair) for pair in ((4, 59), (26, 82), (46, 87), (54, 90))}
    _, best = by_hand(field, read(inside_words(RULES)))
    assert halves not in best and agrees(field, read(inside_words(RULES)), 4, RULES)


@pytest.mark.parametrize("first", ["相邻", "单双", "对折", "首尾"])
def test_round_one_in_the_words_of_the_kit_is_that_of_the_program_when_teammates_stand_together(first: str) -> None:
    draw = random.Random(first)
    rules = PairingRules(first=first)
    words = _first_round("", rules)
    for count in (6, 8, 8):
        teams = [draw.choice("甲乙丙") for _ in range(count)]
        mates = [frozenset(f"p{m}" for m in range(count) if m != n and teams[m] == teams[n]) for n in range(count)]
        field = [Entrant(f"p{n}", n + 1, met=mates[n]) for n in range(count)]
        assert agrees(field, read(words), 1, rules)


def test_the_kit_of_round_one_says_what_to_do_with_neighbours_who_may_not_meet() -> None:
    words = _first_round("按编号相邻编排：1-2、4-3、5-6、8-7…", PairingRules())
    assert "有不能相遇的，与近处的换人" in words and "9-12、11-10" in words
    halves = _first_round("按编号相邻编排", PairingRules(first="单双"))
    assert "9-11" not in halves and "加起来是 2" in halves


def test_the_kit_says_whether_somebody_has_the_bye(tmp_path: Path) -> None:
    event = open_event(small.copy(tmp_path / "e", 1))
    hand = Hand.of(event, event.competitions[""])
    assert hand is not None
    words = {row.步骤: row.怎样做 for row in pages(hand)[0].frame.itertuples()}
    assert words["轮空"].startswith("参加编排 9 人，单数，轮空一人：") and "单数时" not in "".join(words.values())


def test_the_standings_of_the_kit_say_how_to_go_on_with_a_value_that_no_round_adds_to(tmp_path: Path) -> None:
    regulation = open_event(small.copy(tmp_path / "e", 0)).regulations[""]
    other = replace(regulation, chain=(Key("points", True), Key("direct", True), Key("wins", True)))
    told = " ".join(chain_notes(other))
    assert "直胜——只有两人相同而且相遇过时，两人之间的胜负" in told and "胜局——" not in told
    assert "不累加" not in " ".join(chain_notes(replace(regulation, chain=(Key("points", True), Key("wins", True)))))
