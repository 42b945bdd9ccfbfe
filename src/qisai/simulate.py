"""Results for a rehearsal: fills only blank cells, only in an event marked 演练, always the same for one seed."""

from __future__ import annotations

import hashlib

import openpyxl

from qisai.event import Event
from qisai.event.forfeits import proposed
from qisai.problems import InputProblems, Problem
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Stage
from qisai.sheets import save_book
from qisai.vocabulary import GAMES_SHEET, SIGNATURES, Outcome, text

DRAWS = 0.24  # of games between equals
FOULS = 0.03  # a side
EDGE = 0.03  # what the first move is worth


def _chance(seed: str, *what: object) -> float:
    """A number in [0, 1) from the seed and what it is for."""
    text_ = "|".join(str(part) for part in (seed, *what))
    return int(hashlib.sha256(text_.encode()).hexdigest()[:13], 16) / 16**13


def outcome(seed: str, round_no: int, game: str, red: str, black: str) -> Outcome:
    """The result of one game between two players whose strengths come from the seed as well."""
    gap = _chance(seed, "strength", red) - _chance(seed, "strength", black)
    draw = DRAWS * (1 - abs(gap))
    win = (1 - draw) * min(max(0.5 + EDGE + 0.9 * gap, 0.02), 0.98)
    roll = _chance(seed, "game", round_no, game, *sorted((red, black)))
    return Outcome.RED_WIN if roll < win else Outcome.DRAW if roll < win + draw else Outcome.BLACK_WIN


def simulate(event: Event, seed: str) -> dict[str, int]:
    """Fill the blank results of every published round that is not accepted, with a forfeit of whoever is known not to come
    to a round robin; games filled by file.

    Raises ``InputProblems`` in an event that is not marked 演练.
    """
    if not event.rules["rehearsal"]:
        raise InputProblems([Problem("not_rehearsal", event.folder.name)])
    filled = {}
    for publication in event.record.publications:
        if publication.accepted is None:
            stage = event.regulations[publication.group].stage(publication.stage)
            filled[publication.file] = _fill(event, publication, stage, seed)
    return filled


def _fill(event: Event, publication: Publication, stage: Stage, seed: str) -> int:
    path = event.folder / publication.file
    book = openpyxl.load_workbook(path)
    sheet = book[GAMES_SHEET]
    columns = {text(cell.value): cell.column for cell in sheet[1]}
    lines = {(line["board"], line["game"]): line for line in publication.lines}
    over: set[int] = set()
    absent = proposed(event.competitions[publication.group], publication)
    count = 0
    for row in range(2, sheet.max_row + 1):

        def cell(column: str, row: int = row) -> object:
            return sheet.cell(row, columns[column]).value

        board = text(cell("台号"))
        line = lines.get((int(board), text(cell("局")) if "局" in columns else "")) if board else None
        if line is None:
            continue
        if text(cell("结果")):
            if text(cell("结果")) not in (Outcome.DRAW, "3"):
                over.add(line["board"])
            continue
        if line["board"] in over:
            continue
        red, black = _seats(line, publication, stage, seed)
        forfeit = absent.get(line["board"])
        result = forfeit.outcome if forfeit else outcome(seed, publication.round, line["game"], red, black)
        values: dict[str, object] = {"结果": result.value, "签字": None if forfeit else SIGNATURES[0]}
        if stage.system == KNOCKOUT:
            values["红方编号"] = event.record.numbers[red]
        for column, player in (("红犯规", red), ("黑犯规", black)):
            if not forfeit and _chance(seed, "foul", publication.round, player) < FOULS:
                values[column] = 1
        for column, value in values.items():
            if not text(cell(column)):
                sheet.cell(row, columns[column], value)
        if result is not Outcome.DRAW:
            over.add(line["board"])
        count += 1
    save_book(book, path)
    return count


def _seats(line: Line, publication: Publication, stage: Stage, seed: str) -> tuple[str, str]:
    """Who has red and who black; in a knockout as drawn at the publication, else guessed at the table."""
    seats = line["red"], line["black"]
    drawn = publication.lots.get(f"{line['match']} {line['game']}")
    guessed = stage.system == KNOCKOUT and _chance(seed, "猜先", publication.round, line["game"], seats[0]) < 0.5
    return seats[::-1] if (drawn == seats[1] if drawn else guessed) else seats
