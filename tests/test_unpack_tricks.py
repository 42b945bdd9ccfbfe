"""Files that are no workbook, and workbooks full of tricks or damage: refused in words, within bounds."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from qisai.problems import InputProblems
from qisai.unpack import KINDS, cells, kind, package, unpack
from workbook_parts import BOOK, PEOPLE, SHEET, book, refusal, workbook, zipped


def ole(*streams: str) -> bytes:
    """The beginning of an OLE2 file whose directory names these streams."""
    entries = [name.encode("utf-16-le").ljust(128, b"\0") for name in ("Root Entry", *streams)]
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + b"".join(entries)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty"), (bytes(5000), "empty"), (b" \r\n", "empty"),
        (ole("EncryptedPackage", "EncryptionInfo"), "encrypted"), (ole("Workbook"), "xls"), (ole("Book"), "xls"), (ole(), "ole"),
        (ole("WordDocument"), "docx"), (b"\x09\x08\x10\0", "xls"),
        (zipped({"xl/workbook.bin": b""}), "xlsb"), (zipped({"word/document.xml": b""}), "docx"),
        (zipped({"ppt/presentation.xml": b""}), "pptx"), (zipped({"a.txt": b"", "图.png": b""}), "zip"),
        (zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, zipfile.ZIP_STORED), "ods"),
        (zipped({"xl\\workbook.xml": b"", "xl\\vbaProject.bin": b""}), "xlsm"), (zipped({"XL/WorkBook.xml": b""}), "xlsx"),
        (zipped({"xl/workbook.xml": b"", "xl/embeddings/word/document.xml.bin": b""}), "xlsx"),
        (b"PK\3\4" + bytes(26) + b"xl/workbook.xml and no more", "xlsx"), (b"PK\3\4" + bytes(40), "zip"),
        (b"%PDF-1.7", "pdf"), (b"\x89PNG\r\n", "image"), (b"\xff\xd8\xff\xe0", "image"), (b"BM\x10\0\0\0\0\0\0\0", "image"),
        (b"Rar!\x1a\x07", "rar"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"\x1f\x8b\x08", "zip"), (b"{\\rtf1", "docx"),
        ("序号,姓名\n1,张三\n".encode("gbk"), "csv"), ("序号\t姓名\n1\t张三\n".encode("utf-16"), "csv"),
        ("BM,姓名\n1,张三\n".encode(), "csv"), ("\ufeff序号；姓名\n张三，甲队\n李四，乙队".encode(), "csv"),
        (b"<html><table><tr><td>1</td></tr></table></html>", "html"), (b"\n<!DOCTYPE html>", "html"),
        (b"MIME-Version: 1.0\nContent-Type: multipart/related", "html"),
        (b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', "xml"),
        ("报名的人请接龙\n1. 张三\n2. 李四".encode(), "text"), (b"\0\1\2\3", "unknown"),
        (("棋" * 9000).encode()[:20_002], "text"),
    ],
)  # fmt: skip
def test_a_file_is_known_by_its_bytes(data: bytes, what: str) -> None:
    assert kind(data) == what


@pytest.mark.parametrize("what", KINDS)
def test_every_other_kind_of_file_is_named_with_a_way_out(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qisai.unpack.kind", lambda _: what)
    with pytest.raises(InputProblems) as found:
        unpack(b"x", "报名.xlsx")
    (problem,) = found.value.problems
    assert problem.code == ("encrypted" if what in ("encrypted", "ole") else "not_xlsx")
    assert KINDS[what][0] in problem.wrong and ".xlsx" in problem.remedy


BOMB = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize("part", ["_rels/.rels", BOOK, SHEET, "xl/sharedStrings.xml", "xl/styles.xml"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_a_dtd_is_refused_in_every_part_and_encoding(part: str, codec: str) -> None:
    parts = {name: content.encode() for name, content in workbook(PEOPLE).items()}
    parts[part] = (BOMB + parts[part].decode()).encode(codec)
    assert refusal(zipped(parts))[0] == "xml_tricks"


LONG = "b" * (5 << 20)


@pytest.mark.parametrize("junk", ["<a>" * 50, f"<a {LONG}", f"<!--{LONG}"], ids=["deep", "long tag", "long comment"])
def test_xml_made_to_fill_the_memory_is_refused(junk: str) -> None:
    assert refusal(zipped(workbook("", tail=junk)))[0] == "xml_tricks"


@pytest.mark.parametrize(
    ("cell", "place"),
    [
        ("<c r='A1'><v>1</v></c><c r='A1'><v>2</v></c>", "A1"), ("<c r='A2'><v>1</v></c>", "A2"), ("<c r='?'><v>1</v></c>", "?"),
        ("<c r='A1'><v>1_0</v></c>", "A1"), ("<c r='A1'><v>nan</v></c>", "A1"),
        ("<c r='B1' t='s'><v>-1</v></c>", "B1"), ("<c r='B1' s='x'><v>9</v></c>", "B1"),
        ("<c r='B1' t='s'><v>9</v></c>", "B1"), ("<c r='B1' t='z'><v>9</v></c>", "B1"), ("<c r='B1' t='b'><v>2</v></c>", "B1"),
        ("<c r='B1' t='d'><v>昨天</v></c>", "B1"), ("<c r='B1'><v>" + "9" * 5000 + "</v></c>", "B1"),
    ],
)  # fmt: skip
def test_a_cell_that_means_nothing_is_named_not_guessed(cell: str, place: str) -> None:
    assert refusal(zipped(workbook(f'<row r="1">{cell}</row>'))) == ("damaged", "报名", place)


def test_every_flipped_bit_of_a_part_that_is_read_is_noticed() -> None:
    data = zipped(workbook(PEOPLE), zipfile.ZIP_STORED)
    at = data.index("棋手2".encode())
    for bit in range(8):
        spoilt = data[: at + 2] + bytes([data[at + 2] ^ 1 << bit]) + data[at + 3 :]
        assert refusal(spoilt)[0] == "damaged"


def test_a_file_cut_short_is_damaged() -> None:
    data = zipped(workbook(PEOPLE))
    for end in range(30, len(data), 97):
        assert refusal(data[:end])[0] in ("damaged", "not_xlsx")


@pytest.mark.parametrize("missing", ["_rels/.rels", BOOK, "xl/_rels/workbook.xml.rels", SHEET])
def test_a_missing_part_is_damage(missing: str) -> None:
    assert refusal(zipped({name: content for name, content in workbook(PEOPLE).items() if name != missing}))[0] == "damaged"


def test_two_sheets_of_one_name_are_damage() -> None:
    parts = workbook(PEOPLE)
    parts[BOOK] = parts[BOOK].replace("</sheets>", '<sheet name="报名" sheetId="2" r:id="r1"/></sheets>')
    assert refusal(zipped(parts)) == ("damaged", "报名", "")


def test_more_sheets_than_anybody_needs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = workbook(PEOPLE)
    parts[BOOK] = parts[BOOK].replace("</sheets>", '<sheet name="B" sheetId="2" r:id="r1"/></sheets>')
    assert len(unpack(zipped(parts), "a")) == 2
    monkeypatch.setattr("qisai.unpack.SHEETS", 1)
    assert refusal(zipped(parts))[0] == "too_large"


def patched(data: bytes, name: str, offset: int, value: bytes) -> bytes:
    """The archive with bytes of one entry in its table of contents replaced."""
    at = data.index(b"PK\1\2")
    while data[at + 46 : at + 46 + len(name)] != name.encode():
        at = data.index(b"PK\1\2", at + 4)
    return data[: at + offset] + value + data[at + offset + len(value) :]


@pytest.mark.parametrize(
    ("offset", "value", "code"),
    [
        (8, struct.pack("<H", 1), "zip_odd"), (10, struct.pack("<H", 14), "zip_odd"), (10, struct.pack("<H", 99), "zip_odd"),
        (24, struct.pack("<L", 100), "damaged"), (24, struct.pack("<L", 1 << 31), "too_large"),
        (24, struct.pack("<L", 5000), "damaged"),
        (16, struct.pack("<L", 7), "damaged"), (20, struct.pack("<L", 1 << 20), "zip_odd"), (42, struct.pack("<L", 0), "zip_odd"),
    ],
    ids=["encrypted", "lzma", "unknown method", "size too small", "size huge", "size too large", "checksum", "overlap", "place"],
)  # fmt: skip
def test_an_archive_that_lies_about_a_part_is_refused(offset: int, value: bytes, code: str) -> None:
    assert refusal(patched(zipped(workbook(PEOPLE)), SHEET, offset, value))[0] == code


def test_two_parts_of_one_name_and_names_that_climb_are_refused() -> None:
    parts = workbook(PEOPLE)
    twin = {**parts, SHEET.upper(): parts[SHEET].replace("棋手", "骗子")}
    assert refusal(zipped(twin))[0] == "zip_odd"
    assert refusal(zipped({**parts, "xl/../../起动.bat": ""}))[0] == "zip_odd"


def test_a_bomb_ends_in_words_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "SHEET_BYTES", 4 << 20)
    parts = {name: content.encode() for name, content in workbook(PEOPLE).items()}
    for start in (b"", parts[SHEET]):
        bomb = zipped({**parts, SHEET: start + b" " * (5 << 20)})
        assert len(bomb) < 20_000 and refusal(bomb)[0] == "too_large"
    text = zipped({**parts, "xl/sharedStrings.xml": b"<sst>" + b" " * (package.PART_BYTES + 1)})
    assert refusal(text)[0] == "too_large"


@pytest.mark.parametrize(
    ("bound", "rows"),
    [
        ("FILLED", "".join(f"<row r='{n}'><c r='A{n}'><v>1</v></c></row>" for n in range(1, 60))),
        ("TEXT", f"<row r='1'><c r='A1' t='str'><v>{'棋' * 60}</v></c></row>"),
        ("TEXT", "<row><c/><c/><c/><c/><c/></row>"),
        ("MERGES", "</sheetData><mergeCells>" + "<mergeCell ref='A1:B1'/>" * 60 + "</mergeCells><sheetData>"),
    ],
)
def test_more_than_a_tournament_can_hold_is_refused(bound: str, rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert unpack(zipped(workbook(rows)), "a")
    monkeypatch.setattr(cells, bound, 50)
    assert refusal(zipped(workbook(rows)))[:2] == ("too_large", "报名")


def test_too_many_parts_and_too_large_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped(workbook(PEOPLE))
    monkeypatch.setattr(package, "MEMBERS", 5)
    assert refusal(data)[0] == "zip_odd"
    monkeypatch.setattr("qisai.sheets.FILE_BYTES", 100)
    with pytest.raises(InputProblems) as found:
        book(data, tmp_path)
    assert found.value.problems[0].code == "too_large"


def test_merged_areas_that_cover_everything_again_and_again_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qisai.sheets.COVERED", 50)
    tail = "<mergeCells>" + '<mergeCell ref="A1:XFD1048576"/>' * 20 + "</mergeCells>"
    with pytest.raises(InputProblems) as found:
        book(zipped(workbook(PEOPLE, tail)), tmp_path)
    assert found.value.problems[0].code == "too_large"
