"""The report of the end: the merged list, teams, the prizes with their receipts, corrections, the charts of the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pandas as pd

from qisai.event import Event, open_event
from qisai.excel.share import Sheet
from qisai.problems import InputProblems, Problem
from qisai.publish.note import Note
from qisai.reports import awarded, closing
from qisai.reports.ceremony import RECEIPT_WIDTHS, Ceremony
from qisai.reports.display import Lines, Picture, Pictures, Tables, drawn, drawn_pages, in_words, share
from qisai.reports.lead import all_level, decided, first_words
from qisai.reports.legend import legend, mark_notes, without_rank
from qisai.reports.longform import long_sheet
from qisai.reports.look import dress
from qisai.reports.pack import write_pack
from qisai.reports.round_charts import HEAT_MAPS, final_charts, of_kind
from qisai.reports.state import corrections_after_end, final_stamp, find_event, prefix
from qisai.reports.tables import People, decided_cells, without_blank
from qisai.reports.team import NO_TEAMS, TeamList, leaders
from qisai.reports.working import narrow, working_of, working_sheet
from qisai.steps import check_glyphs
from qisai.tournament.prizes import Awards


def load(event_folder: str | Path) -> FinalReport:
    """Open an event for its final list; before the end the list is the one so far and says so."""
    with in_words():
        event = open_event(find_event(str(event_folder)))
        dress(event)
        check_glyphs(event)
        if not any(p.accepted is not None for p in event.record.publications):
            raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": "还没有一轮成绩得到确认"})])
        return FinalReport(event)


class FinalReport:
    """One method a notebook cell; ``write`` makes the files."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.stamp = final_stamp(event)
        self.lists = [closing.FinalList(competition) for competition in event.competitions.values()]
        self.alone = len(self.lists) == 1
        self.team_list = TeamList.of((final.competition, final.table) for final in self.lists)

    @property
    def _over(self) -> bool:
        """Whether every 组别 is closed."""
        return set(self.event.record.closed) == set(self.event.regulations)

    def headline(self) -> Lines:
        """The champion, who qualifies, how many have a rank, the first teams, and the money."""
        lines = []
        for final in self.lists:
            table, name = final.short, final.competition.group
            group = f"{name}　" if name else ""
            closed = name in self.event.record.closed
            if decided(self.event, final):
                first = "、".join(
                    f"第{row.名次}名 {row.姓名}" + (f"（{row.单位}）" if row.单位 else "") for row in table.head(3).itertuples()
                )
                lines.append(f"{group}{self._title(final) if closed else '比赛还没有结束，暂列'}：{first}")
            else:
                lines.append(f"{group}比赛还没有结束：{first_words(self.event, final)}")
            lines += [group + final.qualified_line] * bool(final.qualified and closed)
            left = Counter(final.left_why)
            words = "".join(f"，{why}不列名次 {count} 人" for why, count in left.items())
            lines.append(f"{group}参赛 {len(table)} 人，列名次 {len(table) - len(final.unranked)} 人{words}")
        lines += [f"{self._so_far('团体')}：{line}" for line in self.team_list.first_lines]
        if not self._over:
            lines.append("奖项按现在的名次推算，以比赛结束后的总名次为准")
        lines += awarded.prize_lines(self.lists, self.team_list.awards)
        changed = self.event.record.corrections
        lines.append(f"全程更正成绩 {len(changed)} 次" + ("，见「更正」" if changed else ""))
        return Lines(lines)

    def ranking(self) -> Tables:
        return Tables([self._ranking(final) for final in self.lists], self.stamp)

    def basis(self) -> Tables:
        return Tables([self._basis(final) for final in self.lists], self.stamp)

    def working(self, number: str | int = "") -> Tables:
        """Round by round what makes the values of one player, by 编号; of the first three where there is none."""
        found = [working_of(final.competition, final.competition.swiss_rounds_done, number) for final in self.lists]
        return Tables(found, self.stamp)

    def teams(self) -> Tables:
        return Tables(self.team_list.sheet(self._so_far("团体名次")), self.stamp)

    def prizes(self) -> Tables:
        return Tables([*(self._prizes(final) for final in self.lists), *self._team_prizes()], self.stamp)

    def still_open(self) -> Tables:
        sheets = [self._open(final.awards, final.competition.group) for final in self.lists]
        if self.team_list.prizes:
            sheets.append(self._open(self.team_list.awards, "团体"))
        return Tables(sheets, self.stamp)

    def compared(self) -> Tables:
        """Where the rules hold two chains: the ranks under both."""
        return Tables([sheet for final in self.lists for sheet in self._compared(final)], self.stamp)

    def corrections(self) -> Tables:
        return Tables([self._corrections(final) for final in self.lists], self.stamp)

    def bracket(self) -> Pictures:
        return Pictures(self._charts.get("淘汰赛", []))

    def score_chart(self) -> Pictures:
        return Pictures(of_kind(self._charts, "积分分布"))

    def leaders_chart(self) -> Pictures:
        return Pictures(of_kind(self._charts, "领先者"))

    def colours_chart(self) -> Pictures:
        return Pictures(self._charts.get("红方与黑方", []))

    def race_chart(self) -> Pictures:
        return Pictures(self._charts.get("团体之争", []))

    def heat_map(self) -> Pictures:
        return Pictures(of_kind(self._charts, *HEAT_MAPS))

    def upsets_chart(self) -> Pictures:
        return Pictures(self._charts.get("全程冷门", []))

    def write(self, out: Path) -> list[Path]:
        """总名次.xlsx, 逐轮明细.xlsx, 奖金签收表.xlsx, and in 发布 what can be posted; with several 组别 also 团体名次.xlsx."""
        paths, teams = [], [*self.team_list.sheet(self._so_far("团体名次")), *self._team_prizes()]
        for final in self.lists:
            stem, group = prefix(self.event, final.competition.group), final.competition.group
            found = final.awards + self.team_list.awards if self.alone else final.awards
            own = teams if self.alone else []
            sheets = [self._ranking(final), self._basis(final), *own, self._prizes(final)]
            sheets += [sheet for sheet in (self._open(found, group), self._corrections(final)) if len(sheet.frame)]
            played = [p.round for p in final.competition.publications if p.accepted is not None]
            sheets.append(long_sheet(final.competition, max(played)))
            paths.append(share(out / f"{stem}总名次.xlsx", self.event, sheets, self.stamp))
            paths.append(share(out / f"{stem}逐轮明细.xlsx", self.event, _workings(final), self.stamp))
            if sheets := self._compared(final):
                paths.append(share(out / f"{stem}裁判用_两种算法对照.xlsx", self.event, sheets, self.stamp))
            if sheets := self._signed(final):
                paths.append(share(out / f"{stem}奖金签收表.xlsx", self.event, sheets, self.stamp))
        if teams and not self.alone:
            table = awarded.receipts(self._team_given())
            notes = ["由领队签收", awarded.FORM]
            teams.append(Sheet("团体奖签收", table, "团体奖签收表", notes, widths=RECEIPT_WIDTHS, across=False))
            paths.append(share(out / "团体名次.xlsx", self.event, teams, self.stamp))
        pages = [*self._table_pages, *(picture for drawings in self._charts.values() for picture in drawings)]
        pictures = [picture.save(out) for picture in pages]
        return paths + write_pack(self.event, None, out, pictures, finals=self.lists, teams=self.team_list)

    def _signed(self, final: closing.FinalList) -> list[Sheet]:
        """What is signed for, in the order of call, and the lists of the prize-giving; settled places only."""
        teams = self.team_list if self.alone else NO_TEAMS
        ceremony = Ceremony(self.event, [final], teams)
        if ceremony.now.empty:
            return ceremony.further
        notes = awarded.prize_lines([final], teams.awards, money=True)
        return [
            *ceremony.to_sign("奖金签收", final.competition.group, notes),
            *(sheet for sheet in ceremony.sheets() if sheet.name in ("颁奖次序", "证书", "奖牌")),
            *ceremony.further,
        ]

    @cached_property
    def _table_pages(self) -> list[Picture]:
        """The list, the teams and the prizes as pictures."""
        found: list[Picture] = []
        for final in self.lists:
            found += self._ranking_pages(final)
            if final.competition.group in self.event.record.closed:  # before, a prize may still change hands
                found += self._prize_pages(awarded.given(final), final.competition.group)
        for part in (part for part in self.team_list.tables if len(part.table)):
            title = f"{self._so_far('团体名次')}：{part.winner}"
            found += self._pages("团体名次", part.picture, title, part.group, part.picture_notes, first=True)
        if self.team_list.tables and self._over:
            found += self._prize_pages(self._team_given().drop(columns=["编号", "姓名", "总名次"]), "")
        return found

    def _ranking_pages(self, final: closing.FinalList) -> list[Picture]:
        sheet, group, seeds = self._ranking(final), final.competition.group, len(final.competition.seeds)
        title, known = self._title(final), decided(self.event, final)
        if known:
            level = all_level(final)
            title += f"：{level.title}" if level else f"：{sheet.frame['姓名'].iloc[0]}第一"
        marks, own = sheet.decided or {}, len(final.qualified)
        notes = legend(sheet.frame, marks, "前三名" if known else "", range(3))
        notes += [Note(f"前{seeds}名的积分是淘汰赛之前的", range(seeds)), Note(f"前{own}名晋级", range(own))]
        notes += without_rank(sheet.frame, final.left_why)
        return self._pages("总名次", sheet.frame, title, group, notes, marks, first=known)

    def _prize_pages(self, given: pd.DataFrame, group: str) -> list[Picture]:
        """A picture a prize, without the columns that say nothing of it."""
        found = []
        for prize in dict.fromkeys(given["奖项"]):
            table = given[given["奖项"] == prize].drop(columns="奖项").reset_index(drop=True)
            same = "总名次" in table and bool((table["总名次"] == table["名次"]).all())
            blank = ["总名次"] * same + [name for name in ("证书", "奖牌") if name in table and (table[name] == "").all()]
            title = f"{prize}：{len(table)}名，共{table['金额'].sum()}元"
            table = table.drop(columns=blank)
            for name in (name for name in ("证书", "奖牌") if name in table):
                table[name] = table[name].map(lambda word: "✓" if word else "")
            table = table.rename(columns={"名次": "序"}) if "总名次" in table else table
            found += self._pages(f"获奖_{prize}", table, title, group)
        return found

    def _pages(
        self, name: str, frame: pd.DataFrame, title: str, group: str, notes: Sequence[Note] = (),
        marks: Mapping[int, str] | None = None, first: bool = False,
    ) -> list[Picture]:  # fmt: skip
        """Pictures of a table; with ``first`` the first three places are gold."""
        gold = ("名次", "姓名" if "姓名" in frame else "单位") if first else ()

        def tone(row: int, column: str) -> str | None:
            if column in gold and frame["名次"].iloc[row] in (1, 2, 3):
                return "gold"
            return "key" if (marks or {}).get(row) == column else "muted" if column == "区分" else None

        subtitle = "　".join(part for part in (self.event.name, group) if part)
        stem = f"{prefix(self.event, group) if group else ''}{name}"
        return drawn_pages(stem, without_blank(frame, "单位"), title, subtitle, self.stamp, tone, notes)

    @cached_property
    def _charts(self) -> dict[str, list[Picture]]:
        """Name of a chart -> its pictures, one a group."""
        found: dict[str, list[Picture]] = {}
        for name, group, figure in final_charts(self.event, [final.competition for final in self.lists]):
            stem = prefix(self.event, group) if group else ""
            found.setdefault(name, []).append(drawn(f"{stem}{name}", figure))
        return found

    def _title(self, final: closing.FinalList) -> str:
        """``总名次``, before the end ``总名次（暂列）``, ``更正后的总名次`` where it was out before."""
        group = final.competition.group
        late = any(entry.data["group"] == group for entry in corrections_after_end(self.event))
        return f"{'更正后的' if late else ''}总名次{'' if group in self.event.record.closed else '（暂列）'}"

    def _so_far(self, word: str) -> str:
        """A word of the whole event, which is over when every 组别 is."""
        return word if self._over else f"{word}（暂列）"

    def _ranking(self, final: closing.FinalList) -> Sheet:
        table, group = final.short, final.competition.group
        notes = [*mark_notes(table), *["淘汰赛棋手的积分是第一阶段的"] * bool(final.ladder)]
        notes += [final.qualified_line] * bool(final.qualified)
        notes += [note.text for note in without_rank(table, final.left_why)]
        marks, table = decided_cells(table), without_blank(table, "单位")
        return Sheet("总名次", table, f"{group}{self._title(final)}", notes, marks, across=False)

    def _basis(self, final: closing.FinalList) -> Sheet:
        title = f"{final.competition.group}名次依据"
        return Sheet("名次依据", final.full, title, decided=final.decided, widths={"为什么排在这里": 70}, across=True)

    def _prizes(self, final: closing.FinalList) -> Sheet:
        notes = awarded.prize_lines([final], self.team_list.awards if self.alone else NO_TEAMS.awards)
        return Sheet("奖项", awarded.given(final), f"{final.competition.group}奖项", notes, across=False)

    def _team_given(self) -> pd.DataFrame:
        found = self.team_list.awards.given
        table = awarded.prize_table(found, People(self.lists[0].competition), leaders(self.event, found["team"]))
        return awarded.without_medals(table)

    def _team_prizes(self) -> list[Sheet]:
        if not self.team_list.prizes:
            return []
        table = self._team_given().drop(columns=["编号", "总名次"]).rename(columns={"姓名": "领队"})
        table["领队"] = table["领队"].str.removeprefix("领队").str.strip()
        return [Sheet("团体奖", table, self._so_far("团体奖"), across=False)]

    def _open(self, found: Awards, group: str) -> Sheet:
        return Sheet("未颁发", awarded.still_open(found.open), f"{group}未颁发的奖项")

    def _compared(self, final: closing.FinalList) -> list[Sheet]:
        sheets, rules = [], final.competition.regulation
        for name in closing.other_chains(rules):
            table, notes = closing.compared(final, name)
            title = f"{rules.group}两种算法对照：「{closing.chain_in_force(rules)}」与「{name}」"
            sheets.append(Sheet("两种算法对照", table, title, notes, across=False))
        return sheets

    def _corrections(self, final: closing.FinalList) -> Sheet:
        table = closing.corrections(final.competition, self.event.record.corrections)
        return Sheet("更正", table, f"{final.competition.group}成绩更正", across=True)


def _workings(final: closing.FinalList) -> list[Sheet]:
    """The working of those in the last Swiss table, and of the qualifiers as they were at the cut."""
    competition, cut = final.competition, final.competition.regulation.swiss.last
    found = narrow(working_sheet(competition, competition.swiss_rounds_done))
    if final.ladder and competition.swiss_rounds_done > cut:
        own = narrow(working_sheet(competition, cut, final.ladder))
        found += [replace(sheet, name=f"{sheet.name}（淘汰赛）") for sheet in own]
    return found
