"""The knockout after the Swiss: who meets whom, and the order of all in the end.

The best meets the last, and the bracket keeps the two best apart until the final: with eight, winners of
1-8 and 4-5 meet, and those of 2-7 and 3-6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qisai.tournament.ladder import Verdict


@dataclass(frozen=True)
class Tie:
    """One match of a knockout; ``high`` is the better seed where the seeds are known.

    A side is None where both players of the earlier match were absent: the other has a walkover.
    """

    match: int
    high: str | None
    low: str | None

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(side for side in (self.high, self.low) if side is not None)


def first_round(seeds: Sequence[str]) -> tuple[Tie, ...]:
    """The first ties for 2, 4, 8 or 16 players, best first; winners of matches 2k-1 and 2k meet next.

    >>> [(tie.high, tie.low) for tie in first_round("12345678")]
    [('1', '8'), ('4', '5'), ('2', '7'), ('3', '6')]
    """
    if len(seeds) not in (2, 4, 8, 16):
        raise ValueError(f"a knockout starts with 2, 4, 8 or 16 players, not {len(seeds)}")
    if len(set(seeds)) < len(seeds):
        raise ValueError("a player is seeded twice")
    order = [0]
    while len(order) < len(seeds):
        order = [place for best in order for place in (best, 2 * len(order) - 1 - best)]
    return _ties([seeds[place] for place in order], seeds)


def next_round(ties: Sequence[Tie], winners: Mapping[int, str | None], seeds: Sequence[str] = ()) -> tuple[Tie, ...]:
    """The ties of the next round; none after the final. A winner None means that both were absent.

    ``seeds`` (best first) puts the better seed on the high side; else it is the winner of the match with
    the smaller number. A walkover needs no winner. Raises ``ValueError`` if a winner is missing or did not
    play in the match.

    >>> next_round(first_round("1234"), {1: "4", 2: "2"}, seeds="1234")
    (Tie(match=1, high='2', low='4'),)
    """
    left = [winner(tie, winners) for tie in sorted(ties, key=lambda tie: tie.match)]
    return () if len(left) < 2 else _ties(left, seeds)


def ties_after(decided: Sequence[Verdict], seeds: Sequence[str], played: int) -> tuple[Tie, ...]:
    """The ties that follow a round whose verdicts are known; ``played`` rounds came before that one.

    A tie in which nobody was left has no verdict: it goes on as an empty one.
    """
    known = {verdict.match: Tie(verdict.match, verdict.high or None, verdict.low or None) for verdict in decided}
    matches = range(1, (len(seeds) >> (played + 1)) + 1)
    before = [known.get(match, Tie(match, None, None)) for match in matches]
    return next_round(before, {verdict.match: verdict.winner for verdict in decided}, seeds)


def winner(tie: Tie, winners: Mapping[int, str | None]) -> str | None:
    """Who goes on from a tie: as reported, else by walkover."""
    if tie.match not in winners and len(tie.sides) == 2:
        raise ValueError(f"match {tie.match} has no winner yet")
    won = winners.get(tie.match, tie.sides[0] if tie.sides else None)
    if won is not None and won not in tie.sides:
        raise ValueError(f"{won} does not play in match {tie.match}")
    return won


def _ties(sides: Sequence[str | None], seeds: Sequence[str]) -> tuple[Tie, ...]:
    rank = {seed: place for place, seed in enumerate(seeds)}
    ties = []
    for match, (one, other) in enumerate(zip(sides[::2], sides[1::2], strict=True), start=1):
        if one is not None and other is not None and rank.get(one, 0) > rank.get(other, 0):
            one, other = other, one
        ties.append(Tie(match, one, other))
    return tuple(ties)
