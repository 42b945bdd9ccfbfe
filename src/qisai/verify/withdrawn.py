"""Who leaves a round robin before he has come to half of his games, and what becomes of his results and of those against him.

Sources: the rules summary 1.4 (fewer than half of the opponents played: all results are cancelled; else they stand); FIDE,
general rules for competitions, the same of half of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qisai.regulation.model import Regulation
from qisai.regulation.treatment import ALONE
from qisai.verify.lines import Line
from qisai.vocabulary import Happening, Outcome

Careers = dict[str, list[Line]]
Leaving = tuple[str, int, str]  # player, round, 退赛 or 复赛


def left_early(
    regulation: Regulation, leaving: Iterable[Leaving], lines: Careers, since: Mapping[str, int], last: int
) -> set[str]:
    """Whose results do not count in the table after round ``last``; ``leaving`` by round, then as in the sheet."""
    stage = regulation.swiss
    if not stage.round_robin or regulation["left_early"] != "不到一半成绩取消":
        return set()
    from_round: dict[str, int] = {}
    for player, number, what in leaving:
        if number <= min(last, stage.last):
            if what == Happening.WITHDRAWN:
                from_round[player] = number
            else:
                from_round.pop(player, None)
    drawn = [player for player in lines if since.get(player, 1) <= 1]
    all_games = (len(drawn) - 1) * (1 if len(stage.rounds) % 2 else 2)

    def came(player: str) -> int:
        own = (line for line in lines.get(player, ()) if line.opponent and line.round < from_round[player])
        return sum(line.reported and not line.treatment.missed for line in own)

    return {player for player in from_round if came(player) < all_games - came(player)}


def strike_out(regulation: Regulation, lines: Careers, gone: set[str]) -> Careers:
    """The rounds of everybody without those games: to an opponent the round was a rest, he himself was not there."""
    first = regulation.swiss.name

    def instead(player: str, line: Line) -> Line:
        if line.stage.name != first or not line.opponent or not {player, line.opponent} & gone:
            return line
        what = Outcome.ABSENT if player in gone else Outcome.BYE
        rule = regulation.rule(line.stage, what, ALONE)
        points = line.stage.points.get(rule.points, 0)
        return Line(line.round, what, ALONE, ALONE, "", 0, points, rule, line.stage)

    return {player: [instead(player, line) for line in own] for player, own in lines.items()} if gone else lines
