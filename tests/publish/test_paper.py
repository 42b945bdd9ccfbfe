"""What the arbiter may rely on in the printed tables and result slips."""

from __future__ import annotations

import random
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from pylopdf_fonts_zh_cn import sans_path

from qisai.publish import fonts
from qisai.publish.a4 import SMALLEST, Leaf, Stroke, Words
from qisai.publish.paper import BODY, Page, arrange, fit_columns, write_tables
from qisai.publish.pdf import quicken
from qisai.publish.poster import Duel, Poster
from qisai.publish.slips import GRIDS, NAMES, Slip, stacked, write_slips
from qisai.publish.slips import arrange as arrange_slips

EVENT = "2026年“伏羲杯”天水第二届全国象棋公开赛暨甘肃省象棋锦标赛"
STAMP = "第3轮 07-20 14:05 发布"
CLOCK = "每方60分钟，每步加30秒"
SURNAMES = "王李张刘陈杨赵黄周吴堃喆犇䶮㛃𬭎"
LONG_NAMES = ["阿迪力·买买提明江", "尼格买提·热合曼阿不都拉", "Alexander Petrov-Smith"]
TEAMS = ["个人", "兰州棋院", "天水市象棋协会", "呼和浩特市象棋运动协会代表队", "Tianshui Chess Club 2", ""]
LONG_TEAM = "新疆维吾尔自治区克孜勒苏柯尔克孜自治州象棋运动协会代表队第一队"


def names(seed: int, count: int, long: float = 0.1) -> list[str]:
    draw = random.Random(seed)
    short = ["".join(draw.choices(SURNAMES, k=draw.choice([2, 3, 3, 4]))) for _ in range(count)]
    return [draw.choice(LONG_NAMES) if draw.random() < long else name for name in short]


def pairings(seed: int, boards: int, teams: list[str] = TEAMS) -> pd.DataFrame:
    draw = random.Random(seed)
    called = names(seed, 2 * boards)
    rows = [
        (board + 1, 2 * board + 1, called[2 * board], draw.choice(teams), "2.5", "", "10", called[2 * board + 1],
         draw.choice(teams), 2 * board + 2)
        for board in range(boards)
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["台号", "编号", "红方", "单位", "积分", "结果", "积分", "黑方", "单位", "编号"])


def slips(seed: int, count: int, games: tuple[str, ...] = (), long: float = 0.1) -> list[Slip]:
    draw = random.Random(seed)
    called = names(seed, 2 * count, long)
    players = [(str(i + 1), name, LONG_TEAM if draw.random() < long else draw.choice(TEAMS)) for i, name in enumerate(called)]
    notes = ["", "胜方录谱", "胜方录谱，" + "赛后随成绩单交裁判长，" * 3] if long else ["胜方录谱"]
    return [Slip(i + 1, players[2 * i], players[2 * i + 1], games, draw.choice(notes)) for i in range(count)]


def words(leaf: Leaf) -> list[Words]:
    return [mark for mark in leaf.marks if isinstance(mark, Words)]


def printed(path: Path) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    return subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, check=True, encoding="utf-8").stdout


def is_clear(leaf: Leaf) -> None:
    """Every text can be read, lies on the paper, on no other text and across no line (half a point of slack)."""
    wide, high = leaf.room
    found = words(leaf)
    for one in found:
        assert one.size >= SMALLEST and "\n" not in one.text
        assert one.x >= 10 and one.x + one.width <= wide - 10 and one.top >= 10 and one.top + one.size <= high - 10, one
    for one, other in combinations(found, 2):
        beside = one.x + one.width <= other.x + 0.5 or other.x + other.width <= one.x + 0.5
        below = one.top + one.size <= other.top + 0.5 or other.top + other.size <= one.top + 0.5
        assert beside or below, (one, other)
    for line in (mark for mark in leaf.marks if isinstance(mark, Stroke)):
        for one in found:
            across = line.x < one.x + one.width - 0.5 and line.to_x > one.x + 0.5
            through = line.top < one.top + one.size - 0.5 and line.to_top > one.top + 0.5
            assert not (across and through), (one, line)


