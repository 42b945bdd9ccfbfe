"""What may be relied on in the programme, the results book, the receipts and the cross table."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import small_event
from qisai.event import open_event
from qisai.problems import InputProblems
from qisai.publish import language
from qisai.publish.a4 import Leaf, Stroke, Words
from qisai.publish.books import BOTTOM, CONTENTS_FROM, Chapter, Cover, leaves
from qisai.publish.paper import Page, grid_of
from qisai.reports.awarded import capitals
from qisai.reports.books import BOOKS, receipt_page, write_book
from qisai.reports.ceremony import Ceremony
from qisai.reports.programme import programme
from qisai.reports.results import results
from qisai.reports.roundtable import cross_table, printed_blocks
from qisai.reports.state import Settled
from qisai.vocabulary import EVENT_FILE

PHONE = "10000000001"
PRIZES = [["名次奖", "", "1-3", 1005, "是"], ["幸运奖", "", "6", 20, "否"]]
OFFICIALS = [["裁判长", "钟会长", "棋院"], ["编排长", "邓飞", ""]]


def filled(folder: Path, rounds: int) -> Path:
    """The small event with a place, prizes, officials and a telephone number."""

    def fill(book: openpyxl.Workbook) -> None:
        book["奖项"].delete_rows(2, 20)
        small_event.put_rows(book["奖项"], PRIZES)
        small_event.put_rows(book["人员"], OFFICIALS)
        phone = [cell.value for cell in book["报名"][1]].index("电话") + 1
        book["报名"].cell(2, phone).value = PHONE
        next(row for row in book["规程"].iter_rows() if row[0].value == "地点")[1].value = "文化馆"

    small_event.edit(small_event.copy(folder, rounds) / EVENT_FILE, fill)
    return folder


@pytest.fixture(scope="module")
def signed_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled(tmp_path_factory.mktemp("册 子（1）") / "小赛", -1)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Played to the end."""
    folder = filled(tmp_path_factory.mktemp("完") / "小赛", 5)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    return folder


def texts(found: Sequence[Leaf]) -> str:
    return "\n".join(mark.text for leaf in found for mark in leaf.marks if isinstance(mark, Words))


def faults(leaf: Leaf) -> list[str]:
    """Texts out of the page, below the line of the foot, or over one another."""
    width, height = leaf.room
    words = [mark for mark in leaf.marks if isinstance(mark, Words)]
    found = [w.text for w in words if w.x < 20 or w.x + w.width > width - 20 or w.top < 20 or w.top + w.size > height - 10]
    for a, b in combinations(words, 2):
        across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
        down = min(a.top + a.size, b.top + b.size) - max(a.top, b.top)
        if across > 0.6 and down > 0.6:
            found.append(f"{a.text} / {b.text}")
    return found


def table(draw: random.Random, rows: int, columns: int, long: bool) -> pd.DataFrame:
    words = ["张三", "欧阳志远", "天水市象棋协会", "", "呼和浩特市象棋运动协会代表队" if long else "棋院", 12]
    cells = [[draw.choice(words) for _ in range(columns)] for _ in range(rows)]
    return pd.DataFrame(cells, columns=[f"列{n}" for n in range(columns)])


def random_book(seed: int) -> list[Leaf]:
    draw = random.Random(seed)
    chapters = []
    for number in range(draw.randint(1, 7)):
        pages = []
        for _ in range(draw.randint(1, 3)):
            across, columns = draw.random() < 0.2, draw.choice([1, 1, 2])
            frame = table(draw, draw.choice([0, 1, 5, 33, 90]), draw.randint(1, 4 if columns == 2 else 7), draw.random() < 0.5)
            notes = ["说明写在表的下面，可以很长很长，" * draw.randint(1, 12)] * draw.randint(0, 2)
            tall = draw.choice([0, 0, 11])
            pages.append(Page(draw.choice(["", "第1轮"]), frame, notes, columns, across, tall=tall))
        chapters.append(Chapter(f"第{number}章", pages))
    event = "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛" * draw.randint(1, 2)
    return leaves(Cover(event, "成绩册", "截至第3轮"), chapters, "演练数据　截至第3轮")


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 120))])
def test_no_text_of_a_book_is_cut_off_or_over_another(seed: int) -> None:
    found = random_book(seed)
    assert [fault for leaf in found for fault in faults(leaf)] == []
    for leaf in found[1:]:
        width, height = leaf.room
        strokes = [mark for mark in leaf.marks if isinstance(mark, Stroke)]
        assert max(max(s.top, s.to_top) for s in strokes) <= height - BOTTOM + 6
        assert sum(isinstance(mark, Words) for mark in leaf.marks) > 3  # no page holds a head and a foot alone


