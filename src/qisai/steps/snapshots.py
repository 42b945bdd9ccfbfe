"""Keeping a copy of every state of an event, and going back to one; nothing is lost on the way."""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from qisai.event.snapshots import FOLDER, MOVED, ROUND_FILES, Snapshot, belongs, comment, disputes, snapshots
from qisai.journal import Entry, Journal
from qisai.problems import InputProblems, Problem, unusable
from qisai.record import Record, replay
from qisai.sheets import ALWAYS, read_book, replace_file
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS, NUMBERS_FILE, NUMBERS_SHEET

BEFORE = "恢复前"
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
        data = _bytes(folder / JOURNAL_FILE)
        journal = Journal(folder / JOURNAL_FILE, data)
        if not journal.entries:
            return []
        tip = journal.entries[-1]
        if _complete(folder, replay(journal)) and all(one.hash != tip.hash or one.before for one in snapshots(folder)):
            _write(folder, tip, data[: journal.size], before=False)
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


def _keep_before(folder: Path) -> Path:
    """Keep the folder as it is, readable or not, before anything in it is replaced."""
    data = _bytes(folder / JOURNAL_FILE)
    sound = _sound_part(folder / JOURNAL_FILE, data)
    tip = sound.entries[-1] if sound.entries else Entry(0, "", "", {}, "")
    return _write(folder, tip, data, before=True)


def _write(folder: Path, tip: Entry, journal: bytes, before: bool) -> Path:
    what = _WHAT.get(tip.kind, "记录").format(tip.data.get("round", 0)) if tip.kind else "没有记录"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = comment(tip.line, tip.hash, tip.time, what, before)
        for name in _present(folder):
            dated = zipfile.ZipInfo(name, ALWAYS.timetuple()[:6])
            dated.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(dated, journal if name == JOURNAL_FILE else _bytes(folder / name))
    clock = tip.time[11:16].replace(":", "") or "0000"
    path = _free(folder / FOLDER / f"{tip.line:04}_{what}_{clock}{f'_{BEFORE}' * before}.zip")
    replace_file(path, packed.getvalue())
    return path


def _present(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if belongs(path.name) and path.is_file())


def _bytes(path: Path) -> bytes:
    """A file's bytes, b"" where it is not there. Raises ``InputProblems`` where it cannot be read."""
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise unusable(path.name, error) from None


def _sound_part(path: Path, data: bytes) -> Journal:
    """A journal up to its first broken line."""
    try:
        return Journal(path, data)
    except InputProblems as broken:
        whole = int(str(broken.problems[0].details["line"])) - 1
        return Journal(path, b"".join(data.splitlines(keepends=True)[:whole]))


def _free(path: Path) -> Path:
    """The path, or with ``_2``, ``_3`` … where it is taken."""
    tries = (path.with_name(f"{path.stem}_{number}{path.suffix}") for number in range(2, 10_000))
    return path if not path.exists() else next(other for other in tries if not other.exists())


# --- going back ---------------------------------------------------------------------------------------------
@dataclass
class Restoration:
    """What is wrong with a folder now and what a restore does about it; file names.

    ``taken``: from which copy; ``replaced``: those of them that take the place of a file that can be read;
    ``moved``: into 备份/移出; ``made``: missing, the next command writes them from the journal; ``helpless``: no way here.
    """

    faults: list[Problem] = field(default_factory=list)
    taken: dict[str, Snapshot] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    helpless: list[str] = field(default_factory=list)
    left_behind: list[Path] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        return bool(self.taken or self.moved)


def chosen(folder: Path, wanted: str) -> Snapshot:
    """The copy of a number, or of a file name. Raises ``InputProblems`` where there is none."""
    there = list(snapshots(folder))
    by_number = [one for one in there if wanted.isdecimal() and one.line == int(wanted)]
    by_name = [one for one in there if wanted == one.path.name]
    found = sorted(by_number, key=lambda one: one.before) or by_name
    if not found:
        raise InputProblems([Problem("snapshot_unknown", FOLDER, value=wanted)])
    return found[0]


def mending(folder: Path) -> Restoration:
    """Bring back only what is missing or cannot be read, each file from the newest copy that fits the journal.

    A journal that is gone, broken, or at odds with the newest copy is taken from that copy. Round files with typed
    results are never replaced while they can be read.
    """
    plan = Restoration()
    journal = _mend_journal(folder, plan)
    if journal is None:
        plan.helpless.append(JOURNAL_FILE)
        return plan
    record = replay(journal)
    rounds = {publication.file: publication.accepted is not None for publication in record.publications}
    for name in (EVENT_FILE, *[NUMBERS_FILE] * bool(record.numbers), *rounds):
        there = (folder / name).exists()
        faults = _faults(folder / name)
        if not faults:
            continue
        plan.faults += faults
        source = next(_sources(folder, name, record), None)
        if source is not None:
            plan.taken[name] = source
        elif name == EVENT_FILE or (there and rounds.get(name) is False):
            plan.helpless.append(name)
            continue
        else:
            plan.made.append(name)
        plan.moved += [name] * there
    if JOURNAL_FILE in plan.taken:
        _fit_the_rest(folder, plan, journal, plan.taken[JOURNAL_FILE])
    return plan


