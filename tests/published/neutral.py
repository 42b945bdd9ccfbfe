"""An event of ``../shared/real_events`` as plain rows, and the same as the second referee's rows.

``rounds`` are neutral: a game is (board, red, black, outcome, red_fouls, black_fouls), a line alone (player, outcome).
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qisai.regulation import treatment
from qisai.regulation.model import EVERYBODY, ROUND_ROBIN, SWISS, Key, Regulation, Stage
from qisai.regulation.settings import SETTINGS, parse
from qisai.verify.lines import Line
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import ranking
from qisai.vocabulary import BLACK, RED, Outcome

EVENTS = Path(__file__).parents[2].parent / "shared" / "real_events"
GAMES = {
    "1-0": Outcome.RED_WIN, "0-1": Outcome.BLACK_WIN, "0.5-0.5": Outcome.DRAW, "0-0": Outcome.DOUBLE_LOSS,
    "1-0F": Outcome.BLACK_FORFEIT, "0-1F": Outcome.RED_FORFEIT, "0-0F": Outcome.DOUBLE_FORFEIT, "NR": Outcome.PENDING,
}  # fmt: skip
ALONE = {"BYE1": Outcome.BYE, "BYE0.5": Outcome.EXCUSED, "BYE0": Outcome.ABSENT}
STAGE = "比赛"

NeutralGame = tuple[int, str, str, Outcome, int, int]


@dataclass(frozen=True)
class Event:
    """``players`` in the order of their numbers; a player without a line in a round was absent. ``scores`` are the
    points of a win, a draw and a loss, ``bye`` of a bye."""

    name: str
    players: tuple[str, ...]
    ratings: Mapping[str, int]
    scores: tuple[Fraction, Fraction, Fraction]
    rounds: Mapping[int, tuple[list[NeutralGame], dict[str, Outcome]]]
    published: Mapping[str, Mapping[str, str]]
    last: int
    bye: Fraction


def rows(folder: Path, file: str) -> list[dict[str, str]]:
    path = folder / file
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines())) if path.exists() else []


def read(name: str, scores: tuple[str, str, str], rest: bool = False, backwards: bool = False) -> Event:
    """An event by the name of its folder; skips the test where the shared data is not there.

    ``rest``: a round without a game is a bye that gives nothing, as in a round robin. ``backwards``: the last player of
    the file has number 1.
    """
    folder = EVENTS / name
    if not folder.is_dir():
        pytest.skip(f"没有 {name} 的公开数据")
    people = rows(folder, "players.csv")
    rounds: dict[int, tuple[list[NeutralGame], dict[str, Outcome]]] = {}
    for line, row in enumerate(rows(folder, "games.csv"), start=1):
        games, alone = rounds.setdefault(int(row["round"]), ([], {}))
        if row["result"] in ALONE:
            alone[row["first_id"]] = Outcome.BYE if rest else ALONE[row["result"]]
        else:
            fouls = (int(row.get(side) or 0) for side in ("first_fouls", "second_fouls"))
            games.append((line, row["first_id"], row["second_id"], GAMES[row["result"]], *fouls))
    ratings = {row["id"]: int(row["rating"]) for row in people if (row.get("rating") or "").isdecimal()}
    ids = [row["id"] for row in people]
    return Event(
        name, tuple(reversed(ids) if backwards else ids), {player: r for player, r in ratings.items() if r},
        tuple(map(Fraction, scores)), rounds, {row["id"]: row for row in rows(folder, "published.csv")},
        max(rounds, default=0), Fraction(0) if rest else Fraction(scores[0]),
    )  # fmt: skip


def regulation(event: Event, chain: tuple[Key, ...], settings: Mapping[str, str]) -> Regulation:
    """One Swiss of all rounds, or one round robin where a round without a game is a rest; a draw without play (请假) is
    worth a draw, a bye and a forfeit won a win."""
    win, draw, loss = (int(2 * points) for points in event.scores)
    worth = {"win": win, "draw": draw, "loss": loss}
    points = {
        **{f"{side}_{word}": value for side in ("red", "black") for word, value in worth.items()},
        "bye": int(2 * event.bye), "forfeit_win": win, "excused": draw, "forfeit_loss": 0, "double_forfeit": 0,
    }  # fmt: skip
    values: dict[str, Any] = {setting.key: parse(setting, settings.get(setting.key, "")) for setting in SETTINGS}
    stage = Stage(STAGE, SWISS if event.bye else ROUND_ROBIN, 1, max(event.last, 1), EVERYBODY, 0, points)
    return Regulation(
        group="", settings=values, decided=frozenset(), quotes={}, stages=(stage,), chain=chain, prizes=(), schedule=(),
        scale=2, treatment=treatment.build(values),
    )  # fmt: skip


def careers(event: Event, rules: Regulation) -> dict[str, list[Line]]:
    """The rounds of everybody, as the second referee has them."""
    (stage,) = rules.stages
    found: dict[str, list[Line]] = {player: [] for player in event.players}
    for number in range(1, event.last + 1):
        games, alone = event.rounds.get(number, ([], {}))
        lines: dict[str, Line] = {}
        for _, red, black, outcome, *fouls in games:
            for side, player, other, count in ((RED, red, black, fouls[0]), (BLACK, black, red, fouls[1])):
                rule = rules.treatment[outcome, side]
                points = stage.points.get(rule.points, 0)
                lines[player] = Line(number, outcome, side, side, other, count, points, rule, stage)
        for player, own in found.items():
            outcome = alone.get(player, Outcome.ABSENT)
            rule = rules.rule(stage, outcome, treatment.ALONE)
            points = stage.points.get(rule.points, 0)
            without = Line(number, outcome, treatment.ALONE, treatment.ALONE, "", 0, points, rule, stage)
            own.append(lines.get(player, without))
    return found


def referee_rows(event: Event, rules: Regulation, after: int | None = None) -> list[Row]:
    """The second referee's table after a round, by default the last."""
    state = State(numbers={player: n for n, player in enumerate(event.players, start=1)}, ratings=dict(event.ratings))
    last = event.last if after is None else after
    lines = {p: [line for line in own if line.round <= last] for p, own in careers(event, rules).items()}
    return ranking(rules, state, lines, last)
