"""Rounds: what is due, its draft, its publication, and the end of the event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from qisai.clock import moment
from qisai.event import Competition, Event
from qisai.pairing.field import NoLegalPairing
from qisai.problems import InputProblems, Problem
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT, OTHERS, Stage
from qisai.steps.drafts import Draft
from qisai.steps.folder import check_glyphs, refresh, save_numbers, save_round
from qisai.steps.knockout import draft_knockout
from qisai.steps.roundrobin import draft_round_robin
from qisai.steps.swiss import draft_swiss
from qisai.vocabulary import Happening


def due(competition: Competition) -> list[tuple[Stage, int]]:
    """The stages that can be paired now, each with its next round; the knockout first."""
    found = []
    for stage in sorted(competition.regulation.stages, key=lambda stage: (not stage.whole_field, stage.system != KNOCKOUT)):
        published = competition.rounds(stage)
        if not published:
            swiss = competition.regulation.swiss
            if stage.whole_field or (competition.accepted_rounds(swiss) == swiss.last and not nobody_left(competition, stage)):
                found.append((stage, stage.first))
        elif published[-1].accepted is not None and published[-1].round < stage.last:
            found.append((stage, published[-1].round + 1))
    return found


def nobody_left(competition: Competition, stage: Stage) -> bool:
    """The others' stage where everybody has qualified."""
    knockout = competition.regulation.knockout
    return stage.entrants == OTHERS and knockout is not None and len(competition.numbers) <= knockout.qualifiers


def objections(event: Event) -> dict[str, str]:
    """Groups whose list of qualifiers still hangs out for objection, each with the ISO time at which that ends."""
    waiting = {}
    for group, competition in event.competitions.items():
        minutes, knockout = competition.regulation["objection_minutes"], competition.regulation.knockout
        new = [stage for stage, _ in due(competition) if not stage.whole_field and not competition.rounds(stage)]
        if minutes and knockout and new and not competition.seeds:
            until = datetime.fromisoformat(competition.cut_time) + timedelta(minutes=minutes)
            if datetime.fromisoformat(moment(event, "publish", knockout.first)) < until:
                waiting[group] = until.isoformat()
    return waiting


def drafts(
    event: Event, relaxed: frozenset[str] = frozenset(), held: Collection[str] = ()
) -> tuple[list[Draft], list[NoLegalPairing | InputProblems]]:
    """Pair every stage that is due; nothing is written. The second list holds what keeps a round from being
    paired (no legal pairing, or a fault in what the sheets ask of it): it does not keep the others.

    ``relaxed``: compromises that the arbiter accepts, used only where there is no pairing without them;
    ``held``: groups whose second stage waits (see :func:`objections`).
    """
    if not event.record.numbers:
        raise InputProblems([Problem("not_drawn", event.folder.name)])
    made: list[Draft] = []
    stuck: list[NoLegalPairing | InputProblems] = []
    for competition in event.competitions.values():
        seeds = competition.seeds
        for stage, round_no in due(competition):
            if competition.group in held and not stage.whole_field:
                continue
            try:
                if stage.system == KNOCKOUT:
                    draft = draft_knockout(event, competition, stage, round_no)
                    seeds = seeds or draft.data["seeds"]
                else:
                    late = _late_entries(competition, round_no, sum(len(earlier.late) for earlier in made))
                    if stage.round_robin:
                        draft = draft_round_robin(event, competition, stage, round_no, late)
                    else:
                        draft = _as_legal_as_possible(event, competition, stage, round_no, seeds, relaxed, late)
            except NoLegalPairing as none:
                none.where = f"{competition.group}第 {round_no} 轮（{stage.name}）"
                stuck.append(none)
            except InputProblems as problems:  # of one group or stage; the others play on
                stuck.append(problems)
            else:
                made.append(draft)
    return made, stuck


def _as_legal_as_possible(
    event: Event, competition: Competition, stage: Stage, round_no: int, seeds: list[str], relaxed: frozenset[str],
    late: list[tuple[str, int]],
) -> Draft:  # fmt: skip
    try:
        return draft_swiss(event, competition, stage, round_no, seeds, frozenset(), late)
    except NoLegalPairing:
        if not relaxed:
            raise
        return draft_swiss(event, competition, stage, round_no, seeds, relaxed, late)


def _late_entries(competition: Competition, round_no: int, taken: int) -> list[tuple[str, int]]:
    """Players whom 变动 brings in by this round and who have no number yet, with the next free ones.

    ``taken``: how many numbers the drafts of other groups have just used.
    """
    numbers = competition.record.numbers
    new = [
        change.player
        for change in competition.changes.itertuples()
        if change.happening == Happening.LATE_ENTRY and change.round <= round_no and change.player not in numbers
    ]
    return list(zip(dict.fromkeys(new), count(max(numbers.values(), default=0) + taken + 1), strict=False))


def publish(event: Event, drafted: Sequence[Draft]) -> list[Publication]:
    """Fix the drafts: numbers of late entries, journal, round files.

    Raises ``InputProblems`` before anything is fixed where a name cannot be drawn: its lists could not be printed.
    """
    check_glyphs(event)
    published = []
    for draft in drafted:
        for player, number in draft.late:
            data = {"player": player, "number": number, "name": str(event.people.loc[player, "name"]), "round": draft.round}
            event.journal.append("late", data, moment(event, "late", draft.round))
        names = event.people["name"]
        renamed = {player: names[player] for player, drawn in event.record.names.items() if names[player] != drawn}
        data = {**draft.data, "names": renamed}
        event.journal.append("publish", data, moment(event, "publish", draft.round))
        refresh(event)
        if draft.late:
            save_numbers(event)
        publication = event.record.find(draft.group, draft.stage.name, draft.round)
        assert publication is not None
        save_round(event, publication)
        published.append(publication)
    return published


def closable(event: Event) -> list[str]:
    """Groups whose last rounds are all accepted and whose final list is not recorded as it now stands."""
    found = []
    for group, competition in event.competitions.items():
        stages = [stage for stage in competition.regulation.stages if not nobody_left(competition, stage)]
        over = all(competition.accepted_rounds(stage) == stage.last for stage in stages)
        closed = event.record.closed.get(group)
        if over and (closed is None or {**closed.data, **_final(competition)} != closed.data):
            found.append(group)
    return found


def close(event: Event, group: str) -> None:
    """Journal the final list of a group."""
    last = max(stage.last for stage in event.regulations[group].stages)
    event.journal.append("close", {"group": group, **_final(event.competitions[group])}, moment(event, "close", last))
    refresh(event)


def _final(competition: Competition) -> dict[str, Any]:
    final = competition.final()
    ranks = [None if rank is None else int(rank) for rank in final["rank"].astype(object).where(final["rank"].notna(), None)]
    return {"order": list(final.index), "ranks": ranks}
