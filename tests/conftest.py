"""The Danyang rehearsal, played once a session; tests copy what they change."""

from __future__ import annotations

import gc
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import rehearsal_danyang as danyang
from qisai.cli import COLLECT
from qisai.event import open_event
from qisai.excel.problem_list import PROBLEM_LIST

gc.set_threshold(COLLECT)


@dataclass
class Diary:
    """A played folder, and what stood at every step: the order as accepted and the length of the journal.

    ``rewritten``: for every ``next``, the files that were there before it and had other bytes after it.
    """

    folder: Path
    orders: dict[str, list[str]] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    rewritten: list[set[str]] = field(default_factory=list)


def hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every file below a folder but the list of problems, by relative name."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != PROBLEM_LIST
    }


@pytest.fixture(scope="session")
def diary(tmp_path_factory: pytest.TempPathFactory) -> Diary:
    """The whole event, from the empty folder to the end."""
    kept = Diary(tmp_path_factory.mktemp("比赛 数据（1）") / "danyang-2024")
    step_forward = danyang.advance

    def watched(folder: Path) -> None:
        before = hashes(folder)
        step_forward(folder)
        after = hashes(folder)
        kept.rewritten.append({name for name in before if after.get(name) != before[name]})

    danyang.advance = watched
    for step in danyang.steps(kept.folder):
        event = open_event(kept.folder)
        competition = event.competitions[""]
        if competition.swiss_rounds_done:
            kept.orders[step] = list(competition.final().index)
        kept.lengths[step] = len(event.journal.entries)
    danyang.advance = step_forward
    return kept
