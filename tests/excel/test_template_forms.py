"""The template for the organizer: prompts, drop-downs and text columns, and all of it after LibreOffice saved it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils import range_boundaries

import small_event as small
from office import SOFFICE, office
from qisai.event import open_event
from qisai.excel.prompts import HINTS, LAST_ROW, LONGEST, setting_hint
from qisai.regulation.reader import SHEETS, read_regulations
from qisai.regulation.settings import BY_KEY, SETTINGS, allowed, parse
from qisai.sheets import read_book
from qisai.vocabulary import CHANGES, EVENT_FILE, FOULS, OFFICIALS, ROSTER

BLANK = "空表.xlsx"
TEXT = {
    "报名": ("出生年份", "组别", "类别", "电话", "备注"), "变动": ("轮次", "理由"), "人员": ("备注",), "规程": ("取值",),
    "日程": ("轮次", "日期", "时间"), "奖项": ("条件", "名次", "组别"),
    "阶段": ("轮次", "参加者", "红和", "黑和", "加赛顺序", "组别"),
}  # fmt: skip


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("template") / "e"
    assert small.run("new", folder, "--regulation", "danyang") == 0
    return folder / EVENT_FILE


def fill(book: openpyxl.Workbook) -> None:
    """What somebody types below the header, as text where the column is text."""
    sheet = book["报名"]
    head = {cell.value: cell.column for cell in sheet[1]}
    rows: list[dict[str, Any]] = [
        {"序号": 1, "姓名": "陆𬭎", "性别": "男", "出生年份": "2012.3.2", "单位": "甲队", "地区": "丹阳", "类别": "12-14",
         "角色": "选手", "电话": "010000000001", "缴费类别": "自费", "已缴": 100, "缴费顺序": 1, "收款人": "安若水"},
        {"序号": 2, "姓名": "NA", "性别": "F", "出生年份": "20150302", "电话": "10000000002", "缴费类别": "自费", "已缴": 150,
         "退费": 50, "缴费顺序": 2, "备注": "1-2", "报到": "是", "用餐": "是"},
        {"序号": "007", "姓名": "=1+1", "角色": "领队", "用餐": "是"},
    ]  # fmt: skip
    for number, row in enumerate(rows, start=2):
        for column, value in row.items():
            cell = sheet.cell(number, head[column])
            cell.value, cell.number_format = value, "@" if isinstance(value, str) else "General"
            cell.data_type = "s" if isinstance(value, str) else cell.data_type
    for row in book["规程"].iter_rows(min_row=2):
        if row[0].value == "参赛条件":
            row[1].value = "年龄<=12"
    small.put_rows(book["奖项"], [["少年奖", "年龄<=12", "1-3", 100, "是"]], first=book["奖项"].max_row + 1)
    small.put_rows(book["人员"], [["裁判长", "毛静之", "镇江", "是", "3-4"]])


@pytest.fixture(scope="module")
def typed(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template with three people typed in."""
    path = tmp_path_factory.mktemp("typed") / EVENT_FILE
    path.write_bytes(template.read_bytes())
    small.edit(path, fill)
    return path


