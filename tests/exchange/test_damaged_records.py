"""Files of other programs as they come: encodings, separators, words where numbers belong, lines cut off.

Whatever stands in a file, reading gives an event or problems in Chinese, and nothing else.
"""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from office import SOFFICE, office
from qisai.event import open_event
from qisai.exchange.played import Game, Played, Player, Points
from qisai.exchange.text_files import MOST_BYTES, decoded
from qisai.exchange.tidy import read_tidy, write_tidy
from qisai.exchange.trf_codes import FIELDS, FIRST_ROUND, ROUND_WIDTH, placed
from qisai.exchange.trf_reader import read_trf
from qisai.problems import InputProblems, Problem
from qisai.steps import export_tidy, import_event
from rehearsal_danyang import run

#: A class name, an exception, a word of the system.
ENGLISH = re.compile(r"Error|Exception|Traceback|NoneType|Errno|directory|denied|invalid|expected", re.IGNORECASE)
PLAYERS = "id,name,team\n1,趙國榮,黑龍江\n2,許銀川,廣東\n3,王天一,北京\n4,孙勇征,上海\n"
GAMES = "round,board,first_id,second_id,result,note\n1,1,1,2,1-0,慢棋\n1,2,3,4,0.5-0.5,\n2,1,2,3,0-1,\n2,2,4,1,1-0F,对方迟到\n"
SIMPLE = PLAYERS.replace("趙國榮", "赵国荣").replace("許銀川", "许银川").replace("龍", "龙").replace("廣東", "广东")


def folder(path: Path, players: str | bytes = PLAYERS, games: str | bytes = GAMES, meta: object = None) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    for name, content in (("players.csv", players), ("games.csv", games)):
        (path / name).write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    if meta is not None:
        (path / "meta.json").write_text(meta if isinstance(meta, str) else json.dumps(meta), encoding="utf-8")
    return path


def read(path: Path) -> tuple[Played, list[Problem]]:
    problems: list[Problem] = []
    return read_tidy(path, problems), problems


def faults(path: Path) -> list[str]:
    with pytest.raises(InputProblems) as found:
        read_tidy(path, []) if path.suffix != ".trf" else read_trf(path, [])
    return in_words(found.value.problems)


def in_words(problems: list[Problem] | tuple[Problem, ...]) -> list[str]:
    words = [f"{p.file} {p.cell} 「{p.value}」 {p.wrong}。{p.remedy}" for p in problems]
    assert not any(ENGLISH.search(p.wrong + p.remedy) for p in problems), words
    return words


def names(played: Played) -> list[str]:
    return [player.name for player in played.players]


# --- encodings ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_unicode_in_any_form_is_read_in_silence(encoding: str, tmp_path: Path) -> None:
    played, problems = read(folder(tmp_path / "源", PLAYERS.encode(encoding), GAMES.encode(encoding)))
    assert names(played) == ["趙國榮", "許銀川", "王天一", "孙勇征"] and problems == []
    assert played.rounds == read(folder(tmp_path / "2"))[0].rounds


@pytest.mark.parametrize(
    ("words", "encoding", "name"),
    [(SIMPLE, "gbk", "GBK"), (PLAYERS, "gb18030", "GBK"), (PLAYERS.replace("孙", "孫"), "big5", "Big5")],
)
def test_another_encoding_is_found_and_told_with_a_sample(words: str, encoding: str, name: str, tmp_path: Path) -> None:
    played, problems = read(folder(tmp_path / "源", words.encode(encoding)))
    assert names(played) == [line.split(",")[1] for line in words.splitlines()[1:]]
    (problem,) = problems
    assert problem.code == "encoding_read" and f"按 {name} 读：第2行「{words.splitlines()[1]}」" in problem.wrong


def test_a_file_of_three_encodings_is_read_line_by_line(tmp_path: Path) -> None:
    lines = PLAYERS.replace("孙", "孫").splitlines()
    lines += [f"{n},林宏敏,上海" for n in range(5, 9)]
    whole = [line.encode("big5") for line in lines]
    whole[2], whole[3] = lines[2].encode("utf-8"), "3,陈继贤,广东".encode("gbk")
    played, problems = read(folder(tmp_path / "源", b"\n".join(whole)))
    assert names(played) == ["趙國榮", "許銀川", "陈继贤", "孫勇征", *["林宏敏"] * 4]
    assert [p.code for p in problems] == ["encoding_mixed"]
    told = problems[0].wrong
    assert "第 3 行按UTF-8读（第3行「2,許銀川,廣東」）" in told and "第 4 行按GBK读" in told and "其余各行按Big5读" in told


