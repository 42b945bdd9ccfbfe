"""Table cards (台卡) and badges (胸卡): pages of equal pieces, cut in one go. All lengths are points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from . import fonts, theme
from .a4 import SMALLEST, Disc, Fill, Leaf, Mark, Picture, Stroke, Words, centred, picture, save
from .language import t
from .slips import BLANK_NUMBER, cut_note, stacked, strip, strip_height

#: Columns and rows of pieces on a page.
CARDS, LARGE_CARDS = (2, 2), (2, 1)
BADGES, LARGE_BADGES = (2, 5), (2, 4)
INSET_X, INSET_Y = 18.0, 14.0  # blank inside the cutting lines, and where a printer does not reach
LEADING = 1.16
HEADING = (10.0, 9.5, 9.0, 8.5, SMALLEST)
TEAM = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, SMALLEST)
ROLE = TEAM
BAND = 28.0  # height of the coloured band of a badge
NAME, ALONE = 50.0, 60.0  # the largest name on a badge, and on one without a team
WORD = 30.0  # em: a word of a name is not broken, the type is made smaller
TIGHTER = 1.2  # a name stands in two lines only where they are so much larger
PLAYER, OF_TEAM, OFFICIAL = "选手", "随队", "工作人员"


@dataclass(frozen=True)
class Card:
    """One table; ``group`` is the 组别 that plays there, "" where there is only one; ``spare``: no round needs it."""

    number: int
    group: str = ""
    spare: bool = False


@dataclass(frozen=True)
class Badge:
    """One person. ``kind`` is PLAYER, OF_TEAM or OFFICIAL and gives the colour; ``role`` is printed, e.g. 领队.
    ``to_number``: there is a white box in which the number is to be written."""

    name: str
    role: str
    kind: str = PLAYER
    number: str = ""
    team: str = ""
    group: str = ""
    to_number: bool = False


def write_cards(path: Path, cards: Sequence[Card], *, heading: str, large: bool = False) -> Path:
    """Write the table cards as one PDF, four on a page or two ``large`` ones, and return its path.

    Cut along the dashed lines, lay the piles on each other, fold each along the dotted line: it stands like a roof.
    Raises ``MissingGlyphs``, and ``InputProblems`` (locked) where the file is open elsewhere.
    """
    return save(path, arrange_cards(cards, heading=heading, large=large), title=f"{heading} {t('台卡')}")


def write_badges(path: Path, badges: Sequence[Badge], *, heading: str, large: bool = False) -> Path:
    """Write the badges as one PDF, ten on a page or eight ``large`` ones, and return its path; raises as above."""
    return save(path, arrange_badges(badges, heading=heading, large=large), title=f"{heading} {t('胸卡')}")


def arrange_cards(cards: Sequence[Card], *, heading: str, large: bool = False) -> list[Leaf]:
    """The leaves with all table cards, each with its two halves and the line to fold along."""
    columns, rows = LARGE_CARDS if large else CARDS
    pieces = [partial_card(card, heading) for card in cards]
    further = [str(card.number) for card in cards if card.spare]
    spare = "  " + t(f"备用：{'、'.join(further)} 台") if further else ""
    return pages(pieces, columns, rows, across=large, note=cut_note("台号") + spare)


def arrange_badges(badges: Sequence[Badge], *, heading: str, large: bool = False) -> list[Leaf]:
    """The leaves with all badges."""
    columns, rows = LARGE_BADGES if large else BADGES
    return pages([partial_badge(badge, heading) for badge in badges], columns, rows, note=cut_note("单位"))


def pages(
    pieces: Sequence[Callable[[float, float], list[Mark]]], columns: int, rows: int, across: bool = False, *, note: str
) -> list[Leaf]:
    """Leaves of equal pieces with the lines to cut along; the piles of one cut, laid on each other, are in order.

    A piece is given its width and height, and its marks stand relative to its left upper corner. ``note`` stands in a
    strip at the top that is cut off.
    """
    width, height = Leaf(across=across).room
    upper = strip_height(note, width)
    wide, high = width / columns, (height - upper) / rows
    leaves = []
    for page in stacked(len(pieces), columns * rows):
        marks = strip(note, width, height, columns, rows)
        for place, piece in enumerate(page):
            if piece is not None:
                x, y = place % columns * wide, upper + place // columns * high
                marks += [mark.moved(x, y) for mark in pieces[piece](wide, high)]
        leaves.append(Leaf(marks, across))
    return leaves


def partial_card(card: Card, heading: str) -> Callable[[float, float], list[Mark]]:
    """A table card of any size."""

    def drawn(wide: float, high: float) -> list[Mark]:
        half = high / 2
        face = _face(card, heading, wide, half)
        fold = Stroke(INSET_X, half, wide - INSET_X, half, theme.RULE, 0.5, 1)
        return [*(upside_down(mark, wide, half) for mark in face), fold, *(mark.moved(0, half) for mark in face)]

    return drawn


def _face(card: Card, heading: str, wide: float, high: float) -> list[Mark]:
    """What stands on one half: the event at the top, the number as large as fits, below it what the number is."""
    room = wide - 2 * INSET_X
    marks, top = _masthead(heading, INSET_X, INSET_Y, room)
    below, small = fonts.fit(card.group + "　" * bool(card.group) + t("台"), room, (16.0, *TEAM))
    foot = high - INSET_Y - len(below) * small * LEADING
    number = str(card.number)
    size = min(foot - top, room / fonts.width(number, 1.0))
    marks.append(centred(number, size, 0, wide, top + (foot - top - size) / 2, bold=True))
    marks += [centred(line, small, 0, wide, foot + i * small * LEADING, theme.MUTED) for i, line in enumerate(below)]
    return marks


def partial_badge(badge: Badge, heading: str) -> Callable[[float, float], list[Mark]]:
    """A badge of any size."""

    def drawn(wide: float, high: float) -> list[Mark]:
        room = wide - 2 * INSET_X
        marks, top = _masthead(heading, INSET_X, INSET_Y, room)
        band = high - INSET_Y - BAND
        marks += _band(badge, INSET_X, band, room)
        teams, small = fonts.fit(badge.team, room, TEAM) if badge.team else ([], 0.0)
        foot = band - 5 - len(teams) * small * LEADING
        lines, size = largest(badge.name, room, foot - top - 4, NAME if teams else ALONE)
        y = top + 2 + (foot - top - 4 - len(lines) * size * LEADING) / 2
        marks += [centred(line, size, 0, wide, y + i * size * LEADING, bold=True) for i, line in enumerate(lines)]
        marks += [centred(line, small, 0, wide, foot + i * small * LEADING, theme.MUTED) for i, line in enumerate(teams)]
        return marks

    return drawn


def _band(badge: Badge, x: float, top: float, wide: float) -> list[Mark]:
    """The coloured band: the group and the role at the left, the number at the right."""
    colour = {PLAYER: theme.WOOD_DARK, OF_TEAM: theme.WOOD, OFFICIAL: theme.RED}[badge.kind]
    marks: list[Mark] = [Fill(x, top, wide, BAND, colour)]
    end = wide - 16
    if badge.number:
        number = t(f"{badge.number}号")
        size = min(18.0, 0.5 * wide / fonts.width(number, 1.0))
        end -= fonts.width(number, size) + 8
        at = x + wide - 8 - fonts.width(number, size)
        marks.append(Words(at, top + (BAND - size) / 2, number, size, theme.WHITE, bold=True))
    elif badge.to_number:
        number, size = t(BLANK_NUMBER), 12.0
        box_wide = fonts.width(number, size) + 14
        end -= box_wide + 4
        left = x + wide - 4 - box_wide
        marks.append(Fill(left, top + 4, box_wide, BAND - 8, theme.WHITE))
        marks.append(Words(left + 10, top + (BAND - size) / 2, number, size, theme.INK))
    role = badge.group + "　" * bool(badge.group) + t(badge.role)
    lines, size = fonts.fit(role, end, ROLE)
    y = top + (BAND - len(lines) * size * LEADING) / 2 + size * (LEADING - 1) / 2
    return marks + [Words(x + 8, y + i * size * LEADING, line, size, theme.WHITE) for i, line in enumerate(lines)]


def _masthead(heading: str, x: float, top: float, wide: float) -> tuple[list[Mark], float]:
    """The organizer's mark and the event, and where the rest may begin."""
    scale = max(1.0, wide / 262.0)  # of a piece that is wider than half an upright page
    side = 23.0 * scale
    lines, size = fonts.fit(heading, wide - side - 7, [size * scale for size in HEADING])
    tall = max(side, len(lines) * size * LEADING)
    marks = emblem(x, top + (tall - side) / 2, side)
    y = top + (tall - len(lines) * size * LEADING) / 2
    marks += [Words(x + side + 7, y + i * size * LEADING, line, size, theme.MUTED) for i, line in enumerate(lines)]
    return marks, top + tall


