"""The Swiss standings after any round, from the lines alone.

Sources: regulation of the event, seven (累进分 = the sum of the totals after each round); 2020 rules 14.3.1
(对手分, and 前一轮名次 backwards), 14.3.2 (逐轮递减: that sum without round 1, then without rounds 1 and 2 …) and
14.4 (a bye adds the lowest total among those who have points); regulation of Tianshui, six (上轮积分: the
points after the round before, then after the one before that).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from qisai.regulation.model import SWISS, Key, Regulation
from qisai.regulation.summary import chain_text
from qisai.regulation.treatment import ALONE, Treatment
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.vocabulary import BLACK, RED, Outcome


@dataclass(frozen=True)
class Line:
    """One round of one player. ``side`` is the colour played, ``planned`` the colour of the pairing."""

    round: int
    outcome: Outcome
    side: str
    planned: str
    opponent: str
    fouls: int
    points: int
    treatment: Treatment


def with_chain(regulation: Regulation, words: str) -> Regulation:
    """The regulation with that of its 名次方案 which reads so; as it is where none does."""
    chains = (chain for chain in regulation.chains.values() if chain_text(chain) == words)
    return replace(regulation, chain=next(chains, regulation.chain))


def qualifiers(regulation: Regulation, state: State) -> tuple[str, ...]:
    """Those who left the Swiss for the knockout; none before the cut is published."""
    if state.seeds or regulation.knockout is None:
        return state.seeds
    others = regulation.others
    if others and (others.name, others.first) in state.published:
        rows = table(regulation, state, regulation.swiss.last)
        return tuple(row["player"] for row in rows[: regulation.knockout.qualifiers])
    return ()


def careers(regulation: Regulation, state: State, last: int) -> dict[str, list[Line]]:
    """The Swiss rounds of every player up to ``last``; those who left at the cut have only theirs before it.

    A player whom a published round does not mention was not there: 缺席.
    """
    lines: dict[str, list[Line]] = {player: [] for player in state.numbers}
    gone = set() if last <= regulation.swiss.last else set(qualifiers(regulation, state))
    for stage in sorted((s for s in regulation.stages if s.system == SWISS), key=lambda s: s.first):
        for number in stage.rounds:
            publication = state.published.get((stage.name, number))
            if number > last or publication is None:
                continue
            found: dict[str, Line] = {}
            for game in state.games(stage.name, number):
                for side, player, opponent, fouls, ruled in (
                    (RED, game.played_red, game.played_black, game.red_fouls, game.ruled[0]),
                    (BLACK, game.played_black, game.played_red, game.black_fouls, game.ruled[1]),
                ):
                    rule = regulation.treatment[game.outcome, side]
                    points = ruled if rule.points == "ruling" else stage.points.get(rule.points, 0)
                    planned = RED if player == game.red else BLACK
                    found[player] = Line(number, game.outcome, side, planned, opponent, fouls, points, rule)
            for player in lines:
                if stage.whole_field or player not in gone:
                    alone = Outcome.BYE if player == publication.bye else _away(publication.absent.get(player))
                    rule = regulation.treatment[alone, ALONE]
                    without = Line(number, alone, ALONE, ALONE, "", 0, stage.points.get(rule.points, 0), rule)
                    lines[player].append(found.get(player, without))
    return lines


def _away(kind: str | None) -> Outcome:
    return Outcome.EXCUSED if kind == Outcome.EXCUSED else Outcome.ABSENT


def table(regulation: Regulation, state: State, last: int) -> list[Row]:
    """The standing of everybody after round ``last``, best first; ``order`` counts from 1 without ties.

    Qualifiers stay in it with what they had at the cut.
    """
    lines = careers(regulation, state, last)
    order = {p: place for place, p in enumerate(sorted(lines, key=lambda p: (state.numbers[p], p)), start=1)}
    rows: list[Row] = [_row(regulation, state, player, [], {}, 0, order) for player in order]
    for number in range(1, last + 1):
        so_far = {player: [line for line in own if line.round <= number] for player, own in lines.items()}
        totals = {player: sum(line.points for line in own) for player, own in so_far.items()}
        lowest = min((total for total in totals.values() if total > 0), default=0)
        rows = [_row(regulation, state, player, so_far[player], totals, lowest, order) for player in lines]
        rows.sort(key=lambda row: _rank(regulation, row))
        order = {row["player"]: place for place, row in enumerate(rows, start=1)}
    for place, row in enumerate(rows, start=1):
        row["order"] = place
    return rows


def _rank(regulation: Regulation, row: Row) -> tuple[Any, ...]:
    """The chain of 名次 as a key to sort by; the draw number is always the last."""

    def value(key: Key) -> Any:
        own = row[key.name]
        if not key.larger_first:
            return own
        return tuple(-part for part in own) if isinstance(own, tuple) else -own

    return (*map(value, regulation.chain), row["number"], row["player"])


def _row(
    regulation: Regulation,
    state: State,
    player: str,
    lines: list[Line],
    totals: dict[str, int],
    lowest: int,
    previous: dict[str, int],
) -> Row:
    totals_after = list(accumulate(line.points for line in lines))
    black = [line for line in lines if line.side == BLACK and line.treatment.colour]

    def worth(line: Line) -> int:
        return {"全分": totals.get(line.opponent, 0), "最低分": lowest}.get(line.treatment.opponent, 0)

    return {
        "group": regulation.group,
        "player": player,
        "order": 0,
        "points": sum(line.points for line in lines),
        "progressive": sum(totals_after),
        "opponents_score": sum(worth(line) for line in lines),
        "wins": sum(bool(line.treatment.win) for line in lines),
        "fouls": sum(line.fouls for line in lines),
        "black_games": len(black),
        "black_wins": sum(line.treatment.win for line in black),
        "progressive_cut": tuple(sum(totals_after[dropped:]) for dropped in range(1, len(lines))),
        "previous_points": tuple(reversed(totals_after[:-1])),
        "previous": previous[player],
        "number": state.numbers[player],
        "missed": any(line.treatment.missed for line in lines),
    }


def ranked_in(regulation: Regulation, state: State, last: int) -> list[Row]:
    """The standing after ``last`` of those who had entered and play in the Swiss of that round, from 1 on."""
    gone = set() if last <= regulation.swiss.last else set(qualifiers(regulation, state))
    gone |= {player for player, first in state.since.items() if first > last}
    rows = [row for row in table(regulation, state, last) if row["player"] not in gone]
    for place, row in enumerate(rows, start=1):
        row["order"] = place
    return rows
