"""The draft of a Swiss round: the field as the sheets and the record have it, the pairing, the ten lines of checks."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import pandas as pd

from qisai.event import Away, Competition, Event
from qisai.pairing.criteria import UNIQUE
from qisai.pairing.entrants import entrants, marks_of
from qisai.pairing.explain import explain_proof
from qisai.pairing.field import Criterion, Entrant, Pairing, PairingRules, Prices
from qisai.pairing.legality import check_pairing
from qisai.pairing.swiss import pair_round
from qisai.problems import InputProblems, Problem
from qisai.record import Line
from qisai.regulation.model import Stage
from qisai.regulation.seeding import pattern
from qisai.steps.ahead import ahead
from qisai.steps.drafts import Draft, publication, who
from qisai.vocabulary import CHANGES_SHEET, EVENT_FILE, Happening

Late = Sequence[tuple[str, int]]
SPARED = ("同队相遇的对局", "同回避组相遇的对局")  # criteria of 尽量回避


@dataclass(frozen=True)
class Hall:
    """Who is there for a round: the field to pair, and who is away and why."""

    field: tuple[Entrant, ...]
    absent: tuple[Away, ...]


def hall(competition: Competition, stage: Stage, round_no: int, seeds: Sequence[str], late: Late = ()) -> Hall:
    """The field of a round with everything that the pairing must know of each; ``late`` come in with this round."""
    numbers = competition.numbers_with(late)
    pool = [player for player in numbers.index if player not in seeds]
    active = competition.active(stage, round_no, pool, seeds)
    found = entrants_of(competition, numbers, round_no, active)
    start, new = competition.late_points(round_no), dict(late)  # they have no line of their own before they are published
    found = [replace(entrant, score=start) if entrant.player in new else entrant for entrant in found]
    return Hall(tuple(with_barred(found, competition, round_no)), tuple(competition.absent(round_no, pool)))


def entrants_of(competition: Competition, numbers: pd.Series, round_no: int, there: Collection[str]) -> list[Entrant]:
    """Those of ``numbers`` who are there, as the pairing sees them by the games before a round and the sheets."""
    games, regulation = competition.counted(round_no - 1), competition.regulation
    published = {p.round: p.floats for p in competition.record.of_group(competition.group) if p.floats is not None}
    earlier = {number: marks for number, marks in published.items() if number < round_no}
    return entrants(games, numbers, competition.kept_apart, regulation, round_no, there, competition.circles, earlier)


def with_barred(field: Sequence[Entrant], competition: Competition, round_no: int) -> list[Entrant]:
    """The field with the pairs that 禁止对阵 and 回避组 keep apart; what is locked meets whatever its 回避组."""
    wishes = competition.constraints(round_no)
    same = combinations([e for e in field if e.circle and competition.regulation["avoid_circle"] == "必须"], 2)
    of_circles = {frozenset((one.player, other.player)) for one, other in same if one.circle == other.circle}
    apart: dict[str, frozenset[str]] = {e.player: frozenset() for e in field}
    for pair in wishes.barred | (of_circles - wishes.locked):
        for player in pair & apart.keys():
            apart[player] |= pair - {player}
    return [replace(e, barred=apart[e.player]) for e in field]


def pairing_rules(competition: Competition, stage: Stage, round_no: int, relaxed: frozenset[str] = frozenset()) -> PairingRules:
    """The switches of the regulation and the arbiter's wishes as the pairing reads them."""
    regulation, wishes = competition.regulation, competition.constraints(round_no)
    limit = 0 if regulation["colour_limits"] == "不限" else 2
    first, kept = competition.hall
    last = first + kept - 1 if kept else math.inf
    mine = next(competition.tables(stage, round_no))  # behind the knockout's, which stay free
    kept_apart, must = round_no <= regulation["avoid_rounds"], regulation["avoid_how"] == "必须"
    tables = {player: table for player, table in wishes.tables.items() if mine <= table <= last}
    return PairingRules(
        surplus_limit=limit,
        run_limit=limit,
        last_round=regulation["last_round_waiver"] and round_no == regulation.last_swiss_round,
        order=regulation["group_order"],
        relaxed=relaxed,
        criteria=regulation["criteria"],
        band=regulation["score_band"],
        float_memory=min(regulation["float_memory"], round_no - 1),
        seed=competition.record.seed,
        first=pattern(regulation.settings),
        first_colours=regulation["first_colours"] if round_no == 1 else PairingRules.first_colours,
        avoid_team=kept_apart and must,
        spare_team=kept_apart and not must,
        spare_circle=regulation["avoid_circle"] == "尽量" and bool((competition.circles != "").any()),
        locked=wishes.locked,
        bye=wishes.bye,
        tables={player: table for player, table in tables.items() if table not in wishes.closed},
    )


