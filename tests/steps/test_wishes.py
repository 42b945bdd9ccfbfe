"""The 变动 sheet: every kind of row takes effect from the round that it names, is checked, and shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.regulation.settings import BY_KEY
from qisai.verify import verify
from rehearsal_danyang import append, run, type_result
from rehearsal_tianshui import pairs

FILE = "第{:02}轮.xlsx"


def advance(folder: Path) -> int:
    return run("next", folder, "--yes", "--no-reports")


def change(folder: Path, round_no: int, number: int, kind: str, other: int | None = None) -> None:
    append(folder, "变动", [round_no, number, kind, None, other, "裁判长决定"])


def play_on(folder: Path, rounds: int = 1) -> None:
    for _ in range(rounds):
        small.fill(folder)
        assert advance(folder) == 0


def seated(folder: Path, round_no: int) -> set[int]:
    return {number for pair in pairs(folder, FILE.format(round_no)).values() for number in pair}


def unmet(folder: Path) -> tuple[int, int]:
    """Two numbers that have not met in round 1."""
    met = {frozenset(pair) for pair in pairs(folder, FILE.format(1)).values()}
    return next((1, n) for n in range(9, 1, -1) if frozenset((1, n)) not in met)


def test_a_locked_pair_meets_in_its_round_and_the_sheet_says_why(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    one, other = unmet(folder)
    change(folder, 2, one, "锁定对阵", other)
    play_on(folder)
    assert {one, other} in [set(pair) for pair in pairs(folder, FILE.format(2)).values()]
    publication = open_event(folder).record.publications[-1]
    assert any("按裁判长的安排（锁定对阵）" in words for why in publication.why.values() for words in why)
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_barred_pair_never_meets_from_its_round_on(tmp_path: Path) -> None:
    free = small.copy(tmp_path / "原样", 1)
    play_on(free)
    pair = pairs(free, FILE.format(2))[1]
    folder = small.copy(tmp_path / "赛事", 1)
    change(folder, 2, pair[0], "禁止对阵", pair[1])
    play_on(folder, 2)
    for round_no in (2, 3):
        assert set(pair) not in [set(found) for found in pairs(folder, FILE.format(round_no)).values()]
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_forced_bye_is_given_and_in_an_even_field_refused(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    top = pairs(folder, FILE.format(1))[1][0]
    change(folder, 2, top, "指定轮空")
    play_on(folder)
    event = open_event(folder)
    assert event.record.numbers[event.record.publications[-1].bye] == top
    assert event.record.publications[-1].bye_why and verify(folder).findings == ()
    even = small.make(tmp_path / "双数", players=10)
    change(even, 2, 1, "指定轮空")
    small.fill(even)
    capsys.readouterr()
    assert advance(even) == 3 and "双数，没有轮空" in capsys.readouterr().out


def test_a_fixed_table_holds_in_every_round_from_its_own_on(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    change(folder, 2, 1, "固定台", 4)
    play_on(folder, 2)
    for round_no in (2, 3):
        boards = pairs(folder, FILE.format(round_no))
        assert 1 in boards[4] and sorted(boards) == [1, 2, 3, 4]
    assert verify(folder).findings == ()


def test_who_has_left_may_come_back(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    change(folder, 2, 5, "退赛")
    play_on(folder)
    assert 5 not in seated(folder, 2)
    change(folder, 3, 5, "复赛")
    play_on(folder)
    assert 5 in seated(folder, 3) | {_bye(folder)}
    assert verify(folder).findings == ()


def _bye(folder: Path) -> int:
    event = open_event(folder)
    return event.record.numbers.get(event.record.publications[-1].bye or "", 0)


@pytest.mark.long
def test_a_disqualified_player_is_not_paired_has_no_rank_and_cannot_return(tmp_path: Path, capsys) -> None:
    folder = small.make(tmp_path / "赛事", players=14)
    change(folder, 2, 5, "取消资格")
    play_on(folder, 1)
    assert 5 not in seated(folder, 2) and _bye(folder) != 5
    player = next(p for p, n in open_event(folder).record.numbers.items() if n == 5)
    play_on(folder, 4)
    final = open_event(folder).competitions[""].final()
    assert final.loc[player].isna()["rank"] and list(final.index)[-1] == player
    assert verify(folder).findings == ()
    change(folder, 3, 5, "复赛")
    capsys.readouterr()
    assert run("check", folder) == 3 and "不能复赛" in capsys.readouterr().out


def test_a_disqualification_may_be_typed_after_the_last_pairing(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 5)
    change(folder, 5, 5, "取消资格")
    small.fill(folder)
    assert advance(folder) == 0
    event = open_event(folder)
    player = next(p for p, n in event.record.numbers.items() if n == 5)
    assert event.competitions[""].final().loc[player].isna()["rank"]
    assert verify(folder).findings == ()


def _with_rule(folder: Path, key: str, value: object) -> Path:
    small.make(folder, players=10, settings={BY_KEY[key].label: value})
    return folder


@pytest.mark.long
def test_two_forfeits_in_a_row_put_out_and_the_arbiter_may_bring_back(tmp_path: Path, capsys) -> None:
    folder = _with_rule(tmp_path / "赛事", "missed_out", 2)
    absent = pairs(folder, FILE.format(1))[2][0]
    type_result(folder, FILE.format(1), 2, 结果="4")
    play_on(folder)
    board, pair = next((b, p) for b, p in pairs(folder, FILE.format(2)).items() if absent in p)
    type_result(folder, FILE.format(2), board, 结果="4" if pair[0] == absent else "5")
    play_on(folder)
    event = open_event(folder)
    publication = event.record.publications[-1]
    assert [event.record.numbers[player] for player in publication.out] == [absent]
    assert absent not in seated(folder, 3) and "连续2轮弃权" in capsys.readouterr().out
    assert verify(folder).findings == ()
    folder2 = _with_rule(tmp_path / "复赛", "missed_out", 2)
    type_result(folder2, FILE.format(1), 2, 结果="4")
    play_on(folder2)
    board, pair = next((b, p) for b, p in pairs(folder2, FILE.format(2)).items() if absent in p)
    type_result(folder2, FILE.format(2), board, 结果="4" if pair[0] == absent else "5")
    small.fill(folder2)
    change(folder2, 3, absent, "复赛")
    assert advance(folder2) == 0
    assert absent in seated(folder2, 3) and verify(folder2).findings == ()


def test_leave_asked_for_is_not_a_forfeit(tmp_path: Path) -> None:
    folder = _with_rule(tmp_path / "赛事", "missed_out", 2)
    away = pairs(folder, FILE.format(1))[2][0]
    type_result(folder, FILE.format(1), 2, 结果="4")
    change(folder, 2, away, "缺席本轮")
    play_on(folder, 2)
    assert away in seated(folder, 3) | {_bye(folder)}


@pytest.mark.long
def test_teammates_are_kept_apart_in_the_rounds_of_the_rule_only(tmp_path: Path) -> None:
    folder = tmp_path / "赛事"
    small.make(folder, players=12, settings={"同队回避轮数": 1})
    event = open_event(folder)
    teams = {number: event.people.loc[player, "team"] for player, number in event.record.numbers.items()}
    assert all(teams[red] != teams[black] for red, black in pairs(folder, FILE.format(1)).values())
    play_on(folder)
    assert verify(folder).findings == ()


WRONG = [
    ([2, 1, "锁定对阵", None, None, ""], "请填对方的编号"),
    ([2, 1, "锁定对阵", None, 1, ""], "对方应是另一个人"),
    ([2, 1, "固定台", None, None, ""], "要在「对方或台号」填台号"),
    ([2, 1, "退赛", None, 3, ""], "不用填对方或台号"),
    ([2, 1, "请病假", None, None, ""], "变动可填"),
    ([2, 99, "退赛", None, None, ""], "没有这个编号"),
]


@pytest.mark.parametrize(("row", "words"), WRONG, ids=[words for _, words in WRONG])
def test_a_row_that_cannot_be_is_named(tmp_path: Path, capsys, row: list[object], words: str) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    append(folder, "变动", row)
    assert run("check", folder) == 3
    assert words in "".join(small.told(capsys.readouterr().out)["change_bad"])


CONTRADICTIONS = [
    ([[2, 1, "锁定对阵", None, 5, ""], [2, 6, "锁定对阵", None, 1, ""]], "已经锁定了别的对阵"),
    ([[2, 1, "锁定对阵", None, 5, ""], [1, 5, "禁止对阵", None, 1, ""]], "禁止对阵"),
    ([[2, 1, "指定轮空", None, None, ""], [2, 2, "指定轮空", None, None, ""]], "已经指定别人轮空"),
    ([[2, 1, "固定台", None, 3, ""], [2, 2, "固定台", None, 3, ""]], "已经给了别人"),
]


@pytest.mark.parametrize(("rows", "words"), CONTRADICTIONS, ids=[words for _, words in CONTRADICTIONS])
def test_rows_that_contradict_each_other_are_named(tmp_path: Path, capsys, rows: list[list[object]], words: str) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    append(folder, "变动", *rows)
    assert run("check", folder) == 3
    assert words in "".join(small.told(capsys.readouterr().out)["change_bad"])


@pytest.mark.parametrize("kind", ["锁定对阵", "指定轮空", "退赛", "缺席本轮"])
def test_a_published_round_is_not_changed_by_a_row(tmp_path: Path, capsys, kind: str) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    one, other = unmet(folder)
    change(folder, 1, one, kind, other if kind == "锁定对阵" else None)
    assert run("check", folder) == 3
    assert "change_past" in small.told(capsys.readouterr().out)


def test_who_is_locked_must_be_there(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    one, other = unmet(folder)
    change(folder, 2, one, "锁定对阵", other)
    change(folder, 2, other, "缺席本轮")
    small.fill(folder)
    assert advance(folder) == 3 and "本轮不参加" in capsys.readouterr().out


