"""The keys that are only orders: 累进分逐轮递减 and 上轮积分.

Player 4 draws three times with red (2, 2, 2), 3 draws with black, loses, draws with black (3, 0, 3): after three
rounds both have 6 points and 累进分 12 (2+4+6 and 3+3+6). Without round 1: 10 against 9; after round 2: 4 against 3.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import IDS, ORDER_2, ORDER_3, ROUND_2, ROUND_3, Tamper, line, swiss_event

from qisai.verify import compare, verify
from qisai.verify.tiebreaks import TABLE

NUMBER = {player: number for number, player in enumerate(IDS, start=1)}


def level(*chain: str, direction: str = "") -> Tamper:
    def draw(f: Any) -> None:
        keys = [[n, key, direction if n == len(chain) else ""] for n, key in enumerate(chain, start=1)]
        f.sheets["名次"] = [["顺序", "指标", "方向"], *keys]
        f.write_event()
        f.draw(8)

    return {
        "draw": draw,
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (4, 2), (7, 5)]),
        "sheet2": lambda f: f.sheet("预赛", 2, [[1, 6, 1, 3], [2, 3, 8, 2], [3, 4, 2, 3], [4, 7, 5, 5]]),
        "accept2": lambda f: f.accept("预赛", 2, [*ROUND_2[:2], line(3, 4, 2, "和"), ROUND_2[3]], ORDER_2),
        "sheet3": lambda f: f.sheet("预赛", 3, [[1, 1, 8, 3], [2, 6, 2, 1], [3, 7, 3, 3], [4, 4, 5, 3]]),
        "accept3": lambda f: f.accept(
            "预赛", 3, [ROUND_3[0], line(2, 6, 2, "红胜"), line(3, 7, 3, "和"), line(4, 4, 5, "和")], ORDER_3
        ),
    }


def place(path: Path, tamper: Tamper) -> dict[int, int]:
    swiss_event(path, 10, tamper)
    return {NUMBER[row["player"]]: row["order"] for row in verify(path).standings[3]}


@pytest.mark.parametrize(("chain", "direction", "four_ahead"), [
    (("积分", "累进分"), "", False),
    (("积分", "累进分", "累进分逐轮递减"), "", True),
    (("积分", "累进分", "累进分逐轮递减"), "低者列前", False),
    (("积分", "累进分", "上轮积分"), "", True),
    (("积分", "上轮积分"), "", True),
    (("积分", "累进分", "前一轮名次"), "", True),
])  # fmt: skip
def test_equal_totals_are_parted_by_what_came_before(
    tmp_path: Path, chain: tuple[str, ...], direction: str, four_ahead: bool
) -> None:
    """Where nothing parts them the smaller number is ahead."""
    places = place(tmp_path, level(*chain, direction=direction))
    assert (places[4] < places[3]) == four_ahead
    assert abs(places[4] - places[3]) == 1


def test_the_values_by_hand(tmp_path: Path) -> None:
    swiss_event(tmp_path, 10, level("积分", "累进分逐轮递减"))
    rows = {NUMBER[row["player"]]: row for row in verify(tmp_path).standings[3]}
    assert rows[4]["progressive_cut"] == (10, 6)
    assert rows[3]["progressive_cut"] == (9, 6)
    assert rows[4]["previous_points"] == (4, 2)
    assert rows[3]["previous_points"] == (3, 3)


def test_an_order_that_ignores_the_key_is_found(tmp_path: Path) -> None:
    """The package gives no value of such a key, only the order that comes of it."""
    swiss_event(tmp_path, 10, level("积分", "累进分", "累进分逐轮递减"))
    report = verify(tmp_path)
    order = [row["player"] for row in report.standings[3]]
    claim = [(player, {"order": n, "progressive_cut": n}) for n, player in enumerate(order, start=1)]
    assert compare(report, {"standings": {3: claim}}) == ()
    three, four = order.index(IDS[2]), order.index(IDS[3])
    order[three], order[four] = order[four], order[three]
    found = compare(report, {"standings": {3: [(player, {}) for player in order]}})
    assert [finding.topic for finding in found] == ["名次", "名次"]


def test_the_chain_in_force_is_the_one_that_the_setting_names(tmp_path: Path) -> None:
    def draw(wanted: str) -> Any:
        def step(f: Any) -> None:
            f.sheets["名次"] = [
                ["顺序", "指标", "方案"], [1, "积分", "正文"], [2, "上轮积分", "正文"], [1, "积分", "补充"], [2, "编号", "补充"],
            ]  # fmt: skip
            f.type_in([["名次方案", wanted]])
            f.draw(8)

        return step

    for wanted, four_ahead in (("正文", True), ("补充", False), ("", False)):
        places = place(tmp_path / (wanted or "空"), {**level(), "draw": draw(wanted)})
        assert (places[4] < places[3]) == four_ahead


@pytest.mark.parametrize(("recorded", "derived"), [
    ([8, 6, 1, 7, 4, 3, 2, 5], [8, 6, 1, 7, 4, 3, 2, 5]),
    ([8, 6, 1, 7, 3, 4, 5, 2], [8, 6, 1, 7, 3, 4, 5, 2]),
    ([6, 8, 1, 7, 3, 4, 5, 2], [8, 6, 1, 7, 3, 4, 5, 2]),
])  # fmt: skip
def test_a_key_that_the_referee_does_not_know_is_said_not_to_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: list[int], derived: list[int]
) -> None:
    """Points: 8 has 13, 6 has 12, 1 has 10, 7 has 7, 3 and 4 have 6, 2 and 5 have 3; of equal ones the record decides."""
    monkeypatch.delitem(TABLE, "previous_points")
    tamper = level("积分", "上轮积分")
    lines = [ROUND_3[0], line(2, 6, 2, "红胜"), line(3, 7, 3, "和"), line(4, 4, 5, "和")]
    tamper["accept3"] = lambda f: f.accept("预赛", 3, lines, recorded)
    swiss_event(tmp_path, 10, tamper)
    report = verify(tmp_path)
    assert [NUMBER[row["player"]] for row in report.standings[3]] == derived
    assert report.unchecked == ("名次指标「上轮积分」：复核不会算，由它分出的名次按记录采信，没有核对",)
    places = [finding.where for finding in report.findings if finding.topic == "名次" and "第 3 轮后" in finding.where]
    wrong = [n for n, (left, right) in enumerate(zip(recorded, derived, strict=True), start=1) if left != right]
    assert places == [f"预赛第 3 轮后第 {n} 名" for n in wrong]
    claims = [(row["player"], {"order": n, "previous_points": 0}) for n, row in enumerate(report.standings[3], start=1)]
    assert compare(report, {"standings": {3: claims}}) == ()


def test_an_event_whose_keys_are_all_known_has_nothing_on_trust(tmp_path: Path) -> None:
    swiss_event(tmp_path, 10, level("积分", "上轮积分"))
    assert verify(tmp_path).unchecked == ()
