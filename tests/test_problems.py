"""Bad input gets a table of problems: every code from a folder that has it, and nothing written."""

from __future__ import annotations

import datetime
import os
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from filelock import FileLock

import small_event as small
from qisai.problems import CODES, ERROR, Problem, unusable
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET, JOURNAL_FILE, NUMBERS_FILE

KNOCKOUT = "第04轮_淘汰.xlsx"
OTHERS = "第04轮_其余.xlsx"
Break = Callable[[Path], object]


@dataclass(frozen=True)
class Case:
    """``rounds`` are out (-1: before the draw) when ``spoil`` spoils the folder; ``words`` stand in the table."""

    code: str
    rounds: int
    spoil: Break
    words: tuple[str, ...]
    command: tuple[str, ...] = ("check",)


def typed(sheet: str, cell: str, value: object, file: str = EVENT_FILE) -> Break:
    return lambda folder: small.put(folder / file, sheet, cell, value)


def roster(column: str, row: int, value: object) -> Break:
    return lambda folder: small.put(folder / EVENT_FILE, "报名", cell_of(folder, column, row), value)


def cell_of(folder: Path, column: str, row: int, file: str = EVENT_FILE, sheet: str = "报名") -> str:
    return f"{small.column(folder / file, sheet, column)}{row}"


def game(column: str, row: int, value: object, file: str = small.ROUND) -> Break:
    return lambda folder: small.result(folder, row, value, column, file)


def second(row: int, value: object) -> Break:
    return lambda folder: small.put(folder / small.ROUND, "复核", f"D{row}", value)


def swap_tie(folder: Path) -> None:
    """The sides of the first tie written the other way round."""
    sheet = openpyxl.load_workbook(folder / KNOCKOUT)[GAMES_SHEET]
    for one, other in (("C2", "E2"), ("E2", "C2")):
        small.put(folder / KNOCKOUT, GAMES_SHEET, one, sheet[other].value)


def setting(label: str, value: object) -> Break:
    def spoil(folder: Path) -> None:
        sheet = openpyxl.load_workbook(folder / EVENT_FILE)["规程"]
        row = next(cell.row for cell in sheet["A"] if cell.value == label)
        small.put(folder / EVENT_FILE, "规程", f"B{row}", value)

    return spoil


def change(*values: object) -> Break:
    return lambda folder: small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [values]))


def both(*breaks: Break) -> Break:
    return lambda folder: [spoil(folder) for spoil in breaks]


def book(file: str, edit: Callable[[openpyxl.Workbook], object]) -> Break:
    return lambda folder: small.edit(folder / file, edit)


def raw(file: str, data: bytes) -> Break:
    return lambda folder: (folder / file).write_bytes(data)


