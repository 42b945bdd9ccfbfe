"""Shares, endings, lots, conditions, who may take a prize, one prize for one person: by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
import pytest
from test_games import rules

from qisai.regulation.model import ENDING, LOT, SHARE, Appointment, Condition, Pick, Prize
from qisai.tournament.conditions import birth_year, meets, verdicts
from qisai.tournament.prizes import Awards, awards
from qisai.tournament.settled import givable

ONE_ONLY = {"stacking": "只领最高一项，其余递补"}
WOMEN, JUNIOR = (Condition("性别", "=", "女"),), (Condition("年龄", "<=", "12"),)

#: Ten people in their final order.
NAMES = list("甲乙丙丁戊己庚辛壬癸")
PEOPLE = pd.DataFrame(
    {
        "role": "选手",
        "sex": ["男", "女", "女", "男", "女", "男", "", "女", "男", "男"],
        "birth": ["1990", "2012", "1985年", "2014-02-01", "2011", "", "2013", "1950", "1962", "六三"],
        "region": ["丹阳", "句容", "丹 阳", "", "丹阳", "丹阳", "丹阳", "丹阳", "丹阳", "丹阳"],
        "rating": pd.array([2100, 1900, None, 1500, 1799, 1800, 1600, 1200, 1790, None], dtype="Int64"),
        "team": "", "category": ["", "", "新手", "", "", "新手", "", "", "", ""], "group": "",
    },
    index=NAMES,
)  # fmt: skip


def final(ranks: Sequence[int | None] = range(1, 11), attended: Sequence[int] = (7,) * 10) -> pd.DataFrame:
    missed = [7 - rounds for rounds in attended]
    return pd.DataFrame(
        {"rank": pd.array(list(ranks), dtype="Int64"), "missed": missed, "attended": attended, "part": "编排", "points": 0},
        index=NAMES,
    )


def found(
    *prizes: Prize, table: pd.DataFrame | None = None, seed: str = "丹阳", owing: Sequence[str] = (), **settings: object
) -> Awards:
    regulation = replace(rules(), prizes=prizes, schedule=(Appointment("1", "2024-07-20", "09:00"),))
    regulation = replace(regulation, settings={**regulation.settings, **settings})
    return awards(final() if table is None else table, PEOPLE, regulation, seed, owing)


def given(awards_: Awards) -> list[str]:
    """``名次奖1甲300``: the prize, the place, who takes it and the yuan."""
    return [f"{row.prize}{row.place}{row.player}{row.amount}" for row in awards_.given.itertuples()]


def left(awards_: Awards) -> list[tuple[str, int, str]]:
    return [(row.prize, row.place, row.reason) for row in awards_.open.itertuples()]


def passed(awards_: Awards) -> list[tuple[str, int, str, str]]:
    return [(row.prize, row.place, row.player, row.reason) for row in awards_.passed.itertuples()]


# --- conditions ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("conditions", "who", "unsaid"),
    [
        ([("性别", "=", "女")], "乙丙戊辛", "庚"),
        ([("性别", "!=", "女")], "甲丁己壬癸", "庚"),
        ([("年龄", "<=", "12")], "乙丁庚", "己癸"),
        ([("年龄", ">=", "60")], "辛壬", "己癸"),
        ([("出生年份", "=", "2012")], "乙", "己癸"),
        ([("地区", "=", "丹阳")], "甲丙戊己庚辛壬癸", ""),
        ([("地区", "!=", "丹阳")], "乙丁", ""),
        ([("类别", "=", "新手")], "丙己", ""),
        ([("类别", "!=", "新手")], "甲乙丁戊庚辛壬癸", ""),
        ([("等级分", "<", "1800")], "丁戊庚辛壬", "丙癸"),
        ([("等级分", ">=", "1800"), ("等级分", "<=", "1999")], "乙己", "丙癸"),
        ([("性别", "=", "女"), ("年龄", "<=", "12")], "乙", "庚"),
        ([("性别", "=", "女"), ("地区", "=", "丹阳"), ("年龄", ">", "20")], "丙辛", ""),
    ],
)
def test_all_conditions_must_hold_and_nobody_is_guessed_in(conditions: list, who: str, unsaid: str) -> None:
    """己 and 癸 have no year that can be read, 庚 no sex, 丙 and 癸 no rating. A man without a year is surely no woman of
    12; 庚, born in 2013, may be a girl of 11; 戊 is 13 in the year of the event."""
    prize = Prize("奖", (1,), 10, False, tuple(Condition(*one) for one in conditions))
    held = verdicts(PEOPLE, prize, 2024)
    assert "".join(held.index[meets(PEOPLE, prize, 2024)]) == who
    assert "".join(held.index[held.isna()]) == unsaid


@pytest.mark.parametrize(
    ("typed", "year"),
    [("2012年3月", 2012), ("1961-05-04", 1961), ("２０１０", 2010), ("12", None), ("20120503", 2012), ("2012050", None),
     ("", None)],
)
def test_a_year_of_birth_is_read_and_never_guessed(typed: str, year: int | None) -> None:
    assert birth_year(typed) == year


def test_who_might_have_met_a_condition_is_named_with_the_place_he_would_have() -> None:
    """庚 stands behind 乙 and 丁, the first two of 12 and less; only a third place could have been his. 己 stands ahead."""
    assert passed(found(Prize("少儿奖", (1, 2), 50, False, JUNIOR))) == []
    third = ("少儿奖", 3, "己", "报名表没有填全，不能判断是否合条件")
    assert passed(found(Prize("少儿奖", (1, 2, 3), 50, False, JUNIOR))) == [third]
    fourth = ("少儿奖", 4, "癸", third[3])
    assert passed(found(Prize("少儿奖", (1, 2, 3, 4), 50, False, JUNIOR))) == [third, fourth]


# --- shares and endings -------------------------------------------------------------------------------------
def test_a_share_is_one_of_those_who_hold_a_rank() -> None:
    """Eight of ten hold a rank: a third is 2.67, so three; of the four ranked women (乙 丙 戊 辛) a half is two."""
    table = final([1, 2, 3, 4, 5, 6, 7, 8, None, None])
    third, half = Pick(SHARE, upto=(1, 3)), Pick(SHARE, upto=(1, 2))
    prizes = Prize("优秀奖", (), 50, True, pick=third), Prize("女子奖", (), 30, False, WOMEN, pick=half)
    assert given(found(*prizes, table=table)) == [
        "优秀奖1甲50", "优秀奖2乙50", "优秀奖3丙50", "女子奖1乙30", "女子奖2丙30",
    ]  # fmt: skip
    assert len(found(prizes[0], table=table, share_rounding="只舍不入").given) == 2


def test_an_ending_never_names_a_place_behind_the_field() -> None:
    """Endings 3 and 9 from place 4 on: only place 9 of ten; with nine who hold a rank and place 10 named, one stays open."""
    table = final([1, 2, 3, 4, 5, 6, 7, 8, 9, None])
    awards_ = found(Prize("幸运奖", (), 66, False, pick=Pick(ENDING, ("3", "9", "0"), 4)), table=table)
    assert given(awards_) == ["幸运奖9壬66"] and left(awards_) == []


def test_rows_of_one_list_by_head_count_count_shares_too() -> None:
    """Ten took part, a place for four: two of the five places of a half."""
    awards_ = found(Prize("优秀奖", (), 50, False, (), 4, pick=Pick(SHARE, upto=(1, 2))))
    assert given(awards_) == ["优秀奖1甲50", "优秀奖2乙50"]
    assert [place for _, place, _ in left(awards_)] == [3, 4, 5] and "每满 4 人设一名，只设 2 名" in left(awards_)[0][2]


# --- lots ---------------------------------------------------------------------------------------------------
def ticket(seed: str, player: str) -> str:
    return hashlib.sha256(f"{seed}|抽奖//抽奖|{player}".encode()).hexdigest()


@pytest.mark.parametrize(("typed", "seed"), [("", "丹阳"), ("金陵饭店", "金陵饭店")])
def test_a_lot_draws_among_those_who_took_nothing_and_anybody_can_draw_it_again(typed: str, seed: str) -> None:
    """甲 and 乙 have a place, and 丁, the second of 12 years or less, a certificate: the other seven are in the lot."""
    prizes = (Prize("抽奖", (), 20, False, pick=Pick(LOT, count=3)), Prize("名次奖", (1, 2), 100, True),
              Prize("少儿奖", (2,), 0, True, JUNIOR))  # fmt: skip
    awards_ = found(*prizes, lot_seed=typed)
    pool = sorted("丙戊己庚辛壬癸", key=lambda player: ticket(seed, player))
    assert given(awards_)[:3] == [f"抽奖{place}{player}20" for place, player in enumerate(pool[:3], start=1)]
    assert given(awards_)[3:] == ["名次奖1甲100", "名次奖2乙100", "少儿奖2丁0"]
    assert awards_.lots["player"].to_list() == pool and awards_.lots["ticket"].to_list() == [ticket(seed, p) for p in pool]
    assert awards_.lots["place"].dropna().to_list() == [1, 2, 3]
    assert awards_.given["by_lot"].to_list() == [True] * 3 + [False] * 3


def test_a_second_lot_goes_on_where_the_first_ended_and_what_cannot_be_drawn_stays_open() -> None:
    first, second = (Prize("抽奖", (), amount, False, pick=Pick(LOT, count=count)) for amount, count in ((500, 1), (20, 11)))
    awards_ = found(first, second)
    order = sorted(NAMES, key=lambda player: ticket("丹阳", player))
    assert given(awards_) == [f"抽奖1{order[0]}500", *(f"抽奖{n}{p}20" for n, p in enumerate(order[1:], start=2))]
    assert left(awards_) == [("抽奖", 11, "没有得奖的只有 9 人"), ("抽奖", 12, "没有得奖的只有 9 人")]


def test_a_lot_of_women_is_drawn_from_women_and_names_those_who_may_be_some() -> None:
    awards_ = found(Prize("抽奖", (), 20, False, WOMEN, pick=Pick(LOT, count=9)))
    assert set(awards_.given["player"]) == set("乙丙戊辛")
    assert [player for _, _, player, _ in passed(awards_)] == ["庚"]


def test_an_event_played_elsewhere_has_no_seed_until_one_is_typed() -> None:
    prize = Prize("抽奖", (), 20, False, pick=Pick(LOT, count=1))
    assert left(found(prize, seed="")) == [("抽奖", 1, "没有抽签种子，请填「抽奖种子」")]
    assert len(found(prize, seed="", lot_seed="福").given) == 1


# --- who may take a prize -----------------------------------------------------------------------------------
def test_who_came_too_rarely_or_owes_his_fee_is_passed_over_and_keeps_his_rank() -> None:
    """Places 2 to 4 and the named place 8: 丙 came to three rounds, 辛 owes. 丁 takes the third, 戊 the fourth place; 壬
    the eighth; nobody else moves."""
    prizes = (Prize("名次奖", (2, 3, 4), 100, True), Prize("吉利奖", (8,), 88, False))
    awards_ = found(*prizes, table=final(attended=[7, 7, 3, 7, 7, 4, 7, 7, 7, 7]), owing=("辛",), prize_rounds=4, prize_paid=True)
    assert given(awards_) == ["名次奖2乙100", "名次奖3丁100", "名次奖4戊100", "吉利奖8壬88"]
    assert awards_.given["rank"].to_list() == [2, 4, 5, 9]
    assert passed(awards_) == [("名次奖", 3, "丙", "到场 3 轮，不足 4 轮"), ("吉利奖", 8, "辛", "参赛费没有缴清")]


def test_neither_rule_is_in_force_unless_it_is_typed_nor_does_the_first_touch_the_knockout() -> None:
    prize = Prize("名次奖", (1,), 100, True)
    few = final(attended=[1] * 10)
    assert given(found(prize, table=few, owing=NAMES)) == ["名次奖1甲100"]
    assert given(found(prize, table=few.assign(part="淘汰"), prize_rounds=7)) == ["名次奖1甲100"]
    assert left(found(prize, table=few, prize_rounds=7)) == [("名次奖", 1, "名单里没有可以递补的人了")]


# --- one prize for one person -------------------------------------------------------------------------------
MAIN = (Prize("名次奖", (1,), 300, True), Prize("名次奖", (2,), 200, True), Prize("名次奖", (3,), 100, True))
FOR_WOMEN = (Prize("女子奖", (1,), 150, False, WOMEN), Prize("女子奖", (2,), 80, False, WOMEN))


def test_a_better_prize_hands_the_other_down_and_the_chain_goes_on_to_its_end() -> None:
    """Women are 乙, 丙, 戊, 辛. 乙 keeps 200 and leaves the women's first to 丙, who leaves the third place (100) to 丁; the
    women's second would be 丙's, and goes to 戊."""
    awards_ = found(*MAIN, *FOR_WOMEN, **ONE_ONLY)
    assert given(awards_) == [
        "名次奖1甲300", "名次奖2乙200", "名次奖3丁100", "女子奖1丙150", "女子奖2戊80",
    ]  # fmt: skip
    assert passed(awards_) == [
        ("名次奖", 3, "丙", "已领「女子奖」第 1 名，150 元"),
        ("女子奖", 1, "乙", "已领「名次奖」第 2 名，200 元"),
    ]
    stacked = found(*MAIN, *FOR_WOMEN)
    assert stacked.total == awards_.total == 830 and passed(stacked) == []
    assert stacked.given["player"].to_list() == list("甲乙丙乙丙")


def test_of_two_of_one_value_the_earlier_row_is_kept() -> None:
    """The women's prize is worth what the second place is: 乙 keeps what stands first in the sheet."""
    main, women = Prize("名次奖", (1, 2), 100, True), Prize("女子奖", (1,), 100, False, WOMEN)
    assert given(found(main, women, **ONE_ONLY)) == ["名次奖1甲100", "名次奖2乙100", "女子奖1丙100"]
    assert given(found(women, main, **ONE_ONLY)) == ["女子奖1乙100", "名次奖1甲100", "名次奖2丙100"]


