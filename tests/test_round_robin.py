"""Round robins (赛制「循环」), from the sheet to the final list, through the steps and past the second referee."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event as small
import small_round_robin as rr
from qisai.event import Event, open_event
from qisai.regulation.summary import rules_text, summary
from qisai.reports import final as final_report
from qisai.reports import round as round_report
from qisai.reports import tables
from qisai.reports.crosstable import cross_table
from qisai.reports.state import Settled
from qisai.reports.team import team_claims
from qisai.reports.words import claims
from qisai.steps import adjustments
from qisai.verify import compare, verify
from qisai.vocabulary import EVENT_FILE, Outcome
from rehearsal_danyang import run


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")


def sound(folder: Path) -> Event:
    """The event, after the second referee has found nothing in it."""
    report = verify(folder)
    assert report.findings == ()
    event = open_event(folder)
    shared = team_claims(event)
    for group, competition in event.competitions.items():
        assert compare(report, claims(competition) | shared, group) == ()
    return event


def table(event: Event, after: int, group: str = "") -> pd.DataFrame:
    """The standings by 编号."""
    return event.competitions[group].standings(after).set_index("number")


def forfeit_rest(folder: Path, number: int, first: int, last: int) -> None:
    """Publish and fill rounds; whoever has the number does not come."""
    for round_no in range(first, last + 1):
        assert small.next_round(folder) == 0
        (pair,) = [pair for pair in rr.pairs(folder, round_no) if number in pair]
        rr.type_result(folder, round_no, number, "4" if pair[0] == number else "5")
        small.fill(folder, "循环成绩")


# --- a whole event --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = rr.drawn(tmp_path_factory.mktemp("六人") / "赛事", 6, "1-5")
    rr.play(folder)
    return folder


def test_six_play_the_five_rows_of_the_table(six: Path) -> None:
    assert [rr.pairs(six, number) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    sound(six)


def test_every_board_says_which_row_it_is_of(six: Path) -> None:
    second = open_event(six).record.publications[1]
    assert second.why == {
        "1": ["循环表第 2 轮：6号对4号，表中在前的6号执红"],
        "2": ["循环表第 2 轮：5号对3号，表中在前的5号执红"],
        "3": ["循环表第 2 轮：1号对2号，表中在前的1号执红"],
    }
    assert (second.criteria, second.relaxed, second.absent, second.bye) == ([], [], [], None)


def test_points_and_small_points_are_those_of_a_cross_table(six: Path) -> None:
    """小分 of 14.1: the points of everybody beaten and half of those drawn with."""
    event = open_event(six)
    number, points = event.record.numbers, dict.fromkeys(range(1, 7), 0)
    games = []
    for publication in event.record.publications:
        for line in publication.accepted or ():
            red, black = number[line["red"]], number[line["black"]]
            won = {Outcome.RED_WIN: (2, 0), Outcome.DRAW: (1, 1), Outcome.BLACK_WIN: (0, 2)}[line["outcome"]]
            games.append((red, black, won))
            points[red] += won[0]
            points[black] += won[1]
    small_points = {
        player: sum(points[black] * won[0] if red == player else points[red] * won[1]
                    for red, black, won in games if player in (red, black))
        for player in points
    }  # fmt: skip
    found = table(event, 5)
    assert dict(found["points"]) == points
    assert dict(found["sonneborn_berger"]) == small_points  # in halves of a point
    assert list(found.index) == sorted(points, key=lambda p: (-points[p], -small_points[p], list(found.index).index(p)))


@pytest.mark.long
def test_the_reports_are_made(six: Path, tmp_path: Path) -> None:
    names = {small.posted(path) for path in round_report.load(six, 5).write(tmp_path)} | {
        small.posted(path) for path in final_report.load(six).write(tmp_path)
    }
    assert {"第05轮_对阵.xlsx", "第05轮_名次.xlsx", "总名次.xlsx"} <= names
    why = round_report.load(six, 5).why().frames[0]
    assert why["说明"].str.startswith("循环表第 5 轮：").all()


@pytest.mark.long
def test_the_cross_table_has_every_game_from_both_sides(six: Path, tmp_path: Path) -> None:
    paths = {small.posted(path): path for path in round_report.load(six, 5).write(tmp_path)}
    assert "第05轮_循环成绩表.png" in paths
    sheet = openpyxl.load_workbook(paths["第05轮_名次.xlsx"])["循环成绩表"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    head = next(row for row in rows if row[0] == "名次")
    body = {row[1]: dict(zip(head, row, strict=True)) for row in rows[rows.index(head) + 1 :][:6]}
    assert sorted(body) == [1, 2, 3, 4, 5, 6]
    for number, row in body.items():
        assert row[str(number)] == "※"
        made = [int(row[str(other)]) for other in body if other != number]
        assert sum(made) == int(row["积分"])
        assert all(int(row[str(other)]) + int(body[other][str(number)]) == 2 for other in body if other != number)


def test_the_summary_names_the_system_and_only_its_own_settings(six: Path) -> None:
    rules = open_event(six).rules
    lines = dict(summary(rules))
    assert lines["循环"].startswith("第 1-5 轮，全体，单循环，胜 2，和 1，负 0，轮空 0")
    assert lines["循环赛中途退赛"] == "循环赛中途退赛的：不到一半成绩取消，其余各局按弃权（默认）"
    assert {"首轮编排", "同分组内次序", "先后手限制", "末轮放宽先后手", "轮空算胜局", "双循环次序"}.isdisjoint(lines)
    assert {"循环赛中途退赛", "双循环次序"}.isdisjoint(rules_text(rules))  # not typed: as in records older than they


def test_the_template_is_a_round_robin_after_the_rule_book(tmp_path: Path) -> None:
    """2020 rules 14.1."""
    assert run("new", tmp_path / "赛事", "--regulation", "round_robin") == 0
    rules = open_event(tmp_path / "赛事").rules
    assert [key.label for key in rules.chain] == list(rr.CHAIN)
    assert (rules.swiss.kind, rules.swiss.last, rules.swiss.rests(Outcome.BYE)) == ("单循环", 7, True)


def test_a_correction_changes_places_and_no_pairing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    for _ in range(2):
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert small.next_round(folder) == 0
    before = open_event(folder).record.publications[0].accepted or []
    other = "黑胜" if before[0]["outcome"] != "黑胜" else "红胜"
    small.result(folder, 2, other)
    small.result(folder, 2, "成绩单写反", "更正理由")
    capsys.readouterr()
    assert small.next_round(folder) == 0
    out = capsys.readouterr().out
    assert "更正：第 1 轮第 1 台" in out and "若按更正后的成绩编排" not in out and "不受影响" not in out
    small.fill(folder)
    rr.play(folder)
    sound(folder)


def test_a_round_that_was_taken_back_comes_again_as_it_was(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    assert small.next_round(folder) == 0
    first = open_event(folder).record.publications[0]
    assert run("undo", folder, "--reason", "排错", "--yes") == 0
    assert not (folder / small.ROUND).exists() and small.next_round(folder) == 0
    assert open_event(folder).record.publications[0].lines == first.lines
    sound(folder)


# --- odd fields -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_in_an_odd_field_everybody_rests_once_for_nothing(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    rr.play(folder)
    event = sound(folder)
    numbers = event.record.numbers
    assert [numbers[p.bye or ""] for p in event.record.publications] == [1, 4, 2, 5, 3]
    assert event.record.publications[1].bye_why == ["循环表第 2 轮：4号对空号（第6位），轮空", "轮流休息，不计分"]
    won = dict.fromkeys(range(1, 6), 0)
    for publication in event.record.publications:
        for line in publication.accepted or ():
            if line["outcome"] in ("红胜", "黑胜"):
                won[numbers[line["red" if line["outcome"] == "红胜" else "black"]]] += 1
    assert dict(table(event, 5)["wins"]) == won  # 轮空算胜局 is 是, and a rest is none
    assert int(table(event, 5)["points"].sum()) == 2 * 10
    assert set(event.competitions[""].final()["missed"]) == {0}


@pytest.mark.parametrize(
    "unplayed", ["象棋竞赛规则", *(pytest.param(rules, marks=pytest.mark.long) for rules in ("FIDE 2009", "FIDE 2024"))]
)
def test_a_rest_is_no_round_to_the_tie_breaks(tmp_path: Path, unplayed: str) -> None:
    """Three who beat one another in turn have two of four possible points each: half. No set of rules gives an opponent to
    whoever rests."""
    folder = rr.drawn(tmp_path / "赛事", 3, "1-3", 未下对局=unplayed)
    rr.chain(folder, ["积分", "对半数以上者得分", "小分", "对手分", "应赛轮数", "局均得分"])
    for round_no in (1, 2, 3):
        assert small.next_round(folder) == 0
        small.result(folder, 2, "1", file=f"第0{round_no}轮.xlsx")
    assert small.next_round(folder) == 0
    found = table(sound(folder), 3)
    rules = open_event(folder).rules
    keys = ["points", "koya", "sonneborn_berger", "opponents_score", "rounds_elected", "points_mean"]
    values = {tuple(rules.show_key(key, int(row[key])) for key in keys) for _, row in found.iterrows()}
    assert values == {("2", "2", "2", "4", "2", "1")}


@pytest.mark.long
def test_a_rest_gives_what_the_sheet_says(tmp_path: Path) -> None:
    folder = rr.write(tmp_path / "赛事", 3, [rr.stage("1-3", 轮空=1)])
    assert run("draw", folder) == 0
    rr.play(folder)
    event = sound(folder)
    assert int(table(event, 3)["points"].sum()) == 2 * 3 + 3


# --- rounds and the field -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds", "system", "due"), [
    (6, "1-7", "循环", 5), (6, "1-6", "循环", 10), (5, "1-3", "单循环", 5), (4, "1-10", "双循环", 6),
])  # fmt: skip
def test_rounds_that_do_not_fit_are_said_by_check_and_stop_the_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], players: int, rounds: str, system: str, due: int
) -> None:
    folder = rr.write(tmp_path / "赛事", players, [rr.stage(rounds, system)])
    before = small.contents(folder)
    assert run("check", folder) == 0
    assert f"可抽签 {players} 人，要 {due} 轮，「阶段」表写的是 {rounds[2:]} 轮，请改为 1-{due}" in capsys.readouterr().out
    assert run("draw", folder) == 3
    (line,) = small.told(capsys.readouterr().out)["table_misfit"]
    once = players - 1 + players % 2
    assert "阶段 › C2" in line and f"请把「轮次」改为 1-{once}（单循环）或 1-{2 * once}（双循环）" in line
    assert small.contents(folder) == before
    small.put(folder / EVENT_FILE, "阶段", "C2", f"1-{due}")
    assert run("draw", folder) == 0


def test_check_says_that_the_rounds_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.write(tmp_path / "赛事", 6, [rr.stage("1-10")])
    assert run("check", folder) == 0
    assert "双循环：可抽签 6 人，要 10 轮，与「阶段」表相符" in capsys.readouterr().out


def test_rounds_changed_after_the_draw_stop_the_next_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    small.put(folder / EVENT_FILE, "阶段", "C2", "1-5")
    assert small.next_round(folder) == 3
    assert "4 人单循环要 3 轮，这里是 5 轮" in small.told(capsys.readouterr().out)["table_misfit"][0]


def late_arrival(folder: Path, row: int, round_no: int) -> None:
    person = {"序号": 50, "姓名": "晚到", "角色": "选手", "缴费类别": "自费", "已缴": 100, "缴费顺序": 50, "报到": "是"}

    def arrive(book) -> None:
        header = [cell.value for cell in book["报名"][1]]
        small.put_rows(book["报名"], [[person.get(column) for column in header]], row)

    small.edit(folder / EVENT_FILE, arrive)
    rr.change(folder, [round_no, None, "迟到加入", 50, None, "堵车"])


@pytest.mark.long
def test_a_walk_in_before_round_one_fills_the_empty_place(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    late_arrival(folder, 7, 1)
    rr.play(folder)
    event = sound(folder)
    assert rr.pairs(folder, 1) == [(1, 6), (2, 5), (3, 4)] and event.record.publications[0].bye is None


def test_a_walk_in_for_whom_the_rounds_are_too_few_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    late_arrival(folder, 6, 1)
    assert small.next_round(folder) == 3
    assert "5 人单循环要 5 轮" in small.told(capsys.readouterr().out)["table_misfit"][0]


@pytest.mark.parametrize("round_no", [1, 2])
def test_nobody_joins_once_round_one_is_out(tmp_path: Path, capsys: pytest.CaptureFixture[str], round_no: int) -> None:
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    assert small.next_round(folder) == 0
    small.fill(folder)
    late_arrival(folder, 7, round_no)
    assert small.next_round(folder) == 3
    assert "以后不能再加入" in small.told(capsys.readouterr().out)["change_bad"][0]


# --- who does not come ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_who_is_away_is_paired_and_a_forfeit_is_proposed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5")
    rr.change(folder, [1, 5, "缺席本轮", None, None, "有事"], [1, 1, "缺席本轮", None, None, "有事"], [1, 6, "缺席本轮"])
    assert small.next_round(folder) == 0
    out = capsys.readouterr().out
    names = {number: open_event(folder).record.names[player] for player, number in open_event(folder).record.numbers.items()}
    assert rr.pairs(folder, 1) == [(1, 6), (2, 5), (3, 4)]
    assert f"建议：第 1 台 1 号 {names[1]}缺席本轮、6 号 {names[6]}缺席本轮，请填 6 双弃" in out
    assert f"建议：第 2 台 5 号 {names[5]}缺席本轮，请填 5 黑弃" in out
    assert open_event(folder).record.publications[0].why["2"][1] == f"5 号 {names[5]}缺席本轮，请填 5 黑弃"
    competition = open_event(folder).competitions[""]
    assert tables.not_coming(competition, competition.publications[0]) == [
        f"第 1 台 1号{names[1]}缺席本轮、6号{names[6]}缺席本轮，不到，按弃权", f"第 2 台 5号{names[5]}缺席本轮，不到，按弃权",
    ]  # fmt: skip
    small.fill(folder)  # a rehearsal enters what is proposed
    assert small.next_round(folder) == 0
    accepted = open_event(folder).record.publications[0].accepted or []
    assert [line["outcome"] for line in accepted[:2]] == ["双弃", "黑弃"]
    small.fill(folder)
    rr.play(folder)
    sound(folder)


@pytest.mark.long
def test_who_leaves_before_half_of_his_games_leaves_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Six players, five games each: two of them are fewer than half. The others have what they made among themselves."""
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5")
    for _ in range(2):
        assert small.next_round(folder) == 0
        small.fill(folder, "循环成绩")
    rr.change(folder, [3, 4, "退赛", None, None, "家中有事"])
    capsys.readouterr()
    forfeit_rest(folder, 4, 3, 5)
    out = capsys.readouterr().out
    assert "本轮起退赛，下的不到一半：他的全部成绩取消，第 3 轮后的名次起不算" in out and "退赛，请填 " in out
    assert small.next_round(folder) == 0
    event = sound(folder)
    number, points = event.record.numbers, dict.fromkeys((1, 2, 3, 5, 6), 0)
    for publication in event.record.publications:
        for line in publication.accepted or ():
            red, black = number[line["red"]], number[line["black"]]
            if 4 not in (red, black):
                won = {"红胜": (2, 0), "和": (1, 1), "黑胜": (0, 2)}[line["outcome"]]
                points[red] += won[0]
                points[black] += won[1]
    found = table(event, 5)
    assert dict(found["points"]) == {**points, 4: 0}
    assert sum(table(event, 2)["points"]) == 2 * 6  # the tables before he left stay what they were
    final = event.competitions[""].final().set_index("number")
    assert pd.isna(final.at[4, "rank"]) and sorted(final["rank"].dropna()) == [1, 2, 3, 4, 5]
    assert set(final["missed"].drop(4)) == {0}
    names = [cross_table(Settled.of(event.competitions[""]), 5).frame.set_index("编号").loc[4, str(n)] for n in (3, 2, 1)]
    assert [name[0] + name[-1] for name in names] == ["（）"] * 3 and "（-）" in names
    ranking = final_report.load(folder).ranking().frames[0]
    assert "退赛，成绩取消" in ranking["区分"].iloc[-1] and ranking["名次"].iloc[-1] == "—"


