"""What each round adds to 对手分, under the Chinese rules and under FIDE's, and what a cut takes away.

Sources: 2020 rules 14.3.1 (the totals of all opponents) and 14.4 (of a bye the lowest total among those who have
points); the rules summary 6, rows 7, 9, 12 and 21. FIDE handbook C.07, articles 8, 9, 14 and 16, of September 2023
with its later editions (an unplayed round is one against a dummy with one's own total; from March 2026 on the dummy
has no more than the opponent on paper, or than draws in all rounds); before that the virtual opponent of 2009.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from qisai.regulation import treatment as words
from qisai.regulation.treatment import Treatment
from qisai.verify.lines import HALF, Line, Number, Past, draw_points, win_points
from qisai.vocabulary import Outcome


@dataclass(frozen=True)
class Share:
    """What one round adds: the opponent's ``score`` and ``weight``, the part of it that counts in 小分.

    ``first``: a cut takes such a round before others (FIDE C.07, 16.5: one that was missed).
    """

    score: Number
    weight: Fraction
    first: bool = False

    @property
    def product(self) -> Fraction:
        return self.weight * self.score


Shares = list[Share]


# --- 象棋竞赛规则 ------------------------------------------------------------------------------------------------
def rule_book(past: Past) -> dict[str, Shares]:
    """One for every round; one in which a player has no line adds 0, and so does whoever has no number."""
    totals, entered = past.totals, past.entered
    active = [p for p in entered if past.lines[p] and past.lines[p][-1].round == past.last]
    active = [p for p in active if not past.lines[p][-1].treatment.missed]
    lone: dict[str, Number] = {
        words.LOWEST_WITH_POINTS: min((totals[p] for p in entered if totals[p] > 0), default=0),
        words.LOWEST: min((totals[p] for p in entered), default=0),
        words.LOWEST_ACTIVE: min((totals[p] for p in active), default=0),
        words.NOTHING: 0,
    }

    def of(player: str) -> Shares:
        full = [totals.get(line.opponent, 0) for line in past.lines[player] if line.treatment.opponent == words.FULL]
        worth = {**lone, words.OWN_MEAN: Fraction(sum(full), len(full)) if full else 0}
        found = {
            line.round: worth.get(line.treatment.opponent, totals.get(line.opponent, 0))
            for line in past.lines[player]
        }
        weight = {line.round: line.share for line in past.lines[player]}
        return [Share(found.get(n, 0), weight.get(n, Fraction(0))) for n in range(1, past.last + 1)]

    return {player: of(player) for player in past.lines}


# --- FIDE --------------------------------------------------------------------------------------------------------
def _settled(past: Past, player: str) -> list[Line]:
    return [line for line in past.lines[player] if line.reported]


def virtual_opponent(past: Past) -> dict[str, Shares]:
    """Before 2023: of an opponent every unplayed round is a draw; one's own is against a virtual opponent, who had
    as many points, the counterpart of one's result in the round and draws after it. In 小分 it counts half."""
    adjusted = {
        player: past.extra.get(player, 0)
        + sum(line.points if line.treatment.played else draw_points(line.stage) for line in _settled(past, player))
        for player in past.lines
    }

    def of(player: str) -> Shares:
        lines, before, shares = _settled(past, player), 0, []
        for place, line in enumerate(lines):
            if line.treatment.played:
                shares.append(Share(adjusted.get(line.opponent, 0), line.share))
            else:
                later = sum(draw_points(after.stage) for after in lines[place + 1 :])
                shares.append(Share(before + win_points(line.stage) - line.points + later, HALF))
            before += line.points
        return shares

    return {player: of(player) for player in past.lines}


def dummy(past: Past, capped: bool = False) -> dict[str, Shares]:
    """From 2023 on: of an opponent only the rounds that he stayed away from at the end are draws; one's own unplayed
    round is against a dummy with one's own total (``capped``: article 16.4 of March 2026)."""
    adjusted = {player: past.extra.get(player, 0) + _adjusted(_settled(past, player)) for player in past.lines}

    def of(player: str) -> Shares:
        lines = _settled(past, player)
        draws = sum(draw_points(line.stage) for line in lines)
        own = past.totals[player]

        def score(line: Line) -> int:
            other = adjusted.get(line.opponent, 0)
            if line.treatment.played:
                return other
            return min(own, other if line.opponent else draws) if capped else own

        return [Share(score(line), line.share, line.treatment.missed) for line in lines]

    return {player: of(player) for player in past.lines}


def _adjusted(lines: list[Line]) -> int:
    """Points with draws for the rounds asked off after which nothing but missed rounds came (16.2.5, 16.3.2)."""
    total, at_the_end = 0, True
    for line in reversed(lines):
        total += draw_points(line.stage) if line.asked and at_the_end else line.points
        at_the_end = at_the_end and line.treatment.missed
    return total


def _capped(past: Past) -> dict[str, Shares]:
    return dummy(past, capped=True)


#: The choices of the setting 未下对局.
SETS: Mapping[str, Callable[[Past], dict[str, Shares]]] = {
    "象棋竞赛规则": rule_book,
    "FIDE 2009": virtual_opponent,
    "FIDE 2023": dummy,
    "FIDE 2024": dummy,
    "FIDE 2026": _capped,
}


@lru_cache(maxsize=8)
def shares(past: Past) -> dict[str, Shares]:
    """What each round adds to 对手分, by player, under the set of rules that the regulation names."""
    return SETS[past.regulation["unplayed"]](past)


@lru_cache(maxsize=8)
def last_round_drawn(past: Past) -> Past:
    """The same with every pair of the last round drawn (FIDE C.07, 8.3: Fore Buchholz)."""

    def drawn(line: Line) -> Line:
        if line.round != past.last or not line.opponent:
            return line
        rule: Treatment = past.regulation.treatment[Outcome.DRAW, line.side]
        return replace(line, outcome=Outcome.DRAW, points=line.stage.points.get(rule.points, 0), treatment=rule)

    return replace(past, lines={player: tuple(map(drawn, own)) for player, own in past.lines.items()})


# --- sums --------------------------------------------------------------------------------------------------------
def total(found: Shares, low: int = 0, high: int = 0) -> Number:
    """The sum without the ``low`` lowest, of which missed rounds go first where the rules say so, and then without
    the ``high`` highest (C.07, 14.1 to 14.4 and 16.5)."""
    left = list(found)
    for _ in range(min(low, len(left))):
        left.remove(min([s for s in left if s.first] or left, key=lambda s: s.score))
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda s: s.score))
    return sum(s.score for s in left)


def weighted(found: Shares, low: int = 0) -> Number:
    """小分, the sum of result times score; a cut takes the weakest opponent, or the least round that was missed where
    that is worth no less (C.07, 14.1 and 16.5)."""
    left = list(found)
    for _ in range(min(low, len(left))):
        gone = min(left, key=lambda s: (s.score, s.product))
        missed = min((s for s in left if s.first), key=lambda s: (s.product, s.score), default=None)
        left.remove(missed if missed is not None and missed.product >= gone.product else gone)
    return sum((s.product for s in left), Fraction(0))