def emblem(x: float, top: float, side: float) -> list[Mark]:
    """The organizer's mark fitted into a square, or the piece where there is none."""
    if theme.LOGO is not None:
        pixels = picture(theme.LOGO).size
        wide, high = (side * length / max(pixels) for length in pixels)
        return [Picture(x + (side - wide) / 2, top + (side - high) / 2, wide, high, theme.LOGO)]
    rim, size = 0.08 * side, 0.56 * side
    return [
        Disc(x, top, side, theme.WOOD),
        Disc(x + rim / 2, top + rim / 2, side - rim, theme.PAPER),
        Disc(x + rim * 1.5, top + rim * 1.5, side - 3 * rim, theme.RED, side / 40),
        centred("棋", size, x, x + side, top + (side - size) / 2, theme.RED, bold=True),
    ]


def largest(text: str, room: float, height: float, most: float) -> tuple[list[str], float]:
    """Lines and size of a text that is to be as large as fits into a box: one line, or two where they are much larger."""
    whole = " ".join(text.split())
    one = min(most, height / LEADING, room / fonts.width(whole, 1.0))
    two = min(most, height / 2 / LEADING, room / fonts.narrowest(whole, 100.0, 2, word=WORD) * 100.0)
    if "\n" not in whole and one * TIGHTER >= two:
        return [whole], one
    return fonts.wrap(whole, two * 0.995, room), two * 0.995


