"""接龙 as it is copied from a chat: numbered lines with name, team and phone in any order."""

from __future__ import annotations

import re

from qisai.intake.cleaning import SEX, filled, narrow
from qisai.intake.content import has_surname, is_birth, is_identity, is_name, is_phone, is_team
from qisai.intake.model import Grid
from qisai.problems import Problem
from qisai.sheets import Cells

#: Columns that the words of a line are put into.
NAME, TEAM, PHONE, SEXES, BIRTH, IDENTITY, NOTE = range(1, 8)
_NUMBER = re.compile(
    r"^\s*(?:第?\s*\d{1,3}\s*(?:[.、:：)），,．]|\s(?=\S)|(?=[\u3400-\u9fff]))|[①-⑳]|[\[【(（]\s*\d{1,3}\s*[\]】)）])"
    r"[\s.、:：]*"
)
_MARKS = re.compile(r"[\s,，;；/|、+＋&]+")
_GONE = re.compile("取消|退出|不参加|不来了|退赛|请假")
_PLUS = re.compile(r"[+＋]\s*(?:\d|[一二两三四五六七八九十])(?:\s*人?)\s*$")
_TITLE = re.compile("#?接龙|^例")


def is_jielong(text: str) -> bool:
    """Whether most lines below the title begin with a number in order, or the text calls itself one."""
    lines = [line for line in text.splitlines() if line.strip()]
    numbered = [line for line in lines if _NUMBER.match(line)]
    called = any(re.match(r"\s*#\s*接龙", line) for line in lines[:5])
    first = next((position for position, line in enumerate(lines) if _NUMBER.match(line)), 0)
    return bool(numbered) and (called or 2 * len(numbered) > len(lines) - first)


def read_jielong(text: str, file: str, numbered: bool = True) -> Grid:
    """The people of the lines, each word in a column by what it is; lines that say nobody are told of.

    ``numbered``: lines above the first number are a title; else every line is one person.
    """
    rows: list[Cells] = []
    notes: list[Problem] = []
    kept: list[tuple[int, str, str]] = []
    begun = not numbered
    for number, line in enumerate(text.splitlines(), start=1):
        match = _NUMBER.match(line)
        begun = begun or (match is not None and not _TITLE.search(line))
        if begun and line.strip():
            kept.append((number, line.strip(), line[match.end() :] if match else "" if numbered else line))
    place = _name_place([body for _, _, body in kept])
    for number, line, body in kept:
        reason, cells = _person(body, place)
        if reason:
            value = line if len(line) <= 40 else f"{line[:40]}…"
            notes.append(Problem("signup_line", file, "", f"第{number}行", value, {"detail": reason}))
        else:
            rows.append((number, cells))
    return Grid(file, "", tuple(rows), notes=tuple(notes), lines=True)


def _texts(body: str) -> list[str]:
    """The words of a line that are neither number, sex nor date: the name and what goes with it."""
    return [word for word in _words(body) if not (is_phone(word) or is_identity(word) or _is_sex(word) or is_birth(word))]


def _words(body: str) -> list[str]:
    cut = re.sub(r"(?<=[\u3400-\u9fff])(?=1\d{10}(?!\d))|(?<=1\d{10})(?=[\u3400-\u9fff])", " ", narrow(body))
    words = [re.sub(r"^(?:姓名|电话|手机|单位|代表队)[:：]", "", word) for word in _MARKS.split(cut)]
    return [word for word in words if filled(word)]


def _several(body: str) -> bool:
    """Whether names are joined by ``、``, as nobody joins a name and a team."""
    joined = [_MARKS.split(part.strip())[where] for part, where in zip(body.split("、")[:2], (-1, 0), strict=False)]
    return len(joined) == 2 and all(is_name(word) and has_surname(word) and not is_team(word) for word in joined)


def _is_sex(word: str) -> bool:
    return word.lower() in SEX


def _name_place(bodies: list[str]) -> int:
    """Which of the words of a line is the name, by all lines together."""
    scores = [0.0, 0.0, 0.0]
    for body in bodies:
        for place, word in enumerate(_texts(body)[:3]):
            scores[place] += (is_name(word) and not is_team(word)) * (1 + has_surname(word))
    return scores.index(max(scores))


def _person(body: str, place: int) -> tuple[str, dict[int, object]]:
    """Why the line is nobody, or the words of the person by column."""
    if not filled(body):
        return "没有以「1.」这样的序号开头，或序号后面是空的", {}
    if _GONE.search(body):
        return "写着取消或不参加", {}
    if _PLUS.search(body):
        return "「+1」没有写是谁，请一人一行", {}
    texts = _texts(body)
    if _several(body):
        return "一行好像有两个人，请一人一行", {}
    likely = [place, *(other for other in range(len(texts)) if other != place)]
    found = next((i for i in likely if i < len(texts) and is_name(texts[i]) and not is_team(texts[i])), None)
    if found is None:
        return "看不出姓名", {}
    cells: dict[int, object] = {NAME: texts[found]}
    for kind, fits in ((IDENTITY, is_identity), (PHONE, is_phone), (SEXES, _is_sex), (BIRTH, is_birth)):
        word = next((word for word in _words(body) if fits(word) and word not in cells.values()), None)
        if word is not None:
            cells[kind] = word
    others = [word for word in texts if word != texts[found]]
    written = [word for word in others if re.search(r"[\u3400-\u9fffA-Za-z]", word)]
    team = next((word for word in written if is_team(word)), written[0] if written else None)
    if team is not None:
        cells[TEAM] = team
        others.remove(team)
    spare = [word for word in _words(body) if word not in cells.values() and word not in others]
    if others or spare:
        cells[NOTE] = " ".join([*others, *spare])
    return "", cells


#: The field of each column, for the header that a text does not have.
COLUMNS = {NAME: "姓名", TEAM: "单位", PHONE: "电话", SEXES: "性别", BIRTH: "出生年份", IDENTITY: "身份证号", NOTE: "备注"}
