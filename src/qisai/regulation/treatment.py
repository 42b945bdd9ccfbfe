"""What each outcome means to each consumer, in one frozen table; nothing else decides it.

:func:`build` gives it, keyed by outcome and side; ``semantics`` prints it for the documentation. Sources: 2020
rules 14.4 (bye), regulation of the event (forfeits, unsigned slips); what they leave open is a setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from qisai.vocabulary import BLACK, RED, Outcome

ALONE = "单"  # the side of a line with one player

# What a line adds to 对手分.
FULL = "对方全部积分"
LOWEST_WITH_POINTS = "有分者最低分"
LOWEST = "全场最低分"
LOWEST_ACTIVE = "在赛者最低分"
OWN_MEAN = "本人其余对手的平均分"
NOTHING = "不计"


@dataclass(frozen=True)
class Treatment:
    """``points`` names a key of ``Stage.points``; "" gives none and "ruling" those that the arbiter set.

    ``win`` counts as 胜局, ``black_game`` and ``black_win`` say whether a line counts as 后手局 and 后手胜局 (of the
    side that has black, or of a line alone), ``colour`` whether it counts in the colours of later pairings,
    ``met`` whether the two have met; ``played`` is a game over the board, ``missed`` a round that the player missed
    by his own doing. ``opponent``: what the line adds to 对手分.
    """

    points: str
    win: bool = False
    colour: bool = False
    met: bool = True
    missed: bool = False
    opponent: str = FULL
    played: bool = False
    black_game: bool = False
    black_win: bool = False


#: A round in which the table of a round robin lets a player rest: it is nothing, for everybody has as many.
REST = Treatment("bye", met=False, opponent=NOTHING)


def build(settings: Mapping[str, Any]) -> dict[tuple[Outcome, str], Treatment]:
    """The table in force under the settings of one event."""
    away = Treatment("", met=False, missed=True, opponent=_lone(settings["absent_opponent"], settings))
    bye_black = settings["bye_is_black"]
    table = {
        **{(outcome, side): rule for outcome, rules in _played().items() for side, rule in rules.items()},
        **{(outcome, side): rule for outcome, rules in _forfeited(settings).items() for side, rule in rules.items()},
        (Outcome.BYE, ALONE): Treatment(
            "bye", win=settings["bye_is_win"], met=False, opponent=settings["bye_opponent"],
            black_game=bye_black != "不算", black_win=bye_black == "算后手局和后手胜局",
        ),
        (Outcome.EXCUSED, ALONE): replace(away, points="excused"),
        (Outcome.ABSENT, ALONE): away,
        (Outcome.LATE, ALONE): replace(away, points="excused" if settings["late_points"] == "按请假计分" else ""),
    }  # fmt: skip
    return table | {(Outcome.PENDING, side): Treatment("", opponent=NOTHING) for side in (RED, BLACK)}


def _board(points: dict[str, str], winner: str = "") -> dict[str, Treatment]:
    """The two sides of a game over the board."""
    return {
        side: Treatment(points[side], win=side == winner, colour=True, played=True, black_game=side == BLACK,
                        black_win=side == BLACK == winner)
        for side in (RED, BLACK)
    }  # fmt: skip


def _played() -> dict[Outcome, dict[str, Treatment]]:
    def both(points: str) -> dict[str, Treatment]:
        return _board({RED: points, BLACK: points})

    return {
        Outcome.RED_WIN: _board({RED: "red_win", BLACK: "black_loss"}, RED),
        Outcome.BLACK_WIN: _board({RED: "red_loss", BLACK: "black_win"}, BLACK),
        Outcome.DRAW: _board({RED: "red_draw", BLACK: "black_draw"}),
        Outcome.UNSIGNED: both("double_forfeit"),
        Outcome.DOUBLE_LOSS: both(""),
        Outcome.RULED: both("ruling"),
    }


def _forfeited(settings: Mapping[str, Any]) -> dict[Outcome, dict[str, Treatment]]:
    """弃权: paired and not played. The switches say what of a game it still has (rules summary 6, rows 8 to 10)."""
    colour, met = settings["forfeit_is_colour"], settings["forfeit_is_met"]
    opponent = _lone(settings["forfeit_opponent"], settings)
    wins = settings["forfeit_is_win"]

    def rule(points: str, side: str, won: bool) -> Treatment:
        black = colour and side == BLACK
        return Treatment(points, won and wins, colour, met, not won, opponent, False, black, black and won and wins)

    def sides(winner: str) -> dict[str, Treatment]:
        loss = "forfeit_loss" if winner else "double_forfeit"
        return {side: rule("forfeit_win" if side == winner else loss, side, side == winner) for side in (RED, BLACK)}

    return {Outcome.RED_FORFEIT: sides(BLACK), Outcome.BLACK_FORFEIT: sides(RED), Outcome.DOUBLE_FORFEIT: sides("")}


def _lone(choice: str, settings: Mapping[str, Any]) -> str:
    """A setting may let an unplayed line count as a bye does."""
    return str(settings["bye_opponent"]) if choice == "同轮空" else choice
