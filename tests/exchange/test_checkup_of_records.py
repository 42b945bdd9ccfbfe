"""Records of other programs: what looks wrong in the games is told, and names of one person are read as one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from qisai.exchange.checkup import checkup
from qisai.exchange.names import alike
from qisai.exchange.played import Game, Played, Player
from qisai.exchange.tidy import read_tidy
from qisai.exchange.trf_codes import FIELDS, FIRST_ROUND, ROUND_WIDTH, placed
from qisai.exchange.trf_reader import read_trf
from qisai.problems import InputProblems, Problem
from rehearsal_danyang import run

REAL = Path(__file__).parents[3] / "shared" / "real_events"
EVENTS = sorted(path.parent.name for path in REAL.glob("*/games.csv"))
HEAD = "round,board,first_id,second_id,result\n"
FOUR = "id,name\na,赵一\nb,钱二\nc,孙三\nd,李四\n"


def folder(path: Path, players: str, games: str) -> Path:
    path.mkdir(parents=True)
    (path / "players.csv").write_text(players, encoding="utf-8")
    (path / "games.csv").write_text(HEAD + games, encoding="utf-8")
    return path


def read(tmp_path: Path, games: str, players: str = FOUR, **same: str) -> tuple[Played, list[Problem]]:
    problems: list[Problem] = []
    return read_tidy(folder(tmp_path / "源", players, games), problems, same), problems


def faults(tmp_path: Path, games: str, players: str = FOUR, **same: str) -> list[Problem]:
    with pytest.raises(InputProblems) as found:
        read(tmp_path, games, players, **same)
    return list(found.value.problems)


def event(rounds: list[list[tuple[str, str]]], planned: int = 0, **names: str) -> Played:
    ids = dict.fromkeys(player for games in rounds for pair in games for player in pair if player)
    players = tuple(Player(one, names.get(one, one)) for one in ids)
    games = [tuple(Game(n if b else 0, a, b, "1-0" if b else "BYE0") for n, (a, b) in enumerate(g, start=1)) for g in rounds]
    return Played("赛", players, tuple(games), planned)


def told(played: Played) -> list[tuple[str, str]]:
    return [(problem.code, problem.value) for problem in checkup(played, "games.csv")]


# --- two lines of one game ----------------------------------------------------------------------------------
def test_a_game_that_is_written_twice_alike_is_read_once_and_told(tmp_path: Path) -> None:
    played, problems = read(tmp_path, "1,1,a,b,1-0\n1,2,c,d,0-1\n1,7,a,b,1 : 0\n")
    assert played.rounds == ((Game(1, "a", "b", "1-0"), Game(2, "c", "d", "0-1")),)
    assert [(p.code, p.cell, p.details["other"]) for p in problems] == [("game_twice", "第4行", 2)]


@pytest.mark.parametrize("second", ["1,1,a,b,0-1", "1,1,b,a,1-0", "1,1,b,a,0-1", "1,1,a,b,NR"])
def test_a_game_with_two_results_or_two_colours_is_shown_side_by_side(second: str, tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, f"1,1,a,b,1-0\n1,2,c,d,0-1\n{second}\n")
    assert (problem.code, problem.cell) == ("game_disputed", "第4行")
    assert f"第2行「1,1,a,b,1-0」，第4行「{second}」" in problem.wrong


def test_a_player_twice_in_a_round_is_an_error_with_both_lines(tmp_path: Path) -> None:
    (problem,) = faults(tmp_path, "1,1,a,b,1-0\n1,2,c,a,0-1\n")
    assert (problem.cell, problem.value) == ("第3行 second_id", "a") and "第2行" in problem.wrong


def test_a_table_used_twice_or_without_a_number_is_a_warning(tmp_path: Path) -> None:
    played, problems = read(tmp_path, "1,T00,a,b,1-0\n1,第3台,c,d,0-1\n2,5,a,c,1-0\n2,5,b,d,1-0\n")
    assert [[game.board for game in games] for games in played.rounds] == [[3, 4], [5, 6]]
    words = [problem.wrong for problem in problems]
    assert len(words) == 2 and "T00" in words[0] and "第 2 轮有两局都写第 5 台" in words[1]


def trf_line(number: int, name: str, *rounds: str, birth: str = "") -> str:
    fields = [(1, "001"), (FIELDS["number"][0], f"{number:>4}"), (FIELDS["name"][0], name), (FIELDS["birth"][0], birth)]
    cells = [(FIRST_ROUND + ROUND_WIDTH * n, cell) for n, cell in enumerate(rounds)]
    return placed([*(part for part in fields if part[1]), *cells])


def trf(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "赛.trf"
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))
    return path


def test_the_two_lines_of_a_report_that_disagree_are_shown_side_by_side(tmp_path: Path) -> None:
    path = trf(tmp_path, trf_line(1, "赵一", "   2 w 1", "   2 w ="), trf_line(2, "钱二", "   1 b +", "   1 w ="))
    with pytest.raises(InputProblems) as found:
        read_trf(path, [])
    words = [problem.wrong for problem in found.value.problems]
    assert words == [
        "第 1 轮 1 号与 2 号的结果对不上：第1行「2 w 1」，第2行「1 b +」",
        "第 2 轮 1 号与 2 号的先后手对不上：第1行「2 w =」，第2行「1 w =」",
    ]


def test_two_lines_that_both_claim_the_win_may_be_a_ruling_and_are_doubted(tmp_path: Path) -> None:
    problems: list[Problem] = []
    played = read_trf(trf(tmp_path, trf_line(1, "赵一", "   2 w 1"), trf_line(2, "钱二", "   1 b 1")), problems)
    assert played.rounds == ((Game(1, "1", "2", "1-1"),),)
    assert [p.wrong for p in problems] == ["第 1 轮 1 号与 2 号的结果合起来不是一局：第1行「2 w 1」，第2行「1 b 1」"]


# --- pairs and rests ----------------------------------------------------------------------------------------
def test_a_pair_that_met_twice_is_doubted_but_not_after_a_forfeit(tmp_path: Path) -> None:
    played = event([[("a", "b"), ("c", "d")], [("a", "c"), ("b", "d")], [("b", "a"), ("c", "d")]])
    assert told(played) == [("met_twice", "a-b"), ("met_twice", "c-d")]
    assert "a和b在第 1、3 轮都是对手" in [problem.wrong for problem in checkup(played, "x")]
    read_in, _ = read(tmp_path, "1,1,a,b,1-0F\n1,2,c,d,1-0\n2,1,a,b,1-0\n2,2,c,d,0-0F\n")
    assert told(read_in) == []


def turns(players: int, times: int, names: str = "abcdefghi") -> list[list[tuple[str, str]]]:
    table = [[(names[one - 1], names[other - 1] if other <= players else "") for one, other in games]
             for games in berger(players)]  # fmt: skip
    return [games for _ in range(times) for games in table]


def berger(players: int) -> list[list[tuple[int, int]]]:
    """Everybody meets everybody, by turning a circle; a number above ``players`` is a rest and stands second."""
    circle = list(range(1, players + players % 2))
    last, rounds = len(circle) + 1, []
    for _ in circle:
        rounds.append([(circle[0], last), *zip(circle[1 : last // 2], reversed(circle[last // 2 :]), strict=True)])
        circle = circle[-1:] + circle[:-1]
    return rounds


def test_the_tables_here_are_round_robins() -> None:
    for players in (5, 6, 7):
        pairs = {frozenset(pair) for games in berger(players) for pair in games if max(pair) <= players}
        assert pairs == {frozenset(pair) for pair in combinations(range(1, players + 1), 2)}


@pytest.mark.parametrize(("players", "times"), [(5, 1), (7, 2), (6, 2), (4, 3)])
def test_a_round_robin_of_one_or_more_turns_is_in_order(players: int, times: int) -> None:
    assert told(event(turns(players, times))) == []


def test_in_a_double_round_robin_a_third_meeting_is_doubted() -> None:
    rounds = turns(6, 2)
    pair, other = rounds[0][0], rounds[7][0]
    rounds[7] = [pair, *rounds[7][1:]]
    assert ("met_twice", "-".join(sorted(pair))) in [(c, "-".join(sorted(v.split("-")))) for c, v in told(event(rounds))], other


def test_in_an_odd_round_robin_who_rests_twice_and_who_never_are_named() -> None:
    """In round 2 the wrong name stands for who played: one rests once more, the other never."""
    rounds = turns(5, 1)
    resting = next(one for one, other in rounds[1] if not other)
    position, (one, other) = next((n, pair) for n, pair in enumerate(rounds[1]) if pair[1])
    rounds[1] = [(resting, other) if n == position else (one, "") if pair == (resting, "") else pair
                 for n, pair in enumerate(rounds[1])]  # fmt: skip
    found = dict(told(event(rounds)))
    assert (found["rest_twice"], found["rest_never"]) == (one, resting)
    halfway = event(rounds[:3], planned=5)
    assert ("rest_never", resting) not in told(halfway)  # his turn may come


# --- near-equal names ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other", "sure"),
    [
        ("Wang Xiaoming", "WANG Xiao-Ming (Nanjing)", True), ("阿迪力·买买提", "阿迪力买买提（新疆）", True),
        ("Aleksandr Nikola", "Aleksandr Nikolaevich", None), ("Alexander Nikol", "Alexander Nikolaev", True),
        ("张晓明", "张小明", False), ("欧阳子", "欧阳子轩", False), ("Kowalski", "Kowalsky", False), ("王伟", "王玮", False),
        ("P012", "P013", None), ("张三", "李四", None), ("Li", "Lu", None), ("棋手1", "棋手12", None), ("张小明", "李小红", None),
    ],
)  # fmt: skip
def test_names_that_may_be_one(one: str, other: str, sure: bool | None) -> None:
    assert list(alike({"1": one, "2": other})) == ([] if sure is None else [("1", "2", sure)])


def test_who_is_missing_exactly_where_a_near_equal_name_appears_is_proposed_as_one_person() -> None:
    rounds = [[("a", "b"), ("c", "d")], [("a", "c"), ("b", "d")], [("x", "d"), ("b", "c")], [("a", "b"), ("c", "d")]]
    found = [p for p in checkup(event(rounds, a="张晓明", x="张小明"), "games.csv") if p.code == "same_person"]
    assert [p.value for p in found] == ["x=a"]
    assert "a「张晓明」（第 1-2、4 轮）和x「张小明」（第 3 轮）" in found[0].wrong and "--same x=a" in found[0].remedy


@pytest.mark.parametrize("third", [("x", "a"), ("x", "d")])
def test_two_who_play_in_one_round_or_leave_more_rounds_open_are_two(third: tuple[str, str]) -> None:
    blank = [("b", "c"), ("d", "e")]
    after = [("a", "c"), ("x", "b")] if third == ("x", "a") else blank
    rounds = [[("a", "b"), ("c", "d")], [third, ("b", "c")], after, blank, blank]
    assert "same_person" not in dict(told(event(rounds, a="张晓明", x="张小明")))


TWO_NAMES = "id,name\na,赵一\nb,钱二\nc,孙三\nd,李四\na2,赵一（北京）\n"


def test_two_ids_of_one_person_are_read_as_one(tmp_path: Path) -> None:
    games = "1,1,a,b,1-0\n1,2,c,d,0-1\n1,,a2,,BYE0\n2,1,c,a2,1-0\n2,2,b,d,0-1\n2,,a,,BYE0\n"
    apart, _ = read(tmp_path, games, TWO_NAMES)
    assert [p.value for p in checkup(apart, "x") if p.code == "same_person"] == ["a2=a"]
    played, problems = read(tmp_path / "2", games, TWO_NAMES, a2="a")
    assert played.ids == ("a", "b", "c", "d") and problems == []
    assert played.rounds[1] == (Game(1, "c", "a", "1-0"), Game(2, "b", "d", "0-1"))


def test_a_game_under_both_names_is_one_game_and_two_games_are_refused(tmp_path: Path) -> None:
    played, problems = read(tmp_path, "1,1,a,b,1-0\n1,2,a2,b,1-0\n1,3,c,d,0-1\n", TWO_NAMES, a2="a")
    assert len(played.rounds[0]) == 2 and [p.code for p in problems] == ["game_twice"]
    (problem,) = faults(tmp_path / "2", "1,1,a,b,1-0\n1,2,a2,c,1-0\n", TWO_NAMES, a2="a")
    assert (problem.cell, problem.value) == ("第3行 first_id", "a")


def test_two_lines_of_one_person_in_a_report_are_read_as_one(tmp_path: Path) -> None:
    path = trf(
        tmp_path, trf_line(1, "赵一", "   2 w 1", "0000 - Z"), trf_line(2, "钱二", "   1 b 0", "   4 w ="),
        trf_line(3, "孙三", "0000 - U", "0000 - U"), trf_line(4, "赵一（北京）", "0000 - Z", "   2 b ="), "XXP 3 4",
    )  # fmt: skip
    played = read_trf(path, [], {"4": "1"})
    assert played.ids == ("1", "2", "3")
    games = [game for games in played.rounds for game in games if game.second]
    assert games == [Game(1, "1", "2", "1-0"), Game(1, "2", "1", "0.5-0.5")]
    assert not any(game.result == "BYE0" for games in played.rounds for game in games)
    assert played.barred[0].players == ("3", "1")
    with pytest.raises(InputProblems, match="1 号和 2 号都有对手|2 号和 1 号都有对手"):
        read_trf(path, [], {"2": "1"})


def test_the_command_proposes_and_reads_two_names_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder(tmp_path / "源", TWO_NAMES, "1,1,a,b,1-0\n1,2,c,d,0-1\n2,1,c,a2,1-0\n2,2,b,d,0-1\n")
    assert run("import", tmp_path / "甲", "--csv", source) == 0
    assert "可能是同一个人：a「赵一」" in capsys.readouterr().out
    assert run("import", tmp_path / "乙", "--csv", source, "--same", "a2=a") == 0
    said = capsys.readouterr().out
    assert "a2 和 a 是同一个人" in said and "已导入 4 人" in said and "可能" not in said
    for wrong, words in (("a2", "看不懂"), ("zz=a", "没有这个人：zz"), ("a=a", "自己")):
        assert run("import", tmp_path / "丙", "--csv", source, "--same", wrong) == 3
        assert words in capsys.readouterr().out and not (tmp_path / "丙").exists()


# --- the collection -----------------------------------------------------------------------------------------
@pytest.mark.skipif(not EVENTS, reason="the collection of real events is not beside the project")
@pytest.mark.parametrize("most", [20_000, pytest.param(10**9, marks=pytest.mark.long)], ids=["small", "all"])
def test_real_events_raise_no_false_alarm(most: int) -> None:
    """Every event is read; of all rests and names nothing is doubted. Who met twice is known: those of a knockout, told
    at once, and one pair each of two events in which the source has them twice."""
    found: dict[str, dict[str, int]] = {}
    names = [name for name in EVENTS if (REAL / name / "games.csv").stat().st_size <= most]
    for name in names:
        for problem in checkup(read_tidy(REAL / name, []), name):
            found.setdefault(name, {}).setdefault(problem.code, 0)
            found[name][problem.code] += 1
    known = {
        "asian2009_men_s5_ko4": {"met_in_knockout": 1}, "france_rapide2023_581p": {"met_twice": 1},
        "go_egc2011_760p": {"met_twice": 1},
    }  # fmt: skip
    assert len(names) > 20 and found == {name: codes for name, codes in known.items() if name in names}


@pytest.mark.skipif("ximenkong1999_24p" not in EVENTS, reason="the collection of real events is not beside the project")
def test_a_player_of_a_real_event_in_two_spellings_is_found_and_mended(tmp_path: Path) -> None:
    """25 names for 24 players, as in the source of that event: P005 has another spelling from round 4 on."""
    source = REAL / "ximenkong1999_24p"
    names = [chr(0x4E00 + 37 * n) + chr(0x5200 + 53 * n) + chr(0x6100 + 71 * n) for n in range(1, 26)]
    players = (source / "players.csv").read_text(encoding="utf-8-sig").splitlines()
    ids = [line.split(",")[0] for line in players[1:]]
    names[24] = names[ids.index("P005")][:2] + "某"
    rows = [f"{one},{name}" for one, name in zip([*ids, "X"], names, strict=True)]
    games = (source / "games.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    split = [",".join(["X" if c == "P005" and int(g.split(",")[0]) > 3 else c for c in g.split(",")]) for g in games]
    short = ["," .join(line.split(",")[:5]) for line in split]
    whole = folder(tmp_path / "源", "\n".join(["id,name", *rows]), "\n".join(short))
    played = read_tidy(whole, [])
    assert [(p.code, p.value) for p in checkup(played, "x")] == [("same_person", "P005=X")]
    mended = read_tidy(whole, [], {"X": "P005"})
    assert [[(g.first, g.second, g.result) for g in games] for games in mended.rounds] == [
        [(g.first, g.second, g.result) for g in games] for games in read_tidy(source, []).rounds
    ]
