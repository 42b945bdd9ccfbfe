"""Does a small field have a legal pairing in every round? Tried out with invented results, before round 1 or from a draft.

Late in a small event most pairs have met, and where the best leave for a knockout the others have met above all
each other. No count of players says when it becomes impossible, so the whole event is paired a number of times,
by the pairing that will be used, with results made from SHA-256: the same plan always has the same outlook.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from qisai.pairing.completion import RulesOf
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.regulation.checkup import Outlook
from qisai.regulation.criteria import CRITERIA
from qisai.regulation.model import Regulation
from qisai.vocabulary import BLACK, RED

#: Measured over a dozen formats, with excess = players - last Swiss round - qualifiers: up to 1 tries are stuck, at
#: 2 and 3 about one in a thousand, beyond that none of several thousand.
MARGIN = 3
NOW = 1  # the same between two rounds, when nobody wants to wait for one case in a thousand
DRAWS = 0.25
TRIES = 20
WORK = 3000  # tries x rounds x players at most: about half a second
HELPS = 0.1  # a way out leaves at most so many of the tries stuck, and fewer than without it


@dataclass(frozen=True)
class Plan:
    """An event as far as its pairings depend on it.

    ``swiss`` rounds of all, then ``qualifiers`` leave and the rest play ``others`` more. ``limit``: the colour limit,
    0 without; ``points`` of red and black for a red win, a draw, a black win; ``teams``: heads of each team, kept
    apart in the first ``apart`` rounds; ``criteria`` and ``band`` as in ``PairingRules``.
    """

    players: int
    swiss: int
    qualifiers: int = 0
    others: int = 0
    limit: int = 2
    waiver: bool = True
    order: str = "对折"
    points: tuple[tuple[int, int], ...] = ((2, 0), (1, 1), (0, 2))
    bye: int = 2
    teams: tuple[int, ...] = ()
    apart: int = 0
    criteria: tuple[str, ...] = CRITERIA
    band: int = 0

    @property
    def last(self) -> int:
        return self.swiss + self.others

    def rules(self, round_no: int) -> PairingRules:
        last = self.waiver and round_no == self.last
        return PairingRules(
            self.limit, self.limit, last, self.order, criteria=self.criteria, band=self.band, avoid_team=round_no <= self.apart
        )


@dataclass(frozen=True)
class Ahead:
    """How the rounds after a draft went in ``tries`` tries: in how many a round was stuck, by round, and what would help."""

    tries: int
    stuck: dict[int, int]
    ways: tuple[str, ...]


def plan_of(regulation: Regulation, players: int, teams: Mapping[str, int] | None = None) -> Plan:
    """What the rules plan for so many players; ``teams``: heads of each, or of each 地区 where those are kept apart."""
    apart = regulation["avoid_rounds"] if regulation["avoid_how"] == "必须" else 0
    worth, knockout, others = regulation.swiss.points, regulation.knockout, regulation.others
    return Plan(
        players=players,
        swiss=regulation.swiss.last,
        qualifiers=knockout.qualifiers if knockout else 0,
        others=len(others.rounds) if others else 0,
        limit=0 if regulation["colour_limits"] == "不限" else 2,
        waiver=regulation["last_round_waiver"],
        order=regulation["group_order"],
        points=(
            (worth["red_win"], worth["black_loss"]),
            (worth["red_draw"], worth["black_draw"]),
            (worth["red_loss"], worth["black_win"]),
        ),
        bye=worth["bye"],
        teams=tuple(sorted((teams or {}).values())) if apart else (),
        apart=apart,
        criteria=regulation["criteria"],
        band=regulation["score_band"],
    )


def can_matter(plan: Plan) -> bool:
    """Whether the field is so small that a round can be stuck.

    >>> can_matter(Plan(players=20, swiss=7, qualifiers=8, others=2)), can_matter(Plan(players=32, swiss=7))
    (True, False)
    """
    unmeetable = max(plan.teams, default=0) if plan.apart > 1 else 0
    return 2 <= plan.players <= plan.last + plan.qualifiers + MARGIN + unmeetable


@cache
def look_ahead(plan: Plan) -> Outlook:
    """How often each round was stuck, and which other plans would help; fewer tries of larger events.

    >>> look_ahead(Plan(players=6, swiss=7)).stuck[6]
    20
    """
    tries = max(5, min(TRIES, WORK // max(plan.players * plan.last, 1)))
    stuck = [tuple(stuck_rounds(plan, number)) for number in range(tries)]
    by_round = Counter(round_no for rounds in stuck for round_no in rounds)
    ways = tuple(_ways(plan, stuck)) if by_round else ()
    return Outlook(tries, dict(sorted(by_round.items())), sum(map(bool, stuck)), ways)


def stuck_rounds(plan: Plan, number: int) -> Iterator[int]:
    """The rounds of one invented tournament that have no legal pairing.

    Such a round is played with the mildest of the compromises on offer, as an arbiter would.
    """
    people = [Entrant(f"{place}", place, team=team) for place, team in enumerate(_seats(plan, number), start=1)]
    yield from _played_on(people, 1, plan, plan.rules, number)


def _played_on(people: list[Entrant], first: int, plan: Plan, rules_of: RulesOf, number: int) -> Iterator[int]:
    """The rounds from ``first`` on that have no legal pairing in one try; it ends where no compromise helps."""
    running: Counter[str] = Counter()  # the sum of the totals after each round: who qualifies of equal scores
    for round_no in range(first, plan.last + 1):
        if round_no == plan.swiss + 1:
            people.sort(key=lambda e: (-e.score, -running[e.player], e.number))
            people = people[plan.qualifiers :]
        if len(people) < 2:
            return
        rules = rules_of(round_no)
        try:
            pairing = pair_round(people, round_no, rules)
        except NoLegalPairing as none:
            yield round_no
            if not none.compromises:
                return
            mildest = none.compromises[0][0].split("、")
            pairing = pair_round(people, round_no, replace(rules, relaxed=frozenset(mildest)))
        people = _played(pairing, people, plan, (number, round_no))
        running.update({e.player: e.score for e in people})


def _chance(*what: object) -> float:
    """A number in [0, 1) from what it is for."""
    digest = hashlib.sha256("|".join(map(str, what)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _seats(plan: Plan, number: int) -> list[str]:
    """The team of each number, "" for none: the numbers are drawn by lot."""
    members = [f"{team}" for team, heads in enumerate(plan.teams) for _ in range(heads)][: plan.players]
    lots = sorted(range(plan.players), key=lambda place: _chance("lot", number, place))
    seats = [""] * plan.players
    for place, team in zip(lots, members, strict=False):
        seats[place] = team
    return seats


def _played(pairing: Pairing, people: Sequence[Entrant], plan: Plan, when: tuple[int, int]) -> list[Entrant]:
    """The entrants after a round with invented results."""
    after = {e.player: e for e in people}
    for board in pairing.boards:
        sides = after[board.red], after[board.black]
        worth = plan.points[_result(board.red, board.black, when)]
        for side, other, colour, points in zip(sides, sides[::-1], (RED, BLACK), worth, strict=True):
            moved = LEVEL if side.score == other.score else DOWN if side.score > other.score else UP
            after[side.player] = replace(side, score=side.score + points, colours=(*side.colours, colour),
                                         met=side.met | {other.player}, floats=(*side.floats, moved))  # fmt: skip
    if pairing.bye:
        alone = after[pairing.bye]
        after[pairing.bye] = replace(alone, score=alone.score + plan.bye, colours=(*alone.colours, None), had_bye=True,
                                     floats=(*alone.floats, DOWN))  # fmt: skip
    return list(after.values())


def _result(red: str, black: str, when: tuple[int, int]) -> int:
    """0 where red wins, 1 a draw, 2 where black wins; the strengths of a tournament are spread evenly."""
    number, round_no = when
    gap = _chance("strength", number, red) - _chance("strength", number, black)
    win = (1 - DRAWS) * min(max(0.5 + 0.9 * gap, 0.02), 0.98)
    roll = _chance("game", number, round_no, *sorted((red, black)))
    return 0 if roll < win else 1 if roll < win + DRAWS else 2


# --- from a draft ------------------------------------------------------------------------------------------------


def can_matter_now(plan: Plan, entrants: Sequence[Entrant], round_no: int) -> bool:
    """Whether the field that is there is so small that a round after this one can be stuck."""
    leaving = plan.qualifiers if round_no <= plan.swiss else 0
    unmeetable = max((len(e.barred) for e in entrants), default=0) + (max(plan.teams, default=0) if plan.apart > round_no else 0)
    return round_no < plan.last and 2 <= len(entrants) <= plan.last + leaving + NOW + unmeetable


def look_on(plan: Plan, entrants: Sequence[Entrant], round_no: int, pairing: Pairing, rules_of: RulesOf) -> Ahead:
    """The rounds after a draft, played on by the same field with invented results; always with the same outcome.

    ``rules_of`` gives the rules of a coming round; ``plan`` is that of the regulation.
    """
    rounds = plan.last - round_no
    tries = max(5, min(TRIES, WORK // max(len(entrants) * rounds, 1)))
    stuck = [tuple(_on(plan, entrants, round_no, pairing, rules_of, number)) for number in range(tries)]
    by_round = dict(sorted(Counter(number for rounds in stuck for number in rounds).items()))
    return Ahead(tries, by_round, tuple(_ways_on(plan, entrants, round_no, pairing, rules_of, stuck)) if by_round else ())


def _on(
    plan: Plan, entrants: Sequence[Entrant], round_no: int, pairing: Pairing, rules_of: RulesOf, number: int
) -> Iterator[int]:
    people = _played(pairing, entrants, plan, (number, round_no))
    yield from _played_on(people, round_no + 1, plan, rules_of, number)


def _ways_on(
    plan: Plan, entrants: Sequence[Entrant], round_no: int, pairing: Pairing, rules_of: RulesOf, stuck: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    """What would help from here on: to stop earlier, or to let the limits of the colours go."""
    tries, spoiled = len(stuck), sum(map(bool, stuck))
    limit = min(tries * HELPS, spoiled - 1)
    for last in range(plan.last - 1, round_no, -1):
        early = sum(bool(rounds) and rounds[0] <= last for rounds in stuck)
        if early <= limit and last != plan.swiss:
            yield f"下到第 {last} 轮为止（{_shown(tries, early)}）"
            break
    if plan.limit:

        @cache
        def free(number: int) -> PairingRules:
            return replace(rules_of(number), surplus_limit=0, run_limit=0)

        still = sum(any(_on(plan, entrants, round_no, pairing, free, number)) for number in range(tries))
        if still <= limit:
            yield f"到时放宽先后手限制（{_shown(tries, still)}）"


# --- ways out: other plans, tried in the same way ------------------------------------------------------------


def _ways(plan: Plan, stuck: Sequence[tuple[int, ...]]) -> Iterator[str]:
    """What would help, each with what its tries showed."""
    tries = len(stuck)
    limit = min(tries * HELPS, sum(map(bool, stuck)) - 1)
    shorter = _shorter(plan, stuck, limit)
    if shorter:
        yield shorter
    for words, other in _other_plans(plan, bool(shorter)):
        spoiled = _spoiled(other, tries, limit)
        if spoiled <= limit:
            yield f"{words}（{_shown(tries, spoiled)}）"
    everybody = plan.players - 1 + plan.players % 2
    if everybody <= plan.last + 2:
        yield f"单循环 {everybody} 轮（赛制填单循环，轮次填 1-{everybody}）"


def _spoiled(plan: Plan, tries: int, limit: float) -> int:
    """In how many tries a round is stuck; counted no further than beyond the limit."""
    spoiled = 0
    for number in range(tries):
        spoiled += any(stuck_rounds(plan, number))
        if spoiled > limit:
            break
    return spoiled


def _shown(tries: int, spoiled: int) -> str:
    return f"试排 {tries} 次，{spoiled} 次编不出" if spoiled else f"试排 {tries} 次都编得出"


def _shorter(plan: Plan, stuck: Sequence[tuple[int, ...]], limit: float) -> str:
    """The same event with fewer rounds at its end: the tries have shown it already."""
    for last in range(plan.last - 1, 0 if not plan.qualifiers else plan.swiss - 1, -1):
        spoiled = sum(bool(rounds) and rounds[0] <= last for rounds in stuck)
        if spoiled <= limit:
            more = last - plan.swiss
            words = f"改为 {last} 轮" if not plan.others else f"其余只再下 {more} 轮" if more else "其余不再下"
            return f"{words}（{_shown(len(stuck), spoiled)}）"
    return ""


def _other_plans(plan: Plan, shorter: bool) -> Iterator[tuple[str, Plan]]:
    """Plans near this one; a shorter first stage only where leaving out the last rounds does not do."""
    if plan.qualifiers > 2:
        fewer = plan.qualifiers // 2
        yield f"前 {fewer} 名进入淘汰赛", replace(plan, qualifiers=fewer)
    if plan.limit:
        yield "先后手不限", replace(plan, limit=0)
    if plan.qualifiers and not shorter and plan.swiss > 4:
        yield f"第一阶段改为 {plan.swiss - 2} 轮", replace(plan, swiss=plan.swiss - 2)
