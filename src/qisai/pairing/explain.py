"""Why this opponent, this colour, this bye: Chinese sentences for the hall, from the rules in force.

Players are named by number only. A sentence says what is true of this pairing, never more: where only the
whole explains a pair, it says so.
"""

from __future__ import annotations

from collections.abc import Callable

from qisai.pairing.colours import Claim, breaks_limit, breaks_run, run
from qisai.pairing.criteria import COMPROMISES, Field, above
from qisai.pairing.field import Criterion, Entrant
from qisai.vocabulary import BLACK, RED

Format = Callable[[int], str]
MOVER = {RED: "先手", BLACK: "后手"}


def explain_board(
    red: Entrant,
    black: Entrant,
    claim: Claim,
    board: int,
    field: Field,
    criteria: tuple[Criterion, ...],
    format_score: Format,
) -> tuple[str, ...]:
    """Score groups, then what was given up for this game, then the colours."""
    return (
        *_opponent(red, black, field, criteria, format_score),
        *_given_up(red, black, field),
        _colour(red, black, claim, board, field),
    )


def _opponent(
    red: Entrant, black: Entrant, field: Field, criteria: tuple[Criterion, ...], format_score: Format
) -> tuple[str, ...]:
    if field.round_no == 1:
        apart = abs(field.entrants.index(red) - field.entrants.index(black))
        return ("首轮按编号相邻配对" + ("" if apart == 1 else "，因有人须回避而错开"),)
    if red.score == black.score:
        return (f"同为{format_score(red.score)}分",)
    high, low = (red, black) if red.score > black.score else (black, red)
    gap = f"{_name(high)}{format_score(high.score)}分，{_name(low)}{format_score(low.score)}分，跨分组相遇"
    words = [gap, _why_down(high, field, criteria, format_score)]
    if field.scores.index(low.score) - field.scores.index(high.score) > 1:
        words.append("其间各分组的棋手另有对局，全场跨组的对局已经最少")
    return tuple(words)


def _why_down(high: Entrant, field: Field, criteria: tuple[Criterion, ...], format_score: Format) -> str:
    """Why ``high`` meets a lower score: alone, nobody left to meet, an odd number, or the whole."""
    score = f"{format_score(high.score)}分"
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
    line = criteria[given_up + boundary]
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
    if (other.player in one.met or one.player in other.met) and "重赛" not in relaxed:
        return "已相遇"
    if _over(one, other, field) and "颜色" not in relaxed and not field.rules.last_round:
        return "受先后手限制"
    return ""


def _over(one: Entrant, other: Entrant, field: Field) -> bool:
    return all(
        breaks_limit(red, RED, field.rules) or breaks_limit(black, BLACK, field.rules)
        for red, black in ((one, other), (other, one))
    )


def _given_up(red: Entrant, black: Entrant, field: Field) -> tuple[str, ...]:
    words = []
    if black.player in red.met or red.player in black.met:
        words.append("没有不重复的对阵，经裁判长同意再次相遇")
    if _over(red, black, field):
        waived = field.rules.last_round and red.score == black.score
        reason = "末轮同分优先，放宽先后手限制" if waived else "经裁判长同意放宽先后手限制"
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


def explain_bye(bye: Entrant, field: Field, format_score: Format) -> tuple[str, ...]:
    """Why somebody has a bye, why nobody with a lower score has it, and why he among equals."""
    words = [f"本轮{len(field.entrants)}人，为奇数，须有一人轮空"]
    if bye.had_bye:
        words.append(f"没有未轮空过的人选，经裁判长同意{_name(bye)}再次轮空")
    if field.round_no > 1:
        words.append(_nobody_lower(bye, field, format_score))
    equals = [e for e in field.entrants if e.score == bye.score and not e.had_bye]
    among = "编号" if field.round_no == 1 else "同分未轮空者中编号"
    if equals and max(e.number for e in equals) == bye.number:
        words.append(f"{_name(bye)}{among}最大")
    elif len(equals) > 1:
        words.append(f"同分未轮空者有{len(equals)}人，由{_name(bye)}轮空时其余棋手的对阵最好")
    return tuple(words)


def _nobody_lower(bye: Entrant, field: Field, format_score: Format) -> str:
    lower = [e for e in field.entrants if e.score < bye.score]
    had = sum(e.had_bye for e in lower)
    if not lower:
        return f"{_name(bye)}在最低的{format_score(bye.score)}分组"
    if had == len(lower):
        return f"得分低于他的{len(lower)}人都已轮空过"
    already = f"{had}人已轮空过，" if had else ""
    return f"得分低于他的{len(lower)}人中{already}另{len(lower) - had}人轮空则其余棋手配不齐或须多跨分组"


def _name(entrant: Entrant) -> str:
    return f"{entrant.number}号"


def _history(entrant: Entrant, when: str = "") -> str:
    reds, blacks = entrant.colours.count(RED), entrant.colours.count(BLACK)
    return f"{_name(entrant)}{when}先手{reds}后手{blacks}"
