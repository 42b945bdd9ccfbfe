"""The event folder while it changes: one at a time, and files that can always be made again from the journal."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from PIL import Image

from qisai.event import Event, open_event
from qisai.event.snapshots import FOLDER
from qisai.excel.forms import write_numbers, write_round
from qisai.problems import InputProblems, Problem, unusable
from qisai.publish.a4 import picture
from qisai.publish.fonts import missing_glyphs
from qisai.record import Publication, replay
from qisai.regulation.reader import SHEETS
from qisai.sheets import read_book, replace_file
from qisai.steps.restoring import finish
from qisai.steps.snapshots import keep, numbers_written
from qisai.vocabulary import EVENT_FILE, NUMBERS_FILE, ROSTER_SHEET, plain

LOCK = ".qisai.lock"
MOST_STRETCHED = 6  # a mark more than so many times as long as it is high is a line in a title


@contextmanager
def changing(folder: Path) -> Iterator[Event]:
    """The event, open for one change at a time; a restore that was cut off is finished first, and files that a crash
    left unwritten are written.

    At the end, whatever happened, the state is kept in 备份; what prevented that is added to ``event.notices``.
    """
    with alone(folder):
        finished = finish(folder)
        event = open_event(folder)
        event.notices += [Problem("restore_finished", FOLDER)] * finished
        event.restored = restore(event)
        try:
            yield event
        finally:
            event.notices += keep(folder)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the event folder against other programs, and clear what a killed one left half-written."""
    if not folder.is_dir():
        raise InputProblems([Problem("folder_missing", str(folder))])
    if not os.access(folder, os.W_OK):
        raise InputProblems([Problem("folder_readonly", folder.name)])
    try:
        with FileLock(folder / LOCK, timeout=0):
            for place in (folder, folder / FOLDER):
                for draft in place.glob(".*.new"):
                    draft.unlink(missing_ok=True)
            yield
    except Timeout:
        raise InputProblems([Problem("busy", folder.name)]) from None
    except OSError as error:  # a read-only stick, a full disk
        file = Path(error.filename or LOCK).name
        if file == LOCK and (isinstance(error, PermissionError) or error.errno == errno.EROFS):
            raise InputProblems([Problem("folder_readonly", folder.name)]) from None
        raise unusable(file, error) from None


def restore(event: Event) -> list[str]:
    """Write again what the journal says was written and is not there; returns the names."""
    made = []
    if numbers_written(event.folder) < len(event.record.numbers):
        save_numbers(event)
        made.append(NUMBERS_FILE)
    for publication in event.record.publications:
        if not (event.folder / publication.file).exists():
            save_round(event, publication)
            made.append(publication.file)
    return made


def refresh(event: Event) -> None:
    event.record = replay(event.journal)


def save_numbers(event: Event) -> None:
    names, teams = event.people["name"], event.people["team"]
    rows = [
        (number, player, names.get(player, ""), teams.get(player, ""))
        for player, number in sorted(event.record.numbers.items(), key=lambda item: item[1])
    ]
    write_numbers(event.folder / NUMBERS_FILE, rows)


def save_round(event: Event, publication: Publication) -> None:
    """Write a round file: with blank results, or of an accepted round that was lost with those accepted."""
    regulation = event.regulations[publication.group]
    accepted = {(line["board"], line["game"]): line for line in publication.accepted or ()}
    lines = [{**line, **accepted.get((line["board"], line["game"]), {})} for line in publication.lines]
    write_round(
        event.folder / publication.file,
        regulation.stage(publication.stage).system,
        lines,
        publication.bye,
        event.record.numbers,
        event.people["name"].to_dict(),
        regulation.show,
        publication.lots,
    )


def take_away(event: Event, file: str) -> None:
    """Keep a round file that no longer holds in 撤回 among the reports; first of all, for what is open in Excel
    cannot be taken away."""
    path = event.folder / file
    replace_file(taken_to(event, file), path.read_bytes())  # on another disk a move could leave half of it
    path.unlink()


def taken_to(event: Event, file: str) -> Path:
    """Where the undo of this state of the journal keeps a round file."""
    path = Path(file)
    return event.reports / "撤回" / f"{path.stem}_{len(event.journal.entries) + 1}{path.suffix}"


def check_glyphs(event: Event) -> None:
    """Name everything that the pictures could not draw, before anything is published."""
    if problems := glyph_problems(event):
        raise InputProblems(problems)


def glyph_problems(event: Event) -> list[Problem]:
    """A problem for every name and title that the font cannot draw, with the cell of a player's name, and one for a mark
    (setting 标志) that is no picture."""
    people = event.people
    cells = dict(zip(people["name"], people["cell"], strict=True))
    where = {
        **dict.fromkeys([event.name, event.rules["place"]], "规程"),
        **{stage.name: "阶段" for rules in event.regulations.values() for stage in rules.stages},
        **{prize.name: "奖项" for rules in event.regulations.values() for prize in rules.prizes},
        **dict.fromkeys([*event.regulations, *people["team"], *people["name"]], ROSTER_SHEET),
    }
    missing = missing_glyphs(where)
    spelt = {text: "、".join(f"{c}（U+{ord(c):04X}）" for c in bad) for text, bad in missing.items()}
    found = [
        Problem("glyph_missing", EVENT_FILE, where[text], cells.get(text, ""), text, {"detail": words})
        for text, words in spelt.items()
    ]
    fault = logo_fault(event)
    return found + [logo_problem(event, "logo_unusable", fault)] * bool(fault)


def logo_problem(event: Event, code: str, words: str) -> Problem:
    """A problem with the mark, with the cell in which its file is named."""
    table = read_book(event.folder / EVENT_FILE).table("规程", *SHEETS["规程"], [])
    cell = next((row.at("取值") for row in table or () if plain(row.text("项目")) == "标志"), "")
    return Problem(code, EVENT_FILE, "规程", cell, event.rules["logo"], {"detail": words})


def logo_warnings(event: Event) -> list[Problem]:
    """A mark so long and low that nobody can read it in a title."""
    if not event.rules["logo"] or logo_fault(event):
        return []
    wide, high = picture(event.folder / event.rules["logo"]).size
    if max(wide, high) <= MOST_STRETCHED * min(wide, high):
        return []
    words = f"宽是高的 {wide // high} 倍" if wide > high else f"高是宽的 {high // wide} 倍"
    return [logo_problem(event, "logo_stretched", words)]


def logo_fault(event: Event) -> str:
    """What keeps the mark of the organizer from being drawn, "" if nothing does."""
    path = event.folder / event.rules["logo"]
    if not event.rules["logo"]:
        return ""
    if not path.is_file():
        return "文件不在赛事文件夹里"
    try:
        picture(path)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return "文件打不开，不是完好的图片"
    return ""
