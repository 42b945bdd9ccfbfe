"""What the organizer fills: 赛事.xlsx, 编号.xlsx and the round files, written once and never over his hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from qisai.excel.prompts import Hint, add_hints, add_rule
from qisai.regulation.model import KNOCKOUT, POINT_COLUMNS, RARE_POINT_COLUMNS, ROUND_ROBIN
from qisai.sheets import save_book
from qisai.vocabulary import (
    GAMES_SHEET,
    KNOCKOUT_GAMES,
    NUMBERS,
    NUMBERS_SHEET,
    SECOND_SHEET,
    SIGNATURES,
    SWISS_GAMES,
    Outcome,
    width,
)

_HEAD = PatternFill("solid", fgColor="E8DCC8")
_FILL_IN = PatternFill("solid", fgColor="FFFBE6")
_LINE = Side(style="thin", color="B8AFA0")
_BOX = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)
_RESULTS = "红胜,黑胜,和,红弃,黑弃,双弃,双弃未签,双负"
_HELP = (
    "结果：1 红胜　2 黑胜　3 和　4 红弃　5 黑弃　6 双弃，也可填文字：双弃未签、双负、裁定 2:1（红 2 分、黑 1 分，备注写理由）",
    "已确认的结果要改，请同时填「更正理由」。",
    "签字：双方、红方、黑方（只有一方签）、未签、未交，没有问题就空着。",
)
_COLOURS_HELP = "结果和犯规都按实际执子的颜色填。先后手下反了才填「实际红方」（实际执红者的编号）。"
_SECOND_HELP = "复核：把成绩单在「复核」表里再填一遍，运行 next 时逐台对照；不复核就空着。"
_SWISS_HELP = (
    _COLOURS_HELP,
    "裁判调整：这一轮还没填任何成绩时，可以改红方、黑方的编号（姓名一起改或清空），再运行 next，程序检查后记录。",
    _SECOND_HELP,
)
_TABLE_HELP = (_COLOURS_HELP, "对阵由循环表定，不调整；没有来的人那一台填 4 红弃、5 黑弃或 6 双弃。", _SECOND_HELP)
_TIE_HELP = (
    "每对棋手按局填：先填「红方编号」（执红者的编号；抽过签的已经填好），再填结果。前一局和棋才填下一局。",
    "附加赛和棋填「和」，程序按黑胜处理。一方未到：红方编号照填，结果填红弃或黑弃。",
)
_OWN_HELP = {KNOCKOUT: _TIE_HELP, ROUND_ROBIN: _TABLE_HELP}
_ORDER = ("规程", "阶段", "名次", "奖项", "日程", "人员", "报名", "变动", "犯规")
#: Excel would make dates of 1-7 and 1/2, cut a telephone, and take a formula for a condition.
_AS_TEXT = {"电话", "轮次", "名次", "取值", "出生年份", "结果", "加赛顺序", "日期", "时间", "条件", "组别", "类别", "备注",
            "参加者", "用时", "条款", "理由", *POINT_COLUMNS, *RARE_POINT_COLUMNS}  # fmt: skip
#: Columns that people fill or that hold sentences: their width in half-width characters; longer text wraps.
_WIDTHS = {
    "取值": 34, "默认": 24, "可填": 24, "规程原文": 40, "说明": 36, "用时": 30, "名次": 30, "条件": 14, "姓名": 14, "单位": 18,
    "职务": 14, "电话": 14, "备注": 18, "理由": 30, "条款": 24, "更正理由": 22,
}  # fmt: skip
NO_LOTS: Mapping[str, str] = {}
NARROW, SENTENCE, WIDE = 6, 20, 36  # a column wider than SENTENCE keeps its width


def write_event(path: Path, sheets: Mapping[str, Sequence[Sequence[object]]]) -> None:
    """A new 赛事.xlsx: each sheet's rows with its header first; prompts, and drop-downs where words are fixed."""
    book = Workbook()
    book.remove(book.active)
    for name in sorted(sheets, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER)):
        rows = sheets[name]
        sheet = book.create_sheet(name)
        _fill(sheet, rows)
        header = [str(value) for value in rows[0]]
        add_hints(sheet, name, rows)
        for index, column in enumerate(header, start=1):
            if column in _AS_TEXT:  # the whole column, so that 1-7 typed into a new row stays what it is
                sheet.column_dimensions[get_column_letter(index)].number_format = "@"
            for number in range(2, len(rows) + 1):
                cell = sheet.cell(number, index)
                cell.number_format = "@" if column in _AS_TEXT else cell.number_format
                if column == "取值":
                    cell.fill = _FILL_IN
        _print_setup(sheet, name, landscape=len(header) > 5)
    save_book(book, path)


