"""The rules in force in words: the printed summary, and the text that shows a later change of the rules."""

from __future__ import annotations

from itertools import groupby

from qisai.regulation.model import KNOCKOUT, Key, Prize, Regulation, Stage
from qisai.regulation.settings import BY_KEY, SETTINGS, Setting, shown
from qisai.vocabulary import TIE_BREAKS

#: Settings that change a pairing, a score or an order; a change of any other never touches a table.
RULING = (
    "first_round",
    "group_order",
    "colour_limits",
    "last_round_waiver",
    "bye_is_win",
    "forfeit_is_win",
    "wrong_colours",
    "semifinal",
    "lower_places",
    "missed_round",
    "avoid_rounds",
    "no_team",
    "missed_out",
    "playoff_colours",
    "teams",
    "team_count",
    "team_short",
)


UNIT = "计分单位"


def applies(setting: Setting, regulation: Regulation) -> bool:
    """Whether the setting can matter in this event: no semi-final without eight players, and so on."""
    qualifiers = regulation.knockout.qualifiers if regulation.knockout else 0
    concerns: dict[str, bool] = {
        "": True,
        "knockout": qualifiers > 0,
        "losers": qualifiers >= 4,
        "semifinal": qualifiers >= 8,
        "heads": any(prize.per_heads for prize in regulation.prizes),
        "two_names": "暨" in regulation["name"] or setting.key in regulation.decided,
        "teams": regulation["teams"] != "不设",
        "apart": regulation["teams"] != "不设" or regulation["avoid_rounds"] > 0,
        "records": setting.key in regulation.decided or setting.key in regulation.quotes,
        "playoff": regulation.knockout is not None and len(regulation.knockout.games) > 1,
        "chains": len(regulation.chains) > 1,
        "slots": bool(regulation["qualifies_for"]),
    }
    return concerns[setting.when]


def summary(regulation: Regulation) -> list[tuple[str, str]]:
    """Topic and sentence, in the order of print. （默认） marks what the organizer has not decided."""
    lines = []
    for stage in regulation.stages:
        clock = f"；用时：{stage.clock}" if stage.clock else ""
        lines.append((stage.name, stage_text(stage, regulation) + clock))
    lines += [("名次", chain_text(regulation.chain)), ("最后", last_key_text(regulation.chain))]
    for name, chain in regulation.chains.items():
        if len(regulation.chains) > 1:
            used = "采用" if chain == regulation.chain else "未采用"
            guess = "" if "chain" in regulation.decided else "（默认）"
            lines.append((f"名次方案「{name}」", f"{used}：{'、'.join(key.label for key in chain)}{guess}"))
    for setting in SETTINGS:
        value = regulation[setting.key]
        blank = value == "" or (setting.kind == "number" and value == 0)
        if setting.rule and not blank and applies(setting, regulation):
            guess = "" if setting.key in regulation.decided else "（默认）"
            lines.append((setting.label, setting.rule.format(value=shown(setting, value)) + guess))
    for name in dict.fromkeys(prize.name for prize in regulation.prizes):
        lines.append((name, "；".join(prize_text(prize) for prize in regulation.prizes if prize.name == name)))
    return lines


def rules_text(regulation: Regulation) -> dict[str, str]:
    """Item -> value of everything that affects pairing, points or order, for the record of a publication."""
    items = {f"阶段 {stage.name}": stage_text(stage, regulation) for stage in regulation.stages}
    items["名次"] = chain_text(regulation.chain)
    items[UNIT] = f"1/{regulation.scale}"
    return items | {BY_KEY[key].label: shown(BY_KEY[key], regulation[key]) for key in RULING}


def stage_text(stage: Stage, regulation: Regulation) -> str:
    """Rounds, people, system, points, and the games of a knockout tie; the clock changes no table."""
    first, last = stage.first, stage.last
    when = f"第 {first} 轮" if first == last else f"第 {first}-{last} 轮"
    parts = [f"{when}，{stage.entrants}，{stage.system}，{points_text(stage, regulation)}"]
    if stage.system == KNOCKOUT and len(stage.games) > 1:
        parts.append(f"和棋依次加赛：{'、'.join(stage.games)}；{stage.games[-1]}再和判黑胜")
    if stage.system == KNOCKOUT:
        parts.append("决赛编号是第一阶段名次，公布之前退出的由下一名递补；公布以后不再改变")
    if stage.colours:
        parts.append(f"先后手：{stage.colours}")
    return "；".join(parts)


def points_text(stage: Stage, regulation: Regulation) -> str:
    """``胜 5，红和 2，黑和 3，负 0，轮空 5，弃权胜 5``: a colour is named only where it makes a difference."""
    worth = {key: regulation.show(units) for key, units in stage.points.items()}
    parts = []
    for word, key in (("胜", "win"), ("和", "draw"), ("负", "loss")):
        red, black = worth[f"red_{key}"], worth[f"black_{key}"]
        parts.append(f"{word} {red}" if red == black else f"红{word} {red}，黑{word} {black}")
    if stage.system != KNOCKOUT:
        parts += [f"轮空 {worth['bye']}", f"弃权胜 {worth['forfeit_win']}"]
    return "，".join(parts)


def chain_text(chain: tuple[Key, ...]) -> str:
    """The chain with directions: ``积分多者列前；再依次比较：累进分（多者列前）、…``."""
    words = [f"{key.label}（{_direction(key)}）" for key in chain]
    return words[0] if len(words) == 1 else f"{words[0]}；相同的依次比较：{'、'.join(words[1:])}"


def _direction(key: Key) -> str:
    if key.name == "previous":
        return "列前者仍列前，仍相同再比更前一轮，以此类推" if not key.larger_first else "列后者列前"
    if key.name == "progressive_cut":
        return "依次去掉第一轮、前两轮……再比，" + ("高者列前" if key.larger_first else "低者列前")
    if key.name == "previous_points":
        return "仍相同比再前一轮，" + ("高者列前" if key.larger_first else "低者列前")
    if key.name == "number":
        return "大者列前" if key.larger_first else "小者列前"
    return "高者列前" if key.larger_first else "低者列前"


def last_key_text(chain: tuple[Key, ...]) -> str:
    if any(key.name == "number" for key in chain):
        return "编号各不相同，名次不并列"
    before = "、".join(key.label for key in chain if key.name in TIE_BREAKS)
    return f"{before}都相同的，抽签编号小者列前，名次不并列（默认）"


def prize_text(prize: Prize) -> str:
    """``第 10-16 名各 200 元，证书``, with the people or teams it is for and the heads it needs."""
    places = spans(prize.places)
    who = "团体" if prize.team else f"{prize.field}为{prize.value}的棋手中" if prize.field else ""
    each = "各" if len(prize.places) > 1 else ""
    heads = f"，每满 {prize.per_heads} 人设一名" if prize.per_heads else ""
    money = f"{each} {prize.amount} 元" if prize.amount else ""
    things = "，奖牌" * prize.medal + "，证书" * prize.certificate
    return f"{who}第 {places} 名{money}{things}{heads}"


def spans(places: tuple[int, ...]) -> str:
    """Places in short.

    >>> spans((10, 11, 12, 25, 29))
    '10-12、25、29'
    """
    parts = []
    for _, run in groupby(enumerate(sorted(places)), lambda pair: pair[1] - pair[0]):
        numbers = [place for _, place in run]
        parts.append(str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}")
    return "、".join(parts)
