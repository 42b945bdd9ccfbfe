"""Sheets read right whatever the hand does to them, and files are swapped in whole."""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from qisai.problems import InputProblems, Problem
from qisai.sheets import Table, is_date, neighbours, read_book, replace_file, save_book

Rows = list[list[Any]]
HEADER = ["序号", "姓名", "单位"]


def write(path: Path, rows: Rows, sheet: str = "报名") -> Path:
    book = openpyxl.Workbook()
    book.active.title = sheet
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = book.active.cell(number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"
    book.save(path)
    return path


def table(path: Path, problems: list[Problem] | None = None) -> Table:
    found: list[Problem] = []
    read = read_book(path).table("报名", ("序号", "姓名"), ("单位",), found if problems is None else problems)
    assert problems is not None or found == []
    assert read is not None
    return read


def values(path: Path) -> list[list[str]]:
    return [[row.text(name) for name in HEADER] for row in table(path)]


PLAIN = [["1", "张三", "甲队"], ["2", "李四", "乙队"]]


@pytest.mark.parametrize(
    "rows",
    [
        [HEADER, [1, "张三", "甲队"], [2, "李四", "乙队"]],
        [["单位", "姓名", "电话", "序号"], ["甲队", "张三", 138, 1], ["乙队", "李四", None, 2]],
        [["丹阳象棋赛报名表"], [None, "2024年7月"], HEADER, [1, "张三", "甲队"], [2, "李四", "乙队"]],
        [["请填写姓名", "姓名"], HEADER, [1, "张三", "甲队"], [2, "李四", "乙队"]],
        [[" 序 号", "姓\u3000名", "单位\u200b"], [1.0, " 张三", "甲队\u3000"], ["２", "\ufeff李四\u200b", "乙队\n"]],
        [HEADER, [1, "张三", "甲队"], [None, None, None], ["", " ", "\u3000"], [2, "李四", "乙队"], [None] * 3],
        [HEADER, [1, "张三", "甲队"], HEADER, [2, "李四", "乙队"]],
    ],
    ids=["plain", "any order, more columns", "below a title", "a note beside", "blanks and widths", "blank rows", "header again"],
)
def test_two_people_are_read_from_any_form_of_the_sheet(tmp_path: Path, rows: Rows) -> None:
    found = values(write(tmp_path / "a.xlsx", rows))
    assert [[cells[0].replace("２", "2"), *cells[1:]] for cells in found] == PLAIN
    assert [row.whole("序号") for row in table(tmp_path / "a.xlsx")] == [1, 2]


def test_addresses_point_at_the_cell_below_any_title(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [["报名表"], [], ["备注", *HEADER], ["x", 1, "张三", "甲队"]])
    row = table(path).rows[0]
    assert (row.at("姓名"), row.at("单位"), row.at("没有的列")) == ("C4", "D4", "A4")


@pytest.mark.parametrize("name", ["NA", "None", "null", "nan", "TRUE", "=1+1", "+86", "-张", "@张", "#张", "007", "1-2", "'张三"])
def test_a_name_is_a_text_whatever_it_looks_like(tmp_path: Path, name: str) -> None:
    assert values(write(tmp_path / "a.xlsx", [HEADER, [1, name, name]])) == [["1", name, name]]


@pytest.mark.parametrize(
    ("typed", "number"),
    [(13, 13), (13.0, 13), ("13", 13), ("１３", 13), (" 13 ", 13), ("13.0", 13), ("第13台", 13), ("13 号", 13), ("007", 7),
     (13.5, None), ("十三", None), ("-1", None), ("", None), (None, None), ("1e3", None), ("②", 2), (10**20, None), (True, None)],
)  # fmt: skip
def test_a_whole_number_is_read_from_every_way_of_typing_it(tmp_path: Path, typed: object, number: int | None) -> None:
    assert [row.whole("单位") for row in table(write(tmp_path / "a.xlsx", [HEADER, [1, "张三", typed]]))] == [number]


def test_hidden_and_filtered_rows_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [HEADER, *[[1, "张三", "甲队"], [2, "李四", "乙队"]]])
    book = openpyxl.load_workbook(path)
    book.active.row_dimensions[3].hidden = True
    book.active.column_dimensions["B"].hidden = True
    book.active.auto_filter.ref = "A1:C3"
    book.active.auto_filter.add_filter_column(2, ["甲队"])
    book.save(path)
    found: list[Problem] = []
    assert [row.text("姓名") for row in table(path, found)] == ["张三", "李四"]
    assert [(p.code, p.level, p.cell, p.wrong) for p in found] == [
        ("rows_hidden", "提醒", "A3", "第 3 行隐藏着或被筛选掉，照样读了")
    ]


