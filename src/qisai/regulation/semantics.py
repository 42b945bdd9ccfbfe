"""The treatment table in words, generated for the documentation from what the program runs on."""

from __future__ import annotations

from qisai.regulation import treatment
from qisai.regulation.model import POINT_COLUMNS
from qisai.regulation.settings import SETTINGS, parse

COLUMNS = ["结果", "一方", "得分", "算胜局", "算先后手", "视为相遇", "算缺轮", "对手分"]
_POINTS = {key: column for column, key in POINT_COLUMNS.items()} | {"": "0", "ruling": "裁判所定"}
_OPPONENT = {"全分": "对方全部积分", "最低分": "有分棋手的最低积分", "": "不计"}


def semantics_table() -> list[list[str]]:
    """Header and one row for each outcome and side, under the default settings.

    >>> semantics_table()[1]
    ['红胜', '红', '红胜', '是', '是', '是', '否', '对方全部积分']
    """
    table = treatment.build({setting.key: parse(setting, "") for setting in SETTINGS})
    return [COLUMNS] + [
        [
            outcome.value,
            side,
            _POINTS[rule.points],
            *("是" if flag else "否" for flag in (rule.win, rule.colour, rule.met, rule.missed)),
            _OPPONENT[rule.opponent],
        ]
        for (outcome, side), rule in table.items()
    ]


def semantics_markdown() -> str:
    """The page ``docs/semantics.md``; a test holds the file to it."""
    header, *rows = semantics_table()
    lines = [
        "# 每种结果意味着什么",
        "",
        "一局的结果对积分、名次指标、编排各算什么，只由这一张表决定（`qisai.regulation.treatment`）。"
        "这里按默认设置列出；「规程」表的「轮空算胜局」「弃权胜算胜局」可以改动「算胜局」一列。",
        "",
        "- 得分：「阶段」表里同名一列的分值。0 为不得分。",
        "- 算先后手：计入后手局数、后手胜局和以后编排的先后手平衡。",
        "- 视为相遇：以后不再编排这两人对局。",
        "- 算缺轮：「缺轮处理」所说的少下一轮；迟到加入的，加入之前的各轮也算。",
        "- 对手分：这一局给本方的对手分加上什么。",
        "- 单：只有一位棋手的一行。",
        "",
        "| " + " | ".join(header) + " |",
        "|" + " --- |" * len(header),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
    return "\n".join(lines) + "\n"
