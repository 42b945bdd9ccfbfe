"""Competition to display tables: pure, Chinese column names, no phone numbers, scores as people read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.event import Competition
from qisai.event.forfeits import proposed
from qisai.pinyin import by_pinyin
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Key, Regulation
from qisai.reports.places import DASH, places_before, shown, shown_before
from qisai.reports.state import Settled
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.explain import Separation, marks, sentences
from qisai.tournament.games import frame, sides, swiss_games
from qisai.tournament.ladder import Verdict, verdicts
from qisai.vocabulary import BLACK, RED, Outcome

PAIRING = ["台号", "红号", "红方", "红分", "结果", "黑分", "黑方", "黑号"]
BEFORE_NOTE = "红分、黑分是本轮之前的积分"
BEFORE = ["红分", "黑分"]  # the points before the round; before the first there are none
BY_NAME = ["姓名", "编号", "单位", "台号", "先后手", "对手号", "对手"]
TIES = ["台号", "甲号", "甲方", "乙方", "乙号", "各局", "胜者"]
OFF = ["编号", "姓名", "单位", "情况", "说明"]
WHY = ["台号", "红方", "黑方", "说明"]
WHY_TIES = ["台号", "甲方", "乙方", "说明"]  # colours are fixed at the board
NAMED = 12  # people in a note
WINNERS = {Outcome.RED_WIN: 0, Outcome.BLACK_WIN: 1}


class People:
    """编号, 姓名 and 单位 by player id, blank where there is none."""

    def __init__(self, competition: Competition) -> None:
        self._numbers = competition.record.numbers
        self._names: dict[str, str] = competition.people["name"].to_dict()
        self._teams: dict[str, str] = competition.people["team"].to_dict()

    def number(self, player: str) -> int | str:
        return self._numbers.get(player, "")

    def name(self, player: str) -> str:
        return self._names.get(player, "")

    def team(self, player: str) -> str:
        return self._teams.get(player, "")

    def who(self, player: str) -> str:
        return f"{self.number(player)}号{self.name(player)}"


def seats(line: Line) -> tuple[str, str]:
    """Red and black as they sat."""
    return (line["black"], line["red"]) if line.get("swapped") else (line["red"], line["black"])


def winner(line: Line) -> str:
    """Who won at the board, "" where nobody did."""
    won = WINNERS.get(line["outcome"])
    return "" if won is None else seats(line)[won]


def same_end(before: Line | None, after: Line | None) -> bool:
    """Whether a correction leaves the winner, or the draw, as it was: only the colours or the fouls were wrong."""
    if not before or not after:
        return False
    return winner(before) == winner(after) and (bool(winner(after)) or before["outcome"] == after["outcome"] == Outcome.DRAW)


def _rows(publication: Publication) -> list[Line]:
    return publication.accepted if publication.accepted is not None else publication.lines


def outcome_words(line: Line, regulation: Regulation) -> str:
    """The result as the table shows it; a ruling with its points."""
    outcome = line.get("outcome", "")
    if outcome == Outcome.RULED:
        red, black = (regulation.show(line[key]) for key in ("red_points", "black_points"))
        return f"裁定 {red}:{black}"
    return "" if outcome == Outcome.PENDING else outcome


# --- pairings -----------------------------------------------------------------------------------------------


def pairing(competition: Competition, publication: Publication, before: Competition) -> pd.DataFrame:
    """A Swiss round by table; points are those with which the round was paired, results once accepted."""
    people = People(competition)
    points = before.standings(publication.round - 1)["points"] if publication.round > 1 else pd.Series(dtype="int64")

    def own(player: str) -> int | float:
        return competition.regulation.cell("points", int(points.get(player, 0)))

    rows = []
    for line in _rows(publication):
        red, black = seats(line)
        rows.append(
            [line["board"], people.number(red), people.name(red), own(red), outcome_words(line, competition.regulation),
             own(black), people.name(black), people.number(black)]
        )  # fmt: skip
    found = pd.DataFrame(rows, columns=PAIRING)
    return found if publication.round > 1 else found.drop(columns=BEFORE)


def swapped_boards(publication: Publication) -> list[int]:
    """Boards on which the colours were the other way round than paired."""
    return [line["board"] for line in publication.accepted or () if line["swapped"] and not line["game"]]


def ties(competition: Competition, publication: Publication) -> pd.DataFrame:
    """A knockout round: one row a tie, the games in words once accepted."""
    people, stage = People(competition), competition.regulation.stage(publication.stage)
    decided = {tie.match: tie for tie in tie_verdicts(competition, publication)}
    rows = []
    for match, lines in _by_match(publication).items():
        high, low = lines[0]["red"], lines[0]["black"]
        found = decided.get(match)
        winner = people.name(found.winner) if found and found.winner else "无" if found and found.over else ""
        played = [line for line in lines if publication.accepted is not None and line["outcome"] != Outcome.PENDING]
        last = stage.games[-1] if len(stage.games) > 1 else None
        games = "\n".join(_game_words(line, people, line["game"] == last) for line in played)
        first = publication.lots.get(f"{match} {lines[0]['game']}")
        colours = f"抽签：{people.who(first)}先手" if first else f"先后手{stage.colours or '当场定'}"
        if not low:
            games = "对手缺席，直接晋级"
        rows.append([lines[0]["board"], people.number(high), people.name(high), people.name(low) or "（轮空）",
                     people.number(low), games or colours, winner])  # fmt: skip
    return pd.DataFrame(rows, columns=TIES)


def _by_match(publication: Publication) -> dict[int, list[Line]]:
    found: dict[int, list[Line]] = {}
    for line in _rows(publication):
        found.setdefault(line["match"], []).append(line)
    return found


def _game_words(line: Line, people: People, last: bool) -> str:
    """``慢棋：和（张三执红）``; of a last game that decides though it was drawn: ``附加赛：和，执黑的李四胜``."""
    red, black = map(people.name, seats(line))
    how = f"和，执黑的{black}胜" if last and line["outcome"] == Outcome.DRAW else f"{line['outcome']}（{red}执红）"
    return f"{line['game']}：{how}" if line["game"] else how


def tie_verdicts(competition: Competition, publication: Publication) -> list[Verdict]:
    """How the ties of an accepted round ended; [] before."""
    if publication.accepted is None:
        return []
    stage = competition.regulation.stage(publication.stage)
    where = {"round": publication.round, "stage": publication.stage}
    return verdicts(frame({**line, **where} for line in publication.accepted), stage, publication.round)


def by_name(competition: Competition, publications: Iterable[Publication]) -> pd.DataFrame:
    """Where everybody sits, by name (:func:`.by_pinyin`); colours as played once results are accepted, in a knockout those
    of the first game."""
    people = People(competition)
    rows: list[list[Any]] = []
    for publication in publications:
        knockout = competition.regulation.stage(publication.stage).system == KNOCKOUT
        for line in _rows(publication):
            pair = list(zip(seats(line), (RED, BLACK), strict=True))
            for (player, colour), (other, _) in zip(pair, reversed(pair), strict=True):
                if player and not any(row[1] == people.number(player) for row in rows if knockout):
                    drawn = publication.lots.get(f"{line['match']} {line['game']}")
                    open_ = knockout and publication.accepted is None
                    red = player == drawn if open_ else colour == RED
                    side = "" if not other else "当场定" if open_ and not drawn else "先手" if red else "后手"
                    rows.append([people.name(player), people.number(player), people.team(player), line["board"],
                                 side, people.number(other), people.name(other) or "（轮空）"])  # fmt: skip
        for row in off_board(competition, publication).itertuples(index=False):
            rows.append([row.姓名, row.编号, row.单位, "", row.情况, "", ""])
    rows.sort(key=lambda row: (by_pinyin(row[0]), row[1]))
    return pd.DataFrame(rows, columns=BY_NAME)


def off_board(competition: Competition, publication: Publication) -> pd.DataFrame:
    """Who does not sit at a table in this round: the bye, and who is away; with the reason."""
    people = People(competition)
    away = [(player, *_situation(competition, publication, player, kind)) for player, kind in publication.absent]
    if publication.bye:
        away.insert(0, (publication.bye, Outcome.BYE.value, "；".join(publication.bye_why)))
    rows = [[people.number(p), people.name(p), people.team(p), kind, why] for p, kind, why in away]
    return pd.DataFrame(rows, columns=OFF)


def not_coming(competition: Competition, publication: Publication) -> list[str]:
    """Who has a table in a round robin and is known not to come, a note each."""
    people = People(competition)
    return [
        f"第 {one.board} 台 {'、'.join(f'{people.who(away.player)}{away.why}' for away in one.away)}，不到，按弃权"
        for one in proposed(competition, publication).values()
    ]


def _situation(competition: Competition, publication: Publication, player: str, kind: str) -> tuple[str, str]:
    """What keeps a player away, and more words on it: 请假, 退赛, 取消资格, 连续弃权, 累计弃权; 缺席 where
    nothing says."""
    if player in publication.out:
        rule = competition.out_by_rule(publication.round).get(player, "连续弃权")
        return rule[:2] + "弃权", f"{rule}，不再编排"
    change = competition.taking_out(publication.round, player)
    if change is None or kind == Outcome.EXCUSED:
        return kind, ""
    return str(change.happening), f"第{change.round}轮起"


def why(competition: Competition, publication: Publication) -> pd.DataFrame:
    """Why these two meet and who moves first, as the journal kept it."""
    people, rows, told = People(competition), [], set()
    knockout = competition.regulation.stage(publication.stage).system == KNOCKOUT
    for line in publication.lines:
        if line["board"] in told:
            continue
        told.add(line["board"])
        reasons = "；".join(publication.why.get(str(line["board"]), []))
        rows.append([line["board"], people.who(line["red"]), people.who(line["black"]) if line["black"] else "", reasons])
    return pd.DataFrame(rows, columns=WHY_TIES if knockout else WHY)


def criteria(found: Sequence[Sequence[object]]) -> pd.DataFrame:
    """What the pairing was compared by, in this order, and what is proved: from [name, value, bound] of the record."""
    rows = [
        [place, name, value, "", ""] if bound is None
        else [place, name, value, bound, "已证明最少" if value == bound else "可能更少"]
        for place, (name, value, bound) in enumerate(found, start=1)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["次序", "编排指标", "本轮", "不会小于", "结论"])


def records_owed(competition: Competition, publication: Publication) -> list[str]:
    """Winners at the first tables, who owe the record of their game (settings 录谱台数): ``第1台 31号张三``."""
    people, owed = People(competition), []
    for line in publication.accepted or ():
        won = WINNERS.get(line["outcome"])
        if won is not None and line["board"] <= competition.regulation["recorded_boards"]:
            owed.append(f"第{line['board']}台{line['game']} {people.who(seats(line)[won])}")
    return owed


# --- standings ----------------------------------------------------------------------------------------------


def main_keys(regulation: Regulation) -> list[Key]:
    """The keys that the public table shows beside the points: the next two that are values."""
    return [key for key in regulation.chain if key.name != "points" and not key.row.hidden][:2]


def all_keys(regulation: Regulation) -> list[Key]:
    return [key for key in regulation.chain if not key.row.hidden]


def standings(competition: Settled, after: int) -> pd.DataFrame:
    """The Swiss standings for the hall, eight columns."""
    seen = shown(competition, after)
    words = _marks(competition, after, seen.ranked, seen.places, short_columns(competition.regulation))
    return _short(competition, seen.table, seen.places, [*words, *seen.unranked.values()], gone(competition, after))


def gone(competition: Competition, after: int) -> dict[str, str]:
    """Player -> why he plays no more after a round: 退赛, 取消资格 (both of 变动), 连续弃权 or 累计弃权
    by a rule."""
    away = competition.absent(after + 1, competition.numbers.index)
    return {one.player: one.why if one.cell else one.why[:2] + "弃权" for one in away if one.outcome == Outcome.ABSENT}


def short_columns(regulation: Regulation) -> list[str]:
    """The columns of the public table that a place can be checked by."""
    return ["编号", "积分", *(key.label for key in main_keys(regulation))]


def _marks(
    competition: Settled, after: int, ranked: Sequence[str], places: Sequence[object], columns: Collection[str]
) -> list[str]:
    """The column 区分 of those with a place; rows that share one with the row above are 并列."""
    past, before = (competition.past(after), shown_before(competition, after)) if after else ({}, {})
    found = marks(ranked, past, competition.regulation, columns, before)
    return ["并列" if row and places[row] == places[row - 1] else mark for row, mark in enumerate(found)]


def _named(
    people: People, table: pd.DataFrame, places: Sequence[object], away: Mapping[str, str]
) -> dict[str, list[object]]:
    """The first columns; who plays no more has the reason beside his name (``away``: as :func:`gone` gives it)."""
    return {
        "名次": list(places),
        "编号": [people.number(player) for player in table.index],
        "姓名": [people.name(p) + (f"（{away[p]}）" if p in away else "") for p in table.index],
    }


def _short(
    competition: Competition, table: pd.DataFrame, places: Sequence[object], last: Sequence[str], away: Mapping[str, str]
) -> pd.DataFrame:
    people, regulation = People(competition), competition.regulation
    columns = _named(people, table, places, away)
    columns["单位"] = [people.team(player) for player in table.index]
    columns["积分"] = [regulation.cell("points", int(units)) for units in table["points"]]
    for key in main_keys(regulation):
        columns[key.label] = [regulation.cell(key.name, int(units)) for units in table[key.name]]
    return pd.DataFrame({**columns, "区分": list(last)})


def basis(competition: Settled, after: int) -> pd.DataFrame:
    """Every key of the chain, and why each stands below the one above."""
    seen, first, before = shown(competition, after), places_before(competition, after) + 1, shown_before(competition, after)
    places = [place for place in seen.places if isinstance(place, int)]
    words = sentences(seen.ranked, competition.past(after), competition.regulation, first, places, before)
    words += [f"{why}，不列名次" for why in seen.unranked.values()]
    found = _full(competition, seen.table, seen.places, words, gone(competition, after))
    if "previous" in seen.table and before:
        found[TIE_BREAKS["previous"].label] = [before.get(player, DASH) for player in seen.order]
    return found


def _full(
    competition: Competition, table: pd.DataFrame, places: Sequence[object], words: Sequence[str], away: Mapping[str, str]
) -> pd.DataFrame:
    regulation = competition.regulation
    columns = {**_named(People(competition), table, places, away), "为什么排在这里": list(words)}
    for key in all_keys(regulation):
        columns[key.label] = [regulation.cell(key.name, int(units)) for units in table[key.name]]
    return pd.DataFrame(columns)


def deciding_cells(
    found: Sequence[Separation | None], frame: pd.DataFrame, after: int, regulation: Regulation
) -> dict[int, str]:
    """Row -> column to mark: the key that separated it, 前一轮名次 where an earlier table did."""
    columns = ["" if one is None else TIE_BREAKS[one.of_chain(after, regulation)].label for one in found]
    return {row: column for row, column in enumerate(columns) if column in frame.columns}


def decided_cells(table: pd.DataFrame) -> dict[int, str]:
    """Row -> column to mark: the key that separated it, where that key is a column of the table."""
    return {row: mark for row, mark in enumerate(table["区分"]) if mark in table.columns}


def missed(competition: Competition) -> dict[str, str]:
    """Player -> the Swiss rounds that he missed by his own fault, in words (``2 轮（第4轮请假、第5轮缺席）``), where they are
    as many as 缺轮轮数."""
    found = {}
    for player, rounds in missed_rounds(competition).items():
        found[player] = f"{len(rounds)} 轮（{'、'.join(f'第{number}轮{how}' for number, how in rounds.items())}）"
    return found


def missed_rounds(competition: Competition) -> dict[str, dict[int, str]]:
    """Player -> round -> how he missed it, where they are as many as 缺轮轮数."""
    games = swiss_games(competition.counted(competition.swiss_rounds_done), competition.regulation)
    lines = sides(games, competition.regulation)
    found: dict[str, dict[int, str]] = {}
    for line in lines[lines["missed"].astype(bool)].itertuples():
        late = line.round < competition.record.entered.get(line.player, 1)
        how = "未到，后加入" if late else "弃权" if line.opponent else line.outcome
        found.setdefault(line.player, {})[line.round] = how
    least = max(competition.regulation["missed_least"], 1)
    return {player: rounds for player, rounds in found.items() if len(rounds) >= least}


def missed_note(competition: Settled, after: int) -> list[str]:
    """Who of the table after a round is going to have no place in the end, because he missed rounds: the first dozen of them
    by 编号."""
    if competition.regulation["missed_round"] != "不列名次":
        return []
    people, seen = People(competition), shown(competition, after)
    out = sorted((player for player in missed_rounds(competition) if player in seen.ranked), key=people.number)
    names = "、".join(map(people.who, out[:NAMED])) + f"等{len(out)}人" * (len(out) > NAMED)
    return [f"下列棋手缺过轮，按规程不列入总名次，本表暂按成绩排：{names}"] if out else []


def without_blank(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """The table without those of some columns that say nothing, such as 单位 where nobody has one."""
    return frame.drop(columns=[name for name in columns if name in frame and (frame[name] == "").all()])
