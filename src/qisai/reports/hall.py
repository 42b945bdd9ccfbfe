"""The paper of the hall: table cards, badges, check-in lists, certificates, and the kit for a round without a computer."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import pandas as pd

from qisai.event import Competition, Event
from qisai.excel.share import Sheet
from qisai.problems import InputProblems, Problem
from qisai.publish.certificates import write_certificates
from qisai.publish.fonts import missing_glyphs
from qisai.publish.labels import OF_TEAM, OFFICIAL, PLAYER, Badge, Card, filled_up, write_badges, write_cards
from qisai.publish.language import t
from qisai.publish.paper import Page, arrange, write_tables
from qisai.regulation.model import OTHERS, Stage
from qisai.reports import certificate_form
from qisai.reports.ceremony import Ceremony, team_named
from qisai.reports.display import share
from qisai.reports.kit import write_kits
from qisai.reports.look import dress
from qisai.reports.state import REHEARSAL, entry_stamp, stamped
from qisai.reports.team import COACH, LEADER
from qisai.steps import check_glyphs
from qisai.tournament.entries import PLACE, WAITING
from qisai.tournament.entries import PLAYER as PLAYS
from qisai.vocabulary import EVENT_FILE, OFFICIALS_SHEET, plain

FOLDER = "打印"
GAP = "　"
ALL = "全部"
BLANK_LINES = 5  # at the end of a check-in list, for whoever comes unannounced
SIGN = {"签名": 16.0, "到场时间": 9.0}
JUST_A_PLACE = "名次奖"  # the name of a prize that says no more than the place does


def write_hall(event: Event, what: str = ALL, large: bool = False) -> tuple[list[Path], list[Problem]]:
    """One kind of :data:`KINDS`, or all of them, into the folder 打印 of the reports.

    The paths in order, and what could not be made: ``print_nothing`` what has to wait, errors in 证书模板.xlsx, files
    that are open elsewhere; the others are there. ``large``: two table cards a page instead of four, eight badges
    instead of ten. Raises ``InputProblems`` (glyph_missing) before anything is written, ``KeyError`` for another kind.
    """
    makers = KINDS.values() if what == ALL else [KINDS[what]]
    dress(event)
    check_glyphs(event)
    _check_officials(event)
    paths: list[Path] = []
    problems: list[Problem] = []
    for make in makers:
        try:
            made, warnings = make(event, large)
        except InputProblems as found:
            problems += found.problems
        else:
            paths += made
            problems += warnings
    return paths, problems


def _check_officials(event: Event) -> None:
    """Their names stand on badges only, so that nobody else looks at them."""
    missing = missing_glyphs(text for column in ("name", "office", "team") for text in event.officials[column])
    spelt = {text: "、".join(f"{c}（U+{ord(c):04X}）" for c in bad) for text, bad in missing.items()}
    if spelt:
        raise InputProblems([
            Problem("glyph_missing", EVENT_FILE, OFFICIALS_SHEET, "", text, {"detail": words}) for text, words in spelt.items()
        ])  # fmt: skip


def _nothing(event: Event, detail: str, advice: str) -> InputProblems:
    return InputProblems([Problem("print_nothing", event.folder.name, details={"detail": detail, "advice": advice})])


def _heading(event: Event) -> str:
    """The event, and that it is a rehearsal."""
    name, *tag = stamped(event, event.name)[::-1]
    return GAP.join((name, *map(t, tag)))


# --- who comes ----------------------------------------------------------------------------------------------


def players_of(event: Event, competition: Competition) -> list[str]:
    """Ids of those who play: by number once they are drawn, before in the order of the sheet who holds a place or is here."""
    if len(competition.numbers):
        return [*competition.numbers.index]
    field = event.entries
    own = field[(field["status"] == PLACE) | field["entered"]].index
    return [player for player in own if player in competition.people.index]


def _nobody(event: Event) -> InputProblems:
    return _nothing(event, "还没有能参赛的人", "请先填「报名」；有名额的或已报到的才算")


# --- table cards --------------------------------------------------------------------------------------------


def cards_of(event: Event, large: bool = False) -> list[Card]:
    """A card for every table that a round can use, and further numbers up to a full page; with the 组别 once drawn."""
    found: dict[int, str] = {}
    for group, competition in event.competitions.items():
        tables = (len(players_of(event, competition)) + 1) // 2
        if len(event.regulations) > 1 and not event.record.numbers:  # the hall is shared out at the draw, in tens
            start = max(found, default=0)
            found |= dict.fromkeys(range(start + 1, start + 1 + 10 * (tables // 10 + 1)), "")
            continue
        for stage in competition.regulation.stages:
            for round_no in stage.rounds:
                usable = islice(competition.tables(stage, round_no), _needed(competition, tables, stage))
                found |= dict.fromkeys(usable, group)
        found |= {line["board"]: group for p in competition.publications for line in p.lines if line["black"]}
    return [Card(number, found.get(number, "")) for number in filled_up(found, large)]


def _needed(competition: Competition, tables: int, stage: Stage) -> int:
    """How many tables a stage takes at most: those of the whole field, of the qualifiers, or of the others."""
    if stage.whole_field:
        return tables
    knockout = competition.regulation.knockout
    through = knockout.qualifiers // 2 if knockout is not None else 0
    return max(tables - through, 0) if stage.entrants == OTHERS else through


def _cards(event: Event, large: bool) -> tuple[list[Path], list[Problem]]:
    cards = cards_of(event, large)
    if not cards:
        raise _nobody(event)
    return [write_cards(event.reports / FOLDER / "台卡.pdf", cards, heading=_heading(event), large=large)], []


# --- badges -------------------------------------------------------------------------------------------------


def badges_of(event: Event) -> list[Badge]:
    """Officials, then team by team the leaders and coaches and then the players, at last who belongs to no team."""
    several = len(event.regulations) > 1
    found: list[tuple[str, int, Badge]] = []
    for group, competition in event.competitions.items():
        numbers = event.record.numbers
        for player in players_of(event, competition):
            person = competition.people.loc[player]
            number, own = str(numbers.get(player, "")), group if several else ""
            badge = Badge(person["name"], "参赛选手", PLAYER, number, team_named(event, person["team"]), own)
            found.append((plain(person["team"]), 1, badge))
    staff = event.people[event.people["role"].isin([LEADER, COACH])]
    for row in staff.itertuples():
        found.append((plain(row.team), 0, Badge(row.name, row.role, OF_TEAM, team=team_named(event, row.team))))
    known = {(badge.name, plain(badge.team)) for _, _, badge in found}
    order = {team: place for place, team in enumerate(dict.fromkeys(event.people["team"].map(plain))) if team}
    found.sort(key=lambda one: (order.get(one[0], len(order)), one[1]))
    officials = [
        Badge(row.name, row.office, OFFICIAL, team=team_named(event, row.team))
        for row in event.officials.itertuples()
        if row.name and (row.name, plain(row.team)) not in known
    ]
    return [*officials, *(badge for _, _, badge in found)]


def _badges(event: Event, large: bool) -> tuple[list[Path], list[Problem]]:
    badges = badges_of(event)
    if not badges:
        raise _nobody(event)
    return [write_badges(event.reports / FOLDER / "胸卡.pdf", badges, heading=_heading(event), large=large)], []


# --- check-in -----------------------------------------------------------------------------------------------


def check_in(event: Event) -> list[Sheet]:
    """The lists to sign: once drawn by number, and by team with leaders and coaches. Never a phone number."""
    several, drawn = len(event.regulations) > 1, bool(event.record.numbers)
    sheets = []
    for group, competition in event.competitions.items():
        people, players = competition.people, players_of(event, competition)
        if drawn and players:
            numbers = event.record.numbers
            rows = [[numbers[p], people.at[p, "name"], people.at[p, "team"], "", ""] for p in players]
            title = f"{group if several else ''}{GAP * several}签到表（按编号，{len(players)} 人）"
            sheets.append(Sheet(f"按编号{group if several else ''}", _to_sign(rows, "编号"), title, widths=SIGN, across=False))
    coming = [badge for badge in badges_of(event) if badge.kind != OFFICIAL]
    roles = [PLAYS if badge.kind == PLAYER else badge.role for badge in coming]
    rows = [[badge.number, badge.name, badge.team, GAP.join(filter(None, (badge.group, role))), "", ""]
            for badge, role in zip(coming, roles, strict=True)]  # fmt: skip
    people = event.people
    rows += [["", people.at[player, "name"], people.at[player, "team"], "候补", "", ""] for player in _waiting(event)]
    if rows:
        table = _to_sign(rows, "编号", "角色")
        table = table if drawn else table.drop(columns="编号")
        sheets.append(Sheet("按单位", table, f"签到表（按单位，{len(rows)} 人）", widths=SIGN, across=False))
    return sheets


def _waiting(event: Event) -> list[str]:
    """Who waits for a place before the draw, in the order in which places are given."""
    field = event.entries
    waiting = field[(field["status"] == WAITING) & ~field["entered"]].sort_values("queue")
    return [] if event.record.numbers else [*waiting.index]


def _to_sign(rows: Sequence[Sequence[object]], *first: str) -> pd.DataFrame:
    columns = [first[0], "姓名", "单位", *first[1:], "到场时间", "签名"]
    return pd.DataFrame([*rows, *([[""] * len(columns)] * BLANK_LINES)], columns=columns)


def _to_print(sheet: Sheet, heading: str, stamp: str) -> Page:
    """A list as a page, without those of its blank lines that would cost a further leaf."""
    kept = [len(sheet.frame) - less for less in range(BLANK_LINES + 1)]
    pages = [Page(sheet.title, sheet.frame.head(rows), widths=SIGN, tall=9) for rows in kept]
    leaves = [len(arrange(page, heading=heading, stamp=stamp)) for page in pages]
    return pages[leaves.index(leaves[-1])]


def _check_in(event: Event, _: bool) -> tuple[list[Path], list[Problem]]:
    sheets = check_in(event)
    if not sheets:
        raise _nobody(event)
    stamp, folder = entry_stamp(event), event.reports / FOLDER
    words = GAP.join(stamp)
    pages = [_to_print(sheet, event.name, words) for sheet in sheets]
    made = write_tables(folder / "签到表.pdf", pages, heading=event.name, stamp=words)
    return [made, share(folder / "签到表.xlsx", event, sheets, stamp)], []


# --- certificates -------------------------------------------------------------------------------------------


def awards_of(event: Event, committee: str = "", date: str = "") -> list[dict[str, str]]:
    """What is put into the blanks of each certificate that can be given now, in the order of call."""
    last = max((row.date for row in event.rules.schedule if row.date), default="")
    said = date or (t(_in_words(last)) if last else "")
    own = t("组委会")
    signed = committee or event.name + ("" if own.startswith("组") else " ") + own
    shared = {"赛事": event.name, "日期": said, "组委会": signed}
    return [
        {"姓名": row.姓名, "单位": row.单位, "奖项": _prize(row.奖项), "名次": t(row.名次), **shared}
        for row in Ceremony(event).certificates().itertuples()
    ]


def _in_words(date: str) -> str:
    """An ISO date as people write it.

    >>> _in_words("2024-07-21")
    '2024年7月21日'
    """
    day = datetime.date.fromisoformat(date)
    return f"{day.year}年{day.month}月{day.day}日"


def _prize(name: str) -> str:
    """A prize as a certificate names it: with its group, without a name that says no more than the place."""
    *group, prize = name.split(GAP)
    return "".join([*group, "" if prize == JUST_A_PLACE else prize])


def _certificates(event: Event, _: bool) -> tuple[list[Path], list[Problem]]:
    prizes = [prize for regulation in event.regulations.values() for prize in regulation.prizes]
    if not any(prize.certificate for prize in prizes):
        raise _nothing(event, "「奖项」表里没有要发证书的奖", "要印证书的，在「奖项」的「证书」一列填「是」")
    written = certificate_form.write_form(event.folder)
    warnings: list[Problem] = []
    form = certificate_form.read_form(event.folder, warnings)
    awards = awards_of(event, form.committee, form.date)
    paths = [written] if written else []
    if not awards:
        detail = f"现在还没有一张证书可以发（{Ceremony(event).waiting}）"
        raise _nothing(event, detail, f"名次定了再做；现在可以先改好 {certificate_form.FILE}")
    if problems := form.problems(awards):
        raise InputProblems([*warnings, *problems])
    for name, border in (("证书.pdf", True), ("证书_套打.pdf", False)):
        tag = REHEARSAL if event.rules["rehearsal"] else ""
        path = event.reports / FOLDER / name
        paths.append(write_certificates(path, form.template, awards, title=f"{event.name} {t('证书')}", border=border, tag=tag))
    return paths, warnings


# --- the kit ------------------------------------------------------------------------------------------------


def _kits(event: Event, _: bool) -> tuple[list[Path], list[Problem]]:
    paths = write_kits(event)
    if not paths:
        over = bool(event.record.numbers)
        detail = "比赛已经下完，没有下一轮要编，不用手工包" if over else "还没有抽签，没有轮次要编"
        raise _nothing(event, detail, "手工包是给下一轮准备的" if over else "抽签以后再做")
    return paths, []


Maker = Callable[[Event, bool], tuple[list[Path], list[Problem]]]
#: What can be printed -> what makes it.
KINDS: dict[str, Maker] = {"台卡": _cards, "胸卡": _badges, "签到表": _check_in, "证书": _certificates, "手工包": _kits}
