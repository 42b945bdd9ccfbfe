"""An event of this program in the formats of others: what they hold, and what is said of the rest."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell import Cell

import small_event as small
from qisai.event import open_event
from qisai.exchange.tidy import read_tidy
from qisai.exchange.trf_reader import read_trf
from qisai.verify import verify
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def number(folder: Path, player: str) -> int:
    return open_event(folder).record.numbers[player]


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """Two rounds of nine players accepted, the third in play: one has its result."""
    folder = small.copy(tmp_path / "小赛", 3)
    small.result(folder, 2, "红胜", file="第03轮.xlsx")
    return folder


def test_rounds_people_and_standings_are_those_of_the_event(running: Path, tmp_path: Path) -> None:
    event = open_event(running)
    competition = event.competitions[""]
    assert run("export", running, "--csv", tmp_path / "出") == 0
    back = read_tidy(tmp_path / "出", [])
    assert (back.name, back.planned, len(back.rounds)) == ("小小象棋赛", 5, 3)
    assert back.ids == tuple(competition.numbers.index)
    assert back.points is not None and (back.points.red_draw, back.points.black_draw) == (2, 3)
    assert sorted(game.result for game in back.rounds[2]) == ["1-0", "BYE1", "NR", "NR", "NR"]
    table = competition.standings(2)
    standings = rows(tmp_path / "出" / "standings.csv")
    assert list(standings[0]) == ["rank", "id", "points", "opponents_score", "wins", "fouls", "black_games", "previous"]
    assert [row["id"] for row in standings] == list(table.index)
    assert [row["rank"] for row in standings] == [str(place) for place in range(1, 10)]
    assert [row["opponents_score"] for row in standings] == [str(value) for value in table["opponents_score"]]


def test_a_folder_made_of_the_export_stands_as_the_event_does(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "小赛", 3)
    small.fill(folder)
    assert small.next_round(folder) == 0  # the third round is accepted, the cut is made
    assert run("export", folder, "--csv", tmp_path / "出") == 0
    games = [row for row in rows(tmp_path / "出" / "games.csv") if int(row["round"]) <= 3]
    with (tmp_path / "出" / "games.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.DictWriter(stream, list(games[0])).writeheader()
        csv.DictWriter(stream, list(games[0])).writerows(games)
    assert run("import", tmp_path / "新", "--csv", tmp_path / "出") == 0
    old, new = (open_event(path).competitions[""] for path in (folder, tmp_path / "新"))
    columns = ["points", "opponents_score", "wins", "fouls", "black_games"]
    assert new.standings(3)[columns].to_dict() == old.standings(3)[columns].to_dict()
    assert list(new.standings(3).index) == list(old.standings(3).index)


def test_what_csv_cannot_hold_is_named(running: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ruling of 4 to 1, a game played the other way round, an unsigned slip, officials."""
    red, black = (open_event(running).record.publications[2].lines[1][side] for side in ("red", "black"))
    file = "第03轮.xlsx"
    for row, words in ((3, "红胜"), (4, "裁定 4:1"), (5, "双弃未签")):
        small.result(running, row, words, file=file)
    small.result(running, 3, number(running, black), "实际红方", file)
    small.result(running, 4, "证据不足", "备注", file)
    small.result(running, 3, 1, "红犯规", file)
    small.edit(running / EVENT_FILE, lambda book: book["人员"].append(["裁判长", "裁判甲"]))
    assert run("export", running, "--csv", tmp_path / "出") == 0
    said = capsys.readouterr().out
    for words in ("裁定的分数", "双弃未签", "原定的先后手", "裁判员等人员"):
        assert words in said, said
    games = {row["board"]: row for row in rows(tmp_path / "出" / "games.csv") if row["round"] == "3"}
    turned = games["2"]
    assert [turned[c] for c in ("first_id", "second_id", "result", "first_fouls")] == [black, red, "1-0", "1"]
    assert (games["3"]["result"], games["3"]["note"]) == ("1-0", "证据不足；裁定 4:1")
    assert games["4"]["result"] == "0-0"


def test_nothing_personal_goes_out(running: Path, tmp_path: Path) -> None:
    """Not the telephone, not a column that somebody added by hand, not why somebody stays away."""
    def add(book) -> None:  # type: ignore[no-untyped-def]
        sheet = book["报名"]
        column = sheet.max_column + 1
        sheet.cell(1, column).value = "身份证号"
        sheet.cell(2, column).value = "ID-SECRET"
        sheet[small.column(running / EVENT_FILE, "报名", "电话") + "2"].value = "PHONE-SECRET"
        book["变动"].append([4, number(running, "3"), "缺席本轮", None, None, "WHY-SECRET"])

    small.edit(running / EVENT_FILE, add)
    assert run("export", running, "--csv", tmp_path / "出") == 0
    assert run("export", running, "--trf", tmp_path / "出" / "a.trf") == 0
    written = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "出").iterdir())
    assert "SECRET" not in written


