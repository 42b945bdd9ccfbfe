"""Notices of corrected results as pictures 1080 wide: what was recorded, what holds now, why, and what it moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from qisai.publish import fonts, theme
from qisai.publish.canvas import Canvas, Frame

_LABEL, _PLAIN, _LOUD = 30, 34, 48


@dataclass(frozen=True)
class Change:
    """One corrected result as a notice tells it: where, and (label, text) rows; the row named ``loud`` is the new result."""

    where: str
    rows: Sequence[tuple[str, str]]
    loud: str


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
        spare = (height - needed) / sum(len(change.rows) for change in some)  # only a picture made long has any
        for change in some:
            _draw_change(page, change, top, spare)
            top += _height(change) + spare * len(change.rows)
        page.text(theme.MARGIN, top + below / 2 - 5, notes, 30, color=theme.MUTED)
        figures.append(page.figure)
    return figures


def _texts(change: Change) -> Iterable[str]:
    return change.where, *(text for row in change.rows for text in row)


def _rows(change: Change) -> Iterable[tuple[str, list[str], float]]:
    """Label, wrapped text and its size."""
    left = _value_left(change)
    for label, text in change.rows:
        size = _LOUD if label == change.loud else _PLAIN
        yield label, fonts.wrap(text, size, theme.WIDTH - theme.MARGIN - left), size


def _value_left(change: Change) -> float:
    return theme.MARGIN + max(fonts.width(label, _LABEL) for label, _ in change.rows) + 36


def _tall(lines: Sequence[str], size: float) -> float:
    return len(lines) * size * theme.LEADING + 18


def _head(change: Change) -> list[str]:
    return fonts.wrap(change.where, 40, theme.WIDTH - 2 * theme.MARGIN)


def _height(change: Change) -> float:
    return _tall(_head(change), 40) + sum(_tall(lines, size) for _, lines, size in _rows(change)) + 34


def _draw_change(page: Canvas, change: Change, top: float, spare: float) -> None:
    tall = _tall(_head(change), 40)
    page.box(24, top, theme.WIDTH - 48, tall, theme.ZEBRA, radius=10)
    page.text(theme.MARGIN, top + tall / 2, _head(change), 40, color=theme.WOOD_DARK, heavy=True)
    top += tall + 10
    left = _value_left(change)
    for label, lines, size in _rows(change):
        loud, tall = label == change.loud, _tall(lines, size)
        first = top + 9 + size * theme.LEADING / 2
        page.text(theme.MARGIN, first, label, _LABEL, color=theme.MUTED)
        page.text(left, top + tall / 2, lines, size, color=theme.RED if loud else theme.INK, heavy=loud)
        top += tall + spare
