"""Why this opponent, this colour, this bye: Chinese sentences for the hall, from the rules in force.

Players are named by number only. A sentence says what is true of this pairing, never more: where only the
whole explains a pair, it says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qisai.pairing.arrays import Field
from qisai.pairing.colours import Claim, breaks_limit, breaks_run
from qisai.pairing.field import Entrant
from qisai.pairing.floats import ARRANGED, TEAM, cause, group_words, locked, over, teammates, unavoidable, why_down
from qisai.pairing.made import Format, Made, name
from qisai.pairing.tables import Seat
from qisai.vocabulary import BLACK, RED

MOVER = {RED: "先手", BLACK: "后手"}
SPARED = "同队尽量回避"
FIRST = {
    "相邻": "首轮按编号相邻配对",
    "单双": "首轮按编号相邻配对（上半区对下半区）",
    "对折": "首轮按编号对折配对",
    "首尾": "首轮按编号首尾配对",
    "抽签": "首轮对手由抽签决定",
}


def explain_board(red: Entrant, black: Entrant, claim: Claim, seat: Seat, made: Made) -> tuple[str, ...]:
    """Score groups, what was given up for this game, what it costs all the same, a fixed table, the colours."""
    return (
        *_opponent(red, black, made),
        *_given_up(red, black, made.field),
        *unavoidable(red, black, made),
        *_table(seat, made.field),
        _colour(red, black, claim, seat.number, made.field),
    )


def _opponent(red: Entrant, black: Entrant, made: Made) -> tuple[str, ...]:
    field, format_score = made.field, made.format_score
    if locked(red, black, field):
        return ("按裁判长的安排（锁定对阵）",)
    if field.round_no == 1:
        place = field.entrants.index(red)
        return (FIRST[field.rules.first] + (f"，因{_displaced(place, made)}而错开" if place in made.displaced else ""),)
    if red.score == black.score:
        return (f"同为{format_score(red.score)}分",)
    high, low = (red, black) if red.score > black.score else (black, red)
    scores = f"{name(high)}{format_score(high.score)}分，{name(low)}{format_score(low.score)}分"
    if field.group_of[high.score] == field.group_of[low.score]:
        return (f"{scores}，同在{group_words(field, field.group_of[high.score], made)}组",)
    gap = f"{scores}，跨分组相遇"
    words = [gap, why_down(high, made)]
    if field.group_of[low.score] - field.group_of[high.score] > 1:
        words.append("其间各分组的棋手另有对局，全场跨组的对局已经最少")
    return tuple(words)


def _displaced(place: int, made: Made) -> str:
    """What kept the players around a place from those whom round 1 names for them, also if it was given up."""
    field, around = made.field, _around(place, made)
    apart = field.rules.avoid_team or field.rules.spare_team
    strict = replace(field, rules=replace(field.rules, relaxed=frozenset(), avoid_team=apart))
    pairs = [(field.entrants[a], field.entrants[b]) for a, b in around if field.bye not in (a, b)]
    causes = {cause(one, other, strict) or _kin(one, other, field) for one, other in pairs} - {"", ARRANGED}
    settled = any(field.entrants[p].player in field.rules.settled for pair in around for p in pair if p != field.bye)
    team = TEAM if field.rules.avoid_team else SPARED
    avoiding = [team if causes == {TEAM} else "有人须回避"] if causes or not settled else []
    return "、".join(avoiding + ["裁判长另有安排"] * settled)


def _around(place: int, made: Made) -> list[tuple[int, int]]:
    """The pairs that round 1 names for this place, for the opponent that its partner has instead, and so on around."""
    found = [(place, made.wanted[place])]
    while (following := made.other[found[-1][1]]) != place:
        found.append((following, made.wanted[following]))
    return found


def _kin(one: Entrant, other: Entrant, field: Field) -> str:
    same = bool(one.circle.strip()) and one.circle.strip() == other.circle.strip()
    return "同回避组" if field.rules.spare_circle and same else ""


def _given_up(red: Entrant, black: Entrant, field: Field) -> tuple[str, ...]:
    words = []
    fixed = locked(red, black, field)
    if black.player in red.met or red.player in black.met:
        words.append(("" if fixed else "没有不重复的对阵，") + "经裁判长同意再次相遇")
    if teammates(red, black, field):
        words.append("锁定对阵不受同队回避的限制" if fixed else "同队无法全部回避，经裁判长同意同队相遇")
    if over(red, black, field):
        waived = field.rules.last_round and red.score == black.score
        reason = "末轮同分优先，放宽先后手限制" if waived else "经裁判长同意放宽先后手限制"
        reason = "锁定对阵不受先后手限制" if fixed else reason
        breaches = [
            _breach(player, colour, field)
            for player, colour in ((red, RED), (black, BLACK))
            if breaks_limit(player, colour, field.rules)
        ]
        words.append(f"{reason}：{'，'.join(breaches)}")
    return tuple(words)


def _breach(player: Entrant, colour: str, field: Field) -> str:
    if breaks_run(player, colour, field.rules):
        return f"{name(player)}将连续{player.run + 1}局{MOVER[colour]}"
    return f"{name(player)}{MOVER[colour]}将多出{abs(player.surplus) + 1}局"


def _table(seat: Seat, field: Field) -> tuple[str, ...]:
    if seat.fixed is None:
        return ()
    table = field.rules.tables[seat.fixed.player]
    taken = "" if table == seat.number else f"，该台已有另一对固定，改在第{seat.number}台"
    return (f"{name(seat.fixed)}固定在第{table}台{taken}",)


def _colour(red: Entrant, black: Entrant, claim: Claim, board: int, field: Field) -> str:
    result = f"故{name(red)}执红"
    if claim is Claim.LIMIT:
        breaches = [
            _breach(player, colour, field)
            for player, colour in ((black, RED), (red, BLACK))
            if breaks_limit(player, colour, field.rules)
        ]
        return f"若反之，{'，'.join(breaches)}，{result}"
    if claim is Claim.SURPLUS:
        return f"{_history(black, '此前')}，{_history(red)}，{result}"
    if claim is Claim.ALTERNATION:
        return f"两人先后手之差相同，最近一次先后手不同时{name(red)}后手、{name(black)}先手，{result}"
    same = "" if field.round_no == 1 else "两人历轮先后手没有差别，"
    return f"{same}{_last_resort(red, black, board, field)}，{result}"


def _last_resort(red: Entrant, black: Entrant, board: int, field: Field) -> str:
    """The rule of the sheet where no history decides who has red (首轮先后手)."""
    low, high = sorted((red.number, black.number))
    parity, which = ("奇", "小") if board % 2 else ("偶", "大")
    alike = f"两人编号同为{'单' if low % 2 else '双'}数，编号小者执红"
    return {
        "单数台小号先": f"第{board}台为{parity}数台，编号{which}者执红",
        "小号先": "首轮编号小者执红",
        "大号先": "首轮编号大者执红",
        "单数号先": "首轮单数编号者执红" if (low + high) % 2 else alike,
        "抽签": "首轮先后手由抽签决定",
    }[field.rules.first_colours]


def explain_bye(bye: Entrant, made: Made) -> tuple[str, ...]:
    """Why somebody has a bye, why nobody with a lower score has it, and why he among equals."""
    field = made.field
    forced = field.rules.bye == bye.player
    words = [f"本轮{len(field.entrants)}人，为奇数，须有一人轮空"]
    if forced:
        words.append("按裁判长的安排（指定轮空）")
    if bye.had_bye:
        words.append(("" if forced else "没有未轮空过的人选，") + f"经裁判长同意{name(bye)}再次轮空")
    if not forced:
        if field.round_no > 1:
            words.append(_nobody_lower(bye, field, made.format_score))
        words += _among_equals(bye, field)
    return tuple(words)


def _among_equals(bye: Entrant, field: Field) -> list[str]:
    open_ones = [e for e in field.entrants if e.score == bye.score and not e.had_bye]
    equals = [e for e in open_ones if e.player not in field.rules.settled]
    kinds = ["同分未轮空"] * (field.round_no > 1) + ["未锁定对阵"] * (len(equals) < len(open_ones))
    among = "、".join(kinds) + "者" if kinds else ""
    if equals and max(e.number for e in equals) == bye.number:
        return [f"{name(bye)}{among}{'中' if among else ''}编号最大"]
    if len(equals) > 1:
        return [f"{among or '同分未轮空者'}有{len(equals)}人，由{name(bye)}轮空时其余棋手的对阵最好"]
    return []


def _nobody_lower(bye: Entrant, field: Field, format_score: Format) -> str:
    lower = [e for e in field.entrants if e.score < bye.score]
    if not lower:
        return f"{name(bye)}在最低的{format_score(bye.score)}分组"
    had = sum(e.had_bye for e in lower)
    fixed = sum(not e.had_bye and e.player in field.rules.settled for e in lower)
    left = len(lower) - had - fixed
    if not left:
        why = "或".join(["轮空过"] * bool(had) + ["锁定对阵"] * bool(fixed))
        return f"得分低于他的{len(lower)}人都已{why}"
    already = "".join(f"{count}人已{why}，" for count, why in ((had, "轮空过"), (fixed, "锁定对阵")) if count)
    return f"得分低于他的{len(lower)}人中{already}另{left}人轮空则其余棋手配不齐或须多跨分组"


def _history(entrant: Entrant, when: str = "") -> str:
    reds, blacks = entrant.colours.count(RED), entrant.colours.count(BLACK)
    return f"{name(entrant)}{when}先手{reds}后手{blacks}"


def explain_proof(criteria: Sequence[Sequence[object]]) -> str:
    """How far a pairing is proved the best: from [name, value, bound] of each criterion, the most important first."""
    reached = next((place for place, (_, value, bound) in enumerate(criteria) if value != bound), len(criteria))
    if reached == len(criteria):
        return f"{len(criteria)} 项编排指标依次比较，已证明没有更好的对阵"
    label, value, bound = criteria[reached]
    known = "不知道能否更少" if bound is None else f"只能证明不会小于 {bound}"
    return f"{len(criteria)} 项编排指标依次比较，前 {reached} 项已证明最优；「{label}」为 {value}，{known}"
