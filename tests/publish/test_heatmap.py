"""The heat map tells who beat whom by word and shape, and leaves out whom it has no room for."""

from __future__ import annotations

import pandas as pd
import pytest
from extents import faults
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from matplotlib.text import Text

from qisai.publish import fonts, theme
from qisai.publish.heatmap import heat_map

GAMES = [(1, 2, "红", "胜"), (2, 1, "黑", "负"), (1, 3, "黑", "和"), (3, 1, "红", "和"), (2, 3, "", "+"), (3, 2, "", "-")]


def players(*names: str) -> pd.DataFrame:
    return pd.DataFrame([(n, n, name, str(9 - n)) for n, name in enumerate(names, 1)], columns=["名次", "编号", "姓名", "积分"])


def games(rows: list[tuple[int, int, str, str]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["编号", "对手", "执", "结果"])


def said(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text)]


def test_the_title_names_who_won_most_and_forfeits_are_explained_only_where_there_are_some() -> None:
    words = said(heat_map(players("甲", "乙", "丙"), games(GAMES)))
    assert "前3名相互对局：下了2局，甲1胜最多，另弃权1局" in "".join(words)
    assert words.count("＋") == 1 and any("对方弃权" in word for word in words)
    assert not any("弃权" in word for word in said(heat_map(players("甲", "乙", "丙"), games(GAMES[:4]))))


def test_where_several_won_most_the_title_counts_the_colours() -> None:
    rows = [*GAMES[:4], (2, 3, "红", "胜"), (3, 2, "黑", "负")]
    assert "前3名相互对局：下了3局，红胜2，和1，黑胜0" in "".join(said(heat_map(players("甲", "乙", "丙"), games(rows))))
    whole = heat_map(players("甲", "乙", "丙"), games(rows), whole=True)
    assert "全部对局：下了3局，红胜2，和1，黑胜0" in "".join(said(whole))


def test_red_is_a_disc_and_black_none_whatever_the_hue() -> None:
    """Besides the legend (three discs) and the piece of the band, one disc for each game with red."""

    def discs(rows: list[tuple[int, int, str, str]]) -> int:
        figure = heat_map(players("甲", "乙", "丙"), games(rows))
        return len(figure.findobj(Circle))

    assert discs(GAMES[:4]) - discs(GAMES[4:]) == 2


def test_red_black_and_draw_differ_in_lightness() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(to_hex(colour)[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    black, red, draw = sorted(map(lightness, (theme.BLACK, theme.RED, theme.DRAW)))
    assert red - black > 0.1 and draw - red > 0.3


def test_two_games_of_a_pair_stand_side_by_side_and_long_names_push_out_the_last() -> None:
    names = [f"{chr(0x4E10 + n)}阿不都热合曼买买提江" for n in range(24)]
    rows = [
        (one, other, "红" if (one + other + k) % 2 else "黑", "胜" if one < other else "负")
        for one in range(1, 25) for other in range(1, 25) for k in range(2) if one != other
    ]  # fmt: skip
    figure = heat_map(players(*names), games(rows))
    assert faults(figure) == []
    words = "".join(word for word in said(figure) if not word.startswith("前"))
    assert 8 <= sum(name[0] in words for name in names) < 24


def test_without_games_it_says_so_and_a_name_that_cannot_be_drawn_is_named() -> None:
    assert "暂无数据" in said(heat_map(players("甲", "乙"), games([])))
    with pytest.raises(fonts.MissingGlyphs, match="𠮷"):
        heat_map(players("𠮷田", "乙", "丙"), games(GAMES))
