"""The papermill runner (next)."""
from collections.abc import Callable
from pathlib import Path

from qisai.event import Event


def update(folder: Path, progress: Callable[[str], None], force: bool = False) -> list[Path]:
    return []


def what_to_open(event: Event) -> list[str]:
    return []
