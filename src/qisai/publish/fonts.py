"""One Chinese font, found by its path and never by asking the operating system.

Everything that is drawn is first looked up in the font's character map: a name that cannot be drawn is
named (:class:`MissingGlyphs`) and no picture shows an empty box. Lengths are pixels (see :mod:`.theme`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from fontTools.ttLib import TTFont
from pylopdf_fonts_zh_cn import sans_path

if TYPE_CHECKING:
    from matplotlib.font_manager import FontProperties

_chosen: list[Path] = []


class MissingGlyphs(ValueError):
    """Texts that the font cannot draw; ``missing`` maps each text to its characters without a glyph."""

    def __init__(self, missing: dict[str, str]) -> None:
        self.missing = missing
        named = "；".join(
            f"“{text}”中的" + "、".join(f"“{c}”（U+{ord(c):04X}）" for c in chars)
            for text, chars in missing.items()
        )
        super().__init__(f"以下文字字体里没有，画不出来：{named}。请改用通用字，或换一个含有该字的字体。")


def register(font: Path | None = None) -> Path:
    """Choose the font of everything drawn from now on (the bundled one if ``font`` is None); its path."""
    path = Path(font) if font is not None else Path(sans_path())
    _characters(path)  # an unreadable font shows itself here, not in the middle of a picture
    _chosen[:] = [path]
    return path


def properties(size: float) -> FontProperties:
    """The chosen font for matplotlib, by path, in a size in points."""
    from matplotlib.font_manager import FontProperties  # half a second that the paper of a round does not need

    return FontProperties(fname=str(chosen()), size=size)


def chosen() -> Path:
    """The file of the font in use."""
    return _chosen[0] if _chosen else register()


@lru_cache(maxsize=4)
def _characters(path: Path) -> dict[int, float]:
    """Code point -> advance in em, for every character that the font can draw."""
    with TTFont(path, fontNumber=0, lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        return {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def missing_glyphs(texts: Iterable[str]) -> dict[str, str]:
    """Text -> the characters in it that cannot be drawn, for those texts that have any.

    >>> missing_glyphs(["堃喆犇", "𠮷田"])
    {'𠮷田': '𠮷'}
    """
    known = _characters(chosen())
    found = {}
    for text in dict.fromkeys(texts):
        missing = dict.fromkeys(c for c in text if c != "\n" and ord(c) not in known)
        if missing:
            found[text] = "".join(missing)
    return found


def require(texts: Iterable[str]) -> None:
    """Raise :class:`MissingGlyphs` unless every text can be drawn."""
    missing = missing_glyphs(texts)
    if missing:
        raise MissingGlyphs(missing)


def width(text: str, size: float) -> float:
    """Pixels that one line of text takes at an em of ``size`` pixels."""
    return size * _ems(text, chosen())


@lru_cache(maxsize=50000)
def _ems(text: str, font: Path) -> float:
    known = _characters(font)
    return sum(known.get(ord(c), 1.0) for c in text)


_WORD = 8.0  # em: words up to this long are not broken
_NOT_FIRST = set("，。、；：！？）》」』”’·,.;:!?)]%")
_NOT_LAST = set("（《「『“‘([")


#: A name in parts, 阿卜杜热合曼·买买提明, which breaks behind a dot only; the first part is long where no mark precedes it.
_DOTTED = re.compile("[\u3400-\u9fff]+(?:·[\u3400-\u9fff]+)+")
#: A term with the two numbers that it compares, 前一轮名次24>23, which breaks between them only.
_COMPARED = re.compile("([\u3400-\u9fff]{2,8})([-+0-9.]+[<>][-+0-9.]+)")
#: Scripts whose words are not broken: Latin with its accents, Greek, Cyrillic.
_WORDS_END = 0x530


@lru_cache(maxsize=20000)
def _pieces(text: str) -> tuple[str, ...]:
    """The text cut where a line may break: between Chinese characters, after blanks, not in a word or a number."""
    if compared := _COMPARED.fullmatch(text):
        return compared.groups()
    inner = {i for name in _DOTTED.finditer(text) for i in range(name.start() + 1, name.end()) if text[i - 1] != "·"}
    pieces: list[str] = []
    for place, c in enumerate(text):
        joins = bool(pieces) and (
            place in inner
            or c in _NOT_FIRST
            or pieces[-1][-1] in _NOT_LAST
            or (ord(c) < _WORDS_END and c != " " and ord(pieces[-1][-1]) < _WORDS_END and pieces[-1][-1] != " ")
        )
        if joins:
            pieces[-1] += c
        else:
            pieces.append(c)
    return tuple(pieces)


def _greedy(text: str, size: float, room: float) -> list[str]:
    if width(text, size) <= room:
        return [text.strip()]
    lines = [""]
    for piece in _pieces(text):
        if width(lines[-1] + piece.rstrip(), size) <= room:
            lines[-1] += piece
        elif width(piece, size) <= room:
            lines.append(piece)
        else:  # one unbreakable piece wider than the room: break it anyway, nothing is ever clipped
            for c in piece:
                if lines[-1] and width(lines[-1] + c, size) > room:
                    lines.append("")
                lines[-1] += c
    return [line.strip() for line in lines if line.strip()] or [""]


def _at_pause(text: str, size: float, room: float) -> list[str]:
    """Two lines broken at a pause: after a mark or closing quote, before an opening one or 暨; none if none fits."""
    pauses = [
        i
        for i in range(1, len(text))
        if text[i] not in _NOT_FIRST and (text[i - 1] in "，：；·　 ”》）" or text[i] in "“《（暨")
    ]
    pairs = [(text[:i].strip(), text[i:].strip()) for i in pauses]
    lengths = {pair: max(width(line, size) for line in pair) for pair in pairs if all(pair)}
    best = min(lengths, key=lengths.__getitem__, default=None)
    return list(best) if best is not None and lengths[best] <= min(room, 0.75 * width(text, size)) else []


def wrap(text: str, size: float, room: float) -> list[str]:
    """Lines no wider than ``room`` pixels, as few as possible; two break at a pause, else about equal."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        broken = _greedy(paragraph, size, room)
        if len(broken) == 2 and (halves := _at_pause(paragraph, size, room)):
            broken = halves
        elif len(broken) > 1:
            broken = _greedy(paragraph, size, narrowest(paragraph, size, len(broken), room, word=math.inf))
        lines += broken
    return lines


def narrowest(text: str, size: float, lines: int, room: float = 4000.0, word: float = _WORD) -> float:
    """The least width (to half a pixel) at which the text takes at most ``lines`` lines; words of up to ``word`` em
    are not broken."""
    return _narrowest(text, size, lines, room, word, chosen())


@lru_cache(maxsize=20000)
def _narrowest(text: str, size: float, lines: int, room: float, word: float, _font: Path) -> float:
    low = max((width(piece.rstrip(), size) for part in text.split("\n") for piece in _pieces(part)), default=0.0)
    low = min(low, max(min(word * size, room), max((width(c, size) for c in text), default=0.0)))
    high = max(room, low)
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(len(_greedy(p, size, middle)) for p in text.split("\n")) <= lines:
            high = middle
        else:
            low = middle
    return high


def fit(text: str, room: float, sizes: Iterable[float]) -> tuple[list[str], float]:
    """Lines and size: the largest size at which no line of the text breaks, else the smallest size, wrapped."""
    size, whole = 0.0, text.split("\n")
    for size in sizes:
        if all(width(line, size) <= room for line in whole):
            return whole, size
    return wrap(text, size, room), size
