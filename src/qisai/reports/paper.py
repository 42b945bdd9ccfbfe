"""The paper of a round, in the arbiter's hand seconds after it is published: the wall lists and the result slips."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qisai.event import Event
from qisai.publish.paper import Page, write_tables
from qisai.publish.slips import Slip, write_slips
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import tables
from qisai.reports.state import Settled, clock, pairing_stamp, prefix, stamped, standings_stamp

FOLDER = "打印"
GAP = "　"


def write_paper(event: Event, published: Sequence[Publication]) -> list[Path]:
    """For each 组别: 第NN轮_对阵表.pdf (by table, by name) and for each sheet 第NN轮_成绩单.pdf; the paths in order."""
    paths = []
    for group in dict.fromkeys(publication.group for publication in published):
        new = [p for p in published if p.group == group]
        round_no = max(p.round for p in new)
        both = [p for p in event.record.of_group(group) if p.round == round_no]
        stem = f"{prefix(event, group)}第{round_no:02}轮"
        stamp = GAP.join(pairing_stamp(event, both[-1]))
        pages = _pages(event, group, both)
        paths.append(write_tables(event.reports / FOLDER / f"{stem}_对阵表.pdf", pages, heading=event.name, stamp=stamp))
        paths += [_slips(event, publication) for publication in new]
    return paths


def write_cut(event: Event, publication: Publication, until: str = "") -> Path:
    """The standings at the cut as they hang out for objection; ``until`` is the ISO time at which that ends."""
    competition = Settled.of(event.competitions[publication.group])
    knockout = competition.regulation.knockout
    assert knockout is not None
    table = tables.standings(competition, publication.round)
    through = knockout.qualifiers
    notes = [f"前 {through} 名进入{knockout.name}：{'、'.join(table['姓名'].head(through))}"]
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
        own = "" if stage.whole_field else f"（{stage.name}）"
        title = f"{group}{GAP * bool(group)}第 {publication.round} 轮{own}对阵"
        if stage.system == KNOCKOUT:
            pages.append(Page(title, tables.ties(competition, publication)))
            continue
        frame = tables.pairing(competition, publication, competition)
        away = tables.off_board(competition, publication)
        notes = [f"{row.情况}：{row.编号} 号 {row.姓名}" for row in away.itertuples()]
        notes += [f"裁判调整：{words}" for words in publication.adjusted]
        pages.append(Page(title, frame, notes))
    by_name = tables.by_name(competition, publications).drop(columns=["单位", "对手号"])
    pages.append(Page(f"{group}{GAP * bool(group)}第 {publications[-1].round} 轮　按姓名找台号", by_name, columns=2))
    return pages


def _slips(event: Event, publication: Publication) -> Path:
    competition = event.competitions[publication.group]
    regulation = competition.regulation
    stage, people = regulation.stage(publication.stage), tables.People(competition)

    def side(player: str) -> tuple[str, str, str]:
        return str(people.number(player)), people.name(player), people.team(player)

    slips, told = [], set()
    for line in publication.lines:
        if not line["black"] or line["board"] in told:
            continue
        told.add(line["board"])
        games = tuple(row["game"] for row in publication.lines if row["board"] == line["board"] and row["game"])
        recorded = line["board"] <= regulation["recorded_boards"]
        reds = {game: publication.lots.get(f"{line['match']} {game}") for game in games}
        drawn = "，".join(f"{game} {people.number(red)} 号先手" for game, red in reds.items() if red)
        notes = [f"抽签：{drawn}"] * bool(drawn) + ["胜方录谱"] * recorded
        slips.append(Slip(line["board"], side(line["red"]), side(line["black"]), games, "；".join(notes)))
    stem = f"{Path(publication.file).stem}_成绩单.pdf"
    label = f"{publication.group}第 {publication.round} 轮" + ("" if stage.whole_field else f"（{stage.name}）")
    heading = GAP.join(stamped(event, event.name)[::-1])
    return write_slips(event.reports / FOLDER / stem, slips, heading=heading, round_label=label, clock=stage.clock)
