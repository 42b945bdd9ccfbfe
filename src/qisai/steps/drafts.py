"""The draft of a round: the journal entry that it would become, and the sentences shown before it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from qisai.event import Competition, Event, round_file
from qisai.record import Line
from qisai.regulation.model import Stage
from qisai.regulation.summary import rules_text


@dataclass(frozen=True)
class Draft:
    """A round that could be published: ``data`` is the journal entry, ``checks`` the sentences shown before."""

    stage: Stage
    round: int
    group: str
    data: dict[str, Any]
    late: tuple[tuple[str, int], ...]
    checks: tuple[str, ...]


def publication(competition: Competition, stage: Stage, round_no: int, lines: list[Line], seeds: list[str]) -> dict[str, Any]:
    """The journal entry of a publication with what every system has; the rest is blank."""
    return {
        "group": competition.group, "stage": stage.name, "round": round_no,
        "file": round_file(stage, round_no, competition.group), "lines": lines, "bye": None, "absent": [], "out": [],
        "criteria": [], "why": {}, "bye_why": [], "relaxed": [], "seeds": [] if stage.whole_field else seeds, "lots": {},
        "rules": rules_text(competition.regulation),
    }  # fmt: skip


def who(event: Event, player: str, late: dict[str, int] | None = None) -> str:
    """``12 号 张三``; ``late`` are numbers that are given only with this draft."""
    number = event.record.numbers.get(player) or (late or {}).get(player)
    return f"{number} 号 {event.people.loc[player, 'name']}"
