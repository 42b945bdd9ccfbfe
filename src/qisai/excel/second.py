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
    seen: dict[int, str] = {}
    for row in rows:
        board = row.whole("台号") or 0
        first = sheet.lines.get((board, ""))
        if (board, "") not in sheet.rows:
            problems.append(row.problem("line_unknown", "台号"))
        elif board in seen:
            problems.append(row.problem("line_twice", "结果", line=f"第 {board} 台", other=seen[board]))
        seen.setdefault(board, row.at("结果"))
        if first is None:
            continue
        outcome, points = parse_result(row, regulation.scale, problems)
        if (outcome, *points) != (Outcome(first["outcome"]), first["red_points"], first["black_points"]):
            was, now = sheet.rows[board, ""].text("结果") or "空", row.text("结果") or "空"
            problems.append(row.problem("second_differs", "结果", board=board, first=was, second=now))
    for board, _ in sheet.rows:
        if board not in seen:
            problems.append(Problem("line_missing", book.file, SECOND_SHEET, "A1", "", {"line": f"第 {board} 台"}))
