"""Small events after the rule book: seven rounds, 2-1-0, no prizes, no schedule."""

from __future__ import annotations

from qisai.regulation.templates.sheets import (
    CHAIN_COLUMNS,
    PRIZE_COLUMNS,
    SCHEDULE_COLUMNS,
    STAGE_COLUMNS,
    Rows,
    chain_rows,
    settings_rows,
)


def option_1() -> dict[str, Rows]:
    """2020 rules 14.3.1: 对手分 after the points, then backwards by the standing one round earlier."""
    return _event("对手分", "胜局", "犯规", "后手局数", "前一轮名次")


def option_2() -> dict[str, Rows]:
    """2020 rules 14.3.2: 累进分 after the points, at last with the first rounds dropped one by one."""
    return _event("累进分", "胜局", "犯规", "后手局数", "累进分逐轮递减")


def _event(*chain: str) -> dict[str, Rows]:
    return {
        "规程": settings_rows({}, {}),
        "阶段": [STAGE_COLUMNS, ["积分", "积分编排", "1-7", "全体", 2, 1, 0, 2, 1, 0, 2, 2, "", "", "", ""]],
        "名次": [CHAIN_COLUMNS, *chain_rows("积分", *chain)],
        "奖项": [PRIZE_COLUMNS],
        "日程": [SCHEDULE_COLUMNS],
    }


def round_robin() -> dict[str, Rows]:
    """2020 rules 14.1, a single round robin of seven or eight; 轮空 is blank, for everybody rests once in an odd field."""
    made = _event("小分", "胜局", "直胜", "犯规", "后手局数")
    made["阶段"][1] = ["循环", "单循环", "1-7", "全体", 2, 1, 0, 2, 1, 0, "", 2, "", "", "", ""]
    return made
