"""The places of a table as they are shown: who holds none (取消资格, 陪打, cancelled results) stands last, with a dash."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from qisai.event import Competition
from qisai.tournament.entries import FILLER
from qisai.tournament.standings import places
from qisai.vocabulary import Happening

CANCELLED = "退赛，成绩取消"
DISQUALIFIED = "取消资格"
DASH = "—"


@dataclass(frozen=True)
class Shown:
    """The table after a round as it is shown: the players in order, a place or a dash each, and who has none, and why."""

    table: pd.DataFrame
    places: list[int | str]
    unranked: dict[str, str]

    @property
    def order(self) -> list[str]:
        return [str(player) for player in self.table.index]

    @property
    def ranked(self) -> list[str]:
        return self.order[: len(self.order) - len(self.unranked)]

    @property
    def by_player(self) -> dict[str, int]:
        """The places of those who hold one."""
        return {player: place for player, place in zip(self.order, self.places, strict=True) if isinstance(place, int)}


def places_before(competition: Competition, after: int) -> int:
    """How many stand ahead of the Swiss table: the qualifiers, once they play a stage of their own."""
    return len(competition.seeds) if after > competition.regulation.swiss.last else 0


def unranked(competition: Competition, after: int) -> dict[str, str]:
    """Who holds no place after a round for another reason than missed rounds: player -> reason."""
    changes = competition.changes
    banned = changes[(changes["happening"] == Happening.DISQUALIFIED) & (changes["round"] <= after + 1)]["player"]
    cancelled = dict.fromkeys(sorted(competition.cancelled(after)), CANCELLED)
    return dict.fromkeys(sorted(competition.fillers), FILLER) | cancelled | dict.fromkeys(banned, DISQUALIFIED)


def shown(competition: Competition, after: int) -> Shown:
    """The Swiss table after a round; places go on behind the qualifiers."""
    table, out = competition.standings(after), unranked(competition, after)
    out = {str(player): out[player] for player in table.index if player in out}
    ranked = table[~table.index.isin(list(out))]
    found = places(ranked, competition.regulation, places_before(competition, after))
    return Shown(pd.concat([ranked, table.loc[list(out)]]), [*found, *[DASH] * len(out)], out)


def shown_before(competition: Competition, after: int) -> dict[str, int]:
    """The places that were shown a round before; {} after the first."""
    return shown(competition, after - 1).by_player if after > 1 else {}
