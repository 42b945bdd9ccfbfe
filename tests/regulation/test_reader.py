"""The rule sheets read right, and each thing that can be wrong in them is named with its cell."""

from __future__ import annotations

import datetime
import inspect
import re
from pathlib import Path

import pytest
from rulebook import put, read, rules, setting

from qisai.problems import CODES
from qisai.regulation import conditions, prize_rows, reader
from qisai.regulation.model import KNOCKOUT, ROUND_ROBIN, SWISS
from qisai.regulation.settings import SETTINGS
from qisai.regulation.templates.danyang import danyang
from qisai.regulation.templates.rulebook import option_1, round_robin
from qisai.regulation.treatment import ALONE, NOTHING
from qisai.tournament.conditions import COLUMNS
from qisai.vocabulary import Outcome


def test_danyang_reads_as_its_regulation_says(tmp_path: Path) -> None:
    event = rules(tmp_path, danyang())
    assert [(s.system, s.first, s.last, s.qualifiers) for s in event.stages] == [
        (SWISS, 1, 7, 0), (KNOCKOUT, 8, 10, 8), (SWISS, 8, 9, 0),
    ]  # fmt: skip
    worth = event.swiss.points
    assert [worth[f"{side}_{r}"] for side in ("red", "black") for r in ("win", "draw", "loss")] == [5, 2, 0, 5, 3, 0]
    assert (worth["bye"], worth["forfeit_win"], event.scale) == (5, 5, 1)
    assert event.knockout is not None
    assert event.knockout.games == ("慢棋", "附加赛")
    assert (event.knockout.points["red_win"], event.knockout.points["black_draw"]) == (2, 1)
    assert event.others is not None and dict(event.others.points) == dict(worth)
    assert [(key.label, key.larger_first) for key in event.chain] == [
        ("积分", True), ("累进分", True), ("胜局", True), ("犯规", False), ("后手局数", True), ("后手胜局", True),
        ("前一轮名次", False),
    ]  # fmt: skip
    by_place = {p: prize.amount for prize in event.prizes if prize.name == "名次奖" for p in prize.places}
    assert [by_place[p] for p in range(1, 10)] == [3000, 1500, 900, 700, 600, 500, 400, 300, 300]
    assert {by_place[p] for p in range(10, 17)} == {200} and {by_place[p] for p in range(17, 25)} == {150}
    assert len(by_place) == 24
    lucky, local = event.prizes[-2:]
    assert (lucky.name, len(lucky.places), lucky.places[-1], lucky.amount) == ("幸运奖", 18, 109, 100)
    assert lucky.certificate and not local.certificate
    assert (local.condition, local.places, local.per_heads) == ("地区=丹阳", tuple(range(1, 9)), 5)
    assert (event["cap"], event["table_seats"], event["table_price"], event["late_minutes"]) == (120, 12, 800, 15)
    assert event["fees"] == {"自费": 100, "赞助": 0, "协会代付": 100} and event["billed"] == "协会代付"
    assert [(row.round, row.date, row.time) for row in event.schedule][4:6] == [
        (5, "2024-07-20", "16:10"), (6, "2024-07-21", "08:30"),
    ]  # fmt: skip
    assert {"signature", "lower_places", "semifinal"}.isdisjoint(event.decided)
    assert "双方均未签字" in event.quotes["signature"]


def test_a_blank_event_reads_without_problems(tmp_path: Path) -> None:
    event = rules(tmp_path, option_1())
    assert event.decided == frozenset() and event.knockout is None and event.last_swiss_round == 7


