"""What hangs and lies in the hall, by the command: everybody's card, list and certificate, and a round paired by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
import small_round_robin
from qisai import steps
from qisai.event import Competition, Event, open_event
from qisai.pairing.field import Entrant, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.publish import language
from qisai.publish.a4 import Words
from qisai.publish.labels import OF_TEAM, OFFICIAL, PLAYER
from qisai.publish.language.english import hanzi
from qisai.record import replay
from qisai.reports import certificate_form, hall
from qisai.reports.ceremony import team_named
from qisai.reports.checkin import badges_of, check_in
from qisai.reports.hall import awards_of, cards_of, write_hall
from qisai.reports.hand import Hand
from qisai.reports.kit import _slip_leaves, pages, write_kits
from qisai.reports.kit import cards_of as pairing_cards
from qisai.vocabulary import EVENT_FILE
from rehearsal_danyang import run

PRIZES = [["名次奖", "", "1-4", 100, "是"], ["幸运奖", "", "6-9", 20, "是"], ["团体奖", "", "1-2", 90, "是", "", "", "团体"]]
PHONE, PAPERS = "10000001234", "000000190001010000"


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")


def with_staff(folder: Path) -> None:
    """A leader, an arbiter who is also among the players' staff, a phone and what looks like papers in a note."""

    def fill(book: openpyxl.Workbook) -> None:
        page = book["报名"]
        header = [cell.value for cell in page[1]]
        for column, value in (("电话", PHONE), ("备注", PAPERS)):
            page.cell(2, header.index(column) + 1).value = value
        leader = {"序号": 51, "姓名": "领队一", "单位": "乙队", "角色": "领队", "缴费类别": "自费"}
        small.put_rows(page, [[leader.get(name) for name in header]], first=page.max_row + 1)
        small.put_rows(book["人员"], [["裁判长", "关山月"], ["乙队领队", "领队一", "乙队"]])

    small.edit(folder / EVENT_FILE, fill)


def printed(folder: Path) -> set[str]:
    """What the command has made; the list of numbers is of the draw."""
    return {path.name for path in (folder / "报表" / "打印").glob("*") if path.suffix in (".pdf", ".xlsx")} - {"编号名单.pdf"}


def hand_of(folder: Path) -> Hand:
    event = open_event(folder)
    (competition,) = event.competitions.values()
    hand = Hand.of(event, competition)
    assert hand is not None
    return hand


def table(hand: Hand, title: str) -> list[dict[str, Any]]:
    """The rows below a title, of a page or of a band on it."""
    found = []
    for page in pages(hand):
        ends = [*page.bands, len(page.frame)]
        parts = [(page.bands[start], page.frame.iloc[start + 1 : end]) for start, end in pairwise(ends)]
        found += parts or [(page.title, page.frame)]
    (frame,) = (frame for words, frame in found if title in words)
    return frame.to_dict("records")


