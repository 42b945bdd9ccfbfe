"""证书模板.xlsx: where the words of a certificate stand, for the organizer to change; written once, never over his hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from qisai.excel.prompts import Hint, add_rule
from qisai.problems import InputProblems, Problem, errors
from qisai.publish import theme
from qisai.publish.certificates import (
    BLANK,
    BLANKS,
    LEFT,
    MIDDLE,
    RIGHT,
    Template,
    Text,
    faults,
    off_paper,
    paper_size,
    through_border,
)
from qisai.publish.fonts import missing_glyphs
from qisai.publish.language import BOTH, chosen, t
from qisai.sheets import Row, read_book, save_book
from qisai.vocabulary import plain

FILE = "证书模板.xlsx"
SHEET, SETTINGS, HELP = "证书", "设置", "说明"
WORDS, FROM_LEFT, FROM_TOP, WIDE, SIZE = "内容", "左（毫米）", "上（毫米）", "宽（毫米）", "字号"
LINES, ALIGN, COLOUR, BOUGHT = "行数", "对齐", "颜色", "套打"
PRINTED, READY = "印", "不印"  # on paper that is printed already
TITLES = ("荣誉证书", "获奖证书", "奖状", "证书")  # such paper has one of these
NEEDED, FURTHER = (WORDS, FROM_LEFT, FROM_TOP, WIDE, SIZE), (LINES, ALIGN, COLOUR, BOUGHT)
#: Column -> the least and the most that make sense.
BOUNDS = {FROM_LEFT: (0.0, 300.0), FROM_TOP: (0.0, 300.0), WIDE: (5.0, 300.0), SIZE: (8.0, 200.0), LINES: (1.0, 10.0)}
COLOURS = {"黑": theme.INK, "红": theme.RED, "金": "#A67C45", "灰": "#6B6155"}
WON = "在{赛事}中荣获"
PAPER, COMMITTEE, DATE = "纸张", "组委会", "日期"
ACROSS, UPRIGHT = "横", "竖"
_SETTINGS = [
    ["项目", "取值", "说明"],
    [PAPER, ACROSS, f"A4，填 {ACROSS} 或 {UPRIGHT}；竖的要把「{SHEET}」表的位置一起改"],
    [COMMITTEE, "", "落款；空着印「赛事名称 + 组委会」"],
    [DATE, "", "照填的印；空着印日程的最后一天"],
]
_ROWS: list[list[object]] = [
    [*NEEDED, *FURTHER],
    ["荣誉证书", 48.5, 29, 200, 60, 1, MIDDLE, "红", READY],
    ["{姓名}", 38.5, 58, 220, 48, 1, MIDDLE, "黑"],
    ["{单位}", 38.5, 80, 220, 20, 1, MIDDLE, "灰"],
    [WON, 33.5, 92, 230, 24, 2, MIDDLE, "黑"],
    ["{奖项}　{名次}", 38.5, 116, 220, 44, 1, MIDDLE, "红"],
    ["特发此证，以资鼓励。", 48.5, 138, 200, 20, 1, MIDDLE, "黑"],
    ["{组委会}", 118.5, 154, 150, 18, 2, RIGHT, "黑"],
    ["{日期}", 118.5, 172, 150, 18, 1, RIGHT, "黑"],
]  # fmt: skip
_HELP = [
    "程序按这张表印证书：「打印」文件夹里的 证书.pdf 带边框，印在白纸上；证书_套打.pdf 只有字，印在买来的证书纸上。",
    f"「套打」一列填「{READY}」的，证书纸上已经有了，证书_套打.pdf 不再印；空着是{PRINTED}（「荣誉证书」空着是{READY}）。",
    "一行是一处文字。左、上是这处文字的左上角到纸边的毫米数，宽是它占的毫米数，字号是磅（和 Word 一样）。",
    "套打：先用尺子量证书纸上空白的位置，改好左、上、宽，用白纸试印一张，和证书纸叠在一起对着光看。",
    f"行数：最多占几行，空着是 1。字太多放不下时自动变小，不会出格。对齐：{LEFT}、{MIDDLE}、{RIGHT}，空着是{LEFT}。",
    f"颜色：{'、'.join(COLOURS)}，或 #BC3428 这样的六位数；空着是黑。",
    f"大括号里的由程序填：{'；'.join(f'{{{name}}} {what}' for name, what in BLANKS.items())}。",
    "不要的行删掉就行；要加的话在下面加一行。「名次奖」印成「个人赛　第几名」，幸运奖不印名次。",
    "改好存盘、关闭，再运行 python -m qisai print 赛事文件夹 --what 证书。删掉这个文件再运行，会重新写一份原来的。",
]


@dataclass(frozen=True)
class Form:
    """The template as typed; ``committee`` and ``date`` are "" where the program is to say them."""

    template: Template
    committee: str
    date: str
    rows: Sequence[Row]

    def problems(self, awards: Sequence[Mapping[str, str]]) -> list[Problem]:
        """Where the words of these certificates do not fit, and what the font cannot draw, with the cells."""
        found = [
            self.rows[place].problem("certificate_bad", WORDS, detail=detail, advice="请改这一行的左、上、宽、字号或行数")
            for place, detail in faults(self.template, awards)
        ]
        if off := off_paper(self.template):
            cells = "、".join(self.rows[place].at(WORDS) for place in off)
            detail = f"印到纸外去了：{cells}（纸是 {paper_size(self.template)}）"
            advice = f"请改左、上、宽、字号或行数；横竖弄错的，改「{SETTINGS}」的「{PAPER}」"
            found.insert(0, self.rows[off[0]].problem("certificate_bad", WORDS, detail=detail, advice=advice))
        texts = [text.filled(award) for text in self.template.texts for award in awards]
        if missing := missing_glyphs(texts):
            letters = "、".join(f"{c}（U+{ord(c):04X}）" for c in dict.fromkeys("".join(missing.values())))
            where = next(row for row, text in zip(self.rows, self.template.texts, strict=True)
                         if any(text.filled(award) in missing for award in awards))  # fmt: skip
            advice = "请在模板或报名表改用可显示的写法"
            found.append(where.problem("certificate_bad", WORDS, detail=f"字体里没有这个字：{letters}", advice=advice))
        return found

    def beyond_border(self, awards: Sequence[Mapping[str, str]]) -> list[Problem]:
        """Warnings of the rows whose words run through the border that 证书.pdf has; bought paper may want them there."""
        advice = "证书.pdf 印在白纸上会压线，请改左、上、宽或字号；只用 证书_套打.pdf 的不必管"
        return [
            self.rows[place].problem("certificate_border", WORDS, detail="有字压到边框", advice=advice)
            for place in through_border(self.template, awards)
        ]


def write_form(folder: Path) -> Path | None:
    """The template in an event folder, in the language of the event; its path, None where there is one already."""
    path = folder / FILE
    if path.exists():
        return None
    book = Workbook()
    sheet = book.active
    sheet.title = SHEET
    rows = [_ROWS[0], *([_spoken(str(row[0])), *row[1:]] for row in _ROWS[1:])]
    _fill(sheet, rows, [44, 10, 10, 10, 8, 8, 8, 10, 8])
    for letter, words in (("G", f"{LEFT},{MIDDLE},{RIGHT}"), ("H", ",".join(COLOURS)), ("I", f"{PRINTED},{READY}")):
        add_rule(sheet, f"{letter}2:{letter}60", "", Hint("", words), strict=letter != "H")
    settings = book.create_sheet(SETTINGS)
    _fill(settings, _SETTINGS, [12, 44, 56])
    add_rule(settings, "B2", "", Hint("", f"{ACROSS},{UPRIGHT}"))
    notes = book.create_sheet(HELP)
    for number, words in enumerate(_HELP, start=1):
        notes.cell(number, 1, words).alignment = Alignment(wrap_text=True, vertical="top")
        notes.row_dimensions[number].height = 34
    notes.column_dimensions["A"].width = 100
    for page in book:
        page.page_setup.paperSize, page.page_setup.orientation = page.PAPERSIZE_A4, "landscape"
        page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
        page.sheet_properties.pageSetUpPr.fitToPage = True
    save_book(book, path)
    return path


def _spoken(words: str) -> str:
    """A row of the template in the language of the event; in two languages the event is named once."""
    if words == WON and chosen() == BOTH:
        return f"{words}　awarded"
    return t(words) if BLANK.sub("", words).strip() else words


def _fill(sheet: Worksheet, rows: Sequence[Sequence[object]], widths: Sequence[float]) -> None:
    line = Side(style="thin", color="B8AFA0")
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column, value or None)
            cell.border = Border(left=line, right=line, top=line, bottom=line)
            cell.alignment = Alignment(vertical="center", wrap_text=True)
            if number == 1:
                cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="E8DCC8")
        sheet.row_dimensions[number].height = 22
    for column, wide in enumerate(widths):
        sheet.column_dimensions["ABCDEFGHI"[column]].width = wide
    sheet.freeze_panes = "A2"


def read_form(folder: Path, problems: list[Problem]) -> Form:
    """The template of an event folder; warnings are added to ``problems``.

    Raises ``InputProblems`` with everything that is wrong in it.
    """
    book = read_book(folder / FILE)
    found: list[Problem] = []
    table = book.table(SHEET, NEEDED, FURTHER, found)
    rows = [*(table or ())]
    texts = [_text(row, found) for row in rows]
    if table is not None and not rows:
        details = _said("一行文字也没有", "请至少写一行，或删掉这个文件再运行")
        found.append(Problem("certificate_bad", FILE, SHEET, "A2", "", details))
    typed = {row.text("项目"): row for row in book.table(SETTINGS, ("项目", "取值"), (), found) or ()}
    paper = typed[PAPER].text("取值") if PAPER in typed else ""
    if plain(paper) not in ("", ACROSS, UPRIGHT):
        found.append(typed[PAPER].problem("word_unknown", "取值", allowed=f"{ACROSS}、{UPRIGHT}"))
    if errors(found):
        raise InputProblems(found)
    problems += found
    committee, date = (typed[name].text("取值") if name in typed else "" for name in (COMMITTEE, DATE))
    return Form(Template(texts, plain(paper) != UPRIGHT), committee, date, rows)


def _said(detail: str, advice: str) -> dict[str, object]:
    return {"detail": detail, "advice": advice}


def _text(row: Row, problems: list[Problem]) -> Text:
    """One row; what is wrong in any of its cells is added to ``problems``."""
    numbers = {column: _number(row, column, problems) for column in BOUNDS}
    words = re.sub(r"\s*\n\s*", " ", row.text(WORDS))
    if not words:
        problems.append(row.problem("certificate_bad", WORDS, **_said("没有写要印什么", "请写上，或删掉这一行")))
    known = "、".join(f"{{{name}}}" for name in BLANKS)
    for blank in BLANK.findall(words):
        if blank not in BLANKS:
            problems.append(row.problem("certificate_bad", WORDS, **_said(f"没有「{{{blank}}}」这一项", f"可以写：{known}")))
    if re.search("[{}｛｝]", BLANK.sub("", words)):
        said = _said("大括号不成对", f"要写成一对，如 {{姓名}}；可以写：{known}")
        problems.append(row.problem("certificate_bad", WORDS, **said))
    if re.search(r"第\s*[{｛]\s*名次|[{｛]\s*名次\s*[}｝]\s*名", words):
        said = _said("「{名次}」印出来已经是「第一名」，会重复", "请只写 {名次}，前面不写「第」，后面不写「名」")
        problems.append(row.problem("certificate_bad", WORDS, **said))
    align = plain(row.text(ALIGN)).removesuffix("对齐").replace("居中", MIDDLE) or LEFT
    if align not in (LEFT, MIDDLE, RIGHT):
        problems.append(row.problem("word_unknown", ALIGN, allowed=f"{LEFT}、{MIDDLE}、{RIGHT}"))
    colour = plain(row.text(COLOUR)).removesuffix("色") or "黑"
    if colour not in COLOURS and not re.fullmatch(r"#[0-9A-Fa-f]{6}", colour):
        problems.append(row.problem("word_unknown", COLOUR, allowed=f"{'、'.join(COLOURS)}，或 #BC3428 这样的六位数"))
    bought = plain(row.text(BOUGHT)) or (READY if plain(words) in TITLES else PRINTED)
    if bought not in (PRINTED, READY):
        problems.append(row.problem("word_unknown", BOUGHT, allowed=f"{PRINTED}、{READY}"))
    left, top, width, size, lines = (numbers[column] for column in BOUNDS)
    return Text(words, left, top, width, size, align, COLOURS.get(colour, colour), int(lines), bought == READY)


def _number(row: Row, column: str, problems: list[Problem]) -> float:
    """A number of the row within its bounds; a blank 行数 is 1."""
    least, most = BOUNDS[column]
    typed = plain(row.text(column)).lower().removesuffix("mm").removesuffix("毫米").removesuffix("pt")
    if not typed and column == LINES:
        return 1.0
    if re.fullmatch(r"\d+(\.\d+)?", typed) and least <= float(typed) <= most and (column != LINES or float(typed) % 1 == 0):
        return float(typed)
    what = "整数" if column == LINES else "数字"
    details = _said(f"「{column}」应是 {least:g} 到 {most:g} 的{what}", "请改成数字")
    problems.append(row.problem("certificate_bad", column, **details))
    return least
