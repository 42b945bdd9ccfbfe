"""Keys of 名次 by the second referee, worked out by hand on a few players; published tables are in tests/published."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_swiss import law, played, publish

from qisai.verify.prizes import list_now, without
from qisai.verify.standings import ranked_in, table

#: After three rounds: A 6, B 4, C 3 (a bye, a draw), D 3 (a forfeit won, a draw), E 2 (two draws), F 0 (away, a forfeit
#: lost, a loss).
ROUNDS = ("A+D B+E C.", "B-A F?D C=E", "A+C B+F D=E")
PLAYERS = "ABCDEF"


def values(key: str, rounds: tuple[str, ...] = ROUNDS, players: str = PLAYERS, **settings: str) -> dict[str, object]:
    rules = law(f"points {key}", len(rounds), settings)
    return {row["player"]: row[key] for row in table(rules, played(rules, players, *rounds), len(rounds))}


def test_the_points_that_the_others_are_worked_out_from() -> None:
    assert values("points_mean") == {"A": 2, "B": Fraction(4, 3), "C": 1, "D": 1, "E": Fraction(2, 3), "F": 0}
    assert values("wins") == {"A": 3, "B": 2, "C": 1, "D": 1, "E": 0, "F": 0}
    assert values("progressive") == {"A": 12, "B": 8, "C": 8, "D": 5, "E": 3, "F": 0}


@pytest.mark.parametrize(("choice", "bye"), [
    ("有分者最低分", 2),  # E has 2
    ("全场最低分", 0),  # F has 0
    ("在赛者最低分", 0),  # F lost at the board in round 3: he is in play
    ("不计", 0),
    ("本人其余对手的平均分", 4),  # of A with 6 and E with 2
])  # fmt: skip
def test_what_a_bye_adds_to_the_opponents_score(choice: str, bye: int) -> None:
    """C met E (2) and A (6)."""
    assert values("opponents_score", bye_opponent=choice)["C"] == 8 + bye


def test_somebody_away_in_the_last_round_is_not_in_play() -> None:
    """F is away with 0 points; E has the bye, B and D draw: the lowest of those in play is C with 3."""
    rounds = (*ROUNDS[:2], "A+C B=D E.")
    found = [values("opponents_score", rounds, bye_opponent=choice)["E"] for choice in ("不计", "全场最低分", "在赛者最低分")]
    assert found == [6, 6, 9]  # B has 3, C has 3


@pytest.mark.parametrize(("choice", "with_f"), [("对方全部积分", 0), ("不计", 0), ("同轮空", 2)])
def test_what_a_forfeit_adds(choice: str, with_f: int) -> None:
    """D met A (6), F by forfeit, E (2); F had B (4), D (3) by forfeit."""
    found = values("opponents_score", forfeit_opponent=choice)
    assert found["D"] == 8 + with_f
    assert found["F"] == 4 + {"对方全部积分": 3, "不计": 0, "同轮空": 2}[choice]


def test_cuts_take_rounds_that_add_nothing_too() -> None:
    """A met D 3, B 4, C 3; F was away (0), had D 3 by forfeit and B 4."""
    assert [values(key)["A"] for key in ("opponents_cut1", "opponents_cut2", "opponents_median")] == [7, 4, 3]
    assert [values(key)["F"] for key in ("opponents_cut1", "opponents_cut2", "opponents_median")] == [7, 4, 3]
    assert values("opponents_median2")["A"] == 0


def test_by_result_and_weighted() -> None:
    """B beat E (2) and F (0) and lost to A (6); D lost to A (6), won against F (0) without play and drew with E (2)."""
    assert [values(key)["B"] for key in ("beaten_score", "drawn_score", "lost_score")] == [2, 0, 6]
    assert [values(key)["D"] for key in ("beaten_score", "drawn_score", "lost_score")] == [0, 2, 6]
    assert values("sonneborn_berger")["D"] == 1
    assert values("sonneborn_cut1")["D"] == 1  # F, the weakest, adds nothing
    assert values("sonneborn_berger")["B"] == 2
    assert values("koya")["D"] == 0
    assert values("koya")["B"] == 0
    assert values("koya")["A"] == 6  # all three of D 3, B 4 and C 3 have half of the 6 that were possible


def test_opponents_of_opponents() -> None:
    """对手分: A 10, B 8 (2 + 6 + 0), C 10 with the bye at 2, D 8, E 10 (B 4 + C 3 + D 3), F 7."""
    found = values("opponents_score")
    assert found == {"A": 10, "B": 8, "C": 10, "D": 8, "E": 10, "F": 7}
    assert values("opponents_opponents")["C"] == 10 + 10
    assert values("opponents_opponents_mean")["D"] == Fraction(10 + 10, 2)  # A and E; F did not come
    assert values("opponents_opponents_mean")["C"] == 10


def test_the_last_round_as_draws() -> None:
    """Then A 5, B 3, C 4, D 3, E 2, F 1; A met D, B and C, F was away and met D and B."""
    assert [values("opponents_fore")[player] for player in "AF"] == [3 + 3 + 4, 0 + 3 + 3]


def test_a_forfeit_of_the_last_round_is_a_draw_then_too() -> None:
    """A 3, B 1 with a draw; round 1 gave A 2."""
    assert values("opponents_fore", ("A+B", "A!B"), "AB", forfeit_opponent="不计") == {"A": 1 + 1, "B": 3 + 3}


# --- FIDE ---------------------------------------------------------------------------------------------------------
#: C wins, does not come to his game with A, and stays away from round 3. Totals: A 6, B 4 (the bye), C 2, D 0.
LEFT = ("A+B C+D", "A!C B+D", "A+D B.")


@pytest.mark.parametrize(("rules", "c", "d", "f"), [
    ("FIDE 2009", 2 + 2 + 6, 6 + 1 + 2, 4 + 3 + 4),  # virtual opponents: C round 1: 0 + 0 + 2; D round 2: 0 + 0 + 1
    ("FIDE 2023", 3 + 2 + 6, 6 + 3 + 2, 0 + 0 + 4),  # dummies with their own totals
    ("FIDE 2024", 3 + 2 + 6, 6 + 3 + 2, 0 + 0 + 4),
    ("FIDE 2026", 3 + 2 + 6, 6 + 0 + 2, 0 + 0 + 4),  # D's against F has no more than F
])  # fmt: skip
def test_unplayed_rounds_of_ones_own_as_fide_had_them(rules: str, c: int, d: int, f: int) -> None:
    found = values("opponents_score", unplayed=rules)
    assert [found[player] for player in "CDF"] == [c, d, f]


@pytest.mark.parametrize(("rules", "d", "c", "cut"), [
    ("FIDE 2009", 5 + 3 + 4, 0 + 5 + 4, 9),  # every unplayed round of A, B and C is a draw; the lowest goes
    ("FIDE 2024", 6 + 4 + 3, 0 + 2 + 2, 2),  # C's absence at the end is one, his forfeit is not; a missed round goes
    ("FIDE 2026", 6 + 4 + 3, 0 + 2 + 2, 2),
])  # fmt: skip
def test_opponents_who_left_and_the_cut_of_who_did(rules: str, d: int, c: int, cut: int) -> None:
    found = values("opponents_score", LEFT, "ABCD", unplayed=rules)
    assert (found["D"], found["C"]) == (d, c)
    assert values("opponents_cut1", LEFT, "ABCD", unplayed=rules)["C"] == cut


@pytest.mark.parametrize(("rules", "value"), [("FIDE 2009", Fraction(3, 2)), ("FIDE 2024", 4), ("FIDE 2026", 1)])
def test_sonneborn_berger_of_a_forfeit_won(rules: str, value: object) -> None:
    """D drew with E, who has 2: 1; the forfeit adds half of 1, all of 3, all of 0."""
    assert values("sonneborn_berger", unplayed=rules)["D"] == value


def test_the_draw_of_a_side_that_stays_away_is_the_smaller_one() -> None:
    """5-2-0 for red, 5-3-0 for black: C's absence at the end counts 2 for D."""
    rules = law("points opponents_score", 3, {"unplayed": "FIDE 2024"}, {
        "red_win": 5, "black_win": 5, "red_draw": 2, "black_draw": 3, "bye": 5, "forfeit_win": 5,
    })  # fmt: skip
    rows = {row["player"]: row for row in table(rules, played(rules, "ABCD", *LEFT), 3)}
    assert rows["D"]["opponents_score"] == 15 + 10 + 5 + 2


