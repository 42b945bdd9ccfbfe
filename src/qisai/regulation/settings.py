"""The one table of settings. It generates the 规程 sheet, its reader, the check-up and the printed summary.

A setting with a ``question`` is one on which regulations are silent or contradict themselves; the check-up
asks for a decision until the organizer has typed one, and names the reading in force.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qisai.regulation import teams
from qisai.regulation.conditions import NUMBERS, WORDS, eligible_words, read_eligible
from qisai.regulation.criteria import CRITERIA, criteria, criteria_words
from qisai.regulation.entry_settings import ENTRY
from qisai.regulation.play_settings import PLAY
from qisai.regulation.prize_settings import RANKS
from qisai.regulation.publish_settings import PUBLISH
from qisai.regulation.setting import Setting
from qisai.vocabulary import plain, text

SETTINGS: tuple[Setting, ...] = (*ENTRY, *PLAY, *RANKS, *PUBLISH)

BY_LABEL: dict[str, Setting] = {plain(setting.label): setting for setting in SETTINGS}
BY_KEY: dict[str, Setting] = {setting.key: setting for setting in SETTINGS}

YES = {"是": True, "否": False, "有": True, "无": False, "Y": True, "N": False, "1": True, "0": False}


def _number(value: str) -> int:
    number = int(plain(value))
    if not 0 <= number < 10**6:
        raise ValueError(value)
    return number


def _yes(value: str) -> bool:
    return YES[plain(value).upper()]


def _fees(value: str) -> dict[str, int]:
    """``自费=100，赞助=0`` as yuan by class."""
    fees: dict[str, int] = {}
    for part in value.replace("，", ",").replace("；", ",").replace("、", ",").split(","):
        if part.strip():
            name, yuan = part.replace("＝", "=").split("=")
            fees[name.strip()] = _number(yuan.strip().removesuffix("元"))
    if not fees or "" in fees:
        raise ValueError(value)
    return fees


_PARSERS: dict[str, Callable[[str], Any]] = {
    "text": str, "number": _number, "yes": _yes, "fees": _fees,
    "heads": teams.heads, "rank_points": teams.rank_points, "ties": teams.ties, "criteria": criteria,
}  # fmt: skip
_ALLOWED = {
    "number": "不小于 0 的整数", "yes": "是、否", "fees": "自费=100，赞助=0 的样子", "text": "文字",
    "conditions": f"性别=女、年龄<=60 的样子（列：{'、'.join((*WORDS, *NUMBERS))}）；分组的写 少年组:年龄<=12;女子组:性别=女",
    "heads": "不小于 0 的整数，或全队", "rank_points": "0,2,3 或 9,7,6,5 的样子，至少两个，只升或只降",
    "ties": f"{'、'.join(teams.TIES)}，不重复",
    "criteria": f"{'、'.join(CRITERIA)}，先写的先看，不写的不看，不重复；都不看写 无",
}  # fmt: skip


def parse(setting: Setting, value: object) -> Any:
    """The typed value of a cell; the default where it is blank.

    Raises ``ValueError`` for anything else, of conditions with the words of what is wrong.
    """
    typed = text(value) or setting.default
    if setting.kind == "choice":
        for choice in setting.choices:
            if plain(choice) == plain(typed):
                return choice
        raise ValueError(typed)
    if setting.kind == "conditions":
        return read_eligible(typed)
    try:
        return _PARSERS[setting.kind](typed)
    except (KeyError, ValueError):
        raise ValueError(typed) from None


def names(value: str) -> tuple[str, ...]:
    """A list typed with commas: ``协会代付，学校代付``."""
    return tuple(part.strip() for part in value.replace("，", ",").replace("、", ",").split(",") if part.strip())


def allowed(setting: Setting) -> str:
    return "、".join(setting.choices) if setting.choices else _ALLOWED[setting.kind]


def shown(setting: Setting, value: Any) -> str:
    """A typed value as the summary prints it."""
    if setting.kind == "yes":
        return "是" if value else "否"
    if setting.kind == "fees":
        return "，".join(f"{name} {yuan} 元" for name, yuan in value.items())
    if setting.kind == "heads":
        return teams.heads_words(value)
    if setting.kind == "rank_points":
        return teams.rank_points_words(value)
    if setting.kind == "conditions":
        return eligible_words(value)
    if setting.kind == "ties":
        return "、".join(value)
    if setting.kind == "criteria":
        return criteria_words(value)
    return str(value)
