"""The event folder as it stands: sheets, journal, competitions; reading only."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from qisai.excel.roster import read_changes, read_officials, read_people
from qisai.excel.rounds import Printed, Roll, RoundSheet, read_round
from qisai.journal import Journal
from qisai.problems import InputProblems, Problem, stop_on_errors
from qisai.record import Line, Publication, Record, replay
from qisai.regulation.model import KNOCKOUT, OTHERS, SWISS, Regulation, Stage
from qisai.regulation.reader import read_regulations
from qisai.regulation.summary import rules_text
from qisai.sheets import Book, neighbours, read_book
from qisai.tournament.entries import UNPAID, entries
from qisai.tournament.final import cut, final_list
from qisai.tournament.games import frame
from qisai.tournament.standings import standings
from qisai.vocabulary import (
    CHANGES_SHEET,
    EVENT_FILE,
    JOURNAL_FILE,
    NUMBERS,
    NUMBERS_FILE,
    NUMBERS_SHEET,
    ROSTER_SHEET,
    Happening,
    Outcome,
    plain,
)


def round_file(stage: Stage, round_no: int, group: str = "") -> str:
    """``第05轮.xlsx``; with the group, and with the stage where it is not the one of the whole field."""
    parts = [f"第{round_no:02}轮", group, "" if stage.whole_field else stage.name]
    legal = (re.sub(r'[<>:"/\\|?*\x00-\x1f]', "", part).strip(" .") for part in parts)  # what Windows takes in a name
    return "_".join(part for part in legal if part) + ".xlsx"


@dataclass(frozen=True)
class Competition:
    """One 组别: its rules, its people, and the record's share of it. Pure functions see only this."""

    group: str
    regulation: Regulation
    people: pd.DataFrame
    changes: pd.DataFrame
    record: Record

    @property
    def numbers(self) -> pd.Series:
        """编号 (int) by player, everybody who was ever given one, by number."""
        mine = {player: number for player, number in self.record.numbers.items() if player in self.people.index}
        return pd.Series(mine, dtype="int64").rename_axis("player").sort_values()

    def numbers_after(self, round_no: int) -> pd.Series:
        """Those who had entered by a round: a late entry is not in the tables before it."""
        numbers = self.numbers
        return numbers[[self.record.entered.get(player, 1) <= max(round_no, 1) for player in numbers.index]]

    @property
    def publications(self) -> list[Publication]:
        return self.record.of_group(self.group)

    def rounds(self, stage: Stage) -> list[Publication]:
        return sorted((p for p in self.publications if p.stage == stage.name), key=lambda p: p.round)

    @property
    def seeds(self) -> list[str]:
        """The qualifiers of the published bracket, in the order of the cut; [] before."""
        return next((p.seeds for p in self.publications if p.seeds), [])

    @property
    def games(self) -> pd.DataFrame:
        """All accepted games, with a line for every player and Swiss round (轮空, 请假 or 缺席 without a game)."""
        lines: list[dict[str, object]] = []
        for publication in self.publications:
            if publication.accepted is not None:
                lines += self._lines(publication)
        return frame(lines)

    def _lines(self, publication: Publication) -> list[dict[str, object]]:
        where = {"round": publication.round, "stage": publication.stage}
        lines = [{**line, **where} for line in publication.accepted or ()]
        if self.regulation.stage(publication.stage).system == KNOCKOUT:
            return lines
        seated = {line[side] for line in publication.accepted or () for side in ("red", "black")}
        if publication.bye:
            lines.append({"red": publication.bye, "outcome": Outcome.BYE.value, **where})
        excused = {player for player, kind in publication.absent if kind == Outcome.EXCUSED}
        for player in self.numbers.index:
            if player not in seated and player != publication.bye and player not in publication.seeds:
                kind = Outcome.EXCUSED if player in excused else Outcome.ABSENT
                lines.append({"red": player, "outcome": kind.value, **where})
        return lines

    def accepted_rounds(self, stage: Stage) -> int:
        """The last round of a stage whose results are accepted; 0 before the first."""
        return max((p.round for p in self.rounds(stage) if p.accepted is not None), default=0)

    @property
    def swiss_rounds_done(self) -> int:
        """The last accepted Swiss round, over the whole field and the others."""
        stages = [stage for stage in self.regulation.stages if stage.system == SWISS]
        return max(self.accepted_rounds(stage) for stage in stages)

    def standings(self, after: int) -> pd.DataFrame:
        """The Swiss standings after a round; after the cut only of those who go on in it."""
        return standings(self.games, self.numbers_after(after), self.regulation, after, self.seeds)

    def final(self) -> pd.DataFrame:
        """The merged final list as the accepted results have it so far."""
        return final_list(self.games, self.numbers, self.regulation, self.seeds, self.swiss_rounds_done)

    def order_after(self, stage: Stage, round_no: int) -> list[str]:
        """The order that an ``accept`` record keeps: the standings, or of a knockout round the ladder so far."""
        if stage.system == KNOCKOUT:
            return list(self.final().index[: len(self.seeds)])
        return list(self.standings(round_no).index)

    def active(self, stage: Stage, round_no: int, numbers: Collection[str], seeds: Collection[str]) -> list[str]:
        """Who plays in a round: not withdrawn, not absent, and of the stage."""
        away = {player for player, _ in self.absent(round_no, numbers)}
        return [p for p in numbers if p not in away and not (stage.entrants == OTHERS and p in seeds)]

    def absent(self, round_no: int, players: Iterable[str]) -> list[tuple[str, str]]:
        """Those whom the 变动 sheet takes out of a round: 缺席 after 退赛, 请假 for 缺席本轮."""
        pool = set(players)
        found: dict[str, str] = {}
        for change in self.changes.itertuples():
            if change.player not in pool:
                continue
            if change.happening == Happening.WITHDRAWN and change.round <= round_no:
                found[change.player] = Outcome.ABSENT.value
            elif change.happening == Happening.ABSENT_ROUND and change.round == round_no:
                found.setdefault(change.player, Outcome.EXCUSED.value)
        return sorted(found.items(), key=lambda item: self.record.numbers.get(item[0], 0))

    def withdrawn(self, round_no: int) -> set[str]:
        return {c.player for c in self.changes.itertuples() if c.happening == Happening.WITHDRAWN and c.round <= round_no}

    def printed(self, publication: Publication) -> Printed:
        stage = self.regulation.stage(publication.stage)
        return Printed(publication.file, publication.round, stage, tuple(publication.lines), publication.bye)


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
        whole = len(self.regulations) == 1
        return {
            group: Competition(
                group,
                regulation,
                self.people if whole else self.people[self.people["group"] == group],
                self.changes if whole else self.changes[self.changes["player"].map(self.people["group"]) == group],
                record,
            )
            for group, regulation in self.regulations.items()
        }

    @property
    def entries(self) -> pd.DataFrame:
        return entries(self.people, self.rules.settings)

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
        return read_round(self.folder, competition.printed(publication), self.roll(publication), competition.regulation, problems)

    def sheets(self) -> tuple[dict[tuple[str, str, int], RoundSheet], list[Problem]]:
        """All published rounds whose file is there, and every problem in them."""
        problems: list[Problem] = []
        found = {}
        for publication in self.record.publications:
            if (self.folder / publication.file).exists():
                try:
                    found[publication.key] = self.sheet(publication, problems)
                except InputProblems as unreadable:
                    problems += unreadable.problems
        return found, problems


