"""The report of one round: the pairings, and once its results are accepted the standings and the charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import pandas as pd

from qisai.event import Competition, Event, open_event
from qisai.excel.share import Sheet
from qisai.pairing.explain import explain_proof
from qisai.problems import InputProblems, Problem
from qisai.publish.note import Note
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import closing, tables
from qisai.reports.crosstable import cross_table
from qisai.reports.display import Lines, Picture, Pictures, Tables, drawn, drawn_pages, in_words, share
from qisai.reports.lead import lead
from qisai.reports.legend import legend, mark_notes, without_rank
from qisai.reports.longform import long_sheet
from qisai.reports.look import dress
from qisai.reports.pack import write_pack
from qisai.reports.places import shown
from qisai.reports.round_charts import HEAT_MAPS, of_kind, round_charts
from qisai.reports.state import (
    RoundState,
    competitions_of_round,
    corrections_seen,
    find_event,
    later_corrections,
    latest_stamp,
    pairing_stamp,
    prefix,
    published_rounds,
    results_stamp,
    round_states,
    standings_stamp,
)
from qisai.reports.team import TeamList, teams_so_far
from qisai.reports.words import correction_lines
from qisai.reports.working import narrow, working_of, working_sheet
from qisai.steps import check_glyphs
from qisai.tournament.explain import separations
from qisai.tournament.ladder import round_name

MOST_CROSSED = 12  # players whose cross table can still be read on a phone


def load(event_folder: str | Path, round_no: int | str = 0) -> RoundReport:
    """Open an event at one published round, 0 for the newest; problems are told in words."""
    with in_words():
        event = open_event(find_event(str(event_folder)))
        dress(event)
        check_glyphs(event)
        published = published_rounds(event)
        round_no = int(round_no)
        if not published or (round_no and round_no not in published):
            has = f"已公布：第 {'、'.join(map(str, published))} 轮" if published else "还没有公布任何一轮"
            detail = f"第 {round_no} 轮还没有公布（{has}）" if round_no else has
            raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": detail})])
        return RoundReport(event, round_no or published[-1])


class RoundReport:
    """One method a notebook cell; ``write`` makes the files."""

    def __init__(self, event: Event, round_no: int) -> None:
        self.event = event
        self.round = round_no
        self.competitions = competitions_of_round(event, round_no)
        self.states = round_states(event, round_no, self.competitions)
        self.label = f"第{round_no:02}轮"

    # --- cells ----------------------------------------------------------------------------------------------

    def headline(self) -> Lines:
        """Where the round stands: tables, who is not seated, who leads, who went through, what was corrected."""
        lines, owed = [], []
        for state in self.states:
            group = f"{state.competition.group}　" if state.competition.group else ""
            owed += [one for publication in state.done for one in tables.records_owed(state.competition, publication)]
            for publication in state.publications:
                lines.append(group + _pairing_line(state.competition, publication))
            lines += [group + line for line in self._result_lines(state)]
        for entry in corrections_seen(self.event, self.round):
            lines.append(correction_lines(self.event, entry.data)[0])
        for entry in later_corrections(self.event, self.round):
            first = correction_lines(self.event, entry.data)[0]
            lines.append(f"本轮以后又有{first}；本页仍是当时的表，名次以最新公布的为准")
        return Lines(lines, [f"应交棋谱：{'、'.join(owed)}"] if owed else [])

    def pairings(self) -> Tables:
        sheets = [self._pairing(state, publication) for state in self.states for publication in state.publications]
        return Tables(sheets, self._result_stamp)

    def by_name(self) -> Tables:
        return Tables([self._by_name(state) for state in self.states], self._result_stamp)

    def off_board(self) -> Tables:
        """Bye, absent with and without leave."""
        found = [
            Sheet("不上台", tables.without_blank(tables.off_board(s.competition, p), "单位"), f"{self._name(s, p)}：轮空与缺席")
            for s in self.states
            for p in s.publications
        ]
        return Tables([sheet for sheet in found if len(sheet.frame)], self._pairing_stamp)

    def why(self) -> Tables:
        return Tables([self._why(s, p) for s in self.states for p in s.publications], self._pairing_stamp)

    def standings(self) -> Tables:
        return Tables([self._standings(s, p) for s, p in self._swiss_done()], self._standings_stamp)

    def basis(self) -> Tables:
        return Tables([self._basis(s) for s, _ in self._swiss_done()], self._standings_stamp)

    def working(self, number: str | int = "") -> Tables:
        """Round by round what makes the values of one player, by 编号; of the first three where there is none."""
        found = [working_of(state.competition, self.round, number) for state, _ in self._swiss_done()]
        return Tables(found, self._standings_stamp)

    def teams(self) -> Tables:
        return Tables(self._teams, self._standings_stamp)

    @cached_property
    def _team_list(self) -> TeamList:
        return teams_so_far(self.competitions.values())

    @cached_property
    def _teams(self) -> list[Sheet]:
        """The team table, once any result of the round is accepted."""
        done = any(state.done for state in self.states)
        return self._team_list.sheet(f"第{self.round}轮后团体名次（暂列）") if done else []

    def corrections(self) -> Tables:
        entries = corrections_seen(self.event, self.round)
        found = [Sheet("更正", closing.corrections(s.competition, entries), "本轮确认的更正") for s in self.states]
        return Tables([sheet for sheet in found if len(sheet.frame)], self._standings_stamp)

    def score_chart(self) -> Pictures:
        return self._chart("积分分布")

    def leaders_chart(self) -> Pictures:
        return self._chart("领先者")

    def colours_chart(self) -> Pictures:
        return self._chart("红方与黑方")

    def upsets_chart(self) -> Pictures:
        return self._chart("冷门")

    def bracket(self) -> Pictures:
        return self._chart("对阵图")

    def chances_chart(self) -> Pictures:
        return Pictures(of_kind(self._charts, "形势"))

    def race_chart(self) -> Pictures:
        return self._chart("团体之争")

    def heat_map(self) -> Pictures:
        return Pictures(of_kind(self._charts, *HEAT_MAPS))

    # --- files ----------------------------------------------------------------------------------------------

    def write(self, out: Path) -> list[Path]:
        """第NN轮_对阵.xlsx, once results are accepted 第NN轮_名次.xlsx and 第NN轮_逐轮明细.xlsx, in 发布 what can be posted."""
        paths = []
        for state in self.states:
            stem = f"{prefix(self.event, state.competition.group)}{self.label}"
            sheets = [self._pairing(state, p) for p in state.publications]
            sheets += [self._by_name(state), *(self._why(state, p) for p in state.publications)]
            sheets += [self._criteria(state, p) for p in state.publications if p.criteria]
            paths.append(share(out / f"{stem}_对阵.xlsx", self.event, sheets, self._result_stamp))
            sheets = [self._pairing(state, p) for p in state.done if self._knockout(state, p)]
            for own, publication in self._swiss_done():
                if own is state:
                    working = narrow(working_sheet(state.competition, self.round))
                    paths.append(share(out / f"{stem}_逐轮明细.xlsx", self.event, working, self._standings_stamp))
                    crossed = self._cross(state, publication)
                    sheets = [self._standings(state, publication), self._basis(state), *crossed, *sheets]
            sheets += self._teams if sheets else []
            changes = closing.corrections(state.competition, corrections_seen(self.event, self.round))
            if sheets and len(changes):
                sheets.append(Sheet("更正", changes, "本轮确认的更正"))
            if sheets:
                sheets.append(long_sheet(state.competition, self.round))
                paths.append(share(out / f"{stem}_名次.xlsx", self.event, sheets, self._standings_stamp))
        pages = [*self._table_pages, *(picture for drawings in self._charts.values() for picture in drawings)]
        pictures = [picture.save(out) for picture in pages]
        return paths + write_pack(self.event, self.round, out, pictures, self.states, teams=self._team_list)

    @cached_property
    def _table_pages(self) -> list[Picture]:
        """Pairings and standings as pictures."""
        found = []
        for state in self.states:
            for publication in state.publications:
                sheet, stage = self._pairing(state, publication), self._stage(state, publication)
                own = f"（{called}）" if (called := self._called(state, publication)) else ""
                title = f"第{self.round}轮{own}对阵" + ("与成绩" if publication.accepted is not None else "")
                frame = sheet.frame.drop(columns=["甲号", "乙号"], errors="ignore")
                if not self._knockout(state, publication):
                    frame = pd.concat([frame, self._off_rows(state, publication)], ignore_index=True)
                boards = tables.swapped_boards(publication)
                notes = [Note(f"第{'、'.join(map(str, boards))}台先后手与编排相反")] if boards else []
                notes += [Note("本轮前：两人在本轮之前的积分")] * ("红分" in frame)
                found += self._pages(state, f"对阵{stage}", frame, title, notes, self._stamp(publication))
        for state, publication in self._swiss_done():
            sheet, stage = self._standings(state, publication), self._stage(state, publication)
            first = lead(state.competition, self.round)
            own = f"（{stage}）" if stage else ""
            title = f"第{self.round}轮后名次{own}" + (f"：{first.title}" if first else "")
            stamp, marks, through = standings_stamp(self.event, publication), sheet.decided or {}, self._through(state)
            notes = legend(sheet.frame, marks, "出线", range(through))
            notes += map(Note, tables.missed_note(state.competition, self.round))
            notes += without_rank(sheet.frame, shown(state.competition, self.round).unranked.values())
            found += self._pages(state, f"名次{stage}", sheet.frame, title, notes, stamp, marks, through)
            for cross in self._cross(state, publication):
                if len(cross.frame) <= MOST_CROSSED:
                    found += self._pages(state, cross.name, cross.frame, cross.title, map(Note, cross.notes), stamp)
        return found

    def _off_rows(self, state: RoundState, publication: Publication) -> pd.DataFrame:
        """Who is not at a table, below the tables, so that everybody finds himself in the picture."""
        away = tables.off_board(state.competition, publication)
        rows = [["—", row.编号, row.姓名, "", row.情况, "", "", ""] for row in away.itertuples()]
        found = pd.DataFrame(rows, columns=tables.PAIRING)
        return found if self.round > 1 else found.drop(columns=tables.BEFORE)

    def _pages(
        self, state: RoundState, name: str, frame: pd.DataFrame, title: str, notes: Iterable[Note], stamp: list[str],
        marks: Mapping[int, str] | None = None, through: int = 0,
    ) -> list[Picture]:  # fmt: skip
        def tone(row: int, column: str) -> str | None:
            if row < through and column in ("名次", "姓名"):
                return "gold"
            return "key" if (marks or {}).get(row) == column else "muted" if column == "区分" else None

        stem = f"{prefix(self.event, state.competition.group)}{self.label}_{name}"
        return drawn_pages(stem, frame, title, self._subtitle(state), stamp, tone, list(notes))

    @cached_property
    def _charts(self) -> dict[str, list[Picture]]:
        """Name of a chart -> its pictures, one a group."""
        found: dict[str, list[Picture]] = {}
        for name, group, figure in round_charts(self.event, self.round, self.states, list(self.competitions.values())):
            stem = prefix(self.event, group) if group else ""
            found.setdefault(name, []).append(drawn(f"{stem}{self.label}_{name}", figure))
        return found

    def _chart(self, name: str) -> Pictures:
        return Pictures(self._charts.get(name, []))

    # --- parts ----------------------------------------------------------------------------------------------

    @property
    def _pairing_stamp(self) -> list[str]:
        return pairing_stamp(self.event, self.states[0].publications[-1])

    def _stamp(self, publication: Publication) -> list[str]:
        """When a pairing was posted, or once it shows results when these were accepted."""
        done = publication.accepted is not None
        return (results_stamp if done else pairing_stamp)(self.event, publication)

    @property
    def _result_stamp(self) -> list[str]:
        """The latest of what the pairings show."""
        return self._standings_stamp

    @property
    def _standings_stamp(self) -> list[str]:
        done = [publication for state in self.states for publication in state.done]
        return latest_stamp(self.event, done) if done else self._pairing_stamp

    def _subtitle(self, state: RoundState) -> str:
        return "　".join(part for part in (self.event.name, state.competition.group) if part)

    def _knockout(self, state: RoundState, publication: Publication) -> bool:
        return state.competition.regulation.stage(publication.stage).system == KNOCKOUT

    def _stage(self, state: RoundState, publication: Publication) -> str:
        stage = state.competition.regulation.stage(publication.stage)
        return "" if stage.whole_field else stage.name

    def _called(self, state: RoundState, publication: Publication) -> str:
        """What a round of a stage of its own is called in a title: 半决赛; "" where the whole field plays."""
        stage = state.competition.regulation.stage(publication.stage)
        own = round_name(stage, self.round) if self._knockout(state, publication) else ""
        return own or self._stage(state, publication)

    def _name(self, state: RoundState, publication: Publication) -> str:
        stage = self._called(state, publication)
        parts = [state.competition.group, f"第{self.round}轮" + (f"（{stage}）" if stage else "")]
        return "　".join(part for part in parts if part)

    def _swiss_done(self) -> list[tuple[RoundState, Publication]]:
        return [(s, p) for s in self.states for p in s.done if not self._knockout(s, p)]

    def _through(self, state: RoundState) -> int:
        """How many go on to the knockout with this table: only at the cut."""
        regulation = state.competition.regulation
        at_cut = regulation.knockout is not None and self.round == regulation.swiss.last
        return regulation.knockout.qualifiers if at_cut and regulation.knockout else 0

    def _result_lines(self, state: RoundState) -> list[str]:
        lines = []
        for publication in state.done:
            if self._knockout(state, publication):
                found = tables.ties(state.competition, publication)
                words = "、".join(name for name in found["胜者"] if name)
                last = publication.round == state.competition.regulation.stage(publication.stage).last
                lines.append(f"{self._called(state, publication)}：{words}{'夺冠' if last else '晋级'}")
                continue
            table = tables.standings(state.competition, self.round)
            through, first = self._through(state), lead(state.competition, self.round)
            lines += [f"第 {self.round} 轮后：{first.title}"] if first else []
            if through:
                lines.append(f"前 {through} 名进入淘汰赛：{'、'.join(table['姓名'].head(through))}")
        return lines

    def _pairing(self, state: RoundState, publication: Publication) -> Sheet:
        name = self._stage(state, publication)
        title = f"{self._name(state, publication)}对阵"
        if self._knockout(state, publication):
            return Sheet(f"{name}对阵", tables.ties(state.competition, publication), title, across=False)
        table = tables.pairing(state.competition, publication, state.before[publication.stage])
        notes = [tables.BEFORE_NOTE] * ("红分" in table) + ["结果以裁判确认的为准"] * (publication.accepted is not None)
        away = tables.off_board(state.competition, publication)
        notes += [f"{row.情况}：{row.编号}号 {row.姓名}" + (f"（{row.说明}）" if row.说明 else "") for row in away.itertuples()]
        notes += tables.not_coming(state.competition, publication) if publication.accepted is None else []
        if boards := tables.swapped_boards(publication):
            notes.append(f"第 {'、'.join(map(str, boards))} 台实际先后手与编排相反，按实际执子列出")
        for entry in later_corrections(self.event, self.round):
            if (entry.data["group"], entry.data["stage"], entry.data["round"]) == publication.key:
                notes.append("后来" + correction_lines(self.event, entry.data)[0])
        return Sheet(f"按台号{name}", table, title, notes, across=False)

    def _by_name(self, state: RoundState) -> Sheet:
        table = tables.by_name(state.competition, state.publications)
        notes = ["先手执红，后手执黑；姓名按拼音排"]
        if any(self._knockout(state, publication) and publication.accepted is not None for publication in state.publications):
            notes.append("淘汰赛的先后手是第一局的")
        group = f"{state.competition.group}　" if state.competition.group else ""
        return Sheet("按姓名", tables.without_blank(table, "单位"), f"{group}第{self.round}轮　按姓名查台号", notes, across=False)

    def _why(self, state: RoundState, publication: Publication) -> Sheet:
        table = tables.why(state.competition, publication)
        notes = ["公布时记入记录的理由"] if not self._knockout(state, publication) else []
        if publication.criteria and not publication.adjusted:
            notes.append(explain_proof(publication.criteria))
        if publication.relaxed:
            notes.append(f"裁判长同意放宽：{'、'.join(publication.relaxed)}")
        name = self._stage(state, publication)
        title = f"{self._name(state, publication)}编排说明"
        return Sheet(f"编排说明{name}", table, title, notes, widths={"说明": 64}, across=True)

    def _criteria(self, state: RoundState, publication: Publication) -> Sheet:
        name, table = f"编排指标{self._stage(state, publication)}", tables.criteria(publication.criteria)
        notes = ["自上而下比较：上一项相同，才比下一项；轮空的人算与最低一组之下的人相遇"]
        notes.append("由裁判长调整过，不是程序的最优对阵" if publication.adjusted else explain_proof(publication.criteria))
        return Sheet(name, table, f"{self._name(state, publication)}编排指标", notes, across=False)

    def _standings(self, state: RoundState, publication: Publication) -> Sheet:
        table = tables.standings(state.competition, self.round)
        notes = [*mark_notes(table), *tables.missed_note(state.competition, self.round)]
        notes += [note.text for note in without_rank(table, shown(state.competition, self.round).unranked.values())]
        name = self._stage(state, publication)
        title = f"{self._name(state, publication)}后名次"
        marks, table = tables.decided_cells(table), tables.without_blank(table, "单位")
        return Sheet(f"名次{name}", table, title, notes, marks, across=False)

    def _cross(self, state: RoundState, publication: Publication) -> list[Sheet]:
        """The cross table of a round robin."""
        stage = state.competition.regulation.stage(publication.stage)
        return [cross_table(state.competition, self.round)] if stage.round_robin else []

    def _basis(self, state: RoundState) -> Sheet:
        competition, table = state.competition, tables.basis(state.competition, self.round)
        past = competition.past(self.round)
        found = separations(shown(competition, self.round).ranked, past, competition.regulation)
        marks = tables.deciding_cells(found, table, self.round, competition.regulation)
        title = f"第{self.round}轮后名次依据"
        return Sheet("名次依据", table, title, decided=marks, widths={"为什么排在这里": 70}, across=True)


def _pairing_line(competition: Competition, publication: Publication) -> str:
    stage = competition.regulation.stage(publication.stage)
    name = f"第 {publication.round} 轮" + ("" if stage.whole_field else f"（{stage.name}）")
    boards = len({line["board"] for line in publication.lines})
    state = "成绩已确认" if publication.accepted is not None else "已公布，成绩未确认"
    away = tables.off_board(competition, publication)
    out = "，".join(f"{kind} {count} 人" for kind, count in away["情况"].value_counts(sort=False).items())
    return f"{name}{state}：{boards} 台" + (f"，{out}" if out else "")
