"""Cases that came up when the program was used and misused: each once went wrong."""

from __future__ import annotations

import datetime
from pathlib import Path

import openpyxl
import pytest
import typer
from test_adjust import walk_in
from test_hard_cases import two_groups

import small_event as small
from qisai import dialogue
from qisai.event import open_event
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import append, run, type_result
from rehearsal_tianshui import swap_seats

ROUND = "第{:02}轮.xlsx"


def advance(folder: Path) -> int:
    return run("next", folder, "--yes", "--no-reports")


def change(folder: Path, *row: object) -> None:
    append(folder, "变动", list(row))


@pytest.mark.long
def test_a_hand_change_of_a_round_of_which_somebody_was_disqualified_meanwhile(tmp_path: Path) -> None:
    folder = small.make(tmp_path / "赛事", players=10, rounds=2)
    change(folder, 2, 1, "取消资格", None, None, "")
    swap_seats(folder, ROUND.format(2), (3, "红方"), (3, "黑方"))
    assert advance(folder) == 0
    assert open_event(folder).record.publications[-1].adjusted


def test_a_player_is_not_both_locked_and_given_the_bye(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    change(folder, 2, 1, "指定轮空", None, None, "")
    change(folder, 2, 1, "锁定对阵", None, 5, "")
    assert advance(folder) == 3
    assert "change_bad" in small.told(capsys.readouterr().out)


@pytest.mark.long
def test_teammates_are_known_whatever_blanks_are_typed(tmp_path: Path) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=8, settings={"同队回避轮数": "99"})
    letter = small.column(folder / EVENT_FILE, "报名", "单位")
    for row, team in zip(range(2, 10), ["甲队", "甲 队"] * 2 + ["乙队"] * 2 + ["乙　队"] * 2, strict=True):
        small.put(folder / EVENT_FILE, "报名", f"{letter}{row}", team)
    assert run("draw", folder) == 0 and advance(folder) == 0
    assert verify(folder).findings == ()
    teams = open_event(folder).competitions[""].teams
    assert set(teams) == {"甲队", "乙队"}


def test_disqualified_is_for_good_even_beside_a_return(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    change(folder, 2, 5, "取消资格", None, None, "")
    change(folder, 2, 5, "复赛", None, None, "")
    assert run("check", folder) == 3 and "不能复赛" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["固定台", "禁止对阵", "复赛"])
def test_a_wish_for_a_published_round_comes_too_late(tmp_path: Path, capsys, kind: str) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    named = {"固定台": 3, "禁止对阵": 5}.get(kind)
    change(folder, 2, 1, kind, None, named, "")
    assert run("check", folder) == 3
    assert "change_past" in small.told(capsys.readouterr().out)


