"""A knockout read from its games: who won each tie, and the places that follow."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from qisai.regulation.model import Stage
from qisai.vocabulary import BLACK, RED, Outcome

_RED_THROUGH = {Outcome.RED_WIN, Outcome.BLACK_FORFEIT}
_BLACK_THROUGH = {Outcome.BLACK_WIN, Outcome.RED_FORFEIT}
_NOBODY = {Outcome.DOUBLE_FORFEIT, Outcome.UNSIGNED, Outcome.DOUBLE_LOSS}


@dataclass(frozen=True)
class Verdict:
    """The result of one tie: ``winner`` and ``loser`` are None until known; both stay None after 双弃.

    ``over`` says that the tie is decided, ``game`` in which of its lines.
    """

    match: int
    high: str
    low: str
    over: bool
    winner: str | None = None
    loser: str | None = None
    game: str = ""
    how: str = ""


def verdict(lines: pd.DataFrame, stage: Stage) -> Verdict:
    """Decide one tie from its games in their printed order.

    A draw leads to the next line; a draw in the last one is won by black (附加赛和棋黑胜), except where the
    tie has a single line, which then stays open. 裁定 goes to the side with more points.
    """
    first = lines.iloc[0]
    high, low, match = str(first["red"]), str(first["black"]), int(first["match"])
    if not low:
        return Verdict(match, high, "", True, high, None, str(first["game"]), "对手缺席")
    last = stage.games[-1]
    for line in lines.itertuples():
        outcome = Outcome(line.outcome)
        red, black = (line.black, line.red) if line.swapped else (line.red, line.black)
        if outcome is Outcome.PENDING:
            break
        drawn_last = outcome is Outcome.DRAW and line.game == last and len(stage.games) > 1
        by_red = outcome in _RED_THROUGH or (outcome is Outcome.RULED and line.red_points > line.black_points)
        by_black = outcome in _BLACK_THROUGH or (outcome is Outcome.RULED and line.red_points < line.black_points)
        if by_red:
            return Verdict(match, high, low, True, red, black, line.game, _how(line.game, outcome, RED))
        if by_black or drawn_last:
            return Verdict(match, high, low, True, black, red, line.game, _how(line.game, outcome, BLACK))
        if outcome in _NOBODY:
            return Verdict(match, high, low, True, None, None, line.game, f"{line.game}{outcome}")
    return Verdict(match, high, low, False)


def _how(game: str, outcome: Outcome, colour: str) -> str:
    """``附加赛和棋，执黑胜``: in which line, and with which colour or why the winner went on."""
    if outcome is Outcome.RULED:
        return f"{game}裁定"
    if outcome in (Outcome.RED_FORFEIT, Outcome.BLACK_FORFEIT):
        return f"{game}对方弃权"
    return f"{game}和棋，执{colour}胜" if outcome is Outcome.DRAW else f"{game}执{colour}胜"


#: What the rounds of a knockout are called, from the last one backwards.
_ROUNDS = ("决赛", "半决赛", "四分之一决赛", "八分之一决赛")


def round_name(stage: Stage, round_no: int) -> str:
    """``半决赛``; "" for the rounds before those that have a name."""
    back = stage.last - round_no
    return _ROUNDS[back] if 0 <= back < len(_ROUNDS) else ""


def verdicts(games: pd.DataFrame, stage: Stage, round_no: int) -> list[Verdict]:
    """All ties of one round of the knockout, by match."""
    lines = games[(games["stage"] == stage.name) & (games["round"] == round_no)]
    return [verdict(tie, stage) for _, tie in lines.groupby("match", sort=True)]


def ladder_order(games: pd.DataFrame, stage: Stage, seeds: list[str]) -> list[str]:
    """The seeds in their final order: by the round in which each went out, later first, then by seed.

    Source: settings 淘汰赛三至八名. Those still in are ahead of those out; before the first round the order
    is that of the seeds.
    """
    out = dict.fromkeys(seeds, stage.last + 2)
    for round_no in stage.rounds:
        for tie in verdicts(games, stage, round_no):
            if not tie.over:
                continue
            for player in (tie.high, tie.low):
                if player and player != tie.winner:
                    out[player] = round_no
    return sorted(seeds, key=lambda player: (-out[player], seeds.index(player)))
