"""What the hall reads: pairings, standings, prizes, the sign-up; and what it must never read."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

import small_event
from qisai.event import open_event
from qisai.reports import final, signup, tables
from qisai.reports import round as rounds
from qisai.reports.state import find_event
from qisai.reports.working import narrow
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import append


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small event to its end."""
    return small_event.to_the_end(tmp_path_factory.mktemp("终") / "小赛")


def test_a_pairing_shows_the_points_before_the_round_and_the_result(ended: Path) -> None:
    first, second = (rounds.load(ended, number).pairings().frames[0] for number in (1, 2))
    assert list(second.columns) == ["台号", "红号", "红方", "红分", "结果", "黑分", "黑方", "黑号"]
    assert list(first.columns) == ["台号", "红号", "红方", "结果", "黑方", "黑号"]  # nobody has points before the first
    worth = {"红胜": (5, 0), "黑胜": (0, 5), "和": (2, 3)}
    earned = {}
    for row in first.itertuples():
        earned[row.红号], earned[row.黑号] = worth[row.结果]
    for row in second.itertuples():
        assert row.红分 == earned.get(row.红号, 5) and row.黑分 == earned.get(row.黑号, 5)  # the bye is worth 5


def test_by_name_everybody_stands_once_with_table_side_and_opponent(ended: Path) -> None:
    table = rounds.load(ended, 1).by_name().frames[0]
    assert len(table) == table["编号"].nunique() == 9
    assert table["先后手"].value_counts().to_dict() == {"先手": 4, "后手": 4, "轮空": 1}


def test_no_table_to_share_is_wider_than_eight_columns(ended: Path) -> None:
    for number in range(1, 6):
        report = rounds.load(ended, number)
        for shown in (report.pairings(), report.by_name(), report.standings()):
            assert all(len(frame.columns) <= 8 for frame in shown.frames)
        working = [sheet for whole in report.working().sheets for sheet in narrow(whole)]
        assert all(len(sheet.frame.columns) <= 8 for sheet in working)
    assert len(final.load(ended).ranking().frames[0].columns) <= 8


@pytest.mark.long
def test_a_round_of_the_second_stage_shows_both_stages(ended: Path) -> None:
    report = rounds.load(ended, 4)
    knockout, others = report.pairings().frames
    assert len(knockout) == 2 and set(knockout["胜者"]) < {*knockout["甲方"], *knockout["乙方"]}
    assert list(report.standings().frames[0]["名次"]) == [5, 6, 7, 8, 9]
    assert len(others) == 2 and len(report.bracket().pictures) == 1
    assert any("晋级" in line for line in report.headline().lines)


