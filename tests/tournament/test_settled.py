"""Which places no further game can move: by hand, and against all ways in which a knockout can go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pandas as pd
import pytest
from test_games import POINTS, rules

from qisai.pairing.knockout import Tie, first_round, next_round
from qisai.regulation.model import Condition, Prize, Regulation, Stage
from qisai.tournament.games import frame
from qisai.tournament.ladder import ladder_order
from qisai.tournament.prizes import awards, team_awards
from qisai.tournament.settled import givable, others_wait_for, settled_in_knockout, teams_givable, waits

SEEDS = list("abcdefgh")
KNOCKOUT = Stage("淘汰", "单淘汰", 4, 6, "前8名", 8, POINTS, ("慢棋",))
SIZES = (4, 2, 1)  # ties by round
OTHERS = Stage("其余", "积分编排", 4, 5, "其余", 0, POINTS)
FINAL = pd.DataFrame({"rank": pd.array([*range(1, 11), None], dtype="Int64"), "part": ["淘汰"] * 8 + ["编排"] * 3, "missed": 0},
                     index=[*SEEDS, "x", "y", "z"])  # fmt: skip
PEOPLE = pd.DataFrame({"role": "选手", "region": "丹阳", "sex": "男", "category": "", "team": "", "group": ""}, index=FINAL.index)
LOCAL = (Condition("地区", "=", "丹阳"),)


def event(*stages: Stage, prizes: tuple[Prize, ...] = ()) -> Regulation:
    swiss = rules().stages[0]
    return replace(rules(), stages=(swiss, *stages), prizes=prizes)


def swiss_round(round_no: int, stage: str = "积分") -> dict:
    return {"round": round_no, "stage": stage, "board": 1, "red": "x", "black": "y", "outcome": "红胜"}


def tie(round_no: int, match: int, high: str, low: str, outcome: str = "红胜") -> dict:
    return {"round": round_no, "stage": "淘汰", "match": match, "board": match, "red": high, "black": low, "game": "慢棋",
            "outcome": outcome}  # fmt: skip


def knockout(*results: str) -> list[dict]:
    """Lines of the first rounds: a letter a tie, h the better seed wins, l the other, 0 nobody (both absent)."""
    ties: tuple[Tie, ...] = first_round(SEEDS)
    lines = []
    for round_no, letters in enumerate(results, start=KNOCKOUT.first):
        winners: dict[int, str | None] = {}
        for one, letter in zip((t for t in ties if t.sides), letters, strict=True):
            if len(one.sides) < 2:
                lines.append(tie(round_no, one.match, one.sides[0], "", "轮空"))
                winners[one.match] = one.sides[0]
                continue
            winners[one.match] = {"h": one.high, "l": one.low, "0": None}[letter]
            outcome = {"h": "红胜", "l": "黑胜", "0": "双弃"}[letter]
            lines.append(tie(round_no, one.match, str(one.high), str(one.low), outcome))
        ties = next_round(ties, winners, SEEDS)
    return lines


def test_losers_are_settled_once_all_ties_of_their_round_are_over() -> None:
    games = frame(knockout("hhlh"))
    assert settled_in_knockout(games, KNOCKOUT, SEEDS) == set("ehbf")  # seeds 8, 5, 2 and 6 lost
    assert settled_in_knockout(games[games["match"] < 4], KNOCKOUT, SEEDS) == set()
    assert settled_in_knockout(frame([]), KNOCKOUT, SEEDS) == set()


def test_the_final_settles_both_and_so_does_a_semifinal_that_leaves_one() -> None:
    assert settled_in_knockout(frame(knockout("hhhh", "hh")), KNOCKOUT, SEEDS) == set("cdefgh")
    assert settled_in_knockout(frame(knockout("hhhh", "hh", "l")), KNOCKOUT, SEEDS) == set(SEEDS)
    assert settled_in_knockout(frame(knockout("hhhh", "h0")), KNOCKOUT, SEEDS) == set(SEEDS)


def _letters(count: int) -> Iterator[str]:
    return ("".join(some) for some in product("hl", repeat=count))


def _ways(*played: str) -> list[dict[str, int]]:
    """The places of all seeds for every way in which the knockout can go on."""
    found = []
    for rest in product(*(_letters(size) for size in SIZES[len(played) :])):
        order = ladder_order(frame(knockout(*played, *rest)), KNOCKOUT, SEEDS)
        found.append({player: place for place, player in enumerate(order, start=1)})
    return found


@pytest.mark.parametrize("seed", range(12))
def test_a_place_is_settled_exactly_if_no_way_of_playing_on_moves_it(seed: int) -> None:
    chance = random.Random(seed)
    played = ["".join(chance.choice("hl") for _ in range(size)) for size in SIZES[: chance.randint(1, 3)]]
    ways = _ways(*played)
    fixed = {player for player in SEEDS if len({way[player] for way in ways}) == 1}
    assert settled_in_knockout(frame(knockout(*played)), KNOCKOUT, SEEDS) == fixed


def test_a_swiss_alone_is_settled_by_its_last_round() -> None:
    two, three = frame([swiss_round(1), swiss_round(2)]), frame([swiss_round(n) for n in (1, 2, 3)])
    final = FINAL.loc[["x", "y", "z"]]
    assert waits(final, two, event(), []).to_list() == ["比赛还没下完"] * 3
    assert waits(final, three, event(), []).to_list() == [""] * 3


def test_the_others_wait_for_their_own_stage_and_for_the_bracket() -> None:
    first, rest = [swiss_round(n) for n in (1, 2, 3)], [swiss_round(n, "其余") for n in (4, 5)]
    both, alone = event(KNOCKOUT, OTHERS), event(KNOCKOUT)

    def of(regulation: Regulation, lines: list[dict], seeds: list[str]) -> str:
        return others_wait_for(FINAL, frame(lines), regulation, seeds)

    assert of(both, first[:2], []) == of(alone, first[:2], []) == "第一阶段还没下完"
    assert of(both, first, []) == of(alone, first, []) == "淘汰赛的对阵还没公布"  # one who leaves is replaced by the next
    assert of(alone, first, SEEDS) == ""
    assert of(both, [*first, *rest[:1]], SEEDS) == "「其余」还没下完"
    assert of(both, [*first, *rest], SEEDS) == ""
    assert others_wait_for(FINAL.loc[SEEDS], frame(first), both, SEEDS) == ""  # everybody qualified: nobody plays there


def test_prizes_of_settled_places_can_be_given_while_the_final_is_played() -> None:
    """All but a and b (1 and 2) are settled; z has no rank; the third local is c, the sixth would be f."""
    prizes = (Prize("名次奖", (1, 2, 3, 10, 11), 100, True), Prize("地方奖", (2, 3), 50, False, LOCAL),
              Prize("团体奖", (1,), 70, False, team=True))  # fmt: skip
    regulation = event(KNOCKOUT, OTHERS, prizes=prizes)
    lines = [swiss_round(n) for n in (1, 2, 3)] + [swiss_round(n, "其余") for n in (4, 5)] + knockout("hhhh", "hh")
    waiting = waits(FINAL, frame(lines), regulation, SEEDS)
    assert set(waiting[waiting != ""].items()) == {("a", "淘汰赛还没下完"), ("b", "淘汰赛还没下完")}
    now, later = givable(awards(FINAL, PEOPLE, regulation), waiting, "")
    given = [(row.prize, row.place, row.player) for row in now.given.itertuples()]
    assert given == [("名次奖", 3, "c"), ("名次奖", 10, "y"), ("地方奖", 3, "c")]
    assert later[["prize", "place", "amount"]].values.tolist() == [["名次奖", 1, 100], ["名次奖", 2, 100], ["地方奖", 2, 50]]
    assert now.open[["place", "reason"]].values.tolist() == [[11, "列名次的只有 10 人"]]


def test_while_the_others_play_nothing_of_them_is_given_nor_refused() -> None:
    regulation = event(KNOCKOUT, OTHERS, prizes=(Prize("名次奖", (8, 9, 40), 100, True),))
    lines = [swiss_round(n) for n in (1, 2, 3)] + knockout("hhhh")
    waiting, others = waits(FINAL, frame(lines), regulation, SEEDS), others_wait_for(FINAL, frame(lines), regulation, SEEDS)
    now, later = givable(awards(FINAL, PEOPLE, regulation), waiting, others)
    assert now.given["place"].to_list() == [8] and now.open.empty
    assert dict(zip(later["place"], later["reason"], strict=True)) == {9: "「其余」还没下完", 40: "「其余」还没下完"}


def test_teams_wait_for_everybody() -> None:
    table = pd.DataFrame({"rank": pd.array([1], dtype="Int64")}, index=["甲队"])
    found = team_awards(table, (Prize("团体奖", (1, 2), 70, False, team=True, medal=True),))
    now, later = teams_givable(found, "淘汰赛还没下完")
    assert now.given.empty and later["place"].to_list() == [1, 2] and later["team"].all()
    now, later = teams_givable(found, "")
    assert now.given[["place", "team"]].values.tolist() == [[1, "甲队"]] and later.empty
    assert now.open["reason"].to_list() == ["列团体名次的只有 1 队"] and now.medals == 1
