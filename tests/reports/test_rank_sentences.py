"""Why A stands above B, in one sentence, on a table worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import small_event
from qisai.event import open_event
from qisai.regulation.model import Key, Regulation
from qisai.reports.lead import Lead, decisive
from qisai.tournament.explain import ladder_marks, ladder_sentences, marks, sentences, separation


@pytest.fixture(scope="module")
def danyang(tmp_path_factory: pytest.TempPathFactory) -> Regulation:
    """积分、累进分、胜局、犯规、后手局数、后手胜局、前一轮名次."""
    folder = tmp_path_factory.mktemp("规则") / "丹阳"
    assert small_event.run("new", folder, "--regulation", "danyang") == 0
    return open_event(folder).rules


def table(rows: dict[str, tuple[int, ...]]) -> pd.DataFrame:
    columns = ["points", "progressive", "wins", "fouls", "black_games", "black_wins", "number"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


#: Two rounds of five people. d and e are level after both rounds but for the draw number, c and d but for round 1.
PAST = {
    1: table({"a": (5, 5, 1, 0, 0, 0, 7), "b": (5, 5, 1, 0, 0, 0, 2), "c": (5, 5, 1, 0, 0, 0, 9),
              "d": (3, 5, 1, 0, 0, 0, 1), "e": (3, 5, 1, 0, 0, 0, 4), "f": (0, 0, 0, 0, 0, 0, 5)}),
    2: table({"a": (10, 15, 2, 0, 1, 1, 7), "b": (8, 13, 1, 0, 1, 0, 2), "c": (8, 12, 1, 0, 1, 0, 9),
              "d": (8, 12, 1, 0, 1, 0, 1), "e": (8, 12, 1, 0, 1, 0, 4), "f": (8, 12, 1, 1, 1, 0, 5)}),
}  # fmt: skip


def test_each_row_names_the_key_that_put_it_below_the_one_above(danyang: Regulation) -> None:
    scaled = {r: t.assign(points=t["points"] * danyang.scale, progressive=t["progressive"] * danyang.scale)
              for r, t in PAST.items()}  # fmt: skip
    assert sentences(["a", "b", "c", "d", "e", "f"], scaled, danyang) == [
        "10分，列第1名",
        "积分 8 低于第1名的 10",
        "与第2名同8分，累进分 12 低于 13",
        "与第3名现在各项都相同，前一轮名次 4 大于 3（第1轮后积分 3 低于 5）",
        "与第4名现在各项都相同，前一轮名次 5 大于 4（各轮都相同，编号 4 大于 1）",
        "与第5名同8分，累进分、胜局相同，犯规 1 多于 0",
    ]


def test_a_key_without_a_column_shows_both_values_and_an_earlier_table_the_places_of_the_round_before(
    danyang: Regulation,
) -> None:
    before, columns = {"b": 2, "c": 3, "d": 21, "e": 22, "f": 30}, ["编号", "积分", "累进分", "胜局"]
    found = marks(["b", "c", "d", "e", "f"], PAST, danyang, columns, before)
    assert found == ["", "累进分", "前一轮名次21>3", "前一轮名次22>21", "犯规1>0"]
    assert marks(["d", "e"], PAST, danyang, [*columns, "前一轮名次"], before) == ["", "前一轮名次"]
    assert marks(["a", "b"], {1: PAST[1]}, danyang, columns, {}) == ["", "编号"]  # there is no round before the first


def test_a_headline_names_the_key_that_the_table_names(danyang: Regulation) -> None:
    """c and d are level today, and a round before points parted them: 前一轮名次, not 积分; a number is but chance."""
    pairs = [("b", "c"), ("c", "d"), ("d", "e"), ("e", "f")]
    assert [decisive(*pair, PAST, 2, danyang) for pair in pairs] == ["progressive", "previous", "number", "fouls"]
    assert Lead("8", 2, "丙", "previous", 1, ()).title == "2人同积8分，丙凭前一轮名次暂列第1"


def test_people_who_are_not_neighbours_are_compared_too(danyang: Regulation) -> None:
    assert separation("a", "f", PAST, danyang).key == "points"


def test_a_chain_without_the_round_before_goes_to_the_draw_number_at_once(danyang: Regulation) -> None:
    short = replace(danyang, chain=(Key("points", True), Key("progressive", True)))
    assert separation("c", "d", PAST, short).key == "number"


def test_the_knockout_is_told_by_where_each_went_out() -> None:
    outs = {"s2": ("", ""), "s1": ("决赛", "负"), "s3": ("半决赛", "负"), "s4": ("半决赛", "负")}
    assert ladder_sentences(outs, list(outs), ["s1", "s2", "s3", "s4"]) == [
        "淘汰赛冠军（决赛编号2）",
        "决赛负（决赛编号1）",
        "半决赛负，同轮负者按决赛编号排（决赛编号3）",
        "半决赛负，同轮负者按决赛编号排（决赛编号4）",
    ]


def test_the_mark_of_the_knockout_is_the_round_lost_or_within_one_round_the_seed() -> None:
    seeds = ["s1", "s2", "s3", "s4"]
    outs = {"s2": ("", ""), "s1": ("决赛", "负"), "s3": ("半决赛", "负"), "s4": ("半决赛", "负")}
    assert ladder_marks(outs, list(outs), seeds) == ["", "决赛负", "半决赛负", "决赛编号4>3"]
    going = {"s1": ("", ""), "s2": ("", ""), "s3": ("半决赛", "双弃"), "s4": ("半决赛", "负")}
    assert ladder_marks(going, list(going), seeds) == ["", "待赛", "半决赛双弃", "决赛编号4>3"]


def test_who_went_out_without_a_winner_did_not_lose() -> None:
    outs = {"s3": ("", ""), "s1": ("半决赛", "双弃"), "s2": ("半决赛", "负"), "s4": ("半决赛", "双弃")}
    assert ladder_sentences(outs, list(outs), ["s1", "s2", "s3", "s4"]) == [
        "淘汰赛冠军（决赛编号3）",
        "半决赛双弃，同轮按决赛编号排（决赛编号1）",
        "半决赛负，同轮按决赛编号排（决赛编号2）",
        "半决赛双弃，同轮按决赛编号排（决赛编号4）",
    ]
