"""Prize-giving while the final is still played, teams in every report, two chains, and two groups; by the commands."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event
from qisai.event import open_event
from qisai.problems import InputProblems
from qisai.reports import final, registration
from qisai.reports import round as rounds
from qisai.reports.awarded import GIVEN
from qisai.reports.ceremony import Ceremony, ceremony_lines, in_order_of_call, write_ceremony
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE

PRIZES = [
    ["名次奖", "", "1-6", 100, "是", "", "", "", "是"], ["幸运奖", "", "7,8,40", 20, "否"],
    ["丹阳籍奖", "地区=丹阳", "1-2", 10, "是"], ["团体奖", "", "1", 90, "是", "", "", "团体", "是"],
    ["团体奖", "", "2-3", 60, "否", "", "", "团体", "是"],
]  # fmt: skip
CHAINS = [[1, "积分", "", "", "甲案"], [2, "对手分", "", "", "甲案"], [1, "积分", "", "", "乙案"], [2, "胜局", "", "", "乙案"],
          [3, "累进分", "", "", "乙案"]]  # fmt: skip
SETTINGS = {"团体赛": "个人名次之和", "团体计分人数": "2", "晋级赛事": "省赛", "晋级名额": "2", "必须组队的单位": "乙队，戊队",
            "名次方案": "乙案", "体检与保险": "缺的提醒"}  # fmt: skip
KNOCKOUT_FILE = "第05轮_淘汰.xlsx"


def fill_in(book: openpyxl.Workbook) -> None:
    """Prizes, two chains, the leaders of two teams; one player has all his papers, two are of no team."""
    small_event.put_rows(book["奖项"], PRIZES)
    book["名次"].delete_rows(2, 20)
    small_event.put_rows(book["名次"], CHAINS)
    page = book["报名"]
    header = [cell.value for cell in page[1]]
    leaders = [{"序号": 51, "姓名": "领队一", "单位": "乙 队", "角色": "领队", "缴费类别": "自费"}]
    small_event.put_rows(page, [[row.get(name) for name in header] for row in leaders], first=12)
    small_event.put_rows(book["人员"], [["丙队领队", "领队二", "丙队"]])
    for player, column, value in ((1, "体检", "是"), (1, "保险", "是"), (4, "单位", "个人"), (8, "单位", None)):
        page.cell(player + 1, header.index(column) + 1).value = value


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten people, the others through, the final published and blank."""
    folder = tmp_path_factory.mktemp("颁") / "小赛"
    small_event.write(folder, 10, SETTINGS)
    small_event.edit(folder / EVENT_FILE, fill_in)
    assert small_event.run("draw", folder) == 0
    for number in range(1, 6):
        assert small_event.next_round(folder) == 0
        blank = (folder / KNOCKOUT_FILE).read_bytes() if number == 5 else b""
        small_event.fill(folder)
    (folder / KNOCKOUT_FILE).write_bytes(blank)
    assert small_event.next_round(folder) == 0
    return folder


@pytest.fixture(scope="module")
def ended(playing: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(playing, tmp_path_factory.mktemp("终") / "小赛"))
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    return folder


def cells(path: Path, sheet: str) -> list[list[object]]:
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(path)[sheet].iter_rows()]


@pytest.mark.long
def test_before_the_first_settled_place_there_is_no_prize_giving(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 3)
    assert write_ceremony(open_event(folder)) == []  # no prizes are set
    small_event.edit(folder / EVENT_FILE, lambda book: small_event.put_rows(book["奖项"], [["名次奖", "", "1-3", 100, "是"]]))
    with pytest.raises(InputProblems) as found:
        write_ceremony(open_event(folder))
    (problem,) = found.value.problems
    assert problem.code == "not_yet" and "还没有一个名次定下来（第一阶段还没下完）" in problem.wrong
    assert ceremony_lines(open_event(folder))[1] == "还不能发：名次奖第 1-3 名，计 300 元（第一阶段还没下完）"


@pytest.mark.parametrize("rounds_out", [-1, 0, 1])
def test_an_event_that_has_hardly_begun_is_told_so_in_words(tmp_path: Path, rounds_out: int) -> None:
    folder = small_event.copy(tmp_path / "小赛", rounds_out)
    small_event.edit(folder / EVENT_FILE, lambda book: small_event.put_rows(book["奖项"], [["名次奖", "", "1-3", 100, "是"]]))
    with pytest.raises(InputProblems, match="还没有一个名次定下来（还没有抽签）" if rounds_out < 0 else "第一阶段还没下完"):
        write_ceremony(open_event(folder))


