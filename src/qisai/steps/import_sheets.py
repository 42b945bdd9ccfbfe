"""The sheets of 赛事.xlsx for an event played elsewhere: its rules, its people, and who was away when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import combinations

from qisai.exchange.played import Played, Player, Points
from qisai.regulation.model import POINT_COLUMNS, RARE_POINT_COLUMNS
from qisai.regulation.templates.rulebook import option_1
from qisai.regulation.templates.sheets import Rows, chain_rows
from qisai.tiebreaks import TIE_BREAKS
from qisai.vocabulary import (
    CHANGES,
    CHANGES_SHEET,
    OFFICIALS,
    OFFICIALS_SHEET,
    ROSTER,
    ROSTER_SHEET,
    Happening,
    plain,
)

#: 性别 as the sheet has it.
SEX = {"M": "男", "F": "女"}
STAGE = "积分"
#: Behind a column of the source that has the name of one of ours with another meaning.
FOREIGN = "（来源）"
#: Columns for what the columns of ours do not take: a rating that is no whole number, a sex that is neither.
RATING, OTHER_SEX = "rating", "sex"


@dataclass(frozen=True)
class Rules:
    """What holds for an event: its own rules, those of the command, or the defaults."""

    points: Points
    chain: tuple[str, ...]
    rounds: int


def event_sheets(played: Played, rules: Rules) -> dict[str, Rows]:
    """Everybody holds a place and is present; a missed round costs nobody his rank, for the source has no such rule."""
    sheets = option_1()
    header = sheets["阶段"][0]
    worth = asdict(rules.points)
    points = {column: _number(worth[key]) for column, key in {**POINT_COLUMNS, **RARE_POINT_COLUMNS}.items()}
    stage = {"阶段": STAGE, "赛制": "积分编排", "轮次": f"1-{rules.rounds}", "参加者": "全体", "用时": played.clock, **points}
    sheets["阶段"] = [header, [stage.get(str(column), "") for column in header]]
    sheets["名次"] = [sheets["名次"][0], *chain_rows(*(TIE_BREAKS[key].label for key in rules.chain))]
    typed = {"赛事名称": played.name, "地点": played.place, "缴费类别": "免费=0", "缺轮处理": "不处理"}
    for row in sheets["规程"][1:]:
        row[1] = typed.get(str(row[0]), row[1])
    sheets[ROSTER_SHEET] = _roster(played.players)
    sheets[CHANGES_SHEET] = _changes(played, rules.rounds)
    if played.officials:
        rows: Rows = [[office, name, *[""] * len(OFFICIALS[1])] for office, name in played.officials]
        sheets[OFFICIALS_SHEET] = [[*OFFICIALS[0], *OFFICIALS[1]], *rows]
    return sheets


def _number(value: Fraction) -> int | float | str:
    if value.denominator == 1:
        return value.numerator
    return float(value) if Fraction(str(float(value))) == value else str(value)


def foreign(column: str) -> str:
    """The heading in 报名 of a column of the source that has no field of its own."""
    return f"{column}{FOREIGN}" if plain(column) in {plain(name) for names in ROSTER for name in names} else column


def other_columns(players: Sequence[Player]) -> list[str]:
    """The columns of 报名 for what has no field of its own, or what its column does not take."""
    rated = any(player.rating and not _whole(player.rating) for player in players)
    odd = any(player.sex and player.sex not in SEX for player in players)
    more = sorted({foreign(name) for player in players for name, _ in player.more})
    return [*more, *[RATING] * rated, *[OTHER_SEX] * odd]


def _roster(players: Sequence[Player]) -> Rows:
    columns = [*ROSTER[0], *ROSTER[1], *other_columns(players)]
    header: list[object] = [*columns]
    return [header, *([cells.get(column, "") for column in columns] for cells in map(_person, players))]


def _whole(rating: str) -> bool:
    """Whether 等级分 takes it; others are kept in a column of their own."""
    return rating.isdecimal() and len(rating) <= 6


def _person(player: Player) -> Mapping[str, object]:
    number = _whole(player.rating)
    return {
        "序号": player.id, "姓名": player.name, "单位": player.team, "性别": SEX.get(player.sex, ""),
        "出生年份": player.birth, "类别": player.category, "地区": player.country, "缴费类别": "免费", "报到": "是",
        "等级分": int(player.rating) if number else "", RATING: "" if number else player.rating,
        OTHER_SEX: "" if player.sex in SEX else player.sex,
        **{foreign(name): value for name, value in player.more},
    }  # fmt: skip


# --- 变动 ---------------------------------------------------------------------------------------------------
def _changes(played: Played, last: int) -> Rows:
    """The rows that say who was away: 缺席本轮 for an excused round; 退赛 for one or more in which he was away without
    a bye, with 复赛 where he is back. Who was away last stays so until somebody types 复赛."""
    numbers = {player: number for number, player in enumerate(played.ids, start=1)}
    header: list[object] = [*CHANGES[0], *CHANGES[1]]
    rows: list[list[object]] = []
    for player, own in _away(played).items():
        rows += [[round_no, numbers[player], kind, player, "", why] for round_no, kind, why in _happenings(own, last)]
    rows.sort(key=lambda row: int(str(row[0])))
    barred: list[list[object]] = [
        [max(one.first, 1), numbers[first], Happening.BARRED.value, first, numbers[second], ""]
        for one in played.barred
        if one.first <= last
        for first, second in combinations(one.players, 2)
    ]
    return [header, *rows, *barred]


def _away(played: Played) -> dict[str, dict[int, tuple[str, str]]]:
    """By player, the rounds that the source says something of: result word and note."""
    found: dict[str, dict[int, tuple[str, str]]] = {player: {} for player in played.ids}
    for number, games in enumerate(played.rounds, start=1):
        for own in found.values():
            own[number] = "", ""
        for game in games:
            if game.result in ("BYE0", "BYE0.5"):
                found[game.first][number] = game.result, game.note
    for bye in played.away:
        found[bye.player][bye.round] = bye.result, ""
    return {player: own for player, own in found.items() if any(word for word, _ in own.values())}


def _happenings(own: Mapping[int, tuple[str, str]], last: int) -> Iterator[tuple[int, str, str]]:
    out: str | None = None  # why he is away, while he is
    for round_no in range(1, min(max(own), last) + 1):
        word, why = own.get(round_no, ("", ""))
        if word == "BYE0":
            if out != why:
                yield round_no, Happening.WITHDRAWN.value, why
            out = why
            continue
        if out is not None:
            yield round_no, Happening.RETURN.value, ""
            out = None
        if word == "BYE0.5":
            yield round_no, Happening.ABSENT_ROUND.value, why
