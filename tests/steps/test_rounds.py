"""Draft, publish, take back, correct: what the organizer does between two rounds, through the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE


def kinds(folder: Path) -> list[str]:
    return [entry.kind for entry in open_event(folder).journal]


def answer(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """What is typed at the questions to come."""
    monkeypatch.setattr("builtins.input", lambda *_: words)


def test_a_draft_is_not_a_publication_and_may_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    answer(monkeypatch, "n")
    assert small.run("next", folder, "--no-reports") == 0
    assert small.run("next", folder, "--no-reports") == 0
    assert kinds(folder) == ["draw"]
    assert not (folder / "第01轮.xlsx").exists()
    assert (folder / "报表" / "草稿" / "草稿_第01轮.xlsx").exists()
    answer(monkeypatch, "是")
    assert small.run("next", folder, "--no-reports") == 0
    assert kinds(folder) == ["draw", "publish"]


def test_a_refused_draft_is_published_later_as_it_was_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    answer(monkeypatch, "n")
    assert small.run("next", folder, "--no-reports") == 0
    assert kinds(folder) == ["draw", "publish", "accept"]
    assert small.run("publish", folder, "--no-reports") == 0
    twin = small.copy(tmp_path / "另一份", 2)
    pairs = [open_event(where).record.publications[-1].lines for where in (folder, twin)]
    assert pairs[0] == pairs[1]


def test_a_blank_round_can_be_taken_back_and_is_paired_again_alike(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    before = open_event(folder).record.publications[-1].lines
    assert small.run("undo", folder, "--reason", "有人没到齐") == 0
    assert not (folder / "第02轮.xlsx").exists()
    assert kinds(folder)[-1] == "withdraw"
    assert small.next_round(folder) == 0
    assert open_event(folder).record.publications[-1].lines == before
    assert verify(folder).findings == ()


@pytest.mark.parametrize(("column", "value"), [("结果", "1"), ("红犯规", 1), ("签字", "未签"), ("备注", "红方迟到")])
def test_a_started_round_is_never_taken_back(tmp_path: Path, column: str, value: object, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    small.result(folder, 2, value, column, "第02轮.xlsx")
    before = small.contents(folder)
    assert small.run("undo", folder, "--reason", "想重排") == 3
    assert "已经开赛" in capsys.readouterr().out
    assert small.contents(folder) == before


def test_the_draw_can_be_taken_back_only_before_round_one(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    assert small.run("undo", folder, "--reason", "第1轮没开始") == 0
    assert small.run("undo", folder, "--reason", "多抽了一个人") == 0
    assert not (folder / "编号.xlsx").exists()
    assert small.run("draw", folder) == 0
    assert open_event(folder).record.numbers
    assert verify(folder).findings == ()


def test_the_same_seed_draws_the_same_numbers_whatever_the_order_of_the_rows(tmp_path: Path) -> None:
    one, other = small.copy(tmp_path / "一", -1), small.copy(tmp_path / "二", -1)

    def reverse(book) -> None:
        sheet = book["报名"]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2) if row[0].value is not None]
        small.put_rows(sheet, [["" if value is None else value for value in row] for row in rows[::-1]])

    small.edit(other / EVENT_FILE, reverse)
    for folder in (one, other):
        assert small.run("draw", folder) == 0
    assert open_event(one).record.numbers == open_event(other).record.numbers


def test_a_second_next_with_nothing_new_changes_nothing(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    before = small.contents(folder)
    assert small.next_round(folder) == 3  # the games of round 2 are open
    assert small.contents(folder) == before


def test_a_correction_moves_ranks_and_never_a_published_pairing(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    published = open_event(folder).record.publications[-1].lines
    accepted = open_event(folder).record.publications[0].accepted
    board_two = next(line for line in accepted if line["board"] == 2)
    now = "红胜" if board_two["outcome"] != "红胜" else "黑胜"
    small.result(folder, 3, now)
    assert small.next_round(folder) == 3  # no reason yet
    assert "reason_missing" in capsys.readouterr().out
    small.result(folder, 3, "成绩单写反", "更正理由")
    assert small.next_round(folder) == 0
    said = capsys.readouterr().out
    assert f"由「{board_two['outcome']}」改为「{now}」" in said and "影响" in said
    entry = open_event(folder).journal.entries[-1]
    assert entry.kind == "correct" and entry.data["reason"] == "成绩单写反" and entry.data["moves"]
    assert open_event(folder).record.publications[-1].lines == published
    assert verify(folder).findings == ()
    before = small.contents(folder)
    assert small.next_round(folder) == 3  # asked again, the same correction is not made twice
    assert small.contents(folder) == before


def test_knockout_and_others_do_not_wait_for_each_other(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 4)
    lines = [p.file for p in open_event(folder).record.publications[-2:]]
    assert lines == ["第04轮_淘汰.xlsx", "第04轮_其余.xlsx"]
    for row in (2, 3):
        small.result(folder, row, "1", file="第04轮_其余.xlsx")
    assert small.next_round(folder) == 0  # the others go on while the knockout still plays
    assert (folder / "第05轮_其余.xlsx").exists()
    assert not (folder / "第05轮_淘汰.xlsx").exists()
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert (folder / "第05轮_淘汰.xlsx").exists()
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert kinds(folder)[-1] == "close"
    assert verify(folder).findings == ()


def test_who_went_on_in_the_knockout_stays_once_the_next_round_is_out(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 5)
    file = "第04轮_淘汰.xlsx"
    event = open_event(folder)
    first = event.record.find("", "淘汰", 4).accepted[0]
    other = {"红胜": "黑胜", "黑胜": "红胜"}.get(first["outcome"], "红胜")
    small.result(folder, 2, other, file=file)
    small.result(folder, 2, "记错了", "更正理由", file)
    assert small.next_round(folder) == 3
    assert "tie_settled" in capsys.readouterr().out


def test_colours_played_otherwise_count_as_played_and_pair_as_planned(tmp_path: Path) -> None:
    """Table 1 of round 1 sat the wrong way round; the pairing of round 2 takes the planned colours."""
    plain, swapped = small.copy(tmp_path / "一", 1), small.copy(tmp_path / "二", 1)
    small.fill(plain)
    small.fill(swapped)
    line = open_event(plain).record.publications[0].lines[0]
    numbers = open_event(plain).record.numbers
    small.result(plain, 2, "红胜")
    small.result(swapped, 2, "黑胜")
    small.result(swapped, 2, numbers[line["black"]], "实际红方")
    for folder in (plain, swapped):
        assert small.next_round(folder) == 0
    tables = [open_event(folder).competitions[""].standings(1) for folder in (plain, swapped)]
    winner = line["red"]
    assert [int(table.loc[winner, "points"]) for table in tables] == [5, 5]
    sides = [open_event(folder).competitions[""].games.query("board == 1")["swapped"].tolist() for folder in (plain, swapped)]
    assert sides == [[False], [True]]
    assert verify(swapped).findings == ()


def test_four_players_and_four_rounds_end_without_a_legal_pairing_and_with_ways_out(tmp_path: Path, capsys) -> None:
    """After three rounds everybody has met everybody."""
    folder = tmp_path / "赛事"
    small.write(folder, players=4)

    stage = ["积分", "积分编排", "1-4", "全体", 5, 2, 0, 5, 3, 0, 5, 5, "", "", "", ""]
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["阶段"], [stage, [""] * 16, [""] * 16]))
    assert small.run("draw", folder) == 0
    codes = []
    for _ in range(4):
        codes.append(small.next_round(folder))
        small.fill(folder)
    assert codes[0] == 0 and codes[-1] == 4
    said = capsys.readouterr().out
    assert "没有合乎规则的对阵" in said and "--relax" in said
    choice = next(line.split()[1] for line in said.splitlines() if line.strip().startswith("--relax"))
    assert small.run("next", folder, "--yes", "--no-reports", "--relax", choice) == 0
    assert open_event(folder).record.publications[-1].relaxed == sorted(choice.split("、"))
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_withdrawn_player_is_not_paired_and_stays_in_the_list(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    number = 3
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[2, number, "退赛", None, None, "有事"]]))
    assert small.next_round(folder) == 0
    event = open_event(folder)
    player = next(player for player, own in event.record.numbers.items() if own == number)
    last = event.record.publications[-1]
    assert player not in {line[side] for line in last.lines for side in ("red", "black")} | {last.bye}
    assert [player, "缺席"] in last.absent
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert player in open_event(folder).competitions[""].standings(2).index
    assert verify(folder).findings == ()


def test_a_happening_of_a_published_round_comes_too_late(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[1, 3, "退赛", None, None, "有事"]]))
    assert small.next_round(folder) == 3
    assert "change_past" in capsys.readouterr().out


def test_simulated_results_fill_only_blanks_and_only_rehearsals(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.result(folder, 2, "6")
    small.fill(folder)
    sheets, _ = open_event(folder).sheets()
    outcomes = [line["outcome"] for line in sheets["", "积分", 1].lines.values()]
    assert outcomes[0] == "双弃" and "未报" not in outcomes
    real = tmp_path / "正式"
    small.make(real, settings={"演练": "否"})
    before = small.contents(real)
    assert small.run("simulate", real) == 3
    assert "not_rehearsal" in capsys.readouterr().out
    assert small.contents(real) == before


def test_a_late_entry_takes_the_next_number_once_he_has_paid(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    person = {"序号": 50, "姓名": "晚到", "角色": "选手", "缴费类别": "自费", "报到": "是"}

    def arrive(book) -> None:
        header = [cell.value for cell in book["报名"][1]]
        small.put_rows(book["报名"], [[person.get(column) for column in header]], 11)
        small.put_rows(book["变动"], [[2, None, "迟到加入", 50, None, "堵车"]])

    small.edit(folder / EVENT_FILE, arrive)
    assert small.next_round(folder) == 3
    assert "没有缴费" in capsys.readouterr().out
    person |= {"已缴": 100, "缴费顺序": 50}
    small.edit(folder / EVENT_FILE, arrive)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    assert event.record.numbers["50"] == 10
    last = event.record.publications[-1]
    assert "50" in {line[side] for line in last.lines for side in ("red", "black")} | {last.bye}
    first = event.competitions[""].games.query("red == '50' and round == 1")
    assert first["outcome"].tolist() == ["未加入"]
    assert verify(folder).findings == ()


@pytest.mark.long
def test_a_corrected_name_is_a_rename_and_old_sheets_still_read(tmp_path: Path) -> None:
    """Printed as 张三 in rounds 1 and 2, corrected twice: the sheets keep the name they were printed with."""
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    for name in ("张叁", "章三"):
        small.put(folder / EVENT_FILE, "报名", "B3", name)
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert open_event(folder).people.loc["2", "name"] == "章三"
    small.put(folder / EVENT_FILE, "报名", "B3", "张参")
    assert small.run("check", folder) == 0
    assert verify(folder).findings == ()


def test_where_both_players_of_a_tie_stayed_away_the_final_is_a_walkover(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 4)
    event = open_event(folder)
    first = event.record.find("", "淘汰", 4).lines[0]
    small.result(folder, 2, event.record.numbers[first["red"]], "红方编号", "第04轮_淘汰.xlsx")
    small.result(folder, 2, "6", file="第04轮_淘汰.xlsx")
    for _ in range(2):
        small.fill(folder)
        assert small.next_round(folder) == 0
    assert kinds(folder)[-1] == "close"
    final = open_event(folder).competitions[""].final()
    second = open_event(folder).record.find("", "淘汰", 5).lines
    assert [bool(line["black"]) for line in second] == [False]
    assert final.index[0] == second[0]["red"]
    assert verify(folder).findings == ()
