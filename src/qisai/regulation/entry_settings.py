"""Settings of the event, the sign-up and the teams."""

from __future__ import annotations

from qisai.regulation import teams
from qisai.regulation.setting import Setting

ENTRY: tuple[Setting, ...] = (
    Setting("name", "赛事名称", "text", "未命名赛事", "印在每张表和图上"),
    Setting("place", "地点", "text", "", "", rule="地点：{value}"),
    Setting("rehearsal", "演练", "yes", "否", "演练赛事的数据是虚构的，可以模拟成绩；图表上会注明"),
    Setting("book", "执行规则", "text", "《象棋竞赛规则》2020版", "", rule="执行{value}"),
    Setting("seed", "抽签种子", "text", "", "空着就在抽签时随机产生并记录；公开抽签可填现场定的一句话"),
    Setting(
        "numbering", "编号方式", "choice", "抽签",
        "报到以后怎样发编号。等级分：按报名表的「等级分」从高到低，没有的抽签排在后面；"
        "上下半区：按等级分分成两半，上半区抽单号，下半区抽双号，首轮相邻编排就是上半区对下半区；报名顺序：按序号",
        ("抽签", "等级分", "上下半区", "报名顺序"), rule="编号：{numbering}", when="typed",
    ),
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
    Setting(
        "eligible", "参赛条件", "conditions", "",
        "谁可以参加，如 性别=女、年龄<=60、地区=丹阳；各组不同的写 少年组:年龄<=12、性别=男;女子组:性别=女。年龄按比赛那一年算",
        rule="参赛条件：{value}",
    ),
    Setting(
        "ineligible", "不合条件的", "choice", "提醒", "不合参赛条件、或报名表没填清楚的选手；已有编号的不受影响",
        ("提醒", "不编排"), rule="不合参赛条件（或没填清楚）的：{value}", when="eligible",
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
        rule="{apart}{whom}队员回避",
    ),
    Setting(
        "avoid_how", "同队回避方式", "choice", "必须", "必须：编不出时由裁判长点名放宽；尽量：按「编排次序」里回避的先后",
        ("必须", "尽量"), rule="{whom}回避：{value}", when="kept_apart",
    ),
    Setting(
        "avoid_by", "回避依据", "choice", "单位", "同队回避看报名表的哪一列", ("单位", "地区"),
        rule="同队回避按「{value}」一列", when="kept_apart",
    ),
    Setting(
        "avoid_circle", "回避组", "choice", "尽量",
        "报名表可以加「回避组」一列（一家人、同一个教练的学生填同一个词），填得一样的人在积分编排各轮回避",
        ("不用", "尽量", "必须"), rule="同一回避组的人在积分编排各轮回避：{value}", when="circles",
    ),
)