def test_counts_of_games() -> None:
    assert values("wins_played")["C"] == 0
    assert values("wins_played")["D"] == 0
    assert values("games_played") == {"A": 3, "B": 3, "C": 2, "D": 2, "E": 3, "F": 1}
    assert values("rounds_elected")["F"] == 1
    assert values("red_wins") == {"A": 2, "B": 2, "C": 0, "D": 0, "E": 0, "F": 0}
    assert values("black_wins", forfeit_is_colour="是")["D"] == 1
    assert [values("black_games", bye_is_black=choice)["C"] for choice in ("不算", "算后手局")] == [1, 2]
    assert values("black_wins", bye_is_black="算后手局")["C"] == 0
    assert values("black_wins", bye_is_black="算后手局和后手胜局")["C"] == 1
    assert values("points_mean")["F"] == 0
    assert values("points_mean", ("A+D B+E C.", "B-A D.", "C=E"))["C"] == Fraction(3, 2)
    assert values("last_rounds")["D"] == (1, 2, 0)
    assert values("progressive_cut1")["D"] == 5


# --- among those still equal ---------------------------------------------------------------------------------------
def test_direct_parts_two_who_met_and_nobody_else() -> None:
    """All won once: A over B, C over A, B over C."""
    three = ("A+B C+D", "C+A B+D", "B+C A+D")
    assert values("direct", three, "ABCD") == dict.fromkeys("ABCD", 0)
    assert values("direct_all", three, "ABCD") == {"A": 1, "B": 1, "C": 1, "D": 0}
    two = ("A+B C+D", "B+C D+A")  # all have 2
    rules = law("points number direct", 2)
    assert {row["player"]: row["direct"] for row in table(rules, played(rules, "ABCD", *two), 2)} == dict.fromkeys("ABCD", 0)
    assert values("direct_all", two, "ABCD") == dict.fromkeys("ABCD", 0)  # A and C have not met
    assert values("direct", ("A=B C+D", "A+D B+C"), "ABCD")["A"] == Fraction(1, 2)  # 3 each
    assert values("direct", ("A!B C+D", "C+A B+D"), "ABCD", forfeit_is_met="是")["A"] == 1
    assert values("direct", ("A!B C+D", "C+A B+D"), "ABCD", forfeit_is_met="否")["A"] == 0


