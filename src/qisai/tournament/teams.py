"""The team table: what each player brings his team, who is counted, short teams, ties.

Sources: rules summary 1.7 and 6, rows 29 to 31; Tianshui 2024, six ("团体成绩以个人名次之和计算"); the regulations of
table 2 that are named beside the functions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pandas as pd

from qisai.regulation.teams import (
    AMONG_MEMBERS,
    BEST_RANK,
    FIELD,
    LAST_ROUND,
    NUMBER,
    OVERALL,
    PADDED,
    POINTS,
    RANK_POINTS,
    RANKS,
    TIES,
    UNRANKED,
    WHOLE_TEAM,
    rising,
    smaller_first,
)
from qisai.vocabulary import plain

COLUMNS = {"rank": "Int64", "sum": "object", "worth": "object", "ranks": "object", "counted": "object", "heads": "int64",
           "ranked": "int64", "lacking": "int64", "pad": "int64", "number": "int64", "ties": "object", "why": "str"}  # fmt: skip
#: Word of 团体相同 -> the column of a player's value; 最好名次, 末轮得分和 and 编号 are no sums of one value.
VALUES = {"积分和": "points", "对手分和": "opponents_score", "累进分和": "progressive", "胜局和": "wins", "犯规和": "fouls"}
BY_ROUND = "backwards"
TOO_FEW, SHORT, NO_RANKING = "最少人数", "人数不足", "最少队数"  # why a team has no rank
_LAST = 10**9  # behind every rank: a further player counted is better than none


@dataclass(frozen=True)
class TeamRules:
    """The team settings, in the words of ``regulation.teams``; ``points`` is 名次分."""

    kind: str = RANKS
    count: int = WHOLE_TEAM
    short: str = UNRANKED
    group_count: int = 0
    least: int = 0
    least_teams: int = 0
    ranks: str = OVERALL
    ties: tuple[str, ...] = (BEST_RANK,)
    points: tuple[int, ...] = ()

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> TeamRules:
        keys = ("teams", "team_count", "team_short", "group_count", "team_least", "least_teams", "team_ranks", "team_ties",
                "rank_points")  # fmt: skip
        return cls(*(settings[key] for key in keys))

    @property
    def smaller_first(self) -> bool:
        return smaller_first({"teams": self.kind, "rank_points": self.points})

    @property
    def pads(self) -> bool:
        """Whether somebody who is missing counts as a rank; points have no last rank to add to."""
        return self.kind != POINTS and self.short in (PADDED, FIELD)


def one_spelling(teams: pd.Series) -> pd.Series:
    """Names that differ only in blanks and full-width marks as their first spelling.

    >>> one_spelling(pd.Series(["甘谷县", "甘 谷县", ""])).tolist()
    ['甘谷县', '甘谷县', '']
    """
    return teams.groupby(teams.map(plain)).transform("first") if len(teams) else teams


def may_count(teams: pd.Series, named: pd.Series) -> pd.Series:
    """Who can count for his team (bool): those named in 团体队员, and everybody of a team that has named nobody (#10).

    >>> may_count(pd.Series(["甲", "甲", "乙", ""]), pd.Series([True, False, False, False])).tolist()
    [True, False, True, False]
    """
    return (teams != "") & (named | ~named.groupby(teams).transform("any")) if len(teams) else named


def team_table(final: pd.DataFrame, rules: TeamRules) -> pd.DataFrame:
    """The teams in their order, each with the total of its best players.

    ``final``: the merged lists of all groups, one below the other: index ``player``, ``rank`` (Int64, <NA> for who has
    none), ``team`` ("" for who has none), ``number`` (编号); the order of its rows plays no part. Where they matter
    also ``group``, ``counts`` (bool, of :func:`may_count`; else everybody), ``points`` and the other columns of
    ``VALUES`` (exact numbers in one unit over all groups), ``backwards`` (points of the last round first, tuples of one
    length).

    Returns a frame indexed by team: ``rank`` (Int64, <NA> without a team rank), ``sum`` (an exact number, None without
    a team rank), ``worth`` (tuple, what is added up), ``ranks`` (tuple, the ranks beside it), ``counted`` (tuple, the
    players), ``heads`` (players who could count), ``ranked``, ``lacking`` (how many players it is short of), ``pad``
    (the rank that each of them counts, 0 where none), ``number`` (the smallest 编号 of those counted, or of all where
    nobody is), ``ties`` (tuple, a value for each word of 团体相同) and ``why`` (why there is no rank, "" where there is).

    >>> whole = pd.DataFrame({"rank": [1, 2, 3, 4], "team": ["甲", "乙", "乙", "甲"], "number": [8, 5, 6, 7]})
    >>> team_table(whole, TeamRules(count=2))[["rank", "sum", "ranks"]].values.tolist()
    [[1, 5, (1, 4)], [2, 5, (2, 3)]]
    """
    players = final if "group" in final else final.assign(group="")
    mine = players["team"] != "" if "counts" not in players else (players["team"] != "") & players["counts"]
    members = players[mine]
    if rules.ranks == AMONG_MEMBERS:
        members = members.assign(rank=ranks_among(members))
    pad = pad_rank(members if rules.ranks == AMONG_MEMBERS else players, rules.short) if rules.pads else 0
    groups = players["group"].nunique()
    rows = {str(team): _row(own, rules, pad, groups) for team, own in members.groupby("team")}
    complete = sum(row["why"] == "" for row in rows.values())
    if complete < rules.least_teams:
        rows = {team: row | {"why": row["why"] or NO_RANKING, "sum": None} for team, row in rows.items()}
    order = sorted(rows, key=lambda team: _key(rows[team], rules))
    names = pd.Index(order, name="team", dtype="str")
    table = pd.DataFrame([rows[team] for team in order], index=names, columns=list(COLUMNS), dtype="object")
    table["rank"] = pd.Series(range(1, len(order) + 1), index=table.index).where(table["why"] == "")
    return table.astype(COLUMNS)


def ranks_among(members: pd.DataFrame) -> pd.Series:
    """Ranks counted anew in each group among those given; equal ones stay equal, who has none has none.

    >>> ranks_among(pd.DataFrame({"rank": pd.array([7, None, 3, 3], dtype="Int64"), "group": ""})).tolist()
    [3, <NA>, 1, 1]
    """
    return members["rank"].astype("Float64").groupby(members["group"]).rank(method="min").astype("Int64")


def pad_rank(players: pd.DataFrame, short: str) -> int:
    """The rank of somebody who is missing: the last rank and one, or the number of players; of the longest list, those
    without a team included unless the ranks are counted anew (rules summary 6, row 31; S30)."""
    if short == FIELD:
        return int(players.groupby("group").size().max()) if len(players) else 0
    return int(players["rank"].max()) + 1 if players["rank"].notna().any() else 1


def rank_worth(points: Sequence[int], rank: int) -> int:
    """名次分 of a rank: behind the end of a rising list one more each (Zhoushan 2011, #4), of a falling one nothing.

    >>> [rank_worth((0, 2, 3), rank) for rank in (1, 2, 5)], [rank_worth((7, 5, 4), rank) for rank in (1, 4)]
    ([0, 2, 5], [7, 0])
    """
    beyond = rank - len(points)
    if beyond <= 0:
        return points[rank - 1]
    return points[-1] + beyond if rising(points) else 0


def best(members: pd.DataFrame, rules: TeamRules) -> pd.DataFrame:
    """Those of a team who are counted, the best first: who brings most, then the better rank, then the smaller 编号.

    Who has no rank is never counted (rules summary 6, rows 30 and 31). With 每组计分人数 no group gives more than so
    many (Hong Kong 2017, #30).
    """
    ranked = members[members["rank"].notna()]
    first = [-value for value in ranked["points"]] if rules.kind == POINTS else 0
    ranked = ranked.assign(first=first).sort_values(["first", "rank", "number"], kind="stable")
    if rules.group_count:
        ranked = ranked.groupby("group").head(rules.group_count)
    return ranked if rules.count == WHOLE_TEAM else ranked.head(rules.count)


def _needed(members: pd.DataFrame, rules: TeamRules, groups: int) -> int:
    """How many must be counted for a team to be complete."""
    if rules.count != WHOLE_TEAM:
        return rules.count
    return rules.group_count * groups or len(members)


def _row(members: pd.DataFrame, rules: TeamRules, pad: int, groups: int) -> dict[str, Any]:
    counted = best(members, rules)
    ranks = tuple(int(rank) for rank in counted["rank"])
    ranked = int(members["rank"].count())
    lacking = max(_needed(members, rules, groups) - len(ranks), 0)
    why = SHORT if not ranks or (lacking and rules.short == UNRANKED) else TOO_FEW if ranked < rules.least else ""
    padded = pad if lacking and not why else 0
    ranks += (padded,) * lacking if padded else ()
    worth = tuple(map(whole, counted["points"])) if rules.kind == POINTS else ranks
    worth = tuple(rank_worth(rules.points, rank) for rank in ranks) if rules.kind == RANK_POINTS else worth
    number = int((counted if len(counted) else members)["number"].min())
    return {
        "sum": None if why else whole(sum(worth)), "worth": worth, "ranks": ranks, "counted": tuple(map(str, counted.index)),
        "heads": len(members), "ranked": ranked, "lacking": lacking, "pad": padded, "number": number,
        "ties": tuple(_tie(word, counted, ranks, number) for word in rules.ties), "why": why,
    }  # fmt: skip


def _tie(word: str, counted: pd.DataFrame, ranks: tuple[int, ...], number: int) -> Any:
    """The value of a team for one word of 团体相同, over the players counted; who is missing adds nothing."""
    if word == BEST_RANK:
        return ranks
    if word == NUMBER:
        return number
    if word == LAST_ROUND:
        return tuple(whole(sum(points)) for points in zip(*counted[BY_ROUND], strict=True))
    return whole(sum(counted[VALUES[word]]))


def _key(row: dict[str, Any], rules: TeamRules) -> tuple[object, ...]:
    """The better total first, then what 团体相同 names, then the smaller 编号 among those counted (rules summary 6, row
    30). Teams without a rank follow, those with more ranked players first.

    In one list without shared ranks no two teams have a rank in common, so that the best rank always decides.
    """
    if row["why"]:
        return True, -row["ranked"], (*row["ranks"], _LAST), row["number"]
    total = row["sum"] if rules.smaller_first else -row["sum"]
    ties = (_sortable(word, value) for word, value in zip(rules.ties, row["ties"], strict=True))
    return False, total, *ties, row["number"]


def _sortable(word: str, value: Any) -> Any:
    if word == BEST_RANK:
        return (*value, _LAST)
    if word == LAST_ROUND:
        return tuple(-points for points in value)
    return -value if TIES[word] else value


def whole(value: Fraction | int) -> Fraction | int:
    """A number without a denominator as int."""
    return int(value) if value == int(value) else value
