"""A Swiss in one line a round, for the second referee alone: ``A+B C=D E-F G!H I?J K#L M. N~``.

``+`` the first named (red) wins, ``-`` black wins, ``=`` a draw; ``!`` black and ``?`` red was absent, ``#`` both; ``.`` a
bye, ``~`` 请假. Whoever is not named was absent, or had not entered. Points are 2, 1, 0 unless said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from qisai.regulation import treatment
from qisai.regulation.model import EVERYBODY, KNOCKOUT, OTHERS, SWISS, Key, Regulation, Stage
from qisai.regulation.settings import SETTINGS, parse
from qisai.verify.replay import Game, Publication, State
from qisai.vocabulary import Outcome

RESULTS = {
    "+": Outcome.RED_WIN, "-": Outcome.BLACK_WIN, "=": Outcome.DRAW, "!": Outcome.BLACK_FORFEIT, "?": Outcome.RED_FORFEIT,
    "#": Outcome.DOUBLE_FORFEIT,
}  # fmt: skip
POINTS = {
    "red_win": 2, "red_draw": 1, "red_loss": 0, "black_win": 2, "black_draw": 1, "black_loss": 0, "bye": 2, "forfeit_win": 2,
    "excused": 0, "forfeit_loss": 0, "double_forfeit": 0,
}  # fmt: skip
SMALLER = {"fouls", "previous", "number", "best_opponent"}


def law(
    chain: str, rounds: int, settings: Mapping[str, str] | None = None, points: Mapping[str, int] | None = None,
    knockout: int = 0,
) -> Regulation:  # fmt: skip
    """``knockout``: so many go on after ``rounds`` rounds, in two more rounds; the others play two more too."""
    values: dict[str, Any] = {setting.key: parse(setting, (settings or {}).get(setting.key, "")) for setting in SETTINGS}
    worth = POINTS | dict(points or {})
    stages = [Stage("预赛", SWISS, 1, rounds, EVERYBODY, 0, worth)]
    if knockout:
        stages += [
            Stage("淘汰", KNOCKOUT, rounds + 1, rounds + 2, f"前{knockout}名", knockout, worth, ("慢棋", "加赛")),
            Stage("其余", SWISS, rounds + 1, rounds + 2, OTHERS, 0, worth),
        ]
    return Regulation(
        group="", settings=values, decided=frozenset(), quotes={}, stages=tuple(stages),
        chain=tuple(Key(name, name not in SMALLER) for name in chain.split()), prizes=(), schedule=(), scale=1,
        treatment=treatment.build(values),
    )  # fmt: skip


def publish(state: State, stage: Stage, number: int, text: str, game: str = "") -> None:
    """One accepted round."""
    games, bye, absent = [], "", {}
    for board, word in enumerate(text.split(), start=1):
        if match := re.fullmatch(r"(\w)([+\-=!?#])(\w)", word):
            games.append(Game(board, game, board, match[1], match[3], RESULTS[match[2]]))
        elif word[1:] == ".":
            bye = word[0]
        else:
            assert word[1:] == "~", word
            absent[word[0]] = Outcome.EXCUSED.value
    before = state.copy()
    state.published[stage.name, number] = Publication(
        stage, number, "", tuple(games), bye, absent, (), "", (), before, before
    )  # fmt: skip
    state.accepted[stage.name, number] = {line.key: line for line in games}


def played(rules: Regulation, players: str, *rounds: str, **more: Any) -> State:
    """The players in the order of their numbers, and the rounds of the first stage."""
    state = State(numbers={player: number for number, player in enumerate(players, start=1)}, **more)
    for number, text in enumerate(rounds, start=1):
        publish(state, rules.swiss, number, text)
    return state
