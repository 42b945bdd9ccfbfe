"""Places of the prizes that nobody can take, and sums that do not meet."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from qisai.regulation.checkup.facts import Conditions, Facts, Remark
from qisai.regulation.checkup.teams import placed_teams
from qisai.regulation.model import Prize
from qisai.regulation.settings import names
from qisai.regulation.summary import spans
from qisai.regulation.teams import NONE


def prize_places(facts: Facts) -> Iterator[Remark]:
    """A prize for a place that no player, or no team, can take: lucky places above all."""
    teams = placed_teams(facts)
    for team, limit, words in ((False, facts.heads, facts.heads_words), (True, teams, f"能列团体名次的 {teams} 队")):
        beyond: dict[str, list[int]] = {}
        for prize in facts.rules.prizes:
            places = [place for place in prize.places if limit is not None and place > limit]
            if places and prize.team == team and not prize.conditions:
                beyond.setdefault(prize.name, []).extend(places)
        if beyond:
            says = "；".join(f"{name}：第 {spans(tuple(places))} 名" for name, places in beyond.items())
            who = "队" if team else "人"
            yield Remark("奖项名次", f"{says}；{words}", f"{sum(map(len, beyond.values()))} 个名次超出{who}数，没有{who}能得",
                         "不颁发，在奖项表里列出", f"改为{who}数以内的名次", False)  # fmt: skip


def prizes_twice(facts: Facts) -> Iterator[Remark]:
    """Two prizes of one kind for one place are more often a slip than generosity."""
    placed = [own for prize, own in zip(facts.rules.prizes, facts.own_prizes, strict=True) if not prize.by_lot]
    for name in dict.fromkeys(prize.name for prize in placed):
        rows = [prize for prize in placed if prize.name == name]
        for people in dict.fromkeys((prize.conditions, prize.team) for prize in rows):
            same = [prize for prize in rows if (prize.conditions, prize.team) == people]
            counted = Counter(place for prize in same for place in prize.places)
            twice = tuple(place for place, count in counted.items() if count > 1)
            if twice:
                yield Remark("奖项重复", f"{name}：第 {spans(twice)} 名", "同一名次写了两次，会得两份", "两份都发",
                             "删掉一行", False)  # fmt: skip


def team_prizes(facts: Facts) -> Iterator[Remark]:
    """Prizes for teams need a team table."""
    listed = dict.fromkeys(prize.name for prize in facts.rules.prizes if prize.team)
    if listed and facts.rules["teams"] == NONE:
        yield Remark("团体奖", f"「奖项」表：{'、'.join(listed)}", "有团体的奖，「团体赛」却是不设",
                     "不排团体名次，团体的奖不颁发", "「团体赛」填个人名次之和；「对象」改为个人", False)  # fmt: skip


def lucky_name(facts: Facts) -> Iterator[Remark]:
    """「不领幸运奖」 needs a prize of that name to hold back."""
    lucky = facts.rules["lucky"]
    if facts.rules["missed_round"] == "不领幸运奖" and all(prize.name != lucky for prize in facts.rules.prizes):
        yield Remark("幸运奖", f"「幸运奖名称」是 {lucky}", f"「奖项」表里没有「{lucky}」，缺轮处理不起作用",
                     "缺轮的棋手照领各奖", "改「幸运奖名称」或「奖项」表的奖项名", False)  # fmt: skip


def slots_beyond_field(facts: Facts) -> Iterator[Remark]:
    """More places in the next event than players in this one."""
    slots, heads = facts.rules["slots"], facts.heads
    if heads is not None and slots > heads:
        yield Remark("晋级名额", f"「晋级名额」填 {slots}，{facts.heads_words}", "名额比人数多", "全体列名次的都晋级",
                     f"至多填 {heads}", False)  # fmt: skip


def prize_sum(prizes: Iterable[Prize], local_heads: Mapping[Conditions, int] | None = None) -> int:
    """Yuan for all places that the rows name, a team's once; a list by head count as far as its heads go, whole where
    they are unknown.

    Rows of one name and condition make one list, as in the awards.
    """
    total = 0
    before: Counter[tuple[str, Conditions]] = Counter()  # places of each list so far
    for prize in prizes:
        listed = prize.name, prize.conditions
        count = len(prize.places)
        if prize.per_heads and local_heads is not None and prize.conditions in local_heads:
            allowed = local_heads[prize.conditions] // prize.per_heads
            count = min(max(allowed - before[listed], 0), count)
        before[listed] += len(prize.places)
        total += prize.amount * count
    return total


def money(facts: Facts) -> Iterator[Remark]:
    """Prizes and lunch are promised, fees are capped (Danyang 六, 七): who pays the rest should be known.

    Before the sign-up the fees are at most the dearest class for everybody; where a class pays by team, nothing is
    known of them.
    """
    rules, heads, prizes = facts.rules, facts.heads, facts.all_prizes
    fee = max(rules["fees"].values())
    income, lunch = facts.fee_income, facts.lunch_cost
    if income is None and heads is not None and not rules["team_classes"]:
        income = heads * fee
    if lunch is None:
        seats = rules["table_seats"]
        lunch = math.ceil(heads / seats) * rules["table_price"] if seats and heads is not None else 0
    total = prize_sum(prizes, facts.local_heads)
    if income is None or income >= total + lunch:
        return
    parts = {
        "团体奖 {} 元": prize_sum(prize for prize in prizes if prize.team),
        "幸运奖 {} 元": prize_sum(prize for prize in prizes if prize.name == rules["lucky"]),
        "按人数设的奖至多 {} 元": prize_sum((prize for prize in prizes if prize.per_heads), facts.local_heads),
    }
    inside = "、".join(words.format(yuan) for words, yuan in parts.items() if yuan)
    source = "应收（含代付）" if facts.fee_income is not None else f"：{facts.heads_words}，每人至多 {fee} 元，至多"
    counted = "（只算选手）" if lunch and facts.lunch_cost is None else ""
    meal = f"；午餐 {lunch} 元{counted}" if lunch else ""
    yield Remark(
        "收支", f"参赛费{source} {income} 元；奖金 {total} 元{f'（含{inside}）' if inside else ''}{meal}",
        f"收入比奖金{'与午餐' if lunch else ''}少 {total + lunch - income} 元，规程没有写由谁承担", "程序只列账，不改奖金",
        "赞助或承办单位补足（在「奖金预算」填预算）；按收入减奖", 0 < total <= rules["budget"],
    )  # fmt: skip


def budget(facts: Facts) -> Iterator[Remark]:
    """The prizes together, of players and teams, must stay within the budget."""
    total, limit = prize_sum(facts.all_prizes, facts.local_heads), facts.rules["budget"]
    if limit and total > limit:
        yield Remark("奖金预算", f"奖金合计 {total} 元，预算 {limit} 元", f"超出预算 {total - limit} 元",
                     "按「奖项」表颁发", "减少奖项或提高预算", False)  # fmt: skip


def fee_classes(facts: Facts) -> Iterator[Remark]:
    """A class that somebody else pays for, or that pays by team, must be one of the fee classes."""
    for topic, key in (("代付类别", "billed"), ("按队缴费类别", "team_classes")):
        unknown = [name for name in names(facts.rules[key]) if name not in facts.rules["fees"]]
        if unknown:
            yield Remark(topic, facts.says(key), f"{'、'.join(unknown)}不在缴费类别里", "没有人属于这个类别",
                         "在「缴费类别」补上", False)  # fmt: skip
