"""Invented people, always the same ones for one seed."""

from __future__ import annotations

import hashlib

SURNAMES = [
    *"赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛范彭鲁韦马苗凤方俞任袁柳",
    *("欧阳", "司马", "诸葛", "上官"),
]
FIRST = list("建国志明文武德海云天立永世家兴国庆春秋东南长广思学")
SECOND = list("华强军平龙虎林峰波涛宁安康健生民成达光辉")
#: Names that try the fonts, the columns and the sorting; all invented.
RARE = ["陆𬭎", "贺堃", "沈喆", "牛犇", "欧阳䶮", "阿迪力·买买提明", "尤㛃", "司马长空"]
LOCAL_TEAMS = ["云阳街道棋社", "丹阳老干部棋社", "开发区棋友会", "吕城棋社", "访仙棋社", "珥陵棋社"]
GUEST_TEAMS = ["南京棋友", "镇江棋院", "常州弈社", "扬州棋协", "泰州棋友", "无锡弈林", "句容棋社", "个人"]


def pick(words: list[str], *what: object) -> str:
    """One of ``words``, chosen by what it is for."""
    number = int(hashlib.sha256("|".join(map(str, what)).encode()).hexdigest(), 16)
    return words[number % len(words)]


def names(count: int, seed: str) -> list[str]:
    """``count`` different invented names; the rare ones are spread over the list."""
    found: list[str] = []
    turn = 0
    while len(found) < count:
        if len(found) % 15 == 7 and len(found) // 15 < len(RARE):
            name = RARE[len(found) // 15]
        else:
            turn += 1
            second = pick(SECOND, seed, turn, "c") if turn % 4 else ""
            name = pick(SURNAMES, seed, turn, "a") + pick(FIRST, seed, turn, "b") + second
        if name not in found:
            found.append(name)
    return found
