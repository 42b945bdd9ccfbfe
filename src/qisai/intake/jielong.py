"""接龙 as it is copied from a chat: numbered lines with name, team and phone in any order.

A line is read where each of its words is understood; one word behind a clear name may be its team, which is told. Any
other line is told with the word that is not understood.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from qisai.intake.cleaning import ROLES, SEX, clean, narrow
from qisai.intake.content import is_birth, is_group, is_identity, is_name
from qisai.intake.model import Grid
from qisai.intake.texts import is_list
from qisai.intake.words import (
    HAN,
    are_several,
    begins_as_name,
    ends_as_team,
    is_full_name,
    is_place,
    may_be_place,
    may_be_team,
    no_person,
)
from qisai.private import hidden, masked
from qisai.problems import Problem
from qisai.sheets import Cells

#: The field of each column, for the header that a text does not have.
NAME, TEAM, PHONE, SEXES, BIRTH, IDENTITY, NOTE, GROUP, ROLE, REGION, RATING = range(1, 12)
COLUMNS = {NAME: "姓名", TEAM: "单位", PHONE: "电话", SEXES: "性别", BIRTH: "出生年份", IDENTITY: "身份证号", NOTE: "备注",
           GROUP: "组别", ROLE: "角色", REGION: "地区", RATING: "等级分"}  # fmt: skip
#: What a word can be besides a field: a place, a class, a side note, a name without a common surname, not understood.
_PLACE, _CLASS, _ASIDE, _GUESS, _UNKNOWN = range(12, 17)
LONGEST_LINE = 300
_KEYCAP = r"(?:[0-9]\ufe0f?\u20e3)+|\U0001f51f"
_MARKED = re.compile(
    rf"^\s*(?:第?\s*(?:\d{{1,3}}\s*[.、:：)），,．]|\d{{4,5}}\s*[.、:：)），,．](?!\d)|\d{{1,3}}\s(?=\S))|[①-⑳]|{_KEYCAP}"
    r"|[\[【(（]\s*\d{1,3}\s*[\]】)）])[\s.、:：]*"
)
_GLUED = re.compile(rf"^\s*\d{{1,3}}(?={HAN})(?![月日点年时号人名届轮分元级岁段组队天周个场局])")
_LABELS = {
    "姓名": NAME, "名字": NAME, "电话": PHONE, "手机": PHONE, "手机号": PHONE, "联系电话": PHONE, "联系方式": PHONE, "单位": TEAM,
    "代表队": TEAM, "队名": TEAM, "学校": TEAM, "性别": SEXES, "出生": BIRTH, "出生年份": BIRTH, "出生年月": BIRTH,
    "出生日期": BIRTH, "身份证": IDENTITY, "身份证号": IDENTITY, "组别": GROUP, "角色": ROLE, "地区": REGION,
    "等级分": RATING, "备注": NOTE,
}  # fmt: skip
_LABEL = re.compile(rf"({'|'.join(sorted(_LABELS, key=len, reverse=True))})\s*:\s*")
_ID = re.compile(r"(?<![\dA-Za-z])(?:\d{17}[\dXx]|\d{15})(?![\dA-Za-z])")
_PHONE = re.compile(r"(?<!\d)(?:(?:\+|00)?86[- ]?)?1\d{2}([- ]?)\d{4}\1\d{4}(?!\d)|(?<!\d)0\d{2,3}-?\d{7,8}(?!\d)")
_DATE = re.compile(
    r"(?<!\d)(?:19|20)\d\d(?:[-/.]\d{1,2}(?:[-/.]\d{1,2})?|年\d{1,2}(?:月(?:\d{1,2}日?)?)?)(?![\d/.\-])(?!\s*\d{1,2}:)(?:出?生)?"
)
#: Marks between words; the brackets of 三年级(2)班 are none.
_MARKS = re.compile(
    r"(?:[,;/|、+&\[\]【】「」『』《》<>\"“”。!]|\((?!(?:\d{1,2}|[一二三四五六七八九十])\)班)|\)(?!班))+"
)
_JOINTS = re.compile(rf"(?<={HAN})[-—–:_]+|[-—–:_]+(?={HAN})")
_GONE = re.compile("取消|退出|不参加|不来|退赛|请假|弃权|去不了|来不了")
_SWAPPED = re.compile(r"改为|改成|换成|替换|代替|代报|代报名|(?:^|[\s(\[])[替代帮换](?=$|[\s)\]])")
_PLUS = re.compile(r"\+\s*(?:\d(?!\d)|[一二两三四五六七八九十])\s*(?:个?人)?(?=$|[\s,;])")
_TITLE = re.compile("#?接龙|^例|时间|地点|地址|主办|截止")
_LATIN = re.compile(r"[A-Za-z][\w'’.\-]*")
_REMARK = re.compile(
    r"(?:已|未)(?:缴|交|付)[费款]?|\d{1,4}[元块]|\d{1,2}[级段](?:棋[士手])?|棋协大师|象棋大师|特级大师"
    r"|[一二三]级(?:棋士|运动员)|运动健将"
    r"|\d{1,2}(?:周岁|岁)|男子|女子|快棋|慢棋|超快棋|已?报名|参加|\d{1,2}人制"
)
_RATED = re.compile(r"等级分\s*(\d{3,4})")
_SCHOOL_CLASS = re.compile(
    r"(?:[小初高][一二三四五六]|[一二三四五六七八九1-9]年级)(?:[(]?[一二三四五六七八九十\d]{1,2}[)]?班)?|\d{1,2}班"
    r"|[一二三四五六七八九1-9][(](?:\d{1,2}|[一二三四五六七八九十])[)]班"
)
_ASIDES = re.compile(
    r"第[一二三四五\d]次(?:参加|参赛|来)?|初次参[加赛]|已?退休(?:职工|教师|干部|工人)?|自由职业者?|自驾|素食|新手|初学"
    r"|(?:微信|支付宝)?(?:已?转账|已?付款?)\s*(?:\d{1,4}元?)?|(?:家长|爸爸|妈妈|监护人)(?:的?(?:电话|手机号?))?"
)
_TALK = re.compile("[我你他们吗吧呢没不]")
_NO_TEAM = {"无", "没有", "个人", "自由人"}


@dataclass
class _Line:
    """What the words of a line are: by column, and those that are no field by themselves."""

    found: dict[int, list[str]] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    guessed: list[tuple[str, str]] = field(default_factory=list)  # word, and the column it was given

    def put(self, kind: int, word: str) -> None:
        self.found.setdefault(kind, []).append(word)
        self.order.append(word)

    def guess(self, kind: int, word: str, column: int) -> None:
        """Move a word to a column that is told."""
        self.found[kind].remove(word)
        self.put(column, word)
        self.guessed.append((word, COLUMNS[column]))

    def add(self, word: str) -> None:
        kind = _kind(word)
        bare = {BIRTH: "年?出?生$", RATING: "^等级分\\s*"}.get(kind)
        self.put(kind, re.sub(bare, "", word) if bare else word)

    def of(self, kind: int) -> list[str]:
        return self.found.get(kind, [])


def is_jielong(text: str) -> bool:
    """Whether most lines below the title begin with a number in order, or the text calls itself one."""
    lines = [line for line in text.splitlines() if line.strip()]
    numbered = [line for line in lines if _numbered(line)]
    if is_list(lines):
        return True
    called = any(re.match(r"\s*#\s*接龙", line) for line in lines[:5])
    first = next((position for position, line in enumerate(lines) if _numbered(line)), 0)
    return bool(numbered) and (called or 2 * len(numbered) > len(lines) - first)


def _numbered(line: str) -> re.Match[str] | None:
    return _MARKED.match(line) or _GLUED.match(line)


def read_jielong(text: str, file: str, numbered: bool = True) -> Grid:
    """The people of the lines, each word in a column by what it is; lines that say nobody are told of.

    ``numbered``: lines above the first number are a title; else every line is one person.
    """
    rows: list[Cells] = []
    notes: list[Problem] = []
    begun = not numbered
    guessed: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = _numbered(line)
        begun = begun or (match is not None and not _TITLE.search(line))
        if not line.strip():
            continue
        if not begun:
            reason, cells = "在第一个序号上面" if _names_somebody(line[:LONGEST_LINE]) else "", None
        else:
            body = line[match.end() :] if match else "" if numbered else line
            reason, cells, guessed = _person(body, _MARKED.match(line) is not None)
        if reason:
            words = _ID.sub(lambda number: masked(number[0]), line.strip()[:LONGEST_LINE])
            shown = words[:40] + ("…" if len(words) > 40 else "")
            notes.append(Problem("signup_line", file, "", f"第{number}行", shown, {"detail": reason}))
        elif cells:
            rows.append((number, cells))
            if not _is_sure(cells[NAME]):
                notes.append(Problem("signup_guess", file, "", f"第{number}行", str(cells[NAME])))
            for word, column in guessed:
                notes.append(Problem("signup_word_guess", file, "", f"第{number}行", word, {"column": column}))
    return Grid(file, "", tuple(rows), notes=tuple(notes), lines=True)


def _names_somebody(line: str) -> bool:
    """Whether a line of the title may be a person all the same."""
    return not _TITLE.search(line) and bool(_understood(line).of(NAME))


def _person(body: str, marked: bool) -> tuple[str, dict[int, object] | None, list[tuple[str, str]]]:
    """Why the line is nobody, or the words of the person by column, and which of them were guessed."""
    line = _Line() if len(body) > LONGEST_LINE else _understood(body)
    reason, cells = _reading(body, line, marked)
    return reason, cells, line.guessed


def _reading(body: str, line: _Line, marked: bool) -> tuple[str, dict[int, object] | None]:
    if len(body) > LONGEST_LINE:
        return f"太长（{len(body)} 个字）", None
    body = _plain(body)
    if not body:
        return "没有以「1.」这样的序号开头，或序号后面是空的", None
    if _GONE.search(body):
        return "写着取消或不参加", None
    if _SWAPPED.search(body):
        return "写着换人或代报", None
    if _PLUS.search(_PHONE.sub(" ", body)):
        return "「+1」没有写是谁，请一人一行", None
    _settle(line, marked)
    names, guesses = line.of(NAME), line.of(_GUESS)
    if len(names) > 1:
        return "一行好像有两个人，请一人一行", None
    if not names and len(guesses) == 1 and marked and not line.of(_UNKNOWN):
        names, guesses = guesses, []
    strange = [*line.of(_UNKNOWN), *guesses, *line.of(_ASIDE)]
    if strange:
        word = hidden(strange[0])
        may_be_said = re.fullmatch(rf"{HAN}{{2,}}", word) and not no_person(word)
        return f"看不懂「{word}」" + (f"，请写成「单位：{word}」或「备注：{word}」" if may_be_said else ""), None
    if not names:
        place = next((word for word in line.of(_PLACE) if begins_as_name(word)), "")
        return "看不出姓名" + (f"，「{place}」是姓名就写成「姓名：{place}」" if place else ""), None
    return _cells(line, names[0])


def _settle(line: _Line, marked: bool) -> None:
    """Give a column to side notes and to the one word that may be the team, where the name is clear."""
    places = [word for word in line.of(NAME) if may_be_place(word)]
    if len(line.of(NAME)) == 2 and len(places) == 1 and not line.of(TEAM):
        line.guess(NAME, places[0], TEAM)
    names = line.of(NAME)
    if len(names) != 1 or not _is_sure(names[0]) or not (marked or line.of(PHONE)):
        return
    for word in [*line.of(_ASIDE)]:
        line.guess(_ASIDE, word, NOTE)
    strange = [(kind, word) for kind in (_UNKNOWN, _GUESS) for word in line.of(kind)]
    if len(strange) == 1 and not line.of(TEAM):
        kind, word = strange[0]
        behind = line.order.index(word) > line.order.index(names[0])
        if behind and may_be_team(word) and not (no_person(word) or is_full_name(word) or are_several(word)):
            line.guess(kind, word, TEAM)


def _cells(line: _Line, name: str) -> tuple[str, dict[int, object] | None]:
    """The cells of a person, unless something is said twice."""
    found = {kind: list(words) for kind, words in line.found.items()}
    places, classes = found.pop(_PLACE, []), found.pop(_CLASS, [])
    for kind in (_ASIDE, _GUESS, _UNKNOWN):
        found.pop(kind, None)
    found[NAME] = [name]
    found.setdefault(REGION if found.get(TEAM) else TEAM, []).extend(places)
    found.setdefault(NOTE if found[TEAM] else TEAM, []).extend(classes)
    twice = next((kind for kind, words in found.items() if kind != NOTE and len(words) > 1), None)
    if twice is not None:
        return f"写了两个{COLUMNS[twice]}：{'、'.join(map(hidden, found[twice]))}", None
    return "", {kind: " ".join(words) for kind, words in sorted(found.items()) if words}


def _is_sure(name: object) -> bool:
    text = clean("姓名", name).text
    return is_full_name(text) or "·" in text or (" " in text and text.isascii())


def _plain(body: str) -> str:
    """The narrow text without emoji; ``➕`` is a plus."""
    marks = {"So", "Sk", "Cf", "Me", "Co", "Cn"}
    text = body.replace("➕", "+")
    return narrow("".join(" " if unicodedata.category(c) in marks or c == "\ufe0f" else c for c in text))


def _understood(body: str) -> _Line:
    """Every word of a line with what it is."""
    line = _Line()
    text = _plain(body)

    def take(pattern: re.Pattern[str], kind: int, fits: object = None) -> None:
        nonlocal text

        def keep(match: re.Match[str]) -> str:
            word = re.sub("出?生$", "", match[0])
            if callable(fits) and not fits(word):
                return match[0]
            line.put(kind, word)
            return " "

        text = pattern.sub(keep, text)

    take(_ID, IDENTITY, is_identity)
    take(_PHONE, PHONE)
    take(_DATE, BIRTH, is_birth)
    first, *rest = _LABEL.split(text)
    for word in _words(first):
        line.add(word)
    for label, value in zip(rest[::2], rest[1::2], strict=True):
        kind = _LABELS[label]
        words = _team_words(value) if kind == TEAM else list(_words(value))
        own = words if kind == NOTE else words[:1]
        if own:
            line.put(kind, " ".join(own))
        for word in words[len(own) :]:
            line.add(word)
    return line


def _team_words(text: str) -> list[str]:
    """The words behind 单位：, of which the first is the team with whatever marks it holds."""
    whole, *rest = re.split(r"[\s,;|/、+]+", text.strip(" ,;|/、+-—–:_。!"), maxsplit=1)
    parts = list(_words(whole))
    known = {SEXES, BIRTH, NOTE, GROUP, ROLE, RATING}
    own = parts if parts[1:] and {_kind(part) for part in parts[1:]} <= known else [whole] if parts else []
    return [*own, *_words(" ".join(rest))]


def _words(text: str) -> Iterator[str]:
    """The words between marks and blanks; Latin words side by side are one."""
    for part in _MARKS.split(_JOINTS.sub(" ", text)):
        latin: list[str] = []
        for word in _joined(part.split()):
            if _LATIN.fullmatch(word) and word.lower() not in SEX and word.lower() not in ROLES and not is_group(word):
                latin.append(word)
                continue
            if latin:
                yield " ".join(latin)
                latin = []
            yield word
        if latin:
            yield " ".join(latin)


def _joined(words: list[str]) -> list[str]:
    """The words, with a surname and one more Hanzi that stand by themselves as one name: 于 洋."""
    single = [re.fullmatch(HAN, word) is not None for word in words] + [False]
    found: list[str] = []
    for at, word in enumerate(words):
        alone = at > 0 and single[at - 1] and single[at] and not (single[at + 1] or (at > 1 and single[at - 2]))
        if alone and word not in SEX and begins_as_name(words[at - 1]):
            found[-1] += word
        else:
            found.append(word)
    return found


def _kind(word: str) -> int:
    """What a single word is: a column, or one of the kinds that are no column yet."""
    lower = word.lower()
    if lower in SEX:
        return SEXES
    if lower in ROLES:
        return ROLE
    if is_birth(re.sub("年?出?生$", "", word)):
        return BIRTH
    if _RATED.fullmatch(word):
        return RATING
    if _REMARK.fullmatch(word):
        return NOTE
    if _ASIDES.fullmatch(word):
        return _ASIDE
    if is_place(word):
        return _PLACE
    if _SCHOOL_CLASS.fullmatch(word):
        return _CLASS
    if is_group(word):
        return GROUP
    if word in _NO_TEAM or (ends_as_team(word) and not _TALK.search(word) and not re.search(r"\d{5}", word)):
        return TEAM
    return _name_kind(word)


def _name_kind(word: str) -> int:
    found = clean("姓名", word)
    if found.code not in ("", "signup_name_cleared") or not is_name(found.text):
        return _UNKNOWN
    return NAME if _is_sure(word) else _GUESS
