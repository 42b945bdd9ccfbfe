"""The treatment table in words, generated for the documentation from what the program runs on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from qisai.regulation import treatment
from qisai.regulation.model import POINT_COLUMNS, RARE_POINT_COLUMNS
from qisai.regulation.settings import BY_KEY, SETTINGS, parse, shown
from qisai.regulation.treatment import Treatment
from qisai.tiebreaks import TIE_BREAKS

COLUMNS = ["结果", "一方", "得分", "算胜局", "算先后手", "算后手局", "算后手胜局", "视为相遇", "算缺轮", "对手分"]
_POINTS = {key: column for column, key in (POINT_COLUMNS | RARE_POINT_COLUMNS).items()} | {"": "0", "ruling": "裁判所定"}
#: Settings that change the table.
SWITCHES = ("bye_is_win", "bye_is_black", "bye_opponent", "forfeit_is_win", "forfeit_is_colour", "forfeit_is_met",
            "forfeit_opponent", "absent_opponent", "late_points")  # fmt: skip
#: What a round that was not played brings to 对手分 under FIDE's rules, and how its opponents see it.
FIDE = [
    ["规则", "本人没有下的一轮", "对手没有下的各轮", "去最低时"],
    ["FIDE 2009", "虚拟对手：本人此前的积分，加上这一轮本人没得到的分，以后每轮按和棋", "一律按和棋", "先去最低的"],
    ["FIDE 2023、FIDE 2024", "与本人积分相同的虚拟对手", "请假、缺席而以后再没有参赛的各轮按和棋，其余按实得",
     "有自己缺的一轮的先去那一轮"],
    ["FIDE 2026", "同上，但不超过：弃权时对方的积分；轮空、请假、缺席时每轮和棋的积分", "同上", "同上"],
]  # fmt: skip


def semantics_table() -> list[list[str]]:
    """Header and one row for each outcome and side, under the default settings.

    >>> semantics_table()[1]
    ['红胜', '红', '红胜', '是', '是', '否', '否', '是', '否', '对方全部积分']
    """
    table = treatment.build({setting.key: parse(setting, "") for setting in SETTINGS})
    return [COLUMNS] + [[outcome.value, side, *_cells(rule)] for (outcome, side), rule in table.items()]


def _cells(rule: Treatment) -> list[str]:
    flags = (rule.win, rule.colour, rule.black_game, rule.black_win, rule.met, rule.missed)
    return [_POINTS[rule.points], *("是" if flag else "否" for flag in flags), rule.opponent]


def switches_table() -> list[list[str]]:
    """Every value that is not the default of each setting that changes the table, and the rows that it changes."""
    defaults = {setting.key: parse(setting, "") for setting in SETTINGS}
    before = treatment.build(defaults)
    rows = [["项目", "默认", "另可填", "改变的行"]]
    for setting in (BY_KEY[key] for key in SWITCHES):
        values = setting.choices if setting.kind == "choice" else ("是", "否")
        for value in values:
            if parse(setting, value) == defaults[setting.key]:
                continue
            after = treatment.build({**defaults, setting.key: parse(setting, value)})
            changed = dict.fromkeys(outcome.value for outcome, side in before if before[outcome, side] != after[outcome, side])
            rows.append([setting.label, shown(setting, defaults[setting.key]), value, "、".join(changed)])
    return rows


def tie_break_table() -> list[list[str]]:
    """Every key of ``TIE_BREAKS``: what the organizer writes, the usual direction, its name in exports, what it is."""
    rows = [["指标", "惯例", "导出的列名", "算法"]]
    for name, one in TIE_BREAKS.items():
        rows.append([one.label, "大者列前" if one.larger_first else "小者列前", f"`{name}`", one.meaning])
    return rows


def _markdown(table: list[list[str]]) -> Iterator[str]:
    header, *rows = table
    yield "| " + " | ".join(header) + " |"
    yield "|" + " --- |" * len(header)
    yield from ("| " + " | ".join(row) + " |" for row in rows)


def semantics_markdown() -> str:
    """The page ``docs/semantics.md``; a test holds the file to it."""
    lines = [
        "# 每种结果意味着什么",
        "",
        "一局的结果对积分、名次指标、编排各算什么，只由这一张表决定（`qisai.regulation.treatment`）。这里按默认设置列出。",
        "",
        "- 得分：「阶段」表里同名一列的分值。0 为不得分；「请假」「弃权负」「双弃」三列可以不设，不设为 0。",
        "- 算先后手：计入以后编排的先后手平衡。",
        "- 视为相遇：以后不再编排这两人对局。",
        "- 算缺轮：「缺轮处理」所说的少下一轮；迟到加入的，加入之前的各轮（未加入）也算。",
        "- 对手分：这一局给本方的对手分加上什么。",
        "- 单：只有一位棋手的一行。",
        "- 循环赛的轮空：人数为单数时每人轮流休息一轮，「轮空」一列空着或为 0 时，这一轮什么都不算（不算胜局，对手分不计）；"
        "填了分值的按上表的轮空。中途退赛而成绩取消的（「循环赛中途退赛」），对手与他的那一局也作轮空。",
        "",
        *_markdown(semantics_table()),
        "",
        "## 可以改动的",
        "",
        "「规程」表的这些项目改变上面的表：",
        "",
        *_markdown(switches_table()),
        "",
        "## 国际棋联的规则",
        "",
        "「未下对局」选国际棋联某一年的规则时，对手分一类的指标不看上表的「对手分」一列，按：",
        "",
        *_markdown(FIDE),
    ]
    return "\n".join(lines) + "\n"


def tie_breaks_markdown() -> str:
    """The page ``docs/tiebreaks.md``; a test holds the file to it."""
    lines = [
        "# 名次指标",
        "",
        "「名次」表的「指标」一列可以填这些，次序不限；「方向」空着按惯例。由程序里的表生成（`qisai.tiebreaks.keys`）。",
        "",
        *_markdown(tie_break_table()),
        "",
        "## 增加一个指标",
        "",
        "只改 `src/qisai/tiebreaks/keys.py` 一个文件：写一个函数，再在 `TIE_BREAKS` 里加一行。",
        "",
        "1. 函数的名字就是导出的列名。它拿到 `past`（到这一轮为止的对局：行是棋手，列是轮次的整数矩阵，见"
        " `qisai.tiebreaks.history.History`）和 `tied`（前面各项都相同的棋手有同一个号，0 最好），返回每位棋手一个整数；"
        "或每人每轮一个（行是棋手，列是轮次），由程序相加，并列在 逐轮明细 里。",
        "2. 平均数、半分不用小数：乘上分母返回整数，分母写在表里那一行（`_points` 是分，`_half_opponents` 是半分，"
        "`_halves` 是半个，`_means` 是对手分的平均）；没有合适的就写一个："
        "`lambda units: units.means` 是各轮平均。比较永远是精确的。",
        "3. 表里一行写：中文名、英文名、中文算法、函数、分母；小者列前的加 `larger_first=False`，数局数的加 `counted=True`，"
        "只是次序、没有数值的加 `hidden=True`。然后重新生成本页：`python -m qisai.regulation.semantics docs`。",
        "4. 文档字符串写算法的出处（规则第几条、哪个规程）。",
        "",
        "例：最近三轮的胜局。",
        "",
        "```python",
        "def late_wins(past: History, tied: Ints) -> Ints:",
        '    """末三轮胜局: wins in the last three rounds."""',
        "    late = np.arange(past.rounds) >= past.rounds - 3",
        "    return np.where(late, past.wins, 0)",
        "",
        '        TieBreak("末三轮胜局", "wins in the last three rounds", "最后三轮的胜局数", late_wins, counted=True),',
        "```",
        "",
        "马上可以在「名次」表里用，名次表、说明句、网页和导出都会有它。另一套独立的程序（`verify`）还不认识它，"
        "会说明这一项没有核对；要核对，在 `src/qisai/verify/tiebreaks.py` 里再独立写一遍。",
    ]
    return "\n".join(lines) + "\n"


def write_pages(folder: Path) -> None:
    """Write the generated pages of the documentation."""
    (folder / "semantics.md").write_text(semantics_markdown(), encoding="utf-8", newline="\n")
    (folder / "tiebreaks.md").write_text(tie_breaks_markdown(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
