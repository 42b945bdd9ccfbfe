"""The time that the journal prints: the wall clock, or for a rehearsed event its own schedule."""

from __future__ import annotations

from datetime import datetime, timedelta

from qisai.event import Event

_BEFORE_START = timedelta(minutes=15)  # a pairing is posted so long before its round
NO_TIME = datetime(2000, 1, 1)  # where a rehearsal begins that has no 日程: its times are none
_GAME = timedelta(minutes=62)  # both sides use their 20 minutes and the seconds for each move


def moment(event: Event, kind: str, round_no: int = 1) -> str:
    """ISO time for a journal entry; never before the entry above it.

    In a rehearsal (演练) it follows 日程: a pairing is published shortly before its round, results are
    accepted an hour after its start. Rounds without a row in 日程 follow the last entry by a minute. Before there
    are rules it is the wall clock.
    """
    if not event.regulations or not event.rules["rehearsal"]:
        return datetime.now().isoformat(timespec="seconds")
    last = max((datetime.fromisoformat(entry.time) for entry in event.journal), default=None)
    start = next((a for a in event.rules.schedule if a.round == round_no), None)
    after = last + timedelta(minutes=1) if last else NO_TIME
    if start is None:
        return after.isoformat()
    planned = datetime.fromisoformat(f"{start.date}T{start.time}")
    if kind in ("intake", "draw", "late"):
        planned -= 2 * _BEFORE_START
    elif kind in ("publish", "adjust"):
        planned -= _BEFORE_START
    elif kind in ("accept", "close"):
        planned += _GAME
    return max(planned, after).isoformat()
