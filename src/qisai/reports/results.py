"""The results book (成绩册) after an event or after any round: standings, prizes, all games, rulings, signatures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from qisai.event import Event
from qisai.excel.share import Sheet
from qisai.publish import fonts, language
from qisai.publish.a4 import HEIGHT, WIDTH
from qisai.publish.paper import SIDE, fit_columns
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import awarded, tables
from qisai.reports.closing import FinalList
from qisai.reports.longform import long_form
from qisai.reports.programme import Book, Part, cover, officials
from qisai.reports.rulings import rulings
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.reports.team import TeamList, leaders
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.ladder import verdicts
from qisai.vocabulary import ALONE, Outcome, text

GAMES = ["台号", "红号", "红方", "结果", "黑方", "黑号"]
COUNTS = ["轮次", "对局", "红胜", "和", "黑胜", "弃权、裁定", "轮空", "缺席、请假"]
CROSS_NOTES = [
    "每格上行：执红或执黑、对手编号；下行：结果、累计积分。没有对手的上行是原因；表头的数字是轮次",
    "+：对方弃权；弃：本人或双方弃权；淘：淘汰赛，下行是这一对的胜负，不计积分",
]
LATIN_NOTES = [
    "R、B：执红、执黑；W、D、L：胜、和、负；每格还有对手编号和累计积分；表头的数字是轮次",
    "+：对方弃权；-：本人或双方弃权；adj：裁定；bye：轮空；abs：缺席、请假；KO：淘汰赛，不计积分",
]
FEW = 4  # characters of a name or unit that stand on one line
CELL_PADDING = 8.0  # what a printed cell keeps free at both sides, in points
LEAST_SIZE, MOST_SIZE = 9.0, 10.0  # type of the cross table
_UNSHOWN = tuple(one.label for one in TIE_BREAKS.values() if one.hidden)  # keys that are no single value
ONCE = ("编号", "姓名", "单位", "积分", "名次")
IN_CELLS = {"对方弃权": "+", "弃权": "弃", "双弃": "弃", "双弃未签": "弃", "裁定": "裁", "双负": "负", "未加入": "未到"}
#: The same where English is spoken: a cell has no room for words.
LATIN = {
    "先手": "R", "后手": "B", "胜": "W", "和": "D", "负": "L", "双负": "L", "对方弃权": "+", "裁定": "adj", "轮空": "bye",
    **dict.fromkeys(("弃权", "双弃", "双弃未签"), "-"), **dict.fromkeys(("缺席", "请假", "未加入"), "abs"), "淘": "KO",
}  # fmt: skip


def results(event: Event) -> Book:
    """The results book as the accepted results have it; 截至第n轮 while a group still plays."""
    finals = [FinalList(competition) for competition in event.competitions.values()]
    over = set(event.record.closed) == set(event.regulations)
    last = max((p.round for p in event.record.publications if p.accepted is not None), default=0)
    chapters = [(_of(final, _ranked(final, event)), [Part(_ranking(final))]) for final in finals]
    teams = TeamList.of((final.competition, final.table) for final in finals)
    word = "团体名次" if over else "团体名次（暂列）"
    if sheets := [sheet for sheet in teams.sheet("") if len(sheet.frame)]:
        chapters.append((word, [Part(replace(sheet, title=_group_of(sheet), across=False)) for sheet in sheets]))
    if over and (given := _prizes(event, finals, teams)):
        chapters.append(("获奖名单", given))
    chapters += [(_of(final, "淘汰赛"), own) for final in finals if (own := _bracket(final.competition))]
    chapters += [(_of(final, "各轮对阵与成绩"), _rounds(final.competition)) for final in finals]
    chapters += [(_of(final, "对阵循环表"), cross_parts(final.competition, last)) for final in finals]
    chapters += [(_of(final, "统计"), [_counts(final.competition)]) for final in finals]
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


def _ranking(final: FinalList) -> Sheet:
    """The list with everything that it is ordered by, so that it can be checked from itself."""
    table = ranked_by(final)
    notes = ["区分：与上一名分出先后的第一项" + ("；淘汰赛棋手的各项是第一阶段的" if final.ladder else "")]
    notes.append(f"名次依次比较：{'、'.join(key.label for key in final.competition.regulation.chain)}、编号（小者列前）")
    for row, words in enumerate(final.why):
        if table.at[row, "区分"] in _UNSHOWN:
            notes.append(f"{table.at[row, '编号']}号{table.at[row, '姓名']}：{words}")
    notes += [final.qualified_line] * bool(final.qualified)
    if final.unranked:
        reasons = dict.fromkeys(mark.removesuffix("，不列名次") for mark in final.short["区分"].tail(len(final.unranked)))
        notes.append(f"「—」：{'或'.join(reasons)}，不列名次（规程）")
    return Sheet(f"名次{final.competition.group}", table, "", notes)


def ranked_by(final: FinalList) -> pd.DataFrame:
    """名次, 编号, 姓名, 单位, every key of the chain that is one value, 前一轮名次 under the round that it is of, 区分."""
    own, after = final.competition, final.competition.swiss_rounds_done
    table = final.full.drop(columns=["为什么排在这里", "晋级"], errors="ignore")
    table.insert(3, "单位", final.short["单位"])
    marks = final.short["区分"].tolist()
    if after > 1 and any(key.name == "previous" for key in own.regulation.chain):
        column, before = f"第{after - 1}轮后名次", own.standings(after).get("previous", pd.Series(dtype="int64"))
        table[column] = ["" if p in final.ladder or p not in before.index else int(before[p]) for p in final.table.index]
        marks = [column if re.match(r"第\d+轮", mark) else mark for mark in marks]
    return table.assign(区分=marks)


def _prizes(event: Event, finals: Sequence[FinalList], teams: TeamList) -> list[Part]:
    """Who takes what, a table for each prize."""
    found = []
    for final in finals:
        given = awarded.given(final)
        for prize in dict.fromkeys(given["奖项"]):
            table = given[given["奖项"] == prize].drop(columns="奖项").reset_index(drop=True)
            name = f"{final.competition.group}{prize}"
            found.append(Part(Sheet(name, _told(table), _of(final, prize))))
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
    blank = [name for name in ("证书", "奖牌", "领队") if name in table and (table[name] == "").all()]
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
    found = []
    for publication in _played(competition):
        stage = competition.regulation.stage(publication.stage)
        if stage.system == KNOCKOUT:
            continue
        table = tables.pairing(competition, publication, competition)[GAMES]
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


# --- cross table --------------------------------------------------------------------------------------------


def cross_parts(competition: Settled, upto: int) -> list[Part]:
    """The cross table after a round; on paper upright or across, its rounds on as many tables as they need."""
    whole = cross_table(competition, upto)
    group, (blocks, across) = competition.group, printed_blocks(whole)
    notes = CROSS_NOTES if language.chosen() == language.CHINESE else LATIN_NOTES
    sheets = [
        Sheet(f"循环表{group}", block, _span(block) if len(blocks) > 1 else "", notes * (block is blocks[-1]),
              widths=_round_widths(block), across=across)
        for block in blocks
    ]  # fmt: skip
    sheet = Sheet(f"循环表{group}", whole, f"{group}对阵循环表", notes, across=across)
    return [Part(sheet, printed=sheets, largest=LEAST_SIZE if across else MOST_SIZE)]


def cross_table(competition: Settled, upto: int) -> pd.DataFrame:
    """One row a player by 编号: what he did in every round, two lines a cell; his points and place at the end."""
    final, people = FinalList(competition), People(competition)
    lines = long_form(competition, upto)
    scored = lines[lines["局"] == ""]
    cells = {(row.编号, row.轮次): _cell(row) for row in scored.itertuples()}
    cells |= _knockout_cells(competition, upto)
    rounds = range(1, upto + 1)
    short = final.short.set_index("编号")
    rows = [
        [number, people.name(player), people.team(player), *(cells.get((number, r), "") for r in rounds),
         text(short.at[number, "积分"]), short.at[number, "名次"]]
        for player, number in competition.numbers.items() if number in short.index
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["编号", "姓名", "单位", *map(str, rounds), "积分", "名次"])


def _cell(row: Any) -> str:
    """``红23`` over ``胜 12``; who sat out has the reason over his total."""
    colour, outcome, total = _short(row.先后手), _short(row.结果), text(row.累计分)
    return f"{outcome}\n{total}" if row.对手编号 == "" else f"{colour}{row.对手编号}\n{outcome} {total}"


def _short(word: str) -> str:
    """A side or a result as a cell has it."""
    if language.chosen() != language.CHINESE:
        return LATIN.get(word, word)
    return {"先手": "红", "后手": "黑", **IN_CELLS}.get(word, word)


def _knockout_cells(competition: Settled, upto: int) -> dict[tuple[int | str, int], str]:
    """``淘23`` over ``胜``, by 编号 and round."""
    stage, people = competition.regulation.knockout, People(competition)
    found: dict[tuple[int | str, int], str] = {}
    mark = _short("淘")
    for publication in competition.rounds(stage) if stage else ():
        if publication.accepted is None or publication.round > upto or stage is None:
            continue
        for tie in verdicts(competition.games, stage, publication.round):
            for player, other in ((tie.high, tie.low), (tie.low, tie.high)):
                won = _short("胜" if player == tie.winner or not other else "负" if tie.over else "")
                if player:
                    found[people.number(player), publication.round] = f"{mark}{people.number(other)}\n{won}"
    return found


def printed_blocks(whole: pd.DataFrame) -> tuple[list[pd.DataFrame], bool]:
    """The cross table cut between rounds, into as few and as equal parts as can be read, and whether across.

    编号 and 姓名 stand in each part, 单位 in the first, 积分 and 名次 in the last. An upright page where all rounds
    stand on it, for it holds more rows.
    """
    if _legible(whole, WIDTH):
        return [whole], False
    rounds = [name for name in whole.columns if name not in ONCE]
    blocks = [whole]
    for parts in range(1, len(rounds) + 1):
        each = -(-len(rounds) // parts)
        cuts = [rounds[start : start + each] for start in range(0, len(rounds), each)]
        blocks = [
            whole[["编号", "姓名", *["单位"] * (cut is cuts[0]), *cut, *["积分", "名次"] * (cut is cuts[-1])]] for cut in cuts
        ]
        if all(_legible(block, HEIGHT) for block in blocks):
            break
    return blocks, True


def _legible(block: pd.DataFrame, paper: float) -> bool:
    """Whether the table fits across ``paper`` points in type of at least ``LEAST_SIZE``; only 姓名 and 单位 may wrap."""
    names = [str(name) for name in block.columns]
    columns = [[text(value) for value in block[name]] for name in names]
    wishes = _round_widths(block)
    size, widths = fit_columns(names, columns, [wishes.get(name) for name in names], paper - 2 * SIDE, MOST_SIZE)
    needed = {name: wishes.get(name, _ems(cells)) * size + CELL_PADDING for name, cells in zip(names, columns, strict=True)}
    needed |= dict.fromkeys(("姓名", "单位"), FEW * size + CELL_PADDING)
    return size >= LEAST_SIZE and all(needed[name] <= wide + 0.01 for name, wide in zip(names, widths, strict=True))


def _round_widths(block: pd.DataFrame) -> dict[str, float]:
    """The same width in characters for every round, for its widest cell."""
    rounds = [name for name in block.columns if name not in ONCE]
    return dict.fromkeys(rounds, max((_ems([name, *block[name]]) for name in rounds), default=0.0))


def _ems(cells: Iterable[object]) -> float:
    return max((fonts.width(line, 1) for cell in cells for line in text(cell).split("\n")), default=0.0)


def _span(block: pd.DataFrame) -> str:
    rounds = [name for name in block.columns if name not in ONCE]
    return f"第{rounds[0]}轮" if len(rounds) == 1 else f"第{rounds[0]}-{rounds[-1]}轮"


# --- figures ------------------------------------------------------------------------------------


def _counts(competition: Settled) -> Part:
    """Games by round and result, everything that was accepted."""
    games = competition.games
    played = {Outcome.RED_WIN: "红胜", Outcome.DRAW: "和", Outcome.BLACK_WIN: "黑胜", Outcome.BYE: "轮空"}
    kinds = games["outcome"].map(lambda one: played.get(one, "缺席、请假" if one in ALONE else "弃权、裁定"))
    kinds = kinds.where(games["outcome"] != Outcome.LATE)
    table = games.assign(kind=kinds).groupby(["round", "kind"]).size().unstack(fill_value=0)
    table = table.reindex(columns=COUNTS[2:], fill_value=0)
    table.insert(0, "对局", table[["红胜", "和", "黑胜"]].sum(axis=1))
    table = table.reset_index().rename(columns={"round": "轮次"})
    whole = table.drop(columns="轮次").sum()
    table = pd.concat([table, pd.DataFrame([["合计", *whole]], columns=COUNTS)], ignore_index=True)
    table = table.drop(columns=[name for name in COUNTS[5:] if not whole[name]])
    over = int(whole["对局"])
    notes = []
    if over:
        red, draw, black = (round(100 * int(whole[name]) / over) for name in ("红胜", "和", "黑胜"))
        more = "，含淘汰赛的加赛" if competition.games["game"].ne("").any() else ""
        notes = [f"对局是下完的{more}；红胜 {red}%，和 {draw}%，黑胜 {black}%"]
    return Part(Sheet(f"统计{competition.group}", table, "", notes))
