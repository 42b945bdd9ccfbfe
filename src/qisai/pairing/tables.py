"""At which table each pair sits: in the order of the scores, around the players who have a fixed table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from qisai.pairing.field import Entrant, PairingRules

#: The tables of a hall that plays one Swiss round and nothing else.
ALL_TABLES = range(1, 1_000_000)


@dataclass(frozen=True)
class Seat:
    """A pair at its table; ``fixed`` is the player whose fixed table counts for the pair, if one has any."""

    number: int
    one: Entrant
    other: Entrant
    fixed: Entrant | None = None


def table_order(game: Sequence[Entrant]) -> tuple[int, ...]:
    """Tables: the higher score of the two, then the sum of the scores, then the smaller number."""
    one, other = game
    return (
        -max(one.score, other.score),
        -(one.score + other.score),
        min(one.number, other.number),
    )


def seats(
    games: Iterable[tuple[Entrant, Entrant]],
    rules: PairingRules,
    tables: Iterable[int] = ALL_TABLES,
    order: Callable[[Sequence[Entrant]], tuple[int, ...]] = table_order,
) -> list[Seat]:
    """The pairs at their tables, by number; ``tables`` are the free ones, in order, each once.

    A pair with a player in ``rules.tables`` has his table, also one that is not among ``tables``; where two
    pairs want the same, the one that ``order`` has first has it, and the other is seated like everybody else.
    Raises ``ValueError`` if the tables do not suffice.
    """
    ordered = sorted(games, key=order)
    fixed = [_fixed(game, rules) for game in ordered]
    taken: dict[int, int] = {}  # table -> place in the order
    for place, player in enumerate(fixed):
        if player is not None:
            taken.setdefault(rules.tables[player.player], place)
    number = {place: table for table, place in taken.items()}
    free = (table for table in tables if table not in taken)
    for place in range(len(ordered)):
        if place not in number and (table := next(free, None)) is not None:
            number[place] = table
    if len(number) < len(ordered):
        raise ValueError(f"{len(ordered)} pairs and only {len(number)} tables")
    return sorted(
        (Seat(number[place], *game, fixed[place]) for place, game in enumerate(ordered)),
        key=lambda seat: seat.number,
    )


def _fixed(game: Sequence[Entrant], rules: PairingRules) -> Entrant | None:
    """Whose fixed table counts: the smaller number's, where both have one."""
    return min((e for e in game if e.player in rules.tables), key=lambda e: e.number, default=None)
