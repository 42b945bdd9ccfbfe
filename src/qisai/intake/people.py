"""The rows of a sheet as people: one a row, or the members of a team."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from openpyxl.utils import column_index_from_string

from qisai.intake.cleaning import clean, filled, identity, is_picture, masked, shown, tidy_name
from qisai.intake.content import has_surname, is_name, is_title
from qisai.intake.headings import Meaning, meaning
from qisai.intake.layout import Header, is_label
from qisai.intake.model import ROSTER, TEAMS, Applicant, Column, Grid
from qisai.problems import Problem
from qisai.sheets import LONG, Cells
from qisai.vocabulary import plain, width

NUMBER = "身份证号"
PERSONAL = {"性别", "出生年份", "电话", NUMBER}  # who has one of these is a person, with or without a name
OF_THE_TEAM = ("单位", "地区", "组别", "类别", "提交时间")  # of a row of a team, what every member shares
MOST_ROWS = 20  # row numbers that a message names
_FOOT = re.compile(
    "(?:合计|总计|小计|共计|总人数|注[:： ]|说明|附注|备注[:：]|填表|制表|审核|盖章|联系人|领队[:：]|联系电话[:：]|共 ?\\d+ ?人"
    "|以下空白|注意)"
)
_CAPTION = re.compile(r"(?:代表队|参赛单位|参赛队|单位|队名|学校|俱乐部)(?:名称)?\s*[:：]\s*([^\s:：]{2,30})(?:\s.*)?")


@dataclass
class Reading:
    """What was found so far: people, problems of the sheet, and rows to name in one message each."""

    grid: Grid
    applicants: list[Applicant] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unnamed: list[int] = field(default_factory=list)
    merged: set[int] = field(default_factory=set)

    def tell(self, code: str, at: str, value: object, **details: object) -> None:
        self.problems.append(Problem(code, self.grid.file, self.grid.sheet, at, shown(value), details))


def row_numbers(rows: Sequence[int]) -> str:
    """Row numbers for a message, the first ones of many.

    >>> row_numbers([3, 5]), row_numbers(range(1, 100)).endswith("等 99 行")
    ('3、5', True)
    """
    named = "、".join(map(str, rows[:MOST_ROWS]))
    return named if len(rows) <= MOST_ROWS else f"{named} 等 {len(rows)} 行"


def read_people(grid: Grid, header: Header | None, shape: str, columns: Sequence[Column]) -> Reading:
    """Everybody below the header. Blank rows, headers said again and lines of words are left out, the latter told of."""
    reading = Reading(grid)
    places = {column_index_from_string(c.letter): c for c in columns}
    team = _caption(grid, grid.rows[: header.body]) if header else None
    if header and shape == ROSTER:
        _above(reading, header, places)
    for number, cells in grid.rows[header.body if header else 0 :]:
        if header and _repeats(header, cells):
            continue
        if header and _another(header, cells):
            reading.tell("signup_next_table", grid.at(number, min(cells)), next(iter(cells.values())))
            break
        found = _caption(grid, [(number, cells)])
        if found:
            team = found
            continue
        row = (reading, number, cells, places)
        people = _team(*row) if shape == TEAMS else _one(*row, titled=header is None)
        shared = team if team and not any(c.field == "单位" for c in columns) else None
        reading.applicants += [_with_team(person, shared) for person in people]
    if reading.unnamed:
        at = grid.at(reading.unnamed[0], min(places))
        reading.tell("signup_unnamed", at, "", rows=row_numbers(reading.unnamed))
    if reading.merged:
        rows = sorted(reading.merged)
        reading.tell("signup_merged", grid.at(rows[0], min(places)), "", rows=row_numbers(rows))
    hidden = [person.row for person in reading.applicants if person.row in grid.hidden]
    if hidden:
        rows = sorted(set(hidden))
        reading.tell("signup_hidden", grid.at(rows[0], min(places)), "", rows=row_numbers(rows))
    return reading


def _above(reading: Reading, header: Header, places: Mapping[int, Column]) -> None:
    """Tell of rows above the header that look like people."""
    name = next(column for column, c in places.items() if c.field == "姓名")
    for number, cells in reading.grid.rows[: header.body]:
        if number < header.number and len(cells) > 1 and is_name(cells.get(name)) and has_surname(cells.get(name)):
            reading.tell("signup_above", reading.grid.at(number, name), cells[name])


def _repeats(header: Header, cells: Mapping[int, Any]) -> bool:
    """The header once more, as on every printed page, or its first row merged into the second."""
    texts = {c: plain(value) for c, value in cells.items() if plain(value)}
    known = {c: {plain(heading), *map(plain, heading.split())} for c, heading in header.headings.items()}
    return bool(texts) and all(text in known.get(c, ()) for c, text in texts.items())


def _another(header: Header, cells: Mapping[int, Any]) -> bool:
    """The header of a next table with other columns: a name and another field, each by its very word."""
    found = [meaning(value) for value in cells.values()]
    fields = {m.field for m in found if m.strength > 6 and not m.member}
    return "姓名" in fields and len(fields) > 1 and "姓名" in header.fields


def _caption(grid: Grid, rows: Sequence[Cells]) -> tuple[str, str] | None:
    """The team that a line such as ``代表队：天水队`` names for the rows below, and where it stands."""
    for number, cells in reversed(rows):
        texts = {column: filled(value) for column, value in cells.items() if filled(value)}
        for column, text in texts.items():
            match = _CAPTION.fullmatch(text.replace("： ", "：").replace(": ", ":"))
            if match and len(texts) <= 3:
                return match[1], grid.at(number, column)
    return None


def _with_team(person: Applicant, team: tuple[str, str] | None) -> Applicant:
    if team is None:
        return person
    return replace(person, cells={**person.cells, "单位": team[0]}, at={**person.at, "单位": team[1]})


def _one(
    reading: Reading, number: int, cells: Mapping[int, Any], places: Mapping[int, Column], titled: bool
) -> Iterator[Applicant]:
    """The person of a row, if it holds one. ``titled``: there is no header, so that a title may stand among the names."""
    used = {c.field: column for column, c in places.items() if c.field}
    place = used["姓名"]
    name = tidy_name(cells.get(place))
    fault = reading.grid.faults.get((number, place), "merged")
    if fault != "merged":
        reading.tell(fault, reading.grid.at(number, place), "" if fault == "picture_cell" else cells.get(place))
    elif _is_foot({column: cells.get(column) for column in used.values()}, cells, name):
        reading.tell("row_ignored", reading.grid.at(number, min(cells)), next(v for v in cells.values() if shown(v)))
    elif is_picture(cells.get(place)):
        reading.tell("picture_cell", reading.grid.at(number, place), "")
    elif name and (is_label(name) or (titled and is_title(name))):
        reading.tell("row_ignored", reading.grid.at(number, place), name)
    elif name:
        yield _person(reading, number, used, cells)
    elif any(filled(cells.get(column)) for f, column in used.items() if f in PERSONAL):
        reading.unnamed.append(number)


def _is_foot(used: Mapping[int, Any], cells: Mapping[int, Any], name: str) -> bool:
    """A line of words: it begins as one, holds a link in a used column, or is one long text."""
    texts = [filled(value) for value in cells.values() if filled(value)]
    if not texts:
        return False
    lone = len(set(texts)) == 1
    return (
        _FOOT.match(texts[0]) is not None and (lone or not name or name == texts[0] or name.isdigit())
        or any("://" in filled(value) for value in (used.values() if name else cells.values()))
        or (lone and width(texts[0]) > LONG and not re.fullmatch(r"[A-Za-z][\w'.\- ]*", texts[0]))
    )  # fmt: skip


def _team(reading: Reading, number: int, cells: Mapping[int, Any], places: Mapping[int, Column]) -> Iterator[Applicant]:
    """The members of a row, and its leader where he is no member."""
    means = {column: meaning(c.heading) for column, c in places.items()}
    shared = {c.field: column for column, c in places.items() if c.field in OF_THE_TEAM and not _owned(means[column])}
    people = []
    for column, c in places.items():
        if c.field == "姓名" and not means[column].leader and filled(cells.get(column)):
            own = {
                other.field: place for place, other in places.items()
                if other.field and means[column].member and means[place].member == means[column].member
            }  # fmt: skip
            people.append(_person(reading, number, {**shared, **own, "姓名": column}, cells))
    yield from people
    names = {person.cells.get("姓名", "").casefold() for person in people}
    leaders = {c.field: column for column, c in places.items() if c.field and means[column].leader}
    contact = {c.field: column for column, c in places.items() if c.field == "电话" and not _owned(means[column])}
    leader = leaders.get("姓名")
    if leader is not None and filled(cells.get(leader)) and tidy_name(cells[leader]).casefold() not in names:
        person = _person(reading, number, {**shared, **contact, **leaders}, cells)
        yield replace(person, cells={**person.cells, "角色": "领队"}, at={**person.at, "角色": person.at["姓名"]})
    elif not people and any(filled(value) for value in cells.values()):
        reading.unnamed.append(number)


def _owned(found: Meaning) -> bool:
    """Whether a column is about one member or the leader, and not about the team."""
    return bool(found.member or found.leader)


def _person(reading: Reading, number: int, used: Mapping[str, int], cells: Mapping[int, Any]) -> Applicant:
    grid = reading.grid
    texts: dict[str, str] = {}
    at: dict[str, str] = {}
    faults: list[Problem] = []

    def fault(code: str, column: str, value: object, **details: object) -> None:
        faults.append(Problem(code, grid.file, grid.sheet, at[column], shown(value), {"column": column, **details}))

    for column, place in used.items():
        value, code = cells.get(place), grid.faults.get((number, place), "")
        if code == "merged" and filled(value):
            reading.merged.add(number)
        elif code and code != "merged":
            at[column] = grid.at(number, place)
            picture = code == "picture_cell"
            fault("signup_picture" if picture else code, column, "" if picture else value)
            continue
        if not filled(value):
            continue
        at[column] = grid.at(number, place)
        if column == NUMBER:
            continue
        found = clean(column, value)
        if found.code:
            fault(found.code, column, "" if found.code == "signup_picture" else value, **(found.details or {}))
        if found.text:
            texts[column] = found.text
    if NUMBER in at:
        value = cells[used[NUMBER]]
        known = identity(value)
        if known.code:
            fault(known.code, NUMBER, masked(value), **(known.details or {}))
        if known.digest:
            texts[NUMBER] = known.digest
        for column, right in (("出生年份", known.birth), ("性别", known.sex)):
            if right and column not in texts:
                texts[column], at[column] = right, at.get(column, at[NUMBER])
            elif right and texts[column] != right:
                faults.append(Problem(
                    "signup_id_differs", grid.file, grid.sheet, at[column], texts[column], {"column": column, "right": right}
                ))  # fmt: skip
    return Applicant(grid.file, grid.sheet, number, texts, at, tuple(faults))
