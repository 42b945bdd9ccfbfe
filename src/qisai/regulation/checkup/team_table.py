"""The team table: rules of it that contradict each other, that have no effect, or that favour somebody."""

from __future__ import annotations

from collections.abc import Iterator

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.checkup.teams import largest_team, placed_teams, proposed_count
from qisai.regulation.settings import BY_KEY
from qisai.regulation.teams import (
    ALL_GROUPS,
    BEST_RANK,
    EACH_GROUP,
    FIELD,
    NONE,
    NUMBER,
    PADDED,
    PARTIAL,
    POINTS,
    RANK_POINTS,
    UNRANKED,
    WHOLE_TEAM,
    rising,
    smaller_first,
)


def _remark(facts: Facts, key: str, doubt: str, reading: str, others: str, decided: bool = False) -> Remark:
    return Remark(BY_KEY[key].label, facts.says(key), doubt, reading, others, decided)


def rank_points(facts: Facts) -> Iterator[Remark]:
    """Points of the ranks are needed for their sum alone, and what they leave out is 0 or one more each (#4)."""
    rules, key = facts.rules, "rank_points"
    points, kind, heads = rules[key], rules["teams"], facts.heads
    if kind == RANK_POINTS and not points:
        yield _remark(facts, key, "团体赛是名次分之和，没有写各名次得几分", "还没有定，填好才能抽签",
                      "0,2,3（以后每名加一，小者列前）；9,7,6,5,4,3,2,1（其余 0 分，大者列前）")  # fmt: skip
    elif kind not in (NONE, RANK_POINTS) and points:
        yield _remark(facts, key, f"「团体赛」是{kind}，用不到名次分", "不用名次分", "「团体赛」填名次分之和；清空名次分")
    elif kind == RANK_POINTS and not rising(points) and heads is not None and heads > len(points):
        scoring = sum(point > 0 for point in points)
        few = max(rules["team_count"], 1) > scoring
        doubt = f"只有前 {scoring} 名有分，{facts.heads_words}，第 {scoring + 1} 名以后都是 0 分"
        doubt += f"；每队计 {rules['team_count']} 人，没有队能人人有分" if few else ""
        yield _remark(facts, key, doubt, "其余名次 0 分", "写到最后一名", facts.decided(key) and not few)


def whole_team(facts: Facts) -> Iterator[Remark]:
    """Everybody of the team counts (#7): where teams have different numbers, size alone moves a team."""
    rules, sizes = facts.rules, facts.counting_teams.values()
    if rules["teams"] == NONE or rules["team_count"] != WHOLE_TEAM or rules["group_count"] or not sizes:
        return
    if min(sizes) < max(sizes):
        small, size = smaller_first(rules.settings), proposed_count(facts.counting_teams)
        doubt = f"计全队，各队人数不同（{min(sizes)} 至 {max(sizes)} 人），人{'少' if small else '多'}的队占便宜"
        yield _remark(facts, "team_count", doubt, "照填的计全队", f"定一个人数，如 {size}" if size else "定一个人数")


def unfit_padding(facts: Facts) -> Iterator[Remark]:
    """There is no last place in points; with fewer ranks to add up a short team comes out ahead; and in a small field
    the place behind the last one may still be worth points."""
    rules, key, points, heads = facts.rules, "team_short", facts.rules["rank_points"], facts.heads
    if rules["teams"] == POINTS and rules[key] in (PADDED, FIELD):
        yield _remark(facts, key, f"积分没有末名，「{rules[key]}」补不了", "缺的人不加分", f"{PARTIAL}；{UNRANKED}")
    elif rules["teams"] != NONE and rules[key] == PARTIAL and smaller_first(rules.settings):
        yield _remark(facts, key, "和小者列前，缺人的队加得少，反而排到前面", f"照填的{PARTIAL}", f"{UNRANKED}；{PADDED}")
    falling = rules["teams"] == RANK_POINTS and not smaller_first(rules.settings)
    missing = 0 if heads is None else heads + (rules[key] == PADDED)
    if falling and rules[key] in (PADDED, FIELD) and 0 < missing <= len(points) and points[missing - 1]:
        doubt = f"{facts.heads_words}，缺的人按第 {missing} 名也得 {points[missing - 1]} 分"
        yield _remark(facts, key, doubt, f"照填的{rules[key]}", f"{PARTIAL}，缺的人 0 分")


