"""Brings the reports of an event up to date by running its notebooks with papermill; writes nothing that is."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from qisai.event import Event, open_event
from qisai.problems import InputProblems, Problem, unusable
from qisai.reports.artifacts import Artifact, artifacts
from qisai.reports.kernel import NotebookFailed, execute, own_kernel
from qisai.reports.look import dress
from qisai.reports.state import prefix
from qisai.sheets import replace_file
from qisai.steps import check_glyphs

MANIFEST = "manifest.json"
AT_ONCE = 2
FAILED, STAGING, OLD = "失败_", ".制作中_", ".旧_"
#: Files that a run makes anew each time and that are only looked for; all others are compared byte by byte.
BY_EXISTENCE = (".ipynb", ".html")

Manifest = dict[str, dict[str, Any]]


class ReportsFailed(Exception):
    """One or more reports could not be made; the old ones are still there."""


def update(folder: Path, progress: Callable[[str], None], force: bool = False) -> list[Path]:
    """Make every report that is missing, damaged or out of date; the folders that changed, in order.

    ``force`` makes all again. A report is made beside its place and swapped in whole. Raises ``InputProblems``
    where the event cannot be read or a report is open in another program, and :class:`ReportsFailed` when a
    notebook fails; reports that were finished before it stay.
    """
    event = open_event(Path(folder).resolve())
    check_glyphs(event)
    dress(event)
    wanted = artifacts(event)
    manifest = _read(event.reports)
    stale = [artifact for artifact in wanted if force or not _fresh(event.reports, artifact, manifest)]
    gone = manifest.keys() - {artifact.name for artifact in wanted}
    if not stale and not gone and not _remains(event.reports):
        return []
    try:
        event.reports.mkdir(parents=True, exist_ok=True)
        with _alone(event.reports):
            for path in _remains(event.reports):
                _clear(path)
            for name in gone:  # a round that was withdrawn must not be found among the reports
                shutil.rmtree(event.reports / name, ignore_errors=True)
                del manifest[name]
            _write(event.reports, manifest)
            _make(event, stale, manifest, progress)
    except OSError as error:  # a full disk, a stick pulled out
        raise unusable(Path(error.filename or event.reports).name, error) from None
    return [event.reports / artifact.name for artifact in stale]


def _remains(reports: Path) -> list[Path]:
    """Folders that a killed run left half-made or half-swapped."""
    return [path for kind in (STAGING, OLD) for path in sorted(reports.glob(f"{kind}*"))]


def _clear(remains: Path) -> None:
    """Put back a report that was moved away for one that never came; remove anything else."""
    target = remains.with_name(remains.name.removeprefix(OLD))
    if remains.name.startswith(OLD) and not target.exists():
        os.replace(remains, target)
    else:
        shutil.rmtree(remains, ignore_errors=True)


def _make(event: Event, stale: list[Artifact], manifest: Manifest, progress: Callable[[str], None]) -> None:
    failures: list[str] = []
    locked: list[Problem] = []
    started = time.monotonic()
    if stale:
        progress(f"更新报告 {len(stale)} 份：{'、'.join(artifact.name for artifact in stale)}")
    with own_kernel(), _pool() as pool:
        runs = {pool.submit(_run, event, artifact): artifact for artifact in stale}
        for done, run in enumerate(as_completed(runs), start=1):
            artifact = runs[run]
            try:
                fresh = run.result()
                _swap(event.reports / f"{STAGING}{artifact.name}", event.reports / artifact.name)
            except InputProblems as found:
                locked += found.problems
                continue
            except Exception as error:  # one report that fails must not take the others with it
                failures.append(_keep(event.reports, artifact, error))
                progress(f"  {done}/{len(stale)}　{artifact.name}　没有做成")
                continue
            manifest[artifact.name] = fresh
            _write(event.reports, manifest)
            (event.reports / f"{FAILED}{artifact.name}.ipynb").unlink(missing_ok=True)
            progress(f"  {done}/{len(stale)}　{artifact.name}　{time.monotonic() - started:.0f} 秒")
    if locked:
        raise InputProblems(locked)
    if failures:
        raise ReportsFailed("；".join(failures))


@contextmanager
def _pool() -> Iterator[ThreadPoolExecutor]:
    """Two at once; what has not begun when the user breaks off is dropped."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _run(event: Event, artifact: Artifact) -> dict[str, Any]:
    """One notebook into its staging folder, with its HTML; what the manifest keeps of it."""
    staging = event.reports / f"{STAGING}{artifact.name}"
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    try:
        folder = event.folder
        shown = f"data/{folder.name}" if folder.parent.name == "data" else folder.name
        extra = artifact.parameters
        notebook = execute(
            artifact.notebook,
            {"EVENT": str(folder), **extra, "OUT": str(staging)},
            {"EVENT": shown, **extra, "OUT": ""},
        )
        _save(notebook, staging / f"{artifact.name}.ipynb")
        from qisai.reports.webpage import page

        html = page(notebook, artifact.title, event.name)
        (staging / f"{artifact.name}.html").write_text(html, encoding="utf-8", newline="\n")
        return {"fingerprint": artifact.fingerprint, "files": dict(_files(staging))}
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        raise


