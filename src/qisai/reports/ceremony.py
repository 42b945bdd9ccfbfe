"""Prize-giving: what can be handed out now, in the order in which it is called, and what must wait.

The order is a presenter's: the least first. Lucky prizes and the lists for one kind of people (女子、地方) come first,
then the places from the last one up. Teams stand on the stage before the first three places: several of their members
are called again right after, and the last name called, with everybody still in the hall, is the champion's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from qisai.event import Event
from qisai.excel.share import Sheet
from qisai.problems import InputProblems, Problem
from qisai.regulation.settings import names
from qisai.reports import awarded
from qisai.reports.awarded import GIVEN, by_person, prize_table, receipts, still_open, without_medals
from qisai.reports.closing import FinalList
from qisai.reports.display import share
from qisai.reports.look import dress
from qisai.reports.state import final_stamp
from qisai.reports.tables import People
from qisai.reports.team import TeamList, leaders
from qisai.tournament.prizes import Awards
from qisai.tournament.settled import givable, others_wait_for, teams_givable, waits
from qisai.vocabulary import plain

FOLDER = "颁奖"
AWARDED = ["序", "姓名", "单位", "奖项", "名次"]
SIGN = {"领取人签字": 24.0}
#: Widths of what is signed for, so that it is printed upright in type that can be read.
RECEIPT_WIDTHS = {
    "序": 6.0, "奖项": 12.0, "名次": 7.0, "编号": 7.0, "姓名": 11.0, "单位": 15.0, "金额（元）": 10.0, "合计（元）": 10.0,
    "大写": 17.0, "证书": 7.0, "证书奖牌": 10.0, "领取人签字": 16.0,
}  # fmt: skip
ORDER_NOTES = [
    "从低到高：幸运奖、单项奖、名次奖、团体奖、个人前三名",
    "相邻、金额相同的可以一起上台；团体奖由领队上台",
]
FIRST_PLACES = 3  # called after the teams
_LUCKY, _KIND, _PLACES, _TEAMS, _FIRST = range(5)
_DIGITS = "零一二三四五六七八九"


class Ceremony:
    """The prizes of an event that can be given now, and those that cannot.

    ``now``: the columns of ``awarded.GIVEN`` in the order of call;
    ``later`` and ``never``: of ``prizes.OPEN``, what is still played for and what nobody can take; ``further``: sheets
    on who was passed over, the lots and the deposits. Where there are several 组别 the prizes are named with theirs.
    """

    def __init__(self, event: Event, finals: Sequence[FinalList] = (), teams: TeamList | None = None) -> None:
        self.event = event
        self.stamp = final_stamp(event)
        finals = finals or [FinalList(competition) for competition in event.competitions.values()]
        teams = teams or TeamList.of((final.competition, final.table) for final in finals)
        called, later, never, reasons = [], [], [], []
        self.further: list[Sheet] = []
        for final in finals:
            own = final.competition
            of_group = final.table, own.games, own.regulation, own.seeds
            waiting = waits(*of_group)
            reasons += list(waiting)
            found, wait = givable(final.awards, waiting, others_wait_for(*of_group))
            called.append(_called(found, People(own), lucky=own.regulation["lucky"], group=own.group))
            group = f"{own.group}　" if len(finals) > 1 else ""
            called[-1]["奖项"] = group + called[-1]["奖项"]
            later.append(wait.assign(prize=group + wait["prize"]))
            never.append(found.open.assign(prize=group + found.open["prize"]))
            self.further += _further(final, found, waiting, own.group if len(finals) > 1 else "")
        self.any_settled = "" in reasons
        self.waiting = "，".join(reason for reason in dict.fromkeys(reasons) if reason)  # in words, "" at the end
        self.waiting = self.waiting if reasons else "还没有抽签"
        found, wait = teams_givable(teams.awards, self.waiting)
        who = leaders(event, found.given["team"])
        called.append(_called(found, People(finals[0].competition), leaders=who))
        rows = pd.concat(called, ignore_index=True)
        self.now = in_order_of_call(rows)[GIVEN]
        self.later = pd.concat([*later, wait], ignore_index=True)
        self.never = pd.concat([*never, found.open], ignore_index=True)

    def order(self) -> pd.DataFrame:
        """The presenter's list: eight columns."""
        table = self.now.drop(columns=["编号", "总名次"])
        table.insert(0, "次序", range(1, len(table) + 1))
        return without_medals(table)

    def receipts(self) -> pd.DataFrame:
        """Who signs for what, in the order of call; leaders for their teams."""
        return receipts(self.now)

    def to_sign(self, name: str, group: str = "", notes: Sequence[str] = ()) -> list[Sheet]:
        """奖金签收表, and behind it who takes several prizes and may sign once."""
        notes = [*notes, *awarded.receipt_notes(self.now), awarded.FORM]
        sheets = [Sheet(name, self.receipts(), f"{group}奖金签收表", notes, widths=RECEIPT_WIDTHS, across=False)]
        if awarded.several(self.now):
            once = awarded.signed_once(self.now)
            widths = {**RECEIPT_WIDTHS, "奖项": 30.0}
            sheets.append(Sheet("按人合计", once, f"{group}{awarded.ONCE_TITLE}", [awarded.FORM], widths=widths, across=False))
        return sheets

    def by_person(self) -> pd.DataFrame:
        """What each takes in all."""
        return by_person(self.now)

    def certificates(self) -> pd.DataFrame:
        """The certificates to print: the name as it stands on them, the prize, the place in words."""
        return self._named(self.now[self.now["证书"] != ""])

    def medals(self) -> pd.DataFrame:
        return self._named(self.now[self.now["奖牌"] != ""])

    def _named(self, rows: pd.DataFrame) -> pd.DataFrame:
        table = _awarded(rows)
        return table.assign(单位=[team_named(self.event, team) for team in table["单位"]])

    def still_open(self) -> pd.DataFrame:
        """Places that are still played for, then those that nobody can take; each with the reason."""
        never = self.never.assign(reason="不颁发：" + self.never["reason"])
        return still_open(pd.concat([self.later, never], ignore_index=True))

    def sheets(self) -> list[Sheet]:
        """颁奖次序, 签收表, 每人合计, 证书 and 奖牌 where the rules have any, 还不能发 or 不颁发 where something is open."""
        total = f"合计 {len(self.now)} 项，{int(self.now['金额'].sum())} 元"
        sheets = [
            Sheet("颁奖次序", self.order(), "颁奖次序", [*ORDER_NOTES, *self._again()], across=False),
            *self.to_sign("签收表"),
            Sheet("每人合计", self.by_person(), "每人合计", [total, *self._notes()], across=False),
        ]
        prizes = [prize for regulation in self.event.regulations.values() for prize in regulation.prizes]
        if any(prize.certificate for prize in prizes):
            table = self.certificates()
            sheets.append(Sheet("证书", table, f"证书 {len(table)} 份", ["姓名去掉了排版用的空格；打印前请再核对"], across=False))
        if any(prize.medal for prize in prizes):
            table = self.medals()
            sheets.append(Sheet("奖牌", table, f"奖牌 {len(table)} 枚", across=False))
        sheets += self.further
        notes = ["成绩确认以后再做一次；以后若有更正，名次还会变"] * bool(len(self.later))
        if len(self.later) + len(self.never):
            parts = ("还不能发的", self.later), ("不颁发的", self.never)
            title = "，".join(f"{words} {len(table)} 项" for words, table in parts if len(table))
            sheets.append(Sheet("还不能发" if len(self.later) else "不颁发", self.still_open(), title, notes, across=False))
        return sheets

    def _again(self) -> list[str]:
        """Who is called more than once."""
        names = self.now.drop_duplicates("编号").set_index("编号")["姓名"]
        return [
            f"{number}号{names[number]}上台{len(rows)}次：第{'、'.join(map(str, rows))}项"
            for number, rows in awarded.several(self.now).items()
        ]

    def _notes(self) -> list[str]:
        """The notes that the envelopes take, one for each person."""
        notes = awarded.cash(self.by_person()["合计（元）"])
        return [f"每人一个信封要备：{notes}"] if notes else []

    def lines(self) -> list[str]:
        """How much can be given now, and what is still open."""
        if not any(regulation.prizes for regulation in self.event.regulations.values()):
            return ["「奖项」表是空的，没有设奖"]
        now, money = self.now, int(self.now["金额"].sum())
        certificates, medals = (int((now[thing] != "").sum()) for thing in ("证书", "奖牌"))
        lines = [f"现在可以颁发 {len(now)} 项，奖金 {money} 元，证书 {certificates} 份"]
        lines[0] += f"，奖牌 {medals} 枚" if medals else ""
        return [*lines, *awarded.open_lines(self.later, "还不能发"), *awarded.open_lines(self.never, "不颁发")]


