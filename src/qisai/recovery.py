"""Copies of the event as the organizer meets them: kept at every step, and the question before going back to one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer

from qisai import steps
from qisai.console import REFUSED, agreed, answer, problems_in_words, say, show_problems
from qisai.event import Event, open_event
from qisai.event.snapshots import FOLDER, MOVED, Snapshot
from qisai.problems import InputProblems, errors
from qisai.reports.words import pending_lines, stands
from qisai.steps.restoring import Restoration, carry_out, chosen, finish, give_up, listed, mending, whole_state
from qisai.steps.snapshots import keep
from qisai.vocabulary import JOURNAL_FILE

AGAIN = "重新编排"  # typed in full by one who gives up rounds that were published


@contextmanager
def changing(folder: Path) -> Iterator[Event]:
    """One change of the event, and at its end a word where no copy of the new state could be kept."""
    with ExitStack() as last, steps.changing(folder) as event:
        last.callback(lambda: show_problems([problem for problem in event.notices if problem.code == "snapshot_failed"]))
        yield event


def restore(folder: Path, wanted: str, yes: bool) -> None:
    """What ``restore`` does: mend what is missing or cannot be read, or with ``wanted`` go back to a whole copy."""
    with problems_in_words(folder), steps.alone(folder):
        _finish(folder)
        before = bool(wanted) and chosen(folder, wanted).before
        plan = whole_state(folder, chosen(folder, wanted)) if wanted else mending(folder)
        if plan.faults:
            say("现在的问题：")
            show_problems(plan.faults)
        copies = list(listed(folder))
        say("备份（新的在前）：" if copies else "还没有备份：抽签、公布、确认以后程序自动存到「备份」文件夹。")
        for line in copies:
            say(line)
        if plan.events:
            plan = mending(folder, _event_meant(plan.events, yes))
        if not plan.changes:
            _tell_the_rest(plan)
            if plan.helpless or any(problem.file not in plan.made for problem in errors(plan.faults)):
                raise typer.Exit(REFUSED)
            same = "现在的文件和这一份备份完全相同。" if wanted else "文件都在，都能读，记录完好：没有要恢复的。"
            say(same + ("" if wanted or not copies else "要整个回到某一份备份：restore --snapshot 序号"))
            return
        for line in _what_will_happen(plan):
            say(line)
        if not _wanted_so(plan, bool(wanted), yes):
            say("什么都没有改动。")
            raise typer.Exit(REFUSED)
        kept = carry_out(folder, plan)
        say(f"已恢复。恢复之前的全部文件另存为 {FOLDER}/{kept.name}，要回到恢复之前：restore --snapshot {kept.name}")
        _tell_the_rest(plan)
        _tell_where_it_stands(folder, before)
        if plan.helpless:
            raise typer.Exit(REFUSED)


def _finish(folder: Path) -> None:
    """Do the rest of a restore that was cut off; one that cannot be finished is told and begun anew."""
    try:
        if finish(folder):
            say("上一次恢复做到一半断了，现在已经接着做完。")
    except InputProblems as found:
        if found.exit_code == 5:
            raise
        show_problems(found.problems)
        say("上一次恢复接不上了，下面按现在的文件重新来；当时的全部文件在「备份」里名字带「恢复前」的一份。")
        give_up(folder)


def _event_meant(events: list[Snapshot], yes: bool) -> str:
    """Of which event the journal shall be taken: its first line's hash. Leaves where that is not said."""
    say("记录不见了，备份又不一定是本赛事的：")
    for number, one in enumerate(events, start=1):
        say(f"  {number}. 赛事「{one.event or '名称读不出来'}」　最新的一份 {one.path.name}")
    typed = None if yes else answer("用哪一个赛事的记录？请输入序号（回车不恢复）：")
    if typed and typed.isdecimal() and 1 <= int(typed) <= len(events):
        return events[int(typed) - 1].first
    say("没有恢复。是本赛事的，请用：restore --snapshot 文件名；别的赛事的备份请移出「备份」文件夹。")
    raise typer.Exit(REFUSED)


