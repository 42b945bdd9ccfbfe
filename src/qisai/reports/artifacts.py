"""The one table artifact -> inputs -> notebook, and the fingerprint that says whether an artifact is up to date."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from qisai.event import Event
from qisai.journal import canonical, digest
from qisai.regulation.conditions import eligible_words
from qisai.regulation.model import Regulation
from qisai.reports.look import logo
from qisai.reports.state import entries_of_round, later_corrections, published_rounds

PACKAGE = Path(__file__).resolve().parents[1]
NOTEBOOKS = PACKAGE.parents[1] / "notebooks"

#: Columns of 报名 that an artifact shows or counts; 电话 is in none of them.
IN_ROUND = ("name", "team", "group")
IN_FINAL = (*IN_ROUND, "region", "sex", "birth", "category", "role", "rating", "fee_class", "due", "paid", "refund")
IN_REGISTRATION = (*IN_FINAL, "payment_order", "collector", "present", "health", "insured", "lunch")


@dataclass(frozen=True)
class Artifact:
    """One folder of the reports. ``inputs`` are everything of the event that it shows, as plain data."""

    name: str
    title: str
    notebook: Path
    inputs: dict[str, Any] = field(repr=False)
    parameters: dict[str, str | int] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """SHA-256 over inputs, the package's source and the notebook; file times play no part."""
        notebook = hashlib.sha256(self.notebook.read_bytes()).hexdigest()
        return digest({"inputs": self.inputs, "source": source(), "notebook": notebook, "name": self.name})


@cache
def source() -> str:
    """SHA-256 of the package's own files; they do not change while it runs."""
    files = sorted(PACKAGE.rglob("*.py"))
    return digest({path.relative_to(PACKAGE).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files})


def artifacts(event: Event) -> list[Artifact]:
    """What the event can show by now: the sign-up, every published round, and the end once it is closed."""
    return [_registration(event), *(_round(event, r) for r in published_rounds(event)), *_final(event)]


def _registration(event: Event) -> Artifact:
    inputs = {
        **_rules_and_people(event, IN_REGISTRATION),
        "officials": _rows(event.officials, ("office", "name", "team", "lunch")),
        "draw": [event.record.seed, event.record.draw_time],
        "numbers": event.record.numbers,
        "late": event.record.entered,
    }
    return Artifact("报名", "报名、报到与编号", NOTEBOOKS / "registration.ipynb", inputs)


def _round(event: Event, round_no: int) -> Artifact:
    inputs = {
        **_rules_and_people(event, IN_ROUND),
        "changes": _rows(event.changes[event.changes["round"] <= round_no], ("round", "player", "happening")),
        "journal": entries_of_round(event, round_no)[-1].hash,  # the chain: it stands for all entries before it
        "corrected later": [entry.hash for entry in later_corrections(event, round_no)],
    }
    name = f"第{round_no:02}轮"
    return Artifact(name, f"第{round_no}轮", NOTEBOOKS / "round.ipynb", inputs, {"ROUND": round_no})


def _final(event: Event) -> list[Artifact]:
    if set(event.record.closed) != set(event.regulations):
        return []
    inputs = {
        **_rules_and_people(event, IN_FINAL),
        "changes": _rows(event.changes, ("round", "player", "happening")),
        "officials": _rows(event.officials, ("office", "name", "team")),
        "journal": event.journal.entries[-1].hash,
    }
    return [Artifact("总成绩", "总名次与奖项", NOTEBOOKS / "final.ipynb", inputs)]


def _rules_and_people(event: Event, columns: Sequence[str]) -> dict[str, Any]:
    people = {player: [str(row[column]) for column in columns] for player, row in event.people.iterrows()}
    mark = logo(event)
    seen = hashlib.sha256(mark.read_bytes()).hexdigest() if mark else ""
    return {"rules": {group: rules(r) for group, r in event.regulations.items()}, "people": people, "logo": seen}


def _rows(table: Any, columns: Sequence[str]) -> list[list[str]]:
    return [[str(value) for value in row] for row in table[list(columns)].itertuples(index=False)]


def rules(regulation: Regulation) -> dict[str, Any]:
    """A regulation as plain data; the treatment table follows from the settings and the source."""
    plain = {
        "settings": {**regulation.settings, "eligible": eligible_words(regulation["eligible"])},
        "decided": sorted(regulation.decided),
        "quotes": dict(regulation.quotes),
        "stages": [{**vars(stage), "points": dict(stage.points)} for stage in regulation.stages],
        "chain": [dataclasses.asdict(key) for key in regulation.chain],
        "chains": {name: [dataclasses.asdict(key) for key in chain] for name, chain in regulation.chains.items()},
        "prizes": [dataclasses.asdict(prize) for prize in regulation.prizes],
        "schedule": [dataclasses.asdict(row) for row in regulation.schedule],
        "scale": regulation.scale,
        "circles": regulation.circles,
    }
    canonical(plain)  # says at once if something in it is not plain
    return plain
