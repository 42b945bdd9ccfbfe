"""Files as grids of cells, by what they are and not by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from openpyxl.utils import column_index_from_string
from openpyxl.utils.cell import coordinate_from_string

from qisai.intake.cleaning import shown
from qisai.intake.jielong import is_jielong, read_jielong
from qisai.intake.layout import find_header
from qisai.intake.model import Grid
from qisai.intake.old_formats import read_old
from qisai.intake.reading import row_numbers
from qisai.intake.texts import csv_rows, decode, html_charset, html_tables, separator, unclosed
from qisai.private import hidden
from qisai.problems import InputProblems, Problem, unusable
from qisai.sheets import Cells, read_book
from qisai.unpack import FILE_BYTES
from qisai.unpack.kinds import KINDS, kind

LARGEST = 30 << 20  # bytes of a file that is no xlsx
LARGEST_TEXT = 4 << 20
OLD = ("xls", "ods", "xlsb")


def read_grids(path: Path) -> list[Grid]:
    """Every sheet that holds something. Raises :class:`InputProblems` where the file cannot hold a table."""
    try:
        if path.stat().st_size > FILE_BYTES:
            raise InputProblems([Problem("too_large", path.name, details={"detail": f"文件超过 {FILE_BYTES >> 20} MB"})])
        data = path.read_bytes()
    except OSError as error:
        raise unusable(path.name, error) from None
    what = kind(data)
    if what in ("xlsx", "xlsm"):
        grids = _workbook(path)
    elif what in OLD:
        grids = _old(data, path.name)
    elif what == "html":
        grids = _web_page(data, path.name)
    elif what in ("csv", "text") or (what == "unknown" and _may_be_text(data)):
        grids = _text(data, path.name)
    else:
        raise _refused(path.name, what)
    found = [grid for grid in grids if grid.rows or grid.notes]
    if not found:
        raise InputProblems([Problem("signup_empty", path.name)])
    return found


def _refused(file: str, what: str) -> InputProblems:
    if what == "empty":
        return InputProblems([Problem("signup_empty", file)])
    detail, advice = KINDS[what]
    if what in ("encrypted", "ole"):
        return InputProblems([Problem("encrypted", file, details={"detail": detail, "advice": advice})])
    return InputProblems([Problem("signup_kind", file, details={"what": detail, "advice": advice})])


def _may_be_text(data: bytes) -> bool:
    """No control characters: a text whose encoding is mixed."""
    return not any(byte in data[:20_000] for byte in (*range(9), 11, 12, *range(14, 32)))


def _workbook(path: Path) -> list[Grid]:
    book = read_book(path)
    grids = []
    for title, filled in book.cells.items():
        rows = [row for row in filled if any(not isinstance(value, str) or value.strip() for value in row[1].values())]
        faults = {}
        for (sheet, cell), code in book.faults.items():
            if sheet == title:
                letter, number = coordinate_from_string(cell)
                faults[number, column_index_from_string(letter)] = code
        merged = [place for place, code in faults.items() if code == "merged"]
        notes = (Problem("signup_hidden_sheet", path.name, title),) if title in book.concealed and rows else ()
        hidden_rows = book.hidden.get(title, frozenset())
        said = _not_blank(_spread(rows, merged), {row for (row, _), code in faults.items() if code != "merged"})
        grids.append(Grid(path.name, title, said, faults, hidden_rows, notes))
    return grids


def _spread(rows: Iterable[Cells], merged: Iterable[tuple[int, int]]) -> tuple[Cells, ...]:
    """The rows with the value of a cell that covers several rows in each of them."""
    filled = {number: dict(cells) for number, cells in rows}
    for number, column in sorted(merged):
        above = filled.get(number - 1, {})
        if number in filled and column in above and column not in filled[number]:
            filled[number][column] = above[column]
    return tuple(sorted(filled.items()))


def _not_blank(rows: Iterable[Cells], kept: set[int]) -> tuple[Cells, ...]:
    """The rows that hold more than blanks, and ``kept`` ones, of which something is told."""
    return tuple((number, cells) for number, cells in rows if number in kept or any(map(shown, cells.values())))


def _old(data: bytes, file: str) -> list[Grid]:
    if len(data) > LARGEST:
        raise InputProblems([Problem("too_large", file, details={"detail": f"超过 {LARGEST >> 20} MB"})])
    answer = read_old(data)
    if isinstance(answer, str):
        if answer == "encrypted":
            raise _refused(file, "encrypted")
        details = {"detail": "格子太多"} if answer == "too_large" else {}
        raise InputProblems([Problem(answer, file, details=details)])
    grids = []
    for sheet in answer:
        areas = [(top, left, bottom) for (top, left), (bottom, _) in sheet["merged"] if bottom - top < len(sheet["rows"]) + 1]
        merged = [(row + 1, left + 1) for top, left, bottom in areas for row in range(top + 1, bottom + 1)]
        faults = dict.fromkeys(merged, "merged")
        grids.append(Grid(file, sheet["name"], _spread(sheet["rows"], merged), faults))
    return grids


def _web_page(data: bytes, file: str) -> list[Grid]:
    if len(data) > LARGEST_TEXT:
        raise InputProblems([Problem("too_large", file, details={"detail": f"超过 {LARGEST_TEXT >> 20} MB"})])
    codec = html_charset(data)
    tables = html_tables(data.decode(codec, "replace") if codec else decode(data).text)
    if not any(table.rows for table in tables):
        raise _refused(file, "html")
    grids = []
    for number, table in enumerate(tables, start=1):
        title = f"第{number}个表" if len(tables) > 1 else ""
        grids.append(Grid(file, title, _spread(table.rows, table.below), dict.fromkeys(table.below, "merged")))
    return grids


def _text(data: bytes, file: str) -> list[Grid]:
    """A CSV, a 接龙, or one person a line, in this order: a header makes it a table."""
    if len(data) > LARGEST_TEXT:
        raise InputProblems([Problem("too_large", file, details={"detail": f"超过 {LARGEST_TEXT >> 20} MB"})])
    found = decode(data)
    notes: tuple[Problem, ...] = ()
    if found.mixed:
        at = f"第{found.mixed[0]}行"
        notes = (Problem("signup_mixed", file, "", at, details={"rows": row_numbers(found.mixed)}),)
    mark = separator(found.text.splitlines())
    rows: Sequence[Cells] | None = csv_rows(found.text, mark)
    open_quote = unclosed(found.text, mark)
    by_lines = rows is not None and find_header(rows) is None and is_jielong(found.text)
    if open_quote and not by_lines:
        line = found.text.splitlines()[open_quote - 1]
        raise InputProblems([Problem("signup_quote", file, "", f"第{open_quote}行", hidden(line[:40]))])
    if rows is None:
        raise InputProblems([Problem("damaged", file)])
    if by_lines:
        grid = read_jielong(found.text, file)
    elif find_header(rows) is None and not mark and any(" " in line.strip() for line in found.text.splitlines()):
        grid = read_jielong(found.text, file, numbered=False)
    else:
        grid = Grid(file, "", tuple(rows))
    return [Grid(grid.file, grid.sheet, grid.rows, notes=(*notes, *grid.notes), lines=grid.lines)]