def _wanted_so(plan: Restoration, named: bool, yes: bool) -> bool:
    """Whether to go on: a copy that was named is meant; what forgets published rounds needs a word of its own."""
    if plan.forgets and not named:
        say("先找更新的记录：U 盘、别的电脑、云盘里的 journal.jsonl，或「备份」里更新的一份，拷回来再恢复。")
        number = plan.taken[JOURNAL_FILE].line
        if yes:
            say(f"确实没有，裁判长同意以后：不加 --yes 再运行，按提示输入「{AGAIN}」，填着成绩的表留着；")
            say(f"或 restore --snapshot {number}，各轮的表也回到那一份。")
            return False
        return answer(f"确实没有，裁判长同意重新编排，请输入「{AGAIN}」（回车不恢复）：") == AGAIN
    return yes or agreed("现在恢复吗？", enter=not (plan.replaced or plan.moved or plan.typed_since or plan.forgets))


def _what_will_happen(plan: Restoration) -> list[str]:
    lines = ["将要做的："]
    for name, snapshot in plan.taken.items():
        how = "（代替现在的这一份）" if name in plan.replaced or name in plan.moved else ""
        lines.append(f"  {name}　取自 {snapshot.path.name}{how}")
    lines += [f"  {name}　移到 {FOLDER}/{MOVED}，不删除" for name in plan.moved]
    if plan.left_behind:
        lines.append(f"  以后的 {len(plan.left_behind)} 份备份　移到 {FOLDER}/{MOVED}，不删除")
    for copy in dict.fromkeys(plan.taken[name] for name in plan.typed_since):
        names = "、".join(name for name in plan.typed_since if plan.taken[name] is copy)
        lines.append(f"注意：{names} 这份是 {_time(copy)}{copy.what}时存的，以后填的没有了：请核对变动、缴费、成绩。")
    if plan.parted:
        words = f"  注意：现在的记录是好的，但从第 {plan.parted} 行起和这份备份不同，是两条线（例如别的电脑上的练习）。"
        lines.append(f"{words}先看哪一份和桌上的对阵表一致；备份不对的，把它移出「备份」文件夹，不要恢复。")
    for name in plan.newer:
        lines.append(f"注意：{name} 比取回的记录新，可是损坏了，用不上。")
    for one in plan.unproven:
        lines.append(f"注意：{one.file} {one.words}，取回的记录里没有{one.round}，恢复后会重新编排。")
    if plan.unproven:
        lines.append(f"  重编的对阵和移到 {FOLDER}/{MOVED} 的表相同，成绩就照那张表抄；不同，请裁判长决定用哪一份。")
    return lines


def _time(one: Snapshot) -> str:
    """``11:03 ``; of a copy without a time its file's name."""
    clock = re.match(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)", one.time)
    return f"{clock[1]} {clock[2]} " if clock else one.path.name


def _tell_the_rest(plan: Restoration) -> None:
    for name in plan.made:
        say(f"{name}：没有合用的备份，下一步（next）会按记录重新写出。")
    for name in plan.helpless:
        if name == JOURNAL_FILE:
            say(f"{name}：备份里也没有可用的记录。请从 U 盘或别的电脑拷回；没有它，程序不知道公布过什么。")
            continue
        say(f"{name}：没有合用的备份。请先用 Excel 或 WPS 打开修复；修复不了的轮次表移出文件夹，再运行 next，按记录重写空表。")


def _tell_where_it_stands(folder: Path, before: bool) -> None:
    """The state that came back; one from before a restore may be broken, and is told as it is."""
    try:
        event = open_event(folder)
    except InputProblems as found:
        say("这一份是恢复之前的原样，有问题也照样放回：" if before else "还要处理：")
        show_problems(found.problems)
        return
    show_problems(keep(folder))
    say(f"现在：{stands(event)}")
    for line in pending_lines(event):
        say(line)
    say("下一步（next）从这里接着做：轮次表里填好而记录里还没有的成绩，会当作新填的再确认一次。")
