"""What the program says to the organizer and asks of him; the round in one step. Words are Chinese."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from qisai import notebooks, steps
from qisai.console import (
    NO_LEGAL_PAIRING,
    REFUSED,
    agreed,
    answer,
    problems_in_words,
    say,
    say_changes,
    say_why_none,
    show_problems,
)
from qisai.event import Event
from qisai.pairing.field import NoLegalPairing
from qisai.problems import InputProblems
from qisai.record import Publication
from qisai.recovery import changing
from qisai.regulation.summary import spans
from qisai.reports.drafts import clear_drafts, write_drafts
from qisai.reports.impact import impact_lines, write_notice
from qisai.reports.kit import write_kits
from qisai.reports.paper import paper_is_there, write_cut, write_paper
from qisai.reports.words import correction_lines, said, slip_line, walk_ins_waiting
from qisai.steps.knockout import moved_up

MANY_CORRECTIONS = 3  # more than these at once: perhaps another round's file is open


def advance(
    folder: Path, yes: bool, relaxed: frozenset[str] = frozenset(), reports: bool = True, paper: bool = True, show: bool = True
) -> None:
    """The organizer's whole round: what ``next`` does, for the command and for the notebook.

    ``yes`` asks nothing; ``relaxed`` are compromises that the arbiter accepts; ``show`` opens the ``paper``.
    """
    with problems_in_words(folder, whole=True):
        with changing(folder) as event:
            _tell_found(event)
            adjusted = _adjust(event, yes, paper, show)
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
            if paper:
                _post_cut(event, accepted)
            held = _held(event, yes)
            drafted, stuck = _drafted(event, relaxed, held, yes)
            if paper:
                _post_replacements(event, drafted)
            moved = drafted or accepted.rounds or accepted.corrections or closed or adjusted
            published = _ask_and_publish(event, drafted, yes) if drafted else []
            if paper:
                print_paper(event, published, show and not yes)
                print_paper(event, _without_paper(event), show and not yes)
            for line in walk_ins_waiting(event):
                say(line)
            if found.open and not moved and not stuck:
                raise InputProblems(found.open)
            for problem in found.open:
                say(f"还在等：{problem.wrong}（{problem.file} {problem.cell}）")
            if not moved and not stuck and not held:
                say("比赛已经结束，没有要做的事。")
            for cause in stuck:
                if isinstance(cause, NoLegalPairing) and not yes and cause.compromises:
                    say("没有公布。裁判长定了办法以后，再做一次「下一步」。")
                    raise typer.Exit(NO_LEGAL_PAIRING)
                raise cause
        if reports:
            bring_up_to_date(folder)


def publish(folder: Path, relaxed: frozenset[str], reports: bool, show: bool) -> None:
    """Publish the drafts shown before, without taking new results."""
    with problems_in_words(folder):
        with changing(folder) as event:
            drafted, stuck = steps.drafts(event, relaxed, _held(event, yes=False))
            published = _ask_and_publish(event, drafted, yes=True) if drafted else []
            if reports:
                print_paper(event, published, show)
            for cause in stuck:
                raise cause
            if not drafted:
                say("没有可以公布的对阵。")
                return
        if reports:
            bring_up_to_date(folder)


def _tell_found(event: Event) -> None:
    show_problems(event.notices)
    for name in event.restored:
        say(f"{name} 不见了或不完整，已按记录重新写出；表里填过还没确认的，不在记录里，请照成绩单再填。")


def _adjust(event: Event, yes: bool, paper: bool, show: bool) -> list[Publication]:
    """Hand changes of a published round before play, and walk-ins for an open seat: told, agreed, journalled, printed.

    They are looked at anew after each: a walk-in takes the next free number.
    """
    done: list[Publication] = []
    waiting: set[tuple[str, str, int]] = set()
    while found := [one for one in steps.adjustments(event) if one.publication.key not in waiting]:
        one = found[0]
        say(f"{'迟到的人可以坐空位' if one.late else '对阵被改过'}：{one.where}，还没有成绩")
        for line in (*one.differences, *(f"注意：{words}（{name}）" for name, words in one.breaches)):
            say(f"  {line}")
        if one.effect:
            say(f"  对编排的影响（数越小越好）：{'；'.join(one.effect)}")
        if one.distance:
            say(f"  {one.distance}")
        question = "现在就让他加入本轮吗？" if one.late else "记为裁判调整吗？"
        if one.breaches:
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
            if paper:
                print_paper(event, [fresh], show and not yes)
        elif one.late:
            waiting.add(one.publication.key)
        else:
            say("没有记录。请把编号改回公布的样子，再运行一次。")
            raise typer.Exit(REFUSED)
    return done


def _without_paper(event: Event) -> list[Publication]:
    """Published rounds in play whose paper was never made: a power cut came between."""
    missing = [p for p in event.record.publications if p.accepted is None and not paper_is_there(event, p)]
    if missing:
        say("有已公布而没有打印件的一轮，现在补印：")
    return missing


def _tell_review(event: Event, found: steps.Review) -> None:
    show_problems(found.notices)
    for publication, lines in found.complete:
        if boards := tuple(line["board"] for line in lines if line["swapped"] and not line["game"]):
            say(f"第 {publication.round} 轮第 {spans(boards)} 台填了实际红方：先后手与编排相反")
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
    for group in dict.fromkeys(data["group"] for data in accepted.corrections):
        own = [data for data in accepted.corrections if data["group"] == group]
        for line in (*correction_lines(event, *own), *impact_lines(event, own)):
            say(line)
    if accepted.corrections and paper:
        say(f"更正公告：{write_notice(event, accepted.corrections)}")
    for publication in accepted.rounds:
        say(f"{publication.group}第 {publication.round} 轮（{publication.stage}）成绩已确认。")


def _post_cut(event: Event, accepted: steps.Accepted) -> None:
    """The list of qualifiers as it hangs out, once the last round of the whole field is accepted."""
    until = steps.objections(event)
    for group, competition in event.competitions.items():
        rules = competition.regulation
        publication = event.record.find(group, rules.swiss.name, rules.swiss.last)
        news = publication in accepted.rounds or any(data["group"] == group for data in accepted.corrections)
        if rules.knockout and publication and publication.accepted and not competition.seeds and news:
            say(f"出线名单（公示用）：{write_cut(event, publication, until.get(publication.group, ''))}")


def _post_replacements(event: Event, drafted: Sequence[steps.Draft]) -> None:
    """The list of qualifiers made again where somebody on it has left since and the next has moved up."""
    for draft in drafted:
        competition = event.competitions[draft.group]
        swiss = competition.regulation.swiss
        publication = event.record.find(draft.group, swiss.name, swiss.last)
        first = competition.regulation.knockout == draft.stage and draft.round == draft.stage.first
        if first and publication and moved_up(event, competition, draft.data["seeds"]):
            say(f"出线名单有递补，请换下原来张贴的：{write_cut(event, publication)}")


def _held(event: Event, yes: bool) -> list[str]:
    """Groups whose second stage waits for the end of the time for objections, unless the arbiter goes on."""
    held = []
    for group, until in steps.objections(event).items():
        say(f"{group}出线名单公示到 {until[11:16]}，期满无异议再出第二阶段对阵" + ("；按 --yes 不等。" if yes else "。"))
        if not yes and not agreed("公示还没有到时间，现在就出第二阶段对阵吗？", enter=False):
            held.append(group)
    return held


def _drafted(
    event: Event, relaxed: frozenset[str], held: Sequence[str], yes: bool
) -> tuple[list[steps.Draft], list[NoLegalPairing | InputProblems]]:
    """The drafts; where a round has no legal pairing the arbiter may choose a way out on the spot."""
    drafted, stuck = steps.drafts(event, relaxed, held)
    while not yes and (none := next((one for one in stuck if isinstance(one, NoLegalPairing) and one.compromises), None)):
        say(f"{none.where}没有合乎规则的对阵。")
        say_why_none(none)
        say("可选的办法（每一种都要裁判长同意）：")
        for number, (_, words) in enumerate(none.compromises, start=1):
            say(f"  {number}　{words}")
        say_changes(none)
        names = {str(number): name for number, (name, _) in enumerate(none.compromises, start=1)}
        names |= {name: name for name, _ in none.compromises}
        typed = answer("裁判长选哪一种？（填前面的数字；回车不公布这一轮）")
        if not typed:
            break
        if typed not in names:
            say("没有这一种，请填前面的数字。")
            continue
        relaxed |= frozenset(names[typed].split("、"))
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
            say("没有公布。要公布时再做一次「下一步」（next），或运行 publish。")
            return []
    published = steps.publish(event, drafted)
    clear_drafts(event, (publication.file for publication in published))
    for publication in published:
        say(f"已公布：{event.folder / publication.file}")
    return published


def print_paper(event: Event, published: Sequence[Publication], show: bool) -> None:
    """The lists for the wall and the slips, at once; their failure is told and never stops play."""
    try:
        paths, problems = write_paper(event, published)
        kits = write_kits(event)
    except Exception as error:  # play goes on whatever the paper does; the sheets are already there
        say(f"打印件没有做成（{type(error).__name__}：{error}）。比赛不受影响，可稍后重印（paper）。")
        return
    for path in paths:
        say(f"打印：{path}")
        if show:
            launch(path)
    for path in kits:
        say(f"手工包（停电时手工编下一轮用，印一份备着）：{path}")
    if problems:
        show_problems(problems)
        say("请关闭开着的 PDF，再重印（paper）。比赛不受影响。")


def somebody_there() -> bool:
    """Whether somebody sits before the screen and can answer."""
    return sys.stdin is not None and sys.stdin.isatty()


def launch(path: Path) -> None:
    """Open a file or folder in the program that the system has for it, where somebody sits before the screen."""
    if somebody_there():
        typer.launch(str(path))


def which_to_undo(event: Event) -> str:
    """The file to take back: asked where the newest sheets of several stages or groups are out; "" for the last."""
    latest = {(p.group, p.stage): p for p in event.record.publications if p.accepted is None}
    if len(latest) < 2:
        return ""
    files = {str(number): p.file for number, p in enumerate(latest.values(), start=1)}
    for number, file in files.items():
        say(f"  {number}　{file}")
    return files.get(answer("撤回哪一张？（填前面的数字；回车为最近公布的）") or "", "")


def bring_up_to_date(folder: Path) -> None:
    """Reports after a step; their failure is told and never stops play."""
    try:
        for path in notebooks.update(folder, progress=say):
            say(f"已更新 {path}")
    except InputProblems as found:
        show_problems(found.problems)
    except Exception as error:  # play goes on whatever a picture does; the words say what to try
        say(f"报表没有全部生成（{type(error).__name__}：{error}）。比赛不受影响，可稍后运行 run。")
