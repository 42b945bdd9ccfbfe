"""Mutation of records that look real: reading and check-up give an event or problems, and nothing else."""

from __future__ import annotations

import random
import re
import string
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from qisai.exchange.checkup import checkup
from qisai.exchange.played import Game, Played, Player, Points
from qisai.exchange.tidy import read_tidy, write_tidy
from qisai.exchange.trf_reader import read_trf
from qisai.exchange.trf_writer import write_trf
from qisai.problems import InputProblems, Problem

ENGLISH = re.compile(r"Error|Exception|Traceback|NoneType|Errno|directory|denied|invalid|expected", re.IGNORECASE)
WORTH = Points.of([Fraction(2), Fraction(1), Fraction(0)])
WORDS = (
    b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"\n", b"\r", b",", b";", b"=", b"1e9", b"-1", b"9" * 5000, b"None",
    b"\xb5\xda", b"\xe2\x80\xa8", b"NaN", b"001", b"162  W", b"XXR 99", b"240 H 001", b"{", b"[", b"null", b"BYE0", b"1-1",
    b"\xf0\x9f\x98\x80",
)  # fmt: skip
CODES = ("gb18030", "big5", "utf-16", "cp1252", "utf-7")


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A few changes of bytes, words, lines and columns."""
    for _ in range(chance.choice((1, 1, 2, 4, 12))):
        place, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
        lines = data.split(b"\n")
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        kind = chance.randrange(9)
        if kind == 0 and data:
            data = data[:place] + bytes([chance.randrange(256)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:place] + chance.choice(WORDS) + data[min(end, place + chance.randrange(6)) :]
        elif kind == 2:
            data = data[:place] + data[end:] if chance.random() < 0.3 else data[:place] + data[place + 1 :]
        elif kind == 3:
            lines[one] = lines[other]
        elif kind == 4:
            lines.insert(one, lines[other])
        elif kind == 5:
            cells = lines[one].split(b",")
            cells[chance.randrange(len(cells))] = chance.choice((*WORDS, chance.choice(string.printable).encode()))
            lines[one] = b",".join(cells)
        elif kind == 6:
            lines[one], lines[other] = lines[other][::-1], lines[one]
        elif kind == 7:
            data = data.decode("utf-8", "replace").encode(chance.choice(CODES), "replace")
        else:
            lines[one] = lines[one][: chance.randrange(len(lines[one]) + 1)]
        data = data if kind in (0, 1, 2, 7) else b"\n".join(lines)
    return data


def sources(tmp_path: Path) -> dict[str, dict[str, bytes]]:
    """Real-looking files: tidy CSV with every kind of line, and the same event as both reports."""
    title = (("title", "GM"),)
    people = tuple(
        Player(str(n), f"棋手{chr(0x7532 + n)}", f"{'东西'[n % 2]}队", "2100", "M", "1990", more=title) for n in range(1, 10)
    )
    results = ("1-0", "0-1", "0.5-0.5", "1-0F", "0-0F", "1-1", "0-0", "NR")
    rounds = tuple(
        (*(Game(b, str((r + 2 * b - 2) % 9 + 1), str((r + 2 * b - 1) % 9 + 1), results[(r + b) % 8]) for b in range(1, 5)),
         Game(0, str((r + 8) % 9 + 1), "", ("BYE1", "BYE0.5", "BYE0")[r % 3]))
        for r in range(5)
    )  # fmt: skip
    event = Played("杯赛", people, rounds, 7, WORTH, ("points", "wins"), "石桥")
    found = {"csv": {path.name: path.read_bytes() for path in write_tidy(tmp_path / "csv", event)}}
    for version in ("16", "26"):
        write_trf(tmp_path / f"{version}.trf", event, version)
        found[version] = {"赛.trf": (tmp_path / f"{version}.trf").read_bytes()}
    assert all(read_one(tmp_path / "whole", files) != "refused" for files in found.values())
    return found


def read_one(path: Path, files: dict[str, bytes]) -> str:
    """Write the files and read them: what came out."""
    path.mkdir(exist_ok=True)
    for name, data in files.items():
        (path / name).write_bytes(data)
    problems: list[Problem] = []
    try:
        played = read_trf(path / "赛.trf", problems) if "赛.trf" in files else read_tidy(path, problems)
    except InputProblems as found:
        assert found.problems
        assert not any(ENGLISH.search(p.wrong + p.remedy) for p in found.problems)
        return "refused"
    problems += checkup(played, "x")
    assert not any(ENGLISH.search(p.wrong + p.remedy) for p in problems)
    assert played.players and all(game.first in played.ids for games in played.rounds for game in games)
    return "read with warnings" if problems else "read"


def fuzz(tmp_path: Path, cases: int, seed: int) -> Counter[str]:
    chance, kinds, outcomes = random.Random(seed), sources(tmp_path), Counter[str]()
    for _ in range(cases):
        kind = chance.choice(sorted(kinds))
        files = dict(kinds[kind])
        changed = chance.choice([name for name in files if name != "standings.csv"])
        files[changed] = mutated(files[changed], chance)
        outcomes[read_one(tmp_path / f"f-{kind}", files)] += 1
    return outcomes


def test_mutated_records_are_read_or_refused_and_nothing_else(tmp_path: Path) -> None:
    outcomes = fuzz(tmp_path, 150, 20240720)
    assert sum(outcomes.values()) == 150 and min(outcomes["refused"], outcomes["read"] + outcomes["read with warnings"]) > 20


@pytest.mark.long
def test_many_mutated_records(tmp_path: Path) -> None:
    outcomes = fuzz(tmp_path, 3000, 7)
    print(outcomes)
    assert sum(outcomes.values()) == 3000