def test_before_the_results_are_accepted_there_are_no_standings_and_no_file_of_them(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    report = rounds.load(folder)
    assert report.round == 2 and not report.standings().sheets and not report.score_chart().pictures
    names = [small_event.posted(path) for path in report.write(tmp_path / "out")]
    assert names == ["第02轮_对阵.xlsx", "文章.txt", "群消息.txt", "封面_900x383.png", "封面_500x500.png", "第02轮_对阵.png"]


def test_a_report_stands_at_its_own_moment_and_tells_of_a_later_correction(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    before = rounds.load(folder, 1)
    was = before.pairings().frames[0]["结果"][0]
    small_event.result(folder, 2, "2" if was != "黑胜" else "1")
    small_event.result(folder, 2, "成绩单写反", "更正理由")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    after = rounds.load(folder, 1)
    assert after.pairings().frames[0].equals(before.pairings().frames[0])
    assert "又有更正" in "".join(after.headline().lines)
    assert rounds.load(folder, 2).corrections().frames[0]["理由"].to_list() == ["成绩单写反"]


def test_the_final_list_has_a_sentence_for_everyone(ended: Path, tmp_path: Path) -> None:
    report = final.load(ended)
    basis, ranking = report.basis().frames[0], report.ranking().frames[0]
    assert (basis["为什么排在这里"] != "").all() and list(basis["姓名"]) == list(ranking["姓名"])
    assert basis["为什么排在这里"][0].startswith("淘汰赛冠军") and basis["为什么排在这里"][4].endswith("为前4名以外第一")
    names = [small_event.posted(path) for path in report.write(tmp_path)]
    assert names[:2] == ["总名次.xlsx", "逐轮明细.xlsx"] and "淘汰赛.png" in names
    assert "奖金签收表.xlsx" not in names  # no prizes here
    book = openpyxl.load_workbook(tmp_path / "总名次.xlsx")
    assert book.sheetnames == ["总名次", "名次依据", "奖项", "数据"]  # no sheet that would say that there is nothing
    assert openpyxl.load_workbook(tmp_path / "逐轮明细.xlsx").sheetnames == [
        "逐轮明细", "其他指标", "逐轮明细（淘汰赛）", "其他指标（淘汰赛）"
    ]  # fmt: skip


@pytest.mark.long
def test_prizes_are_told_with_their_sum_and_what_stays_open_and_signed_for(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 5)
    rows = [["名次奖", "", "1-3", 100, "是", "", "", ""], ["幸运奖", "", "5,30", 20, "否", "", "", ""],
            ["丹阳籍奖", "地区=丹阳", "1-3", 10, "否", 2, "", ""]]  # fmt: skip
    small_event.edit(folder / EVENT_FILE, lambda book: small_event.put_rows(book["奖项"], rows))
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    report = final.load(folder)
    table = report.prizes().frames[0]
    assert table["奖项"].value_counts().to_dict() == {"名次奖": 3, "丹阳籍奖": 2, "幸运奖": 1}  # 5 of 9 are local: 2 places
    assert "共颁发 6 项，奖金 340 元，证书 3 份" in report.headline().lines
    still_open = report.still_open().frames[0]
    assert dict(zip(still_open["奖项"], still_open["名次"], strict=True)) == {"幸运奖": 30, "丹阳籍奖": 3}
    assert still_open["原因"].str.contains("只有 9 人|只设 2 名").all() and still_open["金额"].sum() == 30
    report.write(tmp_path / "out")
    book = openpyxl.load_workbook(tmp_path / "out" / "奖金签收表.xlsx")
    assert book.sheetnames == ["奖金签收", "按人合计", "颁奖次序", "证书"]
    assert "领取人签字" in [c.value for row in book.worksheets[0] for c in row]


def test_the_first_sheet_to_share_is_the_answer_in_values_on_a4(ended: Path, tmp_path: Path) -> None:
    rounds.load(ended, 3).write(tmp_path)
    sheet = openpyxl.load_workbook(tmp_path / "第03轮_名次.xlsx").worksheets[0]
    assert sheet.title == "名次" and sheet.page_setup.paperSize == 9
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    assert re.search(r"演练数据　截至第3轮 07-20 \d\d:\d\d", str(sheet["A2"].value) + str(sheet["A3"].value))


def test_the_money_of_the_sign_up_adds_up_and_the_bill_names_its_people(ended: Path) -> None:
    event = open_event(ended)
    fees = signup.fees(event)
    assert fees["人数"].iloc[-1] == 9 and fees["已缴"].iloc[-1] == 900
    assert list(signup.overview(event)["人数"]) == [9, 9, 0, 0, 9, 0, 0, 9, 9]
    assert signup.bill(event).empty and "金额（元）" in signup.bill(event).columns


def test_files_of_several_groups_begin_with_the_group_and_are_legal_on_windows() -> None:
    from qisai.reports.state import legal

    assert legal('少年/儿童 A:B?*."') == "少年儿童 AB"


def test_an_event_is_found_from_the_folder_of_the_notebooks_too(ended: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deeper = ended.parent / "notebooks"
    deeper.mkdir(exist_ok=True)
    monkeypatch.chdir(deeper)
    assert find_event("小赛") == ended.resolve()


def test_two_stages_keep_their_own_standings(ended: Path) -> None:
    state = rounds.load(ended, 5).states[0]
    table = tables.standings(state.competition, 5)
    assert list(table["名次"]) == [5, 6, 7, 8, 9] and table["区分"][0] == ""


@pytest.mark.long
def test_who_plays_no_more_has_the_reason_beside_his_name(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    small_event.fill(folder)
    rows = [[3, 1, "退赛"], [2, 2, "取消资格"], [3, 3, "缺席本轮"], [5, 4, "退赛"]]  # round 2 is published already
    append(folder, "变动", *([round_no, number, kind, None, None, "有事"] for round_no, number, kind in rows))
    assert small_event.next_round(folder) == 0
    names = open_event(folder).record.names
    plain = [name for name, _ in zip(names.values(), range(4), strict=False)]
    report = rounds.load(folder, 2)
    for table in (*report.standings().frames, *report.basis().frames, final.load(folder).ranking().frames[0]):
        shown = table.set_index("编号")["姓名"]
        assert list(shown[[1, 2, 3, 4]]) == [f"{plain[0]}（退赛）", f"{plain[1]}（取消资格）", *plain[2:]]
    report.write(tmp_path / "out")
    sheet = openpyxl.load_workbook(tmp_path / "out" / "第02轮_名次.xlsx").worksheets[0]
    assert f"{plain[0]}（退赛）" in [cell.value for row in sheet.iter_rows() for cell in row]


@pytest.mark.long
def test_who_is_out_by_the_rule_is_marked_and_not_before(tmp_path: Path) -> None:
    folder = small_event.make(tmp_path / "小赛", 10, {"连续弃权出局": "2"})
    red = rounds.load(folder, 1).pairings().frames[0]["红号"][0]
    small_event.result(folder, 2, "4")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    second = rounds.load(folder, 2).pairings().frames[0]
    row = next(row for row in second.itertuples() if red in (row.红号, row.黑号))
    small_event.result(folder, row.台号 + 1, "4" if row.红号 == red else "5", file="第02轮.xlsx")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    marked = [rounds.load(folder, n).standings().frames[0].set_index("编号")["姓名"][red] for n in (1, 2)]
    assert "（" not in marked[0] and marked[1] == f"{marked[0]}（连续弃权）"


def test_a_tie_without_an_opponent_has_no_colours(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 4)
    small_event.fill(folder)
    for row, typed in ((2, "6"), (3, None)):  # the first semifinal: nobody came
        small_event.result(folder, row, typed, file="第04轮_淘汰.xlsx")
        small_event.result(folder, row, None, "签字", "第04轮_淘汰.xlsx")
    assert small_event.next_round(folder) == 0
    report = rounds.load(folder, 5)
    tie = report.pairings().frames[0].iloc[0]
    assert (tie["乙方"], tie["各局"]) == ("（轮空）", "对手缺席，直接晋级")
    row = report.by_name().frames[0].set_index("姓名").loc[tie["甲方"]]
    assert (row["先后手"], row["对手"]) == ("", "（轮空）")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    assert rounds.load(folder, 5).pairings().frames[0]["各局"][0] == "对手缺席，直接晋级"
    why = final.load(folder).basis().frames[0]["为什么排在这里"]
    assert why[0].startswith("淘汰赛冠军（决赛编号")
    assert why.str.startswith("半决赛双弃，同轮按决赛编号排（决赛编号").sum() == 2


def test_the_title_of_a_picture_names_the_stage_in_brackets(ended: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    titles: list[str] = []

    def noted(name: str, frame: object, title: str, *rest: object) -> list[object]:
        titles.append(title)
        return []

    monkeypatch.setattr(rounds, "drawn_pages", noted)
    assert rounds.load(ended, 4)._table_pages == []
    assert titles[:2] == ["第4轮（半决赛）对阵与成绩", "第4轮（其余）对阵与成绩"]
    assert titles[2].startswith("第4轮后名次（其余）：")
