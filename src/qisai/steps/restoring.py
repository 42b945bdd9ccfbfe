"""Going back to a copy of the event, whole or file by file: first the plan, then the doing, which a kill cannot halve."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qisai.event.snapshots import (
    BEFORE,
    FOLDER,
    MARK,
    MOVED,
    ROUND_FILES,
    Snapshot,
    Unrecorded,
    belongs,
    chain,
    disputes,
    event_name,
    further,
    snapshots,
    unreadable,
    unrecorded,
)
from qisai.journal import Journal, canonical
from qisai.problems import InputProblems, Problem, unusable
from qisai.record import Record, replay
from qisai.sheets import read_book, replace_file
from qisai.steps.snapshots import bytes_of, free, keep_before, present, sound_part
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS_FILE


@dataclass
class Restoration:
    """What is wrong with a folder now and what a restore does about it; file names.

    ``taken``: from which copy; ``replaced``: those of them that take the place of a file that can be read;
    ``moved``: into 备份/移出; ``made``: missing, the next command writes them from the journal; ``helpless``: no way here.
    ``typed_since``: those taken into which a person types, so that what came after the copy is gone.
    ``unproven``: round files of which the journal that will stand there knows nothing; ``newer``: what is damaged
    and seems to go further than it. ``events``: the journal is lost, and these, the newest copy of each, may be of another event.
    ``parted``: the line from which the sound journal that stands there and the copy's tell different things, 0 for none.
    """

    faults: list[Problem] = field(default_factory=list)
    taken: dict[str, Snapshot] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    helpless: list[str] = field(default_factory=list)
    left_behind: list[Path] = field(default_factory=list)
    typed_since: list[str] = field(default_factory=list)
    unproven: list[Unrecorded] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    events: list[Snapshot] = field(default_factory=list)
    parted: int = 0

    @property
    def changes(self) -> bool:
        return bool(self.taken or self.moved or self.left_behind)

    @property
    def forgets(self) -> bool:
        """Whether something that was published, or may have been, will not be known afterwards."""
        return bool(self.unproven or self.newer or self.parted)


def chosen(folder: Path, wanted: str) -> Snapshot:
    """The copy of a number, or of a file name. Raises ``InputProblems`` where there is none, or where it is of another
    event than the sound journal that stands there."""
    own = chain(sound_part(folder / JOURNAL_FILE, bytes_of(folder / JOURNAL_FILE)))
    there = snapshots(folder)
    by_number = [one for one in there if wanted.isdecimal() and one.line == int(wanted)]
    by_name = [one for one in there if wanted == one.path.name]
    found = sorted(by_number, key=lambda one: (bool(own) and one.first != own, one.before)) or by_name
    if not found:
        damaged = wanted in [path.name for path in unreadable(folder)]
        raise InputProblems([Problem("damaged", wanted) if damaged else Problem("snapshot_unknown", FOLDER, value=wanted)])
    one = found[0]
    if own and one.first and one.first != own and not (one.before and by_name):
        raise InputProblems([Problem("snapshot_other", one.path.name, details={"event": one.event or "名称读不出来"})])
    return one


def mending(folder: Path, first: str = "") -> Restoration:
    """Bring back only what is missing or cannot be read, each file from the newest copy that fits the journal.

    A journal that is gone, broken, or at odds with the newest copy of the same event is taken from that copy; ``first``
    says which event it is where that is in doubt. Round files with typed results are never replaced while they can be read.
    """
    plan = Restoration()
    journal = _mend_journal(folder, plan, first)
    if journal is None:
        plan.helpless += [JOURNAL_FILE] * (not plan.events)
        return plan
    record = replay(journal)
    rounds = {publication.file: publication.accepted is not None for publication in record.publications}
    for name in (EVENT_FILE, *[NUMBERS_FILE] * bool(record.numbers), *rounds):
        there = (folder / name).exists()
        faults = _faults(folder / name)
        if not faults:
            continue
        plan.faults += faults
        source = next(_sources(folder, name, record, chain(journal)), None)
        if source is not None:
            plan.taken[name] = source
            plan.typed_since += [name] * (name == EVENT_FILE or rounds.get(name) is False)
        elif name == EVENT_FILE or (there and rounds.get(name) is False):
            plan.helpless.append(name)
            continue
        else:
            plan.made.append(name)
        plan.moved += [name] * there
    unknown = unrecorded(folder, rounds)
    if JOURNAL_FILE in plan.taken:
        plan.unproven = [one for one in unknown if one.tables != 0]
        plan.newer = list(_further(folder, len(journal.entries)))
        _fit_the_rest(folder, plan, journal, plan.taken[JOURNAL_FILE])
    else:
        plan.faults += [one.problem for one in unknown]
    return plan


def whole_state(folder: Path, snapshot: Snapshot) -> Restoration:
    """Bring back a whole copy: its files take the place of those that differ, other round files are moved out.

    One that was kept before a restore comes back byte by byte, whatever is wrong with it. Raises ``InputProblems`` where
    the copy itself is damaged.
    """
    plan = Restoration()
    for name in snapshot.files:
        data = snapshot.read(name)
        if not (folder / name).exists() or bytes_of(folder / name) != data:
            plan.taken[name] = snapshot
            plan.replaced += [name] * (folder / name).exists()
    plan.moved = [name for name in present(folder) if name not in snapshot.files and name != EVENT_FILE]
    if snapshot.before:
        data = snapshot.read(JOURNAL_FILE) if JOURNAL_FILE in snapshot.files else b""
        journal = sound_part(snapshot.path, data)
        whole = bool(journal.entries) and len(data.splitlines()) == len(journal.entries)
    else:
        journal, whole = snapshot.journal(), True
    plan.typed_since = [name for name in plan.taken if name not in (NUMBERS_FILE, JOURNAL_FILE)]
    plan.unproven = [one for one in unrecorded(folder, snapshot.files) if one.tables != 0]
    plan.left_behind = _other_branch(folder, journal) if whole else []
    return plan


def _mend_journal(folder: Path, plan: Restoration, first: str) -> Journal | None:
    """The journal that will stand there; None where it is lost and no copy has it, or it is open whose copy to take."""
    path = folder / JOURNAL_FILE
    data = bytes_of(path)
    own = chain(sound_part(path, data)) or first
    try:
        journal = Journal(path, data)
        found = disputes(folder, journal)
        plan.faults += [problem for problem in found if problem.code == "snapshot_foreign"]
        wrong = [problem for problem in found if problem.code != "snapshot_foreign"]
        if not journal.entries and not wrong and (any(folder.glob(ROUND_FILES)) or (folder / NUMBERS_FILE).exists()):
            wrong = [Problem("journal_missing", JOURNAL_FILE)]
        readable = bool(journal.entries)
    except InputProblems as broken:
        if broken.exit_code == 5:
            raise
        wrong, readable = list(broken.problems), False
    if not wrong:
        return journal
    plan.faults += wrong
    sound = [(one, whole) for one in snapshots(folder) if not one.before and (whole := _sound(one))]
    newest = {one.first: one for one, _ in reversed(sound)}
    if not own and newest:
        name = event_name(folder)
        if len(newest) > 1 or any(name and one.event != name for one in newest.values()):
            plan.events = list(newest.values())
            return None
        own = next(iter(newest))
    for snapshot, copied in sound:
        if snapshot.first != own:
            continue
        if readable and journal.holds(snapshot.line, snapshot.hash):
            return journal  # what is wrong is no reason to go back behind it
        plan.taken[JOURNAL_FILE] = snapshot
        plan.replaced += [JOURNAL_FILE] * readable
        pairs = zip(journal.entries, copied.entries, strict=False) if readable else ()
        plan.parted = next((one.line for one, other in pairs if one.hash != other.hash), 0)
        return copied
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


def _sources(folder: Path, name: str, record: Record, first: str) -> Iterator[Snapshot]:
    """The copies with a readable ``name`` that say of it what the journal says now, newest first."""
    now = _said(record, name)
    for snapshot in snapshots(folder):
        journal = _sound(snapshot) if name in snapshot.files and snapshot.first in (first, "") else None
        if journal is not None and _said(replay(journal), name) == now:
            try:
                snapshot.workbook(name)
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
        elif snapshot.read(NUMBERS_FILE) != bytes_of(folder / NUMBERS_FILE):
            plan.taken[NUMBERS_FILE] = snapshot
    plan.left_behind = _other_branch(folder, journal)


def _other_branch(folder: Path, journal: Journal) -> list[Path]:
    """Copies of states of this event that a journal does not come from, and damaged ones that go further: left in 备份
    they would speak against it."""
    mine = (one for one in snapshots(folder) if not one.before and one.first in (chain(journal), ""))
    parted = [one.path for one in mine if not journal.holds(one.line, one.hash)]
    damaged = (folder / FOLDER / name for name, _ in further(folder, len(journal.entries)))
    return [*parted, *(path for path in damaged if path not in parted)]


def _further(folder: Path, lines: int) -> Iterator[str]:
    """What is damaged and goes further than so many lines: copies, by what they or their names say, and the journal."""
    if len(sound_part(folder / JOURNAL_FILE, bytes_of(folder / JOURNAL_FILE)).entries) > lines:
        yield JOURNAL_FILE
    yield from (name for name, _ in further(folder, lines))


# --- doing it -----------------------------------------------------------------------------------------------
def carry_out(folder: Path, plan: Restoration) -> Path:
    """Do it; returns the copy of the present state that was kept first.

    What is open elsewhere is found before anything is touched. Then a mark says what is under way, the files come to
    their places, the journal last, and only then others are moved out: cut off on the way, :func:`finish` does the rest.
    Raises ``InputProblems`` where a file is open elsewhere or the disk is full.
    """
    aside = [name for name in plan.moved if name not in plan.taken]
    _all_free(folder, [*plan.taken, *aside], plan.left_behind)
    for name, snapshot in plan.taken.items():
        snapshot.read(name)
    kept = keep_before(folder)
    order = sorted(plan.taken, key=lambda name: name == JOURNAL_FILE)
    todo = {
        "taken": [[name, plan.taken[name].path.name, name in plan.moved] for name in order],
        "moved": aside,
        "left_behind": [path.name for path in plan.left_behind],
    }
    replace_file(folder / FOLDER / MARK, canonical(todo).encode("utf-8"))
    finish(folder)
    return kept


def finish(folder: Path) -> bool:
    """Do what is left of a restore that was cut off; whether there was one. Raises ``InputProblems`` as
    :func:`carry_out`, and where the mark cannot be understood."""
    mark = folder / FOLDER / MARK
    if not mark.exists():
        return False
    taken, moved, left_behind = _marked(mark)
    for name, copy, torn in taken:
        source = next((one for one in snapshots(folder) if one.path.name == copy), None)
        if source is None and copy in left_behind:
            continue  # they are moved after all files have come to their places
        if source is None:
            raise InputProblems([Problem("restore_cut", FOLDER, value=copy)])
        data, now = source.read(name), bytes_of(folder / name)
        if now != data or not (folder / name).exists():
            if torn and (folder / name).exists():
                replace_file(free(folder / FOLDER / MOVED / name), now)
            replace_file(folder / name, data)
    for path in [*(folder / name for name in moved), *(folder / FOLDER / name for name in left_behind)]:
        if path.exists():
            _move_out(folder, path)
    try:
        mark.unlink()
    except OSError as error:
        raise unusable(mark.name, error) from None
    return True


def give_up(folder: Path) -> None:
    """Take away a mark that cannot be finished, e.g. since its copy is gone; what was kept before is still there."""
    (folder / FOLDER / MARK).unlink(missing_ok=True)


def _marked(mark: Path) -> tuple[list[tuple[str, str, bool]], list[str], list[str]]:
    """What a mark says, names of files of an event and of copies only."""
    try:
        todo = json.loads(mark.read_text(encoding="utf-8"))
        taken = [(str(name), str(copy), bool(torn)) for name, copy, torn in todo["taken"]]
        moved, left_behind = [str(name) for name in todo["moved"]], [str(name) for name in todo["left_behind"]]
    except OSError as error:
        raise unusable(mark.name, error) from None
    except (ValueError, KeyError, TypeError):
        raise InputProblems([Problem("restore_cut", FOLDER)]) from None
    plain_zip = all(re.fullmatch(r"[^/\\]+\.zip", name) for name in (*left_behind, *(copy for _, copy, _ in taken)))
    if not plain_zip or not all(belongs(name) for name in (*moved, *(name for name, _, _ in taken))):
        raise InputProblems([Problem("restore_cut", FOLDER)])
    return taken, moved, left_behind


def _all_free(folder: Path, names: Iterable[str], copies: Sequence[Path]) -> None:
    """Raise ``InputProblems`` naming all files that are open elsewhere or cannot be written."""
    found: list[Problem] = []
    names = list(names)
    for path in (*(folder / name for name in names), *copies):
        try:
            if path.exists():
                with path.open("r+b"):
                    pass
        except OSError as error:
            found += unusable(path.name, error).problems
    for name in names:
        for beside in (f"~${name}", f"~${name[2:]}", f".~lock.{name}#"):
            if (folder / beside).exists():
                found.append(Problem("open_now", name, details={"beside": beside}))
    if found:
        raise InputProblems(found)


def _move_out(folder: Path, path: Path) -> None:
    target = folder / FOLDER / MOVED / path.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, free(target))
    except OSError as error:
        raise unusable(path.name, error) from None


def listed(folder: Path) -> Iterator[str]:
    """One line a copy, newest first, each read through; then the zips that cannot be read."""
    there = snapshots(folder)
    several = len({one.first for one in there if one.first}) > 1
    for one in there:
        when = one.time.replace("T", " ")[:16] or "—"
        event = f"　赛事「{one.event or '读不出来'}」" if several else ""
        damaged = "　损坏！" if one.faults else ""
        what = f"{one.what}（{BEFORE}）" if one.before else one.what
        yield f"{one.line:>5}　{when}　{what}　{len(one.files)} 个文件　{one.path.name}{event}{damaged}"
    for path in unreadable(folder):
        yield f"    —　{path.name}　损坏，或不是程序存的备份：读不出来"
