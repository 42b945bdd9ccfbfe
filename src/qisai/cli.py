"""The command line: ``python -m qisai VERB FOLDER``. Words to the organizer are Chinese; help has English too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from qisai import notebooks, steps
from qisai.event import Event, open_event
from qisai.exchange.tidy import read_tidy
from qisai.menu import menu
from qisai.pairing.criteria import COMPROMISES
from qisai.pairing.field import NoLegalPairing
from qisai.problems import ERROR, InputProblems, Problem, errors
from qisai.record import Publication
from qisai.regulation.templates import TEMPLATES
from qisai.reports.drafts import write_drafts
from qisai.reports.words import checkup_lines, claims, correction_lines, entry_lines, pending_lines
from qisai.simulate import simulate as fill_results
from qisai.verify import compare
from qisai.verify import verify as referee
from qisai.vocabulary import NUMBERS_FILE

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="棋赛：象棋比赛的编排、名次、奖项和图表。\n\nRuns a xiangqi tournament from Excel sheets.",
)
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="赛事文件夹 (the event folder)")]
Yes = Annotated[bool, typer.Option("--yes", help="不提问，直接公布 (publish without asking)")]
Relax = Annotated[list[str] | None, typer.Option(help="裁判长同意放宽的规则：颜色、轮空、重赛 (compromises)")]
Reports = Annotated[bool, typer.Option(help="公布后更新报表 (bring reports up to date)")]

NO_LEGAL_PAIRING = 4
CHAIN = "points,opponents_score,wins,fouls,black_games,previous"  # 2020 rules 14.3.1


def say(words: str = "") -> None:
    typer.echo(words)


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
        say(f"{none.where}没有合乎规则的对阵，没有公布。可选的办法（每一种都要裁判长同意）：")
        for name, words in none.compromises:
            say(f"  --relax {name}　{words}")
        raise typer.Exit(NO_LEGAL_PAIRING) from None


def show_problems(problems: Sequence[Problem]) -> None:
    """One numbered block a problem, errors first: where, what stands there, what is wrong, what to do."""
    for number, problem in enumerate(sorted(problems, key=lambda problem: problem.level != ERROR), start=1):
        where = " › ".join(part for part in (problem.file, problem.sheet, problem.cell) if part)
        value = f"　内容「{problem.value}」" if problem.value else ""
        say(f"{number}. {problem.level}　{where}{value}")
        say(f"   {problem.wrong}。{problem.remedy}。 [{problem.code}]")


@app.command()
def new(
    folder: Folder,
    regulation: Annotated[str, typer.Option(help="danyang 或 blank：照哪份规程建表 (which rule sheet to start from)")] = "blank",
) -> None:
    """新建赛事文件夹和 赛事.xlsx。Makes an event folder with its sheets."""
    if regulation not in TEMPLATES:
        raise typer.BadParameter(f"可选：{'、'.join(TEMPLATES)}", param_hint="--regulation")
    with problems_in_words():
        path = steps.new(folder, TEMPLATES[regulation]())
    say(f"已建立 {path}。请用 Excel 或 WPS 填写「规程」「报名」等表，然后运行 python -m qisai check \"{folder}\"")


@app.command()
def check(folder: Folder) -> None:
    """检查报名、规程、各轮成绩，并做规程体检。Checks all sheets; changes nothing."""
    with problems_in_words():
        event = open_event(folder)
        steps.check_glyphs(event)
        _, problems = event.sheets()
        if errors(problems):
            raise InputProblems(problems)
        show_problems([*event.notices, *problems])
        for line in (*entry_lines(event), "", *checkup_lines(event)):
            say(line)


@app.command()
def draw(folder: Folder) -> None:
    """报到结束后抽签，发编号。Draws the numbers by lot and freezes them."""
    with problems_in_words(), steps.changing(folder) as event:
        show_problems(event.notices)
        order = steps.draw(event)
        say(f"抽签完成：{len(order)} 人，种子「{event.record.seed}」。编号见 {folder / NUMBERS_FILE}")
        say("任何人都可以用种子重算：按 SHA-256(种子|编号|序号) 从小到大排。")


@app.command("next")
def next_(
    folder: Folder,
    yes: Yes = False,
    relax: Relax = None,
    reports: Reports = True,
) -> None:
    """收成绩、出下一轮。Accepts results, drafts the next round, asks, publishes."""
    advance(folder, yes, compromises(relax), reports)


def compromises(relax: list[str] | None) -> frozenset[str]:
    relaxed = frozenset(part for choice in relax or () for part in choice.split("、"))
    if unknown := relaxed - set(COMPROMISES):
        raise typer.BadParameter(f"{'、'.join(unknown)}；可选：{'、'.join(COMPROMISES)}", param_hint="--relax")
    return relaxed


def advance(folder: Path, yes: bool, relaxed: frozenset[str] = frozenset(), reports: bool = True) -> None:
    """The organizer's whole round: what ``next`` does, for the command and for the notebook."""
    with problems_in_words():
        with steps.changing(folder) as event:
            _tell_found(event)
            accepted = steps.accept(event)
            _tell_accepted(event, accepted)
            closed = steps.closable(event)
            for group in closed:
                steps.close(event, group)
                say(f"{group}全部比赛结束，总名次已记录。")
            drafted, stuck = steps.drafts(event, relaxed)
            moved = drafted or accepted.rounds or accepted.corrections or closed
            if accepted.open and not moved and not stuck:
                raise InputProblems(accepted.open)
            for problem in accepted.open:
                say(f"还在等：{problem.wrong}（{problem.file} {problem.cell}）")
            if not moved and not stuck:
                say("比赛已经结束，没有要做的事。")
            if drafted:
                _ask_and_publish(event, drafted, yes)
            for none in stuck:
                raise none
        if reports:
            bring_up_to_date(folder)


