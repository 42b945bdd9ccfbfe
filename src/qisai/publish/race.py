"""The team race: which team was ahead after each round, with its total, as lines that change places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    smaller_first: bool = False,
    over: bool = False,
    most: int = 8,
    title: str | None = None,
    subtitle: str | None = None,
    event: str = "",
    stamp: str | Sequence[str] = "",
) -> Figure:
    """The teams that lead after the last round, through the rounds: above is ahead, each mark holds the total.

    ``frame``: 轮次 (int), 单位, 名次 (after the round; missing for a team without a rank), 总和 (str, "" without one);
    ``total``: what the total is called, ``smaller_first`` whether the smaller one is ahead; ``over``: nothing more is
    played. A team keeps its colour from picture to picture. At most 8 teams (``most``) are drawn, and the
    last rounds for which there is room; in each round the teams drawn stand in their order among themselves.
    """
    data = frame.assign(轮次=frame["轮次"].astype(int), 名次=pd.to_numeric(frame["名次"]))
    last = int(data["轮次"].max()) if len(data) else 0
    final = data[(data["轮次"] == last) & data["名次"].notna()].sort_values("名次").head(min(most, len(theme.LINES)))
    if final.empty:
        return canvas.nothing(Frame(title or t("团体"), subtitle or "", stamp, event=event))
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
    all_teams = frame.loc[frame["名次"].notna(), "单位"].map(shown).nunique()
    only = f"；只画现在的前{len(teams)}队" if all_teams > len(teams) else ""
    since = f"；从第{rounds[0]}轮画起" if rounds[0] > 1 else ""
    note = f"圈里是{total}，{'小' if smaller_first else '大'}的在前，排在上面{only}{since}"
    leads = f"团体第一：{teams[0]}" if over else f"第{last}轮后：{teams[0]}领先"
    answer = t(f"{leads}，{total}{sums[0]}")
    outline = Frame(title or answer, subtitle or t(note), stamp, event=event)
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

    colours = _colours(frame["单位"].map(shown), teams)
    for team in reversed(teams):
        points = [(xs[number], y(number, team)) for number in rounds if team in order[number]]
        page.line([x for x, _ in points], [height for _, height in points], colours[team], 7)
    for position, team in enumerate(teams):
        for number in rounds:
            if team in order[number]:
                _pill(page, xs[number], y(number, team), pill, worth[number, team] or "—", colours[team])
        page.text(right + pill / 2 + 30, y(last, team), *labels[position])
    return page.figure


def _colours(all_teams: Iterable[str], drawn: Iterable[str]) -> dict[str, str]:
    """A colour of its own for each team drawn: by the names of all teams, so that it is the same in every picture of the
    event; where two would have the same one, the later name takes the next that is free."""
    size, found = len(theme.LINES), dict[str, int]()
    own = {team: place % size for place, team in enumerate(sorted(set(all_teams)))}
    waiting = []
    for team in sorted(drawn):
        if own[team] in found.values():
            waiting.append(team)
        else:
            found[team] = own[team]
    for team in waiting:
        found[team] = next(k % size for k in range(own[team], own[team] + size) if k % size not in found.values())
    return {team: theme.LINES[place] for team, place in found.items()}


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
