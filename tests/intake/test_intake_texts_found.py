"""Texts and values that were once put into the wrong field or lost: each is read, or told, and nothing is guessed."""

from __future__ import annotations

import datetime
import itertools
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signups import faults, id_number, names, one, people, refusal, told, workbook, written

from qisai.intake.cleaning import CLEANERS, clean
from qisai.intake.content import is_team
from qisai.intake.jielong import COLUMNS, read_jielong
from qisai.intake.recognise import read_signups
from qisai.intake.texts import unclosed
from qisai.intake.words import no_person
from qisai.private import hidden
from qisai.problems import CODES, ERROR

PHONE = "10000000001"
ID = id_number("19900102", 12)


# --- names ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("1.张三", "1."), ("1、张三", "1、"), ("（3）张三", "(3)"), ("01 张三", "01"), ("①张三", "①"), ("1️⃣张三", "1️⃣"),
        ("★张三", "★"), ("张三*", "*"), ("张三🎉", "🎉"), ("@张三", "@"), ("张三 男", "男"), ("张三（女）", "(女)"),
        ("张三 2015", "2015"), ("张三2015年生", "2015年生"), ("张三已缴费", "已缴费"), ("张三报名", "报名"),
        ("张三也来", "也来"),
    ],
)  # fmt: skip
def test_what_plainly_is_no_part_of_a_name_is_taken_away_and_told(typed: str, rest: str) -> None:
    found = clean("姓名", typed)
    assert (found.text, found.code, found.details) == ("张三", "signup_name_cleared", {"rest": rest, "right": "张三"})


@pytest.mark.parametrize(
    "typed",
    ["同上", "无", "待定", "取消", "张三（已取消）", "张三 退出", "张三等5人", "甲队合计", "以上共2人", "1人",
     "以上人员身体健康", "单位盖章", "甲队",
     "天水一中", "Team B", "First Name", "Chinese name", "？", "***", "领队：张三", "张三（教练）", "小明爸爸", "测试",
     "示例", "许多人"],
)  # fmt: skip
def test_what_is_nobodys_name_is_an_error(typed: str) -> None:
    assert clean("姓名", typed).code == "signup_name_no"
    assert CODES["signup_name_no"].level == ERROR


@pytest.mark.parametrize(
    "typed",
    ["张三", "王建军", "陈镇", "鲁班", "张一中", "王和平", "李亚男", "李 亚 男", "欧阳修", "司马相如", "诸葛孔明",
     "阿卜杜拉·买买提", "李明1", "李明A",
     "None", "NA", "John Smith Jr.", "O’Brien", "J. Smith", "姓名12", "member2", "Name001 Part1", "〇一", "取", "王健康"],
)  # fmt: skip
def test_names_of_people_are_left_alone(typed: str) -> None:
    assert clean("姓名", typed).code == ""


def test_people_whose_names_end_as_armies_do_are_no_teams() -> None:
    assert [is_team(word) for word in ("王建军", "陈镇", "鲁班", "西凉军", "康县", "天水一中", "马家镇", "甲队")] == [
        False, False, False, True, True, True, False, True,
    ]  # fmt: skip


# --- numbers where they would be printed ------------------------------------------------------------------------
@pytest.mark.parametrize("field", ["姓名", "单位", "组别", "地区"])
@pytest.mark.parametrize("number", [PHONE, f"{PHONE[:3]} {PHONE[3:7]} {PHONE[7:]}", f"{PHONE[:3]}-{PHONE[3:7]}-{PHONE[7:]}",
                                    "１００００００００01", "8212345", ID, ID.lower()])  # fmt: skip
def test_a_phone_or_id_number_in_a_printed_field_is_an_error_and_not_shown(field: str, number: str) -> None:
    for typed in (f"张三 {number}", f"张三{number}", f"{number}张三"):
        found = clean(field, typed)
        assert found.code == "signup_private"
        assert not any(digits in found.text for digits in ("0000", "12345", "19900102"))
    assert clean(field, number).code in ("signup_private", "signup_name_number")
    assert CODES["signup_private"].level == ERROR


