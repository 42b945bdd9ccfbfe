"""The charts of one round: which there are, and at which moment each stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from matplotlib.figure import Figure

from qisai.event import Competition, Event
from qisai.publish import charts
from qisai.publish.language import t
from qisai.record import Publication
from qisai.regulation.model import KNOCKOUT
from qisai.reports import drawings
from qisai.reports.display import Picture
from qisai.reports.prospects import chances_chart
from qisai.reports.state import RoundState, pairing_stamp, standings_stamp

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
                    yield "晋级形势", group, chances
    done = [publication for state in states for publication in state.done]
    if done:
        stamp = standings_stamp(event, max(done, key=lambda p: p.accepted_time))
        for group, figure in drawings.race_charts(competitions, round_no, stamp):
            yield "团体之争", group, figure
    for state in states:
        for publication in state.publications:
            if _knockout(state, publication):
                yield "对阵图", state.competition.group, _bracket(event, state, publication)


def heat_maps(charts: Mapping[str, list[Picture]]) -> list[Picture]:
    """The cross tables among all charts by name: their names tell how many players they show."""
    return [picture for name, found in charts.items() if name == "循环热图" or name.endswith("相互对局") for picture in found]


def _knockout(state: RoundState, publication: Publication) -> bool:
    return state.competition.regulation.stage(publication.stage).system == KNOCKOUT


def _of_stage(event: Event, round_no: int, state: RoundState, publication: Publication) -> Iterator[tuple[str, Figure]]:
    """What the accepted results of a round tell."""
    competition, stamp = state.competition, standings_stamp(event, publication)
    last = competition.regulation.swiss.last
    others = f"前{len(competition.seeds)}名以外的棋手" if round_no > last else ""
    if round_no >= LEADING:
        words = t(f"{others}，每轮后的积分；同分的错开画") if others else None
        yield "领先者", charts.leaders_progress(drawings.leaders(competition, round_no), stamp=stamp, subtitle=words)
    if round_no > 1:
        words = t(f"格中是人数；第{last + 1}轮起只算{others}") if others else None
        yield "积分分布", charts.score_distribution(drawings.scores(competition, round_no), stamp=stamp, subtitle=words)
    yield "红方与黑方", drawings.colours_chart(competition, stamp)
    surprises = drawings.upsets(competition, round_no)
    if len(surprises):
        yield "冷门", charts.upsets(surprises, stamp=stamp)
    if not others and (figure := drawings.heat_map_chart(competition, round_no, stamp)) is not None:
        yield drawings.heat_map_name(competition), figure


def _chances(event: Event, round_no: int, state: RoundState, publication: Publication) -> Figure | None:
    """Who can still get through: as the round was published, and anew with its results."""
    if publication.accepted is not None:
        return chances_chart(state.competition, round_no, standings_stamp(event, publication))
    return chances_chart(state.competition, round_no - 1, pairing_stamp(event, publication))


def _bracket(event: Event, state: RoundState, publication: Publication) -> Figure:
    done = publication.accepted is not None
    stamp = (standings_stamp if done else pairing_stamp)(event, publication)
    subtitle = "　".join(part for part in (event.name, state.competition.group) if part)
    return charts.bracket(drawings.bracket(state.competition), subtitle=subtitle, stamp=stamp)