def truncated(folder: Path) -> None:
    data = (folder / EVENT_FILE).read_bytes()
    (folder / EVENT_FILE).write_bytes(data[: len(data) // 2])


def damaged_xml(folder: Path) -> None:
    path = folder / small.ROUND
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data.replace(b"</row>", b"</rwo>", 1) if name.endswith("sheet1.xml") else data)


def broken_journal(folder: Path) -> None:
    path = folder / JOURNAL_FILE
    path.write_bytes(path.read_bytes().replace("小赛".encode(), "大赛".encode(), 1))


def swap_result_rows(folder: Path) -> None:
    """Board 1 stands twice: the row of board 2 was pasted over by a copy of it."""

    def paste(workbook: openpyxl.Workbook) -> None:
        sheet = workbook[GAMES_SHEET]
        for cell in sheet[2]:
            sheet.cell(3, cell.column).value = cell.value

    small.edit(folder / small.ROUND, paste)


def player_twice(folder: Path) -> None:
    path = folder / small.ROUND
    sheet = openpyxl.load_workbook(path)[GAMES_SHEET]
    small.put(path, GAMES_SHEET, "B3", sheet["B2"].value)


def played_round(folder: Path) -> None:
    small.fill(folder)


def fill_tie(*rows: tuple[int, object]) -> Break:
    """Results of the first tie: the row and the word; its first player has red."""

    def spoil(folder: Path) -> None:
        number = openpyxl.load_workbook(folder / KNOCKOUT)[GAMES_SHEET]["C2"].value
        for row, word in rows:
            small.result(folder, row, number, "红方编号", KNOCKOUT)
            small.result(folder, row, word, "结果", KNOCKOUT)

    return spoil


def settle_other_winner(folder: Path) -> None:
    """The semi-final of a bracket whose final is out is turned round."""
    sheet = openpyxl.load_workbook(folder / KNOCKOUT)[GAMES_SHEET]
    result = small.column(folder / KNOCKOUT, GAMES_SHEET, "结果")
    row = next(n for n in (2, 3) if sheet[f"{result}{n}"].value in ("红胜", "黑胜"))
    small.result(folder, row, "黑胜" if sheet[f"{result}{row}"].value == "红胜" else "红胜", "结果", KNOCKOUT)
    small.result(folder, row, "成绩单写反", "更正理由", KNOCKOUT)


def undo_started(folder: Path) -> None:
    small.result(folder, 2, "1")


NEXT = ("next", "--yes", "--no-reports")
UNDO = ("undo", "--yes")
COPIES = (
    "第01轮(1).xlsx", "第01轮（1）.xlsx", "第01轮 (2).xlsx", "第01轮 - 副本.xlsx", "第01轮 - 副本 (2).xlsx", "第01轮 - Copy.xlsx",
    "第01轮的副本.xlsx", "第01轮.xls", "第01轮.xlsx.xlsx", "副本第01轮.xlsx", "赛事_新.xlsx", "赛事 备份.xlsx", "编号(1)(1).xlsx",
)  # fmt: skip

FILES = [
    Case("file_missing", 0, lambda folder: (folder / EVENT_FILE).unlink(), (EVENT_FILE,)),
    Case("folder_missing", -1, lambda folder: (folder / EVENT_FILE).unlink(), ("不是赛事文件夹", "new"), ("print",)),
    Case("exists", -1, lambda folder: None, (EVENT_FILE,), ("new",)),
    Case("not_xlsx", -1, raw(EVENT_FILE, "序号,姓名\n1,张三\n".encode("gbk")), (EVENT_FILE, "另存为 .xlsx")),
    Case("not_xlsx", -1, raw(EVENT_FILE, "<html><table><tr><td>张三</td></tr></table></html>".encode()), (EVENT_FILE,)),
    Case("not_xlsx", -1, raw(EVENT_FILE, b""), (EVENT_FILE,)),
    Case("encrypted", -1, raw(EVENT_FILE, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)), (EVENT_FILE, "密码")),
    Case("encrypted", 1, raw(small.ROUND, b"\xd0\xcf\x11\xe0" + bytes(600)), (small.ROUND,), NEXT),
    Case("damaged", -1, truncated, (EVENT_FILE,)),
    Case("damaged", 1, damaged_xml, (small.ROUND,), NEXT),
    *(Case("copy_beside", 1, raw(name, b"x"), (name, "只留一份"), NEXT) for name in COPIES),
    Case("unknown_round_file", 1, raw("第07轮.xlsx", b"x"), ("第07轮.xlsx",), NEXT),
    Case("program_file_changed", 0, typed("编号", "A2", 77, NUMBERS_FILE), (NUMBERS_FILE, "编号", "A2", "77"), NEXT),
    Case("journal_broken", 1, broken_journal, (JOURNAL_FILE, "第1行", "备份"), NEXT),
]

