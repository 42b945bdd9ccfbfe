"""One process of :mod:`test_report_ratio`: ``timed_report.py bare PICKLE`` or ``timed_report.py NOTEBOOK EVENT OUT``."""

from __future__ import annotations

import io
import pickle
import sys
from pathlib import Path


def bare(kept: Path) -> None:
    """The same figures drawn and the same cells written, with nothing around them."""
    import openpyxl
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figures, books = pickle.loads(kept.read_bytes())
    for figure in figures:
        FigureCanvasAgg(figure).print_png(io.BytesIO())
    for sheets in books:
        book = openpyxl.Workbook()
        for rows in sheets:
            sheet = book.create_sheet()
            for row in rows:
                sheet.append(row)
        book.save(io.BytesIO())


def notebook(path: Path, event: str, out: Path) -> None:
    """A notebook run by papermill, and its page."""
    from qisai.reports.kernel import execute, own_kernel

    parameters: dict[str, str | int] = {"EVENT": event, "ROUND": 5, "OUT": str(out)} if event else {}
    with own_kernel():
        run = execute(path, parameters, parameters)
    if event:
        from qisai.reports.webpage import page

        (out / "page.html").write_text(page(run, "第5轮", "赛事"), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        bare(Path(sys.argv[2]))
    else:
        notebook(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
