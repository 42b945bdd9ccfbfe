"""Sign-ups from files of any kind into the event: columns confirmed once, people pasted, imported again, drawn."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from sign_up_files import PHONES, kinds, newcomers, paste, sheet, typed

import small_event as small
from qisai import dialogue, signup_dialogue
from qisai.event import open_event
from qisai.intake.model import Column, Found
from qisai.steps import signups
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE, NEWCOMERS_FILE, SIGN_UPS_FOLDER
from rehearsal_danyang import run


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """An event of nine before the draw, with sign-ups of three kinds: 问卷 (xlsx), 各队 (csv, GBK) and 接龙 (txt)."""
    folder = small.copy(tmp_path / "比赛 数据（1）", -1)
    drop = folder / SIGN_UPS_FOLDER
    sheet(
        drop / "问卷星.xlsx",
        ["序号", "提交答卷时间", "来自IP", "1、您的姓名：", "2、您的单位（必填）", "3、手机号码"],
        [1, "2024/7/1 9:00:00", "10.0.0.1", "欧阳若水", "红星小学", PHONES[1]],
        [2, "2024/7/1 9:05:00", "10.0.0.1", "司马长风", "红星小学", PHONES[2]],
        [3, "2024/7/2 9:00:00", "10.0.0.1", "欧阳若水", "红星小学", PHONES[1]],
        [4, "2024/7/2 9:10:00", "10.0.0.1", "张三", "丙队", PHONES[3]],
    )
    rows = ["姓名,单位,电话", f"诸葛清风,蓝天棋社,{PHONES[4]}", f"上官云起,蓝天棋社,{PHONES[5]}"]
    (drop / "名单.csv").write_bytes("\n".join(rows).encode("gb18030"))
    (drop / "接龙.txt").write_text("#接龙\n1. 慕容秋水\n2. 令狐远山\n", encoding="utf-8")
    return folder


def rule(folder: Path, label: str, value: object) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        next(row for row in book["规程"].iter_rows() if row[0].value == label)[1].value = value

    small.edit(folder / EVENT_FILE, fill)


def fill_in(folder: Path, column: str, values: list[str]) -> None:
    """A column of 报名 from its second row on."""

    def fill(book: openpyxl.Workbook) -> None:
        for row, value in enumerate(values, start=2):
            book["报名"][f"{column}{row}"] = value

    small.edit(folder / EVENT_FILE, fill)


@pytest.mark.long
def test_sign_ups_of_three_kinds_are_pasted_once_and_then_known_and_drawn(event: Path, capsys) -> None:
    before = (event / EVENT_FILE).read_bytes()
    assert run("signup", event, "--yes") == 0
    said = capsys.readouterr().out
    assert "读入 8 人 ＝ 新增 6 ＋ 已有 1 ＋ 重复 1 ＋ 待定 0 ＋ 没有读 0" in said
    assert "「2、您的单位（必填）」→ 单位" in said
    header, *rows = newcomers(event)
    assert header == [cell.value for cell in openpyxl.load_workbook(event / EVENT_FILE)["报名"][1]]
    people = [dict(zip(header, row, strict=True)) for row in rows]
    assert [(p["序号"], p["姓名"]) for p in people] == list(
        enumerate(["诸葛清风", "上官云起", "慕容秋水", "令狐远山", "欧阳若水", "司马长风"], 10)
    )
    assert people[0]["电话"] == PHONES[4] and people[4]["单位"] == "红星小学" and people[0]["已缴"] is None
    assert (event / EVENT_FILE).read_bytes() == before
    written = (event / NEWCOMERS_FILE).read_bytes(), (event / JOURNAL_FILE).read_bytes()
    assert run("signup", event, "--yes") == 0
    assert ((event / NEWCOMERS_FILE).read_bytes(), (event / JOURNAL_FILE).read_bytes()) == written
    paste(event)
    assert run("signup", event, "--yes") == 0
    assert "新增 0 ＋ 已有 7 ＋ 重复 1" in capsys.readouterr().out and newcomers(event)[1:] == []
    assert run("draw", event, "--yes") == 0
    assert run("next", event, "--yes", "--no-reports") == 0
    assert run("verify", event) == 0 and "复核一致" in capsys.readouterr().out


def test_no_phone_is_printed_or_journalled(event: Path, capsys) -> None:
    bare = [["独孤一鹤", PHONES[8]], ["西门吹雪", PHONES[9]], ["叶孤城", f"{PHONES[9]}1"]]
    sheet(event / SIGN_UPS_FOLDER / "没有表头.xlsx", *bare)
    sheet(event / SIGN_UPS_FOLDER / "坏.xlsx", ["姓名", "电话"], [PHONES[11], PHONES[10]])
    run("signup", event, "--yes")
    told = capsys.readouterr()
    assert not re.search(r"\d{7,}", told.out + told.err)
    assert not any(phone in (event / JOURNAL_FILE).read_text(encoding="utf-8") for phone in PHONES)


def test_columns_are_shown_corrected_and_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名", "单位", "街道"], ["欧阳若水", "红星小学", "城东"])
    asked = typed(monkeypatch, "C", "C=籍", "C=地区 B=", "")
    assert run("signup", folder) == 0
    said = capsys.readouterr().out
    assert len(asked) == 4 and "不用的列：C「街道」" in said and "C「街道」→ 地区" in said
    assert said.count("看不懂") == 2
    row = dict(zip(*newcomers(folder), strict=True))
    assert row["地区"] == "城东" and row["单位"] is None
    entry = open_event(folder).journal.entries[-1]
    assert entry.kind == "intake" and entry.data["columns"] == {"A": "姓名", "B": "", "C": "地区"}
    assert entry.data["headings"] == ["姓名", "单位", "街道"]
    (folder / SIGN_UPS_FOLDER / "表.xlsx").rename(folder / SIGN_UPS_FOLDER / "换了名字.xlsx")
    asked = typed(monkeypatch)
    assert run("signup", folder) == 0 and not asked and kinds(folder).count("intake") == 1
    assert "列照上次确认的（A→姓名、C→地区）" in capsys.readouterr().out


def test_a_script_corrects_a_column_by_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    for name in ("甲.xlsx", "乙.xlsx"):
        sheet(folder / SIGN_UPS_FOLDER / name, ["姓名", f"街道{name}"], [f"欧阳{name[0]}", "城东"])
    assert run("signup", folder, "--map", "甲.xlsx:b=地区", "--yes") == 0
    header, *rows = newcomers(folder)
    assert [row[header.index("地区")] for row in rows] == [None, "城东"]  # 乙 comes first by name
    asked = typed(monkeypatch)
    assert kinds(folder).count("intake") == 2
    capsys.readouterr()
    wrong = ["B=单位", "丙.xlsx:B=单位", "乙.xlsx:Z=单位", "乙.xlsx:B=楼", "单位"]
    assert run("signup", folder, *(word for words in wrong for word in ("--map", words))) == 3 and not asked
    told = small.told(said := capsys.readouterr().out)
    assert {code: len(lines) for code, lines in told.items()} == {
        "signup_map_which": 1, "signup_map_file": 1, "signup_mapping": 2, "signup_map": 1
    }  # fmt: skip
    assert "乙.xlsx:B=单位" in said and "Usage" not in said and kinds(folder).count("intake") == 2
    assert run("signup", folder, "--map", "乙.xlsx:A=姓名", "--map", "乙.xlsx:B=姓名") == 3
    assert "signup_map_twice" in small.told(capsys.readouterr().out)
    assert run("signup", folder, "--map", "乙.xlsx:B=单位") == 0 and not asked and kinds(folder).count("intake") == 3


def test_unconfirmed_columns_are_not_taken(event: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    typed(monkeypatch)
    assert run("signup", event) == 3
    assert "没有确认" in capsys.readouterr().out and not (event / NEWCOMERS_FILE).exists() and not kinds(event)


def test_after_the_draw_new_people_are_late_entries_and_an_undo_keeps_the_columns(event: Path, capsys) -> None:
    assert run("draw", event, "--yes") == 0 and kinds(event) == ["draw"]  # nothing of imports where there are none
    assert run("signup", event, "--yes") == 0
    assert "迟到加入" in capsys.readouterr().out and kinds(event) == ["draw", "intake", "intake"]
    assert run("verify", event) == 0
    kept = open_event(event).record.sign_ups
    assert run("undo", event, "--yes") == 0
    assert open_event(event).record.sign_ups == kept and len(kept) == 2


def test_one_team_a_row_is_taken_apart_when_agreed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    rows = [
        ["队名", "队员1", "队员2", "队员3"],
        ["红星小学", "欧阳若水", "司马长风", "诸葛清风"],
        ["蓝天棋社", "上官云起", "慕容秋水", "令狐远山"],
    ]
    sheet(folder / SIGN_UPS_FOLDER / "各队.xlsx", *rows)
    assert run("signup", folder, "--yes") == 3
    assert "读入 6 人" in (said := capsys.readouterr().out) and "没有读 6" in said
    assert "signup_teams" in small.told(said) and newcomers(folder)[1:] == [] and not kinds(folder)
    asked = typed(monkeypatch, "", "")
    assert run("signup", folder) == 0 and "拆成一人一行吗" in asked[0]
    header, *people = newcomers(folder)
    who = [(person[header.index("姓名")], person[header.index("单位")]) for person in people]
    assert len(who) == 6 and who[::3] == [("欧阳若水", "红星小学"), ("上官云起", "蓝天棋社")]
    assert run("signup", folder, "--yes") == 0  # agreed once
    other = small.copy(tmp_path / "另一个", -1)
    sheet(other / SIGN_UPS_FOLDER / "各队.xlsx", *rows)
    assert run("signup", other, "--yes", "--split") == 0 and len(newcomers(other)) == 7


def test_a_file_that_is_no_roster_is_named_and_the_others_are_read(event: Path, capsys) -> None:
    (event / SIGN_UPS_FOLDER / "通知.pdf").write_bytes(b"%PDF-1.4\n")
    (event / SIGN_UPS_FOLDER / "~$问卷星.xlsx").write_bytes(b"lock")
    (event / SIGN_UPS_FOLDER / ".~lock.名单.csv#").write_bytes(b"lock")
    assert run("signup", event, "--yes") == 3
    said = capsys.readouterr().out
    assert "新增 6" in said and "通知.pdf" in said and "lock" not in said and len(newcomers(event)) == 7
    assert newcomers(event, "没有读")[1][0] == "通知.pdf"


def test_an_empty_folder_is_made_and_told(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    assert run("signup", folder, "--yes") == 3
    assert (folder / SIGN_UPS_FOLDER).is_dir() and "signup_nothing" in small.told(capsys.readouterr().out)


def test_doubtful_people_wait_beside_whom_they_may_be(event: Path, capsys) -> None:
    sheet(
        event / SIGN_UPS_FOLDER / "又来.xlsx",
        ["姓名", "单位", "电话", "提交时间"],
        ["欧阳若冰", "红星小学", PHONES[20], "2024/7/1"],
        ["王　五", "红星小学", PHONES[21], "2024/7/1"],
        ["南宫飞燕", "红星小学", PHONES[22], "2024/7/1"],
        ["南宫飞燕", "红星小学", PHONES[23], "2024/7/3"],
    )
    assert run("signup", event, "--yes") == 0
    said = capsys.readouterr().out
    assert "待定 4" in said and "南宫飞燕" in said
    waiting = [row[1] for row in newcomers(event, "待定")[1:]]
    assert sorted(map(str, waiting)) == sorted(["欧阳若水", "欧阳若冰", "王五", "南宫飞燕"])
    look = newcomers(event, "请核对")
    told = dict(zip(look[0], next(row for row in look if row[5] == "南宫飞燕"), strict=True))
    assert told["电话"] == PHONES[23] and "最晚" in str(told["怎么办"]) and "待定" in str(told["在哪里"])
    assert any(row[3] == "报名表" and row[5] == "王五" for row in look)
    paste(event, "新增", "待定")
    assert run("signup", event, "--yes") == 0
    assert "新增 0" in (said := capsys.readouterr().out) and "待定 0" in said


def test_a_saved_list_is_kept_and_the_next_one_stands_beside_it(event: Path, capsys) -> None:
    assert run("signup", event, "--yes") == 0
    small.put(event / NEWCOMERS_FILE, "新增", "B2", "改过的人")
    mine = (event / NEWCOMERS_FILE).read_bytes()
    for _ in range(2):
        assert run("signup", event, "--yes") == 0
        assert "没有动它" in capsys.readouterr().out and (event / NEWCOMERS_FILE).read_bytes() == mine
    assert len(newcomers(event, file="新增报名_2.xlsx")) == 7 and not (event / "新增报名_3.xlsx").exists()


def test_a_list_that_was_only_opened_is_written_anew(event: Path) -> None:
    assert run("signup", event, "--yes") == 0
    (event / SIGN_UPS_FOLDER / "接龙.txt").write_text("1. 慕容秋水\n", encoding="utf-8")
    assert run("signup", event, "--yes") == 0
    assert len(newcomers(event)) == 6 and not (event / "新增报名_2.xlsx").exists()


def test_columns_of_the_organizers_own_keep_their_places(event: Path) -> None:
    def own(book: openpyxl.Workbook) -> None:
        book["报名"].insert_cols(3)
        book["报名"]["C1"] = "座位"
        book["报名"].insert_rows(1)
        book["报名"]["A1"] = "报名总表"

    small.edit(event / EVENT_FILE, own)
    assert run("signup", event, "--yes") == 0
    header, first, *_ = newcomers(event)
    assert header[:4] == ["序号", "姓名", "座位", "性别"] and first[:3] == [10, "诸葛清风", None]
    paste(event)
    assert run("check", event) == 0 and len(open_event(event).people) == 15


def test_a_name_that_begins_like_a_formula_is_a_name(tmp_path: Path) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    (folder / SIGN_UPS_FOLDER).mkdir()
    (folder / SIGN_UPS_FOLDER / "表.csv").write_text("姓名,备注\n欧阳若水,=1+1\n", encoding="utf-8")
    assert run("signup", folder, "--yes") == 0
    page = openpyxl.load_workbook(folder / NEWCOMERS_FILE)["新增"]
    cells = [cell for cell in page[2] if cell.value == "=1+1"]
    assert [cell.data_type for cell in cells] == ["s"] and cells[0].quotePrefix


def test_who_would_wait_is_said(tmp_path: Path, capsys) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    rule(folder, "人数上限", 10)
    sheet(folder / SIGN_UPS_FOLDER / "表.xlsx", ["姓名"], ["欧阳若水"], ["司马长风"], ["诸葛清风"])
    assert run("signup", folder, "--yes") == 0
    assert "名额 10，已占 9，候补 0" in (said := capsys.readouterr().out) and "最多再进 1 人，其余 2 人候补" in said


def test_a_heading_without_words_is_shown_by_what_stands_below() -> None:
    columns = (Column("A", "", "姓名"), Column("B", "1、您的\n单位（10000000001）", ""))
    found = Found("f", "", "一人一行", 0, columns, (), (), "s", False)
    assert signup_dialogue.mapping_lines(found) == ["A→ 姓名", "不用的列：B「1、您的 单位（100…）」"]
    assert signups.hidden("身份证 123456789012345678") == "身份证 123…"


# --- before the draw ----------------------------------------------------------------------------------------
@pytest.fixture
def at_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nine signed up: 2 is here and has not paid, 3 has paid and is not here; somebody sits at the screen."""
    folder = small.copy(tmp_path / "赛事", -1)
    paid, here = (small.column(folder / EVENT_FILE, "报名", name) for name in ("已缴", "报到"))
    small.put(folder / EVENT_FILE, "报名", f"{paid}3", 20)
    small.put(folder / EVENT_FILE, "报名", f"{here}4", "否")
    monkeypatch.setattr(dialogue, "somebody_there", lambda: True)
    return folder


