"""The rows of a sheet as people: one a row, or the members of a team."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from openpyxl.utils import column_index_from_string

from qisai.intake.cleaning import clean, filled, identity, is_picture, narrow, shown, tidy_name, without_papers
from qisai.intake.content import has_surname, is_name, is_title
from qisai.intake.headings import NUMBERING, Meaning, heading_words, meaning
from qisai.intake.layout import Header
from qisai.intake.lines import (
    DITTO,
    NO_TEAM,
    NOTHING,
    Labelled,
    Line,
    bare,
    contradiction,
    is_foot,
    is_group_line,
    is_label,
    is_role,
    is_team_line,
    labelled,
    may_be_people,
    said,
)
from qisai.intake.model import OF_THE_TEAM, ROSTER, TEAMS, Applicant, Column, Grid
from qisai.intake.reading import Reading, is_long_number, row_numbers
from qisai.private import masked
from qisai.problems import ERROR, Problem
from qisai.sheets import Cells
from qisai.vocabulary import plain

NUMBER = "身份证号"
_ONE_A_ROW = ("像是写了选手的姓名", "是报名的人，请一人一行，姓名一格只写姓名")
LEADER, COACH = "领队", "教练"
INHERITED = ("单位", "组别")  # what a line above may say of the rows below
_MAY_LEAD = re.compile("领队|教练|队长|联系人|负责人|带队|leader|captain|coach", re.IGNORECASE)
_LIST_NUMBER = re.compile(r"\(?(\d{1,3})\s*[.、,:)]?")
MOST_NAMES = 5
FEWEST_COUNTED = 3  # names with numbers in sequence
LONGEST_TEAM = 20  # characters of a line that is a team
_PLAYS = re.compile("^(?:男|女|参赛|正式|主力)(?:队员|选手|棋手|运动员)$")


def read_people(grid: Grid, header: Header | None, shape: str, columns: Sequence[Column]) -> Reading:
    """Everybody below the header. Blank rows and headers said again are left out; every other row that is not read is told."""
    reading = Reading(grid, {column_index_from_string(c.letter): c for c in columns})
    body = header.body if header else 0
    title = filled(grid.sheet)
    of_sheet = [Line(f, bare(title), "", False) for f, fits in zip(INHERITED, (is_team_line, is_group_line), strict=True)
                if fits(title)]  # fmt: skip
    reading.lines = {line.column: line for line in of_sheet}
    reading.used += of_sheet
    if header:
        _above(reading, header, shape)
    for number, cells in grid.rows[body:]:
        if header and repeats(header, cells):
            reading.last.clear()
            continue
        written = {column: reading.last[column] for column, value in cells.items() if _is_ditto(reading, column, value)}
        for column in written:
            _count(reading, "signup_ditto", reading.places[column].field, number)
        row = {**cells, **written}
        people = list(_team(reading, number, row) if shape == TEAMS else _one(reading, number, row, not header))
        if people:
            reading.last = row
        reading.applicants += [_with_lines(reading, person) for person in people]
    _without_list_numbers(reading)
    _tell_rows(reading)
    if header:
        _beside_in_columns(reading, grid.rows[body:])
    return reading


def _beside_in_columns(reading: Reading, rows: Sequence[Cells]) -> None:
    """Tell of the leaders and coaches who have a column of their own beside the players'."""
    for column, c in reading.places.items():
        if c.field or not re.search("领队|教练", c.heading):
            continue
        held = [(n, tidy_name(cells[column])) for n, cells in rows if is_name(cells.get(column))]
        names = list(dict.fromkeys(name for _, name in held))
        if names:
            words = f"{' '.join(c.heading.split())}：{'、'.join(names[:MOST_NAMES])}{'等' if len(names) > MOST_NAMES else ''}"
            reading.tell("signup_beside", reading.grid.at(held[0][0], column), words)


def tell_rest(reading: Reading, rows: Sequence[Cells]) -> None:
    """Every row of a table that is not read."""
    for number, cells in rows:
        if texts := {column: filled(value) for column, value in cells.items() if filled(value)}:
            reading.unread(number, texts, "它在另一张表里", "是报名的人，请移到上面的表里，或单独一张工作表")


