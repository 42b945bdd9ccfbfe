"""Prizes that depend on the field: shares, endings, lots and conditions; who may take them, and how they are paid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from qisai.regulation.checkup.facts import Conditions, Facts, Remark
from qisai.regulation.conditions import NUMBERS
from qisai.regulation.settings import BY_KEY
from qisai.regulation.summary import places_text, spans


def no_place(facts: Facts) -> Iterator[Remark]:
    """A share or an ending that comes to no place in a small field."""
    for prize, own in zip(facts.rules.prizes, facts.own_prizes, strict=True):
        if prize.pick and not own.places and facts.heads is not None and facts.meets(prize):
            rounding = facts.rules["share_rounding"]
            yield Remark("奖项名次", f"{prize.name}：{places_text(prize)}；{facts.heads_words}", "按人数算出来一个名次也没有",
                         f"不颁发（按比例的{rounding}）", "改名次，或改「按比例取整」", False)  # fmt: skip


def overlapping_lists(facts: Facts) -> Iterator[Remark]:
    """A share or an ending beside a list of places: the same people stand in both, and texts do not say if they take both."""
    rows = [
        (prize, own) for prize, own in zip(facts.rules.prizes, facts.own_prizes, strict=True)
        if not prize.by_lot and not prize.team and not prize.conditions
    ]  # fmt: skip
    overlaps: dict[tuple[str, str], set[int]] = {}
    for (one, first), (other, second) in combinations(rows, 2):
        if (one.pick or other.pick) and one.name != other.name:
            overlaps.setdefault((one.name, other.name), set()).update(set(first.places) & set(second.places))
    stacking, decided = facts.rules["stacking"], facts.decided("stacking")
    others = "；".join(choice for choice in BY_KEY["stacking"].choices if choice != stacking)
    for (one_name, other_name), both in overlaps.items():
        if both:
            yield Remark("奖项重叠", f"「{one_name}」和「{other_name}」；{facts.heads_words}",
                         f"第 {spans(tuple(both))} 名在两个奖里都有", f"奖金叠加：{stacking}", others, decided)  # fmt: skip


def lot_beyond_field(facts: Facts) -> Iterator[Remark]:
    """A lot draws among those who took no other prize: more than there can be is a promise that nobody keeps."""
    placed = {
        place for prize, own in zip(facts.rules.prizes, facts.own_prizes, strict=True)
        if not prize.team and not prize.conditions and not prize.by_lot for place in own.places
    }  # fmt: skip
    lots = [prize for prize in facts.rules.prizes if prize.by_lot and prize.pick]
    drawn = sum(prize.pick.count for prize in lots if prize.pick)
    if not lots or facts.heads is None:
        return
    left = facts.heads - sum(place <= facts.heads for place in placed)
    if drawn > left:
        named = "、".join(dict.fromkeys(prize.name for prize in lots))
        yield Remark("抽奖", f"{named}共抽 {drawn} 名；{facts.heads_words}", f"除去得名次奖的，最多只有 {max(left, 0)} 人可抽",
                     "抽完为止，抽不出的不颁发", "减少抽奖名额", False)  # fmt: skip
    for prize in lots:
        if prize.conditions and prize.pick and prize.pick.count > facts.meets(prize) > 0:
            few = f"合条件（{prize.condition}）的只有 {facts.meets(prize)} 人"
            yield Remark("抽奖", f"{prize.name}：{places_text(prize)}", few, "抽完为止，抽不出的不颁发", "减少抽奖名额", False)


def impossible_conditions(facts: Facts) -> Iterator[Remark]:
    """Conditions of one list that no player can meet together."""
    for name, conditions in dict.fromkeys((prize.name, prize.conditions) for prize in facts.rules.prizes):
        if field := _contradiction(conditions):
            words = "、".join(condition.words for condition in conditions)
            yield Remark("奖项条件", f"{name}：{words}", f"{field}的几个条件不可能同时成立", "不颁发",
                         "分成几行，各写一个条件", False)  # fmt: skip


def _contradiction(conditions: Conditions) -> str:
    """A column of which no value meets all conditions, "" where there is none."""
    for field in dict.fromkeys(condition.field for condition in conditions):
        own = [condition for condition in conditions if condition.field == field]
        equal = {condition.value for condition in own if condition.operator == "="}
        out = {condition.value for condition in own if condition.operator == "!="}
        if len(equal) > 1 or equal & out:
            return field
        if field in NUMBERS:
            low = max((int(c.value) + (c.operator == ">") for c in own if c.operator in (">", ">=", "=")), default=0)
            high = min((int(c.value) - (c.operator == "<") for c in own if c.operator in ("<", "<=", "=")), default=10**6)
            if low > high:
                return field
    return ""


def nobody_meets(facts: Facts) -> Iterator[Remark]:
    """A list for people of whom nobody has signed up is more often a word typed in two ways."""
    for name, conditions in dict.fromkeys((prize.name, prize.conditions) for prize in facts.rules.prizes if prize.conditions):
        if facts.meeting is not None and not facts.meeting.get(conditions, 0) and not _contradiction(conditions):
            words = "、".join(condition.words for condition in conditions)
            yield Remark("奖项条件", f"{name}：{words}", "选手里没有人符合", "不颁发",
                         "和「报名」表写得一样；补填「报名」表", False)  # fmt: skip


def unsaid(facts: Facts) -> Iterator[Remark]:
    """Nobody is guessed to be a woman, old or weak: who leaves it blank cannot take such a prize, and should know."""
    for name, conditions in dict.fromkeys((prize.name, prize.conditions) for prize in facts.rules.prizes if prize.conditions):
        if people := facts.unsaid.get(conditions, ()):
            words = "、".join(condition.words for condition in conditions)
            named = "、".join(people[:12]) + (f" 等 {len(people)} 人" if len(people) > 12 else "")
            yield Remark("奖项资料", f"{name}：{words}", f"{len(people)} 人资料没有填全，不能判断。{named}", "不算符合，不猜",
                         "在「报名」表补填", False)  # fmt: skip


def tied_money(facts: Facts) -> Iterator[Remark]:
    """Ranks that may be shared and money that is not, or the other way round."""
    way = next((p.sharing for p in facts.rules.prizes if p.sharing not in ("", "不平分")), facts.rules["tied_prizes"])
    shared = facts.rules["share_below"] or facts.rules["tied_by"] == "积分相同"
    if not facts.rules.prizes:
        return
    if facts.rules["share_below"] and not facts.decided("tied_prizes"):
        yield Remark("并列奖金", facts.says("share_below"), "名次可以并列，没有写并列的人奖金怎样分",
                     "不平分：按排列先后各领各的", "平分；Hort（自己名次的一半加平分数的一半）", False)  # fmt: skip
    elif way != "不平分" and not shared:
        yield Remark("并列奖金", facts.says("tied_prizes"), "「名次并列」没有填，名次不会并列", "没有并列，各领各的",
                     "在「名次并列」填第几名以后可以并列；「奖金并列口径」填积分相同", False)  # fmt: skip


def two_ways(facts: Facts) -> Iterator[Remark]:
    """One list whose rows share money in different ways."""
    lists: dict[tuple[str, Conditions], list[str]] = {}
    for prize in facts.rules.prizes:
        lists.setdefault((prize.name, prize.conditions), []).append(prize.sharing or facts.rules["tied_prizes"])
    for (name, _), ways in lists.items():
        if len(set(ways)) > 1:
            words = f"{name}：{'、'.join(dict.fromkeys(ways))}"
            yield Remark("并列奖金", words, "一个奖的各行「并列」不同", f"按第一行：{ways[0]}", "各行填成一样", False)


def too_many_rounds(facts: Facts) -> Iterator[Remark]:
    """More rounds asked of a prize winner than are played."""
    least, last = facts.rules["prize_rounds"], facts.rules.last_swiss_round
    if least > last:
        yield Remark("领奖最少轮数", facts.says("prize_rounds"), f"积分编排只有 {last} 轮，没有人能领奖", "淘汰赛以外的都不领奖",
                     f"至多填 {last}", False)  # fmt: skip


def deposit(facts: Facts) -> Iterator[Remark]:
    """A deposit without a rule for its return, or a rule without a deposit."""
    key, yuan = "deposit_back", facts.rules["deposit"]
    back = facts.rules[key]
    if facts.decided(key) and not yuan:
        yield Remark("押金退还", facts.says(key), "「押金」没有填", "不收押金", "在「押金」填每人多少元", False)
    elif yuan and not facts.decided(key):
        others = "；".join(choice for choice in BY_KEY[key].choices if choice != back)
        yield Remark("押金退还", facts.says("deposit"), "没有写什么情形退还押金", back, others, False)
