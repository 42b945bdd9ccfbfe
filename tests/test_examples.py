"""The examples in docstrings say what the code does."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import qisai

ROOT = Path(qisai.__file__).parent
WITH_EXAMPLES = [path for path in sorted(ROOT.rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_are_true(path: Path) -> None:
    name = ".".join(("qisai", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert not done.failed