def test_certificates_without_money_are_taken_beside_it_and_a_list_gives_nobody_two() -> None:
    """甲 has 300 and the certificate of Danyang; 乙 has the women's 500, so the second place goes to 丙, and the
    certificate of place 3, which 丙 has no more, to 丁."""
    prizes = (Prize("女子奖", (1,), 500, False, WOMEN), *MAIN[:2], Prize("名次奖", (3, 4), 0, True),
              Prize("丹阳奖", (1,), 0, True, (Condition("地区", "=", "丹阳"),)))  # fmt: skip
    assert given(found(*prizes, **ONE_ONLY)) == [
        "女子奖1乙500", "名次奖1甲300", "名次奖2丙200", "名次奖3丁0", "名次奖4戊0",
        "丹阳奖1甲0",
    ]  # fmt: skip


def test_a_named_place_is_handed_to_the_next_and_the_later_ones_stay_where_they_are() -> None:
    """Lucky places 2, 5, 8 beside a women's prize worth more, which 乙 has: place 2 goes to 丙; 戊 and 辛 keep theirs."""
    prizes = (Prize("幸运奖", (2, 5, 8), 50, False), Prize("女子奖", (1,), 60, False, WOMEN))
    assert given(found(*prizes, **ONE_ONLY))[:3] == ["幸运奖2丙50", "幸运奖5戊50", "幸运奖8辛50"]


