"""A copy at every state, the proof that a journal was shortened, and the way back without losing anything."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

import pytest
from filelock import FileLock
from stories import visible

import small_event as small
from qisai import steps
from qisai.event import open_event
from qisai.event.snapshots import FOLDER, MOVED, newest, snapshots
from qisai.journal import Journal
from qisai.problems import InputProblems
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS_FILE

SECOND, THIRD = "第02轮.xlsx", "第03轮.xlsx"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / FOLDER).glob("*.zip"))


def cut(folder: Path, lines: int) -> None:
    """Take whole lines from the end of the journal, as an older copy of the file would."""
    path = folder / JOURNAL_FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-lines]))


def codes(folder: Path) -> list[str]:
    with pytest.raises(InputProblems) as raised:
        open_event(folder)
    return [problem.code for problem in raised.value.problems]


# --- keeping ------------------------------------------------------------------------------------------------
def test_every_step_leaves_one_copy_that_tells_what_happened(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "比赛（1）", 3)
    wanted = ["0001_抽签_0830.zip", "0002_第01轮公布_0845.zip", "0004_第02轮公布_1003.zip", "0006_第03轮公布_1103.zip"]
    assert names(folder) == wanted
    last = newest(folder)
    assert last and set(last.files) == {EVENT_FILE, NUMBERS_FILE, JOURNAL_FILE, small.ROUND, SECOND, THIRD}
    assert {name: last.read(name) for name in last.files} == {name: (folder / name).read_bytes() for name in last.files}


def test_the_same_event_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = (small.copy(tmp_path / name, 2) for name in ("甲", "乙"))
    for folder in (one, other):
        small.fill(folder)
        assert small.next_round(folder) == 0
    assert small.contents(one / FOLDER) == small.contents(other / FOLDER)


def test_what_is_refused_and_what_is_only_read_leaves_no_copy(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    before = names(folder)
    assert small.next_round(folder) == 3
    assert small.run("check", folder) == 0
    assert names(folder) == before


def test_a_copy_that_a_kill_kept_back_is_made_by_the_next_change(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    last = newest(folder)
    assert last
    kept = last.path.read_bytes()
    last.path.unlink()
    with steps.changing(folder):
        pass
    assert last.path.read_bytes() == kept


@pytest.mark.parametrize("where", [FOLDER, f"{FOLDER}/0006"])
def test_play_goes_on_where_no_copy_can_be_kept(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 2)
    small.fill(folder)
    if where == FOLDER:  # a file of that name stands in the way
        shutil.rmtree(folder / FOLDER)
        (folder / FOLDER).write_bytes(b"")
    else:
        replace = os.replace

        def full(source: object, target: object) -> None:
            if FOLDER in str(target):
                raise OSError(28, "No space left on device")
            replace(str(source), str(target))

        monkeypatch.setattr(os, "replace", full)
    assert small.next_round(folder) == 0
    assert (folder / THIRD).exists()
    told = small.told(capsys.readouterr().out)["snapshot_failed"]
    assert len(told) == 1 and "提醒" in told[0] and "比赛不受影响" in told[0]


def test_half_written_files_of_a_killed_program_go_with_the_next_change(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    drafts = [folder / f".{SECOND}.new", folder / FOLDER / ".0004_x.zip.new"]
    for draft in drafts:
        draft.write_bytes(b"PK half")
    with steps.changing(folder):
        assert not any(draft.exists() for draft in drafts)


def test_a_second_program_is_told_to_wait_and_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 2)
    small.fill(folder)
    before = visible(folder)
    with FileLock(folder / ".qisai.lock"):
        assert small.next_round(folder) == 5
        assert small.run("restore", folder, "--snapshot", "1", "--yes") == 5
    assert len(small.told(capsys.readouterr().out)["busy"]) == 2
    assert visible(folder) == before


# --- the proof ----------------------------------------------------------------------------------------------
def test_a_journal_that_lost_its_last_lines_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 3)
    cut(folder, 2)
    (folder / THIRD).unlink()  # so that everything else agrees
    assert small.run("check", folder) == 3
    line = small.told(capsys.readouterr().out)["journal_shortened"][0]
    assert "0006_第03轮公布_1103.zip" in line and "只有 4 行" in line and "restore" in line


def test_another_journal_of_the_same_length_is_found_out(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    path = folder / JOURNAL_FILE
    entries = Journal(path).entries
    path.unlink()
    for entry in entries:  # chained anew, with a result turned
        data = {**entry.data, "order": entry.data["order"][::-1]} if entry.kind == "accept" else entry.data
        Journal(path).append(entry.kind, data, entry.time)
    assert codes(folder) == ["journal_shortened"]


def test_a_journal_that_goes_further_than_the_last_copy_is_right(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 3)
    for path in sorted((folder / FOLDER).glob("*.zip"))[1:]:
        path.unlink()
    assert len(open_event(folder).journal.entries) == 6


@pytest.mark.parametrize("damage", ["empty", "not a zip", "a zip of somebody", "cut off"])
def test_a_copy_that_cannot_be_read_stops_play_only_by_a_number_beyond_the_journal(damage: str, tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    path = folder / FOLDER / "9999_第09轮公布_0900.zip"
    if damage == "a zip of somebody":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("../x.txt", "x")
    else:
        whole = newest(folder)
        assert whole
        path.write_bytes({"empty": b"", "not a zip": b"x" * 999, "cut off": whole.path.read_bytes()[:-400]}[damage])
    assert codes(folder) == ["snapshot_newer"]
    assert [one.line for one in snapshots(folder)] == [4, 2, 1]
    path.rename(path.with_name("0004_第09轮公布_0900.zip"))
    assert len(open_event(folder).journal.entries) == 4


def test_an_event_whose_files_are_gone_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    for name in (JOURNAL_FILE, NUMBERS_FILE, small.ROUND, SECOND):
        (folder / name).unlink()
    assert codes(folder) == ["journal_missing"]


# --- mending ------------------------------------------------------------------------------------------------
def test_nothing_is_wrong_and_nothing_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 2)
    before = small.contents(folder)
    assert small.run("restore", folder) == 0
    said = capsys.readouterr().out
    assert said.index("0004_第02轮公布_1003.zip") < said.index("0002_第01轮公布_0845.zip")
    assert "没有要恢复的" in said
    assert small.contents(folder) == before


@pytest.mark.parametrize(
    ("lost", "how"),
    [
        (EVENT_FILE, "missing"), (NUMBERS_FILE, "unreadable"), (SECOND, "missing"), (SECOND, "unreadable"),
        (JOURNAL_FILE, "missing"), (JOURNAL_FILE, "unreadable"),
    ],
)
def test_what_is_lost_comes_back_as_it_was(lost: str, how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 3)
    before = visible(folder)
    if how == "missing":
        (folder / lost).unlink()
    else:
        (folder / lost).write_bytes(b"PK\x03\x04 torn\nx\n")
    assert small.run("restore", folder, "--yes") == 0
    assert visible(folder) == before
    if how == "unreadable" and lost != JOURNAL_FILE:
        assert (folder / FOLDER / MOVED / lost).read_bytes() == b"PK\x03\x04 torn\nx\n"
    with zipfile.ZipFile(next((folder / FOLDER).glob("*恢复前.zip"))) as kept:
        assert (lost in kept.namelist()) == (how == "unreadable")
    assert "现在：第 3 轮（积分）已公布" in capsys.readouterr().out


def test_a_missing_file_comes_back_on_enter_and_a_readable_one_only_on_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    whole = visible(folder)
    (folder / SECOND).unlink()
    small.answer(monkeypatch, "")
    assert small.run("restore", folder) == 0
    assert visible(folder) == whole
    cut(folder, 1)
    small.answer(monkeypatch, "")
    assert small.run("restore", folder) == 3
    assert (folder / JOURNAL_FILE).read_bytes() != whole[JOURNAL_FILE]
    small.answer(monkeypatch, "是")
    assert small.run("restore", folder) == 0
    assert visible(folder) == whole


def test_results_typed_since_stay_when_the_journal_comes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 3)
    small.fill(folder)
    typed = visible(folder)
    (folder / JOURNAL_FILE).unlink()
    assert small.run("restore", folder, "--yes") == 0
    assert visible(folder) == typed
    assert "填好而记录里还没有的成绩" in capsys.readouterr().out
    assert small.next_round(folder) == 0  # they are accepted now
    assert (folder / "第04轮_淘汰.xlsx").exists()


def test_a_journal_from_an_older_copy_moves_newer_rounds_out_only_on_a_word_and_deletes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    third = (folder / THIRD).read_bytes()
    last = newest(folder)
    assert last
    last.path.unlink()
    (folder / JOURNAL_FILE).unlink()
    assert small.run("restore", folder, "--yes") == 3
    assert (folder / THIRD).read_bytes() == third
    small.answer(monkeypatch, "重新编排")
    assert small.run("restore", folder) == 0
    assert len(open_event(folder).journal.entries) == 4
    assert (folder / FOLDER / MOVED / THIRD).read_bytes() == third
    assert not (folder / THIRD).exists()
    assert small.next_round(folder) == 0  # round 2 stands typed in its sheet: accepted again, round 3 paired again
    assert (folder / THIRD).read_bytes() == third


def test_a_copy_from_before_its_results_were_accepted_is_not_taken(tmp_path: Path) -> None:
    """Round 2 as kept when it was published is blank; the journal knows its results, and the next step writes them."""
    folder = small.copy(tmp_path / "e", 3)
    last = newest(folder)
    assert last
    last.path.unlink()
    (folder / SECOND).unlink()
    assert small.run("restore", folder, "--yes") == 0
    assert not (folder / SECOND).exists()
    with steps.changing(folder) as event:
        assert event.restored == [SECOND]
        assert steps.review(event).corrections == []


def test_without_any_copy_it_says_what_can_be_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 2)
    shutil.rmtree(folder / FOLDER)
    (folder / JOURNAL_FILE).unlink()
    assert small.run("restore", folder, "--yes") == 3
    said = capsys.readouterr().out
    assert "还没有备份" in said and "备份里也没有可用的记录" in said


# --- a whole copy -------------------------------------------------------------------------------------------
def test_going_back_to_a_copy_and_forth_again_loses_nothing(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 3)
    small.fill(folder)
    typed = visible(folder)
    then = next(one for one in snapshots(folder) if one.line == 2)
    wanted = {name: then.read(name) for name in then.files}
    assert small.run("restore", folder, "--snapshot", "2", "--yes") == 0
    now = visible(folder)
    assert {name: now[name] for name in wanted} == wanted
    assert {name for name in now if name.startswith("第")} == {small.ROUND}
    assert names(folder) == ["0001_抽签_0830.zip", "0002_第01轮公布_0845.zip", "0006_第03轮公布_1103_恢复前.zip"]
    assert open_event(folder).notices == []
    small.fill(folder, seed="别的成绩")
    assert small.next_round(folder) == 0  # another history from here on
    assert small.run("restore", folder, "--snapshot", "6", "--yes") == 0
    assert visible(folder) == typed
    assert open_event(folder).notices == []
    assert small.next_round(folder) == 0


def test_a_whole_copy_is_taken_only_on_a_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    before = small.contents(folder)
    small.answer(monkeypatch, "")
    assert small.run("restore", folder, "--snapshot", "0004_第02轮公布_1003.zip") == 3
    said = capsys.readouterr().out
    assert "第02轮.xlsx　取自 0004_第02轮公布_1003.zip（代替现在的这一份）" in said and "第03轮.xlsx　移到 备份/移出" in said
    assert small.contents(folder) == before


@pytest.mark.parametrize("wanted", ["7", "0", "x", "../0001"])
def test_a_copy_that_is_not_there_is_told(wanted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 2)
    before = visible(folder)
    assert small.run("restore", folder, "--snapshot", wanted, "--yes") == 3
    assert wanted in small.told(capsys.readouterr().out)["snapshot_unknown"][0]
    assert visible(folder) == before


def test_a_copy_with_a_broken_file_is_refused_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 3)
    one = next(one for one in snapshots(folder) if one.line == 4)
    data = bytearray(one.path.read_bytes())
    with zipfile.ZipFile(one.path) as archive:
        place = archive.getinfo(SECOND).header_offset
    for offset in range(place + 200, place + 400):
        data[offset] ^= 0x55
    one.path.write_bytes(bytes(data))
    before = visible(folder)
    assert small.run("restore", folder, "--snapshot", "4", "--yes") == 3
    assert one.path.name in small.told(capsys.readouterr().out)["damaged"][0]
    assert visible(folder) == before


def test_what_is_kept_before_is_kept_even_where_the_journal_is_broken(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 3)
    path = folder / JOURNAL_FILE
    broken = path.read_bytes().replace(b'"kind":"publish"', b'"kind":"Publish"', 1)
    path.write_bytes(broken)
    assert codes(folder) == ["journal_broken"]
    assert small.run("restore", folder, "--yes") == 0
    kept = next(one for one in snapshots(folder) if one.before)
    assert kept.path.name == "0006_记录有损坏_表到第03轮_恢复前.zip"  # one line of it is sound, six were there
    assert kept.read(JOURNAL_FILE) == broken


def test_the_menu_offers_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from qisai.cli import main

    folder = small.copy(tmp_path / "e", 2)
    small.answer(monkeypatch, str(folder), "13", "0")
    main([])
    assert "没有要恢复的" in capsys.readouterr().out
