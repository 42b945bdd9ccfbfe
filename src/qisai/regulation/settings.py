"""The one table of settings. It generates the 规程 sheet, its reader, the check-up and the printed summary.

A setting with a ``question`` is one on which regulations are silent or contradict themselves; the check-up
asks for a decision until the organizer has typed one, and names the reading in force.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qisai.regulation import teams
from qisai.vocabulary import plain, text


@dataclass(frozen=True)
class Setting:
    """One row of the 规程 sheet. ``kind`` is text, number, yes, choice, fees, or one of ``teams``: heads, rank_points, ties.

    ``when`` says which events the row concerns at all: "" every one, else a word of ``summary.applies``.
    ``others`` are readings that people hold and the program does not offer as a choice.
    """

    key: str
    label: str
    kind: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    question: str = ""
    rule: str = ""  # how the printed summary says it; {value} is what is in force, {order} which total leads; "" leaves it out
    when: str = ""
    others: str = ""


SETTINGS: tuple[Setting, ...] = (
    Setting("name", "赛事名称", "text", "未命名赛事", "印在每张表和图上"),
    Setting("place", "地点", "text", "", "", rule="地点：{value}"),
    Setting("rehearsal", "演练", "yes", "否", "演练赛事的数据是虚构的，可以模拟成绩；图表上会注明"),
    Setting("book", "执行规则", "text", "《象棋竞赛规则》2020版", "", rule="执行{value}"),
    Setting("seed", "抽签种子", "text", "", "空着就在抽签时随机产生并记录；公开抽签可填现场定的一句话"),
    # sign-up
    Setting("cap", "人数上限", "number", "0", "按缴费先后占名额；0 为不限", rule="名额 {value} 人，按缴费先后"),
    Setting("fees", "缴费类别", "fees", "自费=100", "类别=应缴元数，用逗号隔开", rule="参赛费：{value}"),
    Setting("billed", "代付类别", "text", "", "由协会等单位一张账单代付、不用本人缴的类别，用逗号隔开"),
    Setting(
        "free_places", "免缴者的名额", "choice", "报名即占名额",
        "赞助、代付等本人不用缴费的人，没有填「缴费顺序」时怎样占名额；填了的按顺序",
        ("报名即占名额", "必须填缴费顺序"), rule="本人不用缴费的（赞助、代付）：{value}",
    ),
    Setting("team_classes", "按队缴费类别", "text", "", "这些类别每队缴一份，不按人；用逗号隔开", rule="{value}：每队一份参赛费"),
    Setting(
        "papers", "体检与保险", "choice", "不查", "报名表的「体检」「保险」两栏", ("不查", "缺的提醒", "缺的不编排"),
        rule="体检证明和人身意外保险：{value}",
    ),
    Setting("table_seats", "每桌人数", "number", "0", "团餐每桌人数；0 为不供餐"),
    Setting("table_price", "每桌金额", "number", "0", "团餐每桌元数"),
    Setting("budget", "奖金预算", "number", "0", "奖金总额的上限；0 为未定"),
    Setting(
        "schedule", "赛程", "choice", "按日程表", "规程的赛程空着或另发时，把原文抄在旁边；时间填「日程」表", ("按日程表",),
        question="规程没有写各轮的时间",
    ),
    Setting("clock", "各组用时", "choice", "按阶段表", "规程写用时的原文抄在旁边", ("按阶段表",)),
    # teams
    Setting(
        "teams", "团体赛", "choice", teams.NONE, "团体名次怎样算：名次和小者列前，积分和大者列前，名次分见「名次分」",
        teams.KINDS, rule="团体：{value}，{order}", when="teams",
    ),
    Setting(
        "team_count", "团体计分人数", "heads", "0", "每队计最好的几个人，或填全队；抽签之前必须填，以后不再改",
        question="规程说以个人名次之和计算，没有说每队计几个人", rule="团体每队计分人数：{value}", when="teams",
        others="全队；报名最多的人数",
    ),
    Setting(
        "rank_points", "名次分", "rank_points", "",
        "只用于名次分之和：第一名起各名次的分。由小到大（0,2,3）的小者列前，没写到的名次每名加一；"
        "由大到小（9,7,6,5）的大者列前，没写到的 0 分",
        rule="第一名起的名次分：{value}", when="rank_points",
    ),
    Setting(
        "group_count", "每组计分人数", "number", "0",
        "有几个组别时每队每组最多计几人，0 为不限；「团体计分人数」填全队的，每组都要这么多人",
        rule="每队每组最多计 {value} 人", when="teams",
    ),
    Setting(
        "team_short", "人数不足的队", "choice", teams.UNRANKED,
        "列名次的队员不够团体计分人数。缺额按参赛人数：每缺一人，计一个等于参赛人数的名次", teams.SHORTS,
        question="规程没有说队员不够计分人数的队怎么办", rule="人数不足的队：{value}", when="teams",
    ),
    Setting(
        "team_least", "团体最少人数", "number", "0", "列名次的队员不到这个数的队不列团体名次，补缺额也不列；0 为不另外要求",
        rule="列名次的队员不到 {value} 人的队不列团体名次", when="teams",
    ),
    Setting(
        "least_teams", "团体最少队数", "number", "0", "能列团体名次的队不到这个数，就不排团体名次；0 为不限",
        rule="能列团体名次的队不到 {value} 个的，不排团体名次", when="teams",
    ),
    Setting(
        "team_ranks", "团体名次口径", "choice", teams.OVERALL, "重排：各组先去掉没有队的、不是团体队员的、不列名次的，再数名次",
        (teams.OVERALL, teams.AMONG_MEMBERS), rule="团体计分用的名次：{value}", when="teams",
    ),
    Setting(
        "team_scope", "团体范围", "choice", teams.ALL_GROUPS, "有几个组别时：各组的名次合在一起算一个团体名次，还是每组一个",
        (teams.ALL_GROUPS, teams.EACH_GROUP), rule="团体名次：{value}", when="team_groups",
    ),
    Setting(
        "team_ties", "团体相同", "ties", teams.BEST_RANK,
        "和相同的队依次比什么，用逗号隔开；只算计分的队员；末轮得分和从最后一轮往前比",
        rule="团体和相同的依次比：{value}；再相同的比计分队员的最小编号", when="teams",
    ),
    Setting(
        "no_team", "不算队的单位", "text", "个人，无", "单位栏填这些的不算一个队；空着也不算",
        rule="单位为{value}的不算队", when="apart",
    ),
    Setting(
        "obliged", "必须组队的单位", "text", "", "规程点名必须组队参赛的单位，用逗号隔开；check 逐个核对",
        rule="须组队参赛：{value}",
    ),
    Setting(
        "avoid_rounds", "同队回避轮数", "number", "0", "前几轮同队不相遇；0 为不回避，99 为始终回避",
        rule="前 {value} 轮同队队员回避",
    ),
    # play
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
        rule="成绩单{value}；均未签字的由裁判确认为双弃，程序不自动判",
    ),
    Setting(
        "recorded_boards", "录谱台数", "number", "0", "每轮前几台的胜方交棋谱；印在成绩单上", rule="前 {value} 台胜方录谱",
        question="规程要前几台胜方录谱，没有写几台", when="records",
    ),
    Setting(
        "first_round", "首轮编排", "choice", "相邻", "编号抽签后 1-2、4-3、5-6、8-7…", ("相邻",),
        rule="首轮按编号相邻编排：1-2、4-3、5-6、8-7…，单数时编号最大者轮空", when="matched",
    ),
    Setting(
        "group_order", "同分组内次序", "choice", "对折", "同分棋手按编号排队后怎样配对",
        ("对折", "相邻", "首尾"), rule="同分组内按编号{value}，高分组优先，须下调的尽量少、尽量靠后", when="matched",
    ),
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
    # ranks and prizes
    Setting(
        "chain", "名次方案", "text", "", "「名次」表有几个方案时，按哪一个；空着按表里最后一个",
        question="规程里有两种名次算法", when="chains",
    ),
    Setting("qualifies_for", "晋级赛事", "text", "", "本次是哪个比赛的预选赛", rule="本次是{value}的预选赛"),
    Setting(
        "slots", "晋级名额", "number", "0", "总名次前几名取得晋级资格", question="规程说是预选赛，没有写几个晋级名额",
        rule="总名次前 {value} 名晋级", when="slots",
    ),
    Setting(
        "fields", "名次口径", "choice", "合并一个名次", "一次比赛两个名称时",
        ("合并一个名次", "分别排名"),
        question="规程一次比赛有两个名称（个人赛暨公开赛），没有说排一个名次还是两个", rule="名次：{value}",
        when="two_names",
    ),
    Setting(
        "semifinal", "淘汰赛半区", "choice", "一二号分在两个半区", "八人时 1-8 与 4-5 的胜者相遇，2-7 与 3-6 的胜者相遇",
        ("一二号分在两个半区",),
        question="规程写了 1-8、2-7、3-6、4-5，没有说首轮胜者之间谁对谁",
        rule="淘汰赛：{value}（八人时 1-8 与 4-5、2-7 与 3-6 的胜者相遇）", when="semifinal",
        others="1-8 与 2-7 的胜者相遇；首轮后重新抽签",
    ),
    Setting(
        "lower_places", "淘汰赛三至八名", "choice", "负轮次在后者列前，同轮按第一阶段名次", "",
        ("负轮次在后者列前，同轮按第一阶段名次",),
        question="规程没有说半决赛负者之间、首轮负者之间怎样定名次，而三、四名奖金不同", rule="淘汰赛三至八名：{value}",
        when="losers", others="三、四名另赛一场；同轮负者并列、奖金平分",
    ),
    Setting(
        "missed_round", "缺轮处理", "choice", "不列名次",
        "缺轮：本人缺席、弃权或迟到加入；轮空、对方弃权、下完未签字的不算；对前八名不适用",
        ("不列名次", "不领幸运奖", "不处理"),
        question="「少下一轮不参与排名」写在幸运奖一句里，可以只指幸运奖，也可以指全部名次", rule="少下一轮的棋手：{value}",
    ),
    Setting("missed_least", "缺轮轮数", "number", "1", "少下几轮起按「缺轮处理」", rule="缺轮：从少下 {value} 轮起",
            when="missed"),
    Setting("lucky", "幸运奖名称", "text", "幸运奖", "奖项表里这个名称的奖不叠加条件，名次超出人数的不颁发并列出"),
    Setting(
        "local_count", "地方奖人数口径", "choice", "参赛人数", "按人数设奖时数谁",
        ("参赛人数", "报名人数"),
        question="地方奖励一处写「视报名人数」，一处写「视参赛人数」", rule="地方奖按{value}设奖",
        when="heads",
    ),
    Setting(
        "stacking", "奖金叠加", "choice", "叠加",
        "只领最高一项：一人得几项奖金时领金额最高的一项（按分奖以前的金额；相同的按奖项表在前的），其余由那一项名单里的下一名递补；"
        "没有奖金的（证书、奖牌）、团体奖和抽奖不算",
        ("叠加", "只领最高一项，其余递补"), rule="一人得几项奖金的：{value}", when="typed",
    ),
    Setting(
        "tied_prizes", "并列奖金", "choice", "不平分",
        "名次并列的棋手怎样分奖金。平分：所占各名次的奖金相加平分；Hort：自己名次的奖金一半，加平分数的一半；"
        "都算到元，除不尽的余数从前往后每人一元",
        ("不平分", "平分", "Hort"), rule="名次并列的棋手奖金：{value}（算到元，余数从前往后每人一元）", when="typed",
    ),
    Setting(
        "tied_by", "奖金并列口径", "choice", "名次相同",
        "并列奖金平分或按 Hort 时，怎样算并列；积分相同：各项指标不同也算（Hort 通常这样），淘汰赛的名次不算",
        ("名次相同", "积分相同"), rule="奖金并列口径：{value}", when="tied",
    ),
    Setting(
        "share_rounding", "按比例取整", "choice", "四舍五入", "名次写「前1/3」「20%-50%」时，人数怎样取整",
        ("四舍五入", "只入不舍", "只舍不入"), rule="按列名次人数的比例设奖，取整：{value}", when="shares",
    ),
    Setting(
        "lot_seed", "抽奖种子", "text", "", "名次写「抽10名」时用；空着用抽签种子，公开抽奖可填现场定的一句话",
        rule="抽奖种子：{value}", when="lots",
    ),
    Setting(
        "prize_rounds", "领奖最少轮数", "number", "0",
        "到场少于这些轮的不领个人奖，由名单里的下一名递补；轮空和对方没来的轮次算到场，请假、缺席、弃权、未加入的不算；"
        "对进入淘汰赛的不适用；0 为不设",
        rule="到场不足 {value} 轮的不领个人奖（轮空、对方没来的算到场；进入淘汰赛的不受限）",
    ),
    Setting(
        "prize_paid", "领奖须缴清", "yes", "否", "参赛费没有缴清的不领个人奖，由名单里的下一名递补",
        rule="参赛费没有缴清的不领个人奖：{value}", when="typed",
    ),
    Setting("deposit", "押金", "number", "0", "每个选手报到时缴的元数；0 为不收。退还名单在颁奖表里", rule="押金每人 {value} 元"),
    Setting(
        "deposit_back", "押金退还", "choice", "全部轮次到场",
        "轮空、对方没来的轮次算到场；请假、缺席、弃权、迟到加入以前的轮次不算；取消资格的不退",
        ("全部轮次到场", "缺席不超过一轮", "都退"), rule="押金退还：{value}", when="deposit",
    ),
)

BY_LABEL: dict[str, Setting] = {plain(setting.label): setting for setting in SETTINGS}
BY_KEY: dict[str, Setting] = {setting.key: setting for setting in SETTINGS}

YES = {"是": True, "否": False, "有": True, "无": False, "Y": True, "N": False, "1": True, "0": False}


def _number(value: str) -> int:
    number = int(plain(value))
    if not 0 <= number < 10**6:
        raise ValueError(value)
    return number


def _yes(value: str) -> bool:
    return YES[plain(value).upper()]


def _fees(value: str) -> dict[str, int]:
    """``自费=100，赞助=0`` as yuan by class."""
    fees: dict[str, int] = {}
    for part in value.replace("，", ",").replace("；", ",").replace("、", ",").split(","):
        if part.strip():
            name, yuan = part.replace("＝", "=").split("=")
            fees[name.strip()] = _number(yuan.strip().removesuffix("元"))
    if not fees or "" in fees:
        raise ValueError(value)
    return fees


_PARSERS: dict[str, Callable[[str], Any]] = {
    "text": str, "number": _number, "yes": _yes, "fees": _fees,
    "heads": teams.heads, "rank_points": teams.rank_points, "ties": teams.ties,
}  # fmt: skip
_ALLOWED = {
    "number": "不小于 0 的整数", "yes": "是、否", "fees": "自费=100，赞助=0 的样子", "text": "文字",
    "heads": "不小于 0 的整数，或全队", "rank_points": "0,2,3 或 9,7,6,5 的样子，至少两个，只升或只降",
    "ties": f"{'、'.join(teams.TIES)}，不重复",
}  # fmt: skip


def parse(setting: Setting, value: object) -> Any:
    """The typed value of a cell; the default where it is blank. Raises ``ValueError`` for anything else."""
    typed = text(value) or setting.default
    if setting.kind == "choice":
        for choice in setting.choices:
            if plain(choice) == plain(typed):
                return choice
        raise ValueError(typed)
    try:
        return _PARSERS[setting.kind](typed)
    except (KeyError, ValueError):
        raise ValueError(typed) from None


def names(value: str) -> tuple[str, ...]:
    """A list typed with commas: ``协会代付，学校代付``."""
    return tuple(part.strip() for part in value.replace("，", ",").replace("、", ",").split(",") if part.strip())


def allowed(setting: Setting) -> str:
    return "、".join(setting.choices) if setting.choices else _ALLOWED[setting.kind]


def shown(setting: Setting, value: Any) -> str:
    """A typed value as the summary prints it."""
    if setting.kind == "yes":
        return "是" if value else "否"
    if setting.kind == "fees":
        return "，".join(f"{name} {yuan} 元" for name, yuan in value.items())
    if setting.kind == "heads":
        return teams.heads_words(value)
    if setting.kind == "rank_points":
        return teams.rank_points_words(value)
    if setting.kind == "ties":
        return "、".join(value)
    return str(value)
