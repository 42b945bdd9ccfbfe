"""Score groups (积分档), and who floated in which round.

Sources: 2020 rules, appendix 积分编排制 (a group may hold two or three neighbouring scores); the rules summary 6, row 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from qisai.regulation.model import SWISS
from qisai.verify.lines import Line
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


def floats(careers: Mapping[str, Sequence[Line]], limit: int) -> dict[tuple[str, int], str]:
    """DOWN or UP by player and round: whom he was to meet, played or not, was of a lower or a higher group by the scores
    before the round. A bye is DOWN."""
    before: dict[int, dict[str, int]] = {}
    met: dict[tuple[str, int], str] = {}
    for player, lines in careers.items():
        total = 0
        for line in sorted(lines, key=lambda line: line.round):
            if line.stage.system == SWISS and (line.opponent or line.outcome is Outcome.BYE):
                before.setdefault(line.round, {})[player] = total
                met[player, line.round] = line.opponent
            total += line.points
    found = {}
    for number, scores in before.items():
        rank = rank_of(scores, limit)
        for player, mine in rank.items():
            opponent = met[player, number]
            theirs = rank.get(opponent, mine) if opponent else mine + 1
            if mine != theirs:
                found[player, number] = DOWN if mine < theirs else UP
    return found
