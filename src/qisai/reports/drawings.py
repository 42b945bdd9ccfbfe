"""What the charts are drawn from: frames and ties out of a competition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Competition
from qisai.pairing.knockout import ties_after
from qisai.publish import charts
from qisai.publish.heatmap import FIRST, MOST
from qisai.publish.language import t
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.regulation.teams import TOTALS
from qisai.reports.tables import People, places_before
from qisai.reports.team import TeamList, has_teams
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.ladder import verdict, verdicts
from qisai.tournament.standings import places, points_by_round
from qisai.tournament.team_words import shown as total_words
from qisai.vocabulary import Outcome

_DECISIVE = (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN)
_FORFEITS = (Outcome.RED_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT)
MOST_RACED = 7  # rounds of the team race
CHANCE = ("number", "lot")  # keys that say nothing of how anyone has played
SETTLED = 4  # from this round on places say something of strength, and a win against them is an upset
_WON = {Outcome.RED_WIN: ("red", "black"), Outcome.BLACK_WIN: ("black", "red")}


def scores(competition: Competition, after: int) -> pd.DataFrame:
    """轮次, 积分, 人数 of the Swiss; after the cut only of those who go on in it."""
    rows = []
    for round_no in range(1, after + 1):
        points = competition.standings(round_no)["points"]
        for units, heads in points.value_counts().items():
            rows.append([round_no, competition.regulation.show(int(units)), int(heads)])
    return pd.DataFrame(rows, columns=["轮次", "积分", "人数"])


def leaders(competition: Competition, after: int) -> pd.DataFrame:
    """轮次, 编号, 姓名, 积分, 名次 of those who lead after the last round, the first eight or all who share the first score,
    through all rounds; 并列 (nothing but numbers parts the first two) and 阶段 as :func:`.charts.leaders_progress` has them."""
    people, regulation = People(competition), competition.regulation
    table = competition.standings(after)
    first = table.index[: max(8, int((table["points"] == table["points"].max()).sum()))]
    level = len(first) > 1 and not parted(competition, first[0], first[1], after)
    stage = ("第一阶段" if regulation.knockout else f"{after}轮赛完") if after == regulation.swiss.last else ""
    running = points_by_round(competition.counted(after), competition.numbers_after(after), regulation, after)
    shift = places_before(competition, after)
    rows = [
        [round_no, people.number(player), people.name(player), regulation.show(int(running.at[player, round_no])),
         shift + place, level, stage]
        for round_no in range(1, after + 1)
        for place, player in enumerate(first, start=1)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["轮次", "编号", "姓名", "积分", "名次", "并列", "阶段"])


def parted(competition: Competition, one: str, other: str, after: int) -> bool:
    """Whether something other than 编号 or a lot stands between two of the table after a round."""
    table = competition.standings(after)
    for key in competition.regulation.chain:
        if key.name in CHANCE:
            return False
        if key.name == "previous":
            if after > 1 and parted(competition, one, other, after - 1):
                return True
        elif table.at[one, key.name] != table.at[other, key.name]:
            return True
    return False


def colours(competition: Competition) -> pd.DataFrame:
    """轮次, 红胜, 和, 黑胜: games of the Swiss that were played out, by the colours actually played."""
    games = swiss_games(competition.games, competition.regulation)
    counts = games.groupby(["round", "outcome"]).size().unstack(fill_value=0)
    counts = counts.reindex(columns=[outcome.value for outcome in _DECISIVE], fill_value=0)
    counts.columns = pd.Index(["红胜", "和", "黑胜"])
    return counts.rename_axis("轮次").reset_index()


def colours_chart(competition: Competition, stamp: Sequence[str]) -> Figure:
    """Red against black by round; what is counted stands below the title."""
    frame = colours(competition)
    games = int(frame[["红胜", "和", "黑胜"]].to_numpy().sum())
    systems = "、".join(dict.fromkeys(stage.system for stage in competition.regulation.stages if stage.scored))
    return charts.red_against_black(frame, subtitle=t(f"{systems}下完的 {games} 局，不含弃权和淘汰赛"), stamp=stamp)


def crossed(competition: Competition, after: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Players (名次, 编号, 姓名, 积分) and their games (编号, 对手, 执, 结果) for the heat map, in the order of the table of
    the first stage after a round: the whole field up to 24, else the first 16."""
    regulation, people = competition.regulation, People(competition)
    after = min(after, regulation.swiss.last)
    table = competition.standings(after)
    shown = table.head(len(table) if len(table) <= MOST else FIRST)
    players = [
        [place, people.number(player), people.name(player), regulation.show(int(points))]
        for place, player, points in zip(places(table, regulation), shown.index, shown["points"], strict=False)
    ]
    games = swiss_games(competition.games, regulation, after)
    lines = sides(games[games["black"] != ""], regulation)
    there = set(shown.index) - competition.cancelled(after)
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
    """What the heat map is called: a Swiss has no cross table, only the games of the first among themselves."""
    if competition.regulation.swiss.round_robin:
        return "循环热图"
    heads = len(competition.numbers)
    return f"前{heads if heads <= MOST else FIRST}名相互对局"


def heat_map_chart(competition: Competition, after: int, stamp: Sequence[str]) -> Figure | None:
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
    return charts.heat_map(players, games, subtitle=subtitle, stamp=stamp)


