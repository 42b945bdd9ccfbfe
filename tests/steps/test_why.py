"""The verb why: a board with its reasons, what another pairing would cost, how a hand change stands to the best."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

import rehearsal_tianshui as tianshui
import small_event as small
import small_round_robin as robin
from conftest import Diary
from qisai import steps
from qisai.cli import main
from qisai.event import open_event
from qisai.exchange.played import Game, Played, Player
from qisai.pairing.legality import check_pairing
from qisai.problems import InputProblems
from qisai.regulation.model import SWISS
from qisai.steps.why import published_round
from qisai.vocabulary import EVENT_FILE, GAMES_SHEET
from rehearsal_danyang import append, run
from rehearsal_tianshui import pairs, swap_seats
from test_console import run as on_console
from test_menu import type_in


def ask(folder: Path, *words: object) -> str:
    return "\n".join(steps.why(open_event(folder), *map(str, words)))


def unmet(folder: Path, file: str = "第02轮.xlsx") -> tuple[int, int]:
    """Two numbers that met neither in round 1 nor in this one."""
    met = [{*pair} for name in ("第01轮.xlsx", file) for pair in pairs(folder, name).values()]
    return next((a, b) for a in range(1, 10) for b in range(a + 1, 10) if {a, b} not in met)


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine people, two rounds out, the second still blank."""
    return small.copy(tmp_path_factory.mktemp("问") / "赛事（1）", 2)


# --- a Swiss round --------------------------------------------------------------------------------------------


def test_one_person_is_told_his_board_and_its_reasons(second: Path) -> None:
    publication = open_event(second).record.publications[-1]
    board, (red, black) = next(iter(pairs(second, "第02轮.xlsx").items()))
    for typed in (red, f"{red}号", "".join(chr(ord(digit) + 0xFEE0) for digit in str(red))):
        words = ask(second, 2, typed).splitlines()
        assert re.fullmatch(rf"第 2 轮第 {board} 台：{red} 号 .+（红） 对 {black} 号 .+（黑）", words[0])
        assert words[1:] == publication.why[str(board)]


def test_a_name_does_as_well_as_a_number(second: Path) -> None:
    event = open_event(second)
    player, number = next(iter(event.record.numbers.items()))
    assert ask(second, 2, event.people.loc[player, "name"]) == ask(second, "第2轮", number)


def test_the_bye_has_its_reasons_too(second: Path) -> None:
    event = open_event(second)
    publication = event.record.publications[-1]
    number = event.record.numbers[publication.bye or ""]
    assert ask(second, 2, "轮空") == ask(second, 2, number)
    assert ask(second, 2, number).splitlines()[1:] == publication.bye_why
    words = ask(second, 2, number, "轮空")
    assert f"{number}号本轮轮空" in words and "若不让他轮空，" in words
    other = next(iter(pairs(second, "第02轮.xlsx").values()))[0]
    assert f"{other}号本轮没有轮空" in ask(second, 2, "轮空", other)
    first = event.record.numbers[event.record.publications[0].bye or ""]
    assert f"不能轮空：{first}号第1轮已轮空过" in ask(second, 2, first, "轮空")


def test_two_who_met_before_are_told_in_which_round(second: Path) -> None:
    one, other = pairs(second, "第01轮.xlsx")[1]
    assert "不能相遇：两人第1轮已经相遇过" in ask(second, 2, one, other)


def test_two_who_do_not_meet_are_told_the_price(second: Path) -> None:
    one, other = unmet(second)
    words = ask(second, 2, one, other)
    assert f"{one}号与{other}号本轮没有相遇：" in words and "若一定让他们相遇，" in words and "台改变（" in words


def test_two_who_meet_are_told_the_price_of_parting_them(second: Path) -> None:
    one, other = pairs(second, "第02轮.xlsx")[1]
    words = ask(second, 2, one, other)
    assert words.splitlines()[0].startswith("第 2 轮第 1 台：") and "若不让他们相遇，" in words


