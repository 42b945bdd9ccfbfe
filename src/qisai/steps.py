"""Everything that changes an event: the draw, accepting results, drafting, publishing, taking back.

Each change is one journal entry, written first; the file that goes with it can always be made again from
the journal, so that a killed program leaves the old state or the new.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from qisai.clock import moment
from qisai.event import Competition, Event, differences, open_event, round_file, seeds_for
from qisai.excel.forms import write_event, write_numbers, write_round
from qisai.excel.rounds import RoundSheet, open_lines
from qisai.pairing.entrants import entrants
from qisai.pairing.field import Entrant, Pairing, PairingRules
from qisai.pairing.knockout import Tie, first_round, next_round
from qisai.pairing.legality import check_pairing
from qisai.pairing.swiss import pair_round
from qisai.problems import InputProblems, Problem, stop_on_errors
from qisai.publish.fonts import missing_glyphs
from qisai.record import Line, Publication, replay
from qisai.regulation.model import KNOCKOUT, Regulation, Stage
from qisai.regulation.summary import rules_text
from qisai.tournament.entries import UNPAID
from qisai.tournament.games import frame
from qisai.tournament.ladder import verdicts
from qisai.tournament.lots import draw_order
from qisai.vocabulary import (
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
    Happening,
    Outcome,
)

LOCK = ".qisai.lock"


@contextmanager
def changing(folder: Path) -> Iterator[Event]:
    """The event, open for one change at a time; files that a crash left unwritten are written first."""
    if not folder.is_dir():
        open_event(folder)
    try:
        with FileLock(folder / LOCK, timeout=0):
            event = open_event(folder)
            restore(event)
            yield event
    except Timeout:
        raise InputProblems([Problem("busy", folder.name)]) from None


def restore(event: Event) -> list[str]:
    """Write again what the journal says was written and is not there; returns the names."""
    made = []
    if event.record.numbers and not (event.folder / NUMBERS_FILE).exists():
        _write_numbers(event)
        made.append(NUMBERS_FILE)
    for publication in event.record.publications:
        if not (event.folder / publication.file).exists():
            _write_round(event, publication)
            made.append(publication.file)
    return made


def _refresh(event: Event) -> None:
    event.record = replay(event.journal)


def _write_numbers(event: Event) -> None:
    names, teams = event.people["name"], event.people["team"]
    rows = [
        (number, player, names.get(player, ""), teams.get(player, ""))
        for player, number in sorted(event.record.numbers.items(), key=lambda item: item[1])
    ]
    write_numbers(event.folder / NUMBERS_FILE, rows)


def _write_round(event: Event, publication: Publication) -> None:
    system = event.regulations[publication.group].stage(publication.stage).system
    names = event.people["name"].to_dict()
    path = event.folder / publication.file
    write_round(path, system, publication.lines, publication.bye, event.record.numbers, names)


# --- a new event ---------------------------------------------------------------------------------------------


def new(folder: Path, rules: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    """Make 赛事.xlsx from rule sheets, with empty sheets for people and happenings; never over an old one."""
    path = folder / EVENT_FILE
    if path.exists():
        raise InputProblems([Problem("exists", str(path))])
    empty = {
        OFFICIALS_SHEET: OFFICIALS, ROSTER_SHEET: ROSTER, CHANGES_SHEET: CHANGES, FOULS_SHEET: FOULS,
    }  # fmt: skip
    sheets = {**rules, **{name: [[*required, *optional]] for name, (required, optional) in empty.items()}}
    write_event(path, sheets)
    return path


# --- the draw -----------------------------------------------------------------------------------------------


def draw(event: Event) -> list[tuple[int, str]]:
    """Give 编号 to those who entered, by lot, and freeze them; (number, player id) in order.

    Source: numbers are drawn among those present (Tianshui supplement 3); without a fee no place (Danyang 六).
    Raises ``InputProblems`` where nobody can be drawn, a name cannot be drawn in a picture, or it was done.
    """
    if event.record.numbers:
        raise InputProblems([Problem("too_few", NUMBERS_FILE, details={"detail": "已经抽过签；要重抽请先撤回（undo）"})])
    entered = event.entries[event.entries["entered"]]
    if len(entered) < 2:
        unpaid = int((event.entries["status"] == UNPAID).sum())
        detail = f"可以抽签的只有 {len(entered)} 人（未缴费 {unpaid} 人；报到栏填「是」的才抽）"
        raise InputProblems([Problem("too_few", EVENT_FILE, ROSTER_SHEET, details={"detail": detail})])
    check_glyphs(event)
    seed = event.rules["seed"] or secrets.token_hex(8)
    order = draw_order(seed, "编号", list(entered.index))
    names = [str(event.people.loc[player, "name"]) for player in order]
    event.journal.append("draw", {"seed": seed, "players": order, "names": names}, moment(event, "draw"))
    _refresh(event)
    _write_numbers(event)
    return list(enumerate(order, start=1))


def check_glyphs(event: Event) -> None:
    """Name every character that the pictures could not draw, before anything is published."""
    people = event.people
    missing = missing_glyphs([*people["name"], *people["team"], event.name])
    if missing:
        spelt = {text: "、".join(f"{c}（U+{ord(c):04X}）" for c in bad) for text, bad in missing.items()}
        raise InputProblems(
            Problem("glyph_missing", EVENT_FILE, ROSTER_SHEET, "", text, {"detail": words}) for text, words in spelt.items()
        )


# --- results ------------------------------------------------------------------------------------------------


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
        _accept_round(event, publication, lines)
        found = event.record.find(*publication.key)
        assert found is not None
        done.rounds.append(found)
    return done


def _with_outcome(sheet: RoundSheet) -> list[Line]:
    return [line for line in sheet.lines.values() if line["outcome"] != Outcome.PENDING]


def _complete(event: Event, publication: Publication, sheet: RoundSheet, still_open: list[Problem]) -> list[Line] | None:
    """The lines of a round if none is open, else None with the open ones added to ``still_open``."""
    stage = event.regulations[publication.group].stage(publication.stage)
    decided: set[int] = set()
    if stage.system == KNOCKOUT:
        decided = {tie.match for tie in _verdicts(publication, list(sheet.lines.values()), stage) if tie.over}
    printed = event.competitions[publication.group].printed(publication)
    missing = list(open_lines(sheet, printed, decided))
    if stage.system == KNOCKOUT and not missing:
        undecided = {line["board"] for line in publication.lines} - decided
        missing = [Problem("tie_open", publication.file, details={"round": publication.round, "board": b}) for b in undecided]
    still_open += missing
    return None if missing else _with_outcome(sheet)


def _verdicts(publication: Publication, lines: Sequence[Mapping[str, Any]], stage: Stage) -> list[Any]:
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
        if not reason or (now is None and stage.system != KNOCKOUT):
            words = {"was": was["outcome"] if was else "空", "now": now["outcome"] if now else "空"}
            problems.append(row.problem("reason_missing", "更正理由", round=publication.round, board=key[0], **words))
        else:
            found.append((publication, key, was, now, reason))
    if found and stage.system == KNOCKOUT and event.record.find(publication.group, publication.stage, publication.round + 1):
        then = {tie.match: tie.winner for tie in _verdicts(publication, publication.accepted or (), stage)}
        now_lines = sorted(after.values(), key=lambda line: (line["board"], stage.games.index(line["game"])))
        for tie in _verdicts(publication, now_lines, stage):
            if tie.winner != then.get(tie.match):
                row = next(row for (board, _), row in sheet.rows.items() if board == tie.match)
                problems.append(row.problem("tie_settled", "结果", round=publication.round, board=tie.match))
    return found


def _accept_round(event: Event, publication: Publication, lines: list[Line]) -> None:
    where = {"group": publication.group, "stage": publication.stage, "round": publication.round}
    publication.accepted = lines  # so that the order below already counts this round
    stage = event.regulations[publication.group].stage(publication.stage)
    order = event.competitions[publication.group].order_after(stage, publication.round)
    time = moment(event, "accept", publication.round)
    event.journal.append("accept", {**where, "lines": lines, "order": order}, time)
    _refresh(event)


def _correct(
    event: Event, publication: Publication, key: tuple[int, str], was: Line | None, now: Line | None, reason: str
) -> dict[str, Any]:
    """Journal one correction with its effect on the order of everybody."""
    before = _order_now(event, publication.group)
    data: dict[str, Any] = {"group": publication.group, "stage": publication.stage, "round": publication.round,
                            "board": key[0], "game": key[1], "before": was, "after": now, "reason": reason}  # fmt: skip
    found = event.record.find(*publication.key)
    assert found is not None and found.accepted is not None
    kept = [line for line in found.accepted if (line["board"], line["game"]) != key]
    printed = [(line["board"], line["game"]) for line in found.lines]
    found.accepted = sorted([*kept, *([now] if now else [])], key=lambda line: printed.index((line["board"], line["game"])))
    after = {player: place for place, player in enumerate(_order_now(event, publication.group), start=1)}
    data["moves"] = [[player, place, after[player]] for place, player in enumerate(before, start=1) if after[player] != place]
    event.journal.append("correct", data, moment(event, "correct", publication.round))
    _refresh(event)
    return data


def _order_now(event: Event, group: str) -> list[str]:
    return list(event.competitions[group].final().index)


# --- pairing ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """A round that could be published: ``data`` is the journal entry, ``checks`` the sentences shown before."""

    stage: Stage
    round: int
    group: str
    data: dict[str, Any]
    late: tuple[tuple[str, int], ...]
    checks: tuple[str, ...]


def due(competition: Competition) -> list[tuple[Stage, int]]:
    """The stages that can be paired now, each with its next round; the knockout first."""
    found = []
    for stage in sorted(competition.regulation.stages, key=lambda stage: (not stage.whole_field, stage.system != KNOCKOUT)):
        published = competition.rounds(stage)
        if not published:
            swiss = competition.regulation.swiss
            if stage.whole_field or competition.accepted_rounds(swiss) == swiss.last:
                found.append((stage, stage.first))
        elif published[-1].accepted is not None and published[-1].round < stage.last:
            found.append((stage, published[-1].round + 1))
    return found


def drafts(event: Event, relaxed: frozenset[str] = frozenset()) -> list[Draft]:
    """Pair every stage that is due; nothing is written. Raises ``NoLegalPairing``."""
    made: list[Draft] = []
    for competition in event.competitions.values():
        seeds = competition.seeds
        for stage, round_no in due(competition):
            if stage.system == KNOCKOUT:
                draft = _draft_knockout(competition, stage, round_no)
                seeds = seeds or draft.data["seeds"]
            else:
                draft = _draft_swiss(event, competition, stage, round_no, seeds, relaxed)
            made.append(draft)
    return made


def pairing_rules(competition: Competition, stage: Stage, round_no: int, relaxed: frozenset[str] = frozenset()) -> PairingRules:
    """The switches of the regulation as the pairing reads them."""
    regulation = competition.regulation
    limit = 0 if regulation["colour_limits"] == "不限" else 2
    last = regulation["last_round_waiver"] and round_no == regulation.last_swiss_round
    return PairingRules(limit, limit, last, regulation["group_order"], relaxed)


def _late_entries(competition: Competition, round_no: int) -> list[tuple[str, int]]:
    """Players whom 变动 brings in by this round and who have no number yet, with the next free ones."""
    numbers = competition.record.numbers
    new = [
        change.player
        for change in competition.changes.itertuples()
        if change.happening == Happening.LATE_ENTRY and change.round <= round_no and change.player not in numbers
    ]
    return list(zip(dict.fromkeys(new), range(max(numbers.values(), default=0) + 1, 10**6), strict=False))


def _draft_swiss(
    event: Event, competition: Competition, stage: Stage, round_no: int, seeds: list[str], relaxed: frozenset[str]
) -> Draft:
    late = _late_entries(competition, round_no)
    numbers = competition.numbers
    for player, number in late:
        numbers.loc[player] = number
    pool = [player for player in numbers.index if player not in seeds]
    absent = competition.absent(round_no, pool)
    active = competition.active(stage, round_no, pool, seeds)
    field = entrants(competition.games, numbers, event.people["team"], competition.regulation, round_no, active)
    rules = pairing_rules(competition, stage, round_no, relaxed)
    pairing = pair_round(field, round_no, rules, competition.regulation.show)
    faults = check_pairing([(board.red, board.black) for board in pairing.boards], pairing.bye, field, rules)
    if faults:
        raise AssertionError("；".join(faults))  # the pairing broke its own rules: never publish it
    offset = _board_offset(competition.regulation, stage)
    lines: list[Line] = [
        {"match": 0, "game": "", "board": board.board + offset, "red": board.red, "black": board.black}
        for board in pairing.boards
    ]
    data = _publication(competition, stage, round_no, lines, seeds)
    data["bye"], data["bye_why"] = pairing.bye, list(pairing.bye_why)
    data["absent"], data["relaxed"] = [list(pair) for pair in absent], sorted(relaxed)
    data["criteria"] = [[criterion.name, criterion.value, criterion.bound] for criterion in pairing.criteria]
    data["why"] = {str(board.board + offset): list(board.why) for board in pairing.boards}
    checks = _checks(pairing, field, absent, late, event, competition.regulation)
    return Draft(stage, round_no, competition.group, data, tuple(late), checks)


def _board_offset(regulation: Regulation, stage: Stage) -> int:
    """The tables beside the knockout's: those stay free for it in every round of the second stage."""
    knockout = regulation.knockout
    return knockout.qualifiers // 2 if knockout and not stage.whole_field else 0


