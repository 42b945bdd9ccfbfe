"""When two names, teams or phones may be the same thing written twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, product

from qisai.hanzi import simplified
from qisai.vocabulary import plain

#: Two names or teams that differ in these are meant to: 一队 and 二队, 男队 and 女队.
_APART = frozenset("0123456789〇零一二三四五六七八九十甲乙丙丁戊己庚辛壬癸东西南北中上下前后左右男女大小老少ABCDEFGHabcdefgh")
_DOTS = re.compile(r"[·•・‧．.∙\-]")
_SUFFIX = re.compile(r"(?:代表队|象棋队|象棋协会|象棋|棋协|协会|俱乐部|学校|[队省市县区])$")
_INNER = re.compile(r"(?<=..)[省市县区](?=.)|(?<=.)人民(?=.)")
#: Surnames that are often written for each other.
_SURNAMES = tuple(
    map(frozenset, ("张章", "付傅", "闫阎", "肖萧", "侯候", "于余", "丘邱", "戴代", "蓝兰", "徐许", "陈程", "王汪", "江姜"))
)
LONGEST = 30  # characters of a name or team that is compared with others; longer ones are only the same or not
MOST_PAIRS = 200  # near teams that are told at once
_HANZI = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+")


def name_key(name: str) -> str:
    """A name without what is only its spelling: case, blanks, the middle dot, traditional characters.

    >>> name_key("Li  Wei") == name_key("LIWEI"), name_key("劉洋"), name_key("阿里·买买提")
    (True, '刘洋', '阿里买买提')
    """
    return simplified(_DOTS.sub("", plain(name)).casefold())


def phone_key(phone: str) -> str:
    """The digits of a phone number without 86; "" where there are too few to be one."""
    digits = "".join(character for character in plain(phone) if character.isdecimal())
    digits = digits.removeprefix("0086") if len(digits) == 15 else digits.removeprefix("86") if len(digits) == 13 else digits
    return digits if len(digits) >= 7 else ""


def masks(key: str) -> Iterator[str]:
    """What a text of three characters or more (and at most ``LONGEST``) shares with those that differ in one of them."""
    for place in range(len(key)) if 3 <= len(key) <= LONGEST else ():
        yield f"{key[:place]}?{key[place + 1 :]}"


def name_masks(name: str) -> Iterator[str]:
    """:func:`masks` of a name in Hanzi; of others none."""
    key = name_key(name)
    return masks(key) if _HANZI.fullmatch(key) else iter(())


def on_purpose(one: str, other: str) -> bool:
    """Whether two texts of one length differ only in a count, a side, or the like."""
    return all(a == b or {a, b} <= _APART for a, b in zip(one, other, strict=True))


def near_short_names(one: str, other: str) -> bool:
    """Whether two names of two Hanzi differ in the second, or in surnames that are written for each other.

    >>> near_short_names("李嘉", "李佳"), near_short_names("章三", "张三"), near_short_names("王伟", "张伟")
    (True, True, False)
    """
    first, second = name_key(one), name_key(other)
    if first == second or not all(len(key) == 2 and _HANZI.fullmatch(key) for key in (first, second)):
        return False
    if first[0] == second[0]:
        return not on_purpose(first, second)
    return first[1] == second[1] and any({first[0], second[0]} <= group for group in _SURNAMES)


def team_core(team: str) -> str:
    """A team without the words that are often left out: 天水市象棋协会, 天水代表队 and 天水 are one.

    >>> team_core("天水市象棋协会"), team_core("天水代表队"), team_core("红星小学队"), team_core("秦州区人民法院")
    ('天水', '天水', '红星小学', '秦州法院')
    """
    core = name_key(team)
    if len(core) > LONGEST:
        return core
    while (shorter := _SUFFIX.sub("", core)) and shorter != core:
        core = shorter
    return _INNER.sub("", core)


def team_pairs(teams: Iterable[str], of: Collection[str]) -> Iterator[tuple[str, str]]:
    """Pairs of teams that may be one and of which one is ``of`` these; found by keys, a pair may come twice.

    All teams as :func:`plain`; the one that comes first in ``teams`` is first in its pair.
    """
    place = {team: number for number, team in enumerate(dict.fromkeys(team for team in teams if team))}
    cores: dict[str, list[str]] = {}
    masked: dict[str, list[str]] = {}
    for team in place:
        cores.setdefault(team_core(team), []).append(team)
        for mask in masks(team):
            masked.setdefault(mask, []).append(team)
    same = ((group, group) for group in (*cores.values(), *masked.values()) if len(group) > 1)
    inside = (
        (group, cores[inner])
        for core, group in cores.items()
        for inner in _parts(core)
        if inner in cores and _cut_short(core, inner)
    )
    for group, others in chain(same, inside):
        for one, other in product(group, others):
            if (one in of or other in of) and place[one] != place[other] and team_likeness(one, other):
                yield (one, other) if place[one] < place[other] else (other, one)


def _parts(core: str) -> Iterator[str]:
    """The proper parts of a team's core that are long enough to be one too."""
    if len(core) <= LONGEST:
        for size in range(2, len(core)):
            for start in range(len(core) - size + 1):
                yield core[start : start + size]


def team_likeness(one: str, other: str) -> str:
    """Why two teams (as :func:`plain`) may be one; "" where they are the same or clearly two.

    >>> team_likeness("光明小学", "光华小学"), team_likeness("一队", "二队"), team_likeness("实验小学", "天水实验小学")
    ('只差一个字', '', '一个名字包含另一个')
    """
    if not one or not other or one == other:
        return ""
    first, second = team_core(one), team_core(other)
    if first == second:
        return "只差「市、县、区、人民、代表队、协会」这样的字"
    if len(one) == len(other) and set(masks(one)) & set(masks(other)) and not on_purpose(one, other):
        return "只差一个字"
    shorter, longer = sorted((first, second), key=len)
    return "一个名字包含另一个" if len(longer) <= LONGEST and _cut_short(longer, shorter) else ""


def _cut_short(core: str, inner: str) -> bool:
    """Whether a core may be the same team as another that stands in it: what is left out is short and tells nothing apart."""
    rests = [
        core[:start] + core[start + len(inner) :]
        for start in range(len(core) - len(inner) + 1)
        if core.startswith(inner, start)
    ]
    return len(inner) >= 2 and any((len(inner) >= 3 or len(rest) <= 2) and not _APART & set(rest) for rest in rests)


def alike(one: str, other: str) -> bool:
    """Whether two teams (as :func:`plain`) are the same or may be."""
    return one == other or team_likeness(one, other) != ""


def first_pairs(pairs: Iterable[tuple[str, str]], most: int = MOST_PAIRS) -> tuple[Mapping[tuple[str, str], str], bool]:
    """The first few different pairs with what is alike in each, and whether there are more."""
    found: dict[tuple[str, str], str] = {}
    for pair in pairs:
        if pair not in found:
            if len(found) == most:
                return found, True
            found[pair] = team_likeness(*pair)
    return found, False
