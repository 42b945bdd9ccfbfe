"""规程体检: Danyang's eight points, each other check by the smallest change that sets it off, and silence else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rulebook import Sheets, put, read, rules, setting

from qisai.regulation.checkup import CHECKS, Remark, checkup, game_minutes, prize_sum
from qisai.regulation.templates import blank, danyang


def by_topic(remarks: list[Remark]) -> dict[str, Remark]:
    return {remark.topic: remark for remark in remarks}


def sound() -> Sheets:
    """An event without a doubt: a Swiss of seven rounds after the rule book, everything decided."""
    sheets = blank()
    setting(sheets, "签字", "双方签字")
    setting(sheets, "缺轮处理", "不处理")
    sheets["名次"].append([7, "编号", "", "", ""])
    sheets["日程"] += [[n, "2025-05-01", f"{n + 8:02}:00", ""] for n in range(1, 8)]
    return sheets


def test_nothing_is_said_of_an_event_without_a_doubt(tmp_path: Path) -> None:
    assert checkup(rules(tmp_path, sound()), players=24, fee_income=2400, lunch_cost=0) == []


def test_danyang_ten_rounds_against_seven_and_three_and_seven_and_two(tmp_path: Path) -> None:
    remark = by_topic(checkup(rules(tmp_path, danyang())))["轮数"]
    assert remark.says.startswith("比赛共十轮")
    assert remark.doubt == "规程写共 10 轮，按阶段表前8名共 10 轮（7+3），其余共 9 轮（7+2）"


@pytest.mark.parametrize(
    ("topic", "quote", "reading", "decided"),
    [
        ("缺轮处理", "少下一轮不参于排名", "不列名次", True),
        ("地方奖人数口径", "报名人数赛前公布。／奖励标准视参赛人数", "参赛人数", True),
        ("名次口径", "个人赛暨", "合并一个名次", True),
        ("赛程", "一、比赛赛程：。", "按「日程」表的 10 轮", True),
        ("签字", "双方均未签字者", "负方（和棋双方）签字", False),
        ("淘汰赛三至八名", "8进4、4进2、2进1", "负轮次在后者列前，同轮按第一阶段名次", False),
        ("淘汰赛半区", "1-8、2-7、3-6、4-5", "一二号分在两个半区", False),
    ],
)
def test_danyang_says_two_things_or_nothing(
    tmp_path: Path, topic: str, quote: str, reading: str, decided: bool
) -> None:
    remark = by_topic(checkup(rules(tmp_path, danyang())))[topic]
    assert quote in remark.says
    assert (remark.reading, remark.decided) == (reading, decided)
    assert remark.doubt and remark.others


def test_danyang_promises_more_than_the_fees_bring(tmp_path: Path) -> None:
    """By hand: 120 x 100 against 10800 + 18 x 100 + 8 x 100, and ten tables at 800."""
    event = rules(tmp_path, danyang())
    remark = by_topic(checkup(event))["收支"]
    assert "至多 12000 元" in remark.says and "奖金 13400 元" in remark.says and "午餐 8000 元" in remark.says
    assert "少 9400 元" in remark.doubt and not remark.decided
    assert prize_sum(event.prizes, local_heads=13) == 10800 + 1800 + 200
    known = by_topic(checkup(event, players=100, fee_income=9000, lunch_cost=7200, local_heads=13))["收支"]
    assert "少 11000 元" in known.doubt
    assert "收支" not in by_topic(checkup(event, fee_income=30000))
    assert by_topic(checkup(rules(tmp_path, setting(danyang(), "奖金预算", 15000))))["收支"].decided


def test_a_decision_that_no_text_contradicts_is_not_mentioned_again(tmp_path: Path) -> None:
    sheets = setting(setting(danyang(), "缺轮处理", "不处理", ""), "签字", "双方签字", "")
    topics = by_topic(checkup(rules(tmp_path, sheets)))
    assert "缺轮处理" not in topics and "签字" not in topics


Change = Callable[[Sheets], object]

#: A change to the sound event, the topic that it sets off, a piece of the doubt.
SINGLE: list[tuple[Change, int, str, str]] = [
    (lambda s: setting(s, "规程所写轮数", 9), 24, "轮数", "规程写共 9 轮"),
    (lambda s: setting(s, "签字", ""), 24, "签字", "没有填"),
    (lambda s: setting(s, "名次口径", "分别排名"), 24, "名次口径", "没有组别"),
    (lambda s: s["日程"].__delitem__(slice(1, None)), 24, "赛程", "没有日期"),
    (lambda s: s["日程"].pop(), 24, "赛程", "第 7 轮没有时间"),
    (lambda s: s["日程"].append([7, "2025-05-01", "16:00", ""]), 24, "赛程", "第 7 轮写了两次"),
    (lambda s: s["日程"].append([8, "2025-05-01", "16:00", ""]), 24, "赛程", "第 8 轮不在阶段表里"),
    (lambda s: put(s, "阶段", "P2", "每方30分钟每步加5秒"), 24, "日程", "约 67 分钟"),
    (lambda s: put(s, "日程", "B2", "2025-05-02"), 24, "日程", "第 2 轮不比第 1 轮晚"),
    (lambda s: None, 14, "轮数与人数", "达到人数的一半"),
    (lambda s: None, 129, "轮数与人数", "轮数太少"),
    (lambda s: put(s, "阶段", "F2", 2), 24, "分值", "红方"),
    (lambda s: put(s, "阶段", "K2", 1), 24, "轮空分", "14.4"),
    (lambda s: s["名次"].pop(), 24, "名次最后一项", "各轮都完全相同"),
    (lambda s: s["名次"].__delitem__(slice(6, None)), 24, "名次最后一项", "指标都相同"),
    (lambda s: (put(s, "名次", "A7", 5), put(s, "名次", "A6", 6)), 24, "名次次序", "后手局数永远用不到"),
    (lambda s: put(s, "名次", "C5", "高者列前"), 24, "名次方向", "惯例是低者列前"),
    (lambda s: s["奖项"].append(["幸运奖", "", "20,25,29", 1, "", "", "", ""]), 24, "奖项名次", "没有人能得"),
    (lambda s: s["奖项"].append(["名次奖", "", "1-3", 1, "", "", "", ""])
        or s["奖项"].append(["名次奖", "", "3", 2, "", "", "", ""]), 24, "奖项重复", "写了两次"),
    (lambda s: setting(s, "缺轮处理", "不领幸运奖"), 24, "幸运奖", "没有「幸运奖」"),
    (lambda s: s["奖项"].append(["名次奖", "", "1", 2500, "", "", "", ""]), 24, "收支", "少 100 元"),
    (lambda s: (s["奖项"].append(["名次奖", "", "1", 500, "", "", "", ""]), setting(s, "奖金预算", 400)), 24,
        "奖金预算", "超出预算 100 元"),
    (lambda s: setting(s, "代付类别", "协会"), 24, "代付类别", "协会不在"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "players", "topic", "doubt"), SINGLE, ids=[f"{t}: {d}" for *_, t, d in SINGLE])
def test_one_change_sets_off_one_remark(
    tmp_path: Path, change: Change, players: int, topic: str, doubt: str
) -> None:
    sheets = sound()
    change(sheets)
    remarks = checkup(rules(tmp_path, sheets), players=players)
    assert [remark.topic for remark in remarks] == [topic]
    assert doubt in remarks[0].doubt and remarks[0].reading and remarks[0].others


#: The same for what needs a second stage.
STAGED: list[tuple[Change, str, str]] = [
    (lambda s: setting(s, "规程所写轮数", ""), "轮数", "没有填规程写的总轮数"),
    (lambda s: put(s, "阶段", "F4", 1), "第二阶段记分", "与阶段表不同"),
    (lambda s: put(s, "阶段", "E3", 3), "第二阶段记分", "与阶段表不同"),
    (lambda s: setting(s, "第二阶段记分", "全部2-1-0"), "第二阶段记分", "与阶段表不同"),
    (lambda s: setting(s, "第二阶段记分", "", ""), "第二阶段记分", "也用于前八名以外"),
    (lambda s: put(s, "阶段", "N3", ""), "淘汰赛和棋", "分胜负"),
    (lambda s: put(s, "阶段", "O3", ""), "淘汰赛先后手", "谁先走"),
    (lambda s: put(s, "日程", "C10", "14:00"), "日程", "约 61 分钟"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "topic", "doubt"), STAGED)
def test_a_second_stage_is_looked_at(tmp_path: Path, change: Change, topic: str, doubt: str) -> None:
    sheets = danyang()
    before = {(r.topic, r.doubt) for r in checkup(rules(tmp_path, sheets))}
    change(sheets)
    new = [r for r in checkup(rules(tmp_path, sheets)) if (r.topic, r.doubt) not in before]
    if topic == "第二阶段记分" and not new:
        new = [by_topic(checkup(rules(tmp_path, sheets)))[topic]]
        assert not new[0].decided
    assert [r.topic for r in new] == [topic] and doubt in new[0].doubt


def test_a_cut_of_eight_wants_sixteen_players(tmp_path: Path) -> None:
    event = rules(tmp_path, danyang())
    assert "淘汰赛人数" in by_topic(checkup(event, players=15))
    assert "淘汰赛人数" not in by_topic(checkup(event, players=16))


def test_lucky_places_beyond_the_field_are_listed(tmp_path: Path) -> None:
    remark = by_topic(checkup(rules(tmp_path, danyang()), players=96))["奖项名次"]
    assert "第 99、105、109 名" in remark.says
    assert "奖项名次" not in by_topic(checkup(rules(tmp_path, danyang()), players=109))


def test_groups_share_one_schedule(tmp_path: Path) -> None:
    sheets = sound()
    sheets["阶段"].append(list(sheets["阶段"][1]))
    sheets["阶段"][1][12], sheets["阶段"][2][12], sheets["阶段"][2][2] = "甲", "乙", "1-5"
    regulations, problems = read(tmp_path, sheets)
    assert problems == []
    assert checkup(regulations["甲"], players=24) == checkup(regulations["乙"], players=24) == []


@pytest.mark.parametrize(
    ("clock", "minutes"),
    [
        ("每方20分钟每步加5秒", 47),
        ("20'+5\"", 47),
        ("30分钟包干", 60),
        ("每方20分钟每步加5秒；附加赛红6分钟加3秒、黑4分钟加3秒", 61),
        ("", None),
        ("按规程", None),
    ],
)
def test_the_longest_game_by_its_clock(clock: str, minutes: int | None) -> None:
    assert game_minutes(clock) == minutes


def test_every_check_gives_its_reason() -> None:
    assert all(check.__doc__ for check in CHECKS) and len(set(CHECKS)) == len(CHECKS)
