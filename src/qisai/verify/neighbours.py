"""Round 1: who is to meet whom by number or by lot, and what it costs to move them apart where a rule forbids it.

Sources: the rules summary 1.2 and 6, rows 3 and 3a; 2020 rules, appendix 积分编排制 (upper half against lower half);
regulation of Tianshui, supplement ten. The least displacement is looked for player by player, with the cheapest
beginnings kept: what is found is a pairing, so that a published one which is more displaced was not the least.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from qisai.verify.hall import Hall
from qisai.verify.report import Ledger, said

Cost = tuple[int, int, int, int]  # pairs of one team (given up), then what is spared and the displacement in their order
Pairing = tuple[Sequence[tuple[str, str]], str]  # the pairs, and who has the bye
Begun = tuple[tuple[int, ...], bool]  # who waits for an opponent, by place; whether the bye is given
KEPT = 60  # beginnings, of each number of players who wait
OPEN = 16  # players that wait for an opponent at the same time


# --- the pattern --------------------------------------------------------------------------------------------
def line_up(hall: Hall, order: Sequence[str]) -> list[str]:
    """The players in pairs as they are to meet, 1st with 2nd, 3rd with 4th …; ``order``: by number. In an odd field the
    largest number comes last, for the bye."""
    even = len(order) // 2 * 2
    row, half = list(order[:even]), even // 2
    match hall.regulation["first_round"]:
        case "对折":
            row = [player for k in range(half) for player in (order[k], order[half + k])]
        case "首尾":
            row = [player for k in range(half) for player in (order[k], order[even - 1 - k])]
        case "抽签":
            row.sort(key=lambda player: _lot(hall, "首轮编排", str(hall.number(player))))
    return row + list(order[even:])


def natural(hall: Hall, order: Sequence[str]) -> Pairing:
    """The pairing that the pattern names."""
    row = line_up(hall, order)
    paired = len(row) // 2 * 2
    return [(row[i], row[i + 1]) for i in range(0, paired, 2)], row[-1] if len(row) > paired else ""


def distance(hall: Hall, order: Sequence[str]) -> Callable[[str, str], int]:
    """How far two are from being a pair of the pattern, in places; two of one half, where halves are to meet, half the
    field."""
    even = len(order) // 2 * 2
    pattern = hall.regulation["first_round"]
    in_halves = pattern == "相邻" and hall.regulation["numbering"] == "上下半区"  # the odd places against the even
    seen = line_up(hall, order) if pattern == "抽签" else order
    place = {player: index for index, player in enumerate(seen)}

    def apart(one: str, other: str) -> int:
        a, b = sorted((place[one], place[other]))
        if pattern not in ("对折", "首尾"):
            return even // 2 if in_halves and (b - a) % 2 == 0 else b - a - 1
        if not a < even // 2 <= b:
            return even // 2
        return abs(b - a - even // 2) if pattern == "对折" else abs(a + b + 1 - even)

    return apart


def _lot(hall: Hall, purpose: str, what: str) -> str:
    return hashlib.sha256(f"{hall.before.seed}|{purpose}|{what}".encode()).hexdigest()


# --- the rules ----------------------------------------------------------------------------------------------
def keeps_the_rules(hall: Hall, pairing: Pairing) -> bool:
    """Whether no pair is barred, of one team, spared or parted from what is locked, and the bye is the one asked for."""
    pairs, alone = pairing
    apart = any(hall.barred(*pair) or hall.teammates(*pair) or not hall.as_wished(*pair) for pair in pairs)
    spared = _sparing(hall) and any(any(_spared(hall, *pair)) for pair in pairs)
    return not apart and not spared and (not alone or hall.as_wished(alone, ""))


def _spared(hall: Hall, one: str, other: str) -> tuple[int, int]:
    """Whether two are of one team, of one 回避组, where the sheet says 尽量."""
    if "回避" not in hall.regulation["criteria"]:
        return 0, 0
    team = hall.apart and hall.regulation["avoid_how"] == "尽量" and hall.of_one_team(one, other)
    return int(team), int(hall.regulation["avoid_circle"] == "尽量" and hall.of_one_circle(one, other))


def _sparing(hall: Hall) -> bool:
    """Whether 回避 goes before the pattern (次序, behind all where the sheet does not name it)."""
    order = (*hall.regulation["criteria"], "次序")
    return "回避" in order and order.index("回避") < order.index("次序")


# --- the least displacement ---------------------------------------------------------------------------------
def _cost(hall: Hall, mates: int, spared: tuple[int, int], apart: int) -> Cost:
    return (mates, *spared, apart) if _sparing(hall) else (mates, apart, *spared)


def _plus(one: Cost, more: Cost) -> Cost:
    return one[0] + more[0], one[1] + more[1], one[2] + more[2], one[3] + more[3]


def displacement(hall: Hall, order: Sequence[str], pairing: Pairing) -> Cost:
    """What a pairing costs."""
    each = (_cost(hall, hall.teammates(a, b), _spared(hall, a, b), 0) for a, b in pairing[0])
    return reduce(_plus, each, _cost(hall, 0, (0, 0), away(hall, order, pairing)))


def away(hall: Hall, order: Sequence[str], pairing: Pairing) -> int:
    """How far the pairs are from the pattern; and for the bye, the players with a larger number."""
    (pairs, alone), apart = pairing, distance(hall, order)
    return sum(apart(*pair) for pair in pairs) + (len(order) - 1 - list(order).index(alone) if alone else 0)


def least(hall: Hall, order: Sequence[str]) -> Cost | None:
    """The cost of a pairing with little displacement; None where none was found."""
    row, apart = line_up(hall, order), distance(hall, order)
    nothing, waits = (_cost(hall, 0, (0, 0), places) for places in (0, 1))
    begun: dict[Begun, Cost] = {((), len(row) % 2 == 0): nothing}
    for here, player in enumerate(row):
        bye = _cost(hall, 0, (0, 0), len(order) - 1 - list(order).index(player)) if hall.as_wished(player, "") else None
        rivals = {
            place: _cost(hall, mates, _spared(hall, row[place], player), apart(row[place], player))
            for place in range(here)
            if (mates := _meets(hall, row[place], player)) is not None
        }
        after: dict[Begun, Cost] = {}
        for state, cost in begun.items():
            for reached, more in _steps(here, state, nothing, bye, rivals):
                price = _plus(cost, more)
                after[reached] = min(price, after.get(reached, price))
        begun = _cheapest(here, waits.index(1), after)
    return begun.get(((), True))


def _meets(hall: Hall, one: str, other: str) -> int | None:
    """Whether two may meet: 0, or 1 for two of one team where that is given up; None where they may not."""
    mates = hall.teammates(one, other)
    if hall.barred(one, other) or (mates and "同队" not in hall.pub.relaxed) or not hall.as_wished(one, other):
        return None
    return int(mates)


def _cheapest(here: int, apart: int, begun: dict[Begun, Cost]) -> dict[Begun, Cost]:
    """The cheapest beginnings, some for every number of players who wait: who waits may be needed at the end. One who waits
    is reckoned to cost the places that he has waited; ``apart``: where the displacement stands in a cost."""
    kept: dict[Begun, Cost] = {}
    room = Counter[int]()

    def reckoned(item: tuple[Begun, Cost]) -> list[int]:
        (waiting, _), cost = item
        found = list(cost)
        found[apart] += here * len(waiting) - sum(waiting)
        return found

    for state, cost in sorted(begun.items(), key=reckoned):
        room[len(state[0])] += 1
        if room[len(state[0])] <= KEPT:
            kept[state] = cost
    return kept


def _steps(
    here: int, state: Begun, nothing: Cost, bye: Cost | None, rivals: dict[int, Cost]
) -> Iterator[tuple[Begun, Cost]]:
    """What may become of the next player, and its cost: he waits for nothing, has the bye, or meets one who waits."""
    waiting, given = state
    if len(waiting) < OPEN:
        yield ((*waiting, here), given), nothing
    if not given and bye is not None:
        yield (waiting, True), bye
    for index, place in enumerate(waiting):
        if place in rivals:
            yield ((*waiting[:index], *waiting[index + 1 :]), given), rivals[place]


# --- the published round ------------------------------------------------------------------------------------
def first_round(hall: Hall, ledger: Ledger) -> None:
    """As 首轮编排 says where no rule forbids it; else no more displacement than it takes. Red as 首轮先后手 says."""
    if hall.pub.round != 1:
        return
    order = hall.present
    wanted = natural(hall, order)
    if keeps_the_rules(hall, wanted):
        _as_wanted(hall, wanted, ledger)
        return
    published: Pairing = [(game.red, game.black) for game in hall.pub.lines], hall.pub.bye
    for game in hall.pub.lines:
        (red, _), rule = _by_rule(hall, game.red, game.black, game.board)
        claimed = f"{hall.name(game.red)}执红"
        ledger.hold("首轮编排", hall.place(game), game.red == red, claimed, f"{hall.name(red)}执红（{rule}）")
    seated = [player for pair in published[0] for player in pair] + [hall.pub.bye] * bool(hall.pub.bye)
    if sorted(seated) == sorted(order) and (bound := least(hall, order)) is not None:
        cost = displacement(hall, order, published)
        words = [_said(hall, one) for one in (cost, bound)]
        ledger.hold("首轮编排", hall.pub.where, cost <= bound, words[0], f"有{words[1]}的对阵")


def _said(hall: Hall, cost: Cost) -> str:
    mates, team, circle, apart = cost if _sparing(hall) else (cost[0], *cost[2:], cost[1])
    return f"同队 {mates + team} 对，" + f"同回避组 {circle} 对，" * bool(circle) + f"偏离 {said(apart)}"


def _as_wanted(hall: Hall, wanted: Pairing, ledger: Ledger) -> None:
    pairs, alone = wanted
    ledger.hold(
        "首轮编排", hall.pub.where, hall.pub.bye == alone,
        f"{hall.name(hall.pub.bye)}轮空" if hall.pub.bye else "无人轮空",
        f"编号最大的{hall.name(alone)}轮空" if alone else "双数，无人轮空",
    )  # fmt: skip
    for board, pair in enumerate(pairs, start=1):
        game = next((g for g in hall.pub.lines if {g.red, g.black} == set(pair)), None)
        (red, black), _ = _by_rule(hall, *pair, game.board if game else board)
        ledger.hold(
            "首轮编排", f"{hall.pub.where}第 {game.board if game else board} 台",
            game is not None and (game.red, game.black) == (red, black),
            hall.pair(game) if game else "没有这一对", f"{hall.name(red)}（红）对{hall.name(black)}（黑）",
        )  # fmt: skip


def _by_rule(hall: Hall, one: str, other: str, board: int) -> tuple[tuple[str, str], str]:
    """(Red, black) where nobody has a history yet, and the rule of the sheet in words."""
    low, high = sorted((one, other), key=hall.number)
    rising, falling = (low, high), (high, low)
    match hall.regulation["first_colours"]:
        case "小号先":
            return rising, "小号执红"
        case "大号先":
            return falling, "大号执红"
        case "单数号先":
            odd_against_even = hall.number(high) % 2 and not hall.number(low) % 2
            return (falling if odd_against_even else rising), "单号对双号时单号执红，否则小号执红"
        case "抽签":
            numbers = {player: hall.number(player) for player in rising}
            pair = "-".join(map(str, numbers.values()))
            red = min(rising, key=lambda player: _lot(hall, "首轮先后手", f"{pair}|{numbers[player]}"))
            return (rising if red == low else falling), "按抽签种子"
    return (rising if board % 2 else falling), "单数台小号执红，双数台大号执红"
