"""Games as one table, and the same seen from each player's side.

A **games** frame has one row a line of a round: ``round, stage, match, game, board, red, black, outcome,
red_fouls, black_fouls, swapped, red_points, black_points``. ``red`` and ``black`` are player ids as planned;
``swapped`` says that they sat the other way round, and then the words of ``outcome`` and the fouls are those
of the colours actually played. A line with one player (轮空, 请假, 缺席) has him as ``red`` and "" as
``black``. ``red_points`` and ``black_points`` (scaled) are set for 裁定 only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pandas as pd

from qisai.regulation.model import Regulation, Stage
from qisai.regulation.treatment import ALONE
from qisai.vocabulary import BLACK, RED, Outcome

COLUMNS: dict[str, str] = {
    "round": "int64",
    "stage": "str",
    "match": "int64",
    "game": "str",
    "board": "int64",
    "red": "str",
    "black": "str",
    "outcome": "str",
    "red_fouls": "int64",
    "black_fouls": "int64",
    "swapped": "bool",
    "red_points": "int64",
    "black_points": "int64",
}
#: Share of a result in halves, by the points that a game over the board gives.
SHARES = {"red_win": 2, "black_win": 2, "red_draw": 1, "black_draw": 1, "red_loss": 0, "black_loss": 0, "": 0}
_BLANK: dict[str, Any] = {"match": 0, "game": "", "board": 0, "black": "", "red_fouls": 0, "black_fouls": 0,
                          "swapped": False, "red_points": 0, "black_points": 0}  # fmt: skip


def frame(lines: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """A games frame from rows; keys that are left out take their blank value."""
    rows = [{**_BLANK, **line} for line in lines]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def sides(games: pd.DataFrame, regulation: Regulation) -> pd.DataFrame:
    """Every line from the side of each of its players, with what the treatment table says of it.

    Columns: ``round, stage, match, game, board, player, opponent, outcome, side`` (红, 黑 as played, 单),
    ``planned`` (红, 黑, ""), ``points`` (scaled int), ``share`` of the result (2 win, 1 draw, 0 loss; of what was not
    played or was ruled, by the points), ``win, played, black_game, black_win, colour, met, missed`` (bool),
    ``opponent_value``, ``fouls``. Rows are ordered by round, stage, board.
    """
    alone = games["black"] == ""
    played = games.assign(
        at_red=games["red"].where(~games["swapped"] | alone, games["black"]),
        at_black=games["black"].where(~games["swapped"] | alone, games["red"]),
    )
    shared = ["round", "stage", "match", "game", "board", "outcome"]
    red = played[shared].assign(
        player=played["at_red"],
        opponent=played["at_black"],
        side=alone.map({True: ALONE, False: RED}),
        planned=games["swapped"].map({True: BLACK, False: RED}).where(~alone, ""),
        fouls=games["red_fouls"],
        ruling=games["red_points"],
    )
    black = played[shared].assign(
        player=played["at_black"],
        opponent=played["at_red"],
        side=BLACK,
        planned=games["swapped"].map({True: RED, False: BLACK}),
        fouls=games["black_fouls"],
        ruling=games["black_points"],
    )[~alone]
    both = pd.concat([red, black], ignore_index=True).merge(
        treatment_frame(regulation), on=["stage", "outcome", "side"], how="left", validate="many_to_one"
    )
    both["points"] = both["points"].where(~both["by_ruling"], both["ruling"]).astype("int64")
    awarded = (both["points"] > 0).astype("int64") + (both["points"] >= both["win_points"]).astype("int64")
    both["share"] = both["share"].where(both["share"] >= 0, awarded).astype("int64")
    both = both.drop(columns=["by_ruling", "ruling", "win_points"])
    return both.sort_values(["round", "stage", "board", "match", "side"], kind="stable", ignore_index=True)


def treatment_frame(regulation: Regulation) -> pd.DataFrame:
    """The treatment table spelt out for every stage, with points in the event's units."""
    return pd.DataFrame(
        [
            {
                "stage": stage.name,
                "outcome": outcome.value,
                "side": side,
                "points": stage.points.get(rule.points, 0),
                "by_ruling": rule.points == "ruling",
                "share": SHARES.get(rule.points, -1) if rule.played else -1,
                "win_points": max(min(stage.points["red_win"], stage.points["black_win"]), 1),
                "win": rule.win,
                "played": rule.played,
                "black_game": rule.black_game,
                "black_win": rule.black_win,
                "colour": rule.colour,
                "met": rule.met,
                "missed": rule.missed,
                "opponent_value": rule.opponent,
            }
            for stage in regulation.stages
            for outcome, side in regulation.treatment
            for rule in [regulation.rule(stage, outcome, side)]
        ]
    ).astype({"stage": "str", "outcome": "str", "side": "str"})


def swiss_games(games: pd.DataFrame, regulation: Regulation, until: int | None = None) -> pd.DataFrame:
    """The games that count in the Swiss standings: never those of the knockout (rules: their totals freeze)."""
    names = [stage.name for stage in regulation.stages if stage.scored]
    chosen = games[games["stage"].isin(names)]
    return chosen if until is None else chosen[chosen["round"] <= until]


def without_results(games: pd.DataFrame, stage: Stage, players: Collection[str]) -> pd.DataFrame:
    """The games with all results of some players in a stage cancelled: who met one of them rested in that round, and
    they themselves were away (FIDE, general rules for competitions, withdrawals; rules summary 1.4)."""
    of_stage = (games["stage"] == stage.name) & (games["black"] != "")
    gone = {side: games[side].isin(list(players)) for side in ("red", "black")}
    touched = of_stage & (gone["red"] | gone["black"])
    lines = [
        {"round": game.round, "stage": stage.name, "red": player,
         "outcome": (Outcome.ABSENT if player in players else Outcome.BYE).value}
        for game in games[touched].itertuples() for player in (game.red, game.black)
    ]  # fmt: skip
    return pd.concat([games[~touched], frame(lines)], ignore_index=True)
