"""Sign-ups against the 报名 sheet: every row in one place, nothing merged, nobody doubtful taken for new."""

from __future__ import annotations

import time
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qisai.intake.compare import Intake, compare
from qisai.intake.likeness import MOST_PAIRS, alike, name_key, phone_key, team_pairs
from qisai.intake.model import ROSTER, Applicant, Found
from qisai.problems import Problem


def phone(number: int) -> str:
    return f"1000000{number:04}"


def roster(*rows: dict[str, str]) -> pd.DataFrame:
    """报名 as typed; 序号 from 1."""
    columns = ["姓名", "性别", "出生年份", "单位", "电话", "已缴", "角色"]
    values = [[row.get(column, "") for column in columns] for row in rows]
    return pd.DataFrame(values, [str(n) for n in range(1, len(rows) + 1)], columns, dtype="str")


def sheet(*rows: dict[str, Any], file: str = "问卷.xlsx") -> Found:
    people = []
    for number, row in enumerate(rows, start=2):
        cells = {column: value for column, value in row.items() if column != "faults"}
        at = {column: f"{'ABCDEFGH'[place]}{number}" for place, column in enumerate(cells)}
        people.append(Applicant(file, "表", number, cells, at, row.get("faults", ())))
    return Found(file, "表", ROSTER, 1, (), tuple(people), (), "s", True)


def names(rows: tuple[Applicant, ...]) -> list[str]:
    return [row.cells.get("姓名", "") for row in rows]


def adds_up(told: Intake, *found: Found) -> bool:
    places = [*told.new, *(one.row for one in told.known), *told.repeated, *told.doubtful, *told.rejected]
    rows = [id(row) for one in found for row in one.applicants]
    return sorted(map(id, places)) == sorted(rows) and told.read == len(rows)


def person(name: str, team: str = "", number: int = 0, **more: str) -> dict[str, Any]:
    cells = {"姓名": name, "单位": team, "电话": phone(number) if number else "", **more}
    return {column: value for column, value in cells.items() if value}


def test_new_and_known_people_are_told_apart_by_name_and_team_or_phone() -> None:
    there = roster(person("张三", "甲队"), person("李　四", "乙队", 4), person("王五"))
    found = sheet(person("张三", "甲队", 3), person("李四", "丙队", 4), person("王五", "丁队"), person("赵六", "甲队"))
    told = compare(there, [found])
    assert names(told.new) == ["赵六"] and not told.doubtful
    assert [(one.player, one.by) for one in told.known] == [("1", "姓名和单位"), ("2", "姓名和电话"), ("3", "姓名")]
    assert [one.differences for one in told.known] == [
        (("电话", "", phone(3)),), (("单位", "乙队", "丙队"),), (("单位", "", "丁队"),)
    ]  # fmt: skip
    assert adds_up(told, found)


def test_differences_are_those_of_the_value_not_of_its_spelling() -> None:
    there = roster({**person("张三", "甲队", 出生年份="2010-05-03", 已缴="100"), "电话": "+86 1000-0000-003"})
    same = person("张三", "甲队", 3, 出生年份="2010", 已缴="100元", 角色="选手")
    assert compare(there, [sheet(same)]).known[0].differences == ()
    other = person("张三", "甲队", 3, 出生年份="2011", 已缴="50", 角色="领队")
    assert compare(there, [sheet(other)]).known[0].differences == (
        ("出生年份", "2010-05-03", "2011"), ("角色", "", "领队"), ("已缴", "100", "50")
    )  # fmt: skip


def test_exact_repeats_are_counted_and_taken_once() -> None:
    once = person("张三", "甲队", 3)
    first, second = sheet(once, once), sheet({**once, "提交时间": "2024/7/1 9:00"}, person("李四"), person("李四"), file="乙.csv")
    told = compare(roster(), [first, second])
    assert names(told.new) == ["张三", "李四"] and names(told.repeated) == ["张三", "张三", "李四"]
    assert [doubt.settled for doubt in told.doubts] == [True, True] and "3 份" in told.doubts[0].reason
    assert adds_up(told, first, second)


