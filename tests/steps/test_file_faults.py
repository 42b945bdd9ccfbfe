"""A disk that fails at any write, and a program that dies there: the old state or the new, and a rerun finishes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from file_faults import Counter, Dead, dying, failing, refusing
from stories import STORIES, Told, check_old_or_new, check_rerun, told

import small_event as small
from qisai.journal import Journal
from qisai.problems import unusable
from qisai.vocabulary import JOURNAL_FILE

FAULTS: dict[str, Callable[[str, Path], None]] = {
    "disk full": refusing(errno.ENOSPC, "No space left on device"),
    "open in Excel": refusing(errno.EACCES, "Permission denied"),
    "busy": refusing(errno.EBUSY, "Device or resource busy"),
}


def writes(folder: Path, story: Told) -> list[str]:
    """What the undisturbed command writes, in order."""
    with failing(story.fresh(folder), Counter()) as counter:
        assert story.story.command(folder) == 0
    return counter.log


def refused_at(folder: Path, story: Told, number: int, fault: str, once: bool = True) -> int:
    with failing(story.fresh(folder), Counter(number, FAULTS[fault], once)):
        code = story.story.command(folder)
    assert code in (0, 5), (fault, number, code)
    check_old_or_new(folder, story)
    check_rerun(folder, story)
    return code


def dead_at(folder: Path, story: Told, number: int) -> None:
    with failing(story.fresh(folder), Counter(number, dying, once=False)), pytest.raises(Dead):
        story.story.command(folder)
    check_old_or_new(folder, story)
    check_rerun(folder, story)


@pytest.mark.long
def test_a_program_that_dies_before_any_of_the_writes_of_two_stages_leaves_the_old_state_or_the_new(tmp_path: Path) -> None:
    story = told("two stages")
    written = writes(tmp_path / "小赛", story)
    assert written[:4] == ["open journal.jsonl", "write journal.jsonl", "fsync ", "open journal.jsonl"]
    for number in (8, len(written)):
        dead_at(tmp_path / "小赛", story, number)


@pytest.mark.parametrize(("name", "number"), [("undo", 5), ("undo with a walk-in", 7), ("undo the draw", 2), ("draw", 5)])
def test_a_program_that_dies_between_the_sheet_and_the_journal_is_mended(name: str, number: int, tmp_path: Path) -> None:
    dead_at(tmp_path / "小赛", told(name), number)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_disk_that_fails_once_in_the_draw_stops_nothing_for_good(fault: str, tmp_path: Path) -> None:
    refused_at(tmp_path / "小赛", told("draw"), 7, fault)


@pytest.mark.long
@pytest.mark.parametrize("name", STORIES)
def test_every_write_of_every_step_may_be_the_last(name: str, tmp_path: Path) -> None:
    story, folder = told(name), tmp_path / "小赛"
    for number in range(1, len(writes(folder, story)) + 1):
        dead_at(folder, story, number)


@pytest.mark.long
@pytest.mark.parametrize("once", [True, False], ids=["once", "from then on"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", STORIES)
def test_every_write_of_every_step_may_be_refused(name: str, fault: str, once: bool, tmp_path: Path) -> None:
    story, folder = told(name), tmp_path / "小赛"
    codes = [refused_at(folder, story, number, fault, once) for number in range(1, len(writes(folder, story)) + 1)]
    assert 5 in codes


def test_a_file_open_in_excel_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    story = told("two stages")
    folder = story.fresh(tmp_path / "小赛")
    replace = os.replace

    def refuse(source: object, target: object) -> None:
        if Path(str(target)).name == "第04轮_其余.xlsx":
            raise PermissionError(errno.EACCES, "in use", str(target))
        replace(str(source), str(target))

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        assert story.story.command(folder) == 5
    assert "第04轮_其余.xlsx" in small.told(capsys.readouterr().out)["locked"][0]
    check_rerun(folder, story)


@pytest.mark.long
def test_a_journal_on_a_full_disk_keeps_its_lines(tmp_path: Path) -> None:
    """Half a line came through before the disk was full: the next program cuts it off."""
    story, folder = told("next"), tmp_path / "小赛"
    assert refused_at(folder, story, 2, "disk full") == 5
    assert len(Journal(folder / JOURNAL_FILE).entries) == len(Journal(story.after / JOURNAL_FILE).entries)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EBUSY, errno.EEXIST, 9999])
def test_what_the_disk_says_is_said_in_chinese(number: int) -> None:
    words = unusable("第01轮.xlsx", OSError(number, "Some English words")).problems[0].wrong
    assert not set("abcdefghijklmnopqrstuvwxyz") & set(words.lower().replace("u 盘", ""))
