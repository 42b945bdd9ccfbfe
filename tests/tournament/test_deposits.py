"""Who gets his deposit back: by hand, three Swiss rounds and a knockout."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from test_games import POINTS, rules

from qisai.regulation.model import Stage
from qisai.tournament.deposits import deposits
from qisai.tournament.games import frame

NUMBERS = pd.Series({"甲": 1, "乙": 2, "丙": 3, "丁": 4, "戊": 5, "己": 6})
KNOCKOUT = Stage("淘汰", "单淘汰", 4, 4, "前2名", 2, POINTS, ("慢棋", "快棋"))


def swiss(round_no: int, red: str, black: str = "", outcome: str = "红胜") -> dict:
    return {"round": round_no, "stage": "积分", "board": 1, "red": red, "black": black, "outcome": outcome}


#: 丙 has a bye and an opponent who does not come; 丁 does not come once and asks for leave once; 戊 once; 己 fills in.
ROUNDS = [
    swiss(1, "甲", "乙"), swiss(1, "丁", "戊"), swiss(1, "丙", outcome="轮空"), swiss(1, "己", outcome="缺席"),
    swiss(2, "甲", "丙"), swiss(2, "乙", "丁", "黑弃"), swiss(2, "戊", "己"),
    swiss(3, "甲", "戊", "双弃未签"), swiss(3, "乙", "己"), swiss(3, "丙", outcome="轮空"), swiss(3, "丁", outcome="请假"),
]  # fmt: skip


def back(games: list[dict], **settings: object) -> dict[str, str]:
    """The reason why the deposit is kept, "" where it is given back."""
    regulation = replace(rules(), stages=(*rules().stages, KNOCKOUT))
    regulation = replace(regulation, settings={**regulation.settings, "deposit": 100, **settings})
    table = deposits(frame(games), NUMBERS, regulation, {"乙"} if settings.get("out") else (), {"己"})
    assert (table["back"] == (table["reason"] == "")).all()
    return table["reason"].to_dict()


@pytest.mark.parametrize(
    ("rule", "kept"),
    [("全部轮次到场", {"丁": "缺 2 轮"}), ("缺席不超过一轮", {"丁": "缺 2 轮"}), ("都退", {})],
)
def test_a_bye_an_absent_opponent_and_an_unsigned_slip_are_rounds_that_were_played(rule: str, kept: dict) -> None:
    assert back(ROUNDS, deposit_back=rule) == dict.fromkeys("甲乙丙丁戊", "") | kept


def test_one_round_missed_costs_it_or_not() -> None:
    assert back(ROUNDS[:-1])["丁"] == "缺 1 轮"
    assert back(ROUNDS[:-1], deposit_back="缺席不超过一轮")["丁"] == ""


def test_a_tie_of_the_knockout_that_was_not_played_counts_once_whatever_its_games() -> None:
    ties = [{"round": 4, "stage": "淘汰", "match": 1, "board": 1, "game": game, "red": "甲", "black": "乙", "outcome": outcome}
            for game, outcome in (("慢棋", "和"), ("快棋", "黑弃"))]  # fmt: skip
    assert back([*ROUNDS, *ties]) == {"甲": "", "乙": "缺 1 轮", "丙": "", "丁": "缺 2 轮", "戊": ""}


def test_the_disqualified_get_nothing_back_and_fillers_have_left_nothing() -> None:
    assert back(ROUNDS, deposit_back="都退", out=True) == {"甲": "", "乙": "取消资格", "丙": "", "丁": "", "戊": ""}
