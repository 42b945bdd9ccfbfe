"""The knockout bracket of 2 to 16 players, from left to right, with empty boxes for ties not yet known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown

GAP = 36.0
NAMES = {0: "决赛", 1: "半决赛", 2: "1/4决赛", 3: "1/8决赛"}
LINE = theme.LABEL * theme.LEADING


def bracket(
    ties: Sequence[Mapping[str, Any]],
    *,
    title: str | None = None,
    subtitle: str | None = None,
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Draw the ties; those of one round are numbered from the top, ``match`` m feeds match (m+1)//2.

    Each tie: ``round`` (1 first), ``match`` (1 first), ``high``, ``low``, ``high_score``, ``low_score`` (str),
    ``winner`` ("high", "low" or None), ``note`` (str; drawn under the tie). Ties not given are drawn empty.
    A second match in the last round is the match for third place and stands below the final.
    """
    if not ties:
        return canvas.nothing(Frame(title or "淘汰赛", subtitle or "", stamp))
    known = {(int(tie["round"]), int(tie["match"])): tie for tie in ties}
    first = max(match for number, match in known if number == 1) if any(r == 1 for r, _ in known) else 1
    rounds = max((first - 1).bit_length() + 1, max(number for number, _ in known))
    third = known.get((rounds, 2)) if rounds > 1 else None
    outline = Frame(title or _answer(known.get((rounds, 1))), subtitle or "", stamp)
    _check(outline, ties)
    column = (theme.WIDTH - 2 * theme.MARGIN + GAP) / rounds
    width = min(column - GAP, 460.0)
    column = width + GAP
    drawn = [_Tie(tie, width) for tie in known.values()]
    side = max([LINE + 14, *(tie.side for tie in drawn)])
    note = max((tie.note_height for tie in drawn), default=0.0)
    slots = 2 ** (rounds - 1)
    heading = 60.0
    below = 2 * side + note + 110 if third is not None and slots < 4 else 0.0
    fixed = outline.top + heading + outline.foot + below
    step = theme.pitch(slots, fixed, 2 * side + note + 44, 2 * side + note + 12)
    height = theme.legal_height(fixed + step * slots)
    page = outline.draw(height)
    left = (theme.WIDTH - (column * rounds - GAP)) / 2
    top = outline.top + heading
    centre = {
        (number, match): top + step * 2 ** (number - 1) * (match - 0.5) - note / 2
        for number in range(1, rounds + 1)
        for match in range(1, 2 ** (rounds - number) + 1)
    }
    for number in range(1, rounds + 1):
        words = NAMES.get(rounds - number, f"第{number}轮")
        middle = left + (number - 1) * column + width / 2
        page.text(
            middle, outline.top + heading / 2 - 6, words, theme.LABEL, color=theme.WOOD_DARK, align="center"
        )
    for (number, match), y in centre.items():
        x = left + (number - 1) * column
        if number < rounds:
            _join(page, x + width, y, x + column, centre[number + 1, (match + 1) // 2])
        _Tie(known.get((number, match), {}), width).draw(page, x, y, side)
    if third is not None:
        x = left + (rounds - 1) * column
        y = centre[rounds, 1] + (side * 2 + note + 100 if slots < 4 else step * slots / 4 + side)
        page.text(
            x + width / 2,
            y - side - LINE / 2 - 6,
            "三四名",
            theme.LABEL,
            color=theme.WOOD_DARK,
            align="center",
        )
        _Tie(third, width).draw(page, x, y, side)
    return page.figure


def _answer(final: Mapping[str, Any] | None) -> str:
    if final and final.get("winner"):
        winner, loser = ("high", "low") if final["winner"] == "high" else ("low", "high")
        return f"{shown(final[winner])}胜{shown(final[loser])}夺冠"
    if final and shown(final.get("high")) and shown(final.get("low")):
        return f"决赛：{shown(final['high'])}对{shown(final['low'])}"
    return "淘汰赛对阵"


def _check(outline: Frame, ties: Sequence[Mapping[str, Any]]) -> None:
    keys = ("high", "low", "high_score", "low_score", "note")
    words = [shown(tie.get(key)) for tie in ties for key in keys]
    fonts.require([*outline.texts, *words, *NAMES.values(), "三四名第轮0123456789"])


def _join(page: Canvas, x: float, y: float, to_x: float, to_y: float) -> None:
    half = (x + to_x) / 2
    page.line([x, half, half, to_x], [y, y, to_y, to_y], theme.RULE, 4)


class _Tie:
    """One tie: two names with their scores in a box, and a note under it."""

    def __init__(self, tie: Mapping[str, Any], width: float) -> None:
        self.tie, self.width = tie, width
        self.scores = [shown(tie.get("high_score")), shown(tie.get("low_score"))]
        wide = max(fonts.width(score, theme.LABEL) for score in self.scores)
        self.room = width - 28 - (wide + 12 if wide else 0)
        self.names = [fonts.fit(shown(tie.get(key)), self.room, (32, 30, 28)) for key in ("high", "low")]
        self.side = max(len(lines) * size * theme.LEADING for lines, size in self.names) + 14
        words = shown(tie.get("note"))
        self.note = fonts.wrap(words, theme.LABEL, width) if words else []
        self.note_height = len(self.note) * LINE

    def draw(self, page: Canvas, x: float, y: float, side: float) -> None:
        """Centre the box on ``y``, each of its halves ``side`` pixels high."""
        winner = self.tie.get("winner")
        page.box(x, y - side, self.width, 2 * side, theme.RULE, radius=10)
        page.box(
            x + 3,
            y - side + 3,
            self.width - 6,
            2 * side - 6,
            theme.WHITE if self.tie else theme.PAPER,
            radius=8,
        )
        for position, key in enumerate(("high", "low")):
            middle = y - side / 2 + position * side
            won = winner == key
            if won:
                page.box(x + 3, middle - side / 2 + 3, self.width - 6, side - 6, theme.SHADES[0], radius=7)
            ink = theme.INK if won or winner is None else theme.MUTED
            lines, size = self.names[position]
            page.text(x + 14, middle, lines, size, color=ink, heavy=won)
            score = theme.RED if won else theme.MUTED
            page.text(
                x + self.width - 14, middle, self.scores[position], theme.LABEL, color=score, align="right"
            )
        page.box(x + 8, y - 1.5, self.width - 16, 3, theme.RULE)
        page.text(
            x + self.width / 2,
            y + side + self.note_height / 2 + 4,
            self.note,
            theme.LABEL,
            color=theme.MUTED,
            align="center",
        )
