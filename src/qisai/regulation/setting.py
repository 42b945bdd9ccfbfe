"""One row of the 规程 sheet as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """One row of the 规程 sheet. ``kind`` is text, number, yes, choice, fees, conditions, criteria, or one of ``teams``:
    heads, rank_points, ties.

    In ``rule`` {value} is what is in force, {order} which total leads; the other words are those of ``rule_words``.
    ``when`` says which events the row concerns at all: "" every one, else a word of ``summary.applies``.
    ``others`` are readings that people hold and the program does not offer as a choice.
    """

    key: str
    label: str
    kind: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    question: str = ""
    rule: str = ""  # how the printed summary says it; "" leaves it out
    when: str = ""
    others: str = ""
