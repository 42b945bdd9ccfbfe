"""What the charts are drawn from: frames out of a competition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Competition
from qisai.publish import charts
from qisai.publish.heatmap import FIRST, MOST
from qisai.publish.language import t
from qisai.regulation.model import KNOCKOUT
from qisai.regulation.teams import TOTALS
from qisai.reports.places import places_before, shown
from qisai.reports.tables import People
from qisai.reports.team import TeamList, has_teams
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.standings import points_by_round
from qisai.tournament.team_words import shown as total_words
from qisai.tournament.teams import TeamRules
from qisai.vocabulary import Outcome

_DECISIVE = (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN)
_FORFEITS = (Outcome.RED_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT)
MOST_RACED = 7  # rounds of the team race
CHANCE = ("number", "lot")  # keys that say nothing of how anyone has played
SETTLED = 4  # from this round on places say something of strength, and a win against them is an upset
LEAST_FIELD = 24  # players from which a quarter of the field is a gap worth telling
LEAST_UPSETS = 2  # for a picture
DRAWN = 8  # leaders drawn
_WON = {Outcome.RED_WIN: ("red", "black"), Outcome.BLACK_WIN: ("black", "red")}


def scores(competition: Competition, after: int) -> pd.DataFrame:
    """轮次, 积分, 人数 of the Swiss; after the cut only of those who go on in it."""
    rows = []
    for round_no in range(1, after + 1):
        points = competition.standings(round_no)["points"]
        for units, heads in points.value_counts().items():
            rows.append([round_no, competition.regulation.show(int(units)), int(heads)])
    return pd.DataFrame(rows, columns=["轮次", "积分", "人数"])


def moment(competition: Competition, after: int) -> tuple[str, bool]:
    """What the time after a round is called in a title, and whether nothing more is played then: 第4轮后, 第一阶段."""
    regulation = competition.regulation
    if after == regulation.swiss.last:
        return ("第一阶段" if regulation.knockout else f"{after}轮赛完"), True
    ahead = places_before(competition, after)
    return (f"第{after}轮后，前{ahead}名以外" if ahead else f"第{after}轮后"), after == regulation.last_swiss_round


def scores_chart(competition: Competition, after: int, stamp: Sequence[str], event: str = "") -> Figure:
    """How many stand on each score; behind the cut only those who go on in the table, which is said."""
    frame, cut, (when, over) = scores(competition, after), competition.regulation.swiss.last, moment(competition, after)
    words, heads = None, frame.groupby("轮次")["人数"].sum()
    late = int(heads.loc[: min(after, cut)].max() - heads.iloc[0])
    if late:
        words = t(f"格中是人数；后来加入{late}人")
    if after > cut:
        ahead = places_before(competition, after)
        words = t(f"格中是人数；第{cut + 1}轮起只算前{ahead}名以外的{heads[cut + 1]}人（此前{heads[cut]}人）")
    return charts.score_distribution(frame, when=when, over=over, subtitle=words, event=event, stamp=stamp)


def leaders_chart(competition: Competition, after: int, stamp: Sequence[str], event: str = "") -> Figure | None:
    """The leaders through the rounds; None where nearly all of those drawn are level, so that it tells nothing."""
    frame = leaders(competition, after)
    now = frame.loc[frame["轮次"] == after, "积分"].head(DRAWN)
    if now.empty or 5 * now.value_counts().max() >= 4 * len(now):
        return None
    words, ahead = None, places_before(competition, after)
    if ahead:
        words = t(f"前{ahead}名以外的棋手，每轮后的积分；空心圆点是几个人同分")
    elif competition.regulation.knockout and after == competition.regulation.swiss.last:
        words = t("每轮后的积分；空心圆点是几个人同分；名次是第一阶段的")
    return charts.leaders_progress(frame, most=DRAWN, subtitle=words, event=event, stamp=stamp)


def leaders(competition: Competition, after: int) -> pd.DataFrame:
    """轮次, 编号, 姓名, 积分, 名次 of those who lead after the last round, the first eight or all who share the first score,
    through all rounds; 凭, 何时 and 赛完 as :func:`.charts.leaders_progress` has them."""
    people, regulation = People(competition), competition.regulation
    table = competition.standings(after).loc[shown(competition, after).ranked]
    first = table.index[: max(DRAWN, int((table["points"] == table["points"].max()).sum()))]
    key = parting(competition, first[0], first[1], after) if len(first) > 1 else ""
    by, (when, over) = TIE_BREAKS[key].label if key else "", moment(competition, after)
    running = points_by_round(competition.counted(after), competition.numbers_after(after), regulation, after)
    shift = places_before(competition, after)
    rows = [
        [round_no, people.number(player), people.name(player), regulation.show(int(running.at[player, round_no])),
         shift + place, by, when, over]
        for round_no in range(1, after + 1)
        for place, player in enumerate(first, start=1)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["轮次", "编号", "姓名", "积分", "名次", "凭", "何时", "赛完"])


def parting(competition: Competition, one: str, other: str, after: int) -> str:
    """The key that stands between two of the table after a round; "" where it is but 编号 or a lot."""
    table = competition.standings(after)
    for key in competition.regulation.chain:
        if key.name in CHANCE:
            return ""
        if key.name == "previous":
            if after > 1 and parting(competition, one, other, after - 1):
                return key.name
        elif table.at[one, key.name] != table.at[other, key.name]:
            return key.name
    return ""


def colours(competition: Competition) -> pd.DataFrame:
    """轮次, 红胜, 和, 黑胜: all games that were played out, those of the knockout too, by the colours actually played."""
    counts = competition.games.groupby(["round", "outcome"]).size().unstack(fill_value=0)
    counts = counts.reindex(columns=[outcome.value for outcome in _DECISIVE], fill_value=0)
    counts.columns = pd.Index(["红胜", "和", "黑胜"])
    return counts.rename_axis("轮次").reset_index()


def in_knockout(competition: Competition) -> int:
    """How many of the games that :func:`colours` counts were played in the knockout."""
    games, stages = competition.games, competition.regulation.stages
    knockout = games["stage"].isin([stage.name for stage in stages if stage.system == KNOCKOUT])
    return int((knockout & games["outcome"].isin(_DECISIVE)).sum())


def colours_chart(competition: Competition, stamp: Sequence[str], event: str = "") -> Figure | None:
    """Red against black by round; what is counted stands below the title. None before any game was won."""
    frame = colours(competition)
    if not frame[["红胜", "黑胜"]].to_numpy().sum():
        return None
    games, of_these = int(frame[["红胜", "和", "黑胜"]].to_numpy().sum()), in_knockout(competition)
    more = f"（含淘汰赛{of_these}局）" if of_these else ""
    return charts.red_against_black(frame, subtitle=t(f"下完的{games}局{more}，不含弃权"), event=event, stamp=stamp)


def crossed(competition: Competition, after: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Players (名次, 编号, 姓名, 积分) and their games (编号, 对手, 执, 结果) for the heat map, in the order of the table of
    the first stage after a round: the whole field up to 24, else the first 16."""
    regulation, people = competition.regulation, People(competition)
    after = min(after, regulation.swiss.last)
    seen = shown(competition, after)
    first = seen.table.head(len(seen.order) if len(seen.order) <= MOST else FIRST)
    players = [
        [place, people.number(player), people.name(player), regulation.show(int(points))]
        for place, player, points in zip(seen.places, first.index, first["points"], strict=False)
    ]
    games = swiss_games(competition.games, regulation, after)
    lines = sides(games[games["black"] != ""], regulation)
    there = set(first.index) - competition.cancelled(after)
    lines = lines[lines["player"].isin(there) & lines["opponent"].isin(there) & (lines["outcome"] != Outcome.PENDING)]
    rows = [
        [people.number(line.player), people.number(line.opponent), line.side if line.played else "", _mark(line)]
        for line in lines.itertuples()
    ]
    shown_first = pd.DataFrame(players, columns=["名次", "编号", "姓名", "积分"])
    return shown_first, pd.DataFrame(rows, columns=["编号", "对手", "执", "结果"])