def _publication(competition: Competition, stage: Stage, round_no: int, lines: list[Line], seeds: list[str]) -> dict[str, Any]:
    return {
        "group": competition.group, "stage": stage.name, "round": round_no,
        "file": round_file(stage, round_no, competition.group), "lines": lines, "bye": None, "absent": [],
        "criteria": [], "why": {}, "bye_why": [], "relaxed": [], "seeds": [] if stage.whole_field else seeds,
        "rules": rules_text(competition.regulation),
    }  # fmt: skip


def _draft_knockout(competition: Competition, stage: Stage, round_no: int) -> Draft:
    if round_no == stage.first:
        seeds = seeds_for(competition, stage)
        ties = first_round(seeds)
        why = "按第一阶段名次 1-8、4-5、2-7、3-6 对阵" if len(seeds) == 8 else "按第一阶段名次首尾对阵"
    else:
        seeds = competition.seeds
        last = competition.rounds(stage)[-1]
        decided = _verdicts(last, last.accepted or (), stage)
        before = [Tie(v.match, v.high or None, v.low or None) for v in decided]
        ties = next_round(before, {v.match: v.winner for v in decided}, seeds)
        why = "上一轮相邻两对的胜者相遇"
    lines: list[Line] = []
    for tie in ties:
        if len(tie.sides) == 2:
            for game in stage.games:
                lines.append({"match": tie.match, "game": game, "board": tie.match, "red": tie.high, "black": tie.low})
        elif tie.sides:
            row = {"match": tie.match, "game": stage.games[0], "board": tie.match, "red": tie.sides[0], "black": ""}
            lines.append(row)
    data = _publication(competition, stage, round_no, lines, list(seeds))
    place = {player: seed for seed, player in enumerate(seeds, start=1)}
    data["why"] = {
        str(tie.match): [f"第一阶段第 {place[tie.high]} 名对第 {place[tie.low]} 名；{why}；先后手{stage.colours or '当场定'}"]
        for tie in ties
        if tie.high and tie.low
    }
    return Draft(stage, round_no, competition.group, data, (), (f"{stage.name}第 {round_no} 轮：{len(ties)} 对",))


