"""Table cards and badges: all of them, in the order of one cut, nothing clipped and nothing on another."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from qisai.publish import theme
from qisai.publish.a4 import MILLIMETRE, Disc, Fill, Leaf, Mark, Picture, Stroke, Words
from qisai.publish.labels import (
    INSET_X,
    INSET_Y,
    OF_TEAM,
    OFFICIAL,
    PLAYER,
    Badge,
    Card,
    arrange_badges,
    arrange_cards,
    box,
    filled_up,
    write_badges,
    write_cards,
)

EVENT = "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛　演练数据"
SIGNS = "王李张刘陈杨赵黄周吴堃喆犇䶮㛃𬭎永和"
LONG = ["阿迪力·买买提明江", "尼格买提·热合曼阿不都拉", "Alexander Petrov-Smith"]
TEAMS = ["个人", "", "天水市象棋协会", "新疆维吾尔自治区克孜勒苏柯尔克孜自治州象棋运动协会代表队第一队"]


def words(leaf: Leaf) -> list[Words]:
    return [mark for mark in leaf.marks if isinstance(mark, Words)]


def pieces(leaf: Leaf, columns: int, rows: int) -> list[list[Mark]]:
    """The marks of each piece in the order of reading; each lies within its piece, away from the cut. What stands in the
    strip above the first cut is none of them."""
    width, height = leaf.room
    upper = min(mark.top for mark in leaf.marks if isinstance(mark, Stroke) and mark.dash == 3)
    wide, high = width / columns, (height - upper) / rows
    found: list[list[Mark]] = [[] for _ in range(columns * rows)]
    for mark in leaf.marks:
        if isinstance(mark, Stroke):
            continue
        w, h = box(mark)
        if mark.top + h <= upper:
            continue
        column, row = int((mark.x + w / 2) // wide), int((mark.top + h / 2 - upper) // high)
        left, top = column * wide, upper + row * high
        assert mark.x >= left + INSET_X - 0.1 and mark.x + w <= left + wide - INSET_X + 0.1, mark
        assert mark.top >= top + INSET_Y - 0.1 and mark.top + h <= top + high - INSET_Y + 0.1, mark
        found[row * columns + column].append(mark)
    return found


def apart(marks: list[Mark]) -> None:
    """No text lies on another, on the organizer's mark or half on the coloured band."""
    texts = [mark for mark in marks if isinstance(mark, Words) and mark.text != "棋"]
    others = [mark for mark in marks if isinstance(mark, Fill | Picture) or (isinstance(mark, Disc) and not mark.weight)]
    for one, other in [*combinations(texts, 2), *((text, other) for text in texts for other in others)]:
        w, h = box(other)
        across = min(one.x + one.width, other.x + w) - max(one.x, other.x)
        down = min(one.top + one.size, other.top + h) - max(one.top, other.top)
        inside = isinstance(other, Fill) and across >= one.width - 0.1 and down >= one.size - 0.1
        assert across <= 0.1 or down <= 0.1 or inside, (one, other)


