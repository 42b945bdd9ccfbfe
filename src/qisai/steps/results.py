"""Results: what the round files say, what is complete, what was corrected and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qisai.clock import moment
from qisai.event import Event, differences
from qisai.excel.rounds import RoundSheet, open_lines
from qisai.problems import Problem, stop_on_errors
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.steps.folder import refresh
from qisai.tournament.games import frame
from qisai.tournament.ladder import Verdict, verdicts
from qisai.vocabulary import Outcome


@dataclass
class Accepted:
    """What one look at the round files brought: rounds accepted, corrections made, games still open."""

    rounds: list[Publication] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)
    open: list[Problem] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)


def accept(event: Event) -> Accepted:
    """Read all round files; journal what is complete and what was corrected.

    Raises ``InputProblems`` for anything wrong in any of them, and then journals nothing. Stages do not wait
    for each other: a complete round is accepted while another stage still plays.
    """
    sheets, problems = event.sheets()
    done = Accepted()
    complete: list[tuple[Publication, list[Line]]] = []
    changed: list[tuple[Publication, tuple[int, str], Line | None, Line | None, str]] = []
    for publication in event.record.publications:
        sheet = sheets.get(publication.key)
        if sheet is None:
            continue
        if publication.accepted is None:
            lines = _complete(event, publication, sheet, done.open)
            if lines is not None:
                complete.append((publication, lines))
        else:
            changed += _changes(event, publication, sheet, problems)
    stop_on_errors(problems)
    done.notices = problems
    for change in changed:
        done.corrections.append(_correct(event, *change))
    for publication, lines in complete:
        done.rounds.append(_accept_round(event, publication, lines))
    return done


def with_outcome(sheet: RoundSheet) -> list[Line]:
    return [line for line in sheet.lines.values() if line["outcome"] != Outcome.PENDING]


def _complete(event: Event, publication: Publication, sheet: RoundSheet, still_open: list[Problem]) -> list[Line] | None:
    """The lines of a round if none is open, else None with the open ones added to ``still_open``."""
    stage = event.regulations[publication.group].stage(publication.stage)
    decided: set[int] = set()
    if stage.system == KNOCKOUT:
        decided = {tie.match for tie in tie_verdicts(publication, list(sheet.lines.values()), stage) if tie.over}
    printed = event.competitions[publication.group].printed(publication)
    missing = list(open_lines(sheet, printed, decided))
    if stage.system == KNOCKOUT and not missing:
        undecided = {line["board"] for line in publication.lines} - decided
        missing = [Problem("tie_open", publication.file, details={"round": publication.round, "board": b}) for b in undecided]
    still_open += missing
    return None if missing else with_outcome(sheet)


def tie_verdicts(publication: Publication, lines: Sequence[Mapping[str, Any]], stage: Stage) -> list[Verdict]:
    where = {"round": publication.round, "stage": publication.stage}
    return verdicts(frame({**line, **where} for line in lines), stage, publication.round)


def _changes(
    event: Event, publication: Publication, sheet: RoundSheet, problems: list[Problem]
) -> list[tuple[Publication, tuple[int, str], Line | None, Line | None, str]]:
    """Results of an accepted round that differ now; each needs its 更正理由."""
    before = {(line["board"], line["game"]): line for line in publication.accepted or ()}
    after = {key: line for key, line in sheet.lines.items() if line["outcome"] != Outcome.PENDING}
    stage = event.regulations[publication.group].stage(publication.stage)
    found = []
    for key in differences(before, after):
        if key not in sheet.rows:
            continue
        row, reason = sheet.rows[key], sheet.reasons.get(key, "")
        was, now = before.get(key), after.get(key)
        if now is None and was is not None and _needed(publication, key, after, stage):
            problems.append(row.problem("result_removed", "结果", round=publication.round, board=key[0], was=was["outcome"]))
        elif reason and reason == _last_reason(event, publication, key):
            problems.append(row.problem("reason_stale", "更正理由", round=publication.round, board=key[0]))
        elif not reason:
            words = {"was": was["outcome"] if was else "空", "now": now["outcome"] if now else "空"}
            problems.append(row.problem("reason_missing", "更正理由", round=publication.round, board=key[0], **words))
        else:
            found.append((publication, key, was, now, reason))
    if found and stage.system == KNOCKOUT:
        _check_winners(event, publication, sheet, stage, problems)
    return found


def _last_reason(event: Event, publication: Publication, key: tuple[int, str]) -> str:
    """The reason of the last correction of a line: it does not speak for the next one."""
    where = {"group": publication.group, "stage": publication.stage, "round": publication.round, "board": key[0], "game": key[1]}
    mine = [entry.data for entry in event.record.corrections if where.items() <= entry.data.items()]
    return str(mine[-1]["reason"]) if mine else ""


def _check_winners(
    event: Event, publication: Publication, sheet: RoundSheet, stage: Stage, problems: list[Problem]
) -> None:
    """A corrected tie must still have an end, and the same winner once the next round is out."""
    after = [line for line in sheet.lines.values() if line["outcome"] != Outcome.PENDING]
    after.sort(key=lambda line: (line["board"], stage.games.index(line["game"])))
    then = {tie.match: tie.winner for tie in tie_verdicts(publication, publication.accepted or (), stage)}
    settled = event.record.find(publication.group, publication.stage, publication.round + 1) is not None
    for tie in tie_verdicts(publication, after, stage):
        row = next(row for (board, _), row in sheet.rows.items() if board == tie.match)
        if not tie.over:
            problems.append(row.problem("tie_open", "结果", round=publication.round, board=tie.match))
        elif settled and tie.winner != then.get(tie.match):
            problems.append(row.problem("tie_settled", "结果", round=publication.round, board=tie.match))


def _needed(publication: Publication, key: tuple[int, str], after: Mapping[tuple[int, str], Line], stage: Stage) -> bool:
    """Whether a line that was cleared leaves its game, or its knockout tie, without a result."""
    if stage.system != KNOCKOUT:
        return True
    order = [(line["board"], line["game"]) for line in publication.lines if line["board"] == key[0]]
    left = [after[line] for line in order if line in after]
    return not left or not all(tie.over for tie in tie_verdicts(publication, left, stage))


def _accept_round(event: Event, publication: Publication, lines: list[Line]) -> Publication:
    where = {"group": publication.group, "stage": publication.stage, "round": publication.round}
    _current(event, publication).accepted = lines  # so that the order below already counts this round
    stage = event.regulations[publication.group].stage(publication.stage)
    order = event.competitions[publication.group].order_after(stage, publication.round)
    time = moment(event, "accept", publication.round)
    event.journal.append("accept", {**where, "lines": lines, "order": order}, time)
    refresh(event)
    return _current(event, publication)


def _current(event: Event, publication: Publication) -> Publication:
    """The publication in the record as it stands after the last journal entry."""
    found = event.record.find(*publication.key)
    assert found is not None
    return found


def _correct(
    event: Event, publication: Publication, key: tuple[int, str], was: Line | None, now: Line | None, reason: str
) -> dict[str, Any]:
    """Journal one correction with its effect on the order of everybody."""
    before = _order_now(event, publication.group)
    data: dict[str, Any] = {"group": publication.group, "stage": publication.stage, "round": publication.round,
                            "board": key[0], "game": key[1], "before": was, "after": now, "reason": reason}  # fmt: skip
    found = _current(event, publication)
    kept = [line for line in found.accepted or () if (line["board"], line["game"]) != key]
    printed = [(line["board"], line["game"]) for line in found.lines]
    found.accepted = sorted([*kept, *([now] if now else [])], key=lambda line: printed.index((line["board"], line["game"])))
    after = {player: place for place, player in enumerate(_order_now(event, publication.group), start=1)}
    data["moves"] = [[player, place, after[player]] for place, player in enumerate(before, start=1) if after[player] != place]
    event.journal.append("correct", data, moment(event, "correct", publication.round))
    refresh(event)
    return data


def _order_now(event: Event, group: str) -> list[str]:
    return list(event.competitions[group].final().index)
