"""What each criterion says of two who might meet, and whether they may: the referee's own count, two players at a time.

Sources: 2020 rules, appendix 积分编排制; the rules summary 6, rows 1 to 5. The bye is a seat like others, one group below
the lowest.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from qisai.regulation.seeding import pattern
from qisai.verify.groups import DOWN, UP, score_groups
from qisai.verify.hall import Hall
from qisai.verify.neighbours import distance
from qisai.vocabulary import BLACK, RED


@dataclass(frozen=True)
class Seat:
    """One player as the pairing of a round looks at him; ``player`` is "" for the bye.

    ``place`` counts inside the group of ``size`` by score and number; ``floats`` are those of one round ago, two rounds
    ago, …; ``never`` are the colours that go beyond his limits; ``lot`` is an odd number of 64 bits.
    """

    player: str
    score: int
    group: int
    place: int
    size: int
    surplus: int
    last: str
    floats: tuple[str, ...]
    never: frozenset[str]
    lot: int


GIVEN_UP = "放宽"
BYE, WAIVED = "轮空者之下的分组数", "末轮放宽先后手限制的对局"
SQUARED, SURPLUS, DUE = "跨分组距离平方和", "同多先手或同多后手的对局", "应得先后手相同的对局"
TEAM, CIRCLE = "同队相遇的对局", "同回避组相遇的对局"
AGAIN = re.compile(r"与前(\d+)轮同向上下调的人数")
ORDER = re.compile("组内.+次序的偏离")
Cost = Callable[[Seat, Seat], int]  # of two seats, the smaller number first, the bye last
Line = tuple[str, Cost]


def seats(hall: Hall) -> list[Seat]:
    """Those who sit in the published round by number, and the bye where somebody has it. In round 1 nobody has points."""
    seated = sorted({*hall.pub.players, hall.pub.bye} - {""}, key=hall.number)
    score = {player: hall.score(player) if hall.pub.round > 1 else 0 for player in seated}
    bands = score_groups(score.values(), hall.regulation["score_band"])
    rank = {one: group for group, band in enumerate(bands) for one in band}
    found = {"": Seat("", 0, len(bands), 0, 1, 0, "", (), frozenset(), _lot(hall, 0))} if hall.pub.bye else {}
    for group in range(len(bands)):
        inside = [player for player in seated if rank[score[player]] == group]
        for place, player in enumerate(sorted(inside, key=lambda one: (-score[one], hall.number(one)))):
            found[player] = Seat(
                player, score[player], group, place, len(inside), hall.surplus(player),
                next(iter(reversed(hall.colours.get(player, []))), ""),
                tuple(hall.floats.get((player, number), "") for number in range(hall.pub.round - 1, 0, -1)),
                frozenset(colour for colour in (RED, BLACK) if _never(hall, player, colour)), _lot(hall, hall.number(player)),
            )  # fmt: skip
    return [found[player] for player in (*seated, *([""] if hall.pub.bye else []))]


def _never(hall: Hall, player: str, colour: str) -> bool:
    return hall.regulation["colour_limits"] != "不限" and not hall.may(player, colour)


def _lot(hall: Hall, number: int) -> int:
    drawn = hashlib.sha256(f"{hall.before.seed}|{hall.pub.round}|{number}".encode()).digest()
    return int.from_bytes(drawn[:8], "big") | 1


# --- whether they may ---------------------------------------------------------------------------------------
def legal(hall: Hall, one: Seat, other: Seat) -> bool:
    """Whether two may meet, or one may have the bye, by the rules, the arbiter's wishes and what he gave up."""
    wished = hall.as_wished(one.player, other.player) and not hall.barred(one.player, other.player)
    return wished and not any(broken(hall, one, other) for name, broken in RULES.items() if name not in hall.pub.relaxed)


def met_before(hall: Hall, one: Seat, other: Seat) -> bool:
    return frozenset((one.player, other.player)) in hall.met


