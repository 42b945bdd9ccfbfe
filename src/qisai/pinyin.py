"""The order of a list in which one looks for a name: Latin names first, Chinese ones by pinyin, surnames as they are read."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from qisai.hanzi import simplified

#: Surnames that are read otherwise than the character alone.
_SURNAMES = {
    "单": "shan4", "曾": "zeng1", "仇": "qiu2", "解": "xie4", "区": "ou1", "查": "zha1", "朴": "piao2", "盖": "ge3", "任": "ren2",
    "华": "hua4", "燕": "yan1", "乐": "yue4", "翟": "zhai2", "缪": "miao4", "覃": "qin2", "员": "yun4", "种": "chong2",
    "召": "shao4", "繁": "po2", "隗": "wei3", "宓": "mi4", "应": "ying1", "葛": "ge3", "贾": "jia3", "沈": "shen3", "俞": "yu2",
    "薄": "bo2", "褚": "chu3", "晁": "chao2", "阚": "kan4", "万俟": "mo4 qi2", "尉迟": "yu4 chi2", "长孙": "zhang3 sun1",
    "澹台": "tan2 tai2", "单于": "chan2 yu2", "鲜于": "xian1 yu2",
}  # fmt: skip
_BLANK = re.compile(r"[\s·•]")
_HANZI = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_PARTS = re.compile(r"\d+|.", re.DOTALL)
_LAST = "zzzz"  # a character without a reading

Part = tuple[str, int, str]


@lru_cache(maxsize=4000)
def by_pinyin(name: str) -> tuple[Part, ...]:
    """The key by which names are sorted: characters of one reading and tone stand together, numbers by their size.

    >>> sorted(["喆三", "曾四", "Smith", "单二", "张三丰", "章一", "张三", "棋手10", "棋手9"], key=by_pinyin)
    ['Smith', '棋手9', '棋手10', '单二', '曾四', '张三', '张三丰', '章一', '喆三']
    """
    plain = name.casefold()
    if _HANZI.search(plain):
        plain = simplified(_BLANK.sub("", plain))
    read = next((_SURNAMES[plain[:n]].split() for n in (2, 1) if plain[:n] in _SURNAMES), [])
    found: list[Part] = [(reading[:-1], int(reading[-1]), c) for reading, c in zip(read, plain, strict=False)]
    return (*found, *(_part(part) for part in _PARTS.findall(plain[len(read) :])))


def _part(part: str) -> Part:
    if part.isdecimal():
        return "", int(part), ""
    if not _HANZI.match(part):
        return "", 0, part
    reading = _reading(part)
    return (reading.rstrip("012345") or _LAST, int(reading[-1]) if reading[-1:].isdigit() else 5, part)


@lru_cache(maxsize=4000)
def _reading(character: str) -> str:
    """``zhe2``; "" for a character without a reading."""
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")  # a fifth of a second for readings of whole words
    from pypinyin import Style, pinyin

    found = pinyin(character, style=Style.TONE3, errors="ignore")
    return found[0][0].replace("ü", "v") if found else ""
