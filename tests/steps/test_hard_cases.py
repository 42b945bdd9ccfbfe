"""Hard cases: groups side by side, late entries taken back, cleared results, empty ties."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.regulation.templates.rulebook import option_1
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE

SWISS = ["积分", "积分编排", "1-3", "全体", 5, 2, 0, 5, 3, 0, 5, 5]


def stages(folder: Path, *rows: Sequence[object]) -> None:
    """Put these rows, and only these, into 阶段; a 13th value is the 组别."""
    header = [str(name) for name in option_1()["阶段"][0]]
    group = header.index("组别")

    def change(book) -> None:
        book["阶段"].delete_rows(2, 20)
        for number, row in enumerate(rows, start=2):
            for column, value in enumerate(row[:12], start=1):
                book["阶段"].cell(number, column).value = value
            if len(row) > 12:
                book["阶段"].cell(number, group + 1).value = row[12]

    small.edit(folder / EVENT_FILE, change)


def roster(folder: Path, row: int, column: str, value: object) -> None:
    small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', column)}{row}", value)


def two_groups(folder: Path, late: bool = False) -> Path:
    small.write(folder, players=12)
    stages(folder, [*SWISS, "男"], [*SWISS, "女"])
    for row in range(2, 14):
        roster(folder, row, "组别", "男" if row % 2 else "女")
        if late and row in (12, 13):
            roster(folder, row, "报到", "否")
    assert small.run("draw", folder) == 0
    assert small.next_round(folder) == 0
    return folder


@pytest.mark.long
def test_late_entries_of_two_groups_get_different_numbers(tmp_path: Path) -> None:
    folder = two_groups(tmp_path / "赛事", late=True)
    small.fill(folder)
    rows = [[2, None, "迟到加入", player, None, "堵车"] for player in (11, 12)]
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], rows))
    assert small.next_round(folder) == 0
    numbers = open_event(folder).record.numbers
    assert sorted(numbers.values()) == list(range(1, 13))
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert verify(folder).findings == ()


def test_a_player_in_a_group_without_stages_is_named_before_the_draw(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=8)
    stages(folder, [*SWISS, "男子"])
    for row in range(2, 10):
        roster(folder, row, "组别", "男子")
    roster(folder, 3, "组别", "男 子")
    roster(folder, 4, "组别", None)
    assert small.run("draw", folder) == 3
    said = small.told(capsys.readouterr().out)["group_unknown"]
    assert len(said) == 2 and "男 子" in said[0]


@pytest.mark.long
def test_who_was_paired_in_a_group_stays_in_it(tmp_path: Path, capsys) -> None:
    folder = two_groups(tmp_path / "赛事")
    roster(folder, 2, "组别", "男")
    assert small.run("check", folder) == 3
    assert "group_changed" in capsys.readouterr().out


def late_arrival(folder: Path) -> None:
    """One more row in 报名, paid, and his 迟到加入 for round 2."""
    person = {"序号": 50, "姓名": "晚到", "角色": "选手", "缴费类别": "自费", "已缴": 100, "缴费顺序": 50, "报到": "是"}

    def arrive(book) -> None:
        header = [cell.value for cell in book["报名"][1]]
        small.put_rows(book["报名"], [[person.get(column) for column in header]], 11)
        small.put_rows(book["变动"], [[2, None, "迟到加入", 50, None, "堵车"]])

    small.edit(folder / EVENT_FILE, arrive)


def test_a_late_entry_goes_with_the_round_that_was_taken_back(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    late_arrival(folder)
    assert small.next_round(folder) == 0
    assert small.run("undo", folder, "--reason", "他又走了") == 0
    small.edit(folder / EVENT_FILE, lambda book: book["变动"].delete_rows(2))
    assert small.next_round(folder) == 0
    event = open_event(folder)
    assert "50" not in event.record.numbers
    assert "50" not in {line[side] for line in event.record.publications[-1].lines for side in ("red", "black")}
    assert verify(folder).findings == ()


def test_a_fee_raised_later_does_not_put_out_who_is_in(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    late_arrival(folder)
    assert small.next_round(folder) == 0
    fees = next(row for row, values in enumerate(option_1()["规程"], start=1) if values[0] == "缴费类别")
    small.put(folder / EVENT_FILE, "规程", f"B{fees}", "自费=120")
    assert small.run("check", folder) == 0


@pytest.mark.parametrize(("rounds", "file"), [(2, "第01轮.xlsx"), (5, "第04轮_淘汰.xlsx")])
def test_an_accepted_result_can_be_corrected_but_not_cleared(tmp_path: Path, rounds: int, file: str, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", rounds)
    page = openpyxl.load_workbook(folder / file)["对局"]
    filled = [cell.row for cell in page[small.column(folder / file, "对局", "结果")] if cell.value][1:]
    last = filled[-1] if "淘汰" in file else filled[0]
    small.result(folder, last, None, file=file)
    small.result(folder, last, "手滑", "更正理由", file)
    assert small.next_round(folder) == 3
    assert "result_removed" in capsys.readouterr().out


def test_a_blank_knockout_round_is_taken_back_while_the_others_play(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 5)
    small.result(folder, 2, "1", file="第05轮_其余.xlsx")
    assert small.run("undo", folder, "--reason", "半决赛记错") == 3
    assert "--file 第05轮_淘汰.xlsx" in capsys.readouterr().out
    assert small.run("undo", folder, "--reason", "半决赛记错", "--file", "第05轮_淘汰.xlsx") == 0
    assert not (folder / "第05轮_淘汰.xlsx").exists()
    assert list((folder / "报表" / "撤回").iterdir())
    assert small.run("undo", folder, "--reason", "x", "--file", "第09轮.xlsx") == 3
    assert "undo_unknown" in capsys.readouterr().out


def test_a_drawn_colour_is_a_start(tmp_path: Path) -> None:
    """猜先 is over: the bracket's sheet has a red side, and is not blank any more."""
    folder = small.copy(tmp_path / "赛事", 4)
    number = open_event(folder).record.numbers[open_event(folder).record.find("", "淘汰", 4).lines[0]["red"]]
    small.result(folder, 2, number, "红方编号", "第04轮_淘汰.xlsx")
    assert small.run("undo", folder, "--reason", "x", "--file", "第04轮_淘汰.xlsx") == 3


