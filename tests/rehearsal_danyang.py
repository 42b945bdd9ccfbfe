"""The Danyang rehearsal, played the way the organizer would: by the commands, and by typing into the sheets.

``play(folder)`` makes the whole folder; ``python tests/rehearsal_danyang.py FOLDER`` does the same from a
shell, which is how ``data/danyang-2024`` was made. Everybody is invented; the results are rehearsal data.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import openpyxl

from qisai.cli import main
from qisai.event import open_event
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET, OFFICIALS, ROSTER
from rehearsal_people import GUEST_TEAMS, LOCAL_TEAMS, names, pick

SEED = "丹阳2024演练"
RESULTS_SEED = "丹阳2024演练成绩"
SIGNED_UP = 130
LOCALS, SPONSORS, UNPAID, WALK_INS = 42, 4, 6, 3
NO_SHOWS = (9, 23, 37, 52, 66, 81, 97, 118)  # 序号 of people with a place who do not come
LATE = 52  # one of them, whose train was late: he comes for round 2
UNPAID_BUT_HERE = 125

OFFICIAL_ROWS = [
    ["组委会主任", "史可为", "丹阳市棋类协会", "是"],
    ["裁判长", "毛静之", "镇江棋院", "是"],
    ["编排裁判长", "顾一舟", "丹阳市棋类协会", "是"],
    ["裁判员", "路明远", "丹阳市棋类协会", "是"],
    ["裁判员", "白以恒", "丹阳市棋类协会", "是"],
    ["裁判员", "景知秋", "常州弈社", "是"],
    ["会务", "安若水", "丹阳市棋类协会", "是"],
]


def run(*words: object) -> int:
    """One command of the program, in this process; its exit code."""
    try:
        main([str(word) for word in words])
    except SystemExit as left:
        return int(left.code or 0)
    return 0


def roster() -> list[dict[str, Any]]:
    """The sign-up sheet on the eve of the event, one dict a row."""
    people = names(SIGNED_UP + WALK_INS, SEED)
    rows: list[dict[str, Any]] = []
    turn = 0
    for player in range(1, SIGNED_UP + 1):
        local = player % 3 == 1 and player <= 3 * LOCALS
        sponsor = player in (2, 41, 77, 101)
        unpaid = player > SIGNED_UP - UNPAID
        kind = "协会代付" if local else "赞助" if sponsor else "自费"
        paid = kind == "自费" and not unpaid
        turn += 0 if unpaid else 1
        rows.append(
            {
                "序号": player,
                "姓名": people[player - 1],
                "性别": "女" if player % 17 == 0 else "男",
                "出生年份": str(1948 + (player * 37) % 60),
                "单位": pick(LOCAL_TEAMS if local else GUEST_TEAMS, SEED, player, "team"),
                "地区": "丹阳" if local else "外地",
                "角色": "选手",
                "电话": f"演练{player:03}",
                "缴费类别": kind,
                "已缴": 100 if paid else None,
                "缴费顺序": None if unpaid else turn,
                "收款人": pick(["安若水", "顾一舟"], SEED, player, "cash") if paid else None,
                "备注": "未到账" if unpaid else None,
            }
        )
    return rows


def check_in(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same sheet after check-in: who came, and three who walked in and paid at the desk."""
    people = names(SIGNED_UP + WALK_INS, SEED)
    for row in rows:
        here = row["缴费顺序"] is not None and row["序号"] not in NO_SHOWS or row["序号"] == UNPAID_BUT_HERE
        row["报到"] = row["用餐"] = "是" if here else "否"
    last = max(row["缴费顺序"] or 0 for row in rows)
    for extra in range(WALK_INS):
        player = SIGNED_UP + 1 + extra
        rows.append(
            {
                "序号": player, "姓名": people[player - 1], "性别": "男", "单位": "个人", "地区": "外地", "角色": "选手",
                "缴费类别": "自费", "已缴": 100, "缴费顺序": last + 1 + extra, "收款人": "安若水", "报到": "是",
                "用餐": "是", "备注": "现场报名",
            }
        )  # fmt: skip
    return rows


def edit(path: Path, change: Callable[[openpyxl.Workbook], None]) -> None:
    """Type into a workbook, as a person does in Excel."""
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)


def type_roster(folder: Path, rows: list[dict[str, Any]]) -> None:
    def change(book: openpyxl.Workbook) -> None:
        sheet = book["报名"]
        columns = [*ROSTER[0], *ROSTER[1]]
        header = {cell.value: cell.column for cell in sheet[1]}
        for number, row in enumerate(rows, start=2):
            for column in columns:
                if column in row:
                    sheet.cell(number, header[column]).value = row[column]

    edit(folder / EVENT_FILE, change)


