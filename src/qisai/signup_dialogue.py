"""The words of the sign-up: what the columns of a file hold, who is new; and who is asked about before the draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import typer

from qisai import recovery
from qisai.console import REFUSED, agreed, answer, problems_in_words, say, show_problems
from qisai.event import Event
from qisai.intake.model import FIELDS, TEAMS, Column, Found
from qisai.problems import InputProblems, Problem, errors
from qisai.reports.signup import here_but_unpaid, lacking_papers, paid_but_not_here
from qisai.steps import signups
from qisai.steps.signup_sheets import faults, is_unread
from qisai.vocabulary import SIGN_UPS_FOLDER

_CHANGE = re.compile(r"(?:(?P<file>.+)[:：])?(?P<letter>[A-Za-z]{1,3})[=＝](?P<field>\w*)")
_SAMPLES = 3
MOST_SHOWN = 10  # doubts and near teams on the screen; the workbook has all


def sign_up(folder: Path, maps: Sequence[str] = (), yes: bool = False, split: bool | None = None) -> None:
    """Read everything in 报名导入, have the columns confirmed, and write 新增报名.xlsx.

    ``maps``: ``C=组别``, ``D=`` for a column that is not used, ``名单.xlsx:C=组别`` for one file only; ``yes`` takes the
    columns as they are found; ``split``: whether sheets with one team a row are taken apart (None asks).
    """
    with problems_in_words(folder):
        with recovery.changing(folder) as event:
            show_problems([notice for notice in event.notices if notice.code == "open_elsewhere"])  # rows not saved yet
            read, refused = signups.read_files(event)
            if not read and not refused:
                raise InputProblems([Problem("signup_nothing", SIGN_UPS_FOLDER)])
            found: list[Found] = []
            for sheet, changed in zip(read, _changed(read, maps), strict=True):
                known = signups.is_remembered(event, changed)
                _show(changed, known)
                if changed.shape == TEAMS and not known and not _taken_apart(split, yes):
                    refused.append(Problem("signup_teams", sheet.file, sheet.sheet, "", "", {"heads": len(sheet.applicants)}))
                else:
                    found.append(changed if yes or known or changed is not sheet else _confirmed(changed))
                    signups.remember(event, found[-1])
            brought = signups.bring_in(event, found, refused)
            _tell(event, brought, found, refused)
        if refused:
            raise typer.Exit(REFUSED)


def parsed(words: str) -> tuple[str, str, str] | None:
    """``C=组别`` or ``名单.xlsx:C=组别`` as (file or "", letter, field); None where it is neither.

    >>> parsed("c=组别"), parsed("名单.xlsx:D="), parsed("组别")
    (('', 'C', '组别'), ('名单.xlsx', 'D', ''), None)
    """
    match = _CHANGE.fullmatch(words.strip())
    return (match["file"] or "", match["letter"].upper(), match["field"]) if match else None


def _changed(found: Sequence[Found], maps: Sequence[str]) -> list[Found]:
    """The sheets with what the command line says of their columns."""
    changes: list[tuple[str, str, str]] = []
    for words in maps:
        if (change := parsed(words)) is None or change[2] not in ("", *FIELDS):
            raise typer.BadParameter(f"写作 C=组别（可用：{'、'.join(FIELDS)}）", param_hint="--map")
        changes.append(change)
    sheets = []
    for sheet in found:
        letters = {column.letter for column in sheet.columns}
        own = {letter: field for file, letter, field in changes if file in ("", sheet.file) and letter in letters}
        sheets.append(signups.with_fields(sheet, own))
    return sheets


def _show(sheet: Found, known: bool) -> None:
    """Tell how a sheet is read: of one that was confirmed before in a line."""
    name = f"{sheet.file} › {sheet.sheet}" if sheet.sheet else sheet.file
    say()
    if known:
        used = "、".join(f"{column.letter}→{column.field}" for column in sheet.columns if column.field)
        say(f"{name}：{len(sheet.applicants)} 人，列照上次确认的（{used}）")
        return
    say(f"{name}：{len(sheet.applicants)} 人" + (f"，表头在第 {sheet.header} 行" if sheet.header else "，没有表头"))
    for line in mapping_lines(sheet):
        say(f"  {line}")
    for problem in errors(sheet.problems):
        say(f"  {problem.wrong}。{problem.remedy}。")
    if not sheet.sure:
        say("  有的列没有表头或表头不明，是看内容猜的，请核对。")


def _taken_apart(split: bool | None, yes: bool) -> bool:
    """Whether a sheet with one team a row is read as one person a row: as told, or else as answered."""
    if split is None:
        return not yes and agreed("这张表一行一队，拆成一人一行吗？")
    return split


def mapping_lines(sheet: Found) -> list[str]:
    """A line a column that is used: ``B「您的单位（必填）」→ 单位``; then the others in one line."""
    used = [f"{column.letter}{_heading(sheet, column)}→ {column.field}" for column in sheet.columns if column.field]
    others = "、".join(f"{column.letter}{_heading(sheet, column)}" for column in sheet.columns if not column.field)
    return [*used, *([f"不用的列：{others}"] if others else [])]


def _heading(sheet: Found, column: Column) -> str:
    """The words of a heading; where there are none, the first few texts below."""
    if column.heading:
        return f"「{signups.hidden(' '.join(column.heading.split()))}」"
    if column.field == "身份证号":
        return ""
    texts = [row.cells[column.field] for row in sheet.applicants if column.field in row.cells]
    samples = list(dict.fromkeys(map(signups.hidden, texts)))[:_SAMPLES]
    return f"（如 {'、'.join(samples)}）" if samples else ""


def _confirmed(sheet: Found) -> Found:
    """The columns as the organizer wants them: Enter takes them, ``C=组别 D=`` changes them and shows them again.

    Raises ``typer.Exit`` where nobody can answer.
    """
    while typed := answer("列对吗？（回车表示对；要改就写 C=组别，不用写 D=，几处用空格隔开）"):
        changes = [parsed(words) for words in re.split(r"[\s,，;；]+", typed)]
        try:
            if None in changes:
                raise InputProblems([_not_understood(sheet, typed)])
            sheet = signups.with_fields(sheet, {change[1]: change[2] for change in changes if change})
        except InputProblems as wrong:
            for problem in wrong.problems:
                say(f"{problem.wrong}。{problem.remedy}。")
            continue
        for line in mapping_lines(sheet):
            say(f"  {line}")
    if typed is None:
        say("没有确认列对应，什么都没有写。不提问就加 --yes。")
        raise typer.Exit(REFUSED)
    return sheet


def _not_understood(sheet: Found, typed: str) -> Problem:
    details: Mapping[str, object] = {"letters": "、".join(column.letter for column in sheet.columns), "fields": "、".join(FIELDS)}
    return Problem("signup_mapping", sheet.file, sheet.sheet, "", typed, details)


def _tell(event: Event, brought: signups.BroughtIn, found: Sequence[Found], refused: Sequence[Problem]) -> None:
    """The sum that adds up, then what to do; no phone and no number of papers among the words."""
    intake = brought.intake
    say()
    say(
        f"读入 {intake.read} 人 ＝ 新增 {len(intake.new)} ＋ 已有 {len(intake.known)} ＋ 重复 {len(intake.repeated)} "
        f"＋ 待定 {len(intake.doubtful)} ＋ 没有读 {len(intake.rejected)}"
    )
    open_doubts = [doubt for doubt in intake.doubts if not doubt.settled]
    for group, doubt in enumerate(open_doubts[:MOST_SHOWN], start=1):
        who = "、".join(dict.fromkeys(row.cells["姓名"] for row in doubt.rows))
        say(f"  请核对 {group}：{signups.hidden(who)}　{doubt.reason}")
    if len(open_doubts) > MOST_SHOWN:
        say(f"  还有 {len(open_doubts) - MOST_SHOWN} 组，都在「请核对」里")
    if differing := sum(bool(one.differences) for one in intake.known):
        say(f"  已有的人里 {differing} 人与报名表不同（程序不改报名表，见「已在报名表」）")
    for pair in intake.teams[:MOST_SHOWN]:
        first, second = (f"「{name}」{sum(heads)} 人" for name, heads in zip((pair.first, pair.second), pair.heads, strict=True))
        say(f"  单位{first}、{second}：{pair.reason}，是同一个请写成一样")
    if len(intake.teams) > MOST_SHOWN:
        say(f"  还有 {len(intake.teams) - MOST_SHOWN} 对相近的单位，都在「单位写法」里")
    told = [is_unread(problem) for problem in faults(found)]
    for count, words in ((sum(told), "处没有读，见「没有读」"), (len(told) - sum(told), "处要核对，见「提醒」")):
        if count:
            say(f"  表里有 {count} {words}")
    for path in brought.changed:
        say(f"{path.name} 您改过或另存过，没有动它。")
    say(f"已写好 {brought.path}")
    if intake.new:
        say("把「新增」从第 2 行起整行复制，粘贴到「报名」表最后一行的下面，再运行检查（check）。")
        _tell_places(event, signups.playing(intake.new))
    if event.record.numbers:
        say("已经抽过签：新来的人粘进「报名」以后，还要在「变动」加一行「迟到加入」，才会编排。")
    show_problems([replace(problem, value=signups.hidden(problem.value)) for problem in refused])
    if refused:
        say("上面列的没有读进来，其余的都已读。")


def _tell_places(event: Event, new: int) -> None:
    if (places := signups.places_left(event)) is None:
        return
    cap, taken, waiting = places
    room = max(cap - taken, 0)
    words = f"名额 {cap}，已占 {taken}，候补 {waiting}。新增的选手 {new} 人，缴费以后按缴费先后占名额"
    say(words + (f"：最多再进 {room} 人，其余 {new - room} 人候补。" if new > room else "，都排得下。"))


# --- before the draw ----------------------------------------------------------------------------------------
def left_out_agreed(event: Event, ask: bool) -> bool:
    """Those who came or paid and still do not play, one by one; False where one of them should, with what to type.

    Where nobody can be asked they are only listed.
    """
    for line, remedy in left_out(event):
        if not ask:
            say(line)
        elif not agreed(f"{line}，对吗？"):
            say(f"没有抽签。请在「报名」表{remedy}，保存后再抽签（draw）。")
            return False
    return True


def left_out(event: Event) -> list[tuple[str, str]]:
    """Who is here and unpaid, paid and not here, or here without the papers that the rules ask for; with the remedy."""
    lines = []
    for person in here_but_unpaid(event).to_dict("records"):
        owed = person["应缴"] - person["已缴"]
        words = f"欠 {owed} 元" if owed > 0 else "报名费没有缴清"
        paid = f"把「已缴」改为 {person['应缴']}" if owed > 0 else "填「已缴」"
        lines.append((f"{_who(person)}已到场，{words}", f"{_row(person)}{paid}，名额有限的还要填「缴费顺序」"))
    for person in paid_but_not_here(event).to_dict("records"):
        lines.append((f"{_who(person)}有名额，没有报到", f"{_row(person)}「报到」填「是」"))
    if event.rules["papers"] == "缺的不编排" and event.entries["present"].any():
        for person in lacking_papers(event).to_dict("records"):
            lines.append((f"{_who(person)}已到场，缺{person['缺']}", f"{_row(person)}「{person['缺']}」填「是」"))
    return [(f"{words}：不参加抽签", remedy) for words, remedy in lines]


def _row(person: Mapping[str, object]) -> str:
    return f"给 {person['姓名']}（序号 {person['序号']}）"


def _who(person: Mapping[str, object]) -> str:
    return f"{person['姓名']}（{person['单位']}）" if person["单位"] else str(person["姓名"])
