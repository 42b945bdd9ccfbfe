"""What the record claims of a published Swiss pairing, counted anew where its name says what it counts.

Sources: 2020 rules, appendix 积分编排制; the rules summary 6, rows 1, 2, 3a and 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from qisai.verify.groups import DOWN, UP, score_groups
from qisai.verify.hall import Hall
from qisai.verify.neighbours import away
from qisai.verify.replay import Game
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


def groups(hall: Hall) -> list[list[str]]:
    """The players who sit, by score group from the top, each group by score and number; in round 1 all are one group."""
    seated = sorted({*hall.pub.players, hall.pub.bye} - {""}, key=lambda p: (-hall.score(p), hall.number(p)))
    bands = score_groups((hall.score(player) for player in seated), hall.regulation["score_band"])
    return [[player for player in seated if hall.score(player) in band] for band in bands]


def ranks(hall: Hall) -> dict[str, int]:
    """The group of everybody who sits, 0 at the top."""
    return {player: place for place, group in enumerate(groups(hall)) for player in group}


def groups_below_bye(hall: Hall) -> int:
    """Score groups of players present that lie below that of the one who has the bye."""
    return len(groups(hall)) - 1 - ranks(hall)[hall.pub.bye] if hall.pub.bye else 0


def squared_floats(hall: Hall) -> int:
    """The squares of the distances between the groups of a pair; whoever has the bye meets one below the lowest."""
    rank = ranks(hall)
    squares = sum((rank[game.red] - rank[game.black]) ** 2 for game in hall.pub.lines)
    return squares + ((len(groups(hall)) - rank[hall.pub.bye]) ** 2 if hall.pub.bye else 0)


def floated_again(hall: Hall, back: int) -> int:
    """Players of a pair who float as they did so many rounds ago; whoever has the bye is not counted."""
    rank, then = ranks(hall), hall.pub.round - back
    pairs = [(game.red, game.black) for game in hall.pub.lines] + [(game.black, game.red) for game in hall.pub.lines]
    now = [(one, DOWN if rank[one] < rank[other] else UP) for one, other in pairs if rank[one] != rank[other]]
    return sum(hall.floats.get((player, then)) == where for player, where in now)


def of_one_team(hall: Hall) -> int:
    return sum(hall.of_one_team(game.red, game.black) for game in hall.pub.lines)


def of_one_circle(hall: Hall) -> int:
    return sum(hall.of_one_circle(game.red, game.black) for game in hall.pub.lines)


def same_surplus(hall: Hall) -> int:
    """Pairs of which both had more reds, or both more blacks."""
    return sum(hall.surplus(game.red) * hall.surplus(game.black) > 0 for game in hall.pub.lines)


def same_history(hall: Hall) -> int:
    """Pairs with the same difference of reds and blacks and the same colour in their latest games."""

    def alike(game: Game) -> bool:
        one, other = (hall.colours.get(player, []) for player in (game.red, game.black))
        return one[-1:] == other[-1:] != [] and hall.surplus(game.red) == hall.surplus(game.black)

    return sum(map(alike, hall.pub.lines))


def out_of_order(hall: Hall) -> int:
    """Inside a group: how far each opponent is from the one that the order names; of a bye, how many come after him."""
    if hall.pub.round == 1:
        seated = sorted({*hall.pub.players, hall.pub.bye} - {""}, key=hall.number)
        return away(hall, seated, ([(game.red, game.black) for game in hall.pub.lines], hall.pub.bye))
    total = 0
    order = hall.regulation["group_order"]
    for group in groups(hall):
        place = {player: index for index, player in enumerate(group)}
        for game in hall.pub.lines:
            if game.red in place and game.black in place:
                a, b = place[game.red], place[game.black]
                ideal = {"对折": abs(abs(a - b) - len(group) // 2), "相邻": abs(a - b) - 1, "首尾": abs(a + b - len(group) + 1)}
                total += ideal[order]
        if hall.pub.bye in place:
            total += len(group) - 1 - place[hall.pub.bye]
    return total


def waived(hall: Hall) -> int:
    """Pairs of equal scores that go beyond the colour limits in the last round."""
    return sum(hall.beyond_limits(game) and hall.level(game) for game in hall.pub.lines)


def met_again(hall: Hall) -> int:
    return sum(frozenset((game.red, game.black)) in hall.met for game in hall.pub.lines)


def second_byes(hall: Hall) -> int:
    return int(bool(hall.pub.bye) and hall.had_bye(hall.pub.bye) is not None)


def over_limits(hall: Hall) -> int:
    """Pairs beyond the colour limits, neither locked nor waived in the last round."""
    return sum(
        hall.beyond_limits(game) and not hall.locked(game.red, game.black) and not (hall.last_round and hall.level(game))
        for game in hall.pub.lines
    )


def together(hall: Hall) -> int:
    return sum(hall.teammates(game.red, game.black) for game in hall.pub.lines)


#: Criteria of the record by the name they have there; one that stands nowhere here is taken on trust.
CLAIMS: dict[str, Callable[[Hall], int]] = {
    "放宽重赛": met_again,
    "放宽轮空": second_byes,
    "放宽颜色": over_limits,
    "放宽同队": together,
    "轮空者之下的分组数": groups_below_bye,
    "末轮放宽先后手限制的对局": waived,
    "跨分组距离平方和": squared_floats,
    "同队相遇的对局": of_one_team,
    "同回避组相遇的对局": of_one_circle,
    "同多先手或同多后手的对局": same_surplus,
    "先后手相同且上一局同色的对局": same_history,
    **{f"组内{order}次序的偏离": out_of_order for order in ("对折", "相邻", "首尾", "抽签", "单双")},
}
_CROSSING = re.compile(r"跨越(.+)分下界的对局")
_AGAIN = re.compile(r"与前(\d+)轮同向上下调的人数")
#: The word of 编排次序 for a line of the record.
_WORDS = {
    "跨分组距离平方和": "分差", "同多先手或同多后手的对局": "先后手", "先后手相同且上一局同色的对局": "先后手",
    "同队相遇的对局": "回避", "同回避组相遇的对局": "回避",
    **{f"组内{order}次序的偏离": "次序" for order in ("对折", "相邻", "首尾")},
}  # fmt: skip


def in_order(hall: Hall, ledger: Ledger) -> None:
    """The lines of the record follow 编排次序 as it was in force: none too many, in its order, and none missing but those
    that a record of before they were known has not. Round 1 goes by number, an adjusted one by the arbiter's hand."""
    if not hall.pub.criteria or hall.pub.round == 1 or hall.pub.adjusted:
        return
    words = ["上下调" if _AGAIN.fullmatch(name) else _WORDS.get(name, "") for name, _, _ in hall.pub.criteria]
    claimed = list(dict.fromkeys(word for word in words if word))
    always = {"分差", "先后手", *(["次序"] if hall.regulation["group_order"] != "抽签" else [])}
    due = [word for word in hall.regulation["criteria"] if word in claimed or word in always]
    ledger.same("编排次序", hall.pub.where, tuple(claimed), tuple(due))


def criteria(hall: Hall, ledger: Ledger) -> None:
    """No value can lie below its bound; that of a score boundary is at least the parity of those above it."""
    in_order(hall, ledger)
    for name, value, least in hall.pub.criteria:
        where = f"{hall.pub.where}「{name}」"
        if all(isinstance(x, int | float) and not isinstance(x, bool) for x in (value, least)):
            ledger.hold("编排指标", where, value >= least, said(value), f"不会小于下界 {said(least)}")
        if match := _CROSSING.fullmatch(name):
            total, bound = crossings(hall, match[1])
            ledger.same("跨分对阵", where, value, total)
            if least is not None:  # a proof may find more than counting does
                ledger.hold("跨分对阵", f"{where}的下界", least >= bound, said(least), f"看人数单双至少 {bound}")
        elif match := _AGAIN.fullmatch(name):
            ledger.same("编排指标", where, value, floated_again(hall, int(match[1])))
        elif derive := CLAIMS.get(name):
            ledger.same("编排指标", where, value, derive(hall))
