"""The colours of the knockout by lot, with the seed 丹阳; the digests were made by ``sha256sum``.

3-1 (A01 and A07) in match 1 of round 3, 7-5 (A04 and A02) in match 2, 7-1 in round 4; the lines are 慢棋, 快棋.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import EventFolder, Tamper, knockout_event, topics

from qisai.journal import Journal
from qisai.regulation.model import Stage
from qisai.verify.lots import reds

#: 慢棋: A01 before A07, A04 before A02, A04 before A07; 快棋 has a lot of its own: A07, A04, A04.
BY_LOT = {3: {"1 慢棋": "A01", "1 快棋": "A07", "2 慢棋": "A04", "2 快棋": "A04"}, 4: {"1 慢棋": "A04", "1 快棋": "A04"}}
SWAPPED = {3: {"1 慢棋": "A01", "1 快棋": "A07", "2 慢棋": "A04", "2 快棋": "A02"}, 4: {"1 慢棋": "A04", "1 快棋": "A07"}}
OPEN = {3: {"1 慢棋": "A01", "2 慢棋": "A04"}, 4: {"1 慢棋": "A04"}}
NONE: dict[int, dict[str, str]] = {3: {}, 4: {}}

Lots = dict[int, dict[str, str]]


def event(colours: str, playoff: str, lots: Lots) -> Tamper:
    """The stage 淘汰 with 先后手 ``colours``, and what is published of its rounds 3 and 4."""

    def draw(f: EventFolder) -> None:
        columns = zip(f.sheets["阶段"], ["先后手", "", colours, ""], strict=True)
        f.sheets["阶段"] = [[*row, value] for row, value in columns]
        f.type_in([["附加赛先后手", playoff]])
        f.draw(7)

    def given(round_no: int) -> dict[str, Any]:
        return {"lots": lots[round_no]} if lots else {}

    return {
        "draw": draw,
        "ties3": lambda f: f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 1), (7, 5)], [3, 7, 5, 1], **given(3)),
        "ties4": lambda f: f.publish_ties("淘汰", 4, "第04轮_淘汰.xlsx", [(7, 1)], [3, 7, 5, 1], **given(4)),
    }


@pytest.mark.parametrize(("colours", "playoff", "lots"), [
    ("抽签", "抽签", BY_LOT),
    ("抽签", "与前一局相反", SWAPPED),
    ("抽签", "慢棋后手方选", OPEN),
    ("猜先", "抽签", NONE),
    ("抽签", "抽签", {}),
])  # fmt: skip
def test_the_colours_are_those_of_the_lot(tmp_path: Path, colours: str, playoff: str, lots: Lots) -> None:
    """Who then had red at the table differs in two lines of the event; {} is a record older than lots."""
    assert topics(tmp_path, event(colours, playoff, lots), knockout_event) == {}


@pytest.mark.parametrize(("colours", "playoff", "lots", "findings"), [
    ("抽签", "抽签", SWAPPED, 2),
    ("抽签", "与前一局相反", BY_LOT, 2),
    ("抽签", "与前一局相反", NONE, 6),
    ("抽签", "慢棋后手方选", SWAPPED, 3),
    ("猜先", "抽签", BY_LOT, 6),
])  # fmt: skip
def test_colours_that_the_lot_does_not_give(tmp_path: Path, colours: str, playoff: str, lots: Lots, findings: int) -> None:
    found = topics(tmp_path, event(colours, playoff, lots), knockout_event)
    assert {topic: len(words) for topic, words in found.items()} == {"先后手抽签": findings}


def test_a_wrong_lot_is_named(tmp_path: Path) -> None:
    lots = {3: {**BY_LOT[3], "2 慢棋": "A02"}, 4: BY_LOT[4]}
    found = topics(tmp_path, event("抽签", "抽签", lots), knockout_event)
    assert found == {"先后手抽签": ["【先后手抽签】淘汰第 3 轮第 2 对慢棋：写的是5 号棋手A02先手；核对得出7 号棋手A04先手"]}


def test_with_one_line_there_is_only_its_own_lot() -> None:
    for playoff in ("抽签", "与前一局相反", "慢棋后手方选"):
        stage = Stage("淘汰", "单淘汰", 3, 4, "前4名", 4, {}, ("慢棋",), "抽签")
        assert reds(stage, playoff, ("甲", "乙"), {"慢棋": "乙"}) == {"慢棋": "乙"}


def test_an_event_without_a_seed_has_no_lots(tmp_path: Path) -> None:
    def draw(f: EventFolder) -> None:
        event("抽签", "抽签", {})["draw"](f)
        data = dict(f.journal.entries[-1].data)
        f.journal.path.unlink()
        f.journal = Journal(f.journal.path)
        f.record("draw", **{**data, "seed": ""})

    for lots, findings in ((NONE, 0), (BY_LOT, 6)):
        tamper = {**event("抽签", "抽签", lots), "draw": draw}
        assert len(topics(tmp_path / str(findings), tamper, knockout_event).get("先后手抽签", [])) == findings
