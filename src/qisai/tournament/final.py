"""The one merged list at the end: the knockout's places, then the others, then those without a rank."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from qisai.regulation.model import Regulation
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.ladder import ladder_order
from qisai.tournament.standings import Ranking, places


def attendance(games: pd.DataFrame, regulation: Regulation) -> pd.DataFrame:
    """Swiss rounds by player: ``missed`` by own fault or late entry, and ``attended``, a bye and an absent opponent too.

    Both are int; the treatment table says what counts.
    """
    missed = sides(swiss_games(games, regulation), regulation).groupby("player")["missed"]
    return pd.DataFrame({"missed": missed.sum(), "attended": missed.size() - missed.sum()}).astype("int64")


def final_list(
    games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, seeds: list[str], after: int,
    disqualified: Collection[str] = (), traits: pd.DataFrame | None = None,
) -> pd.DataFrame:  # fmt: skip
    """Everybody, in order, after the Swiss round ``after``.

    ``seeds``: the published qualifiers in the order of the cut ([] where there is no knockout); ``disqualified``: who
    holds no rank whatever he scored (取消资格, and 陪打). Returns the columns of ``standings`` with ``order`` 1..N,
    ``rank`` (Int64, shared where the setting 名次并列 lets it be, <NA> for those whom 缺轮处理 leaves without one and for
    the ``disqualified``), ``missed`` and ``attended`` (int, of :func:`attendance`) and ``part`` (淘汰 or 编排). Only those
    outside the knockout lose their rank by missing rounds.
    """
    ranking = Ranking(games, numbers, regulation, after, seeds, traits)
    table = ranking.table(after)
    ladder = ladder_order(games, regulation.knockout, seeds) if regulation.knockout and seeds else []
    rest = [player for player in table.index if player not in set(ladder)]
    if after > regulation.swiss.last:  # what the qualifiers had when they left
        table = pd.concat([ranking.table(regulation.swiss.last).loc[ladder], table])
    rounds = attendance(games, regulation).reindex(table.index, fill_value=0)
    missed = rounds["missed"]
    strict = regulation["missed_round"] == "不列名次"
    unranked = [player for player in rest if strict and missed[player] >= max(regulation["missed_least"], 1)]
    unranked += [player for player in (*ladder, *rest) if player in disqualified and player not in unranked]
    ranked = [player for player in (*ladder, *rest) if player not in unranked]
    merged = table.loc[[*ranked, *unranked]].copy()
    merged["order"] = range(1, len(merged) + 1)
    merged.loc[ladder, "tie"] = range(-len(ladder), 0)
    shared = pd.Series(places(merged.loc[ranked], regulation), index=ranked, dtype="Int64")
    merged["rank"] = shared.reindex(merged.index)
    merged[["missed", "attended"]] = rounds
    merged["part"] = pd.Series("编排", index=merged.index).where(~merged.index.isin(ladder), "淘汰")
    return merged
