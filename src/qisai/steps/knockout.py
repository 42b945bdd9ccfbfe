"""The draft of a knockout round: the ties, the colours where they are drawn by lot, and what stands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from qisai.event import Competition, Event, seeds_for
from qisai.pairing.knockout import Tie, first_round, ties_after
from qisai.problems import InputProblems, Problem
from qisai.record import Line
from qisai.regulation.model import Stage
from qisai.steps.drafts import Draft, publication, who
from qisai.steps.results import tie_verdicts
from qisai.tournament.lots import draw_order
from qisai.vocabulary import EVENT_FILE

BY_LOT = "抽签"


def draft_knockout(event: Event, competition: Competition, stage: Stage, round_no: int) -> Draft:
    """The ties of one round; nothing is written. Raises ``InputProblems`` where too few could qualify."""
    if round_no == stage.first:
        seeds = competition.seeds or seeds_for(competition, stage)  # fixed once the others play without them
        if len(seeds) < stage.qualifiers:
            detail = f"「{stage.name}」要 {stage.qualifiers} 人，只有 {len(seeds)} 人可以进入"
            raise InputProblems([Problem("field_too_small", EVENT_FILE, "阶段", details={"detail": detail})])
        ties = first_round(seeds)
        why = "1-8、4-5、2-7、3-6 对阵" if len(seeds) == 8 else "首尾对阵"
    else:
        seeds = competition.seeds
        last = competition.rounds(stage)[-1]
        ties = ties_after(tie_verdicts(last, last.accepted or (), stage), seeds, last.round - stage.first)
        why = "上一轮相邻两对的胜者相遇"
    table = tables(competition, stage, round_no, ties)
    lines: list[Line] = []
    for tie in ties:
        row = {"match": tie.match, "board": table[tie.match]}
        if len(tie.sides) == 2:
            lines += [{**row, "game": game, "red": tie.high, "black": tie.low} for game in stage.games]
        elif tie.sides:
            lines.append({**row, "game": stage.games[0], "red": tie.sides[0], "black": ""})
    data = publication(competition, stage, round_no, lines, list(seeds))
    if asked := competition.wishes(stage, round_no):
        data["wishes"] = asked
    data["lots"] = {
        f"{tie.match} {game}": red
        for tie in ties
        if len(tie.sides) == 2 and event.record.seed
        for game, red in _reds(competition, stage, round_no, tie).items()
    }
    number = {player: seed for seed, player in enumerate(seeds, start=1)}
    for tie in ties:
        if tie.high and tie.low:
            red = data["lots"].get(f"{tie.match} {stage.games[0]}")
            first = f"抽签由 {event.record.numbers[red]} 号先手" if red else f"先后手{stage.colours or '当场定'}"
            words = f"决赛编号 {number[tie.high]} 对 {number[tie.low]}；{why}；{first}"
            data["why"][str(table[tie.match])] = [words]
    checks = [*_checks(event, competition, stage, round_no, ties)]
    if round_no == stage.first:
        checks[1:1] = moved_up(event, competition, seeds)
    return Draft(stage, round_no, competition.group, data, (), tuple(checks))


def tables(competition: Competition, stage: Stage, round_no: int, ties: Sequence[Tie]) -> dict[int, int]:
    """The table of each tie, by its number."""
    usable = islice(competition.tables(stage, round_no), max((tie.match for tie in ties), default=0))
    return dict(enumerate(usable, start=1))


def moved_up(event: Event, competition: Competition, seeds: Sequence[str]) -> list[str]:
    """Who of the first k plays no more and who has taken his place; [] where the first k are all there."""
    order = list(competition.standings(competition.regulation.swiss.last).index)
    place = {player: rank for rank, player in enumerate(order, start=1)}
    away = {one.player: one.why for one in competition.absent(competition.regulation.swiss.last + 1, order)}
    left = [player for player in order[: len(seeds)] if player not in seeds]
    new = [player for player in seeds if place[player] > len(seeds)]
    if not left:
        return []
    gone = "、".join(f"第 {place[p]} 名 {who(event, p)}（{away.get(p, '不参加')}）" for p in left)
    up = "、".join(f"第 {place[p]} 名 {who(event, p)}" for p in new)
    return [f"注意：{gone}不参加，由{up}递补，决赛编号按递补后的次序重排"]


def _reds(competition: Competition, stage: Stage, round_no: int, tie: Tie) -> dict[str, str]:
    """Who has red in each game where the regulation leaves the colours to the lot (Tianshui 六): the first game by
    lot, the next with colours swapped, the last of several (附加赛) as the setting says. Blank where it is left open."""
    if stage.colours != BY_LOT:
        return {}
    sides = [side for side in (tie.high, tie.low) if side]

    def lot(game: str) -> str:
        purpose = f"先后手|{stage.name}第{round_no}轮第{tie.match}对{game}"
        return draw_order(competition.record.seed, purpose, sides)[0]

    reds = {stage.games[0]: lot(stage.games[0])}
    for before, game in zip(stage.games, stage.games[1:], strict=False):
        other = next(side for side in sides if side != reds[before])
        rule = competition.regulation["playoff_colours"] if game == stage.games[-1] else "与前一局相反"
        if rule != "慢棋后手方选":
            reds[game] = lot(game) if rule == BY_LOT else other
    return reds


def _checks(event: Event, competition: Competition, stage: Stage, round_no: int, ties: Sequence[Tie]) -> Iterator[str]:
    """What the arbiter reads before he publishes a knockout round; walkovers and people who left stand out."""
    yield f"{stage.name}第 {round_no} 轮：{len(ties)} 对"
    table = tables(competition, stage, round_no, ties)
    yield from (
        f"第 {table[tie.match]} 台：{who(event, tie.high)} 对 {who(event, tie.low)}" for tie in ties if tie.high and tie.low
    )
    for tie in ties:
        if len(tie.sides) < 2:
            winner = f"{who(event, tie.sides[0])}不战而胜" if tie.sides else "没有人晋级"
            yield f"注意：第 {table[tie.match]} 台有一方空缺（上一轮双方都没有晋级），{winner}。若上一轮填错了，请先不要公布"
    for one in competition.absent(round_no, [side for tie in ties for side in tie.sides]):
        if one.cell:
            own = next(table[tie.match] for tie in ties if one.player in tie.sides)
            yield f"注意：{who(event, one.player)}{one.why}，第 {own} 台请填弃权（4 红弃或 5 黑弃）"
