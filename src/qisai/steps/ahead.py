"""What the draft of a round means for the rounds after it: what is certain, else what tries show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from qisai.pairing.completion import Dead, RulesOf, completes, dead_end
from qisai.pairing.field import Entrant, Pairing
from qisai.pairing.lookahead import Ahead, can_matter_now, look_on, plan_of
from qisai.regulation.model import Regulation, Stage


def ahead(
    regulation: Regulation, stage: Stage, round_no: int, field: Sequence[Entrant], pairing: Pairing, rules_of: RulesOf
) -> Iterator[str]:
    """Lines for the arbiter, none where all goes well or the field is large.

    ``rules_of``: the rules of each round; those of ``round_no`` as the draft was made.
    """
    teams: dict[str, int] = {}
    for entrant in field:
        if entrant.team:
            teams[entrant.team] = teams.get(entrant.team, 0) + 1
    plan = plan_of(regulation, len(field), teams)
    if not can_matter_now(plan, field, round_no):
        return
    numbers = {entrant.player: entrant.number for entrant in field}
    dead = dead_end(field, round_no, stage.last, pairing, rules_of)
    if dead:
        yield _certain(dead, round_no, numbers)
    if not dead or dead.reach > round_no:
        tried = look_on(plan, field, round_no, pairing, rules_of)
        if tried.stuck:
            avoidable = max(tried.stuck) <= stage.last and completes(field, round_no, stage.last, pairing, rules_of)
            yield _tried(tried) + ("；还有编得全的编法，哪一轮的草稿走上死路，草稿会说改锁哪两人" if avoidable else "")


def _certain(dead: Dead, round_no: int, numbers: Mapping[str, int]) -> str:
    stuck = dead.reach + 1
    if dead.reach == round_no:
        says = f"按此对阵，第 {stuck} 轮将没有合乎规则的对阵" + (f"：{dead.reason}" if dead.reason else "")
    else:
        says = f"按此对阵，不论以后怎样编，最迟第 {stuck} 轮没有合乎规则的对阵"
    if dead.best is None:
        return says
    if dead.best == dead.reach:
        return f"{says}。本轮换别的编法也一样"
    other = f"。本轮换一种合乎规则的编法可以编到第 {dead.best} 轮"
    if len(dead.instead) == 2:
        one, two = sorted(numbers[player] for player in dead.instead)
        other += f"：在「变动」写锁定对阵 {one}号—{two}号，再编"
    elif dead.instead:
        other += f"：在「变动」写指定轮空 {numbers[dead.instead[0]]}号，再编"
    return says + other


def _tried(tried: Ahead) -> str:
    stuck = "，".join(f"第 {number} 轮有 {times} 次" for number, times in tried.stuck.items())
    ways = f"。可行的办法：{'；'.join(tried.ways)}" if tried.ways else ""
    return f"试排余下各轮 {tried.tries} 次：{stuck}编不出合乎规则的对阵{ways}"
