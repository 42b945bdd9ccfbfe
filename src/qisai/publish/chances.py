"""Who can still take one of the first places: in, open, out, by score, with the span of points that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import brief, t, unit

IN, OPEN, OUT = "已进", "未定", "已无可能"
MOST_NAMES = 30  # in one row; more are counted
HEADING = 58.0
GAP = 20.0  # between the rows of a verdict and the heading of the next
REASON = 28.0
SCORE = 32.0
SPAN = 300.0  # of the bars with their numbers, at the right
#: How loosely the rows may be set, loosest first: (size of the names, room above and below a row together).
SETTINGS = ((30.0, 40.0), (30.0, 24.0), (30.0, 12.0), (28.0, 8.0), (28.0, 4.0))
BETWEEN = "　"


@dataclass(frozen=True)
class _Row:
    """Players of one verdict, score and reason: their texts broken into lines, and the span of their points."""

    verdict: str
    score: str
    heads: str
    names: list[str]
    reason: list[str]
    least: float
    best: float
    left: float  # where the names begin
    size: float  # of the names
    pad: float

    @property
    def block(self) -> float:
        return (len(self.names) * self.size + len(self.reason) * REASON) * theme.LEADING

    @property
    def height(self) -> float:
        return max(self.block, SCORE * theme.LEADING) + self.pad


def chances(
    frame: pd.DataFrame,
    *,
    title: str,
    lost: str = "已无晋级可能",
    note: str = "",
    subtitle: str | None = None,
    event: str = "",
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Rows of players with the same score, verdict and reason; those who are out are counted.

    ``frame``: in the order of the table, 姓名, 积分, 最少, 最多 (numbers, or text that is one), 结论 (已进, 未定, 已无可能),
    理由 (a short sentence in the language of the public, "" where the points say it). ``lost``: what is said of those who
    are out; ``note``: what stands below them all, in the language of the public.
    """
    outline = Frame(title, subtitle or t("横线是最终可能达到的积分，左端最差，右端最好"), stamp, event=event)
    if frame.empty:
        return canvas.nothing(outline)
    heads = {verdict: _heading(lost if verdict == OUT else verdict, sum(frame["结论"] == verdict)) for verdict in (IN, OPEN, OUT)}
    sections = [verdict for verdict in (IN, OPEN, OUT) if (frame["结论"] == verdict).any()]
    why = _lost(frame)
    beside = fonts.width(heads[OUT], 32) + fonts.width(why, REASON) + 40 <= theme.WIDTH - 2 * theme.MARGIN
    below = [words for words in ("" if beside else why, note) if words]
    said = [line for words in below for line in fonts.wrap(words, REASON, theme.WIDTH - 2 * theme.MARGIN)]
    fixed = outline.top + outline.foot + HEADING * len(sections) + GAP * (len(sections) - 1) + 12
    fixed += len(said) * REASON * theme.LEADING + 8 * bool(said)
    rows = _set(frame, fixed)
    words = [why, *said, *heads.values(), *(row.heads for row in rows), *(row.score for row in rows), "0123456789.-"]
    canvas.require(outline, frame[["姓名", "积分", "最少", "最多"]], [*words, *(line for row in rows for line in row.reason)])
    needed = fixed + sum(row.height for row in rows)
    height = theme.legal_height(needed)
    stretch = (height - needed) / max(len(rows), 1)  # only a picture made long has any
    page = outline.draw(height)
    spans = [row for row in rows if row.score]
    scale = (min((row.least for row in spans), default=0.0), max((row.best for row in spans), default=1.0))
    top = outline.top
    for verdict in sections:
        top += GAP if verdict != sections[0] else 0
        _draw_heading(page, top, verdict, heads[verdict])
        if verdict == OUT and beside:
            page.text(theme.WIDTH - theme.MARGIN, top + HEADING / 2, why, REASON, color=theme.INK, align="right")
        top += HEADING
        for position, row in enumerate(row for row in rows if row.verdict == verdict):
            tall = row.height + stretch
            if position % 2:
                page.box(24, top, theme.WIDTH - 48, tall, theme.ZEBRA, radius=8)
            _draw_row(page, top, tall, row, scale)
            top += tall
    tall = len(said) * REASON * theme.LEADING
    page.text(theme.MARGIN, top + 8 + tall / 2, said, REASON, color=theme.MUTED)
    return page.figure


def _set(frame: pd.DataFrame, fixed: float) -> list[_Row]:
    """The rows as loosely as they fit into a short picture; into a long one as loosely as can be."""
    for size, pad in SETTINGS:
        rows = _rows(frame, size, pad)
        if fixed + sum(row.height for row in rows) <= theme.FITS:
            return rows
    return _within(_rows(frame, *SETTINGS[0]), theme.TALLEST - fixed)


def _heading(words: str, heads: int) -> str:
    return t(f"{words}：{heads}人")


