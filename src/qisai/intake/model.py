"""What is read from a file of sign-ups: columns, people, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from openpyxl.utils import get_column_letter

from qisai.problems import Problem
from qisai.sheets import Cells

#: What a column can hold: columns of the 报名 sheet, and two that are only used on the way.
FIELDS = (
    "姓名", "性别", "出生年份", "单位", "地区", "组别", "角色", "类别", "电话", "缴费类别", "已缴", "等级分", "体检",
    "保险", "用餐", "备注", "身份证号", "提交时间",
)  # fmt: skip

#: The shapes of a sheet: one person a row, or one team a row with its members in columns.
ROSTER, TEAMS = "一人一行", "一队一行"

#: Fields of a row of a team that every member shares.
OF_THE_TEAM = ("单位", "地区", "组别", "类别", "备注", "提交时间")


@dataclass(frozen=True)
class Grid:
    """One sheet as it was sent: rows from 1 and the cells of each that hold something, by column (A is 1).

    ``faults`` are the codes of cells that cannot be used, by row and column. ``lines`` says that the rows are
    lines of a text. ``notes`` is what the reading of the file itself has to tell.
    """

    file: str = ""
    sheet: str = ""
    rows: tuple[Cells, ...] = ()
    faults: Mapping[tuple[int, int], str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    notes: tuple[Problem, ...] = ()
    lines: bool = False

    def at(self, row: int, column: int) -> str:
        """The address of a cell, ``C7``; of a text its line, ``第7行``."""
        return f"第{row}行" if self.lines else f"{get_column_letter(column)}{row}"


@dataclass(frozen=True)
class Column:
    """A column of a sheet. ``heading`` is "" where there is none, ``field`` is "" where it is not used."""

    letter: str
    heading: str
    field: str


@dataclass(frozen=True)
class Applicant:
    """One person: filled fields as cleaned text, the address of each, and what is wrong with the values.

    ``cells["身份证号"]`` is a digest (16 hex digits) of the number and never the number itself. ``row`` counts
    from 1; of a text it is the line.
    """

    file: str
    sheet: str
    row: int
    cells: Mapping[str, str]
    at: Mapping[str, str]
    faults: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Found:
    """One sheet with people on it.

    ``header`` is the row number of the (last) header row, 0 where there is none. ``signature`` is the digest of
    the headings, or of the shape where there are none: the key of a remembered mapping. ``sure`` says that every
    field came from the words of a heading. ``problems`` are those of the sheet, not of single people.
    ``grid`` is the sheet itself, from which :func:`~qisai.intake.recognise.mapped` reads again.
    """

    file: str
    sheet: str
    shape: str
    header: int
    columns: tuple[Column, ...]
    applicants: tuple[Applicant, ...]
    problems: tuple[Problem, ...]
    signature: str
    sure: bool
    grid: Grid = field(default=Grid(), repr=False, compare=False)
