"""The sheets of 新增报名.xlsx as rows: who is new, who waits, what to look at, what was not read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import filterfalse

import pandas as pd
from openpyxl.utils import column_index_from_string

from qisai.intake.cleaning import shown
from qisai.intake.compare import Doubt, Intake
from qisai.intake.model import Applicant, Column, Found
from qisai.private import hidden
from qisai.problems import ERROR, Problem, errors
from qisai.vocabulary import plain

NEW, WAITING, LOOK, KNOWN, TEAMS, UNREAD, NOTES, COLUMNS = (
    "新增", "待定", "请核对", "已在报名表", "单位写法", "没有读", "提醒", "列对应",
)  # fmt: skip
Rows = list[list[object]]
#: What 请核对 shows of a person in columns of its own; the rest stands in 其他.
_SHOWN = ("姓名", "性别", "单位", "电话")
_NUMBERS = ("已缴", "等级分")
_PRIVATE, _TIME = "身份证号", "提交时间"
_ON_THE_WAY = (_PRIVATE, _TIME)  # read for the comparison, and of no column of 报名
#: Problems of the level 提醒 of which people may be left out; totals, notes and signatures are none.
_LEFT_OUT = {"signup_line", "signup_skipped", "signup_above"}
#: What was left out is a column, a table or a sheet: nobody knows how many rows with people it has.
_OF_SHEETS = {"signup_skipped", "signup_two_columns", "signup_quote"}
_SAMPLES, _LONGEST = 3, 30  # of a column: how many texts, and how much of each


def sheets(
    roster: pd.DataFrame, header: Sequence[str], intake: Intake, found: Sequence[Found], refused: Sequence[Problem]
) -> dict[str, Rows]:
    """The sheets by name, header first; all but 新增 only where they have rows.

    ``roster``: 报名 as typed (index 序号); ``header``: its columns in the organizer's order, which 新增 and 待定 have
    too, ready to be pasted below his last row.
    """
    numbers = _numbers(roster, intake)
    pasted = {
        name: [[_cell(column, row, numbers) for column in header] for row in rows]
        for name, rows in ((NEW, intake.new), (WAITING, intake.doubtful))
    }
    looked_at = enumerate(intake.doubts, start=1)
    problems = [*refused, *faults(found)]
    tables: dict[str, tuple[Sequence[str], Rows]] = {
        NEW: (header, pasted[NEW]),
        WAITING: (header, pasted[WAITING]),
        LOOK: (
            ["组", "情况", "怎么办", "在哪里", "序号", *_SHOWN, "其他", _TIME],
            [line for group, doubt in looked_at for line in _doubt(group, doubt, roster, intake, numbers)],
        ),
        KNOWN: (
            ["序号", "姓名", "单位", "项目", "报名表里", "导入的", "来源", "先后", "按什么认出"],
            list(_differences(roster, intake)),
        ),
        TEAMS: (
            ["写法一", "报名表人数", "导入另有人数", "写法二", "报名表人数", "导入另有人数", "情况"],
            list(_teams(intake)),
        ),
        UNREAD: (_PROBLEM, [*_problem_rows(filter(is_unread, problems)), *_nameless(intake)]),
        NOTES: (_PROBLEM, _problem_rows(filterfalse(is_unread, problems))),
        COLUMNS: (
            ["文件", "工作表", "列", "表头", "用作", "根据", "例子"],
            [
                [sheet.file, sheet.sheet, column.letter, " ".join(column.heading.split()), column.field or "不用",
                 "表头" if sheet.header else "没有表头，看内容猜的", "、".join(samples(sheet, column))]
                for sheet in found
                for column in sheet.columns
            ],
        ),
    }
    return {name: [list(columns), *rows] for name, (columns, rows) in tables.items() if rows or name == NEW}


def faults(found: Sequence[Found]) -> list[Problem]:
    """What is wrong with the sheets, then with their rows."""
    of_sheets = [problem for sheet in found for problem in sheet.problems]
    return of_sheets + [fault for sheet in found for row in sheet.applicants for fault in row.faults]


def is_unread(problem: Problem) -> bool:
    """Whether a problem says that something was left out, and not only that it should be looked at."""
    return problem.level == ERROR or problem.code in _LEFT_OUT


def unread(found: Sequence[Found], refused: Sequence[Problem]) -> int:
    """How many rows, or people in them, the recognition of the sheets has left out; none of them is an applicant.

    Of what was ``refused`` only where it is known how many people it holds.
    """
    rows: set[tuple[str, str, str]] = set()
    heads = sum(int(str(problem.details.get("heads", 0))) for problem in refused)
    for sheet in found:
        read = {str(row.row) for row in sheet.applicants}
        for problem in sheet.problems:
            if not is_unread(problem) or problem.code in _OF_SHEETS:
                continue
            if "heads" in problem.details:
                heads += int(str(problem.details["heads"]))
            elif "rows" in problem.details:
                heads += _how_many(str(problem.details["rows"]))
            elif (number := "".join(re.findall(r"\d+", problem.cell))) not in read:
                rows.add((sheet.file, sheet.sheet, number or problem.code))
    return len(rows) + heads


def _how_many(rows: str) -> int:
    """The number of rows that a problem names: ``3、5`` or ``3、5 等 40 行``."""
    many = re.search(r"等 (\d+) 行", rows)
    return int(many[1]) if many else len(re.findall(r"\d+", rows))


def samples(sheet: Found, column: Column) -> list[str]:
    """The first few different texts of a column, long numbers cut short; of one for numbers of papers none."""
    if column.field == _PRIVATE:
        return []
    place = column_index_from_string(column.letter)
    texts = (shown(cells[place]) for number, cells in sheet.grid.rows if number > sheet.header and place in cells)
    different = dict.fromkeys(hidden(text)[:_LONGEST] for text in texts if text)
    return list(different)[:_SAMPLES]


_PROBLEM = ["文件", "工作表", "单元格", "内容", "问题", "办法"]


def _numbers(roster: pd.DataFrame, intake: Intake) -> dict[int, int]:
    """序号 for everybody who may be pasted, after the largest in use; by the identity of the row."""
    used = [int(player) for player in map(plain, roster.index) if player.isdecimal()]
    rows = (*intake.new, *intake.doubtful)
    return {id(row): number for number, row in enumerate(rows, start=max(used, default=0) + 1)}


def _cell(column: str, row: Applicant, numbers: Mapping[int, int]) -> object:
    if column == "序号":
        return numbers[id(row)]
    value = "" if column in _ON_THE_WAY else row.cells.get(column, "")
    return int(value) if column in _NUMBERS and value.isdecimal() else value


def source(row: Applicant) -> str:
    """Where a person of the imports stands."""
    return " › ".join(part for part in (row.file, row.sheet, f"第 {row.row} 行") if part)


def _doubt(group: int, doubt: Doubt, roster: pd.DataFrame, intake: Intake, numbers: Mapping[int, int]) -> Rows:
    """One group side by side, those of 报名 first; its words stand on the first line."""
    new = {id(row) for row in intake.new}
    lines: Rows = [
        ["报名表", player, *(roster.loc[player].get(column, "") for column in _SHOWN), _rest(roster.loc[player].to_dict()), ""]
        for player in doubt.players
    ]
    for row in doubt.rows:
        number = numbers.get(id(row))
        where = "" if number is None else f"{NEW if id(row) in new else WAITING}；"
        lines.append([where + source(row), "" if number is None else number, *(row.cells.get(c, "") for c in _SHOWN),
                      _rest(row.cells), row.cells.get(_TIME, "")])  # fmt: skip
    words = [[group, doubt.reason, doubt.advice], *([[group, "", ""]] * (len(lines) - 1))]
    return [[*told, *line] for told, line in zip(words, lines, strict=True)]


def _rest(cells: Mapping[str, str]) -> str:
    left = {"序号", *_ON_THE_WAY, *_SHOWN}
    return "；".join(f"{column} {value}" for column, value in cells.items() if value and column not in left)


def _teams(intake: Intake) -> Iterable[list[object]]:
    for pair in intake.teams:
        yield [pair.first, *pair.heads[0], pair.second, *pair.heads[1], pair.reason]
    if intake.more_teams:
        yield ["还有没列出的", *[""] * 5, "先把上面的写成一样，再导入一次"]


def _differences(roster: pd.DataFrame, intake: Intake) -> Iterable[list[object]]:
    for one in intake.known:
        name, team = roster.loc[one.player]["姓名"], roster.loc[one.player].get("单位", "")
        rows = [(one.row, one.differences, one.latest), *((row, told, "另一份") for row, told in one.earlier)]
        for row, differences, when in rows:
            for column, typed, imported in differences:
                yield [one.player, name, team, column, typed or "（空）", imported, source(row), when, one.by]


def _problem_rows(problems: Iterable[Problem]) -> Rows:
    return [[one.file, one.sheet, one.cell, one.value, one.wrong, one.remedy] for one in problems]


def _nameless(intake: Intake) -> Rows:
    """Rows that were not read for want of a name, where no fault says so."""
    return [
        [row.file, row.sheet, f"第{row.row}行", "、".join(value for column, value in row.cells.items() if column != _PRIVATE),
         "没有姓名", "请补上姓名，再导入一次"]
        for row in intake.rejected
        if not errors(row.faults)
    ]  # fmt: skip
