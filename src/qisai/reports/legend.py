"""What the marks in a table of places mean: 区分, the colours, the dash; of a picture each note where it is seen."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import pandas as pd

from qisai.publish.note import Note
from qisai.reports.places import DASH
from qisai.tournament.explain import SEED

DECIDES = "区分：与上一名分出先后的第一项"
TWO_VALUES = "区分里的两个数，先是本人的，后是上一名的"
BY_SEED = "同轮负者按决赛编号（第一阶段名次）"  # what parts those who went out of the knockout in one round


def legend(table: pd.DataFrame, red: Collection[int], gold: str = "", golden: Collection[int] = ()) -> list[Note]:
    """Below a picture; ``red`` and ``golden``: the rows with such cells, ``gold``: whom the golden ones show."""
    two = [row for row, mark in enumerate(table["区分"]) if _holds_values(mark)]
    told = Note("区分（红底）：与上一名分出先后的一项" if red else DECIDES)
    seeded = [row for row, mark in enumerate(table["区分"]) if mark.startswith(SEED)]
    by_seed = [Note(f"{BY_SEED}排", seeded)] * bool(seeded)
    return [told, Note(TWO_VALUES, two), *by_seed, *[Note(f"金色：{gold}", golden)] * bool(gold)]


def mark_notes(table: pd.DataFrame) -> list[str]:
    """What the column 区分 says, below a table on a sheet."""
    marks = table["区分"]
    by_seed = [f"{BY_SEED}排"] * bool(marks.str.startswith(SEED).any())
    return [DECIDES, *[TWO_VALUES] * any(map(_holds_values, marks)), *by_seed]


def _holds_values(mark: str) -> bool:
    return "<" in mark or ">" in mark


def without_rank(table: pd.DataFrame, reasons: Iterable[str]) -> list[Note]:
    """What the dash in place of a rank means, where there is one."""
    rows = [row for row, place in enumerate(table["名次"]) if place == DASH]
    return [Note(f"「{DASH}」：{'或'.join(dict.fromkeys(reasons))}，不列名次（规程）", rows)] if rows else []
