"""A file is what its bytes are: workbooks of any age, CSV in any encoding, web pages; the rest is refused."""

from __future__ import annotations

import contextlib
import io
import random
import zipfile
from pathlib import Path

import pytest
from signups import faults, names, one, people, refusal, told, workbook, written

from office import SOFFICE, office
from qisai.intake.recognise import read_signups
from qisai.intake.texts import decode, html_tables
from qisai.problems import InputProblems

TABLE = "序号,姓名,单位,电话\n1,张三,天水队,10000000001\n2,李四,兰州队,10000000002\n"
BOTH = [{"姓名": "张三", "单位": "天水队", "电话": "10000000001"}, {"姓名": "李四", "单位": "兰州队", "电话": "10000000002"}]
PAGE = "<html><head><meta charset='{0}'></head><body><p>导出</p><table>{1}</table></body></html>"
ROWS = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line.split(','))}</tr>" for line in TABLE.splitlines())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("mark", [",", "\t", ";", "，"])
def test_a_csv_in_any_encoding_with_any_separator(encoding: str, mark: str, tmp_path: Path) -> None:
    found = one(written(tmp_path / "报名（1）.xls", TABLE.replace(",", mark), encoding))
    assert (people(found), found.header, found.sheet, found.problems) == (BOTH, 1, "", ())
    assert found.applicants[1].at["姓名"] == "B3"


def test_a_big5_csv_with_traditional_headings(tmp_path: Path) -> None:
    text = "姓名,單位,聯絡電話\n張三豐,臺北市象棋協會,10000000001\n李四,高雄市象棋協會,10000000002\n"
    found = one(written(tmp_path / "a.csv", text, "big5"))
    assert people(found)[0] == {"姓名": "張三豐", "单位": "臺北市象棋協會", "电话": "10000000001"}


def test_lines_in_different_encodings_are_read_one_by_one(tmp_path: Path) -> None:
    lines = TABLE.splitlines(keepends=True)
    path = tmp_path / "a.csv"
    path.write_bytes(lines[0].encode("gbk") + lines[1].encode("utf-8") + lines[2].encode("gbk"))
    found = one(path)
    assert (people(found), told(found), found.problems[0].details["rows"]) == (BOTH, ["signup_mixed"], "2")


def test_a_word_of_gbk_that_looks_like_utf8() -> None:
    assert decode("姓名,单位\n张三,联通\n".encode("gbk")).text == "姓名,单位\n张三,联通\n"
    assert decode("联通".encode("gbk")).text == "联通"


def test_quotes_and_line_breaks_in_a_csv(tmp_path: Path) -> None:
    text = '"学员姓名\nName","单位,全称","电话"\n"张三","天水,一队","=""10000000001"""\n'
    found = one(written(tmp_path / "a.csv", text))
    assert people(found)[0]["姓名"] == "张三"
    assert people(found)[0]["电话"] == "10000000001"


