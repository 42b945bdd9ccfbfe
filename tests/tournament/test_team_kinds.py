"""The kinds of team scoring that regulations have, each worked out by hand; numbers with # are rows of the rules summary, 2."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

from qisai.regulation.teams import AMONG_MEMBERS, FIELD, PADDED, PARTIAL, POINTS, RANK_POINTS, UNRANKED, WHOLE_TEAM
from qisai.tournament.team_words import sentences, worth_words
from qisai.tournament.teams import TeamRules, may_count, ranks_among, team_table


def field(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A merged list; who has no ``number`` takes his line as 编号, and the players are named by it."""
    rows = [{"number": line, "group": "", "team": "", **row} for line, row in enumerate(rows, start=1)]
    frame = pd.DataFrame(rows, index=[str(row["number"]) for row in rows])
    return frame.astype({"rank": "Int64"})


def ranks(**teams: list[int | None]) -> pd.DataFrame:
    return field([{"team": team, "rank": rank} for team, own in teams.items() for rank in own])


def places(table: pd.DataFrame) -> dict[str, tuple[int | None, Any]]:
    """Team -> rank and total, in the order of the table."""
    return {row.Index: (None if row.why else int(row.rank), row.sum) for row in table.itertuples()}


# --- points of the ranks ------------------------------------------------------------------------------------
def test_zhoushan_counts_nothing_for_the_first_two_for_the_second_and_so_on() -> None:
    """#4: 甲 0+4+6, 乙 2+3+5, level on 10, and 甲 has the better best rank; the plain ranks would give 11 and 10. 丙 has
    two players, less than three are not ranked."""
    rules = TeamRules(RANK_POINTS, 3, UNRANKED, points=(0, 2, 3))
    table = team_table(ranks(甲=[1, 4, 6], 乙=[2, 3, 5], 丙=[7, 8]), rules)
    assert places(table) == {"甲": (1, 10), "乙": (2, 10), "丙": (None, None)}
    assert sentences(table, rules) == [
        "名次分和 10（0+4+6，名次 1、4、6），与第2名相同，最好名次 1 优于 2",
        "名次分和 10（2+3+5，名次 2、3、5），与第1名相同，最好名次 2 不如 1",
        "列名次的队员 2 人，不够 3 人，不列团体名次",
    ]
    assert list(team_table(ranks(甲=[1, 4, 6], 乙=[2, 3, 5]), TeamRules(count=3)).index) == ["乙", "甲"]


def test_a_list_of_points_that_falls_puts_the_larger_total_first_and_gives_the_rest_nothing() -> None:
    """Eight places score 9-7-6-5-4-3-2-1: 甲 9+1+0, 乙 7+5, 丙 6+4 of 3rd and 5th, and its 12th nothing."""
    rules = TeamRules(RANK_POINTS, 3, PARTIAL, points=(9, 7, 6, 5, 4, 3, 2, 1))
    table = team_table(ranks(甲=[1, 8, 9], 乙=[2, 4], 丙=[3, 5, 12]), rules)
    assert places(table) == {"乙": (1, 12), "甲": (2, 10), "丙": (3, 10)}
    assert sentences(table, rules) == [
        "名次分和 12（7+5，名次 2、4），缺 1 人，只计 2 人",
        "名次分和 10（9+1+0，名次 1、8、9），与第3名相同，最好名次 1 优于 3",
        "名次分和 10（6+4+0，名次 3、5、12），与第2名相同，最好名次 3 不如 1",
    ]
    worse = sentences(team_table(ranks(甲=[1, 8, 9], 乙=[2, 4]), rules), rules)[1]
    assert worse == "名次分和 10（9+1+0，名次 1、8、9），比第1名少 2"


def test_who_is_missing_counts_the_points_of_the_rank_behind_the_last_one() -> None:
    """The last rank is 6, so that the seventh counts: 7 points in a list that rises by one from 3rd = 3."""
    table = team_table(ranks(甲=[1, 2], 乙=[3, 6], 丙=[4]), TeamRules(RANK_POINTS, 2, PADDED, points=(0, 2, 3)))
    assert places(table) == {"甲": (1, 2), "乙": (2, 9), "丙": (3, 11)}
    assert table.loc["丙", ["worth", "ranks", "pad"]].to_list() == [(4, 7), (4, 7), 7]


# --- sums of points -----------------------------------------------------------------------------------------
def scored(team: str, rank: int, points: Any, *rounds: int, group: str = "", **more: Any) -> dict[str, Any]:
    return {"team": team, "rank": rank, "points": Fraction(points), "backwards": rounds, "group": group, **more}