def test_the_contents_name_the_page_on_which_a_chapter_begins() -> None:
    found = next(book for book in map(random_book, range(7, 40)) if len(book) > CONTENTS_FROM)
    contents = [mark.text for mark in found[1].marks if isinstance(mark, Words)]
    listed = dict(zip(contents[1::2], contents[2::2], strict=True))
    assert listed
    for title, number in listed.items():
        assert any(isinstance(m, Words) and m.text == title and m.size > 15 for m in found[1 + int(number)].marks)


def test_each_chapter_can_be_found_in_the_outline_of_the_pdf(played: Path) -> None:
    written = write_book(open_event(played), "成绩册")[0].read_bytes()
    entries = re.findall(rb"/Title <FEFF([0-9A-F]+)>", written, re.IGNORECASE)
    titles = [bytes.fromhex(entry.decode()).decode("utf-16-be") for entry in entries]
    assert b"/Outlines" in written and {"统计", "交叉表"} <= set(titles)


def test_before_the_draw_the_programme_lists_who_holds_a_place_and_after_it_the_numbers(signed_up: Path, played: Path) -> None:
    before, after = (programme(open_event(folder)) for folder in (signed_up, played))
    lists = [dict(book.chapters)["参赛名单"][0].sheet for book in (before, after)]
    assert [list(sheet.frame.columns) for sheet in lists] == [["序号", "姓名", "单位"], ["编号", "姓名", "单位"]]
    assert [len(sheet.frame) for sheet in lists] == [9, 9]
    assert set(lists[0].frame["姓名"]) == set(lists[1].frame["姓名"])
    units = dict(after.chapters)["各单位名单"][0].sheet.frame
    assert int(units["人数"].sum()) == 9
    assert before.cover.lines == ["文化馆", "2024年7月20日至21日"] and before.cover.note == "演练数据"


@pytest.mark.parametrize("kind", BOOKS)
def test_every_kind_is_written_and_never_shows_a_phone(kind: str, played: Path) -> None:
    for path in write_book(open_event(played), kind):
        assert path.parent == open_event(played).reports / "册子" and path.stat().st_size > 2000
        if path.suffix == ".xlsx":
            cells = [str(c.value) for page in openpyxl.load_workbook(path) for row in page.iter_rows() for c in row]
            assert len(cells) > 100 and not any(PHONE in cell or "电话" in cell for cell in cells)
        elif shutil.which("pdftotext"):
            said = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True).stdout.decode("utf-8")
            assert PHONE not in said and "电话" not in said and "小小象棋赛" in said


def test_the_results_book_holds_every_game_once_and_the_signatures(played: Path) -> None:
    event = open_event(played)
    book = results(event)
    chapters = dict(book.chapters)
    rounds = pd.concat([part.sheet.frame for part in chapters["各轮对阵与成绩"]])
    ties = chapters["淘汰赛"][0].sheet.frame
    lines = [line for p in event.record.publications for line in p.accepted or ()]
    boards = {(p.stage, p.round, line["board"]) for p in event.record.publications for line in p.accepted or ()}
    assert len(rounds) + len(ties) == len(boards) and lines
    counts = chapters["统计"][0].sheet.frame
    outcomes = [line["outcome"] for line in lines]
    assert counts["对局"].iloc[-1] == sum(outcome in ("红胜", "和", "黑胜") for outcome in outcomes)
    assert list(chapters["裁判员签字"][0].sheet.frame["姓名"]) == ["钟会长", "邓飞"]
    assert "签字" in chapters["裁判员签字"][0].sheet.frame and "截至" not in book.cover.note


def test_the_list_of_the_results_book_has_every_key_that_it_is_ordered_by(played: Path) -> None:
    event = open_event(played)
    (sheet,) = [part.sheet for part in results(event).chapters[0][1]]
    chain = event.regulations[""].chain
    assert {key.label for key in chain if not key.row.hidden} <= set(sheet.frame)
    assert any(note.startswith("名次依次比较：积分") for note in sheet.notes)
    known = {*sheet.frame.columns, "", "淘汰赛以外", "并列"}
    others = sheet.frame["区分"].iloc[4:]  # behind the knockout of four
    assert {mark for mark in others if "不列名次" not in mark} <= known


def test_the_rules_of_the_programme_are_the_players(played: Path) -> None:
    (part,) = dict(programme(open_event(played)).chapters)["规则"]
    said = part.sheet.frame.to_string()
    assert "（默认）" not in said and "未采用" not in said and "参赛费" not in said
    assert [sheet.title for sheet in part.printed][0] == "编排" and len(part.sheet.frame) == sum(
        len(sheet.frame) for sheet in part.printed
    )


def test_a_list_of_names_breaks_only_between_them() -> None:
    cell = "、".join(f"{number}欧阳{'志' * (number % 3)}" for number in range(1, 40))
    frame = pd.DataFrame([["甲队", cell]], columns=["单位", "队员"])
    lines = grid_of(Page("", frame, widths={"队员": 30.0}), 300, 700).rows[0].cells[1]
    assert len(lines) > 2 and all(line.endswith("、") for line in lines[:-1]) and "".join(lines) == cell