def test_before_the_draw_all_is_printed_that_can_be_and_the_rest_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = small.copy(tmp_path / "比赛 数据（1）", -1)
    with_staff(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    capsys.readouterr()
    assert run("print", folder) == 0
    output = capsys.readouterr().out
    assert printed(folder) == {"台卡.pdf", "胸卡.pdf", "签到表.pdf", "签到表.xlsx"}
    assert "没有做：还没有抽签，没有轮次要编" in output and "「奖项」表里没有要发证书的奖" in output
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    assert run("print", folder, "--what", "手工包") == 3
    assert "print_nothing" in small.told(capsys.readouterr().out)
    by_name, by_team = check_in(open_event(folder))
    assert by_name.name == "按姓名" and "角色" not in by_name.frame and "编号" not in by_team.frame
    assert {"签名", "到场时间", "角色", "缴费"} <= set(by_team.frame.columns)
    assert by_name.title == "签到表（按姓名，9 人）" and by_team.title == "签到表（按单位，选手 9 人，领队、教练 1 人）"
    assert all(badge.to_number for badge in badges_of(open_event(folder)) if badge.kind == PLAYER)


def test_everybody_has_a_badge_and_a_line_and_no_phone_is_printed(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)
    with_staff(folder)
    event = open_event(folder)
    badges = badges_of(event)
    assert [(badge.name, badge.role) for badge in badges if badge.kind == OFFICIAL] == [("关山月", "裁判长")]
    assert [(badge.name, badge.team) for badge in badges if badge.kind == OF_TEAM] == [("领队一", "乙队")]
    numbers = {badge.number: badge.name for badge in badges if badge.number}
    assert numbers == {str(number): event.people.at[player, "name"] for player, number in event.record.numbers.items()}
    by_number, by_team = check_in(event)
    assert [row for row in by_number.frame["编号"] if row] == list(range(1, 10))
    assert len([name for name in by_team.frame["姓名"] if name]) == 10
    teams = [team for team in by_team.frame["单位"] if team]
    assert len([team for place, team in enumerate(teams) if team != teams[place - 1]]) == len(set(teams))
    paths, problems = write_hall(event)
    assert [problem.code for problem in problems] == ["print_nothing"] and len(paths) == 5
    if shutil.which("pdftotext"):
        for path in (path for path in paths if path.suffix == ".pdf"):
            text = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True, encoding="utf-8").stdout
            assert not re.search(r"\d{7}", text.replace(" ", "")), path
            assert "手工包" in path.name or "台卡" in path.name or "陆𬭎" in text
    for book in (path for path in paths if path.suffix == ".xlsx"):
        cells = [cell.value for sheet in openpyxl.load_workbook(book) for row in sheet for cell in row]
        assert not any(re.search(r"\d{7}", str(value)) for value in cells)


@pytest.mark.parametrize(("rounds", "closed"), [(0, ()), pytest.param(5, (), marks=pytest.mark.long), (1, (2,))])
def test_there_is_a_card_for_every_table_in_use(tmp_path: Path, rounds: int, closed: tuple[int, ...]) -> None:
    folder = small.copy(tmp_path / "e", rounds)
    for table_no in closed:
        row = [2, None, "停用台", None, table_no, "桌子坏了"]
        small.edit(folder / EVENT_FILE, lambda book, row=row: small.put_rows(book["变动"], [row]))
    event = open_event(folder)
    numbers = [card.number for card in cards_of(event)]
    used = {line["board"] for publication in event.record.publications for line in publication.lines if line["black"]}
    assert used <= set(numbers) and numbers == sorted(set(numbers)) and len(numbers) % 4 == 0
    assert set(range(1, 6 + len(closed))) <= set(numbers)


# --- certificates -------------------------------------------------------------------------------------------