def test_yulin_sums_the_points_of_all_members_and_looks_at_the_last_rounds() -> None:
    """#7: all members; last round, backwards, then 对手分; less than four are not ranked.

    甲 10+8+6+6 and 乙 9+9+7+5 are level on 30 and on 5 in the last round; in the one before 甲 has 4, 乙 6. 丁 has 30 too and the
    rounds of 乙, and more 对手分. 丙 has three players with 33.
    """
    lists = {
        "甲": [(1, 10, 2, 2), (5, 8, 1, 1), (9, 6, 1, 1), (10, 6, 1, 0)],
        "乙": [(2, 9, 2, 2), (3, 9, 2, 2), (7, 7, 1, 1), (12, 5, 0, 1)],
        "丁": [(4, 9, 2, 2), (6, 8, 2, 2), (8, 7, 1, 1), (11, 6, 0, 1)],
        "丙": [(13, 11, 2, 2), (14, 11, 2, 2), (15, 11, 2, 2)],
    }
    worth = {"甲": 40, "乙": 41, "丁": 42, "丙": 50}
    rows = [scored(team, *own, opponents_score=Fraction(worth[team])) for team, members in lists.items() for own in members]
    rules = TeamRules(POINTS, WHOLE_TEAM, PARTIAL, least=4, ties=("末轮得分和", "对手分和"))
    table = team_table(field(rows), rules)
    assert places(table) == {"丁": (1, 30), "乙": (2, 30), "甲": (3, 30), "丙": (None, None)}
    assert table["ties"].to_dict() == {"丁": ((5, 6), 168), "乙": ((5, 6), 164), "甲": ((5, 4), 160), "丙": ((6, 6), 150)}
    assert [words.split("，", 1)[1] for words in sentences(table, rules)] == [
        "与第2名相同，末轮得分和也都相同，对手分和 168 多于 164",
        "与第1名相同，末轮得分和也都相同，对手分和 164 少于 168",
        "与第2名相同，倒数第 2 轮得分和 4 少于 6",
        "不到最少 4 人，不列团体名次",
    ]


def test_the_best_three_points_of_each_group_make_a_school() -> None:
    """#30: of 甲's four in 高 the fourth counts nothing; 乙 has two there, and by 有几人计几人 they are all that counts."""
    rows = [
        *(scored("甲", rank, points, group="高") for rank, points in ((1, 6), (2, "5.5"), (3, 5), (4, 5))),
        *(scored("乙", rank, points, group="高") for rank, points in ((5, "4.5"), (6, 4))),
        *(scored("乙", rank, points, group="低") for rank, points in ((1, 7), (2, 6), (3, 5), (4, 5))),
        scored("甲", 9, 2, group="低"),
    ]
    rules = TeamRules(POINTS, WHOLE_TEAM, PARTIAL, group_count=3)
    table = team_table(field(rows), rules)
    assert places(table) == {"乙": (1, Fraction("26.5")), "甲": (2, Fraction("18.5"))}
    assert sentences(table, rules) == [
        "积分和 26.5（7+6+5+4.5+4），缺 1 人，只计 5 人",
        "积分和 18.5（6+5.5+5+2），缺 2 人，只计 4 人，比第1名少 8",
    ]
    strict = TeamRules(POINTS, WHOLE_TEAM, UNRANKED, group_count=3)
    assert sentences(team_table(field(rows), strict), strict)[0] == "每组最多计 3 人，能计的 5 人，不够 6 人，不列团体名次"
    four = team_table(field(rows), TeamRules(POINTS, 4, UNRANKED, group_count=3))
    assert places(four) == {"乙": (1, Fraction("22.5")), "甲": (2, Fraction("18.5"))}


def test_five_clubs_of_twelve_sum_all_their_points() -> None:
    """#33 in small: everybody counts, and each has the same number."""
    rows = [scored(team, 3 * n + k + 1, points) for n, (team, own) in enumerate({"甲": [4, 3, 1], "乙": [4, 2, 2]}.items())
            for k, points in enumerate(own)]  # fmt: skip
    table = team_table(field(rows), TeamRules(POINTS, WHOLE_TEAM, ties=("最好名次",)))
    assert places(table) == {"甲": (1, 8), "乙": (2, 8)}


def test_the_most_points_are_counted_not_the_best_ranks() -> None:
    """After a knockout the list is not in the order of points: 甲's second has more of them than its first."""
    rows = [scored("甲", 1, 9), scored("甲", 2, 11), scored("甲", 3, 11), scored("乙", 4, 10)]
    table = team_table(field(rows), TeamRules(POINTS, 2, PARTIAL))
    assert table.loc["甲", ["counted", "sum", "worth"]].to_list() == [("2", "3"), 22, (11, 11)]


