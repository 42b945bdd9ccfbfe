"""Why each team stands where it does, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import pandas as pd

from qisai.regulation.teams import BEST_RANK, FIELD, FOULS, LAST_ROUND, NUMBER, POINTS, RANK_POINTS, TOTALS, WHOLE_TEAM
from qisai.tournament.teams import NO_RANKING, TOO_FEW, TeamRules, whole

_BEST = ("最好名次", "次好名次")


def shown(value: Fraction | int) -> str:
    """A number as people read it: ``34``, ``27.5``."""
    return str(value) if isinstance(value, int) else f"{float(value):g}"


def sentences(table: pd.DataFrame, rules: TeamRules) -> list[str]:
    """One for each team of a :func:`~qisai.tournament.teams.team_table`: ``名次和 34（3+7+11+13），与第2名相同，最好名次
    3 优于 5``."""
    rows = list(table.itertuples())
    complete = sum(row.why in ("", NO_RANKING) for row in rows)
    return [_unranked(row, rules, complete) if row.why else _sentence(rows, place, rules) for place, row in enumerate(rows)]


def level(table: pd.DataFrame, rules: TeamRules) -> list[str]:
    """For each team what parts it from a neighbour with the same total, ``最好名次 3 优于 5``; "" where none has it."""
    rows = [row for row in table.itertuples() if not row.why]
    words = []
    for place, row in enumerate(rows):
        near = (rows[at] for at in (place - 1, place + 1) if 0 <= at < len(rows))
        words.append(next((_apart(row, other, rules) for other in near if other.sum == row.sum), ""))
    return [*words, *[""] * (len(table) - len(rows))]


def _unranked(row: Any, rules: TeamRules, complete: int) -> str:
    if row.why == NO_RANKING:
        return f"{_total(row, rules)}；够人数的只有 {complete} 队，不到最少 {rules.least_teams} 队，不排团体名次"
    if row.why == TOO_FEW:
        return f"列名次的队员 {row.ranked} 人，不到最少 {rules.least} 人，不列团体名次"
    needed = len(row.ranks) + row.lacking
    if rules.group_count:
        return f"每组最多计 {rules.group_count} 人，能计的 {len(row.ranks)} 人，不够 {needed} 人，不列团体名次"
    if rules.count == WHOLE_TEAM:
        return f"队员 {row.heads} 人，列名次的 {row.ranked} 人，不是全队，不列团体名次"
    return f"列名次的队员 {row.ranked} 人，不够 {needed} 人，不列团体名次"


def _total(row: Any, rules: TeamRules) -> str:
    """``名次分和 7（0+2+5，名次 1、2、5）``, with what was done for those who are missing."""
    ranks = f"，名次 {'、'.join(map(str, row.ranks))}" if rules.kind == RANK_POINTS else ""
    words = f"{TOTALS[rules.kind]} {shown(whole(sum(row.worth)))}（{'+'.join(map(shown, row.worth))}{ranks}）"
    if row.pad:
        return f"{words}，缺 {row.lacking} 人，按{'参赛人数' if rules.short == FIELD else '末名加一'}各计 {row.pad}"
    return f"{words}，缺 {row.lacking} 人，只计 {len(row.counted)} 人" if row.lacking else words


def _sentence(rows: Sequence[Any], place: int, rules: TeamRules) -> str:
    row = rows[place]
    words = _total(row, rules)
    above = rows[place - 1] if place else None
    below = rows[place + 1] if place + 1 < len(rows) and not rows[place + 1].why else None
    if above is not None and above.sum == row.sum:
        return f"{words}，与第{place}名相同，{_apart(row, above, rules)}"
    if below is not None and below.sum == row.sum:
        return f"{words}，与第{place + 2}名相同，{_apart(row, below, rules)}"
    if above is None:
        return words
    return f"{words}，比第{place}名{'多' if rules.smaller_first else '少'} {shown(abs(row.sum - above.sum))}"


def _apart(row: Any, other: Any, rules: TeamRules) -> str:
    """What separates two teams of one total, from the side of ``row``."""
    words = list(rules.ties[: rules.ties.index(NUMBER)] if NUMBER in rules.ties else rules.ties)
    first = next((place for place in range(len(words)) if row.ties[place] != other.ties[place]), len(words))
    same = "、".join("各个名次" if word == BEST_RANK else word for word in words[:first])
    level = f"{same}也都相同，" if same else ""
    if first < len(words):
        return level + _differ(words[first], row.ties[first], other.ties[first])
    return f"{level}计分队员中最小编号 {row.number} {'小于' if row.number < other.number else '大于'} {other.number}，小者列前"


def _differ(word: str, own: Any, his: Any) -> str:
    if word == BEST_RANK:
        return _ranks_differ(own, his)
    if word == LAST_ROUND:
        back = next(back for back, (one, two) in enumerate(zip(own, his, strict=True)) if one != two)
        name = f"倒数第 {back + 1} 轮得分和" if back else word
        return f"{name} {shown(own[back])} {'多于' if own[back] > his[back] else '少于'} {shown(his[back])}"
    more = f"{word} {shown(own)} {'多于' if own > his else '少于'} {shown(his)}"
    return f"{more}，少者列前" if word == FOULS else more


def _ranks_differ(own: Sequence[int], his: Sequence[int]) -> str:
    place = next(place for place, (one, two) in enumerate(zip_longest(own, his)) if one != two)
    name = _BEST[place] if place < len(_BEST) else f"第{place + 1}好名次"
    if place >= len(his):
        return f"{name} {own[place]}，对方没有"
    if place >= len(own):
        return f"没有{name}，对方有 {his[place]}"
    return f"{name} {own[place]} {'优于' if own[place] < his[place] else '不如'} {his[place]}"


def worth_words(worth: Fraction | int, rank: int, kind: str) -> str:
    """What a counted player brings, behind his name: his rank ``3``, his points ``7.5分``, or both ``3名5分``."""
    if kind == POINTS:
        return f"{shown(worth)}分"
    return f"{rank}名{shown(worth)}分" if kind == RANK_POINTS else str(rank)