@pytest.mark.parametrize(("typed", "rounds", "kind"), [
    ("循环", "1-7", "单循环"), ("循环", "1-14", "双循环"), ("单循环", "1-5", "单循环"), ("双循环", "1-6", "双循环"),
])  # fmt: skip
def test_a_round_robin_is_once_or_twice_by_its_rounds(tmp_path: Path, typed: str, rounds: str, kind: str) -> None:
    """One cycle is n - 1 or, in an odd field, n rounds: always an odd number."""
    event = rules(tmp_path, put(put(round_robin(), "阶段", "B2", typed), "阶段", "C2", rounds))
    stage = event.swiss
    assert (stage.system, stage.kind, stage.cycles) == (ROUND_ROBIN, kind, 1 + (kind == "双循环"))
    assert stage.scored and stage.round_robin and event.last_swiss_round == len(stage.rounds)


def test_a_blank_rest_is_nothing_and_one_with_points_a_bye(tmp_path: Path) -> None:
    """2020 rules 14.4 speak of a Swiss: in a round robin everybody rests once."""
    blank, paid = rules(tmp_path, round_robin()), rules(tmp_path, put(round_robin(), "阶段", "K2", 1))
    assert (blank.swiss.points["bye"], blank.swiss.points["forfeit_win"]) == (0, 2)
    rest, bye = (event.rule(event.swiss, Outcome.BYE, ALONE) for event in (blank, paid))
    assert (rest.win, rest.opponent, rest.missed, rest.met) == (False, NOTHING, False, False)
    assert bye == paid.treatment[Outcome.BYE, ALONE] and bye.win
    assert blank.rule(blank.swiss, Outcome.ABSENT, ALONE) == blank.treatment[Outcome.ABSENT, ALONE]
    swiss = rules(tmp_path, put(option_1(), "阶段", "K2", 0))
    assert swiss.rule(swiss.swiss, Outcome.BYE, ALONE).win


ELIGIBLE = f"B{[setting.key for setting in SETTINGS].index('eligible') + 2}"
#: What is typed where into Danyang's sheets -> the code, at the same cell where no other is named.
FAULTS: list[tuple[str, str, object, str, str]] = [
    ("规程", "A2", "赛事名字", "setting_unknown", ""),
    ("规程", "A3", "赛事名称", "setting_twice", ""),
    ("规程", "B7", "很多", "setting_bad", ""),
    ("规程", "B7", -1, "setting_bad", ""),
    ("规程", "B8", "自费100", "setting_bad", ""),
    ("规程", "B8", "自费=100，=5", "setting_bad", ""),
    ("规程", "B4", "也许", "setting_bad", ""),
    ("规程", ELIGIBLE, "男子", "eligible_bad", ""),
    ("规程", ELIGIBLE, "女子组:性别=女", "eligible_bad", ""),
    ("规程", ELIGIBLE, "甲:性别=女;年龄<=12", "eligible_bad", ""),
    ("阶段", "A2", "", "stage_bad", ""),
    ("阶段", "B2", "循环赛", "stage_bad", ""),
    ("阶段", "B2", "双循环", "stage_bad", "C2"),  # seven rounds
    ("阶段", "B3", "单循环", "stage_bad", "D3"),
    ("阶段", "B4", "循环", "stage_bad", "D4"),
    ("阶段", "C2", "七轮", "stage_bad", ""),
    ("阶段", "C2", "7-1", "stage_bad", ""),
    ("阶段", "D2", "大家", "stage_bad", ""),
    ("阶段", "D3", "前6名", "stage_bad", ""),
    ("阶段", "C3", "8-9", "stage_bad", ""),
    ("阶段", "D3", "全体", "stage_bad", ""),
    ("阶段", "B3", "积分编排", "stage_bad", "D3"),
    ("阶段", "E2", "五", "stage_bad", ""),
    ("阶段", "F2", "1/0", "stage_bad", ""),
    ("阶段", "G2", -1, "stage_bad", ""),
    ("阶段", "H4", "", "stage_bad", ""),
    ("阶段", "N3", "慢棋,慢棋", "stage_bad", ""),
    ("阶段", "C2", datetime.datetime(2024, 1, 7), "became_date", ""),
    ("阶段", "F2", datetime.datetime(2024, 1, 2), "became_date", ""),
    ("阶段", "C2", "2-7", "stages_gap", ""),
    ("阶段", "C4", "9-10", "stages_gap", ""),
    ("阶段", "A3", "积分", "stages_gap", "C2"),
    ("名次", "B3", "运气", "key_unknown", ""),
    ("名次", "C3", "随便", "key_direction", ""),
    ("名次", "A3", "二", "chain_bad", ""),
    ("名次", "A3", 1, "chain_bad", "A2"),
    ("名次", "B3", "胜局", "chain_bad", "A2"),
    ("名次", "A2", 9, "chain_bad", "B2"),
    ("奖项", "A2", "", "prize_bad", ""),
    ("奖项", "C2", "冠军", "prize_bad", ""),
    ("奖项", "C2", "1,1", "prize_bad", ""),
    ("奖项", "C2", "1-99999", "prize_bad", ""),
    ("奖项", "D2", "三千", "prize_bad", ""),
    ("奖项", "B14", "丹阳", "prize_bad", ""),
    ("奖项", "B14", "籍贯=丹阳", "prize_bad", ""),
    ("奖项", "E2", "也许", "prize_bad", ""),
    ("奖项", "F14", "每五人", "prize_bad", ""),
    ("奖项", "C11", datetime.datetime(2024, 10, 16), "became_date", ""),
    ("奖项", "D2", "=3000", "formula_without_value", ""),
    ("奖项", "D2", "#REF!", "error_value", ""),
    ("奖项", "G2", "青年组", "group_unknown", ""),
    ("日程", "B2", "周六", "schedule_bad", ""),
    ("日程", "B2", "2024-02-30", "schedule_bad", ""),
    ("日程", "C2", "25:00", "schedule_bad", ""),
    ("日程", "A2", "", "schedule_bad", ""),
    ("规程", "A1", "事项", "column_missing", ""),
    ("规程", "C1", "取值", "column_twice", ""),
]


