"""The console: words said, questions asked, problems shown and kept in 问题清单.xlsx. Words are Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import typer

from qisai.excel.problem_list import PROBLEM_LIST, take_problem_list_away, write_problem_list
from qisai.pairing.field import NoLegalPairing
from qisai.problems import CODES, ERROR, WARNING, InputProblems, Problem, stop_on_errors
from qisai.vocabulary import EVENT_FILE

NO_LEGAL_PAIRING = 4
REFUSED = 3
MOST_SHOWN = 30  # problems printed in full
FEW_ALIKE, MOST_ALIKE = 3, 8  # warnings of one kind printed one by one; their cells named behind the first
LONGEST_SHOWN = 80  # characters of a cell


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


YES = ("y", "yes", "是", "好", "对", "公布")


def agreed(question: str, enter: bool = True) -> bool:
    """A yes by y or 是 (and by Enter where ``enter`` says so); nothing that cannot be read is taken for a yes."""
    hint = "回车或 y 是，n 否" if enter else "y 是，回车或 n 否"
    while (typed := answer(f"{question}（{hint}）")) is not None:
        if typed.lower() in YES:
            return True
        if typed.lower() in ("n", "no", "否", "不", "不公布"):
            return False
        if not typed:
            return enter
    return False


@dataclass
class _Shown:
    """The problems shown by the command that runs, and the event folder where their list goes.

    ``whole``: the command looks at the whole event, so that its problems are all there are.
    """

    folder: Path | None = None
    whole: bool = False
    problems: list[Problem] = field(default_factory=list)


_shown = _Shown()


@contextmanager
def problems_in_words(folder: Path | None = None, whole: bool = False) -> Iterator[None]:
    """Print what is wrong with the input, all of it, and leave with its exit code; never a traceback.

    In an event ``folder`` all that is shown also stands in 问题清单.xlsx, of a command that does not look at the
    ``whole`` event only what has a cell; a command that does and finds nothing takes an old list away.
    """
    _shown.folder, _shown.whole, _shown.problems = folder, whole, []
    try:
        yield
    except InputProblems as found:
        if all(problem.code == "not_yet" for problem in found.problems):  # nothing is wrong
            for problem in found.problems:
                say(f"现在还不能做：{problem.wrong}。")
            raise typer.Exit(found.exit_code) from None
        show_problems(found.problems)
        _list_shown()
        again = "已经记录的不会丢；关闭文件、检查磁盘后再运行一次，程序会接着做完。"
        say(again if found.exit_code == 5 else "除上面写明已确认的以外，什么都没有改动。请改正后再运行一次。")
        raise typer.Exit(found.exit_code) from None
    except NoLegalPairing as none:
        show_ways_out(none)
        _list_shown()
        raise typer.Exit(NO_LEGAL_PAIRING) from None
    except typer.Exit:
        _list_shown()
        raise
    _list_shown(done=True)


def _listable(problems: Sequence[Problem]) -> bool:
    """Whether these problems go into a list in the folder of the command."""
    event = _shown.folder is not None and (_shown.folder / EVENT_FILE).is_file()
    passing = any(problem.code in ("busy", "exists") for problem in problems)  # nothing in the sheets
    return event and bool(problems) and not passing and (_shown.whole or any(problem.cell for problem in problems))


def _list_shown(done: bool = False) -> None:
    """Keep 问题清单.xlsx in step with what was shown; a list that is open in Excel is told and stops nothing."""
    folder = _shown.folder
    if folder is None:
        return
    try:
        if _listable(_shown.problems):
            write_problem_list(folder, _shown.problems)
        elif done and _shown.whole and not _shown.problems:
            take_problem_list_away(folder)
    except InputProblems:
        say(f"{PROBLEM_LIST} 正开着或写不进去，没有更新；以上面屏幕上的为准。")


def show_problems(problems: Sequence[Problem]) -> None:
    """How many there are, then one numbered block a problem, errors first: where, what stands there, what is wrong,
    what to do. Of many alike, and of very many, the rest is counted: the list in the folder has them all."""
    if not problems:
        return
    _shown.problems += problems
    ordered = sorted(problems, key=lambda problem: problem.level != ERROR)
    counts = Counter(problem.level for problem in ordered)
    where = f"；清单：{_shown.folder / PROBLEM_LIST}" if _shown.folder and _listable(_shown.problems) else ""
    say("，".join(f"{level} {counts[level]} 处" for level in (ERROR, WARNING) if counts[level]) + where)
    blocks = list(_blocks(ordered))
    for number, (problem, alike) in enumerate(blocks[:MOST_SHOWN], start=1):
        place = " › ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        value = f"　内容「{shortened(problem.value)}」" if problem.value else ""
        say(f"{number}. {problem.level}　{place}{value}")
        say(f"   {problem.wrong}。{problem.remedy}。 [{problem.code}]")
        if alike:
            cells = "、".join(filter(None, (other.cell for other in alike[:MOST_ALIKE])))
            more = " 等" if len(alike) > MOST_ALIKE else ""
            say(f"   同样的{problem.level}还有 {len(alike)} 处" + (f"：{cells}{more}" if cells else ""))
    if rest := blocks[MOST_SHOWN:]:
        left = Counter(problem.level for first, alike in rest for problem in (first, *alike))
        counted = "、".join(f"{level} {count} 处" for level, count in left.items())
        say(f"还有{counted}没有列出" + ("，都在清单里。" if where else "。"))


def _blocks(problems: Iterable[Problem]) -> Iterator[tuple[Problem, list[Problem]]]:
    """Each problem with those that need not be told in full: more than a few warnings of one kind on one sheet."""
    kinds: dict[object, list[Problem]] = {}
    for position, problem in enumerate(problems):
        alike = (problem.code, problem.file, problem.sheet, CODES[problem.code].wrong.startswith("{detail}") and problem.wrong)
        kinds.setdefault(alike if problem.level != ERROR else position, []).append(problem)
    for same in kinds.values():
        told = same if len(same) <= FEW_ALIKE else same[:1]
        yield from ((problem, []) for problem in told[:-1])
        yield told[-1], same[len(told) :]


def shortened(words: str) -> str:
    """A cell's words on one line of the screen."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"


