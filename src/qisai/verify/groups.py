"""Score groups (积分档), and who floated in which round.

Sources: 2020 rules, appendix 积分编排制 (a group may hold two or three neighbouring scores); the rules summary 6, row 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from qisai.verify.lines import Line
from qisai.verify.replay import Publication
from qisai.vocabulary import Outcome

MOST = 3  # neighbouring scores in a group
DOWN, UP = "下调", "上调"


def score_groups(scores: Iterable[int], limit: int) -> list[list[int]]:
    """The scores of each group from the top, of one score a player: a score joins those above it while they are together
    no more than ``limit`` players and ``MOST`` scores.

    >>> score_groups([9, 7, 7, 6, 5, 5, 5], 4)
    [[9, 7, 6], [5]]
    """
    everybody = list(scores)
    found: list[list[int]] = []
    for score in sorted(set(everybody), reverse=True):
        merged = [*found[-1], score] if found else []
        if 1 < len(merged) <= MOST and sum(one in merged for one in everybody) <= limit:
            found[-1] = merged
        else:
            found.append([score])
    return found


def rank_of(scores: Mapping[str, int], limit: int) -> dict[str, int]:
    """The group of each player, 0 at the top."""
    rank = {score: place for place, group in enumerate(score_groups(scores.values(), limit)) for score in group}
    return {player: rank[score] for player, score in scores.items()}


def floats(pub: Publication, careers: Mapping[str, Sequence[Line]], limit: int) -> dict[tuple[str, int], str]:
    """DOWN or UP by player and round: whom he was to meet, played or not, was of a lower or a higher group by the scores
    before the round; in round 1 all are of one score. A bye is DOWN."""
    byes = {pub.bye, *(player for player, kind in pub.absent.items() if kind == Outcome.BYE)} - {""}
    seated = [*((game.red, game.black) for game in pub.lines), *((player, "") for player in sorted(byes))]
    scores = {
        player: sum(line.points for line in careers.get(player, ())) if pub.round > 1 else 0
        for pair in seated
        for player in pair
        if player
    }
    rank = rank_of(scores, limit)
    found = {}
    for one, other in seated:
        mine, theirs = rank[one], rank[other] if other else rank[one] + 1
        if mine != theirs:
            found[one, pub.round] = DOWN if mine < theirs else UP
            if other:
                found[other, pub.round] = UP if mine < theirs else DOWN
    return found
