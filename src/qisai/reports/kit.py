"""The paper kit (手工包): all that is needed to pair the next round by hand if the computer dies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pandas as pd

from qisai.event import Event
from qisai.pairing.field import Entrant, Pairing, PairingRules
from qisai.pairing.knockout import first_round
from qisai.publish.a4 import Leaf, save
from qisai.publish.pairing_cards import PairingCard, arrange_pairing_cards
from qisai.publish.paper import Page, arrange
from qisai.publish.slips import Slip, cut_note
from qisai.publish.slips import arrange as arrange_slips
from qisai.record import Line
from qisai.regulation.model import SWISS, Stage
from qisai.regulation.summary import points_text
from qisai.reports.berger import berger_round
from qisai.reports.hand import Hand
from qisai.reports.kit_words import chain_notes, due_side, others_barred, swiss_steps
from qisai.reports.places import shown
from qisai.reports.state import entry_stamp, pairing_stamp, prefix, stamped, standings_stamp
from qisai.reports.tables import all_keys, gone
from qisai.steps.knockout import draft_knockout
from qisai.steps.rounds import due
from qisai.steps.swiss import pairing_rules
from qisai.vocabulary import Outcome

GAP = "　"
CELLS = "各轮一格：对手编号、先手或后手、胜负"
BLANK_SIDE = ("", "", "")
SPARE = 3  # tables on the blank list that stand ready for whoever comes in addition


def write_kits(event: Event) -> list[Path]:
    """第NN轮_手工包.pdf for the next round of every 组别 that has one; [] where none has."""
    hands = [hand for competition in event.competitions.values() if (hand := Hand.of(event, competition)) is not None]
    return [_write(hand) for hand in hands]


def _write(hand: Hand) -> Path:
    own, group = hand.competition, hand.competition.group
    heading = GAP.join(part for part in (hand.event.name, group) if part)
    cards, slips = arrange_pairing_cards(cards_of(hand), note=_cards_note(hand)), _slip_leaves(hand)
    further = "、".join(f"{what} {len(found)} 页" for what, found in (("编排卡", cards), ("成绩单", slips)) if found)
    tables = pages(hand)
    if further:
        tables[0] = replace(tables[0], notes=[*tables[0].notes, f"后面还有{further}，裁开用，没有页码"])
    leaves = [*arrange(*tables, heading=heading, stamp=GAP.join(_stamp(hand))), *cards, *slips]
    path = hand.event.reports / "打印" / f"{prefix(hand.event, group)}第{hand.round:02}轮_手工包.pdf"
    return save(path, leaves, title=f"{own.group}第 {hand.round} 轮手工包")


def _stamp(hand: Hand) -> list[str]:
    if hand.open:
        return pairing_stamp(hand.event, hand.open[-1])
    accepted = [publication for publication in hand.competition.publications if publication.accepted is not None]
    return standings_stamp(hand.event, accepted[-1]) if accepted else entry_stamp(hand.event)


def pages(hand: Hand) -> list[Page]:
    """The tables of the kit in the order in which they are used; cards and slips follow."""
    stage, found = hand.stage, []
    if stage is not None and stage.system == SWISS:
        rules = pairing_rules(hand.competition, stage, hand.round)
        steps = [*swiss_steps(hand.competition, stage, hand.round, rules, hand.heads(stage), hand.out, hand.called)]
        frame = pd.DataFrame(steps, columns=["步骤", "怎样做"])
        notes = ["电脑坏了、停电时用", *_away(hand)]
        found = [Page(f"第 {hand.round} 轮　手工编排的步骤", frame, notes, widths={"步骤": 6})]
        found += [_standings(hand)] * bool(hand.after) + [_blank_pairing(hand, stage, hand.heads(stage))]
    elif stage is not None:
        found = [_by_table(hand, stage), *([_standings(hand, history=True)] if hand.after or hand.out else [])]
    elif hand.out:  # the last round with standings, while a knockout goes on
        found = [_standings(hand, history=True)]
    return [*found, *_knockout(hand)]


def _away(hand: Hand) -> list[str]:
    """Who does not play in the round, by the reason, and who comes in."""
    reasons: dict[str, list[str]] = {}
    for one in hand.away:
        reasons.setdefault(one.why, []).append(hand.called[one.player])
    told = [f"不参加第 {hand.round} 轮（{why}）：{'、'.join(who)}" for why, who in reasons.items()]
    late = [f"第 {hand.round} 轮加入的（新编号）：{'、'.join(hand.called[player] for player in hand.late)}"] if hand.late else []
    return [*(told or [f"不参加第 {hand.round} 轮的：现在没有"]), *late]


def _standings(hand: Hand, history: bool = False) -> Page:
    """Places with every value of the chain, and room for the new ones while results are out; ``history``: every round too."""
    own, people, regulation = hand.competition, hand.people, hand.competition.regulation
    keys = [key for key in all_keys(regulation) if key.name != "points"]
    seen = shown(own, hand.after) if hand.after else None
    order = seen.order if seen else [*own.numbers.index]
    columns: dict[str, Sequence[object]] = {
        "名次": seen.places if seen else [""] * len(order),
        "编号": [people.number(p) for p in order],
        "姓名": [people.name(p) for p in order],
    }
    if seen:
        columns |= {key.label: [regulation.cell(key.name, int(units)) for units in seen.table[key.name]]
                    for key in regulation.chain if key.name == "points" or key in keys}  # fmt: skip
    if history:
        rows = [hand.history(player) for player in order]
        columns |= {f"{place + 1}轮": [str(cells[place]) for cells in rows] for place in range(max(map(len, rows), default=0))}
    widths: dict[str, float] = {}
    if hand.out:
        added = [key for key in keys if key.row.counted or key.row.scored]  # what a round adds to
        blank = ["本轮得分", "新积分", *(f"新{key.label}" for key in added), "新名次"]
        columns |= dict.fromkeys(blank, [""] * len(order))
        widths = dict.fromkeys(blank, 3.2)
    left = "、".join(f"{people.who(p)}{why}" for p, why in gone(own, hand.after).items()) if hand.after else ""
    used = "".join(str(cell) for player in order for cell in hand.history(player)) if history else ""
    marks = CELLS + "；「弃」没有下" * ("弃" in used) + "；「—」没有参加" * ("—" in used)
    notes = [*chain_notes(regulation), *([f"已经退出的：{left}"] if left else []), *[marks] * history]
    title = f"第 {hand.after} 轮后名次" if hand.after else "名次（空白）"
    return Page(title, pd.DataFrame(columns), notes, across=history, widths=widths, tall=6 if hand.out else 0)


def cards_of(hand: Hand) -> list[PairingCard]:
    """A card for everybody who may be paired: by number while results are out, else in the order of pairing; [] of no Swiss."""
    stage = hand.stage
    if stage is None or stage.system != SWISS:
        return []
    rules, field = pairing_rules(hand.competition, stage, hand.round), hand.field(stage)
    last = max(one.last for one in hand.competition.regulation.stages if one.scored)
    order = sorted(field, key=lambda e: (0 if hand.out else -e.score, e.number))
    return [_card(hand, entrant, field, rules, last) for entrant in order]


def _card(hand: Hand, entrant: Entrant, field: Sequence[Entrant], rules: PairingRules, last: int) -> PairingCard:
    show, player = hand.competition.regulation.show, entrant.player

    def worth(units: int | None) -> str:
        return "" if units is None else show(units)

    cells = [] if player in hand.late else hand.history(player)
    rounds = [(one.opponent, one.side, worth(one.points), worth(one.total), one.moved) for one in cells]
    rounds += [("",) * 5] * (last - len(rounds))
    side = due_side(entrant, rules)
    barred = others_barred(entrant, field, rules)
    more = {1: "（多先）", -1: "（多后）"}.get((entrant.surplus > 0) - (entrant.surplus < 0), "")
    told = [f"第{hand.round}轮应{side}{more}" * bool(side), "已轮空" * entrant.had_bye, f"另不能遇 {barred}" if barred else ""]
    score = "" if hand.out else show(entrant.score)
    name = hand.people.name(player)
    return PairingCard(str(entrant.number), name, hand.people.team(player), score, "，".join(filter(None, told)), rounds)


def _cards_note(hand: Hand) -> str:
    moved = "；↓下调、↑上调，轮空也算下调" if hand.competition.regulation["float_memory"] and hand.round > 1 else ""
    order = "编号" if hand.out or hand.round == 1 else "积分和编号"
    return f"{cut_note(order)}；「必」不能违反{moved}"


def _blank_pairing(hand: Hand, stage: Stage, heads: int) -> Page:
    """The list to fill and to hang out: the usable tables and some more, a bye."""
    boards = [*islice(hand.competition.tables(stage, hand.round), (heads + 1) // 2 + SPARE)]
    frame = pd.DataFrame({"台号": [*boards, Outcome.BYE.value]})
    for column in ("红方编号", "红方姓名", "黑方编号", "黑方姓名", "结果"):
        frame[column] = ""
    widths = {"红方编号": 4, "红方姓名": 8, "黑方编号": 4, "黑方姓名": 8, "结果": 5}
    return Page(f"第 {hand.round} 轮对阵表（空白）", frame, ["裁判长：　　　　　　　　公布时间："], widths=widths, tall=7)


def _table_steps(hand: Hand, stage: Stage) -> Iterator[str]:
    if hand.out:
        worth = points_text(stage, hand.competition.regulation)
        yield f"收齐第 {hand.out} 轮成绩单，在「名次」表里填本轮得分、加出新积分；{worth}"
    yield "电脑坏了、停电时照这张表公布对阵，发成绩单；不到的人按弃权"
    yield "电脑好了，把成绩填进轮次表，一轮一轮做「下一步」，程序出同样的对阵"


def _by_table(hand: Hand, stage: Stage) -> Page:
    """All rounds of a round robin that are still to come."""
    rows: list[list[object]] = []
    for number in range(hand.round, stage.last + 1):
        pairing = _paired_by_table(hand, stage, number)
        rows += [[number, board.board, hand.called[board.red], hand.called[board.black], ""] for board in pairing.boards]
        rows += [[number, Outcome.BYE.value, hand.called[pairing.bye], "", ""]] if pairing.bye else []
    frame = pd.DataFrame(rows, columns=["轮次", "台号", "红方", "黑方", "结果"])
    return Page("余下各轮对阵", frame, [*_table_steps(hand, stage), *_away(hand)], widths={"结果": 6}, tall=7, whole="轮次")


def _paired_by_table(hand: Hand, stage: Stage, number: int) -> Pairing:
    return berger_round(hand.competition, stage, hand.competition.numbers_after(stage.first).to_dict(), number)


def _knockout(hand: Hand) -> Iterator[Page]:
    """The ties that are out and those of the next round, as far as they are known, on one sheet."""
    stage = hand.competition.regulation.knockout
    if stage is None or not (hand.round in stage.rounds or any(p.stage == stage.name for p in hand.open)):
        return
    columns = ["台号", "甲方", "乙方", *(f"{game}\n先手、结果" for game in stage.games), "胜者"]
    wide: Mapping[str, float] = dict.fromkeys(columns[1:3], 8) | dict.fromkeys(columns[3:], 6)
    parts = {f"第 {publication.round} 轮（{stage.name}）　正在下的": _pairs(hand, publication.lines)
             for publication in hand.open if publication.stage == stage.name}  # fmt: skip
    notes = []
    if hand.round in stage.rounds:
        parts[f"第 {hand.round} 轮（{stage.name}）对阵"] = _next_ties(hand, stage)
        notes = [f"先后手：{stage.colours or '当场定'}", "电脑好了，照常做「下一步」：淘汰赛的对阵只看成绩，程序出同样的对阵"]
    rows: list[list[object]] = []
    bands: dict[int, str] = {}
    for title, ties in parts.items():
        if len(parts) > 1:
            bands[len(rows)] = title
            rows.append([""] * len(columns))
        rows += [[board, *pair, *[""] * (len(columns) - 3)] for board, pair in ties]
    title = f"{stage.name}　正在下的和下一轮" if bands else next(iter(parts))
    yield Page(title, pd.DataFrame(rows, columns=columns), notes, widths=wide, tall=12, bands=bands)


def _next_ties(hand: Hand, stage: Stage) -> list[tuple[int, tuple[str, str]]]:
    """Table and sides of each tie of the next round; a side that is not known is named by what decides it."""
    if (stage.name, hand.round) in [(own.name, number) for own, number in due(hand.competition)]:
        return _pairs(hand, draft_knockout(hand.event, hand.competition, stage, hand.round).data["lines"])
    boards = hand.competition.tables(stage, hand.round)
    if hand.round == stage.first:
        ties = first_round([f"第{place}名" for place in range(1, stage.qualifiers + 1)])
        return [(next(boards), (tie.high or "", tie.low or "")) for tie in ties]
    left = stage.qualifiers >> (hand.round - stage.first + 1)
    return [(next(boards), (f"上轮第 {2 * n + 1} 对胜者", f"上轮第 {2 * n + 2} 对胜者")) for n in range(left)]


def _pairs(hand: Hand, lines: Sequence[Line]) -> list[tuple[int, tuple[str, str]]]:
    """Table and sides of ties, each once."""
    both = {line["board"]: (hand.called[line["red"]], hand.called.get(line["black"], "（轮空）")) for line in lines}
    return list(both.items())


def _slip_leaves(hand: Hand) -> list[Leaf]:
    """The slips of the round: with names where the pairs are known, else one for each table; of a knockout with its games."""
    group, stage, knockout = hand.competition.group, hand.stage, hand.competition.regulation.knockout
    top = GAP.join(stamped(hand.event, hand.event.name)[::-1])
    leaves: list[Leaf] = []
    for own in filter(None, (stage, knockout if knockout and hand.round in knockout.rounds else None)):
        slips = _tie_slips(hand, own) if own is knockout else _slips(hand, own)
        label = f"{group}第 {hand.round} 轮" + ("" if own.whole_field else f"（{own.name}）")
        leaves += arrange_slips(slips, heading=top, round_label=label, clock=own.clock) if slips else []
    return leaves


def _slips(hand: Hand, stage: Stage) -> list[Slip]:
    if stage.system != SWISS:
        boards = _paired_by_table(hand, stage, hand.round).boards
        return [Slip(board.board, _side(hand, board.red), _side(hand, board.black)) for board in boards]
    tables = islice(hand.competition.tables(stage, hand.round), (hand.heads(stage) + 1) // 2)
    return [Slip(table, BLANK_SIDE, BLANK_SIDE) for table in tables]


def _tie_slips(hand: Hand, stage: Stage) -> list[Slip]:
    known = {who: player for player, who in hand.called.items()}
    sides = [(table, [_side(hand, known[one]) if one in known else BLANK_SIDE for one in pair])
             for table, pair in _next_ties(hand, stage) if "（轮空）" not in pair]  # fmt: skip
    return [Slip(table, one, other, tuple(stage.games)) for table, (one, other) in sides]


def _side(hand: Hand, player: str) -> tuple[str, str, str]:
    return str(hand.people.number(player)), hand.people.name(player), hand.people.team(player)
