"""The cross table as a heat map: what each of the first made against each, red and black as shapes.

A disc is a game with red, a square one with black; a win is filled, a draw half-tone, a loss an outline. So nothing is
told by hue alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import chosen, t

MOST = 24  # players of a field that is shown whole
FIRST = 16  # of a larger one
EDGE = 24.0
LEAST = 34.0  # of a mark with its text
MARK = 24.0  # size of the text in a mark
RESULTS = WON, DRAWN, LOST = "胜", "和", "负"
IN_ENGLISH = {WON: "W", DRAWN: "D", LOST: "L"}
NO_GAME = {"+": "＋", "-": "－"}


def heat_map(
    players: pd.DataFrame,
    games: pd.DataFrame,
    *,
    whole: bool = False,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: str | Sequence[str] = "",
) -> Figure:
    """Who made what against whom, rows and columns in the order of ``players``.

    ``players``: 名次, 编号, 姓名, 积分, in order, those who are shown; ``games``: 编号, 对手 (编号), 执 (红, 黑, "" without
    a game), 结果 (胜, 和, 负, + or -), one row a game and player, in the order of play; ``whole``: nobody else plays. Where
    two have met more than once, their marks stand side by side. Those for whom there is no room, at the end of the order,
    are left out.
    """
    if players.empty or games.empty:
        return canvas.nothing(Frame(title or t("循环表"), subtitle or "", stamp, event=event))
    cells: dict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
    shown_at_all = set(players["编号"].astype(int))
    for row in games[["编号", "对手", "执", "结果"]].itertuples(index=False):
        if {int(row.编号), int(row.对手)} <= shown_at_all:
            cells[int(row.编号), int(row.对手)].append((str(row.执), str(row.结果)))
    side_by_side = max(map(len, cells.values()), default=1)
    named = [shown(name) for name in players["姓名"]]
    ends = [shown(points) for points in players["积分"]]
    places = [shown(place) for place in players["名次"]]
    rank = max(fonts.width(place, theme.LABEL) for place in places) + 24
    total = max(fonts.width(words, theme.LABEL) for words in [*ends, t("积分")]) + 16
    room = theme.WIDTH - 2 * EDGE - rank - total
    name, count = _share(named, room, side_by_side)
    named, ends, places = named[:count], ends[:count], places[:count]
    lines = [fonts.fit(words, name - 12, (30, 28, 26, 24)) for words in named]
    numbers = [int(number) for number in players["编号"]][:count]
    cells = {pair: marks for pair, marks in cells.items() if set(pair) <= set(numbers)}
    answer = _answer(cells, dict(zip(numbers, named, strict=True)), whole and count == len(players))
    outline = Frame(title or answer, subtitle or "", stamp, event=event)
    legend = _Legend(any(result in NO_GAME for marks in cells.values() for _, result in marks))
    axis = 44.0
    head = outline.top + legend.height + axis / 2
    fixed = outline.top + legend.height + axis + outline.foot
    across = min((room - name) / count, 78.0 * side_by_side)
    deep = max(LEAST + 4, *(len(broken) * size * theme.LEADING + 6 for broken, size in lines))
    step = theme.pitch(count, fixed, max(deep, min(across, 72.0)), deep)
    canvas.require(outline, players[["名次", "姓名", "积分"]], [t("积分"), *legend.texts, *RESULTS, *NO_GAME.values(), "WDL"])
    page = outline.draw(theme.legal_height(fixed + step * count))
    legend.draw(page, outline.top)
    pace = (across - 6 * (side_by_side > 1)) / side_by_side
    left = EDGE + rank + name + (room - name - across * count) / 2
    top = head + axis / 2
    for column, place in enumerate(places):
        page.text(left + (column + 0.5) * across, head, place, _fitting(place, across), color=theme.MUTED, align="center")
    page.text(theme.WIDTH - EDGE - 8, head, t("积分"), theme.LABEL, color=theme.MUTED, align="right")
    for position, number in enumerate(numbers):
        y = top + position * step
        if position % 2:
            page.box(EDGE, y, theme.WIDTH - 2 * EDGE, step, theme.ZEBRA, radius=6)
        page.text(EDGE + rank - 12, y + step / 2, places[position], theme.LABEL, color=theme.MUTED, align="right")
        page.text(EDGE + rank, y + step / 2, *lines[position])
        page.text(theme.WIDTH - EDGE - 8, y + step / 2, ends[position], theme.LABEL, align="right", heavy=True)
        for column, other in enumerate(numbers):
            x = left + column * across
            if column == position:
                page.box(x + 2, y + 2, across - 4, step - 4, theme.RULE, radius=5)
            marks = cells.get((number, other), [])
            for order, (side, result) in enumerate(marks):
                middle = x + across / 2 + (order - (len(marks) - 1) / 2) * pace
                _mark(page, middle, y + step / 2, min(pace, step) - 2, side, result)
    return page.figure


def _share(named: list[str], room: float, side_by_side: int) -> tuple[float, int]:
    """Width of the names and how many players fit beside it: all if their names can be broken to two lines."""
    count = len(named)
    while True:
        wanted = max(fonts.width(words, 28.0) for words in named[:count]) + 12
        least = min(max(fonts.narrowest(words, MARK, 2) for words in named[:count]) + 14, 0.4 * room)
        spare = room - count * LEAST * side_by_side
        if spare >= least or count <= 2:
            return min(wanted, max(spare, least)), count
        count -= 1


def _fitting(words: str, room: float) -> float:
    return next((size for size in (28.0, 26.0) if fonts.width(words, size) + 4 <= room), MARK)


def _mark(page: Canvas, x: float, y: float, side_length: float, colour: str, result: str) -> None:
    """One game seen from its row: the shape says the colour, the filling and the word the result."""
    size = min(side_length, 50.0)
    if result in NO_GAME:
        page.text(x, y, NO_GAME[result], MARK, color=theme.MUTED, align="center")
        return
    ink = theme.RED if colour == "红" else theme.BLACK
    fill = {WON: ink, DRAWN: theme.DRAW, LOST: theme.PAPER}[result]
    if colour == "红":
        page.dot(x, y, size / 2 - 1.5, fill, edge=ink, width=2.5)
    else:
        page.box(x - size / 2, y - size / 2, size, size, ink)
        page.box(x - size / 2 + 2.5, y - size / 2 + 2.5, size - 5, size - 5, fill)
    words = IN_ENGLISH[result] if chosen() == "英文" else result
    page.text(x, y, words, MARK, color=theme.WHITE if result == WON else ink, align="center", layer=4)


class _Legend:
    """What the marks mean: a line of marks for each colour, with words where the marks are no words; and two notes, beside
    the marks if there is room, else below."""

    LINE = 48.0

    def __init__(self, forfeits: bool) -> None:
        self.heads = [t("执红"), t("执黑")]
        self.words = ["", "", ""] if chosen() == "中文" else [t(result) for result in RESULTS]
        blank = "空格没有下；＋对方弃权，－弃权" if forfeits else "空格没有下"
        self.notes = [t("每行是这个人对各人；圆是红方，方是黑方"), t(blank)]
        self.first = EDGE + 8 + max(fonts.width(head, theme.LABEL) for head in self.heads) + 20
        self.steps = [58 + (fonts.width(words, theme.LABEL) + 14 if words else 0) for words in self.words]
        self.aside = self.first + sum(self.steps) + 16
        room = theme.WIDTH - EDGE - self.aside
        self.beside = all(fonts.width(note, MARK) <= room for note in self.notes)
        self.lines = [fonts.fit(note, room if self.beside else theme.WIDTH - 2 * EDGE - 8, (28, 26, 24)) for note in self.notes]

    @property
    def texts(self) -> list[str]:
        return [*self.heads, *self.words, *self.notes]

    @property
    def height(self) -> float:
        below = 0.0 if self.beside else sum(len(lines) * size * theme.LEADING + 4 for lines, size in self.lines)
        return 2 * self.LINE + below + 4

    def draw(self, page: Canvas, top: float) -> None:
        for row, colour in enumerate("红黑"):
            x, y = self.first, top + (row + 0.5) * self.LINE
            page.text(EDGE + 8, y, self.heads[row], theme.LABEL)
            for result, words, step in zip(RESULTS, self.words, self.steps, strict=True):
                _mark(page, x + 20, y, 40, colour, result)
                page.text(x + 48, y, words, theme.LABEL)
                x += step
        below = top + 2 * self.LINE
        for row, (lines, size) in enumerate(self.lines):
            if self.beside:
                page.text(self.aside, top + (row + 0.5) * self.LINE, lines, size, color=theme.MUTED)
                continue
            tall = len(lines) * size * theme.LEADING + 4
            page.text(EDGE + 8, below + tall / 2, lines, size, color=theme.MUTED)
            below += tall


def _answer(cells: dict[tuple[int, int], list[tuple[str, str]]], names: dict[int, str], whole: bool) -> str:
    """Who won most of the games that they played among themselves; where several did, what red and black made of them."""
    wins: Counter[int] = Counter()
    for (number, _), marks in cells.items():
        wins[number] += sum(result == WON for _, result in marks)
    lines = sum(map(len, cells.values())) // 2
    games = sum(side == "红" for marks in cells.values() for side, _ in marks)
    who = "全部对局" if whole else f"前{len(names)}名相互对局"
    if not lines:
        return t(f"前{len(names)}名还没有互相下过")
    more = f"，另弃权{lines - games}局" if lines > games else ""
    most = max(wins.values())
    best = [number for number in names if wins[number] == most]
    if len(best) == 1:
        return t(f"{who}：下了{games}局，{names[best[0]]}{most}胜最多{more}")
    red = Counter(result for marks in cells.values() for side, result in marks if side == "红")
    return t(f"{who}：下了{games}局，红胜{red[WON]}，和{red[DRAWN]}，黑胜{red[LOST]}{more}")