def test_a_line_whose_cells_are_in_two_encodings_is_read_cell_by_cell(tmp_path: Path) -> None:
    line = b"5," + "第二轮".encode()[:3] + b"," + b"\xb5\xda" + b"\n"
    played, problems = read(folder(tmp_path / "源", SIMPLE.encode("gbk") + line))
    assert (played.players[4].name, played.players[4].team) == ("第", "第")
    assert "第 6 行按逐格读" in problems[0].wrong


@pytest.mark.parametrize("word", ["联通", "第01轮", "王天一", "胡荣华", "张晓平,上海", "吕钦"])
def test_short_simplified_names_are_not_taken_for_big5(word: str) -> None:
    problems: list[Problem] = []
    assert decoded(f"name\n1,{word}\n".encode("gbk"), "x", problems) == f"name\n1,{word}\n"
    assert "GBK" in problems[0].wrong


@pytest.mark.parametrize("word", ["趙國榮", "許銀川", "呂欽", "第一輪", "楊官璘", "莊玉庭"])
def test_short_traditional_names_are_not_taken_for_gbk(word: str) -> None:
    problems: list[Problem] = []
    assert decoded(f"name\n1,{word}\n".encode("big5"), "x", problems) == f"name\n1,{word}\n"
    assert "Big5" in problems[0].wrong


def test_accented_letters_of_old_western_files_are_read(tmp_path: Path) -> None:
    played, problems = read(folder(tmp_path / "源", "id,name\n1,Müller\n2,José\n3,Björn\n4,Åse\n".encode("cp1252")))
    assert names(played) == ["Müller", "José", "Björn", "Åse"] and "Latin-1" in problems[0].wrong


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"id,name\n1,\xff\xff\xfe\n2,b\n", ("第2行", "读不出来的字", "CSV UTF-8")),
        (b"id,name\n1,a\x00b\n", ("第2行", "NUL")),
        (b"PK\x03\x04" + bytes(90), ("Excel 工作簿",)),
        (b"\xd0\xcf\x11\xe0" + bytes(90), ("旧的 Excel",)),
        (b"%PDF-1.7\n\xff", ("PDF",)),
        (b"", ("文件是空的",)),
        (b"\n\n , \n", ("文件是空的",)),
        (b'id,name\n1,"a\n2,b\n', ("双引号",)),
        (b"id,name\n1," + b"x" * 200_000 + b"\n", ("一格太长",)),
        (b"id,name\n1,007\n", ("姓名只有数字",)),
        ("id,name\n1,甲\ue000\n".encode(), ("乱码",)),
    ],
    ids=["bytes", "nul", "xlsx", "xls", "pdf", "empty", "blank", "quote", "long", "digits", "private-use"],
)
def test_what_is_no_text_or_no_table_is_named(data: bytes, words: tuple[str, ...], tmp_path: Path) -> None:
    told = "\n".join(faults(folder(tmp_path / "源", data)))
    assert all(word in told for word in words), told


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    source = folder(tmp_path / "源")
    with (source / "games.csv").open("r+b") as stream:
        stream.truncate(MOST_BYTES + 1)
    assert "文件太大" in faults(source)[0]


# --- forms of a table ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("separator", [",", ";", "\t", "|", "，"])
def test_any_usual_separator_is_understood(separator: str, tmp_path: Path) -> None:
    first = f"sep={separator}\n" if separator == "|" else ""
    games = GAMES.replace(",", separator).replace("0.5-0.5", "0,5-0,5" if separator != "," else "0.5-0.5")
    played, problems = read(folder(tmp_path / "源", first + PLAYERS.replace(",", separator), games))
    assert (played.rounds, names(played)) == (read(folder(tmp_path / "2"))[0].rounds, names(read(tmp_path / "2")[0]))
    assert problems == []


def test_headings_results_and_names_in_chinese_are_understood(tmp_path: Path) -> None:
    players = "编号,姓名,单位,性别,出生日期\n1,赵一,东队,男,1990-05-03\n2,钱二,西队,女,\n3,孙三,,,\n"
    games = (
        "轮次,台号,红方,黑方,结果,备注\n1,1,赵一,钱二,红胜,\n1,,孙三,,轮空,\n"
        "2,第1台,2,3,和棋,\n2,,赵一,,缺席,病\n3,1,孙三,赵一,黑弃,\n"
    )
    played, problems = read(folder(tmp_path / "源", players, games))
    assert problems == []
    assert played.players[0] == Player("1", "赵一", "东队", sex="M", birth="1990")
    assert played.rounds == (
        (Game(1, "1", "2", "1-0"), Game(0, "3", "", "BYE1")),
        (Game(1, "2", "3", "0.5-0.5"), Game(0, "1", "", "BYE0", "病")),
        (Game(1, "3", "1", "1-0F"),),
    )


