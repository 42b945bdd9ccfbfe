"""What a notebook cell shows: tables, charts and short lines as HTML that needs no network and no script."""

from __future__ import annotations

import base64
import html
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Event
from qisai.excel.share import Sheet, write_share
from qisai.problems import InputProblems
from qisai.publish import canvas, language
from qisai.publish.language import t
from qisai.publish.language.frames import heads_of, table
from qisai.publish.naming import between_parts
from qisai.publish.note import Note
from qisai.publish.pictures import Column, Highlight, table_figures
from qisai.reports.html import INSIDE, NONE, STYLE
from qisai.vocabulary import plain, width

#: Heads that are clearer beside each other in a picture than they are alone on a sheet.
HEADS = {"红分": "本轮前", "黑分": "本轮前"}
_JOINED, JOINER = re.compile(r"(?<=[\u3400-\u9fff])(?=\(\d)"), "&#8288;"  # a name stays with the number in brackets behind it
PHONE = 50  # half-width characters across a phone held upright
LONG, LONGEST = 36, 60  # rows from which a table becomes long pictures, and the most on one of them

@dataclass(frozen=True)
class Lines:
    """A few sentences, the answer first; ``inside`` is what only the organizers need, which no page shows."""

    lines: Sequence[str]
    inside: Sequence[str] = ()

    def __str__(self) -> str:
        return "\n".join(map(t, [*self.lines, *self.inside]))

    def _repr_html_(self) -> str:
        told = [f"<p>{_escaped(t(line))}</p>" for line in self.lines]
        told += [f"{INSIDE}{_escaped(t(line))}</p>" for line in self.inside]
        return f'{STYLE}<div class="qs-lines">{"".join(told)}</div>'


@dataclass(frozen=True)
class Tables:
    """One or more tables below each other, with their stamp; ``frames`` gives them to whoever calculates."""

    sheets: Sequence[Sheet]
    stamp: Sequence[str] = ()

    @property
    def frames(self) -> list[pd.DataFrame]:
        return [sheet.frame for sheet in self.sheets]

    def __str__(self) -> str:
        return "\n\n".join(f"{sheet.title}\n{sheet.frame.to_string(index=False)}" for sheet in map(spoken, self.sheets))

    def _repr_html_(self) -> str:
        said = [sheet for sheet in self.sheets if len(sheet.frame) or sheet.notes]
        if not said:
            return f"{STYLE}{NONE}{t('没有。' if self.sheets else '这时还没有。')}</p>"
        return STYLE + "".join(_table(spoken(sheet), self.stamp) for sheet in said)


def spoken(sheet: Sheet) -> Sheet:
    """The sheet in the language of the event; people, teams and the names of events stay as they are."""
    if language.chosen() == language.CHINESE:
        return sheet
    called = language.label if sheet.data else language.header
    heads = heads_of(sheet.frame, called)
    return replace(
        sheet,
        name=language.label(sheet.name),
        frame=table(sheet.frame, called),
        title=t(sheet.title),
        notes=[t(note) for note in sheet.notes],
        decided={row: heads.get(name, name) for row, name in sheet.decided.items()} if sheet.decided else sheet.decided,
        widths={heads.get(name, name): wide for name, wide in sheet.widths.items()},
    )


def _escaped(words: str) -> str:
    return html.escape(words).replace("\n", "<br>")


def _in_cell(words: str) -> str:
    return _JOINED.sub(JOINER, _escaped(words))


def _stamp(parts: Sequence[str]) -> str:
    kind = {True: "qs-tag", False: "qs-stamp"}
    return "".join(f'<span class="{kind[canvas.rehearsal(part)]}">{_escaped(language.label(part))}</span>' for part in parts)


def _table(sheet: Sheet, stamp: Sequence[str]) -> str:
    """A table with its title; numbers to the right, long sentences in a wide column, the deciding key in red."""
    notes = "".join(f'<p class="qs-note">{_escaped(note)}</p>' for note in sheet.notes)
    title = f'<p class="qs-title">{_escaped(sheet.title)}{_stamp(stamp)}</p>'
    if sheet.frame.empty:
        return f'{title}<p class="qs-note">{t("没有。")}</p>{notes}'
    classes = [_kind(sheet.frame[name]) for name in sheet.frame.columns]
    names = [str(name) for name in sheet.frame.columns]
    below, broad = _below(sheet.frame, classes)
    looks = [f"{kind} m" if place in below else kind for place, kind in enumerate(classes)]
    head = "".join(f'<th class="{look}">{_escaped(name)}</th>' for name, look in zip(names, looks, strict=True))
    marked, between = sheet.decided or {}, "<br>" if any(classes[place] == "l" for place in below) else "　"
    body = []
    for position, row in enumerate(sheet.frame.itertuples(index=False)):
        cells = [_in_cell(canvas.shown(value)) for value in row]
        shown = "".join(
            f'<td class="{look}{" r" if marked.get(position) == name else ""}">{cell}</td>'
            for name, look, cell in zip(names, looks, cells, strict=True)
        )
        more = between.join(f"<i>{_escaped(names[place])}</i>{JOINER}&nbsp;{cells[place]}" for place in below if cells[place])
        more = f'<tr class="qs-more"><td colspan="{len(names) - len(below)}"><div>{more}</div></td></tr>' if more else ""
        body.append(f"<tbody><tr>{shown}</tr>{more}</tbody>")
    title += f'<p class="qs-note qs-swipe">{t("左右滑动看全表")}</p>' * broad
    return f'{title}<div class="qs-scroll"><table><thead><tr>{head}</tr></thead>{"".join(body)}</table></div>{notes}'


