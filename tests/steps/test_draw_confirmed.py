"""Before the draw: everybody who is here and would not play is asked about, with the true amount and what to type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
from qisai import dialogue
from qisai.draw_dialogue import left_out
from qisai.event import Event, open_event
from qisai.reports import signup
from qisai.reports.words import entry_lines
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE
from rehearsal_danyang import run

TEAM = {"缴费类别": "团队", "单位": "乙队"}


def event(folder: Path, rules: dict[str, Any], *rows: dict[str, Any]) -> Event:
    """Signed up: 序号 1, 2, …, all of 甲队 and here, 自费 of 100; what a row says is otherwise."""
    folder = small.copy(folder / "赛", -1)

    def change(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            row[1].value = rules.get(row[0].value, row[1].value)
        page = book["报名"]
        header = [cell.value for cell in page[1]]
        page.delete_rows(2, 20)
        usual = {"单位": "甲队", "角色": "选手", "缴费类别": "自费", "报到": "是", "性别": "男"}
        people = [{"序号": n, "姓名": f"棋手{n}", **usual, **row} for n, row in enumerate(rows, start=1)]
        small.put_rows(page, [[person.get(name) for name in header] for person in people])

    small.edit(folder / EVENT_FILE, change)
    return open_event(folder)


def money(folder: Path, *rows: dict[str, Any], **rules: Any) -> Event:
    fees = {"缴费类别": "自费=100，团队=200，协会=80", "按队缴费类别": "团队", "代付类别": "协会"}
    return event(folder, {**fees, **rules}, *rows)


@pytest.mark.parametrize(
    ("typed", "words", "remedy"),
    [
        ({"已缴": 80, "退费": 50}, "欠 70 元（应缴 100，已缴 80，退费 50）", "把「已缴」改为 150（「退费」里的 50 填错了"),
        ({"已缴": 100, "退费": 100}, "欠 100 元（应缴 100，已缴 100，退费 100）", "把「已缴」改为 200"),
        ({"已缴": 60}, "欠 40 元", "把「已缴」改为 100"),
        ({}, "欠 100 元", "把「已缴」改为 100"),
    ],
)
def test_what_is_asked_for_is_what_is_owed(typed: dict[str, Any], words: str, remedy: str, tmp_path: Path) -> None:
    found = money(tmp_path, typed, {"已缴": 100})
    ((line, told),) = left_out(found)
    assert line == f"棋手1（甲队）已到场，{words}：不参加抽签" and f"给 棋手1（序号 1）{remedy}" in told
    owed = int(words.split()[1])
    assert signup.here_but_unpaid(found)["欠"].tolist() == signup.unpaid(found)["欠"].tolist() == [owed]


def test_a_team_is_asked_for_what_the_team_owes_and_the_money_goes_where_it_came_from(tmp_path: Path) -> None:
    leader = {**TEAM, "角色": "领队", "已缴": 150}
    found = money(tmp_path, {**TEAM, "缴费顺序": 7}, TEAM, leader, {"已缴": 100, "缴费顺序": 1}, 人数上限=10)
    lines = left_out(found)
    words = "（乙队）已到场，全队还欠 50 元（应缴 200，实收 150）：不参加抽签"
    assert [line for line, _ in lines] == [f"棋手1{words}", f"棋手2{words}"]
    assert {remedy for _, remedy in lines} == {"在「报名」表给 棋手3（序号 3）把「已缴」改为 200"}
    assert signup.here_but_unpaid(found)["欠"].tolist() == ["全队 50", "全队 50"]
    assert "到场但没有缴足，没有名额：棋手1（全队还差 50 元）、棋手2（全队还差 50 元）" in entry_lines(found)


def test_what_is_typed_as_the_remedy_says_is_enough(tmp_path: Path) -> None:
    found = money(tmp_path, TEAM, {**TEAM, "角色": "教练"}, {"已缴": 80, "退费": 30}, {"已缴": 100})
    for _, remedy in left_out(found):
        player, paid = (int(remedy.split(mark)[1].split(end)[0]) for mark, end in (("（序号 ", "）"), ("改为 ", "（")))
        column = small.column(found.folder / EVENT_FILE, "报名", "已缴")
        small.put(found.folder / EVENT_FILE, "报名", f"{column}{player + 1}", paid)
    after = open_event(found.folder)
    assert left_out(after) == [] and after.entries["entered"].all()


FIT = {"参赛条件": "性别=男、年龄<=60", "不合条件的": "不编排"}


@pytest.mark.parametrize(
    ("typed", "words", "remedy"),
    [
        ({"出生年份": 1950}, "不合参赛条件 年龄<=60（填的是「1950」）", "改正「出生年份」；没有填错而裁判长同意他参赛"),
        ({}, "参赛条件是 年龄<=60，「出生年份」没有填", "补上「出生年份」"),
        ({"性别": None, "出生年份": 1990}, "参赛条件是 性别=男，「性别」没有填", "补上「性别」"),
        ({"性别": "女", "出生年份": 1990}, "不合参赛条件 性别=男（填的是「女」）", "改正「性别」"),
        ({"出生年份": 1950, "已缴": 60}, "不合参赛条件 年龄<=60（填的是「1950」）；欠 40 元", "把「已缴」改为 100"),
    ],
)
def test_who_paid_and_came_and_does_not_meet_the_conditions_is_asked_about(
    typed: dict[str, Any], words: str, remedy: str, tmp_path: Path
) -> None:
    found = event(tmp_path, FIT, {"已缴": 100, "缴费顺序": 1, **typed}, {"已缴": 100, "缴费顺序": 2, "出生年份": 1990})
    ((line, told),) = left_out(found)
    assert line == f"棋手1（甲队）已到场，{words}：不参加抽签" and f"给 棋手1（序号 1）{remedy}" in told


def test_who_paid_and_came_and_waits_is_asked_about_and_the_cap_that_is_told_lets_him_in(tmp_path: Path) -> None:
    rows = [{"已缴": 100, "缴费顺序": n, "报到": "否" if n == 2 else "是"} for n in range(1, 7)]
    found = event(tmp_path, {"人数上限": 3}, *rows)
    lines = left_out(found)
    assert [line.split("（")[0] for line, _ in lines] == ["棋手5", "棋手6", "棋手2"]
    assert "已缴费，名额 3 人满了（按缴费先后他是第 5 位）：不参加抽签" in lines[0][0]
    assert "「人数上限」由 3 改为 4" in lines[0][1] and "由 3 改为 5" in lines[1][1] and "没有报到" in lines[2][0]
    raised = event(tmp_path / "2", {"人数上限": 4}, *rows)
    assert [line.split("（")[0] for line, _ in left_out(raised)] == ["棋手6", "棋手2"]


def test_everybody_here_plays_or_is_asked_about_once(tmp_path: Path) -> None:
    rules = {**FIT, "人数上限": 2, "体检与保险": "缺的不编排"}
    proof, born = {"体检": "是", "保险": "是"}, {"出生年份": 1990}
    paid = [{"已缴": 100, "缴费顺序": n} for n in range(1, 8)]
    rows = [
        {**paid[0], **proof, **born}, {**paid[1], **born}, {**paid[2], **proof}, {**born},
        {**paid[4], **proof, **born, "报到": "否"}, {**paid[5], **proof, **born}, {**paid[6], **proof, **born},
        {"角色": "陪打", "缴费类别": None},
    ]  # fmt: skip
    found = event(tmp_path, rules, *rows)
    field, lines = found.entries, left_out(found)
    asked = [line.split("（")[0] for line, _ in lines]
    assert asked == [f"棋手{n}" for n in field.index[field["present"] & ~field["entered"]]]
    assert len(set(asked)) == len(asked) and set(field.index[field["entered"]]) | {a[2:] for a in asked} == set("1234678")
    assert "缺体检、保险" in lines[0][0] and "「体检」、「保险」填「是」" in lines[0][1]
    assert "欠 100 元；缺体检、保险" in next(line for line, _ in lines if line.startswith("棋手4"))


def test_a_no_stops_the_draw_with_the_place_to_type_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = event(tmp_path, {"人数上限": 2}, *({"已缴": 100, "缴费顺序": n} for n in (1, 2, 3)))
    monkeypatch.setattr(dialogue, "somebody_there", lambda: True)
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda question: (asked.append(question), "n")[1])
    assert run("draw", found.folder) == 3
    assert len(asked) == 1 and "棋手3（甲队）已到场，已缴费，名额 2 人满了" in asked[0]
    assert "没有抽签。请把「规程」表的「人数上限」由 2 改为 3" in capsys.readouterr().out
    assert not (found.folder / JOURNAL_FILE).exists()
