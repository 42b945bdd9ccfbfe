"""The sheet for those who compute."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event
from qisai.event import open_event
from qisai.excel.share import Sheet, write_share
from qisai.reports.longform import LONG, long_form, long_sheet
from qisai.reports.state import Settled


@pytest.fixture(scope="module")
def competition(tmp_path_factory: pytest.TempPathFactory) -> Settled:
    """Four rounds accepted, the first of the knockout among them."""
    folder = small_event.copy(tmp_path_factory.mktemp("数据") / "小赛", 5)
    return Settled.of(open_event(folder).competitions[""])


def test_a_row_for_every_player_and_round_adds_up_to_the_standings(competition: Settled) -> None:
    frame = long_form(competition, 3)
    assert list(frame.columns) == LONG and len(frame) == 9 * 3
    assert not frame.duplicated(["轮次", "编号"]).any()
    table = competition.standings(3)
    numbers, cell = competition.record.numbers, competition.regulation.cell
    points = {numbers[player]: cell("points", int(units)) for player, units in table["points"].items()}
    assert frame.groupby("编号")["得分"].sum().to_dict() == points
    assert frame[frame["轮次"] == 3].set_index("编号")["累计分"].to_dict() == points


def test_both_rows_of_a_game_point_at_each_other(competition: Settled) -> None:
    frame = long_form(competition, 4)
    games = frame[frame["对手编号"] != ""]
    other = {(r.轮次, r.局, r.编号): r for r in games.itertuples()}
    for row in games.itertuples():
        back = other[row.轮次, row.局, row.对手编号]
        assert back.对手编号 == row.编号 and back.台号 == row.台号 and {back.先后手, row.先后手} == {"先手", "后手"}
    knockout = frame[frame["阶段"] == "淘汰"]
    assert len(knockout) >= 4 and (knockout["累计分"] == "").all() and (knockout["局"] != "").all()


def test_the_sheet_is_read_as_it_is_by_pandas(competition: Settled, tmp_path: Path) -> None:
    first = Sheet("名次", pd.DataFrame({"名次": [1]}), "名次")
    path = write_share(tmp_path / "x.xlsx", [first, long_sheet(competition, 4)], stamp="截至第4轮")
    frame = long_form(competition, 4)
    found = pd.read_excel(path, sheet_name="数据", engine="openpyxl", keep_default_na=False)
    assert list(found.columns) == LONG and len(found) == len(frame)
    assert found["姓名"].tolist() == frame["姓名"].tolist() and found["得分"].tolist() == frame["得分"].tolist()
    assert found["对手编号"].tolist() == frame["对手编号"].tolist()  # a null stays a name, a blank a blank
    page = openpyxl.load_workbook(path)["数据"]
    assert page.oddHeader.center.text == "数据" and "&P" in page.oddFooter.center.text
    assert page.oddFooter.right.text == "截至第4轮" and page["B2"].alignment.horizontal == "center"