def test_a_column_that_has_our_name_in_another_meaning_comes_back(tmp_path: Path) -> None:
    """Beside the column that we read, a Chinese one stays what it is: also when ours is blank."""
    players = "id,name,sex,性别,序号\n1,赵一,,汉,x\n2,钱二,,,y\n"
    played, _ = read(folder(tmp_path / "源", players, "round,first_id,second_id,result\n1,1,2,1-0\n"))
    assert played.players[0].more == (("序号", "x"), ("性别", "汉"))
    write_tidy(tmp_path / "新", played)
    assert read(tmp_path / "新")[0].players == played.players


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("1000000000,1,1,2,1-0", "1 到 99 的正整数"), ("9" * 6000 + ",1,1,2,1-0", "1 到 99 的正整数"),
        ("1e9,1,1,2,1-0", "1 到 99"), ("-1,1,1,2,1-0", "1 到 99"), ("1," + "9" * 6000 + ",1,2,1-0", "台号应是正整数"),
        ("1,1,1,2," + "9" * 6000, "看不懂的结果"), ("100,1,1,2,1-0", "1 到 99"), ("²,1,1,2,1-0", "1 到 99"),
    ],
    ids=["1e9", "6000-digits", "words", "negative", "board", "result", "100", "superscript"],
)  # fmt: skip
def test_numbers_beyond_all_bounds_are_problems_of_their_row(row: str, words: str, tmp_path: Path) -> None:
    told = faults(folder(tmp_path / "源", games=f"round,board,first_id,second_id,result\n{row}\n"))
    assert len(told) == 1 and "第2行" in told[0] and words in told[0]


