"""Charts answer in their title and stay readable with long names, ties, one row and no row."""

from __future__ import annotations

import random
from pathlib import Path

import pandas as pd
import pytest
from extents import faults
from looks import legal, texts_apart
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Patch
from matplotlib.text import Text
from PIL import Image

from qisai.publish import charts, fonts, theme
from qisai.publish.charts import (
    bracket,
    leaders_progress,
    red_against_black,
    save,
    score_distribution,
    upsets,
)
from qisai.publish.progress import spread

UPSETS = ("轮次", "台号", "胜者", "胜者名次", "负者", "负者名次")
LONG = "阿不都热合曼买买提江艾尔"
STAMP = ["演练数据", "截至第9轮 07-20 16:10"]


def said(figure: Figure) -> list[str]:
    return [t.get_text() for t in figure.findobj(Text)]


def leaders(rounds: int, names: list[str], *, tied: bool, seed: int = 0) -> pd.DataFrame:
    draw = random.Random(seed)
    points = dict.fromkeys(names, 0)
    rows = []
    for number in range(1, rounds + 1):
        for place, name in enumerate(names, 1):
            points[name] += 2 if tied else draw.choice([0, 1, 2])
            rows.append((number, name, points[name], place))
    return pd.DataFrame(rows, columns=["轮次", "姓名", "积分", "名次"])


def tie(
    number: int, match: int, high: str = "", low: str = "", winner: str | None = None, note: str = ""
) -> dict[str, object]:
    made = {"high": ("胜", "负"), "low": ("和和负", "和和胜"), None: ("", "")}[winner]
    games = {"high_games": made[0], "low_games": made[1]}
    return {
        "round": number,
        "match": match,
        "high": high,
        "low": low,
        "winner": winner,
        "note": note,
    } | games


@pytest.mark.parametrize("rounds", [1, 2, 9, 13])
@pytest.mark.parametrize("tied", [True, False])
def test_labels_of_level_leaders_with_long_names_stay_apart(rounds: int, tied: bool) -> None:
    names = [LONG[:-1] + c for c in "一二三四"] + ["于", "王一", "李四光", "欧阳德"]
    texts_apart(leaders_progress(leaders(rounds, names, tied=tied), stamp=STAMP))


def test_two_players_of_one_name_are_two_lines_when_numbers_are_given() -> None:
    frame = leaders(3, ["甲", "乙"], tied=False).assign(编号=[7, 8] * 3, 姓名="张伟")
    assert sum(word.endswith("张伟") for word in said(leaders_progress(frame))) == 2


def test_only_eight_of_many_leaders_are_drawn() -> None:
    words = said(leaders_progress(leaders(2, [f"棋手{i}" for i in range(600)], tied=True)))
    assert "8 棋手7" in words and "9 棋手8" not in words


@pytest.mark.parametrize(("rounds", "players"), [(1, 1), (9, 600), (13, 120), (20, 16)])
def test_the_distribution_is_readable(rounds: int, players: int, tmp_path: Path) -> None:
    draw = random.Random(1)
    points = [0] * players
    rows = []
    for number in range(1, rounds + 1):
        points = [p + draw.choice([0, 1, 2]) for p in points]
        rows += [(number, score, points.count(score)) for score in sorted(set(points))]
    figure = score_distribution(pd.DataFrame(rows, columns=["轮次", "积分", "人数"]), stamp=STAMP)
    texts_apart(figure)
    assert legal(save(figure, tmp_path / "d.png"))


def test_the_distribution_title_names_leaders_and_the_crowd() -> None:
    frame = pd.DataFrame({"轮次": [1, 2, 2, 2], "积分": ["2", "4", "3.5", "2"], "人数": [5, 1, 2, 9]})
    assert "第2轮后：1人4分领先，2分人最多（9人）" in "".join(said(score_distribution(frame)))


def test_equal_counts_of_red_and_black_have_equal_shares() -> None:
    frame = pd.DataFrame({"轮次": [1], "红胜": [175], "和": [62], "黑胜": [175]})
    figure = red_against_black(frame, stamp=STAMP)
    assert "红黑相当：红胜175局，和62局，黑胜175局" in said(figure) and said(figure).count("42.5%") == 2
    texts_apart(figure)


@pytest.mark.parametrize("counts", [(175, 62, 175), (1, 1, 1), (125, 92, 113), (79, 36, 73), (1, 5, 0), (3, 1, 3), (0, 0, 7)])
def test_shares_add_up_to_a_hundred_and_equal_sides_have_equal_ones(counts: tuple[int, int, int]) -> None:
    red, drawn, black = (float(share.rstrip("%")) for share in charts._percent(*counts))
    assert round(red + drawn + black, 1) == 100 and (red == black) == (counts[0] == counts[2])


