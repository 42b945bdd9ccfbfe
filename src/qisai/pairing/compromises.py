"""No pairing keeps every absolute rule: why, which rules could be given up at what cost, or which wish of the arbiter.

A rule is given up by name (``PairingRules.relaxed``); a wish, a lock, a forced bye or a barred pair, is a row of
变动 that the arbiter takes away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from qisai.pairing.absolute import COMPROMISES, barred, legal_pairs
from qisai.pairing.arrays import Field, Pairs, all_pairs
from qisai.pairing.field import NoLegalPairing
from qisai.pairing.witness import Shortage, cheapest, legal_table, pairs_all, smallest_shortage

#: How the games that give up a rule are called in an offer to the arbiter.
_GIVEN_UP = {"重赛": "重赛", "颜色": "超出先后手限制", "同队": "同队相遇"}

#: How the reason says that a pair is not made; a pair counts for the first that holds.
_CAUSES = {"重赛": "已经相遇", "轮空": "已经轮空过", "同队": "同队须回避", "颜色": "受先后手限制"}

#: In a larger field no shortage of many is looked for, and wishes are not tried one by one.
SMALL = 120
MOST_NAMED = 30  # players in a reason

#: The pairs of places that a round is made of; None if somebody would be left without a legal opponent.
Best = Callable[[Field], Sequence[tuple[int, int]] | None]


@dataclass(frozen=True)
class Wish:
    """One row of 变动: places that are to meet (with BYE a forced bye), or that may not."""

    one: int
    other: int
    apart: bool


def no_legal_pairing(field: Field, best: Best) -> NoLegalPairing:
    """What to raise where ``field`` has no legal pairing; ``best`` pairs as the round itself will be paired.

    Offers are all sets of rules, none of which can do without one of its rules; each is given up in as few
    games as possible, the gravest rule first. Beside them stand the wishes that could be taken away instead.
    """
    strict = _relaxed(field, frozenset())
    useless = {"轮空": not field.odd, "同队": not field.rules.avoid_team}
    names = [name for name in COMPROMISES if not useless.get(name)]
    sets = _smallest_sets(strict, names)
    offers = tuple(offer for chosen in reversed(sets) if (offer := _offer(strict, chosen, best)))
    return NoLegalPairing(offers, tuple(_changes(strict, names, bool(offers))), reason_for(field))


def reason_for(field: Field) -> str:
    """Who cannot all be given an opponent; "" if all can. In a large field only one who has nobody at all is looked for."""
    table = legal_table(legal_pairs(field))
    alone = np.flatnonzero(~table.any(axis=1))
    if len(alone):
        return _alone(int(alone[0]), field)
    found = smallest_shortage(table) if field.nodes <= SMALL else None
    return _in_words(found, field) if found else ""


def _relaxed(field: Field, names: frozenset[str]) -> Field:
    return replace(field, rules=replace(field.rules, relaxed=names))


# --- rules ---------------------------------------------------------------------------------------------------


def _smallest_sets(field: Field, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every set of rules that helps and of which each rule is needed, the gravest set first."""
    if not _helps(field, names):
        return []
    found: list[tuple[str, ...]] = []
    for size in range(1, len(names) + 1):
        for chosen in combinations(names, size):
            if not any(set(smaller) <= set(chosen) for smaller in found) and _helps(field, chosen):
                found.append(chosen)
    return sorted(found, key=lambda chosen: [names.index(name) for name in chosen])


def _helps(field: Field, names: Sequence[str]) -> bool:
    return pairs_all(legal_table(legal_pairs(_relaxed(field, frozenset(names)))))


def _offer(field: Field, names: tuple[str, ...], best: Best) -> tuple[str, str] | None:
    """A compromise by name and its cost in words; None if it does not make a pairing possible."""
    loose = _relaxed(field, frozenset(names))
    chosen = best(loose)
    if chosen is None:
        return None
    ends = np.array(chosen, dtype=np.int64).reshape(-1, 2)
    pairs = Pairs(loose, ends[:, 0], ends[:, 1])
    words = []
    for name in names:
        broken = pairs.only(COMPROMISES[name](pairs))
        if name == "轮空":
            words.append(f"允许{_named(loose, int(broken.a[0]))}再次轮空")
        else:
            games = "、".join(_game(loose, int(a), int(b)) for a, b in zip(broken.a, broken.b, strict=True))
            words.append(f"允许{len(broken.a)}盘{_GIVEN_UP[name]}（{games}）")
    together = "须同时" if len(names) > 1 else ""
    return "、".join(names), f"放宽{'、'.join(names)}：{together}{'，'.join(words)}"


def _named(field: Field, place: int) -> str:
    return "轮空位" if place == field.bye else f"{field.entrants[place].number}号"


def _game(field: Field, one: int, other: int) -> str:
    return f"{_named(field, one)}—{_named(field, other)}"


# --- wishes --------------------------------------------------------------------------------------------------


def _changes(field: Field, names: Sequence[str], offered: bool) -> Iterator[str]:
    """Rows of 变动 to take away: each that does alone; else the fewest that do together; else with rules."""
    if not (field.arranged.any() or field.barred.any()):
        return
    fewest = _fewest_wishes(field)
    if fewest is not None and len(fewest) > 1:
        yield f"{_undo(field, fewest)}（须同时）"
    elif fewest is not None:
        alone = [wish for wish in _wishes(field) if _helps(_without(field, wish), ())] if field.nodes <= SMALL else fewest
        yield from (_undo(field, [wish]) for wish in alone)
    elif not offered:
        yield _with_rules(field, names)


