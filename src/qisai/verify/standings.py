"""The Swiss standings after any round, from the lines alone; ``tiebreaks`` has the keys.

Sources: 2020 rules 14.3.1 (前一轮名次 backwards); the rules summary 6, rows 12, 13, 16 and 21.
"""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter

from qisai.regulation.model import Key, Regulation
from qisai.regulation.summary import chain_of
from qisai.regulation.treatment import ALONE
from qisai.verify.lines import Line, Past, Value
from qisai.verify.replay import Publication, State
from qisai.verify.report import Row
from qisai.verify.tiebreaks import columns, in_order, known
from qisai.verify.withdrawn import left_early, strike_out
from qisai.vocabulary import BLACK, RED, Outcome

#: Columns of a table whatever its chain compares.
ALWAYS = tuple(
    Key(name, True)
    for name in (
        "points", "progressive", "opponents_score", "wins", "fouls", "black_games", "black_wins", "progressive_cut",
        "previous_points", "previous", "number",
    )
)  # fmt: skip


def with_chain(regulation: Regulation, words: str) -> Regulation:
    """The regulation with the chain that reads so, be it one of the sheet or one that stood there then; as it is where
    the words are no chain."""
    return replace(regulation, chain=chain_of(words) or regulation.chain)


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
    """The rounds of every player as the table after ``last`` counts them: without results that are cancelled."""
    return strike_out(regulation, all_rounds(regulation, state, last), cancelled(regulation, state, last))


def cancelled(regulation: Regulation, state: State, last: int) -> set[str]:
    """Whose results do not count in the table after ``last``."""
    return left_early(regulation, state.leaving, all_rounds(regulation, state, last), state.since, last)


def all_rounds(regulation: Regulation, state: State, last: int) -> dict[str, list[Line]]:
    """The Swiss rounds of every player up to ``last``; those who left at the cut have only theirs before it.

    A player whom a published round does not mention was not there: 缺席, or 未加入 before he entered.
    """
    lines: dict[str, list[Line]] = {player: [] for player in state.numbers}
    gone = set() if last <= regulation.swiss.last else set(qualifiers(regulation, state))
    for stage in sorted((s for s in regulation.stages if s.scored), key=lambda s: s.first):
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
                    found[player] = Line(number, game.outcome, side, planned, opponent, fouls, points, rule, stage)
            for player in lines:
                if stage.whole_field or player not in gone:
                    alone = _alone(state, publication, player)
                    rule = regulation.rule(stage, alone, ALONE)
                    without = Line(number, alone, ALONE, ALONE, "", 0, stage.points.get(rule.points, 0), rule, stage)
                    lines[player].append(found.get(player, without))
    return lines


def _alone(state: State, publication: Publication, player: str) -> Outcome:
    """What a round is to somebody who was not paired in it."""
    if player == publication.bye:
        return Outcome.BYE
    if publication.round < state.since.get(player, 1):
        return Outcome.LATE
    return Outcome(publication.absent.get(player, Outcome.ABSENT))


def table(regulation: Regulation, state: State, last: int) -> list[Row]:
    """The standing of everybody after round ``last``, best first; ``order`` counts from 1 without ties, ``tie`` is the
    same for those whom nothing in the chain parts.

    Qualifiers stay in it with what they had at the cut. The draw number is always the last key.
    """
    return ranking(regulation, state, careers(regulation, state, last), last)


def ranking(regulation: Regulation, state: State, lines: dict[str, list[Line]], last: int) -> list[Row]:
    """The same from the rounds of everybody."""
    order = {p: place for place, p in enumerate(sorted(lines, key=lambda p: (state.numbers[p], p)), start=1)}
    ahead: dict[str, int] = {}
    tie = dict.fromkeys(order, 0)
    rows: list[Row] = []
    backwards = any(key.name == "previous" for key in regulation.chain)
    for number in range(min(1, last), last + 1):
        if not backwards and number not in (regulation.swiss.last, last - 1, last):
            continue
        if number > regulation.swiss.last and not ahead:
            ahead = {p: place for place, p in enumerate(sorted(qualifiers(regulation, state), key=order.__getitem__), start=1)}
        past = Past(
            regulation, number, {p: tuple(line for line in own if line.round <= number) for p, own in lines.items()},
            state.numbers, tuple(p for p in lines if p not in ahead and state.since.get(p, 1) <= number), ahead, state.ratings,
            knockout_points(regulation, state, number), order, _trusted(regulation, state, number),
            state.seed, {p: place for p, after, place in sorted(state.playoffs, key=itemgetter(1)) if after <= number},
        )  # fmt: skip
        rows, tie = _ranked(past, tie, ALWAYS if number == last else ())
        order = {row["player"]: row["order"] for row in rows}
    return rows


