"""An event played elsewhere as a folder of its own, from which ``next`` continues."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qisai.clock import moment
from qisai.event import open_event, round_file
from qisai.exchange.tidy import Tidy
from qisai.problems import Problem, stop_on_errors
from qisai.regulation.summary import rules_text
from qisai.regulation.templates.rulebook import option_1
from qisai.steps.folder import restore
from qisai.steps.opening import new
from qisai.vocabulary import ELSEWHERE, ROSTER, ROSTER_SHEET, TIE_BREAKS, Outcome


def import_event(folder: Path, played: Tidy, chain: Sequence[str], scores: Sequence[str]) -> int:
    """Make an event folder; returns the number of lines.

    ``chain``: names of ``vocabulary.TIE_BREAKS``; ``scores``: win, draw, loss. Every round is a round of one
    Swiss stage of the whole field; numbers are given in the order of the players (a draw without a seed), and
    the publications are marked as paired elsewhere. Raises ``InputProblems``.
    """
    problems = []
    if unknown := [name for name in chain if name not in TIE_BREAKS]:
        problems.append(_bad("--chain", "、".join(unknown), f"不认识的指标，可用：{'、'.join(TIE_BREAKS)}"))
    if len(scores) != 3:
        problems.append(_bad("--scores", ",".join(scores), "应是三个数：胜,和,负"))
    stop_on_errors(problems)
    new(folder, _sheets(played, chain, scores))
    event = open_event(folder)
    ids = [row["id"] for row in played.players]
    names = [row["name"] or row["id"] for row in played.players]
    event.journal.append("draw", {"seed": "", "players": ids, "names": names}, moment(event, "draw"))
    for number, lines in sorted(played.rounds.items()):
        event = open_event(folder)
        regulation = event.rules
        games = [line for line in lines if line["black"]]
        where = {"group": "", "stage": regulation.swiss.name, "round": number}
        printed = [{key: line[key] for key in ("match", "game", "board", "red", "black")} for line in games]
        bye = next((line["red"] for line in lines if line["outcome"] == Outcome.BYE), None)
        event.journal.append(
            "publish",
            {**where, "file": round_file(regulation.swiss, number), "lines": printed, "bye": bye, "absent": [],
             "criteria": [], "why": {}, "bye_why": [], "relaxed": [ELSEWHERE], "seeds": [], "rules": rules_text(regulation)},
            moment(event, "publish", number),
        )  # fmt: skip
        event = open_event(folder)
        event.record.publications[-1].accepted = games
        order = list(event.competitions[""].standings(number).index)
        event.journal.append("accept", {**where, "lines": games, "order": order}, moment(event, "accept", number))
    restore(open_event(folder))
    return sum(len(lines) for lines in played.rounds.values())


def _bad(option: str, value: str, detail: str) -> Problem:
    return Problem("import_bad", cell=option, value=value, details={"detail": detail})


def _sheets(played: Tidy, chain: Sequence[str], scores: Sequence[str]) -> dict[str, list[list[object]]]:
    """The sheets of 赛事.xlsx; everybody holds a place and is present."""
    sheets = option_1()
    win, draw, loss = scores
    header = sheets["阶段"][0]
    points = {"红胜": win, "红和": draw, "红负": loss, "黑胜": win, "黑和": draw, "黑负": loss, "轮空": win, "弃权胜": win}
    stage = {"阶段": "积分", "赛制": "积分编排", "轮次": f"1-{len(played.rounds)}", "参加者": "全体", **points}
    sheets["阶段"] = [header, [stage.get(str(column), "") for column in header]]
    keys: list[list[object]] = [[place, TIE_BREAKS[key][0]] for place, key in enumerate(chain, start=1)]
    head: list[object] = ["顺序", "指标"]
    sheets["名次"] = [head, *keys]
    for row in sheets["规程"][1:]:
        if row[0] == "赛事名称":
            row[1] = played.name
        elif row[0] == "缴费类别":
            row[1] = "免费=0"
    columns = [*ROSTER[0], *ROSTER[1]]
    people: list[dict[str, object]] = [
        {"序号": row["id"], "姓名": row["name"] or row["id"], "单位": row.get("team") or "", "缴费类别": "免费", "报到": "是"}
        for row in played.players
    ]
    title: list[object] = [*columns]
    sheets[ROSTER_SHEET] = [title] + [[person.get(column, "") for column in columns] for person in people]
    return sheets
