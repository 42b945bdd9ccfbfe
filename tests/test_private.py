"""What the organizer keeps to himself never leaves his sheets, and nothing is written outside the event's own folders."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from fpdf import FPDF
from matplotlib.text import Text

import small_event
from qisai.event import open_event
from qisai.excel import share
from qisai.reports import final, registration
from qisai.reports import round as rounds
from qisai.reports.ceremony import write_ceremony
from qisai.reports.impact import write_notice
from qisai.reports.paper import write_cut, write_numbers, write_paper
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run

SECRET = "机密"
#: Columns that hold something private: one of ours, and such as organizers add by hand.
PRIVATE = ("电话", "身份证号", "微信号", "家庭住址")
#: Everything that a workbook to share may have for a heading.
PUBLIC = {
    "编号", "姓名", "单位", "名次", "区分", "积分", "备注", "结果", "台号", "先后手", "对手", "对手号",
    "红号", "红方", "红分", "黑分", "黑方", "黑号", "甲号", "甲方", "乙方", "乙号", "各局", "胜者",
    "次序", "编排指标", "本轮", "不会小于", "结论",
    "为什么排在这里", "说明", "轮次", "时间", "原结果", "改为", "理由", "名次变动",
}  # fmt: skip


@pytest.fixture(scope="module")
def secret_event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small event to its end with a correction, private columns filled for everybody."""
    folder = small_event.copy(tmp_path_factory.mktemp("私") / "小赛", 5)

    def fill(book: openpyxl.Workbook) -> None:
        sheet = book["报名"]
        header = [cell.value for cell in sheet[1]]
        for name in PRIVATE:
            if name not in header:
                header.append(name)
                sheet.cell(1, len(header)).value = name
            for row in range(2, 11):
                sheet.cell(row, header.index(name) + 1).value = f"{SECRET}{name}{row}"

    small_event.edit(folder / EVENT_FILE, fill)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    first = folder / small_event.ROUND
    result, reason = (small_event.column(first, "对局", name) for name in ("结果", "更正理由"))
    was = openpyxl.load_workbook(first)["对局"][f"{result}2"].value
    small_event.put(first, "对局", f"{result}2", "2" if was != "黑胜" else "1")
    small_event.put(first, "对局", f"{reason}2", "成绩单抄反")
    assert small_event.next_round(folder) == 0
    return folder


def headings(path: Path) -> set[str]:
    """The dark header rows of a workbook to share."""
    colour = share._HEAD_FILL.fgColor.rgb
    cells = [c for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows() for c in row]
    return {str(cell.value) for cell in cells if cell.fill.fgColor.rgb == colour and cell.value is not None}


def write_everything(folder: Path, out: Path) -> None:
    """Every file that reports, paper, prize-giving and exports can write."""
    event = open_event(folder)
    registration.load(folder).write(out / "报名")
    rounds.load(folder, 5).write(out / "5")
    final.load(folder).write(out / "总")
    write_paper(event, event.record.publications[-1:])
    write_numbers(event)
    write_cut(event, event.record.publications[2])
    write_ceremony(event)
    write_notice(event, [entry.data for entry in event.record.corrections])
    assert run("export", folder, "--csv", out / "csv") == run("export", folder, "--trf", out / "a.trf") == 0


def test_no_file_and_no_picture_holds_what_is_private(
    secret_event: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn: list[str] = []
    set_text, type_text = Text.set_text, FPDF.text
    monkeypatch.setattr(Text, "set_text", lambda self, s: (drawn.append(str(s)), set_text(self, s))[1])
    monkeypatch.setattr(FPDF, "text", lambda self, x, y, text="": (drawn.append(text), type_text(self, x, y, text))[1])
    write_everything(secret_event, tmp_path)
    assert len(drawn) > 500 and not [words for words in drawn if SECRET in words]
    reports = open_event(secret_event).reports
    files = [path for folder in (tmp_path, reports) for path in folder.rglob("*") if path.is_file()]
    kinds = {path.suffix for path in files}
    assert {".xlsx", ".png", ".pdf", ".txt", ".csv", ".trf"} <= kinds
    for path in files:
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as book:
                content = b"".join(book.read(name) for name in book.namelist())
        else:
            content = path.read_bytes()
        assert SECRET.encode() not in content, path
    rules = open_event(secret_event).rules
    indices = {rules.chain[place].label for place in range(len(rules.chain))}
    lists = (path for path in files if path.parent == tmp_path / "5" and path.suffix == ".xlsx" and "明细" not in path.name)
    found = set().union(*map(headings, lists))
    assert not found - PUBLIC - indices, " ".join(sorted(found - PUBLIC - indices))
    assert SECRET not in (secret_event / "journal.jsonl").read_text(encoding="utf-8")
    capsys.readouterr()
    for words in (["check"], ["verify"], ["prizes", "--no-open"], ["next", "--yes", "--no-reports"]):
        assert run(words[0], secret_event, *words[1:]) == 0
    assert SECRET not in capsys.readouterr().out


WATCHED = """
import os, sys
written = []
def hook(event, args):
    if event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
        if args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            written.append(args[0])
    elif event in ("os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.symlink", "os.link"):
        written.extend(part for part in args[:2] if isinstance(part, (str, bytes, os.PathLike)))
sys.addaudithook(hook)
from qisai.cli import main
for words in WORDS:
    try:
        main(words)
    except SystemExit as left:
        assert not left.code, (words, left.code)
print("WRITTEN", *{os.path.abspath(os.fsdecode(path)) for path in written}, sep="\\n")
"""


def test_nothing_is_written_outside_the_event(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "赛" / "小赛", 2)
    small_event.fill(folder)
    here, passing, cache = tmp_path / "别处", tmp_path / "暂", tmp_path / "字体缓存"
    for place in (here, passing):
        place.mkdir()
    commands = [["check"], ["next", "--yes", "--no-reports"], ["undo", "--yes"], ["paper", "--no-open"], ["verify"]]
    words = [[verb, str(folder), *more] for verb, *more in commands]
    done = subprocess.run(
        [sys.executable, "-c", WATCHED.replace("WORDS", repr(words))], capture_output=True, encoding="utf-8",
        cwd=here, check=True,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(passing),
             "MPLCONFIGDIR": str(cache)},
    )  # fmt: skip
    written = [Path(line) for line in done.stdout.partition("WRITTEN\n")[2].splitlines()]
    assert any(path.is_relative_to(folder) for path in written)
    own = (folder, passing, cache, Path(os.devnull))
    assert [path for path in written if not any(path.is_relative_to(place) for place in own)] == []
    assert not [*here.iterdir(), *passing.iterdir()]
