"""A whole small event with each 编号方式, each 首轮编排 and 首轮先后手, by the commands and held by the second referee."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.regulation.summary import summary
from qisai.reports import registration
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run

pytestmark = pytest.mark.long

RATINGS = {2: 1900, 3: 2100, 5: 1700, 8: 2300, 9: 1900}  # by 序号; the four others have none


def event(folder: Path, settings: dict[str, object], players: int = 9) -> Path:
    small.write(folder, players, settings)

    def rate(book) -> None:
        column = [cell.value for cell in book["报名"][1]].index("等级分") + 1
        for player, rating in RATINGS.items():
            book["报名"].cell(player + 1, column).value = rating

    small.edit(folder / EVENT_FILE, rate)
    return folder


def first_round(folder: Path) -> tuple[set[frozenset[int]], int | None]:
    """The opponents by 编号, and who has the bye."""
    record = open_event(folder).record
    publication = record.publications[0]
    pairs = {frozenset(record.numbers[line[side]] for side in ("red", "black")) for line in publication.lines}
    return pairs, record.numbers.get(publication.bye)


@pytest.mark.parametrize(("numbering", "pattern", "colours", "expected"), [
    ("等级分", "对折", "小号先", {(1, 5), (2, 6), (3, 7), (4, 8)}),
    pytest.param("上下半区", "相邻", "抽签", {(1, 2), (3, 4), (5, 6), (7, 8)}, marks=pytest.mark.long),
    pytest.param("报名顺序", "首尾", "单数号先", {(1, 8), (2, 7), (3, 6), (4, 5)}, marks=pytest.mark.long),
])  # fmt: skip
def test_an_event_is_numbered_paired_and_verified(tmp_path: Path, capsys, numbering, pattern, colours, expected) -> None:
    folder = event(tmp_path / "比赛 数据（1）", {"编号方式": numbering, "首轮编排": pattern, "首轮先后手": colours})
    assert run("draw", folder, "--yes") == 0
    told = capsys.readouterr().out
    assert "编号排好：9 人" in told
    assert ("有等级分的 5 人，没有的 4 人抽签排在后面" in told) == (numbering != "报名顺序")
    order = list(open_event(folder).record.numbers)
    if numbering == "等级分":
        assert order[:2] == ["8", "3"] and set(order[2:4]) == {"2", "9"} and order[4] == "5"
        report = registration.load(folder)
        assert "等级分高的在前" in report._numbers(next(iter(report.event.competitions.values()))).notes[0]
    elif numbering == "上下半区":
        assert {"8", "3", "2", "9", "5"} == set(order[::2])
    else:
        assert order == [str(n) for n in range(1, 10)]
    assert small.next_round(folder) == 0
    assert first_round(folder) == (set(map(frozenset, expected)), 9)
    small.fill(folder)
    small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '等级分')}2", 2500)  # known too late
    assert small.next_round(folder) == 0
    capsys.readouterr()
    assert run("verify", folder) == 0, capsys.readouterr().out


def test_the_default_draw_writes_nothing_new_into_the_journal(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "小赛", 0)
    data = json.loads((folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()[0])["data"]
    assert not {"numbering", "ratings", "groups"} & data.keys()


def test_the_printed_rules_say_how(tmp_path: Path) -> None:
    folder = event(tmp_path / "小赛", {"编号方式": "等级分", "首轮编排": "首尾", "首轮先后手": "大号先"})
    lines = dict(summary(open_event(folder).rules))
    assert lines["编号方式"] == "编号：按等级分从高到低，相同的、没有等级分的由抽签决定，没有的排在后面"
    assert lines["首轮编排"] == "首轮按编号首尾编排（20 人时 1 对 20、2 对 19…），单数时编号最大者轮空"
    assert lines["首轮先后手"] == "首轮先后手：编号大的先走"


def test_the_rules_of_an_event_that_says_nothing_are_as_they_were(tmp_path: Path) -> None:
    opened = open_event(small.copy(tmp_path / "小赛", -1))
    lines = dict(summary(opened.rules))
    assert lines["首轮编排"] == "首轮按编号相邻编排：1-2、4-3、5-6、8-7…，单数时编号最大者轮空（默认）"
    assert not {"编号方式", "首轮先后手"} & lines.keys()


@pytest.mark.parametrize(("label", "value"), [("编号方式", "身高"), ("首轮编排", "随便"), ("首轮先后手", "红先")])
def test_an_unknown_word_is_a_problem_with_what_may_be_typed(tmp_path: Path, capsys, monkeypatch, label: str, value: str) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    folder = event(tmp_path / "小赛", {label: value}, players=4)
    assert run("check", folder) == 3
    assert any(value in line and "抽签" in line for line in small.told(capsys.readouterr().out)["setting_bad"])


def test_two_groups_are_halved_each_for_itself(tmp_path: Path) -> None:
    folder = tmp_path / "两组"
    small.write(folder, 12, {"编号方式": "上下半区", "首轮先后手": "抽签"})

    def groups(book) -> None:
        page, stages = book["报名"], book["阶段"]
        header = [cell.value for cell in page[1]]
        for n in range(1, 13):
            page.cell(n + 1, header.index("组别") + 1).value = "甲组" if n <= 8 else "乙组"
            page.cell(n + 1, header.index("等级分") + 1).value = 2000 - n
        stages.delete_rows(3, 2)
        swiss = [cell.value for cell in stages[2]]
        column = [cell.value for cell in stages[1]].index("组别")
        for row, group in ((2, "甲组"), (3, "乙组")):
            small.put_rows(stages, [[f"{group}积分", *swiss[1:column], group]], first=row)

    small.edit(folder / EVENT_FILE, groups)
    assert run("draw", folder, "--yes") == 0
    order = list(map(int, open_event(folder).record.numbers))
    assert sorted([n for n in order if n <= 8][::2]) == [1, 2, 3, 4]
    assert sorted([n for n in order if n > 8][::2]) == [9, 10]
    assert small.next_round(folder) == 0
    assert run("verify", folder) == 0
    for publication in open_event(folder).record.publications:
        upper = {"1", "2", "3", "4", "9", "10"}
        assert all((line["red"] in upper) != (line["black"] in upper) for line in publication.lines)