@pytest.mark.parametrize("figure", [
    lambda event: score_distribution(pd.DataFrame({"轮次": [1], "积分": ["2"], "人数": [5]}), event=event),
    lambda event: leaders_progress(leaders(2, ["甲", "乙"], tied=False), event=event),
    lambda event: red_against_black(pd.DataFrame({"轮次": [1], "红胜": [2], "和": [0], "黑胜": [1]}), event=event),
    lambda event: upsets(pd.DataFrame([(2, 5, "甲", 9, "乙", 3)], columns=[*UPSETS]), event=event),
    lambda event: bracket([tie(1, 1, "甲", "乙", "high")], event=event),
])  # fmt: skip
def test_every_chart_carries_the_name_of_the_event_once(figure) -> None:
    assert said(figure("小小象棋赛　甲组")).count("小小象棋赛　甲组") == 1


@pytest.mark.parametrize(
    ("red", "black", "lead"),
    [(222, 217, "红黑相当："), (125, 113, ""), (14, 12, "红黑相当："), (5, 3, "红黑相当："), (0, 1, "红黑相当："), (20, 33, ""),
     (250, 200, "红方占先："), (200, 250, "黑方占先："), (0, 5, "黑方占先：")],
)  # fmt: skip
def test_one_side_is_ahead_only_by_more_than_chance_and_level_only_where_it_looks_so(red: int, black: int, lead: str) -> None:
    frame = pd.DataFrame({"轮次": [1], "红胜": [red], "和": [82], "黑胜": [black]})
    words = "".join(said(red_against_black(frame)))
    assert f"{lead}红胜{red}局，和82局，黑胜{black}局" in words and words.count("相当") == lead.count("相当")


@pytest.mark.parametrize("counts", [(300, 1, 299), (1, 40, 2), (20, 6, 33), (600, 0, 1), (2, 1, 300)])
def test_every_share_and_every_number_of_a_round_is_printed(counts: tuple[int, int, int]) -> None:
    frame = pd.DataFrame([(1, *counts), (2, *counts)], columns=["轮次", "红胜", "和", "黑胜"])
    figure = red_against_black(frame, stamp=STAMP)
    shares = charts._percent(*(2 * count for count in counts))
    for words, count in zip(shares, counts, strict=True):
        assert not count or (words in said(figure) and said(figure).count(str(count)) == 2 * counts.count(count))
    assert faults(figure) == []


def test_a_title_of_many_lines_pushes_no_name_of_a_leader_off_the_plot() -> None:
    names = [f"{LONG}{n}" for n in range(8)]
    for title in ("一行", "\n".join(["标题"] * 5), "\n".join(["标题"] * 9)):
        figure = leaders_progress(leaders(5, names, tied=True), title=title, event="小小象棋赛", stamp=STAMP)
        height, found = int(figure.bbox.height), figure.findobj(Text)
        axis = next(text.get_position()[1] for text in found if text.get_text() == "轮")
        low = max(text.get_position()[1] for text in found if text.get_text().startswith(LONG[:3]) or "分" in text.get_text())
        assert low < axis - 20 and faults(figure) == [] and (height <= theme.FITS or height >= theme.LONG)


def test_all_who_share_the_first_score_are_counted_and_one_is_named_only_where_the_play_parts_them() -> None:
    frame = leaders(3, [f"棋手{i}" for i in range(54)], tied=True)
    assert "第3轮后：54人同积6分，棋手0凭累进分暂列第1" in "".join(said(leaders_progress(frame.assign(凭="累进分"))))
    assert "每轮后的积分，只画8人；空心圆点是几个人同分" in said(leaders_progress(frame))
    assert "第3轮后：54人同积6分领先" in "".join(said(leaders_progress(frame)))
    over = leaders(3, ["秦家波", "王"], tied=True).assign(凭="对手分", 何时="第一阶段", 赛完=True)
    assert "第一阶段：2人同积6分，秦家波凭对手分列第1" in "".join(said(leaders_progress(over)))


def test_level_players_share_one_point_and_the_rounds_are_named_alike_whether_few_or_many() -> None:
    figure = leaders_progress(leaders(3, ["甲", "乙", "丙"], tied=True))
    dots = [circle for circle in figure.findobj(Circle) if to_hex(circle.get_facecolor()).upper() == theme.WHITE]
    assert len(dots) == 3
    for rounds in (2, 13):
        words = said(leaders_progress(leaders(rounds, ["甲", "乙"], tied=False)))
        assert "轮" in words and str(rounds) in words and "第1轮" not in words


def test_one_number_has_one_shade_in_every_round() -> None:
    frame = pd.DataFrame({"轮次": [1, 1, 2, 2], "积分": ["2", "0", "4", "2"], "人数": [30, 7, 7, 30]})
    fills = [to_hex(patch.get_facecolor()).upper() for patch in score_distribution(frame).findobj(Patch)]
    shades = [fill for fill in fills if fill in theme.SHADES]
    assert len(set(shades)) == 2 and all(shades.count(shade) == 2 for shade in set(shades))