def test_such_a_row_is_not_read_and_its_number_stays_out_of_the_words(tmp_path: Path) -> None:
    rows = [["姓名", "单位", "电话"], [f"张三 {ID}", "甲队", "10000000002"], ["李四", f"乙队{PHONE}"], ["王五", "丙队"]]
    found = one(workbook(tmp_path / "a.xlsx", rows))
    assert faults(found) == [("signup_private", "A2"), ("signup_private", "B3")]
    seen = [person.cells for person in found.applicants], [person.faults for person in found.applicants]
    assert ID not in repr(seen)
    assert PHONE not in repr(seen)


def test_years_of_a_school_are_no_phone_number() -> None:
    assert clean("单位", "2024-2025 级 1 班").code == ""
    assert hidden("2024-2025") == "2024-2025"


@pytest.mark.parametrize("field", ["姓名", "单位", "组别", "类别"])
def test_a_cell_that_is_far_too_long_is_an_error(field: str) -> None:
    found = clean(field, "长" * 3000)
    assert (found.code, found.details) == ("signup_long", {"length": 3000})
    assert len(found.text) < 30


def test_every_field_of_the_roster_that_is_printed_has_a_cleaner() -> None:
    assert {"姓名", "单位", "组别", "地区", "类别", "缴费类别"} <= set(CLEANERS)


# --- choices and dates ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("field", "typed", "text"),
    [
        ("性别", "A.男", "男"), ("性别", "B、女", "女"), ("性别", "①女", "女"), ("角色", "A. 队员", "选手"),
        ("组别", "A. 成年组", "成年组"),
        ("组别", "A.少年┋B：快棋", "少年、快棋"), ("组别", "A组", "A组"), ("组别", "U12", "U12"), ("类别", "C)业余", "业余"),
    ],
)  # fmt: skip
def test_the_letter_of_an_option_is_no_part_of_the_choice(field: str, typed: str, text: str) -> None:
    assert (clean(field, typed).text, clean(field, typed).code) == (text, "")


def test_a_sex_that_was_chosen_against_the_id_number_is_told(tmp_path: Path) -> None:
    found = one(workbook(tmp_path / "a.xlsx", [["姓名", "性别", "身份证号"], ["张三", "A.男", id_number("20150302", 122)]]))
    assert people(found)[0]["性别"] == "男"
    assert faults(found) == [("signup_id_differs", "B2")]


def test_nobody_is_born_in_the_future() -> None:
    year = max(datetime.date.today().year, 2026)
    assert clean("出生年份", year).text == str(year)
    assert (clean("出生年份", year + 1).text, clean("出生年份", year + 1).code) == ("", "signup_value")


@pytest.mark.parametrize("rule", ["---", ":---:", "———", "___", "--"])
def test_a_ruler_is_blank(rule: str, tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.md", f"| 姓名 | 单位 |\n|{rule}|{rule}|\n| 张三 | 甲队 |\n| 李四 | 乙队 |\n"))
    assert people(found) == [{"姓名": "张三", "单位": "甲队"}, {"姓名": "李四", "单位": "乙队"}]


# --- quotes -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('姓名,单位,备注\n张三,甲队,"没关\n李四,乙队,\n王五,丙队,\n', 2),
        ('姓名,单位,备注\n张三,甲队,\n李四,乙队,"没关\n王五,丙队,"又一个"\n赵六,丁队,\n', 3),
        ('姓名,单位,备注\n张三,甲队,"没关\n李四,乙队,"\n王五,丙队,\n', 2),
        ('序号,姓名,备注\n1,张三,"没关\n2,李四,\n3,王五,\n', 2),
        ('"姓名,单位\n张三,甲队\n', 1),
        ('姓名,单位\n张三,"' + "\n".join("甲" for _ in range(40)) + '"\n', 2),
        ('姓名,单位\n张三,"甲\n' + "李四,乙队\n" * 60_000, 2),
    ],
)
def test_an_open_quote_is_refused_with_its_line(text: str, line: int, tmp_path: Path) -> None:
    problem = refusal(written(tmp_path / "a.csv", text))
    assert (problem.code, problem.cell) == ("signup_quote", f"第{line}行")


