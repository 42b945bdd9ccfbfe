"""Team events played to their end under every kind of team rule: the table, its prizes, the reports, and the second referee."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import Event, open_event
from qisai.reports import final, signup
from qisai.reports.ceremony import Ceremony
from qisai.reports.team import TeamList, team_claims
from qisai.reports.words import claims
from qisai.verify import compare, verify
from qisai.vocabulary import EVENT_FILE

PRIZES = [["团体奖", "", "1-2", 500, "", "", "", "团体", "", ""]]


def put_prizes(book: openpyxl.Workbook, rows: list[list[object]]) -> None:
    """Prize rows in the order 奖项 条件 名次 金额 证书 每满人数 组别 对象."""
    header = [cell.value for cell in book["奖项"][1]]
    names = ["奖项", "条件", "名次", "金额", "证书", "每满人数", "组别", "对象"]
    book["奖项"].delete_rows(2, 20)
    small.put_rows(book["奖项"], [[dict(zip(names, row, strict=False)).get(column) for column in header] for row in rows])


def two_groups(book: openpyxl.Workbook) -> None:
    """少年 by 5-2-3-0 and 成人 by 1-0.5-0, three and four rounds."""
    book["阶段"].delete_rows(2, 9)
    small.put_rows(book["阶段"], [
        ["积分", "积分编排", "1-3", "全体", 5, 2, 0, 5, 3, 0, 5, 5, "少年"],
        ["积分", "积分编排", "1-4", "全体", 1, 0.5, 0, 1, 0.5, 0, 1, 1, "成人"],
    ])  # fmt: skip
    page = book["报名"]
    column = [cell.value for cell in page[1]].index("组别") + 1
    for row in range(2, 18):
        page.cell(row, column).value = "少年" if row % 3 else "成人"


def named(book: openpyxl.Workbook) -> None:
    """甲队 has named the second and the fourth of its four, the other teams nobody."""
    page = book["报名"]
    header = [cell.value for cell in page[1]]
    own = [row for row in range(2, 18) if page.cell(row, header.index("单位") + 1).value == "甲队"]
    for row in own[1::2]:
        page.cell(row, header.index("团体队员") + 1).value = "是"


def filler(book: openpyxl.Workbook) -> None:
    """The seventeenth of 甲队 only makes the field even."""
    page = book["报名"]
    header = [cell.value for cell in page[1]]
    row = {**small.people(17)[-1], "单位": "甲队", "角色": "陪打", "已缴": None, "缴费顺序": None}
    small.put_rows(page, [[row.get(name) for name in header]], first=18)
    page.cell(17, header.index("报到") + 1).value = "否"  # the sixteenth stays away


def without_opponents(book: openpyxl.Workbook) -> None:
    """A chain that does not name 对手分 nor 犯规."""
    page = book["名次"]
    page.delete_rows(2, 20)
    small.put_rows(page, [[1, "积分"], [2, "胜局"], [3, "编号"]])


def play(folder: Path, settings: dict[str, object], *changes: Callable[[openpyxl.Workbook], object]) -> Event:
    small.write(folder, 16, {"缺轮处理": "不列名次", **settings})

    def change(book: openpyxl.Workbook) -> None:
        put_prizes(book, PRIZES)
        for one in changes:
            one(book)

    small.edit(folder / EVENT_FILE, change)
    assert small.run("draw", folder) == 0
    for _ in range(12):
        event = open_event(folder)
        if set(event.record.closed) == set(event.regulations):
            break
        small.fill(folder)
        if len(event.record.publications) == 1:  # somebody did not come: he has no rank
            small.result(folder, 2, "红弃", file=event.record.publications[0].file)
        assert small.next_round(folder) == 0
    return open_event(folder)


CASES: dict[str, tuple[dict[str, object], list[Callable[[openpyxl.Workbook], object]]]] = {
    "points of all, last rounds": (
        {"团体赛": "个人积分之和", "团体计分人数": "全队", "人数不足的队": "有几人计几人", "团体最少人数": 3,
         "团体相同": "末轮得分和，对手分和"}, [without_opponents]),
    "rank points, padded": (
        {"团体赛": "名次分之和", "团体计分人数": 4, "名次分": "0,2,3", "人数不足的队": "缺额按参赛人数",
         "团体名次口径": "只在代表队队员中重排", "团体相同": "胜局和，犯规和，累进分和"},
        [without_opponents, filler]),
    "named, two groups": (
        {"团体赛": "个人名次之和", "团体计分人数": 2, "团体名次口径": "只在代表队队员中重排"}, [two_groups, named]),
    "each group": (
        {"团体赛": "名次分之和", "团体计分人数": 2, "名次分": "9,7,6,5,4,3,2,1", "团体范围": "各组分别",
         "人数不足的队": "缺额按末名加一"}, [two_groups, named]),
    "points of the best of each group": (
        {"团体赛": "个人积分之和", "团体计分人数": "全队", "每组计分人数": 1, "人数不足的队": "有几人计几人",
         "团体相同": "对手分和，末轮得分和"}, [two_groups]),
    "too few teams": ({"团体赛": "个人名次之和", "团体计分人数": 2, "团体最少队数": 9}, []),
}  # fmt: skip


#: Played in every run; the others with -m long.
ALWAYS = ("each group", "rank points, padded")
PARAMS = [pytest.param(name, marks=[pytest.mark.long] * (name not in ALWAYS), id=name) for name in CASES]


@pytest.fixture(scope="module", params=PARAMS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Event]:
    settings, changes = CASES[request.param]
    return request.param, play(tmp_path_factory.mktemp("队") / "小赛", settings, *changes)


def test_the_second_referee_makes_the_same_table_and_gives_the_same_prizes(played: tuple[str, Event]) -> None:
    name, event = played
    report = verify(event.folder)
    shared = team_claims(event)
    findings = [*report.findings]
    for group, competition in event.competitions.items():
        findings += compare(report, claims(competition) | shared, group)
    assert findings == []
    assert len(shared["teams"]) == len(report.teams) >= 4
    assert bool(shared["team_prizes"]) == (name != "too few teams")


def test_a_wrong_total_or_prize_is_found(played: tuple[str, Event]) -> None:
    name, event = played
    report, shared = verify(event.folder), team_claims(event)
    (team, rank, total), *others = shared["teams"]
    group = next(iter(event.regulations))
    assert len(compare(report, {"teams": [(team, rank or 1, (total or 0) + Fraction(1, 2)), *others]}, group)) == 1
    if shared["team_prizes"]:
        (prize, place, winner, amount), *rest = shared["team_prizes"]
        assert len(compare(report, {"team_prizes": [(prize, place, winner, amount + 1), *rest]}, group)) == 1


@pytest.mark.long
def test_the_reports_show_the_table_with_a_sentence_for_each_team(played: tuple[str, Event], tmp_path: Path) -> None:
    name, event = played
    report = final.load(event.folder)
    frames, sheets = report.teams().frames, report.teams().sheets
    assert len(frames) == (2 if name == "each group" else 1)
    for frame, sheet in zip(frames, sheets, strict=True):
        assert frame.columns[2] in ("名次和", "积分和", "名次分和") and (frame["为什么排在这里"] != "").all()
        assert set(frame["单位"]) <= {"甲队", "乙队", "丙队", "丁队"} and sheet.notes[0].startswith("每队")
    given = Ceremony(event).now
    teams = given[given["编号"] == ""]
    assert len(teams) == {"too few teams": 0, "each group": 4}.get(name, 2)
    if name == "each group":
        assert sorted(set(teams["奖项"])) == ["少年　团体奖", "成人　团体奖"]
        written = {small.posted(path) for path in report.write(tmp_path)}
        assert {"少年_团体名次.png", "成人_团体名次.png", "团体名次.xlsx"} <= written


@pytest.mark.long
def test_a_filler_is_nobody_s_and_counts_in_no_field(tmp_path: Path) -> None:
    """16 play, one of them a filler who sits with 甲队: somebody missing counts 15, the members of the teams."""
    settings, changes = CASES["rank points, padded"]
    event = play(tmp_path / "小赛", {**settings, "团体计分人数": 5, "名次分": "1,2"}, *changes)
    (part,) = tables(event).tables
    assert set(part.table["heads"]) == {4, 3} and set(part.table["pad"]) == {15}


def tables(event: Event) -> TeamList:
    return TeamList.of((competition, competition.final()) for competition in event.competitions.values())


@pytest.mark.long
def test_points_of_groups_with_other_units_are_added_in_whole_points(tmp_path: Path) -> None:
    """少年 count in whole points, 成人 in halves: the total of a team is the best of each, as the lists show them."""
    settings, changes = CASES["points of the best of each group"]
    event = play(tmp_path / "小赛", settings, *changes)
    (part,) = tables(event).tables
    for row in part.table.itertuples():
        best = []
        for competition in event.competitions.values():
            listed = competition.final()
            own = listed[(competition.people["team"].reindex(listed.index) == row.Index) & listed["rank"].notna()]
            best += [Fraction(competition.regulation.show(int(own["points"].max())))] if len(own) else []
        assert sum(best) == row.sum


def test_naming_is_closed_with_the_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who counts for 甲队 stands in the record of the draw; a tick more or less afterwards is refused and told."""
    folder = tmp_path / "小赛"
    small.write(folder, 16, {"团体赛": "个人名次之和", "团体计分人数": "2"})
    small.edit(folder / EVENT_FILE, named)
    table = signup.teams(open_event(folder)).set_index("队")
    assert table.loc["甲队", ["选手数", "够计分人数"]].to_list() == [4, "够"]
    assert small.run("draw", folder) == 0
    event = open_event(folder)
    assert sorted(event.record.team_members) == sorted(event.people.index[event.people["team_member"]]) != []
    assert verify(folder).findings == ()
    column = small.column(folder / EVENT_FILE, "报名", "团体队员")
    ticked = event.record.team_members[0]
    row = 2 + list(event.people.index).index(ticked)
    small.put(folder / EVENT_FILE, "报名", f"{column}{row}", None)
    assert small.run("next", folder, "--yes") == 3
    assert "团体队员" in capsys.readouterr().out
    assert [finding.topic for finding in verify(folder).findings] == ["团体"]
