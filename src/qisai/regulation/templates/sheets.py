"""Rule sheets as plain rows, header first: the parts that every template is made of.

Places and rounds are text (``10-16`` typed into a plain cell becomes a date in Excel); write them as text cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qisai.regulation.reader import SHEETS
from qisai.regulation.settings import SETTINGS, allowed

Rows = list[list[object]]

STAGE_COLUMNS: list[object] = [*SHEETS["阶段"][0], *SHEETS["阶段"][1]]
PRIZE_COLUMNS: list[object] = ["奖项", "条件", "名次", "金额", "证书", "每满人数", "组别", "对象", "奖牌", "说明"]
SCHEDULE_COLUMNS: list[object] = ["轮次", "日期", "时间", "说明"]
CHAIN_COLUMNS: list[object] = ["顺序", "指标", "方向", "组别", "方案", "说明"]


def settings_rows(values: Mapping[str, str], quotes: Mapping[str, str]) -> Rows:
    """The 规程 sheet from SETTINGS: 项目, 取值, 默认, 可填, 规程原文, 说明. A blank 取值 asks for a decision."""
    header: list[object] = ["项目", "取值", "默认", "可填", "规程原文", "说明"]
    return [header] + [
        [
            setting.label,
            values.get(setting.key, ""),
            setting.default,
            allowed(setting),
            quotes.get(setting.key, ""),
            "。".join(filter(None, [setting.help, setting.question])),
        ]
        for setting in SETTINGS
    ]


def chain_rows(*labels: str, name: str = "", why: str = "") -> Rows:
    """Rows of the 名次 sheet, without its header, with the usual directions (方向 blank); ``name`` is the 方案."""
    return [[n, label, "", "", name, why] for n, label in enumerate(labels, 1)]


def schedule_rows(days: Mapping[str, Sequence[str]], why: str) -> Rows:
    """The 日程 sheet: the rounds one after another, day -> times of their starts."""
    slots = [(day, time) for day, times in days.items() for time in times]
    return [SCHEDULE_COLUMNS, *([number, day, time, why] for number, (day, time) in enumerate(slots, 1))]
