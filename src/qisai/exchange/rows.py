"""Rows of a CSV file with their lines: any usual separator, headings in English or Chinese."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qisai.exchange.played import bad
from qisai.exchange.text_files import content
from qisai.hanzi import simplified
from qisai.problems import Problem
from qisai.vocabulary import plain, text

SEPARATORS = ",;\t|，；"
#: Columns of the format -> headings that mean the same, the surest first.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "id": ("编号", "序号", "棋手编号", "号码"),
    "name": ("姓名", "棋手", "名字"),
    "team": ("单位", "代表队", "队名", "队伍", "团体"),
    "rating": ("等级分",),
    "sex": ("性别",),
    "birth": ("出生年份", "出生日期", "出生"),
    "category": ("类别",),
    "country": ("地区", "国家"),
    "round": ("轮次", "轮", "轮数"),
    "board": ("台号", "台", "台次", "桌号"),
    "first_id": ("红方编号", "红方序号", "先手编号", "红方", "先手"),
    "second_id": ("黑方编号", "黑方序号", "后手编号", "黑方", "后手"),
    "result": ("结果", "成绩", "胜负"),
    "note": ("备注",),
    "first_fouls": ("红犯规", "红方犯规"),
    "second_fouls": ("黑犯规", "黑方犯规"),
}


@dataclass(frozen=True)
class Row:
    """One row of a file: its line, and the cells by column without outer blanks."""

    file: str
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def bad(self, column: str, detail: str, advice: str) -> Problem:
        return bad(self.file, self.at(column), self[column], detail, advice)

    def at(self, column: str) -> str:
        return f"第{self.line}行 {column}"

    def with_cells(self, cells: Mapping[str, str]) -> Row:
        return replace(self, cells={**self.cells, **cells})

    @property
    def words(self) -> str:
        """The whole row, as it is shown beside another."""
        return ",".join(self.cells.values())


def read_rows(path: Path, required: Sequence[str], optional: Sequence[str], problems: list[Problem]) -> list[Row]:
    """The rows below the header, by column. Blank ones are left out; a row with more cells than the header has, a
    quotation mark without its second, and a missing column are problems."""
    words, before = content(path, "--csv", problems), len(problems)
    if words is None:
        return []
    named = re.match(r"sep=(.)\n", words)
    skipped = 1 if named else 0
    words = words[named.end() :] if named else words
    separator = named[1] if named else _separator(words.split("\n", 1)[0], (*required, *optional))
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    header: list[str] = []
    try:
        for cells in reader:
            line = reader.line_num + skipped
            if not any(text(cell) for cell in cells):
                continue
            if not header:
                header = _header([text(name) for name in cells], (*required, *optional))
                problems += _header_faults(path.name, line, header, required)
                if len(problems) > before:
                    return []
                continue
            if len(cells) > len(header) and any(text(cell) for cell in cells[len(header) :]):
                detail, advice = f"这一行有 {len(cells)} 格，表头只有 {len(header)} 格", "有逗号的文字请加双引号"
                problems.append(bad(path.name, f"第{line}行", separator.join(cells), detail, advice))
                continue
            rows.append(Row(path.name, line, {name: text(cell) for name, cell in zip(header, cells, strict=False) if name}))
    except csv.Error:
        detail = "从这一行起读不下去：双引号没有成对，或一格太长"
        problems.append(bad(path.name, f"第{reader.line_num + skipped}行", "", detail, "请检查这一行和上面几行的双引号"))
    if not header and len(problems) == before:
        advice = f"第一行应是表头：{'、'.join(required)}"
        problems.append(bad(path.name, "第1行", "", "文件是空的", advice))
    return rows


def _separator(line: str, columns: Sequence[str]) -> str:
    """The mark that makes the most known columns of the header; the comma where none does."""
    known = {_key(name) for column in columns for name in (column, *SYNONYMS[column])}

    def found(mark: str) -> int:
        return len({_key(part.strip('" ')) for part in line.split(mark)} & known)

    return max(SEPARATORS, key=found)


def _header(names: Sequence[str], columns: Sequence[str]) -> list[str]:
    """The heading of each cell: a column of the format where it is one or means one, else as it stands."""
    header = [name.lower() if name.lower() in columns else name for name in names]
    keys = [_key(name) for name in names]
    for column in columns:
        meant = [name for name in SYNONYMS[column] if name in keys]
        if column not in header and meant:
            header[keys.index(meant[0])] = column
    return header


def _key(heading: str) -> str:
    """A heading in small, simplified letters without blanks."""
    return simplified(plain(heading)).lower()


def _header_faults(file: str, line: int, header: Sequence[str], required: Sequence[str]) -> list[Problem]:
    faults = []
    for name in required:
        if name not in header:
            advice = f"请在第一行补上：{'、'.join(required)}（也可以写{'、'.join(SYNONYMS[n][0] for n in required)}）"
            faults.append(bad(file, f"第{line}行", name, f"缺少「{name}」这一列", advice))
    for name in sorted({name for name in header if name and header.count(name) > 1}):
        faults.append(bad(file, f"第{line}行", name, f"有两列都叫「{name}」", "请只留一列"))
    return faults
