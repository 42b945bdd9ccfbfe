"""The beginning of an event, and taking back its last step: a new folder, the draw, undo."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from qisai.clock import moment
from qisai.event import Event
from qisai.excel.forms import write_event
from qisai.excel.rounds import RoundSheet
from qisai.private import without_numbers
from qisai.problems import InputProblems, Problem, errors
from qisai.record import Publication
from qisai.regulation.checkup import undecided_before_draw
from qisai.sheets import replace_file
from qisai.steps.folder import check_glyphs, refresh, restore, save_numbers, take_away, taken_to
from qisai.steps.results import with_outcome
from qisai.steps.roundrobin import check_rounds
from qisai.tournament.entries import UNPAID, team_heads
from qisai.tournament.lots import BY_LOT, numbered
from qisai.vocabulary import (
    ALONE,
    CHANGES,
    CHANGES_SHEET,
    EVENT_FILE,
    FOULS,
    FOULS_SHEET,
    NUMBERS_FILE,
    OFFICIALS,
    OFFICIALS_SHEET,
    ROSTER,
    ROSTER_SHEET,
)

#: Files that start a command with a double-click, and its verb.
STARTERS = {"菜单.bat": "menu", "检查.bat": "check", "下一步.bat": "next"}
#: ASCII, for the console reads it in its own code page; the folder is found from the file's own place.
_STARTER = """@echo off
chcp 65001 >nul
set PYTHONUTF8=1
set "PY=python"
where python >nul 2>nul || set "PY=py"
%PY% -m qisai {verb} "%~dp0."
pause
"""


def new(folder: Path, rules: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    """Make 赛事.xlsx from rule sheets, with empty sheets for people and happenings; never over an old one.

    Beside it the files that a double-click starts: 菜单.bat, 检查.bat, 下一步.bat.
    """
    path = folder / EVENT_FILE
    if path.exists():
        raise InputProblems([Problem("exists", str(path))])
    empty = {
        OFFICIALS_SHEET: OFFICIALS, ROSTER_SHEET: ROSTER, CHANGES_SHEET: CHANGES, FOULS_SHEET: FOULS,
    }  # fmt: skip
    sheets = {**{name: [[*required, *optional]] for name, (required, optional) in empty.items()}, **rules}
    for name, verb in STARTERS.items():
        replace_file(folder / name, _STARTER.format(verb=verb).replace("\n", "\r\n").encode("ascii"))
    write_event(path, sheets)
    return path


def draw(event: Event) -> list[tuple[int, str]]:
    """Give 编号 to those who entered, as 编号方式 says, and freeze them; (number, player id) in order.

    Source: numbers are drawn among those present (Tianshui supplement 3); without a fee no place (Danyang 六).
    Raises ``InputProblems`` where nobody can be drawn, a name cannot be drawn in a picture, the rounds of a round robin
    do not fit those who came, or it was done.
    """
    if event.record.numbers:
        raise InputProblems([Problem("drawn_already", NUMBERS_FILE)])
    entered = event.entries[event.entries["entered"]]
    if len(entered) < 2:
        unpaid = int((event.entries["status"] == UNPAID).sum())
        detail = f"可以抽签的只有 {len(entered)} 人（未缴费 {unpaid} 人；报到栏填「是」的才抽）"
        raise InputProblems([Problem("too_few", EVENT_FILE, ROSTER_SHEET, details={"detail": detail})])
    for group in event.regulations if len(event.regulations) > 1 else ():
        if (heads := int((entered["group"] == group).sum())) < 2:
            detail = f"「{group}」可以抽签的只有 {heads} 人"
            raise InputProblems([Problem("too_few", EVENT_FILE, ROSTER_SHEET, details={"detail": detail})])
    heads = team_heads(entered, event.rules.settings)
    if undecided := undecided_before_draw(event.rules, {str(team): int(n) for team, n in heads.items()}):
        raise InputProblems(Problem("undecided", EVENT_FILE, "规程", details={"detail": words}) for words in undecided)
    groups = entered["group"] if len(event.regulations) > 1 else entered["group"].map(lambda _: next(iter(event.regulations)))
    misfits = [check_rounds(event, rules, int((groups == group).sum())) for group, rules in event.regulations.items()]
    if found := [problem for misfit in misfits for problem in misfit]:
        raise InputProblems(found)
    check_glyphs(event)
    seed = event.rules["seed"] or secrets.token_hex(8)
    numbering = event.rules["numbering"]
    ratings = {str(player): int(rating) for player, rating in event.people.loc[entered.index, "rating"].fillna(0).items()}
    order = numbered(numbering, seed, ratings, groups.to_dict())
    names = [str(event.people.loc[player, "name"]) for player in order]
    data = {"seed": seed, "players": order, "names": names, "team_count": event.rules["team_count"]}
    if numbering != BY_LOT:  # what the order rests on: the sheet may be corrected later
        data["numbering"] = numbering
        data["ratings"] = {player: ratings[player] for player in order if ratings[player]}
        data["groups"] = {player: groups[player] for player in order} if len(event.regulations) > 1 else {}
    if members := [player for player in order if event.people.loc[player, "team_member"]]:
        data["team_members"] = members
    event.journal.append("draw", data, moment(event, "draw"))
    refresh(event)
    save_numbers(event)
    return list(enumerate(order, start=1))


def undo(event: Event, reason: str, file: str = "") -> str:
    """Take back the last publication while its sheet is still blank, or the draw before round 1.

    ``file`` names another publication: stages do not wait for each other, so the last of each may be taken
    back. The blank sheet goes into 撤回 among the reports. Returns what was taken back. Raises
    ``InputProblems`` where the round has started, a later one of its stage is out, or its sheet is not there to show it.
    """
    reason = without_numbers(reason)
    if not event.record.publications:
        if not event.record.numbers:
            raise InputProblems([Problem("nothing_to_undo", event.folder.name)])
        (event.folder / NUMBERS_FILE).unlink(missing_ok=True)  # first: what comes of a kill in between is written again
        event.journal.append("undraw", {"reason": reason}, moment(event, "draw"))
        refresh(event)
        return "抽签"
    latest = {(p.group, p.stage): p for p in event.record.publications}
    last = next((p for p in latest.values() if p.file == file), None) if file else event.record.publications[-1]
    if last is None:
        allowed = "、".join(p.file for p in latest.values())
        raise InputProblems([Problem("undo_unknown", value=file, details={"allowed": allowed})])
    if last.file in event.restored and not taken_to(event, last.file).exists():
        (event.folder / last.file).unlink()  # blank, written a moment ago: the one that was filled may lie elsewhere
        raise InputProblems([Problem("undo_away", last.file)])
    problems: list[Problem] = []
    sheet = event.sheet(last, problems)
    if errors(problems):
        raise InputProblems(problems)
    if last.accepted is not None or touched(event, last, sheet):
        details = {"round": last.round, "stage": last.stage, "others": _others_to_undo(event, last, latest.values())}
        raise InputProblems([Problem("started", last.file, details=details)])
    where = {"group": last.group, "stage": last.stage, "round": last.round, "reason": reason}
    take_away(event, last.file)
    if event.record.entered:  # late entries may go with the round; a kill in between leaves no number too many
        (event.folder / NUMBERS_FILE).unlink(missing_ok=True)
    event.journal.append("withdraw", where, moment(event, "withdraw", last.round))
    refresh(event)
    restore(event)
    return last.file


def _others_to_undo(event: Event, refused: Publication, latest: Iterable[Publication]) -> str:
    """What else could be taken back, as a hint."""
    blank = [p for p in latest if p is not refused and p.accepted is None and not touched(event, p, event.sheet(p, []))]
    return "".join(f"；还没开赛的 {p.file} 可以撤回：undo --file {p.file}" for p in blank)


def touched(event: Event, publication: Publication, sheet: RoundSheet) -> bool:
    """Whether anything was typed into a round file besides what the program wrote."""
    columns = ("红犯规", "黑犯规", "实际红方", "签字", "备注")
    played = any(line["outcome"] not in ALONE for line in with_outcome(sheet))
    if played or any(row.text(column) for row in sheet.rows.values() for column in columns):
        return True
    match = {line["board"]: line["match"] for line in publication.lines}
    drawn = {key: publication.lots.get(f"{match[key[0]]} {key[1]}", "") for key in sheet.rows if key[1]}
    return any(sheet.rows[key].whole("红方编号") != event.record.numbers.get(red) for key, red in drawn.items())
