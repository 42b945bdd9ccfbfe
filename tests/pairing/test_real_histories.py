"""Real events as starting points: after each published round the next one is paired, and held against the published pairing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from plain_event import Event, Row, allowed, allowed_games, faults
from plain_proof import all_can_play, check_certificate, legal_games, values

from qisai.exchange.played import BYES, Game, Played
from qisai.exchange.tidy import read_tidy
from qisai.pairing.field import NoLegalPairing, PairingRules
from qisai.pairing.swiss import measure_pairing, pair_round

REAL = Path(__file__).parents[3] / "shared" / "real_events"
EVENTS = sorted(path.parent.name for path in REAL.glob("*/games.csv"))
FEW = 100  # games of an event that is read by default
SMALL = 26  # players of a field whose certificate is added up in plain Python
pytestmark = pytest.mark.skipif(not EVENTS, reason="the collection of real events is not beside the project")

POINTS = {"1": 2, "0.5": 1, "0": 0}
LIMITED = PairingRules(spare_team=True)
#: The colour limits off, as some of these events had other ones: so that more published pairings can be compared.
UNLIMITED = PairingRules(surplus_limit=0, run_limit=0)


@dataclass
class Counts:
    """Rounds that followed a published one; those without a legal pairing; of the published pairings, those that are legal
    by our rules, equally good, or worse."""

    rounds: int = 0
    stuck: int = 0
    legal: int = 0
    equal: int = 0
    worse: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(mine + his for mine, his in zip(vars(self).values(), vars(other).values(), strict=True)))


def row(game: Game) -> Row | None:
    """A line of the source in halves of a win; a bye that was asked for is no row, as whoever is away has none."""
    if game.result in BYES:
        return Row(game.first, "", (2, 0, False, False)) if game.result == "BYE1" else None
    if game.result == "NR":
        return Row(game.first, game.second, (0, 0, True, True))
    first, second = (POINTS[share] for share in game.shares)
    return Row(game.first, game.second, (first, second, not game.forfeited, not game.forfeited))


def histories(played: Played) -> Event:
    event = Event()
    for player in played.players:
        event.numbers[player.id], event.teams[player.id], event.circles[player.id] = len(event.numbers) + 1, player.team, ""
    for number, games in enumerate(played.rounds, start=1):
        event.rounds.append([made for game in games if (made := row(game)) is not None])
        event.given |= {(number, game.first): 1 for game in games if game.result == "BYE0.5"}
    return event


def check_event(name: str, rules: PairingRules) -> Counts:
    """Every round but the first, paired from the published history of those whom the round had at the boards."""
    whole = histories(read_tidy(REAL / name, []))
    counts = Counts()
    for number in range(2, len(whole.rounds) + 1):
        published = whole.rounds[number - 1]
        event = Event(whole.numbers, whole.teams, whole.circles, whole.rounds[: number - 1], whole.given)
        event.given = {key: points for key, points in whole.given.items() if key[0] < number}
        byes = [game.red for game in published if not game.black]
        pairs = [(game.red, game.black) for game in published if game.black]
        people = event.entrants([player for pair in pairs for player in pair] + byes, rules)
        counts.rounds += 1
        known = {e.player: e for e in people} | {"": None}
        legal = len(byes) == len(people) % 2 and all(allowed(known[game.red], known[game.black], rules) for game in published)
        try:
            found = pair_round(people, number, rules)
        except NoLegalPairing:
            assert not legal and not all_can_play(people, allowed_games(people, rules)), (name, number)
            counts.stuck += 1
            continue
        assert faults(found, people, rules) == [] and found.proved, (name, number)
        if len(people) <= SMALL and rules.run_limit == 2:
            check_certificate(found, legal_games(people, rules, number))
        if legal:
            theirs = measure_pairing(pairs, byes[0] if byes else None, people, number, rules)
            assert values(found) <= tuple(criterion.value for criterion in theirs), (name, number)
            counts.legal += 1
            # the last key is the program's own lot: without it two pairings are equally good
            counts.equal += values(found)[:-1] == tuple(criterion.value for criterion in theirs)[:-1]
    counts.worse = counts.legal - counts.equal
    return counts


def lines(name: str) -> int:
    return len((REAL / name / "games.csv").read_text(encoding="utf-8-sig").splitlines())


def test_after_every_round_of_small_real_events_the_next_is_at_least_as_good_as_the_published_one():
    counts = sum((check_event(name, LIMITED) for name in EVENTS if lines(name) <= FEW), Counts())
    assert counts.rounds > 40 and counts.legal > 10


@pytest.mark.long
@pytest.mark.parametrize("rules", [LIMITED, UNLIMITED], ids=["with colour limits", "without"])
def test_after_every_round_of_all_real_events_the_next_is_at_least_as_good_as_the_published_one(rules):
    total = Counts()
    for name in EVENTS:
        counts = check_event(name, rules)
        print(f"{name}: {counts}")
        total += counts
    print(total)
    assert total.rounds > 300 and total.legal > 100
