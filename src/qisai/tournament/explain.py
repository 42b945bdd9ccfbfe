"""Why this rank: one Chinese sentence a row, from the key that separates it from the row above."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import pandas as pd

from qisai.regulation.model import Key, Regulation
from qisai.tiebreaks import TIE_BREAKS

Tables = Mapping[int, pd.DataFrame]
Places = Mapping[str, int]
SEED = "决赛编号"
SHARED = "与第{}名各项都相同，名次并列"
_DROPPED, SHORTENED = re.compile("去掉(.+)后的累进分"), r"累进分去\1"


@dataclass(frozen=True)
class Separation:
    """What puts ``lower`` below ``upper``: the key, and the round in whose table it differs (0 for 编号)."""

    key: str
    round: int

    def of_chain(self, after: int, regulation: Regulation) -> str:
        """The key of the table after a round that parts the two: 前一轮名次 where an earlier table does, or 编号 in the end."""
        names = [key.name for key in regulation.chain]
        looks_back = "previous" in names[: names.index(self.key) if self.key in names else None]
        earlier = self.round not in (0, after) or (self.round == 0 and after > 1)
        return "previous" if looks_back and earlier or self.round not in (0, after) else self.key


def separation(upper: str, lower: str, past: Tables, regulation: Regulation) -> Separation:
    """The first key that differs between two players, in the last table or, by 前一轮名次, in an earlier one.

    ``past``: of ``Ranking.tables``. The two need not be neighbours, so that a list
    from which some were taken out (缺轮不列名次) can be explained too. Source: 2020 rules 14.3.
    """
    names = [key.name for key in regulation.chain]
    for round_no in sorted(past, reverse=True):
        table = past[round_no]
        for name in names:
            if name == "previous":
                break
            if table.at[upper, name] != table.at[lower, name]:
                return Separation(name, 0 if name == "number" else round_no)
        if "previous" not in names:
            break
    return Separation("number", 0)


def marks(
    order: Sequence[str], past: Tables, regulation: Regulation, columns: Collection[str], before: Places
) -> list[str]:
    """The column 区分: the key that puts each row below the one above, and where the key is none of the ``columns`` the two
    values too, his own first: ``累进分``, ``后手局数4<5``, ``前一轮名次24>23``. ``before``: the places shown a round earlier."""
    after = max(past, default=0)
    words = []
    for upper, lower in zip(order, order[1:], strict=False):
        found = separation(upper, lower, past, regulation)
        name = found.of_chain(after, regulation)
        label = TIE_BREAKS[name].label
        if label in columns or not after:
            words.append(label)
        elif name in _ORDERS:
            what, own, sign, other = _ORDERS[name](upper, lower, past, after, regulation)
            words.append(f"{_DROPPED.sub(SHORTENED, what)}{own}{sign}{other}")
        elif name == "previous":
            words.append(f"{label}{'>'.join(map(str, _places_before(upper, lower, past, before)[::-1]))}")
        else:
            low, high = (int(past[after].at[player, name]) for player in (lower, upper))
            words.append(f"{label}{regulation.cell(name, low)}{'<' if low < high else '>'}{regulation.cell(name, high)}")
    return ["", *words][: len(order)]


def _places_before(upper: str, lower: str, past: Tables, before: Places) -> tuple[int, int]:
    """The places of the two a round earlier, as shown then where both were shown."""
    if upper in before and lower in before:
        return before[upper], before[lower]
    table = past[max(past) - 1]
    order = table["order"] if "order" in table else pd.Series(range(1, len(table) + 1), index=table.index)
    return int(order[upper]), int(order[lower])


def sentence(
    upper: str, lower: str, place: int, past: Tables, regulation: Regulation, before: Places = MappingProxyType({})
) -> str:
    """One sentence on ``lower``, who stands below ``upper``, the ``place``-th of the list; ``before`` as in :func:`marks`.

    >>> from qisai.regulation.model import Key
    >>> worse(Key("progressive", True), "43", "45"), worse(Key("fouls", False), "1", "0")
    ('累进分 43 低于 45', '犯规 1 多于 0')
    """
    found = separation(upper, lower, past, regulation)
    key = next((key for key in regulation.chain if key.name == found.key), Key("number", False))
    after = max(past, default=0)
    if not after:
        return "尚未比赛，按编号排列"
    if found.of_chain(after, regulation) == "previous" and after > 1:
        first, second = _places_before(upper, lower, past, before)
        deeper = _deeper(found, upper, lower, past, regulation)
        return f"与第{place}名现在各项都相同，前一轮名次 {second} 大于 {first}（{deeper}）"
    table = past[found.round or after]
    same = _before(found.key, table, lower, regulation)
    if found.key in _ORDERS:
        return f"与第{place}名{same}{_order_words(found, upper, lower, past, regulation)}"
    own, other = (regulation.show_key(key.name, int(table.at[player, key.name])) for player in (lower, upper))
    if found.key == "number":
        return f"与第{place}名各项都相同，{worse(key, own, other)}，编号{'大' if key.larger_first else '小'}者列前"
    return f"与第{place}名{same}{worse(key, own, other)}" if same else worse(key, own, f"第{place}名的 {other}")


def _deeper(found: Separation, upper: str, lower: str, past: Tables, regulation: Regulation) -> str:
    """What made the order of two in an earlier round: ``第5轮后同15分，累进分 43 低于 45``."""
    key = next((key for key in regulation.chain if key.name == found.key), Key("number", False))
    table = past[found.round or max(past)]
    own, other = (regulation.show_key(key.name, int(table.at[player, key.name])) for player in (lower, upper))
    if found.key == "number":
        return f"各轮都相同，{worse(key, own, other)}"
    same = _before(found.key, table, lower, regulation)
    words = _order_words(found, upper, lower, past, regulation) if found.key in _ORDERS else worse(key, own, other)
    return f"第{found.round}轮后{same}{words}"


def _order_words(found: Separation, upper: str, lower: str, past: Tables, regulation: Regulation) -> str:
    what, own, sign, other = _ORDERS[found.key](upper, lower, past, found.round, regulation)
    return f"{what} {own} {'低于' if sign == '<' else '高于'} {other}"


Parted = tuple[str, str, str, str]  # what is compared, the lower row's value, < or >, the upper row's


def _parted(what: str, own: int, other: int, regulation: Regulation) -> Parted:
    return what, regulation.show(own), "<" if own < other else ">", regulation.show(other)


def _without_first(upper: str, lower: str, past: Tables, after: int, regulation: Regulation) -> Parted:
    """累进分 without the first rounds: what is left when the fewest are dropped that tell the two apart."""

    def left(player: str, rounds: int) -> int:
        return int(past[after].at[player, "progressive"] - past[rounds].at[player, "progressive"])

    rounds = next(r for r in sorted(past) if left(upper, r) != left(lower, r))
    dropped = "第1轮" if rounds == 1 else f"前{rounds}轮"
    return _parted(f"去掉{dropped}后的累进分", left(lower, rounds), left(upper, rounds), regulation)


def _rounds_before(upper: str, lower: str, past: Tables, after: int, regulation: Regulation) -> Parted:
    """Points after the round before, or the one before that, as far back as it takes."""

    def points(player: str, round_no: int) -> int:
        return int(past[round_no].at[player, "points"])

    round_no = next(r for r in range(after - 1, 0, -1) if points(upper, r) != points(lower, r))
    return _parted(f"第{round_no}轮后的积分", points(lower, round_no), points(upper, round_no), regulation)


def _last_rounds(upper: str, lower: str, past: Tables, after: int, regulation: Regulation) -> Parted:
    """Points made in the last round, or in the one before, as far back as it takes."""

    def made(player: str, round_no: int) -> int:
        before = int(past[round_no - 1].at[player, "points"]) if round_no > 1 else 0
        return int(past[round_no].at[player, "points"]) - before

    round_no = next(r for r in range(after, 0, -1) if made(upper, r) != made(lower, r))
    return _parted(f"第{round_no}轮得分", made(lower, round_no), made(upper, round_no), regulation)


#: Keys that are an order, not a number: what tells the two apart is said from the tables it comes from.
_ORDERS = {"progressive_cut": _without_first, "previous_points": _rounds_before, "last_rounds": _last_rounds}


def _before(name: str, table: pd.DataFrame, player: str, regulation: Regulation) -> str:
    """The keys that come first and are equal: ``同15分，累进分、胜局相同，``."""
    equal: list[Key] = []
    for key in regulation.chain:
        if key.name == name:
            break
        equal.append(key)
    if not equal:
        return ""
    words = ""
    if equal[0].name == "points":
        words = f"同{regulation.show(int(table.at[player, 'points']))}分，"
    rest = [key.label for key in equal if key.name != "points"]
    return words + (f"{'、'.join(rest)}相同，" if rest else "")


def worse(key: Key, own: str, other: str) -> str:
    """``累进分 43 低于 45``, ``犯规 1 多于 0``: how the lower row's value stands to the upper's."""
    if key.row.counted:
        word = "少于" if key.larger_first else "多于"
    elif key.row.hidden:
        word = "小于" if key.larger_first else "大于"
    else:
        word = "低于" if key.larger_first else "高于"
    return f"{key.label} {own} {word}{'' if other.startswith('第') else ' '}{other}"


def sentences(
    order: Sequence[str], past: Tables, regulation: Regulation, first: int = 1, places: Sequence[int] = (),
    before: Places = MappingProxyType({}),
) -> list[str]:  # fmt: skip
    """A sentence a player, in the order of the list whose first place is ``first``; ``places`` as they are shown, where
    some are shared; ``before`` as in :func:`marks`."""
    after = max(past, default=0)
    found = []
    for position, player in enumerate(order):
        if position:
            above = places[position - 1] if places else first + position - 1
            share, upper = bool(places) and places[position] == above, order[position - 1]
            found.append(SHARED.format(above) if share else sentence(upper, player, above, past, regulation, before))
        elif after:
            points = regulation.show(int(past[after].at[player, "points"]))
            found.append(f"{points}分，列第{first}名" if first == 1 else f"{points}分，为前{first - 1}名以外第一")
        else:
            found.append("尚未比赛，按编号排列")
    return found


def separations(order: Sequence[str], past: Tables, regulation: Regulation) -> list[Separation | None]:
    """What separates each row from the one above; None in the first row."""
    pairs = zip(order, order[1:], strict=False)
    return [None, *(separation(upper, lower, past, regulation) for upper, lower in pairs)][: len(order)]


def ladder_marks(outs: Mapping[str, tuple[str, str]], order: Sequence[str], seeds: Sequence[str]) -> list[str]:
    """The column 区分 of those of the knockout, in the order of the ladder (``outs`` as in :func:`ladder_sentences`): where each
    went out, ``半决赛负``, and behind one of the same round ``决赛编号4>2``; 待赛 for who may still win it, "" for the first."""
    words = [""]
    for upper, lower in zip(order, order[1:], strict=False):
        where, how = outs[lower]
        if where and outs[upper][0] == where:
            words.append(f"{SEED}{seeds.index(lower) + 1}>{seeds.index(upper) + 1}")
        else:
            words.append(f"{where}{how}" if where else "待赛")
    return words


def ladder_sentences(outs: Mapping[str, tuple[str, str]], order: Sequence[str], seeds: Sequence[str]) -> list[str]:
    """A sentence for each of the knockout, in the order of the ladder.

    ``outs``: player -> where and how he went out (``半决赛``, ``负`` or ``双弃``), "" twice for those still in. 决赛编号 is
    the seed: where a qualifier left before the bracket was published it is not the rank of the first stage. Source:
    settings 淘汰赛三至八名.
    """
    found = []
    for player in order:
        seed, (where, how) = f"决赛编号{seeds.index(player) + 1}", outs[player]
        same = [outs[other][1] for other in order if outs[other][0] == where]
        if not where:
            found.append(f"淘汰赛冠军（{seed}）" if len(same) == 1 else f"仍在淘汰赛中，{seed}")
        elif len(same) > 1:
            found.append(f"{where}{how}，同轮{'负者' if set(same) == {'负'} else ''}按决赛编号排（{seed}）")
        else:
            found.append(f"{where}{how}（{seed}）")
    return found
