"""What stands in a cell, as the roster wants it: one small function a field; nothing is guessed."""

from __future__ import annotations

import datetime
import hashlib
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from qisai.intake.words import COMPOUND, HAN, are_several, begins_as_name, is_full_name, no_person
from qisai.private import LONG_NUMBER, hidden
from qisai.vocabulary import text

SEX = {"男": "男", "女": "女", "男性": "男", "女性": "女", "先生": "男", "女士": "女", "男士": "男", "男生": "男", "女生": "女",
       "m": "男", "f": "女", "male": "男", "female": "女", "w": "女", "boy": "男", "girl": "女"}  # fmt: skip
ROLES = {"选手": "选手", "队员": "选手", "棋手": "选手", "运动员": "选手", "参赛选手": "选手", "参赛者": "选手", "player": "选手",
         "领队": "领队", "队长兼领队": "领队", "leader": "领队", "教练": "教练", "教练员": "教练", "coach": "教练",
         "陪打": "陪打"}  # fmt: skip
YES = {"是", "有", "要", "需要", "参加", "用餐", "已体检", "已投保", "已购买", "已买", "合格", "√", "✓", "y", "yes", "true", "1"}
NO = {"否", "无", "没有", "不", "不要", "不需要", "不用", "不参加", "不用餐", "未体检", "未投保", "未购买", "未买", "×", "n",
      "no", "false", "0"}  # fmt: skip
YEARS = range(1900, 2100)
THIS_YEAR = 2026  # at least, whatever the clock of the computer says
SAFE_DIGITS = 15  # what Excel keeps of a number
LONGEST = 100  # characters of a name, a team and the like
_BLANK = {"/", "\\", "(跳过)", "(空)"}  # fillers, and what 问卷星 writes for a skipped question
_RULE = re.compile(r":?[-—–―_]+:?")  # a filler, or the line below a heading in Markdown
_PAPER = re.compile(r"(?<!\d)(?:\d{17}[\dXx]|\d{15})(?![\dXx])")
_PAPER_APART = re.compile(  # with a birth date in it, as the blanks may as well part two phones
    r"(?<!\d)(?:\d(?:[ -]?\d){5}[ -]?)(?:19|20)\d\d[ -]?(?:0[1-9]|1[0-2])[ -]?(?:0[1-9]|[12]\d|3[01])[ -]?\d{3}[ -]?[\dXx](?!\d)"
)
_OPTION = re.compile(r"^\s*(?:[A-Za-z]\s*[.、．:：)）]|[①-⑳])\s*(?=\S)")
_NUMBERED = re.compile(
    rf"\(?\d{{1,3}}\s*[.、,:)]\s*(?=\D)|[①-⑳]\s*|\d\ufe0f?\u20e3\s*|\d{{1,3}}(?:\s+(?={HAN})|(?={HAN}{{2,4}}$)(?![班年级月日队组]))"
)
_BESIDE = re.compile(
    rf"({HAN}{{2,4}})(\s*[(\[]?\s*(?:(?<=[\s(\[])(?:男|女|男性|女性)|(?:19|20)\d\d\s*年?(?:生|出生)?"
    r"|(?:已|未)(?:缴|交|付)费?款?|已?报名|参加|也来|也参加)\s*[)\]]?)"
)
_DOTS = r"[·•・‧∙⋅･●﹒.]"
_NARROW = {0x3000: 0x20, 0xA0: 0x20, **{wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}}
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?)?月?|年)?(?:[ T]\d{1,2}:\d{2}.*)?")
_SLASHED = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.](\d{4})")
_MOMENT = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[ T]*(?:(\d{1,2})[:时](\d{1,2})(?:[:分](\d{1,2}))?)?.*")
_SCIENCE = re.compile(r"\d(?:\.\d+)?[eE]\+?\d{1,2}")
_AMOUNT = re.compile(r"(?:人民币|rmb|[¥￥])?(\d{1,7})(?:\.0+)?(?:元|块|圆)?(?:整)?")


@dataclass(frozen=True)
class Cleaned:
    """The text of a field ("" where it is blank or cannot be used) and what is wrong with it, if anything."""

    text: str
    code: str = ""
    details: Mapping[str, object] | None = None


@dataclass(frozen=True)
class Identity:
    """What an ID number says; "" where that cannot be known."""

    digest: str = ""
    birth: str = ""
    sex: str = ""
    code: str = ""
    details: Mapping[str, object] | None = None