def test_hidden_rows_that_hold_nothing_or_stand_above_the_header_are_not_mentioned(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [["报名表"], HEADER, [1, "张三", "甲队"], [], [2, "李四", "乙队"]])
    book = openpyxl.load_workbook(path)
    for number in (1, 4, 6):
        book.active.row_dimensions[number].hidden = True
        book.active.cell(number, 5).number_format = "@"
    book.save(path)
    assert values(path) == PLAIN


def test_many_hidden_rows_are_told_in_one_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [HEADER, *[[n, f"棋手{n}", "甲队"] for n in range(1, 100)]])
    book = openpyxl.load_workbook(path)
    for number in (*range(2, 40, 3), *range(60, 90)):
        book.active.row_dimensions[number].hidden = True
    book.save(path)
    found: list[Problem] = []
    assert len(table(path, found).rows) == 99
    assert [(p.code, p.details["rows"]) for p in found] == [
        ("rows_hidden", "2、5、8、11、14、17、20、23、26、29、32、35 等 43")
    ]


@pytest.mark.parametrize(
    "stored",
    ['<f>_xlfn.DISPIMG("ID_1",1)</f><v>=DISPIMG("ID_1",1)</v>', '<f>DISPIMG("ID_1",1)</f>', '<v>=DISPIMG("ID_1",1)</v>'],
)
def test_a_picture_in_place_of_a_name_is_told_and_one_in_a_column_of_his_own_is_not(tmp_path: Path, stored: str) -> None:
    path = write(tmp_path / "a.xlsx", [[*HEADER, "照片"], [1, "张三", "甲队", 7], [2, 7, "甲队"]])
    place = re.compile(rb'<c r="(D2|B3)"[^>]*><v>7</v></c>')
    change = rb'<c r="\1" t="str">' + stored.encode() + b"</c>"
    rewrite(path, lambda name, data: place.sub(change, data) if name.endswith("sheet1.xml") else data)
    found: list[Problem] = []
    assert len(table(path, found).rows) == 2
    assert [(p.code, p.cell) for p in found] == [("picture_cell", "B3")]


def test_a_custom_filter_that_openpyxl_does_not_know_stops_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [HEADER, *[[1, "张三", "甲队"], [2, "李四", "乙队"]]])
    block = (
        b'<autoFilter ref="A1:C3"><filterColumn colId="1"><customFilters><customFilter operator="notEqual" val=" "/>'
        b'</customFilters></filterColumn></autoFilter><pageMargins'
    )
    rewrite(path, lambda name, data: data.replace(b"<pageMargins", block) if name.endswith("sheet1.xml") else data)
    assert values(path) == PLAIN


def rewrite(path: Path, change: Any) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, change(name, data))


def test_a_thousand_formatted_blank_rows_and_a_stray_cell_at_the_bottom_are_nobody(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [HEADER, *[[1, "张三", "甲队"], [2, "李四", "乙队"]]])
    book = openpyxl.load_workbook(path)
    for number in range(4, 1004):
        for column in range(1, 4):
            book.active.cell(number, column).number_format = "@"
    book.active.cell(1_048_576, 40).number_format = "@"
    book.save(path)
    assert values(path) == PLAIN


def test_remarks_below_the_table_are_told_and_left_out(tmp_path: Path) -> None:
    remarks: Rows = [["合计", None, "2 人"], ["注：候补按缴费先后"], ["以上名单由丹阳市棋类协会审核后张贴公布"]]
    found: list[Problem] = []
    path = write(tmp_path / "a.xlsx", [HEADER, [1, "张三", "甲队"], *remarks])
    assert [row.text("姓名") for row in table(path, found)] == ["张三"]
    assert [(p.code, p.level, p.cell) for p in found] == [("row_ignored", "提醒", f"A{n}") for n in (3, 4, 5)]


def formula(path: Path, cell: str, stored: str, kind: str = "") -> None:
    """A formula in the first sheet with the stored result of another program."""
    old = f'<c r="{cell}"><f>1+1</f><v></v></c>'
    new = f'<c r="{cell}"{kind}><f>1+1</f><v>{stored}</v></c>'

    def change(name: str, data: bytes) -> bytes:
        assert not name.endswith("sheet1.xml") or old.replace("<v></v>", "<v />").encode() in data or old.encode() in data
        return data.replace(old.replace("<v></v>", "<v />").encode(), new.encode()).replace(old.encode(), new.encode())

    rewrite(path, change)


