"""The 奖项 sheet: what its cells 名次 and 条件 may say, and the places that a row comes to.

名次 is a list (``1``, ``10-16``, ``25,29,35``) or what only the field makes: ``尾数5、9`` (``26起尾数5、9``,
``26-110尾数5、9``), ``前1/3``, ``前50%``, ``20%-50%``, ``抽10名``. 条件 is one or more of ``性别=女``, ``年龄<=12``, joined by
、 or ；.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from qisai.problems import Problem
from qisai.regulation.conditions import AGE, read_conditions
from qisai.regulation.model import ENDING, LOT, SHARE, Pick, Prize
from qisai.regulation.settings import BY_KEY, YES
from qisai.sheets import Row, is_date
from qisai.vocabulary import plain

_PLACE = r"第?(\d{1,4})名?"
_FROM = rf"{_PLACE}(?:(?:起|以后)(?:[-~至到]{_PLACE})?|[-~至到]{_PLACE})[,、]?"
_ENDING = re.compile(rf"(?:{_FROM})?尾数[为是]?(\d{{1,3}}(?:[,、和或;]\d{{1,3}})*)")
_PART = r"(\d+/\d+|\d+(?:\.\d+)?%)"
_SHARE = re.compile(rf"(?:前{_PART}|前?{_PART}[-~至到]前?{_PART})名?")
_LOT = re.compile(r"抽[签取出]?(\d{1,4})[名人]?")
_PLACES_HELP = "名次应写 1 或 10-16 或 25,29,35（不重复），或 26起尾数5、9，前1/3，20%-50%，抽10名"

#: How a share of the field becomes a number of places (setting 按比例取整).
ROUNDING: dict[str, Callable[[Fraction], int]] = {
    "四舍五入": lambda share: math.floor(share + Fraction(1, 2)),
    "只入不舍": math.ceil,
    "只舍不入": math.floor,
}


def places(prize: Prize, ranked: int, rounding: str) -> tuple[int, ...]:
    """The places that a row comes to among ``ranked`` people who hold a rank and meet its conditions; () for a lot.

    >>> fifths = Prize("", (), 0, False, pick=Pick(SHARE, above=(1, 5), upto=(1, 2)))
    >>> places(fifths, 13, "四舍五入"), places(Prize("", (), 0, False, pick=Pick(ENDING, ("5", "9"), 26)), 40, "四舍五入")
    ((4, 5, 6, 7), (29, 35, 39))
    """
    pick = prize.pick
    if pick is None:
        return prize.places
    if pick.kind == ENDING:
        last = min(pick.last or ranked, ranked)
        return tuple(place for place in range(pick.first, last + 1) if str(place).endswith(pick.endings))
    if pick.kind == LOT:
        return ()
    first, last = (ROUNDING[rounding](Fraction(*part) * ranked) for part in (pick.above, pick.upto))
    return tuple(range(first + 1, last + 1))


def resolved(prize: Prize, ranked: int, rounding: str) -> Prize:
    """The same prize with the places that it comes to as if its sheet named them; of a lot as many as it draws."""
    count = prize.pick.count if prize.pick and prize.by_lot else 0
    return replace(prize, places=tuple(range(1, count + 1)) or places(prize, ranked, rounding), pick=None)


def read_prize(row: Row, dated: bool, problems: list[Problem]) -> Prize | None:
    """One row of the sheet; None where it has faults, which are added to ``problems``.

    ``dated``: whether 日程 has a date, without which nobody has an age.
    """

    def fault(column: str, detail: str) -> None:
        problems.append(row.problem("prize_bad", column, detail=detail))

    found = len(problems)
    listed, pick = _places(row.text("名次")), _pick(row.text("名次"))
    numbers = {}
    for column in ("金额", "每满人数"):
        typed = plain(row.text(column)).removesuffix("元") or "0"
        if not typed.isdigit():
            fault(column, f"「{column}」应是不小于 0 的整数")
        else:
            numbers[column] = int(typed)
    if not row.text("奖项"):
        fault("奖项", "奖项要有名称")
    if listed is None and pick is None:
        if is_date(row.values.get("名次")):
            problems.append(row.problem("became_date", "名次"))
        else:
            fault("名次", _PLACES_HELP)
    conditions, wrong = read_conditions(row.text("条件"))
    for words in wrong:
        fault("条件", words)
    if not dated and any(condition.field == AGE for condition in conditions):
        fault("条件", "条件用到年龄，要知道比赛在哪一年：请在「日程」表填日期，或改用出生年份")
    marks = {column: plain(row.text(column)).upper() for column in ("证书", "奖牌")}
    for column, mark in marks.items():
        if mark and mark not in YES and mark not in "√✓":
            fault(column, f"「{column}」应填 是 或 否")
    asked = plain(row.text("并列")).casefold()
    sharing = next((way for way in BY_KEY["tied_prizes"].choices if way.casefold() == asked), "")
    if asked and not sharing:
        fault("并列", f"「并列」应填 {'、'.join(BY_KEY['tied_prizes'].choices)}，空着按「并列奖金」")
    whom = plain(row.text("对象"))
    if whom not in ("", "个人", "团体"):
        fault("对象", "「对象」应填 个人 或 团体，空着为个人")
    if whom == "团体" and (row.text("条件") or numbers.get("每满人数") or pick):
        fault("对象", "团体奖不能有条件或每满人数，名次应写明是第几名")
    if len(problems) > found:
        return None
    certificate, medal = (YES.get(mark, bool(mark)) for mark in marks.values())
    return Prize(
        row.text("奖项"), listed or (), numbers["金额"], certificate, conditions, numbers["每满人数"], whom == "团体", medal,
        pick, sharing,
    )  # fmt: skip


def _places(value: str) -> tuple[int, ...] | None:
    """``1``, ``10-16`` or ``25,29,35`` as places, in the order of the text; None for anything else."""
    found: list[int] = []
    for part in re.split(r"[,，、;；\s]+", value):
        if not part:
            continue
        match = re.fullmatch(rf"{_PLACE}(?:[-~至到]{_PLACE})?", plain(part))
        if not match or not 1 <= int(match[1]) <= int(match[2] or match[1]):
            return None
        found.extend(range(int(match[1]), int(match[2] or match[1]) + 1))
    return tuple(found) if found and len(set(found)) == len(found) else None


def _pick(value: str) -> Pick | None:
    """尾数, 比例 or 抽签; None for anything else."""
    typed = plain(value).replace("⁄", "/")
    if match := _ENDING.fullmatch(typed):
        first, last = int(match[1] or 1), int(match[2] or match[3] or 0)
        endings = tuple(dict.fromkeys(re.split("[,、和或;]", match[4])))
        return Pick(ENDING, endings, first, last) if first and (not last or first <= last) else None
    if match := _LOT.fullmatch(typed):
        return Pick(LOT, count=int(match[1])) if int(match[1]) else None
    if match := _SHARE.fullmatch(typed):
        above, upto = (_part(match[2]), _part(match[3])) if match[2] else (Fraction(0), _part(match[1]))
        if above is None or upto is None or not above < upto <= 1:
            return None
        return Pick(SHARE, above=above.as_integer_ratio(), upto=upto.as_integer_ratio())
    return None


def _part(typed: str) -> Fraction | None:
    """``1/3`` or ``12.5%``; None for x/0."""
    if typed.endswith("%"):
        return Fraction(typed[:-1]) / 100
    above, below = map(int, typed.split("/"))
    return Fraction(above, below) if below else None
