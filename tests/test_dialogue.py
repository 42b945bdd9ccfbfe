"""What the program asks in the round in one step, and what each answer does."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest

import small_event as small
from qisai import dialogue
from qisai.event import open_event
from rehearsal_danyang import run
from rehearsal_tianshui import pairs

ROUNDS = "第{:02}轮.xlsx"


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Type these lines; the questions asked."""
    waiting: Iterator[str] = iter(lines)
    asked: list[str] = []

    def line(question: str) -> str:
        asked.append(question)
        return next(waiting)

    monkeypatch.setattr("builtins.input", line)
    return asked


def kinds(folder: Path) -> list[str]:
    return [entry.kind for entry in open_event(folder).journal]


def correct(folder: Path, *rows: int) -> None:
    """Turn round results of round 1, with a reason."""
    column = small.column(folder / small.ROUND, "对局", "结果")
    for row in rows:
        small.put(folder / small.ROUND, "对局", f"{column}{row}", "双负")
        small.result(folder, row, f"誊错{row}", "更正理由")


def test_corrections_are_agreed_before_anything_is_journalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    correct(folder, 2)
    before = kinds(folder)
    asked = answers(monkeypatch, "n")
    assert run("next", folder, "--no-reports") == 3
    assert "确认这 1 处更正吗" in asked[0] and kinds(folder) == before
    assert "理由：誊错2" in capsys.readouterr().out
    answers(monkeypatch, "")
    assert run("next", folder, "--no-reports") == 0  # round 2 is still open: only the correction is new
    assert kinds(folder) == [*before, "correct"]


@pytest.mark.long
def test_more_than_three_corrections_are_doubted_aloud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    correct(folder, 2, 3, 4, 5)
    before = kinds(folder)
    asked = answers(monkeypatch, "")
    assert run("next", folder, "--no-reports") == 3  # Enter is no yes here
    assert "填错了轮次的文件" in asked[0] and kinds(folder) == before
    answers(monkeypatch, "是")
    assert run("next", folder, "--no-reports") == 0
    assert kinds(folder).count("correct") == 4


def test_a_correction_says_which_later_pairings_it_would_have_changed(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 3)
    correct(folder, 2)
    small.fill(folder)
    was = pairs(folder, ROUNDS.format(2))
    assert run("next", folder, "--yes", "--no-reports") == 0
    said = capsys.readouterr().out
    assert "第 2 轮若按更正后的成绩编排" in said or "第 2 轮的对阵不受影响" in said
    assert "奖项没有变动" in said
    assert pairs(folder, ROUNDS.format(2)) == was


def test_the_notice_of_a_correction_is_ready_to_post(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    correct(folder, 2)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    notice = next((folder / "报表" / "更正").glob("更正公告_*.txt")).read_text(encoding="utf-8-sig")
    assert "成绩更正公告" in notice and "誊错2" in notice and "裁判长" in notice
    assert next((folder / "报表" / "更正").glob("更正公告_*.pdf")).read_bytes().startswith(b"%PDF")


@pytest.mark.long
def test_the_list_of_qualifiers_hangs_out_before_the_second_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    folder = tmp_path / "赛事"
    small.make(folder, players=14, settings={"公示分钟": 30, "演练": "是"}, rounds=3)
    small.fill(folder)
    row = next(cell.row for cell in _sheet(folder, "规程")["A"] if cell.value == "演练")
    small.put(folder / "赛事.xlsx", "规程", f"B{row}", "否")  # a real event has the wall clock
    asked = answers(monkeypatch, "")
    dialogue.advance(folder, yes=False, reports=False, show=False)
    assert "公示还没有到时间" in asked[0]
    assert kinds(folder)[-1] == "accept" and not list(folder.glob("*淘汰*"))
    assert (folder / "报表" / "打印" / "第03轮_名次公示.pdf").exists()
    accepted = datetime.datetime.fromisoformat(open_event(folder).journal.entries[-1].time)
    monkeypatch.setattr("qisai.steps.rounds.moment", lambda *_: (accepted + datetime.timedelta(minutes=31)).isoformat())
    answers(monkeypatch, "")
    assert run("next", folder, "--no-reports") == 0
    assert (folder / "第04轮_淘汰.xlsx").exists()


def _sheet(folder: Path, name: str):
    import openpyxl

    return openpyxl.load_workbook(folder / "赛事.xlsx")[name]


def test_where_no_pairing_is_legal_the_arbiter_chooses_a_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = tmp_path / "赛事"
    small.write(folder, players=4)
    stage = _sheet(folder, "阶段")
    small.put(folder / "赛事.xlsx", "阶段", "C2", "1-5")
    for row in range(3, stage.max_row + 1):
        for cell in stage[row]:
            small.put(folder / "赛事.xlsx", "阶段", cell.coordinate, None)
    assert run("draw", folder) == 0
    for _ in range(3):
        assert run("next", folder, "--yes", "--no-reports") in (0, 4)
        small.fill(folder)
    capsys.readouterr()
    code = run("next", folder, "--yes", "--no-reports")
    while code == 0:
        small.fill(folder)
        code = run("next", folder, "--yes", "--no-reports")
    assert code == 4 and "--relax" in capsys.readouterr().out
    asked = answers(monkeypatch, "1", "")
    assert run("next", folder, "--no-reports") == 0
    assert "裁判长选哪一种" in asked[0]
    assert open_event(folder).record.publications[-1].relaxed


def test_paper_is_there_before_the_reports_and_its_failure_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    assert {path.name for path in (folder / "报表" / "打印").iterdir()} >= {"第01轮_对阵表.pdf", "第01轮_成绩单.pdf"}
    small.fill(folder)
    monkeypatch.setattr(dialogue, "write_paper", lambda *_: 1 / 0)
    dialogue.advance(folder, yes=True, reports=False, show=False)
    assert "打印件没有做成" in capsys.readouterr().out and (folder / "第02轮.xlsx").exists()


def test_the_second_entry_must_agree_board_by_board(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    sheet = _round(folder)
    column = small.column(folder / small.ROUND, "对局", "结果")
    for row in range(2, 6):
        small.put(folder / small.ROUND, "复核", f"D{row}", sheet[f"{column}{row}"].value)
    small.put(folder / small.ROUND, "复核", "D4", "双负")
    assert run("next", folder, "--yes", "--no-reports") == 3
    assert len(small.told(capsys.readouterr().out)["second_differs"]) == 1
    small.put(folder / small.ROUND, "复核", "D4", None)
    assert run("next", folder, "--yes", "--no-reports") == 3  # half of it is no second entry
    small.put(folder / small.ROUND, "复核", "D4", sheet[f"{column}4"].value)
    assert run("next", folder, "--yes", "--no-reports") == 0


def _round(folder: Path):
    import openpyxl

    return openpyxl.load_workbook(folder / small.ROUND)["对局"]


AS_EXCEL_KEEPS_IT = [
    (datetime.time(1, 0), "红胜"), (datetime.time(0, 2), "黑胜"), (datetime.time(1, 1), "和"),
    (datetime.datetime(1899, 12, 30, 2, 0), "红胜"), (datetime.datetime(2026, 1, 1), "和"), (datetime.date(2000, 1, 1), "红胜"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "outcome"), AS_EXCEL_KEEPS_IT, ids=[str(value) for value, _ in AS_EXCEL_KEEPS_IT])
def test_a_score_that_became_a_date_is_read_as_typed_and_told(tmp_path: Path, capsys, value: object, outcome: str) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.result(folder, 2, value)
    assert run("check", folder) == 0
    assert outcome in small.told(capsys.readouterr().out)["read_as_typed"][0]
