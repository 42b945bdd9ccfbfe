"""Whether each published Swiss pairing keeps the rules, seen with what was known when it was published.

Sources: 2020 rules, appendix 积分编排制 (same score first, never a second meeting), the rules summary 1.2
and 6, rows 1 to 5, 8, 32, 33 and 36. Each check is one function, listed at the end of the file.
"""

from __future__ import annotations

from collections import Counter

from qisai.verify.criteria import criteria
from qisai.verify.hall import Hall
from qisai.verify.neighbours import first_round
from qisai.verify.proof import proof
from qisai.verify.replay import Game
from qisai.verify.report import Ledger, said
from qisai.verify.roundrobin import by_the_table, tables
from qisai.verify.seats import board_order
from qisai.vocabulary import BLACK, ELSEWHERE, RED, Outcome


def everybody_once(hall: Hall, ledger: Ledger) -> None:
    """Everyone of the stage who is not away appears exactly once; nobody else does."""
    pub = hall.pub
    seen = Counter(pub.players)
    if pub.bye:
        seen[pub.bye] += 1
    for player in hall.field:
        listed = player in pub.absent
        times = seen.pop(player, 0)
        if times == 0:
            right = "他没有缺席或退赛，应出场一次" if not hall.must_be_away(player) else "不出场的人应列为请假或缺席"
            ledger.hold("出场", pub.where, listed, f"没有编排{hall.name(player)}", right)
        else:
            away = listed or hall.must_be_away(player)
            ledger.hold("出场", pub.where, times == 1, f"{hall.name(player)}出现 {times} 次", "每人只出场一次")
            ledger.hold("出场", pub.where, not away, f"编排了{hall.name(player)}", "记录、变动表或连续弃权的规则让他本轮不参加")
    for player in seen:
        ledger.hold("出场", pub.where, False, f"编排了{hall.name(player)}", "他不在这个阶段里")


def nobody_twice(hall: Hall, ledger: Ledger) -> None:
    """In a round paired elsewhere nobody sits twice, or sits and is away; its source may say nothing of somebody."""
    pub = hall.pub
    seen = Counter([*pub.players, *([pub.bye] if pub.bye else []), *pub.absent])
    for player, times in seen.items():
        ledger.hold("出场", pub.where, times == 1, f"{hall.name(player)}出现 {times} 次", "每人只出场一次")
        ledger.hold("出场", pub.where, player in hall.field, f"编排了{hall.name(player)}", "他没有编号")


def why_away(hall: Hall, ledger: Ledger) -> None:
    """Who is away has a row of 变动 (请假 for 缺席本轮, else 缺席), has not entered yet, or is out by rule. In a round paired
    elsewhere there may be more than one bye."""
    pub = hall.pub
    for player, kind in pub.absent.items():
        if kind == Outcome.BYE and ELSEWHERE in pub.relaxed:
            continue
        kinds = hall.wishes.kinds(player) | ({Outcome.ABSENT.value} if player in hall.missed_out else set())
        early = pub.before.since.get(player, 1) > pub.round
        right = f"应为{'或'.join(sorted(kinds))}" if kinds else "变动表里没有"
        ledger.hold("出场", pub.where, kind in kinds or early, f"{hall.name(player)}{kind}", right)


def out_by_rule(hall: Hall, ledger: Ledger) -> None:
    """``out`` names those whom only 连续弃权出局 keeps away; 取消资格 may have been added since."""
    pub = hall.pub
    late = hall.wishes.disqualified.keys() - hall.wishes.excused - hall.wishes.withdrawn
    due = {p for p in hall.field if p in hall.missed_out and (not hall.wishes.kinds(p) or p in late)}
    for player in sorted(due | set(pub.out), key=lambda p: (hall.number(p), p)):
        words = ["已出局" if player in group else "没有出局" for group in (pub.out, due)]
        right = (player in pub.out) == (player in due) or player in due & late
        ledger.hold("连续弃权", f"{pub.where}{hall.name(player)}", right, *words)
        if player in pub.out:
            kind = pub.absent.get(player)
            ledger.hold("连续弃权", f"{pub.where}{hall.name(player)}", kind == Outcome.ABSENT, said(kind), "缺席")


def never_twice(hall: Hall, ledger: Ledger) -> None:
    """2020 rules, appendix: nobody meets the same opponent again; a published pairing counts as met."""
    for game in hall.pub.lines:
        first = hall.met.get(frozenset((game.red, game.black)))
        allowed = first is None or "重赛" in hall.pub.relaxed
        ledger.hold("重复对阵", hall.place(game), allowed, hall.pair(game), f"两人第 {first} 轮已经相遇")