def second_bye(hall: Hall, one: Seat, other: Seat) -> bool:
    return not other.player and hall.had_bye(one.player) is not None


def beyond_limits(one: Seat, other: Seat) -> bool:
    """Whoever of two players has red, for one of them it is a third in a row or a surplus of three."""
    first_red = RED in one.never or BLACK in other.never
    return bool(other.player) and first_red and (RED in other.never or BLACK in one.never)


def waived(hall: Hall, one: Seat, other: Seat) -> bool:
    """Beyond the limits, in the last round between equal scores."""
    return hall.last_round and one.score == other.score and beyond_limits(one, other)


def over_limits(hall: Hall, one: Seat, other: Seat) -> bool:
    """Beyond the limits, neither locked nor waived."""
    return beyond_limits(one, other) and not waived(hall, one, other) and not hall.locked(one.player, other.player)


def together(hall: Hall, one: Seat, other: Seat) -> bool:
    return hall.teammates(one.player, other.player)


#: What the arbiter may give up by name, the gravest first.
RULES: dict[str, Callable[[Hall, Seat, Seat], bool]] = {
    "重赛": met_before,
    "轮空": second_bye,
    "颜色": over_limits,
    "同队": together,
}


# --- what it costs ------------------------------------------------------------------------------------------
def crosses(border: int) -> Cost:
    """One of the two is in this group or a higher one, the other is not."""
    return lambda one, other: (one.group <= border) != (other.group <= border)


def groups_below(one: Seat, other: Seat) -> int:
    """Of whoever has the bye."""
    return 0 if other.player else other.group - one.group - 1


def floated_again(back: int) -> Cost:
    """Players who float as they did so many rounds ago; the bye does not count."""

    def again(one: Seat, other: Seat) -> int:
        if one.group == other.group or not other.player:
            return 0
        upper, lower = (one, other) if one.group < other.group else (other, one)
        return (upper.floats[back - 1 : back] == (DOWN,)) + (lower.floats[back - 1 : back] == (UP,))

    return again


def squared(one: Seat, other: Seat) -> int:
    """The square of the distance between the groups."""
    return (one.group - other.group) ** 2


def same_surplus(one: Seat, other: Seat) -> int:
    """Both had more reds, or both more blacks."""
    return one.surplus * other.surplus > 0


def same_due(one: Seat, other: Seat) -> int:
    """Both had more reds, or as many and red in the latest game; or both so with black."""
    leans = [(seat.surplus > 0) - (seat.surplus < 0) or {RED: 1, BLACK: -1}.get(seat.last, 0) for seat in (one, other)]
    return leans[0] == leans[1] != 0


