"""Who can still take one of the first places: in, open, out, by score, with the span of points that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import t

IN, OPEN, OUT = "已进", "未定", "已无可能"
MOST_NAMES = 30  # in one row; more are counted
HEADING = 58.0
GAP = 26.0  # between the rows of a verdict and the heading of the next
BAR = 42.0
PAD = 14.0  # above and below a row together
NAME, REASON = 30.0, 28.0
LEFT, LEFT_MOST = 190.0, 400.0  # where the names begin
SCORE = 32.0
BETWEEN = "　"


@dataclass(frozen=True)
class _Row:
    """Players of one verdict, score and reason: their texts broken into lines, and the span of their points."""

    verdict: str
    score: str
    heads: str
    names: list[str]
    reason: list[str]
    beside: bool  # the reason stands in the line of the name
    least: float
    best: float
    left: float  # where the names begin

    @property
    def bar(self) -> float:
        return BAR if self.score else 0

    @property
    def block(self) -> float:
        reason = 0 if self.beside else len(self.reason) * REASON
        return (len(self.names) * NAME + reason) * theme.LEADING + self.bar

    @property
    def height(self) -> float:
        return max(self.block, 76.0 if self.score else 0.0) + PAD


def chances(
    frame: pd.DataFrame,
    *,
    title: str,
    lost: str = "已无晋级可能",
    subtitle: str | None = None,
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Rows of players with the same score, verdict and reason; those who are out as one row.

    ``frame``: in the order of the table, 姓名, 积分, 最少, 最多 (numbers, or text that is one), 结论 (已进, 未定, 已无可能),
    理由 (a short sentence in the language of the public, "" where the points say it). ``lost``: what is said of those who
    are out.
    """
    outline = Frame(title, subtitle or t("横线是最后可能的积分，左端最差，右端最好"), stamp)
    if frame.empty:
        return canvas.nothing(outline)
    rows = _rows(frame)
    heads = {verdict: _heading(lost if verdict == OUT else verdict, sum(frame["结论"] == verdict)) for verdict in (IN, OPEN, OUT)}
    words = [*heads.values(), *(row.heads for row in rows), *(row.score for row in rows), "0123456789.-"]
    canvas.require(outline, frame[["姓名", "积分", "最少", "最多"]], [*words, *(line for row in rows for line in row.reason)])
    sections = [verdict for verdict in (IN, OPEN, OUT) if any(row.verdict == verdict for row in rows)]
    fixed = outline.top + outline.foot + HEADING * len(sections) + GAP * (len(sections) - 1) + 12
    rows = _within(rows, theme.TALLEST - fixed)
    needed = fixed + sum(row.height for row in rows)
    height = theme.legal_height(needed)
    stretch = min((height - needed) / len(rows), 90.0)
    page = outline.draw(height)
    spans = [row for row in rows if row.score]
    scale = (min((row.least for row in spans), default=0.0), max((row.best for row in spans), default=1.0))
    top = outline.top
    for verdict in sections:
        top += GAP if verdict != sections[0] else 0
        _draw_heading(page, top, verdict, heads[verdict])
        top += HEADING
        for position, row in enumerate(row for row in rows if row.verdict == verdict):
            tall = row.height + stretch
            if position % 2:
                page.box(24, top, theme.WIDTH - 48, tall, theme.ZEBRA, radius=8)
            _draw_row(page, top, tall, row, scale)
            top += tall
    return page.figure


def _heading(words: str, heads: int) -> str:
    return t(f"{words}：{heads}人")


def _rows(frame: pd.DataFrame) -> list[_Row]:
    """Players who share everything, in the order of the table; those who are out together, without their names."""
    found = []
    kept = frame[frame["结论"] != OUT]
    left = _left(kept)
    for (verdict, score, reason, least, best), own in kept.groupby(["结论", "积分", "理由", "最少", "最多"], sort=False):
        names = [shown(name) for name in own["姓名"]]
        heads = t(f"{len(names)}人")
        words = BETWEEN.join(names) if len(names) <= MOST_NAMES else heads
        points = t(f"{shown(score)}分")
        found.append(_row(str(verdict), points, heads, words, str(reason), float(least), float(best), left))
    out = frame[frame["结论"] == OUT]
    if len(out):
        top = out.assign(most=out["最多"].astype(float)).sort_values("most", ascending=False, kind="stable").iloc[0]
        found.append(_row(OUT, "", "", "", str(top["理由"]), 0.0, 0.0, left))
    order = {IN: 0, OPEN: 1, OUT: 2}
    return sorted(found, key=lambda row: order[row.verdict])


