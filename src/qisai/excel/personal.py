"""What people type of themselves at the sign-up: name, sex, birth, telephone; checked where it stands."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Collection, Sequence

from openpyxl.utils.datetime import to_excel

from qisai.private import LONG_NUMBER, masked
from qisai.problems import Problem
from qisai.sheets import Row
from qisai.vocabulary import SEXES, plain, text

PRINTED = ("序号", "姓名", "单位", "地区", "组别", "类别")  # what stands on lists that are posted
FIRST_YEAR = 1900
SERIAL_YEAR = 1905  # a year typed into a cell that shows dates becomes the day of that number, in this year
_BIRTH = re.compile(
    r"(?P<year>\d{4})(?:年|年?生)?|(?P<y>\d{4})[-./年](?P<m>\d{1,2})(?:[-./月](?P<d>\d{1,2}))?[月日号]?生?"
    r"|(?P<Y>\d{4})(?P<M>\d{2})(?P<D>\d{2})"
)
_DITTO = re.compile("(?:同|如)[上前](?:行|一行|面|格)?|[〃\"'′”“’‘`]{1,4}")
_NONE = {"无", "没有", "暂无", "无单位", "没有单位", "个人", "-", "--", "/", "\\", "无队", "散人"}
_TWO_NAMES = re.compile(r"[、,，;；/／\\|｜&＆+＋\r\n\t]+")
_HANZI = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")


def read_name(row: Row, column: str, problems: list[Problem]) -> str:
    """A name without the line breaks and tabs that come with copied cells; "" is a fault too."""
    typed = row.text(column)
    name = one_line(typed)
    if not name:
        problems.append(row.problem("name_missing", column))
    elif plain(name).replace(".", "").isdecimal():
        problems.append(row.problem("name_bad", column, detail="只有数字"))
    elif any(unicodedata.category(sign) in ("Cc", "Co", "Cn") or sign == "\ufffd" for sign in name):
        problems.append(row.problem("name_bad", column, detail="里有看不见的控制符或乱码"))
    elif _DITTO.fullmatch(plain(name)):
        problems.append(row.problem("ditto", column))
    elif not tell_number(row, column, problems) and _two(typed):
        problems.append(row.problem("name_odd", column))
    return name


def tell_number(row: Row, column: str, problems: list[Problem]) -> bool:
    """Whether there is a telephone or a number of papers in what will be printed; it is a fault."""
    if not LONG_NUMBER.search(row.text(column)):
        return False
    problems.append(row.problem("number_inside", column))
    return True


def check_group_and_team(row: Row, no_team: Collection[str], problems: list[Problem]) -> None:
    """Words in 单位, 地区, 组别 and 类别 that are none: a number, 同上; and a 单位 such as 无 that would be a team.

    ``no_team``: what the rules do not take for a team, as :func:`plain`.
    """
    for column in ("单位", "地区", "组别", "类别"):
        if not tell_number(row, column, problems) and _DITTO.fullmatch(plain(row.text(column))):
            problems.append(row.problem("ditto", column))
    if (team := plain(row.text("单位"))) in _NONE and team not in no_team:
        problems.append(row.problem("team_none", "单位"))


def numbers_hidden(problem: Problem) -> Problem:
    """A problem that shows nobody's number whole where it stands among words."""
    value = hide_numbers(problem.value) if problem.details.get("column") in PRINTED else problem.value
    details = {name: hide_numbers(words) if isinstance(words, str) else words for name, words in problem.details.items()}
    return Problem(problem.code, problem.file, problem.sheet, problem.cell, value, details)


def hide_numbers(words: str) -> str:
    """Words in which of every long number only the ends show.

    >>> hide_numbers("张三 10000000001")
    '张三 100…01'
    """
    return LONG_NUMBER.sub(lambda number: masked(number[0]), words)


def one_line(typed: str) -> str:
    return re.sub(r"\s*[\r\n\t]\s*", "", typed)


def _two(typed: str) -> bool:
    """Two names in one cell: parted by a mark or a line break, each of two Hanzi or more."""
    parts = [part for part in _TWO_NAMES.split(typed) if part.strip()]
    return len(parts) > 1 and all(len(_HANZI.findall(part)) > 1 for part in parts)


def read_sex(row: Row, column: str, problems: list[Problem]) -> str:
    """男 or 女, as the program writes it; "" where the cell is blank."""
    typed = plain(row.text(column)).upper()
    if typed and typed not in SEXES:
        problems.append(row.problem("word_unknown", column, allowed="男、女"))
    return SEXES.get(typed, "")


