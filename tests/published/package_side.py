"""The same events for the first referee: as a games frame, and as its standings."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
from neutral import STAGE, Event

from qisai.regulation.model import Regulation
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.games import frame
from qisai.tournament.standings import standings
from qisai.verify.report import Row
from qisai.vocabulary import Outcome


def games_of(event: Event) -> pd.DataFrame:
    """A games frame; a player without a line in a round was absent."""
    lines: list[dict[str, object]] = []
    for number in range(1, event.last + 1):
        games, alone = event.rounds.get(number, ([], {}))
        where = {"round": number, "stage": STAGE}
        for board, red, black, outcome, red_fouls, black_fouls in games:
            lines.append({**where, "board": board, "red": red, "black": black, "outcome": outcome.value,
                          "red_fouls": red_fouls, "black_fouls": black_fouls})  # fmt: skip
        seated = {player for game in games for player in game[1:3]}
        rest = (player for player in event.players if player not in seated)
        lines += [{**where, "red": player, "outcome": alone.get(player, Outcome.ABSENT).value} for player in rest]
    return frame(lines)


def package_table(event: Event, rules: Regulation, after: int | None = None) -> pd.DataFrame:
    """The first referee's standings after a round, by default the last."""
    numbers = pd.Series({player: number for number, player in enumerate(event.players, start=1)})
    traits = pd.DataFrame({"rating": pd.Series(event.ratings, dtype="int64")})
    return standings(games_of(event), numbers, rules, event.last if after is None else after, (), traits)


def package_rows(event: Event, rules: Regulation, after: int | None = None) -> list[Row]:
    """The same as the rows of the second referee: scores in units of half a point, ``rules.scale`` being 2."""
    table = package_table(event, rules, after)

    def value(key: str, units: int) -> Fraction:
        found = rules.value(key, units)
        return found * rules.scale if TIE_BREAKS[key].scored else found

    keys = [key.name for key in rules.chain]
    return [
        {"player": player, "order": order, **{key: value(key, int(row[key])) for key in keys}}
        for order, (player, row) in enumerate(table.iterrows(), start=1)
    ]
