"""When two names, teams or phones may be the same thing written twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from qisai.vocabulary import plain

#: Two names or teams that differ in these are meant to: 一队 and 二队, 男队 and 女队.
_APART = frozenset("0123456789〇零一二三四五六七八九十甲乙丙丁戊己庚辛壬癸东西南北中上下前后左右男女大小老少ABCDEFGHabcdefgh")
_DOTS = re.compile(r"[·•・‧．.∙\-]")
_SUFFIX = re.compile(r"(?:代表队|象棋队|象棋协会|象棋|棋协|协会|俱乐部|学校|[队省市县区])$")
_TRADITIONAL = str.maketrans(
    "劉張陳楊趙黃吳孫馬鄭謝許馮鄧葉蘇蔣賈閻蕭韓龍錢湯賴龐齊關顧萬嚴賀羅盧鐘鍾陸魯蘭華國偉軍麗強亞東貴興慶寶鳳榮義輝飛鵬慧瑩潔學會學區縣協連聯隊",
    "刘张陈杨赵黄吴孙马郑谢许冯邓叶苏蒋贾阎萧韩龙钱汤赖庞齐关顾万严贺罗卢钟钟陆鲁兰华国伟军丽强亚东贵兴庆宝凤荣义辉飞鹏慧莹洁学会学区县协连联队",
)
_HANZI = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]+")


def name_key(name: str) -> str:
    """A name without what is only its spelling: case, blanks, the middle dot, traditional characters.

    >>> name_key("Li  Wei") == name_key("LIWEI"), name_key("劉洋"), name_key("阿里·买买提")
    (True, '刘洋', '阿里买买提')
    """
    return _DOTS.sub("", plain(name)).casefold().translate(_TRADITIONAL)


def phone_key(phone: str) -> str:
    """The digits of a phone number without 86; "" where there are too few to be one."""
    digits = "".join(character for character in plain(phone) if character.isdecimal())
    digits = digits.removeprefix("0086") if len(digits) == 15 else digits.removeprefix("86") if len(digits) == 13 else digits
    return digits if len(digits) >= 7 else ""


def masks(key: str) -> Iterator[str]:
    """What a text of three characters or more shares with every text that differs from it in one of them."""
    for place in range(len(key)) if len(key) >= 3 else ():
        yield f"{key[:place]}?{key[place + 1 :]}"


def name_masks(name: str) -> Iterator[str]:
    """:func:`masks` of a name in Hanzi; of others none."""
    key = name_key(name)
    return masks(key) if _HANZI.fullmatch(key) else iter(())


def on_purpose(one: str, other: str) -> bool:
    """Whether two texts of one length differ only in a count, a side, or the like."""
    return all(a == b or {a, b} <= _APART for a, b in zip(one, other, strict=True))


def team_core(team: str) -> str:
    """A team without the words that are often left out: 天水市象棋协会, 天水代表队 and 天水 are one.

    >>> team_core("天水市象棋协会"), team_core("天水代表队"), team_core("红星小学队")
    ('天水', '天水', '红星小学')
    """
    core = name_key(team)
    while (shorter := _SUFFIX.sub("", core)) and shorter != core:
        core = shorter
    return core


def like_teams(names: Iterable[str]) -> dict[tuple[str, str], str]:
    """The pairs of teams that may be one, each as :func:`plain`, in the order of ``names``, with what is alike."""
    teams = list(dict.fromkeys(plain(name) for name in names if plain(name)))
    place = {team: number for number, team in enumerate(teams)}
    found: dict[tuple[str, str], str] = {}

    def note(one: str, other: str, words: str) -> None:
        first, second = sorted((one, other), key=place.__getitem__)
        if first != second:
            found.setdefault((first, second), words)

    cores: dict[str, list[str]] = {}
    masked: dict[str, list[str]] = {}
    for team in teams:
        cores.setdefault(team_core(team), []).append(team)
        for mask in masks(team):
            masked.setdefault(mask, []).append(team)
    for group in cores.values():
        for one, other in combinations(group, 2):
            note(one, other, "只差「市、县、区、代表队、协会」这样的字")
    for group in masked.values():
        for one, other in combinations(group, 2):
            if not on_purpose(one, other):
                note(one, other, "只差一个字")
    for core, group in cores.items():
        for inner in _inside(core):
            if inner in cores:
                note(group[0], cores[inner][0], "一个名字包含另一个")
    return dict(sorted(found.items(), key=lambda item: [place[team] for team in item[0]]))


def _inside(core: str) -> Iterator[str]:
    """The parts of a team's core that could be the same team cut short."""
    for size in range(2, len(core)):
        for start in range(len(core) - size + 1):
            rest = core[:start] + core[start + size :]
            if (size >= 3 or len(rest) <= 2) and not _APART & set(rest):
                yield core[start : start + size]


def alike(one: str, other: str, pairs: Mapping[tuple[str, str], str]) -> bool:
    """Whether two teams are the same or one of the ``pairs`` that :func:`like_teams` found."""
    one, other = plain(one), plain(other)
    return one == other or (one, other) in pairs or (other, one) in pairs
