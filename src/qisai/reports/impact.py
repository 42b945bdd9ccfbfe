"""更正影响: what a correction moved, which prizes change hands, which later pairings would have been others.

Published pairings stay as they were played; the comparison only says so aloud, before somebody in the hall does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from qisai.event import Competition, Event
from qisai.pairing.field import NoLegalPairing
from qisai.pairing.swiss import pair_round
from qisai.publish.paper import Page, write_tables
from qisai.record import Line, Publication, Record, replay
from qisai.regulation.model import SWISS
from qisai.reports.places import DASH
from qisai.reports.state import Settled, correction_stamp
from qisai.reports.tables import People, same_end, seats, standings
from qisai.reports.team import TeamList
from qisai.reports.words import correction_lines, net_moves, said
from qisai.sheets import replace_file
from qisai.steps import hall, pairing_rules
from qisai.vocabulary import ELSEWHERE

FOLDER = "更正"
KEPT = "已公布的对阵不变，名次按更正后的成绩计算。"
SIGNED = "裁判长：　　　　　　"
NOTICE = ["事项", "内容"]
TEAM = "队："  # before the name of a team where the others are ids of players


@dataclass(frozen=True)
class Repaired:
    """A later round: how many of its tables would have had another pair; None where no pairing would have been legal."""

    publication: Publication
    tables: int
    other: int | None


def prize_moves(event: Event, done: Sequence[dict[str, Any]]) -> list[tuple[str, int, str, str]]:
    """Prize, place, who would have had it before corrections of one 组别 made together and who has it now (ids, "" for
    nobody)."""
    places = [_position(event, data) for data in done]
    spans = event.journal.entries[: min(places)], event.journal.entries[: max(places) + 1]
    before, after = (_awarded(event, entries, done[0]["group"]) for entries in spans)
    keys = list(before | after)
    return [(*key, before.get(key, ""), after.get(key, "")) for key in keys if before.get(key) != after.get(key)]


def prize_lines(event: Event, done: Sequence[dict[str, Any]]) -> list[str]:
    """``名次奖第16名：42号柏天康 → 50号章立强`` for each prize that corrections made together move."""
    people = People(event.competitions[done[0]["group"]])

    def who(player: str) -> str:
        return player.removeprefix(TEAM) if player.startswith(TEAM) else people.who(player) if player else "无人"

    return [f"{prize}第{place}名：{who(was)} → {who(now)}" for prize, place, was, now in prize_moves(event, done)]


def closed_before(event: Event, done: Sequence[dict[str, Any]]) -> bool:
    """Whether the final list of the 组别 was out when the first of these corrections was made: only then are there prizes
    that the public knows of."""
    entries = event.journal.entries[: min(_position(event, data) for data in done)]
    return any(entry.kind == "close" and entry.data["group"] == done[0]["group"] for entry in entries)


def _position(event: Event, data: dict[str, Any]) -> int:
    entries = event.journal.entries
    return max(i for i, entry in enumerate(entries) if entry.kind == "correct" and entry.data == data)


def _awarded(event: Event, entries: Sequence[Any], group: str) -> dict[tuple[str, int], str]:
    finals = [(competition, competition.final()) for competition in event.at(replay(entries)).values()]
    competition = next(own for own, _ in finals if own.group == group)
    given = competition.awards().given
    teams = TeamList.of(finals).awards.given
    return {(row.prize, int(row.place)): row.player for row in given.itertuples()} | {
        (row.prize, int(row.place)): f"{TEAM}{row.team}" for row in teams.itertuples()
    }


def later_pairings(event: Event, done: Sequence[dict[str, Any]]) -> list[Repaired]:
    """Every later Swiss round paired anew, as known when it was published but with the corrected results; a knockout and
    the table of a round robin do not look at results."""
    found, group = [], done[0]["group"]
    for position, entry in enumerate(event.journal.entries[: min(_position(event, data) for data in done)]):
        if entry.kind != "publish" or entry.data["group"] != group:
            continue
        earlier = [data for data in done if data["round"] < entry.data["round"]]
        publication = event.record.find(group, entry.data["stage"], entry.data["round"])
        stage = event.regulations[group].stage(entry.data["stage"])
        if not earlier or publication is None or publication.time != entry.time or stage.system != SWISS or publication.adjusted:
            continue
        if ELSEWHERE in publication.relaxed:
            continue
        record = replay(event.journal.entries[:position])
        for data in earlier:
            _correct(record, data)
        found.append(Repaired(publication, len(publication.lines), _others(event.at(record)[group], publication)))
    return found


def _correct(record: Record, data: dict[str, Any]) -> None:
    """The record with one line of an accepted round replaced."""
    publication = record.find(data["group"], data["stage"], data["round"])
    if publication is not None and publication.accepted is not None and data["after"]:
        own = data["board"], data["game"]
        publication.accepted = [
            data["after"] if (line["board"], line["game"]) == own else line for line in publication.accepted
        ]


def _others(competition: Competition, publication: Publication) -> int | None:
    """Tables of a published round that would have another pair on this state of the record."""
    stage = competition.regulation.stage(publication.stage)
    here = hall(competition, stage, publication.round, publication.seeds)
    rules = pairing_rules(competition, stage, publication.round, frozenset(publication.relaxed))
    try:
        made = pair_round(here.field, publication.round, rules, tables=competition.tables(stage, publication.round))
    except NoLegalPairing:
        return None
    pairs = {frozenset((board.red, board.black)) for board in made.boards}
    return sum(frozenset((line["red"], line["black"])) not in pairs for line in publication.lines)


def impact_lines(event: Event, done: Sequence[dict[str, Any]]) -> list[str]:
    """Prizes and later pairings in words, for the console, of corrections of one 组别 made together."""
    lines = [f"  {line}" for line in prize_lines(event, done)]
    lines = ["  按现在的名次，奖项有变动：", *lines] if lines else ["  按现在的名次，奖项没有变动。"]
    for later in later_pairings(event, done):
        number = later.publication.round
        if later.other is None:
            lines.append(f"  第 {number} 轮若按更正后的成绩将没有合乎规则的对阵；已公布的对阵不变")
        elif later.other:
            lines.append(f"  第 {number} 轮若按更正后的成绩编排，{later.tables} 台中有 {later.other} 台不同；已公布的对阵不变")
        else:
            lines.append(f"  第 {number} 轮的对阵不受影响")
    return lines


def write_notice(event: Event, done: Sequence[dict[str, Any]]) -> Path:
    """更正公告 as a PDF for the wall and as a text to send beside it; the path of the PDF."""
    entries = [event.journal.entries[_position(event, data)] for data in done]
    pages, words = [], []
    for group in dict.fromkeys(data["group"] for data in done):
        competition = event.competitions[group]
        own = [entry for entry in entries if entry.data["group"] == group]
        given = [entry.data for entry in own]
        head = f"{group}{'　' * bool(group)}"
        prizes = prize_lines(event, given) if closed_before(event, given) else []
        table = pd.DataFrame([*_rows(competition, given), *(["奖项变动", line] for line in prizes)], columns=NOTICE)
        pages.append(Page(f"{head}成绩更正公告", table, [KEPT, SIGNED], widths={"内容": 60}))
        after = competition.swiss_rounds_done
        if after:
            pages.append(_standings_now(competition, head, after))
        words += [*correction_lines(event, *given), *(f"奖项变动：{line}" for line in prizes)]
    name = f"更正公告_{entries[-1].line:04}"
    stamp = "　".join(correction_stamp(event, entries[-1].time))
    path = write_tables(event.reports / FOLDER / f"{name}.pdf", pages, heading=event.name, stamp=stamp)
    text = "\n".join([f"【成绩更正公告】{event.name}", *words, KEPT, SIGNED]) + "\n"
    replace_file(path.with_suffix(".txt"), text.replace("\n", "\r\n").encode("utf-8-sig"))
    return path


def _rows(competition: Competition, done: Sequence[dict[str, Any]]) -> list[list[str]]:
    """事项 and 内容: each correction, then everybody whom they moved, with the places before the first and after the last."""
    people, moves, rows = People(competition), net_moves(done), []
    for data in done:
        line = data["after"] or data["before"]
        pair = f"{people.who(line['red'])} — {people.who(line['black'])}"
        was, now = (_result(data[key], people, competition.regulation.show) for key in ("before", "after"))
        where = f"第{data['round']}轮第{data['board']}台{data['game']}"
        verb = "更正为" if same_end(data["before"], data["after"]) else "改判"
        rows.append([where, f"{pair}：原记{was}，{verb}{now}，理由：{data['reason']}"])
    named = "、".join(f"{people.number(player)}号{people.name(player)} {was}→{now}" for player, was, now in moves)
    rows.append(["名次变动", f"{len(moves)}人：{named}" if moves else "名次没有变动"])
    return rows


def _result(line: Line | None, people: People, show: Callable[[int], str]) -> str:
    """``黑胜``; with who had red where that was not as paired: ``黑胜（李四执红）``."""
    if line is None:
        return "无"
    words = said({**line, "swapped": False}, show)
    return f"{words}（{people.name(seats(line)[0])}执红）" if line["swapped"] or line["game"] else words


def _standings_now(competition: Competition, head: str, after: int) -> Page:
    """The corrected list to hang beside the notice; once the bracket is out without those who play in it."""
    table, people, seeds = standings(Settled.of(competition), after), People(competition), competition.seeds
    if not seeds:
        return Page(f"{head}更正后第 {after} 轮后名次", table)
    table = table[~table["编号"].isin([people.number(player) for player in seeds])].reset_index(drop=True)
    table["名次"] = [DASH if place == DASH else number for number, place in enumerate(table["名次"], len(seeds) + 1)]
    note = f"前 {len(seeds)} 名的决赛编号已公布，不再改变"
    return Page(f"{head}更正后第 {after} 轮后名次（第 {len(seeds) + 1} 名起）", table, [note])
