"""Regulations of real events as rule sheets: written, read, checked up, printed, played whole and verified."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from facts import FACTS
from playing import Played, play, write
from sheets import HERE, RuleSheet, rule_sheets, unsaid_table, without_a_sheet

from qisai.event import Event
from qisai.regulation.reader import SHEETS
from qisai.regulation.summary import summary
from qisai.reports.ceremony import Ceremony
from qisai.reports.team import team_claims
from qisai.reports.words import claims, remarks
from qisai.verify import compare

ALL = rule_sheets()
LITTLE = 45  # rounds times players of an event that is played in every run; the others are played with -m long
RULES = HERE.parents[2] / "shared" / "domain" / "rules.md"


def work(sheet: RuleSheet) -> int:
    """Rounds times players, over all stages; 轮次 is 1-7, or 8 alone."""
    sheets = sheet.sheets()
    header, *people = sheets["报名"]
    heads = Counter(row[header.index("组别")] for row in people)
    header, *stages = sheets["阶段"]
    found = 0
    for stage in stages:
        first, last = (int(number) for number in (str(stage[header.index("轮次")]).split("-") * 2)[:2])
        found += (last - first + 1) * heads[stage[header.index("组别")]]
    return found


SMALL = [sheet for sheet in ALL if work(sheet) <= LITTLE]
LARGE = [sheet for sheet in ALL if work(sheet) > LITTLE]


def named(sheet: RuleSheet) -> str:
    return sheet.name


def stated(event: Event, sheet: RuleSheet) -> None:
    """The sheet was read without a problem; the check-up and the printed rules say what is expected."""
    assert event.notices == []
    topics = [remark.topic.split("：")[-1] for remark in remarks(event)]
    assert [topic for topic in sheet.data["asks"] if topic not in topics] == []
    assert [topic for topic in sheet.data["silent"] if topic in topics] == []
    printed = "\n".join(f"{topic}：{words}" for rules in event.regulations.values() for topic, words in summary(rules))
    assert [words for words in sheet.data["summary"] if words not in printed] == []


def verified(played: Played, every_round: bool) -> None:
    """The second referee finds no difference: in the folder, in the final lists, the prizes, the deposits and the teams of
    the package, and with ``every_round`` in every value of its tables."""
    assert played.report.findings == ()
    teams = team_claims(played.event)
    for group, competition in played.competitions.items():
        own = claims(competition) if every_round else played.closing(group)
        assert compare(played.report, own | teams, group) == ()


def played_whole(sheet: RuleSheet, folder: Path, every_round: bool) -> None:
    event = write(sheet, folder)
    stated(event, sheet)
    played = play(sheet, event)
    assert set(played.event.record.closed) == set(played.event.regulations)
    verified(played, every_round)
    FACTS[sheet.name](played)
    ceremony = Ceremony(played.event, list(played.lists.values()), played.teams_listed)
    assert len(ceremony.now) == sum(len(own.given) for own in (*played.awards.values(), played.teams_listed.awards))


@pytest.mark.parametrize("sheet", SMALL, ids=named)
def test_a_regulation_is_played_whole(sheet: RuleSheet, tmp_path: Path) -> None:
    played_whole(sheet, tmp_path / sheet.name, every_round=False)


@pytest.mark.parametrize("sheet", LARGE, ids=named)
def test_a_regulation_that_takes_long_is_read_and_checked_up(sheet: RuleSheet, tmp_path: Path) -> None:
    stated(write(sheet, tmp_path / sheet.name), sheet)


@pytest.mark.long
@pytest.mark.parametrize("sheet", LARGE, ids=named)
def test_a_regulation_that_takes_long_is_played_whole(sheet: RuleSheet, tmp_path: Path) -> None:
    played_whole(sheet, tmp_path / sheet.name, every_round=True)


@pytest.mark.long
@pytest.mark.parametrize("sheet", ALL, ids=named)
def test_a_regulation_is_played_whole_by_a_larger_field(sheet: RuleSheet, tmp_path: Path) -> None:
    played = play(sheet, write(sheet, tmp_path / sheet.name, times=3))
    verified(played, every_round=True)
    FACTS[sheet.name](played)


def test_every_regulation_of_the_table_is_here() -> None:
    if not RULES.exists():
        pytest.skip(f"the summary of rules is not beside the project: {RULES.name}")
    table = RULES.read_text(encoding="utf-8").split("## 2. Regulations seen")[1].split("\n## ")[0]
    rows = {int(cells[1]) for line in table.splitlines() if (cells := line.split("|"))[1:] and cells[1].strip().isdigit()}
    ours = [sheet.number for sheet in ALL] + [one["number"] for one in without_a_sheet()]
    assert sorted(ours) == sorted(rows) and len(ALL) >= 20


def test_every_sheet_has_its_facts_and_says_what_it_cannot_say() -> None:
    assert FACTS.keys() == {sheet.name for sheet in ALL}
    assert all(needs for _, _, what, needs in unsaid_table() if what != "无")
    assert all(isinstance(sheet.data["unsaid"], list) and sheet.data["states"] for sheet in ALL)


@pytest.mark.parametrize(
    ("part", "word"),
    [
        ("settings", {"团体": "不设"}),
        ("stages", [{"轮": "1-7", "points": [2, 1, 0]}]),
        ("prizes", [{"奖": "名次奖"}]),
        ("people", [{"count": 1, "姓": "甲"}]),
    ],
)
def test_a_sheet_with_a_word_that_no_column_has_is_refused(part: str, word: object) -> None:
    leshan = next(sheet for sheet in ALL if sheet.name == "leshan-2025")
    assert set(leshan.sheets()) == {*SHEETS, "报名"}
    with pytest.raises(ValueError, match="no "):
        RuleSheet("错", {**leshan.data, part: word}).sheets()
