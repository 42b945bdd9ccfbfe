"""Standings: an order without ties, and for each row the key that put it below the row above."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
import pandas as pd

from qisai.regulation.model import Key, Regulation
from qisai.tiebreaks import TIE_BREAKS, History
from qisai.tiebreaks.history import Ints, ordinal
from qisai.tournament.history import history

NUMBER = Key("number", larger_first=False)
#: Keys that every table has, whether the chain names them or not.
ALWAYS = (Key("points", True), Key("progressive", True))


@dataclass(frozen=True)
class _At:
    """The table after a round: the values of the keys, the labels of those equal on all keys before each, places from 0,
    and the labels of those whom nothing in the chain parts, in earlier rounds either; rows are players."""

    past: History
    values: dict[str, Ints]
    before: dict[str, Ints]
    place: Ints
    equal: Ints


class _Ranking:
    """The values of the chain after any round of one history, each computed once."""

    def __init__(self, past: History, chain: tuple[Key, ...], left: npt.NDArray[np.bool_], cut: int) -> None:
        self.past, self.left, self.cut = past, left, cut
        self.named, self.chain = chain, chain if NUMBER in chain else (*chain, NUMBER)
        self.backwards = any(key.name == "previous" for key in chain)
        self.at = cache(self._at)

    def _at(self, r: int) -> _At:
        by_number = ordinal(self.past.number)
        past = self.past.after(r, self.at(r - 1).place if r and self.backwards else by_number)
        tied = np.zeros(len(by_number), dtype=np.int64)
        if r > self.cut:  # those who left stay ahead in the order of the cut; the others follow them
            tied = ordinal(np.where(self.left, self.at(self.cut).place, len(tied)))
        apart, values, before = [tied], {}, {}
        for key in self.chain:
            before[key.name] = tied
            values[key.name] = found = TIE_BREAKS[key.name].values(past, tied)
            tied = ordinal(tied, -found if key.larger_first else found)
        for key in self.named if r else ():
            apart.append(self.at(r - 1).equal if key.name == "previous" else values[key.name])
        place = ordinal(tied, by_number) if r else by_number  # at the start by 编号 (rules summary 6, row 13)
        return _At(past, values, before, place, ordinal(*apart))

    def decided(self, upper: Ints, lower: Ints, r: int) -> tuple[list[str], list[int]]:
        """For each pair of neighbours, the key that separates them and the round whose table it stands in."""
        names, rounds = [""] * len(upper), [0] * len(upper)
        still = np.arange(len(upper))
        while r > 0 and still.size:
            values = self.at(r).values
            for key in self.chain:
                if key.name == "previous":
                    break
                differs = values[key.name][upper[still]] != values[key.name][lower[still]]
                for position in still[differs]:
                    names[position], rounds[position] = key.name, r
                still = still[~differs]
            r = r - 1 if self.backwards else 0
        for position in still:
            names[position] = "number"
        return names, rounds


def standings(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    after: int,
    left: Collection[str] = (),
    traits: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """The Swiss standings after round ``after``.

    ``numbers``: 编号 (int) by player id; ``left``: those who went on to the knockout. After the cut they are
    not in the table, and their totals count as they stood then in the 对手分 of the others (setting 进淘汰赛者的积分).
    ``traits``: as :func:`~qisai.tournament.history.history` takes them.

    Returns a frame indexed by player, in order, with ``order`` (1..N, no ties), ``tie`` (int, the same for those whom
    nothing in the chain parts), ``number``, one int column for each key of the chain (in units of
    ``regulation.value``), ``points`` and ``progressive`` always, and ``decided_by`` / ``decided_round``: the key that
    separates the row from the one above and the round in whose table it does ("" and 0 in the first row; the round is
    0 where only the draw number was left). Ties left by the chain go to the smaller draw number (rule summary, last
    line).

    Source: 2020 rules 14.3; "then the standing one round earlier, and so on" is the key 前一轮名次.
    """
    return _tables(games, numbers, regulation, [after], left, traits)[after]


def standings_by_round(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    after: int,
    left: Collection[str] = (),
    traits: pd.DataFrame | None = None,
) -> dict[int, pd.DataFrame]:
    """The standings after each of the rounds 1..``after``, by round, of the people in the last of them."""
    found = _tables(games, numbers, regulation, range(1, after + 1), left, traits)
    last = found[after].index if after else pd.Index([])
    return {r: table.loc[table.index.isin(last)] for r, table in found.items()}


def working(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    after: int,
    left: Collection[str] = (),
    traits: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """What each round adds to each key of the chain that is a sum over rounds.

    One row a player and round, indexed by both, players in the order of the standings after round ``after``; an int
    column for each such key, in the units of ``regulation.value``, which add up to the value in the standings.
    """
    now = _ranking(games, numbers, regulation, after, left, traits).at(after)
    order = now.place.argsort(kind="stable")
    index = pd.MultiIndex.from_product([[now.past.players[i] for i in order], range(1, after + 1)], names=["player", "round"])
    found = {}
    for key in regulation.chain:
        lines = TIE_BREAKS[key.name].working(now.past, now.before[key.name])
        if lines is not None:
            found[key.name] = lines[order].ravel()
    return pd.DataFrame(found, index=index)


def _tables(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    rounds: Collection[int],
    left: Collection[str],
    traits: pd.DataFrame | None,
) -> dict[int, pd.DataFrame]:
    ranking = _ranking(games, numbers, regulation, max(rounds, default=0), left, traits)
    return {r: _table(ranking, regulation, r) for r in rounds}


def _ranking(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    rounds: int,
    left: Collection[str],
    traits: pd.DataFrame | None,
) -> _Ranking:
    past = history(games, numbers, regulation, rounds, traits)
    gone = np.array([player in left for player in past.players], dtype=bool)
    return _Ranking(past, regulation.chain, gone, regulation.swiss.last)


def _table(ranking: _Ranking, regulation: Regulation, after: int) -> pd.DataFrame:
    now = ranking.at(after)
    past = now.past
    order = now.place.argsort(kind="stable")
    if after > regulation.swiss.last:
        order = order[~ranking.left[order]]
    always = {key.name: TIE_BREAKS[key.name].values(past, now.place) for key in ALWAYS if key.name not in now.values}
    columns = {key.name: (now.values | always)[key.name][order] for key in (*regulation.chain, *ALWAYS)}
    names, rounds = ranking.decided(order[:-1], order[1:], after)
    return pd.DataFrame(
        {"order": np.arange(1, len(order) + 1), "tie": now.equal[order], "number": past.number[order], **columns,
         "decided_by": ["", *names][: len(order)], "decided_round": [0, *rounds][: len(order)]},
        index=pd.Index([past.players[i] for i in order], name="player", dtype="str"),
    )  # fmt: skip


def places(table: pd.DataFrame, regulation: Regulation, ahead: int = 0) -> list[int]:
    """The place of every row of a table that ``ahead`` others stand before: equal rows share the best of theirs where
    the setting 名次并列 lets them (only behind the place that it names)."""
    below, above = int(regulation["share_below"]), None
    found: list[int] = []
    for order, tie in enumerate(table["tie"].tolist(), start=ahead + 1):
        found.append(found[-1] if tie == above and 0 < below < order - 1 else order)
        above = tie
    return found


def points_by_round(games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, after: int) -> pd.DataFrame:
    """Running totals (scaled): players x rounds 1..``after``, for charts and 对阵表."""
    past = history(games, numbers, regulation, after)
    return pd.DataFrame(
        past.running,
        index=pd.Index(past.players, name="player", dtype="str"),
        columns=pd.RangeIndex(1, after + 1, name="round"),
    )
