"""One published Swiss round, what led to it, and what was asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from qisai.regulation.model import SWISS, Regulation
from qisai.verify.groups import floats
from qisai.verify.lines import Line
from qisai.verify.replay import Game, Publication, State
from qisai.verify.standings import careers, qualifiers, table
from qisai.verify.wishes import Wishes, missed_out
from qisai.vocabulary import BLACK, RED, Outcome


@dataclass(frozen=True)
class Room:
    """The tables of one competition: the first, and how many are kept for it; 0 where it has the whole hall."""

    first: int = 1
    kept: int = 0


def rooms(regulations: Mapping[str, Regulation], states: Mapping[str, State]) -> dict[str, Room]:
    """The tables of each 组别, one behind the other in tens; late entries make no room of their own."""
    if len(regulations) == 1:
        return dict.fromkeys(regulations, Room())
    found, first = {}, 1
    for group in regulations:
        drawn = len(states[group].numbers.keys() - states[group].since.keys())
        found[group] = Room(first, 10 * (drawn // 2 // 10 + 1))
        first += found[group].kept
    return found


@dataclass
class Hall:
    """One published Swiss round. ``wishes`` are the rows of 变动 for it; ``teams`` (单位 or 地区, as 回避依据 says) and
    ``circles`` (回避组) have those who are in one."""

    regulation: Regulation
    state: State  # the event as it stands now: who left for the knockout, who was paired when
    pub: Publication
    wishes: Wishes
    teams: Mapping[str, str]
    room: Room
    name: Callable[[str], str]
    circles: Mapping[str, str] = field(default_factory=dict)

    @property
    def before(self) -> State:
        return self.pub.before

    @cached_property
    def gone(self) -> set[str]:
        if self.pub.stage.whole_field:
            return set()
        cut = self.regulation.knockout.qualifiers if self.regulation.knockout else 0
        rows = table(self.regulation, self.before, self.regulation.swiss.last)
        return set(qualifiers(self.regulation, self.state)) or {row["player"] for row in rows[:cut]}

    @cached_property
    def field(self) -> list[str]:
        """Everyone of the stage who has entered by this round, by number."""
        numbers = self.before.numbers
        entered = [p for p in numbers if p not in self.gone and self.before.since.get(p, 1) <= self.pub.round]
        return sorted(entered, key=lambda p: (numbers[p], p))

    @cached_property
    def present(self) -> list[str]:
        """Those of the field who are to sit, by number."""
        return [p for p in self.field if p not in self.pub.absent and not self.must_be_away(p)]

    @cached_property
    def missed_out(self) -> set[str]:
        """Whom 连续弃权出局 keeps out, by the results in force when it was said who is away."""
        return missed_out(self.regulation, self.pub.called, self.pub.round, self.wishes.returned)

    def must_be_away(self, player: str) -> bool:
        """By a row of 变动 or by rule. 取消资格 may have come after the round: it binds once it was heeded."""
        wishes = self.wishes
        if player in wishes.excused or player in wishes.withdrawn or player in self.missed_out:
            return True
        first = wishes.disqualified.get(player)
        return first is not None and any(
            pub.round >= first and pub.absent.get(player) == Outcome.ABSENT and player not in pub.out for pub in self.earlier
        )

    @cached_property
    def careers(self) -> dict[str, list[Line]]:
        """The rounds of everybody before this one."""
        return careers(self.regulation, self.before, self.pub.round - 1)

    @cached_property
    def scores(self) -> dict[str, int]:
        return {player: sum(line.points for line in own) for player, own in self.careers.items()}

    @cached_property
    def floats(self) -> dict[tuple[str, int], str]:
        """Who was floated in which round before this one, and where: by the scores that were known when it was paired."""
        found: dict[tuple[str, int], str] = {}
        for pub in self.earlier:
            found |= floats(pub, careers(self.regulation, pub.before, pub.round - 1), self.regulation["score_band"])
        return found

    @cached_property
    def colours(self) -> dict[str, list[str]]:
        """The colours that count, oldest first; as planned or as played, as the setting says."""
        planned = self.regulation["wrong_colours"] == "编排按原定"
        return {
            player: [line.planned if planned else line.side for line in own if line.treatment.colour]
            for player, own in self.careers.items()
        }

    @cached_property
    def earlier(self) -> list[Publication]:
        found = [p for p in self.before.published.values() if p.stage.system == SWISS and p.round < self.pub.round]
        return sorted(found, key=lambda p: p.round)

    @cached_property
    def met(self) -> dict[frozenset[str], int]:
        """The round in which two met, by publication; a forfeited pairing counts as 弃权局算相遇 says."""
        played = ((p.round, game) for p in self.earlier for game in self.before.games(p.stage.name, p.round))
        return {
            frozenset((game.red, game.black)): number
            for number, game in played
            if self.regulation.treatment[game.outcome, RED].met
        }

    def had_bye(self, player: str) -> int | None:
        return next((p.round for p in self.earlier if p.bye == player or p.absent.get(player) == Outcome.BYE), None)

    # --- the people -------------------------------------------------------------------------------------
    def score(self, player: str) -> int:
        return self.scores.get(player, 0)

    def number(self, player: str) -> int:
        return self.before.numbers.get(player, 0)

    def place(self, game: Game) -> str:
        return f"{self.pub.where}第 {game.board} 台"

    def pair(self, game: Game) -> str:
        return f"{self.name(game.red)}（红）对{self.name(game.black)}（黑）"

    # --- the colours ------------------------------------------------------------------------------------
    def surplus(self, player: str) -> int:
        own = self.colours.get(player, [])
        return own.count(RED) - own.count(BLACK)

    def may(self, player: str, colour: str) -> bool:
        """No surplus of three, no third in a row; what makes a surplus smaller is never forbidden."""
        before = self.colours.get(player, [])
        ahead = before.count(colour) - (len(before) - before.count(colour))
        return ahead + 1 < 3 and before[-2:] != [colour, colour]

    def breaches(self, red: str, black: str) -> int:
        """For how many of the two these colours go beyond the limits."""
        if self.regulation["colour_limits"] == "不限":
            return 0
        return (not self.may(red, RED)) + (not self.may(black, BLACK))

    def beyond_limits(self, game: Game) -> bool:
        """Whether a pair goes beyond the limits whoever has red."""
        return min(self.breaches(game.red, game.black), self.breaches(game.black, game.red)) > 0

    @property
    def last_round(self) -> bool:
        """Whether the limits give way to a pair of equal scores."""
        return bool(self.regulation["last_round_waiver"]) and self.pub.round == self.regulation.last_swiss_round

    def level(self, game: Game) -> bool:
        return self.score(game.red) == self.score(game.black)

    # --- the wishes -------------------------------------------------------------------------------------
    def locked(self, one: str, other: str) -> bool:
        """A locked pair may break rules; in a round adjusted by hand each of them needs leave by its own name."""
        return not self.pub.adjusted and frozenset((one, other)) in self.wishes.locked

    def as_wished(self, one: str, other: str) -> bool:
        """Whether a pair is what 锁定对阵 or 指定轮空 asks for, or parts nobody from it; ``other`` is "" for the bye."""
        locked, byes, pair = self.wishes.locked, self.wishes.byes, frozenset((one, other))
        if not other and byes:
            return one in byes
        return pair in locked or not any(pair & settled for settled in (*locked, frozenset(byes)))

    def barred(self, one: str, other: str) -> bool:
        """By a row of 变动, or by 回避组."""
        return frozenset((one, other)) in self.wishes.barred or self.must_not_meet(one, other)

    def must_not_meet(self, one: str, other: str) -> bool:
        """Of one 回避组 where the setting keeps those apart; what is locked meets all the same."""
        pair = frozenset((one, other))
        return self.regulation["avoid_circle"] == "必须" and self.of_one_circle(one, other) and pair not in self.wishes.locked

    def of_one_circle(self, one: str, other: str) -> bool:
        return one in self.circles and self.circles[one] == self.circles.get(other)

    def of_one_team(self, one: str, other: str) -> bool:
        return one in self.teams and self.teams[one] == self.teams.get(other)

    @property
    def apart(self) -> bool:
        """Whether teammates are to be kept apart in this round (Tianshui, supplement ten)."""
        return bool(self.pub.round <= self.regulation["avoid_rounds"])

    def teammates(self, one: str, other: str) -> bool:
        """Of one team, in a round where they must not meet, and not locked."""
        must = self.apart and self.regulation["avoid_how"] == "必须"
        return must and self.of_one_team(one, other) and not self.locked(one, other)
