"""What the 变动 sheet asks of one round of one competition, and the rule that needs no row: 连续弃权出局.

Sources: regulation of Tianshui, supplement nine (two rounds missed in a row: not paired any more) and ten; the
rules summary 6, rows 32 and 36.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from qisai.regulation.model import Regulation
from qisai.verify.folder import Change
from qisai.verify.replay import State
from qisai.verify.standings import all_rounds
from qisai.vocabulary import Happening, Outcome


@dataclass
class Wishes:
    """The rows in force in one round. ``disqualified`` and ``returned`` map a player to the round of his row."""

    excused: set[str] = field(default_factory=set)
    withdrawn: set[str] = field(default_factory=set)
    disqualified: dict[str, int] = field(default_factory=dict)
    returned: dict[str, int] = field(default_factory=dict)
    byes: list[str] = field(default_factory=list)
    locked: list[frozenset[str]] = field(default_factory=list)
    barred: list[frozenset[str]] = field(default_factory=list)
    tables: dict[str, int] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)

    def kinds(self, player: str) -> set[str]:
        """How a player may be listed as away, by his rows; nothing where none keeps him away."""
        gone = player in self.withdrawn or player in self.disqualified
        kinds = {Outcome.EXCUSED.value: player in self.excused, Outcome.ABSENT.value: gone}
        return {kind for kind, given in kinds.items() if given}


def wishes(changes: Iterable[Change], numbers: Mapping[str, int], round_no: int) -> Wishes:
    """What holds in ``round_no``. Later rows go before earlier ones, by round and then by place in the sheet."""
    found = Wishes()
    by_number = {number: player for player, number in numbers.items()}
    for change in sorted((c for c in changes if c.round <= round_no), key=lambda c: c.round):
        if change.what == Happening.TABLE_CLOSED:
            found.closed.add(change.other or 0)
        elif change.what == Happening.TABLE_OPEN:
            found.closed.discard(change.other or 0)
        player = next((p for p, number in numbers.items() if change.is_about(p, number)), None)
        if player is None:
            continue
        _apply(found, change, player, by_number.get(change.other or 0), now=change.round == round_no)
    return found


def _apply(found: Wishes, change: Change, player: str, other: str | None, now: bool) -> None:
    match change.what:
        case Happening.ABSENT_ROUND if now:
            found.excused.add(player)
        case Happening.WITHDRAWN:
            found.withdrawn.add(player)
        case Happening.RETURN:
            found.withdrawn.discard(player)
            found.returned[player] = change.round
        case Happening.DISQUALIFIED:
            found.disqualified.setdefault(player, change.round)
        case Happening.FORCED_BYE if now:
            found.byes.append(player)
        case Happening.LOCKED if now and other:
            found.locked.append(frozenset((player, other)))
        case Happening.BARRED if other:
            found.barred.append(frozenset((player, other)))
        case Happening.FIXED_TABLE if change.other:
            found.tables[player] = change.other


def disqualified(changes: Iterable[Change], numbers: Mapping[str, int]) -> list[str]:
    """Those with a row 取消资格 for whatever round, in the order of the sheet."""
    rows = [change for change in changes if change.what == Happening.DISQUALIFIED]
    named = [player for row in rows for player, number in numbers.items() if row.is_about(player, number)]
    return list(dict.fromkeys(named))


def playoffs(changes: Iterable[Change], numbers: Mapping[str, Any]) -> tuple[tuple[str, int, int], ...]:
    """Player, round and place of every row 加赛名次, in the order of the sheet."""
    rows = [change for change in changes if change.what == Happening.PLAYOFF]
    return tuple(
        (player, row.round, row.other or 0) for row in rows for player, number in numbers.items() if row.is_about(player, number)
    )


def leaving(changes: Iterable[Change], numbers: Mapping[str, Any]) -> tuple[tuple[str, int, str], ...]:
    """Player, round and kind of every row 退赛 and 复赛, by round and then in the order of the sheet."""
    rows = sorted((c for c in changes if c.what in (Happening.WITHDRAWN, Happening.RETURN)), key=lambda change: change.round)
    return tuple(
        (player, row.round, row.what) for row in rows for player, number in numbers.items() if row.is_about(player, number)
    )


def missed_out(regulation: Regulation, state: State, round_no: int, returned: Mapping[str, int]) -> set[str]:
    """Whom 连续弃权出局 and 累计弃权出局 keep out of a Swiss round: his last k rounds were all missed without leave, or n
    of all were.

    Rounds before he entered or before the arbiter's 复赛 do not count.
    """
    limit, most = regulation["missed_out"], regulation["missed_total"]
    out = set()
    for player, lines in all_rounds(regulation, state, round_no - 1).items() if limit or most else ():
        start = max(state.since.get(player, 1), returned.get(player, 1))
        missed = [line.treatment.missed and line.outcome is not Outcome.EXCUSED for line in lines if line.round >= start]
        if (0 < limit <= len(missed) and all(missed[-limit:])) or 0 < most <= sum(missed):
            out.add(player)
    return out
