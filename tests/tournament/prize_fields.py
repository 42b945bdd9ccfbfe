"""Random final lists and prize sheets for both referees, from one seed."""

from __future__ import annotations

import random
from dataclasses import replace

import pandas as pd
from test_games import rules

from qisai.regulation.model import ENDING, LOT, SHARE, Appointment, Condition, Pick, Prize, Regulation
from qisai.regulation.settings import BY_KEY
from qisai.verify.folder import Person
from qisai.verify.report import Row

CONDITIONS = (
    (), (), (Condition("性别", "=", "女"),), (Condition("年龄", "<=", "12"),), (Condition("年龄", ">=", "60"),),
    (Condition("地区", "=", "丹阳"), Condition("性别", "!=", "男")), (Condition("等级分", "<", "1800"),),
)  # fmt: skip
CHOICES = ("stacking", "tied_prizes", "tied_by", "share_rounding", "missed_round", "local_count")
COLUMNS = {"sex": "性别", "birth": "出生年份", "region": "地区", "rating": "等级分", "team": "单位", "category": "类别",
           "group": "组别", "role": "角色"}  # fmt: skip


class Field:
    """A final list, its people and rules, as the package sees them and as the second referee does."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.count = chance.randint(1, 40)
        ids = [f"{n:03}" for n in range(1, self.count + 1)]
        chance.shuffle(ids)
        unranked = chance.randint(0, self.count // 4)
        ranks: list[int | None] = []
        for place in range(1, self.count - unranked + 1):
            shared = ranks and chance.random() < 0.35
            ranks.append(ranks[-1] if shared else place)
        ranks += [None] * unranked
        self.final = pd.DataFrame(
            {
                "rank": pd.array(ranks, dtype="Int64"),
                "missed": [chance.choice([0, 0, 0, 1]) for _ in ids],
                "attended": [chance.randint(3, 7) for _ in ids],
                "part": ["淘汰" if place < 4 else "编排" for place in range(self.count)],
            },
            index=pd.Index(ids, dtype="str"),
        )
        score = 28
        scores = []
        for place, rank in enumerate(ranks):
            score -= chance.randint(0, 1) if not place or rank != ranks[place - 1] else 0
            scores.append(score)
        self.final["points"] = scores
        self.final.loc[self.final["part"] == "淘汰", "missed"] = 0  # the referee's list says so of them
        away = [f"{n:03}" for n in range(self.count + 1, self.count + 4)]
        self.people = pd.DataFrame(
            {
                "sex": [chance.choice(["男", "女", ""]) for _ in (*ids, *away)],
                "birth": [chance.choice(["1950", "1960年", "1990", "2012", "2015-03-01", ""]) for _ in (*ids, *away)],
                "region": [chance.choice(["丹阳", "丹 阳", "句容", ""]) for _ in (*ids, *away)],
                "rating": pd.array([chance.choice([None, 1500, 1799, 1800, 2100]) for _ in (*ids, *away)], dtype="Int64"),
                "team": "", "category": "", "group": "", "role": "选手",
            },
            index=pd.Index([*ids, *away], dtype="str"),
        )  # fmt: skip
        self.owing = frozenset(player for player in ids if chance.random() < 0.15)
        self.seed = f"种子{seed}"
        prizes = tuple(_prize(chance, self.count) for _ in range(chance.randint(1, 6)))
        values = {key: chance.choice(BY_KEY[key].choices) for key in CHOICES}
        values |= {"prize_rounds": chance.choice([0, 0, 4]), "prize_paid": chance.choice([False, False, True])}
        values["lot_seed"] = chance.choice(["", "现场"])
        self.rules: Regulation = replace(rules(), prizes=prizes, schedule=(Appointment("1", "2024-07-20", "09:00"),))
        self.rules = replace(self.rules, settings={**self.rules.settings, **values})

    @property
    def rows(self) -> list[Row]:
        """The final list of the second referee."""
        return [
            {"player": player, "rank": None if pd.isna(row["rank"]) else int(row["rank"]), "missed": bool(row["missed"]),
             "attended": row["attended"], "stage": row["part"], "points": row["points"]} for player, row in self.final.iterrows()
        ]  # fmt: skip

    @property
    def persons(self) -> dict[str, Person]:
        found = {}
        for place, (player, row) in enumerate(self.people.iterrows()):
            cells = {column: "" if pd.isna(row[key]) else str(row[key]) for key, column in COLUMNS.items()}
            cells |= {"缴费类别": "自费", "已缴": "0" if player in self.owing else "100"}
            found[player] = Person(player, "", "", cells, place)
        return found


def _prize(chance: random.Random, count: int) -> Prize:
    kind = chance.choice(["list", "list", "list", ENDING, SHARE, LOT])
    pick, places = None, ()
    if kind == "list":
        first = chance.randint(1, 5)
        places = tuple(sorted(chance.sample(range(first, first + 12), chance.randint(1, 6))))
    elif kind == ENDING:
        pick = Pick(ENDING, tuple(chance.sample("0123456789", 2)), chance.randint(1, 8), chance.choice([0, 20]))
    elif kind == SHARE:
        pick = chance.choice([Pick(SHARE, upto=(1, 3)), Pick(SHARE, above=(1, 5), upto=(1, 2)), Pick(SHARE, upto=(1, 2))])
    else:
        pick = Pick(LOT, count=chance.randint(1, 6))
    amount = chance.choice([0, 50, 100, 101, 333, 700])
    name = chance.choice(["名次奖", "幸运奖", "优秀奖"])
    heads = chance.choice([0, 0, 0, 3])
    return Prize(name, places, amount, chance.random() < 0.5, chance.choice(CONDITIONS), heads, pick=pick,
                 sharing=chance.choice(["", "", "", "Hort", "不平分"]))  # fmt: skip