def race(competitions: Sequence[Competition], after: int) -> list[tuple[str, str, pd.DataFrame]]:
    """For each team table the group, what its total is called, and 轮次, 单位, 名次, 总和 (str) through the rounds so far."""
    found: dict[str, tuple[str, list[list[object]]]] = {}
    for round_no in range(max(after - MOST_RACED + 1, 1), after + 1):
        then = [up_to(competition, round_no) for competition in competitions]
        lists = [(one, one.final()) for one in then if one.swiss_rounds_done]
        for part in TeamList.of(lists).tables if lists else ():
            rows = found.setdefault(part.group, (TOTALS[part.rules.kind], []))[1]
            for row in part.table.itertuples():
                ranked = row.why == ""
                rows.append([round_no, row.Index, row.rank if ranked else None, total_words(row.sum) if ranked else ""])
    columns = ["轮次", "单位", "名次", "总和"]
    return [(group, total, pd.DataFrame(rows, columns=columns)) for group, (total, rows) in found.items()]


def up_to(competition: Competition, round_no: int) -> Competition:
    """The same as if nothing behind a round had been published."""
    kept = [publication for publication in competition.record.publications if publication.round <= round_no]
    if len(kept) == len(competition.record.publications):
        return competition
    own = competition
    return Competition(
        own.group, own.regulation, own.people, own.changes, replace(own.record, publications=kept), own.hall, own.owing
    )


def race_charts(competitions: Sequence[Competition], after: int, stamp: Sequence[str]) -> list[tuple[str, Figure]]:
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
        (group, charts.team_race(frame, total=total, over=over, stamp=stamp))
        for group, total, frame in race(competitions, after)
        if frame["轮次"].nunique() > 1 and frame.loc[frame["轮次"] == after, "名次"].notna().sum() > 1
    ]


def upsets(competition: Competition, round_no: int) -> pd.DataFrame:
    """轮次, 台号, 胜者, 胜者名次, 负者, 负者名次 of the upsets of a round, with the places before it, the greatest first; from
    round 4 on, see :func:`real_upsets`."""
    columns = ["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"]
    if round_no < SETTLED:
        return pd.DataFrame(columns=columns)
    place, people = competition.standings(round_no - 1)["order"], People(competition)
    games = swiss_games(competition.games, competition.regulation)
    shift = places_before(competition, round_no - 1)
    rows = []
    for game in games[games["round"] == round_no].itertuples():
        if game.outcome not in _WON:
            continue
        won, lost = _WON[Outcome(game.outcome)]
        seat = {"red": game.black, "black": game.red} if game.swapped else {"red": game.red, "black": game.black}
        winner, loser = seat[won], seat[lost]
        if winner in place.index and loser in place.index:
            rows.append([round_no, game.board, people.name(winner), shift + int(place[winner]), people.name(loser),
                         shift + int(place[loser])])  # fmt: skip
    return real_upsets(pd.DataFrame(rows, columns=columns), shift + len(place))


def real_upsets(games: pd.DataFrame, field: int) -> pd.DataFrame:
    """Those of the games (as :func:`upsets` has them) that were lost in the upper half of a ``field`` of so many against
    one at least a quarter of it behind, the widest gap first."""
    gap = games["胜者名次"].astype("int64") - games["负者名次"].astype("int64")
    found = games[(4 * gap >= field) & (2 * games["负者名次"].astype("int64") <= field)]
    return found.loc[gap[found.index].sort_values(ascending=False, kind="stable").index].reset_index(drop=True)


def bracket(competition: Competition) -> list[dict[str, Any]]:
    """The ties of the knockout as the bracket draws them; rounds counted from the first of the stage."""
    stage = competition.regulation.knockout
    if stage is None:
        return []
    assert stage.system == KNOCKOUT
    people, found = People(competition), []
    for publication in competition.rounds(stage):
        games = competition.games
        games = games[(games["stage"] == stage.name) & (games["round"] == publication.round)]
        points = sides(games, competition.regulation).groupby(["match", "player"])["points"].sum() if len(games) else {}
        first = {line["match"]: line for line in reversed(publication.lines)}
        for match, line in sorted(first.items()):
            high, low = line["red"], line["black"]
            lines = games[games["match"] == match]
            decided = verdict(lines, stage) if len(lines) else None
            winner = decided.winner if decided else None
            found.append({
                "round": publication.round - stage.first + 1,
                "match": match,
                "high": people.name(high),
                "low": people.name(low),
                "high_score": competition.regulation.show(int(points[match, high])) if decided and low else "",
                "low_score": competition.regulation.show(int(points[match, low])) if decided and low else "",
                "winner": {high: "high", low: "low"}.get(winner) if winner else None,
                "note": _note(decided.how, people.name(winner) if winner else "") if decided else "",
            })  # fmt: skip
    return [*found, *_coming(competition, stage, people)]


def _coming(competition: Competition, stage: Stage, people: People) -> list[dict[str, Any]]:
    """The next round's ties where its players are known and it is not published yet."""
    published = competition.rounds(stage)
    if not published or published[-1].accepted is None or published[-1].round == stage.last:
        return []
    last = published[-1].round
    ties = ties_after(verdicts(competition.games, stage, last), competition.seeds, last - stage.first)
    blank = {"high_score": "", "low_score": "", "winner": None, "note": ""}
    number = last - stage.first + 2
    return [
        {"round": number, "match": tie.match, "high": people.name(tie.high or ""), "low": people.name(tie.low or ""), **blank}
        for tie in ties
    ]


def _note(how: str, winner: str) -> str:
    """How a tie was decided; who won by a draw, which the score does not tell, is named."""
    if "和棋，执" in how:
        return how.replace("和棋，执", f"和棋，{winner}执")
    return how.replace("慢棋", "") if how.startswith("慢棋") else how
