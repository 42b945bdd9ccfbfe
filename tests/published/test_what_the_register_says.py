"""The reasons in ``register.csv`` that can be shown, and orders that rest on published columns alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from events import CASES
from neutral import EVENTS, careers, read, referee_rows, regulation, rows
from test_published_tables import event_of, keys

from qisai.verify.lines import Line
from qisai.verify.replay import State
from qisai.verify.report import Row
from qisai.verify.standings import ranking, shared_places
from qisai.vocabulary import Outcome

CASE = {case.event: case for case in CASES}


def changed(event_name: str, chain: tuple[str, ...], rules: str, change: Callable[[str, Line], Line]) -> list[Row]:
    """The referee's table of an event of which some rounds are taken otherwise."""
    case = CASE[event_name]
    event = event_of(case)
    law = regulation(event, keys(chain), {**case.settings, **({"unplayed": rules} if rules else {})})
    lines = {player: [change(player, line) for line in own] for player, own in careers(event, law).items()}
    numbers = {player: n for n, player in enumerate(event.players, start=1)}
    return ranking(law, State(numbers=numbers), lines, event.last)


@pytest.mark.parametrize(("column", "key", "rules"), [
    ("TB4_buchholz_cut1_2026", "opponents_cut1", "FIDE 2026"), ("TB5_buchholz_median1_2023", "opponents_median", "FIDE 2023"),
])  # fmt: skip
def test_all_of_arad_fits_once_its_second_bye_of_round_1_was_asked_for(column: str, key: str, rules: str) -> None:
    def asked_for(player: str, line: Line) -> Line:
        bye = player == "P140" and line.outcome is Outcome.BYE
        return replace(line, treatment=replace(line.treatment, missed=True)) if bye else line

    event = event_of(CASE["arad2026_a"])
    assert [p for p, outcome in event.rounds[1][1].items() if outcome is Outcome.BYE] == ["P140", "P209"]
    for row in changed("arad2026_a", ("points", key), rules, asked_for):
        assert Fraction(event.published[row["player"]][column]) == Fraction(row[key]) / 2


def test_the_colour_marks_of_byes_give_the_places_of_the_arranger() -> None:
    name = "xq_demo_bp08_17p"
    event = event_of(CASE[name])
    black = {r["first_id"] for r in rows(EVENTS / name, "games.csv") if r["result"] == "BYE1" and "colour mark -" in r["note"]}
    assert {"P001", "P011"} <= black and not {"P003", "P008"} & black

    def marked(player: str, line: Line) -> Line:
        if line.outcome is not Outcome.BYE:
            return line
        return replace(line, treatment=replace(line.treatment, black_game=player in black, black_win=player in black))

    order = [row["player"] for row in changed(name, CASE[name].chain, "", marked)]
    assert order == sorted(event.published, key=lambda player: int(event.published[player]["rank"]))


def test_without_the_forfeits_of_the_last_rounds_arad_would_be_the_riddle_that_it_was() -> None:
    """A lost forfeit at the end is no draw for the opponents; taken as a round asked off, 184 of 209 fit."""

    def as_absence(player: str, line: Line) -> Line:
        forfeit = bool(line.opponent) and line.treatment.missed
        return replace(line, opponent="", outcome=Outcome.ABSENT) if forfeit else line

    event = event_of(CASE["arad2026_a"])
    table = changed("arad2026_a", ("points", "opponents_cut1"), "FIDE 2026", as_absence)
    column = "TB4_buchholz_cut1_2026"
    fitting = sum(Fraction(event.published[r["player"]][column]) == Fraction(r["opponents_cut1"]) / 2 for r in table)
    assert fitting == 184


#: Exercise of FIDE's technical commission (rev. March 2024), solutions for rating keys: ARO, TPR and APRO by player.
RATINGS = {
    "P001": (1820, 1969, 1789), "P002": (1880, 2120, 1856), "P003": (1940, 2089, 1904), "P004": (1888, 2081, 1772),
    "P005": (1690, 1690, 1719), "P006": (1813, 1813, 1846), "P007": (1760, 1611, 1869), "P008": (1730, 1730, 1915),
    "P009": (1975, 1175, 1805), "P010": (1880, 1640, 1717), "P011": (1863, 1776, 1840), "P012": (2050, 1250, 2081),
    "P013": (1930, 1781, 1879), "P014": (1800, 1925, 1775), "P015": (1860, 1788, 1776), "P016": (1820, 1969, 1805),
}  # fmt: skip


def test_keys_from_ratings_as_in_the_solutions_of_the_exercise() -> None:
    event = read("fide_tec_swiss16", ("1", "0.5", "0"))
    names = ("opponents_rating", "performance", "opponents_performance")
    table = referee_rows(event, regulation(event, keys(("points", *names)), {"unplayed": "FIDE 2024"}))
    assert {row["player"]: tuple(row[name] for name in names) for row in table} == RATINGS


@pytest.mark.parametrize(("name", "columns", "count", "below"), [
    ("arad2026_a", ("TB1_APRO", "TB2_direct_encounter", "TB3_avg_rating", "TB4_buchholz_cut1_2026"), 209, 0),
    ("portimao_classic_standings", (
        "TB1_direct_encounter", "TB2_buchholz_cut1", "TB3_buchholz", "TB4_sonneborn_berger", "TB5_wins"), 99, 1),
    ("xiangqi_small_standings", ("buchholz", "black_wins"), 20, 0),
])  # fmt: skip
def test_published_places_follow_from_the_published_columns(
    name: str, columns: tuple[str, ...], count: int, below: int
) -> None:
    if not EVENTS.is_dir():
        pytest.skip("没有公开数据")
    table = rows(EVENTS / name, "published.csv")
    assert len(table) == count
    for event in dict.fromkeys(row.get("event", "") for row in table):
        mine = [row for row in table if row.get("event", "") == event]
        values = {id(row): tuple(-Fraction(row[column] or 0) for column in ("points", *columns)) for row in mine}
        ranked = sorted(mine, key=lambda row: (values[id(row)], row["id"]))
        places = shared_places([{"tie": values[id(row)]} for row in ranked], below)
        assert [int(row["rank"]) for row in ranked] == places
