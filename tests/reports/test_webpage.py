"""What a report is as a page on a phone."""

from __future__ import annotations

import re

import nbformat.v4 as v4

from qisai.publish import language
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
