"""A complete small event: a Swiss of three rounds, then a knockout of four and two rounds for the others.

``make(folder)`` writes 赛事.xlsx, draws, and publishes round 1 or more; ``copy(folder, rounds)`` gives the same
from a folder played once a session. Everything goes through ``qisai.cli.main``, as the organizer does it.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from qisai.excel.problem_list import PROBLEM_LIST
from qisai.regulation.templates.rulebook import option_1
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET, ROSTER
from rehearsal_danyang import run

ROUND = "第01轮.xlsx"
NAMES = ("陆𬭎", "张三", "李　四", "NA", "None", "null", "王五", "赵六", "孙七", "周八", "吴九", "郑十")
_STAGES = [
    ["积分", "积分编排", "1-3", "全体", 5, 2, 0, 5, 3, 0, 5, 5, "", "", "", "每方20分钟"],
    ["淘汰", "单淘汰", "4-5", "前4名", 2, 1, 0, 2, 1, 0, "", "", "", "慢棋,附加赛", "猜先", ""],
    ["其余", "积分编排", "4-5", "其余", 5, 2, 0, 5, 3, 0, 5, 5, "", "", "", ""],
]
_SCHEDULE = [[n, f"2024-07-{20 + (n > 3)}", f"{8 + n:02}:00", ""] for n in range(1, 6)]


def next_round(folder: Path) -> int:
    return run("next", folder, "--yes", "--no-reports")


def people(count: int = 10) -> list[dict[str, Any]]:
    """The sign-up rows: everybody paid and came."""
    return [
        {
            "序号": n, "姓名": NAMES[n - 1] if n <= len(NAMES) else f"棋手{n}", "性别": "男", "单位": f"{'甲乙丙丁'[n % 4]}队",
            "地区": "丹阳" if n % 2 else "外地", "角色": "选手", "缴费类别": "自费", "已缴": 100, "缴费顺序": n, "报到": "是",
        }
        for n in range(1, count + 1)
    ]  # fmt: skip


def write(folder: Path, players: int = 10, settings: Mapping[str, object] | None = None) -> None:
    """The folder with a filled 赛事.xlsx, nothing drawn."""
    assert run("new", folder) == 0
    rules = option_1()
    wanted = {"赛事名称": "小小象棋赛", "演练": "是", "抽签种子": "小赛", "每桌人数": "10", **(settings or {})}

    def fill(book: openpyxl.Workbook) -> None:
        for row in book["规程"].iter_rows(min_row=2):
            if row[0].value in wanted:
                row[1].value = wanted[row[0].value]
        for name, rows in {"阶段": _STAGES, "日程": _SCHEDULE}.items():
            header = [cell.value for cell in book[name][1]]
            assert len(header) >= len(rows[0]) and rules[name]
            put_rows(book[name], rows)
        header = [cell.value for cell in book["报名"][1]]
        put_rows(book["报名"], [[person.get(column) for column in header] for person in people(players)])

    book = openpyxl.load_workbook(folder / EVENT_FILE)
    fill(book)
    bare = openpyxl.Workbook()  # values only: a blank form of 200 lines takes longer to read than this whole event
    bare.remove(bare.active)
    for sheet in book:
        rows = [list(row) for row in sheet.iter_rows(values_only=True) if any(value is not None for value in row)]
        put_rows(bare.create_sheet(sheet.title), rows, first=1)
    bare.save(folder / EVENT_FILE)


def put_rows(sheet: Any, rows: Iterable[Iterable[object]], first: int = 2) -> None:
    for number, row in enumerate(rows, start=first):
        for column, value in enumerate(row, start=1):
            sheet.cell(number, column).value = value if value != "" else None


def make(folder: Path, players: int = 10, settings: Mapping[str, object] | None = None, rounds: int = 1) -> Path:
    """A whole folder with ``rounds`` published, the last of them still blank; 0 stops after the draw."""
    write(folder, players, settings)
    assert run("draw", folder) == 0
    for number in range(1, rounds + 1):
        if number > 1:
            fill(folder)
        assert next_round(folder) == 0
    return folder


@cache
def _master(rounds: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="qisai-")) / "小赛"
    if rounds < 0:
        write(folder, players=9)
        return folder
    shutil.copytree(_master(rounds - 1), folder)
    if rounds > 1:
        fill(folder)
    assert (run("draw", folder) if rounds == 0 else next_round(folder)) == 0
    return folder


def to_the_end(folder: Path) -> Path:
    """A copy that is played to its end."""
    copy(folder, 5)
    fill(folder)
    assert next_round(folder) == 0
    return folder


def copy(folder: Path, rounds: int) -> Path:
    """A copy of an event of nine: -1 signed up, 0 drawn, 1 to 5 with so many rounds out and the last one blank."""
    return Path(shutil.copytree(_master(rounds), folder))


def fill(folder: Path, seed: str = "小赛成绩") -> None:
    """Type every result that is still blank."""
    assert run("simulate", folder, "--seed", seed) == 0


def posted(path: Path) -> str:
    """The name of a file without the number that says when to post it."""
    return path.name.lstrip("0123456789_")


def edit(path: Path, change: Callable[[openpyxl.Workbook], object]) -> None:
    """Type into a workbook and save it, as a person does in Excel."""
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)


def put(path: Path, sheet: str, cell: str, value: object) -> None:
    """One cell typed, ``C7``."""
    edit(path, lambda book: book[sheet].__setitem__(cell, value))


def column(path: Path, sheet: str, name: str) -> str:
    """The letter of a column by its heading in the first row."""
    page = openpyxl.load_workbook(path)[sheet]
    return next(cell.column_letter for cell in page[1] if cell.value == name)


def result(folder: Path, row: int, value: object, name: str = "结果", file: str = ROUND) -> str:
    """Type into a column of a round file's row; the address."""
    address = f"{column(folder / file, GAMES_SHEET, name)}{row}"
    put(folder / file, GAMES_SHEET, address, value)
    return address


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What is typed at the questions to come, one after another."""
    waiting = iter(lines)
    monkeypatch.setattr("builtins.input", lambda _: next(waiting))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of the folder with its bytes, but for the lock of a running program and its list of problems."""
    aside = (".qisai.lock", PROBLEM_LIST)
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in aside)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def told(output: str) -> dict[str, list[str]]:
    """The printed problems by code, each as one line (run with COLUMNS wide enough)."""
    found: dict[str, list[str]] = {}
    where = ""
    for line in output.splitlines():
        if code := re.search(r"[\[（]([a-z_]+)[\]）]\s*$", line):
            found.setdefault(code[1], []).append(where + line)
        where = line
    return found


assert ROSTER[0] == ("序号", "姓名")
