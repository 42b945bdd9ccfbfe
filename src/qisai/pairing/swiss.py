"""One round of the xiangqi Swiss (积分编排制): who meets whom, with which colour, at which table, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from qisai.pairing.colours import allocate
from qisai.pairing.criteria import (
    COMPROMISES,
    Field,
    Line,
    Pairs,
    cost_table,
    legal_pairs,
    make_field,
    quality,
)
from qisai.pairing.explain import Made, explain_board, explain_bye
from qisai.pairing.field import Board, Criterion, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.matching import lexicographic_matching
from qisai.pairing.tables import ALL_TABLES, Seat, seats

#: How the games that give up a rule are called in an offer to the arbiter.
_GIVEN_UP = {"重赛": "重赛", "颜色": "超出先后手限制", "同队": "同队相遇"}


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
    lines = quality(field, format_score)
    chosen = (_by_number(field) if round_no == 1 else None) or _best(legal_pairs(field), lines)
    if chosen is None:
        raise NoLegalPairing(_compromises(field))
    games = [(field.entrants[a], field.entrants[b]) for a, b in chosen if b != field.bye]
    bye = next((field.entrants[a] for a, b in chosen if b == field.bye), None)
    made = Made(field, tuple(chosen), _measure(field, chosen, lines), format_score)
    return Pairing(
        boards=tuple(_board(seat, made) for seat in seats(games, field.rules, tables)),
        bye=bye.player if bye else None,
        bye_why=explain_bye(bye, made) if bye else (),
        criteria=made.criteria,
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
    [0, 0, 0, 2]
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
    return _measure(field, [(a, b) for a, b in places], quality(field, format_score))


def _field(entrants: Sequence[Entrant], round_no: int, rules: PairingRules) -> Field:
    if round_no == 1:  # numbers alone decide, neighbours meet
        entrants = [replace(e, score=0) for e in entrants]
        rules = replace(rules, order="相邻")
    return make_field(entrants, rules, round_no)


def _relax(field: Field, names: frozenset[str]) -> Field:
    return replace(field, rules=replace(field.rules, relaxed=names))


def _by_number(field: Field) -> list[tuple[int, int]] | None:
    """Round 1: 1-2, 3-4, … and the bye to the largest number; None if this breaks a rule, relaxed or not.

    Practice of the national events after a draw by lot: 1-2, 4-3, 5-6, 8-7.
    """
    wanted = [(a, a + 1) for a in range(0, field.nodes, 2)]
    legal = legal_pairs(_relax(field, frozenset()))
    return wanted if set(zip(legal.a.tolist(), legal.b.tolist(), strict=True)).issuperset(wanted) else None


def _best(pairs: Pairs, lines: Sequence[Line]) -> list[tuple[int, int]] | None:
    """The pairs that minimise the criteria in their order; None if nobody can be left unpaired legally."""
    edges = np.column_stack([pairs.a, pairs.b])
    found = lexicographic_matching(pairs.field.nodes, edges, cost_table(lines, pairs))
    return None if found is None else list(found.pairs)


def _pairs(field: Field, chosen: Sequence[tuple[int, int]]) -> Pairs:
    ends = np.array(chosen, dtype=np.int64).reshape(-1, 2)
    return Pairs(field, ends[:, 0], ends[:, 1])


def _measure(field: Field, chosen: Sequence[tuple[int, int]], lines: Sequence[Line]) -> tuple[Criterion, ...]:
    """The vector of the chosen pairs, each with the bound that counting gives: parity, or zero."""
    totals = cost_table(lines, _pairs(field, chosen)).sum(axis=0)
    return tuple(
        Criterion(line.name, int(total), line.bound if line.counted or total == 0 else None)
        for line, total in zip(lines, totals, strict=True)
    )


def _board(seat: Seat, made: Made) -> Board:
    red, black, claim = allocate(seat.one, seat.other, seat.number, made.field.rules)
    return Board(seat.number, red.player, black.player, explain_board(red, black, claim, seat, made))


def _compromises(field: Field) -> tuple[tuple[str, str], ...]:
    """Each compromise that would do alone, with its cost; else the smallest sets that do together."""
    useless = {"轮空": not field.odd, "同队": not field.rules.avoid_team}
    open_ones = [name for name in COMPROMISES if name not in field.rules.relaxed and not useless.get(name)]
    for size in range(1, len(open_ones) + 1):
        offers = [offer for names in combinations(open_ones, size) if (offer := _offer(field, names))]
        if offers:
            return tuple(offers)
    return ()


def _offer(field: Field, names: tuple[str, ...]) -> tuple[str, str] | None:
    """A compromise by name and its cost in words; None if it does not make a pairing possible."""
    loose = _relax(field, field.rules.relaxed | set(names))
    chosen = _best(legal_pairs(loose), quality(loose))
    if chosen is None:
        return None
    words = []
    for name in names:
        pairs = _pairs(loose, chosen)
        broken = pairs.only(COMPROMISES[name](pairs))
        numbers = [f"{e.number}号" for e in loose.entrants] + [""]
        if name == "轮空":
            words.append(f"允许{numbers[int(broken.a[0])]}再次轮空")
        else:
            games = "、".join(f"{numbers[a]}—{numbers[b]}" for a, b in zip(broken.a, broken.b, strict=True))
            words.append(f"允许{len(broken.a)}盘{_GIVEN_UP[name]}（{games}）")
    together = "须同时" if len(names) > 1 else ""
    return "、".join(names), f"放宽{'、'.join(names)}：{together}{'，'.join(words)}"
