"""The draft of a round, for the arbiter's eyes only; it lies in 草稿 and never beside the published rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from qisai.event import Event
from qisai.excel.share import Sheet, write_share
from qisai.pairing.explain import explain_proof
from qisai.regulation.model import KNOCKOUT
from qisai.reports.look import dress
from qisai.reports.tables import criteria
from qisai.steps import Draft


def clear_drafts(event: Event, files: Iterable[str]) -> None:
    """A draft beside the published list invites mistakes: those of published round files are removed."""
    for file in files:
        _path(event, file).unlink(missing_ok=True)


def _path(event: Event, file: str) -> Path:
    return event.reports / "草稿" / f"草稿_{file}"


def write_drafts(event: Event, drafted: Sequence[Draft]) -> list[Path]:
    """One workbook a draft: table, both players, and why they meet."""
    dress(event)
    names = event.people["name"]
    paths = []
    for draft in drafted:
        numbers = {**event.record.numbers, **dict(draft.late)}
        rows = [
            [
                line["board"],
                numbers.get(line["red"], ""),
                names.get(line["red"], ""),
                names.get(line["black"], ""),
                numbers.get(line["black"], ""),
                "；".join(draft.data["why"].get(str(line["board"]), [])),
            ]
            for line in draft.data["lines"]
            if line["game"] in ("", draft.stage.games[0] if draft.stage.games else "")
        ]
        knockout = draft.stage.system == KNOCKOUT
        path = _path(event, draft.data["file"])
        path.parent.mkdir(parents=True, exist_ok=True)
        title = f"{event.name}　第 {draft.round} 轮（{draft.stage.name}）草稿，未公布"
        columns = ["台号", *(["甲号", "甲方", "乙方", "乙号"] if knockout else ["红号", "红方", "黑方", "黑号"]), "说明"]
        table = pd.DataFrame(rows, columns=columns)
        sheet = Sheet("草稿", table, title, draft.checks, widths={"说明": 84}, across=True)
        compared = draft.data["criteria"]
        more = [Sheet("编排指标", criteria(compared), f"{title}　编排指标", [explain_proof(compared)])] if compared else []
        paths.append(write_share(path, [sheet, *more]))
    return paths
