"""A tournament as plain rows, one list a round; what the pairing is told of a player is counted from them anew each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from plain_rules import GRAVEST_FIRST, score_groups

from qisai.pairing.field import DOWN, LEVEL, UP, Entrant, Pairing, PairingRules
from qisai.vocabulary import BLACK, RED

#: (points of red, points of black, whether it was played, whether they count as having met)
Result = tuple[int, int, bool, bool]


@dataclass(frozen=True)
class Row:
    """A game, or a bye where ``black`` is blank."""

    red: str
    black: str
    result: Result


@dataclass
class Event:
    """``rounds`` in order; ``given``: points of those who were away, by (round, id); ``numbers``, teams and circles by id."""

    numbers: dict[str, int] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    circles: dict[str, str] = field(default_factory=dict)
    rounds: list[list[Row]] = field(default_factory=list)
    given: dict[tuple[int, str], int] = field(default_factory=dict)
    barred: set[frozenset[str]] = field(default_factory=set)

    def join(self, team: str = "", circle: str = "") -> str:
        player = f"id{len(self.numbers) + 1}"
        self.numbers[player], self.teams[player], self.circles[player] = len(self.numbers) + 1, team, circle
        return player

    def scores(self, rounds: int) -> Mapping[str, int]:
        """Points after so many rounds."""
        found: Counter[str] = Counter(dict.fromkeys(self.numbers, 0))
        for rows in self.rounds[:rounds]:
            for row in rows:
                found[row.red] += row.result[0]
                if row.black:
                    found[row.black] += row.result[1]
        for (number, player), points in self.given.items():
            if number <= rounds:
                found[player] += points
        return found

    def entrants(self, present: Collection[str], rules: PairingRules) -> list[Entrant]:
        """What the next round is told of those who play."""
        floats = [self._floats(number, rules) for number in range(len(self.rounds))]
        scores = self.scores(len(self.rounds))
        people = []
        for player in sorted(present, key=self.numbers.__getitem__):
            mine = [next((row for row in rows if player in (row.red, row.black)), None) for rows in self.rounds]
            colours = [None if row is None or not row.result[2] else RED if row.red == player else BLACK for row in mine]
            people.append(
                Entrant(
                    player=player,
                    number=self.numbers[player],
                    score=scores[player],
                    colours=tuple(colours),
                    met=frozenset(side for row in mine if row and row.result[3] for side in (row.red, row.black)) - {player, ""},
                    had_bye=any(row is not None and not row.black for row in mine),
                    team=self.teams[player],
                    barred=frozenset().union(*(pair - {player} for pair in self.barred if player in pair)),
                    floats=tuple(marks.get(player, LEVEL) for marks in floats),
                    circle=self.circles[player],
                )
            )
        return people

    def _floats(self, number: int, rules: PairingRules) -> Mapping[str, int]:
        """DOWN, LEVEL or UP of everybody who was paired in a round (from 0), by the scores before it as they are now."""
        rows = self.rounds[number]
        scores = self.scores(number)
        seated = [player for row in rows for player in (row.red, row.black) if player]
        field_then = [Entrant(player, self.numbers[player], scores[player]) for player in seated]
        group = score_groups(field_then, rules, number + 1)
        found = {}
        for row in rows:
            if not row.black:
                found[row.red] = DOWN
            else:
                red, black = group[row.red], group[row.black]
                found[row.red] = DOWN if red < black else UP if red > black else LEVEL
                found[row.black] = -found[row.red]
        return found


def breaks(colours: Iterable[str | None], colour: str, rules: PairingRules) -> bool:
    """Whether one more game with a colour goes beyond a limit."""
    had = [c for c in colours if c]
    ahead = had.count(colour) - (len(had) - had.count(colour)) + 1
    run = rules.run_limit
    return bool(rules.surplus_limit) and ahead > rules.surplus_limit or bool(run) and had[-run:] == [colour] * run


def allowed(one: Entrant, other: Entrant | None, rules: PairingRules) -> bool:
    """Whether a game, or a bye, breaks no absolute rule but those that are relaxed, and no wish of the arbiter."""
    sides = {one.player} if other is None else {one.player, other.player}
    locked = sides in rules.locked
    if not locked and sides != {rules.bye} and (sides & rules.settled or other is None and rules.bye):
        return False
    if other is None:
        return not one.had_bye or "轮空" in rules.relaxed
    if other.player in one.barred or one.player in other.barred:
        return False
    met = other.player in one.met or one.player in other.met
    mates = rules.avoid_team and one.team == other.team != "" and not locked
    ways = ((one, other), (other, one))
    over = all(breaks(red.colours, RED, rules) or breaks(black.colours, BLACK, rules) for red, black in ways)
    over = over and not locked and not (rules.last_round and one.score == other.score)
    return {name for name, broken in (("重赛", met), ("同队", mates), ("颜色", over)) if broken} <= rules.relaxed


def allowed_games(people: Sequence[Entrant], rules: PairingRules) -> set[frozenset[str]]:
    seats = [*people, *([None] if len(people) % 2 else [])]
    return {frozenset(side.player for side in pair if side) for pair in combinations(seats, 2) if allowed(*pair, rules)}


def faults(pairing: Pairing, people: Collection[Entrant], rules: PairingRules) -> list[str]:
    """Every rule that a pairing breaks, in words; who plays, who has met whom and who had which colour is in ``people``."""
    known = {e.player: e for e in people}
    seated = [player for board in pairing.boards for player in (board.red, board.black)]
    seated += [] if pairing.bye is None else [pairing.bye]
    found = []
    if sorted(seated) != sorted(known):
        return ["somebody does not sit exactly once"]
    if (pairing.bye is None) != (len(known) % 2 == 0):
        found.append("a bye in an even field, or none in an odd one")
    if pairing.bye and known[pairing.bye].had_bye and "轮空" not in rules.relaxed:
        found.append(f"second bye of {pairing.bye}")
    if rules.bye and pairing.bye != rules.bye:
        found.append("another bye than the arbiter wanted")
    if len({board.board for board in pairing.boards}) < len(pairing.boards):
        found.append("two games at one table")
    games = {frozenset((board.red, board.black)) for board in pairing.boards}
    found += [f"locked pair apart: {sorted(pair)}" for pair in rules.locked - games]
    for board in pairing.boards:
        red, black = known[board.red], known[board.black]
        wanted = frozenset((red.player, black.player)) in rules.locked
        words = f"{red.player}-{black.player}"
        if (black.player in red.met or red.player in black.met) and "重赛" not in rules.relaxed:
            found.append(f"rematch {words}")
        if black.player in red.barred or red.player in black.barred:
            found.append(f"barred {words}")
        if rules.avoid_team and red.team == black.team != "" and not wanted and "同队" not in rules.relaxed:
            found.append(f"teammates {words}")
        beyond = breaks(red.colours, RED, rules) + breaks(black.colours, BLACK, rules)
        turned = breaks(red.colours, BLACK, rules) + breaks(black.colours, RED, rules)
        given_way = wanted or "颜色" in rules.relaxed or rules.last_round and red.score == black.score
        if beyond and (turned < beyond or not given_way):
            found.append(f"colours {words}")
        if not board.why:
            found.append(f"no reason {words}")
    return found


def relaxations(names: Iterable[str]) -> list[frozenset[str]]:
    """What stands in ``NoLegalPairing.compromises`` as sets of rules."""
    sets = [frozenset(name.split("、")) for name in names]
    assert all(names <= set(GRAVEST_FIRST) for names in sets)
    return sets
