"""FIDE tournament report files by their columns: what is read, what is written, and what is said of the rest."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from qisai.exchange.played import CHESS_POINTS, UNRATED, Barred, Bye, Game, Place, Played, Player, Points, Team
from qisai.exchange.trf_codes import placed
from qisai.exchange.trf_reader import read_trf
from qisai.exchange.trf_writer import VERSIONS, fitted, write_trf
from qisai.problems import InputProblems, Problem


def line(number: int, name: str, *rounds: str, points: str = "", sex: str = "", title: str = "", rating: str = "",
         country: str = "", fide: str = "", birth: str = "") -> str:  # fmt: skip
    """A 001 line as the documents lay it out: fields of fixed width, ten columns a round."""
    person = f"001 {number:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {country:<3} {fide:>11} {birth:<10} {points:>4} {'':4}"
    return f"{person}  {'  '.join(f'{cell:<8}' for cell in rounds)}".rstrip()


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "比赛.trf"
    path.write_bytes("".join(f"{text}\r\n" for text in lines).encode("utf-8"))
    return path


def read(tmp_path: Path, *lines: str) -> tuple[Played, list[Problem]]:
    problems: list[Problem] = []
    return read_trf(written(tmp_path, *lines), problems), problems


def faults(tmp_path: Path, *lines: str) -> list[str]:
    with pytest.raises(InputProblems) as found:
        read(tmp_path, *lines)
    return [f"{p.cell} {p.value} {p.wrong}；{p.remedy}" for p in found.value.problems]


FIVE_16 = (
    "012 春节公开赛",
    "022 石桥镇",
    "032 CHN",
    "062 5",
    "102 裁判甲",
    "112 裁判乙",
    "122 20分钟加5秒",
    placed([(1, "132"), (92, "24/02/15"), (102, "24/02/16"), (112, "24/02/17")]),
    line(1, "赵一", "   2 w 1", "   3 b =", "0000 - H", "0000 - Z", points="4.5", sex="m", title="GM", rating="2500",
         country="CHN", fide="8600001", birth="1990/05/03"),
    line(2, "钱二", "   1 b 0", "   4 w +", "   3 w W", sex="w", rating="1800", birth="1988/00/00"),
    line(3, "孙三", "   4 w 0", "   1 w =", "   2 b L"),
    line(4, "李四", "   3 b 1", "   2 b -", "   5 w"),
    line(5, "周五", "0000 - U", "", "   4 b"),
    placed([(1, "013"), (5, "东队"), (37, "   3"), (42, "   1")]),
    "XXR 6",
    "XXS W=3 D=1 BD=2",
    "XXS PAB=3",
    "XXP 1 2 3",
    "XXZ 4",
)  # fmt: skip


def test_a_report_of_2016_is_read_by_its_columns(tmp_path: Path) -> None:
    event, problems = read(tmp_path, *FIVE_16)
    assert (event.name, event.place, event.clock, event.planned) == ("春节公开赛", "石桥镇", "20分钟加5秒", 6)
    assert event.officials == (("裁判长", "裁判甲"), ("副裁判长", "裁判乙"))
    assert event.dates == ("2024-02-15", "2024-02-16", "2024-02-17")
    more = (("birth_date", "1990/05/03"), ("fide_id", "8600001"), ("title", "GM"))
    assert event.players[0] == Player("1", "赵一", "东队", "2500", "M", "1990", "", "CHN", more)
    assert event.players[1] == Player("2", "钱二", "", "1800", "F", "1988")
    assert event.players[2].team == "东队"
    assert event.teams == (Team("东队", "", ("3", "1")),)  # the third sits before the first
    assert event.rounds == (
        (Game(1, "1", "2", "1-0"), Game(2, "3", "4", "0-1"), Game(0, "5", "", "BYE1")),
        (Game(1, "3", "1", "0.5-0.5"), Game(2, "2", "4", "1-0F")),  # of the fifth nothing is said
        (Game(1, "2", "3", "1-0", UNRATED), Game(2, "4", "5", "NR"), Game(0, "1", "", "BYE0.5")),
    )
    assert event.away == (Bye(4, "1", "BYE0"), Bye(4, "4", "BYE0"))
    assert event.barred == (Barred(1, 6, ("1", "2", "3")),)
    assert event.points == replace(
        Points.of([Fraction(3), Fraction(1), Fraction(0)]), black_draw=Fraction(2), bye=Fraction(3), excused=Fraction(1)
    )
    assert event.records == ("032 CHN",)
    assert [problem.wrong for problem in problems] == ["1 人的积分（第 81-84 列）与各轮结果不合，如 1 号"]  # 3 + 2 + 1


FOUR_26 = (
    "### a comment",
    "012 夏季公开赛",
    "092 Individual: Swiss-System",
    "142 5",
    "162  W 2.0    D 1.0    P 1.0",
    "192 FIDE_DUTCH_2025",
    "202 BH/C1,SB,EDET/P",
    "222 1200+5",
    line(1, "赵一", "   3 w 1", "", points="2.0"),
    line(2, "钱二", "   4 b =", "0000 - H", points="2.0"),
    line(3, "孙三", "   1 b 0", "   4 w 1", points="2.0"),
    line(4, "李四", "   2 w =", "   3 b 0", points="1.0"),
    "FRA    2        QIAN Er                           1790 IDF      A12345",
    "240 Z 002    1",
    "240 H 004    2    3",
    "250 00.0 01.0 001 002 0001 0002",
    "260 001 005    1    2",
    placed([(1, "310   1 东队"), (42, "DONG    1234    3.0    6.5   1"), (74, "   1    2")]),
    placed([(1, "310   2 西队"), (42, "XI      1200    1.0    1.5   2"), (74, "   3    4")]),
    "DDD SSSS sTTT",
)  # fmt: skip


def test_a_report_of_2026_has_points_tie_breaks_byes_prohibitions_and_teams(tmp_path: Path) -> None:
    event, problems = read(tmp_path, *FOUR_26)
    assert event.planned == 5
    assert event.points == replace(Points.of([Fraction(2), Fraction(1), Fraction(0)]), bye=Fraction(1))
    assert event.chain == ("points", "opponents_cut1", "sonneborn_berger")
    assert event.rounds[1] == (Game(1, "3", "4", "1-0"), Game(0, "1", "", "BYE0"), Game(0, "2", "", "BYE0.5"))
    assert event.away == (Bye(4, "2", "BYE0.5"), Bye(4, "3", "BYE0.5"))
    assert event.barred == (Barred(1, 5, ("1", "2")),)
    assert [player.team for player in event.players] == ["东队", "东队", "西队", "西队"]
    assert event.teams[0] == Team("东队", "DONG    1234    3.0    6.5   1", ("1", "2"))
    assert [record[:3] for record in event.records] == ["092", "192", "222", "250", "FRA"]
    told = " ".join(problem.wrong for problem in problems)
    assert "EDET/P" in told and "DDD" in told and "积分" not in told


def test_in_a_team_event_the_numbers_of_byes_and_prohibitions_are_those_of_teams(tmp_path: Path) -> None:
    event, _ = read(
        tmp_path, "192 FIDE_TEAM_BAKU", line(1, "赵一", "0000 - +"), line(2, "钱二", "0000 - -"), line(3, "孙三", "   4 w 1"),
        line(4, "李四", "   3 b 0"), "240 H 003  026", "260 001 002  125  180",
    )  # fmt: skip
    assert event.rounds[0] == (Game(1, "3", "4", "1-0"), Game(0, "1", "", "BYE1"), Game(0, "2", "", "BYE0"))
    assert (event.away, event.barred) == ((), ())
    assert event.records == ("192 FIDE_TEAM_BAKU", "240 H 003  026", "260 001 002  125  180")


def test_the_two_lines_of_a_game_must_fit_and_every_fault_is_named_with_its_line(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        line(1, "一", "   2 w 1", "   3 w 1"),
        line(2, "二", "   1 b 0", "   4 w +"),
        line(3, "三", "   4 w 1", "   1 w 0"),
        line(4, "四", "   9 b 0", "   2 b 0"),
        line(5, "五", "0000 - 1", "0000 - ?"),
        line(6, "六", "  xx b 0"),
        line(7, "七", "  12w1"),
        line(8, "八", "   7 b 0"),  # of an unreadable cell no second word
        "XXP 1 99",
        "XXS W=three",
        "240 Q 001    1",
    )
    wanted = {
        "第1行": "第 2 轮 1 号与 3 号的先后手对不上", "第2行": "第 2 轮 2 号与 4 号的结果对不上",
        "第3行": "第 1 轮 3 号的对手写 4 号", "第4行": "第 1 轮 4 号的对手写 9 号", "第5行": "结果看不懂",
        "第6行": "应是编号", "第7行": "没有对齐", "第9行": "没有这个编号", "第10行": "看不懂的记分", "第11行": "应是 F、H 或 Z",
    }  # fmt: skip
    for place, words in wanted.items():
        assert any(one.startswith(f"{place} ") and words in one for one in found), (place, words, found)
    assert len(found) == len(wanted) + 1, found  # the bye with a game's result is the other one of line 5
    assert any("没有对手的一轮不能有对局的结果" in one for one in found)


def test_starting_numbers_must_be_there_and_differ(tmp_path: Path) -> None:
    assert "没有 001 记录" in faults(tmp_path, "012 赛")[0]
    found = faults(tmp_path, line(1, "一"), line(1, "二"), "001    x   三")
    assert "已在第1行" in found[0] and "1 到 9999" in found[1]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("source", [FIVE_16, FOUR_26], ids=["of-2016", "of-2026"])
def test_what_is_written_reads_back_as_what_the_format_holds(source: tuple[str, ...], version: str, tmp_path: Path) -> None:
    event, _ = read(tmp_path, *source)
    held, _ = fitted(event, version)
    path = tmp_path / "out.trf"
    write_trf(path, event, version)
    assert read_trf(path, []) == held
    same = {FIVE_16: "16", FOUR_26: "26"}[source] == version
    assert (held == event) == same


def test_a_line_is_written_in_the_columns_of_the_document(tmp_path: Path) -> None:
    event = Played(
        "赛", (Player("a", "赵一", "东队", "2400", "F", "1999", more=(("title", "WFM"),)), Player("b", "钱二")),
        ((Game(1, "b", "a", "0-1"),), (Game(0, "a", "", "BYE1"), Game(0, "b", "", "BYE1"))),
    )  # fmt: skip
    table = {"a": Place("1", "2"), "b": Place("2", "1")}
    path = tmp_path / "out.trf"
    lost = write_trf(path, event, "26", table)
    own = next(text for text in path.read_text(encoding="utf-8").splitlines() if text.startswith("001    1"))
    spans = {"sex": (10, 10), "title": (11, 13), "name": (15, 47), "rating": (49, 52), "birth": (70, 79), "points": (81, 84),
             "rank": (86, 89), "round 1": (92, 99), "round 2": (102, 109)}  # fmt: skip
    assert {name: own[first - 1 : last].strip() for name, (first, last) in spans.items()} == {
        "sex": "w", "title": "WFM", "name": "赵一", "rating": "2400", "birth": "1999/00/00", "points": "2.0", "rank": "1",
        "round 1": "2 b 1", "round 2": "0000 - U",
    }  # fmt: skip
    content = path.read_text(encoding="utf-8")
    assert "0000 - F" in content  # at most one allotted bye a round
    assert "310   1 东队" in content and content.endswith("\n")
    assert lost == ["棋手的序号（改用编号）"]


def test_scores_by_colour_stand_in_the_older_format_alone(tmp_path: Path) -> None:
    points = Points.of([Fraction(5), Fraction(2), Fraction(0), Fraction(5), Fraction(3), Fraction(0)])
    event = Played("赛", (Player("1", "赵一"), Player("2", "钱二")), ((Game(1, "1", "2", "0.5-0.5"),),), points=points)
    path = tmp_path / "out.trf"
    assert write_trf(path, event, "16") == []
    assert read_trf(path, []).points == points
    lost = write_trf(path, event, "26")
    assert any("红方与黑方不同的分值" in words for words in lost)
    held = read_trf(path, []).points
    assert held is not None and (held.red_draw, held.black_draw) == (2, 2)


def test_what_a_report_cannot_hold_is_named(tmp_path: Path) -> None:
    event = Played(
        "赛", (Player("1", "赵" * 40, category="青年", rating="-900", more=(("club", "T1"),)), Player("2", "钱二")),
        ((Game(7, "1", "2", "1-1", "按规程", 1, 0),),), planned=3, chain=("points", "fouls", "previous"),
        officials=(("记录员", "孙三"),),
    )  # fmt: skip
    lost = "、".join(write_trf(tmp_path / "out.trf", event, "26"))
    for words in ("类别", "「club」", "等级分", "姓名超过 33 个字", "台号", "犯规", "备注", "没有编码的名次指标", "人员"):
        assert words in lost, words
    assert read_trf(tmp_path / "out.trf", []).rounds == ((Game(1, "1", "2", "1-1"),),)


@pytest.mark.parametrize("result", ["1-0", "0-1", "0.5-0.5", "0-0", "1-1", "0.5-0", "0-0.5", "1-0F", "0-1F", "0-0F", "NR"])
@pytest.mark.parametrize("first", ["1", "2"])
def test_every_result_goes_there_and_back_from_either_side(result: str, first: str, tmp_path: Path) -> None:
    second = "2" if first == "1" else "1"
    event = Played("赛", (Player("1", "赵一"), Player("2", "钱二")), ((Game(1, first, second, result),),), points=CHESS_POINTS)
    for version in VERSIONS:
        assert write_trf(tmp_path / "out.trf", event, version) == []
        assert read_trf(tmp_path / "out.trf", []) == event


def test_a_file_that_is_cut_off_is_told(tmp_path: Path) -> None:
    _, problems = read(tmp_path, "062 9", line(1, "赵一", "   2 w 1"), line(2, "钱二", "   1 b 0"))
    assert [problem.wrong for problem in problems] == ["062 记录说有 9 人，文件里有 2 人"]
