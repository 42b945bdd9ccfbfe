"""Results that a spreadsheet has turned into times and days are read as they were typed."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from event_folders import ROUND_1, EventFolder, line, swiss_event, topics

from qisai.problems import InputProblems
from qisai.verify.folder import result_words

TIME, DAY = datetime.time, datetime.datetime


@pytest.mark.parametrize(("cell", "words"), [
    (TIME(1, 0), "1-0"), (TIME(2, 0), "2-0"), (TIME(0, 1), "0-1"), (TIME(0, 2), "0-2"), (TIME(1, 1), "1-1"),
    (DAY(2024, 1, 1), "1-1"), (datetime.date(1999, 1, 1), "1-1"), (DAY(2000, 1, 1), "1-0"), (DAY(2000, 2, 1), "2-0"),
    (datetime.timedelta(hours=2), "2-0"), (DAY(1899, 12, 30, 0, 2), "0-2"),
    (DAY(1900, 1, 1), "1"), (DAY(1900, 1, 6), "6"), (datetime.timedelta(days=3), "3"), ("１：０", "1-0"), (3, "3"), (None, ""),
])  # fmt: skip
def test_as_typed(cell: object, words: str) -> None:
    assert result_words(cell) == words


@pytest.mark.parametrize("cell", [TIME(3, 0), TIME(1, 0, 5), DAY(2024, 2, 1), DAY(2024, 1, 2), DAY(2000, 3, 1), DAY(1900, 1, 7)])
def test_what_cannot_have_been_a_result_is_a_problem(tmp_path: Path, cell: object) -> None:
    with pytest.raises(InputProblems) as raised:
        topics(tmp_path, {"sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, cell]])}, swiss_event, 3)
    assert [problem.code for problem in raised.value.problems] == ["result_unknown"]


def test_a_round_file_full_of_times_and_days(tmp_path: Path) -> None:
    """1-2 5:0, 4-3 drawn, 5-6 0:5, 8-7 5:0, as accepted."""

    def sheet1(f: EventFolder) -> None:
        results = [TIME(1, 0), DAY(2024, 1, 1), TIME(0, 2), DAY(2000, 2, 1)]
        pairs = [(1, 2), (4, 3), (5, 6), (8, 7)]
        f.sheet("预赛", 1, [[n, *pair, result] for n, (pair, result) in enumerate(zip(pairs, results, strict=True), start=1)])

    assert topics(tmp_path, {"sheet1": sheet1}, swiss_event) == {}
    other = [line(1, 1, 2, "黑胜"), *ROUND_1[1:]]
    found = topics(tmp_path / "other", {
        "sheet1": sheet1, "accept1": lambda f: f.accept("预赛", 1, other, [6, 2, 8, 3, 4, 1, 7, 5]),
    }, swiss_event, 4)  # fmt: skip
    assert found["成绩表"] == ["【成绩表】第01轮.xlsx 第 1 台：写的是红胜；核对得出记录里是黑胜，没有更正记录"]


def test_numbers_as_people_type_them(tmp_path: Path) -> None:
    """第3台, ３号 and a digit in a cell that shows days."""
    rows = [["第1台", "1号", "2号", DAY(1900, 1, 1)], ["２台", 4.0, "第３号", DAY(1900, 1, 3)], [3, "５", "6号", 2], [4, 8, 7, 1]]

    def sheet2(f: EventFolder) -> None:
        f.sheet("预赛", 2, [[1, 6, 1, 3], [2, 3, 8, 2], ["第3台", 2, 4, 1, "1次"], [4, 7, 5, 5]])

    found = topics(tmp_path, {"sheet1": lambda f: f.sheet("预赛", 1, rows), "sheet2": sheet2}, swiss_event)
    assert found == {}
