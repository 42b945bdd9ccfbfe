"""The command line: ``python -m qisai VERB FOLDER``. Words to the organizer are Chinese; help has English too."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from qisai import dialogue, draw_dialogue, notebooks, recovery, signup_dialogue, steps
from qisai.console import REFUSED, agreed, answer, problems_in_words, say, show_problems, tell_printed
from qisai.event import open_event
from qisai.exchange.checkup import DOUBTS, checkup
from qisai.exchange.played import same_ids
from qisai.exchange.tidy import GAMES, read_tidy
from qisai.exchange.trf_reader import read_trf
from qisai.exchange.trf_writer import VERSIONS
from qisai.menu import menu
from qisai.pairing.absolute import COMPROMISES
from qisai.problems import InputProblems, Problem, errors
from qisai.regulation.settings import names
from qisai.regulation.summary import points_text
from qisai.regulation.templates import TEMPLATES
from qisai.reports.books import BOOKS, write_book
from qisai.reports.ceremony import ceremony_lines, write_ceremony
from qisai.reports.hall import ALL, KINDS, how_to_cut, write_hall
from qisai.reports.paper import take_paper_away, write_numbers
from qisai.reports.team import team_claims
from qisai.reports.words import checkup_lines, claims, entry_lines, pending_lines, stands
from qisai.simulate import simulate as fill_results
from qisai.steps.signups import born_later
from qisai.tournament.lots import BY_LOT, HOW
from qisai.usage import obey
from qisai.verify import compare
from qisai.verify import verify as referee
from qisai.vocabulary import EVENT_FILE, NUMBERS_FILE

#: Objects made before the memory is swept: the default of 700 costs a tenth of the time of every command.
COLLECT = 50_000

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="棋赛：象棋比赛的编排、名次、奖项和图表。\n\nRuns a xiangqi tournament from Excel sheets.",
)
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="赛事文件夹 (the event folder)")]
Yes = Annotated[bool, typer.Option("--yes", help="不提问，直接公布 (publish without asking)")]
Relax = Annotated[list[str] | None, typer.Option(help=f"裁判长同意放宽的规则：{'、'.join(COMPROMISES)} (compromises)")]
Reports = Annotated[bool, typer.Option(help="打印和更新报表 (paper and reports)")]
Show = Annotated[bool, typer.Option("--open/--no-open", help="打开打印件 (open the paper; never with --yes)")]


@app.command()
def new(
    folder: Folder,
    regulation: Annotated[str, typer.Option(help=f"照哪份规程建表 (rule sheet)：{'、'.join(TEMPLATES)}")] = "option1",
) -> None:
    """新建赛事文件夹和 赛事.xlsx。Makes an event folder with its sheets."""
    if regulation not in TEMPLATES:
        raise typer.BadParameter(f"可选：{'、'.join(TEMPLATES)}", param_hint="--regulation")
    with problems_in_words():
        path = steps.new(folder, TEMPLATES[regulation].sheets())
    say(f"已建立 {path}。请用 Excel 或 WPS 填写「规程」「报名」等表，然后运行 python -m qisai check \"{folder}\"")


@app.command()
def check(folder: Folder) -> None:
    """检查报名、规程、各轮成绩，并做规程体检。Checks all sheets; changes nothing."""
    with problems_in_words(folder, whole=True):
        event = open_event(folder)
        _, problems = event.sheets()
        problems += steps.glyph_problems(event) + steps.logo_warnings(event) + born_later(event)
        if errors(problems):
            raise InputProblems(problems)
        show_problems([*event.notices, *problems])
        for line in (*entry_lines(event), "", *checkup_lines(event)):
            say(line)


@app.command()
def signup(
    folder: Folder,
    map_: Annotated[
        list[str] | None, typer.Option("--map", help="列用作什么：C=组别；不用写 D=；几张表时写明哪张 名单.xlsx:C=组别 (columns)")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="不提问，列照找到的用 (take the columns as found)")] = False,
    split: Annotated[bool | None, typer.Option(help="一行一队的表拆成一人一行 (one team a row: one person a row)")] = None,
) -> None:
    """读「报名导入」里的问卷、接龙、各队的表，新来的人写成 新增报名.xlsx。Reads sign-ups of any form."""
    signup_dialogue.sign_up(folder, map_ or (), yes, split)


@app.command()
def draw(
    folder: Folder, yes: Annotated[bool, typer.Option("--yes", help="不提问，直接抽签 (draw without asking)")] = False
) -> None:
    """报到结束后抽签，发编号。Draws the numbers by lot and freezes them."""
    with problems_in_words(folder, whole=True), recovery.changing(folder) as event:
        show_problems(event.notices)
        heads = int(event.entries["entered"].sum())
        asks = not yes and not event.record.numbers and dialogue.somebody_there()
        if not event.record.numbers and not draw_dialogue.left_out_agreed(event, asks):
            raise typer.Exit(REFUSED)
        if rated := draw_dialogue.ratings_told(event):
            say(rated)
        if asks and not agreed(f"现在给 {heads} 人抽签吗？"):
            say("没有抽签。")
            return
        order = steps.draw(event)
        done = "抽签完成" if event.record.numbering == BY_LOT else "编号排好"
        say(f"{done}：{len(order)} 人，种子「{event.record.seed}」。编号见 {folder / NUMBERS_FILE}")
        say(f"任何人都可以用种子重算：{HOW[event.record.numbering]}。")
        say(f"编号名单（张贴用）：{write_numbers(event)}")


@app.command("next")
def next_(
    folder: Folder,
    yes: Yes = False,
    relax: Relax = None,
    reports: Reports = True,
    show: Show = True,
) -> None:
    """收成绩、出下一轮。Accepts results, drafts the next round, asks, publishes, prints."""
    dialogue.advance(folder, yes, compromises(relax), reports, reports, show)


def compromises(relax: list[str] | None) -> frozenset[str]:
    relaxed = frozenset(part for choice in relax or () for part in choice.split("、"))
    if unknown := relaxed - set(COMPROMISES):
        raise typer.BadParameter(f"{'、'.join(unknown)}；可选：{'、'.join(COMPROMISES)}", param_hint="--relax")
    return relaxed


@app.command()
def publish(folder: Folder, relax: Relax = None, reports: Reports = True, show: Show = True) -> None:
    """公布已经看过的草稿。Publishes the drafts shown before, without taking new results."""
    dialogue.publish(folder, compromises(relax), reports, show)


@app.command()
def paper(folder: Folder, show: Show = True) -> None:
    """重印最近一轮的对阵表和成绩单。Makes the paper of the newest round again."""
    with problems_in_words(folder):
        event = open_event(folder)
        in_play = [p for p in event.record.publications if p.accepted is None]
        newest = in_play or [p for p in event.record.publications if p.round == event.record.publications[-1].round]
        if not newest:
            raise InputProblems([Problem("not_yet", folder.name, details={"detail": "还没有公布任何一轮"})])
        dialogue.print_paper(event, newest, show)


@app.command()
def prizes(folder: Folder, show: Show = True) -> None:
    """颁奖：已定名次的颁奖次序、签收表、证书清单。Prize-giving on the places that are settled."""
    with problems_in_words(folder):
        event = open_event(folder)
        for line in ceremony_lines(event):
            say(line)
        for path in write_ceremony(event):
            say(f"颁奖：{path}")
            if show:
                dialogue.launch(path)


@app.command("print")
def print_(
    folder: Folder,
    what: Annotated[str, typer.Option(help=f"印什么 (what)：{'、'.join((*KINDS, ALL))}")] = ALL,
    large: Annotated[bool, typer.Option("--large", help="台卡一页两张，胸卡一页八张 (larger cards and badges)")] = False,
) -> None:
    """大厅用的：台卡、胸卡、签到表、证书、手工包。Table cards, badges, check-in, certificates, paper kit."""
    if what not in (*KINDS, ALL):
        raise typer.BadParameter(f"可选：{'、'.join((*KINDS, ALL))}", param_hint="--what")
    with problems_in_words(folder):
        paths, problems = write_hall(open_event(folder), what, large)
        tell_printed(paths, problems, what == ALL, how_to_cut(paths))


@app.command()
def book(folder: Folder, kind: Annotated[str, typer.Option(help=f"哪一种 (which)：{'、'.join(BOOKS)}")] = "秩序册") -> None:
    """秩序册、成绩册、签收表、交叉表。Programme, results book, receipts, cross table."""
    if kind not in BOOKS:
        raise typer.BadParameter(f"可选：{'、'.join(BOOKS)}", param_hint="--kind")
    with problems_in_words(folder):
        tell_printed(write_book(open_event(folder), kind), [])


@app.command("open")
def open_(folder: Folder) -> None:
    """打开报表文件夹。Opens the folder of the reports."""
    with problems_in_words(folder):
        event = open_event(folder)
        event.reports.mkdir(parents=True, exist_ok=True)
        for line in notebooks.what_to_open(event):
            say(line)
        say(f"报表：{event.reports}")
        dialogue.launch(event.reports)


@app.command("menu")
def menu_(folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="赛事文件夹 (the event folder)")] = None) -> None:
    """中文菜单，按数字就行。The Chinese menu."""
    menu(answer, _run, say, _stands, str(folder or ""))


@app.command()
def undo(
    folder: Folder,
    reason: Annotated[str, typer.Option(help="撤回的理由，记入记录 (the reason, kept in the journal)")] = "",
    file: Annotated[str, typer.Option(help="撤回哪个轮次文件；不写就是最近公布的 (which round file)")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="不问理由 (do not ask for the reason)")] = False,
) -> None:
    """撤回最近一次公布（还没有填成绩时），或首轮前的抽签。Takes back the last publication."""
    with problems_in_words(folder), recovery.changing(folder) as event:
        asks = not yes and not reason  # a reason on the command line is a decision made
        if asks and not file:
            file = dialogue.which_to_undo(event)
        what = file or (event.record.publications[-1].file if event.record.publications else "抽签")
        if asks and not agreed(f"撤回 {what}（已张贴的对阵表要一起收回）？", enter=False):
            say("没有撤回。")
            return
        if asks:
            reason = answer("撤回的理由：") or ""
        before = list(event.record.publications)
        say(f"已撤回：{steps.undo(event, reason or '未写理由', file)}")
        for publication in before:
            if event.record.find(*publication.key) is None:
                take_paper_away(event, publication)


@app.command()
def restore(
    folder: Folder,
    snapshot: Annotated[str, typer.Option(help="整个回到哪一份备份：序号或文件名 (a whole snapshot)")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="不提问，直接恢复 (restore without asking)")] = False,
) -> None:
    """恢复备份：找回丢失或打不开的文件，或整个回到某一步。Brings back what is lost, or a whole snapshot."""
    recovery.restore(folder, snapshot, yes)


@app.command()
def run(
    folder: Folder,
    force: Annotated[bool, typer.Option(help="全部重做 (make everything again)")] = False,
) -> None:
    """更新报表：表格、图片、网页。Brings the reports up to date; never pairs, never publishes."""
    with problems_in_words(folder):
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
    with problems_in_words(folder):
        report = referee(folder)
        findings = list(report.findings)
        event = open_event(folder)
        shared = team_claims(event)
        for group, competition in event.competitions.items():
            findings += compare(report, claims(competition) | shared, group)
            shared = {}
        for topic, count in report.checks.items():
            say(f"{topic}：核对 {count} 项")
        for line in (*report.proofs, *report.unchecked):
            say(line)
        for finding in findings:
            say(f"不一致：{finding.topic} {finding.where}：记录为「{finding.claimed}」，重算为「{finding.derived}」")
        say("复核一致。" if not findings else f"发现 {len(findings)} 处不一致。")
        if findings:
            raise typer.Exit(3)


@app.command()
def why(
    folder: Folder,
    round_no: Annotated[str, typer.Argument(metavar="ROUND", help="第几轮 (the round)")],
    one: Annotated[str, typer.Argument(metavar="A", help="编号或姓名 (number or name)")],
    other: Annotated[str, typer.Argument(metavar="B", help="另一人的编号、姓名，或「轮空」(the other, or the bye)")] = "",
) -> None:
    """为什么这样对阵；两人相遇或不相遇要付出什么。Why this pairing, and what another would cost."""
    with problems_in_words(folder):
        for line in steps.why(open_event(folder), round_no, one, other):
            say(line)


@app.command()
def simulate(folder: Folder, seed: Annotated[str, typer.Option(help="成绩种子 (seed)")] = "演练") -> None:
    """演练赛事：填上还空着的成绩。Fills blank results, only in an event marked 演练."""
    with problems_in_words(folder), recovery.changing(folder) as event:
        for file, count in fill_results(event, seed).items():
            say(f"{file}：填了 {count} 局")


@app.command("import")
def import_(
    folder: Folder,
    csv: Annotated[Path | None, typer.Option(help="players.csv 和 games.csv 所在的文件夹 (folder of a tidy CSV event)")] = None,
    trf: Annotated[Path | None, typer.Option(help="TRF16 或 TRF26 文件 (a FIDE tournament report file)")] = None,
    chain: Annotated[str, typer.Option(help="名次指标，英文名用逗号隔开；不写就按来源或竞赛规则 14.3.1 (tie-breaks)")] = "",
    scores: Annotated[str, typer.Option(help="胜,和,负；或红胜,红和,红负,黑胜,黑和,黑负；不写就按来源或 2,1,0 (points)")] = "",
    rounds: Annotated[int, typer.Option(help="总轮数；不写就按来源或已下的轮数 (rounds in all)")] = 0,
    same: Annotated[list[str] | None, typer.Option(help="31=12：31 和 12 是同一个人，都算 12；可写多次 (one player)")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="有疑问也不提问 (do not ask)")] = False,
) -> None:
    """导入别处下的比赛，从下一轮接着办。Makes an event folder of an event played elsewhere."""
    path, tidy = _one_of(csv, trf)
    with problems_in_words():
        problems: list[Problem] = []
        one = same_ids(same or ())
        played = read_tidy(path, problems, one) if tidy else read_trf(path, problems, one)
        problems += checkup(played, GAMES if tidy else path.name)
        if any(problem.code in DOUBTS for problem in problems) and not yes and dialogue.somebody_there():
            show_problems(problems)
            if not agreed("照这样建立赛事吗？", enter=False):
                say("没有建立。")
                raise typer.Exit(REFUSED)
        made = steps.import_event(folder, played, names(chain), names(scores), rounds)
    with problems_in_words(folder):
        show_problems([*problems, *made.notices])
        regulation = made.event.rules
        for gone, kept in one.items():
            say(f"{gone} 和 {kept} 是同一个人，都读作 {kept}。")
        say(f"已导入 {len(played.players)} 人 {len(played.rounds)} 轮 {made.lines} 行到 {folder}")
        say(f"记分：{points_text(regulation.swiss, regulation)}；共 {regulation.swiss.last} 轮。要改请改「阶段」「名次」表。")


@app.command()
def export(
    folder: Folder,
    csv: Annotated[Path | None, typer.Option(help="写到哪个文件夹 (folder for tidy CSV)")] = None,
    trf: Annotated[Path | None, typer.Option(help="写成哪个 TRF 文件 (a FIDE tournament report file)")] = None,
    version: Annotated[str, typer.Option(help="TRF 的版本：26 或 16 (version of the TRF)")] = VERSIONS[0],
) -> None:
    """写出 CSV 或 TRF，给别的软件用。Writes the event as tidy CSV or as a TRF, with its standings."""
    if version not in VERSIONS:
        raise typer.BadParameter(f"可选：{'、'.join(VERSIONS)}", param_hint="--version")
    path, tidy = _one_of(csv, trf)
    with problems_in_words(folder):
        event = open_event(folder)
        paths, told = steps.export_tidy(event, path) if tidy else steps.export_trf(event, path, version)
        show_problems(told)
        for written in paths:
            say(f"已写出 {written}")


def _one_of(csv: Path | None, trf: Path | None) -> tuple[Path, bool]:
    """The path of the one format that was named, and whether it is tidy CSV."""
    named = [(path, tidy) for path, tidy in ((csv, True), (trf, False)) if path is not None]
    if len(named) != 1:
        raise typer.BadParameter("请写其中一个", param_hint="--csv / --trf")
    return named[0]


def main(argv: Sequence[str] | None = None) -> None:
    """Entry point; without words the menu. Characters that the console cannot show are replaced, never an error."""
    gc.set_threshold(COLLECT)
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (len(words) == 1 and Path(words[0]).is_dir()):  # a folder dropped onto 开始.bat
        with contextlib.suppress(KeyboardInterrupt):
            menu(answer, _run, say, _stands, "".join(words))
    else:
        sys.exit(_run(words))


def _stands(folder: str) -> str:
    """Where the event stands, for the menu; "" where there is none yet."""
    if not (Path(folder) / EVENT_FILE).exists():
        return ""
    try:
        return stands(open_event(Path(folder)))
    except InputProblems as found:
        return f"表里有 {len(found.problems)} 处要改（先选「检查」）"


def _run(words: list[str]) -> int:
    """One command; whatever its exit code, the menu goes on."""
    verbs = [command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands]
    return obey(app, words, verbs)
