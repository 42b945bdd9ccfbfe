"""Whether each published Swiss pairing keeps the rules, seen with what was known when it was published.

Sources: 2020 rules, appendix 积分编排制 (same score first, never a second meeting), the rules summary 1.2
and 6, rows 1 to 5, 8 and 33. Each check is one function, listed in :data:`CHECKS`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from qisai.regulation.model import SWISS, Regulation
from qisai.verify.replay import Game, Publication, State
from qisai.verify.report import Ledger, said
from qisai.verify.standings import careers, qualifiers, table
from qisai.vocabulary import BLACK, ELSEWHERE, RED


@dataclass
class Hall:
    """One published Swiss round, and what led to it."""

    regulation: Regulation
    state: State  # the event as it stands now: who left for the knockout, who was paired when
    pub: Publication
    out: frozenset[str]  # withdrawn or excused by 变动 for this round
    name: Callable[[str], str]

    @property
    def before(self) -> State:
        return self.pub.before

    @cached_property
    def gone(self) -> set[str]:
        if self.pub.stage.whole_field:
            return set()
        cut = self.regulation.knockout.qualifiers if self.regulation.knockout else 0
        rows = table(self.regulation, self.before, self.regulation.swiss.last)
        return set(qualifiers(self.regulation, self.state)) or {row["player"] for row in rows[:cut]}

    @cached_property
    def field(self) -> list[str]:
        """Everyone of the stage who has entered by this round, by number."""
        numbers = self.before.numbers
        entered = [p for p in numbers if p not in self.gone and self.before.since.get(p, 1) <= self.pub.round]
        return sorted(entered, key=lambda p: (numbers[p], p))

    @cached_property
    def scores(self) -> dict[str, int]:
        return {row["player"]: row["points"] for row in table(self.regulation, self.before, self.pub.round - 1)}

    @cached_property
    def colours(self) -> dict[str, list[str]]:
        """The colours that count, oldest first; as planned or as played, as the setting says."""
        planned = self.regulation["wrong_colours"] == "编排按原定"
        lines = careers(self.regulation, self.before, self.pub.round - 1)
        return {
            player: [line.planned if planned else line.side for line in own if line.treatment.colour]
            for player, own in lines.items()
        }

    @cached_property
    def earlier(self) -> list[Publication]:
        found = [p for p in self.before.published.values() if p.stage.system == SWISS and p.round < self.pub.round]
        return sorted(found, key=lambda p: p.round)

    @property
    def board_offset(self) -> int:
        cut = self.regulation.knockout.qualifiers if self.regulation.knockout else 0
        return 0 if self.pub.stage.whole_field else cut // 2

    def score(self, player: str) -> int:
        return self.scores.get(player, 0)

    def number(self, player: str) -> int:
        return self.before.numbers.get(player, 0)

    def place(self, game: Game) -> str:
        return f"{self.pub.where}第 {game.board} 台"

    def pair(self, game: Game) -> str:
        return f"{self.name(game.red)}（红）对{self.name(game.black)}（黑）"

    def may(self, player: str, colour: str) -> bool:
        """No surplus of three, no third in a row."""
        after = [*self.colours.get(player, ()), colour]
        surplus = abs(after.count(RED) - after.count(BLACK))
        return surplus < 3 and not (len(after) >= 3 and len(set(after[-3:])) == 1)

    def breaches(self, red: str, black: str) -> int:
        """For how many of the two these colours go beyond the limits."""
        if self.regulation["colour_limits"] == "不限":
            return 0
        return (not self.may(red, RED)) + (not self.may(black, BLACK))

    def both_may(self, red: str, black: str) -> bool:
        return not self.breaches(red, black)


def everybody_once(hall: Hall, ledger: Ledger) -> None:
    """Everyone of the stage who is not away appears exactly once; nobody else does."""
    pub = hall.pub
    seen = Counter(pub.players)
    if pub.bye:
        seen[pub.bye] += 1
    for player in hall.field:
        away = player in pub.absent or player in hall.out
        times = seen.pop(player, 0)
        if times == 0:
            ledger.hold("出场", pub.where, away, f"没有编排{hall.name(player)}", "他没有缺席或退赛，应出场一次")
        else:
            ledger.hold("出场", pub.where, times == 1, f"{hall.name(player)}出现 {times} 次", "每人只出场一次")
            ledger.hold("出场", pub.where, not away, f"编排了{hall.name(player)}", "记录或变动表写着他本轮不参加")
    for player in seen:
        ledger.hold("出场", pub.where, False, f"编排了{hall.name(player)}", "他不在这个阶段里")


def never_twice(hall: Hall, ledger: Ledger) -> None:
    """2020 rules, appendix: nobody meets the same opponent again; a published pairing counts as met."""
    met = {frozenset((g.red, g.black)): p.round for p in hall.earlier for g in p.lines}
    for game in hall.pub.lines:
        first = met.get(frozenset((game.red, game.black)))
        allowed = first is None or "重赛" in hall.pub.relaxed
        ledger.hold("重复对阵", hall.place(game), allowed, hall.pair(game), f"两人第 {first} 轮已经相遇")


def bye(hall: Hall, ledger: Ledger) -> None:
    """A bye only in an odd field, and at most one a player (14.4)."""
    pub = hall.pub
    present = [p for p in hall.field if p not in pub.absent and p not in hall.out]
    words = f"{hall.name(pub.bye)}轮空" if pub.bye else "无人轮空"
    odd = len(present) % 2 == 1
    ledger.hold("轮空", pub.where, bool(pub.bye) == odd, words, f"出场 {len(present)} 人，单数才有一人轮空")
    if pub.bye:
        had = next((p.round for p in hall.earlier if p.bye == pub.bye), None)
        allowed = had is None or "轮空" in pub.relaxed
        ledger.hold("轮空", pub.where, allowed, words, f"他第 {had} 轮已经轮空过")


def colour_limits(hall: Hall, ledger: Ledger) -> None:
    """No surplus of three, no third in a row; waived by name, or in the last Swiss round for equal scores."""
    if hall.regulation["colour_limits"] == "不限" or _relaxed(hall):
        return
    last = hall.regulation["last_round_waiver"] and hall.pub.round == hall.regulation.last_swiss_round
    for game in hall.pub.lines:
        for player, colour in ((game.red, RED), (game.black, BLACK)):
            waived = last and hall.score(game.red) == hall.score(game.black)
            history = "".join(hall.colours.get(player, ())) or "无"
            ledger.hold(
                "先后手限制", hall.place(game), waived or hall.may(player, colour),
                f"{hall.name(player)}执{colour}", f"他此前为「{history}」，再执{colour}就三连或差三",
            )  # fmt: skip


def _relaxed(hall: Hall) -> bool:
    return "颜色" in hall.pub.relaxed or "先后手" in hall.pub.relaxed


def first_round(hall: Hall, ledger: Ledger) -> None:
    """1-2, 4-3, 5-6, 8-7 …; in an odd field the highest number has the bye."""
    if hall.pub.round != 1 or hall.regulation["first_round"] != "相邻":
        return
    order = [p for p in hall.field if p not in hall.pub.absent and p not in hall.out]
    alone = order.pop() if len(order) % 2 else ""
    ledger.hold(
        "首轮编排", hall.pub.where, hall.pub.bye == alone,
        f"{hall.name(hall.pub.bye)}轮空" if hall.pub.bye else "无人轮空",
        f"编号最大的{hall.name(alone)}轮空" if alone else "双数，无人轮空",
    )  # fmt: skip
    pairs = [(order[i], order[i + 1]) for i in range(0, len(order), 2)]
    for board, (low, high) in enumerate(pairs, start=1):
        red, black = (low, high) if board % 2 else (high, low)
        game = next((g for g in hall.pub.lines if g.board == board), None)
        ledger.hold(
            "首轮编排", f"{hall.pub.where}第 {board} 台", game is not None and (game.red, game.black) == (red, black),
            hall.pair(game) if game else "没有这一台", f"{hall.name(red)}（红）对{hall.name(black)}（黑）",
        )  # fmt: skip


def board_order(hall: Hall, ledger: Ledger) -> None:
    """Boards run from the highest score of a pair, then the sum, then the smaller number."""
    for board, game in enumerate(hall.pub.lines, start=1 + hall.board_offset):
        ledger.hold("台次", hall.place(game), game.board == board, f"第 {game.board} 台", f"第 {board} 台")

    def due(game: Game) -> tuple[int, int, int]:
        left, right = hall.score(game.red), hall.score(game.black)
        return -max(left, right), -(left + right), min(hall.number(game.red), hall.number(game.black))

    for game, right in zip(hall.pub.lines, sorted(hall.pub.lines, key=due), strict=True):
        ledger.hold("台次", hall.place(game), game.key == right.key, hall.pair(game), hall.pair(right))


def who_has_red(hall: Hall, ledger: Ledger) -> None:
    """The rules summary 6, row 2: the limits, fewer reds, the latest difference, then the board."""
    if hall.pub.round == 1:
        return
    for game in hall.pub.lines:
        red, reason = _due_red(hall, game)
        right = f"{hall.name(red)}执红（{reason}）"
        ledger.hold("先后手", hall.place(game), red == game.red, f"{hall.name(game.red)}执红", right)


def _due_red(hall: Hall, game: Game) -> tuple[str, str]:
    a, b = game.red, game.black
    if hall.breaches(a, b) != hall.breaches(b, a):
        return (a if hall.breaches(a, b) < hall.breaches(b, a) else b), "另一种会三连或差三"
    left, right = hall.colours.get(a, []), hall.colours.get(b, [])
    surplus = [own.count(RED) - own.count(BLACK) for own in (left, right)]
    if surplus[0] != surplus[1]:
        return (a if surplus[0] < surplus[1] else b), "此前执红较少"
    for mine, theirs in zip(reversed(left), reversed(right), strict=False):
        if mine != theirs:
            return (a if mine == BLACK else b), "最近一次不同时执黑"
    low, high = sorted((a, b), key=hall.number)
    odd = game.board % 2 == 1
    return (low, "先后手相同，单数台小号执红") if odd else (high, "先后手相同，双数台大号执红")


def crossings(hall: Hall, level: str) -> tuple[int, int]:
    """How many pairs cross the lower bound of a score (as people read it); and the least that parity allows."""
    show = hall.regulation.show
    levels = {hall.score(player) for player in hall.scores if show(hall.score(player)) == level}
    bound = min(levels, default=0)
    above = [sum(hall.score(p) >= bound for p in (g.red, g.black)) for g in hall.pub.lines]
    if hall.pub.bye:  # nobody sits below the lowest group: his partner in the count
        above.append(int(hall.score(hall.pub.bye) >= bound))
    return above.count(1), sum(above) % 2


def _surplus(hall: Hall, player: str) -> int:
    own = hall.colours.get(player, [])
    return own.count(RED) - own.count(BLACK)


def same_surplus(hall: Hall) -> int:
    """Pairs of which both had more reds, or both more blacks."""
    return sum(_surplus(hall, game.red) * _surplus(hall, game.black) > 0 for game in hall.pub.lines)


def waived(hall: Hall) -> int:
    """Pairs whose colours go beyond the limits."""
    return sum(not hall.both_may(game.red, game.black) for game in hall.pub.lines)


def groups_below_bye(hall: Hall) -> int:
    """Score groups of players present that lie below the one who has the bye."""
    if not hall.pub.bye:
        return 0
    return len({hall.score(p) for p in hall.pub.players if hall.score(p) < hall.score(hall.pub.bye)})


#: Criteria of the record that are counted anew, by the name they have there; others are taken on trust.
CLAIMS: dict[str, Callable[[Hall], int]] = {
    "轮空者之下的分组数": groups_below_bye,
    "同多先手或同多后手的对局": same_surplus,
    "末轮放宽先后手限制的对局": waived,
}
_CROSSING = re.compile(r"跨越(.+)分下界的对局")


def criteria(hall: Hall, ledger: Ledger) -> None:
    """What the record claims of the pairing, counted anew where its name says what it counts.

    No value can lie below its bound; the bound of a score boundary is the parity of those above it.
    """
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


ANYWHERE = (everybody_once, never_twice, bye)
OUR_RULES = (colour_limits, first_round, board_order, who_has_red, criteria)


def check(hall: Hall, ledger: Ledger) -> None:
    """All checks of one published Swiss round; of one that was paired elsewhere those that hold anywhere."""
    for one in ANYWHERE if ELSEWHERE in hall.pub.relaxed else (*ANYWHERE, *OUR_RULES):
        one(hall, ledger)
