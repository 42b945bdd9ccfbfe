"""What the charts are drawn from: frames and ties out of a competition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Competition
from qisai.pairing.knockout import ties_after
from qisai.publish import charts
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.reports.tables import People, places_before
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.ladder import verdict, verdicts
from qisai.tournament.standings import points_by_round
from qisai.vocabulary import Outcome

_DECISIVE = (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN)
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
    """轮次, 编号, 姓名, 积分, 名次 of those who lead after the last round, through all rounds."""
    people, regulation = People(competition), competition.regulation
    table = competition.standings(after)
    first = table.index[:8]
    running = points_by_round(competition.counted(after), competition.numbers_after(after), regulation, after)
    shift = places_before(competition, after)
    rows = [
        [round_no, people.number(player), people.name(player), regulation.show(int(running.at[player, round_no])),
         shift + place]
        for round_no in range(1, after + 1)
        for place, player in enumerate(first, start=1)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["轮次", "编号", "姓名", "积分", "名次"])


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
    return charts.red_against_black(frame, subtitle=f"{systems}下完的 {games} 局，不含弃权和淘汰赛", stamp=stamp)


def upsets(competition: Competition, round_no: int) -> pd.DataFrame:
    """轮次, 台号, 胜者, 胜者名次, 负者, 负者名次: games of a round, with the places before it; from round 2 on."""
    columns = ["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"]
    if round_no < 2:
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
    return pd.DataFrame(rows, columns=columns)


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
                "note": _note(decided.how) if decided else "",
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


def _note(how: str) -> str:
    return how.replace("慢棋", "") if how.startswith("慢棋") and "和棋" not in how else how
