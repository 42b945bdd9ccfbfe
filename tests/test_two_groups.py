"""Two 组别 in one event, rehearsed from the sign-up to the prizes: one draw, one hall, one team table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.reports.ceremony import write_ceremony
from qisai.reports.paper import write_paper
from qisai.reports.team import TeamList
from qisai.tournament.prizes import awards
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run
from rehearsal_tianshui import pairs

STAGES = [
    ["公开组积分", "积分编排", "1-4", "全体", 2, 1, 0, 2, 1, 0, 2, 2, "公开组", "", "", ""],
    ["少年组积分", "积分编排", "1-3", "全体", 3, 1, 0, 3, 2, 0, 3, 3, "少年组", "", "", ""],
]
PRIZES = [
    ["名次奖", "", "1-3", 300, "是", "", "公开组", "", "", ""],
    ["名次奖", "", "1-2", 100, "是", "", "少年组", "", "", ""],
    ["团体奖", "", "1-2", 500, "", "", "", "团体", "是", ""],
]
TEAMS = ("东街", "西街", "南街", "北街")


def people() -> list[dict[str, Any]]:
    """14 grown-ups and 10 juniors, each team with both; 序号 mixed."""
    rows = []
    for n in range(1, 25):
        junior = n % 12 in (2, 4, 6, 8, 10)
        rows.append(
            {"序号": n, "姓名": f"棋手{n}", "性别": "男", "单位": TEAMS[n % 4], "角色": "选手", "缴费类别": "自费", "已缴": 100,
             "缴费顺序": n, "报到": "是", "组别": "少年组" if junior else "公开组"}
        )  # fmt: skip
    return rows


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("两组") / "比赛"
    assert run("new", folder) == 0
    wanted = {"赛事名称": "两组象棋赛", "演练": "是", "抽签种子": "两组", "团体赛": "个人名次之和", "团体计分人数": "3"}

    def fill(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value in wanted:
                row[1].value = wanted[row[0].value]
        small.put_rows(book["阶段"], in_columns(book["阶段"]))
        small.put_rows(book["奖项"], PRIZES)
        header = [cell.value for cell in book["报名"][1]]
        small.put_rows(book["报名"], [[person.get(column) for column in header] for person in people()])

    small.edit(folder / EVENT_FILE, fill)
    assert run("check", folder) == 0 and run("draw", folder) == 0
    for _ in range(5):
        assert run("next", folder, "--yes", "--no-reports") == 0
        run("simulate", folder, "--seed", "两组成绩")
    return folder


def in_columns(sheet: Any) -> list[list[object]]:
    """The stages in the order of the sheet's own columns."""
    columns = ["阶段", "赛制", "轮次", "参加者", "红胜", "红和", "红负", "黑胜", "黑和", "黑负", "轮空", "弃权胜", "组别",
               "加赛顺序", "先后手", "用时"]  # fmt: skip
    header = [cell.value for cell in sheet[1]]
    return [[dict(zip(columns, row, strict=True)).get(column) for column in header] for row in STAGES]


def test_everybody_has_a_number_of_his_own_and_each_group_its_files(folder: Path) -> None:
    event = open_event(folder)
    assert sorted(event.record.numbers.values()) == list(range(1, 25))
    names = {path.name for path in folder.glob("第*轮*.xlsx")}
    assert names == {f"第0{n}轮_公开组.xlsx" for n in range(1, 5)} | {f"第0{n}轮_少年组.xlsx" for n in range(1, 4)}
    assert [len(competition.numbers) for competition in event.competitions.values()] == [14, 10]


def test_no_two_groups_share_a_table(folder: Path) -> None:
    for round_no in (1, 2, 3):
        tables = [list(pairs(folder, f"第0{round_no}轮_{group}.xlsx")) for group in ("公开组", "少年组")]
        assert tables == [[1, 2, 3, 4, 5, 6, 7], [11, 12, 13, 14, 15]]


def test_each_group_has_its_own_scores_list_and_prizes(folder: Path) -> None:
    event = open_event(folder)
    assert set(event.record.closed) == {"公开组", "少年组"}
    for group, prizes in (("公开组", 3), ("少年组", 2)):
        competition = event.competitions[group]
        final = competition.final()
        assert list(final["rank"]) == list(range(1, len(final) + 1))
        given = awards(final, competition.people, competition.regulation).given
        assert (given["prize"] == "名次奖").sum() == prizes


def test_the_team_table_adds_ranks_across_the_groups(folder: Path) -> None:


    event = open_event(folder)
    (part,) = TeamList.of((c, c.final()) for c in event.competitions.values()).tables
    table = part.table
    ranks: dict[str, list[int]] = {team: [] for team in TEAMS}
    for competition in event.competitions.values():
        for player, row in competition.final().iterrows():
            ranks[competition.people.loc[player, "team"]].append(int(row["rank"]))
    sums = {team: sum(sorted(own)[:3]) for team, own in ranks.items()}
    assert dict(zip(table.index, table["sum"], strict=True)) == sums
    assert list(table["sum"]) == sorted(sums.values())


def test_paper_and_prize_giving_speak_of_both_groups(folder: Path) -> None:
    event = open_event(folder)
    last = [competition.publications[-1] for competition in event.competitions.values()]
    paths, problems = write_paper(event, last)
    names = {path.name for path in paths}
    assert problems == []
    assert {"公开组_第04轮_对阵表.pdf", "少年组_第03轮_对阵表.pdf"} <= names and len(names) == 4
    book = openpyxl.load_workbook(next(path for path in write_ceremony(event) if path.suffix == ".xlsx"))
    words = {str(cell.value) for sheet in book for row in sheet for cell in row}
    assert any("公开组" in word for word in words) and any("少年组" in word for word in words) and "团体奖" in words


def test_the_second_referee_agrees_on_both(folder: Path) -> None:
    assert verify(folder).findings == ()
    assert run("verify", folder) == 0
