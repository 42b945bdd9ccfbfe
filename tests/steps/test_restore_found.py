"""What a tester found in ``restore``: rounds forgotten without a word, strangers' copies, half-done restores."""

from __future__ import annotations

import errno
import json
import os
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pytest
from stories import visible

import small_event as small
from qisai import steps
from qisai.event import open_event
from qisai.event.snapshots import FOLDER, MARK, MOVED, newest, snapshots
from qisai.journal import Journal
from qisai.problems import InputProblems, unusable
from qisai.steps import restoring
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS_FILE

SECOND, THIRD = "第02轮.xlsx", "第03轮.xlsx"
NEWEST, OLDER = "0006_第03轮公布_1103.zip", "0004_第02轮公布_1003.zip"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def lines_kept(folder: Path, count: int) -> None:
    path = folder / JOURNAL_FILE
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:count]))


def spoil(path: Path, how: str) -> None:
    """A copy cut off, or with one byte of its journal turned."""
    data = bytearray(path.read_bytes())
    if how == "cut off":
        path.write_bytes(data[:3000])
        return
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo(JOURNAL_FILE).header_offset
    data[place + 300] ^= 0x55
    path.write_bytes(data)


def renamed(folder: Path, name: str) -> None:
    """Another event: another name, another draw."""

    def change(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows():
            row[1].value = {"赛事名称": name, "抽签种子": "别的种子"}.get(str(row[0].value), row[1].value)

    small.edit(folder / EVENT_FILE, change)


def of_another_event(place: Path, name: str = "别的赛事") -> Path:
    """A copy, in its own 备份, of an event with another name and another first line."""
    folder = small.copy(place, -1)
    renamed(folder, name)
    assert small.run("draw", folder, "--yes") == 0
    assert small.next_round(folder) == 0
    last = newest(folder)
    assert last
    return last.path


# --- 1: rounds that would be forgotten ----------------------------------------------------------------------
@pytest.mark.parametrize("how", ["cut off", "one byte"])
def test_an_older_journal_is_not_taken_over_a_played_round_without_a_word(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    small.fill(folder)
    spoil(folder / FOLDER / NEWEST, how)
    (folder / JOURNAL_FILE).unlink()
    before = small.contents(folder)
    assert small.run("restore", folder, "--yes") == 3
    said = capsys.readouterr().out
    assert "第03轮.xlsx 填了 4 局，取回的记录里没有第 3 轮，恢复后会重新编排" in said
    assert f"注意：{NEWEST} 比取回的记录新，可是损坏了" in said and "什么都没有改动" in said
    assert any(NEWEST in line and "损坏" in line for line in said.split("将要做的")[0].splitlines())
    for typed in ("", "y", "是"):
        small.answer(monkeypatch, typed)
        assert small.run("restore", folder) == 3
    assert small.contents(folder) == before
    small.answer(monkeypatch, "重新编排")
    assert small.run("restore", folder) == 0
    assert (folder / FOLDER / MOVED / THIRD).exists() and len(open_event(folder).journal.entries) == 4


def test_a_broken_journal_that_goes_further_than_the_copies_is_not_replaced_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    (folder / FOLDER / NEWEST).unlink()
    (folder / THIRD).unlink()
    path = folder / JOURNAL_FILE
    head, last = path.read_bytes()[:-1].rsplit(b"\n", 1)
    path.write_bytes(head + b"\n" + last.replace(b'"kind":"publish"', b'"kind":"Publish"') + b"\n")
    before = small.contents(folder)
    assert small.run("restore", folder, "--yes") == 3
    assert "注意：journal.jsonl 比取回的记录新" in capsys.readouterr().out
    assert small.contents(folder) == before


def test_an_older_copy_that_is_named_is_meant_and_still_says_what_is_forgotten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    small.fill(folder)
    assert small.run("restore", folder, "--snapshot", "4", "--yes") == 0
    assert "第03轮.xlsx 填了 4 局，取回的记录里没有第 3 轮" in capsys.readouterr().out


def test_a_copy_with_another_name_hides_nothing(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 3)
    copies = folder / FOLDER
    shutil.copy(copies / "0001_抽签_0830.zip", copies / "最早的备份.zip")
    lines_kept(folder, 4)
    (folder / THIRD).unlink()
    with pytest.raises(InputProblems) as raised:
        open_event(folder)
    assert [problem.code for problem in raised.value.problems] == ["journal_shortened"]
    last = newest(folder)
    assert last and last.path.name == NEWEST


def test_a_played_round_without_a_record_is_never_told_to_be_moved_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    shutil.rmtree(folder / FOLDER)
    lines_kept(folder, 2)
    before = small.contents(folder)
    assert small.next_round(folder) == 3
    told = small.told(capsys.readouterr().out)
    assert set(told) == {"round_unrecorded"} and len(told["round_unrecorded"]) == 2
    second = next(line for line in told["round_unrecorded"] if SECOND in line)
    assert "填了 4 局" in second and "先找回记录" in second and "不要移走有成绩的表" in second
    assert small.run("restore", folder, "--yes") == 3
    said = capsys.readouterr().out
    assert "round_unrecorded" in said and "记录完好" not in said
    assert small.contents(folder) == before


# --- 2: copies of other events ------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("old", [False, True], ids=["named in the comment", "read from the journal inside"])
def test_a_copy_of_another_event_is_named_and_proves_nothing(
    old: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 1)
    stranger = Path(shutil.copy(of_another_event(tmp_path / "别的"), folder / FOLDER / "0009_别处.zip"))
    if old:
        with zipfile.ZipFile(stranger, "a") as archive:
            told = json.loads(archive.comment)
            del told["first"]
            archive.comment = json.dumps(told).encode()
    small.fill(folder)
    journal = (folder / JOURNAL_FILE).read_bytes()
    assert small.run("restore", folder, "--yes") == 0
    assert (folder / JOURNAL_FILE).read_bytes() == journal
    assert small.next_round(folder) == 0
    line = small.told(capsys.readouterr().out)["snapshot_foreign"][0]
    assert "提醒" in line and "0009_别处.zip" in line and "别的赛事" in line
    assert small.run("restore", folder, "--snapshot", stranger.name, "--yes") == 3
    assert "别的赛事" in small.told(capsys.readouterr().out)["snapshot_other"][0]


@pytest.mark.long
def test_a_copy_of_another_event_does_not_keep_a_new_one_from_its_draw(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    (folder / FOLDER).mkdir()
    shutil.copy(of_another_event(tmp_path / "别的"), folder / FOLDER)
    assert small.run("draw", folder, "--yes") == 0


def test_another_events_journal_put_in_the_place_of_its_own_is_found_out(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    shutil.copytree(small.copy(tmp_path / "own", 0) / FOLDER, folder / FOLDER)
    Journal(folder / JOURNAL_FILE).append("intake", {"signature": "x", "columns": {}, "headings": []}, "2024-07-20T08:00:00")
    with pytest.raises(InputProblems) as raised:
        open_event(folder)
    assert [problem.code for problem in raised.value.problems] == ["journal_shortened"]


@pytest.mark.long
def test_of_two_events_the_lost_journal_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 1)
    whole = visible(folder)
    shutil.copy(of_another_event(tmp_path / "别的"), folder / FOLDER / "0009_别处.zip")
    (folder / JOURNAL_FILE).unlink()
    before = small.contents(folder)
    assert small.run("restore", folder, "--yes") == 3
    said = capsys.readouterr().out
    assert "赛事「小小象棋赛」" in said and "赛事「别的赛事」" in said
    assert small.contents(folder) == before
    own = next(line for line in said.splitlines() if line.startswith("  ") and "小小象棋赛" in line and ". " in line)
    small.answer(monkeypatch, own.strip()[0], "")
    assert small.run("restore", folder) == 0
    assert visible(folder) == whole


# --- 3: half a restore --------------------------------------------------------------------------------------
def test_a_file_that_is_open_stops_a_restore_before_anything_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    before = small.contents(folder)
    path_open = Path.open

    def opened(path: Path, mode: str = "r", *rest: object, **keywords: object) -> object:
        if path == folder / small.ROUND and "+" in mode:
            raise PermissionError(errno.EPERM, "Operation not permitted", str(path))
        return path_open(path, mode, *rest, **keywords)  # type: ignore[call-overload]

    small.result(folder, 2, "1")
    before = small.contents(folder)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", opened)
        assert small.run("restore", folder, "--snapshot", "2", "--yes") == 5
    assert small.ROUND in small.told(capsys.readouterr().out)["no_permission"][0]
    assert small.contents(folder) == before


@pytest.mark.parametrize("beside", ["~$第03轮.xlsx", ".~lock.第03轮.xlsx#"])
def test_a_sheet_that_seems_open_is_not_moved_away(beside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "e", 3)
    (folder / beside).write_bytes(b"who")
    before = small.contents(folder)
    assert small.run("restore", folder, "--snapshot", "2", "--yes") == 5
    assert beside in small.told(capsys.readouterr().out)["open_now"][0]
    assert small.contents(folder) == before


def cut_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A restore of copy 2 that fails when it moves the first sheet out."""

    def refuse(folder: Path, path: Path) -> None:
        raise unusable(path.name, PermissionError(errno.EACCES, "in use"))

    with monkeypatch.context() as patch:
        patch.setattr(restoring, "_move_out", refuse)
        assert small.run("restore", folder, "--snapshot", "2", "--yes") == 5
    assert (folder / FOLDER / MARK).exists()


@pytest.mark.parametrize("by", ["next", "restore"])
def test_a_restore_that_was_cut_off_is_finished_by_the_next_command(
    by: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, whole = (small.copy(tmp_path / name, 3) for name in ("e", "whole"))
    assert small.run("restore", whole, "--snapshot", "2", "--yes") == 0
    cut_off(folder, monkeypatch)
    capsys.readouterr()
    assert small.run("check", folder) == 3
    assert "restore_cut" in small.told(capsys.readouterr().out)
    if by == "next":
        with steps.changing(folder) as event:
            assert [problem.code for problem in event.notices] == ["restore_finished"]
    else:
        assert small.run("restore", folder, "--yes") == 0
        assert "接着做完" in capsys.readouterr().out
    assert visible(folder) == visible(whole)
    assert not (folder / FOLDER / MARK).exists()
    assert {one.path.name for one in snapshots(folder)} == {one.path.name for one in snapshots(whole)}


@pytest.mark.parametrize("mark", [b"{", b"[]", b'{"taken":[["../x","0002_.zip",false]],"moved":[],"left_behind":[]}'])
def test_a_mark_that_cannot_be_followed_is_told_and_a_restore_begins_anew(
    mark: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 2)
    (folder / FOLDER / MARK).write_bytes(mark)
    assert small.next_round(folder) == 3
    assert "restore_cut" in small.told(capsys.readouterr().out)
    assert small.run("restore", folder, "--yes") == 0
    assert not (folder / FOLDER / MARK).exists()


# --- 4: back to what was before -----------------------------------------------------------------------------
@pytest.mark.parametrize("how", ["broken", "gone"])
def test_a_state_with_a_broken_journal_comes_back_byte_by_byte(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    path = folder / JOURNAL_FILE
    if how == "broken":
        path.write_bytes(path.read_bytes().replace(b'"kind":"accept"', b'"kind":"Accept"', 1))
    else:
        path.unlink()
    before = visible(folder)
    assert small.run("restore", folder, "--yes") == 0
    kept = next(one for one in snapshots(folder) if one.before)
    wanted = {"broken": "0006_记录有损坏_表到第03轮_恢复前.zip", "gone": "0000_没有记录_表到第03轮_恢复前.zip"}
    assert kept.path.name == wanted[how]
    capsys.readouterr()
    assert small.run("restore", folder, "--snapshot", kept.path.name, "--yes") == 0
    assert visible(folder) == before
    assert "恢复之前的原样" in capsys.readouterr().out
    assert NEWEST in [one.path.name for one in snapshots(folder)]
    assert small.run("restore", folder, "--yes") == 0  # and forth again
    assert len(open_event(folder).journal.entries) == 6


def test_a_broken_journal_in_a_copy_is_told_in_the_name_of_the_copy(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    last = newest(folder)
    assert last
    files = {name: last.read(name) for name in last.files}
    with zipfile.ZipFile(last.path) as archive:
        told = archive.comment
    with zipfile.ZipFile(last.path, "w") as archive:
        archive.comment = told
        for name, data in files.items():
            archive.writestr(name, data.replace(b'"kind":"draw"', b'"kind":"Draw"') if name == JOURNAL_FILE else data)
    with pytest.raises(InputProblems) as raised:
        restoring.whole_state(folder, last)
    assert [problem.file for problem in raised.value.problems] == [last.path.name]


# --- 5: what was typed since --------------------------------------------------------------------------------
def test_a_persons_sheet_from_an_older_copy_says_from_when_and_enter_is_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    (folder / EVENT_FILE).unlink()
    assert small.run("check", folder) == 3
    assert "restore" in small.told(capsys.readouterr().out)["file_missing"][0]
    small.answer(monkeypatch, "")
    assert small.run("restore", folder) == 3
    said = capsys.readouterr().out
    assert "这份是 2024-07-20 11:03 第03轮公布时存的，以后填的没有了：请核对变动、缴费、成绩" in said
    assert not (folder / EVENT_FILE).exists()
    small.answer(monkeypatch, "是")
    assert small.run("restore", folder) == 0


# --- 8: rights ----------------------------------------------------------------------------------------------
def test_a_folder_that_cannot_be_written_is_told_as_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 1)

    def refuse(self: object, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder / ".qisai.lock"))

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    assert small.next_round(folder) == 5
    line = small.told(capsys.readouterr().out)["folder_readonly"][0]
    assert "只读" in line and ".qisai.lock" not in line and "Excel" not in line


def test_a_folder_without_rights_is_found_before_anything_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 2)
    small.fill(folder)
    before = small.contents(folder)
    access = os.access
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: access(path, mode) and not (Path(path) == folder and mode & os.W_OK))
        assert small.next_round(folder) == 5
    assert "folder_readonly" in small.told(capsys.readouterr().out)
    assert small.contents(folder) == before


def test_a_sheet_without_rights_is_not_taken_for_one_that_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / NUMBERS_FILE
    path.write_bytes(b"x")
    monkeypatch.setattr(os, "access", lambda *_: False)
    problem = unusable(path.name, PermissionError(errno.EACCES, "Permission denied", str(path))).problems[0]
    assert problem.code == "no_permission" and "Excel" not in problem.wrong + problem.remedy
