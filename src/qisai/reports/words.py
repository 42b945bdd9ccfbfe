"""Short Chinese lines about an event, for the console and the first cell of a notebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from qisai.event import Competition, Event, differences
from qisai.problems import stop_on_errors
from qisai.regulation.checkup import Remark, checkup
from qisai.regulation.settings import names
from qisai.tournament.entries import PLACE, UNPAID, WAITING, fee_totals, lunch
from qisai.tournament.prizes import awards
from qisai.vocabulary import Outcome


def lunch_heads(event: Event) -> int:
    """People who eat: everybody ticked 用餐 in 报名 and 人员, and before the check-in all with a place."""
    officials = int(event.officials["lunch"].sum())
    ticked = int(event.people["lunch"].sum())
    return officials + (ticked or int((event.entries["status"] == PLACE).sum()))


def entry_lines(event: Event) -> list[str]:
    """Heads and money of the sign-up."""
    field = event.entries
    counts = field["status"].value_counts()
    lines = [
        f"{event.name}：报名 {len(field)} 人，正式 {counts.get(PLACE, 0)} 人，候补 {counts.get(WAITING, 0)} 人，"
        f"未缴费 {counts.get(UNPAID, 0)} 人"
    ]
    if field["present"].any():
        lines.append(f"已报到 {int(field['present'].sum())} 人，可抽签 {int(field['entered'].sum())} 人")
    if event.record.numbers:
        lines.append(f"已抽签 {len(event.record.numbers)} 人，种子「{event.record.seed}」")
    here_unpaid = field[field["present"] & (field["status"] == UNPAID)]
    if len(here_unpaid):
        lines.append("到场但未缴费，没有名额：" + "、".join(here_unpaid["name"]))
    for label, row in fee_totals(field, event.people).iterrows():
        billed = label in names(event.rules["billed"])
        owed = "，由一张账单代付" if billed else f"，已缴 {row['paid']} 元，未缴 {row['open']} 元"
        lines.append(f"{label}：{row['heads']} 人，应缴 {row['due']} 元{owed}")
    tables, yuan = lunch(lunch_heads(event), event.rules.settings)
    if tables:
        lines.append(f"用餐 {lunch_heads(event)} 人，{tables} 桌，{yuan} 元")
    return lines


def remarks(event: Event) -> list[Remark]:
    """The regulation check-up with what is known of the field."""
    field = event.entries
    counted = field[field["entered"]] if event.record.numbers else field[field["status"] == PLACE]
    _, lunch_cost = lunch(lunch_heads(event), event.rules.settings)
    local = next((prize for prize in event.rules.prizes if prize.per_heads and prize.field), None)
    heads = None
    if local and local.field == "地区":
        pool = counted if event.rules["local_count"] == "参赛人数" else field
        heads = int((pool["region"] == local.value).sum())
    known = len(counted) or None
    return checkup(
        event.rules,
        players=known,
        fee_income=int(counted["due"].sum()) if known else None,
        lunch_cost=lunch_cost or None,
        local_heads=heads,
    )


def checkup_lines(event: Event) -> list[str]:
    """规程体检: what is contradictory or silent, and the reading in force."""
    lines = ["规程体检（有歧义或没写的地方，以及现在按什么执行）："]
    for number, remark in enumerate(remarks(event), start=1):
        asked = "" if remark.decided else "　（待裁判长定）"
        lines.append(f"{number}. {remark.topic}：{remark.doubt}。现按：{remark.reading}{asked}")
    return lines


def correction_lines(event: Event, correction: dict[str, Any]) -> list[str]:
    """What a correction changed and whom it moved."""
    was, now = correction["before"], correction["after"]
    moves = correction["moves"]
    show = event.regulations[correction["group"]].show
    first = (
        f"更正：第 {correction['round']} 轮第 {correction['board']} 台{correction['game']}"
        f"由「{said(was, show)}」改为「{said(now, show)}」，"
        f"理由：{correction['reason']}；影响 {len(moves)} 人的名次"
    )
    people = event.people["name"]
    competition = event.competitions[correction["group"]]
    if competition.seeds and correction["round"] <= competition.regulation.swiss.last:
        first += f"（前 {len(competition.seeds)} 名的决赛编号已公布，不再改变）"
    return [first] + [f"  {people.get(player, player)}：第 {before} → 第 {after}" for player, before, after in moves]


def said(line: dict[str, Any] | None, show: Callable[[int], str] = str) -> str:
    """A result line in words, with colours played otherwise and fouls."""
    if line is None:
        return "无"
    if line["outcome"] == Outcome.RULED:
        return f"裁定 {show(line['red_points'])}:{show(line['black_points'])}"
    extra = "（先后手与编排相反）" if line["swapped"] and not line["game"] else ""
    fouls = "".join(f"，{side}犯规 {line[key]}" for side, key in (("红", "red_fouls"), ("黑", "black_fouls")) if line[key])
    return f"{line['outcome']}{extra}{fouls}"


def pending_lines(event: Event) -> list[str]:
    """Results in the sheets that are not accepted yet, and changes of accepted ones."""
    sheets, problems = event.sheets()
    stop_on_errors(problems)
    lines = []
    for publication in event.record.publications:
        sheet = sheets.get(publication.key)
        if sheet is None:
            lines.append(f"缺少 {publication.file}；运行 next 会按记录重新写出")
            continue
        typed = {key: line for key, line in sheet.lines.items() if line["outcome"] != Outcome.PENDING}
        if publication.accepted is None:
            lines.append(f"第 {publication.round} 轮（{publication.stage}）未确认：已填 {len(typed)} 局；填完后运行 next")
            continue
        accepted = {(line["board"], line["game"]): line for line in publication.accepted}
        for board, _ in differences(accepted, typed):
            lines.append(f"第 {publication.round} 轮第 {board} 台有尚未确认的更正；运行 next 确认")
    return lines


def claims(competition: Competition) -> dict[str, Any]:
    """The package's own tables as plain data, for the second referee to compare with."""
    regulation = competition.regulation
    keys = ["order", *(key.name for key in regulation.chain)]
    done = competition.swiss_rounds_done
    tables = {after: competition.standings(after) for after in range(1, done + 1)}
    found: dict[str, Any] = {
        "standings": {
            after: [(player, {key: int(row[key]) for key in keys}) for player, row in table.iterrows()]
            for after, table in tables.items()
        }
    }
    if competition.group in competition.record.closed:
        final = competition.final()
        given = awards(final, competition.people, regulation).given
        found["final"] = [(player, None if pd.isna(rank) else int(rank)) for player, rank in final["rank"].items()]
        found["prizes"] = [(row.prize, int(row.place), row.player, int(row.amount)) for row in given.itertuples()]
    return found
