"""Every row of every published table, recomputed; those that differ stand in ``register.csv`` with the reason."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from events import CASES, COUNTS, SMALLER_FIRST, Case, Column
from neutral import Event, read, referee_rows, regulation
from package_side import package_rows

from qisai.regulation.model import Key, Regulation
from qisai.verify.report import Row

REGISTER = Path(__file__).with_name("register.csv")
#: Who recomputes: rows of the last table, best first, with ``player`` and the keys of the chain.
SIDES: Mapping[str, Callable[[Event, Regulation], list[Row]]] = {"程序": package_rows, "复核": referee_rows}
#: (player, column, published, recomputed)
Difference = tuple[str, str, str, str]


def keys(names: tuple[str, ...]) -> tuple[Key, ...]:
    return tuple(Key(name, name not in SMALLER_FIRST) for name in names)


def event_of(case: Case) -> Event:
    return read(case.event, case.scores, rest=case.rest, backwards=case.backwards)


def shown(key: str, value: int | Fraction) -> str:
    """A value as the source would print it, a broken one to two decimals."""
    number = Fraction(value) if key in COUNTS else Fraction(value) / 2
    text = f"{round(float(number), 2):g}"
    return text if number.denominator in (1, 2, 4) else f"{text}~"


def same(key: str, published: str, value: int | Fraction) -> bool:
    """Equal, or as near as the published decimals go."""
    number = Fraction(value) if key in COUNTS else Fraction(value) / 2
    exact = number.denominator in (1, 2, 4)
    decimals = len(published.partition(".")[2])
    return abs(number - Fraction(published)) <= (0 if exact else Fraction(1, 2 * 10**decimals))


def differences(case: Case, event: Event, table: Callable[[Event, Regulation], list[Row]]) -> tuple[list[Difference], int]:
    """The rows that differ, and how many values were compared."""
    found: list[Difference] = []
    compared = 0
    columns = [Column("points", "points"), *case.columns]
    for rules in dict.fromkeys(column.rules for column in columns):
        mine = [column for column in columns if column.rules == rules]
        chain = tuple(dict.fromkeys((*case.chain, *(column.key for column in mine))))
        settings = {**case.settings, **({"unplayed": rules} if rules else {})}
        values = {row["player"]: row for row in table(event, regulation(event, keys(chain), settings))}
        for column in mine:
            for player, row in event.published.items():
                if row[column.name]:
                    compared += 1
                    value = values[player][column.key]
                    if not same(column.key, row[column.name], value):
                        found.append((player, column.name, row[column.name], shown(column.key, value)))
    if case.ranked:
        certain = {p: int(r["rank"]) for p, r in event.published.items() if r["rank"] and r.get(case.certain, "1") == "1"}
        order = [row["player"] for row in table(event, regulation(event, keys(case.chain), case.settings))]
        places = {player: place for place, player in enumerate((p for p in order if p in event.published), start=1)}
        compared += len(certain)
        found += [(p, "rank", str(rank), str(places[p])) for p, rank in certain.items() if places[p] != rank]
    return found, compared


def registered(event: str) -> list[Difference]:
    with REGISTER.open(encoding="utf-8") as file:
        return [
            (row["player"], row["column"], row["published"], row["recomputed"])
            for row in csv.DictReader(file)
            if row["event"] == event
        ]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.event)
def test_every_published_row_is_recomputed_or_stands_in_the_register(case: Case, side: str) -> None:
    event = event_of(case)
    found, compared = differences(case, event, SIDES[side])
    assert compared >= sum(bool(row["points"]) for row in event.published.values()) > 0
    assert sorted(found) == sorted(registered(case.event))


def test_the_register_names_known_events_and_says_why() -> None:
    with REGISTER.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            assert row["event"] in {case.event for case in CASES}
            assert row["published"] != row["recomputed"]
            assert row["reason"], row
