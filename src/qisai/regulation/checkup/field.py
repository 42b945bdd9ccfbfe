"""Rounds, knockout and points against the field, and what a stage does not say."""

from __future__ import annotations

from collections.abc import Iterator

from qisai.regulation.checkup.facts import Facts, Remark
from qisai.regulation.model import SWISS, cycle
from qisai.regulation.summary import points_text


def no_legal_round(facts: Facts) -> Iterator[Remark]:
    """A small field runs out of opponents: tried with invented results, and said before round 1."""
    outlook, rules = facts.outlook, facts.rules
    if outlook is None or not outlook.spoiled:
        return
    cut = rules.swiss.last
    rounds = f"{cut}+{rules.others.last - cut}" if rules.others else str(cut)
    stuck = "、".join(f"第 {number} 轮 {times} 次" for number, times in outlook.stuck.items())
    knockout = f"，其中前 {rules.knockout.qualifiers} 名进入淘汰赛" if rules.knockout else ""
    yield Remark(
        "轮数与人数", f"积分编排 {rounds} 轮；{facts.heads_words}{knockout}",
        f"{facts.heads} 人下 {rounds} 轮：{outlook.tries} 次试排中{stuck}编不出",
        "照编；编不出的一轮停下来，列出可以放宽的条件，由裁判长点名", "；".join(outlook.ways) or "减少轮数；增加人数", False,
    )  # fmt: skip


def too_few_rounds(facts: Facts) -> Iterator[Remark]:
    """With 2^rounds < players two can win all their games."""
    heads, first = facts.heads, facts.rules.swiss.last
    if heads is not None and 2**first < heads and not facts.rules.swiss.round_robin:
        yield Remark("轮数与人数", f"第一阶段 {first} 轮，{facts.heads_words}", "轮数太少，可能有两人以上全胜",
                     "照编；同分按名次表区分", f"改为至少 {(heads - 1).bit_length()} 轮", False)  # fmt: skip


def round_robin_rounds(facts: Facts) -> Iterator[Remark]:
    """The rounds of a round robin follow from the number of players; until the draw that is an estimate."""
    stage, heads = facts.rules.swiss, facts.heads
    if stage.round_robin and heads is not None and heads > 1 and len(stage.rounds) != stage.cycles * cycle(heads):
        once = cycle(heads)
        yield Remark("循环轮数", f"{stage.name}：{len(stage.rounds)} 轮，{facts.heads_words}",
                     f"{heads} 人{stage.kind}要 {stage.cycles * once} 轮", "轮数与人数不符时不抽签，先改「阶段」表",
                     f"轮次填 1-{once}（单循环）或 1-{2 * once}（双循环）", False)  # fmt: skip


def round_robin_others(facts: Facts) -> Iterator[Remark]:
    """After a round robin everybody has met everybody: whoever plays on must meet somebody again."""
    others = facts.rules.others
    if facts.rules.swiss.round_robin and others:
        yield Remark("其余阶段", f"{facts.rules.swiss.name}之后「{others.name}」再下 {len(others.rounds)} 轮",
                     "循环里人人都已相遇，没有写其余的人怎样再下", "按没有相遇过编排，积分接着算",
                     "其余的人不再下", False)  # fmt: skip


def round_robin_teammates(facts: Facts) -> Iterator[Remark]:
    """The table of a round robin says who meets when, teammates or not."""
    if facts.rules.swiss.round_robin and facts.rules["avoid_rounds"]:
        yield Remark("同队回避", facts.says("avoid_rounds"), "循环赛按循环表对阵，同队哪一轮相遇由编号决定",
                     "不回避", "「同队回避轮数」填 0", False)  # fmt: skip


def field_for_knockout(facts: Facts) -> Iterator[Remark]:
    """Fewer players than twice the qualifiers leave the knockout hardly a selection, and the rest no field."""
    knockout, heads = facts.rules.knockout, facts.heads
    if knockout and heads is not None and heads < 2 * knockout.qualifiers:
        yield Remark("淘汰赛人数", f"前 {knockout.qualifiers} 名进入淘汰赛，{facts.heads_words}",
                     f"不足 {2 * knockout.qualifiers} 人，出线面过半", f"仍取前 {knockout.qualifiers} 名",
                     f"改为前 {max(knockout.qualifiers // 2, 2)} 名，或不设淘汰赛", False)  # fmt: skip


def knockout_silent(facts: Facts) -> Iterator[Remark]:
    """A knockout needs a winner after a draw and somebody who moves first; texts forget either."""
    knockout = facts.rules.knockout
    if knockout and len(knockout.games) == 1:
        yield Remark("淘汰赛和棋", f"{knockout.name}：只有{knockout.games[0]}，没有加赛顺序", "没有写和棋以后怎样分胜负",
                     "和棋的一对等裁判填「裁定」", "在「阶段」表填加赛顺序，如 慢棋,附加赛", False)  # fmt: skip
    if knockout and not knockout.colours:
        yield Remark("淘汰赛先后手", f"{knockout.name}：先后手没有填", "没有写谁先走", "由裁判在对局表填红方编号",
                     "猜先；抽签；编号小者先", False)  # fmt: skip


def points_order(facts: Facts) -> Iterator[Remark]:
    """A win is worth more than a draw, a draw not less than a loss (2020 rules 13.1)."""
    for stage in facts.rules.stages:
        upside_down = [
            colour for colour, side in (("红", "red"), ("黑", "black"))
            if not stage.points[f"{side}_win"] > stage.points[f"{side}_draw"] >= stage.points[f"{side}_loss"]
        ]  # fmt: skip
        if upside_down:
            yield Remark("分值", f"{stage.name}：{points_text(stage, facts.rules)}",
                         f"{'、'.join(upside_down)}方的分值不是胜高于和、和不低于负", "按阶段表", "在「阶段」表改正",
                         False)  # fmt: skip


def bye_points(facts: Facts) -> Iterator[Remark]:
    """A bye scores as a win (2020 rules 14.4)."""
    for stage in facts.rules.stages:
        win = max(stage.points["red_win"], stage.points["black_win"])
        if stage.system == SWISS and stage.points["bye"] != win:
            yield Remark("轮空分", f"{stage.name}：{points_text(stage, facts.rules)}",
                         "《象棋竞赛规则》2020版14.4：轮空按胜一局记分，这里不同", "按阶段表",
                         f"轮空 {facts.rules.show(win)} 分", False)  # fmt: skip
