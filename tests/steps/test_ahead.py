"""The draft of a round says where it leads: a later round that cannot be paired, and a way out."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

import small_event as small
import small_round_robin
from rehearsal_danyang import append, run
from rehearsal_tianshui import pairs

SWISS = small_round_robin.stage("1-5", system="积分编排", 轮空=2)


def event(folder: Path, players: int, settings: Mapping[str, object] | None = None) -> Path:
    """A Swiss of five rounds, the numbers drawn."""
    small_round_robin.write(folder, players, [SWISS], {"先后手限制": "不限", **(settings or {})})
    assert run("draw", folder) == 0
    return folder


def lock(folder: Path, round_no: int, *pairs: tuple[int, int]) -> None:
    append(folder, "变动", *[[round_no, one, "锁定对阵", None, other, "裁判长决定"] for one, other in pairs])


def play_on(folder: Path) -> None:
    small.fill(folder)
    assert small.next_round(folder) == 0


def halves(folder: Path) -> str:
    """Six players whose halves meet only each other for two rounds and, if the draft is followed, for a third."""
    event(folder, 6)
    lock(folder, 1, (1, 4), (2, 5), (3, 6))
    lock(folder, 2, (1, 5), (2, 6), (3, 4))
    lock(folder, 3, (1, 6))
    assert small.next_round(folder) == 0
    play_on(folder)
    return "第 4 轮将没有合乎规则的对阵：1号、2号、3号只能在这 3 个之间对阵，是单数，总要多出一个"


def test_a_draft_that_leaves_three_players_among_themselves_is_told_with_the_pair_to_lock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "赛事"
    expected = halves(folder)
    assert "按此对阵" not in capsys.readouterr().out
    play_on(folder)
    told = capsys.readouterr().out
    assert f"按此对阵，{expected}。本轮换一种合乎规则的编法可以编到第 5 轮：在「变动」写锁定对阵 " in told


@pytest.mark.long
def test_what_is_told_of_a_draft_comes_true_and_the_lock_that_is_named_helps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "赛事"
    halves(folder)
    other = Path(shutil.copytree(folder, tmp_path / "照办"))
    play_on(folder)
    advice = re.search(r"锁定对阵 (\d+)号—(\d+)号", capsys.readouterr().out)
    small.fill(folder)
    assert small.next_round(folder) == 4
    assert advice
    lock(other, 3, (int(advice[1]), int(advice[2])))
    capsys.readouterr()
    for _ in range(3):
        play_on(other)
    assert "按此对阵" not in capsys.readouterr().out


@pytest.mark.long
def test_players_who_leave_may_make_it_impossible_whatever_the_draft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four are left after round 1 of five, and two pairs of them have met: two rounds remain for them."""
    folder = event(tmp_path / "赛事", 6)
    lock(folder, 1, (1, 2), (3, 4), (5, 6))
    assert small.next_round(folder) == 0
    append(folder, "变动", [2, 5, "退赛", None, None, "有事"], [2, 6, "退赛", None, None, "有事"])
    capsys.readouterr()
    play_on(folder)
    told = capsys.readouterr().out
    assert "按此对阵，不论以后怎样编，最迟第 4 轮没有合乎规则的对阵。本轮换别的编法也一样" in told


@pytest.mark.long
def test_limits_of_the_colours_show_in_the_tries_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six players can meet in five rounds, but hardly within the limits."""
    folder = event(tmp_path / "赛事", 6, {"先后手限制": "不得三连、不得差三"})
    assert small.next_round(folder) == 0
    told = capsys.readouterr().out
    line = next(line for line in told.splitlines() if "试排余下各轮 20 次" in line)
    assert re.search(r"第 [45] 轮有 \d+ 次编不出合乎规则的对阵", told.replace("，第 5", "第 5")) and "可行的办法" in line
    assert "还有编得全的编法" in line


def test_a_wish_that_makes_a_round_impossible_is_named_with_the_row_to_delete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    one, other = next(iter(pairs(folder, small.ROUND).values()))
    lock(folder, 2, (one, other))
    small.fill(folder)
    capsys.readouterr()
    assert small.next_round(folder) == 4
    told = capsys.readouterr().out
    low, high = sorted((one, other))
    assert f"原因：「变动」里要锁定对阵{low}号—{high}号，但已经相遇。" in told
    assert f"也可以改安排，存盘后再做一次「下一步」：\n  在「变动」删去锁定对阵{low}号—{high}号" in told
    assert "--relax 重赛" in told


def test_a_field_that_goes_through_is_told_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    capsys.readouterr()
    play_on(folder)
    told = capsys.readouterr().out
    assert "草稿" in told and "试排" not in told and "按此对阵" not in told
