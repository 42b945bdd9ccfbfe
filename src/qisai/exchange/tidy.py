"""Tidy CSV: an event played elsewhere as plain rows.

``players.csv``: id, name, team; ``games.csv``: round, board, first_id, second_id, result [, note,
first_fouls, second_fouls]. first is the first mover, red. Results: ``1-0 0-1 0.5-0.5 0-0`` played, with
``F`` behind them forfeited, ``BYE1`` a bye, ``BYE0`` absent.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qisai.problems import Problem, stop_on_errors
from qisai.vocabulary import Outcome

RESULTS = {
    "1-0": Outcome.RED_WIN,
    "0-1": Outcome.BLACK_WIN,
    "0.5-0.5": Outcome.DRAW,
    "0-0": Outcome.DOUBLE_LOSS,
    "1-0F": Outcome.BLACK_FORFEIT,
    "0-1F": Outcome.RED_FORFEIT,
    "0-0F": Outcome.DOUBLE_FORFEIT,
    "BYE1": Outcome.BYE,
    "BYE0": Outcome.ABSENT,
}
Rows = list[dict[str, str]]


@dataclass(frozen=True)
class Tidy:
    """An event as rows: ``players`` as in the file; ``rounds``: lines as in an ``accept`` record, by round."""

    name: str
    players: Rows
    rounds: dict[int, list[dict[str, Any]]]


def read_tidy(source: Path) -> Tidy:
    """Read ``players.csv`` and ``games.csv``. Raises ``InputProblems`` with every row that cannot be read."""
    problems: list[Problem] = []
    players = _read(source / "players.csv", ("id", "name"), problems)
    games = _read(source / "games.csv", ("round", "first_id", "second_id", "result"), problems)
    stop_on_errors(problems)
    rounds = _rounds(games, {row["id"] for row in players}, problems)
    stop_on_errors(problems)
    return Tidy(source.name, players, rounds)


def _problem(file: str, cell: str, value: str, detail: str) -> Problem:
    return Problem("import_bad", file, cell=cell, value=value, details={"detail": detail})


def _read(path: Path, required: Sequence[str], problems: list[Problem]) -> Rows:
    try:
        content = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        problems.append(Problem("file_missing", path.name))
        return []
    except UnicodeDecodeError:
        problems.append(_problem(path.name, "", "", "不是 UTF-8 编码"))
        return []
    rows = list(csv.DictReader(content.splitlines()))
    missing = [name for name in required if rows and name not in rows[0]]
    problems += [_problem(path.name, "第1行", name, f"缺少「{name}」这一列") for name in missing]
    if not rows:
        problems.append(_problem(path.name, "", "", "没有内容"))
    return rows


def _rounds(games: Rows, known: set[str], problems: list[Problem]) -> dict[int, list[dict[str, Any]]]:
    """Lines as in an ``accept`` record by round; a player twice in a round and unknown words are problems."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    seats: set[tuple[str, str]] = set()
    for number, row in enumerate(games, start=2):

        def fault(column: str, detail: str, row: Mapping[str, str] = row, number: int = number) -> None:
            problems.append(_problem("games.csv", f"第{number}行 {column}", row.get(column) or "", detail))

        before = len(problems)
        outcome = RESULTS.get(row["result"])
        if not row["round"].isdigit() or not int(row["round"]):
            fault("round", "轮次应是正整数")
        if outcome is None:
            fault("result", "看不懂的结果，可用：" + "、".join(RESULTS))
        players = [row["first_id"]] + ([row["second_id"]] if row["second_id"] else [])
        if outcome is not None and (len(players) == 1) != (outcome in (Outcome.BYE, Outcome.ABSENT)):
            fault("second_id", "轮空和缺席没有对手，对局有两个人")
        for column, player in zip(("first_id", "second_id"), players, strict=False):
            if player not in known:
                fault(column, "players.csv 里没有这个人")
            if (row["round"], player) in seats:
                fault(column, "这个人在本轮出现了两次")
            seats.add((row["round"], player))
        fouls = {side: row.get(f"{side}_fouls") or "0" for side in ("first", "second")}
        for side, typed in fouls.items():
            if not typed.isdigit():
                fault(f"{side}_fouls", "犯规次数应是整数")
        if outcome is None or len(problems) > before:
            continue
        lines = rounds.setdefault(int(row["round"]), [])
        if outcome is Outcome.ABSENT:
            continue
        board = 0 if outcome is Outcome.BYE else sum(1 for line in lines if line["black"]) + 1
        lines.append(
            {"match": 0, "game": "", "board": board, "red": players[0], "black": players[1] if len(players) > 1 else "",
             "outcome": outcome.value, "red_fouls": int(fouls["first"]), "black_fouls": int(fouls["second"]),
             "swapped": False, "red_points": 0, "black_points": 0, "note": row.get("note") or ""}
        )  # fmt: skip
    wanted = set(range(1, max(rounds, default=0) + 1))
    if set(rounds) != wanted:
        problems.append(_problem("games.csv", "round", "", f"轮次不连续：缺 {sorted(wanted - set(rounds))}"))
    return rounds
