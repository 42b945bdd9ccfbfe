"""What each outcome means, by the rule book and Danyang's text; and the page that prints it."""

from __future__ import annotations

from pathlib import Path

from qisai.regulation import treatment
from qisai.regulation.model import POINT_COLUMNS, RARE_POINT_COLUMNS
from qisai.regulation.semantics import semantics_markdown, semantics_table, switches_table, tie_breaks_markdown
from qisai.regulation.settings import SETTINGS, parse
from qisai.vocabulary import ALONE, BLACK, RED, Outcome

PAGE = Path(__file__).parents[2] / "docs" / "semantics.md"
DEFAULTS = {setting.key: parse(setting, "") for setting in SETTINGS}
TABLE = treatment.build(DEFAULTS)


def test_every_outcome_has_a_row_for_each_who_sits_there() -> None:
    for outcome in Outcome:
        sides = {side for kind, side in TABLE if kind is outcome}
        assert sides == ({treatment.ALONE} if outcome in ALONE else {RED, BLACK})
    assert {rule.points for rule in TABLE.values()} <= {*POINT_COLUMNS.values(), *RARE_POINT_COLUMNS.values(), "", "ruling"}


def test_a_bye_is_a_win_with_the_lowest_opponent_and_no_colour() -> None:
    """2020 rules 14.4."""
    bye = TABLE[Outcome.BYE, treatment.ALONE]
    assert (bye.points, bye.win, bye.colour, bye.met, bye.missed, bye.opponent) == (
        "bye", True, False, False, False, "有分者最低分",
    )  # fmt: skip


def test_unsigned_slips_score_nothing_but_the_game_was_played() -> None:
    """Danyang 五（四）: neither signed, both score as in a double forfeit; nobody missed a round."""
    for side in (RED, BLACK):
        unsigned, forfeit = TABLE[Outcome.UNSIGNED, side], TABLE[Outcome.DOUBLE_FORFEIT, side]
        assert unsigned.points == forfeit.points == "double_forfeit"
        assert unsigned.colour and not unsigned.missed
        assert forfeit.missed and not forfeit.colour


def test_only_the_absent_miss_a_round() -> None:
    missed = {(outcome.value, side) for (outcome, side), rule in TABLE.items() if rule.missed}
    assert missed == {
        ("红弃", RED), ("黑弃", BLACK), ("双弃", RED), ("双弃", BLACK), ("请假", "单"), ("缺席", "单"), ("未加入", "单"),
    }  # fmt: skip


def test_the_settings_decide_whether_unplayed_wins_count() -> None:
    strict = treatment.build({**DEFAULTS, "bye_is_win": False, "forfeit_is_win": False})
    changed = {key for key in TABLE if strict[key] != TABLE[key]}
    assert changed == {(Outcome.BYE, "单"), (Outcome.RED_FORFEIT, BLACK), (Outcome.BLACK_FORFEIT, RED)}
    assert not any(strict[key].win for key in changed)


def test_the_printed_table_is_the_one_in_force() -> None:
    header, *rows = semantics_table()
    assert len(rows) == len(TABLE) and all(len(row) == len(header) for row in rows)
    assert rows[0] == ["红胜", "红", "红胜", "是", "是", "否", "否", "是", "否", "对方全部积分"]
    assert ["轮空", "单", "轮空", "是", "否", "否", "否", "否", "否", "有分者最低分"] in rows


def test_every_switch_changes_the_rows_that_it_speaks_of() -> None:
    changed = {(label, value): rows for label, _, value, rows in switches_table()[1:]}
    assert changed["轮空的对手分", "不计"] == "轮空"
    assert changed["弃权局算先后手", "是"] == "红弃、黑弃、双弃"
    assert changed["缺席的对手分", "同轮空"] == "请假、缺席、未加入"
    assert changed["加入前各轮", "按请假计分"] == "未加入"
    assert all(changed.values())


def test_an_unplayed_line_that_counts_as_a_bye_follows_the_bye() -> None:
    table = treatment.build({**DEFAULTS, "bye_opponent": "全场最低分", "forfeit_opponent": "同轮空", "absent_opponent": "同轮空"})
    lone = [Outcome.BYE, Outcome.EXCUSED, Outcome.ABSENT, Outcome.LATE]
    assert {table[outcome, treatment.ALONE].opponent for outcome in lone} == {"全场最低分"}
    assert table[Outcome.RED_FORFEIT, RED].opponent == table[Outcome.DOUBLE_FORFEIT, BLACK].opponent == "全场最低分"
    assert table[Outcome.UNSIGNED, RED].opponent == "对方全部积分"  # that game was played


def test_the_pages_in_docs_are_the_generated_ones() -> None:
    assert PAGE.read_text(encoding="utf-8") == semantics_markdown()
    assert PAGE.with_name("tiebreaks.md").read_text(encoding="utf-8") == tie_breaks_markdown()
