"""Every event of the collection: imported into a folder, and written back as it was."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from qisai.event import open_event
from qisai.exchange.played import Points
from qisai.exchange.tidy import read_tidy
from qisai.exchange.trf_reader import read_trf
from qisai.exchange.trf_writer import VERSIONS, fitted, write_trf
from qisai.problems import Problem
from qisai.steps import drafts, export_tidy, import_event
from rehearsal_danyang import run

REAL = Path(__file__).parents[3] / "shared" / "real_events"
EVENTS = sorted(path.parent.name for path in REAL.glob("*/games.csv"))
MANY = 100  # games from which a folder takes its time
pytestmark = pytest.mark.skipif(not EVENTS, reason="the collection of real events is not beside the project")


def rows(path: Path) -> Counter[tuple[str, ...]]:
    """The rows of games.csv as they stand; no fouls are 0."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        found = list(csv.DictReader(stream))
    plain = ("round", "board", "first_id", "second_id", "result", "note")
    fouls = ("first_fouls", "second_fouls")
    return Counter((*(row.get(c) or "" for c in plain), *(row.get(c) or "0" for c in fouls)) for row in found)


def lines(name: str) -> int:
    return len((REAL / name / "games.csv").read_text(encoding="utf-8-sig").splitlines())


def marked(most: int) -> list[object]:
    """Every event; those with more games than ``most`` run with -m long."""
    return [pytest.param(name, marks=[pytest.mark.long] * (lines(name) > most)) for name in EVENTS]


@pytest.mark.parametrize("name", marked(MANY))
def test_an_event_is_written_back_as_it_was_read(name: str, tmp_path: Path) -> None:
    source, folder = read_tidy(REAL / name, []), tmp_path / name
    import_event(folder, source)
    export_tidy(open_event(folder), tmp_path / "out")
    assert rows(tmp_path / "out" / "games.csv") == rows(REAL / name / "games.csv")
    back = read_tidy(tmp_path / "out", [])
    assert (back.players, back.rounds, back.points) == (source.players, source.rounds, source.points)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", marked(5 * MANY))
def test_an_event_goes_through_a_tournament_report(name: str, version: str, tmp_path: Path) -> None:
    event = read_tidy(REAL / name, [])
    held, lost = fitted(event, version)
    assert write_trf(tmp_path / "out.trf", event, version) == lost
    problems: list[Problem] = []
    assert read_trf(tmp_path / "out.trf", problems) == held
    assert problems == []  # the points written are those of the results


@pytest.mark.parametrize(
    ("name", "round_no"), [("aeroflot2026_r8", 9), ("xq_demo_bp04_60p", 15), ("budapest2026_a_r8", 9), ("frome2026_open", 6)]
)
def test_a_running_event_goes_on_with_its_next_round(name: str, round_no: int, tmp_path: Path) -> None:
    played = read_tidy(REAL / name, [])
    event = import_event(tmp_path / name, played, rounds=0 if played.planned else round_no).event
    made, stuck = drafts(event)
    assert stuck == [] and [draft.round for draft in made] == [round_no]
    seated = {player for line in made[0].data["lines"] for player in (line["red"], line["black"])} | {made[0].data["bye"]}
    gone = {game.first for game in played.rounds[-1] if game.result == "BYE0"}
    assert seated - {None} == set(played.ids) - gone
    before = {frozenset((game.first, game.second)) for games in played.rounds for game in games if game.second}
    assert not before & {frozenset((line["red"], line["black"])) for line in made[0].data["lines"]}


def test_a_round_in_play_waits_for_the_results_that_are_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "british"
    assert run("import", folder, "--csv", REAL / "british2026_r9_running") == 0
    assert "第09轮.xlsx" in capsys.readouterr().out
    assert run("next", folder, "--yes", "--no-reports") == 3
    assert "第 9 轮第 1-24、26-45、47、49-50 台还没有结果" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    ["frome2026_open", "fide_tec_swiss16", "verona2021_draughts", "open_nk1970_draughts"],
)
def test_points_are_the_published_ones(name: str, tmp_path: Path) -> None:
    event = import_event(tmp_path / name, read_tidy(REAL / name, [])).event
    competition = event.competitions[""]
    table = competition.standings(competition.swiss_rounds_done)
    with (REAL / name / "published.csv").open(encoding="utf-8-sig", newline="") as stream:
        published = {row["id"]: float(row["points"]) for row in csv.DictReader(stream)}
    assert {player: float(competition.regulation.show(int(points))) for player, points in table["points"].items()} == published


def test_the_command_before_the_source_before_the_default(tmp_path: Path) -> None:
    """meta.json of this event says 1, 0.5, 0."""
    played = read_tidy(REAL / "frome2026_open", [])
    by_source = import_event(tmp_path / "a", played).event.rules
    by_command = import_event(tmp_path / "b", played, ["points", "progressive"], ["5", "2", "0", "5", "3", "0"]).event.rules
    assert (by_source.show(by_source.swiss.points["red_win"]), by_source.show(by_source.swiss.points["excused"])) == ("1", "0.5")
    assert dict(by_command.swiss.points) == {
        "red_win": 5, "red_draw": 2, "red_loss": 0, "black_win": 5, "black_draw": 3, "black_loss": 0, "bye": 5, "forfeit_win": 5,
        "excused": 2, "forfeit_loss": 0, "double_forfeit": 0,
    }  # fmt: skip
    assert [key.name for key in by_command.chain] == ["points", "progressive"]
    assert isinstance(played.points, Points)