def test_a_later_submission_with_other_details_is_proposed_and_waits() -> None:
    early = person("张三", "甲队", 3, 提交时间="2024/7/2 9:05:03")
    late = person("张三", "甲队", 4, 提交时间="2024-07-02 10:00")
    told = compare(roster(), [sheet(late, early)])
    assert not told.new and names(told.doubtful) == ["张三"] and len(told.repeated) == 1
    assert [row.cells["电话"] for row in told.doubts[0].rows] == [phone(4), phone(3)] and "最晚" in told.doubts[0].advice
    undated = compare(roster(), [sheet(person("张三", "甲队", 3), person("张三", "甲队", 4))])
    assert "分不出先后" in undated.doubts[0].advice and not undated.new


def test_a_shorter_copy_of_the_same_row_adds_nothing() -> None:
    told = compare(roster(), [sheet(person("张三", "甲队"), person("张三", "甲队", 3))])
    assert [row.cells.get("电话") for row in told.new] == [phone(3)] and len(told.repeated) == 1
    bare = person("张三")
    told = compare(roster(), [sheet(bare, person("张三", "甲队", 3))])
    assert [row.cells.get("单位") for row in told.new] == ["甲队"] and told.doubts[0].settled
    told = compare(roster(), [sheet(bare, person("张三", "甲队", 3), person("张三", "红星小学", 4))])
    assert not told.new or "甲队" not in {row.cells.get("单位") for row in told.new}  # whose copy is it?


def test_a_namesake_with_another_phone_and_team_is_new_and_listed() -> None:
    told = compare(roster(person("张三", "甲队", 3)), [sheet(person("张三", "红星小学", 4))])
    assert names(told.new) == ["张三"] and told.doubts[0].settled and told.doubts[0].players == ("1",)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (person("张三", "红星小学"), "同名，单位不同"),
        (person("张三", "丹阳市棋协", 4), "单位写法相近"),
        (person("章三", "红星小学", 3), "电话相同，姓名不同"),
        (person("张小三", "丹阳棋队", 5), ""),
        (person("劉洋", "红星小学"), "姓名写法不同"),
        (person("王晓明", "丹阳棋队", 9), "只差一个字"),
    ],
    ids=lambda value: value["姓名"] + value["单位"] if isinstance(value, dict) else "",
)
def test_who_may_be_somebody_of_the_sheet_waits(other: dict[str, Any], words: str) -> None:
    there = roster(person("张三", "丹阳棋队", 3), person("刘洋", "丹阳棋队"), person("王小明", "丹阳棋队", 8))
    told = compare(there, [sheet(other)])
    assert names(told.doubtful) == ([other["姓名"]] if words else []) and len(told.new) == (not words)
    assert words in "".join(doubt.reason for doubt in told.doubts)


def test_two_of_the_imports_that_may_be_one_both_wait() -> None:
    told = compare(roster(), [sheet(person("李佳怡", "甲校"), person("李佳琪", "甲校"), person("李佳音", "乙校"))])
    assert names(told.doubtful) == ["李佳怡", "李佳琪"] and names(told.new) == ["李佳音"]
    proven = [person("李佳怡", "甲校", 身份证号="a" * 16), person("李佳琪", "甲校", 身份证号="b" * 16)]
    told = compare(roster(), [sheet(*proven)])
    assert names(told.new) == ["李佳怡", "李佳琪"] and told.doubts[0].settled


def test_the_same_number_under_two_names_waits_and_two_numbers_under_one_name_are_two() -> None:
    told = compare(roster(), [sheet(person("张三", "甲队", 身份证号="a" * 16), person("张珊", "乙队", 身份证号="a" * 16))])
    assert names(told.doubtful) == ["张三", "张珊"]
    told = compare(roster(), [sheet(person("张三", "甲队", 身份证号="a" * 16), person("张三", "甲队", 身份证号="b" * 16))])
    assert names(told.doubtful) == ["张三", "张三"] and not told.repeated