@pytest.fixture
def ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An event with prizes, as if two of them could be given."""
    folder = small.copy(tmp_path / "e", -1)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["奖项"], PRIZES))

    def awards(event: Event, committee: str = "", date: str = "") -> list[dict[str, str]]:
        shared = {"赛事": event.name, "日期": date or "2024年7月21日", "组委会": committee or f"{event.name}组委会"}
        return [{"姓名": name, "单位": "甲队", "奖项": "", "名次": "第一名", **shared} for name in ("陆𬭎", "阿迪力·买买提明江")]

    monkeypatch.setattr(hall, "awards_of", awards)
    return folder


@pytest.mark.long
def test_certificates_for_all_who_win_one_with_the_border_and_for_printed_paper(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 5)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["奖项"], PRIZES))
    small.fill(folder)
    assert small.next_round(folder) == 0
    assert run("print", folder, "--what", "证书") == 0
    assert printed(folder) == {"证书.pdf", "证书_套打.pdf"} and (folder / certificate_form.FILE).exists()
    awards = awards_of(open_event(folder))
    places = [award["名次"] for award in awards if award["奖项"] == "个人赛"]
    assert places == ["第四名", "第三名", "第二名", "第一名"]
    assert {award["名次"] for award in awards if award["奖项"] != "个人赛"} == {""}
    assert {award["奖项"] for award in awards} == {"个人赛", "幸运奖"}
    assert {award["日期"] for award in awards} == {"2024年7月21日"}
    assert {award["组委会"] for award in awards} == {"小小象棋赛组委会"}
    form = certificate_form.read_form(folder, [])
    assert form.problems(awards) == [] and form.template.across


def test_the_template_is_the_organizers_own_once_it_is_there(ended: Path) -> None:
    folder = ended
    assert certificate_form.write_form(folder) == folder / certificate_form.FILE
    path = folder / certificate_form.FILE
    small.edit(path, lambda book: book["证书"].delete_rows(2))  # the paper has its own title
    small.put(path, "设置", "B3", "小城棋协")
    small.put(path, "设置", "B4", "二〇二四年夏")
    small.put(path, "证书", "H2", "#112233")
    kept = path.read_bytes()
    assert run("print", folder, "--what", "证书") == 0 and path.read_bytes() == kept
    form = certificate_form.read_form(folder, [])
    texts = [text.words for text in form.template.texts]
    assert "荣誉证书" not in texts and form.template.texts[0].colour == "#112233"
    assert (form.committee, form.date) == ("小城棋协", "二〇二四年夏") and printed(folder) == {"证书.pdf", "证书_套打.pdf"}


def test_every_fault_of_the_template_is_told_at_once_with_its_cell(ended: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ended
    certificate_form.write_form(folder)
    path = folder / certificate_form.FILE
    wrong = {"A2": None, "A3": "{名字}", "B4": "左边", "C5": -3, "E6": 900, "F7": 1.5, "G8": "斜", "H9": "彩"}
    small.edit(path, lambda book: [book["证书"].__setitem__(cell, value) for cell, value in wrong.items()])
    small.put(path, "设置", "B2", "圆")
    capsys.readouterr()
    assert run("print", folder, "--what", "证书") == 3
    told = small.told(capsys.readouterr().out)
    lines = told["certificate_bad"] + told["word_unknown"]
    assert len(lines) == len(wrong) + 1 and all(certificate_form.FILE in line for line in lines)
    assert all(any(f"证书 › {cell}" in line for line in lines) for cell in wrong) and any("设置 › B2" in line for line in lines)
    assert any("{姓名}" in line and "{名字}" in line for line in lines) and printed(folder) == set()


def test_braces_and_a_missing_sheet_are_told_and_off_the_paper_is_one_sentence(
    ended: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ended
    certificate_form.write_form(folder)
    path = folder / certificate_form.FILE
    fresh = path.read_bytes()
    small.put(path, "设置", "B2", "竖")
    capsys.readouterr()
    assert run("print", folder, "--what", "证书") == 3
    off = [line for line in small.told(capsys.readouterr().out)["certificate_bad"] if "纸外" in line]
    assert len(off) == 1 and "A3、" in off[0] and "210 × 297" in off[0]
    path.write_bytes(fresh)
    for cell, value in {"A3": "{姓名", "A4": "单位}", "A6": "{奖项}第{名次}"}.items():
        small.put(path, "证书", cell, value)
    small.edit(path, lambda book: book.remove(book["设置"]))
    assert run("print", folder, "--what", "证书") == 3
    told = small.told(capsys.readouterr().out)
    assert [line.count("证书 › A") for line in told["certificate_bad"]] == [1, 1, 1] and len(told["sheet_missing"]) == 1
    assert sum("不成对" in line for line in told["certificate_bad"]) == 2 and "不写「第」" in told["certificate_bad"][-1]


def test_a_word_that_is_no_team_stands_on_no_badge_and_no_certificate(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["人员"], [["裁判长", "关山月", "个人"]]))
    event = open_event(folder)
    assert team_named(event, "个人") == team_named(event, " 无") == "" and team_named(event, "甲队") == "甲队"
    assert "个人" not in {badge.team for badge in badges_of(event)}


def test_words_that_do_not_fit_or_cannot_be_drawn_are_told_with_their_cell(
    ended: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ended
    certificate_form.write_form(folder)
    path = folder / certificate_form.FILE
    for cell, value in {"D5": 9, "B8": 250, "C4": 61, "A7": "𠮷祥如意"}.items():
        small.put(path, "证书", cell, value)
    capsys.readouterr()
    assert run("print", folder, "--what", "证书") == 3
    lines = small.told(capsys.readouterr().out)["certificate_bad"]
    for cell, words in (("A5", "印出来不到 8 号字"), ("A8", "纸外"), ("A4", "叠在一起"), ("A7", "U+20BB7")):
        assert any(f"证书 › {cell}" in line and words in line for line in lines), (cell, lines)


def test_words_on_the_border_are_a_warning_with_their_cell(ended: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate_form.write_form(ended)
    small.put(ended / certificate_form.FILE, "证书", "C9", 190)
    capsys.readouterr()
    assert run("print", ended, "--what", "证书") == 0
    (line,) = small.told(capsys.readouterr().out)["certificate_border"]
    assert "证书 › A9" in line and "证书.pdf" in printed(ended)


def test_the_default_form_is_in_the_language_of_the_event(tmp_path: Path) -> None:
    language.unknown()
    try:
        for spoken in (language.ENGLISH, language.BOTH):
            language.choose(spoken)
            folder = tmp_path / spoken
            folder.mkdir()
            certificate_form.write_form(folder)
            texts = [text.words for text in certificate_form.read_form(folder, []).template.texts]
            plain = [re.sub(r"\{.*?\}", "", words) for words in texts]
            assert language.unknown() == [] and texts[3].count("{赛事}") == 1
            assert not any(hanzi(words) for words in plain) or spoken == language.BOTH
    finally:
        language.choose(language.CHINESE)


def test_an_officials_name_that_cannot_be_drawn_is_told_before_anything_is_written(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", -1)
    small.edit(folder / EVENT_FILE, lambda book: small.put_rows(book["人员"], [["裁判长", "𠮷田"]]))
    assert run("print", folder) == 3 and printed(folder) == set()


# --- a round by hand ----------------------------------------------------------------------------------------


def by_number(competition: Competition) -> dict[int, str]:
    return {int(number): str(player) for player, number in competition.numbers.items()}


@pytest.mark.parametrize("rounds", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_the_kit_knows_before_the_results_whom_each_has_met_and_had(tmp_path: Path, rounds: int) -> None:
    """The round that is out counts as met; the sides are those of the published pairings."""
    folder = small.copy(tmp_path / "e", rounds)
    hand = hand_of(folder)
    assert hand.round == rounds + 1 and hand.out == rounds
    people, met, sides = by_number(hand.competition), {n: set() for n in range(1, 10)}, dict.fromkeys(range(1, 10), "")
    numbers = hand.event.record.numbers
    for publication in hand.event.record.publications:
        for line in publication.lines:
            red, black = numbers[line["red"]], numbers[line["black"]]
            met[red].add(black)
            met[black].add(red)
            sides[red] += "先"
            sides[black] += "后"
    cards = pairing_cards(hand)
    assert [int(card.number) for card in cards] == sorted(people)
    for card in cards:
        number = int(card.number)
        assert card.score == "" and ("已轮空" in card.note) == (len(sides[number]) < rounds)
        assert {int(one[0]) for one in card.rounds if one[0].isdigit()} == met[number]
        assert "".join(one[1] for one in card.rounds) == sides[number] and card.rounds[rounds - 1][2:4] == ("", "")
        lean = sides[number].count("先") - sides[number].count("后")
        due = re.search("应(必?)([先后])", card.note)
        assert due is None or lean == 0 or due[2] == ("后" if lean > 0 else "先")
        assert bool(due and due[1]) == (abs(lean) == 2 or sides[number][-2:] in ("先先", "后后"))
    if rounds > 1:
        standing = table(hand, "后名次")
        chain = {key.label for key in hand.competition.regulation.chain if not key.row.hidden}
        assert all(chain | {"本轮得分", "新积分", "新名次"} <= row.keys() and row["新积分"] == "" for row in standing)
        assert all(card.rounds[0][2] and card.rounds[0][3] for card in cards)


@pytest.mark.long
@pytest.mark.parametrize("name", ["tianshui-2024", "danyang-2024"])
def test_the_kit_pairs_whom_the_draft_pairs_in_every_round(name: str) -> None:
    """Once results are in the very same people; while they are out, whoever is out by rule stays out."""
    event = open_event(Path(__file__).parents[2] / "data" / name)
    entries = [*event.journal]
    played = {p.round: p for p in event.competitions[""].publications if event.regulations[""].stage(p.stage).scored}
    seen = 0
    for end, entry in enumerate(entries, 1):
        if entry.kind not in ("publish", "accept") or entry.data["round"] + 1 not in played:
            continue
        if not event.regulations[""].stage(entry.data["stage"]).scored:
            continue
        hand = Hand.of(event, event.at(replay(entries[:end]))[""])
        assert hand is not None and hand.stage is not None
        there = {entrant.player for entrant in hand.field(hand.stage)}
        paired = played[hand.round]
        drafted = {line[side] for line in paired.lines for side in ("red", "black")} | {paired.bye} - {None, ""}
        if entry.kind == "accept":
            assert there == drafted and hand.heads(hand.stage) == len(drafted)
        else:
            already = played[hand.out].out
            assert not there & set(already) and drafted & set(hand.competition.numbers.index) <= there
        seen += 1
    assert seen >= 14


def test_once_results_are_in_the_groups_stand_in_the_order_of_pairing_and_forbid_what_may_not_be(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    small.fill(folder)
    with steps.changing(folder) as event:
        steps.accept(event, steps.review(event))
    hand = hand_of(folder)
    assert hand.out == 0 and hand.round == 3
    cards = pairing_cards(hand)
    scores = [float(card.score) for card in cards]
    assert scores == sorted(scores, reverse=True)
    for score in set(scores):
        own = [int(card.number) for card in cards if float(card.score) == score]
        assert own == sorted(own)
    forbidden = {int(card.number): {int(one[0]) for one in card.rounds if one[0].isdigit()} for card in cards}
    due = {int(card.number): card.note for card in cards}
    assert small.next_round(folder) == 0
    event = open_event(folder)
    numbers = event.record.numbers
    for line in event.record.publications[-1].lines:
        red, black = numbers[line["red"]], numbers[line["black"]]
        assert black not in forbidden[red] and red not in forbidden[black]
        assert "应必后" not in due[red] and "应必先" not in due[black]
    blank = table(hand, "对阵表（空白）")
    assert [row["台号"] for row in blank] == [1, 2, 3, 4, 5, 6, 7, 8, "轮空"]


def test_who_is_away_and_who_comes_in_stands_in_the_kit(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 1)

    def change(book: openpyxl.Workbook) -> None:
        small.put_rows(book["变动"], [[2, 3, "退赛"], [2, 5, "缺席本轮"], [2, None, "迟到加入", 10]])
        header = [cell.value for cell in book["报名"][1]]
        (late,) = small.people(10)[9:]
        small.put_rows(book["报名"], [[late.get(column) for column in header]], first=book["报名"].max_row + 1)

    small.edit(folder / EVENT_FILE, change)
    hand = hand_of(folder)
    notes = " ".join(note for page in pages(hand) for note in page.notes)
    assert re.search(r"不参加第 2 轮（退赛）：3号", notes) and re.search(r"不参加第 2 轮（缺席本轮）：5号", notes)
    assert "第 2 轮加入的（新编号）：10号周八" in notes
    assert {int(card.number) for card in pairing_cards(hand)} == set(range(1, 11)) - {3, 5}


@pytest.mark.long
def test_the_kit_of_the_first_round_and_of_a_knockout(tmp_path: Path) -> None:
    hand = hand_of(small.copy(tmp_path / "首轮", 0))
    assert [page.title for page in pages(hand)] == ["第 1 轮　手工编排的步骤", "第 1 轮对阵表（空白）"]
    hand = hand_of(small.copy(tmp_path / "淘汰", 4))
    *_, ties = pages(hand)
    assert [*ties.bands.values()] == ["第 4 轮（淘汰）　正在下的", "第 5 轮（淘汰）对阵"] and not ties.across
    assert [row["甲方"] for row in table(hand, "第 5 轮（淘汰）对阵")] == ["上轮第 1 对胜者"]
    hand = hand_of(small.copy(tmp_path / "出线", 3))
    assert [(row["甲方"], row["乙方"]) for row in table(hand, "第 4 轮（淘汰）对阵")] == [("第1名", "第4名"), ("第2名", "第3名")]
    steps = {row["步骤"]: row["怎样做"] for row in table(hand, "步骤")}
    assert "「第 4 轮（淘汰）对阵」" in steps["分两边"]
    texts = [mark.text for leaf in _slip_leaves(hand) for mark in leaf.marks if isinstance(mark, Words)]
    assert texts.count("本轮胜方") == 2 and texts.count("附加赛") == 2
    assert Hand.of(hand.event, hand_of(small.copy(tmp_path / "末轮前", 4)).competition) is not None
    last = open_event(small.copy(tmp_path / "末轮", 5))
    assert all(Hand.of(last, competition) is None for competition in last.competitions.values()) and write_kits(last) == []


def test_the_steps_have_the_order_of_the_rules_and_the_example_is_what_the_program_does(tmp_path: Path) -> None:
    hand = hand_of(small.copy(tmp_path / "e", 2))
    steps = {row["步骤"]: row["怎样做"] for row in table(hand, "步骤")}
    topics = [*steps]
    assert topics.index("数人数") < topics.index("轮空先定") < topics.index("调谁")
    said = {"上下调": "同一头再调", "分差": "分差小", "先后手": "都多先", "次序": "同组相遇的各对"}
    order = [said[one] for one in hand.competition.regulation["criteria"] if one in said]
    assert [steps["调谁"].index(words) for words in order] == sorted(steps["调谁"].index(words) for words in order)
    assert "编号小者列前" in " ".join(note for page in pages(hand) for note in page.notes)
    scores = {number: 3 if number <= 5 else 2 if number <= 9 else 1 for number in range(1, 15)}  # groups of 5, 4, 5
    field = [Entrant(f"p{number}", number, score) for number, score in scores.items()]
    found = {one.name: one.value for one in pair_round(field, 3, PairingRules()).criteria}
    assert (found["跨越3分下界的对局"], found["跨越2分下界的对局"], found["跨分组距离平方和"]) == (1, 1, 2)
    again = [replace(one, floats=(-1,)) if scores[one.number] == 2 else one for one in field]
    found = {one.name: one.value for one in pair_round(again, 3, PairingRules()).criteria}
    assert (found["跨越3分下界的对局"], found["跨越2分下界的对局"], found["跨分组距离平方和"]) == (1, 1, 4)


@pytest.mark.long
def test_a_kit_is_written_with_a_slip_for_each_table(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "e", 2)
    (path,) = write_kits(open_event(folder))
    assert path.name == "第03轮_手工包.pdf" and path.read_bytes().startswith(b"%PDF")
    first = path.read_bytes()
    assert write_kits(open_event(folder))[0].read_bytes() == first


@pytest.mark.long
def test_of_a_round_robin_the_kit_has_all_rounds_to_come(tmp_path: Path) -> None:
    folder = small_round_robin.write(tmp_path / "循环", 5, [small_round_robin.stage("1-5")])
    assert run("draw", folder) == 0 and small.next_round(folder) == 0
    rows = table(hand_of(folder), "余下各轮对阵")
    texts = [mark.text for leaf in _slip_leaves(hand_of(folder)) for mark in leaf.marks if isinstance(mark, Words)]
    assert texts.count("红方签字") == 2 and not any("＿" in text for text in texts)  # with the names, none for the bye
    assert [card.spare for card in cards_of(open_event(folder))] == [False] * 2 + [True] * 2
    assert [row["轮次"] for row in rows] == [number for number in (2, 3, 4, 5) for _ in range(3)]
    small.fill(folder)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    lines = event.record.publications[-1].lines
    told = {(row["台号"], row["红方"], row["黑方"]) for row in rows if row["轮次"] == 2 and row["台号"] != "轮空"}
    people = {player: f"{number}号{event.people.at[player, 'name']}" for player, number in event.record.numbers.items()}
    assert told == {(line["board"], people[line["red"]], people[line["black"]]) for line in lines}
