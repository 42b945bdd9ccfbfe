"""停用台 seen by the second referee: two groups in one hall, a knockout, a fixed table."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from event_folders import IDS, STAGES, SWISS_POINTS, EventFolder, Tamper, drawn, event_sheets, knockout_event, swiss_event, topics

from qisai.event import open_event
from qisai.verify import verify

CLOSED = [1, "", "停用台", "", "", 12]


def two_groups(path: Path, rows: list[list[Any]], boards: dict[str, list[int]]) -> EventFolder:
    """乙组 (1, 2, 3, 5) has the tables from 1, 甲组 (4, 6, 7, 8) those from 11."""
    sheets = event_sheets([], [], rows, [])
    stage = ["预赛", "积分编排", "1~3", "全体", *SWISS_POINTS]
    sheets["阶段"] = [[*STAGES[:12], "组别"], [*stage, "乙组"], [*stage, "甲组"]]
    wide = max(map(len, sheets["报名"]))
    sheets["报名"] = [
        [*row, *[""] * (wide - len(row)), "组别" if place == 0 else "甲组" if place <= 4 else "乙组"]
        for place, row in enumerate(sheets["报名"])
    ]
    folder = EventFolder(path, IDS, sheets)
    folder.draw(8)
    for group, pairs in {"乙组": [(1, 2), (3, 5)], "甲组": [(4, 6), (7, 8)]}.items():
        folder.group = group
        folder.publish("预赛", 1, f"第01轮_{group}.xlsx", pairs, boards=boards[group])
        folder.sheet("预赛", 1, [[board, *pair, None] for board, pair in zip(boards[group], pairs, strict=True)])
    return folder


@pytest.mark.parametrize(("boards", "found"), [([11, 13], set()), ([11, 12], {"台次"})])
def test_a_table_is_closed_for_the_group_that_sits_there(tmp_path: Path, boards: list[int], found: set[str]) -> None:
    two_groups(tmp_path, [CLOSED], {"乙组": [1, 2], "甲组": boards})
    assert {finding.topic for finding in verify(tmp_path).findings} - {"首轮编排"} == found


def test_both_groups_see_the_row_and_skip_the_table(tmp_path: Path) -> None:
    two_groups(tmp_path, [CLOSED, [3, "", "启用台", "", "", 12]], {"乙组": [1, 2], "甲组": [11, 13]})
    groups = open_event(tmp_path).competitions
    stage = groups["甲组"].regulation.swiss
    tables = {
        (group, number): list(islice(competition.tables(stage, number), 10))
        for group, competition in groups.items() for number in (1, 3)
    }  # fmt: skip
    assert tables["甲组", 1] == [11, *range(13, 21), 501] and tables["甲组", 3] == list(range(11, 21))
    assert tables["乙组", 1] == tables["乙组", 3] == list(range(1, 11))


@pytest.mark.parametrize(("rows", "boards", "findings"), [
    ([[2, "", "停用台", "", "", 2]], [1, 3, 4, 5], 0),
    ([[1, "", "停用台", "", "", 2], [2, "", "启用台", "", "", 2]], [1, 2, 3, 4], 0),
    ([[2, "", "停用台", "", "", 2]], [1, 2, 3, 4], 3),
    ([[3, "", "停用台", "", "", 2]], [1, 3, 4, 5], 3),
    ([[2, 6, "固定台", "", "", 9], [2, "", "停用台", "", "", 9]], [1, 2, 3, 4], 0),
    ([[2, 6, "固定台", "", "", 9], [2, "", "停用台", "", "", 1]], [9, 2, 3, 4], 0),
])  # fmt: skip
def test_tables_are_given_out_around_the_closed_ones(
    tmp_path: Path, rows: list[list[Any]], boards: list[int], findings: int
) -> None:
    """Round 2 in table order: 6-1, 3-8, 2-4, 7-5."""
    found = topics(tmp_path, {
        "draw": drawn(8, rows),
        "publish2": lambda f: f.publish("预赛", 2, "第02轮.xlsx", [(6, 1), (3, 8), (2, 4), (7, 5)], boards=boards),
    }, swiss_event, 6)  # fmt: skip
    assert len([words for words in found.get("台次", []) if "第 2 轮" in words]) == findings


def test_the_knockout_moves_to_its_next_tables_and_the_others_behind_it(tmp_path: Path) -> None:
    """The ties of four are at 1 and 2, the others at 3 and 4; with table 2 closed the record is wrong for three of them."""
    tamper: Tamper = {"draw": drawn(7, [[3, "", "停用台", "", "", 2]])}
    found = topics(tmp_path, tamper, knockout_event)
    assert {topic: len(words) for topic, words in found.items()} == {"淘汰对阵": 1, "台次": 2}
    assert "第 1、3 台留给淘汰赛" in found["淘汰对阵"][0]