def ceremony_lines(event: Event) -> list[str]:
    """What ``write_ceremony`` would say, for the console."""
    return Ceremony(event).lines()


def write_ceremony(event: Event) -> list[Path]:
    """颁奖/颁奖.xlsx with what can be given now; nothing where no prizes are set.

    Raises ``InputProblems`` (not_yet) before the first place is settled.
    """
    dress(event)
    ceremony = Ceremony(event)
    if not any(regulation.prizes or regulation["deposit"] for regulation in event.regulations.values()):
        return []
    if not ceremony.any_settled:
        detail = f"还没有一个名次定下来（{ceremony.waiting}），不能颁奖"
        raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": detail})])
    path = event.reports / FOLDER / "颁奖.xlsx"
    path.parent.mkdir(parents=True, exist_ok=True)
    return [share(path, event, ceremony.sheets(), ceremony.stamp)]


def _called(
    found: Awards, people: People, lucky: str = "", group: str = "", leaders: dict[str, str] | None = None
) -> pd.DataFrame:
    """The prize table with what its order of call goes by."""
    rows = found.given
    phase = (rows["place"] <= FIRST_PLACES).map({True: _FIRST, False: _PLACES})
    phase = phase.mask((rows["prize"] == lucky) | rows["by_lot"], _LUCKY)
    phase = phase.mask(rows["condition"] != "", _KIND).mask(rows["team"] != "", _TEAMS)
    keys = rows[["condition"]].assign(group=group, phase=phase.astype("int64"))
    return pd.concat([prize_table(rows, people, leaders), keys], axis=1)


