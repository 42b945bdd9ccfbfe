"""规程体检 of a round robin: its rounds follow from the field, and what a fixed table cannot keep is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import Sheets, put, rules, setting

from qisai.regulation.checkup import Facts, checkup
from qisai.regulation.templates.rulebook import round_robin


def sound() -> Sheets:
    """The template with everything decided."""
    sheets = setting(setting(round_robin(), "签字", "双方签字"), "缺轮处理", "不处理")
    sheets["名次"].append([7, "编号", "", "", ""])
    sheets["日程"] += [[n, "2025-05-01", f"{n + 8:02}:00", ""] for n in range(1, 8)]
    return sheets


@pytest.mark.parametrize("players", [7, 8])
def test_nothing_is_said_of_the_template_with_seven_or_eight(tmp_path: Path, players: int) -> None:
    assert checkup(Facts(rules(tmp_path, sound()), players=players, fee_income=0, lunch_cost=0, teams={})) == []


@pytest.mark.parametrize(("players", "doubt", "remedy"), [
    (6, "6 人单循环要 5 轮", "轮次填 1-5（单循环）或 1-10（双循环）"), (200, "200 人单循环要 199 轮", "1-199（单循环）"),
])  # fmt: skip
def test_rounds_that_do_not_fit_the_field(tmp_path: Path, players: int, doubt: str, remedy: str) -> None:
    (remark,) = checkup(Facts(rules(tmp_path, sound()), players=players, fee_income=0, lunch_cost=0, teams={}))
    assert (remark.topic, remark.doubt) == ("循环轮数", doubt) and remedy in remark.others


def test_before_the_sign_up_the_cap_is_the_field(tmp_path: Path) -> None:
    found = {r.topic: r for r in checkup(Facts(rules(tmp_path, setting(sound(), "人数上限", 10))))}
    assert found["循环轮数"].says.endswith("人数上限 10 人") and found["循环轮数"].doubt == "10 人单循环要 9 轮"


def test_teammates_meet_when_the_table_says_so(tmp_path: Path) -> None:
    (remark,) = checkup(Facts(rules(tmp_path, setting(sound(), "同队回避轮数", 1)), players=8, teams={"甲队": 2}))
    assert (remark.topic, remark.reading) == ("同队回避", "不回避")


def test_a_rest_is_not_asked_to_score_as_a_win(tmp_path: Path) -> None:
    """14.4 is about the bye of a Swiss."""
    assert checkup(Facts(rules(tmp_path, put(sound(), "阶段", "K2", 1)), players=7, teams={})) == []
