"""The draw: who could enter, the order of the numbers, late entries, and 编号.xlsx.

Sources: regulation of the event, six (paid = entered, places under the cap by payment) and two (numbers by
lot); the design, 4 (order by SHA-256 of seed, purpose and id).
"""

from __future__ import annotations

import hashlib
import re
from fractions import Fraction

from qisai.regulation.model import Regulation
from qisai.verify.folder import Folder, Person
from qisai.verify.report import Ledger, first_difference, said
from qisai.vocabulary import NUMBERS_FILE, Happening, plain

PLAYER = "选手"
HERE = {"是", "有", "Y", "1", "√", "✓", "已到", "到"}


def drawn_order(seed: str, ids: list[str]) -> list[str]:
    """The ids in the order of their numbers."""

    def lot(player: str) -> tuple[str, str]:
        return hashlib.sha256(f"{seed}|编号|{player}".encode()).hexdigest(), player

    return sorted(ids, key=lot)


def is_player(person: Person) -> bool:
    return person.row.get("角色", "") in ("", PLAYER)


def confirmed(person: Person, regulation: Regulation) -> bool:
    """Whether the place is paid for: by a body that pays for the class, or in full."""
    kind = person.row.get("缴费类别", "")
    if plain(kind) in {plain(part) for part in re.split(r"[,，、]", regulation["billed"]) if part}:
        return True
    fees = {plain(name): yuan for name, yuan in regulation["fees"].items()}
    standard = fees.get(plain(kind), next(iter(fees.values()))) if not kind else fees.get(plain(kind), 0)
    due = _money(person.row.get("应缴", ""))
    return (_money(person.row.get("已缴", "")) or Fraction(0)) >= (Fraction(standard) if due is None else due)


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
    _numbers_by_lot(players, seed, regulation, ledger)
    numbers = {player: number for number, player in enumerate(players, start=1)}
    _late_entries(folder, numbers, ledger)
    _entitled(folder, players, regulation, ledger)
    _numbers_file(folder, numbers, ledger)


def _numbers_by_lot(players: list[str], seed: str, regulation: Regulation, ledger: Ledger) -> None:
    ledger.hold("抽签", "抽签记录", len(set(players)) == len(players), "有人抽了两个号", "每人一个编号")
    if not seed:  # an event played elsewhere brought its numbers
        return
    derived = drawn_order(seed, players)
    for number, (left, right) in enumerate(zip(players, derived, strict=True), start=1):
        ledger.hold("抽签", f"{number} 号", left == right, f"序号 {left}", f"按种子「{seed}」应是序号 {right}")
    if regulation["seed"]:
        ledger.same("抽签", "抽签种子", seed, regulation["seed"])


def _late_entries(folder: Folder, numbers: dict[str, int], ledger: Ledger) -> None:
    """Each late entry takes the next number; it goes with the round that brought him, if that is taken back."""
    rows = {change.id for change in folder.changes if change.what == Happening.LATE_ENTRY}
    by_number = {c.number for c in folder.changes if c.what == Happening.LATE_ENTRY}
    named: dict[tuple[object, ...], set[str]] = {}
    late: dict[str, str] = {}
    for entry in folder.journal:
        data = entry.data
        key = (data.get("group"), data.get("stage"), data.get("round"))
        if entry.kind == "publish":
            seats = {str(line.get(side)) for line in data.get("lines", ()) for side in ("red", "black")}
            named[key] = seats | {str(data.get("bye"))} | {str(player) for player, _ in data.get("absent") or ()}
        elif entry.kind == "withdraw":
            named.pop(key, None)
            for player in late.keys() - set().union(*named.values()):
                del numbers[player], late[player]
        elif entry.kind == "late":
            player, number = str(data.get("player")), data.get("number")
            late[player] = where = f"迟到加入（序号 {player}）"
            ledger.hold("迟到加入", where, player not in numbers, "又给了一个编号", "他已经有编号")
            ledger.same("迟到加入", where, number, max(numbers.values(), default=0) + 1)
            if isinstance(number, int):
                numbers[player] = number
    for player, where in late.items():
        shown = player in rows or numbers.get(player) in by_number
        ledger.hold("迟到加入", where, shown, "有编号", "变动表里没有「迟到加入」")


def _entitled(folder: Folder, players: list[str], regulation: Regulation, ledger: Ledger) -> None:
    """Every drawn player is a 选手 of the sheet, has paid and was there; no more of them than the cap.

    Who is missing from the draw is no finding: he may have paid or arrived after it.
    """
    late = {str(entry.data.get("player")) for entry in folder.journal.of_kind("late")}
    for player in players:
        if player in late:
            continue
        person = folder.people.get(player)
        where = f"序号 {player}{f' {person.name}' if person else ''}"
        if not ledger.hold("参赛资格", where, person is not None, "已抽签", "报名表里没有他") or person is None:
            continue
        ledger.hold("参赛资格", where, is_player(person), f"角色「{person.row.get('角色', '')}」已抽签", "只有选手参加抽签")
        ledger.hold("参赛资格", where, confirmed(person, regulation), "已抽签", "费用没有缴足，也不是代付类别")
        present = plain(person.row.get("报到", "")).upper()
        ledger.hold("参赛资格", where, present in HERE, f"已抽签，报到为「{said(present)}」", "没有报到的不抽签")
    if cap := regulation["cap"]:
        ledger.hold("参赛资格", "抽签人数", len(players) <= cap, f"{len(players)} 人", f"不超过 {cap} 人")


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
