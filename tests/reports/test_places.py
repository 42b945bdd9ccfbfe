"""Places as they are shown: who holds none, what parts two rows, who sits where, and what the public is not told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event
from qisai.event import open_event
from qisai.excel.share import Sheet
from qisai.regulation.model import Key
from qisai.reports import final, paper, tables
from qisai.reports import round as rounds
from qisai.reports.legend import legend, mark_notes, without_rank
from qisai.reports.places import shown
from qisai.reports.state import Settled
from qisai.reports.words import correction_lines
from qisai.vocabulary import EVENT_FILE


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_event.to_the_end(tmp_path_factory.mktemp("终") / "小赛")


@pytest.fixture(scope="module")
def banned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Two rounds are played, and who leads is disqualified from the third on."""
    folder = small_event.copy(tmp_path_factory.mktemp("罚") / "小赛", 3)
    leader = int(rounds.load(folder, 2).standings().frames[0]["编号"].iloc[0])
    row = [3, leader, "取消资格", None, None, "违纪"]
    small_event.edit(folder / EVENT_FILE, lambda book: small_event.put_rows(book["变动"], [row]))
    return folder, leader


def test_who_is_disqualified_has_no_place_from_that_round_on_and_the_others_move_up(banned: tuple[Path, int]) -> None:
    folder, leader = banned
    report = rounds.load(folder, 2)
    for frame in (report.standings().frames[0], report.basis().frames[0]):
        assert list(frame["名次"]) == [*range(1, 9), "—"] and frame["编号"].iloc[-1] == leader
    table = report.standings().frames[0]
    assert table["姓名"].iloc[-1].endswith("（取消资格）") and table["区分"].iloc[-1] == "取消资格" and table["区分"][0] == ""
    assert "「—」：取消资格，不列名次（规程）" in report.standings().sheets[0].notes
    assert list(rounds.load(folder, 1).standings().frames[0]["名次"]) == list(range(1, 10))


def test_the_place_of_the_round_before_is_the_one_that_was_shown_then(banned: tuple[Path, int]) -> None:
    competition = open_event(banned[0]).competitions[""]
    chain = (Key("points", True), Key("previous", False))
    own = Settled.of(replace(competition, regulation=replace(competition.regulation, chain=chain)))
    table, before = tables.basis(own, 2), shown(own, 1).by_player
    assert list(table["前一轮名次"]) == [before[player] for player in shown(own, 2).order]
    marks = tables.standings(own, 2)["区分"]
    assert marks.str.fullmatch(r"|积分|前一轮名次\d>\d|取消资格").all() and marks.str.startswith("前一轮名次").any()


def test_the_notes_stand_only_where_there_is_something_to_explain() -> None:
    table = pd.DataFrame({"名次": [1, 2, "—"], "区分": ["", "犯规1>0", "缺第2轮"]})
    told, two = legend(table, {})
    assert "红底" not in told.text and two.rows == [1]
    assert [note.text for note in legend(table, {1: "积分"}, "前三名", range(3))][::2] == [
        "区分（红底）：与上一名分出先后的一项", "金色：前三名",
    ]  # fmt: skip
    (dash,) = without_rank(table, ["缺轮", "缺轮"])
    assert dash.text == "「—」：缺轮，不列名次（规程）" and dash.rows == [2]
    assert len(mark_notes(table)) == 2 and len(mark_notes(table.assign(区分=""))) == 1


def test_those_who_missed_a_round_are_named_below_the_table_and_told_which_at_the_end(ended: Path) -> None:
    competition = Settled.of(open_event(ended).competitions[""])
    rules = competition.regulation
    strict = replace(rules, settings={**rules.settings, "missed_round": "不列名次"})
    assert tables.missed_note(Settled.of(replace(competition, regulation=strict)), 3) == []  # nobody did
    rounds_missed = {player: {2: "缺席"} for player in shown(competition, 3).order[-2:]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "missed_rounds", lambda _: rounds_missed)
        (note,) = tables.missed_note(Settled.of(replace(competition, regulation=strict)), 3)
        patch.setattr(tables, "NAMED", 1)
        (many,) = tables.missed_note(Settled.of(replace(competition, regulation=strict)), 3)
    people, out = tables.People(competition), sorted(rounds_missed, key=lambda player: int(competition.numbers[player]))
    start = "下列棋手缺过轮，按规程不列入总名次，本表暂按成绩排："
    assert note == f"{start}{'、'.join(map(people.who, out))}" and many == f"{start}{people.who(out[0])}等2人"


