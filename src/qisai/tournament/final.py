"""The one merged list at the end: the knockout's places, then the others, then those without a rank."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from qisai.regulation.model import Regulation
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.ladder import ladder_order
from qisai.tournament.standings import standings


def cut(games: pd.DataFrame, numbers: pd.Series, regulation: Regulation) -> list[str]:
    """The players in the order that the stage of the whole field left them in."""
    return list(standings(games, numbers, regulation, regulation.swiss.last).index)


def missed_rounds(games: pd.DataFrame, regulation: Regulation) -> pd.Series:
    """Rounds missed by own fault or late entry, by player (int); the treatment table says what counts."""
    lines = sides(swiss_games(games, regulation), regulation)
    return lines.groupby("player")["missed"].sum().astype("int64")


def final_list(
    games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, seeds: list[str], after: int,
    disqualified: Collection[str] = (),
) -> pd.DataFrame:  # fmt: skip
    """Everybody, in order, after the Swiss round ``after``.

    ``seeds``: the published qualifiers in the order of the cut ([] where there is no knockout). Returns the
    columns of ``standings`` with ``order`` 1..N, ``rank`` (Int64, <NA> for those whom 缺轮处理 leaves
    without one and for the ``disqualified``), ``missed`` (int) and ``part`` (淘汰 or 编排). Only those outside the
    knockout lose their rank by missing rounds.
    """
    table = standings(games, numbers, regulation, after, seeds)
    ladder = ladder_order(games, regulation.knockout, seeds) if regulation.knockout and seeds else []
    rest = [player for player in table.index if player not in set(ladder)]
    if after > regulation.swiss.last:  # what the qualifiers had when they left
        before = standings(games, numbers, regulation, regulation.swiss.last)
        table = pd.concat([before.loc[ladder], table])
    missed = missed_rounds(games, regulation).reindex(table.index).fillna(0).astype("int64")
    strict = regulation["missed_round"] == "不列名次"
    unranked = [player for player in rest if strict and missed[player]]
    unranked += [player for player in (*ladder, *rest) if player in disqualified and player not in unranked]
    ranked = [player for player in (*ladder, *rest) if player not in unranked]
    merged = table.loc[[*ranked, *unranked]].copy()
    merged["order"] = range(1, len(merged) + 1)
    merged["rank"] = merged["order"].astype("Int64").where(~merged.index.isin(unranked))
    merged["missed"] = missed
    merged["part"] = pd.Series("编排", index=merged.index).where(~merged.index.isin(ladder), "淘汰")
    return merged
