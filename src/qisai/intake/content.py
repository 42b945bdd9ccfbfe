"""What columns without a heading hold, told by what stands in them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

from qisai.intake.cleaning import HAN, ROLES, SEX, birth_year, filled, identity, phone, tidy_name
from qisai.intake.headings import meaning
from qisai.sheets import Cells

MOST = 0.8  # of the cells of a column, to say what it holds
MANY = 0.6  # of names and teams, which take many forms
CHILDREN = 2022  # nobody who plays was born later
_NAMES = re.compile(
    rf"{HAN}{{2,4}}|{HAN}{{1,12}}(?:·{HAN}{{1,12}})+|{HAN}{{1,4}}\d{{1,4}}|[A-Za-z][\w'.\-]+(?: [A-Za-z][\w'.\-]*){{0,7}}"
)
_TEAMS = re.compile(
    "(?:队|校|学院|俱乐部|公司|协会|中学|小学|大学|一中|二中|棋院|棋社|社区|街道|镇|县|市|区|厂|局|班|军|中心|集团|幼儿园)$"
)
_NO_NAME = {"合计", "总计", "小计", "共计", "是", "否", "无", "有", "已缴", "未缴", "报名表", "名单", "报名名单", "缴费", "同意",
            "参加", "说明", "自由人", "个人", *SEX, *ROLES}  # fmt: skip
_TITLE = re.compile("(?:名单|报名表|登记表|汇总表|比赛|联赛|公开赛|大赛|棋赛|一览表|统计表)$")
_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛"
    "雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路"
    "娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄麴家封"
    "芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺"
    "屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍却璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿"
    "满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫付覃代涂岳帅佟欧阳皇甫"
)


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
    return tidy_name(value)[:1] in _SURNAMES


def is_team(value: Any) -> bool:
    """Whether the text ends as the names of teams, schools and places do."""
    return _TEAMS.search(filled(value)) is not None


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
