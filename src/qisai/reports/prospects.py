"""Who can still reach the knockout, or a prize, as a competition has it: the field, the verdicts, the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
from matplotlib.figure import Figure

from qisai.event import Competition
from qisai.pairing.roundrobin import row_of, table_row
from qisai.publish import charts
from qisai.publish.language import label, named, t
from qisai.publish.wechat import headed, listed
from qisai.record import Line
from qisai.regulation.model import Stage
from qisai.regulation.treatment import ALONE
from qisai.reports import tables
from qisai.reports.tables import People
from qisai.tournament.chances import IN, MOST_WAYS, OPEN, RESULTS, Chance, Field, Game, by_results, by_score
from qisai.tournament.final import attendance
from qisai.tournament.games import frame
from qisai.tournament.history import history
from qisai.vocabulary import Outcome

LAST_ROUNDS = 3  # how long before the end the question is asked
MOST_OPEN = 60  # players undecided from which the answer tells nothing
#: Points of red and of black for each result.
RESULT_KEYS = (("red_win", "black_loss"), ("red_draw", "black_draw"), ("red_loss", "black_win"))
OUTCOMES = (Outcome.RED_WIN, Outcome.DRAW, Outcome.BLACK_WIN)
MOST_NAMED = 6  # without a verdict; more are counted
EIGHTS = {4: "四强", 8: "八强", 16: "十六强", 32: "三十二强"}


def goal(competition: Competition) -> tuple[int, str]:
    """How many places are fought for, and what they are called: those of the knockout, else those with money, else 8."""
    regulation = competition.regulation
    if regulation.knockout:
        heads = regulation.knockout.qualifiers
        return heads, EIGHTS.get(heads, f"前{heads}名")
    paid = {place for prize in regulation.prizes if prize.amount and not (prize.team or prize.conditions or prize.pick)
            for place in prize.places}  # fmt: skip
    heads = next(place for place in range(len(paid) + 1) if place + 1 not in paid)
    return (heads, f"名次奖前{heads}名") if heads else (8, "前8名")


def lost(competition: Competition) -> str:
    """What is said of those who are out; other prizes than those of the first places may still be theirs."""
    return "已无晋级可能" if competition.regulation.knockout else f"已进不了前{goal(competition)[0]}名"


def chances_name(competition: Competition) -> str:
    """What the picture is called: 晋级形势 where there is a knockout, else 名次奖形势, or 前8名形势 without such prizes."""
    if competition.regulation.knockout:
        return "晋级形势"
    places, name = goal(competition)
    return "名次奖形势" if name.startswith("名次奖") else f"前{places}名形势"


def left_out(competition: Competition, found: Sequence[Chance], after: int) -> str:
    """``另有：柏建（退赛）、韦海（第7轮起退赛）``: who is in the table and has no verdict, and why; many are counted by why;
    "" where nobody is."""
    judged, people = {one.player for one in found}, People(competition)
    others = [str(player) for player in competition.standings(after).index if player not in judged]
    if not others:
        return ""
    why = _without_verdict(competition, after)
    reasons = {player: why.get(player, "缺轮不列名次") for player in others}
    in_order = sorted(reasons.items(), key=lambda one: one[1].startswith("第"))  # who leaves with the next round last
    told = [named(f"{people.name(player)}（{reason}）") for player, reason in in_order]
    if len(told) > MOST_NAMED:
        told = [label(f"{count}人{reason}") for reason, count in Counter(reasons.values()).items()]
    return headed("另有：", listed(told))


def _without_verdict(competition: Competition, after: int) -> dict[str, str]:
    """Player -> why he has no verdict, as the tables and the article say it; who leaves with the next round says so."""
    gone, before = tables.gone(competition, after), tables.gone(competition, after - 1)
    leaving = {player for player in gone if player not in before and competition.taking_out(after + 1, player) is not None}
    told = {player: f"第{after + 1}轮起{why}" if player in leaving else why for player, why in gone.items()}
    out = {player: told.get(player, "取消资格") for player in competition.disqualified}
    return dict.fromkeys(competition.fillers, "陪打") | told | out


def chances(competition: Competition, after: int) -> list[Chance]:
    """The verdicts of all who are in play after a round of the first stage, in the order of the table; by all results of
    the last round where it is paired and has few enough games, else by points."""
    regulation, stage = competition.regulation, competition.regulation.swiss
    aside = _aside(competition, after)
    table = competition.standings(after)
    points = {str(p): int(units) for p, units in table["points"].items() if p not in aside}
    places, left = goal(competition)[0], stage.last - after
    gone = competition.gone(after + 1)
    lines = next_lines(competition, after) if left else None
    games: tuple[Game, ...] = ()
    if lines is not None:
        left -= 1
        results = tuple((stage.points[red], stage.points[black]) for red, black in RESULT_KEYS)
        games = tuple(Game(line["red"], line["black"], results) for line in lines if line["black"])
        for line in lines:
            if not line["black"] and line["red"] in points:
                points[line["red"]] += _alone(competition, stage, line["outcome"])
    doubtful = frozenset(gone) & points.keys()
    found = by_score(Field(places, points, games, _span(stage, left), doubtful))
    if lines is None or left or not games or RESULTS ** len(games) > MOST_WAYS:
        return found
    order = pd.Series(range(len(table)), index=table.index).reindex(competition.numbers.index).to_numpy(dtype="int64")
    ends = [
        replace(history(_ended(competition, after, lines, outcome), competition.numbers, regulation, after + 1,
                        competition.traits(99)), place_before=order)
        for outcome in OUTCOMES
    ]  # fmt: skip
    pairs = [(game.red, game.black) for game in games]
    shared = not regulation.knockout and bool(regulation["share_below"])
    return by_results(found, ends, pairs, regulation.chain, places, aside, doubtful, shared)


def _aside(competition: Competition, after: int) -> set[str]:
    """Who holds no place: 陪打, 取消资格, and without a knockout those whom missed rounds have cost their rank."""
    rules = competition.regulation
    out = competition.fillers | competition.disqualified
    if not rules.knockout and rules["missed_round"] == "不列名次":
        games = competition.games
        missed = attendance(games[games["round"] <= after], rules)["missed"]
        out |= set(missed.index[missed >= max(rules["missed_least"], 1)])
    return out


def _span(stage: Stage, rounds: int) -> tuple[int, int]:
    """The least and the most units of so many rounds."""
    return min(stage.points.values()) * rounds, max(stage.points.values()) * rounds


def _alone(competition: Competition, stage: Stage, outcome: str) -> int:
    """What a line without an opponent brings."""
    return stage.points.get(competition.regulation.rule(stage, Outcome(outcome), ALONE).points, 0)


def next_lines(competition: Competition, after: int) -> list[Line] | None:
    """The lines of the round behind ``after``, those without a game with their outcome: as published, or by the table of
    a round robin; None where it is not known."""
    stage = competition.regulation.swiss
    if competition.cancelled(after):
        return None
    published = next((p for p in competition.rounds(stage) if p.round == after + 1), None)
    numbers = competition.numbers_after(after + 1)
    if published is not None:
        lines: list[Line] = [{side: line[side] for side in ("red", "black", "board")} for line in published.lines]
        away = {player: kind for player, kind, *_ in published.absent}
        bye = published.bye or ""
    elif stage.round_robin:
        players = [str(player) for player in numbers.sort_values().index]
        size = len(players) + len(players) % 2
        row = row_of(after + 1, len(players), stage.cycles, competition.regulation["second_cycle"] != "照循环表两遍")
        pairs = [pair[::-1] if row.again else pair for pair in table_row(size, row.number)]
        seated = [[players[place - 1] if place <= len(players) else "" for place in pair] for pair in pairs]
        lines = [{"red": red, "black": black, "board": board} for board, (red, black) in enumerate(seated, 1) if red and black]
        away, bye = {}, next(("".join(pair) for pair in seated if not all(pair)), "")
    else:
        return None
    there = {line[side] for line in lines for side in ("red", "black")}
    for player in map(str, numbers.index):
        if player not in there:
            kind = Outcome.BYE.value if player == bye else away.get(player, Outcome.ABSENT.value)
            lines.append({"red": player, "black": "", "board": 0, "outcome": kind})
    return lines


def _ended(competition: Competition, after: int, lines: Sequence[Line], outcome: Outcome) -> pd.DataFrame:
    """The games with the coming round played, all its games with one outcome."""
    games = competition.games
    where = {"round": after + 1, "stage": competition.regulation.swiss.name}
    return pd.concat(
        [games[games["round"] <= after], frame({"outcome": outcome.value, **line, **where} for line in lines)], ignore_index=True
    )


def prospects(competition: Competition, found: Sequence[Chance], after: int) -> pd.DataFrame:
    """姓名, 单位, 积分, 最少, 最多, 结论, 理由 of the chances after a round, in their order."""
    people, show = People(competition), competition.regulation.show
    points = competition.standings(after)["points"]
    rows = [
        [people.name(one.player), people.team(one.player), show(int(points[one.player])), show(one.least), show(one.best),
         one.verdict, t(one.why(show(one.least), show(one.best)))]
        for one in found
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["姓名", "单位", "积分", "最少", "最多", "结论", "理由"])


def chances_chart(competition: Competition, after: int, stamp: Sequence[str], event: str = "") -> Figure | None:
    """Who can still reach the knockout or a prize after a round, sharper once the next round is published.

    None where the question is not asked: after the first stage, more than three rounds before its end, in a field that
    has no more people than places, with nothing decided, and with too many undecided.
    """
    regulation = competition.regulation
    places, name = goal(competition)
    left = regulation.swiss.last - after
    if after < 1 or not 1 <= left <= LAST_ROUNDS or len(competition.numbers_after(after)) <= places:
        return None
    found = chances(competition, after)
    heads = Counter(one.verdict for one in found)
    taken, waiting = heads[IN], heads[OPEN]
    if waiting > MOST_OPEN or waiting == len(found):
        return None
    paired = any(p.round == after + 1 for p in competition.rounds(regulation.swiss))
    exact = any(one.of for one in found)
    when = f"第{after + 1}轮开赛前" if paired else f"第{after}轮后"
    if not waiting:
        title = t(f"{when}：{name}已全部产生")
    elif taken:
        title = t(f"{when}：{taken}人已进{name}，{waiting}人争{places - taken}席")
    else:
        title = t(f"{when}：{name}还没有人稳进，{waiting}人争{places}席")
    basis = "横线是最终可能达到的积分" if exact else "只按积分计算，同分的没有判定；横线是最终可能达到的积分"
    note = t(f"还剩{left}轮；{basis}；以后退赛、判罚的不计")
    table = prospects(competition, found, after)
    told = [one.verdict != OPEN or one.of > 0 for one in found]  # else the points say it, and the picture draws them
    table["理由"] = table["理由"].where(told, "")
    words = {"lost": lost(competition), "note": left_out(competition, found, after), "subtitle": note}
    return charts.chances(table, title=title, **words, event=event, stamp=stamp)
