"""The best pairing against all pairings, against networkx, and against a third solver; its certificate against all games."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import networkx as nx
import pytest
from fields import newcomers, random_history, tournament, with_wishes
from plain_proof import check_certificate, every_pairing, games_of, legal_games, smallest, values
from plain_rules import best
from staged_matching import lexicographic_matching

from qisai.pairing import candidates, optimum
from qisai.pairing.absolute import legal_pairs
from qisai.pairing.arrays import Field, make_field
from qisai.pairing.criteria import cost_table
from qisai.pairing.field import Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.optimum import Optimum, best_pairing
from qisai.pairing.seeding import criteria_of
from qisai.pairing.swiss import measure_pairing, pair_round

Case = tuple[list[Entrant], PairingRules, int]


def any_case(chance: random.Random, smallest_field: int = 1, largest_field: int = 10) -> Case:
    """A field with a history in which anything happened, the wishes of an arbiter, and a round."""
    people = random_history(chance, chance.randint(smallest_field, largest_field), chance.randint(0, 5))
    number = 1 + len(people[0].colours)
    return (*with_wishes(chance, people, number, last_round=chance.random() < 0.3), number)


def played_case(chance: random.Random, size: int) -> Case:
    """The last round that a tournament of so many could pair, with the criteria of a random rule sheet."""
    rounds = list(tournament(chance, size, chance.randint(3, 9)))
    number, people, _, _ = next(last for last in reversed(rounds) if isinstance(last[3], Pairing))
    people, rules = with_wishes(chance, [replace(e, barred=frozenset()) for e in people], number, False)
    return people, replace(rules, locked=frozenset(), bye=""), number


def paired(people: list[Entrant], number: int, rules: PairingRules) -> Pairing | None:
    try:
        return pair_round(people, number, rules)
    except NoLegalPairing:
        return None


# --- all pairings of a small field ------------------------------------------------------------------------


def check_against_all_pairings(seeds: range) -> tuple[int, int]:
    """The pairing is the smallest of all, and proved; how many fields had one, and how many had none."""
    stuck = 0
    for seed in seeds:
        people, rules, number = any_case(random.Random(seed))
        games = legal_games(people, rules, number)
        pairs, rows, vectors = every_pairing(people, games)
        found = paired(people, number, rules)
        if found is None:
            assert not len(rows), seed
            stuck += 1
            continue
        first = smallest(vectors)
        assert values(found) == tuple(vectors[first].tolist()), seed
        assert games_of(found) == {pairs[row] for row in rows[first]}, seed
        assert found.proved, seed
        check_certificate(found, games)
    return len(seeds) - stuck, stuck


def test_the_pairing_is_the_smallest_of_all_pairings_and_its_prices_prove_it():
    found, stuck = check_against_all_pairings(range(220))
    assert found > 100 and stuck > 20, "both kinds of fields come up"


@pytest.mark.long
def test_the_pairing_is_the_smallest_of_all_pairings_in_thousands_of_fields():
    found, stuck = check_against_all_pairings(range(10_000, 20_000))
    print(f"\n{found} fields paired as the best of all pairings, {stuck} without a legal pairing")
    assert min(found, stuck) > 500


def check_additive(seeds: range) -> None:
    """The rules of whole pairings, read one by one, give what the games add up to."""
    for seed in seeds:
        people, rules, number = any_case(random.Random(seed), largest_field=8)
        _, rows, vectors = every_pairing(people, legal_games(people, rules, number))
        assert (tuple(vectors[smallest(vectors)].tolist()) if len(rows) else None) == best(people, rules, number), seed


def test_a_pairing_costs_what_its_games_cost():
    check_additive(range(40))


@pytest.mark.long
def test_a_pairing_costs_what_its_games_cost_in_thousands_of_fields():
    check_additive(range(2_000, 4_000))


def check_bounds_of_any_pairing(seeds: range) -> None:
    """The bounds that stand beside a pairing made by hand hold for all pairings with the same values above."""
    for seed in seeds:
        chance = random.Random(seed)
        people, rules, number = any_case(chance, smallest_field=4, largest_field=9)
        pairs, rows, vectors = every_pairing(people, legal_games(people, rules, number))
        for row in chance.sample(range(len(rows)), min(3, len(rows))):
            games = [tuple(pairs[game]) for game in rows[row]]
            bye = next((game[0] for game in games if len(game) == 1), None)
            told = measure_pairing([game for game in games if len(game) == 2], bye, people, number, rules)
            assert tuple(criterion.value for criterion in told) == tuple(vectors[row].tolist())
            for column, criterion in enumerate(told):
                equal = (vectors[:, :column] == vectors[row, :column]).all(axis=1)
                assert criterion.bound is None or (vectors[equal, column] >= criterion.bound).all(), (seed, criterion)


def test_the_bounds_of_a_pairing_made_by_hand_hold_for_all_pairings():
    check_bounds_of_any_pairing(range(60))


@pytest.mark.long
def test_the_bounds_of_a_pairing_made_by_hand_hold_in_thousands_of_fields():
    check_bounds_of_any_pairing(range(4_000, 7_000))


def test_a_certificate_with_another_price_proves_nothing():
    """The arithmetic of these tests notices a quarter too much, a quarter too little, and a pairing that is not the best."""
    people, rules, number = played_case(random.Random(3), 10)
    games = legal_games(people, rules, number)
    found = pair_round(people, number, rules)
    check_certificate(found, games)
    player, prices = next(iter(found.prices.players.items()))
    column = next(iter(prices))
    for change in (1, -1):
        wrong = {**found.prices.players, player: {**prices, column: prices[column] + change}}
        with pytest.raises(AssertionError):
            check_certificate(replace(found, prices=replace(found.prices, players=wrong)), games)
    pairs, rows, vectors = every_pairing(people, games)
    other = next(row for row in rows if {pairs[game] for game in row} != games_of(found))
    boards = [replace(found.boards[0], red=a, black=b) for a, b in (tuple(pairs[g]) for g in other if len(pairs[g]) == 2)]
    bye = next((next(iter(pairs[g])) for g in other if len(pairs[g]) == 1), None)
    with pytest.raises(AssertionError):
        check_certificate(replace(found, boards=tuple(boards), bye=bye), games)


# --- rows permuted, people renamed -------------------------------------------------------------------------


def renamed(people: list[Entrant], rules: PairingRules) -> tuple[list[Entrant], PairingRules, dict[str, str]]:
    """Ids in another order than the old ones; the numbers stay."""
    new = {e.player: hashlib.sha256(e.player.encode()).hexdigest()[:12] for e in people}

    def ids(old: frozenset[str]) -> frozenset[str]:
        return frozenset(new[player] for player in old if player in new)

    told = [replace(e, player=new[e.player], met=ids(e.met), barred=ids(e.barred)) for e in people]
    return told, replace(rules, locked=frozenset(map(ids, rules.locked)), bye=new.get(rules.bye, "")), new


def check_row_order(chance: random.Random, case: Case) -> None:
    people, rules, number = case
    before = paired(people, number, rules)
    shuffled = chance.sample(people, len(people))
    assert paired(shuffled, number, rules) == before
    others, their_rules, new = renamed(shuffled, rules)
    after = paired(others, number, their_rules)
    assert (after is None) == (before is None)
    if before is not None and after is not None:
        assert [(b.board, b.red, b.black) for b in after.boards] == [(b.board, new[b.red], new[b.black]) for b in before.boards]
        assert (after.bye, after.criteria) == (new.get(before.bye or ""), before.criteria)


def test_the_order_of_the_rows_and_the_ids_change_nothing():
    for seed in range(16):
        chance = random.Random(seed)
        check_row_order(chance, any_case(chance, largest_field=24) if seed % 2 else played_case(chance, 10 + 2 * seed))


@pytest.mark.long
def test_the_order_of_the_rows_and_the_ids_change_nothing_in_hundreds_of_fields():
    for seed in range(1_000, 1_600):
        chance = random.Random(seed)
        check_row_order(chance, any_case(chance, largest_field=60) if seed % 2 else played_case(chance, chance.randint(8, 120)))


# --- other solvers -----------------------------------------------------------------------------------------


def field_of(case: Case) -> Field:
    people, rules, number = case
    return make_field(people, rules, max(number, 2))


def solved(field: Field) -> Optimum | None:
    return best_pairing(legal_pairs(field), criteria_of(field))


def by_networkx(field: Field) -> tuple[tuple[int, int], ...] | None:
    """The places of the best pairing: all criteria in one whole number, without any reduction."""
    pairs = legal_pairs(field)
    table = cost_table(criteria_of(field), pairs).tolist()
    graph = nx.Graph()
    graph.add_nodes_from(range(field.nodes))
    radix = [sum(sorted(column)[-field.nodes // 2 :]) + 1 for column in zip(*table, strict=True)]
    for (a, b), row in zip(pairs.edges.tolist(), table, strict=True):
        packed = 0
        for size, cost in zip(radix, row, strict=True):
            packed = packed * size + cost
        graph.add_edge(a, b, weight=-packed)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted((min(pair), max(pair)) for pair in found)) if 2 * len(found) == field.nodes else None


def in_stages(field: Field) -> tuple[tuple[int, int], ...] | None:
    """The places of the best pairing by rustworkx, criterion after criterion."""
    pairs = legal_pairs(field)
    found = lexicographic_matching(field.nodes, pairs.edges, cost_table(criteria_of(field), pairs))
    return None if found is None else found.pairs


def check_solvers(chance: random.Random, case: Case) -> None:
    field = field_of(case)
    found = solved(field)
    assert by_networkx(field) == in_stages(field) == (None if found is None else found.chosen)


@pytest.mark.parametrize("size", [12, 25, 40, 60])
def test_networkx_and_rustworkx_find_the_same_pairing(size):
    chance = random.Random(size)
    check_solvers(chance, played_case(chance, size))
    check_solvers(chance, any_case(chance, size // 2, size // 2))


@pytest.mark.long
def test_networkx_and_rustworkx_find_the_same_pairing_up_to_120():
    for seed in range(150):
        chance = random.Random(seed)
        size = chance.randint(10, 120)
        check_solvers(chance, played_case(chance, size) if seed % 3 else any_case(chance, size, size))


def check_candidates(monkeypatch: pytest.MonkeyPatch, seeds: range, largest_field: int) -> int:
    """Small fields solved as large ones are, with few candidates: the same pairing as with all pairs, and proved.

    Gives how many times more pairs had to join.
    """
    rounds = 0
    worst = candidates.worst

    def counted(*args):
        nonlocal rounds
        found = worst(*args)
        rounds += len(found) > 0
        return found

    for seed in seeds:
        chance = random.Random(seed)
        size = chance.randint(9, largest_field)
        people, rules, number = any_case(chance, size, size) if seed % 2 else played_case(chance, size)
        if seed % 4 < 2:  # one score group, so that the field does not fall into small parts
            people = [replace(e, score=0) for e in people]
        whole = paired(people, number, rules)
        with monkeypatch.context() as small:
            small.setattr(optimum, "LARGE", 8)
            small.setattr(optimum, "MANY", 8)
            small.setattr(optimum, "worst", counted)
            small.setattr(candidates, "NEAREST", chance.randint(1, 3))
            small.setattr(candidates, "MORE", chance.randint(1, 3))
            few = paired(people, number, rules)
        assert (whole is None) == (few is None)
        if whole is not None and few is not None:
            assert (few.boards, few.bye, few.criteria) == (whole.boards, whole.bye, whole.criteria) and few.proved
            if size <= 30:
                check_certificate(few, legal_games(people, rules, number))
    return rounds


def test_few_candidates_find_the_pairing_that_all_pairs_give(monkeypatch):
    assert check_candidates(monkeypatch, range(20), 24) > 0


@pytest.mark.long
def test_few_candidates_find_the_pairing_that_all_pairs_give_in_hundreds_of_fields(monkeypatch):
    assert check_candidates(monkeypatch, range(1_000, 1_600), 80) > 50


@pytest.mark.long
@pytest.mark.parametrize("size", [200, 301, 400])
def test_a_large_field_is_paired_as_networkx_pairs_it(size):
    """Above the bound from which candidates are used in earnest."""
    field = field_of(played_case(random.Random(size), size))
    found = solved(field)
    assert found is not None and found.chosen == in_stages(field)


def test_the_first_round_is_proved_too():
    for size in (1, 2, 7, 40):
        for first in ("相邻", "单双", "对折", "首尾", "抽签"):
            assert pair_round(newcomers(size), 1, PairingRules(first=first, seed="签")).proved
