"""What the arbiter is asked to enter where somebody at a table does not come: the table of a round robin is fixed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from qisai.event.competition import Away, Competition
from qisai.record import Line, Publication
from qisai.vocabulary import Outcome

TYPED = {Outcome.RED_FORFEIT: "4 红弃", Outcome.BLACK_FORFEIT: "5 黑弃", Outcome.DOUBLE_FORFEIT: "6 双弃"}


@dataclass(frozen=True)
class Proposal:
    """One table: who of the two is away and why, and the result that follows; the arbiter enters it."""

    board: int
    away: tuple[Away, ...]
    outcome: Outcome

    @property
    def words(self) -> str:
        return f"请填 {TYPED[self.outcome]}"


def forfeit(line: Line, away: Collection[str]) -> Outcome | None:
    """The result of a pair of whom some are away; None where both come."""
    red, black = line["red"] in away, line["black"] in away
    if red and black:
        return Outcome.DOUBLE_FORFEIT
    return Outcome.RED_FORFEIT if red else Outcome.BLACK_FORFEIT if black else None


def proposals(competition: Competition, round_no: int, lines: Collection[Line]) -> Iterator[Proposal]:
    """The tables of a round of a round robin at which somebody is known not to come, by table."""
    seated = [line[side] for line in lines for side in ("red", "black")]
    away = {one.player: one for one in competition.absent(round_no, seated)}
    for line in lines:
        if (outcome := forfeit(line, away.keys())) is not None:
            yield Proposal(line["board"], tuple(away[line[s]] for s in ("red", "black") if line[s] in away), outcome)


def proposed(competition: Competition, publication: Publication) -> dict[int, Proposal]:
    """The same of a publication, by table; {} of a stage that does not seat who is away."""
    if not competition.regulation.stage(publication.stage).round_robin:
        return {}
    return {one.board: one for one in proposals(competition, publication.round, publication.lines)}
