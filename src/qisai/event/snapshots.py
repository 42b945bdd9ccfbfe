"""Copies of the event folder in 备份, one zip a state of the journal: what is there, and what it proves. Reading only."""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from qisai.journal import Journal, canonical
from qisai.problems import InputProblems, Problem, unusable
from qisai.sheets import Book, neighbours, read_book
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET, JOURNAL_FILE, NUMBERS_FILE, Outcome, plain, text

FOLDER = "备份"
#: Within 备份: files that a restored state does not know, and copies that it leaves behind.
MOVED = "移出"
BEFORE = "恢复前"
#: Within 备份: what a restore is about to do, as long as it does it.
MARK = ".恢复中.json"
ROUND_FILES = "第*轮*.xlsx"
_BOOKS = (".xlsx", ".xls", ".xlsm", ".et")  # a round that somebody saved as another kind is one still
_ROUND = re.compile(r"第[^/\\]*轮[^/\\]*\.xlsx")
LARGEST = 64 * 2**20  # bytes of one file; a copy that claims more was not made here
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError, NotImplementedError)


@dataclass(frozen=True)
class Snapshot:
    """One copy: the journal's last ``line`` with its ``hash``, ISO ``time`` and ``what`` happened there; the ``files``.

    ``first``: the hash of the journal's first line, by which events are told apart; "" where no line could be read.
    ``before``: it was kept before something was restored, and may hold files that cannot be read.
    """

    path: Path
    line: int
    hash: str
    time: str
    what: str
    before: bool
    files: tuple[str, ...]
    first: str

    def read(self, name: str) -> bytes:
        """One file. Raises ``InputProblems`` where the copy is damaged."""
        try:
            with zipfile.ZipFile(self.path) as archive:
                if archive.getinfo(name).file_size > LARGEST:
                    raise zipfile.BadZipFile
                return archive.read(name)
        except OSError as error:
            raise unusable(self.path.name, error) from None
        except _DAMAGED:
            raise InputProblems([Problem("damaged", self.path.name, name)]) from None

    def journal(self) -> Journal:
        """Its journal, whole and sound. Raises ``InputProblems``, in the name of the copy, where it is not."""
        data = self.read(JOURNAL_FILE)
        try:
            journal = Journal(Path(JOURNAL_FILE), data)
        except InputProblems as broken:
            raise InputProblems([problem.in_file(self.path.name) for problem in broken.problems]) from None
        if not self.before and not journal.holds(self.line, self.hash):
            raise InputProblems([Problem("damaged", self.path.name, JOURNAL_FILE)])
        return journal

    def workbook(self, name: str) -> Book:
        """One of its workbooks. Raises ``InputProblems`` where it cannot be read."""
        data = self.read(name)
        with tempfile.TemporaryDirectory(prefix="qisai-") as beside:
            (Path(beside) / name).write_bytes(data)
            return read_book(Path(beside) / name)

    @property
    def event(self) -> str:
        """The name of the event in its 赛事.xlsx; "" where that cannot be read."""
        try:
            return name_in(self.workbook(EVENT_FILE))
        except InputProblems:
            return ""

    @property
    def faults(self) -> list[Problem]:
        """What in it is damaged, read through to the end."""
        try:
            for name in self.files:
                self.read(name)
            if not self.before:
                self.journal()
        except InputProblems as found:
            return list(found.problems)
        return []


def name_in(book: Book) -> str:
    """赛事名称 of a 赛事.xlsx."""
    rows = (cells for _, cells in book.cells.get("规程", []))
    return next((text(cells.get(2)) for cells in rows if plain(cells.get(1)) == "赛事名称"), "")


def event_name(folder: Path) -> str:
    """赛事名称 of the folder as it stands; "" where it cannot be read."""
    try:
        return name_in(read_book(folder / EVENT_FILE))
    except InputProblems:
        return ""


def belongs(name: str) -> bool:
    """Whether a file of the event folder is one that a copy holds."""
    return name in (EVENT_FILE, NUMBERS_FILE, JOURNAL_FILE) or _ROUND.fullmatch(name) is not None


def comment(line: int, hash_: str, time: str, what: str, before: bool, first: str) -> bytes:
    """What a zip says of itself, so that its contents need not be read."""
    told = {"line": line, "hash": hash_, "time": time, "what": what, "before": before, "first": first}
    return canonical(told).encode("utf-8")


def snapshots(folder: Path) -> list[Snapshot]:
    """The copies of a folder that say what they are, newest first: by what they say, not by their names."""
    found = [one for path in sorted((folder / FOLDER).glob("*.zip")) if (one := _opened(path)) is not None]
    return sorted(found, key=lambda one: (one.line, not one.before, one.path.name), reverse=True)


def unreadable(folder: Path) -> list[Path]:
    """The zips in 备份 that do not say what they are: damaged, or of another origin; the last name first."""
    known = {one.path for one in snapshots(folder)}
    return sorted(set((folder / FOLDER).glob("*.zip")) - known, reverse=True)


def further(folder: Path, lines: int) -> Iterator[tuple[str, int]]:
    """The damaged copies that go further than so many lines, by what they or their names say."""
    yield from ((one.path.name, one.line) for one in snapshots(folder) if not one.before and one.line > lines and one.faults)
    for path in unreadable(folder):
        number = re.match(r"(\d{4,})_", path.name)
        if number and int(number[1]) > lines and BEFORE not in path.name:
            yield path.name, int(number[1])


