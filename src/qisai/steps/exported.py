"""An event folder as an exchange format has it: the people, the rounds and the standings as they are now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd

from qisai.event import Competition, Event
from qisai.exchange.played import (
    BYES,
    RESULTS,
    SHARES,
    Barred,
    Bye,
    Game,
    Place,
    Played,
    Player,
    Points,
    Table,
    bad,
    in_order,
    note,
    shown,
    totals,
)
from qisai.exchange.tidy import lost_in_tidy, write_tidy
from qisai.exchange.trf_codes import MOST_PLAYERS
from qisai.exchange.trf_writer import renumbered, write_trf
from qisai.problems import InputProblems, Problem, errors
from qisai.record import Line, Publication
from qisai.regulation.model import KNOCKOUT, Regulation
from qisai.regulation.settings import BY_KEY, parse
from qisai.regulation.summary import RULING, RULING_SINCE
from qisai.steps.import_sheets import FOREIGN, OTHER_SEX, RATING, SEX
from qisai.steps.imported import AS_IN_SOURCE
from qisai.tiebreaks import TIE_BREAKS
from qisai.vocabulary import ELSEWHERE, ROSTER, ROSTER_SHEET, Happening, Outcome, plain

_WORDS: dict[Outcome, str] = {**{RESULTS[word]: word for word in RESULTS}, Outcome.UNSIGNED: "0-0"}
_SEX = {words: letter for letter, words in SEX.items()}
TURNED = "原定的先后手（写的是实际的）"


def export_tidy(event: Event, folder: Path) -> tuple[list[Path], list[Problem]]:
    """Write tidy CSV with the standings, each 组别 in a folder of its own where there are several. Returns the files,
    and a warning for everything that they do not hold."""
    paths: list[Path] = []
    told: list[Problem] = []
    for group, competition in event.competitions.items():
        played, table, lost = exported(event, competition)
        _check_own(folder / _as_name(group) / "meta.json", played.name, [*(folder / _as_name(group)).glob("*.csv")])
        paths += write_tidy(folder / _as_name(group), played, table)
        told += _lost([*lost, *lost_in_tidy(played)], "CSV")
    return paths, told


def export_trf(event: Event, path: Path, version: str) -> tuple[list[Path], list[Problem]]:
    """Write a TRF of a version of ``VERSIONS``; with several 组别 one each, its name behind that of the file. Starting
    numbers are the ids of an event that was played elsewhere, where they can be, else 编号."""
    paths: list[Path] = []
    told: list[Problem] = []
    for group, competition in event.competitions.items():
        played, table, lost = exported(event, competition)
        numbers = {player: str(number) for player, number in competition.numbers.items()}
        kept = not event.record.seed and all(p.isdecimal() and p == str(int(p)) and 1 <= int(p) <= MOST_PLAYERS for p in numbers)
        if not kept:
            played = renumbered(played, numbers)
            table = {numbers[player]: place for player, place in table.items()}
            lost.append("棋手的序号（写的是编号）")
        if any(publication.accepted is None for publication in competition.publications):
            now = totals(played, _points(competition.regulation))  # the lines tell of the round in play too
            table = {player: replace(place, points=shown(now[player])) for player, place in table.items()}
        paths.append(path.with_stem(f"{path.stem}_{_as_name(group)}") if group else path)
        _check_own(paths[-1], played.name, [paths[-1]])
        told += _lost([*lost, *write_trf(paths[-1], played, version, table)], f"TRF{version}")
    return paths, told


def _check_own(told_by: Path, name: str, there: Sequence[Path]) -> None:
    """What is there already is written over only where it is an export of the same event."""
    own = told_by.is_file() and name.encode() in told_by.read_bytes()
    if any(path.exists() for path in there) and not own:
        detail, advice = "这里已经有别的文件，没有写", "请换一个新的文件夹或文件名，或先移走它们"
        raise InputProblems([bad(there[0].name, "", "", detail, advice)])


def _as_name(group: str) -> str:
    """A 组别 as part of a file name that Windows takes."""
    return "".join(c for c in group if c not in '<>:"/\\|?*' and c.isprintable()).strip(" .")


def _lost(words: Sequence[str], form: str) -> list[Problem]:
    return [note("", f"{form} 里没有：{'、'.join(words)}", "要用的请另外附上")] if words else []


def exported(event: Event, competition: Competition) -> tuple[Played, Table, list[str]]:
    """One 组别: the event, its standings, and in words what no format of ours holds."""
    lost: list[str] = []
    regulation = competition.regulation
    players = tuple(_players(event, competition))
    ids = [player.id for player in players]
    last = max((p.round for p in competition.publications), default=0)
    points = _points(regulation)
    rounds = tuple(in_order(list(_round(event, competition, number, points, lost)), ids) for number in range(1, last + 1))
    lost += _rules_left(competition)
    if any(key.larger_first != TIE_BREAKS[key.name].larger_first for key in regulation.chain):
        lost.append("与惯例相反的名次指标方向")
    played = Played(
        event.name + (f" {competition.group}" if competition.group else ""), players, rounds,
        planned=max(stage.last for stage in regulation.stages),
        points=points,
        chain=tuple(key.name for key in regulation.chain),
        place=regulation["place"],
        clock=regulation.swiss.clock,
        dates=_dates(regulation),
        officials=tuple((row.office, row.name) for row in event.officials.itertuples() if row.office and row.name),
        away=tuple(_to_come(competition, last)),
        barred=tuple(_barred(competition)),
    )  # fmt: skip
    return played, _table(competition), list(dict.fromkeys(lost))


# --- people -------------------------------------------------------------------------------------------------
def _players(event: Event, competition: Competition) -> Iterator[Player]:
    more = _more(event)
    for player in competition.numbers.index:
        own, others = event.people.loc[player], dict(more.get(player, ()))
        rating, sex = others.pop(RATING, ""), others.pop(OTHER_SEX, "") or _SEX.get(own["sex"], own["sex"])
        yield Player(
            player, own["name"], own["team"], rating or ("" if pd.isna(own["rating"]) else str(int(own["rating"]))),
            sex, own["birth"], own["category"], own["region"], tuple(sorted(others.items())),
        )  # fmt: skip


def _more(event: Event) -> dict[str, list[tuple[str, str]]]:
    """The columns of 报名 that came with the import, by player; what was added by hand since goes nowhere."""
    names = [str(name) for entry in event.journal.of_kind("draw")[-1:] for name in entry.data.get("columns", ())]
    table = event.book.table(ROSTER_SHEET, ROSTER[0], names, []) if names else None
    return {
        plain(row.text("序号")): [(name.removesuffix(FOREIGN), row.text(name)) for name in names if row.text(name)]
        for row in table or ()
    }


# --- rounds -------------------------------------------------------------------------------------------------
def _rules_left(competition: Competition) -> Iterator[str]:
    """What the event plays by, and no format of ours says."""
    regulation = competition.regulation
    differ = [key for key in (*RULING, *RULING_SINCE) if regulation[key] != parse(BY_KEY[key], "")]
    typed = [BY_KEY[key].label for key in differ if (key, regulation[key]) != ("missed_round", "不处理")]  # an import has it
    if typed:
        yield f"「规程」表里与默认不同的{'、'.join(typed)}"
    if regulation.prizes:
        yield "奖项"
    if competition.fillers & set(competition.numbers.index):
        yield "陪打（导入以后算选手）"
    if (competition.changes["happening"] == Happening.PLAYOFF).any():
        yield "加赛名次"
    if any(key.name == "lot" for key in regulation.chain):
        yield "抽签的次序（导入以后重抽）"


def _round(event: Event, competition: Competition, number: int, points: Points, lost: list[str]) -> Iterator[Game]:
    for publication in competition.publications:
        if publication.round != number:
            continue
        lines = publication.accepted if publication.accepted is not None else _in_play(event, publication)
        if competition.regulation.stage(publication.stage).system == KNOCKOUT:
            yield from _ties(event, lines, points, competition.regulation, lost)
        else:
            yield from (_game(line, points, competition.regulation, lost) for line in lines)
            yield from _alone(competition, publication, points, lost)


def _in_play(event: Event, publication: Publication) -> list[Line]:
    """The lines of a round that is not accepted: what stands in its file, 未报 where nothing can be read."""
    problems: list[Problem] = []
    blank = {"outcome": Outcome.PENDING.value, "red_fouls": 0, "black_fouls": 0, "swapped": False, "note": "",
             "red_points": 0, "black_points": 0}  # fmt: skip
    there = (event.folder / publication.file).exists()
    typed = event.sheet(publication, problems).lines if there else {}
    if errors(problems):
        typed = {}
    return [{**line, **blank, **typed.get((line["board"], line["game"]), {})} for line in publication.lines]


def _game(line: Line, points: Points, regulation: Regulation, lost: list[str]) -> Game:
    """A line by the colours played; the fouls of a line are theirs already."""
    outcome, words = Outcome(line["outcome"]), str(line["note"])
    if outcome is Outcome.RULED:
        result, exact = _ruling(line, points, regulation.scale)
        if not exact:
            lost.append("裁定的分数（写的是最接近的结果，原来的分数写在备注里）")
            given = f"裁定 {regulation.show(line['red_points'])}:{regulation.show(line['black_points'])}"
            words = "；".join(filter(None, (words, given)))
        words = "" if words == AS_IN_SOURCE else words
    else:
        result = _WORDS[outcome]
    if outcome is Outcome.UNSIGNED:
        lost.append("双弃未签（写作 0-0）")
    if line["swapped"]:
        lost.append(TURNED)
    first, second = (line["black"], line["red"]) if line["swapped"] else (line["red"], line["black"])
    fouls = line["red_fouls"], line["black_fouls"]
    return Game(line["board"], first, second, result, words, *fouls, printed=line.get("printed", 0))


def _ruling(line: Line, points: Points, scale: int) -> tuple[str, bool]:
    """The result whose points are those of a ruling, or the nearest; and whether they are the same."""
    red, black = Fraction(line["red_points"], scale), Fraction(line["black_points"], scale)

    def away(word: str) -> Fraction:
        first, second = word.split("-")
        return abs(points.both(first)[0] - red) + abs(points.both(second)[1] - black)

    words = sorted((f"{a}-{b}" for a in SHARES for b in SHARES), key=lambda word: (RESULTS[word] is not Outcome.RULED, word))
    best = min(words, key=away)
    return best, not away(best)


def _ties(
    event: Event, lines: Sequence[Line], points: Points, regulation: Regulation, lost: list[str]
) -> Iterator[Game]:
    """A knockout tie as one line: its first game, and the others in words."""
    lost.append("淘汰赛的加赛各局（写在备注里）和晋级关系")
    ties: dict[int, list[Line]] = {}
    for line in lines:
        ties.setdefault(line["board"], []).append(line)
    for first, *rest in ties.values():
        if not first["black"]:
            yield Game(0, first["red"], "", "BYE1", first["note"])
            continue
        said: list[str] = []
        game = _game(first, points, regulation, said)
        lost += [words for words in said if words != TURNED]  # who moves first in a tie is found at the table
        told = [f"{line['game']}{line['outcome']}（红方 {_number(event, line)} 号）" for line in rest if _reported(line)]
        words = "；".join(filter(None, (f"淘汰赛{first['game']}", game.note, *told)))
        yield Game(game.board, game.first, game.second, game.result, words, game.first_fouls, game.second_fouls)


def _reported(line: Line) -> bool:
    return bool(line["outcome"] != Outcome.PENDING)


def _number(event: Event, line: Line) -> int:
    return event.record.numbers[line["black"] if line["swapped"] else line["red"]]


def _alone(competition: Competition, publication: Publication, points: Points, lost: list[str]) -> Iterator[Game]:
    """Who had no opponent. The reasons are told only of a round that came from elsewhere: here they are nobody's
    business but the organizer's."""
    imported = ELSEWHERE in publication.relaxed
    if publication.bye:
        yield Game(0, publication.bye, "", "BYE1", "；".join(publication.bye_why) if imported else "")
    for player, kind in publication.absent:
        change = competition.taking_out(publication.round, player) if imported else None
        why = change.reason if change is not None else ""
        if kind == Outcome.EXCUSED and not (points.excused or imported):
            lost.append("请假与缺席的区别（都不得分，写作 BYE0）")
            kind = Outcome.ABSENT.value
        yield Game(0, player, "", _WORDS[Outcome(kind)], why)


