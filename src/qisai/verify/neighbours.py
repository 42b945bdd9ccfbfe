"""Round 1: neighbours by number, and what it costs to move them apart where a rule forbids two neighbours.

Sources: the rules summary 6, rows 3 and 3a; regulation of Tianshui, supplement ten. The least displacement is
looked for place by place, with the cheapest beginnings kept: what is found is a pairing, so that a published
one which is more displaced was not the least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from qisai.verify.hall import Hall
from qisai.verify.report import Ledger, said

Cost = tuple[int, int]  # pairs of one team, displacement
Pairing = tuple[Sequence[tuple[str, str]], str]  # the pairs, and who has the bye
Begun = tuple[tuple[int, ...], bool]  # who waits for an opponent, by place; whether the bye is given
KEPT = 60  # beginnings, of each number of players who wait
OPEN = 16  # players that wait for an opponent at the same time


def natural(order: Sequence[str]) -> Pairing:
    """1-2, 3-4, …; in an odd field the highest number has the bye."""
    paired = len(order) // 2 * 2
    return [(order[i], order[i + 1]) for i in range(0, paired, 2)], order[-1] if len(order) > paired else ""


def keeps_the_rules(hall: Hall, pairing: Pairing) -> bool:
    """Whether no pair is barred, of one team or parted from what is locked, and the bye is the one asked for."""
    pairs, alone = pairing
    apart = any(hall.barred(*pair) or hall.teammates(*pair) or not _as_locked(hall, *pair) for pair in pairs)
    return not apart and _may_have_bye(hall, alone)


def _as_locked(hall: Hall, one: str, other: str) -> bool:
    """Whether neither of two is locked with somebody else or is to have the bye."""
    wanted = [pair for pair in hall.wishes.locked if one in pair or other in pair]
    return all(pair == {one, other} for pair in wanted) and not {one, other} & set(hall.wishes.byes)


def _may_have_bye(hall: Hall, player: str) -> bool:
    wishes = hall.wishes
    return player in wishes.byes if wishes.byes else not any(player in pair for pair in wishes.locked)


def displacement(hall: Hall, order: Sequence[str], pairing: Pairing) -> Cost:
    """Pairs of one team; then places between the two of each pair, and players with a larger number than the bye's."""
    place = {player: index for index, player in enumerate(order)}
    pairs, alone = pairing
    apart = sum(abs(place[a] - place[b]) - 1 for a, b in pairs)
    return sum(hall.teammates(a, b) for a, b in pairs), apart + (len(order) - 1 - place[alone] if alone else 0)


def least(hall: Hall, order: Sequence[str]) -> Cost | None:
    """The cost of a pairing with little displacement; None where none was found."""
    begun: dict[Begun, Cost] = {((), len(order) % 2 == 0): (0, 0)}
    for here, player in enumerate(order):
        after_him = len(order) - 1 - here if _may_have_bye(hall, player) else None
        rivals = {other: mates for other in range(here) if (mates := _meets(hall, order[other], player)) is not None}
        after: dict[Begun, Cost] = {}
        for state, cost in begun.items():
            for reached, price in _steps(here, state, cost, after_him, rivals):
                after[reached] = min(price, after.get(reached, price))
        begun = _cheapest(after)
    return begun.get(((), True))


def _meets(hall: Hall, one: str, other: str) -> int | None:
    """Whether two may meet: 0, or 1 for two of one team where that is given up; None where they may not."""
    mates = hall.teammates(one, other)
    if hall.barred(one, other) or (mates and "同队" not in hall.pub.relaxed) or not _as_locked(hall, one, other):
        return None
    return int(mates)


def _cheapest(begun: dict[Begun, Cost]) -> dict[Begun, Cost]:
    """The cheapest beginnings, some for every number of players who wait: who waits may be needed at the end."""
    kept: dict[Begun, Cost] = {}
    room = Counter[int]()
    for state, cost in sorted(begun.items(), key=lambda item: item[1]):
        room[len(state[0])] += 1
        if room[len(state[0])] <= KEPT:
            kept[state] = cost
    return kept


def _steps(here: int, state: Begun, cost: Cost, bye: int | None, rivals: Mapping[int, int]) -> Iterator[tuple[Begun, Cost]]:
    """What may become of the next player: he waits, has the bye (at its cost), or meets one who waits."""
    (waiting, given), (same, apart) = state, cost
    apart += len(waiting)  # one place further from each who waits
    if len(waiting) < OPEN:
        yield ((*waiting, here), given), (same, apart)
    if not given and bye is not None:
        yield (waiting, True), (same, apart + bye)
    for place, other in enumerate(waiting):
        if other in rivals:
            yield ((*waiting[:place], *waiting[place + 1 :]), given), (same + rivals[other], apart - 1)


def first_round(hall: Hall, ledger: Ledger) -> None:
    """1-2, 4-3, 5-6, 8-7 … where no rule forbids it; else no more displacement than it takes."""
    if hall.pub.round != 1 or hall.regulation["first_round"] != "相邻":
        return
    order = hall.present
    wanted = natural(order)
    if keeps_the_rules(hall, wanted):
        _neighbours(hall, wanted, ledger)
        return
    published: Pairing = [(game.red, game.black) for game in hall.pub.lines], hall.pub.bye
    for game in hall.pub.lines:
        red, black = _by_parity(hall, game.red, game.black, game.board)
        derived = f"{hall.name(red)}执红（单数台小号执红，双数台大号执红）"
        ledger.hold("首轮编排", hall.place(game), game.red == red, f"{hall.name(game.red)}执红", derived)
    seated = [player for pair in published[0] for player in pair] + [hall.pub.bye] * bool(hall.pub.bye)
    if sorted(seated) == sorted(order) and (bound := least(hall, order)) is not None:
        cost = displacement(hall, order, published)
        words = [f"同队 {same} 对，偏离 {said(apart)}" for same, apart in (cost, bound)]
        ledger.hold("首轮编排", hall.pub.where, cost <= bound, words[0], f"有{words[1]}的对阵")


def _neighbours(hall: Hall, wanted: Pairing, ledger: Ledger) -> None:
    pairs, alone = wanted
    ledger.hold(
        "首轮编排", hall.pub.where, hall.pub.bye == alone,
        f"{hall.name(hall.pub.bye)}轮空" if hall.pub.bye else "无人轮空",
        f"编号最大的{hall.name(alone)}轮空" if alone else "双数，无人轮空",
    )  # fmt: skip
    for board, pair in enumerate(pairs, start=1):
        game = next((g for g in hall.pub.lines if {g.red, g.black} == set(pair)), None)
        red, black = _by_parity(hall, *pair, game.board if game else board)
        ledger.hold(
            "首轮编排", f"{hall.pub.where}第 {game.board if game else board} 台",
            game is not None and (game.red, game.black) == (red, black),
            hall.pair(game) if game else "没有这一对", f"{hall.name(red)}（红）对{hall.name(black)}（黑）",
        )  # fmt: skip


def _by_parity(hall: Hall, one: str, other: str, board: int) -> tuple[str, str]:
    """Nobody has a history yet: on odd tables the smaller number has red, on even ones the larger."""
    low, high = sorted((one, other), key=hall.number)
    return (low, high) if board % 2 else (high, low)
