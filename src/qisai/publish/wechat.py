"""What the fields of a post in WeChat hold: lengths of title, summary, article and message, and texts that keep to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from qisai.publish.language import BOTH, CHINESE, ENGLISH, choose, chosen, label
from qisai.publish.naming import shortened

#: What WeChat takes, in characters; the body of an article is HTML there, so that it gets a margin.
TITLE, SUMMARY, BODY, MESSAGE = 64, 120, 15_000, 300
ENGLISH_MESSAGE = 2 * MESSAGE  # letters are half as wide as Hanzi, and words longer


@dataclass(frozen=True)
class Post:
    """The parts of one post. ``message`` are its lines, each with how much it is missed: 0 must stay."""

    title: str
    summary: str
    body: Sequence[str]
    message: Sequence[tuple[int, str]]
    most: int = MESSAGE  # characters of the message
    other: Post | None = None  # the same in a second language

    def article(self, pictures: Sequence[str]) -> str:
        """The text file of an article: what goes into which field, and the pictures in their order."""
        parts = [
            (f"【标题，{TITLE} 字以内】", [self.title]),
            (f"【摘要，{SUMMARY} 字以内】", [self.summary]),
            ("【正文】", [*self.body, "", *self.other.body] if self.other else self.body),
            ("【配图，按这个次序插入正文】", pictures),
        ]
        heads = label if chosen() == ENGLISH else str
        return "\n".join(line for head, lines in parts for line in (heads(head), *lines, ""))

    def chat(self) -> str:
        """The message, below 300 characters of Hanzi or 600 of English: what is missed least is left out first. Of two
        languages each is whole."""
        own = within(self.message, self.most - 1)
        return f"{own}\n\n{self.other.chat()}" if self.other else own


def in_languages(build: Callable[[], Post]) -> Post:
    """The post in the chosen language; of two the Chinese one with the English below, in title and summary as far as there
    is room."""
    if chosen() == CHINESE:
        return build()
    if chosen() == ENGLISH:
        return replace(build(), most=ENGLISH_MESSAGE)
    try:
        choose(CHINESE)
        own = build()
        choose(ENGLISH)
        other = replace(build(), most=ENGLISH_MESSAGE)
    finally:
        choose(BOTH)
    what = other.title.rpartition("　")[2]
    title = f"{own.title} {what}" if len(own.title) + 1 + len(what) <= TITLE else own.title
    summary = f"{own.summary} {other.summary}" if len(own.summary) + 1 + len(other.summary) <= SUMMARY else own.summary
    half = BODY // 2
    below = replace(other, body=capped(other.body, half))
    return replace(own, title=title, summary=summary, body=capped(own.body, half), other=below)


def shorten(words: str, most: int) -> str:
    """At most so many characters, broken off with a mark.

    >>> shorten("丹阳市象棋公开赛", 6), shorten("丹阳", 6)
    ('丹阳市象棋…', '丹阳')
    """
    return words if len(words) <= most else words[: max(most - 1, 0)].rstrip() + "…"


def titled(head: str, name: str, what: str, most: int = TITLE, *, short: str = "") -> str:
    """``name　what`` after ``head``; a name that is too long loses its year and province, then its end. English is long: there
    ``short`` stands for ``what`` where the name has no room else, and the name loses but its end.

    >>> titled("", "春季赛", "第3轮成绩"), len(titled("【演练】", "很长的名字" * 20, "第3轮成绩"))
    ('春季赛　第3轮成绩', 64)
    """
    whole = chosen() == ENGLISH
    if whole and short and len(f"{head}{name}　{what}") > most:
        what = short
    room = most - len(head) - len(what) - 1
    return shorten(f"{head}{shortened(name, lambda words: len(words) <= room, whole=whole)}　{what}", most)


def joined(sentences: Iterable[str], most: int) -> str:
    """As many whole sentences as fit into so many characters; the first is shortened if need be.

    >>> joined(["第3轮全部下完。", "张三领先。", "第4轮明天开始。"], 14)
    '第3轮全部下完。张三领先。'
    """
    found = ""
    for sentence in sentences:
        longer = found + (" " if found and found[-1].isascii() else "") + sentence.strip()
        if found and len(longer) > most:
            break
        found = shorten(longer, most)
    return found


def within(told: Sequence[tuple[int, str]], most: int) -> str:
    """Lines in their order, in at most so many characters: those with the highest number go first, of those with 0 the longest
    are shortened.

    >>> within([(0, "第3轮成绩"), (2, "依据：规程"), (1, "领先：张三")], 13)
    '第3轮成绩\\n领先：张三'
    """
    kept = [line for line in told if line[1]]
    while len("\n".join(words for _, words in kept)) > most and any(rank for rank, _ in kept):
        kept.remove(max(kept, key=lambda line: line[0]))
    lines = [words for _, words in kept]
    while (over := len("\n".join(lines)) - most) > 0 and len(longest := max(lines, key=len)) > 1:
        lines[lines.index(longest)] = shorten(longest, max(len(longest) - over, len(longest) // 2, 1))
    return "\n".join(lines)


def listed(parts: Iterable[str]) -> str:
    """A list in one line."""
    return (", " if chosen() == ENGLISH else "、").join(parts)


def clauses(parts: Iterable[str]) -> str:
    """Clauses of one sentence."""
    return (", " if chosen() == ENGLISH else "，").join(parts)


def headed(head: str, words: str) -> str:
    """A heading such as ``领先：`` in the chosen language, and what it is of."""
    return f"{label(head)}{'' if chosen() == CHINESE else ' '}{words}"


def bracketed(words: str) -> str:
    return f" ({words})" if chosen() == ENGLISH else f"（{words}）"


def capped(body: Sequence[str], most: int) -> list[str]:
    """The lines that fit into so many characters, the last ones always: what is cut out stands in the pictures."""
    if sum(len(line) + 1 for line in body) <= most:
        return list(body)
    tail, note = list(body[-6:]), label("……其余见图。")
    room = most - sum(len(line) + 1 for line in tail) - len(note) - 1
    kept = []
    for line in body[:-6]:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return [*kept, note, *tail]
