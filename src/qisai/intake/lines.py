"""Rows that are nobody: totals, notes, labels with values, and lines that name the 单位 or 组别 of the rows below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from qisai.intake.cleaning import filled
from qisai.intake.content import has_surname, is_group, is_name, is_team, is_title
from qisai.intake.headings import NUMBERING, heading_words, meaning
from qisai.intake.model import Column
from qisai.sheets import LONG
from qisai.vocabulary import width

Labelled = tuple[str, str, int]  # label, value, and the column of the value
LONGEST = 200  # characters of a label with its value
SHORT = 12  # characters of a line that is nothing but a team or a group
DITTO = {"同上", "上同", "同前", "同", "〃", "″", '"', '""', "''", "”", "“", "“”", "々", "ditto"}
NOTHING = {"无", "没有", "暂无", "n/a", "none"}
NO_TEAM = NOTHING | {"个人", "自由", "自由人", "无单位", "没有单位", "个人参赛", "个人报名"}
EXAMPLE = re.compile(r"(?:填写)?(?:示例|范例|样例|举例|例子|参考|例如?)(?:$|[:\s(]|\d)")
TOTAL = re.compile(
    r"合计|总计|小计|共计|人数|^以上|以下空白|^(?:共|总共)\s*\d+|^\d+\s*[人名个]$"
    r"|签字|签名|盖章|公章|身体健康|日期|年\s*月\s*日"
)  # fmt: skip
_FOOT = re.compile(
    r"(?:合计|总计|小计|共计|总人数|注[: ]|说明|附注|备注:|填表|制表|审核|盖章|联系人|领队:|联系电话:|共 ?\d+ ?人|以下空白|注意)"
)
_TOLD = re.compile(r"([^\s:]{1,12}) ?: ?([^:]*?)(?=$|[\s,;][^\s:,;]{1,12} ?:)[\s,;]*")
_STAMP = re.compile(r"\((?:盖章|公章|加盖公章|签章|签字|章)\)|\(?共?\s*\d+\s*[人名]\)?$")
_STRONG = re.compile(
    "(?:队|校|学院|俱乐部|公司|协会|中学|小学|大学|[一二三四五六七八九十]中|棋院|棋社|棋校|社区|街道|中心|集团|幼儿园|代表团)$"
)
_ROLE = re.compile(
    "(?:(?:总|主|副|助理|随队|带队)?(?:领队|教练员?|裁判[员长]?|工作人员|队医|翻译|联系人|负责人|老师|教师|家长|志愿者|替补|候补)"
    "(?:[兼/、和].{1,6})?|leader|coach|referee|arbiter|reserve)$"
)
_CALLED = re.compile(".(?:老师|教练|领队|家长|爸爸|妈妈|校长|主任|经理|先生|女士)$")


@dataclass
class Line:
    """What a line above says of the people below, and who got it.

    ``sure``: with a label of its own; ``labelled``: and used where no column says the same, so that it need not be told.
    ``above``: it stands above the header, among the titles. ``own``: in the column of its field.
    """

    column: str
    value: str
    at: str
    sure: bool
    above: bool = False
    labelled: bool = False
    own: bool = False
    rows: list[int] = field(default_factory=list)


def is_team_line(text: str) -> bool:
    """Whether a text is a team and nobody's name: 王建军 and 张一中 are people.

    >>> [is_team_line(text) for text in ("天水一中", "甲队(3人)", "王建军", "张一中", "天水市")]
    [True, True, False, False, True]
    """
    name = bare(text)
    if has_surname(name) and len(name) <= 3 and name.endswith("中"):
        return False
    if _STRONG.search(name):
        return len(name) > 1
    return is_team(name) and not has_surname(name) and len(name) > 2


def is_group_line(text: str) -> bool:
    return is_group(text) and len(text) <= SHORT and not re.search("杯|赛", text)


def bare(text: str) -> str:
    """A team without the stamp and the number of heads behind it."""
    return _STAMP.sub("", text.strip(" :")).strip(" :")


def is_index(column: Column | None, value: Any) -> bool:
    """Whether a value is a running number, or nothing but a number where no heading says of what."""
    known = column is None or not column.heading or heading_words(column.heading) in NUMBERING
    return (column is None or not column.field) and known and re.fullmatch(r"\d{1,4}\.?", filled(value)) is not None


def said(cells: Mapping[int, Any], places: Mapping[int, Column]) -> dict[int, str]:
    """The texts of a row by column, without running numbers and fillers."""
    return {c: filled(value) for c, value in cells.items() if filled(value) and not is_index(places.get(c), value)}


def is_foot(texts: Mapping[int, str], name: str) -> bool:
    """A line of words and no person: it begins as one, is a total, holds a link, or is one long text."""
    if not texts:
        return False
    first = next(iter(texts.values()))
    lone = len(set(texts.values())) == 1
    nobody = not (is_name(name) and (has_surname(name) or "·" in name or name.isascii()))
    return (
        (_FOOT.match(first) is not None and (lone or not name or name == first or nobody))
        or (TOTAL.search(name or first) is not None)
        or (nobody and TOTAL.search(first) is not None)
        or (nobody and any("://" in text for text in texts.values()))
        or (lone and width(first) > LONG and not re.fullmatch(r"[A-Za-z][\w'.\- ]*", first))
    )


def labelled(texts: Mapping[int, str], places: Mapping[int, Column]) -> list[Labelled]:
    """The labels of a row with their values, where it holds nothing else: ``单位：天水一中``, or 单位 and 天水一中 side by side.

    A label without a colon counts only where no column is used, or in the column of the names.
    """
    found: list[Labelled] = []
    waiting = ""
    for column, text in texts.items():
        if len(text) > LONGEST:
            return []
        if ":" in text and "://" not in text:
            pairs = _TOLD.findall(text)
            if waiting or not pairs or _TOLD.sub("", text).strip():
                return []
            found += [(label, value.strip(), column) for label, value in pairs]
            if not pairs[-1][1].strip():
                waiting = found.pop()[0]
        elif waiting:
            found.append((waiting, text, column))
            waiting = ""
        elif _stands_alone(text) and (column not in places or places[column].field in ("", "姓名")):
            waiting = text
        else:
            return []
    known = [label for label, value, _ in found if value and _known(label)]
    return found if known and not waiting else []


def _stands_alone(text: str) -> bool:
    found = meaning(text)
    return (found.strength > 6 and found.field != "姓名" and not found.member) or found.leader or found.other


def _known(label: str) -> bool:
    found = meaning(label)
    return bool(found.leader or found.other or (found.field and found.field != "姓名"))


def label_values(texts: Mapping[int, str]) -> bool:
    """Whether a row is labels and values by turns, each value a name, a team or a number: no row of headings."""
    pairs = labelled(texts, {})
    plainly = (is_name(value) or is_team(bare(value)) or value[:1].isdigit() for _, value, _ in pairs)
    return bool(pairs) and (all(plainly) or any(map(is_label, texts.values())))


_ASKED = re.compile("[请填写如例注与须需按限]|必")


def is_label(text: str) -> bool:
    """A label with its value in one cell, ``代表队：天水队``; a heading says after the colon how to fill it."""
    label, colon, value = filled(text).partition(":")
    return bool(colon and value.strip() and meaning(label).field and not _ASKED.search(value))


def may_be_people(texts: Iterable[str]) -> bool:
    """Whether a line of words names players: ``队员：张三``, or several names in one cell.

    >>> may_be_people(["姓名：张三", "甲队"]), may_be_people(["张三、李四、王五"]), may_be_people(["填表人：张三"])
    (True, True, False)
    """
    for text in map(filled, texts):
        label, colon, value = text.partition(":")
        found = meaning(label)
        if colon:
            if found.field == "姓名" and value.strip() and not (found.leader or found.other or _ASKED.search(value)):
                return True
            continue
        parts = re.split(r"[、,;\s]+", text)
        called = sum(is_name(part) and has_surname(part) for part in parts)
        if called > 1 and called > len(parts) / 2:
            return True
    return False


def contradiction(name: str, beside: Iterable[str]) -> tuple[str, str]:
    """Why a row with a name is no player, and what to do; ("", "") where nothing speaks against it.

    ``beside``: what stands in columns without a heading, or among the running numbers.
    """
    beside = tuple(beside)
    for text in (name, *beside):
        if EXAMPLE.match(text):
            return "这一行是填写示例", "是真的报名，请去掉示例的字样"
    for text in beside:
        if _ROLE.match(text.lower()):
            return f"旁边写着「{text}」", "不下棋的人，请在「角色」一列写领队或教练；是选手请去掉这个词"
        if TOTAL.search(text) and len(text) <= SHORT:
            return f"旁边写着「{text}」", "是报名的人，请去掉这个词"
    if is_team_line(name) or (is_group_line(name) and not name.isascii()):
        return "姓名一格写的像是单位或组别", "请在姓名一格写人的姓名"
    if _ROLE.match(name.lower()) or _CALLED.search(name):
        return "写的是称呼，不是姓名", "请写姓名；不下棋的人，「角色」写领队或教练"
    if is_title(name):
        return "姓名一格写的不是人的姓名", "请在姓名一格写人的姓名"
    return "", ""


def is_role(text: str) -> bool:
    """Whether a word is about who somebody is at the event: 领队, 替补, 队长, not 学生."""
    return _ROLE.match(text.lower()) is not None or re.search("领队|教练|队长|队员|选手|棋手|运动员|裁判|陪打", text) is not None

