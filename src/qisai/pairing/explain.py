"""Why this opponent, this colour, this bye: Chinese sentences for the hall, from the rules in force.

Players are named by number only. A sentence says what is true of this pairing, never more: where only the
whole explains a pair, it says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qisai.pairing.absolute import COMPROMISES
from qisai.pairing.arrays import Field
from qisai.pairing.colours import Claim, breaks_limit, breaks_run
from qisai.pairing.field import Entrant
from qisai.pairing.floats import ARRANGED, TEAM, cause, group_words, locked, over, teammates, unavoidable, why_down
from qisai.pairing.made import Made, name
from qisai.pairing.tables import Seat
from qisai.vocabulary import BLACK, RED

MOVER = {RED: "先手", BLACK: "后手"}
SPARED = "同队尽量回避"
RULE = {"重赛": "重赛", "轮空": "再次轮空", "颜色": "先后手限制", "同队": "同队回避"}
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
        one_half = field.rules.first == "单双" and (red.number + black.number) % 2 == 0  # somebody between them is away
        moved = f"，因{_displaced(place, made)}而错开" if place in made.displaced else ""
        return (FIRST["相邻" if one_half else field.rules.first] + moved,)
    if red.score == black.score:
        return (f"同为{format_score(red.score)}分",)
    high, low = (red, black) if red.score > black.score else (black, red)
    scores = f"{name(high)}{format_score(high.score)}分，{name(low)}{format_score(low.score)}分"
    if field.group_of[high.score] == field.group_of[low.score]:
        return (f"{scores}，同在{group_words(field, field.group_of[high.score], made)}组",)
    gap = f"{scores}，跨分组相遇"
    words = [gap, why_down(high, made)]
    if field.group_of[low.score] - field.group_of[high.score] > 1:
        words.append("若改与其间分组的棋手相配，全场配不齐或按编排次序更差")
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
        why = f"{_sparing('同队', field)}同队无法全部回避，经裁判长同意同队相遇"
        words.append("锁定对阵不受同队回避的限制" if fixed else why)
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


def _sparing(rule: str, field: Field) -> str:
    """That graver rules, where they are given up too, are given up as little as can be before this one is."""
    names = list(COMPROMISES)
    graver = [RULE[name] for name in names[: names.index(rule)] if name in field.rules.relaxed]
    return f"{'、'.join(graver)}放宽最少时" if graver else ""


def _breach(player: Entrant, colour: str, field: Field) -> str:
    if breaks_run(player, colour, field.rules):
        return f"{name(player)}将连续{player.run + 1}局{MOVER[colour]}"
    other = MOVER[BLACK if colour == RED else RED]
    return f"{name(player)}{MOVER[colour]}将比{other}多{abs(player.surplus) + 1}局"


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
    same = "" if field.round_no == 1 else f"{_alike(red, black)}，"
    return f"{same}{_last_resort(red, black, board, field)}，{result}"


def _alike(red: Entrant, black: Entrant) -> str:
    """Two histories that decide nothing: none, the same, or one that ends with the other."""
    if red.played == black.played:
        return "两人先后手记录相同" if red.played else "两人都还没有先后手记录"
    return "两人先后手之差相同，从最近一局往前比也没有不同"


def _last_resort(red: Entrant, black: Entrant, board: int, field: Field) -> str:
    """The rule of the sheet where no history decides who has red (首轮先后手)."""
    low, high = sorted((red.number, black.number))
    parity, which = ("奇", "小") if board % 2 else ("偶", "大")
    alike = f"两人编号同为{'单' if low % 2 else '双'}数，编号小者执红"
    first = "首轮" if field.round_no == 1 else ""
    return {
        "单数台小号先": f"第{board}台为{parity}数台，编号{which}者执红",
        "小号先": f"{first}编号小者执红",
        "大号先": f"{first}编号大者执红",
        "单数号先": f"{first}单数编号者执红" if (low + high) % 2 else alike,
        "抽签": f"{first}先后手由抽签决定",
    }[field.rules.first_colours]


def explain_bye(bye: Entrant, made: Made) -> tuple[str, ...]:
    """Why somebody has a bye, why nobody with a lower score has it, and why he among equals."""
    field = made.field
    forced = field.rules.bye == bye.player
    words = [f"本轮{len(field.entrants)}人，为奇数，须有一人轮空"]
    if forced:
        words.append("按裁判长的安排（指定轮空）")
    if bye.had_bye:
        words.append(("" if forced else _nobody_fresh(field)) + f"经裁判长同意{name(bye)}再次轮空")
    if not forced:
        if field.round_no > 1:
            words.append(_nobody_lower(bye, made))
        words += _among_equals(bye, field)
    return tuple(words)


def _nobody_fresh(field: Field) -> str:
    """Why nobody has the bye who had none yet."""
    fresh = [e for e in field.entrants if not e.had_bye and e.player not in field.rules.settled]
    if not fresh:
        return "没有未轮空过的人选，"
    return f"{_sparing('轮空', field)}未轮空过的{len(fresh)}人轮空则其余棋手配不齐，"


def _among_equals(bye: Entrant, field: Field) -> list[str]:
    """Why he, of those of his score group who may have the bye."""
    own = field.group_of[bye.score]
    same = "同分" if len(field.bands[own]) == 1 else "同组"
    open_ones = [e for e in field.entrants if field.group_of[e.score] == own and (bye.had_bye or not e.had_bye)]
    equals = [e for e in open_ones if e.player not in field.rules.settled]
    kinds = [f"{same}未轮空"] * (field.round_no > 1) + ["未锁定对阵"] * (len(equals) < len(open_ones))
    among = "、".join(kinds) + "者" if kinds else ""
    if bye.had_bye:
        return [f"由{name(bye)}轮空时其余棋手的对阵最好"]
    if max(equals, key=lambda e: (-e.score, e.number)) == bye:
        largest = "编号最大" if all(e.score == bye.score for e in equals) else "得分最低、编号最大"
        return [f"{name(bye)}{among}{'中' if among else ''}{largest}"]
    return [f"{among or f'{same}未轮空者'}有{len(equals)}人，由{name(bye)}轮空时其余棋手的对阵最好"]


def _nobody_lower(bye: Entrant, made: Made) -> str:
    """Why nobody of a lower score group has the bye; if the rule of one bye is given up, nobody is spared for it."""
    field, own = made.field, made.field.group_of[bye.score]
    lower = [e for e in field.entrants if field.group_of[e.score] > own]
    if not lower:
        return f"{name(bye)}在最低的{group_words(field, own, made)}组"
    had = sum(e.had_bye for e in lower) if not bye.had_bye else 0
    fixed = sum(e.player in field.rules.settled and (bye.had_bye or not e.had_bye) for e in lower)
    left = len(lower) - had - fixed
    who = f"{'得分' if len(field.bands[own]) == 1 else '分组'}低于他的{len(lower)}人"
    if not left:
        why = "或".join(["轮空过"] * bool(had) + ["锁定对阵"] * bool(fixed))
        return f"{who}都已{why}"
    already = "".join(f"{count}人已{why}，" for count, why in ((had, "轮空过"), (fixed, "锁定对阵")) if count)
    more = "、须多放宽规则" if field.rules.relaxed else ""
    return f"{who}中{already}另{left}人轮空则其余棋手配不齐{more}或有分组须多跨组"


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