def _save(notebook: Any, path: Path) -> None:
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True)
    replace_file(path, (text + "\n").encode("utf-8"))


def _keep(reports: Path, artifact: Artifact, error: Exception) -> str:
    """Keep the notebook that failed beside the old report, and say what happened."""
    if not isinstance(error, NotebookFailed):
        return f"{artifact.title}没有做成（{type(error).__name__}：{error}）"
    words = f"{artifact.title}没有做成（{error}）"
    if error.notebook is None:
        return words
    path = reports / f"{FAILED}{artifact.name}.ipynb"
    _save(error.notebook, path)
    return f"{words}，出错的过程留在 {path.name}，原来的报告没有动"


# --- files --------------------------------------------------------------------------------------------------


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    """Relative path and SHA-256 of every file; "" for those that are only looked for."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            known = "" if path.suffix in BY_EXISTENCE else hashlib.sha256(path.read_bytes()).hexdigest()
            yield path.relative_to(folder).as_posix(), known


def _fresh(reports: Path, artifact: Artifact, manifest: Manifest) -> bool:
    """Whether a report is the one that its inputs give: by fingerprint, and by its files being whole."""
    known = manifest.get(artifact.name)
    if known is None or known.get("fingerprint") != artifact.fingerprint:
        return False
    for name, wanted in known["files"].items():
        path = reports / artifact.name / name
        if not path.is_file() or (wanted and hashlib.sha256(path.read_bytes()).hexdigest() != wanted):
            return False
    return True


def _read(reports: Path) -> Manifest:
    try:
        found = json.loads((reports / MANIFEST).read_text(encoding="utf-8"))
        return {name: entry for name, entry in found.items() if isinstance(entry.get("files"), dict)}
    except (OSError, ValueError, AttributeError):  # missing or damaged: everything is made again
        return {}


def _write(reports: Path, manifest: Manifest) -> None:
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
    replace_file(reports / MANIFEST, (text + "\n").encode("utf-8"))


def _swap(staging: Path, target: Path) -> None:
    """Put a finished folder in the place of the old one. Raises ``InputProblems`` where a file in it is open."""
    old = target.with_name(f"{OLD}{target.name}")
    shutil.rmtree(old, ignore_errors=True)
    try:
        if target.exists():
            os.replace(target, old)  # Windows does not replace a folder by another
        try:
            os.replace(staging, target)
        except OSError:
            if old.exists():
                os.replace(old, target)
            raise
    except PermissionError:
        shutil.rmtree(staging, ignore_errors=True)
        raise InputProblems([Problem("locked", _open_file(target))]) from None
    shutil.rmtree(old, ignore_errors=True)


def _open_file(folder: Path) -> str:
    """The file that keeps a folder from being moved, as far as can be seen."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            try:
                with path.open("r+b"):
                    pass
            except OSError:
                return f"{folder.name}/{path.name}"
    return folder.name


@contextmanager
def _alone(reports: Path) -> Iterator[None]:
    """One run at a time in a folder of reports."""
    lock = FileLock(reports / ".qisai.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise InputProblems([Problem("busy", reports.name)]) from None
    try:
        yield
    finally:
        lock.release()


# --- what to open -------------------------------------------------------------------------------------------


def what_to_open(event: Event) -> list[str]:
    """The few files to open first, with what each is; empty before there is a report."""
    names = [artifact.name for artifact in artifacts(event) if (event.reports / artifact.name).is_dir()]
    rounds = [name for name in names if name.startswith("第")]
    wanted: list[tuple[str, str]] = []
    heads = [(f"{group}　" if group else "", prefix(event, group)) for group in event.regulations]
    if "总成绩" in names:
        for group, head in heads:
            wanted += [(f"{group}总名次", f"总成绩/{head}总名次.xlsx"), (f"{group}奖金签收表", f"总成绩/{head}奖金签收表.xlsx"),
                       (f"{group}可发微信的图", f"总成绩/发布/*{head}总名次*.png")]  # fmt: skip
        wanted.append(("总成绩网页", "总成绩/总成绩.html"))
    elif rounds:
        last = rounds[-1]
        for group, head in heads:
            wanted += [(f"{group}对阵", f"{last}/{head}{last}_对阵.xlsx"), (f"{group}名次", f"{last}/{head}{last}_名次.xlsx"),
                       (f"{group}可发微信的图", f"{last}/发布/*{head}{last}_对阵*.png")]  # fmt: skip
            if len(rounds) > 1 and not (event.reports / last / f"{head}{last}_名次.xlsx").exists():
                wanted.append((f"{group}上一轮名次", f"{rounds[-2]}/{head}{rounds[-2]}_名次.xlsx"))
        wanted.append(("本轮网页", f"{last}/{last}.html"))
    elif names:
        wanted.append(("报名审核", "报名/报名审核.xlsx"))
        wanted += [(f"{group}编号名单", f"报名/{head}编号名单.xlsx") for group, head in heads]
        wanted.append(("网页", "报名/报名.html"))
    found = [(label, path) for label, pattern in wanted for path in sorted(event.reports.glob(pattern))[:1]]
    return (["请先打开："] if found else []) + [f"  {label}：{_near(path)}" for label, path in found]


def _near(path: Path) -> str:
    """A path as seen from where the command was started."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
