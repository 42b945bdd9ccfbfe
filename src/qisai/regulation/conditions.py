"""Conditions on people in words: of a prize (``性别=女、年龄<=12``), or of who may take part, by 组别."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from qisai.regulation.model import Condition
from qisai.vocabulary import SEXES, plain, text

#: What a condition may name: columns of 报名 that hold words, and those that hold a number; 年龄 is reckoned from 出生年份.
WORDS = ("地区", "性别", "类别", "单位", "组别")
AGE, BORN, RATING = "年龄", "出生年份", "等级分"
NUMBERS = (AGE, BORN, RATING)
OPERATORS = ("!=", "<=", ">=", "=", "<", ">")
_SIGNS = {"≠": "!=", "≤": "<=", "≥": ">=", "⩽": "<=", "⩾": ">=", "<>": "!=", "=<": "<=", "=>": ">="}

#: Who may take part, by 组别; "" is every group. () where there is no condition.
Eligible = tuple[tuple[str, tuple[Condition, ...]], ...]


def read_conditions(value: str) -> tuple[tuple[Condition, ...], list[str]]:
    """The conditions of a text, all of which are to be met, and what is wrong with it in words.

    >>> found, wrong = read_conditions("性别=女、年龄≤12岁")
    >>> [condition.words for condition in found], wrong
    (['性别=女', '年龄<=12'], [])
    """
    typed = plain(value)
    for sign, operator in _SIGNS.items():
        typed = typed.replace(sign, operator)
    found, wrong = [], []
    for part in filter(None, re.split("[、;,。]", typed)):
        match = re.fullmatch(rf"([^!=<>]+)({'|'.join(OPERATORS)})([^!=<>]+)", part)
        if not match:
            wrong.append("条件应写「地区=丹阳」「年龄<=12」的样子，几个条件用、隔开，空着为全体")
            continue
        field, operator, wanted = match.groups()
        if field in NUMBERS:
            wanted = wanted.rstrip("岁年分")
        if field == "性别":
            wanted = SEXES.get(wanted.upper(), wanted)
        if field not in (*WORDS, *NUMBERS):
            wrong.append(f"条件里的列应是：{'、'.join((*WORDS, *NUMBERS))}")
        elif field in WORDS and operator not in ("=", "!="):
            wrong.append(f"「{field}」只能用 = 或 !=")
        elif field in NUMBERS and not wanted.isdigit():
            wrong.append(f"「{field}」要和整数比，如 {field}<={'2012' if field == BORN else '12'}")
        else:
            found.append(Condition(field, operator, wanted))
    return tuple(found), wrong


def read_eligible(value: str) -> Eligible:
    """参赛条件: conditions for everybody, or for each 组别 behind its name and a colon, groups parted by semicolons.

    Raises ``ValueError`` with the words of what is wrong.

    >>> [(group, [one.words for one in own]) for group, own in read_eligible("少年组：年龄<=12，性别=男；女子组：性别=女")]
    [('少年组', ['年龄<=12', '性别=男']), ('女子组', ['性别=女'])]
    """
    parts = [part for part in re.split("[;；\n]", unicodedata.normalize("NFKC", text(value))) if part.strip()]
    named = [part.partition(":")[::2] if ":" in part else ("", part) for part in parts]
    groups = [group.strip() for group, _ in named if group.strip()]
    if groups and (len(groups) < len(named) or len(set(groups)) < len(groups)):
        raise ValueError("分组写的，每一段开头都要有组别和冒号，一个组别只写一段")
    if not groups:
        named = [("", "、".join(part for _, part in named))] if named else []
    eligible, wrong = [], []
    for group, words in named:
        found, faults = read_conditions(words)
        wrong += faults if found or faults else [f"「{group}」后面没有条件"]
        eligible.append((group.strip(), found))
    if wrong:
        raise ValueError("；".join(dict.fromkeys(wrong)))
    return tuple(eligible)


def eligible_words(eligible: Eligible) -> str:
    """The same as the sheet would say it: ``少年组：年龄<=12、性别=男；女子组：性别=女``."""
    return "；".join(f"{group}：{_words(own)}" if group else _words(own) for group, own in eligible)


def _words(conditions: Sequence[Condition]) -> str:
    return "、".join(condition.words for condition in conditions)
