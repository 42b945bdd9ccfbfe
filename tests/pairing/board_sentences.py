"""The sentences of a board read again and held against the round, one check for each form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import networkx as nx
from plain_event import allowed, breaks
from plain_round import Round, due, numbers, over
from plain_rules import GRAVEST_FIRST

from qisai.pairing.field import DOWN, UP, Board, Entrant
from qisai.vocabulary import BLACK, RED

MOVER = {"先手": RED, "后手": BLACK}
OTHER = {RED: BLACK, BLACK: RED}
RULE = {"重赛": "重赛", "轮空": "再次轮空", "颜色": "先后手限制"}
BREACH = r"\d+号(?:将连续\d+局(?:先手|后手)|(?:先手将比后手|后手将比先手)多\d+局)"
NAMES = r"\d+号(?:、\d+号)*"
STUCK = (
    rf"其中({NAMES})"
    rf"(?:彼此不能相遇（已相遇(?:、裁判长的安排)?等），这些人里能与他们对阵的只有({NAMES})|与这些人都不能相遇（已相遇(?:、裁判长的安排)?等）)，"
)
CAUSE = "须回避|同队须回避|已相遇|因裁判长另有安排不能相遇|因先后手限制不能相遇"


class Reader:
    """Sentences matched against ``forms``: each a pattern and what has to hold for its groups, in words that say what."""

    forms: dict[str, Callable[..., Iterator[tuple[str, bool]]]]

    def __init__(self, own: Round) -> None:
        self.own = own
        self.seen: list[str] = []

    def read(self, sentence: str) -> Iterator[str]:
        if strangers := [number for number in numbers(sentence) if number not in self.own.by_number]:
            yield f"「{sentence}」没有 {strangers} 号"
            return
        for pattern, check in self.forms.items():
            if match := re.fullmatch(pattern, sentence):
                self.seen.append(check.__name__)
                yield from (f"「{sentence}」{what}" for what, holds in check(self, *match.groups()) if not holds)
                return
        yield f"「{sentence}」句式不明"


class OnBoard(Reader):
    """The sentences of one board."""

    def __init__(self, own: Round, board: Board) -> None:
        super().__init__(own)
        self.board = board
        self.red, self.black = own.by_id[board.red], own.by_id[board.black]
        self.high, self.low = sorted((self.red, self.black), key=lambda e: (own.group[e.player], -e.score))
        self.border = own.group[self.high.player]
        self.locked = own.locked(self.red, self.black)

    def faults(self) -> Iterator[str]:
        for sentence in self.board.why:
            yield from self.read(sentence)
        yield from (f"没有说明{name}" for name, needed in self.needed() if needed != (name in self.seen))
        colours = [name in ("limit", "balance", "alternation", "table") for name in self.seen]
        if colours.count(True) != 1 or not colours[-1]:
            yield "先后手的理由不是一句"
        if sum(name in ("alone", "blocked", "odd", "too_few") for name in self.seen) != self.seen.count("crosses"):
            yield "下调的理由不是一句"
        memory = range(1, self.own.rules.float_memory + 1) if "上下调" in self.own.rules.criteria else ()
        again = [self.own.floats_now(e, back) for e in (self.red, self.black) for back in memory]
        if self.seen.count("again") != sum(way != 0 for way in again):
            yield "再次上下调没有说全"

    def needed(self) -> Iterator[tuple[str, bool]]:
        own, rules, pair = self.own, self.own.rules, (self.red, self.black)
        level = own.group[self.red.player] == own.group[self.black.player]
        free = not self.locked and own.number > 1
        yield "lock", self.locked
        yield "first", own.number == 1 and not self.locked
        yield "same_score", free and self.red.score == self.black.score
        yield "same_group", free and level and self.red.score != self.black.score
        yield "crosses", free and not level
        yield "between", free and own.group[self.low.player] - own.group[self.high.player] > 1
        yield "rematch", self.black.player in self.red.met or self.red.player in self.black.met
        yield "mates", rules.avoid_team and own.mates(*pair)
        yield "beyond", over(*pair, rules)
        yield "fixed", any(e.player in rules.tables for e in pair)
        yield "same_due", due(self.red) == due(self.black) != "" and "应得先后手相同的对局" in own.values
        yield "spared_team", rules.spare_team and own.mates(*pair) and "回避" in rules.criteria
        yield "spared_circle", rules.spare_circle and self.red.circle == self.black.circle != "" and "回避" in rules.criteria

    # --- the opponent ---------------------------------------------------------------------------------------

    def lock(self):
        yield "没有锁定", self.locked

    def first(self, how: str, halves: str | None, why: str | None):
        own, first, one, other = self.own, self.own.rules.first, self.red, self.black
        yield "首轮编排方式", how == {"单双": "按编号相邻配对", "抽签": "对手由抽签决定"}.get(first, f"按编号{first}配对")
        yield "上下半区", bool(halves) == (first == "单双" and (one.number + other.number) % 2 == 1)
        turn, half = [own.turn.get(e.player, len(own.turn)) for e in (one, other)], len(own.turn) // 2
        a, b = sorted(turn)
        home = {"对折": b - a == half, "首尾": a + b == 2 * half - 1}.get(first, b - a == 1)
        if first == "单双":
            home = b - a == 1
        yield "错开与否", home != bool(why)
        if why is None:
            return
        ring = own.ring(one.player)
        pairs = [(own.by_id[p], own.by_id[q]) for p in ring if p and (q := own.wanted[p]) and p < q]
        reasons = [self.reasons(*pair, spared=True) - {"因裁判长另有安排不能相遇"} for pair in pairs]
        team = "同队须回避" if own.rules.avoid_team else "同队尽量回避"
        for part in why.split("、"):
            if part == "裁判长另有安排":
                yield "没有安排", any(p in own.rules.settled for p in ring)
            elif part == "有人须回避":
                yield "没有人须回避", any(reasons)
            else:
                yield "不是同队", part == team and any(reasons) and all("同队须回避" in held for held in reasons if held)

    def same_score(self, score: str):
        yield "不同分", self.own.show(self.red.score) == self.own.show(self.black.score) == score

    def same_group(self, one: str, a: str, other: str, b: str, group: str):
        yield from self.scores(one, a, other, b)
        yield "不同组", self.own.group[self.red.player] == self.own.group[self.black.player]
        yield "组名", group == self.own.words(self.own.group[self.red.player])

    def crosses(self, one: str, a: str, other: str, b: str):
        yield from self.scores(one, a, other, b)
        yield "没有跨组", self.own.group[self.high.player] < self.own.group[self.low.player]

    def scores(self, one: str, a: str, other: str, b: str):
        yield "高分在前", (int(one), int(other)) == (self.high.number, self.low.number) and self.high.score > self.low.score
        yield "分数", (a, b) == (self.own.show(self.high.score), self.own.show(self.low.score))

    # --- why down -------------------------------------------------------------------------------------------

    @property
    def peers(self) -> list[Entrant]:
        return [e for e in self.own.people if self.own.group[e.player] == self.border and e != self.high]

    @property
    def above(self) -> list[Entrant]:
        return [e for e in self.own.people if self.own.group[e.player] <= self.border]

    def alone(self, group: str, who: str):
        yield "不是一人", group == self.own.words(self.border) and int(who) == self.high.number and not self.peers

    def blocked(self, who: str, alike: str, rest: str):
        own, peers = self.own, self.peers
        yield "人", int(who) == self.high.number
        yield "同分还是同组", alike == ("同分" if own.single(self.border) else "同组")
        yield "还能相遇", bool(peers) and not any(allowed(self.high, peer, own.rules) for peer in peers)
        reasons = [self.reasons(self.high, peer) for peer in peers]
        if len(peers) > 3:
            yield "人数", rest.startswith((f"{len(peers)}人中", f"{len(peers)}人均"))
            parts = rest.partition("人中")[2].split("，") if "人中" in rest else [rest]
            told = [re.fullmatch(rf"(\d+)人均?({CAUSE})", part) for part in parts]
            yield "句式", all(told)
            counts = {part[2]: int(part[1]) for part in told if part}
            yield "人数之和", sum(counts.values()) == len(peers) and len(counts) == len(told)
            yield "原因", all(0 < count <= sum(cause in his for his in reasons) for cause, count in counts.items())
            return
        named = [re.fullmatch(rf"({NAMES})(均?)({CAUSE})", part) for part in rest.split("，与")]
        yield "句式", all(named)
        yield "不是全部同组的人", sorted(numbers(rest)) == sorted(e.number for e in peers)
        his = {peer.number: causes for peer, causes in zip(peers, reasons, strict=True)}
        for part in filter(None, named):
            yield "原因", all(part[3] in his.get(number, set()) for number in numbers(part[1]))
            yield "均", bool(part[2]) == (len(numbers(part[1])) > 1)

    def reasons(self, one: Entrant, other: Entrant, spared: bool = False) -> set[str]:
        rules, pair = self.own.rules, {one.player, other.player}
        apart = rules.avoid_team or spared and rules.spare_team
        waived = rules.last_round and one.score == other.score
        held = {
            "须回避": other.player in one.barred or one.player in other.barred,
            "同队须回避": apart and self.own.mates(one, other),
            "已相遇": other.player in one.met or one.player in other.met,
            "因裁判长另有安排不能相遇": bool(pair & rules.settled) and not self.own.locked(one, other),
            "因先后手限制不能相遇": over(one, other, rules) and not waived,
            "同回避组": spared and rules.spare_circle and one.circle == other.circle != "",
        }
        return {words for words, holds in held.items() if holds}

    def odd(self, group: str, higher: str, count: str):
        yield "组名", group == self.own.words(self.border) and (higher == "组") == (self.border == 0)
        yield "人数", int(count) == len(self.above) and len(self.above) % 2 == 1
        yield "不是一人", self.own.crossing(self.border) == 1

    def too_few(self, group: str, count: str, why: str, needed: str, bye: str | None):
        own, legal = self.own, set(map(frozenset, self.own.legal(self.own.rules)))
        above, k = self.above, int(needed)
        ids = {e.player for e in above}
        yield "组名、人数", group == own.words(self.border) and int(count) == len(above)
        yield "没有这么多", own.crossing(self.border) == k
        yield "轮空者", bool(bye) == (own.pairing.bye in ids)
        inside = nx.Graph(tuple(pair) for pair in legal if pair <= ids)
        left = len(above) - 2 * len(nx.max_weight_matching(inside, maxcardinality=True))
        if why.startswith("全场配齐"):
            costs = own.costs(self.border)
            yield "可以更少", own.least(own.rules, costs)[-1] == k
            yield "更高分组", ("更高分组跨组最少" in why) == (self.border > 0)
            return
        yield "单凭不能相遇不须这么多", left == k
        if match := re.fullmatch(STUCK, why):
            stuck, few = ([own.by_number[n].player for n in numbers(part or "")] for part in match.groups())
            mine = {(one, other) for one in stuck for other in ids if frozenset((one, other)) in legal}
            yield "还能相遇", {other for _, other in mine} == set(few) and not set(stuck) & set(few)
            yield "数目", len(stuck) - len(few) == k and set(stuck) <= ids
        else:
            yield "句式", why.replace("、裁判长的安排", "") == "因已相遇等限制不能全部彼此相配，"

    def between(self):
        own = self.own
        inner = [e.player for e in own.people if self.border < own.group[e.player] < own.group[self.low.player]]
        yield "其间没有人", bool(inner)
        if own.enumerable:
            yield "并不更差", own.worse({frozenset((self.high.player, one)) for one in inner})

    # --- what was given up, what it costs -------------------------------------------------------------------

    def rematch(self, none: str | None):
        own, rules = self.own, self.own.rules
        yield "没有相遇过", self.black.player in self.red.met or self.red.player in self.black.met
        yield "没有放宽", "重赛" in rules.relaxed
        yield "锁定", bool(none) != self.locked
        if none:
            yield "有不重复的对阵", own.least(replace(rules, relaxed=rules.relaxed - {"重赛"}), []) is None

    def mates(self, wording: str, graver: str | None):
        own, rules = self.own, self.own.rules
        yield "不是同队", own.mates(self.red, self.black) and rules.avoid_team
        yield "锁定", wording.startswith("锁定") == self.locked
        if not self.locked:
            names = [name for name in GRAVEST_FIRST[:3] if name in rules.relaxed]
            yield "更重的规则", (graver or "") == "、".join(RULE[name] for name in names)
            costs = own.costs(-1)
            yield "可以全部回避", "同队" in rules.relaxed and own.least(rules, costs)[-1] > 0

    def beyond(self, reason: str, words: str):
        rules, equal = self.own.rules, self.red.score == self.black.score
        due_reason = (
            "锁定对阵不受先后手限制" if self.locked
            else "末轮同分优先，放宽先后手限制" if rules.last_round and equal
            else "经裁判长同意放宽先后手限制"
        )  # fmt: skip
        yield "理由", reason == due_reason and over(self.red, self.black, rules)
        yield "没有放宽", reason != "经裁判长同意放宽先后手限制" or "颜色" in rules.relaxed
        yield from self.breaches(words, self.red, self.black)

    def breaches(self, words: str, red: Entrant, black: Entrant):
        """The breaches of a game with these colours, all of them."""
        told = set()
        for who, run, mover, other_mover, more in re.findall(
            r"(\d+)号(?:将连续(\d+)局(先手|后手)|(先手|后手)将比..多(\d+)局)", words
        ):
            player, colour = self.own.by_number[int(who)], MOVER[mover or other_mover]
            told.add((player.player, colour))
            had = [c for c in player.colours if c] + [colour]
            if run:
                length = next((n for n, c in enumerate(reversed(had)) if c != colour), len(had))
                yield "连续局数", length == int(run) > self.own.rules.run_limit > 0
            else:
                ahead = had.count(colour) - had.count(OTHER[colour])
                yield "多出局数", ahead == int(more) > self.own.rules.surplus_limit > 0
        sides = ((red, RED), (black, BLACK))
        yield "不是全部", told == {(e.player, colour) for e, colour in sides if breaks(e.colours, colour, self.own.rules)}

    def again(self, who: str, when: str, way: str, bye: str | None, proved: str | None, count: str, again: str):
        own, player = self.own, self.own.by_number[int(who)]
        back = 1 if when == "上一轮" else int(when.removesuffix("轮前"))
        mark = DOWN if way == "下调" else UP
        yield "不在本台", player in (self.red, self.black)
        yield "方向", own.floats_now(player, back) == mark
        yield "轮空", bool(bye) == (way == "下调" and player.had_bye and player.colours[-back] is None)
        yield "哪一轮", again == when
        mine = sum(own.floats_now(e, back) != 0 for pair in own.games for e in pair)
        yield from self.counted(f"与前{back}轮同向上下调的人数", mine, proved, count)

    def counted(self, name: str, mine: int, proved: str | None, count: str):
        value, bound = self.own.values[name]
        yield "全场数目", int(count) == mine == value > 0
        yield "至少", bool(proved) == (value == bound)

    def same_due(self, mover: str, proved: str | None, count: str):
        yield "应得先后手", due(self.red) == due(self.black) == mover
        mine = sum(due(a) == due(b) != "" for a, b in self.own.games)
        yield from self.counted("应得先后手相同的对局", mine, proved, count)

    def spared_team(self, proved: str | None, count: str):
        yield "不是同队", self.own.rules.spare_team and self.own.mates(self.red, self.black)
        yield from self.counted("同队相遇的对局", sum(self.own.mates(a, b) for a, b in self.own.games), proved, count)

    def spared_circle(self, proved: str | None, count: str):
        yield "不是同回避组", self.own.rules.spare_circle and self.red.circle == self.black.circle != ""
        mine = sum(a.circle == b.circle != "" for a, b in self.own.games)
        yield from self.counted("同回避组相遇的对局", mine, proved, count)

    def fixed(self, who: str, table: str, moved: str | None):
        own, rules = self.own, self.own.rules
        mine = [e for e in (self.red, self.black) if e.player in rules.tables]
        yield "没有固定", int(who) == min(e.number for e in mine)
        yield "台号", rules.tables.get(own.by_number[int(who)].player) == int(table)
        yield "实际台号", self.board.board == int(moved or table)
        if moved:
            there = [side for board in own.pairing.boards if board.board == int(table) for side in (board.red, board.black)]
            yield "该台没有另一对", any(rules.tables.get(side) == int(table) for side in there) and moved != table

    # --- colours --------------------------------------------------------------------------------------------

    def levels(self, deepest: str, who: str):
        """The red side, and that no stronger claim decides."""
        rules, sides = self.own.rules, ((self.red, self.black), (self.black, self.red))
        now, turned = (breaks(a.colours, RED, rules) + breaks(b.colours, BLACK, rules) for a, b in sides)
        surplus = [e.colours.count(RED) - e.colours.count(BLACK) for e in sides[0]]
        red, black = ([c for c in e.colours if c][::-1] for e in sides[0])
        latest = next(((a, b) for a, b in zip(red, black, strict=False) if a != b), None)
        yield "执红", int(who) == self.red.number
        if deepest == "limit":
            yield "限制", now < turned
            return
        yield "限制先于此", now == turned
        if deepest == "balance":
            yield "先后手之差", surplus[0] < surplus[1]
            return
        yield "先后手之差先于此", surplus[0] == surplus[1]
        yield "最近一次", latest == ((BLACK, RED) if deepest == "alternation" else None)

    def limit(self, words: str, who: str):
        yield from self.levels("limit", who)
        yield from self.breaches(words, self.black, self.red)

    def balance(self, *said: str):
        one, reds, blacks, other, other_reds, other_blacks, who = map(int, said)
        yield from self.levels("balance", str(who))
        for number, red, black, player in ((one, reds, blacks, self.black), (other, other_reds, other_blacks, self.red)):
            mine = player.colours.count(RED), player.colours.count(BLACK)
            yield "局数", number == player.number and (red, black) == mine

    def alternation(self, red: str, black: str, who: str):
        yield from self.levels("alternation", who)
        yield "人", (int(red), int(black)) == (self.red.number, self.black.number)

    def table(self, alike: str | None, rule: str, who: str):
        own, board, first = self.own, self.board.board, self.own.number == 1
        yield from self.levels("table", who)
        red, black = ([c for c in e.colours if c] for e in (self.red, self.black))
        if first:
            yield "首轮不比记录", alike is None
        else:
            same = "两人先后手记录相同" if red else "两人都还没有先后手记录"
            yield "记录", alike == (same if red == black else "两人先后手之差相同，从最近一局往前比也没有不同")
        low, high = sorted((self.red.number, self.black.number))
        prefix, smaller = "首轮" * first, self.red.number == low
        odd = low % 2 + high % 2
        parity, side = ("奇", "小") if board % 2 else ("偶", "大")
        rules = {
            "单数台小号先": (f"第{board}台为{parity}数台，编号{side}者执红", smaller == board % 2),
            "小号先": (f"{prefix}编号小者执红", smaller),
            "大号先": (f"{prefix}编号大者执红", not smaller),
            "单数号先": (f"{prefix}单数编号者执红", self.red.number % 2 == 1) if odd == 1
            else (f"两人编号同为{'单' if odd else '双'}数，编号小者执红", smaller),
            "抽签": (f"{prefix}先后手由抽签决定", True),
        }  # fmt: skip
        yield "规则", (rule, True) == (rules[own.rules.first_colours][0], bool(rules[own.rules.first_colours][1]))


ALIKE = "两人先后手记录相同|两人都还没有先后手记录|两人先后手之差相同，从最近一局往前比也没有不同"
LEAST, RED_IS = r"(按编排次序)?全场(?:至少)?(\d+)", r"，故(\d+)号执红"
TWO = r"(\d+)号(\S+?)分，(\d+)号(\S+?)分，"
OnBoard.forms = {
    r"按裁判长的安排（锁定对阵）": OnBoard.lock,
    r"首轮(按编号(?:相邻|对折|首尾)配对|对手由抽签决定)(（上半区对下半区）)?(?:，因(.+)而错开)?": OnBoard.first,
    r"同为(\S+?)分": OnBoard.same_score,
    rf"{TWO}同在(\S+分)组": OnBoard.same_group,
    rf"{TWO}跨分组相遇": OnBoard.crosses,
    r"(\S+分)仅(\d+)号一人，须下调": OnBoard.alone,
    rf"(\d+)号与(同分|同组)的((?:{NAMES}|\d+人).+)，须下调": OnBoard.blocked,
    r"(\S+?分)(组|及以上)人数为奇数（(\d+)人），须有一人下调": OnBoard.odd,
    r"(\S+?分)及以上共(\d+)人，(.*?)至少须有(\d+)人向下配对(（含轮空者）)?": OnBoard.too_few,
    r"若改与其间分组的棋手相配，全场配不齐或按编排次序更差": OnBoard.between,
    r"(没有不重复的对阵，)?经裁判长同意再次相遇": OnBoard.rematch,
    r"(锁定对阵不受同队回避的限制|(?:(\S+)放宽最少时)?同队无法全部回避，经裁判长同意同队相遇)": OnBoard.mates,
    rf"((?:锁定对阵不受|末轮同分优先，放宽|经裁判长同意放宽)先后手限制)：({BREACH}(?:，{BREACH})?)": OnBoard.beyond,
    rf"(\d+)号(上一轮|\d+轮前)也(上调|下调)(（轮空算下调）)?，{LEAST}人与(上一轮|\d+轮前)同向": OnBoard.again,
    rf"两人都应(先手|后手)，{LEAST}台两人应执同色": OnBoard.same_due,
    rf"同队尽量回避而相遇，{LEAST}台如此": OnBoard.spared_team,
    rf"同回避组尽量回避而相遇，{LEAST}台如此": OnBoard.spared_circle,
    r"(\d+)号固定在第(\d+)台(?:，该台已有另一对固定，改在第(\d+)台)?": OnBoard.fixed,
    rf"若反之，({BREACH}(?:，{BREACH})?){RED_IS}": OnBoard.limit,
    rf"(\d+)号此前先手(\d+)后手(\d+)，(\d+)号先手(\d+)后手(\d+){RED_IS}": OnBoard.balance,
    rf"两人先后手之差相同，最近一次先后手不同时(\d+)号后手、(\d+)号先手{RED_IS}": OnBoard.alternation,
    rf"(?:({ALIKE})，)?(.+){RED_IS}": OnBoard.table,
}
