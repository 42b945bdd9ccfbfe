"""What the arbiter types into 变动, and who has missed too many rounds in a row; in the Swiss of eight.

Round 2 of it is 6-1, 3-8, 2-4, 7-5.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import ORDER_1, ORDER_2, ROUND_1, ROUND_2, Tamper, drawn, line, swiss_event, topics

FIVE = "A05"  # number 5 has this id


def second_round(kind: str, *changes: list[Any]) -> Tamper:
    """Number 5 is away in round 2, listed as ``kind``; the rows of 变动 were typed before the draw."""
    return {
        "draw": drawn(8, changes),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4)], bye=7, absent=[[FIVE, kind]]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 6, 1, None], [2, 3, 8, None], [3, 2, 4, None], [4, 7, None, "轮空"]]),
    }


@pytest.mark.parametrize(("kind", "rows"), [
    ("请假", [[2, 5, "缺席本轮"]]),
    ("缺席", [[2, 5, "退赛"], [3, 5, "缺席本轮"]]),
    ("缺席", [[2, 5, "取消资格"]]),
    ("缺席", [[1, 5, "复赛"], [2, 5, "退赛"]]),
    ("缺席", [[2, None, "退赛", FIVE]]),
])  # fmt: skip
def test_away_for_the_reason_given(tmp_path: Path, kind: str, rows: list[list[Any]]) -> None:
    assert topics(tmp_path, second_round(kind, *rows), swiss_event, 6) == {}


@pytest.mark.parametrize(("kind", "rows", "right"), [
    ("缺席", [[2, 5, "缺席本轮"]], "应为请假"),
    ("请假", [[2, 5, "退赛"]], "应为缺席"),
    ("缺席", [], "变动表里没有"),
    ("缺席", [[3, 5, "退赛"]], "变动表里没有"),
    ("缺席", [[1, 5, "退赛"], [2, 5, "复赛"]], "变动表里没有"),
    ("请假", [[1, 5, "缺席本轮"]], "变动表里没有"),
])  # fmt: skip
def test_away_for_another_reason_or_for_none(tmp_path: Path, kind: str, rows: list[list[Any]], right: str) -> None:
    found = topics(tmp_path, second_round(kind, *rows), swiss_event, 6)["出场"]
    assert found[-1] == f"【出场】预赛第 2 轮：写的是5 号棋手A05{kind}；核对得出{right}"


@pytest.mark.parametrize(("row", "findings"), [
    ([2, 5, "退赛"], 1), ([2, 5, "缺席本轮"], 1), ([3, 5, "退赛"], 0), ([2, 5, "取消资格"], 0),
])  # fmt: skip
def test_somebody_paired_who_had_left(tmp_path: Path, row: list[Any], findings: int) -> None:
    """取消资格 may be typed when the round is out: then it takes away only the rank."""
    assert len(topics(tmp_path, {"draw": drawn(8, [row])}, swiss_event, 6).get("出场", [])) == findings


def test_the_disqualified_do_not_come_back(tmp_path: Path) -> None:
    """Once a round was paired without him, no later one has him."""
    found = topics(tmp_path, second_round("缺席", [2, 5, "取消资格"]), swiss_event)
    assert found["出场"][-1].startswith("【出场】预赛第 3 轮：写的是编排了5 号棋手A05")


@pytest.mark.parametrize(("row", "words"), [
    ([2, 2, "锁定对阵", "", "", 4], None),
    ([2, 4, "锁定对阵", "", "", "2号"], None),
    ([1, 2, "锁定对阵", "", "", 1], None),
    ([2, 2, "锁定对阵", "", "", 5], "没有2 号棋手A06对5 号棋手A05；核对得出锁定对阵"),
    ([3, 2, "锁定对阵", "", "", 5], None),
    ([2, 7, "指定轮空"], "无人轮空；核对得出指定7 号棋手A03轮空"),
    ([3, 6, "禁止对阵", "", "", 1], None),
    ([1, 1, "禁止对阵", "", "", 6], "6 号棋手A02（红）对1 号棋手A07（黑）；核对得出禁止对阵"),
    ([2, 1, "禁止对阵", "", "", 6], "6 号棋手A02（红）对1 号棋手A07（黑）；核对得出禁止对阵"),
])  # fmt: skip
def test_a_pair_or_a_bye_that_the_arbiter_asked_for(tmp_path: Path, row: list[Any], words: str | None) -> None:
    found = topics(tmp_path, {"draw": drawn(8, [row])}, swiss_event, 6).get("变动", [])
    assert [words in sentence for sentence in found] == ([True] if words else [])


def test_a_bye_as_asked(tmp_path: Path) -> None:
    assert topics(tmp_path, second_round("请假", [2, 5, "缺席本轮"], [2, 7, "指定轮空"]), swiss_event, 6) == {}


def test_a_locked_pair_may_go_beyond_the_colour_limits(tmp_path: Path) -> None:
    """1 had red twice; 1 and 8 are locked in round 3."""
    found = [
        topics(tmp_path / str(place), {
            "draw": drawn(8, rows),
            "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(1, 6), (3, 8), (2, 4), (7, 5)]),
            "sheet2": lambda f: f.sheet("预赛", 2, [[1, 1, 6, 3], [2, 3, 8, 2], [3, 2, 4, 1, 1], [4, 7, 5, 5]]),
            "accept2": lambda f: f.accept("预赛", 2, [line(1, 1, 6, "和"), *ROUND_2[1:]], ORDER_2),
        }, swiss_event)
        for place, rows in enumerate(([], [[3, 1, "锁定对阵", "", "", 8]]))
    ]  # fmt: skip
    assert ["先后手限制" in words for words in found] == [True, False]


def test_a_row_without_its_other_player_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="锁定对阵"):
        topics(tmp_path, {"draw": drawn(8, [[2, 2, "锁定对阵"]])}, swiss_event, 6)


# --- 连续弃权出局 -------------------------------------------------------------------------------------------
def missing(rounds: int, third: dict[str, Any], *changes: list[Any], excused: bool = False) -> Tamper:
    """Number 5 forfeits in rounds 1 and 2 (or has leave in round 2); ``third`` is what is published of round 3."""
    second = {"bye": 7, "absent": [[FIVE, "请假"]]} if excused else {}
    pairs = [(6, 1), (3, 8), (2, 4), *([] if excused else [(7, 5)])]
    lines = ROUND_2[:3] if excused else ROUND_2
    return {
        "draw": drawn(8, changes, [["连续弃权出局", rounds]]),
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, 3], [3, 5, 6, 4], [4, 8, 7, 1]]),
        "accept1": lambda f: f.accept("预赛", 1, [*ROUND_1[:2], line(3, 5, 6, "红弃"), ROUND_1[3]], ORDER_1),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", pairs, **second),
        "accept2": lambda f: f.accept("预赛", 2, lines, ORDER_2),
        "publish3": lambda f: f.publish("预赛", 3, "第03轮.xlsx", **third),
    }


OUT = {"pairs": [(1, 8), (6, 2), (7, 3)], "bye": 4, "absent": [[FIVE, "缺席"]], "out": [FIVE]}
UNNAMED = {**OUT, "out": []}
IN = {"pairs": [(1, 8), (6, 2), (7, 3), (4, 5)]}


@pytest.mark.parametrize(("rounds", "third", "rows", "excused", "findings"), [
    (2, OUT, [], False, {}),
    (2, IN, [], False, {"出场": 1, "连续弃权": 1}),
    (2, UNNAMED, [], False, {"连续弃权": 1}),
    (3, OUT, [], False, {"出场": 1, "连续弃权": 1}),
    (0, IN, [], False, {}),
    (3, IN, [], False, {}),
    (2, IN, [[2, 5, "缺席本轮"]], True, {}),
    (2, IN, [[3, 5, "复赛"]], False, {}),
    (2, IN, [[2, 5, "复赛"]], False, {}),
    (2, UNNAMED, [[3, 5, "退赛"]], False, {}),
    (2, OUT, [[3, 5, "退赛"]], False, {"连续弃权": 1}),
    (2, OUT, [[3, 5, "取消资格"]], False, {}),
])  # fmt: skip
def test_two_rounds_missed_without_leave_in_a_row(
    tmp_path: Path, rounds: int, third: dict[str, Any], rows: list[list[Any]], excused: bool, findings: dict[str, int]
) -> None:
    """Only those whom nothing but the rule keeps away are named; leave, 复赛 and another setting change it."""
    found = topics(tmp_path, missing(rounds, third, *rows, excused=excused), swiss_event, 9)
    assert {topic: len(found[topic]) for topic in ("出场", "连续弃权") if topic in found} == findings