# --- who counts ---------------------------------------------------------------------------------------------
def test_eight_groups_and_the_best_seven_ranks_of_a_team() -> None:
    """#24: the winner had 35, one a group; whoever is eighth counts nothing."""
    own = {"甲": [3, 4, 5, 5, 6, 6, 6, 11], "乙": [1, 2, 4, 5, 6, 9, 9, 30]}
    rows = [{"team": team, "rank": rank, "group": f"{n}组"} for team, found in own.items() for n, rank in enumerate(found)]
    rules = TeamRules(count=7)
    table = team_table(field(rows), rules)
    assert places(table) == {"甲": (1, 35), "乙": (2, 36)}
    assert sentences(table, rules)[0] == "名次和 35（3+4+5+5+6+6+6）"


def test_only_those_named_beforehand_count_for_a_team_that_has_named_any() -> None:
    """#10: 甲 has named its 2nd, 5th, 6th and 9th; that the 1st is of the same house helps it nothing. 乙 has named nobody."""
    rows = [{"team": "甲", "rank": rank, "named": rank in (2, 5, 6, 9)} for rank in (1, 2, 5, 6, 9)]
    rows += [{"team": "乙", "rank": rank, "named": False} for rank in (3, 4, 7, 8, 10)]
    frame = field(rows)
    table = team_table(frame.assign(counts=may_count(frame["team"], frame["named"])), TeamRules(count=4))
    assert places(table) == {"甲": (1, 22), "乙": (2, 22)} and list(table["heads"]) == [4, 5]


def test_the_best_two_of_a_nation_and_one_player_is_no_team() -> None:
    """#39: 甲 1+8, 乙 4+5, level on 9, the best rank decides; 丙 has the 2nd alone."""
    assert places(team_table(ranks(甲=[1, 8], 乙=[4, 5], 丙=[2]), TeamRules(count=2))) == {
        "甲": (1, 9), "乙": (2, 9), "丙": (None, None),
    }  # fmt: skip


def test_the_whole_team_counts_and_one_without_a_rank_spoils_it() -> None:
    """Row 31: a team with an unranked member that counts is not ranked; or he counts as the last and one."""
    found = ranks(甲=[1, 2, None], 乙=[3, 4, 5])
    rules = TeamRules(count=WHOLE_TEAM)
    table = team_table(found, rules)
    assert places(table) == {"乙": (1, 12), "甲": (None, None)}
    assert sentences(table, rules)[1] == "队员 3 人，列名次的 2 人，不是全队，不列团体名次"
    assert places(team_table(found, TeamRules(count=WHOLE_TEAM, short=PADDED)))["甲"] == (1, 1 + 2 + 6)


def test_ranks_are_counted_anew_without_players_of_no_team() -> None:
    """1st and 4th go alone, one has no rank: of the others 2, 3, 5, 7 become 1, 2, 3, 4. In the whole list 乙 leads with
    3+5 before 2+7; among the members both have 5, and 甲 the best rank."""
    rows = [{"rank": 1}, {"team": "甲", "rank": 2}, {"team": "乙", "rank": 3}, {"rank": 4}, {"team": "乙", "rank": 5},
            {"team": "丙", "rank": None}, {"team": "甲", "rank": 7}]  # fmt: skip
    assert places(team_table(field(rows), TeamRules(count=2)))["乙"] == (1, 8)
    table = team_table(field(rows), TeamRules(count=2, ranks=AMONG_MEMBERS))
    assert places(table) == {"甲": (1, 5), "乙": (2, 5), "丙": (None, None)}
    assert table["ranks"].to_dict() == {"甲": (1, 4), "乙": (2, 3), "丙": ()}


def test_shared_ranks_stay_shared_when_they_are_counted_anew_in_each_group() -> None:
    frame = field([{"rank": rank, "group": group} for rank, group in ((4, "a"), (4, "a"), (9, "a"), (5, "b"), (None, "b"))])
    assert ranks_among(frame).tolist()[:4] == [1, 1, 3, 1] and pd.isna(ranks_among(frame).iloc[4])


# --- short teams --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("short", "total", "words"), [
    (PADDED, 3 + 8, "缺 1 人，按末名加一各计 8"), (FIELD, 3 + 9, "缺 1 人，按参赛人数各计 9"), (PARTIAL, 3, "缺 1 人，只计 1 人"),
])  # fmt: skip
def test_what_a_missing_player_counts(short: str, total: int, words: str) -> None:
    """Nine play, two of them have no rank: the last rank is 7, the field is nine (S30)."""
    frame = pd.concat([ranks(甲=[1, 2], 乙=[3]), field([{"rank": rank, "number": 20 + n} for n, rank in
                                                       enumerate((4, 5, 6, 7, None, None))])])  # fmt: skip
    rules = TeamRules(count=2, short=short)
    table = team_table(frame, rules)
    assert table.loc["乙", "sum"] == total and words in sentences(table, rules)[list(table.index).index("乙")]


