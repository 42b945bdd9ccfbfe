"""Whether the rounds to come can be paired, against a search through all their pairings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from fields import all_matchings, newcomers, play, tournament

from qisai.pairing.completion import Dead, completes, dead_end, most_rounds, seated
from qisai.pairing.field import Board, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.legality import check_pairing
from qisai.pairing.swiss import pair_round

Pair = frozenset[int]


@cache
def rounds_of(size: int) -> list[frozenset[Pair]]:
    return [frozenset(frozenset(pair) for pair in pairs) for pairs in all_matchings(list(range(size)))]


def brute(tables: Sequence[frozenset[Pair]], size: int) -> int:
    """The most rounds from the first on, by trying all pairings of each; ``tables`` are the legal pairs."""
    if not tables:
        return 0
    tries = (1 + brute([table - made for table in tables[1:]], size) for made in rounds_of(size) if made <= tables[0])
    most = 0
    for count in tries:
        most = max(most, count)
        if most == len(tables):
            break
    return most


def mask(pairs: frozenset[Pair], size: int) -> np.ndarray:
    table = np.zeros((size, size), dtype=bool)
    for one, other in map(sorted, pairs):
        table[one, other] = table[other, one] = True
    return table


def check_against_brute_force(seeds: range) -> Counter[int]:
    """Random graphs, and ones from which rounds were played; some have stricter first rounds, as where teams are apart."""
    seen: Counter[int] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        size = chance.choice([2, 4, 4, 6, 6, 6, 8])
        legal = set(rounds_of(size)[0]).union(*rounds_of(size))
        for _ in range(chance.randrange(size)):
            legal -= chance.choice(rounds_of(size))
        legal -= {pair for pair in legal if chance.random() < chance.choice([0, 0.1, 0.2])}
        strict = legal - {pair for pair in legal if chance.random() < 0.2}
        first = chance.choice([0, 0, 1, 2])
        rounds = chance.randint(1, 6 if size < 8 else 4)
        tables = [frozenset(strict if number < first else legal) for number in range(rounds)]
        expected = brute(tables, size)
        assert most_rounds([mask(table, size) for table in tables]) == expected, seed
        seen[expected - rounds] += 1
    return seen


def test_the_search_finds_as_many_rounds_as_all_pairings_have() -> None:
    seen = check_against_brute_force(range(500))
    assert min(seen) <= -3 and seen[0] and seen[-1]


@pytest.mark.long
def test_the_search_finds_as_many_rounds_in_thousands_of_fields() -> None:
    check_against_brute_force(range(1_000, 8_000))


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 12, 14, 16])
def test_everybody_meets_everybody_in_one_round_less_than_there_are_players(size: int) -> None:
    assert most_rounds([~np.eye(size, dtype=bool)] * (size + 1)) == size - 1


def test_the_petersen_graph_has_one_round_though_each_has_three_opponents() -> None:
    """Known: any two of its perfect matchings have a pair in common."""
    legal = np.zeros((10, 10), dtype=bool)
    for one in range(5):
        for a, b in ((one, (one + 1) % 5), (one, one + 5), (one + 5, (one + 2) % 5 + 5)):
            legal[a, b] = legal[b, a] = True
    assert most_rounds([legal] * 3) == 1


def test_without_steps_it_stays_undecided() -> None:
    assert most_rounds([~np.eye(8, dtype=bool)] * 8, steps=3) is None


# --- drafts --------------------------------------------------------------------------------------------------


def plain(number: int) -> PairingRules:
    return PairingRules(surplus_limit=0, run_limit=0)


def legal_now(people: Sequence[Entrant], rules: PairingRules) -> list[Pairing]:
    """Every legal pairing of a round, colours aside."""
    seats = [e.player for e in people] + ([""] if len(people) % 2 else [])
    found = []
    for pairs in all_matchings(seats):
        games = [pair for pair in pairs if "" not in pair]
        bye = next((one or other for one, other in pairs if "" in (one, other)), None)
        if not check_pairing(games, bye, people, rules):
            found.append(made_of(games, bye))
    return found


def made_of(games: list[tuple[str, str]], bye: str | None) -> Pairing:
    return Pairing(tuple(Board(number, *game) for number, game in enumerate(games, start=1)), bye)


def reach(people: Sequence[Entrant], first: int, last: int) -> int:
    """The last round that can be paired, through all pairings of all rounds."""
    bye, size = len(people), len(people) + len(people) % 2
    unmet = {frozenset((a, b)) for b in range(bye) for a in range(b) if people[b].player not in people[a].met}
    resting = {frozenset((place, bye)) for place, e in enumerate(people) if size > bye and not e.had_bye}
    return first - 1 + brute([frozenset(unmet | resting)] * (last - first + 1), size)


def check_drafts(seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        size = chance.randint(2, 6)
        people, last = newcomers(size), size + chance.choice([-1, 0, 0, 1])
        for number in range(1, last):
            if number > 1 and chance.random() < 0.15 and len(people) > 2:
                people = people[:-1]
            options = legal_now(people, plain(number))
            if not options:
                break
            pairing = chance.choice(options)
            after = seated(people, pairing)
            expected = reach(after, number + 1, last)
            found = dead_end(people, number, last, pairing, plain)
            assert (found is None) == (expected == last) == completes(people, number, last, pairing, plain), seed
            if found:
                check_dead(found, people, number, last, pairing, expected)
                seen["instead" if found.instead else "better" if found.best != found.reach else "the same"] += 1
            people = after
    return seen


def check_dead(found: Dead, people: list[Entrant], number: int, last: int, pairing: Pairing, expected: int) -> None:
    assert found.reach == expected and found.best == reach(people, number, last)
    assert bool(found.reason) == (expected == number)
    if found.instead:
        locked = frozenset({frozenset(found.instead)}) if len(found.instead) == 2 else frozenset()
        bye = found.instead[0] if len(found.instead) == 1 else ""
        other = pair_round(people, number, replace(plain(number), locked=locked, bye=bye))
        assert reach(seated(people, other), number + 1, last) == found.best > expected


@pytest.mark.long
def test_a_draft_is_a_dead_end_exactly_where_no_way_of_pairing_goes_on() -> None:
    seen = check_drafts(range(80))
    assert seen["instead"] and seen["the same"]


@pytest.mark.long
def test_a_draft_is_a_dead_end_exactly_where_no_way_goes_on_in_thousands_of_events() -> None:
    check_drafts(range(1_000, 4_000))


def test_six_players_after_three_rounds_may_be_left_with_two_threes() -> None:
    """Rounds 1 to 3 between two halves of three: round 4 would pair three players among themselves."""
    people = newcomers(6, 2)
    other = {1: (4, 5), 2: (5, 6), 3: (6, 4)}
    for one, both in other.items():
        for two in both:
            people[one - 1] = replace(people[one - 1], met=people[one - 1].met | {f"id{two}"})
            people[two - 1] = replace(people[two - 1], met=people[two - 1].met | {f"id{one}"})
    third = made_of([("id1", "id6"), ("id2", "id4"), ("id3", "id5")], None)
    found = dead_end(people, 3, 5, third, plain)
    assert found and (found.reach, found.best) == (3, 5)
    assert found.reason == "1号、2号、3号只能在这 3 个之间对阵，是单数，总要多出一个"
    assert len(found.instead) == 2
    assert dead_end(people, 3, 3, third, plain) is None


def test_a_larger_field_is_looked_at_for_the_next_round_only() -> None:
    people = newcomers(20, 1)
    whole = frozenset(e.player for e in people)
    people[0] = replace(people[0], met=whole - {"id1", "id2"})
    pairing = made_of([(f"id{a}", f"id{a + 1}") for a in range(1, 20, 2)], None)
    found = dead_end(people, 2, 9, pairing, plain)
    assert found == Dead(2, "1号与在场的其他人都已经相遇", None, ())
    assert dead_end(newcomers(20, 1), 2, 9, pairing, plain) is None


def test_real_tournaments_of_a_few_are_never_stuck_where_it_was_not_said() -> None:
    """With colours off, a stuck round was announced at the latest with the draft before it."""
    announced = 0
    for seed in range(30):
        chance = random.Random(seed)
        size = chance.randint(3, 7)
        rounds = list(tournament(chance, size, size + 1, coming_and_going=False))
        for (number, field, rules, pairing), (_, _, _, after) in pairwise(rounds):
            assert not isinstance(pairing, NoLegalPairing)
            if isinstance(after, NoLegalPairing) and not any(name == "颜色" for name, _ in after.compromises):
                found = dead_end(field, number, number + 1, pairing, lambda n, rules=rules: replace(rules, last_round=False))
                assert found and found.reach == number, seed
                announced += 1
    assert announced


def finished(size: int, last: int, seed: int, heeded: bool) -> bool:
    """Whether an event without colour limits is played to its end; ``heeded``: the lock that a draft names is set."""
    chance, people = random.Random(seed), newcomers(size)
    for number in range(1, last + 1):
        try:
            pairing = pair_round(people, number, plain(number))
        except NoLegalPairing:
            return False
        dead = dead_end(people, number, last, pairing, plain)
        if heeded and dead:
            one, *two = dead.instead
            wish = replace(plain(number), locked=frozenset({frozenset(dead.instead)})) if two else replace(plain(number), bye=one)
            pairing = pair_round(people, number, wish)
        people = play(pairing, people, chance)
    return True


@pytest.mark.parametrize(("size", "last"), [(5, 4), (6, 4)])
def test_who_follows_what_the_drafts_say_comes_to_the_end(size: int, last: int) -> None:
    assert sum(finished(size, last, seed, heeded=False) for seed in range(12)) < 12
    assert all(finished(size, last, seed, heeded=True) for seed in range(12))