@pytest.mark.parametrize(
    ("stored", "kind", "text", "codes"),
    [
        ("7", "", "7", []),
        ("", ' t="str"', "", []),
        ("甲队", ' t="str"', "甲队", []),
        ("", "", "", ["formula_without_value"]),
        ("#N/A", ' t="e"', "#N/A", ["error_value"]),
        ("#SPILL!", ' t="e"', "#SPILL!", ["error_value"]),
    ],
)
def test_a_formula_is_its_stored_value_and_an_empty_text_is_a_blank(
    tmp_path: Path, stored: str, kind: str, text: str, codes: list[str]
) -> None:
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "报名"
    for row in (HEADER, [1, "张三", "=1+1"]):
        book.active.append(row)
    book.save(path)
    formula(path, "C2", stored, kind)
    found: list[Problem] = []
    assert [row.text("单位") for row in table(path, found)] == [text]
    assert [(p.code, p.cell) for p in found] == [(code, "C2") for code in codes]


def test_a_row_of_formulas_without_values_is_not_taken_for_a_blank_one(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "报名"
    for row in (HEADER, ["=1", "=B9", None]):
        book.active.append(row)
    book.save(path)
    found: list[Problem] = []
    assert len(table(path, found).rows) == 1
    assert [(p.code, p.cell) for p in found] == [("formula_without_value", "A2"), ("formula_without_value", "B2")]


def test_a_formula_in_a_column_of_the_organizers_own_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "报名"
    for row in ([*HEADER, "合影"], [1, "张三", "甲队", "=1/0"]):
        book.active.append(row)
    book.save(path)
    assert len(table(path).rows) == 1


def test_a_title_merged_across_is_fine_and_a_name_merged_down_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.xlsx", [["报名表"], HEADER, *[[1, "张三", "甲队"], [2, "李四", "乙队"]]])
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A1:C1")
    book.active.merge_cells("C3:C4")
    book.save(path)
    found: list[Problem] = []
    assert len(table(path, found).rows) == 2
    assert [(p.code, p.cell) for p in found] == [("merged", "C4")]


def test_a_sheet_name_with_a_blank_is_the_same_sheet(tmp_path: Path) -> None:
    assert values(write(tmp_path / "a.xlsx", [HEADER, [1, "张三", "甲队"]], sheet="报名 ")) == PLAIN[:1]


def test_what_only_openpyxl_minds_is_not_printed(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    path = write(tmp_path / "a.xlsx", [HEADER, [1, "张三", "甲队"]])
    extension = b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"/></extLst></worksheet>'
    rewrite(path, lambda name, data: data.replace(b"</worksheet>", extension))
    assert values(path) == PLAIN[:1]
    assert list(recwarn) == []


def test_dates_are_told_from_text() -> None:
    import datetime

    assert is_date(datetime.datetime(2024, 1, 1)) and is_date(datetime.time(1)) and not is_date("1-1")


def test_neighbours_are_copies_and_lock_files_only(tmp_path: Path) -> None:
    names = ["赛事.xlsx", "第01轮.xlsx", "第01轮_A组.xlsx"]
    harmless = ["赛事预算.xlsx", "赛事.docx", "照片(1).jpg", "第01轮.xlsx~RF1.TMP", "._第01轮.xlsx", "第01轮(1).pdf", "新.xlsx"]
    for name in (*names, *harmless, "~$赛事.xlsx", ".~lock.第01轮.xlsx#", "第01轮_a组(2).xlsx"):
        (tmp_path / name).touch()
    assert sorted((p.code, p.file, p.details.get("right")) for p in neighbours(tmp_path, names)) == [
        ("copy_beside", "第01轮_a组(2).xlsx", "第01轮_A组.xlsx"),
        ("open_elsewhere", "第01轮.xlsx", None),
        ("open_elsewhere", "赛事.xlsx", None),
    ]


def test_the_old_file_stays_whole_when_the_new_one_cannot_be_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "第01轮.xlsx"
    path.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "in use")

    with monkeypatch.context() as patch, pytest.raises(InputProblems) as found:
        patch.setattr(os, "replace", refuse)
        replace_file(path, b"new")
    assert (found.value.exit_code, found.value.problems[0].code) == (5, "locked")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("第01轮.xlsx", b"old")]
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"


def test_the_same_workbook_saved_twice_reads_the_same(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(HEADER)
    save_book(book, tmp_path / "sub" / "a.xlsx")
    assert read_book(tmp_path / "sub" / "a.xlsx").cells == {"Sheet": [(1, {1: "序号", 2: "姓名", 3: "单位"})]}
