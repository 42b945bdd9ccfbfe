"""The table of the teams and their prizes, over all groups of the event.

Sources: regulation of Tianshui, six and seven (the sum of the players' ranks); the rules summary 6, rows 29 to 31.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qisai.regulation.model import Regulation
from qisai.verify.folder import Person, teams_of
from qisai.verify.report import Row
from qisai.vocabulary import text

BY_RANKS = "个人名次之和"
FILLED = "缺额按末名加一"


def team_table(finals: Mapping[str, list[Row]], people: Mapping[str, Person], regulation: Regulation) -> list[Row]:
    """The teams, best first, once every group has its final list: ``team, order, rank, sum, ranks, players``.

    ``ranks`` are those counted, ``players`` who has them, ``number`` the smallest 编号 of these; ``rank`` and ``sum``
    are None where a team has too few.
    """
    size = regulation["team_count"]
    if regulation["teams"] != BY_RANKS or not size or not all(finals.values()):
        return []
    everybody = [row for final in finals.values() for row in final]
    last = max((row["rank"] for row in everybody if row["rank"] is not None), default=0)
    of_player = teams_of(people, regulation["no_team"])
    rows = []
    for team in sorted({of_player[row["player"]] for row in everybody if row["player"] in of_player}):
        mine = [row for row in everybody if of_player.get(row["player"]) == team]
        counted = sorted((row for row in mine if row["rank"] is not None), key=lambda r: (r["rank"], r["number"]))[:size]
        ranks = [row["rank"] for row in counted]
        if regulation["team_short"] == FILLED and ranks:  # nobody with a rank is no team to be filled up
            ranks += [last + 1] * (size - len(ranks))
        full = len(ranks) == size
        rows.append(
            {
                "team": text(people[mine[0]["player"]].row.get("单位", "")),
                "sum": sum(ranks) if full else None,
                "ranks": ranks,
                "players": [row["player"] for row in counted],
                "number": min((row["number"] for row in counted), default=len(everybody) + 1),
            }
        )
    rows.sort(key=lambda row: (row["sum"] is None, row["sum"] or 0, row["ranks"], row["number"]))
    placed = sum(row["sum"] is not None for row in rows)
    return [{**row, "order": n, "rank": n if n <= placed else None} for n, row in enumerate(rows, start=1)]


def team_prizes(table: list[Row], regulations: Iterable[Regulation]) -> list[Row]:
    """Which team takes which prize: ``prize, place, team, amount``; no team where the place stays open."""
    by_rank = {row["rank"]: row["team"] for row in table if row["rank"] is not None}
    prizes = dict.fromkeys(prize for regulation in regulations for prize in regulation.prizes if prize.team)
    return [
        {"prize": prize.name, "place": place, "team": by_rank.get(place), "amount": prize.amount}
        for prize in prizes
        for place in prize.places
        if table
    ]