def test_where_nobody_is_left_the_prize_stays_open() -> None:
    """Four women for three prizes and two places: the last of the women's finds nobody behind."""
    four = Prize("女子奖", (1, 2, 3, 4), 10, False, WOMEN)
    awards_ = found(Prize("名次奖", (1, 2, 3), 100, False), four, **ONE_ONLY)
    assert given(awards_)[3:] == ["女子奖1戊10", "女子奖2辛10"]
    assert left(awards_) == [("女子奖", 3, "名单里没有可以递补的人了"), ("女子奖", 4, "名单里没有可以递补的人了")]


# --- people who share a rank --------------------------------------------------------------------------------
TIED = (1, 2, 2, 4, 5, 5, 5, 8, 9, 10)
FIVE = (Prize("名次奖", (1,), 400, True), Prize("名次奖", (2,), 200, True), Prize("名次奖", (3,), 100, True),
        Prize("名次奖", (4, 5), 50, True))  # fmt: skip


@pytest.mark.parametrize(
    ("way", "amounts"),
    [
        ("不平分", {"甲": 400, "乙": 200, "丙": 100, "丁": 50, "戊": 50}),
        ("平分", {"甲": 400, "乙": 150, "丙": 150, "丁": 50, "戊": 17, "己": 17, "庚": 16}),
        ("Hort", {"甲": 400, "乙": 175, "丙": 125, "丁": 50, "戊": 34, "己": 8, "庚": 8}),
    ],
)
def test_those_who_share_a_rank_share_the_places_that_they_stand_on(way: str, amounts: dict[str, int]) -> None:
    """乙 and 丙 stand on 200 and 100. 戊, 己 and 庚 stand on 5, 6 and 7, of which only the fifth is worth 50: 16 2/3 each, or
    by Hort 25 + 8 1/3 and twice 8 1/3."""
    awards_ = found(*FIVE, table=final(TIED), tied_prizes=way)
    assert {row.player: row.amount for row in awards_.given.itertuples()} == amounts
    assert awards_.total == 800 and awards_.certificates == 5
    assert awards_.given["place"].to_list() == list(range(1, len(amounts) + 1))


