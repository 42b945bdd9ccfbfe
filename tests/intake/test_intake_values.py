"""What stands in the cells: one form of each value, and a fault where it cannot be used."""

from __future__ import annotations

import datetime
import hashlib
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from signups import faults, id_number, names, one, people, refusal, told, workbook

from qisai.intake.cleaning import birth_year, clean, identity, tidy_name
from qisai.intake.recognise import read_signups


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("靓 仔", "靓仔"), ("李\u3000四", "李四"), ("\u200b王五\ufeff ", "王五"), ("张\u00a0三", "张三"), ("NA", "NA"), ("None",
        "None"),
        ("null", "null"), ("阿布都•买买提", "阿布都·买买提"), ("阿布都．买买提", "阿布都·买买提"), ("阿布都 ・ 买买提",
        "阿布都·买买提"),
        ("阿布都‧买买提", "阿布都·买买提"), ("阿布都·买买提", "阿布都·买买提"), ("  John   Smith ", "John Smith"),
        ("Ｊｏｈｎ", "John"),
        ("J. Smith", "J. Smith"), ("\U0002c3ed三", "\U0002c3ed三"), ("=张三", "=张三"), ("张三\n", "张三"), ("张三 李四",
        "张三 李四"),
    ],
)  # fmt: skip
def test_a_name_has_one_form(typed: str, name: str) -> None:
    assert tidy_name(typed) == name


@pytest.mark.parametrize("typed", ["张三（队长）", "张三 Tony", "张三？", "甲队张三", "张三李四", "张三老师"])
def test_a_name_with_more_in_it_is_told(typed: str) -> None:
    assert clean("姓名", typed).code == "signup_name_odd"


@pytest.mark.parametrize("typed", ["张三 李四", "张三、李四", "张三/李四", "张三\n李四", "张三和李四", "张三李四王五"])
def test_several_names_in_one_cell_are_nobody(typed: str) -> None:
    assert clean("姓名", typed).code == "signup_name_several"


@pytest.mark.parametrize(
    ("field", "typed", "text", "code"),
    [
        ("电话", "10000100000.0", "10000100000", ""), ("电话", 10000000001, "10000000001", ""),
        ("电话", 10000000001.0, "10000000001", ""), ("电话", "１００００００００01", "10000000001", ""), ("电话",
        "10000000001.00 ", "10000000001", ""),
        ("电话", "+86 100-0000-0001", "10000000001", ""), ("电话", "100 0000 0001", "10000000001", ""), ("电话", "0938-1234567",
        "0938-1234567", "signup_phone"),
        ("电话", "1.0000000001E+10", "", "signup_digits_lost"), ("电话", "1E+10", "", "signup_digits_lost"),
        ("性别", "女 ", "女", ""), ("性别", "M", "男", ""), ("性别", "Female", "女", ""), ("性别", "1", "", "signup_value"),
        ("角色", "队员", "选手", ""), ("角色", "Coach", "教练", ""), ("角色", "裁判", "", "signup_value"),
        ("已缴", "￥50.00", "50", ""), ("已缴", "200元", "200", ""), ("已缴", 50.0, "50", ""), ("已缴", "已缴", "",
        "signup_value"),
        ("等级分", 0, "", ""), ("等级分", 2150.0, "2150", ""), ("等级分", "大师", "", "signup_value"),
        ("单位", "NA", "NA", ""), ("单位", "天水 一队", "天水 一队", ""), ("单位", "（跳过）", "", ""), ("单位", "/", "", ""),
        ("组别", "少年┋成人", "少年、成人", ""),
        ("提交时间", "2026年9月22日 10:13", "2026-09-22 10:13:00", ""), ("提交时间", "2025/1/2 8:00:05", "2025-01-02 08:00:05",
        ""),
        ("提交时间", datetime.datetime(2025, 1, 2, 8), "2025-01-02 08:00:00", ""), ("备注", "多\n行", "多 行", ""),
        ("备注", '=DISPIMG("ID_1",1)', "", "signup_picture"), ("备注", " =_xlfn.dispimg(1)", "", "signup_picture"),
    ],
)  # fmt: skip
def test_a_value_has_one_form_or_a_fault(field: str, typed: object, text: str, code: str) -> None:
    found = clean(field, typed)
    assert (found.text, found.code) == (text, code)


