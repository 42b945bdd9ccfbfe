"""One event in memory as the exchange formats see it: what each of them is read into and written from.

A result is a word: two shares joined by ``-`` for a game over the board (``1-0``, ``0.5-0.5``, ``0-0``, ``1-1``; an
arbiter also gives ``0.5-0``), ``1-0F 0-1F 0-0F`` for one that was forfeited, ``NR`` for one without a result yet;
``BYE1`` for who had the bye, ``BYE0.5`` for who was excused with half a win, ``BYE0`` for who was away. The first
player moves first: red here, White in chess. Player ids are those of the source.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any

from qisai.problems import Problem, stop_on_errors
from qisai.vocabulary import Outcome, plain

SHARES = {"1": 2, "0.5": 1, "0": 0}  # in halves of a win
OVER_THE_BOARD = {f"{first}-{second}" for first in SHARES for second in SHARES}
_PLAIN = {"1-0": Outcome.RED_WIN, "0-1": Outcome.BLACK_WIN, "0.5-0.5": Outcome.DRAW, "0-0": Outcome.DOUBLE_LOSS}

#: Result word -> what became of the line; two shares that are no win and no draw are a ruling.
RESULTS: dict[str, Outcome] = {
    **_PLAIN,
    **dict.fromkeys(sorted(OVER_THE_BOARD - _PLAIN.keys()), Outcome.RULED),
    "1-0F": Outcome.BLACK_FORFEIT,
    "0-1F": Outcome.RED_FORFEIT,
    "0-0F": Outcome.DOUBLE_FORFEIT,
    "NR": Outcome.PENDING,
    "BYE1": Outcome.BYE,
    "BYE0.5": Outcome.EXCUSED,
    "BYE0": Outcome.ABSENT,
}
BYES = ("BYE1", "BYE0.5", "BYE0")
#: A note that TRF has a mark for: the game does not count for the rating (it ended before the first move).
UNRATED = "不计等级分"
MOST_FOULS = 9  # what a round sheet takes
MOST_ROUNDS = 99  # what the 阶段 sheet takes
#: Ids that the organizer says belong to one person: the id that goes -> the id that stays.
Same = Mapping[str, str]
NOBODY_TWICE: Same = {}


@dataclass(frozen=True)
class Player:
    """``sex`` is M, F, or as the source has it; ``birth`` a year; ``more`` are other columns: name and value."""

    id: str
    name: str
    team: str = ""
    rating: str = ""
    sex: str = ""
    birth: str = ""
    category: str = ""
    country: str = ""
    more: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Game:
    """One line of a round. ``board`` is 0 and ``second`` "" where a player has no opponent; ``printed`` is the board of
    the source (0: the same) where another game has it too."""

    board: int
    first: str
    second: str
    result: str
    note: str = ""
    first_fouls: int = 0
    second_fouls: int = 0
    printed: int = 0
    line: int = field(default=0, compare=False)  # of the source; 0 where it has none

    @property
    def shares(self) -> tuple[str, str]:
        """The shares of the two players: ``1``, ``0.5`` or ``0`` each. Only for a game with a result."""
        first, second = self.result.removesuffix("F").split("-")
        return first, second

    @property
    def forfeited(self) -> bool:
        return self.result.endswith("F")


@dataclass(frozen=True)
class Points:
    """What each result is worth; a half-point bye is ``excused``."""

    red_win: Fraction
    red_draw: Fraction
    red_loss: Fraction
    black_win: Fraction
    black_draw: Fraction
    black_loss: Fraction
    bye: Fraction
    forfeit_win: Fraction
    excused: Fraction
    forfeit_loss: Fraction = Fraction(0)
    double_forfeit: Fraction = Fraction(0)

    @classmethod
    def of(cls, values: Sequence[Fraction]) -> Points:
        """Win, draw, loss; or the three of red, then those of black. A bye and a win by forfeit are worth red's win,
        half a bye the smaller of the two draws.

        >>> Points.of([Fraction(2), Fraction(1), Fraction(0)]).excused
        Fraction(1, 1)
        """
        win, draw, loss = values[:3]
        black_win, black_draw, black_loss = values[-3:]
        return cls(win, draw, loss, black_win, black_draw, black_loss, bye=win, forfeit_win=win, excused=min(draw, black_draw))

    def both(self, share: str) -> tuple[Fraction, Fraction]:
        """What a share of ``1``, ``0.5`` or ``0`` is worth to red and to black."""
        return {
            "1": (self.red_win, self.black_win),
            "0.5": (self.red_draw, self.black_draw),
            "0": (self.red_loss, self.black_loss),
        }[share]


#: Words in which a TRF, and an arbiter, speak of points where nothing else is said (FIDE TRF-2026, 162).
CHESS_POINTS = Points.of([Fraction(1), Fraction(1, 2), Fraction(0)])


@dataclass(frozen=True)
class Bye:
    """A bye known beforehand, for a round that has not been paired: ``result`` is one of ``BYES``."""

    round: int
    player: str
    result: str


@dataclass(frozen=True)
class Barred:
    """Players of whom no two meet from the ``first`` to the ``last`` round."""

    first: int
    last: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Team:
    """A team whose place, points or order of boards a TRF states; who belongs to it stands with each player too."""

    name: str
    details: str
    members: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """An event: ``rounds`` played or in play, each in the order of :func:`in_order`.

    ``planned`` is the number of rounds announced (0 where the source has none), ``points`` and ``chain`` (keys of
    the tie-break table) are None and () where it has none. ``dates`` are ISO days by round, ``officials`` office and
    name. ``records`` are lines of a TRF that say nothing to this program, kept for writing one again.
    """

    name: str
    players: tuple[Player, ...]
    rounds: tuple[tuple[Game, ...], ...]
    planned: int = 0
    points: Points | None = None
    chain: tuple[str, ...] = ()
    place: str = ""
    clock: str = ""
    dates: tuple[str, ...] = ()
    officials: tuple[tuple[str, str], ...] = ()
    away: tuple[Bye, ...] = ()
    barred: tuple[Barred, ...] = ()
    teams: tuple[Team, ...] = ()
    records: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(player.id for player in self.players)


@dataclass(frozen=True)
class Place:
    """A row of the standings: ``rank`` "" without one, ``points`` as people read them, ``values`` by key of the chain."""

    rank: str
    points: str
    values: tuple[tuple[str, str], ...] = ()


Table = Mapping[str, Place]  # by player, in order


def in_order(games: Sequence[Game], ids: Sequence[str]) -> tuple[Game, ...]:
    """The lines of a round: by board, then those without opponent in the order of the players."""
    place = {player: position for position, player in enumerate(ids)}
    return tuple(sorted(games, key=lambda game: (not game.second, game.board, place[game.first])))


def with_boards(games: Sequence[Game]) -> tuple[list[Game], list[int]]:
    """The games with a board each: who has none, or one that is taken, gets the next that is free. The second value
    are the boards that were given twice."""
    taken = Counter(game.board for game in games if game.second and game.board)
    seen: set[int] = set()
    free = max(taken, default=0)
    numbered = []
    for game in games:
        if game.second and (not game.board or game.board in seen):
            free += 1
            game = replace(game, board=free, printed=game.board)
        seen.add(game.board)
        numbered.append(game)
    return numbered, sorted(board for board, times in taken.items() if times > 1)


def teams_of(players: Sequence[Player]) -> tuple[Team, ...]:
    """The teams as they follow from the players: by first member, members in their order."""
    found: dict[str, list[str]] = {}
    for player in players:
        if player.team:
            found.setdefault(player.team, []).append(player.id)
    return tuple(Team(name, "", tuple(members)) for name, members in found.items())


def earned(game: Game, points: Points) -> tuple[Fraction, Fraction]:
    """What a line gives its first and its second player."""
    if game.result in BYES:
        return {"BYE1": points.bye, "BYE0.5": points.excused, "BYE0": Fraction(0)}[game.result], Fraction(0)
    if game.result == "NR":
        return Fraction(0), Fraction(0)
    if game.result == "0-0F":
        return points.double_forfeit, points.double_forfeit
    first, second = game.shares
    if game.forfeited:
        worth = {"1": points.forfeit_win, "0": points.forfeit_loss}
        return worth[first], worth[second]
    if game.result == "0-0":
        return Fraction(0), Fraction(0)
    return points.both(first)[0], points.both(second)[1]


def totals(played: Played, points: Points) -> dict[str, Fraction]:
    """Points by player over all rounds."""
    found = dict.fromkeys(played.ids, Fraction(0))
    for game in (game for games in played.rounds for game in games):
        first, second = earned(game, points)
        found[game.first] += first
        if game.second:
            found[game.second] += second
    return found


def points_value(typed: object) -> Fraction | None:
    """A number of points as people write it: at most six digits, decimals or a simple fraction; None for anything else.

    >>> points_value("0.5"), points_value("1/2"), points_value(3), points_value("1e9"), points_value("胜")
    (Fraction(1, 2), Fraction(1, 2), Fraction(3, 1), None, None)
    """
    words = plain(typed)
    match = re.fullmatch(r"-?(?:\d{1,6}(?:\.\d{0,12})?|\.\d{1,12}|\d{1,6}/0*[1-9]\d{0,5})", words, re.ASCII)
    return Fraction(words) if match and not isinstance(typed, bool) else None


def points_fault(points: Points) -> str:
    """What is wrong with the worth of results, in words; "" where nothing is."""
    if min(asdict(points).values()) < 0:
        return "分值不能是负数"
    for side, win, draw, loss in (
        ("红方", points.red_win, points.red_draw, points.red_loss),
        ("黑方", points.black_win, points.black_draw, points.black_loss),
    ):
        if not (win >= draw >= loss and win > loss):
            return f"{side}的胜、和、负应从大到小，这里是 {shown(win)}、{shown(draw)}、{shown(loss)}"
    return ""


def name_or_number(name: str, player: str) -> str:
    """The name of a player; where there is none his id, which must not be digits alone in 报名."""
    return name or (f"{player} 号" if player.isdecimal() else player)


def name_fault(name: str) -> str:
    """What is wrong with a name, in words; "" where it can stand in 报名."""
    if plain(name).replace(".", "").isdecimal():
        return "姓名只有数字"
    odd = any(unicodedata.category(c) in ("Cc", "Co", "Cn", "Cs") or c == "\ufffd" for c in name)
    return "姓名里有看不见的控制符或乱码" if odd else ""


FIRST_YEAR, LAST_YEAR = 1900, 2099


def birth_year(typed: str) -> str | None:
    """The year of a date of birth, or "" where none stands there; None where no year can be made out.

    >>> birth_year("1990-05-03"), birth_year("3.5.1990"), birth_year("19900503"), birth_year("0000/00/00"), birth_year("5月3日")
    ('1990', '1990', '1990', '', None)
    """
    words = plain(typed)
    if not words.strip("0/.-"):
        return "" if len(words) != 1 else None
    match = re.fullmatch(r"(?P<y>\d{4})([-/.年](\d{1,2}([-/.月](\d{1,2}日?)?)?)?)?", words) or re.fullmatch(
        r"(?P<y>\d{4})\d{4}|\d{1,2}[-/.]\d{1,2}[-/.](?P<z>\d{4})", words
    )
    year = next(filter(None, (match.groupdict().get(name) for name in "yz")), "") if match else ""
    return year if year and FIRST_YEAR <= int(year) <= LAST_YEAR else None


def blank_birth(file: str, cell: str, typed: str) -> Problem:
    """The warning of a date of birth that was left out."""
    return Problem("birth_blank", file, cell=cell, value=typed)


def same_ids(typed: Sequence[str]) -> Same:
    """``31=12`` by option: 31 is 12. Raises ``InputProblems`` for what is not written so, or says two things of one id."""
    found: dict[str, str] = {}
    faults = []
    for words in typed:
        gone, equals, kept = plain(words).partition("=")
        if not (gone and equals and kept) or found.get(gone, kept) != kept:
            advice = "应写 31=12 的样子：31 和 12 是同一个人，都算 12"
            faults.append(bad("", "--same", words, "看不懂，或一个 id 并到了两个人", advice))
        found[gone] = kept
    stop_on_errors(faults)
    return found


def unknown_ids(same: Same, known: Sequence[str]) -> list[Problem]:
    """What is wrong with a list of ids that belong to one person: both must be there, and one of them must stay."""
    faults = []
    for gone, kept in same.items():
        if missing := [player for player in (gone, kept) if player not in known]:
            detail = f"没有这个人：{'、'.join(missing)}"
            faults.append(bad("", "--same", f"{gone}={kept}", detail, "等号两边写来源里的 id（TRF 写编号）"))
        elif gone == kept or kept in same:
            faults.append(bad("", "--same", f"{gone}={kept}", "等号右边的人自己也要并到别人", "右边写最后留下的那一个"))
    return faults


def bad(file: str, cell: str, value: str, detail: str, advice: str, **details: Any) -> Problem:
    """What cannot be read: where, what stands there, what is wrong and what to do."""
    return Problem("import_bad", file, cell=cell, value=value, details={"detail": detail, "advice": advice, **details})


def note(file: str, detail: str, advice: str, cell: str = "") -> Problem:
    """What was read or written otherwise than it stands, or left out: a warning."""
    return Problem("exchange_note", file, cell=cell, details={"detail": detail, "advice": advice})


def shown(value: Fraction) -> str:
    """A number of points in decimals: ``1``, ``0.5``."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