def draft_swiss(
    event: Event, competition: Competition, stage: Stage, round_no: int, seeds: list[str], relaxed: frozenset[str], late: Late
) -> Draft:
    """Pair one round; nothing is written.

    Raises ``NoLegalPairing``, and ``InputProblems`` where 变动 asks for what cannot be (somebody who is away is
    locked, a bye in an even field).
    """
    here = hall(competition, stage, round_no, seeds, late)
    _check_wishes(competition, round_no, here.field)
    rules = pairing_rules(competition, stage, round_no, relaxed)
    show = competition.regulation.show
    pairing = pair_round(here.field, round_no, rules, show, competition.tables(stage, round_no))
    faults = check_pairing([(board.red, board.black) for board in pairing.boards], pairing.bye, here.field, rules)
    if faults:
        raise AssertionError("；".join(faults))  # the pairing broke its own rules: never publish it
    lines: list[Line] = [
        {"match": 0, "game": "", "board": board.board, "red": board.red, "black": board.black}
        for board in pairing.boards
    ]
    data = publication(competition, stage, round_no, lines, seeds)
    data["bye"], data["bye_why"] = pairing.bye, _kin(pairing.bye_why, competition)
    data["absent"] = [[one.player, one.outcome.value] for one in here.absent]
    data["out"] = [one.player for one in here.absent if not one.cell]
    data["relaxed"] = sorted(relaxed)
    data["wishes"] = competition.wishes(stage, round_no)
    data["criteria"] = told(pairing.criteria)
    data["prices"] = told_prices(pairing.prices)
    pairs = [(board.red, board.black) for board in pairing.boards]
    data["floats"] = marks_of(pairs, pairing.bye, here.field, round_no, rules.band)
    data["why"] = {str(board.board): _kin(board.why, competition) for board in pairing.boards}
    checks = [*_checks(event, competition, round_no, pairing, here, rules, dict(late))]
    rules_of = _rules_from(competition, stage, round_no, rules)
    checks += ahead(competition.regulation, stage, round_no, here.field, pairing, rules_of)
    return Draft(stage, round_no, competition.group, data, tuple(late), tuple(checks))


def _rules_from(competition: Competition, stage: Stage, round_no: int, rules: PairingRules) -> Callable[[int], PairingRules]:
    """The rules of a round that is drafted, and of those after it without the wishes for a round of their own."""

    @cache
    def of(number: int) -> PairingRules:
        if number == round_no:
            return rules
        return replace(pairing_rules(competition, stage, number), locked=frozenset(), bye="", tables={})

    return of


def told(criteria: Sequence[Criterion]) -> list[list[object]]:
    """The vector as the journal keeps it: name, value, bound; the lot that makes it unique says nothing."""
    return [[one.name, one.value, one.bound] for one in criteria if one.name != UNIQUE]


def _kin(sentences: Sequence[str], competition: Competition) -> list[str]:
    """The pairing calls those 同队 whom it keeps apart; by 回避依据 they may be of one region."""
    by_region = competition.regulation["avoid_by"] == "地区"
    return [words.replace("同队", "同地区") if by_region else words for words in sentences]


def told_prices(prices: Prices) -> dict[str, list[list[Any]]]:
    """The proof as the journal keeps it; the criterion behind the last of ``told`` is the lot."""
    players = [[player, _by_criterion(amounts)] for player, amounts in prices.players.items()]
    return {"players": players, "sets": [[list(players), _by_criterion(amounts)] for players, amounts in prices.sets]}


def _by_criterion(amounts: Mapping[int, int]) -> list[list[int]]:
    """Long amounts in two parts, thousands of millions and the rest: no reader of JSON rounds them, and none takes them
    for a telephone number."""
    parts = {criterion: [amount] if abs(amount) < 10**9 else divmod(amount, 10**9) for criterion, amount in amounts.items()}
    return [[criterion, *amount] for criterion, amount in parts.items()]


def _check_wishes(competition: Competition, round_no: int, field: Sequence[Entrant]) -> None:
    here = {entrant.player for entrant in field}
    problems = []
    for change in competition.changes[competition.changes["round"] == round_no].itertuples():
        detail = ""
        if change.happening == Happening.LOCKED and not {change.player, change.other} <= here:
            detail = "锁定对阵的两人里有人本轮不参加（缺席、退赛或已进淘汰赛）"
        elif change.happening == Happening.FORCED_BYE and change.player not in here:
            detail = "指定轮空的人本轮不参加"
        elif change.happening == Happening.FORCED_BYE and len(field) % 2 == 0:
            detail = f"本轮参加编排 {len(field)} 人，是双数，没有轮空；他不来请写「缺席本轮」"
        if detail:
            problems.append(Problem("change_bad", EVENT_FILE, CHANGES_SHEET, change.cell, change.happening, {"detail": detail}))
    if problems:
        raise InputProblems(problems)