def _opened(path: Path) -> Snapshot | None:
    """A zip as a copy; None where it is another one, or damaged: an older copy then serves."""
    try:
        with zipfile.ZipFile(path) as archive:
            told = json.loads(archive.comment.decode("utf-8"))
            files = tuple(name for name in archive.namelist() if belongs(name))
            first = str(told["first"]) if "first" in told else _first_line(archive)
        line, before = int(told["line"]), bool(told["before"])
        return Snapshot(path, line, str(told["hash"]), str(told["time"]), str(told["what"]), before, files, first)
    except (OSError, ValueError, TypeError, *_DAMAGED):
        return None


def _first_line(archive: zipfile.ZipFile) -> str:
    """The hash of the first line of the journal in a copy that does not name it; "" where it has none or is damaged."""
    try:
        with archive.open(JOURNAL_FILE) as stream:
            return str(json.loads(stream.readline(LARGEST).decode("utf-8"))["hash"])
    except (OSError, ValueError, TypeError, *_DAMAGED):
        return ""


def newest(folder: Path) -> Snapshot | None:
    """The last state that was kept; None where there is none."""
    return next((snapshot for snapshot in snapshots(folder) if not snapshot.before), None)


def chain(journal: Journal) -> str:
    """What tells an event's journal from another's: the hash of its first line; "" before there is one."""
    return journal.entries[0].hash if journal.entries else ""


def foreign(folder: Path, first: str) -> list[Snapshot]:
    """The copies of other events: their journals begin with another line. Before the first line, which can be lost as
    well, those whose 赛事.xlsx bears another name; the newest of each event comes first."""
    others = [one for one in snapshots(folder) if one.first and one.first != first]
    if first or not others:
        return others
    own, names = event_name(folder), {one.first: one.event for one in others}
    return [one for one in others if own and names[one.first] and names[one.first] != own]


def disputes(folder: Path, journal: Journal) -> list[Problem]:
    """What the copies say against the journal: lines are gone from its end, or it is another one; and as warnings,
    which copies are of other events and say nothing."""
    there, first = snapshots(folder), chain(journal)
    strangers = foreign(folder, first)
    own = [one for one in there if one not in strangers and not one.before]
    against = next((one for one in own if not journal.holds(one.line, one.hash)), None)
    if against is None and not own and first:  # none of its own: another event's journal may have been put here
        against = next((one for one in strangers if not one.before and one.event == event_name(folder)), None)
    if against is None and journal.entries and (newer := next(further(folder, len(journal.entries)), None)):
        details: dict[str, object] = {"line": newer[1], "lines": len(journal.entries)}
        return [Problem("snapshot_newer", f"{FOLDER}/{newer[0]}", details=details)]
    if against is None:
        return [_of_another(one) for one in {one.first: one for one in reversed(strangers) if not one.before}.values()]
    if not journal.entries:
        return [Problem("journal_missing", JOURNAL_FILE)]
    fewer = len(journal.entries) < against.line
    detail = f"只有 {len(journal.entries)} 行" if fewer and against.first == first else "内容不同"
    details = {"detail": detail, "snapshot": against.path.name, "line": against.line}
    return [Problem("journal_shortened", JOURNAL_FILE, details=details)]


def _of_another(one: Snapshot) -> Problem:
    return Problem("snapshot_foreign", f"{FOLDER}/{one.path.name}", details={"event": one.event or "名称读不出来"})


# --- rounds that the journal does not know --------------------------------------------------------------------
@dataclass(frozen=True)
class Unrecorded:
    """A round file that the journal does not know: how many ``tables`` and typed ``results`` stand in it, None where it
    cannot be read."""

    file: str
    tables: int | None
    results: int | None

    @property
    def problem(self) -> Problem:
        if not self.tables:
            return Problem("unknown_round_file", self.file)
        return Problem("round_unrecorded", self.file, details={"detail": self.words})

    @property
    def words(self) -> str:
        """``填了 4 局``."""
        if self.tables is None:
            return "打不开，看不出里面有没有成绩"
        return f"填了 {self.results} 局" if self.results else f"有 {self.tables} 台对阵"

    @property
    def round(self) -> str:
        """``第 3 轮``; "这一轮" where the name does not say."""
        match = re.match(r"第0*(\d+)轮", self.file)
        return f"第 {match[1]} 轮" if match else "这一轮"


def unrecorded(folder: Path, known: Iterable[str]) -> list[Unrecorded]:
    """The round files that are not among the ``known`` files and no copies of them."""
    files = [EVENT_FILE, NUMBERS_FILE, *known]
    copies = {problem.file for problem in neighbours(folder, files)}
    names = (path.name for path in sorted(folder.glob(f"{ROUND_FILES.removesuffix('.xlsx')}.*")) if path.suffix.lower() in _BOOKS)
    return [_seen(folder / name) for name in names if name not in files and name not in copies]


def _seen(path: Path) -> Unrecorded:
    try:
        table = read_book(path).table(GAMES_SHEET, ["台号"], ["结果", "红方编号", "甲方编号"], [])
    except InputProblems:
        return Unrecorded(path.name, None, None)
    rows = [row for row in table or () if row.whole("台号") and (row.whole("红方编号") or row.whole("甲方编号"))]
    typed = [row for row in rows if plain(row.text("结果")) not in ("", Outcome.PENDING, Outcome.BYE)]
    return Unrecorded(path.name, len(rows), len(typed))


def interrupted(folder: Path) -> Iterator[Problem]:
    """A restore that was cut off and not finished yet."""
    if (folder / FOLDER / MARK).exists():
        yield Problem("restore_cut", FOLDER)