def whole_state(folder: Path, snapshot: Snapshot) -> Restoration:
    """Bring back a whole copy: its files take the place of those that differ, other round files are moved out.

    Raises ``InputProblems`` where the copy itself is damaged.
    """
    plan = Restoration()
    journal = snapshot.journal()
    for name in snapshot.files:
        data = snapshot.read(name)
        if not (folder / name).exists() or _bytes(folder / name) != data:
            plan.taken[name] = snapshot
            plan.replaced += [name] * (folder / name).exists()
    plan.moved = [name for name in _present(folder) if name not in snapshot.files and name != EVENT_FILE]
    plan.left_behind = _other_branch(folder, journal)
    return plan


def _mend_journal(folder: Path, plan: Restoration) -> Journal | None:
    """The journal that will stand there; None where it is lost and no copy has it."""
    path = folder / JOURNAL_FILE
    try:
        journal = Journal(path, _bytes(path))
        wrong = disputes(folder, journal)
        if not journal.entries and not wrong and any(folder.glob(ROUND_FILES)):
            wrong = [Problem("journal_missing", JOURNAL_FILE)]
        readable = bool(journal.entries)
    except InputProblems as broken:
        if broken.exit_code == 5:
            raise
        wrong, readable = list(broken.problems), False
    if not wrong:
        return journal
    plan.faults += wrong
    for snapshot in snapshots(folder):
        if not snapshot.before and (sound := _sound(snapshot)):
            plan.taken[JOURNAL_FILE] = snapshot
            plan.replaced += [JOURNAL_FILE] * readable
            return sound
    return None


def _sound(snapshot: Snapshot) -> Journal | None:
    """The journal of a copy; None where it is damaged, so that an older copy serves."""
    try:
        return snapshot.journal()
    except InputProblems:
        return None


def _faults(path: Path) -> list[Problem]:
    """Why a workbook cannot be read. One that is only open elsewhere raises: it cannot be replaced either."""
    try:
        read_book(path)
    except InputProblems as found:
        if found.exit_code == 5:
            raise
        return list(found.problems)
    return []


def _sources(folder: Path, name: str, record: Record) -> Iterator[Snapshot]:
    """The copies with a readable ``name`` that say of it what the journal says now, newest first."""
    now = _said(record, name)
    for snapshot in snapshots(folder):
        if name in snapshot.files and (journal := _sound(snapshot)) and _said(replay(journal), name) == now:
            with tempfile.TemporaryDirectory(prefix="qisai-") as beside:
                try:
                    (Path(beside) / name).write_bytes(snapshot.read(name))
                    read_book(Path(beside) / name)
                except InputProblems:
                    continue
            yield snapshot


def _said(record: Record, name: str) -> object:
    """What the journal knows of a file: the numbers, or the lines of a round as published and accepted."""
    if name == NUMBERS_FILE:
        return record.numbers
    mine = (p for p in record.publications if p.file == name)
    return next(((p.group, p.stage, p.round, p.lines, p.bye, p.lots, p.accepted) for p in mine), None)


def _fit_the_rest(folder: Path, plan: Restoration, journal: Journal, snapshot: Snapshot) -> None:
    """What a journal that comes back does not know is moved out; 编号.xlsx, which the program writes, comes with it."""
    known = {publication.file for publication in replay(journal).publications}
    plan.moved += [path.name for path in sorted(folder.glob(ROUND_FILES)) if path.name not in known]
    if (folder / NUMBERS_FILE).exists() and NUMBERS_FILE not in plan.taken and NUMBERS_FILE not in plan.moved:
        if NUMBERS_FILE not in snapshot.files:
            plan.moved.append(NUMBERS_FILE)
        elif snapshot.read(NUMBERS_FILE) != _bytes(folder / NUMBERS_FILE):
            plan.taken[NUMBERS_FILE] = snapshot
    plan.left_behind = _other_branch(folder, journal)


def _other_branch(folder: Path, journal: Journal) -> list[Path]:
    """Copies of states that a journal does not come from: left in 备份 they would speak against it."""
    return [one.path for one in snapshots(folder) if not one.before and not journal.holds(one.line, one.hash)]


def carry_out(folder: Path, plan: Restoration) -> Path:
    """Do it, the journal last; returns the copy of the present state that was kept first.

    Killed on the way, the same command finishes it. Raises ``InputProblems`` where a file is open elsewhere or the
    disk is full; until the copy is written nothing is changed.
    """
    contents = {name: snapshot.read(name) for name, snapshot in plan.taken.items()}
    kept = _keep_before(folder)
    for path in (*(folder / name for name in plan.moved), *plan.left_behind):
        _move_out(folder, path)
    for name in sorted(contents, key=lambda name: name == JOURNAL_FILE):
        replace_file(folder / name, contents[name])
    return kept


def _move_out(folder: Path, path: Path) -> None:
    target = folder / FOLDER / MOVED / path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, _free(target))
    except OSError as error:
        raise unusable(path.name, error) from None


def listed(folder: Path) -> Iterable[str]:
    """One line a copy, newest first."""
    for one in snapshots(folder):
        when = one.time.replace("T", " ")[:16] or "—"
        yield f"{one.line:>5}　{when}　{one.what}{f'（{BEFORE}）' * one.before}　{len(one.files)} 个文件　{one.path.name}"

