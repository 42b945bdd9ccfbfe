"""One 组别 of an event: its rules, its people and the record's share of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from qisai.excel.rounds import Printed
from qisai.record import Line, Publication, Record
from qisai.regulation.model import KNOCKOUT, OTHERS, SWISS, Regulation, Stage
from qisai.tournament.final import cut, final_list
from qisai.tournament.games import frame
from qisai.tournament.standings import standings
from qisai.vocabulary import (
    Happening,
    Outcome,
)


def round_file(stage: Stage, round_no: int, group: str = "") -> str:
    """``第05轮.xlsx``; with the group, and with the stage where it is not the one of the whole field."""
    parts = [f"第{round_no:02}轮", group, "" if stage.whole_field else stage.name]
    legal = (re.sub(r'[<>:"/\\|?*\x00-\x1f]', "", part).strip(" .") for part in parts)  # what Windows takes in a name
    return "_".join(part for part in legal if part) + ".xlsx"


@dataclass(frozen=True)
class Competition:
    """One 组别: its rules, its people, and the record's share of it. Pure functions see only this."""

    group: str
    regulation: Regulation
    people: pd.DataFrame
    changes: pd.DataFrame
    record: Record

    @property
    def numbers(self) -> pd.Series:
        """编号 (int) by player, everybody who was ever given one, by number."""
        mine = {player: number for player, number in self.record.numbers.items() if player in self.people.index}
        return pd.Series(mine, dtype="int64").rename_axis("player").sort_values()

    def numbers_after(self, round_no: int) -> pd.Series:
        """Those who had entered by a round: a late entry is not in the tables before it."""
        numbers = self.numbers
        return numbers[[self.record.entered.get(player, 1) <= max(round_no, 1) for player in numbers.index]]

    @property
    def publications(self) -> list[Publication]:
        return self.record.of_group(self.group)

    def rounds(self, stage: Stage) -> list[Publication]:
        return sorted((p for p in self.publications if p.stage == stage.name), key=lambda p: p.round)

    @property
    def seeds(self) -> list[str]:
        """The qualifiers of the published bracket, in the order of the cut; [] before."""
        return next((p.seeds for p in self.publications if p.seeds), [])

    @property
    def games(self) -> pd.DataFrame:
        """All accepted games, with a line for every player and Swiss round (轮空, 请假 or 缺席 without a game)."""
        lines: list[dict[str, object]] = []
        for publication in self.publications:
            if publication.accepted is not None:
                lines += self._lines(publication)
        return frame(lines)

    def _lines(self, publication: Publication) -> list[dict[str, object]]:
        where = {"round": publication.round, "stage": publication.stage}
        lines = [{**line, **where} for line in publication.accepted or ()]
        if self.regulation.stage(publication.stage).system == KNOCKOUT:
            return lines
        seated = {line[side] for line in publication.accepted or () for side in ("red", "black")}
        if publication.bye:
            lines.append({"red": publication.bye, "outcome": Outcome.BYE.value, **where})
        excused = {player for player, kind in publication.absent if kind == Outcome.EXCUSED}
        for player in self.numbers.index:
            if player not in seated and player != publication.bye and player not in publication.seeds:
                kind = Outcome.EXCUSED if player in excused else Outcome.ABSENT
                lines.append({"red": player, "outcome": kind.value, **where})
        return lines

    def accepted_rounds(self, stage: Stage) -> int:
        """The last round of a stage whose results are accepted; 0 before the first."""
        return max((p.round for p in self.rounds(stage) if p.accepted is not None), default=0)

    @property
    def swiss_rounds_done(self) -> int:
        """The last accepted Swiss round, over the whole field and the others."""
        stages = [stage for stage in self.regulation.stages if stage.system == SWISS]
        return max(self.accepted_rounds(stage) for stage in stages)

    def standings(self, after: int) -> pd.DataFrame:
        """The Swiss standings after a round; after the cut only of those who go on in it."""
        return standings(self.games, self.numbers_after(after), self.regulation, after, self.seeds)

    def final(self) -> pd.DataFrame:
        """The merged final list as the accepted results have it so far."""
        return final_list(self.games, self.numbers, self.regulation, self.seeds, self.swiss_rounds_done)

    def order_after(self, stage: Stage, round_no: int) -> list[str]:
        """The order that an ``accept`` record keeps: the standings, or of a knockout round the ladder so far."""
        if stage.system == KNOCKOUT:
            return list(self.final().index[: len(self.seeds)])
        return list(self.standings(round_no).index)

    def active(self, stage: Stage, round_no: int, numbers: Collection[str], seeds: Collection[str]) -> list[str]:
        """Who plays in a round: not withdrawn, not absent, and of the stage."""
        away = {player for player, _ in self.absent(round_no, numbers)}
        return [p for p in numbers if p not in away and not (stage.entrants == OTHERS and p in seeds)]

    def absent(self, round_no: int, players: Iterable[str]) -> list[tuple[str, str]]:
        """Those whom the 变动 sheet takes out of a round: 缺席 after 退赛, 请假 for 缺席本轮."""
        kinds = {Happening.WITHDRAWN: Outcome.ABSENT.value, Happening.ABSENT_ROUND: Outcome.EXCUSED.value}
        found = {player: self.taking_out(round_no, player) for player in players}
        away = [(player, kinds[change.happening]) for player, change in found.items() if change is not None]
        return sorted(away, key=lambda item: self.record.numbers.get(item[0], 0))

    def taking_out(self, round_no: int, player: str) -> Any:
        """The row of 变动 that keeps a player out of a round, 退赛 before 缺席本轮; None where there is none."""
        mine = [change for change in self.changes.itertuples() if change.player == player]
        gone = [c for c in mine if c.happening == Happening.WITHDRAWN and c.round <= round_no]
        missing = [c for c in mine if c.happening == Happening.ABSENT_ROUND and c.round == round_no]
        return next(iter(gone + missing), None)

    def withdrawn(self, round_no: int) -> set[str]:
        return {c.player for c in self.changes.itertuples() if c.happening == Happening.WITHDRAWN and c.round <= round_no}

    def printed(self, publication: Publication) -> Printed:
        stage = self.regulation.stage(publication.stage)
        return Printed(publication.file, publication.round, stage, tuple(publication.lines), publication.bye)


def differences(before: Mapping[tuple[int, str], Line], after: Mapping[tuple[int, str], Line]) -> list[tuple[int, str]]:
    """The lines whose result differs, by (board, game); notes do not count."""
    told = ("outcome", "red_fouls", "black_fouls", "swapped", "red_points", "black_points")
    keys = sorted(before.keys() | after.keys())
    return [
        key
        for key in keys
        if key not in before or key not in after or any(before[key][item] != after[key][item] for item in told)
    ]


def seeds_for(competition: Competition, stage: Stage) -> list[str]:
    """The first k after the cut; one who has left before the bracket is published is replaced by the next."""
    gone = competition.withdrawn(stage.first)
    order = cut(competition.games, competition.numbers_after(competition.regulation.swiss.last), competition.regulation)
    return [player for player in order if player not in gone][: stage.qualifiers]
