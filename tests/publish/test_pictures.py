"""What a reader of the WeChat group may rely on in every table picture."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from extents import faults
from looks import legal, texts_apart
from matplotlib.text import Text
from PIL import Image

from qisai.publish import fonts, language, theme
from qisai.publish.pictures import Column, table_figures, table_pictures

SURNAMES = "王李张刘陈杨赵黄周吴堃喆犇䶮㛃𬭎"
TEAMS = ["个人", "兰州棋院", "天水市象棋协会", "呼和浩特市象棋运动协会代表队", "Tianshui Chess Club 2", ""]


def standings(seed: int, rows: int) -> pd.DataFrame:
    draw = random.Random(seed)
    name = ["".join(draw.choices(SURNAMES, k=draw.choice([1, 2, 3, 3, 3, 12]))) for _ in range(rows)]
    frame = pd.DataFrame({"名次": range(1, rows + 1), "编号": draw.sample(range(1, 700), rows), "姓名": name})
    frame["单位"] = draw.choices(TEAMS, k=rows)
    for column in ["积分", "累进分", "对手分", "胜局"][: draw.randint(1, 4)]:
        frame[column] = [f"{draw.randint(0, 300) / 2:g}" for _ in range(rows)]
    return frame


@pytest.mark.parametrize("seed", range(12))
def test_no_text_of_a_table_is_clipped_or_lies_on_another(seed: int) -> None:
    frame = standings(seed, random.Random(seed).choice([1, 3, 14, 30]))
    title = "天水公开赛" if seed % 2 else "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛"
    stamp = ["演练数据", "截至第5轮 07-20 16:10"]
    for figure in table_figures(frame, title=title, subtitle="第5轮后名次", stamp=stamp):
        texts_apart(figure)
        assert figure.bbox.height <= 1281


def test_pages_are_numbered_in_name_and_picture_and_keep_every_row(tmp_path: Path) -> None:
    frame = standings(1, 50)
    paths = table_pictures(frame, title="名次", stamp="截至第5轮", stem=tmp_path / "第5轮_名次")
    assert [p.name for p in paths] == [f"第5轮_名次_{i}of{len(paths)}.png" for i in range(1, len(paths) + 1)]
    assert all(legal(path) for path in paths) and sorted(tmp_path.iterdir()) == paths
    words = [[t.get_text() for t in f.findobj(Text)] for f in table_figures(frame, title="名次")]
    assert [f"{i}/{len(paths)}" in page for i, page in enumerate(words, 1)] == [True] * len(paths)
    assert all("姓名" in page for page in words)
    assert all(any(str(number) in page for page in words) for number in frame["编号"])


def test_a_small_table_is_one_picture_without_a_number(tmp_path: Path) -> None:
    assert table_pictures(standings(2, 3), title="前三名", stem=tmp_path / "top") == [tmp_path / "top.png"]


@pytest.mark.long
def test_more_rows_a_page_make_a_true_long_picture(tmp_path: Path) -> None:
    for rows in (30, 70):
        paths = table_pictures(standings(3, 70), title="名次", stem=tmp_path / "long", rows_per_page=rows)
        assert all(legal(path) for path in paths)
        assert Image.open(paths[0]).height > 2160


@pytest.mark.long
def test_six_hundred_players_fit_and_pages_sort_by_name() -> None:
    frame = standings(4, 600)[["名次", "姓名", "积分"]]
    pages = table_figures(frame, title="名次")
    assert 600 / 25 <= len(pages) <= 600 / 16


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    one, two = (table_pictures(standings(5, 8), title="名次", stem=tmp_path / s)[0] for s in "ab")
    assert one.read_bytes() == two.read_bytes()


def test_a_name_that_cannot_be_drawn_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    frame = pd.DataFrame({"名次": [1, 2], "姓名": ["张三", "𠮷田一"]})
    with pytest.raises(fonts.MissingGlyphs, match=r"“𠮷田一”中的“𠮷”（U\+20BB7）") as caught:
        table_pictures(frame, title="名次", stem=tmp_path / "x")
    assert caught.value.missing == {"𠮷田一": "𠮷"} and not list(tmp_path.iterdir())


def test_rare_names_of_the_standard_table_are_drawn() -> None:
    assert fonts.missing_glyphs(["堃喆犇䶮㛃𬭎", "𬍛𠅤㼆𬬭𫖯𬴂", "一"]) == {}


def test_a_font_of_choice_is_asked_for_its_own_characters() -> None:
    from matplotlib import get_data_path

    try:
        fonts.register(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf")
        assert fonts.missing_glyphs(["A王"]) == {"A王": "王"}
    finally:
        fonts.register()
    assert fonts.missing_glyphs(["A王"]) == {}


def test_numbers_stand_right_and_words_left_unless_told() -> None:
    frame = pd.DataFrame({"积分": ["13.5", "7"], "姓名": ["张三", "李四"], "结果": ["1-0", "和"]})
    (figure,) = table_figures(frame, title="名次", columns=[Column("积分"), Column("姓名", "棋手", "center")])
    sides = {t.get_text(): t.get_horizontalalignment() for t in figure.findobj(Text)}
    assert (sides["13.5"], sides["棋手"], sides["李四"]) == ("right", "center", "center")
    assert "结果" not in sides


def test_a_marked_cell_keeps_its_tone() -> None:
    frame = pd.DataFrame({"名次": [1, 2], "积分": [9, 8]})
    (figure,) = table_figures(
        frame, title="名次", highlight=lambda row, column: "key" if (row, column) == (1, "积分") else None
    )
    colours = {t.get_text(): t.get_color() for t in figure.findobj(Text)}
    assert colours["8"] == theme.TONES["key"][1] and colours["9"] == theme.INK


def test_a_table_without_rows_says_so() -> None:
    (figure,) = table_figures(pd.DataFrame({"名次": [], "姓名": []}), title="获奖名单")
    assert "暂无数据" in [t.get_text() for t in figure.findobj(Text)]


def test_too_many_columns_are_refused_in_words() -> None:
    frame = pd.DataFrame({f"第{i}轮对手": ["张三丰"] for i in range(30)})
    with pytest.raises(ValueError, match="放不下这30列"):
        table_figures(frame, title="循环赛表")


def test_mathematics_in_a_name_is_only_text() -> None:
    (figure,) = table_figures(pd.DataFrame({"姓名": ["$x_1$", "a\nb"]}), title="$标题$")
    texts_apart(figure)
    assert "$x_1$" in [t.get_text() for t in figure.findobj(Text)]


# --- random events in every language --------------------------------------------------------------------------

RESULTS = ["红胜", "黑胜", "和", "红弃", "双弃", "双弃未签", "裁定 1:0", ""]
AWAY = ["（退赛）", "（连续弃权）", "（取消资格）"]
KEYS = ["累进分", "对手分", "胜局", "犯规", "后手局数", "后手胜局", "累进分逐轮递减", "直胜（全部相遇）", "小分"]


@pytest.fixture
def chinese_again() -> Iterator[None]:
    yield
    language.choose("中文")
    theme.choose("木色")


def a_name(draw: random.Random) -> str:
    return "".join(draw.choices(SURNAMES, k=draw.choice([1, 2, 2, 3, 3, 3, 3, 4, 8, 12])))


def a_team(draw: random.Random) -> str:
    return draw.choice([*TEAMS, "".join(draw.choices("甲乙丙丁兰州天水象棋协会", k=draw.randint(1, 20)))])


def pairings(draw: random.Random, rows: int) -> pd.DataFrame:
    """台号 to 黑号 as the round's picture has them, who sits out at the end."""
    cells = [
        [board, draw.randint(1, 700), a_name(draw), f"{draw.randint(0, 90) / 2:g}", draw.choice(RESULTS),
         f"{draw.randint(0, 90) / 2:g}", a_name(draw), draw.randint(1, 700)]
        for board in range(1, rows + 1)
    ]  # fmt: skip
    cells.append(["—", draw.randint(1, 700), a_name(draw), "", "轮空", "", "", ""])
    return pd.DataFrame(cells, columns=["台号", "红号", "红方", "红分", "结果", "黑分", "黑方", "黑号"])