@pytest.mark.long
def test_two_empty_ties_beside_each_other_leave_the_bracket_whole(tmp_path: Path) -> None:
    """Nobody comes in matches 1 and 2 of sixteen: the winner of 3 or 4 has a walkover in the semi-final."""
    folder = tmp_path / "赛事"
    small.write(folder, players=18)
    stages(folder, ["积分", "积分编排", "1-2", "全体", 5, 2, 0, 5, 3, 0, 5, 5],
           ["淘汰", "单淘汰", "3-6", "前16名", 2, 1, 0, 2, 1, 0])  # fmt: skip
    assert small.run("draw", folder) == 0
    for _ in range(2):
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    lines = event.record.publications[-1].lines
    for row, line in enumerate(lines, start=2):
        if line["match"] in (1, 2):
            small.result(folder, row, event.record.numbers[line["red"]], "红方编号", "第03轮_淘汰.xlsx")
            small.result(folder, row, "6", file="第03轮_淘汰.xlsx")
    for _ in range(4):
        fill_ties(folder)
        assert small.next_round(folder) == 0
    assert open_event(folder).record.closed
    assert verify(folder).findings == ()


def fill_ties(folder: Path) -> None:
    """Red wins every tie that is open; a knockout of one line a tie cannot end in a draw."""
    event = open_event(folder)
    publication = event.record.publications[-1]
    sheet = event.sheet(publication, [])
    for key, row in sheet.rows.items():
        line = sheet.lines[key]
        if line["black"] and line["outcome"] == "未报":
            small.result(folder, row.number, event.record.numbers[line["red"]], "红方编号", publication.file)
            small.result(folder, row.number, "1", file=publication.file)


@pytest.mark.long
def test_where_everybody_has_qualified_there_is_no_stage_of_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=4)
    stages(folder, ["积分", "积分编排", "1-2", "全体", 5, 2, 0, 5, 3, 0, 5, 5],
           ["淘汰", "单淘汰", "3-4", "前4名", 2, 1, 0, 2, 1, 0],
           ["其余", "积分编排", "3-4", "其余", 5, 2, 0, 5, 3, 0, 5, 5])  # fmt: skip
    assert small.run("draw", folder) == 0
    for _ in range(2):
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert small.next_round(folder) == 0
    for _ in range(2):
        fill_ties(folder)
        assert small.next_round(folder) == 0
    assert open_event(folder).record.closed
    assert verify(folder).findings == ()
    assert small.run("run", folder) == 0


def test_a_knockout_larger_than_the_field_names_the_stage(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=3)
    stages(folder, ["积分", "积分编排", "1-1", "全体", 5, 2, 0, 5, 3, 0, 5, 5],
           ["淘汰", "单淘汰", "2-3", "前4名", 2, 1, 0, 2, 1, 0])  # fmt: skip
    assert small.run("draw", folder) == 0
    assert small.next_round(folder) == 0
    small.fill(folder)
    assert small.next_round(folder) == 3
    assert "field_too_small" in capsys.readouterr().out


@pytest.mark.long
def test_a_correction_after_the_end_is_recorded_with_the_new_list(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 5)
    small.fill(folder)
    assert small.next_round(folder) == 0
    first = open_event(folder).record.closed[""].data["order"]
    last = open_event(folder).record.find("", "其余", 5).accepted[0]
    small.result(folder, 2, "红胜" if last["outcome"] == "黑胜" else "黑胜", file="第05轮_其余.xlsx")
    small.result(folder, 2, "复核", "更正理由", "第05轮_其余.xlsx")
    assert small.next_round(folder) == 0
    event = open_event(folder)
    assert [entry.kind for entry in event.journal][-2:] == ["correct", "close"]
    assert event.record.closed[""].data["order"] == list(event.competitions[""].final().index) != first
    assert verify(folder).findings == ()


