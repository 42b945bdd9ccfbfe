"""Whether each published round of a round robin is the row of the table that it has to be.

The table is not built here, but asked: i and j meet in row r where i + j = r + 1, counted round N - 1; whoever would so
meet himself meets the largest place N. Of two, the smaller has red where their sum is odd, else the larger; against N the
lower half has red. So say the FIDE tables (C.05, annex 1), and the Chinese description (rules summary 1.4): N is listed
first, then those around its opponent, outwards.
"""

from __future__ import annotations

from qisai.regulation.model import Stage
from qisai.verify.hall import Hall
from qisai.verify.report import Ledger
from qisai.verify.seats import seated

Pair = tuple[int, int]  # places from 1, red first


def rows_of(players: int) -> int:
    """Rows of the table: each meets all the others, and in an odd field an empty place."""
    return players + players % 2 - 1


def row(size: int, number: int) -> list[Pair]:
    """The pairs of one row of the table of an even ``size``, as they are listed."""
    around = size - 1
    alone = next(place for place in range(1, size) if (2 * place - number - 1) % around == 0)
    pairs = [(alone, size) if 2 * alone <= size else (size, alone)]
    for step in range(1, size // 2):
        low, high = sorted(((alone + step - 1) % around + 1, (alone - step - 1) % around + 1))
        pairs.append((low, high) if (low + high) % 2 else (high, low))
    return pairs


def number_of(stage: Stage, round_no: int, players: int, turned: bool) -> tuple[int, bool]:
    """Which row a round plays, and whether it is in the second cycle, with the colours the other way round."""
    rows = list(range(1, rows_of(players) + 1))
    if len(stage.rounds) % 2:
        return rows[round_no - 1], False
    first = [*rows[:-2], *reversed(rows[-2:])] if turned else rows
    return [*first, *rows][round_no - 1], round_no > len(rows)


def due(hall: Hall) -> tuple[list[tuple[str, str]], str] | None:
    """Who meets whom, red first, in the order of the table; and who rests. None where the stage has no such round."""
    stage, field = hall.pub.stage, everybody(hall)
    if len(stage.rounds) not in (rows_of(len(field)), 2 * rows_of(len(field))) or len(field) < 2:
        return None
    turned = hall.regulation["second_cycle"] == "第一循环末两轮对调"
    number, again = number_of(stage, hall.pub.round, len(field), turned)
    pairs, rest = [], ""
    for pair in row(len(field) + len(field) % 2, number):
        red, black = reversed(pair) if again else pair
        if max(pair) > len(field):
            rest = field[min(pair) - 1]
        else:
            pairs.append((field[red - 1], field[black - 1]))
    return pairs, rest


def everybody(hall: Hall) -> list[str]:
    """Who has a place in the table: all who had a number when round 1 was published, by number."""
    return [player for player in hall.field if hall.before.since.get(player, 1) <= 1]


def by_the_table(hall: Hall, ledger: Ledger) -> None:
    """Every pair of the row, with its colours, and nobody else; who rests; nobody left out, and no rule given up. That
    nothing was adjusted by hand is seen where the journal is played."""
    pub = hall.pub
    found = due(hall)
    places = len(everybody(hall))
    words = f"{len(pub.stage.rounds)} 轮"
    ledger.hold("循环表", pub.where, found is not None, words, f"{places} 人要 {rows_of(places)} 轮，双循环加倍")
    if found is None:
        return
    pairs, rest = found
    where = {frozenset((game.red, game.black)): game for game in pub.lines}
    for red, black in pairs:
        game = where.pop(frozenset((red, black)), None)
        place = hall.place(game) if game else pub.where
        claimed = hall.pair(game) if game else "没有这一对"
        right = game is not None and (game.red, game.black) == (red, black)
        ledger.hold("循环表", place, right, claimed, f"{hall.name(red)}（红）对{hall.name(black)}（黑）")
    for game in where.values():
        ledger.hold("循环表", hall.place(game), False, hall.pair(game), "这一轮的循环表里没有这一对")
    words = f"{hall.name(rest)}轮空" if rest else "无人轮空"
    ledger.hold("循环表", pub.where, pub.bye == rest, f"{hall.name(pub.bye)}轮空" if pub.bye else "无人轮空", words)
    ledger.same("循环表", f"{pub.where}的缺席名单", tuple(pub.absent), ())
    ledger.same("循环表", f"{pub.where}放宽的规则", pub.relaxed, "")
    late = [player for player in hall.field if hall.before.since.get(player, 1) > 1]
    ledger.hold("循环表", pub.where, not late, f"加入了{'、'.join(map(hall.name, late))}", "第 1 轮公布以后不再加入")


def tables(hall: Hall, ledger: Ledger) -> None:
    """Tables are given out as the row lists the pairs; strangers to the row come last."""
    pairs, _ = due(hall) or ([], "")
    place = {frozenset(pair): number for number, pair in enumerate(pairs)}
    seated(hall, sorted(hall.pub.lines, key=lambda game: place.get(frozenset((game.red, game.black)), len(place))), ledger)