# --- people, points, meta -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "year"),
    [
        *((typed, "1990") for typed in ("1990", "1990-05-03", "1990.5.3", "3.5.1990", "5/3/1990", "19900503", "1990年5月3日")),
        ("", ""),
        *((typed, None) for typed in ("0", "12345", "五月", "5-3", "1850", "3000", "1990-99-99x", "9" * 5000)),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_birth_without_a_year_is_left_blank_and_told(typed: str, year: str | None, tmp_path: Path) -> None:
    played, problems = read(folder(tmp_path / "源", f"id,name,birth\n1,甲,{typed}\n2,乙,\n3,丙,\n4,丁,\n"))
    assert played.players[0].birth == (year or "")
    assert [(p.code, p.cell) for p in problems] == [("birth_blank", "第2行 birth")] * (year is None)
    in_words(problems)


@pytest.mark.parametrize(
    ("meta", "words"),
    [
        ("{", "不是 JSON"), ("[" * 100_000, "不是 JSON"), ("[]x", "不是 JSON"),
        ('"x"', "应是一组名称和值"), ("3", "应是一组名称和值"),
        ({"points": "2-1-0"}, "应有 win、draw、loss"), ({"points": {"win": 1}}, "应有 win、draw、loss"),
        ({"points": {"win": [2], "draw": 1, "loss": 0}}, "应有 win、draw、loss"),
        ({"points": {"win": "1e999999999", "draw": 1, "loss": 0}}, "应有 win、draw、loss"),
        ('{"points": {"win": 1e999, "draw": 1, "loss": 0}}', "应有 win、draw、loss"),
        ({"points": {"win": 0, "draw": 1, "loss": 2}}, "从大到小"), ({"points": {"win": 2, "draw": 1, "loss": -1}}, "负数"),
        ({"rounds_planned": 10**9}, "1 到 99"), ({"rounds_planned": "x"}, "1 到 99"), ({"rounds_planned": 2.5}, "1 到 99"),
        ('{"rounds_planned": 1e400}', "1 到 99"), ('{"rounds_planned": ' + "9" * 5000 + "}", ""),
        ({"rounds_planned": True}, "1 到 99"),
        ({"tie_breaks": "points"}, "一列指标的名字"), ({"tie_breaks": [1]}, "一列指标的名字"), ({"event": ["x"]}, "应是文字"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_meta_file_is_named_with_the_key_and_no_word_of_the_program(meta: object, words: str, tmp_path: Path) -> None:
    told = faults(folder(tmp_path / "源", meta=meta))
    assert len(told) == 1 and told[0].startswith("meta.json") and words in told[0] and "删掉" in told[0]


def test_keys_of_other_programs_are_no_matter(tmp_path: Path) -> None:
    meta = {"event": "杯", "Error": {"x": [1]}, "points": None, "rounds_planned": ""}
    played, problems = read(folder(tmp_path / "源", meta=meta))
    assert (played.name, played.planned, played.points, problems) == ("杯", 0, None, [])


@pytest.mark.parametrize("scores", ["0,1,2", "2,1,-1", "x,1,0", "2,1", "1,1,1", "1e9,1,0", "2,1,0,0,1,2", "nan,1,0", "2,3,0"])
def test_points_that_cannot_be_are_refused_with_a_way_out(
    scores: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = folder(tmp_path / "源")
    assert run("import", tmp_path / "赛", "--csv", source, "--scores", scores) == 3
    said = capsys.readouterr().out
    assert "--scores" in said and "例如 2,1,0" in said and not ENGLISH.search(said) and not (tmp_path / "赛").exists()


# --- reports of FIDE ----------------------------------------------------------------------------------------
def trf_line(number: object, name: str, *rounds: str, birth: str = "", rating: str = "") -> str:
    fields = {"number": f"{number:>4}", "name": name, "rating": rating, "birth": birth}
    cells = [(FIRST_ROUND + ROUND_WIDTH * n, cell) for n, cell in enumerate(rounds)]
    return placed([(1, "001"), *((FIELDS[key][0], words) for key, words in fields.items() if words), *cells])


TWO = (trf_line(1, "赵一", "   2 w 1", birth="1990/05/03"), trf_line(2, "钱二", "   1 b 0"))


def trf(tmp_path: Path, *lines: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "赛.trf"
    path.write_bytes("".join(f"{line}\r\n" for line in lines).encode(encoding))
    return path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("162  W 2.0    Q 1.0", ("第3行", "162", "Q 1.0")), ("162  W=2", ("第3行", "162")), ("162  W 1..5", ("第3行", "162")),
        ("162  W 9999999999 D 1.0", ("第3行", "162")), ("162  W 0.0    D 0.5    L 1.0", ("第3行", "从大到小")),
        ("XXS W=" + "9" * 5000, ("第3行", "看不懂的记分")), ("BBW " + "9" * 5000, ("第3行", "应是分数")),
        ("XXR " + "9" * 5000, ("第3行", "1 到 99")), ("142 1000000000", ("第3行", "1 到 99")),
        ("240 H 000    1", ("第3行", "轮次")), ("240 H 999    1", ("第3行", "轮次")),
        ("XXP 1 " + "9" * 5000, ("第3行", "没有这个编号")), ("001", ("第3行", "1 到 9999")),
        ("001 abcd", ("第3行", "1 到 9999")), (trf_line(3, "孙三", "    1 w 1"), ("第3行", "没有对齐")),
        (trf_line(3, "孙三", "   ∞ w 1"), ("第3行", "应是编号")), (trf_line(3, "12345"), ("第3行", "姓名只有数字")),
    ],
    ids=lambda value: value[:18].strip() if isinstance(value, str) else "",
)  # fmt: skip
def test_a_line_of_a_report_that_is_malformed_is_named(line: str, words: tuple[str, ...], tmp_path: Path) -> None:
    told = "\n".join(faults(trf(tmp_path, *TWO, line)))
    assert all(word in told for word in words), told


def test_doubtful_lines_of_a_report_are_warnings(tmp_path: Path) -> None:
    problems: list[Problem] = []
    third = trf_line(3, "孙" * 35, birth="May 1990")
    played = read_trf(trf(tmp_path, "012", *TWO, third), problems)
    assert played.name == "赛" and played.players[2].birth == ""
    told = "\n".join(in_words(problems))
    assert "第1行" in told and "012" in told and "第4行 「48」" in told and "第4行 第 70-79 列 「May 1990」" in told


@pytest.mark.parametrize(("encoding", "width"), [("gbk", 1), ("gbk", 2), ("big5", 2), ("utf-8", 1), ("utf-8", 2), ("utf-8", 3)])
def test_a_report_in_another_encoding_is_read_however_it_counts_its_columns(encoding: str, width: int, tmp_path: Path) -> None:
    """Some programs fill the columns by characters, some by width or bytes."""
    lines = []
    for line in (trf_line(1, "林宏敏", "   2 w 1", rating="2300"), trf_line(2, "王天一", "   1 b 0", birth="1989/01/01")):
        name = line[14:47].rstrip()
        lines.append(line.replace(f"{name:<33}", name + " " * (33 - width * len(name))))
    problems: list[Problem] = []
    played = read_trf(trf(tmp_path, *lines, encoding=encoding), problems)
    assert [(p.name, p.rating, p.birth) for p in played.players] == [("林宏敏", "2300", ""), ("王天一", "", "1989")]
    assert played.rounds == ((Game(1, "1", "2", "1-0"),),)
    assert [p.code for p in problems] == ["encoding_read"] * (encoding != "utf-8")


# --- paths --------------------------------------------------------------------------------------------------
def test_a_path_of_the_wrong_kind_is_told_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder(tmp_path / "源")
    file, target = source / "games.csv", tmp_path / "赛"
    (tmp_path / "占用").write_text("x", encoding="utf-8")
    cases: list[tuple[tuple[Any, ...], str]] = [
        (("--csv", file), "要写 players.csv 和 games.csv 所在的文件夹"), (("--csv", tmp_path / "没有"), "找不到这个文件"),
        (("--trf", source), "这里要的是文件"), (("--trf", tmp_path / "没有.trf"), "找不到这个文件"),
        (("--trf", file), "没有 001 记录"), (("--trf", tmp_path / ("长" * 300)), ""),
    ]  # fmt: skip
    for words, told in cases:
        assert run("import", target, *words) in (3, 5), words
        said = capsys.readouterr()
        shown = re.sub(r"\S*/\S*", "", said.out)  # the paths of this machine
        assert told in said.out and not ENGLISH.search(shown + said.err) and not target.exists(), said.out
    assert run("import", tmp_path / "占用", "--csv", source) == 3
    assert "赛事要放在文件夹里" in capsys.readouterr().out
    assert (tmp_path / "占用").read_text(encoding="utf-8") == "x"


def test_an_import_that_fails_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from qisai.steps import imported

    played, _ = read(folder(tmp_path / "源"))
    target = tmp_path / "赛"
    target.mkdir()
    (target / "自己的.txt").write_text("x", encoding="utf-8")

    def refuse(*_: object) -> None:
        raise InputProblems([Problem("io_failed", "编号.xlsx", details={"detail": "磁盘已满"})])

    monkeypatch.setattr(imported, "restore", refuse)
    for folder_ in (target, tmp_path / "新"):
        with pytest.raises(InputProblems):
            import_event(folder_, played)
    assert [path.name for path in target.iterdir()] == ["自己的.txt"] and not (tmp_path / "新").exists()


# --- what spreadsheets would calculate ----------------------------------------------------------------------
FORMULAS = ("=1+1", "+86", "-甲", "@乙", "＝cmd|x", "=HYPERLINK(1)", "-900", "+5", "'=1", "平常")
WORTH = Points.of([Fraction(2), Fraction(1), Fraction(0)])
DANGEROUS = Played(
    "赛",
    tuple(Player(f"p{n}", f"{words}甲", words, "-900", more=(("=列", words),)) for n, words in enumerate(FORMULAS)),
    ((Game(1, "p0", "p1", "1-0", "=2+2"), Game(2, "p2", "p3", "0-1", "-")),),
    points=WORTH,
)


def test_cells_that_begin_like_a_formula_are_written_as_text_and_come_back(tmp_path: Path) -> None:
    write_tidy(tmp_path / "源", DANGEROUS)
    with (tmp_path / "源" / "players.csv").open(encoding="utf-8", newline="") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    assert not [cell for cell in cells if cell[:1] in "=+-@＝" and cell and not re.fullmatch(r"[+-]\d+", cell)]
    assert "-900" in cells  # a number is one
    back = read_tidy(tmp_path / "源", [])
    assert (back.players, back.rounds) == (DANGEROUS.players, DANGEROUS.rounds)
    event = import_event(tmp_path / "赛", back).event
    assert event.people["name"].tolist() == [player.name for player in DANGEROUS.players]
    export_tidy(open_event(tmp_path / "赛"), tmp_path / "再")
    assert (tmp_path / "再" / "players.csv").read_bytes() == (tmp_path / "源" / "players.csv").read_bytes()


@pytest.mark.long
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_calculates_nothing_in_an_export(tmp_path: Path) -> None:
    write_tidy(tmp_path / "源", DANGEROUS)
    out = tmp_path / "out"
    out.mkdir()
    office("xlsx", out, tmp_path / "源" / "players.csv")
    sheet = openpyxl.load_workbook(out / "players.xlsx").active
    shown = {str(cell.value).strip() for row in sheet.iter_rows() for cell in row if cell.value is not None}
    assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    assert {"=1+1", "=HYPERLINK(1)", "-900"} <= shown
