"""The draw: who could enter, the order of the numbers, late entries, and 编号.xlsx.

Sources: regulation of the event, six (paid = entered, places under the cap by payment) and two (numbers by
lot); of Tianshui, five (one fee a team; health and insurance); the design, 4 (order by SHA-256 of seed,
purpose and id); 2020 rules, appendix 积分编排制 (by rating, those without one by lot behind them; two halves).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from qisai.journal import Entry
from qisai.regulation import teams
from qisai.regulation.model import Regulation
from qisai.regulation.settings import names
from qisai.verify.eligibility import may_play
from qisai.verify.folder import Folder, Person, is_named
from qisai.verify.report import Ledger, first_difference, said
from qisai.vocabulary import NUMBERS_FILE, Happening, plain

PLAYER, FILLER = "选手", "陪打"
HERE = {"是", "有", "Y", "1", "√", "✓", "已到", "到"}


def drawn_order(seed: str, ids: Iterable[str], purpose: str = "编号") -> list[str]:
    """The ids in the order of their lots; those for 编号 are the numbers where nothing but the lot gives them."""

    def lot(player: str) -> tuple[str, str]:
        return hashlib.sha256(f"{seed}|{purpose}|{player}".encode()).hexdigest(), player

    return sorted(ids, key=lot)


def numbered(numbering: str, seed: str, ids: list[str], rating: Mapping[str, int], group: Mapping[str, str]) -> list[str]:
    """The ids in the order of their numbers by 编号方式; nobody without a rating stands before somebody with one.

    >>> numbered("报名顺序", "", ["A10", "A2", "7"], {}, {})
    ['7', 'A2', 'A10']
    """
    if numbering == "报名顺序":
        parts = {one: re.findall("[0-9]+|[^0-9]+", one) for one in ids}
        keys = {one: [("", int(p)) if p[0] in "0123456789" else (p, 0) for p in parts[one]] for one in ids}
        return sorted(ids, key=lambda one: (keys[one], one))
    by_lot = drawn_order(seed, ids)
    if numbering not in ("等级分", "上下半区"):
        return by_lot
    strength = sorted(by_lot, key=lambda one: rating.get(one, 0), reverse=True)  # stable: equals stay as the lot has them
    if numbering == "等级分":
        return strength
    numbers: dict[str, int] = {}
    for name in {group.get(one, "") for one in ids}:
        free = [number for number, one in enumerate(by_lot) if group.get(one, "") == name]
        field = [one for one in strength if group.get(one, "") == name]
        upper, lower = field[: len(free[::2])], field[len(free[::2]) :]
        numbers |= zip(drawn_order(seed, upper, "上半区"), free[::2], strict=True)
        numbers |= zip(drawn_order(seed, lower, "下半区"), free[1::2], strict=True)
    return sorted(ids, key=numbers.__getitem__)


def is_player(person: Person) -> bool:
    return person.row.get("角色", "") in ("", PLAYER)


def is_filler(person: Person) -> bool:
    """Who only plays so that the field is even: no fee, no place of the cap, no rank, no prize."""
    return plain(person.row.get("角色", "")) == FILLER


def confirmed(person: Person, regulation: Regulation, people: Iterable[Person], kept: bool = False) -> bool:
    """Whether the place is paid for: by a body that pays for the class, by the team as one, or in full.

    With ``kept`` money given back (退费) is not paid; for the draw it is, for it may have been given back after it.
    """
    kind = _fee_class(person, regulation)
    if kind in map(plain, names(regulation["billed"])):
        return True
    party = [person]
    if kind in map(plain, names(regulation["team_classes"])):
        team = plain(person.row.get("单位", ""))
        party = [p for p in people if plain(p.row.get("单位", "")) == team and _fee_class(p, regulation) == kind]
    typed = [due for p in party if is_player(p) and (due := _money(p.row.get("应缴", ""))) is not None]
    standard = {plain(name): yuan for name, yuan in regulation["fees"].items()}.get(kind, 0)
    paid = sum(_yuan(p, "已缴") - (_yuan(p, "退费") if kept else 0) for p in party)
    return paid >= (sum(typed) if typed else standard)


def _fee_class(person: Person, regulation: Regulation) -> str:
    """缴费类别 in one form for comparing; blank is the first of the sheet, of a leader or coach the class of the teams."""
    by_team = names(regulation["team_classes"])
    first = next(iter(regulation["fees"])) if is_player(person) else by_team[0] if len(by_team) == 1 else ""
    return plain(person.row.get("缴费类别", "") or first)


def _yuan(person: Person, column: str) -> Fraction:
    return _money(person.row.get(column, "")) or Fraction(0)


def _money(typed: str) -> Fraction | None:
    try:
        return Fraction(plain(typed).removesuffix("元").replace(",", ""))
    except (ValueError, ZeroDivisionError):
        return None


def check_draw(folder: Folder, regulation: Regulation, ledger: Ledger) -> None:
    """The draw and everything that rests on it; nothing before the draw."""
    draws = folder.journal.of_kind("draw")
    if not draws:
        return
    data = draws[-1].data
    players = [str(player) for player in data.get("players") or ()]
    seed = str(data.get("seed", ""))
    _numbers_given(players, data, regulation, ledger)
    numbers = {player: number for number, player in enumerate(players, start=1)}
    _late_entries(folder, numbers, ledger)
    if regulation["teams"] != teams.NONE:
        count = regulation["team_count"]
        ledger.hold("团体", "团体计分人数", count != 0, said(count), "抽签之前要定下每队计几个人")
    if regulation["teams"] == teams.RANK_POINTS:
        points = regulation["rank_points"]
        ledger.hold("团体", "名次分", bool(points), said(points), "抽签之前要定下各名次的分")
    if (decided := data.get("team_count")) is not None:
        ledger.same("团体", "团体计分人数（抽签时定下）", regulation["team_count"], decided)
    ticked = [player for player in players if player in folder.people and is_named(folder.people[player])]
    named = [str(player) for player in data.get("team_members") or ()]
    if seed and (ticked or named):
        ledger.same("团体", "团体队员（抽签时定下，序号）", sorted(ticked), sorted(named))
    _entitled(folder, players, regulation, ledger)
    _numbers_file(folder, numbers, ledger)


def _numbers_given(players: list[str], data: Mapping[str, Any], regulation: Regulation, ledger: Ledger) -> None:
    """The order of the numbers; of ratings those that the draw wrote down, for the sheet may be corrected later."""
    seed = str(data.get("seed", ""))
    ledger.hold("抽签", "抽签记录", len(set(players)) == len(players), "有人抽了两个号", "每人一个编号")
    if not seed:  # an event played elsewhere brought its numbers
        return
    numbering = str(data.get("numbering") or "抽签")
    ledger.same("抽签", "编号方式", numbering, regulation["numbering"])
    derived = numbered(numbering, seed, players, data.get("ratings") or {}, data.get("groups") or {})
    how = f"按种子「{seed}」" if numbering == "抽签" else f"按{numbering}、种子「{seed}」"
    for number, (left, right) in enumerate(zip(players, derived, strict=True), start=1):
        ledger.hold("抽签", f"{number} 号", left == right, f"序号 {left}", f"{how}应是序号 {right}")
    if regulation["seed"]:
        ledger.same("抽签", "抽签种子", seed, regulation["seed"])


def _late_entries(folder: Folder, numbers: dict[str, int], ledger: Ledger) -> None:
    """Each late entry takes the next number; it goes with the round that brought him, if that is taken back."""
    rows = [change for change in folder.changes if change.what == Happening.LATE_ENTRY]
    named: dict[tuple[object, ...], set[str]] = {}
    away: dict[tuple[object, ...], set[str]] = {}
    late: dict[str, str] = {}

    def typed(player: str) -> list[int]:
        """The rounds from which the sheet has him."""
        return [row.round for row in rows if row.id == player or row.number == numbers.get(player, 0)]

    def enter(player: str, number: object, latest: int | None) -> None:
        late[player] = where = f"迟到加入（序号 {player}）"
        ledger.hold("迟到加入", where, player not in numbers, "又给了一个编号", "他已经有编号")
        ledger.same("迟到加入", where, number, max(numbers.values(), default=0) + 1)
        if isinstance(number, int):
            numbers[player] = number
        if latest is not None:
            mine = typed(player)
            fits = not mine or min(mine) <= latest  # no row at all is found below
            ledger.hold("迟到加入", where, fits, f"第 {latest} 轮加入", f"变动表里从第 {min(mine, default=0)} 轮起")

    for entry in folder.journal:
        data = entry.data
        key = (data.get("group"), data.get("stage"), data.get("round"))
        if entry.kind == "publish":
            away[key] = {str(player) for player, _ in data.get("absent") or ()}
            named[key] = _seated(entry) | away[key]
        elif entry.kind == "adjust":
            for player, number, *_ in data.get("late") or ():
                enter(str(player), number, data.get("round"))
            named[key] = _seated(entry) | away.get(key, set())
        elif entry.kind == "withdraw":
            named.pop(key, None)
            for player in late.keys() - set().union(*named.values()):
                del numbers[player], late[player]
        elif entry.kind == "late":
            enter(str(data.get("player")), data.get("number"), None)
    for player, where in late.items():
        ledger.hold("迟到加入", where, bool(typed(player)), "有编号", "变动表里没有「迟到加入」")


def _seated(entry: Entry) -> set[str]:
    seats = {str(line.get(side)) for line in entry.data.get("lines", ()) for side in ("red", "black")}
    return seats | {str(entry.data.get("bye"))}


def _entitled(folder: Folder, players: list[str], regulation: Regulation, ledger: Ledger) -> None:
    """Every drawn player is a 选手 of the sheet, has paid and was there; no more of them than the cap.

    Who is missing from the draw is no finding: he may have paid or arrived after it.
    """
    late = {str(entry.data.get("player")) for entry in folder.journal.of_kind("late")}
    papers = ("体检", "保险") if regulation["papers"] == "缺的不编排" else ()
    for player in players:
        if player in late:
            continue
        person = folder.people.get(player)
        where = f"序号 {player}{f' {person.name}' if person else ''}"
        if not ledger.hold("参赛资格", where, person is not None, "已抽签", "报名表里没有他") or person is None:
            continue
        plays, paid = is_player(person) or is_filler(person), is_filler(person)
        ledger.hold("参赛资格", where, plays, f"角色「{person.row.get('角色', '')}」已抽签", "只有选手和陪打参加抽签")
        fits = regulation["ineligible"] != "不编排" or is_filler(person) or may_play(person, regulation)
        ledger.hold("参赛资格", where, fits, "已抽签", "不合参赛条件（或没有填清楚）的不编排")
        paid = paid or confirmed(person, regulation, folder.people.values())
        ledger.hold("参赛资格", where, paid, "已抽签", "费用没有缴足，也不是代付类别")
        for column, wrong in (("报到", "没有报到的不抽签"), *((column, f"缺{column}的不编排") for column in papers)):
            mark = plain(person.row.get(column, "")).upper()
            ledger.hold("参赛资格", where, mark in HERE, f"已抽签，{column}为「{said(mark)}」", wrong)
    if cap := regulation["cap"]:
        placed = [player for player in players if player not in folder.people or not is_filler(folder.people[player])]
        ledger.hold("参赛资格", "抽签人数", len(placed) <= cap, f"{len(placed)} 人", f"不超过 {cap} 人")


def _numbers_file(folder: Folder, numbers: dict[str, int], ledger: Ledger) -> None:
    if not ledger.hold("编号表", NUMBERS_FILE, folder.numbers is not None, "没有这个文件", "抽签后应有"):
        return
    listed = {player: number for number, player in folder.numbers or ()}
    ledger.same("编号表", "行数", len(folder.numbers or ()), len(numbers))
    for player, number in numbers.items():
        ledger.same("编号表", f"序号 {player}", listed.get(player), number)
    claimed, derived = [p for _, p in folder.numbers or ()], list(numbers)
    place = first_difference(claimed, derived)
    # the rows may be sorted otherwise by hand; only a stranger in them is a fault
    if place is not None:
        ledger.same("编号表", "名单以外的人", tuple(sorted(set(claimed) - set(derived))), ())
