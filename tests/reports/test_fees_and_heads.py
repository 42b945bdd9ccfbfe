"""Money and heads of the sign-up add up, whoever paid what to whom and got it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import small_event as small
from qisai.event import open_event
from qisai.excel.roster import PEOPLE
from qisai.regulation.settings import SETTINGS, parse
from qisai.reports import registration, signup
from qisai.tournament.entries import OUTSIDE, STAFF, accounts, collected, debts, eaters, entries, fee_totals, owing
from qisai.vocabulary import EVENT_FILE

RULES: dict[str, Any] = {row.key: parse(row, "") for row in SETTINGS} | {
    "fees": {"自费": 100, "赞助": 0, "协会代付": 100, "代表队": 200}, "billed": "协会代付", "team_classes": "代表队", "cap": 5,
}  # fmt: skip
BLANK = {"str": "", "int64": 0, "Int64": None, "bool": False}


def people(*rows: dict[str, Any]) -> pd.DataFrame:
    """The sign-up frame of so many people, 序号 1, 2, …; what a row does not say is blank."""
    blank = {column: BLANK[kind] for column, kind in PEOPLE.items()} | {"role": "选手", "fee_class": "自费"}
    full = [blank | row for row in rows]
    frame = pd.DataFrame(full, columns=list(PEOPLE)).astype(PEOPLE)
    frame.index = pd.Index([str(n) for n in range(1, len(rows) + 1)], name="player")
    return frame


def person(draw: st.DrawFn) -> dict[str, Any]:
    role = draw(st.sampled_from(["选手"] * 5 + ["领队", "教练", "陪打"]))
    paid = draw(st.sampled_from([0, 0, 50, 100, 200, 300]))
    staff = ["", "代表队", "自费"]
    own = {"选手": ["自费", "赞助", "协会代付", "代表队"], "领队": staff, "教练": staff, "陪打": ["陪打"]}
    return {
        "role": role, "fee_class": draw(st.sampled_from(own[role])), "team": draw(st.sampled_from(["红队", "红 队", "蓝队", ""])),
        "due": draw(st.sampled_from([0, 100, 200])) if role == "选手" else 0, "paid": paid,
        "refund": draw(st.sampled_from([0, 0, paid // 2, paid])), "payment_order": draw(st.none() | st.integers(1, 99)),
        "collector": draw(st.sampled_from(["甲", "乙", ""])), "present": draw(st.booleans()), "lunch": draw(st.booleans()),
        "name": draw(st.sampled_from("赵钱孙李")),
    }  # fmt: skip


fields = st.lists(st.composite(person)(), max_size=12)


@settings(max_examples=25, deadline=None)
@given(fields, st.sets(st.integers(1, 14)))
def test_what_the_classes_took_is_what_the_collectors_have(rows: list[dict[str, Any]], numbered: set[int]) -> None:
    sheet = people(*rows)
    totals = fee_totals(entries(sheet, RULES, [str(n) for n in numbered]), sheet, RULES)
    table = collected(sheet)
    for column in ("paid", "refund", "kept"):
        assert totals[column].sum() == table[column].sum() == sum(
            {"paid": r["paid"], "refund": r["refund"], "kept": r["paid"] - r["refund"]}[column] for r in rows
        )
    assert (totals["due"] - totals["open"] + totals["over"] == totals["kept"]).all()
    assert (totals >= 0).all(axis=None)


@settings(max_examples=15, deadline=None)
@given(fields)
def test_who_owes_is_chased_and_nobody_else_is(rows: list[dict[str, Any]]) -> None:
    sheet = people(*rows)
    book, field = accounts(sheet, RULES), entries(sheet, RULES)
    chased = set(book.loc[(book["owed"] > 0) & book["self_paid"], "player"])
    late = owing(sheet, RULES)
    assert set(field.index[field["status"] == "未缴费"]) == late
    assert {sheet.loc[player, "fee_class"] for player in chased} == {sheet.loc[player, "fee_class"] for player in late}
    assert chased <= late and (len(chased) > 0) == (len(late) > 0)


@settings(max_examples=15, deadline=None)
@given(fields, st.lists(st.tuples(st.sampled_from("赵钱孙周"), st.sampled_from(["红队", ""]), st.booleans()), max_size=5))
def test_the_heads_at_the_lunch_are_people_counted_once(rows: list[dict[str, Any]], staff: list[tuple[str, str, bool]]) -> None:
    sheet = people(*rows)
    officials = pd.DataFrame(staff, columns=["name", "team", "lunch"]).astype({"lunch": "bool"}).assign(office="裁判员")
    kinds = eaters(sheet, officials, entries(sheet, RULES))
    assert list(kinds) == ["选手", "领队", "教练", "工作人员"]
    assert sum(kinds.values()) <= len(sheet) + len(staff)
    if sheet["lunch"].any():
        assert kinds["领队"] == (sheet["lunch"] & (sheet["role"] == "领队")).sum()
        assert kinds["选手"] == (sheet["lunch"] & sheet["role"].isin(["选手", "陪打"])).sum()
    eating = {(row["name"], row["team"].replace(" ", "")) for row in rows if row["lunch"]}
    if eating:
        assert kinds["工作人员"] == sum(eats and (name, team) not in eating for name, team, eats in staff)


def test_heads_go_by_place_before_the_check_in_and_by_presence_after_it() -> None:
    leaders = [{"role": "领队", "fee_class": ""}, {"role": "教练", "fee_class": ""}]
    rows = [{"paid": 100, "due": 100}, {"paid": 0, "due": 100}, *leaders]
    officials = pd.DataFrame({"office": ["裁判长"], "name": ["毛静之"], "team": [""], "lunch": [True]})
    sheet = people(*rows)
    assert list(eaters(sheet, officials, entries(sheet, RULES | {"cap": 0})).values()) == [1, 1, 1, 1]
    sheet["present"] = [True, True, False, True]
    assert list(eaters(sheet, officials, entries(sheet, RULES | {"cap": 0})).values()) == [2, 0, 1, 1]


def test_who_got_his_whole_fee_back_holds_no_place_and_the_next_moves_up() -> None:
    """Two places, three have paid; the first gets his fee back, the second what he had paid too much."""
    paid = {"due": 100, "present": True}
    rows = [{**paid, "paid": 100, "refund": 100, "payment_order": 1}, {**paid, "paid": 150, "refund": 50, "payment_order": 2},
            {**paid, "paid": 100, "payment_order": 3}]  # fmt: skip
    field = entries(people(*rows), RULES | {"cap": 2})
    assert list(field["status"]) == ["未缴费", "正式", "正式"] and list(field["entered"]) == [False, True, True]
    assert owing(people(*rows), RULES) == {"1"}
    assert entries(people(*rows), RULES | {"cap": 2}, ["1"])["entered"].all()  # who has his number stays


def test_money_of_a_leader_belongs_to_his_team_and_to_nobody_where_he_has_none() -> None:
    team = {"fee_class": "代表队", "team": "红队"}
    rows = [{**team, "role": "领队", "paid": 250}, {**team, "due": 200}, {**team}, {"role": "教练", "fee_class": "", "paid": 30}]
    sheet = people(*rows)
    totals = fee_totals(entries(sheet, RULES), sheet, RULES)
    assert totals.loc["代表队", ["heads", "due", "paid", "open", "over"]].tolist() == [2, 200, 250, 0, 50]
    assert totals.loc[STAFF, ["heads", "kept"]].tolist() == [1, 30] and totals.loc[OUTSIDE, "kept"] == 0
    assert accounts(sheet, RULES).loc["红队/代表队", ["player", "owed", "over"]].tolist() == ["2", 0, 50]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine signed up: 1 got all back, 2 paid too much, 3 owes half, 4 is paid for; a leader who eats is staff too."""
    folder = small.copy(tmp_path_factory.mktemp("fees") / "e", -1)

    def fill(book: openpyxl.Workbook) -> None:
        sheet = book["报名"]
        head = {cell.value: cell.column for cell in sheet[1]}
        typed = {1: {"退费": 100}, 2: {"已缴": 130, "收款人": "乙"}, 3: {"已缴": 50, "缴费顺序": None},
                 5: {"收款人": "乙", "已缴": "100元"}}  # fmt: skip
        for player, cells in typed.items():
            for column, value in cells.items():
                sheet.cell(player + 1, head[column]).value = value
        leader = {"序号": 90, "姓名": "安若水", "单位": "甲队", "角色": "领队", "报到": "是", "用餐": "是"}
        small.put_rows(sheet, [[leader.get(name) for name in head]], first=11)
        staff = [["裁判长", "毛静之", None, "是"], ["领队", "安若水", "甲 队", "是"], ["裁判员", "路明远", None, "否"]]
        small.put_rows(book["人员"], staff)

    small.edit(folder / EVENT_FILE, fill)
    return folder


