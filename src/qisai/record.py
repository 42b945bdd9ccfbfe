"""What the journal adds up to: numbers, publications with their accepted results, corrections, the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from qisai.journal import Entry
from qisai.tournament.lots import BY_LOT

Line = dict[str, Any]


@dataclass
class Publication:
    """One published round of one stage. ``accepted`` are its lines as last accepted or corrected, or None;
    ``adjusted`` says in words what the arbiter changed by hand before play."""

    group: str
    stage: str
    round: int
    file: str
    lines: list[Line]
    bye: str | None
    absent: list[list[str]]
    criteria: list[list[Any]]
    why: dict[str, list[str]]
    bye_why: list[str]
    relaxed: list[str]
    seeds: list[str]
    rules: dict[str, str]
    time: str
    names: dict[str, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    lots: dict[str, str] = field(default_factory=dict)
    wishes: list[list[str]] | None = None
    prices: dict[str, Any] = field(default_factory=dict)
    floats: dict[str, int] | None = None
    adjusted: list[str] = field(default_factory=list)
    adjust_reasons: list[str] = field(default_factory=list)
    adjusted_time: str = ""
    accepted: list[Line] | None = None
    accepted_time: str = ""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.group, self.stage, self.round


@dataclass
class Record:
    """The replayed journal. ``numbers``: 编号 by player; ``names`` as drawn; ``entered``: first round of late entries;
    ``sign_ups``: what the columns of a sheet of sign-ups hold (letter: field), by the signature of its headings."""

    seed: str = ""
    numbering: str = BY_LOT
    draw_time: str = ""
    team_count: int | None = None
    team_members: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    entered: dict[str, int] = field(default_factory=dict)
    publications: list[Publication] = field(default_factory=list)
    corrections: list[Entry] = field(default_factory=list)
    closed: dict[str, Entry] = field(default_factory=dict)
    sign_ups: dict[str, dict[str, str]] = field(default_factory=dict)

    def of_group(self, group: str) -> list[Publication]:
        return [publication for publication in self.publications if publication.group == group]

    def never_paired(self) -> list[str]:
        """Late entries in no publication: the round that brought them was taken back, and their numbers with it."""
        named = set().union(*(seated(publication) for publication in self.publications))
        return [player for player in self.entered if player not in named]

    def find(self, group: str, stage: str, round_no: int) -> Publication | None:
        return next((p for p in self.publications if p.key == (group, stage, round_no)), None)


def seated(publication: Publication) -> set[str]:
    """Everybody whom a publication names: at a table, with the bye, or away."""
    at_tables = {line[side] for line in publication.lines for side in ("red", "black")}
    return at_tables | {player for player, _ in publication.absent} | {publication.bye or ""}


def replay(entries: Iterable[Entry]) -> Record:
    """Add up journal entries, all or the first few: the state after the last of them."""
    record = Record()
    for entry in entries:
        data = entry.data
        match entry.kind:
            case "draw":
                record.seed, record.draw_time, record.team_count = data["seed"], entry.time, data.get("team_count")
                record.numbering = data.get("numbering", BY_LOT)
                record.team_members = data.get("team_members", [])
                record.numbers = {player: place for place, player in enumerate(data["players"], start=1)}
                record.names = dict(zip(data["players"], data["names"], strict=True))
            case "undraw":
                record = Record(sign_ups=record.sign_ups)
            case "intake":
                record.sign_ups[data["signature"]] = data["columns"]
            case "late":
                record.numbers[data["player"]] = data["number"]
                record.names[data["player"]] = data["name"]
                record.entered[data["player"]] = data["round"]
            case "publish":
                record.publications.append(Publication(**data, time=entry.time))
            case "withdraw":
                gone = record.find(data["group"], data["stage"], data["round"])
                record.publications = [p for p in record.publications if p is not gone]
                for player in record.never_paired():
                    del record.numbers[player], record.names[player], record.entered[player]
            case "adjust":
                publication = _found(record, data)
                for item in ("lines", "bye", "criteria", "why", "bye_why", "relaxed"):
                    setattr(publication, item, data[item])
                publication.prices, publication.floats = {}, data.get("floats")
                publication.adjusted = [*publication.adjusted, *data["differences"]]
                publication.adjust_reasons += data["reason"].split("；")
                publication.adjusted_time = entry.time
                for player, number, name in data["late"]:
                    record.numbers[player], record.names[player] = number, name
                    record.entered[player] = data["round"]
            case "accept":
                publication = _found(record, data)
                publication.accepted, publication.accepted_time = data["lines"], entry.time
            case "correct":
                publication = _found(record, data)
                lines = [] if data["after"] is None else [data["after"]]
                kept = [line for line in publication.accepted or [] if _line_key(line) != (data["board"], data["game"])]
                printed = [_line_key(line) for line in publication.lines]
                publication.accepted = sorted([*kept, *lines], key=lambda line: printed.index(_line_key(line)))
                record.corrections.append(entry)
            case "close":
                record.closed[data["group"]] = entry
            case other:
                raise ValueError(f"unknown journal entry {other!r}")
    return record


def _found(record: Record, data: dict[str, Any]) -> Publication:
    publication = record.find(data["group"], data["stage"], data["round"])
    if publication is None:
        raise ValueError(f"journal names a round that was not published: {data['stage']} {data['round']}")
    return publication


def _line_key(line: Line) -> tuple[int, str]:
    return line["board"], line["game"]