def _rows(frame: pd.DataFrame, size: float, pad: float) -> list[_Row]:
    """Those who are not out, with all who share everything, in the order of the table."""
    found = []
    kept = frame[frame["结论"] != OUT]
    left = _left(kept)
    for (verdict, score, reason, least, best), own in kept.groupby(["结论", "积分", "理由", "最少", "最多"], sort=False):
        names = [shown(name) for name in own["姓名"]]
        heads = brief(f"{len(names)}人")
        words = BETWEEN.join(names) if len(names) <= MOST_NAMES else t(f"{len(names)}人")
        points = unit(f"{shown(score)}分")
        texts = str(verdict), points, heads, words, str(reason)
        found.append(_row(*texts, (float(least), float(best)), left, size, pad))
    order = {IN: 0, OPEN: 1}
    return sorted(found, key=lambda row: order[row.verdict])


def _lost(frame: pd.DataFrame) -> str:
    """What is said of all who are out: why the best of them is."""
    out = frame[frame["结论"] == OUT]
    if out.empty:
        return ""
    return str(out.loc[out["最多"].astype(float).sort_values(ascending=False, kind="stable").index[0], "理由"])


def _left(kept: pd.DataFrame) -> float:
    """Where the names begin: right of the scores and the numbers of players."""
    scores = [unit(f"{shown(points)}分") for points in kept["积分"].drop_duplicates()]
    heads = [brief(f"{count}人") for count in (1, *kept.groupby(["积分", "结论", "理由", "最少", "最多"]).size())]
    wide = max((fonts.width(words, SCORE) for words in scores), default=0) + max(fonts.width(words, REASON) for words in heads)
    return theme.MARGIN + wide + 44


def _row(
    verdict: str, score: str, heads: str, words: str, reason: str, span: tuple[float, float], left: float, size: float, pad: float
) -> _Row:  # fmt: skip
    room = theme.WIDTH - theme.MARGIN - left - (SPAN + 20 if score else 0)
    names = _names(words, size, room) if words else []
    return _Row(verdict, score, heads, names, fonts.wrap(reason, REASON, room) if reason else [], *span, left, size, pad)


def _names(words: str, size: float, room: float) -> list[str]:
    """Names on lines, broken between names and only where one alone is too long inside it."""
    lines = [""]
    for name in words.split(BETWEEN):
        longer = f"{lines[-1]}{BETWEEN}{name}" if lines[-1] else name
        if fonts.width(longer, size) <= room:
            lines[-1] = longer
            continue
        pieces = fonts.wrap(name, size, room)
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
    more = t("积分再低的，也还没有定")
    shown_rows.append(_row(OPEN, "", "", more, "", (0.0, 0.0), rows[0].left, rows[0].size, rows[0].pad))
    return sorted([*kept, *shown_rows], key=lambda row: (IN, OPEN).index(row.verdict))


def _draw_heading(page: Canvas, top: float, verdict: str, words: str) -> None:
    """A band with the verdict: dark for in, light for open, a rule for out."""
    fill, ink = {IN: (theme.WOOD_DARK, theme.WHITE), OPEN: (theme.BAND, theme.INK), OUT: (theme.RULE, theme.INK)}[verdict]
    page.box(24, top + 6, theme.WIDTH - 48, HEADING - 12, fill, radius=8)
    page.text(theme.MARGIN, top + HEADING / 2, words, 32, color=ink, heavy=verdict == IN)


def _draw_row(page: Canvas, top: float, tall: float, row: _Row, scale: tuple[float, float]) -> None:
    y = top + tall / 2
    names, reason = len(row.names) * row.size * theme.LEADING, len(row.reason) * REASON * theme.LEADING
    upper = y - row.block / 2
    page.text(row.left, upper + names / 2, row.names, row.size)
    page.text(row.left, upper + names + reason / 2, row.reason, REASON, color=theme.MUTED)
    if not row.score:
        return
    page.text(theme.MARGIN, y, row.score, SCORE, heavy=row.verdict == IN)
    page.text(row.left - 24, y, row.heads, REASON, color=theme.MUTED, align="right")
    low, high = scale
    aside = max(fonts.width(f"{points:g}", REASON) for points in (low, high, row.least, row.best)) + 20
    right = theme.WIDTH - theme.MARGIN - aside
    left = theme.WIDTH - theme.MARGIN - SPAN + aside

    def at(points: float) -> float:
        return left + (right - left) * (points - low) / max(high - low, 1)

    page.line([at(row.least), at(row.best)], [y, y], theme.WOOD, 10)
    page.dot(at(row.least), y, 9, theme.WOOD_DARK)
    page.dot(at(row.best), y, 9, theme.WOOD_DARK)
    page.text(at(row.least) - 16, y, f"{row.least:g}", REASON, align="right")
    if row.best > row.least:
        page.text(at(row.best) + 16, y, f"{row.best:g}", REASON)
