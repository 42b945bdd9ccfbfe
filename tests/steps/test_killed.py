"""SIGKILL at any moment of ``next``, ``publish``, ``undo``, ``draw`` and ``run``: nothing lost, nothing half, and a rerun
gives what it gives undisturbed."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import nbformat
import openpyxl
import pytest
from file_faults import Counter, failing
from PIL import Image
from stories import STORIES, Story, Told, check_old_or_new, check_rerun, told

import small_event as small
from qisai import dialogue
from qisai.event import open_event
from qisai.event.snapshots import FOLDER
from qisai.journal import Journal
from qisai.notebooks import MANIFEST, OLD, STAGING
from qisai.vocabulary import JOURNAL_FILE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL and fork are POSIX")
SEED = os.environ.get("QISAI_KILL_SEED", "象棋")


@dataclass
class Kills:
    """What became of the children: killed on the way, or already done; ``cut``: those killed that had changed something."""

    killed: int = 0
    done: int = 0
    cut: int = 0

    def __str__(self) -> str:
        return f"{self.killed} killed ({self.cut} of them with the state between old and new), {self.done} had ended"


def with_paper(folder: Path) -> None:
    """``next`` with its lists and slips, without the notebooks."""
    dialogue.advance(folder, yes=True, reports=False, paper=True, show=False)


def child(work: Callable[[], object], delay: float | None) -> tuple[bool, float]:
    """Do the work in a forked process of its own group, killed after ``delay`` seconds; whether it was, and how long it took."""
    began = time.monotonic()
    process = os.fork()
    if process == 0:
        code = 1
        try:
            os.setpgid(0, 0)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            work()
            code = 0
        finally:
            os._exit(code)
    if delay is not None:
        left = began + delay - time.monotonic()
        if left > 0:
            time.sleep(left)
        os.kill(process, signal.SIGKILL)  # a zombie until it is waited for: the number is still its own
    _, status = os.waitpid(process, 0)
    killed = os.WIFSIGNALED(status)
    assert killed or os.WEXITSTATUS(status) == 0, status
    return killed, time.monotonic() - began


def kill_at_write(counter: Counter) -> None:
    """From now on in this process: the counter's write is the last thing that it does."""

    def fail(kind: str, path: Path) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    counter.fail = fail


def check_whole(folder: Path) -> None:
    """Every file that can be seen opens: nothing is half-written."""
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if hidden or not path.is_file():
            continue
        match path.suffix:
            case ".xlsx":
                openpyxl.load_workbook(path, read_only=True).close()
            case ".zip":
                with zipfile.ZipFile(path) as archive:
                    assert archive.testzip() is None
            case ".pdf":
                assert path.read_bytes().rstrip().endswith(b"%%EOF"), path
            case ".png":
                with Image.open(path) as image:
                    image.load()
            case ".html":
                assert path.read_text(encoding="utf-8").rstrip().endswith("</html>"), path
            case ".ipynb":
                nbformat.read(path, as_version=4)
            case ".json":
                json.loads(path.read_text(encoding="utf-8"))
            case ".jsonl":
                Journal(path)


def kill(folder: Path, story: Told, delay: float, kills: Kills, work: Callable[[Path], object] | None = None) -> None:
    story.fresh(folder)
    killed, _ = child(lambda: (work or story.story.command)(folder), delay)
    check_old_or_new(folder, story)
    check_whole(folder)
    now = Journal(folder / JOURNAL_FILE).entries
    kills.killed += killed
    kills.done += not killed
    both = (Journal(place / JOURNAL_FILE).entries for place in (story.before, story.after))
    kills.cut += killed and now not in both
    check_rerun(folder, story)


def undisturbed(folder: Path, story: Told) -> float:
    """Seconds that the command takes in a child."""
    story.fresh(folder)
    return child(lambda: story.story.command(folder), None)[1]


def random_kills(folder: Path, names: list[str], count: int) -> Kills:
    chance, kills = random.Random(SEED), Kills()
    lasts = {name: undisturbed(folder, told(name)) for name in names}
    for number in range(count):
        name = names[number % len(names)]
        kill(folder, told(name), chance.uniform(0, lasts[name]), kills)
    return kills


@pytest.mark.long
def test_killed_at_random_moments(tmp_path: Path) -> None:
    kills = random_kills(tmp_path / "小赛", ["publish", "undo", "next"], 3)
    assert kills.killed + kills.done == 3


@pytest.mark.parametrize("number", [8, 12])
def test_killed_right_before_a_write(number: int, tmp_path: Path) -> None:
    story, folder = told("next with a walk-in"), tmp_path / "小赛"
    story.fresh(folder)

    def dying() -> None:
        counter = Counter(number)
        kill_at_write(counter)
        with failing(folder, counter):
            story.story.command(folder)

    killed, _ = child(dying, None)
    assert killed
    check_old_or_new(folder, story)
    check_whole(folder)
    check_rerun(folder, story)


@pytest.mark.long
def test_killed_four_hundred_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kills = random_kills(tmp_path / "小赛", [name for name in STORIES if name != "restore"], 400)
    with capsys.disabled():
        print(f"\nnext, publish, draw, undo: {kills}")
    assert kills.killed > 200  # the others had ended: the clock of a busy machine