# --- tables -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_no_text_of_a_table_is_clipped_or_lies_on_another(seed: int) -> None:
    draw = random.Random(seed)
    frame = pairings(seed, draw.choice([0, 1, 9, 40]))
    if seed % 2:
        frame["说明"] = draw.choices(["", "奖金3000元，证书一本；" * 8, "https://example.org/" + "x" * 90], k=len(frame))
    page = Page("第3轮对阵表", frame, ["迟到15分钟判负。" * 9], columns=1 + (seed > 5), across=seed % 4 == 3, tall=seed % 3 * 6)
    for leaf in arrange(page, heading=EVENT * (1 + seed % 2), stamp=STAMP):
        is_clear(leaf)


@pytest.mark.parametrize("boards", [60, 61])
def test_sixty_tables_take_two_pages_in_type_that_is_read_from_a_metre(boards: int) -> None:
    teams = [*TEAMS[:3] * 3, TEAMS[3]]
    leaves = arrange(Page("第3轮对阵表", pairings(1, boards, teams), ["台号小的在前"]), heading=EVENT, stamp=STAMP)
    assert len(leaves) == 2
    assert all(word.size >= 11 for leaf in leaves for word in words(leaf) if word.text in ("兰州棋院", "天水市象棋协会"))


def test_every_page_has_event_stamp_header_and_its_number() -> None:
    leaves = arrange(Page("名单", pairings(2, 150)), heading="天水公开赛", stamp=STAMP)
    for number, leaf in enumerate(leaves, 1):
        texts = [word.text for word in words(leaf)]
        assert {"天水公开赛", "名单", STAMP, "台号", f"第{number}页/共{len(leaves)}页"} <= set(texts)


def test_pages_are_numbered_through_all_tables_of_a_file() -> None:
    pages = [Page("名单", pairings(2, 20)), Page("依据", pairings(2, 3), across=True), Page("签收", pairings(2, 3))]
    leaves = arrange(*pages, heading="天水公开赛", stamp=STAMP)
    found = [word.text for leaf in leaves for word in words(leaf) if word.text.endswith("页")]
    assert found == ["第1页/共3页", "第2页/共3页", "第3页/共3页"]
    for leaf in leaves:
        is_clear(leaf)


def test_a_list_of_names_stands_in_two_columns_side_by_side_and_is_read_down_each() -> None:
    frame = pd.DataFrame({"姓名": names(3, 121, long=0), "台号": range(1, 122)})
    leaves = arrange(Page("按姓名", frame, columns=2), heading=EVENT, stamp=STAMP)
    assert len(leaves) == 2
    at = {word.text: (page, word.x > 297, word.top) for page, leaf in enumerate(leaves) for word in words(leaf)}
    places = [at[str(board)] for board in range(1, 122)]
    assert places == sorted(places)
    last = [right for page, right, _ in places if page == 1]
    assert abs(sum(last) - len(last) / 2) <= 1  # the last page is shared out evenly


def test_rows_to_sign_in_are_tall_and_the_blank_is_as_wide_as_wished() -> None:
    frame = pd.DataFrame({"编号": [1, 2, 3], "姓名": ["王一", "李二", "张三"], "签名": ["", "", ""]})
    (leaf,) = arrange(Page("签收表", frame, widths={"签名": 20}, tall=12), heading=EVENT, stamp="")
    tops = [word.top for word in words(leaf) if word.text in ("1", "2", "3")]
    assert [round(b - a, 2) for a, b in zip(tops, tops[1:], strict=False)] == [34.02, 34.02]  # 12 mm
    edges = sorted({mark.x for mark in leaf.marks if isinstance(mark, Stroke) and mark.x == mark.to_x})
    assert edges[3] - edges[2] > 0.6 * (edges[3] - edges[0])


@pytest.mark.parametrize("room", [120.0, 250.0, 527.0])
def test_columns_fill_the_room_and_numbers_are_never_broken(room: float) -> None:
    columns = [["1", "128"], ["阿迪力·买买提明江", "王一"], ["呼和浩特市象棋运动协会代表队"] * 2, ["2.5", "10"]]
    size, widths = fit_columns(["台号", "姓名", "单位", "积分"], columns, [None] * 4, room)
    assert size in BODY and sum(widths) == pytest.approx(room)
    assert widths[0] >= fonts.width("128", size) and widths[3] >= fonts.width("2.5", size)


