"""A second look at a pairing before it is published, written without the code that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

from qisai.pairing.field import Entrant, PairingRules
from qisai.vocabulary import BLACK, RED

Fault = tuple[str, str]  # the name of a rule, or SEATING; a Chinese sentence
SEATING = ""


def check_pairing(
    pairs: Sequence[tuple[str, str]], bye: str | None, entrants: Sequence[Entrant], rules: PairingRules
) -> list[str]:
    """What is illegal in a pairing of (red, black) ids, one Chinese sentence each; empty if all is right.

    >>> check_pairing([("a", "b")], "b", [Entrant("a", 1), Entrant("b", 2)], PairingRules())
    ['2号出现了2次', '人数为偶数，不应有人轮空']
    """
    return [sentence for _, sentence in faults(pairs, bye, entrants, rules)]


def faults(pairs: Sequence[tuple[str, str]], bye: str | None, entrants: Sequence[Entrant], rules: PairingRules) -> list[Fault]:
    """What is illegal in a pairing of (red, black) ids: the name of the rule and a Chinese sentence each.

    The name is blank where somebody does not sit exactly once, or the bye does not fit the field: such a
    pairing is none. Else it is a rule that the arbiter can give up:

    - 重赛, 回避: nobody meets twice, or meets somebody barred (xiangqi rule book, appendix 积分编排制)
    - 轮空: nobody has a second bye (2020 rules 14.4)
    - 颜色: the colour limits of the regulation, and the colours the right way round
    - 同队: no teammates in a round that keeps them apart (Tianshui supplement 10: in round 1 only)
    - 锁定对阵, 指定轮空: what the arbiter wants of this round

    What ``rules.relaxed`` gives up is not reported, 回避 always is. A locked pair may be of one team or beyond
    the colour limits.

    >>> faults([("a", "b")], "b", [Entrant("a", 1), Entrant("b", 2, had_bye=True)], PairingRules())
    [('', '2号出现了2次'), ('', '人数为偶数，不应有人轮空'), ('轮空', '2号已轮空过')]
    """
    known = {entrant.player: entrant for entrant in entrants}
    seats = [side for pair in pairs for side in pair] + ([bye] if bye is not None else [])
    strangers = [f"{seat} 不在本轮名单中" for seat in dict.fromkeys(seats) if seat not in known]
    found = [(SEATING, sentence) for sentence in strangers + _seating(Counter(seats), entrants, bye)]
    if bye in known and known[bye].had_bye and "轮空" not in rules.relaxed:
        found.append(("轮空", f"{known[bye].number}号已轮空过"))
    found += _unfulfilled(pairs, bye, known, rules)
    for red, black in pairs:
        if red in known and black in known and red != black:
            found += _game(known[red], known[black], rules)
    return found


def _seating(times: Counter[str], entrants: Sequence[Entrant], bye: str | None) -> list[str]:
    ordered = sorted(entrants, key=lambda e: e.number)
    problems = [f"{e.number}号没有编入对阵" for e in ordered if not times[e.player]]
    problems += [f"{e.number}号出现了{times[e.player]}次" for e in ordered if times[e.player] > 1]
    if len(entrants) % 2 and bye is None:
        problems.append("人数为奇数，须有一人轮空")
    if len(entrants) % 2 == 0 and bye is not None:
        problems.append("人数为偶数，不应有人轮空")
    return problems


def _unfulfilled(
    pairs: Sequence[tuple[str, str]], bye: str | None, known: Mapping[str, Entrant], rules: PairingRules
) -> list[Fault]:
    """What the arbiter wants of this round and the pairing does not do."""

    def who(player: str) -> str:
        return f"{known[player].number}号" if player in known else player

    def by_number(player: str) -> tuple[int, str]:
        return (known[player].number if player in known else 0, player)

    made = {frozenset(pair) for pair in pairs}
    missing = sorted((sorted(pair, key=by_number) for pair in rules.locked - made), key=lambda pair: by_number(pair[0]))
    found = [("锁定对阵", f"{'与'.join(map(who, pair))}锁定对阵，没有编在一起") for pair in missing]
    if rules.bye and bye != rules.bye:
        found.append(("指定轮空", f"{who(rules.bye)}指定轮空，没有轮空"))
    return found


def _game(red: Entrant, black: Entrant, rules: PairingRules) -> list[Fault]:
    found = []
    who = f"{red.number}号与{black.number}号"
    locked = {red.player, black.player} in rules.locked
    if (black.player in red.met or red.player in black.met) and "重赛" not in rules.relaxed:
        found.append(("重赛", f"{who}已经相遇过"))
    if black.player in red.barred or red.player in black.barred:
        found.append(("回避", f"{who}须回避"))
    if rules.avoid_team and red.team.strip() and red.team == black.team and not locked and "同队" not in rules.relaxed:
        found.append(("同队", f"{who}是同队，本轮须回避"))
    breaches = _limits(red, RED, rules) + _limits(black, BLACK, rules)
    swapped = _limits(black, RED, rules) + _limits(red, BLACK, rules)
    way_out = locked or "颜色" in rules.relaxed or (rules.last_round and red.score == black.score)
    if breaches and not swapped:
        found += [("颜色", f"{breach}，应互换先后手") for breach in breaches]
    elif breaches and not way_out:
        found += [("颜色", breach) for breach in breaches]
    return found


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