def least_members(facts: Facts) -> Iterator[Remark]:
    """A minimum that no team reaches, or that the counted number asks for anyway; else who is below it."""
    rules, key, teams = facts.rules, "team_least", facts.counting_teams
    least, count = rules[key], rules["team_count"]
    below = [f"{team}（{heads} 人）" for team, heads in teams.items() if heads < least]
    if rules["teams"] == NONE or not least:
        return
    if teams and len(below) == len(teams):
        most = largest_team(teams)[1]
        yield _remark(facts, key, f"人数最多的队只有 {most} 人，不到 {least} 人", "各队都不列团体名次", f"至多填 {most}")
    elif count >= least and rules["team_short"] == UNRANKED:
        yield _remark(facts, key, f"不够 {count} 人的队本来就不列团体名次，最少 {least} 人不起作用", f"要 {count} 人才列名次",
                      "清空；「人数不足的队」改填别的")  # fmt: skip
    elif below:
        yield _remark(facts, key, f"不到 {least} 人的队：{'、'.join(below)}", "不列团体名次", "减少这个数", facts.decided(key))


def least_teams(facts: Facts) -> Iterator[Remark]:
    """Too few teams: no team ranking is made."""
    wanted, teams = facts.rules["least_teams"], facts.teams
    if facts.rules["teams"] != NONE and wanted and teams and placed_teams(facts) == 0:
        yield _remark(facts, "least_teams", f"现有 {len(facts.counting_teams)} 队，够人数的不到 {wanted} 队",
                      "不排团体名次，团体奖不颁发", "减少这个数")  # fmt: skip


def groups(facts: Facts) -> Iterator[Remark]:
    """Rules for several groups where there is one, and so few from each group that a team is never complete."""
    rules, key = facts.rules, "group_count"
    if rules["teams"] == NONE:
        return
    if facts.groups == 1 and rules["team_scope"] == EACH_GROUP:
        yield _remark(facts, "team_scope", "只有一个组别，不起作用", "不分组别", "清空；在报名表和阶段表填组别")
    in_one, most, count = facts.groups if rules["team_scope"] == ALL_GROUPS else 1, rules[key], rules["team_count"]
    if most and count > most * in_one:
        doubt = f"每组最多 {most} 人，{in_one} 组至多 {most * in_one} 人，凑不够每队 {count} 人"
        yield _remark(facts, key, doubt, "各队都按人数不足", f"每队计分人数至多填 {most * in_one}；填全队")
    elif most and in_one == 1:
        yield _remark(facts, key, "一个团体名次里只有一个组别", f"每队最多计 {most} 人", "清空，只填团体计分人数")


def named_members(facts: Facts) -> Iterator[Remark]:
    """Some teams have named who counts (#10), others have more players than count and have not."""
    rules = facts.rules
    sizes = facts.own_teams if rules["team_scope"] == EACH_GROUP else facts.teams or {}
    counting = facts.counting_teams
    choosy = [team for team, heads in counting.items() if heads < sizes.get(team, 0)]
    silent = [team for team, heads in counting.items() if team not in choosy and heads > rules["team_count"] > 0]
    if rules["teams"] != NONE and choosy and silent:
        yield Remark("团体队员", f"「报名」表的「团体队员」：{'、'.join(choosy)}填了", f"没有填的队：{'、'.join(silent)}",
                     "没有填的队，从全队里取最好的", "各队都在抽签以前填好", False)  # fmt: skip


def tie_order(facts: Facts) -> Iterator[Remark]:
    """Words of 团体相同 that can decide nothing."""
    rules, key = facts.rules, "team_ties"
    words = rules[key]
    if rules["teams"] == NONE:
        return
    if rules["teams"] == POINTS and "积分和" in words:
        yield _remark(facts, key, "比的就是积分和，和相同时积分和也相同", "跳过积分和", "删掉积分和")
    one_list = facts.groups == 1 or rules["team_scope"] == EACH_GROUP
    enders = [NUMBER] + [BEST_RANK] * (one_list and not rules.settings.get("share_below"))
    end = next((place for place, word in enumerate(words[:-1]) if word in enders), None)
    if end is not None:
        last, idle = words[end], "、".join(words[end + 1 :])
        yield _remark(facts, key, f"两队的{last}不会相同，后面的{idle}用不到", f"比到{last}为止", f"把{last}放到最后")


def points_of_qualifiers(facts: Facts) -> Iterator[Remark]:
    """Who goes on to the knockout makes no more points, while the others play on: their teams gain by it."""
    rules = facts.rules
    if rules["teams"] == POINTS and rules.knockout and rules.others:
        more = rules.others.last - rules.swiss.last
        yield _remark(facts, "teams", f"前 {rules.knockout.qualifiers} 名的积分停在第一阶段，其余的还要再下 {more} 轮",
                      "按总名次表上的积分相加", "改用个人名次之和", False)  # fmt: skip
