"""Two programs that share no code make every kind of team table from the same random players: they must agree."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pandas as pd
import pytest

from qisai.regulation.settings import SETTINGS, parse
from qisai.regulation.teams import (
    AMONG_MEMBERS,
    KINDS,
    OVERALL,
    RANK_POINTS,
    SHORTS,
    TIES,
    WHOLE_TEAM,
)
from qisai.tournament.team_words import sentences
from qisai.tournament.teams import TeamRules, may_count, team_table
from qisai.verify import teams as referee

DEFAULTS = {setting.key: parse(setting, "") for setting in SETTINGS}
VALUES = ("points", "progressive", "opponents_score", "wins", "fouls")
CASES = 2  # fields for each combination


def players(chance: random.Random) -> list[dict[str, Any]]:
    """One to three groups of up to twelve; five teams and some without; few different values, so that they tie; shared
    ranks, and some without a rank; some teams have named a few of theirs."""
    groups = [f"组{n}" for n in range(chance.randint(1, 3))]
    numbers = chance.sample(range(1, 100), 36)
    choosy = {team for team in "甲乙丙丁戊" if chance.random() < 0.3}
    found = []
    for group in groups:
        rank = 0
        for place in range(1, chance.randint(2, 12) + 1):
            rank = rank if rank and chance.random() < 0.15 else place
            team = chance.choice("甲乙丙丁戊  ").strip()
            found.append({
                "player": str(len(found)), "group": group, "team": team, "name": team, "number": numbers[len(found)],
                "rank": None if chance.random() < 0.15 else rank, "named": team in choosy and chance.random() < 0.5,
                "backwards": [Fraction(chance.randint(0, 1), 2) for _ in range(3)],
                **{key: Fraction(chance.randint(2, 5), 2) for key in VALUES},
            })  # fmt: skip
    named = {row["team"] for row in found if row["named"]}
    return [{**row, "counts": bool(row["team"]) and (row["named"] or row["team"] not in named)} for row in found]


def frame(rows: list[dict[str, Any]], chance: random.Random) -> pd.DataFrame:
    """The same as the package takes them, in any order."""
    made = pd.DataFrame(chance.sample(rows, len(rows))).set_index("player").astype({"rank": "Int64"})
    made["counts"] = may_count(made["team"], made["named"])
    return made.assign(backwards=made["backwards"].map(tuple))


def settings(chance: random.Random, kind: str, short: str, ranks: str, count: int, per_group: int) -> dict[str, Any]:
    return DEFAULTS | {
        "teams": kind, "team_short": short, "team_ranks": ranks, "team_count": count, "group_count": per_group,
        "rank_points": chance.choice([(0, 2, 3), (7, 5, 4, 3, 2, 1), (5, 5, 1, 1), (1, 2, 2, 9)]),
        "team_least": chance.choice([0, 0, 2, 3]), "least_teams": chance.choice([0, 0, 3, 5]),
        "team_ties": tuple(chance.sample(list(TIES), chance.randint(1, len(TIES)))),
    }  # fmt: skip


@pytest.mark.parametrize("kind", [KINDS[1], *(pytest.param(kind, marks=pytest.mark.long) for kind in KINDS[2:])])
@pytest.mark.parametrize("short", SHORTS)
def test_both_make_the_same_table(kind: str, short: str) -> None:
    seen = ranked = tied = 0
    for ranks, count, per_group in product((OVERALL, AMONG_MEMBERS), (1, 2, 3, WHOLE_TEAM), (0, 1, 2)):
        for seed in range(CASES):
            chance = random.Random(f"{kind}{short}{ranks}{count}{per_group}{seed}")
            rows = players(chance)
            rules = settings(chance, kind, short, ranks, count, per_group)
            table = team_table(frame(rows, chance), TeamRules.of(rules))
            mine = [
                (row.Index, None if row.why else int(row.rank), row.sum, row.ranks, row.counted, row.number)
                for row in table.itertuples()
            ]
            theirs = [
                (row["team"], row["rank"], row["sum"], tuple(row["ranks"]), tuple(row["players"]), row["number"])
                for row in referee.team_table(rows, rules)
            ]
            assert mine == theirs, (seed, rules)
            words = sentences(table, TeamRules.of(rules))
            assert len(words) == len(table) and all(words)
            sums = [row[2] for row in mine if row[1]]
            assert not (kind != RANK_POINTS and sums != sorted(sums, reverse=kind == "个人积分之和"))
            seen, ranked, tied = seen + 1, ranked + len(sums), tied + (len(set(sums)) < len(sums))
    assert seen == 24 * CASES and ranked > seen // 2 and tied > 2  # the fields have something to decide
