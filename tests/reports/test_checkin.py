"""The lists that are signed at the desk: nobody who has signed up is on none of them."""

from __future__ import annotations

from pathlib import Path

import openpyxl

import small_event as small
from qisai.event import open_event
from qisai.reports.checkin import badges_of, check_in, to_print
from qisai.vocabulary import EVENT_FILE


def test_who_waits_for_a_place_is_marked_and_has_no_badge(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)

    def limit(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value == "人数上限":
                row[1].value = 7

    small.edit(folder / EVENT_FILE, limit)
    event = open_event(folder)
    by_name, by_team = check_in(event)
    assert by_name.title == "签到表（按姓名，7 人，候补 2 人）" and by_team.title == "签到表（按单位，7 人，候补 2 人）"
    assert [*by_name.frame["角色"]].count("候补") == 2 and len(badges_of(event)) == 7


def test_who_has_not_paid_stands_at_the_end_of_the_list_and_who_need_not_has_his_class(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    people = open_event(folder).people.index
    paid, fee = (small.column(folder / EVENT_FILE, "报名", column) for column in ("已缴", "缴费类别"))
    debtors = (2, 5)

    def change(book: openpyxl.Workbook) -> None:
        for row in debtors:
            book["报名"][f"{paid}{row}"] = None
        book["报名"][f"{fee}3"] = "赞助"
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value == "缴费类别":
                row[1].value = "自费=100，赞助=0"
        book["报名"][f"{paid}3"] = None

    small.edit(folder / EVENT_FILE, change)
    event = open_event(folder)
    by_name, by_team = check_in(event)
    assert by_name.title == "签到表（按姓名，7 人，未缴费 2 人）" and by_team.title == "签到表（按单位，7 人，未缴费 2 人）"
    rows = by_name.frame[by_name.frame["姓名"] != ""]
    assert [*rows["角色"]] == ["选手"] * 7 + ["未缴费"] * 2 and all("欠" in fee for fee in rows["缴费"][-2:])
    free = event.people.at[people[1], "name"]
    assert set(rows["缴费"]) == {"缴清", "赞助", "欠 100 元"} and [*rows.loc[rows["姓名"] == free, "缴费"]] == ["赞助"]
    assert len(badges_of(event)) == 7


def test_the_list_by_team_has_a_band_for_each_and_who_has_no_team_comes_last(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    header = small.column(folder / EVENT_FILE, "报名", "单位")
    small.edit(folder / EVENT_FILE, lambda book: [book["报名"].__setitem__(f"{header}{row}", "个人") for row in (2, 5)])
    *_, by_team = check_in(open_event(folder))
    page = to_print(by_team, "赛", "")
    bands = [*page.bands.values()]
    assert bands[-1] == "个人　2人" and sum(int(band.split("　")[1].removesuffix("人")) for band in bands) == 9
    assert "单位" not in page.frame and all(page.frame["姓名"][place] == "" for place in page.bands)
