"""The second referee on numbers and round 1: by rating, by halves, by sign-up; every pattern and who has red."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from event_folders import IDS, EventFolder, Tamper, drawn, swiss_event, topics
from test_first_round import all_pairings

from qisai.verify.hall import Hall, Room
from qisai.verify.neighbours import displacement, keeps_the_rules, least
from qisai.verify.wishes import Wishes

pytestmark = pytest.mark.long

Pairs = list[tuple[int, int]]
APART = ["同队回避轮数", 1]


def lot(*parts: object) -> str:
    return hashlib.sha256("|".join(map(str, ("丹阳", *parts))).encode()).hexdigest()


def found(path: Path, settings: list[list[Any]], pairs: Pairs, **more: Any) -> dict[str, int]:
    """Findings by topic on a round 1 of eight with these settings."""
    teams, size = more.pop("teams", {}), more.pop("size", 8)
    rows = [[n, red, black, None] for n, (red, black) in enumerate(pairs, start=1)]
    bye = [[len(pairs) + 1, more["bye"], None, "轮空"]] if more.get("bye") else []
    tamper: Tamper = {
        "draw": drawn(size, settings=settings, 单位=teams),
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", pairs, **more),
        "sheet1": lambda f: f.sheet("预赛", 1, [*rows, *bye]),
    }
    return {topic: len(words) for topic, words in topics(path, tamper, swiss_event, 3).items()}


# --- the patterns -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("pattern", "colours", "pairs"), [
    pytest.param("相邻", "小号先", [(1, 2), (3, 4), (5, 6), (7, 8)], marks=pytest.mark.long),
    ("相邻", "大号先", [(2, 1), (4, 3), (6, 5), (8, 7)]),
    ("对折", "单数台小号先", [(1, 5), (6, 2), (3, 7), (8, 4)]),
    pytest.param("对折", "单数号先", [(1, 5), (2, 6), (3, 7), (4, 8)], marks=pytest.mark.long),
    ("首尾", "单数号先", [(1, 8), (7, 2), (3, 6), (5, 4)]),
])  # fmt: skip
def test_each_pattern_is_held_against_what_was_published(tmp_path: Path, pattern: str, colours: str, pairs: Pairs) -> None:
    settings = [["首轮编排", pattern], ["首轮先后手", colours]]
    assert found(tmp_path / "右", settings, pairs) == {}
    turned = [pairs[0], pairs[1][::-1], *pairs[2:]]
    assert found(tmp_path / "反", settings, turned)["首轮编排"] == 1
    crossed = [(pairs[0][0], pairs[1][1]), (pairs[1][0], pairs[0][1]), *pairs[2:]]
    assert found(tmp_path / "错", settings, crossed)["首轮编排"] == 2


@pytest.mark.parametrize(("bye", "pairs", "findings"), [
    (7, [(1, 6), (5, 2), (3, 4)], {}),
    (4, [(1, 7), (6, 2), (3, 5)], {"首轮编排": 4}),
])  # fmt: skip
def test_the_largest_number_has_the_bye_whatever_the_pattern(tmp_path: Path, bye: int, pairs: Pairs, findings: Any) -> None:
    """Seven, top against bottom: the six before number 7. A05 has not come."""
    settings = [["首轮编排", "首尾"]]
    ids = [player for player in IDS if player != IDS[7]]

    def draw(f: EventFolder) -> None:
        f.ids = dict(enumerate(ids, start=1))
        drawn(7, settings=settings)(f)

    rows = [[n, red, black, None] for n, (red, black) in enumerate(pairs, start=1)]
    tamper: Tamper = {
        "draw": draw,
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", pairs, bye=bye),
        "sheet1": lambda f: f.sheet("预赛", 1, [*rows, [4, bye, None, "轮空"]]),
    }
    words = topics(tmp_path, tamper, swiss_event, 3)
    assert {topic: len(sentences) for topic, sentences in words.items()} == findings


def test_opponents_and_colours_by_lot(tmp_path: Path) -> None:
    order = sorted(range(1, 9), key=lambda n: lot("首轮编排", n))
    pairs = []
    for low, high in sorted(tuple(sorted(order[k : k + 2])) for k in range(0, 8, 2)):
        red = min((low, high), key=lambda n, pair=f"{low}-{high}": lot("首轮先后手", pair, n))
        pairs.append((red, low + high - red))
    settings = [["首轮编排", "抽签"], ["首轮先后手", "抽签"]]
    assert found(tmp_path / "右", settings, pairs) == {}
    assert found(tmp_path / "反", settings, [pairs[0][::-1], *pairs[1:]]) == {"首轮编排": 1}


@pytest.mark.parametrize(("pattern", "pairs", "findings"), [
    ("对折", [(1, 6), (5, 2), (3, 7), (8, 4)], {}),
    ("对折", [(1, 7), (6, 2), (3, 5), (8, 4)], {"首轮编排": 1}),
    ("首尾", [(1, 7), (8, 2), (3, 6), (5, 4)], {}),
    ("首尾", [(1, 6), (7, 2), (3, 8), (5, 4)], {"首轮编排": 1}),
])  # fmt: skip
def test_teammates_move_apart_no_more_than_it_takes(tmp_path: Path, pattern: str, pairs: Pairs, findings: Any) -> None:
    """1 is of one team with 5; with 8 where top meets bottom."""
    teams = {1: "甲", 5: "甲"} if pattern == "对折" else {1: "甲", 8: "甲"}
    assert found(tmp_path, [["首轮编排", pattern], APART], pairs, teams=teams) == findings


@pytest.mark.parametrize(("order", "pairs", "findings"), [
    ("回避、次序", [(1, 6), (5, 2), (3, 7), (8, 4)], {}),
    ("回避、次序", [(1, 5), (6, 2), (3, 7), (8, 4)], {"首轮编排": 1}),
    ("次序、回避", [(1, 5), (6, 2), (3, 7), (8, 4)], {}),
    ("上下调", [(1, 5), (6, 2), (3, 7), (8, 4)], {}),
])  # fmt: skip
def test_teammates_who_should_rather_not_meet(tmp_path: Path, order: str, pairs: Pairs, findings: Any) -> None:
    """尽量: as the sheet orders it; not at all where 回避 is left out."""
    settings = [["首轮编排", "对折"], APART, ["同队回避方式", "尽量"], ["编排次序", order]]
    assert found(tmp_path, settings, pairs, teams={1: "甲", 5: "甲"}) == findings


def test_the_claimed_displacement_is_counted_anew(tmp_path: Path) -> None:
    for value, findings in ((2, {}), (3, {"编排指标": 1})):
        found_now = found(
            tmp_path / str(value), [["首轮编排", "对折"], APART], [(1, 6), (5, 2), (3, 7), (8, 4)],
            teams={1: "甲", 5: "甲"}, criteria=[["组内对折次序的偏离", value, None]],
        )  # fmt: skip
        assert found_now == findings


# --- the least displacement ---------------------------------------------------------------------------------
def hall(chance: random.Random, pattern: str) -> tuple[list[str], Hall]:
    """A first round of players p1, p2 …, as the functions look at it."""
    count = chance.randint(4, 9)
    people = [f"p{n}" for n in range(1, count + 1)]
    wishes = Wishes(barred=[frozenset(chance.sample(people, 2)) for _ in range(chance.randint(0, 3))])
    if count % 2 and chance.random() < 0.3:
        wishes.byes = [chance.choice(people)]
    teams = {player: chance.choice("甲乙丙") for player in people if chance.random() < 0.7}
    regulation: Any = {
        "avoid_rounds": 1, "avoid_how": chance.choice(["必须", "尽量"]), "avoid_circle": "尽量",
        "first_round": "相邻" if pattern == "单双" else pattern, "numbering": "上下半区" if pattern == "单双" else "抽签",
        "criteria": chance.choice([("回避", "次序"), ("次序", "回避"), ("次序",), ()]),
    }  # fmt: skip
    before = SimpleNamespace(numbers={player: n for n, player in enumerate(people, start=1)}, seed=str(chance.random()))
    publication: Any = SimpleNamespace(adjusted=False, round=1, relaxed=chance.choice(["", "同队"]), before=before)
    nothing: Any = None
    circles = {player: chance.choice("子丑") for player in people if chance.random() < 0.2}
    return people, Hall(regulation, nothing, publication, wishes, teams, Room(), str, circles)


@pytest.mark.parametrize("pattern", ["相邻", "单双", "对折", "首尾", "抽签"])
def test_the_least_displacement_is_that_of_trying_everything(pattern: str) -> None:
    moved = 0
    for seed in range(25):
        people, one = hall(random.Random(f"{seed}{pattern}"), pattern)
        must, soft = one.regulation["avoid_how"] == "必须", one.pub.relaxed
        legal = []
        for pairs, alone in all_pairings(people):
            mates = any(one.of_one_team(*pair) for pair in pairs) and must and not soft
            barred = any(frozenset(pair) in one.wishes.barred for pair in pairs)
            asked = one.wishes.byes in ([], [alone])
            if not mates and not barred and asked:
                legal.append((pairs, alone))
        costs = [displacement(one, people, pairing) for pairing in legal]
        assert least(one, people) == min(costs, default=None), seed
        free = [pairing for pairing in legal if keeps_the_rules(one, pairing)]
        assert not costs or min(costs) <= min((displacement(one, people, p) for p in free), default=(9, 0, 0, 0)), seed
        moved += bool(costs) and sum(min(costs)) > 0
    assert moved > 5


# --- the numbers --------------------------------------------------------------------------------------------
RATINGS = {"A07": 1500, "A06": 2000, "A08": 1800, "A01": 1800}
STRENGTH = ["A06", "A08", "A01", "A07", "A05", "A02", "A03", "A04"]  # equals and those without one as the lot has them: IDS


@pytest.mark.parametrize(("numbering", "order"), [
    ("等级分", STRENGTH),
    ("报名顺序", [f"A0{n}" for n in range(1, 9)]),
    ("上下半区", [
        player
        for pair in zip(
            sorted(STRENGTH[:4], key=lambda player: lot("上半区", player)),
            sorted(STRENGTH[4:], key=lambda player: lot("下半区", player)), strict=True,
        )
        for player in pair
    ]),
])  # fmt: skip
def test_the_numbers_are_given_again_as_the_sheet_says(tmp_path: Path, numbering: str, order: list[str]) -> None:
    def draw(f: EventFolder, players: list[str], typed: str = numbering) -> None:
        f.ids = dict(enumerate(players, start=1))
        f.type_in([["编号方式", typed]])
        f.draw(8, numbering=numbering, ratings=RATINGS)

    assert topics(tmp_path / "右", {"draw": lambda f: draw(f, order)}, swiss_event, 3) == {}
    swapped = [*order[:2], order[3], order[2], *order[4:]]
    wrong = topics(tmp_path / "错", {"draw": lambda f: draw(f, swapped)}, swiss_event, 3)
    assert {topic: len(words) for topic, words in wrong.items()} == {"抽签": 2}
    assert f"按{numbering}、种子「丹阳」应是序号 {order[2]}" in wrong["抽签"][0]
    other = topics(tmp_path / "改", {"draw": lambda f: draw(f, order, "抽签")}, swiss_event, 3)
    assert [words for words in other["抽签"] if "编号方式" in words]


def test_the_order_of_strength_is_that_of_the_lot_among_equals() -> None:
    """STRENGTH was put together by hand from IDS: 1800 twice (A08 before A01), four without a rating in the order of the lot."""
    assert sorted(IDS, key=lambda player: (-RATINGS.get(player, 0), lot("编号", player))) == STRENGTH
