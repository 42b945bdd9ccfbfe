"""Whether somebody of the sign-up surely meets a condition: of a prize, or of the event (参赛条件)."""

from __future__ import annotations

import re
from collections.abc import Callable

from qisai.regulation.model import Condition, Regulation
from qisai.verify.folder import Person
from qisai.vocabulary import plain

_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda own, wanted: own == wanted, "!=": lambda own, wanted: own != wanted,
    "<=": lambda own, wanted: own <= wanted, ">=": lambda own, wanted: own >= wanted,
    "<": lambda own, wanted: own < wanted, ">": lambda own, wanted: own > wanted,
}  # fmt: skip
_MEN, _WOMEN = {"男", "男性", "男子", "m", "male"}, {"女", "女性", "女子", "f", "female"}


def surely_meets(condition: Condition, person: Person, year: int | None) -> bool:
    """What the sheet does not say of sex, birth and rating is never met."""
    column = {"年龄": "出生年份"}.get(condition.field, condition.field)
    typed = plain(person.row.get(column, ""))
    if column in ("出生年份", "等级分"):
        own = _born(typed) if column == "出生年份" else int(typed) if typed.isdecimal() else None
        if own is None or (condition.field == "年龄" and year is None):
            return False
        return _SIGNS[condition.operator]((year or 0) - own if condition.field == "年龄" else own, int(condition.value))
    if column == "性别":
        typed = "男" if typed.lower() in _MEN else "女" if typed.lower() in _WOMEN else ""
        if not typed:
            return False
    return (typed == plain(condition.value)) is (condition.operator == "=")


def _born(typed: str) -> int | None:
    """The year that a cell begins with, alone or followed by the rest of a date."""
    digits = re.match(r"\d+", typed)
    if digits and len(digits[0]) in (4, 8) and digits[0][:2] in ("19", "20"):
        return int(digits[0][:4])
    return None


def may_play(person: Person, regulation: Regulation) -> bool:
    """Whether somebody surely meets 参赛条件: that for everybody, and that of his own 组别."""
    return all(
        surely_meets(condition, person, regulation.year)
        for group, conditions in regulation["eligible"] if not group or plain(group) == plain(person.group)
        for condition in conditions
    )  # fmt: skip
