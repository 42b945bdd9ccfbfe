"""Prizes from the final list: who takes what, what cannot be awarded, and the sum."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from qisai.regulation.model import Prize, Regulation
from qisai.tournament.entries import PLAYER
from qisai.vocabulary import plain

#: 条件 of a prize may name these columns of the sign-up sheet.
CONDITION_FIELDS = {"地区": "region", "性别": "sex", "类别": "category", "单位": "team", "组别": "group"}


@dataclass(frozen=True)
class Awards:
    """``given``: prize, place, player, rank, amount (yuan), certificate; ``open``: prize, place, reason."""

    given: pd.DataFrame
    open: pd.DataFrame

    @property
    def total(self) -> int:
        return int(self.given["amount"].sum())

    @property
    def certificates(self) -> int:
        return int(self.given["certificate"].sum())


def awards(final: pd.DataFrame, people: pd.DataFrame, regulation: Regulation) -> Awards:
    """Award every row of 奖项 on the final list.

    A place is counted among those with a rank; a list with a condition counts its own people only. People
    without a rank take nothing and the others close up (settings 缺轮处理). Places beyond the field stay open.
    """
    given, still_open = [], []
    ranked = final[final["rank"].notna()]
    counted: dict[tuple[str, ...], int] = {}  # places so far of each list by head count; its rows make one list
    for prize in regulation.prizes:
        field = _eligible(ranked, people, prize)
        allowed = _awarded_places(prize, people, final, regulation)
        listed = prize.name, prize.field, prize.value
        before = counted.get(listed, 0)
        counted[listed] = before + len(prize.places)
        for position, place in enumerate(prize.places, start=before):
            row = {"prize": prize.name, "place": place}
            if allowed is not None and position >= allowed:
                basis = regulation["local_count"]
                still_open.append({**row, "reason": f"按{basis}每满 {prize.per_heads} 人设一名，只设 {allowed} 名"})
            elif place > len(field):
                still_open.append({**row, "reason": f"列名次的只有 {len(field)} 人"})
            elif _spoiled(prize, field.iloc[place - 1], regulation):
                still_open.append({**row, "reason": "该名次的棋手少下一轮，不领幸运奖"})
            else:
                player = field.index[place - 1]
                rank = int(field.loc[player, "rank"])
                given.append(
                    {**row, "player": player, "rank": rank, "amount": prize.amount, "certificate": prize.certificate}
                )
    columns = {"prize": "str", "place": "int64", "player": "str", "rank": "int64", "amount": "int64",
               "certificate": "bool"}  # fmt: skip
    return Awards(
        pd.DataFrame(given, columns=list(columns)).astype(columns),
        pd.DataFrame(still_open, columns=["prize", "place", "reason"]),
    )


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