def test_words_such_as_na_stay_words(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.csv", "姓名,单位\nNone,NA\nnull,nan\n"))
    assert people(found) == [{"姓名": "None", "单位": "NA"}, {"姓名": "null", "单位": "nan"}]


def test_numbers_that_a_csv_spoilt(tmp_path: Path) -> None:
    text = "姓名,电话,身份证号\n张三,1.00000E+10,9.99999E+17\n李四,10000000001.00 ,\n"
    found = one(written(tmp_path / "a.csv", text))
    assert faults(found) == [("signup_digits_lost", "B2"), ("signup_digits_lost", "C2")]
    assert people(found)[1] == {"姓名": "李四", "电话": "10000000001"}


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_a_web_page_under_the_name_of_a_workbook(encoding: str, tmp_path: Path) -> None:
    assert people(one(written(tmp_path / "a.xls", PAGE.format(encoding, ROWS), encoding))) == BOTH


def test_cells_of_a_web_page_that_cover_others() -> None:
    page = "<table><tr><th rowspan=2>姓名<th colspan=2>信息</tr><tr><td>单位<td>组别</tr><tr><td>张&nbsp;三<td>甲<td>乙</table>"
    (table,) = html_tables(page)
    assert table.rows == [(1, {1: "姓名", 2: "信息"}), (2, {2: "单位", 3: "组别"}), (3, {1: "张\u00a0三", 2: "甲", 3: "乙"})]
    assert table.below == [(2, 1)]


def test_a_cell_of_a_web_page_over_several_rows_counts_for_each(tmp_path: Path) -> None:
    page = "<table><tr><td>姓名<td>单位<td>电话<tr><td>张三<td rowspan=2>甲队<td>10000000001<tr><td>李四<td>10000000002</table>"
    found = one(written(tmp_path / "a.xls", page))
    assert [person["单位"] for person in people(found)] == ["甲队", "甲队"]
    assert "signup_merged" in told(found)


OLD = [["2031 年象棋赛报名表"], ["姓名", "单位", "出生年月", "电话"], ["张三", "天水队", "2015-03-02", 10000000001],
       ["李四", None, 2014, "10000000002"]]  # fmt: skip


def saved_as(kind: str, folder: Path) -> bytes:
    """The rows of OLD as LibreOffice saves them."""
    if SOFFICE is None:
        pytest.skip("LibreOffice is not here")
    (folder / "out").mkdir()
    office(kind, folder / "out", workbook(folder / "a.xlsx", OLD, merged=["A1:D1", "B3:B4"]))
    return (folder / "out" / f"a.{kind}").read_bytes()


@pytest.fixture(scope="module")
def xls(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return saved_as("xls", tmp_path_factory.mktemp("xls"))


def test_an_old_workbook_under_another_name(xls: bytes, tmp_path: Path) -> None:
    path = tmp_path / "改了名.xlsx"
    path.write_bytes(xls)
    found = one(path)
    assert people(found) == [
        {"姓名": "张三", "单位": "天水队", "出生年份": "2015", "电话": "10000000001"},
        {"姓名": "李四", "单位": "天水队", "出生年份": "2014", "电话": "10000000002"},
    ]
    assert (found.header, told(found)) == (2, ["signup_merged"])


@pytest.mark.long
def test_an_open_document_does_not_tell_its_merged_cells(tmp_path: Path) -> None:
    path = tmp_path / "b.csv"
    path.write_bytes(saved_as("ods", tmp_path))
    assert [person.get("单位") for person in people(one(path))] == ["天水队", None]


def test_half_of_an_old_workbook_is_damaged(xls: bytes, tmp_path: Path) -> None:
    path = tmp_path / "b.xls"
    path.write_bytes(xls[: len(xls) // 3])
    assert refusal(path).code in ("damaged", "encrypted")


@pytest.mark.long
def test_mutated_old_workbooks_end_in_people_or_a_reason(xls: bytes, tmp_path: Path) -> None:
    chance = random.Random(7)
    path = tmp_path / "b.xls"
    for _ in range(300):
        data = bytearray(xls)
        for _ in range(chance.randint(1, 30)):
            data[chance.randrange(512, len(data))] = chance.randrange(256)
        path.write_bytes(data)
        with contextlib.suppress(InputProblems):
            assert read_signups(path)


def zipped(*members: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for member in members:
            archive.writestr(member, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "signup_empty", "没有内容"),
        (b" \r\n\r\n ", "signup_empty", "没有内容"),
        (b"\xef\xbb\xbf\r\n", "signup_empty", "没有内容"),
        (("姓名," + "甲," * 2000).encode(), "damaged", "损坏"),
        (b"%PDF-1.7 ...", "signup_kind", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "signup_kind", "图片"),
        (b"\xff\xd8\xff\xe0", "signup_kind", "图片"),
        (b"Rar!\x1a\x07", "signup_kind", "RAR"),
        (zipped("a.xlsx"), "signup_kind", "压缩包"),
        (zipped("[Content_Types].xml", "word/document.xml"), "signup_kind", "Word"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "encrypted", "密码"),
        (bytes(range(256)) * 4, "signup_kind", "认不出"),
        ("<html><body>请登录</body></html>".encode(), "signup_kind", "网页"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "damaged", "损坏"),
        ("亲爱的各位棋友：\n比赛在体育馆举行，请带身份证。\n".encode(), "signup_no_names", "姓名"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_with_a_way_out(data: bytes, code: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "报名.xlsx"
    path.write_bytes(data)
    problem = refusal(path)
    assert problem.code == code
    assert words in problem.wrong


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(InputProblems) as raised:
        read_signups(tmp_path / "a.xlsx")
    assert raised.value.problems[0].code == "file_missing"


def test_an_export_of_wenjuanxing(tmp_path: Path) -> None:
    head = ["序号", "提交答卷时间", "所用时间", "来源", "来源详情", "来自IP", "1、您的姓名：", "2、您的性别：", "3、所在单位",
    "4、参赛组别（可多选）",
            "5、联系电话：", "6、其他说明", "总分"]  # fmt: skip
    row = ["1", "2031/5/1 8:03:09", "65秒", "微信", "N/A", "0.0.0.0(甘肃-天水)", "张 三", "男", "天水队", "少年组┋快棋",
    "10000000001", "(空)", "0"]
    found = one(workbook(tmp_path / "a.xlsx", [head, row]))
    assert people(found) == [
        {"姓名": "张三", "性别": "男", "单位": "天水队", "组别": "少年组、快棋", "电话": "10000000001",
        "提交时间": "2031-05-01 08:03:09"}
    ]
    assert (found.sure, found.problems) == (True, ())


def test_an_export_of_tencent_docs(tmp_path: Path) -> None:
    head = "提交者（自动）,提交时间（自动）,1.姓名（必填）,2.电话（必填）,3.代表单位（选填）\n"
    found = one(written(tmp_path / "a.csv", head + "小风,2026年9月22日 10:13,李四,10000000001.00 ,\n", "utf-8-sig"))
    assert people(found) == [{"姓名": "李四", "电话": "10000000001", "提交时间": "2026-09-22 10:13:00"}]


def test_names_in_a_text_one_a_line(tmp_path: Path) -> None:
    assert names(one(written(tmp_path / "a.txt", "张三\n李四\n王五\n"))) == ["张三", "李四", "王五"]


def test_a_web_page_whose_cells_cover_everything_takes_no_time(tmp_path: Path) -> None:
    page = "<table>" + "<tr><td rowspan=999 colspan=999>x" * 500
    assert refusal(written(tmp_path / "a.xls", page)).code == "signup_no_names"
