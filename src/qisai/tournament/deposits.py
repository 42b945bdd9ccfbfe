"""Who gets his deposit back (押金): seen in regulations as "back if all rounds are played" (Hong Kong Open 2006)."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from qisai.regulation.model import Regulation
from qisai.tournament.games import sides

#: The setting 押金退还: how many rounds one may miss; None where that plays no part.
MAY_MISS: dict[str, int | None] = {"全部轮次到场": 0, "缺席不超过一轮": 1, "都退": None}


def deposits(
    games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, disqualified: Collection[str], fillers: Collection[str]
) -> pd.DataFrame:
    """Who gets back what he left, by 编号: ``missed`` (rounds, int), ``back`` (bool), ``reason`` (str, "" where it is back).

    ``games``: all that are accepted; ``numbers``: 编号 by player. A round is missed by own absence, forfeit or late
    entry, in the knockout too; a bye and an absent opponent are not missed. Fillers have left nothing.
    """
    lines = sides(games, regulation)
    by_player = lines[lines["missed"]].groupby("player")["round"].nunique()
    players = [player for player in numbers.sort_values().index if player not in fillers]
    missed = by_player.reindex(players).fillna(0).astype("int64")
    limit = MAY_MISS[regulation["deposit_back"]]
    reasons = [
        "取消资格" if player in disqualified else f"缺 {rounds} 轮" if limit is not None and rounds > limit else ""
        for player, rounds in missed.items()
    ]
    table = pd.DataFrame({"missed": missed, "reason": pd.Series(reasons, index=missed.index, dtype="str")})
    return table.assign(back=table["reason"] == "")