def read_birth(row: Row, column: str, year: int | None, problems: list[Problem]) -> str:
    """The year or date of birth as typed, in narrow digits; a day of Excel and eight digits as 2015-03-02, a year that
    Excel shows as a day as the year again.

    ``year`` is that of the event, None where 日程 has no date.
    """
    value = row.values.get(column)
    if isinstance(value, datetime.datetime | datetime.date):
        serial = value.year == SERIAL_YEAR
        born = str(int(to_excel(value))) if serial else value.strftime("%Y-%m-%d")
        fault = _wrong_year(int(born) if serial else value.year, year)
    else:
        born = unicodedata.normalize("NFKC", row.text(column)).replace(" ", "")
        fault = _wrong_birth(born, year) if born else ""
        if re.fullmatch(r"\d{8}", born):
            born = f"{born[:4]}-{born[4:6]}-{born[6:]}"
    if fault:
        problems.append(row.problem("birth_bad", column, detail=fault))
        return ""
    return born


def _wrong_birth(born: str, year: int | None) -> str:
    """What is wrong with a text; "" where it is a year or a date, of which the day may be left out."""
    match = _BIRTH.fullmatch(born)
    if not match:
        return "看不懂"
    of_date = [match[name] for name in ("y", "m", "d")] if match["y"] else [match[name] for name in "YMD"]
    first = int(match["year"] or of_date[0])
    if not match["year"]:
        try:
            datetime.date(first, int(of_date[1]), int(of_date[2] or 1))
        except ValueError:
            return "没有这一天"
    return _wrong_year(first, year)


def _wrong_year(born: int, year: int | None) -> str:
    if born < FIRST_YEAR or born > (year or 2099):
        return f"是 {born} 年，应在 {FIRST_YEAR} 年以后" + (f"、{year} 年以前" if year else "")
    return ""


def read_phone(row: Row, column: str, problems: list[Problem]) -> str:
    """The telephone in narrow digits, whole though Excel shows 1.38E+10; words (同上, 无) are let through.

    A number that cannot be right is a warning, which shows only the ends of it.
    """
    typed = re.sub(r"\s*[\r\n\t]\s*", "、", unicodedata.normalize("NFKC", row.text(column)))
    phone = _whole_number(typed)
    detail = next((fault for part in re.split("[、,;/]|和|或", phone) if (fault := _odd(part))), "")
    if detail:
        found = row.problem("phone_odd", column, detail=detail)
        problems.append(Problem(found.code, found.file, found.sheet, found.cell, masked(phone), found.details))
    return phone


def _whole_number(typed: str) -> str:
    """``10000000001.0`` and ``1.0000001E+10`` written out; other texts as they are."""
    if re.fullmatch(r"\d+\.0+", typed):
        return typed.partition(".")[0]
    if match := re.fullmatch(r"(\d)\.?(\d*)[Ee]\+?(\d{1,2})", typed):
        digits, length = match[1] + match[2], int(match[3]) + 1
        return digits.ljust(length, "0") if len(digits) <= length and len(digits) > 6 else typed
    return typed


def _odd(part: str) -> str:
    """What is wrong with one number; "" where it may be right, or is words."""
    if _HANZI.search(re.sub("[转分机]", "", part)):
        return ""
    digits = re.sub(r"[-().\s#转分机*]", "", part).removeprefix("+86")
    digits = re.sub("^00?86(?=1)", "", digits)
    if re.search("[A-Za-z]", digits):
        return "里有字母，可能被 Excel 改短了" if re.fullmatch(r"[\d.]+[Ee]\+?\d+", part.strip()) else "里有字母"
    if not digits or re.fullmatch(r"1\d{10}|0\d{9,16}|[2-9]\d{6,7}(\d{1,5})?|\+\d{7,15}", digits):
        return ""
    return f"有 {len(digits)} 位，手机号应是 11 位"


def same_phones(rows: Sequence[tuple[Row, str]], problems: list[Problem]) -> None:
    """Two rows with one telephone; of more than two (a leader who gives his own for the team) only the namesakes.

    ``rows``: each with the telephone as :func:`read_phone` gives it.
    """
    groups: dict[str, list[Row]] = {}
    for row, phone in rows:
        key = re.sub(r"\D", "", phone)
        if len(key) > 6:
            groups.setdefault(key[-11:], []).append(row)
    for own in groups.values():
        for place, row in enumerate(own[1:], start=1):
            near = [other for other in own[:place] if len(own) == 2 or _name(other) == _name(row)]
            if near:
                found = row.problem("same_phone", "电话", other=near[0].at("电话"), name=text(near[0].text("姓名")))
                problems.append(Problem(found.code, found.file, found.sheet, found.cell, masked(found.value), found.details))


def _name(row: Row) -> str:
    return plain(row.text("姓名"))
