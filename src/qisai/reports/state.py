"""What a report may see: the record up to a moment, the stamps that say which, and where the event lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from qisai.clock import NO_TIME
from qisai.event import Competition, Event
from qisai.journal import Entry
from qisai.problems import InputProblems, Problem
from qisai.record import Publication, replay
from qisai.tournament.standings import Ranking
from qisai.vocabulary import EVENT_FILE

REHEARSAL = "演练数据"
OVERTAKEN = "本轮以后有更正"  # of tables that a later correction would change


def find_event(text: str) -> Path:
    """The event folder that ``EVENT`` names: as it stands, or below one of the folders above this one.

    So ``data/danyang-2024`` works wherever JupyterLab was started. Raises ``InputProblems`` where it is nowhere.
    """
    asked = Path(text).expanduser()
    here = Path.cwd()
    for base in (here, *here.parents):
        if (base / asked / EVENT_FILE).is_file():
            return (base / asked).resolve()
    raise InputProblems([Problem("folder_missing", text)])


def published_rounds(event: Event) -> list[int]:
    """The rounds of which any stage is published, in order."""
    return sorted({publication.round for publication in event.record.publications})


def entries_of_round(event: Event, round_no: int) -> list[Entry]:
    """The journal as a round's report sees it: up to its last publication or acceptance, the newest round to the end, but
    for what is corrected after it.

    What is corrected later shows in the report of the round that was then open and in the final one; a table
    once shown in the hall keeps saying what it said.
    """
    entries = list(event.journal)
    while entries and entries[-1].kind == "intake":  # no report shows it
        entries.pop()
    last = max(
        (
            position
            for position, entry in enumerate(entries)
            if entry.kind in ("publish", "adjust", "accept") and entry.data["round"] == round_no
        ),
        default=len(entries),
    )
    if round_no == max(published_rounds(event), default=0):
        late = {id(entry) for entry in corrections_after_end(event)}
        last = next((n for n, e in enumerate(entries) if n > last and id(e) in late), len(entries)) - 1
    return entries[: last + 1]


def later_corrections(event: Event, round_no: int, group: str | None = None) -> list[Entry]:
    """Corrections made after the moment at which a round's report stands, of one 组别 or of all, that its tables would show:
    of its own results, and where it has standings of those of the rounds before it too."""
    seen, found = len(entries_of_round(event, round_no)), []
    for entry in event.journal.entries[seen:]:
        if entry.kind != "correct" or group not in (None, entry.data["group"]):
            continue
        rules = event.regulations[entry.data["group"]]
        earlier = rules.stage(entry.data["stage"]).scored and round_no > entry.data["round"]
        if entry.data["round"] == round_no or (earlier and _has_standings(event, entry.data["group"], round_no)):
            found.append(entry)
    return found


def _has_standings(event: Event, group: str, round_no: int) -> bool:
    """Whether places are told after a round: some of it is scored, and accepted."""
    rules, own = event.regulations[group], event.record.publications
    return any(
        p.group == group and p.round == round_no and p.accepted is not None and rules.stage(p.stage).scored for p in own
    )


def corrections_seen(event: Event, round_no: int) -> list[Entry]:
    """Corrections made since the report of the round before, for which this report is the first to show them."""
    entries = entries_of_round(event, round_no)
    earlier = [number for number in published_rounds(event) if number < round_no]
    start = len(entries_of_round(event, earlier[-1])) if earlier else 0
    return [entry for entry in entries[start:] if entry.kind == "correct"]


class Settled(Competition):
    """A competition whose record no longer moves: games and tables are worked out once."""

    @classmethod
    def of(cls, competition: Competition) -> Settled:
        own = competition
        return cls(own.group, own.regulation, own.people, own.changes, own.record, own.hall, own.owing)

    @cached_property
    def _games(self) -> pd.DataFrame:
        return super().games

    @property
    def games(self) -> pd.DataFrame:
        return self._games

    @cached_property
    def _rankings(self) -> dict[tuple[int, int], Ranking]:
        return {}

    def ranking(self, after: int, playoffs_until: int = 99) -> Ranking:
        key = after, playoffs_until
        if key not in self._rankings:
            self._rankings[key] = super().ranking(after, playoffs_until)
        return self._rankings[key]

    @cached_property
    def _tables(self) -> dict[int, pd.DataFrame]:
        return {}

    def standings(self, after: int) -> pd.DataFrame:
        if after not in self._tables:
            self._tables[after] = super().standings(after)
        return self._tables[after]

    @cached_property
    def _final(self) -> pd.DataFrame:
        return super().final()

    def final(self) -> pd.DataFrame:
        return self._final

    @cached_property
    def _pasts(self) -> dict[int, dict[int, pd.DataFrame]]:
        return {}

    def past(self, after: int) -> dict[int, pd.DataFrame]:
        """The standings after each round up to ``after``, all of the people in the last of them."""
        if after not in self._pasts:
            self._pasts[after] = self.ranking(after).tables()
        return self._pasts[after]


@dataclass(frozen=True)
class RoundState:
    """One 组别 in one round: as it stood at each publication, and at the end of the report's moment."""

    competition: Settled
    publications: list[Publication]
    before: dict[str, Settled]

    @property
    def done(self) -> list[Publication]:
        return [publication for publication in self.publications if publication.accepted is not None]


