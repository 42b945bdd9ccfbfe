"""Where the lines of a table break: never in a word or a short name, and where the room is best spent."""

from __future__ import annotations

import pandas as pd
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from qisai.publish import fonts
from qisai.publish.note import Note
from qisai.publish.pictures import table_figures


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


@pytest.mark.parametrize(("name", "lines"), [
    ("阿卜杜热合曼·买买提明", ["阿卜杜热合曼·", "买买提明"]), ("Alexander Konstantinopolsky", ["Alexander", "Konstantinopolsky"]),
    ("Nguyễn Thành Bảo", ["Nguyễn", "Thành Bảo"]), ("Дмитрий Александров", ["Дмитрий", "Александров"]),
])  # fmt: skip
def test_a_name_of_several_words_breaks_between_them_only(name: str, lines: list[str]) -> None:
    assert fonts.wrap(name, 28, 0.9 * fonts.width(name, 28)) == lines
    assert fonts.wrap(name, 28, max(fonts.width(line, 28) for line in lines)) == lines


def test_a_term_with_its_two_numbers_breaks_between_them_only() -> None:
    for words, term in (("前一轮名次24>23", "前一轮名次"), ("后手胜局2<3", "后手胜局")):
        whole = fonts.width(words, 28)
        assert fonts.wrap(words, 28, whole - 1) == [term, words.removeprefix(term)] == fonts.wrap(words, 28, 0.72 * whole)
    assert fonts.wrap("还剩1轮积分相同的", 28, 140) != ["还剩1轮积分相同的"]


def table(teams: list[str], **more: list[object]) -> pd.DataFrame:
    count = len(teams)
    names = [f"{'王张李赵'[n % 4]}{'建国芳明'[n % 4]}" for n in range(count)]
    frame = pd.DataFrame({"名次": range(1, count + 1), "编号": range(1, count + 1), "姓名": names, "单位": teams})
    return frame.assign(积分=20, 累进分=115, 胜局=4, **more)


def test_heads_names_and_words_stay_whole_where_columns_stand_close() -> None:
    teams = ["呼和浩特市赛罕区象棋运动协会", "Rotterdam Chinese Chess Association (Netherlands)", "丹阳老干部棋社", "个人"] * 3
    frame = table(teams, 区分=["前一轮名次24>23", "对手分", "Disqualified", "犯规1>0"] * 3)
    frame.loc[1, "姓名"] = "Alexander Konstantinopolsky"
    (figure,) = table_figures(frame, title="名次", rows_per_page=20)
    shown = words(figure)
    assert {"名次", "编号", "积分", "累进分", "胜局", "对手分"} <= set(shown)
    assert {"Disqualified", "Konstantinopolsky", "(Netherlands)"} <= set(shown)
    assert min(text.get_fontsize() for text in figure.findobj(Text) if text.get_text()) >= 24


def test_the_room_goes_to_the_column_that_would_wrap_most_often() -> None:
    """One long name wraps, so that twelve teams need not."""
    teams = ["丹阳老干部棋社"] * 12
    frame = table(teams, 区分=["累进分"] * 12)
    frame.loc[0, "姓名"] = "买合木提江·阿卜杜热西提（连续弃权）"
    shown = words(table_figures(frame, title="名次", rows_per_page=20)[0])
    assert shown.count("丹阳老干部棋社") == 12 and "累进分" in shown


def test_long_pages_are_of_about_equal_length() -> None:
    frame = table(["新疆维吾尔自治区巴音郭楞蒙古自治州象棋协会代表队"] * 38)
    pages = table_figures(frame, title="名次", rows_per_page=38)
    counts = [sum(page.count("115") for page in [words(figure)]) for figure in pages]
    assert sum(counts) == 38 and max(counts) - min(counts) <= 2


def test_a_note_has_its_own_line_and_stands_only_on_the_page_that_needs_it() -> None:
    frame = table(["个人"] * 30)
    notes = [Note("区分：与上一名分出先后的第一项"), Note("「—」：缺轮，不列名次（规程）", [29]), Note("金色：前三名", ())]
    first, *_, last = map(words, table_figures(frame, title="名次", notes=notes))
    assert notes[0].text in first and notes[0].text in last
    assert notes[1].text not in first and notes[1].text in last
    assert notes[2].text not in [*first, *last]


def test_a_dash_among_numbers_stands_right() -> None:
    frame = table(["个人"] * 2).assign(名次=[1, "—"])
    (figure,) = table_figures(frame, title="名次")
    (dash,) = (text for text in figure.findobj(Text) if text.get_text() == "—")
    assert dash.get_horizontalalignment() == "right"