SHEETS = [
    Case("sheet_missing", -1, book(EVENT_FILE, lambda b: b.remove(b["报名"])), (EVENT_FILE, "报名"), ("draw",)),
    Case("sheet_missing", 0, book(EVENT_FILE, lambda b: b.remove(b["变动"])), (EVENT_FILE, "变动"), NEXT),
    Case("sheet_missing", 1, book(small.ROUND, lambda b: setattr(b[GAMES_SHEET], "title", "表1")), (small.ROUND, "对局"), NEXT),
    Case("header_missing", -1, book(EVENT_FILE, lambda b: b["报名"].delete_rows(1)), ("报名", "A1", "序号、姓名"), ("draw",)),
    Case("column_missing", 1, typed(GAMES_SHEET, "B1", "红号", small.ROUND), (small.ROUND, "对局", "A1", "红方编号"), NEXT),
    Case("column_twice", -1, roster("性别", 1, "姓名"), ("报名", "C1", "姓名", "B1"), ("draw",)),
    Case("formula_without_value", -1, roster("姓名", 3, "=A3"), ("报名", "B3", "保存一次"), ("draw",)),
    Case("formula_without_value", 1, game("结果", 2, "=1"), (small.ROUND, "F2"), NEXT),
    Case("error_value", -1, roster("单位", 3, "#REF!"), ("报名", "E3", "#REF!"), ("draw",)),
    Case("merged", -1, book(EVENT_FILE, lambda b: b["报名"].merge_cells("E2:E4")), ("报名", "E3", "取消合并"), ("draw",)),
    Case("row_ignored", -1, roster("序号", 20, "注：本表由会务填写"), ("报名", "A20", "注：本表由会务填写")),
    Case("became_date", 1, game("结果", 2, datetime.datetime(2024, 3, 5)), (small.ROUND, "F2", "日期"), NEXT),
    Case("read_as_typed", 1, game("结果", 2, datetime.time(2, 0)), (small.ROUND, "F2", "2-0", "红胜")),
    Case("second_differs", 1, both(game("结果", 2, "1"), second(2, "2")), (small.ROUND, "复核", "D2", "第 1 台")),
    Case("double_forfeit", 1, both(game("结果", 2, "和"), game("签字", 2, "未签")), (small.ROUND, "J2", "双弃未签")),
    Case("which_double", 1, both(game("结果", 2, "6"), game("签字", 2, "未签")), (small.ROUND, "J2", "双弃未签")),
    Case("team_count_changed", 1, setting("团体计分人数", "3"), (EVENT_FILE, "规程", "3")),
    Case("team_count_changed", 1, setting("团体计分人数", "全队"), (EVENT_FILE, "规程", "全队")),
    Case("team_member_changed", 1, roster("团体队员", 2, "是"), ("报名", "B2", "陆𬭎", "抽签时空着")),
    Case("setting_bad", -1, setting("名次分", "0,2,1"), (EVENT_FILE, "规程", "0,2,1", "只升或只降")),
    Case("setting_bad", -1, setting("团体相同", "身高"), (EVENT_FILE, "规程", "身高", "末轮得分和")),
    Case("undecided", -1, both(setting("团体赛", "名次分之和"), setting("团体计分人数", "2")), ("规程", "名次分"), ("draw",)),
    Case("tie_differs", 4, lambda folder: swap_tie(folder), (KNOCKOUT, "应是")),
    Case("undecided", -1, setting("团体赛", "个人名次之和"), (EVENT_FILE, "规程", "团体计分人数"), ("draw",)),
]

