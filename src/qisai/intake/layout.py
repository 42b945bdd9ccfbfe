"""Where the header of a sheet stands and what its columns hold."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from openpyxl.utils import get_column_letter

from qisai.intake.cleaning import ROLES, filled, shown
from qisai.intake.content import columns_of, has_surname, infer, is_identity, is_name, is_phone
from qisai.intake.headings import CHARGE, NUMBERING, Meaning, heading_words, is_of_results, meaning
from qisai.intake.lines import is_label, is_role, is_team_line, label_values, said
from qisai.intake.model import OF_THE_TEAM, ROSTER, TEAMS, Column, Grid
from qisai.problems import Problem
from qisai.sheets import Cells
from qisai.vocabulary import plain, width

DEEPEST = 50  # filled rows among which the header stands
SENTENCE = 60  # columns of text; a heading without its notes is shorter
MOSTLY = 0.6  # of the values of a column
NOUN = 6  # strength of words such as 选手, which may as well be a value
CHOICE = {"姓名", "单位", "性别", "出生年份", "身份证号", "等级分", "组别", "电话"}  # where two equal columns must be told apart


@dataclass(frozen=True)
class Header:
    """Headings by column, what each means, and the position of the first row below them."""

    number: int
    body: int
    headings: Mapping[int, str]
    meanings: Mapping[int, Meaning]

    @property
    def members(self) -> set[int]:
        return {m.member for m in self.meanings.values() if m.member and m.field == "姓名"}

    @property
    def fields(self) -> set[str]:
        """The fields that these headings give; a lone ``姓名1`` is no heading."""
        teams = len(self.members) > 1
        return {m.field for m in self.meanings.values() if m.field and not (m.leader or m.other) and (teams or not m.member)}

    @property
    def name_strength(self) -> int:
        found = [m.strength for m in self.meanings.values() if m.field == "姓名" and not (m.leader or m.other or m.member)]
        return max(found, default=0)


def find_header(rows: Sequence[Cells]) -> Header | None:
    """The header among the first rows: the one that says most, names first; but none from a later table."""
    best: tuple[bool, int, int] = (False, 0, 0)
    found = None
    for position in range(min(len(rows), DEEPEST)):
        if found and "姓名" in found.fields and position > found.body and _has_names(found, rows[found.body : position]):
            break
        for header in (_single(rows, position), _double(rows, position)):
            if header is None or not _stands(header, rows[header.body :]):
                continue
            whose = [m.leader or m.other or m.member > 0 for m in header.meanings.values()]
            said = sum(bool(m.field or m.age or m.other) for m in header.meanings.values())
            score = ("姓名" in header.fields, said, sum(whose))
            if score > best:
                best, found = score, header
    return _with_more_members(found, rows[found.body :]) if found else None


def _with_more_members(header: Header, body: Sequence[Cells]) -> Header:
    """One heading over several members, 队员 and blanks beside it: as 队员1, 队员2 …"""
    noun = [c for c, m in header.meanings.items() if m.field == "姓名" and not (m.leader or m.other or m.member)]
    if len(noun) != 1 or header.meanings[noun[0]].strength > NOUN:
        return header
    values, last = columns_of(body), noun[0]
    while last + 1 in values and not header.headings.get(last + 1) and holds_names(values[last + 1]):
        last += 1
    if last == noun[0]:
        return header
    word = heading_words(header.headings[noun[0]])
    more = {column: f"{word}{place}" for place, column in enumerate(range(noun[0], last + 1), start=1)}
    members = {column: Meaning("姓名", NOUN, member=place) for place, column in enumerate(more, start=1)}
    return replace(header, headings={**header.headings, **more}, meanings={**header.meanings, **members})


def holds_names(values: Sequence[object]) -> bool:
    """Whether most of the texts are names of people, and not the same few again and again."""
    likely = [value for value in values if is_name(value) and has_surname(value) and not is_team_line(filled(value))]
    return len(likely) >= MOSTLY * len(values) > 0 and len(set(map(filled, values))) >= MOSTLY * len(values)


def _has_names(header: Header, between: Sequence[Cells]) -> bool:
    """Whether people stand below a header already."""
    named = [column for column, m in header.meanings.items() if m.field == "姓名"]
    return any(is_name(cells.get(column)) for _, cells in between for column in named)


def _single(rows: Sequence[Cells], position: int) -> Header | None:
    number, cells = rows[position]
    headings = {column: shown(value) for column, value in cells.items() if shown(value)}
    if any(_is_data(value) for value in cells.values()):
        return None
    meanings = {c: Meaning() if is_label(heading) else meaning(heading) for c, heading in headings.items()}
    return Header(number, position + 1, headings, meanings)


_TICKS = {"0", "1", "√", "✓", "✔", "☑", "是", "否", "x", "×", "有", "true", "false", "y", "n", "yes", "no"}
def _double(rows: Sequence[Cells], position: int) -> Header | None:
    """Two rows as one header: the upper one holds captions, each over one column or several."""
    if position + 1 >= len(rows):
        return None
    above, below = _single(rows, position), _single(rows, position + 1)
    if above is None or below is None or len(set(above.headings.values())) < 2 or label_values(said(rows[position][1], {})):
        return None
    same = {c for c, heading in below.headings.items() if above.headings.get(c) == heading}
    told = [c for c in below.headings if c in same or below.meanings[c].field or shown(below.headings[c]).isdigit()]
    captions = [m for m in above.meanings.values() if m.field or m.age or m.leader or m.other or m.member]
    if 2 * len(told) < len(below.headings) or len(same) == len(below.headings) or not captions:
        return None
    headings, meanings, caption = {}, {}, ""
    for column in range(1, max([*above.headings, *below.headings]) + 1):
        lower = below.headings.get(column, "")
        caption = above.headings.get(column, caption if lower else "")
        headings[column] = " ".join(dict.fromkeys(part for part in (caption, lower) if part))
        meanings[column] = _under(caption, lower)
    headings = {column: heading for column, heading in headings.items() if heading}
    return Header(below.number, position + 2, headings, {column: meanings[column] for column in headings})


def _under(caption: str, lower: str) -> Meaning:
    """What a heading means below a caption: 领队 over 姓名 is the leader's name, 队员 over 1 the first member."""
    over, own = meaning(caption), meaning(lower)
    if not lower or lower == caption:
        return over
    if lower.isdigit() or not own.field:
        both = meaning(caption + lower)
        return both if both.field else own
    if over.member:
        return replace(own, member=over.member)
    return replace(own, leader=own.leader or over.leader, other=own.other or over.other, coach=own.coach or over.coach)


