"""The rules of the programme: what players must know, in plain sentences under plain headings."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from qisai.excel.share import Sheet
from qisai.regulation import teams
from qisai.regulation.model import Regulation
from qisai.regulation.settings import BY_KEY
from qisai.regulation.summary import order_text, stage_text, summary

#: Heading of the rules -> setting -> what its row is called.
RULES: dict[str, dict[str, str]] = {
    "编排": {
        "book": "执行规则", "numbering": "编号", "first_round": "首轮编排", "first_colours": "首轮先后手",
        "group_order": "同分组内", "criteria": "编排原则", "score_band": "积分档", "colour_limits": "先后手",
        "last_round_waiver": "最后一轮", "avoid_rounds": "同队回避", "avoid_how": "同队回避", "avoid_by": "同队回避",
        "avoid_circle": "回避组", "missed_out": "连续弃权", "missed_total": "累计弃权", "left_early": "中途退赛",
        "second_cycle": "双循环", "semifinal": "淘汰赛对阵", "playoff_colours": "附加赛先后手", "objection_minutes": "公示",
    },
    "计分": {
        "bye_is_win": "轮空", "bye_is_black": "轮空", "bye_opponent": "轮空的对手分", "forfeit_is_win": "弃权",
        "forfeit_is_colour": "弃权", "forfeit_is_met": "弃权", "forfeit_opponent": "弃权局的对手分",
        "absent_opponent": "缺席的对手分", "late_points": "迟到加入", "unplayed": "未下的各轮",
        "left_totals": "进入淘汰赛的对手", "wrong_colours": "先后手错误",
    },
    "名次": {
        "share_below": "名次并列", "fields": "排名", "lower_places": "淘汰赛名次", "missed_round": "缺轮", "teams": "团体赛",
        "team_count": "团体计分人数", "rank_points": "名次分", "group_count": "每组计分人数", "team_short": "人数不足的队",
        "team_least": "团体最少人数", "least_teams": "团体最少队数", "team_ranks": "团体计分的名次", "team_scope": "团体范围",
        "team_ties": "团体相同", "no_team": "不算队的单位", "qualifies_for": "晋级", "slots": "晋级名额",
    },
    "时限与迟到": {"late_minutes": "迟到"},
    "犯规": {"fouls_lose": "犯规"},
    "成绩单与棋谱": {"signature": "签字", "recorded_boards": "棋谱"},
    "奖励": {
        "local_count": "地方奖", "stacking": "兼得", "tied_prizes": "并列的奖金", "tied_by": "并列的奖金",
        "share_rounding": "按比例设奖", "prize_rounds": "领奖条件", "prize_paid": "领奖条件",
    },
}  # fmt: skip
#: What decides over places and results, and is told where it is a default too.
ALWAYS = ("lower_places", "semifinal", "signature")
LOST_IN = ("半决赛", "四分之一决赛", "八分之一决赛", "十六分之一决赛")
#: What a choice means, where the words of the sheet are those of a form; "" says nothing.
CHOSEN: dict[str, dict[object, str]] = {
    "last_round_waiver": {True: "为保住同分对阵，可以放宽先后手限制", False: "不放宽先后手限制"},
    "avoid_how": {"必须": "编不出合规的对阵时，由裁判长决定放宽", "尽量": "尽量回避"},
    "avoid_by": {"单位": "", "地区": "同一地区的算同队"},
    "avoid_circle": {"不用": "", "尽量": "同一回避组的人尽量不相遇", "必须": "同一回避组的人不相遇"},
    "left_early": {
        "不到一半成绩取消": "下的不到应下局数一半的，成绩全部取消；达到一半的，成绩有效，其余各局按弃权",
        "成绩保留": "已下的成绩有效，其余各局按弃权",
    },
    "semifinal": {"一二号分在两个半区": "决赛编号1、2号分在两个半区；八人时1-8与4-5、2-7与3-6的胜者相遇"},
    "playoff_colours": {"抽签": "抽签决定", "慢棋后手方选": "由慢棋的后手方选", "与前一局相反": "与前一局相反"},
    "bye_is_win": {True: "轮空算胜局", False: "轮空不算胜局"},
    "bye_is_black": {"不算": "轮空不算后手", "算后手局": "轮空算后手局", "算后手局和后手胜局": "轮空算后手局和后手胜局"},
    "forfeit_is_win": {True: "对方弃权算胜局", False: "对方弃权不算胜局"},
    "forfeit_is_colour": {True: "弃权的一局算先后手", False: "弃权的一局不算先后手"},
    "forfeit_is_met": {True: "弃权的两人视为已相遇", False: "弃权的两人以后还可以相遇"},
    "wrong_colours": {
        "编排按原定": "下完才发现先后手下反的，结果有效；积分、名次按实际先后手，以后编排按原定先后手",
        "编排按实际": "下完才发现先后手下反的，结果有效；积分、名次和以后编排都按实际先后手",
    },
    "fields": {"合并一个名次": "两个名称合并排一个名次", "分别排名": "两个名称分别排名次"},
    "team_scope": {teams.ALL_GROUPS: "各组合在一起排一个团体名次", teams.EACH_GROUP: "各组分别排团体名次"},
    "stacking": {"叠加": "一人可以兼得几项奖金"},
    "prize_paid": {True: "参赛费没有缴清的不领个人奖", False: ""},
    "tied_prizes": {"不平分": "名次并列的不平分奖金"},
}  # fmt: skip


def rules_table(regulation: Regulation) -> pd.DataFrame:
    """The rules for players: 类别, 事项, 规则. What nobody has decided (but for ``ALWAYS``) and what only concerns the organizer
    is left out."""
    rows = [["编排", stage.name, stage_text(stage, regulation)] for stage in regulation.stages]
    rows += [["时限与迟到", f"{stage.name}用时", stage.clock] for stage in regulation.stages if stage.clock]
    rows.append(["名次", "名次", order_text(regulation)])
    keys = {setting.label: key for key, setting in BY_KEY.items()}
    places = {key: (heading, label) for heading, own in RULES.items() for key, label in own.items()}
    for what, words in summary(regulation):
        key = keys.get(what, "")
        if key in places and (key in ALWAYS or not words.endswith("（默认）")):
            heading, label = places[key]
            words = words.removesuffix("（默认）")
            said = _said(regulation, key, words.removeprefix(f"{what}：").removeprefix(f"{label}："))
            rows += [[heading, label, said]] if said else []
    rows.sort(key=lambda row: [*RULES].index(row[0]))
    table = pd.DataFrame(rows, columns=["类别", "事项", "规则"])
    return table.groupby(["类别", "事项"], sort=False)["规则"].agg("；".join).reset_index()


def rules_sheets(table: pd.DataFrame) -> list[Sheet]:
    """The rules on paper, a table for each heading."""
    return [
        Sheet(heading, own.drop(columns="类别").reset_index(drop=True), heading, widths={"事项": 8.0, "规则": 40.0})
        for heading, own in table.groupby("类别", sort=False)
    ]


def _said(regulation: Regulation, key: str, words: str) -> str:
    """The sentence of a setting: that of its choice, one made from the rules, or that of the summary."""
    if key in _MADE:
        return _MADE[key](regulation)
    return CHOSEN.get(key, {}).get(regulation[key], words)


def _lower_places(regulation: Regulation) -> str:
    """Who lost in one round of the knockout stands by 决赛编号: each round of losers with its places."""
    qualifiers, ahead, parts = regulation.knockout.qualifiers if regulation.knockout else 0, 2, []
    for name in LOST_IN:
        if ahead < qualifiers:
            parts.append(f"{name}负者按决赛编号排第{ahead + 1}-{2 * ahead}名")
        ahead *= 2
    return "；".join(parts)


def _missed_round(regulation: Regulation) -> str:
    least, rule = max(regulation["missed_least"], 1), regulation["missed_round"]
    free = "，进入淘汰赛的不受此限" if regulation.knockout and rule == "不列名次" else ""
    what = {"不列名次": "不列名次", "不领幸运奖": f"不领{regulation['lucky']}", "不处理": "名次照列"}[rule]
    return f"请假、缺席、弃权或迟到加入而少下{'一轮' if least == 1 else f'{least}轮以上'}的{what}{free}"


def _counted(regulation: Regulation) -> str:
    count = regulation["team_count"]
    return "每队计全队" if count == teams.WHOLE_TEAM else f"每队计最好的{count}人"


_MADE: dict[str, Callable[[Regulation], str]] = {
    "lower_places": _lower_places,
    "missed_round": _missed_round,
    "teams": lambda rules: f"{rules['teams']}，{teams.order_words(rules.settings)}",
    "team_count": _counted,
    "late_minutes": lambda rules: f"迟到{rules['late_minutes']}分钟按弃权",
    "fouls_lose": lambda rules: f"同一局犯规{rules['fouls_lose']}次判负",
    "recorded_boards": lambda rules: f"前{rules['recorded_boards']}台由胜方交棋谱",
}
