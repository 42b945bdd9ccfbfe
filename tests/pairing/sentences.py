"""Every sentence about a pairing read again and held against the field: plain Python and networkx, nothing of the engine.

``untrue`` lists what is false, what is missing, and every sentence of an unknown form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from board_sentences import OnBoard, Reader
from plain_round import Round
from plain_rules import GRAVEST_FIRST

from qisai.pairing.field import Entrant, Pairing, PairingRules

TRIED = 2  # players for whom it is tried whether they could have the bye


def untrue(people: Sequence[Entrant], number: int, rules: PairingRules, pairing: Pairing, show=str) -> list[str]:
    """Each sentence that is false, missing or of an unknown form, with its board."""
    if number == 1:
        people = [replace(e, score=0) for e in people]
    people = [replace(e, team=e.team.strip(), circle=e.circle.strip()) for e in people]
    own = Round(tuple(people), number, rules, pairing, show)
    found = []
    for board in pairing.boards:
        found += [f"第{board.board}台 {fault}：{'；'.join(board.why)}" for fault in OnBoard(own, board).faults()]
    found += [f"轮空 {fault}：{'；'.join(pairing.bye_why)}" for fault in OfBye(own).faults()]
    return found


class OfBye(Reader):
    """The sentences about the bye."""

    @cached_property
    def bye(self) -> Entrant:
        return self.own.by_id[self.own.pairing.bye]

    @cached_property
    def forced(self) -> bool:
        return self.own.rules.bye == self.bye.player

    @cached_property
    def place(self) -> int:
        return self.own.group[self.bye.player]

    @cached_property
    def lower(self) -> list[Entrant]:
        return [e for e in self.own.people if self.own.group[e.player] > self.place]

    def faults(self) -> Iterator[str]:
        if self.own.pairing.bye is None:
            if self.own.pairing.bye_why:
                yield "没有人轮空"
            return
        for sentence in self.own.pairing.bye_why:
            yield from self.read(sentence)
        free, later = not self.forced, self.own.number > 1
        needed = {
            "odd": True,
            "forced_bye": self.forced,
            "second": self.bye.had_bye,
            "lowest": free and later and not self.lower,
            "higher": free and later and bool(self.lower),
            "equals": free,
        }
        yield from (f"没有说明{name}" for name, due in needed.items() if due != (name in self.seen))

    def odd(self, count: str):
        yield "人数", int(count) == len(self.own.people) and len(self.own.people) % 2 == 1

    def forced_bye(self):
        yield "没有指定", self.forced

    def second(self, graver: str | None, fresh: str | None, none: str | None, who: str):
        own, rules = self.own, self.own.rules
        free = [e for e in own.people if not e.had_bye and e.player not in rules.settled]
        yield "没有放宽", "轮空" in rules.relaxed and self.bye.had_bye and int(who) == self.bye.number
        if self.forced:
            yield "已经指定", not none and not fresh
            return
        yield "人选", bool(none) == (not free) and int(fresh or 0) == len(free)
        yield "更重的规则", (graver or "") == "重赛" * ("重赛" in rules.relaxed and bool(free))
        names = [name for name in GRAVEST_FIRST if name in rules.relaxed]
        yield "另有人可以轮空", own.least(rules, own.costs(-1)[: names.index("轮空") + 1])[-1] == 1

    def lowest(self, who: str, group: str):
        yield "不在最低分组", int(who) == self.bye.number and not self.lower and group == self.own.words(self.place)

    def higher(self, kind: str, count: str, words: str):
        own, rules, spared = self.own, self.own.rules, not self.bye.had_bye
        had = {e.player for e in self.lower if e.had_bye and spared}
        fixed = {e.player for e in self.lower if e.player in rules.settled} - had
        left = [e.player for e in self.lower if e.player not in had | fixed]
        yield "低分的人数", int(count) == len(self.lower) > 0
        yield "得分还是分组", kind == ("得分" if own.single(self.place) else "分组")
        if not left:
            why = "或".join(["轮空过"] * bool(had) + ["锁定对阵"] * bool(fixed))
            yield "原因", words == f"都已{why}"
            return
        already = (f"{len(had)}人已轮空过，" if had else "") + (f"{len(fixed)}人已锁定对阵，" if fixed else "")
        more = "、须多放宽规则" if rules.relaxed else ""
        yield "句式", words == f"中{already}另{len(left)}人轮空则其余棋手配不齐{more}或有分组须多跨组"
        costs = own.costs(own.lowest - 1)
        games = [(a.player, b.player) for a, b in own.games] + [(self.bye.player, "")]
        mine = tuple(sum(cost(a, b) for a, b in games) for cost in costs)
        for player in left[:TRIED]:
            least = own.least(replace(rules, bye=player), costs)
            yield f"{player}也可以轮空", least is None or least > mine

    def equals(self, *said: str | None):
        own = self.own
        who, among, last, several, count, chosen, best_alone = said
        alike = "同分" if own.single(self.place) else "同组"
        mine = [e for e in own.people if own.group[e.player] == self.place]
        fresh = [e for e in mine if not e.had_bye]
        free = [e for e in fresh if e.player not in own.rules.settled]
        yield "人", int(who or chosen or best_alone) == self.bye.number
        kinds = [f"{alike}未轮空"] * (own.number > 1) + ["未锁定对阵"] * (len(free) < len(fresh))
        words = "、".join(kinds) + "者" if kinds else ""
        if best_alone:
            yield "没有说人选", self.bye.had_bye
        elif last:
            yield "人选", among == words + "中" * bool(words)
            yield "编号最大", max(free, key=lambda e: (-e.score, e.number)) == self.bye
            yield "得分最低", ("得分最低" in last) == (len({e.score for e in free}) > 1)
        else:
            yield "人选", several == (words or f"{alike}未轮空者") and int(count) == len(free) > 1 and self.bye in free
        if own.enumerable:
            others = {frozenset({e.player}) for e in free} - {frozenset({self.bye.player})}
            yield "并不最好", own.worse(others)


FRESH = r"(?:(\S+)放宽最少时)?未轮空过的(\d+)人轮空则其余棋手配不齐，|(没有未轮空过的人选，)"
BEST = r"由(\d+)号轮空时其余棋手的对阵最好"
OfBye.forms = {
    r"本轮(\d+)人，为奇数，须有一人轮空": OfBye.odd,
    r"按裁判长的安排（指定轮空）": OfBye.forced_bye,
    rf"(?:{FRESH})?经裁判长同意(\d+)号再次轮空": OfBye.second,
    r"(\d+)号在最低的(\S+分)组": OfBye.lowest,
    r"(得分|分组)低于他的(\d+)人((?:都已|中).+)": OfBye.higher,
    rf"(?:(\d+)号(\D*?)((?:得分最低、)?编号最大)|(\D+)有(\d+)人，{BEST}|{BEST})": OfBye.equals,
}
