"""The record: a torn last line is repaired, a changed byte is found, nothing accepted is lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import small_event as small
from qisai import steps
from qisai.journal import Journal, canonical
from qisai.problems import InputProblems
from qisai.sheets import read_book
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NUMBERS_FILE

TIME = "2024-07-20T08:30:00"


@pytest.fixture
def three(tmp_path: Path) -> Path:
    journal = Journal(tmp_path / JOURNAL_FILE)
    for number in range(3):
        journal.append("draw", {"seed": f"丹阳{number}", "players": [1, "陆𬭎"]}, TIME)
    return journal.path


def test_a_last_line_torn_at_any_byte_is_repaired_and_the_lines_before_it_are_kept(three: Path) -> None:
    whole = three.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    for cut in range(start, len(whole) + 1):
        three.write_bytes(whole[:cut])
        journal = Journal(three)
        kept = 3 if cut >= len(whole) - 1 else 2  # the line break alone may be missing: the line is whole
        assert len(journal.entries) == kept
        journal.append("late", {"player": "9"}, TIME)
        again = Journal(three)
        assert [entry.kind for entry in again] == ["draw"] * kept + ["late"]
        assert three.read_bytes().startswith(whole[:start])


def test_blank_bytes_after_a_power_cut_are_cut_off(three: Path) -> None:
    whole = three.read_bytes()
    three.write_bytes(whole + bytes(512))
    Journal(three).append("late", {"player": "9"}, TIME)
    assert three.read_bytes().startswith(whole) and len(Journal(three).entries) == 4


def test_reading_never_writes(three: Path) -> None:
    torn = three.read_bytes()[:-7]
    three.write_bytes(torn)
    Journal(three)
    assert three.read_bytes() == torn


def test_a_changed_byte_anywhere_before_the_last_line_is_found(three: Path) -> None:
    whole = three.read_bytes()
    for place in range(whole[:-1].rindex(b"\n")):
        for byte in {whole[place] ^ 1, 32} - {whole[place]} if place % 5 == 0 else {whole[place] ^ 1}:
            three.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            with pytest.raises(InputProblems) as found:
                Journal(three)
            assert [p.code for p in found.value.problems] == ["journal_broken"]


def test_a_changed_value_in_the_last_whole_line_is_found(three: Path) -> None:
    three.write_bytes(three.read_bytes().replace("丹阳2".encode(), "丹阳3".encode()))
    with pytest.raises(InputProblems, match="第3行"):
        Journal(three)


@pytest.mark.parametrize("edit", [lambda lines: lines[1:], lambda lines: [lines[0], lines[2]], lambda lines: lines[:2] + lines])
def test_lines_taken_out_or_put_in_are_found(three: Path, edit: Any) -> None:
    three.write_bytes(b"".join(edit(three.read_bytes().splitlines(keepends=True))))
    with pytest.raises(InputProblems):
        Journal(three)


@pytest.mark.parametrize("junk", [b"[1]\n", b"7\n", b"null\n", b"{}\n", b"\n", b'"x"\n', b"\xff\n"])
def test_a_line_that_is_no_entry_is_a_problem_and_no_crash(three: Path, junk: bytes) -> None:
    three.write_bytes(junk + three.read_bytes())
    with pytest.raises(InputProblems, match="第1行"):
        Journal(three)


def test_windows_line_breaks_from_a_copy_are_read(three: Path) -> None:
    three.write_bytes(three.read_bytes().replace(b"\n", b"\r\n"))
    journal = Journal(three)
    journal.append("late", {"player": "9"}, TIME)
    assert len(Journal(three).entries) == 4


def test_a_record_that_cannot_be_written_is_told_and_stays_sound(three: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(three)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(InputProblems) as found:
        patch.setattr(os, "fsync", full)
        journal.append("late", {"player": "9"}, TIME)
    assert (found.value.problems[0].code, found.value.exit_code) == ("io_failed", 5)
    journal.append("late", {"player": "10"}, TIME)  # the same object goes on from its last sound byte
    assert [entry.data.get("player") for entry in Journal(three)][3:] == ["10"]


def test_the_same_value_has_one_form() -> None:
    assert canonical({"b": 1, "a": "红"}) == '{"a":"红","b":1}'


# --- a killed program ---------------------------------------------------------------------------------------


class Killed(BaseException):
    """What a kill looks like from inside: nothing after it runs."""


def kill(*_: object, **__: object) -> None:
    raise Killed


def killed(monkeypatch: pytest.MonkeyPatch, module: Any, writer: str, *words: object) -> None:
    with monkeypatch.context() as patch, pytest.raises(Killed):
        patch.setattr(module, writer, kill)
        small.run(*words)


def test_a_draw_killed_before_its_file_is_finished_by_the_next_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "e", -1)
    killed(monkeypatch, steps.folder, "write_numbers", "draw", folder)
    assert not (folder / NUMBERS_FILE).exists()
    assert small.next_round(folder) == 0
    assert (folder / NUMBERS_FILE).exists() and (folder / small.ROUND).exists()


def test_a_publication_killed_before_its_file_is_finished_by_the_next_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 0)
    killed(monkeypatch, steps.folder, "write_round", "next", folder, "--yes", "--no-reports")
    assert not (folder / small.ROUND).exists()
    record = (folder / JOURNAL_FILE).read_bytes()
    small.fill(folder)  # any command writes the file first; here it is filled at once
    assert (folder / JOURNAL_FILE).read_bytes() == record
    assert small.next_round(folder) == 0
    assert (folder / "第02轮.xlsx").exists()


def test_a_kill_between_two_stages_leaves_one_published_and_the_next_command_publishes_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = small.copy(tmp_path / "e", 3)
    small.fill(folder)
    killed(monkeypatch, steps.folder, "write_round", "next", folder, "--yes", "--no-reports")
    assert small.next_round(folder) == 0
    assert {path.name for path in folder.glob("第04轮*")} == {"第04轮_淘汰.xlsx", "第04轮_其余.xlsx"}


@pytest.mark.long
def test_an_acceptance_killed_before_the_next_round_loses_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, calm = small.copy(tmp_path / "e", 1), small.copy(tmp_path / "f", 1)
    for each in (folder, calm):
        small.fill(each)
    killed(monkeypatch, steps.swiss, "pair_round", "next", folder, "--yes", "--no-reports")
    assert [entry.kind for entry in Journal(folder / JOURNAL_FILE)][-1] == "accept"
    assert small.next_round(folder) == small.next_round(calm) == 0
    assert (folder / JOURNAL_FILE).read_bytes() == (calm / JOURNAL_FILE).read_bytes()


def test_a_late_entry_is_in_the_list_of_numbers_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "e", 1)
    small.fill(folder)

    def arrive(book: Any) -> None:
        person = {**small.people(1)[0], "序号": 50, "姓名": "晚到", "缴费顺序": 50}
        small.put_rows(book["报名"], [[person.get(cell.value) for cell in book["报名"][1]]], first=11)
        small.put_rows(book["变动"], [[2, None, "迟到加入", 50]])

    small.edit(folder / EVENT_FILE, arrive)
    killed(monkeypatch, steps.folder, "write_numbers", "next", folder, "--yes", "--no-reports")
    small.next_round(folder)
    assert b"50" in (folder / JOURNAL_FILE).read_bytes()
    assert [cells.get(2) for _, cells in read_book(folder / NUMBERS_FILE).cells["编号"]][-1] == "50"


def test_a_torn_record_is_repaired_by_the_next_step_of_the_event(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    path = folder / JOURNAL_FILE
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])  # the publication of round 1 was not written through, and so no copy of it kept
    (folder / small.ROUND).unlink()
    next((folder / "备份").glob("0002_*.zip")).unlink()
    assert small.next_round(folder) == 0
    assert path.read_bytes() == whole