def competitions_of_round(event: Event, round_no: int) -> dict[str, Settled]:
    """All groups of the event by 组别, on the journal that :func:`entries_of_round` gives."""
    now = event.at(replay(entries_of_round(event, round_no)))
    return {group: Settled.of(competition) for group, competition in now.items()}


def round_states(event: Event, round_no: int, competitions: Mapping[str, Settled]) -> list[RoundState]:
    """Those of the ``competitions`` of :func:`competitions_of_round` that play in the round."""
    entries = entries_of_round(event, round_no)
    published: dict[tuple[str, str], int] = {}
    for position, entry in enumerate(entries):
        if entry.kind == "publish" and entry.data["round"] == round_no:
            published[entry.data["group"], entry.data["stage"]] = position
    found = []
    for group, competition in competitions.items():
        own = [p for p in competition.publications if p.round == round_no]
        if own:
            before = {
                p.stage: Settled.of(event.at(replay(entries[: published[group, p.stage]]))[group]) for p in own
            }
            found.append(RoundState(competition, own, before))
    return found


def clock(time: str) -> str:
    """``07-20 14:32`` of an ISO time.

    >>> clock("2024-07-20T14:32:00")
    '07-20 14:32'
    """
    return f"{time[5:10]} {time[11:16]}"


def _when(time: str) -> str:
    """The time in a stamp with a blank before it; "" where a rehearsal has no 日程, so that there is no time to tell."""
    return "" if time.startswith(f"{NO_TIME:%Y-}") else f" {clock(time)}"


def stamped(event: Event, words: str) -> list[str]:
    """The stamp of a table or picture: 演练数据 first in a rehearsal."""
    return [REHEARSAL, words] if event.rules["rehearsal"] else [words]


def pairing_stamp(event: Event, publication: Publication) -> list[str]:
    changed = f"，{_when(publication.adjusted_time)} 裁判调整".replace("， ", "，") if publication.adjusted else ""
    return stamped(event, f"第{publication.round}轮{_when(publication.time)} 公布{changed}")


def standings_stamp(event: Event, publication: Publication) -> list[str]:
    """The moment of a table after a round, corrections of the rounds before it too."""
    stamp = _result_stamp(event, publication.round, *_last_change(event, publication, table=True))
    return [*stamp, *_overtaken(event, [publication])]


def results_stamp(event: Event, publication: Publication) -> list[str]:
    """The moment of the results of a round alone, as its pairings show them."""
    stamp = _result_stamp(event, publication.round, *_last_change(event, publication, table=False))
    return [*stamp, *_overtaken(event, [publication])]


