"""The table of a round robin against the published ones, and what must hold of it whatever its size."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations, groupby
from pathlib import Path

import pytest

from qisai.pairing.field import Entrant, Pairing, PairingRules
from qisai.pairing.roundrobin import pair_by_table, row_of, table_row
from qisai.regulation.model import cycle
from qisai.verify import roundrobin as referee

#: FIDE handbook C.05, annex 1, as printed.
BERGER = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
}
REAL_EVENTS = Path(__file__).parents[2].parent / "shared" / "real_events"
SIZES = range(3, 21)


def people(count: int) -> list[Entrant]:
    return [Entrant(player=f"p{number}", number=number) for number in range(1, count + 1)]


def rounds(count: int, cycles: int = 1, turned: bool = False) -> list[Pairing]:
    """All rounds of an event of so many."""
    field = people(count)
    return [pair_by_table(field, n, PairingRules(), cycles, turned) for n in range(1, cycles * cycle(count) + 1)]


@pytest.mark.parametrize("size", BERGER)
def test_the_table_is_the_published_one(size: int) -> None:
    printed = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in BERGER[size].splitlines()]
    assert [list(table_row(size, number)) for number in range(1, size)] == printed


def test_a_real_event_of_nine_was_paired_by_this_table() -> None:
    """Colours too; 1 rests first."""
    path = REAL_EVENTS / "ussa2026_rr9" / "games.csv"
    if not path.exists():
        pytest.skip("没有 ussa2026_rr9 的公开数据")
    published: dict[int, set[tuple[str, str]]] = {}
    for row in csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()):
        published.setdefault(int(row["round"]), set()).add((row["first_id"], row["second_id"]))
    name = {f"p{number}": f"P{number:03}" for number in range(1, 10)}
    made = {
        number: {(name[b.red], name[b.black]) for b in pairing.boards} | {(name[pairing.bye or ""], "")}
        for number, pairing in enumerate(rounds(9), start=1)
    }
    assert made == published


def test_the_chinese_description_gives_the_same_table() -> None:
    """The largest number is listed first and meets whoever stood last in the row before (rules summary 1.4)."""
    for size in range(4, 31, 2):
        for number in range(2, size):
            before, now = table_row(size, number - 1), table_row(size, number)
            assert set(now[0]) == {size, before[-1][1]}
            assert (now[0][0] == size) != (before[0][0] == size)


@pytest.mark.parametrize("size", range(2, 41, 2))
def test_the_second_referee_asks_for_the_same_table(size: int) -> None:
    assert [list(table_row(size, n)) for n in range(1, size)] == [referee.row(size, n) for n in range(1, size)]


@pytest.mark.parametrize("count", SIZES)
def test_all_meet_once_and_in_an_odd_field_each_rests_once(count: int) -> None:
    played = rounds(count)
    met = Counter(frozenset((board.red, board.black)) for pairing in played for board in pairing.boards)
    assert met == Counter(frozenset((a.player, b.player)) for a, b in combinations(people(count), 2))
    rests = Counter(pairing.bye for pairing in played)
    assert rests == (Counter(e.player for e in people(count)) if count % 2 else Counter({None: count - 1}))
    for pairing in played:
        seated = [player for board in pairing.boards for player in (board.red, board.black)] + [pairing.bye] * (count % 2)
        assert sorted(seated) == sorted(e.player for e in people(count))


@pytest.mark.parametrize("count", SIZES)
def test_colours_differ_by_at_most_one(count: int) -> None:
    """None at all in an odd field, where everybody has an even number of games."""
    reds = Counter(board.red for pairing in rounds(count) for board in pairing.boards)
    blacks = Counter(board.black for pairing in rounds(count) for board in pairing.boards)
    assert {abs(reds[e.player] - blacks[e.player]) for e in people(count)} == ({0} if count % 2 else {1})


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("count", SIZES)
def test_a_double_round_robin_meets_twice_with_either_colour(count: int, turned: bool) -> None:
    games = Counter((board.red, board.black) for pairing in rounds(count, 2, turned) for board in pairing.boards)
    assert games == Counter((a.player, b.player) for a in people(count) for b in people(count) if a != b)


@pytest.mark.parametrize("count", SIZES)
def test_turning_the_last_two_rows_leaves_nobody_three_times_with_one_colour(count: int) -> None:
    """In an odd field nobody has in any case."""

    def longest(turned: bool) -> int:
        boards = [board for pairing in rounds(count, 2, turned) for board in pairing.boards]
        reds = [[b.red == e.player for b in boards if e.player in (b.red, b.black)] for e in people(count)]
        return max(len(list(run)) for own in reds for _, run in groupby(own))

    assert longest(True) == 2 and longest(False) == (2 if count % 2 else 3)


def test_the_second_cycle_repeats_the_first_with_the_colours_swapped() -> None:
    played = rounds(6, 2)
    for first, second in zip(played[:5], played[5:], strict=True):
        assert [(b.red, b.black) for b in second.boards] == [(b.black, b.red) for b in first.boards]
    assert [row_of(n, 6, 2, True).number for n in range(1, 11)] == [1, 2, 3, 5, 4, 1, 2, 3, 4, 5]


def test_the_place_in_the_table_is_that_of_the_number() -> None:
    """Numbers of a group among others: 3, 8, 9, 14."""
    field = [Entrant(player=str(number), number=number) for number in (14, 3, 9, 8)]
    second = pair_by_table(field, 2, PairingRules())
    assert [(b.red, b.black) for b in second.boards] == [("14", "9"), ("3", "8")]
    assert second.boards[0].why == ("循环表第 2 轮：14号（表中第4位）对9号（表中第3位），表中在前的14号执红",)


def test_a_fixed_table_moves_a_pair_and_nothing_else() -> None:
    made = pair_by_table(people(8), 1, PairingRules(tables={"p6": 1, "p2": 9}))
    assert [(b.board, b.red, b.black) for b in made.boards] == [
        (1, "p3", "p6"), (2, "p1", "p8"), (3, "p4", "p5"), (9, "p2", "p7"),
    ]  # fmt: skip
    assert made.boards[0].why[-1] == "6号固定在第1台"


@pytest.mark.parametrize(("count", "round_no"), [(6, 6), (5, 6), (6, 0), (1, 1), (0, 1)])
def test_there_are_no_other_rounds(count: int, round_no: int) -> None:
    with pytest.raises(ValueError):
        pair_by_table(people(count), round_no, PairingRules())
