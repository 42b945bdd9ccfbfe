"""The final list without the disqualified, and the teams: the Swiss of eight ends 8, 1, 2, 6, 7, 3, 4 and, without a
rank, 5."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from event_folders import (
    IDS,
    ORDER_3,
    ROUND_3,
    EventFolder,
    Tamper,
    drawn,
    knockout_event,
    line,
    swiss_event,
    topics,
)

from qisai.regulation.model import Prize
from qisai.regulation.settings import SETTINGS, parse
from qisai.verify import compare, verify
from qisai.verify.teams import team_prizes, team_table, team_tables

NUMBER = {player: number for number, player in enumerate(IDS, start=1)}


# --- 取消资格 -----------------------------------------------------------------------------------------------
def test_the_disqualified_has_no_rank_and_no_prize(tmp_path: Path) -> None:
    """1, who was second, is sent away after the last round; 2 takes his place, 5 and 1 are listed behind."""
    tamper: Tamper = {
        "draw": drawn(8, [[3, 1, "取消资格"]]),
        "close": lambda f: f.close([8, 2, 6, 7, 3, 4, 5, 1], [1, 2, 3, 4, 5, 6, None, None]),
    }
    assert topics(tmp_path, tamper, swiss_event) == {}
    taken = [(p["prize"], p["place"], NUMBER.get(p["player"])) for p in verify(tmp_path).prizes]
    assert taken == [
        ("名次奖", 1, 8), ("名次奖", 2, 2), ("名次奖", 3, 6), ("幸运奖", 5, 3), ("幸运奖", 9, None),
        ("地方奖", 1, 8), ("地方奖", 2, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("order", "ranks", "findings"), [
    (ORDER_3, [1, 2, 3, 4, 5, 6, 7, None], 0),
    ([8, 1, 2, 7, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, None, None], 0),
    ([8, 2, 7, 3, 4, 5, 1, 6], [1, 2, 3, 4, 5, None, None, None], 0),
    ([8, 2, 6, 7, 3, 4, 1, 5], [1, 2, 3, 4, 5, 6, None, None], 2),
    ([8, 1, 6, 7, 3, 4, 5, 2], [1, 2, 3, 4, 5, 6, None, None], 7),
])  # fmt: skip
def test_the_disqualified_may_have_been_typed_after_the_end(
    tmp_path: Path, order: list[int], ranks: list[int | None], findings: int
) -> None:
    """1 and 6 are disqualified today; the list was closed with the rows of both, of 6 or of none."""
    rows = [[3, 1, "取消资格"], [3, 6, "取消资格"]]
    found = topics(tmp_path, {"draw": drawn(8, rows), "close": lambda f: f.close(order, ranks)}, swiss_event)
    assert {topic: len(words) for topic, words in found.items()} == ({"总名次": findings} if findings else {})


def test_the_disqualified_of_the_knockout(tmp_path: Path) -> None:
    """7 lost the final; 3 and 5 close up, 7 is listed behind 8, who missed a round."""
    tamper: Tamper = {
        "draw": drawn(7, [[4, 7, "取消资格"]]),
        "close": lambda f: f.close([1, 3, 5, 4, 6, 2, 8, 7], [1, 2, 3, 4, 5, 6, None, None]),
    }
    assert topics(tmp_path, tamper, knockout_event) == {}


def test_who_was_disqualified_before_the_cut_does_not_qualify(tmp_path: Path) -> None:
    """7 is second at the cut; he leaves, and the fifth comes in. Leave for the round is no reason."""

    def ties3(f: EventFolder) -> None:
        f.publish_ties("淘汰", 3, "第03轮_淘汰.xlsx", [(3, 6), (5, 1)], [3, 5, 1, 6])
        f.sheet("淘汰", 3, [[board, game, *pair, None, None] for board, pair in enumerate([(3, 6), (5, 1)], start=1)
                           for game in ("慢棋", "快棋")], knockout=True)  # fmt: skip

    assert topics(tmp_path, {"draw": drawn(7, [[3, 7, "取消资格"]]), "ties3": ties3}, knockout_event, 9) == {}
    assert "种子" in topics(tmp_path / "excused", {"draw": drawn(7, [[3, 7, "缺席本轮"]]), "ties3": ties3}, knockout_event, 9)


EVERYBODY = [[8, 1, 2], [1, 2, 1], [7, 5, 4], [6, 4, 5]]  # 8, 1, 2, 6, 7 … become 1, 8, 2, 7, 6 …


@pytest.mark.parametrize(("closed", "moves", "findings"), [
    (False, EVERYBODY, 0),
    (False, [[7, 4, 3], [6, 3, 4]], 4),
    (True, EVERYBODY, 0),
    (True, [[7, 4, 3], [6, 3, 4]], 0),
    (True, [[8, 1, 2], [1, 2, 1]], 0),
    (True, [], 0),
    (True, [[7, 5, 4], [6, 4, 5]], 2),
])  # fmt: skip
def test_a_correction_moves_places_with_or_without_the_disqualified(
    tmp_path: Path, closed: bool, moves: list[list[int]], findings: int
) -> None:
    """8-7 of round 1 becomes a draw. Before the end the order that hangs out moves, which no 取消资格 changes; after
    it the final list, with the rows of 变动 for 7 and 1 typed before or since."""

    def accept3(f: EventFolder) -> None:
        f.accept("预赛", 3, ROUND_3, ORDER_3)
        if closed:
            f.close(ORDER_3, [1, 2, 3, 4, 5, 6, 7, None])
        f.correct("预赛", 1, line(4, 8, 7, "红胜"), line(4, 8, 7, "和"), moves=moves)

    found = topics(tmp_path, {
        "draw": drawn(8, [[3, 7, "取消资格"], [3, 1, "取消资格"]] if closed else [[3, 1, "取消资格"]]),
        "sheet1": lambda f: f.sheet("预赛", 1, [[1, 1, 2, 1], [2, 4, 3, 3], [3, 5, 6, 2], [4, 8, 7, 3]]),
        "accept3": accept3,
        "close": lambda f: f.close([8, 2, 7, 6, 3, 4, 5, 1], [1, 2, 3, 4, 5, 6, None, None]),
    }, swiss_event)  # fmt: skip
    assert len(found.get("更正", [])) == findings
    assert set(found) <= {"更正"}


# --- teams --------------------------------------------------------------------------------------------------
TEAMS = {8: "甲队", 7: "甲 队", 1: "乙队", 6: "乙队", 2: "丙队", 3: "丙队", 4: "丁队", 5: "丁队"}


@pytest.mark.parametrize(("decided", "findings"), [(2, {}), (3, {"团体": 1})])
def test_how_many_count_in_a_team_is_decided_before_the_draw(tmp_path: Path, decided: int, findings: dict[str, int]) -> None:
    def draw(f: EventFolder) -> None:
        f.type_in([["团体赛", "个人名次之和"], ["团体计分人数", 2]])
        f.draw(8, team_count=decided)

    found = topics(tmp_path, {"draw": draw}, swiss_event)
    assert {topic: len(words) for topic, words in found.items()} == findings


def team_event(path: Path, *settings: list[Any], teams: dict[int, str] = TEAMS) -> Any:
    rules = [["团体赛", "个人名次之和"], ["团体计分人数", 2], *settings]

    def draw(f: EventFolder) -> None:
        f.sheets["奖项"] = [["奖项", "名次", "金额", "对象"], ["名次奖", "1", 300, ""], ["团体奖", "1-2,4", 900, "团体"]]
        drawn(8, settings=rules, 单位=teams)(f)

    swiss_event(path, tamper={"draw": draw})
    return verify(path)


def test_the_teams_by_the_sum_of_ranks(tmp_path: Path) -> None:
    """甲 1+5 and 乙 2+4 have six each, the best rank decides; 丙 3+6; 丁 has one player with a rank, the seventh."""
    report = team_event(tmp_path)
    assert report.findings == ()
    assert [(row["team"], row["rank"], row["sum"]) for row in report.teams] == [
        ("甲队", 1, 6), ("乙队", 2, 6), ("丙队", 3, 9), ("丁队", None, None),
    ]  # fmt: skip
    assert [(row["prize"], row["place"], row["team"]) for row in report.team_prizes][2] == ("团体奖", 4, None)
    assert [row["prize"] for row in report.prizes] == ["名次奖"]


def test_a_short_team_may_be_filled_up(tmp_path: Path) -> None:
    """The last rank is 7, so that who is missing counts 8."""
    report = team_event(tmp_path, ["人数不足的队", "缺额按末名加一"])
    assert [(row["rank"], row["sum"], row["ranks"]) for row in report.teams][-1] == (4, 15, [7, 8])
    assert report.team_prizes[2]["team"] == "丁队"


def test_a_team_of_which_nobody_has_a_rank_is_not_filled_up(tmp_path: Path) -> None:
    report = team_event(tmp_path, ["人数不足的队", "缺额按末名加一"], teams={5: "丁队", 1: "乙队"})
    assert [(row["team"], row["rank"], row["sum"]) for row in report.teams] == [("乙队", 1, 10), ("丁队", None, None)]


def test_who_belongs_to_no_team(tmp_path: Path) -> None:
    report = team_event(tmp_path, teams={8: "个人", 7: "个人", 1: "乙队", 6: "乙队", 2: "无"})
    assert [(row["team"], row["rank"]) for row in report.teams] == [("乙队", 1)]
    report = team_event(tmp_path / "again", ["不算队的单位", "散客"], teams={8: "个人", 7: "个人", 1: "散客", 6: "散客"})
    assert [(row["team"], row["rank"]) for row in report.teams] == [("个人", 1)]


@pytest.mark.parametrize(("change", "findings"), [
    ({}, 0),
    ({"teams": [("甲队", 1, 6), ("乙队", 2, 6), ("丙队", 3, 9)]}, 0),
    ({"teams": [("乙队", 1, 6), ("甲队", 2, 6), ("丙队", 3, 9), ("丁队", None, 7)]}, 2),
    ({"teams": [("甲队", 1, 6), ("乙队", 2, 6), ("丙队", 3, 10)]}, 1),
    ({"teams": [("甲队", 1, 6), ("乙队", 2, 6), ("丙队", 3, 9), ("丁队", 4, 15)]}, 1),
    ({"teams": []}, 3),
    ({"team_prizes": [("团体奖", 1, "乙队", 900), ("团体奖", 2, "甲队", 900)]}, 2),
    ({"team_prizes": [("团体奖", 1, "甲队", 800), ("团体奖", 2, "乙队", 900), ("团体奖", 4, None, 900)]}, 1),
    ({"team_prizes": [("团体奖", 1, "甲队", 900)]}, 1),
])  # fmt: skip
def test_the_package_s_teams_are_compared(tmp_path: Path, change: dict[str, Any], findings: int) -> None:
    report = team_event(tmp_path)
    claims: dict[str, Any] = {
        "teams": [("甲队", 1, 6), ("乙队", 2, 6), ("丙队", 3, 9), ("丁队", None, 7)],
        "team_prizes": [("团体奖", 1, "甲队", 900), ("团体奖", 2, "乙队", 900), ("团体奖", 4, None, 900)],
    }
    found = compare(report, claims | change)
    assert [finding.topic for finding in found] == ["团体"] * findings
    assert compare(report, claims | change, "别的组") == ()


DEFAULTS = {setting.key: parse(setting, "") for setting in SETTINGS}


def rules(count: int, kind: str = "个人名次之和", **more: Any) -> dict[str, Any]:
    return DEFAULTS | {"teams": kind, "team_count": count, **more}


def members(group: str, *players: tuple[str, int | None, int]) -> list[dict[str, Any]]:
    """Team ("" for none), rank and 编号 of the players of one group."""
    return [
        {"player": f"{number}", "group": group, "team": team, "name": team, "counts": bool(team), "rank": rank, "number": number,
         "backwards": []}
        for team, rank, number in players
    ]  # fmt: skip


def test_the_teams_count_over_all_groups() -> None:
    """Both groups have a first; 甲 and 乙 have 1+2 each, and 乙 the smaller number among those counted."""
    men, women = (("甲", 1, 9), ("乙", 2, 4), ("丙", 3, 5)), (("乙", 1, 3), ("甲", 2, 7), ("丙", None, 8))
    everybody = members("男", *men) + members("女", *women)
    table = team_table(everybody, rules(2))
    assert [(row["team"], row["rank"], row["sum"]) for row in table] == [("乙", 1, 3), ("甲", 2, 3), ("丙", None, None)]
    filled = team_table(everybody, rules(2, team_short="缺额按末名加一"))
    assert filled[2]["ranks"] == [3, 4]  # the largest list ends with rank 3


def test_no_table_before_every_group_has_its_list() -> None:
    regulation: Any = type("Rules", (), {"settings": rules(2)})
    assert team_tables({"男": [{"player": "1"}], "少年": []}, {}, {"男": regulation}, {}) == []


def test_the_seven_best_of_eight_groups() -> None:
    """Rules summary 2, #24: the winner had 35."""
    own = {"甲": [3, 4, 5, 5, 6, 6, 6, 11], "乙": [1, 2, 4, 5, 6, 9, 9, 30]}
    groups = (members(f"{n}组", ("甲", own["甲"][n], 2 * n + 1), ("乙", own["乙"][n], 2 * n + 2)) for n in range(8))
    everybody = [row for group in groups for row in group]
    assert [(row["team"], row["sum"]) for row in team_table(everybody, rules(7))] == [("甲", 35), ("乙", 36)]


