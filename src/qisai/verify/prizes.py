"""The final list and the prizes, once the event is played out.

Sources: regulation of the event, two, seven and supplement three; the rules summary 6, rows 20 to 28 and 36.
"""

from __future__ import annotations

from collections.abc import Collection

from qisai.regulation.model import SWISS, Prize, Regulation
from qisai.verify import bracket
from qisai.verify.folder import Person
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import qualifiers, ranked_in, table
from qisai.vocabulary import plain

HIDDEN = "不列名次"
NO_LUCK = "不领幸运奖"


def last_round(regulation: Regulation, state: State) -> int:
    """The last Swiss round with results in force."""
    swiss = {stage.name for stage in regulation.stages if stage.system == SWISS}
    return max((number for stage, number in state.accepted if stage in swiss), default=0)


def played_out(regulation: Regulation, state: State) -> bool:
    """Whether every stage has its last result."""
    knockout = regulation.knockout
    everybody_qualified = knockout is not None and len(state.numbers) <= knockout.qualifiers
    swiss = regulation.swiss if everybody_qualified else regulation.others or regulation.swiss
    if (swiss.name, swiss.last) not in state.accepted:
        return False
    return regulation.knockout is None or bracket.play(regulation, state).champion != bracket.OPEN


def final_list(regulation: Regulation, state: State, disqualified: Collection[str] = ()) -> list[Row]:
    """The final list, best first; ``rank`` is None for those who missed a round under 不列名次, and the disqualified."""
    return without(list_now(regulation, state), disqualified) if played_out(regulation, state) else []


def without(rows: list[Row], disqualified: Collection[str]) -> list[Row]:
    """The list with the disqualified behind the others and without a rank; the others close up."""
    ranked = [row for row in rows if row["rank"] is not None and row["player"] not in disqualified]
    unranked = [row for row in rows if row["rank"] is None]
    out = [row for row in rows if row["rank"] is not None and row["player"] in disqualified]
    ranks: list[int | None] = [*range(1, len(ranked) + 1), *[None] * (len(rows) - len(ranked))]
    listed = zip([*ranked, *unranked, *out], ranks, strict=True)
    return [{**row, "order": place, "rank": rank} for place, (row, rank) in enumerate(listed, start=1)]


def list_now(regulation: Regulation, state: State) -> list[Row]:
    """The final list that would be if nothing more were played."""
    last = last_round(regulation, state)
    everybody = {row["player"]: row for row in table(regulation, state, last)}
    ahead = bracket.places(regulation, state) if regulation.knockout else []
    gone = set(qualifiers(regulation, state))
    others = [row["player"] for row in ranked_in(regulation, state, last) if row["player"] not in gone]
    hidden = [p for p in others if everybody[p]["missed"]] if regulation["missed_round"] == HIDDEN else []
    ranked = [*ahead, *(p for p in others if p not in hidden)]
    rows = []
    for place, player in enumerate([*ranked, *hidden], start=1):
        row = everybody[player]
        rows.append(
            {
                "group": regulation.group,
                "player": player,
                "number": row["number"],
                "order": place,
                "rank": place if place <= len(ranked) else None,
                "points": row["points"],
                "missed": row["missed"] and player not in ahead,
                "stage": "淘汰" if player in ahead else "积分编排",
            }
        )
    return rows


def posted(regulation: Regulation, state: State) -> list[str]:
    """The order that hangs out while the event runs: the knockout so far, then the standing of the last Swiss round."""
    ahead = bracket.places(regulation, state) if state.seeds else []
    rows = ranked_in(regulation, state, last_round(regulation, state))
    return [*ahead, *(row["player"] for row in rows if row["player"] not in ahead)]


def prize_list(regulation: Regulation, final: list[Row], people: dict[str, Person], entrants: list[Person]) -> list[Row]:
    """Who takes which prize; a row without a player where the place stays open.

    ``entrants`` are all 选手 of the sheet, those without a number too.
    """
    ranked = [row for row in final if row["rank"] is not None]
    awards: list[Row] = []
    listed: dict[tuple[str, ...], int] = {}
    for prize in (prize for prize in regulation.prizes if final and not prize.team):
        mine = [row for row in ranked if _fits(prize, people.get(row["player"]))]
        if regulation["local_count"] == "报名人数":
            heads = sum(_fits(prize, person) for person in entrants)
        else:
            heads = sum(_fits(prize, people.get(row["player"])) for row in final)
        name = prize.name, prize.field, prize.value
        room = max(heads // prize.per_heads - listed.get(name, 0), 0) if prize.per_heads else len(prize.places)
        listed[name] = listed.get(name, 0) + len(prize.places)
        places = prize.places[:room]
        lucky = prize.name == regulation["lucky"] and regulation["missed_round"] == NO_LUCK
        for place in places:
            row = mine[place - 1] if place <= len(mine) else None
            player = None if row is None or (lucky and row["missed"]) else row["player"]
            awards.append(
                {"group": regulation.group, "prize": prize.name, "place": place, "player": player, "amount": prize.amount}
            )
    return awards


def _fits(prize: Prize, person: Person | None) -> bool:
    return not prize.field or (person is not None and plain(person.row.get(prize.field, "")) == plain(prize.value))
