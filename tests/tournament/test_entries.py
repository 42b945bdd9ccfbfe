"""Places by payment, waiting list, walk-ins; fees and lunch."""

from __future__ import annotations

import pandas as pd

from qisai.regulation import settings
from qisai.regulation.settings import parse
from qisai.tournament.entries import entries, fee_totals, lunch, owing

DEFAULTS = {setting.key: parse(setting, "") for setting in settings.SETTINGS}
SETTINGS = {**DEFAULTS, "billed": "协会代付", "cap": 3, "table_seats": 12, "table_price": 800}


def people(*rows: tuple[str, str, int, int, int | None, bool]) -> pd.DataFrame:
    columns = ["player", "fee_class", "due", "paid", "payment_order", "present"]
    frame = pd.DataFrame(rows, columns=columns).set_index("player")
    frame = frame.assign(role="选手", team="", health=False, insured=False, refund=0)
    return frame.astype({"payment_order": "Int64"})


def test_a_place_is_taken_by_payment_in_its_order() -> None:
    """戊 paid before 乙 and takes the third place; 丙 owes and has none; 丁 is paid for by the association."""
    field = entries(
        people(
            ("甲", "自费", 100, 100, 1, True),
            ("乙", "自费", 100, 100, 4, True),
            ("丙", "自费", 100, 0, None, True),
            ("丁", "协会代付", 100, 0, 2, True),
            ("戊", "自费", 100, 100, 3, False),
        ),
        SETTINGS,
    )
    assert field["status"].to_dict() == {"甲": "正式", "乙": "候补", "丙": "未缴费", "丁": "正式", "戊": "正式"}
    assert field.index[field["entered"]].tolist() == ["甲", "乙", "丁"]  # 戊 stayed away, 乙 moves up


def test_who_pays_nothing_holds_a_place_from_the_sign_up() -> None:
    field = entries(people(("甲", "自费", 100, 100, 1, True), ("乙", "赞助", 0, 0, None, True)), SETTINGS)
    assert field["queue"].to_dict() == {"甲": 2, "乙": 1}


def test_money_of_people_without_a_place_is_named_as_refundable() -> None:
    rows = [(name, "自费", 100, 100, turn, turn < 4) for turn, name in enumerate("甲乙丙丁", start=1)]
    field = entries(people(*rows), SETTINGS)
    totals = fee_totals(field, field, SETTINGS)
    assert totals.loc["自费", ["heads", "due", "paid", "open"]].tolist() == [3, 300, 300, 0]
    assert totals.loc["候补或未入围已缴（应退）", ["heads", "paid"]].tolist() == [1, 100]


def test_a_started_table_is_paid_whole() -> None:
    assert lunch(120, SETTINGS) == (10, 8000)
    assert lunch(121, SETTINGS) == (11, 8800)
    assert lunch(121, SETTINGS | {"table_seats": 0}) == (0, 0)


def test_a_filler_enters_beside_the_cap_without_a_fee_and_owes_nothing() -> None:
    """Three places are full; 丁 fills in and is here, 戊 would and is not. 丙 has paid half."""
    rows = people(
        ("甲", "自费", 100, 100, 1, True), ("乙", "自费", 100, 100, 2, True), ("丙", "自费", 100, 50, None, True),
        ("丁", "陪打", 0, 0, None, True), ("戊", "陪打", 0, 0, None, False), ("己", "自费", 100, 100, 3, True),
    )  # fmt: skip
    rows.loc[["丁", "戊"], "role"] = "陪打"
    field = entries(rows, SETTINGS)
    assert field.index[field["entered"]].tolist() == ["甲", "乙", "丁", "己"]
    assert field["status"].to_dict() == {"甲": "正式", "乙": "正式", "丙": "未缴费", "丁": "正式", "戊": "正式", "己": "正式"}
    assert field["queue"].dropna().to_dict() == {"甲": 1, "乙": 2, "己": 3}
    assert owing(rows, SETTINGS) == {"丙"}


def test_who_is_paid_for_by_another_or_by_the_team_owes_nothing() -> None:
    rows = people(
        ("甲", "协会代付", 100, 0, None, True), ("乙", "代表队", 200, 0, None, True), ("丙", "代表队", 0, 0, None, True),
        ("丁", "代表队", 0, 200, None, True), ("戊", "代表队", 200, 100, None, True),
    )  # fmt: skip
    rows["team"] = ["", "红队", "红 队", "红队", "蓝队"]
    rows.loc["丁", "role"] = "领队"
    assert owing(rows, {**SETTINGS, "team_classes": "代表队"}) == {"戊"}
