"""The field's terms, once: what the organizer types and reads (Chinese), what the code says (English).

先手 is red, 后手 is black; 编号 is the number drawn by lot; 序号 is the player's id in the sign-up sheet.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

RED = "红"
BLACK = "黑"


class Outcome(StrEnum):
    """What became of one line of a round; closed, and each member has one row in the treatment table."""

    RED_WIN = "红胜"
    BLACK_WIN = "黑胜"
    DRAW = "和"
    RED_FORFEIT = "红弃"
    BLACK_FORFEIT = "黑弃"
    DOUBLE_FORFEIT = "双弃"
    UNSIGNED = "双弃未签"
    DOUBLE_LOSS = "双负"
    BYE = "轮空"
    EXCUSED = "请假"
    ABSENT = "缺席"
    LATE = "未加入"
    RULED = "裁定"
    PENDING = "未报"


#: What may be typed into 结果, after :func:`plain`: digits for speed, words, and scores seen from red.
RESULT_WORDS: dict[str, Outcome] = {
    "1": Outcome.RED_WIN,
    "2": Outcome.BLACK_WIN,
    "3": Outcome.DRAW,
    "4": Outcome.RED_FORFEIT,
    "5": Outcome.BLACK_FORFEIT,
    "6": Outcome.DOUBLE_FORFEIT,
    "红": Outcome.RED_WIN,
    "黑": Outcome.BLACK_WIN,
    **dict.fromkeys(("先胜", "黑负", "后负", "红方胜", "黑方负", "先手胜", "后手负"), Outcome.RED_WIN),
    **dict.fromkeys(("红负", "先负", "后胜", "黑方胜", "红方负", "后手胜", "先手负"), Outcome.BLACK_WIN),
    **dict.fromkeys(("和棋", "和局", "平", "平局", "红和", "黑和", "先和", "后和"), Outcome.DRAW),
    "红方弃权": Outcome.RED_FORFEIT,
    "黑方弃权": Outcome.BLACK_FORFEIT,
    "双方弃权": Outcome.DOUBLE_FORFEIT,
    "未签": Outcome.UNSIGNED,
    "1-0": Outcome.RED_WIN,
    "2-0": Outcome.RED_WIN,
    "0-1": Outcome.BLACK_WIN,
    "0-2": Outcome.BLACK_WIN,
    "1-1": Outcome.DRAW,
    "0.5-0.5": Outcome.DRAW,
    "1/2-1/2": Outcome.DRAW,
    **{outcome.value: outcome for outcome in Outcome if outcome is not Outcome.PENDING},
}

#: In the ``relaxed`` of a publication: the round was paired elsewhere and follows other rules than ours.
ELSEWHERE = "外部编排"

#: Outcomes of a line with one player; they are written by the program, never typed.
ALONE = frozenset({Outcome.BYE, Outcome.EXCUSED, Outcome.ABSENT, Outcome.LATE})


class Happening(StrEnum):
    """What the 变动 sheet can say of a player or a table."""

    ABSENT_ROUND = "缺席本轮"
    WITHDRAWN = "退赛"
    RETURN = "复赛"
    LATE_ENTRY = "迟到加入"
    DISQUALIFIED = "取消资格"
    FORCED_BYE = "指定轮空"
    LOCKED = "锁定对阵"
    BARRED = "禁止对阵"
    FIXED_TABLE = "固定台"
    TABLE_CLOSED = "停用台"
    TABLE_OPEN = "启用台"
    PLAYOFF = "加赛名次"


#: What may be typed into 性别, after :func:`plain` and in capitals.
SEXES = {"男": "男", "男性": "男", "男子": "男", "M": "男", "MALE": "男",
         "女": "女", "女性": "女", "女子": "女", "F": "女", "FEMALE": "女"}  # fmt: skip

_SPACES = dict.fromkeys((0xAD, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2065)), None)


def text(value: object) -> str:
    """A cell as text: no zero-width characters, no outer blanks, whole floats without their ``.0``.

    >>> text(13.0), text(" 李四\u3000"), text(None)
    ('13', '李四', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "是" if value else "否"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).translate(_SPACES).strip()


def plain(value: object) -> str:
    """Text in one form for comparing: full-width digits and marks made narrow, all blanks removed.

    >>> plain("１：０"), plain("李　四")
    ('1-0', '李四')
    """
    folded = unicodedata.normalize("NFKC", text(value))
    return "".join(folded.split()).replace(":", "-").replace("–", "-").replace("—", "-")


def width(value: object) -> int:
    """Columns that a text takes in a fixed-width cell: two for East Asian wide characters, else one."""
    return sum(2 if unicodedata.east_asian_width(c) in "WFA" else 1 for c in str(value))


# --- The organizer's sheets: columns by name; the first tuple must be there, the second may be. -------------
EVENT_FILE = "赛事.xlsx"
NUMBERS_FILE = "编号.xlsx"
JOURNAL_FILE = "journal.jsonl"
SIGN_UPS_FOLDER = "报名导入"
NEWCOMERS_FILE = "新增报名.xlsx"

ROSTER_SHEET = "报名"
ROSTER = (
    ("序号", "姓名"),
    ("性别", "出生年份", "单位", "地区", "组别", "角色", "类别", "电话", "缴费类别", "应缴", "已缴", "退费",
     "缴费顺序", "收款人", "报到", "体检", "保险", "用餐", "等级分", "团体队员", "回避组", "备注"),
)  # fmt: skip
OFFICIALS_SHEET = "人员"
OFFICIALS = (("职务", "姓名"), ("单位", "用餐", "备注"))
CHANGES_SHEET = "变动"
CHANGES = (("轮次", "编号", "变动"), ("序号", "对方或台号", "理由"))
FOULS_SHEET = "犯规"
FOULS = (("轮次", "编号"), ("条款", "时间", "裁判员", "备注"))

NUMBERS_SHEET = "编号"
NUMBERS = (("编号", "序号", "姓名", "单位"), ())

GAMES_SHEET = "对局"
SWISS_GAMES = (
    ("台号", "红方编号", "红方", "黑方编号", "黑方", "结果"),
    ("红犯规", "黑犯规", "实际红方", "签字", "备注", "更正理由"),
)
KNOCKOUT_GAMES = (
    ("台号", "局", "甲方编号", "甲方", "乙方编号", "乙方", "红方编号", "结果"),
    ("红犯规", "黑犯规", "签字", "备注", "更正理由"),
)
SECOND_SHEET = "复核"
SECOND_ENTRY = (("台号", "结果"), ("红方编号", "黑方编号"))
SIGNATURES = ("双方", "红方", "黑方", "未签", "未交")