def test_numerals_tell_apart_on_purpose() -> None:
    told = compare(roster(), [sheet(person("陈大一", "甲队"), person("陈大二", "甲队"))])
    assert names(told.new) == ["陈大一", "陈大二"] and not told.doubts


def test_a_phone_of_three_names_is_a_leaders_and_they_stay_new() -> None:
    told = compare(roster(), [sheet(*(person(name, "甲队", 7) for name in ("张三", "李四", "王五")))])
    assert names(told.new) == ["张三", "李四", "王五"] and "代报" in told.doubts[0].reason and told.doubts[0].settled


def test_rows_with_faults_or_without_a_name_are_rejected_and_warnings_are_not() -> None:
    fault = Problem("damaged", "问卷.xlsx", "表", "C3")
    warning = Problem("rules_changed", "问卷.xlsx", "表", "C4", details={"round": 1, "detail": ""})
    found = sheet({**person("张三"), "faults": (fault,)}, {**person("李四"), "faults": (warning,)}, {"单位": "甲队"})
    told = compare(roster(), [found])
    assert names(told.rejected) == ["张三", ""] and names(told.new) == ["李四"]


def test_near_teams_stand_side_by_side_with_their_heads() -> None:
    there = roster(person("张三", "天水市代表队"), person("李四", "天水市代表队"), person("王五", "红星队"))
    told = compare(there, [sheet(person("赵六", "天水队"), person("孙七", "红心队"), person("周八", "无关队"))])
    assert [(pair.first, pair.second, pair.heads) for pair in told.teams] == [
        ("天水市代表队", "天水队", ((2, 0), (0, 1))), ("红星队", "红心队", ((1, 0), (0, 1)))
    ]  # fmt: skip
    assert len(told.new) == 3


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("丹阳市象棋协会", "丹阳代表队", True), ("实验小学", "天水实验小学", True), ("光明小学", "光华小学", True),
        ("一队", "二队", False), ("三年级1班", "三年级2班", False), ("男子队", "女子队", False), ("甲队", "乙队", False),
        ("天水市一中", "天水一中", True), ("秦州区人民法院", "秦州法院", True), ("字" * 40 + "甲", "字" * 40 + "乙", False),
        ("丹阳一队", "丹阳二队", False), ("天水", "天水师范学院", False), ("红星", "蓝天", False),
    ],
)  # fmt: skip
def test_teams_are_alike_where_a_person_would_ask(one: str, other: str, near: bool) -> None:
    assert alike(one, other) == alike(other, one) == near == bool(list(team_pairs([one, other], [other])))


def test_keys_leave_the_spelling_out() -> None:
    assert name_key("阿里•买买提") == name_key("阿里·买买提") and name_key("Li Wei") == name_key("LIWEI")
    assert phone_key("+86 100-0000-0003") == phone_key("１０００００００００３") == phone(3) and phone_key("12") == ""


def test_the_last_submission_is_compared_with_the_sheet_and_another_one_is_told() -> None:
    there = roster(person("张三", "甲队", 1))
    first, last = sheet(person("张三", "甲队", 1), file="1.xlsx"), sheet(person("张三", "甲队", 9), file="2.xlsx")
    [known] = compare(there, [first, last]).known
    assert known.differences == (("电话", phone(1), phone(9)),) and known.latest and not known.earlier
    [known] = compare(there, [last, first]).known  # the file that is read last counts, the other one is told
    assert known.differences == () and [told for _, told in known.earlier] == [(("电话", phone(1), phone(9)),)]
    timed = [
        sheet(person("张三", "甲队", n, 提交时间=f"2024-07-0{day} 09:00:00"), file=f"{day}.xlsx") for n, day in ((9, 3), (1, 2))
    ]
    [known] = compare(there, timed).known
    assert known.differences and "最晚" in known.latest and not known.earlier
    told = compare(there, [first, last])
    assert adds_up(told, first, last) and len(told.repeated) == 1