def _checks(
    pairing: Pairing,
    field: Sequence[Entrant],
    absent: Sequence[tuple[str, str]],
    late: Sequence[tuple[str, int]],
    event: Event,
    regulation: Regulation,
) -> tuple[str, ...]:
    """The ten lines that the arbiter reads before he publishes."""
    people = {entrant.player: entrant for entrant in field}
    number = {**event.record.numbers, **dict(late)}
    floats = [b for b in pairing.boards if people[b.red].score != people[b.black].score]
    widest = max((abs(people[b.red].score - people[b.black].score) for b in floats), default=0)

    def who(player: str) -> str:
        return f"{number[player]} 号 {event.people.loc[player, 'name']}"

    lines = [
        f"参加编排 {len(field)} 人，{len(pairing.boards)} 台",
        "轮空：" + (f"{who(pairing.bye)}（{'；'.join(pairing.bye_why)}）" if pairing.bye else "无"),
        "本轮缺席：" + ("、".join(f"{who(player)}（{kind}）" for player, kind in absent) or "无"),
        "迟到加入：" + ("、".join(who(player) for player, _ in late) or "无"),
        "没有重复对阵，没有第二次轮空，先后手限制：已由另一段程序复核",
        f"同分对阵 {len(pairing.boards) - len(floats)} 台，跨分 {len(floats)} 台，最大分差 {regulation.show(widest)}",
    ]
    proved = [c for c in pairing.criteria if c.bound is not None]
    tight = [c for c in proved if c.value == c.bound]
    lines.append(f"跨分人数由奇偶性可证最少的分界：{len(tight)} / {len(proved)}")
    if pairing.boards:
        top = pairing.boards[0]
        lines.append(f"第 1 台：{who(top.red)}（红）对 {who(top.black)}（黑）")
    return tuple(lines)


