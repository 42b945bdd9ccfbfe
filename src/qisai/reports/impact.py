"""更正影响: what a correction moved, which prizes change hands, which later pairings would have been others.

Published pairings stay as they were played; the comparison only says so aloud, before somebody in the hall does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from qisai.event import Competition, Event
from qisai.pairing.field import NoLegalPairing
from qisai.pairing.swiss import pair_round
from qisai.publish.paper import Page, write_tables
from qisai.record import Publication, Record, replay
from qisai.regulation.model import SWISS
from qisai.reports.closing import corrections
from qisai.reports.state import Settled, clock, stamped
from qisai.reports.tables import People, standings
from qisai.reports.team import TeamList
from qisai.reports.words import correction_lines
from qisai.sheets import replace_file
from qisai.steps import hall, pairing_rules
from qisai.vocabulary import ELSEWHERE

FOLDER = "更正"
KEPT = "已公布的对阵不变，名次按更正后的成绩计算。"
TEAM = "队："  # before the name of a team where the others are ids of players


@dataclass(frozen=True)
class Repaired:
    """A later round: how many of its tables would have had another pair; None where no pairing would have been legal."""

    publication: Publication
    tables: int
    other: int | None


def prize_moves(event: Event, data: dict[str, Any]) -> list[tuple[str, int, str, str]]:
    """Prize, place, who would have had it before the correction and who has it now (ids, "" for nobody)."""
    position = _position(event, data)
    before, after = (_awarded(event, event.journal.entries[:end], data["group"]) for end in (position, position + 1))
    keys = sorted(before.keys() | after.keys(), key=lambda key: (list(before | after).index(key)))
    return [(*key, before.get(key, ""), after.get(key, "")) for key in keys if before.get(key) != after.get(key)]


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


def later_pairings(event: Event, data: dict[str, Any]) -> list[Repaired]:
    """Every later Swiss round paired anew, as known when it was published but with the corrected result; a knockout and
    the table of a round robin do not look at results."""
    found = []
    for position, entry in enumerate(event.journal.entries[: _position(event, data)]):
        if entry.kind != "publish" or entry.data["group"] != data["group"] or entry.data["round"] <= data["round"]:
            continue
        publication = event.record.find(entry.data["group"], entry.data["stage"], entry.data["round"])
        stage = event.regulations[data["group"]].stage(entry.data["stage"])
        if publication is None or publication.time != entry.time or stage.system != SWISS or publication.adjusted:
            continue
        if ELSEWHERE in publication.relaxed:
            continue
        record = replay(event.journal.entries[:position])
        _correct(record, data)
        found.append(Repaired(publication, len(publication.lines), _others(event.at(record)[data["group"]], publication)))
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


def impact_lines(event: Event, data: dict[str, Any]) -> list[str]:
    """Prizes and later pairings in words, for the console and the notice."""
    people = People(event.competitions[data["group"]])

    def who(player: str) -> str:
        return player.removeprefix(TEAM) if player.startswith(TEAM) else people.who(player) if player else "无人"

    lines = [f"  {prize}第 {place} 名：{who(was)} → {who(now)}" for prize, place, was, now in prize_moves(event, data)]
    lines = ["  按现在的名次，奖项有变动：", *lines] if lines else ["  按现在的名次，奖项没有变动。"]
    for later in later_pairings(event, data):
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
        head = f"{group}{'　' * bool(group)}"
        pages.append(Page(f"{head}成绩更正公告", corrections(competition, own), [KEPT], across=True))
        if moves := _moves(competition, own):
            frame = pd.DataFrame(moves, columns=["编号", "姓名", "单位", "原名次", "现名次"])
            pages.append(Page(f"{head}名次变动", frame, columns=2))
        after = competition.swiss_rounds_done
        if after:
            pages.append(_standings_now(competition, head, after))
        words += [line for entry in own for line in correction_lines(event, entry.data)]
    name = f"更正公告_{entries[-1].line:04}"
    stamp = "　".join(stamped(event, f"{clock(entries[-1].time)} 更正"))
    path = write_tables(event.reports / FOLDER / f"{name}.pdf", pages, heading=event.name, stamp=stamp)
    text = "\n".join([f"【成绩更正公告】{event.name}", *words, KEPT, "裁判长：　　　　　　"]) + "\n"
    replace_file(path.with_suffix(".txt"), text.replace("\n", "\r\n").encode("utf-8-sig"))
    return path


def _standings_now(competition: Competition, head: str, after: int) -> Page:
    """The corrected list to hang beside the notice; once the bracket is out without those who play in it."""
    table, people, seeds = standings(Settled.of(competition), after), People(competition), competition.seeds
    if not seeds:
        return Page(f"{head}更正后第 {after} 轮后名次", table)
    table = table[~table["编号"].isin([people.number(player) for player in seeds])].reset_index(drop=True)
    table["名次"] = range(len(seeds) + 1, len(seeds) + 1 + len(table))
    note = f"前 {len(seeds)} 名的决赛编号已公布，不再改变"
    return Page(f"{head}更正后第 {after} 轮后名次（第 {len(seeds) + 1} 名起）", table, [note])


def _moves(competition: Competition, entries: Sequence[Any]) -> list[list[object]]:
    """Everybody whom the corrections moved, with the place before the first and after the last of them."""
    people = People(competition)
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for entry in entries:
        for player, was, now in entry.data["moves"]:
            first.setdefault(player, was)
            last[player] = now
    moved = sorted((now, player) for player, now in last.items() if first[player] != now)
    return [[people.number(p), people.name(p), people.team(p), first[p], now] for now, p in moved]
