"""The team race: which team was ahead after each round, with its total, as lines that change places."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.figure import Figure

from qisai.publish import canvas, fonts, theme
from qisai.publish.canvas import Canvas, Frame, shown
from qisai.publish.language import t

LABEL_ROOM = 340.0
PILL = 48.0


def team_race(
    frame: pd.DataFrame,
    *,
    total: str = "总分",
    over: bool = False,
    most: int = 8,
    title: str | None = None,
    subtitle: str | None = None,
    stamp: str | Sequence[str] = "",
) -> Figure:
    """The teams that lead after the last round, through the rounds: above is ahead, each mark holds the total.

    ``frame``: 轮次 (int), 单位, 名次 (after the round; missing for a team without a rank), 总和 (str, "" without one);
    ``total``: what the total is called; ``over``: nothing more is played. At most 8 teams (``most``) are drawn, and the
    last rounds for which there is room; in each round the teams drawn stand in their order among themselves.
    """
    data = frame.assign(轮次=frame["轮次"].astype(int), 名次=pd.to_numeric(frame["名次"]))
    last = int(data["轮次"].max()) if len(data) else 0
    final = data[(data["轮次"] == last) & data["名次"].notna()].sort_values("名次").head(min(most, len(theme.LINES)))
    if final.empty:
        return canvas.nothing(Frame(title or t("团体"), subtitle or "", stamp))
    teams = [shown(team) for team in final["单位"]]
    sums = [shown(value) for value in final["总和"]]
    places = [str(int(place)) for place in final["名次"]]
    labels = [fonts.fit(f"{place} {team}", LABEL_ROOM, (32, 30, 28)) for place, team in zip(places, teams, strict=True)]
    wide = max(fonts.width(line, size) for lines, size in labels for line in lines)
    tall = max(len(lines) * size * theme.LEADING for lines, size in labels)
    data = data[data["单位"].map(shown).isin(teams)]
    pill = max(fonts.width(shown(value) or "—", theme.LABEL) for value in data["总和"]) + 24
    left, right = theme.MARGIN + pill / 2, theme.WIDTH - theme.MARGIN - wide - 30 - pill / 2
    fitting = max(int((right - left) // (pill + 22)) + 1, 1)
    rounds = sorted(data["轮次"].unique())[-fitting:]
    cut = len(rounds) < data["轮次"].nunique()
    all_teams = frame.loc[frame["名次"].notna(), "单位"].map(shown).nunique()
    only = f"；上下只排图中{len(teams)}队" if all_teams > len(teams) else ""
    note = f"圈里是{total}，越靠上越在前{only}" + (f"（最近{len(rounds)}轮）" if cut else "")
    leads = f"团体第一：{teams[0]}" if over else f"第{last}轮后：{teams[0]}领先"
    answer = t(f"{leads}，{total}{sums[0]}")
    outline = Frame(title or answer, subtitle or t(note), stamp)
    heads = [t(f"第{number}轮") for number in rounds]
    canvas.require(outline, data[["单位", "总和"]], [*heads, *places, "—"])
    axis = 52.0
    fixed = outline.top + axis + outline.foot + 16
    step = theme.pitch(len(teams), fixed, max(tall + 14, 118.0), max(tall + 10, PILL + 20))
    page = outline.draw(theme.legal_height(fixed + step * len(teams)))
    across = (right - left) / max(1, len(rounds) - 1)
    xs = {number: right - (len(rounds) - 1 - position) * across for position, number in enumerate(rounds)}
    top = outline.top + axis
    _draw_heads(page, outline.top + axis / 2, heads, [xs[number] for number in rounds], [str(number) for number in rounds])
    order = {number: _order(data[data["轮次"] == number], teams) for number in rounds}
    worth = {(int(r), shown(team)): shown(value) for r, team, value in data[["轮次", "单位", "总和"]].itertuples(index=False)}

    def y(number: int, team: str) -> float:
        return top + (order[number].index(team) + 0.5) * step

    for position, team in reversed(list(enumerate(teams))):
        points = [(xs[number], y(number, team)) for number in rounds if team in order[number]]
        page.line([x for x, _ in points], [height for _, height in points], theme.LINES[position], 7)
    for position, team in enumerate(teams):
        colour = theme.LINES[position]
        for number in rounds:
            if team in order[number]:
                _pill(page, xs[number], y(number, team), pill, worth[number, team] or "—", colour)
        page.text(right + pill / 2 + 30, y(last, team), *labels[position])
    return page.figure


def _order(of_round: pd.DataFrame, teams: list[str]) -> list[str]:
    """The teams drawn as they stood after a round, those without a rank behind; missing ones are not in it."""
    ranks = {shown(team): place for team, place in of_round[["单位", "名次"]].itertuples(index=False)}
    there = [team for team in teams if team in ranks]
    return sorted(there, key=lambda team: (pd.isna(ranks[team]), 0 if pd.isna(ranks[team]) else ranks[team]))


def _draw_heads(page: Canvas, y: float, heads: list[str], xs: list[float], numbers: list[str]) -> None:
    """The rounds above their marks, in short where the words would touch."""
    apart = min((b - a for a, b in zip(xs, xs[1:], strict=False)), default=float(theme.WIDTH))
    roomy = all(fonts.width(words, theme.LABEL) + 10 <= apart for words in heads)
    roomy = roomy and xs[0] - fonts.width(heads[0], theme.LABEL) / 2 >= 4
    for words, x in zip(heads if roomy else numbers, xs, strict=True):
        page.text(x, y, words, theme.LABEL, color=theme.MUTED, align="center")


def _pill(page: Canvas, x: float, y: float, width: float, words: str, colour: str) -> None:
    """A rounded mark with a rim in the colour of its team, above all lines."""
    page.box(x - width / 2, y - PILL / 2, width, PILL, colour, radius=PILL / 2, layer=4)
    page.box(x - width / 2 + 4, y - PILL / 2 + 4, width - 8, PILL - 8, theme.PAPER, radius=PILL / 2, layer=4)
    page.text(x, y, words, theme.LABEL, align="center", layer=4)
