"""Display tables of the teams, over all 组别 of an event: the team table, their prizes, who leads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.record import replay
from qisai.regulation.model import Prize, Regulation
from qisai.reports.state import entries_of_round
from qisai.reports.tables import People
from qisai.tournament.prizes import Awards, team_awards
from qisai.tournament.teams import SUM_OF_RANKS, one_spelling, sentences, team_table
from qisai.vocabulary import plain, width

TEAMS = ["名次", "单位", "名次和", "计分队员", "选手", "列名次", "为什么排在这里"]
LEADER, COACH = "领队", "教练"
MOST = 96  # half-width characters of 计分队员 that surely fit into the four lines of a picture


def has_teams(settings: Mapping[str, Any]) -> bool:
    """Whether a team table can be made: it is wanted, and the rules say how many of a team count."""
    return bool(settings["teams"] == SUM_OF_RANKS and settings["team_count"])


@dataclass(frozen=True)
class TeamList:
    """The team table of an event; ``table`` is None where :func:`has_teams` does not hold."""

    rules: Mapping[str, Any]
    prizes: Sequence[Prize]
    table: pd.DataFrame | None
    words: Mapping[str, str]  # a player with his rank, as the table names him

    @classmethod
    def of(cls, lists: Iterable[tuple[Competition, pd.DataFrame]]) -> TeamList:
        """From the merged list (as ``Competition.final`` gives it) of every group."""
        lists = list(lists)
        rules = lists[0][0].regulation.settings
        prizes = team_prizes([competition.regulation for competition, _ in lists])
        if not has_teams(rules):
            return cls(rules, prizes, None, {})
        words: dict[str, str] = {}
        for competition, final in lists:
            people, group = People(competition), competition.group if len(lists) > 1 else ""
            words |= {player: f"{people.name(player)}({group}{rank})" for player, rank in final["rank"].dropna().items()}
        return cls(rules, prizes, team_table(merged(lists), rules["team_count"], rules["team_short"]), words)

    @property
    def awards(self) -> Awards:
        """The prizes for teams, as the table is now."""
        return team_awards(self.table, self.prizes)

    @property
    def display(self) -> pd.DataFrame:
        """Seven columns; 计分队员 are those whose ranks are added up, each with his."""
        assert self.table is not None
        why = sentences(self.table, self.rules["team_count"])
        rows = []
        for row, words in zip(self.table.itertuples(), why, strict=True):
            counted = "　".join(self.words[player] for player in row.counted)
            if row.pad:
                counted += f"　缺{row.lacking}人(各{row.pad})"
            place, total = ("—", "") if pd.isna(row.rank) else (int(row.rank), int(row.sum))
            rows.append([place, row.Index, total, counted, row.heads, row.ranked, words])
        return pd.DataFrame(rows, columns=TEAMS)

    @property
    def picture(self) -> pd.DataFrame:
        """Four columns for a phone; where the names would not fit, the ranks alone."""
        assert self.table is not None
        frame = self.display[["名次", "单位", "名次和", "计分队员"]]
        if frame["计分队员"].map(width).max() <= MOST:
            return frame
        ranks = ["、".join(map(str, ranks)) for ranks in self.table["ranks"]]
        return frame.drop(columns="计分队员").assign(计分名次=ranks)

    @property
    def notes(self) -> list[str]:
        """How the table is made, as settings has it."""
        count, short, single = (self.rules[key] for key in ("team_count", "team_short", "no_team"))
        apart = f"没有单位或单位为{single}的" if single else "没有单位的"
        return [
            f"每队取最好的 {count} 个名次相加，和小者列前；和相同的依次比较最好名次、次好名次……；人数不足的队：{short}",
            f"{apart}不算队，在个人名次里照占名次；不列名次的队员不计",
        ]

    @property
    def first_line(self) -> str:
        """``团体：第1名 甘谷县（34）、…``, the first three."""
        assert self.table is not None
        first = self.table[self.table["rank"].notna()].head(3)
        return "、".join(f"第{row.rank}名 {row.Index}（名次和 {row.sum}）" for row in first.itertuples()) or "没有够人数的队"

    def sheet(self, title: str) -> list[Sheet]:
        """The sheet of the table; none where there is no table."""
        if self.table is None:
            return []
        widths = {"计分队员": 50, "为什么排在这里": 54}
        return [Sheet("团体名次", self.display, title, self.notes, widths=widths, across=True)]


NO_TEAMS = TeamList({}, (), None, {})


def merged(lists: Iterable[tuple[Competition, pd.DataFrame]]) -> pd.DataFrame:
    """The final lists one below the other as the team table takes them: player, rank, team, number, group."""
    rows = pd.concat(
        final[["rank", "number"]].assign(team=competition.teams.reindex(final.index).fillna(""), group=competition.group)
        for competition, final in lists
    )
    return rows.assign(team=one_spelling(rows["team"]))


def team_prizes(regulations: Iterable[Regulation]) -> list[Prize]:
    """The prizes for teams, each once: a row without 组别 stands in the rules of every group."""
    found: list[Prize] = []
    for regulation in regulations:
        found += [prize for prize in regulation.prizes if prize.team and prize not in found]
    return found


def team_claims(event: Event) -> dict[str, Any]:
    """The team table and its prizes as plain data, for the second referee; {} before the event is closed."""
    if set(event.record.closed) != set(event.regulations):
        return {}
    found = TeamList.of((competition, competition.final()) for competition in event.competitions.values())
    given = found.awards.given
    claims: dict[str, Any] = {
        "team_prizes": [(row.prize, int(row.place), row.team, int(row.amount)) for row in given.itertuples()]
    }
    if found.table is not None:
        claims["teams"] = [
            (team, None if pd.isna(row["rank"]) else int(row["rank"]), None if pd.isna(row["sum"]) else int(row["sum"]))
            for team, row in found.table.iterrows()
        ]
    return claims


def teams_of_round(event: Event, round_no: int) -> TeamList:
    """The teams at the moment at which the report of a round stands; groups without any result yet are left out."""
    now = event.at(replay(entries_of_round(event, round_no))).values()
    return TeamList.of((c, c.final()) for c in now if c.swiss_rounds_done)


def teams_of_people(event: Event) -> pd.Series:
    """单位 of everybody in 报名, leaders and coaches too, in one spelling; "" for who belongs to no team."""
    competition = next(iter(event.competitions.values()))
    return one_spelling(replace(competition, people=event.people).teams)


def staff(event: Event, role: str) -> dict[str, str]:
    """Names of the 领队 or 教练 of each team, from 报名 and from 人员, by the plain name of the team."""
    found: dict[str, list[str]] = {}
    people = event.people[event.people["role"] == role]
    offices = event.officials[event.officials["office"].str.contains(role)]
    for source in (people, offices):
        for row in source.itertuples():
            own = found.setdefault(plain(row.team), [])
            if row.name and row.name not in own:
                own.append(row.name)
    return {team: "、".join(names) for team, names in found.items()}


def leaders(event: Event, teams: Iterable[str]) -> dict[str, str]:
    """Who signs for each team."""
    known = staff(event, LEADER)
    return {team: known.get(plain(team), "") for team in teams}
