"""What a heading means: words in two languages, numbered questions, notes and marks stripped away."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from qisai.intake.cleaning import shown

EXACT, ENDING = 10, 9  # the very word; a longer heading that ends with one. Each step down the list takes 2 away
LONGEST = 60  # a heading without its notes; whatever is longer is a sentence
MOST_WRITTEN = 1000  # with its notes

#: Words of each field, best ones first: where two columns fit one field, the better word wins.
_WORDS: dict[str, tuple[str, ...]] = {
    "姓名": (
        "选手姓名 棋手姓名 队员姓名 运动员姓名 参赛者姓名 参赛人姓名 参赛选手姓名 学员姓名 学生姓名 孩子姓名 球员姓名"
        " player_name chinese_name",
        "姓名 名字 真实姓名 name full_name fullname attendee_name participant_name name_of_player",
        "选手 棋手 队员 运动员 参赛者 参赛人 参赛人员 报名人员 参赛选手 学员 人员 报名人 报名人姓名 报名者"
        " player participant attendee",
        "昵称 微信昵称 微信名 群昵称 网名 nickname",
    ),
    "性别": ("性别 男/女 sex gender",),
    "出生年份": (
        "出生年份 出生年月 出生日期 出生年月日 出生 生日 出生时间 出生年 birth birthday birth_date date_of_birth dob born"
        " year_of_birth birth_year b-year byear",
    ),
    "单位": (
        "代表队 单位 队名 参赛队 参赛单位 所在单位 代表单位 所属单位 单位名称 单位全称 工作单位 参赛队伍 队伍 队伍名称 球队"
        " 战队 团队 团队名称 团体 所属队 队别 代表队名称 团体名称 team team_name",
        "俱乐部 学校 学校名称 就读学校 所在学校 公司 机构 协会 培训机构 学院 院系 所在俱乐部 club club/city school company"
        " organization organisation affiliation college university",
        "部门 科室 department",
        "班级 年级班级 class",
    ),
    "地区": (
        "地区 所在地区 籍贯 户籍 户籍地 户籍所在地 所在地 参赛地区 代表地区 区域 省市 省份 城市 所在城市 所在省市"
        " 户口所在地 属地 地市 区县 fed federation country province city region",
    ),
    "组别": (
        "组别 参赛组别 报名组别 比赛组别 竞赛组别 group section",
        "参赛项目 项目 比赛项目 报名项目 竞赛项目 项目组别 组 division event",
    ),
    "角色": ("角色 身份 职务 人员身份 参赛身份 人员类型 role",),
    "类别": ("类别 选手类别 参赛类别 人员类别 category",),
    "电话": (
        "手机 手机号 手机号码 联系手机 移动电话 手机电话 mobile mobile_phone mobile_number mobile_no cell_phone",
        "电话 联系方式 联系电话 电话号码 本人电话 phone phone_number phone_no tel telephone contact contact_number contact_no",
    ),
    "缴费类别": ("缴费类别 收费类别 缴费类型 费用类别 收费标准 fee_class fee_type",),
    "已缴": (
        "已缴 实缴 已交 已付 实付 已缴金额 缴费金额 支付金额 付款金额 已缴费用 已交费用 已缴报名费 已交报名费"
        " 实收 paid amount_paid",
        "缴费 付款 交费 payment",
    ),
    "等级分": ("等级分 现等级分 rating rtg elo", "rtgi 国际等级分", "rtgn 国内等级分"),
    "体检": ("体检 是否体检 体检证明 健康证明 体检情况",),
    "保险": ("保险 是否投保 意外险 意外保险 是否购买保险 是否有保险 保险情况 insurance insured",),
    "用餐": ("用餐 是否用餐 就餐 是否就餐 午餐 是否午餐 订餐 是否订餐 lunch",),
    "备注": ("备注 附注 备注信息 remark remarks note notes", "留言 说明 其他说明 其他 备注说明 comment comments message"),
    "身份证号": (
        "身份证号 身份证 身份证号码 证件号 证件号码 身份证件号码 公民身份号码 id_card id_number id_no national_id id_card_number",
    ),
    "提交时间": (
        "提交时间 提交答卷时间 报名时间 填写时间 填报时间 接龙时间 时间戳 timestamp submitted_at submission_time submit_time",
    ),
}
_EXACT = {
    word.replace("_", " "): (field, EXACT - 2 * step)
    for field, steps in _WORDS.items() for step, words in enumerate(steps) for word in words.split()
}  # fmt: skip
_TOO_COMMON = {"说明", "其他", "身份", "项目", "城市", "人员", "出生", "区域"}
_ENDINGS = {
    word: meaning for word, meaning in _EXACT.items()
    if len(word) > 1 and not word.isascii() and word not in _TOO_COMMON
}  # fmt: skip
_LAST = {word[-1] for word in _ENDINGS}
_BODIES = re.compile("(?:队|队伍|俱乐部|学校|公司|机构|协会|学院|院系|团队|团体|部门|科室|班级)$")  # 甘肃代表队 is a team
_WHOSE = re.compile("^(?:所属|所在|就读|参赛|代表|选手|棋手|学员|学生|孩子|报名|工作|现|.{0,4}的)+$")
_SIMPLE = str.maketrans(
    "單隊電話證號碼組別級備註齡學聯絡繫機構額費繳參賽選運動員報時間戶區歲實際類點稱業領體協會團門職務籍貫讀",
    "单队电话证号码组别级备注龄学联络系机构额费缴参赛选运动员报时间户区岁实际类点称业领体协会团门职务籍贯读",
)
_NUMBERED = re.compile(
    r"^(?:第?\s*\d{1,3}\s*(?:题|[、.．:：)](?!\d))|q\s*\d{1,3}\s*[.、:：)]?|\(\d{1,3}\)|[一二三四五六七八九十]{1,3}、|[①-⑳])\s*"
)
_POLITE = re.compile(
    r"^(?:请问?|烦请)?(?:正确|如实)?(?:填写|输入|选择|填入|提供|留下)?(?:一下)?(?:您|你|本人)?(?:的|所在的)?(?=.)"
)
_VETO = re.compile(
    "照片|图片|截图|凭证|附件|复印件|上传|正面|反面|证件类型|证件类别|拼音|二维码|链接|是否|怎么|为什么|同意|承诺|地址|顺序|方式缴|状态"
    "|编号|序号|应缴|应付|邮箱|开始时间|结束时间|所用时间|微信号|出生地|曾用名|人数|email|e-mail|address|screenshot"
)
_OTHER = re.compile(
    "联系人|负责人|监护人|家长|家属|紧急|教练|推荐人|填表人|填报人|提交者|收款人|付款人|经办人|介绍人|父亲|母亲|爸爸|妈妈|上级|主管|班主任"
    "|老师|陪同|contact name|contact person|parent|guardian|coach|manager|submitter|emergency|teacher"
)
_LEADER = re.compile("领队|队长|带队|leader|captain")
_COACH = re.compile(r"(?:主|总|副|助理|随队|带队)?(?:教练员?|coach)\s*[1-9]?\s*(的?姓名|的?名字|name|.*)")
_OF_PERSONS = {"姓名", "电话", "性别", "出生年份", "身份证号"}
_MEMBER = re.compile(
    r"^(?:(?:参赛)?(?:队员|选手|成员|运动员|棋手|参赛者|姓名|member|player|name)(?:姓名)?\s*[-_.]?\s*([1-9]\d?|[一二三四五六七八九十])\s*号?"
    r"|第?([1-9一二三四五六七八九十])(?:台|号(?:队员|选手|位|台)))\s*(?:的|[-_:/])?\s*(.*)$"
)
_TENS = {word: number for number, word in enumerate("一二三四五六七八九十", start=1)}
_AGE = re.compile("年龄|周岁|岁数|^age$")
_HALF_NAME = re.compile("(?:first|last|given|family|sur|middle) ?name|姓氏?|名")
CHARGE = re.compile("报名费|费用|金额|参赛费|^(?:entry )?(?:fee|amount)$")
#: Headings of running numbers.
NUMBERING = {"", "序号", "编号", "序", "号", "号码", "no", "no.", "#", "nr", "nr."}


@dataclass(frozen=True)
class Meaning:
    """What a heading says: a field and how plainly, and whose it is.

    ``member`` counts the members of a team in their own columns (0: none of them); ``leader`` and ``other`` mark a
    column about somebody who need not play, ``coach`` among the latter one about the coach.
    """

    field: str = ""
    strength: int = 0
    member: int = 0
    leader: bool = False
    other: bool = False
    age: bool = False
    coach: bool = False


def heading_words(value: Any) -> str:
    """A heading in small, simplified letters without question number, notes in brackets, marks and courtesies.

    >>> heading_words("1、您的姓名（必填）"), heading_words("*電話："), heading_words("姓名(注：前六名为种子")
    ('姓名', '电话', '姓名')
    """
    folded = unicodedata.normalize("NFKC", shown(value)).lower().translate(_SIMPLE).replace("【", "[").replace("】", "]")
    outside = re.sub(r"\([^()]*\)|\[[^\[\]]*\]|[(\[].*$", " ", _NUMBERED.sub("", folded.lstrip("* ")))
    inside = re.sub(r"[()\[\]]", " ", folded)
    words = outside if outside.strip(" *:") else inside
    words = re.sub(r"\*|必填|选填|单选|多选|填空题?", " ", words)
    words = re.split(r"[:,;?!。、|]", words.strip(" :,;?!。、"))[0]
    return " ".join(_POLITE.sub("", words.strip()).split())


def _ways(words: str) -> list[str]:
    """The heading as a whole, and its parts: of two languages, or on two sides of a slash."""
    hanzi = "".join(re.findall(r"[\u3400-\u9fff0-9]+", words))
    latin = " ".join(re.findall(r"[a-z][a-z.'-]*", words)).rstrip(".")
    parts = [part.strip() for part in words.split("/")] if "/" in words else []
    return [way for way in dict.fromkeys((words, words.replace(" ", ""), hanzi, *parts, latin)) if way]


def meaning(value: Any) -> Meaning:
    """What a heading means; an empty meaning where it is none of ours.

    >>> meaning("学员姓名\\nAttendee Name").field, meaning("监护人电话").other, meaning("Member 2").member
    ('姓名', True, 2)
    """
    heading = shown(value)
    return _meaning(heading) if len(heading) <= MOST_WRITTEN else Meaning()


@lru_cache(maxsize=30_000)
def _meaning(heading: str) -> Meaning:
    words = heading_words(heading)
    if not words or len(words) > LONGEST:
        return Meaning()
    if _AGE.search(words):
        return Meaning(age=True)
    member = _MEMBER.match(words)
    if member:
        number = _TENS.get(member[1] or member[2]) or int(member[1] or member[2])
        rest = _field(member[3]) if member[3] else Meaning("姓名", EXACT)
        return replace(rest, member=number) if rest.field or not member[3] else Meaning()
    if _HALF_NAME.fullmatch(words):
        return Meaning(other=True)
    found = _field(words)
    if _LEADER.search(words):
        return replace(found if found.field else Meaning("姓名", EXACT), leader=True) if not _VETO.search(words) else Meaning()
    if _OTHER.search(words):
        coach = _COACH.fullmatch(words)
        return replace(found, other=True, coach=coach is not None and (not coach[1] or found.field in _OF_PERSONS))
    return found


def _field(words: str) -> Meaning:
    if _VETO.search(words) and words not in _EXACT:
        return Meaning()
    ways = _ways(words)
    for way in ways:
        if way in _EXACT:
            return Meaning(*_EXACT[way])
    if not any(way[-1] in _LAST for way in ways):
        return Meaning()
    endings = [
        (len(word), *_ENDINGS[word]) for way in ways for word in _ENDINGS
        if way.endswith(word) and (not _BODIES.search(word) or _WHOSE.match(way.removesuffix(word)))
    ]  # fmt: skip
    if not endings:
        return Meaning()
    _, field, strength = max(endings)
    return Meaning(field, strength + ENDING - EXACT)


#: Headings of tables that come after the sign-up: pairings and standings.
_PAIRING = {"红方", "黑方", "先手", "后手", "对手", "对阵", "white", "black", "结果", "result"}
_STANDING = {"名次", "排名", "积分", "对手分", "累进分", "小分", "局分", "场分", "胜", "负", "和", "胜局", "成绩", "得分", "rk",
             "rank", "pts", "points", "tb1", "tb2", "tb3", "score"}  # fmt: skip


def is_of_results(headings: list[str]) -> bool:
    """Whether these are the headings of a pairing or of standings."""
    words = {way.rstrip(".") for heading in headings for way in _ways(heading_words(heading))}
    return len(words & _PAIRING) >= 2 or len(words & _STANDING) >= 2
