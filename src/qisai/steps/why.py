"""为什么这样对阵: a board of a round with its sentences, and what it would cost that two people met or did not.

A published round is seen as it was published: on the record up to then, with its own wishes and compromises. A round
that is due is answered on its draft. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from qisai.event import Competition, Event
from qisai.pairing.counterfactual import Game, behind_best, differences, games_of, measure, sentences, what_if
from qisai.pairing.field import Criterion, Entrant, NoLegalPairing, PairingRules
from qisai.pairing.roundrobin import pair_by_table
from qisai.pairing.swiss import pair_round
from qisai.private import without_numbers
from qisai.problems import InputProblems, Problem
from qisai.record import Line, Publication, replay
from qisai.regulation.model import KNOCKOUT, SWISS, Stage
from qisai.steps.drafts import who
from qisai.steps.rounds import drafts, due
from qisai.steps.swiss import Hall, hall, pairing_rules
from qisai.vocabulary import ELSEWHERE, NUMBERS_FILE, Outcome, plain

BYE = "轮空"


@dataclass(frozen=True)
class Round:
    """A round of one stage: ``data`` is the entry of the journal that published it, or that would; ``competition`` the
    state on which it was paired; ``publication`` what is in force now, None of a draft."""

    event: Event
    competition: Competition
    stage: Stage
    data: dict[str, Any]
    late: tuple[tuple[str, int], ...] = ()
    publication: Publication | None = None

    @property
    def number(self) -> int:
        return int(self.data["round"])

    @property
    def where(self) -> str:
        draft = "" if self.publication else "草稿（还没有公布）"
        own = "" if self.stage.whole_field else f"（{self.stage.name}）"
        return f"{self.competition.group}第 {self.number} 轮{own}{draft}"

    @property
    def lines(self) -> Sequence[Line]:
        return self.publication.lines if self.publication else self.data["lines"]

    @property
    def bye(self) -> str | None:
        return self.publication.bye if self.publication else self.data["bye"]

    @property
    def away(self) -> dict[str, str]:
        return dict(self.data["absent"])

    @property
    def elsewhere(self) -> bool:
        return ELSEWHERE in self.data["relaxed"]

    def name(self, player: str) -> str:
        return who(self.event, player, dict(self.late))

    def line(self, player: str) -> Line | None:
        return next((line for line in self.lines if player in (line["red"], line["black"])), None)

    def names(self, player: str) -> bool:
        """Whether he sits in this round, has the bye or is told to be away."""
        return self.line(player) is not None or player == self.bye or player in self.away

    @property
    def games(self) -> frozenset[Game]:
        """The games in force, the bye among them."""
        games = {frozenset({line["red"], line["black"]}) for line in self.lines}
        return frozenset(games | ({frozenset({self.bye})} if self.bye else set()))

    @property
    def published_games(self) -> frozenset[Game]:
        """The games as they were published or stand in the draft, before any change by hand."""
        games = {frozenset({line["red"], line["black"]}) for line in self.data["lines"]}
        return frozenset(games | ({frozenset({self.data["bye"]})} if self.data["bye"] else set()))

    def behind_best(self, games: frozenset[Game]) -> str:
        """How games of the whole field stand to the best pairing, in words; "" where they are the best, or there is none."""
        if self.best is None or self.best[0] == games:
            return ""
        show = self.competition.regulation.show
        return behind_best(differences(self.best[1], measure(games, self.hall.field, self.number, self.rules, show)))

    @cached_property
    def hall(self) -> Hall:
        return hall(self.competition, self.stage, self.number, self.data["seeds"], self.late)

    @cached_property
    def best(self) -> tuple[frozenset[Game], tuple[Criterion, ...]] | None:
        """The best pairing of its field and what it costs; None where no pairing is legal."""
        show = self.competition.regulation.show
        try:
            pairing = pair_round(self.hall.field, self.number, self.rules, show)
        except NoLegalPairing:
            return None
        return games_of(pairing), pairing.criteria

    @cached_property
    def rules(self) -> PairingRules:
        return pairing_rules(self.competition, self.stage, self.number, frozenset(self.data["relaxed"]))


def why(event: Event, round_no: str, one: str, other: str = "") -> list[str]:
    """The board of a person in a round, or with ``other`` (a person or 轮空) what the two cost; Chinese sentences.

    People are typed by 编号 or name. Raises ``InputProblems`` where the round or somebody is unknown, and
    ``NoLegalPairing`` where the round is due and cannot be paired.
    """
    if plain(one) == BYE and other:
        one, other = other, one
    return [without_numbers(line) for line in _told(event, round_no, one, other)]


def _told(event: Event, round_no: str, one: str, other: str) -> Iterator[str]:
    rounds, stuck = _rounds(event, round_no)
    if stuck and not rounds:
        raise stuck[0]
    numbers = event.record.numbers | {player: number for own in rounds for player, number in own.late}
    if plain(one) == BYE:
        for own in rounds:
            if own.stage.system != KNOCKOUT:
                yield from _with_bye(own)
        return
    player = _person(event, numbers, one)
    rival = "" if plain(other) == BYE else _person(event, numbers, other) if other else None
    if rival == player:
        raise _unknown(event, one, "两次写的是同一个人", "请写两个不同的人，或一个人和「轮空」")
    mine = next((own for own in rounds if own.names(player)), None)
    if mine is None and stuck:
        raise stuck[0]
    if mine is None:
        yield _not_in(event, player, rounds[0].number)
    else:
        yield from _alone(mine, player) if rival is None else _pair(rounds, mine, player, rival)


# --- which round, which people -------------------------------------------------------------------------------


def _rounds(event: Event, typed: str) -> tuple[list[Round], Sequence[NoLegalPairing | InputProblems]]:
    """The published rounds of this number and the drafts of those that are due; what keeps one from being paired.

    Raises ``InputProblems`` where there is no such round, or its turn has not come.
    """
    word = plain(typed).removeprefix("第").removesuffix("轮")
    number = int(word) if word.isdecimal() and len(word) < 4 else 0
    last = max(stage.last for regulation in event.regulations.values() for stage in regulation.stages)
    if not 1 <= number <= last:
        raise _unknown(event, typed, f"没有这一轮（共 {last} 轮）", f"请写 1 到 {last}")
    found = [published_round(event, publication) for publication in event.record.publications if publication.round == number]
    competitions = event.competitions
    stuck: list[NoLegalPairing | InputProblems] = []
    if any(own == number for competition in competitions.values() for _, own in due(competition)):
        made, stuck = drafts(event)
        mine = [draft for draft in made if draft.round == number]
        found += [Round(event, competitions[draft.group], draft.stage, draft.data, draft.late) for draft in mine]
    if not found and not stuck:
        detail = f"第 {number} 轮还没有公布，前面的成绩也还没有收齐"
        raise InputProblems([Problem("not_yet", event.folder.name, details={"detail": detail})])
    return found, stuck


def published_round(event: Event, publication: Publication) -> Round:
    """A round on the record as it stood when it was published for the last time."""
    entries = event.journal.entries
    key = {"group": publication.group, "stage": publication.stage, "round": publication.round}
    position = max(
        place for place, entry in enumerate(entries)
        if entry.kind == "publish" and {name: entry.data[name] for name in key} == key
    )  # fmt: skip
    competition = event.at(replay(entries[:position]))[publication.group]
    stage = competition.regulation.stage(publication.stage)
    return Round(event, competition, stage, entries[position].data, publication=publication)


def _person(event: Event, numbers: dict[str, int], typed: str) -> str:
    """The id behind a 编号 or a name; the number goes first."""
    word = plain(typed)
    digits = word.removesuffix("号")
    if digits.isdecimal():
        found = [player for player, number in numbers.items() if str(number) == digits.lstrip("0")]
    else:
        found = [player for player in numbers if plain(event.people.loc[player, "name"]) == word]
    if len(found) > 1:
        listed = "、".join(str(numbers[player]) for player in found)
        raise _unknown(event, typed, f"有 {len(found)} 个人叫这个名字", f"请写编号：{listed}")
    if not found:
        raise _unknown(event, typed, "没有这个编号或名字的人", f"请对照 {NUMBERS_FILE}")
    return found[0]


def _unknown(event: Event, typed: str, detail: str, advice: str) -> InputProblems:
    details: dict[str, object] = {"detail": detail, "advice": advice}
    return InputProblems([Problem("why_unknown", event.folder.name, value=typed, details=details)])


def _not_in(event: Event, player: str, number: int) -> str:
    entered = event.record.entered.get(player, 1)
    why = f"第 {entered} 轮才加入" if entered > number else "他那一组或那一阶段的还没有公布，或者他已经出局"
    return f"{who(event, player)}：第 {number} 轮没有他的对局（{why}）"


# --- one person ----------------------------------------------------------------------------------------------


def _with_bye(own: Round) -> Iterator[str]:
    yield from _alone(own, own.bye) if own.bye else [f"{own.where}：没有人轮空"]


def _alone(own: Round, player: str) -> Iterator[str]:
    """Where he sits, against whom, and why; his bye; or why he was away."""
    now = own.publication
    line = own.line(player)
    if line is not None:
        yield _seat(own, line)
        why = now.why if now else own.data["why"]
        yield from why.get(str(line["board"]), [])
    elif player == own.bye:
        yield f"{own.where}：{own.name(player)} 轮空"
        yield from now.bye_why if now else own.data["bye_why"]
    else:
        reason = next((one.why for one in own.hall.absent if one.player == player), "")
        yield f"{own.where}：{own.name(player)} 没有参加编排（{own.away[player]}{f'：{reason}' if reason else ''}）"
    if own.elsewhere:
        yield "这一轮是导入的，在别处编排，没有编排的依据可查"
    yield from _by_hand(own, player)


def _seat(own: Round, line: Line) -> str:
    sides = [own.name(line[side]) for side in ("red", "black") if line[side]]
    knockout = own.stage.system == KNOCKOUT  # the colours of a tie are settled at the table, or game by game
    told = [f"{name}{'' if knockout else f'（{colour}）'}" for name, colour in zip(sides, "红黑", strict=False)]
    return f"{own.where}第 {line['board']} 台：{' 对 '.join(told)}" + ("（对方空缺）" if len(sides) == 1 else "")


def _by_hand(own: Round, player: str) -> Iterator[str]:
    """Whom he would have met as published, where the arbiter changed that by hand."""
    if own.publication is None or not own.publication.adjusted:
        return
    game = next((game for game in own.published_games if player in game), None)
    line = own.line(player)
    sides = {line["red"], line["black"]} if line else {player}
    if game is None:
        yield "他在公布以后才加入，坐了空位"
    elif game != sides:
        other = next(iter(game - {player}), "")
        yield f"公布时他{f'对 {own.name(other)}' if other else '轮空'}，后来由裁判调整"


# --- two people ----------------------------------------------------------------------------------------------


def _pair(rounds: Sequence[Round], own: Round, one: str, other: str) -> Iterator[str]:
    rival = own if not other or own.names(other) else next((more for more in rounds if more.names(other)), None)
    if rival is not own:
        yield from _alone(own, one)
        if rival is None:
            yield _not_in(own.event, other, own.number)
        else:
            yield from _alone(rival, other)
            yield "两人本轮不在同一个组别或阶段，不可能相遇"
    elif own.elsewhere:
        yield from _boards(own, one, other)
    elif own.stage.system == KNOCKOUT:
        yield from _boards(own, one, other)
        yield "淘汰赛的对阵由决赛编号和上一轮的胜者决定，没有别的编法"
    elif own.stage.round_robin:
        yield from _boards(own, one, other)
        yield from _in_the_table(own, one, other)
    else:
        yield from _counterfactual(own, one, other)


def _boards(own: Round, one: str, other: str) -> Iterator[str]:
    """The boards of both, once where they meet."""
    yield from _alone(own, one)
    if other and own.line(one) is not own.line(other):
        yield from _alone(own, other)


def _in_the_table(own: Round, one: str, other: str) -> Iterator[str]:
    """In which rounds the table of a round robin has them meet, or one of them rest."""
    rules, stage = own.competition.regulation, own.stage
    numbers = own.competition.numbers_with(own.late)
    field = [Entrant(player, int(number)) for player, number in numbers.sort_values().items()]
    turned = rules["second_cycle"] != "照循环表两遍"
    game = frozenset({one, other} - {""})
    rounds = [
        str(number) for number in stage.rounds
        if game in games_of(pair_by_table(field, number, own.rules, stage.cycles, turned))
    ]  # fmt: skip
    when = f"第 {'、'.join(rounds)} 轮" if rounds else ""
    what = f"两人{when}相遇" if other else f"{own.name(one)}{when}轮空"
    yield f"循环赛按循环表对阵，没有别的编法：{what if rounds else '表里没有轮空' if not other else '两人不相遇'}"


def _counterfactual(own: Round, one: str, other: str) -> Iterator[str]:
    """What the rules say of the two in a Swiss round; of one changed by hand, as it was published."""
    show, here = own.competition.regulation.show, {entrant.player for entrant in own.hall.field}
    if here != _seated(own.published_games):
        yield from _boards(own, one, other)
        yield "按现在的表，这一轮参加编排的人与公布时不同，别的编法无从比起"
        return
    if missing := [player for player in (one, other) if player and player not in here]:
        yield from _boards(own, one, other)
        yield f"编排这一轮时{'、'.join(map(own.name, missing))}没有参加，没有别的编法可比"
        return
    if frozenset({one, other} - {""}) in own.games:
        yield from _alone(own, one)
    else:
        yield f"{own.where}：{own.name(one)} 与 {own.name(other) if other else BYE}"
    if own.publication and own.publication.adjusted:
        yield from _adjusted(own)
    yield from _not_the_best(own)
    past = dict(_past(own.competition))
    found = what_if(own.hall.field, own.number, own.rules, one, other, show, own.published_games, past)
    yield from sentences(found, show)


def _adjusted(own: Round) -> Iterator[str]:
    """What the arbiter changed, and how the pairing in force stands to the best one."""
    publication = own.publication
    assert publication is not None
    yield f"这一轮公布以后由裁判调整过（理由：{'；'.join(publication.adjust_reasons)}）：{'；'.join(publication.adjusted)}"
    if _seated(own.games) == {entrant.player for entrant in own.hall.field} and (told := own.behind_best(own.games)):
        yield f"调整后的对阵{told}"
    yield "以下照公布时的对阵说："


def _not_the_best(own: Round) -> Iterator[str]:
    """A warning where the published pairing is not the one that the program makes now."""
    if told := own.behind_best(own.published_games):
        yield f"注意：按现在的表和程序，这一轮会编成另一种；公布的对阵{told}"


def _seated(games: frozenset[Game]) -> set[str]:
    return {player for game in games for player in game}


def _past(competition: Competition) -> Iterator[tuple[Game, int]]:
    """In which round of a Swiss two players met, or one had the bye."""
    swiss = [stage.name for stage in competition.regulation.stages if stage.system == SWISS]
    for game in competition.games[competition.games["stage"].isin(swiss)].itertuples():
        if game.black:
            yield frozenset({game.red, game.black}), int(game.round)
        elif game.outcome == Outcome.BYE.value:
            yield frozenset({game.red}), int(game.round)
