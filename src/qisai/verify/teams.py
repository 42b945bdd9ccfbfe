"""The tables of the teams and their prizes, over all groups of the event or of each group.

Sources: regulation of Tianshui, six and seven (the sum of the players' ranks); the rules summary 1.7, table 2 and 6,
rows 29 to 31.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from qisai.regulation import teams as words
from qisai.regulation.model import Regulation
from qisai.verify.draw import is_filler, is_player
from qisai.verify.folder import Person, is_named, teams_of
from qisai.verify.prizes import last_round
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import careers, qualifiers, table
from qisai.vocabulary import text

SUMS = {"积分和": "points", "对手分和": "opponents_score", "累进分和": "progressive", "胜局和": "wins", "犯规和": "fouls"}
NEVER = 10**9


def team_tables(
    finals: Mapping[str, list[Row]],
    people: Mapping[str, Person],
    regulations: Mapping[str, Regulation],
    states: Mapping[str, State],
) -> list[Row]:
    """The teams, best first, once every group has its final list: ``group, team, order, rank, sum, ranks, players``.

    ``group`` is "" where one table holds all groups. ``ranks`` are those counted, ``players`` who has them, ``number``
    the smallest 编号 of these; ``rank`` and ``sum`` are None where a team has no rank.
    """
    settings = next(iter(regulations.values())).settings
    no_points = settings["teams"] == words.RANK_POINTS and not settings["rank_points"]
    if settings["teams"] == words.NONE or not settings["team_count"] or no_points or not all(finals.values()):
        return []
    players = members(finals, people, regulations, states)
    if settings["team_scope"] == words.ALL_GROUPS or len(finals) == 1:
        return team_table(players, settings)
    return [
        {**row, "group": group}
        for group in finals
        for row in team_table([player for player in players if player["group"] == group], settings)
    ]


def members(
    finals: Mapping[str, list[Row]],
    people: Mapping[str, Person],
    regulations: Mapping[str, Regulation],
    states: Mapping[str, State],
) -> list[Row]:
    """Everybody in the final lists with his team ("" for none) and all that a team may be ranked by, exact numbers.

    ``counts``: he may count for his team; where 团体队员 names some of it, only they. Fillers are nobody's.
    """
    of_team = teams_of(people, next(iter(regulations.values()))["no_team"])
    named = {player for player in of_team if is_player(people[player]) and is_named(people[player])}
    choosy = {of_team[player] for player in named}
    found = []
    for group, rows in finals.items():
        regulation, state = regulations[group], states[group]
        last, gone = last_round(regulation, state), set(qualifiers(regulation, state))
        values = {row["player"]: row for row in table(regulation, state, last)}
        if last > regulation.swiss.last:
            at_cut = {row["player"]: row for row in table(regulation, state, regulation.swiss.last)}
            values |= {player: at_cut[player] for player in gone}
        lines = careers(regulation, state, last)
        for row in (row for row in rows if not is_filler(people[row["player"]])):
            player = row["player"]
            team = of_team.get(player, "")
            rounds = {line.round: Fraction(line.points, regulation.scale) for line in lines[player]}
            found.append({
                "player": player, "group": group, "team": team, "rank": row["rank"], "number": row["number"],
                "name": text(people[player].row.get("单位", "")) if team else "",
                "counts": bool(team) and (team not in choosy or player in named),
                "backwards": [rounds.get(number, Fraction(0)) for number in range(last, 0, -1)],
                **{key: _exact(regulation, key, values[player][key]) for key in SUMS.values()},
            })  # fmt: skip
    return found


def _exact(regulation: Regulation, key: str, value: int | Fraction) -> Fraction:
    """A value of the standing in points or as a count."""
    return Fraction(value) / (1 if key in ("wins", "fouls") else regulation.scale)


def team_table(players: list[Row], settings: Mapping[str, Any]) -> list[Row]:
    """One team table from the rows of :func:`members`."""
    ranked = [row for row in players if row["rank"] is not None]
    rank_of = {row["player"]: row["rank"] for row in ranked}
    lists: dict[str, list[Row]] = {}
    among = settings["team_ranks"] == words.AMONG_MEMBERS
    for row in players:
        if row["counts"] or not among:
            lists.setdefault(row["group"], []).append(row)
    if among:
        own = [row for row in ranked if row["counts"]]
        rank_of = {
            row["player"]: 1 + sum(other["group"] == row["group"] and other["rank"] < row["rank"] for other in own) for row in own
        }
    last = max((rank_of[row["player"]] for rows in lists.values() for row in rows if row["player"] in rank_of), default=0)
    missing = {words.PADDED: last + 1, words.FIELD: max(map(len, lists.values()), default=0)}.get(settings["team_short"])
    if settings["teams"] == words.POINTS:
        missing = None  # there is no last rank of points
    depth = max((len(row["backwards"]) for row in players), default=0)
    groups = len({row["group"] for row in players})
    teams = [
        _team([row for row in players if row["counts"] and row["team"] == team], rank_of, missing, groups, depth, settings)
        for team in sorted({row["team"] for row in players if row["counts"]})
    ]
    if sum(team["sum"] is not None for team in teams) < settings["least_teams"]:
        for team in teams:
            team["sum"] = None
    teams.sort(key=lambda team: (
        (0, *team["sort"]) if team["sum"] is not None else (1, -team["ranked"], [*team["ranks"], NEVER], team["number"])
    ))  # fmt: skip
    for order, team in enumerate(teams, start=1):
        team["order"], team["rank"] = order, order if team["sum"] is not None else None
    return teams


def _team(
    own: list[Row], rank_of: Mapping[str, int], missing: int | None, groups: int, depth: int, settings: Mapping[str, Any]
) -> Row:
    """One team: who is counted, what is added up, and the values that order it among the others."""
    by_points = settings["teams"] == words.POINTS

    def brings(row: Row) -> tuple[Any, ...]:
        return (-row["points"] if by_points else 0, rank_of[row["player"]], row["number"])

    able = sorted((row for row in own if row["player"] in rank_of), key=brings)
    most, total = settings["group_count"], settings["team_count"]
    chosen: list[Row] = []
    for row in able:
        of_group = sum(taken["group"] == row["group"] for taken in chosen)
        if (not most or of_group < most) and (total == words.WHOLE_TEAM or len(chosen) < total):
            chosen.append(row)
    wanted = total if total != words.WHOLE_TEAM else most * groups if most else len(own)
    gap = wanted - len(chosen)
    listed = bool(chosen) and len(able) >= settings["team_least"] and (gap <= 0 or settings["team_short"] != words.UNRANKED)
    ranks = [rank_of[row["player"]] for row in chosen]
    if listed and gap > 0 and missing is not None:
        ranks += [missing] * gap
    adds: list[Any] = [row["points"] for row in chosen] if by_points else ranks
    if settings["teams"] == words.RANK_POINTS:
        adds = [_points_of_rank(settings["rank_points"], rank) for rank in ranks]
    result = sum(adds) if listed else None
    number = min(row["number"] for row in chosen or own)
    ahead = [sum(adds) if _less_is_more(settings) else -sum(adds)]
    for word in settings["team_ties"]:
        if word == words.BEST_RANK:
            ahead.append([*ranks, NEVER])
        elif word == words.NUMBER:
            ahead.append(number)
        elif word == words.LAST_ROUND:
            ahead.append([-sum(([*row["backwards"], *[0] * depth])[back] for row in chosen) for back in range(depth)])
        else:
            value = sum(row[SUMS[word]] for row in chosen)
            ahead.append(value if word == words.FOULS else -value)
    return {"group": "", "team": own[0]["name"], "sum": result, "ranks": ranks, "players": [row["player"] for row in chosen],
            "number": number, "ranked": len(able), "sort": [*ahead, number]}  # fmt: skip


def _points_of_rank(listed: tuple[int, ...], rank: int) -> int:
    """A list that rises goes on by ones, one that falls is followed by nothing."""
    if rank <= len(listed):
        return listed[rank - 1]
    return listed[-1] + rank - len(listed) if listed[0] < listed[-1] else 0


def _less_is_more(settings: Mapping[str, Any]) -> bool:
    if settings["teams"] == words.RANK_POINTS:
        points: tuple[int, ...] = settings["rank_points"]
        return points[0] < points[-1]
    return bool(settings["teams"] == words.RANKS)


def team_prizes(tables: list[Row], regulations: Mapping[str, Regulation]) -> list[Row]:
    """Which team takes which prize: ``group, prize, place, team, amount``; no team where the place stays open.

    With a table for each group every group gives its own prizes; else a prize of all groups is given once.
    """
    groups = dict.fromkeys(row["group"] for row in tables)
    rows = []
    for group in groups:
        by_rank = {row["rank"]: row["team"] for row in tables if row["group"] == group and row["rank"] is not None}
        giving = [regulations[group]] if group in regulations else list(regulations.values())
        for prize in dict.fromkeys(prize for regulation in giving for prize in regulation.prizes if prize.team):
            rows += [
                {"group": group, "prize": prize.name, "place": place, "team": by_rank.get(place), "amount": prize.amount}
                for place in prize.places
            ]
    return rows
