"""Words of a sheet that others come to see: what looks like a phone or an ID number in them is covered."""

from __future__ import annotations

from dataclasses import replace

from qisai.private import without_numbers
from qisai.problems import Problem
from qisai.sheets import Row


def public(row: Row, column: str, problems: list[Problem]) -> str:
    """The text of a cell as it may be shown and journalled; a number that was covered is a warning. The sheet stays as it is."""
    typed = row.text(column)
    shown = without_numbers(typed)
    if shown != typed:
        found = row.problem("private_number", column)
        problems.append(replace(found, value=without_numbers(found.value)))
    return shown
