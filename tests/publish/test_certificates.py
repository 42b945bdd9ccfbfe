"""Certificates: the words at their places, for every name, with the border and without."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from qisai.publish.a4 import MILLIMETRE, SMALLEST, Leaf, Stroke, Words
from qisai.publish.certificates import (
    LEFT,
    MIDDLE,
    RIGHT,
    Template,
    Text,
    arrange,
    faults,
    off_paper,
    through_border,
    write_certificates,
)

EVENT = "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛"
TEMPLATE = Template([
    Text("荣誉证书", 48.5, 32, 200, 46, MIDDLE), Text("{姓名}", 98.5, 60, 100, 36, MIDDLE),
    Text("{单位}", 58.5, 78, 180, 16, MIDDLE),
    Text("在{赛事}中荣获", 38.5, 91, 220, 18, LEFT, lines=2), Text("{奖项}　{名次}", 38.5, 110, 220, 32, MIDDLE),
    Text("{组委会}", 140, 155, 125, 15, RIGHT, lines=2), Text("{ 日期 }", 140, 170, 125, 15, RIGHT),
])  # fmt: skip


def award(name: str, team: str = "天水市象棋协会", prize: str = "女子优秀奖") -> dict[str, str]:
    return {"姓名": name, "单位": team, "奖项": prize, "名次": "第一百零九名", "赛事": EVENT, "日期": "2026年9月22日",
            "组委会": f"{EVENT}组委会"}  # fmt: skip


def words(leaf: Leaf) -> list[Words]:
    return [mark for mark in leaf.marks if isinstance(mark, Words)]


AWARDS = [award("王" * count) for count in range(1, 13)] + [
    award("Alexander Petrov-Smith", "新疆维吾尔自治区克孜勒苏柯尔克孜自治州象棋运动协会代表队第一队"), award("甘谷县", "", "")
]  # fmt: skip


def test_every_certificate_keeps_its_words_in_their_boxes() -> None:
    leaves = arrange(TEMPLATE, AWARDS, border=False)
    assert len(leaves) == len(AWARDS) and not list(faults(TEMPLATE, AWARDS))
    boxes = [text.box for text in TEMPLATE.texts]
    for leaf in leaves:
        for one in words(leaf):
            assert one.size >= SMALLEST
            assert any(
                one.x >= left - 0.1 and one.x + one.width <= right + 0.1 and one.top >= top - 0.1 and one.top + one.size <= bottom
                for left, top, right, bottom in boxes
            ), one
        for one, other in combinations(words(leaf), 2):
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            assert across <= 0 or min(one.top + one.size, other.top + other.size) <= max(one.top, other.top) + 0.1, (one, other)


def test_the_words_stand_at_the_same_places_with_and_without_the_border() -> None:
    for bare, full in zip(arrange(TEMPLATE, AWARDS, border=False), arrange(TEMPLATE, AWARDS, border=True), strict=True):
        assert list(bare.marks) == words(bare)
        assert [one for one in words(full) if one.text != "棋"] == words(bare)
        lines = [mark for mark in full.marks if isinstance(mark, Stroke)]
        assert lines and all(mark.x >= 0 and mark.to_x <= full.room[0] and mark.to_top <= full.room[1] for mark in lines)


def test_a_place_and_a_size_are_what_the_row_says() -> None:
    template = Template([Text("甲{姓名}", 20, 100, 80, 30), Text("乙", 20, 130, 80, 30, RIGHT)], across=False)
    (leaf,) = arrange(template, [award("张三")], border=False)
    first, second = words(leaf)
    assert leaf.room == (595.28, 841.89) and first.text == "甲张三" and first.size == 30
    assert first.x == pytest.approx(20 * MILLIMETRE) and second.x + second.width == pytest.approx(100 * MILLIMETRE)
    assert 0 < first.top - 100 * MILLIMETRE < 5


def test_what_cannot_be_printed_is_told_by_row() -> None:
    template = Template([
        Text("{姓名}", 10, 10, 12, 30), Text("证书", 250, 60, 80, 20), Text("底", 10, 205, 50, 30),
        Text("{单位}", 12, 12, 60, 20),
    ])  # fmt: skip
    found = list(faults(template, [award("王"), award("一二三四五六七八九十一二")]))
    assert [row for row, _ in found] == [0, 3] and off_paper(template) == [1, 2]
    assert "一二三四五六七八九十一二" in found[0][1] and "叠" in found[1][1]
    with pytest.raises(ValueError):
        arrange(Template([Text("{姓名}", 10, 10, 5, 30)]), [award("一二三四五六")], border=False)


def test_a_closing_quote_at_the_end_of_a_line_does_not_shift_it_and_words_on_the_border_are_told() -> None:
    middle = 38.5, 60, 220, 24, MIDDLE
    template = Template([Text("在“文旅杯”", *middle), Text("边", 5, 100, 20, 20), Text("中", *middle)])
    (leaf,) = arrange(template, [award("张三")], border=False)
    quoted, _, plain = words(leaf)
    assert quoted.x + (quoted.width - 12) / 2 == pytest.approx(plain.x + plain.width / 2)
    assert through_border(template, [award("张三")]) == [1]


def test_the_file_is_the_same_each_time_and_says_that_it_is_a_rehearsal(tmp_path: Path) -> None:
    made = [
        write_certificates(tmp_path / f"{n}.pdf", TEMPLATE, AWARDS[:2], title="证书", border=True, tag="演练数据") for n in (1, 2)
    ]
    assert made[0].read_bytes() == made[1].read_bytes()
    assert all("演练数据" in [one.text for one in words(leaf)] for leaf in arrange(TEMPLATE, AWARDS, border=True, tag="演练数据"))
