"""The paper of the hall: table cards, badges, check-in lists, certificates, and the kit for a round without a computer."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

from qisai.event import Competition, Event
from qisai.problems import InputProblems, Problem
from qisai.publish.certificates import write_certificates
from qisai.publish.fonts import missing_glyphs
from qisai.publish.labels import Card, filled_up, write_badges, write_cards
from qisai.publish.language import BOTH, CHINESE, chosen, t
from qisai.publish.paper import write_tables
from qisai.publish.slips import cut_words
from qisai.regulation.model import OTHERS, Stage
from qisai.reports import certificate_form
from qisai.reports.ceremony import Ceremony
from qisai.reports.checkin import badges_of, check_in, players_of, to_print
from qisai.reports.display import share
from qisai.reports.kit import write_kits
from qisai.reports.look import dress
from qisai.reports.state import REHEARSAL, entry_stamp, stamped
from qisai.steps import check_glyphs
from qisai.vocabulary import EVENT_FILE, OFFICIALS_SHEET

FOLDER = "打印"
GAP = "　"
ALL = "全部"
CUT = {"台卡": "台号", "胸卡": "单位"}  # what the pieces are in order by
IN_PLACE = "个人赛"
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


def _nobody(event: Event) -> InputProblems:
    return _nothing(event, "还没有能参赛的人", "请先填「报名」；有名额的或已报到的才算")


# --- table cards --------------------------------------------------------------------------------------------


def cards_of(event: Event, large: bool = False) -> list[Card]:
    """A card for every table that a round can use, and further numbers up to a full page; with the 组别 once drawn."""
    found: dict[int, str] = {}
    for group, competition in event.competitions.items():
        heads = len(players_of(event, competition))
        known = bool(event.record.numbers) and all(stage.round_robin for stage in competition.regulation.stages)
        tables = heads // 2 if known else (heads + 1) // 2
        if len(event.regulations) > 1 and not event.record.numbers:  # the hall is shared out at the draw, in tens
            start = max(found, default=0)
            found |= dict.fromkeys(range(start + 1, start + 1 + 10 * (tables // 10 + 1)), "")
            continue
        for stage in competition.regulation.stages:
            for round_no in stage.rounds:
                usable = islice(competition.tables(stage, round_no), _needed(competition, tables, stage))
                found |= dict.fromkeys(usable, group)
        found |= {line["board"]: group for p in competition.publications for line in p.lines if line["black"]}
    return [Card(number, found.get(number, ""), number not in found) for number in filled_up(found, large)]


def how_to_cut(paths: Sequence[Path]) -> list[str]:
    """For each file of pieces how its stacks are laid on each other after the cut."""
    return [f"{path.stem}：{cut_words(CUT[path.stem])}" for path in paths if path.stem in CUT]


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


def _badges(event: Event, large: bool) -> tuple[list[Path], list[Problem]]:
    badges = badges_of(event)
    if not badges:
        raise _nobody(event)
    return [write_badges(event.reports / FOLDER / "胸卡.pdf", badges, heading=_heading(event), large=large)], []


# --- check-in -----------------------------------------------------------------------------------------------


def _check_in(event: Event, _: bool) -> tuple[list[Path], list[Problem]]:
    sheets = check_in(event)
    if not sheets:
        raise _nobody(event)
    stamp, folder = entry_stamp(event), event.reports / FOLDER
    words = GAP.join(stamp)
    pages = [to_print(sheet, event.name, words) for sheet in sheets]
    made = write_tables(folder / "签到表.pdf", pages, heading=event.name, stamp=words)
    return [made, share(folder / "签到表.xlsx", event, sheets, stamp)], []


# --- certificates -------------------------------------------------------------------------------------------


def awards_of(event: Event, committee: str = "", date: str = "") -> list[dict[str, str]]:
    """What is put into the blanks of each certificate that can be given now, in the order of call."""
    last = max((row.date for row in event.rules.schedule if row.date), default="")
    said = date or (t(_in_words(last)) if last else "")
    own = t("组委会")
    signed = committee or event.name + ("\n" if chosen() == BOTH else "" if chosen() == CHINESE else " ") + own
    lucky = {regulation["lucky"] for regulation in event.regulations.values()}
    shared = {"赛事": event.name, "日期": said, "组委会": signed}
    return [
        {"姓名": row.姓名, "单位": row.单位, "奖项": _prize(row.奖项),
         "名次": "" if row.奖项.split(GAP)[-1] in lucky else t(row.名次), **shared}
        for row in Ceremony(event).certificates().itertuples()
    ]  # fmt: skip


def _in_words(date: str) -> str:
    """An ISO date as people write it.

    >>> _in_words("2024-07-21")
    '2024年7月21日'
    """
    day = datetime.date.fromisoformat(date)
    return f"{day.year}年{day.month}月{day.day}日"


def _prize(name: str) -> str:
    """A prize as a certificate names it: with its group; what says no more than the place is a place of the individual event.

    >>> _prize("名次奖"), _prize("女子组　名次奖"), _prize("女子组　最佳新人")
    ('个人赛', '女子组', '女子组最佳新人')
    """
    *group, prize = name.split(GAP)
    named = "" if prize == JUST_A_PLACE and group else t(IN_PLACE) if prize == JUST_A_PLACE else prize
    return "".join([*group, named])


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
    warnings += form.beyond_border(awards)
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
        detail = "最后一轮已经公布，没有下一轮要编，不用手工包" if over else "还没有抽签，没有轮次要编"
        raise _nothing(event, detail, "手工包是给下一轮准备的" if over else "抽签以后再做")
    return paths, []


Maker = Callable[[Event, bool], tuple[list[Path], list[Problem]]]
#: What can be printed -> what makes it.
KINDS: dict[str, Maker] = {"台卡": _cards, "胸卡": _badges, "签到表": _check_in, "证书": _certificates, "手工包": _kits}
