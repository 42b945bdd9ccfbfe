"""Seven and a late eighth: two Swiss rounds, a knockout of four, one more round of the others; by hand.

After the Swiss: 3 (10), 7 (8, with a bye), 5 (7), then on 5 points 1 (累进 10), 6 (8), 4 (5, won without
play), then 2 and 8 on 0, of whom 2 had black once. Knockout 3-1 and 7-5: 3-1 drawn twice, 1 had black in the
last line; 5 did not come; 1 beat 7. The others: 4 beat 6, 8 beat 2.
"""

from pathlib import Path

import pytest
from event_folders import IDS_OF_SEVEN, knockout_event

from qisai.verify import verify

NUMBER = {player: number for number, player in enumerate([*IDS_OF_SEVEN, "A08"], start=1)}


def test_a_sound_event_has_no_finding(tmp_path: Path) -> None:
    knockout_event(tmp_path)
    report = verify(tmp_path)
    assert report.findings == ()
    assert report.checks["种子"] >= 4
    assert report.checks["淘汰对阵"] >= 6


def test_the_cut_is_the_table_worked_by_hand(tmp_path: Path) -> None:
    knockout_event(tmp_path)
    rows = verify(tmp_path).standings[2]
    assert [(NUMBER[r["player"]], r["points"], r["progressive"], r["wins"], r["black_games"]) for r in rows] == [
        (3, 10, 15, 2, 1), (7, 8, 13, 1, 1), (5, 7, 9, 1, 1), (1, 5, 10, 1, 1), (6, 5, 8, 0, 1), (4, 5, 5, 1, 0),
        (2, 0, 0, 0, 1), (8, 0, 0, 0, 0),
    ]  # fmt: skip


def test_a_bye_adds_the_lowest_total_above_zero(tmp_path: Path) -> None:
    """Player 7 had the bye and met 6 (5); the lowest total of those who have points is 5."""
    knockout_event(tmp_path)
    rows = {NUMBER[row["player"]]: row for row in verify(tmp_path).standings[2]}
    assert rows[7]["opponents_score"] == 10


def test_the_others_go_on_without_the_qualifiers(tmp_path: Path) -> None:
    """2 met 1, who left with 5 points, then 5 with 7 and 8 with 5."""
    knockout_event(tmp_path)
    rows = verify(tmp_path).standings[3]
    assert [(NUMBER[r["player"]], r["order"], r["points"], r["progressive"]) for r in rows] == [
        (4, 1, 10, 15), (6, 2, 5, 13), (8, 3, 5, 5), (2, 4, 0, 0),
    ]  # fmt: skip
    assert rows[3]["opponents_score"] == 17


def test_the_final_list_is_knockout_then_others_then_who_missed_a_round(tmp_path: Path) -> None:
    knockout_event(tmp_path)
    final = verify(tmp_path).final
    assert [(row["number"], row["rank"]) for row in final] == [
        (1, 1), (7, 2), (3, 3), (5, 4), (4, 5), (6, 6), (2, 7), (8, None),
    ]  # fmt: skip


def test_prizes_of_the_final_list(tmp_path: Path) -> None:
    """Danyang people: 1, 2, 5 and 7, so two local places; lucky place 7 is player 2."""
    knockout_event(tmp_path)
    prizes = [(p["prize"], p["place"], NUMBER.get(p["player"])) for p in verify(tmp_path).prizes]
    assert prizes == [
        ("名次奖", 1, 1), ("名次奖", 2, 7), ("名次奖", 3, 3), ("幸运奖", 7, 2), ("幸运奖", 9, None),
        ("地方奖", 1, 1), ("地方奖", 2, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("steps", [1, 4, 5, 7, 8, 12, 13, 14, 16, 17])
def test_any_beginning_of_the_event_can_be_checked(tmp_path: Path, steps: int) -> None:
    knockout_event(tmp_path, steps)
    assert verify(tmp_path).findings == ()
