"""问题清单.xlsx: the problems of the last command, each with a link to its cell; the program's own file."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from qisai.excel.share import clean
from qisai.problems import ERROR, WARNING, Problem, unusable
from qisai.sheets import replace_file, save_book
from qisai.vocabulary import width

PROBLEM_LIST = "问题清单.xlsx"
#: Heading -> width in half-width characters.
COLUMNS = {"序号": 6, "文件": 18, "工作表": 9, "单元格": 14, "内容": 22, "问题": 44, "办法": 44}
LONGEST = 1000  # characters of a cell; nobody reads more, and a row has a greatest height
_CELL = re.compile(r"[A-Z]{1,3}[1-9]\d{0,6}")
_ASCII_IN_PATHS = "/!$&'()+,;=@-._~"  # what may stand in a link as it is; Hanzi may too
_HEAD = {ERROR: PatternFill("solid", fgColor="F2C9BE"), WARNING: PatternFill("solid", fgColor="F5E6B8")}
_LINE = Side(style="thin", color="B8AFA0")
_BOX = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)
_LINK = Font(color="1F4E9E", underline="single")


def write_problem_list(folder: Path, problems: Sequence[Problem]) -> Path:
    """Write the list into an event folder and return its path; the same problems leave the file as it is.

    Two sheets, 错误 and 提醒, each only where there are any. Raises ``InputProblems`` where the file is open or the
    folder takes nothing.
    """
    book = Workbook()
    book.remove(book.active)
    for level in (ERROR, WARNING):
        once = {_read(problem): problem for problem in problems if problem.level == level}
        if once:
            _write(book.create_sheet(level), level, list(once.values()), folder)
    path = folder / PROBLEM_LIST
    with tempfile.TemporaryDirectory() as aside:
        save_book(book, Path(aside) / PROBLEM_LIST)
        data = (Path(aside) / PROBLEM_LIST).read_bytes()
    try:
        same = path.read_bytes() == data
    except OSError:  # not there yet, or open in another program: writing says which
        same = False
    if not same:
        replace_file(path, data)
    return path


def take_problem_list_away(folder: Path) -> None:
    """Remove the list where no problem is left. Raises ``InputProblems`` where it is open."""
    try:
        (folder / PROBLEM_LIST).unlink(missing_ok=True)
    except OSError as error:
        raise unusable(PROBLEM_LIST, error) from None


def _write(sheet: Worksheet, level: str, problems: Sequence[Problem], folder: Path) -> None:
    for column, (heading, wide) in enumerate(COLUMNS.items(), start=1):
        cell = sheet.cell(1, column, heading)
        cell.font, cell.fill, cell.border = Font(bold=True), _HEAD[level], _BOX
        cell.alignment = Alignment(vertical="center", wrap_text=True)
        sheet.column_dimensions[get_column_letter(column)].width = wide
    for number, problem in enumerate(problems, start=1):
        where = problem.cell or ("打开" if _link(problem, folder) else "")
        values = (number, problem.file, problem.sheet, where, problem.value, problem.wrong, problem.remedy)
        lines = 1
        for column, (value, wide) in enumerate(zip(values, COLUMNS.values(), strict=True), start=1):
            cell = sheet.cell(number + 1, column)
            _put(cell, value)
            lines = max(lines, -(-width(cell.value or "") // (wide - 2)))
        if link := _link(problem, folder):
            cell = sheet.cell(number + 1, list(COLUMNS).index("单元格") + 1)
            target, location = link
            cell.hyperlink = Hyperlink(ref=cell.coordinate, target=target, location=location, tooltip=f"打开 {problem.file}")
            cell.font = _LINK
        sheet.row_dimensions[number + 1].height = min(15 * lines + 3, 400)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.paperSize, sheet.page_setup.orientation = 9, "landscape"  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddFooter.center.text = "第&P页/共&N页"


def _put(cell: Any, value: object) -> None:
    """A number, or a text that stays one whatever it begins with."""
    cell.border = _BOX
    cell.alignment = Alignment(vertical="top", wrap_text=True)
    if isinstance(value, int):
        cell.value = value
        return
    words = clean(str(value))[:LONGEST]
    cell.number_format = "@"
    if words:
        cell.value = words
        cell.data_type = "s"


def _link(problem: Problem, folder: Path) -> tuple[str, str | None] | None:
    """The file as a link from its folder, and the place in it where the problem has a cell; None without a file."""
    if not problem.file or not (folder / problem.file).is_file():
        return None
    name = "".join(c if ord(c) > 127 else quote(c, safe=_ASCII_IN_PATHS) for c in problem.file.replace("\\", "/"))
    if not (problem.sheet and _CELL.fullmatch(problem.cell)):
        return name, None
    title = problem.sheet.replace("'", "''")
    return name, f"'{title}'!{problem.cell}"


def _read(problem: Problem) -> tuple[str, ...]:
    """What is read of a problem: one that was told twice is listed once."""
    return problem.file, problem.sheet, problem.cell, problem.value, problem.wrong
