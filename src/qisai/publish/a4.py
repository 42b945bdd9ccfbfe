"""Leaves of A4 to print: what stands where. All lengths are points (1/72 inch).

A layout is plain data, so that it can be checked before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps

from qisai.sheets import replace_file

from . import fonts, theme

WIDTH, HEIGHT = 595.28, 841.89
MILLIMETRE = 72 / 25.4
LEADING = 1.22
SMALLEST = 8.0
EDGE = "#C9B48C"
PIXELS = 900  # the longer side of a picture in a PDF


@dataclass(frozen=True)
class Words:
    """One line of text in an em box whose left upper corner is (``x``, ``top``); ``turned``: upside down in that box."""

    x: float
    top: float
    text: str
    size: float
    colour: str = theme.INK
    bold: bool = False
    turned: bool = False

    @property
    def width(self) -> float:
        return fonts.width(self.text, self.size)

    def moved(self, x: float, y: float) -> Words:
        return replace(self, x=self.x + x, top=self.top + y)


@dataclass(frozen=True)
class Stroke:
    """A straight line, dashed if ``dash`` (points of line and of gap) is not 0."""

    x: float
    top: float
    to_x: float
    to_top: float
    colour: str = theme.INK
    weight: float = 0.5
    dash: float = 0.0

    def moved(self, x: float, y: float) -> Stroke:
        return replace(self, x=self.x + x, to_x=self.to_x + x, top=self.top + y, to_top=self.to_top + y)


@dataclass(frozen=True)
class Fill:
    """A filled rectangle."""

    x: float
    top: float
    width: float
    height: float
    colour: str

    def moved(self, x: float, y: float) -> Fill:
        return replace(self, x=self.x + x, top=self.top + y)


@dataclass(frozen=True)
class Disc:
    """A circle in a square box: filled, or a ring of ``weight`` points where that is not 0."""

    x: float
    top: float
    side: float
    colour: str
    weight: float = 0.0

    def moved(self, x: float, y: float) -> Disc:
        return replace(self, x=self.x + x, top=self.top + y)


@dataclass(frozen=True)
class Picture:
    """A picture file, stretched into its box; ``turned``: upside down."""

    x: float
    top: float
    width: float
    height: float
    path: Path
    turned: bool = False

    def moved(self, x: float, y: float) -> Picture:
        return replace(self, x=self.x + x, top=self.top + y)


Mark = Words | Stroke | Fill | Disc | Picture


@dataclass(frozen=True)
class Leaf:
    """One printed page; marks are drawn in their order. ``begins``: the chapters that the outline of the PDF finds here."""

    marks: Sequence[Mark] = field(default_factory=list)
    across: bool = False
    begins: Sequence[str] = ()

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return (HEIGHT, WIDTH) if self.across else (WIDTH, HEIGHT)


def centred(text: str, size: float, left: float, right: float, top: float, colour: str = theme.INK, bold: bool = False) -> Words:
    """The text in the middle between ``left`` and ``right``."""
    return Words((left + right - fonts.width(text, size)) / 2, top, text, size, colour, bold)


def save(path: Path, leaves: Sequence[Leaf], *, title: str) -> Path:
    """Write the leaves as one PDF and return its path.

    The old file stays whole until the new one is complete. Raises ``MissingGlyphs``, and ``InputProblems``
    (locked) where the file is open elsewhere.
    """
    from qisai.publish.pdf import document  # half a second that only paper needs

    fonts.require(sorted({mark.text for leaf in leaves for mark in leaf.marks if isinstance(mark, Words)}))
    replace_file(path, document(leaves, title))
    return path


def picture(path: Path) -> Image.Image:
    """A picture file, upright and as large as print needs; ``OSError`` where there is none in it."""
    return _picture(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _picture(path: Path, _changed: int) -> Image.Image:
    with Image.open(path) as opened:
        found = ImageOps.exif_transpose(opened).convert("RGBA")
    found.thumbnail((PIXELS, PIXELS))
    return found