def _mark(line: Any) -> str:
    if line.outcome in _FORFEITS:
        return "-" if line.missed else "+"
    return "负和胜"[line.share]


def heat_map_name(competition: Competition) -> str:
    """What the heat map is called: all games of a small field, of a large one those of the first among themselves."""
    return "全部对局" if len(competition.numbers) <= MOST else f"前{FIRST}名相互对局"


def heat_map_chart(competition: Competition, after: int, stamp: Sequence[str], event: str = "") -> Figure | None:
    """The cross table of the first stage as a heat map.

    None while those in it have played less than two games each, where a third of them have met none of the others, and
    outside a round robin once a later stage is under way: its places are not those of the cut.
    """
    stage = competition.regulation.swiss
    if not stage.round_robin and any(p.round > stage.last for p in competition.publications):
        return None
    players, games = crossed(competition, after)
    alone = len(players) - games["编号"].nunique()
    if len(players) < 3 or len(games) < 2 * len(players) or 3 * alone >= len(players):
        return None
    when = f"第{min(after, stage.last)}轮后的名次和成绩"
    subtitle = t(f"第一阶段{when}" if competition.regulation.knockout else when)
    whole = heat_map_name(competition) == "全部对局"
    return charts.heat_map(players, games, whole=whole, subtitle=subtitle, event=event, stamp=stamp)


