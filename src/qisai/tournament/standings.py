"""Standings: an order without ties, after any round."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

import numpy as np
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


class Ranking:
    """The tables of one history after any of its rounds, each worked out once.

    ``games``: a games frame; ``numbers``: 编号 (int) by player id; ``rounds``: the last round; ``left``: those who went on
    to the knockout; ``traits``: as :func:`~qisai.tournament.history.history` takes them.
    """

    def __init__(
        self,
        games: pd.DataFrame,
        numbers: pd.Series,
        regulation: Regulation,
        rounds: int,
        left: Collection[str] = (),
        traits: pd.DataFrame | None = None,
    ) -> None:
        self._past = history(games, numbers, regulation, rounds, traits)
        self._left = np.array([player in left for player in self._past.players], dtype=bool)
        self._cut = regulation.swiss.last
        self._named = regulation.chain
        self._chain = self._named if NUMBER in self._named else (*self._named, NUMBER)
        self._backwards = any(key.name == "previous" for key in self._named)
        self._at = cache(self._work_out)

    def _work_out(self, r: int) -> _At:
        by_number = ordinal(self._past.number)
        past = self._past.after(r, self._at(r - 1).place if r and self._backwards else by_number)
        tied = np.zeros(len(by_number), dtype=np.int64)
        if r > self._cut:  # those who left stay ahead in the order of the cut; the others follow them
            tied = ordinal(np.where(self._left, self._at(self._cut).place, len(tied)))
        apart, values, before = [tied], {}, {}
        for key in self._chain:
            before[key.name] = tied
            values[key.name] = found = TIE_BREAKS[key.name].values(past, tied)
            tied = ordinal(tied, -found if key.larger_first else found)
        for key in self._named if r else ():
            apart.append(self._at(r - 1).equal if key.name == "previous" else values[key.name])
        place = ordinal(tied, by_number) if r else by_number  # at the start by 编号 (rules summary 6, row 13)
        return _At(past, values, before, place, ordinal(*apart))

    def table(self, after: int) -> pd.DataFrame:
        """The standings after round ``after``.

        After the cut those who left are not in the table, and their totals count in the 对手分 of the others as the
        setting 进淘汰赛者的积分 says.

        Returns a frame indexed by player, in order, with ``order`` (1..N, no ties), ``tie`` (int, the same for those
        whom nothing in the chain parts), ``number``, one int column for each key of the chain (in units of
        ``regulation.value``), ``points`` and ``progressive`` always. Ties left by the chain go to the smaller draw
        number (rule summary, last line).

        Source: 2020 rules 14.3; "then the standing one round earlier, and so on" is the key 前一轮名次.
        """
        now = self._at(after)
        order = now.place.argsort(kind="stable")
        if after > self._cut:
            order = order[~self._left[order]]
        always = {key.name: TIE_BREAKS[key.name].values(now.past, now.place) for key in ALWAYS if key.name not in now.values}
        columns = {key.name: (now.values | always)[key.name][order] for key in (*self._named, *ALWAYS)}
        return pd.DataFrame(
            {"order": np.arange(1, len(order) + 1), "tie": now.equal[order], "number": now.past.number[order], **columns},
            index=pd.Index([now.past.players[i] for i in order], name="player", dtype="str"),
        )

    def tables(self) -> dict[int, pd.DataFrame]:
        """The standings after each of the rounds, by round, of the people in the last of them."""
        found = {r: self.table(r) for r in range(1, self._past.rounds + 1)}
        last = found[self._past.rounds].index if found else pd.Index([])
        return {r: table.loc[table.index.isin(last)] for r, table in found.items()}

    def working(self) -> pd.DataFrame:
        """What each round adds, in the last table, to each key of the chain that is a sum over rounds.

        One row a player and round, indexed by both, players in the order of the table, those who left ahead; an int
        column for each such key, in the units of ``regulation.value``, which add up to the value in the table.
        """
        now = self._at(self._past.rounds)
        order = now.place.argsort(kind="stable")
        rounds = range(1, self._past.rounds + 1)
        index = pd.MultiIndex.from_product([[now.past.players[i] for i in order], rounds], names=["player", "round"])
        lines = {key.name: TIE_BREAKS[key.name].working(now.past, now.before[key.name]) for key in self._named}
        return pd.DataFrame({name: own[order].ravel() for name, own in lines.items() if own is not None}, index=index)


def standings(
    games: pd.DataFrame,
    numbers: pd.Series,
    regulation: Regulation,
    after: int,
    left: Collection[str] = (),
    traits: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """The table after round ``after`` alone, of :class:`Ranking`."""
    return Ranking(games, numbers, regulation, after, left, traits).table(after)


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
