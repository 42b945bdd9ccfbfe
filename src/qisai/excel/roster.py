"""The sign-up sheet, the officials and the happenings, as the organizer typed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.excel.personal import (
    check_group_and_team,
    numbers_hidden,
    one_line,
    read_birth,
    read_name,
    read_phone,
    read_sex,
    same_phones,
)
from qisai.excel.public import public
from qisai.problems import Problem
from qisai.regulation.settings import BY_KEY, YES, names
from qisai.sheets import Book, Row
from qisai.tournament.conditions import unfit
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
    "circle": "str",  # 回避组: who should rather not meet one another
    "phone": "str",
    "fee_class": "str",
    "due": "int64",
    "paid": "int64",
    "refund": "int64",  # of what he paid, the yuan given back
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
_TEXTS = {"team": "单位", "region": "地区", "group": "组别", "category": "类别", "circle": "回避组", "note": "备注"}
#: What becomes of those who do not meet 参赛条件, by the setting 不合条件的.
_EFFECTS = {"提醒": "现在只提醒，照常编排", "不编排": "现在不编排（已有编号的不受影响）"}


def read_people(
    book: Book, settings: Mapping[str, Any] | None, problems: list[Problem], groups: Sequence[str] = (),
    year: int | None = None,
) -> pd.DataFrame:
    """The sign-up sheet: index ``player`` (序号 as text), columns of :data:`PEOPLE`, in the order of the sheet.

    ``settings`` gives the fee classes (None where the rules could not be read: any class is let through);
    ``groups`` are the 组别 that have stages: with any, every player must be in one; ``year`` is that of the event,
    from which an age is reckoned. Faults are added to ``problems``.
    """
    before = len(problems)
    table = book.table(ROSTER_SHEET, *ROSTER, problems)
    no_team = {plain(team) for team in names(settings["no_team"] if settings else BY_KEY["no_team"].default)}
    people: dict[str, dict[str, Any]] = {}
    rows: dict[str, Row] = {}
    seen: dict[str, str] = {}
    namesakes: dict[tuple[str, str], str] = {}
    orders: dict[int, str] = {}
    for row in table or ():
        player = plain(row.text("序号"))
        if not player:
            problems.append(row.problem("id_missing", "序号"))
            continue
        if player in seen:
            problems.append(row.problem("id_twice", "序号", other=seen[player]))
            continue
        seen[player] = row.at("序号")
        rows[player], name = row, read_name(row, "姓名", problems)
        key = (plain(name), plain(row.text("单位")))
        if key in namesakes:
            problems.append(row.problem("same_name", "姓名", other=namesakes[key]))
        namesakes[key] = row.at("姓名")
        if groups and plain(row.text("角色")) in PLAYING and row.text("组别") not in groups:
            problems.append(row.problem("group_unknown", "组别", allowed="、".join(groups)))
        check_group_and_team(row, no_team, problems)
        person = _person(row, settings, orders, problems)
        person["sex"], person["phone"] = read_sex(row, "性别", problems), read_phone(row, "电话", problems)
        person["birth"] = read_birth(row, "出生年份", year, problems)
        people[player] = {**person, "name": name, "cell": row.at("姓名")}
    same_phones([(row, people[player]["phone"]) for player, row in rows.items()], problems)
    if settings:
        _share_team_fee(people, names(settings["team_classes"]))
    frame = pd.DataFrame.from_dict(people, orient="index", columns=list(PEOPLE)).astype(PEOPLE)
    frame.index = pd.Index(frame.index.astype("str"), name="player")
    if settings:
        _check_eligible(frame, rows, settings, year, problems)
    problems[before:] = map(numbers_hidden, problems[before:])
    return frame


def _check_eligible(
    people: pd.DataFrame, rows: Mapping[str, Row], settings: Mapping[str, Any], year: int | None, problems: list[Problem]
) -> None:
    """Who does not meet 参赛条件, once each, where the value stands; what is wrong as it is typed was told before."""
    told = {(problem.sheet, problem.cell) for problem in problems}
    players = people[people["role"] == ROLES[0]]
    for one in unfit(players, settings["eligible"], year).itertuples():
        row, code = rows[str(one.Index)], "not_eligible" if one.known else "eligibility_unknown"
        if (row.table.sheet, row.at(one.column)) not in told:
            effect = _EFFECTS[settings["ineligible"]]
            problems.append(row.problem(code, one.column, condition=one.condition, effect=effect))


def _person(
    row: Row, settings: Mapping[str, Any] | None, orders: dict[int, str], problems: list[Problem]
) -> dict[str, Any]:
    person: dict[str, Any] = {key: one_line(row.text(column)) for key, column in _TEXTS.items()}
    person["collector"] = one_line(public(row, "收款人", problems))
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
    person["paid"], person["refund"] = (_number(row, column, problems) or 0 for column in ("已缴", "退费"))
    if person["refund"] > person["paid"]:
        problems.append(row.problem("refund_over", "退费", refund=person["refund"], paid=person["paid"]))
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


def _must_queue(person: dict[str, Any], settings: Mapping[str, Any], fee_class: str) -> bool:
    """Who has paid queues by payment; who need not pay himself, only where the rules say so; a team has one turn."""
    kept = person["paid"] - person["refund"]
    if fee_class in names(settings["team_classes"]) and not kept:
        return False
    if person["due"] and person["fee_class"] not in names(settings["billed"]):
        return bool(kept >= person["due"])
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
