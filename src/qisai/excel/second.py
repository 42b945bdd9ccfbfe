"""The second entry of a round's results: typed once more from the slips, and compared board by board."""

from __future__ import annotations

from qisai.excel.rounds import RoundSheet, parse_result
from qisai.problems import Problem
from qisai.regulation.model import Regulation
from qisai.sheets import Book
from qisai.vocabulary import SECOND_ENTRY, SECOND_SHEET, Outcome


def compare_second(book: Book, sheet: RoundSheet, regulation: Regulation, problems: list[Problem]) -> None:
    """Add a problem for each board on which the sheet 复核 differs; once one board is typed there, all must be.

    A file without the sheet, or with a blank one, was simply not entered twice.
    """
    if SECOND_SHEET not in book.cells:
        return
    table = book.table(SECOND_SHEET, *SECOND_ENTRY, problems)
    rows = list(table or ())
    if not any(row.text("结果") for row in rows):
        return
    for row in rows:
        first = sheet.lines.get((row.whole("台号") or 0, ""))
        if first is None:
            continue
        outcome, points = parse_result(row, regulation.scale, problems)
        if (outcome, *points) != (Outcome(first["outcome"]), first["red_points"], first["black_points"]):
            was = sheet.rows[first["board"], ""].text("结果") or "空"
            problems.append(row.problem("second_differs", "结果", board=first["board"], first=was))
