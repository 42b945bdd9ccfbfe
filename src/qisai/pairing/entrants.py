"""From the games played to what a pairing sees of each player."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from qisai.pairing.field import Entrant
from qisai.regulation.model import SWISS, Regulation
from qisai.tournament.games import sides, swiss_games
from qisai.vocabulary import BLACK, RED, Outcome


def entrants(
    games: pd.DataFrame,
    numbers: pd.Series,
    teams: pd.Series,
    regulation: Regulation,
    round_no: int,
    active: Collection[str],
) -> list[Entrant]:
    """The players to pair in ``round_no``, by number.

    ``games`` is a games frame, ``numbers`` (int) and ``teams`` (str) are indexed by player, ``active`` are
    those who play. Colours are those planned where the regulation says that a wrong colour does not affect
    later pairings (Danyang, supplement 二3), else those played; a game without play gives no colour. In a round robin
    everybody has met everybody, and everybody has rested: neither binds a Swiss that follows.
    """
    past = sides(swiss_games(games, regulation, round_no - 1), regulation)
    shown = "planned" if regulation["wrong_colours"] == "编排按原定" else "side"
    colour = past[shown].where(past["colour"] & past[shown].isin([RED, BLACK]), "")
    board = past.assign(colour=colour).pivot(index="player", columns="round", values="colour")
    board = board.reindex(columns=range(1, round_no)).fillna("")
    score = past.groupby("player")["points"].sum()
    paired = past[past["stage"].isin([stage.name for stage in regulation.stages if stage.system == SWISS])]
    met = paired[paired["met"]].groupby("player")["opponent"].agg(frozenset)
    byes = set(paired.loc[paired["outcome"] == Outcome.BYE.value, "player"])
    return [
        Entrant(
            player=player,
            number=int(number),
            score=int(score.get(player, 0)),
            colours=tuple(mark or None for mark in board.loc[player]) if player in board.index else (None,) * (round_no - 1),
            met=met.get(player, frozenset()),
            had_bye=player in byes,
            team=str(teams.get(player, "")),
        )
        for player, number in numbers.sort_values().items()
        if player in active
    ]
