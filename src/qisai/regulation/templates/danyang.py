"""Danyang 2024: 5-3-2-0, seven rounds, then a knockout of eight beside two more rounds; lucky prizes."""

from __future__ import annotations

from qisai.regulation.templates.sheets import (
    CHAIN_COLUMNS,
    PRIZE_COLUMNS,
    STAGE_COLUMNS,
    Rows,
    chain_rows,
    schedule_rows,
    settings_rows,
)


def danyang() -> dict[str, Rows]:
    """Danyang 2024 as its regulation reads; what the text leaves to the organizers is marked 示例 in 说明.

    ``signature``, ``lower_places`` and ``semifinal`` stay open, so that the check-up asks.
    """
    each = "每方20分钟每步加5秒"
    extra = "附加赛红6分钟加3秒、黑4分钟加3秒，由慢棋后手方选先后手"
    return {
        "规程": settings_rows(_VALUES, _QUOTES),
        "阶段": [
            STAGE_COLUMNS,
            ["积分", "积分编排", "1-7", "全体", 5, 2, 0, 5, 3, 0, 5, 5, "", "", "", each],
            ["淘汰", "单淘汰", "8-10", "前8名", 2, 1, 0, 2, 1, 0, "", 2, "", "慢棋,附加赛", "猜先", f"{each}；{extra}"],
            ["其余", "积分编排", "8-9", "其余", 5, 2, 0, 5, 3, 0, 5, 5, "", "", "", each],
        ],
        "名次": [CHAIN_COLUMNS, *chain_rows("积分", "累进分", "胜局", "犯规", "后手局数", "后手胜局", "前一轮名次")],
        "奖项": [PRIZE_COLUMNS, *_prizes()],
        "日程": schedule_rows(_DAYS, "规程未写，时间为示例"),
    }


_DAYS = {
    "2024-07-20": ("09:00", "10:20", "13:30", "14:50", "16:10"),
    "2024-07-21": ("08:30", "09:50", "13:00", "14:20", "15:40"),
}

_VALUES = {
    "name": "2024年丹阳市第二届全民健身运动会“文旅杯”象棋个人赛暨“奉献杯”象棋公开赛",
    "place": "金陵（丹阳）饭店",
    "book": "《2020年象棋竞赛规则》",
    "cap": "120",
    "fees": "自费=100，赞助=0，协会代付=100",
    "billed": "协会代付",
    "table_seats": "12",
    "table_price": "800",
    "schedule": "按日程表",
    "announced_rounds": "10",
    "late_minutes": "15",
    "fouls_lose": "2",
    "wrong_colours": "编排按原定",
    "playoff_colours": "慢棋后手方选",
    "second_stage_points": "淘汰赛2-1-0，其余不变",
    "fields": "合并一个名次",
    "missed_round": "不列名次",
    "local_count": "参赛人数",
}

_QUOTES = {
    "place": "在金陵（丹阳）饭店（丹阳市云阳路1号）举行。",
    "book": "执行中国象棋协会审定的《2020年象棋竞赛规则》。",
    "cap": "报名人数限120人，额满截止。",
    "fees": "缴纳赛事服务费100元，收到费用视为报名成功，未交报名费者不予编排。／奉献赞助者参赛免收报名费。",
    "billed": "丹阳籍棋手报名费由丹阳棋协统一支付",
    "table_seats": "组委会统一免费提供7月21日午餐（团餐，每桌12人，800元标准）",
    "schedule": "一、比赛赛程：。",
    "announced_rounds": "比赛共十轮，前七轮采用积分编排制决出前八名……前八名以后选手继续按原赛制比赛，"
    "决出第9名及往后名次。继续进行余下2轮比赛。",
    "late_minutes": "迟到15分钟按弃权处理",
    "fouls_lose": "违反行棋规则第一次判犯规，第二次判负",
    "signature": "负方及和棋双方签字，双方均未签字者按“双弃”处理。",
    "wrong_colours": "超过3分钟提出，裁判不予受理，比赛结果有效，不影响以后轮次编排。",
    "second_stage_points": "记分采用胜者得2分，和棋各得1分，负者得0分。",
    "fields": "“文旅杯”象棋个人赛暨“奉献杯”象棋公开赛",
    "semifinal": "进入淘汰对阵为1-8、2-7、3-6、4-5",
    "lower_places": "前八名从第八轮开始进入淘汰赛决出最终名次（8进4、4进2、2进1）",
    "missed_round": "幸运奖：……各100元(少下一轮不参于排名)",
    "local_count": "奖励标准视报名人数赛前公布。／奖励标准视参赛人数赛前公布。",
}


def _prizes() -> Rows:
    money = {"1": 3000, "2": 1500, "3": 900, "4": 700, "5": 600, "6": 500, "7": 400, "8": 300, "9": 300,
             "10-16": 200, "17-24": 150}  # fmt: skip
    lucky = "25,29,35,39,45,49,55,59,65,69,75,79,85,89,95,99,105,109"
    return [
        *(["名次奖", "", places, amount, "是", "", "", "", "", ""] for places, amount in money.items()),
        ["幸运奖", "", lucky, 100, "是", "", "", "", "", ""],
        ["丹阳籍奖", "地区=丹阳", "1-8", 100, "否", 5, "", "", "", "规程只说赛前公布；数目为示例"],
    ]