ROSTER = [
    Case("id_missing", -1, roster("序号", 3, None), ("报名", "A3")),
    Case("id_twice", -1, roster("序号", 3, "１"), ("报名", "A3", "A2")),
    Case("name_missing", -1, roster("姓名", 3, "\u3000\u200b"), ("报名", "B3")),
    Case("name_bad", -1, roster("姓名", 3, "１３"), ("报名", "B3", "只有数字")),
    Case("name_odd", -1, roster("姓名", 3, "张三、李四"), ("报名", "B3", "张三、李四", "两个名字")),
    Case("word_unknown", -1, roster("性别", 3, "先生"), ("报名", "C3", "先生", "男、女")),
    Case("birth_bad", -1, roster("出生年份", 3, "3/2/15"), ("报名", "D3", "3/2/15")),
    Case("birth_bad", -1, roster("出生年份", 3, 2025), ("报名", "D3", "2025", "2024")),
    Case("phone_odd", -1, roster("电话", 3, "1000000000"), ("报名", "J3", "100…00", "10 位")),
    Case("same_phone", -1, both(roster("电话", 3, 10000000001), roster("电话", 5, "１００００００００ ０１")), ("J5", "J3")),
    Case("refund_over", -1, roster("退费", 3, 150), ("报名", "N3", "150", "100")),
    Case("not_eligible", -1, setting("参赛条件", "性别=女"), ("报名", "C2", "性别=女", "只提醒")),
    Case("eligibility_unknown", -1, setting("参赛条件", "年龄<=60"), ("报名", "D2", "年龄<=60", "只提醒")),
    Case("word_unknown", -1, roster("角色", 3, "棋手"), ("报名", "棋手", "选手、领队、教练")),
    Case("word_unknown", -1, roster("报到", 3, "大概"), ("报名", "大概", "是、否")),
    Case("word_unknown", -1, roster("缴费类别", 3, "免费"), ("报名", "免费", "自费")),
    Case("number_bad", -1, roster("已缴", 3, "一百"), ("报名", "一百", "整数")),
    Case("number_bad", -1, roster("已缴", 3, "12345678901234567890"), ("报名", "整数")),
    Case("number_bad", -1, roster("缴费顺序", 3, 2.5), ("报名", "2.5")),
    Case("payment_order_missing", -1, both(typed("规程", "B8", "100"), roster("缴费顺序", 3, None)), ("报名", "O3")),
    Case("payment_order_twice", -1, roster("缴费顺序", 3, 1), ("报名", "O3", "O2")),
    Case("same_name", -1, both(roster("姓名", 3, "陆𬭎"), roster("单位", 3, "乙队")), ("报名", "B3", "B2")),
    Case("fee_differs", -1, roster("应缴", 3, 50), ("报名", "L3", "50", "100")),
    Case("id_changed", 0, both(roster("姓名", 2, "某"), roster("序号", 11, 99), roster("姓名", 11, "陆𬭎")), ("报名", "99")),
    Case("id_changed", 0, both(roster("姓名", 2, "张三"), roster("姓名", 3, "陆𬭎")), ("报名", "陆𬭎", "序号 2 下")),
    Case("drawn_missing", 0, roster("序号", 2, 98), ("报名", "陆𬭎", "退赛")),
    Case("glyph_missing", -1, roster("姓名", 3, "\U00020bb7田"), ("报名", "U+20BB7")),
]

CHANGES = [
    Case("change_bad", 0, change("一", 1, "退赛"), ("变动", "A2", "1 到 5")),
    Case("change_bad", 0, change(2, 1, "走了"), ("变动", "C2", "走了", "缺席本轮")),
    Case("change_bad", 0, change(2, 77, "退赛"), ("变动", "B2", "77")),
    Case("change_bad", 0, change(2, None, "退赛"), ("变动", "B2", "请填编号")),
    Case("change_bad", 0, change(2, None, "迟到加入", 55), ("变动", "D2", "55")),
    Case("change_bad", 0, change(2, 1, "退赛", 99), ("变动", "D2", "99", "不是同一个人")),
    Case("change_past", 1, change(1, 1, "退赛"), ("变动", "C2", "退赛", "第 1 轮"), NEXT),
]