def test_one_list_may_share_in_its_own_way() -> None:
    main = (replace(prize, sharing="Hort") for prize in FIVE[:3])
    prizes = (*main, Prize("丹阳奖", (1, 2), 50, False, (Condition("地区", "=", "丹阳"),)))
    assert found(*prizes, table=final(TIED)).given["amount"].to_list() == [400, 175, 125, 50, 50]


def test_equal_points_may_count_as_a_tie_outside_the_knockout() -> None:
    """甲 and 乙 come from the knockout; 丙, 丁 and 戊 have 9 points and ranks of their own: 100, 50 and 50 in equal parts."""
    table = final().assign(points=[12, 12, 9, 9, 9, 8, 8, 6, 4, 2], part=["淘汰"] * 2 + ["编排"] * 8)
    awards_ = found(*FIVE, table=table, tied_prizes="平分", tied_by="积分相同")
    assert awards_.given["amount"].to_list() == [400, 200, 67, 67, 66]


def test_of_those_who_are_tied_only_one_without_a_prize_joins_where_nobody_has_two() -> None:
    """乙 and 丙 share rank 2 and stand on 200 and 100; 丙 has the women's 150 instead of the 100, which 丁 takes. 乙 shares
    with nobody: 丙 has a prize."""
    awards_ = found(*MAIN, FOR_WOMEN[0], table=final((1, 2, 2, 4, 5, 6, 7, 8, 9, 10)), tied_prizes="平分", **ONE_ONLY)
    assert given(awards_) == ["名次奖1甲300", "名次奖2乙200", "名次奖3丁100", "女子奖1丙150"]