def places(draw: random.Random, rows: int) -> pd.DataFrame:
    """The eight columns of the standings."""
    keys, after = draw.sample(KEYS, 2), draw.randint(2, 11)
    frame = pd.DataFrame({"名次": range(1, rows + 1), "编号": draw.sample(range(1, rows + 100), rows)})
    frame["姓名"] = [a_name(draw) + draw.choice([*[""] * 8, *AWAY]) for _ in range(rows)]
    frame["单位"] = [a_team(draw) for _ in range(rows)]
    frame["积分"] = [f"{draw.randint(0, 90) / 2:g}" for _ in range(rows)]
    for key in keys:
        frame[key] = [f"{draw.randint(0, 700) / 2:g}" for _ in range(rows)]
    frame["区分"] = [draw.choice(["积分", *keys, f"第{after}轮{keys[0]}", "编号", "并列", ""]) for _ in range(rows)]
    return frame


def team_table(draw: random.Random, rows: int) -> pd.DataFrame:
    """The four columns of the team table, up to twenty members a team."""
    most = draw.randint(1, 20)
    cells = []
    for place in range(1, min(rows, 60) + 1):
        worth = [draw.randint(1, 600) for _ in range(most)]
        counted = "　".join(f"{a_name(draw)[:4]}({number})" for number in worth[:6])
        cells.append([place, a_team(draw) or "个人", sum(worth), counted if most <= 6 else "、".join(map(str, worth))])
    return pd.DataFrame(cells, columns=["名次", "单位", "名次和", "计分队员" if most <= 6 else "计分名次"])


