"""The picture of the team table: long names wrap, too many counted players give way to their ranks, nothing is clipped."""

from __future__ import annotations

import pandas as pd
import pytest
from looks import texts_apart

from qisai.publish.pictures import table_figures
from qisai.reports.team import TeamList
from qisai.tournament.teams import team_table

SETTINGS = {"teams": "个人名次之和", "team_short": "缺额按末名加一", "no_team": "个人，无"}


@pytest.mark.parametrize(("counted", "name", "column"), [
    (2, "欧阳娜娜", "计分队员"), (4, "欧阳娜娜", "计分队员"), (5, "阿卜杜拉·买买提", "计分名次"), (10, "𬭎明", "计分名次"),
])  # fmt: skip
def test_no_name_of_a_team_lies_on_another(counted: int, name: str, column: str) -> None:
    rows = [(n, team) for n, team in enumerate(["甘谷县", "呼和浩特市象棋运动协会代表队"] * counted + ["武山县"], start=101)]
    final = pd.DataFrame({"rank": [n for n, _ in rows], "team": [team for _, team in rows], "number": range(1, len(rows) + 1)},
                         index=[str(n) for n, _ in rows])  # fmt: skip
    table = team_table(final, counted, "缺额按末名加一")
    words = {str(n): f"{name}(成人组{n})" for n, _ in rows}
    frame = TeamList({**SETTINGS, "team_count": counted}, (), table, words).picture
    assert list(frame.columns) == ["名次", "单位", "名次和", column]
    for figure in table_figures(frame, title="团体名次（暂列）：甘谷县第一", subtitle="天水", stamp=["演练数据", "截至第9轮"]):
        texts_apart(figure)
