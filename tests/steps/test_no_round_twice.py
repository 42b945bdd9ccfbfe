"""Nothing that went wrong with files, copies or sticks lets a played round be paired again unasked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import small_event as small
from qisai.journal import Journal
from qisai.vocabulary import JOURNAL_FILE

THIRD = "第03轮.xlsx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three rounds out, the third filled and not accepted."""
    played = small.copy(tmp_path / "小赛", 3)
    small.fill(played)
    return played


def kinds(folder: Path) -> list[str]:
    return [entry.kind for entry in Journal(folder / JOURNAL_FILE)]


def test_a_round_whose_sheet_is_away_is_not_taken_back(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kinds(folder)
    shutil.move(folder / THIRD, tmp_path / "usb.xlsx")
    for _ in range(2):
        assert small.run("undo", folder, "--yes") == 3
        assert "undo_away" in small.told(capsys.readouterr().out)
    assert kinds(folder) == before and not (folder / THIRD).exists()
    shutil.move(tmp_path / "usb.xlsx", folder / THIRD)
    assert small.next_round(folder) == 0


def test_a_damaged_copy_that_goes_further_than_the_journal_stops_everything(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newest = max((folder / "备份").glob("*.zip"))
    journal = (folder / JOURNAL_FILE).read_bytes().splitlines(keepends=True)
    (folder / JOURNAL_FILE).write_bytes(b"".join(journal[:-2]))
    (folder / THIRD).unlink()
    newest.write_bytes(newest.read_bytes()[:3000])
    for words in (["check"], ["next", "--yes", "--no-reports"], ["restore", "--yes"]):
        assert small.run(words[0], folder, *words[1:]) == 3, words
        assert "snapshot_newer" in small.told(capsys.readouterr().out), words
    assert (folder / JOURNAL_FILE).read_bytes() == b"".join(journal[:-2])


def test_a_copy_of_another_line_of_the_same_event_replaces_no_sound_journal(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    practice = small.copy(tmp_path / "练习" / "小赛", 2)
    for seed in ("乙", "丙"):
        small.fill(practice, seed)
        assert small.next_round(practice) == 0
    shutil.copy(max((practice / "备份").glob("*.zip")), folder / "备份")
    before = small.contents(folder)
    capsys.readouterr()
    assert small.run("restore", folder, "--yes") == 3
    out = capsys.readouterr().out
    assert "两条线" in out and "移出「备份」文件夹" in out
    assert {name: data for name, data in small.contents(folder).items() if name in before} == before


def test_a_round_saved_as_another_kind_is_still_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(folder / "备份")
    journal = (folder / JOURNAL_FILE).read_bytes().splitlines(keepends=True)
    (folder / JOURNAL_FILE).write_bytes(b"".join(journal[:-1]))
    (folder / THIRD).rename(folder / "第03轮.xls")
    assert small.next_round(folder) == 3
    assert "round_unrecorded" in small.told(capsys.readouterr().out)