def test_a_minimum_holds_whatever_is_padded() -> None:
    """Two must be there, three count: 乙 has one and stays out, 丙 has two and is filled up with the last and one, 7."""
    rules = TeamRules(count=3, short=PADDED, least=2)
    table = team_table(ranks(甲=[1, 2, 6], 乙=[3], 丙=[4, 5]), rules)
    assert places(table) == {"甲": (1, 9), "丙": (2, 16), "乙": (None, None)}
    assert sentences(table, rules)[2] == "列名次的队员 1 人，不到最少 2 人，不列团体名次"


def test_with_too_few_teams_no_team_is_ranked() -> None:
    rules = TeamRules(count=2, least_teams=3)
    table = team_table(ranks(甲=[1, 2], 乙=[3, 4], 丙=[5]), rules)
    assert places(table) == {"甲": (None, None), "乙": (None, None), "丙": (None, None)}
    assert sentences(table, rules) == [
        "名次和 3（1+2）；够人数的只有 2 队，不到最少 3 队，不排团体名次",
        "名次和 7（3+4）；够人数的只有 2 队，不到最少 3 队，不排团体名次",
        "列名次的队员 1 人，不够 2 人，不列团体名次",
    ]
    assert places(team_table(ranks(甲=[1, 2], 乙=[3, 4], 丙=[5, 6]), rules))["甲"] == (1, 3)


# --- ties ---------------------------------------------------------------------------------------------------
def test_ties_go_through_the_list_in_its_order() -> None:
    """Level on ranks in two groups; 胜局 level, then fewer fouls; turned round the points would have decided."""
    rows = [
        {"team": "甲", "rank": 1, "group": "a", "wins": 5, "fouls": 1, "points": Fraction(9)},
        {"team": "甲", "rank": 2, "group": "b", "wins": 4, "fouls": 0, "points": Fraction(9)},
        {"team": "乙", "rank": 2, "group": "a", "wins": 6, "fouls": 0, "points": Fraction(10)},
        {"team": "乙", "rank": 1, "group": "b", "wins": 3, "fouls": 2, "points": Fraction(9)},
    ]
    rules = TeamRules(count=2, ties=("最好名次", "胜局和", "犯规和", "积分和"))
    table = team_table(field(rows), rules)
    assert list(table.index) == ["甲", "乙"]
    assert sentences(table, rules) == [
        "名次和 3（1+2），与第2名相同，各个名次、胜局和也都相同，犯规和 1 少于 2，少者列前",
        "名次和 3（1+2），与第1名相同，各个名次、胜局和也都相同，犯规和 2 多于 1，少者列前",
    ]
    assert list(team_table(field(rows), TeamRules(count=2, ties=("积分和",))).index) == ["乙", "甲"]


def test_the_smaller_number_ends_every_list_and_may_stand_before_its_end() -> None:
    rows = [{"team": "甲", "rank": 1, "number": 7, "wins": 9}, {"team": "乙", "rank": 1, "number": 3, "wins": 1}]
    for ties, first in ((("胜局和",), "甲"), (("编号", "胜局和"), "乙"), (("最好名次",), "乙")):
        rules = TeamRules(count=1, ties=ties)
        table = team_table(field(rows), rules)
        assert table.index[0] == first
    assert sentences(table, rules)[0].endswith("各个名次也都相同，计分队员中最小编号 3 小于 7，小者列前")
    rules = TeamRules(count=1, ties=("编号", "胜局和"))
    assert sentences(team_table(field(rows), rules), rules)[0].endswith("相同，计分队员中最小编号 3 小于 7，小者列前")


def test_a_further_player_counted_is_better_than_none() -> None:
    """By falling points both have 9; 乙 has a second player, whose place scores nothing."""
    rules = TeamRules(RANK_POINTS, 2, PARTIAL, points=(9, 5))
    rows = [{"team": team, "rank": rank, "group": team} for team, rank in (("甲", 1), ("乙", 1), ("乙", 3))]
    table = team_table(field(rows), rules)
    first, second = sentences(table, rules)
    assert list(table.index) == ["乙", "甲"]
    assert first.endswith("次好名次 3，对方没有") and second.endswith("没有次好名次，对方有 3")


def test_what_a_player_brings_stands_behind_his_name() -> None:
    assert [worth_words(Fraction(15, 2), 3, POINTS), worth_words(5, 4, RANK_POINTS), worth_words(4, 4, "个人名次之和")] == [
        "7.5分", "4名5分", "4",
    ]  # fmt: skip