def test_a_cell_longer_than_a_page_and_long_notes_go_on_to_the_next() -> None:
    cell, note = "规程全文" * 1500, "附则" * 1500
    leaves = arrange(Page("规程", pd.DataFrame({"条": [1], "内容": [cell]}), [note]), heading=EVENT, stamp=STAMP)
    for leaf in leaves:
        is_clear(leaf)
    everything = "".join(word.text for leaf in leaves for word in words(leaf))
    assert everything.count("规程全文") >= 1480 and everything.count("附则") >= 1450  # a line may break inside one
    assert sum(everything.count(c) for c in "附则") == 3000


def test_the_printed_tables_can_be_searched_and_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    frame = pairings(4, 30, ["兰州棋院"])
    frame.iloc[0, 2] = "王𬭎"
    pages = [Page("第3轮对阵表", frame, ["台号小的在前"]), Page("按姓名", frame.iloc[:, :3], columns=2)]
    first = write_tables(tmp_path / "一.pdf", pages, heading=EVENT, stamp=STAMP)
    again = write_tables(tmp_path / "二.pdf", pages, heading=EVENT, stamp=STAMP)
    assert first.read_bytes() == again.read_bytes() and sorted(tmp_path.iterdir()) == sorted([first, again])
    assert first.stat().st_size < 300_000
    read = printed(first)
    assert read.count("\f") == 2 and "王𬭎" in read and EVENT in read and "台号小的在前" in read
    together = "".join(read.split())
    assert all("".join(str(value).split()) in together for value in frame.to_numpy().ravel())


def test_a_character_the_font_has_not_is_named_and_the_old_file_stays(tmp_path: Path) -> None:
    path = write_tables(tmp_path / "表.pdf", [Page("表", pairings(5, 1))], heading=EVENT, stamp=STAMP)
    before = path.read_bytes()
    with pytest.raises(fonts.MissingGlyphs, match="𠮷"):
        write_tables(path, [Page("表", pd.DataFrame({"姓名": ["𠮷田"]}))], heading=EVENT, stamp=STAMP)
    with pytest.raises(ValueError):
        write_tables(path, [], heading=EVENT, stamp=STAMP)
    assert path.read_bytes() == before


def test_a_short_list_is_read_from_three_metres_and_a_list_to_sign_keeps_its_rows() -> None:
    short = pairings(6, 4, TEAMS[:2]).drop(columns=["编号"])
    (leaf,) = arrange(Page("第1轮对阵", short), heading=EVENT, stamp=STAMP)
    is_clear(leaf)
    assert min(word.size for word in words(leaf) if word.text in TEAMS[:2]) >= 14
    names_only = pd.DataFrame({"编号": range(1, 9), "姓名": ["王一"] * 8})
    (leaf,) = arrange(Page("名单", names_only), heading=EVENT, stamp=STAMP)
    assert min(word.size for word in words(leaf) if word.text == "王一") >= 22
    (leaf,) = arrange(Page("签收", names_only, tall=9), heading="", stamp="")
    assert all(word.size <= 12 for word in words(leaf) if word.text == "王一")


