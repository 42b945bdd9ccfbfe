"""Files of sign-ups in 报名导入: read, their columns remembered, compared with 报名, and 新增报名.xlsx written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from openpyxl.utils import column_index_from_string

from qisai.clock import moment
from qisai.event import Event
from qisai.excel.newcomers import write_newcomers
from qisai.intake.compare import Intake, compare
from qisai.intake.model import FIELDS, Applicant, Found
from qisai.intake.recognise import mapped, read_signups
from qisai.problems import InputProblems, Problem
from qisai.steps.folder import refresh
from qisai.steps.signup_sheets import sheets
from qisai.tournament.entries import FILLER, PLACE, PLAYER, WAITING
from qisai.vocabulary import ROSTER, ROSTER_SHEET, SIGN_UPS_FOLDER, plain, text

_NOT_THEIRS = re.compile(r"~\$|\.|Thumbs\.db$|desktop\.ini$", re.IGNORECASE)  # what Office and Windows leave behind
_DIGITS = re.compile(r"\d{7,}")


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
    for path in sign_up_files(event):
        try:
            found += read_signups(path, event.record.sign_ups)
        except InputProblems as unreadable:
            refused += unreadable.problems
    return found, refused


def with_fields(found: Found, changes: Mapping[str, str]) -> Found:
    """A sheet with other fields for some columns (letter: field, "" for none).

    Raises ``InputProblems`` for a column that the sheet has not, a field that 报名 has not, or where no names are left.
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
    return mapped(found, changes)


def is_remembered(event: Event, found: Found) -> bool:
    """Whether these very columns were confirmed before for sheets with these headings."""
    return event.record.sign_ups.get(found.signature) == {column.letter: column.field for column in found.columns}


def remember(event: Event, found: Found) -> None:
    """Keep what the columns of a sheet hold, once it is confirmed; nothing where the journal says so already."""
    if not is_remembered(event, found):
        columns = {column.letter: column.field for column in found.columns}
        headings = [hidden(" ".join(column.heading.split())) for column in found.columns]
        data = {"signature": found.signature, "columns": columns, "headings": headings}
        event.journal.append("intake", data, moment(event, "intake"))
        refresh(event)


def hidden(words: str) -> str:
    """Words for the screen and the journal: of a long number only its beginning.

    >>> hidden("电话 10000000003")
    '电话 100…'
    """
    return _DIGITS.sub(lambda number: f"{number[0][:3]}…", words)


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
    cap, field = event.rules["cap"], event.entries
    if not cap:
        return None
    taken = int(((field["status"] == PLACE) & (field["role"] != FILLER)).sum())
    return cap, taken, int((field["status"] == WAITING).sum())


def playing(rows: Sequence[Applicant]) -> int:
    """How many of some people are 选手."""
    return sum(plain(row.cells.get("角色", "")) in ("", PLAYER) for row in rows)