def test_while_the_event_goes_on_the_results_book_says_until_when(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 3)
    book = results(open_event(folder))
    assert book.cover.note.endswith("截至第2轮")
    assert book.chapters[0][0] == "名次（暂列）" and "获奖名单" not in dict(book.chapters)


def test_before_the_first_results_nothing_but_the_programme_can_be_made(tmp_path: Path) -> None:
    event = open_event(small_event.copy(tmp_path / "小赛", 1))
    assert [path.name for path in write_book(event, "秩序册")] == ["秩序册.pdf", "秩序册.xlsx"]
    for kind in ("成绩册", "签收表", "交叉表"):
        with pytest.raises(InputProblems) as found:
            write_book(event, kind)
        assert [problem.code for problem in found.value.problems] == ["not_yet"]


def test_the_receipts_add_up_in_figures_and_in_capitals(played: Path) -> None:
    frame = receipt_page(Ceremony(open_event(played))).frame
    rows, total = frame.iloc[:-1], frame.iloc[-1]
    assert int(rows["金额（元）"].sum()) == total["金额（元）"] == 3 * 1005 + 20
    assert total["大写"] == "叁仟零叁拾伍元整" and set(rows["大写"]) == {"壹仟零伍元整", "贰拾元整"}
    assert (rows["领取人签字"] == "").all() and list(rows["序"]) == list(range(1, len(rows) + 1))


@pytest.mark.parametrize(
    ("yuan", "words"),
    [(0, ""), (7, "柒元整"), (10, "壹拾元整"), (101, "壹佰零壹元整"), (1010, "壹仟零壹拾元整"), (10001, "壹万零壹元整"),
     (100100, "壹拾万零壹佰元整"), (101000, "壹拾万零壹仟元整"), (10**8 + 5, "壹亿零伍元整")],
)  # fmt: skip
def test_a_sum_in_capitals(yuan: int, words: str) -> None:
    assert capitals(yuan) == words


def test_the_cross_table_tells_of_both_sides_of_every_game(played: Path) -> None:
    competition = Settled.of(open_event(played).competitions[""])
    frame = cross_table(competition, 5).set_index("编号")
    for publication in competition.publications:
        for line in publication.accepted or ():
            red, black = (competition.record.numbers.get(line[side]) for side in ("red", "black"))
            if str(publication.round) not in frame:  # the knockout alone: it has a list of its own
                assert publication.stage == "淘汰"
                continue
            if publication.stage == "淘汰":
                assert frame.at[red, str(publication.round)].startswith(f"淘{black}\n")
                continue
            assert frame.at[red, str(publication.round)].startswith(f"红{black}\n")
            assert frame.at[black, str(publication.round)].startswith(f"黑{red}\n")


def cross(players: int, rounds: int) -> pd.DataFrame:
    draw = random.Random(players + rounds)
    rows = [
        [number, draw.choice(["张三", "阿迪力·买买提明江"]), draw.choice(["个人", "呼和浩特市象棋运动协会代表队"]),
         *(f"红{draw.randint(1, players)}\n胜 {r}.5" for r in range(1, rounds + 1)), "10.5", number]
        for number in range(1, players + 1)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["编号", "姓名", "单位", *map(str, range(1, rounds + 1)), "积分", "名次"])


@pytest.mark.parametrize(("players", "rounds", "parts"), [(600, 11, 1), (120, 7, 1), (60, 25, 2), (12, 40, 3)])
def test_a_wide_cross_table_is_cut_between_rounds_and_every_part_has_the_names(players: int, rounds: int, parts: int) -> None:
    whole = cross(players, rounds)
    blocks, _ = printed_blocks(whole)
    assert len(blocks) == parts and all(list(block.columns[:2]) == ["编号", "姓名"] for block in blocks)
    assert [name for block in blocks for name in block.columns if name.isdigit()] == [str(r) for r in range(1, rounds + 1)]
    assert list(blocks[-1].columns[-2:]) == ["积分", "名次"]


def test_where_english_is_spoken_the_cells_of_the_cross_table_are_letters(played: Path) -> None:
    competition = Settled.of(open_event(played).competitions[""])
    language.choose("英文")
    try:
        frame = cross_table(competition, 5)
    finally:
        language.choose("中文")
    cells = "".join(cell for r in range(1, 6) if str(r) in frame for cell in frame[str(r)])
    assert cells.isascii() and "R" in cells and "KO" in cells and "W" in cells


def test_the_command_names_what_it_wrote_and_what_it_could_write(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert small_event.run("book", played, "--kind", "签收表") == 0
    assert "奖金签收表.pdf" in capsys.readouterr().out.replace("\n", "")
    assert small_event.run("book", played, "--kind", "相册") == 2
