"""A file of sign-ups, of whatever kind, as people: header, columns and rows recognised, or a reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from openpyxl.utils import get_column_letter

from qisai.intake.blocks import blocks, column_samples, unused_names
from qisai.intake.content import columns_of
from qisai.intake.headings import meaning
from qisai.intake.jielong import COLUMNS
from qisai.intake.layout import (
    Header,
    columns_by_content,
    columns_by_heading,
    find_header,
    is_form,
    results_row,
    signature,
)
from qisai.intake.model import FIELDS, ROSTER, TEAMS, Column, Found, Grid
from qisai.intake.people import read_people, tell_rest
from qisai.intake.reading import Reading
from qisai.intake.sources import read_grids
from qisai.problems import InputProblems, Problem
from qisai.vocabulary import GAMES_SHEET, NUMBERS_SHEET, ROSTER_SHEET

_OWN_SHEETS = ({"规程", "阶段", ROSTER_SHEET}, {GAMES_SHEET}, {NUMBERS_SHEET})  # 赛事, a round, 编号


def read_signups(path: Path, remembered: Mapping[str, Mapping[str, str]] = {}) -> list[Found]:
    """Every sheet of a file that holds people.

    ``remembered``: by :attr:`Found.signature`, the field of some columns by letter as it was confirmed before.
    Raises :class:`InputProblems` with the reason and a way out where no sheet can be a roster.
    """
    grids = read_grids(path)
    if any(own <= {grid.sheet for grid in grids} for own in _OWN_SHEETS):
        raise InputProblems([Problem("signup_own", path.name)])
    found: list[Found] = []
    refused: list[Problem] = []
    for grid in grids:
        try:
            sheets = _tables(grid)
        except InputProblems as error:
            refused += error.problems
        else:
            found += [_as_confirmed(sheet, remembered) for sheet in sheets]
    if not found:
        raise InputProblems(refused or [Problem("signup_empty", path.name)])
    left = tuple(
        Problem("signup_skipped", p.file, p.sheet, p.cell, p.value, {"detail": p.wrong, "advice": p.remedy}) for p in refused
    )
    return [replace(found[0], problems=found[0].problems + left), *found[1:]]


def _tables(grid: Grid) -> list[Found]:
    """The tables of one sheet. A table that cannot be a roster beside one that can is a problem of the first."""
    whole = recognised(grid)
    parts = [grid] if grid.lines else blocks(grid)
    if len(parts) == 1:
        return [whole]
    found: list[Found] = []
    left: list[Problem] = []
    for part in parts:
        try:
            found.append(recognised(part))
        except InputProblems as error:
            left += [replace(p, code="signup_skipped", details={"detail": p.wrong, "advice": p.remedy}) for p in error.problems]
            reading = Reading(part, {})
            tell_rest(reading, part.rows)
            left += reading.problems
    if not found:
        return [whole]
    return [replace(found[0], problems=(*found[0].problems, *left)), *found[1:]]


def _as_confirmed(sheet: Found, remembered: Mapping[str, Mapping[str, str]]) -> Found:
    """With the columns as they were confirmed before; a sheet without headings is like no other and is always asked about."""
    known = remembered.get(sheet.signature) if sheet.header else None
    return mapped(sheet, known) if known is not None else sheet


def samples(found: Found, letter: str) -> tuple[str, ...]:
    """Up to three texts that stand in a column, used or not; of long numbers only the beginning and the end."""
    header = find_header(found.grid.rows) if found.header else None
    return column_samples(found.grid, header.body if header else 0, letter)


def recognised(grid: Grid) -> Found:
    """One sheet. Raises :class:`InputProblems` where it cannot be a roster."""
    if grid.lines:
        return _read_lines(grid)
    header = find_header(grid.rows)
    row = results_row(grid.rows)
    if row is not None:
        raise _refusal(grid, "signup_results", row)
    if header and is_form(grid, header):
        raise _refusal(grid, "signup_form", header.number)
    if header is None:
        columns = columns_by_content(grid.rows)
        if not columns:
            raise _refusal(grid, "signup_no_names", grid.rows[0][0] if grid.rows else 1)
        return _read(grid, None, ROSTER, columns, [], False)
    shape, columns, problems, sure = columns_by_heading(grid, header)
    if not columns_of(grid.rows[header.body :]):
        raise _refusal(grid, "signup_nobody", header.number)
    if "姓名" not in {c.field for c in columns}:
        raise _refusal(grid, "signup_no_names", header.number)
    return _read(grid, header, shape, columns, problems, sure)


def _read_lines(grid: Grid) -> Found:
    """The lines of a 接龙, whose words are in columns of their own already."""
    columns = tuple(Column(get_column_letter(c), "", COLUMNS[c]) for c in sorted(columns_of(grid.rows)))
    if not columns:
        raise InputProblems([*_refusal(grid, "signup_no_names", 1).problems, *grid.notes])
    return _read(grid, None, ROSTER, columns, [], False)


def _read(
    grid: Grid, header: Header | None, shape: str, columns: tuple[Column, ...], problems: list[Problem], sure: bool
) -> Found:
    reading = read_people(grid, header, shape, columns)
    number = header.number if header else 0
    if not reading.applicants:
        raise _refusal(grid, "signup_nobody", number or 1)
    if all("signup_name_number" in {p.code for p in person.faults} for person in reading.applicants):
        raise _refusal(grid, "signup_numbers", reading.applicants[0].row)
    unused = unused_names(grid, header, columns)
    twice = {_letters(p.cell) for p in unused}
    problems = [p for p in problems if p.code != "signup_two_columns" or _letters(p.cell) not in twice]
    told = (*grid.notes, *problems, *unused, *reading.problems)
    key = signature(shape, columns, header)
    return Found(grid.file, grid.sheet, shape, number, columns, tuple(reading.applicants), told, key, sure, grid)


def mapped(found: Found, changes: Mapping[str, str]) -> Found:
    """The same sheet read with other fields for some columns: ``changes`` maps a letter to a field, "" for unused.

    A field has one column: another one that held it is no longer used (the members' names of a team stay).
    Letters that the sheet does not have and words that are no field change nothing.
    """
    letters = {column.letter for column in found.columns}
    wanted = {letter: name for letter, name in changes.items() if letter in letters and name in ("", *FIELDS)}
    if not wanted:
        return found
    taken = {name for name in wanted.values() if name} - ({"姓名"} if found.shape == TEAMS else set())
    columns = tuple(
        replace(column, field=wanted[column.letter]) if column.letter in wanted
        else replace(column, field="") if column.field in taken and not meaning(column.heading).member
        else column
        for column in found.columns
    )  # fmt: skip
    if "姓名" not in {column.field for column in columns}:
        raise _refusal(found.grid, "signup_no_names", found.header or 1)
    header = find_header(found.grid.rows) if found.header else None
    settled = tuple(
        p for p in found.problems
        if p.code not in _OF_ROWS and not (p.code == "signup_two_columns" and p.details["column"] in taken)
    )  # fmt: skip
    reading = read_people(found.grid, header, found.shape, columns)
    if not reading.applicants:
        raise _refusal(found.grid, "signup_nobody", found.header or 1)
    problems = (*settled, *unused_names(found.grid, header, columns), *reading.problems)
    return replace(found, columns=columns, applicants=tuple(reading.applicants), problems=problems)


#: Problems that reading the rows tells anew.
_OF_ROWS = {"signup_row", "signup_line_used", "signup_beside", "signup_ditto", "signup_none", "signup_team_blank",
            "signup_names_unused", "signup_label", "signup_numbered", "signup_hidden", "signup_merged", "signup_above",
            "row_ignored", "picture_cell", "error_value", "formula_without_value"}  # fmt: skip


def _letters(cell: str) -> str:
    return cell.rstrip("0123456789")


def _refusal(grid: Grid, code: str, row: int) -> InputProblems:
    return InputProblems([Problem(code, grid.file, grid.sheet, grid.at(row, 1))])
