"""The team table: the sum of the best ranks of each team, its ties, and a sentence for each place.

Source: Tianshui 2024, six ("团体成绩以个人名次之和计算"); what the text leaves open follows the rules summary 6,
rows 29 to 31.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from qisai.vocabulary import plain

SUM_OF_RANKS = "个人名次之和"
NO_RANK = "不列团体名次"
PADDED = "缺额按末名加一"
COLUMNS = {"rank": "Int64", "sum": "Int64", "ranks": "object", "counted": "object", "heads": "int64", "ranked": "int64",
           "lacking": "int64", "pad": "int64", "number": "int64"}  # fmt: skip
_NAMES = ("最好名次", "次好名次")


def one_spelling(teams: pd.Series) -> pd.Series:
    """Names that differ only in blanks and full-width marks as their first spelling.

    >>> one_spelling(pd.Series(["甘谷县", "甘 谷县", ""])).tolist()
    ['甘谷县', '甘谷县', '']
    """
    return teams.groupby(teams.map(plain)).transform("first") if len(teams) else teams


def team_table(final: pd.DataFrame, count: int, short: str = NO_RANK) -> pd.DataFrame:
    """The teams in their order, each with the sum of its ``count`` best ranks.

    ``final``: the merged lists of all groups, one below the other: index ``player``, ``rank`` (Int64, <NA> for who has
    none), ``team`` ("" for who has none), ``number`` (编号); the order of its rows plays no part. ``short``: what
    becomes of a team with fewer ranked players (settings 人数不足的队).

    Returns a frame indexed by team: ``rank`` and ``sum`` (Int64, <NA> without a team rank), ``ranks`` (tuple, best
    first), ``counted`` (tuple, the players whose ranks these are), ``heads`` (players in the lists), ``ranked``,
    ``lacking`` (how many ranked players it is short of), ``pad`` (what each of them counts by 末名加一, else 0) and
    ``number`` (the smallest 编号 among those counted, or among all where nobody is).

    >>> whole = pd.DataFrame({"rank": [1, 2, 3, 4], "team": ["甲", "乙", "乙", "甲"], "number": [8, 5, 6, 7]})
    >>> team_table(whole, 2)[["rank", "sum", "ranks"]].values.tolist()
    [[1, 5, (1, 4)], [2, 5, (2, 3)]]
    """
    members = final[final["team"] != ""]
    pad = last_rank(final) + 1 if short == PADDED else 0
    rows: dict[str, dict[str, Any]] = {}
    for team, own in members.groupby("team"):
        counted = best(own, count)
        ranks = tuple(int(rank) for rank in counted["rank"])
        lacking = count - len(ranks)
        padded = pad if lacking and ranks else 0
        ranks += (padded,) * lacking if padded else ()
        rows[str(team)] = {
            "sum": sum(ranks) if len(ranks) == count else None, "ranks": ranks, "counted": tuple(map(str, counted.index)),
            "heads": len(own), "ranked": int(own["rank"].count()), "lacking": lacking, "pad": padded,
            "number": int((counted if len(counted) else own)["number"].min()),
        }  # fmt: skip
    order = sorted(rows, key=lambda team: _key(rows[team]))
    table = pd.DataFrame([rows[team] for team in order], index=pd.Index(order, name="team", dtype="str"), columns=list(COLUMNS))
    table["rank"] = pd.Series(range(1, len(order) + 1), index=table.index).where(table["sum"].notna())
    return table.astype(COLUMNS)


def best(members: pd.DataFrame, count: int) -> pd.DataFrame:
    """The ``count`` best ranked of a team's players; of equal ranks, in two groups, the smaller 编号 first.

    Who has no rank is never counted (rules summary 6, rows 30 and 31).
    """
    ranked = members[members["rank"].notna()]
    return ranked.sort_values(["rank", "number"], kind="stable").head(count)


def last_rank(final: pd.DataFrame) -> int:
    """What 末名 means: the last rank of the longest list, players without a team included (rules summary 6, row 31)."""
    return int(final["rank"].max()) if final["rank"].notna().any() else 0


def _key(row: dict[str, Any]) -> tuple[object, ...]:
    """The smaller sum first; then the better best rank, the better second best, and so on; then the smaller 编号 among
    those counted (rules summary 6, row 30). Teams without a sum follow, those with more ranked players first.

    In one list no two teams share a rank, so that the best rank always decides; with several groups they can.
    """
    if row["sum"] is None:
        return True, -row["ranked"], row["ranks"], row["number"]
    return False, row["sum"], row["ranks"], row["number"]


def sentences(table: pd.DataFrame, count: int) -> list[str]:
    """Why each team stands where it does: ``名次和 34（3+7+11+13），与第2名相同，最好名次 3 优于 5``."""
    rows = list(table.itertuples())
    return [_sentence(rows, position, count) for position in range(len(rows))]


def _sentence(rows: Sequence[Any], position: int, count: int) -> str:
    row = rows[position]
    if pd.isna(row.rank):
        return f"列名次的队员 {row.ranked} 人，不够 {count} 人，不列团体名次"
    words = f"名次和 {row.sum}（{'+'.join(map(str, row.ranks))}）"
    if row.pad:
        words += f"，缺 {row.lacking} 人，按末名加一各计 {row.pad}"
    above = rows[position - 1] if position else None
    below = rows[position + 1] if position + 1 < len(rows) and pd.notna(rows[position + 1].sum) else None
    if above is not None and above.sum == row.sum:
        return f"{words}，与第{position}名相同，{_apart(row, above)}"
    if below is not None and below.sum == row.sum:
        return f"{words}，与第{position + 2}名相同，{_apart(row, below)}"
    return words if above is None else f"{words}，比第{position}名多 {row.sum - above.sum}"


def _apart(row: Any, other: Any) -> str:
    """What separates two teams of one sum, from the side of ``row``."""
    for place, (own, his) in enumerate(zip(row.ranks, other.ranks, strict=True)):
        if own != his:
            name = _NAMES[place] if place < len(_NAMES) else f"第{place + 1}好名次"
            return f"{name} {own} {'优于' if own < his else '不如'} {his}"
    word = "小于" if row.number < other.number else "大于"
    return f"各个名次也都相同，计分队员中最小编号 {row.number} {word} {other.number}，小者列前"