def open_event(folder: Path) -> Event:
    """Read an event folder. Raises ``InputProblems`` with all the faults of the first phase that has any:
    files, then the sign-up sheet, then the rules, then the numbers and happenings."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputProblems([Problem("folder_missing", str(folder))])
    if not (folder / JOURNAL_FILE).exists() and [*folder.glob("第*轮*.xlsx"), *folder.glob(NUMBERS_FILE)]:
        raise InputProblems([Problem("journal_missing", JOURNAL_FILE)])
    journal = Journal(folder / JOURNAL_FILE)
    record = replay(journal)
    files = [EVENT_FILE, NUMBERS_FILE, *(publication.file for publication in record.publications)]
    notices = neighbours(folder, files) + _unknown_rounds(folder, files)
    stop_on_errors(notices)
    book = read_book(folder / EVENT_FILE)
    rule_faults: list[Problem] = []
    regulations = read_regulations(book, rule_faults)
    settings = next(iter(regulations.values())).settings if regulations else None
    people = read_people(book, settings, notices)
    officials = read_officials(book, notices)
    stop_on_errors(notices)
    stop_on_errors(notices + rule_faults)
    notices += rule_faults
    stop_on_errors(_stages_gone(record, regulations))
    last = max(stage.last for regulation in regulations.values() for stage in regulation.stages)
    changes = read_changes(book, people, record.numbers, last, notices)
    event = Event(folder, book, regulations, people, officials, changes, journal, record, notices)
    _check_identity(event)
    _check_numbers_file(event)
    _check_late_entries(event)
    _check_past_changes(event)
    _check_rules(event)
    stop_on_errors(notices)
    return event


def _stages_gone(record: Record, regulations: Mapping[str, Regulation]) -> list[Problem]:
    """Published rounds whose 组别 or 阶段 has been renamed or taken out since: nothing can be read without them."""
    known = {(group, stage.name) for group, regulation in regulations.items() for stage in regulation.stages}
    return [
        Problem("stage_gone", EVENT_FILE, "阶段", "A1", p.stage, {"round": p.round, "stage": f"{p.group}{p.stage}"})
        for p in record.publications
        if (p.group, p.stage) not in known
    ]


def _unknown_rounds(folder: Path, files: list[str]) -> list[Problem]:
    known = set(files)
    return [
        Problem("unknown_round_file", path.name)
        for path in sorted(folder.glob("第*轮*.xlsx"))
        if path.name not in known and not any(p.file == path.name for p in neighbours(folder, files))
    ]


def _check_identity(event: Event) -> None:
    """After the draw 序号 is the person: renamed is fine, moved to another 序号 is not, and nobody vanishes."""
    now = {plain(name): player for player, name in event.people["name"].items()}
    for player, drawn in event.record.names.items():
        if player not in event.people.index:
            details: dict[str, object] = {"name": drawn, "number": event.record.numbers[player]}
            event.notices.append(Problem("drawn_missing", EVENT_FILE, ROSTER_SHEET, value=player, details=details))
            continue
        other = now.get(plain(drawn))
        moved = other is not None and plain(event.record.names.get(other, "")) != plain(drawn)
        if moved and plain(event.people.loc[player, "name"]) != plain(drawn):
            details = {"player": player, "was": drawn, "now": other}
            event.notices.append(Problem("id_changed", EVENT_FILE, ROSTER_SHEET, event.people.loc[other, "cell"], drawn, details))


def _check_numbers_file(event: Event) -> None:
    path = event.folder / NUMBERS_FILE
    if not path.exists():
        return
    try:
        table = read_book(path).table(NUMBERS_SHEET, *NUMBERS, event.notices)
    except InputProblems as unreadable:
        event.notices += unreadable.problems
        return
    for row in table or ():
        player, number = plain(row.text("序号")), plain(row.text("编号"))
        right = event.record.numbers.get(player)
        if right is None or number != str(right):
            detail = f"记录里序号 {player} 的编号是 {right or '没有'}"
            event.notices.append(row.problem("program_file_changed", "编号", detail=detail))


def _check_late_entries(event: Event) -> None:
    """Who owes his fee is not paired, late or not (Danyang 六)."""
    status = event.entries["status"]
    for change in event.changes.itertuples():
        if change.happening == Happening.LATE_ENTRY and status.get(change.player, UNPAID) == UNPAID:
            detail = f"序号 {change.player} 没有缴费（或不是选手），不予编排"
            event.notices.append(
                Problem("change_bad", EVENT_FILE, CHANGES_SHEET, change.cell, change.happening, {"detail": detail})
            )


def _check_past_changes(event: Event) -> None:
    """What was published stays true: a happening cannot be added to or taken from a published round."""
    for competition in event.competitions.values():
        for publication in competition.publications:
            stage = competition.regulation.stage(publication.stage)
            if stage.system == KNOCKOUT:
                continue
            pool = [p for p in competition.numbers_after(publication.round).index if p not in publication.seeds]
            now, then = dict(competition.absent(publication.round, pool)), dict(publication.absent)
            for player in now.keys() - then.keys():
                change = competition.changes[competition.changes["player"] == player].iloc[0]
                details: dict[str, object] = {"round": publication.round}
                event.notices.append(
                    Problem("change_past", EVENT_FILE, CHANGES_SHEET, change["cell"], change["happening"], details)
                )
            for player in then.keys() - now.keys():
                details = {"round": publication.round, "what": then[player], "player": event.people["name"].get(player, "")}
                event.notices.append(Problem("change_gone", EVENT_FILE, CHANGES_SHEET, "A1", "", details))


def _check_rules(event: Event) -> None:
    for competition in event.competitions.values():
        if not competition.publications:
            continue
        last = competition.publications[-1]
        now = rules_text(competition.regulation)
        changed = [item for item in now.keys() | last.rules.keys() if last.rules and now.get(item) != last.rules.get(item)]
        for item in sorted(changed):
            detail = f"{item}由「{last.rules.get(item, '')}」改为「{now.get(item, '')}」"
            details = {"round": last.round, "detail": detail}
            event.notices.append(Problem("rules_changed", EVENT_FILE, details=details))


def differences(before: Mapping[tuple[int, str], Line], after: Mapping[tuple[int, str], Line]) -> list[tuple[int, str]]:
    """The lines whose result differs, by (board, game); notes do not count."""
    told = ("outcome", "red_fouls", "black_fouls", "swapped", "red_points", "black_points")
    keys = sorted(before.keys() | after.keys())
    return [
        key
        for key in keys
        if key not in before or key not in after or any(before[key][item] != after[key][item] for item in told)
    ]


def seeds_for(competition: Competition, stage: Stage) -> list[str]:
    """The first k after the cut; one who has left before the bracket is published is replaced by the next."""
    gone = competition.withdrawn(stage.first)
    order = cut(competition.games, competition.numbers_after(competition.regulation.swiss.last), competition.regulation)
    return [player for player in order if player not in gone][: stage.qualifiers]
