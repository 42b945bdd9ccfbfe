"""Settings of the play: pairing, colours, and what outcomes are worth."""

from __future__ import annotations

from qisai.regulation.setting import Setting

PLAY: tuple[Setting, ...] = (
    Setting(
        "announced_rounds", "规程所写轮数", "number", "0", "规程正文写的总轮数，用来核对阶段表；0 为没写",
        question="规程写的总轮数与各阶段的轮数要一致",
    ),
    Setting(
        "missed_out", "连续弃权出局", "number", "0", "连续几轮不到就不再编排；0 为不设。事先请假（缺席本轮）的不算",
        rule="连续 {value} 轮弃权的视为退出，下一轮起不再编排（请假的不算）",
    ),
    Setting("missed_total", "累计弃权出局", "number", "0", "一共几轮不到就不再编排；0 为不设。事先请假的不算",
            rule="累计 {value} 轮弃权的不再编排（请假的不算）"),
    Setting("late_minutes", "迟到判负分钟", "number", "15", "", rule="迟到 {value} 分钟按弃权"),
    Setting("fouls_lose", "犯规判负次数", "number", "2", "同一局内", rule="同一局犯规 {value} 次判负"),
    Setting(
        "signature", "签字", "choice", "负方（和棋双方）签字", "成绩单上谁要签字", ("负方（和棋双方）签字", "双方签字", "不要求"),
        question="规程只说双方均未签字按双弃，没有说缺一方签字怎么办",
        others="缺一方签字也按双弃；缺签的一方判负",
        rule="成绩单{value}；双方都未签字的，由裁判确认后按双弃",
    ),
    Setting(
        "recorded_boards", "录谱台数", "number", "0", "每轮前几台的胜方交棋谱；印在成绩单上", rule="前 {value} 台胜方录谱",
        question="规程要前几台胜方录谱，没有写几台", when="records",
    ),
    Setting(
        "first_round", "首轮编排", "choice", "相邻",
        "相邻：1-2、4-3、5-6、8-7…；对折（拦腰）：20 人时 1 对 11、2 对 12…；首尾：20 人时 1 对 20、2 对 19…；"
        "抽签：对手按抽签种子随机",
        ("相邻", "对折", "首尾", "抽签"), rule="首轮{first}，单数时编号最大者轮空", when="matched",
    ),
    Setting(
        "first_colours", "首轮先后手", "choice", "单数台小号先",
        "单数台小号先：单数台编号小的先走，双数台编号大的先走；单数号先：单号对双号时单号先走，否则小号先走；抽签：按抽签种子",
        ("单数台小号先", "小号先", "大号先", "单数号先", "抽签"), rule="首轮先后手：{first_colours}", when="first_colours",
    ),
    Setting(
        "group_order", "同分组内次序", "choice", "对折", "同分棋手按编号排队后怎样配对；抽签：按抽签种子随机",
        ("对折", "相邻", "首尾", "抽签"), rule="同分组内{inside}，高分组优先，须下调的尽量少、尽量靠后", when="matched",
    ),
    Setting(
        "criteria", "编排次序", "criteria", "上下调、分差、先后手、回避、次序",
        "跨分的对局从高分往下最少，其后看什么、谁先谁后：上下调是不接连同向调，分差是跨分不跨远，先后手是各取所需，"
        "回避是尽量不与同队或同一回避组相遇，次序是同分组内次序",
        rule="跨分的对局从高分往下尽量少{criteria}", when="matched",
    ),
    Setting(
        "score_band", "积分档", "number", "0", "相邻的分数合为一档，最多三个分数，合起来不超过这个人数；0 为一个分数一档",
        rule="积分档：{band}", when="matched",
    ),
    Setting("float_memory", "上下调间隔", "number", "2", "几轮之内尽量不让同一个人再次同向上调或下调；0 为不管",
            when="matched"),
    Setting(
        "colour_limits", "先后手限制", "choice", "不得三连、不得差三", "无合法对阵时由裁判点名放宽",
        ("不得三连、不得差三", "不限"), rule="先后手：{value}", when="matched",
    ),
    Setting(
        "last_round_waiver", "末轮放宽先后手", "yes", "是", "只在不放宽就要拆开同分对阵时",
        rule="最后一轮积分编排放宽先后手限制：{value}（只为保住同分对阵）", when="matched",
    ),
    Setting(
        "left_early", "循环赛中途退赛", "choice", "不到一半成绩取消",
        "退赛的人到场下的不到自己应下局数的一半：全部成绩取消，对手那一轮作轮空；达到一半：成绩有效，其余按弃权。取消资格的成绩保留",
        ("不到一半成绩取消", "成绩保留"), rule="循环赛中途退赛的：{value}，其余各局按弃权", when="round_robin",
    ),
    Setting(
        "second_cycle", "双循环次序", "choice", "照循环表两遍", "末两轮对调：第一循环的最后两轮对调，免得接连三局同一先后手",
        ("照循环表两遍", "第一循环末两轮对调"), rule="双循环：{value}，第二循环先后手对调", when="double",
    ),
    Setting("bye_is_win", "轮空算胜局", "yes", "是", "", rule="轮空算胜局：{value}", when="byes"),
    Setting("bye_is_black", "轮空算后手", "choice", "不算", "后手局数和后手胜局里怎样算轮空的一轮",
            ("不算", "算后手局", "算后手局和后手胜局"), rule="轮空作后手：{value}", when="byes_black"),
    Setting(
        "bye_opponent", "轮空的对手分", "choice", "有分者最低分", "竞赛规则 14.4：有分棋手中的最低得分，按出表时的积分",
        ("有分者最低分", "全场最低分", "在赛者最低分", "不计", "本人其余对手的平均分"), rule="轮空一轮的对手分：{value}",
        when="byes_opponents",
    ),
    Setting("forfeit_is_win", "弃权胜算胜局", "yes", "是", "", rule="对方弃权算胜局：{value}"),
    Setting("forfeit_is_colour", "弃权局算先后手", "yes", "否", "后手局数、后手胜局和以后的先后手平衡",
            rule="弃权的一局算先后手：{value}"),
    Setting("forfeit_is_met", "弃权局算相遇", "yes", "是", "否：弃权的两人以后还可以相遇", rule="弃权的两人视为已相遇：{value}"),
    Setting(
        "forfeit_opponent", "弃权局的对手分", "choice", "对方全部积分", "双方都适用",
        ("对方全部积分", "不计", "同轮空"), rule="弃权一局的对手分：{value}",
        when="opponents_by_book",
    ),
    Setting(
        "absent_opponent", "缺席的对手分", "choice", "不计", "请假、缺席、退赛以后和迟到加入以前的各轮",
        ("不计", "同轮空"), rule="没有编排的一轮的对手分：{value}",
        when="opponents_by_book",
    ),
    Setting(
        "late_points", "加入前各轮", "choice", "不计分", "迟到加入的棋手加入以前的各轮", ("不计分", "按请假计分"),
        rule="迟到加入以前的各轮：{value}", when="excused",
    ),
    Setting(
        "unplayed", "未下对局", "choice", "象棋竞赛规则", "对手分一类的指标怎样对待没有下的各轮；选国际棋联某一年的规则时，"
        "「轮空的对手分」「弃权局的对手分」「缺席的对手分」三项不起作用",
        ("象棋竞赛规则", "FIDE 2009", "FIDE 2023", "FIDE 2024", "FIDE 2026"), rule="没有下的各轮在对手分里按{value}",
        when="opponents",
    ),
    Setting(
        "left_totals", "进淘汰赛者的积分", "choice", "冻结", "其余棋手的对手分里，进入淘汰赛的对手按多少分算",
        ("冻结", "淘汰赛得分计入"), rule="进入淘汰赛的棋手在其余棋手的对手分里：{value}", when="left",
    ),
    Setting(
        "share_below", "名次并列", "number", "0", "第几名以后各项指标都相同的可以并列；0 为不并列，按编号",
        rule="第 {value} 名以后各项都相同的名次并列",
    ),
    Setting(
        "wrong_colours", "先后手错误", "choice", "编排按原定", "超时才发现的先后手错误：积分与名次按实际执子，以后的编排按",
        ("编排按原定", "编排按实际"), rule="先后手下反而结果有效的：积分与名次按实际先后手，以后{value}先后手",
    ),
    Setting(
        "second_stage_points", "第二阶段记分", "choice", "淘汰赛2-1-0，其余不变", "阶段表里填的分值就是执行的分值",
        ("淘汰赛2-1-0，其余不变", "全部2-1-0"),
        question="规程写「记分采用胜者得2分」，没有说是否也用于前八名以外的棋手", rule="第二阶段记分：{value}",
        when="knockout",
    ),
    Setting(
        "playoff_colours", "附加赛先后手", "choice", "抽签", "淘汰赛最后一局谁执红",
        ("抽签", "慢棋后手方选", "与前一局相反"), question="规程没有说附加赛谁执红",
        rule="附加赛先后手：{value}", when="playoff",
    ),
    Setting(
        "objection_minutes", "公示分钟", "number", "0", "出线名单（第一阶段名次）公示多少分钟才出第二阶段对阵；0 为不等",
        rule="出线名单公示 {value} 分钟，期满无异议再出第二阶段对阵", when="knockout",
    ),
)
