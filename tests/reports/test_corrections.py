"""Corrected results as the public reads them: stamps, one notice for what was corrected at once, prizes after the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

import small_event
from qisai.event import Event, open_event
from qisai.publish import language
from qisai.reports import final, state
from qisai.reports import round as rounds
from qisai.reports.corrected import Corrected, _moved, runs
from qisai.reports.impact import write_notice
from qisai.reports.knockout_words import round_name, told
from qisai.reports.pack import FOLDER, write_pack
from qisai.reports.words import net_moves
from qisai.tournament.ladder import Verdict
from qisai.vocabulary import GAMES_SHEET

OTHERS = "第05轮_其余.xlsx"


def correct(folder: Path, file: str, *rows: int) -> None:
    """Turn the results of some rows round and type a reason."""
    sheet = openpyxl.load_workbook(folder / file)[GAMES_SHEET]
    column = small_event.column(folder / file, GAMES_SHEET, "结果")
    for row in rows:
        now = "2" if str(sheet[f"{column}{row}"].value) not in ("2", "黑胜") else "1"
        small_event.result(folder, row, now, file=file)
        small_event.result(folder, row, f"录错{row}", "更正理由", file)


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Event:
    """The small event ended, then two tables of its last round corrected at once."""
    folder = small_event.to_the_end(tmp_path_factory.mktemp("更正") / "小赛")
    correct(folder, OTHERS, 2, 3)
    assert small_event.next_round(folder) == 0
    return open_event(folder)


def test_a_round_overtaken_after_the_end_is_marked_and_the_final_list_is_stamped_as_corrected(corrected: Event) -> None:
    changes = corrected.journal.of_kind("correct")
    others = corrected.record.find("", "其余", 5)
    assert others is not None and len(changes) == 2
    stamp = state.standings_stamp(corrected, others)
    assert stamp == state.results_stamp(corrected, others) and stamp[-1] == state.OVERTAKEN and " 更正" not in str(stamp)
    knockout = corrected.record.find("", "淘汰", 5)
    assert knockout is not None and state.latest_stamp(corrected, [knockout, others])[-1] == state.OVERTAKEN
    assert state.final_stamp(corrected)[-1].endswith(" 更正")
    assert "更正" not in str(state.standings_stamp(corrected, corrected.record.publications[0]))


def test_what_is_corrected_after_the_end_stands_in_the_pack_of_the_end_alone(corrected: Event, tmp_path: Path) -> None:
    assert state.corrections_seen(corrected, 5) == [] and len(state.later_corrections(corrected, 5)) == 2
    write_pack(corrected, 5, tmp_path, [])
    article = (tmp_path / FOLDER / "文章.txt").read_text("utf-8-sig")
    assert "理由：录错2" not in article and "本轮以后又有更正，名次以最新公布的为准：第5轮第" in article
    report = final.FinalReport(corrected)
    assert report.ranking().sheets[0].title == "更正后的总名次" and report.headline().lines[0].startswith("更正后的总名次：")


def test_every_round_that_shows_a_result_corrected_later_says_so(tmp_path: Path) -> None:
    """A result of round 1 is corrected while round 3 is open: rounds 1 and 2 are overtaken, round 3 shows it."""
    folder = small_event.copy(tmp_path / "小赛", 3)
    correct(folder, "第01轮.xlsx", 2)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    assert [len(state.later_corrections(event, number)) for number in (1, 2, 3, 4)] == [1, 1, 0, 0]
    told = [rounds.load(folder, number) for number in (1, 2, 3)]
    assert [state.OVERTAKEN in report.standings().stamp for report in told] == [True, True, False]
    assert [state.OVERTAKEN in report._stamp(report.states[0].publications[0]) for report in told] == [True, True, False]
    assert all("名次以最新公布的为准" in report.headline().lines[-1] for report in told[:2])
    assert any("后来更正" in note for note in told[0].pairings().sheets[0].notes)
    assert not any("后来更正" in note for note in told[1].pairings().sheets[0].notes)


def test_a_mix_up_of_seats_is_no_new_verdict(corrected: Event) -> None:
    entry = corrected.journal.of_kind("correct")[0]
    own, line = corrected.competitions[""], entry.data["before"]

    def told(before: dict[str, object], after: dict[str, object]) -> Corrected:
        data = {**entry.data, "before": {**line, **before}, "after": {**line, **after}}
        return Corrected(own, replace(entry, data=data))

    red, where = corrected.people["name"][line["red"]], f"第5轮第{line['board']}台"
    same = told({"outcome": "红胜", "swapped": False}, {"outcome": "黑胜", "swapped": True})
    assert same.brief() == f"{where}更正先后手（{red}实执黑，仍为{red}胜）" and same.change().loud == "更正为"
    assert "更正为：" in same.words()[0]
    drawn = told({"outcome": "和", "swapped": False}, {"outcome": "和", "swapped": True})
    assert drawn.brief().endswith("实执红，仍为和棋）")
    other = told({"outcome": "红胜", "swapped": False}, {"outcome": "红胜", "swapped": True})
    assert "实执红，改判" in other.brief() and red not in other.brief() and other.change().loud == "改判"
    assert told({"outcome": "红胜", "red_fouls": 1}, {"outcome": "红胜", "red_fouls": 0}).brief() == f"{where}更正犯规"
    turned = told({"outcome": "红胜", "swapped": False}, {"outcome": "黑胜", "swapped": False})
    assert turned.brief().startswith(f"{where}改判黑胜（")


def test_a_message_after_the_end_says_how_many_prizes_changed_hands(corrected: Event) -> None:
    (run,) = runs(corrected, corrected.competitions, corrected.journal.of_kind("correct"))
    with_prizes = replace(run)
    with_prizes.__dict__["prizes"] = ["名次奖第1名：甲 → 乙", "名次奖第2名：乙 → 甲"]
    assert with_prizes.brief().endswith("，2项奖有变动")


def test_corrections_made_at_once_are_one_with_the_places_before_the_first_and_after_the_last(corrected: Event) -> None:
    changes = corrected.journal.of_kind("correct")
    (run,) = runs(corrected, corrected.competitions, changes)
    before, after = (entry.data["order"] for entry in corrected.journal.of_kind("close"))
    moved = [(player, before.index(player) + 1, place) for place, player in enumerate(after, 1) if before[place - 1] != player]
    assert run.moves == moved and run.ended and len(run.single) == 2
    assert run.moved == (f"总名次有{len(moved)}人变动" if moved else "名次没有变动")
    back = [{**changes[0].data, "moves": [["1", 11, 10]]}, {**changes[0].data, "moves": [["1", 10, 21], ["2", 21, 20]]}]
    assert net_moves(back) == [("2", 21, 20), ("1", 11, 21)]
    blocks = run.changes()
    assert [cell for block in blocks for cell in block.cells] == [
        f"{corrected.record.numbers[p]}号 {corrected.people['name'][p]} {a}→{b}" for p, a, b in moved
    ]


def test_a_correction_after_the_end_is_told_in_the_last_pack(corrected: Event, tmp_path: Path) -> None:
    names = [path.name for path in write_pack(corrected, None, tmp_path, [])]
    assert any(name.startswith("01_更正") for name in names)
    article, message = ((tmp_path / FOLDER / name).read_text("utf-8-sig") for name in ("文章.txt", "群消息.txt"))
    assert "　更正后的总名次\n" in article and "更正：\n第5轮第" in article and "理由：录错2" in article
    assert "更正后的总名次已公布。" in message and "更正：第5轮第" in message and "改判" in message
    assert message.count("名次变动") + message.count("名次没有变动") == 1


def test_the_notice_has_each_moved_player_once_and_the_changed_prizes(corrected: Event) -> None:
    data = [entry.data for entry in corrected.journal.of_kind("correct")]
    text = write_notice(corrected, data).with_suffix(".txt").read_text("utf-8-sig")
    (run,) = runs(corrected, corrected.competitions, corrected.journal.of_kind("correct"))
    assert text.count(" 号 ") == len(run.moves) and text.count("更正：第") == 2
    assert all(f"奖项变动：{line}" in text for line in run.prizes)


def test_in_two_languages_whoever_was_moved_and_his_places_stand_once(corrected: Event) -> None:
    (run,) = runs(corrected, corrected.competitions, corrected.journal.of_kind("correct"))
    language.choose(language.BOTH)
    try:
        lines = [*run._moves(), _moved("名次奖第2名：12号张三 → 无人")]
    finally:
        language.choose(language.CHINESE)
    assert len(lines) == len(run.moves) + 1 and all(line.count("→") == 1 for line in lines)
    assert lines[-1] == "名次奖第2名： Place prizes, place 2: 12号张三 → 无人 Nobody"


def test_the_pack_of_a_round_corrected_later_begins_with_that(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 3)
    correct(folder, "第01轮.xlsx", 2)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    write_pack(event, 1, tmp_path, [])
    article, message = ((tmp_path / FOLDER / name).read_text("utf-8-sig") for name in ("文章.txt", "群消息.txt"))
    words = "本轮以后又有更正，名次以最新公布的为准：第1轮第1台改判"
    assert article.split("【正文】\n")[1].splitlines()[1].startswith(words) and words in message


def test_a_rehearsal_without_times_prints_none() -> None:
    assert state._when("2000-01-01T00:18:00") == "" and state._when("2024-07-20T14:32:00") == " 07-20 14:32"


class Names:
    """People by their ids."""

    def name(self, player: str) -> str:
        return player


@pytest.mark.parametrize(
    ("tie", "last", "words"),
    [
        (Verdict(1, "甲", "乙", True, "乙", "甲", "慢棋", "慢棋执黑胜"), False, "乙执黑胜甲"),
        (Verdict(1, "甲", "乙", True, "甲", "乙", "慢棋", "慢棋执红胜"), True, "甲执红胜乙，夺冠"),
        (Verdict(1, "甲", "乙", True, "乙", "甲", "附加赛", "附加赛和棋，执黑胜"), False,
         "乙胜甲（慢棋和棋，附加赛和棋，执黑胜）"),
        (Verdict(1, "甲", "乙", True, "甲", "乙", "慢棋", "慢棋对方弃权"), False, "甲胜乙（慢棋对方弃权）"),
        (Verdict(1, "甲", "", True, "甲", None, "慢棋", "对手缺席"), False, "甲轮空晋级"),
        (Verdict(1, "甲", "乙", True, None, None, "慢棋", "慢棋双弃"), False, "甲 — 乙　慢棋双弃"),
    ],
)  # fmt: skip
def test_a_tie_is_told_with_colour_and_game(tie: Verdict, last: bool, words: str) -> None:
    assert told(tie, Names(), ["慢棋", "附加赛"], last=last) == words  # type: ignore[arg-type]


def test_rounds_of_the_knockout_have_names(corrected: Event) -> None:
    stage = corrected.rules.knockout
    assert stage is not None and [round_name(stage, number) for number in stage.rounds] == ["半决赛", "决赛"]
