"""The header is found wherever it stands, and each heading means what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from signups import names, one, people, refusal, told, workbook

from qisai.intake.headings import meaning
from qisai.intake.model import ROSTER, TEAMS
from qisai.intake.recognise import mapped, read_signups
from qisai.problems import InputProblems

TWO = [["张三", "天水队"], ["李四", "兰州队"]]
BOTH = [{"姓名": "张三", "单位": "天水队"}, {"姓名": "李四", "单位": "兰州队"}]


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("姓 名", "姓名"), ("1、您的姓名：", "姓名"), ("Q3. 您的姓名（必填）", "姓名"), ("*选手姓名", "姓名"),
        ("学员姓名\nAttendee Name", "姓名"),
        ("姓名（注：前六名为种子选手，不参与随机抽点）", "姓名"), ("Player Name", "姓名"), ("请输入孩子的姓名", "姓名"),
        ("运动员", "姓名"),
        ("姓名/Name", "姓名"), ("（姓名）", "姓名"), ("代表队", "单位"), ("2. 所在单位全称", "单位"), ("您就读的学校？", "单位"),
        ("單位", "单位"),
        ("Club/City", "单位"), ("部门\nDepartment", "单位"), ("班级", "单位"), ("联系方式（手机）", "电话"), ("聯絡電話", "电话"),
        ("Phone No.", "电话"), ("本人手机号码", "电话"), ("性别[单选题]", "性别"), ("Sex", "性别"), ("出生年月", "出生年份"),
        ("Date of Birth (YYYY-MM-DD)", "出生年份"), ("身份证号码（18位）", "身份证号"), ("证件号", "身份证号"), ("身份", "角色"),
        ("职务", "角色"),
        ("参赛组别", "组别"), ("项目", "组别"), ("籍贯", "地区"), ("FED", "地区"), ("Rtg", "等级分"), ("缴费金额（元）", "已缴"),
        ("缴费类别", "缴费类别"), ("留言", "备注"), ("提交时间（自动）", "提交时间"), ("提交答卷时间", "提交时间"), ("Timestamp",
        "提交时间"),
        ("序号", ""), ("所用时间", ""), ("来源", ""), ("来源详情", ""), ("来自IP", ""), ("总分", ""), ("提交者（自动）", ""),
        ("年龄", ""), ("8. 是否用餐（午餐）", "用餐"), ("是否购买保险", "保险"), ("体检证明", "体检"),
        ("身份证照片", ""), ("缴费凭证", ""), ("应缴", ""), ("缴费顺序", ""), ("姓名拼音", ""), ("邮件地址 Email Address", ""),
        ("出生地", ""),
        ("学号", ""), ("No.", ""), ("甘肃代表队", ""), ("项目1", ""),
    ],
)  # fmt: skip
def test_a_heading_means_one_field(heading: str, field: str) -> None:
    found = meaning(heading)
    assert ("" if found.other else found.field) == field


@pytest.mark.parametrize("heading", ["领队姓名", "联系人", "监护人姓名", "家长电话", "教练", "填表人", "紧急联系人电话", "领队"])
def test_another_persons_column_is_not_the_players(heading: str, tmp_path: Path) -> None:
    rows = [["姓名", heading, "单位"], ["张三", "王五", "天水队"], ["李四", "王五", "兰州队"]]
    assert people(one(workbook(tmp_path / "a.xlsx", rows))) == BOTH


def test_titles_and_notes_stand_above_the_header(tmp_path: Path) -> None:
    rows = [
        ["2031 年天水市象棋公开赛报名表"], [], ["说明：请于 5 月 1 日前交回，每队不超过 6 人，姓名与身份证一致"], ["序号",
        "姓名", "单位"],
        [1, "张三", "天水队"], [], [2, "李四", "兰州队"],
    ]  # fmt: skip
    found = one(workbook(tmp_path / "a.xlsx", rows, merged=["A1:C1"]))
    assert (people(found), found.header, found.sure) == (BOTH, 4, True)
    assert [person.at["姓名"] for person in found.applicants] == ["B5", "B7"]


@pytest.mark.parametrize("merged", [["A1:A2", "B1:C1", "D1:E1"], []])
def test_two_rows_make_one_header(tmp_path: Path, merged: list[str]) -> None:
    rows = [["姓名", "参赛信息", None, "领队", None], [None, "单位", "组别", "姓名", "电话"],
            ["张三", "天水队", "少年组", "王五", "10000000001"]]  # fmt: skip
    found = one(workbook(tmp_path / "a.xlsx", rows, merged=merged))
    assert people(found) == [{"姓名": "张三", "单位": "天水队", "组别": "少年组"}]
    assert found.header == 2


def test_a_header_merged_over_two_rows(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "单位"], [None, None], *TWO], merged=["A1:A2", "B1:B2"]))
    assert people(found) == BOTH


def test_the_header_said_again_on_each_page_is_nobody(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "单位"], TWO[0], ["姓名", "单位"], TWO[1]]))
    assert (people(found), found.problems) == (BOTH, ())


def test_a_next_table_below_is_read_by_its_own_headings(tmp_path: Path) -> None:
    rows = [["姓名", "单位"], *TWO, ["职务", "姓名", "电话"], ["领队", "王五", "10000000001"]]
    first, second = read_signups(workbook(tmp_path / "a.xlsx", rows))
    assert (people(first), first.problems, second.header) == (BOTH, (), 4)
    assert people(second) == [{"角色": "领队", "姓名": "王五", "电话": "10000000001"}]


def test_lines_of_words_below_are_told(tmp_path: Path) -> None:
    rows = [["姓名", "单位"], *TWO, ["合计", "2 人"], ["注：名单以交费为准"], ["报名网页", "http://example.com/a"]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert people(found)[:2] == BOTH
    assert told(found) == ["row_ignored"] * 3
    assert len(found.applicants) == 2


def test_a_line_may_name_the_team_of_the_rows_below(tmp_path: Path) -> None:
    rows = [["代表队：天水队", None, "领队：王五"], ["姓名", "性别"], ["张三", "男"], ["代表队：兰州队"], ["姓名", "性别"],
    ["李四", "女"]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert people(found) == [{"姓名": "张三", "性别": "男", "单位": "天水队"}, {"姓名": "李四", "性别": "女", "单位": "兰州队"}]
    assert found.applicants[1].at["单位"] == "A4"


def test_the_better_word_wins_where_two_columns_fit(tmp_path: Path) -> None:
    rows = [["昵称", "姓名", "班级", "学校", "电话", "手机"], ["小张", "张三", "一班", "实验小学", "0938-1234567", "10000000001"]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert people(found) == [{"姓名": "张三", "单位": "实验小学", "电话": "10000000001"}]
    assert (found.problems, found.sure) == ((), True)


def test_two_equal_columns_are_told_and_can_be_settled(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "单位", "姓名"], ["张三", "天水队", "李四"]]))
    assert [(p.code, p.cell, dict(p.details)) for p in found.problems] == [
        ("signup_names_unused", "C2", {"column": "姓名", "heads": 1, "samples": "李四"})
    ]
    assert not found.sure
    settled = mapped(found, {"C": "姓名"})
    assert (names(settled), [(p.code, p.value) for p in settled.problems]) == (["李四"], [("signup_names_unused", "张三")])
    assert [(c.letter, c.field) for c in settled.columns] == [("A", ""), ("B", "单位"), ("C", "姓名")]


def test_an_empty_second_column_is_no_doubt(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "姓名", "单位"], [None, "张三", "天水队"], [None, "李四", "兰州队"]]))
    assert (people(found), found.problems) == (BOTH, ())


def test_a_mapping_is_remembered_by_the_headings(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名", "棋社", "单位"], ["张三", "天水棋社", "一中"]])
    found = one(path)
    again = read_signups(path, {found.signature: {"B": "单位"}})[0]
    assert people(again) == [{"姓名": "张三", "单位": "天水棋社"}]
    other = one(workbook(tmp_path / "b.xlsx", [["姓名", "俱乐部", "单位"], ["张三", "天水棋社", "一中"]]))
    assert other.signature != found.signature == again.signature


def test_a_mapping_needs_a_name_and_known_words(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "单位"], *TWO]))
    assert mapped(found, {"Z": "姓名", "B": "别的"}) == found
    assert people(mapped(found, {"B": ""})) == [{"姓名": "张三"}, {"姓名": "李四"}]
    with pytest.raises(InputProblems, match="找不到写姓名的一列"):
        mapped(found, {"A": ""})


def test_a_name_column_without_heading_is_found_by_what_it_holds(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["序号", None, "单位", "电话"], [1, "张三", "天水队", "10000000001"],
                                               [2, "李四", "兰州队", "10000000002"]]))  # fmt: skip
    assert (names(found), found.header, found.sure) == (["张三", "李四"], 1, False)


def test_no_header_at_all(tmp_path: Path) -> None:
    rows = [[n, f"{name}甲", sex, f"1000000000{n}", team, birth] for n, (name, sex, team, birth) in enumerate(
        [("赵", "男", "天水队", 2015), ("钱", "女", "天水队", "2014.3.2"), ("孙", "男", "兰州队", "20130302"), ("李", "女",
        "兰州队", 2012)], 1
    )]  # fmt: skip
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert people(found)[1] == {"姓名": "钱甲", "性别": "女", "电话": "10000000002", "单位": "天水队", "出生年份": "2014"}
    assert (found.header, found.sure, found.shape) == (0, False, ROSTER)


def test_members_of_a_team_bring_what_is_theirs(tmp_path: Path) -> None:
    rows = [["队名", "领队", "领队电话", "队员1姓名", "队员1性别", "队员2姓名", "队员2性别", "组别"],
            ["天水队", "王五", "10000000009", "张三", "男", "李四", "女", "成人组"], ["兰州队", "赵六", None, "赵六",
            "男", None, None, "成人组"]]  # fmt: skip
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert found.shape == TEAMS
    team = {"单位": "天水队", "组别": "成人组"}
    assert people(found) == [
        {**team, "姓名": "张三", "性别": "男"}, {**team, "姓名": "李四", "性别": "女"},
        {**team, "姓名": "王五", "电话": "10000000009", "角色": "领队"}, {"姓名": "赵六", "性别": "男", "单位": "兰州队",
        "组别": "成人组"},
    ]  # fmt: skip
    assert [person.at["姓名"] for person in found.applicants] == ["D2", "F2", "B2", "D3"]
    assert names(mapped(found, {"F": ""})) == ["张三", "王五", "赵六"]


def test_numbers_below_a_caption_are_members(tmp_path: Path) -> None:
    rows = [["代表队", "队员", None, None], [None, 1, 2, 3], ["天水队", "张三", "李四", "王五"]]
    found = one(workbook(tmp_path / "a.xlsx", rows, merged=["A1:A2", "B1:D1"]))
    assert (found.shape, names(found)) == (TEAMS, ["张三", "李四", "王五"])


def test_an_age_is_no_birth_year(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "年龄"], ["张三", 12]]))
    assert (people(found), told(found), found.problems[0].cell) == ([{"姓名": "张三"}], ["signup_age"], "B1")


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([["姓名", "张三"], ["性别", "男"], ["电话", "10000000001"]], "signup_form"),
        ([["姓名", None, "性别", None], ["出生年月", None, "电话", None], ["单位", None]], "signup_form"),
        ([["姓名", "单位", "电话"]], "signup_nobody"),
        ([["序号", "姓名", "单位"], [1], [2], [3]], "signup_nobody"),
        ([["姓名"], [1], [2]], "signup_numbers"),
        ([["单位", "电话"], ["天水队", "10000000001"]], "signup_no_names"),
        ([["数量", "单价"], [3, 5.5], [4, 6]], "signup_no_names"),
        ([["台号", "红方", "结果", "黑方"], [1, "张三", "红胜", "李四"]], "signup_results"),
        ([["名次", "姓名", "单位", "积分"], [1, "张三", "天水队", 9]], "signup_results"),
        ([["Rk.", "Name", "FED", "Pts.", "TB1"], [1, "Smith", "GER", 9, 40]], "signup_results"),
    ],
)  # fmt: skip
def test_a_sheet_that_is_no_roster_is_refused(rows: list[list[object]], code: str, tmp_path: Path) -> None:
    assert refusal(workbook(tmp_path / "a.xlsx", rows)).code == code


@pytest.mark.parametrize("title", ["对局", "编号"])
def test_the_programs_own_files_are_refused(title: str, tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["编号", "序号", "姓名", "单位"], [1, 1, "张三", "天水队"]], title=title)
    assert refusal(path).code == "signup_own"


def test_people_above_the_header_are_told(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["赵六", "天水队"], ["姓名", "单位"], *TWO]))
    assert (people(found), [(p.code, p.cell) for p in found.problems]) == (BOTH, [("signup_above", "A1")])


def test_a_title_above_names_without_header_is_nobody(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["报名名单"], ["张三"], ["李四"], ["王五"]]))
    assert (names(found), told(found), found.problems[0].cell) == (["张三", "李四", "王五"], ["row_ignored"], "A1")


def test_a_line_with_a_label_among_the_names_is_nobody(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "单位"], TWO[0], ["组别：成人组"], TWO[1]]))
    assert (people(found), told(found)) == ([BOTH[0], {**BOTH[1], "组别": "成人组"}], [])
