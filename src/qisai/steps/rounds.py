"""Rounds: what is due, its draft, its publication, and the end of the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from qisai.clock import moment
from qisai.event import Competition, Event, round_file, seeds_for
from qisai.pairing.criteria import UNIQUE
from qisai.pairing.entrants import entrants
from qisai.pairing.field import Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.knockout import Tie, first_round, ties_after
from qisai.pairing.legality import check_pairing
from qisai.pairing.swiss import pair_round
from qisai.problems import InputProblems, Problem
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, OTHERS, Regulation, Stage
from qisai.regulation.summary import rules_text
from qisai.steps.folder import refresh, save_numbers, save_round
from qisai.steps.results import tie_verdicts
from qisai.vocabulary import EVENT_FILE, Happening, Outcome

#: How a publication's kinds of absence are said to the arbiter.
AWAY = {Outcome.EXCUSED.value: "缺席本轮", Outcome.ABSENT.value: "退赛"}


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
            if stage.whole_field or (competition.accepted_rounds(swiss) == swiss.last and not nobody_left(competition, stage)):
                found.append((stage, stage.first))
        elif published[-1].accepted is not None and published[-1].round < stage.last:
            found.append((stage, published[-1].round + 1))
    return found


def nobody_left(competition: Competition, stage: Stage) -> bool:
    """The others' stage where everybody has qualified."""
    knockout = competition.regulation.knockout
    return stage.entrants == OTHERS and knockout is not None and len(competition.numbers) <= knockout.qualifiers


def drafts(event: Event, relaxed: frozenset[str] = frozenset()) -> tuple[list[Draft], list[NoLegalPairing]]:
    """Pair every stage that is due; nothing is written. The second list names the rounds that have no legal
    pairing: they do not keep the others from being published.

    ``relaxed``: compromises that the arbiter accepts, used only where there is no pairing without them.
    """
    if not event.record.numbers:
        raise InputProblems([Problem("not_drawn", event.folder.name)])
    made: list[Draft] = []
    stuck: list[NoLegalPairing] = []
    for competition in event.competitions.values():
        seeds = competition.seeds
        for stage, round_no in due(competition):
            if stage.system == KNOCKOUT:
                draft = _draft_knockout(competition, stage, round_no)
                seeds = seeds or draft.data["seeds"]
            else:
                late = _late_entries(competition, round_no, sum(len(earlier.late) for earlier in made))
                try:
                    draft = _as_legal_as_possible(event, competition, stage, round_no, seeds, relaxed, late)
                except NoLegalPairing as none:
                    none.where = f"{competition.group}第 {round_no} 轮（{stage.name}）"
                    stuck.append(none)
                    continue
            made.append(draft)
    return made, stuck


def _as_legal_as_possible(
    event: Event, competition: Competition, stage: Stage, round_no: int, seeds: list[str], relaxed: frozenset[str],
    late: list[tuple[str, int]],
) -> Draft:  # fmt: skip
    try:
        return _draft_swiss(event, competition, stage, round_no, seeds, frozenset(), late)
    except NoLegalPairing:
        if not relaxed:
            raise
        return _draft_swiss(event, competition, stage, round_no, seeds, relaxed, late)


def pairing_rules(competition: Competition, stage: Stage, round_no: int, relaxed: frozenset[str] = frozenset()) -> PairingRules:
    """The switches of the regulation as the pairing reads them."""
    regulation = competition.regulation
    limit = 0 if regulation["colour_limits"] == "不限" else 2
    last = regulation["last_round_waiver"] and round_no == regulation.last_swiss_round
    return PairingRules(limit, limit, last, regulation["group_order"], relaxed)


def _late_entries(competition: Competition, round_no: int, taken: int) -> list[tuple[str, int]]:
    """Players whom 变动 brings in by this round and who have no number yet, with the next free ones.

    ``taken``: how many numbers the drafts of other groups have just used.
    """
    numbers = competition.record.numbers
    new = [
        change.player
        for change in competition.changes.itertuples()
        if change.happening == Happening.LATE_ENTRY and change.round <= round_no and change.player not in numbers
    ]
    return list(zip(dict.fromkeys(new), count(max(numbers.values(), default=0) + taken + 1), strict=False))


