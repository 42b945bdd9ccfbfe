"""The 变动 sheet: what happens to whom from which round on, as the organizer typed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from qisai.excel.public import public
from qisai.problems import Problem
from qisai.sheets import Book, Row
from qisai.vocabulary import CHANGES, CHANGES_SHEET, Happening, plain

COLUMNS = {"round": "int64", "player": "str", "happening": "str", "other": "str", "table": "int64", "reason": "str",
           "cell": "str"}  # fmt: skip
#: Kinds that speak of two players; 对方或台号 names the other.
OF_TWO = (Happening.LOCKED, Happening.BARRED)
#: Kinds that speak of a table alone; 对方或台号 names it.
OF_A_TABLE = (Happening.TABLE_CLOSED, Happening.TABLE_OPEN)


def read_changes(
    book: Book, people: pd.DataFrame, numbers: Mapping[str, int], last_round: int, problems: list[Problem]
) -> pd.DataFrame:
    """One row a happening: ``round, player, happening, other`` (id of the second player or ""), ``table`` (0 for
    none; of 加赛名次 the place), ``reason, cell``, in the order of the sheet. The ``player`` of 停用台 and 启用台 is "".

    A player is named by 编号, or by 序号 where he has no number yet (迟到加入). Faults are added to ``problems``.
    """
    reader = _Reader({number: player for player, number in numbers.items()}, people, last_round, problems)
    found = [row for line in book.table(CHANGES_SHEET, *CHANGES, problems) or () if (row := reader.row(line))]
    problems.extend(_contradictions(found))
    rows = [{column: row[column] for column in COLUMNS} for row in found]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


class _Reader:
    """Reads one row after another; what is wrong with a row is named and the row left out."""

    def __init__(self, by_number: Mapping[int, str], people: pd.DataFrame, last: int, problems: list[Problem]) -> None:
        self.by_number, self.people, self.last, self.problems = by_number, people, last, problems

    def row(self, row: Row) -> dict[str, Any] | None:
        found = len(self.problems)
        round_no = row.whole("轮次")
        kind, typed = plain(row.text("变动")), row.text("对方或台号")
        if round_no is None or not 1 <= round_no <= self.last:
            self._fault(row, "轮次", f"轮次应是 1 到 {self.last}")
        if kind not in [happening.value for happening in Happening]:
            self._fault(row, "变动", "变动可填：" + "、".join(happening.value for happening in Happening))
            return None
        player = self._who(row, kind)
        other, table = "", 0
        if kind in OF_TWO:
            other = self._other(row, player)
        elif kind in (Happening.FIXED_TABLE, *OF_A_TABLE):
            table = row.whole("对方或台号") or 0
            if not 1 <= table <= 999:
                self._fault(row, "对方或台号", f"{kind}要在「对方或台号」填台号")
        elif kind == Happening.PLAYOFF:
            table = row.whole("对方或台号") or 0
            if not 1 <= table <= 999:
                self._fault(row, "对方或台号", "加赛名次要在「对方或台号」填他在加赛里的名次")
        elif typed:
            self._fault(row, "对方或台号", f"「{kind}」不用填对方或台号")
        if len(self.problems) > found:
            return None
        return {"round": round_no, "player": player, "happening": kind, "other": other, "table": table,
                "reason": public(row, "理由", self.problems), "cell": row.at("变动"), "row": row}  # fmt: skip

    def _fault(self, row: Row, column: str, detail: str) -> None:
        self.problems.append(row.problem("change_bad", column, detail=detail))

    def _who(self, row: Row, kind: str) -> str:
        if kind in OF_A_TABLE:
            if row.text("编号") or row.text("序号"):
                self._fault(row, "编号", f"「{kind}」说的是台，「编号」「序号」空着，台号填在「对方或台号」")
            return ""
        return self._newcomer(row) if kind == Happening.LATE_ENTRY else self._player(row)

    def _newcomer(self, row: Row) -> str:
        identity = plain(row.text("序号"))
        if identity not in self.people.index:
            self._fault(row, "序号", "迟到加入的人先在「报名」表里加一行，这里填他的序号")
        return identity

    def _player(self, row: Row) -> str:
        number, identity = row.whole("编号"), plain(row.text("序号"))
        player = self.by_number.get(number or 0, "")
        if not row.text("编号") and identity in self.people.index:
            return identity
        if not row.text("编号"):
            self._fault(row, "编号", "请填编号（没有编号的填序号）")
        elif not player:
            known = "请对照 编号.xlsx（迟到加入的一轮撤回后，编号也收回：清空这一格，改填序号）"
            self._fault(row, "编号", f"没有这个编号，{known}" if self.by_number else "抽签以后才有编号，现在请填序号")
        elif identity not in ("", player):
            self._fault(row, "序号", f"{number} 号的序号是 {player}，两处不是同一个人")
        return player

    def _other(self, row: Row, player: str) -> str:
        number = row.whole("对方或台号")
        other = self.by_number.get(number or 0, "")
        if not other:
            self._fault(row, "对方或台号", "请填对方的编号")
        elif other == player:
            self._fault(row, "对方或台号", "对方应是另一个人")
        return other


def _contradictions(rows: Sequence[Mapping[str, Any]]) -> Iterator[Problem]:
    """Rows that cannot all be true: two opponents, a bye or two tables at once, a return after 取消资格, a table that comes
    back and was never away."""
    locked: dict[tuple[int, str], str] = {}
    byes = {(row["round"], row["player"]) for row in rows if row["happening"] == Happening.FORCED_BYE}
    tables: dict[tuple[int, int], Mapping[str, Any]] = {}
    closing = [row for row in rows if row["happening"] in OF_A_TABLE]
    for row in rows:
        line: Row = row["row"]

        def fault(column: str, detail: str, line: Row = line) -> Problem:
            return line.problem("change_bad", column, detail=detail)

        if row["happening"] == Happening.LOCKED:
            for player in (row["player"], row["other"]):
                if (row["round"], player) in byes:
                    yield fault("变动", "这一轮他又指定了轮空")
                if (row["round"], player) in locked:
                    yield fault("变动", f"这一轮他已经锁定了别的对阵（{locked[row['round'], player]}）")
                locked.setdefault((row["round"], player), row["cell"])
            pair = {row["player"], row["other"]}
            barring = [r for r in rows if r["happening"] == Happening.BARRED and {r["player"], r["other"]} == pair]
            if any(r["round"] <= row["round"] for r in barring):
                yield fault("变动", f"这两人又写了禁止对阵（{barring[0]['cell']}）")
        elif row["happening"] == Happening.FORCED_BYE:
            same = [r for r in rows if r["happening"] == Happening.FORCED_BYE and r["round"] == row["round"]]
            if same[0] is not row:
                yield fault("变动", f"这一轮已经指定别人轮空（{same[0]['cell']}）")
        elif row["happening"] == Happening.FIXED_TABLE:
            rival = tables.setdefault((row["round"], row["table"]), row)
            if rival["player"] != row["player"]:
                yield fault("对方或台号", f"这一台已经给了别人（{rival['cell']}）")
        elif row["happening"] == Happening.TABLE_OPEN:
            same = [r for r in closing if r["table"] == row["table"] and r["happening"] == Happening.TABLE_CLOSED]
            if any(r["round"] == row["round"] for r in same):
                yield fault("变动", "同一轮里这一台又停用又启用")
            elif not any(r["round"] < row["round"] for r in same):
                yield fault("对方或台号", "这一台以前没有停用")
        elif row["happening"] == Happening.RETURN:
            before = [r for r in rows if r["player"] == row["player"] and r["round"] <= row["round"]]
            if any(r["happening"] == Happening.DISQUALIFIED for r in before):
                yield fault("变动", "他已被取消资格，不能复赛")
