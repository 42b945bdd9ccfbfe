"""What the record claims of a published Swiss pairing, counted anew where its name says what it counts.

Sources: 2020 rules, appendix 积分编排制; the rules summary 6, rows 1, 2, 3a and 5.
"""

from __future__ import annotations

import re

from qisai.verify.costs import AGAIN, CIRCLE, DUE, SQUARED, SURPLUS, TEAM, counted, seats
from qisai.verify.hall import Hall
from qisai.verify.report import Ledger, said


def crossings(hall: Hall, level: str) -> tuple[int, int]:
    """How many pairs cross the lower bound of a score (as people read it); and the least that parity allows."""
    show = hall.regulation.show
    levels = {hall.score(player) for player in hall.scores if show(hall.score(player)) == level}
    bound = min(levels, default=0)
    above = [sum(hall.score(p) >= bound for p in (g.red, g.black)) for g in hall.pub.lines]
    if hall.pub.bye:  # nobody sits below the lowest group: his partner in the count
        above.append(int(hall.score(hall.pub.bye) >= bound))
    return above.count(1), sum(above) % 2


_CROSSING = re.compile(r"跨越(.+)分下界的对局")
#: The word of 编排次序 for a line of the record.
_WORDS = {
    SQUARED: "分差", SURPLUS: "先后手", DUE: "先后手", TEAM: "回避", CIRCLE: "回避",
    **{f"组内{order}次序的偏离": "次序" for order in ("对折", "相邻", "首尾")},
}  # fmt: skip


def in_order(hall: Hall, ledger: Ledger) -> None:
    """The lines of the record follow 编排次序 as it was in force: none too many, in its order, and none missing but those
    that a record of before they were known has not. Round 1 goes by number, an adjusted one by the arbiter's hand."""
    if not hall.pub.criteria or hall.pub.round == 1 or hall.pub.adjusted:
        return
    words = ["上下调" if AGAIN.fullmatch(name) else _WORDS.get(name, "") for name, _, _ in hall.pub.criteria]
    claimed = list(dict.fromkeys(word for word in words if word))
    always = {"分差", "先后手", *(["次序"] if hall.regulation["group_order"] != "抽签" else [])}
    due = [word for word in hall.regulation["criteria"] if word in claimed or word in always]
    ledger.same("编排次序", hall.pub.where, tuple(claimed), tuple(due))


def criteria(hall: Hall, ledger: Ledger) -> None:
    """No value can lie below its bound; that of a score boundary is at least the parity of those above it."""
    in_order(hall, ledger)
    everybody = seats(hall)
    for name, value, least in hall.pub.criteria:
        where = f"{hall.pub.where}「{name}」"
        if all(isinstance(x, int | float) and not isinstance(x, bool) for x in (value, least)):
            ledger.hold("编排指标", where, value >= least, said(value), f"不会小于下界 {said(least)}")
        if match := _CROSSING.fullmatch(name):
            across, bound = crossings(hall, match[1])
            ledger.same("跨分对阵", where, value, across)
            if least is not None:  # a proof may find more than counting does
                ledger.hold("跨分对阵", f"{where}的下界", least >= bound, said(least), f"看人数单双至少 {bound}")
        elif (total := counted(name, hall, everybody)) is not None:  # a name that nobody knows is taken on trust
            ledger.same("编排指标", where, value, total)
