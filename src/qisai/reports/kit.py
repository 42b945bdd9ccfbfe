"""The paper kit (手工包): all that is needed to pair the next round by hand if the computer dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice
from pathlib import Path

import pandas as pd

from qisai.event import Away, Competition, Event, seeds_for
from qisai.pairing.arrays import score_bands
from qisai.pairing.field import DOWN, LEVEL, UP, Entrant, PairingRules
from qisai.pairing.knockout import first_round
from qisai.pairing.roundrobin import pair_by_table
from qisai.publish.a4 import save
from qisai.publish.paper import Page, arrange
from qisai.publish.slips import Slip
from qisai.publish.slips import arrange as arrange_slips
from qisai.record import Line, Publication
from qisai.regulation.model import OTHERS, SWISS, Stage
from qisai.regulation.summary import points_text
from qisai.reports.kit_words import due_side, not_again, swiss_steps
from qisai.reports.state import Settled, entry_stamp, pairing_stamp, prefix, stamped, standings_stamp
from qisai.reports.tables import People, gone, standings
from qisai.steps.knockout import draft_knockout
from qisai.steps.rounds import due
from qisai.steps.swiss import entrants_of, pairing_rules, with_barred
from qisai.tournament.games import sides, swiss_games
from qisai.vocabulary import BLACK, RED, Happening, Outcome

GAP = "　"
MOVE = {RED: "先", BLACK: "后"}
FLOAT = {DOWN: "↓", UP: "↑"}
LEGEND = "各轮一格：对手编号，先＝先手，后＝后手，—＝没有下成（弃权、请假、缺席）；↓下调，↑上调"
SPARE = 6  # rows to fill that stand ready for whoever comes in addition


@dataclass(frozen=True)
class Hand:
    """The next round of a competition as it lies on the arbiter's table; ``open`` are the publications whose results are
    still out."""

    event: Event
    competition: Settled
    round: int
    open: Sequence[Publication]

    @classmethod
    def of(cls, event: Event, competition: Competition) -> Hand | None:
        """None before the draw, and where no round is left and no result is out."""
        playing = [publication for publication in competition.publications if publication.accepted is None]
        round_no = max((publication.round for publication in competition.publications), default=0) + 1
        over = round_no > max(stage.last for stage in competition.regulation.stages)
        if not len(competition.numbers) or (over and not playing):
            return None
        return cls(event, Settled.of(competition), round_no, playing)

    @property
    def stage(self) -> Stage | None:
        """The Swiss or round robin that the round belongs to; None where only a knockout goes on, or nothing."""
        stages = self.competition.regulation.stages
        return next((stage for stage in stages if stage.scored and self.round in stage.rounds), None)

    @property
    def after(self) -> int:
        """The last round that counts in the standings."""
        return self.competition.swiss_rounds_done

    @property
    def out(self) -> int:
        """The round with standings whose results are out; 0 for none."""
        return max((p.round for p in self.open if self.competition.regulation.stage(p.stage).scored), default=0)

    @cached_property
    def seeds(self) -> list[str]:
        """Who has left for the knockout, as far as it is known."""
        own, knockout = self.competition, self.competition.regulation.knockout
        cut = knockout is not None and own.accepted_rounds(own.regulation.swiss) == own.regulation.swiss.last
        return own.seeds or (seeds_for(own, knockout) if knockout is not None and cut else [])

    @cached_property
    def people(self) -> People:
        return People(self.competition)

    @cached_property
    def late(self) -> dict[str, int]:
        """Who comes in with the round (变动) and has no number yet, with the next free ones."""
        rows = self.competition.changes
        rows = rows[(rows["happening"] == Happening.LATE_ENTRY) & (rows["round"] <= self.round)]
        numbers = self.competition.record.numbers
        new = [player for player in dict.fromkeys(rows["player"]) if player not in numbers]
        return dict(zip(new, count(max(numbers.values(), default=0) + 1), strict=False))

    @cached_property
    def called(self) -> dict[str, str]:
        known = {player: self.people.who(player) for player in self.competition.numbers.index}
        return known | {player: f"{number}号{self.people.name(player)}" for player, number in self.late.items()}

    @cached_property
    def opponents(self) -> dict[tuple[str, int], str]:
        """The opponent of every player and round, or 轮空, or —."""
        own = self.competition
        lines = sides(swiss_games(own.counted(self.after), own.regulation, self.after), own.regulation)
        found = {
            (line.player, line.round): str(self.people.number(line.opponent)) if line.opponent
            else Outcome.BYE.value if line.outcome == Outcome.BYE else "—"
            for line in lines.itertuples()
        }  # fmt: skip
        for publication in self._scored_open:
            if publication.bye:
                found[publication.bye, publication.round] = Outcome.BYE.value
            for line in publication.lines:
                red, black = line["red"], line["black"]
                found[red, publication.round] = str(self.people.number(black))
                found[black, publication.round] = str(self.people.number(red))
        return found

    @property
    def _scored_open(self) -> list[Publication]:
        return [p for p in self.open if self.competition.regulation.stage(p.stage).scored]

    @cached_property
    def everybody(self) -> dict[str, Entrant]:
        """Everybody with a number as the pairing sees him; the round that is out counts as played as planned."""
        own = self.competition
        known = entrants_of(own, own.numbers, self.after + 1, set(own.numbers.index))
        found = {entrant.player: entrant for entrant in with_barred(known, own, self.round)}
        for publication in self._scored_open:
            seats = {publication.bye: ("", None)} if publication.bye else {}
            for line in publication.lines:
                seats |= {line["red"]: (line["black"], RED), line["black"]: (line["red"], BLACK)}
            marks = publication.floats or {}
            for player, entrant in found.items():
                opponent, colour = seats.get(player, ("", None))
                found[player] = replace(
                    entrant,
                    colours=(*entrant.colours, colour),
                    floats=(*entrant.floats, marks.get(player, LEVEL)),
                    met=entrant.met | ({opponent} - {""}),
                    had_bye=entrant.had_bye or player == publication.bye,
                )
        return found

    @cached_property
    def away(self) -> list[Away]:
        """Who does not play in the round, as the draft has it; who is out by rule in the round that is out stays out."""
        own, pool = self.competition, [player for player in self.competition.numbers.index if player not in self.seeds]
        found = own.absent(self.round, pool)
        known = {one.player for one in found}
        known |= {c.player for c in own.changes.itertuples() if c.happening == Happening.RETURN and c.round == self.round}
        return found + [one for one in own.absent(self.out, pool) if self.out and not one.cell and one.player not in known]

    def heads(self, stage: Stage) -> int:
        """How many the round pairs: the field without those who are still to leave it for the knockout."""
        knockout, field = self.competition.regulation.knockout, len(self.field(stage))
        leaving = knockout is not None and stage.entrants == OTHERS and not self.seeds
        return max(field - knockout.qualifiers, 0) if leaving and knockout is not None else field

    def field(self, stage: Stage) -> list[Entrant]:
        """Whom the round pairs, as far as it is known, by number; before the cut everybody."""
        own, away = self.competition, {one.player for one in self.away}
        here = [self.everybody[p] for p in own.numbers.index if p not in away and p not in self.seeds]
        points, teams = own.late_points(self.round), own.kept_apart
        return here + [Entrant(player, number, points, team=teams[player]) for player, number in self.late.items()]

    def history(self, player: str) -> list[str]:
        """A cell for every round up to now: ``12先``, ``45后↓``, ``轮空``, ``—``."""
        entrant, cells = self.everybody[player], []
        for number in range(1, max(self.after, self.out) + 1):
            met = self.opponents.get((player, number), "")
            colour = entrant.colours[number - 1] if number <= len(entrant.colours) else None
            float_ = entrant.floats[number - 1] if number <= len(entrant.floats) else 0
            seat = MOVE.get(colour or "", "—") if met.isdigit() else ""
            cells.append(f"{met}{seat}{FLOAT.get(float_, '')}")
        return cells


def write_kits(event: Event) -> list[Path]:
    """第NN轮_手工包.pdf for the next round of every 组别 that has one; [] where none has."""
    made = []
    for competition in event.competitions.values():
        hand = Hand.of(event, competition)
        if hand is not None:
            made.append(_write(hand))
    return made


def _write(hand: Hand) -> Path:
    own, group = hand.competition, hand.competition.group
    name = f"{prefix(hand.event, group)}第{hand.round:02}轮_手工包.pdf"
    heading = GAP.join(part for part in (hand.event.name, group) if part)
    leaves = arrange(*pages(hand), heading=heading, stamp=GAP.join(_stamp(hand)))
    slips, clock = _blank_slips(hand)
    if slips:
        label = f"{group}第 {hand.round} 轮"
        top = GAP.join(stamped(hand.event, hand.event.name)[::-1])
        leaves += arrange_slips(slips, heading=top, round_label=label, clock=clock)
    path = hand.event.reports / "打印" / name
    return save(path, leaves, title=f"{own.group}第 {hand.round} 轮手工包")


def _stamp(hand: Hand) -> list[str]:
    if hand.open:
        return pairing_stamp(hand.event, hand.open[-1])
    accepted = [publication for publication in hand.competition.publications if publication.accepted is not None]
    return standings_stamp(hand.event, accepted[-1]) if accepted else entry_stamp(hand.event)


def pages(hand: Hand) -> list[Page]:
    """The tables of the kit in the order in which they are used."""
    stage, found = hand.stage, []
    if stage is not None and stage.system == SWISS:
        rules = pairing_rules(hand.competition, stage, hand.round)
        field = hand.field(stage)
        words = swiss_steps(hand.competition, stage, hand.round, rules, hand.heads(stage), hand.out, hand.called)
        found = [_steps(hand, words), *([_standings(hand)] if hand.after or hand.out else []), *_groups(hand, rules, field)]
        found.append(_blank_pairing(hand, stage, hand.heads(stage)))
    elif stage is not None:
        found = [_steps(hand, _table_steps(hand, stage)), _standings(hand), _by_table(hand, stage)]
    elif hand.out:
        last = [("最后一轮", "收齐成绩单，在「名次和历史」里填本轮得分、加出新积分，按名次规则排"),
                ("电脑好了", "照常把成绩填进轮次表，再做「下一步」")]  # fmt: skip
        found = [_steps(hand, iter(last)), _standings(hand)]
    return [*found, *_knockout(hand)]


def _steps(hand: Hand, steps: Iterator[tuple[str, str]]) -> Page:
    frame = pd.DataFrame(list(steps), columns=["步骤", "怎样做"])
    notes = ["电脑坏了、停电时用；后面的表照这里的步骤填"]
    return Page(f"第 {hand.round} 轮　手工编排的步骤", frame, notes, widths={"步骤": 6}, tall=9)


def _away(hand: Hand) -> list[str]:
    """Who does not play in the round, by the reason, and who comes in."""
    reasons: dict[str, list[str]] = {}
    for one in hand.away:
        reasons.setdefault(one.why, []).append(hand.called[one.player])
    told = [f"不参加第 {hand.round} 轮（{why}）：{'、'.join(who)}" for why, who in reasons.items()]
    late = [f"第 {hand.round} 轮加入的（新编号）：{'、'.join(hand.called[player] for player in hand.late)}"] if hand.late else []
    return [*(told or [f"不参加第 {hand.round} 轮的：现在没有"]), *late]


def _standings(hand: Hand) -> Page:
    """Places, points and every round of everybody, with room for the results that are out."""
    own, people = hand.competition, hand.people
    if hand.after:
        table = standings(own, hand.after)
        order = [*own.standings(hand.after).index]
    else:
        order = [*own.numbers.index]
        rows = [["", people.number(p), people.name(p), people.team(p), 0] for p in order]
        table = pd.DataFrame(rows, columns=["名次", "编号", "姓名", "单位", "积分"])
    table = table.drop(columns="区分", errors="ignore")
    history = [hand.history(player) for player in order]
    for place in range(max(map(len, history), default=0)):
        table[f"{place + 1}轮"] = [cells[place] for cells in history]
    widths: dict[str, float] = {}
    if hand.out:
        table["本轮得分"], table["新积分"] = "", ""
        widths = {"本轮得分": 4, "新积分": 4}
    title = f"第 {hand.after} 轮后名次和历史" if hand.after else "编号和历史"
    left = "、".join(f"{people.who(p)}{why}" for p, why in gone(own, hand.after).items()) if hand.after else ""
    notes = [*_away(hand), *([f"已经退出的：{left}"] if left else []), LEGEND]
    return Page(title, table, notes, across=True, widths=widths, tall=7 if hand.out else 0)


def _groups(hand: Hand, rules: PairingRules, field: Sequence[Entrant]) -> Iterator[Page]:
    """The score groups in the order of pairing, with blanks to fill; with results out also sheets for the new groups."""
    show = hand.competition.regulation.show
    bands = [*score_bands(Counter(entrant.score for entrant in field), rules.band)]
    groups = [sorted((e for e in field if e.score in band), key=lambda e: (-e.score, e.number)) for band in bands]
    rows: list[list[object]] = []
    for place, group in enumerate(groups):
        if place and not hand.out:
            rows.append(["", "", "上组调来：", "", "", "", "", ""])
        near = [entrant for own in groups[max(0, place - 1) : place + 2] for entrant in own] if not hand.out else field
        for entrant in group:
            rows.append([show(entrant.score), entrant.number, hand.people.name(entrant.player), due_side(entrant, rules),
                         not_again(entrant, near, rules) + "　已轮空" * entrant.had_bye, "", "", ""])  # fmt: skip
    columns = ["积分", "编号", "姓名", "应得", "不能再遇", "对手", "先后", "台号"]
    notes = ["应得：按先后手限制和次数，这一轮该先手还是后手；「必」是不能违反的"]
    if not hand.out:
        notes.append("不能再遇：只列本组和上下一组里的；隔一组以上的看「名次和历史」。「上组调来」的空行填从上一组下调的人")
    widths = {"对手": 5, "先后": 3, "台号": 3, "不能再遇": 14}
    sizes = "、".join(f"{show(band[0])} 分 {len(group)} 人" for band, group in zip(bands, groups, strict=True))
    if not (hand.after or hand.out):  # nothing has been played: this is the only list of all
        notes += _away(hand)
    title = f"第 {hand.round} 轮　按积分分组" if not hand.out else f"第 {hand.round} 轮　每人的情况（积分不含第 {hand.out} 轮）"
    yield Page(title, pd.DataFrame(rows, columns=columns), [sizes, *notes], widths=widths, tall=7)
    if hand.out:
        blank = pd.DataFrame([[""] * len(columns)] * (len(field) + SPARE), columns=columns)
        wide = {"积分": 3, "编号": 3, "姓名": 5, "应得": 3, "不能再遇": 12, "对手": 5, "先后": 3, "台号": 3}
        note = "从高分到低分写：先写积分和编号，每组之间空一行，再填对手"
        yield Page(f"第 {hand.round} 轮　新的积分分组（空白）", blank, [note], widths=wide, tall=7)


def _blank_pairing(hand: Hand, stage: Stage, heads: int) -> Page:
    """The list to fill and to hang out: the usable tables, a bye."""
    boards = [*islice(hand.competition.tables(stage, hand.round), (heads + 1) // 2)]
    frame = pd.DataFrame({"台号": [*boards, Outcome.BYE.value]})
    for column in ("红方编号", "红方姓名", "黑方编号", "黑方姓名", "结果"):
        frame[column] = ""
    widths = {"红方编号": 4, "红方姓名": 8, "黑方编号": 4, "黑方姓名": 8, "结果": 5}
    return Page(f"第 {hand.round} 轮对阵表（空白）", frame, ["裁判长：　　　　　　　　公布时间："], widths=widths, tall=8)


def _table_steps(hand: Hand, stage: Stage) -> Iterator[tuple[str, str]]:
    regulation = hand.competition.regulation
    if hand.out:
        yield "收成绩", f"收齐第 {hand.out} 轮成绩单，在「名次和历史」里填本轮得分、加出新积分"
    yield "计分", points_text(stage, regulation)
    yield "对阵", "循环赛的对阵由循环表定，照「余下各轮对阵」公布；不到的人按弃权"
    yield "电脑好了", "把成绩填进轮次表，一轮一轮做「下一步」，程序出同样的对阵"


def _by_table(hand: Hand, stage: Stage) -> Page:
    """All rounds of a round robin that are still to come."""
    own = hand.competition
    numbers = own.numbers_after(stage.first)
    field = [Entrant(player, int(number)) for player, number in numbers.items()]
    turned = own.regulation["second_cycle"] != "照循环表两遍"
    rows: list[list[object]] = []
    for number in range(hand.round, stage.last + 1):
        rules = pairing_rules(own, stage, number)
        pairing = pair_by_table(field, number, rules, stage.cycles, turned, own.tables(stage, number))
        rows += [[number, board.board, hand.called[board.red], hand.called[board.black], ""] for board in pairing.boards]
        rows += [[number, Outcome.BYE.value, hand.called[pairing.bye], "", ""]] if pairing.bye else []
    frame = pd.DataFrame(rows, columns=["轮次", "台号", "红方", "黑方", "结果"])
    return Page("余下各轮对阵", frame, widths={"结果": 6}, tall=7)


def _knockout(hand: Hand) -> Iterator[Page]:
    """The ties that are out and those of the next round, as far as they are known."""
    stage = hand.competition.regulation.knockout
    if stage is None or not (hand.round in stage.rounds or any(p.stage == stage.name for p in hand.open)):
        return
    columns = ["台号", "甲方", "乙方", *(f"{game}先手、结果" for game in stage.games), "胜者"]
    wide: Mapping[str, float] = dict.fromkeys(columns[3:], 8) | {"甲方": 8, "乙方": 8}
    games = len(stage.games)
    for publication in (p for p in hand.open if p.stage == stage.name):
        rows = [[board, *pair, *[""] * (games + 1)] for board, pair in _pairs(hand, publication.lines)]
        frame = pd.DataFrame(rows, columns=columns)
        yield Page(f"第 {publication.round} 轮（{stage.name}）　正在下的", frame, widths=wide, across=True, tall=12)
    if hand.round in stage.rounds:
        rows = [[board, *pair, *[""] * (games + 1)] for board, pair in _next_ties(hand, stage)]
        notes = [f"先后手：{stage.colours or '当场定'}", "电脑好了，照常做「下一步」：淘汰赛的对阵只看成绩，程序出同样的对阵"]
        frame = pd.DataFrame(rows, columns=columns)
        yield Page(f"第 {hand.round} 轮（{stage.name}）对阵", frame, notes, widths=wide, across=True, tall=12)


def _next_ties(hand: Hand, stage: Stage) -> list[tuple[object, tuple[str, str]]]:
    """Table and sides of each tie of the next round; a side that is not known is named by what decides it."""
    if (stage.name, hand.round) in [(own.name, number) for own, number in due(hand.competition)]:
        return _pairs(hand, draft_knockout(hand.event, hand.competition, stage, hand.round).data["lines"])
    boards = hand.competition.tables(stage, hand.round)
    if hand.round == stage.first:
        ties = first_round([f"第{place}名" for place in range(1, stage.qualifiers + 1)])
        return [(next(boards), (tie.high or "", tie.low or "")) for tie in ties]
    left = stage.qualifiers >> (hand.round - stage.first + 1)
    return [(next(boards), (f"上轮第 {2 * n + 1} 对胜者", f"上轮第 {2 * n + 2} 对胜者")) for n in range(left)]


def _pairs(hand: Hand, lines: Sequence[Line]) -> list[tuple[object, tuple[str, str]]]:
    """Table and sides of ties, each once."""
    both = {line["board"]: (hand.called[line["red"]], hand.called.get(line["black"], "（轮空）")) for line in lines}
    return list(both.items())


def _blank_slips(hand: Hand) -> tuple[list[Slip], str]:
    """A slip for each table of the round without names, and the clock; none of a round whose pairs are known."""
    stage = hand.stage
    if stage is None:
        return [], ""
    heads = hand.heads(stage) if stage.system == SWISS else len(hand.competition.numbers)
    blank = ("", "", "")
    boards = islice(hand.competition.tables(stage, hand.round), (heads + 1) // 2)
    return [Slip(board, blank, blank) for board in boards], stage.clock
