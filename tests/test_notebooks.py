"""Reports are made once, made again only when what they show has changed, and never half."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

import nbformat
import pytest

import small_event
from qisai import notebooks
from qisai.event import open_event
from qisai.problems import InputProblems
from qisai.reports import artifacts as table
from qisai.reports.display import Stopped
from qisai.reports.kernel import execute, own_kernel
from qisai.reports.round import load
from qisai.vocabulary import EVENT_FILE

COMMITTED = sorted(table.NOTEBOOKS.glob("*.ipynb"))


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds out, the first accepted, with its reports made once: 报名, 第01轮, 第02轮."""
    folder = small_event.copy(tmp_path_factory.mktemp("比赛 数据（1）") / "data" / "小赛", 2)
    said: list[str] = []
    assert [path.name for path in notebooks.update(folder, said.append)] == ["报名", "第01轮", "第02轮"]
    assert len(said) == 4 and said[0].startswith("更新报告 3 份")
    return folder


@pytest.fixture
def folder(reported: Path, tmp_path: Path) -> Path:
    """A copy that a test may change, reports included."""
    shutil.copytree(reported.parent.parent, tmp_path / "场", dirs_exist_ok=True)
    return tmp_path / "场" / "data" / "小赛"


def stale(folder: Path) -> list[str]:
    """What an update would make again."""
    event = open_event(folder)
    manifest = notebooks._read(event.reports)
    return [a.name for a in table.artifacts(event) if not notebooks._fresh(event.reports, a, manifest)]


def tree(folder: Path) -> dict[str, tuple[int, str]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files}


def test_a_second_update_writes_nothing_at_all(folder: Path) -> None:
    before = tree(folder.parent.parent)
    assert notebooks.update(folder, pytest.fail) == []
    assert tree(folder.parent.parent) == before


def test_a_result_makes_only_the_reports_stale_that_show_it(folder: Path) -> None:
    small_event.fill(folder)
    assert stale(folder) == []  # typed, not accepted: no report shows it
    assert small_event.next_round(folder) == 0
    assert stale(folder) == ["第02轮", "第03轮"]


def test_a_corrected_name_changes_every_report_and_a_telephone_number_none(folder: Path) -> None:
    file = folder / EVENT_FILE
    phone, name = (small_event.column(file, "报名", column) for column in ("电话", "姓名"))
    small_event.put(file, "报名", f"{phone}2", 10000000001)
    assert stale(folder) == []
    small_event.put(file, "报名", f"{name}3", "张叁")
    assert stale(folder) == ["报名", "第01轮", "第02轮"]


def test_a_damaged_file_or_a_lost_page_is_made_again(folder: Path) -> None:
    reports = open_event(folder).reports
    (reports / "第01轮" / "第01轮_名次.xlsx").write_bytes(b"?")
    (reports / "第02轮" / "第02轮.html").unlink()
    assert stale(folder) == ["第01轮", "第02轮"]
    (reports / "manifest.json").write_text("{", encoding="utf-8")
    assert stale(folder) == ["报名", "第01轮", "第02轮"]


@pytest.mark.long
def test_a_withdrawn_round_is_taken_out_of_the_reports(folder: Path) -> None:
    reports = open_event(folder).reports
    assert (reports / "第02轮").is_dir()
    assert small_event.run("undo", folder, "--reason", "排错", "--yes") == 0
    open_event(folder)
    known = notebooks._read(reports)
    assert "第02轮" in known
    notebooks.update(folder, lambda words: None)
    assert not (reports / "第02轮").exists() and "第02轮" not in notebooks._read(reports)


@pytest.mark.long
def test_made_again_after_deletion_the_content_is_the_same(folder: Path) -> None:
    reports = open_event(folder).reports
    before = {path.name: path.read_bytes() for path in (reports / "第01轮").iterdir()}
    shutil.rmtree(reports / "第01轮")
    assert [path.name for path in notebooks.update(folder, lambda words: None)] == ["第01轮"]
    after = {path.name: path.read_bytes() for path in (reports / "第01轮").iterdir()}
    assert {name for name in before if before[name] != after[name]} == set()


def test_a_page_asks_no_network_and_fits_a_phone(reported: Path) -> None:
    for page in open_event(reported).reports.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"""(src|href)\s*=\s*["'](?!data:|#)|url\(|<link""", text), page.name
        assert "http:" not in text and "https:" not in text and "<script" not in text and "@import" not in text
        assert '<meta name="viewport" content="width=device-width' in text and "overflow-x:auto" in text
        assert 'lang="zh-CN"' in text and "report." not in text  # the code is hidden


def test_the_executed_notebook_shows_readable_parameters_and_no_path_of_this_machine(reported: Path) -> None:
    path = open_event(reported).reports / "第01轮" / "第01轮.ipynb"
    text = path.read_text(encoding="utf-8")
    assert str(reported.parent.parent) not in text and str(table.PACKAGE) not in text
    cells = nbformat.read(path, as_version=4).cells
    injected = next(cell.source for cell in cells if cell.id == "run-parameters")
    assert injected.splitlines()[1:] == ["EVENT = 'data/小赛'", "ROUND = 1", "OUT = ''"]
    assert not [o for c in cells if c.cell_type == "code" for o in c.outputs if o.output_type in ("stream", "error")]


