"""The sign-up sheet, the officials and the happenings, as the organizer typed them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.problems import Problem
from qisai.regulation.settings import YES, names
from qisai.sheets import Book, Row
from qisai.vocabulary import OFFICIALS, OFFICIALS_SHEET, ROSTER, ROSTER_SHEET, plain

ROLES = ("选手", "领队", "教练", "陪打")
PLAYING = ("", "选手", "陪打")
PEOPLE: dict[str, str] = {
    "name": "str",
    "sex": "str",
    "birth": "str",
    "team": "str",
    "region": "str",
    "group": "str",
    "role": "str",
    "category": "str",
    "phone": "str",
    "fee_class": "str",
    "due": "int64",
    "paid": "int64",
    "payment_order": "Int64",
    "collector": "str",
    "present": "bool",
    "health": "bool",
    "insured": "bool",
    "lunch": "bool",
    "team_member": "bool",  # named beforehand as one who counts for his team
    "rating": "Int64",
    "note": "str",
    "cell": "str",  # where the name stands
}
_TEXTS = {"sex": "性别", "birth": "出生年份", "team": "单位", "region": "地区", "group": "组别", "category": "类别",
          "phone": "电话", "collector": "收款人", "note": "备注"}  # fmt: skip


def read_people(
    book: Book, settings: Mapping[str, Any] | None, problems: list[Problem], groups: Sequence[str] = ()
) -> pd.DataFrame:
    """The sign-up sheet: index ``player`` (序号 as text), columns of :data:`PEOPLE`, in the order of the sheet.

    ``settings`` gives the fee classes (None where the rules could not be read: any class is let through);
    ``groups`` are the 组别 that have stages: with any, every player must be in one. Faults are added to
    ``problems``.
    """
    table = book.table(ROSTER_SHEET, *ROSTER, problems)
    people: dict[str, dict[str, Any]] = {}
    seen: dict[str, str] = {}
    namesakes: dict[tuple[str, str], str] = {}
    orders: dict[int, str] = {}
    for row in table or ():
        player, name = plain(row.text("序号")), _line(row, "姓名")
        if not player:
            problems.append(row.problem("id_missing", "序号"))
            continue
        if player in seen:
            problems.append(row.problem("id_twice", "序号", other=seen[player]))
            continue
        seen[player] = row.at("序号")
        if not name:
            problems.append(row.problem("name_missing", "姓名"))
        key = (plain(name), plain(row.text("单位")))
        if key in namesakes:
            problems.append(row.problem("same_name", "姓名", other=namesakes[key]))
        namesakes[key] = row.at("姓名")
        if groups and plain(row.text("角色")) in PLAYING and row.text("组别") not in groups:
            problems.append(row.problem("group_unknown", "组别", allowed="、".join(groups)))
        people[player] = {**_person(row, settings, orders, problems), "name": name, "cell": row.at("姓名")}
    if settings:
        _share_team_fee(people, names(settings["team_classes"]))
    frame = pd.DataFrame.from_dict(people, orient="index", columns=list(PEOPLE)).astype(PEOPLE)
    frame.index = pd.Index(frame.index.astype("str"), name="player")
    return frame


def _person(
    row: Row, settings: Mapping[str, Any] | None, orders: dict[int, str], problems: list[Problem]
) -> dict[str, Any]:
    person: dict[str, Any] = {key: _line(row, column) for key, column in _TEXTS.items()}
    person["role"] = _word(row, "角色", ROLES, problems) or ROLES[0]
    player = person["role"] == ROLES[0]
    fees = settings["fees"] if settings else {}
    by_team = names(settings["team_classes"]) if settings else ()
    staff = by_team[0] if len(by_team) == 1 else ""  # a leader without a class brings his team's money
    fee_class = row.text("缴费类别") or (next(iter(fees), "") if player else staff)
    if person["role"] == ROLES[-1]:  # a filler owes nothing, and stands apart in the sums
        fee_class = ROLES[-1]
    if player and fees and fee_class not in fees:
        problems.append(row.problem("word_unknown", "缴费类别", allowed="、".join(fees)))
    standard = fees.get(fee_class, 0) if player else 0
    due = _number(row, "应缴", problems)
    person["fee_class"], person["due"], person["typed_due"] = fee_class, standard if due is None else due, due is not None
    if due is not None and player and fee_class in fees and due != standard:
        problems.append(row.problem("fee_differs", "应缴", due=due, fee_class=fee_class, standard=standard))
    person["paid"] = _number(row, "已缴", problems) or 0
    person["rating"] = _number(row, "等级分", problems)
    person["payment_order"] = turn = _number(row, "缴费顺序", problems)
    if turn is not None:
        if turn in orders:
            problems.append(row.problem("payment_order_twice", "缴费顺序", other=orders[turn]))
        orders[turn] = row.at("缴费顺序")
    elif player and settings and settings["cap"] and _must_queue(person, settings, fee_class):
        problems.append(row.problem("payment_order_missing", "缴费顺序"))
    for key, column in (("present", "报到"), ("health", "体检"), ("insured", "保险"), ("lunch", "用餐"),
                        ("team_member", "团体队员")):  # fmt: skip
        person[key] = _yes(row, column, problems)
    return person


def _share_team_fee(people: dict[str, dict[str, Any]], classes: Sequence[str]) -> None:
    """A class that pays once a team (Tianshui 五(一)2): the fee stands with the first player of the team alone, or
    where somebody typed 应缴 in the rows of the team as it was typed."""
    parties: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for person in people.values():
        if person["role"] == ROLES[0] and person["fee_class"] in classes:
            parties.setdefault((plain(person["team"]), person["fee_class"]), []).append(person)
    for party in parties.values():
        owing = [person for person in party if person["typed_due"]] or party[:1]
        for person in party:
            person["due"] = person["due"] if person in owing else 0


def _line(row: Row, column: str) -> str:
    """A text without the line breaks and tabs that come with copied cells."""
    return re.sub(r"\s*[\r\n\t]\s*", "", row.text(column))


def _must_queue(person: dict[str, Any], settings: Mapping[str, Any], fee_class: str) -> bool:
    """Who has paid queues by payment; who need not pay himself, only where the rules say so; a team has one turn."""
    if fee_class in names(settings["team_classes"]) and not person["paid"]:
        return False
    if person["due"] and person["fee_class"] not in names(settings["billed"]):
        return bool(person["paid"] >= person["due"])
    return bool(settings["free_places"] == "必须填缴费顺序")


def _word(row: Row, column: str, words: tuple[str, ...], problems: list[Problem]) -> str:
    typed = plain(row.text(column))
    if typed and typed not in words:
        problems.append(row.problem("word_unknown", column, allowed="、".join(words)))
    return typed


def _yes(row: Row, column: str, problems: list[Problem]) -> bool:
    typed = plain(row.text(column)).upper()
    if typed and typed not in YES and typed not in ("√", "✓", "已到", "到", "未到"):
        problems.append(row.problem("word_unknown", column, allowed="是、否"))
    return YES.get(typed, typed in ("√", "✓", "已到", "到"))


def _number(row: Row, column: str, problems: list[Problem]) -> int | None:
    number = row.whole(column)
    if number is None and row.text(column):
        problems.append(row.problem("number_bad", column))
    return number


def read_officials(book: Book, problems: list[Problem]) -> pd.DataFrame:
    """Committee, arbiters and leaders: columns ``office, name, team, lunch``."""
    table = book.table(OFFICIALS_SHEET, *OFFICIALS, problems)
    rows = [
        {"office": row.text("职务"), "name": row.text("姓名"), "team": row.text("单位"), "lunch": _yes(row, "用餐", problems)}
        for row in table or ()
    ]
    return pd.DataFrame(rows, columns=["office", "name", "team", "lunch"]).astype({"lunch": "bool"})
