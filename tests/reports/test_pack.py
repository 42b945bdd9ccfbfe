"""The folder that is posted: names and order, limits of WeChat, what the texts say, and what must never be in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from PIL import Image

import small_event
from qisai.event import Event, open_event
from qisai.publish import language, theme
from qisai.publish.language.english import english
from qisai.publish.wechat import BODY, MESSAGE, SUMMARY, TITLE, Post, capped, in_languages, joined, shorten, titled, within
from qisai.regulation.model import KNOCKOUT, Appointment
from qisai.reports import final
from qisai.reports import lead as leads
from qisai.reports import round as rounds
from qisai.reports import tiles as squares
from qisai.reports.closing import FinalList
from qisai.reports.corrected import drawable, result_words
from qisai.reports.final_post import _prizes, place_lines
from qisai.reports.lead import Lead, decided, first_words, to_come
from qisai.reports.pack import ARTICLE, FOLDER, cards_of_end, kind_of, numbered, places_of_kinds, write_pack
from qisai.reports.post import (
    ASK,
    basis,
    board_lines,
    picture_names,
    pictures_line,
    start_of,
    upset_lines,
)
from qisai.reports.tables import People
from qisai.reports.team import TeamList
from qisai.reports.tiles import tiles

DATA = Path(__file__).parents[2] / "data"
EXACT = {"封面_900x383.png": (900, 383), "封面_500x500.png": (500, 500)}


def within_bounds(path: Path) -> bool:
    """Whether WeChat takes a picture and shows it as it is."""
    with Image.open(path) as opened:
        wide, high = opened.size
    small = path.stat().st_size < 1_000_000
    if path.name in EXACT:
        return small and (wide, high) == EXACT[path.name]
    if path.name.startswith("九宫格"):
        return small and (wide, high) == (1080, 1080)
    return small and wide == 1080 and (high <= 1280 or 2160 < high <= 4000)


def read(path: Path) -> str:
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and b"\n" not in data.replace(b"\r\n", b"")  # as Windows editors like it
    return data.decode("utf-8-sig").replace("\r\n", "\n")


def parts(article: str) -> list[str]:
    """Title, summary, body and the list of pictures."""
    return [part.strip("\n") for part in re.split(r"【(?:标题|摘要|正文|配图)[^】]*】\n", article)[1:]]


def sound(folder: Path) -> None:
    """Every picture and text of a pack keeps to the limits, and a rehearsal says so everywhere."""
    pictures = sorted(folder.glob("*.png"))
    assert pictures and not [path.name for path in pictures if not within_bounds(path)]
    title, summary, body, named = parts(read(folder / ARTICLE))
    message = read(folder / "群消息.txt")
    assert 0 < len(title) <= TITLE and 0 < len(summary) <= SUMMARY and len(body) <= BODY and len(message.strip()) < MESSAGE
    assert title.startswith("【演练】") and summary.startswith("【演练】") and message.startswith("【演练】")
    assert "演练" in body.splitlines()[0] and ("依据本次比赛的规则表，名次依次比较：积分" in body) == ("名次" in title)
    assert re.search(r"\d\d-\d\d \d\d:\d\d", body)
    assert named.splitlines() == [path.name for path in pictures if path.name[:2].isdigit()] or not named
    assert not [path.name for path in folder.iterdir() if "草稿" in path.name] and "草稿" not in title + body + message
    assert not re.search(r"1\d{10}|\d{17}[\dXx]", title + summary + body + message)


@pytest.fixture(scope="module")
def going(tmp_path_factory: pytest.TempPathFactory) -> Event:
    """Two rounds of the small event played, the third published."""
    return open_event(small_event.copy(tmp_path_factory.mktemp("中") / "小赛", 3))


@pytest.fixture
def ended(tmp_path: Path) -> Event:
    folder = small_event.copy(tmp_path / "小赛", 5)
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    return open_event(folder)


def picture(folder: Path, name: str, height: int = 900) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.new("P", (1080, height)).save(folder / name)
    return folder / name


@pytest.fixture
def chinese_again() -> Iterator[None]:
    yield
    language.choose("中文")
    language.keep([])
    language.unknown()


# --- lengths ------------------------------------------------------------------------------------------------


def test_titles_are_cut_in_the_name_and_keep_what_is_told() -> None:
    assert titled("【演练】", "春赛", "第3轮成绩") == "【演练】春赛　第3轮成绩"
    for length in range(1, 120):
        cut = titled("【演练】", "棋" * length, "第12轮成绩与名次")
        assert len(cut) <= TITLE and cut.endswith("　第12轮成绩与名次") and cut.startswith("【演练】棋")


def test_an_english_title_keeps_the_whole_name_and_rather_shortens_what_is_told(chinese_again: None) -> None:
    name, what = "甘肃省第九届棋王赛暨2024年锦标赛" * 2, "Results and places after round 5"
    assert name not in titled("", name, what, short="Round 5")
    language.choose("英文")
    assert titled("", name, what, short="Round 5") == f"{name}　Round 5" and titled("", "春赛", what) == f"春赛　{what}"
    long = titled("", name * 2, what, short="Round 5")
    assert long.startswith(f"{name}甘肃省") and long.endswith("…　Round 5") and len(long) <= TITLE
    assert Post("题", "摘", ["正文"], []).article(["01.png"]).startswith("[Title, up to 64 characters]\n题")


def test_a_summary_holds_whole_sentences_and_a_message_loses_what_matters_least() -> None:
    assert joined(["一二三。", "四五。", "六七八九。"], 8) == "一二三。四五。"
    assert joined(["一二三四五六"], 4) == "一二三…"
    lines = [(0, "名" * 10), (2, "次" * 5), (1, "要" * 5)]
    assert within(lines, 30) == "\n".join(words for _, words in lines)
    assert within(lines, 16) == "名" * 10 + "\n" + "要" * 5
    assert within(lines, 8) == shorten("名" * 10, 8) == "名" * 7 + "…"
    kept = [(0, "更" * 400), (3, "领" * 40), (0, "依据"), (0, ASK)]
    assert within(kept, 300).endswith(f"…\n依据\n{ASK}") and len(within(kept, 300)) == 300
    post = Post("题", "摘", ["正文"], [(0, "赛" * 50), (3, "领" * 300), (1, "图" * 40)])
    assert post.chat() == "赛" * 50 + "\n" + "图" * 40
    assert parts(post.article(["01_对阵.png", "02_名次.png"])) == ["题", "摘", "正文", "01_对阵.png\n02_名次.png"]


def test_a_body_too_long_keeps_its_end_and_says_that_lines_are_left_out() -> None:
    body = [f"{n}台　甲 红胜 乙" for n in range(400)] + ["依据", "截至"]
    cut = capped(body, 1000)
    assert sum(len(line) + 1 for line in cut) <= 1000 and cut[-2:] == ["依据", "截至"] and "……其余见图。" in cut
    assert capped(body, 10**6) == body


# --- sentences ----------------------------------------------------------------------------------------------


def test_the_start_of_a_round_is_told_as_the_schedule_has_it_and_else_not_at_all() -> None:
    rows = [Appointment("报到", "2024-07-20", "08:00"), Appointment("4", "2024-07-05", "09:05"), Appointment("5", "", "")]
    assert start_of(rows, 4) == "第4轮 7月5日 09:05 开始。"
    assert start_of(rows, 5) == start_of(rows, 6) == ""


def test_boards_upsets_and_places_are_lines_of_names() -> None:
    boards = pd.DataFrame({"台号": [1, 2], "红方": ["张三", "王五"], "结果": ["红胜", ""], "黑方": ["李四", "赵六"]})
    assert board_lines(boards) == ["1台　张三 红胜 李四", "2台　王五 — 赵六"]
    games = pd.DataFrame([[5, 3, "甲", 9, "乙", 2], [5, 4, "丙", 1, "丁", 8], [5, 7, "戊", 30, "己", 4]],
                         columns=["轮次", "台号", "胜者", "胜者名次", "负者", "负者名次"])  # fmt: skip
    assert upset_lines(games) == ["7台　戊（第30名） 战胜 己（第4名）", "3台　甲（第9名） 战胜 乙（第2名）"]
    places = pd.DataFrame({"名次": [1, 2, "—"], "姓名": ["张三", "李四", "王五"], "单位": ["甲队", "", "乙队"]})
    assert place_lines(places, 3) == ["1. 张三　甲队", "2. 李四", "— 王五　乙队"] and len(place_lines(places, 2)) == 2


def test_the_rule_in_force_names_the_chain_once(going: Event) -> None:
    labels = "、".join(key.label for key in going.rules.chain)
    words = f"依据本次比赛的规则表，名次依次比较：{labels}、编号"
    assert basis(going.regulations.values()) == [words]
    ended = basis(going.regulations.values(), end=True)[0]
    assert ended.startswith(words) and (going.rules.knockout is None or "由淘汰赛决定" in ended)


# --- pictures in order --------------------------------------------------------------------------------------


def test_pictures_are_numbered_in_the_order_of_posting_and_found_by_kind() -> None:
    given = ["第09轮_积分分布", "第09轮_对阵淘汰", "第09轮_对阵其余", "第09轮_名次其余_1of2", "第09轮_名次其余_2of2",
             "第09轮_对阵图", "第09轮_更正"]  # fmt: skip
    names = list(numbered(Path(f"{name}.png") for name in given))
    assert [kind_of(Path(name).stem) for name in names] == [
        "更正", "对阵图", "对阵淘汰", "对阵其余", "名次其余", "名次其余", "积分分布"]  # fmt: skip
    assert places_of_kinds(names)["名次其余"] == "5-6" and places_of_kinds(names)["积分分布"] == "7"
    assert drawable("写反了😀") == "写反了"


def test_a_published_round_can_be_posted_as_it_is(tmp_path: Path) -> None:
    event = open_event(small_event.copy(tmp_path / "小赛", 2))
    out = tmp_path / "报表 （二）"
    old = picture(out / FOLDER, "09_旧.png")
    given = [picture(out, "第02轮_对阵.png")]
    paths = write_pack(event, 2, out, given)
    assert not old.exists() and not given[0].exists()
    assert [path.name for path in paths] == ["文章.txt", "群消息.txt", *EXACT, "01_第02轮_对阵.png"]
    assert sorted(paths) == sorted((out / FOLDER).iterdir())
    sound(out / FOLDER)
    message = read(out / FOLDER / "群消息.txt")
    assert "第2轮对阵已公布。" in message and "第2轮 7月20日 10:00 开始。" in message and "看图：对阵 1" in message
    assert "居首" not in message and "名次" not in parts(read(out / FOLDER / ARTICLE))[2]


def test_the_pack_of_a_played_round_tells_results_leaders_the_next_round_and_its_corrections(tmp_path: Path) -> None:
    folder = small_event.copy(tmp_path / "小赛", 2)
    was = rounds.load(folder, 1).pairings().frames[0]["结果"][0]
    small_event.result(folder, 2, "2" if was != "黑胜" else "1")
    small_event.result(folder, 2, "成绩单写反😀", "更正理由")
    small_event.fill(folder)
    assert small_event.next_round(folder) == 0
    event = open_event(folder)
    write_pack(event, 2, tmp_path, [picture(tmp_path, "第02轮_名次.png"), picture(tmp_path, "第02轮_对阵.png")])
    sound(tmp_path / FOLDER)
    names = sorted(path.name for path in (tmp_path / FOLDER).glob("0*.png"))
    assert names == ["01_第02轮_更正.png", "02_第02轮_对阵.png", "03_第02轮_名次.png"]
    _, summary, body, _ = parts(read(tmp_path / FOLDER / ARTICLE))
    leader = rounds.load(folder, 2).standings().frames[0].iloc[0]
    assert leads.lead(rounds.load(folder, 2).competitions[""], 2).title in summary and f"1. {leader['姓名']}" in body
    assert "第2轮4台全部有结果：红胜" in body and "轮空：" in body and "第3轮 7月20日 11:00 开始。" in body
    assert "更正：\n第1轮第1台" in body and f"原记：{was}　改判：" in body and "理由：成绩单写反" in body
    message = read(tmp_path / FOLDER / "群消息.txt")
    assert "更正：第1轮第1台改判" in message and "名次变动" in message


@pytest.mark.long
def test_the_end_is_posted_with_nine_squares_and_the_places(ended: Event, tmp_path: Path) -> None:
    paths = write_pack(ended, None, tmp_path, [picture(tmp_path, "淘汰赛.png"), picture(tmp_path, "总名次.png")])
    names = [path.name for path in paths]
    assert names[2:] == [*EXACT, *(f"九宫格_{n}.png" for n in range(1, 10)), "01_总名次.png", "02_淘汰赛.png"]
    sound(tmp_path / FOLDER)
    table = final.load(ended.folder).ranking().frames[0]
    title, _, body, _ = parts(read(tmp_path / FOLDER / ARTICLE))
    assert title == "【演练】小小象棋赛　总名次"
    assert all(f"{row.名次}. {row.姓名}" in body for row in table.itertuples())
    assert f"第1名 {table['姓名'][0]}" in read(tmp_path / FOLDER / "群消息.txt")
    finals = [FinalList(competition) for competition in ended.competitions.values()]
    teams = TeamList.of((one.competition, one.table) for one in finals)
    assert [one.heading for one in tiles(ended, finals, teams)[:3]] == ["冠军", "亚军", "季军"]


def test_squares_say_only_what_the_record_holds_and_before_the_end_that_places_are_not_final(going: Event) -> None:
    finals = [FinalList(competition) for competition in going.competitions.values()]
    told = tiles(going, finals, TeamList.of((one.competition, one.table) for one in finals))
    assert told[-1].heading == "感谢" and len(told) == 9
    table = finals[0].short
    assert not [one.heading for one in told if "军" in one.heading or one.heading.startswith("第4")]
    assert told[0].heading == "第2轮后领先" and not cards_of_end(going, finals)[1][:-1]
    games = finals[0].competition.games["outcome"]
    numbers = next(one for one in told if one.heading == "参赛")
    assert numbers.statement == f"{len(table)}人" and f"{games.isin(['红胜', '黑胜', '和']).sum()}局" in numbers.lines[0]
    colours = next(one for one in told if one.shares)
    assert colours.statement == f"红胜{colours.shares[0][1]}局\n黑胜{colours.shares[2][1]}局"
    assert [count for _, count, _ in colours.shares] == [int((games == word).sum()) for word in ("红胜", "和", "黑胜")]


def test_level_leaders_are_counted_and_one_is_named_first_only_by_more_than_the_lot() -> None:
    assert Lead("5", 54, "牛犇", "", 1, ()).title == "54人同积5分居首"
    assert Lead("20", 1, "张三", "", 1, ()).title == "张三20分居首"
    assert Lead("5", 1, "选手22", "", 1, ()).title == "选手22 5分居首"
    assert Lead("28", 2, "张三", "progressive", 1, ()).title == "2人同积28分，张三凭累进分暂列第1"
    assert Lead("28", 2, "张三", "progressive", 1, (), over=True).title == "2人同积28分，张三凭累进分列第1"
    assert Lead("14", 1, "张三", "", 9, ()).title == "前8名以外张三14分居首"
    assert Lead("30", 6, "张三", "progressive", 9, ()).title == "前8名以外，6人同积30分，张三凭累进分暂列第9"
    assert Lead("9", 9, "张三", "", 1, (), over=True, alike="编号（抽签）").title == "全部9人同积9分，名次按编号（抽签）排列"


def test_in_two_languages_the_chinese_message_is_whole_and_the_english_below_it(chinese_again: None) -> None:
    def build() -> Post:
        lines = [(0, "小赛"), (1, language.label("第3轮成绩已公布。")), (6, language.label(ASK))]
        return Post(f"小赛　{language.label('第3轮成绩')}", language.label("第3轮4台全部有结果。"), ["正文"], lines)

    own = in_languages(build)
    language.choose("中英")
    both = in_languages(build)
    assert both.chat() == f"{own.chat()}\n\n小赛\nResults after round 3 published.\n{english(ASK)}"
    assert both.title == "小赛　第3轮成绩 Results after round 3" and language.chosen() == "中英"
    assert both.summary == "第3轮4台全部有结果。 Round 3: results of all 4 boards."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("第4至第8名", "Places 4–8"),
        ("第5轮战胜 曹东辉（本轮前第40名对第14名）", "Beat 曹东辉 in round 5 (40th against 14th)"),
        ("奖金 3000 元", "3,000 yuan of prizes"),
        ("轮空：", "Bye:"),
        ("名次奖：", "Place prizes:"),
        ("54人同积5分居首", "54 level in front on 5 points"),
        ("6人同积28分，张三凭胜局暂列第1", "6 on 28 points, 张三 1st so far by wins"),
        ("第1轮后名次：54人同积5分居首", "Standings after round 1: 54 level in front on 5 points"),
        ("第9轮后名次（其余）：前8名以外张三14分居首",
         "Standings after round 9 (others): outside the first 8: 张三 leads with 14 points"),
        ("截至第9轮 02-17 14:36 更正", "After round 9, corrected 02-17 14:36"),
        ("第2轮第12台改判黑胜（方云虎胜）", "Round 2, board 12: now Black wins (方云虎 wins)"),
        ("名次奖第16名：42号柏天康 → 50号章立强", "Place prizes, place 16: No. 42 柏天康 → No. 50 章立强"),
        ("秦家波执黑胜窦世峰，夺冠", "秦家波 beat 窦世峰 with Black and wins the event"),
        ("甲胜乙（慢棋和棋，附加赛和棋，执黑胜）", "甲 beat 乙 (standard game drawn, armageddon: drawn, Black wins)"),
        ("第1名 王芳强", "1st: 王芳强"),
        ("总名次", "Final standings"),
        ("第10轮（决赛）成绩", "Results of the final (round 10)"),
        ("前8名以外，6人同积30分居首", "Outside the first 8: 6 level in front on 30 points"),
        ("「—」：缺轮或退赛，成绩取消，不列名次（规程）", "“—”: missed or withdrawn, results cancelled, no place (rules)"),
        ("实际：马世军执红，施明执黑；黑胜，施明胜", "Played: 马世军 Red, 施明 Black; Black wins, 施明 wins"),
        ("第9轮：淘汰赛2台、其他棋手55台全部有结果。", "Round 9: all results of knockout (2) and others (55)."),
        ("第2轮 60 台全部有结果：红胜 27 局，和 6 局，黑胜 25 局，弃权 1 局，双弃 1 局。",
         "Round 2: results of all 60 boards: Red wins 27, draws 6, Black wins 25, forfeits 1, double forfeits 1."),
        ("比赛还没有结束：Final to be played: 张三, 李四", "Not finished: Final to be played: 张三, 李四"),
    ],
)  # fmt: skip
def test_whole_sentences_of_the_pack_are_said_in_english(words: str, said: str, chinese_again: None) -> None:
    language.choose("英文")
    assert language.t(words) == said and language.unknown() == []


def test_a_prize_with_an_order_of_its_own_tells_the_place_of_the_final_list(going: Event) -> None:
    final_list = FinalList(next(iter(going.competitions.values())))
    names = People(final_list.competition).name
    players = [str(player) for player in final_list.table.index]
    rows = [("名次奖", 1, players[0], "", 100), ("女子奖", 1, players[1], "", 0), ("女子奖", 2, players[2], "", 0)]
    given = pd.DataFrame(rows, columns=["prize", "place", "player", "team", "amount"])
    assert _prizes(SimpleNamespace(given=given), final_list, "") == [  # type: ignore[arg-type]
        "名次奖：", f"1. {names(players[0])}　100元", "",
        "女子奖：", f"1. {names(players[1])}（总第2名）", f"2. {names(players[2])}（总第3名）", "",
    ]  # fmt: skip


def test_squares_leave_out_what_tells_nothing(going: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    finals = [FinalList(competition) for competition in going.competitions.values()]
    teams = TeamList.of((one.competition, one.table) for one in finals)
    monkeypatch.setattr(squares, "ends_of", lambda _: (0, 18, 0))
    headings = {one.heading for one in tiles(going, finals, teams)}
    assert not headings & {"红方与黑方", "和棋", "红方胜局", "黑方胜局"}


@pytest.mark.parametrize(("left", "told"), [(2, "决赛待赛"), (4, "半决赛待赛"), (8, "淘汰赛待赛")])
def test_nobody_is_champion_before_the_final(left: int, told: str, going: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    final_list = FinalList(next(iter(going.competitions.values())))
    players = [str(player) for player in final_list.table.index[:left]]
    monkeypatch.setattr(FinalList, "still_in", property(lambda _: players))
    assert final_list.places[: left + 1] == [f"1-{left}"] * left + [left + 1]
    assert to_come(final_list)[0] == told and not decided(going, final_list)
    names = to_come(final_list)[1]
    assert first_words(going, final_list) == f"{told}：{'、'.join(names)}"
    squares = tiles(going, [final_list], TeamList.of([(final_list.competition, final_list.table)]))
    assert squares[0].heading == told and len(squares) == 9 and not any("军" in one.heading for one in squares)
    assert cards_of_end(going, [final_list])[1] == [told, going.name]


def test_a_correction_with_colours_played_otherwise_says_who_had_which(going: Event) -> None:
    people = People(next(iter(going.competitions.values())))
    publication = going.record.publications[0]
    line = {**next(one for one in publication.accepted or () if one["black"]), "outcome": "黑胜", "swapped": True}
    red, black = people.name(line["red"]), people.name(line["black"])
    assert result_words(line, people, str) == f"实际：{black}执红，{red}执黑；黑胜，{red}胜"
    assert result_words({**line, "swapped": False}, people, str) == f"黑胜，{black}胜"


def test_pictures_are_called_as_the_public_calls_them(going: Event) -> None:
    assert pictures_line({"淘汰赛对阵图": "1", "其他棋手对阵": "2-3"}) == "看图：淘汰赛对阵图 1，其他棋手对阵 2-3"
    knockout = next(stage.name for stage in going.rules.stages if stage.system == KNOCKOUT)
    assert picture_names(going, {f"对阵{knockout}": "1", "对阵图": "2", "名次": "3"}) == {
        "淘汰赛对阵": "1", "淘汰赛对阵图": "2", "名次": "3"}  # fmt: skip


def test_text_of_tables_is_at_least_twenty_eight_pixels() -> None:
    assert min(*theme.BODY, *theme.SUBTITLE, theme.LABEL) >= 28


@pytest.mark.long
@pytest.mark.parametrize("name", ["danyang-2024", "tianshui-2024"])
def test_every_file_of_the_packs_of_the_rehearsed_events_is_within_the_bounds(name: str, tmp_path: Path) -> None:
    event = open_event(DATA / name)
    last = max(publication.round for publication in event.record.publications)
    for number in range(1, last + 1):
        out = tmp_path / str(number)
        rounds.load(event.folder, number).write(out)
        write_pack(event, number, out / "own", [])
        sound(out / "own" / FOLDER)
        assert not [path for path in out.rglob("*.png") if not within_bounds(path)]
    final.load(event.folder).write(tmp_path / "总")
    write_pack(event, None, tmp_path / "总" / "own", [])
    sound(tmp_path / "总" / "own" / FOLDER)
    pictures = list((tmp_path / "总").rglob("*.png"))
    assert sum(path.name.startswith("九宫格") for path in pictures) >= 9
    assert not [path for path in pictures if not within_bounds(path)]
