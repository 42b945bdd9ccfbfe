"""Regulations of real events as rule sheets: one TOML file each, turned into the rows of 赛事.xlsx.

The rows are made of the parts of ``qisai.regulation.templates.sheets``, so that an event goes the organizer's way: a
workbook is written and read again. A file states facts in its own words; the numbers are those of the table of
regulations in the rules summary (section 2). Its keys:

| key | meaning |
|---|---|
| ``number``, ``event`` | the row of the table, the name of the event |
| ``states`` | what was seen of the text |
| ``assumed`` | what the sheet had to fill in because the part that was seen is silent |
| ``unsaid`` | ``what`` the sheet cannot say and what it would need (``needs``); [] where it says all |
| ``template`` | a template of the package to start from; then only what differs is written |
| ``chain`` | 名次: the keys as the organizer types them |
| ``stages`` | 阶段: its columns, and ``points`` = win, draw, loss; blank 赛制 is 积分编排, blank 参加者 全体 |
| ``prizes`` | 奖项: its columns |
| ``days`` | 日程: day -> times of the rounds, where ages have to be reckoned |
| ``settings`` | 规程: 项目 = 取值; what is not named keeps its default |
| ``people`` | 报名: blocks of ``count`` invented people; a list in a column goes round; ``fixed`` blocks never grow |
| ``forfeits`` | ``player`` (序号) does not come in ``rounds`` |
| ``asks``, ``silent`` | topics on which the check-up speaks, and on which it does not |
| ``summary`` | pieces of the printed rules |

``python tests/regulations/sheets.py`` prints the table of all regulations and what cannot be said of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qisai.regulation.settings import BY_LABEL
from qisai.regulation.templates import TEMPLATES
from qisai.regulation.templates.sheets import (
    CHAIN_COLUMNS,
    PRIZE_COLUMNS,
    SCHEDULE_COLUMNS,
    STAGE_COLUMNS,
    Rows,
    chain_rows,
    schedule_rows,
    settings_rows,
)
from qisai.vocabulary import ROSTER, ROSTER_SHEET, plain

HERE = Path(__file__).parent
WITHOUT = "without-a-sheet"
_KEYS = {"number", "event", "states", "assumed", "unsaid", "template", "chain", "stages", "prizes", "days", "settings", "people",
         "forfeits", "asks", "silent", "summary"}  # fmt: skip


@dataclass(frozen=True)
class RuleSheet:
    """One file: ``name`` is that of the file without its ending, ``data`` what stands in it."""

    name: str
    data: Mapping[str, Any]

    @property
    def number(self) -> int:
        return int(self.data["number"])

    def sheets(self, times: int = 1) -> dict[str, Rows]:
        """The filled sheets, header first; ``times`` as many people in every block that is not ``fixed``.

        Raises ``ValueError`` for a 项目 or a column that the organizer's sheets do not have.
        """
        data, made = self.data, TEMPLATES[self.data["template"]].sheets() if "template" in self.data else {}
        typed = {"赛事名称": data["event"], "演练": "是", "抽签种子": self.name, **data.get("settings", {})}
        return {
            "规程": _settings(made.get("规程", settings_rows({}, {})), typed),
            "阶段": made.get("阶段") or [STAGE_COLUMNS, *(_row(_stage(stage), STAGE_COLUMNS) for stage in data["stages"])],
            "名次": made.get("名次") or [CHAIN_COLUMNS, *chain_rows(*data["chain"])],
            "奖项": made.get("奖项") or [PRIZE_COLUMNS, *(_row(prize, PRIZE_COLUMNS) for prize in _prizes(data))],
            "日程": made.get("日程") or (schedule_rows(data["days"], "示例") if "days" in data else [SCHEDULE_COLUMNS]),
            ROSTER_SHEET: _roster(data["people"], times),
        }


def rule_sheets() -> list[RuleSheet]:
    """All files, by the number in the table. Raises ``ValueError`` for an unknown key."""
    found = []
    for path in HERE.glob("*.toml"):
        if path.stem != WITHOUT:
            data = _load(path)
            if unknown := data.keys() - _KEYS:
                raise ValueError(f"{path.name}: {sorted(unknown)}")
            found.append(RuleSheet(path.stem, data))
    return sorted(found, key=lambda sheet: sheet.number)


def without_a_sheet() -> list[dict[str, Any]]:
    """The regulations that cannot be made a sheet of: ``number``, ``event``, ``what``, ``needs``."""
    return list(_load(HERE / f"{WITHOUT}.toml")["regulation"])


def unsaid_table() -> list[tuple[int, str, str, str]]:
    """Number, event, what cannot be said, what it would need; a regulation that is said whole has one row with 无."""
    rows = [(one["number"], one["event"], f"（没有规则表）{one['what']}", one["needs"]) for one in without_a_sheet()]
    for sheet in rule_sheets():
        for one in sheet.data["unsaid"] or [{"what": "无", "needs": ""}]:
            rows.append((sheet.number, sheet.data["event"], one["what"], one["needs"]))
    return sorted(rows, key=lambda row: row[0])


def _load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _settings(rows: Rows, typed: Mapping[str, str]) -> Rows:
    """The 规程 rows with 取值 filled in."""
    if unknown := [label for label in typed if plain(label) not in BY_LABEL]:
        raise ValueError(f"规程 has no {unknown}")
    labels = {BY_LABEL[plain(label)].label: value for label, value in typed.items()}
    header = rows[0]
    return [header] + [[row[0], labels.get(str(row[0]), row[1]), *row[2:]] for row in rows[1:]]


def _stage(stage: Mapping[str, Any]) -> dict[str, object]:
    """The columns of a stage, with the six points, and the bye and the forfeit as a win where it has them."""
    win, draw, loss = stage["points"]
    points = {f"{colour}{word}": worth for colour in "红黑" for word, worth in (("胜", win), ("和", draw), ("负", loss))}
    cells = {"赛制": "积分编排", "参加者": "全体", **{key: value for key, value in stage.items() if key != "points"}, **points}
    return cells if cells["赛制"] == "单淘汰" else {**cells, "轮空": win, "弃权胜": win}


def _prizes(data: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for prize in data.get("prizes", ()):
        yield {"金额": 0, **prize}


def _row(cells: Mapping[str, object], columns: Sequence[object]) -> list[object]:
    if unknown := cells.keys() - set(columns):
        raise ValueError(f"no column {sorted(unknown)}")
    return [cells.get(str(column), "") for column in columns]


def _roster(blocks: Sequence[Mapping[str, Any]], times: int) -> Rows:
    """Invented people who have paid and come; 序号 goes on through the blocks, those of a grown block last."""
    columns: list[object] = [*ROSTER[0], *ROSTER[1]]
    members = [(block, n) for block in blocks for n in range(block["count"])]
    members += [
        (block, n) for block in blocks if not block.get("fixed") for n in range(block["count"], block["count"] * times)
    ]  # fmt: skip
    rows = []
    for number, (block, n) in enumerate(members, start=1):
        cells = {
            column: value[n % len(value)] if isinstance(value, list) else value
            for column, value in block.items() if column not in ("count", "fixed")
        }  # fmt: skip
        always = {"序号": number, "姓名": f"棋手{number}", "缴费类别": "自费", "已缴": 100, "缴费顺序": number, "报到": "是"}
        rows.append(_row({**always, **cells}, columns))
    return [columns, *rows]


if __name__ == "__main__":
    print("| 号 | 规程 | 规则表不能说的 | 需要 |\n|---|---|---|---|")
    for row in unsaid_table():
        print("| " + " | ".join(map(str, row)) + " |")