def _without_list_numbers(reading: Reading) -> None:
    """Numbers that count the names, 1、 2、 3、 …, in one message and not in one each."""
    counted = [
        (place, int(number[1]), one) for place, person in enumerate(reading.applicants) for one in person.faults
        if one.code == "signup_name_cleared" and (number := _LIST_NUMBER.fullmatch(str(one.details["rest"])))
    ]  # fmt: skip
    numbers = [number for _, number, _ in counted]
    if len(counted) < FEWEST_COUNTED or any(right not in (1, left + 1) for left, right in pairwise(numbers)):
        return
    for place, _, told in counted:
        person = reading.applicants[place]
        reading.applicants[place] = replace(person, faults=tuple(one for one in person.faults if one is not told))
        _count(reading, "signup_numbered", "姓名", person.row)


def _is_ditto(reading: Reading, column: int, value: object) -> bool:
    c = reading.places.get(column)
    usable = c is not None and c.field not in ("", "姓名", NUMBER)
    return usable and filled(value).lower() in DITTO and bool(filled(reading.last.get(column)))


def _count(reading: Reading, code: str, column: str, number: int) -> None:
    rows = reading.rows.setdefault((code, column), [])
    if number not in rows[-1:]:
        rows.append(number)


def _tell_rows(reading: Reading) -> None:
    """What many rows have in common, in one message each."""
    grid, first = reading.grid, min(reading.places)
    for line in reading.used:
        if line.rows and not line.labelled:
            reading.tell("signup_line_used", line.at, line.value, column=line.column, rows=row_numbers(line.rows))
        elif line.own and not line.rows:
            reading.tell("signup_row", line.at, line.value, detail="没有姓名", advice="是报名的人，请补上姓名")
        elif not line.rows and line.at and not line.above:
            reading.tell("row_ignored", line.at, line.value)
    places = {c.field: column for column, c in reading.places.items() if c.field}
    for (code, column), rows in reading.rows.items():
        reading.tell(code, grid.at(rows[0], places[column]), "", column=column, rows=row_numbers(rows))
    team = places.get("单位")
    without = [person.row for person in reading.applicants if "单位" not in person.at]
    if team and len(without) < len(reading.applicants):
        runs = [row for row in dict.fromkeys(without) if row > min(p.row for p in reading.applicants if "单位" in p.at)]
        if runs:
            reading.tell("signup_team_blank", grid.at(runs[0], team), "", rows=row_numbers(runs))
    hidden = [person.row for person in reading.applicants if person.row in grid.hidden]
    for code, found in (("signup_merged", reading.merged), ("signup_hidden", set(hidden))):
        if rows := sorted(found):
            reading.tell(code, grid.at(rows[0], first), "", rows=row_numbers(rows))


def _above(reading: Reading, header: Header, shape: str) -> None:
    """The rows above the header: labels and a team or group for all below; people there are told of."""
    name = next(column for column, c in reading.places.items() if c.field == "姓名")
    for number, cells in reading.grid.rows[: header.body]:
        texts = said(cells, {})
        if number >= header.number or not texts or all(shown(header.headings.get(c, "")).startswith(t) for c, t in texts.items()):
            continue
        pairs = labelled(texts, {})
        if pairs:
            _labels(reading, number, pairs, above=True)
        elif len(set(texts.values())) == 1:
            if shape == ROSTER:
                _lone(reading, number, texts, above=True)
        elif is_name(cells.get(name)) and has_surname(cells.get(name)):
            reading.tell("signup_above", reading.grid.at(number, name), cells[name])
        elif filled(cells.get(name)) and not _is_upper_header(header, texts) and not is_foot(texts, ""):
            reading.tell("row_ignored", reading.grid.at(number, min(texts)), next(iter(texts.values())))


def _is_upper_header(header: Header, texts: Mapping[int, str]) -> bool:
    return any(header.headings.get(column, "").startswith(shown(text)) for column, text in texts.items())


def _labels(reading: Reading, number: int, pairs: Sequence[Labelled], above: bool = False) -> None:
    """The team and group of a row of labels; what else it says of people is told."""
    others = []
    for label, value, column in pairs:
        found = meaning(label)
        if not value or (above and (found.field == "备注" or not (found.field or found.leader or found.other))):
            continue
        if found.field in INHERITED and not (found.leader or found.other):
            at = reading.grid.at(number, column)
            reading.say_of_below(Line(found.field, bare(value), at, True))
        else:
            others.append(f"{label}：{masked(value) if is_long_number(value) else value}")
    if others:
        if may_be_people(others):
            reading.unread(number, dict(enumerate(others, start=min(c for _, _, c in pairs))), *_ONE_A_ROW)
            return
        code = "signup_beside" if any(_MAY_LEAD.search(label) for label, _, _ in pairs) else "signup_label"
        reading.tell(code, reading.grid.at(number, min(c for _, _, c in pairs)), "；".join(others))