@pytest.fixture(scope="module")
def office_folder(template: Path, typed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The blank and the filled form as LibreOffice saved them: 空表.xlsx and 赛事.xlsx."""
    if SOFFICE is None:
        pytest.skip("LibreOffice is not installed")
    out = tmp_path_factory.mktemp("office") / "out"
    blank = typed.with_name(BLANK)
    blank.write_bytes(template.read_bytes())
    office("xlsx", out, blank, typed)
    return out


def hints(book: openpyxl.Workbook) -> dict[str, dict[str, tuple[str, str, int]]]:
    """Prompt, words and last row by sheet, and by heading of the column (of 规程: by the item of the row)."""
    found: dict[str, dict[str, tuple[str, str, int]]] = {}
    for sheet in book:
        for rule in sheet.data_validations.dataValidation:
            for area in str(rule.sqref).split():
                left, top, _, last = range_boundaries(area)
                item = sheet.cell(top, 1).value if sheet.title == "规程" else sheet.cell(1, left).value
                assert not rule.showErrorMessage or (rule.errorStyle, rule.type) == ("warning", "list")
                words = (rule.formula1 or "").strip('"') if rule.type == "list" else ""
                key = found.setdefault(sheet.title, {})
                before = key.get(item, ("", "", 0))
                key[item] = (rule.prompt or before[0], words or before[1], max(last, before[2]))
    return found


def check_hints(path: Path) -> None:
    book = openpyxl.load_workbook(path)
    found = hints(book)
    for name, columns in HINTS.items():
        header = [cell.value for cell in book[name][1]]
        for column, hint in columns.items():
            if column in header:
                prompt, words, last = found[name][column]
                assert (prompt, words) == (hint.prompt, hint.words), (name, column)
                assert last >= LAST_ROW > 601
    for setting in SETTINGS:
        hint = setting_hint(setting)
        assert found["规程"][setting.label][:2] == (hint.prompt, hint.words)


def check_form(path: Path) -> None:
    """Text columns below what is filled, no formula, and the print set-up."""
    book = openpyxl.load_workbook(path)
    for name, columns in TEXT.items():
        header = [cell.value for cell in book[name][1]]
        for column in columns:
            place = header.index(column) + 1
            formats = {size.number_format for size in book[name].column_dimensions.values() if size.min <= place <= size.max}
            assert formats == {"@"}, (name, column)
    for sheet in book:
        assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
        assert (int(sheet.page_setup.paperSize), sheet.page_setup.fitToHeight) == (9, 0), sheet.title
        assert sheet.sheet_properties.pageSetUpPr.fitToPage and sheet.print_title_rows == "$1:$1"


def test_every_column_with_a_rule_has_a_short_prompt() -> None:
    rules = {name: columns for name, columns in SHEETS.items() if name != "规程"}
    headings = {"报名": ROSTER, "变动": CHANGES, "人员": OFFICIALS, "犯规": FOULS, **rules}
    for name, (required, optional) in headings.items():
        free = {"说明", "裁判员", "备注"} if name != "报名" else set()
        assert {*required, *optional} - free <= set(HINTS[name]), name
        assert set(HINTS[name]) <= {*required, *optional}
    for hint in (*(hint for own in HINTS.values() for hint in own.values()), *map(setting_hint, SETTINGS)):
        assert hint.prompt and len(hint.prompt) <= LONGEST and re.search("[\u4e00-\u9fff]", hint.prompt)
        assert len(hint.words) <= LONGEST and '"' not in hint.words
    assert all(len(setting.label) <= 32 for setting in SETTINGS)


def test_the_words_of_a_setting_are_those_that_its_reader_takes() -> None:
    for setting in SETTINGS:
        words = setting_hint(setting).words
        assert (setting.kind in ("choice", "yes")) == bool(words)
        for word in filter(None, words.split(",")):
            parse(setting, word)
    assert allowed(BY_KEY["cap"]) in setting_hint(BY_KEY["cap"]).prompt


def test_the_template_has_prompts_drop_downs_text_columns_and_no_formula(template: Path) -> None:
    check_hints(template)
    check_form(template)
    assert {sheet.freeze_panes for sheet in openpyxl.load_workbook(template)} == {"A2"}


def test_the_template_is_small_and_quick_to_read(template: Path) -> None:
    """The drop-downs of 700 rows are ranges, not cells."""
    assert template.stat().st_size < 60_000
    with zipfile.ZipFile(template) as archive:
        sizes = {name: archive.getinfo(name).file_size for name in archive.namelist() if name.startswith("xl/worksheets/")}
    assert max(sizes.values()) < 120_000
    assert openpyxl.load_workbook(template)["报名"].max_row == 1


def test_after_libreoffice_everything_is_still_there(office_folder: Path) -> None:
    for name in (BLANK, EVENT_FILE):
        check_hints(office_folder / name)
        check_form(office_folder / name)


def test_after_libreoffice_the_program_reads_the_same_rules(template: Path, office_folder: Path) -> None:
    both = []
    for path in (template, office_folder / BLANK):
        rules = read_regulations(read_book(path), problems := [])
        assert problems == []
        both.append(rules)
    assert both[0] == both[1]


def test_a_filled_template_reads_the_same_after_libreoffice(typed: Path, office_folder: Path) -> None:
    read = []
    for folder in (typed.parent, office_folder):
        event = open_event(folder)
        read.append(event)
        assert event.notices == [] and event.people.loc["2", ["sex", "birth", "refund"]].tolist() == ["女", "2015-03-02", 50]
        assert event.people.loc["1", ["birth", "category", "phone"]].tolist() == ["2012.3.2", "12-14", "010000000001"]
        assert event.people.loc["007", "name"] == "=1+1" and event.people.loc["2", "note"] == "1-2"
        assert event.rules.prizes[-1].places == (1, 2, 3) and event.rules["eligible"]
    assert read[0].people.equals(read[1].people) and read[0].officials.equals(read[1].officials)
    assert read[0].regulations == read[1].regulations