def write_numbers(path: Path, rows: Iterable[tuple[int, str, str, str]]) -> None:
    """编号.xlsx: 编号, 序号, 姓名, 单位."""
    book = Workbook()
    sheet = book.active
    sheet.title = NUMBERS_SHEET
    _fill(sheet, [NUMBERS[0], *rows])
    _print_setup(sheet, path.stem)
    save_book(book, path)


def write_round(
    path: Path,
    system: str,
    lines: Sequence[Mapping[str, Any]],
    bye: str | None,
    numbers: Mapping[str, int],
    names: Mapping[str, str],
    show: Callable[[int], str] = str,
    lots: Mapping[str, str] = NO_LOTS,
) -> None:
    """A round file; Enter goes down the boards in the 结果 column.

    Results are blank except in lines that bring them (a lost file made again); ``show`` words the points of 裁定;
    ``lots`` (as in the journal) fills 红方编号 of a knockout where the colours were drawn.
    """
    knockout = system == KNOCKOUT
    columns = [column for part in (KNOCKOUT_GAMES if knockout else SWISS_GAMES) for column in part]
    seats = ("甲方", "乙方") if knockout else ("红方", "黑方")
    rows: list[list[object]] = [list(columns)]
    for line in lines:
        cells: dict[str, object] = {"台号": line["board"], "局": line["game"]}
        for seat, side in zip(seats, ("red", "black"), strict=True):
            player = line[side]
            cells[f"{seat}编号"], cells[seat] = numbers.get(player, ""), names.get(player, "")
        if not line["black"]:
            cells |= {"台号": "", seats[1]: Outcome.BYE.value, "结果": Outcome.BYE.value}
        elif knockout and (red := lots.get(f"{line['match']} {line['game']}")):
            cells["红方编号"] = numbers[red]
        if line["black"] and "outcome" in line:
            cells |= _result(line, numbers, show, knockout)
        rows.append([cells.get(column, "") for column in columns])
    if bye:
        cells = {f"{seats[0]}编号": numbers[bye], seats[0]: names[bye], seats[1]: Outcome.BYE.value,
                 "结果": Outcome.BYE.value}  # fmt: skip
        rows.append([cells.get(column, "") for column in columns])
    book = Workbook()
    sheet = book.active
    sheet.title = GAMES_SHEET
    _fill(sheet, rows)
    result = columns.index("结果") + 1
    _drop_down(sheet, result, _RESULTS, 2, len(rows), strict=False)
    _drop_down(sheet, columns.index("签字") + 1, ",".join(SIGNATURES), 2, len(rows))
    to_fill = [columns.index(column) + 1 for column in columns[columns.index("红方编号" if knockout else "结果") :]]
    for number, row in enumerate(rows[1:], start=2):
        for index in to_fill:
            sheet.cell(number, index).fill = _FILL_IN
        sheet.cell(number, result).number_format = "@"
        sheet.cell(number, result).alignment = Alignment(horizontal="center")
        if row[result - 1] == Outcome.BYE:
            sheet.cell(number, result).fill = _HEAD
    sheet.column_dimensions[get_column_letter(result)].width = 11
    _print_setup(sheet, path.stem, landscape=True)
    if not knockout:
        _second_entry(book, lines, numbers)
    notes = book.create_sheet("说明")
    for number, words in enumerate((*_HELP, *_OWN_HELP.get(system, _SWISS_HELP)), start=1):
        notes.cell(number, 1, words)
    notes.column_dimensions["A"].width = 90
    _print_setup(notes, path.stem, landscape=True)
    save_book(book, path)


