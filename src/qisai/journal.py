"""The append-only record of an event: one JSON line a decision, each chained to the one before by SHA-256.

What the kinds hold (players are 序号 as text; ``group`` is the 组别, "" where there is one):

* ``draw``: seed, players (ids in the order of the draw; number = place in the list), names, team_count,
  team_members (those named in 团体队员; only where there are any), columns (of 报名, that came with an import).
* ``undraw``: reason. Nothing before it holds any more but ``intake``.
* ``intake``: signature (of the headings of a sheet of sign-ups), columns {letter: field of 报名, "" not used}, headings.
  What was confirmed once; it stands before or between the others and decides nothing in play.
* ``late``: player, number, name, round (the first for which he is paired).
* ``publish``: group, stage, round, file, lines [{match, game, board, red, black; printed, the board in the source of an
  import if another has it too}], bye (id or null), absent
  [[id, 请假 or 缺席; in an imported round also 轮空, beside the bye]], criteria [[name, value, bound]], why
  {board: [sentence]}, bye_why, prices (the proof that the pairing is the best, in quarters: players
  [[id, [[criterion, price]]]], the id "" is the bye, a long price is
  [criterion, thousands of millions, rest]; sets [[[id], [[criterion, price]]]]; a criterion is its place in
  criteria, the one behind them the lot; Swiss only), floats ({id: -1 met a lower group or had the bye, 1 met
  a higher one}, as the groups were then; Swiss only), relaxed, seeds
  (the qualifiers in the order of the cut; second stage only), rules (the rules in force, as text by item),
  names (of players renamed since the draw, as printed), out (those of ``absent`` whom 连续弃权出局 keeps out),
  lots ({"match game": player who has red by lot}; knockout only), wishes ([kind, player, other or table] of the
  rows of 变动 that asked something of this round; not of a knockout. A round robin seats who is away, so that ``absent`` is
  [] and 退赛 and 缺席本轮 are among its wishes).
  A knockout tie has one line a game; its ``red`` is the higher seed until the colours are known.
* ``adjust``: group, stage, round, lines, bye, criteria, why, bye_why, relaxed (as in publish, and instead of
  them), reason, differences [sentence], late [[player, number, name]] (walk-ins who took an open seat).
* ``withdraw``: group, stage, round, reason.
* ``accept``: group, stage, round, lines [{match, game, board, red, black, outcome, red_fouls, black_fouls,
  swapped, red_points, black_points, note}], order (ids in the standings after the round).
* ``correct``: group, stage, round, board, game, before, after (lines as in accept), reason, moves
  [[id, old order, new order]].
* ``close``: group, order (ids of the final list), ranks (int or null).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qisai.problems import InputProblems, Problem, unusable

START = "0" * 64


def canonical(value: object) -> str:
    """JSON in one form: sorted keys, no blanks, Hanzi as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()


def _without_hash(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "hash"}


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise unusable(path.name, error) from None


@dataclass(frozen=True)
class Entry:
    """One line. ``kind`` is one of those listed above; ``time`` is ISO, local."""

    line: int
    time: str
    kind: str
    data: dict[str, Any]
    hash: str


class Journal:
    """The record of one event folder, read whole and appended to; ``data`` are its bytes where they stand elsewhere.

    >>> import tempfile
    >>> journal = Journal(Path(tempfile.mkdtemp()) / "journal.jsonl")
    >>> journal.append("draw", {"seed": "丹阳"}, "2024-07-20T08:30:00").line
    1
    >>> [entry.kind for entry in Journal(journal.path)]
    ['draw']
    """

    def __init__(self, path: Path, data: bytes | None = None) -> None:
        self.path = path
        self.entries: list[Entry] = []
        self._sound = 0  # bytes up to the end of the last whole line
        self._ended = True  # whether that line has its line break
        self._read(_bytes_of(path) if data is None else data)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def of_kind(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.kind in kinds]

    @property
    def size(self) -> int:
        """How many bytes of the file are whole lines."""
        return self._sound

    def holds(self, line: int, hash_: str) -> bool:
        """Whether the journal that ended with this line and hash is the beginning of this one."""
        return len(self.entries) >= line > 0 and self.entries[line - 1].hash == hash_

    def _read(self, data: bytes) -> None:
        previous = START
        lines = data.split(b"\n")
        for number, line in enumerate(lines, start=1):
            last = number == len(lines)
            if last and not line:
                break
            try:
                body = json.loads(line.decode("utf-8"))
                claimed, place = body["hash"], (body["before"], body["line"])
                same = canonical(body).encode("utf-8") == line.removesuffix(b"\r")
                sound = same and digest(_without_hash(body)) == claimed and place == (previous, number)
            except (ValueError, KeyError, TypeError):
                if last:  # the power went while this line was written; nothing was done on its strength
                    break
                self._broken(number, "读不出来")
            if not sound:
                self._broken(number, "校验值不符")
            self.entries.append(Entry(number, body["time"], body["kind"], body["data"], claimed))
            previous = claimed
            self._sound += len(line) + (0 if last else 1)
            self._ended = not last

    def _broken(self, number: int, detail: str) -> None:
        details: dict[str, object] = {"line": number, "detail": detail}
        raise InputProblems([Problem("journal_broken", self.path.name, cell=f"第{number}行", details=details)])

    def append(self, kind: str, data: dict[str, Any], time: str) -> Entry:
        """Add one line and force it to disk; a torn last line is cut off first."""
        before = self.entries[-1].hash if self.entries else START
        body = {"line": len(self.entries) + 1, "time": time, "kind": kind, "data": data, "before": before}
        entry = Entry(len(self.entries) + 1, time, kind, json.loads(canonical(data)), digest(body))
        line = (("" if self._ended else "\n") + canonical({**body, "hash": entry.hash}) + "\n").encode("utf-8")
        try:
            self.path.touch()
            with self.path.open("r+b") as stream:
                stream.truncate(self._sound)
                stream.seek(self._sound)
                stream.write(line)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise unusable(self.path.name, error) from None
        self._sound += len(line)
        self._ended = True
        self.entries.append(entry)
        return entry
