"""The check-up of a record that was played elsewhere: what can be read and still looks wrong. Warnings only.

A player twice in a round, a game told twice and two lines of a game that do not fit are found while the file is read,
where the lines are known (:mod:`qisai.exchange.tidy`, :mod:`qisai.exchange.trf_rounds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from qisai.exchange.names import alike
from qisai.exchange.played import CHESS_POINTS, Game, Played, totals
from qisai.problems import Problem
from qisai.regulation.summary import spans

MOST_IN_A_TABLE = 31  # players of a round robin
#: Codes of warnings that the organizer should have seen before an event is made of the record.
DOUBTS = ("same_person", "met_twice", "rest_twice", "rest_never", "rest_seldom", "encoding_read", "encoding_mixed",
          "half_character", "game_sum")  # fmt: skip


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
    bracket, again = knockout(played), []
    for pair, rounds in met.items():
        if len(rounds) <= turns:
            continue
        first, second = sorted(pair, key=lambda player: place[player])
        details = {"first": _who(played, first), "second": _who(played, second), "rounds": spans(tuple(rounds))}
        if len(rounds) == turns + 1 and (rounds[-1], pair) in bracket:
            again.append(f"{details['first']}和{details['second']}（第 {details['rounds']} 轮）")
        else:
            lines = dict.fromkeys(str(line) for number in rounds if (line := _line(played, number, pair)))
            cell = f"第{'、'.join(lines)}行" if lines else ""
            yield Problem("met_twice", file, cell=cell, value=f"{first}-{second}", details=details)
    if again:
        whole = spans(tuple(sorted({number for number, _ in bracket})))
        yield Problem("met_in_knockout", file, details={"rounds": whole, "count": len(again), "pairs": "、".join(again)})


def _line(played: Played, number: int, pair: frozenset[str]) -> int:
    """The line of the source in which a pair stands in a round; 0 where it has none."""
    return next(game.line for game in played.rounds[number - 1] if frozenset((game.first, game.second)) == pair)


def knockout(played: Played) -> frozenset[tuple[int, frozenset[str]]]:
    """The games of the knockout with which an event ends, as round and pair: a final, the semi-finals of its two, and so on
    back; who lost plays no more, or only another who lost in the same round, and they were the first of all before it.
    Empty where there is none."""
    finals = [game for game in played.rounds[-1] if game.second] if played.rounds else []
    return max((_bracket(played, final) for final in finals), key=len, default=frozenset())


def _bracket(played: Played, final: Game) -> frozenset[tuple[int, frozenset[str]]]:
    """The bracket that ends in a game of the last round, as far back as it goes; empty where it is that game alone."""
    inside, last, whole = {final.first, final.second}, len(played.rounds), frozenset[tuple[int, frozenset[str]]]()
    found = {(last, frozenset(inside))}
    for number in range(last - 1, 0, -1):
        ties = [game for game in played.rounds[number - 1] if game.second and inside & {game.first, game.second}]
        pairs = [frozenset((game.first, game.second)) for game in ties]
        if len(pairs) != len(inside) or any(_winner(game) not in (None, *inside) for game in ties):
            break
        losers = set().union(*pairs) - inside
        later = [game for games in played.rounds[number:] for game in games if game.second and losers & {game.first, game.second}]
        if not all({game.first, game.second} <= losers for game in later):
            break
        found |= {(number, pair) for pair in pairs}
        found |= {(n, p) for n in range(number + 1, last + 1) for p in _pairs(played, n) if p <= losers}
        inside |= losers
        if _are_first(played, number - 1, inside):
            whole = frozenset(found)
    return whole


def _are_first(played: Played, rounds: int, players: set[str]) -> bool:
    """Whether these are some of all players, and had no fewer points than the others after so many rounds."""
    worth = totals(replace(played, rounds=played.rounds[:rounds]), played.points or CHESS_POINTS)
    others = [points for player, points in worth.items() if player not in players]
    return bool(others) and min(worth[player] for player in players) >= max(others)


def _pairs(played: Played, number: int) -> list[frozenset[str]]:
    return [frozenset((game.first, game.second)) for game in played.rounds[number - 1] if game.second]


def _winner(game: Game) -> str | None:
    """Who won a game; None where nobody did."""
    if game.result == "NR" or game.shares[0] == game.shares[1]:
        return None
    return max(zip(game.shares, (game.first, game.second), strict=True), key=lambda side: float(side[0]))[1]


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
