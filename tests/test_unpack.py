"""Workbooks of every make, read as the spreadsheet shows them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from qisai.sheets import read_book
from qisai.unpack import unpack
from workbook_parts import BOOK, LINKS, MAIN, PEOPLE, READ, SHEET, STRICT, STRICT_LINKS, book, links, workbook, zipped


def first_row(data: str, **parts: str) -> dict[int, Any]:
    """The values of row 1 by column."""
    return unpack(zipped(workbook(f'<row r="1">{data}</row>', **parts)), "a")["报名"].rows.get(1, {})


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("<v>13</v>", 13), ("<v>13.50</v>", 13.5), ("<v>1.08E+10</v>", 10800000000.0), ("<v>-.5</v>", -0.5), ("<v> 7 </v>", 7),
        ('" t="s"><v>0</v>', "甲队"), ('" t="s"><v>1</v>', "乙队"), ('" t="s"><v>2</v>', "张\r\n三"), ('" t="s"><v>3</v>', None),
        ('" t="str"><v>_x005F_x000D_</v>', "_x000D_"), ('" t="str"><v> a </v>', " a "), ('" t="str"><v></v>', None),
        ('" t="inlineStr"><is><t xml:space="preserve"> 张三 </t></is>', " 张三 "), ('" t="inlineStr"/>', None),
        ('" t="inlineStr"><is><r><rPr><b/></rPr><t>张</t></r><r><t>三</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh></is>', "张三"),
        ('" t="b"><v>1</v>', True), ('" t="b"><v>false</v>', False), ('" quotePrefix="1" t="str"><v>007</v>', "007"),
        ('" t="d"><v>2024-07-20</v>', datetime.date(2024, 7, 20)), ('" t="d"><v>09:30:00</v>', datetime.time(9, 30)),
        ('" s="1"><v>45493</v>', datetime.datetime(2024, 7, 20)), ('" s="1"><v>0.375</v>', datetime.time(9)),
        ('" s="2"><v>1.5</v>', datetime.timedelta(hours=36)), ('" s="3"><v>45493</v>', datetime.datetime(2024, 7, 20)),
        ('" s="0"><v>45493</v>', 45493), ("<v><![CDATA[13]]></v>", 13), ("<v>1<!-- x -->3</v>", 13), ("<v></v>", None),
        ("<v/>", None), ("<f>A9</f><v>5</v>", 5), ('" t="s"><f>A9</f><v>0</v>', "甲队"),
    ],
)  # fmt: skip
def test_a_value_is_what_the_spreadsheet_shows(cell: str, value: object) -> None:
    texts = "<si><t>甲队</t></si><si><r><t>乙</t></r><r><t>队</t></r><rPh sb='0' eb='2'><t>yidui</t></rPh></si>"
    typed = f'<c r="B1{cell}' if cell.startswith('"') else f'<c r="B1">{cell}'
    typed = typed if typed.endswith("/>") and "inlineStr" in typed and "<is>" not in typed else f"{typed}</c>"
    found = first_row(typed, texts=texts + "<si><t>张_x000D_\n三</t></si><si/>")
    assert found.get(2) == value and type(found.get(2)) is type(value)


def test_dates_that_count_from_1904() -> None:
    cell = '<c r="A1" s="1"><v>44031</v></c>'
    assert first_row(cell, settings='<workbookPr date1904="1"/>') == {1: datetime.datetime(2024, 7, 20)}


def prefixed(parts: dict[str, str]) -> dict[str, str]:
    sheet = parts[SHEET].replace("</", "\0").replace("<", "<x:").replace("\0", "</x:").replace("xmlns=", "xmlns:x=")
    return {**parts, SHEET: sheet}


def strict(parts: dict[str, str]) -> dict[str, str]:
    return {name: content.replace(MAIN, STRICT).replace(LINKS, STRICT_LINKS) for name, content in parts.items()}


def elsewhere(parts: dict[str, str]) -> dict[str, str]:
    """Parts in other folders and under absolute targets, with their names in capitals."""
    moved = {
        "_RELS/.rels": links(("a", "officeDocument", "/Book/%E8%A1%A8.xml")),
        "book/表.XML": parts[BOOK],
        "Book/_rels/表.xml.rels": links(("r1", "worksheet", "/Data\\one.xml"), ("r3", "styles", "../missing.xml")),
        "data/One.xml": parts[SHEET],
    }
    return moved


def without_places(parts: dict[str, str]) -> dict[str, str]:
    """No row and no cell says where it stands; only their order does."""
    rows = "".join(f"<row><c><v>{n}</v></c><c s='1'/><c t='str'><v>棋手{n}</v></c></row>" for n in range(1, 4))
    return workbook(rows)


def half_placed(parts: dict[str, str]) -> dict[str, str]:
    """A blank row and a blank cell that do not count where they stand, for the next one relies on them."""
    rows = "<row r='1'><c r='A1'><v>1</v></c><c r='B1'/><c t='str'><v>棋手1</v></c></row><row r='2'><c r='A2'><v>2</v></c>"
    rows += "<c r='B2'/><c r='C2' t='str'><v>棋手2</v></c></row>"
    return workbook(rows + "<row><c r='A3'><v>3</v></c><c/><c t='str'><v>棋手3</v></c></row>")


def broken_surroundings(parts: dict[str, str]) -> dict[str, str]:
    """A stale dimension, filters and conditions and validations that mean nothing, and references to what is not there."""
    head = '<dimension ref="A1:ZZZ99999999"/><sheetViews><sheetView workbookViewId="x"/></sheetViews><cols><col min="q"/></cols>'
    tail = (
        '<autoFilter ref="?"><filterColumn colId="-"><customFilters><customFilter operator="no" val=" "/></customFilters>'
        '</filterColumn></autoFilter><mergeCells count="9"><mergeCell ref="?"/><mergeCell/></mergeCells>'
        '<conditionalFormatting sqref=""><cfRule type="?"/></conditionalFormatting><dataValidations count="q"/>'
        '<drawing r:id="gone"/><legacyDrawing r:id="gone"/><extLst><ext><x14:oddity/></ext></extLst>'
    )
    sheet = parts[SHEET].replace("<sheetData>", head + "<sheetData>").replace("</sheetData>", "</sheetData>" + tail)
    sheet = sheet.replace("<worksheet ", '<worksheet xmlns:r="r" xmlns:x14="x" ')
    return {**parts, SHEET: sheet, "xl/cellimages.xml": "<broken", "xl/vbaProject.bin": "x", "docProps/app.xml": ""}


@pytest.mark.parametrize("change", [dict, prefixed, strict, elsewhere, without_places, half_placed, broken_surroundings])
def test_the_same_people_are_read_from_a_workbook_of_any_make(
    change: Callable[[dict[str, str]], dict[str, str]], tmp_path: Path
) -> None:
    found = book(zipped(change(workbook(PEOPLE))), tmp_path)
    assert found.cells == {"报名": list(READ.items())} and not found.faults


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_a_sheet_in_another_encoding(codec: str) -> None:
    sheet = workbook(PEOPLE)[SHEET]
    parts = {name: content.encode() for name, content in workbook(PEOPLE).items()}
    parts[SHEET] = (f'<?xml version="1.0" encoding="{codec[:6]}"?>' * (codec == "utf-16") + sheet).encode(codec)
    assert unpack(zipped(parts), "a")["报名"].rows == READ


@pytest.mark.parametrize("name", ["styles", "sharedStrings"])
def test_a_workbook_without_styles_or_shared_texts(name: str) -> None:
    parts = workbook(PEOPLE.replace(' s="1"', ""))
    del parts[f"xl/{name}.xml"]
    assert unpack(zipped(parts), "a")["报名"].rows == READ


@pytest.mark.parametrize(
    "styles", ["<cellXfs><xf numFmtId='x'/>" * 2, "</styleSheet", '<cellXfs><xf numFmtId="?"/><xf numFmtId="-1"/></cellXfs>']
)
def test_numbers_whose_format_is_lost_are_told_once_a_sheet_for_they_may_be_dates(styles: str, tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1" t="str"><v>姓名</v></c><c r="B1" t="str"><v>日期</v></c></row>'
    cells = '<c r="A#" t="str"><v>棋手</v></c><c r="B#" s="1"><v>45493</v></c>'
    rows += "".join(f'<row r="{n}">{cells.replace("#", str(n))}</row>' for n in (2, 3))
    problems: list[Any] = []
    table = book(zipped(workbook(rows, styles=styles)), tmp_path).table("报名", ("姓名",), ("日期",), problems)
    assert table is not None and [row.text("日期") for row in table] == ["45493", "45493"]
    assert [(p.code, p.level, p.cell, p.details["rows"]) for p in problems] == [("format_lost", "提醒", "A2", "2-3")]


def test_charts_and_macro_sheets_are_left_out_and_external_links_never_followed() -> None:
    parts = workbook(PEOPLE)
    parts[BOOK] = parts[BOOK].replace("</sheets>", '<sheet name="图" sheetId="2" r:id="r9"/></sheets>')
    outside = f'<Relationship Id="r8" Type="{LINKS}/styles" Target="http://example.invalid/s.xml" TargetMode="External"/>'
    rels = parts["xl/_rels/workbook.xml.rels"].replace("</Relationships>", outside + "</Relationships>")
    chart = '<Relationship Id="r9" Type="x/chartsheet" Target="c.xml"/><Relationship '
    parts["xl/_rels/workbook.xml.rels"] = rels.replace("<Relationship ", chart, 1)
    assert list(unpack(zipped(parts), "a")) == ["报名"]


def test_a_date_out_of_bounds_is_an_error_value_and_a_picture_in_a_cell_a_picture() -> None:
    cells = '<c r="A1" s="1"><v>99999999999</v></c><c r="B1" t="e" vm="1"><v>#VALUE!</v></c><c r="C1" t="e"><v>#N/A</v></c>'
    sheet = unpack(zipped(workbook(f'<row r="1">{cells}</row>')), "a")["报名"]
    assert sheet.faults == {(1, 1): "error_value", (1, 2): "picture_cell", (1, 3): "error_value"}


def test_what_a_merged_area_covers_is_not_read_and_rows_below_its_first_are_marked(tmp_path: Path) -> None:
    tail = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C2:C1048576"/><mergeCell ref="E1:XFD1048576"/></mergeCells>'
    rows = PEOPLE.replace('<c r="B1" s="1"/>', '<c r="B1" t="e"><v>#N/A</v></c>')
    found = book(zipped(workbook(rows, tail)), tmp_path)
    assert found.cells == {"报名": [(1, {1: 1, 3: "棋手1"}), (2, {1: 2, 3: "棋手2"}), (3, {1: 3})]}
    assert found.faults == {("报名", "C3"): "merged"}


ROOT = Path(__file__).parents[1]
FOUND = Path(__file__).parents[2] / "shared" / "real_registration"
WORKBOOKS = [*sorted(ROOT.glob("data/*/*.xlsx")), *sorted(FOUND.glob("*.xlsx"))]


def through_openpyxl(path: Path) -> dict[str, dict[tuple[int, int], object]]:
    """Every cell that openpyxl finds a value in; an empty text is none."""
    sheets = openpyxl.load_workbook(path, data_only=True).worksheets
    return {
        sheet.title: {place: cell.value for place, cell in sheet._cells.items() if cell.value not in (None, "")}
        for sheet in sheets
    }


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.name)
def test_ordinary_workbooks_are_read_cell_for_cell_as_openpyxl_reads_them(path: Path) -> None:
    ours = read_book(path).cells
    flat = {
        title: {(row, column): value for row, cells in rows for column, value in cells.items() if value is not None}
        for title, rows in ours.items()
    }
    assert flat == through_openpyxl(path)
