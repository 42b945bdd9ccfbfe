"""The columns of 001 lines: some programs count the bytes or the width of a Chinese name, not its characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from qisai.exchange.trf_codes import FIELDS, FIRST_ROUND, ROUND_WIDTH

NAME_FIRST, NAME_LAST = FIELDS["name"]
#: Columns that stay blank: behind name, rating, federation, FIDE number, birth and points.
BLANK = tuple(FIELDS[name][1] + 1 for name in ("name", "rating", "country", "fide_id", "birth", "points"))
_ROUND = re.compile(r"(?: {4}|[ \d]{4})[ ][wb\- ][ ][1=0+\-WDLHFUZ ](?:  )?| *", re.IGNORECASE)
#: How many columns a character of another alphabet takes: one, two (its width, GBK) or three (UTF-8).
WIDTHS: tuple[Callable[[str], int], ...] = (
    lambda c: 1, lambda c: 1 + (ord(c) > 255), lambda c: len(c.encode("utf-8", "replace")),
)  # fmt: skip


def by_characters(lines: Sequence[str]) -> list[str]:
    """The lines with every name in its columns by characters: the first way of counting in which all rounds align."""
    rows = [line for line in lines if line.startswith("001") and not line[:NAME_LAST].isascii()]
    for width in WIDTHS:
        if all(_aligned(_shifted(line, width)) for line in rows):
            return [_shifted(line, width) if line.startswith("001") else line for line in lines]
    return list(lines)


def odd_columns(line: str) -> str:
    """The columns that should be blank and are not, "" where there are none."""
    found = [column for column in (NAME_FIRST - 1, *BLANK) if line[column - 1 : column].strip()]
    return "、".join(map(str, found))


def _aligned(line: str) -> bool:
    rounds = _parts(line[FIRST_ROUND - 1 :])
    return not odd_columns(line) and all(_ROUND.fullmatch(part) for part in rounds)


def _parts(words: str) -> Iterable[str]:
    return (words[start : start + ROUND_WIDTH] for start in range(0, len(words), ROUND_WIDTH))


def _shifted(line: str, width: Callable[[str], int]) -> str:
    """The line with its name, which fills its columns by ``width``, padded to as many characters."""
    taken, end = 0, NAME_FIRST - 1
    while end < len(line) and taken < NAME_LAST - NAME_FIRST + 1:
        taken += width(line[end])
        end += 1
    return f"{line[: NAME_FIRST - 1]}{line[NAME_FIRST - 1 : end]:<{NAME_LAST - NAME_FIRST + 1}}{line[end:]}".rstrip()
