"""From the sides frame to the matrices that the tie-breaks look at."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from qisai.regulation import treatment
from qisai.regulation.model import Regulation, Stage
from qisai.tiebreaks import History
from qisai.tiebreaks import opponents as worth
from qisai.tiebreaks.history import Ints
from qisai.tournament.games import sides, swiss_games
from qisai.vocabulary import BLACK, RED, Outcome

WORTH = {
    treatment.NOTHING: worth.NOTHING,
    treatment.FULL: worth.FULL,
    treatment.LOWEST_WITH_POINTS: worth.LOWEST_WITH_POINTS,
    treatment.LOWEST: worth.LOWEST,
    treatment.LOWEST_ACTIVE: worth.LOWEST_ACTIVE,
    treatment.OWN_MEAN: worth.OWN_MEAN,
}


def history(
    games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, rounds: int, traits: pd.DataFrame | None = None
) -> History:
    """The Swiss rounds 1..``rounds`` of a games frame, for everybody in ``numbers`` (编号, int, by player id).

    ``traits``: int columns by player id, each of which may be absent (0): ``rating``, ``lot`` (his place in a lot), and
    ``playoff_7`` with the places of a playoff after round 7.
    """
    players = tuple(str(player) for player in numbers.index)
    row = {player: position for position, player in enumerate(players)}
    lines = sides(swiss_games(games, regulation, rounds), regulation)
    known = lines[lines["player"].isin(row)]
    resting = known["stage"].isin([stage.name for stage in regulation.stages if stage.rests(Outcome.BYE)])
    resting &= known["outcome"] == Outcome.BYE
    mine, quiet = known[~resting], known[resting]

    def cell(some: pd.DataFrame) -> tuple[Ints, Ints]:
        return some["player"].map(row).to_numpy(dtype=np.int64), some["round"].to_numpy(dtype=np.int64) - 1

    here, first = cell(mine), lines[lines["outcome"] != Outcome.LATE].groupby("player")["round"].min()

    def matrix(values: Any, blank: int = 0, dtype: type = np.int64) -> Any:
        cells: npt.NDArray[Any] = np.full((len(players), rounds), blank, dtype=dtype)
        cells[here] = np.asarray(values, dtype=dtype)
        return cells

    rest: npt.NDArray[np.bool_] = np.zeros((len(players), rounds), dtype=np.bool_)
    rest[cell(quiet)] = True
    stages = [_stage_of(regulation, number) for number in range(1, rounds + 1)]
    red, reported = mine["side"] == RED, mine["outcome"] != Outcome.PENDING
    own = pd.DataFrame() if traits is None else traits

    def value(name: str) -> Ints:
        found = own[name].reindex(numbers.index).fillna(0) if name in own else pd.Series(0, index=numbers.index)
        return np.asarray(found, dtype=np.int64)

    return History(
        players=players,
        number=numbers.to_numpy(dtype=np.int64),
        rating=value("rating"),
        lot=value("lot"),
        entered=first.reindex(players).fillna(rounds + 1).to_numpy(dtype=np.int64),
        line=matrix(reported, dtype=np.bool_),
        points=matrix(mine["points"]),
        share=matrix(mine["share"]),
        wins=matrix(mine["win"]),
        fouls=matrix(mine["fouls"]),
        red_wins=matrix(red & mine["win"] & mine["colour"]),
        black_games=matrix(mine["black_game"]),
        black_wins=matrix(mine["black_win"]),
        played=matrix(mine["played"], dtype=np.bool_),
        missed=matrix(mine["missed"], dtype=np.bool_),
        playoff=np.stack([value(f"playoff_{number}") for number in range(1, rounds + 1)], axis=1) if rounds else matrix(0),
        met=matrix(mine["met"] & reported, dtype=np.bool_),
        rest=rest,
        opponent=matrix(mine["opponent"].map(row).fillna(-1), -1),
        worth=matrix(mine["opponent_value"].map(WORTH)),
        elsewhere=_elsewhere(games, regulation, row, rounds),
        drawn=_drawn(matrix(mine["side"] == BLACK, dtype=np.bool_), stages),
        win=np.array([min(stage.points["red_win"], stage.points["black_win"]) for stage in stages], dtype=np.int64),
        draw=np.array([min(stage.points["red_draw"], stage.points["black_draw"]) for stage in stages], dtype=np.int64),
        rules=regulation["unplayed"],
        units=regulation.units,
        place_before=numbers.to_numpy(dtype=np.int64).argsort(kind="stable").argsort(kind="stable"),
    )


def _stage_of(regulation: Regulation, round_no: int) -> Stage:
    """The stage with standings that a round belongs to; behind the last one, the last."""
    scored = [stage for stage in regulation.stages if stage.scored]
    return next((stage for stage in scored if round_no in stage.rounds), scored[-1])


def _drawn(black: npt.NDArray[np.bool_], stages: list[Stage]) -> Ints:
    """What a draw would have brought on the side where the player sat."""
    red, dark = ([stage.points[key] for stage in stages] for key in ("red_draw", "black_draw"))
    return np.where(black, np.array(dark, dtype=np.int64), np.array(red, dtype=np.int64))


def _elsewhere(games: pd.DataFrame, regulation: Regulation, row: dict[str, int], rounds: int) -> Ints:
    """Points of those who left, won in the first game of their knockout ties (setting 进淘汰赛者的积分)."""
    cells: Ints = np.zeros((len(row), rounds), dtype=np.int64)
    stage = regulation.knockout
    if stage is None or regulation["left_totals"] == "冻结":
        return cells
    ties = games[(games["stage"] == stage.name) & (games["game"] == stage.games[0]) & (games["round"] <= rounds)]
    lines = sides(ties, regulation)
    lines = lines[lines["player"].isin(row)]
    cells[lines["player"].map(row).to_numpy(dtype=np.int64), lines["round"].to_numpy(dtype=np.int64) - 1] = lines["points"]
    return cells
