"""Keys from 等级分. Sources: FIDE handbook C.07, 10.1 (ARO), 10.2 (TPR) and 10.4 (APRO); B.02, 8.1.1 (the table)."""

from __future__ import annotations

from fractions import Fraction

from qisai.verify.lines import Line, Past

#: The difference in rating for a score of 50, 51 … 100 per cent (B.02, 8.1.1).
DIFFERENCE = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193, 202,
    211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip


def half_up(value: Fraction) -> int:
    return (value + Fraction(1, 2)).__floor__()


def _mean(values: list[int]) -> int:
    return half_up(Fraction(sum(values), len(values))) if values else 0


def _against_rated(past: Past, player: str) -> list[Line]:
    return [line for line in past.lines.get(player, ()) if line.treatment.played and past.ratings.get(line.opponent)]


def opponents_rating(past: Past, player: str) -> int:
    """The mean rating of the rated opponents of played games; 0 without any."""
    return _mean([past.ratings[line.opponent] for line in _against_rated(past, player)])


def performance(past: Past, player: str) -> int:
    """That mean and the difference for the score against them; 0 without any."""
    lines = _against_rated(past, player)
    if not lines:
        return 0
    per_cent = half_up(100 * sum((line.share for line in lines), Fraction(0)) / len(lines))
    difference = DIFFERENCE[per_cent - 50] if per_cent >= 50 else -DIFFERENCE[50 - per_cent]
    return opponents_rating(past, player) + difference


def opponents_performance(past: Past, player: str) -> int:
    """The mean performance of the opponents of played games who have one; 0 without any."""
    met = [line.opponent for line in past.lines[player] if line.treatment.played]
    return _mean([performance(past, other) for other in met if _against_rated(past, other)])
