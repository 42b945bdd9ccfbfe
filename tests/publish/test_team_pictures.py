"""The picture of the team table: long names wrap, too many counted players give way to their ranks, nothing is clipped."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest
from looks import texts_apart

from qisai.publish.pictures import table_figures
from qisai.regulation.settings import SETTINGS, parse
from qisai.reports.team import TeamTable
from qisai.tournament.teams import TeamRules, team_table

RULES = {setting.key: parse(setting, "") for setting in SETTINGS} | {"teams": "个人名次之和", "team_short": "缺额按末名加一"}


@pytest.mark.parametrize(("counted", "name", "column"), [
    (2, "欧阳娜娜", "计分队员"), (4, "欧阳娜娜", "计分队员"), (5, "阿卜杜拉·买买提", "计分名次"), (10, "𬭎明", "计分名次"),
])  # fmt: skip
def test_no_name_of_a_team_lies_on_another(counted: int, name: str, column: str) -> None:
    rows = [(n, team) for n, team in enumerate(["甘谷县", "呼和浩特市象棋运动协会代表队"] * counted + ["武山县"], start=101)]
    final = pd.DataFrame({"rank": [n for n, _ in rows], "team": [team for _, team in rows], "number": range(1, len(rows) + 1)},
                         index=[str(n) for n, _ in rows])  # fmt: skip
    settings = RULES | {"team_count": counted}
    table = team_table(final, TeamRules.of(settings))
    names, groups = ({str(n): word for n, _ in rows} for word in (name, "成人组"))
    frame = TeamTable("", table, settings, names, groups, ()).picture
    assert list(frame.columns) == ["名次", "单位", "名次和", column]
    for figure in table_figures(frame, title="团体名次（暂列）：甘谷县第一", subtitle="天水", stamp=["演练数据", "截至第9轮"]):
        texts_apart(figure)


@pytest.mark.parametrize(("kind", "total", "cells", "heading"), [
    ("个人积分之和", 13.5, "欧阳娜娜(8.5分)　欧阳娜娜(5分)", "计分积分"),
    ("名次分之和", 16, "欧阳娜娜(1名9分)　欧阳娜娜(2名7分)", "计分名次分"),
])  # fmt: skip
def test_the_picture_says_what_is_added_up(kind: str, total: float, cells: str, heading: str) -> None:
    """Where the names do not fit, what each brings stands alone under a heading that says what it is."""
    final = pd.DataFrame({"rank": [1, 2, 3], "team": ["甘谷县", "甘谷县", "武山县"], "number": [4, 5, 6],
                          "points": [Fraction(17, 2), Fraction(5), Fraction(4)]}, index=["4", "5", "6"])  # fmt: skip
    settings = RULES | {"teams": kind, "team_count": 2, "rank_points": (9, 7)}
    table = team_table(final, TeamRules.of(settings))
    part = TeamTable("", table, settings, dict.fromkeys(final.index, "欧阳娜娜"), {}, ())
    row = part.picture.iloc[0]
    assert row["单位"] == "甘谷县" and row[part.total] == total and row["计分队员"] == cells
    long = TeamTable("", table, settings, dict.fromkeys(final.index, "欧阳娜娜" * 12), {}, ()).picture
    assert list(long.columns) == ["名次", "单位", part.total, heading]
    assert part.first_line.startswith(f"第1名 甘谷县（{part.total} {total}）")


def test_teams_with_equal_totals_show_what_parts_them_and_the_notes_say_how() -> None:
    final = pd.DataFrame({"rank": range(1, 7), "team": ["甲队", "乙队", "乙队", "甲队", "丙队", "丙队"], "number": range(1, 7)},
                         index=[str(n) for n in range(1, 7)])  # fmt: skip
    settings = RULES | {"team_count": 2}
    part = TeamTable("", team_table(final, TeamRules.of(settings)), settings, dict.fromkeys(final.index, "张三"), {}, ())
    assert part.picture["区分"].to_list() == ["最好名次 1 优于 2", "最好名次 2 不如 1", ""]
    told = [note.text for note in part.picture_notes if note.seen(0, 3)]
    assert told[0] == "每队取最好的 2 个名次相加，和小者列前" and told[1].startswith("括号里是各人的名次")
    assert told[2].startswith("和相同的依次比较最好名次") and len(told) == 3
