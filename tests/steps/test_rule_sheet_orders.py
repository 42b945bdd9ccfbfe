"""The rule sheet orders the pairing: each switch in a whole small event, as the record has it and the referee recounts it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import small_event as small
from qisai.event import open_event
from qisai.record import Publication
from qisai.verify import verify

CIRCLES = "回避组"
AGAIN = "与前{}轮同向上下调的人数"
COLOURS = ["同多先手或同多后手的对局", "应得先后手相同的对局"]


def event(
    folder: Path, settings: Mapping[str, object], rounds: int = 3, players: int = 10, circles: Mapping[int, str] | None = None
) -> Path:
    """An event played up to the publication of a round; ``circles``: 回避组 by 序号."""
    small.write(folder, players, settings)
    if circles:
        column = small.column(folder / small.EVENT_FILE, "报名", CIRCLES)
        small.edit(folder / small.EVENT_FILE, lambda book: [
            book["报名"].__setitem__(f"{column}{player + 1}", word) for player, word in circles.items()
        ])  # fmt: skip
    assert small.run("draw", folder) == 0
    for number in range(1, rounds + 1):
        if number > 1:
            small.fill(folder)
        assert small.next_round(folder) == 0
    return folder


def rounds_of(folder: Path) -> list[Publication]:
    return [p for p in open_event(folder).record.publications if p.stage != "淘汰"]


def names(publication: Publication) -> list[str]:
    """The criteria behind the score boundaries."""
    return [str(row[0]) for row in publication.criteria if not str(row[0]).startswith(("跨越", "末轮", "轮空者"))]


def met(folder: Path, word: str, column: str) -> list[int]:
    """Rounds of the Swiss in which two with the same word in a column of 报名 were paired."""
    of: Any = open_event(folder).people[column]
    return [p.round for p in rounds_of(folder) for line in p.lines if of[line["red"]] == of[line["black"]] == word]


@pytest.mark.parametrize(("settings", "expected"), [
    ({}, [AGAIN.format(1), AGAIN.format(2), "跨分组距离平方和", *COLOURS, "组内对折次序的偏离"]),
    ({"编排次序": "先后手、上下调", "上下调间隔": "1"}, [*COLOURS, AGAIN.format(1)]),
    ({"编排次序": "次序、分差", "同分组内次序": "首尾"}, ["组内首尾次序的偏离", "跨分组距离平方和"]),
    ({"编排次序": "无"}, []),
    ({"同分组内次序": "抽签", "上下调间隔": "0"}, ["跨分组距离平方和", *COLOURS]),
    ({"同队回避轮数": "99", "同队回避方式": "尽量", "编排次序": "回避"}, ["同队相遇的对局"]),
])  # fmt: skip
@pytest.mark.long
def test_the_criteria_of_the_record_stand_as_the_sheet_orders_them(
    tmp_path: Path, settings: dict[str, object], expected: list[str]
) -> None:
    folder = event(tmp_path / "赛事", settings, rounds=5, players=13)
    assert names(rounds_of(folder)[2]) == expected
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert verify(folder).findings == ()


@pytest.mark.long
def test_merged_scores_are_one_group_for_both_referees(tmp_path: Path) -> None:
    """With room for twelve the thirteen players are two groups at most: three scores, and the rest."""
    folder = event(tmp_path / "赛事", {"积分档": "12", "编排次序": "先后手、上下调、次序"}, rounds=3, players=13)
    *_, third = rounds_of(folder)
    crossed = [row[0] for row in third.criteria if str(row[0]).startswith("跨越")]
    apart = len({int(row) for row in open_event(folder).competitions[""].standings(2)["points"]})
    assert 1 <= len(crossed) < apart - 1
    assert names(third) == [*COLOURS, AGAIN.format(1), AGAIN.format(2), "组内对折次序的偏离"]
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_circle_that_must_not_meet_never_does(tmp_path: Path) -> None:
    """Five of ten are a family: in two rounds its members meet only the five others; the word 无 is no family."""
    circles = dict.fromkeys(range(1, 6), "一家") | {6: "无", 7: "无"}
    folder = event(tmp_path / "赛事", {CIRCLES: "必须"}, rounds=2, circles=circles)
    assert met(folder, "一家", "circle") == []
    assert "同回避组相遇的对局" not in names(rounds_of(folder)[-1])
    report = verify(folder)
    assert report.findings == () and report.checks["回避组"] == 10


@pytest.mark.long
def test_a_circle_is_spared_where_it_costs_nothing_better(tmp_path: Path) -> None:
    circles = dict.fromkeys(range(1, 4), "一家")
    first, last = (
        event(tmp_path / order, {"编排次序": f"{order}、次序" if order == "回避" else "次序、回避"}, circles=circles)
        for order in ("回避", "次序")
    )
    for folder in (first, last):
        assert "同回避组相遇的对局" in names(rounds_of(folder)[-1]) and verify(folder).findings == ()
    assert met(first, "一家", "circle") == []
    off = event(tmp_path / "不用", {CIRCLES: "不用"}, circles=circles)
    assert "同回避组相遇的对局" not in names(rounds_of(off)[-1]) and verify(off).findings == ()


@pytest.mark.long
def test_teammates_may_be_those_of_one_region(tmp_path: Path) -> None:
    """Five of 丹阳 and five of 外地: in round 1 they meet one another, in round 2 nobody asks."""
    folder = event(tmp_path / "赛事", {"同队回避轮数": "1", "回避依据": "地区"}, rounds=2)
    assert 1 not in met(folder, "丹阳", "region") + met(folder, "外地", "region")
    assert verify(folder).findings == () and verify(folder).checks["同队回避"] == 5


@pytest.mark.long
def test_teammates_are_spared_in_the_rounds_of_the_rule(tmp_path: Path) -> None:
    """Seven of one team among ten: in the first two rounds as few as can be, and the event goes on."""
    folder = tmp_path / "赛事"
    small.write(folder, 10, {"同队回避轮数": "2", "同队回避方式": "尽量", "编排次序": "回避、次序"})
    column = small.column(folder / small.EVENT_FILE, "报名", "单位")
    small.edit(folder / small.EVENT_FILE, lambda book: [
        book["报名"].__setitem__(f"{column}{row}", "大队" if row <= 8 else f"队{row}") for row in range(2, 12)
    ])  # fmt: skip
    assert small.run("draw", folder) == 0 and small.next_round(folder) == 0
    for _ in range(2):
        small.fill(folder)
        assert small.next_round(folder) == 0
    spared = [[row[1] for row in p.criteria if row[0] == "同队相遇的对局"] for p in rounds_of(folder)]
    assert spared[0] == [2] and len(spared[1]) == 1 and spared[2] == []
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_lock_goes_before_the_circle(tmp_path: Path) -> None:
    folder = event(tmp_path / "赛事", {CIRCLES: "必须"}, rounds=1, circles={1: "一家", 2: "一家"})
    numbers = open_event(folder).record.numbers
    small.fill(folder)
    small.edit(folder / small.EVENT_FILE, lambda book: book["变动"].append(
        [2, numbers["1"], "锁定对阵", None, numbers["2"], "两人同意"]
    ))  # fmt: skip
    assert small.next_round(folder) == 0
    assert met(folder, "一家", "circle") == [2] and verify(folder).findings == ()
