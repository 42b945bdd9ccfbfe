"""What the public reads, in the language of the event: Chinese as it is written, English, or both.

The English of a text comes from one vocabulary (:mod:`.terms`) and its sentences (:mod:`.phrases`,
:mod:`.reasons`). What is not known stays Chinese, and :func:`unknown` tells which texts these were.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from qisai.publish.language.english import ADDED, ALONE, english, hanzi, head, known
from qisai.vocabulary import text, width

CHINESE, ENGLISH, BOTH = "中文", "英文", "中英"
TOGETHER = 36  # half-width characters up to which both languages stand on one line
#: Columns whose cells are names: they pass as they are, but for what the program itself adds to them.
NAMES = frozenset((
    "姓名", "单位", "红方", "黑方", "甲方", "乙方", "对手", "胜者", "负者", "队", "领队", "教练", "地区", "计分队员", "组别",
    "收款人", "赛事", "队员",
))  # fmt: skip

_chosen = [CHINESE]
_made: dict[str, None] = {}
_unknown: dict[str, None] = {}
_names: set[str] = set()


def choose(name: str) -> None:
    """Speak 中文, 英文 or 中英 from now on; ``ValueError`` for anything else."""
    if name not in (CHINESE, ENGLISH, BOTH):
        raise ValueError(name)
    _chosen[:] = [name]
    _made.clear()


def chosen() -> str:
    """The language spoken now: 中文, 英文 or 中英."""
    return _chosen[0]


def keep(names: Iterable[str]) -> None:
    """Names (of the event, its groups, people) that are the same in every language, in place of those kept before."""
    _names.clear()
    _names.update(name for name in names if name)


def unknown() -> list[str]:
    """The texts that stayed Chinese since the last call, each once, in the order in which they came."""
    found = list(_unknown)
    _unknown.clear()
    return found


def t(words: str) -> str:
    """A text for the public, written in Chinese, in the chosen language; names of people and teams are not given here.

    What was translated once may be given again and stays as it is.
    """
    return _spoken(words, "")


def header(words: str) -> str:
    """The head of a column; in two languages it has two lines."""
    found = head(words)
    if found is None or _chosen[0] == CHINESE or not hanzi(words):
        return _spoken(words, "\n")
    return found if _chosen[0] == ENGLISH else f"{words}\n{found}"


def label(words: str) -> str:
    """A text that must stay one line, e.g. the name of a sheet."""
    return _spoken(words, " ").replace("\n", " ")


def brief(words: str) -> str:
    """A text where there is no room for two languages: in English where that alone is spoken, else in Chinese."""
    return words if _chosen[0] == BOTH else label(words)


def unit(words: str) -> str:
    """A number with its unit; in two languages the number stands once, ``15分/points``."""
    parts = re.fullmatch(r"([\d.]+)(\D+)", words) if _chosen[0] == BOTH else None
    said = english(words) if parts else None
    return f"{words}/{said.removeprefix(parts[1]).strip()}" if parts and said and said.startswith(parts[1]) else label(words)


def cell(column: str, value: str) -> str:
    """What a cell of a column (by its Chinese name) says; in two languages it has two lines."""
    if column in NAMES:
        return named(value)
    return header(value) if column == "区分" else _spoken(value, "\n")


def named(value: str) -> str:
    """A name, with the words that the program adds to it translated: ``张三（退赛）``, ``31号张三``, ``（轮空）``."""
    if _chosen[0] == CHINESE or not hanzi(value):
        return value
    if value in ADDED:
        return t(value)
    if value in ALONE and _chosen[0] == ENGLISH:
        return head(value) or value
    found = re.fullmatch(r"(.*?)（([^（）]+)）", value, re.DOTALL)
    if found and found[1] and (said := english(found[2])) is not None:
        tail = said if _chosen[0] == ENGLISH else f"{found[2]} {said}"
        return f"{named(found[1])} ({tail})"
    if _chosen[0] == ENGLISH:
        value = re.sub(r"^(\d+)号 ?", r"No. \1 ", value).strip()
        value = re.sub(r"^领队 ?(?=.)", "Leader ", value)
        value = re.sub(r"缺(\d+)人\(各([^()]*)\)", r"\1 missing (\2 each)", value)
    return value


def _spoken(words: str, between: str) -> str:
    if _chosen[0] == CHINESE or not hanzi(words) or words in _made or text(words) in _names:
        return words
    found = english(words, _names)
    if found is None:
        _unknown[words] = None
        found = known(words, _names) if _chosen[0] == ENGLISH else words
    if _chosen[0] == BOTH:
        found = _both(words, found, between)
    _made[found] = None
    return found


def _both(words: str, found: str, between: str) -> str:
    """Chinese, then English; of parts that stand beside each other each has its own, names stand once."""
    if found == words:
        return words
    parts = words.split("　")
    if len(parts) > 1 and any(part in _names for part in parts):
        return "　".join(_spoken(part, " ") for part in parts)
    between = between or (" " if width(words + found) < TOGETHER else "\n")
    return f"{words}{between}{found}"


__all__ = [
    "BOTH", "CHINESE", "ENGLISH", "NAMES", "brief", "cell", "choose", "chosen", "english", "header", "keep", "label", "named",
    "t", "unit", "unknown",
]  # fmt: skip