@pytest.mark.parametrize(("sheet", "cell", "value", "code", "at"), FAULTS)
def test_a_fault_is_named_with_its_cell(
    tmp_path: Path, sheet: str, cell: str, value: object, code: str, at: str
) -> None:
    regulations, problems = read(tmp_path, put(danyang(), sheet, cell, value))
    assert (code, sheet, at or cell) in [(p.code, p.sheet, p.cell) for p in problems]
    assert all(p.wrong and p.remedy and p.file == "赛事.xlsx" for p in problems)
    assert (regulations == {}) == any(p.level == "错误" for p in problems)


@pytest.mark.parametrize("sheet", ["规程", "阶段", "名次", "奖项", "日程"])
def test_a_missing_sheet_and_a_missing_header_are_named(tmp_path: Path, sheet: str) -> None:
    sheets = danyang()
    del sheets[sheet]
    assert [(p.code, p.sheet) for p in read(tmp_path, sheets)[1]] == [("sheet_missing", sheet)]
    _, problems = read(tmp_path, {**danyang(), sheet: [["没有", "表头"]]})
    assert [(p.code, p.sheet, p.cell) for p in problems] == [("header_missing", sheet, "A1")]


@pytest.mark.parametrize(("sheet", "code"), [("阶段", "stage_bad"), ("名次", "chain_bad")])
def test_a_sheet_with_a_header_alone_gives_no_rules(tmp_path: Path, sheet: str, code: str) -> None:
    sheets = danyang()
    del sheets[sheet][1:]
    regulations, problems = read(tmp_path, sheets)
    assert (regulations, [(p.code, p.cell) for p in problems]) == ({}, [(code, "A1")])


def test_the_rest_needs_a_first_stage_and_a_cut(tmp_path: Path) -> None:
    for lost, cell in ((1, "C2"), (2, "C2")):
        sheets = danyang()
        del sheets["阶段"][lost]
        assert [(p.code, p.cell) for p in read(tmp_path, sheets)[1]] == [("stages_gap", cell)]
    sheets = danyang()
    sheets["阶段"].append(["其余二", *sheets["阶段"][3][1:]])
    assert [(p.code, p.cell) for p in read(tmp_path, sheets)[1]] == [("stages_gap", "C2")]


