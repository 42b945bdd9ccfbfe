"""A known roster comes back equal through any dirt, and any bytes end in people or in a reason."""

from __future__ import annotations

import html
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signups import one, people, workbook

from qisai.intake.model import ROSTER
from qisai.intake.recognise import mapped, read_signups
from qisai.problems import InputProblems

Person = dict[str, str]
HEADINGS = {
    "姓名": ["姓名", "选手姓名", "1、您的姓名：", "姓  名（必填）", "学员姓名\nAttendee Name", "Player Name", "*姓名",
    "Q1. 参赛者姓名"],
    "单位": ["单位", "代表队", "2、所在单位（全称）", "Club/City", "队名", "學校", "参赛单位\nTeam"],
    "性别": ["性别", "您的性别？", "Sex", "性别[单选题]"],
    "电话": ["电话", "手机号码", "联系方式（手机）", "Phone", "聯絡電話"],
    "出生年份": ["出生年份", "出生年月", "出生日期（如 2015-03-02）", "Date of Birth"],
}
WASTE = ["序号", "来源", "是否同意规则", "领队姓名", "联系人电话", "所用时间", "身份证照片"]
TITLES = ["2031 年天水市中国象棋公开赛报名表", "说明：每队限报六人", "填表日期：2031 年 5 月 1 日", "附件 2"]
given_names = st.text("建国丽华小明伟强芳玉军平海燕宇轩子涵", min_size=1, max_size=2)
full_names = st.one_of(
    st.builds(str.__add__, st.sampled_from(["张", "王", "李", "赵", "欧阳", "诸葛"]), given_names),
    st.builds("{}·{}".format, st.sampled_from(["阿布都", "古丽", "买买提"]), st.sampled_from(["热合曼", "艾力", "玉素甫"])),
    st.builds("{} {}".format, st.sampled_from(["John", "Anna", "Nguyen Van"]), st.sampled_from(["Smith", "O'Neil", "Tran"])),
)


@st.composite
def rosters(draw: Any) -> list[Person]:
    fields = draw(st.sets(st.sampled_from(["单位", "性别", "电话", "出生年份"])))
    values: dict[str, st.SearchStrategy[str]] = {
        "单位": st.sampled_from(["天水队", "兰州象棋协会", "NA", "实验小学", "个人队"]),
        "性别": st.sampled_from(["男", "女"]),
        "电话": st.integers(0, 9999).map(lambda n: f"1000000{n:04}"),
        "出生年份": st.integers(1950, 2018).map(str),
    }
    chosen = draw(st.lists(full_names, min_size=1, max_size=8, unique=True))
    return [{"姓名": name, **{field: draw(values[field]) for field in sorted(fields)}} for name in chosen]


def spoilt(draw: Any, field: str, value: str, numbers: bool) -> Any:
    """The value as somebody else would have typed it."""
    forms: list[Any] = [value, f"{value} ", f"\u3000{value}\u200b"]
    if field == "姓名" and len(value) == 2:
        forms += [f"{value[0]} {value[1]}", f"{value[0]}\u3000\u3000{value[1]}"]
    if "·" in value:
        forms += [value.replace("·", dot) for dot in "•・．‧"]
    if field == "性别":
        forms += [{"男": "M", "女": "F"}[value], {"男": "Male", "女": "female"}[value]]
    if field == "电话":
        forms += [f"{value}.0", f"{value[:3]}-{value[3:7]}-{value[7:]}", *([int(value), float(value)] if numbers else [])]
        forms += ["".join(chr(ord(digit) + 0xFEE0) for digit in value)]
    if field == "出生年份":
        forms += [f"{value}.3.2", f"{value}年3月2日", f"{value}0302", f"{value}/3/2", *([int(value)] if numbers else [])]
    return draw(st.sampled_from(forms))


@st.composite
def dirty(draw: Any) -> tuple[list[Person], list[list[Any]], str]:
    """A roster, the rows somebody made of it, and the kind of the file."""
    roster = draw(rosters())
    kind = draw(st.sampled_from(["xlsx", "csv", "tsv", "html", "gbk", "utf-16"]))
    fields = draw(st.permutations(list(roster[0])))
    waste = draw(st.lists(st.sampled_from(WASTE), max_size=3, unique=True))
    columns = draw(st.permutations([*fields, *waste]))
    gaps = kind in ("xlsx", "html")
    rows: list[list[Any]] = [[title] for title in draw(st.lists(st.sampled_from(TITLES), max_size=3, unique=True))]
    header = [draw(st.sampled_from(HEADINGS[column])) if column in HEADINGS else column for column in columns]
    rows.append(header)
    for number, person in enumerate(roster, start=1):
        line = [spoilt(draw, c, person[c], kind == "xlsx") if c in person else str(number) for c in columns]
        rows.append(line)
        if draw(st.integers(0, 5)) == 0:
            rows.append(draw(st.sampled_from([header, [""], [" ", None, ""]] if gaps else [header, [""]])))
    return roster, rows, kind


