"""Prizes from a final list: equal blocks, lucky places, conditions, lists by head count, what stays open."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from test_games import rules

from qisai.regulation.model import Condition, Prize
from qisai.tournament.prizes import awards, team_awards

#: Eight people in their final order; 乙 and 庚 come from 丹阳 in other spellings, 辛 missed a round.
FINAL = pd.DataFrame(
    {"rank": pd.array([1, 2, 3, 4, 5, 6, 7, None], dtype="Int64"), "missed": [0, 0, 0, 0, 0, 0, 0, 1], "part": "编排"},
    index=list("甲乙丙丁戊己庚辛"),
)
PEOPLE = pd.DataFrame(
    {
        "role": "选手",
        "region": ["丹阳", "丹 阳", "南京", "丹阳", "南京", "丹阳", "丹阳", "丹阳", "丹阳"],
        "sex": "男",
        "category": "",
        "team": ["丹阳（一队）", "二队", "", "丹阳(一队)", "", "", "", "", ""],
        "group": "",
    },
    index=list("甲乙丙丁戊己庚辛壬"),  # 壬 signed up and did not come
)
LOCAL = (Condition("地区", "=", "丹阳"),)


def given(*prizes: Prize, **settings: object) -> tuple[list[tuple[str, int, str]], list[tuple[str, int]]]:
    """(prize, place, player) of what is awarded, and (prize, place) of what stays open."""
    regulation = replace(rules(), prizes=prizes)
    regulation = replace(regulation, settings={**regulation.settings, **settings})
    found = awards(FINAL, PEOPLE, regulation)
    return (
        [(row.prize, row.place, row.player) for row in found.given.itertuples()],
        [(row.prize, row.place) for row in found.open.itertuples()],
    )


def test_who_has_no_rank_takes_no_prize_and_places_beyond_the_field_stay_open() -> None:
    taken, still_open = given(Prize("幸运奖", (5, 7, 8), 100, True))
    assert taken == [("幸运奖", 5, "戊"), ("幸运奖", 7, "庚")]
    assert still_open == [("幸运奖", 8)]


def test_a_condition_reads_blanks_and_full_width_marks_alike() -> None:
    team = Condition("单位", "=", "丹阳（一队）")
    assert given(Prize("队奖", (1, 2), 50, False, (team,)))[0] == [("队奖", 1, "甲"), ("队奖", 2, "丁")]
    assert [player for *_, player in given(Prize("地方奖", (1, 2, 3, 4, 5), 50, False, LOCAL))[0]] == list("甲乙丁己庚")


@pytest.mark.parametrize(("counted", "awarded"), [("参赛人数", 2), ("报名人数", 2)])
def test_rows_of_one_list_by_head_count_share_its_heads(counted: str, awarded: int) -> None:
    """Six of 丹阳 took part and seven signed up; one place for every three: two, over all rows of the list."""
    rows = [Prize("地方奖", (place,), 100 - 10 * place, False, LOCAL, 3) for place in (1, 2, 3)]
    taken, still_open = given(*rows, local_count=counted)
    assert taken == [("地方奖", 1, "甲"), ("地方奖", 2, "乙")][:awarded]
    assert still_open == [("地方奖", 3)]


def test_the_heads_are_counted_as_the_regulation_says() -> None:
    """One for every seven: none of the six who took part, one of the seven who signed up."""
    prize = Prize("地方奖", (1, 2), 100, False, LOCAL, 7)
    assert given(prize, local_count="参赛人数")[0] == []
    assert given(prize, local_count="报名人数")[0] == [("地方奖", 1, "甲")]


def test_a_missed_round_may_cost_the_lucky_prize_only() -> None:
    ranked = FINAL.assign(rank=pd.array(range(1, 9), dtype="Int64"))
    prizes = (Prize("幸运奖", (7, 8), 100, True), Prize("名次奖", (8,), 200, True))
    regulation = replace(rules(), prizes=prizes)
    regulation = replace(regulation, settings={**regulation.settings, "missed_round": "不领幸运奖"})
    found = awards(ranked, PEOPLE, regulation)
    assert [(row.prize, row.player) for row in found.given.itertuples()] == [("幸运奖", "庚"), ("名次奖", "辛")]
    assert found.open[["prize", "place"]].values.tolist() == [["幸运奖", 8]]
    assert (found.total, found.certificates) == (300, 2)


#: A team table: three teams with a rank, one without.
TEAMS = pd.DataFrame({"rank": pd.array([1, 2, 3, None], dtype="Int64")}, index=["红队", "蓝队", "绿队", "黄队"])


def test_prizes_for_teams_are_awarded_from_the_team_table_and_those_for_players_stay_as_they_are() -> None:
    prizes = (Prize("名次奖", (1, 2), 300, True), Prize("团体奖", (1, 2, 3, 4), 120, False, team=True, medal=True))
    found = awards(FINAL, PEOPLE, replace(rules(), prizes=prizes)) + team_awards(TEAMS, prizes)
    assert [(row.prize, row.place, row.player, row.team, row.rank) for row in found.given.itertuples()] == [
        ("名次奖", 1, "甲", "", 1), ("名次奖", 2, "乙", "", 2),
        ("团体奖", 1, "", "红队", 1), ("团体奖", 2, "", "蓝队", 2), ("团体奖", 3, "", "绿队", 3),
    ]  # fmt: skip
    assert (found.total, found.certificates, found.medals) == (960, 2, 3)
    assert found.open[["prize", "place", "team", "amount", "reason"]].values.tolist() == [
        ["团体奖", 4, True, 120, "列团体名次的只有 3 队"]
    ]


def test_without_a_team_table_the_prizes_for_teams_stay_open_and_say_why() -> None:
    found = team_awards(None, (Prize("团体奖", (1,), 120, False, team=True),))
    assert found.given.empty and "没有排团体名次" in found.open["reason"][0]


def test_a_medal_and_the_condition_of_a_list_are_kept_with_each_prize() -> None:
    prize = Prize("地方奖", (1,), 50, False, LOCAL, medal=True)
    given_ = awards(FINAL, PEOPLE, replace(rules(), prizes=(prize,))).given
    assert given_.loc[0, ["condition", "medal", "certificate"]].to_list() == ["地区=丹阳", True, False]
