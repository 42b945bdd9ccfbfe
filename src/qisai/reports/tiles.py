"""What nine squares tell of an event at its end: the winners, the teams, the greatest upset, red against black, the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from qisai.event import Event
from qisai.publish import theme
from qisai.publish.cards import Tile
from qisai.publish.language import label, t
from qisai.publish.wechat import listed
from qisai.reports import drawings
from qisai.reports.closing import FinalList
from qisai.reports.post import of_rank
from qisai.reports.tables import People
from qisai.reports.team import TeamList
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.team_words import shown
from qisai.vocabulary import text

NINE = 9
_PLACES = ("冠", "冠军"), ("亚", "亚军"), ("季", "季军")
_APIECE = 5  # groups on one square where there are many


def tiles(event: Event, finals: Sequence[FinalList], teams: TeamList) -> list[Tile]:
    """At most nine squares, the most wanted first and the thanks last; each tells what the record holds."""
    told = [*_first_places(event, finals), *_teams(teams), *_next_places(finals), *_upset(finals), *_colours(finals),
            _numbers(finals), *_unbeaten(finals), *_prizes(finals, teams)]  # fmt: skip
    thanks = Tile("谢", t("感谢"), t("感谢每一位棋手"), (t("也感谢各位裁判员和工作人员"),))
    return [*told[: NINE - 1], thanks]


def _first_places(event: Event, finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The first three; of several groups a square each, of many groups their winners together."""
    if len(finals) == 1:
        over = finals[0].competition.group in event.record.closed
        for rank, (mark, word) in enumerate(_PLACES, start=1):
            people, own = People(finals[0].competition), [player for _, player in of_rank(finals[0], (rank,))]
            if own:
                teams = dict.fromkeys(filter(None, map(people.team, own)))
                lines = [listed(teams), *(_how(finals[0], own[0]) if len(own) == 1 else ())]
                yield Tile(mark, t(word if over else f"{word}（暂列）"), listed(map(people.name, own)), list(filter(None, lines)))
    elif len(finals) <= _APIECE:
        for final in finals:
            people = People(final.competition)
            first = [people.name(player) for _, player in of_rank(final, (1,))]
            rest = [f"{label(f'第{rank}名')}　{people.name(player)}" for rank, player in of_rank(final, (2, 3))]
            if first:
                yield Tile("冠", f"{final.competition.group}　{t('第1名')}", listed(first), rest[:3])
    else:
        for start in range(0, len(finals), _APIECE):
            lines = [f"{f.competition.group}　{listed(People(f.competition).name(player) for _, player in of_rank(f, (1,)))}"
                     for f in finals[start : start + _APIECE]]  # fmt: skip
            yield Tile("冠", t("各组第1名"), "", lines)


def _how(final: FinalList, player: str) -> list[str]:
    """With how many points, or from which place of the first stage a player of the knockout came."""
    own = final.competition
    if player in final.ladder:
        return [t(f"第一阶段第{own.seeds.index(player) + 1}名出线")]
    points = own.regulation.cell("points", int(final.table.at[player, "points"]))
    return [t(f"{own.swiss_rounds_done}轮 {text(points)}分")]


def _teams(teams: TeamList) -> Iterator[Tile]:
    for part in teams.tables:
        ranked = part.table[part.table["rank"].notna()]
        first = [str(team) for team in ranked.index[ranked["rank"] == 1]]
        if first:
            rest = [f"{label(f'第{int(row.rank)}名')}　{row.Index}" for row in ranked.iloc[len(first) : 3].itertuples()]
            total = label(f"{part.total} {shown(ranked['sum'].iloc[0])}")
            head = f"{part.group}　" if part.group else ""
            yield Tile("队", head + t("团体第1名"), listed(first), [total, *rest])


def _next_places(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Places four to eight, of one group alone."""
    people = People(finals[0].competition)
    found = of_rank(finals[0], range(4, 9)) if len(finals) == 1 else []
    if len(found) > 1:
        lines = [f"{rank}　{people.name(player)}　{people.team(player)}".rstrip("　") for rank, player in found[:5]]
        yield Tile("榜", t(f"第{found[0][0]}至第{found[-1][0]}名"), "", lines)


def _upset(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The game won from furthest behind; places after a game or two say little, so only from round 4 on."""
    found = [
        table
        for final in finals
        for last in (final.competition.swiss_rounds_done,)
        for round_no in range(min(4, last), last + 1)
        if len(table := drawings.upsets(final.competition, round_no))
    ]
    if not found:
        return
    games = pd.concat(found, ignore_index=True)
    gap = (games["胜者名次"] - games["负者名次"]).astype("int64")
    if gap.max() > 0:
        game = games.loc[gap.idxmax()]
        lines = [f"{label(f'第{game.轮次}轮战胜')} {game.负者}", t(f"赛前第{game.胜者名次}名胜第{game.负者名次}名")]
        yield Tile("冷", t("全程最大的冷门"), str(game.胜者), lines)


def _colours(finals: Sequence[FinalList]) -> Iterator[Tile]:
    words = ["红胜", "和", "黑胜"]
    sums = pd.concat([drawings.colours(final.competition)[words] for final in finals]).sum()
    red, draw, black = (int(sums[word]) for word in words)
    if red + draw + black:
        colors = {"红胜": theme.RED, "和": theme.DRAW, "黑胜": theme.BLACK}
        shares = [(label(word), int(sums[word]), color) for word, color in colors.items()]
        lines = [t(f"红胜 {red} 局，和 {draw} 局，黑胜 {black} 局"), t("不含弃权和淘汰赛")]
        yield Tile("棋", t("红方对黑方"), f"{red} : {black}", lines, shares)


def _numbers(finals: Sequence[FinalList]) -> Tile:
    """Players, rounds, games at the board."""
    games = pd.concat([final.competition.games for final in finals])
    played = int(games["outcome"].isin(["红胜", "和", "黑胜"]).sum())
    heads, rounds = sum(len(final.table) for final in finals), int(games["round"].max())
    units = {team for final in finals for team in final.competition.teams.loc[final.table.index] if team}
    lines = [t(f"{rounds}轮，{played}局"), *([t(f"{len(units)}个单位")] if len(units) > 1 else [])]
    return Tile("众", t("参赛"), t(f"{heads}人"), lines)


def _unbeaten(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Who lost no game of the first stage and missed none, where there are not too many of them."""
    names = []
    for final in finals:
        own = final.competition
        games = swiss_games(own.counted(own.swiss_rounds_done), own.regulation, own.regulation.swiss.last)
        lines = sides(games, own.regulation)
        lost = ((lines["share"] == 0) & lines["played"]) | lines["missed"]
        worst = lost.groupby(lines["player"]).any()
        names += [People(own).name(str(player)) for player in final.table.index if not worst.get(player, True)]
    if 0 < len(names) <= _APIECE and min(final.competition.swiss_rounds_done for final in finals) >= 3:
        yield Tile("稳", t("第一阶段一局未负"), "" if len(names) > 1 else names[0], names if len(names) > 1 else ())


def _prizes(finals: Sequence[FinalList], teams: TeamList) -> Iterator[Tile]:
    found = sum((final.awards for final in finals), teams.awards)
    if len(found.given):
        lines = [t(f"奖金 {found.total} 元")] if found.total else []
        yield Tile("奖", t("颁奖"), t(f"{len(found.given)}项"), lines)
