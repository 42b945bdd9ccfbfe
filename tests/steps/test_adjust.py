"""裁判调整: numbers changed by hand before play, and walk-ins who take an open seat."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET
from rehearsal_danyang import append, run
from rehearsal_tianshui import pairs, swap_seats

NEXT = ("next", "--yes", "--no-reports")


def advance(folder: Path) -> int:
    return run(NEXT[0], folder, *NEXT[1:])


def kinds(folder: Path) -> list[str]:
    return [entry.kind for entry in open_event(folder).journal]


def walk_in(folder: Path, player: int, round_no: int, name: str = "温如玉") -> None:
    header = [cell.value for cell in openpyxl.load_workbook(folder / EVENT_FILE)["报名"][1]]
    person = {"序号": player, "姓名": name, "性别": "男", "单位": "散客", "角色": "选手", "缴费类别": "自费", "已缴": 100,
              "缴费顺序": player, "报到": "是"}  # fmt: skip
    append(folder, "报名", [person.get(column) for column in header])
    append(folder, "变动", [round_no, None, "迟到加入", player, None, "刚到"])


def test_two_seats_exchanged_by_hand_become_the_pairing_of_the_round(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    before = pairs(folder, "第02轮.xlsx")
    swap_seats(folder, "第02轮.xlsx", (3, "黑方"), (4, "红方"))
    small.result(folder, 4, "两人未到，对手互下", "更正理由", "第02轮.xlsx")
    typed = (folder / "第02轮.xlsx").read_bytes()
    assert advance(folder) == 0
    assert "已记录裁判调整" in capsys.readouterr().out
    assert (folder / "第02轮.xlsx").read_bytes() == typed  # never written over
    publication = open_event(folder).record.publications[-1]
    numbers = open_event(folder).record.numbers
    lines = {line["board"]: (numbers[line["red"]], numbers[line["black"]]) for line in publication.lines}
    assert lines[3] == (before[3][0], before[4][0]) and lines[4] == (before[3][1], before[4][1])
    assert publication.why["3"] == ["裁判调整：两人未到，对手互下"] and len(publication.adjusted) == 2
    small.result(folder, 4, "", "更正理由", "第02轮.xlsx")
    small.fill(folder)
    assert advance(folder) == 0
    met = open_event(folder).competitions[""].games
    assert len(met[(met["round"] == 2) & (met["outcome"] != "轮空")]) == 4
    assert verify(folder).findings == ()


def test_colours_exchanged_at_a_table_are_an_adjustment_too(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    red, black = pairs(folder, "第01轮.xlsx")[2]
    swap_seats(folder, "第01轮.xlsx", (2, "红方"), (2, "黑方"))
    assert advance(folder) == 0
    publication = open_event(folder).record.publications[0]
    assert pairs(folder, "第01轮.xlsx")[2] == (black, red)
    assert any("先后手对调" in words for words in publication.adjusted)


def test_the_number_governs_and_a_name_that_is_not_its_own_is_named(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)

    def numbers_only(book: openpyxl.Workbook) -> None:
        sheet = book[GAMES_SHEET]
        sheet["B2"].value, sheet["B3"].value = sheet["B3"].value, sheet["B2"].value

    small.edit(folder / "第01轮.xlsx", numbers_only)
    assert advance(folder) == 3
    assert len(small.told(capsys.readouterr().out)["name_differs"]) == 2
    assert kinds(folder) == ["draw", "publish"]


def test_once_a_result_is_typed_the_pairing_can_no_longer_be_changed(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    swap_seats(folder, "第01轮.xlsx", (1, "黑方"), (2, "黑方"))
    small.result(folder, 4, "1")
    assert advance(folder) == 3
    assert len(small.told(capsys.readouterr().out)["pairing_differs"]) == 2
    assert kinds(folder) == ["draw", "publish"]


def test_a_second_meeting_needs_the_arbiters_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    met = {frozenset(pair) for pair in pairs(folder, "第01轮.xlsx").values()}
    now = pairs(folder, "第02轮.xlsx")
    one, other = next(
        ((a, i), (b, j)) for a in now for b in now for i in (0, 1) for j in (0, 1)
        if a < b and frozenset((now[a][1 - i], now[b][j])) in met
    )  # fmt: skip
    sides = ("红方", "黑方")
    swap_seats(folder, "第02轮.xlsx", (one[0], sides[one[1]]), (other[0], sides[other[1]]))
    assert advance(folder) == 3 and "已经相遇过" in capsys.readouterr().out
    answers = iter(["y", "裁判长同意"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert run("next", folder, "--no-reports") == 0
    publication = open_event(folder).record.publications[-1]
    assert "重赛" in publication.relaxed
    assert verify(folder).findings == ()


def test_a_walk_in_takes_the_seat_opposite_the_bye(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)  # nine players: one has a bye
    bye = open_event(folder).record.publications[0].bye
    walk_in(folder, 30, 1)
    assert advance(folder) == 0
    event = open_event(folder)
    publication = event.record.publications[0]
    assert publication.bye is None and event.record.numbers["30"] == 10 and event.record.entered["30"] == 1
    assert {publication.lines[-1]["red"], publication.lines[-1]["black"]} == {bye, "30"}
    assert len(pairs(folder, "第01轮.xlsx")) == 5 and list((folder / "报表" / "撤回").glob("第01轮*"))
    small.fill(folder)
    assert advance(folder) == 0
    games = open_event(folder).competitions[""].games
    assert "缺席" not in set(games["outcome"])
    assert verify(folder).findings == ()


def test_without_an_open_seat_a_walk_in_waits_for_the_next_round(tmp_path: Path) -> None:
    folder = small.make(tmp_path / "赛事", players=10)
    walk_in(folder, 30, 1)
    small.fill(folder)
    assert advance(folder) == 0
    event = open_event(folder)
    assert kinds(folder).count("adjust") == 0 and event.record.entered["30"] == 2
    assert verify(folder).findings == ()


@pytest.mark.long
def test_two_walk_ins_without_an_open_seat_play_one_another(tmp_path: Path) -> None:
    folder = small.make(tmp_path / "赛事", players=10)
    walk_in(folder, 30, 1)
    walk_in(folder, 31, 1, "上官飞")
    assert advance(folder) == 0
    publication = open_event(folder).record.publications[0]
    assert {publication.lines[-1]["red"], publication.lines[-1]["black"]} == {"30", "31"}
    small.fill(folder)
    assert advance(folder) == 0 and verify(folder).findings == ()


def test_a_walk_in_may_be_told_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    walk_in(folder, 30, 1)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    assert run("next", folder, "--no-reports") == 3  # results are open
    assert kinds(folder) == ["draw", "publish"]


@pytest.mark.long
def test_an_adjusted_round_can_still_be_taken_back(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    walk_in(folder, 30, 1)
    assert advance(folder) == 0
    assert run("undo", folder, "--yes") == 0
    assert "30" not in open_event(folder).record.numbers
    assert advance(folder) == 0
    assert open_event(folder).record.entered["30"] == 1 and verify(folder).findings == ()


def test_a_killed_program_leaves_the_adjusted_sheet_to_be_written_again(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    walk_in(folder, 30, 1)
    assert advance(folder) == 0
    written = (folder / "第01轮.xlsx").read_bytes()
    (folder / "第01轮.xlsx").unlink()
    (folder / "编号.xlsx").unlink()
    assert advance(folder) == 3
    assert (folder / "第01轮.xlsx").read_bytes() == written