# --- the rest -----------------------------------------------------------------------------------------------
def _points(regulation: Regulation) -> Points:
    worth = {key: Fraction(units, regulation.scale) for key, units in regulation.swiss.points.items()}
    return Points(**worth)


def _dates(regulation: Regulation) -> tuple[str, ...]:
    found = {row.round: row.date for row in regulation.schedule if row.round}
    return tuple(found.get(number, "") for number in range(1, max(found, default=0) + 1))


def _to_come(competition: Competition, last: int) -> Iterator[Bye]:
    """Who is known to be away in rounds to come: 缺席本轮 of each, and 退赛 as it is now in the next."""
    regulation = competition.regulation
    words = {Outcome.EXCUSED: BYES[1] if _points(regulation).excused else BYES[2], Outcome.ABSENT: BYES[2]}
    for number in range(last + 1, regulation.last_swiss_round + 1):
        for one in competition.absent(number, competition.numbers.index) if number == last + 1 else ():
            yield Bye(number, one.player, words[one.outcome])
        if number > last + 1:
            rows = competition.changes
            asked = rows[(rows["round"] == number) & (rows["happening"] == Happening.ABSENT_ROUND)]
            known = [player for player in asked["player"] if player in competition.numbers.index]
            yield from (Bye(number, player, words[Outcome.EXCUSED]) for player in dict.fromkeys(known))


def _barred(competition: Competition) -> Iterator[Barred]:
    rows: Any = competition.changes.itertuples()
    for row in rows:
        if row.happening == Happening.BARRED:
            yield Barred(row.round, competition.regulation.last_swiss_round, (row.player, row.other))


def _table(competition: Competition) -> dict[str, Place]:
    """The final list once there is one, else the standings after the last accepted round."""
    regulation = competition.regulation
    ended = competition.group in competition.record.closed or bool(competition.seeds)
    table = competition.final() if ended else competition.standings(competition.swiss_rounds_done)
    ranks = table["rank"] if ended else table["order"]
    keys = [key for key in regulation.chain if key.name != "points"]
    found: dict[str, Place] = {}
    for player in table.index:
        row: Mapping[str, Any] = table.loc[player]
        values = tuple((key.name, regulation.show_key(key.name, int(row[key.name]))) for key in keys)
        rank = "" if pd.isna(ranks[player]) else str(int(ranks[player]))
        found[player] = Place(rank, regulation.show(int(row["points"])), values)
    return found
