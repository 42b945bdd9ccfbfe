"""The knockout: who won each tie, who meets whom, and how far everyone came.

Sources: regulation of the event, five (1-8, 2-7, 3-6, 4-5; a draw leads to the next line, in the last one
black wins); the rules summary 6, rows 23 to 26 (winners of 1-8 and 4-5 meet; walkover; places by the round
of defeat, then by the rank at the cut).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from qisai.regulation.model import Regulation, Stage
from qisai.verify.replay import Game, State
from qisai.vocabulary import Outcome

OPEN = "?"  # a tie without an end yet
NOBODY = ""  # both are out


def seed_slots(size: int) -> list[int]:
    """The seeds in the order of the bracket: 1, 8, 4, 5, 2, 7, 3, 6.

    >>> seed_slots(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    slots = [1]
    while len(slots) < size:
        slots = [seed for slot in slots for seed in (slot, 2 * len(slots) + 1 - slot)]
    return slots


def winner(stage: Stage, games: list[Game]) -> str:
    """The player who goes on, :data:`NOBODY` or :data:`OPEN`; ``games`` are the lines of one tie."""
    ordered = sorted(games, key=lambda g: stage.games.index(g.game) if g.game in stage.games else len(stage.games))
    for game in ordered:
        red, black, outcome = game.played_red, game.played_black, game.outcome
        if not game.red or not game.black:
            return game.red or game.black
        if outcome in (Outcome.RED_WIN, Outcome.BLACK_FORFEIT):
            return red
        if outcome in (Outcome.BLACK_WIN, Outcome.RED_FORFEIT):
            return black
        if outcome in (Outcome.DOUBLE_FORFEIT, Outcome.DOUBLE_LOSS, Outcome.UNSIGNED):
            return NOBODY
        if outcome is Outcome.RULED and game.ruled[0] != game.ruled[1]:
            return red if game.ruled[0] > game.ruled[1] else black
        if outcome not in (Outcome.DRAW, Outcome.RULED):
            return OPEN
        if game.game == stage.games[-1] and len(stage.games) > 1:
            return black
    return OPEN


@dataclass
class Bracket:
    """The knockout as far as it went. ``slots`` maps a round to who may stand in it, two a match;
    ``level`` a player to the last round that he reached (the champion to one more)."""

    slots: dict[int, list[str]] = field(default_factory=dict)
    level: dict[str, int] = field(default_factory=dict)
    champion: str = OPEN


def play(regulation: Regulation, state: State, upto: int | None = None) -> Bracket:
    """Follow the knockout through what was published and accepted, up to a round."""
    bracket = Bracket()
    stage = regulation.knockout
    if stage is None or not state.seeds:
        return bracket
    seeds = state.seeds
    bracket.level = dict.fromkeys(seeds, stage.first)
    slots = [seeds[seed - 1] if seed <= len(seeds) else NOBODY for seed in seed_slots(stage.qualifiers)]
    for number in stage.rounds:
        bracket.slots[number] = slots
        if upto is not None and number > upto:
            return bracket
        ties: dict[int, list[Game]] = {}
        for game in state.games(stage.name, number):
            ties.setdefault(game.match, []).append(game)
        after = []
        for match in range(1, len(slots) // 2 + 1):
            pair = slots[2 * match - 2 : 2 * match]
            if match in ties:
                # a published pairing stands, even where a later correction turned the round before
                pair = [ties[match][0].red, ties[match][0].black]
                result = winner(stage, ties[match])
            elif NOBODY in pair:
                result = next((p for p in pair if p != NOBODY), NOBODY)
            else:
                result = OPEN
            for player in pair:
                if player in bracket.level:
                    bracket.level[player] = max(bracket.level[player], number)
            after.append(result)
        slots = after
    bracket.champion = slots[0]
    if bracket.champion in bracket.level:
        bracket.level[bracket.champion] = stage.last + 1
    return bracket


def places(regulation: Regulation, state: State, upto: int | None = None) -> list[str]:
    """The qualifiers in the order of the final list: later round first, same round by seed."""
    bracket = play(regulation, state, upto)
    level = dict(bracket.level)
    if upto is not None and upto + 1 in bracket.slots:
        level.update({p: upto + 1 for p in bracket.slots[upto + 1] if p in level})
    return sorted(level, key=lambda player: (-level[player], state.seeds.index(player)))
