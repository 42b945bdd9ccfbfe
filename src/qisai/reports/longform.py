"""What everybody did in every round, one row a game, for those who compute with it."""

from __future__ import annotations

import pandas as pd

from qisai.event import Competition
from qisai.excel.share import Sheet
from qisai.regulation.model import KNOCKOUT
from qisai.reports.tables import People
from qisai.reports.working import COLOURS, from_his_side
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.standings import points_by_round

LONG = ["组别", "轮次", "阶段", "局", "编号", "姓名", "单位", "对手编号", "先后手", "台号", "结果", "得分", "累计分"]


def long_sheet(competition: Competition, upto: int) -> Sheet:
    """The sheet 数据: a row for each player and round up to ``upto``, in a knockout for each of his games (局).

    Ordered by round, stage and 编号. 得分 and 累计分 are numbers in points; a knockout has points of its own, which
    add up to no 累计分. Who sits out has a row without 对手编号 and 台号, and his 结果 says why.
    """
    return Sheet("数据", long_form(competition, upto), "数据", data=True)


def long_form(competition: Competition, upto: int) -> pd.DataFrame:
    """The frame of :func:`long_sheet`: columns ``LONG``, cells str or number, "" where there is nothing."""
    regulation, people, games = competition.regulation, People(competition), competition.counted(upto)
    games = games[games["round"] <= upto]
    done = min(upto, competition.swiss_rounds_done)
    running = points_by_round(swiss_games(games, regulation, done), competition.numbers_after(done), regulation, done)
    rows: list[list[object]] = []
    for line in sides(games, regulation).itertuples():
        if line.player not in running.index:  # he came in later
            continue
        knockout = regulation.stage(line.stage).system == KNOCKOUT
        total = "" if knockout else regulation.cell("points", int(running.at[line.player, line.round]))
        rows.append([
            competition.group, line.round, line.stage, line.game, people.number(line.player), people.name(line.player),
            people.team(line.player), people.number(line.opponent), COLOURS.get(line.side, ""), line.board or "",
            from_his_side(line.outcome, line.side), regulation.cell("points", int(line.points)), total,
        ])  # fmt: skip
    table = pd.DataFrame(rows, columns=LONG)
    order = {game: place for stage in regulation.stages for place, game in enumerate(stage.games)}
    table["place"] = table["局"].map(order).fillna(0)
    return table.sort_values(["轮次", "阶段", "编号", "place"], ignore_index=True).drop(columns="place")
