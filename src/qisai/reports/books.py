"""Books to print and to edit: 秩序册 before the event, 成绩册 after it, 签收表 and 交叉表."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd

from qisai.event import Event
from qisai.excel.share import Sheet
from qisai.problems import InputProblems, Problem
from qisai.publish.books import Chapter, bind
from qisai.publish.paper import Page, write_tables
from qisai.reports import awarded
from qisai.reports.ceremony import Ceremony
from qisai.reports.display import share
from qisai.reports.look import dress
from qisai.reports.parts import Book, Part
from qisai.reports.programme import programme
from qisai.reports.results import last_round, results
from qisai.reports.roundtable import cross_parts, largest_type, name_widths, round_robin_part
from qisai.reports.state import Settled, entry_stamp, final_stamp
from qisai.steps import check_glyphs

FOLDER = "册子"
GAP = "　"


def write_book(event: Event, kind: str) -> list[Path]:
    """Write one of ``BOOKS`` into 册子 of the reports: the PDF to print, of the two books the xlsx to edit too.

    Raises ``InputProblems``: not_yet where the event has not come so far, locked where a file is open.
    """
    dress(event)
    check_glyphs(event)
    return BOOKS[kind](event)


def _programme(event: Event) -> list[Path]:
    return _bound(event, programme(event), "秩序册", entry_stamp(event))


def _results(event: Event) -> list[Path]:
    _need_results(event, "成绩册")
    return _bound(event, results(event), "成绩册", final_stamp(event))


def _bound(event: Event, book: Book, name: str, stamp: list[str]) -> list[Path]:
    chapters = [Chapter(title, [page for part in parts for page in pages(part)]) for title, parts in book.chapters]
    path = bind(event.reports / FOLDER / f"{name}.pdf", book.cover, chapters, stamp=GAP.join(stamp))
    sheets = [_titled(title, part.sheet) for title, parts in book.chapters for part in parts if not part.paper_only]
    return [path, share(path.with_suffix(".xlsx"), event, sheets, stamp)]


def _titled(chapter: str, sheet: Sheet) -> Sheet:
    """A sheet of a workbook says of itself what on paper the heading of its chapter says."""
    title = sheet.title if chapter in sheet.title else GAP.join(part for part in (chapter, sheet.title) if part)
    return replace(sheet, title=title, full=True, across=bool(sheet.across))


def pages(part: Part) -> list[Page]:
    """The tables of a part as they are printed."""
    return [
        Page(own.title, own.frame, own.notes, part.columns, bool(own.across), own.widths, part.tall, part.largest)
        for own in part.printed or [part.sheet]
    ]


def _need_results(event: Event, kind: str) -> None:
    """Raise ``InputProblems`` (not_yet) before the first accepted round."""
    last = max((p.round for p in event.record.publications if p.accepted is not None), default=0)
    if not last:
        raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": f"第1轮成绩公布以后才有{kind}"})])


def _receipts(event: Event) -> list[Path]:
    """奖金签收表.pdf: who signs for what can be given now."""
    ceremony = Ceremony(event)
    if ceremony.now.empty:
        detail = f"还没有可以发的奖（{ceremony.waiting or '没有设奖'}）"
        raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": detail})])
    found = [receipt_page(ceremony), *person_pages(ceremony)]
    return [write_tables(event.reports / FOLDER / "奖金签收表.pdf", found, heading=event.name, stamp=GAP.join(ceremony.stamp))]


def receipt_page(ceremony: Ceremony) -> Page:
    """The rows in the order of call, each sum in figures and in capitals, a blank to sign, and the total."""
    return _signed("奖金签收表", ceremony.receipts(), [*awarded.receipt_notes(ceremony.now), awarded.FORM])


def person_pages(ceremony: Ceremony) -> list[Page]:
    """Who takes several prizes signs once for all of them; [] where nobody does."""
    once = awarded.signed_once(ceremony.now)
    return [_signed(awarded.ONCE_TITLE, once, [awarded.FORM])] if len(once) else []


def _signed(title: str, table: pd.DataFrame, notes: list[str]) -> Page:
    """A table to sign in: long names wrap, so that the rows stay low."""
    table = table.assign(领取人签字="")
    widths = {"领取人签字": 9.0, **name_widths(table, {"姓名": 6.0, "单位": 10.0, "奖项": 8.0})}
    return Page(title, table, notes, widths=widths, tall=9, largest=largest_type(table, widths))


def _cross(event: Event) -> list[Path]:
    """交叉表.pdf for the wall: everybody by 编号 with all his rounds, of a round robin before it everyone against everyone."""
    _need_results(event, "交叉表")
    sheets = []
    for group, competition in event.competitions.items():
        own = Settled.of(competition)
        last = last_round(own)
        found = [("循环成绩表", part) for part in [round_robin_part(own, last)] if part is not None]
        found += [("交叉表", part) for part in cross_parts(own, last) if last]
        for name, page in ((name, page) for name, part in found for page in pages(part)):
            title = GAP.join(part for part in (group, f"{name}（截至第{last}轮）", page.title) if part)
            sheets.append(replace(page, title=title))
    stamp = GAP.join(final_stamp(event))
    return [write_tables(event.reports / FOLDER / "交叉表.pdf", sheets, heading=event.name, stamp=stamp)]


#: What ``write_book`` can make.
BOOKS: dict[str, Callable[[Event], list[Path]]] = {
    "秩序册": _programme,
    "成绩册": _results,
    "签收表": _receipts,
    "交叉表": _cross,
}
