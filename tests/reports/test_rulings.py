"""What the results book tells of the arbiters' decisions: each with its reason, nothing that never was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event
import small_round_robin as robin
from qisai.event import open_event
from qisai.publish import language
from qisai.publish.language import label
from qisai.reports import awarded
from qisai.reports.closing import CORRECTIONS, FinalList, corrections
from qisai.reports.counts import counts_part
from qisai.reports.roundtable import _equal, cross_table
from qisai.reports.rulings import rulings
from qisai.reports.state import Settled
from qisai.vocabulary import GAMES_SHEET


def typed(folder: Path, row: int, **cells: object) -> list[int]:
    """Type into a row of the first round; the two 编号 of it."""
    for name, value in cells.items():
        small_event.result(folder, row, value, name)
    page = openpyxl.load_workbook(folder / small_event.ROUND)[GAMES_SHEET]
    names = [f"{small_event.column(folder / small_event.ROUND, GAMES_SHEET, name)}{row}" for name in ("红方编号", "黑方编号")]
    return [page[name].value for name in names]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[int]]]:
    """Ten, of whom some forfeit, one loses by fouls, one is put out in round 2 and one leaves before round 4; and who met
    at the first three tables."""
    folder = small_event.make(tmp_path_factory.mktemp("裁定") / "小赛", settings={"连续弃权出局": 2})
    pairs = [
        typed(folder, 2, 结果="5", 备注="迟到15分钟"), typed(folder, 3, 结果="2", 红犯规=2, 备注="违例两次"),
        typed(folder, 4, 结果="双弃未签", 备注="下完没有签字"),
    ]  # fmt: skip
    small_event.fill(folder)
    robin.change(folder, [2, pairs[1][1], "取消资格", "", "", "使用手机"], [4, pairs[1][0], "退赛", "", "", "回家"])
    for _ in range(5):
        assert small_event.next_round(folder) == 0
        small_event.fill(folder)
    return folder, pairs


def told(folder: Path) -> pd.DataFrame:
    event = open_event(folder)
    return rulings(event, [FinalList(one) for one in event.competitions.values()])[-1].sheet.frame


def test_forfeits_fouls_and_rulings_stand_there_with_what_the_arbiter_wrote(played: tuple[Path, list[list[int]]]) -> None:
    first = told(played[0]).query("轮次 == 1")
    assert first[["事项", "理由"]].values.tolist()[:3] == [
        ["弃权", "迟到15分钟"],
        ["犯规判负", "违例两次"],
        ["裁定", "下完没有签字"],
    ]


def test_nobody_who_was_put_out_or_has_left_is_told_to_be_left_out_by_a_rule(played: tuple[Path, list[list[int]]]) -> None:
    table = told(played[0])
    assert {"退赛", "取消资格"} <= set(table["事项"]) and "不再编排" not in set(table["事项"])
    assert table["轮次"].max() <= 5


def test_a_total_of_those_who_have_left_would_count_them_again_in_every_round(played: tuple[Path, list[list[int]]]) -> None:
    frame = counts_part(Settled.of(open_event(played[0]).competitions[""])).sheet.frame
    assert frame["退出"].iloc[-1] == "" and frame["退出"].iloc[1] == 1


def test_a_round_of_the_knockout_alone_has_a_narrow_column(tmp_path: Path) -> None:
    competition = Settled.of(open_event(small_event.copy(tmp_path / "赛", 5)).competitions[""])
    rules = competition.regulation
    stages = tuple(replace(stage, last=4) if stage.scored and stage.last == 5 else stage for stage in rules.stages)
    shown = cross_table(Settled.of(replace(competition, regulation=replace(rules, stages=stages))), 5)
    assert [name for name in shown if name.isdigit()] == ["1", "2", "3", "4", "5"]
    block = pd.DataFrame({"9": ["红104\n胜 33"] * 20, "10": ["", "淘8\n胜"] + [""] * 18})
    widths = _equal(block, ["9", "10"])
    assert widths["10"] < widths["9"]


def test_where_only_the_colours_were_wrong_the_winner_is_said_to_stay(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛", 1)
    red, black = typed(folder, 2, 结果="1")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    typed(folder, 2, 结果="2", 实际红方=black, 更正理由="坐反")
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    row = dict(zip(CORRECTIONS, corrections(event.competitions[""], event.record.corrections).iloc[0], strict=True))
    assert row["改为"].startswith("先后手更正：胜者不变（") and row["改为"].endswith(f"实际{black}号执红、{red}号执黑")
    language.choose(language.ENGLISH)
    try:
        assert (
            label("先后手更正：仍是和，实际5号执红、10号执黑") == "Colours corrected: still a draw, No. 5 had Red, No. 10 Black"
        )
    finally:
        language.choose(language.CHINESE)


def test_a_prize_that_nobody_takes_is_told_with_its_reason() -> None:
    rows = pd.DataFrame({"prize": "地方奖", "place": [7, 8], "amount": 100, "reason": "只设 6 名"})
    assert awarded.open_lines(rows, "不能颁发的") == ["不能颁发的：地方奖第 7-8 名，计 200 元（只设 6 名）"]
