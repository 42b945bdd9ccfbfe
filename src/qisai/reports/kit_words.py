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

_PATTERN = {
    "对折": "前一半对后一半（8 人时 1 对 5、2 对 6、3 对 7、4 对 8）",
    "相邻": "挨着的配（1 对 2、3 对 4）",
    "首尾": "头尾相配（8 人时 1 对 8、2 对 7、3 对 6、4 对 5）",
}
#: How far a pair is from the pattern, as :func:`out_of_order` counts it; places are those in the whole row.
_AWAY = {
    "对折": "每对两人的位置（队里第几个）之差与全组一半人数（舍去零头）差几，各对加起来小",
    "相邻": "每对两人中间隔几人，各对加起来小",
    "首尾": "每对两人的位置（队里第几个）之和与全组人数加 1 差几，各对加起来小",
}
_HALVES = "前一半对后一半，同在一半里的一对算差全组一半人数；"
#: Round 1: what the row is paired like besides the rule sheet's words, and :func:`displacement` in words.
_FIRST = {
    "相邻": ("", _AWAY["相邻"]),
    "抽签": ("抽出的次序排成一列，挨着的配", _AWAY["相邻"]),
    "单双": ("排在单数位的对排在双数位的", f"单数位对双数位，不是的一对算差全组一半人数；{_AWAY['相邻']}"),
    "对折": ("", _HALVES + _AWAY["对折"]),
    "首尾": ("", _HALVES + _AWAY["首尾"]),
}
_NEIGHBOURS = "。如 9、10 不能相遇：9-12、11-10 中间隔 2 人、0 人{other}，加起来都是 2"
_UNEQUAL = "依次比，前一项相同才比后一项："
_LEFT_EQUAL = "全都一样的由裁判长抽签"
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
        yield "对手", _first_round(first_words(regulation.settings)["first"], rules)
    else:
        yield from _by_score(competition, rules, even=heads % 2 == 0)
    yield "不能相遇", "、".join(_apart(competition, round_no, rules, called))
    yield "轮空", _bye(competition, stage, heads, round_no, called, rules)
    yield "先后手", _colours(competition, round_no, rules)
    first = next(competition.tables(stage, round_no))
    fixed = "".join(f"；{called[player]}固定第 {table} 台" for player, table in rules.tables.items() if player in called)
    seats = "按编号从小到大" if round_no == 1 else "两人中积分高的一人高的在前，再看两人的和，再看小的编号"
    yield "台号", f"从第 {first} 台起：{seats}{fixed}"
    yield "公布", CHECKED
    yield "电脑好了", AFTERWARDS


def _first_round(words: str, rules: PairingRules) -> str:
    """The pattern of round 1, and what is done with a pair of it that may not meet (``displacement`` in pairing/seeding)."""
    like, away = _FIRST[rules.first]
    order = [one for one in dict.fromkeys((*rules.criteria, "次序")) if one in ("回避", "次序")]
    parts = [part for one in order for part in ([away] if one == "次序" else _phrases(one, rules))]
    example = _NEIGHBOURS.format(other="；9-11、10-12 各隔 1 人" * (rules.first == "相邻")) * (rules.first in ("相邻", "单双"))
    example = example.replace("都是", "是") if rules.first == "单双" else example
    row = "" if rules.first == BY_LOT else "来的人按编号排成一列；"
    told = f"{row}首轮{words}{f'，{like}' if like else ''}。有不能相遇的，与近处的换人；各种换法{_UNEQUAL}{numbered(parts)}"
    return f"{told}{example}。{_LEFT_EQUAL}"


def _by_score(competition: Competition, rules: PairingRules, even: bool) -> Iterator[tuple[str, str]]:
    """How score groups are paired, in the order of importance of :func:`qisai.pairing.criteria.quality`."""
    settings = competition.regulation.settings
    band = f"；{rule_words(settings)['band']}" if rules.band else ""
    yield "分组", f"卡按积分分堆，从高到低；每堆按编号从小到大排成一列{band}"
    yield "数人数", ("从最高分往下累计人数：累计到某组是双数，这一组就没有人往下调；是单数，只有一对跨过这条线。"
                  "组里怎么换都配不齐，才多调一对。上面的线先办好，再看下面的线")  # fmt: skip
    if not even:
        yield "轮空先定", "先让轮空的人分数最低（见「轮空」），再看调谁"
    if rules.last_round:
        yield "末轮", "同分的人为了能相遇，先后手可以超限；超限的对局越少越好"
    yield "组内", inside_words(rules)
    yield "调谁", moving_words(rules)
    yield "举例", EXAMPLE