@pytest.mark.long
@pytest.mark.parametrize(("round_no", "setting"), [(4, "不到一半成绩取消"), (3, "成绩保留")])
def test_who_leaves_later_or_where_the_rules_say_so_keeps_his_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], round_no: int, setting: str
) -> None:
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5", 循环赛中途退赛=setting)
    for _ in range(round_no - 1):
        assert small.next_round(folder) == 0
        small.fill(folder, "循环成绩")
    rr.change(folder, [round_no, 4, "退赛", None, None, "家中有事"])
    forfeit_rest(folder, 4, round_no, 5)
    assert "本轮起退赛：已下的成绩有效，其余按弃权" in capsys.readouterr().out
    assert small.next_round(folder) == 0
    event = sound(folder)
    found = table(event, 5)
    assert int(found["points"].sum()) == 2 * 15  # every game gave its two points, the forfeits to whoever came
    final = event.competitions[""].final().set_index("number")
    assert int(final.at[4, "missed"]) == 6 - round_no and not pd.isna(final.at[4, "rank"])


@pytest.mark.long
@pytest.mark.parametrize("came", [2, pytest.param(1, marks=pytest.mark.long)])
def test_half_of_his_games_are_enough_if_he_came_to_them(tmp_path: Path, came: int) -> None:
    """Five players, four games each; number 5 rests in round 4."""
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    for _ in range(came):
        assert small.next_round(folder) == 0
        small.fill(folder, "循环成绩")
    forfeit_rest(folder, 5, came + 1, 2)
    rr.change(folder, [3, 5, "退赛"])
    rr.play(folder)
    event = sound(folder)
    assert len(event.competitions[""].cancelled(5)) == 2 - came
    assert int(table(event, 5)["points"].sum()) == 2 * (10 if came == 2 else 6)


