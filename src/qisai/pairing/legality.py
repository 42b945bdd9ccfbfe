"""A second look at a pairing before it is published, written without the code that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from qisai.pairing.field import Entrant, PairingRules
from qisai.vocabulary import BLACK, RED


def check_pairing(
    pairs: Sequence[tuple[str, str]], bye: str | None, entrants: Sequence[Entrant], rules: PairingRules
) -> list[str]:
    """What is illegal in a pairing of (red, black) ids, one Chinese sentence each; empty if all is right.

    Everyone once; nobody meets twice, or meets somebody barred (xiangqi rule book, appendix 积分编排制);
    one bye in an odd field, not for the second time (2020 rules 14.4); the colour limits of the regulation.
    What ``rules.relaxed`` gives up is not reported.

    >>> check_pairing([("a", "b")], "b", [Entrant("a", 1), Entrant("b", 2)], PairingRules())
    ['2号出现了2次', '人数为偶数，不应有人轮空']
    """
    known = {entrant.player: entrant for entrant in entrants}
    seats = [side for pair in pairs for side in pair] + ([bye] if bye is not None else [])
    strangers = [f"{seat} 不在本轮名单中" for seat in dict.fromkeys(seats) if seat not in known]
    problems = strangers + _seating(Counter(seats), entrants, bye)
    if bye in known and known[bye].had_bye and "轮空" not in rules.relaxed:
        problems.append(f"{known[bye].number}号已轮空过")
    for red, black in pairs:
        if red in known and black in known and red != black:
            problems += _game(known[red], known[black], rules)
    return problems


def _seating(times: Counter[str], entrants: Sequence[Entrant], bye: str | None) -> list[str]:
    ordered = sorted(entrants, key=lambda e: e.number)
    problems = [f"{e.number}号没有编入对阵" for e in ordered if not times[e.player]]
    problems += [f"{e.number}号出现了{times[e.player]}次" for e in ordered if times[e.player] > 1]
    if len(entrants) % 2 and bye is None:
        problems.append("人数为奇数，须有一人轮空")
    if len(entrants) % 2 == 0 and bye is not None:
        problems.append("人数为偶数，不应有人轮空")
    return problems


def _game(red: Entrant, black: Entrant, rules: PairingRules) -> list[str]:
    problems = []
    who = f"{red.number}号与{black.number}号"
    if (black.player in red.met or red.player in black.met) and "重赛" not in rules.relaxed:
        problems.append(f"{who}已经相遇过")
    if black.player in red.barred or red.player in black.barred:
        problems.append(f"{who}须回避")
    breaches = _limits(red, RED, rules) + _limits(black, BLACK, rules)
    swapped = _limits(black, RED, rules) + _limits(red, BLACK, rules)
    way_out = "颜色" in rules.relaxed or (rules.last_round and red.score == black.score)
    if breaches and not swapped:
        problems += [f"{breach}，应互换先后手" for breach in breaches]
    elif breaches and not way_out:
        problems += breaches
    return problems


def _limits(entrant: Entrant, colour: str, rules: PairingRules) -> list[str]:
    """The limits that the history with one more game breaks, if that game makes it worse."""
    history = [c for c in entrant.colours if c is not None] + [colour]
    difference = abs(history.count(RED) - history.count(BLACK))
    before = abs(history[:-1].count(RED) - history[:-1].count(BLACK))
    longest = len(list([list(group) for _, group in groupby(history)][-1]))
    mover = "先手" if colour == RED else "后手"
    if rules.surplus_limit and difference > max(before, rules.surplus_limit):
        return [f"{entrant.number}号{mover}将多出{difference}局"]
    if rules.run_limit and longest > rules.run_limit:
        return [f"{entrant.number}号将连续{longest}局{mover}"]
    return []