def _ranked(past: Past, tie: dict[str, int], more: tuple[Key, ...]) -> tuple[list[Row], dict[str, int]]:
    """The rows of one round in order, with ``more`` columns than the chain, and who is equal in everything; ``tie`` is
    that of the round before."""
    chain = past.regulation.chain
    values = columns(past, (*chain, *(key for key in more if key.name not in {link.name for link in chain})))

    def ahead_of(player: str) -> tuple[Value, ...]:
        return tuple(in_order(key, values[key.name][player]) for key in chain)

    def equal(player: str) -> tuple[Value, ...]:
        return tuple(tie[player] if key.name == "previous" else values[key.name][player] for key in chain)

    ranked = sorted(past.lines, key=lambda p: (ahead_of(p), past.numbers[p], p))
    groups = {same: place for place, same in enumerate(dict.fromkeys(map(equal, ranked)), start=1)}
    found = {player: groups[equal(player)] for player in ranked}
    rows: list[Row] = [
        {
            "group": past.regulation.group, "player": player, "order": place, "tie": found[player],
            **{name: column[player] for name, column in values.items() if known(name)},
            "missed": sum(line.treatment.missed for line in past.lines[player]) >= max(past.regulation["missed_least"], 1),
        }
        for place, player in enumerate(ranked, start=1)
    ]  # fmt: skip
    return rows, found


def knockout_points(regulation: Regulation, state: State, last: int) -> dict[str, int]:
    """What those who left made since in the first games of their ties, where that counts in the 对手分 of the others."""
    stage = regulation.knockout
    found: dict[str, int] = {}
    if stage is None or regulation["left_totals"] != "淘汰赛得分计入":
        return found
    for game in (game for n in stage.rounds if n <= last for game in state.games(stage.name, n)):
        if game.game == stage.games[0] and game.red and game.black:
            for side, player, ruled in ((RED, game.played_red, game.ruled[0]), (BLACK, game.played_black, game.ruled[1])):
                rule = regulation.treatment[game.outcome, side]
                points = ruled if rule.points == "ruling" else stage.points.get(rule.points, 0)
                found[player] = found.get(player, 0) + points
    return found


def _trusted(regulation: Regulation, state: State, number: int) -> dict[str, int]:
    """The places of a round in the record."""
    stages = [stage.name for stage in regulation.stages if stage.scored]
    order = next((state.orders[name, number] for name in stages if (name, number) in state.orders), [])
    return {player: place for place, player in enumerate(order, start=1)}


def shared_places(rows: list[Row], below: int) -> list[int]:
    """The place of each row of a list: behind place ``below`` those whom nothing parts share the best of theirs; 0 for
    never (名次并列)."""
    places: list[int] = []
    for place, row in enumerate(rows, start=1):
        shares = 0 < below < place - 1 and row["tie"] == rows[place - 2]["tie"]
        places.append(places[-1] if shares else place)
    return places


def ranked_in(regulation: Regulation, state: State, last: int) -> list[Row]:
    """The standing after ``last`` of those who had entered and play in the Swiss of that round, from 1 on."""
    gone = set() if last <= regulation.swiss.last else set(qualifiers(regulation, state))
    gone |= {player for player, first in state.since.items() if first > last}
    rows = [row for row in table(regulation, state, last) if row["player"] not in gone]
    for place, row in enumerate(rows, start=1):
        row["order"] = place
    return rows
