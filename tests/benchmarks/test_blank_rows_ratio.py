"""A sheet whose million rows are formatted and blank: read in a tenth of openpyxl's time; no sheet takes 500 MB."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from qisai.unpack.cells import FILLED
from workbook_parts import workbook, zipped

pytestmark = pytest.mark.benchmark

ROWS = 1_048_576
COLUMNS = "ABCDEFGHIJ"
PEOPLE = 5
MEGABYTES = 500

#: Run by a process of its own, so that its memory is its own: seconds, then the most memory it ever held in MB.
CHILD = """
import json, sys, time
from pathlib import Path
path = Path(sys.argv[2])
if sys.argv[1] == "ours":
    from qisai.sheets import read_book
    start = time.perf_counter()
    book = read_book(path)
    seconds = time.perf_counter() - start
    people = [cells for _, cells in book.cells["报名"]]
else:
    import openpyxl
    start = time.perf_counter()
    book = openpyxl.load_workbook(path)
    seconds = time.perf_counter() - start
    people = [[cell.value for cell in row if cell.value is not None] for row in book["报名"].iter_rows(max_row=6)]
try:
    import resource
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
except ImportError:
    memory = None
print(json.dumps([seconds, memory, len(people)]))
"""


def form(path: Path, rows: int) -> Path:
    """A sheet with a header, five people, and formatted blank cells in ten columns down to row ``rows``."""
    small = path.with_name("small.xlsx")
    book = openpyxl.Workbook()
    book.active.title = "报名"
    book.active.append(["序号", "姓名"])
    for number in range(1, PEOPLE + 1):
        book.active.append([number, f"棋手{number}"])
    book.active["A9"].number_format = "@"
    book.save(small)
    blank = "".join(f'<c r="{column}#" s="1"/>' for column in COLUMNS)
    with zipfile.ZipFile(small) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new:
        for name in old.namelist():
            with new.open(name, "w", force_zip64=True) as stream:
                before, end, after = old.read(name).partition(b"</sheetData>")
                stream.write(before)
                for first in range(PEOPLE + 6, rows + 1, 1000) if end else ():
                    numbers = range(first, min(first + 1000, rows + 1))
                    stream.write("".join(f'<row r="{n}">{blank.replace("#", str(n))}</row>' for n in numbers).encode())
                stream.write(end + after)
    return path


def measured(reader: str, path: Path) -> Any:
    """Seconds, peak memory in MB (None on Windows) and the number of rows read, by a fresh process."""
    command = [sys.executable, "-c", CHILD, reader, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


def test_a_million_blank_rows_take_a_tenth_of_the_time_that_openpyxl_takes_and_stay_small(tmp_path: Path) -> None:
    """openpyxl reads a twentieth and a tenth of the rows, which shows that its time grows with them."""
    ours, memory, read = measured("ours", form(tmp_path / "all.xlsx", ROWS))
    (half, _, _), (tenth, large, theirs) = (measured("openpyxl", form(tmp_path / "part.xlsx", ROWS // n)) for n in (20, 10))
    print(f"本程序 {ours:.1f} s，{memory} MB；openpyxl 一成的行 {tenth:.1f} s，{large} MB，{10 * tenth / ours:.0f} 倍")
    assert read == theirs == PEOPLE + 1
    assert tenth >= 1.6 * half
    assert ours <= (10 * tenth) / 10
    assert memory is None or memory < MEGABYTES


def test_the_fullest_sheet_that_is_read_stays_small_too(tmp_path: Path) -> None:
    """Nearly as many filled cells as are accepted, each a formula with a text of its own."""
    cell = '<c r="{column}{row}" t="str"><f>A1&amp;B1</f><v>第{row}行的文字，每一格都不同{column}</v></c>'
    rows = (
        f'<row r="{row}">{"".join(cell.format(column=column, row=row) for column in COLUMNS)}</row>'
        for row in range(2, FILLED // len(COLUMNS))
    )
    sheet = workbook('<row r="1"><c r="A1" t="str"><v>姓名</v></c></row>' + "".join(rows))
    path = tmp_path / "full.xlsx"
    path.write_bytes(zipped(sheet))
    seconds, memory, read = measured("ours", path)
    print(f"{FILLED} 格：{seconds:.1f} s，{memory} MB")
    assert read == FILLED // len(COLUMNS) - 1
    assert memory is None or memory < MEGABYTES
