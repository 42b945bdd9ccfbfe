"""The leaders' scores round by round: level players meet in one point, and what they go together is drawn side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import label, t, unit

LABEL_ROOM = 330.0
LANE = 6.0  # from line to line of those that go the same way
TURN = 16.0  # how soon behind a point lines that go on together stand side by side
AXIS = 62.0  # from the foot of the plot to the numbers of the rounds
BELOW = 24.0  # from those to the foot of the page
GAP = 14.0  # between the names of two players
OVER = 30.0  # how far the names may reach below the plot
LEAST = 500.0  # height of a plot that shows anything


def leaders_progress(
    frame: pd.DataFrame,
    *,
    most: int = 8,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Scores after each round of those who lead after the last one.

    ``frame``: 轮次 (int), 姓名, 积分 (str or number) and 名次 (int) after the round, of all who share the first score at
    least; 编号 too where two players share a name; 凭 (str) the key that puts the first of level ones there, "" where it is
    but a number; 何时 (str) the moment, 赛完 (bool) whether nothing more is played in it. At most 8 (``most``) are drawn.
    """
    if frame.empty:
        return canvas.nothing(Frame(title or t("领先者"), subtitle or "", stamp, event=event))
    who = frame["编号"] if "编号" in frame.columns else frame["姓名"]
    data = frame.assign(轮次=frame["轮次"].astype(int), who=who).drop_duplicates(["轮次", "who"])
    data = data.sort_values(["轮次", "名次"], kind="stable")
    last = int(data["轮次"].max())
    now = data[data["轮次"] == last]
    final = now.head(min(most, len(theme.LINES)))
    level = int((now["积分"].map(shown) == shown(now["积分"].iloc[0])).sum())
    only = f"，只画{len(final)}人" if level > len(final) else ""
    note = f"每轮后的积分{only}；空心圆点是几个人同分"
    outline = Frame(title or _answer(now, last), subtitle or t(note), stamp, event=event)
    canvas.require(outline, final[["姓名", "积分", "名次"]], [unit("1分"), label("轮"), "0123456789."])
    runs = []
    for position, row in enumerate(final[["who", "姓名", "积分", "名次"]].itertuples(index=False)):
        own = data.loc[data["who"] == row.who, ["轮次", "积分"]]
        points = [(int(number), float(score)) for number, score in own.itertuples(index=False, name=None)]
        name = f"{shown(row.名次)} {shown(row.姓名)}"
        runs.append(_Run(name, unit(f"{shown(row.积分)}分"), theme.LINES[position], points))
    around = outline.top + outline.foot + AXIS + BELOW
    if around + _tall(runs) > theme.FITS:
        runs = [replace(run, score="") for run in runs]  # the scale tells it too
    page = outline.draw(theme.legal_height(max(around + _tall(runs), 1240 if len(runs) > 3 else 900)))
    plot = _Plot(runs, last, outline.top, page.height - outline.foot - BELOW - AXIS)
    plot.draw(page)
    return page.figure


def _answer(final: pd.DataFrame, last: int) -> str:
    points = [shown(p) for p in final["积分"]]
    row, level = final.iloc[0], points.count(points[0])
    when, key, over = row.get("何时") or f"第{last}轮后", row.get("凭") or "", bool(row.get("赛完"))
    leads, first = "居首" if over else "领先", shown(row["姓名"])
    if level == 1:
        return t(f"{when}：{first}{points[0]}分{leads}")
    if not key:
        return t(f"{when}：{level}人同积{points[0]}分{leads}")
    return t(f"{when}：{level}人同积{points[0]}分，{first}凭{key}{'' if over else '暂'}列第{shown(row['名次'])}")


def _tall(runs: list[_Run]) -> float:
    """The least height of a plot beside which all names have room."""
    return max(LEAST, sum(map(_Run.height, runs)) - OVER)


@dataclass(frozen=True)
class _Run:
    """One player's line: name, score below it or "", colour and (round, score) points in order."""

    name: str
    score: str
    color: str
    points: list[tuple[int, float]]

    def label(self) -> tuple[list[str], float]:
        return fonts.fit(self.name, LABEL_ROOM, (32, 30, 28))

    def height(self) -> float:
        lines, size = self.label()
        return (len(lines) * size + 28 * bool(self.score)) * theme.LEADING + GAP


