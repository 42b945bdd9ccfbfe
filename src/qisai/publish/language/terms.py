"""The vocabulary: Chinese term -> English, as FIDE and the World Xiangqi Federation call it. Red moves first."""

from __future__ import annotations

from qisai.publish.language import pages
from qisai.publish.language.rules import CHOICES, TOPICS
from qisai.tiebreaks import TIE_BREAKS

#: Heads of columns and names of tables.
_HEADS = {
    "名次": "Place", "编号": "No.", "姓名": "Name", "单位": "Team", "积分": "Points", "区分": "Decided by", "台号": "Board",
    "红号": "Red no.", "红方": "Red", "红分": "Red pts", "结果": "Result", "黑分": "Black pts", "黑方": "Black",
    "黑号": "Black no.", "先后手": "Colour", "对手号": "Opp. no.", "对手": "Opponent", "甲号": "A no.", "甲方": "Player A",
    "乙方": "Player B", "乙号": "B no.", "各局": "Games", "胜者": "Winner", "情况": "Status", "说明": "Remarks",
    "为什么排在这里": "Why this place", "前一轮名次": "Place before", "轮次": "Round", "原结果": "Was", "改为": "Now",
    "理由": "Reason", "时间": "Time", "名次变动": "Places moved", "总名次": "Final standings", "金额": "Yuan",
    "金额（元）": "Yuan", "证书": "Certificate", "奖牌": "Medal", "证书奖牌": "Certificate, medal", "原因": "Cause",
    "领取人签字": "Signature", "签序": "Lot order", "签": "Lot", "中奖": "Drawn", "序号": "ID", "缺轮": "Missed",
    "退还": "Returned", "合计": "Total", "合计（元）": "Total yuan", "序": "#", "次序": "Order", "奖项": "Prizes",
    "计分队员": "Counted players", "选手": "Players", "列名次": "Ranked", "名次和": "Sum of places", "积分和": "Sum of points",
    "名次分和": "Sum of place points", "计分名次": "Places counted", "计分积分": "Points counted",
    "计分名次分": "Place points counted", "领队": "Team leader", "教练": "Coach", "队": "Team", "备注": "Note", "事项": "Item",
    "执行的规则": "Rule in force", "编排指标": "Pairing criterion", "本轮": "This round", "不会小于": "At least",
    "结论": "Proof", "日期": "Date", "不同": "Difference", "晋级": "Qualified", "组别": "Group", "项目": "Item",
    "人数": "Persons", "数量": "Number", "得分": "Score", "累计分": "Total so far", "对手编号": "Opp. no.", "红": "Red",
    "黑": "Black", "负者": "Loser", "胜者名次": "Winner's place", "负者名次": "Loser's place", "地区": "Region", "角色": "Role",
    "职务": "Office", "状态": "Status", "缴费类别": "Fee class", "应缴": "Due", "已缴": "Paid", "退费": "Refunded",
    "实收": "Received", "未缴": "Unpaid", "报到": "Check-in", "签到": "Sign here", "签字": "Signature", "性别": "Sex",
    "年龄": "Age", "所填": "Entered", "核对": "Check", "条件": "Condition", "欠": "Owed", "多缴": "Overpaid", "缺": "Lacking",
    "缴费顺位": "Turn", "递补": "Moved up", "收款人": "Collector", "笔数": "Payments", "收": "In", "退": "Out",
    "结余": "Balance", "选手数": "Players", "可参赛": "May play", "够计分人数": "Enough to count",
    "必须组队": "Must send a team", "行": "Row", "规程写的": "The rules say", "疑问": "Question", "现在按": "Applied now",
    "其他读法": "Other readings", "胜": "Win", "和局": "Draws", "负": "Loss", "阶段": "Stage", "总和": "Total", "局": "Game",
    "局数": "Games", "红胜率": "Red wins %", "大写": "In words",
}  # fmt: skip

