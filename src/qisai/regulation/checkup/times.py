"""The day plan: is it written, is it whole, and is there time to play."""

from __future__ import annotations

import datetime
import math
import re
from collections import Counter
from collections.abc import Iterator

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.model import Stage
from qisai.regulation.settings import BY_KEY
from qisai.regulation.summary import spans


def schedule(facts: Facts) -> Iterator[Remark]:
    """A schedule that is empty (Danyang 补充一) or lacks rounds, has one twice or too many."""
    rules = facts.rules
    times = Counter(row.round for row in rules.schedule if row.round is not None)
    all_rounds = range(1, max(stage.last for stage in rules.stages) + 1)
    missing = tuple(number for number in all_rounds if number not in times)
    twice = tuple(number for number, count in times.items() if count > 1)
    beyond = tuple(number for number in times if number not in all_rounds)
    says = facts.says("schedule", f"「日程」表有 {len(times)} 轮，比赛共 {len(all_rounds)} 轮")
    if not times:
        yield Remark("赛程", facts.says("schedule", "「日程」表是空的"), "各轮没有日期和时间",
                     "图表和文章不写各轮的开始时间", "在「日程」表填各轮的日期和时间", False)  # fmt: skip
        return
    for rounds, doubt in ((missing, "没有时间"), (twice, "写了两次"), (beyond, "不在阶段表里")):
        if rounds and not (rules.group and rounds is not missing):  # groups share one 日程
            yield Remark("赛程", says, f"第 {spans(rounds)} 轮{doubt}", "按「日程」表已有的行",
                         "在「日程」表改正", False)  # fmt: skip
    if facts.quote("schedule") and not missing:
        yield Remark("赛程", says, BY_KEY["schedule"].question, f"按「日程」表的 {len(times)} 轮{_lengths(facts)}",
                     "由组委会另行通知", True)  # fmt: skip


def _lengths(facts: Facts) -> str:
    """How long the games last at most, to hold against the day plan."""
    found = {stage.name: minutes for stage in facts.rules.stages if (minutes := game_minutes(stage.clock))}
    return "；一轮最长约" + "、".join(f"{name} {minutes} 分钟" for name, minutes in found.items()) if found else ""


def day_plan(facts: Facts) -> Iterator[Remark]:
    """A round must have time to end before the next: both clocks and 80 moves' increments, by 用时."""
    starts = {row.round: _moment(row.date, row.time) for row in facts.rules.schedule if row.round}
    faults = []
    for number, start in starts.items():
        if number + 1 not in starts:
            continue
        gap = (starts[number + 1] - start).total_seconds() / 60
        running = [stage for stage in facts.rules.stages if number in stage.rounds]
        need = max((minutes for stage in running if (minutes := game_minutes(stage.clock))), default=0)
        if gap <= 0:
            faults.append(f"第 {number + 1} 轮不比第 {number} 轮晚")
        elif gap < need:
            faults.append(f"第 {number}、{number + 1} 轮相隔 {gap:.0f} 分钟，按用时一轮最长约 {need} 分钟")
    if faults:
        yield Remark("日程", "「日程」表与「阶段」表的用时", "；".join(faults), "按「日程」表", "推后下一轮，或缩短用时", False)


def _moment(date: str, time: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(f"{date}T{time}")


def game_minutes(clock: str) -> int | None:
    """How long the games that 用时 describes last at most, in minutes; None where it cannot be read.

    >>> game_minutes("每方20分钟，每步加5秒"), game_minutes("红6分钟加3秒、黑4分钟加3秒"), game_minutes("慢棋")
    (47, 14, None)
    """
    total = 0.0
    for part in re.split("[；;]", clock):
        found = re.findall(r"(\d+)(?:分钟?|['′])(?:[^\d]*?(\d+)(?:秒|[\"″]))?", part)
        sides = 1 if "红" in part and "黑" in part and len(found) == 2 else 2
        total += sides * sum(int(minutes) + 40 * int(seconds or 0) / 60 for minutes, seconds in found)
    return math.ceil(total) or None


def clock_words(facts: Facts) -> Iterator[Remark]:
    """One sentence gives all games one clock, another the knockout its own (Tianshui, supplement 5 and 六)."""
    quote = facts.quote("clock")
    written = _main_time(quote)
    other = [stage for stage in facts.rules.stages if written and _main_time(stage.clock) not in ("", written)]
    if other:
        own = "、".join(f"{stage.name} {_main_time(stage.clock)} 分钟" for stage in other)
        yield Remark("用时", quote, f"这里写 {written} 分钟，「阶段」表里{own}", f"按「阶段」表：{_clocks(facts.rules.stages)}",
                     f"都是 {written} 分钟", facts.decided("clock"))  # fmt: skip


def _main_time(clock: str) -> str:
    """The minutes of the first game that a clock text names."""
    found = re.search(r"(\d+)(?:分|['′])", clock)
    return found[1] if found else ""


def _clocks(stages: tuple[Stage, ...]) -> str:
    return "；".join(f"{stage.name} {_main_time(stage.clock)} 分钟" for stage in stages if _main_time(stage.clock))
