"""Ways of writing a 单位 that may be one, side by side with their heads."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from qisai.intake.likeness import first_pairs, team_pairs
from qisai.vocabulary import plain


@dataclass(frozen=True)
class TeamPair:
    """Two ways of writing that may be one team, with the heads of each: in 报名, and those whom the imports add."""

    first: str
    second: str
    reason: str
    heads: tuple[tuple[int, int], tuple[int, int]]


def near_teams(
    roster: Sequence[str], signed: Sequence[str], again: Sequence[tuple[str, str]] = ()
) -> tuple[list[TeamPair], bool]:
    """The pairs of which at least one is written in the imports, and whether there are more than are listed.

    ``roster`` and ``signed``: the 单位 of each person, as typed. Those that differ in blanks only come first.
    ``again``: of those who are in both, the 单位 in 报名 and in the imports; where these are one, the head counts in 报名 only.
    """
    there, here = ([plain(team) for team in teams] for teams in (roster, signed))
    pairs, more = first_pairs(team_pairs((*there, *here), set(here)))
    place = {team: number for number, team in enumerate(dict.fromkeys((*there, *here)))}
    ordered = sorted(pairs.items(), key=lambda item: [place[team] for team in item[0]])
    return [*_blanks(roster, signed, again), *_with_heads(dict(ordered), Counter(there), _once(here, again, plain))], more


def _once(signed: Sequence[str], again: Sequence[tuple[str, str]], form: Callable[[str], str]) -> Mapping[str, int]:
    return Counter(signed) - Counter(form(here) for there, here in again if form(there) == form(here))


def _blanks(roster: Sequence[str], signed: Sequence[str], again: Sequence[tuple[str, str]]) -> list[TeamPair]:
    there, here = (Counter(map(_spelling, teams)) for teams in (roster, signed))
    first: dict[str, str] = {}
    pairs = {}
    for spelling in (*there, *here):
        other = first.setdefault(plain(spelling), spelling)
        if other != spelling and (spelling in here or other in here):
            pairs[other, spelling] = "只差空格"
    return _with_heads(pairs, there, _once(list(map(_spelling, signed)), again, _spelling))


def _spelling(team: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", team).split())


def _with_heads(
    pairs: Mapping[tuple[str, str], str], there: Mapping[str, int], here: Mapping[str, int]
) -> list[TeamPair]:
    def heads(team: str) -> tuple[int, int]:
        return there.get(team, 0), here.get(team, 0)

    return [TeamPair(one, other, reason, (heads(one), heads(other))) for (one, other), reason in pairs.items()]
