"""How each value of the chain adds up, round by round, for whoever doubts it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pandas as pd

from qisai.excel.share import Sheet
from qisai.reports.display import Stopped
from qisai.reports.places import shown
from qisai.reports.state import Settled
from qisai.reports.tables import People, all_keys
from qisai.tournament.games import sides, swiss_games
from qisai.vocabulary import BLACK, RED, plain

FIRST = ["名次", "编号", "姓名", "轮次", "对手", "先后手", "结果"]
TOTAL = "合计"
NOTE = "每一轮给各项指标加上多少，末行是合计；各轮空着的一项只有合计，不是各轮相加的"
FIRST_KEYS, FURTHER_KEYS = 2, 5  # columns of keys on the first sheet and on the others
COLOURS = {RED: "先手", BLACK: "后手"}


def working_sheet(competition: Settled, after: int, chosen: Collection[str] = ()) -> Sheet:
    """One row a player and round and one for his totals, in the order of the standings after a round.

    ``chosen``: only these players (ids); everybody where there are none.
    """
    regulation, people, seen = competition.regulation, People(competition), shown(competition, after)
    adds = competition.ranking(after).working()
    lines = _lines(competition, after)
    keys = all_keys(regulation)
    added = {key.name: adds[key.name].to_dict() for key in keys if key.name in adds}
    rows: list[list[object]] = []
    for player, place in zip(seen.order, seen.places, strict=True):
        if chosen and player not in chosen:
            continue
        who = [place, people.number(player), people.name(player)]
        for round_no in range(1, after + 1):
            opponent, side, outcome = lines.get((player, round_no), ("", "", ""))
            cells = [
                regulation.cell(key.name, int(added[key.name][player, round_no])) if key.name in added else "" for key in keys
            ]
            rows.append([*who, round_no, people.who(opponent) if opponent else "", side, outcome, *cells])
        totals = [regulation.cell(key.name, int(seen.table.at[player, key.name])) for key in keys]
        rows.append([*who, TOTAL, "", "", "", *totals])
    frame = pd.DataFrame(rows, columns=[*FIRST, *(key.label for key in keys)])
    return Sheet("逐轮明细", frame, f"第{after}轮后各项指标逐轮明细", [NOTE], across=True)


def narrow(sheet: Sheet) -> list[Sheet]:
    """The same on sheets of at most eight columns, which stand upright: first what decides most, then the other keys."""
    frame = sheet.frame
    who = frame[["名次"]].assign(姓名=[f"{row.编号}号{row.姓名}" for row in frame.itertuples()])
    keys = list(frame.columns[len(FIRST) :])
    found = [pd.concat([who, frame[[*FIRST[3:], *keys[:FIRST_KEYS]]]], axis=1)]
    for start in range(FIRST_KEYS, len(keys), FURTHER_KEYS):
        found.append(pd.concat([who, frame[["轮次", *keys[start : start + FURTHER_KEYS]]]], axis=1))
    names = [sheet.name, *(f"其他指标{number}" if len(found) > 2 else "其他指标" for number in range(1, len(found)))]
    return [replace(sheet, name=name, frame=own, across=False) for name, own in zip(names, found, strict=True)]


def working_of(competition: Settled, after: int, number: str | int = "") -> Sheet:
    """The working of the player with a 编号, of the first three where it is blank; words where nobody has that number."""
    typed = plain(number)
    if not typed:
        return working_sheet(competition, after, shown(competition, after).order[:3])
    chosen = [player for player, own in competition.numbers_after(after).items() if str(own) == typed]
    if not chosen:
        raise Stopped(f"没有 {typed} 号；PLAYER 请填 编号.xlsx 里的编号，空着看前三名")
    return working_sheet(competition, after, chosen)


def _lines(competition: Settled, after: int) -> dict[tuple[str, int], tuple[str, str, str]]:
    """Opponent, 先手 or 后手 as played, and result of every player and round."""
    games = swiss_games(competition.counted(after), competition.regulation, after)
    return {
        (line.player, line.round): (line.opponent, COLOURS.get(line.side, ""), from_his_side(line.outcome, line.side))
        for line in sides(games, competition.regulation).itertuples()
    }


def from_his_side(outcome: str, side: str) -> str:
    """``红胜`` is 胜 for the first mover and 负 for the second; ``黑弃`` 对方弃权 and 弃权; all else as it is.

    >>> from_his_side("红胜", "黑"), from_his_side("黑弃", "红"), from_his_side("轮空", "单")
    ('负', '对方弃权', '轮空')
    """
    colour, what = outcome[:1], outcome[1:]
    if colour not in (RED, BLACK):
        return outcome
    if what == "胜":
        return "胜" if colour == side else "负"
    return "弃权" if colour == side else "对方弃权"
