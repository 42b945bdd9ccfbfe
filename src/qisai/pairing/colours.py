"""Who has red: the limits, then balance, then alternation, then the table or what the rule sheet says of round 1."""

from __future__ import annotations

from enum import Enum, auto

from qisai.pairing.field import Entrant, PairingRules
from qisai.tournament.lots import draw_order
from qisai.vocabulary import BLACK, RED


class Claim(Enum):
    """The rule that decided the colours of a game."""

    LIMIT = auto()
    SURPLUS = auto()
    ALTERNATION = auto()
    TABLE = auto()


def breaks_surplus(entrant: Entrant, colour: str, rules: PairingRules) -> bool:
    """One more game with ``colour`` gives a surplus beyond the limit; making a surplus smaller never does."""
    ahead = entrant.surplus if colour == RED else -entrant.surplus
    return bool(rules.surplus_limit) and ahead + 1 > rules.surplus_limit


def breaks_run(entrant: Entrant, colour: str, rules: PairingRules) -> bool:
    """One more game with ``colour`` gives too long a run of it."""
    return bool(rules.run_limit) and entrant.last_colour == colour and entrant.run + 1 > rules.run_limit


def breaks_limit(entrant: Entrant, colour: str, rules: PairingRules) -> bool:
    """Practice of the arbiters' programs: no surplus of three, no third game in a row with one colour."""
    return breaks_surplus(entrant, colour, rules) or breaks_run(entrant, colour, rules)


def breaches(red: Entrant, black: Entrant, rules: PairingRules) -> int:
    """Players of a game with these colours for whom it breaks a limit."""
    return breaks_limit(red, RED, rules) + breaks_limit(black, BLACK, rules)


def latest_difference(one: Entrant, other: Entrant) -> str | None:
    """The colour that ``one`` had when their colours last differed, game by game from the latest backwards.

    Games without a colour are passed over, as in FIDE's Swiss rules, so that a bye does not shift the history.
    """
    both = zip(reversed(one.played), reversed(other.played), strict=False)
    return next((own for own, opposite in both if own != opposite), None)


def smaller_is_red(low: int, high: int, board: int, rules: PairingRules) -> bool:
    """Whether the smaller of two numbers has red where no history decides: 首轮先后手 in words.

    单数台小号先 (on odd tables the smaller number, on even the larger), 小号先, 大号先, 单数号先 (odd against even;
    else the smaller), 抽签 (the smaller SHA-256 of "seed|首轮先后手|smaller-larger|number").
    """
    match rules.first_colours:
        case "单数台小号先":
            return board % 2 == 1
        case "小号先":
            return True
        case "大号先":
            return False
        case "单数号先":
            return low % 2 == 1 or high % 2 == 0
        case "抽签":
            lots = [f"{low}-{high}|{number}" for number in (low, high)]
            return draw_order(rules.seed, "首轮先后手", lots)[0] == lots[0]
    raise ValueError(f"no such 首轮先后手: {rules.first_colours}")


def allocate(one: Entrant, other: Entrant, board: int, rules: PairingRules) -> tuple[Entrant, Entrant, Claim]:
    """(red, black, the rule that decided), whichever of the two comes first.

    The limits, as far as they can be kept; the one with fewer reds minus blacks is red; each gets the
    opposite of what he had when their colours last differed; else :func:`smaller_is_red`. (The second and
    third as measured in published xiangqi events.)
    """
    low, high = sorted((one, other), key=lambda e: e.number)
    worse = breaches(low, high, rules) - breaches(high, low, rules)
    latest = latest_difference(low, high)
    if worse:
        low_red, claim = worse < 0, Claim.LIMIT
    elif low.surplus != high.surplus:
        low_red, claim = low.surplus < high.surplus, Claim.SURPLUS
    elif latest is not None:
        low_red, claim = latest == BLACK, Claim.ALTERNATION
    else:
        low_red, claim = smaller_is_red(low.number, high.number, board, rules), Claim.TABLE
    return (low, high, claim) if low_red else (high, low, claim)
