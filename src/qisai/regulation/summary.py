"""The rules in force in words: the printed summary, and the text that shows a later change of the rules."""

from __future__ import annotations

from itertools import groupby

from qisai.regulation import teams
from qisai.regulation.criteria import rule_words
from qisai.regulation.model import KNOCKOUT, LOT, RARE_POINT_COLUMNS, SHARE, SWISS, Key, Prize, Regulation, Stage
from qisai.regulation.seeding import first_words
from qisai.regulation.setting import Setting
from qisai.regulation.settings import BY_KEY, SETTINGS, parse, shown
from qisai.tiebreaks import TIE_BREAKS
from qisai.tiebreaks.opponents import RULE_BOOK
from qisai.vocabulary import Outcome

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
#: The same, younger than records that are kept: such a setting is told only where it is not at its default.
RULING_SINCE = (
    "bye_is_black", "bye_opponent", "forfeit_is_colour", "forfeit_is_met", "forfeit_opponent", "absent_opponent",
    "late_points", "missed_total", "missed_least", "unplayed", "left_totals", "share_below", "left_early",
    "second_cycle", "rank_points", "group_count", "team_least", "least_teams", "team_ranks", "team_scope", "team_ties",
    "criteria", "score_band", "float_memory", "avoid_how", "avoid_by", "avoid_circle", "first_colours",
)  # fmt: skip


UNIT = "计分单位"


