"""Each line of the journal by what held when it was written: the order that hung out, the seeds, the 名次方案."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_folders import (
    CHAIN,
    ORDER_1,
    ORDER_2,
    ORDER_3,
    ROUND_1,
    ROUND_2,
    ROUND_3,
    EventFolder,
    Tamper,
    knockout_event,
    line,
    swiss_event,
    topics,
)

from qisai.regulation.reader import read_regulations
from qisai.regulation.summary import chain_text
from qisai.sheets import read_book
from qisai.vocabulary import EVENT_FILE


@pytest.mark.parametrize(("moves", "findings"), [([[4, 6, 8], [8, 8, 6]], 0), ([[2, 7, 6], [4, 6, 7]], 3)])
def test_a_correction_moves_the_order_that_hangs_out(tmp_path: Path, moves: list[list[int]], findings: int) -> None:
    """The seeds 3, 7, 5, 1, then 6, 4, 2, 8. Where 8 has won, 6 (5 points, 累进 8) stays before 8 (5, 5), and 2 is
    before 4, as after round 1; that 8 missed a round moves him only in the final list."""

    def ties3(f: EventFolder) -> None:
        f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 1), (7, 5)], [3, 7, 5, 1])
        f.sheet("淘汰", 3, [[n, game, *pair, None, None] for n, pair in enumerate([(3, 1), (7, 5)], start=1)
                            for game in ("慢棋", "快棋")], knockout=True)  # fmt: skip
        f.correct("预赛", 2, line(4, 8, 4, "红弃"), line(4, 8, 4, "红胜"), moves=moves)

    found = topics(tmp_path, {
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 3, 1, 1], [2, 6, 7, 3], [3, 2, 5, 2], [4, 8, 4, 1]]),
        "ties3": ties3,
    }, knockout_event, 9)  # fmt: skip
    assert {topic: len(words) for topic, words in found.items()} == ({"更正": findings} if findings else {})


@pytest.mark.parametrize(("seeds", "findings"), [([3, 7, 5, 1], 0), ([1, 7, 5, 3], 2)])
def test_a_bracket_taken_back_keeps_its_seeds_while_the_others_play(tmp_path: Path, seeds: list[int], findings: int) -> None:
    """Where 1 has beaten 3 in round 2, the order of the cut is 1, 7, 5, 3; but 3, 7, 5, 1 were named before."""

    def publish3(f: EventFolder) -> None:
        named = [f.ids[n] for n in (3, 7, 5, 1)]
        f.publish("其余", 3, "第03轮_其余.xlsx", [(6, 4), (8, 2)], first_board=3, seeds=named)
        f.record("withdraw", group="", stage="淘汰", round=3, reason="更正第 2 轮")
        f.correct("预赛", 2, line(1, 3, 1, "红胜"), line(1, 3, 1, "黑胜"))
        f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 1), (7, 5)], seeds)

    found = topics(tmp_path, {
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 3, 1, 2], [2, 6, 7, 3], [3, 2, 5, 2], [4, 8, 4, 4]]),
        "publish3": publish3,
    }, knockout_event)  # fmt: skip
    assert len([words for words in found.get("种子", []) if "号种子" in words]) == findings
    assert bool(found) == bool(findings)


def test_seeds_named_by_nobody_any_more_are_found_anew(tmp_path: Path) -> None:
    def ties3(f: EventFolder) -> None:
        f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 1), (7, 5)], [3, 7, 5, 1])
        f.record("withdraw", group="", stage="淘汰", round=3, reason="更正第 2 轮")
        moves = [[3, 1, 4], [7, 2, 2], [5, 3, 3], [1, 4, 1]]
        moves = [move for move in moves if move[1] != move[2]]
        f.correct("预赛", 2, line(1, 3, 1, "红胜"), line(1, 3, 1, "黑胜"), moves=moves)
        f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(1, 3), (7, 5)], [1, 7, 5, 3])
        f.sheet("淘汰", 3, [[n, game, *pair, None, None] for n, pair in enumerate([(1, 3), (7, 5)], start=1)
                            for game in ("慢棋", "快棋")], knockout=True)  # fmt: skip

    assert topics(tmp_path, {
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 3, 1, 2], [2, 6, 7, 3], [3, 2, 5, 2], [4, 8, 4, 4]]),
        "ties3": ties3,
    }, knockout_event, 9) == {}  # fmt: skip


# --- 名次方案: the sheet holds 旧 and, in force at last, 新 (积分、胜局): 1, 6, 8 … after round 1, 8, 2, 1, 6 … at the end
SHORT_1 = [1, 6, 8, 3, 4, 2, 5, 7]
SHORT_3 = [8, 2, 1, 6, 7, 3, 4, 5]


def switched(texts: tuple[str, str, str], orders: list[list[int]], end: list[int]) -> Tamper:
    """Each round published under the 方案 named in ``texts``, "" for a record without it."""

    def draw(f: EventFolder) -> None:
        old = [["旧", n, key] for n, key in enumerate(CHAIN, start=1)]
        f.sheets["名次"] = [["方案", "顺序", "指标"], *old, ["新", 1, "积分"], ["新", 2, "胜局"]]
        f.write_event()
        f.draw(8)

    def rules(f: EventFolder, number: int) -> dict[str, str]:
        chains = read_regulations(read_book(f.path / EVENT_FILE), [])[""].chains
        return {"名次": chain_text(chains[texts[number - 1]])} if texts[number - 1] else {}

    pairs = [[(1, 2), (4, 3), (5, 6), (8, 7)], [(6, 1), (3, 8), (2, 4), (7, 5)], [(1, 8), (6, 2), (7, 3), (4, 5)]]
    tamper: Tamper = {"draw": draw, "close": lambda f: f.close(end, [1, 2, 3, 4, 5, 6, 7, None])}
    for number, (games, results, order) in enumerate(zip(pairs, (ROUND_1, ROUND_2, ROUND_3), orders, strict=True), start=1):
        tamper[f"publish{number}"] = lambda f, n=number, games=games: f.publish(
            "预赛", n, f"第0{n}轮.xlsx", games, rules=rules(f, n)
        )
        tamper[f"accept{number}"] = lambda f, n=number, results=results, order=order: f.accept("预赛", n, results, order)
    return tamper


OLD = [ORDER_1, ORDER_2, ORDER_3]


@pytest.mark.parametrize(("texts", "orders", "end", "topic"), [
    (("旧", "旧", "旧"), OLD, ORDER_3, []),
    (("旧", "旧", "旧"), OLD, SHORT_3, []),  # switched after the last publication
    (("旧", "旧", "新"), [ORDER_1, ORDER_2, SHORT_3], SHORT_3, []),
    (("旧", "旧", "新"), OLD, SHORT_3, ["名次"]),
    (("新", "旧", "旧"), [SHORT_1, ORDER_2, ORDER_3], ORDER_3, []),
    (("新", "新", "旧"), [SHORT_1, ORDER_2, ORDER_3], ORDER_3, []),  # switched between publication and results
    (("旧", "旧", "旧"), [SHORT_1, ORDER_2, ORDER_3], ORDER_3, ["名次"]),
    (("", "", ""), OLD, ORDER_3, ["名次", "总名次"]),
])  # fmt: skip
def test_an_order_by_the_rules_then_in_force(
    tmp_path: Path, texts: tuple[str, str, str], orders: list[list[int]], end: list[int], topic: list[str]
) -> None:
    assert list(topics(tmp_path, switched(texts, orders, end), swiss_event)) == topic
