"""What if two players met, or did not: the price of another pairing, criterion by criterion, and in words.

A pair that breaks an absolute rule has no price; the rule is named. Any other pair is forced into the best pairing,
or kept out of it, and the whole round is paired again: the price is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from qisai.pairing.colours import breaks_limit, breaks_run
from qisai.pairing.criteria import UNIQUE
from qisai.pairing.field import BYE, Criterion, Entrant, NoLegalPairing, Pairing, PairingRules
from qisai.pairing.swiss import measure_pairing, pair_round
from qisai.vocabulary import BLACK, RED

Game = frozenset[str]  # the ids of two players who meet, or of the one who has the bye
Format = Callable[[int], str]
MOST_TOLD = 4  # changed games named one by one


@dataclass(frozen=True)
class Change:
    """One criterion in two pairings, the smaller the better."""

    name: str
    now: int
    then: int


@dataclass(frozen=True)
class WhatIf:
    """``together``: the two are paired now; with ``other`` None, ``one`` has the bye now.

    ``barriers`` are the absolute rules that such a pair would break (name as in ``legality.faults``, sentence). Else
    ``changes`` are all criteria but the lot, in their order, now and in the best pairing where this is the other way
    round, and ``moved`` its games that are not played now, the pair in question first; None where no legal pairing is
    left. ``wished``: the arbiter wants the pair or the bye.
    """

    one: Entrant
    other: Entrant | None
    round_no: int
    together: bool
    wished: bool = False
    barriers: tuple[tuple[str, str], ...] = ()
    changes: tuple[Change, ...] | None = None
    moved: tuple[tuple[Entrant, Entrant | None], ...] = ()

    @property
    def decided(self) -> Change | None:
        """The first criterion that differs: it decides; None where there is none and the lot decides."""
        return first_difference(self.changes or ())


def what_if(
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    one: str,
    other: str,
    format_score: Format = str,
    games: Iterable[Game] | None = None,
    past: Mapping[Game, int] | None = None,
) -> WhatIf:
    """What it costs that ``one`` and ``other`` meet, where they do not, or do not meet, where they do.

    ``other`` is "" for the bye. ``games`` are those of the round as it was published, by default those of
    ``pair_round``; ``past`` tells in which round two players met or one had the bye. Raises ``ValueError`` if somebody
    is not in the field, ``NoLegalPairing`` where there are no ``games`` and no pairing is legal.

    >>> people = [Entrant(f"p{n}", n) for n in range(1, 5)]
    >>> found = what_if(people, 1, PairingRules(), "p1", "p3")
    >>> found.together, found.decided
    (False, Change(name='组内相邻次序的偏离', now=0, then=2))
    """
    people = {entrant.player: entrant for entrant in entrants}
    if one not in people or other not in {*people, ""} - {one}:
        raise ValueError("two different players of the field, or one and the bye")
    pair = frozenset({one, other} - {""})
    now = frozenset(games) if games is not None else games_of(pair_round(entrants, round_no, rules, format_score))
    found = WhatIf(people[one], people.get(other), round_no, pair in now)
    if found.together:
        wished = pair in rules.locked or pair == {rules.bye}
        rules = replace(rules, locked=rules.locked - {pair}, bye="" if pair == {rules.bye} else rules.bye)
        field, own = _without(entrants, pair), rules
    else:
        wished = False
        barriers = tuple(_barriers(people, found, rules, past or {}))
        if barriers:
            return replace(found, barriers=barriers)
        field, own = list(entrants), _forced(rules, pair)
    best = _best(field, own, entrants, round_no, rules, format_score)
    if best is None:
        return replace(found, wished=wished)
    then, cost = best
    changes = differences(measure(now, entrants, round_no, rules, format_score), cost)
    return replace(found, wished=wished, changes=changes, moved=_moved(then - now, pair, people))


def games_of(pairing: Pairing) -> frozenset[Game]:
    """The games of a pairing, the bye among them."""
    games = {frozenset({board.red, board.black}) for board in pairing.boards}
    return frozenset(games | {frozenset({pairing.bye})} if pairing.bye is not None else games)


def measure(
    games: Iterable[Game], entrants: Sequence[Entrant], round_no: int, rules: PairingRules, format_score: Format = str
) -> tuple[Criterion, ...]:
    """What the games cost, as in ``measure_pairing``."""
    pairs, bye = [], None
    for game in games:
        first, *second = sorted(game)
        if second:
            pairs.append((first, second[0]))
        else:
            bye = first
    return measure_pairing(pairs, bye, entrants, round_no, rules, format_score)


def differences(now: Sequence[Criterion], then: Sequence[Criterion]) -> tuple[Change, ...]:
    """All criteria but the lot, side by side."""
    return tuple(Change(a.name, a.value, b.value) for a, b in zip(now, then, strict=True) if a.name != UNIQUE)


def first_difference(changes: Iterable[Change]) -> Change | None:
    return next((change for change in changes if change.now != change.then), None)


def _forced(rules: PairingRules, pair: Game) -> PairingRules:
    """The pair is locked. A lock lifts limits, but of a pair that breaks none it lifts nothing, and what it spares a pair
    that breaks one given up is the same in every pairing with it: the best stays the best."""
    return replace(rules, locked=rules.locked | {pair}) if len(pair) == 2 else replace(rules, bye=next(iter(pair)))


def _without(entrants: Sequence[Entrant], pair: Game) -> list[Entrant]:
    """The field without the pair, or without the bye of its one player."""
    apart = pair if len(pair) == 2 else pair | {BYE}
    return [replace(e, barred=e.barred | (apart - {e.player})) if e.player in pair else e for e in entrants]


def _best(
    field: Sequence[Entrant],
    own: PairingRules,
    entrants: Sequence[Entrant],
    round_no: int,
    rules: PairingRules,
    format_score: Format,
) -> tuple[frozenset[Game], tuple[Criterion, ...]] | None:
    """The best pairing of another field, with what it costs by the rules of the round; None if there is none."""
    try:
        games = games_of(pair_round(field, round_no, own, format_score))
    except NoLegalPairing:
        return None
    return games, measure(games, entrants, round_no, rules, format_score)


def _moved(
    games: Iterable[Game], pair: Game, people: Mapping[str, Entrant]
) -> tuple[tuple[Entrant, Entrant | None], ...]:
    """The games by their smaller numbers, the pair first."""

    def seated(game: Game) -> tuple[Entrant, Entrant | None]:
        first, *second = sorted((people[player] for player in game), key=lambda e: e.number)
        return first, second[0] if second else None

    ordered = sorted(games, key=lambda game: (game != pair, min(people[player].number for player in game)))
    return tuple(seated(game) for game in ordered)


# --- what makes a pair impossible ----------------------------------------------------------------------------


def _barriers(
    people: Mapping[str, Entrant], found: WhatIf, rules: PairingRules, past: Mapping[Game, int]
) -> Iterator[tuple[str, str]]:
    """The absolute rules that the pair, or the bye, would break, but those that are given up."""
    one, other = found.one, found.other
    if other is None:
        if len(people) % 2 == 0:
            yield "轮空", f"本轮{len(people)}人，为偶数，没有轮空"
        elif one.had_bye and "轮空" not in rules.relaxed:
            when = past.get(frozenset({one.player}))
            yield "轮空", f"{_name(one)}{f'第{when}轮' if when else ''}已轮空过"
        if rules.bye:
            yield "指定轮空", f"裁判长指定了{_name(people[rules.bye])}轮空"
        yield from _locks(people, [one], rules)
        return
    if other.player in one.barred or one.player in other.barred:
        circle = "或同一回避组" if one.circle.strip() and one.circle.strip() == other.circle.strip() else ""
        yield "回避", f"两人须回避（禁止对阵{circle}）"
    if (other.player in one.met or one.player in other.met) and "重赛" not in rules.relaxed:
        when = past.get(frozenset({one.player, other.player}))
        yield "重赛", f"两人{f'第{when}轮' if when else ''}已经相遇过"
    if rules.avoid_team and one.team.strip() and one.team.strip() == other.team.strip() and "同队" not in rules.relaxed:
        yield "同队", "两人同队，本轮须回避"
    breaches = [list(_breaches(red, black, rules)) for red, black in ((one, other), (other, one))]
    waived = rules.last_round and (one.score == other.score or found.round_no == 1)
    if all(breaches) and not waived and "颜色" not in rules.relaxed:
        told = (
            f"若{_name(red)}执红，{'，'.join(words)}"
            for red, words in zip((one, other), breaches, strict=True)
        )
        yield "颜色", f"谁执红都超出先后手限制：{'；'.join(told)}"
    if rules.bye in (one.player, other.player):
        yield "指定轮空", f"裁判长指定了{_name(people[rules.bye])}轮空"
    yield from _locks(people, [one, other], rules)


def _locks(people: Mapping[str, Entrant], asked: Sequence[Entrant], rules: PairingRules) -> Iterator[tuple[str, str]]:
    """The locked games that take one of the players away."""
    taken = [game for game in rules.locked if any(entrant.player in game for entrant in asked)]
    for first, second in sorted(sorted(people[player].number for player in game) for game in taken):
        yield "锁定对阵", f"裁判长锁定了{first}号与{second}号的对阵"


def _breaches(red: Entrant, black: Entrant, rules: PairingRules) -> Iterator[str]:
    """The colour limits that a game with these colours breaks."""
    for player, colour, mover in ((red, RED, "先手"), (black, BLACK, "后手")):
        if breaks_run(player, colour, rules):
            yield f"{_name(player)}将连续{player.run + 1}局{mover}"
        elif breaks_limit(player, colour, rules):
            yield f"{_name(player)}{mover}将多出{abs(player.surplus) + 1}局"


# --- words ---------------------------------------------------------------------------------------------------


def sentences(found: WhatIf, format_score: Format = str) -> tuple[str, ...]:
    """The answer in Chinese, players by number: what is now, what the other way would cost, and what follows."""
    return (_now(found, format_score), *_price(found))


def _now(found: WhatIf, format_score: Format) -> str:
    one, other = found.one, found.other
    if other is None:
        words = f"{_name(one)}本轮{'' if found.together else '没有'}轮空"
        score = f"他{format_score(one.score)}分"
    else:
        words = f"{_name(one)}与{_name(other)}本轮{'' if found.together else '没有'}相遇"
        equal = f"两人同为{format_score(one.score)}分"
        unequal = f"{_name(one)}{format_score(one.score)}分，{_name(other)}{format_score(other.score)}分"
        score = equal if one.score == other.score else unequal
    told = words if found.round_no == 1 else f"{words}：{score}"
    return f"{told}，按裁判长的安排" if found.wished else told


def _price(found: WhatIf) -> Iterator[str]:
    if found.barriers:
        yield f"不能{'轮空' if found.other is None else '相遇'}：{'；'.join(words for _, words in found.barriers)}"
        return
    who, what = ("他", "轮空") if found.other is None else ("他们", "相遇")
    asked = f"若不让{who}{what}" if found.together else f"若一定让{who}{what}"
    if found.changes is None:
        yield f"{asked}，其余棋手就配不成合乎规则的对阵，所以{'只能这样' if found.together else '不取'}"
        return
    first = found.decided
    if first is None:
        yield f"{asked}，各项指标都一样，{_moves(found)}"
        yield "两种编法一样好，只差抽签"
        return
    place = found.changes.index(first)
    yield f"{asked}，「{first.name}」由 {first.now} 变 {first.then}，{_moves(found)}"
    rank = f"它排在第 {place + 1} 项，前面的都不变" if place else "它是最重要的一项"
    verdict = "所以不取" if not found.together else "所以现在的对阵更好"
    if first.then < first.now:
        verdict = "这样反而更好，是裁判长的安排才有现在的对阵" if found.wished else "这样反而更好，现在的对阵不是最优"
    yield f"{rank}，{verdict}"
    if rest := [change for change in found.changes[place + 1 :] if change.now != change.then]:
        yield f"排在后面、不再比较的：{'，'.join(f'{c.name} {c.now} → {c.then}' for c in rest)}"


def _moves(found: WhatIf) -> str:
    """How many tables change, and the first of them."""
    games = [f"{_name(one)}—{_name(other)}" for one, other in found.moved if other is not None]
    byes = [f"轮空改为{_name(one)}" for one, other in found.moved if other is None]
    named = "、".join(games[:MOST_TOLD]) + ("…" if len(games) > MOST_TOLD else "")
    return f"共有 {len(games)} 台改变（{'；'.join([named] * bool(games) + byes)}）"


def behind_best(changes: Sequence[Change]) -> str:
    """How a pairing stands to the best one, in words; ``now`` is the best, ``then`` the pairing.

    >>> behind_best([Change("甲", 1, 1), Change("乙", 0, 2)])
    '与最优对阵相比：乙 0 → 2（从第 2 项指标起不如最优）'
    """
    first = first_difference(changes)
    if first is None:
        return "与最优对阵一样好（只差抽签）"
    told = "，".join(f"{c.name} {c.now} → {c.then}" for c in changes if c.now != c.then)
    place = list(changes).index(first) + 1
    verdict = "不如最优" if first.then > first.now else "数字更小，是因为没有守规则"
    return f"与最优对阵相比：{told}（从第 {place} 项指标起{verdict}）"


def _name(entrant: Entrant) -> str:
    return f"{entrant.number}号"
