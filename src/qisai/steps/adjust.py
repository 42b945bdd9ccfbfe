"""裁判调整: what the arbiter changes by hand in a published round before play, and walk-ins who take an open seat.

The change is read from the round file (or for a walk-in from 变动), checked like a pairing, told, and only then
journalled; the file is never written over what a person typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from qisai.clock import moment
from qisai.event import Competition, Event
from qisai.excel.seats import Seats, published_seats, read_seats
from qisai.pairing.absolute import COMPROMISES
from qisai.pairing.colours import allocate
from qisai.pairing.counterfactual import behind_best, differences, games_of
from qisai.pairing.entrants import marks_of
from qisai.pairing.field import Entrant, NoLegalPairing, PairingRules
from qisai.pairing.legality import faults
from qisai.pairing.swiss import measure_pairing, pair_round
from qisai.private import without_numbers
from qisai.problems import InputProblems, Problem, errors
from qisai.record import Line, Publication
from qisai.regulation.model import SWISS, Stage
from qisai.sheets import read_book
from qisai.steps.drafts import who
from qisai.steps.folder import refresh, save_numbers, save_round, take_away
from qisai.steps.swiss import entrants_of, pairing_rules, told, with_barred
from qisai.vocabulary import Happening


@dataclass(frozen=True)
class Adjustment:
    """A round as it would stand: ``differences`` in words, ``breaches`` of the rules (name as in 放宽, sentence)
    that the arbiter must accept, ``late`` walk-ins with their new numbers, ``effect`` what it does to the criteria,
    ``distance`` how it stands to the best pairing, in words."""

    publication: Publication
    seats: Seats
    differences: tuple[str, ...]
    breaches: tuple[tuple[str, str], ...] = ()
    late: tuple[tuple[str, int], ...] = ()
    effect: tuple[str, ...] = ()
    distance: str = ""

    @property
    def where(self) -> str:
        return f"{self.publication.group}第 {self.publication.round} 轮（{self.publication.stage}）"


def adjustments(event: Event) -> list[Adjustment]:
    """Every hand change and every open seat that a walk-in could take; nothing is written.

    Raises ``InputProblems`` where the names in a changed sheet do not fit their numbers. Sheets in which play has
    begun, or which do not seat everybody once, are left to ``review``, which names every cell that is not as published.
    """
    found: list[Adjustment] = []
    problems: list[Problem] = []
    for publication in event.record.publications:
        competition = event.competitions[publication.group]
        stage = competition.regulation.stage(publication.stage)
        path = event.folder / publication.file
        if publication.accepted is not None or stage.system != SWISS or not path.exists():
            continue
        printed = competition.printed(publication)
        mine: list[Problem] = []
        seats = read_seats(read_book(path), printed, event.roll(publication), mine)
        before = published_seats(printed)
        if not seats.blank or not _same_people(before, seats):
            continue
        if (seats.boards, seats.bye) != (before.boards, before.bye):
            problems += mine
            found.append(_by_hand(event, competition, stage, publication, seats))
        elif not seats.noted and (walk_in := _walk_in(event, competition, stage, publication, before)):
            found.append(walk_in)
    if errors(problems):
        raise InputProblems(problems)
    return found


def _same_people(before: Seats, after: Seats) -> bool:
    """Everybody of the published round sits once, at the published tables."""
    seated, due = (
        Counter([player for pair in seats.boards.values() for player in pair] + [seats.bye] * bool(seats.bye))
        for seats in (before, after)
    )
    return seated == due and set(before.boards) == set(after.boards) and bool(before.bye) == bool(after.bye)


def _by_hand(event: Event, competition: Competition, stage: Stage, publication: Publication, after: Seats) -> Adjustment:
    before = published_seats(competition.printed(publication))
    field, rules = _field(competition, stage, publication)
    show = competition.regulation.show
    was, now = (
        told(measure_pairing(list(seats.boards.values()), seats.bye, field, publication.round, rules, show))
        for seats in (before, after)
    )
    effect = [f"{a[0]}：{a[1]} → {b[1]}" for a, b in zip(was, now, strict=True) if a[1] != b[1]]
    old = set(_breaches(before, field, rules))  # these were agreed before
    breaches = tuple(breach for breach in _breaches(after, field, rules) if breach not in old)
    distance = _distance(after, field, competition, stage, publication)
    words = tuple(_differences(event, before, after))
    return Adjustment(publication, after, words, breaches, effect=tuple(effect), distance=distance)


def _distance(
    after: Seats, field: Sequence[Entrant], competition: Competition, stage: Stage, publication: Publication
) -> str:
    """How a pairing by hand stands to the best one that gives up the same rules and keeps the same wishes."""
    pairs, show = list(after.boards.values()), competition.regulation.show
    made = {frozenset(pair) for pair in pairs}
    relaxed = frozenset(publication.relaxed) & COMPROMISES.keys()
    rules = pairing_rules(competition, stage, publication.round, relaxed)
    kept = replace(rules, locked=rules.locked & made, bye=rules.bye if rules.bye == after.bye else "", tables={})
    try:
        best = pair_round(field, publication.round, kept, show)
    except NoLegalPairing:
        return "没有合乎规则的对阵可以相比"
    if broken := list(_breaches(after, field, kept)):
        return f"违反规则 {len(broken)} 处，不能与合乎规则的最优对阵相比"
    if games_of(best) == made | ({frozenset({after.bye})} if after.bye else set()):
        return "对手与最优对阵完全相同"
    return behind_best(differences(best.criteria, measure_pairing(pairs, after.bye, field, publication.round, kept, show)))


def _field(
    competition: Competition, stage: Stage, publication: Publication, late: Sequence[tuple[str, int]] = ()
) -> tuple[list[Entrant], PairingRules]:
    """The people of a published round as they were paired, whatever 变动 says by now, and walk-ins; the rules without
    the arbiter's wishes for it."""
    there = {line[side] for line in publication.lines for side in ("red", "black")} | {publication.bye or ""}
    found = entrants_of(competition, competition.numbers, publication.round, there)
    found += _newcomers(competition, publication.round, late)
    rules = pairing_rules(competition, stage, publication.round)
    return with_barred(found, competition, publication.round), replace(rules, locked=frozenset(), bye="", tables={})