def test_quotes_that_close_are_read(tmp_path: Path) -> None:
    text = '姓名,单位,"备注\n（可不填）"\n张三,"甲队\n二队","说:""好"", 再说\n第二行"\n李四,12" 队,\n王五,"丙"队,\n'
    assert unclosed(text, ",") == 0
    assert [person["单位"] for person in people(one(written(tmp_path / "a.csv", text)))] == ["甲队 二队", '12" 队', "丙队"]


def test_a_quote_in_a_chat_swallows_no_line(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", '#接龙\n1. 张三,甲队\n2. 李四,"乙队\n3. 王五,丙队\n'))
    assert names(found) == ["张三", "李四", "王五"]


# --- 接龙 --------------------------------------------------------------------------------------------------------
def line(text: str) -> dict[str, str] | str:
    """The person of a line, or why it was not read."""
    grid = read_jielong(text, "a.txt")
    read = {COLUMNS[column]: str(value) for _, cells in grid.rows for column, value in cells.items()}
    reasons = [str(p.details["detail"]) for p in grid.notes if p.code == "signup_line"]
    assert bool(read) != bool(reasons)
    return read or reasons[0]


@pytest.mark.parametrize(
    "text",
    ["1. 张三 李四", "1. 王五&赵六", "1. 张三 甲队 / 李四 乙队", "1. 钱七 孙八 甲队", "1张三 2李四 3王五",
     "1.张三，2.李四，3.王五", "1. 张三 白云", "1. 张三 和 李四", "1. 赵六、钱七"],
)  # fmt: skip
def test_several_people_on_a_line_are_never_one(text: str) -> None:
    assert line(text) == "一行好像有两个人，请一人一行"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. 小明爸爸 张小明 三年级2班", "看不懂「小明爸爸」"), ("1. 孙八 不来", "写着取消或不参加"),
        ("1. 赵六 改为 钱七", "写着换人或代报"), ("1. 张三 替 李四 报名", "写着换人或代报"), ("1. 王五（代）", "写着换人或代报"),
        ("1. 王五 2人", "看不懂「2人」"), ("1. 王五➕1", "「+1」没有写是谁，请一人一行"),
        ("1. Li Si Team B", "看不懂「Li Si Team B」"), ("1. 张三 OK", "看不懂「OK」"), ("1. 李四 带一个", "看不懂「带一个」"),
        ("1. 张三 男 女", "写了两个性别"), ("1. 烟草 张三", "看不懂「烟草」，请写成「单位：烟草」或「备注：烟草」"),
        ("1. 张三 1380000", "看不懂「138…」"), ("1. 张三 甲队 乙队", "写了两个单位：甲队、乙队"),
        (f"1. 张三 {PHONE} 10000000002", "写了两个电话：100…、100…"), ("1. 张三等3人", "看不懂「张三等3人」"),
        ("1. 3班张三", "看不懂「3班张三」"), ("1. 甲队", "看不出姓名"), ("1. 张三 1.2.3", "看不懂「1.2.3」"),
        ("1. 张三 待定", "看不懂「待定」"), ("1. 张三和李四", "看不懂「张三和李四」"),
    ],
)  # fmt: skip
def test_a_line_with_a_word_that_is_not_understood_is_told(text: str, reason: str) -> None:
    found = line(text)
    assert isinstance(found, str)
    assert found.startswith(reason)


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("1. 张三 少年组", {"姓名": "张三", "组别": "少年组"}), ("1. 张三：甲队", {"姓名": "张三", "单位": "甲队"}),
        ("1. 张三 138 0000 0003".replace("138", "100"), {"姓名": "张三", "电话": "100 0000 0003"}),
        ("1. 张三 100-0000-0003 甲队", {"姓名": "张三", "电话": "100-0000-0003", "单位": "甲队"}),
        ("1️⃣ 张三 甲队", {"姓名": "张三", "单位": "甲队"}), ("3️⃣王五 丙队", {"姓名": "王五", "单位": "丙队"}),
        ("🔟 王五 丙队", {"姓名": "王五", "单位": "丙队"}), ("1. 🎉张三 甲队🐎", {"姓名": "张三", "单位": "甲队"}),
        ("1. Tony Zhang 甲队", {"姓名": "Tony Zhang", "单位": "甲队"}), ("1. 张三（甲队）", {"姓名": "张三", "单位": "甲队"}),
        (f"1. 张三-甲队-{PHONE}", {"姓名": "张三", "单位": "甲队", "电话": PHONE}),
        ("1. 张三 男 61岁 7级棋士", {"姓名": "张三", "性别": "男", "备注": "61岁 7级棋士"}),
        ("1. 张三 单位：烟草 备注：自驾 素食", {"姓名": "张三", "单位": "烟草", "备注": "自驾 素食"}),
        ("1. 甲队 领队 张三", {"姓名": "张三", "单位": "甲队", "角色": "领队"}),
        ("1. 张三 天水 天水一中", {"姓名": "张三", "单位": "天水一中", "地区": "天水"}),
        ("1. 安庆 李四", {"姓名": "李四", "单位": "安庆"}), ("1. 王建军 甲队", {"姓名": "王建军", "单位": "甲队"}),
        ("1. 张三 等级分1800 2015年3月生", {"姓名": "张三", "等级分": "1800", "出生年份": "2015年3月"}),
        ("1. 张三 实验小学 五(3)班", {"姓名": "张三", "单位": "实验小学", "备注": "五(3)班"}),
        ("1. 张三 实验小学 三年级2班", {"姓名": "张三", "单位": "实验小学", "备注": "三年级2班"}),
        ("1000. 王五 乙队", {"姓名": "王五", "单位": "乙队"}),
    ],
)  # fmt: skip
def test_a_line_whose_words_are_all_understood_is_read(text: str, person: dict[str, str]) -> None:
    assert line(text) == person