def saved(folder: Path, rows: list[list[Any]], kind: str) -> Path:
    if kind == "xlsx":
        return workbook(folder / "a.xlsx", rows)
    path = folder / "a.xls"
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if kind == "html":
        lines = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in cells)
        path.write_text("<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>", encoding="utf-8")
        return path
    mark = "\t" if kind == "tsv" else ","
    text = "\r\n".join(mark.join(f'"{cell}"' for cell in row) for row in cells)
    codec = {"csv": "utf-8-sig", "tsv": "utf-8", "gbk": "gb18030", "utf-16": "utf-16"}[kind]
    path.write_bytes(text.encode(codec))
    return path


def comes_back(case: tuple[list[Person], list[list[Any]], str]) -> None:
    roster, rows, kind = case
    with tempfile.TemporaryDirectory() as folder:
        found = one(saved(Path(folder), rows, kind))
    assert people(found) == roster
    assert found.shape == ROSTER
    assert rows[found.header - 1][0] is not None
    assert not [problem for problem in found.problems if problem.code != "row_ignored"]
    assert mapped(found, {column.letter: column.field for column in found.columns}) == found


QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


@settings(max_examples=40, **QUIET)
@given(dirty())
def test_a_known_roster_comes_back_through_any_dirt(case: tuple[list[Person], list[list[Any]], str]) -> None:
    comes_back(case)


@pytest.mark.long
@settings(max_examples=3000, **QUIET)
@given(dirty())
def test_a_known_roster_comes_back_many_times(case: tuple[list[Person], list[list[Any]], str]) -> None:
    comes_back(case)


SEEDS = [
    "姓名,单位,电话\n张三,天水队,10000000001\n李四,兰州队,1.0E+10\n".encode(),
    "姓名;单位\n张三;联通\n".encode("gbk"),
    "姓名\t性别\n张三\t男\n".encode("utf-16"),
    "#接龙\n1. 张三 天水队 10000000001\n2、李四+1\n".encode(),
    "<table><tr><td colspan=3>姓名</td><td rowspan=2>单位</td></tr><tr><td>张三</table>".encode(),
    b"%PDF-1.7 \xd0\xcf\x11\xe0PK\x03\x04",
]


def mutated(seed: bytes) -> st.SearchStrategy[bytes]:
    """The bytes with pieces cut out, put in or said twice."""

    def change(edits: list[tuple[int, int, bytes]]) -> bytes:
        data = seed
        for place, length, piece in edits:
            start = place % (len(data) + 1)
            data = data[:start] + piece + data[start + length :]
        return data

    marks = [b",", b'"', b"\n", b"\0", b"<table>", b"<td rowspan=99999>", seed[:20]]
    pieces = st.one_of(st.binary(max_size=4), st.sampled_from(marks))
    return st.lists(st.tuples(st.integers(0, 999), st.integers(0, 6), pieces), min_size=1, max_size=8).map(change)


anything: st.SearchStrategy[bytes] = st.one_of(st.binary(max_size=300), *(mutated(seed) for seed in SEEDS))


def ends_well(data: bytes, read: Callable[[Path], Any] = read_signups) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.xls"
        path.write_bytes(data)
        try:
            found = read(path)
        except InputProblems as error:
            told = error.problems
        else:
            assert found
            assert all(sheet.applicants for sheet in found)
            told = tuple(p for sheet in found for p in (*sheet.problems, *(p for a in sheet.applicants for p in a.faults)))
        for problem in told:
            assert problem.wrong
            assert problem.remedy
            assert problem.file == "a.xls"


@settings(max_examples=100, **QUIET)
@given(anything)
def test_any_bytes_end_in_people_or_in_a_reason(data: bytes) -> None:
    ends_well(data)


@pytest.mark.long
@settings(max_examples=2000, **QUIET)
@given(anything)
def test_any_bytes_end_well_many_times(data: bytes) -> None:
    ends_well(data)


@settings(max_examples=40, **QUIET)
@given(st.lists(st.lists(st.one_of(st.none(), st.text(max_size=8), st.integers(), st.floats(), st.sampled_from(
    ["姓名", "单位", "张三", "队员1", "队员2", "领队", "电话", "身份证号", "合计", "男", "代表队：甲", "10000000001"]
)), max_size=5), max_size=6))  # fmt: skip
def test_any_cells_end_in_people_or_in_a_reason(rows: list[list[Any]]) -> None:
    clean = [[openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE.sub("", c) if isinstance(c, str) else c for c in row] for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        path = workbook(Path(folder) / "b.xlsx", clean)
        ends_well(path.read_bytes())
