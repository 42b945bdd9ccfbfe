"""An event played elsewhere as a folder of its own, from which ``next`` continues."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from qisai.clock import moment
from qisai.event import Event, open_event, round_file
from qisai.excel.forms import write_round
from qisai.exchange.played import (
    BYES,
    CHESS_POINTS,
    MOST_ROUNDS,
    RESULTS,
    Game,
    Played,
    Points,
    bad,
    note,
    points_fault,
    points_value,
)
from qisai.exchange.trf_codes import KEPT
from qisai.journal import Journal
from qisai.problems import InputProblems, Problem, stop_on_errors
from qisai.record import Line
from qisai.regulation.summary import rules_text, spans
from qisai.steps.folder import refresh, restore
from qisai.steps.import_sheets import Rules, event_sheets, other_columns
from qisai.steps.opening import new
from qisai.steps.snapshots import keep
from qisai.tiebreaks import TIE_BREAKS
from qisai.vocabulary import ELSEWHERE, EVENT_FILE, JOURNAL_FILE, Outcome

DEFAULT_SCORES = ("2", "1", "0")
DEFAULT_CHAIN = ("points", "opponents_score", "wins", "fouls", "black_games", "previous")  # 2020 rules 14.3.1
#: The note of a result that is neither win nor draw, where the source gives none: a ruling must have one.
AS_IN_SOURCE = "按来源所记"


@dataclass(frozen=True)
class Imported:
    """What was made: ``lines`` of rounds, and ``notices`` of what the folder holds otherwise than the source."""

    event: Event
    lines: int
    notices: tuple[Problem, ...]


def import_event(
    folder: Path, played: Played, chain: Sequence[str] = (), scores: Sequence[str] = (), rounds: int = 0
) -> Imported:
    """Make an event folder.

    ``chain`` (keys of ``TIE_BREAKS``), ``scores`` (win, draw, loss; or those of red and then those of black) and
    ``rounds`` (in all) go before what the source says; where neither says anything the defaults hold. Every round is
    one of a Swiss stage of the whole field; numbers are given in the order of the players (a draw without a seed), and
    the publications are marked as paired elsewhere. A last round in which results are missing stays open; in an
    earlier one the line is kept as 未报. Raises ``InputProblems`` before anything is made.
    """
    rules = _rules(played, chain, scores, rounds)
    if folder.is_file():
        raise InputProblems([bad(folder.name, "", str(folder), "这是一个文件，赛事要放在文件夹里", "请换一个名字")])
    if (folder / JOURNAL_FILE).exists():
        raise InputProblems([Problem("exists", str(folder / JOURNAL_FILE))])
    there = {*folder.iterdir()} if folder.is_dir() else None
    try:
        return _made(folder, played, rules)
    except InputProblems as found:
        if not any(problem.code == "exists" for problem in found.problems):
            _take_back(folder, there)
        raise


def _take_back(folder: Path, there: set[Path] | None) -> None:
    """Remove what a failed import made: nothing half-written stays."""
    if not folder.is_dir():
        return
    for path in {*folder.iterdir()} - (there or set()):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    if there is None:
        folder.rmdir()


def _made(folder: Path, played: Played, rules: Rules) -> Imported:
    new(folder, event_sheets(played, rules))
    names = [player.name for player in played.players]
    drawn = {"seed": "", "players": list(played.ids), "names": names, "columns": other_columns(played.players)}
    Journal(folder / JOURNAL_FILE).append("draw", drawn, datetime.now().isoformat(timespec="seconds"))
    event = open_event(folder)
    for number, games in enumerate(played.rounds, start=1):
        _play(event, number, games, rules.points, last=number == len(played.rounds))
    restore(event)
    if event.record.publications and event.record.publications[-1].accepted is None:
        _write_open(event, played.rounds[-1], rules.points)
    count = sum(len(games) for games in played.rounds)
    return Imported(event, count, (*_notices(event, played, rules), *keep(folder)))


# --- the rules ----------------------------------------------------------------------------------------------
def _rules(played: Played, chain: Sequence[str], scores: Sequence[str], rounds: int) -> Rules:
    problems: list[Problem] = []
    if rounds and rounds < len(played.rounds):
        detail = f"已经下了 {len(played.rounds)} 轮"
        problems.append(bad("", "--rounds", str(rounds), detail, "请写总轮数，或不写这一项"))
    whole = rounds or max(played.planned, len(played.rounds), 1)
    if whole > MOST_ROUNDS:
        problems.append(bad("", "--rounds", str(whole), f"总轮数最多 {MOST_ROUNDS}", "请用 --rounds 写明总轮数"))
    by_label = {row.label: key for key, row in TIE_BREAKS.items()}
    asked = tuple(by_label.get(key, key) for key in chain) or played.chain or DEFAULT_CHAIN
    source = "--chain" if chain else "名次指标"
    allowed = f"可用：{'、'.join(TIE_BREAKS)}"
    if unknown := [key for key in asked if key not in TIE_BREAKS]:
        problems.append(bad("", source, "、".join(unknown), "不认识的名次指标", allowed))
    elif asked[0] != "points" or len(set(asked)) < len(asked):
        problems.append(bad("", source, ",".join(asked), "第一个指标应是 points，指标不能重复", allowed))
    points = _points(scores, problems) if scores else played.points
    if len(played.players) < 2:
        problems.append(bad("", "", str(len(played.players)), "不到两个人", "请核对文件"))
    stop_on_errors(problems)
    return Rules(points or _points(DEFAULT_SCORES, problems), asked, whole)


def _points(scores: Sequence[str], problems: list[Problem]) -> Points:
    values = [points_value(value) for value in scores]
    known = [value for value in values if value is not None]
    detail = "应是三个数（胜,和,负）或六个数（红胜,红和,红负,黑胜,黑和,黑负）"
    if len(known) in (3, 6) and len(known) == len(values):
        points = Points.of(known)
        if not (detail := points_fault(points)):
            return points
    problems.append(bad("", "--scores", ",".join(scores), detail, "例如 2,1,0 或 3,1,0,3,2,0"))
    return CHESS_POINTS


# --- the rounds ---------------------------------------------------------------------------------------------
def _play(event: Event, number: int, games: Sequence[Game], points: Points, last: bool) -> None:
    """Publish a round and accept its results, unless it is the last one and some are missing."""
    stage, regulation = event.rules.swiss, event.rules
    pairs = [game for game in games if game.second]
    byes, excused, absent = ([game for game in games if game.result == word] for word in BYES)
    bye = byes[0] if byes else None
    away = [*excused, *absent, *byes[1:]]
    where = {"group": "", "stage": stage.name, "round": number}
    data: dict[str, Any] = {
        **where, "file": round_file(stage, number), "lines": [_seats(game) for game in pairs],
        "bye": bye.first if bye else None, "absent": [[game.first, RESULTS[game.result].value] for game in away],
        "criteria": [], "why": {}, "bye_why": [bye.note] if bye and bye.note else [], "relaxed": [ELSEWHERE], "seeds": [],
        "rules": rules_text(regulation),
    }  # fmt: skip
    event.journal.append("publish", data, moment(event, "publish", number))
    refresh(event)
    if last and any(game.result == "NR" for game in pairs):
        return
    lines = [_line(game, points, regulation.scale) for game in pairs]
    event.record.publications[-1].accepted = lines  # so that the order below already counts this round
    order = event.competitions[""].order_after(stage, number)
    event.journal.append("accept", {**where, "lines": lines, "order": order}, moment(event, "accept", number))
    refresh(event)


def _seats(game: Game) -> Line:
    seats = {"match": 0, "game": "", "board": game.board, "red": game.first, "black": game.second}
    return {**seats, "printed": game.printed} if game.printed else seats


def _line(game: Game, points: Points, scale: int) -> Line:
    """A line as an ``accept`` record has it; the points of a ruling in units of 1/``scale``."""
    outcome, worth = RESULTS[game.result], (Fraction(0), Fraction(0))
    if outcome is Outcome.RULED:
        worth = points.both(game.shares[0])[0] * scale, points.both(game.shares[1])[1] * scale
    return {
        **_seats(game), "outcome": outcome.value, "red_fouls": game.first_fouls, "black_fouls": game.second_fouls,
        "swapped": False, "red_points": int(worth[0]), "black_points": int(worth[1]),
        "note": game.note or (AS_IN_SOURCE if outcome is Outcome.RULED else ""),
    }  # fmt: skip


def _write_open(event: Event, games: Sequence[Game], points: Points) -> None:
    """The file of the round in play, with the results that are known."""
    publication, regulation = event.record.publications[-1], event.rules
    lines = [_line(game, points, regulation.scale) for game in games if game.second]
    typed = [{**line, "outcome": "" if line["outcome"] == Outcome.PENDING else line["outcome"]} for line in lines]
    names = event.people["name"].to_dict()
    path = event.folder / publication.file
    write_round(path, regulation.swiss.system, typed, publication.bye, event.record.numbers, names, regulation.show)


# --- what to tell -------------------------------------------------------------------------------------------
def _notices(event: Event, played: Played, rules: Rules) -> Iterator[Problem]:
    """What the folder holds otherwise than the source, or leaves to the organizer."""
    last = len(played.rounds)
    numbers = {player: number for number, player in enumerate(played.ids, start=1)}
    for number, games in enumerate(played.rounds, start=1):
        file = round_file(event.rules.swiss, number)
        boards = tuple(game.board for game in games if game.result == "NR")
        if boards and number < last:
            detail = f"第 {spans(boards)} 台没有成绩，记为「未报」，双方 0 分"
            yield note(file, detail, "知道结果以后填在这一轮的表里，并写更正理由")
        elif boards:
            yield note(file, f"第 {spans(boards)} 台还没有成绩，这一轮没有确认", "填好以后运行 next")
        if lost := [game.first for game in games if game.result == "BYE1" and game.note][1:]:
            yield note(file, f"{'、'.join(lost)} 轮空的备注没有地方放", "要紧的请写在「报名」的备注里")
    gone = [game.first for game in played.rounds[-1] if game.result == "BYE0"] if played.rounds else []
    if gone and rules.rounds > last:
        who = "、".join(f"{numbers[player]} 号" for player in gone)
        detail = f"最后一轮没有参加的 {len(gone)} 人按退赛处理，以后各轮不编排：{who}"
        yield note(EVENT_FILE, detail, "回来的在「变动」表加一行「复赛」")
    ending = [one for one in played.barred if one.last < rules.rounds]
    if ending:
        yield note(EVENT_FILE, f"{len(ending)} 条禁止对阵到中途为止，「变动」表里一直有效", "期满以后请删去那几行")
    left_out = [KEPT.get(line[:3], KEPT["NRS"] if line[:3].isalpha() else f"记录 {line[:3]}") for line in played.records]
    left_out += ["各轮日期"] * bool(played.dates) + ["团体的场分和出场次序"] * bool(played.teams)
    if left_out:
        yield note(EVENT_FILE, f"没有导入：{'、'.join(dict.fromkeys(left_out))}", "要用的请自己填在表里")