def _is_data(value: object) -> bool:
    """Dates, long numbers and phones stand below a header, never in it."""
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        return True
    long = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) > 9999
    return long or is_phone(value) or is_identity(value)


def _stands(header: Header, body: Sequence[Cells]) -> bool:
    """Whether these can be headings at all: a name among them, or two other fields; and no noun that is a value below."""
    named = "姓名" in header.fields
    known = [m.field or m.other or heading_words(header.headings[c]) in NUMBERING for c, m in header.meanings.items()]
    plainly = len(known) > 1 and all(known) and max(m.strength for m in header.meanings.values()) > NOUN
    if not named and len(header.fields) < 2:
        return plainly
    alone = len(header.fields) == 1 and len(header.members) < 2
    if named and alone and header.name_strength <= NOUN and len(header.headings) > 1:
        return False
    if any(width(heading) > SENTENCE and not header.meanings[c].field for c, heading in header.headings.items()) and not named:
        return False
    for column in (column for column, m in header.meanings.items() if 0 < m.strength <= NOUN):
        below = [plain(cells[column]) for _, cells in body if column in cells]
        if len(below) > 3 and below.count(plain(header.headings[column])) > 0.3 * len(below):
            return False
    return True


def columns_by_heading(grid: Grid, header: Header) -> tuple[str, tuple[Column, ...], list[Problem], bool]:
    """The shape, the columns with their fields, what is not clear, and whether every field came from its heading.

    Of two columns for one field the better word is taken, an empty column never; equal ones are a problem.
    """
    body = grid.rows[header.body :]
    values = columns_of(body)
    shape = TEAMS if len(header.members) > 1 else ROSTER
    fields, problems, sure = dict.fromkeys(sorted({*header.headings, *values}), ""), [], True
    wanted: dict[str, list[int]] = {}
    for column, found in sorted(header.meanings.items()):
        if found.age:
            details = {"column": header.headings[column]}
            problems.append(Problem("signup_age", grid.file, grid.sheet, grid.at(header.number, column), details=details))
        elif not found.field and CHARGE.search(heading_words(header.headings[column])) and column in values:
            sure = False
            details = {"column": header.headings[column], "letter": get_column_letter(column)}
            problems.append(Problem("signup_charge", grid.file, grid.sheet, grid.at(header.number, column), details=details))
        elif found.field and (code := _unfit(found, header.headings[column], values.get(column, ()))):
            sure = False
            details = {"column": header.headings[column], "field": found.field}
            problems.append(Problem(code, grid.file, grid.sheet, grid.at(header.number, column), details=details))
        elif found.coach and shape == TEAMS:
            fields[column] = found.field or "姓名"
        elif not found.field or found.other or (found.leader and shape == ROSTER) or (found.member and shape == ROSTER):
            continue
        elif found.leader or found.member:
            fields[column] = found.field
        elif shape == ROSTER or found.field in (*OF_THE_TEAM, "电话"):
            wanted.setdefault(found.field, []).append(column)
        else:
            sure = False  # beside the members' columns: nobody knows whose it is
    for field, candidates in wanted.items():
        used = [c for c in candidates if c in values] or candidates
        top = max(header.meanings[c].strength for c in used)
        first, *others = [c for c in used if header.meanings[c].strength == top]
        fields[first] = field
        if others:
            sure = False
            if field in CHOICE:
                at = [grid.at(header.number, column) for column in (first, others[0])]
                details = {"column": field, "first": at[0], "second": at[1]}
                heading = header.headings[others[0]]
                problems.append(Problem("signup_two_columns", grid.file, grid.sheet, at[1], heading, details))
    leaders = [c for c, m in header.meanings.items() if m.leader and m.field == "姓名" and c in values]
    if shape == ROSTER and "姓名" not in fields.values() and leaders:
        fields[leaders[0]], sure = "姓名", False
    if shape == ROSTER and "姓名" not in fields.values():
        sure = False
        guessed = infer(body, [c for c, field in fields.items() if not field and not header.meanings.get(c, Meaning()).other])
        fields.update({column: field for column, field in guessed.items() if field == "姓名"})
    columns = tuple(Column(get_column_letter(c), header.headings.get(c, ""), field) for c, field in fields.items())
    return shape, columns, problems, sure