def _checks(
    event: Event, competition: Competition, round_no: int, pairing: Pairing, here: Hall, rules: PairingRules,
    late: dict[str, int],
) -> Iterator[str]:  # fmt: skip
    """The ten lines that the arbiter reads before he publishes."""
    regulation, people = competition.regulation, {entrant.player: entrant for entrant in here.field}
    floats = [b for b in pairing.boards if people[b.red].score != people[b.black].score]
    widest = max((abs(people[b.red].score - people[b.black].score) for b in floats), default=0)

    def named(player: str) -> str:
        return who(event, player, late)

    yield f"参加编排 {len(here.field)} 人，{len(pairing.boards)} 台"
    yield "轮空：" + (f"{named(pairing.bye)}（{'；'.join(pairing.bye_why)}）" if pairing.bye else "无")
    yield "不参加本轮：" + ("、".join(f"{named(one.player)}（{one.why}）" for one in here.absent) or "无")
    over = _over_cap(len(event.record.numbers) + len(late), regulation["cap"]) if late else ""
    yield "迟到加入：" + ("、".join(map(named, late)) or "无") + over
    kept = {"重赛": "没有重复对阵", "轮空": "没有第二次轮空", "颜色": "先后手限制"} | (
        {"同队": "同队没有相遇" if regulation["avoid_by"] == "单位" else "同地区没有相遇"} if rules.avoid_team else {}
    )
    if regulation["avoid_circle"] == "必须" and (competition.circles != "").any():
        kept["回避"] = "同回避组没有相遇"
    kept = {name: words for name, words in kept.items() if name not in rules.relaxed}
    met = {name: _together(name, pairing, people) for name in kept if name in ("同队", "回避")}
    yield "、".join(words for name, words in kept.items() if not met.get(name)) + "：已由另一段程序复核"
    for name, boards in met.items():
        if boards:
            tables = "、".join(map(str, boards))
            yield f"锁定对阵使同{name.removeprefix('同').replace('回避', '回避组')}的人相遇 {len(boards)} 台：第 {tables} 台"
    if rules.relaxed:
        given_up = [f"第 {b.board} 台{words}" for b in pairing.boards for words in b.why if "经裁判长同意" in words]
        yield f"裁判长同意放宽{'、'.join(sorted(rules.relaxed))}：{'；'.join(given_up) or '这一轮没有用到'}"
    away = {player for player, rounds in competition.forfeited(round_no).items() if round_no - 1 in rounds}
    missed = [named(entrant.player) for entrant in here.field if entrant.player in away]
    if missed:
        yield f"上一轮没有到、本轮照编：{'、'.join(missed)}（不编的请在「变动」表写退赛或缺席本轮）"
    yield f"同分对阵 {len(pairing.boards) - len(floats)} 台，跨分 {len(floats)} 台，最大分差 {regulation.show(widest)}"
    if pairing.criteria:
        yield explain_proof(told(pairing.criteria))
    spared = [f"{c.name.removesuffix('的对局')} {c.value} 台" for c in pairing.criteria if c.name in SPARED]
    if spared:
        yield f"尽量回避：{'，'.join(spared)}"
    locked = ["—".join(map(named, sorted(pair, key=lambda player: people[player].number))) for pair in rules.locked]
    wishes = [f"锁定 {'、'.join(sorted(locked))}"] * bool(locked) + ([f"指定 {named(rules.bye)} 轮空"] if rules.bye else [])
    seat = {player: board.board for board in pairing.boards for player in (board.red, board.black)}
    asked = competition.constraints(round_no).tables
    fixed = [
        f"{named(player)}第 {table} 台" + ("" if seat[player] == table else f"（做不到，坐第 {seat[player]} 台）")
        for player, table in asked.items()
        if player in seat
    ]
    wishes += [f"固定台：{'、'.join(fixed)}"] * bool(fixed)
    closed = sorted(competition.constraints(round_no).closed)
    wishes += [f"停用第 {'、'.join(map(str, closed))} 台"] * bool(closed)
    if wishes:
        yield f"裁判长的安排：{'；'.join(wishes)}"
    if pairing.boards:
        top = pairing.boards[0]
        yield f"第 {top.board} 台：{named(top.red)}（红）对 {named(top.black)}（黑）"


def _together(name: str, pairing: Pairing, people: Mapping[str, Entrant]) -> list[int]:
    """The tables at which two of one team (同队), or of one 回避组, meet."""

    def word(player: str) -> str:
        return (people[player].team if name == "同队" else people[player].circle).strip()

    return [board.board for board in pairing.boards if word(board.red) and word(board.red) == word(board.black)]


def _over_cap(entered: int, cap: int) -> str:
    return f"。注意：共 {entered} 人，超过名额 {cap} 人" if cap and entered > cap else ""
