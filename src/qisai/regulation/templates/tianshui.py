"""Tianshui 2024: six rounds, then a knockout of eight beside three more rounds; teams by the sum of ranks."""

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


def tianshui() -> dict[str, Rows]:
    """Tianshui 2024 as its regulation and its supplement read; what they leave open is marked 示例 in 说明.

    ``team_count``, ``slots``, ``recorded_boards``, ``chain`` and others stay open, so that the check-up asks.
    """
    slow = "每方25分钟每步加5秒"
    ties = "慢棋每方20分钟每步加5秒；快棋每方10分钟每步加3秒；附加赛红6分钟加3秒、黑4分钟加3秒"
    return {
        "规程": settings_rows(_VALUES, _QUOTES),
        "阶段": [
            STAGE_COLUMNS,
            ["积分", "积分编排", "1-6", "全体", 2, 1, 0, 2, 1, 0, 2, 2, "", "", "", slow],
            ["淘汰", "单淘汰", "7-9", "前8名", 2, 1, 0, 2, 1, 0, "", 2, "", "慢棋,快棋,附加赛", "抽签", ties],
            ["其余", "积分编排", "7-9", "其余", 2, 1, 0, 2, 1, 0, 2, 2, "", "", "", slow],
        ],
        "名次": [
            CHAIN_COLUMNS,
            *chain_rows("积分", "对手分", "犯规", "后手局数", "后手胜局", "上轮积分", name="正文", why="竞赛规程六"),
            *chain_rows("积分", "累进分", "胜局", "犯规", "后手局数", "后手胜局", "累进分逐轮递减", name="补充细则",
                        why="补充细则 4"),
        ],
        "奖项": [PRIZE_COLUMNS, *_prizes()],
        "日程": schedule_rows(_DAYS, "规程只写 2 月 15 日至 17 日，时间为示例"),
    }  # fmt: skip


_DAYS = {
    "2024-02-15": ("15:30", "17:00"),
    "2024-02-16": ("08:30", "10:00", "14:00", "15:30"),
    "2024-02-17": ("08:30", "10:00", "13:30"),
}

_VALUES = {
    "name": "第九届全国象棋业余棋王赛甘肃省天水市预选赛暨2024年天水市“迎新春”象棋锦标赛",
    "place": "金龙大酒店十楼会议室",
    "book": "《象棋竞赛规则》2020版",
    "fees": "个人=50，代表队=200",
    "team_classes": "代表队",
    "papers": "缺的不编排",
    "schedule": "按日程表",
    "clock": "按阶段表",
    "teams": "个人名次之和",
    "obliged": "秦州区，麦积区，清水县，秦安县，甘谷县，武山县，张家川县",
    "avoid_rounds": "1",
    "announced_rounds": "9",
    "missed_out": "2",
    "late_minutes": "10",
    "second_stage_points": "全部2-1-0",
    "fields": "合并一个名次",
    "missed_round": "不处理",
    "qualifies_for": "第九届全国象棋业余棋王赛甘肃省赛区",
}

_QUOTES = {
    "place": "地点:金龙大酒店十楼会议室。",
    "book": "执行中国象棋协会最新审定的《中国象棋竞赛规则》2020版。",
    "fees": "各代表队需交纳赛事服务费200元，个人选手须缴纳赛事服务费50元。",
    "papers": "参赛运动员必须经县级以上医院(含)检查证明身体健康……所有参赛运动员须提前自行办理人身意外伤害保险",
    "schedule": "时间：2024年2月15日至17日……下午2:30,准时到赛场参加开幕式。",
    "clock": "各组别均为每方棋手基本用时25分钟，每走一步加5秒，超时判负。",
    "teams": "团体成绩以个人名次之和计算。",
    "team_count": "团体成绩以个人名次之和计算。",
    "obliged": "天水市五县两区须组队参加",
    "avoid_rounds": "第一轮比赛同队队员回避，其余轮次不回避。",
    "announced_rounds": "第一阶段：采用积分编排，进行6轮比赛……9名以后的棋手继续采用积分编排进行3轮比赛。",
    "missed_out": "连续两轮不到者，视为整个比赛放弃，不再编排下一轮。",
    "late_minutes": "棋手超过10分钟未到场就坐者，当轮次按弃权处理",
    "fouls_lose": "违反行棋规则判负。／不得擅自停钟，否则计犯规一次。",
    "recorded_boards": "电脑录谱：比赛前几台胜方棋手录谱",
    "playoff_colours": "附加赛：红方6分钟，黑方4分钟，每走一步加3秒，和棋黑胜",
    "chain": "正文：个人成绩按积分、对手分、犯规次数、后手局数、后手胜局、上轮积分等计算。／"
    "补充细则：依次按照积分、累进分、胜局数、犯规次数、后手局数、后手胜局数、逐轮递减排名。",
    "semifinal": "淘汰赛第一轮按照第一阶段比赛名次1-8,2-7,3-6,4-5,抽签决定先后手。",
    "lower_places": "前8名的棋手进行单淘汰赛，最终排出前8名的名次。",
    "second_stage_points": "胜一局2分，和1分，负0分",
    "qualifies_for": "第九届全国象棋业余棋王赛甘肃省天水市预选赛",
    "slots": "第九届全国象棋业余棋王赛甘肃省天水市预选赛",
}


CERTIFIED = ("1", "2", "3", "4", "5-6", "7-8")


def _prizes() -> Rows:
    own = {"1": 3000, "2": 1500, "3": 800, "4": 500, "5-6": 400, "7-8": 300, "9-12": 200, "13-16": 150}
    teams = {"1": 1200, "2": 800, "3": 600}
    rows: Rows = [["名次奖", "", places, yuan, "是" if places in CERTIFIED else "否"] for places, yuan in own.items()]
    return rows + [["团体奖", "", place, yuan, "否", "", "", "团体", "是"] for place, yuan in teams.items()]