def test_rows_of_a_block_stand_on_one_sheet_and_a_band_over_the_whole_width() -> None:
    frame = pd.DataFrame({"轮次": [n // 7 for n in range(70)], "台号": range(70)})
    leaves = arrange(Page("余下各轮", frame, tall=7, whole="轮次"), heading=EVENT, stamp=STAMP)
    boards = [[int(word.text) for word in words(leaf) if word.text.isdigit() and word.x > 250] for leaf in leaves]
    assert len(leaves) > 1 and all(len(found) % 7 == 0 for found in boards)
    listed = pd.DataFrame({"姓名": ["", "王一"], "签名": ["", ""]})
    (leaf,) = arrange(Page("签到表", listed, bands={0: "扬州棋协　8人"}, tall=9), heading=EVENT, stamp=STAMP)
    assert "扬州棋协　8人" in [word.text for word in words(leaf)]


# --- result slips -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 8])
def test_the_piles_of_one_cut_laid_on_each_other_are_in_order(per_page: int) -> None:
    for count in range(60):
        pages = stacked(count, per_page)
        assert len(pages) == -(-count // per_page)
        piles = [[page[place] for page in pages] for place in range(per_page)]
        laid = [slip for pile in piles for slip in pile if slip is not None]
        assert laid == list(range(count))


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (8, 1), (9, 2), (60, 8)])
def test_eight_slips_stand_on_a_page(count: int, pages: int) -> None:
    red, black = ("17", "阿迪力·买买提明江", TEAMS[3]), ("128", "王𬭎", "个人")
    made = [Slip(board, red, black, note="胜方录谱") for board in range(1, count + 1)]
    leaves = arrange_slips(made, heading=EVENT, round_label="第13轮", clock=CLOCK)
    assert len(leaves) == pages
    for leaf in leaves:
        is_clear(leaf)
    boards = [int(word.text) for leaf in leaves for word in words(leaf) if word.bold and word.text.isdigit()]
    assert sorted(boards) == list(range(1, count + 1))


@pytest.mark.parametrize("seed", range(8))
def test_no_text_of_a_slip_is_clipped_however_long_names_and_teams_are(seed: int) -> None:
    games = ((), ("慢棋",), ("慢棋", "快棋", "附加赛"), ("慢棋", "附加赛（红6分钟加3秒、黑4分钟加3秒，和棋黑胜）"))[seed % 4]
    made = slips(seed, 5, games, long=0.4)
    label = ("第3轮", "八分之一决赛", "男子甲组第二阶段第13轮（加赛）")[seed % 3]
    leaves = arrange_slips(made, heading=EVENT, round_label=label, clock=("", CLOCK, CLOCK * 3)[seed % 3], per_page=8)
    for leaf in leaves:
        is_clear(leaf)
        called = {name for slip in made for _, name, _ in (slip.red, slip.black)}
        assert all(word.size >= NAMES[-1] for word in words(leaf) if word.text in called)


def test_a_slip_keeps_its_text_and_lines_inside_the_cut() -> None:
    for per_page in (8, 6, 4):
        columns, rows = next(grid for grid in GRIDS if grid[0] * grid[1] == per_page)
        leaf, *_ = arrange_slips(slips(9, 8, long=0), heading=EVENT, round_label="第3轮", clock=CLOCK, per_page=per_page)
        cuts = [mark for mark in leaf.marks if isinstance(mark, Stroke) and mark.dash]
        assert len(cuts) == columns - 1 + rows  # one below the strip that says how the stacks are laid
        for word in words(leaf):
            for cut in cuts:
                if word.top < min(line.top for line in cuts):
                    continue
                if cut.x == cut.to_x:
                    assert word.x > cut.x + 10 or word.x + word.width < cut.x - 10
                else:
                    assert word.top > cut.top + 8 or word.top + word.size < cut.top - 8


def test_a_knockout_tie_asks_who_has_red_in_each_of_its_games() -> None:
    games = ("慢棋", "快棋", "附加赛")
    leaves = arrange_slips(slips(7, 7, games, long=0), heading=EVENT, round_label="半决赛", clock=CLOCK)
    assert len(leaves) == 2  # four to a page
    texts = [word.text for word in words(leaves[0])]
    assert texts.count("执红编号") == 4 * len(games) and texts.count("甲方") == 4
    assert "红方" not in texts and "红方签字" not in texts


def test_the_printed_slips_can_be_searched_and_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    made = slips(8, 11, long=0)
    first = write_slips(tmp_path / "一.pdf", made, heading=EVENT, round_label="第3轮", clock=CLOCK)
    again = write_slips(tmp_path / "二.pdf", made, heading=EVENT, round_label="第3轮", clock=CLOCK)
    assert first.read_bytes() == again.read_bytes()
    read = printed(first)
    assert all(name in read and f"{number}号" in read for slip in made for number, name, _ in (slip.red, slip.black))
    assert all(phrase in read for phrase in ("□ 1 红胜", "□ 2 黑胜", "□ 3 和", "红弃", "双弃", "红方签字", "裁判", "时间"))


# --- the font -----------------------------------------------------------------------------------------------


def test_the_quick_cut_of_the_font_draws_the_same_shapes() -> None:
    characters = "永和龘𬭎□·A1"
    options = subset.Options(drop_tables=["GDEF", "GPOS", "GSUB"], notdef_outline=True)
    with TTFont(sans_path(), lazy=True) as whole, TTFont(sans_path(), lazy=True) as cut:
        quicken(cut)
        cutter = subset.Subsetter(options)
        cutter.populate(text=characters)
        cutter.subset(cut)
        data = cut["CFF "].compile(cut)
        assert len(data) < 20_000 and len(cut.getGlyphOrder()) < 20
        for c in characters:
            shapes = []
            for font in (whole, cut):
                pen = DecomposingRecordingPen(font.getGlyphSet())
                font.getGlyphSet()[font.getBestCmap()[ord(c)]].draw(pen)
                shapes.append(pen.value)
            assert shapes[0] and shapes[0] == shapes[1]


def test_so_few_slips_that_they_leave_room_are_larger_and_one_alone_says_nothing_of_stacks() -> None:
    def texts(count: int, games: tuple[str, ...]) -> dict[str, Words]:
        leaf, *_ = arrange_slips(slips(7, count, games, long=0), heading=EVENT, round_label="决赛", clock=CLOCK)
        is_clear(leaf)
        return {mark.text: mark for mark in leaf.marks if isinstance(mark, Words)}

    usual, half = (texts(count, ("慢棋", "附加赛")) for count in (4, 2))
    whole = [texts(count, ("慢棋", "快棋", "附加赛")) for count in (1, 2)]  # two with three games have no room beside each other
    assert usual["本轮胜方"].size < half["本轮胜方"].size < whole[0]["本轮胜方"].size == whole[1]["本轮胜方"].size
    assert any("叠" in words for words in half) and not any("叠" in words for one in whole for words in one)
    assert whole[0][CLOCK].size >= 14 and usual[CLOCK].size >= 10


def test_the_final_hangs_out_as_a_poster() -> None:
    duels = [Duel(1, ("46", "吕南生"), ("57", "阿迪力·买买提明江"), "抽签：46号吕南生先手")]
    (leaf,) = arrange(Poster("第 9 轮（决赛）对阵", duels=duels), heading=EVENT, stamp="第9轮 02-17 14:33 公布")
    is_clear(leaf)
    sizes = {mark.text: mark.size for mark in leaf.marks if isinstance(mark, Words)}
    assert sizes["吕南生"] >= 48 and {"第 1 台", "46号", "VS", "抽签：46号吕南生先手"} <= sizes.keys()
    (both,) = arrange(Poster("半决赛", duels=[Duel(n, ("1", "秦家波"), ("2", "王国"), "慢棋：和", "王国") for n in (1, 2)]),
                      heading=EVENT, stamp="")  # fmt: skip
    is_clear(both)
    assert [mark.size >= 60 for mark in both.marks if isinstance(mark, Words) and mark.text == "秦家波"] == [True] * 2


def test_a_band_and_what_stands_under_it_stay_on_one_sheet() -> None:
    starts = range(0, 60, 12)
    frame = pd.DataFrame({"编号": range(60), "姓名": [f"棋手{row}" for row in range(60)]})
    page = Page("签到表", frame, tall=9, bands={row: f"第{row}队" for row in starts})
    sheets = [[mark.text for mark in leaf.marks if isinstance(mark, Words)] for leaf in arrange(page, heading="赛", stamp="章")]
    of_team = {row: [n for n, words in enumerate(sheets) if {f"第{row}队", f"棋手{row + 1}", f"棋手{row + 11}"} & {*words}]
               for row in starts}
    assert len(sheets) > 2 and all(len(found) == 1 for found in of_team.values())
