"""What an arbiter has in hand before a round: who plays it, whom each has met, with which side and what result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from qisai.event import Away, Competition, Event, seeds_for
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant
from qisai.record import Publication
from qisai.regulation.model import OTHERS, SWISS, Stage
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.steps.swiss import entrants_of, with_barred
from qisai.tournament.games import sides, swiss_games
from qisai.vocabulary import BLACK, RED, Happening, Outcome

MOVE = {RED: "先", BLACK: "后"}
FLOAT = {DOWN: "↓", UP: "↑"}
SHARE = {2: "胜", 1: "和", 0: "负"}


@dataclass(frozen=True)
class Cell:
    """A round of a player: the number of his opponent (or 轮空, —), 先 or 后, 胜, 和 or 负, the points of the round and after it,
    and whether he was moved down or up; what is not known yet is "" or None."""

    opponent: str = ""
    side: str = ""
    result: str = ""
    points: int | None = None
    total: int | None = None
    moved: str = ""

    def __str__(self) -> str:
        return f"{self.opponent}{self.side}{self.result}{self.moved}"


@dataclass(frozen=True)
class Hand:
    """The next round of a competition as it lies on the arbiter's table; ``open`` are the publications whose results are
    still out."""

    event: Event
    competition: Settled
    round: int
    open: Sequence[Publication]

    @classmethod
    def of(cls, event: Event, competition: Competition) -> Hand | None:
        """None before the draw, and where no round is left to pair."""
        playing = [publication for publication in competition.publications if publication.accepted is None]
        round_no = max((publication.round for publication in competition.publications), default=0) + 1
        if not len(competition.numbers) or round_no > max(stage.last for stage in competition.regulation.stages):
            return None
        return cls(event, Settled.of(competition), round_no, playing)

    @property
    def stage(self) -> Stage | None:
        """The Swiss or round robin that the round belongs to; None where only a knockout goes on, or nothing."""
        stages = self.competition.regulation.stages
        return next((stage for stage in stages if stage.scored and self.round in stage.rounds), None)

    @property
    def after(self) -> int:
        """The last round that counts in the standings."""
        return self.competition.swiss_rounds_done

    @property
    def out(self) -> int:
        """The round with standings whose results are out; 0 for none."""
        return max((p.round for p in self.open if self.competition.regulation.stage(p.stage).scored), default=0)

    @cached_property
    def seeds(self) -> list[str]:
        """Who has left for the knockout, as far as it is known."""
        own, knockout = self.competition, self.competition.regulation.knockout
        cut = knockout is not None and own.accepted_rounds(own.regulation.swiss) == own.regulation.swiss.last
        return own.seeds or (seeds_for(own, knockout) if knockout is not None and cut else [])

    @cached_property
    def people(self) -> People:
        return People(self.competition)

    @cached_property
    def late(self) -> dict[str, int]:
        """Who comes in with the round (变动) and has no number yet, with the next free ones."""
        rows = self.competition.changes
        rows = rows[(rows["happening"] == Happening.LATE_ENTRY) & (rows["round"] <= self.round)]
        numbers = self.competition.record.numbers
        new = [player for player in dict.fromkeys(rows["player"]) if player not in numbers]
        return dict(zip(new, count(max(numbers.values(), default=0) + 1), strict=False))

    @cached_property
    def called(self) -> dict[str, str]:
        known = {player: self.people.who(player) for player in self.competition.numbers.index}
        return known | {player: f"{number}号{self.people.name(player)}" for player, number in self.late.items()}

    @cached_property
    def played(self) -> dict[tuple[str, int], Cell]:
        """Every player and round that counts, and the pairs that are out without their results."""
        own = self.competition
        lines = sides(swiss_games(own.counted(self.after), own.regulation, self.after), own.regulation)
        totals = {number: table["points"].to_dict() for number, table in own.past(self.after).items()} if self.after else {}
        found = {}
        for line in lines.itertuples():
            met = bool(line.opponent)
            alone = Outcome.BYE.value if line.outcome == Outcome.BYE else "—"
            opponent = str(self.people.number(line.opponent)) if met else alone
            side = MOVE.get(line.side, "") if met and line.colour else ""
            result = SHARE[int(line.share)] if side else "弃" if met else ""
            total = totals.get(line.round, {}).get(line.player)
            found[line.player, line.round] = Cell(opponent, side, result, int(line.points), None if total is None else int(total))
        for publication in self._scored_open:
            if publication.bye:
                found[publication.bye, publication.round] = Cell(Outcome.BYE.value)
            for row in publication.lines:
                red, black = row["red"], row["black"]
                found[red, publication.round] = Cell(str(self.people.number(black)), MOVE[RED])
                found[black, publication.round] = Cell(str(self.people.number(red)), MOVE[BLACK])
        return found

    @property
    def _scored_open(self) -> list[Publication]:
        return [p for p in self.open if self.competition.regulation.stage(p.stage).scored]

    @cached_property
    def everybody(self) -> dict[str, Entrant]:
        """Everybody with a number as the pairing sees him; the round that is out counts as played as planned."""
        own = self.competition
        known = entrants_of(own, own.numbers, self.after + 1, set(own.numbers.index))
        found = {entrant.player: entrant for entrant in with_barred(known, own, self.round)}
        for publication in self._scored_open:
            seats = {publication.bye: ("", None)} if publication.bye else {}
            for line in publication.lines:
                seats |= {line["red"]: (line["black"], RED), line["black"]: (line["red"], BLACK)}
            marks = publication.floats or {}
            for player, entrant in found.items():
                opponent, colour = seats.get(player, ("", None))
                found[player] = replace(
                    entrant,
                    colours=(*entrant.colours, colour),
                    floats=(*entrant.floats, marks.get(player, LEVEL)),
                    met=entrant.met | ({opponent} - {""}),
                    had_bye=entrant.had_bye or player == publication.bye,
                )
        return found

    @cached_property
    def away(self) -> list[Away]:
        """Who does not play in the round, as the draft has it; who is out by rule in the round that is out stays out."""
        own, pool = self.competition, [player for player in self.competition.numbers.index if player not in self.seeds]
        found = own.absent(self.round, pool)
        known = {one.player for one in found}
        known |= {c.player for c in own.changes.itertuples() if c.happening == Happening.RETURN and c.round == self.round}
        return found + [one for one in own.absent(self.out, pool) if self.out and not one.cell and one.player not in known]

    def heads(self, stage: Stage) -> int:
        """How many the round pairs: the field without those who are still to leave it for the knockout."""
        knockout, field = self.competition.regulation.knockout, len(self.field(stage))
        leaving = knockout is not None and stage.entrants == OTHERS and not self.seeds
        return max(field - knockout.qualifiers, 0) if leaving and knockout is not None else field

    def field(self, stage: Stage) -> list[Entrant]:
        """Whom the round pairs, as far as it is known, by number; before the cut everybody."""
        own, away = self.competition, {one.player for one in self.away}
        here = [self.everybody[p] for p in own.numbers.index if p not in away and p not in self.seeds]
        points, teams = own.late_points(self.round), own.kept_apart
        return here + [Entrant(player, number, points, team=teams[player]) for player, number in self.late.items()]

    def history(self, player: str) -> list[Cell]:
        """A cell for every round up to now; floats only where the rules look at them (上下调轮数)."""
        floats, cells = self.everybody[player].floats, []
        stage = self.stage
        counts = stage is not None and stage.system == SWISS and bool(self.competition.regulation["float_memory"])
        for number in range(1, max(self.after, self.out) + 1):
            cell = self.played.get((player, number), Cell())
            moved = FLOAT.get(floats[number - 1], "") if counts and number <= len(floats) else ""
            cells.append(replace(cell, moved=moved))
        return cells