def _breaches(seats: Seats, field: Sequence[Entrant], rules: PairingRules) -> Iterator[tuple[str, str]]:
    yield from ((name, words) for name, words in faults(list(seats.boards.values()), seats.bye, field, rules) if name)


def _differences(event: Event, before: Seats, after: Seats, late: Mapping[str, int] | None = None) -> Iterator[str]:
    """One sentence a table that changed, and one on the bye."""

    numbers = dict(late or {})

    def pair(sides: tuple[str, str] | None) -> str:
        return f"{who(event, sides[0], numbers)}（红）对 {who(event, sides[1], numbers)}（黑）" if sides else "（空）"

    for board in sorted(set(before.boards) | set(after.boards)):
        was, now = before.boards.get(board), after.boards.get(board)
        if was != now:
            same = was is not None and now is not None and set(was) == set(now)
            yield f"第 {board} 台：{pair(was)} 改为 {pair(now)}{'（先后手对调）' if same else ''}"
    if before.bye != after.bye:
        names = [who(event, bye) if bye else "无人" for bye in (before.bye, after.bye)]
        yield f"轮空：{names[0]} 改为 {names[1]}"


def _walk_in(
    event: Event, competition: Competition, stage: Stage, publication: Publication, before: Seats
) -> Adjustment | None:
    """Late entries of this very round: the first takes the seat opposite the bye, two more play one another."""
    numbers = event.record.numbers
    names = [
        change.player
        for change in competition.changes.itertuples()
        if change.happening == Happening.LATE_ENTRY and change.round == publication.round and change.player not in numbers
    ]
    seats = [*([before.bye] if before.bye else []), *dict.fromkeys(names)]
    waiting = seats[: len(seats) // 2 * 2]
    late = list(zip([seat for seat in waiting if seat != before.bye], count(max(numbers.values()) + 1), strict=False))
    if not late:
        return None
    field, rules = _field(competition, stage, publication, late)
    known = {entrant.player: entrant for entrant in field}
    boards = dict(before.boards)
    for one, other in zip(waiting[::2], waiting[1::2], strict=True):
        board = next(table for table in competition.tables(stage, publication.round) if table not in boards)
        red, black, _ = allocate(known[one], known[other], board, rules)
        boards[board] = red.player, black.player
    after = Seats(boards, None)
    words = tuple(_differences(event, before, after, dict(late)))
    return Adjustment(publication, after, words, tuple(_breaches(after, field, rules)), tuple(late))


def _newcomers(competition: Competition, round_no: int, late: Sequence[tuple[str, int]]) -> list[Entrant]:
    """Walk-ins as the pairing sees them: nothing played yet."""
    start, apart, circles = competition.late_points(round_no), competition.kept_apart, competition.circles
    return [
        Entrant(player, number, score=start, team=str(apart.get(player, "")), circle=str(circles.get(player, "")))
        for player, number in late
    ]


def adjust(event: Event, one: Adjustment, reason: str) -> None:
    """Journal an adjustment; a sheet that gets new players is made again, the old one goes into 撤回."""
    reason = without_numbers(reason)
    competition = event.competitions[one.publication.group]
    stage, publication = competition.regulation.stage(one.publication.stage), one.publication
    field, rules = _field(competition, stage, publication, one.late)
    lines: list[Line] = [
        {"match": 0, "game": "", "board": board, "red": red, "black": black}
        for board, (red, black) in sorted(one.seats.boards.items())
    ]
    before = published_seats(competition.printed(publication)).boards
    changed = {board for board, pair in one.seats.boards.items() if before.get(board) != pair}
    pairs, show = list(one.seats.boards.values()), competition.regulation.show
    vector = measure_pairing(pairs, one.seats.bye, field, publication.round, rules, show)
    accepted = set(publication.relaxed) | {name for name, _ in _breaches(one.seats, field, rules)}
    names = event.people["name"]
    data = {
        "group": publication.group, "stage": publication.stage, "round": publication.round, "reason": reason,
        "lines": lines, "bye": one.seats.bye, "criteria": told(vector), "relaxed": sorted(accepted),
        "why": {str(line["board"]): _why(publication, line["board"], changed, reason) for line in lines},
        "bye_why": publication.bye_why if one.seats.bye == publication.bye else [f"裁判调整：{reason}"] * bool(one.seats.bye),
        "differences": list(one.differences),
        "floats": marks_of(pairs, one.seats.bye, field, publication.round, rules.band),
        "late": [[player, number, str(names[player])] for player, number in one.late],
    }  # fmt: skip
    if one.late:
        take_away(event, publication.file)
    event.journal.append("adjust", data, moment(event, "adjust", publication.round))
    refresh(event)
    if one.late:
        save_numbers(event)
        fresh = event.record.find(*publication.key)
        assert fresh is not None
        save_round(event, fresh)


def _why(publication: Publication, board: int, changed: set[int], reason: str) -> list[str]:
    return [f"裁判调整：{reason}"] if board in changed else publication.why.get(str(board), [])
