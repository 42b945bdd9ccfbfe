"""The picture of who can still come in: its sections, its rows by score, and what it leaves out."""

from __future__ import annotations

import pandas as pd
from extents import faults
from matplotlib.figure import Figure
from matplotlib.text import Text

from qisai.publish import theme
from qisai.publish.chances import chances


def frame(*rows: tuple[str, str, str, str, str, str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=["姓名", "积分", "最少", "最多", "结论", "理由"])


def said(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text)]


def hoping(count: int, points: str = "20", size: int = 2) -> list[tuple[str, str, str, str, str, str]]:
    best = str(int(points) + 5)
    return [(f"{chr(0x4E00 + n)}{'某' * (size - 1)}", points, points, best, "未定", "") for n in range(count)]


def test_players_of_one_score_share_a_row_and_those_who_are_out_are_counted() -> None:
    ahead = ("秦家波", "30", "30", "35", "已进", "至少30分，最多6人能追上")
    rows = [ahead, *hoping(3), ("末", "5", "5", "10", "已无可能", "最多10分，至少8人一定更高")]
    figure = chances(frame(*rows), title="第6轮后：1人已进八强，3人争7席", lost="已进不了前8名", note="另有：柏建（退赛）")
    words = said(figure)
    assert {"已进：1人", "未定：3人", "已进不了前8名：1人", "20分", "3人"} <= set(words)
    assert {"最多10分，至少8人一定更高", "另有：柏建（退赛）"} <= set(words)
    assert any("一某" in word for word in words)
    assert not any("末" in word for word in words)
    assert {"30", "35", "20", "25"} <= set(words)


def test_eleven_rows_stay_one_short_picture() -> None:
    rows = [row for level in range(30, 19, -1) for row in hoping(3, str(level))]
    out = ("末", "5", "5", "10", "已无可能", "最多10分，至少8人一定更高")
    figure = chances(frame(*rows, out), title="第6轮后", note="另有：柏建（退赛）")
    assert int(figure.bbox.height) <= theme.FITS and faults(figure) == []


def test_many_of_one_score_are_counted_instead_of_named() -> None:
    words = said(chances(frame(*hoping(31)), title="第6轮后"))
    assert words.count("31人") == 2 and not any("某" in word for word in words)


def test_too_many_rows_end_in_one_line_and_the_picture_stays_legal() -> None:
    rows = [row for level in range(60, 20, -1) for row in hoping(20, str(level), size=12)]
    figure = chances(frame(*rows), title="第6轮后")
    assert int(figure.bbox.height) <= theme.TALLEST and faults(figure) == []
    assert "积分再低的，也还没有定" in said(figure)


def test_a_picture_made_long_is_filled_to_its_foot() -> None:
    rows = [row for level in range(30, 19, -1) for row in hoping(5, str(level), size=6)]
    figure = chances(frame(*rows), title="第6轮后")
    assert int(figure.bbox.height) == theme.LONG
    low = max(text.get_position()[1] for text in figure.findobj(Text) if text.get_text().endswith("分"))
    assert low > theme.LONG - 220


def test_without_players_it_says_so() -> None:
    assert "暂无数据" in said(chances(frame(), title="第6轮后"))
