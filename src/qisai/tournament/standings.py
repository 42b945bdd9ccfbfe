"""Standings: an order without ties, and for each row the key that put it below the row above."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt
import pandas as pd

from qisai.regulation.model import Key, Regulation
from qisai.tournament.games import sides, swiss_games
from qisai.tournament.tiebreaks import FUNCTIONS, History, Ints, history

NUMBER = Key("number", larger_first=False)


class _Ranking:
    """The values of the chain after every round of one history, each computed once."""

    def __init__(self, past: History, chain: tuple[Key, ...], left: npt.NDArray[np.bool_], cut: int) -> None:
        self.past = past
        self.chain = chain if NUMBER in chain else (*chain, NUMBER)
        self.place = [past.number.argsort(kind="stable").argsort(kind="stable")]  # place[r][player], from 0
        self.value: list[dict[str, Ints]] = [{}]
        for r in range(1, past.rounds + 1):
            values = {key.name: self._values(key, r) for key in self.chain}
            keys = [-values[key.name] if key.larger_first else values[key.name] for key in self.chain]
            if r > cut:  # those who left stay ahead in the order of the cut; the others follow them
                keys.insert(0, np.where(left, self.place[cut], len(left)))
            self.value.append(values)
            self.place.append(np.lexsort(keys[::-1]).argsort(kind="stable"))

    def _values(self, key: Key, r: int) -> Ints:
        if key.name == "previous":
            return np.asarray(self.place[r - 1] + 1, dtype=np.int64)
        if key.name == "number":
            return self.past.number
        return FUNCTIONS[key.name](self.past, r)

    def decided(self, upper: Ints, lower: Ints, r: int) -> tuple[list[str], list[int]]:
        """For each pair of neighbours, the key that separates them and the round whose table it stands in."""
        names, rounds = [""] * len(upper), [0] * len(upper)
        still = np.arange(len(upper))
        while r > 0 and still.size:
            for key in self.chain:
                if key.name == "previous":
                    break
                differs = self.value[r][key.name][upper[still]] != self.value[r][key.name][lower[still]]
                for position in still[differs]:
                    names[position], rounds[position] = key.name, r
                still = still[~differs]
            r -= 1
        for position in still:
            names[position] = "number"
        return names, rounds


def standings(
    games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, after: int, left: Collection[str] = ()
) -> pd.DataFrame:
    """The Swiss standings after round ``after``.

    ``numbers``: 编号 (int) by player id; ``left``: those who went on to the knockout. After the cut they are
    not in the table, and their totals count as they stood then in the 对手分 of the others.

    Returns a frame indexed by player, in order, with ``order`` (1..N, no ties), ``number``, one int column
    for each key of the chain (scaled points), ``points`` and ``progressive`` always, and ``decided_by`` /
    ``decided_round``: the key that separates the row from the one above and the round in whose table it does
    ("" and 0 in the first row; the round is 0 where only the draw number was left). Ties left by the chain go
    to the smaller draw number (rule summary, last line).

    Source: 2020 rules 14.3; "then the standing one round earlier, and so on" is the key 前一轮名次.
    """
    past = history(sides(swiss_games(games, regulation, after), regulation), numbers, after)
    gone = np.array([player in left for player in past.players], dtype=bool)
    cut = regulation.swiss.last
    ranking = _Ranking(past, regulation.chain, gone, cut)
    order = ranking.place[after].argsort(kind="stable")
    if after > cut:
        order = order[~gone[order]]
    table = pd.DataFrame(
        {"order": np.arange(1, len(order) + 1), "number": past.number[order]},
        index=pd.Index([past.players[i] for i in order], name="player", dtype="str"),
    )
    values = ranking.value[after] if after else {}
    for key in (*regulation.chain, Key("points", True), Key("progressive", True)):
        if key.name not in table:
            column = values.get(key.name)
            if column is None:
                blank = np.zeros(len(order), dtype=np.int64)
                column = FUNCTIONS[key.name](past, after) if key.name in FUNCTIONS else blank
            table[key.name] = column[order]
    names, rounds = ranking.decided(order[:-1], order[1:], after)
    table["decided_by"] = ["", *names][: len(order)]
    table["decided_round"] = [0, *rounds][: len(order)]
    return table


def points_by_round(games: pd.DataFrame, numbers: pd.Series, regulation: Regulation, after: int) -> pd.DataFrame:
    """Running totals (scaled): players x rounds 1..``after``, for charts and 对阵表."""
    past = history(sides(swiss_games(games, regulation, after), regulation), numbers, after)
    return pd.DataFrame(
        past.points.cumsum(axis=1),
        index=pd.Index(past.players, name="player", dtype="str"),
        columns=pd.RangeIndex(1, after + 1, name="round"),
    )