#: How far two of a group are from being a pair of an order inside it (同分组内次序).
IDEAL: dict[str, Cost] = {
    "对折": lambda one, other: abs(abs(one.place - other.place) - one.size // 2),
    "相邻": lambda one, other: abs(one.place - other.place) - 1,
    "首尾": lambda one, other: abs(one.place + other.place - one.size + 1),
}


def out_of_order(order: str) -> Cost:
    """Inside a group: how far the opponent is from the one that the order names; of a bye, how many come after him."""

    def away(one: Seat, other: Seat) -> int:
        if not other.player:
            return one.size - 1 - one.place
        return IDEAL[order](one, other) if one.group == other.group else 0

    return away


def out_of_pattern(hall: Hall, everybody: Sequence[Seat]) -> Cost:
    """Round 1: how far the opponent is from the one that 首轮编排 names; all are one group."""
    apart = distance(hall, [seat.player for seat in everybody if seat.player])
    return lambda one, other: apart(one.player, other.player) if other.player else one.size - 1 - one.place


def drawn(one: Seat, other: Seat) -> int:
    """The lot of a pair, of 40 bits."""
    return (one.lot * other.lot % 2**64) >> 24


# --- by the names of the record -----------------------------------------------------------------------------
def lines(hall: Hall, everybody: Sequence[Seat]) -> Iterator[Line]:
    """The criteria of a round by the rules in force, in their order, behind them the lot: none is missing in a proof.
    回避组 is looked at where the record says so, for who belongs to one may have been typed since."""
    borders = _borders(hall, everybody)
    relaxed = [f"{GIVEN_UP}{name}" for name in RULES if name in hall.pub.relaxed]
    names = [*relaxed, *borders, *([BYE] if hall.pub.bye else []), *([WAIVED] if hall.last_round else [])]
    chosen = hall.regulation["criteria"]
    for word in chosen if hall.pub.round > 1 else dict.fromkeys((*chosen, "次序")):
        names += _names(word, hall)
    for name in names:
        cost = crosses(borders[name]) if name in borders else cost_of(name, hall, everybody)
        assert cost is not None, name
        yield name, cost
    yield "", drawn


def _borders(hall: Hall, everybody: Sequence[Seat]) -> dict[str, int]:
    """The boundaries between score groups by their names, from the top."""
    players = sorted((seat for seat in everybody if seat.player), key=lambda seat: -seat.score)
    lowest = {seat.group: seat.score for seat in players}
    return {f"跨越{hall.regulation.show(lowest[group])}分下界的对局": group for group in range(len(lowest) - 1)}


def _names(word: str, hall: Hall) -> list[str]:
    """The criteria that a word of 编排次序 stands for."""
    rules, first = hall.regulation, hall.pub.round == 1
    team = hall.apart and rules["avoid_how"] == "尽量"
    circle = rules["avoid_circle"] == "尽量" and any(name == CIRCLE for name, _, _ in hall.pub.criteria)
    order = pattern(rules.settings) if first else rules["group_order"]
    names = {
        "上下调": [f"与前{back}轮同向上下调的人数" for back in range(1, min(rules["float_memory"], hall.pub.round - 1) + 1)],
        "分差": [SQUARED],
        "先后手": [SURPLUS, DUE],
        "回避": [TEAM] * team + [CIRCLE] * circle,
        "次序": [f"组内{order}次序的偏离"] * (first or order != "抽签"),
    }
    return names[word]


def cost_of(name: str, hall: Hall, everybody: Sequence[Seat]) -> Cost | None:
    """What a criterion behind the boundaries counts; None where the name is not known."""
    known: dict[str, Cost] = {
        **{f"组内{order}次序的偏离": out_of_order(order) for order in IDEAL},
        **{f"{GIVEN_UP}{rule}": partial(broken, hall) for rule, broken in RULES.items()},
        BYE: groups_below, WAIVED: partial(waived, hall), SQUARED: squared, SURPLUS: same_surplus, DUE: same_due,
        TEAM: lambda one, other: hall.of_one_team(one.player, other.player),
        CIRCLE: lambda one, other: hall.of_one_circle(one.player, other.player),
    }  # fmt: skip
    if match := AGAIN.fullmatch(name):
        return floated_again(int(match[1]))
    if hall.pub.round == 1 and ORDER.fullmatch(name):
        return out_of_pattern(hall, everybody)
    return known.get(name)


def made(hall: Hall, everybody: Sequence[Seat]) -> list[tuple[Seat, Seat]]:
    """The published pairs, and the bye."""
    place = {seat.player: number for number, seat in enumerate(everybody)}
    pairs = [(game.red, game.black) for game in hall.pub.lines] + ([(hall.pub.bye, "")] if hall.pub.bye else [])
    ends = [sorted((place[one], place[other])) for one, other in pairs]
    return [(everybody[one], everybody[other]) for one, other in ends]


def counted(name: str, hall: Hall, everybody: Sequence[Seat]) -> int | None:
    """The value of a criterion behind the boundaries in the published pairing; None where the name is not known."""
    cost = cost_of(name, hall, everybody)
    return None if cost is None else sum(cost(one, other) for one, other in made(hall, everybody))
