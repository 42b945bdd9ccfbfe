"""The sign-up of an event with teams: one fee a team, whoever brings it; who leads, who is short, whose papers are missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event
from qisai.event import open_event
from qisai.reports import registration, signup
from qisai.vocabulary import EVENT_FILE

SETTINGS = {"缴费类别": "个人=50，代表队=200", "按队缴费类别": "代表队", "团体赛": "个人名次之和", "团体计分人数": "3",
            "必须组队的单位": "甘谷县，清水县，秦安县", "体检与保险": "缺的不编排"}  # fmt: skip
ROWS: list[dict[str, Any]] = [
    *({"单位": "甘谷县", "缴费类别": "代表队", "缴费顺序": n} for n in (1, 2, 3)),
    *({"单位": "清水县代表队", "缴费类别": "代表队", "缴费顺序": n} for n in (4, 5)),
    {"单位": "个人", "缴费类别": "个人", "已缴": 50, "缴费顺序": 6, "收款人": "李四"},
    {"单位": "武山县", "缴费类别": "代表队", "报到": "是", "已缴": 100},
    {"单位": "甘 谷县", "缴费类别": "代表队", "角色": "领队", "已缴": 200, "收款人": "张三"},
    {"单位": "清水县代表队", "缴费类别": "代表队", "角色": "教练", "已缴": 200, "收款人": "张三"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """甘谷 has three players and a leader who paid for them, 清水 two, 武山 one who has paid half; one is alone."""

    def change(book: openpyxl.Workbook) -> None:
        page = book["报名"]
        header = [cell.value for cell in page[1]]
        page.delete_rows(2, 20)
        rows = [{"序号": n, "姓名": f"棋手{n}", "体检": "是", "保险": "否" if n == 2 else "是", "报到": "是", **row}
                for n, row in enumerate(ROWS, start=1)]  # fmt: skip
        small_event.put_rows(page, [[row.get(name) for name in header] for row in rows])

    folder = tmp_path_factory.mktemp("队") / "小赛"
    small_event.write(folder, 3, SETTINGS)
    small_event.edit(folder / EVENT_FILE, change)
    assert small_event.run("check", folder) == 0
    return folder


def test_a_team_owes_one_fee_and_its_leaders_money_counts(folder: Path) -> None:
    fees = signup.fees(open_event(folder)).set_index("缴费类别")
    assert fees.loc["代表队"].to_list() == [5, 400, 400, 0, 400, 0, "2 队，每队一份"]
    assert fees.loc["个人"].to_list() == [1, 50, 50, 0, 50, 0, ""]
    takers = signup.collectors(open_event(folder)).set_index("收款人")["收"].to_dict()
    assert takers == {"张三": 400, "李四": 50, "（没有填收款人）": 100, "合计": 550}


def test_who_has_not_paid_for_his_team_is_named_with_what_the_team_owes(folder: Path) -> None:
    sheets = {sheet.name: sheet for sheet in registration.load(folder).watch().sheets}
    assert sheets["未缴费"].frame[["姓名", "应缴", "已缴"]].values.tolist() == [["棋手7", 200, 100]]
    assert sheets["未缴费"].notes == ["代表队：每队一份，应缴写在队里第一人的名下"]
    assert sheets["缺体检保险"].frame[["姓名", "缺"]].values.tolist() == [["棋手2", "保险"]]


def test_the_teams_are_listed_with_their_people_and_those_that_must_come_by_name(folder: Path) -> None:
    sheet = registration.load(folder).heads().sheets[1]
    assert sheet.title == "代表队 3 个，必须组队而没有报名的：清水县、秦安县"
    table = sheet.frame.set_index("队")
    assert table.loc["甘谷县"].to_list() == [3, 2, "棋手8", "", 200, "缺 1 人", "是"]  # one of the three has no insurance
    assert table.loc["清水县代表队"].to_list() == [2, 2, "", "棋手9", 200, "缺 1 人", ""]
    assert table.loc["清水县", "必须组队"] == "是，没有报名（是不是「清水县代表队」？单位要写得一样）"
    assert table.loc["秦安县", "必须组队"] == "是，没有报名"
    overview = signup.overview(open_event(folder)).set_index("项目")["人数"]
    assert overview[["报名", "缺体检或保险", "可以抽签"]].to_list() == [7, 1, 5]
