"""规程体检: each check by the smallest change that sets it off, and silence else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rulebook import Sheets, put, read, rules, setting

from qisai.regulation.checkup import CHECKS, Facts, Outlook, Remark, checkup, undecided_before_draw
from qisai.regulation.checkup.prizes import prize_sum
from qisai.regulation.checkup.times import game_minutes
from qisai.regulation.model import Condition, Prize
from qisai.regulation.templates.danyang import danyang
from qisai.regulation.templates.rulebook import option_1, option_2


def sound() -> Sheets:
    """An event without a doubt: a Swiss of seven rounds after the rule book, everything decided."""
    return decided(option_1())


def decided(sheets: Sheets) -> Sheets:
    setting(sheets, "签字", "双方签字")
    setting(sheets, "缺轮处理", "不处理")
    sheets["名次"].append([7, "编号", "", "", ""])
    sheets["日程"] += [[n, "2025-05-01", f"{n + 8:02}:00", ""] for n in range(1, 8)]
    return sheets


def with_teams() -> Sheets:
    """The same with a team event of three counted ranks."""
    sheets = setting(sound(), "团体赛", "个人名次之和")
    return setting(setting(sheets, "团体计分人数", 3), "人数不足的队", "不列团体名次")


def by_topic(remarks: list[Remark]) -> dict[str, Remark]:
    return {remark.topic: remark for remark in remarks}


@pytest.mark.parametrize("sheets", [sound(), with_teams(), decided(option_2())], ids=["14.3.1", "teams", "14.3.2"])
def test_nothing_is_said_of_an_event_without_a_doubt(tmp_path: Path, sheets: Sheets) -> None:
    facts = Facts(rules(tmp_path, sheets), players=24, fee_income=2400, lunch_cost=0, teams={"甲队": 4, "乙队": 3})
    assert checkup(facts) == []


Change = Callable[[Sheets], object]


def prize(sheets: Sheets, name: str, places: str, yuan: int, whom: str = "", condition: str = "", heads: object = "") -> None:
    sheets["奖项"].append([name, condition, places, yuan, "", heads, "", whom, "", ""])


#: A change to the sound event, the topic that it sets off, a piece of the doubt.
SINGLE: list[tuple[Change, int, str, str]] = [
    (lambda s: setting(s, "规程所写轮数", 9), 24, "轮数", "规程写共 9 轮"),
    (lambda s: setting(s, "签字", ""), 24, "签字", "没有填"),
    (lambda s: setting(s, "名次口径", "分别排名"), 24, "名次口径", "没有组别"),
    (lambda s: setting(s, "地点", "", "各组别均在一楼"), 24, "组别", "没有说分哪几组"),
    (lambda s: s["日程"].__delitem__(slice(1, None)), 24, "赛程", "没有日期"),
    (lambda s: s["日程"].pop(), 24, "赛程", "第 7 轮没有时间"),
    (lambda s: s["日程"].append([7, "2025-05-01", "16:00", ""]), 24, "赛程", "第 7 轮写了两次"),
    (lambda s: s["日程"].append([8, "2025-05-01", "16:00", ""]), 24, "赛程", "第 8 轮不在阶段表里"),
    (lambda s: put(s, "阶段", "P2", "每方30分钟每步加5秒"), 24, "日程", "约 67 分钟"),
    (lambda s: put(s, "日程", "B2", "2025-05-02"), 24, "日程", "第 2 轮不比第 1 轮晚"),
    (lambda s: setting(put(s, "阶段", "P2", "每方20分钟"), "各组用时", "", "每方25分钟"), 24, "用时", "积分 20 分钟"),
    (lambda s: None, 129, "轮数与人数", "轮数太少"),
    (lambda s: put(s, "阶段", "F2", 2), 24, "分值", "红方"),
    (lambda s: put(s, "阶段", "K2", 1), 24, "轮空分", "14.4"),
    (lambda s: s["名次"].pop(), 24, "名次最后一项", "各轮都完全相同"),
    (lambda s: s["名次"].__delitem__(slice(6, None)), 24, "名次最后一项", "指标都相同"),
    (lambda s: (put(s, "名次", "A7", 5), put(s, "名次", "A6", 6)), 24, "名次次序", "后手局数永远用不到"),
    (lambda s: put(s, "名次", "C5", "高者列前"), 24, "名次方向", "惯例是低者列前"),
    (lambda s: setting(s, "名次方案", "", "……逐轮递减排名"), 24, "名次用语", "有几种意思"),
    (lambda s: setting(s, "迟到判负分钟", 15, "超过10分钟按弃权"), 24, "迟到", "规程写 10 分钟"),
    (lambda s: setting(s, "迟到判负分钟", 10, "超过10分钟按弃权"), 24, "迟到", "双方都迟到"),
    (lambda s: setting(s, "连续弃权出局", "", "两轮不到不再编排"), 24, "连续弃权", "没有填"),
    (lambda s: setting(s, "连续弃权出局", 2, "两轮不到不再编排"), 24, "连续弃权", "请假"),
    (lambda s: setting(s, "犯规判负次数", "", "违例判负／计犯规一次"), 24, "犯规", "几次犯规判负"),
    (lambda s: setting(s, "体检与保险", "", "须经医院检查"), 24, "体检与保险", "缺的怎么办"),
    (lambda s: prize(s, "幸运奖", "20,25,29", 1), 24, "奖项名次", "2 个名次超出人数"),
    (lambda s: prize(s, "名次奖", "1-3", 1) or prize(s, "名次奖", "3", 2), 24, "奖项重复", "写了两次"),
    (lambda s: prize(s, "团体奖", "1", 1, "团体"), 24, "团体奖", "却是不设"),
    (lambda s: setting(s, "缺轮处理", "不领幸运奖"), 24, "幸运奖", "没有「幸运奖」"),
    (lambda s: setting(setting(s, "晋级赛事", "省赛"), "晋级名额", 25), 24, "晋级名额", "比人数多"),
    (lambda s: prize(s, "名次奖", "1", 2500), 24, "收支", "少 100 元"),
    (lambda s: prize(s, "名次奖", "1", 500) or setting(s, "奖金预算", 400), 24, "奖金预算", "超出预算 100 元"),
    (lambda s: setting(s, "代付类别", "协会"), 24, "代付类别", "协会不在"),
    (lambda s: setting(s, "按队缴费类别", "代表队"), 24, "按队缴费类别", "代表队不在"),
    (lambda s: setting(s, "必须组队的单位", "", "各县须组队参加"), 24, "必须组队的单位", "没有列出"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "players", "topic", "doubt"), SINGLE, ids=[f"{t}: {d}" for *_, t, d in SINGLE])
def test_one_change_sets_off_one_remark(tmp_path: Path, change: Change, players: int, topic: str, doubt: str) -> None:
    sheets = sound()
    change(sheets)
    remarks = checkup(Facts(rules(tmp_path, sheets), players=players))
    assert [remark.topic for remark in remarks] == [topic]
    assert doubt in remarks[0].doubt and remarks[0].reading and remarks[0].others


#: The same for an event with teams: the change, the teams that signed up, and what is said.
TEAMS: list[tuple[Change, dict[str, int], str, str]] = [
    (lambda s: None, {}, "团体赛", "不属于任何队"),
    (lambda s: None, {"甲队": 2}, "团体计分人数", "只有 2 人，没有完整的队"),
    (lambda s: setting(s, "团体计分人数", ""), {"甲队": 4, "乙队": 3}, "团体计分人数", "每队计几个人"),
    (lambda s: setting(s, "团体赛", "个人名次之和", "个人名次之和"), {"甲队": 3}, "团体名次", "和相同怎么办"),
    (lambda s: None, {"甲队": 3, "乙队": 2}, "人数不足的队", "现在不够 3 人的队：乙队（2 人）"),
    (lambda s: prize(s, "团体奖", "1-3", 100, "团体"), {"甲队": 3, "乙队": 3}, "奖项名次", "1 个名次超出队数"),
    (lambda s: setting(s, "必须组队的单位", "甲队，丙队"), {"甲队": 3}, "必须组队的单位", "没有报名的：丙队"),
    (lambda s: setting(s, "同队回避轮数", 1), {"甲队": 13, "乙队": 3}, "同队回避", "甲队有 13 人"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "teams", "topic", "doubt"), TEAMS, ids=[f"{t}: {d}" for *_, t, d in TEAMS])
def test_one_change_of_a_team_event_sets_off_one_remark(
    tmp_path: Path, change: Change, teams: dict[str, int], topic: str, doubt: str
) -> None:
    sheets = with_teams()
    change(sheets)
    remarks = checkup(Facts(rules(tmp_path, sheets), players=24, teams=teams))
    assert [remark.topic for remark in remarks] == [topic]
    assert doubt in remarks[0].doubt and remarks[0].reading and remarks[0].others


def test_twelve_of_one_team_among_twenty_three_can_still_be_kept_apart(tmp_path: Path) -> None:
    facts = Facts(rules(tmp_path, setting(with_teams(), "同队回避轮数", 1)), players=23, teams={"甲队": 12})
    assert "同队回避" not in by_topic(checkup(facts))


def test_a_team_that_is_padded_has_a_place(tmp_path: Path) -> None:
    sheets = setting(with_teams(), "人数不足的队", "缺额按末名加一")
    prize(sheets, "团体奖", "1-3", 100, "团体")
    topics = by_topic(checkup(Facts(rules(tmp_path, sheets), players=24, teams={"甲队": 3, "乙队": 3, "丙队": 1})))
    assert "奖项名次" not in topics and topics["人数不足的队"].decided


def test_the_draw_waits_for_the_number_that_counts_in_a_team(tmp_path: Path) -> None:
    """Proposed is the smallest complete team; one player alone is no team."""
    open_ = rules(tmp_path, setting(with_teams(), "团体计分人数", ""))
    (sentence,) = undecided_before_draw(open_, {"甲队": 5, "乙队": 3, "丙队": 1})
    assert "团体计分人数" in sentence and sentence.endswith("建议填 3")
    assert "建议" not in undecided_before_draw(open_)[0]
    assert undecided_before_draw(rules(tmp_path, with_teams())) == []
    assert undecided_before_draw(rules(tmp_path, sound()), {"甲队": 5}) == []


def test_players_without_papers_are_counted(tmp_path: Path) -> None:
    event = rules(tmp_path, setting(sound(), "体检与保险", "缺的提醒"))
    assert checkup(Facts(event, players=24)) == []
    assert by_topic(checkup(Facts(event, players=24, lacking_papers=2)))["体检与保险"].reading == "缺的提醒；现在缺的有 2 人"


def test_a_round_without_a_legal_pairing_is_said_before_round_one(tmp_path: Path) -> None:
    event = rules(tmp_path, setting(danyang(), "签字", "双方签字", ""))
    outlook = Outlook(tries=20, stuck={8: 5, 9: 17}, spoiled=17, ways=("其余只再下 1 轮（试排 20 次，2 次编不出）",))
    remark = by_topic(checkup(Facts(event, players=16, outlook=outlook)))["轮数与人数"]
    assert remark.doubt == "16 人下 7+2 轮：20 次试排中第 8 轮 5 次、第 9 轮 17 次编不出"
    assert remark.others == outlook.ways[0] and "裁判长" in remark.reading and not remark.decided
    clean = replace(outlook, stuck={}, spoiled=0, ways=())
    assert "轮数与人数" not in by_topic(checkup(Facts(event, players=20, outlook=clean)))


#: A change to Danyang's sheets, for what needs a second stage.
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


@pytest.mark.parametrize(("change", "topic", "doubt"), STAGED, ids=[f"{t}: {d}" for _, t, d in STAGED])
def test_a_second_stage_is_looked_at(tmp_path: Path, change: Change, topic: str, doubt: str) -> None:
    sheets = danyang()
    before = {(r.topic, r.doubt) for r in checkup(Facts(rules(tmp_path, sheets)))}
    change(sheets)
    new = [r for r in checkup(Facts(rules(tmp_path, sheets))) if (r.topic, r.doubt) not in before]
    if topic == "第二阶段记分" and not new:
        new = [by_topic(checkup(Facts(rules(tmp_path, sheets))))[topic]]
        assert not new[0].decided
    assert [r.topic for r in new] == [topic] and doubt in new[0].doubt


def test_points_of_the_second_stage_are_no_question_where_all_play_for_two(tmp_path: Path) -> None:
    sheets = danyang()
    for row in sheets["阶段"][1], sheets["阶段"][3]:
        row[4:12] = [2, 1, 0, 2, 1, 0, 2, 2]
    for value in ("淘汰赛2-1-0，其余不变", "全部2-1-0", ""):
        event = rules(tmp_path, setting(sheets, "第二阶段记分", value))
        assert "第二阶段记分" not in by_topic(checkup(Facts(event)))


def test_a_cut_of_eight_wants_sixteen_players(tmp_path: Path) -> None:
    event = rules(tmp_path, danyang())
    assert "淘汰赛人数" in by_topic(checkup(Facts(event, players=15)))
    assert "淘汰赛人数" not in by_topic(checkup(Facts(event, players=16)))


def test_groups_share_one_schedule(tmp_path: Path) -> None:
    sheets = sound()
    sheets["阶段"].append(list(sheets["阶段"][1]))
    sheets["阶段"][1][12], sheets["阶段"][2][12], sheets["阶段"][2][2] = "甲", "乙", "1-5"
    regulations, problems = read(tmp_path, sheets)
    assert problems == []
    assert [remark for group in "甲乙" for remark in checkup(Facts(regulations[group], players=24))] == []


def test_a_team_prize_is_money_once_a_team() -> None:
    prizes = (Prize("名次奖", (1, 2), 100, True), Prize("团体奖", (1, 2, 3), 600, False, team=True))
    assert prize_sum(prizes) == 200 + 1800


def test_the_rows_of_a_list_by_head_count_are_one_list() -> None:
    """13 heads at one place for five: two places, both in the first row."""
    local, guest = ((Condition("地区", "=", region),) for region in ("丹阳", "外地"))
    rows = (Prize("地方奖", (1, 2, 3), 100, False, local, 5), Prize("地方奖", (4, 5), 50, False, local, 5))
    assert prize_sum(rows, {local: 13}) == 200
    assert prize_sum(rows, {local: 20}) == 350
    assert prize_sum(rows, {guest: 1}) == prize_sum(rows) == 400


def test_before_the_sign_up_nothing_is_known_of_fees_by_team(tmp_path: Path) -> None:
    sheets = setting(setting(sound(), "人数上限", 24), "缴费类别", "个人=50，代表队=200")
    prize(sheets, "名次奖", "1", 5000)
    assert "收支" in by_topic(checkup(Facts(rules(tmp_path, sheets))))
    by_team = rules(tmp_path, setting(sheets, "按队缴费类别", "代表队"))
    assert "收支" not in by_topic(checkup(Facts(by_team)))
    assert "少 4000 元" in by_topic(checkup(Facts(by_team, players=20, fee_income=1000)))["收支"].doubt


def test_money_is_that_of_the_whole_event(tmp_path: Path) -> None:
    """One group sees the prizes of all."""
    prizes = (Prize("名次奖", (1,), 3000, True), Prize("团体奖", (1,), 1200, False, team=True))
    remark = by_topic(checkup(Facts(rules(tmp_path, sound()), players=24, fee_income=4000, prizes=prizes)))["收支"]
    assert remark.says == "参赛费应收（含代付） 4000 元；奖金 4200 元（含团体奖 1200 元）"


@pytest.mark.parametrize(
    ("clock", "minutes"),
    [
        ("每方20分钟每步加5秒", 47),
        ("20'+5\"", 47),
        ("30分钟包干", 60),
        ("每方20分钟每步加5秒；附加赛红6分钟加3秒、黑4分钟加3秒", 61),
        ("慢棋每方20分钟每步加5秒；快棋每方10分钟每步加3秒；附加赛红6分钟加3秒、黑4分钟加3秒", 85),
        ("", None),
        ("按规程", None),
    ],
)
def test_the_longest_game_by_its_clock(clock: str, minutes: int | None) -> None:
    assert game_minutes(clock) == minutes


def test_every_check_gives_its_reason() -> None:
    assert all(check.__doc__ for check in CHECKS) and len(set(CHECKS)) == len(CHECKS)
