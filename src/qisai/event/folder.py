"""The event folder as it stands: sheets, journal, competitions; reading only."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from qisai.event import consistency, snapshots
from qisai.event.competition import Competition
from qisai.excel.changes import read_changes
from qisai.excel.roster import read_officials, read_people
from qisai.excel.rounds import Roll, RoundSheet, read_round
from qisai.excel.second import compare_second
from qisai.journal import Journal
from qisai.problems import InputProblems, Problem, stop_on_errors
from qisai.record import Publication, Record, replay
from qisai.regulation.model import Regulation
from qisai.regulation.reader import read_regulations
from qisai.sheets import Book, neighbours, read_book
from qisai.tournament.entries import entries, owing
from qisai.vocabulary import (
    EVENT_FILE,
    JOURNAL_FILE,
    NUMBERS_FILE,
)


@dataclass
class Event:
    """One event folder, read. ``notices`` are warnings found on the way; errors are raised instead.

    ``restored`` names the files that were lost and have been written again from the journal.
    """

    folder: Path
    book: Book
    regulations: dict[str, Regulation]
    people: pd.DataFrame
    officials: pd.DataFrame
    changes: pd.DataFrame
    journal: Journal
    record: Record
    notices: list[Problem] = field(default_factory=list)
    restored: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.rules["name"])

    @property
    def rules(self) -> Regulation:
        """The rules of the first 组别; settings are shared by all."""
        return next(iter(self.regulations.values()))

    @property
    def competitions(self) -> dict[str, Competition]:
        return self.at(self.record)

    def at(self, record: Record) -> dict[str, Competition]:
        """The competitions on another state of the record, e.g. one replayed only so far."""
        whole, halls = len(self.regulations) == 1, self._halls(record)
        of_group = self.changes["player"].map({**self.people["group"], "": ""})  # a table is of every group
        return {
            group: Competition(
                group,
                regulation,
                self.people if whole else self.people[self.people["group"] == group],
                self.changes if whole else self.changes[of_group.isin([group, ""])],
                record,
                halls.get(group, (1, 0)),
                owing(self.people, self.rules.settings) if self.rules["prize_paid"] else frozenset(),
            )
            for group, regulation in self.regulations.items()
        }

    def _halls(self, record: Record) -> dict[str, tuple[int, int]]:
        """The tables of each 组别, in tens, with room for walk-ins; one group alone has the whole hall."""
        halls, first = {}, 1
        if len(self.regulations) > 1:
            drawn = pd.Series(list(record.numbers.keys() - record.entered.keys()), dtype="str").map(self.people["group"])
            for group in self.regulations:
                kept = 10 * (int((drawn == group).sum()) // 2 // 10 + 1)
                halls[group] = first, kept
                first += kept
        return halls

    @property
    def entries(self) -> pd.DataFrame:
        return entries(self.people, self.rules.settings, self.record.numbers, self.rules.year)

    def roll(self, publication: Publication) -> Roll:
        """Numbers and names for reading one published sheet."""
        printed = {**self.record.names, **publication.names}
        return Roll(self.record.numbers, self.people["name"].to_dict(), printed)

    @property
    def reports(self) -> Path:
        """Where generated files go: ``reports/<event>`` for an event under ``data``, else ``报表`` inside it."""
        folder = self.folder.resolve()
        return folder.parent.parent / "reports" / folder.name if folder.parent.name == "data" else folder / "报表"

    def sheet(self, publication: Publication, problems: list[Problem]) -> RoundSheet:
        """One published round as its file stands now."""
        competition = self.competitions[publication.group]
        printed, rules = competition.printed(publication), competition.regulation
        book = read_book(self.folder / publication.file)
        found = read_round(book, printed, self.roll(publication), rules, problems)
        if publication.accepted is None:
            compare_second(book, found, rules, problems)
        return found

    def sheets(self) -> tuple[dict[tuple[str, str, int], RoundSheet], list[Problem]]:
        """All published rounds whose file is there, and every problem in them, a lost file among them."""
        problems: list[Problem] = []
        found = {}
        for publication in self.record.publications:
            try:
                found[publication.key] = self.sheet(publication, problems)
            except InputProblems as unreadable:
                problems += unreadable.problems
        return found, problems


def open_event(folder: Path) -> Event:
    """Read an event folder. Raises ``InputProblems`` with all the faults of the first phase that has any:
    files, then the sheets of 赛事.xlsx, then what in them contradicts the record."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputProblems([Problem("folder_missing", str(folder))])
    stop_on_errors(snapshots.interrupted(folder))
    rest = [*folder.glob("第*轮*.xlsx"), *folder.glob(NUMBERS_FILE)]
    if not (folder / JOURNAL_FILE).exists() and rest:
        raise InputProblems([Problem("journal_missing", JOURNAL_FILE)])
    if not any((folder / name).exists() for name in (JOURNAL_FILE, EVENT_FILE, snapshots.FOLDER)):
        raise InputProblems([Problem("folder_missing", str(folder))])
    journal = Journal(folder / JOURNAL_FILE)
    notices = snapshots.disputes(folder, journal)
    stop_on_errors(notices)
    record = replay(journal)
    rounds = [publication.file for publication in record.publications]
    notices += neighbours(folder, [EVENT_FILE, NUMBERS_FILE, *rounds])
    notices += [one.problem for one in snapshots.unrecorded(folder, rounds)]
    stop_on_errors(notices)
    book = read_book(folder / EVENT_FILE)
    rule_faults: list[Problem] = []
    regulations = read_regulations(book, rule_faults)
    rules = next(iter(regulations.values()), None)
    settings, year = (rules.settings, rules.year) if rules else (None, None)
    people = read_people(book, settings, notices, [group for group in regulations if group], year)
    if record.numbers:  # the places are given: who comes now takes no turn any more
        notices = [notice for notice in notices if notice.code != "payment_order_missing"]
    officials = read_officials(book, notices)
    notices += rule_faults
    if not regulations:
        raise InputProblems(notices)
    notices += [*consistency.file_names(regulations), *consistency.stages_gone(record, regulations)]
    last = max(stage.last for regulation in regulations.values() for stage in regulation.stages)
    changes = read_changes(book, people, record.numbers, last, notices)
    stop_on_errors(notices)
    event = Event(folder, book, regulations, people, officials, changes, journal, record, notices)
    consistency.identity(event)
    consistency.groups(event)
    consistency.numbers_file(event)
    consistency.late_entries(event)
    consistency.past_changes(event)
    consistency.wishes(event)
    consistency.team_count(event)
    consistency.team_members(event)
    consistency.playoffs(event)
    consistency.rules(event)
    stop_on_errors(notices)
    return event
