"""The linters are part of the one test command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("command", [["ruff", "check"], ["mypy"]], ids=lambda words: words[0])
def test_the_source_is_clean(command: list[str]) -> None:
    found = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert found.returncode == 0, found.stdout + found.stderr