def _unfit(found: Meaning, heading: str, values: Sequence[object]) -> str:
    """The code of what is wrong where the values of a column cannot be of the field of its heading."""
    texts = {filled(value).lower() for value in values}
    if found.field in ("组别", "类别", "单位", "地区", "角色") and texts and texts <= _TICKS:
        return "signup_ticks"
    of_work = texts and not any(text in ROLES or is_role(text) for text in texts)  # 职务 such as 经理
    return "signup_role_column" if of_work and found.field == "角色" and heading_words(heading) not in ("角色", "role") else ""


def columns_by_content(rows: Sequence[Cells]) -> tuple[Column, ...]:
    """The columns of a sheet without headings."""
    guessed = infer(rows)
    return tuple(Column(get_column_letter(c), "", guessed.get(c, "")) for c in sorted(columns_of(rows))) if guessed else ()


def signature(shape: str, columns: Iterable[Column], header: Header | None) -> str:
    """A digest that files of one kind share: of the headings, or of what the columns hold where there are none."""
    parts = [f"{c.letter}={plain(c.heading) if header else c.field}" for c in columns if header is None or c.heading]
    return hashlib.sha256("\n".join(["有" if header else "无", shape, *parts]).encode()).hexdigest()[:16]


def is_form(grid: Grid, header: Header) -> bool:
    """Whether labels go on below the first row of labels, as on a printed form: two other fields or more, no header again."""
    below = set()
    for _, cells in grid.rows[header.body :]:
        found = [m for value in cells.values() if (m := meaning(value)).field and m.strength > NOUN and not m.member]
        if any(m.field == "姓名" for m in found):
            continue
        below |= {m.field for m in found} - header.fields
    return len(below) > 1


def results_row(rows: Sequence[Cells]) -> int | None:
    """The row whose headings are those of a pairing or of standings."""
    for number, cells in rows[:DEEPEST]:
        if is_of_results([shown(value) for value in cells.values() if filled(value) and width(value) <= SENTENCE]):
            return number
    return None