def test_the_best_opponent_by_the_keys_before() -> None:
    """A 6, B 4, then C and D with 3 share the third place, E 2, F 0."""
    assert values("best_opponent") == {"A": 2, "B": 1, "C": 1, "D": 1, "E": 2, "F": 2}
    assert values("best_opponent", ("A+B", "A+B C."), "ABC")["C"] == 4


# --- stages, late entries, shared places -----------------------------------------------------------------------------
@pytest.mark.parametrize(("setting", "points"), [("不计分", 2), ("按请假计分", 4)])
def test_rounds_before_a_late_entry_may_count_as_excused(setting: str, points: int) -> None:
    rules = law("points opponents_score", 3, {"late_points": setting, "absent_opponent": "同轮空"}, {"excused": 1})
    state = played(rules, "ABCDE", "A+B C+D", "A+C B+D", "A+D B+C E.", since={"E": 3})
    rows = {row["player"]: row for row in table(rules, state, 3)}
    assert rows["E"]["points"] == points
    assert rows["E"]["opponents_score"] == 3 * 2  # three times the lowest total above zero
    assert rows["E"]["missed"]
    assert "E" not in [row["player"] for row in ranked_in(rules, state, 2)]


def test_who_has_not_entered_yet_is_not_the_lowest_of_all() -> None:
    rules = law("points opponents_score", 2, {"bye_opponent": "全场最低分"})
    state = played(rules, "ABCD", "A=B C.", "A=C B=D", since={"D": 2})
    assert {row["player"]: row["opponents_score"] for row in table(rules, state, 1)}["C"] == 1


@pytest.mark.parametrize(("setting", "total"), [("冻结", 4), ("淘汰赛得分计入", 6)])
def test_points_of_the_knockout_may_count_for_those_who_met_before(setting: str, total: int) -> None:
    """A and B go on with 4 and 2 points; A wins the slow game of round 3, and a playoff in round 4 that counts nothing."""
    rules = law("points opponents_score", 2, {"left_totals": setting}, knockout=2)
    state = played(rules, "ABCD", "A+C B+D", "A+B C=D", seeds=("A", "B"))
    publish(state, rules.knockout, 3, "A+B", "慢棋")  # type: ignore[arg-type]
    publish(state, rules.others, 3, "D+C")  # type: ignore[arg-type]
    rows = {row["player"]: row for row in ranked_in(rules, state, 3)}
    assert rows["C"]["opponents_score"] == total + rows["D"]["points"] * 2
    assert {row["player"]: row["opponents_score"] for row in table(rules, state, 2)}["C"] == 4 + 1
    publish(state, rules.knockout, 4, "A+B", "加赛")  # type: ignore[arg-type]
    publish(state, rules.others, 4, "")  # type: ignore[arg-type]
    assert {row["player"]: row for row in ranked_in(rules, state, 4)}["C"]["opponents_score"] == total + 3 + 3


def test_equal_rows_share_a_place_only_behind_the_one_that_the_setting_names() -> None:
    """Two pairs of rows are equal in everything but the number: C and D with 2, E and F with 0."""
    rounds = ("A+E B+F C=D", "A=B C=D E=F")
    for below, ranks in ((0, [1, 2, 3, 4, 5, 6]), (1, [1, 2, 3, 3, 5, 5]), (4, [1, 2, 3, 4, 5, 5])):
        for chain in ("points wins", "points wins previous"):
            rules = law(chain, 2, {"share_below": str(below), "missed_round": "不处理"})
            found = list_now(rules, played(rules, "ABCDEF", *rounds))
            assert [row["player"] for row in found] == list("ABCDEF")
            assert [row["rank"] for row in without(found, (), below)] == ranks


def test_an_unknown_key_is_taken_from_the_record() -> None:
    """C and D are equal before it; the record has D ahead, and A and B, whom the points part, the other way round."""
    rules = law("points home_games", 3)
    state = played(rules, "ABCD", "A+C B+D", "A+D B+C", "A+B C=D")
    state.orders["预赛", 3] = ["B", "A", "D", "C"]
    assert [row["player"] for row in table(rules, state, 3)] == ["A", "B", "D", "C"]
    state.orders.clear()
    assert [row["player"] for row in table(rules, state, 3)] == ["A", "B", "C", "D"]
