"""Tidy CSV: what its rows mean, what is written, and rows that cannot be read."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from qisai.exchange.played import Game, Place, Played, Player, Points, totals
from qisai.exchange.tidy import lost_in_tidy, read_tidy, write_tidy
from qisai.problems import InputProblems, Problem

PLAYERS = "id,name,team,rating,club\na,甲,东队,2100,石桥\nb,乙,,,\nc,,西队,-900,\nd,丁,,,\ne,戊,,,\n"
GAMES = (
    "round,board,first_id,second_id,result,note,first_fouls,second_fouls\n"
    "1,2,a,b,1-0,,1,0\n1,1,c,d,0.5-0.5,,,\n1,,e,,BYE1,allotted,,\n"
    "2,,b,c,0-0F,,,\n2,,d,a,NR,still playing,,\n2,,e,,BYE0.5,,,\n"
    "3,1,a,c,1-1,by ruling,,\n3,1,b,e,0-1F,,,\n3,,d,,BYE0,,,\n"
)


def folder(path: Path, players: str = PLAYERS, games: str = GAMES, meta: object = None) -> Path:
    path.mkdir()
    (path / "players.csv").write_text(players, encoding="utf-8")
    (path / "games.csv").write_text(games, encoding="utf-8")
    if meta is not None:
        (path / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    return path


def test_rows_become_rounds_in_order_and_boards_that_are_given_twice_or_missing_get_one(tmp_path: Path) -> None:
    problems: list[Problem] = []
    event = read_tidy(folder(tmp_path / "源"), problems)
    assert (event.name, event.planned, event.points, event.chain) == ("源", 0, None, ())
    assert event.players[:3] == (
        Player("a", "甲", "东队", "2100", more=(("club", "石桥"),)), Player("b", "乙"), Player("c", "c", "西队", "-900"),
    )  # fmt: skip
    assert event.rounds == (
        (Game(1, "c", "d", "0.5-0.5"), Game(2, "a", "b", "1-0", first_fouls=1), Game(0, "e", "", "BYE1", "allotted")),
        (Game(1, "b", "c", "0-0F"), Game(2, "d", "a", "NR", "still playing"), Game(0, "e", "", "BYE0.5")),
        (Game(1, "a", "c", "1-1", "by ruling"), Game(2, "b", "e", "0-1F", printed=1), Game(0, "d", "", "BYE0")),
    )
    assert ["第 3 轮" in problem.wrong for problem in problems] == [True]


def test_meta_names_points_rounds_and_tie_breaks(tmp_path: Path) -> None:
    meta = {"event": "杯赛", "points": {"win": 5, "draw": 2, "loss": 0, "black_draw": 3}, "rounds_planned": 7,
            "tie_breaks": ["points", "wins"]}  # fmt: skip
    event = read_tidy(folder(tmp_path / "源", meta=meta), [])
    assert (event.name, event.planned, event.chain) == ("杯赛", 7, ("points", "wins"))
    assert event.points is not None and (event.points.red_draw, event.points.black_draw, event.points.bye) == (2, 3, 5)


def test_what_is_written_reads_back_the_same(tmp_path: Path) -> None:
    meta = {"event": "杯赛", "points": {"win": 5, "draw": 2, "loss": 0, "black_draw": 3, "excused": 0.5}, "rounds_planned": 7,
            "tie_breaks": ["points", "wins"], "place": "石桥"}  # fmt: skip
    event = read_tidy(folder(tmp_path / "源", meta=meta), [])
    write_tidy(tmp_path / "新", event)
    assert read_tidy(tmp_path / "新", []) == event
    assert lost_in_tidy(event) == []


def test_standings_have_a_column_for_each_tie_break_by_its_key(tmp_path: Path) -> None:
    event = read_tidy(folder(tmp_path / "源"), [])
    table = {
        "b": Place("1", "2", (("opponents_score", "3.5"), ("wins", "1"))),
        "a": Place("", "1", (("opponents_score", "4"), ("wins", "0"))),
    }
    paths = write_tidy(tmp_path / "新", event, table)
    assert [path.name for path in paths] == ["players.csv", "games.csv", "meta.json", "standings.csv"]
    with (tmp_path / "新" / "standings.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    assert rows == [["rank", "id", "points", "opponents_score", "wins"], ["1", "b", "2", "3.5", "1"], ["", "a", "1", "4", "0"]]


def test_totals_are_those_of_every_kind_of_line(tmp_path: Path) -> None:
    event = read_tidy(folder(tmp_path / "源"), [])
    points = Points.of([Fraction(2), Fraction(1), Fraction(0)])
    assert totals(event, points) == {"a": 4, "b": 0, "c": 3, "d": 1, "e": 5}


def test_every_row_that_cannot_be_read_is_named_with_its_line_its_value_and_a_remedy(tmp_path: Path) -> None:
    games = (
        "round,board,first_id,second_id,result,first_fouls\n"
        "1,1,a,x,1-0,\n1,2,a,b,0.5-0.5,\n2,1,a,b,7-3,\n3,1,a,,1-0,\n3,2,b,c,BYE1,\n0,1,a,b,1-0,\n4,A,a,b,1-0,12\n5,1,a,a,1-0,\n"
    )
    with pytest.raises(InputProblems) as found:
        read_tidy(folder(tmp_path / "源", games=games), [])
    told = [(problem.cell, problem.value, problem.wrong) for problem in found.value.problems]
    wanted = [
        ("第2行 second_id", "x", "没有这个人"), ("第3行 first_id", "a", "出现了两次"), ("第4行 result", "7-3", "看不懂"),
        ("第5行 second_id", "", "没有对手"), ("第6行 second_id", "c", "没有对手"), ("第7行 round", "0", "正整数"),
        ("第8行 board", "A", "正整数"), ("第8行 first_fouls", "12", "0 到 9"), ("第9行 second_id", "a", "出现了两次"),
    ]  # fmt: skip
    assert len(told) == len(wanted), told
    for (cell, value, words), one in zip(wanted, told, strict=True):
        assert one[:2] == (cell, value) and words in one[2], one
    assert all(problem.remedy and problem.file == "games.csv" for problem in found.value.problems)


@pytest.mark.parametrize(
    ("players", "games", "words"),
    [
        ("id,name\n,甲\na,乙\na,丙\n", GAMES, ("没有 id", "出现了两次")),
        ("name\n甲\n", GAMES, ("缺少「id」这一列",)),
        (PLAYERS, "round,board,first_id,result\n", ("缺少「second_id」这一列",)),
        (PLAYERS, "round,first_id,second_id,result\n1,a,b,1-0\n3,a,b,1-0\n", ("轮次不连续",)),
        (PLAYERS, "round,first_id,second_id,result\n1,a,b,1-0,x\n", ("这一行有 5 格",)),
        ("id,name\n", "round,first_id,second_id,result\n", ("没有一个人",)),
    ],
    ids=["ids", "no-id", "no-second", "gap", "too-wide", "nobody"],
)
def test_files_that_are_not_as_they_should_be(players: str, games: str, words: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(InputProblems) as found:
        read_tidy(folder(tmp_path / "源", players, games), [])
    told = str(found.value)
    assert all(word in told for word in words), told


def test_a_file_in_no_encoding_and_one_that_is_not_there(tmp_path: Path) -> None:
    source = folder(tmp_path / "源")
    (source / "players.csv").write_bytes(PLAYERS.encode("utf-8")[:-9] + b"\xff\xfe\xff\xfd,\n")
    (source / "games.csv").unlink()
    with pytest.raises(InputProblems) as found:
        read_tidy(source, [])
    assert [problem.wrong for problem in found.value.problems] == [
        "这一行有读不出来的字（不是 UTF-8、GBK 或 Big5）", "找不到这个文件",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "meta", [{"points": {"win": 1}}, {"points": {"win": -1, "draw": 0, "loss": 0}}, {"rounds_planned": "x"}, []]
)
def test_a_meta_file_that_cannot_be_understood_is_named(meta: object, tmp_path: Path) -> None:
    with pytest.raises(InputProblems) as found:
        read_tidy(folder(tmp_path / "源", meta=meta), [])
    assert [problem.file for problem in found.value.problems] == ["meta.json"]


def test_an_event_without_a_game_is_one(tmp_path: Path) -> None:
    event = read_tidy(folder(tmp_path / "源", games="round,board,first_id,second_id,result\n"), [])
    assert event.rounds == () and len(event.players) == 5
    write_tidy(tmp_path / "新", event)
    assert read_tidy(tmp_path / "新", []).rounds == ()


def test_what_the_rows_do_not_hold_is_named() -> None:
    event = Played("赛", (Player("1", "甲"),), (), dates=("2024-01-01",), officials=(("裁判长", "乙"),))
    assert lost_in_tidy(event) == ["各轮日期", "裁判员等人员"]