class _Plot:
    """Scales and marks of the chart between two heights of the page."""

    def __init__(self, runs: list[_Run], last: int, top: float, bottom: float) -> None:
        self.runs, self.names, self.top, self.bottom = runs, (top, bottom + OVER), top + 34, bottom
        self.rounds = list(range(min(r for run in runs for r, _ in run.points), last + 1))
        values = sorted({p for run in runs for _, p in run.points})
        self.low, self.high = min(0.0, values[0]), max(values[-1], values[0] + 1)
        self.ticks = self._nice()
        self.left = theme.MARGIN + max(fonts.width(f"{tick:g}", theme.LABEL) for tick in self.ticks) + 26
        self.labels = [run.label() for run in runs]
        wide = max(fonts.width(line, size) for lines, size in self.labels for line in lines)
        wide = max(wide, *(fonts.width(run.score, 28) for run in runs))
        self.label_x = theme.WIDTH - theme.MARGIN - wide
        self.right = self.label_x - 112

    def _nice(self) -> list[float]:
        step = next((s for s in (1, 2, 5, 10, 20) if (self.high - self.low) / s <= 8), 50)
        first = int(-(-self.low // step)) * step
        return [float(tick) for tick in range(first, int(self.high) + 1, step)]

    def x(self, number: float) -> float:
        if len(self.rounds) == 1:
            return (self.left + self.right) / 2
        return (
            self.left
            + 16
            + (self.right - self.left - 16) * (number - self.rounds[0]) / (len(self.rounds) - 1)
        )

    def y(self, score: float) -> float:
        return self.bottom - (self.bottom - self.top) * (score - self.low) / (self.high - self.low)

    def _paths(self) -> list[tuple[list[float], list[float]]]:
        """The line of each run: straight from point to point, but beside each other where several go the same way."""
        together = defaultdict(list)
        for position, run in enumerate(self.runs):
            for step in zip(run.points, run.points[1:], strict=False):
                together[step].append(position)
        found = []
        for position, run in enumerate(self.runs):
            xs, ys = [self.x(run.points[0][0])], [self.y(run.points[0][1])]
            for start, end in zip(run.points, run.points[1:], strict=False):
                group = together[start, end]
                off = (group.index(position) - (len(group) - 1) / 2) * LANE
                (x, y), (to_x, to_y) = ((self.x(number), self.y(score)) for number, score in (start, end))
                if off:
                    part = min(TURN / (to_x - x), 0.4)
                    xs += [x + (to_x - x) * part, to_x - (to_x - x) * part]
                    ys += [y + (to_y - y) * part + off, to_y - (to_y - y) * part + off]
                xs, ys = [*xs, to_x], [*ys, to_y]
            found.append((xs, ys))
        return found

    def draw(self, page: Canvas) -> None:
        for tick in self.ticks:
            page.line([self.left, self.right], [self.y(tick)] * 2, theme.BAND, 2)
            page.text(self.left - 14, self.y(tick), f"{tick:g}", 28, color=theme.MUTED, align="right")
        self._draw_rounds(page)
        for run, (xs, ys) in reversed(list(zip(self.runs, self._paths(), strict=True))):  # the leader is drawn last, on top
            page.line(xs, ys, run.color, 5)
        there: dict[tuple[int, float], set[str]] = defaultdict(set)
        for run in self.runs:
            for point in run.points:
                there[point].add(run.color)
        for (number, score), colours in there.items():
            if len(colours) == 1:
                page.dot(self.x(number), self.y(score), 7, *colours)
            else:
                page.dot(self.x(number), self.y(score), 8, theme.WHITE, edge=theme.INK, width=3)
        self._draw_labels(page)

    def _draw_rounds(self, page: Canvas) -> None:
        words = [str(n) for n in self.rounds]
        across = (self.right - self.left) / max(1, len(words) - 1)
        page.text(self.right + 30, self.bottom + AXIS, label("轮"), 28, color=theme.MUTED)
        every = next(k for k in (1, 2, 5, 10, 50) if fonts.width(words[-1], 28) + 10 <= across * k or k == 50)
        for position, (number, word) in enumerate(zip(self.rounds, words, strict=True)):
            if (len(words) - 1 - position) % every == 0:
                page.text(self.x(number), self.bottom + AXIS, word, 28, color=theme.MUTED, align="center")

    def _draw_labels(self, page: Canvas) -> None:
        ends = [self.y(run.points[-1][1]) for run in self.runs]
        heights = [run.height() for run in self.runs]
        order = sorted(range(len(ends)), key=lambda i: (ends[i], i))
        placed = spread([ends[i] for i in order], [heights[i] for i in order], *self.names)
        for i, y in zip(order, placed, strict=True):
            run, (lines, size) = self.runs[i], self.labels[i]
            start = self.x(run.points[-1][0])
            name = len(lines) * size * theme.LEADING
            upper = y - (name + 28 * theme.LEADING * bool(run.score)) / 2
            bend = [start, self.right + 14, self.label_x - 26, self.label_x - 10]
            page.line(bend, [ends[i], ends[i], upper + name / 2, upper + name / 2], run.color, 3)
            page.text(self.label_x, upper + name / 2, lines, size, color=run.color)
            page.text(self.label_x, upper + name + 14 * theme.LEADING, run.score, 28, color=theme.MUTED)


def spread(wanted: list[float], heights: list[float], low: float, high: float) -> list[float]:
    """Centres near to ``wanted`` (ascending) without overlap, inside (low, high) if there is room.

    >>> spread([10, 10], [20, 20], 0, 100)
    [10.0, 30.0]
    """
    blocks: list[tuple[float, float, int]] = []  # sum of wanted tops relative to the block, height, members
    for want, height in zip(wanted, heights, strict=True):
        block = (want - height / 2, height, 1)
        blocks.append(block)
        while len(blocks) > 1:
            (a, ha, na), (b, hb, nb) = blocks[-2:]
            top_a, top_b = _bounded(a / na, ha, low, high), _bounded(b / nb, hb, low, high)
            if top_a + ha <= top_b:
                break
            blocks[-2:] = [(a + b - ha * nb, ha + hb, na + nb)]
    tops: list[float] = []
    position = 0
    for total, height, members in blocks:
        top = _bounded(total / members, height, low, high)
        for own in heights[position : position + members]:
            tops.append(top + own / 2)
            top += own
        position += members
    return tops


def _bounded(top: float, height: float, low: float, high: float) -> float:
    return max(low, min(top, high - height))