def test_a_report_has_the_numbers_drawn_and_the_points_of_its_own_lines(running: Path, tmp_path: Path) -> None:
    for version in ("26", "16"):
        path = tmp_path / f"{version}.trf"
        assert run("export", running, "--trf", path, "--version", version) == 0
        problems: list[object] = []
        back = read_trf(path, problems)  # type: ignore[arg-type]
        event = open_event(running)
        drawn = event.competitions[""].numbers.index
        assert [player.name for player in back.players] == [event.people.loc[player, "name"] for player in drawn]
        assert back.ids == tuple(str(n) for n in range(1, 10))
        assert back.planned == 5
        if version == "16":
            assert problems == []  # points by colour are there too, so that they fit
            assert back.points is not None and back.points.black_draw == 3
    assert run("export", running, "--trf", tmp_path / "x.trf", "--version", "20") == 2


def test_a_knockout_tie_is_one_line_with_the_rest_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "小赛", 5)
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert run("export", folder, "--csv", tmp_path / "出") == 0
    assert "淘汰赛的加赛各局" in capsys.readouterr().out
    event = open_event(folder)
    read_tidy(tmp_path / "出", [])  # nobody sits twice in a round
    ties = [row for row in rows(tmp_path / "出" / "games.csv") if row["note"].startswith("淘汰赛慢棋")]
    assert len(ties) == 3
    standings = rows(tmp_path / "出" / "standings.csv")
    assert [row["id"] for row in standings] == list(event.competitions[""].final().index)
    assert verify(folder).findings == ()


@pytest.mark.long
def test_each_group_has_a_folder_and_a_report_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "两组"
    small.write(folder, 8)

    def groups(book) -> None:  # type: ignore[no-untyped-def]
        stages, people = book["阶段"], book["报名"]
        for row in range(2, stages.max_row + 1):
            for column in range(1, stages.max_column + 1):
                stages.cell(row, column).value = None
        header = {cell.value: cell.column for cell in stages[1]}
        for row, group in ((2, "公开组"), (3, "少年/组")):
            values = ["积分" + group[:2], "积分编排", "1-3", "全体", 2, 1, 0, 2, 1, 0, 2, 2]
            for column, value in enumerate(values, start=1):
                stages.cell(row, column).value = value
            stages.cell(row, header["组别"]).value = group
        column = next(cell.column for cell in people[1] if cell.value == "组别")
        for row in range(2, 10):
            people.cell(row, column).value = "公开组" if row % 2 else "少年/组"

    small.edit(folder / EVENT_FILE, groups)
    assert run("draw", folder) == 0 and small.next_round(folder) == 0
    assert run("export", folder, "--csv", tmp_path / "出") == 0
    assert run("export", folder, "--trf", tmp_path / "出" / "赛.trf") == 0
    assert {path.name for path in (tmp_path / "出").iterdir()} == {"公开组", "少年组", "赛_公开组.trf", "赛_少年组.trf"}
    assert len(read_tidy(tmp_path / "出" / "公开组", []).players) == 4
    assert len(read_trf(tmp_path / "出" / "赛_少年组.trf", []).players) == 4


@pytest.mark.parametrize(("option", "name"), [("--csv", "出"), ("--trf", "出.trf")])
def test_an_export_is_written_over_by_the_next_but_nothing_else_is(
    running: Path, tmp_path: Path, option: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / name
    assert run("export", running, option, target) == 0
    assert run("export", running, option, target) == 0
    foreign = target / "players.csv" if option == "--csv" else target
    if option == "--csv":
        (target / "meta.json").unlink()
    foreign.write_text("别人的文件", encoding="utf-8")
    capsys.readouterr()
    assert run("export", running, option, target) == 3
    assert "这里已经有别的文件" in capsys.readouterr().out and foreign.read_text(encoding="utf-8") == "别人的文件"


def test_what_an_event_plays_by_and_no_format_holds_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = small.copy(tmp_path / "小赛", 3)
    label = {row[0].value: row[1].coordinate for row in _settings(folder)}["名次并列"]
    small.put(folder / EVENT_FILE, "规程", label, 5)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["变动"], [[2, 1, "加赛名次", None, 1, "加赛"]]))
    assert run("export", folder, "--csv", tmp_path / "出") == 0
    said = capsys.readouterr().out
    assert "名次并列" in said and "加赛名次" in said


def _settings(folder: Path) -> list[tuple[Cell, ...]]:
    return list(openpyxl.load_workbook(folder / EVENT_FILE)["规程"].iter_rows(min_row=2))
