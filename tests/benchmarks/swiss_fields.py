"""Chess-like fields for the peers: an invented event of any size, as entrants and as a tournament report file."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from qisai.pairing.field import DOWN, LEVEL, UP, Entrant
from qisai.vocabulary import BLACK, RED

WINDOW = 40  # candidates that the history looks at for a colour that fits


@dataclass(frozen=True)
class Scoring:
    """Units of a score for red and for black; ``unit`` of them are one point of the report file."""

    name: str
    red_win: tuple[int, int]
    draw: tuple[int, int]
    black_win: tuple[int, int]
    bye: int
    unit: int = 1


CHESS = Scoring("1-½-0", (2, 0), (1, 1), (0, 2), bye=2, unit=2)
XIANGQI = Scoring("5-3-2-0", (5, 0), (2, 3), (0, 5), bye=5)


@dataclass
class Player:
    """One player while the event is played; ``rounds`` has (opponent or 0, colour or None, units) a round."""

    number: int
    rating: int
    score: int = 0
    surplus: int = 0
    colours: list[str] = field(default_factory=list)
    floats: list[int] = field(default_factory=list)
    met: set[int] = field(default_factory=set)
    rounds: list[tuple[int, str | None, int]] = field(default_factory=list)

    @property
    def had_bye(self) -> bool:
        return any(not opponent for opponent, _, _ in self.rounds)

    @property
    def need(self) -> int:
        """1 must have red, -1 must have black (a surplus of two, or two games in a row with one colour), else 0."""
        twice = len(self.colours) > 1 and self.colours[-1] == self.colours[-2]
        if self.surplus >= 2 or (twice and self.colours[-1] == RED):
            return -1
        return int(self.surplus <= -2 or (twice and self.colours[-1] == BLACK))

    @property
    def wish(self) -> int:
        """1 would rather have red, -1 black, 0 does not mind."""
        if self.need or not self.colours:
            return self.need
        if self.surplus:
            return -1 if self.surplus > 0 else 1
        return -1 if self.colours[-1] == RED else 1


@dataclass(frozen=True)
class SwissField:
    """A field after some rounds: what ``pair_round`` and what the peers start from."""

    players: tuple[Player, ...]
    played: int
    scoring: Scoring

    @property
    def round_no(self) -> int:
        """The round to pair."""
        return self.played + 1

    def entrants(self) -> list[Entrant]:
        return [
            Entrant(
                player=str(p.number),
                number=p.number,
                score=p.score,
                colours=tuple(colour for _, colour, _ in p.rounds),
                met=frozenset(map(str, p.met)),
                had_bye=p.had_bye,
                floats=tuple(p.floats),
            )
            for p in self.players
        ]

    def report_file(self) -> str:
        """The field as TRF16 with the extensions of JaVaFo; it holds up to 9,999 players (``ValueError``)."""
        if len(self.players) > 9999:
            raise ValueError("a report file has room for 9999 players")
        lines = [f"XXR {self.played + 9}", "XXC white1"]
        if self.scoring.unit == 1:
            s = self.scoring
            lines.append(f"XXS WW={s.red_win[0]}.0 BW={s.black_win[1]}.0 WD={s.draw[0]}.0 BD={s.draw[1]}.0 PAB={s.bye}.0")
        return "\n".join([*lines, *(self._line(p) for p in self.players)]) + "\n"

    def _line(self, p: Player) -> str:
        points = f"{p.score / self.scoring.unit:.1f}"
        head = f"001 {p.number:>4}      {f'Player{p.number:05}':<33} {p.rating:>4} {'':27}{points:>4} {p.number:>4}"
        return head + "".join(f"  {_result(*game, self.scoring)}" for game in p.rounds)


def _result(opponent: int, colour: str | None, units: int, scoring: Scoring) -> str:
    if not opponent:
        return "0000 - U"
    side = 0 if colour == RED else 1
    words = {scoring.red_win[side]: "1" if side == 0 else "0", scoring.draw[side]: "="}
    words |= {scoring.black_win[side]: "0" if side == 0 else "1"}
    return f"{opponent:>4} {'w' if side == 0 else 'b'} {words[units]}"


def swiss_field(size: int, played: int, scoring: Scoring = CHESS, seed: int = 0) -> SwissField:
    """The field after ``played`` rounds of an event of its own: the same for the same arguments everywhere.

    The history is paired by a simple rule (same score, halves, no rematch, colours in turn), not by an engine.
    ``ValueError`` if that rule gets stuck, as can happen in small fields.
    """
    chance = random.Random(f"{size},{played},{scoring.name},{seed}")
    ratings = sorted((round(chance.gauss(1800, 250)) for _ in range(size)), reverse=True)
    players = tuple(Player(n, max(rating, 1000)) for n, rating in enumerate(ratings, start=1))
    for _ in range(played):
        _play_round(players, scoring, chance)
    return SwissField(players, played, scoring)


def _play_round(players: tuple[Player, ...], scoring: Scoring, chance: random.Random) -> None:
    order = sorted(players, key=lambda p: (-p.score, p.number))
    resting = next((p for p in reversed(order) if not p.had_bye), None) if len(order) % 2 else None
    pairs = _pairs([p for p in order if p is not resting])
    results = [_game(one, other, scoring, chance) for one, other in pairs]
    for red, black, units in results:  # floats compare the scores before the round
        for side, (own, opponent) in enumerate(((red, black), (black, red))):
            own.floats.append(DOWN if own.score > opponent.score else UP if own.score < opponent.score else LEVEL)
            own.rounds.append((opponent.number, (RED, BLACK)[side], units[side]))
            own.met.add(opponent.number)
            own.colours.append((RED, BLACK)[side])
            own.surplus += 1 - 2 * side
    for red, black, units in results:
        red.score += units[0]
        black.score += units[1]
    if resting:
        resting.floats.append(DOWN)
        resting.rounds.append((0, None, scoring.bye))
        resting.score += scoring.bye


def _pairs(order: list[Player]) -> list[tuple[Player, Player]]:
    """Down the score groups, the upper half with the lower; who finds nobody goes on to the next group."""
    pairs: list[tuple[Player, Player]] = []
    waiting: list[Player] = []
    for _, group in groupby(order, key=lambda p: p.score):
        pool, waiting = [*waiting, *group], []
        while pool:
            one = pool.pop(0)
            half = len(pool) // 2
            legal = [i for i in [*range(half, len(pool)), *range(half - 1, -1, -1)][:WINDOW] if _may_meet(one, pool[i])]
            best = min(legal, key=lambda i: pool[i].wish * one.wish > 0, default=None)
            if best is None:
                waiting.append(one)
            else:
                pairs.append((one, pool.pop(best)))
    for one, other in zip(waiting[::2], waiting[1::2], strict=True):
        _fit_in(one, other, pairs)
    return pairs


def _fit_in(one: Player, other: Player, pairs: list[tuple[Player, Player]]) -> None:
    """Adds the two who are left over, breaking up one pair if they may not meet, the lowest that helps."""
    if _may_meet(one, other):
        pairs.append((one, other))
        return
    for index in range(len(pairs) - 1, -1, -1):
        for a, b in (pairs[index], pairs[index][::-1]):
            if _may_meet(one, a) and _may_meet(other, b):
                pairs[index : index + 1] = [(one, a), (other, b)]
                return
    raise ValueError("the history has no legal round")


def _may_meet(one: Player, other: Player) -> bool:
    return other.number not in one.met and not (one.need and one.need == other.need)


def _game(one: Player, other: Player, scoring: Scoring, chance: random.Random) -> tuple[Player, Player, tuple[int, int]]:
    """(red, black, units of both); the stronger player wins more often."""
    first = (one.need - other.need) or (other.surplus - one.surplus) or (one.wish - other.wish) or chance.choice((1, -1))
    red, black = (one, other) if first > 0 else (other, one)
    expected = 1 / (1 + 10 ** ((black.rating - red.rating - 30) / 400))
    drawn = 0.6 * min(expected, 1 - expected)
    thrown = chance.random()
    if thrown < drawn:
        return red, black, scoring.draw
    won = thrown < drawn + (expected - drawn / 2)
    return red, black, scoring.red_win if won else scoring.black_win


def crossings(field: SwissField, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """How many pairs of numbers (0 for a bye, below all) lie across each boundary between scores, from the top."""
    score = {p.number: p.score for p in field.players} | {0: -1}
    levels = sorted(set(score.values()) - {-1}, reverse=True)
    spans = [sorted((score[one], score[other])) for one, other in pairs]
    lower = [*levels[1:], *([-1] if len(field.players) % 2 else [])]
    return [sum(low < high_side <= high for low, high in spans) for high_side in levels[: len(lower)]]


def colour_clashes(field: SwissField, pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """(pairs in which both would rather have one colour, those in which both have had more of the other).

    The first are the players of C.04.3 C.10 of FIDE's Swiss rules who do not get their colour.
    """
    who = {p.number: p for p in field.players}
    games = [(who[one], who[other]) for one, other in pairs if other]
    return sum(a.wish * b.wish > 0 for a, b in games), sum(a.surplus * b.surplus > 0 for a, b in games)