def test_the_sheets_of_the_money_say_who_owes_who_gets_back_and_what_each_collector_hands_over(folder: Path) -> None:
    sheets = {sheet.name: sheet for sheet in registration.load(folder).money().sheets}
    assert list(sheets) == ["缴费", "收款", "欠费", "多缴"]
    fees, cash = sheets["缴费"].frame.set_index("缴费类别"), sheets["收款"].frame.set_index("收款人")
    assert fees.loc["自费"].tolist() == [7, 700, 730, 0, 730, 0, "多缴 30 元"]
    assert fees.loc["合计"].tolist()[1:5] == [700, 880, 100, 780]
    assert cash.loc["乙"].tolist() == [2, 230, 0, 230] and cash.loc["合计"].tolist() == [9, 880, 100, 780]
    assert sheets["欠费"].frame.values.tolist() == [
        ["1", "陆𬭎", "乙队", "自费", 100, 0, 100], ["3", "李　四", "丁队", "自费", 100, 50, 50],
    ]  # fmt: skip
    assert sheets["欠费"].title == "要催缴的：2 笔，合计 150 元"
    assert sheets["多缴"].frame[["姓名", "实收", "多缴"]].values.tolist() == [["张三", 130, 30]]
    event = open_event(folder)
    assert signup.overview(event).set_index("项目")["人数"][["报名", "有名额", "未缴费"]].tolist() == [9, 7, 2]


