"""What the arbiters decided and what changed on the way, for the results book: corrections, rulings, who left or came."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import closing, tables
from qisai.reports.closing import FinalList
from qisai.reports.parts import Part
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.vocabulary import Happening, Outcome

RULINGS = ["轮次", "事项", "内容", "理由"]
#: What of 变动 is told, and in which word.
BOOKED = {
    Happening.WITHDRAWN: "退赛", Happening.RETURN: "复赛", Happening.DISQUALIFIED: "取消资格",
    Happening.LATE_ENTRY: "迟到加入", Happening.ABSENT_ROUND: "请假",
}  # fmt: skip
#: How what was not decided by play alone is called, by result.
RULED = {
    Outcome.RULED: "裁定", Outcome.UNSIGNED: "裁定", Outcome.DOUBLE_LOSS: "裁定", Outcome.DOUBLE_FORFEIT: "双弃",
    Outcome.RED_FORFEIT: "弃权", Outcome.BLACK_FORFEIT: "弃权",
}  # fmt: skip
FOULED = "犯规判负"
WIDTHS = {"轮次": 2.5, "台号": 2.5, "原结果": 12.0, "改为": 10.0, "理由": 8.5, "时间": 5.5, "名次变动": 17.5}


def rulings(event: Event, finals: Sequence[FinalList]) -> list[Part]:
    """Corrections, and what else the arbiters decided."""
    found = []
    for final in finals:
        own, title = final.competition, final.competition.group
        changes = closing.corrections(own, event.record.corrections)
        if len(changes):
            sheet = Sheet(f"更正{own.group}", changes, f"{title}{'　' * bool(title)}成绩更正")
            found.append(Part(sheet, printed=[replace(sheet, widths=WIDTHS)]))
        if rows := [*_changed(own), *_ruled(own), *_left_out(final)]:
            table = pd.DataFrame(rows, columns=RULINGS).sort_values("轮次", kind="stable", ignore_index=True)
            table = table.drop(columns="理由") if (table["理由"] == "").all() else table
            sheet = Sheet(f"裁定{own.group}", table, f"{title}{'　' * bool(title)}裁定与变动")
            found.append(Part(sheet, printed=[replace(sheet, widths={"轮次": 2.5, "事项": 7.0, "内容": 26.0, "理由": 12.0})]))
    return found


def _changed(competition: Settled) -> Iterable[list[object]]:
    """Who left, came back, came late, was put out or excused, as 变动 has it, with the reason typed there."""
    people = People(competition)
    told = {(p.round, player) for p in competition.publications for own in patched(competition, p).values() for player in own}
    for row in competition.changes.itertuples():
        if row.happening == Happening.LATE_ENTRY and (row.round, row.player) in told:
            continue
        if row.happening in BOOKED and row.player in competition.numbers.index:
            yield [row.round, BOOKED[row.happening], people.who(row.player), row.reason]


def _left_out(final: FinalList) -> Iterable[list[object]]:
    """Who is not paired any more by a rule, and everybody who stands behind a dash in the list, with the reason."""
    own, people = final.competition, People(final.competition)
    after = own.swiss_rounds_done
    for number, player, rule in _out_by_rule(own):
        yield [number, "不再编排", f"{people.who(player)}：{rule}", ""]
    lost = tables.missed_rounds(own)
    for player, why in zip(final.unranked, final.left_why, strict=True):
        left = own.withdrawal(after, player)
        if player in own.cancelled(after):
            yield [left.round, "成绩取消", f"{people.who(player)}：下的不到应下局数的一半", ""]
        elif player in lost and why == closing.MISSED:
            rounds = "、".join(map(str, lost[player]))
            yield [max(lost[player]), "不列名次", f"{people.who(player)}：缺第{rounds}轮", ""]
        elif player not in own.disqualified:
            yield [1, "不列名次", f"{people.who(player)}：{why}", ""]


def _out_by_rule(competition: Settled) -> Iterable[tuple[int, str, str]]:
    """Whom a rule alone keeps out of the pairing, and from which round on: no round after the last one, nobody who has left
    or was put out."""
    last = max((stage.last for stage in competition.regulation.stages if stage.system != KNOCKOUT), default=0)
    before: set[str] = set()
    for number in range(1, min(competition.swiss_rounds_done + 1, last) + 1):
        out = {p: rule for p, rule in competition.out_by_rule(number).items() if not competition.taking_out(number, p)}
        yield from ((number, player, rule) for player, rule in out.items() if player not in before)
        before = set(out)


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
            if what := _kind(competition, publication.round, line):
                pair = "—".join(people.who(player) for player in tables.seats(line))
                words = tables.outcome_words(line, competition.regulation)
                yield [publication.round, what, f"第{line['board']}台{line['game']} {pair}：{words}", line["note"]]


def _kind(competition: Settled, round_no: int, line: Line) -> str:
    """弃权, 双弃, 裁定, 犯规判负; "" for a game decided by play, and for one that who has left (or had leave) did not come to."""
    outcome, limit = Outcome(line["outcome"]), competition.regulation["fouls_lose"]
    missing = {
        Outcome.RED_FORFEIT: tables.seats(line)[:1], Outcome.BLACK_FORFEIT: tables.seats(line)[1:],
        Outcome.DOUBLE_FORFEIT: tables.seats(line),
    }.get(outcome, ())  # fmt: skip
    if missing and all(competition.taking_out(round_no, player) for player in missing):
        return ""
    lost = {Outcome.BLACK_WIN: "red_fouls", Outcome.RED_WIN: "black_fouls"}
    return RULED.get(outcome, FOULED if limit and outcome in lost and line[lost[outcome]] >= limit else "")