@pytest.mark.parametrize("large", [False, True])
def test_every_table_has_its_number_twice_the_upper_one_upside_down(large: bool) -> None:
    numbers = [1, 2, 9, 60, 128]
    leaves = arrange_cards([Card(number, "少年男子甲组" if number > 9 else "") for number in numbers], heading=EVENT, large=large)
    grid = (2, 1) if large else (2, 2)
    seen = []
    for leaf in leaves:
        for piece in pieces(leaf, *grid):
            apart(piece)
            told = [mark for mark in piece if isinstance(mark, Words) and mark.text.isdigit()]
            assert [mark.turned for mark in told] == [True, False] * (len(told) // 2)
            upright = [mark for mark in piece if isinstance(mark, Words) and not mark.turned]
            assert len(upright) * 2 == len([mark for mark in piece if isinstance(mark, Words)])
            assert all(mark.size * 0.73 >= 30 * MILLIMETRE for mark in told)  # figures of 30 mm are read from 5 m
            seen += [int(mark.text) for mark in told]
    assert sorted(seen) == sorted(numbers * 2)


def test_the_piles_of_one_cut_laid_on_each_other_are_in_order() -> None:
    leaves = arrange_cards([Card(number) for number in range(1, 11)], heading="赛")
    piles: list[list[int]] = [[], [], [], []]
    for leaf in leaves:
        for pile, piece in zip(piles, pieces(leaf, 2, 2), strict=True):
            pile += [int(mark.text) for mark in piece if isinstance(mark, Words) and mark.text.isdigit() and not mark.turned]
    assert [number for pile in piles for number in pile] == list(range(1, 11))


def test_the_last_page_is_filled_with_further_numbers() -> None:
    assert filled_up([1, 2, 3, 5]) == [1, 2, 3, 5] and filled_up([]) == []
    assert filled_up([1, 2, 3], large=True) == [1, 2, 3, 4] and filled_up(range(1, 40)) == list(range(1, 41))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_names_of_one_to_twelve_characters_fit_on_a_badge(seed: int, large: bool) -> None:
    draw = random.Random(seed)
    names = ["".join(draw.choices(SIGNS, k=count)) for count in range(1, 13)] + LONG
    badges = [
        Badge(name, draw.choice(["参赛选手", "领队兼教练兼队员", "副裁判长、编排长、检录长、申诉委员会委员"]),
              draw.choice([PLAYER, OF_TEAM, OFFICIAL]), draw.choice(["", "7", "128", "600"]), draw.choice(TEAMS),
              draw.choice(["", "少年男子甲组"]))
        for name in names
    ]  # fmt: skip
    leaves = arrange_badges(badges, heading=EVENT * (1 + seed % 2), large=large)
    grid = (2, 4) if large else (2, 5)
    assert len(leaves) == -(-len(badges) // (grid[0] * grid[1]))
    together = ""
    for leaf in leaves:
        for piece in pieces(leaf, *grid):
            apart(piece)
            together += "".join(mark.text for mark in piece if isinstance(mark, Words))
            assert all(mark.size >= 8 for mark in piece if isinstance(mark, Words))
    plain = "".join(together.split())
    assert all("".join(part.split()) in plain for badge in badges for part in (badge.name, badge.team, badge.role))


def test_a_short_name_is_read_across_a_room() -> None:
    leaf, *_ = arrange_badges([Badge("张三", "参赛选手", number="12", team="甲队")], heading=EVENT)
    (name,) = [mark for mark in words(leaf) if mark.text == "张三"]
    assert name.size * 0.9 >= 14 * MILLIMETRE


def test_the_organizers_mark_keeps_its_shape_and_the_file_its_bytes(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 100), "#0055AA").save(tmp_path / "标志.png")
    theme.choose("墨蓝", tmp_path / "标志.png")
    try:
        badges = [Badge("王𬭎", "裁判员", OFFICIAL), Badge("李四", "参赛选手", number="2")]
        (leaf,) = arrange_badges(badges, heading="赛")
        marks = [mark for mark in leaf.marks if isinstance(mark, Picture)]
        assert len(marks) == 2 and all(mark.width == pytest.approx(3 * mark.height) for mark in marks)
        first = write_cards(tmp_path / "一.pdf", [Card(1), Card(2)], heading="赛").read_bytes()
        assert write_cards(tmp_path / "一.pdf", [Card(1), Card(2)], heading="赛").read_bytes() == first
        assert write_badges(tmp_path / "二.pdf", badges, heading="赛").read_bytes().startswith(b"%PDF")
    finally:
        theme.choose("木色")


def test_a_sheet_says_how_its_stacks_are_laid_and_which_cards_are_spare() -> None:
    told = [mark.text for mark in words(arrange_cards([Card(1), Card(2), Card(3), Card(4, spare=True)], heading="赛")[0])]
    assert any("左上一叠在最上" in text and "台号" in text and "备用：4 台" in text for text in told)
    assert any("按单位" in mark.text for mark in words(arrange_badges([Badge("张三", "领队", OF_TEAM)], heading="赛")[0]))


def test_before_the_draw_there_is_a_white_box_for_the_number_and_a_latin_name_breaks_at_its_blank() -> None:
    badge = Badge("Alexander Konstantinopolsky", "参赛选手", to_number=True)
    (leaf,) = arrange_badges([badge], heading="赛")
    texts = [mark.text for mark in words(leaf)]
    assert "＿＿号" in texts and "Alexander" in texts and "Konstantinopolsky" in texts
    assert any(isinstance(mark, Fill) and mark.colour == theme.WHITE for mark in leaf.marks)
