"""One round of one player, and what everybody did up to a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from qisai.regulation.model import Regulation, Stage
from qisai.regulation.treatment import Treatment
from qisai.vocabulary import ALONE, RED, Outcome

HALF = Fraction(1, 2)
#: A value of a key in units of 1/``Regulation.scale``, or a count; a tuple where one part decides after the other.
Number = int | Fraction
Value = Number | tuple[Number, ...]


def win_points(stage: Stage) -> int:
    """What a win is worth at least, in points of the stage."""
    return min(stage.points.get("red_win", 0), stage.points.get("black_win", 0))


def draw_points(stage: Stage) -> int:
    """What a draw is worth at least, in points of the stage."""
    return min(stage.points.get("red_draw", 0), stage.points.get("black_draw", 0))


@dataclass(frozen=True)
class Line:
    """One round of one player. ``side`` is the colour played, ``planned`` the colour of the pairing."""

    round: int
    outcome: Outcome
    side: str
    planned: str
    opponent: str
    fouls: int
    points: int
    treatment: Treatment
    stage: Stage

    @property
    def share(self) -> Fraction:
        """The result as a part of a win; of a line that no game decided by what it gave: a win's points are a win,
        less is half of one."""
        if self.outcome is Outcome.DRAW:
            return HALF
        if self.outcome in (Outcome.RED_WIN, Outcome.BLACK_WIN):
            return Fraction((self.outcome is Outcome.RED_WIN) == (self.side == RED))
        if self.points <= 0:
            return Fraction(0)
        return Fraction(1) if self.points >= win_points(self.stage) else HALF

    @property
    def met(self) -> bool:
        return bool(self.opponent) and self.treatment.met and self.reported

    @property
    def reported(self) -> bool:
        """Whether it counts as a round: its result is in, and it is no rest of a round robin."""
        return self.outcome is not Outcome.PENDING and not self.stage.rests(self.outcome)

    @property
    def asked(self) -> bool:
        """A round that he stayed away from without having been paired (FIDE: a requested bye)."""
        return self.treatment.missed and not self.opponent

    @property
    def offered(self) -> bool:
        """Paired, or given the bye."""
        return self.reported and (self.outcome is Outcome.BYE or self.outcome not in ALONE)


@dataclass(frozen=True, eq=False)
class Past:
    """What everybody did in rounds 1 to ``last``; equal only to itself.

    ``lines`` has everybody, by round. ``pool`` are those whom the table ranks, ``ahead`` the places at the cut of
    those who left for the knockout; a player in neither has not entered yet. ``extra`` are points of the knockout
    that count as an opponent's total, ``previous`` the places of the round before, ``trusted`` places by the record, ``seed``
    that of the draw, ``playoffs`` the places entered after playoffs up to the round.
    """

    regulation: Regulation
    last: int
    lines: Mapping[str, tuple[Line, ...]]
    numbers: Mapping[str, int]
    pool: tuple[str, ...]
    ahead: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, int] = field(default_factory=dict)
    extra: Mapping[str, int] = field(default_factory=dict)
    previous: Mapping[str, int] = field(default_factory=dict)
    trusted: Mapping[str, int] = field(default_factory=dict)
    seed: str = ""
    playoffs: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def entered(self) -> tuple[str, ...]:
        return (*self.pool, *self.ahead)

    @cached_property
    def points(self) -> dict[str, int]:
        return {player: sum(line.points for line in own) for player, own in self.lines.items()}

    @cached_property
    def totals(self) -> dict[str, int]:
        """What a player's total counts for his opponents."""
        return {player: points + self.extra.get(player, 0) for player, points in self.points.items()}

    @cached_property
    def possible(self) -> int:
        """The points of somebody who won every round."""
        stages = [stage for stage in self.regulation.stages if stage.scored]
        found = (next((s for s in stages if number in s.rounds), None) for number in range(1, self.last + 1))
        return sum(win_points(stage) for stage in found if stage is not None)

    def strong(self, player: str) -> bool:
        """Whether he has half of the points that he could have; in the rests of a round robin he could have none."""
        rests = sum(win_points(line.stage) for line in self.lines.get(player, ()) if line.stage.rests(line.outcome))
        return 2 * self.totals.get(player, 0) >= self.possible - rests

    def running(self, player: str) -> list[int]:
        """His total after each of his rounds."""
        totals, total = [], 0
        for line in self.lines[player]:
            total += line.points
            totals.append(total)
        return totals
