"""Who sits where in a Swiss round file, as it stands: the arbiter may have changed the numbers by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from qisai.excel.rounds import Printed, Roll, check_name
from qisai.private import without_numbers
from qisai.problems import Problem
from qisai.sheets import Book, Row
from qisai.vocabulary import GAMES_SHEET, SECOND_ENTRY, SECOND_SHEET, SWISS_GAMES, Outcome, plain

#: Columns in which play leaves its marks.
PLAY = ("结果", "红犯规", "黑犯规", "实际红方", "签字", "备注")


@dataclass
class Seats:
    """``boards``: (red, black) ids by table; ``bye`` an id or None; ``blank``: nothing of the play is typed yet;
    ``reasons`` what stands in 更正理由, where a hand change may say why."""

    boards: dict[int, tuple[str, str]] = field(default_factory=dict)
    bye: str | None = None
    blank: bool = True
    reasons: list[str] = field(default_factory=list)
    noted: bool = False  # something is typed that a sheet made anew would not have


def published_seats(printed: Printed) -> Seats:
    """The seats of the record."""
    return Seats({line["board"]: (line["red"], line["black"]) for line in printed.lines}, printed.bye)


def read_seats(book: Book, printed: Printed, roll: Roll, problems: list[Problem]) -> Seats:
    """The seats as typed; a table written twice counts from its second row on as one of its own.

    A number that nobody has and a name that is not the number's are ``problems``; a blank name is fine."""
    seats = Seats()
    for row in book.table(GAMES_SHEET, *SWISS_GAMES, problems) or ():
        alone = plain(row.text("结果")) == Outcome.BYE or plain(row.text("黑方")) == Outcome.BYE
        if any(row.text(column) for column in PLAY if not (alone and column == "结果")):
            seats.blank = False
        if row.text("更正理由"):
            seats.reasons.append(without_numbers(row.text("更正理由")))  # told where the results are read
        if alone and not row.text("黑方编号"):
            seats.bye = _seat(row, "红方", roll, problems)
            continue
        board = row.whole("台号") or 0
        pair = _seat(row, "红方", roll, problems), _seat(row, "黑方", roll, problems)
        seats.boards[-row.number if board in seats.boards else board] = pair
    second = book.table(SECOND_SHEET, *SECOND_ENTRY, []) if SECOND_SHEET in book.cells else None
    seats.noted = bool(seats.reasons) or any(row.text("结果") for row in second or ())
    return seats


def _seat(row: Row, seat: str, roll: Roll, problems: list[Problem]) -> str:
    """The id of the number; the number governs, and a name beside it must be its own."""
    player = roll.player(row.whole(f"{seat}编号"))
    if player is None:
        problems.append(row.problem("number_unknown", f"{seat}编号"))
        return ""
    check_name(row, seat, player, roll, problems)
    return player
