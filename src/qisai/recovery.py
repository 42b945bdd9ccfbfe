"""Copies of the event as the organizer meets them: kept at every step, and the question before going back to one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import typer

from qisai import steps
from qisai.console import REFUSED, agreed, problems_in_words, say, show_problems
from qisai.event import Event, open_event
from qisai.event.snapshots import FOLDER, MOVED
from qisai.reports.words import pending_lines, stands
from qisai.steps.snapshots import Restoration, carry_out, chosen, keep, listed, mending, whole_state
from qisai.vocabulary import EVENT_FILE, JOURNAL_FILE


@contextmanager
def changing(folder: Path) -> Iterator[Event]:
    """One change of the event, and at its end a word where no copy of the new state could be kept."""
    with ExitStack() as last, steps.changing(folder) as event:
        last.callback(lambda: show_problems([problem for problem in event.notices if problem.code == "snapshot_failed"]))
        yield event


def restore(folder: Path, wanted: str, yes: bool) -> None:
    """What ``restore`` does: mend what is missing or cannot be read, or with ``wanted`` go back to a whole copy."""
    with problems_in_words(folder), steps.alone(folder):
        plan = whole_state(folder, chosen(folder, wanted)) if wanted else mending(folder)
        if plan.faults:
            say("现在的问题：")
            show_problems(plan.faults)
        copies = list(listed(folder))
        say("备份（新的在前）：" if copies else "还没有备份：抽签、公布、确认以后程序自动存到「备份」文件夹。")
        for line in copies:
            say(line)
        if not plan.changes:
            _tell_the_rest(plan)
            if not plan.faults:
                same = "现在的文件和这一份备份完全相同。" if wanted else "文件都在，都能读，记录完好：没有要恢复的。"
                say(same + ("" if wanted or not copies else "要整个回到某一份备份：restore --snapshot 序号"))
            return
        for line in _what_will_happen(plan):
            say(line)
        if not yes and not agreed("现在恢复吗？", enter=not plan.replaced and not plan.moved):
            say("什么都没有改动。")
            raise typer.Exit(REFUSED)
        kept = carry_out(folder, plan)
        say(f"已恢复。恢复之前的全部文件另存为 {FOLDER}/{kept.name}，随时可以再恢复回来。")
        _tell_the_rest(plan)
        if EVENT_FILE not in plan.helpless:
            event = open_event(folder)
            show_problems(keep(folder))
            say(f"现在：{stands(event)}")
            for line in pending_lines(event):
                say(line)
            say("下一步（next）从这里接着做：轮次表里填好而记录里还没有的成绩，会当作新填的再确认一次。")


def _what_will_happen(plan: Restoration) -> list[str]:
    lines = ["将要做的："]
    for name, snapshot in plan.taken.items():
        how = "（代替现在的这一份）" if name in plan.replaced or name in plan.moved else ""
        lines.append(f"  {name}　取自 {snapshot.path.name}{how}")
    lines += [f"  {name}　移到 {FOLDER}/{MOVED}，不删除" for name in plan.moved]
    if plan.left_behind:
        lines.append(f"  以后的 {len(plan.left_behind)} 份备份　移到 {FOLDER}/{MOVED}，不删除")
    return lines


def _tell_the_rest(plan: Restoration) -> None:
    for name in plan.made:
        say(f"{name}：没有合用的备份，下一步（next）会按记录重新写出。")
    for name in plan.helpless:
        if name == JOURNAL_FILE:
            say(f"{name}：备份里也没有可用的记录。请从 U 盘或别的电脑拷回；没有它，程序不知道公布过什么。")
            continue
        say(f"{name}：没有合用的备份。请先用 Excel 或 WPS 打开修复；修复不了的轮次表移出文件夹，再运行 next，按记录重写空表。")