ROUNDS = [
    Case("number_unknown", 1, game("红方编号", 2, 77), (small.ROUND, "对局", "B2", "77"), NEXT),
    Case("name_differs", 1, game("红方", 2, "别人"), (small.ROUND, "C2", "别人", "以编号为准"), NEXT),
    Case("player_twice", 1, player_twice, (small.ROUND, "B3", "B2"), NEXT),
    Case("pairing_differs", 1, player_twice, (small.ROUND, "B3", "公布的是"), NEXT),
    Case("pairing_differs", 1, game("红方编号", 6, 1), (small.ROUND, "B6", "公布的是"), NEXT),
    Case("line_missing", 1, book(small.ROUND, lambda b: b[GAMES_SHEET].delete_rows(2)), (small.ROUND, "第 1 台"), NEXT),
    Case("line_missing", 1, book(small.ROUND, lambda b: b[GAMES_SHEET].delete_rows(6)), (small.ROUND, "轮空的一行"), NEXT),
    Case("line_unknown", 1, game("台号", 2, 9), (small.ROUND, "A2", "9"), NEXT),
    Case("line_twice", 1, swap_result_rows, (small.ROUND, "F3", "F2", "第 1 台"), NEXT),
    Case("result_unknown", 1, game("结果", 2, "赢"), (small.ROUND, "F2", "赢", "1 红胜"), NEXT),
    Case("result_unknown", 1, game("结果", 2, "裁定"), (small.ROUND, "F2", "裁定"), NEXT),
    *(Case("result_two", 1, game("结果", 2, value), (small.ROUND, "F2", "一局只填一个结果"), NEXT)
      for value in ("红胜 黑胜", "1/2", "1、1", "红胜；和", "1-0 0-1", "红胜\n黑胜")),
    Case("result_alone", 1, game("结果", 2, "缺席"), (small.ROUND, "F2", "缺席"), NEXT),
    Case("result_not_game", 1, game("结果", 6, "红胜"), (small.ROUND, "F6", "红胜"), NEXT),
    Case("ruling_reason", 1, game("结果", 2, "裁定 2:3"), (small.ROUND, "备注"), NEXT),
    Case("result_open", 1, lambda folder: None, (small.ROUND, "F2", "第 1-4 台"), NEXT),
    Case("fouls_bad", 1, game("红犯规", 2, "两次"), (small.ROUND, "G2", "两次"), NEXT),
    Case("fouls_lose", 1, both(game("结果", 2, 1), game("红犯规", 2, 2)), (small.ROUND, "G2", "红胜")),
    Case("red_bad", 1, game("实际红方", 2, 99), (small.ROUND, "I2", "99"), NEXT),
    Case("unsigned", 1, both(game("结果", 2, "和"), game("签字", 2, "红方")), (small.ROUND, "J2", "黑方签字")),
    Case("signature_bad", 1, game("签字", 2, "张三"), (small.ROUND, "J2", "张三"), NEXT),
    Case("reason_missing", 2, game("结果", 2, "双弃"), (small.ROUND, "L2", "双弃", "更正理由"), NEXT),
    Case("started", 1, undo_started, (small.ROUND, "第 1 轮"), UNDO),
    Case("red_missing", 4, game("结果", 2, 1, KNOCKOUT), (KNOCKOUT, "G2"), NEXT),
    Case("tie_over", 4, fill_tie((2, "1"), (3, "1")), (KNOCKOUT, "H3", "慢棋"), NEXT),
    Case("tie_before", 4, fill_tie((3, "1")), (KNOCKOUT, "H3"), NEXT),
    Case("tie_open", 4, fill_tie((2, "和")), (KNOCKOUT, "H3"), NEXT),
    Case("tie_settled", 5, settle_other_winner, (KNOCKOUT, "晋级"), NEXT),
    Case("stage_gone", 2, typed("阶段", "A2", "积分赛"), (EVENT_FILE, "阶段", "第 1 轮", "积分"), NEXT),
    Case("stage_gone", 4, book(EVENT_FILE, lambda b: b["阶段"].delete_rows(4)), ("第 4 轮", "其余")),
    Case("playoff_idle", 1, change(1, 1, "加赛名次", None, 2), ("变动", "2", "没有「加赛」")),
    Case("rules_changed", 2, typed("阶段", "E2", 6), (EVENT_FILE, "第 2 轮", "6")),
]