def shown(value: Any) -> str:
    """A cell as one line of text: numbers without ``.0``, dates as 2015-03-02, line breaks as blanks.

    >>> shown(10000000001.0), shown(" 李四\\u3000"), shown(2015.3)
    ('10000000001', '李四', '2015.3')
    """
    if isinstance(value, float):
        if not math.isfinite(value):
            return ""
        value = f"{Decimal(f'{value:.15g}'):f}" if value.is_integer() else repr(value)
    elif isinstance(value, datetime.datetime):
        value = value.date().isoformat() if value.time() == datetime.time() else f"{value:%Y-%m-%d %H:%M:%S}"
    return " ".join(text(value).replace("_x000D_", " ").split())


def narrow(value: Any) -> str:
    """The text with full-width letters, digits, marks and blanks made narrow; Hanzi stay as they are."""
    return " ".join(shown(value).translate(_NARROW).split())


def filled(value: Any) -> str:
    """The narrow text, "" for a filler such as ``/`` or ``(跳过)``."""
    found = narrow(value)
    return "" if found in _BLANK or _RULE.fullmatch(found) else found


def is_picture(value: Any) -> bool:
    """A picture that WPS keeps in a cell: other programs see ``=DISPIMG(…)``."""
    return isinstance(value, str) and re.match(r"\s*=(_xlfn\.)?DISPIMG\b", value, re.IGNORECASE) is not None


def tidy_name(value: Any) -> str:
    """A name in one form: padding gone between Hanzi, one kind of middle dot, single blanks between Latin words.

    >>> tidy_name("靓 仔"), tidy_name("阿布都•买买提"), tidy_name("  John   Smith ")
    ('靓仔', '阿布都·买买提', 'John Smith')
    """
    name = re.sub(rf"(?<={HAN})\s*{_DOTS}\s*(?={HAN})", "·", filled(value))
    name = re.sub("[•・‧∙⋅･]", "·", name)
    parts = name.split(" ")
    if re.fullmatch(rf"(?:{HAN}|·| )+", name) and (min(map(len, parts)) == 1 or len(name) - len(parts) + 1 <= 3):
        return "".join(parts)
    return name


def _name(value: Any) -> Cleaned:
    """A name alone; what plainly is none of it is taken away and told, what cannot be a name is a fault."""
    raw = filled(value)
    name = tidy_name(value)
    if re.fullmatch(r"[\d.]+", name):
        return Cleaned(hidden(name), "signup_name_number")
    if unfit := _unfit(raw):
        return unfit
    core, rest = _bare(raw)
    right = tidy_name(core)
    if detail := no_person(right or name):
        return Cleaned(name, "signup_name_no", {"detail": detail})
    if are_several(right):
        return Cleaned(name, "signup_name_several")
    if _is_odd(right):
        return Cleaned(name, "signup_name_odd")
    return Cleaned(right, "signup_name_cleared" if rest else "", {"rest": rest, "right": right} if rest else None)


def _bare(raw: str) -> tuple[str, str]:
    """A name without number, marks, sex, year and the like around it; and what was taken away."""
    core, rest = raw, []
    while core:
        shorter = core.lstrip("-_.、,:*@#=!~^").lstrip()
        numbered = _NUMBERED.match(shorter)
        shorter = shorter[numbered.end() :] if numbered else shorter[_is_mark(shorter[:1]) :]
        if shorter == core:
            break
        rest.append(core[: len(core) - len(shorter)].strip())
        core = shorter
    while core:
        shorter = core.rstrip("-_、,:;*@#=!~^。").rstrip()
        shorter = shorter[:-1] if _is_mark(shorter[-1:]) else shorter
        if shorter == core:
            break
        rest.append(core[len(shorter) :].strip())
        core = shorter
    beside = _BESIDE.fullmatch(core)
    if beside and begins_as_name(beside[1]):
        core = beside[1]
        rest.append(beside[2].strip())
    parts = core.split(" ")
    if len(parts) == 2 and parts[0] in COMPOUND and re.fullmatch(rf"{HAN}{{2}}", parts[1]):
        core = "".join(parts)
        rest.append("空格")
    return core, " ".join(filter(None, rest))


def _is_mark(character: str) -> bool:
    """A star, an emoji or another sign, as it is set before or after a name."""
    return bool(character) and unicodedata.category(character) in ("So", "Sk", "Sm", "Cf", "Me", "Co") or character == "\ufe0f"


