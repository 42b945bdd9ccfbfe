"""Whether the prices in the record prove that no legal pairing of a round is better than the published one.

A pair pays the prices of its two players, and of each set that holds just one of them; the bye is a player too. If no
legal pair costs less than it pays, criterion by criterion in their order, then no pairing costs less than all prices
together: it has each player once, and of an odd set it parts one player at least from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from qisai.verify.costs import Cost, Line, Seat, legal, lines, made, seats
from qisai.verify.hall import Hall
from qisai.verify.report import Ledger, said

TOPIC = "编排证明"
UNIT = 4  # prices are in quarters
BROKEN = "的证明不成立"

Amounts = dict[int, int]  # by the place of a criterion; the lot comes last


@dataclass(frozen=True)
class Prices:
    players: Mapping[str, Amounts]
    sets: Sequence[tuple[frozenset[str], Amounts]]

    def total(self, column: int) -> int:
        amounts = [*self.players.values(), *(paid for _, paid in self.sets)]
        return sum(paid.get(column, 0) for paid in amounts)


def proof(hall: Hall, ledger: Ledger) -> None:
    """What the record says of the best pairing is what its prices prove. A record without prices says nothing."""
    pub = hall.pub
    if pub.adjusted or not pub.prices:
        ledger.proofs[_name(hall)] = "由裁判长调整过" if pub.adjusted else "的记录里没有证明"
        return
    everybody = seats(hall)
    due = list(lines(hall, everybody))
    names = tuple(name for name, _, _ in pub.criteria)
    right = ledger.same(TOPIC, f"{pub.where}的各项", names, tuple(name for name, _ in due[:-1]))
    right = right and _proves(hall, everybody, due, ledger)
    ledger.proofs[_name(hall)] = "" if right else BROKEN


def told(proofs: Mapping[str, str]) -> tuple[str, ...]:
    """How many rounds are proved, and which are not and why, in one sentence; none where no round was paired here.

    >>> told({"预赛第 1 轮": "", "预赛第 2 轮": "由裁判长调整过", "预赛第 3 轮": "由裁判长调整过"})
    ('积分编排 3 轮：1 轮已另行算清，没有更好的对阵；预赛第 2 轮、预赛第 3 轮由裁判长调整过',)
    """
    proved = sum(not why for why in proofs.values())
    if not proofs:
        return ()
    counted = "每一轮都" if proved == len(proofs) else f"{proved} 轮"
    parts = [f"{counted}已另行算清，没有更好的对阵"] if proved else []
    for why in dict.fromkeys(filter(None, proofs.values())):
        parts.append("、".join(where for where, own in proofs.items() if own == why) + why)
    return (f"积分编排 {len(proofs)} 轮：{'；'.join(parts)}",)


def _name(hall: Hall) -> str:
    return f"{hall.regulation.group}{hall.pub.where}"


def _proves(hall: Hall, everybody: Sequence[Seat], due: Sequence[Line], ledger: Ledger) -> bool:
    """Whether the prices hold and add up to the published pairing; findings where the record claims more or less."""
    where, bounds = hall.pub.where, [bound for _, _, bound in hall.pub.criteria]
    prices = read(hall.pub.prices, {seat.player for seat in everybody}, len(due))
    if prices is None:
        return ledger.hold(TOPIC, where, False, "证明里有看不懂的内容", "不能证明没有更好的对阵")
    fault = next(faults(hall, everybody, due, prices), None)
    if fault:
        claimed = any(bound is not None for bound in bounds)
        name, words = fault
        ledger.hold(TOPIC, f"{where}{name}", not claimed, "没有更好的对阵", words)
        return False
    values = published(hall, everybody, due)
    if values is None:
        return False  # somebody does not sit once: a finding elsewhere
    sums = [prices.total(column) for column in range(len(due))]
    for (name, _, bound), least in zip(hall.pub.criteria, _bounds(values, sums), strict=True):
        ledger.hold(TOPIC, f"{where}「{name}」的下界", bound == least, _said(bound), f"证明得出{_said(least)}")
    short = next((place for place, (value, paid) in enumerate(zip(values, sums, strict=True)) if value * UNIT != paid), None)
    if short is None:
        return True
    claimed = all(value == bound for _, value, bound in hall.pub.criteria)
    words = f"证明得出 {-(-sums[short] // UNIT)}，这份对阵是 {values[short]}"
    ledger.hold(TOPIC, f"{where}{_shown(due[short])}", not claimed, "没有更好的对阵", words)
    return False


def _said(bound: object) -> str:
    return "没有下界" if bound is None else said(bound)


def _bounds(values: Sequence[int], sums: Sequence[int]) -> Iterator[int | None]:
    """What a record should claim: no pairing is below the prices, rounded up, as long as those before are reached."""
    known = True
    for value, paid in zip(values[:-1], sums[:-1], strict=True):
        yield -(-paid // UNIT) if known else None
        known = known and value * UNIT == paid


# --- the record ---------------------------------------------------------------------------------------------
def read(record: Any, players: set[str], columns: int) -> Prices | None:
    """The prices as the journal has them; None where they are not of this round or no numbers."""
    try:
        paid = {player: _amounts(rows, columns) for player, rows in record["players"]}
        sets = [(frozenset(members), _amounts(rows, columns), len(members)) for members, rows in record["sets"]]
        named = players.issuperset(paid) and all(players.issuperset(members) for members, _, _ in sets)
        once = len(paid) == len(record["players"]) and all(len(members) == count for members, _, count in sets)
    except (TypeError, ValueError, KeyError):
        return None
    return Prices(paid, [(members, amounts) for members, amounts, _ in sets]) if named and once else None


def _amounts(rows: Any, columns: int) -> Amounts:
    """An amount is one number, or its thousands of millions and the rest."""
    if not all(len(row) in (2, 3) and all(type(number) is int for number in row) for row in rows):
        raise ValueError(rows)
    found = {row[0]: row[1] if len(row) == 2 else row[1] * 10**9 + row[2] for row in rows}
    if len(found) != len(rows) or not all(0 <= column < columns for column in found):
        raise ValueError(rows)
    return found


# --- the proof ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Column:
    """One criterion: what each player pays, the sets that cost something here by player, and what they cost."""

    cost: Cost
    paid: Mapping[str, int]
    inside: Mapping[str, frozenset[int]]
    sets: Mapping[int, int]

    def left(self, one: Seat, other: Seat) -> int:
        """What a pair costs beyond what it pays: each pays for his sets, but not for those that hold both."""
        found = UNIT * self.cost(one, other) - self.paid.get(one.player, 0) - self.paid.get(other.player, 0)
        if self.sets:
            nobody: frozenset[int] = frozenset()
            both = self.inside.get(one.player, nobody) & self.inside.get(other.player, nobody)
            found += 2 * sum(self.sets[number] for number in both)
        return found


def _column(place: int, cost: Cost, prices: Prices) -> _Column:
    sets = {number: amounts[place] for number, (_, amounts) in enumerate(prices.sets) if amounts.get(place)}
    paid = {player: amounts[place] for player, amounts in prices.players.items() if amounts.get(place)}
    inside: dict[str, set[int]] = {}
    for number, amount in sets.items():
        for player in prices.sets[number][0]:
            inside.setdefault(player, set()).add(number)
            paid[player] = paid.get(player, 0) + amount
    return _Column(cost, paid, {player: frozenset(numbers) for player, numbers in inside.items()}, sets)


def faults(hall: Hall, everybody: Sequence[Seat], due: Sequence[Line], prices: Prices) -> Iterator[tuple[str, str]]:
    """Sets that are no odd ones or cost less than nothing, and legal pairs that cost less than they pay: the criterion and
    words."""
    for members, amounts in prices.sets:
        if len(members) % 2 == 0:
            yield "", f"证明里的一组 {len(members)} 人不是单数"
        first = min((place for place, amount in amounts.items() if amount), default=None)
        if first is not None and amounts[first] < 0:
            yield _shown(due[first]), "证明里有一组的价格小于零"
    columns = [_column(place, cost, prices) for place, (_, cost) in enumerate(due)]
    for one, other in combinations(everybody, 2):
        for place, column in enumerate(columns):
            if left := column.left(one, other):
                if left < 0 and legal(hall, one, other):
                    pair = hall.name(one.player) + (f"对{hall.name(other.player)}" if other.player else "轮空")
                    yield _shown(due[place]), f"{pair}比证明所说的更省，证明不成立"
                break


def _shown(line: Line) -> str:
    return f"「{line[0] or '抽签'}」"


def published(hall: Hall, everybody: Sequence[Seat], due: Sequence[Line]) -> list[int] | None:
    """The value of each criterion in the published pairing; None where somebody does not sit once."""
    pairs = made(hall, everybody)
    if len(pairs) * 2 != len(everybody):
        return None
    return [sum(cost(one, other) for one, other in pairs) for _, cost in due]
