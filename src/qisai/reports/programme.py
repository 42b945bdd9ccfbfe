"""The programme (秩序册) before an event: what it is, who runs it, when and how it is played, who takes part."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.pinyin import Part as Reading
from qisai.pinyin import by_pinyin
from qisai.publish.books import Cover
from qisai.publish.language import t
from qisai.publish.language.english import spelt
from qisai.regulation.model import Prize
from qisai.regulation.summary import places_text, spans, whom
from qisai.regulation.teams import ALL_GROUPS
from qisai.reports import signup
from qisai.reports.berger import berger_part
from qisai.reports.parts import Book, Part
from qisai.reports.programme_rules import rules_sheets, rules_table
from qisai.reports.state import REHEARSAL
from qisai.reports.team import COACH, LEADER, staff, teams_of_people
from qisai.tournament.entries import PLACE
from qisai.vocabulary import plain

OFFICIALS = ["职务", "姓名", "单位"]
PLAN = ["日期", "星期", "时间", "内容"]
PRIZES = ["奖项", "名次", "对象", "奖金（元）", "证书", "奖牌"]
UNITS = ["单位", "领队", "教练", "人数", "队员"]
NOTES = ["轮次", "时间", "台号", "先后手", "对手编号", "对手", "结果", "积分"]
WEEKDAYS = "一二三四五六日"
_NUMERALS, _STEMS = "一二三四五六七八九十百", "甲乙丙丁戊己庚辛壬癸"


def programme(event: Event) -> Book:
    """The programme as the event stands: by 编号 after the draw, by 序号 before it."""
    whole = Sheet("赛事概况", at_a_glance(event), "")
    chapters = [("赛事概况", [Part(whole, printed=[Sheet("概况", overview(event), "")])])]
    chapters.append(("组委会和裁判员", [Part(officials(event), paper_only=True)]))
    if event.rules.schedule:
        chapters.append(("日程", [Part(Sheet("日程", plan(event), ""), paper_only=True)]))
    chapters += [(_of(event, group, "规则"), [rules_part(c)]) for group, c in event.competitions.items()]
    chapters += [("奖项", own) for own in [[Part(sheet) for sheet in _prizes(event)]] if own]
    chapters.append(("参赛名单", [Part(sheet, columns=2) for sheet in rosters(event)]))
    rounds = ((group, berger_part(event, competition)) for group, competition in event.competitions.items())
    chapters += [(_of(event, group, "各轮对阵"), [part]) for group, part in rounds if part is not None]
    if len(table := units(event)):
        widths = {"队员": 40.0}
        words = "数字是编号" if event.record.numbers else "抽签以后补上编号"
        chapters.append(("各单位名单", [Part(Sheet("各单位", table, "", [words], widths=widths))]))
    blank = Sheet("我的对局", own_games(event), "", ["台号、对手每轮公布后抄在这里"])
    blank = replace(blank, widths={"台号": 4.0, "先后手": 4.0, "对手编号": 4.0, "对手": 11.0, "结果": 5.0, "积分": 5.0})
    chapters.append(("我的对局", [Part(blank, tall=11, paper_only=True)]))
    return Book(cover(event, "秩序册"), chapters)


def cover(event: Event, title: str, note: str = "") -> Cover:
    """Place and dates at the foot, who presides below them."""
    notes = [part for part in (REHEARSAL if event.rules["rehearsal"] else "", note) if part]
    lines = [event.rules["place"], t(dates(event))]
    return Cover(event.name, title, "　".join(notes), [line for line in lines if line])


def dates(event: Event) -> str:
    """``2024年7月20日至21日``, "" where the schedule holds no date."""
    days = sorted({row.date for row in event.rules.schedule if row.date})
    if not days:
        return ""
    first, last = (datetime.date.fromisoformat(day) for day in (days[0], days[-1]))
    words = f"{first.year}年{first.month}月{first.day}日"
    if last == first:
        return words
    until = f"{last.month}月{last.day}日" if last.month != first.month else f"{last.day}日"
    return f"{words}至{f'{last.year}年' if last.year != first.year else ''}{until}"


def overview(event: Event) -> pd.DataFrame:
    """The event in a few lines."""
    rules, drawn, units_ = event.rules, len(event.record.numbers), teams_of_people(event)
    playing = drawn or int((event.entries["status"] == PLACE).sum())
    rows = [["赛事", event.name], ["地点", rules["place"]], ["日期", dates(event)]]
    rows += [["组别", "、".join(group for group in event.regulations if group)]]
    rows += [["参赛", f"{playing} 人" + ("" if drawn else "（有名额的，抽签之前）")]]
    taking = set(event.record.numbers) if drawn else set(event.entries.index[event.entries["status"] == PLACE])
    count = units_[units_.index.isin(list(taking)) & (units_ != "")].nunique()
    rows += [["单位", f"{count} 个"]] if count else []
    for group, regulation in event.regulations.items():
        for stage in regulation.stages:
            clock = f"，{stage.clock}" if stage.clock else ""
            span = f"第 {stage.first} 轮" if stage.first == stage.last else f"第 {stage.first}-{stage.last} 轮"
            rows.append([f"{group}{'　' * bool(group)}{stage.name}", f"{span}，{stage.entrants}，{stage.kind}{clock}"])
    return pd.DataFrame([row for row in rows if row[1]], columns=["项目", "内容"])


def at_a_glance(event: Event) -> pd.DataFrame:
    """What the event is, who runs it and when it is played, as one table for a sheet of a workbook."""
    rows = [["赛事概况", *row] for row in overview(event).itertuples(index=False)]
    rows += [
        ["组委会和裁判员", row.职务, f"{row.姓名}{f'（{row.单位}）' if row.单位 else ''}"]
        for row in officials(event).frame.itertuples()
    ]
    if event.rules.schedule:
        rows += [["日程", f"{row.日期} {row.星期} {row.时间}".strip(), row.内容] for row in plan(event).itertuples()]
    return pd.DataFrame(rows, columns=["类别", "项目", "内容"])


def officials(event: Event, *more: str) -> Sheet:
    """Who runs the event; ``more`` columns stay blank, and without a single name there are lines to write on."""
    rows = [[row.office, row.name, row.team] for row in event.officials.itertuples()]
    rows = rows or [[office, "", ""] for office in ("组委会主任", "裁判长", "编排长", "裁判员", "裁判员", "裁判员")]
    table = pd.DataFrame(rows, columns=OFFICIALS).assign(**dict.fromkeys(more, ""))
    return Sheet("人员", table, "")


def plan(event: Event) -> pd.DataFrame:
    """The schedule with the day of the week and what is played."""
    rows = []
    for row in event.rules.schedule:
        weekday = f"周{WEEKDAYS[datetime.date.fromisoformat(row.date).weekday()]}" if row.date else ""
        rows.append([row.date, weekday, row.time, _what(event, row.round) if row.round else row.what])
    return pd.DataFrame(rows, columns=PLAN)


def _what(event: Event, round_no: int) -> str:
    """``第8轮（淘汰、其余）``: the stages of a round that is not of the whole field."""
    stages = (stage for regulation in event.regulations.values() for stage in regulation.stages)
    names = list(dict.fromkeys(stage.name for stage in stages if round_no in stage.rounds and not stage.whole_field))
    return f"第{round_no}轮" + (f"（{'、'.join(names)}）" if names else "")


def rules_part(competition: Competition) -> Part:
    """The rules for players under plain headings."""
    table = rules_table(competition.regulation)
    return Part(Sheet(f"规则{competition.group}", table, ""), printed=rules_sheets(table))


def _of(event: Event, group: str, words: str) -> str:
    return f"{group}　{words}" if group and len(event.regulations) > 1 else words


def _prizes(event: Event) -> list[Sheet]:
    """What is given, by group; what the teams of all groups play for in one ranking stands once, behind them."""
    several = len(event.regulations) > 1
    found, together = [], []
    for group, regulation in event.regulations.items():
        joint = several and regulation["team_scope"] == ALL_GROUPS
        together += [prize for prize in regulation.prizes if prize.team and joint and prize not in together]
        found.append((group, [prize for prize in regulation.prizes if not (prize.team and joint)]))
    found.append((ALL_GROUPS, together))
    return [_prize_table(group, prizes) for group, prizes in found if prizes]


def _prize_table(group: str, prizes: Sequence[Prize]) -> Sheet:
    rows = [
        [prize.name, _places(prize), "团体" if prize.team else whom(prize) or "全体", prize.amount or "",
         "有" if prize.certificate else "", "有" if prize.medal else ""]
        for prize in prizes
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=PRIZES)
    table = table.drop(columns=[name for name in PRIZES[3:] if (table[name] == "").all()])
    return Sheet(f"奖项{group}", table, group, ["奖金是每个名次的"] if "奖金（元）" in table else [])


def _places(prize: Prize) -> str:
    """The places of a prize, or how many there are by the number of people: ``每满5人设1名，至多8名``."""
    if not prize.per_heads:
        words = spans(prize.places) if prize.pick is None else ""
        return words if "、" in words else places_text(prize).replace(" ", "")  # a long list leaves no 第 alone on a line
    return f"每满{prize.per_heads}人设1名" + (f"，至多{len(prize.places)}名" if prize.pick is None else "")


def rosters(event: Event) -> list[Sheet]:
    """Who takes part, a table for each group."""
    found = []
    for group, competition in event.competitions.items():
        if len(competition.numbers):
            table = signup.numbers(competition).drop(columns="备注", errors="ignore")
            late = competition.record.entered.items()
            notes = [f"{competition.record.numbers[player]} 号第 {round_no} 轮{'对阵公布后' * (round_no == 1)}加入"
                     for player, round_no in late if player in competition.numbers.index]  # fmt: skip
        else:
            field = event.entries.loc[event.entries.index.isin(competition.people.index)]
            placed = field[field["status"] == PLACE]
            table = placed.rename_axis("序号").reset_index()[["序号", "name", "team"]]
            table, notes = table.set_axis(["序号", "姓名", "单位"], axis=1), ["抽签之前，按报名序号；编号报到以后抽签决定"]
        title = f"{group}{'　' * bool(group)}{len(table)} 人"
        found.append(Sheet(f"名单{group}", table, title, notes))
    return found


def units(event: Event) -> pd.DataFrame:
    """Every unit with its leader, coach and players; empty where nobody belongs to one."""
    of_unit, numbers, placed = teams_of_people(event), event.record.numbers, event.entries
    playing = set(numbers) if numbers else set(placed.index[placed["status"] == PLACE])
    leaders, coaches = staff(event, LEADER), staff(event, COACH)
    rows = []
    for unit in sorted(set(of_unit[of_unit != ""]), key=in_order):
        own = [player for player in of_unit.index[of_unit == unit] if player in playing]
        own.sort(key=lambda player: numbers.get(player, 0))
        names = (f"{numbers.get(player, '')} {event.people.at[player, 'name']}".strip() for player in own)
        if own:
            rows.append([unit, leaders.get(plain(unit), ""), coaches.get(plain(unit), ""), len(own), "、".join(names)])
    table = pd.DataFrame(rows, columns=UNITS)
    return table.drop(columns=[name for name in ("领队", "教练") if (table[name] == "").all()])


def in_order(name: str) -> list[tuple[int, tuple[Reading, ...]]]:
    """Sorts names by pinyin, as every other list does, and numbers in them, 第十 and 甲乙丙 too, by value.

    >>> sorted(["第10代表队", "第2代表队", "第1代表队", "丙队", "甲队", "第十队", "第二队"], key=in_order)
    ['甲队', '丙队', '第1代表队', '第2代表队', '第二队', '第10代表队', '第十队']
    """
    parts = re.split(f"(\\d+|(?<=第)[{_NUMERALS}]+|[{_STEMS}](?=[队组]|$))", name)
    return [(_value(part), ()) if place % 2 else (-1, by_pinyin(part)) for place, part in enumerate(parts)]


def _value(number: str) -> int:
    return int(number) if number.isdecimal() else _STEMS.find(number) + 1 or spelt(number)


def own_games(event: Event) -> pd.DataFrame:
    """A page on which a player keeps his own games."""
    times = {row.round: f"{row.date[5:]} {row.time}".strip() for row in event.rules.schedule if row.round}
    last = max(stage.last for regulation in event.regulations.values() for stage in regulation.stages)
    rows = [[_what(event, number), times.get(number, ""), *[""] * 6] for number in range(1, last + 1)]
    return pd.DataFrame(rows, columns=NOTES)
