"""The team table: the sum of the best ranks, its ties, short teams, several groups; and what must never change it."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qisai.regulation.teams import PADDED
from qisai.tournament.team_words import sentences
from qisai.tournament.teams import TeamRules, one_spelling, team_table

Player = tuple[str, int | None, int]  # team, rank, number


def merged(*players: Player) -> pd.DataFrame:
    """A final list; the players are named by their 编号."""
    frame = pd.DataFrame(players, columns=["team", "rank", "number"], index=[str(player[2]) for player in players])
    return frame.astype({"rank": "Int64", "team": "str"})


def order(table: pd.DataFrame) -> dict[str, int | None]:
    """Team -> its rank, in the order of the table."""
    return {team: None if pd.isna(rank) else int(rank) for team, rank in table["rank"].items()}


#: 甘谷 has 3, 7, 11, 13 = 34 and a spare 20; 秦安 has 5, 6, 9, 14 = 34; 清水 has 1, 2, 4, 8 = 15; 武山 has two people.
LIST = merged(
    ("清水", 1, 31), ("清水", 2, 4), ("甘谷", 3, 9), ("清水", 4, 5), ("秦安", 5, 8), ("秦安", 6, 1), ("甘谷", 7, 30),
    ("清水", 8, 2), ("秦安", 9, 3), ("", 10, 7), ("甘谷", 11, 6), ("武山", 12, 10), ("甘谷", 13, 11), ("秦安", 14, 12),
    ("武山", 15, 13), ("甘谷", 20, 14), ("武山", None, 15),
)  # fmt: skip


def test_the_smallest_sum_of_the_best_four_ranks_is_first_and_the_best_rank_breaks_a_tie() -> None:
    table = team_table(LIST, TeamRules(count=4))
    assert order(table) == {"清水": 1, "甘谷": 2, "秦安": 3, "武山": None}
    assert table["ranks"].to_dict() == {"清水": (1, 2, 4, 8), "甘谷": (3, 7, 11, 13), "秦安": (5, 6, 9, 14), "武山": (12, 15)}
    assert table.loc["甘谷", ["sum", "heads", "ranked", "counted"]].to_list() == [34, 5, 5, ("9", "30", "6", "11")]


def test_each_team_is_told_why_it_stands_there() -> None:
    assert sentences(team_table(LIST, TeamRules(count=4)), TeamRules(count=4)) == [
        "名次和 15（1+2+4+8）",
        "名次和 34（3+7+11+13），与第3名相同，最好名次 3 优于 5",
        "名次和 34（5+6+9+14），与第2名相同，最好名次 5 不如 3",
        "列名次的队员 2 人，不够 4 人，不列团体名次",
    ]


def test_a_short_team_may_be_filled_up_with_the_last_rank_and_one() -> None:
    """The last rank is 20, not the 17 who play: 武山 has 12 + 15 + 21 + 21; who has no rank fills nothing."""
    rules = TeamRules(count=4, short=PADDED)
    table = team_table(LIST, rules)
    assert order(table) == {"清水": 1, "甘谷": 2, "秦安": 3, "武山": 4}
    assert table.loc["武山", ["sum", "ranks", "lacking", "pad"]].to_list() == [69, (12, 15, 21, 21), 2, 21]
    assert sentences(table, rules)[3] == "名次和 69（12+15+21+21），缺 2 人，按末名加一各计 21，比第3名多 35"


def test_a_team_without_any_ranked_player_is_never_filled_up() -> None:
    table = team_table(merged(("甲", 1, 1), ("乙", None, 2), ("乙", None, 3)), TeamRules(count=2, short=PADDED))
    assert order(table) == {"甲": 1, "乙": None} and table.loc["乙", "ranks"] == ()


def test_teams_without_a_rank_follow_those_with_more_ranked_players_first() -> None:
    rows = [("甲", 9, 1), ("乙", 1, 2), ("丙", 2, 3), ("丙", 3, 4), ("丁", None, 5)]
    assert list(team_table(merged(*rows), TeamRules(count=3)).index) == ["丙", "乙", "甲", "丁"]


def test_over_several_groups_the_second_best_rank_decides_and_then_the_smaller_number() -> None:
    """甲 1+4, 乙 1+4 in another group, 丙 2+3: 1 is better than 2; 甲 and 乙 are level, and 乙 has number 3."""
    rows = [("甲", 1, 5), ("甲", 4, 8), ("丙", 2, 6), ("丙", 3, 7), ("乙", 1, 12), ("乙", 4, 3)]
    table = team_table(merged(*rows), TeamRules(count=2))
    assert order(table) == {"乙": 1, "甲": 2, "丙": 3}
    assert sentences(table, TeamRules(count=2)) == [
        "名次和 5（1+4），与第2名相同，各个名次也都相同，计分队员中最小编号 3 小于 5，小者列前",
        "名次和 5（1+4），与第1名相同，各个名次也都相同，计分队员中最小编号 5 大于 3，小者列前",
        "名次和 5（2+3），与第2名相同，最好名次 2 不如 1",
    ]
    three = merged(("甲", 1, 1), ("甲", 4, 2), ("甲", 6, 3), ("乙", 1, 4), ("乙", 5, 5), ("乙", 5, 6))
    assert sentences(team_table(three, TeamRules(count=3)), TeamRules(count=3))[1].endswith("与第1名相同，次好名次 5 不如 4")


def test_of_two_players_with_one_rank_in_two_groups_the_smaller_number_counts() -> None:
    table = team_table(merged(("甲", 3, 9), ("甲", 3, 2)), TeamRules(count=1))
    assert table.loc["甲", ["counted", "number"]].to_list() == [("2",), 2]


def test_one_team_in_two_spellings_is_one_team() -> None:
    names = pd.Series(["甘谷县（一队）", "甘谷县(一队)", "甘 谷县（一队）", "甘谷县"])
    assert one_spelling(names).nunique() == 2


def test_a_list_without_teams_gives_an_empty_table() -> None:
    rules = TeamRules(count=3)
    assert team_table(merged(("", 1, 1), ("", 2, 2)), rules).empty and team_table(merged(), rules).empty


@st.composite
def lists(draw: st.DrawFn) -> pd.DataFrame:
    """One group of 4 to 24: everybody in one of four teams or in none, a few without a rank at the end."""
    count = draw(st.integers(4, 24))
    teams = draw(st.lists(st.sampled_from(["甲", "乙", "丙", "丁", ""]), min_size=count, max_size=count))
    numbers = draw(st.permutations(range(1, count + 1)))
    ranked = count - draw(st.integers(0, 3))
    return merged(*((teams[i], i + 1 if i < ranked else None, numbers[i]) for i in range(count)))


WAYS = st.sampled_from(["不列团体名次", PADDED])


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(lists(), st.integers(1, 5), WAYS, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_plays_no_part(final: pd.DataFrame, count: int, short: str, chance) -> None:
    table = team_table(final, TeamRules(count=count, short=short))
    shuffled = final.iloc[chance.sample(range(len(final)), len(final))]
    pd.testing.assert_frame_equal(table, team_table(shuffled, TeamRules(count=count, short=short)))


@settings(max_examples=60, deadline=None)
@given(lists(), st.integers(1, 4))
def test_the_sum_is_that_of_the_best_ranks_found_by_trying_all(final: pd.DataFrame, count: int) -> None:
    from itertools import combinations

    for team, row in team_table(final, TeamRules(count=count)).iterrows():
        ranks = [int(rank) for rank in final.loc[final["team"] == team, "rank"].dropna()]
        sums = [sum(some) for some in combinations(ranks, count)]
        assert (min(sums) if sums else None) == (None if pd.isna(row["sum"]) else row["sum"])


@settings(max_examples=60, deadline=None)
@given(lists(), st.integers(1, 4), st.sampled_from(["甲", "乙", "丙", "丁"]))
def test_a_player_more_who_is_ranked_last_helps_no_team_that_is_complete(final: pd.DataFrame, count: int, team: str) -> None:
    before = team_table(final, TeamRules(count=count))
    last = int(final["rank"].max()) + 1
    after = team_table(pd.concat([final, merged((team, last, 99))]), TeamRules(count=count))
    was, now = order(before), order(after)
    if was.get(team) is not None:
        assert now == was and after.loc[team, "sum"] == before.loc[team, "sum"]
    complete = [name for name in was if was[name] is not None and name != team]
    assert [name for name in now if name in complete] == complete  # and nobody else changes places with another


@settings(max_examples=60, deadline=None)
@given(lists(), st.integers(1, 4), WAYS, st.integers(0, 22))
def test_who_moves_up_a_place_never_harms_his_team(final: pd.DataFrame, count: int, short: str, place: int) -> None:
    """Two neighbours in the list change places: the team of the one who gains does not fall behind."""
    if place + 1 >= len(final) or pd.isna(final["rank"].iloc[place + 1]):
        return
    gains = final["team"].iloc[place + 1]
    swapped = final.copy()
    ranks = list(final["rank"])
    ranks[place], ranks[place + 1] = ranks[place + 1], ranks[place]
    swapped["rank"] = pd.array(ranks, dtype="Int64")
    rules = TeamRules(count=count, short=short)
    before, after = order(team_table(final, rules)), order(team_table(swapped, rules))
    if gains and before[gains] is not None:
        assert after[gains] is not None and after[gains] <= before[gains]
