"""Random tournaments with whatever happens in a hall: no rule breaks, every round proved, and where it is stuck it had to be.

``run(rounds, seed)`` gives the counts; ``python tests/pairing/test_random_tournaments.py 10000 1`` prints them.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest
from plain_event import Event, Row, allowed_games, faults, relaxations
from plain_proof import all_can_play, check_certificate, every_pairing, legal_games, smallest, values

from qisai.pairing.field import CRITERIA, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round

pytestmark = pytest.mark.long

#: (red wins, draw, black wins): points of red and of black; then the points of a bye.
SCALES = {
    "2-1-0": (((2, 0), (1, 1), (0, 2)), 2),
    "5-3-2-0": (((5, 0), (2, 3), (0, 5)), 5),
    "3-1-0": (((3, 0), (1, 1), (0, 3)), 3),
}
ENUMERATED = 10  # players up to whom all pairings are looked at
CERTIFIED = 0.04  # of the larger fields, how many certificates are added up in plain Python


@dataclass
class Counts:
    """What came of so many rounds; ``wrong`` are the sentences of a report: seed, round, what happened."""

    tournaments: int = 0
    rounds: int = 0
    paired: int = 0
    stuck: int = 0
    ways_out: int = 0
    enumerated: int = 0
    certified: int = 0
    heads: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    report: list[str] = field(default_factory=list)

    def fault(self, kind: str, words: str) -> None:
        self.wrong[kind] += 1
        self.report.append(f"{kind}: {words}")


class Tournament:
    """One tournament by chance: a rule sheet, people, and what happens to them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        chance = self.chance
        self.event = Event()
        self.games, self.bye_points = SCALES[chance.choice(sorted(SCALES))]
        size = chance.choice([chance.randint(6, 12), chance.randint(6, 60), chance.randint(6, 60)])
        self.rounds = chance.randint(3, min(13, size + 1))
        self.teams = [f"队{n}" for n in range(chance.choice([3, 6, 12]))]
        self.clubs = chance.random() < 0.6
        self.calm = chance.random() < 0.25  # nothing happens but games
        self.forfeits_meet = chance.random() < 0.5
        self.strength: dict[str, float] = {}
        self.gone: set[str] = set()
        for _ in range(size):
            self.join()
        self.apart_rounds = chance.choice([0, 0, 1, 2, 99]) if self.clubs else 0
        limits = chance.choice([(2, 2)] * 6 + [(1, 2), (3, 3), (2, 0), (0, 2), (0, 0)])
        self.sheet = PairingRules(
            surplus_limit=limits[0],
            run_limit=limits[1],
            order=chance.choice(["对折", "相邻", "首尾", "抽签"]),
            criteria=tuple(chance.sample(CRITERIA, chance.choice([0, 2, 4, 5, 5, 5]))),
            band=chance.choice([0, 0, 0, 4, 10]),
            float_memory=chance.choice([0, 1, 2, 2, 3]),
            seed=str(seed),
            first=chance.choice(["相邻", "单双", "对折", "首尾", "抽签"]),
            first_colours=chance.choice(["单数台小号先", "小号先", "大号先", "单数号先", "抽签"]),
            spare_team=self.clubs and chance.random() < 0.4,
            spare_circle=chance.random() < 0.4,
        )

    def join(self) -> None:
        chance = self.chance
        team = chance.choice(["", *self.teams]) if self.clubs else ""
        player = self.event.join(team, chance.choice(["", "", "", "一家", "师门"]))
        self.strength[player] = chance.random()

    def present(self, number: int) -> list[str]:
        """Withdrawals, returns, late entries, absences, newly barred pairs; then who plays."""
        chance, event = self.chance, self.event
        if self.calm:
            return list(event.numbers)
        if number > 1:
            if chance.random() < 0.25:
                self.gone.add(chance.choice(list(event.numbers)))
            if self.gone and chance.random() < 0.2:
                self.gone.discard(chance.choice(sorted(self.gone)))
            if chance.random() < 0.2 and len(event.numbers) < 60:
                self.join()
        if chance.random() < 0.15:
            event.barred.add(frozenset(chance.sample(list(event.numbers), 2)))
        away = {player for player in event.numbers if chance.random() < 0.02}
        for player in away - self.gone:
            event.given[number, player] = chance.choice([0, self.bye_points // 2])
        return [player for player in event.numbers if player not in self.gone | away]

    def rules(self, number: int, people: list[Entrant]) -> PairingRules:
        """The rule sheet, with what the arbiter wants of this round."""
        chance = self.chance
        rules = replace(self.sheet, last_round=number == self.rounds, avoid_team=number <= self.apart_rounds)
        if self.calm or chance.random() < 0.7:
            return rules
        free = chance.sample([e.player for e in people], len(people))
        bye = free.pop() if len(people) % 2 and chance.random() < 0.5 else ""
        locks = frozenset(frozenset({free.pop(), free.pop()}) for _ in range(min(chance.randint(0, 2), len(free) // 2)))
        tables = {player: chance.randint(1, len(people) // 2) for player in chance.sample(free, min(1, len(free)))}
        return replace(rules, bye=bye, locked=locks, tables=tables)

    def result(self, red: str, black: str) -> tuple[int, int, bool, bool]:
        chance, win = self.chance, self.bye_points
        if not self.calm and chance.random() < 0.04:
            points = chance.choice([(win, 0), (0, win), (0, 0)])
            return (*points, False, self.forfeits_meet)
        edge = self.strength[red] - self.strength[black]
        outcome = 1 if chance.random() < 0.35 else 0 if chance.random() < 0.5 + edge / 2 else 2
        return (*self.games[outcome], True, True)

    def play(self, pairing: Pairing) -> None:
        rows = [Row(board.red, board.black, self.result(board.red, board.black)) for board in pairing.boards]
        if pairing.bye is not None:
            rows.append(Row(pairing.bye, "", (self.bye_points, 0, False, False)))
        self.event.rounds.append(rows)

    def correct(self) -> None:
        """Once in a while an earlier result turns out to have been another one."""
        if self.calm or not self.event.rounds or self.chance.random() > 0.15:
            return
        rows = self.chance.choice(self.event.rounds)
        games = [place for place, row in enumerate(rows) if row.black]
        if games:
            place = self.chance.choice(games)
            rows[place] = replace(rows[place], result=self.result(rows[place].red, rows[place].black))


def settled(seed: int, number: int, people: list[Entrant], rules: PairingRules, counts: Counts) -> Pairing | None:
    """The pairing of a round, after a compromise where it needs one; None where it has none."""
    where = f"tournament {seed} round {number}, {len(people)} players"
    counts.rounds += 1
    counts.heads += len(people)
    try:
        pairing = pair_round(people, number, rules)
    except NoLegalPairing as stuck:
        counts.stuck += 1
        if all_can_play(people, allowed_games(people, rules)):
            counts.fault("not stuck", where)
        offers = relaxations(name for name, _ in stuck.compromises)
        for names in offers:
            try:
                pair_round(people, number, replace(rules, relaxed=names))
            except NoLegalPairing:
                counts.fault("no way out", f"{where}: {sorted(names)}")
        counts.ways_out += bool(offers)
        if not offers and not stuck.changes and not stuck.reason:
            counts.fault("no advice", where)
        if not offers:
            return None
        rules = replace(rules, relaxed=offers[0])
        pairing = pair_round(people, number, rules)
    counts.paired += 1
    for words in faults(pairing, people, rules):
        counts.fault("rule broken", f"{where}: {words}")
    if not pairing.proved:
        counts.fault("unproved", where)
    judge(seed, number, people, rules, pairing, counts, where)
    return pairing


def plain(number: int, rules: PairingRules) -> bool:
    """Whether the plain rules of these tests know this rule sheet: two of a colour, and 1-2, 3-4, … in round 1."""
    return rules.surplus_limit == rules.run_limit == 2 and (number > 1 or rules.first == "相邻")


def judge(
    seed: int, number: int, people: list[Entrant], rules: PairingRules, pairing: Pairing, counts: Counts, where: str
) -> None:
    """A small field against all its pairings; of the larger ones some certificates against all legal games."""
    small = len(people) <= ENUMERATED
    if not plain(number, rules) or not (small or random.Random(f"{seed} {number}").random() < CERTIFIED):
        return
    games = legal_games(people, rules, number)
    if small:
        _, _, vectors = every_pairing(people, games)
        counts.enumerated += 1
        if values(pairing) != tuple(vectors[smallest(vectors)].tolist()):
            counts.fault("not the best", where)
    counts.certified += 1
    try:
        check_certificate(pairing, games)
    except AssertionError as error:
        counts.fault("unproved", f"{where}: {error}")


def run(rounds: int, seed: int) -> Counts:
    """Tournaments from ``seed`` on until so many rounds have been paired or found impossible."""
    counts = Counts()
    while counts.rounds < rounds:
        tournament = Tournament(seed)
        for number in range(1, tournament.rounds + 1):
            tournament.correct()
            present = tournament.present(number)
            people = tournament.event.entrants(present, tournament.sheet)
            try:
                pairing = settled(seed, number, people, tournament.rules(number, people), counts)
            except Exception:
                counts.fault("crash", f"tournament {seed} round {number}\n{traceback.format_exc()}")
                break
            if pairing is None:
                break
            tournament.play(pairing)
        counts.tournaments += 1
        seed += 1
    return counts


def test_no_rule_breaks_in_random_tournaments():
    counts = run(120, 1)
    assert not counts.wrong, "\n".join(counts.report)
    assert counts.enumerated > 10 and counts.stuck > 0 and counts.paired > 100


def test_these_checks_notice_a_pairing_of_yesterday():
    tournament = Tournament(4)
    people = tournament.event.entrants(list(tournament.event.numbers), tournament.sheet)
    first = pair_round(people, 1, tournament.sheet)
    assert faults(first, people, tournament.sheet) == []
    tournament.play(first)
    people = tournament.event.entrants(list(tournament.event.numbers), tournament.sheet)
    assert sum("rematch" in words for words in faults(first, people, tournament.sheet)) == len(first.boards)
    assert "somebody does not sit exactly once" in faults(replace(first, boards=first.boards[1:]), people, tournament.sheet)


@pytest.mark.long
def test_no_rule_breaks_in_ten_thousand_random_rounds():
    counts = run(10_000, 1_000)
    print(f"\n{told(counts)}")
    assert not counts.wrong, "\n".join(counts.report)
    assert counts.enumerated > 1_000 and counts.stuck > 100


def told(counts: Counts) -> str:
    return (
        f"{counts.rounds} rounds of {counts.heads / max(counts.rounds, 1):.0f} players on average "
        f"in {counts.tournaments} tournaments: "
        f"{counts.paired} paired, {counts.stuck} without a legal pairing ({counts.ways_out} of them with a way out); "
        f"{counts.enumerated} compared with all pairings, {counts.certified} certificates added up; "
        f"wrong: {dict(counts.wrong) or 'nothing'}"
    )


if __name__ == "__main__":
    start = time.time()
    found = run(int(sys.argv[1]), int(sys.argv[2]))
    spent = f"{time.time() - start:.0f} s, {time.process_time():.0f} s of the processor"
    print("\n".join([*found.report[:20], told(found), spent]))
