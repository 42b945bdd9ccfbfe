"""停用台 and 启用台: a table that cannot be used is left out, in every stage, from its round on until it comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.verify import verify
from rehearsal_danyang import append, run


def close(folder: Path, round_no: int, table: int | None, kind: str = "停用台", number: int | None = None) -> None:
    append(folder, "变动", [round_no, number, kind, None, table, "灯坏了"])


def boards(folder: Path, round_no: int) -> dict[str, list[int]]:
    found = {}
    for publication in open_event(folder).record.publications:
        if publication.round == round_no:
            found[publication.stage] = list(dict.fromkeys(line["board"] for line in publication.lines))
    return found


def play_on(folder: Path) -> None:
    small.fill(folder)
    assert small.next_round(folder) == 0


@pytest.mark.long
def test_a_closed_table_stays_empty_until_it_is_given_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    close(folder, 2, 2)
    close(folder, 3, 2, "启用台")
    close(folder, 3, 1)
    capsys.readouterr()
    play_on(folder)
    assert boards(folder, 2) == {"积分": [1, 3, 4, 5]} and "停用第 2 台" in capsys.readouterr().out
    play_on(folder)
    assert boards(folder, 3) == {"积分": [2, 3, 4, 5]}
    assert verify(folder).findings == ()


def test_in_the_knockout_the_others_move_up_behind_it(tmp_path: Path) -> None:
    """Four go on: two ties; the five others have two tables behind them. In the final a table more is closed."""
    folder = small.copy(tmp_path / "赛事", 3)
    close(folder, 4, 1)
    close(folder, 4, 4)
    close(folder, 5, 2)
    play_on(folder)
    assert boards(folder, 4) == {"淘汰": [2, 3], "其余": [5, 6]}
    play_on(folder)
    assert boards(folder, 5) == {"淘汰": [3], "其余": [6, 7]}
    assert verify(folder).findings == ()


def test_the_referee_sees_a_row_that_was_typed_afterwards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "赛事", 4)
    close(folder, 4, 1)
    assert {finding.topic for finding in verify(folder).findings} == {"台次", "淘汰对阵"}
    capsys.readouterr()
    assert run("check", folder) == 3
    assert len(small.told(capsys.readouterr().out)["change_past"]) == 2  # of the knockout and of the others


def test_a_row_that_was_heeded_may_not_vanish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "赛事", 3)
    close(folder, 4, 1)
    play_on(folder)
    small.edit(folder / small.EVENT_FILE, lambda book: book["变动"].delete_rows(2))
    capsys.readouterr()
    assert run("check", folder) == 3 and "第 1 台" in capsys.readouterr().out


def test_a_player_whose_table_is_closed_sits_like_everybody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    append(folder, "变动", [2, 1, "固定台", None, 4, "轮椅"])
    close(folder, 2, 4)
    capsys.readouterr()
    play_on(folder)
    assert boards(folder, 2) == {"积分": [1, 2, 3, 5]} and "做不到" in capsys.readouterr().out
    assert verify(folder).findings == ()


@pytest.mark.parametrize(("rows", "words"), [
    ([(2, None, "停用台", None)], "停用台要在「对方或台号」填台号"),
    ([(2, 3, "停用台", 2)], "「编号」「序号」空着"),
    ([(2, 2, "启用台", None)], "这一台以前没有停用"),
    ([(2, 2, "停用台", None), (2, 2, "启用台", None)], "同一轮里这一台又停用又启用"),
])  # fmt: skip
def test_a_row_that_cannot_be_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rows: list[tuple[int, int | None, str, int | None]], words: str
) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    for round_no, table, kind, number in rows:
        close(folder, round_no, table, kind, number)
    capsys.readouterr()
    assert run("check", folder) == 3 and words in capsys.readouterr().out.replace("\n", "")
