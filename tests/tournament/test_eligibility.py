"""参赛条件: who may take part by age, sex and residence, who is told, and who is not paired."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest

import small_event as small
from qisai.event import open_event
from qisai.regulation.conditions import eligible_words, read_eligible
from qisai.regulation.settings import BY_KEY, parse, shown
from qisai.regulation.summary import summary
from qisai.reports import registration, signup
from qisai.tournament.conditions import unfit
from qisai.verify.draw import check_draw
from qisai.verify.eligibility import may_play
from qisai.verify.folder import Person, read_folder
from qisai.verify.report import Ledger
from qisai.vocabulary import EVENT_FILE

COLUMNS = {"sex": "性别", "birth": "出生年份", "region": "地区", "rating": "等级分", "team": "单位", "category": "类别",
           "group": "组别"}  # fmt: skip


@pytest.mark.parametrize(("typed", "words"), [
    ("", ""), ("性别=女", "性别=女"), ("性别＝女性、年龄≤60岁，地区 = 丹阳", "性别=女、年龄<=60、地区=丹阳"),
    ("少年组:年龄<=12、性别=男;女子组:性别=F", "少年组：年龄<=12、性别=男；女子组：性别=女"),
    ("少年组：年龄≤12；", "少年组：年龄<=12"), ("性别=女；年龄<12", "性别=女、年龄<12"),
    ("60-70岁组：年龄>=60、年龄<=70", "60-70岁组：年龄>=60、年龄<=70"), ("出生年份>=2012年", "出生年份>=2012"),
])  # fmt: skip
def test_conditions_are_understood_with_chinese_marks_and_read_back_from_their_words(typed: str, words: str) -> None:
    eligible = read_eligible(typed)
    assert eligible_words(eligible) == shown(BY_KEY["eligible"], parse(BY_KEY["eligible"], typed)) == words
    assert read_eligible(words) == eligible


@pytest.mark.parametrize("typed", [
    "男子", "籍贯=丹阳", "年龄<=老", "性别>女", "甲:性别=女;年龄<=12", "甲:性别=女;甲:年龄<=12", "甲:", "=", "性别=女、年龄=",
    "年龄<<12",
])  # fmt: skip
def test_bad_conditions_are_refused_in_words(typed: str) -> None:
    with pytest.raises(ValueError, match="[\u4e00-\u9fff]"):
        read_eligible(typed)


def people(**columns: list[Any]) -> pd.DataFrame:
    size = len(next(iter(columns.values())))
    blank: dict[str, Any] = {name: [""] * size for name in COLUMNS} | {"rating": [None] * size}
    frame = pd.DataFrame(blank | columns, index=[f"{n}" for n in range(1, size + 1)])
    return frame.astype({"rating": "Int64"})


def test_the_first_condition_not_met_is_named_before_one_that_is_not_known() -> None:
    sheet = people(sex=["女", "", "男", "男"], birth=["2010", "2015", "", "2000"])
    found = unfit(sheet, read_eligible("年龄<=12、性别=女"), 2024)
    assert found.values.tolist() == [
        ["年龄<=12", "出生年份", True], ["性别=女", "性别", False], ["性别=女", "性别", True], ["年龄<=12", "出生年份", True],
    ]  # fmt: skip


def test_a_group_is_bound_by_its_own_conditions_alone() -> None:
    sheet = people(sex=["女", "男", "男"], group=["女子组", "女 子组", "公开组"])
    assert unfit(sheet, read_eligible("女子组:性别=女"), None).index.tolist() == ["2"]
    assert unfit(sheet, read_eligible("性别=女"), None).index.tolist() == ["2", "3"]
    assert unfit(sheet, (), None).empty


@pytest.mark.parametrize("seed", range(6))
def test_the_second_referee_finds_the_same_people_in_his_own_way(seed: int) -> None:
    chance = random.Random(seed)
    values = {"sex": ["男", "女", ""], "birth": ["1950", "2012年", "2015-03-01", "2015.3", ""], "region": ["丹阳", "外地", ""],
              "rating": [1500, 2000, None], "team": ["甲队", ""], "category": ["老年", ""], "group": ["甲", "乙"]}  # fmt: skip
    sheet = people(**{name: [chance.choice(some) for _ in range(40)] for name, some in values.items()})
    parts = ["性别=女", "性别!=女", "年龄<=12", "年龄>60", "地区=丹阳", "单位!=甲队", "等级分>=1800", "出生年份<2000"]
    for _ in range(20):
        one, two = chance.sample(parts, 2)
        rules = Rules(chance.choice([f"{one}、{two}", f"甲：{one}；乙：{two}", f"乙：{one}、{two}"]))
        found = set(unfit(sheet, rules["eligible"], 2024).index)
        for player, row in sheet.iterrows():
            cells = {word: "" if pd.isna(row[name]) else str(row[name]) for name, word in COLUMNS.items()}
            assert may_play(Person(str(player), "", row["group"], cells, 0), rules) == (player not in found)


class Rules(dict[str, Any]):
    """The one setting that the referee asks for."""

    year = 2024

    def __init__(self, typed: str) -> None:
        super().__init__(eligible=read_eligible(typed))


def event(folder: Path, **settings: str) -> Path:
    """Nine players: 2 a woman, 3 without a sex, 4 typed as F."""
    folder = small.copy(folder, -1)

    def fill(book: openpyxl.Workbook) -> None:
        for player, sex in {2: "女", 3: None, 4: "F"}.items():
            book["报名"].cell(player + 1, 3).value = sex
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value in settings:
                row[1].value = settings[row[0].value]

    small.edit(folder / EVENT_FILE, fill)
    return folder


def test_who_does_not_fit_is_told_with_his_cell_and_plays_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = event(tmp_path / "e", 参赛条件="性别=男")
    capsys.readouterr()
    assert small.run("check", folder) == 0
    told = small.told(capsys.readouterr().out)
    assert len(told["not_eligible"]) == 2 and "C3" in told["not_eligible"][0] and "C5" in told["not_eligible"][1]
    assert len(told["eligibility_unknown"]) == 1 and "C4" in told["eligibility_unknown"][0]
    lists = {sheet.name: sheet for sheet in registration.load(folder).watch().sheets}
    assert lists["不合条件"].frame[["序号", "条件", "所填", "核对", "状态"]].values.tolist() == [
        ["2", "性别=男", "女", "不合", "正式"], ["3", "性别=男", "", "没填清楚", "正式"], ["4", "性别=男", "女", "不合", "正式"],
    ]  # fmt: skip
    rules = dict(summary(open_event(folder).rules))
    assert rules["参赛条件"] == "参赛条件：性别=男" and rules["不合条件的"].startswith("不合参赛条件（或没填清楚）的：提醒")
    assert open_event(folder).entries["entered"].sum() == 9


def test_who_does_not_fit_is_not_drawn_where_the_rules_say_so_and_verify_holds_it(tmp_path: Path) -> None:
    folder = event(tmp_path / "e", 参赛条件="性别=男", 不合条件的="不编排")
    field = open_event(folder).entries
    assert list(field["status"][:4]) == ["正式", "不合条件", "不合条件", "不合条件"]
    assert small.run("draw", folder) == 0
    numbers = open_event(folder).record.numbers
    assert len(numbers) == 6 and not {"2", "3", "4"} & set(numbers)
    assert signup.overview(open_event(folder)).set_index("项目")["人数"]["不合条件"] == 3
    assert small.run("verify", folder) == 0
    small.put(folder / EVENT_FILE, "报名", f"C{int(next(iter(numbers))) + 1}", "女")
    assert open_event(folder).entries["status"][next(iter(numbers))] == "正式"  # he has his number
    found = read_folder(folder)
    check_draw(found, next(iter(found.regulations.values())), ledger := Ledger())
    assert [f.topic for f in ledger.findings] == ["参赛资格"] and "不合参赛条件" in str(ledger.findings[0])


def test_a_walk_in_who_does_not_fit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = event(tmp_path / "e", 参赛条件="性别=男", 不合条件的="不编排")
    assert small.run("draw", folder) == 0 and small.next_round(folder) == 0
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[2, None, "迟到加入", 2]]))
    capsys.readouterr()
    assert small.run("check", folder) == 3
    assert "不合参赛条件" in "".join(small.told(capsys.readouterr().out)["change_bad"])
