"""How a round is paired by hand, in short words: the steps of the paper kit, by the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qisai.event import Competition
from qisai.pairing.colours import breaks_limit
from qisai.pairing.criteria import BY_LOT
from qisai.pairing.field import Entrant, PairingRules
from qisai.regulation.criteria import rule_words
from qisai.regulation.model import OTHERS, Regulation, Stage
from qisai.regulation.seeding import first_words
from qisai.regulation.summary import order_text, points_text
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


CHECKED = (
    "先查三遍：每人只有一台，不能再遇的没有碰上，先后手没有超限；"
    "再抄到「对阵表（空白）」张贴，发成绩单，卡上填对手、先后"
)
EXAMPLE = (
    "甲、乙、丙三组 5、4、5 人，累计 5、9、14：单、单、双，所以甲组、乙组之下各有一对跨过，丙组之下没有。"
    "甲组下来的人遇乙组一人，乙组就要再下去一人遇丙组（分差 1＋1＝2）；"
    "或者甲组下来的人跳过乙组直接遇丙组一人，乙组自己配（分差 2×2＝4）。跨线的对数一样多，就看「调谁」排在前面的那一项"
)


def swiss_steps(
    competition: Competition, stage: Stage, round_no: int, rules: PairingRules, heads: int, waiting: int,
    called: Mapping[str, str],
) -> Iterator[tuple[str, str]]:
    """Topic and words, in the order of the work. ``heads`` are to be paired; ``waiting`` is the round whose results are
    still out (0: none); ``called`` are the people by id, e.g. 12号张三."""
    regulation = competition.regulation
    if waiting:
        yield "收成绩", f"收齐第 {waiting} 轮成绩单，在编排卡上填得分、加出新积分，写在右上角的格里"
        yield "计分", points_text(regulation.stage(stage.name), regulation)
    if stage.entrants == OTHERS and not competition.seeds and waiting and regulation.knockout:
        knockout = regulation.knockout
        yield "分两边", (f"先在「名次」表里排出前 {knockout.qualifiers} 名，他们进{knockout.name}"
                       f"（见「第 {round_no} 轮（{knockout.name}）对阵」），抽出他们的卡，其余的编这一轮")  # fmt: skip
    if round_no == 1:
        yield "对手", f"首轮{first_words(regulation.settings)['first']}"
    else:
        yield from _by_score(competition, round_no, rules, even=not waiting and heads % 2 == 0)
    yield "不能相遇", "、".join(_apart(competition, round_no, rules, called))
    yield "轮空", _bye(competition, stage, heads, bool(waiting), called, rules)
    yield "先后手", _colours(competition, round_no, rules)
    first = next(competition.tables(stage, round_no))
    fixed = "".join(f"；{called[player]}固定第 {table} 台" for player, table in rules.tables.items() if player in called)
    seats = "按编号从小到大" if round_no == 1 else "两人中积分高的一人高的在前，再看两人的和，再看小的编号"
    yield "台号", f"从第 {first} 台起：{seats}{fixed}"
    yield "公布", CHECKED
    yield "电脑好了", AFTERWARDS


def _by_score(competition: Competition, round_no: int, rules: PairingRules, even: bool) -> Iterator[tuple[str, str]]:
    """How score groups are paired, in the order of importance of :func:`qisai.pairing.criteria.quality`."""
    settings = competition.regulation.settings
    band = f"；{rule_words(settings)['band']}" if rules.band else ""
    yield "分组", f"卡按积分分堆，从高到低；每堆按编号从小到大排成一列{band}"
    yield "组内", f"{_INSIDE[rules.order]}；不能相遇的，换组内最近的人"
    yield "数人数", ("从最高分往下累计人数：累计到某组是双数，这一组就没有人往下调；是单数，只有一对跨过这条线。"
                  "组里怎么换都配不齐，才多调一对。上面的线先办好，再看下面的线")  # fmt: skip
    if not even:
        yield "轮空先定", "单数时，先让轮空的人分数最低（见「轮空」），再看调谁"
    if rules.last_round:
        yield "末轮", "同分的人为了能相遇，先后手可以超限；超限的对局越少越好"
    parts = [words for one in rules.criteria if (words := _criterion(one, rules))]
    told = "；".join(f"{'①②③④⑤'[place]}{words}" for place, words in enumerate(parts))
    yield "调谁", f"跨线的对数一样多的各种调法，依次比，前一项相同才比后一项：{told or '不看别的'}。全都一样的由裁判长抽签"
    yield "举例", EXAMPLE


def _criterion(name: str, rules: PairingRules) -> str:
    """A criterion of 编排次序 for someone who pairs by hand; "" where the rules give it nothing to look at."""
    rounds = {0: "", 1: "上一轮"}.get(rules.float_memory, f"上一轮，再看到前 {rules.float_memory} 轮")
    whom = "、".join(["同队"] * rules.spare_team + ["同一回避组"] * rules.spare_circle)
    return {
        "上下调": f"同一头再调的人少：↓过的不再往下，↑过的不再往上（先看{rounds}）" if rounds else "",
        "分差": "分差小：每对看相差几组，差一组算 1，差两组算 4，差三组算 9，全部相加",
        "先后手": "都多先（都多后）的两人少相遇，再是应得先后手相同的少相遇",
        "回避": f"{whom}的少相遇" if whom else "",
        "次序": "" if rules.order == BY_LOT else "留下的人离「组内」的对手近",
    }[name]


def chain_notes(regulation: Regulation) -> Iterator[str]:
    """How the standings are made by hand: the whole chain, and where the new values come from."""
    chain = regulation.chain
    yield f"名次：{order_text(regulation)}"
    opponents = [key.label for key in chain if key.row.of_opponents]
    progress = [f"{key.label}加新积分" for key in chain if key.name == "progressive"]
    again = [f"{'、'.join(opponents)}按对手的新积分重新加"] * bool(opponents)
    before = ["前一轮名次就是表里的「名次」"] * any(key.name == "previous" for key in chain)
    yield "；".join(["新值＝旧值加本轮的", *progress, *again, *before])


def _apart(competition: Competition, round_no: int, rules: PairingRules, called: Mapping[str, str]) -> Iterator[str]:
    """Who may not meet: a phrase each."""
    wishes = competition.constraints(round_no)
    yield "遇过的人（卡上「对手」一行）" if round_no > 1 else "遇过的人"
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
    who = "没有轮空过的人里分数最低的一人轮空（几人一样时，一般是编号最大的）"
    return f"参加编排 {heads} 人，{even}{who}，得 {points} 分；一人只轮空一次"


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


def others_barred(entrant: Entrant, field: Sequence[Entrant], rules: PairingRules) -> str:
    """The numbers of those whom he may not meet though he has not met them: a ruling, his team."""
    team = entrant.team.strip() if rules.avoid_team else ""
    return "、".join(
        str(other.number)
        for other in sorted(field, key=lambda other: other.number)
        if other.player != entrant.player
        and other.player not in entrant.met
        and (other.player in entrant.barred or entrant.player in other.barred or (team and team == other.team.strip()))
    )
