"""From sign-ups to the field: who has a place, who waits, who owes; heads and money."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import pandas as pd

from qisai.regulation.settings import names
from qisai.tournament.conditions import unfit
from qisai.vocabulary import plain

PLAYER = "选手"
FILLER = "陪打"  # plays and scores so that the field is even; owes no fee, takes no place, holds no rank and no prize
PLACE, WAITING, UNPAID, UNFIT = "正式", "候补", "未缴费", "不合条件"
#: Rows of the fees: money of players who hold no place, and of leaders who pay for nobody.
OUTSIDE, STAFF = "候补或未入围已缴（应退）", "领队、教练另缴"


def entries(
    people: pd.DataFrame, settings: Mapping[str, Any], numbered: Collection[str] = (), year: int | None = None
) -> pd.DataFrame:
    """Who has a place, by payment and its order (Danyang 六: a fee received is an entry, up to the cap).

    ``people``: the sign-up frame (index ``player``; ``role, fee_class, due, paid, refund, payment_order`` (Int64),
    ``present, health, insured``, and what 参赛条件 names); ``year``: that of the event, for an age. Who need not pay
    himself and has no 缴费顺序 comes first; a class that pays by team is confirmed, and has its turn, as one. Returns
    the players and fillers only, with ``queue`` (Int64, their turn among the confirmed), ``status`` (正式, 候补, 未缴费,
    不合条件), ``entered`` (present, with his papers where the rules ask for them, and within the cap when those who
    stayed away have given their places to the waiting list, in its order), and ``papers`` (what is missing: 体检, 保险,
    体检、保险 or ""). Who is ``numbered`` (has his 编号 already, walk-ins too) holds a place and has entered. A filler
    (陪打) enters once he is here, beside the cap. Who does not surely meet 参赛条件 has no place where 不合条件的 says so.
    """
    players = people[people["role"].isin([PLAYER, FILLER])].copy()
    filler = players["role"] == FILLER
    party, confirmed = _payments(people, settings)
    turn = players.groupby(party)["payment_order"].transform("min").fillna(0).astype("int64")
    barred = pd.Series(False, index=players.index)
    if settings["eligible"] and settings["ineligible"] == "不编排":
        barred[unfit(players[~filler], settings["eligible"], year).index] = True
    queue = turn[confirmed & ~filler & ~barred].sort_values(kind="stable").index
    players["queue"] = pd.Series(range(1, len(queue) + 1), index=queue).reindex(players.index).astype("Int64")
    cap = settings["cap"] or len(players)
    players["status"] = UNPAID
    players.loc[queue[cap:], "status"] = WAITING
    players.loc[queue[:cap], "status"] = PLACE
    players.loc[filler, "status"] = PLACE
    players.loc[barred, "status"] = UNFIT
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


def accounts(people: pd.DataFrame, settings: Mapping[str, Any]) -> pd.DataFrame:
    """Who settles with the desk, one row a party: a person, or of a class that pays by team the team (Tianshui 五(一)2).

    ``people``: of the whole event. In the order of the sheet, indexed by party; ``player`` (the first player of the
    party, else its first person), ``fee_class``, ``by_team`` (bool), ``due, paid, refund`` (yuan), ``kept`` (paid but not
    given back), ``owed`` and ``over`` (what is missing and what is too much), ``self_paid`` (bool: not a class that
    somebody else pays in one bill).
    """
    party, playing = _parties(people, settings), people["role"].isin([PLAYER, FILLER])
    by_team = party != people.index
    rows = people[["paid", "refund"]].assign(due=people["due"].where(~by_team | playing, 0))
    found = rows.groupby(party, sort=False)[["due", "paid", "refund"]].sum()
    first = pd.concat([party[playing], party[~playing]]).drop_duplicates()
    found.insert(0, "player", pd.Series(first.index, index=first.to_numpy()).reindex(found.index))
    found.insert(1, "fee_class", people["fee_class"].reindex(found["player"]).to_numpy())
    found.insert(2, "by_team", by_team.reindex(found["player"]).to_numpy())
    found["kept"] = found["paid"] - found["refund"]
    found["owed"] = (found["due"] - found["kept"]).clip(lower=0)
    found["over"] = (found["kept"] - found["due"]).clip(lower=0)
    found["self_paid"] = ~found["fee_class"].isin(names(settings["billed"]))
    return found.rename_axis("party")


def _parties(people: pd.DataFrame, settings: Mapping[str, Any]) -> pd.Series:
    """With whom each of ``people`` settles as one (str): his team and class, or himself."""
    by_team = people["fee_class"].isin(names(settings["team_classes"])) & (people["role"] != FILLER)
    return (people["team"].map(plain) + "/" + people["fee_class"]).where(by_team, people.index.to_series())


def _payments(people: pd.DataFrame, settings: Mapping[str, Any]) -> tuple[pd.Series, pd.Series]:
    """Of each who plays: with whom he settles, and whether the fee is paid or another pays it (bool); money given back
    is not paid."""
    players = people[people["role"].isin([PLAYER, FILLER])]
    party, settled = _parties(people, settings).loc[players.index], accounts(people, settings)
    free = (players["role"] == FILLER) | ~party.map(settled["self_paid"])
    return party, free | (party.map(settled["owed"]) == 0)


def owing(people: pd.DataFrame, settings: Mapping[str, Any]) -> frozenset[str]:
    """The players whose fee is not paid in full, as :func:`entries` takes it; ``people``: of the whole event."""
    _, confirmed = _payments(people, settings)
    return frozenset(confirmed.index[~confirmed])


def debts(people: pd.DataFrame, settings: Mapping[str, Any]) -> pd.DataFrame:
    """What is still owed for each player of :func:`owing`: index ``player``, ``due, paid, refund, kept, owed`` (yuan, of his
    party as in :func:`accounts`), ``by_team`` (bool: he settles with his team), ``queued`` (bool: 缴费顺序 is typed for
    one of the party), and ``payer`` (who of it brought most so far, else its first player)."""
    party, confirmed = _payments(people, settings)
    late = party[~confirmed]
    found = accounts(people, settings).loc[late].set_axis(late.index)
    paying = people["paid"][people["paid"] > 0]
    most = paying.groupby(_parties(people, settings).loc[paying.index]).idxmax()
    found["payer"] = late.map(most).fillna(found["player"])
    found["queued"] = people.loc[party.index, "payment_order"].notna().groupby(party).transform("any").loc[late.index]
    return found[["due", "paid", "refund", "kept", "owed", "by_team", "queued", "payer"]]


def fee_totals(field: pd.DataFrame, people: pd.DataFrame, settings: Mapping[str, Any]) -> pd.DataFrame:
    """Heads and yuan by fee class: ``heads, due, paid, refund, kept, open, over`` of those who hold a place or took part.

    ``open`` and ``over`` are added up party by party, so that due - open + over = kept. Money of players who hold no
    place is refundable and stands in its own row; that of leaders and coaches who pay for nobody in another, if there is any.
    Paid and given back add up to what the collectors have (:func:`collected`).
    """
    party = _parties(people, settings)
    inside = field.index[(field["status"] == PLACE) | field["entered"]]
    counted = accounts(people, settings).loc[lambda own: own.index.isin(party.loc[inside])]
    sums = counted.groupby("fee_class", sort=True)[["due", "paid", "refund", "kept", "owed", "over"]].sum()
    totals = sums.rename(columns={"owed": "open"})
    totals.insert(0, "heads", field.loc[inside].groupby("fee_class").size().reindex(totals.index, fill_value=0))
    rest = people[~party.isin(counted.index)]
    players = rest["role"].isin([PLAYER, FILLER]) | party.loc[rest.index].isin(party.loc[field.index])
    for label, own in ((OUTSIDE, rest[players]), (STAFF, rest[~players])):
        paid, refund = int(own["paid"].sum()), int(own["refund"].sum())
        if label == OUTSIDE or paid:
            holders = int((own["paid"] > own["refund"]).sum())
            totals.loc[label] = [holders, 0, paid, refund, paid - refund, 0, paid - refund]
    return totals


def collected(people: pd.DataFrame) -> pd.DataFrame:
    """Who took how much money, by 收款人 ("" where none is named): ``receipts, paid, refund, kept`` (whole yuan).

    One who is written with blanks and without is one, as he is written first.
    """
    paying = people[people["paid"] > 0]
    key = paying["collector"].map(plain)
    by = paying.groupby(paying["collector"].groupby(key).transform("first"), sort=True)
    table = by.agg(receipts=("paid", "size"), paid=("paid", "sum"), refund=("refund", "sum"))
    return table.assign(kept=table["paid"] - table["refund"])


def eaters(people: pd.DataFrame, officials: pd.DataFrame, field: pd.DataFrame) -> dict[str, int]:
    """Heads at the lunch by kind: 选手 (陪打 among them), 领队, 教练, 工作人员; they add up, nobody is counted twice.

    Of the sign-up: those ticked 用餐; where nobody is ticked, before the check-in all who hold a place and the leaders
    and coaches, after it all who are here. Of the officials those ticked, but for who is counted in the sign-up.
    """
    if people["lunch"].any():
        eats = people["lunch"]
    elif people["present"].any():
        eats = people["present"]
    else:
        placed = people.index.isin(field.index[field["status"] == PLACE])
        eats = pd.Series(placed | ~people["role"].isin([PLAYER, FILLER]), index=people.index)
    counts = people.loc[eats, "role"].replace(FILLER, PLAYER).value_counts()
    known = {(plain(one.name), plain(one.team)) for one in people[eats].itertuples(index=False)}
    staff = officials[officials["lunch"]].itertuples(index=False)
    own = sum((plain(one.name), plain(one.team)) not in known for one in staff)
    return {kind: int(counts.get(kind, 0)) for kind in (PLAYER, "领队", "教练")} | {"工作人员": own}


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
