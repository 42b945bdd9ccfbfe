"""How a round is paired by hand, in short words: the steps of the paper kit, by the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qisai.event import Competition
from qisai.pairing.colours import breaks_limit
from qisai.pairing.criteria import BY_LOT
from qisai.pairing.field import Entrant, PairingRules
from qisai.regulation.criteria import rule_words
from qisai.regulation.model import OTHERS, Stage
from qisai.regulation.seeding import first_words
from qisai.regulation.summary import chain_text, points_text
from qisai.vocabulary import BLACK, RED

_INSIDE = {
    "对折": "前一半对后一半：8 人时 1 对 5、2 对 6、3 对 7、4 对 8",
    "相邻": "挨着的配：1 对 2、3 对 4",
    "首尾": "头尾相配：8 人时 1 对 8、2 对 7、3 对 6、4 对 5",
    BY_LOT: "抽签配",
}
AFTERWARDS = (
    "在「变动」里把每一对写成「锁定对阵」，轮空的写「指定轮空」，再做「下一步」，程序就出同样的对阵。"
    "先后手和手工的相反的，成绩表里填「实际红方」。"
)


def swiss_steps(
    competition: Competition, stage: Stage, round_no: int, rules: PairingRules, heads: int, waiting: int,
    called: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Topic and words, in the order of the work. ``heads`` are to be paired; ``waiting`` is the round whose results are
    still out (0: none); ``called`` are the people by id, e.g. 12号张三."""
    regulation = competition.regulation
    if waiting:
        yield "收成绩", f"收齐第 {waiting} 轮成绩单，在「名次和历史」里填本轮得分、加出新积分"
        yield "计分", points_text(regulation.stage(stage.name), regulation)
    if stage.entrants == OTHERS and not competition.seeds and waiting and regulation.knockout:
        yield "分两边", f"前 {regulation.knockout.qualifiers} 名进{regulation.knockout.name}（见最后一页），其余的编这一轮"
    if round_no == 1:
        yield "对手", f"首轮{first_words(regulation.settings)['first']}"
    else:
        band = f"；{rule_words(regulation.settings)['band']}" if rules.band else ""
        yield "分组", f"积分相同的是一组，从高分组往低分组编；组内按编号从小到大{band}"
        yield "组内", f"{_INSIDE[rules.order]}；不能相遇的，换组内最近的人"
        again = f"。最近 {rules.float_memory} 轮里调过的（↓下调、↑上调），尽量不再往同一头调" if rules.float_memory else ""
        yield "调组", f"一组是单数或配不齐，才调人到下一组，调的人和跨的分都要最少{again}"
    yield "不能相遇", "、".join(_apart(competition, round_no, rules, called))
    yield "轮空", _bye(competition, stage, heads, bool(waiting), called, rules)
    yield "先后手", _colours(competition, round_no, rules)
    first = next(competition.tables(stage, round_no))
    fixed = "".join(f"；{called[player]}固定第 {table} 台" for player, table in rules.tables.items() if player in called)
    yield "台号", f"从第 {first} 台起：两人中积分高的一人高的在前，再看两人的和，再看小的编号{fixed}"
    yield "公布", "先查三遍：每人只有一台，不能再遇的没有碰上，先后手没有超限；再抄到「对阵表（空白）」张贴，发成绩单"
    yield "名次", chain_text(regulation.chain)
    yield "电脑好了", AFTERWARDS


def _apart(competition: Competition, round_no: int, rules: PairingRules, called: Mapping[str, str]) -> Iterator[str]:
    """Who may not meet: a phrase each."""
    wishes = competition.constraints(round_no)
    yield "遇过的人（见「不能再遇」）"
    if rules.avoid_team or rules.spare_team:
        yield f"{rule_words(competition.regulation.settings)['whom']}的人{'（尽量）' * rules.spare_team}"
    if competition.regulation["avoid_circle"] != "不用" and (competition.circles != "").any():
        yield f"同一个回避组的人{'（尽量）' * rules.spare_circle}"
    for pair in sorted(sorted(called[player] for player in pair if player in called) for pair in wishes.barred):
        yield "和".join(pair)
    for pair in sorted(sorted(called[player] for player in pair if player in called) for pair in wishes.locked):
        yield f"另外，{'和'.join(pair)}必须相遇"


def _bye(
    competition: Competition, stage: Stage, heads: int, waiting: bool, called: Mapping[str, str], rules: PairingRules
) -> str:
    if rules.bye in called:
        return f"{called[rules.bye]}轮空（裁判长指定）"
    points = competition.regulation.show(stage.points["bye"])
    even = "单数时" if waiting else "双数，没有人轮空；来的人变成单数时" if heads % 2 == 0 else "单数，"
    return f"参加编排 {heads} 人，{even}最低分组里没有轮空过的、编号最大的一人轮空，得 {points} 分；一人只轮空一次"


def _colours(competition: Competition, round_no: int, rules: PairingRules) -> str:
    parts = []
    if rules.surplus_limit:
        parts.append(f"先手和后手的次数相差不能超过 {rules.surplus_limit}，不能连着 {rules.run_limit + 1} 次同一先后手")
    if rules.last_round:
        parts.append("末轮同分的可以放宽")
    if round_no > 1:
        parts.append("先手次数少的一人先走；一样的，看最近一次两人不同的那一局，反过来")
    parts.append(("都一样的，" if round_no > 1 else "") + first_words(competition.regulation.settings)["first_colours"])
    return "；".join(parts)


def due_side(entrant: Entrant, rules: PairingRules) -> str:
    """Which side he is to have: 必先, 必后 by the limits, 先 or 后 by the balance."""
    for colour, other in ((RED, "后"), (BLACK, "先")):
        if breaks_limit(entrant, colour, rules):
            return f"必{other}"
    lean = entrant.surplus or {RED: 1, BLACK: -1}.get(entrant.last_colour or "", 0)
    return "后" if lean > 0 else "先" if lean < 0 else ""


def not_again(entrant: Entrant, near: Sequence[Entrant], rules: PairingRules) -> str:
    """The numbers of those nearby whom he may not meet."""
    apart = entrant.met | entrant.barred
    team = entrant.team.strip() if rules.avoid_team else ""
    return "、".join(
        str(other.number)
        for other in sorted(near, key=lambda other: other.number)
        if other.player != entrant.player
        and (other.player in apart or entrant.player in other.barred or (team and team == other.team.strip()))
    )