def publish(event: Event, drafted: Sequence[Draft]) -> list[Publication]:
    """Fix the drafts: numbers of late entries, journal, round files."""
    check_glyphs(event)
    published = []
    for draft in drafted:
        for player, number in draft.late:
            data = {"player": player, "number": number, "name": str(event.people.loc[player, "name"]), "round": draft.round}
            event.journal.append("late", data, moment(event, "late", draft.round))
        event.journal.append("publish", draft.data, moment(event, "publish", draft.round))
        _refresh(event)
        if draft.late:
            _write_numbers(event)
        publication = event.record.find(draft.group, draft.stage.name, draft.round)
        assert publication is not None
        _write_round(event, publication)
        published.append(publication)
    return published


def closable(event: Event) -> list[str]:
    """Groups whose last rounds are all accepted and which are not closed yet."""
    found = []
    for group, competition in event.competitions.items():
        over = all(competition.accepted_rounds(stage) == stage.last for stage in competition.regulation.stages)
        if over and group not in event.record.closed:
            found.append(group)
    return found


def close(event: Event, group: str) -> None:
    """Journal the final list of a group."""
    final = event.competitions[group].final()
    ranks = [None if rank is None else int(rank) for rank in final["rank"].astype(object).where(final["rank"].notna(), None)]
    last = max(stage.last for stage in event.regulations[group].stages)
    event.journal.append("close", {"group": group, "order": list(final.index), "ranks": ranks}, moment(event, "close", last))
    _refresh(event)


