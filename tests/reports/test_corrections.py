"""Corrected results as the public reads them: stamps, one notice for what was corrected at once, prizes after the end."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import small_event
from qisai.event import Event, open_event
from qisai.reports import state
from qisai.reports.corrected import runs
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
    folder = small_event.copy(tmp_path_factory.mktemp("更正") / "小赛", 5)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    correct(folder, OTHERS, 2, 3)
    assert small_event.next_round(folder) == 0
    return open_event(folder)


def test_the_stamp_of_a_corrected_table_is_the_time_of_the_correction(corrected: Event) -> None:
    changes = corrected.journal.of_kind("correct")
    others = corrected.record.find("", "其余", 5)
    assert others is not None and len(changes) == 2
    last = state.clock(changes[-1].time)
    assert state.standings_stamp(corrected, others)[-1] == state.results_stamp(corrected, others)[-1] == f"截至第5轮 {last} 更正"
    knockout = corrected.record.find("", "淘汰", 5)
    assert knockout is not None and "更正" not in state.standings_stamp(corrected, knockout)[-1]
    assert state.latest_stamp(corrected, [knockout, others]) == state.standings_stamp(corrected, others)
    assert state.final_stamp(corrected)[-1].endswith(" 更正") and "更正" not in str(
        state.standings_stamp(corrected, corrected.record.publications[0])
    )


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


def test_the_pack_of_a_round_corrected_later_begins_with_that(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 3)
    correct(folder, "第01轮.xlsx", 2)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    write_pack(event, 1, tmp_path, [])
    article, message = ((tmp_path / FOLDER / name).read_text("utf-8-sig") for name in ("文章.txt", "群消息.txt"))
    words = "本轮以后又有更正，名次以最新一轮为准：第1轮第1台改判"
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
