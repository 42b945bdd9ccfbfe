"""A whole event with a filler, shares, a lot, one prize for each, deposits and owed fees; by the commands, to the end."""

from __future__ import annotations

import hashlib
from pathlib import Path

import openpyxl
import pytest

import small_event
from qisai.event import open_event
from qisai.reports import final, registration
from qisai.reports.awarded import prize_lines
from qisai.reports.ceremony import Ceremony, write_ceremony
from qisai.reports.words import claims, remarks
from qisai.verify import compare, verify
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET

PRIZES = [
    ["名次奖", "", "1", 300, "是"], ["名次奖", "", "2", 200, "是"], ["丹阳奖", "地区=丹阳", "1-2", 90, "否"],
    ["优秀奖", "", "前1/6", 0, "是"], ["少儿奖", "年龄<=12", "1-2", 40, "否"], ["抽奖", "", "抽2名", 20, "否"],
]  # fmt: skip
SETTINGS = {"奖金叠加": "只领最高一项，其余递补", "领奖须缴清": "是", "押金": "50", "抽奖种子": "金陵", "奖金预算": "700",
            "人数上限": "9", "缺轮处理": "不处理"}  # fmt: skip
FILLER, OWES = "10", "3"


def fill_in(book: openpyxl.Workbook) -> None:
    """The prizes; the tenth fills in and has paid nothing, the ninth is born in 2014, of the first the year is blank."""
    small_event.put_rows(book["奖项"], PRIZES)
    page = book["报名"]
    header = [cell.value for cell in page[1]]
    for player in range(2, 10):
        page.cell(player + 1, header.index("出生年份") + 1).value = "2014" if player == 9 else "1980"
    for column, value in (("角色", "陪打"), ("缴费类别", None), ("已缴", None), ("缴费顺序", None)):
        page.cell(11, header.index(column) + 1).value = value


def play(folder: Path, number: int) -> None:
    """A round in which the filler wins."""
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    for publication in event.record.publications:
        for line in publication.lines if publication.accepted is None and publication.stage != "淘汰" else ():
            if FILLER in (line["red"], line["black"]):
                word = "红胜" if line["red"] == FILLER else "黑胜"
                small_event.result(folder, line["board"] - _first(folder, publication.file) + 2, word, file=publication.file)
    if number == 2:  # one comes late to the second round: forfeit of the player who owes nothing
        _forfeit(folder, "7")
    small_event.fill(folder)


def _first(folder: Path, file: str) -> int:
    return int(openpyxl.load_workbook(folder / file)[GAMES_SHEET]["A2"].value)


def _forfeit(folder: Path, player: str) -> None:
    """The game of a player in round 2 ends without him."""
    event = open_event(folder)
    publication = event.record.publications[-1]
    line = next(line for line in publication.lines if player in (line["red"], line["black"]))
    word = "红弃" if line["red"] == player else "黑弃"
    row = line["board"] - _first(folder, publication.file) + 2
    small_event.result(folder, row, word, file=publication.file)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("陪") / "小赛"
    small_event.write(folder, 10, SETTINGS)
    small_event.edit(folder / EVENT_FILE, fill_in)
    assert small_event.run("draw", folder) == 0
    for number in range(1, 6):
        play(folder, number)
    # the fee of one was booked by mistake
    letter = small_event.column(folder / EVENT_FILE, "报名", "已缴")
    small_event.put(folder / EVENT_FILE, "报名", f"{letter}{int(OWES) + 1}", 0)
    assert small_event.next_round(folder) == 0
    return folder


def test_a_filler_is_drawn_without_a_fee_and_beside_the_cap(ended: Path) -> None:
    event = open_event(ended)
    assert len(event.record.numbers) == 10 and FILLER in event.record.numbers
    assert event.entries.loc[FILLER, ["status", "due", "fee_class"]].to_list() == ["正式", 0, "陪打"]
    fees = registration.load(ended).money().frames[0].set_index("缴费类别")
    assert fees.loc["陪打", ["人数", "应缴"]].to_list() == [1, 0] and fees.loc["自费", "人数"] == 9


def test_he_leads_the_swiss_but_neither_qualifies_nor_holds_a_rank(ended: Path) -> None:
    competition = open_event(ended).competitions[""]
    cut = competition.standings(3)
    assert FILLER in cut.index[:4] and cut.loc[FILLER, "points"] == 15
    assert competition.seeds == [player for player in cut.index if player != FILLER][:4]
    table = competition.final()
    assert table.index[-1] == FILLER and table["rank"].to_list()[:9] == list(range(1, 10)) and table["rank"].isna().sum() == 1
    report = final.load(ended)
    assert report.ranking().frames[0].iloc[-1][["名次", "区分"]].to_list() == ["—", "陪打"]
    assert report.basis().frames[0]["为什么排在这里"].iloc[-1] == "陪打，不列名次"


