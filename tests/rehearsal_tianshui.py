"""The Tianshui rehearsal, played the way the organizer would: by the commands, and by typing into the sheets.

``play(folder)`` makes the whole folder; ``python tests/rehearsal_tianshui.py FOLDER`` does the same from a
shell, which is how ``data/tianshui-2024`` was made. Everybody is invented; the results are rehearsal data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl

from qisai.vocabulary import EVENT_FILE, GAMES_SHEET
from rehearsal_danyang import advance, append, edit, number_at, run, type_result, type_roster, type_settings
from rehearsal_people import names

SEED = "天水2024演练"
RESULTS_SEED = "天水2024演练成绩"
#: 单位 -> players; the five counties and two districts must come.
TEAMS = {
    "秦州区": 6, "麦积区": 6, "清水县": 4, "秦安县": 5, "甘谷县": 5, "武山县": 4, "张家川县": 4, "陇南棋友": 5, "定西弈社": 4,
    "铁路棋社": 5, "卦台山棋社": 6, "南郭寺棋社": 5,
}  # fmt: skip
SINGLES = 22
NO_SHOWS = (17, 66, 74)  # 序号 of people who do not come
NO_PAPERS = 70  # comes without an insurance
WALK_IN = 200  # comes after round 1 is out, and takes the seat opposite the bye

SETTINGS = {
    "演练": "是", "抽签种子": SEED, "奖金预算": "11200", "人数不足的队": "不列团体名次",
    "录谱台数": "4", "附加赛先后手": "抽签", "公示分钟": "30", "名次方案": "补充细则", "晋级名额": "3",
    "淘汰赛半区": "一二号分在两个半区", "淘汰赛三至八名": "负轮次在后者列前，同轮按第一阶段名次", "签字": "负方（和棋双方）签字",
}  # fmt: skip

OFFICIAL_ROWS = [
    ["组委会主任", "苗永年", "天水市象棋运动协会", "是"],
    ["裁判长", "窦静远", "天水市象棋运动协会", "是"],
    ["编排长", "戚明哲", "天水市象棋运动协会", "是"],
    ["裁判员", "喻春和", "天水市象棋运动协会", "是"],
    ["裁判员", "柏知行", "天水市象棋运动协会", "是"],
]


def roster() -> list[dict[str, Any]]:
    """The sign-up sheet: twelve teams with their leaders and coaches, and the single players."""
    heads = sum(TEAMS.values()) + SINGLES
    people = iter(names(heads + 2 * len(TEAMS), SEED))
    rows: list[dict[str, Any]] = []
    player, staff = 0, 300
    for place, (team, size) in enumerate(TEAMS.items()):
        for role in ("领队", "教练")[: 2 if size > 4 else 1]:
            staff += 1
            paid = 200 if role == "领队" else None
            rows.append({"序号": staff, "姓名": next(people), "单位": team, "角色": role, "缴费类别": "代表队", "已缴": paid,
                         "收款人": "喻春和" if paid else None})  # fmt: skip
        for _ in range(size):
            player += 1
            rows.append(_player(player, next(people), team, "代表队", None, place % 6 == 0 and player % 4 == 0))
    for _ in range(SINGLES):
        player += 1
        rows.append(_player(player, next(people), "个人", "个人", 50, False))
    return rows


def _player(player: int, name: str, team: str, kind: str, paid: int | None, woman: bool) -> dict[str, Any]:
    return {
        "序号": player, "姓名": name, "性别": "女" if woman else "男", "出生年份": str(1950 + (player * 31) % 58), "单位": team,
        "地区": "天水" if team in list(TEAMS)[:7] else "外市", "角色": "选手", "电话": f"演练{player:03}", "缴费类别": kind,
        "已缴": paid, "收款人": "柏知行" if paid else None,
    }  # fmt: skip


def check_in(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same sheet after check-in: who came, and with which papers."""
    for row in rows:
        if row["角色"] == "选手":
            here = row["序号"] not in NO_SHOWS
            row["报到"] = "是" if here else "否"
            row["体检"] = "是" if here else None
            row["保险"] = "是" if here and row["序号"] != NO_PAPERS else None
    return rows


def steps(folder: Path) -> Iterator[str]:
    """Every step of the event, in order; yields the name of each when it is done."""
    assert run("new", folder, "--regulation", "tianshui") == 0
    rows = roster()
    type_roster(folder, rows)
    append(folder, "人员", *OFFICIAL_ROWS)
    type_settings(folder, SETTINGS)
    assert run("check", folder) == 0
    yield "报名"
    type_roster(folder, check_in(rows))
    assert run("draw", folder) == 3  # how many count in a team is asked first
    type_settings(folder, {"团体计分人数": "4"})
    assert run("draw", folder) == 0
    yield "抽签"
    advance(folder)
    yield "第1轮公布"
    walk_in(folder)
    advance(folder)
    yield "第1轮加入"
    for round_no in range(1, 9):
        play_round(folder, round_no)
        prepare(folder, round_no + 1)
        advance(folder)
        yield f"第{round_no}轮确认"
    fill(folder)
    advance(folder)
    yield "第9轮确认"


def fill(folder: Path) -> None:
    assert run("simulate", folder, "--seed", RESULTS_SEED) == 0