def test_points_of_the_ranks() -> None:
    """#4: first 0, second 2, third 3 and so on: 甲 0+4+6, 乙 2+3+5; 甲 has the better best rank. And 9-7-5 down to 0."""
    everybody = members("", *(("甲乙乙甲乙甲丙丙"[place - 1], place, place) for place in range(1, 9)))
    table = team_table(everybody, rules(3, "名次分之和", rank_points=(0, 2, 3)))
    assert [(row["team"], row["rank"], row["sum"]) for row in table] == [("甲", 1, 10), ("乙", 2, 10), ("丙", None, None)]
    table = team_table(everybody, rules(3, "名次分之和", rank_points=(9, 7, 5)))
    assert [(row["team"], row["sum"]) for row in table][:2] == [("乙", 12), ("甲", 9)]


def test_a_prize_of_one_group_and_one_of_all_is_given_once() -> None:
    prize: Any = Prize("团体奖", (1,), 500, False, team=True)
    regulation: Any = type("Rules", (), {"prizes": (prize,)})
    both = {"男": regulation, "女": regulation}
    one = team_prizes([{"group": "", "rank": 1, "team": "甲"}], both)
    assert [(row["group"], row["team"]) for row in one] == [("", "甲")]
    each = team_prizes([{"group": "男", "rank": 1, "team": "甲"}, {"group": "女", "rank": 1, "team": "乙"}], both)
    assert [(row["group"], row["team"]) for row in each] == [("男", "甲"), ("女", "乙")]
