"""The table of settings: what it writes into the sheet it reads back, and the summary that it prints."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rulebook import put, rules, setting

from qisai.regulation.model import Key
from qisai.regulation.setting import Setting
from qisai.regulation.settings import BY_KEY, BY_LABEL, SETTINGS, allowed, parse, shown
from qisai.regulation.summary import RULING, chain_of, chain_text, rules_text, summary
from qisai.regulation.templates.danyang import danyang
from qisai.regulation.templates.rulebook import option_1
from qisai.tiebreaks import TIE_BREAKS


@pytest.mark.parametrize("row", SETTINGS, ids=lambda row: row.key)
def test_every_setting_has_a_default_that_it_accepts(row: Setting) -> None:
    value = parse(row, "")
    assert allowed(row) and isinstance(shown(row, value), str)
    for choice in row.choices:
        assert parse(row, f" {choice}\u3000") == choice


def test_keys_and_labels_are_unique() -> None:
    assert len(BY_KEY) == len(BY_LABEL) == len(SETTINGS)


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("cap", 120.0, 120),
        ("rehearsal", "y", True),
        ("rehearsal", False, False),
        ("fees", "自费＝100元；赞助=0", {"自费": 100, "赞助": 0}),
        ("billed", "协会代付，单位", "协会代付，单位"),
        ("colour_limits", "不得三连、不得差三", "不得三连、不得差三"),
    ],
)
def test_cells_are_typed(key: str, typed: object, value: object) -> None:
    assert parse(BY_KEY[key], typed) == value


@pytest.mark.parametrize(("key", "typed"), [("cap", "-1"), ("cap", "1.5"), ("fees", "，"), ("missed_round", "算了")])
def test_anything_else_is_refused(key: str, typed: str) -> None:
    with pytest.raises(ValueError):
        parse(BY_KEY[key], typed)


def test_the_summary_of_danyang_says_its_rules_in_words(tmp_path: Path) -> None:
    lines = dict(summary(rules(tmp_path, danyang())))
    assert lines["积分"].startswith("第 1-7 轮，全体，积分编排，胜 5，红和 2，黑和 3，负 0，轮空 5，弃权胜 5")
    assert "附加赛再和判黑胜" in lines["淘汰"] and "6分钟" in lines["淘汰"]
    assert "犯规（低者列前）、后手局数（高者列前）" in lines["名次"]
    assert "抽签编号小者列前" in lines["最后"]
    assert lines["缺轮处理"] == "少下一轮的棋手：不列名次"
    assert lines["签字"].endswith("（默认）")
    assert lines["名次奖"].startswith("第 1 名 3000 元，证书") and "第 10-16 名各 200 元" in lines["名次奖"]
    assert lines["丹阳籍奖"] == "地区为丹阳的棋手中第 1-8 名各 100 元，每满 5 人设一名"


def test_the_summary_leaves_out_what_the_event_does_not_have(tmp_path: Path) -> None:
    topics = [topic for topic, _ in summary(rules(tmp_path, option_1()))]
    absent = ("人数上限", "地点", "淘汰赛三至八名", "淘汰赛半区", "第二阶段记分", "名次口径", "地方奖人数口径")
    assert not set(absent) & set(topics)
    assert "缺轮处理" in topics


def test_the_record_of_the_rules_changes_with_what_moves_a_table_and_with_nothing_else(tmp_path: Path) -> None:
    before = rules_text(rules(tmp_path, danyang()))
    assert {BY_KEY[key].label for key in RULING} <= set(before)
    idle = setting(setting(danyang(), "人数上限", 100), "地点", "别处")
    assert rules_text(rules(tmp_path, put(put(idle, "奖项", "D2", 1), "阶段", "P2", "每方30分钟"))) == before
    for sheets, item in (
        (put(danyang(), "阶段", "I2", 2), "阶段 积分"),
        (put(danyang(), "名次", "C5", "高者列前"), "名次"),
        (setting(danyang(), "缺轮处理", "不处理"), "缺轮处理"),
    ):
        after = rules_text(rules(tmp_path, sheets))
        assert [key for key in after if after[key] != before.get(key)] == [item]


def test_a_chain_that_ends_in_the_number_says_so(tmp_path: Path) -> None:
    sheets = option_1()
    sheets["名次"].append([7, "编号", "", "", ""])
    assert dict(summary(rules(tmp_path, sheets)))["最后"] == "编号各不相同，名次不并列"


def test_every_chain_can_be_read_from_its_words() -> None:
    chance = random.Random(3)
    for _ in range(50):
        names = chance.sample(list(TIE_BREAKS), chance.randint(1, len(TIE_BREAKS)))
        chain = tuple(Key(name, chance.random() < 0.5) for name in names)
        assert chain_of(chain_text(chain)) == chain
    assert chain_of("积分（高者列前）；相同的依次比较：没有这一项（高者列前）") == ()


def test_the_summary_leaves_out_what_this_event_never_looks_at(tmp_path: Path) -> None:
    """Danyang's chain has no 对手分; the rule book's first option has."""
    labels = {make: {label for label, _ in summary(rules(tmp_path, make()))} for make in (danyang, option_1)}
    of_opponents = {"轮空的对手分", "弃权局的对手分", "缺席的对手分", "未下对局"}
    assert not of_opponents & labels[danyang] and of_opponents <= labels[option_1]
    assert "缺轮轮数" in labels[danyang] and "加入前各轮" not in labels[danyang]