def _further(final: FinalList, found: Awards, waiting: pd.Series, group: str) -> list[Sheet]:
    """Who was passed over and why, the protocol of the lots (both once all places are settled), and the deposits."""
    own, sheets, head = final.competition, [], f"{group}　" if group else ""
    people = People(own)
    if len(found.passed):
        table = awarded.passed_over(found.passed, people)
        notes = ["奖由名单里后面的人递补；资料没有填全的，补填「报名」表再做一次"]
        sheets.append(Sheet(f"递补说明{group}", table, f"{head}没有领奖的和原因", notes, across=False))
    if len(found.lots):
        notes = awarded.lot_notes(own, found.lots["prize"])
        sheets.append(Sheet(f"抽奖记录{group}", awarded.lots(found.lots, people), f"{head}抽奖记录", notes, across=False))
    if yuan := own.regulation["deposit"]:
        table = awarded.deposits(own, waiting.to_dict())
        notes = [awarded.deposit_line(table, yuan), f"押金退还：{own.regulation['deposit_back']}"]
        sheets.append(Sheet(f"押金退还{group}", table, f"{head}押金退还", notes, widths=SIGN, across=False))
    return sheets


def in_order_of_call(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows of prize tables in the order of call: by phase, the less worth first.

    ``rows``: the columns of ``awarded.GIVEN`` with ``phase``, ``group`` and ``condition``. Of several groups, or lists of
    one phase, that with the smaller first prize is called first.
    """
    by_list = rows["phase"].isin([_LUCKY, _KIND, _TEAMS])
    listed = (rows["奖项"] + rows["condition"]).where(by_list, "")
    keys = rows.assign(
        group_worth=rows.groupby("group")["金额"].transform("max"),
        list_worth=rows.groupby(["group", "phase", listed])["金额"].transform("max"),
        listed=listed, line=range(len(rows)), back=-rows["名次"],
    )  # fmt: skip
    keys = keys.sort_values(["phase", "group_worth", "group", "list_worth", "listed", "back", "line"], kind="stable")
    return rows.loc[keys.index].reset_index(drop=True)


def team_named(event: Event, team: str) -> str:
    """A 单位 as it stands beside a name; "" for a word that is no team (setting 不算队的单位), e.g. 个人."""
    return "" if plain(team) in map(plain, names(event.rules["no_team"])) else team


def _awarded(rows: pd.DataFrame) -> pd.DataFrame:
    """Who is named on a certificate or takes a medal; a team under its own name."""
    table = pd.DataFrame({"序": range(1, len(rows) + 1)}, index=rows.index)
    team = rows["编号"] == ""
    table["姓名"] = rows["姓名"].where(~team, rows["单位"]).map(on_certificate)
    table["单位"] = rows["单位"].where(~team, "")
    table["奖项"], table["名次"] = rows["奖项"], rows["名次"].map(place_in_words)
    return table.reset_index(drop=True)[AWARDED]


def on_certificate(name: str) -> str:
    """A name without the blanks that line up two characters with three.

    >>> on_certificate("李　四"), on_certificate("Lee  Kah Wai")
    ('李四', 'Lee Kah Wai')
    """
    return re.sub(r"(?<=[^\x00-\u02ff]) (?=[^\x00-\u02ff])", "", " ".join(name.split()))


def place_in_words(place: int) -> str:
    """A place as a certificate has it.

    >>> [place_in_words(place) for place in (3, 10, 16, 20, 25, 100, 109, 110)]
    ['第三名', '第十名', '第十六名', '第二十名', '第二十五名', '第一百名', '第一百零九名', '第一百一十名']
    """
    hundreds, rest = divmod(place, 100)
    tens, ones = divmod(rest, 10)
    words = f"{_DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        words += ("" if tens == 1 and not hundreds else _DIGITS[tens]) + "十"
    elif hundreds and ones:
        words += "零"
    return f"第{words}{_DIGITS[ones] if ones else ''}名" if hundreds < 10 else f"第{place}名"
