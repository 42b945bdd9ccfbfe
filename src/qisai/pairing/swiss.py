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
from qisai.pairing.explain import explain_board, explain_bye
from qisai.pairing.field import Board, Criterion, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.matching import lexicographic_matching


def pair_round(
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    format_score: Callable[[int], str] = str,
    first_board: int = 1,
) -> Pairing:
    """The pairing of one round; the order of ``entrants`` and their ids do not matter, their numbers do.

    ``format_score`` turns integer units into the score that the hall reads; ``first_board`` is the number of
    the first table, where others play at those before it. Raises ``NoLegalPairing`` if
    the absolute rules leave none, ``ValueError`` if an id or a number stands twice.

    >>> people = [Entrant(player=f"p{n}", number=n) for n in range(1, 6)]
    >>> first = pair_round(people, 1, PairingRules())
    >>> [(b.board, b.red, b.black) for b in first.boards], first.bye
    ([(1, 'p1', 'p2'), (2, 'p4', 'p3')], 'p5')
    """
    if round_no == 1:  # numbers alone decide, neighbours meet
        entrants = [replace(e, score=0) for e in entrants]
        rules = replace(rules, order="相邻")
    field = make_field(entrants, rules, round_no)
    if not field.entrants:
        return Pairing(boards=())
    pairs = legal_pairs(field)
    lines = quality(field, format_score)
    chosen = (_by_number(field, pairs) if round_no == 1 else None) or _best(pairs, lines)
    if chosen is None:
        raise NoLegalPairing(_compromises(field))
    games = [(field.entrants[a], field.entrants[b]) for a, b in chosen if b != field.bye]
    bye = next((field.entrants[a] for a, b in chosen if b == field.bye), None)
    criteria = _measure(field, chosen, lines)
    return Pairing(
        boards=tuple(
            _board(number, one, other, field, criteria, format_score)
            for number, (one, other) in enumerate(sorted(games, key=_table_order), start=first_board)
        ),
        bye=bye.player if bye else None,
        bye_why=explain_bye(bye, field, format_score) if bye else (),
        criteria=criteria,
    )


def _by_number(field: Field, legal: Pairs) -> list[tuple[int, int]] | None:
    """Round 1: 1-2, 3-4, … and the bye to the largest number; None if an absolute rule forbids one of them.

    Practice of the national events after a draw by lot: 1-2, 4-3, 5-6, 8-7.
    """
    wanted = [(a, a + 1) for a in range(0, field.nodes, 2)]
    allowed = set(zip(legal.a.tolist(), legal.b.tolist(), strict=True))
    return wanted if allowed.issuperset(wanted) else None


def _best(pairs: Pairs, lines: Sequence[Line]) -> list[tuple[int, int]] | None:
    """The pairs that minimise the criteria in their order; None if nobody can be left unpaired legally."""
    edges = np.column_stack([pairs.a, pairs.b])
    found = lexicographic_matching(pairs.field.nodes, edges, cost_table(lines, pairs))
    return None if found is None else list(found.pairs)


def _measure(field: Field, chosen: Sequence[tuple[int, int]], lines: Sequence[Line]) -> tuple[Criterion, ...]:
    """The vector of the chosen pairs, each with the bound that counting gives: parity, or zero."""
    ends = np.array(chosen, dtype=np.int64)
    totals = cost_table(lines, Pairs(field, ends[:, 0], ends[:, 1])).sum(axis=0)
    return tuple(
        Criterion(line.name, int(total), line.bound if line.counted or total == 0 else None)
        for line, total in zip(lines, totals, strict=True)
    )


def _table_order(game: tuple[Entrant, Entrant]) -> tuple[int, int, int]:
    """Tables: the higher score of the two, then the sum of the scores, then the smaller number."""
    one, other = game
    return (
        -max(one.score, other.score),
        -(one.score + other.score),
        min(one.number, other.number),
    )


def _board(
    number: int,
    one: Entrant,
    other: Entrant,
    field: Field,
    criteria: tuple[Criterion, ...],
    format_score: Callable[[int], str],
) -> Board:
    red, black, claim = allocate(one, other, number, field.rules)
    why = explain_board(red, black, claim, number, field, criteria, format_score)
    return Board(number, red.player, black.player, why)


def _compromises(field: Field) -> tuple[tuple[str, str], ...]:
    """Each compromise that would do alone, with its cost; else the smallest sets that do together."""
    open_ones = [name for name in COMPROMISES if name not in field.rules.relaxed]
    if not field.odd:
        open_ones = [name for name in open_ones if name != "轮空"]
    for size in range(1, len(open_ones) + 1):
        offers = [offer for names in combinations(open_ones, size) if (offer := _offer(field, names))]
        if offers:
            return tuple(offers)
    return ()


def _offer(field: Field, names: Iterable[str]) -> tuple[str, str] | None:
    """A compromise by name and its cost in words; None if it does not make a pairing possible."""
    names = tuple(names)
    rules = replace(field.rules, relaxed=field.rules.relaxed | set(names))
    loose = replace(field, rules=rules)
    lines = quality(loose)
    chosen = _best(legal_pairs(loose), lines)
    if chosen is None:
        return None
    ends = np.array(chosen, dtype=np.int64)
    pairs = Pairs(loose, ends[:, 0], ends[:, 1])
    words = []
    for name in names:
        broken = pairs.only(COMPROMISES[name](pairs))
        numbers = [f"{e.number}号" for e in loose.entrants] + [""]
        if name == "轮空":
            words.append(f"允许{numbers[int(broken.a[0])]}再次轮空")
        else:
            games = "、".join(f"{numbers[a]}—{numbers[b]}" for a, b in zip(broken.a, broken.b, strict=True))
            what = "重赛" if name == "重赛" else "超出先后手限制"
            words.append(f"允许{len(broken.a)}盘{what}（{games}）")
    together = "须同时" if len(names) > 1 else ""
    return "、".join(names), f"放宽{'、'.join(names)}：{together}{'，'.join(words)}"