def numbered(parts: Sequence[str]) -> str:
    """``①甲；②乙``."""
    return "；".join(f"{chr(ord('①') + place)}{words}" for place, words in enumerate(parts))


def inside_words(rules: PairingRules) -> str:
    """How those of a score group who are not moved are paired: what :func:`quality` looks at inside it, in that order."""
    order = rules.order if "次序" in rules.criteria else BY_LOT
    laid = f"照{_PATTERN[order]}" if order in _PATTERN else "抽签"
    start = f"一组里不往外调的人自己配（位置仍按全组排），先{laid}摆好，再换人；不能相遇的分开"
    looked_at = {"次序": [_AWAY[order]] if order in _AWAY else []} | {one: _phrases(one, rules) for one in ("先后手", "回避")}
    parts = [part for one in rules.criteria for part in looked_at.get(one, [])]
    return f"{start}{f'，各种配法{_UNEQUAL}{numbered(parts)}' if parts else ''}。{_LEFT_EQUAL}"


def moving_words(rules: PairingRules) -> str:
    """Whom to move to another score group: every criterion of the round, in its order."""
    told = numbered([part for one in rules.criteria for part in _phrases(one, rules)])
    return f"跨线的对数一样多的各种调法，全轮各台放在一起，{_UNEQUAL}{told or '不看别的'}。{_LEFT_EQUAL}"


def _phrases(name: str, rules: PairingRules) -> list[str]:
    """A criterion of 编排次序 for someone who pairs by hand; [] where the rules give it nothing to look at."""
    rounds = {0: "", 1: "上一轮"}.get(rules.float_memory, f"上一轮，再看到前 {rules.float_memory} 轮")
    whom = "、".join(["同队"] * rules.spare_team + ["同一回避组"] * rules.spare_circle)
    return {
        "上下调": [f"同一头再调的人少：↓过的不再往下，↑过的不再往上（先看{rounds}）"] if rounds else [],
        "分差": ["分差小：每对看相差几组，差一组算 1，差两组算 4，差三组算 9，全部相加"],
        "先后手": ["都多先、都多后（卡上写着）的对局少", "同是应先、同是应后的对局少"],
        "回避": [f"{whom}的对局少"] if whom else [],
        "次序": [] if rules.order == BY_LOT else ["同组相遇的各对离「组内」摆法近（照「组内」的数，全轮加起来小）"],
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
    apart = [key for key in chain if not (key.row.counted or key.row.scored or key.name in ("previous", "lot", "number"))]
    if apart:
        yield "不累加的，到分不出时才看：" + "；".join(f"{key.label}——{key.row.meaning}" for key in apart)


def _apart(competition: Competition, round_no: int, rules: PairingRules, called: Mapping[str, str]) -> Iterator[str]:
    """Who may not meet: a phrase each."""
    wishes = competition.constraints(round_no)
    if round_no > 1:
        yield "遇过的人（卡上「对手」一行）"
    if round_no > 2 and (rules.surplus_limit or rules.run_limit):
        yield f"同是必先、同是必后的人{'（同分的两人除外）' * rules.last_round}"
    if rules.avoid_team or rules.spare_team:
        yield f"{rule_words(competition.regulation.settings)['whom']}的人{'（尽量）' * rules.spare_team}"
    if competition.regulation["avoid_circle"] != "不用" and (competition.circles != "").any():
        yield f"同一个回避组的人{'（尽量）' * rules.spare_circle}"
    for pair in sorted(sorted(called[player] for player in pair if player in called) for pair in wishes.barred):
        yield "和".join(pair)
    for pair in sorted(sorted(called[player] for player in pair if player in called) for pair in wishes.locked):
        yield f"另外，{'和'.join(pair)}必须相遇"


def _bye(
    competition: Competition, stage: Stage, heads: int, round_no: int, called: Mapping[str, str], rules: PairingRules
) -> str:
    if rules.bye in called:
        return f"{called[rules.bye]}轮空（裁判长指定）"
    points = competition.regulation.show(stage.points["bye"])
    who = "没有轮空过的人里分数最低的（几人一样时，一般是编号最大的）" if round_no > 1 else "编号最大的"
    told = f"参加编排 {heads} 人，" + ("单数，轮空一人" if heads % 2 else "双数，没有轮空；有人不到、变成单数时轮空一人")
    return f"{told}：{who}，得 {points} 分；一人只轮空一次"


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