def guessed(text: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The person of a line, and the words that were given a column with a warning."""
    grid = read_jielong(text, "a.txt")
    told_of = [(p.value, str(p.details["column"])) for p in grid.notes if p.code == "signup_word_guess"]
    person = line(text)
    assert isinstance(person, dict)
    return person, told_of


@pytest.mark.parametrize("place", ["江苏省", "江苏镇江", "浙江杭州", "南京市"])
def test_a_place_is_no_second_player(place: str) -> None:
    assert guessed(f"1. 陈飞 {place} {PHONE}") == ({"姓名": "陈飞", "单位": place, "电话": PHONE}, [])


@pytest.mark.parametrize(
    "team",
    ["云阳镇", "常州武进", "秦州", "车站", "丹阳", "麦积", "丹阳电视台", "长城电工", "铁路一小", "育才", "红旗小学四年级",
     "丹阳中学初二", "烟草", "南京棋友"],
)  # fmt: skip
def test_one_word_behind_a_clear_name_is_the_team_and_told(team: str) -> None:
    assert guessed(f"1. 陈飞 {team} {PHONE}") == ({"姓名": "陈飞", "单位": team, "电话": PHONE}, [(team, "单位")])
    assert guessed(f"1. 陈飞 {team}") == ({"姓名": "陈飞", "单位": team}, [(team, "单位")])


@pytest.mark.parametrize("note", ["第一次参加", "退休", "自由职业", "微信转账100", "（家长电话）", "家长"])
def test_a_side_note_beside_a_clear_name_is_a_remark_and_told(note: str) -> None:
    bare = note.strip("（）")
    person = {"姓名": "陈飞", "单位": "甲队", "电话": PHONE, "备注": bare}
    assert guessed(f"1. 陈飞 甲队 {note} {PHONE}") == (person, [(bare, "备注")])


@pytest.mark.parametrize(
    "words",
    ["不来", "改为钱七", "改钱七", "替李四", "替 李四", "带一个", "两人", "3人", "一起", "也来", "白云", "马跃檀溪", "陈镇",
     "团体赛", "育才 丹阳", "甲队 育才", "张三和李四", "李四王五", "原李四", "取消", "收到"],
)  # fmt: skip
def test_what_says_something_else_is_no_team(words: str) -> None:
    assert isinstance(line(f"1. 陈飞 {words} {PHONE}"), str)


@pytest.mark.parametrize("text", ["1. 靓仔 育才", "1. 靓仔 退休", "1. 育才 陈飞"])
def test_without_a_clear_name_in_front_nothing_is_guessed(text: str) -> None:
    assert isinstance(line(text), str)


def test_two_single_hanzi_are_one_name() -> None:
    assert line(f"1. 于 洋 甲队 {PHONE}") == {"姓名": "于洋", "单位": "甲队", "电话": PHONE}
    assert [isinstance(line(text), str) for text in ("1. 张 男 甲队", "1. 李 亚 男 甲队")] == [True, True]


@pytest.mark.parametrize("team", ["三年级(2)班", "实小五(3)班", "五(三)班"])
def test_a_class_in_brackets_is_one_word(team: str) -> None:
    assert line(f"1. 周正 {team} {PHONE}") == {"姓名": "周正", "单位": team, "电话": PHONE}


@pytest.mark.parametrize("team", ["三年级(2)班", "实小五(3)班", "丹阳-实小", "云阳镇", "烟草《二》队"])
def test_what_is_called_the_team_is_the_team_whatever_is_in_it(team: str) -> None:
    assert line(f"1. 周正 单位：{team} {PHONE}") == {"姓名": "周正", "单位": team, "电话": PHONE}
    assert line(f"1. 周正 单位：{team}，男") == {"姓名": "周正", "单位": team, "性别": "男"}


def test_a_remark_in_brackets_behind_the_team_is_no_part_of_it() -> None:
    assert line("1. 周正 单位：甲队（已缴）") == {"姓名": "周正", "单位": "甲队", "备注": "已缴"}


@pytest.mark.parametrize(
    "title",
    ["2024丹阳象棋公开赛报名接龙，请写姓名、单位、电话", "#接龙\n报名请接龙，写姓名、电话", "姓名，单位，电话", "姓名,单位,电话",
     "请写姓名，单位，电话", "各位棋友，请填姓名、单位、手机号，10月20日截止", "姓名 单位 电话", "姓名、单位、电话"],
)  # fmt: skip
@pytest.mark.parametrize("numbers", [("1. ", "2. ", "3. "), ("1、", "2、", "3、"), ("①", "②", "③")])
def test_numbered_lines_are_a_list_whatever_stands_above(title: str, numbers: tuple[str, ...], tmp_path: Path) -> None:
    rows = (f"曹建华 丹阳市 {PHONE}", "彭博 10000000002", "董卿 甲队 10000000003")
    body = "\n".join(map(str.__add__, numbers, rows))
    found = one(written(tmp_path / "a.txt", f"{title}\n{body}\n"))
    assert (names(found), [p["单位"] for p in people(found) if "单位" in p]) == (["曹建华", "彭博", "董卿"], ["丹阳市", "甲队"])
    assert told(found) == ["signup_team_blank"]


def test_numbered_names_in_a_table_with_as_many_headings_stay_a_table(tmp_path: Path) -> None:
    text = f"姓名,单位,电话,备注\n1.张三,烟草,{PHONE},自己来\n2.李四,电力,10000000002,\n"
    found = one(written(tmp_path / "a.csv", text))
    assert (found.header, people(found)[0]["备注"]) == (1, "自己来")
    plain = one(written(tmp_path / "b.csv", "序号\t姓名\t单位\n1.\t张三\t烟草\n2.\t李四\t电力\n"))
    assert (plain.header, names(plain)) == (1, ["张三", "李四"])


def test_a_sentence_after_the_list_is_nobody(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", "5月1日象棋比赛\n地点：文化宫\n1. 张三\n2. 李四\n\n8点半签到\n"))
    assert names(found) == ["张三", "李四"]
    assert [(p.code, p.cell) for p in found.problems] == [("signup_line", "第6行")]


def test_somebody_above_the_first_number_is_told(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", "#接龙\n赵六 乙队\n1. 张三 甲队\n2. 李四\n"))
    assert names(found) == ["张三", "李四"]
    assert [(p.code, p.cell, p.details["detail"]) for p in found.problems if p.code == "signup_line"] == [
        ("signup_line", "第2行", "在第一个序号上面")
    ]


def test_a_name_without_a_common_surname_is_read_and_told(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", "1. 靓仔 甲队\n2. 张三 乙队\n"))
    assert names(found) == ["靓仔", "张三"]
    assert [(p.code, p.cell, p.value) for p in found.problems] == [("signup_guess", "第1行", "靓仔")]


def test_a_word_cut_from_a_name_in_a_line_is_told(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", "1. 张三报名 甲队\n2. 李四 乙队\n"))
    assert (names(found), faults(found)) == (["张三", "李四"], [("signup_name_cleared", "第1行")])


def test_an_id_number_on_a_line_that_is_not_read_is_not_shown() -> None:
    grid = read_jielong(f"1. 张三 李四 {ID}", "a.txt")
    assert ID not in repr(grid)


PIECES = {"单位": ["甲队", "天水", "实验小学"], "电话": [PHONE, "100 0000 0001"], "性别": ["男", "女"], "角色": ["领队"],
          "出生年份": ["2015", "2015-03-02"], "组别": ["少年组", "U12"], "备注": ["已缴", "50元"]}  # fmt: skip


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_words_in_any_order_come_back_and_one_strange_word_stops_the_line(data: st.DataObject) -> None:
    fields = data.draw(st.sets(st.sampled_from(sorted(PIECES))))
    person = {"姓名": data.draw(st.sampled_from(["张三", "欧阳修", "阿布都·买买提", "王建军"]))}
    person |= {field: data.draw(st.sampled_from(PIECES[field])) for field in sorted(fields)}
    words = data.draw(st.permutations(list(person.values())))
    mark = data.draw(st.sampled_from(["  ", "，", ", ", " / ", "；", "、", "+", "\t"]))
    number = data.draw(st.sampled_from(["1. ", "1、", "①", "[1]", "1️⃣ ", "1）"]))
    assert line(number + mark.join(words)) == person
    strange = data.draw(st.sampled_from(["李四", "带孩子来", "abc123", "3人", "13800", "？", "明天", "Tony", "看棋"]))
    place = data.draw(st.integers(0, len(words)))
    assert isinstance(line(number + mark.join([*words[:place], strange, *words[place:]])), str)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text("张三李四甲队男0123456789 .、,/+()\n①✅", max_size=14), max_size=6))
def test_every_line_below_the_first_number_is_a_person_or_told(lines: list[str]) -> None:
    grid = read_jielong("\n".join(["1. 赵六", *lines]), "a.txt")
    given_lines = "\n".join(["1. 赵六", *lines]).splitlines()
    filled = {number for number, text in enumerate(given_lines, start=1) if text.strip()}
    read = [number for number, _ in grid.rows]
    not_read = [int(p.cell.removeprefix("第").removesuffix("行")) for p in grid.notes if p.code == "signup_line"]
    assert sorted([*read, *not_read]) == sorted(filled)


def test_words_that_are_nobody_have_a_reason_each() -> None:
    assert all(no_person(word) for word in itertools.chain(["同上", "合计", "甲队", "以上"], ["领队", "？", "first name"]))


def test_rows_of_blanks_take_no_time(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", [["姓名", "单位"], ["张三", "甲队"], *[[" "]] * 5000, ["李四", "乙队"]])
    start = time.process_time()
    (found,) = read_signups(path)
    assert names(found) == ["张三", "李四"]
    assert len(found.grid.rows) == 3
    assert time.process_time() - start < 3
    assert told(found) == []


@pytest.mark.parametrize("text", ["张" * 99 + "x", "1." * 50, "(" * 100,
                                  "张三、" * 33, "- " * 50, "张 " * 50, "★" * 100, "1" * 100])  # fmt: skip
def test_no_text_keeps_the_reader_busy(text: str) -> None:
    start = time.process_time()
    clean("姓名", text)
    clean("单位", text)
    read_jielong(f"1. {text * 500}", "a.txt")
    assert time.process_time() - start < 2
