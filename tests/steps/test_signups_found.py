"""Sign-ups: what is told before anything is taken for granted, and what is counted that was not read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sign_up_files import PHONES, kinds, newcomers, paste, sheet, typed

import small_event as small
from qisai.problems import CODES, Problem
from qisai.steps.signup_sheets import is_unread
from qisai.vocabulary import EVENT_FILE, SIGN_UPS_FOLDER
from rehearsal_danyang import run


def test_a_map_confirms_only_the_sheet_that_it_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    for name in ("甲.xlsx", "乙.xlsx"):
        sheet(folder / SIGN_UPS_FOLDER / name, ["姓名", f"街道{name}"], [f"欧阳{name[0]}", "城东"])
    asked = typed(monkeypatch, "")
    assert run("signup", folder, "--map", "甲.xlsx:B=地区") == 0 and len(asked) == 1
    (folder / SIGN_UPS_FOLDER / "甲.xlsx").unlink()
    assert run("signup", folder, "--map", "B=单位") == 0 and len(asked) == 1  # one sheet needs no name
    header, row = newcomers(folder)
    assert row[header.index("单位")] == "城东"


def test_of_tables_side_by_side_a_map_means_the_one_with_the_column(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    pairs = (("姓名", "姓名"), ("欧阳若水", "司马长风"), ("令狐远山", "慕容秋水"))
    streets = (("街道", "街道"), ("城东", "城西"), ("城东", "城西"))
    rows = [[left, west, None, right, east] for (left, right), (west, east) in zip(pairs, streets, strict=True)]
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", *rows)
    for _ in range(2):
        assert run("signup", folder, "--map", "E=地区", "--yes") == 0
        header, *people = newcomers(folder)
        assert [person[header.index("地区")] for person in people] == [None, None, "城西", "城西"]
    known = len(kinds(folder))
    assert run("signup", folder, "--yes") == 0 and len(kinds(folder)) == known


def test_columns_without_headings_are_asked_about_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    path = folder / SIGN_UPS_FOLDER / "表.xlsx"
    sheet(path, *(["张伟", "王芳", "李娜", "刘洋"][n : n + 1] + [["启蒙", "提高"][n % 2]] for n in range(4)))
    asked = typed(monkeypatch, "B=组别", "", "")
    assert run("signup", folder) == 0 and len(asked) == 2
    sheet(path, *([["陈静", "杨磊", "赵敏", "黄勇"][n], ["红星", "东方"][n % 2]] for n in range(4)))
    assert run("signup", folder) == 0 and len(asked) == 3 and not kinds(folder)
    header, first, *_ = newcomers(folder)
    assert first[header.index("组别")] is None
    capsys.readouterr()
    assert run("signup", folder, "--yes") == 0 and "看内容猜的，没有人核对" in capsys.readouterr().out
    assert newcomers(folder, "列对应")[1][5] == "没有表头，看内容猜的"


def test_an_unused_column_shows_what_is_in_it_and_no_number(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    rows = [["欧阳若水", "城东", PHONES[3]], ["司马长风", "城西", "100 0000 0004"], ["诸葛清风", "城东", ""]]
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名", "街道", "紧急"], *rows)
    assert run("signup", folder, "--yes") == 0
    said = capsys.readouterr().out
    assert "B「街道」（如 城东、城西）" in said and "100…" in said and not re.search(r"\d{7,}|100 0000", said)


def test_rows_that_are_not_read_are_in_the_sum(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    people = (("欧阳若水", 3), ("", 4), ("", 5), ("司马长风", 6))
    rows = [[name, "红星小学", PHONES[number]] for name, number in people]
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名", "单位", "电话"], *rows)
    assert run("signup", folder, "--yes") == 0
    assert "读入 4 人 ＝ 新增 2 ＋ 已有 0 ＋ 重复 0 ＋ 待定 0 ＋ 没有读 2" in capsys.readouterr().out


def test_every_problem_that_says_not_read_is_counted_as_such() -> None:
    of_a_field = {"signup_value", "signup_picture"}
    says = {code for code, words in CODES.items() if code.startswith("signup_") and "没有读" in words.wrong} - of_a_field
    assert all(is_unread(Problem(code, details={})) for code in says)
    assert not any(is_unread(Problem(code, details={})) for code in ("row_ignored", "signup_beside", "signup_label"))


def test_sign_ups_come_in_before_the_rules_are_written(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "赛事"
    assert run("new", folder, "--regulation", "blank") == 0
    assert run("check", folder) == 3
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名", "单位"], ["欧阳若水", "红星小学"])
    capsys.readouterr()
    assert run("signup", folder, "--yes") == 0
    said = capsys.readouterr().out
    assert "新增 1" in said and "还没有填好" in said and "阶段" in said and kinds(folder) == ["intake"]
    paste(folder)
    assert run("signup", folder) == 0 and "已有 1" in capsys.readouterr().out
    small.put(folder / EVENT_FILE, "报名", "B2", None)  # 报名 itself must be right
    assert run("signup", folder, "--yes") == 3 and "name_missing" in small.told(capsys.readouterr().out)


def test_after_the_draw_the_rules_must_stand(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名", "单位"], ["欧阳若水", "红星小学"])
    assert run("signup", folder, "--yes") == 0
    small.put(folder / EVENT_FILE, "阶段", "C2", "?")
    assert run("signup", folder, "--yes") == 3


def test_a_birth_in_the_future_is_told_by_check(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    small.edit(folder / EVENT_FILE, lambda book: book["日程"].delete_rows(2, 9))
    born = small.column(folder / EVENT_FILE, "报名", "出生年份")
    small.put(folder / EVENT_FILE, "报名", f"{born}3", "2098")
    assert run("check", folder) == 3
    assert f"{born}3" in small.told(capsys.readouterr().out)["birth_bad"][0]