def type_settings(folder: Path, wanted: Mapping[str, str]) -> None:
    """取值 of the named rows of 规程."""

    def change(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value in wanted:
                row[1].value = wanted[row[0].value]

    edit(folder / EVENT_FILE, change)


def append(folder: Path, sheet: str, *rows: list[Any]) -> None:
    """Add rows below the last filled one of a sheet of 赛事.xlsx."""

    def change(book: openpyxl.Workbook) -> None:
        page = book[sheet]
        last = max((cell.row for row in page.iter_rows() for cell in row if cell.value not in (None, "")), default=1)
        for number, row in enumerate(rows, start=last + 1):
            for column, value in enumerate(row, start=1):
                page.cell(number, column).value = value

    edit(folder / EVENT_FILE, change)


def type_result(folder: Path, file: str, board: int, game: str = "", **cells: object) -> None:
    """Type cells of one line of a round file, by column name."""

    def change(book: openpyxl.Workbook) -> None:
        sheet = book[GAMES_SHEET]
        header = {cell.value: cell.column for cell in sheet[1]}
        for row in range(2, sheet.max_row + 1):
            same_game = not game or sheet.cell(row, header["局"]).value == game
            if sheet.cell(row, header["台号"]).value == board and same_game:
                for column, value in cells.items():
                    sheet.cell(row, header[column]).value = value

    edit(folder / file, change)


def cell_of(folder: Path, file: str, board: int, column: str) -> Any:
    sheet = openpyxl.load_workbook(folder / file)[GAMES_SHEET]
    header = {cell.value: cell.column for cell in sheet[1]}
    return next(sheet.cell(row, header[column]).value for row in range(2, sheet.max_row + 1)
                if sheet.cell(row, header["台号"]).value == board)  # fmt: skip


def number_at(folder: Path, place: int) -> int:
    """编号 of the player who stands at a place after the last accepted round."""
    competition = next(iter(open_event(folder).competitions.values()))
    return int(competition.standings(competition.swiss_rounds_done)["number"].iloc[place - 1])


def steps(folder: Path) -> Iterator[str]:
    """Every step of the event, in order; yields the name of each when it is done."""
    assert run("new", folder, "--regulation", "danyang") == 0
    rows = roster()
    type_roster(folder, rows)
    append(folder, "人员", *([*row[:2], row[2], row[3]] for row in OFFICIAL_ROWS))
    type_settings(folder, {"演练": "是", "抽签种子": SEED, "奖金预算": "13500"})
    assert run("check", folder) == 0
    yield "报名"
    type_roster(folder, check_in(rows))
    assert run("check", folder) == 0
    yield "报到"
    assert run("draw", folder) == 0
    yield "抽签"
    advance(folder)
    yield "第1轮公布"
    for round_no in range(1, 10):
        play_round(folder, round_no)
        prepare(folder, round_no + 1)
        advance(folder)
        yield f"第{round_no}轮确认"
    fill(folder)
    advance(folder)
    yield "第10轮确认"


def advance(folder: Path) -> None:
    assert run("next", folder, "--yes", "--no-reports") == 0


def fill(folder: Path) -> None:
    assert run("simulate", folder, "--seed", RESULTS_SEED) == 0


def play_round(folder: Path, round_no: int) -> None:
    """What the arbiter types himself in a round; the rest is filled by ``simulate``."""
    file = f"第{round_no:02}轮.xlsx"
    match round_no:
        case 1:
            type_result(folder, file, 17, 红犯规=1)
            type_result(folder, file, 30, 结果="3", 签字="双方")
        case 2:
            type_result(folder, file, 44, 结果="5", 备注="黑方迟到 15 分钟")
            type_result(folder, file, 12, 结果="1", 签字="双方")
        case 3:
            type_result(folder, file, 51, 结果="4", 备注="红方未到场")
            type_result(folder, file, 28, 结果="双弃未签", 签字="未签", 备注="下完未签字，裁判长裁定")
            type_result(folder, "第02轮.xlsx", 12, 结果="2", 更正理由="成绩单写反，双方到裁判席确认")
        case 4:
            type_result(folder, file, 33, 结果="红胜", 签字="双方")
            type_result(folder, file, 8, 黑犯规=1, 备注="手机鸣响第一次")
        case 5:
            red, black = cell_of(folder, "第04轮.xlsx", 33, "红方编号"), cell_of(folder, "第04轮.xlsx", 33, "黑方编号")
            assert red != black
            type_result(folder, "第04轮.xlsx", 33, 结果="黑胜", 实际红方=black, 更正理由="先后手坐反，超过3分钟才发现，结果有效")
            type_result(folder, file, 21, 结果="黑胜", 红犯规=2, 备注="违反行棋规则两次")
        case 6:
            type_result(folder, file, 57, 结果="6", 备注="双方均未到场")
        case _:
            pass
    fill(folder)


def prepare(folder: Path, round_no: int) -> None:
    """What happens between two rounds: the 变动 sheet."""
    match round_no:
        case 2:
            edit(folder / EVENT_FILE, _late_arrival)
            append(folder, "变动", [2, None, "迟到加入", LATE, None, "火车晚点，第 2 轮到场"])
        case 4:
            append(folder, "变动", [4, number_at(folder, 70), "缺席本轮", None, None, "家中有事，已请假"])
        case 5:
            append(folder, "变动", [5, number_at(folder, 101), "退赛", None, None, "身体不适"])
        case 7:
            append(folder, "变动", [7, number_at(folder, 88), "退赛", None, None, "有事离开"])
        case _:
            pass


def _late_arrival(book: openpyxl.Workbook) -> None:
    sheet = book["报名"]
    header = {cell.value: cell.column for cell in sheet[1]}
    for row in range(2, sheet.max_row + 1):
        if sheet.cell(row, header["序号"]).value == LATE:
            sheet.cell(row, header["报到"]).value = sheet.cell(row, header["用餐"]).value = "是"


def play(folder: Path, until: str = "") -> None:
    """Play the event into ``folder``, all of it or up to the named step."""
    for step in steps(folder):
        if step == until:
            break


assert OFFICIALS[0] == ("职务", "姓名")

if __name__ == "__main__":
    play(Path(sys.argv[1]))