def test_while_the_final_is_played_everything_else_is_given_in_the_order_of_call(playing: Path) -> None:
    event = open_event(playing)
    called = Ceremony(event).order()
    places = list(zip(called["奖项"], called["名次"], strict=True))
    main = [("名次奖", place) for place in (6, 5, 4, 3)]
    assert places[:2] == [("幸运奖", 8), ("幸运奖", 7)] and [pair for pair in places if pair[0] == "名次奖"] == main
    assert list(called.columns) == ["次序", "奖项", "名次", "姓名", "单位", "金额", "证书", "奖牌"]
    ranking = final.load(playing).ranking().frames[0].set_index("名次")["姓名"]
    assert list(called.loc[called["奖项"] == "名次奖", "姓名"]) == [ranking[place] for place in (6, 5, 4, 3)]


def test_what_must_wait_says_for_what_and_what_nobody_can_take_says_why(playing: Path) -> None:
    still_open = Ceremony(open_event(playing)).still_open()
    waiting = still_open[still_open["原因"] == "淘汰赛还没下完"]
    pairs = set(zip(waiting["奖项"], waiting["名次"], strict=True))
    assert {("名次奖", 1), ("名次奖", 2), ("团体奖", 1), ("团体奖", 2), ("团体奖", 3)} <= pairs
    assert still_open.iloc[-1].to_list() == ["幸运奖", 40, "不颁发：列名次的只有 10 人", 20]
    lines = ceremony_lines(open_event(playing))
    assert lines[0].startswith("现在可以颁发 ") and "还不能发：团体奖第 1-3 名，计 210 元（淘汰赛还没下完）" in lines


def test_at_the_end_teams_are_called_before_the_first_three_and_the_champion_last(ended: Path) -> None:
    called = Ceremony(open_event(ended)).order()
    assert list(called["奖项"].tail(6)) == ["团体奖"] * 3 + ["名次奖"] * 3 and list(called["名次"].tail(6)) == [3, 2, 1, 3, 2, 1]
    leaders = called[called["奖项"] == "团体奖"].set_index("单位")["姓名"].to_dict()
    assert leaders == {"乙队": "领队 领队一", "丙队": "领队 领队二", "丁队": "领队"}
    assert list(called["次序"]) == list(range(1, len(called) + 1)) and len(called) == 13


def test_the_workbook_has_a_sheet_for_each_thing_to_do(playing: Path, ended: Path) -> None:
    (path,) = write_ceremony(open_event(playing))
    assert path == playing / "报表" / "颁奖" / "颁奖.xlsx"
    assert openpyxl.load_workbook(path).sheetnames == ["颁奖次序", "签收表", "按人合计", "每人合计", "证书", "奖牌", "还不能发"]
    (path,) = write_ceremony(open_event(ended))
    signed = cells(path, "签收表")
    head = next(row for row in signed if row[1] == "奖项")
    assert head == ["序", "奖项", "名次", "编号", "姓名", "单位", "金额（元）", "大写", "证书奖牌", "领取人签字"]
    assert [row[4:6] for row in signed if row[1] == "团体奖" and row[5] == "乙队"] == [["领队 领队一", "乙队"]]
    assert [row[8] for row in signed if row[1] in ("团体奖", "丹阳籍奖")] == ["证书", "证书", "奖牌", "奖牌", "证书、奖牌"]
    certificates = [row[1:5] for row in cells(path, "证书") if isinstance(row[0], int)]
    first = Ceremony(open_event(ended)).order().set_index("奖项").loc["团体奖", "单位"].iloc[-1]
    assert len(certificates) == 6 + 2 + 1 and [first, None, "团体奖", "第一名"] in certificates  # a team under its own name
    assert all(cell.data_type != "f" for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for cell in row)


def test_a_name_on_a_certificate_has_no_blank_that_lines_it_up(ended: Path) -> None:
    assert not [name for name in Ceremony(open_event(ended)).certificates()["姓名"] if "　" in name or name == "李 四"]


@pytest.mark.long
def test_the_money_of_the_prize_giving_is_that_of_the_final_report(ended: Path, tmp_path: Path) -> None:
    ceremony, report = Ceremony(open_event(ended)), final.load(ended)
    total = 6 * 100 + 2 * 20 + 2 * 10 + 90 + 2 * 60
    assert ceremony.now["金额"].sum() == ceremony.by_person()["合计（元）"].sum() == total
    assert f"共颁发 13 项，奖金 {total} 元，证书 9 份，奖牌 9 枚" in report.headline().lines
    report.write(tmp_path)
    book = openpyxl.load_workbook(tmp_path / "奖金签收表.xlsx")
    assert book.sheetnames == ["奖金签收", "按人合计", "颁奖次序", "证书", "奖牌"]
    rows = cells(tmp_path / "奖金签收表.xlsx", "奖金签收")
    assert list(ceremony.receipts()["姓名"])[:-1] == [row[4] or "" for row in rows if isinstance(row[0], int)]


