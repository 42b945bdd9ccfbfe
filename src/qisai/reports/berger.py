"""The pairings of a round robin, which are known from the draw on: for the programme and the paper kit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.pairing.field import Entrant, Pairing
from qisai.pairing.roundrobin import pair_by_table
from qisai.regulation.model import Stage, cycle
from qisai.reports.parts import Part
from qisai.reports.tables import People
from qisai.steps.swiss import pairing_rules
from qisai.tournament.entries import PLACE
from qisai.vocabulary import Outcome

BOARDS = ["台号", "红号", "红方", "黑方", "黑号"]
BY_NUMBER = ["轮次", "时间", "对阵"]


def berger_rounds(
    competition: Competition, stage: Stage, numbers: Mapping[str, int], first: int
) -> Iterator[tuple[int, Pairing]]:
    """The rounds of a round robin from ``first`` on by the table alone; ``numbers``: 编号 by player."""
    for number in range(first, stage.last + 1):
        yield number, berger_round(competition, stage, numbers, number)


def berger_round(competition: Competition, stage: Stage, numbers: Mapping[str, int], round_no: int) -> Pairing:
    """One round of a round robin by the table alone."""
    field = [Entrant(player, int(number)) for player, number in numbers.items()]
    turned = competition.regulation["second_cycle"] != "照循环表两遍"
    rules = pairing_rules(competition, stage, round_no)
    return pair_by_table(field, round_no, rules, stage.cycles, turned, competition.tables(stage, round_no))


def berger_part(event: Event, competition: Competition) -> Part | None:
    """All rounds of a round robin as they were drawn, before the draw by number; None where the first stage is none, or the
    field does not fit its rounds."""
    stage, numbers = competition.regulation.swiss, competition.numbers_after(competition.regulation.swiss.first)
    if not stage.round_robin:
        return None
    drawn = len(numbers) > 0
    if not drawn:
        entries = event.entries
        placed = entries.index[entries.index.isin(competition.people.index) & (entries["status"] == PLACE)]
        numbers = pd.Series(range(1, len(placed) + 1), index=placed)
    if len(numbers) < 2 or stage.last > stage.cycles * cycle(len(numbers)):
        return None
    when = {row.round: f"{row.date[5:]} {row.time}".strip() for row in event.rules.schedule if row.round}
    rounds = list(berger_rounds(competition, stage, numbers.to_dict(), stage.first))
    return _named(competition, rounds, when) if drawn else _numbered(competition, rounds, when, numbers)


def _named(competition: Competition, rounds: list[tuple[int, Pairing]], when: Mapping[int, str]) -> Part:
    """A table for each round; in the workbook all in one."""
    people, sheets = People(competition), []
    for number, pairing in rounds:
        rows = [
            [board.board, people.number(board.red), people.name(board.red), people.name(board.black), people.number(board.black)]
            for board in pairing.boards
        ]
        notes = [f"{Outcome.BYE}：{people.who(pairing.bye)}"] if pairing.bye else []
        title = f"第{number}轮" + (f"　{when[number]}" if when.get(number) else "")
        sheets.append(Sheet(f"第{number:02}轮", pd.DataFrame(rows, columns=BOARDS), title, notes))
    one = pd.concat([sheet.frame.assign(轮次=sheet.title) for sheet in sheets], ignore_index=True)[["轮次", *BOARDS]]
    notes = [f"{sheet.title}　{note}" for sheet in sheets for note in sheet.notes]
    return Part(Sheet(f"各轮对阵{competition.group}", one, "", notes), columns=2, printed=sheets, largest=9.0)


def _numbered(competition: Competition, rounds: list[tuple[int, Pairing]], when: Mapping[int, str], numbers: pd.Series) -> Part:
    """A row for each round, the players by the numbers that they are to draw."""
    rows = []
    for number, pairing in rounds:
        pairs = [f"{numbers[board.red]}-{numbers[board.black]}" for board in pairing.boards]
        rows.append([number, when.get(number, ""), "、".join([*pairs, *[f"{numbers[pairing.bye]}轮空"] * bool(pairing.bye)])])
    table = pd.DataFrame(rows, columns=BY_NUMBER)
    table = table.drop(columns="时间") if (table["时间"] == "").all() else table
    notes = [f"按现有 {len(numbers)} 人排；数字是抽签编号，先手在前，从第1台往后"]
    return Part(Sheet(f"各轮对阵{competition.group}", table, "", notes, widths={"对阵": 50.0}))
