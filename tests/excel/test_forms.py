"""The forms that people fill: drop-downs, text cells, A4, and names that look like formulas."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import openpyxl
import pytest

import small_event as small
from office import SOFFICE, office
from qisai.excel.forms import write_event, write_numbers, write_round
from qisai.regulation.model import KNOCKOUT, SWISS
from qisai.regulation.settings import SETTINGS
from qisai.vocabulary import CHANGES, EVENT_FILE, FOULS, GAMES_SHEET, NUMBERS_FILE, OFFICIALS, ROSTER

ILLEGAL = re.compile(r'[<>:"/\\|?*\x00-\x1f]|[. ]$')


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forms") / "e"
    assert small.run("new", path, "--regulation", "danyang") == 0
    shutil.copytree(small.copy(tmp_path_factory.mktemp("forms") / "p", 4), path / "played")
    return path


def lists(sheet: openpyxl.worksheet.worksheet.Worksheet) -> dict[str, str]:
    """Words of each drop-down by the heading of its column."""
    found = {}
    for rule in sheet.data_validations.dataValidation:
        first = str(rule.sqref).split(":")[0]
        if rule.formula1 is None:
            continue
        found[sheet[f"{re.sub('[0-9]', '', first)}1"].value] = rule.formula1.strip('"')
    return found


def test_the_event_sheet_has_every_column_in_a_fixed_order_of_sheets(folder: Path) -> None:
    book = openpyxl.load_workbook(folder / EVENT_FILE)
    assert book.sheetnames == ["规程", "阶段", "名次", "奖项", "日程", "人员", "报名", "变动", "犯规"]
    for name, columns in {"报名": ROSTER, "人员": OFFICIALS, "变动": CHANGES, "犯规": FOULS}.items():
        assert [cell.value for cell in book[name][1]] == [*columns[0], *columns[1]]
    assert [row[0].value for row in book["规程"].iter_rows(min_row=2)] == [setting.label for setting in SETTINGS]


def test_fixed_words_come_as_drop_downs_that_warn_and_never_block(folder: Path) -> None:
    book = openpyxl.load_workbook(folder / EVENT_FILE)
    assert lists(book["变动"])["变动"].startswith("缺席本轮,退赛")
    assert {"角色", "报到", "用餐"} <= set(lists(book["报名"])) and lists(book["报名"])["报到"] == "是,否"
    games = openpyxl.load_workbook(folder / "played" / small.ROUND)[GAMES_SHEET]
    assert lists(games)["结果"].startswith("红胜,黑胜,和") and "签字" in lists(games)
    for sheet in (*book, games):
        for rule in sheet.data_validations.dataValidation:
            assert not rule.showErrorMessage or rule.errorStyle == "warning"


def test_what_excel_would_turn_into_a_date_is_typed_into_text_cells(folder: Path) -> None:
    book = openpyxl.load_workbook(folder / EVENT_FILE)
    for sheet, column in (("规程", "B"), ("阶段", "C"), ("奖项", "C"), ("日程", "B"), ("变动", "A"), ("报名", "D")):
        assert book[sheet].column_dimensions[column].number_format == "@", (sheet, column)
        for cell in book[sheet][column][1:]:
            assert cell.number_format == "@"
    for file, rows in ((small.ROUND, 6), ("第04轮_淘汰.xlsx", 5)):
        games = openpyxl.load_workbook(folder / "played" / file)[GAMES_SHEET]
        column = small.column(folder / "played" / file, GAMES_SHEET, "结果")
        assert {games[f"{column}{row}"].number_format for row in range(2, rows + 1)} == {"@"}


def test_cells_to_fill_are_coloured_and_sentences_wrap(folder: Path) -> None:
    sheet = openpyxl.load_workbook(folder / EVENT_FILE)["规程"]
    fills = {column: {sheet[f"{column}{row}"].fill.fgColor.rgb for row in range(2, 12)} for column in "AB"}
    assert len(fills["B"]) == 1 and fills["A"] != fills["B"]
    assert all(sheet.cell(row, column).alignment.wrap_text for row in range(2, 12) for column in range(1, 7))
    assert all(dimension.width <= 40 for dimension in sheet.column_dimensions.values())
    rows = [row for row in sheet.iter_rows(min_row=2) if len(str(row[4].value or "")) > 30]
    assert rows and all(sheet.row_dimensions[row[0].row].height >= 30 for row in rows)


def test_every_sheet_is_set_up_for_a4_with_its_heading_on_each_page(folder: Path) -> None:
    files = [folder / EVENT_FILE, *sorted((folder / "played").glob("*.xlsx"))[:4], folder / "played" / NUMBERS_FILE]
    for path in files:
        for sheet in openpyxl.load_workbook(path):
            if path.name == EVENT_FILE and path.parent.name == "played":
                continue  # the small event of the tests holds values only
            setup = sheet.page_setup
            assert (int(setup.paperSize), setup.fitToWidth, setup.fitToHeight) == (9, 1, 0), (path.name, sheet.title)
            assert sheet.sheet_properties.pageSetUpPr.fitToPage and sheet.print_title_rows == "$1:$1"


@pytest.mark.parametrize("name", ["=1+1", "=HYPERLINK(1)", "+86", "-张", "@王", "#REF!", "陆\x07𬭎"])
def test_a_name_that_looks_like_a_formula_is_written_as_text(tmp_path: Path, name: str) -> None:
    lines = [{"match": 0, "game": "", "board": 1, "red": "a", "black": "b"}]
    write_round(tmp_path / "r.xlsx", SWISS, lines, None, {"a": 1, "b": 2}, {"a": name, "b": "李四"})
    write_round(tmp_path / "k.xlsx", KNOCKOUT, lines, None, {"a": 1, "b": 2}, {"a": name, "b": "李四"})
    write_numbers(tmp_path / "n.xlsx", [(1, "a", name, name)])
    write_event(tmp_path / "e.xlsx", {"报名": [["序号", "姓名"], [1, name]]})
    for file, cell in (("r", "C2"), ("k", "D2"), ("n", "C2"), ("e", "B2")):
        found = openpyxl.load_workbook(tmp_path / f"{file}.xlsx").worksheets[0][cell]
        assert (found.value, found.data_type) == (name.replace("\x07", ""), "s"), file
        assert found.quotePrefix == (name[0] in "=+-@")


def test_all_names_of_files_are_legal_on_windows(folder: Path) -> None:
    for path in folder.rglob("*"):
        assert not ILLEGAL.search(path.name), path.name


@pytest.mark.long
@pytest.mark.skipif(SOFFICE is None or shutil.which("pdftotext") is None, reason="LibreOffice is not installed")
def test_the_forms_open_in_libreoffice_and_print(folder: Path, tmp_path: Path) -> None:
    files = [folder / EVENT_FILE, *(folder / "played" / name for name in (NUMBERS_FILE, small.ROUND, "第04轮_淘汰.xlsx"))]
    office("pdf", tmp_path / "pdf", *files)
    assert all(path.stat().st_size > 5000 for path in (tmp_path / "pdf").iterdir())