def nobody_came(workbook: openpyxl.Workbook) -> None:
    sheet = workbook["报名"]
    column = next(cell.column for cell in sheet[1] if cell.value == "报到")
    for row in range(2, sheet.max_row + 1):
        sheet.cell(row, column).value = None


def round_robin(rounds: str) -> Break:
    """One round robin of the nine instead of all stages."""

    def spoil(folder: Path) -> None:
        book(EVENT_FILE, lambda b: b["阶段"].delete_rows(3, 2))(folder)
        both(typed("阶段", "B2", "循环"), typed("阶段", "C2", rounds))(folder)

    return spoil


def table_changed(folder: Path) -> None:
    """Two of round 1 exchange their opponents."""
    round_robin("1-9")(folder)
    assert small.run("draw", folder) == small.next_round(folder) == 0
    both(game("黑方编号", 2, 8), game("黑方", 2, None))(folder)


OTHER = [
    Case("table_misfit", -1, round_robin("1-8"), ("阶段", "C2", "1-8", "9 人双循环要 18 轮", "1-9（单循环）"), ("draw",)),
    Case("table_differs", -1, table_changed, (small.ROUND, "对局", "D2", "应是 9 号"), NEXT),
    Case("too_few", -1, lambda folder: small.edit(folder / EVENT_FILE, nobody_came), (EVENT_FILE, "只有 0 人"), ("draw",)),
    Case("not_drawn", -1, lambda folder: None, ("draw",), NEXT),
    Case("drawn_already", 0, lambda folder: None, (NUMBERS_FILE, "undo"), ("draw",)),
    Case("nothing_to_undo", -1, lambda folder: None, ("撤回",), ("undo", "--yes")),
    Case("journal_missing", 2, lambda folder: (folder / "journal.jsonl").unlink(), ("journal.jsonl", "备份")),
    Case("not_rehearsal", 1, book(EVENT_FILE, lambda b: b["规程"].__setitem__("B4", "否")), ("演练",), ("simulate",)),
]

CASES = [*FILES, *SHEETS, *ROSTER, *CHANGES, *ROUNDS, *OTHER]
#: Codes that tests beside their module show by their words.
BY_WORDS = {"exchange_note", "game_sides", "game_sum", "import_bad", "rest_seldom", "signup_mapping"}


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def _named(case: Case) -> str:
    return f"{case.code}-{case.words[-1]}"


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_each_fault_is_named_with_its_place_and_its_remedy_and_nothing_is_written(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "比赛 数据（1）", case.rounds)
    case.spoil(folder)
    before = small.contents(folder)
    capsys.readouterr()
    code = small.run(case.command[0], folder, *case.command[1:])
    output = capsys.readouterr()
    lines = small.told(output.out).get(case.code, [])
    assert any(all(word in line for word in case.words) for line in lines), output.out
    assert CODES[case.code].level in lines[0]
    assert "Traceback" not in output.out + output.err
    if CODES[case.code].level == ERROR:
        assert code == 3
    assert small.contents(folder) == before


def test_every_code_has_a_test() -> None:
    modules = [path for path in Path(__file__).parent.rglob("*.py") if path != Path(__file__)]
    others = "".join(path.read_text(encoding="utf-8") for path in modules)
    shown = {case.code for case in CASES} | BY_WORDS
    assert [code for code in CODES if code not in shown and f'"{code}"' not in others] == []


def test_every_problem_reads_in_chinese_and_tells_what_to_do() -> None:
    for code, words in CODES.items():
        assert words.remedy and words.wrong, code
        assert re.search("[\u4e00-\u9fff]", words.wrong.replace("{detail}", "细节")), code


def test_all_faults_of_the_sign_up_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", -1)
    both(
        roster("序号", 3, 1), roster("姓名", 4, None), roster("已缴", 5, "x"), roster("角色", 6, "x"), typed("人员", "A1", "岗位")
    )(folder)
    assert small.run("draw", folder) == 3
    found = set(small.told(capsys.readouterr().out))
    assert found == {"id_twice", "name_missing", "number_bad", "word_unknown", "column_missing"}


