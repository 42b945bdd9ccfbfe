"""A small round robin, made and played through ``qisai.cli.main`` as the organizer does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl

import small_event as small
from qisai.event import open_event
from qisai.regulation.reader import SHEETS
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run

CHAIN = ("积分", "小分", "胜局", "直胜", "犯规", "后手局数")
STAGE_COLUMNS = [*SHEETS["阶段"][0], *SHEETS["阶段"][1]]


def stage(rounds: str, system: str = "循环", **cells: object) -> dict[str, object]:
    """A row of 阶段, 2-1-0; 轮空 is blank."""
    worth = dict(zip(("红胜", "红和", "红负", "黑胜", "黑和", "黑负", "弃权胜"), (2, 1, 0, 2, 1, 0, 2), strict=True))
    return {"阶段": "循环", "赛制": system, "轮次": rounds, "参加者": "全体", **worth, **cells}


def write(
    folder: Path, players: int, stages: Sequence[Mapping[str, object]], settings: Mapping[str, object] | None = None,
    people: Sequence[Mapping[str, object]] | None = None,
) -> Path:  # fmt: skip
    """The folder with a filled 赛事.xlsx; nothing drawn. ``people``: columns of 报名 over the usual ones, one a player."""
    small.write(folder, players, {"缺轮处理": "不处理", **(settings or {})})

    def fill(book: openpyxl.Workbook) -> None:
        rows = [[row.get(column, "") for column in STAGE_COLUMNS] for row in stages]
        _only(book["阶段"], STAGE_COLUMNS, rows)
        header = [cell.value for cell in book["报名"][1]]
        for number, more in enumerate(people or (), start=2):
            for column, value in more.items():
                book["报名"].cell(number, header.index(column) + 1).value = value

    small.edit(folder / EVENT_FILE, fill)
    chain(folder, CHAIN)
    return folder


def chain(folder: Path, labels: Sequence[str]) -> None:
    """These keys, and only these, in 名次."""
    rows = [[place, label] for place, label in enumerate(labels, start=1)]
    small.edit(folder / EVENT_FILE, lambda book: _only(book["名次"], ["顺序", "指标"], rows))


def _only(sheet: Any, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """The rows instead of those of the sheet, under the columns of these names."""
    header = [cell.value for cell in sheet[1]]
    sheet.delete_rows(2, sheet.max_row)
    places = [header.index(column) + 1 for column in columns]
    for number, row in enumerate(rows, start=2):
        for place, value in zip(places, row, strict=True):
            sheet.cell(number, place).value = None if value == "" else value


def drawn(folder: Path, players: int, rounds: str, system: str = "循环", **settings: object) -> Path:
    """A folder with one round robin, drawn."""
    write(folder, players, [stage(rounds, system)], settings)
    assert run("draw", folder) == 0
    return folder


def change(folder: Path, *rows: Sequence[object]) -> None:
    """The rows of 变动: 轮次, 编号, 变动, 序号, 对方或台号, 理由."""
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[*row, *[None] * (6 - len(row))] for row in rows]))


def play(folder: Path, seed: str = "循环成绩") -> None:
    """Publish and fill to the end of the event."""
    while (event := open_event(folder)).record.closed.keys() != event.regulations.keys():
        assert small.next_round(folder) == 0
        small.fill(folder, seed)


def pairs(folder: Path, round_no: int, group: str = "") -> list[tuple[int, int]]:
    """The numbers of a published round, red first, by table."""
    event = open_event(folder)
    numbers = event.record.numbers
    publication = next(p for p in event.record.publications if p.round == round_no and p.group == group)
    return [(numbers[line["red"]], numbers[line["black"]]) for line in publication.lines]


def type_result(folder: Path, round_no: int, number: int, result: object, column: str = "结果") -> None:
    """Type into the row of whoever has a number."""
    path = folder / f"第{round_no:02}轮.xlsx"
    sheet = openpyxl.load_workbook(path)["对局"]
    row = next(row for row in range(2, sheet.max_row + 1) if number in (sheet.cell(row, 2).value, sheet.cell(row, 4).value))
    small.result(folder, row, result, column, path.name)


def rule(folder: Path, label: str, value: object) -> None:
    """Type a 取值 of 规程."""
    sheet = openpyxl.load_workbook(folder / EVENT_FILE)["规程"]
    row = next(row for row in range(2, sheet.max_row + 1) if sheet.cell(row, 1).value == label)
    small.put(folder / EVENT_FILE, "规程", f"B{row}", value)
