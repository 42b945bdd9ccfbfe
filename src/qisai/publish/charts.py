"""Charts for a phone: the answer is the title, every mark carries its label, no label lies on another.

Each function takes a frame with Chinese column names and returns a figure 1080 pixels wide; ``title``
replaces the computed answer, ``event`` is the line that names the event and its 组别. Write it with :func:`save`.
Without data the figure says 暂无数据.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.brackets import bracket
from qisai.publish.canvas import Canvas, Frame, save, shown
from qisai.publish.chances import chances
from qisai.publish.heatmap import heat_map
from qisai.publish.language import t, unit
from qisai.publish.progress import leaders_progress, spread
from qisai.publish.race import team_race

__all__ = ["bracket", "chances", "heat_map", "leaders_progress", "red_against_black", "save",
           "score_distribution", "team_race", "upsets"]  # fmt: skip

Stamp = str | Sequence[str]
CHANCE = 1.96  # standard deviations of the difference of two equal sides that chance alone makes
LEVEL = 3  # points of percent below which the shares of red and black look the same
SHARES = (36, 32, 30, 28)  # sizes of the shares of all games
ABOVE = 40.0  # room over the bar of all games for shares that its parts are too narrow for


def score_distribution(
    scores: pd.DataFrame,
    *,
    when: str = "",
    over: bool = False,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: Stamp = "",
) -> Figure:
    """How many players stand on each score after each round: a grid of counts, the last round framed in red.

    ``scores``: 轮次 (int), 积分 (str or number), 人数 (int), one row a pair that occurs; ``when``: what the moment is called
    (第9轮后), ``over``: whether nothing more is played in it.
    """
    data = scores[scores["人数"].astype(int) > 0]
    if data.empty:
        return canvas.nothing(Frame(title or t("积分分布"), subtitle or "", stamp, event=event))
    label = {float(value): shown(value) for value in data["积分"]}
    named = {level: unit(f"{points}分") for level, points in label.items()}
    counts = {
        (int(r), float(s)): int(n)
        for r, s, n in data[["轮次", "积分", "人数"]].itertuples(index=False, name=None)
    }
    widest = max(fonts.width(str(n), theme.LABEL) for n in counts.values()) + 16
    left = theme.MARGIN + max(fonts.width(words, theme.LABEL) for words in [*named.values(), t("轮次")]) + 16
    room = theme.WIDTH - theme.MARGIN - left
    rounds = sorted({r for r, _ in counts})
    last = rounds[-1]
    cut = len(rounds) > room // widest
    rounds = rounds[-int(room // widest) :]
    levels = sorted({s for r, s in counts if r in rounds}, reverse=True)
    mark = f"；红框是第{last}轮" if len(rounds) > 1 else ""
    note = f"格中是人数，颜色越深人越多{mark}" + (f"（最近{len(rounds)}轮）" if cut else "")
    answer = _distribution_answer(counts, label, last, when or f"第{last}轮后", "居首" if over else "领先")
    frame = Frame(title or answer, subtitle or t(note), stamp, event=event)
    axis = 46.0
    fixed = frame.top + axis + frame.foot
    step = theme.pitch(len(levels), fixed, 58, 38)
    heads = {number: t(f"第{number}轮") for number in rounds}
    canvas.require(frame, data, [*heads.values(), *named.values(), t("轮次")])
    height = theme.legal_height(fixed + step * len(levels))
    page = frame.draw(height)
    cell = min(room / len(rounds), 190.0)
    left += (room - cell * len(rounds)) / 2
    roomy = all(fonts.width(words, theme.LABEL) + 8 <= cell for words in heads.values())
    for column, number in enumerate(rounds):
        middle = left + (column + 0.5) * cell
        words = heads[number] if roomy else str(number)
        now = theme.RED if number == last else theme.MUTED
        page.text(middle, frame.top + axis / 2, words, theme.LABEL, color=now, align="center")
    if not roomy:
        page.text(left - 16, frame.top + axis / 2, t("轮次"), theme.LABEL, color=theme.MUTED, align="right")
    most = max(n for (r, _), n in counts.items() if r in rounds)
    for row, level in enumerate(levels):
        top = frame.top + axis + row * step
        page.text(left - 16, top + step / 2, named[level], theme.LABEL, align="right")
        for column, number in enumerate(rounds):
            count = counts.get((number, level), 0)
            x = left + column * cell
            if not count:
                page.box(x + 2, top + 2, cell - 4, step - 4, theme.BLANK, radius=5)
                continue
            depth = _depth(count, most)
            page.box(x + 2, top + 2, cell - 4, step - 4, theme.SHADES[depth], radius=5)
            ink = theme.WHITE if depth == 4 else theme.INK
            page.text(x + cell / 2, top + step / 2, str(count), theme.LABEL, color=ink, align="center")
    if len(rounds) > 1:
        x, upper, lower = left + cell * (len(rounds) - 1), frame.top + axis, frame.top + axis + step * len(levels)
        page.line([x, x + cell, x + cell, x, x], [upper, upper, lower, lower, upper], theme.RED, 4)
    return page.figure


def _depth(count: int, most: int) -> int:
    """The shade (0 to 4) of a count, on one scale for all rounds; by roots, so that small counts differ too."""
    return min(4, int(5 * (count / (most + 1)) ** 0.5))


def _distribution_answer(
    counts: dict[tuple[int, float], int], label: dict[float, str], last: int, when: str, leads: str
) -> str:  # fmt: skip
    now = {score: n for (r, score), n in counts.items() if r == last}
    top = max(now)
    crowd = max(now, key=lambda score: (now[score], score))
    if crowd == top:
        return t(f"{when}：{now[top]}人{label[top]}分{leads}")
    return t(f"{when}：{now[top]}人{label[top]}分{leads}，{label[crowd]}分人最多（{now[crowd]}人）")


def red_against_black(
    frame: pd.DataFrame, *, title: str | None = None, subtitle: str | None = None, event: str = "", stamp: Stamp = ""
) -> Figure:  # fmt: skip
    """How red, draws and black share the games of each round, and of the event so far.

    ``frame``: 轮次 (int), 红胜, 和, 黑胜 (numbers of games).
    """
    names, fills = ["红胜", "和", "黑胜"], [theme.RED, theme.DRAW, theme.BLACK]
    inks = [theme.WHITE, theme.INK, theme.WHITE]
    data = frame[frame[names].astype(int).sum(axis=1) > 0].sort_values("轮次")
    if data.empty:
        return canvas.nothing(Frame(title or t("红方与黑方"), subtitle or "", stamp, event=event))
    total = [int(data[name].astype(int).sum()) for name in names]
    shares = _percent(*total)
    outline = Frame(title or _colour_answer(total), subtitle or t(f"共{sum(total)}局"), stamp, event=event)
    rows = [
        (t(f"第{r}轮"), list(map(int, v))) for r, *v in data[["轮次", *names]].itertuples(index=False, name=None)
    ]
    whole = (t("合计"), total)
    counts = {sum(games): unit(f"{sum(games)}局") for _, games in [*rows, whole]}
    legends = [t(name) for name in names]
    canvas.require(outline, data, [*(words for words, _ in [*rows, whole]), *counts.values(), *legends, "%.0123456789"])
    left = theme.MARGIN + max(fonts.width(words, theme.LABEL) for words, _ in [*rows, whole]) + 20
    right = theme.WIDTH - theme.MARGIN - max(fonts.width(words, theme.LABEL) for words in counts.values()) - 20
    widths = [(right - left) * part / sum(total) for part in total]
    sizes = [_share_size(share, wide) for share, wide in zip(shares, widths, strict=True)]
    above = ABOVE if any(part and not size for part, size in zip(total, sizes, strict=True)) else 0.0
    legend, big = 56.0, 116.0
    fixed = outline.top + legend + above + big + outline.foot
    step = theme.pitch(len(rows), fixed, 68, 42)
    page = outline.draw(theme.legal_height(fixed + step * len(rows)))
    x = left
    for name, fill in zip(legends, fills, strict=True):
        page.box(x, outline.top + legend / 2 - 14, 28, 28, fill, radius=5)
        page.text(x + 40, outline.top + legend / 2, name, theme.LABEL)
        x += 40 + fonts.width(name, theme.LABEL) + 48
    top = outline.top + legend + above
    _draw_above(page, top + 16 - ABOVE / 2, left, right, [*zip(total, shares, sizes, widths, strict=True)])
    for position, (words, games) in enumerate([whole, *rows]):
        tall = big if position == 0 else step
        thick = min(tall - 10, 84.0 if position == 0 else 54.0)
        page.text(left - 20, top + tall / 2, words, theme.LABEL, align="right")
        page.text(
            theme.WIDTH - theme.MARGIN,
            top + tall / 2,
            counts[sum(games)],
            theme.LABEL,
            color=theme.MUTED,
            align="right",
        )
        x = left
        parts = widths if position == 0 else _parts(games, right - left)
        labels = shares if position == 0 else list(map(str, games))
        typed = sizes if position == 0 else [theme.LABEL] * len(games)
        for part, wide, label, size, fill, ink in zip(games, parts, labels, typed, fills, inks, strict=True):
            if part:
                page.box(x + 1, top + (tall - thick) / 2, max(wide - 2, 1), thick, fill)
            if part and size:
                page.text(x + wide / 2, top + tall / 2, label, size, color=ink, align="center")
            x += wide
        top += tall
    return page.figure


def _share_size(share: str, wide: float) -> float:
    """The largest size at which a share fits into its part of the bar; 0 where none does."""
    return next((size for size in SHARES if fonts.width(share, size) + 8 <= wide), 0)


def _draw_above(page: Canvas, y: float, left: float, right: float, parts: list[tuple[int, str, float, float]]) -> None:
    """The shares (games, words, size, width of the part) that have no size in the bar, over it near their parts."""
    wanted, words, x = [], [], left
    for games, share, size, wide in parts:
        if games and not size:
            wanted.append(x + wide / 2)
            words.append(share)
        x += wide
    rooms = [fonts.width(share, theme.LABEL) + 16 for share in words]
    for share, middle in zip(words, spread(wanted, rooms, left, right), strict=True):
        page.text(middle, y, share, theme.LABEL, align="center")


def _parts(games: list[int], room: float) -> list[float]:
    """Widths of the parts of a round, as the games are shared, but none so narrow that its number has no room."""
    least = [fonts.width(str(part), theme.LABEL) + 10 if part else 0.0 for part in games]
    wide = [room * part / sum(games) for part in games]
    spare = [max(own - low, 0.0) for own, low in zip(wide, least, strict=True)]
    lacking = sum(max(low - own, 0.0) for own, low in zip(wide, least, strict=True))
    return [max(own, low) - lacking * over / sum(spare) for own, low, over in zip(wide, least, spare, strict=True)]


def _percent(red: int, drawn: int, black: int) -> list[str]:
    """Percentages to one decimal place that add up to 100: what is left over goes to the largest remainders; equal sides
    have equal ones."""
    parts, whole = [red, drawn, black], red + drawn + black
    tenths = [1000 * part // whole for part in parts]
    left = 1000 - sum(tenths)
    order = sorted(range(3), key=lambda side: -(1000 * parts[side] % whole))
    if red == black:
        order = [1] if left == 1 else [0, 2]
    for side in order[:left]:
        tenths[side] += 1
    return [f"{part / 10:.1f}%" for part in tenths]


def _colour_answer(total: list[int]) -> str:
    red, drawn, black = total
    counts, apart = f"红胜{red}局，和{drawn}局，黑胜{black}局", abs(red - black)
    if apart > CHANCE * (red + black) ** 0.5:
        return t(f"{'红方占先' if red > black else '黑方占先'}：{counts}")
    return t(f"红黑相当：{counts}" if 100 * apart < LEVEL * sum(total) else counts)


def upsets(
    frame: pd.DataFrame,
    *,
    most: int = 8,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: Stamp = "",
) -> Figure:
    """The largest upsets: winner and loser as two points on the line of places before the round.

    ``frame``: 轮次, 台号, 胜者, 胜者名次, 负者, 负者名次 (places before the round, int; missing = left out).
    """
    data = frame.dropna(subset=["胜者名次", "负者名次"]).copy()
    data["差"] = data["胜者名次"].astype(int) - data["负者名次"].astype(int)
    data = data[data["差"] > 0].sort_values(["差", "轮次", "台号"], ascending=[False, True, True]).head(most)
    if data.empty:
        return canvas.nothing(Frame(title or t("冷门"), subtitle or "", stamp, event=event))
    games = [
        (t(f"第{r}轮 {b}台"), shown(w), int(wr), shown(n), int(nr))
        for r, b, w, wr, n, nr in data[["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"]].itertuples(
            index=False, name=None
        )
    ]
    where, winner, low, loser, high = games[0]
    answer = t(f"最大冷门：赛前第{low}名{winner}胜第{high}名{loser}")
    note = "红点是胜者的赛前名次（本轮开始前），黑点是负者的，最左是第1名"
    outline = Frame(title or answer, subtitle or t(note), stamp, event=event)
    versus = [t(f"{w} 胜 {n}") for _, w, _, n, _ in games]
    canvas.require(outline, data.drop(columns="差"), [*versus, *(g[0] for g in games)])
    room = theme.WIDTH - 2 * theme.MARGIN
    aside = max(fonts.width(place, theme.LABEL) for place, *_ in games) + 28
    lines = [fonts.fit(words, room - aside, (32, 30, 28)) for words in versus]
    deep = max(len(broken) * size * theme.LEADING for broken, size in lines)
    fixed = outline.top + outline.foot
    step = theme.pitch(len(games), fixed, deep + 92, deep + 60)
    page = outline.draw(theme.legal_height(fixed + step * len(games)))
    side = max(fonts.width(str(rank), theme.LABEL) for g in games for rank in (g[2], g[4])) + 30
    worst = max(g[2] for g in games)
    left, right = theme.MARGIN + side, theme.WIDTH - theme.MARGIN - side

    def at(rank: int) -> float:
        return left + (right - left) * (rank - 1) / max(1, worst - 1)

    for row, ((where, _, low, _, high), (broken, size)) in enumerate(zip(games, lines, strict=True)):
        top = outline.top + row * step
        if row % 2:
            page.box(24, top, theme.WIDTH - 48, step, theme.ZEBRA, radius=8)
        block = deep + 52
        upper = top + (step - block) / 2
        page.text(theme.MARGIN, upper + deep / 2, where, theme.LABEL, color=theme.MUTED)
        page.text(theme.MARGIN + aside, upper + deep / 2, broken, size)
        y = upper + deep + 28
        before = at(high) - 30 - fonts.width(str(high), theme.LABEL)
        behind = at(low) + 30 + fonts.width(str(low), theme.LABEL)
        for start, end in ((left, before), (behind, right)):  # the scale, left out under the numbers
            if start + 12 < end:
                page.line([start, end], [y, y], theme.RULE, 4)
        page.line([at(high), at(low)], [y, y], theme.WOOD, 8)
        page.dot(at(high), y, 13, theme.BLACK)
        page.dot(at(low), y, 13, theme.RED)
        page.text(at(high) - 22, y, str(high), theme.LABEL, align="right")
        page.text(at(low) + 22, y, str(low), theme.LABEL, color=theme.RED)
    return page.figure
