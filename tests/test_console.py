"""The commands on a console that cannot show every character, in folders with any name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import small_event as small
from qisai.vocabulary import EVENT_FILE

CONSOLES = {"gbk": {"PYTHONIOENCODING": "gbk"}, "C": {"PYTHONUTF8": "0", "LC_ALL": "C"}}


def run(folder: Path, console: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    command = [sys.executable, "-m", "qisai", words[0], str(folder), *words[1:]]
    return subprocess.run(command, env={**environment, **CONSOLES[console]}, capture_output=True, timeout=60)


@pytest.mark.parametrize("console", ["gbk", pytest.param("C", marks=pytest.mark.long)])
def test_check_says_what_it_can_and_leaves_with_its_code(console: str, tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "比赛 数据（1）", 1)
    good = run(folder, console, "check")
    assert (good.returncode, good.stderr) == (0, b"")
    small.put(folder / EVENT_FILE, "报名", "B3", "陆𬭎")
    small.result(folder, 2, "𬭎胜")
    bad = run(folder, console, "check")
    assert bad.returncode == 3 and b"Error" not in bad.stderr and b"result_unknown" in b"".join(bad.stdout.split())
    if console == "gbk":
        text = good.stdout.decode("gbk")
        assert "小小象棋赛" in text and "自费" in text


def test_a_round_is_played_on_a_gbk_console(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "比赛 数据（1）", 1)
    small.fill(folder)
    done = run(folder, "gbk", "next", "--yes", "--no-reports")
    assert (done.returncode, done.stderr) == (0, b"") and (folder / "第02轮.xlsx").exists()
    assert "陆?" in done.stdout.decode("gbk") or "陆" not in done.stdout.decode("gbk")
