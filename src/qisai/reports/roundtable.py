"""The cross table of an event: what everybody did in every round, by 编号; for the wall and the results book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.excel.share import Sheet
from qisai.publish import fonts, language
from qisai.publish.a4 import HEIGHT, WIDTH
from qisai.publish.paper import BODY, SIDE, fit_columns
from qisai.reports import crosstable
from qisai.reports.closing import FinalList
from qisai.reports.longform import long_form
from qisai.reports.parts import Part
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.tournament.ladder import verdicts
from qisai.vocabulary import Happening, Outcome, text

CROSS_NOTES = [
    "每格上行：执红或执黑、对手编号；下行：结果、累计积分。没有对手的上行是原因；表头的数字是轮次",
    "对方弃权记+，本人或双方弃权记弃",
]
LATIN_NOTES = [
    "执红、执黑记R、B；胜、和、负记W、D、L；每格还有对手编号和累计积分；表头的数字是轮次",
    "对方弃权记+，本人或双方弃权记-，裁定记adj，轮空记bye，缺席、请假、未到记abs",
]
#: What is told only where it stands in a cell: the mark (Chinese, English), and what it means.
MARKS = (
    ("淘", "KO", "淘汰赛记{}，下行是这一对的胜负，不计积分"),
    ("退赛", "wd", "退赛记{}"),
    ("取消", "dq", "取消资格、退赛后成绩取消记{}"),
    ("出局", "out", "弃权过多、不再编排记{}"),
)
CANCELLED_NOTE = "与成绩取消者的一局作轮空"
FEW = 4  # characters of a name or unit that stand on one line
CELL_PADDING = 8.0  # what a printed cell keeps free at both sides, in points
LEAST_SIZE, MOST_SIZE = 9.0, 10.0  # type of the cross table, where not all stand on a page
ON_A_PAGE = 18  # players
SPARSE = 4  # a round with less than this part of the cells of the fullest is one of a few
NAMES = ("姓名", "单位")
ONCE = ("编号", "姓名", "单位", "积分", "名次")
IN_CELLS = {
    "对方弃权": "+", "弃权": "弃", "双弃": "弃", "双弃未签": "弃", "裁定": "裁", "双负": "负", "未加入": "未到",
    "取消资格": "取消",
}  # fmt: skip
#: The same where English is spoken: a cell has no room for words.
LATIN = {
    "先手": "R", "后手": "B", "胜": "W", "和": "D", "负": "L", "双负": "L", "对方弃权": "+", "裁定": "adj", "轮空": "bye",
    **dict.fromkeys(("弃权", "双弃", "双弃未签"), "-"), **dict.fromkeys(("缺席", "请假", "未加入"), "abs"), "淘": "KO",
    "退赛": "wd", "取消资格": "dq", "取消": "dq", "出局": "out",
}  # fmt: skip


def round_robin_part(competition: Settled, after: int) -> Part | None:
    """The table of everyone against everyone on paper, in as few parts as can be read; None where there is no round robin."""
    stage = competition.regulation.swiss
    if not stage.round_robin:
        return None
    sheet = crosstable.cross_table(competition, min(after, stage.last))
    whole = sheet.frame
    opponents = list(whole.columns[len(crosstable.HEAD) : -1])
    blocks, across = cut(whole, opponents, crosstable.HEAD, [], [crosstable.POINTS])
    printed = [
        Sheet(sheet.name, block, _ends("", block, opponents) if len(blocks) > 1 else "",
              list(sheet.notes) * (block is blocks[-1]), widths=_equal(block, opponents), across=across)
        for block in blocks
    ]  # fmt: skip
    return Part(Sheet(f"{sheet.name}{competition.group}", whole, "", sheet.notes, across=across), printed=printed,
                largest=_largest(whole, across), tall=_tall(whole))  # fmt: skip


def cross_parts(competition: Settled, upto: int) -> list[Part]:
    """The cross table after a round; on paper upright or across, its rounds on as many tables as they need."""
    whole = cross_table(competition, upto)
    group, (blocks, across) = competition.group, printed_blocks(whole)
    notes, rounds = _notes(competition, whole), rounds_of(whole)
    sheets = [
        Sheet(f"交叉表{group}", block, _ends("轮", block, rounds) if len(blocks) > 1 else "", notes * (block is blocks[-1]),
              widths=_equal(block, rounds), across=across)
        for block in blocks
    ]  # fmt: skip
    sheet = Sheet(f"交叉表{group}", whole, "", notes, across=across)
    return [Part(sheet, printed=sheets, largest=_largest(whole, across), tall=_tall(whole))]


def _largest(whole: pd.DataFrame, across: bool) -> float:
    """The largest type; any (0) where all stand on a page."""
    return 0 if len(whole) <= ON_A_PAGE else LEAST_SIZE if across else MOST_SIZE


def _tall(whole: pd.DataFrame) -> float:
    """A height of rows that keeps a table on one page, where there is room for it."""
    return 6.0 if len(whole) <= ON_A_PAGE else 0.0


def _notes(competition: Settled, whole: pd.DataFrame) -> list[str]:
    """The legend, of the rarer marks those that stand in the table."""
    chinese = language.chosen() == language.CHINESE
    lines = {line.rstrip("0123456789") for name in rounds_of(whole) for cell in whole[name] for line in cell.split("\n")}
    marks = [(mark if chinese else latin, words) for mark, latin, words in MARKS]
    told = [words.format(mark) for mark, words in marks if mark in lines and words != f"{mark}记{{}}"]
    notes = list(CROSS_NOTES if chinese else LATIN_NOTES)
    notes[-1] = "；".join([notes[-1], *told])
    return notes + [CANCELLED_NOTE] * bool(competition.cancelled(competition.swiss_rounds_done))


def cross_table(competition: Settled, upto: int) -> pd.DataFrame:
    """One row a player by 编号: what he did in every round, two lines a cell; his points and place at the end."""
    final, people = FinalList(competition), People(competition)
    lines = long_form(competition, upto)
    scored = lines[lines["局"] == ""]
    cells = {(row.编号, row.轮次): _cell(row, _out(competition, row)) for row in scored.itertuples()}
    cells |= _knockout_cells(competition, upto)
    rounds = [r for r in range(1, upto + 1) if any(r in stage.rounds for stage in competition.regulation.stages)]
    short = final.short.set_index("编号")
    rows = [
        [number, people.name(player), people.team(player), *(cells.get((number, r), "") for r in rounds),
         text(short.at[number, "积分"]), short.at[number, "名次"]]
        for player, number in competition.numbers.items() if number in short.index
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["编号", "姓名", "单位", *map(str, rounds), "积分", "名次"])


def _out(competition: Settled, row: Any) -> str:
    """Why somebody is out of the event in a round in which he is 缺席: 退赛, 取消资格, 取消, 出局; "" where nothing says."""
    if row.结果 != Outcome.ABSENT:
        return ""
    player = competition.numbers.index[competition.numbers == row.编号][0]
    change = competition.taking_out(row.轮次, player)
    if change is not None and change.happening != Happening.ABSENT_ROUND:
        return str(change.happening)
    if player in competition.cancelled(competition.swiss_rounds_done):
        return "取消"
    return "出局" if player in competition.out_by_rule(row.轮次) else ""


def _cell(row: Any, out: str) -> str:
    """``红23`` over ``胜 12``; who sat out has the reason over his total (``out``: he plays no more)."""
    colour, outcome, total = _short(row.先后手), _short(out or row.结果), text(row.累计分)
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
    """The cross table cut between rounds: 编号 and 姓名 stand in each part, 单位 in the first, 积分 and 名次 in the last."""
    return cut(whole, rounds_of(whole), ["编号", "姓名"], ["单位"], ["积分", "名次"])


def rounds_of(whole: pd.DataFrame) -> list[str]:
    """The columns that are rounds."""
    return [name for name in whole.columns if name not in ONCE]


def cut(
    whole: pd.DataFrame, narrow: Sequence[str], every: Sequence[str], first: Sequence[str], last: Sequence[str]
) -> tuple[list[pd.DataFrame], bool]:
    """A wide table cut between its ``narrow`` columns, into as few and as equal parts as can be read, and whether across.

    ``every`` stands in each part, ``first`` and ``last`` in that one. An upright page where all columns stand on it, for it
    holds more rows; few rows stand across too where that leaves them one table.
    """
    if _legible(whole, narrow, WIDTH):
        return [whole], False
    blocks = [whole]
    for parts in range(1, len(narrow) + 1):
        each = -(-len(narrow) // parts)
        cuts = [narrow[start : start + each] for start in range(0, len(narrow), each)]
        blocks = [whole[[*every, *(first if own is cuts[0] else ()), *own, *(last if own is cuts[-1] else ())]] for own in cuts]
        if all(_legible(block, narrow, HEIGHT) for block in blocks):
            break
    return blocks, True


def _legible(block: pd.DataFrame, narrow: Sequence[str], paper: float) -> bool:
    """Whether the table fits across ``paper`` points in type of at least ``LEAST_SIZE``; only 姓名 and 单位 may wrap."""
    wishes = _equal(block, narrow)
    return _fits(block, wishes, {name: FEW for name in NAMES if name in block}, paper, MOST_SIZE) >= LEAST_SIZE


def name_widths(table: pd.DataFrame, most: Mapping[str, float]) -> dict[str, float]:
    """Characters for columns of names: as wide as their widest cell, or as ``most`` says, where longer ones wrap."""
    return {name: min(wide, _ems([name, *table[name]])) for name, wide in most.items() if name in table}


def largest_type(table: pd.DataFrame, widths: Mapping[str, float]) -> float:
    """The largest type of print at which only columns with a width of their own (in characters) wrap on an upright page."""
    return next((size for size in BODY if size >= LEAST_SIZE and _fits(table, widths, {}, WIDTH, size) == size), LEAST_SIZE)


def _fits(table: pd.DataFrame, wishes: Mapping[str, float], least: Mapping[str, float], paper: float, largest: float) -> float:
    """The size of type in which a table is set across ``paper`` points; 0 where a column gets less than it needs: its wish
    or its widest cell, in characters, and no more than ``least``."""
    names = [str(name) for name in table.columns]
    columns = [[text(value) for value in table[name]] for name in names]
    size, widths = fit_columns(names, columns, [wishes.get(name) for name in names], paper - 2 * SIDE, largest)
    ems = [min(wishes.get(name, _ems(cells)), least.get(name, 99.0)) for name, cells in zip(names, columns, strict=True)]
    return size if all(em * size + CELL_PADDING <= wide + 0.01 for em, wide in zip(ems, widths, strict=True)) else 0.0


def _equal(block: pd.DataFrame, narrow: Sequence[str]) -> Mapping[str, float]:
    """The same width in characters for every narrow column, for its widest cell; a round of a few is as wide as its own."""
    own = [name for name in block.columns if name in narrow]
    filled = {name: int((block[name] != "").sum()) for name in own}
    few = [name for name in own if filled[name] * SPARSE < max(filled.values())]
    same = max((_ems([name, *block[name]]) for name in own if name not in few), default=0.0)
    return {name: _ems([name, *block[name]]) if name in few else same for name in own}


def _ems(cells: Iterable[object]) -> float:
    return max((fonts.width(line, 1) for cell in cells for line in text(cell).split("\n")), default=0.0)


def _ends(what: str, block: pd.DataFrame, narrow: Sequence[str]) -> str:
    """``第1-5轮``, of a table by opponents ``对手1-12``: the first and the last narrow column of a part."""
    own = [name for name in block.columns if name in narrow]
    span = own[0] if len(own) == 1 else f"{own[0]}-{own[-1]}"
    return f"第{span}{what}" if what else f"对{own[0]}号至{own[-1]}号"
