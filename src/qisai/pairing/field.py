"""What a pairing starts from and what it gives: plain frozen data, the same for every system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from qisai.regulation.criteria import CRITERIA
from qisai.vocabulary import BLACK, RED

BYE = ""  # in the place of an id
#: Floats of a player in a round (上下调).
DOWN, LEVEL, UP = -1, 0, 1


@dataclass(frozen=True)
class Entrant:
    """One player as the pairing sees him before a round.

    ``score`` is in integer units of the event; ``colours`` has one entry a past round: 红, 黑, or None
    where no colour counts (bye, forfeit, absence); ``met`` holds ids that he may not meet again. ``floats``
    has one entry a past round: DOWN where he met a lower score group, UP a higher one, else LEVEL; it may be
    shorter than the rounds played, the latest is the last.
    """

    player: str
    number: int
    score: int = 0
    colours: tuple[str | None, ...] = ()
    met: frozenset[str] = frozenset()
    had_bye: bool = False
    team: str = ""
    barred: frozenset[str] = frozenset()  # ids that the arbiter or the regulation keeps apart from him; BYE: no bye
    floats: tuple[int, ...] = ()
    circle: str = ""  # 回避组: family, a school, whoever should rather not meet; blank where there is none

    @cached_property
    def surplus(self) -> int:
        """Reds minus blacks."""
        return self.colours.count(RED) - self.colours.count(BLACK)

    @cached_property
    def played(self) -> tuple[str, ...]:
        """The colours of his games, without the rounds that had none."""
        return tuple(colour for colour in self.colours if colour)

    @property
    def last_colour(self) -> str | None:
        """The colour of his latest game that had one."""
        return self.played[-1] if self.played else None

    @cached_property
    def run(self) -> int:
        """Length of the run of one colour that ends his history; rounds without a colour do not interrupt it."""
        return next((n for n, colour in enumerate(reversed(self.played)) if colour != self.last_colour), len(self.played))


@dataclass(frozen=True)
class PairingRules:
    """The switches of the regulation that a Swiss pairing reads (rules.md 6: 1, 2, 3, 5), and the arbiter's wishes.

    A wish takes out every other pair of the players that it names. A locked pair breaks the colour limits and
    is of one team if need be; but it gives no leave to meet twice, nor does a forced bye to have a second one.
    """

    surplus_limit: int = 2  # the largest allowed |reds - blacks|; 0 switches the limit off
    run_limit: int = 2  # the longest allowed run of one colour; 0 switches the limit off
    last_round: bool = False  # the last Swiss round of the event: limits give way to an equal-score pair
    order: str = "对折"  # inside a score group: 对折, 相邻, 首尾, 抽签
    criteria: tuple[str, ...] = CRITERIA  # behind the boundaries, the most important first
    band: int = 0  # 积分档: up to three neighbouring scores are one group while it has at most so many players
    float_memory: int = 2  # for so many rounds back a second float in the same direction is avoided
    seed: str = ""  # of the lots
    first: str = "相邻"  # 首轮编排, by number: 相邻, 单双 (of halves), 对折, 首尾; or 抽签
    first_colours: str = "单数台小号先"  # who has red where no history decides; 首轮先后手 in round 1, later this one
    relaxed: frozenset[str] = frozenset()  # compromises the arbiter accepted by name: 重赛, 轮空, 颜色, 同队
    avoid_team: bool = False  # teammates do not meet in this round (Tianshui supplement 10: in round 1 only)
    spare_team: bool = False  # teammates meet in this round only where better criteria ask for it
    spare_circle: bool = False  # players of one 回避组 meet only where better criteria ask for it
    locked: frozenset[frozenset[str]] = frozenset()  # pairs of ids that meet in this round
    bye: str = ""  # the id that has the bye of this round
    tables: Mapping[str, int] = field(default_factory=dict)  # id -> his table; ids that are away do no harm

    @property
    def settled(self) -> frozenset[str]:
        """The ids whose round the arbiter has decided."""
        return frozenset(player for pair in self.locked for player in pair) | ({self.bye} - {""})


@dataclass(frozen=True)
class Board:
    """One table; ``why`` is one Chinese sentence a cause, for the hall."""

    board: int
    red: str
    black: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True)
class Criterion:
    """One component of the vector that the pairing minimises, from the most important down.

    ``bound`` is a lower bound that holds for every legal pairing with the same values above (None where none is known).
    """

    name: str
    value: int
    bound: int | None = None


@dataclass(frozen=True)
class Prices:
    """Prices in quarters that prove a pairing the best, as :mod:`qisai.pairing.certificate` has them: of players by id
    (BYE is "") and of odd sets of players, each by the place of a criterion in ``Pairing.criteria``; the rest is 0."""

    players: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    sets: tuple[tuple[tuple[str, ...], Mapping[int, int]], ...] = ()


@dataclass(frozen=True)
class Pairing:
    """``prices`` prove it where every criterion reaches its bound."""

    boards: tuple[Board, ...]
    bye: str | None = None
    bye_why: tuple[str, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    prices: Prices = field(default_factory=Prices)

    @property
    def proved(self) -> bool:
        return all(criterion.value == criterion.bound for criterion in self.criteria)


@dataclass(eq=False)
class NoLegalPairing(Exception):
    """No pairing keeps every absolute rule; ``compromises`` names what would make one possible.

    Each compromise is (name as in ``PairingRules.relaxed``, a Chinese sentence with its cost). Where only
    several together help, the name joins theirs with 、; the mildest stands first. ``changes`` are rows of 变动
    that the arbiter may take away instead, in words: a lock, a forced bye, a barred pair. ``reason`` says who
    cannot be given an opponent, "" where the field is too large to look.
    Not frozen: Python writes the traceback into an exception that passes a context manager.
    """

    compromises: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    changes: tuple[str, ...] = ()
    reason: str = ""

    where: str = ""

    def __str__(self) -> str:
        offers = [words for _, words in self.compromises] or [
            "放宽重赛、轮空、颜色、同队也无济于事，请检查锁定对阵、指定轮空、禁止对阵、回避组的设置"
        ]
        return "没有合乎规则的对阵：" + "；".join([*([self.reason] if self.reason else []), *offers, *self.changes])
