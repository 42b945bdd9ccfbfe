"""The knockout as its bracket is drawn: each tie with who is above, what both made of its games, and how it was won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Competition
from qisai.pairing.knockout import ties_after
from qisai.publish import charts
from qisai.publish.language import t
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.reports.tables import People
from qisai.tournament.games import sides
from qisai.tournament.ladder import verdict, verdicts
from qisai.vocabulary import Outcome


def bracket_chart(competition: Competition, stamp: Sequence[str], event: str = "") -> Figure | None:
    """The bracket, with what stands in its boxes below the title; None before its first round is published."""
    ties = bracket(competition)
    if not ties:
        return None
    marks = {mark for tie in ties for key in ("high_games", "low_games") for mark in tie[key]}
    notes = ["格里是各局的胜、和、负"] * bool(marks) + ["弃：弃权"] * ("弃" in marks)
    return charts.bracket(ties, subtitle=t("；".join(notes)) if notes else None, event=event, stamp=stamp)


def bracket(competition: Competition) -> list[dict[str, Any]]:
    """The ties of the knockout as the bracket draws them; rounds counted from the first of the stage, and above in a tie
    who comes from the upper of the two that lead to it."""
    stage = competition.regulation.knockout
    if stage is None:
        return []
    assert stage.system == KNOCKOUT
    people, found = People(competition), []
    played_in: dict[tuple[int, str], int] = {}
    for publication in competition.rounds(stage):
        games = competition.games
        games = games[(games["stage"] == stage.name) & (games["round"] == publication.round)]
        first = {line["match"]: line for line in reversed(publication.lines)}
        number = publication.round - stage.first + 1
        for match, line in sorted(first.items()):
            lines = games[games["match"] == match]
            decided = verdict(lines, stage) if len(lines) else None
            high, low = _placed(played_in, number, line["red"], line["black"])
            played_in |= {(number, player): match for player in (high, low) if player}
            winner = decided.winner if decided else None
            made = _made(sides(lines, competition.regulation), stage, decided.game) if decided and high and low else {}
            found.append({
                "round": number,
                "match": match,
                "high": people.name(high),
                "low": people.name(low),
                "high_games": made.get(high, ""),
                "low_games": made.get(low, ""),
                "winner": {high: "high", low: "low"}.get(winner) if winner else None,
                "note": _note(decided.how, people.name(winner) if winner else "") if decided else "",
            })  # fmt: skip
    return [*found, *_coming(competition, stage, people, played_in)]


def _placed(played_in: Mapping[tuple[int, str], int], number: int, one: str, other: str) -> tuple[str, str]:
    """The two of a tie, above who comes from the upper of the two matches that lead to it."""
    lower = played_in.get((number - 1, one), 1) % 2 == 0 or (bool(other) and played_in.get((number - 1, other), 2) % 2 == 1)
    return (other, one) if lower else (one, other)


def _made(lines: pd.DataFrame, stage: Stage, last: str) -> Mapping[str, str]:
    """Player -> what he made of each game of a tie, up to the one that decided it: ``和和胜``."""
    until = stage.games.index(last) if last in stage.games else len(stage.games)
    order = lines["game"].map({game: position for position, game in enumerate(stage.games)}).fillna(0)
    told = lines.assign(order=order)[(order <= until) & (lines["outcome"] != Outcome.PENDING)].sort_values("order", kind="stable")
    found: dict[str, str] = {}
    for row in told.itertuples():
        found[row.player] = found.get(row.player, "") + ("弃" if row.missed else "负和胜"[row.share])
    return found


def _coming(
    competition: Competition, stage: Stage, people: People, played_in: Mapping[tuple[int, str], int]
) -> list[dict[str, Any]]:  # fmt: skip
    """The next round's ties where its players are known and it is not published yet."""
    published = competition.rounds(stage)
    if not published or published[-1].accepted is None or published[-1].round == stage.last:
        return []
    last = published[-1].round
    ties = ties_after(verdicts(competition.games, stage, last), competition.seeds, last - stage.first)
    blank = {"high_games": "", "low_games": "", "winner": None, "note": ""}
    number, found = last - stage.first + 2, []
    for tie in ties:
        high, low = _placed(played_in, number, tie.high or "", tie.low or "")
        found.append({"round": number, "match": tie.match, "high": people.name(high), "low": people.name(low), **blank})
    return found


def _note(how: str, winner: str) -> str:
    """How a tie was decided; who won by a draw, which the games do not tell, is named."""
    if "和棋，执" in how:
        return f"{how.removesuffix('胜')}的{winner}胜出"
    return how.replace("慢棋", "") if how.startswith("慢棋") else how
