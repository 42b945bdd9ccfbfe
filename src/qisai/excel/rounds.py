"""A round file read against what was published: the numbers govern, and every difference is a problem."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from qisai.excel.public import public
from qisai.problems import Problem
from qisai.regulation.model import KNOCKOUT, Regulation, Stage
from qisai.sheets import Book, Row, is_date
from qisai.vocabulary import (
    ALONE,
    GAMES_SHEET,
    KNOCKOUT_GAMES,
    RESULT_WORDS,
    SIGNATURES,
    SWISS_GAMES,
    Outcome,
    plain,
)

Line = dict[str, Any]


@dataclass(frozen=True)
class Printed:
    """What the program published of one file: ``lines`` as in the journal, ``bye`` a player id or None."""

    file: str
    round: int
    stage: Stage
    lines: tuple[Line, ...]
    bye: str | None = None


@dataclass
class RoundSheet:
    """The lines read, keyed (board, game), with the typed reasons for corrections and where each stands."""

    lines: dict[tuple[int, str], Line] = field(default_factory=dict)
    reasons: dict[tuple[int, str], str] = field(default_factory=dict)
    rows: dict[tuple[int, str], Row] = field(default_factory=dict)


@dataclass(frozen=True)
class Roll:
    """Numbers and names by player id, for checking what stands in a sheet.

    ``printed``: the names as they stood when the sheet was made; a name corrected since may stand there either way.
    """

    numbers: Mapping[str, int]
    names: Mapping[str, str]
    printed: Mapping[str, str]

    def known_as(self, player: str) -> set[str]:
        return {plain(names.get(player, "")) for names in (self.names, self.printed)}

    def player(self, number: int | None) -> str | None:
        return next((player for player, own in self.numbers.items() if own == number), None)


def read_round(
    book: Book, printed: Printed, roll: Roll, regulation: Regulation, problems: list[Problem]
) -> RoundSheet:
    """One published round file as it was typed; faults are added to ``problems``.

    Lines that are not played yet have the outcome 未报.
    """
    knockout = printed.stage.system == KNOCKOUT
    columns = KNOCKOUT_GAMES if knockout else SWISS_GAMES
    table = book.table(GAMES_SHEET, columns[0], columns[1], problems)
    sheet = RoundSheet()
    if table is None:
        return sheet
    expected = {(line["board"], line["game"]): line for line in printed.lines if line["black"]}
    alone: dict[str, Line | None] = {line["red"]: line for line in printed.lines if not line["black"]}
    if printed.bye:
        alone[printed.bye] = None
    seats = ("甲方", "乙方") if knockout else ("红方", "黑方")
    differs = "tie_differs" if knockout else "table_differs" if printed.stage.round_robin else "pairing_differs"
    seen: dict[str, tuple[int, str]] = {}
    for row in table:
        if plain(row.text(seats[1])) == Outcome.BYE and not row.text("台号"):
            _read_bye(row, alone, sheet, roll, seats[0], differs if not knockout else "pairing_differs", problems)
            continue
        key = (row.whole("台号") or 0, plain(row.text("局")) if knockout else "")
        if key not in expected:
            problems.append(row.problem("line_unknown", "台号"))
            continue
        if key in sheet.rows:
            problems.append(row.problem("line_twice", "结果", line=_spoken(*key), other=sheet.rows[key].at("结果")))
            continue
        sheet.rows[key] = row
        before = len(problems)
        for seat, side in zip(seats, ("red", "black"), strict=True):
            _check_seat(row, seat, expected[key][side], key[0], roll, seen, differs, problems)
        if len(problems) == before:
            sheet.lines[key] = _read_line(row, expected[key], roll, regulation, knockout, problems)
            sheet.reasons[key] = public(row, "更正理由", problems)
    lost = [_spoken(*key) for key in expected if key not in sheet.rows] + [f"{_who(p, roll)}轮空的一行" for p in alone]
    problems.extend(Problem("line_missing", printed.file, GAMES_SHEET, "A1", "", {"line": line}) for line in lost)
    if knockout:
        _check_ties(sheet, printed.stage, problems)
    return sheet


def _read_bye(
    row: Row, alone: dict[str, Line | None], sheet: RoundSheet, roll: Roll, seat: str, differs: str, problems: list[Problem]
) -> None:
    """The row of a player without opponent: the bye of a Swiss round or a side of the bracket nobody filled."""
    player = roll.player(row.whole(f"{seat}编号"))
    if player not in alone:
        right = "、".join(_who(due, roll) for due in alone) or "无人轮空"
        problems.append(row.problem(differs, f"{seat}编号", right=right))
        return
    assert player is not None
    check_name(row, seat, player, roll, problems)
    if plain(row.text("结果")) not in ("", Outcome.BYE):
        problems.append(row.problem("result_not_game", "结果"))
    if (line := alone.pop(player)) is not None:
        note = public(row, "备注", problems)
        blank = {"note": note, "red_fouls": 0, "black_fouls": 0, "red_points": 0, "black_points": 0, "swapped": False}
        key = line["board"], line["game"]
        sheet.rows[key], sheet.lines[key] = row, {**line, **blank, "outcome": Outcome.BYE.value}


def _spoken(board: int, game: str) -> str:
    return f"第 {board} 台" + (f"（{game}）" if game else "")


def _who(player: str, roll: Roll) -> str:
    return f"{roll.numbers[player]} 号 {roll.names.get(player, '')}"


def _check_seat(
    row: Row, seat: str, right: str, board: int, roll: Roll, seen: dict[str, tuple[int, str]], differs: str,
    problems: list[Problem],
) -> None:
    column = f"{seat}编号"
    player = roll.player(row.whole(column))
    if player is None:
        problems.append(row.problem("number_unknown", column))
        return
    if player in seen and seen[player][0] != board:
        problems.append(row.problem("player_twice", column, number=roll.numbers[player], other=seen[player][1]))
    seen.setdefault(player, (board, row.at(column)))
    if player != right:
        problems.append(row.problem(differs, column, right=_who(right, roll)))
    else:
        check_name(row, seat, player, roll, problems)


def check_name(row: Row, seat: str, player: str, roll: Roll, problems: list[Problem]) -> None:
    """The number governs; a name beside it must be its own, and may be left out."""
    if row.text(seat) and plain(row.text(seat)) not in roll.known_as(player):
        details = {"number": roll.numbers[player], "name": roll.names.get(player, "")}
        problems.append(row.problem("name_differs", seat, **details))


def _read_line(
    row: Row, published: Line, roll: Roll, regulation: Regulation, knockout: bool, problems: list[Problem]
) -> Line:
    outcome, points = parse_result(row, regulation.scale, problems)
    typed = {"outcome": outcome.value, "note": public(row, "备注", problems)}
    line = {**published, **typed, "red_points": points[0], "black_points": points[1]}
    for side, column in (("red_fouls", "红犯规"), ("black_fouls", "黑犯规")):
        line[side] = _fouls(row, column, problems)
    column = "红方编号" if knockout else "实际红方"
    red = row.text(column)
    at_red = roll.player(row.whole(column))
    if red and at_red not in (published["red"], published["black"]):
        problems.append(row.problem("red_bad", column))
    line["swapped"] = bool(red) and at_red == published["black"]
    if knockout and not red and outcome not in _BOTH_ALIKE:
        problems.append(row.problem("red_missing", column))
    if outcome is Outcome.RULED and not line["note"]:
        problems.append(row.problem("ruling_reason", "备注"))
    _check_fouls(row, line, outcome, regulation["fouls_lose"], problems)
    _check_signature(row, outcome, regulation["signature"], problems)
    return line


def _fouls(row: Row, column: str, problems: list[Problem]) -> int:
    typed = plain(row.text(column))
    if typed and not re.fullmatch(r"\d", typed):
        problems.append(row.problem("fouls_bad", column))
        return 0
    return int(typed or 0)


def _check_fouls(row: Row, line: Line, outcome: Outcome, limit: int, problems: list[Problem]) -> None:
    lost = {"red_fouls": (Outcome.BLACK_WIN, "红犯规"), "black_fouls": (Outcome.RED_WIN, "黑犯规")}
    for side, (due, column) in lost.items():
        if limit and line[side] >= limit and outcome not in (due, Outcome.RULED, Outcome.DOUBLE_LOSS, Outcome.PENDING):
            problems.append(row.problem("fouls_lose", column, fouls=line[side], result=outcome.value))


def _check_signature(row: Row, outcome: Outcome, rule: str, problems: list[Problem]) -> None:
    """负方及和棋双方签字 (Danyang 五(四)): a missing one is shown to the arbiter, never ruled on by itself."""
    signed = plain(row.text("签字"))
    if not signed or rule == "不要求":
        return
    if signed not in SIGNATURES:
        problems.append(row.problem("signature_bad", "签字"))
        return
    if outcome is Outcome.DOUBLE_FORFEIT and signed != "未交":
        problems.append(row.problem("which_double", "签字", signed=signed))
        return
    if signed == "未签" and outcome in (Outcome.RED_WIN, Outcome.BLACK_WIN, Outcome.DRAW):
        problems.append(row.problem("double_forfeit", "签字", result=outcome.value))
        return
    need = {Outcome.RED_WIN: ("黑方",), Outcome.BLACK_WIN: ("红方",), Outcome.DRAW: ("红方", "黑方")}.get(outcome, ())
    if rule == "双方签字" and need:
        need = ("红方", "黑方")
    missing = [side for side in need if signed not in ("双方", side)]
    if missing:
        problems.append(row.problem("unsigned", "签字", signed=signed, detail=f"结果是{outcome}，缺{'、'.join(missing)}签字"))


def parse_result(row: Row, scale: int, problems: list[Problem]) -> tuple[Outcome, tuple[int, int]]:
    """The outcome that a 结果 cell means, and for 裁定 the points of red and black in units of 1/``scale``."""
    value = row.values.get("结果")
    typed = plain(value)
    if is_date(value):
        typed = as_typed(value)
        if typed not in RESULT_WORDS:
            problems.append(row.problem("became_date", "结果"))
            return Outcome.PENDING, (0, 0)
        problems.append(row.problem("read_as_typed", "结果", typed=typed, result=RESULT_WORDS[typed]))
    if not typed or typed == Outcome.PENDING:
        return Outcome.PENDING, (0, 0)
    ruling = re.fullmatch(r"裁定(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", typed)
    if ruling:
        red, black = (Fraction(part) * scale for part in ruling.groups())
        if red.denominator == black.denominator == 1:
            return Outcome.RULED, (int(red), int(black))
    outcome = RESULT_WORDS.get(typed)
    if outcome is None or outcome is Outcome.RULED:
        parts = [part for part in re.split(r"[/、,;|+\s]+", re.sub(r"[，；]", ",", str(value))) if part.strip()]
        several = len(parts) > 1 and all(plain(part) in RESULT_WORDS for part in parts)
        problems.append(row.problem("result_two" if several else "result_unknown", "结果"))
        return Outcome.PENDING, (0, 0)
    if outcome in ALONE:
        problems.append(row.problem("result_alone", "结果"))
        return Outcome.PENDING, (0, 0)
    return outcome, (0, 0)


#: Results of a knockout game that say nothing of colours.
_BOTH_ALIKE = (Outcome.PENDING, Outcome.DOUBLE_FORFEIT, Outcome.UNSIGNED, Outcome.DOUBLE_LOSS)
#: 1 to 6 typed into a cell that is formatted as a date.
_DIGITS = [datetime.datetime(1900, 1, day) for day in range(1, 7)]


def as_typed(value: object) -> str:
    """The result that a spreadsheet turned into a time or a day: ``2:0`` is 02:00, ``1-1`` the first of January,
    ``1-0`` the first of January 2000; "" for what cannot have been a result.

    >>> as_typed(datetime.time(2, 0)), as_typed(datetime.datetime(2026, 1, 1)), as_typed(datetime.date(2026, 3, 5))
    ('2-0', '1-1', '')
    """
    if isinstance(value, datetime.datetime) and value in _DIGITS:
        return str(value.day)
    if isinstance(value, datetime.datetime) and (value.year < 1901 or value.time() != datetime.time()):
        value = value.time()
    if isinstance(value, datetime.time):
        return f"{value.hour}-{value.minute}" if not value.second else ""
    if isinstance(value, datetime.date) and value.day == 1 and value.month in (1, 2):
        second = "0" if value.year == 2000 else "1" if value.month == 1 else ""
        return f"{value.month}-{second}" if second else ""
    return ""


def _check_ties(sheet: RoundSheet, stage: Stage, problems: list[Problem]) -> None:
    """In each tie the lines are filled from the top, and nothing follows a decided one."""
    for board in sorted({board for board, _ in sheet.lines}):
        decided, gap = "", False
        for game in stage.games:
            line = sheet.lines.get((board, game))
            if line is None:
                continue
            row = sheet.rows[board, game]
            outcome = Outcome(line["outcome"])
            if outcome is Outcome.PENDING:
                gap = True
            elif decided:
                problems.append(row.problem("tie_over", "结果", game=decided))
            elif gap:
                problems.append(row.problem("tie_before", "结果"))
            elif outcome is not Outcome.DRAW and not (outcome is Outcome.RULED and line["red_points"] == line["black_points"]):
                decided = game


def open_lines(sheet: RoundSheet, printed: Printed, decided: set[int]) -> Iterator[Problem]:
    """The games still without a result; of a knockout tie (boards in ``decided`` are over) the next line due."""
    due: set[int] = set()
    for key in sorted(sheet.lines, key=lambda key: (key[0], _turn(printed.stage, key[1]))):
        board, game = key
        if sheet.lines[key]["outcome"] != Outcome.PENDING or board in decided or board in due:
            continue
        due.add(board)
        code = "tie_open" if _turn(printed.stage, game) else "result_open"
        yield sheet.rows[key].problem(code, "结果", round=printed.round, board=board, game=f"（{game}）" if game else "")


def _turn(stage: Stage, game: str) -> int:
    return stage.games.index(game) if game in stage.games else 0
