"""From sign-ups to the field: who has a place, who waits, who owes; heads and money."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import pandas as pd

from qisai.regulation.settings import names
from qisai.vocabulary import plain

PLAYER = "选手"
FILLER = "陪打"  # plays and scores so that the field is even; owes no fee, takes no place, holds no rank and no prize
PLACE, WAITING, UNPAID = "正式", "候补", "未缴费"


def entries(people: pd.DataFrame, settings: Mapping[str, Any], numbered: Collection[str] = ()) -> pd.DataFrame:
    """Who has a place, by payment and its order (Danyang 六: a fee received is an entry, up to the cap).

    ``people``: the sign-up frame (index ``player``; ``role, fee_class, due, paid, payment_order`` (Int64),
    ``present, health, insured``). Who need not pay himself and has no 缴费顺序 comes first; a class that pays by
    team is confirmed, and has its turn, as one. Returns the players and fillers only, with
    ``queue`` (Int64, their turn among the confirmed), ``status`` (正式, 候补, 未缴费) and ``entered``
    (present, with his papers where the rules ask for them, and within the cap when those who stayed away have
    given their places to the waiting list, in its order), and ``papers`` (what is missing: 体检, 保险, 体检、保险
    or ""). Who is ``numbered`` (has his 编号 already, walk-ins too) holds a place and has entered. A filler (陪打)
    enters once he is here, beside the cap.
    """
    players = people[people["role"].isin([PLAYER, FILLER])].copy()
    filler = players["role"] == FILLER
    party, confirmed = _payments(people, settings)
    turn = players.groupby(party)["payment_order"].transform("min").fillna(0).astype("int64")
    queue = turn[confirmed & ~filler].sort_values(kind="stable").index
    players["queue"] = pd.Series(range(1, len(queue) + 1), index=queue).reindex(players.index).astype("Int64")
    cap = settings["cap"] or len(players)
    players["status"] = UNPAID
    players.loc[queue[cap:], "status"] = WAITING
    players.loc[queue[:cap], "status"] = PLACE
    players.loc[filler, "status"] = PLACE
    lacking = [
        "、".join(word for word, has in (("体检", health), ("保险", insured)) if not has)
        for health, insured in zip(players["health"], players["insured"], strict=True)
    ]
    players["papers"] = lacking if settings["papers"] != "不查" else ""
    admitted = players["present"] & ((players["papers"] == "") | (settings["papers"] != "缺的不编排"))
    here = admitted.loc[queue]
    players["entered"] = players.index.isin(queue[here.to_numpy()][:cap]) | (filler & admitted)
    inside = players.index.isin(list(numbered))
    players.loc[inside, "status"], players.loc[inside, "entered"] = PLACE, True
    return players


def _payments(people: pd.DataFrame, settings: Mapping[str, Any]) -> tuple[pd.Series, pd.Series]:
    """Of each who plays: with whom he pays as one (str), and whether the fee is paid or another pays it (bool)."""
    players = people[people["role"].isin([PLAYER, FILLER])]
    own = ~players["fee_class"].isin(names(settings["billed"])) & (players["role"] == PLAYER)
    by_team = players["fee_class"].isin(names(settings["team_classes"]))
    party = (players["team"].map(plain) + "/" + players["fee_class"]).where(by_team, players.index.to_series())
    everybody = people["team"].map(plain) + "/" + people["fee_class"]  # a leader may bring the team's money
    paid = players["paid"].where(~by_team, party.map(people.groupby(everybody)["paid"].sum()))
    due = players["due"].where(~by_team, players.groupby(party)["due"].transform("sum"))
    return party, ~own | (paid >= due)


def owing(people: pd.DataFrame, settings: Mapping[str, Any]) -> frozenset[str]:
    """The players whose fee is not paid in full, as :func:`entries` takes it; ``people``: of the whole event."""
    _, confirmed = _payments(people, settings)
    return frozenset(confirmed.index[~confirmed])


def fee_totals(field: pd.DataFrame, people: pd.DataFrame) -> pd.DataFrame:
    """Heads and yuan by fee class: 人数, 应缴, 已缴, 未缴 of those who hold a place or took part.

    Money of people who hold none is refundable and stands in its own row 候补已缴（应退）.
    """
    counted = field[(field["status"] == PLACE) | field["entered"]]
    totals = counted.groupby("fee_class", sort=True)[["due", "paid"]].sum()
    brought = people[(people["role"] != PLAYER) & people["fee_class"].isin(totals.index)]  # a leader with the team's money
    totals["paid"] += brought.groupby("fee_class")["paid"].sum().reindex(totals.index, fill_value=0)
    totals.insert(0, "heads", counted.groupby("fee_class").size())
    outside = field.drop(counted.index)
    refund = outside[outside["paid"] > 0]
    totals.loc["候补或未入围已缴（应退）"] = [len(refund), 0, int(refund["paid"].sum())]
    totals["open"] = (totals["due"] - totals["paid"]).clip(lower=0)
    return totals


def team_heads(people: pd.DataFrame, settings: Mapping[str, Any]) -> pd.Series:
    """Players by team (单位), in the order of the sheet; those of settings 不算队的单位 are in none."""
    single = {plain(name) for name in names(settings["no_team"])} | {""}
    players = people[(people["role"] == PLAYER) & ~people["team"].map(plain).isin(single)]
    return players.groupby("team", sort=False).size()


def lunch(heads: int, settings: Mapping[str, Any]) -> tuple[int, int]:
    """Tables and yuan for so many heads (Danyang 六: 12 to a table at 800)."""
    if not settings["table_seats"]:
        return 0, 0
    tables = math.ceil(heads / settings["table_seats"])
    return tables, tables * int(settings["table_price"])
