"""meta.json of a tidy CSV event: its name, points, number of rounds and tie-breaks. Keys of other programs are left."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from qisai.exchange.played import MOST_ROUNDS, Played, Points, bad, points_fault, points_value
from qisai.exchange.text_files import content
from qisai.problems import Problem
from qisai.vocabulary import plain, text

OUT = "请改正，或删掉这一项（删掉整个文件也可以，再用 --scores、--rounds、--chain 写明）"
LONGEST = 60


def read_meta(path: Path, problems: list[Problem]) -> Played:
    """What the file says, with no player and no round; blanks where there is no file or no such key."""
    blank = Played("", (), ())
    if not path.exists():
        return blank
    words = content(path, "--csv", problems)
    if words is None or not words.strip():
        return blank
    try:
        data = json.loads(words)
    except (ValueError, RecursionError) as error:
        line = f"第{error.lineno}行" if isinstance(error, json.JSONDecodeError) else ""
        problems.append(bad(path.name, line, "", "不是 JSON，读不出来", OUT))
        return blank
    if not isinstance(data, Mapping):
        problems.append(bad(path.name, "", _shown(data), '应是一组名称和值，如 {"event": "杯赛"}', OUT))
        return blank

    def of(key: str, read: Callable[[Any], Any], blank: Any, wanted: str) -> Any:
        value = data.get(key)
        if value in (None, "", [], {}):
            return blank
        found = read(value)
        if found is None:
            problems.append(bad(path.name, key, _shown(value), f"{key} {wanted}", OUT))
        return blank if found is None else found

    faults = len(problems)
    points = of("points", _points, None, "应有 win、draw、loss 三个不小于 0 的数")
    if points and len(problems) == faults and (fault := points_fault(points)):
        problems.append(bad(path.name, "points", _shown(data["points"]), fault, OUT))
    return replace(
        blank,
        name=of("event", _word, "", "应是文字"),
        planned=of("rounds_planned", _rounds, 0, f"应是 1 到 {MOST_ROUNDS} 的整数"),
        points=points,
        chain=of("tie_breaks", _names, (), "应是一列指标的名字"),
        place=of("place", _word, "", "应是文字"),
        clock=of("clock", _word, "", "应是文字"),
    )


def _word(value: Any) -> str | None:
    return text(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _rounds(value: Any) -> int | None:
    found = None if isinstance(value, bool | list | dict) else points_value(value)
    return int(found) if found is not None and found.denominator == 1 and 0 <= found <= MOST_ROUNDS else None


def _names(value: Any) -> tuple[str, ...] | None:
    return tuple(map(plain, value)) if isinstance(value, list) and all(isinstance(one, str) for one in value) else None


def _points(value: Any) -> Points | None:
    if not isinstance(value, Mapping):
        return None
    worth: dict[str, Fraction] = {}
    for name, typed in value.items():
        if name in ("win", "draw", "loss", *Points.__dataclass_fields__):
            found = None if isinstance(typed, list | dict) else points_value(typed)
            if found is None:
                return None
            worth[name] = found
    if not {"win", "draw", "loss"} <= worth.keys():
        return None
    points = Points.of([worth[name] for name in ("win", "draw", "loss")])
    return replace(points, **{name: one for name, one in worth.items() if name in asdict(points)})


def _shown(value: Any) -> str:
    """A value as it stands in the file, on one line."""
    words = json.dumps(value, ensure_ascii=False, default=str)
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"
