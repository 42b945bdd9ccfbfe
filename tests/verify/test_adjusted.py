"""A round that the arbiter changed by hand before play: 裁判调整.

In the event with the knockout, round 2 is published as 3-1, 6-7, 2-5 with the bye of 4; then 8 walks in and plays 4.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import EventFolder, Tamper, drawn, knockout_event, line, swiss_event, topics

WITH_EIGHT = [(3, 1), (6, 7), (2, 5), (8, 4)]


def walk_in(pairs: list[tuple[int, int]] = WITH_EIGHT, row: list[Any] = [2, 8, "迟到加入", "A08"], **more: Any) -> Tamper:  # noqa: B006
    def publish2(f: EventFolder) -> None:
        f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 7), (2, 5)], bye=4)
        f.adjust("预赛", 2, pairs, **({"late": [8]} | more))
        f.number_rows.append([8, "A08", "棋手A08", ""])
        f.write_numbers()

    def draw(f: EventFolder) -> None:
        f.sheets["变动"] = [f.sheets["变动"][0], row]
        f.write_event()
        f.draw(7)

    return {"draw": draw, "late": lambda f: None, "publish2": publish2}


def test_a_walk_in_takes_the_open_seat(tmp_path: Path) -> None:
    """The rest of the event follows from the adjusted round; its files agree."""
    assert topics(tmp_path, walk_in(), knockout_event) == {}


@pytest.mark.parametrize(("more", "topic", "words"), [
    ({"reason": " "}, "调整", "调整没有理由"),
    ({"pairs": [(3, 1), (6, 7), (2, 5)], "bye": 4}, "调整", "调整后换了人"),
    ({"pairs": [(3, 1), (6, 7), (2, 5), (8, 2)]}, "调整", "调整后换了人"),
    ({"pairs": [(3, 1), (6, 7), (2, 5), (8, 2)]}, "出场", "2 号棋手A06出现 2 次"),
    ({"boards": [1, 2, 3, 3]}, "调整", "两对在同一台"),
    ({"row": [3, 8, "迟到加入", "A08"]}, "迟到加入", "第 2 轮加入；核对得出变动表里从第 3 轮起"),
    ({"row": [2, 4, "缺席本轮"]}, "迟到加入", "变动表里没有「迟到加入」"),
    ({"late": []}, "调整", "调整后换了人"),
    ({"pairs": [(1, 3), (7, 5), (4, 2), (8, 6)]}, "轮空", None),
    ({"pairs": [(3, 1), (6, 8), (4, 2), (5, 7)]}, "调整", None),
])  # fmt: skip
def test_what_an_adjusted_round_may_not_be(tmp_path: Path, more: dict[str, Any], topic: str, words: str | None) -> None:
    found = topics(tmp_path, walk_in(**more), knockout_event).get(topic, [])
    assert any(words in sentence for sentence in found) if words else found == []


def test_the_number_of_a_walk_in_is_the_next(tmp_path: Path) -> None:
    tamper = walk_in()
    tamper["draw"] = lambda f: (f.ids.update({9: "A08"}), f.draw(7))[-1]
    tamper["publish2"] = lambda f: (
        f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 7), (2, 5)], bye=4),
        f.adjust("预赛", 2, [(3, 1), (6, 7), (2, 5), (9, 4)], late=[9]),
    )[-1]
    found = topics(tmp_path, tamper, knockout_event, 7)
    assert "【迟到加入】迟到加入（序号 A08）：写的是9；核对得出8" in found["迟到加入"]


def test_a_walk_in_goes_with_the_round_that_brought_him(tmp_path: Path) -> None:
    def publish2(f: EventFolder) -> None:
        f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 7), (2, 5)], bye=4)
        f.adjust("预赛", 2, WITH_EIGHT, late=[8])
        f.record("withdraw", group="", stage="预赛", round=2, reason="重排")
        f.late(8, 2)
        f.publish("预赛", 2, "第02轮.xlsx", WITH_EIGHT)

    assert topics(tmp_path, {"late": lambda f: None, "publish2": publish2}, knockout_event) == {}


# --- in the Swiss of eight: round 2 as the program has it is 6-1, 3-8, 2-4, 7-5 ------------------------------
def by_hand(pairs: list[tuple[int, int]], *rows: list[Any], settings: list[list[Any]] = [], **more: Any) -> Tamper:  # noqa: B006
    def publish2(f: EventFolder) -> None:
        f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 5)])
        f.adjust("预赛", 2, pairs, **more)

    sheet = [[n, red, black, None] for n, (red, black) in enumerate(pairs, start=1)]
    return {
        "draw": drawn(8, rows, settings, 单位={6: "甲", 8: "甲"}),
        "publish2": publish2,
        "sheet2": lambda f: f.sheet("预赛", 2, sheet),
    }


OTHER_WAY = [(7, 4), (1, 6), (8, 3), (5, 2)]  # tables and colours as the arbiter likes


@pytest.mark.parametrize(("tamper", "topic"), [
    (by_hand(OTHER_WAY), None),
    (by_hand(OTHER_WAY, [2, 2, "锁定对阵", "", "", 4], [2, 7, "固定台", "", "", 3]), None),
    (by_hand(OTHER_WAY, [2, 7, "禁止对阵", "", "", 4]), None),
    (by_hand([(7, 8), (1, 6), (4, 2), (5, 3)]), "重复对阵"),
    (by_hand([(7, 8), (1, 6), (4, 2), (5, 3)], relaxed=["重赛"]), None),
    (by_hand([(6, 8), (1, 7), (4, 2), (5, 3)], settings=[["同队回避轮数", 2]]), "同队回避"),
    (by_hand([(6, 8), (1, 7), (4, 2), (5, 3)], settings=[["同队回避轮数", 2]], relaxed=["同队"]), None),
    (by_hand([(6, 8), (1, 7), (4, 2), (5, 3)], settings=[["同队回避轮数", 1]]), None),
    (by_hand([(6, 8), (1, 7), (4, 2), (5, 3)], [2, 6, "锁定对阵", "", "", 8], settings=[["同队回避轮数", 2]]), "同队回避"),
    (by_hand(OTHER_WAY, criteria=[["跨越5分下界的对局", 1, 1], ["跨越3分下界的对局", 0, 0]]), None),
    (by_hand(OTHER_WAY, criteria=[["跨越5分下界的对局", 3, 1]]), "跨分对阵"),
    (by_hand(OTHER_WAY, criteria=[["跨分组距离平方和", 2, None], ["组内对折次序的偏离", 0, 0]]), None),
    (by_hand(OTHER_WAY, criteria=[["跨分组距离平方和", 4, None]]), "编排指标"),
    (by_hand(OTHER_WAY, criteria=[["应得先后手相同的对局", 1, None]]), "编排指标"),
])  # fmt: skip
def test_what_a_program_would_have_made_does_not_bind_the_arbiter(tmp_path: Path, tamper: Tamper, topic: str | None) -> None:
    """Who meets twice or is of one team still needs leave by name, and the criteria are counted anew."""
    assert list(topics(tmp_path, tamper, swiss_event, 6)) == ([topic] if topic else [])


def test_a_locked_pair_of_one_team_stays(tmp_path: Path) -> None:
    """2 and 4 of one team are locked for round 2; the arbiter changes other tables. Parted and put together again
    they would need leave."""
    parted, together = [(6, 1), (3, 2), (8, 4), (7, 5)], [(1, 6), (3, 8), (2, 4), (5, 7)]
    for place, (row, first, findings) in enumerate([
        ([2, 2, "锁定对阵", "", "", 4], together, 0), ([2, 2, "锁定对阵", "", "", 4], parted, 1),
        ([2, 2, "固定台", "", "", 3], together, 1),
    ]):  # fmt: skip
        tamper = by_hand(together, settings=[["同队回避轮数", 2]])
        tamper["draw"] = drawn(8, [row], [["同队回避轮数", 2]], 单位={2: "甲", 4: "甲"})

        def publish2(f: EventFolder, first: list[tuple[int, int]] = first) -> None:
            f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 5)])
            f.adjust("预赛", 2, first)
            f.adjust("预赛", 2, together)

        tamper["publish2"] = publish2
        assert len(topics(tmp_path / str(place), tamper, swiss_event, 6).get("同队回避", [])) == findings


def test_a_second_bye_needs_leave_too(tmp_path: Path) -> None:
    """7 had the bye of round 1."""
    for relaxed, findings in (([], 1), (["轮空"], 0)):

        def publish2(f: EventFolder, relaxed: list[str] = relaxed) -> None:
            f.publish("预赛", 2, "第02轮.xlsx", [(3, 1), (6, 2), (5, 7)], bye=4)
            f.adjust("预赛", 2, [(3, 1), (6, 2), (5, 4)], bye=7, relaxed=relaxed)

        found = topics(tmp_path / str(findings), {"late": lambda f: None, "publish2": publish2}, knockout_event, 7)
        assert len(found.get("轮空", [])) == findings


def test_only_a_published_round_without_results_can_be_adjusted(tmp_path: Path) -> None:
    def accept1(f: EventFolder) -> None:
        f.accept("预赛", 1, [line(1, 1, 2, "红胜"), line(2, 4, 3, "黑胜"), line(3, 5, 6, "和")], [3, 1, 7, 6, 5, 2, 4])
        f.adjust("预赛", 1, [(1, 2), (4, 3), (6, 5)], bye=7)
        f.adjust("预赛", 2, [(1, 2), (4, 3), (6, 5)], bye=7)

    def ties4(f: EventFolder) -> None:
        f.publish_ties("淘汰", 4, "第04轮_淘汰.xlsx", [(7, 1)], [3, 7, 5, 1])
        f.adjust("淘汰", 4, [(1, 7)])

    found = topics(tmp_path, {"accept1": accept1, "ties4": ties4}, knockout_event)
    assert found == {"调整": [
        "【调整】预赛第 1 轮：写的是调整；核对得出已有成绩的一轮不能调整",
        "【调整】预赛第 2 轮：写的是调整；核对得出这一轮没有公布过",
        "【调整】淘汰第 4 轮：写的是调整；核对得出淘汰赛的对阵不调整",
    ]}  # fmt: skip


def test_a_round_file_of_the_pairing_before_the_adjustment(tmp_path: Path) -> None:
    tamper = by_hand(OTHER_WAY)
    tamper.pop("sheet2")
    assert len(topics(tmp_path, tamper, swiss_event, 6)["成绩表"]) == 4
