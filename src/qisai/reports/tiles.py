"""What nine squares tell of an event at its end: the winners, the teams, the greatest upset, red against black, the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pandas as pd

from qisai.event import Event
from qisai.publish import theme
from qisai.publish.cards import Tile
from qisai.publish.language import brief, header, label, named, t, unit
from qisai.publish.wechat import listed
from qisai.regulation.model import KNOCKOUT
from qisai.reports import drawings
from qisai.reports.ceremony import team_named
from qisai.reports.closing import FinalList
from qisai.reports.final_post import ends_of, with_knockout
from qisai.reports.lead import basis_words, decided, lead, of_rank, placed, to_come
from qisai.reports.tables import People
from qisai.reports.team import TeamList
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.team_words import shown
from qisai.vocabulary import Outcome, text

NINE = 9
LOUD = "冠亚季决先晋"  # squares in red
_PLACES = ("冠", "冠军"), ("亚", "亚军"), ("季", "季军")
_APIECE = 5  # groups on one square where there are many


def tiles(event: Event, finals: Sequence[FinalList], teams: TeamList) -> list[Tile]:
    """Nine squares, the most wanted first and the thanks last; each tells what the record holds."""
    told = [*_first_places(event, finals), *_qualified(event, finals), *_teams(teams), *_next_places(event, finals),
            *_upset(finals), *_colours(finals), _numbers(event, finals), *_unbeaten(finals),
            *_prizes(event, finals, teams)]  # fmt: skip
    more = [*_first_stage(finals), *_most_wins(finals), *_units(event, finals), *_draws(finals), *_system(finals),
            *_keys(finals), *_games(finals)]  # fmt: skip
    thanks = Tile("谢", t("感谢"), header("每一位棋手"), (t("各位裁判员和工作人员"),))
    return [*[*told, *more][: NINE - 1], thanks]


def _first_places(event: Event, finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The first three once they are known; of several groups a square each, of many groups their winners together."""
    if len(finals) == 1:
        yield from _medals(event, finals[0])
    elif len(finals) <= _APIECE:
        for final in finals:
            people, head = People(final.competition), f"{final.competition.group}　"
            first = [people.name(player) for _, player in of_rank(final, (1,))]
            rest = [placed(rank, people.name(player)) for rank, player in of_rank(final, (2, 3))]
            if not decided(event, final):
                yield from _undecided(final)
            elif first:
                yield Tile("冠", head + t("第1名"), listed(first), rest[:3])
    else:
        known = [final for final in finals if decided(event, final)]
        for final in [final for final in finals if final not in known][: 0 if known else _APIECE]:
            yield from _undecided(final)
        for start in range(0, len(known), _APIECE):
            rows = [(f.competition.group, listed(People(f.competition).name(player) for _, player in of_rank(f, (1,))))
                    for f in known[start : start + _APIECE]]  # fmt: skip
            yield Tile("冠", t("各组第1名"), rows=rows)


def _medals(event: Event, final: FinalList) -> Iterator[Tile]:
    """Champion, second, third; before the final who plays in it, before a knockout who leads."""
    if not decided(event, final):
        yield from _undecided(final)
        return
    over, people = final.competition.group in event.record.closed, People(final.competition)
    for rank, (mark, word) in enumerate(_PLACES, start=1):
        own = [player for _, player in of_rank(final, (rank,))]
        if own:
            teams = dict.fromkeys(filter(None, (team_named(event, people.team(player)) for player in own)))
            lines = [listed(teams), *(_how(final, own[0]) if len(own) == 1 else ())]
            names = "\n".join(map(people.name, own[:_APIECE]))
            yield Tile(mark, t(word if over else f"{word}（暂列）"), names, list(filter(None, lines)))


def _undecided(final: FinalList) -> Iterator[Tile]:
    own, head = final.competition, f"{final.competition.group}　" if final.competition.group else ""
    words, names = to_come(final)
    if words:
        yield Tile("决", head + header(words), rows=_pairs(names))
    elif own.swiss_rounds_done and (found := lead(own, own.swiss_rounds_done)):
        rows = [(name, unit(f"{points}分")) for points, some in found.groups for name in some]
        statement = "" if rows else t(found.title)
        yield Tile("先", head + t(f"第{own.swiss_rounds_done}轮后领先"), statement, rows=rows)


