"""Who comes: everybody who plays or accompanies a team in the order of the lists, the check-in lists and the badges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.pinyin import by_pinyin
from qisai.publish.labels import OF_TEAM, OFFICIAL, PLAYER, Badge
from qisai.publish.language import named, t
from qisai.publish.paper import Page, arrange
from qisai.regulation.settings import names
from qisai.reports.ceremony import team_named
from qisai.reports.team import COACH, LEADER
from qisai.tournament.entries import PLACE, UNFIT, UNPAID, WAITING, debts
from qisai.tournament.entries import PLAYER as PLAYS
from qisai.vocabulary import plain

GAP = "　"
BLANK_LINES = 5  # at the end of a check-in list, for whoever comes unannounced
SIGN = {"签名": 14.0, "到场时间": 8.0}
NO_TEAM = "个人"
BY_TEAM = "按单位"
NO_PLACE = (WAITING, UNPAID, UNFIT)  # in the order in which the lists end with them
_LONGEST = 12.0  # characters of a name that the column is made for


@dataclass(frozen=True)
class Coming:
    """Somebody who comes: ``role`` 选手, 领队, 教练, or why he holds no place (候补, 未缴费, 不合条件); ``number`` and
    ``player`` (the id) where he plays."""

    name: str
    team: str
    role: str
    group: str = ""
    number: str = ""
    player: str = ""


def players_of(event: Event, competition: Competition) -> list[str]:
    """Ids of those who play: by number once they are drawn, before in the order of the sheet who holds a place or has paid
    and is here; who waits for a place is none of them."""
    if len(competition.numbers):
        return [*competition.numbers.index]
    field = event.entries
    own = field[(field["status"] == PLACE) | (field["entered"] & (field["status"] != WAITING))].index
    return [player for player in own if player in competition.people.index]


def coming(event: Event) -> list[Coming]:
    """By team in the order of pinyin, in each leaders and coaches, the players, who holds no place; last who has no team."""
    several, numbers, people = len(event.regulations) > 1, event.record.numbers, event.people
    found = []
    for group, competition in event.competitions.items():
        for player in players_of(event, competition):
            name, team = competition.people.loc[player, ["name", "team"]]
            number = str(numbers.get(player, ""))
            found.append(Coming(name, team_named(event, team), PLAYS, group if several else "", number, player))
    staff = people[people["role"].isin([LEADER, COACH])]
    found += [Coming(row.name, team_named(event, row.team), row.role) for row in staff.itertuples()]
    for player, why in _no_place(event):
        found.append(Coming(people.at[player, "name"], team_named(event, people.at[player, "team"]), why, player=player))
    rank = {PLAYS: 1} | {why: place for place, why in enumerate(NO_PLACE, 2)}
    return sorted(found, key=lambda one: (not one.team, by_pinyin(plain(one.team)), rank.get(one.role, 0)))


def _no_place(event: Event) -> list[tuple[str, str]]:
    """Who holds no place before the draw, and why: the waiting list in the order in which places are given, who has not
    paid, who does not meet the conditions."""
    field = event.entries
    without = field[field["status"].isin(NO_PLACE) & ~field["entered"]].sort_values("queue", kind="stable")
    return [] if event.record.numbers else sorted(without["status"].items(), key=lambda one: NO_PLACE.index(one[1]))


def badges_of(event: Event) -> list[Badge]:
    """Officials, then everybody who comes by team; who holds no place has none. Before the draw there is room for the
    number."""
    drawn = bool(event.record.numbers)
    found = [
        Badge(one.name, "参赛选手", PLAYER, one.number, one.team, one.group, to_number=not drawn) if one.role == PLAYS
        else Badge(one.name, one.role, OF_TEAM, team=one.team)
        for one in coming(event) if one.role not in NO_PLACE
    ]  # fmt: skip
    known = {(badge.name, plain(badge.team)) for badge in found}
    officials = [
        Badge(row.name, row.office, OFFICIAL, team=team_named(event, row.team))
        for row in event.officials.itertuples()
        if row.name and (row.name, plain(row.team)) not in known
    ]
    return [*officials, *found]


def check_in(event: Event) -> list[Sheet]:
    """The lists to sign: once drawn by number, before by name; and by team with leaders and coaches. Never a phone number."""
    several, drawn, people = len(event.regulations) > 1, bool(event.record.numbers), event.people
    everybody, fees, sheets = coming(event), _fees(event), []
    playing = [one for one in everybody if one.player]
    if drawn:
        for group, competition in event.competitions.items():
            own = sorted((one for one in playing if one.player in competition.numbers.index), key=lambda one: int(one.number))
            name = f"按编号{group if several else ''}"
            head = f"{group}{GAP}" if several else ""
            sheets += [_sheet(own, name, f"{head}签到表（按编号，{_heads(own)}）", fees, "编号", "姓名", "单位")] * bool(own)
    elif playing:
        asked = (UNPAID, UNFIT)  # sent to the desk of the money: below those who are known to it
        own = sorted(playing, key=lambda one: (one.role in asked, one.role == UNFIT, by_pinyin(people.at[one.player, "name"])))
        columns = ["姓名", "单位", *["组别"] * several, "角色"]
        sheets.append(_sheet(own, "按姓名", f"签到表（按姓名，{_heads(own)}）", fees, *columns))
    columns = [*["编号"] * drawn, "姓名", "单位", *["组别"] * several, "角色"]
    if everybody:
        sheets.append(_sheet(everybody, BY_TEAM, f"签到表（按单位，{_heads(everybody)}）", fees, *columns))
    return sheets


def _heads(own: Sequence[Coming]) -> str:
    """``78 人``, ``选手 78 人，领队、教练 20 人，候补 7 人，未缴费 2 人``."""
    count = Counter(one.role if one.role in (PLAYS, *NO_PLACE) else "领队、教练" for one in own)
    parts = [f"{role} {count[role]} 人" for role in (PLAYS, "领队、教练", *NO_PLACE) if count[role]]
    if set(count) <= {PLAYS, *NO_PLACE}:
        parts[0] = parts[0].removeprefix(f"{PLAYS} ")
    return "，".join(parts)


def _fees(event: Event) -> dict[str, str]:
    """What the desk has to know of the money of each who plays: what he owes, 缴清, or the fee class of who need not pay or is
    paid for later; {} where nobody owes anything by the rules."""
    people = event.people
    if not people["due"].sum():
        return {}
    owed = debts(people, event.rules.settings)
    told = {player: f"{'单位' * row.by_team}欠 {row.owed} 元" for player, row in zip(owed.index, owed.itertuples(), strict=True)}
    later = people["fee_class"].isin(names(event.rules["billed"])) & (people["paid"] - people["refund"] < people["due"])
    paid = dict.fromkeys(people.index[(people["due"] > 0) & ~later], "缴清")
    return {player: people.at[player, "fee_class"] or "免" for player in people.index} | paid | told


def _sheet(own: Sequence[Coming], name: str, title: str, fees: dict[str, str], *columns: str) -> Sheet:
    told = {"编号": "number", "姓名": "name", "单位": "team", "组别": "group", "角色": "role"}
    frame = pd.DataFrame({column: [getattr(one, told[column]) for one in own] for column in columns})
    frame["单位"] = frame["单位"].replace("", NO_TEAM)
    if "角色" in frame and set(frame["角色"]) == {PLAYS}:
        frame = frame.drop(columns="角色")
    if "编号" in frame and frame["编号"].all():
        frame["编号"] = frame["编号"].astype("int64")
    if fees:
        frame["缴费"] = [fees.get(one.player, "") for one in own]
    frame["到场时间"], frame["签名"] = "", ""
    blank = pd.DataFrame([[""] * len(frame.columns)] * BLANK_LINES, columns=frame.columns)
    frame = pd.concat([frame.astype(object), blank], ignore_index=True)
    return Sheet(name, frame, title, widths=SIGN, across=False)


def to_print(sheet: Sheet, heading: str, stamp: str) -> Page:
    """A list as a page, without those of its blank lines that would cost a further leaf; by team with a band for each."""
    pages = [_page(sheet, len(sheet.frame) - less) for less in range(BLANK_LINES + 1)]
    leaves = [len(arrange(page, heading=heading, stamp=stamp)) for page in pages]
    return pages[leaves.index(leaves[-1])]


def _page(sheet: Sheet, rows: int) -> Page:
    frame = sheet.frame.head(rows)
    longest = max((len(name.strip()) + 0.5 for name in frame["姓名"]), default=4.0)
    widths = {**SIGN, "姓名": min(max(longest, 4.0), _LONGEST)}
    if sheet.name != BY_TEAM:
        return Page(sheet.title, frame, widths=widths, tall=9)
    teams = list(frame["单位"])
    listed = frame.drop(columns="单位")
    count, parts, bands = Counter(teams[: len(sheet.frame) - BLANK_LINES]), [], {}
    place = 0
    for row, (team, name) in enumerate(zip(teams, frame["姓名"], strict=True)):
        if name and (row == 0 or teams[row - 1] != team):
            bands[place] = named(team) + GAP + t(f"{count[team]}人")
            parts.append(pd.DataFrame([[""] * len(listed.columns)], columns=listed.columns))
            place += 1
        parts.append(listed.iloc[[row]])
        place += 1
    return Page(sheet.title, pd.concat(parts, ignore_index=True), widths=widths, tall=9, bands=bands)