def test_a_wish_that_was_heeded_must_stay(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    change(folder, 2, 1, "固定台", None, 3, "")
    assert advance(folder) == 0
    small.edit(folder / EVENT_FILE, lambda book: book["变动"].delete_rows(2, 1))
    assert run("check", folder) == 3
    assert "change_gone" in small.told(capsys.readouterr().out)


@pytest.mark.long
def test_a_qualifier_who_leaves_is_replaced_aloud(tmp_path: Path, capsys) -> None:
    folder = small.make(tmp_path / "赛事", players=14, rounds=3)
    small.fill(folder)
    assert run("check", folder) == 0
    event = open_event(folder)
    top = int(event.competitions[""].standings(2)["number"].iloc[0])
    change(folder, 4, top, "退赛", None, None, "有事")
    capsys.readouterr()
    assert advance(folder) == 0
    said = capsys.readouterr().out
    competition = open_event(folder).competitions[""]
    left = competition.standings(3).index[:4]
    if set(left) != set(competition.seeds):
        assert "递补" in said and f"{top} 号" in said
    assert verify(folder).findings == ()


@pytest.mark.long
def test_the_moves_of_a_correction_are_those_of_the_list_on_the_wall(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 3)
    type_result(folder, ROUND.format(3), 1, 结果="4")
    before = list(open_event(folder).competitions[""].standings(2).index)
    type_result(folder, ROUND.format(1), 2, 结果="双负", 更正理由="誊错")
    small.fill(folder)
    assert advance(folder) == 0
    moves = open_event(folder).journal.of_kind("correct")[0].data["moves"]
    assert all(before[was - 1] == player for player, was, _ in moves)
    assert verify(folder).findings == ()


def test_both_absent_is_not_the_word_for_an_unsigned_slip(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    type_result(folder, ROUND.format(1), 2, 结果="双弃", 签字="未签")
    assert advance(folder) == 3
    assert "双弃未签" in small.told(capsys.readouterr().out)["which_double"][0]


def test_paper_that_a_power_cut_kept_back_is_made_by_the_next_run(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    with pytest.raises(typer.Exit):  # results are open
        dialogue.advance(folder, yes=True, reports=False, show=False)
    assert "现在补印" in capsys.readouterr().out
    assert (folder / "报表" / "打印" / "第01轮_对阵表.pdf").exists()


@pytest.mark.long
def test_paper_that_lacks_its_slips_or_a_hand_change_is_made_again(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    paper = folder / "报表" / "打印"
    (paper / "第01轮_成绩单.pdf").unlink()
    before = (paper / "第01轮_对阵表.pdf").read_bytes()
    with pytest.raises(typer.Exit):  # results are open
        dialogue.advance(folder, yes=True, reports=False, show=False)
    assert (paper / "第01轮_成绩单.pdf").exists()
    swap_seats(folder, ROUND.format(1), (2, "红方"), (2, "黑方"))
    assert advance(folder) == 0  # journalled without paper, as a power cut would leave it
    capsys.readouterr()
    with pytest.raises(typer.Exit):  # results are open
        dialogue.advance(folder, yes=True, reports=False, show=False)
    assert "现在补印" in capsys.readouterr().out and (paper / "第01轮_对阵表.pdf").read_bytes() != before


@pytest.mark.long
def test_every_published_sheet_gets_its_list_also_when_stages_are_rounds_apart(tmp_path: Path) -> None:
    folder = small.make(tmp_path / "赛事", players=14, rounds=3)
    small.fill(folder)
    assert advance(folder) == 0  # rounds 4 of both stages are out
    event = open_event(folder)
    others = next(p.file for p in event.record.publications if p.stage == "其余")
    kept = (folder / others).read_bytes()
    small.fill(folder)
    filled = (folder / others).read_bytes()
    (folder / others).write_bytes(kept)
    dialogue.advance(folder, yes=True, reports=False, show=False)  # the final is out, the others still play round 4
    (folder / others).write_bytes(filled)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    names = {path.name for path in (folder / "报表" / "打印").iterdir()}
    assert {"第04轮_对阵表.pdf", "第05轮_对阵表.pdf", "第05轮_淘汰_成绩单.pdf", "第05轮_其余_成绩单.pdf"} <= names


def test_paper_of_a_round_that_was_taken_back_is_taken_away(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    assert run("undo", folder, "--yes") == 0
    assert not list((folder / "报表" / "打印").glob("第01轮*"))


@pytest.mark.long
def test_a_walk_in_who_cannot_be_seated_is_told_from_when_he_plays(tmp_path: Path, capsys) -> None:
    folder = small.make(tmp_path / "赛事", players=10)
    walk_in(folder, 30, 1)
    assert advance(folder) == 3
    assert "从第 2 轮起编排" in capsys.readouterr().out


@pytest.mark.long
def test_walk_ins_of_two_groups_get_different_numbers(tmp_path: Path) -> None:
    folder = two_groups(tmp_path / "赛事")
    header = [cell.value for cell in openpyxl.load_workbook(folder / EVENT_FILE)["报名"][1]]
    for player, group in ((30, "男"), (31, "女")):
        person = {"序号": player, "姓名": f"后到{player}", "单位": "散客", "角色": "选手", "缴费类别": "自费", "已缴": 100,
                  "报到": "是", "组别": group}  # fmt: skip
        append(folder, "报名", [person.get(column) for column in header])
        change(folder, 1, None, "迟到加入", player, None, "")
    advance(folder)
    numbers = list(open_event(folder).record.numbers.values())
    assert len(set(numbers)) == len(numbers)


def test_a_digit_in_a_cell_formatted_as_a_date_is_the_digit(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    small.result(folder, 2, datetime.datetime(1900, 1, 3))
    assert advance(folder) == 0
    line = open_event(folder).record.publications[0].accepted[0]
    assert line["outcome"] == "和"