def bye(hall: Hall, ledger: Ledger) -> None:
    """A bye only in an odd field, and at most one a player (14.4)."""
    pub = hall.pub
    words = f"{hall.name(pub.bye)}轮空" if pub.bye else "无人轮空"
    odd = len(hall.present) % 2 == 1
    ledger.hold("轮空", pub.where, bool(pub.bye) == odd, words, f"出场 {len(hall.present)} 人，单数才有一人轮空")
    if pub.bye:
        had = hall.had_bye(pub.bye)
        allowed = had is None or "轮空" in pub.relaxed
        ledger.hold("轮空", pub.where, allowed, words, f"他第 {had} 轮已经轮空过")


def teams_apart(hall: Hall, ledger: Ledger) -> None:
    """No teammates in the first rounds that the setting names (Tianshui, supplement ten); a locked pair may be, and
    stay when the arbiter adjusts the round."""
    if not hall.apart:
        return
    for game in hall.pub.lines:
        pair = frozenset((game.red, game.black))
        allowed = (
            not hall.teammates(*pair) or "同队" in hall.pub.relaxed or pair in hall.pub.kept.intersection(hall.wishes.locked)
        )
        ledger.hold("同队回避", hall.place(game), allowed, hall.pair(game), f"两人都是{hall.teams.get(game.red)}的")


def circles_apart(hall: Hall, ledger: Ledger) -> None:
    """Nobody of one 回避组 where the setting says 必须; the arbiter may accept it by hand."""
    if hall.regulation["avoid_circle"] != "必须":
        return
    for game in hall.pub.lines:
        allowed = not hall.must_not_meet(game.red, game.black) or "回避" in hall.pub.relaxed
        ledger.hold("回避组", hall.place(game), allowed, hall.pair(game), f"两人同属回避组「{hall.circles.get(game.red)}」")


def as_asked(hall: Hall, ledger: Ledger) -> None:
    """What the arbiter typed for this round: 锁定对阵 and 指定轮空 are made, 禁止对阵 is not."""
    pairs = {frozenset((game.red, game.black)) for game in hall.pub.lines}
    field = set(hall.field)
    for pair in hall.wishes.locked:
        if pair & field:
            words = "对".join(hall.name(player) for player in sorted(pair, key=hall.number))
            ledger.hold("变动", hall.pub.where, pair in pairs, f"没有{words}", f"锁定对阵：{words}")
    for player in hall.wishes.byes:
        if player in field:
            claimed = f"{hall.name(hall.pub.bye)}轮空"
            ledger.hold("变动", hall.pub.where, hall.pub.bye == player, claimed, f"指定{hall.name(player)}轮空")
    for game in hall.pub.lines:
        allowed = frozenset((game.red, game.black)) not in hall.wishes.barred
        ledger.hold("变动", hall.place(game), allowed, hall.pair(game), "禁止对阵")


def colour_limits(hall: Hall, ledger: Ledger) -> None:
    """No surplus of three, no third in a row; waived by name, for a locked pair, or in the last Swiss round for
    equal scores."""
    if hall.regulation["colour_limits"] == "不限" or _relaxed(hall):
        return
    for game in hall.pub.lines:
        for player, colour in ((game.red, RED), (game.black, BLACK)):
            waived = (hall.last_round and hall.level(game)) or hall.locked(game.red, game.black)
            history = "".join(hall.colours.get(player, ())) or "无"
            ledger.hold(
                "先后手限制", hall.place(game), waived or hall.may(player, colour),
                f"{hall.name(player)}执{colour}", f"他此前为「{history}」，再执{colour}就三连或差三",
            )  # fmt: skip


def _relaxed(hall: Hall) -> bool:
    return "颜色" in hall.pub.relaxed or "先后手" in hall.pub.relaxed


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


IMPORTED = (nobody_twice, why_away)
ANYWHERE = (everybody_once, why_away, never_twice, bye)
BY_OUR_RULES = (out_by_rule, teams_apart, circles_apart, criteria, proof)
BY_THE_PROGRAM = (as_asked, colour_limits, first_round, board_order, who_has_red)


def check(hall: Hall, ledger: Ledger) -> None:
    """All checks of one published round: of a round robin against its table, else those of a Swiss; of one that was paired
    elsewhere, by other rules, only whether it can be; of one that the arbiter adjusted by hand not those of what a program
    would have made."""
    ours = (*ANYWHERE, *BY_OUR_RULES, *(() if hall.pub.adjusted else BY_THE_PROGRAM))
    swiss = IMPORTED if ELSEWHERE in hall.pub.relaxed else ours
    for one in (by_the_table, tables) if hall.pub.stage.round_robin else swiss:
        one(hall, ledger)
