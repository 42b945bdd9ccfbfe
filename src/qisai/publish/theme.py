"""The one look of everything that the public sees. All lengths are pixels of a picture 1080 wide.

Red and black are the two sides; wood and paper are the board. Red and black also differ in lightness and
every mark carries its label, so nothing is told by hue alone.
"""

from __future__ import annotations

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

#: Light to dark, for counts; the second for the round that matters now.
SHADES = ("#F1E4CB", "#E5D0A9", "#D3B482", "#B98D52", "#8E6534")
SHADES_NOW = ("#F8E3DC", "#EFC0B4", "#E0907F", "#CE5E4C", "#A92D22")

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
