"""What the arbiters decided and what changed on the way, for the results book: corrections, rulings, who left or came."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.record import Publication
from qisai.reports import closing, tables
from qisai.reports.closing import FinalList
from qisai.reports.programme import Part
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.vocabulary import Happening, Outcome

RULINGS = ["轮次", "事项", "内容", "理由"]
BOOKED = (Happening.WITHDRAWN, Happening.RETURN, Happening.DISQUALIFIED, Happening.LATE_ENTRY)


def rulings(event: Event, finals: Sequence[FinalList]) -> list[Part]:
    """Corrections, and what else the arbiters decided."""
    found = []
    for final in finals:
        own, title = final.competition, final.competition.group
        changes = closing.corrections(own, event.record.corrections)
        if len(changes):
            found.append(Part(Sheet(f"更正{own.group}", changes, f"{title}{'　' * bool(title)}成绩更正")))
        if rows := [*_changed(own), *_ruled(own)]:
            table = pd.DataFrame(rows, columns=RULINGS).sort_values("轮次", kind="stable", ignore_index=True)
            table = table.drop(columns="理由") if (table["理由"] == "").all() else table
            found.append(Part(Sheet(f"裁定{own.group}", table, f"{title}{'　' * bool(title)}裁定与变动")))
    return found


def _changed(competition: Settled) -> Iterable[list[object]]:
    """Who left, came back, came late or was put out, as 变动 has it."""
    people = People(competition)
    told = {(p.round, player) for p in competition.publications for own in patched(competition, p).values() for player in own}
    for row in competition.changes.itertuples():
        if row.happening == Happening.LATE_ENTRY and (row.round, row.player) in told:
            continue
        if row.happening in BOOKED and row.player in competition.numbers.index:
            why = row.reason if row.happening == Happening.DISQUALIFIED else ""
            yield [row.round, str(row.happening), people.who(row.player), why]


def patched(competition: Competition, publication: Publication) -> dict[int, list[str]]:
    """Tables that were added to a published pairing for late entries, each with who came late to it."""
    late = [player for player, number in competition.record.entered.items() if number == publication.round]
    added = [words for words in publication.adjusted if re.match(r"第 \d+ 台：（空）", words)]
    boards = {int(found[0]) for words in added if (found := re.findall(r"\d+", words))}
    pairs = {line["board"]: [p for p in (line["red"], line["black"]) if p in late] for line in publication.lines}
    return {board: own for board, own in pairs.items() if board in boards and own}


def adjusted_words(competition: Competition, publication: Publication) -> str:
    """What was changed in a published pairing, as it is told afterwards; late entries first."""
    people, found, told = People(competition), [], patched(competition, publication)
    for line in publication.lines:
        if late := told.get(line["board"]):
            other = [player for player in (line["red"], line["black"]) if player not in late]
            who = "和".join(map(people.who, late))
            found.append(f"{who}迟到加入，{f'与{people.who(other[0])}' if other else ''}在第{line['board']}台补编")
    done = (*(f"第 {board} 台：" for board in told), *["轮空："] * bool(told))
    return "；".join([*found, *(_plainly(words) for words in publication.adjusted if not words.startswith(done))])


def _plainly(words: str) -> str:
    """A change of a pairing in the words of the record, as people say it.

    >>> _plainly("第 3 台：1 号 甲（红）对 2 号 乙（黑） 改为 1 号 甲（红）对 4 号 丁（黑）")
    '第3台由1号甲对2号乙，改为1号甲（红）对4号丁（黑）'
    """
    words = re.sub(r"(?<=对) (?=\d)", "", re.sub(r"(\d+) 号 ", r"\1号", re.sub(r"第 (\d+) 台", r"第\1台", words)))
    if found := re.fullmatch(r"(第\d+台)：（空） 改为 (.+)", words):
        return f"{found[1]}新编{found[2]}"
    if found := re.fullmatch(r"(第\d+台)：(.+) 改为 （空）", words):
        return f"{found[1]}{found[2]}取消"
    if found := re.fullmatch(r"(第\d+台)：(.+) 改为 (.+?)(（先后手对调）)?", words):
        was = found[2].replace("（红）", "").replace("（黑）", "")
        return f"{found[1]}{'先后手对调，' if found[4] else f'由{was}，'}改为{found[3]}"
    if found := re.fullmatch(r"轮空：(.+) 改为 (.+)", words):
        return f"{found[1]}不再轮空" if found[2] == "无人" else f"改由{found[2]}轮空"
    return words


def _ruled(competition: Settled) -> Iterable[list[object]]:
    """Boards that were ruled, pairings changed by hand, rules relaxed."""
    people = People(competition)
    for publication in competition.publications:
        if publication.adjusted:
            yield [publication.round, "裁判调整对阵", adjusted_words(competition, publication),
                   "；".join(dict.fromkeys(filter(None, publication.adjust_reasons)))]  # fmt: skip
        if publication.relaxed:
            yield [publication.round, "裁判长同意放宽", "、".join(publication.relaxed), ""]
        for line in publication.accepted or ():
            if line["outcome"] in (Outcome.RULED, Outcome.UNSIGNED, Outcome.DOUBLE_LOSS):
                pair = "—".join(people.who(player) for player in tables.seats(line))
                words = tables.outcome_words(line, competition.regulation)
                yield [publication.round, "裁定", f"第{line['board']}台{line['game']} {pair}：{words}", ""]
