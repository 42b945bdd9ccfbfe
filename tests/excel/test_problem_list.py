"""问题清单.xlsx: all problems of a command, with links that lead to the cells; and what the screen says of them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import openpyxl
import pytest

import small_event as small
from office import SOFFICE, office
from qisai.console import FEW_ALIKE, MOST_SHOWN, problems_in_words, show_problems
from qisai.excel.problem_list import COLUMNS, PROBLEM_LIST, write_problem_list
from qisai.problems import ERROR, WARNING, InputProblems, Problem
from qisai.vocabulary import EVENT_FILE

TIE_FILE = "第08轮_淘汰 甲#1%.xlsx"
PROBLEMS = (
    Problem("row_ignored", EVENT_FILE, "报名", "A20", "注：会务填写"),
    Problem("name_missing", EVENT_FILE, "报名", "C7"),
    Problem("result_unknown", TIE_FILE, "对局", "F2", '=HYPERLINK("x")'),
    Problem("file_missing", "编号.xlsx"),
    Problem("name_missing", EVENT_FILE, "报名", "C7"),  # told twice
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "比赛 数据（1）[终]"
    made.mkdir()
    for file, sheet in ((EVENT_FILE, "报名"), (TIE_FILE, "对局")):
        book = openpyxl.Workbook()
        book.active.title = sheet
        book.save(made / file)
    return made


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in openpyxl.load_workbook(path)}


def links(path: Path) -> dict[str, tuple[str, str | None]]:
    """What is shown in a cell with a link -> the file, and the place in it."""
    cells = [cell for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for cell in row if cell.hyperlink]
    return {cell.value: (unquote(cell.hyperlink.target), cell.hyperlink.location) for cell in cells}


def test_errors_come_first_each_once_with_its_place_its_value_and_its_remedy(folder: Path) -> None:
    found = rows(write_problem_list(folder, PROBLEMS))
    assert list(found) == [ERROR, WARNING]
    assert all(table[0] == tuple(COLUMNS) for table in found.values())
    assert [row[:5] for row in found[ERROR][1:]] == [
        (1, EVENT_FILE, "报名", "C7", None), (2, TIE_FILE, "对局", "F2", '=HYPERLINK("x")'), (3, "编号.xlsx", None, None, None),
    ]  # fmt: skip
    assert found[ERROR][2][5] == "看不懂的结果" and "1 红胜" in found[ERROR][2][6]
    assert [row[:5] for row in found[WARNING][1:]] == [(1, EVENT_FILE, "报名", "A20", "注：会务填写")]
    assert list(rows(write_problem_list(folder, PROBLEMS[:1]))) == [WARNING]


def test_a_value_that_looks_like_a_formula_stays_a_text(folder: Path) -> None:
    cell = openpyxl.load_workbook(write_problem_list(folder, PROBLEMS))[ERROR]["E3"]
    assert (cell.data_type, cell.number_format) == ("s", "@")


def test_a_cell_is_a_link_to_the_very_cell_of_a_file_that_is_there(folder: Path) -> None:
    assert links(write_problem_list(folder, PROBLEMS)) == {
        "C7": (EVENT_FILE, "'报名'!C7"), "F2": (TIE_FILE, "'对局'!F2"), "A20": (EVENT_FILE, "'报名'!A20"),
    }  # fmt: skip


@pytest.mark.long
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_follows_the_links_in_a_folder_with_blanks_and_brackets(folder: Path, tmp_path: Path) -> None:
    path = write_problem_list(folder, PROBLEMS)
    out = tmp_path / "out"
    out.mkdir()
    office("xlsx", out, path)
    found = links(out / PROBLEM_LIST)
    assert {shown: place for shown, (_, place) in found.items()} == {"C7": "'报名'!C7", "F2": "'对局'!F2", "A20": "'报名'!A20"}
    for target, _ in found.values():  # LibreOffice has made them relative to its own copy
        assert (out / target).resolve().is_file() and (out / target).resolve().parent == folder.resolve()
    assert rows(out / PROBLEM_LIST)[ERROR][2][4] == '=HYPERLINK("x")'


def test_it_is_ready_for_a4(folder: Path) -> None:
    sheet = openpyxl.load_workbook(write_problem_list(folder, PROBLEMS))[ERROR]
    assert (sheet.page_setup.paperSize, sheet.page_setup.fitToWidth, sheet.freeze_panes) == (9, 1, "A2")
    assert all(cell.alignment.wrap_text for cell in sheet[2])


def test_the_same_problems_leave_the_file_alone(folder: Path) -> None:
    path = write_problem_list(folder, PROBLEMS)
    os.utime(path, (1, 1))
    write_problem_list(folder, PROBLEMS)
    assert path.stat().st_mtime == 1
    write_problem_list(folder, PROBLEMS[:2])
    assert path.stat().st_mtime > 1


@pytest.mark.long
def test_check_leaves_a_list_until_nothing_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "比赛 数据（1）", -1)
    file = folder / EVENT_FILE
    names, ids = (small.column(file, "报名", name) for name in ("姓名", "序号"))
    small.put(file, "报名", f"{names}4", None)
    small.put(file, "报名", f"{ids}5", 1)
    capsys.readouterr()
    assert small.run("check", folder) == 3
    said = capsys.readouterr().out
    assert f"错误 2 处；清单：{folder / PROBLEM_LIST}" in said
    assert set(links(folder / PROBLEM_LIST)) == {f"{names}4", f"{ids}5"}
    assert small.run("draw", folder, "--yes") == 3 and (folder / PROBLEM_LIST).exists()
    small.put(file, "报名", f"{names}4", "补上")
    small.put(file, "报名", f"{ids}5", 4)
    for words in (("open", folder), ("paper", folder, "--no-open")):  # they look at little, and paper has nothing to print
        assert small.run(*words) == (0 if words[0] == "open" else 3)
        assert set(links(folder / PROBLEM_LIST)) == {f"{names}4", f"{ids}5"}
    assert small.run("check", folder) == 0
    assert not (folder / PROBLEM_LIST).exists()


def test_a_list_that_is_open_in_excel_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 1)
    small.fill(folder)
    (folder / "~$赛事.xlsx").write_bytes(b"who")  # a warning
    replace = os.replace

    def refuse(old: Path, new: Path) -> None:
        if Path(new).name == PROBLEM_LIST:
            raise PermissionError(13, "being used by another process")
        replace(old, new)

    monkeypatch.setattr(os, "replace", refuse)
    assert small.next_round(folder) == 0
    assert (folder / "第02轮.xlsx").exists() and not (folder / PROBLEM_LIST).exists()
    said = capsys.readouterr().out
    assert said.count("正开着或写不进去") == 1 and "being used" not in said


def test_where_there_is_no_event_there_is_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BaseException) as left, problems_in_words(tmp_path):
        raise InputProblems(PROBLEMS)
    assert getattr(left.value, "exit_code", None) == 3
    assert "清单" not in capsys.readouterr().out and list(tmp_path.iterdir()) == []


def shown(problems: list[Problem], capsys: pytest.CaptureFixture[str]) -> str:
    with problems_in_words():
        show_problems(problems)
    return capsys.readouterr().out


def test_errors_and_warnings_are_counted_apart_at_the_head(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(list(PROBLEMS), capsys).splitlines()
    assert lines[0] == "错误 4 处，提醒 1 处"
    assert [line[:5] for line in lines if re.match(r"\d+\. ", line)] == ["1. 错误", "2. 错误", "3. 错误", "4. 错误", "5. 提醒"]


def test_many_warnings_of_one_kind_are_told_once_with_the_cells_of_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    alike = [Problem("row_ignored", EVENT_FILE, "报名", f"A{row}") for row in range(20, 32)]
    said = shown([*alike, Problem("row_ignored", EVENT_FILE, "人员", "A9")], capsys)
    assert len(small.told(said)["row_ignored"]) == 2
    assert "同样的提醒还有 11 处：A21、A22" in said and "A29" not in said
    assert len(small.told(shown(alike[:FEW_ALIKE], capsys))["row_ignored"]) == FEW_ALIKE


def test_of_very_many_problems_the_rest_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    said = shown([Problem("name_missing", EVENT_FILE, "报名", f"C{row}") for row in range(2, 52)], capsys)
    assert said.startswith("错误 50 处\n") and len(small.told(said)["name_missing"]) == MOST_SHOWN
    assert said.endswith("还有错误 20 处没有列出。\n")
