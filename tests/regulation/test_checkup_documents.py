"""规程体检 of the two real regulations: everything that they contradict themselves in or leave open, each once."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import Sheets, rules, setting

from qisai.regulation.checkup import Facts, Remark, checkup
from qisai.regulation.checkup.prizes import prize_sum
from qisai.regulation.model import Condition
from qisai.regulation.templates.danyang import danyang
from qisai.regulation.templates.tianshui import tianshui

OPEN, DECIDED = False, True

DANYANG = [
    ("轮数", DECIDED),  # ten in all; 7+3 and 7+2
    ("第二阶段记分", DECIDED),
    ("名次最后一项", OPEN),
    ("签字", OPEN),
    ("名次口径", DECIDED),  # two names
    ("淘汰赛半区", OPEN),
    ("淘汰赛三至八名", OPEN),
    ("缺轮处理", DECIDED),
    ("地方奖人数口径", DECIDED),
    ("赛程", DECIDED),
    ("迟到", DECIDED),
    ("收支", OPEN),
]

TIANSHUI = [
    ("名次方案", OPEN),
    ("名次用语", OPEN),  # 逐轮递减
    ("名次最后一项", OPEN),
    ("团体计分人数", OPEN),
    ("团体名次", DECIDED),
    ("人数不足的队", OPEN),
    ("必须组队的单位", DECIDED),
    ("签字", OPEN),
    ("录谱台数", OPEN),
    ("附加赛先后手", OPEN),
    ("晋级名额", OPEN),
    ("淘汰赛半区", OPEN),
    ("淘汰赛三至八名", OPEN),
    ("组别", DECIDED),
    ("用时", DECIDED),
    ("赛程", DECIDED),
    ("迟到", DECIDED),
    ("连续弃权", DECIDED),
    ("犯规", OPEN),
    ("体检与保险", DECIDED),
]


def by_topic(folder: Path, sheets: Sheets, **known: object) -> dict[str, Remark]:
    return {remark.topic: remark for remark in checkup(Facts(rules(folder, sheets), **known))}  # type: ignore[arg-type]


@pytest.mark.parametrize(("sheets", "topics"), [(danyang(), DANYANG), (tianshui(), TIANSHUI)], ids=["丹阳", "天水"])
def test_a_document_is_asked_about_everything_once(
    tmp_path: Path, sheets: Sheets, topics: list[tuple[str, bool]]
) -> None:
    found = checkup(Facts(rules(tmp_path, sheets)))
    assert [(remark.topic, remark.decided) for remark in found] == topics
    assert all(remark.says and remark.doubt and remark.reading and remark.others for remark in found)


# --- Danyang ------------------------------------------------------------------------------------------------


def test_danyang_ten_rounds_against_seven_and_three_and_seven_and_two(tmp_path: Path) -> None:
    remark = by_topic(tmp_path, danyang())["轮数"]
    assert remark.says.startswith("比赛共十轮")
    assert remark.doubt == "规程写共 10 轮，按阶段表前8名共 10 轮（7+3），其余共 9 轮（7+2）"


@pytest.mark.parametrize(
    ("topic", "quote", "reading"),
    [
        ("缺轮处理", "少下一轮不参于排名", "不列名次"),
        ("地方奖人数口径", "报名人数赛前公布。／奖励标准视参赛人数", "参赛人数"),
        ("名次口径", "个人赛暨", "合并一个名次"),
        ("赛程", "一、比赛赛程：。", "按「日程」表的 10 轮；一轮最长约积分 47 分钟、淘汰 61 分钟、其余 47 分钟"),
        ("签字", "双方均未签字者", "负方（和棋双方）签字"),
        ("淘汰赛三至八名", "8进4、4进2、2进1", "负轮次在后者列前，同轮按第一阶段名次"),
        ("淘汰赛半区", "1-8、2-7、3-6、4-5", "一二号分在两个半区"),
    ],
)
def test_danyang_says_two_things_or_nothing(tmp_path: Path, topic: str, quote: str, reading: str) -> None:
    remark = by_topic(tmp_path, danyang())[topic]
    assert quote in remark.says and remark.reading == reading


def test_danyang_promises_more_than_the_fees_bring(tmp_path: Path) -> None:
    """By hand: 120 x 100 against 10800 + 18 x 100 + 8 x 100, and ten tables at 800."""
    event = rules(tmp_path, danyang())
    remark = by_topic(tmp_path, danyang())["收支"]
    assert "至多 12000 元" in remark.says and "奖金 13400 元" in remark.says and "午餐 8000 元" in remark.says
    assert "少 9400 元" in remark.doubt
    local = {(Condition("地区", "=", "丹阳"),): 13}
    assert prize_sum(event.prizes, local) == 10800 + 1800 + 200
    known = by_topic(tmp_path, danyang(), players=100, fee_income=9000, lunch_cost=7200, local_heads=local)["收支"]
    assert "少 11000 元" in known.doubt
    assert "收支" not in by_topic(tmp_path, danyang(), fee_income=30000)
    assert by_topic(tmp_path, setting(danyang(), "奖金预算", 15000))["收支"].decided


def test_lucky_places_beyond_the_field_are_listed(tmp_path: Path) -> None:
    remark = by_topic(tmp_path, danyang(), players=96)["奖项名次"]
    assert "第 99、105、109 名" in remark.says
    assert "奖项名次" not in by_topic(tmp_path, danyang(), players=109)


def test_a_decision_that_no_text_contradicts_is_not_mentioned_again(tmp_path: Path) -> None:
    topics = by_topic(tmp_path, setting(setting(danyang(), "缺轮处理", "不处理", ""), "签字", "双方签字", ""))
    assert "缺轮处理" not in topics and "签字" not in topics


# --- Tianshui -----------------------------------------------------------------------------------------------


def test_tianshui_has_two_orders_and_the_later_is_in_force_until_one_is_typed(tmp_path: Path) -> None:
    main = "积分、对手分、犯规、后手局数、后手胜局、上轮积分"
    supplement = "积分、累进分、胜局、犯规、后手局数、后手胜局、累进分逐轮递减"
    open_ = by_topic(tmp_path, tianshui())["名次方案"]
    assert open_.reading == f"按「补充细则」（默认，没有定）：{supplement}" and open_.others == f"「正文」：{main}"
    typed = by_topic(tmp_path, setting(tianshui(), "名次方案", "正文"))["名次方案"]
    assert typed.decided and typed.reading == f"按「正文」：{main}" and typed.others == f"「补充细则」：{supplement}"


@pytest.mark.parametrize(
    ("typed", "word", "reading"),
    [("", "逐轮递减", "去掉第一轮"), ("补充细则", "逐轮递减", "去掉第一轮"), ("正文", "上轮积分", "前一轮的积分")],
)
def test_tianshui_uses_words_with_several_meanings(tmp_path: Path, typed: str, word: str, reading: str) -> None:
    remark = by_topic(tmp_path, setting(tianshui(), "名次方案", typed))["名次用语"]
    assert word in remark.doubt and reading in remark.reading and remark.decided == bool(typed)


@pytest.mark.parametrize(
    ("topic", "quote", "reading"),
    [
        ("团体计分人数", "以个人名次之和计算", "还没有定，填好才能抽签"),
        ("必须组队的单位", "五县两区", "按填的 7 个核对：秦州区、麦积区、清水县、秦安县、甘谷县、武山县、张家川县"),
        ("录谱台数", "前几台胜方", "成绩单上不印录谱"),
        ("附加赛先后手", "红方6分钟，黑方4分钟", "抽签"),
        ("晋级名额", "预选赛", "不列晋级名单"),
        ("组别", "各组别均为", "不分组，一起编排，一个名次"),
        ("用时", "25分钟", "按「阶段」表：积分 25 分钟；淘汰 20 分钟；其余 25 分钟"),
        ("赛程", "2月15日至17日", "按「日程」表的 9 轮；一轮最长约积分 57 分钟、淘汰 85 分钟、其余 57 分钟"),
        ("迟到", "超过10分钟", "超过 10 分钟按弃权；双方都没到的填双弃"),
        ("连续弃权", "连续两轮不到", "连续 2 轮不到的不再编排；请假（变动表填「缺席本轮」）不算"),
        ("犯规", "违反行棋规则判负", "一局犯规 2 次判负；规程写明判负的直接判负"),
        ("体检与保险", "人身意外伤害保险", "缺的不编排"),
    ],
)
def test_tianshui_says_two_things_or_nothing(tmp_path: Path, topic: str, quote: str, reading: str) -> None:
    remark = by_topic(tmp_path, tianshui())[topic]
    assert quote in remark.says and remark.reading == reading


def test_tianshui_day_plan_must_hold_the_three_games_of_a_knockout_tie(tmp_path: Path) -> None:
    """47 + 24 + 14 minutes; the template leaves 90 between rounds 7 and 8."""
    sheets = tianshui()
    assert "日程" not in by_topic(tmp_path, sheets)
    next(row for row in sheets["日程"] if row[0] == 8)[2] = "09:50"
    assert by_topic(tmp_path, sheets)["日程"].doubt == "第 7、8 轮相隔 80 分钟，按用时一轮最长约 85 分钟"


def test_what_tianshui_has_decided_is_shown_as_decided(tmp_path: Path) -> None:
    sheets = tianshui()
    answers = {
        "名次方案": "补充细则", "团体计分人数": 4, "人数不足的队": "不列团体名次", "签字": "双方签字", "录谱台数": 5,
        "附加赛先后手": "抽签", "晋级名额": 3, "淘汰赛半区": "一二号分在两个半区", "犯规判负次数": 2,
        "淘汰赛三至八名": "负轮次在后者列前，同轮按第一阶段名次",
    }  # fmt: skip
    for label, value in answers.items():
        setting(sheets, label, value)
    sheets["名次"].append([8, "编号", "", "", "补充细则", ""])
    found = by_topic(tmp_path, sheets)
    assert all(remark.decided for remark in found.values())
    assert found.keys() == {topic for topic, _ in TIANSHUI} - {"名次最后一项", "人数不足的队", "签字"}
    assert found["团体计分人数"].reading == "每队计 4 人" and found["晋级名额"].reading == "3"


def test_the_proposal_for_a_team_is_the_smallest_that_is_complete(tmp_path: Path) -> None:
    remark = by_topic(tmp_path, tianshui(), teams={"甘谷县": 4, "武山县": 3, "散客": 1})["团体计分人数"]
    assert remark.others.startswith("3 人，报名的队里最少的人数")


def test_an_obliged_team_that_has_not_signed_up_is_named(tmp_path: Path) -> None:
    remark = by_topic(tmp_path, tianshui(), teams=dict.fromkeys(["秦州区", "麦积区", "清水县", "秦安县", "甘谷县", "武山县"], 3))
    assert remark["必须组队的单位"].doubt == "没有列出是哪些单位。没有报名的：张家川县"
    assert not remark["必须组队的单位"].decided


def test_tianshui_prizes_with_those_of_the_teams(tmp_path: Path) -> None:
    """By hand: 3000+1500+800+500+2x400+2x300+4x200+4x150 and 1200+800+600."""
    event = rules(tmp_path, tianshui())
    assert prize_sum(event.prizes) == 8600 + 2600
    remark = by_topic(tmp_path, tianshui(), players=60, fee_income=1750)["收支"]
    assert "奖金 11200 元（含团体奖 2600 元）" in remark.says and "少 9450 元" in remark.doubt
