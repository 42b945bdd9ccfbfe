"""What people type of themselves: names, sex, birth and telephone, as found in real sheets."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qisai.excel.personal import read_birth, read_name, read_phone, read_sex, same_phones
from qisai.excel.roster import read_people
from qisai.private import masked
from qisai.problems import ERROR, Problem
from qisai.sheets import Row, Table, read_book
from qisai.tournament.conditions import birth_year

HEAD = ["序号", "姓名", "性别", "出生年份", "电话"]


def row(column: str, value: object, number: int = 2) -> Row:
    table = Table("赛事.xlsx", "报名", dict(zip(HEAD, "ABCDE", strict=True)))
    return Row(table, number, {"姓名": "张三", column: value})


def read(reader: Any, column: str, value: object, *more: Any) -> tuple[str, list[str]]:
    found: list[Problem] = []
    text = reader(row(column, value), column, *more, found)
    return text, [problem.code for problem in found]


@pytest.mark.parametrize(("typed", "sex"), [
    ("男", "男"), (" 女\u3000", "女"), ("M", "男"), ("ｆ", "女"), ("男性", "男"), ("女 性", "女"), ("Male", "男"),
    ("FEMALE", "女"), (None, ""), ("", ""),
])  # fmt: skip
def test_sex_is_written_as_one_word(typed: object, sex: str) -> None:
    assert read(read_sex, "性别", typed) == (sex, [])


@pytest.mark.parametrize("typed", ["男/女", "1", "先生", "不详", "NA"])
def test_another_word_for_the_sex_is_a_fault(typed: str) -> None:
    assert read(read_sex, "性别", typed) == ("", ["word_unknown"])


@pytest.mark.parametrize(("typed", "birth"), [
    (1990, "1990"), (1990.0, "1990"), ("１９９０", "1990"), ("1990年", "1990年"), ("1990年生", "1990年生"),
    ("2015.3.2", "2015.3.2"), ("2015/3/2", "2015/3/2"), ("2015-03-02", "2015-03-02"), ("2015 年 3 月", "2015年3月"),
    ("2015年3月2日", "2015年3月2日"),
    ("20150302", "2015-03-02"), (20150302.0, "2015-03-02"), (datetime.datetime(2015, 3, 2), "2015-03-02"),
    (datetime.date(2015, 3, 2), "2015-03-02"), ("2015.3", "2015.3"), (2015.3, "2015.3"), (None, ""),
    ("2024", "2024"), ("1900", "1900"),
    (datetime.datetime(1905, 6, 2), "1980"), (datetime.datetime(1905, 7, 16), "2024"),  # typed into a cell that shows dates
])  # fmt: skip
def test_births_in_every_usual_form_keep_their_year(typed: object, birth: str) -> None:
    assert read(read_birth, "出生年份", typed, 2024) == (birth, [])
    if birth:
        assert birth_year(birth) == int(birth[:4])


@pytest.mark.parametrize("typed", [
    "3/2/15", "六一年", "不详", 42065, "15", "2025", "1899", "20251301", "2015-13-01", "2015-02-30", "2015-3-2-1", "NA",
    datetime.datetime(2025, 1, 1), datetime.datetime(1905, 11, 2), datetime.time(1, 2), 199, "20150230", "19 9 0 0",
])  # fmt: skip
def test_a_birth_that_may_be_anything_is_a_fault_and_no_guess(typed: object) -> None:
    assert read(read_birth, "出生年份", typed, 2024) == ("", ["birth_bad"])


def test_without_a_date_of_the_event_the_future_begins_after_2099() -> None:
    assert read(read_birth, "出生年份", "2030", None) == ("2030", [])
    assert read(read_birth, "出生年份", "2100", None) == ("", ["birth_bad"])


@settings(max_examples=60, deadline=None)
@given(st.dates(datetime.date(1910, 1, 1), datetime.date(2024, 12, 31)),
       st.sampled_from(["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d"]))  # fmt: skip
def test_every_day_reads_as_its_year_however_it_is_written(day: datetime.date, form: str) -> None:
    birth, faults = read(read_birth, "出生年份", day.strftime(form), 2024)
    assert faults == [] and birth_year(birth) == day.year


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=12) | st.integers(0, 10**9) | st.floats(0, 10**9))
def test_no_text_is_read_as_a_year_that_it_does_not_begin_with(value: object) -> None:
    birth, faults = read(read_birth, "出生年份", value, 2024)
    assert (birth == "") or (faults == [] and 1900 <= (birth_year(birth) or 0) <= 2024)


@pytest.mark.parametrize(("typed", "phone"), [
    (10000000001.0, "10000000001"), (10000000001, "10000000001"), ("１０００００００００１", "10000000001"),
    ("10000000001.00 ", "10000000001"), ("100-0000-0001", "100-0000-0001"), ("+86 10000000001", "+86 10000000001"),
    ("1.0000000001E+10", "10000000001"), ("0511-86500000", "0511-86500000"), ("8650000", "8650000"),
    ("+85290000000", "+85290000000"), ("无", "无"),
    ("演练001", "演练001"), ("10000000001\n0511-86500000", "10000000001、0511-86500000"),
    ("10000000001、10000000002", "10000000001、10000000002"), (None, ""),
])  # fmt: skip
def test_telephones_are_read_whole(typed: object, phone: str) -> None:
    assert read(read_phone, "电话", typed) == (phone, [])


@pytest.mark.parametrize("typed", [
    "1000000000", 1000000000.0, "100000000012", "1.38E+10", "1.4E+10", "12345", "abc", "1000000000l", "10000000001/1000000",
])  # fmt: skip
def test_a_telephone_that_lost_digits_is_kept_and_told(typed: object) -> None:
    text, codes = read(read_phone, "电话", typed)
    assert codes == ["phone_odd"] and text


def test_a_telephone_is_never_printed_whole_with_a_problem() -> None:
    found: list[Problem] = []
    read_phone(row("电话", "100000000123"), "电话", found)
    same_phones([(row("电话", "10000000001", n), "10000000001") for n in (2, 3)], found)
    assert [(p.code, p.cell, p.value) for p in found] == [
        ("phone_odd", "E2", "100…23"), ("same_phone", "E3", "100…01"),
    ]  # fmt: skip
    assert "E2" in found[1].wrong and masked("12") == "12"


def test_a_leader_gives_his_own_telephone_for_the_team_and_only_a_namesake_is_told() -> None:
    found: list[Problem] = []
    names = {2: "张三", 3: "李四", 4: "王五", 5: "张 三"}
    rows = [Row(row("电话", "1").table, n, {"姓名": name}) for n, name in names.items()]
    same_phones([(one, "100 0000 0001") for one in rows], found)
    assert [(p.cell, p.details["other"]) for p in found] == [("E5", "E2")]
    same_phones([(one, "无") for one in rows] + [(one, "") for one in rows], found := [])
    assert found == []


@pytest.mark.parametrize("name", [
    "NA", "None", "阿迪力·买买提明", "陆𬭎", "张\n三", "欧阳 修", "张三丰（队长）", "棋手1", "O'Brien, J", "A/B",
])  # fmt: skip
def test_a_name_stays_what_it_is(name: str) -> None:
    assert read(read_name, "姓名", name) == (name.replace("\n", ""), [])


@pytest.mark.parametrize(("name", "code"), [
    ("13", "name_bad"), ("１３．５", "name_bad"), (13.0, "name_bad"), ("张\x07三", "name_bad"), ("张\ufffd", "name_bad"),
    ("张三、李四", "name_odd"), ("张三/李四", "name_odd"), ("张三\n李四", "name_odd"), ("张三 ，李四", "name_odd"),
    ("张三丰；李四", "name_odd"), ("\u3000", "name_missing"),
])  # fmt: skip
def test_a_name_that_is_none_or_two_is_told(name: object, code: str) -> None:
    assert read(read_name, "姓名", name)[1] == [code]


def roster_problems(tmp_path: Path, *rows: dict[str, object]) -> list[Problem]:
    """What is told of 报名 with these rows."""
    columns = ["序号", "姓名", "单位", "地区", "组别"]
    book = openpyxl.Workbook()
    book.active.title = "报名"
    book.active.append(columns)
    for number, one in enumerate(rows, start=1):
        book.active.append([number, *(one.get(column, "张三" if column == "姓名" else None) for column in columns[1:])])
    book.save(tmp_path / "赛事.xlsx")
    found: list[Problem] = []
    read_people(read_book(tmp_path / "赛事.xlsx"), None, found, year=2024)
    return [problem for problem in found if problem.code != "same_name"]


ID_NUMBER = "99999920000101" + "000X"  # of nobody: the area does not exist


@pytest.mark.parametrize("column", ["姓名", "单位", "组别"])
@pytest.mark.parametrize("words", [
    "张三 10000000001", "张三10000000001", "张三１０００００００００１", ID_NUMBER,
    f"张三 {ID_NUMBER}", "100-0000-0001", "1000001",
])  # fmt: skip
def test_a_number_where_it_would_be_printed_is_a_fault_and_is_not_shown(column: str, words: str, tmp_path: Path) -> None:
    found = roster_problems(tmp_path, {column: words})
    code = "name_bad" if words == "1000001" and column == "姓名" else "number_inside"
    cell = {"姓名": "B2", "单位": "C2", "组别": "E2"}[column]
    assert [(problem.code, problem.cell) for problem in found if problem.level == ERROR] == [(code, cell)]
    shown = " ".join(f"{problem.value} {problem.wrong} {problem.remedy}" for problem in found)
    assert not re.search(r"\d{7,}|100-0000-0001", shown) and "…" in shown


@pytest.mark.parametrize("words", ["三年级2班", "2015级1班", "第1000中学", "棋手1", "1990-1995届"])
def test_few_digits_are_no_number(words: str, tmp_path: Path) -> None:
    assert roster_problems(tmp_path, {"姓名": words, "单位": words, "组别": words}) == []


@pytest.mark.parametrize("words", ["同上", "〃", '"', "″", "''", "同 上"])
def test_ditto_is_a_fault(words: str, tmp_path: Path) -> None:
    found = roster_problems(tmp_path, {"单位": words, "组别": words})
    assert [(problem.code, problem.cell) for problem in found] == [("ditto", "C2"), ("ditto", "E2")]


@pytest.mark.parametrize(
    ("words", "codes"), [("没有", ["team_none"]), ("-", ["team_none"]), ("无", []), ("个人", []), (None, [])]
)
def test_a_team_that_is_none_is_told_unless_the_rules_say_so(words: object, codes: list[str], tmp_path: Path) -> None:
    assert [problem.code for problem in roster_problems(tmp_path, {"单位": words})] == codes


def test_all_of_it_is_told_at_once_with_its_cell(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "报名"
    faulty, right = [1, "12", "?", "3/2/15", "1234567890", 5, 6], [2, "张三", "F", 20150302, 10000000001, 100, 40]
    for values in ([*HEAD, "已缴", "退费"], faulty, right):
        book.active.append(values)
    book.save(tmp_path / "赛事.xlsx")
    found: list[Problem] = []
    people = read_people(read_book(tmp_path / "赛事.xlsx"), None, found, year=2024)
    assert {problem.cell: problem.code for problem in found} == {
        "B2": "name_bad", "C2": "word_unknown", "D2": "birth_bad", "E2": "phone_odd", "G2": "refund_over",
    }  # fmt: skip
    assert all(problem.wrong and problem.remedy and problem.file == "赛事.xlsx" for problem in found)
    assert people.loc["2", ["sex", "birth", "phone", "paid", "refund"]].tolist() == ["女", "2015-03-02", "10000000001", 100, 40]
