"""Reading a FIDE Tournament Report File, TRF16 with the extensions of pairing programs or TRF26.

Everything is read by column. The two lines of a game must name each other and fit; a round of which nobody has an
opponent yet holds the byes of the round to come. Ranks are not read: they follow from the results. Points are read
only to warn where they are others than the results give. What a TRF does not say: boards (numbered here by the
smaller number of each pair), fouls, notes, the half of a double round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from qisai.exchange import trf_codes as codes
from qisai.exchange.played import (
    CHESS_POINTS,
    MOST_ROUNDS,
    NOBODY_TWICE,
    Barred,
    Bye,
    Game,
    Played,
    Player,
    Points,
    Same,
    Team,
    bad,
    birth_year,
    blank_birth,
    in_order,
    name_fault,
    name_or_number,
    points_fault,
    shown,
    teams_of,
    totals,
    unknown_ids,
)
from qisai.exchange.text_files import content
from qisai.exchange.trf_columns import by_characters, odd_columns
from qisai.exchange.trf_rounds import Cell, File, Numbered, Pairs
from qisai.exchange.trf_rounds import cells as read_cells
from qisai.problems import Problem, stop_on_errors
from qisai.vocabulary import text

READ = ("001", "012", "013", "022", "102", "112", "122", "132", "142", "162", "202", "212", "240", "260", "310",
        "XXP", "XXR", "XXS", "XXZ", "BBW", "BBD", "BBL", "BBU", "BBF", "BBZ")  # fmt: skip


def read_trf(path: Path, problems: list[Problem], same: Same = NOBODY_TWICE) -> Played:
    """Read a file; whoever is a key of ``same`` is taken for its value, and has no line of his own.

    Raises ``InputProblems`` with every line that cannot be read; warnings are added to ``problems``.
    """
    file = _lines(path, same)
    people = _people(file)
    stop_on_errors(file.problems)
    stop_on_errors(unknown_ids(same, list(people)))
    cells = _as_one({player: read_cells(line, number, file) for player, (number, line) in people.items()}, file)
    people = {player: line for player, line in people.items() if player not in same}
    played = Pairs(file, cells).rounds()
    if len(played) > MOST_ROUNDS + 1:
        file.bad(next(iter(people.values()))[0], "", f"有 {len(played)} 轮，最多 {MOST_ROUNDS} 轮", "请核对这些行的长度")
    for_teams = codes.is_team_event((code, line[4:]) for code, lines in file.lines.items() for _, line in lines)
    event = Played(
        name=file.words("012") or path.stem,
        players=tuple(_player(player, number, line, file) for player, (number, line) in people.items()),
        rounds=(),
        planned=_planned(file),
        points=_points(file),
        chain=_chain(file),
        place=file.words("022"),
        clock=file.words("122"),
        dates=_dates(file),
        officials=tuple((office, line[4:].strip()) for office, code in OFFICES for _, line in file.of(code) if line[4:].strip()),
        records=tuple(line for code in codes.KEPT for _, line in file.of(code)),
    )  # fmt: skip
    event = _with_rounds(event, played)
    if for_teams:
        event = replace(event, records=(*event.records, *(line for _, line in file.of("240", "260"))))
    else:
        event = replace(_with_byes(event, file), barred=tuple(_barred(file, event)))
    event = _with_teams(event, file)
    event = _without_derived(event)
    _check(event, file, people)
    stop_on_errors(file.problems)
    problems += file.problems
    return event


OFFICES = (("裁判长", "102"), ("副裁判长", "112"))


def _lines(path: Path, same: Same) -> File:
    told: list[Problem] = []
    words = content(path, "--trf", told)
    stop_on_errors(told)
    lines = by_characters((words or "").split("\n"))
    file = File(path.name, problems=told, same=same)
    numbers = {line[4:8].strip() for line in lines if line.startswith("001")}
    for number, line in enumerate(lines, start=1):
        code = line[:3].upper()
        if not line.strip() or code == "###":
            continue
        if code not in READ and code not in codes.KEPT and code not in codes.COUNTED:
            national = re.fullmatch("[A-Z]{3}", code) and line[4:8].strip() in numbers - {""}
            if not national:
                file.unknown.append(line[:3].strip() or line.strip()[:3])
                continue
            code = "NRS"
        file.lines.setdefault(code, []).append((number, line.rstrip()))
    return file


# --- players ------------------------------------------------------------------------------------------------
def _people(file: File) -> dict[str, Numbered]:
    """The 001 lines by starting number."""
    people: dict[str, Numbered] = {}
    for number, line in file.of("001"):
        typed = codes.field(line, "number")
        if not typed.isdecimal() or not 1 <= int(typed) <= codes.MOST_PLAYERS:
            file.bad(number, typed, "第 5-8 列应是 1 到 9999 的编号", "请对照列号改正这一行")
        elif (player := str(int(typed))) in people:
            file.bad(number, typed, f"{player} 号已在第{people[player][0]}行", "每人一行，请删去多的一行")
        else:
            people[player] = number, line
            if odd := odd_columns(line):
                file.doubt(number, odd, f"第 {odd} 列应空着，各栏可能没有对齐（姓名在第 15-47 列，等级分在第 49-52 列）")
    for number, line in file.of("012"):
        if not line[4:].strip():
            file.doubt(number, "", "012 记录（赛事名称）是空的，用文件名作名称")
    if not file.lines.get("001"):
        file.problems.append(bad(file.name, "", "", "没有 001 记录（棋手）", "请确认这是 TRF 文件"))
    return people


def _as_one(cells: dict[str, list[Cell]], file: File) -> dict[str, list[Cell]]:
    """The rounds by player, with the two lines of one person as one: he plays where either of them does."""
    found = {player: [replace(c, opponent=file.same.get(c.opponent, c.opponent)) for c in own] for player, own in cells.items()}
    for gone, kept in file.same.items():
        own, more = found[kept], found.pop(gone)
        blank = Cell(own[0].line if own else 0, "", "", "", blank=True)
        own += [blank] * (len(more) - len(own))
        for position, cell in enumerate(more):
            if own[position].opponent and cell.opponent:
                detail = f"第 {position + 1} 轮 {gone} 号和 {kept} 号都有对手（第{own[position].line}行），不会是同一个人"
                file.bad(cell.line, cell.opponent, detail, f"请去掉 --same {gone}={kept}，或改正其中一行")
            elif cell.opponent or own[position].blank:
                own[position] = cell
    return found


def _player(player: str, number: int, line: str, file: File) -> Player:
    own = {name: text(codes.field(line, name)) for name in codes.FIELDS}
    day, year = own["birth"], birth_year(own["birth"])
    if year is None:
        file.problems.append(blank_birth(file.name, f"第{number}行 第 70-79 列", day))
    if fault := name_fault(name_or_number(own["name"], player)):
        file.bad(number, own["name"], f"{fault}（第 15-47 列）", "请改正这一行")
    whole = day if year and day != year and not re.search(r"[/.-]00?[/.-]00?$", day) else ""
    more = {"title": own["title"], "fide_id": own["fide_id"], "birth_date": whole}
    return Player(
        player, name_or_number(own["name"], player), rating="" if own["rating"] == "0" else own["rating"],
        sex={"M": "M", "W": "F", "F": "F"}.get(own["sex"].upper(), own["sex"]),
        birth=year or "", country=own["country"],
        more=tuple((name, more[name]) for name in codes.MORE if more[name]),
    )  # fmt: skip


# --- byes and prohibitions ----------------------------------------------------------------------------------
def _with_rounds(event: Played, rounds: Sequence[Sequence[Game]]) -> Played:
    """Rounds with games; a last one without any holds the byes of the round to come."""
    coming: tuple[Bye, ...] = ()
    if rounds and not any(game.second for game in rounds[-1]):
        coming = tuple(Bye(len(rounds), game.first, game.result) for game in rounds[-1])
        rounds = rounds[:-1]
    return replace(event, rounds=tuple(in_order(games, event.ids) for games in rounds), away=coming)


def _numbers(typed: str, number: int, known: Sequence[str], file: File) -> list[str]:
    """The players that a record names; "000" stands for nobody."""
    found = []
    for part in typed.split():
        player = str(int(part)) if part.isdecimal() and len(part) <= 6 else part
        player = file.same.get(player, player)
        if player in known:
            found += [player] if player not in found else []
        elif player != "0":
            file.bad(number, part, "没有这个编号", "请对照 001 记录改正")
    return found


def _with_byes(event: Played, file: File) -> Played:
    """240 and XXZ: the byes of rounds to come, or of played ones whose columns are blank."""
    asked: list[tuple[int, Bye]] = []
    for number, line in file.of("240"):
        kind, round_no = line[4:5].upper(), line[6:9].strip()
        if kind not in ("F", "H", "Z") or not round_no.isdecimal() or not 1 <= int(round_no) <= MOST_ROUNDS:
            file.bad(number, line[4:9], f"第 5 列应是 F、H 或 Z，第 7-9 列应是轮次（1 到 {MOST_ROUNDS}）", "请按列对齐")
            continue
        asked += [(number, Bye(int(round_no), p, codes.ALONE[kind])) for p in _numbers(line[9:], number, event.ids, file)]
    for number, line in file.of("XXZ"):
        asked += [(number, Bye(len(event.rounds) + 1, p, "BYE0")) for p in _numbers(line[3:], number, event.ids, file)]
    rounds, coming = [list(games) for games in event.rounds], list(event.away)
    for number, one in asked:
        if one.round > len(rounds):
            coming += [one] if one not in coming else []
            continue
        games = rounds[one.round - 1]
        own = next((game for game in games if one.player in (game.first, game.second)), None)
        if own is None:
            games.append(Game(0, one.player, "", one.result))
        elif own.result != one.result:
            detail = f"第 {one.round} 轮 {one.player} 号的轮空与他 001 一行的「{own.result}」对不上"
            file.bad(number, one.player, detail, "请改正其中一处")
    ordered = sorted(coming, key=lambda bye: (bye.round, event.ids.index(bye.player)))
    return replace(event, rounds=tuple(in_order(games, event.ids) for games in rounds), away=tuple(ordered))


def _barred(file: File, event: Played) -> Iterator[Barred]:
    for number, line in file.of("260"):
        first, last = line[4:7].strip(), line[8:11].strip()
        if not (first.isdecimal() and last.isdecimal()):
            file.bad(number, line[4:11], "第 5-7 列、第 9-11 列应是轮次", "请按列对齐")
            continue
        yield Barred(int(first), int(last), tuple(_numbers(line[11:], number, event.ids, file)))
    for number, line in file.of("XXP"):
        yield Barred(1, event.planned or len(event.rounds) + 1, tuple(_numbers(line[3:], number, event.ids, file)))


# --- the rest -----------------------------------------------------------------------------------------------
def _planned(file: File) -> int:
    for number, line in file.of("142", "XXR"):
        typed = line[3:].strip()
        if typed.isdecimal() and len(typed) <= 4 and int(typed) <= MOST_ROUNDS:
            return int(typed)
        file.bad(number, typed, f"轮数应是 1 到 {MOST_ROUNDS} 的整数", "请改正")
    return 0


_XXS = {"WW": "red_win", "BW": "black_win", "WD": "red_draw", "BD": "black_draw", "WL": "red_loss", "BL": "black_loss",
        "PAB": "bye", "FW": "forfeit_win", "FL": "forfeit_loss", "HPB": "excused"}  # fmt: skip
_SHORT = {"W": ("WW", "BW", "FW"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
_BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBU": "PAB", "BBF": "FL", "BBZ": "ZPB"}


_WORTH = r"([WDLAPX]) *(\d{1,6}(?:\.\d{1,6})?)(?![\d.])"


def _points(file: File) -> Points:
    """Records 162, XXS and BBx over the 1, 0.5, 0 that hold where none is."""
    values: dict[str, Fraction] = {}
    said = []
    for number, line in file.of("162"):
        said += [(number, *pair) for pair in re.findall(_WORTH, line[4:])]
        if left := re.sub(_WORTH, "", line[4:]).strip():
            advice = "应写 W 1.0    D 0.5    L 0.0 的样子，字母可用 W D L A P X"
            file.bad(number, left, "162 记录（记分）里有看不懂的部分", advice)
    for _, name, typed in said:
        value = Fraction(typed)
        values |= dict.fromkeys({"A": ("FL", "ZPB"), "P": ("PAB",), "X": ()}.get(name, _SHORT.get(name, ())), value)
    if said and "PAB" not in values:
        values["PAB"] = values.get("WW", CHESS_POINTS.red_win)
    for number, line in file.of("XXS"):
        for part in line[3:].split():
            name, _, typed = part.upper().partition("=")
            if not re.fullmatch(r"\d{0,6}\.?\d{1,6}|\d{1,6}\.", typed) or name not in {*_XXS, *_SHORT, "ZPB", "FPB"}:
                file.bad(number, part, "看不懂的记分", "应写 W=3 的样子")
                continue
            values |= dict.fromkeys(_SHORT.get(name, (name,)), Fraction(typed.rstrip(".")))
    for code, name in _BBP.items():
        for number, line in file.of(code):
            if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", line[3:].strip()):
                file.bad(number, line[3:].strip(), "应是分数", "请改正")
                continue
            values |= dict.fromkeys(_SHORT.get(name, (name,)), Fraction(line[3:].strip()))
    if values.get("ZPB"):
        file.note(f"缺席一轮记 {shown(values['ZPB'])} 分，本程序记 0 分", "请核对积分")
    found = replace(CHESS_POINTS, **{_XXS[code]: value for code, value in values.items() if code in _XXS})
    found = replace(found, double_forfeit=found.forfeit_loss)
    if values and (fault := points_fault(found)):
        number, line = file.of("162", "XXS", *_BBP)[0]
        file.bad(number, line, fault, "请改正这几行记分")
    return found


def _chain(file: File) -> tuple[str, ...]:
    """Keys of the tie-break table for 212, or 202 behind the points; what has no key here is told."""
    typed = file.words("212") or (f"PTS,{file.words('202')}" if file.words("202") else "")
    names = {acronym: key for key, acronym in codes.TIE_BREAKS.items()}
    wanted = [part.strip().upper() for part in typed.split(",") if part.strip()]
    if unknown := [part for part in wanted if part not in names]:
        file.note(f"这些名次指标本程序没有：{'、'.join(unknown)}", "请在「名次」表另定，或用 --chain 写明")
    known = [names[part] for part in wanted if part in names]
    return tuple(dict.fromkeys(["points", *known])) if known else ()


def _dates(file: File) -> tuple[str, ...]:
    found = []
    for number, line in file.of("132"):
        typed = [line[at : at + 10].strip() for at in range(codes.FIRST_ROUND - 1, len(line), codes.ROUND_WIDTH)]
        for part in typed:
            found.append(codes.day(part))
            if part and not found[-1]:
                file.bad(number, part, "日期应是 YY/MM/DD", "请按列对齐：第一轮从第 92 列起，每轮 10 列")
    return tuple(found)


def _with_teams(event: Played, file: File) -> Played:
    """013 and 310: the team of each player; what else they say is kept where it does not follow from that."""
    teams = []
    for number, line in (*file.of("013"), *file.of("310")):
        new = line.startswith("310")
        name = text(line[8:40] if new else line[4:36])
        members = _numbers(line[72:] if new else line[36:], number, event.ids, file)
        teams.append(Team(name, line[40:71].strip() if new else "", tuple(members)))
    owner = {player: team.name for team in teams for player in team.members}
    players = tuple(replace(player, team=owner.get(player.id, "")) for player in event.players)
    follows = teams_of(players) == tuple(teams)
    return replace(event, players=players, teams=() if follows else tuple(teams))


def _without_derived(event: Played) -> Played:
    """The event without first and last day where they are those of its rounds."""
    days = [day for day in event.dates if day]
    ends = {"042": days[0], "052": days[-1]} if days else {}
    return replace(event, records=tuple(r for r in event.records if r[:3] not in ends or codes.day(r[4:]) != ends[r[:3]]))


def _check(event: Played, file: File, people: Mapping[str, Numbered]) -> None:
    """What looks damaged though it could be read."""
    if file.unknown:
        named = "、".join(dict.fromkeys(file.unknown))
        file.note(f"没有读的行：{named}（共 {len(file.unknown)} 行）", "认识的记录都已读入；请核对")
    there = len(people) + len(file.same)
    if (said := file.words("062")).isdecimal() and said.lstrip("0") != str(there):
        file.note(f"062 记录说有 {said} 人，文件里有 {there} 人", "文件可能不完整，请核对")
    assert event.points is not None
    due = totals(event, event.points)
    alone = {player: line for player, (_, line) in people.items() if player not in file.same.values()}
    wrong = [p for p, line in alone.items() if not _fits(codes.field(line, "points"), p, due, event)]
    if wrong:
        detail = f"{len(wrong)} 人的积分（第 81-84 列）与各轮结果不合，如 {'、'.join(wrong[:8])} 号"
        file.note(detail, "以各轮结果为准；记分不是 1、0.5、0 的请用 --scores 写明")


def _fits(typed: str, player: str, due: Mapping[str, Fraction], event: Played) -> bool:
    """Whether the points of a line are those of its results; some programs count the byes of the round to come already."""
    if not re.fullmatch(r"\d+(\.\d+)?", typed):
        return not typed
    assert event.points is not None
    coming = {"BYE1": event.points.bye, "BYE0.5": event.points.excused, "BYE0": Fraction(0)}
    more = sum((coming[bye.result] for bye in event.away if bye.player == player), Fraction(0))
    return Fraction(typed) in (due[player], due[player] + more)