def test_who_is_left_out_of_the_draw_is_confirmed_one_by_one(at_the_door: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = typed(monkeypatch, "", "y", "")
    assert run("draw", at_the_door) == 0
    assert "张三（丙队）已到场，欠 80 元：不参加抽签，对吗？" in asked[0] and "李　四（丁队）有名额，没有报到" in asked[1]
    assert "给 7 人抽签" in asked[2] and len(asked) == 3


@pytest.mark.parametrize(
    ("lines", "words"), [(["n"], "张三（序号 2）把「已缴」改为 100"), (["", "n"], "李　四（序号 3）「报到」填「是」")]
)
def test_a_no_stops_the_draw_and_says_what_to_type(
    lines: list[str], words: str, at_the_door: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    typed(monkeypatch, *lines)
    assert run("draw", at_the_door) == 3
    assert words in capsys.readouterr().out and not kinds(at_the_door)


def test_without_questions_they_are_listed(at_the_door: Path, capsys) -> None:
    assert run("draw", at_the_door, "--yes") == 0
    said = capsys.readouterr().out
    assert "已到场，欠 80 元：不参加抽签" in said and "没有报到：不参加抽签" in said


def test_before_any_check_in_nobody_is_missed(at_the_door: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = small.column(at_the_door / EVENT_FILE, "报名", "报到")
    fill_in(at_the_door, here, ["否"] * 9)
    asked = typed(monkeypatch)
    assert run("draw", at_the_door) == 0 and len(asked) == 1 and "给 0 人抽签" in asked[0]


def test_lacking_papers_are_asked_where_the_rules_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = small.copy(tmp_path / "赛事", -1)
    rule(folder, "体检与保险", "缺的不编排")
    for name, fourth in (("体检", "否"), ("保险", "是")):
        fill_in(folder, small.column(folder / EVENT_FILE, "报名", name), ["是"] * 3 + [fourth] + ["是"] * 5)
    monkeypatch.setattr(dialogue, "somebody_there", lambda: True)
    asked = typed(monkeypatch, "n")
    assert run("draw", folder) == 3 and "缺体检：不参加抽签" in asked[0]
