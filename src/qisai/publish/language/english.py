"""From a Chinese text of the program to its English: whole terms, then sentences, then part by part."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, lru_cache

from qisai.publish.language.pages import PAGES
from qisai.publish.language.phrases import PHRASES
from qisai.publish.language.posts import POSTS
from qisai.publish.language.reasons import REASONS
from qisai.publish.language.rules import RULES
from qisai.publish.language.terms import SHORT, TERMS

_HANZI = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_MARKS = str.maketrans(
    {"，": ", ", "。": ". ", "；": "; ", "：": ": ", "、": ", ", "（": " (", "）": ")", "「": "“", "」": "”", "　": "  ",
     "×": " x ", "！": "!", "？": "?", "《": "“", "》": "”"}
)  # fmt: skip
#: Where a text may be cut, coarse before fine, and what stands there in English.
_CUTS = {"\n": "\n", "　": "  ", "。": ". ", "；": "; ", "，": ", ", "：": ": ", "、": ", "}
#: Marks whose parts are things of their own: each begins with a capital, one that is not known does not spoil the others.
_APART = "\n　"
_OPEN, _CLOSE = "（「《“(", "）」》”)"
_KEPT = ("No.", "Red", "Black", "Buchholz", "Sonneborn", "Koya", "Swiss", "Elo", "SHA")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DEFAULT = "（默认）"  # what the organizer has not decided
#: What the program itself puts into a column of names, and what people put there who have no team.
ADDED = ("（轮空）", "（没有填收款人）")
ALONE = ("个人", "无")


def hanzi(words: str) -> bool:
    """Whether there is anything to translate."""
    return _HANZI.search(words) is not None


#: Kinds of gaps in a sentence -> what may stand there; "" is words that are translated in their turn.
_GAPS = {
    "": ".+?",
    "+": "[^；]+?",  # words of one clause that are translated in their turn
    "#": r"[+\-−]?\d+(?:\.\d+)?",  # a number
    "=": ".+?",  # names, as they are
    "-": r"[^\d、，；：（）][^、，；：（）]*?",  # one name, which does not begin with a number
    "*": r"[\d、:. \-]+?",  # numbers, a time
    "~": "[^、，；：]+?",  # a term of the vocabulary, or else a name
    "!": "[^、，；：]+?",  # a term of the vocabulary
}


@dataclass(frozen=True)
class Phrase:
    """A sentence with gaps, ``第{#n}轮后名次``: the sign in a gap says what it holds (``_GAPS``).

    ``_`` is a blank that must be there; others beside a gap do not matter.
    """

    pattern: str
    literals: tuple[str, ...]  # a text without one of these need not be looked at more closely
    said: str
    kinds: dict[str, str]

    @classmethod
    def of(cls, written: str, said: str) -> Phrase:
        parts, kinds = [], {}
        for part in re.split(r"(\{[#=~!*+-]?\w+\})", written):
            if part.startswith("{"):
                name = part.strip("{}#=~!*+-")
                kinds[name] = part[1:-1].removesuffix(name)
                parts.append(f" ?(?P<{name}>{_GAPS[kinds[name]]}) ?")
            else:
                parts.append(re.escape(part.strip(" ")).replace("_", " "))
        literals = tuple(part.strip(" _") for part in re.split(r"\{\S?\w+\}|_", written) if part.strip(" _"))
        return cls("".join(parts), literals, said, kinds)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Only those of the thousand sentences that come near a text are ever needed."""
    return re.compile(pattern, re.DOTALL)


@lru_cache(maxsize=1)
def _phrases() -> list[Phrase]:
    return [Phrase.of(written, said) for written, said in (*POSTS, *PHRASES, *REASONS, *RULES, *PAGES)]


def english(words: str, names: Collection[str] = ()) -> str | None:
    """The English of a text, with a capital; None where a part of it is not known. ``names`` stay as they are."""
    return _english(words, frozenset(names))


@lru_cache(maxsize=20000)
def _english(words: str, names: frozenset[str]) -> str | None:
    found = says(words, names)
    return None if found is None else capital(found)


def head(words: str) -> str | None:
    """What stands over a column."""
    return SHORT.get(words) or english(words)


def known(words: str, names: Collection[str] = ()) -> str:
    """The text with those of its independent parts in English that are known."""
    for cut in _APART:
        parts = split(words, cut)
        if len(parts) > 1:
            return _CUTS[cut].join(known(part, names) for part in parts)
    return english(words, names) or words


def says(words: str, names: Collection[str] = ()) -> str | None:
    """The English of a text or of a part of one."""
    words = words.strip()
    if words in TERMS:
        return TERMS[words]
    if (stem := words.removesuffix(_DEFAULT)) != words:
        said = says(stem, names)
        return None if said is None else f"{said} (default)"
    if not hanzi(words):
        return words.translate(_MARKS).strip()
    if words in names:
        return words
    if words.endswith("：") and (said := says(words[:-1], names)) is not None:
        return f"{said}:"
    if place := re.fullmatch(r"第([零一二三四五六七八九十百]+)名", words):
        return f"{ordinal(spelt(place[1]))} place"
    for phrase in _phrases():
        if not all(literal in words for literal in phrase.literals):
            continue
        if (match := _compiled(phrase.pattern).fullmatch(words)) and (said := _filled(phrase, match, names)) is not None:
            return said
    return _in_parts(words, names)


def _filled(phrase: Phrase, match: re.Match[str], names: Collection[str]) -> str | None:
    gaps: dict[str, object] = {}
    for name, part in match.groupdict().items():
        said = _gap(phrase.kinds[name], part, names)
        if said is None:
            return None
        gaps[name] = Gap(said)
    return phrase.said.format(**gaps)


def _gap(kind: str, part: str, names: Collection[str]) -> str | None:
    if kind in ("~", "!"):
        term = TERMS.get(part)
        return small(term) if term else part if kind == "~" or part in names else None
    if kind not in ("", "+"):
        return part.replace("、", ", ").replace("，", ", ")
    said = says(part, names)
    return None if said is None else small(said)


class Gap(str):
    """What fills a gap; ``{n:player}`` counts: 1 player, 2 players, ``{n:th}``: 1st, 2nd, ``{n:month}``: January,
    ``{n:,}``: 3,000."""

    def __format__(self, noun: str) -> str:
        if noun == "th":
            return ordinal(int(self))
        if noun == "month":
            return _MONTHS[int(self) - 1]
        if noun == ",":
            return f"{int(self):,}" if self.isdigit() else str(self)
        if not noun:
            return str(self)
        one, _, many = noun.partition("/")
        return f"{self} {one if str(self) == '1' else many or one + 's'}"


def ordinal(number: int) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 21, 102, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '102nd', '113th']
    """
    tail = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{tail}"


def spelt(words: str) -> int:
    """A number up to 999 in Chinese numerals.

    >>> [spelt(words) for words in ("三", "十", "十六", "二十五", "一百零九", "一百一十")]
    [3, 10, 16, 25, 109, 110]
    """
    total, digit = 0, 0
    for c in words:
        if c in "十百":
            total += (digit or 1) * {"十": 10, "百": 100}[c]
            digit = 0
        else:
            digit = "零一二三四五六七八九".index(c)
    return total + digit


def _in_parts(words: str, names: Collection[str]) -> str | None:
    for cut, mark in _CUTS.items():
        parts = split(words, cut)
        if len(parts) > 1:
            said = [says(part, names) if part.strip() else "" for part in parts]
            if any(part is None for part in said):
                return None
            whole = [str(part) for part in said]
            if cut in _APART:
                return mark.join(capital(part) for part in whole if part)
            rest = [capital(part) if cut == "。" else small(part) for part in whole[1:]]
            return mark.join([whole[0], *rest]).strip()
    if found := re.fullmatch(r"(.+?)（([^（）]*(?:（[^（）]*）[^（）]*)*)）", words, re.DOTALL):
        before, inner = says(found[1], names), says(found[2], names)
        return None if before is None or inner is None else f"{before} ({small(inner)})"
    if found := re.fullmatch(r"[（「“](.+)[）」”]", words, re.DOTALL):
        inner = says(found[1], names)
        marks = "()" if words[0] == "（" else "“”"
        return None if inner is None else f"{marks[0]}{inner}{marks[1]}"
    return None


def split(words: str, cut: str) -> list[str]:
    """The parts between the marks, but for those within brackets and quotation marks.

    >>> split("甲（乙，丙），丁", "，")
    ['甲（乙，丙）', '丁']
    """
    parts, depth = [""], 0
    for c in words:
        depth += (c in _OPEN) - (c in _CLOSE)
        if c == cut and depth <= 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def small(words: str) -> str:
    """With a small first letter, as it stands within a sentence."""
    return words if words.startswith(_KEPT) or words[1:2].isupper() else words[:1].lower() + words[1:]
