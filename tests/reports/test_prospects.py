"""Who can still come in, on a whole event: before the last round, and against results played out."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.text import Text

import small_event
import small_round_robin
from qisai.event import Competition, open_event
from qisai.reports import drawings, prospects, ties
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.chances import IN, OPEN, OUT
from qisai.tournament.games import frame as games_frame
from qisai.tournament.games import sides
from rehearsal_danyang import run

OUTCOMES = ("红胜", "和", "黑胜")


@pytest.fixture(scope="module")
def before_the_last(tmp_path_factory: pytest.TempPathFactory) -> Competition:
    """Nine players, four of whom go on after round 3, which is published and not played."""
    return open_event(small_event.copy(tmp_path_factory.mktemp("形势") / "小赛", 3)).competitions[""]


def played(competition: Competition, draw: random.Random) -> Competition:
    """Round 3 with random results."""
    *earlier, last = competition.record.publications
    blank = {"red_fouls": 0, "black_fouls": 0, "red_points": 0, "black_points": 0, "swapped": False, "note": ""}
    lines = [{**line, **blank, "outcome": draw.choice(OUTCOMES)} for line in last.lines]
    done = replace(last, accepted=lines, accepted_time="2024-07-20T12:00:00")
    return replace(competition, record=replace(competition.record, publications=[*earlier, done]))


def test_the_verdicts_before_the_last_round_hold_for_its_results(before_the_last: Competition) -> None:
    found = prospects.chances(before_the_last, 2)
    assert len(found) == 9 and {one.of for one in found} == {81}
    sure = {one.player for one in found if one.verdict == IN}
    out = {one.player for one in found if one.verdict == OUT}
    assert sure and out and any(one.verdict == OPEN for one in found)
    for seed in range(12):
        first = set(played(before_the_last, random.Random(seed)).standings(3).index[:4])
        assert sure <= first and not out & first


def test_before_it_is_paired_less_is_known_and_nothing_else(before_the_last: Competition) -> None:
    unpaired = drawings.up_to(before_the_last, 2)
    known = {one.player: one.verdict for one in prospects.chances(before_the_last, 2)}
    for one in prospects.chances(unpaired, 2):
        assert one.of == 0 and (one.verdict == OPEN or one.verdict == known[one.player])


def test_the_picture_is_made_before_the_cut_alone(before_the_last: Competition) -> None:
    figure = prospects.chances_chart(before_the_last, 2, ["截至第2轮"])
    assert figure is not None
    words = "".join(text.get_text() for text in figure.findobj(Text))
    assert "第3轮开赛前：" in words and "四强" in words and "只按积分计算" not in words
    by_points = [replace(one, of=0) for one in prospects.chances(before_the_last, 2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prospects, "chances", lambda *_: by_points)
        figure = prospects.chances_chart(before_the_last, 2, [])
    assert figure is not None
    assert "只按积分计算，同分的没有判定" in "".join(text.get_text() for text in figure.findobj(Text)).replace("\n", "")
    assert prospects.chances_chart(played(before_the_last, random.Random(1)), 3, []) is None
    assert prospects.chances_chart(before_the_last, 0, []) is None


def test_a_withdrawn_player_is_not_counted_among_those_who_hope(before_the_last: Competition) -> None:
    player = before_the_last.standings(2).index[0]
    row = {"round": 3, "player": player, "happening": "退赛", "other": "", "table": 0, "cell": "A2"}
    left = replace(before_the_last, changes=pd.DataFrame([row]))
    assert player in {one.player for one in prospects.chances(before_the_last, 2)}
    assert player not in {one.player for one in prospects.chances(left, 2)}


def test_crossed_games_are_seen_from_both_sides(before_the_last: Competition) -> None:
    players, games = drawings.crossed(before_the_last, 2)
    assert list(players["名次"]) == list(range(1, 10)) and len(games) == 2 * 8
    mirrored = {(row.对手, row.编号) for row in games.itertuples()}
    assert {(row.编号, row.对手) for row in games.itertuples()} == mirrored
    assert drawings.heat_map_chart(before_the_last, 2, []) is None  # 16 marks for 9 players: too few
    later = played(before_the_last, random.Random(3))
    assert drawings.heat_map_chart(later, 3, ["截至第3轮"]) is not None


def test_a_swiss_has_no_heat_map_where_a_third_met_nobody_or_a_later_stage_is_under_way(before_the_last: Competition) -> None:
    assert drawings.heat_map_name(before_the_last) == "全部对局"
    later = played(before_the_last, random.Random(3))
    players, games = drawings.crossed(later, 3)
    few = games[games["编号"].isin(players["编号"].head(6)) & games["对手"].isin(players["编号"].head(6))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawings, "crossed", lambda *_: (players, pd.concat([few] * 3)))
        assert drawings.heat_map_chart(later, 3, []) is None
    *earlier, last = later.record.publications
    knockout = replace(last, round=4, stage="淘汰", accepted=None)
    going = replace(later, record=replace(later.record, publications=[*earlier, last, knockout]))
    assert drawings.heat_map_chart(going, 3, []) is None


def test_only_a_wide_gap_to_one_of_the_upper_half_is_an_upset(before_the_last: Competition) -> None:
    rows = [(4, 1, "甲", 11, "乙", 1), (4, 2, "丙", 40, "丁", 20), (4, 3, "戊", 35, "己", 21), (4, 4, "庚", 10, "辛", 1)]
    games = pd.DataFrame(rows, columns=["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"])
    assert list(drawings.real_upsets(games, 40)["胜者"]) == ["丙", "甲"]
    assert drawings.real_upsets(games, 23).empty
    few, some = drawings.real_upsets(games.head(1), 40), drawings.real_upsets(games, 40)
    assert drawings.upsets_chart([few], []) is None and drawings.upsets_chart([some], []) is not None
    assert drawings.real_upsets(games.head(0), 40).empty and drawings.upsets(before_the_last, 2).empty


def test_two_whom_only_their_numbers_part_have_no_leader(before_the_last: Competition) -> None:
    """Without any key but the points, whoever shares the first score is level; the progressive score tells them apart."""
    frame = drawings.leaders(before_the_last, 2)
    first, second = before_the_last.standings(2).index[:2]
    chain = before_the_last.regulation.chain
    level = replace(before_the_last.regulation, chain=tuple(key for key in chain if key.name == "points"))
    points = replace(before_the_last, regulation=level)
    scores = points.standings(2)["points"]
    assert (drawings.leaders(points, 2)["凭"] == "").all() == (scores.iloc[0] == scores.iloc[1])
    key = drawings.parting(before_the_last, first, second, 2)
    assert set(frame["凭"]) == {TIE_BREAKS[key].label if key else ""}
    assert set(frame["何时"]) == {"第2轮后"}
    assert set(drawings.leaders(played(points, random.Random(1)), 3)["何时"]) == {"第一阶段"}


def test_leaders_who_are_nearly_all_level_make_no_picture(before_the_last: Competition) -> None:
    frame = drawings.leaders(before_the_last, 2)
    assert drawings.leaders_chart(before_the_last, 2, []) is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawings, "leaders", lambda *_: frame.assign(积分="4"))
        assert drawings.leaders_chart(before_the_last, 2, []) is None


def test_who_won_the_last_game_of_a_tie_by_a_draw_is_named() -> None:
    assert ties._note("附加赛和棋，执黑胜", "马世军") == "附加赛和棋，执黑的马世军胜出"
    assert ties._note("慢棋执红胜", "马世军") == "执红胜" and ties._note("快棋执红胜", "马世军") == "快棋执红胜"


def test_who_comes_from_the_upper_match_stands_above() -> None:
    played_in = {(1, "甲"): 1, (1, "乙"): 2, (1, "丙"): 3, (1, "丁"): 4}
    assert ties._placed(played_in, 2, "乙", "甲") == ("甲", "乙") == ties._placed(played_in, 2, "甲", "乙")
    assert ties._placed(played_in, 2, "丁", "丙") == ("丙", "丁") and ties._placed({}, 1, "丁", "丙") == ("丁", "丙")
    assert ties._placed(played_in, 2, "乙", "") == ("", "乙") and ties._placed(played_in, 2, "甲", "") == ("甲", "")


def test_the_games_of_a_tie_are_told_up_to_the_one_that_decided_it(before_the_last: Competition) -> None:
    stage = before_the_last.regulation.knockout
    assert stage is not None
    names = stage.games
    outcomes = [*["和"] * (len(names) - 1), "红胜"]
    where = {"round": stage.first, "stage": stage.name, "match": 1, "red": "1", "black": "2"}
    lines = games_frame({**where, "game": name, "outcome": one} for name, one in zip(names, outcomes, strict=True))
    made = ties._made(sides(lines, before_the_last.regulation), stage, names[-1])
    draws = "和" * (len(names) - 1)
    assert made == {"1": f"{draws}胜", "2": f"{draws}负"}


def test_whoever_has_no_verdict_is_named_below_with_the_words_of_the_article(before_the_last: Competition) -> None:
    order = before_the_last.standings(2).index
    rows = [(3, order[0], "退赛"), (2, order[5], "退赛"), (2, order[3], "取消资格")]

    def told(*some: tuple[int, str, str]) -> str:
        changes = [{"round": n, "player": p, "happening": what, "other": "", "table": 0, "cell": "A2"} for n, p, what in some]
        left = replace(before_the_last, changes=pd.DataFrame(changes))
        return prospects.left_out(left, prospects.chances(left, 2), 2)

    names = [before_the_last.people.at[player, "name"] for _, player, _ in rows]
    assert told(*rows) == f"另有：{names[2]}（取消资格）、{names[1]}（退赛）、{names[0]}（第3轮起退赛）"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prospects, "MOST_NAMED", 2)
        assert set(told(*rows).removeprefix("另有：").split("、")) == {"1人取消资格", "1人退赛", "1人第3轮起退赛"}
    assert prospects.left_out(before_the_last, prospects.chances(before_the_last, 2), 2) == ""


def test_without_a_knockout_the_picture_speaks_of_places_only(before_the_last: Competition) -> None:
    assert prospects.chances_name(before_the_last) == "晋级形势"
    alone = replace(before_the_last.regulation, stages=before_the_last.regulation.stages[:1])
    swiss = replace(before_the_last, regulation=alone)
    places, name = prospects.goal(swiss)
    assert prospects.lost(swiss) == f"已进不了前{places}名" and f"前{places}名" in name
    assert prospects.chances_name(swiss) in ("名次奖形势", f"前{places}名形势")


def test_the_race_of_teams_goes_through_the_rounds(before_the_last: Competition) -> None:
    settings = {**before_the_last.regulation.settings, "teams": "个人名次之和", "team_count": 2}
    with_teams = replace(before_the_last, regulation=replace(before_the_last.regulation, settings=settings))
    (group, rules, frame), = drawings.race([with_teams], 2)
    assert group == "" and rules.smaller_first and sorted(frame["轮次"].unique()) == [1, 2]
    assert [name for name, _ in drawings.race_charts([with_teams], 2, [])] == [""]
    assert drawings.race_charts([before_the_last], 2, []) == [] and drawings.race_charts([with_teams], 1, []) == []


@pytest.mark.long
@pytest.mark.parametrize(("players", "cycles"), [(5, 1), (6, 1), (4, 2)])
def test_the_table_of_a_round_robin_tells_the_next_round_as_it_is_published(players: int, cycles: int, tmp_path: Path) -> None:
    """In every round: the games, and who rests."""
    rounds = cycles * (players - 1 + players % 2)
    folder = small_round_robin.write(tmp_path / "循环", players, [small_round_robin.stage(f"1-{rounds}")])
    assert run("draw", folder) == 0
    for number in range(1, rounds + 1):
        if number > 1:
            small_event.fill(folder)
        assert small_event.next_round(folder) == 0
        competition = open_event(folder).competitions[""]
        before = drawings.up_to(competition, number - 1)
        assert _lines(before, number - 1) == _lines(competition, number - 1)


def _lines(competition: Competition, after: int) -> set[tuple[str, str, str]]:
    lines = prospects.next_lines(competition, after)
    assert lines is not None
    return {(line["red"], line["black"], line.get("outcome", "")) for line in lines}
