"""What the record claims of a published Swiss pairing, counted anew where its name says what it counts.

Sources: 2020 rules, appendix 积分编排制; the rules summary 6, rows 1, 2, 3a and 5.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from qisai.verify.hall import Hall
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
    """The players who sit, by score from the top, each group by number; in round 1 all are one group."""
    seated = sorted({*hall.pub.players, hall.pub.bye} - {""}, key=hall.number)
    return [[p for p in seated if hall.score(p) == level] for level in sorted({hall.score(p) for p in seated}, reverse=True)]


def groups_below_bye(hall: Hall) -> int:
    """Score groups of players present that lie below the one who has the bye."""
    if not hall.pub.bye:
        return 0
    return len({hall.score(p) for p in hall.pub.players if hall.score(p) < hall.score(hall.pub.bye)})


def squared_floats(hall: Hall) -> int:
    """The squares of the distances between the groups of a pair; whoever has the bye meets one below the lowest."""
    rank = {player: index for index, group in enumerate(groups(hall)) for player in group}
    squares = sum((rank[game.red] - rank[game.black]) ** 2 for game in hall.pub.lines)
    return squares + ((len(groups(hall)) - rank[hall.pub.bye]) ** 2 if hall.pub.bye else 0)


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
    total = 0
    order = "相邻" if hall.pub.round == 1 else hall.regulation["group_order"]
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
    "同多先手或同多后手的对局": same_surplus,
    "先后手相同且上一局同色的对局": same_history,
    **{f"组内{order}次序的偏离": out_of_order for order in ("对折", "相邻", "首尾")},
}
_CROSSING = re.compile(r"跨越(.+)分下界的对局")


def criteria(hall: Hall, ledger: Ledger) -> None:
    """No value can lie below its bound; the bound of a score boundary is the parity of those above it."""
    for name, value, least in hall.pub.criteria:
        where = f"{hall.pub.where}「{name}」"
        if all(isinstance(x, int | float) and not isinstance(x, bool) for x in (value, least)):
            ledger.hold("编排指标", where, value >= least, said(value), f"不会小于下界 {said(least)}")
        if match := _CROSSING.fullmatch(name):
            total, bound = crossings(hall, match[1])
            ledger.same("跨分对阵", where, value, total)
            if least is not None:
                ledger.same("跨分对阵", f"{where}的下界", least, bound)
        elif derive := CLAIMS.get(name):
            ledger.same("编排指标", where, value, derive(hall))