@pytest.mark.long
def test_the_final_report_shows_the_teams_and_who_qualifies(ended: Path, tmp_path: Path) -> None:
    report = final.load(ended)
    (table,) = report.teams().frames
    ranks = report.ranking().frames[0]
    for row in table[table["名次"] != "—"].itertuples():
        own = sorted(ranks.loc[ranks["单位"] == row.单位, "名次"])[:2]
        assert sum(own) == row.名次和 and f"({own[0]})" in row.计分队员
    assert set(table["单位"]) == {"乙队", "丙队", "丁队"}  # of 甲队 one goes alone and one has no team
    lines = report.headline().lines
    assert f"取得晋级资格（省赛）：{ranks['姓名'][0]}、{ranks['姓名'][1]}" in lines
    assert any(line.startswith("团体：第1名 ") for line in lines)
    assert list(report.basis().frames[0]["晋级"].head(3)) == ["晋级", "晋级", ""]
    names = {small_event.posted(path) for path in report.write(tmp_path)}
    assert {"团体名次.png", "获奖_团体奖.png", "总名次.xlsx"} <= names
    assert openpyxl.load_workbook(tmp_path / "总名次.xlsx").sheetnames == [
        "总名次", "名次依据", "团体名次", "团体奖", "奖项", "未颁发", "数据",
    ]  # fmt: skip
    assert (tmp_path / "裁判用_两种算法对照.xlsx").is_file()


def test_two_chains_are_compared_and_the_other_one_is_said_not_to_hold(ended: Path) -> None:
    sheet = final.load(ended).compared().sheets[0]
    table = sheet.frame
    assert list(table.columns[2:6]) == ["乙案 出线名次", "甲案 出线名次", "乙案 总名次", "甲案 总名次"]
    ranks = final.load(ended).ranking().frames[0]
    assert list(table["乙案 总名次"][4:]) == list(ranks["名次"][4:]) and set(table["甲案 总名次"][:4]) == {""}
    assert sorted(table["甲案 出线名次"]) == list(range(1, 11))
    for row in table.itertuples(index=False):
        assert (row[2] != row[3]) == ("出线名次" in row[6]) and (row[4] != row[5]) == ("总名次" in row[6])
    assert sheet.notes[0].startswith("名次按「乙案」；「甲案」未采用") and sheet.notes[1].startswith("按「甲案」前 4 名")


@pytest.mark.long
def test_every_accepted_round_has_the_teams_as_they_stand(ended: Path, tmp_path: Path) -> None:
    for number in (1, 4, 5):
        report = rounds.load(ended, number)
        (table,) = report.teams().frames
        assert len(table) == 3 and "暂列" in report.teams().sheets[0].title
        report.write(tmp_path / str(number))
        assert "团体名次" in openpyxl.load_workbook(tmp_path / str(number) / f"第0{number}轮_名次.xlsx").sheetnames
    first = rounds.load(ended, 1)
    own = first.standings().frames[0]
    row = first.teams().frames[0].iloc[0]
    assert row["名次和"] == sum(sorted(own.loc[own["单位"] == row["单位"], "名次"])[:2])


