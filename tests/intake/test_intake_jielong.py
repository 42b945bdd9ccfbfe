"""接龙 as it is pasted from a chat: who signed up, and which lines say nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from signups import names, one, people, refusal, written


def read(path: Path, text: str, encoding: str = "utf-8") -> list[dict[str, str]]:
    return people(one(written(path, text, encoding)))


def test_names_teams_and_phones_below_a_title(tmp_path: Path) -> None:
    text = (
        "#接龙\n2031 年端午象棋赛报名\n比赛时间：6月1日 9:00\n例 1. 姓名 单位 电话\n\n1. 张三 天水队 10000000001\n"
        "2、李四，兰州队，10000000002\n"
        "3．王五 / 天水队\n④ 赵六 女 2015\n[5] 钱七+兰州队+10000000007\n6 孙八\n7） 周九10000000009\n"
    )  # fmt: skip
    assert read(tmp_path / "a.txt", text) == [
        {"姓名": "张三", "单位": "天水队", "电话": "10000000001"}, {"姓名": "李四", "单位": "兰州队", "电话": "10000000002"},
        {"姓名": "王五", "单位": "天水队"}, {"姓名": "赵六", "性别": "女", "出生年份": "2015"},
        {"姓名": "钱七", "单位": "兰州队", "电话": "10000000007"}, {"姓名": "孙八"}, {"姓名": "周九", "电话": "10000000009"},
    ]  # fmt: skip


def test_the_team_may_stand_first(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "1. 天水 张三\n2. 兰州 李四\n3. 天水 王五\n") == [
        {"姓名": "张三", "单位": "天水"}, {"姓名": "李四", "单位": "兰州"}, {"姓名": "王五", "单位": "天水"},
    ]  # fmt: skip


def test_what_is_called_a_remark_is_one(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "1. 张三 天水队 已缴 备注：素食 自驾\n2. 李四 兰州队\n")[0] == {
        "姓名": "张三", "单位": "天水队", "备注": "已缴 素食 自驾",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3. 张三+1", "「+1」没有写是谁，请一人一行"),
        ("3. 王五、赵六", "一行好像有两个人，请一人一行"),
        ("3. 王五（取消）", "写着取消或不参加"),
        ("3.", "没有以「1.」这样的序号开头，或序号后面是空的"),
        ("3. 10000000003", "看不出姓名"),
        ("请大家按顺序接", "没有以「1.」这样的序号开头，或序号后面是空的"),
    ],
)
def test_a_line_that_says_nobody_is_told_with_its_place(line: str, reason: str, tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", f"#接龙\n1. 张三 天水队\n2. 李四 兰州队\n{line}\n"))
    assert names(found) == ["张三", "李四"]
    assert [(p.code, p.cell, p.value, p.details["detail"]) for p in found.problems] == [("signup_line", "第4行", line, reason)]


def test_a_line_is_where_a_person_stands(tmp_path: Path) -> None:
    found = one(written(tmp_path / "a.txt", "#接龙\n\n1. 张三 天水队\n", "gbk"))
    assert (found.applicants[0].row, dict(found.applicants[0].at)) == (3, {"姓名": "第3行", "单位": "第3行"})
    assert (found.header, found.sure) == (0, False)


def test_a_text_without_numbers_is_one_person_a_line(tmp_path: Path) -> None:
    assert read(tmp_path / "a.txt", "张三 天水队 10000000001\n李四 兰州队 10000000002\n")[1] == {
        "姓名": "李四", "单位": "兰州队", "电话": "10000000002",
    }  # fmt: skip


def test_a_chat_without_anybody_is_refused(tmp_path: Path) -> None:
    assert refusal(written(tmp_path / "a.txt", "#接龙\n比赛报名\n1.\n2.\n")).code == "signup_no_names"