@pytest.mark.parametrize("typed", [2015, 2015.0, "2015", "2015.3.2", "2015/3/2", "2015-03-02", "2015年3月2日", "2015年",
"2015.3", 2015.3, 20150302,
                                   "20150302", "201503", "２０１５", datetime.datetime(2015, 3, 2), datetime.date(2015, 3, 2),
                                   "2015-03-02 00:00:00", "3/2/2015", "2015 年 3 月"])  # fmt: skip
def test_a_birth_date_in_any_clear_form_is_its_year(typed: object) -> None:
    assert birth_year(typed) == "2015"


@pytest.mark.parametrize("typed", ["3/2/15", "15", "15年", 42065, "2015.13.2", "20151332", "不详", "1815", "2015-03-02-1",
"3月2日"])
def test_an_unclear_birth_date_is_no_year(typed: object) -> None:
    assert birth_year(typed) == ""


def test_an_id_number_gives_year_and_sex_and_is_not_kept(tmp_path: Path) -> None:
    boy, girl = id_number("20150302", 11), id_number("20161231", 122)
    rows = [["姓名", "身份证号", "性别", "出生年份"], ["张三", boy, None, None], ["李四", girl.lower(), "女", 2016]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    digest = hashlib.sha256(boy.encode()).hexdigest()[:16]
    assert people(found)[0] == {"姓名": "张三", "身份证号": digest, "出生年份": "2015", "性别": "男"}
    assert found.applicants[0].at == {"姓名": "A2", "身份证号": "B2", "出生年份": "B2", "性别": "B2"}
    assert people(found)[1]["性别"] == "女"
    assert faults(found) == []
    assert boy not in repr(found)


def test_an_id_number_that_says_otherwise_is_told(tmp_path: Path) -> None:
    rows = [["姓名", "身份证号", "性别", "出生年份"], ["张三", id_number("20150302", 11), "女", 2014]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert faults(found) == [("signup_id_differs", "D2"), ("signup_id_differs", "C2")]
    assert (people(found)[0]["性别"], people(found)[0]["出生年份"]) == ("女", "2014")
    assert found.applicants[0].faults[0].wrong == "身份证号里的出生年份是「2015」，表里写的不同"


@pytest.mark.parametrize(
    ("number", "birth", "sex", "code"),
    [
        (999999201503021100, "2015", "", "signup_digits_lost"),
        (9.9999920150302e17, "2015", "", "signup_digits_lost"),
        ("999999201503020000", "2015", "", "signup_digits_lost"),
        ("9.99999E+17", "", "", "signup_digits_lost"),
        ("99999920151332011X", "", "", "signup_id"),
        ("999999201503020115", "", "", "signup_id"),
        ("12345", "", "", "signup_id"),
        ("999999680302011", "1968", "男", ""),
    ],
)
def test_an_id_number_that_is_not_whole(number: Any, birth: str, sex: str, code: str) -> None:
    found = identity(number)
    assert (found.birth, found.sex, found.code) == (birth, sex, code)


def test_equal_numbers_have_one_digest_however_they_are_typed() -> None:
    number = id_number("20150302", 11)
    assert identity(number).digest == identity(f" {number[:6]} {number[6:]}\u200b").digest != ""


def test_a_broken_value_leaves_the_person(tmp_path: Path) -> None:
    rows = [["姓名", "性别", "出生年份", "电话"], ["张三", "不告诉", "3/2/15", "123"]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert people(found) == [{"姓名": "张三", "电话": "123"}]
    assert faults(found) == [("signup_value", "B2"), ("signup_value", "C2"), ("signup_phone", "D2")]
    assert found.applicants[0].faults[1].remedy == "写四位年份，如 2015，或 2015-03-02"


def test_pictures_formulas_and_errors_are_told_where_they_matter(tmp_path: Path) -> None:
    rows = [["姓名", "单位", "缴费凭证", "备注"], ["张三", "天水队", '=DISPIMG("ID_1",1)', '=DISPIMG("ID_2",1)'], ["李四",
    "#N/A", None, None],
            ['=DISPIMG("ID_3",1)', "兰州队", None, None], ["=A2&B2", "兰州队", None, None]]  # fmt: skip
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert names(found) == ["张三", "李四"]
    assert faults(found) == [("signup_picture", "D2"), ("error_value", "B3")]
    assert [(p.code, p.cell) for p in found.problems] == [("picture_cell", "A4"), ("formula_without_value", "A5")]


def test_a_number_among_the_names_is_a_fault(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名"], ["张三"], [7]]))
    assert faults(found) == [("signup_name_number", "A3")]


def test_somebody_without_a_name_is_told(tmp_path: Path) -> None:
    rows = [["姓名", "单位", "电话"], ["张三", "天水队", "10000000001"], [None, "天水队", "10000000002"], [None, "天水队", None]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert (names(found), told(found)) == (["张三"], ["signup_row"] * 2)
    assert [(p.cell, p.value, p.wrong) for p in found.problems] == [
        ("B3", "天水队；100…02", "这一行没有读：没有姓名"), ("B4", "天水队", "这一行没有读：没有姓名"),
    ]  # fmt: skip


def test_hidden_rows_are_read_and_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名"], ["张三"], ["李四"]])
    book = openpyxl.load_workbook(path)
    book.active.row_dimensions[3].hidden = True
    book.save(path)
    found = one(path)
    assert (names(found), told(found), found.problems[0].details["rows"]) == (["张三", "李四"], ["signup_hidden"], "3")


def test_a_team_merged_over_its_people_counts_for_each(tmp_path: Path) -> None:
    rows = [["单位", "姓名"], ["天水队", "张三"], [None, "李四"], [None, "王五"], ["兰州队", "赵六"], [None, "钱七"]]
    found = one(workbook(tmp_path / "a.xlsx", rows, merged=["A2:A4"]))
    assert [person.get("单位") for person in people(found)] == ["天水队"] * 3 + ["兰州队", None]
    assert [(p.code, p.details["rows"]) for p in found.problems] == [("signup_team_blank", "6"), ("signup_merged", "3、4")]


def test_formatted_blank_rows_and_a_stray_cell_at_the_bottom(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名", "单位"], ["张三", "天水队"]])
    book = openpyxl.load_workbook(path)
    for row in range(3, 1000):
        book.active.cell(row, 1).font = openpyxl.styles.Font(bold=True)
        book.active.cell(row, 2).value = "  "
    book.active.cell(5000, 1).value = "李四"
    book.save(path)
    assert names(one(path)) == ["张三", "李四"]


def test_every_sheet_with_people_is_read_and_the_others_are_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名", "单位"], ["张三", "天水队"]])
    book = openpyxl.load_workbook(path)
    book.create_sheet("空表")
    book.create_sheet("兰州").append(["李四"])
    book.create_sheet("须知").append(["请各队在规定的时间以前把名单交到组委会来，逾期不候"])
    book.save(path)
    found = read_signups(path)
    assert [(sheet.sheet, names(sheet)) for sheet in found] == [("Sheet1", ["张三"]), ("兰州", ["李四"])]
    assert [(p.code, p.sheet) for p in found[0].problems] == [("signup_skipped", "须知")]
    assert found[0].problems[0].wrong == "这张工作表没有读：找不到写姓名的一列"


def test_the_words_of_a_refusal_name_the_way_out(tmp_path: Path) -> None:
    problem = refusal(workbook(tmp_path / "a.xlsx", [["姓名"], [1], [2]]))
    assert (problem.wrong, problem.remedy) == ("「姓名」一列写的是数字", "请换成真实姓名，再放进来")


@pytest.mark.parametrize(
    ("typed", "value"), [("A.是", "是"), ("需要", "是"), ("√", "是"), ("B. 否", "否"), ("不参加", "否"), ("无", "否")]
)
def test_an_answer_to_yes_or_no(typed: str, value: str) -> None:
    assert (clean("用餐", typed).text, clean("保险", typed).code) == (value, "")
    assert clean("保险", "保单 12").code == "signup_value"
