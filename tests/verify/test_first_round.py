"""Round 1 where a rule parts neighbours, and the tables: fixed ones, those of the knockout, those of each group."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from event_folders import (
    IDS,
    STAGES,
    SWISS_POINTS,
    EventFolder,
    Tamper,
    drawn,
    event_sheets,
    knockout_event,
    swiss_event,
    topics,
)

from qisai.verify import verify
from qisai.verify.hall import Hall, Room, rooms
from qisai.verify.neighbours import displacement, keeps_the_rules, least
from qisai.verify.replay import Game
from qisai.verify.seats import seats
from qisai.verify.wishes import Wishes

APART = [["同队回避轮数", 1]]
TWINS = {1: "甲队", 2: "甲 队"}


def first(
    pairs: list[tuple[int, int]],
    teams: dict[int, str],
    changes: Iterable[list[Any]] = (),
    settings: Iterable[list[Any]] = APART,
    **more: Any,
) -> Tamper:
    return {
        "draw": drawn(8, changes, settings, 单位=teams),
        "publish1": lambda f: f.publish("预赛", 1, "第01轮.xlsx", pairs, **more),
        "sheet1": lambda f: f.sheet("预赛", 1, [[n, red, black, None] for n, (red, black) in enumerate(pairs, start=1)]),
    }


NATURAL = [(1, 2), (4, 3), (5, 6), (8, 7)]
MOVED = [(1, 3), (4, 2), (5, 6), (8, 7)]
FAR = [(1, 5), (6, 2), (3, 4), (8, 7)]
ALL = dict.fromkeys(range(1, 9), "甲队")


@pytest.mark.parametrize(("pairs", "teams", "more", "found"), [
    (NATURAL, {}, {}, {}),
    (NATURAL, {1: "甲队", 2: "乙队"}, {}, {}),
    (NATURAL, {1: "个人", 2: "个人"}, {}, {}),
    (MOVED, TWINS, {}, {}),
    (NATURAL, TWINS, {}, {"同队回避": 1, "首轮编排": 1}),
    (FAR, TWINS, {}, {"首轮编排": 1}),
    (MOVED, {}, {}, {"首轮编排": 2}),
    ([(1, 3), (2, 4), (5, 6), (8, 7)], TWINS, {}, {"首轮编排": 1}),
    (NATURAL, TWINS, {"relaxed": ["同队"]}, {"首轮编排": 1}),
    (NATURAL, ALL, {"relaxed": ["同队"]}, {}),
    (NATURAL, TWINS, {"changes": [[1, 1, "锁定对阵", "", "", 2]]}, {}),
    (MOVED, TWINS, {"changes": [[1, 3, "禁止对阵", "", "", 1]]}, {"变动": 1}),
    ([(1, 4), (3, 2), (5, 6), (8, 7)], TWINS, {"changes": [[1, 3, "禁止对阵", "", "", 1]]}, {}),
    (NATURAL, TWINS, {"settings": [["同队回避轮数", 0]]}, {}),
])  # fmt: skip
def test_teammates_move_apart_no_more_than_it_takes(
    tmp_path: Path, pairs: list[tuple[int, int]], teams: dict[int, str], more: dict[str, Any], found: dict[str, int]
) -> None:
    """1-3 and 2-4 (or 1-4 and 2-3) is the least where 1 and 2 are of one team: two places in all."""
    words = topics(tmp_path, first(pairs, teams, **more), swiss_event, 3)
    assert {topic: len(sentences) for topic, sentences in words.items()} == found


def test_the_team_is_kept_apart_in_the_first_rounds_only(tmp_path: Path) -> None:
    """6-1 in round 2; the setting says one round, then two."""
    for rounds, findings in ((1, 0), (2, 1), (99, 1)):
        tamper: Tamper = {"draw": drawn(8, settings=[["同队回避轮数", rounds]], 单位={6: "甲", 1: "甲"})}
        assert len(topics(tmp_path / str(rounds), tamper, swiss_event, 6).get("同队回避", [])) == findings


def stub(**facts: Any) -> Any:
    """A publication as far as a function looks at it."""
    return SimpleNamespace(adjusted=False, **facts)


def hall(count: int, teams: list[str], locked: list[set[str]], barred: list[set[str]], byes: list[str], relaxed: str) -> Any:
    """A first round of players p0, p1 …, as the functions of one look at it."""
    people = [f"p{n}" for n in range(count)]
    wishes = Wishes(byes=byes, locked=[frozenset(pair) for pair in locked], barred=[frozenset(pair) for pair in barred])
    publication = stub(round=1, relaxed=relaxed)
    regulation: Any = {
        "avoid_rounds": 1, "avoid_how": "必须", "avoid_circle": "尽量", "criteria": ("回避", "次序"), "first_round": "相邻",
        "numbering": "抽签",
    }  # fmt: skip
    nothing: Any = None
    team_of = {player: team for player, team in zip(people, teams, strict=True) if team}
    return people, Hall(regulation, nothing, publication, wishes, team_of, Room(), str)


def all_pairings(people: list[str]) -> Any:
    """Every way to pair them, as pairs and the one without an opponent."""
    if len(people) < 2:
        yield [], people[0] if people else ""
        return
    for place in range(1, len(people)):
        for pairs, alone in all_pairings([*people[1:place], *people[place + 1 :]]):
            yield [(people[0], people[place]), *pairs], alone
    if len(people) % 2:
        for pairs, _ in all_pairings(people[1:]):
            yield pairs, people[0]


@pytest.mark.parametrize("seed", range(60))
def test_the_least_displacement_is_that_of_trying_everything(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.randint(4, 8)
    people = [f"p{n}" for n in range(count)]
    locked = [set(chance.sample(people, 2))] if chance.random() < 0.4 else []
    free = [p for p in people if not any(p in pair for pair in locked)]
    byes = [chance.choice(free)] if count % 2 and chance.random() < 0.4 else []
    barred = [set(chance.sample(people, 2)) for _ in range(chance.randint(0, 3))]
    teams = [chance.choice(["甲", "乙", ""]) for _ in people]
    order, one = hall(count, teams, locked, barred, byes, chance.choice(["", "同队"]))
    strict = [pairing for pairing in all_pairings(order) if keeps_the_rules(one, pairing)]
    if "同队" in one.pub.relaxed:
        _, loose = hall(count, [""] * count, locked, barred, byes, "")
        strict = [pairing for pairing in all_pairings(order) if keeps_the_rules(loose, pairing)]
    assert least(one, order) == min((displacement(one, order, pairing) for pairing in strict), default=None)


# --- tables -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("rows", "boards", "findings"), [
    ([[2, 6, "固定台", "", "", 9]], [9, 1, 2, 3], 0),
    ([[1, 6, "固定台", "", "", 9]], [9, 1, 2, 3], 0),
    ([[1, 6, "固定台", "", "", 5], [2, 6, "固定台", "", "", 9]], [9, 1, 2, 3], 0),
    ([[2, 6, "固定台", "", "", 9]], [1, 2, 3, 4], 4),
    ([[3, 6, "固定台", "", "", 9]], [9, 1, 2, 3], 4),
    ([[2, 6, "固定台", "", "", 7], [2, 1, "固定台", "", "", 3]], [3, 1, 2, 4], 0),
    ([[2, 5, "固定台", "", "", 1], [2, 4, "固定台", "", "", 1]], [2, 3, 1, 4], 0),
])  # fmt: skip
def test_a_fixed_table_and_the_others_around_it(tmp_path: Path, rows: list[list[Any]], boards: list[int], findings: int) -> None:
    """Round 2 in table order: 6-1, 3-8, 2-4, 7-5. Of two fixed players the smaller number's table counts, of two
    pairs for one table the higher has it."""
    found = topics(tmp_path, {
        "draw": drawn(8, rows),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 5)], boards=boards),
    }, swiss_event, 6)  # fmt: skip
    assert len([words for words in found.get("台次", []) if "第 2 轮" in words]) == findings


def test_colours_go_by_the_real_table(tmp_path: Path) -> None:
    """In round 1 the pair 1-2 sits at table 6, so that 2 has red, and the next ones at tables 1 to 3."""
    for pairs, findings in (([(2, 1), (3, 4), (6, 5), (7, 8)], 0), ([(1, 2), (4, 3), (5, 6), (8, 7)], 4)):
        found = topics(tmp_path / str(findings), {
            "draw": drawn(8, [[1, 1, "固定台", "", "", 6]]),
            "publish1": lambda f, pairs=pairs: f.publish("预赛", 1, "第01轮.xlsx", pairs, boards=[6, 1, 2, 3]),
        }, swiss_event, 3)  # fmt: skip
        assert "台次" not in found
        assert len(found.get("首轮编排", [])) == findings


@pytest.mark.parametrize(("table", "findings"), [(2, 0), (4, 2)])
def test_a_fixed_table_of_the_knockout_is_not_given_to_the_others(tmp_path: Path, table: int, findings: int) -> None:
    """Tables 1 and 2 are those of the knockout of four; 6-4 and 8-2 of the others follow at 3 and 4."""
    tamper: Tamper = {"draw": drawn(7, [[3, 6, "固定台", "", "", table]])}
    found = topics(tmp_path, tamper, knockout_event)
    assert {topic: len(words) for topic, words in found.items()} == ({"台次": findings} if findings else {})


def test_a_table_of_two_files(tmp_path: Path) -> None:
    """The ties of round 3 are at tables 1 and 2."""
    found = topics(tmp_path, {
        "publish3": lambda f: f.publish("其余", 3, "第03轮_其余.xlsx", [(6, 4), (8, 2)], boards=[2, 3]),
        "sheet3": lambda f: f.sheet("其余", 3, [[2, 6, 4, 2], [3, 8, 2, 1]]),
    }, knockout_event, 12)  # fmt: skip
    assert "【台次】第03轮_其余.xlsx：写的是第 2 台 第03轮_淘汰.xlsx 里也有；核对得出同一轮一台只坐一对" in found["台次"]


def test_a_tie_beyond_the_tables_of_the_knockout(tmp_path: Path) -> None:
    def ties4(f: EventFolder) -> None:
        lines = [{"match": 1, "game": g, "board": 3, "red": f.ids[7], "black": f.ids[1]} for g in ("慢棋", "快棋")]
        f._publish("淘汰", 4, "第04轮_淘汰.xlsx", lines, {"seeds": [f.ids[n] for n in (3, 7, 5, 1)]})

    found = topics(tmp_path, {"ties4": ties4}, knockout_event)
    assert found["淘汰对阵"] == ["【淘汰对阵】淘汰第 4 轮：写的是第 3 台；核对得出第 1 到第 2 台留给淘汰赛"]


def test_each_group_has_its_own_tables_in_tens() -> None:
    """Nineteen drawn make nine tables and get ten; 23 with three late ones count as twenty; the next follows."""

    def state(drawn: int, late: int = 0) -> Any:
        return SimpleNamespace(numbers=dict.fromkeys(range(drawn + late)), since=dict.fromkeys(range(late)))

    regulations: Any = dict.fromkeys(("乙组", "甲组", "丙组"))
    states = {"乙组": state(19), "甲组": state(20, 3), "丙组": state(4)}
    assert rooms(regulations, states) == {"乙组": Room(1, 10), "甲组": Room(11, 20), "丙组": Room(31, 10)}
    assert rooms({"": regulations["甲组"]}, {"": state(40)}) == {"": Room(1, 0)}


def test_pairs_beyond_the_room_of_a_group_sit_behind_everybody() -> None:
    """Tables 11 and 12 are its own; fixed ones outside them are not given."""
    lines = [Game(board, "", 0, f"p{board}", f"q{board}") for board in range(1, 6)]
    publication = stub(lines=lines, stage=SimpleNamespace(whole_field=True))
    numbers = dict(zip(itertools.chain.from_iterable((g.red, g.black) for g in lines), range(1, 11), strict=True))
    publication.before = SimpleNamespace(numbers=numbers)
    nothing: Any = None
    one = Hall(nothing, nothing, publication, Wishes(tables={"p2": 12, "p4": 33, "p5": 2}), {}, Room(11, 2), str)
    one.__dict__["scores"] = {}
    assert [(game.board, table) for game, table in seats(one, lines)] == [(1, 11), (2, 12), (3, 501), (4, 502), (5, 503)]


@pytest.mark.parametrize(("start", "findings"), [(11, {}), (1, {"台次": 3}), (12, {"台次": 2, "首轮编排": 2})])
def test_two_groups_in_one_hall(tmp_path: Path, start: int, findings: dict[str, int]) -> None:
    """乙组 (1, 2, 3, 5) has the tables from 1, 甲组 (4, 6, 7, 8) those from 11; an odd table gives 4 red."""
    sheets = event_sheets([], [], [], [])
    stage = ["预赛", "积分编排", "1~3", "全体", *SWISS_POINTS]
    sheets["阶段"] = [[*STAGES[:12], "组别"], [*stage, "乙组"], [*stage, "甲组"]]
    sheets["报名"] = [
        [*row, "组别" if place == 0 else "甲组" if place <= 4 else "乙组"] for place, row in enumerate(sheets["报名"])
    ]
    folder = EventFolder(tmp_path, IDS, sheets)
    folder.draw(8)
    groups: dict[str, list[tuple[int, int]]] = {"乙组": [(1, 2), (5, 3)], "甲组": [(4, 6), (8, 7)]}
    for group, pairs in groups.items():
        boards = [1, 2] if group == "乙组" else [start, start + 1]
        folder.group = group
        folder.publish("预赛", 1, f"第01轮_{group}.xlsx", pairs, boards=boards)
        folder.sheet("预赛", 1, [[board, *pair, None] for board, pair in zip(boards, pairs, strict=True)])
    found = [finding.topic for finding in verify(tmp_path).findings]
    assert {topic: found.count(topic) for topic in found} == findings
