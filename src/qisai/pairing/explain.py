"""Why this opponent, this colour, this bye: Chinese sentences for the hall, from the rules in force.

Players are named by number only. A sentence says what is true of this pairing, never more: where only the
whole explains a pair, it says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from qisai.pairing.colours import Claim, breaks_limit, breaks_run, run
from qisai.pairing.criteria import COMPROMISES, Field, above
from qisai.pairing.field import Criterion, Entrant
from qisai.pairing.tables import Seat
from qisai.vocabulary import BLACK, RED

Format = Callable[[int], str]
MOVER = {RED: "先手", BLACK: "后手"}
TEAM, ARRANGED = "同队须回避", "因裁判长另有安排不能相遇"


@dataclass(frozen=True)
class Made:
    """A pairing as the sentences look at it: pairs of places (the smaller first), and what they cost."""

    field: Field
    chosen: tuple[tuple[int, int], ...]
    criteria: tuple[Criterion, ...]
    format_score: Format


def explain_board(red: Entrant, black: Entrant, claim: Claim, seat: Seat, made: Made) -> tuple[str, ...]:
    """Score groups, then what was given up for this game, then a fixed table, then the colours."""
    return (
        *_opponent(red, black, made),
        *_given_up(red, black, made.field),
        *_table(seat, made.field),
        _colour(red, black, claim, seat.number, made.field),
    )


def _opponent(red: Entrant, black: Entrant, made: Made) -> tuple[str, ...]:
    field, format_score = made.field, made.format_score
    if _locked(red, black, field):
        return ("按裁判长的安排（锁定对阵）",)
    if field.round_no == 1:
        place, other = (field.entrants.index(e) for e in (red, black))
        return ("首轮按编号相邻配对" + (f"，因{_displaced(place, made)}而错开" if abs(place - other) > 1 else ""),)
    if red.score == black.score:
        return (f"同为{format_score(red.score)}分",)
    high, low = (red, black) if red.score > black.score else (black, red)
    gap = f"{_name(high)}{format_score(high.score)}分，{_name(low)}{format_score(low.score)}分，跨分组相遇"
    words = [gap, _why_down(high, made)]
    if field.scores.index(low.score) - field.scores.index(high.score) > 1:
        words.append("其间各分组的棋手另有对局，全场跨组的对局已经最少")
    return tuple(words)


def _displaced(place: int, made: Made) -> str:
    """What kept the players around a place from meeting their neighbours in round 1, also if it was given up."""
    people = [made.field.entrants[p] for p in _block(place, made) if p != made.field.bye]
    strict = replace(made.field, rules=replace(made.field.rules, relaxed=frozenset()))
    causes = {_cause(one, other, strict) for one, other in pairwise(people)} - {"", ARRANGED}
    settled = any(e.player in strict.rules.settled for e in people)
    avoiding = [TEAM if causes == {TEAM} else "有人须回避"] if causes or not settled else []
    return "、".join(avoiding + ["裁判长另有安排"] * settled)


def _block(place: int, made: Made) -> range:
    """The smallest run of places around this one that meet only inside it."""
    blocks: list[range] = []
    for a, b in sorted(made.chosen):
        if blocks and a in blocks[-1]:
            blocks[-1] = range(blocks[-1].start, max(blocks[-1].stop, b + 1))
        else:
            blocks.append(range(a, b + 1))
    return next(block for block in blocks if place in block)


def _why_down(high: Entrant, made: Made) -> str:
    """Why ``high`` meets a lower score: alone, nobody left to meet, an odd number, or the whole."""
    field = made.field
    score = f"{made.format_score(high.score)}分"
    peers = [e for e in field.entrants if e.score == high.score and e != high]
    if not peers:
        return f"{score}仅{_name(high)}一人，须下调"
    causes = [_cause(high, peer, field) for peer in peers]
    if all(causes):
        who = "、".join(_name(peer) for peer in peers) if len(peers) <= 3 else f"{len(peers)}人"
        found = sorted(set(causes), key=causes.index)
        words = f"均{found[0]}" if len(peers) > 1 == len(found) else "或".join(found)
        return f"{_name(high)}与同分的{who}{words}，须下调"
    boundary = field.scores.index(high.score)
    given_up = sum(name in field.rules.relaxed for name in COMPROMISES)  # they stand before the boundaries
    line = made.criteria[given_up + boundary]
    count = above(field, boundary)
    if line.value == 1 == count % 2:
        group = f"{score}组" if boundary == 0 else f"{score}及以上"
        return f"{group}人数为奇数（{count}人），须有一人下调"
    return f"{score}及以上共{count}人，因已相遇等限制不能全部同组相配，至少须有{line.value}人向下配对"


def _cause(one: Entrant, other: Entrant, field: Field) -> str:
    """Why two players cannot be paired this round; blank if they can."""
    relaxed = field.rules.relaxed
    if other.player in one.barred or one.player in other.barred:
        return "须回避"
    if _teammates(one, other, field) and "同队" not in relaxed:
        return TEAM
    if (other.player in one.met or one.player in other.met) and "重赛" not in relaxed:
        return "已相遇"
    if not field.rules.settled.isdisjoint({one.player, other.player}) and not _locked(one, other, field):
        return ARRANGED
    if _over(one, other, field) and "颜色" not in relaxed and not field.rules.last_round:
        return "受先后手限制"
    return ""


def _locked(one: Entrant, other: Entrant, field: Field) -> bool:
    return frozenset({one.player, other.player}) in field.rules.locked


def _teammates(one: Entrant, other: Entrant, field: Field) -> bool:
    return field.rules.avoid_team and bool(one.team.strip()) and one.team == other.team


def _over(one: Entrant, other: Entrant, field: Field) -> bool:
    return all(
        breaks_limit(red, RED, field.rules) or breaks_limit(black, BLACK, field.rules)
        for red, black in ((one, other), (other, one))
    )


def _given_up(red: Entrant, black: Entrant, field: Field) -> tuple[str, ...]:
    words = []
    locked = _locked(red, black, field)
    if black.player in red.met or red.player in black.met:
        words.append(("" if locked else "没有不重复的对阵，") + "经裁判长同意再次相遇")
    if _teammates(red, black, field):
        words.append("锁定对阵不受同队回避的限制" if locked else "同队无法全部回避，经裁判长同意同队相遇")
    if _over(red, black, field):
        waived = field.rules.last_round and red.score == black.score
        reason = "末轮同分优先，放宽先后手限制" if waived else "经裁判长同意放宽先后手限制"
        reason = "锁定对阵不受先后手限制" if locked else reason
        breaches = [
            _breach(player, colour, field)
            for player, colour in ((red, RED), (black, BLACK))
            if breaks_limit(player, colour, field.rules)
        ]
        words.append(f"{reason}：{'，'.join(breaches)}")
    return tuple(words)


def _breach(player: Entrant, colour: str, field: Field) -> str:
    if breaks_run(player, colour, field.rules):
        return f"{_name(player)}将连续{run(player) + 1}局{MOVER[colour]}"
    return f"{_name(player)}{MOVER[colour]}将多出{abs(player.surplus) + 1}局"


def _table(seat: Seat, field: Field) -> tuple[str, ...]:
    if seat.fixed is None:
        return ()
    table = field.rules.tables[seat.fixed.player]
    taken = "" if table == seat.number else f"，该台已有另一对固定，改在第{seat.number}台"
    return (f"{_name(seat.fixed)}固定在第{table}台{taken}",)


def _colour(red: Entrant, black: Entrant, claim: Claim, board: int, field: Field) -> str:
    result = f"故{_name(red)}执红"
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
        return f"两人先后手之差相同，最近一次先后手不同时{_name(red)}后手、{_name(black)}先手，{result}"
    parity, which = ("奇", "小") if board % 2 else ("偶", "大")
    same = "" if field.round_no == 1 else "两人历轮先后手没有差别，"
    return f"{same}第{board}台为{parity}数台，编号{which}者执红，{result}"


def explain_bye(bye: Entrant, made: Made) -> tuple[str, ...]:
    """Why somebody has a bye, why nobody with a lower score has it, and why he among equals."""
    field = made.field
    forced = field.rules.bye == bye.player
    words = [f"本轮{len(field.entrants)}人，为奇数，须有一人轮空"]
    if forced:
        words.append("按裁判长的安排（指定轮空）")
    if bye.had_bye:
        words.append(("" if forced else "没有未轮空过的人选，") + f"经裁判长同意{_name(bye)}再次轮空")
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
        return [f"{_name(bye)}{among}{'中' if among else ''}编号最大"]
    if len(equals) > 1:
        return [f"{among or '同分未轮空者'}有{len(equals)}人，由{_name(bye)}轮空时其余棋手的对阵最好"]
    return []


def _nobody_lower(bye: Entrant, field: Field, format_score: Format) -> str:
    lower = [e for e in field.entrants if e.score < bye.score]
    if not lower:
        return f"{_name(bye)}在最低的{format_score(bye.score)}分组"
    had = sum(e.had_bye for e in lower)
    locked = sum(not e.had_bye and e.player in field.rules.settled for e in lower)
    left = len(lower) - had - locked
    if not left:
        why = "或".join(["轮空过"] * bool(had) + ["锁定对阵"] * bool(locked))
        return f"得分低于他的{len(lower)}人都已{why}"
    already = "".join(f"{count}人已{why}，" for count, why in ((had, "轮空过"), (locked, "锁定对阵")) if count)
    return f"得分低于他的{len(lower)}人中{already}另{left}人轮空则其余棋手配不齐或须多跨分组"


def _name(entrant: Entrant) -> str:
    return f"{entrant.number}号"


def _history(entrant: Entrant, when: str = "") -> str:
    reds, blacks = entrant.colours.count(RED), entrant.colours.count(BLACK)
    return f"{_name(entrant)}{when}先手{reds}后手{blacks}"
