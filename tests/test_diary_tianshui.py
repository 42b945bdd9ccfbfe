"""The diary of Tianshui: teams, colours by lot, walk-ins and hand changes, against the text of its regulation."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import rehearsal_tianshui as tianshui
from conftest import hashes
from qisai.event import Event, open_event
from qisai.record import replay
from qisai.reports.team import TeamList
from qisai.tournament.ladder import verdicts
from qisai.tournament.prizes import awards
from qisai.verify import verify

COMMITTED = Path(__file__).parents[1] / "data" / "tianshui-2024"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("天水（演练）") / "tianshui-2024"
    tianshui.play(folder)
    return folder


@pytest.fixture(scope="module")
def event(folder: Path) -> Event:
    return open_event(folder)


def test_the_second_referee_agrees_on_everything(folder: Path) -> None:
    report = verify(folder)
    assert report.findings == ()
    assert report.checks["同队回避"] == 39 and report.checks["调整"] > 0
    assert tianshui.run("verify", folder) == 0


def test_the_field_is_that_of_the_regulation(event: Event) -> None:
    """补充细则 3: numbers by lot among those present; 五: a team pays once, everybody brings his papers."""
    assert len(event.record.numbers) == 78
    entered = set(event.record.numbers)
    assert not {str(player) for player in (*tianshui.NO_SHOWS, tianshui.NO_PAPERS)} & entered
    people = event.people.loc[sorted(entered)]
    assert people["health"].all() and people["insured"].all()
    due = event.entries.groupby("fee_class")["due"].sum()
    assert due["代表队"] == 12 * 200 and due["个人"] == 50 * (tianshui.SINGLES + 1)
    assert set(list(tianshui.TEAMS)[:7]) == {"秦州区", "麦积区", "清水县", "秦安县", "甘谷县", "武山县", "张家川县"}


def test_teammates_meet_in_round_one_never_and_later_may(event: Event) -> None:
    """补充细则 10."""
    teams = event.competitions[""].teams
    met = {
        publication.round
        for publication in event.record.publications
        for line in publication.lines
        if line["black"] and teams[line["red"]] and teams[line["red"]] == teams[line["black"]]
    }
    assert 1 not in met and met


def test_two_rounds_missed_in_a_row_end_the_event_for_a_player(event: Event) -> None:
    """补充细则 9."""
    out = {player for publication in event.record.publications for player in publication.out}
    games = event.competitions[""].games
    assert len(out) == 2
    for player in out:
        own = games[((games["red"] == player) | (games["black"] == player)) & (games["black"] != "")]
        assert list(own.loc[own["outcome"].isin(["双弃", "红弃", "黑弃"]), "round"]) == [2, 3]


def test_the_knockout_goes_through_swapped_rapid_to_the_mini_match_that_black_wins_with_a_draw(event: Event) -> None:
    """六: 1-8, 2-7, 3-6, 4-5; colours by lot; 换先快棋, 附加赛."""
    competition = event.competitions[""]
    stage = competition.regulation.knockout
    assert stage is not None
    first = competition.rounds(stage)[0]
    seeds = first.seeds
    pairs = {line["match"]: (seeds.index(line["red"]) + 1, seeds.index(line["black"]) + 1) for line in first.lines}
    assert pairs == {1: (1, 8), 2: (4, 5), 3: (2, 7), 4: (3, 6)}
    for match in range(1, 5):
        assert first.lots[f"{match} 慢棋"] != first.lots[f"{match} 快棋"]
    tie = verdicts(competition.games, stage, 7)[0]
    assert tie.game == "附加赛" and tie.winner != first.lots["1 附加赛"]  # drawn: black is through


def test_both_chains_of_the_document_can_be_computed_and_the_supplement_is_in_force(event: Event) -> None:
    regulation = event.rules
    assert list(regulation.chains) == ["正文", "补充细则"] and regulation.chain == regulation.chains["补充细则"]
    assert [key.label for key in regulation.chain] == [
        "积分", "累进分", "胜局", "犯规", "后手局数", "后手胜局", "累进分逐轮递减",
    ]  # fmt: skip
    assert [key.label for key in regulation.chains["正文"]] == ["积分", "对手分", "犯规", "后手局数", "后手胜局", "上轮积分"]


def test_prizes_and_medals_are_those_of_the_regulation(event: Event) -> None:
    """七: sixteen places with equal blocks, certificates for the first eight, three teams with medals."""
    competition = event.competitions[""]
    own = awards(competition.final(), competition.people, competition.regulation)
    assert list(own.given["amount"]) == [3000, 1500, 800, 500, 400, 400, 300, 300] + [200] * 4 + [150] * 4
    assert own.certificates == 8
    teams = TeamList.of([(competition, competition.final())])
    assert list(teams.awards.given["amount"]) == [1200, 800, 600] and teams.awards.medals == 3
    (part,) = teams.tables
    best = part.table.iloc[0]
    assert len(part.table) == 12
    assert best["sum"] == sum(best["ranks"]) and len(best["ranks"]) == 4


def test_everybody_has_one_place_but_the_disqualified(event: Event) -> None:
    final = event.competitions[""].final()
    assert len(event.competitions[""].disqualified) == 1
    assert list(final["rank"].dropna()) == list(range(1, len(final)))


def test_the_state_accepted_at_every_round_follows_from_the_finished_folder(event: Event) -> None:
    entries = event.journal.entries
    for position, entry in enumerate(entries):
        if entry.kind == "accept" and entry.data["stage"] == "积分":
            then = event.at(replay(entries[: position + 1]))[""]
            assert list(then.standings(entry.data["round"]).index) == entry.data["order"]


@pytest.mark.skipif(not COMMITTED.exists(), reason="data/tianshui-2024 is not in this copy")
def test_the_committed_event_is_the_one_that_the_diary_plays(folder: Path) -> None:
    names = {name for name in hashes(folder) if not name.startswith((".", "报表", "备份"))}
    assert {name for name in hashes(COMMITTED) if not name.startswith((".", "报表", "备份"))} == names
    assert (COMMITTED / "journal.jsonl").read_bytes() == (folder / "journal.jsonl").read_bytes()
    for name in sorted(names):
        if name.endswith(".xlsx"):
            one, other = (openpyxl.load_workbook(where / name) for where in (COMMITTED, folder))
            for sheet in one.sheetnames:
                assert list(one[sheet].values) == list(other[sheet].values), (name, sheet)
