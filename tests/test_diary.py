"""The diary of a whole event: what was accepted at every step is what the finished folder gives."""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

import rehearsal_danyang as danyang
from conftest import Diary, hashes
from qisai.event import differences, open_event
from qisai.record import replay
from qisai.reports.words import claims
from qisai.tournament.prizes import awards
from qisai.verify import compare, verify
from qisai.vocabulary import Outcome

COMMITTED = Path(__file__).parents[1] / "data" / "danyang-2024"


def test_the_state_accepted_at_every_step_follows_from_the_finished_folder(diary: Diary) -> None:
    event = open_event(diary.folder)
    assert list(diary.orders) == [f"第{n}轮确认" for n in range(1, 11)]
    for step, order in diary.orders.items():
        then = event.at(replay(event.journal.entries[: diary.lengths[step]]))[""]
        assert list(then.final().index) == order, step


def test_one_pass_over_the_sheets_gives_the_accepted_results(diary: Diary) -> None:
    event = open_event(diary.folder)
    sheets, problems = event.sheets()
    assert not [problem for problem in problems if problem.level == "错误"]
    assert len(sheets) == len(event.record.publications) == 12
    for publication in event.record.publications:
        accepted = {(line["board"], line["game"]): line for line in publication.accepted}
        typed = {k: line for k, line in sheets[publication.key].lines.items() if line["outcome"] != Outcome.PENDING}
        assert differences(accepted, typed) == []


def test_standings_after_a_round_move_later_only_by_corrections(diary: Diary) -> None:
    """Round by round, one pass over the finished folder against the order kept when the round was accepted."""
    event = open_event(diary.folder)
    competition = event.competitions[""]
    accepts = {(e.data["stage"], e.data["round"]): e.data["order"] for e in event.journal.of_kind("accept")}
    corrected_later = {2}  # that of round 4 gave nobody another place after it
    for round_no in range(1, 10):
        stage = "积分" if round_no <= 7 else "其余"
        same = list(competition.standings(round_no).index) == accepts[stage, round_no]
        assert same == (round_no not in corrected_later), round_no


def test_the_second_referee_agrees_on_everything(diary: Diary) -> None:
    report = verify(diary.folder)
    assert report.findings == ()
    assert compare(report, claims(open_event(diary.folder).competitions[""])) == ()
    assert report.checks["重复对阵"] == (59 + 60 + 60 + 4 * 59) + 2 * 55


def test_the_program_never_writes_into_a_file_that_a_person_has_filled(diary: Diary) -> None:
    """Only its own journal, and 编号.xlsx when the late entry gets his number."""
    assert len(diary.rewritten) == 11
    assert [names - {"journal.jsonl"} for names in diary.rewritten] == [
        set(), {"编号.xlsx"}, set(), set(), set(), set(), set(), set(), set(), set(), set(),
    ]  # fmt: skip


def test_the_field_is_the_one_of_the_regulation(diary: Diary) -> None:
    event = open_event(diary.folder)
    field = event.entries
    assert (len(field), int((field["status"] == "未缴费").sum())) == (133, 6)
    assert len(event.record.numbers) == 120
    unpaid = field.index[field["status"] == "未缴费"]
    assert not set(unpaid) & set(event.record.numbers)
    final = event.competitions[""].final()
    assert int(final["rank"].max()) >= 109
    reasons = {e.data["reason"] for e in event.journal.of_kind("correct")}
    assert len(reasons) == 2
    outcomes = set(event.competitions[""].games["outcome"])
    assert outcomes >= {"红弃", "黑弃", "双弃", "双弃未签", "轮空", "请假", "缺席"}


def test_every_prize_of_the_regulation_is_awarded(diary: Diary) -> None:
    competition = open_event(diary.folder).competitions[""]
    given = awards(competition.final(), competition.people, competition.regulation)
    by_name = given.given.groupby("prize")["amount"].agg(["size", "sum"]).to_dict("index")
    assert by_name["名次奖"] == {"size": 24, "sum": 10800}
    assert by_name["幸运奖"] == {"size": 18, "sum": 1800}
    assert given.certificates == 42
    final = competition.final()
    assert not set(given.given["player"]) & set(final.index[final["rank"].isna()])


@pytest.mark.skipif(not COMMITTED.exists(), reason="data/danyang-2024 is not in this copy")
def test_the_committed_event_is_the_one_that_the_diary_plays(diary: Diary) -> None:
    names = {name for name in hashes(diary.folder) if not name.startswith((".", "报表", "备份"))}
    assert {name for name in hashes(COMMITTED) if not name.startswith((".", "报表", "备份"))} == names
    assert (COMMITTED / "journal.jsonl").read_bytes() == (diary.folder / "journal.jsonl").read_bytes()
    for name in sorted(names):
        if name.endswith(".xlsx"):
            one, other = (openpyxl.load_workbook(folder / name) for folder in (COMMITTED, diary.folder))
            assert one.sheetnames == other.sheetnames
            for sheet in one.sheetnames:
                assert list(one[sheet].values) == list(other[sheet].values), (name, sheet)


def test_results_that_come_back_from_a_lost_file_are_the_accepted_ones(diary: Diary, tmp_path: Path) -> None:
    folder = tmp_path / "赛事"
    shutil.copytree(diary.folder, folder)
    for name in ("编号.xlsx", "第03轮.xlsx", "第04轮.xlsx", "第08轮_淘汰.xlsx"):
        (folder / name).unlink()
    assert danyang.run("next", folder, "--yes", "--no-reports") == 0
    assert verify(folder).findings == ()
    assert (folder / "journal.jsonl").read_bytes() == (diary.folder / "journal.jsonl").read_bytes()
