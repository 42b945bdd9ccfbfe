"""The one look of everything that the public sees. All lengths are pixels of a picture 1080 wide.

Red and black are the two sides; wood and paper are the board. Red and black also differ in lightness and
every mark carries its label, so nothing is told by hue alone.
"""

from __future__ import annotations

from pathlib import Path

# sizes ----------------------------------------------------------------------------------------------
WIDTH = 1080
#: WeChat leaves a picture as it is when it fits into 1280 x 1280 or is a true long picture (ratio over 2);
#: heights between are shrunk until the text cannot be read.
FITS = 1280
LONG = 2 * WIDTH + 10
TALLEST = 4000

MARGIN = 40
TITLE = (46, 44, 42, 40)
SUBTITLE = (30, 28)
BODY = (34, 32, 30, 28)
LABEL = 28
STAMP = 24
LEADING = 1.22

# colours --------------------------------------------------------------------------------------------
PAPER = "#FCF9F3"
ZEBRA = "#F5EEE0"
BLANK = "#F9F5EC"
BAND = "#EFE3CC"
RULE = "#D9C6A3"
WOOD = "#A67C45"
WOOD_DARK = "#5B4631"
INK = "#2B2723"
MUTED = "#6B6155"
RED = "#BC3428"
BLACK = "#34302C"
DRAW = "#DCC9A6"
WHITE = "#FFFFFF"

#: Light to dark, for counts.
SHADES = ("#F1E4CB", "#E5D0A9", "#D3B482", "#B98D52", "#8E6534")

#: The organizer's own mark, in place of the piece in the title band.
LOGO: Path | None = None

#: What a theme changes; everything else is common to all.
THEMES: dict[str, dict[str, object]] = {
    "木色": {
        "PAPER": PAPER, "ZEBRA": ZEBRA, "BLANK": BLANK, "BAND": BAND, "RULE": RULE, "WOOD": WOOD, "WOOD_DARK": WOOD_DARK,
        "MUTED": MUTED, "DRAW": DRAW, "SHADES": SHADES,
    },
    "青绿": {
        "PAPER": "#F8FAF6", "ZEBRA": "#EBF1E8", "BLANK": "#F2F6EF", "BAND": "#D9E8DC", "RULE": "#B5CDBB", "WOOD": "#4F8A6B",
        "WOOD_DARK": "#2F5243", "MUTED": "#5C6A61", "DRAW": "#C3D6C6",
        "SHADES": ("#E0ECDF", "#C4DCC6", "#9CC3A4", "#6BA27C", "#3F7455"),
    },
    "墨蓝": {
        "PAPER": "#F8F9FC", "ZEBRA": "#E9EDF5", "BLANK": "#F2F4F9", "BAND": "#D8E0EE", "RULE": "#B4C1D8", "WOOD": "#4C6A9C",
        "WOOD_DARK": "#2B3F63", "MUTED": "#5B6476", "DRAW": "#C5CFE0",
        "SHADES": ("#DFE6F2", "#C2CFE5", "#9BB0D3", "#6D88B8", "#42608F"),
    },
}  # fmt: skip


def choose(name: str, logo: Path | None = None) -> None:
    """Use a theme, and a mark, for everything drawn from now on. Raises ``KeyError`` for an unknown name."""
    globals().update(THEMES[name])
    globals()["LOGO"] = logo


#: Lines of up to eight players: hues that stay apart in the common kinds of colour blindness.
LINES = ("#BC3428", "#2B2723", "#0F6CA8", "#D0861A", "#1F8A70", "#8C5AA3", "#4E9CC9", "#86761D")

#: Marks that a caller may put on a table cell: name -> (fill or None, text colour).
TONES: dict[str, tuple[str | None, str]] = {
    "key": ("#F6D9D0", "#9C241A"),
    "red": (None, "#BC3428"),
    "black": (None, INK),
    "gold": ("#F3DDA6", "#5B4210"),
    "muted": (None, "#8A8074"),
}


def legal_height(height: float) -> int:
    """The least picture height, not below ``height``, that WeChat does not shrink.

    >>> legal_height(900), legal_height(1300), legal_height(2500)
    (900, 2170, 2500)
    """
    whole = int(-(-height // 1))
    return LONG if FITS < whole < LONG else whole


def pitch(rows: int, fixed: float, natural: float, least: float) -> float:
    """Height of each of ``rows`` equal rows beside ``fixed`` pixels of other things, so that all is legal."""
    if rows == 0 or fixed + rows * natural <= FITS:
        return natural
    close = (FITS - fixed) / rows
    return close if close >= least else max(natural, (LONG - fixed) / rows)