def upside_down(mark: Mark, wide: float, high: float) -> Mark:
    """A mark as it stands after its piece, ``wide`` by ``high``, is turned by half a circle."""
    if isinstance(mark, Stroke):
        return replace(mark, x=wide - mark.to_x, to_x=wide - mark.x, top=high - mark.to_top, to_top=high - mark.top)
    x, y = wide - mark.x - box(mark)[0], high - mark.top - box(mark)[1]
    if isinstance(mark, Words | Picture):
        return replace(mark, x=x, top=y, turned=not mark.turned)
    return replace(mark, x=x, top=y)


def box(mark: Words | Fill | Disc | Picture) -> tuple[float, float]:
    """Width and height that a mark takes."""
    if isinstance(mark, Words):
        return mark.width, mark.size
    return (mark.side, mark.side) if isinstance(mark, Disc) else (mark.width, mark.height)


def filled_up(numbers: Iterable[int], large: bool = False) -> list[int]:
    """Numbers of tables and as many further ones as make the last page full.

    >>> filled_up([1, 2, 3, 5, 6])
    [1, 2, 3, 5, 6, 7, 8, 9]
    """
    found = sorted(set(numbers))
    columns, rows = LARGE_CARDS if large else CARDS
    spare = -len(found) % (columns * rows)
    return [*found, *range(found[-1] + 1, found[-1] + 1 + spare)] if found else []