#: Words that stand in cells, titles and sentences.
_WORDS = {
    "红胜": "Red wins", "黑胜": "Black wins", "和": "Draw", "和棋": "Draw", "红弃": "Red forfeits", "黑弃": "Black forfeits",
    "双弃": "Both forfeit", "双弃未签": "Both forfeit (unsigned)", "双负": "Both lose", "轮空": "Bye", "（轮空）": "(bye)",
    "请假": "Excused", "缺席": "Absent", "未加入": "Not yet entered", "裁定": "Ruling", "未报": "Pending", "弃权": "Forfeit",
    "对方弃权": "Opponent forfeits", "退赛": "Withdrawn", "取消资格": "Disqualified", "连续弃权": "Forfeits in a row",
    "累计弃权": "Forfeits in all", "先手": "Red", "后手": "Black", "当场定": "On the spot", "猜先": "Guess", "抽签": "Lot",
    "慢棋": "Standard game", "快棋": "Rapid game", "附加赛": "Armageddon", "并列": "Shared", "淘汰": "Knockout",
    "淘汰赛": "Knockout", "淘汰赛以外": "After the knockout", "待赛": "To play", "其余": "Others",
    "积分编排": "Swiss", "单淘汰": "Knockout",
    "循环": "Round robin", "单循环": "Round robin", "双循环": "Double round robin", "团体": "Teams", "个人": "Individual",
    "无": "None", "没有": "None", "决赛": "Final", "半决赛": "Semifinal", "四分之一决赛": "Quarterfinal",
    "八分之一决赛": "Round of 16", "对手缺席": "Opponent absent", "暂列": "Provisional", "暂无数据": "Nothing yet",
    "演练": "Rehearsal", "演练数据": "Rehearsal", "草稿": "Draft", "公布": "Published", "是": "Yes", "否": "No",
    "更正": "Corrections", "成绩更正": "Corrections of results", "少下一轮": "Missed a round", "元": "Yuan",
    "总成绩": "Final results", "报名": "Sign-up", "对阵": "Pairings", "名次依据": "Grounds of places",
    "团体名次": "Team places", "团体奖": "Team prizes", "未颁发": "Not awarded", "未颁发的奖项": "Prizes not awarded",
    "编排说明": "Pairing reasons", "不上台": "Not paired", "不上台的人": "Not paired", "按姓名": "By name",
    "按姓名查台号": "Find your board by name", "按姓名找台号": "Find your board by name", "按台号": "By board",
    "逐轮明细": "Round by round", "领先者": "Leaders", "积分分布": "Score groups", "红方与黑方": "Red and Black",
    "冷门": "Upsets", "全程冷门": "Upsets of the event", "对阵图": "Bracket", "淘汰赛对阵图": "Knockout bracket",
    "第一阶段的领先者": "Leaders of the first stage", "第一阶段领先者": "Leaders of the first stage",
    "第一阶段积分分布": "Score groups of the first stage", "循环成绩表": "Cross table", "两种算法对照": "Two rankings compared",
    "文件": "Files", "数据": "Data", "奖金签收": "Receipts", "奖金签收表": "Prize receipts", "按人合计": "By person",
    "每人合计": "Total by person", "颁奖次序": "Order of prize-giving", "签收表": "Receipts", "还不能发": "Not yet",
    "不颁发": "Not given", "计分": "Scoring", "编排": "Pairing",
    "时限与迟到": "Clocks and lateness", "奖励": "Awards", "类别": "Kind",
    "递补说明": "Passed over", "抽奖记录": "Record of the lots", "押金退还": "Deposits", "团体奖签收": "Team receipts",
    "团体奖签收表": "Team prize receipts", "由领队签收": "Signed for by the team leaders", "编号名单": "List of numbers",
    "规则": "Rules", "规则摘要": "Rules in short", "日程": "Schedule", "规程体检": "Check-up of the rules", "已到": "Here",
    "未到": "Not here", "正式": "Place", "候补": "Waiting", "未缴费": "Unpaid", "已定": "Decided",
    "不合条件": "Not eligible", "免": "Free",
    "待裁判长定": "Chief arbiter to decide", "没有。": "None.", "这时还没有。": "Nothing yet.",
    "这时还没有这张图。": "Not drawn yet.", "退": "Returned", "不退": "Kept", "待定": "Open", "人": "Persons", "陪打": "Filler",
    "无人": "Nobody",
    "成绩": "Results", "与成绩": "With results", "总名次、奖项": "Final places and prizes", "※": "※",
    "已证明最少": "Proved least", "可能更少": "Perhaps fewer", "现行": "In force", "无名": "Unnamed", "大": "Larger",
    "名次奖": "Place prizes", "幸运奖": "Lucky prizes", "工作人员": "Staff", "一轮：对阵、成绩、名次、图": "A round",
    "报名、报到、编号": "Sign-up, check-in, numbers", "团体（暂列）": "Teams (provisional)", "出线公示": "Qualification notice",
    "本轮确认的更正": "Corrections confirmed in this round", "执红编号": "Red no.", "本轮胜方": "Winner of the tie",
    "红方签字": "Signed Red", "黑方签字": "Signed Black", "甲方签字": "Signed A", "乙方签字": "Signed B", "裁判": "Arbiter",
    "台": "Board", "□ 1 红胜": "□ 1 Red wins", "□ 2 黑胜": "□ 2 Black wins", "□ 3 和": "□ 3 Draw", "犯规 红": "Fouls Red",
    "□ 4 红弃  □ 5 黑弃  □ 6 双弃": "□ 4 Red  □ 5 Black  □ 6 both forfeit", "胜方录谱": "Winner records the game",
    "本轮没有要填成绩单的对局": "No game of this round needs a slip", "双方": "Both", "成绩单": "Result slips",
    "淘汰赛还没下完": "Knockout not finished", "第一阶段还没下完": "First stage not finished", "比赛还没下完": "Not finished",
    "淘汰赛的对阵还没公布": "Knockout pairings not published", "还没有抽签": "Lots not drawn", "参赛费没有缴清": "Fee not paid",
    "只领最高一项，其余递补": "Takes only the highest prize", "退赛，成绩取消": "Withdrawn, results cancelled",
    "各个名次": "All places", "最好名次": "Best place", "次好名次": "Second-best place", "名次最好": "Best place",
    "该名次的棋手少下一轮，不领幸运奖": "The player at this place missed a round and takes no lucky prize",
    "少下一轮，不领幸运奖": "Missed a round, takes no lucky prize", "名单里没有可以递补的人了": "Nobody left to move up",
    "报名表没有填全，不能判断是否合条件": "Sign-up incomplete, cannot be judged",
    "没有够人数的队": "No team has enough players", "够人数的队太少，不排团体名次": "Too few complete teams, no team places",
    "没有列团体名次的队": "No team has a place", "没有抽签种子，请填「抽奖种子」": "No seed for the lots",
    "参赛人数": "Number of players", "末名加一": "Last place plus one", "末轮得分和": "Points of the last round",
    "教练员": "Coach", "裁判长": "Chief arbiter", "裁判员": "Arbiter", "副裁判长": "Deputy chief arbiter",
    "编排长": "Pairing officer", "仲裁": "Appeals", "组委会": "Organizing committee", "主任": "Chair", "副主任": "Deputy chair",
    "秘书长": "Secretary", "地点": "Venue", "比赛": "Event", "开幕式": "Opening", "闭幕式": "Closing", "颁奖": "Prize-giving",
    "技术会议": "Technical meeting", "男": "Male", "女": "Female", "一": "Monday", "二": "Tuesday", "三": "Wednesday",
    "四": "Thursday", "五": "Friday", "六": "Saturday", "日": "Sunday", "胜局": "Wins", "红方胜": "Red wins",
    "黑方胜": "Black wins", "单": "Alone", "尚未比赛": "Not played yet", "抽签之前": "Before the draw of numbers",
    "先手执红，后手执黑": "Red moves first", "正文": "Main text", "补充细则": "Supplement", "出线名次": "Place at the cut",
    "同队": "Same team", "贯穿全程": "Throughout",
}  # fmt: skip