def race(competitions: Sequence[Competition], after: int) -> list[tuple[str, TeamRules, pd.DataFrame]]:
    """For each team table the group, its rules, and 轮次, 单位, 名次, 总和 (str) through the rounds so far."""
    found: dict[str, tuple[TeamRules, list[list[object]]]] = {}
    for round_no in range(max(after - MOST_RACED + 1, 1), after + 1):
        then = [up_to(competition, round_no) for competition in competitions]
        lists = [(one, one.final()) for one in then if one.swiss_rounds_done]
        for part in TeamList.of(lists).tables if lists else ():
            rows = found.setdefault(part.group, (part.rules, []))[1]
            for row in part.table.itertuples():
                ranked = row.why == ""
                rows.append([round_no, row.Index, row.rank if ranked else None, total_words(row.sum) if ranked else ""])
    columns = ["轮次", "单位", "名次", "总和"]
    return [(group, rules, pd.DataFrame(rows, columns=columns)) for group, (rules, rows) in found.items()]


def up_to(competition: Competition, round_no: int) -> Competition:
    """The same as if nothing behind a round had been published."""
    kept = [publication for publication in competition.record.publications if publication.round <= round_no]
    if len(kept) == len(competition.record.publications):
        return competition
    own = competition
    return Competition(
        own.group, own.regulation, own.people, own.changes, replace(own.record, publications=kept), own.hall, own.owing
    )


def race_charts(
    competitions: Sequence[Competition], after: int, stamp: Sequence[str], event: str = ""
) -> list[tuple[str, Figure]]:  # fmt: skip
    """The team races as (组别 or "", figure): one for all groups, or one each where the teams of each are counted apart.

    ``competitions``: all groups of the event as they stood. [] without teams, before the second round, and where fewer
    than two teams have a rank. Once all groups are closed the last round of any stage is the last one drawn.
    """
    if after < 2 or not competitions or not has_teams(competitions[0].regulation.settings):
        return []
    over = all(competition.group in competition.record.closed for competition in competitions)
    if over:
        after = max(publication.round for competition in competitions for publication in competition.publications)
    return [
        (group, charts.team_race(frame, total=TOTALS[rules.kind], smaller_first=rules.smaller_first, over=over,
                                 event=heading(event, group), stamp=stamp))
        for group, rules, frame in race(competitions, after)
        if frame["轮次"].nunique() > 1 and frame.loc[frame["轮次"] == after, "名次"].notna().sum() > 1
    ]


def heading(event: str, group: str) -> str:
    """The line of a chart that names the event and, where there are several, the 组别."""
    return "　".join(part for part in (event, group) if part)


def upsets(competition: Competition, round_no: int) -> pd.DataFrame:
    """轮次, 台号, 胜者, 胜者名次, 负者, 负者名次 of the upsets of a round, with the places before it, the greatest first; from
    round 4 on, see :func:`real_upsets`."""
    columns = ["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"]
    if round_no < SETTLED:
        return pd.DataFrame(columns=columns)
    place, people = shown(competition, round_no - 1).by_player, People(competition)
    games = swiss_games(competition.games, competition.regulation)
    rows = []
    for game in games[games["round"] == round_no].itertuples():
        if game.outcome not in _WON:
            continue
        won, lost = _WON[Outcome(game.outcome)]
        seat = {"red": game.black, "black": game.red} if game.swapped else {"red": game.red, "black": game.black}
        winner, loser = seat[won], seat[lost]
        if winner in place and loser in place:
            rows.append([round_no, game.board, people.name(winner), place[winner], people.name(loser), place[loser]])
    return real_upsets(pd.DataFrame(rows, columns=columns), max(place.values(), default=0))


def upsets_chart(
    rounds: Sequence[pd.DataFrame], stamp: Sequence[str], event: str = "", subtitle: str | None = None
) -> Figure | None:  # fmt: skip
    """The greatest of the :func:`upsets` of some rounds; None where there are fewer than two."""
    if sum(map(len, rounds)) < LEAST_UPSETS:
        return None
    found = pd.concat([table for table in rounds if len(table)], ignore_index=True)
    return charts.upsets(found, subtitle=t(subtitle) if subtitle else None, event=event, stamp=stamp)


def real_upsets(games: pd.DataFrame, field: int) -> pd.DataFrame:
    """Those of the games (as :func:`upsets` has them) that were lost in the upper half of a ``field`` of so many against
    one at least a quarter of it behind, the widest gap first; none in a field under 24."""
    if field < LEAST_FIELD:
        return games.head(0)
    gap = games["胜者名次"].astype("int64") - games["负者名次"].astype("int64")
    found = games[(4 * gap >= field) & (2 * games["负者名次"].astype("int64") <= field)]
    return found.loc[gap[found.index].sort_values(ascending=False, kind="stable").index].reset_index(drop=True)