@pytest.mark.parametrize("rounds", [1, 9, 25])
def test_bars_of_many_rounds_keep_their_labels_apart(rounds: int, tmp_path: Path) -> None:
    frame = pd.DataFrame(
        [(r, 150, r % 3, 140) for r in range(1, rounds + 1)], columns=["轮次", "红胜", "和", "黑胜"]
    )
    figure = red_against_black(frame, stamp=STAMP)
    texts_apart(figure)
    assert legal(save(figure, tmp_path / "b.png"))


def test_the_largest_upset_is_the_title_and_no_favourite_is_listed() -> None:
    rows = [
        (2, 5, "甲", 90, LONG, 3),
        (3, 1, "丙", 2, "丁", 8),
        (3, 12, LONG, 600, LONG, 599),
        (4, 1, "戊", None, "己", 2),
    ]
    figure = upsets(
        pd.DataFrame(rows, columns=["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"]), stamp=STAMP
    )
    words = said(figure)
    assert f"最大冷门：赛前第90名甲胜第3名{LONG}" in "".join(words)
    assert "丙 胜 丁" not in words and not any("戊" in word for word in words)
    texts_apart(figure)


@pytest.mark.parametrize("players", [2, 4, 8, 16])
@pytest.mark.parametrize("long", [True, False])
def test_brackets_of_all_sizes_stay_readable(players: int, long: bool, tmp_path: Path) -> None:
    ties = [
        tie(1, m, LONG if long else "王天一", "李四光" if m % 2 else LONG, "low", "加赛快棋" if long else "")
        for m in range(1, players // 2 + 1)
    ]
    figure = bracket(ties, title="淘汰赛", stamp=STAMP)
    texts_apart(figure)
    assert "决赛" in said(figure) and legal(save(figure, tmp_path / "k.png"))


def test_the_final_is_the_title_and_third_place_stands_apart() -> None:
    ties = [tie(1, 1, "甲", "乙", "high"), tie(1, 2, "丙", "丁", "high"), tie(2, 1, "甲", "丙", "low", "附加赛"),
            tie(2, 2, "乙", "丁", "high", "快棋")]  # fmt: skip
    figure = bracket(ties, stamp=STAMP)
    assert "丙胜甲夺冠" in said(figure) and "三四名" in said(figure)
    assert said(figure).count("和和胜") == 1 and not any(words.isdigit() for words in said(figure))
    texts_apart(figure)


@pytest.mark.parametrize(("ties", "title"), [
    ([tie(1, 1, "甲", "乙")], "决赛：甲对乙"),
    ([tie(1, 1, "甲", "", "high")], "甲夺冠"),
    ([tie(1, 1, "甲", "乙"), tie(1, 2, "丙", "丁")], "半决赛：甲对乙，丙对丁"),
    ([tie(1, m, f"甲{m}", f"乙{m}") for m in range(1, 5)], "四分之一决赛：甲1、乙1、甲2、乙2、甲3、乙3、甲4、乙4"),
    ([tie(1, m, f"甲{m}", f"乙{m}") for m in range(1, 9)], "八分之一决赛：16人"),
])  # fmt: skip
def test_the_title_of_a_bracket_tells_who_plays_or_has_won(ties: list[dict[str, object]], title: str) -> None:
    assert title in "".join(said(bracket(ties)))


@pytest.mark.parametrize(
    "figure",
    [
        lambda: score_distribution(pd.DataFrame({"轮次": [], "积分": [], "人数": []})),
        lambda: leaders_progress(pd.DataFrame({"轮次": [], "姓名": [], "积分": [], "名次": []})),
        lambda: red_against_black(pd.DataFrame({"轮次": [1], "红胜": [0], "和": [0], "黑胜": [0]})),
        lambda: upsets(pd.DataFrame(columns=["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"])),
        lambda: bracket([]),
    ],
)
def test_a_chart_without_data_says_so(figure) -> None:
    assert "暂无数据" in said(figure())


def test_charts_name_a_character_that_cannot_be_drawn() -> None:
    with pytest.raises(fonts.MissingGlyphs, match="𠮷"):
        bracket([tie(1, 1, "𠮷田", "张三")])
    with pytest.raises(fonts.MissingGlyphs, match="𠮷"):
        leaders_progress(leaders(1, ["𠮷田"], tied=True))


def test_pictures_do_not_depend_on_the_reader_s_matplotlib_settings(tmp_path: Path) -> None:
    import matplotlib

    ties = [tie(1, 1, "张三", "李四", "high")]
    plain = save(bracket(ties), tmp_path / "a.png").read_bytes()
    with matplotlib.rc_context(
        {"figure.dpi": 200, "font.size": 30, "figure.autolayout": True, "text.color": "r"}
    ):
        assert save(bracket(ties), tmp_path / "b.png").read_bytes() == plain
    assert "date" not in " ".join(map(str, Image.open(tmp_path / "a.png").info)).lower()


def test_spread_labels_keep_their_order_and_stay_inside() -> None:
    placed = spread([5.0, 6.0, 90.0, 99.0], [20.0] * 4, 0.0, 100.0)
    assert placed == [10.0, 30.0, 70.0, 90.0]