def _draft_swiss(
    event: Event, competition: Competition, stage: Stage, round_no: int, seeds: list[str], relaxed: frozenset[str],
    late: list[tuple[str, int]],
) -> Draft:  # fmt: skip
    numbers = competition.numbers
    for player, number in late:
        numbers.loc[player] = number
    pool = [player for player in numbers.index if player not in seeds]
    absent = competition.absent(round_no, pool)
    active = competition.active(stage, round_no, pool, seeds)
    field = entrants(competition.games, numbers, event.people["team"], competition.regulation, round_no, active)
    rules = pairing_rules(competition, stage, round_no, relaxed)
    pairing = pair_round(field, round_no, rules, competition.regulation.show, _first_board(competition.regulation, stage))
    faults = check_pairing([(board.red, board.black) for board in pairing.boards], pairing.bye, field, rules)
    if faults:
        raise AssertionError("；".join(faults))  # the pairing broke its own rules: never publish it
    lines: list[Line] = [
        {"match": 0, "game": "", "board": board.board, "red": board.red, "black": board.black}
        for board in pairing.boards
    ]
    data = _publication(competition, stage, round_no, lines, seeds)
    data["bye"], data["bye_why"] = pairing.bye, list(pairing.bye_why)
    data["absent"], data["relaxed"] = [list(pair) for pair in absent], sorted(relaxed)
    told = [criterion for criterion in pairing.criteria if criterion.name != UNIQUE]
    data["criteria"] = [[criterion.name, criterion.value, criterion.bound] for criterion in told]
    data["why"] = {str(board.board): list(board.why) for board in pairing.boards}
    checks = _checks(pairing, field, absent, late, event, competition.regulation, relaxed)
    return Draft(stage, round_no, competition.group, data, tuple(late), checks)