def test_the_lunch_is_told_by_kind_and_a_leader_among_the_staff_eats_once(folder: Path) -> None:
    table = signup.meals(open_event(folder)).set_index("项目")["数量"]
    assert table[["选手", "领队", "工作人员", "合计", "桌数"]].tolist() == [0, 1, 1, 2, 1]


def test_the_draw_leaves_out_who_got_his_fee_back_and_the_second_referee_agrees(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("draw", folder) == 0
    event = open_event(folder)
    assert len(event.record.numbers) == 7 and not {"1", "3"} & set(event.record.numbers)
    last = next(iter(event.record.numbers))  # he leaves after the draw, and gets his fee back
    letter = small.column(folder / EVENT_FILE, "报名", "退费")
    small.put(folder / EVENT_FILE, "报名", f"{letter}{int(last) + 1}", 100)
    assert len(open_event(folder).record.numbers) == 7
    capsys.readouterr()
    assert small.run("verify", folder) == 0, capsys.readouterr().out


def test_a_collector_is_one_however_his_name_is_spaced() -> None:
    paid = {"due": 100, "paid": 100}
    rows = [{**paid, "collector": "老王"}, {**paid, "collector": "老 王", "refund": 20}, {**paid, "collector": ""}]
    table = collected(people(*rows))
    assert table.loc["老王"].tolist() == [2, 200, 20, 180] and sorted(table.index) == ["", "老王"]


def test_a_debt_is_that_of_the_party_and_falls_to_who_brought_most() -> None:
    team = {"fee_class": "代表队", "team": "红队"}
    rows = [{**team, "due": 200, "payment_order": 3}, team, {**team, "role": "领队", "paid": 150},
            {"due": 100, "paid": 80, "refund": 50}, {"due": 100, "paid": 100}, {"due": 100, "fee_class": "协会代付"}]  # fmt: skip
    found = debts(people(*rows), RULES)
    assert found[["owed", "by_team", "queued", "payer"]].values.tolist() == [
        [50, True, True, "3"], [50, True, True, "3"], [70, False, False, "4"],
    ]  # fmt: skip
    assert set(found.index) == owing(people(*rows), RULES) == {"1", "2", "4"}


def test_money_of_leaders_has_one_name_and_the_bill_says_whom_it_lists(tmp_path: Path) -> None:
    rules = {"缴费类别": "自费=100，团队=200，协会=80", "按队缴费类别": "团队", "代付类别": "协会"}
    folder = tmp_path / "小赛"
    small.write(folder, 3, rules)
    head = [cell.value for cell in openpyxl.load_workbook(folder / EVENT_FILE)["报名"][1]]
    leader = {"序号": 90, "姓名": "安若水", "单位": "丁队", "角色": "领队", "已缴": 30}
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["报名"], [[leader.get(name) for name in head]], first=5))
    sheets = {sheet.name: sheet for sheet in registration.load(folder).money().sheets}
    assert sheets["多缴"].frame[["姓名", "缴费类别", "多缴"]].values.tolist() == [["安若水", STAFF, 30]]
    assert STAFF in sheets["缴费"].frame["缴费类别"].tolist()
    assert "没有报到的也在内" in sheets["代付账单"].notes[0]
