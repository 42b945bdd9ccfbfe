"""One round of the xiangqi Swiss (积分编排制): who meets whom, with which colour, at which table, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from qisai.pairing.arrays import Field, Pairs, make_field
from qisai.pairing.certificate import prices_of
from qisai.pairing.colours import allocate
from qisai.pairing.compromises import no_legal_pairing
from qisai.pairing.criteria import Line, above, cost_table
from qisai.pairing.explain import explain_board, explain_bye
from qisai.pairing.field import Board, Criterion, Entrant, Pairing, PairingRules
from qisai.pairing.made import Made
from qisai.pairing.optimum import Optimum, best_in_field
from qisai.pairing.seeding import criteria_of
from qisai.pairing.tables import ALL_TABLES, Seat, seats


def pair_round(
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    format_score: Callable[[int], str] = str,
    tables: Iterable[int] = ALL_TABLES,
) -> Pairing:
    """The pairing of one round; the order of ``entrants`` and their ids do not matter, their numbers do.

    ``format_score`` turns integer units into the score that the hall reads; ``tables`` are the free tables
    in order, where others play at some. Raises ``NoLegalPairing`` if the absolute rules leave none,
    ``ValueError`` if an id or a number stands twice, if the arbiter's wishes in ``rules`` contradict one
    another or name somebody who is not among ``entrants``, or if there are too few tables.

    >>> people = [Entrant(player=f"p{n}", number=n) for n in range(1, 6)]
    >>> first = pair_round(people, 1, PairingRules())
    >>> [(b.board, b.red, b.black) for b in first.boards], first.bye
    ([(1, 'p1', 'p2'), (2, 'p4', 'p3')], 'p5')
    >>> wishes = PairingRules(locked=frozenset([frozenset(["p1", "p5"])]), tables={"p3": 7})
    >>> [(b.board, b.red, b.black) for b in pair_round(people, 1, wishes).boards]
    [(1, 'p1', 'p5'), (7, 'p2', 'p3')]
    """
    field = _field(entrants, round_no, rules)
    if not field.entrants:
        return Pairing(boards=())
    lines = criteria_of(field, format_score)
    found = best_in_field(field, lines)
    if found is None:
        raise no_legal_pairing(field, _chosen)
    (best, sound), chosen = found, found[0].chosen
    games = [(field.entrants[a], field.entrants[b]) for a, b in chosen if b != field.bye]
    bye = next((field.entrants[a] for a, b in chosen if b == field.bye), None)
    made = Made(field, chosen, _proved(field, best, sound, lines), format_score)
    return Pairing(
        boards=tuple(_board(seat, made) for seat in seats(games, field.rules, tables)),
        bye=bye.player if bye else None,
        bye_why=explain_bye(bye, made) if bye else (),
        criteria=made.criteria,
        prices=prices_of(best.certificate, field),
    )


def measure_pairing(
    pairs: Iterable[tuple[str, str]],
    bye: str | None,
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    format_score: Callable[[int], str] = str,
) -> tuple[Criterion, ...]:
    """What any pairing costs, with the bounds of one that ``pair_round`` makes: to judge a change by hand.

    ``pairs`` are ids, colours do not matter. Broken rules cost what they cost: only those that
    ``rules.relaxed`` gives up have a line of their own. Raises ``ValueError`` if somebody does not sit
    exactly once, or where ``pair_round`` does because of ``entrants`` and ``rules``.

    >>> people = [Entrant(player=f"p{n}", number=n) for n in range(1, 5)]
    >>> [c.value for c in measure_pairing([("p1", "p4"), ("p3", "p2")], None, people, 1, PairingRules())][:-1]
    [0, 0, 0, 0, 0, 2]
    """
    field = _field(entrants, round_no, rules)
    if not field.entrants:
        return ()
    where = {e.player: place for place, e in enumerate(field.entrants)}
    games = [*pairs, *([] if bye is None else [(bye, "")])]
    if unknown := sorted({player for game in games for player in game} - where.keys() - {""}):
        raise ValueError(f"not in the field: {', '.join(unknown)}")
    places = [tuple(sorted(where.get(player, field.bye) for player in game)) for game in games]
    if sorted(place for game in places for place in game) != list(range(field.nodes)):
        raise ValueError("somebody does not sit exactly once")
    return _counted(field, [(a, b) for a, b in places], criteria_of(field, format_score))


def _field(entrants: Sequence[Entrant], round_no: int, rules: PairingRules) -> Field:
    if round_no == 1:  # no score parts them: the pattern of the rule sheet decides, whether or not 次序 is looked at later
        entrants = [replace(e, score=0) for e in entrants]
        rules = replace(rules, order="相邻", criteria=tuple(dict.fromkeys((*rules.criteria, "次序"))))
    return make_field(entrants, rules, round_no)


def _chosen(field: Field) -> tuple[tuple[int, int], ...] | None:
    """The pairs of places of the best pairing; None if nobody can be left unpaired legally."""
    found = best_in_field(field, criteria_of(field))
    return None if found is None else found[0].chosen


def _totals(field: Field, chosen: Sequence[tuple[int, int]], lines: Sequence[Line]) -> list[int]:
    ends = np.array(chosen, dtype=np.int64).reshape(-1, 2)
    totals: list[int] = cost_table(lines, Pairs(field, ends[:, 0], ends[:, 1])).sum(axis=0).tolist()
    return totals


def _proved(field: Field, best: Optimum, sound: bool, lines: Sequence[Line]) -> tuple[Criterion, ...]:
    """The vector of a pairing, each part with the bound of its certificate, if the prices hold for all legal pairs."""
    totals = _totals(field, best.chosen, lines)
    bounds = best.certificate.bounds(totals) if sound else [None] * len(lines)
    return tuple(Criterion(line.name, total, bound) for line, total, bound in zip(lines, totals, bounds, strict=True))


def _counted(field: Field, chosen: Sequence[tuple[int, int]], lines: Sequence[Line]) -> tuple[Criterion, ...]:
    """The vector of any pairs, each part with the bound that counting gives: the odd borders, or zero."""
    totals = _totals(field, chosen, lines)
    odd = [sum(above(field, border) % 2 for border in line.borders) for line in lines]
    return tuple(
        Criterion(line.name, total, bound if line.borders or total == 0 else None)
        for line, total, bound in zip(lines, totals, odd, strict=True)
    )


def _board(seat: Seat, made: Made) -> Board:
    red, black, claim = allocate(seat.one, seat.other, seat.number, made.field.rules)
    return Board(seat.number, red.player, black.player, explain_board(red, black, claim, seat, made))