@app.command()
def publish(folder: Folder, relax: Relax = None, reports: Reports = True) -> None:
    """公布已经看过的草稿。Publishes the drafts shown before, without taking new results."""
    with problems_in_words():
        with steps.changing(folder) as event:
            drafted, stuck = steps.drafts(event, compromises(relax))
            if drafted:
                _ask_and_publish(event, drafted, yes=True)
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


def _tell_accepted(event: Event, accepted: steps.Accepted) -> None:
    show_problems(accepted.notices)
    for correction in accepted.corrections:
        for line in correction_lines(event, correction):
            say(line)
    for publication in accepted.rounds:
        say(f"{publication.group}第 {publication.round} 轮（{publication.stage}）成绩已确认。")


def answer(question: str) -> str | None:
    """A line typed at a question; None where nothing can be typed, "?" where it cannot be read."""
    try:
        return input(question).strip()
    except UnicodeDecodeError:
        return "?"
    except (EOFError, RuntimeError, OSError):
        say()
        return None


def agreed(question: str) -> bool:
    """A yes by Enter, y or 是; nothing that cannot be read is taken for a yes."""
    while (typed := answer(f"{question}（回车或 y 是，n 否）")) is not None:
        if typed.lower() in ("", "y", "yes", "是", "好", "公布"):
            return True
        if typed.lower() in ("n", "no", "否", "不", "不公布"):
            return False
    return False


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


def bring_up_to_date(folder: Path) -> None:
    """Reports after a step; their failure is told and never stops play."""
    try:
        for path in notebooks.update(folder, progress=say):
            say(f"已更新 {path}")
    except InputProblems as found:
        show_problems(found.problems)
    except Exception as error:  # play goes on whatever a picture does; the words say what to try
        say(f"报表没有全部生成（{type(error).__name__}：{error}）。比赛不受影响，可稍后运行 run。")


@app.command()
def undo(
    folder: Folder,
    reason: Annotated[str, typer.Option(help="撤回的理由，记入记录 (the reason, kept in the journal)")] = "",
    file: Annotated[str, typer.Option(help="撤回哪个轮次文件；不写就是最近公布的 (which round file)")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="不问理由 (do not ask for the reason)")] = False,
) -> None:
    """撤回最近一次公布（还没有填成绩时），或首轮前的抽签。Takes back the last publication."""
    with problems_in_words(), steps.changing(folder) as event:
        if not reason and not yes:
            reason = answer("撤回的理由：") or ""
        say(f"已撤回：{steps.undo(event, reason or '未写理由', file)}")


@app.command()
def run(
    folder: Folder,
    force: Annotated[bool, typer.Option(help="全部重做 (make everything again)")] = False,
) -> None:
    """更新报表：表格、图片、网页。Brings the reports up to date; never pairs, never publishes."""
    with problems_in_words():
        event = open_event(folder)
        show_problems(event.notices)
        for line in pending_lines(event):
            say(line)
        try:
            made = notebooks.update(folder, progress=say, force=force)
        except notebooks.ReportsFailed as failed:
            say(str(failed))
            raise typer.Exit(1) from None
        say(f"更新了 {len(made)} 份报告。" if made else "报告都是最新的，没有写任何文件。")
        for line in notebooks.what_to_open(event):
            say(line)


@app.command()
def verify(folder: Folder) -> None:
    """用另一套独立的程序复核抽签、编排、积分、名次、奖项。Re-derives everything with a second referee."""
    with problems_in_words():
        report = referee(folder)
        findings = list(report.findings)
        for group, competition in open_event(folder).competitions.items():
            findings += compare(report, claims(competition), group)
        for topic, count in report.checks.items():
            say(f"{topic}：核对 {count} 项")
        for finding in findings:
            say(f"不一致：{finding.topic} {finding.where}：记录为「{finding.claimed}」，重算为「{finding.derived}」")
        say("复核一致。" if not findings else f"发现 {len(findings)} 处不一致。")
        if findings:
            raise typer.Exit(3)


@app.command()
def simulate(folder: Folder, seed: Annotated[str, typer.Option(help="成绩种子 (seed)")] = "演练") -> None:
    """演练赛事：填上还空着的成绩。Fills blank results, only in an event marked 演练."""
    with problems_in_words(), steps.changing(folder) as event:
        for file, count in fill_results(event, seed).items():
            say(f"{file}：填了 {count} 局")


@app.command("import")
def import_(
    folder: Folder,
    csv: Annotated[Path, typer.Option(help="players.csv 和 games.csv 所在的文件夹 (folder of a tidy CSV event)")],
    chain: Annotated[str, typer.Option(help="名次指标，英文名用逗号隔开 (tie-break chain)")] = CHAIN,
    scores: Annotated[str, typer.Option(help="胜,和,负 的分数")] = "2,1,0",
) -> None:
    """导入别处比完的比赛。Makes an event folder of an event played elsewhere (tidy CSV)."""
    with problems_in_words():
        count = steps.import_event(folder, read_tidy(csv), chain.split(","), scores.split(","))
        say(f"已导入 {count} 局到 {folder}")


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point; without words the menu. Characters that the console cannot show are replaced, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    words = list(sys.argv[1:] if argv is None else argv)
    if words:
        app(args=words)
    else:
        menu(answer, _from_menu, say)


def _from_menu(words: list[str]) -> int:
    """One command from the menu; whatever its exit code, the menu goes on."""
    try:
        app(args=words)
    except SystemExit as left:
        return int(left.code or 0)
    return 0
