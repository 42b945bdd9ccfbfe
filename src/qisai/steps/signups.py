"""Files of sign-ups in 报名导入: read, their columns remembered, compared with 报名, and 新增报名.xlsx written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pandas as pd
from openpyxl.utils import column_index_from_string

from qisai.clock import moment
from qisai.event import Event, open_event
from qisai.excel.newcomers import write_newcomers
from qisai.excel.roster import read_officials, read_people
from qisai.intake.compare import Intake, compare
from qisai.intake.model import FIELDS, TEAMS, Applicant, Found
from qisai.intake.recognise import mapped, read_signups
from qisai.journal import Journal
from qisai.private import hidden
from qisai.problems import InputProblems, Problem, errors, stop_on_errors
from qisai.record import replay
from qisai.sheets import read_book
from qisai.steps.folder import alone, refresh, restore
from qisai.steps.signup_sheets import sheets
from qisai.steps.snapshots import keep
from qisai.tournament.conditions import birth_year
from qisai.tournament.entries import FILLER, PLACE, PLAYER, WAITING
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, ROSTER, ROSTER_SHEET, SIGN_UPS_FOLDER, plain, text

_NOT_THEIRS = re.compile(r"~\$|\.|Thumbs\.db$|desktop\.ini$", re.IGNORECASE)  # what Office and Windows leave behind


@contextmanager
def receiving(folder: Path) -> Iterator[Event]:
    """The event while sign-ups come in, as in :func:`~qisai.steps.folder.changing`.

    Before the draw 报名 is all that is needed: where another sheet is not complete yet, the event has no regulations and
    what is wrong stands in its notices.
    """
    with alone(folder):
        try:
            event = open_event(folder)
        except InputProblems as faults:
            event = _without_rules(folder, faults)
        event.restored = restore(event)
        try:
            yield event
        finally:
            event.notices += keep(folder)


def _without_rules(folder: Path, faults: InputProblems) -> Event:
    """The event by 报名 alone. Raises the faults again where they are not only of other sheets, or after the draw."""
    if any(one.file != EVENT_FILE or one.sheet in ("", ROSTER_SHEET) for one in errors(faults.problems)):
        raise faults
    journal = Journal(folder / JOURNAL_FILE)
    record = replay(journal)
    if record.numbers:
        raise faults
    book, found = read_book(folder / EVENT_FILE), list[Problem]()
    people = read_people(book, None, found)
    stop_on_errors(found)
    changes = pd.DataFrame()
    return Event(folder, book, {}, people, read_officials(book, []), changes, journal, record, list(faults.problems))


def sign_up_files(event: Event) -> list[Path]:
    """What the organizer has put into 报名导入, by name; the folder is made where there is none."""
    folder = event.folder / SIGN_UPS_FOLDER
    folder.mkdir(exist_ok=True)
    files = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in files if not any(map(_NOT_THEIRS.match, path.relative_to(folder).parts)))


def read_files(event: Event) -> tuple[list[Found], list[Problem]]:
    """Every sheet of sign-ups, with the columns as they were confirmed before; and the files that hold none, with why."""
    found: list[Found] = []
    refused: list[Problem] = []
    remembered = event.record.sign_ups
    for path in sign_up_files(event):
        try:
            for sheet in read_signups(path):
                known = remembered.get(sheet.signature) if sheet.header else None
                found.append(mapped(sheet, known) if known else sheet)
        except InputProblems as unreadable:
            refused += unreadable.problems
    return found, refused


def with_fields(found: Found, changes: Mapping[str, str]) -> Found:
    """A sheet with other fields for some columns (letter: field, "" for none).

    Raises ``InputProblems`` for a column that the sheet has not, a field that 报名 has not, two columns for one field, or
    where no names are left.
    """
    if not changes:
        return found
    letters = {column.letter for column in found.columns}
    unknown = [(letter, field) for letter, field in changes.items() if letter not in letters or field not in ("", *FIELDS)]
    if unknown:
        raise InputProblems(
            Problem("signup_mapping", found.file, found.sheet, letter, f"{letter}={field}",
                    {"letters": "、".join(sorted(letters, key=column_index_from_string)), "fields": "、".join(FIELDS)})
            for letter, field in unknown
        )  # fmt: skip
    _once_each(found, changes)
    return mapped(found, changes)


def _once_each(found: Found, changes: Mapping[str, str]) -> None:
    columns: dict[str, list[str]] = {}
    for letter, field in changes.items():
        columns.setdefault(field, []).append(letter)
    several = {"", "姓名"} if found.shape == TEAMS else {""}
    twice = [(field, letters) for field, letters in columns.items() if len(letters) > 1 and field not in several]
    if twice:
        raise InputProblems(
            Problem("signup_map_twice", found.file, found.sheet, letters[0], "", {"letters": "、".join(letters), "field": field})
            for field, letters in twice
        )


def is_remembered(event: Event, found: Found) -> bool:
    """Whether these very columns were confirmed before for sheets with these headings; without headings never."""
    columns = {column.letter: column.field for column in found.columns}
    return found.header > 0 and event.record.sign_ups.get(found.signature) == columns


def remember(event: Event, found: Found) -> None:
    """Keep what the columns of a sheet with headings hold, once it is confirmed; nothing where the journal says so."""
    if found.header and not is_remembered(event, found):
        columns = {column.letter: column.field for column in found.columns}
        headings = [hidden(" ".join(column.heading.split())) for column in found.columns]
        data = {"signature": found.signature, "columns": columns, "headings": headings}
        event.journal.append("intake", data, moment(event, "intake"))
        refresh(event)


def typed_roster(event: Event) -> pd.DataFrame:
    """报名 as typed: index 序号, columns by their names (str, "" where blank)."""
    table = event.book.table(ROSTER_SHEET, *ROSTER, [])
    assert table is not None  # the event could be opened
    columns = list(table.columns)
    rows = [[row.text(column) for column in columns] for row in table.rows]
    return pd.DataFrame(rows, [plain(row.text("序号")) for row in table.rows], columns, dtype="str")


def roster_header(event: Event) -> list[str]:
    """The header of the organizer's 报名 from column A on, his own columns among them ("" where there is none)."""
    table = event.book.table(ROSTER_SHEET, *ROSTER, [])
    assert table is not None
    title = next(name for name in event.book.cells if plain(name) == plain(ROSTER_SHEET))
    places = {column_index_from_string(letter): plain(name) for name, letter in table.columns.items()}
    header = next(
        cells for _, cells in event.book.cells[title] if all(plain(cells.get(at)) == name for at, name in places.items())
    )
    names = {at: name for name, letter in table.columns.items() for at in [column_index_from_string(letter)]}
    return [names.get(at) or text(header.get(at)) for at in range(1, max(header) + 1)]