def _with_rules(field: Field, names: Sequence[str]) -> str:
    """Neither rules nor wishes do alone: the fewest rules, of these the mildest, and the fewest wishes with them."""
    for size in range(1, len(names) + 1):
        for chosen in reversed(list(combinations(names, size))):
            wishes = _fewest_wishes(_relaxed(field, frozenset(chosen)))
            if wishes is not None:
                return f"{_undo(field, wishes)}，再放宽{'、'.join(chosen)}（须同时）"
    raise AssertionError("without rules and wishes everybody can meet everybody")


def _wishes(field: Field) -> Iterator[Wish]:
    """The locks, the forced bye, then the barred pairs, by place."""
    for table, apart in ((field.arranged, False), (field.barred, True)):
        for one, other in zip(*np.nonzero(np.triu(table, 1)), strict=True):
            yield Wish(int(one), int(other), apart)


def _without(field: Field, wish: Wish) -> Field:
    """The field as it is when a row of 变动 is taken away."""
    table = (field.barred if wish.apart else field.arranged).copy()
    table[wish.one, wish.other] = table[wish.other, wish.one] = False
    return replace(field, barred=table) if wish.apart else replace(field, arranged=table)


def _undo(field: Field, wishes: Sequence[Wish]) -> str:
    """What the arbiter does to take wishes away; two of one 回避组 meet where he locks them."""
    circles = [wish for wish in wishes if wish.apart and field.circle[wish.one] == field.circle[wish.other] >= 0]
    rows = "、".join(_row(field, wish) for wish in wishes if wish not in circles)
    free = "、".join(_game(field, wish.one, wish.other) for wish in circles)
    meet = f"让同回避组的{free}可以相遇（在「变动」写锁定对阵，有禁止对阵的先删去）"
    return "，".join([f"在「变动」删去{rows}"] * bool(rows) + [meet] * bool(free))


def _row(field: Field, wish: Wish) -> str:
    if wish.other == field.bye:
        return f"指定轮空{_named(field, wish.one)}"
    return f"{'禁止对阵' if wish.apart else '锁定对阵'}{_game(field, wish.one, wish.other)}"


def _fewest_wishes(field: Field) -> list[Wish] | None:
    """The fewest wishes without which there is a pairing, rather a lock than a barred pair; None if that does not do.

    A cheapest matching where a barred pair costs one, and any pair but the wanted one costs one at one end of it.
    """
    free = replace(field, arranged=np.zeros_like(field.arranged), barred=np.zeros_like(field.barred))
    wanted = [wish for wish in _wishes(field) if not wish.apart]
    locked = np.full(field.nodes, -1, dtype=np.int64)
    for wish in wanted:
        locked[wish.one] = wish.other
    legal = legal_table(legal_pairs(free)) | legal_table(legal_pairs(replace(field, barred=free.barred)))  # a lock frees of rules
    undone = ((locked >= 0)[:, None] & (locked[:, None] != np.arange(field.nodes))).astype(np.int64)
    made = cheapest(legal, field.nodes * (undone + undone.T + field.barred) + field.barred)
    if made is None:
        return None
    lost = [wish for wish in wanted if (wish.one, wish.other) not in made]
    return lost + [wish for wish in _wishes(field) if wish.apart and (wish.one, wish.other) in made]


# --- the reason ----------------------------------------------------------------------------------------------


def _in_words(found: Shortage, field: Field) -> str:
    """Who cannot all be given an opponent."""
    if sum(map(len, found.groups)) + len(found.others) > MOST_NAMED:
        return ""
    others = f"只能对{_list(field, found.others)}" if found.others else ""
    if all(len(group) == 1 for group in found.groups):
        singles = [group[0] for group in found.groups]
        return f"{_list(field, singles)}之间都不能对阵，{others}，{len(singles)} 个对 {len(found.others)} 个，不够分"
    groups = "；".join(_list(field, group) for group in found.groups)
    if len(found.groups) == 1:
        return f"{groups}只能在这 {len(found.groups[0])} 个之间对阵，是单数，总要多出一个"
    rest = f"，多出的{others}，不够分" if others else ""
    return f"这 {len(found.groups)} 伙各自只能在内部对阵，都是单数，各多出一个（{groups}）{rest}"


def _list(field: Field, places: Sequence[int]) -> str:
    return "、".join(_named(field, place) for place in places)


def _alone(place: int, field: Field) -> str:
    """Why one place, a player or BYE, has nobody left."""
    own = all_pairs(field)
    own = own.only((own.a == place) | (own.b == place))
    partner = np.flatnonzero(field.arranged[place])
    if len(partner):
        pair = own.only((own.a == partner[0]) | (own.b == partner[0]))
        what = Wish(min(place, int(partner[0])), max(place, int(partner[0])), apart=False)
        return f"「变动」里要{_row(field, what)}，但{_causes(pair)[0]}"
    causes = Counter(cause.replace("已经轮空过", "不能再轮空") if place != field.bye else cause for cause in _causes(own))
    if place == field.bye:
        return "没有人可以轮空：" + "，".join(f"{heads} 人{cause}" for cause, heads in causes.items())
    bye = "，也不能再轮空" if causes.pop("不能再轮空", 0) else ""
    if len(causes) < 2:
        return f"{_named(field, place)}{''.join(f'与在场的其他人都{cause}' for cause in causes) or '没有对手'}{bye}"
    told = "，".join(f"与 {heads} 人{cause}" for cause, heads in causes.most_common())
    return f"{_named(field, place)}没有对手可编：{told}{bye}"


def _causes(pairs: Pairs) -> list[str]:
    """Why each of these pairs is not made, by the first cause that holds."""
    f = pairs.field
    held = {words: COMPROMISES[name](pairs) for name, words in _CAUSES.items() if name not in f.rules.relaxed}
    held = {"须回避": barred(pairs), **held}
    return [next((words for words, mask in held.items() if mask[row]), "已另有安排") for row in range(len(pairs.a))]
