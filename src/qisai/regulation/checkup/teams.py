"""Teams: how many count, who must send one, who is short; and what must be settled before the draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.checkup.text import question, wanted
from qisai.regulation.model import Regulation
from qisai.regulation.settings import BY_KEY, names, shown
from qisai.regulation.teams import (
    ALL_GROUPS,
    AMONG_MEMBERS,
    BEST_RANK,
    NONE,
    POINTS,
    RANK_POINTS,
    UNRANKED,
    WHOLE_TEAM,
    undecided,
)
from qisai.vocabulary import plain


def undecided_before_draw(regulation: Regulation, teams: Mapping[str, int] | None = None) -> list[str]:
    """Sentences on what must be typed before the numbers are drawn; [] where nothing is open.

    ``teams``: how many players each team has signed up. Who counts in a team may not be chosen when it is known who
    plays well (rules summary 6, row 29).
    """
    if not undecided(regulation.settings):
        return []
    found = []
    if not regulation["team_count"]:
        size = proposed_count(teams or {})
        proposal = f"；报名的队里人数最少的有 {size} 人，建议填 {size}" if size else ""
        found.append(f"有团体赛，还没有定每队计几个人的名次：请在「规程」表的「团体计分人数」填数，抽签以后不再改{proposal}")
    if regulation["teams"] == RANK_POINTS and not regulation["rank_points"]:
        found.append("团体赛是名次分之和，还没有定各名次的分：请在「规程」表填「名次分」，如 0,2,3 或 9,7,6,5,4,3,2,1")
    return found


def proposed_count(teams: Mapping[str, int]) -> int:
    """The smallest size of a complete team; one player alone is no team. 0 where there is none.

    >>> proposed_count({"甲队": 4, "乙队": 3, "丙队": 1}), proposed_count({"丙队": 1})
    (3, 0)
    """
    return min((heads for heads in teams.values() if heads >= 2), default=0)


def needed(rules: Regulation, groups: int) -> int:
    """How many players make a team complete; 0 where every team is, whatever its size."""
    count: int = rules["team_count"]
    in_one = groups if rules["team_scope"] == ALL_GROUPS else 1
    return count if count != WHOLE_TEAM else rules["group_count"] * in_one


def placed_teams(facts: Facts) -> int | None:
    """How many teams can have a place in the team table; None before the sign-up, or while its rules are open."""
    rules = facts.rules
    if facts.teams is None or rules["teams"] == NONE or undecided(rules.settings):
        return None
    least = max(rules["team_least"], needed(rules, facts.groups) if rules["team_short"] == UNRANKED else 1)
    placed = sum(heads >= least for heads in facts.counting_teams.values())
    return placed if placed >= rules["least_teams"] else 0


def nobody_in_a_team(facts: Facts) -> Iterator[Remark]:
    """A team event without teams has been switched on too much, or 单位 has not been filled in."""
    if facts.rules["teams"] != NONE and facts.teams is not None and not facts.teams:
        yield Remark("团体赛", facts.says("teams"), "报名的人都不属于任何队", "没有团体名次",
                     "在报名表填「单位」；「团体赛」改为不设", False)  # fmt: skip


def team_count(facts: Facts) -> Iterator[Remark]:
    """The sum of ranks needs a number of ranks (Tianshui 六), and one that some team can reach."""
    rules, key, teams = facts.rules, "team_count", facts.counting_teams
    count, most = rules["team_count"], largest_team(teams)[1]
    if rules["teams"] == NONE:
        return
    if count and most and count > most and rules["team_short"] == UNRANKED:
        yield Remark(BY_KEY[key].label, facts.says(key), f"每队计 {count} 人，人数最多的队只有 {most} 人，没有完整的队",
                     "各队都不列团体名次", f"至多填 {most}", False)  # fmt: skip
    elif not count or facts.quote(key):
        size = proposed_count(teams)
        proposal = f"{size} 人，报名的队里最少的人数；" if size and size != count else ""
        reading = "每队计全队" if count == WHOLE_TEAM else f"每队计 {count} 人" if count else "还没有定，填好才能抽签"
        yield Remark(BY_KEY[key].label, facts.says(key), question(facts, key) + meaning(teams), reading,
                     proposal + BY_KEY[key].others, count != 0)  # fmt: skip


def meaning(teams: Mapping[str, int]) -> str:
    """What each number would mean for the teams that have signed up.

    >>> meaning({"甲队": 4, "乙队": 3, "丙队": 1})
    '。现有 3 队：计 1 人 3 队够，2 人 2 队，3 人 2 队，4 人 1 队'
    """
    sizes = range(1, min(largest_team(teams)[1], 12) + 1)
    enough = [f"{size} 人 {sum(heads >= size for heads in teams.values())} 队{'够' * (size == 1)}" for size in sizes]
    return f"。现有 {len(teams)} 队：计 {'，'.join(enough)}" if enough else ""


def team_ranks(facts: Facts) -> Iterator[Remark]:
    """The sum of individual ranks: of which list, and what if two sums are equal (rules summary 6, row 30)."""
    rules = facts.rules
    if rules["teams"] == NONE or not facts.quote("teams"):
        return
    again = "只在有队的棋手里另排名次"
    among = rules["team_ranks"] == AMONG_MEMBERS
    ties = "比最好名次、次好名次" if rules["team_ties"] == (BEST_RANK,) else f"依次比{'、'.join(rules['team_ties'])}"
    doubt = "没有说没有队的棋手占不占名次，也没有说和相同怎么办"
    reading, other = (again, "用总名次") if among else ("用总名次，没有队的也占名次", again)
    if rules["teams"] == POINTS:
        doubt, reading, other = "没有说和相同怎么办", "用各人的积分", "用各人的名次"
    yield Remark("团体名次", facts.quote("teams"), doubt, f"{reading}；和相同{ties}", f"{other}；和相同并列",
                 facts.decided("teams"))  # fmt: skip


def short_teams(facts: Facts) -> Iterator[Remark]:
    """Texts do not say what becomes of a team that is short of the counted number; named where they are known."""
    rules, key = facts.rules, "team_short"
    count, teams = needed(rules, facts.groups), facts.counting_teams
    some = largest_team(teams)[1] >= count  # else nobody can be complete, and that is said already
    short = [f"{team}（{heads} 人）" for team, heads in teams.items() if some and heads < count]
    if rules["teams"] != NONE and (short or wanted(facts, key)):
        named = f"。现在不够 {count} 人的队：{'、'.join(short)}" if short else ""
        others = "；".join(choice for choice in BY_KEY[key].choices if choice != rules[key])
        yield Remark(BY_KEY[key].label, facts.says(key), question(facts, key) + named, shown(BY_KEY[key], rules[key]),
                     others, facts.decided(key))  # fmt: skip


def obliged(facts: Facts) -> Iterator[Remark]:
    """Units that must send a team (Tianshui 四: five counties, two districts, none named): which, and did they?"""
    key, units = "obliged", names(facts.rules["obliged"])
    quote, topic = facts.quote(key), BY_KEY[key].label
    signed = {plain(team) for team in facts.teams or {}}
    missing = [name for name in units if plain(name) not in signed] if facts.teams is not None else []
    if quote and not units:
        yield Remark(topic, quote, "没有列出是哪些单位", "不核对", "填单位名，用逗号隔开", False)
    elif quote or missing:
        silent = "没有列出是哪些单位" if quote else f"{len(missing)} 个单位没有报名组队"
        named = f"。没有报名的：{'、'.join(missing)}" if missing else ""
        yield Remark(topic, facts.says(key), silent + named, f"按填的 {len(units)} 个核对：{'、'.join(units)}",
                     "只看实际报名的队", not missing)  # fmt: skip


def teammates_apart(facts: Facts) -> Iterator[Remark]:
    """Teammates cannot all be kept apart where one team is more than half of the field."""
    team, most = largest_team(facts.own_teams)
    rules = facts.rules
    must = rules["avoid_rounds"] and rules["avoid_how"] == "必须" and rules["avoid_by"] == "单位"
    if must and facts.players is not None and 2 * most > facts.players + 1:
        yield Remark("同队回避", facts.says("avoid_rounds"), f"{team}有 {most} 人，超过参赛 {facts.players} 人的一半，回避不了",
                     "编不出时停下来，由裁判长同意同队相遇",
                     "「同队回避轮数」填 0，或「同队回避方式」填尽量；分成两队", False)  # fmt: skip


def spared_in_vain(facts: Facts) -> Iterator[Remark]:
    """尽量 weighs by the place of 回避 in 编排次序; where it stands nowhere, nobody is spared."""
    rules = facts.rules
    wanted = ["同队"] * (rules["avoid_rounds"] > 0 and rules["avoid_how"] == "尽量")
    wanted += ["回避组"] * (rules.circles and rules["avoid_circle"] == "尽量")
    if wanted and "回避" not in rules["criteria"] and not rules.swiss.round_robin:
        yield Remark("编排次序", facts.says("criteria"), f"{'、'.join(wanted)}写的是尽量回避，「编排次序」里却没有回避",
                     "不回避", "在「编排次序」里加上回避；改填必须", False)  # fmt: skip


def largest_team(teams: Mapping[str, int]) -> tuple[str, int]:
    """Name and heads of the largest team, ("", 0) where there is none."""
    return max(teams.items(), key=lambda pair: pair[1], default=("", 0))