def an_event(seed: int) -> list[str]:
    """What is wrong with the pictures of one random event, in one of the languages."""
    draw = random.Random(seed)
    spoken = ["中文", "英文", "中英"][seed % 3]
    language.choose(spoken)
    theme.choose(draw.choice(list(theme.THEMES)))
    rows = draw.choice([8, 9, 16, 33, 64, draw.randint(8, 600)])
    number = draw.randint(1, 11)
    subtitle = draw.choice(["小小象棋赛", "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛　少年组", ""])
    stamp = ["演练数据"] * draw.randint(0, 1) + [f"截至第{number}轮 07-20 16:10"]
    made = {
        f"第{number}轮（其余）对阵与成绩": pairings(draw, rows // 2),
        f"第{number}轮后名次：{a_name(draw)}12分列第1": places(draw, rows),
        "团体名次（暂列）：兰州棋院第一": team_table(draw, rows),
    }
    found = []
    for title, frame in made.items():
        long = 60 if len(frame) >= 36 else None
        for page, figure in enumerate(table_figures(frame, title=title, subtitle=subtitle, stamp=stamp, rows_per_page=long)):
            height = figure.bbox.height
            wrong = faults(figure)
            wrong += [] if height <= 1281 or 2160 < height <= 4001 else [f"height {height}"]
            found += [f"{seed} {spoken} {title} page {page + 1}: {words}" for words in wrong]
    return found


@pytest.mark.usefixtures("chinese_again")
@pytest.mark.parametrize("seed", range(3))
def test_pictures_of_a_random_event_are_clean_in_every_language(seed: int) -> None:
    assert an_event(seed) == []


@pytest.mark.long
@pytest.mark.usefixtures("chinese_again")
def test_pictures_of_two_hundred_random_events_are_clean() -> None:
    assert [fault for seed in range(200) for fault in an_event(seed)] == []
