"""The real registration sheets: the right people, or the right refusal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from signups import names, one, people, refusal, told

from qisai.intake.model import ROSTER, TEAMS
from qisai.intake.recognise import read_signups

REAL = Path(__file__).parents[3] / "shared" / "real_registration"
pytestmark = pytest.mark.skipif(not REAL.is_dir(), reason="the collection of real sheets is not beside the project")


def sheet(number: str) -> Path:
    return next(REAL.glob(f"{number}_*.xlsx"))


@pytest.mark.parametrize(
    ("number", "code", "cell"),
    [("01", "signup_form", "A6"), ("04", "signup_nobody", "A1"), ("05", "signup_numbers", "A3")],
)
def test_what_cannot_be_a_roster_is_refused(number: str, code: str, cell: str) -> None:
    problem = refusal(sheet(number))
    assert (problem.code, problem.cell) == (code, cell)


def test_a_list_without_header_has_names_and_sexes() -> None:
    found = one(sheet("02"))
    assert names(found) == [f"姓名{n}" for n in range(1, 55)]
    assert Counter(person["性别"] for person in people(found)) == {"男": 31, "女": 23}
    assert [(c.letter, c.field) for c in found.columns] == [("A", "姓名"), ("B", "性别"), ("C", "")]
    assert (found.header, found.sure, found.problems) == (0, False, ())


def test_padded_names_are_joined_and_empty_sheets_are_nothing() -> None:
    assert names(one(sheet("03"))) == ["靓仔", "美丽", "花花花"]


def test_the_lists_of_a_xiangqi_program() -> None:
    alone, teams = one(sheet("06")), one(sheet("07"))
    assert names(alone) == names(teams)
    assert (len(names(alone)), names(alone)[:2], names(alone)[-1]) == (60, ["张角", "张宝"], "吴匡")
    first = people(teams)[0]
    assert first == {"姓名": "张角", "单位": "义军"}
    assert all(person["单位"] in ("义军", "汉军", "蜀军", "西凉军") or person["单位"].endswith("军") for person in people(teams))


def test_a_row_of_a_team_is_its_members_and_its_leader() -> None:
    found = one(sheet("10"))
    assert (found.shape, found.header, found.sure) == (TEAMS, 1, True)
    second = [(p.cells["姓名"], p.cells["单位"], p.cells.get("角色"), p.at["姓名"]) for p in found.applicants if p.row == 2]
    assert second == [("member2", "hackers", None, "E2"), ("member1", "hackers", "领队", "C2")]
    fourth = [(p.cells["姓名"], p.cells.get("角色")) for p in found.applicants if p.row == 4]
    assert fourth == [(f"member{n}", None) for n in (2, 3, 4, 5)]  # the leader is the first member
    assert found.applicants[0].cells["提交时间"] == "2025-07-15 15:09:00"


def test_a_starting_list_of_chess_results() -> None:
    found = one(sheet("11"))
    assert (found.shape, found.header, found.sure, len(found.applicants)) == (ROSTER, 5, True, 150)
    assert people(found)[0] == {"姓名": "Name001 Part1 Part2 Bin Part4 Part5", "地区": "MAS", "单位": "School 1"}
    assert people(found)[-1] == {"姓名": "Name150 Part1", "地区": "MAS", "单位": "SCHOOL 43"}
    assert [(p.code, p.cell) for p in found.problems] == [("row_ignored", "A157"), ("row_ignored", "A158")]


def test_a_class_list_with_middle_dots() -> None:
    found = one(sheet("12"))
    assert len(found.applicants) == 71
    assert [name for name in names(found) if "·" in name][0] == "阿寅·壬辛"
    assert sum("·" in name for name in names(found)) == 2
    assert told(found) == []


def test_id_numbers_that_lost_their_last_digits() -> None:
    first, done = read_signups(sheet("14"))
    assert (len(first.applicants), len(done.applicants), done.sheet) == (32, 20, "完成")
    second = first.applicants[1]
    assert second.cells == {"姓名": "王癸庚", "电话": "10000000002", "出生年份": "1962"}
    assert [(p.code, p.cell, p.value) for p in second.faults] == [("signup_digits_lost", "B2", "110…00")]
    codes = Counter(p.code for person in first.applicants for p in person.faults)
    assert codes == {"signup_digits_lost": 16, "signup_id": 16}  # no made-up number has a right check digit
    assert first.applicants[9].cells["身份证号"] == first.applicants[10].cells["身份证号"]
    assert first.signature == done.signature
