"""Prizes from the final list: who takes what, what cannot be awarded, and the sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from qisai.regulation.model import Prize, Regulation
from qisai.tournament.entries import PLAYER
from qisai.vocabulary import plain

#: 条件 of a prize may name these columns of the sign-up sheet.
CONDITION_FIELDS = {"地区": "region", "性别": "sex", "类别": "category", "单位": "team", "组别": "group"}


GIVEN = {"prize": "str", "condition": "str", "place": "int64", "player": "str", "team": "str", "rank": "int64",
         "amount": "int64", "certificate": "bool", "medal": "bool"}  # fmt: skip
OPEN = {"prize": "str", "place": "int64", "team": "bool", "amount": "int64", "reason": "str"}


@dataclass(frozen=True)
class Awards:
    """``given``: prize, condition (``地区=丹阳`` or ""), place, player, team, rank, amount (yuan), certificate, medal;
    ``open``: prize, place, team, amount, reason.

    A row given to a player has ``team`` "", one given to a team has ``player`` "" and the rank of the team table; in
    ``open`` the column ``team`` says whether the prize is for teams.
    """

    given: pd.DataFrame
    open: pd.DataFrame

    @property
    def total(self) -> int:
        return int(self.given["amount"].sum())

    @property
    def certificates(self) -> int:
        return int(self.given["certificate"].sum())

    @property
    def medals(self) -> int:
        return int(self.given["medal"].sum())

    def __add__(self, other: Awards) -> Awards:
        return Awards(
            pd.concat([self.given, other.given], ignore_index=True), pd.concat([self.open, other.open], ignore_index=True)
        )


def frames(given: Iterable[Mapping[str, object]], still_open: Iterable[Mapping[str, object]]) -> Awards:
    """Awards from rows, in their order."""
    return Awards(
        pd.DataFrame(given, columns=list(GIVEN)).astype(GIVEN), pd.DataFrame(still_open, columns=list(OPEN)).astype(OPEN)
    )


def awards(final: pd.DataFrame, people: pd.DataFrame, regulation: Regulation) -> Awards:
    """Award every row of 奖项 for players on the final list; those for teams are :func:`team_awards`.

    A place is counted among those with a rank; a list with a condition counts its own people only. People
    without a rank (settings 缺轮处理; 取消资格) take nothing and the others close up. Places beyond the field stay
    open.
    """
    given, still_open = [], []
    ranked = final[final["rank"].notna()]
    counted: dict[tuple[str, ...], int] = {}  # places so far of each list by head count; its rows make one list
    for prize in regulation.prizes:
        if prize.team:
            continue
        field = _eligible(ranked, people, prize)
        allowed = _awarded_places(prize, people, final, regulation)
        listed = prize.name, prize.field, prize.value
        before = counted.get(listed, 0)
        counted[listed] = before + len(prize.places)
        for position, place in enumerate(prize.places, start=before):
            row = _row(prize, place)
            if allowed is not None and position >= allowed:
                basis = regulation["local_count"]
                still_open.append({**row, "reason": f"按{basis}每满 {prize.per_heads} 人设一名，只设 {allowed} 名"})
            elif place > len(field):
                still_open.append({**row, "reason": f"列名次的只有 {len(field)} 人"})
            elif _spoiled(prize, field.iloc[place - 1], regulation):
                still_open.append({**row, "reason": "该名次的棋手少下一轮，不领幸运奖"})
            else:
                player = field.index[place - 1]
                given.append({**row, "player": player, "team": "", "rank": int(field.loc[player, "rank"])})
    return frames(given, still_open)


def team_awards(teams: pd.DataFrame | None, prizes: Iterable[Prize]) -> Awards:
    """Award the prizes for teams on a table of :func:`~qisai.tournament.teams.team_table`.

    A place is that of the team table; teams without a team rank take nothing, and places beyond the ranked teams stay
    open. None: there is no table, because the rules name no number of counted players.
    """
    given, still_open = [], []
    ranked = [] if teams is None else list(teams.index[teams["rank"].notna()])
    why = "没有排团体名次（「团体赛」或「团体计分人数」没有填）" if teams is None else f"列团体名次的只有 {len(ranked)} 队"
    for prize in prizes:
        for place in prize.places if prize.team else ():
            row = _row(prize, place)
            if place > len(ranked):
                still_open.append({**row, "reason": why})
            else:
                given.append({**row, "player": "", "team": ranked[place - 1], "rank": place})
    return frames(given, still_open)


def _row(prize: Prize, place: int) -> dict[str, object]:
    condition = f"{prize.field}={prize.value}" if prize.field else ""
    return {"prize": prize.name, "condition": condition, "place": place, "team": prize.team, "amount": prize.amount,
            "certificate": prize.certificate, "medal": prize.medal}  # fmt: skip


def _eligible(ranked: pd.DataFrame, people: pd.DataFrame, prize: Prize) -> pd.DataFrame:
    if not prize.field:
        return ranked
    return ranked[_fits(people, prize).reindex(ranked.index)]


def _fits(people: pd.DataFrame, prize: Prize) -> pd.Series:
    """Who meets the condition of a prize, both sides without blanks and with narrow marks."""
    return people[CONDITION_FIELDS[prize.field]].map(plain) == plain(prize.value)


def heads(prize: Prize, people: pd.DataFrame, final: pd.DataFrame, regulation: Regulation) -> int:
    """How many people a list by head count counts: those who took part, or all who signed up."""
    pool = people[people["role"] == PLAYER]
    if regulation["local_count"] == "参赛人数":
        pool = pool[pool.index.isin(final.index)]
    return int(_fits(pool, prize).sum()) if prize.field else len(pool)


def _awarded_places(prize: Prize, people: pd.DataFrame, final: pd.DataFrame, regulation: Regulation) -> int | None:
    """How many places a list by head count awards; None where heads do not count."""
    return heads(prize, people, final, regulation) // prize.per_heads if prize.per_heads else None


def _spoiled(prize: Prize, row: pd.Series, regulation: Regulation) -> bool:
    return (
        prize.name == regulation["lucky"]
        and regulation["missed_round"] == "不领幸运奖"
        and row["part"] != "淘汰"
        and int(row["missed"]) > 0
    )
