"""At which table each pair sits.

Sources: the rules summary 6, rows 2 and 3; 固定台 and 停用台 of the 变动 sheet; the tables of the knockout stay free for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain, count, islice

from qisai.regulation.model import Regulation
from qisai.verify.hall import Hall, Room
from qisai.verify.replay import Game, Publication, State
from qisai.verify.report import Ledger

BEHIND = 501  # where a group goes on that has outgrown its room


def usable(room: Room, closed: Collection[int]) -> Iterator[int]:
    """The tables of a group in order, without those that 停用台 has taken out."""
    own = chain(range(room.first, room.first + room.kept), count(BEHIND)) if room.kept else count(room.first)
    return (table for table in own if table not in closed)


def kept_for_knockout(regulation: Regulation, room: Room, closed: Collection[int]) -> list[int]:
    """The tables of the knockout in all its rounds."""
    ties = regulation.knockout.qualifiers // 2 if regulation.knockout else 0
    return list(islice(usable(room, closed), ties))


def board_order(hall: Hall, ledger: Ledger) -> None:
    """Tables run from the highest score of a pair, then the sum, then the smaller number, around the fixed ones."""

    def due(game: Game) -> tuple[int, int, int]:
        left, right = hall.score(game.red), hall.score(game.black)
        return -max(left, right), -(left + right), min(hall.number(game.red), hall.number(game.black))

    seated(hall, sorted(hall.pub.lines, key=due), ledger)


def seated(hall: Hall, ordered: list[Game], ledger: Ledger) -> None:
    """The pairs, in the order in which tables are given out, sit at the tables that fall to them."""
    for game, table in sorted(seats(hall, ordered), key=lambda seat: seat[0].board):
        ledger.hold("台次", hall.place(game), game.board == table, hall.pair(game), f"这一对在第 {table} 台")


def seats(hall: Hall, ordered: list[Game]) -> list[tuple[Game, int]]:
    """The pairs in their order, and the table of each."""
    owner: dict[int, Game] = {}
    for game in ordered:
        if (table := _wanted(hall, game)) is not None:
            owner.setdefault(table, game)
    free = (table for table in _tables(hall) if table not in owner)
    table_of = {id(game): table for table, game in owner.items()}
    return [(game, table_of[id(game)] if id(game) in table_of else next(free)) for game in ordered]


def _wanted(hall: Hall, game: Game) -> int | None:
    """The fixed table of a pair, if it is one of the group's own in this stage; of two that of the smaller number."""
    room, first = hall.room, next(_tables(hall))
    for player in sorted((game.red, game.black), key=hall.number):
        table = hall.wishes.tables.get(player)
        if table is None or table < first or table in hall.wishes.closed:
            continue
        if not room.kept or table < room.first + room.kept:
            return table
    return None


def _tables(hall: Hall) -> Iterator[int]:
    """Those of the stage: the others sit behind the tables of the knockout."""
    closed = hall.wishes.closed
    before = [] if hall.pub.stage.whole_field else kept_for_knockout(hall.regulation, hall.room, closed)
    return islice(usable(hall.room, closed), len(before), None)


def knockout_tables(
    regulation: Regulation, room: Room, publication: Publication, closed: Collection[int], ledger: Ledger
) -> None:
    """Each tie at a table of its own, among those kept for the knockout."""
    where = publication.where
    boards = {(game.board, game.match) for game in publication.lines}
    ledger.hold("淘汰对阵", where, len({b for b, _ in boards}) == len(boards), "两对在同一台", "一对一台")
    kept = kept_for_knockout(regulation, room, closed)
    in_a_row = kept[-1] - kept[0] < len(kept)
    words = f"第 {kept[0]} 到第 {kept[-1]} 台留给淘汰赛" if in_a_row else f"第 {'、'.join(map(str, kept))} 台留给淘汰赛"
    for board in sorted({board for board, _ in boards}):
        ledger.hold("淘汰对阵", where, board in kept, f"第 {board} 台", words)


def one_file_a_table(states: Iterable[State], ledger: Ledger) -> None:
    """No two files of the same round, of whatever group or stage, have pairs at the same table."""
    taken: dict[tuple[int, int], Publication] = {}
    for publication in (publication for state in states for publication in state.published.values()):
        places = sorted({(publication.round, line.board) for line in publication.lines})
        shared = [f"第 {place[1]} 台 {taken[place].file} 里也有" for place in places if place in taken]
        ledger.hold("台次", publication.file, not shared, "，".join(shared), "同一轮一台只坐一对")
        taken.update(dict.fromkeys(places, publication))