def repeats(header: Header, cells: Mapping[int, Any]) -> bool:
    """The header once more, as on every printed page, or its first row merged into the second."""
    texts = ((header.headings.get(c, ""), text) for c, value in cells.items() if (text := plain(value)))
    return all(text in (plain(heading), *map(plain, heading.split())) for heading, text in texts)


def is_another(header: Header, cells: Mapping[int, Any]) -> bool:
    """The header of a next table with other columns: a name and another field, each by its very word."""
    found = [meaning(value) for value in cells.values()]
    fields = {m.field for m in found if m.strength > 6 and not m.member}
    return "姓名" in fields and len(fields) > 1 and "姓名" in header.fields


def _with_lines(reading: Reading, person: Applicant) -> Applicant:
    """With the team and group that lines above name, where the row itself says nothing of them."""
    for name, line in reading.lines.items():
        if name not in person.at:
            line.rows.append(person.row)
            at = line.at or person.at.get("姓名", "")
            person = replace(person, cells={**person.cells, name: line.value}, at={**person.at, name: at})
            line.labelled = line.sure and name not in {c.field for c in reading.places.values()}
    return person


def _lone(reading: Reading, number: int, texts: Mapping[int, str], above: bool = False) -> bool:
    """Whether a row with a single text names the team or the group of the rows below; then it is kept for them."""
    column, text = next(iter(texts.items()))
    for name, fits in zip(INHERITED, (is_team_line, is_group_line), strict=True):
        if fits(text) and len(bare(text)) <= LONGEST_TEAM:
            own = column in reading.places and reading.places[column].field == name
            line = Line(name, bare(text), reading.grid.at(number, column), False, above=above, own=own)
            reading.say_of_below(line)
            return True
    return False


def _one(reading: Reading, number: int, cells: Mapping[int, Any], titled: bool) -> Iterator[Applicant]:
    """The person of a row, if it holds one. ``titled``: there is no header, so that a title may stand among the names."""
    used = {c.field: column for column, c in reading.places.items() if c.field}
    place, grid = used["姓名"], reading.grid
    name = tidy_name(cells.get(place))
    texts = said(cells, reading.places)
    fault = grid.faults.get((number, place), "merged")
    lone = len(set(texts.values())) == 1
    alone = lone and len(used) > 1
    if fault != "merged":
        reading.tell(fault, grid.at(number, place), "" if fault == "picture_cell" else cells.get(place))
    elif is_picture(cells.get(place)):
        reading.tell("picture_cell", grid.at(number, place), "")
    elif not texts:
        return
    elif pairs := labelled(texts, reading.places):
        _labels(reading, number, pairs)
    elif lone and _lone(reading, number, texts):
        return
    elif is_foot(texts, name) or (name and is_label(name)):
        _foot(reading, number, texts)
    elif not name:
        if lone:
            reading.end_lines()
        reading.unread(number, texts, "没有姓名", "是报名的人，请补上姓名；是单位或组别，请写到每一行")
    elif lone and is_title(name):
        reading.end_lines()
        reading.tell("row_ignored", grid.at(number, place), name)
    elif alone and reading.lines and not has_surname(name) and not titled:
        reading.end_lines()
        reading.unread(number, texts, "不知道是人还是单位", "是报名的人，请把这一行填全；是单位，请写到每一行")
    else:
        leads = meaning(reading.places[place].heading).leader and not filled(cells.get(used.get("角色", 0)))
        person = _person(reading, number, used, cells, leads)
        yield _as(LEADER, person) if leads else person


def _foot(reading: Reading, number: int, texts: Mapping[int, str]) -> None:
    """Tell of a line of words."""
    if may_be_people(texts.values()):
        reading.unread(number, texts, *_ONE_A_ROW)
    else:
        reading.tell("row_ignored", reading.grid.at(number, min(texts)), next(iter(texts.values())))


def _as(role: str, person: Applicant) -> Applicant:
    return replace(person, cells={**person.cells, "角色": role}, at={**person.at, "角色": person.at["姓名"]})