def test_points_of_a_ruling_keep_their_unit(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.result(folder, 2, "裁定 2:1")
    small.result(folder, 2, "裁判长裁定", "备注")
    small.fill(folder)
    assert small.next_round(folder) == 0
    small.put(folder / EVENT_FILE, "阶段", "F2", 0.5)
    assert small.run("check", folder) == 3
    assert "unit_changed" in capsys.readouterr().out


def test_the_bracket_keeps_its_players_once_the_others_play_without_them(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 4)
    seeds = open_event(folder).competitions[""].seeds
    number = open_event(folder).record.numbers[seeds[0]]
    small.result(folder, 2, "1", file="第04轮_其余.xlsx")
    assert small.run("undo", folder, "--reason", "头号退赛", "--file", "第04轮_淘汰.xlsx") == 0
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[4, number, "退赛", None, None, "急事"]]))
    assert small.next_round(folder) == 0
    event = open_event(folder)
    assert event.record.find("", "淘汰", 4).seeds == seeds
    assert verify(folder).findings == ()


def test_a_corrected_tie_must_have_an_end(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 5)
    small.fill(folder)
    assert small.next_round(folder) == 0
    small.result(folder, 2, "和", file="第05轮_淘汰.xlsx")
    small.result(folder, 3, None, file="第05轮_淘汰.xlsx")
    small.result(folder, 2, "记错", "更正理由", "第05轮_淘汰.xlsx")
    assert small.next_round(folder) == 3
    assert {"tie_open", "result_removed"} & set(small.told(capsys.readouterr().out))


def test_nothing_is_published_before_the_draw(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    assert small.run("publish", folder, "--no-reports") == 3
    assert "not_drawn" in capsys.readouterr().out
    assert not (folder / "第01轮.xlsx").exists()


@pytest.mark.long
def test_a_group_without_a_legal_pairing_does_not_keep_the_other(tmp_path: Path, capsys) -> None:
    """女 are two and have met: 男 go on, and the way out is used for 女 alone."""
    folder = tmp_path / "赛事"
    small.write(folder, players=10)
    stages(folder, [*SWISS, "女"], [*SWISS, "男"])
    for row in range(2, 12):
        roster(folder, row, "组别", "女" if row < 4 else "男")
    assert small.run("draw", folder) == 0
    assert small.next_round(folder) == 0
    small.fill(folder)
    assert small.next_round(folder) == 4
    assert "女第 2 轮" in capsys.readouterr().out
    assert (folder / "第02轮_男.xlsx").exists() and not (folder / "第02轮_女.xlsx").exists()
    assert small.run("next", folder, "--yes", "--no-reports", "--relax", "重赛") == 0
    relaxed = {p.file: p.relaxed for p in open_event(folder).record.publications}
    assert relaxed["第02轮_女.xlsx"] == ["重赛"] and relaxed["第02轮_男.xlsx"] == []
    assert verify(folder).findings == ()


def test_a_second_change_needs_a_reason_of_its_own(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    was = open_event(folder).record.publications[0].accepted[0]["outcome"]
    first, second = [word for word in ("红胜", "黑胜", "和") if word != was]
    small.result(folder, 2, first)
    small.result(folder, 2, "写反了", "更正理由")
    assert small.next_round(folder) == 0
    small.result(folder, 2, second)
    assert small.next_round(folder) == 3
    assert "reason_stale" in capsys.readouterr().out
    small.result(folder, 2, "裁判长复核", "更正理由")
    assert small.next_round(folder) == 0
    assert verify(folder).findings == ()


def test_names_that_would_make_one_file_are_refused(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=4)
    stages(folder, [*SWISS, "A/B"], [*SWISS, "ab"])
    for row in range(2, 6):
        roster(folder, row, "组别", "ab")
    assert small.run("check", folder) == 3
    assert "重名" in capsys.readouterr().out


@pytest.mark.long
def test_the_row_that_brought_a_late_entry_stays(tmp_path: Path, capsys) -> None:
    folder = two_groups(tmp_path / "赛事", late=True)
    small.fill(folder)
    rows = [[2, None, "迟到加入", player, None, "堵车"] for player in (11, 12)]
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], rows))
    assert small.next_round(folder) == 0
    assert small.run("undo", folder, "--reason", "x", "--file", "第02轮_女.xlsx") == 0
    assert small.next_round(folder) == 0
    assert verify(folder).findings == ()
    small.edit(folder / EVENT_FILE, lambda book: book["变动"].delete_rows(2))
    assert small.run("check", folder) == 3
    assert "change_gone" in capsys.readouterr().out


@pytest.mark.parametrize("error", [EOFError, RuntimeError, OSError])
def test_a_question_that_nobody_can_answer_is_a_no(tmp_path: Path, error: type[Exception], monkeypatch) -> None:
    folder = small.copy(tmp_path / "赛事", 0)

    def closed(_: str) -> str:
        raise error

    monkeypatch.setattr("builtins.input", closed)
    assert small.run("next", folder, "--no-reports") == 0
    assert not (folder / "第01轮.xlsx").exists()
