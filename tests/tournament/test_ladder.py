"""A knockout read from its games: the lines of a tie, walkovers, and the places that follow."""

from __future__ import annotations

import pytest

from qisai.regulation.model import Stage
from qisai.tournament.games import frame
from qisai.tournament.ladder import ladder_order, verdicts

STAGE = Stage("淘汰", "单淘汰", 8, 10, "前8名", 8, {"red_win": 2}, ("慢棋", "附加赛"))
SEEDS = list("12345678")


def tie(round_no: int, match: int, high: str, low: str, *games: tuple[str, str, bool]) -> list[dict]:
    """Lines of one tie; each game is (name, outcome, whether the lower seed had red)."""
    return [
        {"round": round_no, "stage": "淘汰", "match": match, "board": match, "red": high, "black": low, "game": game,
         "outcome": outcome, "swapped": swapped}
        for game, outcome, swapped in games
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("games", "winner"),
    [
        ([("慢棋", "红胜", False)], "1"),
        ([("慢棋", "红胜", True)], "8"),
        ([("慢棋", "黑胜", True)], "1"),
        ([("慢棋", "和", False), ("附加赛", "红胜", True)], "8"),
        ([("慢棋", "和", True), ("附加赛", "和", False)], "8"),  # a drawn last game is won by black
        ([("慢棋", "和", True), ("附加赛", "和", True)], "1"),
        ([("慢棋", "黑弃", False)], "1"),
        ([("慢棋", "红弃", False)], "8"),
        ([("慢棋", "双弃", False)], None),
        ([("慢棋", "双负", False)], None),
    ],
)
def test_a_tie_is_decided_by_the_lines_in_their_order(games: list, winner: str | None) -> None:
    (found,) = verdicts(frame(tie(8, 1, "1", "8", *games)), STAGE, 8)
    assert (found.over, found.winner) == (True, winner)


@pytest.mark.parametrize("games", [[("慢棋", "未报", False)], [("慢棋", "和", False), ("附加赛", "未报", False)]])
def test_a_tie_with_an_open_line_is_not_over(games: list) -> None:
    (found,) = verdicts(frame(tie(8, 1, "1", "8", *games)), STAGE, 8)
    assert (found.over, found.winner) == (False, None)


def test_places_follow_the_round_of_defeat_then_the_rank_of_stage_one() -> None:
    """8 beats 1, 4 beats 5, 2 beats 7, 6 beats 3; then 4 beats 8 and 2 beats 6; 4 is champion."""
    red, black = ("慢棋", "红胜", False), ("慢棋", "黑胜", False)
    games = frame(
        tie(8, 1, "1", "8", black) + tie(8, 2, "4", "5", red) + tie(8, 3, "2", "7", red) + tie(8, 4, "3", "6", black)
        + tie(9, 1, "4", "8", red) + tie(9, 2, "2", "6", red) + tie(10, 1, "2", "4", black)
    )  # fmt: skip
    assert ladder_order(games, STAGE, SEEDS) == list("42681357")
    assert ladder_order(games[games["round"] == 8], STAGE, SEEDS) == list("24681357")  # who is still in leads
    assert ladder_order(games[games["round"] == 0], STAGE, SEEDS) == SEEDS


def test_where_both_were_absent_the_next_opponent_has_a_walkover() -> None:
    red, both = ("慢棋", "红胜", False), ("慢棋", "双弃", False)
    games = frame(
        tie(8, 1, "1", "8", both) + tie(8, 2, "4", "5", red) + tie(8, 3, "2", "7", red) + tie(8, 4, "3", "6", red)
        + tie(9, 1, "4", "", ("慢棋", "轮空", False)) + tie(9, 2, "2", "3", red) + tie(10, 1, "2", "4", red)
    )  # fmt: skip
    assert [v.winner for v in verdicts(games, STAGE, 9)] == ["4", "2"]
    assert ladder_order(games, STAGE, SEEDS) == list("24315678")
