"""The report of the end: the merged list, the prizes with their receipts, corrections, the charts of the event."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import pandas as pd

from qisai.event import Event, open_event
from qisai.excel.share import Sheet
from qisai.problems import InputProblems, Problem
from qisai.publish import charts
from qisai.reports import closing, drawings
from qisai.reports.display import Lines, Picture, Pictures, Tables, drawn, drawn_pages, in_words, share
from qisai.reports.state import final_stamp, find_event, prefix
from qisai.reports.tables import decided_cells
from qisai.steps import check_glyphs

SIGN = {"领取人签字": 24.0}


def load(event_folder: str | Path) -> FinalReport:
    """Open an event for its final list; before the end the list is the one so far and says so."""
    with in_words():
        event = open_event(find_event(str(event_folder)))
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

    def headline(self) -> Lines:
        """The champion, how many have a rank, and the money."""
        lines = []
        for final in self.lists:
            table, name = final.short, final.competition.group
            group = f"{name}　" if name else ""
            closed = name in self.event.record.closed
            first = "、".join(f"第{row.名次}名 {row.姓名}（{row.单位}）" for row in table.head(3).itertuples())
            lines.append(f"{group}{'总名次' if closed else '比赛还没有结束，暂列'}：{first}")
            ranked = len(table) - len(final.unranked)
            left = f"，少下一轮不列名次 {len(final.unranked)} 人" if final.unranked else ""
            lines.append(f"{group}参赛 {len(table)} 人，列名次 {ranked} 人{left}")
            lines += closing.prize_lines(final)
        changed = self.event.record.corrections
        lines.append(f"全程更正成绩 {len(changed)} 次" + ("，见「更正」" if changed else ""))
        return Lines(lines)

    def ranking(self) -> Tables:
        return Tables([self._ranking(final) for final in self.lists], self.stamp)

    def basis(self) -> Tables:
        return Tables([self._basis(final) for final in self.lists], self.stamp)

    def prizes(self) -> Tables:
        return Tables([self._prizes(final) for final in self.lists], self.stamp)

    def still_open(self) -> Tables:
        return Tables([Sheet("未颁发", closing.still_open(f), f"{f.competition.group}未颁发的奖项") for f in self.lists],
                      self.stamp)  # fmt: skip

    def corrections(self) -> Tables:
        return Tables([self._corrections(final) for final in self.lists], self.stamp)

    def bracket(self) -> Pictures:
        return Pictures(self._charts.get("淘汰赛", []))

    def score_chart(self) -> Pictures:
        return Pictures(self._charts.get("积分分布", []))

    def leaders_chart(self) -> Pictures:
        return Pictures(self._charts.get("领先者", []))

    def colours_chart(self) -> Pictures:
        return Pictures(self._charts.get("红方与黑方", []))

    def upsets_chart(self) -> Pictures:
        return Pictures(self._charts.get("全程冷门", []))

    def write(self, out: Path) -> list[Path]:
        """总名次.xlsx, 奖金签收表.xlsx and the pictures."""
        paths = []
        for final in self.lists:
            stem = prefix(self.event, final.competition.group)
            sheets = [self._ranking(final), self._basis(final), self._prizes(final),
                      Sheet("未颁发", closing.still_open(final), "未颁发的奖项"), self._corrections(final)]  # fmt: skip
            paths.append(share(out / f"{stem}总名次.xlsx", self.event, sheets, self.stamp))
            if not final.competition.regulation.prizes:
                continue
            group = final.competition.group
            notes = [*closing.prize_lines(final), "制表：　　　　　　　　裁判长：　　　　　　　　发放日期："]
            sheets = [
                Sheet("奖金签收", closing.receipts(final), f"{group}奖金签收表", notes, widths=SIGN, across=False),
                Sheet("按人合计", closing.by_person(final), f"{group}每人合计", widths=SIGN, across=False),
            ]
            paths.append(share(out / f"{stem}奖金签收表.xlsx", self.event, sheets, self.stamp))
        pages = [*self._table_pages, *(picture for drawings in self._charts.values() for picture in drawings)]
        return paths + [picture.save(out) for picture in pages]

    @cached_property
    def _table_pages(self) -> list[Picture]:
        """The list and the prizes as pictures; winners of a prize of their own place are gold."""
        found = []
        for final in self.lists:
            sheet = self._ranking(final)
            title = f"{self._done(final, '总名次')}：{sheet.frame['姓名'].iloc[0]}第一"
            found += self._pages(final, "总名次", sheet.frame, title, sheet.decided or {})
            given = closing.given(final)
            for prize in dict.fromkeys(given["奖项"]):
                table = given[given["奖项"] == prize].drop(columns="奖项").reset_index(drop=True)
                same = (table["总名次"] == table["名次"]).all()
                blank = [name for name, idle in (("总名次", same), ("证书", (table["证书"] == "").all())) if idle]
                title = f"{prize}：{len(table)}名，共{table['金额'].sum()}元"
                found += self._pages(final, f"获奖_{prize}", table.drop(columns=blank), title)
        return found

    def _pages(self, final: closing.FinalList, name: str, frame: pd.DataFrame, title: str,
               marks: Mapping[int, str] | None = None) -> list[Picture]:  # fmt: skip
        def tone(row: int, column: str) -> str | None:
            if name == "总名次" and column in ("名次", "姓名") and frame["名次"].iloc[row] in (1, 2, 3):
                return "gold"
            return "key" if (marks or {}).get(row) == column else "muted" if column == "区分" else None

        subtitle = "　".join(part for part in (self.event.name, final.competition.group) if part)
        stem = f"{prefix(self.event, final.competition.group)}{name}"
        seeds = len(final.competition.seeds) if name == "总名次" else 0
        note = [f"前{seeds}名的积分是淘汰赛之前的"] if seeds else []
        return drawn_pages(stem, frame, title, subtitle, [*note, *self.stamp], tone)

    @cached_property
    def _charts(self) -> dict[str, list[Picture]]:
        found: dict[str, list[Picture]] = {}
        for final in self.lists:
            competition, stem = final.competition, prefix(self.event, final.competition.group)
            last, cut = competition.swiss_rounds_done, competition.regulation.swiss.last
            until = min(last, cut)
            figures = {
                "积分分布": charts.score_distribution(
                    drawings.scores(competition, last), stamp=self.stamp,
                    subtitle=f"格中是人数；第{cut + 1}轮起只算前{len(competition.seeds)}名以外的棋手" if last > cut else None),
                "领先者": charts.leaders_progress(drawings.leaders(competition, until), stamp=self.stamp),
                "红方与黑方": drawings.colours_chart(competition, self.stamp),
            }  # fmt: skip
            since = min(4, last)  # places after a game or two say little of anyone's strength
            surprises = [table for r in range(since, last + 1) if len(table := drawings.upsets(competition, r))]
            if surprises:
                words = f"第{since}轮起；红点是胜者的赛前名次，黑点是负者的"
                figures["全程冷门"] = charts.upsets(pd.concat(surprises), stamp=self.stamp, subtitle=words)
            if ties := drawings.bracket(competition):
                figures["淘汰赛"] = charts.bracket(ties, subtitle=self.event.name, stamp=self.stamp)
            for name, figure in figures.items():
                found.setdefault(name, []).append(drawn(f"{stem}{name}", figure))
        return found

    def _done(self, final: closing.FinalList, word: str) -> str:
        return word if final.competition.group in self.event.record.closed else f"{word}（暂列）"

    def _ranking(self, final: closing.FinalList) -> Sheet:
        table, group = final.short, final.competition.group
        notes = ["区分：与上一名分出先后的第一项；淘汰赛棋手的积分是第一阶段的"]
        if final.unranked:
            notes.append("「—」：少下一轮，不列名次（规程）")
        return Sheet("总名次", table, f"{group}{self._done(final, '总名次')}", notes, decided_cells(table), across=False)

    def _basis(self, final: closing.FinalList) -> Sheet:
        title = f"{final.competition.group}名次依据"
        return Sheet("名次依据", final.full, title, widths={"为什么排在这里": 70}, across=True)

    def _prizes(self, final: closing.FinalList) -> Sheet:
        return Sheet("奖项", closing.given(final), f"{final.competition.group}奖项", closing.prize_lines(final), across=False)

    def _corrections(self, final: closing.FinalList) -> Sheet:
        table = closing.corrections(final.competition, self.event.record.corrections)
        return Sheet("更正", table, f"{final.competition.group}成绩更正", across=True)
