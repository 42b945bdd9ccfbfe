"""Copies of the event folder in 备份, one zip a state of the journal: what is there, and what it proves. Reading only."""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qisai.journal import Journal, canonical
from qisai.problems import InputProblems, Problem, unusable
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS_FILE

FOLDER = "备份"
#: Within 备份: files that a restored state does not know, and copies that it leaves behind.
MOVED = "移出"
ROUND_FILES = "第*轮*.xlsx"
_ROUND = re.compile(r"第[^/\\]*轮[^/\\]*\.xlsx")
LARGEST = 64 * 2**20  # bytes of one file; a copy that claims more was not made here


@dataclass(frozen=True)
class Snapshot:
    """One copy: the journal's last ``line`` with its ``hash``, ISO ``time`` and ``what`` happened there; the ``files``.

    ``before``: it was kept before something was restored, and may hold files that cannot be read.
    """

    path: Path
    line: int
    hash: str
    time: str
    what: str
    before: bool
    files: tuple[str, ...]

    def read(self, name: str) -> bytes:
        """One file. Raises ``InputProblems`` where the copy is damaged."""
        try:
            with zipfile.ZipFile(self.path) as archive:
                if archive.getinfo(name).file_size > LARGEST:
                    raise zipfile.BadZipFile
                return archive.read(name)
        except OSError as error:
            raise unusable(self.path.name, error) from None
        except (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, NotImplementedError):
            raise InputProblems([Problem("damaged", self.path.name, name)]) from None

    def journal(self) -> Journal:
        """Its journal, whole and sound. Raises ``InputProblems`` where it is not."""
        journal = Journal(Path(JOURNAL_FILE), self.read(JOURNAL_FILE))
        if not self.before and not journal.holds(self.line, self.hash):
            raise InputProblems([Problem("damaged", self.path.name, JOURNAL_FILE)])
        return journal


def belongs(name: str) -> bool:
    """Whether a file of the event folder is one that a copy holds."""
    return name in (EVENT_FILE, NUMBERS_FILE, JOURNAL_FILE) or _ROUND.fullmatch(name) is not None


def comment(line: int, hash_: str, time: str, what: str, before: bool) -> bytes:
    """What a zip says of itself, so that its contents need not be read."""
    return canonical({"line": line, "hash": hash_, "time": time, "what": what, "before": before}).encode("utf-8")


def snapshots(folder: Path) -> Iterator[Snapshot]:
    """The copies of a folder that can be read, newest first (names begin with the length of the journal)."""
    for path in sorted((folder / FOLDER).glob("*.zip"), reverse=True):
        if (found := _opened(path)) is not None:
            yield found


def _opened(path: Path) -> Snapshot | None:
    """A zip as a copy; None where it is another one, or damaged: an older copy then serves."""
    try:
        with zipfile.ZipFile(path) as archive:
            told = json.loads(archive.comment.decode("utf-8"))
            files = tuple(name for name in archive.namelist() if belongs(name))
        return Snapshot(
            path, int(told["line"]), str(told["hash"]), str(told["time"]), str(told["what"]), bool(told["before"]), files
        )
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError, NotImplementedError):
        return None


def newest(folder: Path) -> Snapshot | None:
    """The last state that was kept; None where there is none."""
    return next((snapshot for snapshot in snapshots(folder) if not snapshot.before), None)


def disputes(folder: Path, journal: Journal) -> list[Problem]:
    """What the newest copy says against the journal: lines are gone from its end, or it is another one."""
    last = newest(folder)
    if last is None or journal.holds(last.line, last.hash):
        return []
    if not journal.entries:
        return [Problem("journal_missing", JOURNAL_FILE)]
    fewer = len(journal.entries) < last.line
    detail = f"只有 {len(journal.entries)} 行" if fewer else "内容不同"
    return [Problem("journal_shortened", JOURNAL_FILE, details={"detail": detail, "snapshot": last.path.name, "line": last.line})]
