"""Leaves of A4 as one PDF.

It embeds the characters in use, its text can be searched, and the same leaves give the same bytes.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.C_F_F_ import table_C_F_F_
from fpdf import FPDF
from fpdf.enums import TextMode
from fpdf.fonts import TTFFont

from qisai.sheets import ALWAYS

from . import fonts
from .a4 import Disc, Fill, Leaf, Mark, Picture, Stroke, Words, picture

_ASCENT = 0.88  # of the em, above the baseline: Chinese characters stand in the whole em
_STROKE = 0.028  # of the em, around a bold letter: the font has one weight
_UNUSED = ("BASE", "VORG", "vhea", "vmtx", "DSIG")  # tables for vertical setting and signatures


def document(leaves: Sequence[Leaf], title: str) -> bytes:
    """The leaves in their order as a PDF."""
    pdf = FPDF(unit="pt", format="A4")
    pdf.set_creation_date(ALWAYS.replace(tzinfo=datetime.UTC))
    pdf.set_title(title)
    pdf.set_lang("zh-CN")
    pdf.set_auto_page_break(False)
    _add_font(pdf, {mark.text for leaf in leaves for mark in leaf.marks if isinstance(mark, Words)})
    for leaf in leaves:
        pdf.add_page(orientation="landscape" if leaf.across else "portrait")
        for chapter in leaf.begins:
            pdf.start_section(chapter)
        for mark in leaf.marks:
            _draw(pdf, mark)
    return bytes(pdf.output())


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


def _letter(pdf: FPDF, words: Words) -> None:
    pdf.set_font_size(words.size)
    pdf.set_text_color(words.colour)
    pdf.text(words.x, words.top + _ASCENT * words.size, words.text)