def walk_in(folder: Path) -> None:
    """A single player comes when round 1 hangs on the wall and nobody plays yet."""
    person = {"序号": WALK_IN, "姓名": "温如玉", "性别": "男", "单位": "个人", "地区": "外市", "角色": "选手", "缴费类别": "个人",
              "已缴": 50, "收款人": "柏知行", "报到": "是", "体检": "是", "保险": "是", "备注": "现场报名"}  # fmt: skip
    header = [cell.value for cell in openpyxl.load_workbook(folder / EVENT_FILE)["报名"][1]]
    append(folder, "报名", [person.get(column) for column in header])
    append(folder, "变动", [1, None, "迟到加入", WALK_IN, None, "第 1 轮公布后到场"])


def swap_seats(folder: Path, file: str, one: tuple[int, str], other: tuple[int, str]) -> None:
    """裁判调整: the numbers of two seats (board, 红方 or 黑方) exchanged in a sheet without results; names cleared."""

    def change(book: openpyxl.Workbook) -> None:
        sheet = book[GAMES_SHEET]
        header = {cell.value: cell.column for cell in sheet[1]}
        row = {sheet.cell(r, header["台号"]).value: r for r in range(2, sheet.max_row + 1)}
        a, b = (sheet.cell(row[board], header[f"{side}编号"]) for board, side in (one, other))
        a.value, b.value = b.value, a.value
        for board, side in (one, other):
            sheet.cell(row[board], header[side]).value = None

    edit(folder / file, change)


def pairs(folder: Path, file: str) -> dict[int, tuple[int, int]]:
    """编号 of red and black by table, as they stand in a round file; the bye is left out."""
    sheet = openpyxl.load_workbook(folder / file)[GAMES_SHEET]
    header = {cell.value: cell.column for cell in sheet[1]}
    rows = [[sheet.cell(r, header[name]).value for name in ("台号", "红方编号", "黑方编号")] for r in range(2, sheet.max_row + 1)]
    return {board: (red, black) for board, red, black in rows if board and black}


def play_round(folder: Path, round_no: int) -> None:
    """What the arbiter types himself in a round; the rest is filled by ``simulate``."""
    file = f"第{round_no:02}轮.xlsx"
    match round_no:
        case 1:
            type_result(folder, file, 9, 结果="1:0", 签字="双方")
        case 2:  # two people did not come: those who did play one another, the absent share a table
            swap_seats(folder, file, (21, "黑方"), (33, "红方"))
            advance(folder)
            type_result(folder, file, 33, 结果="6", 备注="两人均未到场")
            type_result(folder, file, 12, 结果="红胜", 签字="双方")
        case 3:
            absent = pairs(folder, "第02轮.xlsx")[33]
            for board, (red, black) in pairs(folder, file).items():
                if {red, black} & set(absent):  # he does not come for the second time: out
                    type_result(folder, file, board, 结果="4" if red in absent else "5", 备注="未到场")
        case 4:
            type_result(folder, "第02轮.xlsx", 12, 结果="黑胜", 更正理由="成绩单誊错，双方到裁判席确认")
            type_result(folder, file, 5, 红犯规=1, 备注="未经许可停钟")
        case 5:
            type_result(folder, file, 7, 结果="和", 签字="红方", 备注="黑方离场，裁判员作证")
        case 7:
            other = f"第{round_no:02}轮_其余.xlsx"
            type_result(folder, other, 30, 结果="裁定 1:1", 备注="待判局面，裁判长判和")
            knockout = f"第{round_no:02}轮_淘汰.xlsx"
            type_result(folder, knockout, 1, "慢棋", 结果="和")
            type_result(folder, knockout, 1, "快棋", 结果="和")
            type_result(folder, knockout, 1, "附加赛", 结果="和")
            type_result(folder, knockout, 3, "慢棋", 结果="3")
        case _:
            pass
    fill(folder)


def prepare(folder: Path, round_no: int) -> None:
    """What happens between two rounds: the 变动 sheet."""
    match round_no:
        case 2:
            append(folder, "变动", [2, number_at(folder, 55), "固定台", None, 3, "坐轮椅，靠门的一台"])
        case 3:
            append(folder, "变动", [3, number_at(folder, 63), "退赛", None, None, "家中有事"],
                   [3, number_at(folder, 12), "禁止对阵", None, number_at(folder, 14), "父子，申请回避"])  # fmt: skip
        case 4:
            append(folder, "变动", [4, number_at(folder, 41), "缺席本轮", None, None, "事先请假"])
        case 5:
            left = next(row for row in changes(folder) if row[2] == "退赛")
            append(folder, "变动", [5, left[1], "复赛", None, None, "事情办完，申请继续"],
                   [5, number_at(folder, 30), "锁定对阵", None, number_at(folder, 31), "补赛抽签已公布"])  # fmt: skip
        case 6:
            append(folder, "变动", [6, number_at(folder, 48), "取消资格", None, None, "赛场内使用手机，裁判长决定"])
        case 8:
            append(folder, "变动", [8, number_at(folder, 50), "退赛", None, None, "提前返程"])
        case _:
            pass


def changes(folder: Path) -> list[list[Any]]:
    return [list(row) for row in openpyxl.load_workbook(folder / EVENT_FILE)["变动"].iter_rows(min_row=2, values_only=True)]


def play(folder: Path, until: str = "") -> None:
    """Play the event into ``folder``, all of it or up to the named step."""
    for step in steps(folder):
        if step == until:
            break


if __name__ == "__main__":
    play(Path(sys.argv[1]))