def applies(setting: Setting, regulation: Regulation) -> bool:
    """Whether the setting can matter in this event: no semi-final without eight players, and so on."""
    qualifiers = regulation.knockout.qualifiers if regulation.knockout else 0
    typed = setting.key in regulation.decided
    byes = any(stage.scored and not stage.rests(Outcome.BYE) for stage in regulation.stages)
    opponents = any(key.row.of_opponents for key in regulation.chain) or "对手分和" in regulation["team_ties"]
    by_book = opponents and regulation["unplayed"] == RULE_BOOK
    matched = any(stage.system == SWISS for stage in regulation.stages)
    concerns: dict[str, bool] = {
        "": True,
        "knockout": qualifiers > 0,
        "losers": qualifiers >= 4,
        "semifinal": qualifiers >= 8,
        "heads": any(prize.per_heads for prize in regulation.prizes),
        "eligible": typed or bool(regulation["eligible"]),
        "two_names": "暨" in regulation["name"] or setting.key in regulation.decided,
        "teams": regulation["teams"] != teams.NONE,
        "rank_points": regulation["teams"] == teams.RANK_POINTS,
        "team_groups": regulation["teams"] != teams.NONE and regulation.group != "",
        "apart": regulation["teams"] != teams.NONE or regulation["avoid_rounds"] > 0,
        "records": setting.key in regulation.decided or setting.key in regulation.quotes,
        "typed": setting.key in regulation.decided or setting.key in regulation.quotes,
        "shares": any(prize.pick and prize.pick.kind == SHARE for prize in regulation.prizes),
        "tied": any(way not in ("", "不平分") for way in (regulation["tied_prizes"], *(p.sharing for p in regulation.prizes))),
        "lots": any(prize.by_lot for prize in regulation.prizes),
        "deposit": regulation["deposit"] > 0,
        "playoff": regulation.knockout is not None and len(regulation.knockout.games) > 1,
        "chains": len(regulation.chains) > 1,
        "slots": bool(regulation["qualifies_for"]),
        "matched": matched,
        "first_colours": matched and typed,
        "kept_apart": matched and regulation["avoid_rounds"] > 0,
        "circles": matched and (typed or regulation.circles),
        "round_robin": regulation.swiss.round_robin,
        "double": regulation.swiss.round_robin and regulation.swiss.cycles == 2,
        "byes": byes,
        "byes_black": typed or (byes and any(key.name in ("black_games", "black_wins") for key in regulation.chain)),
        "byes_opponents": typed or (byes and by_book),
        "opponents_by_book": typed or by_book,
        "opponents": typed or opponents,
        "left": typed or (qualifiers > 0 and opponents),
        "excused": typed or any(stage.points.get("excused") for stage in regulation.stages),
        "missed": typed or regulation["missed_round"] != "不处理",
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
    words = {"order": teams.order_words(regulation.settings)}
    words |= rule_words(regulation.settings) | first_words(regulation.settings)
    for setting in SETTINGS:
        value = regulation[setting.key]
        blank = not value and setting.kind not in ("yes", "criteria")
        if setting.rule and not blank and applies(setting, regulation):
            guess = "" if setting.key in regulation.decided else "（默认）"
            lines.append((setting.label, setting.rule.format(value=shown(setting, value), **words) + guess))
    for name in dict.fromkeys(prize.name for prize in regulation.prizes):
        lines.append((name, "；".join(prize_text(prize) for prize in regulation.prizes if prize.name == name)))
    return lines


def rules_text(regulation: Regulation) -> dict[str, str]:
    """Item -> value of everything that affects pairing, points or order, for the record of a publication."""
    items = {f"阶段 {stage.name}": stage_text(stage, regulation) for stage in regulation.stages}
    items["名次"] = chain_text(regulation.chain)
    items[UNIT] = f"1/{regulation.scale}"
    since = [key for key in RULING_SINCE if regulation[key] != parse(BY_KEY[key], "")]
    return items | {BY_KEY[key].label: shown(BY_KEY[key], regulation[key]) for key in (*RULING, *since)}


def stage_text(stage: Stage, regulation: Regulation) -> str:
    """Rounds, people, system, points, and the games of a knockout tie; the clock changes no table."""
    first, last = stage.first, stage.last
    when = f"第 {first} 轮" if first == last else f"第 {first}-{last} 轮"
    parts = [f"{when}，{stage.entrants}，{stage.kind}，{points_text(stage, regulation)}"]
    if stage.system == KNOCKOUT and len(stage.games) > 1:
        first_game, *more = stage.games
        parts.append(f"先下{first_game}，和棋依次加赛：{'、'.join(more)}；{stage.games[-1]}再和判黑胜")
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
        parts += [f"{column} {worth[key]}" for column, key in RARE_POINT_COLUMNS.items() if stage.points.get(key)]
    return "，".join(parts)


def chain_text(chain: tuple[Key, ...]) -> str:
    """The chain with directions: ``积分多者列前；再依次比较：累进分（多者列前）、…``."""
    words = [f"{key.label}（{_direction(key)}）" for key in chain]
    return words[0] if len(words) == 1 else f"{words[0]}；相同的依次比较：{'、'.join(words[1:])}"


def order_text(regulation: Regulation) -> str:
    """The chain in words, with what decides where all of it is equal: the smaller 编号, unless the chain ends otherwise."""
    words = chain_text(regulation.chain)
    if any(key.name in ("number", "lot") for key in regulation.chain):
        return words
    within = f"第 {regulation['share_below']} 名以内" if regulation["share_below"] else ""
    return f"{words}；{within}仍相同的编号小者列前"


def chain_of(words: str) -> tuple[Key, ...]:
    """The chain that :func:`chain_text` says so, as a record has kept it; () where something in it is no key."""
    keys = [Key(name, larger) for name in TIE_BREAKS for larger in (True, False)]
    parts = {f"{key.label}（{_direction(key)}）": key for key in keys}
    rest, found = words.replace("；相同的依次比较：", "、", 1), []
    while rest:
        part = max((part for part in parts if rest.startswith(part)), key=len, default="")
        if not part:
            return ()
        found.append(parts[part])
        rest = rest[len(part) :].removeprefix("、")
    return tuple(found)


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
    if any(key.name == "lot" for key in chain):
        return "抽签的次序各不相同，名次不并列"
    before = "、".join(key.label for key in chain)
    return f"{before}都相同的，抽签编号小者列前，名次不并列（默认）"


def prize_text(prize: Prize) -> str:
    """``第 10-16 名各 200 元，证书``, with the people or teams it is for and the heads it needs."""
    who = "团体" if prize.team else f"{whom(prize)}中" if prize.conditions else ""
    each = "" if prize.pick is None and len(prize.places) == 1 else "各"
    each = "，各" if prize.pick and prize.pick.kind == SHARE else each
    heads = f"，每满 {prize.per_heads} 人设一名" if prize.per_heads else ""
    money = f"{each} {prize.amount} 元" if prize.amount else ""
    things = "，奖牌" * prize.medal + "，证书" * prize.certificate
    tied = f"，并列的{prize.sharing}" if prize.sharing else ""
    return f"{who}{places_text(prize)}{money}{things}{heads}{tied}"


def whom(prize: Prize) -> str:
    """``地区为丹阳的棋手``, ``性别为女、年龄<=12的棋手``; "" without a condition."""
    said = {"=": "为", "!=": "不为"}
    words = "、".join(f"{c.field}{said.get(c.operator, c.operator)}{c.value}" for c in prize.conditions)
    return f"{words}的棋手" if words else ""


def places_text(prize: Prize) -> str:
    """Which places a row is for, in words.

    >>> places_text(Prize("优秀奖", (10, 11, 12, 25), 100, False))
    '第 10-12、25 名'
    """
    pick = prize.pick
    if pick is None:
        return f"第 {spans(prize.places)} 名"
    if pick.kind == LOT:
        return f"没有得奖的抽 {pick.count} 名"
    if pick.kind == SHARE:
        upto, above = (f"{a}/{b}" if 100 % b else f"{100 * a // b}%" for a, b in (pick.upto, pick.above))
        return f"列名次人数的{f' {above} 以后到 {upto}' if pick.above[0] else f'前 {upto}'}"
    since = f"第 {pick.first} 名起" if pick.first > 1 else ""
    until = f"到第 {pick.last} 名" if pick.last else ""
    return f"{since}{until}尾数为 {'、'.join(pick.endings)} 的名次"


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
