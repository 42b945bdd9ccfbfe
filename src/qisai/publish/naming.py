"""The name of an event where there is little room: broken between its parts, and shortened where even so it does not go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from qisai.publish import fonts

#: Where a name may be broken: after these, but not before a character that goes on with the word, and before those;
#: best before those, or where a part of it ends.
_ENDS, _GOES_ON = set("届会赛市县杯”》）　 "), set("员议馆场事区民级度域城长代际展所计报暨”》）、，")
_BEGINS, _BEST = set("暨“《（"), set("会赛　 ")
_OPEN, _CLOSE = "“《（「", "”》）」"
_PARTS = 20  # more are no name
_GROUP = re.compile(r"（[^（）]{1,12}）$")
#: What a name can do without, in this order: the year, the province.
_SPARED = (
    re.compile(r"(?:\d{4}|[〇零一二三四五六七八九]{4})年度?"),
    re.compile(r"(?:^|(?<=[届会赛杯暨年”》　 ]))[\u4e00-\u9fff]{2,3}省"),
)


def between_parts(name: str, size: float, room: float, lines: int) -> list[str]:
    """The name on exactly so many lines, each a few whole parts of it and about as long as the others; [] where it does
    not go. Quotation marks and brackets are never broken open."""
    places = [k for k in range(1, len(name)) if not _inside(name[:k])]
    before = [k for k in places if name[k] in _BEGINS and name[k - 1] not in _BEGINS]
    after = [k for k in places if name[k - 1] in _ENDS and name[k] not in _GOES_ON]
    weak = {k for k in after if k not in before and name[k - 1] not in _BEST}
    cuts, found = sorted({*before, *after}), []
    if len(cuts) > _PARTS:
        return []
    for inner in combinations(cuts, lines - 1):
        parts = [name[a:b].strip() for a, b in pairwise((0, *inner, len(name)))]
        longest = max(fonts.width(part, size) for part in parts)
        if longest <= room:
            found.append((longest + 3 * size * len(weak & set(inner)), parts))
    return min(found)[1] if found else []


def without_least(name: str) -> Iterator[str]:
    """The name, then without its year, then without the province too; what is the same is left out.

    >>> list(without_least("2024年天水市象棋赛")), list(without_least("甘肃省第二届象棋赛"))
    (['2024年天水市象棋赛', '天水市象棋赛'], ['甘肃省第二届象棋赛', '第二届象棋赛'])
    """
    yield name
    for spared in _SPARED:
        shorter = spared.sub("", name, count=1).strip()
        if shorter and shorter != name:
            name = shorter
            yield name


def shortened(name: str, fits: Callable[[str], bool], *, whole: bool = False) -> str:
    """The name in the first of its shorter forms that fits; at last its end gives way to a mark, but for the group. A name
    that stays ``whole`` loses but its end.

    >>> shortened("2024年丹阳市“文旅杯”象棋公开赛（少年组）", lambda words: len(words) <= 21)
    '丹阳市“文旅杯”象棋公开赛（少年组）'
    >>> shortened("丹阳市“文旅杯”象棋公开赛（少年组）", lambda words: len(words) <= 12)
    '丹阳市…（少年组）'
    """
    for shorter in [name] if whole else without_least(name):
        if fits(shorter):
            return shorter
    group = _GROUP.search(shorter)
    tail = group[0] if group and fits(f"…{group[0]}") else ""
    for end in range(len(shorter) - len(tail), 0, -1):
        if not _inside(shorter[:end]) and fits(found := f"{shorter[:end].rstrip()}…{tail}"):
            return found
    return broken_off(shorter, fits)


def broken_off(words: str, fits: Callable[[str], bool]) -> str:
    """As much of a line as fits with the mark that it goes on, which never follows an opening bracket."""
    while words and not fits(f"{words}…"):
        words = words[:-1]
    return f"{words.rstrip(_OPEN + '　 ')}…"


def _inside(start: str) -> bool:
    """Whether a name that goes on after ``start`` is there within quotation marks or brackets."""
    return sum((c in _OPEN) - (c in _CLOSE) for c in start) > 0