def _pairs(names: Sequence[str]) -> list[Sequence[str]]:
    """Names in rows of two, where they are many."""
    return [(name,) for name in names] if len(names) <= _APIECE else [names[k : k + 2] for k in range(0, len(names), 2)]


def _qualified(event: Event, finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Who qualifies for another event, once the places are final."""
    for final in finals:
        if not final.qualified or final.competition.group not in event.record.closed:
            continue
        names = [People(final.competition).name(player) for player in final.qualified]
        head = f"{final.competition.group}　" if final.competition.group else ""
        where = str(final.competition.regulation["qualifies_for"])
        if len(names) <= _APIECE - 2:
            yield Tile("晋", head + t("取得晋级资格"), "\n".join(names), (where,))
        else:
            yield Tile("晋", head + t(f"取得晋级资格的{len(names)}人"), rows=_pairs(names[: 2 * _APIECE]))


def _how(final: FinalList, player: str) -> list[str]:
    """With how many points, or from which place of the first stage a player of the knockout came."""
    own = final.competition
    if player in final.ladder:
        return [t(f"第一阶段第{own.seeds.index(player) + 1}名出线")]
    points = own.regulation.cell("points", int(final.table.at[player, "points"]))
    return [t(f"{own.swiss_rounds_done}轮{text(points)}分")]


def _teams(teams: TeamList) -> Iterator[Tile]:
    for part in teams.tables:
        ranked = part.table[part.table["rank"].notna()]
        first = [str(team) for team in ranked.index[ranked["rank"] == 1]]
        if first:
            rest = [placed(int(row.rank), str(row.Index)) for row in ranked.iloc[len(first) : 3].itertuples()]
            total = label(f"{part.total}{shown(ranked['sum'].iloc[0])}")
            head = f"{part.group}　" if part.group else ""
            yield Tile("队", head + t("团体第1名"), listed(first), [total, *rest])


def _next_places(event: Event, finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Places four to eight, of one group alone."""
    if len(finals) != 1 or not decided(event, finals[0]):
        return
    people, found = People(finals[0].competition), of_rank(finals[0], range(4, 9))
    if len(found) > 1:
        rows = [(str(rank), people.name(player), named(team_named(event, people.team(player)))) for rank, player in found[:5]]
        yield Tile("榜", t(f"第{found[0][0]}至第{found[-1][0]}名"), rows=rows)


def _upset(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The game won from furthest behind, where there were upsets enough to speak of."""
    found = [
        table
        for final in finals
        for round_no in range(1, final.competition.swiss_rounds_done + 1)
        if len(table := drawings.upsets(final.competition, round_no))
    ]
    games = pd.concat(found, ignore_index=True) if found else pd.DataFrame()
    if len(games) >= drawings.LEAST_UPSETS:
        gap = (games["胜者名次"] - games["负者名次"]).astype("int64")
        game = games.loc[gap.idxmax()]
        lines = [t(f"第{game.轮次}轮战胜 {game.负者}（本轮前第{game.胜者名次}名对第{game.负者名次}名）")]
        yield Tile("冷", t("全程最大的冷门"), str(game.胜者), lines)


def _colours(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Games at the board by who won them, the count of the article."""
    counts = ends_of(finals)
    red, draw, black = counts
    if red + black:
        colors = {"红胜": theme.RED, "和": theme.DRAW, "黑胜": theme.BLACK}
        shares = [(brief(word), count, color) for (word, color), count in zip(colors.items(), counts, strict=True)]
        told = t(f"红胜{red}局") + "\n" + t(f"黑胜{black}局")
        yield Tile("棋", t("红方与黑方"), told, [t(f"和{draw}局")] if draw else (), shares=shares)


def _numbers(event: Event, finals: Sequence[FinalList]) -> Tile:
    """Players, rounds, games at the board."""
    games = pd.concat([final.competition.games for final in finals])
    played = sum(ends_of(finals))
    heads, rounds = sum(len(final.table) for final in finals), int(games["round"].max())
    units = {team for final in finals for team in final.competition.teams.loc[final.table.index] if team_named(event, team)}
    lines = [t(f"{rounds}轮，{played}局{with_knockout(finals)}"), *([t(f"{len(units)}个单位")] if len(units) > 1 else [])]
    return Tile("众", t("参赛"), unit(f"{heads}人"), lines)


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
    two_stages = any(final.competition.regulation.knockout for final in finals)
    head = t("第一阶段一局未负" if two_stages else "全程一局未负")
    if 0 < len(names) <= _APIECE and min(final.competition.swiss_rounds_done for final in finals) >= 3:
        yield Tile("稳", head, rows=_pairs(names)) if len(names) > 1 else Tile("稳", head, names[0])


def _prizes(event: Event, finals: Sequence[FinalList], teams: TeamList) -> Iterator[Tile]:
    """How many prizes there are, once all are settled."""
    if set(event.record.closed) != set(event.regulations):
        return
    found = sum((final.awards for final in finals), teams.awards)
    if len(found.given):
        lines = [t(f"奖金{found.total}元")] if found.total else []
        yield Tile("奖", t("颁奖"), unit(f"{len(found.given)}项"), lines)


# --- what else there is, where the squares above are not nine -----------------------------------------------


def _first_stage(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The first of those who went on to a knockout."""
    for final in finals:
        own, people = final.competition, People(final.competition)
        if own.seeds:
            head = f"{own.group}　" if own.group else ""
            team = people.team(own.seeds[0])
            yield Tile("首", head + t("第一阶段第1名"), people.name(own.seeds[0]), [team] if team else ())


def _most_wins(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """Who won most games at the board, where these are few."""
    won: Counter[str] = Counter()
    for final in finals:
        games, people = final.competition.games, People(final.competition)
        for outcome, side in ((Outcome.RED_WIN, "red"), (Outcome.BLACK_WIN, "black")):
            won.update(map(people.name, games.loc[games["outcome"] == outcome, side]))
    most = max(won.values(), default=0)
    names = [name for name, count in won.items() if count == most]
    if most and len(names) <= _APIECE:
        yield Tile("胜", t("胜局最多"), unit(f"{most}局"), (listed(names),))


def _units(event: Event, finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The teams with most players."""
    heads = Counter(team for final in finals for team in final.competition.teams.loc[final.table.index]
                    if team_named(event, team))  # fmt: skip
    if len(set(heads.values())) > 1:
        rows = [(team, unit(f"{count}人")) for team, count in heads.most_common(_APIECE)]
        yield Tile("队", t("参赛人数最多的单位"), rows=rows)


def _draws(finals: Sequence[FinalList]) -> Iterator[Tile]:
    red, draws, black = ends_of(finals)
    if draws and red + black:
        yield Tile("和", t("和棋"), unit(f"{draws}局"), (t(f"共{red + draws + black}局"),))


def _system(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """The stages of the first group and how many rounds each has."""
    stages = finals[0].competition.regulation.stages
    shown_stages = [stage for stage in stages if stage.whole_field] + [stage for stage in stages if stage.system == KNOCKOUT]
    yield Tile("制", t("赛制"), rows=[(label(stage.kind), unit(f"{len(stage.rounds)}轮")) for stage in shown_stages])


def _keys(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """By what places are given, of the first group."""
    yield Tile("规", t("名次依次比较"), basis_words(finals[0].competition.regulation))


def _games(finals: Sequence[FinalList]) -> Iterator[Tile]:
    """All games, and those that either side won."""
    red, draws, black = ends_of(finals)
    rounds = max(int(final.competition.games["round"].max()) for final in finals)
    yield Tile("局", t("全部对局"), unit(f"{red + draws + black}局"), [unit(f"{rounds}轮")])
    for mark, words, won in (("红", "红方胜局", red), ("黑", "黑方胜局", black)):
        if won:
            yield Tile(mark, t(words), unit(f"{won}局"))
