"""A tournament in which Hypothesis decides what happens next: it looks for the order of events that breaks a rule."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test
from plain_event import Event, Row, allowed_games, faults, relaxations
from plain_proof import all_can_play, check_certificate, every_pairing, legal_games, smallest, values

from qisai.pairing.field import CRITERIA, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import pair_round

pytestmark = pytest.mark.long

MOST = 24  # players
MOST_ROUNDS = 14
SMALL = 9  # up to so many, all pairings are looked at
WIN = 2
#: Red wins, draw, black wins; one stays away and the two count as met or not; both stay away.
RESULTS = (
    (WIN, 0, True, True),
    (1, 1, True, True),
    (0, WIN, True, True),
    (WIN, 0, False, True),
    (0, WIN, False, False),
    (0, 0, False, False),
)
person = st.integers(0, MOST - 1)
team = st.sampled_from(["", "甲", "乙"])
results = st.lists(st.sampled_from(RESULTS), min_size=1, max_size=7)
turn = st.randoms(use_true_random=False)


class Hall(RuleBasedStateMachine):
    """``away`` is for one round, ``gone`` until he returns; ``excused`` are rules that the arbiter gave up on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.event = Event()
        self.sheet = PairingRules()
        self.gone: set[str] = set()
        self.away: set[str] = set()
        self.locked: set[frozenset[str]] = set()
        self.bye = ""
        self.excused: set[str] = set()

    def who(self, place: int) -> str:
        everybody = list(self.event.numbers)
        return everybody[place % len(everybody)]

    @initialize(
        size=st.integers(4, 16),
        teams=st.lists(team, min_size=1, max_size=4),
        order=st.sampled_from(["对折", "相邻", "首尾", "抽签"]),
        criteria=st.permutations(CRITERIA),
        left_out=st.integers(0, 4),
        band=st.sampled_from([0, 4]),
        memory=st.integers(0, 2),
        spare=st.booleans(),
        apart=st.booleans(),
    )
    def open(self, size, teams, order, criteria, left_out, band, memory, spare, apart) -> None:
        for number in range(size):
            self.event.join(teams[number % len(teams)], circle="一家" if number % 5 == 1 else "")
        self.sheet = PairingRules(
            order=order,
            criteria=tuple(criteria[left_out:]),
            band=band,
            float_memory=memory,
            spare_team=spare,
            spare_circle=spare,
            avoid_team=apart,
            seed="签",
        )

    # --- what happens between rounds -----------------------------------------------------------------------

    @precondition(lambda self: len(self.event.numbers) < MOST)
    @rule(team=team)
    def somebody_comes_late(self, team) -> None:
        self.event.join(team)

    @rule(place=person)
    def somebody_stays_away(self, place) -> None:
        self.away.add(self.who(place))

    @rule(place=person)
    def somebody_withdraws(self, place) -> None:
        self.gone.add(self.who(place))

    @precondition(lambda self: self.gone)
    @rule(place=person)
    def somebody_returns(self, place) -> None:
        self.gone.discard(sorted(self.gone)[place % len(self.gone)])

    @rule(one=person, other=person)
    def two_are_kept_apart(self, one, other) -> None:
        if self.who(one) != self.who(other):
            self.event.barred.add(frozenset((self.who(one), self.who(other))))

    @precondition(lambda self: self.event.barred)
    @rule(place=person)
    def two_may_meet_again(self, place) -> None:
        self.event.barred.discard(sorted(self.event.barred, key=sorted)[place % len(self.event.barred)])

    @rule(one=person, other=person)
    def two_are_locked(self, one, other) -> None:
        pair = frozenset((self.who(one), self.who(other)))
        if len(pair) == 2 and not pair & frozenset().union({self.bye}, *self.locked):
            self.locked.add(pair)

    @rule(place=person)
    def somebody_is_given_the_bye(self, place) -> None:
        if self.who(place) not in frozenset().union(*self.locked):
            self.bye = self.who(place)

    @precondition(lambda self: self.event.rounds)
    @rule(number=st.integers(0, 20), place=person, result=st.sampled_from(RESULTS))
    def a_result_turns_out_to_have_been_another(self, number, place, result) -> None:
        rows = self.event.rounds[number % len(self.event.rounds)]
        games = [row for row in range(len(rows)) if rows[row].black]
        if games:
            row = games[place % len(games)]
            if rows[row].result[2:] != result[2:]:
                self.excused |= {"重赛", "颜色"}  # the rounds that followed were paired by another history
            rows[row] = replace(rows[row], result=result)

    # --- a round -------------------------------------------------------------------------------------------

    @rule(results=results, turn=turn)
    def a_round_is_played(self, results, turn) -> None:
        self.next_round(results, turn)

    @rule(results=results, turn=turn)
    def three_rounds_are_played(self, results, turn) -> None:
        for played in range(3):
            self.next_round(results[played:] + results[:played], turn)

    @rule(results=results, turn=turn)
    def the_last_round_is_played(self, results, turn) -> None:
        self.next_round(results, turn, last=bool(self.event.rounds))

    def teardown(self) -> None:
        """Whatever has happened, one more round is paired."""
        if self.event.numbers:
            self.next_round(RESULTS, random.Random(1))

    def next_round(self, results, turn, last=False) -> None:
        number = len(self.event.rounds) + 1
        if number > MOST_ROUNDS:
            return
        present = [player for player in self.event.numbers if player not in self.gone | self.away]
        people = self.event.entrants(present, self.sheet)
        locked = frozenset(pair for pair in self.locked if pair <= set(present))
        bye = self.bye if self.bye in present and len(present) % 2 else ""
        rules = replace(self.sheet, locked=locked, bye=bye, last_round=last)
        if last or locked:
            self.excused.add("颜色")
        pairing = self.pairing(people, number, rules, turn.sample(people, len(people)))
        if pairing is not None:
            rows = [
                Row(board.red, board.black, results[place % len(results)]) for place, board in enumerate(pairing.boards)
            ]
            self.event.rounds.append(rows + ([Row(pairing.bye, "", (WIN, 0, False, False))] if pairing.bye else []))
        self.away, self.locked, self.bye = set(), set(), ""

    def pairing(
        self, people: list[Entrant], number: int, rules: PairingRules, shuffled: list[Entrant]
    ) -> Pairing | None:
        """The pairing that the engine finds, if need be with the first compromise that it offers, looked at from all sides."""
        try:
            pairing = pair_round(people, number, rules)
        except NoLegalPairing as stuck:
            assert not all_can_play(people, allowed_games(people, rules)), "it was not stuck"
            if not stuck.compromises:
                assert stuck.changes or stuck.reason, "a way out, or whose wish or bar stands in the way"
                return None
            rules = replace(rules, relaxed=relaxations(name for name, _ in stuck.compromises)[0])
            self.excused |= rules.relaxed
            pairing = pair_round(people, number, rules)
        assert faults(pairing, people, rules) == []
        assert pairing.proved
        assert pair_round(shuffled, number, rules) == pairing
        if people:
            games = legal_games(people, rules, number)
            check_certificate(pairing, games)
            if len(people) <= SMALL:
                _, _, vectors = every_pairing(people, games)
                assert values(pairing) == tuple(vectors[smallest(vectors)].tolist())
        return pairing

    # --- what always holds ---------------------------------------------------------------------------------

    @invariant()
    def nobody_plays_twice_in_a_round(self) -> None:
        for rows in self.event.rounds:
            assert max(Counter(side for row in rows for side in (row.red, row.black) if side).values(), default=1) == 1

    @invariant()
    def nobody_has_two_byes(self) -> None:
        byes = Counter(row.red for rows in self.event.rounds for row in rows if not row.black)
        assert "轮空" in self.excused or max(byes.values(), default=1) == 1

    @invariant()
    def nobody_meets_twice(self) -> None:
        met = Counter(
            frozenset((row.red, row.black)) for rows in self.event.rounds for row in rows if row.black and row.result[3]
        )
        assert "重赛" in self.excused or max(met.values(), default=1) == 1

    @invariant()
    def nobody_has_three_of_a_colour_in_a_row_or_three_more_of_it(self) -> None:
        if "颜色" in self.excused:
            return
        for player in self.event.numbers:
            coloured = [
                1 if row.red == player else -1
                for rows in self.event.rounds
                for row in rows
                if row.result[2] and player in (row.red, row.black)
            ]
            assert abs(sum(coloured)) <= 2
            assert all(abs(sum(coloured[place : place + 3])) < 3 for place in range(len(coloured)))


def play(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Hall,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_no_order_of_events_breaks_a_rule():
    play(examples=15, steps=20)


@pytest.mark.long
def test_no_order_of_events_breaks_a_rule_in_hundreds_of_tournaments():
    play(examples=400, steps=50)
