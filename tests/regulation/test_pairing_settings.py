"""The rows of 规程 that order the pairing: what may be typed, and how the printed rules say it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebook import Sheets, put, read, rules, setting

from qisai.regulation.checkup import Facts, checkup
from qisai.regulation.criteria import CRITERIA
from qisai.regulation.settings import BY_KEY, parse, shown
from qisai.regulation.summary import rules_text, summary
from qisai.regulation.templates.rulebook import option_1, round_robin

ROW = BY_KEY["criteria"]
DEFAULT = "跨分的对局从高分往下尽量少，其后依次看上下调（2 轮内不再同向）、分差、先后手、回避、次序（默认）"


def said(folder: Path, sheets: Sheets) -> dict[str, str]:
    return dict(summary(rules(folder, sheets)))


@pytest.mark.parametrize(("typed", "value"), [
    ("", CRITERIA),
    ("先后手、上下调", ("先后手", "上下调")),
    ("次序，回避, 先后手;分差／上下调", ("次序", "回避", "先后手", "分差", "上下调")),
    ("先后手→分差", ("先后手", "分差")),
    (" 分 差 ", ("分差",)),
    ("无", ()),
])  # fmt: skip
def test_the_criteria_stand_in_the_order_that_is_typed(typed: str, value: tuple[str, ...]) -> None:
    assert parse(ROW, typed) == value
    assert parse(ROW, shown(ROW, value)) == value


@pytest.mark.parametrize("typed", ["颜色", "先后手、先后手", "、", "无、分差", "上下调 分差"])
def test_an_unknown_word_or_one_twice_is_a_problem_with_its_cell(tmp_path: Path, typed: str) -> None:
    _, problems = read(tmp_path, setting(option_1(), "编排次序", typed))
    (problem,) = problems
    assert (problem.code, problem.sheet, problem.value) == ("setting_bad", "规程", typed)
    assert "上下调、分差、先后手、回避、次序，先写的先看" in problem.wrong + problem.remedy


@pytest.mark.parametrize(("label", "typed"), [
    ("积分档", "三"), ("积分档", -1), ("上下调间隔", "1.5"), ("同队回避方式", "看情况"), ("回避依据", "省份"), ("回避组", "是"),
    ("同分组内次序", "随便"),
])  # fmt: skip
def test_other_words_are_refused(tmp_path: Path, label: str, typed: object) -> None:
    regulations, problems = read(tmp_path, setting(option_1(), label, typed))
    assert not regulations and [problem.code for problem in problems] == ["setting_bad"]


def test_an_ordinary_event_has_one_line_more_and_no_other_record(tmp_path: Path) -> None:
    lines = said(tmp_path, option_1())
    assert lines["编排次序"] == DEFAULT
    assert not {"积分档", "上下调间隔", "同队回避方式", "回避依据", "回避组", "同队回避轮数"} & lines.keys()
    kept = {BY_KEY[key].label for key in ("criteria", "score_band", "float_memory", "avoid_how", "avoid_by", "avoid_circle")}
    assert not kept & rules_text(rules(tmp_path, option_1())).keys()


def test_what_is_in_force_is_said_and_kept_with_the_round(tmp_path: Path) -> None:
    sheets = option_1()
    typed = {"编排次序": "先后手、上下调", "积分档": 8, "上下调间隔": 3, "同队回避轮数": 99, "同队回避方式": "尽量",
             "回避依据": "地区", "回避组": "必须", "同分组内次序": "抽签"}  # fmt: skip
    for label, value in typed.items():
        setting(sheets, label, value)
    lines = said(tmp_path, sheets)
    assert lines["编排次序"] == "跨分的对局从高分往下尽量少，其后依次看先后手、上下调（3 轮内不再同向）"
    assert lines["积分档"] == "积分档：相邻的分数合为一档，最多三个分数、8 人"
    assert lines["同队回避轮数"] == "每一轮同地区队员回避" and lines["同队回避方式"] == "同地区回避：尽量"
    assert lines["回避依据"] == "同队回避按「地区」一列" and lines["回避组"].endswith("各轮回避：必须")
    assert lines["同分组内次序"].startswith("同分组内由抽签决定")
    kept = rules_text(rules(tmp_path, sheets))
    assert {label: kept[label] for label in typed} == {label: str(value) for label, value in typed.items()}


@pytest.mark.parametrize(("typed", "memory", "inside", "order"), [
    ("无", 2, "由抽签决定", "，其后不看别的，由抽签定"),
    ("上下调", 0, "由抽签决定", "，其后不看别的，由抽签定"),
    ("次序、上下调", 0, "按编号对折", "，其后依次看次序"),
])  # fmt: skip
def test_what_is_switched_off_is_not_said(tmp_path: Path, typed: str, memory: int, inside: str, order: str) -> None:
    lines = said(tmp_path, setting(setting(option_1(), "编排次序", typed), "上下调间隔", memory))
    assert lines["编排次序"] == f"跨分的对局从高分往下尽量少{order}"
    assert lines["同分组内次序"].startswith(f"同分组内{inside}")


def test_the_circle_is_said_where_somebody_is_in_one(tmp_path: Path) -> None:
    sheets = option_1()
    sheets["报名"] = [["序号", "姓名", "回避组"], [1, "甲", ""], [2, "乙", " "]]
    assert "回避组" not in said(tmp_path, sheets)
    assert said(tmp_path, put(sheets, "报名", "C3", "一家"))["回避组"] == "同一回避组的人在积分编排各轮回避：尽量（默认）"


def test_a_round_robin_says_nothing_of_it(tmp_path: Path) -> None:
    sheets = setting(round_robin(), "同队回避轮数", 1)
    assert not {"编排次序", "同队回避方式", "回避依据"} & said(tmp_path, sheets).keys()


@pytest.mark.parametrize(("typed", "circle", "doubt"), [
    ({"编排次序": "先后手", "同队回避轮数": 2, "同队回避方式": "尽量"}, "", "同队写的是"),
    ({"编排次序": "先后手"}, "一家", "回避组写的是"),
    ({"编排次序": "先后手", "同队回避轮数": 2, "同队回避方式": "尽量"}, "一家", "同队、回避组写的是"),
    ({"编排次序": "先后手", "同队回避轮数": 2}, "", ""),
    ({"编排次序": "先后手", "回避组": "必须"}, "一家", ""),
    ({"编排次序": "先后手", "回避组": "不用"}, "一家", ""),
    ({"同队回避轮数": 2, "同队回避方式": "尽量"}, "一家", ""),
])  # fmt: skip
def test_a_wish_that_nothing_weighs_is_remarked(tmp_path: Path, typed: dict[str, object], circle: str, doubt: str) -> None:
    sheets = option_1()
    sheets["报名"] = [["序号", "姓名", "回避组"], [1, "甲", circle]]
    for label, value in typed.items():
        setting(sheets, label, value)
    doubts = [remark.doubt for remark in checkup(Facts(rules(tmp_path, sheets))) if remark.topic == "编排次序"]
    assert [words.startswith(doubt) for words in doubts] == [True] * bool(doubt)


@pytest.mark.parametrize(("typed", "topics"), [
    ({}, ["同队回避"]), ({"同队回避方式": "尽量"}, []), ({"回避依据": "地区"}, []),
])  # fmt: skip
def test_a_team_of_more_than_half_is_no_fault_where_it_is_only_spared(
    tmp_path: Path, typed: dict[str, object], topics: list[str]
) -> None:
    sheets = setting(option_1(), "同队回避轮数", 1)
    for label, value in typed.items():
        setting(sheets, label, value)
    remarks = checkup(Facts(rules(tmp_path, sheets), players=10, teams={"甲队": 8}))
    assert [remark.topic for remark in remarks if remark.topic == "同队回避"] == topics
