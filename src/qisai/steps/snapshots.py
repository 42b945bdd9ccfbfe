"""Keeping a copy of every state of an event, and of what a restore is about to replace."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from qisai.event.snapshots import BEFORE, FOLDER, ROUND_FILES, belongs, chain, comment, snapshots
from qisai.journal import Entry, Journal
from qisai.problems import InputProblems, Problem, unusable
from qisai.record import Record, replay
from qisai.sheets import ALWAYS, read_book, replace_file
from qisai.vocabulary import JOURNAL_FILE, NUMBERS, NUMBERS_FILE, NUMBERS_SHEET

#: What a journal entry did, in the name of its copy; ``{}`` is the round.
_WHAT = {
    "draw": "抽签", "undraw": "撤回抽签", "late": "迟到加入", "publish": "第{:02}轮公布", "adjust": "第{:02}轮调整",
    "withdraw": "第{:02}轮撤回", "accept": "第{:02}轮确认", "correct": "第{:02}轮更正", "close": "总名次", "intake": "导入报名",
}  # fmt: skip


# --- keeping ------------------------------------------------------------------------------------------------
def keep(folder: Path) -> list[Problem]:
    """Keep the present state in 备份 unless its copy is there; what prevented it, as a warning, for play goes on.

    A state whose files could not all be written is kept by the next change, which writes them first.
    """
    try:
        data = bytes_of(folder / JOURNAL_FILE)
        journal = Journal(folder / JOURNAL_FILE, data)
        if not journal.entries:
            return []
        tip = journal.entries[-1]
        if _complete(folder, replay(journal)) and all(one.hash != tip.hash or one.before for one in snapshots(folder)):
            told = comment(tip.line, tip.hash, tip.time, _what(tip), False, chain(journal))
            _write(folder, f"{tip.line:04}_{_what(tip)}_{_clock(tip)}", told, data[: journal.size])
    except InputProblems as found:
        return [Problem("snapshot_failed", FOLDER, value=p.file, details={"detail": p.wrong}) for p in found.problems]
    return []


def _complete(folder: Path, record: Record) -> bool:
    files = (publication.file for publication in record.publications)
    return numbers_written(folder) >= len(record.numbers) and all((folder / file).exists() for file in files)


def numbers_written(folder: Path) -> int:
    """How many 编号 stand in 编号.xlsx."""
    path = folder / NUMBERS_FILE
    table = read_book(path).table(NUMBERS_SHEET, *NUMBERS, []) if path.exists() else None
    return len(table.rows) if table else 0


def keep_before(folder: Path) -> Path:
    """Keep the folder as it is, readable or not, before anything in it is replaced.

    The copy is named by the lines that are there, and where not all of them are sound by the last round file.
    """
    data = bytes_of(folder / JOURNAL_FILE)
    sound = sound_part(folder / JOURNAL_FILE, data)
    tip = sound.entries[-1] if sound.entries else Entry(0, "", "", {}, "")
    lines = len(data.splitlines())
    if tip.kind and lines == tip.line:
        what, clock = _what(tip), _clock(tip)
    else:
        rounds = sorted(path.stem for path in folder.glob(ROUND_FILES))
        what, clock = "记录有损坏" if data else "没有记录", f"表到{rounds[-1]}" if rounds else ""
    told = comment(lines, tip.hash, tip.time, what, True, chain(sound))
    return _write(folder, "_".join(filter(None, (f"{lines:04}", what, clock, BEFORE))), told, data)


def _what(tip: Entry) -> str:
    return _WHAT.get(tip.kind, "记录").format(tip.data.get("round", 0))


def _clock(tip: Entry) -> str:
    return tip.time[11:16].replace(":", "") or "0000"


def _write(folder: Path, name: str, told: bytes, journal: bytes) -> Path:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = told
        for file in present(folder):
            dated = zipfile.ZipInfo(file, ALWAYS.timetuple()[:6])
            dated.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(dated, journal if file == JOURNAL_FILE else bytes_of(folder / file))
    path = free(folder / FOLDER / f"{name}.zip")
    replace_file(path, packed.getvalue())
    return path


def present(folder: Path) -> list[str]:
    """The files of the event that are there, by name."""
    return sorted(path.name for path in folder.iterdir() if belongs(path.name) and path.is_file())


def bytes_of(path: Path) -> bytes:
    """A file's bytes, b"" where it is not there. Raises ``InputProblems`` where it cannot be read."""
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise unusable(path.name, error) from None


def sound_part(path: Path, data: bytes) -> Journal:
    """A journal up to its first broken line."""
    try:
        return Journal(path, data)
    except InputProblems as broken:
        whole = int(str(broken.problems[0].details["line"])) - 1
        return Journal(path, b"".join(data.splitlines(keepends=True)[:whole]))


def free(path: Path) -> Path:
    """The path, or with ``_2``, ``_3`` … where it is taken."""
    tries = (path.with_name(f"{path.stem}_{number}{path.suffix}") for number in range(2, 10_000))
    return path if not path.exists() else next(other for other in tries if not other.exists())
