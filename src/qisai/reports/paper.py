"""The paper of a round, in the arbiter's hand seconds after it is published: the wall lists and the result slips."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pandas as pd

from qisai.event import Event, seeds_for
from qisai.problems import InputProblems, Problem
from qisai.publish.paper import Page, write_tables
from qisai.publish.poster import MOST, Duel, Poster
from qisai.publish.slips import Slip, write_slips
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import tables
from qisai.reports.look import dress
from qisai.reports.rulings import adjusted_words
from qisai.reports.signup import numbers
from qisai.reports.state import Settled, clock, entry_stamp, latest_stamp, pairing_stamp, prefix, stamped, standings_stamp
from qisai.sheets import replace_file
from qisai.steps.knockout import moved_up
from qisai.tournament.ladder import round_name

FOLDER = "打印"
PRINTED = "已印.json"  # which publications have their paper, so that what a power cut kept back is made later
GAP = "　"
FEW = 8  # so few are found by table


def write_paper(event: Event, published: Sequence[Publication]) -> tuple[list[Path], list[Problem]]:
    """For each round in which something is new 第NN轮_对阵表.pdf (by table, by name), for each sheet
    第NN轮_成绩单.pdf; the paths in order, and what could not be written (open in a reader): the others are there.
    """
    dress(event)
    paths: list[Path] = []
    problems: list[Problem] = []
    made: set[tuple[str, int]] = set()
    for publication in published:
        jobs = [] if (publication.group, publication.round) in made else [partial(_lists, event, publication)]
        made.add((publication.group, publication.round))
        if any(line["black"] for line in publication.lines):
            jobs.append(partial(_slips, event, publication))
        before = len(problems)
        for job in jobs:
            try:
                paths.append(job())
            except InputProblems as found:
                problems += found.problems
        if len(problems) == before:
            _remember(event, publication)
    return paths, problems


def _printed(event: Event) -> dict[str, str]:
    """Round files whose paper is complete, each with the version that it shows."""
    try:
        found: dict[str, str] = json.loads((event.reports / FOLDER / PRINTED).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not there yet, or torn by a power cut: then the paper is made again
        return {}
    return found


def _version(publication: Publication) -> str:
    return f"{publication.time}，{publication.adjusted_time}"


def _remember(event: Event, publication: Publication) -> None:
    known = _printed(event) | {publication.file: _version(publication)}
    replace_file(event.reports / FOLDER / PRINTED, json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True).encode())


def _lists(event: Event, publication: Publication) -> Path:
    """By table and by name, everything that is published of the round."""
    both = [p for p in event.record.of_group(publication.group) if p.round == publication.round]
    done = [one for one in both if one.accepted is not None]
    stamp = GAP.join(latest_stamp(event, done) if done else pairing_stamp(event, both[-1]))
    pages = _pages(event, publication.group, both)
    return write_tables(_list_path(event, publication), pages, heading=event.name, stamp=stamp)


def _list_path(event: Event, publication: Publication) -> Path:
    return event.reports / FOLDER / f"{prefix(event, publication.group)}第{publication.round:02}轮_对阵表.pdf"


def _slip_path(event: Event, publication: Publication) -> Path:
    return event.reports / FOLDER / f"{Path(publication.file).stem}_成绩单.pdf"


def paper_is_there(event: Event, publication: Publication) -> bool:
    """Whether list and slips of a publication were made, as it stands after the last hand change."""
    made = _printed(event).get(publication.file) == _version(publication)
    needed = [_list_path(event, publication)]
    needed += [_slip_path(event, publication)] * any(line["black"] for line in publication.lines)
    return made and all(path.exists() for path in needed)


def take_paper_away(event: Event, publication: Publication) -> None:
    """Remove the paper of a publication that was taken back; what else is out of that round is made again."""
    for path in (_list_path(event, publication), _slip_path(event, publication)):
        path.unlink(missing_ok=True)
    rest = [p for p in event.record.of_group(publication.group) if p.round == publication.round]
    if rest:
        dress(event)
        _lists(event, rest[0])


def write_numbers(event: Event) -> Path:
    """编号名单.pdf for the wall, all groups, by number."""
    dress(event)
    pages = [
        Page(f"{group}{GAP * bool(group)}编号名单（{len(competition.numbers)} 人）", numbers(competition), columns=2)
        for group, competition in event.competitions.items()
    ]
    stamp = GAP.join(entry_stamp(event))
    return write_tables(event.reports / FOLDER / "编号名单.pdf", pages, heading=event.name, stamp=stamp)


def write_cut(event: Event, publication: Publication, until: str = "") -> Path:
    """The standings at the cut as they hang out for objection; ``until`` is the ISO time at which that ends."""
    dress(event)
    competition = Settled.of(event.competitions[publication.group])
    knockout = competition.regulation.knockout
    assert knockout is not None
    table = tables.without_blank(tables.standings(competition, publication.round), "单位")
    people = tables.People(competition)
    through = seeds_for(competition, knockout)
    notes = [f"进入{knockout.name}的 {len(through)} 人：{'、'.join(people.name(player) for player in through)}"]
    notes += moved_up(event, competition, through)
    if until:
        notes.append(f"公示到 {clock(until)}。有异议请在此之前向裁判长提出，期满不再更改出线名单。")
    name = f"{prefix(event, publication.group)}第{publication.round:02}轮_名次公示.pdf"
    title = f"{publication.group}{GAP * bool(publication.group)}第 {publication.round} 轮后名次（出线公示）"
    page = Page(title, table, notes)
    stamp = GAP.join(standings_stamp(event, publication))
    return write_tables(event.reports / FOLDER / name, [page], heading=event.name, stamp=stamp)


def _pages(event: Event, group: str, publications: Sequence[Publication]) -> list[Page]:
    competition = Settled.of(event.competitions[group])
    pages = []
    for publication in publications:
        stage = competition.regulation.stage(publication.stage)
        knockout = stage.system == KNOCKOUT
        called = (round_name(stage, publication.round) if knockout else "") or stage.name
        own = "" if stage.whole_field else f"（{called}）"
        title = f"{group}{GAP * bool(group)}第 {publication.round} 轮{own}对阵"
        if knockout:
            pages.append(_ties(title, tables.ties(competition, publication)))
            continue
        frame = tables.pairing(competition, publication, competition)
        away = tables.off_board(competition, publication)
        notes = [f"{row.情况}：{row.编号} 号 {row.姓名}" for row in away.itertuples()]
        notes += [tables.BEFORE_NOTE] * ("红分" in frame)
        notes += tables.not_coming(competition, publication)
        if publication.adjusted:
            notes.append(f"裁判调整：{adjusted_words(competition, publication)}")
        pages.append(Page(title, frame, notes))
    by_name = tables.by_name(competition, publications).drop(columns=["对手", "对手号"])
    if len(by_name) <= FEW:
        return pages
    by_name = tables.without_blank(by_name, "单位")
    pages.append(Page(f"{group}{GAP * bool(group)}第 {publications[-1].round} 轮　按姓名找台号", by_name, columns=2))
    return pages


def _ties(title: str, frame: pd.DataFrame) -> Page:
    """A knockout round: a table, or a poster of the last ties."""
    if len(frame) > MOST:
        return Page(title, frame)
    duels = [Duel(row.台号, (str(row.甲号), row.甲方), (str(row.乙号), row.乙方), row.各局, row.胜者)
             for row in frame.itertuples()]  # fmt: skip
    return Poster(title, duels=duels)


def _slips(event: Event, publication: Publication) -> Path:
    competition = event.competitions[publication.group]
    regulation = competition.regulation
    stage, people, teams = regulation.stage(publication.stage), tables.People(competition), competition.teams

    def side(player: str) -> tuple[str, str, str]:
        return str(people.number(player)), people.name(player), teams.get(player, "")

    slips, told = [], set()
    for line in publication.lines:
        if not line["black"] or line["board"] in told:
            continue
        told.add(line["board"])
        games = tuple(row["game"] for row in publication.lines if row["board"] == line["board"] and row["game"])
        recorded = line["board"] <= regulation["recorded_boards"]
        reds = {game: publication.lots.get(f"{line['match']} {game}") for game in games}
        drawn = "，".join(f"{game}{' ' * game[-1].isdigit()}{people.number(red)}号先手" for game, red in reds.items() if red)
        notes = [f"抽签：{drawn}"] * bool(drawn) + ["胜方录谱"] * recorded
        slips.append(Slip(line["board"], side(line["red"]), side(line["black"]), games, "；".join(notes)))
    label = f"{publication.group}第 {publication.round} 轮" + ("" if stage.whole_field else f"（{stage.name}）")
    heading = GAP.join(stamped(event, event.name)[::-1])
    return write_slips(_slip_path(event, publication), slips, heading=heading, round_label=label, clock=stage.clock)
