"""Random small events paired round by round, each published round as the second referee sees it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from small_swiss import law

from qisai.pairing.arrays import Field, make_field
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant, NoLegalPairing, PairingRules
from qisai.pairing.swiss import pair_round
from qisai.regulation.model import Regulation
from qisai.regulation.seeding import pattern
from qisai.steps.swiss import told, told_prices
from qisai.verify import groups
from qisai.verify.hall import Hall, Room
from qisai.verify.replay import Game, Publication, State
from qisai.verify.wishes import Wishes
from qisai.vocabulary import Outcome

SEED = "丹阳"
MARKS = {groups.DOWN: DOWN, groups.UP: UP, "": LEVEL}
RESULTS = [Outcome.RED_WIN] * 4 + [Outcome.DRAW] * 4 + [Outcome.BLACK_WIN] * 3 + [Outcome.RED_FORFEIT, Outcome.DOUBLE_FORFEIT]
SETTINGS = {
    "group_order": ["对折", "相邻", "首尾", "抽签"],
    "first_round": ["相邻", "对折", "首尾", "抽签"],
    "numbering": ["抽签", "抽签", "上下半区"],
    "criteria": ["", "", "先后手、上下调、次序、回避、分差", "回避、分差", "次序、先后手", "无"],
    "score_band": ["0", "0", "4", "7"],
    "float_memory": ["2", "0", "3"],
    "avoid_rounds": ["0", "1", "99"],
    "avoid_how": ["必须", "尽量"],
    "avoid_circle": ["尽量", "必须", "不用"],
    "colour_limits": ["", "", "不限"],
    "last_round_waiver": ["是", "否"],
}


def chosen(chance: random.Random) -> dict[str, str]:
    return {key: word for key, words in SETTINGS.items() if (word := chance.choice(words))}


def paired(
    chance: random.Random, count: int, rounds: int, settings: Mapping[str, str], away: float = 0.06, wished: float = 0.3
) -> Iterator[Hall]:
    """Each round as published; ``away`` and ``wished``: how often somebody is away, how often a round has a lock, a forced bye
    or a barred pair."""
    rules = law("points", rounds, settings)
    numbers = dict(zip((f"P{chance.randrange(10**6):06}{n}" for n in range(count)), range(1, count + 1), strict=True))
    state = State(numbers=numbers, seed=SEED)
    teams = {player: chance.choice("甲乙丙") for player in numbers if chance.random() < 0.5}
    circles = {player: chance.choice("子丑") for player in numbers if chance.random() < 0.3}
    for number in range(1, rounds + 1):
        absent = {player: Outcome.EXCUSED.value for player in numbers if chance.random() < away}
        before = state.copy()
        blank = Publication(rules.swiss, number, "", (), "", absent, (), "", (), before, before)
        there = [player for player in numbers if player not in absent]
        wishes = _wishes(chance, there) if chance.random() < wished else Wishes()
        hall = _published(Hall(rules, state, blank, wishes, teams, Room(), str, circles))
        if hall is None:
            return
        yield hall
        state.published[rules.swiss.name, number] = hall.pub
        games = [replace(game, outcome=chance.choice(RESULTS)) for game in hall.pub.lines]
        state.accepted[rules.swiss.name, number] = {game.key: game for game in games}


def _wishes(chance: random.Random, there: list[str]) -> Wishes:
    one, other, third, fourth, fifth = chance.sample(there, 5)
    byes = [fifth] if len(there) % 2 and chance.random() < 0.5 else []
    return Wishes(locked=[frozenset((one, other))], barred=[frozenset((third, fourth))], byes=byes)


def _published(hall: Hall) -> Hall | None:
    """The round paired, with as many rules given up as it takes; None where nothing helps."""
    for relaxed in ("", "颜色", "同队", "重赛、颜色", "同队、轮空、重赛、颜色"):
        asked = replace(hall.pub, relaxed=relaxed)
        now = replace(hall, pub=asked)
        try:
            made = pair_round(entrants(now), asked.round, pairing_rules(now), now.regulation.show)
        except NoLegalPairing:
            continue
        lines = tuple(Game(board.board, "", board.board, board.red, board.black) for board in made.boards)
        record = json.loads(json.dumps([told(made.criteria), told_prices(made.prices)]))
        criteria = tuple(tuple(line) for line in record[0])
        return replace(hall, pub=replace(asked, lines=lines, bye=made.bye or "", criteria=criteria, prices=record[1]))
    return None


def entrants(hall: Hall) -> list[Entrant]:
    there = [player for player in hall.before.numbers if player not in hall.pub.absent]
    return [
        Entrant(
            player=one, number=hall.number(one), score=hall.score(one), colours=tuple(hall.colours.get(one, ())),
            met=frozenset(other for other in there if frozenset((one, other)) in hall.met),
            had_bye=hall.had_bye(one) is not None, team=hall.teams.get(one, ""),
            barred=frozenset(other for other in there if other != one and hall.barred(one, other)),
            floats=tuple(MARKS[hall.floats.get((one, number), "")] for number in range(1, hall.pub.round)),
            circle=hall.circles.get(one, ""),
        )
        for one in there
    ]  # fmt: skip


def pairing_rules(hall: Hall) -> PairingRules:
    rules: Regulation = hall.regulation
    limit = 0 if rules["colour_limits"] == "不限" else 2
    must = rules["avoid_how"] == "必须"
    return PairingRules(
        surplus_limit=limit, run_limit=limit, last_round=hall.last_round, order=rules["group_order"],
        criteria=rules["criteria"], band=rules["score_band"], float_memory=min(rules["float_memory"], hall.pub.round - 1),
        seed=SEED, first=pattern(rules.settings), relaxed=frozenset(filter(None, hall.pub.relaxed.split("、"))),
        avoid_team=hall.apart and must, spare_team=hall.apart and not must,
        spare_circle=rules["avoid_circle"] == "尽量" and bool(hall.circles),
        locked=frozenset(hall.wishes.locked), bye="".join(hall.wishes.byes),
    )  # fmt: skip


def field_of(hall: Hall) -> Field:
    """The field as the pairing has it: in round 1 the pattern decides, whatever 编排次序 names."""
    rules = pairing_rules(hall)
    if hall.pub.round == 1:
        rules = replace(rules, order="相邻", criteria=tuple(dict.fromkeys((*rules.criteria, "次序"))))
    return make_field(entrants(hall), rules, hall.pub.round)


def changed(hall: Hall, **more: Any) -> Hall:
    """The same round with something else in its record."""
    return replace(hall, pub=replace(hall.pub, **more))
