"""The event folder as plain data: rules, roster, numbers, changes, round sheets and the journal."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from qisai.journal import Journal
from qisai.problems import InputProblems, Problem, stop_on_errors
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.regulation.settings import YES, names
from qisai.sheets import Book, Row, read_book
from qisai.vocabulary import (
    ALONE,
    CHANGES,
    CHANGES_SHEET,
    EVENT_FILE,
    GAMES_SHEET,
    JOURNAL_FILE,
    KNOCKOUT_GAMES,
    NUMBERS,
    NUMBERS_FILE,
    NUMBERS_SHEET,
    RESULT_WORDS,
    ROSTER,
    ROSTER_SHEET,
    SWISS_GAMES,
    Happening,
    Outcome,
    plain,
    text,
)


@dataclass(frozen=True)
class Person:
    """One row of 报名."""

    id: str
    name: str
    group: str
    row: Mapping[str, str]
    place: int  # in the sheet, from 0


@dataclass(frozen=True)
class Change:
    """One row of 变动; the player by 编号 or 序号, whichever is filled. ``other`` is the number in 对方或台号."""

    round: int
    number: int | None
    id: str
    what: str
    other: int | None = None

    def is_about(self, player: str, number: int | None) -> bool:
        return self.number == number if self.number is not None else self.id == player


@dataclass(frozen=True)
class SheetLine:
    """One row of a round file. ``red`` and ``black`` are 编号 as typed, in a knockout 甲方 and 乙方;
    ``actual_red`` is the 编号 that had red, where the sheet says so."""

    board: int | None
    game: str
    red: int | None
    black: int | None
    outcome: Outcome
    red_fouls: int
    black_fouls: int
    actual_red: int | None
    ruled: tuple[Fraction, Fraction] | None
    reason: str


@dataclass(frozen=True)
class Folder:
    """Everything that the referee reads but the round files, which :func:`read_round` reads when named."""

    path: Path
    regulations: dict[str, Regulation]
    people: dict[str, Person]
    numbers: list[tuple[int | None, str]] | None
    changes: tuple[Change, ...]
    journal: Journal


def read_folder(path: Path) -> Folder:
    """Read an event folder. Raises :class:`InputProblems` with all that cannot be read."""
    if not path.is_dir():
        raise InputProblems([Problem("folder_missing", path.name)])
    problems: list[Problem] = []
    book = read_book(path / EVENT_FILE)
    regulations = read_regulations(book, problems)
    people = _people(book, problems)
    changes = tuple(_change(row, problems) for row in book.table(CHANGES_SHEET, *CHANGES, problems) or ())
    numbers = None
    if (path / NUMBERS_FILE).exists():
        table = read_book(path / NUMBERS_FILE).table(NUMBERS_SHEET, *NUMBERS, problems)
        numbers = [(row.whole("编号"), row.text("序号")) for row in table or ()]
    stop_on_errors(problems)
    return Folder(path, regulations, people, numbers, changes, _in_force(Journal(path / JOURNAL_FILE)))


def _in_force(journal: Journal) -> Journal:
    """The journal without what came before a draw that was taken back: nothing of it holds any more; and without what
    was only told about files of sign-ups."""
    last = max((entry.line for entry in journal.of_kind("undraw")), default=0)
    journal.entries = [entry for entry in journal if entry.line > last and entry.kind != "intake"]
    return journal


def _people(book: Book, problems: list[Problem]) -> dict[str, Person]:
    people: dict[str, Person] = {}
    for place, row in enumerate(book.table(ROSTER_SHEET, *ROSTER, problems) or ()):
        key = row.text("序号")
        if not key:
            problems.append(row.problem("id_missing", "序号"))
        elif key in people:
            problems.append(row.problem("id_twice", "序号", other=people[key].name))
        else:
            cells = {column: text(value) for column, value in row.values.items()}
            people[key] = Person(key, row.text("姓名"), row.text("组别"), cells, place)
    return people


def rating_of(person: Person) -> int:
    """等级分 as typed; 0 where there is none."""
    typed = plain(person.row.get("等级分", ""))
    return int(typed) if typed.isdecimal() else 0


def teams_of(people: Mapping[str, Person], no_team: str, column: str = "单位") -> dict[str, str]:
    """The 单位 (or another column that people share) of those who have one that counts, in one form for comparing."""
    single = {"", *map(plain, names(no_team))}
    named = {player: plain(person.row.get(column, "")) for player, person in people.items()}
    return {player: team for player, team in named.items() if team not in single}


def is_named(person: Person) -> bool:
    """Whether 团体队员 has him as one of those who count for his team."""
    typed = plain(person.row.get("团体队员", "")).upper()
    return YES.get(typed, typed in ("√", "✓"))


#: Kinds of 变动 that are nothing without 对方或台号.
_WITH_OTHER = {
    Happening.LOCKED.value, Happening.BARRED.value, Happening.FIXED_TABLE.value, Happening.PLAYOFF.value,
    Happening.TABLE_CLOSED.value, Happening.TABLE_OPEN.value,
}  # fmt: skip


def _change(row: Row, problems: list[Problem]) -> Change:
    number, what = re.search(r"\d+", plain(row.text("轮次"))), plain(row.text("变动"))
    if number is None or what not in {h.value for h in Happening}:
        problems.append(row.problem("change_bad", "变动", detail="看不懂的轮次或变动"))
    other = row.whole("对方或台号")
    if what in _WITH_OTHER and other is None:
        problems.append(row.problem("change_bad", "对方或台号", detail=f"「{what}」要填对方的编号或台号"))
    return Change(int(number[0]) if number else 0, row.whole("编号"), row.text("序号"), what, other)


def read_round(path: Path, knockout: bool) -> list[SheetLine]:
    """The lines of one round file. Raises :class:`InputProblems`."""
    problems: list[Problem] = []
    required, optional = KNOCKOUT_GAMES if knockout else SWISS_GAMES
    table = read_book(path).table(GAMES_SHEET, required, optional, problems)
    lines = [_line(row, knockout, problems) for row in table or ()]
    stop_on_errors(problems)
    return lines


#: What a cell that shows days makes of 1 to 6.
DIGITS = [datetime.datetime(1900, 1, day) for day in range(1, 7)]


def result_words(value: Any) -> str:
    """A cell of 结果 as it was typed: Excel makes a time of 1:0 and a day of 1-1 or 2-0, and in a cell that shows
    days the 3rd of January 1900 of a 3.

    >>> result_words(datetime.time(0, 2)), result_words(datetime.datetime(2024, 1, 1)), result_words("１：０")
    ('0-2', '1-1', '1-0')
    """
    if isinstance(value, datetime.timedelta):
        value = datetime.datetime(1899, 12, 31) + value
    if isinstance(value, datetime.datetime) and value in DIGITS:
        return str(value.day)
    if isinstance(value, datetime.datetime) and (value.year < 1901 or value.time() != datetime.time()):
        value = value.time()
    if isinstance(value, datetime.time):
        score = f"{value.hour}-{value.minute}"
        return score if score in ("1-0", "2-0", "0-1", "0-2", "1-1") and not value.second else text(value)
    if isinstance(value, datetime.date) and value.day == 1:
        if value.year == 2000 and value.month in (1, 2):  # 1-0 and 2-0: the day 0 of a month is its year
            return f"{value.month}-0"
        if value.month == 1:
            return "1-1"
    return plain(value)


_RULING = re.compile(r"裁定([\d./⁄]+)-([\d./⁄]+)")


def _line(row: Row, knockout: bool, problems: list[Problem]) -> SheetLine:
    first, second, played = ("甲方编号", "乙方编号", "红方编号") if knockout else ("红方编号", "黑方编号", "实际红方")
    typed = result_words(row.values.get("结果"))
    ruled = None
    outcome = RESULT_WORDS.get(typed, Outcome.PENDING)
    if match := _RULING.fullmatch(typed):
        outcome = Outcome.RULED
        try:
            ruled = Fraction(match[1].replace("⁄", "/")), Fraction(match[2].replace("⁄", "/"))
        except (ValueError, ZeroDivisionError):
            problems.append(row.problem("result_unknown", "结果"))
    elif (typed and typed not in RESULT_WORDS and typed != Outcome.PENDING) or outcome is Outcome.RULED:
        problems.append(row.problem("result_unknown", "结果"))
    fouls = []
    for column in ("红犯规", "黑犯规"):
        count = row.whole(column) if row.text(column) else 0
        if count is None:
            problems.append(row.problem("fouls_bad", column))
        fouls.append(count or 0)
    red, black, actual = (row.whole(column) for column in (first, second, played))
    if row.text(played) and actual not in (red, black):
        problems.append(row.problem("red_bad", played))
    symmetric = outcome in ALONE | {Outcome.PENDING, Outcome.DOUBLE_FORFEIT, Outcome.UNSIGNED, Outcome.DOUBLE_LOSS}
    if knockout and actual is None and not symmetric and black is not None:
        problems.append(row.problem("red_missing", played))
    return SheetLine(
        row.whole("台号"), row.text("局") if knockout else "", red, black, outcome, fouls[0], fouls[1],
        actual, ruled, row.text("更正理由"),
    )  # fmt: skip
