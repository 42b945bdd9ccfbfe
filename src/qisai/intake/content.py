"""What columns without a heading hold, told by what stands in them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

from qisai.intake.cleaning import ROLES, SEX, birth_year, filled, identity, phone, tidy_name
from qisai.intake.headings import meaning
from qisai.intake.words import HAN, begins_as_name, ends_as_team
from qisai.sheets import Cells

MOST = 0.8  # of the cells of a column, to say what it holds
MANY = 0.6  # of names and teams, which take many forms
CHILDREN = 2022  # nobody who plays was born later
_NAMES = re.compile(
    rf"{HAN}{{2,4}}|{HAN}{{1,12}}(?:·{HAN}{{1,12}})+|{HAN}{{1,4}}\d{{1,4}}|[A-Za-z][\w'.\-]+(?: [A-Za-z][\w'.\-]*){{0,7}}"
)
_NO_NAME = {"合计", "总计", "小计", "共计", "是", "否", "无", "有", "已缴", "未缴", "报名表", "名单", "报名名单", "缴费", "同意",
            "参加", "说明", "自由人", "个人", *SEX, *ROLES}  # fmt: skip
_TITLE = re.compile("(?:名单|报名表|登记表|汇总表|比赛|联赛|公开赛|大赛|棋赛|一览表|统计表)$")


def is_name(value: Any) -> bool:
    """Whether this may be somebody's name: two to four Hanzi, parts joined by ``·``, or Latin words."""
    name = tidy_name(value)
    if not _NAMES.fullmatch(name) or name.lower() in _NO_NAME or _TITLE.search(name):
        return False
    return len(name) < 60 and not meaning(name).field or re.fullmatch(r".*\d", name) is not None


def is_title(value: Any) -> bool:
    """Whether this is a word above or beside a list and nobody's name: a title, a heading."""
    words = tidy_name(value)
    found = meaning(words)
    return words.lower() in _NO_NAME or _TITLE.search(words) is not None or (found.strength > 0 and not found.member)


def has_surname(value: Any) -> bool:
    """Whether a name begins with one of the common surnames."""
    return begins_as_name(tidy_name(value))


def is_team(value: Any) -> bool:
    """Whether the text ends as the names of teams, schools and places do."""
    return ends_as_team(filled(value))


def is_phone(value: Any) -> bool:
    return not phone(value).code and filled(value) != ""


def is_identity(value: Any) -> bool:
    found = identity(value)
    return bool(found.digest or found.birth)


def is_group(value: Any) -> bool:
    return re.search("(?:组|[UuＵ]\\d{1,2})$", filled(value)) is not None


def is_birth(value: Any) -> bool:
    """A year or date on which a player may have been born; a date with a time is a time of sign-up."""
    timed = isinstance(value, datetime.datetime) and value.time() != datetime.time()
    year = birth_year(value)
    return not timed and bool(year) and int(year) <= CHILDREN and not re.search(r"\d:\d", filled(value))


def _share(values: Sequence[Any], holds: Any) -> float:
    return sum(bool(holds(value)) for value in values) / len(values)


def columns_of(rows: Sequence[Cells]) -> dict[int, list[Any]]:
    """The filled values of each column."""
    found: dict[int, list[Any]] = {}
    for _, cells in rows:
        for column, value in cells.items():
            if filled(value):
                found.setdefault(column, []).append(value)
    return found


def name_column(columns: Mapping[int, Sequence[Any]]) -> int | None:
    """The column that holds names: mostly name-like, mostly distinct, surnames in front; None where there is none."""
    best, found = 0.0, None
    for column, values in sorted(columns.items()):
        likely = _share(values, is_name)
        texts = [tidy_name(value) for value in values]
        distinct = len(set(texts)) / len(texts)
        if likely < MANY or (len(texts) >= 4 and distinct < 0.5) or _share(values, is_team) > 0.5:
            continue
        score = likely * distinct + _share(values, has_surname) / 2
        if score > best + 0.01:
            best, found = score, column
    return found


def infer(rows: Sequence[Cells], among: Sequence[int] | None = None) -> dict[int, str]:
    """The field of each column by what stands in it; columns that say nothing clear are left out.

    ``among``: only these columns. Only a column that is filled for at least half of the names is used.
    """
    columns = {c: values for c, values in columns_of(rows).items() if among is None or c in among}
    name = name_column(columns)
    if name is None:
        return {}
    fields = {name: "姓名"}
    people = len(columns[name])
    kinds = (
        ("性别", lambda v: filled(v).lower() in SEX), ("身份证号", is_identity), ("电话", is_phone), ("出生年份", is_birth),
        ("角色", lambda v: filled(v).lower() in ROLES), ("组别", is_group),
    )  # fmt: skip
    for column, values in sorted(columns.items()):
        if column in fields or 2 * len(values) < people:
            continue
        field = next((field for field, holds in kinds if _share(values, holds) >= MOST), "")
        if not field and _is_teams(values):
            field = "单位"
        if field and field not in fields.values():
            fields[column] = field
    return fields


def _is_teams(values: Sequence[Any]) -> bool:
    """Texts that repeat, or end as teams do."""
    texts = [filled(value) for value in values]
    if _share(texts, lambda text: re.search(HAN + "|[A-Za-z]", text)) < MOST or len(set(texts)) == 1 < len(texts) < 4:
        return False
    return _share(texts, is_team) >= 0.5 or (len(texts) >= 4 and len(set(texts)) <= 0.7 * len(texts))