@dataclass(frozen=True)
class BroughtIn:
    """What became of the files: the comparison, the workbook, and older ones that a person has changed since."""

    intake: Intake
    path: Path
    changed: tuple[Path, ...]


def bring_in(event: Event, found: Sequence[Found], refused: Sequence[Problem]) -> BroughtIn:
    """Compare the sheets with 报名 and write 新增报名.xlsx; 赛事.xlsx is never touched."""
    roster = typed_roster(event)
    intake = compare(roster, found)
    path, changed = write_newcomers(event.folder, sheets(roster, roster_header(event), intake, found, refused))
    return BroughtIn(intake, path, tuple(changed))


def places_left(event: Event) -> tuple[int, int, int] | None:
    """The cap, the places that are taken and the heads that wait; None where there is no cap."""
    if not event.regulations or not (cap := event.rules["cap"]):
        return None
    field = event.entries
    taken = int(((field["status"] == PLACE) & (field["role"] != FILLER)).sum())
    return cap, taken, int((field["status"] == WAITING).sum())


def playing(rows: Sequence[Applicant]) -> int:
    """How many of some people are 选手."""
    return sum(plain(row.cells.get("角色", "")) in ("", PLAYER) for row in rows)


def born_later(event: Event) -> list[Problem]:
    """Births after today's year, where 日程 has no date by which the sheet was checked."""
    if event.rules.year is not None:
        return []
    this_year = datetime.now().year
    table = event.book.table(ROSTER_SHEET, *ROSTER, [])
    assert table is not None  # the event could be opened
    births = event.people["birth"].map(lambda birth: birth_year(birth) or 0)
    return [
        row.problem("birth_bad", "出生年份", detail=f"在 {this_year} 年以后")
        for row in table
        if births.get(plain(row.text("序号")), 0) > this_year
    ]
