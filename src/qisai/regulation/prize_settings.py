"""Settings of ranks and prizes."""

from __future__ import annotations

from qisai.regulation.setting import Setting

RANKS: tuple[Setting, ...] = (
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
