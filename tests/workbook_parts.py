"""Small workbooks made of their XML, for tests of what other programs and mutations put into it."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from qisai.problems import InputProblems
from qisai.sheets import Book, read_book
from qisai.unpack import unpack

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_LINKS = "http://purl.oclc.org/ooxml/officeDocument/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
DATES = '<numFmts><numFmt numFmtId="176" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>'
SHEET = "xl/worksheets/sheet1.xml"
BOOK = "xl/workbook.xml"
STYLES = f'{DATES}<xf numFmtId="176"/><xf numFmtId="31"/></cellXfs>'


def links(*rows: tuple[str, str, str]) -> str:
    listed = "".join(f'<Relationship Id="{name}" Type="{LINKS}/{what}" Target="{target}"/>' for name, what, target in rows)
    return f'<Relationships xmlns="{PACKAGE}">{listed}</Relationships>'


def workbook(data: str, tail: str = "", texts: str = "", styles: str = STYLES, settings: str = "") -> dict[str, str]:
    """The parts of a workbook with one sheet 报名, from the XML inside ``sheetData`` and what follows it."""
    return {
        "_rels/.rels": links(("r1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">{settings}'
        '<sheets><sheet name="报名" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": links(
            ("r1", "worksheet", "worksheets/sheet1.xml"),
            ("r2", "sharedStrings", "sharedStrings.xml"),
            ("r3", "styles", "styles.xml"),
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{data}</sheetData>{tail}</worksheet>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>',
    }


def zipped(parts: dict[str, str] | dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return raw.getvalue()


def book(data: bytes, folder: Path) -> Book:
    path = folder / "报名（1）.xlsx"
    path.write_bytes(data)
    return read_book(path)


def refusal(data: bytes) -> tuple[str, str, str]:
    with pytest.raises(InputProblems) as found:
        unpack(data, "报名.xlsx")
    (problem,) = found.value.problems
    assert problem.file == "报名.xlsx" and problem.wrong and problem.remedy
    return problem.code, problem.sheet, problem.cell


PEOPLE = "".join(
    f'<row r="{n}"><c r="A{n}"><v>{n}</v></c><c r="B{n}" s="1"/><c r="C{n}" t="inlineStr"><is><t>棋手{n}</t></is></c></row>'
    for n in range(1, 4)
)
READ = {n: {1: n, 3: f"棋手{n}"} for n in range(1, 4)}