def _second_entry(book: Workbook, lines: Sequence[Mapping[str, Any]], numbers: Mapping[str, int]) -> None:
    """The sheet for typing the slips once more; blank unless somebody does."""
    sheet = book.create_sheet(SECOND_SHEET)
    header = ["台号", "红方编号", "黑方编号", "结果"]
    rows = [[line["board"], numbers.get(line["red"], ""), numbers.get(line["black"], ""), ""] for line in lines]
    _fill(sheet, [header, *rows])
    _drop_down(sheet, len(header), _RESULTS, 2, len(rows) + 1, strict=False)
    for number in range(2, len(rows) + 2):
        cell = sheet.cell(number, len(header))
        cell.number_format, cell.fill, cell.alignment = "@", _FILL_IN, Alignment(horizontal="center")
    _print_setup(sheet, SECOND_SHEET)


def _result(line: Mapping[str, Any], numbers: Mapping[str, int], show: Callable[[int], str], knockout: bool) -> dict[str, object]:
    ruled = line["outcome"] == Outcome.RULED
    at_red = numbers[line["black"] if line["swapped"] else line["red"]]
    return {
        "结果": f"裁定 {show(line['red_points'])}:{show(line['black_points'])}" if ruled else line["outcome"],
        "红犯规": line["red_fouls"] or "",
        "黑犯规": line["black_fouls"] or "",
        "红方编号" if knockout else "实际红方": at_red if knockout or line["swapped"] else "",
        "备注": line["note"],
    }


def _fill(sheet: Worksheet, rows: Sequence[Sequence[object]]) -> None:
    looks: dict[tuple[bool, bool], Any] = {}  # openpyxl looks up every part of a style anew: of each look, once
    for number, row in enumerate(rows, start=1):
        for index, value in enumerate(row, start=1):
            cell, look = sheet.cell(number, index), (number == 1, isinstance(value, int))
            if look not in looks:
                cell.border = _BOX
                cell.alignment = Alignment(horizontal="center" if look[1] else None, vertical="center", wrap_text=True)
                if number == 1:
                    cell.font, cell.fill = Font(bold=True), _HEAD
                    cell.alignment = Alignment(horizontal="center", vertical="center")
                looks[look] = cell._style
            cell._style = copy(looks[look])
            _type_in(cell, value)
    for index, name in enumerate(rows[0], start=1):
        widest = max(width(row[index - 1] if index <= len(row) else "") for row in rows)
        least = _WIDTHS.get(str(name), NARROW)
        most = least if least > SENTENCE else WIDE
        sheet.column_dimensions[get_column_letter(index)].width = min(max(widest + 2, least), most)
    for number, row in enumerate(rows, start=1):  # not every program makes room for wrapped text by itself
        room = [sheet.column_dimensions[get_column_letter(index)].width - 2 for index in range(1, len(row) + 1)]
        lines = max(math.ceil(width(value) / space) for value, space in zip(row, room, strict=True))
        if lines > 1:
            sheet.row_dimensions[number].height = 15 * lines + 3
    sheet.freeze_panes = "A2"


def _type_in(cell: Any, value: object) -> None:
    """A value as typed; a text stays a text, also one that begins with = or looks like an error."""
    if not isinstance(value, str):
        cell.value = value
    elif words := ILLEGAL_CHARACTERS_RE.sub("", value):
        cell.value = words
        cell.data_type = "s"
        cell.quotePrefix = words[0] in "=+-@"


def _drop_down(sheet: Worksheet, column: int, words: str, first: int, last: int, strict: bool = True) -> None:
    letter = get_column_letter(column)
    add_rule(sheet, f"{letter}{first}:{letter}{max(first, last)}", "", Hint("", words), strict)


def _print_setup(sheet: Worksheet, title: str, landscape: bool = False) -> None:
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    sheet.print_options.horizontalCentered = True
    sheet.oddHeader.center.text = title.replace("&", "&&")
    sheet.oddFooter.center.text = "第&P页 共&N页"