def _first_board(regulation: Regulation, stage: Stage) -> int:
    """The others play at the tables behind the knockout's, which stay free for it in all its rounds."""
    knockout = regulation.knockout
    return 1 + (knockout.qualifiers // 2 if knockout and not stage.whole_field else 0)


def _publication(competition: Competition, stage: Stage, round_no: int, lines: list[Line], seeds: list[str]) -> dict[str, Any]:
    return {
        "group": competition.group, "stage": stage.name, "round": round_no,
        "file": round_file(stage, round_no, competition.group), "lines": lines, "bye": None, "absent": [],
        "criteria": [], "why": {}, "bye_why": [], "relaxed": [], "seeds": [] if stage.whole_field else seeds,
        "rules": rules_text(competition.regulation),
    }  # fmt: skip


def _draft_knockout(competition: Competition, stage: Stage, round_no: int) -> Draft:
    if round_no == stage.first:
        seeds = competition.seeds or seeds_for(competition, stage)  # fixed once the others play without them
        if len(seeds) < stage.qualifiers:
            detail = f"「{stage.name}」要 {stage.qualifiers} 人，只有 {len(seeds)} 人可以进入"
            raise InputProblems([Problem("field_too_small", EVENT_FILE, "阶段", details={"detail": detail})])
        ties = first_round(seeds)
        why = "按第一阶段名次 1-8、4-5、2-7、3-6 对阵" if len(seeds) == 8 else "按第一阶段名次首尾对阵"
    else:
        seeds = competition.seeds
        last = competition.rounds(stage)[-1]
        ties = ties_after(tie_verdicts(last, last.accepted or (), stage), seeds, last.round - stage.first)
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
    return Draft(stage, round_no, competition.group, data, (), tuple(_tie_checks(competition, stage, round_no, ties)))


def _tie_checks(competition: Competition, stage: Stage, round_no: int, ties: Sequence[Tie]) -> Iterator[str]:
    """What the arbiter reads before he publishes a knockout round; walkovers and people who left stand out."""

    def who(player: str) -> str:
        return f"{competition.record.numbers[player]} 号 {competition.people.loc[player, 'name']}"

    yield f"{stage.name}第 {round_no} 轮：{len(ties)} 对"
    for tie in ties:
        if len(tie.sides) < 2:
            winner = f"{who(tie.sides[0])}不战而胜" if tie.sides else "没有人晋级"
            yield f"注意：第 {tie.match} 台有一方空缺（上一轮双方都没有晋级），{winner}。若上一轮填错了，请先不要公布"
    away = dict(competition.absent(round_no, [side for tie in ties for side in tie.sides]))
    for tie in ties:
        for player in tie.sides:
            if player in away:
                yield f"注意：{who(player)}{AWAY[away[player]]}，第 {tie.match} 台请填弃权（4 红弃或 5 黑弃）"


def _checks(
    pairing: Pairing,
    field: Sequence[Entrant],
    absent: Sequence[tuple[str, str]],
    late: Sequence[tuple[str, int]],
    event: Event,
    regulation: Regulation,
    relaxed: frozenset[str],
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
        "不参加本轮：" + ("、".join(f"{who(player)}（{AWAY[kind]}）" for player, kind in absent) or "无"),
        "迟到加入：" + ("、".join(who(player) for player, _ in late) or "无") + _over_cap(len(number), regulation["cap"]),
        "没有重复对阵、没有第二次轮空、先后手限制：已由另一段程序复核"
        + (f"（裁判长同意放宽：{'、'.join(sorted(relaxed))}）" if relaxed else ""),
        f"同分对阵 {len(pairing.boards) - len(floats)} 台，跨分 {len(floats)} 台，最大分差 {regulation.show(widest)}",
    ]
    edges = [c for c in pairing.criteria if c.name.startswith("跨越")]
    proved = sum(c.value == c.bound for c in edges)
    lines.append(f"跨分对阵从高分往低分逐级最少：{len(edges)} 条分数线中 {proved} 条由人数单双即可证明，其余比过全部对阵")
    if pairing.boards:
        top = pairing.boards[0]
        lines.append(f"第 {top.board} 台：{who(top.red)}（红）对 {who(top.black)}（黑）")
    return tuple(lines)


def _over_cap(entered: int, cap: int) -> str:
    return f"。注意：共 {entered} 人，超过名额 {cap} 人" if cap and entered > cap else ""


def publish(event: Event, drafted: Sequence[Draft]) -> list[Publication]:
    """Fix the drafts: numbers of late entries, journal, round files."""
    published = []
    for draft in drafted:
        for player, number in draft.late:
            data = {"player": player, "number": number, "name": str(event.people.loc[player, "name"]), "round": draft.round}
            event.journal.append("late", data, moment(event, "late", draft.round))
        names = event.people["name"]
        renamed = {player: names[player] for player, drawn in event.record.names.items() if names[player] != drawn}
        data = {**draft.data, "names": renamed}
        event.journal.append("publish", data, moment(event, "publish", draft.round))
        refresh(event)
        if draft.late:
            save_numbers(event)
        publication = event.record.find(draft.group, draft.stage.name, draft.round)
        assert publication is not None
        save_round(event, publication)
        published.append(publication)
    return published


def closable(event: Event) -> list[str]:
    """Groups whose last rounds are all accepted and whose final list is not recorded as it now stands."""
    found = []
    for group, competition in event.competitions.items():
        stages = [stage for stage in competition.regulation.stages if not nobody_left(competition, stage)]
        over = all(competition.accepted_rounds(stage) == stage.last for stage in stages)
        closed = event.record.closed.get(group)
        if over and (closed is None or {**closed.data, **_final(competition)} != closed.data):
            found.append(group)
    return found


def close(event: Event, group: str) -> None:
    """Journal the final list of a group."""
    last = max(stage.last for stage in event.regulations[group].stages)
    event.journal.append("close", {"group": group, **_final(event.competitions[group])}, moment(event, "close", last))
    refresh(event)


def _final(competition: Competition) -> dict[str, Any]:
    final = competition.final()
    ranks = [None if rank is None else int(rank) for rank in final["rank"].astype(object).where(final["rank"].notna(), None)]
    return {"order": list(final.index), "ranks": ranks}
