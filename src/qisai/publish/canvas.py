"""A figure whose coordinates are pixels from the upper left corner, and its frame: title band and foot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle
from matplotlib.patheffects import Normal, Stroke
from matplotlib.text import Text
from matplotlib.transforms import Affine2D
from PIL import Image

from qisai import vocabulary
from qisai.publish import fonts, theme
from qisai.publish.a4 import picture
from qisai.publish.language import label, t

Align = Literal["left", "center", "right"]

_STYLE: dict[Any, Any] = {
    "text.hinting": "none",
    "text.antialiased": True,
    "text.usetex": False,
    "path.simplify": False,
}


def shown(value: Any) -> str:
    """What a cell shows: nothing for a missing value, else its text."""
    return "" if value is None or bool(pd.isna(value)) else vocabulary.text(value)


def save(figure: Figure, path: Path) -> Path:
    """Write the figure as a palette PNG without dates; the file is the old one or the new one, never half."""
    path = Path(path)
    with matplotlib.rc_context(_STYLE):
        canvas = FigureCanvasAgg(figure)
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
        image = Image.frombytes("RGBA", canvas.get_width_height(), bytes(pixels))
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".~{path.name}")
    whole = image.convert("RGB")
    whole.quantize(palette=_palette(whole, figure), dither=Image.Dither.NONE).save(part, format="PNG")
    os.replace(part, path)
    return path


_OF_MARKS = 96  # of the 256 colours those kept for the pictures on a picture


def _palette(whole: Image.Image, figure: Figure) -> Image.Image:
    """The colours of a drawn picture; a mark on it has a share of its own, whatever else there is."""
    half = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.NEAREST)  # its colours are those of the whole
    if not figure.images:
        return half.quantize(256, method=Image.Quantize.MEDIANCUT)
    marks = [_cut_out(whole, image) for image in figure.images]
    strip = Image.new("RGB", (sum(mark.width for mark in marks), max(mark.height for mark in marks)), theme.BAND)
    for place, mark_ in enumerate(marks):
        strip.paste(mark_, (sum(mark.width for mark in marks[:place]), 0))
    shares = ((half, 256 - _OF_MARKS), (strip, _OF_MARKS))
    found = [image.quantize(most, method=Image.Quantize.MEDIANCUT).getpalette() or [] for image, most in shares]
    together = Image.new("P", (1, 1))
    together.putpalette([part for colours, (_, most) in zip(found, shares, strict=True) for part in colours[: 3 * most]])
    return together


def _cut_out(whole: Image.Image, image: Any) -> Image.Image:
    """The part of a picture on which an image lies."""
    high, wide = image.get_array().shape[:2]
    top = whole.height - round(image.oy) - high
    return whole.crop((round(image.ox), max(top, 0), min(round(image.ox) + wide, whole.width), top + high))


class Canvas:
    """A figure of ``width`` x ``height`` pixels; y grows downwards, sizes of text are em heights in pixels.

    Everything stands on the figure itself: axes would ask each mark for its limits and clip it.
    """

    def __init__(self, height: int, width: int = theme.WIDTH) -> None:
        self.width, self.height = width, height
        # at 72 dpi a point is a pixel; the small surplus keeps a rounded height from losing a row
        self.figure = Figure(figsize=(width / 72, (height + 0.001) / 72), dpi=72, facecolor=theme.PAPER)
        self.figure.set_layout_engine("none")
        self._down = Affine2D().scale(1, -1).translate(0, height)

    def _add(self, artist: Artist, layer: float | None = None) -> None:
        artist.set_transform(self._down)
        if layer is not None:
            artist.set_zorder(layer)
        self.figure.add_artist(artist)

    def text(
        self,
        x: float,
        y: float,
        lines: str | Sequence[str],
        size: float,
        *,
        color: str = theme.INK,
        align: Align = "left",
        heavy: bool = False,
        layer: float | None = None,
    ) -> None:
        """Lines of text, their block centred on ``y``; ``heavy`` stands for the bold face we do not have.

        ``layer``: what is higher is drawn later (matplotlib's zorder; boxes 1, lines 2, dots and texts 3).
        """
        lines = [lines] if isinstance(lines, str) else lines
        first = y - (len(lines) - 1) / 2 * size * theme.LEADING
        for position, line in enumerate(lines):
            if not line:
                continue
            drawn = Text(
                x,
                first + position * size * theme.LEADING + 0.37 * size,
                line,
                fontproperties=fonts.properties(size),
                color=color,
                horizontalalignment=align,
                verticalalignment="baseline",
                parse_math=False,
            )
            if heavy:
                drawn.set_path_effects([Stroke(linewidth=size / 30, foreground=color), Normal()])
            self._add(drawn, layer)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0, layer: float | None = None
    ) -> None:
        """A filled rectangle with its upper left corner at (x, y)."""
        if radius:
            style = f"round,pad=0,rounding_size={min(radius, width / 2, height / 2)}"
            self._add(FancyBboxPatch((x, y), width, height, boxstyle=style, facecolor=fill, linewidth=0), layer)
        else:
            self._add(Rectangle((x, y), width, height, facecolor=fill, linewidth=0), layer)

    def image(self, x: float, y: float, picture: Image.Image) -> None:
        """A picture with its upper left corner at (x, y), pixel for pixel."""
        low = self.height - round(y) - picture.height
        self.figure.figimage(np.asarray(picture), round(x), low, origin="upper", zorder=3)

    def line(self, xs: Sequence[float], ys: Sequence[float], color: str, width: float = 3) -> None:
        """A polyline with round joins."""
        self._add(Line2D(xs, ys, color=color, linewidth=width, solid_capstyle="round", solid_joinstyle="round"))

    def dot(self, x: float, y: float, radius: float, fill: str, *, edge: str = "", width: float = 0) -> None:
        """A disc, with a rim if ``edge`` is given."""
        self._add(Circle((x, y), radius, facecolor=fill, edgecolor=edge or fill, linewidth=width), layer=3)


WIDEST = 3  # times as wide as high is the box of a mark that is wide


def mark(
    canvas: Canvas, x: float, y: float, radius: float, piece: Callable[[Canvas, float, float, float], None], widest: float = 1
) -> None:
    """The organizer's mark around (x, y), or else the ``piece``: in a square, or a box up to ``widest`` times as wide."""
    if theme.LOGO is None:
        piece(canvas, x, y, radius)
        return
    wide, high = mark_size(radius, widest)
    canvas.image(x - wide / 2, y - high / 2, picture(theme.LOGO).resize((wide, high)))


def mark_size(radius: float, widest: float = 1) -> tuple[int, int]:
    """Width and height of the mark in pixels."""
    if theme.LOGO is None:
        return round(2 * radius), round(2 * radius)
    wide, high = picture(theme.LOGO).size
    scale = min(2 * radius * widest / wide, 2 * radius / high)
    return max(1, round(wide * scale)), max(1, round(high * scale))


def _piece(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """A round piece seen from above."""
    canvas.dot(x, y, radius, theme.WOOD)
    canvas.dot(x, y - 2, radius - 4, "#F8EFDD")
    canvas.dot(x, y - 2, radius - 10, "#F8EFDD", edge=theme.RED, width=2.5)
    canvas.text(x, y - 2, "棋", radius * 1.05, color=theme.RED, align="center", heavy=True)


def rehearsal(part: str) -> bool:
    """Whether a part of a stamp says that nothing of this is in earnest."""
    return "演练" in part or "Rehearsal" in part


@dataclass(frozen=True)
class Frame:
    """The title band and the foot around a body; measured before anything is drawn.

    ``stamp`` is one text or several; a part that says 演练 is drawn as a red tag, so that a rehearsal cannot
    be mistaken for the event. ``event`` names the event and its 组别 where the subtitle says something else.
    """

    title: str
    subtitle: str = ""
    stamp: str | Sequence[str] = ""
    page: str = ""
    event: str = ""

    @property
    def texts(self) -> list[str]:
        return [t(self.title), t(self.event), t(self.subtitle), self.page, *self._parts]

    @property
    def _parts(self) -> list[str]:
        parts = [self.stamp] if isinstance(self.stamp, str) else self.stamp
        return [label(part) for part in parts if part]

    @property
    def _left(self) -> float:
        """Where the words begin, right of the mark."""
        return theme.MARGIN + max(92, mark_size(46, WIDEST)[0]) + 24

    def _lines(self) -> list[tuple[list[str], float]]:
        """Title, event and subtitle, each broken into lines, with its size."""
        room = theme.WIDTH - theme.MARGIN - self._left
        pages = max(fonts.width(page, theme.SUBTITLE[0]) for page in (self.page, "99/99"))
        beside = pages + 24 if self.page else 0  # the same on every page of a table
        title = fonts.fit(t(self.title), room - beside, theme.TITLE)
        return [title, *(fonts.fit(t(words), room, theme.SUBTITLE) for words in (self.event, self.subtitle) if words)]

    @property
    def top(self) -> float:
        """Where the body may begin: the height of the band with the space below it."""
        return self._band + 24

    @property
    def _band(self) -> float:
        return max(140.0, self._inner + 44)

    @property
    def _inner(self) -> float:
        blocks = self._lines()
        return sum(len(lines) * size * theme.LEADING for lines, size in blocks) + 10 * (len(blocks) - 1)

    def _stamp_lines(self) -> list[str]:
        plain = "　".join(part for part in self._parts if not rehearsal(part))
        tag = sum(fonts.width(part, theme.STAMP) + 52 for part in self._parts if rehearsal(part))
        return fonts.wrap(plain, theme.STAMP, max(theme.WIDTH - 2 * theme.MARGIN - tag, 300)) if plain else []

    @property
    def foot(self) -> float:
        """Height that the foot takes below the body."""
        return 36 + max(1, len(self._stamp_lines())) * theme.STAMP * theme.LEADING if self._parts else 32

    def draw(self, height: int) -> Canvas:
        """A canvas of that height with band and foot on it."""
        canvas = Canvas(height)
        band = self._band
        canvas.box(0, 0, theme.WIDTH, band, theme.BAND)
        canvas.box(0, band, theme.WIDTH, 5, theme.WOOD)
        mark(canvas, (theme.MARGIN + self._left - 24) / 2, band / 2, 46, _piece, WIDEST)
        upper = top = (band - self._inner) / 2
        for position, (lines, size) in enumerate(self._lines()):
            tall = len(lines) * size * theme.LEADING
            ink = theme.WOOD_DARK if position else theme.INK
            canvas.text(self._left, top + tall / 2, lines, size, color=ink, heavy=position == 0)
            top += tall + 10
        if self.page:
            place = upper + self._lines()[0][1] * theme.LEADING / 2
            right = theme.WIDTH - theme.MARGIN
            canvas.text(right, place, self.page, theme.SUBTITLE[0], color=theme.WOOD_DARK, align="right")
        self._draw_foot(canvas)
        return canvas

    def _draw_foot(self, canvas: Canvas) -> None:
        if not self._parts:
            return
        middle, x = canvas.height - self.foot / 2, float(theme.MARGIN)
        for part in self._parts:
            if rehearsal(part):
                wide = fonts.width(part, theme.STAMP) + 32
                canvas.box(x, middle - 19, wide, 38, theme.RED, radius=8)
                canvas.text(x + 16, middle, part, theme.STAMP, color=theme.WHITE)
                x += wide + 20
        right = theme.WIDTH - theme.MARGIN
        canvas.text(right, middle, self._stamp_lines(), theme.STAMP, color=theme.MUTED, align="right")


def nothing(frame: Frame) -> Figure:
    """The picture of a thing that has no data yet."""
    fonts.require([*frame.texts])
    height = int(frame.top + 260 + frame.foot)
    canvas = frame.draw(height)
    canvas.text(theme.WIDTH / 2, frame.top + 130, t("暂无数据").split("\n"), 40, color=theme.MUTED, align="center")
    return canvas.figure


def require(frame: Frame, data: pd.DataFrame, more: Iterable[str] = ()) -> None:
    """Check that every text of the frame, of the data and its headers can be drawn."""
    cells = (shown(value) for column in data.columns for value in data[column].tolist())
    fonts.require([*frame.texts, *map(shown, data.columns), *cells, *more])
