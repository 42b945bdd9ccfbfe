"""The report of a round of 120 players beside the bare drawing of its figures and the bare writing of its cells.

Processor seconds of whole processes, kernels among them: what papermill takes for an empty notebook is taken off the
report, what Python takes to start is not taken off the bare process.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from qisai.publish import canvas
from qisai.reports import round as rounds

resource = pytest.importorskip("resource", reason="处理器时间只在 Linux 和 macOS 上这样量")
pytestmark = pytest.mark.benchmark

ROOT = Path(__file__).parents[2]
EVENT = ROOT / "data" / "danyang-2024"
CHILD = Path(__file__).with_name("timed_report.py")
TIMES = 3
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # an idle thread that waits in a loop is no work


def seconds(*words: str) -> float:
    """The least processor time of a few processes, with everything that they start."""
    found = []
    for _ in range(TIMES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, str(CHILD), *words], check=True, capture_output=True, env=os.environ | ONE_THREAD)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def test_a_report_takes_at_most_twice_the_bare_drawing_and_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = []
    real = canvas.FigureCanvasAgg

    def keep(figure):
        figures.append(figure)
        return real(figure)

    with monkeypatch.context() as patch:
        patch.setattr(canvas, "FigureCanvasAgg", keep)
        paths = rounds.load(EVENT, 5).write(tmp_path / "first")
    assert len(figures) >= 8 and sum(path.suffix == ".png" for path in paths) == len(figures)
    books = [
        [[list(row) for row in sheet.iter_rows(values_only=True)] for sheet in openpyxl.load_workbook(path)]
        for path in paths
        if path.suffix == ".xlsx"
    ]
    kept = tmp_path / "kept.pickle"
    kept.write_bytes(pickle.dumps((figures, books)))
    empty = tmp_path / "empty.ipynb"
    source = json.loads((ROOT / "notebooks" / "round.ipynb").read_text(encoding="utf-8"))
    empty.write_text(json.dumps(source | {"cells": []}), encoding="utf-8")
    nothing, bare = seconds(str(empty), "", str(tmp_path)), seconds("bare", str(kept))
    out = tmp_path / "out"
    out.mkdir()
    own = seconds(str(ROOT / "notebooks" / "round.ipynb"), str(EVENT), str(out))
    ratio = (own - nothing) / bare
    print(f"\n报告 {own:.2f} s，空 {nothing:.2f} s，{len(figures)} 图 {len(books)} 表光画光写 {bare:.2f} s：{ratio:.2f} 倍")
    assert ratio <= 2
