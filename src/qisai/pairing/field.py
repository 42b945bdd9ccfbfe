"""What a pairing starts from and what it gives: plain frozen data, the same for every system."""

from __future__ import annotations

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
    """The switches of the regulation that a Swiss pairing reads (rules.md 6: 1, 2, 3, 5)."""

    surplus_limit: int = 2  # the largest allowed |reds - blacks|; 0 switches the limit off
    run_limit: int = 2  # the longest allowed run of one colour; 0 switches the limit off
    last_round: bool = False  # the last Swiss round of the event: limits give way to an equal-score pair
    order: str = "对折"  # inside a score group: 对折, 相邻, 首尾
    relaxed: frozenset[str] = frozenset()  # compromises the arbiter accepted by name: 颜色, 轮空, 重赛


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
    several together help, the name joins theirs with 、. Nothing to offer: the barred pairs are the cause.
    Not frozen: Python writes the traceback into an exception that passes a context manager.
    """

    compromises: tuple[tuple[str, str], ...] = field(default_factory=tuple)

    where: str = ""

    def __str__(self) -> str:
        offers = "；".join(words for _, words in self.compromises)
        return "没有合乎规则的对阵：" + (offers or "放宽颜色、轮空、重赛也无济于事，请检查禁止对阵的设置")
