"""One round of a round robin (循环赛): who meets whom, with which colour, by the table and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qisai.pairing.field import Board, Entrant, Pairing, PairingRules
from qisai.pairing.tables import ALL_TABLES, Seat, seats
from qisai.regulation.model import cycle

Pairs = tuple[tuple[int, int], ...]  # places in the table from 1, red first


@dataclass(frozen=True)
class Row:
    """The row of the table that a round plays: its number, from 1; ``again`` in the second cycle, colours swapped."""

    number: int
    again: bool = False

    @property
    def words(self) -> str:
        return f"循环表第 {self.number} 轮" + ("（第二循环，先后手对调）" if self.again else "")


def table_row(size: int, number: int) -> Pairs:
    """The pairs of one row of the table for ``size`` places, an even number, in the order in which they are listed.

    The largest place stays where it is and is listed first; its colour alternates row by row, and its opponent is the
    place that stood last in the row before; from there the others are counted round, the first of them against the
    last, and so on inwards (Chinese rules, question-and-answer book; FIDE C.05, annex 1: the Berger tables).

    >>> table_row(6, 1), table_row(6, 2)
    (((1, 6), (2, 5), (3, 4)), ((6, 4), (5, 3), (1, 2)))
    """
    half, around = size // 2, size - 1
    start = (number - 1) * half % around  # the last of each row stands half the table further on
    ring = [(start + step) % around + 1 for step in range(around)]
    first = (ring[0], size) if number % 2 else (size, ring[0])
    return (first, *((ring[step], ring[-step]) for step in range(1, half)))


def row_of(round_no: int, players: int, cycles: int, turned: bool) -> Row:
    """Which row a round plays; ``turned``: a double round robin plays the last two rows of its first cycle in the other
    order, so that nobody has one colour three times running where the second begins (FIDE C.05, annex 1)."""
    rows = cycle(players)
    again, number = divmod(round_no - 1, rows)
    number += 1
    if turned and cycles == 2 and not again and rows >= 3 and number > rows - 2:
        number = 2 * rows - 1 - number
    return Row(number, bool(again))


def pair_by_table(
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    cycles: int = 1,
    turned: bool = False,
    tables: Iterable[int] = ALL_TABLES,
) -> Pairing:
    """The pairing of one round; ``entrants`` are all who were drawn, whether they are there or not.

    The place in the table is that of the number among all numbers. Of ``rules`` only the fixed tables count: the pairs
    sit in the order of the table around them. Red is whom the table names first; in an odd field who meets the empty
    last place rests. Raises ``ValueError`` if the field has no such round or there are too few tables.

    >>> people = [Entrant(player=f"p{n}", number=n) for n in range(1, 6)]
    >>> second = pair_by_table(people, 2, PairingRules())
    >>> [(b.board, b.red, b.black) for b in second.boards], second.bye, second.boards[1].why
    ([(1, 'p5', 'p3'), (2, 'p1', 'p2')], 'p4', ('循环表第 2 轮：1号对2号，表中在前的1号执红',))
    """
    if len(entrants) < 2 or not 1 <= round_no <= cycles * cycle(len(entrants)):
        raise ValueError(f"no round {round_no} of {cycles} x {len(entrants)}")
    field = sorted(entrants, key=lambda entrant: entrant.number)
    row = row_of(round_no, len(field), cycles, turned)
    size = len(field) + len(field) % 2
    games, rest = [], None
    for pair in table_row(size, row.number):
        red, black = pair[::-1] if row.again else pair
        if max(pair) > len(field):
            rest = min(pair)
        else:
            games.append((field[red - 1], field[black - 1]))
    listed = {red.player: place for place, (red, _) in enumerate(games)}
    sitting = seats(games, rules, tables, order=lambda game: (listed[game[0].player],))
    known = _Places(field)
    return Pairing(
        boards=tuple(Board(seat.number, seat.one.player, seat.other.player, _why(seat, row, known, rules)) for seat in sitting),
        bye=field[rest - 1].player if rest else None,
        bye_why=(f"{row.words}：{known.name(field[rest - 1])}对空号（第{size}位），轮空",) if rest else (),
    )


class _Places:
    """What the hall calls the players; the place in the table is told where it is not the number."""

    def __init__(self, field: Sequence[Entrant]) -> None:
        self._place = {entrant.player: place for place, entrant in enumerate(field, start=1)}

    def name(self, entrant: Entrant) -> str:
        place = self._place[entrant.player]
        return f"{entrant.number}号" if place == entrant.number else f"{entrant.number}号（表中第{place}位）"


def _why(seat: Seat, row: Row, known: _Places, rules: PairingRules) -> tuple[str, ...]:
    """The row, who stands where in it, and a fixed table."""
    red, black = seat.one, seat.other
    first, second = (black, red) if row.again else (red, black)
    order = "后" if row.again else "前"
    found = [f"{row.words}：{known.name(first)}对{known.name(second)}，表中在{order}的{red.number}号执红"]
    if seat.fixed is not None:
        table = rules.tables[seat.fixed.player]
        taken = "" if table == seat.number else f"，该台已有另一对固定，改在第{seat.number}台"
        found.append(f"{seat.fixed.number}号固定在第{table}台{taken}")
    return tuple(found)
