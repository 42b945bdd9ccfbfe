"""The final list, once the event is played out; ``awards`` has the prizes.

Sources: regulation of the event, two, seven and supplement three; the rules summary 6, rows 20 to 28 and 36.
"""

from __future__ import annotations

from collections.abc import Collection

from qisai.regulation.model import Regulation
from qisai.verify import bracket
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import cancelled, careers, qualifiers, ranked_in, shared_places, table

HIDDEN = "不列名次"


def last_round(regulation: Regulation, state: State) -> int:
    """The last Swiss round with results in force."""
    swiss = {stage.name for stage in regulation.stages if stage.scored}
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
    """The final list, best first; ``rank`` is None for those who missed a round under 不列名次, whose results are cancelled,
    and the ``disqualified``, among whom fillers (陪打) are to be."""
    if not played_out(regulation, state):
        return []
    return without_rank(regulation, state, list_now(regulation, state), disqualified)


def without_rank(regulation: Regulation, state: State, rows: list[Row], disqualified: Collection[str]) -> list[Row]:
    """The list as it is once the disqualified, and those whose results are cancelled, have left it."""
    out = {*disqualified, *cancelled(regulation, state, last_round(regulation, state))}
    return without(rows, out, regulation["share_below"])


def without(rows: list[Row], disqualified: Collection[str], below: int) -> list[Row]:
    """The list with the disqualified behind the others and without a rank; the others close up, and behind place
    ``below`` share one where nothing parts them."""
    ranked = [row for row in rows if row["rank"] is not None and row["player"] not in disqualified]
    unranked = [row for row in rows if row["rank"] is None]
    out = [row for row in rows if row["rank"] is not None and row["player"] in disqualified]
    ranks: list[int | None] = [*shared_places(ranked, below), *[None] * (len(rows) - len(ranked))]
    listed = zip([*ranked, *unranked, *out], ranks, strict=True)
    return [{**row, "order": place, "rank": rank} for place, (row, rank) in enumerate(listed, start=1)]


def list_now(regulation: Regulation, state: State) -> list[Row]:
    """The final list that would be if nothing more were played."""
    last = last_round(regulation, state)
    everybody = {row["player"]: row for row in table(regulation, state, last)}
    lines = careers(regulation, state, last)
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
                "tie": -place if player in ahead else row["tie"],
                "points": row["points"],
                "missed": row["missed"] and player not in ahead,
                "attended": sum(not line.treatment.missed for line in lines[player]),
                "stage": "淘汰" if player in ahead else "积分编排",
            }
        )
    return rows


def posted(regulation: Regulation, state: State) -> list[str]:
    """The order that hangs out while the event runs: the knockout so far, then the standing of the last Swiss round."""
    ahead = bracket.places(regulation, state) if state.seeds else []
    rows = ranked_in(regulation, state, last_round(regulation, state))
    return [*ahead, *(row["player"] for row in rows if row["player"] not in ahead)]