@pytest.mark.long
def test_who_comes_back_has_his_results_again(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5")
    assert small.next_round(folder) == 0
    small.fill(folder, "循环成绩")
    rr.change(folder, [2, 2, "退赛", None, None, "家中有事"])
    forfeit_rest(folder, 2, 2, 2)
    rr.change(folder, [2, 2, "退赛", None, None, "家中有事"], [3, 2, "复赛", None, None, "又来了"])
    rr.play(folder)
    event = sound(folder)
    games = [line for line in event.record.publications[0].accepted or () if event.record.numbers[line["red"]] == 2]
    assert int(table(event, 5)["points"].sum()) == 2 * 15 and len(games) == 1
    assert int(table(event, 2).at[2, "points"]) == 0  # as it was posted while he was gone


@pytest.mark.long
def test_two_who_leave_early_give_nobody_anything(tmp_path: Path) -> None:
    """They were to meet each other in a round neither came to."""
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5")
    assert small.next_round(folder) == 0
    small.fill(folder, "循环成绩")
    rr.change(folder, [2, 3, "退赛"], [2, 4, "退赛"])
    rr.play(folder)
    event = sound(folder)
    assert int(table(event, 5)["points"].sum()) == 2 * 6  # four players among themselves
    assert event.competitions[""].cancelled(5) == {p for p, n in event.record.numbers.items() if n in (3, 4)}


@pytest.mark.long
def test_a_withdrawal_cannot_be_typed_into_a_published_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    assert small.next_round(folder) == 0
    rr.change(folder, [1, 3, "退赛"])
    assert small.next_round(folder) == 3
    assert "第 1 轮已经公布" in small.told(capsys.readouterr().out)["change_past"][0]
    rr.change(folder, [2, 3, "退赛"])
    small.fill(folder)
    assert small.next_round(folder) == 0
    rr.change(folder, [None] * 6)
    capsys.readouterr()
    assert small.next_round(folder) == 3
    assert "退赛" in small.told(capsys.readouterr().out)["change_gone"][0]


def test_who_leaves_before_the_start_can_still_be_drawn_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    rr.change(folder, [1, 2, "退赛"])
    assert small.next_round(folder) == 0
    assert "开赛以前退赛；可以先撤回抽签（undo）重抽" in capsys.readouterr().out


@pytest.mark.long
def test_missed_rounds_in_a_row_lead_to_proposals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3", 连续弃权出局="2")
    forfeit_rest(folder, 4, 1, 2)
    capsys.readouterr()
    assert small.next_round(folder) == 0
    assert "连续2轮弃权，请填 5 黑弃" in capsys.readouterr().out
    small.fill(folder)
    assert small.next_round(folder) == 0
    sound(folder)


# --- what a table has no room for -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", [[1, 1, "锁定对阵", None, 2], [1, 1, "禁止对阵", None, 4], [1, 1, "指定轮空"]])
def test_wishes_for_another_pairing_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], row: list[object]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 5, "1-5")
    rr.change(folder, row)
    before = small.contents(folder)
    assert small.next_round(folder) == 3
    assert f"循环赛按循环表对阵，不能{row[2]}" in small.told(capsys.readouterr().out)["change_bad"][0]
    assert small.contents(folder) == before


