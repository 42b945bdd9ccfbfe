"""规程体检 of an event: one screen, one sheet, and each group's own remarks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import small_event as small
from qisai import steps
from qisai.event import Event, open_event
from qisai.regulation.templates import TEMPLATES, Rows
from qisai.regulation.templates.rulebook import option_1
from qisai.reports.signup import checkup_table
from qisai.reports.words import checkup_lines, remarks
from qisai.vocabulary import EVENT_FILE, width

COUNTIES = ("秦州区", "麦积区", "清水县", "秦安县", "甘谷县", "武山县", "张家川县", "个人")


def event(folder: Path, sheets: dict[str, Rows], people: Sequence[dict[str, Any]]) -> Event:
    steps.new(folder, sheets)
    book = openpyxl.load_workbook(folder / EVENT_FILE)
    header = [cell.value for cell in book["报名"][1]]
    small.put_rows(book["报名"], [[person.get(column) for column in header] for person in people])
    book.save(folder / EVENT_FILE)
    return open_event(folder)


def people(count: int, **more: object) -> list[dict[str, Any]]:
    return [{**person, **more} for person in small.people(count)]


def counties(count: int) -> list[dict[str, Any]]:
    """Tianshui's sign-up: seven teams and single players, all with their papers."""
    rows = people(count, 体检="是", 保险="是", 已缴=200)
    for n, row in enumerate(rows):
        row["单位"] = COUNTIES[n % len(COUNTIES)]
        row["缴费类别"] = "个人" if row["单位"] == "个人" else "代表队"
    return rows


@pytest.fixture(scope="module")
def tianshui(tmp_path_factory: pytest.TempPathFactory) -> Event:
    return event(tmp_path_factory.mktemp("天水") / "天水", TEMPLATES["tianshui"].sheets(), counties(40))


def test_tianshui_fits_one_screen(tianshui: Event) -> None:
    lines = checkup_lines(tianshui)
    assert len(lines) <= 31 and max(map(width, lines)) <= 80
    numbered = [line for line in lines if line.lstrip().split(".")[0].isdigit()]
    assert len(numbered) == len(remarks(tianshui)) == len(checkup_table(tianshui))


def test_what_is_open_comes_first_and_what_is_decided_in_one_line_each(tianshui: Event) -> None:
    lines = checkup_lines(tianshui)
    border = lines.index("已定 8 条：")
    assert lines[0].startswith("规程体检：待裁判长定 13 条") and len(lines) == border + 9
    assert " 1. 名次方案：规程里有 2 种名次算法，积分之后「补充细则」累进分、「正文」对手分" in lines
    assert " 8. 附加赛先后手：规程没有说附加赛谁执红。现按：抽签" in lines[:border]
    assert "19. 迟到：超过 10 分钟按弃权；双方都没到的填双弃" in lines[border:]


def test_the_sheet_says_who_decides(tianshui: Event) -> None:
    table = checkup_table(tianshui).set_index("事项")
    assert table.loc["晋级名额", "状态"] == "待裁判长定" and table.loc["迟到", "状态"] == "已定"
    assert table.loc["团体计分人数", "其他读法"].startswith("5 人，报名的队里最少的人数")
    assert "收入比奖金少 9550 元" in table.loc["收支", "疑问"]  # 5 x 50 + 7 x 200 against 11200


@pytest.mark.long
def test_a_field_too_small_is_said_before_the_draw(tmp_path: Path) -> None:
    small_field = event(tmp_path / "丹阳", TEMPLATES["danyang"].sheets(), people(16))
    remark = next(remark for remark in remarks(small_field) if remark.topic == "轮数与人数")
    assert remark.doubt.startswith("16 人下 7+2 轮：20 次试排中") and "第 9 轮" in remark.doubt
    assert "前 4 名进入淘汰赛（试排 20 次都编得出）" in remark.others


def groups() -> dict[str, Rows]:
    """Two groups, of seven and of nine rounds, with a prize each and one for both."""
    sheets = option_1()
    stage = sheets["阶段"].pop()
    for group, rounds in (("少年组", "1-7"), ("成年组", "1-9")):
        row = [*stage]
        row[2], row[12] = rounds, group
        sheets["阶段"].append(row)
    sheets["奖项"] += [
        ["名次奖", "", "1", 900, "", "", "少年组"], ["名次奖", "", "1", 1500, "", "", "成年组"],
        ["团体奖", "", "1", 600, "", "", "", "团体"],
    ]  # fmt: skip
    return sheets


def test_each_group_is_looked_at_with_its_own_rules_and_field(tmp_path: Path) -> None:
    rows = people(22)
    for n, row in enumerate(rows):
        row["组别"] = "少年组" if n < 8 else "成年组"
    found = {remark.topic: remark for remark in remarks(event(tmp_path / "两组", groups(), rows))}
    assert found["少年组：轮数与人数"].doubt.startswith("8 人下 7 轮")
    assert not any(topic.startswith("成年组") for topic in found)  # fourteen go through nine rounds


def test_what_concerns_all_groups_is_said_once(tmp_path: Path) -> None:
    rows = people(60)
    for n, row in enumerate(rows):
        row["组别"], row["已缴"] = ("少年组", "成年组")[n % 2], 100
    topics = [remark.topic for remark in remarks(event(tmp_path / "两组", groups(), rows))]
    assert topics == ["名次最后一项", "签字", "缺轮处理", "赛程", "团体奖"]


@pytest.mark.long
def test_money_of_all_groups_is_counted_together(tmp_path: Path) -> None:
    """24 x 100 of fees against 900, 1500 and the teams' 600, which is one prize though it stands in both groups."""
    rows = people(24)
    for n, row in enumerate(rows):
        row["组别"] = ("少年组", "成年组")[n % 2]
    (remark,) = [r for r in remarks(event(tmp_path / "两组", groups(), rows)) if r.topic.endswith("收支")]
    assert remark.topic == "收支" and "奖金 3000 元（含团体奖 600 元）" in remark.says and "少 600 元" in remark.doubt


def test_an_event_without_a_doubt_says_so(tmp_path: Path) -> None:
    sheets = option_1()
    for row in sheets["规程"]:
        row[1] = {"签字": "双方签字", "缺轮处理": "不处理"}.get(str(row[0]), row[1])
    sheets["名次"].append([7, "编号", "", "", "", ""])
    sheets["日程"] += [[n, "2025-05-01", f"{n + 8:02}:00", ""] for n in range(1, 8)]
    assert checkup_lines(event(tmp_path / "无疑", sheets, people(24))) == ["规程体检：没有发现矛盾或没写的地方"]
