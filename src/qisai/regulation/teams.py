"""The words of the team settings: what may be typed, what a cell means, how the summary says it.

Sources: rules summary 1.7, table 2 (#3 #4 #7 #10 #20 #24 #30 #33 #39), section 6, rows 29 to 31.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qisai.vocabulary import plain

NONE = "不设"
RANKS, POINTS, RANK_POINTS = "个人名次之和", "个人积分之和", "名次分之和"
KINDS = (NONE, RANKS, POINTS, RANK_POINTS)
#: What the total of a team is called, by kind.
TOTALS = {RANKS: "名次和", POINTS: "积分和", RANK_POINTS: "名次分和"}

WHOLE = "全队"
WHOLE_TEAM = -1  # 团体计分人数 as a number: everybody of the team

UNRANKED, PADDED, FIELD, PARTIAL = "不列团体名次", "缺额按末名加一", "缺额按参赛人数", "有几人计几人"
SHORTS = (UNRANKED, PADDED, FIELD, PARTIAL)

OVERALL, AMONG_MEMBERS = "总名次", "只在代表队队员中重排"
ALL_GROUPS, EACH_GROUP = "全部组别", "各组分别"

BEST_RANK, LAST_ROUND, NUMBER, FOULS = "最好名次", "末轮得分和", "编号", "犯规和"
#: What 团体相同 may name -> whether more is better; the sums are those of the players counted.
TIES: dict[str, bool] = {
    BEST_RANK: False,
    "积分和": True,
    "对手分和": True,
    "累进分和": True,
    "胜局和": True,
    FOULS: False,
    LAST_ROUND: True,
    NUMBER: False,
}


def heads(value: str) -> int:
    """团体计分人数: a number, or :data:`WHOLE_TEAM`. Raises ``ValueError``.

    >>> heads("4"), heads("全 队")
    (4, -1)
    """
    typed = plain(value)
    if typed in (WHOLE, "全部"):
        return WHOLE_TEAM
    number = int(typed.removesuffix("人"))
    if not 0 <= number < 1000:
        raise ValueError(value)
    return number


def rank_points(value: str) -> tuple[int, ...]:
    """名次分: the points of the first place, the second …; () where nothing is typed.

    Raises ``ValueError`` for less than two numbers, or for numbers that both rise and fall or stay the same: which
    total comes first could not be told.

    >>> rank_points("0，2，3"), rank_points("9、7、6、5、4、3、2、1")
    ((0, 2, 3), (9, 7, 6, 5, 4, 3, 2, 1))
    """
    if not plain(value):
        return ()
    numbers = tuple(int(part) for part in _parts(value))
    falling = sorted(numbers, reverse=True)
    if min(numbers) < 0 or max(numbers) >= 10**6 or numbers[0] == numbers[-1] or list(numbers) not in (falling, falling[::-1]):
        raise ValueError(value)
    return numbers


def rising(points: Sequence[int]) -> bool:
    """Whether less is better (0, 2, 3 …): the form of the list says it, so that the two cannot contradict."""
    return points[0] < points[-1]


def smaller_first(settings: Mapping[str, Any]) -> bool:
    """Whether the team with the smaller total is ahead."""
    kind, points = settings["teams"], settings["rank_points"]
    return kind == RANKS or (kind == RANK_POINTS and bool(points) and rising(points))


def order_words(settings: Mapping[str, Any]) -> str:
    return f"和{'小' if smaller_first(settings) else '大'}者列前"


def undecided(settings: Mapping[str, Any]) -> bool:
    """Whether a team event lacks what no default can give: how many count, and the points of the ranks."""
    no_points = settings["teams"] == RANK_POINTS and not settings["rank_points"]
    return settings["teams"] != NONE and (not settings["team_count"] or no_points)


def least_heads(settings: Mapping[str, Any]) -> int:
    """How many players a team needs for a rank of its own, nobody padded; 0 where no number is set."""
    count, least = int(settings["team_count"]), int(settings["team_least"])
    return max(count, least, 0)


def ties(value: str) -> tuple[str, ...]:
    """团体相同: words of :data:`TIES` in their order. Raises ``ValueError`` for others and for one named twice.

    >>> ties("末轮得分和，对手分和")
    ('末轮得分和', '对手分和')
    """
    words = tuple(_parts(value))
    if not words or len(set(words)) < len(words) or not set(words) <= TIES.keys():
        raise ValueError(value)
    return words


def _parts(value: str) -> list[str]:
    typed = plain(value)
    for mark in "、;；>→":
        typed = typed.replace(mark, ",")
    return [part for part in typed.split(",") if part]


def heads_words(count: int) -> str:
    return WHOLE if count == WHOLE_TEAM else str(count)


def rank_points_words(points: Sequence[int]) -> str:
    """``0、2、3，以后每名加 1，小者列前``; "" for none."""
    if not points:
        return ""
    rest = "以后每名加 1，小者列前" if rising(points) else "其余名次 0 分，大者列前"
    return f"{'、'.join(map(str, points))}，{rest}"