@pytest.mark.long
def test_a_fixed_table_is_kept(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 6, "1-5")
    rr.change(folder, [2, 3, "固定台", None, 1, "轮椅"])
    rr.play(folder)
    event = sound(folder)
    (mine,) = [p for p, n in event.record.numbers.items() if n == 3]
    seats = [line["board"] for p in event.record.publications[1:] for line in p.lines if mine in (line["red"], line["black"])]
    assert seats == [1] * 4


def test_a_pairing_changed_by_hand_is_sent_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-3")
    assert small.next_round(folder) == 0
    small.result(folder, 2, 2, "红方编号")
    small.result(folder, 3, 1, "红方编号")
    for row in (2, 3):
        small.result(folder, row, None, "红方")
    assert adjustments(open_event(folder)) == []
    assert small.next_round(folder) == 3
    said = small.told(capsys.readouterr().out)["table_differs"]
    assert len(said) == 2 and "循环赛的对阵由循环表定，应是 1 号" in said[0]


# --- double, with more behind it, beside others ----------------------------------------------------------------


@pytest.mark.long
def test_a_double_round_robin_swaps_the_colours(tmp_path: Path) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-6", "双循环")
    rr.play(folder)
    sound(folder)
    for number in (1, 2, 3):
        assert rr.pairs(folder, number + 3) == [pair[::-1] for pair in rr.pairs(folder, number)]
    again = open_event(folder).record.publications[3]
    assert again.why["1"] == ["循环表第 1 轮（第二循环，先后手对调）：1号对4号，表中在后的4号执红"]


