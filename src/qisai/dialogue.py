"""What the program says to the organizer and asks of him; the round in one step. Words are Chinese."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from qisai import notebooks, steps
from qisai.event import Event
from qisai.pairing.field import NoLegalPairing
from qisai.problems import ERROR, InputProblems, Problem
from qisai.record import Publication
from qisai.reports.drafts import write_drafts
from qisai.reports.impact import impact_lines, write_notice
from qisai.reports.paper import write_cut, write_paper
from qisai.reports.words import correction_lines, said, slip_line

NO_LEGAL_PAIRING = 4
REFUSED = 3
MANY_CORRECTIONS = 3  # more than these at once: perhaps another round's file is open


def say(words: str = "") -> None:
    typer.echo(words)


def answer(question: str) -> str | None:
    """A line typed at a question; None where nothing can be typed, "?" where it cannot be read."""
    try:
        return input(question).strip()
    except UnicodeDecodeError:
        return "?"
    except (EOFError, RuntimeError, OSError):
        say()
        return None


def agreed(question: str, enter: bool = True) -> bool:
    """A yes by y or 是 (and by Enter where ``enter`` says so); nothing that cannot be read is taken for a yes."""
    hint = "回车或 y 是，n 否" if enter else "y 是，回车或 n 否"
    while (typed := answer(f"{question}（{hint}）")) is not None:
        if typed.lower() in ("y", "yes", "是", "好", "公布"):
            return True
        if typed.lower() in ("n", "no", "否", "不", "不公布"):
            return False
        if not typed:
            return enter
    return False


@contextmanager
def problems_in_words() -> Iterator[None]:
    """Print what is wrong with the input, all of it, and leave with its exit code; never a traceback."""
    try:
        yield
    except InputProblems as found:
        show_problems(found.problems)
        again = "已经记录的不会丢；关闭文件、检查磁盘后再运行一次，程序会接着做完。"
        say(again if found.exit_code == 5 else "除上面写明已确认的以外，什么都没有改动。请改正后再运行一次。")
        raise typer.Exit(found.exit_code) from None
    except NoLegalPairing as none:
        show_ways_out(none)
        raise typer.Exit(NO_LEGAL_PAIRING) from None


def show_problems(problems: Sequence[Problem]) -> None:
    """One numbered block a problem, errors first: where, what stands there, what is wrong, what to do."""
    for number, problem in enumerate(sorted(problems, key=lambda problem: problem.level != ERROR), start=1):
        where = " › ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        value = f"　内容「{problem.value}」" if problem.value else ""
        say(f"{number}. {problem.level}　{where}{value}")
        say(f"   {problem.wrong}。{problem.remedy}。 [{problem.code}]")


def show_ways_out(none: NoLegalPairing) -> None:
    say(f"{none.where}没有合乎规则的对阵，没有公布。")
    if none.compromises:
        say("可选的办法（每一种都要裁判长同意）：")
        for name, words in none.compromises:
            say(f"  --relax {name}　{words}")
    else:
        say("放宽规则也编不出来，请检查「变动」表的锁定对阵、指定轮空、禁止对阵。")


def advance(
    folder: Path, yes: bool, relaxed: frozenset[str] = frozenset(), reports: bool = True, paper: bool = True, show: bool = True
) -> None:
    """The organizer's whole round: what ``next`` does, for the command and for the notebook.

    ``yes`` asks nothing; ``relaxed`` are compromises that the arbiter accepts; ``show`` opens the ``paper``.
    """
    with problems_in_words():
        with steps.changing(folder) as event:
            _tell_found(event)
            adjusted = _adjust(event, yes)
            found = steps.review(event)
            _tell_review(event, found)
            if not _confirm(event, found, yes):
                say("什么都没有改动。")
                raise typer.Exit(REFUSED)
            accepted = steps.accept(event, found)
            _tell_accepted(event, accepted, paper)
            closed = steps.closable(event)
            for group in closed:
                steps.close(event, group)
                say(f"{group}全部比赛结束，总名次已记录。")
            held = _objections(event, accepted, yes, paper)
            drafted, stuck = _drafted(event, relaxed, held, yes)
            moved = drafted or accepted.rounds or accepted.corrections or closed or adjusted
            if found.open and not moved and not stuck:
                raise InputProblems(found.open)
            for problem in found.open:
                say(f"还在等：{problem.wrong}（{problem.file} {problem.cell}）")
            if not moved and not stuck and not held:
                say("比赛已经结束，没有要做的事。")
            published = _ask_and_publish(event, drafted, yes) if drafted else []
            if paper:
                _paper(event, [*published, *adjusted], show and not yes)
            for none in stuck:
                raise none
        if reports:
            bring_up_to_date(folder)


def publish(folder: Path, relaxed: frozenset[str], reports: bool, show: bool) -> None:
    """Publish the drafts shown before, without taking new results."""
    with problems_in_words():
        with steps.changing(folder) as event:
            drafted, stuck = steps.drafts(event, relaxed)
            published = _ask_and_publish(event, drafted, yes=True) if drafted else []
            if reports:
                _paper(event, published, show)
            for none in stuck:
                raise none
            if not drafted:
                say("没有待公布的对阵。")
                return
        if reports:
            bring_up_to_date(folder)


def _tell_found(event: Event) -> None:
    show_problems(event.notices)
    for name in event.restored:
        say(f"{name} 不见了或不完整，已按记录重新写出。")


def _adjust(event: Event, yes: bool) -> list[Publication]:
    """Hand changes of a published round before play, and walk-ins for an open seat: told, agreed, journalled."""
    done = []
    for one in steps.adjustments(event):
        say(f"{'迟到的人可以坐空位' if one.late else '对阵被改过'}：{one.where}，还没有成绩")
        for line in (*one.differences, *(f"注意：{words}（{name}）" for name, words in one.breaches), *one.effect):
            say(f"  {line}")
        question = "现在就让他加入本轮吗？" if one.late else "记为裁判调整吗？"
        if one.breaches and not yes:
            question = "违反规则的地方裁判长同意吗？"
        agrees = not one.breaches if yes else agreed(question, enter=not one.breaches)
        if agrees:
            reason = "迟到加入，坐空位" if one.late else "；".join(dict.fromkeys(one.seats.reasons))
            reason = reason or (answer("调整的理由：") if not yes else "") or "裁判长调整"
            steps.adjust(event, one, reason)
            fresh = event.record.find(*one.publication.key)
            assert fresh is not None
            done.append(fresh)
            say(f"已记录裁判调整：{one.where}")
        elif not one.late:
            say("没有记录。请把编号改回公布的样子，再运行一次。")
            raise typer.Exit(REFUSED)
    return done


def _tell_review(event: Event, found: steps.Review) -> None:
    show_problems(found.notices)
    for file, counts in found.slips.items():
        if line := slip_line(counts):
            say(f"{file} 成绩单：{line}")


def _confirm(event: Event, found: steps.Review, yes: bool) -> bool:
    """Corrections are shown and agreed before anything is journalled; many at once are doubted aloud."""
    if yes:
        return True
    for one in found.corrections:
        show = event.regulations[one.publication.group].show
        where = f"{one.publication.group}第 {one.publication.round} 轮第 {one.board} 台{one.game}"
        say(f"更正：{where}由「{said(one.before, show)}」改为「{said(one.after, show)}」，理由：{one.reason}")
    count = len(found.corrections)
    if count > MANY_CORRECTIONS:
        return agreed(f"一次更正 {count} 处，是不是填错了轮次的文件？确实都要更正吗？", enter=False)
    return not count or agreed(f"确认这 {count} 处更正吗？")


def _tell_accepted(event: Event, accepted: steps.Accepted, paper: bool) -> None:
    for correction in accepted.corrections:
        for line in (*correction_lines(event, correction), *impact_lines(event, correction)):
            say(line)
    if accepted.corrections and paper:
        say(f"更正公告：{write_notice(event, accepted.corrections)}")
    for publication in accepted.rounds:
        say(f"{publication.group}第 {publication.round} 轮（{publication.stage}）成绩已确认。")


def _objections(event: Event, accepted: steps.Accepted, yes: bool, paper: bool) -> list[str]:
    """Groups whose second stage waits for the end of the time for objections, unless the arbiter goes on."""
    waiting = steps.objections(event)
    for publication in accepted.rounds:
        competition = event.competitions[publication.group]
        if paper and competition.regulation.knockout and publication.round == competition.regulation.swiss.last:
            say(f"出线名单（公示用）：{write_cut(event, publication, waiting.get(publication.group, ''))}")
    held = []
    for group, until in waiting.items():
        say(f"{group}出线名单公示到 {until[11:16]}，期满无异议再出第二阶段对阵。")
        if not yes and not agreed("公示还没有到时间，现在就出第二阶段对阵吗？", enter=False):
            held.append(group)
    return held


def _drafted(
    event: Event, relaxed: frozenset[str], held: Sequence[str], yes: bool
) -> tuple[list[steps.Draft], list[NoLegalPairing]]:
    """The drafts; where a round has no legal pairing the arbiter may choose a way out on the spot."""
    drafted, stuck = steps.drafts(event, relaxed, held)
    while stuck and not yes and stuck[0].compromises:
        none = stuck[0]
        say(f"{none.where}没有合乎规则的对阵。可选的办法（每一种都要裁判长同意）：")
        for number, (_, words) in enumerate(none.compromises, start=1):
            say(f"  {number}　{words}")
        typed = answer("裁判长选哪一种？（填前面的数字；回车不公布这一轮）")
        if not typed or not typed.isdigit() or not 1 <= int(typed) <= len(none.compromises):
            break
        relaxed |= frozenset(none.compromises[int(typed) - 1][0].split("、"))
        drafted, stuck = steps.drafts(event, relaxed, held)
    return drafted, stuck


def _ask_and_publish(event: Event, drafted: Sequence[steps.Draft], yes: bool) -> list[Publication]:
    say()
    for draft in drafted:
        say(f"草稿：{draft.group}第 {draft.round} 轮（{draft.stage.name}）")
        for line in draft.checks:
            say(f"  {line}")
    if not yes:
        for path in write_drafts(event, drafted):
            say(f"  草稿表：{path}")
        if not agreed("公布以上对阵吗？"):
            say("没有公布。要公布时运行 publish，或再次运行 next。")
            return []
    published = steps.publish(event, drafted)
    for publication in published:
        say(f"已公布：{event.folder / publication.file}")
    return published


def _paper(event: Event, published: Sequence[Publication], show: bool) -> None:
    """The lists for the wall and the slips, at once; their failure is told and never stops play."""
    if not published:
        return
    try:
        paths = write_paper(event, published)
    except InputProblems as found:
        show_problems(found.problems)
        return
    except Exception as error:  # play goes on whatever the paper does; the sheets are already there
        say(f"打印件没有做成（{type(error).__name__}：{error}）。比赛不受影响，可稍后运行 run。")
        return
    for path in paths:
        say(f"打印：{path}")
        if show:
            launch(path)


def launch(path: Path) -> None:
    """Open a file or folder in the program that the system has for it, where somebody sits before the screen."""
    if sys.stdin is not None and sys.stdin.isatty():
        typer.launch(str(path))


def bring_up_to_date(folder: Path) -> None:
    """Reports after a step; their failure is told and never stops play."""
    try:
        for path in notebooks.update(folder, progress=say):
            say(f"已更新 {path}")
    except InputProblems as found:
        show_problems(found.problems)
    except Exception as error:  # play goes on whatever a picture does; the words say what to try
        say(f"报表没有全部生成（{type(error).__name__}：{error}）。比赛不受影响，可稍后运行 run。")