def _is_odd(name: str) -> bool:
    han = re.search(HAN, name) is not None
    joined = re.fullmatch(rf"{HAN}+", name) is not None
    two = len(name) == 4 and joined and name[:2] not in COMPOUND and is_full_name(name[:2]) and is_full_name(name[2:])
    return bool(
        re.search(rf"{HAN} {HAN}", name)
        or re.search(r"[、,;/|+&:()\[\]【】<>@#?？*]", name)
        or len(name) > (60 if re.search("[A-Za-z]", name) else 15)
        or two
        or (joined and len(name) > 4)
        or (han and re.search(r"[A-Za-z]{2}|\d(?!\d*$)|\d{5}|年级|老师|同学|先生|女士|队|某", name))
    )


def without_papers(value: Any) -> str:
    """A cell as one line of text, in which ID numbers show only the beginning.

    >>> without_papers("证件 110000000000000"), without_papers("10000000001")
    ('证件 110…', '10000000001')
    """
    words = shown(value)
    folded = unicodedata.normalize("NFKC", words)
    hiding = _PAPER_APART.sub(_beginning, _PAPER.sub(_beginning, folded))
    return words if hiding == folded else hiding


def _beginning(number: re.Match[str]) -> str:
    return f"{number[0][:3]}…"


def _unfit(words: str) -> Cleaned | None:
    """The fault of a text that is printed, where it is far too long or holds a phone or an ID number."""
    if len(words) > LONGEST:
        return Cleaned(hidden(words[:20]) + "…", "signup_long", {"length": len(words)})
    folded = unicodedata.normalize("NFKC", words)
    return Cleaned(hidden(words), "signup_private") if LONG_NUMBER.search(folded) else None


def _words(value: Any) -> Cleaned:
    return Cleaned(filled(value).replace("┋", "、"))


def _printed(value: Any) -> Cleaned:
    found = _words(value)
    return _unfit(found.text) or found


def _note(value: Any) -> Cleaned:
    found = _words(value)
    right = without_papers(found.text)
    return Cleaned(right, "" if right == found.text else "signup_note_id")


def _choice(value: Any) -> Cleaned:
    """What was chosen, without the letters of the options: ``A. 成年组``."""
    chosen = [_OPTION.sub("", part) for part in filled(value).split("┋")]
    return _printed("、".join(chosen))


def _option(value: Any) -> str:
    return _OPTION.sub("", filled(value)).lower()


def _sex(value: Any) -> Cleaned:
    word = _option(value)
    return Cleaned(SEX[word]) if word in SEX else _unread("写男或女")


def _yes(value: Any) -> Cleaned:
    word = _option(value)
    return Cleaned("是" if word in YES else "否") if word in YES or word in NO else _unread("写是或否")


def _role(value: Any) -> Cleaned:
    word = _option(value)
    return Cleaned(ROLES[word]) if word in ROLES else _unread("写选手、领队、教练或陪打")


def _unread(advice: str) -> Cleaned:
    return Cleaned("", "signup_value", {"advice": advice})


def birth_year(value: Any) -> str:
    """The year of a birth date in any unmistakable form, else "".

    >>> birth_year("2015.3.2"), birth_year("20150302"), birth_year("2015年3月2日"), birth_year("3/2/15")
    ('2015', '2015', '2015', '')
    """
    if isinstance(value, datetime.date):
        return str(value.year) if value.year in YEARS else ""
    written = re.sub(r"(?<=[年月]) | (?=[年月日])", "", unicodedata.normalize("NFKC", filled(value)))
    if re.fullmatch(r"\d{6}|\d{8}", written):
        written = "-".join(part for part in (written[:4], written[4:6], written[6:]) if part)
    slashed = _SLASHED.fullmatch(written)
    match = _DATE.fullmatch(written)
    if slashed:
        return slashed[1] if int(slashed[1]) in YEARS else ""
    if not match or int(match[1]) not in YEARS:
        return ""
    fits = int(match[2] or 1) in range(1, 13) and int(match[3] or 1) in range(1, 32)
    return match[1] if fits else ""


def _birth(value: Any) -> Cleaned:
    year = birth_year(value)
    if year and int(year) > max(datetime.date.today().year, THIS_YEAR):
        return _unread("还没有到这一年，请核对出生年份")
    return Cleaned(year) if year else _unread("写四位年份，如 2015，或 2015-03-02")


