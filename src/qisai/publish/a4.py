"""Leaves of A4 to print: what stands where, and the one PDF that holds it. All lengths are points (1/72 inch).

A layout is plain data, so that it can be checked before anything is drawn. The PDF embeds the characters in use,
its text can be searched, and the same leaves give the same bytes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.C_F_F_ import table_C_F_F_
from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.fonts import TTFFont
from PIL import Image, ImageOps

from qisai.sheets import ALWAYS, replace_file

from . import fonts, theme

WIDTH, HEIGHT = 595.28, 841.89
MILLIMETRE = 72 / 25.4
LEADING = 1.22
SMALLEST = 8.0
EDGE = "#C9B48C"
PIXELS = 900  # the longer side of a picture in a PDF
_ASCENT = 0.88  # of the em, above the baseline: Chinese characters stand in the whole em
_STROKE = 0.028  # of the em, around a bold letter: the font has one weight
_UNUSED = ("BASE", "VORG", "vhea", "vmtx", "DSIG")  # tables for vertical setting and signatures


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
    """One printed page; marks are drawn in their order."""

    marks: Sequence[Mark] = field(default_factory=list)
    across: bool = False

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
    texts = {mark.text for leaf in leaves for mark in leaf.marks if isinstance(mark, Words)}
    fonts.require(sorted(texts))
    pdf = FPDF(unit="pt", format="A4")
    pdf.set_creation_date(ALWAYS.replace(tzinfo=datetime.UTC))
    pdf.set_title(title)
    pdf.set_lang("zh-CN")
    pdf.set_auto_page_break(False)
    _add_font(pdf, texts)
    for leaf in leaves:
        pdf.add_page(orientation="landscape" if leaf.across else "portrait")
        for mark in leaf.marks:
            _draw(pdf, mark)
    replace_file(path, bytes(pdf.output()))
    return path


def _add_font(pdf: FPDF, texts: Iterable[str]) -> None:
    path = fonts.chosen()
    pdf.add_font("text", "", path, unicode_range=sorted({ord(c) for text in texts for c in text} | {ord(" ")}))
    font = pdf.fonts["text"]
    if isinstance(font, TTFFont) and font.is_cid_keyed:
        quicken(font.ttfont)
    pdf.set_font("text")


class Outlines(table_C_F_F_):  # type: ignore[misc]
    """The outlines of a CID-keyed font: no glyph is composed of others, so none is searched for parts."""

    def closure_glyphs(self, subsetter: Subsetter) -> None:
        pass

    def prune_post_subset(self, font: TTFont, options: Options) -> bool:
        options.desubroutinize = True  # the few characters in use are written out: nobody searches 20,000 shared strokes
        pruned: bool = super().prune_post_subset(font, options)
        return pruned


def quicken(font: TTFont) -> None:
    """Halve the time of cutting an opened, CID-keyed font down to the characters in use; the shapes stay the same.

    The other half went into reading every outline for its box (that of the whole font will do) and for parts.
    """
    font.recalcBBoxes = False
    for tag in _UNUSED:
        if tag in font:
            del font[tag]
    outlines = Outlines("CFF ")
    outlines.cff = font["CFF "].cff
    font["CFF "] = outlines


def _draw(pdf: FPDF, mark: Mark) -> None:
    if isinstance(mark, Fill):
        pdf.set_fill_color(mark.colour)
        pdf.rect(mark.x, mark.top, mark.width, mark.height, style="F")
    elif isinstance(mark, Stroke):
        pdf.set_draw_color(mark.colour)
        pdf.set_line_width(mark.weight)
        pdf.set_dash_pattern(mark.dash, mark.dash)
        pdf.line(mark.x, mark.top, mark.to_x, mark.to_top)
    elif isinstance(mark, Disc):
        pdf.set_fill_color(mark.colour)
        pdf.set_draw_color(mark.colour)
        pdf.set_line_width(mark.weight)
        pdf.set_dash_pattern()
        pdf.ellipse(mark.x, mark.top, mark.side, mark.side, style="D" if mark.weight else "F")
    elif isinstance(mark, Picture):
        with pdf.rotation(180 * mark.turned, mark.x + mark.width / 2, mark.top + mark.height / 2):
            pdf.image(picture(mark.path), mark.x, mark.top, mark.width, mark.height)
    elif mark.turned:
        with pdf.rotation(180, mark.x + mark.width / 2, mark.top + mark.size / 2):
            _draw(pdf, replace(mark, turned=False))
    elif mark.bold:
        with pdf.local_context():  # a PDF keeps the mode of lettering until it is told another
            pdf.set_draw_color(mark.colour)
            pdf.set_line_width(_STROKE * mark.size)
            pdf.set_dash_pattern()
            pdf.text_mode = TextMode.FILL_STROKE
            _letter(pdf, mark)
    else:
        _letter(pdf, mark)


def picture(path: Path) -> Image.Image:
    """A picture file, upright and as large as print needs; ``OSError`` where there is none in it."""
    return _picture(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _picture(path: Path, _changed: int) -> Image.Image:
    with Image.open(path) as opened:
        found = ImageOps.exif_transpose(opened).convert("RGBA")
    found.thumbnail((PIXELS, PIXELS))
    return found


def _letter(pdf: FPDF, words: Words) -> None:
    pdf.set_font_size(words.size)
    pdf.set_text_color(words.colour)
    pdf.text(words.x, words.top + _ASCENT * words.size, words.text)