def test_a_near_name_of_two_hanzi_waits_where_the_known_one_is_not_in_the_imports() -> None:
    there = roster(person("李嘉", "甲队"))
    assert names(compare(there, [sheet(person("李佳", "甲队", 5))]).doubtful) == ["李佳"]
    assert names(compare(there, [sheet(person("李佳", "甲队"), person("李嘉", "甲队"))]).new) == ["李佳"]
    assert names(compare(there, [sheet(person("李佳", "乙队"), person("王嘉", "甲队"))]).new) == ["李佳", "王嘉"]
    known = roster(person("李嘉", "甲队", 4))
    assert names(compare(known, [sheet(person("李佳", "甲队", 5))]).new) == ["李佳"]
    assert names(compare(roster(person("章三", "甲队")), [sheet(person("张三", "甲队"))]).doubtful) == ["张三"]


def test_of_namesakes_the_one_with_the_same_phone_is_meant() -> None:
    there = [person("张三", "甲队"), person("张三", "乙队", 1)]
    told = compare(roster(*there), [sheet(*there, person("张三", "", 1))])
    assert sorted(one.player for one in told.known) == ["1", "2"] and not told.new and not told.doubtful


def test_blanks_within_a_team_are_told() -> None:
    told = compare(roster(person("张三", "甲队")), [sheet(person("李四", "甲 队"))])
    assert [(pair.first, pair.second, pair.reason) for pair in told.teams] == [("甲队", "甲 队", "只差空格")]


def test_nobody_is_said_to_wait_and_to_be_new() -> None:
    rows = [person(name, "甲队", 7) for name in ("李佳怡", "李佳琪", "王五")]
    told = compare(roster(), [sheet(*rows, person("赵六", "乙队"), person("赵六", "乙队"))])
    assert names(told.doubtful) == ["李佳怡", "李佳琪"] and names(told.new) == ["王五", "赵六"]
    leader = next(doubt for doubt in told.doubts if "代报" in doubt.reason)
    assert leader.settled and leader.advice.startswith("李佳怡、李佳琪 还在「待定」") and "其余的人" in leader.advice
    assert [doubt.repeat for doubt in told.doubts] == [False, False, True]  # what needs nothing stands last


@pytest.mark.long
def test_many_and_long_texts_take_no_time() -> None:
    count = 1000
    near = [person(f"人{chr(0x4E00 + n)}{chr(0x6000 + n)}", f"第{chr(0x4E00 + n)}中学", n + 1) for n in range(count)]
    long = [person(f"{chr(0x4E00 + n)}" * 3000, "队市" * 1500 + str(n), count + n) for n in range(count // 5)]
    one_name = [person("张伟", f"第{chr(0x4E00 + n)}中学", 3000 + n) for n in range(count)]
    started = time.process_time()
    told = compare(roster(), [sheet(*near, *long, *one_name)])
    assert time.process_time() - started < 10
    assert len(told.teams) == MOST_PAIRS and told.more_teams
    assert names(told.doubtful).count("张伟") == count and len([one for one in told.doubts if "太多" in one.reason]) == 1


ROWS = st.lists(
    st.builds(
        person,
        st.sampled_from(["张三", "李四", "王小明", "王晓明", "Li Wei", "LI WEI", "阿里·买买提"]),
        st.sampled_from(["", "甲队", "乙队", "红星队", "红心队"]),
        st.integers(0, 3),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None)
@given(ROWS, ROWS)
def test_every_row_stands_in_one_place_and_pasted_people_are_known(there: list, rows: list) -> None:
    found = sheet(*rows)
    told = compare(roster(*there), [found])
    assert adds_up(told, found)
    pasted = [*there, *(dict(row.cells) for row in (*told.new, *told.doubtful))]
    again = compare(roster(*pasted), [found])
    assert not again.new and not again.doubtful
