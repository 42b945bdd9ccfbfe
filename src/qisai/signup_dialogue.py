"""The words of the sign-up: what the columns of a file hold, who is new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import typer

from qisai.console import REFUSED, YES, agreed, answer, problems_in_words, say, show_problems
from qisai.event import Event
from qisai.intake.model import FIELDS, TEAMS, Column, Found
from qisai.private import hidden
from qisai.problems import InputProblems, Problem, errors
from qisai.steps import signups
from qisai.steps.signup_sheets import faults, is_unread, samples, unread
from qisai.vocabulary import SIGN_UPS_FOLDER

_CHANGE = re.compile(r"(?:(?P<file>.+)[:：])?(?P<letter>[A-Za-z]{1,3})[=＝](?P<field>\w*)")
MOST_SHOWN = 10  # doubts and near teams on the screen; the workbook has all


def sign_up(folder: Path, maps: Sequence[str] = (), yes: bool = False, split: bool | None = None) -> None:
    """Read everything in 报名导入, have the columns confirmed, and write 新增报名.xlsx.

    ``maps``: ``C=组别``, ``D=`` for a column that is not used, ``名单.xlsx:C=组别`` for one file only; ``yes`` takes the
    columns as they are found; ``split``: whether sheets with one team a row are taken apart (None asks).
    Columns of a sheet without headings are never taken from before: they are asked about, or told as a guess.
    """
    with problems_in_words(folder):
        with ExitStack() as last, signups.receiving(folder) as event:
            last.callback(lambda: show_problems([one for one in event.notices if one.code == "snapshot_failed"]))
            show_problems([notice for notice in event.notices if notice.code == "open_elsewhere"])  # rows not saved yet
            read, refused = signups.read_files(event)
            if not read and not refused:
                raise InputProblems([Problem("signup_nothing", SIGN_UPS_FOLDER)])
            found: list[Found] = []
            guessed = 0
            for sheet, changed in zip(read, _changed(read, refused, maps), strict=True):
                settled = changed is not sheet
                known = signups.is_remembered(event, changed)
                _show(changed, known)
                if changed.shape == TEAMS and not known and not _taken_apart(split, yes):
                    refused.append(Problem("signup_teams", sheet.file, sheet.sheet, "", "", {"heads": len(sheet.applicants)}))
                else:
                    found.append(changed if yes or known or settled else _confirmed(changed))
                    guessed += yes and not settled and not changed.header
                    if changed.sure or settled or not yes:
                        signups.remember(event, found[-1])
            brought = signups.bring_in(event, found, refused)
            _tell(event, brought, found, refused)
            if guessed:
                say(f"有 {guessed} 张表没有表头，列是看内容猜的，没有人核对：粘贴以前请看「列对应」。")
            if not event.regulations:
                where = "、".join(dict.fromkeys(one.sheet for one in errors(event.notices)))
                say(f"「{where}」表还没有填好：不影响收报名，抽签以前要填好，检查（check）会逐条列出。")
        if refused:
            raise typer.Exit(REFUSED)


def parsed(words: str) -> tuple[str, str, str] | None:
    """``C=组别`` or ``名单.xlsx:C=组别`` as (file or "", letter, field); None where it is neither.

    >>> parsed("c=组别"), parsed("名单.xlsx:D="), parsed("组别")
    (('', 'C', '组别'), ('名单.xlsx', 'D', ''), None)
    """
    match = _CHANGE.fullmatch(words.strip())
    return (match["file"] or "", match["letter"].upper(), match["field"]) if match else None


def _changed(found: Sequence[Found], refused: Sequence[Problem], maps: Sequence[str]) -> list[Found]:
    """The sheets with what the command line says of their columns; the others as they are.

    Raises ``InputProblems`` with all that cannot be understood or done; where it may concern several sheets it must say
    which.
    """
    problems: list[Problem] = []
    own: list[dict[str, str]] = [{} for _ in found]
    several = Counter(sheet.file for sheet in found)
    titles = [f"{sheet.file}:{sheet.sheet}" if several[sheet.file] > 1 else sheet.file for sheet in found]
    for words in maps:
        if (change := parsed(words)) is None:
            problems.append(Problem("signup_map", value=words, details={"fields": "、".join(FIELDS)}))
            continue
        file, letter, field = change
        places = [place for place, sheet in enumerate(found) if not file or _is_named(sheet, file)]
        if len({(found[place].file, found[place].sheet) for place in places}) == 1 < len(places):  # tables side by side
            having = [place for place in places if letter in {column.letter for column in found[place].columns}]
            places = having or places[:1]
        details: dict[str, object] = {"files": "、".join(dict.fromkeys(titles)) or "（没有）", "count": len(places)}
        if not places:
            problems.append(Problem("signup_map_file", value=words, details=details))
        elif len(places) > 1:
            example = f"{titles[places[0]]}:{letter}={field}"
            problems.append(Problem("signup_map_which", value=words, details={**details, "example": example}))
        elif own[places[0]].setdefault(letter, field) != field:
            problems.append(_not_understood(found[places[0]], f"{letter}={own[places[0]][letter]} {letter}={field}"))
    sheets = []
    for sheet, changes in zip(found, own, strict=True):
        try:
            sheets.append(signups.with_fields(sheet, changes))
        except InputProblems as wrong:
            problems += wrong.problems
    if problems:
        raise InputProblems([*problems, *refused])
    return sheets


def _is_named(sheet: Found, words: str) -> bool:
    """Whether ``名单.xlsx`` or ``名单.xlsx:表1`` on the command line is this sheet."""
    said = words.replace("：", ":").casefold()
    return said in (name.replace("：", ":").casefold() for name in (sheet.file, f"{sheet.file}:{sheet.sheet}"))


def _show(sheet: Found, known: bool) -> None:
    """Tell how a sheet is read: of one that was confirmed before in a line."""
    name = f"{sheet.file} › {sheet.sheet}" if sheet.sheet else sheet.file
    say()
    if known:
        used = "、".join(f"{column.letter}→{column.field}" for column in sheet.columns if column.field)
        say(f"{name}：{len(sheet.applicants)} 人，列照上次确认的（{used}）")
    else:
        say(f"{name}：{len(sheet.applicants)} 人" + (f"，表头在第 {sheet.header} 行" if sheet.header else "，没有表头"))
        for line in mapping_lines(sheet):
            say(f"  {line}")
    for problem in errors(sheet.problems)[:MOST_SHOWN]:
        say(f"  {hidden(f'{problem.cell} {problem.wrong}').strip()}。{problem.remedy}。")
    if (more := len(errors(sheet.problems)) - MOST_SHOWN) > 0:
        say(f"  还有 {more} 处，都在「没有读」里")
    if not known and not sheet.sure:
        say("  有的列没有表头或表头不明，是看内容猜的，请核对。")


def _taken_apart(split: bool | None, yes: bool) -> bool:
    """Whether a sheet with one team a row is read as one person a row: as told, or else as answered."""
    if split is None:
        return not yes and agreed("这张表一行一队，拆成一人一行吗？")
    return split


def mapping_lines(sheet: Found) -> list[str]:
    """A line a column that is used: ``B「您的单位（必填）」→ 单位``; then the others in one line."""
    used = [f"{column.letter}{_heading(sheet, column)}→ {column.field}" for column in sheet.columns if column.field]
    others = "、".join(
        f"{column.letter}{_heading(sheet, column)}{_examples(sheet, column) if column.heading else ''}"
        for column in sheet.columns
        if not column.field
    )
    return [*used, *([f"不用的列：{others}"] if others else [])]


def _heading(sheet: Found, column: Column) -> str:
    """The words of a heading; where there are none, the first few texts below."""
    return f"「{hidden(' '.join(column.heading.split()))}」" if column.heading else _examples(sheet, column)


def _examples(sheet: Found, column: Column) -> str:
    texts = samples(sheet, column)
    return f"（如 {'、'.join(texts)}）" if texts else ""


def _confirmed(sheet: Found) -> Found:
    """The columns as the organizer wants them: Enter takes them, ``C=组别 D=`` changes them and shows them again.

    Raises ``typer.Exit`` where nobody can answer.
    """
    while (typed := answer("列对吗？（回车表示对；要改就写 C=组别，不用写 D=，几处用空格隔开）")) and typed.lower() not in YES:
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
    left = unread(found, refused)  # rows that the recognition took for nobody
    say(
        f"读入 {intake.read + left} 人 ＝ 新增 {len(intake.new)} ＋ 已有 {len(intake.known)} ＋ 重复 {len(intake.repeated)} "
        f"＋ 待定 {len(intake.doubtful)} ＋ 没有读 {len(intake.rejected) + left}"
    )
    open_doubts = [doubt for doubt in intake.doubts if not doubt.settled]
    for group, doubt in enumerate(open_doubts[:MOST_SHOWN], start=1):
        who = "、".join(dict.fromkeys(row.cells["姓名"] for row in doubt.rows))
        say(f"  请核对 {group}：{hidden(who)}　{doubt.reason}")
    if len(open_doubts) > MOST_SHOWN:
        say(f"  还有 {len(open_doubts) - MOST_SHOWN} 组，都在「请核对」里")
    if differing := sum(bool(one.differences) for one in intake.known):
        say(f"  已有的人里 {differing} 人与报名表不同（程序不改报名表，见「已在报名表」）")
    if earlier := sum(bool(one.earlier) for one in intake.known):
        say(f"  已有的人里 {earlier} 人交过几份，另一份的内容也与报名表不同（见「已在报名表」）")
    for pair in intake.teams[:MOST_SHOWN]:
        first, second = (f"「{name}」{sum(heads)} 人" for name, heads in zip((pair.first, pair.second), pair.heads, strict=True))
        say(f"  单位{first}、{second}：{pair.reason}，是同一个请写成一样")
    if len(intake.teams) > MOST_SHOWN:
        more = "；太多，没有列全" if intake.more_teams else ""
        say(f"  还有 {len(intake.teams) - MOST_SHOWN} 对相近的单位，在「单位写法」里{more}")
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
    show_problems([replace(problem, value=hidden(problem.value)) for problem in refused])
    if refused:
        say("上面列的没有读进来，其余的都已读。")


def _tell_places(event: Event, new: int) -> None:
    if (places := signups.places_left(event)) is None:
        return
    cap, taken, waiting = places
    room = max(cap - taken, 0)
    words = f"名额 {cap}，已占 {taken}，候补 {waiting}。新增的选手 {new} 人，缴费以后按缴费先后占名额"
    say(words + (f"：最多再进 {room} 人，其余 {new - room} 人候补。" if new > room else "，都排得下。"))