def undo(event: Event, reason: str) -> str:
    """Take back the last publication while its sheet is still blank, or the draw before round 1.

    Returns what was taken back. Raises ``InputProblems`` where the round has started.
    """
    if not event.record.publications:
        if not event.record.numbers:
            raise InputProblems([Problem("too_few", details={"detail": "还没有可以撤回的步骤"})])
        event.journal.append("undraw", {"reason": reason}, moment(event, "draw"))
        (event.folder / NUMBERS_FILE).unlink(missing_ok=True)
        _refresh(event)
        return "抽签"
    last = event.record.publications[-1]
    problems: list[Problem] = []
    sheet = event.sheet(last, problems)
    if last.accepted is not None or problems or _touched(sheet):
        details = {"round": last.round, "stage": last.stage}
        raise InputProblems([Problem("started", last.file, details=details), *problems])
    where = {"group": last.group, "stage": last.stage, "round": last.round, "reason": reason}
    event.journal.append("withdraw", where, moment(event, "withdraw", last.round))
    (event.folder / last.file).unlink()
    _refresh(event)
    return last.file


def _touched(sheet: RoundSheet) -> bool:
    columns = ("红犯规", "黑犯规", "实际红方", "签字", "备注", "更正理由")
    return bool(_with_outcome(sheet)) or any(row.text(column) for row in sheet.rows.values() for column in columns)
