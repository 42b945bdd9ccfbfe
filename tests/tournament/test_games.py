"""What an outcome means to each side, and the rules that hold whatever is renamed or reordered."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qisai.regulation import settings as rows
from qisai.regulation.model import Key, Regulation, Stage
from qisai.regulation.treatment import build
from qisai.tournament.explain import Separation, separation
from qisai.tournament.games import frame, sides
from qisai.tournament.standings import Ranking, standings
from qisai.vocabulary import Outcome

CHAIN = ("points", "progressive", "wins", "fouls", "black_games", "black_wins", "previous")
POINTS = {"red_win": 5, "red_draw": 2, "red_loss": 0, "black_win": 5, "black_draw": 3, "black_loss": 0,
          "bye": 5, "forfeit_win": 5}  # fmt: skip


def rules(rounds: int = 3) -> Regulation:
    values = {setting.key: rows.parse(setting, "") for setting in rows.SETTINGS}
    stage = Stage("积分", "积分编排", 1, rounds, "全体", 0, POINTS)
    chain = tuple(Key(name, larger_first=name not in ("fouls", "previous")) for name in CHAIN)
    return Regulation("", values, frozenset(), {}, (stage,), chain, (), (), 1, build(values))


def one(outcome: Outcome, **more: object) -> dict[str, tuple[int, bool, bool, bool]]:
    """points, win, colour, missed of each side of a single game of 甲 (red) and 乙."""
    games = frame([{"round": 1, "stage": "积分", "board": 1, "red": "甲", "black": "乙", "outcome": outcome.value, **more}])
    table = sides(games, rules())
    return {
        row.player: (int(row.points), bool(row.win), bool(row.colour), bool(row.missed)) for row in table.itertuples()
    }


@pytest.mark.parametrize(
    ("outcome", "red", "black"),
    [
        (Outcome.RED_WIN, (5, True, True, False), (0, False, True, False)),
        (Outcome.BLACK_WIN, (0, False, True, False), (5, True, True, False)),
        (Outcome.DRAW, (2, False, True, False), (3, False, True, False)),
        (Outcome.RED_FORFEIT, (0, False, False, True), (5, True, False, False)),
        (Outcome.BLACK_FORFEIT, (5, True, False, False), (0, False, False, True)),
        (Outcome.DOUBLE_FORFEIT, (0, False, False, True), (0, False, False, True)),
        (Outcome.UNSIGNED, (0, False, True, False), (0, False, True, False)),
        (Outcome.DOUBLE_LOSS, (0, False, True, False), (0, False, True, False)),
    ],
)
def test_danyang_scores_a_game_by_colour(outcome: Outcome, red: tuple, black: tuple) -> None:
    assert one(outcome) == {"甲": red, "乙": black}


def test_colours_played_the_other_way_round_score_as_played() -> None:
    """Planned 甲 red; they sat the other way and drew: 乙 had red (2), 甲 black (3)."""
    assert one(Outcome.DRAW, swapped=True) == {"乙": (2, False, True, False), "甲": (3, False, True, False)}


def test_a_bye_is_a_win_without_colour_and_no_missed_round() -> None:
    games = frame([{"round": 1, "stage": "积分", "red": "甲", "outcome": Outcome.BYE.value}])
    row = sides(games, rules()).iloc[0]
    assert (row["points"], row["win"], row["colour"], row["met"], row["missed"]) == (5, True, False, False, False)


def test_a_ruling_gives_the_points_that_the_arbiter_set() -> None:
    assert one(Outcome.RULED, red_points=1, black_points=4) == {"甲": (1, False, True, False), "乙": (4, False, True, False)}


def test_the_standing_before_breaks_a_tie_that_every_other_key_leaves() -> None:
    """甲 and 乙 end with the same points, progressive score, wins and colours; 甲 had the smaller number, but 乙
    stood above him after round 1 by having had black in it."""
    lines = [
        {"round": 1, "red": "甲", "black": "丙", "outcome": "红胜"},
        {"round": 1, "red": "丁", "black": "乙", "outcome": "黑胜"},
        {"round": 2, "red": "丁", "black": "甲", "outcome": "黑胜"},
        {"round": 2, "red": "乙", "black": "丙", "outcome": "红胜"},
    ]
    games = frame({"stage": "积分", "board": i, **line} for i, line in enumerate(lines))
    numbers = pd.Series({"甲": 1, "乙": 2, "丙": 3, "丁": 4})
    past = Ranking(games, numbers, rules(2), 2).tables()
    assert list(past[2].index[:2]) == ["乙", "甲"]
    assert separation("乙", "甲", past, rules(2)) == Separation("black_games", 1)


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[dict], list[str]]:
    """Random rounds of 4 to 9 players, with byes, forfeits, fouls and colours played otherwise."""
    players = [f"棋手{n}" for n in range(draw(st.integers(4, 9)))]
    lines = []
    for round_no in range(1, 4):
        order = draw(st.permutations(players))
        for board, (red, black) in enumerate(zip(order[::2], order[1::2], strict=False), start=1):
            outcome = draw(st.sampled_from(["红胜", "黑胜", "和", "红弃", "双弃", "双弃未签"]))
            lines.append({"round": round_no, "stage": "积分", "board": board, "red": red, "black": black, "outcome": outcome,
                          "red_fouls": draw(st.integers(0, 1)), "swapped": draw(st.booleans())})  # fmt: skip
        if len(players) % 2:
            lines.append({"round": round_no, "stage": "积分", "red": order[-1], "outcome": "轮空"})
    return lines, players


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(tournaments(), st.randoms(use_true_random=False))
def test_nothing_but_results_and_numbers_moves_anyone(played: tuple[list[dict], list[str]], chance) -> None:
    """Rows in another order, people renamed, one more player who never comes: the others' order stays."""
    lines, players = played
    numbers = pd.Series({player: number for number, player in enumerate(players, start=1)})
    table = standings(frame(lines), numbers, rules(), 3)
    assert sorted(table["order"]) == list(range(1, len(players) + 1))

    shuffled = chance.sample(lines, len(lines))
    again = standings(frame(shuffled), numbers.sample(frac=1, random_state=7), rules(), 3)
    pd.testing.assert_frame_equal(table, again)

    new = {player: "甲乙丙丁戊己庚辛壬"[n] for n, player in enumerate(players)}
    renamed = [{**line, "red": new[line["red"]], "black": new.get(line.get("black", ""), "")} for line in lines]
    other = standings(frame(renamed), numbers.rename(new), rules(), 3)
    assert list(other.index) == [new[player] for player in table.index]

    absent = [{"round": r, "stage": "积分", "red": "未到", "outcome": "缺席"} for r in (1, 2, 3)]
    more = standings(frame([*lines, *absent]), pd.concat([numbers, pd.Series({"未到": 99})]), rules(), 3)
    assert [player for player in more.index if player != "未到"] == list(table.index)