def test_a_knockout_names_its_players_its_round_and_who_won_though_it_was_drawn(ended: Path) -> None:
    report = rounds.load(ended, 4)
    sheet = report.pairings().sheets[0]
    assert "（半决赛）" in sheet.title and list(report.why().frames[0].columns) == ["台号", "甲方", "乙方", "说明"]
    assert sheet.frame["各局"].str.contains(r"执红）|执黑的.+胜").all() and not sheet.frame["各局"].str.contains(r"\d+号").any()
    people = tables.People(open_event(ended).competitions[""])
    first, second = list(open_event(ended).competitions[""].numbers.index[:2])
    line = {"red": first, "black": second, "swapped": True, "game": "附加赛", "outcome": "和"}
    assert tables._game_words(line, people, last=True) == f"附加赛：和，执黑的{people.name(first)}胜"
    assert tables._game_words(line, people, last=False) == f"附加赛：和（{people.name(second)}执红）"
    by_name = report.by_name().frames[0]
    assert "当场定" not in set(by_name["先后手"])
    for row in sheet.frame.itertuples():
        red = by_name.loc[by_name["编号"].isin([row.甲号, row.乙号]) & (by_name["先后手"] == "先手"), "姓名"]
        assert len(red) == 1 and f"（{red.iloc[0]}执红）" in row.各局.split("\n")[0]


def test_a_list_by_name_is_in_the_order_of_pinyin(ended: Path) -> None:
    competition = open_event(ended).competitions[""]
    wanted = ["NA", "Zoe", "曾喆", "单一", "喆喆", "郑十", "堃堃", "李　四", "张三"]
    names = competition.people["name"].copy()
    names.iloc[: len(wanted)] = wanted
    other = replace(competition, people=competition.people.assign(name=names))
    found = list(tables.by_name(other, other.publications[:1])["姓名"])
    assert found == ["NA", "Zoe", "堃堃", "李　四", "单一", "曾喆", "张三", "喆喆", "郑十"]


def test_the_other_ranking_is_a_paper_of_the_arbiter(ended: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("两种算法对照", pd.DataFrame({"编号": [1]}), "两种算法对照")
    monkeypatch.setattr(final.FinalReport, "_compared", lambda self, _: [sheet])
    final.load(ended).write(tmp_path)
    assert openpyxl.load_workbook(tmp_path / "裁判用_两种算法对照.xlsx").sheetnames == ["两种算法对照"]
    assert "两种算法对照" not in openpyxl.load_workbook(tmp_path / "总名次.xlsx").sheetnames


def test_paper_that_is_printed_again_bears_the_time_of_the_results(ended: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event, stamps = open_event(ended), []
    monkeypatch.setattr(paper, "write_tables", lambda path, pages, heading, stamp: stamps.append(stamp) or path)
    paper._lists(event, event.record.publications[0])
    assert "截至第1轮" in stamps[0] and "公布" not in stamps[0]


def test_a_correction_before_the_bracket_does_not_speak_of_it(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    was = rounds.load(folder, 1).pairings().frames[0]["结果"][0]
    small_event.result(folder, 2, "2" if was != "黑胜" else "1")
    small_event.result(folder, 2, "成绩单写反", "更正理由")
    for _ in range(3):
        small_event.fill(folder)
        assert small_event.next_round(folder) == 0
    event = open_event(folder)
    (correction,) = event.record.corrections
    assert event.competitions[""].seeds and "决赛编号" not in "".join(correction_lines(event, correction.data))


def test_nobody_has_a_team_and_there_is_no_column_for_it() -> None:
    table = pd.DataFrame({"姓名": ["张三"], "单位": [""]})
    assert list(tables.without_blank(table, "单位")) == ["姓名"]
    assert list(tables.without_blank(table.assign(单位="甲队"), "单位")) == ["姓名", "单位"]
