"""A round robin of five, 2-1-0, worked by hand; number 5 leaves with round 2, after one of his four games.

Round 1: 2-5 0:2, 3-4 2:0. Round 2: 5 does not come to 3, 1-2 2:0. Round 3: 3-1 drawn, 5 does not come to 4. Round 4: 1-4 0:2,
2-3 0:2. Round 5: 4-2 drawn, 5 does not come to 1. From the table after round 2 on nothing of 5 counts, and 2, 3, 4 and 1
have rested in the rounds in which they were to meet him, beside their own rests (2 in round 3, 3 in 5, 4 in 2, 1 in 1).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from event_folders import IDS, EventFolder, Tamper, event_sheets, line, run, topics

from qisai.verify import verify

NUMBER = {player: number for number, player in enumerate(IDS, start=1)}
STAGE = ["循环", "单循环", "1~5", "全体", 2, 1, 0, 2, 1, 0, "", 2, ""]
LEAVES = [2, 5, "退赛", "", "家中有事", ""]
PAIRS = {1: [(2, 5), (3, 4)], 2: [(5, 3), (1, 2)], 3: [(3, 1), (4, 5)], 4: [(1, 4), (2, 3)], 5: [(4, 2), (5, 1)]}
RESULTS = {1: ("黑胜", "红胜"), 2: ("红弃", "红胜"), 3: ("和", "黑弃"), 4: ("黑胜", "黑胜"), 5: ("和", "红弃")}
RESTS = {1: 1, 2: 4, 3: 2, 4: 5, 5: 3}
ORDERS = {1: [5, 3, 4, 1, 2], 2: [3, 1, 4, 2, 5], 3: [3, 1, 4, 2, 5], 4: [3, 1, 4, 2, 5], 5: [3, 1, 4, 2, 5]}
#: number: (points, 累进分, 胜局, 后手局数, 后手胜局)
TABLES = {
    1: {5: (2, 2, 1, 1, 1), 3: (2, 2, 1, 0, 0), 4: (0, 0, 0, 1, 0), 1: (0, 0, 0, 0, 0), 2: (0, 0, 0, 0, 0)},
    2: {3: (2, 4, 1, 0, 0), 1: (2, 2, 1, 0, 0), 4: (0, 0, 0, 1, 0), 2: (0, 0, 0, 1, 0), 5: (0, 0, 0, 0, 0)},
    5: {3: (5, 17, 2, 1, 1), 1: (3, 11, 1, 1, 0), 4: (3, 5, 1, 2, 1), 2: (1, 1, 0, 2, 0), 5: (0, 0, 0, 0, 0)},
}
KEYS = ("points", "progressive", "wins", "black_games", "black_wins")


def event(path: Path, upto: int = 99, tamper: Tamper | None = None) -> EventFolder:
    """The event as far as its ``upto``-th step; ``tamper`` replaces steps by name."""
    folder = EventFolder(path, IDS[:5], event_sheets([[*STAGE]], [], [[*LEAVES]], []))
    steps: dict[str, Callable[[EventFolder], None]] = {"draw": lambda f: f.draw(5)}
    for number in PAIRS:
        steps |= {f"publish{number}": published(number), f"sheet{number}": filled(number), f"accept{number}": accepted(number)}
    steps["close"] = lambda f: f.close(ORDERS[5], [1, 2, 3, 4, None])
    run(folder, steps, upto, tamper)
    return folder


def published(number: int, pairs: list[tuple[int, int]] | None = None, **more: object) -> Callable[[EventFolder], None]:
    rest = {"bye": RESTS[number], **more}
    return lambda f: f.publish("循环", number, f"第0{number}轮.xlsx", pairs or PAIRS[number], **rest)


def filled(number: int, pairs: list[tuple[int, int]] | None = None) -> Callable[[EventFolder], None]:
    games = zip(pairs or PAIRS[number], RESULTS[number], strict=True)
    rows = [[board, *pair, result] for board, (pair, result) in enumerate(games, start=1)]
    return lambda f: f.sheet("循环", number, [*rows, [None, RESTS[number], None, "轮空"]])


def accepted(
    number: int, pairs: list[tuple[int, int]] | None = None, order: list[int] | None = None
) -> Callable[[EventFolder], None]:
    games = zip(pairs or PAIRS[number], RESULTS[number], strict=True)
    lines = [line(board, *pair, result) for board, (pair, result) in enumerate(games, start=1)]
    return lambda f: f.accept("循环", number, lines, order or ORDERS[number])


@pytest.mark.parametrize("round_no", TABLES)
def test_the_table_after_each_round_is_the_one_worked_by_hand(tmp_path: Path, round_no: int) -> None:
    event(tmp_path)
    rows = verify(tmp_path).standings[round_no]
    assert [(NUMBER[row["player"]], tuple(row[key] for key in KEYS)) for row in rows] == list(TABLES[round_no].items())


def test_a_sound_round_robin_has_no_finding(tmp_path: Path) -> None:
    event(tmp_path)
    report = verify(tmp_path)
    assert report.findings == () and report.checks["循环表"] >= 5 * 3
    ranks = [(NUMBER[row["player"]], row["rank"]) for row in report.final]
    assert ranks == [(3, 1), (1, 2), (4, 3), (2, 4), (5, None)]
    assert "重复对阵" not in report.checks and "先后手限制" not in report.checks


def test_results_that_the_rules_keep_would_give_another_order(tmp_path: Path) -> None:
    """循环赛中途退赛 成绩保留: 2 lost to 5 and 3, 4 and 1 have a win each from his absence: 3 7, 1 5, 4 5, 5 2, 2 1."""

    def keep(f: EventFolder) -> None:
        f.type_in(settings=[["循环赛中途退赛", "成绩保留"]])
        f.draw(5)

    found = topics(tmp_path, {"draw": keep}, event)
    assert set(found) == {"名次"}  # whoever missed a round has no rank in any case
    assert [NUMBER[row["player"]] for row in verify(tmp_path).standings[5]] == [3, 1, 4, 5, 2]
    assert [row["points"] for row in verify(tmp_path).standings[5]] == [7, 5, 5, 2, 1]


def test_half_of_his_games_are_enough(tmp_path: Path) -> None:
    """Had he left with round 3, with two of four games, they would stand."""
    event(tmp_path)
    assert {row["player"]: row["points"] for row in verify(tmp_path).standings[2]}[IDS[4]] == 0

    def later(f: EventFolder) -> None:
        f.sheets["变动"][1][0] = 3
        f.write_event()
        f.draw(5)

    drew = [line(1, 5, 3, "和"), line(2, 1, 2, "红胜")]
    both: Tamper = {"draw": later, "accept2": lambda f: f.accept("循环", 2, drew, [5, 3, 1, 4, 2])}
    event(tmp_path / "后", tamper=both)
    rows = verify(tmp_path / "后").standings[5]
    assert {NUMBER[row["player"]]: row["points"] for row in rows}[5] == 3  # a win and a draw; then he was not there


SWAPPED = [(3, 5), (1, 2)]
OTHERS = [(1, 3), (5, 2)]


@pytest.mark.parametrize(("tamper", "words"), [
    ({"publish2": published(2, SWAPPED), "sheet2": filled(2, SWAPPED), "accept2": accepted(2, SWAPPED)},
     ["循环第 2 轮第 1 台：写的是3 号棋手", "（红）对5 号棋手", "核对得出5 号棋手"]),
    ({"publish2": published(2, OTHERS), "sheet2": filled(2, OTHERS), "accept2": accepted(2, OTHERS)},
     ["循环第 2 轮：写的是没有这一对", "循环第 2 轮第 2 台：写的是5 号棋手", "这一轮的循环表里没有这一对"]),
    ({"publish2": published(2, bye=5)}, ["写的是5 号棋手", "核对得出4 号棋手"]),
    ({"publish2": published(2, absent=[["A03", "缺席"]])}, ["循环第 2 轮的缺席名单"]),
    ({"publish2": published(2, relaxed=["重赛"])}, ["循环第 2 轮放宽的规则"]),
], ids=["colours", "pairs", "rest", "absent", "relaxed"])  # fmt: skip
def test_a_round_that_is_not_the_row_of_the_table_is_found(tmp_path: Path, tamper: Tamper, words: list[str]) -> None:
    found = "\n".join(topics(tmp_path, tamper, event)["循环表"])
    assert [word for word in words if word not in found] == []


def test_an_adjustment_by_hand_is_found(tmp_path: Path) -> None:
    found = topics(tmp_path, {"publish3": lambda f: (published(3)(f), f.adjust("循环", 3, PAIRS[3], bye=2))}, event)
    assert found == {"调整": ["【调整】循环第 3 轮：写的是调整；核对得出循环赛的对阵不调整"]}


def test_tables_are_given_out_in_the_order_of_the_row(tmp_path: Path) -> None:
    turned = PAIRS[4][::-1]
    both = {"publish4": published(4, turned), "sheet4": filled(4, turned), "accept4": accepted(4, turned)}
    found = topics(tmp_path, both, event)
    assert set(found) == {"台次"} and len(found["台次"]) == 2


def test_rounds_that_no_field_of_that_size_has_are_found(tmp_path: Path) -> None:
    def shorter(f: EventFolder) -> None:
        f.sheets["阶段"][1][2] = "1~7"
        f.write_event()
        f.draw(5)

    found = topics(tmp_path, {"draw": shorter}, event, upto=4)
    assert found["循环表"] == ["【循环表】循环第 1 轮：写的是7 轮；核对得出5 人要 5 轮，双循环加倍"]


def test_an_order_that_still_counts_the_results_of_who_left_is_found(tmp_path: Path) -> None:
    found = topics(tmp_path, {"accept3": accepted(3, order=[3, 1, 5, 4, 2])}, event)
    assert set(found) == {"名次"} and len(found["名次"]) == 3
