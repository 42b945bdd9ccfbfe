"""The cross table of a round robin: who made what against whom."""

from __future__ import annotations

import pandas as pd

from qisai.excel.share import Sheet
from qisai.reports.places import shown
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.tournament.games import sides
from qisai.vocabulary import Outcome

HEAD = ["名次", "编号", "姓名"]
POINTS = "积分"
NOTE = "每行是这个人对各编号的得分；+ 对方弃权，- 弃权；※ 本人"
OWN = "※"


def cross_table(competition: Settled, after: int) -> Sheet:
    """One row a player in the order of the standings after a round, one column an opponent in the same order (headed by
    his 编号); two games against one another stand beside each other. Cancelled results are in brackets."""
    regulation, people, seen = competition.regulation, People(competition), shown(competition, after)
    games = competition.games
    of_stage = games[(games["stage"] == regulation.swiss.name) & (games["round"] <= after) & (games["black"] != "")]
    cancelled = competition.cancelled(after)
    cells: dict[tuple[str, str], list[str]] = {}
    for line in sides(of_stage, regulation).itertuples():
        word = regulation.show(int(line.points))
        if line.outcome in (Outcome.RED_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT):
            word = "-" if line.missed else "+"
        counts = not {line.player, line.opponent} & cancelled
        cells.setdefault((line.player, line.opponent), []).append(word if counts else f"（{word}）")
    order = seen.order
    rows = [
        [place, people.number(player), people.name(player),
         *(OWN if other == player else " ".join(cells.get((player, other), [])) for other in order),
         regulation.show(int(seen.table.at[player, "points"]))]
        for player, place in zip(order, seen.places, strict=True)
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=[*HEAD, *(str(people.number(player)) for player in order), POINTS])
    notes = [NOTE, "括号里的成绩已取消（中途退赛）"] if cancelled else [NOTE]
    return Sheet("循环成绩表", frame, f"第{after}轮后循环成绩表", notes, across=True)
