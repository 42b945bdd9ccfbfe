"""The knockout bracket of 2 to 16 players, from left to right, with empty boxes for ties not yet known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import ENGLISH, chosen, t

NAMES = {0: "决赛", 1: "半决赛", 2: "四分之一决赛", 3: "八分之一决赛"}
NAMED = 8  # players of a round whose names go into the title
IN_ENGLISH = {"胜": "W", "和": "D", "负": "L", "弃": "F"}
EDGE = 24.0  # left and right of the bracket
GAP = 24.0  # between two rounds
PAD = 10.0  # left and right inside a box
WIDEST = 460.0
HEADING = 60.0
LINE = theme.LABEL * theme.LEADING
#: How loosely the first round may be set, loosest first: (room in a box, room between two boxes).
SETTINGS = ((14.0, 44.0), (12.0, 30.0), (10.0, 20.0), (8.0, 14.0), (6.0, 10.0))


def bracket(
    ties: Sequence[Mapping[str, Any]],
    *,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Draw the ties; those of one round are numbered from the top, and ``match`` m feeds match (m+1)//2.

    Each tie has ``round`` and ``match`` (from 1), ``high`` (drawn above), ``low``, ``high_games``, ``low_games`` (what each
    made of the games, 和和胜), ``winner`` ("high", "low" or None) and ``note`` (str, drawn under the tie). Ties not given
    are empty. Without a title it is told who has won or which round is to come.
    A second match in the last round is the one for third place; it stands below the final.
    """
    if not ties:
        return canvas.nothing(Frame(title or t("淘汰赛"), subtitle or "", stamp, event=event))
    known = {(int(tie["round"]), int(tie["match"])): tie for tie in ties}
    first = max((match for number, match in known if number == 1), default=1)
    rounds = max((first - 1).bit_length() + 1, max(number for number, _ in known))
    outline = Frame(title or _answer(known, rounds), subtitle or "", stamp, event=event)
    _check(outline, ties)
    width = min((theme.WIDTH - 2 * EDGE + GAP) / rounds - GAP, WIDEST)
    tree = [(r, m) for r in range(1, rounds + 1) for m in range(1, 2 ** (rounds - r) + 1)]
    boxes = {place: _Tie(known.get(place, {}), width) for place in tree}
    third = _Tie(known[rounds, 2], width) if rounds > 1 and (rounds, 2) in known else None

    slots = [boxes[1, match] for match in range(1, 2 ** (rounds - 1) + 1)]
    heads = [_broken(NAMES.get(rounds - number, f"第{number}轮"), width) for number in range(1, rounds + 1)]
    heading = HEADING + (max(map(len, heads)) - 1) * LINE
    below = _broken("三四名", width)
    fixed = outline.top + heading + outline.foot
    for room, gap in SETTINGS:
        needed = fixed + sum(tie.height(room) + gap for tie in slots)
        if needed <= theme.FITS:
            break
    else:
        room, gap = SETTINGS[0]
        needed = fixed + sum(tie.height(room) + gap for tie in slots)
        gap += (theme.legal_height(needed) - needed) / len(slots)
    centre: dict[tuple[int, int], float] = {}
    top = outline.top + heading
    for place in tree:
        number, match = place
        if number == 1:
            centre[place] = top + gap / 2 + boxes[place].side(room)
            top += boxes[place].height(room) + gap
        else:
            centre[place] = (centre[number - 1, 2 * match - 1] + centre[number - 1, 2 * match]) / 2
    final = boxes[rounds, 1]
    lower = centre[rounds, 1] - final.side(room) + final.height(room) + 62 + (len(below) - 1) * LINE
    if third is not None:
        top = max(top, lower + third.height(room) + 16)

    page = outline.draw(theme.legal_height(top + outline.foot))
    left = (theme.WIDTH - (width + GAP) * rounds + GAP) / 2
    for column, words in enumerate(heads):
        _caption(page, left + column * (width + GAP) + width / 2, outline.top + heading / 2 - 6, words)
    for (number, match), y in centre.items():
        x = left + (number - 1) * (width + GAP)
        if number < rounds:
            _join(page, x + width, y, x + width + GAP, centre[number + 1, (match + 1) // 2])
        boxes[number, match].draw(page, x, y, room)
    if third is not None:
        x = left + (rounds - 1) * (width + GAP)
        _caption(page, x + width / 2, lower - len(below) * LINE / 2 - 4, below)
        third.draw(page, x, lower + third.side(room), room)
    return page.figure


def _answer(known: Mapping[tuple[int, int], Mapping[str, Any]], rounds: int) -> str:
    """Who has won, or who plays in the round that is to come."""
    final = known.get((rounds, 1))
    if final and final.get("winner"):
        winner, loser = ("high", "low") if final["winner"] == "high" else ("low", "high")
        if not shown(final[loser]):
            return t(f"{shown(final[winner])}夺冠")
        return t(f"{shown(final[winner])}胜{shown(final[loser])}夺冠")
    last = max((number for number, _ in known), default=1)
    ties = [known[last, match] for match in range(1, 2 ** (rounds - last) + 1) if (last, match) in known]
    pairs = [[shown(tie.get(key)) for key in ("high", "low")] for tie in ties]
    names = [name for pair in pairs for name in pair if name]
    stage = NAMES.get(rounds - last, f"第{last}轮")
    if len(names) > NAMED:
        return t(f"{stage}：{len(names)}人")
    if len(pairs) > 2 or not all(map(all, pairs)):
        return t(f"{stage}：{'、'.join(names)}")
    return t(f"{stage}：{'，'.join('对'.join(pair) for pair in pairs)}")


def _games(words: str) -> str:
    return "".join(IN_ENGLISH.get(c, c) for c in words) if chosen() == ENGLISH else words


def _check(outline: Frame, ties: Sequence[Mapping[str, Any]]) -> None:
    keys = ("high", "low", "high_games", "low_games")
    words = [shown(tie.get(key)) for tie in ties for key in keys] + [_note(tie) for tie in ties]
    fonts.require([*outline.texts, *words, *map(t, NAMES.values()), t("三四名"), t("第5轮"), "0123456789WDLF"])


def _note(tie: Mapping[str, Any]) -> str:
    words = shown(tie.get("note"))
    return t(words) if words else ""


def _broken(words: str, width: float) -> list[str]:
    """What stands over a round, on lines no wider than its boxes with half the room beside them."""
    return fonts.wrap(t(words), theme.LABEL, width + GAP / 2)


def _caption(page: Canvas, x: float, y: float, words: list[str]) -> None:
    page.text(x, y, words, theme.LABEL, color=theme.WOOD_DARK, align="center")


def _join(page: Canvas, x: float, y: float, to_x: float, to_y: float) -> None:
    half = (x + to_x) / 2
    page.line([x, half, half, to_x], [y, y, to_y, to_y], theme.RULE, 4)


class _Tie:
    """One tie: two names with their games in a box, and a note under it."""

    def __init__(self, tie: Mapping[str, Any], width: float) -> None:
        self.tie, self.width = tie, width
        self.games = [_games(shown(tie.get(key))) for key in ("high_games", "low_games")]
        wide = max(fonts.width(words, theme.LABEL) for words in self.games)
        room = width - 2 * PAD - (wide + 10 if wide else 0)
        self.names = [fonts.fit(shown(tie.get(key)), room, (32, 30, 28)) for key in ("high", "low")]
        words = _note(tie)
        self.note = fonts.wrap(words, theme.LABEL, width) if words else []

    def side(self, room: float) -> float:
        """Height of one of the two halves, with ``room`` pixels above and below the name together."""
        return max(LINE, *(len(lines) * size * theme.LEADING for lines, size in self.names)) + room

    def height(self, room: float) -> float:
        """Height of box and note."""
        return 2 * self.side(room) + (len(self.note) * LINE + 4 if self.note else 0)

    def draw(self, page: Canvas, x: float, y: float, room: float) -> None:
        """The middle line of the box lies on ``y``."""
        side, winner = self.side(room), self.tie.get("winner")
        fill = theme.WHITE if self.tie else theme.PAPER
        page.box(x, y - side, self.width, 2 * side, theme.RULE, radius=10)
        page.box(x + 3, y - side + 3, self.width - 6, 2 * side - 6, fill, radius=8)
        for position, key in enumerate(("high", "low")):
            middle, won = y - side / 2 + position * side, winner == key
            if won:
                page.box(x + 3, middle - side / 2 + 3, self.width - 6, side - 6, theme.BAND, radius=7)
            ink = theme.INK if won or winner is None else theme.MUTED
            lines, size = self.names[position]
            page.text(x + PAD, middle, lines, size, color=ink, heavy=won)
            right, result = x + self.width - PAD, theme.RED if won else theme.MUTED
            page.text(right, middle, self.games[position], theme.LABEL, color=result, align="right")
        page.box(x + 8, y - 1.5, self.width - 16, 3, theme.RULE)
        below = y + side + 4 + len(self.note) * LINE / 2
        page.text(x + self.width / 2, below, self.note, theme.LABEL, color=theme.MUTED, align="center")