def test_the_second_referee_finds_the_same_list_prizes_and_deposits(ended: Path) -> None:
    event = open_event(ended)
    report = verify(ended)
    assert [(finding.topic, finding.derived) for finding in report.findings] == [("参赛资格", "费用没有缴足，也不是代付类别")]
    told = claims(event.competitions[""])
    assert compare(report, told) == ()
    assert {"final", "prizes", "deposits"} <= told.keys() and len(told["deposits"]) == 9
    told["deposits"][0] = (told["deposits"][0][0], not told["deposits"][0][1])
    told["prizes"][0] = (*told["prizes"][0][:3], 1)
    assert [finding.topic for finding in compare(report, told)] == ["奖项", "押金"]


def test_the_money_goes_to_those_who_may_have_it_once_each(ended: Path) -> None:
    """Nine hold a rank; the one who owes his fee has nothing at all, and nobody of the others has money twice."""
    competition = open_event(ended).competitions[""]
    found = competition.awards()
    assert FILLER not in set(found.given["player"]) and OWES not in set(found.given["player"])
    assert found.given.loc[found.given["amount"] > 0, "player"].is_unique
    shares = found.given[found.given["prize"] == "优秀奖"]
    assert shares["place"].to_list() == [1, 2]  # a sixth of nine is 1.5
    assert set(found.passed.loc[found.passed["reason"] == "参赛费没有缴清", "player"]) == {OWES}
    assert "1" in set(found.passed.loc[found.passed["prize"] == "少儿奖", "player"])  # his year of birth is blank
    assert found.open[["prize", "place"]].values.tolist()[:1] == [["少儿奖", 2]]


def test_anybody_can_draw_the_lot_again(ended: Path) -> None:
    found = open_event(ended).competitions[""].awards()
    pool = found.lots["player"].to_list()
    assert pool == sorted(pool, key=lambda player: hashlib.sha256(f"金陵|抽奖//抽奖|{player}".encode()).hexdigest())
    assert found.given.loc[found.given["by_lot"], "player"].to_list() == pool[:2]


def test_the_workbook_of_the_prize_giving_tells_it_all(ended: Path) -> None:
    event = open_event(ended)
    (path,) = write_ceremony(event)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["颁奖次序", "签收表", "按人合计", "每人合计", "证书", "递补说明", "抽奖记录", "押金退还", "不颁发"]
    rows = {name: [[cell.value for cell in row] for row in book[name].iter_rows()] for name in book.sheetnames}
    words = {name: "".join(str(cell) for row in cells for cell in row if cell) for name, cells in rows.items()}
    assert "金陵|抽奖//抽奖|序号" in words["抽奖记录"] and "SHA-256" in words["抽奖记录"]
    assert "参赛费没有缴清" in words["递补说明"]
    back = [row for row in rows["押金退还"] if row[4] in ("退", "不退")]
    names = event.people["name"]
    assert [row[1] for row in back if row[4] == "不退"] == [names["7"]] and len(back) == 9
    assert "押金每人 50 元：退 8 人，共 400 元；不退 1 人，共 50 元" in words["押金退还"]
    first = Ceremony(event).order()
    assert list(first["奖项"][:2]) == ["抽奖"] * 2  # lots are called first, never among the first three places


def test_the_lines_say_where_the_money_goes(ended: Path) -> None:
    report = final.load(ended)
    lines = report.headline().lines
    total = open_event(ended).competitions[""].awards().total
    assert total == 300 + 200 + 2 * 90 + 2 * 20
    assert "其中名次奖 2 项 500 元，丹阳奖 2 项 180 元，优秀奖 2 项 0 元，抽奖 2 项 40 元" in lines
    inside = ["预算 700 元，超支 20 元", "要备现金 1120 元：奖金 720 元，退押金 8 人 400 元"]
    assert set(inside) <= set(prize_lines(report.lists, report.team_list.awards, money=True))
    assert not {*inside} & {*lines, *report.prizes().sheets[0].notes}  # the public reads nothing of the budget
    assert "优秀奖：列名次的棋手 9 人，列名次人数的前 1/6，四舍五入为 2 名" in lines
    inside = prize_lines(report.lists, report.team_list.awards, money=True)
    assert any("见「递补说明」" in line for line in inside) and not any("见「" in line for line in lines)


def test_the_check_up_knows_whose_year_of_birth_is_blank(ended: Path) -> None:
    found = {remark.topic: remark for remark in remarks(open_event(ended))}
    assert found["奖项资料"].doubt == f"1 人资料没有填全，不能判断。{open_event(ended).people['name']['1']}"
    assert found["奖项重叠"].decided and "第 1-2 名" in found["奖项重叠"].doubt