@pytest.mark.long
def test_the_last_two_rows_of_the_first_cycle_may_be_turned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rr.drawn(tmp_path / "赛事", 4, "1-6", 双循环次序="第一循环末两轮对调")
    for _ in range(2):
        assert small.next_round(folder) == 0
        small.fill(folder)
    assert rr.pairs(folder, 2) == [(2, 4), (3, 1)]  # row 3
    rr.rule(folder, "双循环次序", None)
    assert small.next_round(folder) == 3
    told = small.told(capsys.readouterr().out)
    assert "第 3 轮接不上已公布的各轮（2号与4号已经相遇过；3号与1号已经相遇过）" in told["table_misfit"][0]
    rr.rule(folder, "双循环次序", "第一循环末两轮对调")
    rr.play(folder)
    sound(folder)


KNOCKOUT = {
    **rr.stage("8-9", "单淘汰"), "阶段": "淘汰", "参加者": "前4名", "加赛顺序": "慢棋,附加赛", "先后手": "抽签",
}  # fmt: skip


@pytest.mark.long
def test_the_first_of_a_round_robin_play_a_knockout_and_the_others_a_swiss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a round robin everybody has met everybody: that binds nobody afterwards."""
    others = rr.stage("8-9", "积分编排", 阶段="其余", 参加者="其余", 轮空=2)
    folder = rr.write(tmp_path / "赛事", 8, [rr.stage("1-7"), KNOCKOUT, others])
    assert run("check", folder) == 0
    assert "其余阶段：循环里人人都已相遇" in capsys.readouterr().out
    assert run("draw", folder) == 0
    rr.play(folder)
    event = sound(folder)
    competition = event.competitions[""]
    assert competition.seeds == list(competition.standings(7).index[:4])
    assert [(p.round, p.stage) for p in event.record.publications[7:]] == [(8, "淘汰"), (8, "其余"), (9, "淘汰"), (9, "其余")]
    assert all(p.relaxed == [] for p in event.record.publications)


@pytest.mark.long
def test_a_small_group_plays_a_round_robin_beside_a_swiss(tmp_path: Path) -> None:
    """Rules summary 2, #18: places in the table are those among the group's own numbers."""
    swiss = rr.stage("1-3", "积分编排", 阶段="积分", 轮空=2, 组别="公开组")
    people = [{"组别": "少年组" if n % 3 == 0 else "公开组"} for n in range(1, 16)]
    folder = rr.write(tmp_path / "赛事", 15, [rr.stage("1-5", "单循环", 组别="少年组"), swiss], people=people)
    assert run("draw", folder) == 0
    rr.play(folder)
    event = sound(folder)
    young = sorted(event.competitions["少年组"].numbers)
    assert len(young) == 5 and set(event.record.closed) == {"少年组", "公开组"}
    assert rr.pairs(folder, 2, "少年组") == [(young[4], young[2]), (young[0], young[1])]
    assert len([p for p in event.record.publications if p.group == "公开组"]) == 3
