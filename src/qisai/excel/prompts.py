"""What 赛事.xlsx says while somebody types: a short prompt for each column, and drop-downs where words are fixed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from qisai.regulation.setting import Setting
from qisai.regulation.settings import BY_LABEL, allowed
from qisai.vocabulary import Happening, plain

LAST_ROW = 701  # drop-downs and prompts reach down to here, for 600 players and more
LONGEST = 255  # what Excel takes as a prompt or as the words of a drop-down
YES_NO = "是,否"
_ANY_GROUP = "空着为全部组别；分组的要写得与「报名」「阶段」表完全一样。"
_POINTS = "这一项得几分，如 2、0.5、1/2。"


@dataclass(frozen=True)
class Hint:
    """What shows beside a cell of a column: a prompt, and the words to choose from ("" for any)."""

    prompt: str
    words: str = ""


HINTS: dict[str, dict[str, Hint]] = {
    "报名": {
        "序号": Hint("每人一个不重复的号，定了就不改，抽签以后也不能换人。"),
        "姓名": Hint("一行一个人，写全名。"),
        "性别": Hint("填男或女，不知道就空着。", "男,女"),
        "出生年份": Hint("填年份或日期，如 2012 或 2012-03-05；不知道就空着。奖项或参赛条件按年龄时要填。"),
        "单位": Hint("代表队或单位的名称，同一个队要写得一样；个人参赛的写「个人」或空着。"),
        "地区": Hint("评地方奖、按地区定参赛条件时用，要写得与条件里一样。"),
        "组别": Hint("与「阶段」表的组别写得完全一样；不分组就空着。"),
        "角色": Hint("空着就是选手。领队、教练不编排；陪打只为凑成双数，不缴费、不列名次、不领奖。", "选手,领队,教练,陪打"),
        "类别": Hint("评单项奖时用，如 老年、少年，要写得与奖项的条件一样。"),
        "电话": Hint("只给工作人员联系用，不会印在任何公开的表和图上。"),
        "缴费类别": Hint("与「规程」表的缴费类别写得一样；空着按第一类。"),
        "应缴": Hint("整数元。空着按缴费类别的标准，只有与标准不同的人才填。"),
        "已缴": Hint("实际收到的整数元；没缴就空着。"),
        "退费": Hint("退给他的整数元，写在当初缴费的那一行。实收 = 已缴 − 退费；不够应缴的不再占名额。"),
        "缴费顺序": Hint("有人数上限时，按到账先后填 1、2、3…，不重复。"),
        "收款人": Hint("钱是谁收的；同一个人要写得一样，收款表按他合计。"),
        "报到": Hint("到场填「是」；抽签只抽已报到的人。", YES_NO),
        "体检": Hint("交了体检证明填「是」。", YES_NO),
        "保险": Hint("交了人身意外保险填「是」。", YES_NO),
        "用餐": Hint("用餐填「是」。全列空着时，按有名额或已报到的人数算。", YES_NO),
        "等级分": Hint("整数；没有就空着。"),
        "团体队员": Hint("只由点名的人替队里计分时，给他们填「是」，抽签以后不再改；不点名就全部空着。", "是"),
        "回避组": Hint("不宜相遇的人（一家人、同一个教练的学生）填同一个词；没有就空着。怎样回避见「规程」表的「回避组」。"),
        "备注": Hint("写给自己看的，程序不用。"),
    },
    "变动": {
        "轮次": Hint("从哪一轮起，填轮次的数字；要在那一轮公布之前填。"),
        "编号": Hint("抽签得到的编号；还没有编号的（迟到加入）填「序号」那一列。停用台、启用台空着。"),
        "变动": Hint("从列表里选。缺席本轮只这一轮；退赛以后不再编排，直到复赛。停用台从那一轮起不坐人，直到启用台。",
                  ",".join(happening.value for happening in Happening)),
        "序号": Hint("报名表的序号；只有还没有编号的人要填。"),
        "对方或台号": Hint("锁定对阵、禁止对阵填对方的编号，固定台、停用台、启用台填台号，加赛名次填加赛的先后；其他的空着。"),
        "理由": Hint("一句话写明原因，会印在记录里。"),
    },
    "人员": {
        "职务": Hint("如 裁判长、编排长、裁判员、组委会主任。"),
        "姓名": Hint("一行一个人。"),
        "单位": Hint("可以空着；报名表里已有的领队、教练写得一样，用餐就不会数两次。"),
        "用餐": Hint("用餐填「是」。", YES_NO),
        "备注": Hint("写给自己看的，程序不用。"),
    },
    "奖项": {
        "奖项": Hint("奖的名称；同名的几行是同一个奖。"),
        "条件": Hint("如 性别=女、年龄<=12，都要满足；空着为全体。可用地区、性别、类别、单位、组别、年龄、出生年份、等级分。"),
        "名次": Hint("如 1、10-16、25,29,35，也可写 前1/3、26起尾数5、9、抽10名；有条件的是合条件的人里的名次。"),
        "金额": Hint("每个名次的整数元；没有奖金填 0。"),
        "证书": Hint("发证书填「是」。", YES_NO),
        "每满人数": Hint("每满多少人设一名，空着为不限。"),
        "组别": Hint(_ANY_GROUP),
        "对象": Hint("个人奖还是团体奖；空着为个人。", "个人,团体"),
        "奖牌": Hint("发奖牌填「是」。", YES_NO),
        "并列": Hint("名次并列时这个奖怎样分；空着按「规程」表的并列奖金。", "不平分,平分,Hort"),
    },
    "日程": {
        "轮次": Hint("第几轮的数字；报到、午餐等写名称。"),
        "日期": Hint("如 2024-07-20。"),
        "时间": Hint("开始的时间，如 09:00。"),
    },
    "阶段": {
        "阶段": Hint("阶段的名称，公布以后不改。"),
        "赛制": Hint("从列表里选。", "积分编排,单淘汰,单循环,双循环"),
        "轮次": Hint("如 1-7 或 8。"),
        "参加者": Hint("全体、前8名（前几名）或其余。"),
        **{f"{side}{result}": Hint(_POINTS) for side in "红黑" for result in "胜和负"},
        "轮空": Hint("轮空的人得几分；空着同胜局，循环赛空着为不得分。"),
        "弃权胜": Hint("对方弃权得几分；空着同胜局。"),
        "请假": Hint("事先请假的一轮得几分；空着为 0。"),
        "弃权负": Hint("弃权的一方得几分；空着为 0。"),
        "双弃": Hint("双方弃权各得几分；空着为 0。"),
        "组别": Hint("分组比赛的写组别的名称，不分组空着。"),
        "加赛顺序": Hint("淘汰赛一对依次下什么，如 慢棋,快棋,附加赛；积分编排空着。"),
        "先后手": Hint("淘汰赛怎样定先后手，如 抽签、猜先；只印在规则里。"),
        "用时": Hint("照规程抄，如 每方20分钟每步加5秒；印在规则里。"),
    },
    "名次": {
        "顺序": Hint("先比哪一个：1、2、3…，1 是积分。"),
        "指标": Hint("如 积分、对手分、累进分、胜局、后手胜局、直胜；全部可填的在说明文档「名次指标」里，填错了 check 会列出。"),
        "方向": Hint("空着按这个指标的惯例。", "高者列前,低者列前"),
        "组别": Hint(_ANY_GROUP),
        "方案": Hint("规程里有几套名次算法时写方案的名称，只有一套就空着。"),
    },
    "犯规": {
        "轮次": Hint("第几轮的数字。"),
        "编号": Hint("犯规棋手的编号。"),
        "条款": Hint("规则第几条，或一句话。"),
        "时间": Hint("如 10:35。"),
    },
}  # fmt: skip


def add_hints(sheet: Worksheet, name: str, rows: Sequence[Sequence[object]]) -> None:
    """Prompts and drop-downs for a sheet of 赛事.xlsx, whose header is the first of ``rows``; below what is filled too."""
    last = max(len(rows), LAST_ROW)
    for index, column in enumerate(map(str, rows[0]), start=1):
        if hint := HINTS.get(name, {}).get(column):
            add_rule(sheet, f"{get_column_letter(index)}2:{get_column_letter(index)}{last}", column, hint)
    if name == "规程":
        for number, setting in _settings(rows):
            add_rule(sheet, f"{get_column_letter(_value_column(rows))}{number}", setting.label, setting_hint(setting))


def _settings(rows: Sequence[Sequence[object]]) -> Iterator[tuple[int, Setting]]:
    for number, row in enumerate(rows[1:], start=2):
        if setting := BY_LABEL.get(plain(row[0])):
            yield number, setting


def _value_column(rows: Sequence[Sequence[object]]) -> int:
    return [str(value) for value in rows[0]].index("取值") + 1


def setting_hint(setting: Setting) -> Hint:
    """What may be typed into 取值 of one row of 规程, from the table of settings."""
    words = YES_NO if setting.kind == "yes" else ",".join(setting.choices)
    may = "" if words or setting.kind == "text" else f"可填：{allowed(setting)}。"
    default = f"空着按：{setting.default}。" if setting.default else "可以空着。"
    about = f"{setting.help}。" if setting.help else ""
    return Hint(f"{about}{may}{default}", words)


def add_rule(sheet: Worksheet, area: str, title: str, hint: Hint, strict: bool = True) -> None:
    """One validation of an area, e.g. ``H2:H701``; words are offered and never forced (a warning where ``strict``)."""
    rule = DataValidation(allow_blank=True, showInputMessage=bool(hint.prompt), showErrorMessage=strict and bool(hint.words))
    if hint.words:
        rule.type, rule.formula1 = "list", f'"{hint.words}"'
        rule.errorStyle = "warning"
        rule.error, rule.errorTitle = f"通常填：{hint.words}"[:LONGEST], "请核对"
    if hint.prompt:
        rule.promptTitle, rule.prompt = title, hint.prompt
    rule.add(area)
    sheet.add_data_validation(rule)
