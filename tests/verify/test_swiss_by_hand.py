"""Eight players, three rounds, 5-3-2-0: the tables worked by hand.

Round 1: 1-2 5:0, 4-3 drawn (red 2, black 3), 5-6 0:5, 8-7 5:0. Round 2: 6-1 drawn, 3-8 0:5, 2-4 5:0 with a
foul of 2, 7-5 won without play. Round 3: 1-8 drawn, 6-2 played with colours exchanged and won by 2, 7-3
unsigned, 4-5 ruled 1:1.
"""

from pathlib import Path

import pytest
from event_folders import IDS, swiss_event

from qisai.verify import compare, verify

NUMBER = {player: number for number, player in enumerate(IDS, start=1)}

#: number: (points, 累进分, 胜局, 犯规, 后手局数, 后手胜局), best first
AFTER_1 = {
    6: (5, 5, 1, 0, 1, 1), 1: (5, 5, 1, 0, 0, 0), 8: (5, 5, 1, 0, 0, 0), 3: (3, 3, 0, 0, 1, 0),
    4: (2, 2, 0, 0, 0, 0), 2: (0, 0, 0, 0, 1, 0), 7: (0, 0, 0, 0, 1, 0), 5: (0, 0, 0, 0, 0, 0),
}  # fmt: skip
AFTER_2 = {
    8: (10, 15, 2, 0, 1, 1), 1: (8, 13, 1, 0, 1, 0), 6: (7, 12, 1, 0, 1, 1), 7: (5, 5, 1, 0, 1, 0),
    2: (5, 5, 1, 1, 1, 0), 3: (3, 6, 0, 0, 1, 0), 4: (2, 4, 0, 0, 1, 0), 5: (0, 0, 0, 0, 0, 0),
}  # fmt: skip
AFTER_3 = {
    8: (13, 28, 2, 0, 2, 1), 1: (10, 23, 1, 0, 1, 0), 2: (10, 15, 2, 1, 1, 0), 6: (7, 19, 1, 0, 2, 1),
    7: (5, 10, 1, 0, 1, 0), 3: (3, 9, 0, 0, 2, 0), 4: (3, 7, 0, 0, 1, 0), 5: (1, 1, 0, 0, 1, 0),
}  # fmt: skip
KEYS = ("points", "progressive", "wins", "fouls", "black_games", "black_wins")


@pytest.mark.parametrize(("round_no", "by_hand"), [(1, AFTER_1), (2, AFTER_2), (3, AFTER_3)])
def test_the_table_after_each_round_is_the_one_worked_by_hand(tmp_path: Path, round_no: int, by_hand: dict) -> None:
    swiss_event(tmp_path)
    rows = verify(tmp_path).standings[round_no]
    assert [(NUMBER[row["player"]], tuple(row[key] for key in KEYS)) for row in rows] == list(by_hand.items())
    assert [row["order"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_previous_standing_is_the_whole_one_of_the_round_before(tmp_path: Path) -> None:
    swiss_event(tmp_path)
    rows = verify(tmp_path).standings[3]
    assert {NUMBER[row["player"]]: row["previous"] for row in rows} == {8: 1, 1: 2, 6: 3, 7: 4, 2: 5, 3: 6, 4: 7, 5: 8}


def test_opponents_count_with_their_whole_totals(tmp_path: Path) -> None:
    """Player 8 met 7 (5), 3 (3) and 1 (10); player 7 met 8 (13), 5 (1, who did not come) and 3 (3)."""
    swiss_event(tmp_path)
    rows = {NUMBER[row["player"]]: row for row in verify(tmp_path).standings[3]}
    assert rows[8]["opponents_score"] == 18
    assert rows[7]["opponents_score"] == 17


def test_a_sound_event_has_no_finding_and_says_how_much_it_compared(tmp_path: Path) -> None:
    swiss_event(tmp_path)
    report = verify(tmp_path)
    assert report.findings == ()
    assert report.sound
    assert set(report.checks) >= {"抽签", "编号表", "参赛资格", "成绩表", "名次", "总名次", "出场", "重复对阵", "先后手"}
    assert report.checks["重复对阵"] == 12


def test_who_missed_a_round_stands_last_without_a_rank(tmp_path: Path) -> None:
    swiss_event(tmp_path)
    final = verify(tmp_path).final
    assert [(row["number"], row["rank"]) for row in final] == [
        (8, 1), (1, 2), (2, 3), (6, 4), (7, 5), (3, 6), (4, 7), (5, None),
    ]  # fmt: skip


def test_prizes_follow_the_ranks_the_region_and_the_number_of_heads(tmp_path: Path) -> None:
    """Four of Danyang (1, 2, 6, 8) make two local places; lucky place 9 is beyond the field."""
    swiss_event(tmp_path)
    prizes = verify(tmp_path).prizes
    assert [(p["prize"], p["place"], NUMBER.get(p["player"]), p["amount"]) for p in prizes] == [
        ("名次奖", 1, 8, 300), ("名次奖", 2, 1, 300), ("名次奖", 3, 2, 300),
        ("幸运奖", 5, 7, 50), ("幸运奖", 9, None, 50),
        ("地方奖", 1, 8, 80), ("地方奖", 2, 1, 80),
    ]  # fmt: skip


@pytest.mark.parametrize("steps", [0, 1, 3, 4, 6, 7, 9, 10])
def test_any_beginning_of_the_event_can_be_checked(tmp_path: Path, steps: int) -> None:
    swiss_event(tmp_path, steps)
    assert verify(tmp_path).findings == ()


def test_equal_claims_pass_and_a_wrong_one_is_named(tmp_path: Path) -> None:
    swiss_event(tmp_path)
    report = verify(tmp_path)
    claims = {
        "standings": {2: [(IDS[n - 1], dict(zip(KEYS, values, strict=True))) for n, values in AFTER_2.items()]},
        "final": [(row["player"], row["rank"]) for row in report.final],
        "prizes": [(p["prize"], p["place"], p["player"], p["amount"]) for p in report.prizes],
    }
    assert compare(report, claims) == ()
    claims["prizes"][0] = ("名次奖", 1, IDS[0], 300)
    claims["standings"][2][1][1]["progressive"] = 14
    claims["final"][0], claims["final"][1] = claims["final"][1], claims["final"][0]
    found = compare(report, claims)
    assert [finding.topic for finding in found] == ["名次指标", "总名次", "总名次", "奖项"]
    assert str(found[-1]) == "【奖项】名次奖第 1 名：写的是1 号棋手A07 300 元；核对得出8 号棋手A04 300 元"
