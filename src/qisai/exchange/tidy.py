"""Tidy CSV: an event as plain rows in a folder, UTF-8.

``players.csv``: id, name, team, rating (also sex, birth, category, country; any other column is kept as it is).
``games.csv``: round, board, first_id, second_id, result [, note, first_fouls, second_fouls], the result a word of
:mod:`qisai.exchange.played`, in units of a win; a line without opponent has no board. ``meta.json``, if there: event
(its name), points (win, draw, loss, and what differs from them), rounds_planned, tie_breaks. ``standings.csv`` is only
written: rank, id, points, one column for each tie-break in force.

What the format cannot carry: whether a bye was allotted or asked for, byes of rounds to come, prohibited pairings,
dates, officials, the colours of a game that was paired the other way round.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from qisai.exchange.played import (
    BYES,
    MOST_FOULS,
    RESULTS,
    Game,
    Played,
    Player,
    Points,
    Table,
    bad,
    content,
    in_order,
    note,
    with_boards,
)
from qisai.problems import Problem, errors, stop_on_errors
from qisai.regulation.summary import spans
from qisai.sheets import replace_file
from qisai.vocabulary import plain, text

PLAYERS, GAMES, META, STANDINGS = "players.csv", "games.csv", "meta.json", "standings.csv"
GAME_COLUMNS = ("round", "board", "first_id", "second_id", "result", "note", "first_fouls", "second_fouls")
_OWN = ("name", "team", "rating", "sex", "birth", "category", "country")  # columns with a field of their own
SEX = {"M": "M", "F": "F", "W": "F", "男": "M", "女": "F"}


@dataclass(frozen=True)
class _Row:
    """One row of a file: its line, and the cells by column without outer blanks."""

    file: str
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def bad(self, column: str, detail: str, advice: str) -> Problem:
        return bad(self.file, f"第{self.line}行 {column}", self[column], detail, advice)


def read_tidy(source: Path, problems: list[Problem]) -> Played:
    """Read the folder. Raises ``InputProblems`` with every row that cannot be read; warnings are added to ``problems``."""
    found: list[Problem] = []
    people = _rows(source / PLAYERS, ("id",), found)
    games = _rows(source / GAMES, GAME_COLUMNS[:1] + GAME_COLUMNS[2:5], found)
    meta = _meta(source / META, found)
    players = _players(people, found)
    stop_on_errors(found)
    rounds = _rounds(games, tuple(player.id for player in players), found)
    stop_on_errors(found)
    problems += found
    return replace(meta, name=meta.name or source.resolve().name, players=players, rounds=rounds)


def _rows(path: Path, required: Sequence[str], problems: list[Problem]) -> list[_Row]:
    """The rows below the header. Blank ones are left out; a row with more cells than the header has is a problem."""
    words, before = content(path, "--csv", problems), len(problems)
    if words is None:
        return []
    reader = csv.reader(io.StringIO(words, newline=""))
    header = [text(name) for name in next(reader, [])]
    for name in required:
        if name not in header:
            problems.append(bad(path.name, "第1行", name, f"缺少「{name}」这一列", f"请在第一行补上：{'、'.join(required)}"))
    for name in sorted({name for name in header if name and header.count(name) > 1}):
        problems.append(bad(path.name, "第1行", name, f"有两列都叫「{name}」", "请只留一列"))
    if len(problems) > before:
        return []
    rows = []
    for cells in reader:
        if not any(text(cell) for cell in cells):
            continue
        if len(cells) > len(header) and any(text(cell) for cell in cells[len(header) :]):
            detail, advice = f"这一行有 {len(cells)} 格，表头只有 {len(header)} 格", "有逗号的文字请加双引号"
            problems.append(bad(path.name, f"第{reader.line_num}行", ",".join(cells), detail, advice))
            continue
        named = {name: text(cell) for name, cell in zip(header, cells, strict=False) if name}
        rows.append(_Row(path.name, reader.line_num, named))
    return rows


def _meta(path: Path, problems: list[Problem]) -> Played:
    """Name, points, rounds and tie-breaks of ``meta.json``; blanks where there is none."""
    blank = Played("", (), ())
    if not path.exists():
        return blank
    try:
        data = json.loads(content(path, "--csv", problems) or "{}")
        worth = data.get("points")
        return replace(
            blank, name=text(data.get("event")), planned=int(data.get("rounds_planned") or 0),
            points=_points(worth) if worth else None, chain=tuple(map(str, data.get("tie_breaks") or ())),
            place=text(data.get("place")), clock=text(data.get("clock")),
        )  # fmt: skip
    except (ValueError, TypeError, AttributeError, KeyError, ZeroDivisionError) as error:
        detail = "读不出来：points 应有 win、draw、loss 三个不小于 0 的数，rounds_planned 应是整数"
        problems.append(bad(path.name, "", type(error).__name__, detail, "请改正或删掉这个文件"))
        return blank


def _points(worth: Mapping[str, Any]) -> Points:
    points = Points.of([Fraction(str(worth[name])) for name in ("win", "draw", "loss")])
    named = {name: Fraction(str(value)) for name, value in worth.items() if name in asdict(points)}
    points = replace(points, **named)
    if min(asdict(points).values()) < 0:
        raise ValueError(worth)
    return points


def _players(rows: Sequence[_Row], problems: list[Problem]) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for row in rows:
        player = plain(row["id"])
        if not player:
            problems.append(row.bad("id", "没有 id", "每人一个不重复的 id"))
        elif player in found:
            problems.append(row.bad("id", "这个 id 出现了两次", "每人一个不重复的 id"))
        else:
            own = {column: row[column] for column in _OWN}
            more = tuple(sorted((name, value) for name, value in row.cells.items() if name not in ("id", *_OWN) and value))
            sex = SEX.get(own["sex"].upper(), own["sex"])
            found[player] = Player(player, **{**own, "name": own["name"] or player, "sex": sex}, more=more)
    if not rows and not errors(problems):
        problems.append(bad(PLAYERS, "", "", "没有一个人", "每人一行"))
    return tuple(found.values())


def result_word(typed: str) -> str:
    """A result in the one form that stands in ``RESULTS``, if it can be meant.

    >>> result_word("½-½"), result_word("bye1"), result_word("1 : 0"), result_word("7-3")
    ('0.5-0.5', 'BYE1', '1-0', '7-3')
    """
    return plain(typed.replace("½", "0.5")).upper().replace("1/2", "0.5")


def _rounds(rows: Sequence[_Row], ids: Sequence[str], problems: list[Problem]) -> tuple[tuple[Game, ...], ...]:
    """The rounds from 1 up; whatever cannot be read is a problem, doubtful boards are warnings."""
    known, seats = set(ids), dict[tuple[int, str], int]()
    rounds: dict[int, list[Game]] = {}
    for row in rows:
        faults = list(_faults(row, known))
        number = int(row["round"]) if row["round"].isdecimal() else 0
        for column in ("first_id", "second_id"):
            player = plain(row[column])
            other = seats.setdefault((number, player), row.line)
            if player in known and other != row.line or (column == "second_id" and player and player == plain(row["first_id"])):
                faults.append(row.bad(column, f"这个人在本轮出现了两次（另一处在第{other}行）", "每人一轮一行，请删去多的"))
        problems += faults
        if not faults:
            rounds.setdefault(number, []).append(_game(row))
    missing = sorted(set(range(1, max(rounds, default=0) + 1)) - set(rounds))
    if missing and not errors(problems):
        problems.append(bad(GAMES, "round", spans(tuple(missing)), "轮次不连续，缺这些轮", "请补上，或把后面的轮次改小"))
        return ()
    return tuple(in_order(_boards(number, rounds[number], problems), ids) for number in sorted(rounds))


def _faults(row: _Row, known: set[str]) -> Iterator[Problem]:
    result, second = result_word(row["result"]), plain(row["second_id"])
    if not row["round"].isdecimal() or not int(row["round"]):
        yield row.bad("round", "轮次应是正整数", "请写 1、2、3…")
    if result not in RESULTS:
        yield row.bad("result", "看不懂的结果", f"可用：{'、'.join(RESULTS)}")
    elif result in BYES and second:
        yield row.bad("second_id", "轮空、请假和缺席没有对手", "请清空 second_id，或改正结果")
    elif result not in BYES and not second:
        yield row.bad("second_id", "对局没有对手", "请补上，或把结果写成 BYE1、BYE0.5、BYE0")
    for column, player in (("first_id", plain(row["first_id"])), ("second_id", second)):
        if player not in known and (player or column == "first_id"):
            yield row.bad(column, "players.csv 里没有这个人", "请在 players.csv 加上他，或改正 id")
    if row["board"] and not (row["board"].isdecimal() and len(row["board"]) <= 4):
        yield row.bad("board", "台号应是正整数", "没有台号就空着")
    for column in ("first_fouls", "second_fouls"):
        if row[column] and not (row[column].isdecimal() and int(row[column]) <= MOST_FOULS):
            yield row.bad(column, f"犯规次数应是 0 到 {MOST_FOULS} 的整数", "没有犯规就空着")


def _game(row: _Row) -> Game:
    second = plain(row["second_id"])
    return Game(
        int(row["board"] or 0) if second else 0, plain(row["first_id"]), second, result_word(row["result"]), row["note"],
        int(row["first_fouls"] or 0), int(row["second_fouls"] or 0),
    )  # fmt: skip


def _boards(number: int, games: list[Game], problems: list[Problem]) -> list[Game]:
    numbered, twice = with_boards(games)
    if twice:
        detail = f"第 {number} 轮有两局都写第 {'、'.join(map(str, twice))} 台，后一局排到最后"
        problems.append(note(GAMES, detail, "台号不影响名次，写出时仍用原来的；要紧的话请改正后重新导入", "board"))
    return numbered


# --- writing ------------------------------------------------------------------------------------------------
def write_tidy(folder: Path, played: Played, table: Table | None = None) -> list[Path]:
    """Write the event into a folder, and its standings where there are any; returns the files."""
    more = sorted({name for player in played.players for name, _ in player.more})
    columns = [column for column in _OWN[3:] if any(getattr(player, column) for player in played.players)]
    people = [
        [player.id, *(getattr(player, name) for name in (*_OWN[:3], *columns)), *(dict(player.more).get(n, "") for n in more)]
        for player in played.players
    ]
    files = {
        PLAYERS: _csv([["id", *_OWN[:3], *columns, *more], *people]),
        GAMES: _csv([_header(played), *_game_rows(played)]),
        META: json.dumps(_about(played), ensure_ascii=False, indent=1) + "\n",
    }
    if table is not None:
        files[STANDINGS] = _csv(_standings(table))
    for name, words in files.items():
        replace_file(folder / name, words.encode("utf-8"))
    return [folder / name for name in files]


def _csv(rows: Iterable[Iterable[object]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows(rows)
    return stream.getvalue()


def _fouled(played: Played) -> bool:
    return any(game.first_fouls or game.second_fouls for games in played.rounds for game in games)


def _header(played: Played) -> list[str]:
    noted = any(game.note for games in played.rounds for game in games)
    return [*GAME_COLUMNS[:5], *GAME_COLUMNS[5:6] * noted, *GAME_COLUMNS[6:] * _fouled(played)]


def _game_rows(played: Played) -> Iterator[list[object]]:
    header = _header(played)
    for number, games in enumerate(played.rounds, start=1):
        for game in games:
            cells: dict[str, object] = {
                "round": number, "board": game.printed or game.board or "", "first_id": game.first, "second_id": game.second,
                "result": game.result, "note": game.note,
                "first_fouls": game.first_fouls, "second_fouls": game.second_fouls if game.second else "",
            }  # fmt: skip
            yield [cells[column] for column in header]


def _about(played: Played) -> dict[str, Any]:
    about: dict[str, Any] = {"event": played.name, "rounds": len(played.rounds)}
    if played.planned:
        about["rounds_planned"] = played.planned
    if played.points:
        worth = asdict(played.points)
        usual = {name: worth[f"red_{name}"] for name in ("win", "draw", "loss")}
        special = {n: v for n, v in worth.items() if v != asdict(Points.of(list(usual.values())))[n]}
        about["points"] = {name: _number(value) for name, value in (usual | special).items()}
    if played.chain:
        about["tie_breaks"] = list(played.chain)
    about |= {name: value for name, value in (("place", played.place), ("clock", played.clock)) if value}
    return about


def _number(value: Fraction) -> int | float | str:
    return value.numerator if value.denominator == 1 else float(value) if Fraction(str(float(value))) == value else str(value)


def _standings(table: Table) -> Iterator[list[str]]:
    keys = next(([key for key, _ in place.values] for place in table.values()), [])
    yield ["rank", "id", "points", *keys]
    for player, place in table.items():
        yield [place.rank, player, place.points, *(value for _, value in place.values)]


def lost_in_tidy(played: Played) -> list[str]:
    """What of an event its tidy CSV will not hold, in words."""
    excused = [bye for bye in played.away if bye.result != "BYE0"]
    lost = {
        "以后各轮的请假": excused, "禁止对阵": played.barred, "各轮日期": played.dates,
        "裁判员等人员": played.officials, "团体的场分和出场次序": played.teams, "TRF 的其他记录": played.records,
    }  # fmt: skip
    return [words for words, value in lost.items() if value]

