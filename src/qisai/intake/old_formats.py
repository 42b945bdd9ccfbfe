"""A program of its own that reads .xls, .ods and .xlsb: bytes in, JSON out.

The reader is native code, which a broken file can bring down; so it runs in a process that may fall, within bounds.
"""

from __future__ import annotations

import datetime
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

MEMORY = 1 << 30
SECONDS = 60
CELLS = 300_000
AREA = 20_000_000  # cells of the rectangle around them
WIDEST = 16_384  # columns that a workbook can have


def read_old(data: bytes) -> list[dict[str, Any]] | str:
    """Name, filled rows and merged areas of each sheet; or the code of a problem."""
    command = [sys.executable, "-I", "-X", "utf8", str(Path(__file__))]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "too_large"
    if done.returncode or not done.stdout:
        return "damaged"
    answer = json.loads(done.stdout.decode("utf-8", "replace"))
    return answer if isinstance(answer, str) else [_sheet(found) for found in answer]


def _sheet(found: dict[str, Any]) -> dict[str, Any]:
    rows = [(number, {int(column): _value(value) for column, value in cells.items()}) for number, cells in found["rows"]]
    return {**found, "rows": rows}


def _value(value: Any) -> Any:
    return datetime.datetime.fromisoformat(value[0]) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return [value.isoformat()]
    if isinstance(value, datetime.date):
        return [datetime.datetime.combine(value, datetime.time()).isoformat()]
    return str(value) if isinstance(value, datetime.time | datetime.timedelta) else value


def _bounded() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read(data: bytes) -> list[dict[str, Any]] | str:
    from python_calamine import CalamineError, PasswordError, load_workbook

    sheets, count = [], 0
    try:
        book = load_workbook(io.BytesIO(data))
        for name in book.sheet_names:
            sheet = book.get_sheet_by_name(name)
            if sheet.height * sheet.width > AREA:
                return "too_large"
            top, left = sheet.start or (0, 0)
            if left + sheet.width > WIDEST:
                return "damaged"
            rows = []
            for number, values in enumerate(sheet.to_python(), start=top + 1):
                cells = {column: _plain(v) for column, v in enumerate(values, start=left + 1) if v != ""}
                count += len(cells)
                if cells:
                    rows.append((number, cells))
            if count > CELLS:
                return "too_large"
            sheets.append({"name": name, "rows": rows, "merged": sheet.merged_cell_ranges or []})
    except PasswordError:
        return "encrypted"
    except CalamineError:
        return "damaged"
    return sheets


if __name__ == "__main__":
    _bounded()
    answer = json.dumps(_read(sys.stdin.buffer.read()))
    sys.stdout.write(answer)
