"""What a forfeited pairing and a late entry leave for the next pairing, by the settings (second referee)."""

from __future__ import annotations

import pytest
from small_swiss import law, played

from qisai.verify.hall import Hall, Room
from qisai.verify.legality import never_twice
from qisai.verify.replay import Game, Publication
from qisai.verify.report import Ledger
from qisai.verify.wishes import Wishes


def hall(first: str, players: str = "ABCD", since: dict[str, int] | None = None, **settings: str) -> Hall:
    """Round 2 is A against B and C against D, after a round 1 that reads so."""
    rules = law("points", 2, settings, {"excused": 1})
    state = played(rules, players, first, since=since or {})
    lines = (Game(1, "", 1, "A", "B"), Game(2, "", 2, "C", "D"))
    pub = Publication(rules.swiss, 2, "", lines, "", {}, (), "", (), state, state)
    return Hall(rules, state, pub, Wishes(), {}, Room(), str)


@pytest.mark.parametrize(("first", "setting", "again"), [
    ("A!B C+D", "是", 2), ("A!B C+D", "否", 1), ("A#B C?D", "否", 0), ("A=B C+D", "否", 2),
])  # fmt: skip
def test_two_of_whom_one_did_not_come_may_meet_again_where_the_setting_lets_them(first: str, setting: str, again: int) -> None:
    ledger = Ledger()
    never_twice(hall(first, forfeit_is_met=setting), ledger)
    assert len(ledger.findings) == again


@pytest.mark.parametrize(("setting", "colours"), [("否", [[], [], ["红"], ["黑"]]), ("是", [["红"], ["黑"], ["红"], ["黑"]])])
def test_the_colours_of_a_forfeit_count_where_the_setting_says_so(setting: str, colours: list[list[str]]) -> None:
    found = hall("A!B C+D", forfeit_is_colour=setting)
    assert [found.colours[player] for player in "ABCD"] == colours


@pytest.mark.parametrize(("setting", "points"), [("不计分", 0), ("按请假计分", 1)])
def test_who_enters_late_is_paired_with_the_points_of_the_rounds_before(setting: str, points: int) -> None:
    found = hall("A+B C+D", "ABCDE", {"E": 2}, late_points=setting)
    assert found.score("E") == points
    assert found.field[-1] == "E"
