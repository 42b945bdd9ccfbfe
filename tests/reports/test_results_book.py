"""What the results book tells after an event: cancelled results, who left, everything the arbiters decided, shares."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import small_event
import small_round_robin as robin
from qisai.event import open_event
from qisai.excel.share import Sheet
from qisai.publish.a4 import WIDTH
from qisai.publish.paper import SIDE, Page, grid_of, leaves_of
from qisai.reports.awarded import several
from qisai.reports.books import BOOKS, person_pages, write_book
from qisai.reports.ceremony import Ceremony
from qisai.reports.counts import counts_part, percentages
from qisai.reports.parts import Part
from qisai.reports.results import narrowed, results
from qisai.reports.roundtable import cross_parts, printed_blocks, round_robin_part
from qisai.reports.state import Settled


def chapters(folder: Path) -> dict[str, list[Part]]:
    return {title: list(parts) for title, parts in results(open_event(folder)).chapters}


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round robin of six which number 3 leaves after two rounds."""
    folder = robin.drawn(tmp_path_factory.mktemp("六") / "赛", 6, "1-5")
    for _ in range(2):
        assert small_event.next_round(folder) == 0
        small_event.fill(folder)
    robin.change(folder, [3, 3, "退赛", "", "", "生病"])
    robin.play(folder)
    return folder


def test_cancelled_results_are_marked_and_not_counted(left: Path) -> None:
    own = chapters(left)
    games = own["各轮对阵与成绩"][0].sheet.frame
    his = (games["红号"] == 3) | (games["黑号"] == 3)
    assert his.sum() == 5 and (games["结果"].str.contains("（成绩取消）") == his).all()
    counts = own["统计"][0].sheet
    assert counts.frame["对局"].iloc[-1] == 10 and "成绩取消的对局不计" in counts.notes
    assert "弃权、裁定" not in counts.frame
    cells = own["交叉表"][0].sheet.frame.set_index("编号").loc[3, ["1", "2", "3"]].tolist()
    assert [cell.split("\n")[0] for cell in cells] == ["取消", "取消", "退赛"]


def test_every_dash_of_the_list_and_every_reason_is_told(left: Path) -> None:
    own = chapters(left)
    decided = own["更正与裁定"][0].sheet.frame
    assert decided[["轮次", "事项", "理由"]].values.tolist() == [[3, "退赛", "生病"], [3, "成绩取消", ""]]
    assert list(own["总名次"][0].sheet.frame["名次"])[-1] == "—"


def test_a_round_robin_has_the_table_of_everyone_against_everyone(left: Path) -> None:
    own = chapters(left)
    frame = own["循环成绩表"][0].sheet.frame
    assert list(frame.columns[3:-1]) == [str(number) for number in frame["编号"]]
    assert [frame.iat[row, 3 + row] for row in range(6)] == ["※"] * 6
    paths = write_book(open_event(left), "交叉表")
    assert paths and "交叉表" in BOOKS


def test_the_cross_table_of_nine_with_a_long_name_stands_on_one_page() -> None:
    rounds = {str(r): ["红4\n和 13"] * 9 for r in range(1, 10)}
    names = ["Alexander Konstantinopolsky", *["王天一"] * 8]
    whole = pd.DataFrame({"编号": range(1, 10), "姓名": names, "单位": ["甲队"] * 9, **rounds, "积分": "13", "名次": 1})
    blocks, across = printed_blocks(whole)
    assert len(blocks) == 1 and not across


def test_a_swiss_has_no_table_of_everyone_and_a_column_for_every_round(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛", 5)
    competition = Settled.of(open_event(folder).competitions[""])
    assert round_robin_part(competition, 4) is None
    (part,) = cross_parts(competition, 5)
    assert [name for name in part.sheet.frame if name.isdigit()] == ["1", "2", "3", "4", "5"]


def test_who_has_left_is_no_absentee_and_who_is_not_yet_there_is_not_counted(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛", 1)
    small_event.fill(folder)
    robin.change(folder, [2, 1, "退赛", "", "", "有事"], [2, 2, "缺席本轮", "", "", "请假一轮"])
    for _ in range(2):
        assert small_event.next_round(folder) == 0
        small_event.fill(folder)
    event = open_event(folder)
    competition = Settled.of(event.competitions[""])
    frame = counts_part(competition).sheet.frame.set_index("轮次")
    assert frame.at[2, "退出"] == 1 and frame.at[2, "缺席、请假"] == 1
    cells = cross_parts(competition, 2)[0].sheet.frame.set_index("编号")["2"]
    assert cells[1].startswith("退赛") and cells[2].startswith("请假")
    decided = dict(results(event).chapters)["更正与裁定"][0].sheet.frame
    told = decided[["轮次", "事项", "理由"]].values.tolist()
    assert [2, "退赛", "有事"] in told and [2, "请假", "请假一轮"] in told


def test_percentages_add_up_to_a_hundred() -> None:
    assert percentages([43, 16, 42]) == [42, 16, 42]
    assert all(sum(percentages([a, b, c])) == 100 for a in range(4) for b in range(9) for c in range(1, 7))


def test_a_long_unit_takes_two_lines_in_the_list() -> None:
    keys = {name: [12] for name in ("积分", "对手分", "胜局", "犯规", "后手局数", "前一轮名次")}
    frame = pd.DataFrame({"名次": [1], "编号": [2], "姓名": ["王芳强"], "单位": ["新疆维吾尔自治区巴音郭楞蒙古自治州象棋代表队"],
                          **keys, "区分": ["对手分"]})  # fmt: skip
    part = narrowed(Sheet("名次", frame, ""))
    (printed,) = part.printed
    grid = grid_of(Page("", printed.frame, widths=printed.widths, largest=part.largest), WIDTH - 2 * SIDE, 700)
    assert len(grid.rows[0].cells[3]) == 2


def test_who_takes_several_prizes_signs_once_and_is_named_in_the_order_of_call(tmp_path: Path) -> None:
    table = pd.DataFrame({"编号": [7, "", 3, 7, ""]})
    assert several(table) == {7: [1, 4]}
    ceremony = Ceremony(open_event(small_event.copy(tmp_path / "赛", 1)))
    row = {"名次": 1, "编号": 7, "姓名": "张三", "单位": "甲队", "总名次": 1, "证书": "", "奖牌": ""}
    ceremony.now = pd.DataFrame([{"奖项": "地方奖", "金额": 100, **row}, {"奖项": "名次奖", "金额": 1500, **row}])
    (page,) = person_pages(ceremony)
    assert page.frame[["编号", "合计（元）", "大写"]].values.tolist() == [[7, 1600, "壹仟陆佰元整"]]
    assert ceremony.sheets()[0].notes[-1] == "7号张三上台2次：第1、2项"


@pytest.mark.parametrize("rows", range(20, 60))
def test_the_last_sheet_of_a_list_to_sign_is_not_left_with_a_row_or_two(rows: int) -> None:
    frame = pd.DataFrame({"序": range(1, rows + 1), "姓名": ["张三"] * rows})
    leaves = leaves_of(Page("签收表", frame, ["签字"], tall=9), "赛", "")
    last = [mark.text for mark in leaves[-1].marks if getattr(mark, "text", "") == "张三"]
    assert len(leaves) == 1 or len(last) >= 5


def test_before_the_first_results_the_command_calls_nothing_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small_event.copy(tmp_path / "赛", 1)
    capsys.readouterr()
    assert small_event.run("book", folder, "--kind", "成绩册") == 3
    said = capsys.readouterr().out
    assert "第1轮成绩公布以后才有成绩册" in said and "错误" not in said and "改正" not in said