def test_an_event_without_teams_shows_none(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    assert not rounds.load(folder, 1).teams().sheets and not final.load(folder).teams().sheets
    assert [sheet.name for sheet in registration.load(folder).heads().sheets] == ["人数"]


def test_the_sign_up_names_the_teams_that_must_come_and_the_papers_that_are_missing(playing: Path) -> None:
    report = registration.load(playing)
    sheet = next(sheet for sheet in report.heads().sheets if sheet.name == "代表队")
    table = sheet.frame.set_index("队")
    assert list(table.index) == ["乙队", "丙队", "丁队", "戊队"] and "必须组队而没有报名的：戊队" in sheet.title
    assert table.loc["乙队", ["选手数", "领队", "够计分人数", "必须组队"]].to_list() == [3, "领队一", "够", "是"]
    assert table.loc["戊队", ["选手数", "必须组队"]].to_list() == [0, "是，没有报名"]
    papers = next(sheet for sheet in report.watch().sheets if sheet.name == "缺体检保险").frame
    assert len(papers) == 9 and set(papers["缺"]) == {"体检、保险"}


@pytest.fixture(scope="module")
def two_groups(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two groups of seven, three rounds each; teams have people in both."""

    def change(book: openpyxl.Workbook) -> None:
        book["阶段"].delete_rows(2, 9)
        points = [5, 2, 0, 5, 3, 0, 5, 5]
        small_event.put_rows(book["阶段"], [["积分", "积分编排", "1-3", "全体", *points, group] for group in ("少年", "成人")])
        small_event.put_rows(book["奖项"], [*PRIZES[:1], *PRIZES[3:]])
        page = book["报名"]
        column = [cell.value for cell in page[1]].index("组别") + 1
        for row in range(2, 16):
            page.cell(row, column).value = "少年" if row % 2 else "成人"

    folder = tmp_path_factory.mktemp("两组") / "小赛"
    small_event.write(folder, 14, {"团体赛": "个人名次之和", "团体计分人数": "3"})
    small_event.edit(folder / EVENT_FILE, change)
    assert small_event.run("draw", folder) == 0
    for _ in range(4):
        assert small_event.next_round(folder) == 0
        small_event.fill(folder)
    return folder


@pytest.mark.long
def test_teams_of_two_groups_stand_in_one_table_and_take_their_prizes_once(two_groups: Path, tmp_path: Path) -> None:
    report = final.load(two_groups)
    (table,) = report.teams().frames
    ranks = pd.concat(report.ranking().frames)
    for row in table.itertuples():
        assert row.名次和 == sum(sorted(ranks.loc[ranks["单位"] == row.单位, "名次"])[:3])
        assert "(少年" in row.计分队员 or "(成人" in row.计分队员
    ceremony = Ceremony(open_event(two_groups))
    assert (ceremony.now["奖项"] == "团体奖").sum() == 3 and (ceremony.now["奖项"] == "少年　名次奖").sum() == 6
    assert report.headline().lines.count("共颁发 15 项，奖金 1410 元，证书 13 份，奖牌 15 枚") == 1
    names = {small_event.posted(path) for path in report.write(tmp_path)}
    assert {"团体名次.xlsx", "团体名次.png", "少年_奖金签收表.xlsx", "成人_总名次.xlsx"} <= names
    assert openpyxl.load_workbook(tmp_path / "团体名次.xlsx").sheetnames == ["团体名次", "团体奖", "团体奖签收"]


@pytest.mark.long
def test_the_second_referee_has_the_same_teams(ended: Path, two_groups: Path) -> None:
    for folder in (ended, two_groups):
        (part,) = final.load(folder).team_list.tables
        table = part.table
        placed = table[table["rank"].notna()]
        derived = [(row["team"], row["rank"], row["sum"], row["ranks"]) for row in verify(folder).teams if row["rank"]]
        assert derived == [(row.Index, row.rank, row.sum, list(row.ranks)) for row in placed.itertuples()] and derived


def test_of_lists_and_groups_the_one_that_is_worth_less_is_called_first() -> None:
    rows = pd.DataFrame(
        [("少年　名次奖", 1, 50, 4, "少年", ""), ("成人　名次奖", 1, 100, 4, "成人", ""), ("成人　名次奖", 4, 70, 2, "成人", ""),
         ("成人　女子奖", 1, 30, 1, "成人", "性别=女"), ("成人　地方奖", 2, 10, 1, "成人", "地区=丹阳"),
         ("成人　地方奖", 1, 20, 1, "成人", "地区=丹阳"), ("少年　幸运奖", 5, 10, 0, "少年", "")],
        columns=["奖项", "名次", "金额", "phase", "group", "condition"],
    )  # fmt: skip
    rows = rows.assign(**{name: "" for name in GIVEN if name not in rows})
    called = in_order_of_call(rows)
    assert list(zip(called["奖项"].str.slice(3), called["名次"], strict=True)) == [
        ("幸运奖", 5), ("地方奖", 2), ("地方奖", 1), ("女子奖", 1), ("名次奖", 4), ("名次奖", 1), ("名次奖", 1),
    ]  # fmt: skip
    assert called["奖项"].iloc[-1] == "成人　名次奖"


@pytest.mark.long
def test_who_is_disqualified_has_no_rank_and_no_prize_and_the_report_says_why(playing: Path, tmp_path: Path) -> None:
    """One who is out of the knockout, and one of the others: everybody behind moves up."""
    folder = Path(shutil.copytree(playing, tmp_path / "小赛"))
    before = final.load(folder).ranking().frames[0]
    gone = list(before["编号"].iloc[[2, 6]])
    rows = [[5, number, "取消资格", None, None, "违纪"] for number in gone]
    small_event.edit(folder / EVENT_FILE, lambda book: small_event.put_rows(book["变动"], rows))
    report = final.load(folder)
    table = report.ranking().frames[0]
    assert list(table["编号"].tail(2)) == gone and list(table["名次"].tail(2)) == ["—", "—"]
    assert list(table["区分"].tail(2)) == ["取消资格"] * 2 and list(table["区分"].head(2)) == ["", "待赛"]
    assert list(report.basis().frames[0]["为什么排在这里"].tail(2)) == ["取消资格，不列名次"] * 2
    assert any("取消资格不列名次 2 人" in line for line in report.headline().lines)
    assert not set(gone) & set(Ceremony(open_event(folder)).now["编号"])
    report.write(tmp_path / "out")