#: Tie-breaks in the words of FIDE where these are shorter than those of the table.
_TIES = {
    "积分": "Points", "累进分": "Progressive score", "累进分去首轮": "Progressive without round 1",
    "累进分逐轮递减": "Progressive, cut round by round", "对手分": "Buchholz", "对手分去最低": "Buchholz Cut-1",
    "对手分去最低两个": "Buchholz Cut-2", "中间分": "Median Buchholz", "中间分去两头各二": "Median Buchholz 2",
    "对手的对手分": "Sum of Buchholz", "对手的对手分平均": "Average of Buchholz", "末轮作和的对手分": "Fore Buchholz",
    "小分": "Sonneborn-Berger", "小分去最低": "Sonneborn-Berger Cut-1", "对半数以上者得分": "Koya", "胜局": "Wins",
    "对局胜局": "Wins over the board", "先手胜局": "Wins as Red", "后手胜局": "Wins as Black", "后手局数": "Games as Black",
    "犯规": "Fouls", "直胜": "Direct encounter", "直胜（全部相遇）": "Direct encounter, all met", "等级分": "Rating",
    "对手平均等级分": "Average rating of opponents", "表现等级分": "Performance rating", "前一轮名次": "Place before",
    "对手平均表现分": "Average performance of opponents", "加赛": "Play-off", "编号": "No.",
    "上轮积分": "Points one round before", "末轮得分": "Points of the last round",
}  # fmt: skip

#: Heads that stand over narrow columns.
SHORT = {
    "累进分": "Progr. score", "后手胜局": "Wins as Bl.", "后手局数": "Games as Bl.", "累进分逐轮递减": "Progr. cut",
    "直胜（全部相遇）": "Direct, all met", "总名次": "Overall place", "奖项": "Prize",
}  # fmt: skip

TERMS: dict[str, str] = {
    **{row.label: row.english[:1].upper() + row.english[1:] for row in TIE_BREAKS.values()},
    **TOPICS,
    **CHOICES,
    **pages.WORDS,
    **_WORDS,
    **_HEADS,
    **_TIES,
}
