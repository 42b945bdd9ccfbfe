"""The second referee's score groups and floats, by hand; what it finds where the record claims something else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from small_swiss import law, played

from qisai.pairing.arrays import score_bands
from qisai.regulation.model import Regulation
from qisai.verify.costs import counted, seats
from qisai.verify.criteria import in_order
from qisai.verify.groups import DOWN, UP, floats, rank_of, score_groups
from qisai.verify.hall import Hall, Room
from qisai.verify.in_force import as_published
from qisai.verify.legality import circles_apart
from qisai.verify.replay import State
from qisai.verify.report import Ledger
from qisai.verify.standings import careers
from qisai.verify.wishes import Wishes


@pytest.mark.parametrize(("limit", "groups"), [
    (0, [[9], [7], [6], [5], [0]]),
    (1, [[9], [7], [6], [5], [0]]),
    (3, [[9, 7], [6], [5], [0]]),
    (4, [[9, 7, 6], [5], [0]]),
    (9, [[9, 7, 6], [5, 0]]),
])  # fmt: skip
def test_neighbouring_scores_join_while_there_is_room(limit: int, groups: list[list[int]]) -> None:
    """Players: one with 9, two with 7, one with 6, four with 5, one with 0; never more than three scores."""
    assert score_groups([9, 7, 7, 6, 5, 5, 5, 5, 0], limit) == groups


def test_both_referees_make_the_same_groups() -> None:
    chance = random.Random(5)
    for _ in range(200):
        scores = [chance.randint(0, 12) for _ in range(chance.randint(1, 40))]
        limit = chance.randint(0, 14)
        theirs = score_bands({score: scores.count(score) for score in scores}, limit)
        assert [list(band) for band in theirs] == score_groups(scores, limit)


def test_who_has_the_bye_or_meets_a_lower_group_went_down() -> None:
    """After round 1: A, C and G have 2, E and F 1, B and D 0."""
    rules = law("points", 3)
    state = played(rules, "ABCDEFG", "A+B C+D E=F G.", "A+E C!B D. F~")
    found = floated(rules, state, 0)
    assert found == {("G", 1): DOWN, ("A", 2): DOWN, ("E", 2): UP, ("C", 2): DOWN, ("B", 2): UP, ("D", 2): DOWN}
    assert rank_of({"A": 4, "B": 2, "C": 2, "D": 0}, 3) == {"A": 0, "B": 0, "C": 0, "D": 1}
    merged = floated(rules, state, 3)  # 2 2 | 1 ... : A, C and E are together in round 2
    assert ("A", 2) not in merged and ("E", 2) not in merged and merged["C", 2] == DOWN


def test_the_criteria_of_a_round_are_counted_by_hand() -> None:
    """Before round 3: A 4, C 4, E 1, F 1, G 2, B 0, D 2; A and C went down, E and B up in round 2, G down in round 1."""
    rules = law("points", 3, {"avoid_rounds": "99", "avoid_how": "尽量"})
    state = played(rules, "ABCDEFG", "A+B C+D E=F G.", "A+E C!B D. F~", "A+G C+F E+B D.")
    before = played(rules, "ABCDEFG", "A+B C+D E=F G.", "A+E C!B D. F~")
    pub = replace(state.published["预赛", 3], before=before)
    teams, circles = {"A": "甲", "G": "甲", "C": "乙"}, {"E": "一家", "B": "一家", "A": "二家"}
    hall = Hall(rules, state, pub, Wishes(), teams, Room(), str, circles)
    assert in_groups(hall) == ["AC", "DG", "EF", "B"]
    assert value(hall, "与前1轮同向上下调的人数") == 2 + 1  # A and C down again, B up again; E, who now goes down, went up
    assert value(hall, "与前2轮同向上下调的人数") == 0  # G had the bye, and goes up
    assert [value(hall, name) for name in (LINES["队"], LINES["组"], "轮空者之下的分组数")] == [1, 1, 2]
    merged = replace(rules, settings={**rules.settings, "score_band": 4})
    wide = Hall(merged, state, pub, Wishes(), teams, Room(), str, circles)
    assert in_groups(wide) == ["ACDG", "EFB"]
    assert value(wide, LINES["上"]) == 1 and value(wide, LINES["分"]) == 1 + 4  # C down again; the bye is two below the top
    assert value(wide, "与前9轮同向上下调的人数") == 0 and value(wide, "别的") is value(wide, "组内抽签次序的偏离") is None


def floated(rules: Regulation, state: State, limit: int) -> dict[tuple[str, int], str]:
    found: dict[tuple[str, int], str] = {}
    for pub in state.published.values():
        found |= floats(pub, careers(rules, state, pub.round - 1), limit)
    return found


def value(hall: Hall, name: str) -> int | None:
    return counted(name, hall, seats(hall))


def in_groups(hall: Hall) -> list[str]:
    """The players of each group in the order of their places."""
    inside = sorted((seat for seat in seats(hall) if seat.player), key=lambda seat: (seat.group, seat.place))
    return ["".join(seat.player for seat in inside if seat.group == group) for group in range(inside[-1].group + 1)]


@pytest.mark.parametrize(("settings", "locked", "relaxed", "allowed"), [
    ({}, [], "", True),
    ({"avoid_circle": "必须"}, [], "", False),
    ({"avoid_circle": "必须"}, [frozenset("AB")], "", True),
    ({"avoid_circle": "必须"}, [], "回避", True),
    ({"avoid_circle": "不用"}, [], "", True),
])  # fmt: skip
def test_a_circle_that_must_not_meet(
    settings: dict[str, str], locked: list[frozenset[str]], relaxed: str, allowed: bool
) -> None:
    rules = law("points", 3, settings)
    state = played(rules, "ABCD", "A+B C+D")
    pub = replace(state.published["预赛", 1], relaxed=relaxed)
    hall = Hall(rules, state, pub, Wishes(locked=locked), {}, Room(), str, {"A": "一家", "B": "一家", "C": "二家"})
    ledger = Ledger()
    circles_apart(hall, ledger)
    assert (not ledger.findings) is allowed


def claimed(names: str, settings: dict[str, str] | None = None, rules: dict[str, str] | None = None) -> int:
    """Findings on the order of a record's criteria in round 2; ``rules`` are those that it was published with."""
    law_now = law("points", 3, settings or {})
    state = played(law_now, "ABCD", "A+B C+D", "A+C B+D")
    lines = tuple((LINES[word], 0, None) for word in names)
    pub = replace(state.published["预赛", 2], criteria=lines, rules=rules or {})
    ledger = Ledger()
    in_order(Hall(as_published(law_now, pub.rules), state, pub, Wishes(), {}, Room(), str), ledger)
    return len(ledger.findings)


