"""Why somebody meets another score group, and what a game costs that no pairing could avoid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qisai.pairing.arrays import Field
from qisai.pairing.colours import breaks_limit
from qisai.pairing.criteria import above
from qisai.pairing.field import DOWN, UP, Entrant
from qisai.pairing.made import Made, name
from qisai.vocabulary import BLACK, RED

TEAM, ARRANGED = "同队须回避", "因裁判长另有安排不能相遇"
MOST_NAMED = 8  # players in a sentence


def group_words(field: Field, group: int, made: Made) -> str:
    """A score group as the hall reads it: ``6分``, ``6至5分``."""
    band = [made.format_score(score) for score in field.bands[group]]
    return f"{band[0]}分" if len(band) == 1 else f"{band[0]}至{band[-1]}分"


def why_down(high: Entrant, made: Made) -> str:
    """Why ``high`` meets a lower score group: alone, nobody left to meet, an odd number, too few to meet, or the whole."""
    field = made.field
    group = field.group_of[high.score]
    words = group_words(field, group, made)
    peers = [e for e in field.entrants if field.group_of[e.score] == group and e != high]
    if not peers:
        return f"{words}仅{name(high)}一人，须下调"
    causes = [cause(high, peer, field) for peer in peers]
    if all(causes):
        alike = "同分" if len(field.bands[group]) == 1 else "同组"
        return f"{name(high)}与{alike}的{_nobody_left(peers, causes)}，须下调"
    line, count = made.crossings(group), above(field, group)
    if line.value == 1 == count % 2:
        return f"{words}{'组' if group == 0 else '及以上'}人数为奇数（{count}人），须有一人下调"
    alone = next((field.entrants[a] for a, b in made.chosen if b == field.bye), None)
    bye = "（含轮空者）" if alone and field.group_of[alone.score] <= group else ""
    return f"{words}及以上共{count}人，{_too_few(group, line.value, made)}至少须有{line.value}人向下配对{bye}"


def _nobody_left(peers: Sequence[Entrant], causes: Sequence[str]) -> str:
    """Each of a group with the cause that keeps him apart: few by number, many counted."""
    parts = {cause: [name(peer) for peer, his in zip(peers, causes, strict=True) if his == cause] for cause in causes}
    if len(peers) <= 3:
        return "，与".join(f"{'、'.join(who)}{'均' * (len(who) > 1)}{cause}" for cause, who in parts.items())
    if len(parts) == 1:
        return f"{len(peers)}人均{causes[0]}"
    return f"{len(peers)}人中" + "，".join(f"{len(who)}人{cause}" for cause, who in parts.items())


def _too_few(group: int, needed: int, made: Made) -> str:
    """Who of those above a border cannot meet one another, where that alone asks for so many pairs across it."""
    groups, few = made.stuck_above(group)
    stuck = [one for part in groups for one in part]
    if len(groups) - len(few) != needed:
        return f"全场配齐{'、更高分组跨组最少' * (group > 0)}时，"
    if len(stuck) > MOST_NAMED or any(len(part) > 1 for part in groups):
        return f"因已相遇{_and_wishes(made.field)}等限制不能全部彼此相配，"
    who = "、".join(name(one) for one in sorted(stuck, key=lambda e: e.number))
    if not few:
        return f"其中{who}与这些人都不能相遇（已相遇{_and_wishes(made.field)}等），"
    rivals = "、".join(name(one) for one in sorted(few, key=lambda e: e.number))
    return f"其中{who}彼此不能相遇（已相遇{_and_wishes(made.field)}等），这些人里能与他们对阵的只有{rivals}，"


def cause(one: Entrant, other: Entrant, field: Field) -> str:
    """Why two players cannot be paired this round; blank if they can."""
    relaxed = field.rules.relaxed
    if other.player in one.barred or one.player in other.barred:
        return "须回避"
    if teammates(one, other, field) and "同队" not in relaxed:
        return TEAM
    if (other.player in one.met or one.player in other.met) and "重赛" not in relaxed:
        return "已相遇"
    if not field.rules.settled.isdisjoint({one.player, other.player}) and not locked(one, other, field):
        return ARRANGED
    if over(one, other, field) and "颜色" not in relaxed and not (field.rules.last_round and one.score == other.score):
        return "因先后手限制不能相遇"
    return ""


def locked(one: Entrant, other: Entrant, field: Field) -> bool:
    return frozenset({one.player, other.player}) in field.rules.locked


def teammates(one: Entrant, other: Entrant, field: Field) -> bool:
    return field.rules.avoid_team and bool(one.team.strip()) and one.team.strip() == other.team.strip()


def over(one: Entrant, other: Entrant, field: Field) -> bool:
    return all(
        breaks_limit(red, RED, field.rules) or breaks_limit(black, BLACK, field.rules)
        for red, black in ((one, other), (other, one))
    )


def _and_wishes(field: Field) -> str:
    return "、裁判长的安排" if field.rules.settled else ""


def unavoidable(red: Entrant, black: Entrant, made: Made) -> Iterator[str]:
    """What this game costs in the criteria below the borders, with the least that all games together cost."""
    costs = (*_floats_again(red, black, made), *_same_due(red, black), *_kept_apart(red, black, made.field))
    for said, name_of_line, alike in costs:
        if (line := made.criterion.get(name_of_line)) and line.value:
            least = "按编排次序全场至少" if line.value == line.bound else "全场"
            yield f"{said}，{least}{line.value}{alike}"


def _floats_again(red: Entrant, black: Entrant, made: Made) -> Iterator[tuple[str, str, str]]:
    """What is said of this game, the criterion, and what is counted in it; for a player who floats again."""
    groups = {player: made.field.group_of[player.score] for player in (red, black)}
    if groups[red] == groups[black]:
        return
    for player, other in ((red, black), (black, red)):
        way, words = (DOWN, "下调") if groups[player] < groups[other] else (UP, "上调")
        for back in range(1, min(made.field.rules.float_memory, len(player.floats)) + 1):
            if player.floats[-back] == way:
                when = "上一轮" if back == 1 else f"{back}轮前"
                bye = "（轮空算下调）" if way == DOWN and player.had_bye and not any(player.colours[-back:][:1]) else ""
                yield f"{name(player)}{when}也{words}{bye}", f"与前{back}轮同向上下调的人数", f"人与{when}同向"


def _same_due(red: Entrant, black: Entrant) -> Iterator[tuple[str, str, str]]:
    if (due := _due(red)) and due == _due(black):
        yield f"两人都应{due}", "应得先后手相同的对局", "台两人应执同色"


def _due(player: Entrant) -> str:
    """The colour of which he had less, or had not in his latest game."""
    lean = player.surplus or {RED: 1, BLACK: -1}.get(player.last_colour or "", 0)
    return "后手" if lean > 0 else "先手" if lean < 0 else ""


def _kept_apart(red: Entrant, black: Entrant, field: Field) -> Iterator[tuple[str, str, str]]:
    if field.rules.spare_team and red.team.strip() and red.team.strip() == black.team.strip():
        yield "同队尽量回避而相遇", "同队相遇的对局", "台如此"
    if field.rules.spare_circle and red.circle.strip() and red.circle.strip() == black.circle.strip():
        yield "同回避组尽量回避而相遇", "同回避组相遇的对局", "台如此"