def _digits(value: Any) -> tuple[str, bool]:
    """The digits of a long number however it was kept, and whether some were lost on the way."""
    written = re.sub(r"\.0+$", "", unicodedata.normalize("NFKC", filled(value)).replace(" ", ""))
    if _SCIENCE.fullmatch(written):
        try:
            return f"{Decimal(written):f}".split(".")[0], True
        except InvalidOperation:
            return written, True
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return written, number and len(written) > SAFE_DIGITS


def phone(value: Any) -> Cleaned:
    """A phone number without blanks, hyphens and +86; another form stays as typed and is told.

    >>> phone(10000000001.0).text, phone("+86 100-0000-0001").text
    ('10000000001', '10000000001')
    """
    if without_papers(value) != shown(value):
        return Cleaned("", "signup_phone_id")
    digits, lost = _digits(value)
    if lost:
        return Cleaned("", "signup_digits_lost")
    short = re.sub(r"^(?:\+|00)?86(?=1\d{10}$)", "", re.sub(r"[-—()]", "", digits))
    return Cleaned(short) if re.fullmatch(r"1\d{10}", short) else Cleaned(filled(value), "signup_phone")


def _amount(value: Any) -> Cleaned:
    match = _AMOUNT.fullmatch(unicodedata.normalize("NFKC", filled(value)).replace(" ", "").lower())
    return Cleaned(str(int(match[1]))) if match else _unread("只写交来的金额，如 50")


def _rating(value: Any) -> Cleaned:
    match = re.fullmatch(r"(\d{1,4})(?:\.0+)?", filled(value))
    if not match:
        return _unread("只写数字，如 1800")
    return Cleaned(str(int(match[1])) if int(match[1]) else "")


def moment(value: Any) -> Cleaned:
    """A time as 2026-09-22 10:13:00, so that times sort as text; other words stay as they are."""
    match = _MOMENT.fullmatch(filled(value))
    if not match:
        return Cleaned(filled(value))
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
    return Cleaned(f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")


CLEANERS: dict[str, Callable[[Any], Cleaned]] = {
    "姓名": _name,
    "单位": _printed,
    "地区": _printed,
    "组别": _choice,
    "类别": _choice,
    "缴费类别": _choice,
    "性别": _sex,
    "出生年份": _birth,
    "角色": _role,
    "体检": _yes,
    "保险": _yes,
    "用餐": _yes,
    "电话": phone,
    "已缴": _amount,
    "备注": _note,
    "等级分": _rating,
    "提交时间": moment,
}


def clean(field: str, value: Any) -> Cleaned:
    """The value of a field (all but 身份证号, see :func:`identity`)."""
    if is_picture(value):
        return Cleaned("", "signup_picture")
    return CLEANERS.get(field, _words)(value) if filled(value) else Cleaned("")


def identity(value: Any) -> Identity:
    """Birth year, sex and a digest of an ID number of 18 or 15 places (GB 11643).

    Where Excel lost the last digits the year is still right, sex and digest are unknown. A number whose check digit
    is wrong only serves to find the same number again.
    """
    if is_picture(value):
        return Identity(code="signup_picture")
    number, lost = _digits(value)
    number = number.upper()
    if not re.fullmatch(r"\d{15}|\d{17}[\dX]", number):
        return Identity(code="signup_digits_lost" if lost else "signup_id", details={"detail": "应是 18 位"})
    old = len(number) == SAFE_DIGITS
    born = ("19" if old else "") + number[6:12 if old else 14]
    try:
        datetime.date(int(born[:4]), int(born[4:6]), int(born[6:]))
    except ValueError:
        return Identity(code="signup_digits_lost" if lost else "signup_id", details={"detail": "里面的出生日期不存在"})
    checked = old or "10X98765432"[sum(int(d) * w for d, w in zip(number, _WEIGHTS, strict=False)) % 11] == number[-1]
    if lost or (not checked and number.endswith("000")):
        return Identity(birth=born[:4], code="signup_digits_lost")
    digest = hashlib.sha256(number.encode()).hexdigest()[:16]
    if not checked:
        return Identity(digest, code="signup_id", details={"detail": "最后一位校验不对"})
    return Identity(digest, born[:4], "男" if int(number[-1 if old else -2]) % 2 else "女")