LINES = {
    "上": "与前1轮同向上下调的人数",
    "分": "跨分组距离平方和",
    "多": "同多先手或同多后手的对局",
    "先": "应得先后手相同的对局",
    "队": "同队相遇的对局",
    "组": "同回避组相遇的对局",
    "次": "组内对折次序的偏离",
    "跨": "跨越2分下界的对局",
}


@pytest.mark.parametrize(("names", "settings", "findings"), [
    ("跨上分多先次", {}, 0),
    ("跨分多先次", {}, 0),  # a record of before 上下调 was known
    ("跨上分多先队组次", {}, 0),
    ("", {}, 0),
    ("跨多先上分次", {}, 1),
    ("跨上分多先", {}, 1),
    ("跨多先上", {"criteria": "先后手、上下调"}, 0),
    ("跨多先上次", {"criteria": "先后手、上下调"}, 1),
    ("跨上分多先", {"group_order": "抽签"}, 0),
    ("跨次分多先组", {"criteria": "次序、分差、先后手、回避"}, 0),
])  # fmt: skip
def test_the_lines_of_the_record_follow_the_rule_sheet(names: str, settings: dict[str, str], findings: int) -> None:
    assert claimed(names, settings) == findings


def test_a_round_is_judged_by_the_rules_that_it_was_published_with() -> None:
    """The sheet says 先后手 alone by now; the round was made when it said 次序、分差, or nothing."""
    now = {"criteria": "先后手"}
    assert claimed("多先", now) == 0 and claimed("次分", now) == 1
    assert claimed("次分", now, {"名次": "", "编排次序": "次序、分差"}) == 0
    assert claimed("上分多先次", now, {"名次": ""}) == 0
    assert claimed("多先", now, {"名次": "", "编排次序": "看不懂"}) == 0
