"""Records as they come from the desk: two scripts, names cut off inside a character, Chinese rounds and results, phones."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import small_event as small
from qisai.event import open_event
from qisai.exchange.checkup import checkup
from qisai.exchange.names import alike
from qisai.exchange.played import Game, Played, Player
from qisai.exchange.text_files import decoded
from qisai.exchange.tidy import GAMES, read_tidy
from qisai.exchange.trf_codes import FIELDS, FIRST_ROUND, placed
from qisai.exchange.trf_reader import read_trf
from qisai.hanzi import simplified
from qisai.private import without_numbers
from qisai.problems import InputProblems, Problem, errors
from qisai.reports import closing, signup
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE
from rehearsal_danyang import run

PHONE, PAPERS = "1" + "0" * 9 + "7", "000000" + "19000101" + "000X"  # of the form of a number, given to nobody
HEAD = "round,board,first_id,second_id,result\n"
SHARED = "1,1,1,3,1-0\n1,2,4,5,1-0\n2,1,2,4,1-0\n2,2,5,3,1-0\n3,1,2,5,1-0\n3,2,3,4,1-0\n"  # 1 plays where 2 does not
LONG = "阿迪力江買買提艾山"


def folder(path: Path, players: str | bytes, games: str = SHARED, head: str = HEAD) -> Path:
    path.mkdir(parents=True)
    (path / "players.csv").write_bytes(players.encode("utf-8") if isinstance(players, str) else players)
    (path / "games.csv").write_text(head + games, encoding="utf-8")
    return path


def found(path: Path) -> tuple[Played, list[Problem]]:
    """The record and everything that is told of it, as the command tells it."""
    problems: list[Problem] = []
    played = read_tidy(path, problems)
    return played, problems + checkup(played, GAMES)


def people(one: str, other: str) -> str:
    return f"id,name\n1,{one}\n2,{other}\n3,路明正\n4,安若水\n5,毛治之\n"


# --- two scripts --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other"),
    [("许银川", "許銀川"), ("呂欽", "吕钦"), ("陳孝堃", "陈孝坤"), ("黃大文（高雄）", "黄大文"), ("劉國華", "刘国华")],
)
def test_one_name_in_two_scripts_is_proposed_as_one_person(one: str, other: str, tmp_path: Path) -> None:
    assert list(alike({"1": one, "2": other})) == [("1", "2", True)]
    _, problems = found(folder(tmp_path / "源", people(one, other)))
    assert [(p.code, p.value, p.file) for p in problems] == [("same_person", "1=2", GAMES)]


def test_two_people_whose_names_share_no_form_stay_two() -> None:
    assert simplified("王二") == "王二" and list(alike({"1": "許銀川", "2": "呂銀海", "3": "王二"})) == []


# --- names cut off ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("encoding", "name"), [("big5", LONG), ("gbk", LONG), ("gbk", simplified(LONG)), ("utf-8", "A" + LONG)])
@pytest.mark.parametrize("behind", ["", ",西隊"])
def test_half_a_character_is_dropped_and_the_whole_name_proposed(encoding: str, name: str, behind: str, tmp_path: Path) -> None:
    cut = name.encode(encoding)[:15]
    with pytest.raises(UnicodeDecodeError):
        cut.decode(encoding)
    kept = cut.decode(encoding, errors="ignore")
    lines = people("CUT", name).replace("\n", f"{behind}\n").replace(f"name{behind}", f"name{',team' * bool(behind)}")
    played, problems = found(folder(tmp_path / "源", lines.encode(encoding).replace(b"CUT", cut)))
    assert [player.name for player in played.players][:2] == [kept, name]
    assert {player.team for player in played.players} == {behind.strip(",")}
    half = next(p for p in problems if p.code == "half_character")
    assert (half.file, half.cell, half.value) == ("players.csv", "第2行", kept) and "截断" in half.wrong
    assert [p.value for p in problems if p.code == "same_person"] == ["1=2"] and not errors(problems)
    assert ("encoding_read" in {p.code for p in problems}) == (encoding != "utf-8")


@pytest.mark.parametrize("line", [b"\xb0\xa2\xff\xff,x", b"\xb0\xa2\xb5!x", b"\xb0\xa2\x80,x"])
def test_a_line_of_which_more_cannot_be_read_stays_refused(line: bytes) -> None:
    problems: list[Problem] = []
    assert decoded("id,name\n1,王天一\n".encode("gbk") + b"2," + line + b"\n", "x", problems) is None
    assert [(p.code, p.cell) for p in problems] == [("import_bad", "第3行")]


@pytest.mark.parametrize("encoding", ["gbk", "big5"])
def test_a_name_cut_off_in_the_columns_of_a_report_leaves_the_other_columns_alone(encoding: str, tmp_path: Path) -> None:
    name = ("林宏敏國趙" * 4).encode(encoding)[:33]
    fields = [(1, "001"), (15, "N" * 33), (49, "2300")]
    lines = [placed(sorted([*fields, (FIELDS["number"][0], f"{n:>4}"), (FIRST_ROUND, f"   {3 - n} {c} 1")]))
             for n, c in ((1, "w"), (2, "b"))]  # fmt: skip
    data = "\n".join([lines[0], lines[1][:-1] + "0"]).encode(encoding).replace(b"N" * 33, name.ljust(33), 1)
    (tmp_path / "a.trf").write_bytes(data.replace(b"N" * 33, "趙國榮".encode(encoding).ljust(33)))
    problems: list[Problem] = []
    played = read_trf(tmp_path / "a.trf", problems)
    assert len(name) == 33 and played.players[0].name == name.decode(encoding, errors="ignore")
    assert [player.rating for player in played.players] == ["2300", "2300"]
    assert played.rounds == ((Game(1, "1", "2", "1-0"),),)
    assert [p.cell for p in problems if p.code == "half_character"] == ["第1行"]


# --- rounds and results -------------------------------------------------------------------------------------
@pytest.mark.parametrize("first", ["第01轮", "第1轮", "第01輪", "第 1 轮", "1轮", "第一轮", "01", "１"])
@pytest.mark.parametrize("second", ["第02轮", "第二輪"])
def test_rounds_in_chinese_are_read(first: str, second: str, tmp_path: Path) -> None:
    played, problems = found(folder(tmp_path / "源", people("甲", "乙"), f"{first},1,1,2,1-0\n{second},1,2,1,1-0\n"))
    assert [[game.first for game in games] for games in played.rounds] == [["1"], ["2"]]
    assert not errors(problems)


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        *((word, "1-0") for word in ("紅勝", "红方胜", "先胜", "先勝", "黑負", "后负", "後負", "先手胜")),
        *((word, "0-1") for word in ("黑勝", "紅負", "先负", "先負", "后胜", "後勝", "黑方勝")),
        *((word, "0.5-0.5") for word in ("和局", "和棋", "平局", "先和", "和")), ("雙棄", "0-0F"),
        ("紅棄", "0-1F"), ("黑棄", "1-0F"),
    ],
)  # fmt: skip
def test_results_in_chinese_are_read(typed: str, result: str, tmp_path: Path) -> None:
    played, _ = found(folder(tmp_path / "源", people("甲", "乙"), f"1,1,1,2,{typed}\n"))
    assert played.rounds[0][0].result == result


def test_a_heading_in_traditional_characters_is_its_column(tmp_path: Path) -> None:
    head = "輪次,檯號,紅方編號,黑方編號,結果,備註\n"
    played, _ = found(folder(tmp_path / "源", "編號,姓名,單位\n1,陳小明,台北\n2,黃大文,高雄\n", "第01輪,3,1,2,紅勝,早到\n", head))
    assert played.rounds == ((Game(3, "1", "2", "1-0", "早到"),),) and played.players[0] == Player("1", "陳小明", "台北")


def test_a_round_that_cannot_be_read_is_one_problem_a_line(tmp_path: Path) -> None:
    games = "决赛,1,1,2,1-0\n半决赛,1,1,2,0-1\n百,1,2,1,1-0\n1,1,1,2,1-0\n"
    with pytest.raises(InputProblems) as refused:
        read_tidy(folder(tmp_path / "源", people("甲", "乙"), games), [])
    assert [p.cell for p in refused.value.problems] == ["第2行 round", "第3行 round", "第4行 round"]
    assert all("1 到 99" in p.wrong and "第01轮" in p.remedy for p in refused.value.problems)


# --- who met whom -------------------------------------------------------------------------------------------
def test_a_second_meeting_is_told_with_the_file_and_its_lines(tmp_path: Path) -> None:
    games = "1,1,1,2,1-0\n1,2,3,4,1-0\n2,1,1,5,1-0\n2,2,3,2,1-0\n3,1,2,1,1-0\n3,2,4,5,1-0\n"
    _, problems = found(folder(tmp_path / "源", people("甲", "乙丙"), games))
    assert [(p.code, p.file, p.cell) for p in problems if p.code == "met_twice"] == [("met_twice", GAMES, "第2、6行")]


@pytest.mark.long
def test_the_programs_own_swiss_and_knockout_comes_back_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = small.copy(tmp_path / "赛", 5)
    small.fill(event)
    assert small.next_round(event) == 0
    assert run("export", event, "--trf", tmp_path / "a.trf") == run("export", event, "--csv", tmp_path / "csv") == 0
    told = []
    for played in (read_trf(tmp_path / "a.trf", []), read_tidy(tmp_path / "csv", [])):
        told.append([p for p in checkup(played, "x") if p.code.startswith("met")])
    assert [[p.code for p in found] for found in told] == [["met_in_knockout"]] * 2
    assert "第 4-5 轮像是淘汰赛，有 2 对以前相遇过" in told[0][0].wrong
    capsys.readouterr()
    assert run("import", tmp_path / "新", "--trf", tmp_path / "a.trf", "--yes") == 0
    assert capsys.readouterr().out.count("相遇") == 1


def event(*rounds: str) -> Played:
    """Rounds such as ``ab cd``, the first of a pair wins."""
    games = [tuple(Game(n, *pair, "1-0") for n, pair in enumerate(words.split(), start=1)) for words in rounds]
    ids = dict.fromkeys(sorted("".join(rounds).replace(" ", "")))
    return Played("赛", tuple(Player(one, one) for one in ids), tuple(games))


@pytest.mark.parametrize(
    ("played", "codes"),
    [
        (event("ab cd ef", "ac be df", "ab cd", "ac"), ["met_in_knockout"]),  # semi-finals and a final of the first four
        (event("ab cd ef", "ac be df", "ab cd", "ac bd"), ["met_in_knockout"]),  # and a third place
        (event("ab cd ef", "ac be df", "ab cd ef", "ac bf de"), ["met_twice"] * 4),  # the losers play on: a Swiss
        (event("ab cd ef", "ac be fd", "ab ed", "ae"), ["met_twice"]),  # d was last and c is missing: no knockout
        (event("ab cd", "ac bd", "ab cd"), ["met_twice"] * 2),  # nobody was left out of it
    ],
)
def test_only_meetings_of_a_knockout_are_excused(played: Played, codes: list[str]) -> None:
    assert [p.code for p in checkup(played, "x") if p.code.startswith("met")] == codes


# --- numbers that are nobody's business ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (f"请电 {PHONE}", "请电 100****0007"), (f"{PHONE[:3]} {PHONE[3:7]} {PHONE[7:]}急", "100****0007急"),
        (f"{PHONE[:3]}-{PHONE[3:7]}-{PHONE[7:]}", "100****0007"), (f"+86{PHONE}", "+86100****0007"),
        (f"张三{PHONE}、{PHONE}", "张三100****0007、100****0007"),
        (f"证 {PAPERS}。", "证 000***************。"), ("2024-07-20 10:00 改期", "2024-07-20 10:00 改期"),
        ("裁定 2:1", "裁定 2:1"),
        ("1-0 1-0 0-1 1-0 1-0 1", "1-0 1-0 0-1 1-0 1-0 1"), ("成绩单 12345678 号", "成绩单 12345678 号"), ("", ""),
    ],
)  # fmt: skip
def test_phones_and_papers_show_their_ends_and_nothing_else_is_touched(typed: str, shown: str) -> None:
    assert without_numbers(typed) == shown == without_numbers(shown)


def test_a_phone_in_a_note_of_a_record_is_covered_and_told(tmp_path: Path) -> None:
    head = HEAD.replace("result", "result,note")
    played, problems = found(folder(tmp_path / "源", people("甲", "乙丙"), f"1,1,1,2,1-0,问 {PHONE}\n", head))
    assert played.rounds[0][0].note == "问 100****0007"
    assert [(p.code, p.cell, p.value) for p in problems] == [("private_number", "第2行 note", "问 100****0007")]


@pytest.mark.long
def test_a_number_typed_into_a_round_a_change_or_a_collector_reaches_no_file_but_the_organizers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Results with notes are accepted, one is corrected with a reason; a change has a reason, a collector a phone."""
    event_folder = small.copy(tmp_path / "赛", 1)
    small.fill(event_folder)
    book = event_folder / EVENT_FILE
    small.result(event_folder, 2, f"迟到，{PHONE}", "备注")
    small.put(book, "报名", f"{small.column(book, '报名', '收款人')}2", f"老王 {PHONE}")
    small.edit(book, lambda workbook: workbook["变动"].append([3, 9, "缺席本轮", None, None, f"请假 {PAPERS}"]))
    capsys.readouterr()
    assert run("check", event_folder) == 0
    said = capsys.readouterr().out
    assert said.count("[private_number]") == 3 and "公开的表里会隐去" in said and PHONE not in said and PAPERS not in said
    assert small.next_round(event_folder) == 0
    was = openpyxl.load_workbook(event_folder / small.ROUND)["对局"]
    cell = f"{small.column(event_folder / small.ROUND, '对局', '结果')}3"
    small.result(event_folder, 3, "1" if was[cell].value != "红胜" else "2")
    small.result(event_folder, 3, f"抄错，问 {PHONE[:3]} {PHONE[3:7]} {PHONE[7:]}", "更正理由")
    small.fill(event_folder)
    assert small.next_round(event_folder) == 0
    assert run("export", event_folder, "--csv", tmp_path / "csv") == 0
    event = open_event(event_folder)
    tables = [signup.collectors(event).to_csv(), closing.corrections(event.competitions[""], event.record.corrections).to_csv()]
    written = [*(path.read_text(encoding="utf-8") for path in (tmp_path / "csv").iterdir()), *tables]
    journal = (event_folder / JOURNAL_FILE).read_text(encoding="utf-8")
    for words in (journal, *written, capsys.readouterr().out):
        assert PHONE not in words and PAPERS not in words and f"{PHONE[3:7]} {PHONE[7:]}" not in words
    assert "迟到，100****0007" in journal and "抄错，问 100****0007" in journal
    assert "老王 100****0007" in tables[0] and "抄错，问 100****0007" in tables[1]
    assert PHONE in str(list(openpyxl.load_workbook(event_folder / small.ROUND)["对局"].values))  # his own sheet stays
