"""Who takes which prize of players, and who gets his deposit back, from the final list alone.

Sources: regulation of the event, seven and supplement three; the rules summary 3 (row Prizes) and 6, rows 25 to 28; the
Hort system as in the FIDE handbook; what texts leave open is a setting, read as its help says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from qisai.regulation.model import ENDING, LOT, SHARE, Condition, Prize, Regulation
from qisai.verify.draw import confirmed, is_player
from qisai.verify.eligibility import surely_meets
from qisai.verify.folder import Person
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import all_rounds
from qisai.vocabulary import BLACK, RED

NO_LUCK = "不领幸运奖"
ONE_ONLY = "只领最高一项，其余递补"
EQUAL, HORT = "平分", "Hort"
At = tuple[tuple[int, int], Row]  # row of the sheet and place, by which the list is ordered


@dataclass(eq=False)
class _Place:
    """One place of one row; ``at`` is whose turn it is, as a position in the list (from 0)."""

    line: int
    prize: Prize
    number: int
    at: int = 0
    player: str | None = None
    amount: int = 0


@dataclass
class _List:
    """The rows of one name with the same conditions: who is on it, who may not take from it, its places."""

    names: list[str]
    barred: set[str]
    places: list[_Place] = field(default_factory=list)
    rows: int = 0  # places of its rows so far, awarded or not

    def pass_down(self, places: Iterable[_Place], without: Iterable[str] = ()) -> None:
        """Down the list: whoever may takes the first place that he has reached and nobody ahead of him has taken."""
        ahead: list[int] = []
        holder: dict[int, str] = {}
        places = list(places)
        barred = self.barred | set(without)
        for position, player in enumerate(self.names, start=1):
            ahead += [position] * any(place.number == position for place in places)
            if ahead and player not in barred:
                holder[ahead.pop(0)] = player
        for place in places:
            place.player = holder.get(place.number)


def prize_list(
    regulation: Regulation, final: list[Row], people: Mapping[str, Person], entrants: list[Person], seed: str = ""
) -> list[Row]:
    """Who takes which prize (``group, prize, condition, place, player, amount``); ``player`` None where it stays open.

    ``final``: the final list; ``entrants`` are all 选手 of the sheet, those without a number too; ``seed`` that of the
    draw. Places that the head count does not allow are left out.
    """
    prizes = [(line, prize) for line, prize in enumerate(regulation.prizes) if final and not prize.team]
    ranks = {row["player"]: row["rank"] for row in final if row["rank"] is not None}
    barred = _barred(regulation, final, people)
    lists: dict[tuple[str, tuple[Condition, ...]], _List] = {}
    rows: list[At] = []
    for line, prize in prizes:
        own = lists.setdefault((prize.name, prize.conditions), _List([], set(barred)))
        own.names = own.names or [p for p in ranks if meets(prize, people.get(p), regulation.year)]
        unlucky = _unlucky(regulation, prize, final)
        own.barred |= unlucky
        numbers = _numbers(prize, len(own.names), regulation["share_rounding"])
        room = _room(regulation, prize, final, people, entrants) - own.rows
        own.rows += len(numbers)
        for number in numbers[: max(room, 0)]:
            if number > len(own.names) or own.names[number - 1] in unlucky:
                rows.append(_row(regulation, line, prize, number, None, prize.amount))
            else:
                own.places.append(_Place(line, prize, number, number - 1, amount=prize.amount))
    one_only = regulation["stacking"] == ONE_ONLY
    if one_only:
        _hand_down(lists.values())
    for own in lists.values():
        money = [place for place in own.places if one_only and place.prize.amount]
        own.pass_down([place for place in own.places if place not in money], {p.player for p in money if p.player})
    ties = {row["player"]: row["rank"] for row in final if row["rank"] is not None}
    if regulation["tied_by"] == "积分相同":
        ties |= {row["player"]: ("积分", row["points"]) for row in final if row["rank"] is not None and row["stage"] != "淘汰"}
    further = _share(regulation, lists.values(), ties, one_only)
    for place in (place for own in lists.values() for place in (*own.places, *further.get(id(own), ()))):
        amount = place.amount if place.player else place.prize.amount
        rows.append(_row(regulation, place.line, place.prize, place.number, place.player, amount))
    rows += _lots(regulation, prizes, lists, {row["player"] for _, row in rows}, seed, final, people, entrants)
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _row(regulation: Regulation, line: int, prize: Prize, place: int, player: str | None, amount: int) -> At:
    condition = "、".join(f"{c.field}{c.operator}{c.value}" for c in prize.conditions)
    return (line, place), {"group": regulation.group, "prize": prize.name, "condition": condition, "place": place,
                           "player": player, "amount": amount}  # fmt: skip


# --- who may take what --------------------------------------------------------------------------------------
def meets(prize: Prize, person: Person | None, year: int | None) -> bool:
    """Whether somebody surely meets all conditions; what the sheet does not say of sex, birth and rating is never met."""
    return all(person is not None and surely_meets(condition, person, year) for condition in prize.conditions)


def _barred(regulation: Regulation, final: list[Row], people: Mapping[str, Person]) -> set[str]:
    """Who takes no prize of a player: too few rounds (outside the knockout), or a fee that is not paid."""
    few = {row["player"] for row in final if row["stage"] != "淘汰" and row["attended"] < regulation["prize_rounds"]}
    if not regulation["prize_paid"]:
        return few
    known = {row["player"]: people.get(row["player"]) for row in final}
    return few | {
        player for player, person in known.items()
        if person and is_player(person) and not confirmed(person, regulation, people.values(), kept=True)
    }  # fmt: skip


def _unlucky(regulation: Regulation, prize: Prize, final: list[Row]) -> set[str]:
    if prize.name != regulation["lucky"] or regulation["missed_round"] != NO_LUCK:
        return set()
    return {row["player"] for row in final if row["missed"]}


def _room(
    regulation: Regulation, prize: Prize, final: list[Row], people: Mapping[str, Person], entrants: list[Person]
) -> int:
    """How many places a list has by its head count; as many as one likes where heads do not count."""
    if not prize.per_heads:
        return 10**9
    if regulation["local_count"] == "报名人数":
        counted: list[Person | None] = [*entrants]
    else:
        counted = [people.get(row["player"]) for row in final]
    heads = [person for person in counted if person and is_player(person) and meets(prize, person, regulation.year)]
    return len(heads) // prize.per_heads


def _numbers(prize: Prize, ranked: int, rounding: str) -> list[int]:
    """The places of a row in a field of so many; none of a lot."""
    pick = prize.pick
    if pick is None:
        return list(prize.places)
    if pick.kind == ENDING:
        last = pick.last or ranked
        return [n for n in range(1, ranked + 1) if pick.first <= n <= last and any(str(n).endswith(e) for e in pick.endings)]
    if pick.kind == SHARE:
        first, last = _rounded(*pick.above, ranked, rounding), _rounded(*pick.upto, ranked, rounding)
        return [n for n in range(1, ranked + 1) if first < n <= last]
    return []


def _rounded(above: int, below: int, ranked: int, rounding: str) -> int:
    """``above``/``below`` of ``ranked``: a half and more up, every part up, or every part down."""
    if rounding == "四舍五入":
        return (2 * above * ranked + below) // (2 * below)
    return -(-above * ranked // below) if rounding == "只入不舍" else above * ranked // below


# --- money --------------------------------------------------------------------------------------------------
def _hand_down(lists: Iterable[_List]) -> None:
    """Nobody has money twice: each keeps the most valuable of what he has, the rest goes to the next of its list, and so
    on until nobody has two. Equal amounts: the earlier row, then the better place."""
    own = {id(place): one for one in lists for place in one.places if place.prize.amount}
    places = [place for one in lists for place in one.places if place.prize.amount]

    def settle(place: _Place) -> None:
        one = own[id(place)]
        while place.at < len(one.names) and one.names[place.at] in one.barred:
            place.at += 1
        place.player = one.names[place.at] if place.at < len(one.names) else None

    for place in places:
        settle(place)
    while True:
        held: dict[str, list[_Place]] = {}
        for place in places:
            if place.player:
                held.setdefault(place.player, []).append(place)
        given_up = [
            place for mine in held.values()
            for place in sorted(mine, key=lambda p: (-p.prize.amount, p.line, p.number))[1:]
        ]  # fmt: skip
        if not given_up:
            return
        for place in given_up:
            place.at += 1
            settle(place)


def _share(
    regulation: Regulation, lists: Iterable[_List], ties: Mapping[str, object], one_only: bool
) -> dict[int, list[_Place]]:
    """People who are tied share what they have of one list; by list, the further rows of those who had no place in it."""
    further: dict[int, list[_Place]] = {}
    lists = list(lists)
    rich = {place.player for one in lists for place in one.places if place.player and place.prize.amount and one_only}
    for one in lists:
        way = (one.places[0].prize.sharing if one.places else "") or regulation["tied_prizes"]
        if way not in (EQUAL, HORT):
            continue
        held: dict[str, list[_Place]] = {}
        for place in one.places:
            if place.player:
                held.setdefault(place.player, []).append(place)
        worth = {player: sum(place.amount for place in held.get(player, ())) for player in one.names}
        for tie in dict.fromkeys(ties[player] for player in one.names):
            mates = [p for p in one.names if ties[p] == tie and p not in one.barred and (worth[p] > 0 or p not in rich)]
            total = sum(worth[player] for player in mates)
            if len(mates) < 2 or not total:
                continue
            part = Fraction(total, len(mates))
            exact = {p: part if way == EQUAL else (worth[p] + part) / 2 for p in mates}
            spare = total - sum(int(yuan) for yuan in exact.values())
            for position, player in enumerate(mates):
                yuan = int(exact[player]) + (1 if position < spare else 0)
                for nth, place in enumerate(held.get(player, ())):
                    place.amount = 0 if nth else yuan
                if player not in held and yuan:
                    last = one.places[-1]
                    new = _Place(last.line, last.prize, one.names.index(player) + 1, player=player, amount=yuan)
                    further.setdefault(id(one), []).append(new)
            if one_only:
                rich |= set(mates)
    return further


def _lots(
    regulation: Regulation, prizes: list[tuple[int, Prize]], lists: Mapping[tuple[str, tuple[Condition, ...]], _List],
    winners: set[str | None], seed: str, final: list[Row], people: Mapping[str, Person], entrants: list[Person],
) -> list[At]:  # fmt: skip
    """The lots, row after row, among those with a rank who have nothing yet: the smallest digests win."""
    rows = []
    drawn: dict[object, int] = {}
    seed = regulation["lot_seed"] or seed
    for line, prize in prizes:
        if prize.pick is None or prize.pick.kind != LOT:
            continue
        name = prize.name, prize.conditions
        first, drawn[name] = drawn.get(name, 0) + 1, drawn.get(name, 0) + prize.pick.count
        pool = [p for p in lists[name].names if p not in lists[name].barred and p not in winners] if seed else []
        lot = f"{seed}|抽奖/{regulation.group}/{prize.name}|"
        digests = {player: hashlib.sha256(f"{lot}{player}".encode()).hexdigest() for player in pool}
        pool.sort(key=digests.__getitem__)
        for place in range(first, min(drawn[name], _room(regulation, prize, final, people, entrants)) + 1):
            player = pool.pop(0) if pool else None
            winners.add(player)
            rows.append(_row(regulation, line, prize, place, player, prize.amount))
    return rows


# --- deposits -----------------------------------------------------------------------------------------------
def deposit_list(regulation: Regulation, state: State, out: Iterable[str], fillers: Iterable[str], last: int) -> list[Row]:
    """Who gets his deposit back (``group, player, back``), by 编号; empty where there is none (settings 押金, 押金退还)."""
    if not regulation["deposit"]:
        return []
    missed: dict[str, set[tuple[str, int]]] = {
        player: {("", line.round) for line in lines if line.treatment.missed}
        for player, lines in all_rounds(regulation, state, last).items()
    }
    knockout = regulation.knockout
    for number in knockout.rounds if knockout else ():
        if knockout and (knockout.name, number) in state.accepted:
            for game in state.games(knockout.name, number):
                for side, player in ((RED, game.played_red), (BLACK, game.played_black)):
                    if player and game.red and game.black and regulation.treatment[game.outcome, side].missed:
                        missed[player].add((knockout.name, number))
    limit = {"全部轮次到场": 0, "缺席不超过一轮": 1}.get(regulation["deposit_back"], 10**9)
    kept, fillers = set(out), set(fillers)
    return [
        {"group": regulation.group, "player": player, "back": len(missed[player]) <= limit and player not in kept}
        for player in sorted(state.numbers, key=lambda p: state.numbers[p]) if player not in fillers
    ]  # fmt: skip