def latest_stamp(event: Event, publications: Iterable[Publication]) -> list[str]:
    """The newest moment of the tables of several accepted publications."""
    shown = list(publications)
    found = [(*_last_change(event, publication, table=True), publication.round) for publication in shown]
    time, corrected, round_no = max(found)
    return [*_result_stamp(event, round_no, time, corrected), *_overtaken(event, shown)]


def _overtaken(event: Event, publications: Iterable[Publication]) -> list[str]:
    """The mark in the stamp of a round whose tables a later correction would change."""
    rounds = {(publication.round, publication.group) for publication in publications}
    return [OVERTAKEN] * any(later_corrections(event, round_no, group) for round_no, group in rounds)


def _result_stamp(event: Event, round_no: int, time: str, corrected: bool) -> list[str]:
    return stamped(event, f"截至第{round_no}轮{_when(time)}" + (" 更正" if corrected else ""))


def correction_stamp(event: Event, time: str) -> list[str]:
    """The moment of a notice of corrections."""
    return stamped(event, f"{_when(time)} 更正".strip())


def _last_change(event: Event, publication: Publication, *, table: bool) -> tuple[str, bool]:
    """When the last result was accepted or corrected that a report shows, and whether it was a correction.

    With ``table`` every corrected Swiss game up to the round counts, else only those of the publication.
    """
    rules = event.regulations[publication.group]
    table = table and rules.stage(publication.stage).scored
    time, corrected = publication.accepted_time, False
    for entry in entries_of_round(event, publication.round):
        if entry.kind != "correct" or entry.data["group"] != publication.group or entry.time < publication.accepted_time:
            continue
        stage, number = entry.data["stage"], entry.data["round"]
        moved = table and rules.stage(stage).scored and number <= publication.round
        if moved or (stage, number) == (publication.stage, publication.round):
            time, corrected = entry.time, True
    return time, corrected


def entry_stamp(event: Event) -> list[str]:
    """The sign-up has no time of its own before the draw; who got a number after it is counted."""
    time = event.record.draw_time
    if not time:
        return stamped(event, "抽签之前")
    when, late = _when(time).strip(), len(event.record.entered)
    return stamped(event, (f"{when} 抽签" if when else "已抽签") + (f"，后加入{late}人" if late else ""))


def final_stamp(event: Event, group: str | None = None) -> list[str]:
    """The time of the last entry that can move a place, of one 组别 or of all."""

    def own(some: Iterable[Entry]) -> list[Entry]:
        return [entry for entry in some if group in (None, entry.data["group"])]

    found = own(event.journal.of_kind("accept", "correct", "close"))
    of_group = [p for p in event.record.publications if group in (None, p.group)]
    played = max((p.round for p in of_group if p.accepted is not None), default=0)
    if not found:
        return stamped(event, "尚未比赛")
    return _result_stamp(event, played, found[-1].time, found[-1].kind == "correct" or bool(own(corrections_after_end(event))))


def corrections_after_end(event: Event) -> list[Entry]:
    """Corrections made once the final list of their group was out."""
    closed: set[str] = set()
    found = []
    for entry in event.journal:
        if entry.kind == "close":
            closed.add(entry.data["group"])
        elif entry.kind == "correct" and entry.data["group"] in closed:
            found.append(entry)
    return found


def prefix(event: Event, group: str) -> str:
    """What names of files and tables begin with where there are several 组别; legal on Windows."""
    return f"{legal(group)}_" if len(event.regulations) > 1 else ""


def legal(name: str) -> str:
    r"""A part of a file name that Windows accepts.

    >>> legal('少年/儿童 A:B?')
    '少年儿童 AB'
    """
    kept = "".join(c for c in name if c not in '<>:"/\\|?*' and ord(c) >= 32).strip(" .")
    return kept or "组"