def _below(frame: pd.DataFrame, classes: Sequence[str]) -> tuple[list[int], bool]:
    """The columns that a phone shows below each row, by position: where the table is too wide the long ones, then 区分 and
    单位; and whether it is too wide even so."""
    cells = [[str(name), *map(canvas.shown, frame.iloc[:, place])] for place, name in enumerate(frame.columns)]
    cells = [[part for cell in own for part in cell.split("·")] for own in cells]  # there a long name is broken
    wide = [1 + (22 if kind == "l" else max(map(width, own))) for own, kind in zip(cells, classes, strict=True)]
    if sum(wide) <= PHONE:
        return [], False
    names = [str(name) for name in frame.columns]
    below = [place for place, kind in enumerate(classes) if kind == "l" and place]
    for head in ("区分", "单位"):
        own = {head, language.header(head), language.label(head)}
        if sum(wide) - sum(wide[place] for place in below) > PHONE:
            below += [place for place, name in enumerate(names) if name in own and place not in below]
    return sorted(below), sum(wide) - sum(wide[place] for place in below) > PHONE


def _kind(column: pd.Series) -> str:
    texts = [canvas.shown(value) for value in column]
    if all(text in ("", "—") or text.replace(".", "", 1).lstrip("-").isdigit() for text in texts):
        return "n"
    return "l" if max((len(line) for text in texts for line in text.split("\n")), default=0) > 14 else "s"


@dataclass(frozen=True)
class Picture:
    """One drawn picture: its file name without ending, and its PNG bytes."""

    name: str
    data: bytes

    def save(self, folder: Path) -> Path:
        path = folder / f"{self.name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data)
        return path


@dataclass(frozen=True)
class Pictures:
    """Pictures below each other."""

    pictures: Sequence[Picture]

    def __str__(self) -> str:
        return "、".join(picture.name for picture in self.pictures)

    def _repr_html_(self) -> str:
        images = "".join(
            f'<img alt="{html.escape(picture.name)}" src="data:image/png;base64,{base64.b64encode(picture.data).decode()}">'
            for picture in self.pictures
        )
        if not self.pictures:
            return f"{STYLE}{NONE}{t('这时还没有这张图。')}</p>"
        return f'{STYLE}<div class="qs-pictures">{images}</div>'


def drawn(name: str, figure: Figure) -> Picture:
    """A figure as a picture; the writer of :mod:`.canvas` makes the bytes."""
    with tempfile.TemporaryDirectory() as folder:
        return Picture(name, canvas.save(figure, Path(folder) / "p.png").read_bytes())


def drawn_pages(
    name: str, frame: pd.DataFrame, title: str, subtitle: str, stamp: Sequence[str], tone: Highlight | None = None,
    notes: Sequence[Note] = (),
) -> list[Picture]:  # fmt: skip
    """A table as pictures named ``name``, or ``name_1of2`` and so on.

    A long list becomes a few true long pictures of equal length, which WeChat leaves as they are and shows
    one below the other, instead of many short ones.
    """
    rows = len(frame)
    most = -(-rows // -(-rows // LONGEST)) if rows >= LONG else None
    columns = [Column(str(head), HEADS.get(str(head))) for head in frame.columns]
    figures = table_figures(
        frame, title=title, subtitle=subtitle, stamp=stamp, columns=columns, rows_per_page=most, highlight=tone, notes=notes
    )
    names = [f"{name}_{number}of{len(figures)}" for number in range(1, len(figures) + 1)] if len(figures) > 1 else [name]
    return [drawn(own, figure) for own, figure in zip(names, figures, strict=True)]


def share(path: Path, event: Event, sheets: Sequence[Sheet], stamp: Sequence[str]) -> Path:
    """The tables as a workbook, each with the name of the event before its title."""
    said = [replace(own, title=f"{event.name}　{own.title}") for own in map(spoken, sheets)]
    return write_share(path, said, stamp=[language.label(part) for part in stamp], says=language.label, broken=_of_name)


def _of_name(words: str, room: int) -> list[str]:
    """A name too long for one line broken between its parts, into as few lines as it goes; [] where it does not."""
    found = (between_parts(words, 2.0, room, lines) for lines in range(2, 5))
    return next((lines for lines in found if lines), [])


class Report(Protocol):
    """What the three reports have in common."""

    def write(self, out: Path) -> list[Path]: ...


def files(report: Report, out: str) -> Lines:
    """Write the files of a report to ``out``, or where that is blank to a temporary folder, and name them."""
    folder = Path(out) if out else Path(tempfile.mkdtemp(prefix="棋赛_"))
    names = [path.name for path in report.write(folder)]
    where = "" if out else f"，在临时文件夹 {folder}（正式的报表由 python -m qisai run 生成）"
    return Lines([f"本报告的文件 {len(names)} 个{where}", *names])


class Stopped(Exception):
    """Ends a notebook with words instead of a traceback; what is wrong was shown above."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def wants(action: str, word: str) -> bool:
    """Whether the first cell asks for a change: ``word`` does, 「查看」 does not, anything else is an error."""
    typed = plain(action)
    if typed not in (plain(word), "查看", ""):
        raise Stopped(f"ACTION 写的是「{action}」；只能写「查看」或「{word}」")
    return typed == plain(word)


@contextmanager
def in_words() -> Iterator[None]:
    """Problems in the input, and the command line's way of ending, as words in the notebook."""
    try:
        yield
    except InputProblems as found:
        lines = [f"{p.level}　{p.file} {p.sheet} {p.cell} {p.value}　{p.wrong}。{p.remedy}" for p in found.problems]
        raise Stopped("\n".join(["没有做完，请先改正：", *lines])) from None
    except RuntimeError as left:
        if not hasattr(left, "exit_code"):
            raise
        if left.exit_code:
            raise Stopped("没有做完，请先处理上面列出的问题；上面写明已确认、已公布的不受影响。") from None
