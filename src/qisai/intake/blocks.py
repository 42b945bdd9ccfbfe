"""Tables that stand side by side or one below the other on a sheet, each as a sheet of its own; columns that are not used."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from openpyxl.utils import column_index_from_string

from qisai.intake.cleaning import filled, shown, tidy_name
from qisai.intake.content import columns_of, has_surname, is_name
from qisai.intake.headings import NUMBERING, heading_words, meaning
from qisai.intake.layout import Header, find_header, holds_names
from qisai.intake.lines import is_team_line, labelled, said
from qisai.intake.model import Column, Grid
from qisai.intake.people import is_another, repeats
from qisai.intake.reading import is_long_number
from qisai.private import masked
from qisai.problems import Problem
from qisai.sheets import Cells

SAMPLES = 3
_OF_OTHER_THINGS = re.compile("民族|学历|职|段位|级|来源|尺码|拼音|曾用名|国籍|[地市省县区]")
NICKNAME = 4  # strength of 昵称: the same person again


def blocks(grid: Grid) -> list[Grid]:
    """The tables of a sheet, from left to right and from top to bottom; the sheet itself where it holds only one."""
    found: list[Grid] = []
    rest: Grid | None = grid
    while rest is not None:
        first, rest = _upper(rest)
        found += _side_by_side(first)
    return [found[0], *(replace(part, notes=()) for part in found[1:])]


def _upper(grid: Grid) -> tuple[Grid, Grid | None]:
    """The rows above the header of a next table, with the lines right above it left to that table."""
    header = find_header(grid.rows)
    if header is None:
        return grid, None
    for position in range(header.body + 1, len(grid.rows)):
        cells = grid.rows[position][1]
        if not repeats(header, cells) and is_another(header, cells):
            cut = position
            while cut > header.body + 1 and _is_caption(grid.rows[cut - 1][1]):
                cut -= 1
            return replace(grid, rows=grid.rows[:cut]), replace(grid, rows=grid.rows[cut:])
    return grid, None


def _is_caption(cells: Mapping[int, Any]) -> bool:
    texts = said(cells, {})
    return bool(texts) and (len(set(texts.values())) == 1 and len(cells) == len(texts) or bool(labelled(texts, {})))


def _side_by_side(grid: Grid) -> list[Grid]:
    """The tables whose headings say the same again to the right. What stands above the header belongs to each."""
    header = find_header(grid.rows)
    starts = _starts(header) if header else []
    if header is None or len(starts) < 2:
        return [grid]
    parts = []
    for left, right in pairwise([1, *starts[1:], 1 << 20]):
        rows: list[Cells] = []
        for position, (number, cells) in enumerate(grid.rows):
            common = position < header.body and number < header.number and _is_caption(cells)
            own = cells if common else {c: value for c, value in cells.items() if left <= c < right}
            if own:
                rows.append((number, own))
        parts.append(replace(grid, rows=tuple(rows)))
    return parts


def _starts(header: Header) -> list[int]:
    """The first column of each table: the headings repeat as a whole, 姓名 among them."""
    keys = {}
    for column, heading in sorted(header.headings.items()):
        m = header.meanings[column]
        key = (m.field or heading_words(heading.split()[-1] if heading else ""), m.leader, m.other)
        if key[0] or heading:
            keys[column] = key
    if header.members or ("姓名", False, False) not in keys.values():
        return []
    columns = list(keys)
    starts = [column for column in columns if keys[column] == keys[columns[0]]]
    tables = [[keys[c] for c in columns if left <= c < right] for left, right in pairwise([*starts, 1 << 20])]
    same = all(table == tables[0] for table in tables) and ("姓名", False, False) in tables[0]
    return starts if same and len(tables[0]) > 1 else []


# --- columns that are not used ------------------------------------------------------------------------------
def column_samples(grid: Grid, body: int, letter: str) -> tuple[str, ...]:
    """Up to three texts of a column below the header; of long numbers only the beginning and the end."""
    place = column_index_from_string(letter)
    texts = (shown(cells.get(place)) for _, cells in grid.rows[body:] if filled(cells.get(place)))
    return tuple(masked(text) if is_long_number(text) else text for text in list(dict.fromkeys(texts))[:SAMPLES])


def unused_names(grid: Grid, header: Header | None, columns: Sequence[Column]) -> list[Problem]:
    """Columns that are not used and hold names of people who are not read elsewhere."""
    body = grid.rows[header.body if header else 0 :]
    values = columns_of(body)
    read = {tidy_name(v) for c in columns if c.field == "姓名" for v in values.get(column_index_from_string(c.letter), ())}
    problems = []
    for c in columns:
        place = column_index_from_string(c.letter)
        found = meaning(c.heading)
        same = found.field == "姓名" and not found.member and found.strength <= NICKNAME
        if c.field or found.leader or found.other or same or not _may_be_names(c.heading):
            continue
        held = [value for value in values.get(place, ()) if not _is_heading(value, c)]
        wanted = found.field == "姓名" or holds_names(held)
        names = [tidy_name(v) for v in held if is_name(v) and (has_surname(v) or found.field == "姓名")]
        names = [name for name in dict.fromkeys(names) if name not in read and not is_team_line(name)]
        if wanted and names:
            shown_names = "、".join(names[:SAMPLES])
            details = {"column": " ".join(c.heading.split()) or c.letter, "heads": len(names), "samples": shown_names}
            at = next(grid.at(n, place) for n, cells in body if tidy_name(cells.get(place)) in names)
            problems.append(Problem("signup_names_unused", grid.file, grid.sheet, at, shown_names, details))
    return problems


def _is_heading(value: object, column: Column) -> bool:
    return bool(column.heading) and shown(value) == shown(column.heading)


def _may_be_names(heading: str) -> bool:
    """Whether a heading does not say that something else stands below: 籍贯, 民族, 学历 look like names, too."""
    words = heading_words(heading)
    found = meaning(heading)
    return words in NUMBERING or (found.field in ("", "姓名") and not _OF_OTHER_THINGS.search(words))