@pytest.mark.long
def test_the_round_is_seen_as_it_was_published_whatever_was_corrected_since(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    before = [ask(folder, 2, *pair) for pair in ((1, 9), unmet(folder))]
    small.fill(folder)
    assert run("next", folder, "--yes", "--no-reports") == 0
    row = next(row for row in range(2, 6) if _result(folder, row) in ("红胜", "黑胜"))
    small.result(folder, row, "黑胜" if _result(folder, row) == "红胜" else "红胜")
    small.result(folder, row, "成绩单抄反", name="更正理由")
    small.fill(folder)
    assert run("next", folder, "--yes", "--no-reports") == 0
    assert [entry.kind for entry in open_event(folder).journal].count("correct") == 1
    assert [ask(folder, 2, *pair) for pair in ((1, 9), unmet(folder))] == before


def _result(folder: Path, row: int) -> object:
    column = small.column(folder / small.ROUND, GAMES_SHEET, "结果")
    return openpyxl.load_workbook(folder / small.ROUND)[GAMES_SHEET][f"{column}{row}"].value


def test_a_round_that_is_due_is_answered_on_its_draft(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 0)
    before = small.contents(folder)
    words, price = ask(folder, 1, 1), ask(folder, 1, 1, 3)
    assert words.startswith("第 1 轮草稿（还没有公布）第 1 台：") and "若一定让他们相遇，" in price
    assert small.contents(folder) == before  # nothing is written
    assert run("publish", folder, "--no-reports") == 0
    assert ask(folder, 1, 1) == words.replace("草稿（还没有公布）", "")
    assert ask(folder, 1, 1, 3) == price.replace("草稿（还没有公布）", "")


@pytest.mark.long
def test_a_later_draft_counts_the_results_just_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    small.fill(folder)
    small.answer(monkeypatch, "否")
    assert run("next", folder, "--no-reports") == 0
    words = ask(folder, 2, 1)
    assert words.startswith("第 2 轮草稿（还没有公布）")
    assert run("publish", folder, "--no-reports") == 0
    assert ask(folder, 2, 1) == words.replace("草稿（还没有公布）", "")


@pytest.mark.long
def test_a_round_without_a_legal_pairing_has_no_answer_but_the_ways_out(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    one, other = pairs(folder, small.ROUND)[1]
    append(folder, "变动", [2, one, "锁定对阵", None, other, "裁判长决定"])
    small.fill(folder)
    assert run("next", folder, "--yes", "--no-reports") == 4
    capsys.readouterr()
    assert run("why", folder, "2", "1") == 4
    output = capsys.readouterr()
    assert "没有合乎规则的对阵" in output.out and "Traceback" not in output.out + output.err


def test_who_was_away_and_what_was_locked_is_told(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    met = next({*pair} for pair in pairs(folder, small.ROUND).values() if 1 in pair)
    away, other, third = (n for n in range(9, 3, -1) if n not in met and n in (9, 8, 7))
    append(folder, "变动", [2, 1, "锁定对阵", None, other, "裁判长决定"], [2, away, "缺席本轮", None, None, "有事"])
    small.fill(folder)
    assert run("next", folder, "--yes", "--no-reports") == 0
    assert "按裁判长的安排" in ask(folder, 2, 1, other)
    assert f"裁判长锁定了1号与{other}号的对阵" in ask(folder, 2, 1, third)
    assert "没有参加编排（请假：缺席本轮）" in ask(folder, 2, away)
    assert "没有别的编法可比" in ask(folder, 2, away, 5)


# --- changed by hand ------------------------------------------------------------------------------------------


def test_a_hand_change_shows_its_distance_and_why_answers_on_the_published_pairing(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 2)
    was = pairs(folder, "第02轮.xlsx")
    capsys.readouterr()
    swap_seats(folder, "第02轮.xlsx", (3, "黑方"), (4, "红方"))
    small.result(folder, 4, "两人未到，电话 10000000001", "更正理由", "第02轮.xlsx")
    found = steps.adjustments(open_event(folder))[0]
    assert found.distance.startswith("与最优对阵")
    assert run("next", folder, "--yes", "--no-reports") == 0
    said = capsys.readouterr().out
    assert found.distance in said
    words = ask(folder, 2, *was[3])
    assert "这一轮公布以后由裁判调整过（理由：两人未到，电话 100****0001）" in words and "调整后的对阵与最优对阵" in words
    assert "以下照公布时的对阵说：" in words and f"{min(was[3])}号" in words and "10000000001" not in words + said
    assert "公布时他对" in ask(folder, 2, was[3][1]) and "裁判调整" in ask(folder, 2, was[3][1])


def test_colours_turned_by_hand_leave_the_best_opponents(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    swap_seats(folder, "第01轮.xlsx", (2, "红方"), (2, "黑方"))
    assert steps.adjustments(open_event(folder))[0].distance == "对手与最优对阵完全相同"


# --- other systems --------------------------------------------------------------------------------------------


def test_knockout_and_others_are_told_apart(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 4)
    event = open_event(folder)
    seeds = [event.record.numbers[player] for player in event.competitions[""].seeds]
    rest = [number for number in event.record.numbers.values() if number not in seeds]
    words = ask(folder, 4, seeds[0], seeds[3])
    assert words.startswith("第 4 轮（淘汰）第 1 台：") and "决赛编号 1 对 4" in words and "（红）" not in words
    assert "淘汰赛的对阵由决赛编号和上一轮的胜者决定" in words
    assert ask(folder, 4, seeds[0], seeds[1]).count("台：") == 2
    assert "不在同一个组别或阶段" in ask(folder, 4, seeds[0], rest[0])
    assert ask(folder, 4, rest[0], rest[1]).startswith("第 4 轮（其余）")


@pytest.mark.long
def test_a_round_robin_says_when_its_table_has_them_meet(tmp_path: Path) -> None:
    folder = robin.drawn(tmp_path / "循环", 5, "1-5")
    assert small.next_round(folder) == 0
    one, other = robin.pairs(folder, 1)[0]
    assert "循环赛按循环表对阵，没有别的编法：两人第 1 轮相遇" in ask(folder, 1, one, other)
    bye = next(n for n in range(1, 6) if all(n not in pair for pair in robin.pairs(folder, 1)))
    assert re.search(rf"{bye} 号 .+第 1 轮轮空", ask(folder, 1, bye, "轮空"))
    assert re.search(r"两人第 [2-5] 轮相遇", ask(folder, 1, one, bye))


def test_an_imported_round_has_no_reasons(tmp_path: Path) -> None:
    people = tuple(Player(f"P{n}", f"棋手{n}", "") for n in range(1, 5))
    games = tuple(Game(n, f"P{2 * n - 1}", f"P{2 * n}", "1-0") for n in (1, 2))
    steps.import_event(tmp_path / "导入", Played("别处的赛", people, (games,), 3), [], [], 3)
    for words in (ask(tmp_path / "导入", 1, 1), ask(tmp_path / "导入", 1, 1, 3)):
        assert "这一轮是导入的，在别处编排" in words and "若" not in words


# --- words and faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("9", "1"), "没有这一轮（共 5 轮）"),
        (("x", "1"), "没有这一轮"),
        (("2", "99"), "没有这个编号或名字的人"),
        (("2", ""), "没有这个编号或名字的人"),
        (("2", "1", "没人"), "没有这个编号或名字的人"),
        (("2", "1", "01"), "两次写的是同一个人"),
    ],
)
def test_what_is_not_known_is_said_with_a_remedy(second: Path, capsys, words: tuple[str, ...], told: str) -> None:
    before = small.contents(second)
    assert run("why", second, *words) == 3
    output = capsys.readouterr()
    assert told in output.out and "why_unknown" in small.told(output.out) and "Traceback" not in output.out + output.err
    assert small.contents(second) == before


def test_a_round_whose_turn_has_not_come_is_not_yet(second: Path) -> None:
    with pytest.raises(InputProblems) as refused:
        ask(second, 3, 1)
    assert [problem.code for problem in refused.value.problems] == ["not_yet"]


def test_namesakes_are_asked_for_by_number(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    for row in (2, 3):
        small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '姓名')}{row}", "赵一")
    numbers = sorted(open_event(folder).record.numbers[player] for player in ("1", "2"))
    with pytest.raises(InputProblems) as refused:
        ask(folder, 1, "赵一")
    assert set(re.findall(r"\d+", refused.value.problems[0].remedy)) == {str(number) for number in numbers}


def test_the_menu_asks_for_the_round_and_the_people(second: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    one, other = unmet(second)
    type_in(monkeypatch, str(second), "15", "2", str(one), str(other), "15", "2", str(one), "", "15", "", "0")
    main([])
    said = capsys.readouterr().out
    assert f"{one}号与{other}号本轮没有相遇" in said and said.count("第 2 轮") >= 2


@pytest.mark.long
def test_a_gbk_console_shows_the_answer(second: Path) -> None:
    one, other = unmet(second)
    done = on_console(second, "gbk", "why", "2", str(one), str(other))
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"{one}号与{other}号本轮没有相遇" in done.stdout.decode("gbk")


def test_no_telephone_is_told(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", 1)
    phone = "1" + "0" * 9 + "7"
    small.put(folder / EVENT_FILE, "报名", f"{small.column(folder / EVENT_FILE, '报名', '电话')}2", phone)
    for words in (("1", "1"), ("1", "1", "9"), ("1", "轮空"), ("1", "陆𬭎")):
        assert run("why", folder, *words) == 0
    assert phone not in capsys.readouterr().out


# --- every published round can be made again ----------------------------------------------------------------------


def check_rounds_are_made_again(folder: Path) -> int:
    """Each Swiss round, on the record as it stood, is the pairing that was published."""
    event, count = open_event(folder), 0
    for publication in event.record.publications:
        own = published_round(event, publication)
        if own.stage.system == SWISS:
            assert own.best is not None and own.best[0] == own.published_games, own.where
            seats = [(line["red"], line["black"]) for line in own.data["lines"]]
            assert check_pairing(seats, own.data["bye"], own.hall.field, own.rules) == []
            count += 1
    return count


def test_the_rounds_of_a_small_event_are_made_again(second: Path) -> None:
    assert check_rounds_are_made_again(second) == 2


@pytest.mark.long
def test_the_rounds_of_danyang_are_made_again(diary: Diary) -> None:
    assert check_rounds_are_made_again(diary.folder) == 9


@pytest.mark.long
def test_the_rounds_of_tianshui_are_made_again(tmp_path: Path) -> None:
    tianshui.play(tmp_path / "天水")
    assert check_rounds_are_made_again(tmp_path / "天水") == 9
