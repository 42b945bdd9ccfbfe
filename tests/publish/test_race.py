"""The team race tells who leads, draws at most eight teams, and keeps a team without a rank behind."""

from __future__ import annotations

import pandas as pd
from extents import faults
from matplotlib.figure import Figure
from matplotlib.text import Text

from qisai.publish import theme
from qisai.publish.race import _colours, team_race


def frame(*rows: tuple[int, str, int | None, str]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=["轮次", "单位", "名次", "总和"])


def at(figure: Figure, words: str) -> list[tuple[float, float]]:
    return [text.get_position() for text in figure.findobj(Text) if text.get_text() == words]


def test_the_leader_and_his_total_are_the_title_and_above_is_ahead() -> None:
    figure = team_race(frame((1, "甲", 2, "30"), (1, "乙", 1, "12"), (2, "甲", 1, "40"), (2, "乙", 2, "41")), total="名次和")
    assert at(figure, "第2轮后：甲领先，名次和40")
    assert at(figure, "12")[0][1] < at(figure, "30")[0][1] and at(figure, "40")[0][1] < at(figure, "41")[0][1]
    assert at(figure, "1 甲")[0][1] < at(figure, "2 乙")[0][1]
    assert faults(figure) == []


def test_when_all_is_over_nobody_leads_any_more_and_a_choice_of_teams_says_so() -> None:
    rows = [(r, f"第{n}棋社", n, str(100 * r + n)) for r in (1, 2) for n in range(1, 10)]
    words = [text.get_text() for text in team_race(frame(*rows), total="名次和", over=True).findobj(Text)]
    assert "团体第一：第1棋社，名次和201" in words
    assert "圈里是名次和，大的在前，排在上面；只画现在的前8队" in words
    words = [text.get_text() for text in team_race(frame(*rows), total="名次和", smaller_first=True).findobj(Text)]
    assert "圈里是名次和，小的在前，排在上面；只画现在的前8队" in words


def test_a_team_keeps_its_colour_whatever_its_place_and_says_from_which_round_it_is_drawn() -> None:
    names = "甲乙丙丁戊己庚辛壬癸"
    assert _colours(names, names[:8]) == _colours(names[::-1], names[7::-1])
    some, others = _colours(names, "甲乙丙丁戊己庚辛"), _colours(names, "丙丁戊己庚辛壬癸")
    assert all(some[team] == others[team] for team in "丙丁戊己庚")
    late = frame(*((r, team, place, "9") for r in (3, 4) for place, team in enumerate("甲乙", 1)))
    assert "圈里是总分，大的在前，排在上面；从第3轮画起" in [text.get_text() for text in team_race(late).findobj(Text)]


def test_the_eight_teams_drawn_have_eight_colours_whichever_they_are() -> None:
    names = [f"第{n:02}棋社" for n in range(1, 21)]
    for drawn in (names[:8], names[5:13], [*names[:4], *names[8:12]], names[::3], names[2:18:2]):
        assert len(set(_colours(names, drawn).values())) == len(drawn) <= len(theme.LINES)


def test_a_team_without_a_rank_stands_behind_with_a_dash() -> None:
    figure = team_race(frame((1, "甲", None, ""), (1, "乙", 1, "12"), (2, "甲", 1, "40"), (2, "乙", 2, "41")))
    assert at(figure, "—")[0][1] > at(figure, "12")[0][1]


def test_eight_of_many_teams_and_the_last_rounds_are_drawn() -> None:
    rows = [(r, f"第{n}棋社", n, str(100 * r + n)) for r in range(1, 14) for n in range(1, 21)]
    figure = team_race(frame(*rows), total="积分和")
    assert at(figure, "8 第8棋社") and not at(figure, "9 第9棋社")
    assert at(figure, "1301") and not at(figure, "101")
    assert any("轮画起" in text.get_text() for text in figure.findobj(Text)) and faults(figure) == []


def test_without_a_ranked_team_it_says_so() -> None:
    figure = team_race(frame((1, "甲", None, "")))
    assert at(figure, "暂无数据")