def test_all_faults_of_all_rounds_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 4)
    both(
        game("结果", 2, "赢"), game("红方", 3, "别人"), game("结果", 4, "和"), raw("第02轮.xlsx", b"csv"),
        book("第03轮.xlsx", lambda b: b[GAMES_SHEET].delete_rows(3)),
        game("红方编号", 2, 77, OTHERS), fill_tie((2, 1), (3, 1)),
    )(folder)  # fmt: skip
    before = small.contents(folder)
    assert small.run(NEXT[0], folder, *NEXT[1:]) == 3
    found = set(small.told(capsys.readouterr().out))
    assert {"result_unknown", "name_differs", "not_xlsx", "line_missing", "number_unknown", "tie_over"} <= found
    assert small.contents(folder) == before


def test_a_happening_that_a_published_round_counted_cannot_be_taken_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 0)
    change(1, 3, "缺席本轮", None, None, "家中有事")(folder)
    assert small.next_round(folder) == 0
    change(None, None, None, None, None, None)(folder)
    before = small.contents(folder)
    assert small.next_round(folder) == 3
    assert "请假" in small.told(capsys.readouterr().out)["change_gone"][0]
    assert small.contents(folder) == before


def test_a_folder_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["check"], ["draw"], list(NEXT), ["run"], ["undo", "--yes"], ["simulate"], ["verify"], ["publish"]):
        assert small.run(words[0], tmp_path / "没有", *words[1:]) == 3, words
        assert "没有" in small.told(capsys.readouterr().out)["folder_missing"][0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["~$第01轮.xlsx", ".~lock.第01轮.xlsx#", "~$赛事.xlsx"])
def test_a_lock_file_beside_a_sheet_warns_and_stops_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 1)
    small.fill(folder)
    (folder / name).write_bytes(b"\x05who")
    assert small.next_round(folder) == 0
    assert (folder / "第02轮.xlsx").exists()
    line = small.told(capsys.readouterr().out)["open_elsewhere"][0]
    assert "提醒" in line and name.strip(".~$#").removeprefix("lock.") in line


def test_a_second_program_at_the_same_time_is_sent_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 1)
    before = small.contents(folder)
    with FileLock(folder / ".qisai.lock"):
        for words in (list(NEXT), ["draw"], ["publish"], ["undo", "--yes"], ["simulate"]):
            assert small.run(words[0], folder, *words[1:]) == 5, words
            assert set(small.told(capsys.readouterr().out)) == {"busy"}
    assert small.contents(folder) == before


@pytest.mark.parametrize("file", [EVENT_FILE, NUMBERS_FILE, small.ROUND, JOURNAL_FILE])
def test_a_file_that_cannot_be_read_is_locked(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 1)
    before = small.contents(folder)
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == file:
            raise PermissionError(13, "being used by another process")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        assert small.next_round(folder) == 5
    assert file in small.told(capsys.readouterr().out)["locked"][0]
    assert small.contents(folder) == before


@pytest.mark.parametrize(("error", "code"), [(PermissionError(13, "in use"), "locked"), (OSError(28, "full"), "io_failed")])
def test_a_file_that_cannot_be_written_is_told_and_comes_with_the_next_command(
    error: OSError, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 0)

    def refuse(*_: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        assert small.next_round(folder) == 5
    assert small.ROUND in small.told(capsys.readouterr().out)[code][0]
    assert [path.name for path in folder.iterdir() if path.name.endswith(".new")] == []
    assert small.next_round(folder) == 3  # the round was recorded; its sheet is made now, and is blank
    assert (folder / small.ROUND).exists()


def test_what_the_system_says_becomes_a_problem() -> None:
    assert unusable("a", FileNotFoundError(2, "x")).problems == (Problem("file_missing", "a"),)
    assert unusable("a", PermissionError(13, "x")).exit_code == 5
