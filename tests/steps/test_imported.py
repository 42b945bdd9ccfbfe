"""An event played elsewhere becomes a folder from which ``next`` goes on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import small_event as small
from qisai.event import open_event
from qisai.exchange.played import Barred, Bye, Game, Played, Player, Points
from qisai.exchange.trf_reader import read_trf
from qisai.exchange.trf_writer import write_trf
from qisai.steps import drafts, import_event
from qisai.verify import verify
from qisai.vocabulary import JOURNAL_FILE, Outcome
from rehearsal_danyang import run

REAL = Path(__file__).parents[3] / "shared" / "real_events"
WUYANG = REAL / "wuyang2009_10p"


def people(count: int) -> tuple[Player, ...]:
    return tuple(Player(f"P{n}", f"棋手{n}", f"{'东西'[n % 2]}队") for n in range(1, count + 1))


def event_of(*rounds: tuple[Game, ...], count: int = 6, planned: int = 0, **more: object) -> Played:
    return Played("别处的赛", people(count), rounds, planned, **more)  # type: ignore[arg-type]


def pairs(*results: str) -> tuple[Game, ...]:
    """P1-P2, P3-P4, ... with these results."""
    return tuple(Game(n, f"P{2 * n - 1}", f"P{2 * n}", result) for n, result in enumerate(results, start=1))


def source(folder: Path, players: str, games: str) -> Path:
    folder.mkdir()
    (folder / "players.csv").write_text(players, encoding="utf-8")
    (folder / "games.csv").write_text(games, encoding="utf-8")
    return folder


@pytest.mark.skipif(not WUYANG.exists(), reason="the collection of real events is not beside the project")
def test_wuyang_2009_has_the_published_points_and_the_first_three_by_opponents_score(tmp_path: Path) -> None:
    """Published: 8 8 8 7 6 6 5 5 4 3; three on 8 split by 对手分 39, 36, 35, where wins would reverse them."""
    folder = tmp_path / "五羊杯"
    assert run("import", folder, "--csv", WUYANG) == 0
    table = open_event(folder).competitions[""].standings(6)
    assert table["points"].tolist() == [8, 8, 8, 7, 6, 6, 5, 5, 4, 3]
    assert list(table.index[:4]) == ["P009", "P001", "P007", "P005"]
    assert table["opponents_score"].tolist()[:3] == [39, 36, 35]
    assert run("next", folder, "--yes", "--no-reports") == 0  # everything is played: the event closes
    assert verify(folder).findings == ()


def test_an_event_without_rules_of_its_own_has_the_defaults_and_goes_on(tmp_path: Path) -> None:
    rows = source(
        tmp_path / "源",
        "id,name,team\na,甲,\nb,乙,\nc,丙,\nd,丁,\n",
        "round,board,first_id,second_id,result\n1,1,a,b,1-0\n1,2,c,d,0-1\n2,1,d,a,0.5-0.5\n2,2,b,c,0-1F\n",
    )
    folder = tmp_path / "赛事"
    assert run("import", folder, "--csv", rows, "--rounds", "3") == 0
    event = open_event(folder)
    assert [key.name for key in event.rules.chain] == ["points", "opponents_score", "wins", "fouls", "black_games", "previous"]
    assert event.competitions[""].standings(2)["points"].to_dict() == {"a": 3, "d": 3, "c": 2, "b": 0}
    assert run("next", folder, "--yes", "--no-reports") == 0
    assert {frozenset((line["red"], line["black"])) for line in open_event(folder).record.publications[-1].lines} == {
        frozenset("ac"), frozenset("bd"),
    }  # fmt: skip
    assert verify(folder).findings == ()


def test_every_kind_of_line_counts_as_the_source_means_it(tmp_path: Path) -> None:
    """2-1-0: two byes in one round, half a bye, away, forfeits, both lose, both win, and a player nobody speaks of."""
    first = (
        Game(1, "P1", "P2", "1-1"), Game(2, "P3", "P4", "0-0"), Game(3, "P5", "P6", "0-1F"),
        Game(0, "P7", "", "BYE1"), Game(0, "P8", "", "BYE1"), Game(0, "P9", "", "BYE0.5"), Game(0, "P10", "", "BYE0"),
    )  # fmt: skip
    made = import_event(tmp_path / "e", event_of(first, count=11, planned=2))
    competition = made.event.competitions[""]
    points = competition.standings(1)["points"]
    assert points.loc[[f"P{n}" for n in range(1, 12)]].tolist() == [2, 2, 0, 0, 0, 2, 2, 2, 1, 0, 0]
    lines = competition.games.set_index("red")["outcome"]
    assert lines.loc[["P1", "P3", "P5", "P7", "P8", "P9", "P10", "P11"]].tolist() == [
        Outcome.RULED, Outcome.DOUBLE_LOSS, Outcome.RED_FORFEIT, Outcome.BYE, Outcome.BYE, Outcome.EXCUSED, Outcome.ABSENT,
        Outcome.ABSENT,
    ]  # fmt: skip
    assert verify(tmp_path / "e").findings == ()
    assert open_event(tmp_path / "e").notices == []


def test_who_was_away_last_is_not_paired_until_he_comes_back(tmp_path: Path) -> None:
    rounds = (
        (*pairs("1-0", "1-0"), Game(0, "P5", "", "BYE0", "sick"), Game(0, "P6", "", "BYE0")),
        (Game(1, "P1", "P3", "1-0"), Game(2, "P5", "P2", "1-0"), Game(0, "P4", "", "BYE0.5", "travel"),
         Game(0, "P6", "", "BYE0")),
    )  # fmt: skip
    made = import_event(tmp_path / "e", event_of(*rounds, planned=4))
    changes = made.event.changes[["round", "player", "happening", "reason"]].values.tolist()
    assert changes == [
        [1, "P5", "退赛", "sick"], [1, "P6", "退赛", ""], [2, "P4", "缺席本轮", "travel"], [2, "P5", "复赛", ""],
    ]  # fmt: skip
    assert any("6 号" in notice.wrong and "复赛" in notice.remedy for notice in made.notices)
    draft = drafts(made.event)[0][0]
    assert draft.data["absent"] == [["P6", "缺席"]] and draft.data["bye"] is not None
    small.edit(tmp_path / "e" / "赛事.xlsx", lambda book: book["变动"].append([3, 6, "复赛"]))
    assert drafts(open_event(tmp_path / "e"))[0][0].data["absent"] == []


def test_a_result_that_is_missing_is_kept_and_can_be_filled_in_later(tmp_path: Path) -> None:
    """In the last round the round stays open; in an earlier one the line is 未报, 0 points, and no reason to stop."""
    second = (Game(1, "P1", "P4", "1-0"), Game(2, "P2", "P3", "NR", "adjourned"), Game(3, "P5", "P6", "1-0"))
    rounds = (pairs("NR", "1-0", "1-0"), second)
    folder = tmp_path / "e"
    made = import_event(folder, event_of(*rounds, planned=3))
    assert [notice.file for notice in made.notices] == ["第01轮.xlsx", "第02轮.xlsx"]
    competition = open_event(folder).competitions[""]
    assert competition.standings(1)["points"].to_dict() == {"P3": 2, "P5": 2, "P1": 0, "P2": 0, "P4": 0, "P6": 0}
    assert [p.accepted is None for p in open_event(folder).record.publications] == [False, True]
    assert run("next", folder, "--yes", "--no-reports") == 3
    small.result(folder, 3, "和", file="第02轮.xlsx")
    assert run("next", folder, "--yes", "--no-reports") == 0
    assert verify(folder).findings == ()
    small.result(folder, 2, "红胜")
    assert run("next", folder, "--yes", "--no-reports") == 3  # a reason is asked for
    small.result(folder, 2, "补报", "更正理由")
    assert run("next", folder, "--yes", "--no-reports") in (0, 3)  # round 3 is still blank
    event = open_event(folder)
    assert event.competitions[""].standings(2)["points"].to_dict()["P1"] == 4
    assert event.record.corrections[0].data["before"]["outcome"] == Outcome.PENDING
    assert verify(folder).findings == ()


def test_a_report_becomes_a_folder_with_its_rules_its_byes_and_its_prohibitions(tmp_path: Path) -> None:
    played = Played(
        "夏季赛", tuple(Player(str(n), f"棋手{n}", rating="2000") for n in range(1, 9)),
        (tuple(Game(n, str(n), str(n + 4), "1-0") for n in range(1, 5)),), 5,
        Points.of([Fraction(3), Fraction(1), Fraction(0)]), ("points", "sonneborn_berger", "wins"), "石桥",
        officials=(("裁判长", "裁判甲"),), away=(Bye(2, "8", "BYE0.5"), Bye(3, "7", "BYE0.5")),
        barred=(Barred(1, 5, ("1", "2", "3")),), records=("192 FIDE_DUTCH_2025",),
    )  # fmt: skip
    report = tmp_path / "a.trf"
    assert write_trf(report, played, "26") == []
    folder = tmp_path / "e"
    assert run("import", folder, "--trf", report) == 0
    event = open_event(folder)
    rules = event.rules
    assert (event.name, rules["place"], rules.swiss.last) == ("夏季赛", "石桥", 5)
    assert (rules.swiss.points["red_win"], rules.swiss.points["excused"]) == (3, 1)
    assert [key.name for key in rules.chain] == ["points", "sonneborn_berger", "wins"]
    assert event.people["rating"].tolist() == [2000] * 8
    assert event.officials["name"].tolist() == ["裁判甲"]
    draft = drafts(event)[0][0]
    assert draft.data["absent"] == [["8", "请假"]]
    met = {frozenset((line["red"], line["black"])) for line in draft.data["lines"]}
    assert not met & {frozenset("12"), frozenset("13"), frozenset("23")}
    assert run("export", folder, "--trf", tmp_path / "b.trf") == 0
    back = read_trf(tmp_path / "b.trf", [])
    assert (back.players, back.rounds, back.points, back.chain, back.away, back.planned) == (
        played.players, played.rounds, played.points, played.chain, played.away, played.planned,
    )  # fmt: skip


def test_every_row_that_cannot_be_read_is_named_and_nothing_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = source(
        tmp_path / "源", "id,name\na,甲\nb,乙\n",
        "round,board,first_id,second_id,result\n1,1,a,x,1-0\n1,2,a,b,0.5-0.5\n2,1,a,b,7-3\n3,1,a,,1-0\n",
    )  # fmt: skip
    folder = tmp_path / "赛事"
    assert run("import", folder, "--csv", rows) == 3
    said = capsys.readouterr().out
    faults = {"第2行": "没有这个人", "第3行": "出现了两次", "第4行": "看不懂的结果", "第5行": "没有对手"}
    assert all(place in said and words in said for place, words in faults.items())
    assert not folder.exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--chain", "points,nonsense"), ("nonsense", "opponents_score")),
        (("--chain", "wins,points"), ("第一个指标应是 points",)),
        (("--scores", "2,1"), ("2,1", "胜,和,负")),
        (("--scores", "2,x,0"), ("2,x,0",)),
        (("--rounds", "1"), ("已经下了 2 轮",)),
        (("--rounds", "100"), ("最多 99",)),
    ],
    ids=lambda value: " ".join(value),
)
def test_options_that_cannot_be_are_named(
    options: tuple[str, ...], words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = source(tmp_path / "源", "id,name\na,甲\nb,乙\n", "round,board,first_id,second_id,result\n1,1,a,b,1-0\n2,1,b,a,1-0\n")
    assert run("import", tmp_path / "赛事", "--csv", rows, *options) == 3
    said = capsys.readouterr().out
    assert all(word in said for word in (*words, options[0])), said
    assert not (tmp_path / "赛事").exists()


def test_one_source_is_named_and_an_old_folder_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("import", tmp_path / "赛事") == 2
    rows = source(tmp_path / "源", "id,name\na,甲\nb,乙\n", "round,board,first_id,second_id,result\n1,1,a,b,1-0\n")
    assert run("import", tmp_path / "赛事", "--csv", rows) == 0
    before = (tmp_path / "赛事" / JOURNAL_FILE).read_bytes()
    assert run("import", tmp_path / "赛事", "--csv", rows) == 3
    assert "已经有这个文件" in capsys.readouterr().out
    assert (tmp_path / "赛事" / JOURNAL_FILE).read_bytes() == before


def test_two_of_the_same_board_keep_apart_in_the_sheet(tmp_path: Path) -> None:
    rows = source(
        tmp_path / "源", "id,name\na,甲\nb,乙\nc,丙\nd,丁\n",
        "round,board,first_id,second_id,result\n1,5,a,b,1-0\n1,5,c,d,1-0\n",
    )  # fmt: skip
    assert run("import", tmp_path / "赛事", "--csv", rows) == 0
    publication = open_event(tmp_path / "赛事").record.publications[0]
    assert [line["board"] for line in publication.lines] == [5, 6]
    assert run("export", tmp_path / "赛事", "--csv", tmp_path / "出") == 0
    assert "1,5,c,d,1-0" in (tmp_path / "出" / "games.csv").read_text(encoding="utf-8")
