"""Notices of corrected results as pictures 1080 wide: what was recorded, what holds now, why, and what it moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from qisai.publish import fonts, theme
from qisai.publish.canvas import Canvas, Frame

_LABEL, _PLAIN, _LOUD = 30, 34, 48
_GAP = 36  # between columns


@dataclass(frozen=True)
class Change:
    """One block of a notice: a corrected result, or what follows from it. ``where`` heads it; below stand (label, text) rows,
    of which that named ``loud`` is the new result, and ``cells`` in columns, above the rows."""

    where: str
    rows: Sequence[tuple[str, str]]
    loud: str = ""
    cells: Sequence[str] = ()


def notice(title: str, subtitle: str, changes: Sequence[Change], note: str, stamp: Sequence[str]) -> list[Figure]:
    """Corrections as pictures 1080 wide, as many on one as fit into 1280; ``note`` stands below the last of each."""
    fonts.require([*Frame(title, subtitle, stamp).texts, note, "/0123456789"])
    fonts.require(text for change in changes for text in _texts(change))
    fixed = Frame(title, subtitle, stamp, "9/9")
    notes = fonts.wrap(note, 30, theme.WIDTH - 2 * theme.MARGIN)
    below = len(notes) * 30 * theme.LEADING + 30
    pages: list[list[Change]] = [[]]
    for change in changes:
        own = sum(map(_height, pages[-1])) + _height(change)
        if pages[-1] and fixed.top + own + below + fixed.foot > theme.FITS:
            pages.append([])
        pages[-1].append(change)
    figures = []
    for number, some in enumerate(pages, 1):
        frame = Frame(title, subtitle, stamp, f"{number}/{len(pages)}" if len(pages) > 1 else "")
        needed = frame.top + sum(map(_height, some)) + below + frame.foot
        height = theme.legal_height(needed)
        page, top = frame.draw(height), frame.top
        spare = (height - needed) / max(sum(len(change.rows) for change in some), 1)  # only a picture made long has any
        for change in some:
            _draw_change(page, change, top, spare)
            top += _height(change) + spare * len(change.rows)
        page.text(theme.MARGIN, top + below / 2 - 5, notes, 30, color=theme.MUTED)
        figures.append(page.figure)
    return figures


def _texts(change: Change) -> Iterable[str]:
    return change.where, *(text for row in change.rows for text in row), *change.cells


def _rows(change: Change) -> Iterable[tuple[str, list[str], float]]:
    """Label, wrapped text and its size."""
    left = _value_left(change)
    for label, text in change.rows:
        size = _LOUD if label and label == change.loud else _PLAIN
        yield label, fonts.wrap(text, size, theme.WIDTH - theme.MARGIN - left), size


def _value_left(change: Change) -> float:
    wide = max((fonts.width(label, _LABEL) for label, _ in change.rows), default=0)
    return theme.MARGIN + (wide + 36 if wide else 0)


def _columns(change: Change) -> int:
    """How many cells stand beside each other."""
    widest = max((fonts.width(cell, _PLAIN) for cell in change.cells), default=1)
    return max(1, min(3, int((theme.WIDTH - 2 * theme.MARGIN + _GAP) // (widest + _GAP))))


def _depth(change: Change) -> int:
    return math.ceil(len(change.cells) / _columns(change))


def _cells_height(change: Change) -> float:
    return _depth(change) * _PLAIN * theme.LEADING + (18 if change.cells else 0)


def _tall(lines: Sequence[str], size: float) -> float:
    return len(lines) * size * theme.LEADING + 18


def _head(change: Change) -> list[str]:
    return fonts.wrap(change.where, 40, theme.WIDTH - 2 * theme.MARGIN)


def _height(change: Change) -> float:
    return _tall(_head(change), 40) + _cells_height(change) + sum(_tall(lines, size) for _, lines, size in _rows(change)) + 34


def _draw_change(page: Canvas, change: Change, top: float, spare: float) -> None:
    tall = _tall(_head(change), 40)
    page.box(24, top, theme.WIDTH - 48, tall, theme.ZEBRA, radius=10)
    page.text(theme.MARGIN, top + tall / 2, _head(change), 40, color=theme.WOOD_DARK, heavy=True)
    top += tall + 10
    columns, depth = _columns(change), _depth(change)
    pitch = (theme.WIDTH - 2 * theme.MARGIN + _GAP) / columns
    for number, cell in enumerate(change.cells):
        y = top + 9 + (number % depth + 0.5) * _PLAIN * theme.LEADING
        page.text(theme.MARGIN + number // depth * pitch, y, cell, _PLAIN)
    top += _cells_height(change)
    left = _value_left(change)
    for label, lines, size in _rows(change):
        loud, tall = bool(label) and label == change.loud, _tall(lines, size)
        first = top + 9 + size * theme.LEADING / 2
        page.text(theme.MARGIN, first, label, _LABEL, color=theme.MUTED)
        page.text(left, top + tall / 2, lines, size, color=theme.RED if loud else theme.INK, heavy=loud)
        top += tall + spare
