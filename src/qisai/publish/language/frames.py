"""Tables in the language of the event."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from qisai.publish.language import CHINESE, cell, chosen, header


def cells(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table with its words in the chosen language; heads, names and numbers as they are."""
    if chosen() == CHINESE:
        return frame
    columns = {
        place: [cell(str(name), value) if isinstance(value, str) else value for value in frame.iloc[:, place].tolist()]
        for place, name in enumerate(frame.columns)
    }
    found = pd.DataFrame(columns, index=frame.index, dtype="object")
    found.columns = frame.columns
    return found


def table(frame: pd.DataFrame, called: Callable[[str], str] = header) -> pd.DataFrame:
    """:func:`cells` with the heads in the chosen language too."""
    heads = heads_of(frame, called)
    return cells(frame).set_axis([heads[str(name)] for name in frame.columns], axis=1)


def heads_of(frame: pd.DataFrame, called: Callable[[str], str] = header) -> dict[str, str]:
    """Chinese name of each column -> how it is headed; two that would read alike keep the Chinese beside them."""
    found: dict[str, str] = {}
    for name in map(str, frame.columns):
        word = called(name)
        found[name] = f"{word} {name}" if word in found.values() else word
    return found
