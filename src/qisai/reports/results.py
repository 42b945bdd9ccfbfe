"""The results book (成绩册) after an event or after any round: standings, prizes, all games, rulings, signatures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pandas as pd

from qisai.event import Event
from qisai.excel.share import Sheet
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import awarded, tables
from qisai.reports.closing import FinalList
from qisai.reports.counts import counts_part
from qisai.reports.legend import mark_notes
from qisai.reports.parts import Book, Part
from qisai.reports.places import shown_before
from qisai.reports.programme import cover, officials
from qisai.reports.roundtable import cross_parts, largest_type, name_widths, round_robin_part
from qisai.reports.rulings import rulings
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.reports.team import TeamList, leaders
from qisai.tiebreaks import TIE_BREAKS

WIDEST = {"姓名": 8.0, "单位": 14.0}  # characters of a column that wraps rather than push the others
GAMES = ["台号", "红号", "红方", "结果", "黑方", "黑号"]
ALIKE = 6  # sentences that stand below the list; more have a table of their own
BY_NUMBER = TIE_BREAKS["number"].label
_UNSHOWN = tuple(one.label for one in TIE_BREAKS.values() if one.hidden)  # keys that are no single value


def results(event: Event) -> Book:
    """The results book as the accepted results have it; 截至第n轮 while a group still plays."""
    finals = [FinalList(competition) for competition in event.competitions.values()]
    over = set(event.record.closed) == set(event.regulations)
    last = max((p.round for p in event.record.publications if p.accepted is not None), default=0)
    chapters = [(_of(final, _ranked(final, event)), _ranking(final)) for final in finals]
    teams = TeamList.of((final.competition, final.table) for final in finals)
    word = "团体名次" if over else "团体名次（暂列）"
    if sheets := [sheet for sheet in teams.sheet("") if len(sheet.frame)]:
        chapters.append((word, [Part(replace(sheet, title=_group_of(sheet), across=False)) for sheet in sheets]))
    if over and (given := _prizes(event, finals, teams)):
        chapters.append(("获奖名单", given))
    chapters += [(_of(final, "淘汰赛"), own) for final in finals if (own := _bracket(final.competition))]
    against = ((final, round_robin_part(final.competition, last_round(final.competition))) for final in finals)
    chapters += [(_of(final, "循环成绩表"), [part]) for final, part in against if part is not None]
    chapters += [(_of(final, "各轮对阵与成绩"), _rounds(final.competition)) for final in finals]
    chapters += [(_of(final, "交叉表"), cross_parts(final.competition, last_round(final.competition))) for final in finals]
    chapters += [(_of(final, "统计"), [counts_part(final.competition)]) for final in finals]
    if decided := rulings(event, finals):
        chapters.append(("更正与裁定", decided))
    signed = officials(event, "签字")
    offices = signed.frame["职务"]
    judges = signed.frame[offices.str.contains("裁判|编排|仲裁")]
    signed = replace(signed, frame=judges.reset_index(drop=True), notes=["以上成绩核对无误。", "日期：　　　　年　　月　　日"])
    chapters.append(("裁判员签字", [Part(replace(signed, widths={"签字": 24.0}), tall=12)]))
    return Book(cover(event, "成绩册", "" if over else f"截至第{last}轮"), chapters)


def _of(final: FinalList, words: str) -> str:
    group = final.competition.group
    return f"{group}　{words}" if group else words


def _group_of(sheet: Sheet) -> str:
    return sheet.name.removeprefix("团体名次")


def _ranked(final: FinalList, event: Event) -> str:
    return "总名次" if final.competition.group in event.record.closed else "名次（暂列）"


def last_round(competition: Settled) -> int:
    """The last round of a group of which any result is accepted."""
    return max((publication.round for publication in _played(competition)), default=0)


def _ranking(final: FinalList) -> list[Part]:
    """The list with everything that it is ordered by, so that it can be checked from itself; sentences where a key is no
    value that stands in it."""
    table, regulation = ranked_by(final), final.competition.regulation
    notes = [*mark_notes(table), *["淘汰赛棋手的各项是第一阶段的"] * bool(final.ladder)]
    labels = "、".join(key.label for key in regulation.chain)
    ends = {"number", "lot"} & {key.name for key in regulation.chain}
    notes.append(f"名次依次比较：{labels}" + ("" if ends else "、编号（小者列前）"))
    if (table["区分"] == BY_NUMBER).any():
        notes.append("区分是编号的：各项指标和以前各轮的名次都与上一名相同，只按编号定先后")
    shown = [row for row in range(len(table)) if table.at[row, "区分"] in _UNSHOWN and table.at[row, "区分"] not in table]
    reasons = pd.DataFrame({"名次": table["名次"], "编号": table["编号"], "说明": final.why}).loc[shown]
    if len(reasons) <= ALIKE:
        names = table["姓名"]
        notes += [f"{row.编号}号{names[row.Index]}：{row.说明}" for row in reasons.itertuples()]
    notes += [final.qualified_line] * bool(final.qualified)
    if final.unranked:
        reasons = dict.fromkeys(final.left_why)
        notes.append(f"「—」：{'或'.join(reasons)}，不列名次（规程）")
    sheet = Sheet(f"名次{final.competition.group}", table, "", notes)
    parts = [narrowed(sheet)]
    if len(reasons) > ALIKE:
        own = Sheet(f"名次说明{final.competition.group}", reasons.reset_index(drop=True), "为什么排在这里", widths={"说明": 18.0})
        parts.append(Part(own, columns=2))
    return parts


def narrowed(sheet: Sheet) -> Part:
    """Printed with long names in two lines, in the largest type at which nothing else wraps."""
    widths = name_widths(sheet.frame, WIDEST)
    return Part(sheet, printed=[replace(sheet, widths=widths)], largest=largest_type(sheet.frame, widths))


def ranked_by(final: FinalList) -> pd.DataFrame:
    """名次, 编号, 姓名, 单位, every key of the chain that is one value, 前一轮名次 as it was shown, 区分."""
    own, after = final.competition, final.competition.swiss_rounds_done
    table = final.full.drop(columns=["为什么排在这里", "晋级"], errors="ignore")
    table.insert(3, "单位", final.short["单位"])
    if after > 1 and any(key.name == "previous" for key in own.regulation.chain):
        before = shown_before(own, after)
        table["前一轮名次"] = ["" if p in final.ladder else before.get(p, "") for p in final.table.index]
    return table.assign(区分=final.marks(list(table.columns)))


def _prizes(event: Event, finals: Sequence[FinalList], teams: TeamList) -> list[Part]:
    """Who takes what, a table for each prize."""
    found = []
    for final in finals:
        given = awarded.given(final)
        for prize in dict.fromkeys(given["奖项"]):
            table = given[given["奖项"] == prize].drop(columns="奖项").reset_index(drop=True)
            name = f"{final.competition.group}{prize}"
            sheet = Sheet(name, _told(table), _of(final, prize))
            found.append(narrowed(sheet))
    if len(own := teams.awards.given):
        table = awarded.prize_table(own, People(finals[0].competition), leaders(event, own["team"]))
        table = table.drop(columns=["编号", "总名次"]).rename(columns={"姓名": "领队"})
        table["领队"] = table["领队"].str.removeprefix("领队").str.strip()
        title = next(iter(dict.fromkeys(table["奖项"])))
        alone = table["奖项"].nunique() == 1
        found.append(Part(Sheet("团体奖", _told(table.drop(columns="奖项") if alone else table), title if alone else "团体奖")))
    return found


def _told(table: pd.DataFrame) -> pd.DataFrame:
    """Without the columns that say nothing."""
    blank = [name for name in ("单位", "证书", "奖牌", "领队") if name in table and (table[name] == "").all()]
    same = "总名次" in table and bool((table["总名次"] == table["名次"]).all())
    return table.drop(columns=[*blank, *["总名次"] * same])


# --- games --------------------------------------------------------------------------------------------------


def _played(competition: Settled) -> Iterable[Publication]:
    return (p for p in sorted(competition.publications, key=lambda p: p.round) if p.accepted is not None)


def _bracket(competition: Settled) -> list[Part]:
    """The ties of the knockout, round by round, in one table."""
    found = []
    for publication in _played(competition):
        if competition.regulation.stage(publication.stage).system == KNOCKOUT:
            table = tables.ties(competition, publication)
            table.insert(0, "轮次", publication.round)
            found.append(table)
    return [Part(Sheet(f"淘汰赛{competition.group}", pd.concat(found, ignore_index=True), ""))] if found else []


def _rounds(competition: Settled) -> list[Part]:
    """Every round of the field: the boards, and who did not sit at one; in the workbook all in one sheet."""
    found, out = [], competition.cancelled(competition.swiss_rounds_done)
    for publication in _played(competition):
        stage = competition.regulation.stage(publication.stage)
        if stage.system == KNOCKOUT:
            continue
        table = tables.pairing(competition, publication, competition)[GAMES]
        void = table[["红号", "黑号"]].isin([competition.record.numbers[player] for player in out]).any(axis=1)
        table["结果"] = table["结果"].mask(void, table["结果"] + "\n（成绩取消）")
        away = tables.off_board(competition, publication)
        notes = []
        for kind in dict.fromkeys(away["情况"]):
            who = "、".join(f"{row.编号}号{row.姓名}" for row in away[away["情况"] == kind].itertuples())
            notes.append(f"{kind}：{who}")
        own = "" if stage.whole_field else f"（{stage.name}）"
        name = f"{competition.group}第{publication.round:02}轮{'' if stage.whole_field else stage.name}"
        found.append(Sheet(name, table, f"第{publication.round}轮{own}", notes))
    if not found:
        return []
    one = pd.concat([sheet.frame.assign(轮次=sheet.title) for sheet in found], ignore_index=True)[["轮次", *GAMES]]
    notes = [f"{sheet.title}　{note}" for sheet in found for note in sheet.notes]
    return [Part(Sheet(f"各轮{competition.group}", one, "", notes), columns=2, printed=found)]
