"""What a pairing starts from and what it gives: plain frozen data, the same for every system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from qisai.vocabulary import BLACK, RED


@dataclass(frozen=True)
class Entrant:
    """One player as the pairing sees him before a round.

    ``score`` is in integer units of the event; ``colours`` has one entry a past round: 红, 黑, or None
    where no colour counts (bye, forfeit, absence); ``met`` holds ids that he may not meet again.
    """

    player: str
    number: int
    score: int = 0
    colours: tuple[str | None, ...] = ()
    met: frozenset[str] = frozenset()
    had_bye: bool = False
    team: str = ""
    barred: frozenset[str] = frozenset()  # ids that the arbiter or the regulation keeps apart from him

    @property
    def surplus(self) -> int:
        """Reds minus blacks."""
        return self.colours.count(RED) - self.colours.count(BLACK)


@dataclass(frozen=True)
class PairingRules:
    """The switches of the regulation that a Swiss pairing reads (rules.md 6: 1, 2, 3, 5), and the arbiter's wishes.

    A wish takes out every other pair of the players that it names. A locked pair breaks the colour limits and
    is of one team if need be; but it gives no leave to meet twice, nor does a forced bye to have a second one.
    """

    surplus_limit: int = 2  # the largest allowed |reds - blacks|; 0 switches the limit off
    run_limit: int = 2  # the longest allowed run of one colour; 0 switches the limit off
    last_round: bool = False  # the last Swiss round of the event: limits give way to an equal-score pair
    order: str = "对折"  # inside a score group: 对折, 相邻, 首尾
    relaxed: frozenset[str] = frozenset()  # compromises the arbiter accepted by name: 重赛, 轮空, 颜色, 同队
    avoid_team: bool = False  # teammates do not meet in this round (Tianshui supplement 10: in round 1 only)
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

    ``bound`` is a lower bound found without the matcher (None where there is no such bound).
    """

    name: str
    value: int
    bound: int | None = None


@dataclass(frozen=True)
class Pairing:
    boards: tuple[Board, ...]
    bye: str | None = None
    bye_why: tuple[str, ...] = ()
    criteria: tuple[Criterion, ...] = ()


@dataclass(eq=False)
class NoLegalPairing(Exception):
    """No pairing keeps every absolute rule; ``compromises`` names what would make one possible.

    Each compromise is (name as in ``PairingRules.relaxed``, a Chinese sentence with its cost). Where only
    several together help, the name joins theirs with 、. Nothing to offer: the locked pairs, the forced bye
    or the barred pairs are the cause.
    Not frozen: Python writes the traceback into an exception that passes a context manager.
    """

    compromises: tuple[tuple[str, str], ...] = field(default_factory=tuple)

    where: str = ""

    def __str__(self) -> str:
        offers = "；".join(words for _, words in self.compromises)
        return "没有合乎规则的对阵：" + (
            offers or "放宽重赛、轮空、颜色、同队也无济于事，请检查锁定对阵、指定轮空、禁止对阵的设置"
        )