def _left(kept: pd.DataFrame) -> float:
    """Where the names begin: right of the scores and the numbers of players."""
    scores = [t(f"{shown(points)}分") for points in kept["积分"].drop_duplicates()]
    heads = [t(f"{count}人") for count in (1, len(kept))]
    wide = max([fonts.width(words, SCORE) for words in scores] + [fonts.width(words, REASON) for words in heads])
    return min(max(LEFT, theme.MARGIN + wide + 30), LEFT_MOST)


def _row(
    verdict: str, score: str, heads: str, words: str, reason: str, least: float, best: float, left: float
) -> _Row:  # fmt: skip
    room = theme.WIDTH - theme.MARGIN - left
    names = _names(words, room) if words else []
    beside = len(names) == 1 and fonts.width(names[0], NAME) + 40 + fonts.width(reason, REASON) <= room
    return _Row(verdict, score, heads, names, fonts.wrap(reason, REASON, room) if reason else [], beside, least, best, left)


def _names(words: str, room: float) -> list[str]:
    """Names on lines, broken between names and only where one alone is too long inside it."""
    lines = [""]
    for name in words.split(BETWEEN):
        longer = f"{lines[-1]}{BETWEEN}{name}" if lines[-1] else name
        if fonts.width(longer, NAME) <= room:
            lines[-1] = longer
            continue
        pieces = fonts.wrap(name, NAME, room)
        lines = [*(line for line in lines if line), *pieces]
    return lines


def _within(rows: list[_Row], room: float) -> list[_Row]:
    """The rows that fit, low ones of 未定 counted together where they do not."""
    if sum(row.height for row in rows) <= room:
        return rows
    kept = [row for row in rows if row.verdict != OPEN]
    left, shown_rows = room - sum(row.height for row in kept) - 140, []
    waiting = [row for row in rows if row.verdict == OPEN]
    while waiting and waiting[0].height <= left:
        left -= waiting[0].height
        shown_rows.append(waiting.pop(0))
    shown_rows.append(_row(OPEN, "", "", t("积分再低的，也还没有定"), "", 0.0, 0.0, rows[0].left))
    return sorted([*kept, *shown_rows], key=lambda row: (IN, OPEN, OUT).index(row.verdict))


def _draw_heading(page: Canvas, top: float, verdict: str, words: str) -> None:
    """A band with the verdict: dark for in, light for open, a rule for out."""
    fill, ink = {IN: (theme.WOOD_DARK, theme.WHITE), OPEN: (theme.BAND, theme.INK), OUT: (theme.RULE, theme.INK)}[verdict]
    page.box(24, top + 6, theme.WIDTH - 48, HEADING - 12, fill, radius=8)
    page.text(theme.MARGIN, top + HEADING / 2, words, 32, color=ink, heavy=verdict == IN)


def _draw_row(page: Canvas, top: float, tall: float, row: _Row, scale: tuple[float, float]) -> None:
    ink = theme.MUTED if row.verdict == OUT else theme.INK
    names = len(row.names) * NAME * theme.LEADING
    upper = top + (tall - row.block) / 2
    page.text(row.left, upper + names / 2, row.names, NAME, color=ink)
    if row.beside:
        page.text(theme.WIDTH - theme.MARGIN, upper + names / 2, row.reason, REASON, color=theme.MUTED, align="right")
    else:
        reason = len(row.reason) * REASON * theme.LEADING
        page.text(row.left, upper + names + row.bar + reason / 2, row.reason, REASON, color=theme.MUTED)
    if row.score:
        block = top + tall / 2
        page.text(row.left - 30, block - 20, row.score, SCORE, align="right", heavy=row.verdict == IN)
        page.text(row.left - 30, block + 20, row.heads, REASON, color=theme.MUTED, align="right")
    if row.bar:
        low, high = scale
        aside = max(fonts.width(f"{points:g}", REASON) for points in (low, high, row.least, row.best)) + 30
        left, right, y = row.left + aside, theme.WIDTH - theme.MARGIN - aside, upper + names + row.bar / 2

        def at(points: float) -> float:
            return left + (right - left) * (points - low) / max(high - low, 1)

        page.line([at(row.least), at(row.best)], [y, y], theme.WOOD, 10)
        page.dot(at(row.least), y, 9, theme.WOOD_DARK)
        page.dot(at(row.best), y, 9, theme.WOOD_DARK)
        page.text(at(row.least) - 22, y, f"{row.least:g}", REASON, align="right")
        if row.best > row.least:
            page.text(at(row.best) + 22, y, f"{row.best:g}", REASON)
