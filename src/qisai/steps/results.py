"""Results: what the round files say, what is complete, what was corrected and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from qisai.clock import moment
from qisai.event import Event, differences
from qisai.excel.rounds import RoundSheet, open_lines
from qisai.problems import Problem, stop_on_errors
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.regulation.summary import spans
from qisai.steps.folder import refresh
from qisai.tournament.games import frame
from qisai.tournament.ladder import Verdict, verdicts
from qisai.vocabulary import Outcome, plain


@dataclass(frozen=True)
class Correction:
    """One line of an accepted round that reads otherwise now, with the reason typed beside it."""

    publication: Publication
    board: int
    game: str
    before: Line | None
    after: Line | None
    reason: str


@dataclass
class Review:
    """What one look at the round files found: rounds complete, corrections, games still open, remarks, slips."""

    complete: list[tuple[Publication, list[Line]]] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    open: list[Problem] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    slips: dict[str, Counter[str]] = field(default_factory=dict)


@dataclass
class Accepted:
    """What was journalled of a review: rounds accepted and corrections made."""

    rounds: list[Publication] = field(default_factory=list)
    corrections: list[dict[str, Any]] = field(default_factory=list)


def review(event: Event) -> Review:
    """Read all round files; nothing is written. Raises ``InputProblems`` for anything wrong in any of them."""
    sheets, problems = event.sheets()
    found = Review()
    for publication in event.record.publications:
        sheet = sheets.get(publication.key)
        if sheet is None:
            continue
        if publication.accepted is None:
            found.slips[publication.file] = slips(sheet)
            lines = _complete(event, publication, sheet, found.open)
            if lines is not None:
                found.complete.append((publication, lines))
        else:
            found.corrections += _changes(event, publication, sheet, problems)
    stop_on_errors(problems)
    corrected = {correction.publication.file for correction in found.corrections}
    settled = {p.file for p in event.record.publications if p.accepted is not None} - corrected
    found.notices = [problem for problem in problems if problem.file not in settled]  # told when it was accepted
    found.open = list(_together(found.open))
    return found


def _together(still_open: Sequence[Problem]) -> Iterator[Problem]:
    """Open tables of one sheet in one line: ``第 1 轮第 3、7、12-15 台还没有结果``."""
    groups: dict[tuple[object, ...], list[Problem]] = {}
    for problem in still_open:
        key = problem.code, problem.file, problem.details["round"], problem.details.get("game", "")
        groups.setdefault(key, []).append(problem)
    for together in groups.values():
        boards = tuple(int(str(problem.details["board"])) for problem in together)
        yield replace(together[0], details={**together[0].details, "board": spans(boards)})


def slips(sheet: RoundSheet) -> Counter[str]:
    """How many boards have which 签字; "" counts those where nothing is typed, 裁定 those ruled on."""
    return Counter(
        Outcome.RULED.value if sheet.lines[key]["outcome"] == Outcome.RULED else plain(row.text("签字"))
        for key, row in sheet.rows.items()
        if key in sheet.lines and sheet.lines[key]["black"] and (not key[1] or sheet.lines[key]["outcome"] != Outcome.PENDING)
    )


def accept(event: Event, found: Review | None = None) -> Accepted:
    """Journal what is complete and what was corrected (of a new review where none is given).

    Raises ``InputProblems`` where the review does, and then journals nothing. Stages do not wait for each other:
    a complete round is accepted while another stage still plays.
    """
    found = found or review(event)
    done = Accepted()
    for correction in found.corrections:
        done.corrections.append(_correct(event, correction))
    for publication, lines in found.complete:
        done.rounds.append(_accept_round(event, publication, lines))
    return done


def with_outcome(sheet: RoundSheet) -> list[Line]:
    return [line for line in sheet.lines.values() if line["outcome"] != Outcome.PENDING]


def _complete(event: Event, publication: Publication, sheet: RoundSheet, still_open: list[Problem]) -> list[Line] | None:
    """The lines of a round if none is open, else None with the open ones added to ``still_open``."""
    stage = event.regulations[publication.group].stage(publication.stage)
    decided: set[int] = set()
    if stage.system == KNOCKOUT:
        over = {tie.match for tie in tie_verdicts(publication, list(sheet.lines.values()), stage) if tie.over}
        decided = {line["board"] for line in publication.lines if line["match"] in over}
    printed = event.competitions[publication.group].printed(publication)
    missing = list(open_lines(sheet, printed, decided))
    if stage.system == KNOCKOUT and not missing:
        undecided = sorted({line["board"] for line in publication.lines} - decided)
        missing = [Problem("tie_open", publication.file, details={"round": publication.round, "board": b}) for b in undecided]
    still_open += missing
    return None if missing else with_outcome(sheet)


def tie_verdicts(publication: Publication, lines: Sequence[Mapping[str, Any]], stage: Stage) -> list[Verdict]:
    where = {"round": publication.round, "stage": publication.stage}
    return verdicts(frame({**line, **where} for line in lines), stage, publication.round)


def _changes(
    event: Event, publication: Publication, sheet: RoundSheet, problems: list[Problem]
) -> list[Correction]:
    """Results of an accepted round that differ now; each needs its 更正理由."""
    before = {(line["board"], line["game"]): line for line in publication.accepted or ()}
    unreported = {key for key, line in before.items() if line["outcome"] == Outcome.PENDING}  # of an imported round
    after = {key: line for key, line in sheet.lines.items() if line["outcome"] != Outcome.PENDING or key in unreported}
    stage = event.regulations[publication.group].stage(publication.stage)
    found = []
    for key in differences(before, after):
        if key not in sheet.rows:
            continue
        row, reason = sheet.rows[key], sheet.reasons.get(key, "")
        was, now = before.get(key), after.get(key)
        if now is None and was is not None and _needed(publication, key, after, stage):
            problems.append(row.problem("result_removed", "结果", round=publication.round, board=key[0], was=was["outcome"]))
        elif reason and reason in (_last_reason(event, publication, key), *publication.adjust_reasons):
            problems.append(row.problem("reason_stale", "更正理由", round=publication.round, board=key[0]))
        elif not reason:
            words = {"was": was["outcome"] if was else "空", "now": now["outcome"] if now else "空"}
            problems.append(row.problem("reason_missing", "更正理由", round=publication.round, board=key[0], **words))
        else:
            found.append(Correction(publication, *key, was, now, reason))
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
    tables = {line["match"]: line["board"] for line in publication.lines}
    for tie in tie_verdicts(publication, after, stage):
        table = tables[tie.match]
        row = next(row for (board, _), row in sheet.rows.items() if board == table)
        if not tie.over:
            problems.append(row.problem("tie_open", "结果", round=publication.round, board=table))
        elif settled and tie.winner != then.get(tie.match):
            problems.append(row.problem("tie_settled", "结果", round=publication.round, board=table))


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


def _correct(event: Event, one: Correction) -> dict[str, Any]:
    """Journal one correction with its effect on the order of everybody."""
    publication, key, now = one.publication, (one.board, one.game), one.after
    before = _order_now(event, publication.group)
    data: dict[str, Any] = {"group": publication.group, "stage": publication.stage, "round": publication.round,
                            "board": one.board, "game": one.game, "before": one.before, "after": now,
                            "reason": one.reason}  # fmt: skip
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
    """Everybody in the order that hangs on the wall: as posted so far, or once the group is closed the final list."""
    competition = event.competitions[group]
    if group in event.record.closed:
        return list(competition.final().index)
    knockout = competition.regulation.knockout
    ahead = competition.order_after(knockout, 0) if knockout and competition.seeds else []
    rest = competition.standings(competition.swiss_rounds_done).index
    return [*ahead, *(player for player in rest if player not in ahead)]