def show_ways_out(none: NoLegalPairing) -> None:
    say(f"{none.where}没有合乎规则的对阵，没有公布。")
    say_why_none(none)
    if none.compromises:
        say("可选的办法（每一种都要裁判长同意）：")
        for name, words in none.compromises:
            say(f"  --relax {name}　{words}")
    else:
        say("放宽规则也编不出来，请检查「变动」表的锁定对阵、指定轮空、禁止对阵。")
    say_changes(none)


def say_why_none(none: NoLegalPairing) -> None:
    if none.reason:
        say(f"原因：{none.reason}。")


def say_changes(none: NoLegalPairing) -> None:
    """What the arbiter could take back of his wishes instead of giving up a rule."""
    if none.changes:
        say("也可以改安排，存盘后再做一次「下一步」：" if none.compromises else "改了安排就能编，存盘后再做一次「下一步」：")
        for words in none.changes:
            say(f"  {words}")


def tell_printed(paths: Sequence[Path], problems: Sequence[Problem], waits: bool = False, notes: Sequence[str] = ()) -> None:
    """What was written, what there is to say of it, then what was not written; what has to wait is no error where everything
    was asked for (``waits``)."""
    for words in (*(f"已写出 {path}" for path in paths), *notes):
        say(words)
    waiting = [problem for problem in problems if waits and problem.code == "print_nothing"]
    for problem in waiting:
        say(f"没有做：{problem.wrong}。{problem.remedy}。")
    rest = [problem for problem in problems if problem not in waiting]
    stop_on_errors(rest)
    show_problems(rest)
