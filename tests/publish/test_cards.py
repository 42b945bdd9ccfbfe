"""Covers, tiles and notices: exact sizes, everything inside and apart, large enough, in every theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from looks import legal, texts_apart
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from qisai.publish import theme
from qisai.publish.canvas import save
from qisai.publish.cards import COVER, LEAST_TILE, SAFE, SQUARE, TILE, Tile, cover, square, tile
from qisai.publish.fonts import MissingGlyphs
from qisai.publish.naming import between_parts, shortened
from qisai.publish.notices import Change, notice

STAMP = ["演练数据", "截至第10轮 07-20 15:52"]
NAMES = ["新春赛", "二〇二四年甘水市第十二届全民健身运动会“大桥杯”象棋个人赛暨“秋收杯”象棋公开赛", "杯" * 90]
ROWS = [("红方", "57 司马长空（云山街道棋社）"), ("黑方", "12 李四"), ("原记", "红胜　司马长空 胜"), ("更正为", "和"),
        ("理由", "成绩单写反，双方到裁判席确认"), ("名次变动", "22人\n57 司马长空　3 → 12\n12 李四　40 → 31")]  # fmt: skip


@pytest.fixture
def any_theme() -> Iterator[None]:
    yield
    theme.choose("木色")


def drawn(figure: Figure) -> list[Text]:
    return [text for text in figure.findobj(Text) if text.get_text().strip()]


def words(figure: Figure) -> str:
    return "".join(text.get_text() for text in drawn(figure))


def size(path: Path) -> tuple[int, int]:
    with Image.open(path) as opened:
        return opened.size


@pytest.mark.parametrize("name", NAMES, ids=["short", "long", "endless"])
def test_covers_have_the_sizes_of_wechat_and_all_text_of_the_wide_one_is_in_its_middle_square(name: str, tmp_path: Path) -> None:
    lines = ["第1名 欧阳长空", name]
    wide, small = cover("第12轮\n成绩与名次", lines, STAMP), square("第12轮\n成绩与名次", lines, STAMP)
    assert size(save(wide, tmp_path / "a.png")) == COVER == (900, 383)
    assert size(save(small, tmp_path / "b.png")) == SQUARE == (500, 500)
    for figure in (wide, small):
        texts_apart(figure)
        assert "演练数据" in words(figure) and "第12轮" in words(figure) and "15:52" in words(figure)
    renderer = FigureCanvasAgg(wide).get_renderer()
    left, right = (COVER[0] - SAFE) / 2, (COVER[0] + SAFE) / 2
    boxes = {text.get_text(): text.get_window_extent(renderer) for text in drawn(wide)}
    beside = {said for said, box in boxes.items() if box.x0 < left or box.x1 > right}
    assert beside == {"帥", "將", "楚河", "汉界"}


@pytest.mark.parametrize(
    "told",
    [
        Tile("冠", "冠军", "卫秋", ("常州弈社", "第一阶段第1名出线")),
        Tile("队", "团体第1名", "南门外大街道老干部象棋协会代表队", ("名次和 104", "第2名　甲队", "第3名　乙队")),
        Tile("榜", "第4至第8名", rows=[(str(n), "阿迪力·买买提明", "南门外大街道老干部象棋协会") for n in range(4, 9)]),
        Tile("棋", "红方与黑方", "红胜1231局\n黑胜1192局", ("和1044局",),
             (("红胜", 1231, "#BC3428"), ("和", 3, "#DCC9A6"), ("黑胜", 1192, "#34302C"))),
        Tile("谢", "感谢", "感谢每一位棋手"),
    ],
    ids=lambda told: told.heading,
)  # fmt: skip
def test_a_tile_is_square_and_no_text_on_it_is_below_forty(told: Tile, tmp_path: Path) -> None:
    for name in NAMES:
        figure = tile(told, name, STAMP)
        texts_apart(figure)
        assert min(text.get_fontsize() for text in drawn(figure)) >= LEAST_TILE
        assert "演练数据" in words(figure) and "15:52" in words(figure)
    path = save(figure, tmp_path / "t.png")
    assert size(path) == (TILE, TILE) == (1080, 1080) and path.stat().st_size < 1_000_000


def test_a_long_name_of_an_event_is_broken_between_its_parts() -> None:
    lines = [text.get_text() for text in drawn(tile(Tile("谢", "感谢", "感谢"), NAMES[1].removeprefix("二〇"), STAMP))]
    assert "“大桥杯”象棋个人赛暨“秋收杯”象棋公开赛" in lines


def test_a_name_is_shortened_from_its_year_and_never_cut_within_marks_or_its_group() -> None:
    name = "2024年江苏省丹阳市第二届“文旅杯”象棋公开赛（少年组）"
    cuts = [shortened(name, lambda words, most=most: len(words) <= most) for most in range(6, len(name) + 1)]  # type: ignore[misc]
    assert cuts[-1] == name and cuts[-2] == "江苏省丹阳市第二届“文旅杯”象棋公开赛（少年组）"
    assert "丹阳市第二届“文旅杯”象棋公开赛（少年组）" in cuts
    for cut in cuts:
        assert cut.count("“") == cut.count("”") and "（…" not in cut and "“…" not in cut
    assert all(cut.endswith("（少年组）") for cut in cuts if len(cut) > 8)
    for most in (1, 2, 3, 4):
        for line in between_parts(name, 30, 900, most):
            assert line.count("“") == line.count("”") and line.count("（") == line.count("）")


@pytest.mark.parametrize("count", [1, 3])
def test_notices_of_corrections_are_within_bounds_and_hold_every_change(count: int, tmp_path: Path) -> None:
    changes = [Change(f"第{n}轮 第{n}台", ROWS, "更正为") for n in range(1, count + 1)]
    figures = notice("更正公告", NAMES[1], changes, "已公布的对阵不变，名次按更正后的成绩计算。", STAMP)
    told = "".join(map(words, figures))
    for n, figure in enumerate(figures):
        texts_apart(figure)
        assert legal(save(figure, tmp_path / f"{n}.png"))
    assert all(change.where in told for change in changes) and told.count("成绩单写反") == count


def test_a_notice_too_long_for_a_screen_is_a_true_long_picture_without_a_hole_at_its_end(tmp_path: Path) -> None:
    rows: Sequence[tuple[str, str]] = [*ROWS, ("说明", "双方在裁判席确认，成绩单已经改正。" * 30)]
    figure = notice("更正公告", "新春赛", [Change("第1轮 第1台", rows, "更正为")], "名次按更正后的成绩计算。", STAMP)[0]
    assert legal(save(figure, tmp_path / "n.png")) and figure.bbox.height > 2160
    texts_apart(figure)
    renderer = FigureCanvasAgg(figure).get_renderer()
    ends = sorted(text.get_window_extent(renderer).y0 for text in drawn(figure))
    assert max(b - a for a, b in zip(ends, ends[1:], strict=False)) < 300


@pytest.mark.parametrize("name", list(theme.THEMES))
def test_colours_follow_the_theme_and_the_mark_stands_in_place_of_a_piece(name: str, tmp_path: Path, any_theme: None) -> None:
    mark = tmp_path / "标志.png"
    Image.new("RGBA", (40, 20), (0, 0, 255, 255)).save(mark)
    theme.choose(name, mark)
    path = save(square("总名次", ["新春赛"], STAMP[1:]), tmp_path / "s.png")
    with Image.open(path) as opened:
        pixels = opened.convert("RGB")
    wood = tuple(int(theme.WOOD[k : k + 2], 16) for k in (1, 3, 5))
    assert max(abs(a - b) for a, b in zip(pixels.getpixel((250, 5)), wood, strict=True)) < 8  # type: ignore[arg-type]
    assert pixels.getpixel((250, 84))[2] > 240 > 60 > pixels.getpixel((250, 84))[0]  # type: ignore[index]
    texts_apart(cover("总名次", ["新春赛"], STAMP[1:]))


def test_a_wide_mark_has_a_wide_box_on_covers_and_squares(tmp_path: Path, any_theme: None) -> None:
    mark = tmp_path / "标志.png"
    Image.new("RGBA", (600, 150), (0, 0, 255, 255)).save(mark)
    theme.choose("木色", mark)
    for figure, least in ((cover("总名次", ["新春赛"], STAMP[1:]), 200), (square("总名次", ["新春赛"], STAMP[1:]), 280)):
        (image,) = figure.images
        high, wide = image.get_array().shape[:2]
        assert wide >= least and abs(wide / high - 4) < 0.1 and image.ox >= 0 and image.ox + wide <= figure.bbox.width


def test_a_heading_in_two_languages_stands_whole_over_its_rows() -> None:
    head = "第一阶段一局未负\nNo loss in the first stage, and a few more words"
    for count in (2, 5):
        figure = tile(Tile("稳", head, rows=[("张三", "李四")] * count), "新春赛", STAMP)
        assert "…" not in words(figure) and "few more words" in words(figure)
        texts_apart(figure)


@pytest.mark.parametrize("counts", [(225, 84, 220), (60, 1, 59), (1, 2, 90)])
def test_every_part_of_the_bar_has_its_label(counts: tuple[int, int, int]) -> None:
    shares = [(word, count, theme.RED) for word, count in zip(("红胜", "和", "黑胜"), counts, strict=True)]
    figure = tile(Tile("棋", "红方与黑方", "相当", shares=shares), "新春赛", STAMP)
    assert {"红胜", "和", "黑胜"} <= {text.get_text() for text in drawn(figure)}
    texts_apart(figure)


def test_what_cannot_be_drawn_is_named() -> None:
    with pytest.raises(MissingGlyphs, match="𠮷"):
        tile(Tile("冠", "冠军", "𠮷田"), "新春赛", STAMP)


def test_a_name_with_a_wide_blank_is_one_cell_and_an_empty_column_takes_no_room() -> None:
    rows = [("4", "孟　辰", ""), ("5", "欧阳娜娜", "")]
    texts = [text for text in drawn(tile(Tile("榜", "第4至第5名", rows=rows), "新春赛", STAMP)) if text.get_text().strip()]
    names = {text.get_text(): text.get_position()[0] for text in texts}
    assert names["孟　辰"] == names["欧阳娜娜"] and names["4"] == names["5"]
    alone = tile(Tile("榜", "第4至第5名", rows=[row[:2] for row in rows]), "新春赛", STAMP)
    assert names["孟　辰"] == {text.get_text(): text.get_position()[0] for text in drawn(alone)}["孟　辰"]
