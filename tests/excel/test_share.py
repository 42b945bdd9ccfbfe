"""What may be relied on in a workbook that is shared or printed."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from openpyxl import load_workbook

from qisai.excel.share import MARKED, Sheet, write_share
from qisai.problems import InputProblems

FRAME = pd.DataFrame(
    {
        "名次": [1, 2, 3, 4],
        "姓名": ["=1+1", "+86", "-abc", "@x"],
        "积分": ["13.5", "13", "9", None],
        "编号": ["007", "8", "9", "10"],
    }
)


def written(tmp_path: Path, *sheets: Sheet, stamp: str | list[str] = "截至第5轮 A&B"):
    return load_workbook(write_share(tmp_path / "第05轮.xlsx", sheets, stamp=stamp))


def rows(sheet) -> list[list[object]]:
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def test_a_name_that_looks_like_a_formula_stays_a_name(tmp_path: Path) -> None:
    sheet = written(tmp_path, Sheet("名次", FRAME, "第5轮名次")).worksheets[0]
    assert [sheet.cell(r, 2).value for r in range(4, 8)] == FRAME["姓名"].tolist()
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}


def test_numbers_stay_numbers_and_number_like_texts_stay_texts(tmp_path: Path) -> None:
    frame = FRAME.assign(胜局=np.array([1, 2, 3, 4], dtype="int64"))
    sheet = written(tmp_path, Sheet("名次", frame, "第5轮名次")).worksheets[0]
    assert [c.value for c in sheet[4]] == [1, "=1+1", "13.5", "007", 1]
    assert sheet.cell(7, 3).value is None
    assert (
        sheet.cell(4, 1).alignment.horizontal == "right" and sheet.cell(4, 2).alignment.horizontal == "left"
    )


def test_title_stamp_header_then_the_answer_then_notes(tmp_path: Path) -> None:
    sheet = written(tmp_path, Sheet("名次", FRAME, "第5轮名次", notes=["同分比累进分"])).worksheets[0]
    table = rows(sheet)
    assert [row[0] for row in table] == ["第5轮名次", "截至第5轮 A&B", "名次", 1, 2, 3, 4, "同分比累进分"]
    assert not sheet.merged_cells.ranges and sheet.freeze_panes == "A4"


def test_a_name_too_long_for_one_line_is_broken_as_whoever_gives_the_rule_breaks_it(tmp_path: Path) -> None:
    title = f"{'名' * 40}　名次"
    path = write_share(tmp_path / "表.xlsx", [Sheet("名次", FRAME, title)], broken=lambda words, room: [words[:25], words[25:]])
    lines = [row[0] for row in rows(load_workbook(path).worksheets[0])]
    assert lines[:3] == ["名" * 25, "名" * 15, "名次"]


def test_the_key_that_separated_is_red_and_explained(tmp_path: Path) -> None:
    sheet = written(tmp_path, Sheet("名次", FRAME, "名次", decided={1: "积分"})).worksheets[0]
    red = {c.coordinate for row in sheet.iter_rows() for c in row if c.fill.fgColor.rgb.endswith("F6D9D0")}
    assert red == {"C5"}
    assert rows(sheet)[-1][0] == MARKED


def test_print_set_up_is_a4_one_page_wide_with_repeated_header_and_page_numbers(tmp_path: Path) -> None:
    wide = pd.DataFrame([{f"第{i}轮的对手": "呼和浩特市象棋协会" for i in range(9)}])
    book = written(tmp_path, Sheet("名次", FRAME, "名次"), Sheet("宽", wide, "宽表"))
    for sheet in book.worksheets:
        assert (sheet.page_setup.paperSize, sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (
            9,
            1,
            0,
        )
        assert sheet.sheet_properties.pageSetUpPr.fitToPage and sheet.print_title_rows == "$1:$3"
        assert (
            sheet.oddFooter.center.text == "第&P页/共&N页" and sheet.oddFooter.right.text == "截至第5轮 A&&B"
        )
    assert [s.page_setup.orientation for s in book.worksheets] == ["portrait", "landscape"]


def test_no_cell_of_the_table_is_wider_than_its_column(tmp_path: Path) -> None:
    from qisai.vocabulary import width

    sheet = written(tmp_path, Sheet("名次", FRAME.assign(单位="呼和浩特市象棋运动协会"), "名次")).worksheets[
        0
    ]
    for row in sheet.iter_rows(min_row=3):
        for cell in row:
            if cell.value is not None:
                assert width(cell.value) + 2 <= sheet.column_dimensions[cell.column_letter].width


def test_sheet_names_are_cut_cleaned_and_kept_apart(tmp_path: Path) -> None:
    names = ["甲组:名次/表[1]", "长" * 40, "长" * 40, "'", "a*b?", "A*B?"]
    book = written(tmp_path, *(Sheet(name, FRAME, "表") for name in names))
    assert book.sheetnames == ["甲组名次表1", "长" * 31, "长" * 29 + "_2", "表", "ab", "AB_2"]


def test_control_characters_do_not_stop_the_writing(tmp_path: Path) -> None:
    frame = pd.DataFrame({"姓\x00名": ["张\x07三", "𬭎\ud800"]})
    sheet = written(tmp_path, Sheet("名\x01次", frame, "标\x02题", notes=["注\x03"])).worksheets[0]
    assert [row[0] for row in rows(sheet)] == ["标题", "截至第5轮 A&B", "姓名", "张三", "𬭎", "注"]


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (write_share(tmp_path / f"{n}.xlsx", [Sheet("名次", FRAME, "名次")], stamp="x") for n in "ab")
    assert one.read_bytes() == two.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.xlsx", "b.xlsx"]


def test_a_file_open_in_excel_keeps_the_old(tmp_path: Path, monkeypatch) -> None:
    path = write_share(tmp_path / "第3轮.xlsx", [Sheet("名次", FRAME, "旧")])
    before = path.read_bytes()

    def locked(source: Path, target: Path) -> None:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(os, "replace", locked)
    with pytest.raises(InputProblems, match="被别的程序占用"):
        write_share(path, [Sheet("名次", FRAME, "新")])
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["第3轮.xlsx"]


def test_an_empty_table_says_so(tmp_path: Path) -> None:
    sheet = written(tmp_path, Sheet("名次", FRAME.head(0), "名次")).worksheets[0]
    assert rows(sheet)[-1][0] == "暂无数据"


def test_the_first_sheet_alone_is_selected_and_opens_at_its_top(tmp_path: Path) -> None:
    book = written(tmp_path, Sheet("名次", FRAME, "名次"), Sheet("数据", FRAME, "数据", data=True))
    assert [bool(page.sheet_view.tabSelected) for page in book.worksheets] == [True, False]
    assert book.active.title == "名次" and book.active.sheet_view.topLeftCell in (None, "A1")


def test_a_sheet_for_computing_is_a_header_and_values(tmp_path: Path) -> None:
    page = written(tmp_path, Sheet("数据", FRAME, "数据", ["说明"], data=True)).worksheets[0]
    assert rows(page) == [list(FRAME.columns), *([None if pd.isna(v) else v for v in row] for row in FRAME.values.tolist())]
    assert page["B2"].data_type == "s" and page.freeze_panes == "A2"


def test_a_dash_in_a_column_of_numbers_stands_right_like_them(tmp_path: Path) -> None:
    frame = pd.DataFrame({"名次": [1, "—"], "姓名": ["张三", "—"]})
    sheet = written(tmp_path, Sheet("名次", frame, "名次")).worksheets[0]
    sides = {sheet.cell(row, 1).alignment.horizontal for row in range(3, 6)}
    assert sides == {"right"} and sheet.cell(4, 2).alignment.horizontal == "left"
