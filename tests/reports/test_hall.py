"""What hangs and lies in the hall, by the command: everybody's card, list and certificate, and a round paired by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
import small_round_robin
from qisai import steps
from qisai.event import Competition, Event, open_event
from qisai.publish.labels import OF_TEAM, OFFICIAL
from qisai.record import replay
from qisai.reports import certificate_form, hall
from qisai.reports.ceremony import team_named
from qisai.reports.hall import awards_of, badges_of, cards_of, check_in, write_hall
from qisai.reports.kit import Hand, pages, write_kits
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
    (frame,) = (page.frame for page in pages(hand) if title in page.title)
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
    (sheet,) = check_in(open_event(folder))
    assert "编号" not in sheet.frame and {"签名", "到场时间", "角色"} <= set(sheet.frame.columns)


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
    assert [award["名次"] for award in awards if not award["奖项"]] == ["第四名", "第三名", "第二名", "第一名"]
    assert {award["奖项"] for award in awards} == {"", "幸运奖"} and {award["名次"] for award in awards} >= {"第六名", "第九名"}
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
    rows = table(hand, "每人的情况")
    assert {row["编号"] for row in rows} == set(people)
    for row in rows:
        told = {int(number) for number in re.findall(r"\d+", row["不能再遇"])}
        assert told == met[row["编号"]] and row["对手"] == row["台号"] == ""
        assert ("已轮空" in row["不能再遇"]) == (len(sides[row["编号"]]) < rounds)
        lean = sides[row["编号"]].count("先") - sides[row["编号"]].count("后")
        assert row["应得"].removeprefix("必") == ("后" if lean > 0 else "先" if lean < 0 else row["应得"])
        assert row["应得"].startswith("必") == (abs(lean) == 2 or sides[row["编号"]][-2:] in ("先先", "后后"))
    history = table(hand, "名次和历史" if rounds > 1 else "编号和历史")
    for row in history:
        cells = [row[f"{number}轮"] for number in range(1, rounds + 1)]
        assert {int(cell) for cell in re.findall(r"\d+", " ".join(cells))} == met[row["编号"]]
        assert re.sub("[^先后]", "", "".join(cells)) == sides[row["编号"]] and row["新积分"] == ""


@pytest.mark.parametrize("name", ["tianshui-2024", pytest.param("danyang-2024", marks=pytest.mark.long)])
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
    rows = [row for row in table(hand, "按积分分组") if row["编号"] != ""]
    scores = [float(row["积分"]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    for score in set(scores):
        own = [row["编号"] for row in rows if float(row["积分"]) == score]
        assert own == sorted(own)
    forbidden = {row["编号"]: {int(n) for n in re.findall(r"\d+", row["不能再遇"])} for row in rows}
    due = {row["编号"]: row["应得"] for row in rows}
    assert small.next_round(folder) == 0
    event = open_event(folder)
    numbers = event.record.numbers
    for line in event.record.publications[-1].lines:
        red, black = numbers[line["red"]], numbers[line["black"]]
        assert black not in forbidden[red] and red not in forbidden[black]
        assert due[red] != "必后" and due[black] != "必先"
    blank = table(hand, "对阵表（空白）")
    assert [row["台号"] for row in blank] == [1, 2, 3, 4, 5, "轮空"]


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
    assert {row["编号"]: row["姓名"] for row in table(hand, "每人的情况")}.keys() == set(range(1, 11)) - {3, 5}


@pytest.mark.long
def test_the_kit_of_the_first_round_and_of_a_knockout(tmp_path: Path) -> None:
    hand = hand_of(small.copy(tmp_path / "首轮", 0))
    assert [page.title for page in pages(hand)] == ["第 1 轮　手工编排的步骤", "第 1 轮　按积分分组", "第 1 轮对阵表（空白）"]
    hand = hand_of(small.copy(tmp_path / "淘汰", 4))
    titles = [page.title for page in pages(hand)]
    assert "第 4 轮（淘汰）　正在下的" in titles and "第 5 轮（淘汰）对阵" in titles
    assert [row["甲方"] for row in table(hand, "第 5 轮（淘汰）对阵")] == ["上轮第 1 对胜者"]
    hand = hand_of(small.copy(tmp_path / "出线", 3))
    assert [(row["甲方"], row["乙方"]) for row in table(hand, "第 4 轮（淘汰）对阵")] == [("第1名", "第4名"), ("第2名", "第3名")]


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
    assert [row["轮次"] for row in rows] == [number for number in (2, 3, 4, 5) for _ in range(3)]
    small.fill(folder)
    assert small.next_round(folder) == 0
    event = open_event(folder)
    lines = event.record.publications[-1].lines
    told = {(row["台号"], row["红方"], row["黑方"]) for row in rows if row["轮次"] == 2 and row["台号"] != "轮空"}
    people = {player: f"{number}号{event.people.at[player, 'name']}" for player, number in event.record.numbers.items()}
    assert told == {(line["board"], people[line["red"]], people[line["black"]]) for line in lines}