def _team(reading: Reading, number: int, cells: Mapping[int, Any]) -> Iterator[Applicant]:
    """The members of a row, and its leader and coaches where they are no members."""
    places = reading.places
    texts = said(cells, places)
    if is_foot(texts, ""):
        _foot(reading, number, texts)
        return
    means = {column: meaning(c.heading) for column, c in places.items()}
    shared = {c.field: column for column, c in places.items() if c.field in OF_THE_TEAM and not _owned(means[column])}
    people = []
    for column, c in places.items():
        if c.field == "姓名" and not (means[column].leader or means[column].coach) and filled(cells.get(column)):
            own = {
                other.field: place for place, other in places.items()
                if other.field and means[column].member and means[place].member == means[column].member
            }  # fmt: skip
            people.append(_person(reading, number, {**shared, **own, "姓名": column}, cells))
    yield from people
    names = {person.cells.get("姓名", "").casefold() for person in people}
    leaders = {c.field: column for column, c in places.items() if c.field and means[column].leader}
    contact = {c.field: column for column, c in places.items() if c.field == "电话" and not _owned(means[column])}
    beside = [(LEADER, {**contact, **leaders}), *((COACH, own) for own in _coaches(places, means))]
    named = [(role, own) for role, own in beside if filled(cells.get(own.get("姓名", 0))).lower() not in ("", *NOTHING)]
    for role, own in named:
        name = tidy_name(cells[own["姓名"]]).casefold()
        if name not in names:
            yield _as(role, _person(reading, number, {**shared, **own}, cells, leader=True))
        names.add(name)
    if not people and not named and texts:
        reading.unread(number, texts, "没有姓名", "是报名的人，请补上姓名")


def _coaches(places: Mapping[int, Column], means: Mapping[int, Meaning]) -> list[dict[str, int]]:
    """The columns of each coach by field; what follows his name is about him."""
    found: list[dict[str, int]] = []
    for column, c in places.items():
        if c.field and means[column].coach:
            if c.field == "姓名" or not found:
                found.append({})
            found[-1][c.field] = column
    return found


def _owned(found: Meaning) -> bool:
    """Whether a column is about one member, the leader or the coach, and not about the team."""
    return bool(found.member or found.leader or found.coach)


def _person(
    reading: Reading, number: int, used: Mapping[str, int], cells: Mapping[int, Any], leader: bool = False
) -> Applicant:
    """The person whose name and other fields stand in the columns ``used``; ``leader``: he need not play."""
    grid = reading.grid
    texts: dict[str, str] = {}
    at: dict[str, str] = {}
    faults: list[Problem] = []

    def fault(code: str, column: str, value: object, **details: object) -> None:
        faults.append(Problem(code, grid.file, grid.sheet, at[column], without_papers(value), {"column": column, **details}))

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
        words = filled(value).lower()
        if words in (NO_TEAM if column == "单位" else NOTHING if column in INHERITED else ()):
            _count(reading, "signup_none", column, number)
            continue
        if words in DITTO and column != "姓名":
            fault("signup_value", column, value, advice="上面没有可以照抄的，请写全")
            continue
        found = clean(column, _PLAYS.sub("选手", words) if column == "角色" else value)
        if column == "角色" and found.code and is_role(words):
            fault("signup_role", column, value)
        elif found.code:
            seen = {"signup_picture": "", "signup_private": found.text, "signup_long": found.text}.get(found.code, value)
            seen = masked(narrow(value)) if found.code == "signup_digits_lost" else seen
            fault(found.code, column, seen, **(found.details or {}))
        if found.text:
            texts[column] = found.text
    if NUMBER in at:
        value = cells[used[NUMBER]]
        known = identity(value)
        if known.code:
            fault(known.code, NUMBER, masked(narrow(value)), **(known.details or {}))
        if known.digest:
            texts[NUMBER] = known.digest
        for column, right in (("出生年份", known.birth), ("性别", known.sex)):
            if right and column not in texts:
                texts[column], at[column] = right, at.get(column, at[NUMBER])
            elif right and texts[column] != right:
                fault("signup_id_differs", column, texts[column], right=right)
    if not leader and not any(one.level == ERROR and one.cell == at.get("姓名") for one in faults):
        faults += _against(reading, number, cells, used["姓名"])
    return Applicant(grid.file, grid.sheet, number, texts, at, tuple(faults))


def _against(reading: Reading, number: int, cells: Mapping[int, Any], place: int) -> Iterator[Problem]:
    """Why a row is no player: words that speak against it."""
    grid, value = reading.grid, cells.get(place)
    where = (grid.file, grid.sheet, grid.at(number, place), shown(value))
    beside = [
        filled(cells.get(column)) for column, c in reading.places.items()
        if not c.field and (not c.heading or heading_words(c.heading) in NUMBERING) and filled(cells.get(column))
    ]  # fmt: skip
    detail, advice = contradiction(tidy_name(value), beside)
    if detail:
        yield Problem("signup_no_player", *where, {"detail": detail, "advice": advice})