# --- what can be given while the final is played ------------------------------------------------------------
def test_what_depends_on_the_others_waits_for_them() -> None:
    """甲 and 乙 still play the final. A named place and an ending can be given; a share too, since it is known how many
    hold a rank; a lot not before everything, nor what is passed down behind somebody in the knockout who is barred."""
    waiting = pd.Series(["决赛", "决赛", *[""] * 8], index=NAMES)
    prizes = (Prize("名次奖", (1, 3), 100, False), Prize("尾数奖", (), 5, False, pick=Pick(ENDING, ("0", "1"))),
              Prize("优秀奖", (), 9, False, pick=Pick(SHARE, upto=(1, 3))),
              Prize("抽奖", (), 1, False, pick=Pick(LOT, count=1)))  # fmt: skip
    now, later = givable(found(*prizes), waiting, "")
    assert given(now) == ["名次奖3丙100", "尾数奖10癸5", "优秀奖3丙9"]
    assert later["reason"].to_list() == ["决赛"] * 5 and "抽奖" in later["prize"].to_list() and now.lots.empty
    now, later = givable(found(*prizes), waiting, "其余还没下完")
    assert given(now) == ["名次奖3丙100", "尾数奖10癸5"]
    assert later.set_index("prize").loc["优秀奖", "reason"].to_list() == ["其余还没下完"] * 3
    now, later = givable(found(*prizes, **ONE_ONLY), waiting, "")
    assert now.given.empty and len(later) == 8
    table, odd = final().assign(part=["淘汰"] * 4 + ["编排"] * 6), Prize("名次奖", (1, 4, 6), 100, False)
    now, _ = givable(found(odd, table=table, owing=("乙",), prize_paid=True), waiting, "")
    assert now.given.empty  # 乙, who is passed over, may yet be the first
    now, _ = givable(found(odd, table=table, owing=("戊",), prize_paid=True), waiting, "")
    assert given(now) == ["名次奖4丁100", "名次奖6己100"]


def test_at_the_end_everything_can_be_given_and_the_lot_is_shown() -> None:
    awards_ = found(Prize("抽奖", (), 1, False, pick=Pick(LOT, count=11)), **ONE_ONLY)
    now, later = givable(awards_, pd.Series("", index=NAMES), "")
    assert len(now.given) == 10 and later.empty and len(now.open) == 1 and len(now.lots) == 10
