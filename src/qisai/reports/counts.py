"""Games by round and result, for the results book."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from qisai.excel.share import Sheet
from qisai.reports.parts import Part
from qisai.reports.state import Settled
from qisai.vocabulary import ALONE, Happening, Outcome

PLAYED = {Outcome.RED_WIN: "红胜", Outcome.DRAW: "和", Outcome.BLACK_WIN: "黑胜"}
LEFT = "退出"
COUNTS = ["轮次", "对局", "红胜", "和", "黑胜", "弃权、裁定", "轮空", "缺席、请假", LEFT]


def counts_part(competition: Settled) -> Part:
    """Games by round and result as they count: no result that a withdrawal has cancelled; who has left is no absentee."""
    games = competition.games
    out = competition.cancelled(competition.swiss_rounds_done)
    games = games[~games["red"].isin(out) & ~games["black"].isin(out) & (games["outcome"] != Outcome.LATE)]
    kinds = [_kind(competition, line.round, line.red, line.outcome) for line in games.itertuples()]
    table = games.assign(kind=kinds).groupby(["round", "kind"]).size().unstack(fill_value=0)
    table = table.reindex(columns=COUNTS[2:], fill_value=0)
    table.insert(0, "对局", table[[*PLAYED.values()]].sum(axis=1))
    table = table.reset_index().rename(columns={"round": "轮次"})
    whole = table.drop(columns="轮次").sum()
    total = pd.DataFrame([["合计", *whole]], columns=COUNTS).astype({LEFT: object})
    total[LEFT] = ""  # whoever has left is out in every round: a sum would count him again and again
    table = pd.concat([table, total], ignore_index=True)
    table = table.drop(columns=[name for name in COUNTS[5:] if not whole[name]])
    notes = []
    if whole["对局"]:
        red, draw, black = percentages([int(whole[name]) for name in PLAYED.values()])
        more = "，含淘汰赛的加赛" if games["game"].ne("").any() else ""
        notes = [f"对局是下完的{more}；红胜 {red}%，和 {draw}%，黑胜 {black}%"]
    if out:
        notes.append("成绩取消的对局不计")
    return Part(Sheet(f"统计{competition.group}", table, "", notes))


def _kind(competition: Settled, round_no: int, player: str, outcome: str) -> str:
    if outcome not in ALONE:
        return PLAYED.get(Outcome(outcome), "弃权、裁定")
    if outcome == Outcome.BYE:
        return "轮空"
    change = competition.taking_out(round_no, player)
    left = change is not None and change.happening != Happening.ABSENT_ROUND
    return LEFT if left or player in competition.out_by_rule(round_no) else "缺席、请假"


def percentages(counts: Sequence[int]) -> list[int]:
    """Whole percentages that add up to 100, by the largest remainder.

    >>> percentages([43, 16, 42]), percentages([1, 1, 1])
    ([42, 16, 42], [34, 33, 33])
    """
    whole = sum(counts)
    found = [100 * count // whole for count in counts]
    order = sorted(range(len(counts)), key=lambda place: -(100 * counts[place] % whole))
    for place in order[: 100 - sum(found)]:
        found[place] += 1
    return found
