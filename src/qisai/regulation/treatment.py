"""What each outcome means to each consumer, in one frozen table; nothing else decides it.

:func:`build` gives it, keyed by outcome and side; ``semantics`` prints it for the documentation. Sources: 2020
rules 14.4 (bye), regulation of the event (forfeits, unsigned slips); silent points are settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from qisai.vocabulary import BLACK, RED, Outcome

ALONE = "单"  # the side of a line with one player


@dataclass(frozen=True)
class Treatment:
    """``points`` names a key of ``Stage.points``; "" gives none and "ruling" those that the arbiter set.

    ``opponent`` says what the line adds to 对手分: 全分 the opponent's whole total, 最低分 the lowest total of
    those who have points, "" nothing.
    """

    points: str
    win: bool = False
    colour: bool = False
    met: bool = True
    missed: bool = False
    opponent: str = "全分"


def build(settings: Mapping[str, Any]) -> dict[tuple[Outcome, str], Treatment]:
    """The table in force under the settings of one event."""
    forfeit_win = Treatment("forfeit_win", win=settings["forfeit_is_win"])
    forfeit_loss = Treatment("", missed=True)
    both = {
        Outcome.DOUBLE_FORFEIT: Treatment("", missed=True),
        Outcome.UNSIGNED: Treatment("", colour=True),
        Outcome.DOUBLE_LOSS: Treatment("", colour=True),
        Outcome.RULED: Treatment("ruling", colour=True),
        Outcome.PENDING: Treatment("", opponent=""),
    }
    table = {
        (Outcome.RED_WIN, RED): Treatment("red_win", win=True, colour=True),
        (Outcome.RED_WIN, BLACK): Treatment("black_loss", colour=True),
        (Outcome.BLACK_WIN, RED): Treatment("red_loss", colour=True),
        (Outcome.BLACK_WIN, BLACK): Treatment("black_win", win=True, colour=True),
        (Outcome.DRAW, RED): Treatment("red_draw", colour=True),
        (Outcome.DRAW, BLACK): Treatment("black_draw", colour=True),
        (Outcome.RED_FORFEIT, RED): forfeit_loss,
        (Outcome.RED_FORFEIT, BLACK): forfeit_win,
        (Outcome.BLACK_FORFEIT, RED): forfeit_win,
        (Outcome.BLACK_FORFEIT, BLACK): forfeit_loss,
        (Outcome.BYE, ALONE): Treatment("bye", win=settings["bye_is_win"], met=False, opponent="最低分"),
        (Outcome.EXCUSED, ALONE): Treatment("", met=False, missed=True, opponent=""),
        (Outcome.ABSENT, ALONE): Treatment("", met=False, missed=True, opponent=""),
    }
    return table | {(outcome, side): rule for outcome, rule in both.items() for side in (RED, BLACK)}