def test_a_knockout_alone_is_refused_in_words(tmp_path: Path) -> None:
    sheets = danyang()
    sheets["阶段"] = [sheets["阶段"][0], sheets["阶段"][2]]
    (problem,) = read(tmp_path, sheets)[1]
    assert problem.code == "stages_gap" and "只有单淘汰的比赛还办不了" in problem.wrong


def test_every_code_of_the_reader_has_its_fixture() -> None:
    emitted = set(re.findall(r'"([a-z]+_[a-z]+)"', inspect.getsource(reader) + inspect.getsource(prize_rows))) & set(CODES)
    shown = {code for *_, code, _ in FAULTS} | {"sheet_missing", "header_missing"}
    assert emitted <= shown


def test_a_blank_group_means_every_group_and_a_fault_in_it_is_told_once(tmp_path: Path) -> None:
    sheets = danyang()
    sheets["阶段"][1][12] = sheets["阶段"][2][12] = "甲"
    sheets["阶段"][3:] = [["积分", *option_1()["阶段"][1][1:]]]
    sheets["阶段"][3][12] = "乙"
    regulations, problems = read(tmp_path, sheets)
    assert problems == [] and list(regulations) == ["甲", "乙"]
    assert regulations["甲"].knockout and not regulations["乙"].knockout
    assert regulations["甲"].chain == regulations["乙"].chain
    _, problems = read(tmp_path, put(sheets, "名次", "B3", "运气"))
    assert [(p.code, p.cell) for p in problems] == [("key_unknown", "B3")]


def test_a_group_without_a_chain_is_a_fault(tmp_path: Path) -> None:
    sheets = danyang()
    for row in sheets["阶段"][1:]:
        row[12] = "甲"
    sheets["阶段"].append(["积分", *option_1()["阶段"][1][1:]])
    sheets["阶段"][-1][12] = "乙"
    for row in sheets["名次"][1:]:
        row[3] = "甲"
    assert [(p.code, p.cell) for p in read(tmp_path, sheets)[1]] == [("chain_bad", "D2")]


def test_half_points_are_kept_as_whole_units(tmp_path: Path) -> None:
    sheets = put(put(option_1(), "阶段", "F2", "1/2"), "阶段", "I2", 0.25)
    event = rules(tmp_path, sheets)
    assert (event.scale, event.swiss.points["red_draw"], event.swiss.points["black_draw"]) == (4, 2, 1)
    assert (event.show(2), event.show(8)) == ("0.5", "2")


@pytest.mark.parametrize(
    ("day", "clock"),
    [
        ("2024年7月20日", "9：00"),
        ("2024/7/20", "9:00"),
        ("2024.7.20", "09:00"),
        (datetime.datetime(2024, 7, 20), datetime.time(9)),
    ],
)
def test_dates_and_times_are_understood_as_people_write_them(tmp_path: Path, day: object, clock: object) -> None:
    sheets = put(put(put(danyang(), "日程", "A2", "第1轮"), "日程", "B2", day), "日程", "C2", clock)
    first = rules(tmp_path, sheets).schedule[0]
    assert (first.round, first.date, first.time) == (1, "2024-07-20", "09:00")


def test_settings_are_read_in_any_width_and_direction_words_too(tmp_path: Path) -> None:
    sheets = setting(danyang(), "人数上限", "１２０")
    event = rules(tmp_path, put(sheets, "名次", "C5", "多者列前"))
    assert event["cap"] == 120
    assert event.chain[3].larger_first


def test_a_condition_may_name_the_columns_that_prizes_know() -> None:
    assert set(conditions.WORDS) == set(COLUMNS)
