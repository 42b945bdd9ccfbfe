"""Display tables of the teams, over all 组别 of an event: the team table, their prizes, who leads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.publish.note import Note
from qisai.regulation.model import Prize, Regulation
from qisai.regulation.settings import names as setting_names
from qisai.regulation.teams import (
    BEST_RANK,
    EACH_GROUP,
    NONE,
    OVERALL,
    POINTS,
    RANK_POINTS,
    RANKS,
    TOTALS,
    WHOLE_TEAM,
    order_words,
    rank_points_words,
    undecided,
)
from qisai.reports.places import DASH
from qisai.reports.tables import People
from qisai.reports.team_members import merged
from qisai.tournament.prizes import Awards, team_awards
from qisai.tournament.team_words import level, sentences, shown, worth_words
from qisai.tournament.teams import NO_RANKING, TeamRules, one_spelling, team_table
from qisai.vocabulary import plain, width

LEADER, COACH = "领队", "教练"
MOST = 96  # half-width characters of 计分队员 that surely fit into the four lines of a picture
#: What is added up, by kind, as the heading of a picture without names.
WORTH = {RANKS: "计分名次", POINTS: "计分积分", RANK_POINTS: "计分名次分"}


def has_teams(settings: Mapping[str, Any]) -> bool:
    """Whether a team table can be made: it is wanted, and the rules say how many of a team count and what ranks are worth."""
    return settings["teams"] != NONE and not undecided(settings)


@dataclass(frozen=True)
class TeamTable:
    """One team table, of all groups (``group`` "") or of one; ``names`` and ``groups`` are those of the players, no
    groups where the table holds only one."""

    group: str
    table: pd.DataFrame
    settings: Mapping[str, Any]
    names: Mapping[str, str]
    groups: Mapping[str, str]
    prizes: Sequence[Prize]

    @property
    def rules(self) -> TeamRules:
        return TeamRules.of(self.settings)

    @property
    def total(self) -> str:
        """What the total is called, a heading: 名次和, 积分和 or 名次分和."""
        return TOTALS[self.rules.kind]

    @property
    def display(self) -> pd.DataFrame:
        """Seven columns; 计分队员 are those who are added up, each with what he brings."""
        rules, rows = self.rules, []
        for row, words in zip(self.table.itertuples(), sentences(self.table, rules), strict=True):
            counted = "　".join(
                f"{self.names[player]}({self.groups.get(player, '')}{worth_words(worth, rank, rules.kind)})"
                for player, worth, rank in zip(row.counted, row.worth, row.ranks, strict=False)  # without who is missing
            )
            if row.pad:
                counted += f"　缺{row.lacking}人(各{worth_words(row.worth[-1], row.pad, rules.kind)})"
            place, total = (DASH, "") if row.why else (int(row.rank), cell(row.sum))
            rows.append([place, row.Index, total, counted, row.heads, row.ranked, words])
        return pd.DataFrame(rows, columns=["名次", "单位", self.total, "计分队员", "选手", "列名次", "为什么排在这里"])

    @property
    def picture(self) -> pd.DataFrame:
        """Four columns for a phone, and where totals are equal 区分; where the names would not fit, what is added up alone."""
        frame = self.display[["名次", "单位", self.total, "计分队员"]]
        if any(apart := level(self.table, self.rules)):
            frame = frame.assign(区分=apart)
        if frame["计分队员"].map(width).max() <= MOST:
            return frame
        worth = ["、".join(map(shown, worth)) for worth in self.table["worth"]]
        return frame.drop(columns="计分队员").assign(**{WORTH[self.rules.kind]: worth})

    @property
    def picture_notes(self) -> list[Note]:
        """What is added up, what stands in brackets, how equal totals are told apart, and what the dash means."""
        frame, words = self.picture, notes(self.settings)[0].split("；")
        apart, out = "区分" in frame, [row for row, why in enumerate(self.table["why"]) if why]
        ranks = "名次" if self.settings["team_ranks"] == OVERALL else "在代表队队员中的名次"
        what = {RANKS: ranks, POINTS: "积分", RANK_POINTS: f"{ranks}和名次分"}[self.rules.kind]
        return [
            Note(words[0]),
            *[Note(f"括号里是各人的{what}")] * ("计分队员" in frame),
            *[Note(words[1])] * apart,
            Note(f"「{DASH}」：列名次的队员不够，不列团体名次", out if frame["名次"].iloc[0] != DASH else ()),
        ]

    @property
    def winner(self) -> str:
        """Which team is first, for the title of a picture."""
        return f"{self.table.index[0]}第一" if self.table["why"].iloc[0] == "" else "没有列团体名次的队"

    @property
    def first_line(self) -> str:
        """``第1名 甘谷县（名次和 34）、…``, the first three."""
        first = self.table[self.table["rank"].notna()].head(3)
        words = (f"第{row.rank}名 {row.Index}（{self.total} {shown(row.sum)}）" for row in first.itertuples())
        too_few = (self.table["why"] == NO_RANKING).any()
        return "、".join(words) or ("够人数的队太少，不排团体名次" if too_few else "没有够人数的队")

    @property
    def awards(self) -> Awards:
        """The prizes for teams, as the table is now; those of one group are named with it."""
        prefix = f"{self.group}　" if self.group else ""
        return team_awards(self.table, [replace(prize, name=f"{prefix}{prize.name}") for prize in self.prizes])


@dataclass(frozen=True)
class TeamList:
    """The team tables of an event; none where :func:`has_teams` does not hold."""

    prizes: Sequence[Prize]
    tables: tuple[TeamTable, ...]

    @classmethod
    def of(cls, lists: Iterable[tuple[Competition, pd.DataFrame]]) -> TeamList:
        """From the merged list (as ``Competition.final`` gives it) of every group."""
        lists = list(lists)
        regulations = [competition.regulation for competition, _ in lists]
        settings, prizes = regulations[0].settings, team_prizes(regulations)
        if not has_teams(settings):
            return cls(prizes, ())
        rules = TeamRules.of(settings)
        rows, several = merged(lists, rules), len(lists) > 1
        parts = [("", rows, prizes)]
        if apart := several and settings["team_scope"] == EACH_GROUP:
            parts = [(own.group, rows[rows["group"] == own.group], team_prizes([own])) for own in regulations]
        names: dict[str, str] = {}
        for competition, final in lists:
            people = People(competition)
            names |= {player: people.name(player) for player in final.index}
        groups = rows["group"].to_dict() if several and not apart else {}
        return cls(prizes, tuple(
            TeamTable(group, team_table(own, rules), settings, names, groups, given) for group, own, given in parts
        ))  # fmt: skip

    @property
    def awards(self) -> Awards:
        """The prizes for teams, as the tables are now."""
        if not self.tables:
            return team_awards(None, self.prizes)
        return sum((table.awards for table in self.tables[1:]), self.tables[0].awards)

    @property
    def first_lines(self) -> list[str]:
        """The first three teams of each table."""
        return [f"{table.group}{'　' * bool(table.group)}{table.first_line}" for table in self.tables]

    def sheet(self, title: str) -> list[Sheet]:
        """The sheets of the tables."""
        widths = {"计分队员": 50, "为什么排在这里": 54}
        return [
            Sheet(f"团体名次{table.group}", table.display, f"{table.group}{title}", notes(table.settings), widths=widths,
                  across=True)
            for table in self.tables
        ]  # fmt: skip


NO_TEAMS = TeamList((), ())


def notes(settings: Mapping[str, Any]) -> list[str]:
    """How a team table is made, as settings has it."""
    count, short, single, most, least, teams = (
        settings[key] for key in ("team_count", "team_short", "no_team", "group_count", "team_least", "least_teams")
    )
    kind, by_points = settings["teams"], settings["teams"] == POINTS
    what = "积分" if by_points else "名次"
    words = f"每队全部队员的{what}" if count == WHOLE_TEAM else f"每队取最{'高' if by_points else '好'}的 {count} 个{what}"
    words += f"，每组最多 {most} 人" if most else ""
    words += f"，各按名次分（{rank_points_words(settings['rank_points'])}）" if kind == RANK_POINTS else ""
    ties = "、".join("最好名次、次好名次……" if word == BEST_RANK else word for word in settings["team_ties"])
    words = f"{words}相加，{order_words(settings)}；和相同的依次比较{ties}；人数不足的队：{short}"
    words += f"；列名次的不到 {least} 人的队不列团体名次" if least else ""
    words += f"；能列的不到 {teams} 队，不排团体名次" if teams else ""
    apart = f"没有单位，或单位写{'、'.join(f'“{word}”' for word in setting_names(single))}的，" if single else "没有单位的"
    kept = "在个人名次里照占名次" if settings["team_ranks"] == OVERALL else "名次只在代表队队员中重排，他们不占名次"
    return [words, f"{apart}不算队，{kept}；不列名次的队员不计；有人填「团体队员」的队，只计填了的"]


def cell(value: Fraction | int) -> int | float:
    """A total as a number for a sheet."""
    return value if isinstance(value, int) else float(value)


def team_prizes(regulations: Iterable[Regulation]) -> list[Prize]:
    """The prizes for teams, each once: a row without 组别 stands in the rules of every group."""
    found: list[Prize] = []
    for regulation in regulations:
        found += [prize for prize in regulation.prizes if prize.team and prize not in found]
    return found


def team_claims(event: Event) -> dict[str, Any]:
    """The team tables and their prizes as plain data, for the second referee; {} before the event is closed."""
    if set(event.record.closed) != set(event.regulations):
        return {}
    found = TeamList.of((competition, competition.final()) for competition in event.competitions.values())
    given = found.awards.given
    claims: dict[str, Any] = {
        "team_prizes": [(row.prize, int(row.place), row.team, int(row.amount)) for row in given.itertuples()]
    }
    if found.tables:
        claims["teams"] = [
            (f"{part.group}　{row.Index}", None if row.why else int(row.rank), row.sum)
            for part in found.tables
            for row in part.table.itertuples()
        ]
    return claims


def teams_so_far(competitions: Iterable[Competition]) -> TeamList:
    """The teams as they would be if nothing more were played; groups without any result yet are left out."""
    return TeamList.of((c, c.final()) for c in competitions if c.swiss_rounds_done)


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