@pytest.mark.long
def test_a_failing_notebook_leaves_the_old_report_and_keeps_the_failed_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reports = open_event(folder).reports
    before = tree(reports / "第01轮")
    broken = nbformat.read(table.NOTEBOOKS / "round.ipynb", as_version=4)
    broken.cells[4].source = "raise ValueError('画不出来')"
    (tmp_path / "books").mkdir()
    for name in ("registration", "final"):
        shutil.copy(table.NOTEBOOKS / f"{name}.ipynb", tmp_path / "books")
    nbformat.write(broken, tmp_path / "books" / "round.ipynb")
    monkeypatch.setattr(table, "NOTEBOOKS", tmp_path / "books")
    with pytest.raises(notebooks.ReportsFailed, match="第1轮没有做成.*画不出来.*失败_第01轮.ipynb"):
        notebooks.update(folder, lambda words: None)
    assert tree(reports / "第01轮") == before
    assert "画不出来" in (reports / "失败_第01轮.ipynb").read_text(encoding="utf-8")
    assert not list(reports.glob(".制作中_*"))


def test_a_report_open_in_excel_is_named_and_nothing_is_lost(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, staging = folder / "旧", folder / ".新"
    for place, words in ((target, "旧"), (staging, "新")):
        place.mkdir()
        (place / "第01轮_名次.xlsx").write_text(words, encoding="utf-8")
    monkeypatch.setattr(notebooks.os, "replace", _refuse)
    with pytest.raises(InputProblems) as found:
        notebooks._swap(staging, target)
    assert [problem.code for problem in found.value.problems] == ["locked"] and found.value.exit_code == 5
    assert (target / "第01轮_名次.xlsx").read_text(encoding="utf-8") == "旧"


def _refuse(source: Path, target: Path) -> None:
    raise PermissionError(str(target))


def _notebook(path: Path, *sources: str) -> Path:
    cells = [nbformat.v4.new_code_cell("EVENT = ''", metadata={"tags": ["parameters"]})]
    nbformat.write(nbformat.v4.new_notebook(cells=[*cells, *map(nbformat.v4.new_code_cell, sources)]), path)
    return path


def test_the_kernel_is_this_interpreter_whatever_the_machine_offers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    alien = tmp_path / "jupyter" / "kernels" / "python3"
    alien.mkdir(parents=True)
    spec = {"argv": ["/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "x"}
    (alien / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(alien.parent.parent))
    with own_kernel():
        done = execute(_notebook(tmp_path / "{谁}.ipynb", "import sys; sys.executable"), {"EVENT": "堃"}, {"EVENT": "堃"})
    assert done.cells[-1].outputs[0].data["text/plain"] == repr(sys.executable)
    assert "EVENT = '堃'" in done.cells[1].source
    assert capfd.readouterr().err == ""


def test_a_parameter_that_the_notebook_does_not_have_is_refused(tmp_path: Path) -> None:
    book = _notebook(tmp_path / "a.ipynb")
    with pytest.raises(ValueError, match="没有这些参数：ROUNDS"):
        execute(book, {"ROUNDS": 3}, {})
    with pytest.raises(ValueError, match="EVENT 应是文字或整数"):
        execute(book, {"EVENT": Path("x")}, {})  # type: ignore[dict-item]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_committed_notebooks_hold_no_outputs_and_say_their_parameters(path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in code)
    assert code[0].metadata.tags == ["parameters"] and 'ACTION = "查看"' in code[0].source
    changing = [cell for cell in code if "advance(" in cell.source or "draw(" in cell.source]
    assert len(changing) == 1 and book.metadata.kernelspec.name == "python3"


@pytest.mark.long
def test_shown_by_hand_a_round_needs_no_folder_for_its_files(folder: Path) -> None:
    before = tree(folder)
    with own_kernel():
        done = execute(table.NOTEBOOKS / "round.ipynb", {"EVENT": str(folder), "ROUND": 0, "OUT": ""}, {})
    texts = [o.data["text/html"] for c in done.cells if c.cell_type == "code" for o in c.outputs if "data" in o]
    assert "第 2 轮已公布，成绩未确认：4 台，轮空 1 人" in texts[0] and "临时文件夹" in texts[-1]
    assert tree(folder) == before


@pytest.mark.long
def test_the_one_changing_cell_does_what_next_does(folder: Path) -> None:
    small_event.fill(folder)
    wanted = {"EVENT": str(folder), "ROUND": 0, "ACTION": "出下一轮", "OUT": ""}
    with own_kernel():
        done = execute(table.NOTEBOOKS / "round.ipynb", wanted, wanted)
    texts = [o.data["text/html"] for c in done.cells if c.cell_type == "code" for o in c.outputs if "data" in o]
    assert "已公布" in "".join(texts) and "第 3 轮已公布，成绩未确认" in "".join(texts)
    assert [publication.round for publication in open_event(folder).record.publications] == [1, 2, 3]


def test_a_round_that_is_not_published_is_refused_in_words(reported: Path) -> None:
    with pytest.raises(Stopped, match="第 9 轮还没有公布（已公布：第 1、2 轮）"):
        load(reported, 9)


def test_the_organizer_is_told_which_files_to_open_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent.parent)
    found = notebooks.what_to_open(open_event(folder))
    assert "  对阵：reports/小赛/第02轮/第02轮_对阵.xlsx" in found
    assert "  上一轮名次：reports/小赛/第01轮/第01轮_名次.xlsx" in found
