"""An event of a rule sheet, played whole: written, read, drawn, every round published and filled, closed, verified."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
from sheets import RuleSheet

from qisai import steps
from qisai.event import Competition, Event, open_event
from qisai.problems import Problem, stop_on_errors
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports.closing import FinalList
from qisai.reports.team import TeamList, TeamTable
from qisai.simulate import simulate
from qisai.steps.results import with_outcome
from qisai.tournament.prizes import Awards
from qisai.verify import Report, verify
from qisai.vocabulary import GAMES_SHEET

RED_AWAY, BLACK_AWAY = "4", "5"  # what is typed for 红弃 and 黑弃


def write(sheet: RuleSheet, folder: Path, times: int = 1) -> Event:
    """The folder with its 赛事.xlsx, read again; nothing drawn. Raises ``InputProblems`` for any fault of the sheets."""
    folder.mkdir()
    steps.new(folder, sheet.sheets(times))
    return open_event(folder)


@dataclass
class Played:
    """A closed event, as the package and as the second referee see it; a group without a name is ""."""

    event: Event
    report: Report

    @cached_property
    def lists(self) -> dict[str, FinalList]:
        return {group: FinalList(competition) for group, competition in self.event.competitions.items()}

    @cached_property
    def teams_listed(self) -> TeamList:
        return TeamList.of((final.competition, final.table) for final in self.lists.values())

    @property
    def competitions(self) -> dict[str, Competition]:
        return {group: final.competition for group, final in self.lists.items()}

    @property
    def finals(self) -> dict[str, pd.DataFrame]:
        return {group: final.table for group, final in self.lists.items()}

    @property
    def awards(self) -> dict[str, Awards]:
        return {group: final.awards for group, final in self.lists.items()}

    def closing(self, group: str) -> dict[str, Any]:
        """The final list, the prizes and the deposits in the words of ``verify.compare``."""
        own, table, given = self.competition(group), self.finals[group], self.awards[group].given
        back = own.deposits()["back"] if own.regulation["deposit"] else {}
        return {
            "final": [(player, None if pd.isna(rank) else int(rank)) for player, rank in table["rank"].items()],
            "prizes": [(row.prize, int(row.place), row.player, int(row.amount)) for row in given.itertuples()],
            "deposits": [(player, bool(returned)) for player, returned in back.items()],
        }

    def competition(self, group: str = "") -> Competition:
        return self.lists[group].competition

    def ranks(self, group: str = "") -> dict[str, int]:
        """序号 -> rank, of those who hold one."""
        ranks = self.finals[group]["rank"].dropna()
        return {str(player): int(rank) for player, rank in ranks.items()}

    def lines(self, group: str = "") -> list[dict[str, Any]]:
        """What was typed: a dict a game of all stages but the knockout, in order, with its ``round``."""
        own = self.competition(group)
        knockout = {stage.name for stage in own.regulation.stages if stage.system == KNOCKOUT}
        return [
            {**line, "round": publication.round}
            for publication in own.publications if publication.stage not in knockout for line in publication.accepted or ()
        ]  # fmt: skip

    def byes(self, group: str = "") -> dict[int, str]:
        """Round -> who had the bye."""
        return {p.round: p.bye for p in self.competition(group).publications if p.bye}

    def person(self, player: str, column: str) -> Any:
        return self.event.people.loc[player, column]

    def prize(self, name: str, group: str = "") -> list[str]:
        """Who took a prize, by place."""
        given = self.awards[group].given
        return list(given[given["prize"] == name].sort_values("place")["player"])

    @property
    def team_tables(self) -> tuple[TeamTable, ...]:
        return self.teams_listed.tables

    @property
    def teams(self) -> pd.DataFrame:
        """The one team table of the event."""
        (only,) = self.team_tables
        return only.table

    def members(self, team: str, group: str | None = None) -> list[str]:
        """The 序号 of a team's people, of one group where it is named."""
        people = self.event.people
        mine = (people["team"] == team) & (group is None or people["group"] == group)
        return [str(player) for player in people.index[mine]]


def play(sheet: RuleSheet, event: Event) -> Played:
    """Play a written event to the end with invented results, and have the second referee look at its folder."""
    forfeits = {(str(one["player"]), n) for one in sheet.data.get("forfeits", ()) for n in one["rounds"]}
    steps.draw(event)
    while True:
        drafted, stuck = steps.drafts(event)
        assert not stuck, stuck
        if not drafted:
            return Played(event, verify(event.folder))
        for publication in steps.publish(event, drafted):
            _stay_away(event, publication, forfeits)
        simulate(event, sheet.name)
        steps.accept(event, _filled(event))
        for group in steps.closable(event):
            steps.close(event, group)


def _filled(event: Event) -> steps.Review:
    """The rounds that have just been filled; those before have not been touched, so they are not read again."""
    waiting = [publication for publication in event.record.publications if publication.accepted is None]
    problems: list[Problem] = []
    found = [(publication, with_outcome(event.sheet(publication, problems))) for publication in waiting]
    stop_on_errors(problems)
    return steps.Review(complete=found)


def _stay_away(event: Event, publication: Publication, forfeits: set[tuple[str, int]]) -> None:
    """Type the games of those who do not come."""
    away = {
        line["board"]: RED_AWAY if (line["red"], publication.round) in forfeits else BLACK_AWAY
        for line in publication.lines for side in ("red", "black") if (line[side], publication.round) in forfeits
    }  # fmt: skip
    if away:
        path = event.folder / publication.file
        book = openpyxl.load_workbook(path)
        page = book[GAMES_SHEET]
        columns = {cell.value: cell.column for cell in page[1]}
        for row in range(2, page.max_row + 1):
            if (board := page.cell(row, columns["台号"]).value) in away:
                page.cell(row, columns["结果"]).value = away[board]
        book.save(path)
