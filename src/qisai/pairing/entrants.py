"""From the games played to what a pairing sees of each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import numpy as np
import pandas as pd

from qisai.pairing.arrays import score_bands
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant
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
    circles: pd.Series | None = None,
    published: Mapping[int, Mapping[str, int]] | None = None,
) -> list[Entrant]:
    """The players to pair in ``round_no``, by number.

    ``games`` is a games frame, ``numbers`` (int), ``teams`` and ``circles`` (str) are indexed by player, ``active`` are
    those who play. ``published`` are the floats of a round as it was published (:func:`marks_of`); a later correction
    of its scores moves nobody. Colours are those planned where the regulation says that a wrong colour does not affect
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
    before = past.groupby("player")["points"].cumsum() - past["points"]
    floated = floats(paired.assign(before=before), round_no, regulation["score_band"])
    for number, marks in (published or {}).items():
        for player, own in floated.items():
            floated[player] = (*own[: number - 1], marks.get(player, LEVEL), *own[number:])
    none: dict[str, str] = {}
    return [
        Entrant(
            player=player,
            number=int(number),
            score=int(score.get(player, 0)),
            colours=tuple(mark or None for mark in board.loc[player]) if player in board.index else (None,) * (round_no - 1),
            met=met.get(player, frozenset()),
            had_bye=player in byes,
            team=str(teams.get(player, "")),
            floats=floated.get(player, (LEVEL,) * (round_no - 1)),
            circle=str((none if circles is None else circles).get(player, "")),
        )
        for player, number in numbers.sort_values().items()
        if player in active
    ]


def marks_of(
    pairs: Iterable[tuple[str, str]], bye: str | None, field: Iterable[Entrant], round_no: int, band: int
) -> dict[str, int]:
    """DOWN or UP of those who float in a pairing by ids; a bye is DOWN. In round 1 all are of one score."""
    scores = {entrant.player: entrant.score * (round_no > 1) for entrant in field}
    bands = score_bands(Counter(scores.values()), band)
    group_of = {score: group for group, some in enumerate(bands) for score in some}
    marks = {bye: DOWN} if bye is not None else {}
    for pair in pairs:
        groups = [group_of[scores[player]] for player in pair]
        if groups[0] != groups[1]:
            marks |= {player: DOWN if own == min(groups) else UP for player, own in zip(pair, groups, strict=True)}
    return marks


def floats(paired: pd.DataFrame, round_no: int, band: int) -> dict[str, tuple[int, ...]]:
    """DOWN, LEVEL or UP for each round before ``round_no``, by player.

    ``paired`` are the lines of Swiss stages from each side, with ``before``, the score that a player brought into the
    round. Two who were paired count as having met, played or not; who had the bye met somebody below the lowest
    group. ``band``: the scores of a round are merged into groups as its pairing has them (积分档).
    """
    marks: dict[str, list[int]] = {player: [LEVEL] * (round_no - 1) for player in paired["player"].unique()}
    seated = paired[(paired["opponent"] != "") | (paired["outcome"] == Outcome.BYE.value)]
    for number, seats in seated.groupby("round"):
        bands = list(score_bands(Counter(seats["before"].tolist()), band))
        group_of = {score: group for group, scores in enumerate(bands) for score in scores}
        group = seats.set_index("player")["before"].map(group_of)
        opposite = seats.set_index("player")["opponent"].map(group).fillna(len(bands))
        for player, mark in np.sign(group - opposite).astype("int64").items():
            marks[str(player)][int(str(number)) - 1] = int(mark)
    return {player: tuple(own) for player, own in marks.items()}
