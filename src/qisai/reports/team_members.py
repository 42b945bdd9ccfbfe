"""From the final lists of the groups to the one frame that a team table is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pandas as pd

from qisai.event import Competition
from qisai.regulation.model import Key
from qisai.regulation.teams import LAST_ROUND, POINTS
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.entries import PLAYER
from qisai.tournament.standings import points_by_round
from qisai.tournament.teams import BY_ROUND, VALUES, TeamRules, may_count, one_spelling

Lists = Sequence[tuple[Competition, pd.DataFrame]]


def merged(lists: Lists, rules: TeamRules) -> pd.DataFrame:
    """The final lists one below the other as ``team_table`` takes them, with the values that the rules ask for.

    ``lists``: each group with its final list. Values are fractions, points of all groups in whole points. Fillers are
    of no team and of no field: they are left out.
    """
    keys = [VALUES[word] for word in rules.ties if word in VALUES]
    keys = list(dict.fromkeys(["points", *keys] if rules.kind == POINTS else keys))
    depth = max((competition.swiss_rounds_done for competition, _ in lists), default=0)
    parts = []
    for competition, everybody in lists:
        final = everybody[~everybody.index.isin(competition.fillers)]
        part = final[["rank", "number"]].assign(
            team=competition.teams.reindex(final.index).fillna(""),
            group=competition.group,
            **_values(competition, final, keys),
        )
        parts.append(part.assign(**{BY_ROUND: _backwards(competition, part.index, depth)}) if LAST_ROUND in rules.ties else part)
    rows = pd.concat(parts)
    rows["team"] = one_spelling(rows["team"])
    return rows.assign(counts=_counting(lists).reindex(rows.index, fill_value=False) & (rows["team"] != ""))


def _counting(lists: Lists) -> pd.Series:
    """Who may count for his team (bool) by what 报名 names, those included who did not come."""
    people = pd.concat(competition.people.assign(team=competition.teams) for competition, _ in lists)
    people = people[people["role"] == PLAYER]
    return may_count(one_spelling(people["team"]), people["team_member"])


def _values(competition: Competition, final: pd.DataFrame, keys: Sequence[str]) -> dict[str, pd.Series]:
    """Tie-breaks of everybody in a final list; those that its chain does not name are worked out for the teams alone."""
    missing = [key for key in keys if key not in final]
    if missing:
        regulation = competition.regulation
        chain = (*regulation.chain, *(Key(key, TIE_BREAKS[key].larger_first) for key in missing))
        final = replace(competition, regulation=replace(regulation, chain=chain)).final().reindex(final.index)
    return {key: final[key].map(lambda units, key=key: competition.regulation.value(key, int(units))) for key in keys}


def _backwards(competition: Competition, players: pd.Index[Any], depth: int) -> pd.Series:
    """The points of every Swiss round, the last one first; 0 where he did not play in it and behind the first."""
    regulation, last = competition.regulation, competition.swiss_rounds_done
    totals = points_by_round(competition.counted(last), competition.numbers, regulation, last).reindex(players)
    rounds = totals.diff(axis=1).fillna(totals).astype("int64").iloc[:, ::-1]
    behind = (Fraction(0),) * (depth - last)
    found = [(*(regulation.value("points", units) for units in row), *behind) for row in rounds.to_numpy().tolist()]
    return pd.Series(found, index=players, dtype="object")
