"""Writing a FIDE Tournament Report File, TRF26 or TRF16 (with the extensions of pairing programs).

A TRF has no boards, fouls, notes, categories or colours of byes, and at most one allotted bye a round (the others
become full-point byes). TRF26 has one value for a win, a draw and a loss, whoever moves first; TRF16 has no order of
tie-breaks. :func:`fitted` gives the event as the file will hold it, and names what it will not: reading the file gives
that event again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from qisai.exchange import trf_codes as codes
from qisai.exchange.played import (
    CHESS_POINTS,
    UNRATED,
    Barred,
    Bye,
    Game,
    Played,
    Player,
    Points,
    Table,
    in_order,
    shown,
    teams_of,
    totals,
)
from qisai.exchange.trf_reader import OFFICES
from qisai.sheets import replace_file

VERSIONS = ("26", "16")


def write_trf(path: Path, played: Played, version: str, table: Table | None = None) -> list[str]:
    """Write the event; returns what the file does not hold, in words. ``version`` is one of ``VERSIONS``.

    ``table`` gives ranks and points; without one the points are the sums of the results and there are no ranks.
    """
    event, lost = fitted(played, version)
    places = dict(zip(event.ids, played.ids, strict=True))
    standing = {player: table[old] for player, old in places.items() if old in table} if table else {}
    worth = totals(event, event.points or CHESS_POINTS)
    points = {p: standing[p].points if p in standing else shown(worth[p]) for p in event.ids}
    ranks = {player: place.rank for player, place in standing.items()}
    lines = [*_tournament(event, version), *_players(event, version, points, ranks), *_records(event, version)]
    replace_file(path, "".join(f"{line}\r\n" for line in lines).encode("utf-8"))
    return lost


# --- what a file can hold -----------------------------------------------------------------------------------
def fitted(played: Played, version: str) -> tuple[Played, list[str]]:
    """The event as a TRF of this version holds it, and in words what is lost. Ids that are no numbers from 1 to 9999
    become the places in the list of players."""
    lost: list[str] = []

    def drop(words: str, gone: object) -> None:
        if gone and words not in lost:
            lost.append(words)

    numbers = {old: str(place) for place, old in enumerate(played.ids, start=1)}
    if not all(old.isdecimal() and old == str(int(old)) and 1 <= int(old) <= codes.MOST_PLAYERS for old in numbers):
        drop("棋手的序号（改用编号）", True)
        played = renumbered(played, numbers)
    event = replace(
        played,
        players=tuple(_player(player, drop) for player in played.players),
        rounds=tuple(_round(games, played.ids, drop) for games in played.rounds),
        points=_points(played.points or CHESS_POINTS, version, _results(played), drop),
        chain=_chain(played.chain, version, drop),
        away=_away(played, version, drop),
        barred=_barred(played, version, drop),
        officials=_officials(played, drop),
        name=_line(played.name) or "-",
        place=_line(played.place),
        clock=_line(played.clock),
        records=tuple(line for line in played.records if _known(line, version)),
    )
    drop("TRF26 的记录", len(event.records) < len(played.records))
    if version == "16":
        drop("团体的场分和名次", any(team.details for team in event.teams))
        teams = tuple(replace(team, details="") for team in event.teams)
        event = replace(event, teams=() if teams == teams_of(event.players) else teams)
    return event, lost


Drop = Callable[[str, object], None]


def _line(words: str) -> str:
    """A text on one line."""
    return re.sub(r"\s*[\r\n\t]\s*", " ", words).strip()


def renumbered(played: Played, numbers: Mapping[str, str]) -> Played:
    """The event with other ids."""

    def game(one: Game) -> Game:
        return replace(one, first=numbers[one.first], second=numbers.get(one.second, ""))

    return replace(
        played,
        players=tuple(replace(player, id=numbers[player.id]) for player in played.players),
        rounds=tuple(tuple(map(game, games)) for games in played.rounds),
        away=tuple(replace(bye, player=numbers[bye.player]) for bye in played.away),
        barred=tuple(replace(one, players=tuple(numbers[p] for p in one.players)) for one in played.barred),
        teams=tuple(replace(team, members=tuple(numbers[p] for p in team.members)) for team in played.teams),
    )


def _player(player: Player, drop: Drop) -> Player:
    more, room = dict(player.more), {name: last - first + 1 for name, (first, last) in codes.FIELDS.items()}
    room["birth_date"], room["team"] = room["birth"], 32
    drop("类别", player.category)
    for name in more.keys() - set(codes.MORE):
        drop(f"「{name}」一列", more[name])
    drop("不是四位整数的等级分", player.rating and not (player.rating.isdecimal() and int(player.rating) <= 9999))
    drop("不是 M、F 的性别", player.sex not in ("", "M", "F"))
    drop("不是四位数的出生年份", player.birth and not _year(player.birth))
    drop("不是三个字母的地区", player.country and not _federation(player.country))

    def cut(name: str, words: str) -> str:
        drop(f"{words}超过 {room[name]} 个字的部分", len(more.get(name, "") or getattr(player, name, "")) > room[name])
        return _line(more.get(name, "") or getattr(player, name, ""))[: room[name]].strip()

    kept = {"title": cut("title", "头衔"), "fide_id": cut("fide_id", "棋联编号"), "birth_date": cut("birth_date", "出生日期")}
    return Player(
        player.id, cut("name", "姓名") or player.id, cut("team", "单位"),
        str(int(player.rating)) if player.rating.isdecimal() and 0 < int(player.rating) <= 9999 else "",
        player.sex if player.sex in ("M", "F") else "",
        _year(player.birth) or kept["birth_date"][:4], "", player.country if _federation(player.country) else "",
        tuple((name, kept[name]) for name in codes.MORE if kept[name]),
    )  # fmt: skip


def _federation(country: str) -> bool:
    """Whether a place can be the code of a federation."""
    return country.isascii() and country.isalpha() and len(country) <= 3


def _year(birth: str) -> str:
    return birth if len(birth) == 4 and birth.isdecimal() and birth != "0000" else ""


def _round(games: Sequence[Game], ids: Sequence[str], drop: Drop) -> tuple[Game, ...]:
    pairs = sorted((game for game in games if game.second), key=lambda game: min(int(game.first), int(game.second)))
    boards = {game: board for board, game in enumerate(pairs, start=1)}
    drop("台号", any(game.board != board for game, board in boards.items()))
    drop("犯规", any(game.first_fouls or game.second_fouls for game in games))
    drop("备注", any(game.note not in ("", UNRATED) for game in games))
    plain = [
        replace(game, board=boards.get(game, 0), printed=0, first_fouls=0, second_fouls=0, note=UNRATED if _unrated(game) else "")
        for game in games
    ]
    return in_order(plain, ids)


def _unrated(game: Game) -> bool:
    return game.note == UNRATED and bool(game.second) and game.result != "NR" and not game.forfeited


def _results(played: Played) -> set[str]:
    return {game.result for games in played.rounds for game in games} | {bye.result for bye in played.away}


def _points(points: Points, version: str, used: set[str], drop: Drop) -> Points:
    """The points that a file of this version has; what makes no difference to the results ``used`` is not told."""
    held = replace(points, double_forfeit=points.forfeit_loss)
    drop("双弃另给的分", held != points and "0-0F" in used)
    if version == "26":
        same = replace(
            held, black_win=held.red_win, black_draw=held.red_draw, black_loss=held.red_loss,
            forfeit_win=held.red_win, excused=held.red_draw,
        )  # fmt: skip
        colours = (held.black_win, held.black_draw, held.black_loss) != (held.red_win, held.red_draw, held.red_loss)
        drop("红方与黑方不同的分值（写的是红方的）", colours)
        drop("与胜局不同的弃权胜分值", held.forfeit_win != held.red_win and bool(used & {"1-0F", "0-1F"}))
        drop("与和局不同的请假分值", held.excused != held.red_draw and "BYE0.5" in used)
        held = same
    return held


def _chain(chain: Sequence[str], version: str, drop: Drop) -> tuple[str, ...]:
    known = tuple(key for key in chain if key in codes.TIE_BREAKS) if version == "26" else ()
    drop("名次指标" if version == "16" else "国际棋联没有编码的名次指标", len(known) < len(chain))
    return known if known[:1] == ("points",) else ()


def _away(played: Played, version: str, drop: Drop) -> tuple[Bye, ...]:
    next_round = len(played.rounds) + 1
    held = tuple(bye for bye in played.away if version == "26" or bye.round == next_round)
    drop("下一轮以后的轮空和缺席", len(held) < len(played.away))
    return held


def _barred(played: Played, version: str, drop: Drop) -> tuple[Barred, ...]:
    if version == "26":
        return played.barred
    whole = tuple(replace(one, first=1, last=played.planned or len(played.rounds) + 1) for one in played.barred)
    drop("禁止对阵的轮次", whole != played.barred)
    return whole


def _officials(played: Played, drop: Drop) -> tuple[tuple[str, str], ...]:
    held = tuple((office, _line(name)) for wanted, _ in OFFICES for office, name in played.officials if office == wanted)
    drop("裁判长、副裁判长以外的人员", len(held) < len(played.officials))
    return held


def _known(line: str, version: str) -> bool:
    code = line[:3]
    if version == "26":
        return code not in ("XXA", "XXC")
    return code in codes.KEPT_16


# --- the lines ----------------------------------------------------------------------------------------------
def _tournament(event: Played, version: str) -> Iterator[str]:
    yield f"012 {event.name}"
    if event.place:
        yield f"022 {event.place}"
    days = [day.replace("-", "/") for day in event.dates if day]
    kept = {line[:3] for line in event.records}
    yield from (line for line in event.records if line[:3] == "032")
    if days:
        yield from (f"{code} {when}" for code, when in (("042", days[0]), ("052", days[-1])) if code not in kept)
    yield from (line for line in event.records if line[:3] in ("042", "052"))
    yield f"062 {len(event.players)}"
    yield f"072 {sum(1 for player in event.players if player.rating)}"
    if teams := len(event.teams or teams_of(event.players)):
        yield f"082 {teams}"
    yield from (line for line in event.records if line[:3] == "092")
    for office, code in OFFICES:
        yield from (f"{code} {name}" for wanted, name in event.officials if wanted == office)
    if event.clock:
        yield f"122 {event.clock}"
    if event.dates:
        column = codes.FIRST_ROUND
        parts = [(column + codes.ROUND_WIDTH * at, day[2:].replace("-", "/")) for at, day in enumerate(event.dates)]
        yield codes.placed([(1, "132"), *parts])
    if event.planned:
        yield f"142 {event.planned}" if version == "26" else f"XXR {event.planned}"
    points = event.points or CHESS_POINTS
    if points != CHESS_POINTS:
        yield from _scoring_26(points) if version == "26" else _scoring_16(points)
    if event.chain:
        yield f"202 {','.join(codes.TIE_BREAKS[key] for key in event.chain[1:])}".rstrip()
        yield f"212 {','.join(codes.TIE_BREAKS[key] for key in event.chain)}"


def _scoring_26(points: Points) -> Iterator[str]:
    worth = {"W": points.red_win, "D": points.red_draw, "L": points.red_loss, "A": points.forfeit_loss, "P": points.bye}
    parts = [(6 + 9 * at, f"{code}{_decimal(value):>4}") for at, (code, value) in enumerate(worth.items())]
    yield codes.placed([(1, "162"), *parts])


def _scoring_16(points: Points) -> Iterator[str]:
    worth = {
        "WW": points.red_win, "WD": points.red_draw, "WL": points.red_loss, "BW": points.black_win, "BD": points.black_draw,
        "BL": points.black_loss, "FW": points.forfeit_win, "FL": points.forfeit_loss, "PAB": points.bye, "HPB": points.excused,
    }  # fmt: skip
    yield "XXS " + " ".join(f"{code}={_decimal(value)}" for code, value in worth.items())


def _decimal(value: Fraction) -> str:
    """Points with one decimal, or with as many as they need."""
    return f"{float(value):.1f}" if (value * 10).denominator == 1 else shown(value)


def _players(event: Played, version: str, points: Mapping[str, str], ranks: Mapping[str, str]) -> Iterator[str]:
    rounds: list[dict[str, str]] = []
    for games in event.rounds:
        cells: dict[str, str] = {}
        allotted = False
        for game in games:
            if game.second:
                cells[game.first], cells[game.second] = _cell(game, 0), _cell(game, 1)
            else:
                cells[game.first] = f"0000 - {_alone(game.result, allotted)}"
                allotted |= game.result == "BYE1"
        rounds.append(cells)
    if version == "16" and event.away:
        rounds.append({bye.player: f"0000 - {_alone(bye.result, True)}" for bye in event.away})
    for player in event.players:
        more = dict(player.more)
        born = more.get("birth_date") or (f"{player.birth}/00/00" if player.birth else "")
        values = {
            "number": f"{player.id:>4}", "sex": {"M": "m", "F": "w"}.get(player.sex, ""), "title": f"{more.get('title', ''):>3}",
            "name": player.name, "rating": f"{player.rating:>4}", "country": player.country,
            "fide_id": f"{more.get('fide_id', ''):>11}", "birth": born, "points": f"{_wide(points[player.id]):>4}",
            "rank": f"{ranks.get(player.id, ''):>4}",
        }  # fmt: skip
        parts = [(codes.FIELDS[name][0], words) for name, words in values.items() if words.strip()]
        played = [(codes.FIRST_ROUND + codes.ROUND_WIDTH * at, cells.get(player.id, "")) for at, cells in enumerate(rounds)]
        yield codes.placed([(1, "001"), *parts, *((column, words) for column, words in played if words)])


def _wide(points: str) -> str:
    return points if "." in points else f"{points}.0"


def _cell(game: Game, side: int) -> str:
    """Opponent, colour and result as one of the two players has them."""
    other = (game.second, game.first)[side]
    return f"{other:>4} {'wb'[side]} {_mark(game, side)}".rstrip()


def _mark(game: Game, side: int) -> str:
    if game.result == "NR":
        return ""
    share = game.shares[side]
    if game.forfeited:
        return {"1": "+", "0": "-"}[share]
    return dict(zip(("1", "0.5", "0"), "WDL" if game.note == UNRATED else "1=0", strict=True))[share]


def _alone(result: str, allotted: bool) -> str:
    return {"BYE1": "F" if allotted else "U", "BYE0.5": "H", "BYE0": "Z"}[result]


def _records(event: Played, version: str) -> Iterator[str]:
    """Everything behind the players: teams, byes to come, prohibitions, and what was kept as it stood."""
    for number, team in enumerate(event.teams or teams_of(event.players), start=1):
        if version == "26":
            seats = [(74 + 5 * at, f"{player:>4}") for at, player in enumerate(team.members)]
            yield codes.placed([(1, "310"), (5, f"{number:>3}"), (9, team.name), *_details(team.details), *seats])
        else:
            seats = [(37 + 5 * at, f"{player:>4}") for at, player in enumerate(team.members)]
            yield codes.placed([(1, "013"), (5, team.name), *seats])
    if version == "26":
        for (round_no, result), byes in _by_round(event.away).items():
            named = [(11 + 5 * at, f"{bye.player:>4}") for at, bye in enumerate(byes)]
            yield codes.placed([(1, "240"), (5, _alone(result, True)), (7, f"{round_no:03}"), *named])
        for one in event.barred:
            named = [(13 + 5 * at, f"{player:>4}") for at, player in enumerate(one.players)]
            yield codes.placed([(1, "260"), (5, f"{one.first:03}"), (9, f"{one.last:03}"), *named])
    else:
        yield from (f"XXP {' '.join(one.players)}" for one in event.barred)
    yield from (line for line in event.records if line[:3] not in ("032", "042", "052", "092"))


def _details(details: str) -> list[tuple[int, str]]:
    return [(42, details)] if details else []


def _by_round(byes: Sequence[Bye]) -> dict[tuple[int, str], list[Bye]]:
    found: dict[tuple[int, str], list[Bye]] = {}
    for bye in byes:
        found.setdefault((bye.round, bye.result), []).append(bye)
    return found
