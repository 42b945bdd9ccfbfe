"""The keys of 名次, each as one function, and the tables that list them.

Sources: 2020 rules 14.1 (小分, 胜局, 直胜, 犯规, 后走), 14.3.1 (对手分, then the standing one round earlier) and 14.3.2
(累进分, then without round 1, without rounds 1 and 2 …); the rules summary 2 and 3 for the keys that regulations name;
FIDE handbook C.07, articles 6 to 10, for those that chess has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from qisai.regulation.model import Key
from qisai.verify.lines import HALF, Line, Past, Value
from qisai.verify.lots import places_of_lot
from qisai.verify.opponents import Shares, last_round_drawn, shares, total, weighted
from qisai.verify.ratings import opponents_performance, opponents_rating, performance
from qisai.vocabulary import RED

#: The value of a key for one player.
Function = Callable[[Past, str], Value]
#: The same for keys that look at who is still equal: the values of the keys before it, smaller ones first, by player
#: of the pool.
Before = Mapping[str, tuple[Value, ...]]


def _count(test: Callable[[Line], bool]) -> Function:
    """How many rounds are so."""
    return lambda past, player: sum(map(test, past.lines[player]))


# --- points ------------------------------------------------------------------------------------------------------
def progressive(past: Past, player: str, dropped: int = 0) -> int:
    """累进分: the sum of the totals after each round, without the first ``dropped`` rounds."""
    return sum(past.running(player)[dropped:])


def points_mean(past: Past, player: str) -> Value:
    """局均得分: points a round in which he was paired or had the bye; 0 without any."""
    rounds = sum(line.offered for line in past.lines[player])
    return Fraction(past.points[player], rounds) if rounds else 0


def koya(past: Past, player: str) -> int:
    """Points against opponents who have at least half of what was possible (C.07, 9.2)."""
    lines = [line for line in past.lines[player] if line.opponent]
    return sum(line.points for line in lines if past.strong(line.opponent))


# --- opponents ---------------------------------------------------------------------------------------------------
def _of_shares(sum_up: Callable[[Shares], Value]) -> Function:
    return lambda past, player: sum_up(shares(past)[player])


def _by_result(weight: Fraction | int) -> Function:
    return _of_shares(lambda own: sum(share.score for share in own if share.weight == weight))


def opponents_opponents(past: Past, player: str) -> Value:
    """对手的对手分: over the rounds with an opponent."""
    met = [line.opponent for line in past.lines[player] if line.opponent and line.reported]
    return sum(total(shares(past).get(other, [])) for other in met)


def opponents_opponents_mean(past: Past, player: str) -> Value:
    """The mean 对手分 of the opponents over the board (C.07, 8.2); 0 without any."""
    met = [line.opponent for line in past.lines[player] if line.treatment.played]
    return Fraction(sum(total(shares(past).get(other, [])) for other in met)) / len(met) if met else 0


def opponents_fore(past: Past, player: str) -> Value:
    """对手分 as if the games of the last round had been drawn (C.07, 8.3)."""
    return total(shares(last_round_drawn(past))[player])


#: Key -> value, for the keys that need nothing but the rounds.
TABLE: dict[str, Function] = {
    "points": lambda past, player: past.points[player],
    "progressive": progressive,
    "progressive_cut1": lambda past, player: progressive(past, player, 1),
    "progressive_cut": lambda past, p: tuple(progressive(past, p, n) for n in range(1, len(past.lines[p]))),
    "last_rounds": lambda past, player: tuple(line.points for line in reversed(past.lines[player])),
    "previous_points": lambda past, player: tuple(reversed(past.running(player)[:-1])),
    "points_mean": points_mean,
    "koya": koya,
    "opponents_score": _of_shares(total),
    "opponents_cut1": _of_shares(lambda own: total(own, 1)),
    "opponents_cut2": _of_shares(lambda own: total(own, 2)),
    "opponents_median": _of_shares(lambda own: total(own, 1, 1)),
    "opponents_median2": _of_shares(lambda own: total(own, 2, 2)),
    "beaten_score": _by_result(1),
    "drawn_score": _by_result(HALF),
    "lost_score": _by_result(0),
    "opponents_opponents": opponents_opponents,
    "opponents_opponents_mean": opponents_opponents_mean,
    "opponents_fore": opponents_fore,
    "sonneborn_berger": _of_shares(weighted),
    "sonneborn_cut1": _of_shares(lambda own: weighted(own, 1)),
    "wins": _count(lambda line: line.treatment.win),
    "wins_played": _count(lambda line: line.treatment.win and line.treatment.played),
    "red_wins": _count(lambda line: line.treatment.win and line.side == RED and line.treatment.colour),
    "black_wins": _count(lambda line: line.treatment.black_win),
    "black_games": _count(lambda line: line.treatment.black_game),
    "games_played": _count(lambda line: line.treatment.played),
    "rounds_elected": _count(lambda line: line.reported and not line.treatment.missed),
    "fouls": lambda past, player: sum(line.fouls for line in past.lines[player]),
    "rating": lambda past, player: past.ratings.get(player, 0),
    "opponents_rating": opponents_rating,
    "performance": performance,
    "opponents_performance": opponents_performance,
    "previous": lambda past, player: past.previous[player],
    "playoff": lambda past, player: past.playoffs.get(player, max(past.playoffs.values(), default=0) + 1),
    "lot": lambda past, player: places_of_lot(past.seed, past.numbers)[player],
    "number": lambda past, player: past.numbers[player],
}


# --- among those still equal ---------------------------------------------------------------------------------------
def _results_among(past: Past, group: list[str]) -> dict[str, Fraction]:
    """What each made of a win against the others of the group."""
    return {
        player: sum((line.share for line in past.lines[player] if line.met and line.opponent in group), Fraction(0))
        for player in group
    }


def _all_met(past: Past, group: list[str]) -> bool:
    return all({line.opponent for line in past.lines[p] if line.met} >= set(group) - {p} for p in group)


def _encounter(past: Past, before: Before, may: Callable[[list[str]], bool]) -> dict[str, Value]:
    groups: dict[tuple[Value, ...], list[str]] = {}
    for player, values in before.items():
        groups.setdefault(values, []).append(player)
    found: dict[str, Value] = dict.fromkeys(past.lines, 0)
    for group in groups.values():
        if may(group) and _all_met(past, group):
            found.update(_results_among(past, group))
    return found


def direct(past: Past, before: Before) -> dict[str, Value]:
    """直胜: of exactly two who are still equal and have met, what they made against each other; else 0."""
    return _encounter(past, before, lambda group: len(group) == 2)


def direct_all(past: Past, before: Before) -> dict[str, Value]:
    """The same of any number of whom each has met all the others (C.07, 6)."""
    return _encounter(past, before, lambda group: len(group) > 1)


def best_opponent(past: Past, before: Before) -> dict[str, Value]:
    """对手最高名次 by the keys before this one, equal ones sharing the better; without an opponent behind everybody."""
    place, reached = dict(past.ahead), len(past.ahead) + 1
    sizes = Counter(before.values())
    first: dict[tuple[Value, ...], int] = {}
    for values in sorted(sizes):
        first[values], reached = reached, reached + sizes[values]
    place |= {player: first[values] for player, values in before.items()}
    behind = len(past.entered) + 1
    return {
        player: min((place[line.opponent] for line in own if line.met and line.opponent in place), default=behind)
        for player, own in past.lines.items()
    }


AMONG_EQUALS: dict[str, Callable[[Past, Before], dict[str, Value]]] = {
    "direct": direct,
    "direct_all": direct_all,
    "best_opponent": best_opponent,
}


# --- the chain ---------------------------------------------------------------------------------------------------
def known(key: str) -> bool:
    return key in TABLE or key in AMONG_EQUALS


def in_order(key: Key, value: Value) -> Value:
    """A value so that the smaller one is ahead; of a key that is not known here it is a place already."""
    if not key.larger_first or not known(key.name):
        return value
    return tuple(-part for part in value) if isinstance(value, tuple) else -value


def columns(past: Past, chain: tuple[Key, ...]) -> dict[str, dict[str, Value]]:
    """The values of each key of a chain by player. Of a key that is not known here: the place in the record, or
    behind all of those by number."""
    before: dict[str, tuple[Value, ...]] = dict.fromkeys(past.pool, ())
    found: dict[str, dict[str, Value]] = {}
    for key in chain:
        if key.name in TABLE:
            column = {player: TABLE[key.name](past, player) for player in past.lines}
        elif key.name in AMONG_EQUALS:
            column = AMONG_EQUALS[key.name](past, before)
        else:
            column = {player: past.trusted.get(player, len(past.lines) + past.numbers[player]) for player in past.lines}
        found[key.name] = column
        before = {player: (*values, in_order(key, column[player])) for player, values in before.items()}
    return found
