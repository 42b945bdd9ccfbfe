"""What the facts of the rule sheets need, made from the games as typed and from the final list, in plain Python.

Players are named by 序号; a competition without 组别 is the group "".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import Any

from playing import Played

from qisai.vocabulary import Outcome

WINNER = {Outcome.RED_WIN: "red", Outcome.BLACK_FORFEIT: "red", Outcome.BLACK_WIN: "black", Outcome.RED_FORFEIT: "black"}


def totals(p: Played, win: float = 2, draws: tuple[float, float] = (1, 1), group: str = "") -> dict[str, float]:
    """The points of everybody: wins and byes, and what a draw gives red and black."""
    found: dict[str, float] = dict.fromkeys(p.finals[group].index, 0)
    for line in p.lines(group):
        if line["outcome"] == Outcome.DRAW:
            found[line["red"]] += draws[0]
            found[line["black"]] += draws[1]
        else:
            found[line[WINNER[Outcome(line["outcome"])]]] += win
    for player in p.byes(group).values():
        found[player] += win
    return found


def worths(p: Played, total: Mapping[str, float], group: str = "") -> dict[str, list[float]]:
    """The total of each opponent; for a bye the lowest total of those who have points (2020 rules 14.4)."""
    found: dict[str, list[float]] = {player: [] for player in total}
    for line in p.lines(group):
        found[line["red"]].append(total[line["black"]])
        found[line["black"]].append(total[line["red"]])
    for player in p.byes(group).values():
        found[player].append(min(points for points in total.values() if points > 0))
    return found


def column(p: Played, key: str, group: str = "") -> dict[str, float]:
    """A column of the final list as people read it."""
    rules = p.competition(group).regulation
    return {str(player): float(rules.value(key, int(units))) for player, units in p.finals[group][key].items()}


def goes_down(p: Played, *keys: str, group: str = "") -> None:
    """These keys head the chain, and those with a rank stand in their order; one with a minus is better when it is small."""
    chain = [f"{'' if key.larger_first else '-'}{key.name}" for key in p.competition(group).regulation.chain]
    assert chain[: len(keys)] == list(keys)
    final = p.finals[group]
    rows = final[final["rank"].notna()]
    signs = [(-1, key[1:]) if key.startswith("-") else (1, key) for key in keys]
    values = [tuple(sign * int(row[key]) for sign, key in signs) for _, row in rows.iterrows()]
    assert all(better >= worse for better, worse in pairwise(values))


def mates_meet(p: Played, rounds: Collection[int] | None = None, group: str = "") -> bool:
    """Whether two of one team met, in some rounds or in any."""
    return any(
        p.person(line["red"], "team") == p.person(line["black"], "team")
        for line in p.lines(group) if rounds is None or line["round"] in rounds
    )  # fmt: skip


def apart_in_round_1(p: Played, group: str = "") -> None:
    """No mates met in round 1, though the lot had made neighbours of some."""
    team = [p.person(player, "team") for player in p.competition(group).numbers.index]
    assert any(a == b for a, b in zip(team[::2], team[1::2], strict=False)) and not mates_meet(p, [1], group)


def rounds_of(p: Played, player: str, group: str = "") -> list[int]:
    """The rounds in which somebody was paired or had the bye."""
    paired = [line["round"] for line in p.lines(group) if player in (line["red"], line["black"])]
    return sorted([*paired, *(number for number, lucky in p.byes(group).items() if lucky == player)])


def best_ranks(p: Played, count: int, members: Callable[[str], Iterable[str]] | None = None) -> dict[str, list[int]]:
    """Team -> its ``count`` best ranks over all groups, of every team that has so many."""
    ranks = {player: rank for group in p.finals for player, rank in p.ranks(group).items()}
    own = members or p.members
    teams = sorted(set(p.event.people["team"]) - {"", "个人"})
    found = {team: sorted(ranks[player] for player in own(team) if player in ranks)[:count] for team in teams}
    return {team: some for team, some in found.items() if len(some) == count}


def ranked_teams(p: Played) -> dict[str, Any]:
    """Team -> total, of the teams with a rank."""
    table = p.teams[p.teams["rank"].notna()]
    return dict(zip(table.index, table["sum"], strict=True))


def sums_of_best(p: Played, count: int) -> None:
    """The team table is the sums of the best ranks, the smaller first, then the better best rank."""
    best = best_ranks(p, count)
    assert ranked_teams(p) == {team: sum(some) for team, some in best.items()}
    assert list(ranked_teams(p)) == sorted(best, key=lambda team: (sum(best[team]), best[team]))


def takes(p: Played, name: str, places: Iterable[int], group: str = "") -> None:
    """A prize goes to exactly these ranks."""
    ranks = p.ranks(group)
    assert [ranks[player] for player in p.prize(name, group)] == list(places)


def first_of(p: Played, sex: str, count: int, group: str = "") -> list[str]:
    return [player for player in p.ranks(group) if p.person(player, "sex") == sex][:count]


def not_back(p: Played) -> set[str]:
    """Who does not get his deposit back."""
    tables = [competition.deposits() for competition in p.competitions.values()]
    return {str(player) for table in tables for player in table.index[~table["back"]]}


def everybody_meets(p: Played, group: str) -> None:
    """A single round robin: each pair once."""
    players, pairs = list(p.finals[group].index), [frozenset((line["red"], line["black"])) for line in p.lines(group)]
    assert len(pairs) == len(set(pairs)) == len(players) * (len(players) - 1) // 2


def finalists_first(p: Played, cut: int) -> None:
    """The two best of the Swiss play for the first place; the others keep their order behind them."""
    seeds, order = p.competition().seeds, list(p.ranks())
    assert seeds == list(p.competition().standings(cut).index)[:2] and set(order[:2]) == set(seeds)


def byes_count_as_wins(p: Played, group: str = "") -> None:
    """Every round of the odd field has a bye, each another's, worth a win; its opponent is the lowest with points."""
    byes = p.byes(group)
    assert len(byes) == len(set(byes.values())) == p.competition(group).regulation.swiss.last
    total = totals(p, group=group)
    assert column(p, "points", group) == total
    assert column(p, "opponents_score", group) == {player: sum(some) for player, some in worths(p, total, group).items()}
