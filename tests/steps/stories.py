"""Steps of a small event, told so that they can be cut short: a folder before, a command, the folder after."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import openpyxl

import small_event as small
from qisai import steps
from qisai.event.snapshots import newest
from qisai.excel.problem_list import PROBLEM_LIST
from qisai.journal import Journal
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE


def _walk_in(folder: Path) -> None:
    """Somebody comes late for the round that is due."""

    def add(book: openpyxl.Workbook) -> None:
        people, changes = book["报名"], book["变动"]
        wanted = {**small.people(10)[9], "序号": 10}
        header = [cell.value for cell in people[1]]
        small.put_rows(people, [[wanted.get(column) for column in header]], first=people.max_row + 1)
        header = [cell.value for cell in changes[1]]
        small.put_rows(changes, [[{"轮次": 3, "序号": 10, "变动": "迟到加入"}.get(column) for column in header]])

    small.edit(folder / EVENT_FILE, add)


def _second_round_typed(folder: Path) -> None:
    small.fill(folder)


def _late_and_typed(folder: Path) -> None:
    small.fill(folder)
    _walk_in(folder)


def _late_round_out(folder: Path) -> None:
    _late_and_typed(folder)
    assert small.next_round(folder) == 0


def _corrected(folder: Path) -> None:
    """Round 1 reads otherwise now, with a reason; round 2 is typed."""
    small.fill(folder)
    row, was = 2, openpyxl.load_workbook(folder / small.ROUND)["对局"]
    typed = was[f"{small.column(folder / small.ROUND, '对局', '结果')}{row}"].value
    small.result(folder, row, "黑胜" if typed == "红胜" else "红胜")
    small.result(folder, row, "成绩单写反", name="更正理由")


@dataclass(frozen=True)
class Story:
    """``rounds`` as in ``small_event.copy``, what is typed before, and the words of the command."""

    rounds: int
    typed: Callable[[Path], None]
    words: tuple[str, ...]

    def command(self, folder: Path) -> int:
        return small.run(self.words[0], folder, *self.words[1:])


NEXT = ("next", "--yes", "--no-reports")
STORIES = {
    "draw": Story(-1, lambda folder: None, ("draw", "--yes")),
    "first round": Story(0, lambda folder: None, NEXT),
    "next": Story(2, _second_round_typed, NEXT),
    "next with a walk-in": Story(2, _late_and_typed, NEXT),
    "next with a correction": Story(2, _corrected, NEXT),
    "two stages": Story(3, _second_round_typed, NEXT),
    "the end": Story(5, _second_round_typed, NEXT),
    "publish": Story(0, lambda folder: None, ("publish", "--no-reports")),
    "undo": Story(2, lambda folder: None, ("undo", "--yes")),
    "undo with a walk-in": Story(2, _late_round_out, ("undo", "--yes")),
    "undo the draw": Story(0, lambda folder: None, ("undo", "--yes")),
    "restore": Story(3, lambda folder: None, ("restore", "--snapshot", "4", "--yes")),
}


@dataclass(frozen=True)
class Told:
    """A story as it goes undisturbed: the folders before and after it."""

    story: Story
    before: Path
    after: Path

    def fresh(self, folder: Path) -> Path:
        if folder.exists():
            shutil.rmtree(folder)
        return Path(shutil.copytree(self.before, folder))


@cache
def told(name: str) -> Told:
    story, place = STORIES[name], Path(tempfile.mkdtemp(prefix="qisai-"))
    before, after = place / "before" / "小赛", place / "after" / "小赛"
    small.copy(before, story.rounds)
    story.typed(before)
    shutil.copytree(before, after)
    assert story.command(after) == 0
    return Told(story, before, after)


def visible(folder: Path) -> dict[str, bytes]:
    """The files that the organizer sees in the event folder, but for the list of problems."""
    files = (path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".") and path.name != PROBLEM_LIST)
    return {path.name: path.read_bytes() for path in sorted(files)}


def check_old_or_new(folder: Path, story: Told) -> None:
    """Cut short: each file is the old one or the new one, the journal is sound and a beginning of the new one."""
    old, new, now = visible(story.before), visible(story.after), visible(folder)
    journal = Journal(folder / JOURNAL_FILE)
    if story.story.words[0] != "restore":
        whole = Journal(story.after / JOURNAL_FILE)
        assert journal.entries == whole.entries[: len(journal.entries)]
        assert len(journal.entries) >= len(Journal(story.before / JOURNAL_FILE).entries)
    for name, data in now.items():
        assert name == JOURNAL_FILE or data in (old.get(name), new.get(name)), name
    typed = {name for name in old.keys() & new.keys() if name.startswith("第") and old[name] == new[name]}
    assert all(now.get(name) == old[name] for name in typed), "a sheet with results was lost"


def check_rerun(folder: Path, story: Told) -> None:
    """The same command once more, or where it had come to its end any change, gives what it gives undisturbed."""
    if (folder / JOURNAL_FILE).exists() and Journal(folder / JOURNAL_FILE).entries == Journal(story.after / JOURNAL_FILE).entries:
        if story.story.words[0] == "restore":
            assert story.story.command(folder) == 0
        with steps.changing(folder):
            pass
    else:
        assert story.story.command(folder) == 0
    assert visible(folder) == visible(story.after)
    kept, wanted = newest(folder), newest(story.after)
    assert kept and wanted and kept.path.name == wanted.path.name
    assert kept.path.read_bytes() == wanted.path.read_bytes()
    assert [path for path in folder.rglob(".*.new") if "报表" not in path.parts] == []
