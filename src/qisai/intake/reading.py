"""What is found on a sheet while its rows are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qisai.intake.cleaning import without_papers
from qisai.intake.lines import Line
from qisai.intake.model import Applicant, Column, Grid
from qisai.private import masked
from qisai.problems import Problem

MOST_ROWS = 20  # row numbers that a message names
MOST_SHOWN = 60  # characters of a row that is not read


@dataclass
class Reading:
    """What was found so far: people, problems of the sheet, and rows to name in one message each.

    ``lines``: what the lines above say of the rows that come, by field, and ``used`` all of them. ``last``: the cells
    of the row above by column, for 同上. ``rows``: row numbers by code and column.
    """

    grid: Grid
    places: Mapping[int, Column]
    applicants: list[Applicant] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    merged: set[int] = field(default_factory=set)
    lines: dict[str, Line] = field(default_factory=dict)
    used: list[Line] = field(default_factory=list)
    last: dict[int, Any] = field(default_factory=dict)
    rows: dict[tuple[str, str], list[int]] = field(default_factory=dict)

    def tell(self, code: str, at: str, value: object, **details: object) -> None:
        self.problems.append(Problem(code, self.grid.file, self.grid.sheet, at, without_papers(value), details))

    def unread(self, number: int, texts: Mapping[int, str], detail: str, advice: str) -> None:
        """Tell of a row that is not read, with what stands in it."""
        words = "；".join(masked(text) if is_long_number(text) else text for text in texts.values())
        short = words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}…"
        self.tell("signup_row", self.grid.at(number, min(texts)), short, detail=detail, advice=advice)

    def say_of_below(self, line: Line) -> None:
        self.lines[line.column] = line
        self.used.append(line)
        self.last.clear()

    def end_lines(self) -> None:
        """What the lines above said holds no longer."""
        self.lines.clear()
        self.last.clear()


def is_long_number(text: str) -> bool:
    return re.search(r"\d{7}", text) is not None


def row_numbers(rows: Sequence[int]) -> str:
    """Row numbers for a message, the first ones of many.

    >>> row_numbers([3, 5]), row_numbers(range(1, 100)).endswith("等 99 行")
    ('3、5', True)
    """
    named = "、".join(map(str, rows[:MOST_ROWS]))
    return named if len(rows) <= MOST_ROWS else f"{named} 等 {len(rows)} 行"
