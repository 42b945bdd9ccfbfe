"""What a book is made of: parts, each one table on paper and in the workbook, in chapters behind a cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qisai.excel.share import Sheet
from qisai.publish.books import Cover


@dataclass(frozen=True)
class Part:
    """One table of a book: on paper with ``columns`` tables side by side and rows at least ``tall`` millimetres high.

    ``printed`` stands on paper in its place, as one or more tables; ``paper_only`` leaves it out of the workbook.
    ``largest``: as of :class:`qisai.publish.paper.Page`.
    """

    sheet: Sheet
    columns: int = 1
    tall: float = 0
    largest: float = 12.0
    printed: Sequence[Sheet] = ()
    paper_only: bool = False


@dataclass(frozen=True)
class Book:
    """A book as data: its cover, and its chapters by title."""

    cover: Cover
    chapters: Sequence[tuple[str, Sequence[Part]]]
