"""The report of the sign-up: who is in, who owes, the numbers, the rules and their check-up."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pandas as pd

from qisai.event import Competition, Event, open_event
from qisai.excel.share import Sheet
from qisai.regulation.teams import NONE, heads_words
from qisai.reports import signup
from qisai.reports.display import Lines, Picture, Pictures, Tables, drawn_pages, in_words, share
from qisai.reports.look import dress
from qisai.reports.state import entry_stamp, find_event, prefix
from qisai.reports.words import entry_lines
from qisai.steps import check_glyphs
from qisai.tournament.lots import HOW


def load(event_folder: str | Path) -> RegistrationReport:
    """Open an event for reading; problems in its sheets are told in words."""
    with in_words():
        event = open_event(find_event(str(event_folder)))
        dress(event)
        check_glyphs(event)
        return RegistrationReport(event)


class RegistrationReport:
    """One method a notebook cell; ``write`` makes the files."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.stamp = entry_stamp(event)

    def headline(self) -> Lines:
        """How many signed up, hold a place, are here and drawn; money by class; lunch."""
        return Lines(entry_lines(self.event))

    def heads(self) -> Tables:
        """How many people, and where teams matter which teams."""
        found = [Sheet("人数", signup.overview(self.event), "人数")]
        return Tables([*found, *self._teams()], self.stamp)

    def _teams(self) -> list[Sheet]:
        rules = self.event.rules
        if rules["teams"] == NONE and not rules["obliged"]:
            return []
        table = signup.teams(self.event)
        missing = table.loc[table["必须组队"].str.startswith("是，"), "队"] if rules["obliged"] else []
        words = f"，必须组队而没有报名的：{'、'.join(missing)}" if len(missing) else ""
        count = f"团体计分人数：{heads_words(rules['team_count'])}" if rules["team_count"] else "「团体计分人数」还没有填"
        apart = f"不算队的单位：{rules['no_team']}、空着的" if rules["no_team"] else "单位空着的不算队"
        notes = [f"{count}；可参赛：报到以前按有名额的，以后按已报到能抽签的", f"{apart}；实收是全队的，连领队所缴"]
        return [Sheet("代表队", table, f"代表队 {len(table) - len(missing)} 个{words}", notes, across=True)]

    def money(self) -> Tables:
        """Fees by class, the bill of whoever pays for others, who collected what, who owes and who paid too much."""
        bill = signup.bill(self.event)
        payer = self.event.rules["billed"]
        total = f"{len(bill)} 人，合计 {int(bill['金额（元）'].sum())} 元"
        ties = "实收 = 已缴 − 退费；已缴、退费、实收的合计与「收款」表的收、退、结余相同"
        counts = "应缴、未缴按有名额或已参赛的人；还没有名额的，欠费看「欠费」表"
        sheets = [Sheet("缴费", signup.fees(self.event), "各类别人数与金额", [ties, counts])]
        if payer:
            whom = "账单列有名额的（没有报到的也在内）和已参赛的；候补、不合条件而没有参赛的不列"
            sheets.append(Sheet("代付账单", bill, f"{payer}账单：{total}", [whom]))
        sheets.append(Sheet("收款", signup.collectors(self.event), "各收款人经手的金额"))
        for name, what, words in (("欠费", "欠", "要催缴的"), ("多缴", "多缴", "缴多了的")):
            table = signup.settling(self.event, what)
            notes = [f"{self.event.rules['team_classes']}：每队一份，一队一行"] if self.event.rules["team_classes"] else []
            sheets.append(Sheet(name, table, f"{words}：{len(table)} 笔，合计 {int(table[what].sum())} 元", notes))
        return Tables(sheets, self.stamp)

    def watch(self) -> Tables:
        """People whom the desk must look after: waiting, unpaid, here without paying or papers, paid and not here."""
        event = self.event
        lists = {
            "候补": (signup.waiting(event), "候补名单，按递补次序"),
            "未缴费": (signup.unpaid(event), "未缴费，不予编排"),
            "到场未缴费": (signup.here_but_unpaid(event), "已到场，还没有缴费"),
            "缴费未到": (signup.paid_but_not_here(event), "有名额，没有报到"),
        }
        if event.rules["papers"] != "不查":
            lists["缺体检保险"] = (signup.lacking_papers(event), f"{signup.here_or_placed(event)}，缺体检或保险")
        if event.rules["eligible"]:
            title = f"不合参赛条件或没填清楚（{event.rules['ineligible']}）"
            lists["不合条件"] = (signup.unfit_people(event), title)
        by_team = event.rules["team_classes"]
        paid_by_team = [f"{by_team}：每队一份，应缴写在队里第一人的名下"] if by_team else []
        notes = {"未缴费": paid_by_team, "到场未缴费": paid_by_team}
        return Tables(
            [Sheet(name, table, f"{title}：{len(table)} 人", notes.get(name, [])) for name, (table, title) in lists.items()],
            self.stamp,
        )

    def lunch(self) -> Tables:
        """Heads and tables of the meal, where one is given."""
        return self._one("用餐", signup.meals(self.event)) if self.event.rules["table_seats"] else Tables([])

    def numbers(self) -> Tables:
        return Tables([self._numbers(c) for c in self._drawn()], self.stamp)

    def rules(self) -> Tables:
        sheets = [Sheet(f"{group}规则", signup.rules(c), f"{group}规则摘要") for group, c in self._groups()]
        return Tables(sheets, self.stamp)

    def checkup(self) -> Tables:
        table = signup.checkup_table(self.event)
        waiting = int((table["状态"] == "待裁判长定").sum())
        title = f"规程体检：{len(table)} 条，其中 {waiting} 条待裁判长定"
        widths = {"规程写的": 30.0, "疑问": 30.0, "现在按": 30.0, "其他读法": 26.0}
        return Tables([Sheet("规程体检", table, title, widths=widths, across=True)], self.stamp)

    def pictures(self) -> Pictures:
        return Pictures(self._pictures)

    @cached_property
    def _pictures(self) -> list[Picture]:
        event, found = self.event, []
        for competition in self._drawn():
            table = signup.numbers(competition)
            stem = f"{prefix(event, competition.group)}编号名单"
            found += drawn_pages(stem, table, f"编号名单　{len(table)}人", event.name, self.stamp)
        for group, competition in self._groups():
            title = f"{group}本次比赛怎样执行规则"
            found += drawn_pages(f"{prefix(event, group)}规则摘要", signup.rules(competition), title, event.name, self.stamp)
        return found

    def write(self, out: Path) -> list[Path]:
        """报名审核.xlsx, 规则与体检.xlsx, after the draw 编号名单.xlsx, and the pictures."""
        audit = [*self.heads().sheets, *self.money().sheets, *self.watch().sheets, *self.lunch().sheets]
        paths = [share(out / "报名审核.xlsx", self.event, audit, self.stamp)]
        for competition in self._drawn():
            name = f"{prefix(self.event, competition.group)}编号名单.xlsx"
            paths.append(share(out / name, self.event, [self._numbers(competition)], self.stamp))
        rulebook = [*self.rules().sheets, *self.checkup().sheets]
        if self.event.rules.schedule:
            rulebook.append(Sheet("日程", signup.schedule(self.event), "日程"))
        paths.append(share(out / "规则与体检.xlsx", self.event, rulebook, self.stamp))
        return paths + [picture.save(out) for picture in self._pictures]

    def _groups(self) -> list[tuple[str, Competition]]:
        return list(self.event.competitions.items())

    def _drawn(self) -> list[Competition]:
        return [competition for _, competition in self._groups() if len(competition.numbers)]

    def _numbers(self, competition: Competition) -> Sheet:
        table = signup.numbers(competition)
        record = self.event.record
        seed = f"抽签种子「{record.seed}」：{HOW[record.numbering]}，任何人都可以重算"
        return Sheet("编号", table, f"{competition.group}编号名单（{len(table)} 人）", [seed])

    def _one(self, name: str, table: pd.DataFrame) -> Tables:
        return Tables([Sheet(name, table, name)], self.stamp)
