"""Who meets the conditions of a prize or of the event, who does not, and of whom the sign-up does not say enough."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

import pandas as pd

from qisai.regulation.conditions import AGE, BORN, RATING, Eligible
from qisai.regulation.model import Condition, Prize
from qisai.vocabulary import plain

#: The columns of the sign-up frame that hold words.
COLUMNS = {"地区": "region", "性别": "sex", "类别": "category", "单位": "team", "组别": "group"}
#: A blank here says that nobody asked; blank 地区, 类别, 单位 and 组别 say that he has none.
ASKED = ("性别", AGE, BORN, RATING)
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
}  # fmt: skip


def verdicts(people: pd.DataFrame, prize: Prize, year: int | None) -> pd.Series:
    """Whether each of ``people`` meets all conditions: boolean, <NA> where it hangs on what the sign-up does not say.

    ``people``: the sign-up frame (``region, sex, category, team, group, birth`` str, ``rating`` Int64), as far as the
    conditions name its columns; ``year``: that of the event, from which 年龄 is reckoned. Words are compared without
    blanks and with narrow marks. One condition that is surely not met decides, whatever the others say.
    """
    found = pd.Series(True, index=people.index, dtype="boolean")
    for condition in prize.conditions:
        found &= _one(people, condition, year)
    return found


def meets(people: pd.DataFrame, prize: Prize, year: int | None) -> pd.Series:
    """Who surely meets all conditions (bool): nobody is guessed in."""
    return verdicts(people, prize, year).fillna(False).astype("bool")


def unfit(people: pd.DataFrame, eligible: Eligible, year: int | None) -> pd.DataFrame:
    """Those of ``people`` who do not surely meet 参赛条件: index ``player``, ``condition`` and ``column`` (str) of the first
    condition that is not met, else of the first that hangs on what the sign-up does not say, and ``known`` (bool) which
    of the two. The conditions of a 组别 bind its own people.
    """
    found = pd.DataFrame({"condition": "", "column": "", "known": False}, index=people.index)
    asked = [(group, condition) for group, own in eligible for condition in own]
    met = {pair: _one(people, pair[1], year) for pair in asked}
    for known in (True, False):
        for group, condition in asked:
            verdict = met[group, condition]
            failed = ~verdict.fillna(True) if known else verdict.isna()
            bound = people["group"].map(plain) == plain(group) if group else True
            first = failed.astype("bool") & bound & (found["condition"] == "")
            found.loc[first, ["condition", "column"]] = condition.words, BORN if condition.field == AGE else condition.field
            found.loc[first, "known"] = known
    return found[found["condition"] != ""]


def _one(people: pd.DataFrame, condition: Condition, year: int | None) -> pd.Series:
    compare = _COMPARE[condition.operator]
    if condition.field in COLUMNS:
        typed = people[COLUMNS[condition.field]].map(plain)
        met = compare(typed, plain(condition.value)).astype("boolean")
        return met.mask(typed == "") if condition.field in ASKED else met
    return compare(_numbers(people, condition.field, year), int(condition.value)).astype("boolean")


def _numbers(people: pd.DataFrame, field: str, year: int | None) -> pd.Series:
    if field == RATING:
        return people["rating"].astype("Int64")
    born = people["birth"].map(birth_year).astype("Int64")
    return born if field == BORN else (year or pd.NA) - born


def birth_year(typed: str) -> int | None:
    """The year that 出生年份 begins with, also of eight digits; None where it is blank or no year.

    >>> birth_year("2012年3月"), birth_year("1961-05-04"), birth_year("20150302"), birth_year("六一年")
    (2012, 1961, 2015, None)
    """
    match = re.match(r"(19|20)\d\d(?=\d{4}$|\D|$)", plain(typed))
    return int(match[0]) if match else None
