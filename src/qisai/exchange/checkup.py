"""The check-up of a record that was played elsewhere: what can be read and still looks wrong. Warnings only.

A player twice in a round, a game told twice and two lines of a game that do not fit are found while the file is read,
where the lines are known (:mod:`qisai.exchange.tidy`, :mod:`qisai.exchange.trf_rounds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qisai.exchange.names import alike
from qisai.exchange.played import Played
from qisai.problems import Problem
from qisai.regulation.summary import spans

MOST_IN_A_TABLE = 31  # players of a round robin
#: Codes of warnings that the organizer should have seen before an event is made of the record.
DOUBTS = ("same_person", "met_twice", "rest_twice", "rest_never", "rest_seldom", "encoding_read", "encoding_mixed",
          "game_sum")  # fmt: skip


def checkup(played: Played, file: str) -> list[Problem]:
    """What looks wrong in the games of an event read from ``file``."""
    return [*_met_twice(played, file), *_rests(played, file), *_same_person(played, file)]


def _who(played: Played, player: str) -> str:
    name = next(one.name for one in played.players if one.id == player)
    return player if name == player else f"{player}「{name}」"


def _meetings(played: Played) -> dict[frozenset[str], list[int]]:
    """The rounds in which each pair sat at one board; a game that was forfeited may be played another time."""
    met: dict[frozenset[str], list[int]] = {}
    for number, games in enumerate(played.rounds, start=1):
        for game in games:
            if game.second and not game.forfeited:
                met.setdefault(frozenset((game.first, game.second)), []).append(number)
    return met


def _met_twice(played: Played, file: str) -> Iterator[Problem]:
    """Pairs that met more than once; in a round robin of several turns, more often than there are turns."""
    met = _meetings(played)
    turns = _turns(met, len(played.players))
    place = {player: position for position, player in enumerate(played.ids)}
    for pair, rounds in met.items():
        if len(rounds) > turns:
            first, second = sorted(pair, key=lambda player: place[player])
            details = {"first": _who(played, first), "second": _who(played, second), "rounds": spans(tuple(rounds))}
            yield Problem("met_twice", file, value=f"{first}-{second}", details=details)


def _turns(met: Mapping[frozenset[str], list[int]], players: int) -> int:
    """How often everybody is to meet everybody: the number of turns in which most of all pairs met, else once."""
    pairs = players * (players - 1) // 2
    counts = sorted((len(rounds) for rounds in met.values()), reverse=True)
    return counts[len(counts) // 2] if pairs and len(met) == pairs and players > 2 else 1


def _playing(played: Played) -> dict[str, list[int]]:
    """By player, the rounds in which he had a game."""
    rounds: dict[str, list[int]] = {player: [] for player in played.ids}
    for number, games in enumerate(played.rounds, start=1):
        for game in games:
            for player in (game.first, game.second):
                if player and game.second:
                    rounds[player].append(number)
    return rounds


def _rests(played: Played, file: str) -> Iterator[Problem]:
    """In a round robin of an odd field everybody rests once a turn, nobody more often."""
    players, rounds = len(played.players), len(played.rounds)
    whole = max(played.planned, rounds)
    met = _meetings(played)
    table = 3 <= players <= MOST_IN_A_TABLE and players % 2 and whole and not whole % players
    if not table or (rounds == whole and 10 * len(met) < 9 * (players * (players - 1) // 2)):
        return
    due = whole // players
    for player, own in _playing(played).items():
        rests = tuple(number for number in range(1, rounds + 1) if number not in own)
        details: dict[str, object] = {"who": _who(played, player), "due": due, "times": len(rests), "rounds": spans(rests)}
        if len(rests) > due:
            yield Problem("rest_twice", file, value=player, details=details)
        elif rounds == whole and len(rests) < due:
            yield Problem("rest_never" if not rests else "rest_seldom", file, value=player, details=details)


def _same_person(played: Played, file: str) -> Iterator[Problem]:
    """Near-equal names that never play in one round: one is missing where the other appears.

    Names that differ in a letter must fill the rounds together, all but one; those that differ in spelling alone, or by
    being cut off, need not.
    """
    playing, whole = _playing(played), set(range(1, len(played.rounds) + 1))
    active = {player.id: player.name for player in played.players if 0 < len(playing[player.id]) < len(whole)}
    for one, other, sure in alike(active):
        first, second = set(playing[one]), set(playing[other])
        if first & second or not (sure or len(whole - first - second) <= (1 if len(whole) > 3 else 0)):
            continue
        kept, gone = (one, other) if len(first) >= len(second) else (other, one)
        details = {
            "first": _who(played, kept), "second": _who(played, gone), "kept": kept, "gone": gone,
            "first_rounds": spans(tuple(playing[kept])), "second_rounds": spans(tuple(playing[gone])),
        }  # fmt: skip
        yield Problem("same_person", file, value=f"{gone}={kept}", details=details)
