"""The charts of a round and of the end: which there are, and at which moment each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from matplotlib.figure import Figure

from qisai.event import Competition, Event
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import drawings
from qisai.reports.display import Picture
from qisai.reports.prospects import chances_chart, chances_name
from qisai.reports.state import RoundState, final_stamp, latest_stamp, pairing_stamp, standings_stamp
from qisai.reports.ties import bracket_chart

LEADING = 3  # the first round after which it tells something who leads
Chart = tuple[str, str, Figure]  # its name, its 组别, and the figure


def round_charts(
    event: Event, round_no: int, states: Sequence[RoundState], competitions: Sequence[Competition]
) -> Iterator[Chart]:
    """Every chart that the round has, those of the first stages before the brackets; ``competitions`` are all of the event."""
    for state in states:
        group = state.competition.group
        for publication in state.publications:
            if not _knockout(state, publication):
                if publication.accepted is not None:
                    for name, figure in _of_stage(event, round_no, state, publication):
                        yield name, group, figure
                if (chances := _chances(event, round_no, state, publication)) is not None:
                    yield chances_name(state.competition), group, chances
    done = [publication for state in states for publication in state.done]
    if done:
        for group, figure in drawings.race_charts(competitions, round_no, latest_stamp(event, done), event.name):
            yield "团体之争", group, figure
    for state in states:
        for publication in state.publications:
            if _knockout(state, publication) and (bracket := _bracket(event, state, publication)) is not None:
                yield "对阵图", state.competition.group, bracket


def final_charts(event: Event, competitions: Sequence[Competition]) -> Iterator[Chart]:
    """The charts of the whole event, each 组别 as it stood after its own last round; where a knockout followed, those of the
    table end with the first stage and say so."""
    for competition in competitions:
        stamp, group = final_stamp(event, competition.group), competition.group
        for name, figure in _of_all(competition, stamp, drawings.heading(event.name, group)):
            if figure is not None:
                yield name, group, figure
    last = max(competition.swiss_rounds_done for competition in competitions)
    for group, figure in drawings.race_charts(competitions, last, final_stamp(event), event.name):
        yield "团体之争", group, figure


def of_kind(charts: Mapping[str, list[Picture]], *ends: str) -> list[Picture]:
    """The pictures among all charts by name whose name ends so: some begin with the stage, or with how many they show."""
    return [picture for name, found in charts.items() if name.endswith(ends) for picture in found]


HEAT_MAPS = ("全部对局", "相互对局")


def _of_all(competition: Competition, stamp: Sequence[str], event: str) -> Iterator[tuple[str, Figure | None]]:
    last, cut = competition.swiss_rounds_done, competition.regulation.swiss.last
    until, stage = min(last, cut), "第一阶段" if competition.regulation.knockout else ""
    yield f"{stage}积分分布", drawings.scores_chart(competition, until, stamp, event)
    yield f"{stage}领先者", drawings.leaders_chart(competition, until, stamp, event)
    yield "红方与黑方", drawings.colours_chart(competition, stamp, event)
    found = [drawings.upsets(competition, number) for number in range(drawings.SETTLED, last + 1)]
    words = f"第{drawings.SETTLED}轮起；红点是胜者的赛前名次（该轮开始前），黑点是负者的"
    yield "全程冷门", drawings.upsets_chart(found, stamp, event, words)
    yield "淘汰赛", bracket_chart(competition, stamp, event)
    yield drawings.heat_map_name(competition), drawings.heat_map_chart(competition, until, stamp, event)


def _knockout(state: RoundState, publication: Publication) -> bool:
    return state.competition.regulation.stage(publication.stage).system == KNOCKOUT


def _of_stage(event: Event, round_no: int, state: RoundState, publication: Publication) -> Iterator[tuple[str, Figure]]:
    """What the accepted results of a round tell."""
    competition, stamp = state.competition, standings_stamp(event, publication)
    heading = drawings.heading(event.name, competition.group)
    if round_no >= LEADING and (figure := drawings.leaders_chart(competition, round_no, stamp, heading)) is not None:
        yield "领先者", figure
    if round_no > 1:
        yield "积分分布", drawings.scores_chart(competition, round_no, stamp, heading)
    if (figure := drawings.colours_chart(competition, stamp, heading)) is not None:
        yield "红方与黑方", figure
    if (figure := drawings.upsets_chart([drawings.upsets(competition, round_no)], stamp, heading)) is not None:
        yield "冷门", figure
    if round_no > competition.regulation.swiss.last:
        return
    if (figure := drawings.heat_map_chart(competition, round_no, stamp, heading)) is not None:
        yield drawings.heat_map_name(competition), figure


def _chances(event: Event, round_no: int, state: RoundState, publication: Publication) -> Figure | None:
    """Who can still get through: as the round was published, and anew with its results."""
    heading = drawings.heading(event.name, state.competition.group)
    if publication.accepted is not None:
        return chances_chart(state.competition, round_no, standings_stamp(event, publication), heading)
    return chances_chart(state.competition, round_no - 1, pairing_stamp(event, publication), heading)


def _bracket(event: Event, state: RoundState, publication: Publication) -> Figure | None:
    done = publication.accepted is not None
    stamp = (standings_stamp if done else pairing_stamp)(event, publication)
    return bracket_chart(state.competition, stamp, drawings.heading(event.name, state.competition.group))
