"""Tidy CSV: an event as plain rows in a folder, written as UTF-8.

``players.csv``: id, name, team, rating (also sex, birth, category, country; any other column is kept as it is).
``games.csv``: round, board, first_id, second_id, result [, note, first_fouls, second_fouls], the result a word of
:mod:`qisai.exchange.played`, in units of a win; a line without opponent has no board. ``meta.json``, if there: event
(its name), points (win, draw, loss, and what differs from them), rounds_planned, tie_breaks. ``standings.csv`` is only
written: rank, id, points, one column for each tie-break in force. Chinese headings and results are understood too.

A cell that a spreadsheet would calculate (it begins with = + - @, and is no number) is written with a tab before it:
Excel, WPS and LibreOffice then show the text. Reading takes outer blanks away, so that it comes back equal.

What the format cannot carry: whether a bye was allotted or asked for, byes of rounds to come, prohibited pairings,
dates, officials, the colours of a game that was paired the other way round.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from qisai.exchange.meta import read_meta
from qisai.exchange.played import (
    BYES,
    MOST_FOULS,
    MOST_ROUNDS,
    NOBODY_TWICE,
    RESULTS,
    Game,
    Played,
    Player,
    Points,
    Same,
    Table,
    bad,
    birth_year,
    blank_birth,
    in_order,
    name_fault,
    name_or_number,
    note,
    unknown_ids,
    with_boards,
)
from qisai.exchange.rows import SYNONYMS, Row, read_rows
from qisai.exchange.words import result_word, round_number
from qisai.private import without_numbers
from qisai.problems import InputProblems, Problem, errors, stop_on_errors
from qisai.regulation.summary import spans
from qisai.sheets import replace_file
from qisai.vocabulary import plain

PLAYERS, GAMES, META, STANDINGS = "players.csv", "games.csv", "meta.json", "standings.csv"
GAME_COLUMNS = ("round", "board", "first_id", "second_id", "result", "note", "first_fouls", "second_fouls")
_OWN = ("name", "team", "rating", "sex", "birth", "category", "country")  # columns with a field of their own
FORMULA = tuple("=+-@＝＋－＠")
SEX = {"M": "M", "F": "F", "W": "F", "男": "M", "女": "F"}


def read_tidy(source: Path, problems: list[Problem], same: Same = NOBODY_TWICE) -> Played:
    """Read the folder; whoever is a key of ``same`` is taken for its value, and has no row of his own.

    Raises ``InputProblems`` with every row that cannot be read; warnings are added to ``problems``.
    """
    if source.is_file():
        detail = "这是一个文件，--csv 要写 players.csv 和 games.csv 所在的文件夹"
        raise InputProblems([bad(source.name, "", str(source), detail, f"请改为 --csv \"{source.parent}\"")])
    found: list[Problem] = []
    people = read_rows(source / PLAYERS, ("id",), _OWN, found)
    games = read_rows(source / GAMES, GAME_COLUMNS[:1] + GAME_COLUMNS[2:5], ("board", *GAME_COLUMNS[5:]), found)
    meta = read_meta(source / META, found)
    players = _players(people, found)
    stop_on_errors(found)
    found += unknown_ids(same, [player.id for player in players])
    stop_on_errors(found)
    names = Counter(player.name for player in players)
    ids = {player.name: player.id for player in players if names[player.name] == 1} | {p.id: p.id for p in players}
    ids = {typed: same.get(player, player) for typed, player in ids.items()}
    players = tuple(player for player in players if player.id not in same)
    rounds = _rounds([_by_id(row, ids) for row in games], tuple(player.id for player in players), same, found)
    stop_on_errors(found)
    problems += found
    return replace(meta, name=meta.name or source.resolve().name, players=players, rounds=rounds)


def _by_id(row: Row, ids: Mapping[str, str]) -> Row:
    """A row with the ids of its players, which may be typed as names."""
    typed = {column: row[column] for column in ("first_id", "second_id")}
    return row.with_cells({c: ids.get(plain(words)) or ids.get(words, words) for c, words in typed.items()})


def _players(rows: Sequence[Row], problems: list[Problem]) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for row in rows:
        player = plain(row["id"])
        if not player:
            problems.append(row.bad("id", "没有 id", "每人一个不重复的 id"))
        elif player in found:
            problems.append(row.bad("id", "这个 id 出现了两次", "每人一个不重复的 id"))
        else:
            own = {column: row[column] for column in _OWN}
            year = birth_year(own["birth"])
            if year is None:
                problems.append(blank_birth(row.file, row.at("birth"), own["birth"]))
            own["birth"] = year or ""
            more = tuple(sorted((name, value) for name, value in row.cells.items() if name not in ("id", *_OWN) and value))
            sex = SEX.get(own["sex"].upper(), own["sex"])
            own |= {"name": name_or_number(" ".join(own["name"].split()), player), "sex": sex}
            if fault := name_fault(own["name"]):
                problems.append(row.bad("name", fault, "请填姓名；没有姓名就空着"))
            found[player] = Player(player, **own, more=more)
    if not rows and not errors(problems):
        problems.append(bad(PLAYERS, "", "", "没有一个人", "每人一行"))
    return tuple(found.values())


def _rounds(rows: Sequence[Row], ids: Sequence[str], same: Same, problems: list[Problem]) -> tuple[tuple[Game, ...], ...]:
    """The rounds from 1 up; whatever cannot be read is a problem, doubtful boards and games told twice are warnings."""
    known, seats = set(ids), dict[tuple[int, str], Row]()
    rounds: dict[int, list[Game]] = {}
    kept = set(same.values())
    for row in sorted(rows, key=lambda row: result_word(row["result"]) in BYES) if same else rows:
        faults = list(_faults(row, known))
        number = round_number(row["round"])
        if not number:  # where he plays twice cannot be told
            problems += faults
            continue
        pair = plain(row["first_id"]), plain(row["second_id"])
        others = [seats.setdefault((number, player), row) for player in dict.fromkeys(pair) if player in known]
        other = next((one for one in others if one is not row), None)
        if not pair[1] and pair[0] in kept and other is not None:
            continue  # under one of his two names he was away, under the other he played
        if other is not None and not faults and _pair(other) == frozenset(pair):
            problems.append(_twice(other, row))
            continue
        for column, player in zip(("first_id", "second_id"), pair, strict=True):
            seat = seats.get((number, player), row) if player in known else row
            if seat is not row or (column == "second_id" and player and player == pair[0]):
                faults.append(row.bad(column, f"这个人在本轮出现了两次（另一处在第{seat.line}行）", "每人一轮一行，请删去多的"))
        problems += faults
        if not faults:
            rounds.setdefault(number, []).append(_game(row, problems))
            if row["board"] and not _board(row["board"]) and pair[1]:
                problems.append(note(GAMES, f"台号写的是「{row['board']}」，排到最后", "台号不影响名次；不用改", row.at("board")))
    missing = sorted(set(range(1, max(rounds, default=0) + 1)) - set(rounds))
    if missing and not errors(problems):
        problems.append(bad(GAMES, "round", spans(tuple(missing)), "轮次不连续，缺这些轮", "请补上，或把后面的轮次改小"))
        return ()
    return tuple(in_order(_boards(number, rounds[number], problems), ids) for number in sorted(rounds))


def _pair(row: Row) -> frozenset[str]:
    return frozenset((plain(row["first_id"]), plain(row["second_id"])))


def _twice(first: Row, second: Row) -> Problem:
    """The same two in the same round once more: told once where the two lines agree, refused where they do not."""
    seats = [(plain(row["first_id"]), plain(row["second_id"]), result_word(row["result"])) for row in (first, second)]
    details: dict[str, object] = {"other": first.line, "line": second.line, "first": first.words, "second": second.words}
    code = "game_twice" if seats[0] == seats[1] else "game_disputed"
    return Problem(code, second.file, cell=f"第{second.line}行", value=second["result"], details=details)


def _board(typed: str) -> int | None:
    """A board, however it is written; 0 for none (T00), None for what is no board.

    >>> _board("12"), _board("第5台"), _board("T00"), _board("")
    (12, 5, 0, 0)
    """
    match = re.fullmatch(r"[Tt第]?0*(\d{0,4})[台桌]?", plain(typed), re.ASCII)
    return int(match[1] or 0) if match else None


def _faults(row: Row, known: set[str]) -> Iterator[Problem]:
    result, second = result_word(row["result"]), plain(row["second_id"])
    if not round_number(row["round"]):
        yield row.bad("round", f"轮次应是 1 到 {MOST_ROUNDS} 的正整数", "请写 1、2、3…，或第1轮、第01轮")
    if result not in RESULTS:
        yield row.bad("result", "看不懂的结果", f"可用：{'、'.join(RESULTS)}，或红胜、黑胜、和、先胜、红弃、黑弃、双弃、轮空")
    elif result in BYES and second:
        yield row.bad("second_id", "轮空、请假和缺席没有对手", "请清空 second_id，或改正结果")
    elif result not in BYES and not second:
        yield row.bad("second_id", "对局没有对手", "请补上，或把结果写成 BYE1、BYE0.5、BYE0")
    for column, player in (("first_id", plain(row["first_id"])), ("second_id", second)):
        if player not in known and (player or column == "first_id"):
            yield row.bad(column, "players.csv 里没有这个人", "请在 players.csv 加上他，或改正 id")
    if _board(row["board"]) is None:
        yield row.bad("board", "台号应是正整数", "没有台号就空着")
    for column in ("first_fouls", "second_fouls"):
        if row[column] and not (row[column].isdecimal() and len(row[column]) == 1):
            yield row.bad(column, f"犯规次数应是 0 到 {MOST_FOULS} 的整数", "没有犯规就空着")


def _game(row: Row, problems: list[Problem]) -> Game:
    second, words = plain(row["second_id"]), without_numbers(row["note"])
    if words != row["note"]:
        problems.append(Problem("private_number", row.file, cell=row.at("note"), value=words, details={"column": "备注"}))
    return Game(
        (_board(row["board"]) or 0) if second else 0, plain(row["first_id"]), second, result_word(row["result"]), words,
        int(row["first_fouls"] or 0), int(row["second_fouls"] or 0), line=row.line,
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
    columns = [
        column for column in _OWN[3:]
        if any(getattr(player, column) for player in played.players) or set(SYNONYMS[column]) & set(more)
    ]  # fmt: skip
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
    csv.writer(stream, lineterminator="\r\n").writerows([_as_text(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _as_text(cell: object) -> str:
    """A cell as a spreadsheet must not calculate it; a plain number stays one.

    >>> _as_text("=1+1"), _as_text("-900"), _as_text("@甲")
    ('\\t=1+1', '-900', '\\t@甲')
    """
    words = str(cell)
    return f"\t{words}" if words[:1] in FORMULA and not re.fullmatch(r"[+-]?\d+(\.\d+)?", words) else words


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

