"""What a report is as a page on a phone."""

from __future__ import annotations

import re

import nbformat.v4 as v4
import pandas as pd

from qisai.excel.share import Sheet
from qisai.publish import language
from qisai.reports.display import Lines, Tables
from qisai.reports.html import NONE, STYLE
from qisai.reports.webpage import page


def shown(html: str) -> object:
    return v4.new_output("display_data", data={"text/html": STYLE + html})


def notebook() -> object:
    only = {"tags": ["notebook-only"]}
    return v4.new_notebook(cells=[
        v4.new_code_cell("report.headline()", outputs=[shown("<p>答案</p>")]),
        v4.new_markdown_cell("## 名次\n\n红字是分出先后的一项。"),
        v4.new_code_cell("report.standings()", outputs=[shown('<div class="qs-scroll"><table></table></div>')]),
        v4.new_markdown_cell("在第一格改 PLAYER", metadata=only),
        v4.new_markdown_cell("## 更正\n\n还没有。"),
        v4.new_code_cell("report.corrections()", outputs=[shown(f"{NONE}这时还没有。</p>")]),
    ])  # fmt: skip


def test_the_answer_comes_first_and_neither_code_nor_what_is_empty_is_shown() -> None:
    text = page(notebook(), "第1轮", "赛 & 事")
    assert text.index("答案") < text.index("红字是分出先后的一项") < text.index('class="qs-scroll"')
    assert not any(words in text for words in ("report.", "PLAYER", "更正", "这时还没有", "<script", "cell-id"))
    assert text.count("<style>") == 2 and '<a href="#s1">名次</a>' in text and "赛 &amp; 事" in text


def test_a_table_too_wide_for_a_phone_has_its_reasons_below_each_row_and_is_not_cut() -> None:
    wide = pd.DataFrame({
        "名次": [1, 2], "姓名": ["张三", "李四"], "单位": ["丹阳老干部棋社", "镇江棋院"],
        **{name: [10, 9] for name in ("积分", "累进分", "胜局", "犯规", "后手局数")},
        "为什么排在这里": ["10分，列第1名", "9分" * 20],
    })  # fmt: skip
    words = Tables([Sheet("名次", wide, "名次")])._repr_html_()
    assert '<th class="l m">为什么排在这里</th>' in words and words.count('<tr class="qs-more"><td colspan="') == 2
    assert "左右滑动" not in words and words.count("9分" * 20) == 2
    narrow = Tables([Sheet("名次", wide[["名次", "姓名", "积分"]], "名次")])._repr_html_()
    assert '<tr class="qs-more"' not in narrow
    text = page(v4.new_notebook(cells=[v4.new_code_cell("", outputs=[shown(words)])]), "第1轮", "赛事")
    assert ".qs-scroll .m{display:none}" in text.split("@media(max-width:600px)")[1].split("@media print")[0]


def test_the_page_shows_neither_empty_tables_nor_what_only_the_organizers_need() -> None:
    empty = Sheet("未颁发", pd.DataFrame({"奖项": []}), "未颁发的奖项")
    cells = [v4.new_markdown_cell("## 未颁发"), v4.new_code_cell("", outputs=[shown(Tables([empty, empty])._repr_html_())]),
             v4.new_code_cell("", outputs=[shown(Lines(["张三夺冠"], ["应交棋谱：第1台 31号张三"])._repr_html_())])]  # fmt: skip
    text = page(v4.new_notebook(cells=cells), "总名次", "赛事")
    assert "张三夺冠" in text and "未颁发" not in text and "应交棋谱" not in text
    assert "应交棋谱" in str(Lines(["张三夺冠"], ["应交棋谱：第1台 31号张三"]))


def test_no_letter_is_smaller_than_fourteen_pixels() -> None:
    """The page's own rules are stronger than those of the table, which a notebook shows smaller."""
    text = page(notebook(), "第1轮", "赛事")
    own, common = text.split("<style>")[1:3]
    assert min(int(size) for size in re.findall(r"font-size:(\d+)px", own)) >= 14
    small = re.findall(r"\.(qs-[a-z]+)[^{}]*\{[^{}]*font-size:1[0-3]px", common)
    assert small and all(f"main .{name}" in own for name in small)


def test_the_page_says_which_language_it_speaks() -> None:
    language.choose("英文")
    try:
        text = page(notebook(), "第1轮", "赛事")
    finally:
        language.choose("中文")
    assert '<html lang="en">' in text and "Round 1" in text