@pytest.mark.long
def test_killed_while_the_paper_is_made(tmp_path: Path) -> None:
    chance, kills, folder, story = random.Random(SEED), Kills(), tmp_path / "小赛", told("next")
    story.fresh(folder)
    lasts = child(lambda: with_paper(folder), None)[1]
    for _ in range(40):
        kill(folder, story, chance.uniform(lasts / 3, lasts), kills, with_paper)
    assert kills.killed > 10


@pytest.mark.long
def test_killed_on_the_way_back_to_a_copy(tmp_path: Path) -> None:
    kills = random_kills(tmp_path / "小赛", ["restore"], 40)
    assert kills.killed > 10


# --- run ----------------------------------------------------------------------------------------------------
def with_reports(folder: Path) -> Told:
    """An event of two rounds, and the same with its reports made."""
    before, after = folder / "before" / "小赛", folder / "after" / "小赛"
    small.copy(before, 2)
    small.copy(after, 2)
    assert small.run("run", after) == 0
    return Told(Story(2, lambda _: None, ("run",)), before, after)


def reports(folder: Path) -> dict[str, object]:
    """What the reports say: the bytes, of pages and notebooks (which hold run-time ids) only that they are there."""
    found = {}
    for path in sorted((folder / "报表").rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not path.name.startswith("."):
            found[name] = "" if path.suffix in (".html", ".ipynb") or path.name == MANIFEST else path.read_bytes()
    return found


def kernels(mark: str) -> set[int]:
    """Processes on this machine that are kernels and inherited the mark."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it ended while we looked
            launched = b"ipykernel_launcher" in (process / "cmdline").read_bytes()
            if launched and f"QISAI_KILLED={mark}".encode() in (process / "environ").read_bytes():
                found.add(int(process.name))
    return found


def ended(mark: str, within: float) -> bool:
    """Whether the kernels with the mark end by themselves."""
    until = time.monotonic() + within
    while kernels(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


def kill_run(folder: Path, story: Told, delay: float) -> bool:
    """Kill ``run``; then its reports are whole, the event is untouched, and another run finishes."""
    story.fresh(folder)
    os.environ["QISAI_KILLED"] = str(folder)
    killed, _ = child(lambda: story.story.command(folder), delay)
    check_whole(folder)
    for name, data in small.contents(story.before).items():
        assert (folder / name).read_bytes() == data, name
    assert Path("/proc").exists() is False or ended(str(folder), within=20), "a kernel outlives the program that started it"
    assert small.run("run", folder) == 0
    assert reports(folder) == reports(story.after)
    assert [path for path in (folder / "报表").iterdir() if path.name.startswith((STAGING, OLD))] == []
    return killed


@pytest.mark.long
def test_run_killed_at_random_moments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance, story, folder = random.Random(SEED), with_reports(tmp_path), tmp_path / "小赛"
    story.fresh(folder)
    lasts = child(lambda: story.story.command(folder), None)[1]
    count = int(os.environ.get("QISAI_KILL_RUNS", "100"))
    killed = [kill_run(folder, story, chance.uniform(0, lasts)) for _ in range(count)]
    with capsys.disabled():
        print(f"\nrun ({lasts:.1f} s): {sum(killed)} killed of {count}")
    assert sum(killed) > count * 0.5


def test_a_run_killed_between_its_two_moves_is_put_right(tmp_path: Path) -> None:
    """The old report was moved away and the new one had not come; a half-made one lies beside."""
    from qisai import notebooks

    reports_folder = tmp_path / "报表"
    for name in (f"{OLD}第01轮", f"{STAGING}第02轮", "第02轮", f"{OLD}第02轮"):
        (reports_folder / name).mkdir(parents=True)
        (reports_folder / name / "x.txt").write_text(name, encoding="utf-8")
    for path in notebooks._remains(reports_folder):
        notebooks._clear(path)
    left = {path.parent.name: path.read_text(encoding="utf-8") for path in reports_folder.rglob("x.txt")}
    assert left == {"第01轮": f"{OLD}第01轮", "第02轮": "第02轮"}


@pytest.mark.long
def test_run_beside_next_does_no_harm(tmp_path: Path) -> None:
    """Reports are being made while the next round is published; afterwards one more run gives the right ones."""
    story, folder = told("next"), tmp_path / "小赛"
    alone = story.fresh(tmp_path / "alone" / "小赛")
    assert story.story.command(alone) == 0 and small.run("run", alone) == 0
    story.fresh(folder)
    process = os.fork()
    if process == 0:
        with open(os.devnull, "w", encoding="utf-8") as quiet, contextlib.redirect_stdout(quiet):
            os._exit(small.run("run", folder))
    time.sleep(1.5)
    assert story.story.command(folder) == 0
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) in (0, 1)
    assert open_event(folder).notices == []
    check_rerun(folder, story)
    assert small.run("run", folder) == 0
    assert reports(folder) == reports(alone)
    assert (folder / FOLDER).is_dir()
