"""The journal played again, line by line: who had which number, what was paired, what was accepted, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from qisai.journal import Entry
from qisai.regulation.model import KNOCKOUT, SWISS, Regulation, Stage
from qisai.verify.report import Ledger, said
from qisai.vocabulary import ALONE, ELSEWHERE, Outcome

RoundKey = tuple[str, int]  # stage name, round
LineKey = tuple[int, str]  # board, game ("" in a Swiss)


@dataclass(frozen=True)
class Game:
    """One line. ``red`` and ``black`` as planned; outcome, fouls and ruled points by the colours played."""

    board: int
    game: str
    match: int
    red: str
    black: str
    outcome: Outcome = Outcome.PENDING
    red_fouls: int = 0
    black_fouls: int = 0
    swapped: bool = False
    ruled: tuple[int, int] = (0, 0)

    @property
    def key(self) -> LineKey:
        return self.board, self.game

    @property
    def played_red(self) -> str:
        return self.black if self.swapped else self.red

    @property
    def played_black(self) -> str:
        return self.red if self.swapped else self.black

    def words(self) -> str:
        parts = [self.outcome.value]
        if self.outcome is Outcome.RULED:
            parts.append(f"{self.ruled[0]}:{self.ruled[1]}")
        if self.red_fouls or self.black_fouls:
            parts.append(f"犯规 {self.red_fouls}:{self.black_fouls}")
        if self.swapped:
            parts.append("先后手对调")
        return "，".join(parts)


@dataclass(frozen=True)
class Publication:
    """One pairing as published, or as the arbiter then adjusted it by hand.

    ``before`` is the state of the event when it was paired, ``called`` when it was said who is away; ``out`` are
    those kept away by 连续弃权出局 alone, ``lots`` who has red in a knockout line (None in a record without lots).
    ``rules`` are those then in force, in words, by their label; ``named`` the earlier publication that named the seeds;
    ``kept`` are the pairs of an adjusted round that have been in it since it was published; ``prices`` as the record has
    them.
    """

    stage: Stage
    round: int
    file: str
    lines: tuple[Game, ...]
    bye: str
    absent: dict[str, str]
    criteria: tuple[tuple[str, Any, Any], ...]
    relaxed: str
    seeds: tuple[str, ...]
    before: State
    called: State
    out: tuple[str, ...] = ()
    lots: dict[str, str] | None = None
    adjusted: bool = False
    rules: dict[str, str] = field(default_factory=dict)
    named: Publication | None = None
    kept: frozenset[frozenset[str]] = frozenset()
    prices: Any = None

    @property
    def where(self) -> str:
        return f"{self.stage.name}第 {self.round} 轮"

    @property
    def players(self) -> list[str]:
        return [p for line in self.lines for p in (line.red, line.black) if p]

    @property
    def pairs(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset((line.red, line.black)) for line in self.lines)


@dataclass
class State:
    """One competition at one moment."""

    numbers: dict[str, int] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)  # the first round of late entries
    published: dict[RoundKey, Publication] = field(default_factory=dict)
    accepted: dict[RoundKey, dict[LineKey, Game]] = field(default_factory=dict)
    seeds: tuple[str, ...] = ()
    seed: str = ""  # of the draw
    named: Publication | None = None  # the publication that named the seeds, be it taken back or not
    ratings: dict[str, int] = field(default_factory=dict)  # 等级分, of those who have one
    playoffs: tuple[tuple[str, int, int], ...] = ()  # player, after which round, place (变动 加赛名次)
    leaving: tuple[tuple[str, int, str], ...] = ()  # player, from which round, 退赛 or 复赛
    orders: dict[RoundKey, list[str]] = field(default_factory=dict)  # the standing after a round, as the record has it

    def copy(self) -> State:
        accepted = {key: dict(games) for key, games in self.accepted.items()}
        own = replace(self, numbers=dict(self.numbers), since=dict(self.since), published=dict(self.published))
        return replace(own, accepted=accepted, orders=dict(self.orders))

    def games(self, stage: str, number: int) -> list[Game]:
        """The published lines of a round with what was accepted of them, by board."""
        publication = self.published.get((stage, number))
        if publication is None:
            return []
        results = self.accepted.get((stage, number), {})
        return [results.get(line.key, line) for line in publication.lines]


#: What may be asked to look at a state after a line of the journal: the line, its competition, the state.
Watcher = Callable[[Entry, Regulation, State], None]


def replay(
    entries: list[Entry],
    regulations: dict[str, Regulation],
    group_of: Callable[[str], str],
    ledger: Ledger,
    watch: Watcher,
    sheets: State,
) -> dict[str, State]:
    """The state of each competition after the last line; ``watch`` sees each line but draws and late entries. ``sheets``:
    the state before the first, with what the sheets say for the whole event."""
    states = {group: sheets.copy() for group in regulations}
    for entry in entries:
        data = entry.data
        if entry.kind == "draw":
            for group in states:
                ledger.hold("记录", f"记录第 {entry.line} 行", not states[group].published, "又抽了一次签", "公布之后不能再抽签")
                states[group].numbers.clear()
                states[group].seed = str(data.get("seed") or "")
            for number, player in enumerate(data.get("players", ()), start=1):
                if (group := group_of(player)) in states:
                    states[group].numbers[player] = number
            continue
        if entry.kind == "late":
            player = str(data.get("player"))
            if (group := group_of(player)) in states:
                states[group].numbers[player] = _int(data.get("number"))
                states[group].since[player] = _int(data.get("round")) or 1
            continue
        group = data.get("group") or ""
        if group not in states:
            ledger.hold("记录", f"记录第 {entry.line} 行", False, f"组别「{group}」", "阶段表里没有这个组别")
            continue
        regulation, state = regulations[group], states[group]
        if entry.kind == "close":
            watch(entry, regulation, state)
            continue
        stage = next((s for s in regulation.stages if s.name == data.get("stage")), None)
        round_no = _int(data.get("round"))
        if stage is None or round_no not in stage.rounds:
            place = f"{said(data.get('stage'))}第 {round_no} 轮"
            ledger.hold("记录", f"记录第 {entry.line} 行", False, place, "阶段表里没有这一轮")
            continue
        step = _Step(ledger, regulation, state, stage, round_no, entry)
        kinds = {
            "publish": step.publish, "adjust": step.adjust, "withdraw": step.withdraw, "accept": step.accept,
            "correct": step.correct,
        }  # fmt: skip
        kinds.get(entry.kind, step.unknown)()
        watch(entry, regulation, state)
    return states


@dataclass
class _Step:
    """One line of the journal upon one state."""

    ledger: Ledger
    regulation: Regulation
    state: State
    stage: Stage
    round: int
    entry: Entry

    @property
    def key(self) -> RoundKey:
        return self.stage.name, self.round

    @property
    def where(self) -> str:
        return f"{self.stage.name}第 {self.round} 轮"

    def hold(self, true: bool, claimed: str, derived: str, topic: str = "记录", place: str = "") -> bool:
        return self.ledger.hold(topic, f"{self.where}{place}", true, claimed, derived)

    def unknown(self) -> None:
        self.hold(False, f"记录种类「{self.entry.kind}」", "没有这种记录")

    def publish(self) -> None:
        data, state = self.entry.data, self.state
        self.hold(self.key not in state.published, "又公布了一次", "已公布的对阵要先撤回")
        ready = self.round == 1 or self._before() in state.accepted
        self.hold(ready, "已公布", "上一轮的成绩还没有全部确认")
        before, lots = state.copy(), data.get("lots")
        publication = Publication(
            self.stage, self.round, str(data.get("file") or ""), self._lines(), str(data.get("bye") or ""),
            {str(p): str(kind) for p, kind in data.get("absent") or ()}, self._criteria(), self._relaxed(),
            tuple(map(str, data.get("seeds") or ())), before, before, tuple(map(str, data.get("out") or ())),
            None if lots is None else {str(line): str(player) for line, player in lots.items()},
            rules=dict(data.get("rules") or {}), named=state.named, prices=data.get("prices"),
        )  # fmt: skip
        lone = [line for line in publication.lines if not (line.red and line.black)]
        if self.stage.scored and lone:
            publication = replace(publication, lines=tuple(x for x in publication.lines if x.red and x.black))
            for line in lone:
                self.hold(
                    (line.red or line.black) in {publication.bye, *publication.absent},
                    "对阵里有一行只有一个人", "只有轮空或缺席的人没有对手",
                )  # fmt: skip
        state.published[self.key] = publication
        if self.stage.whole_field or not publication.seeds:
            return
        if state.seeds:
            self.hold(publication.seeds == state.seeds, "淘汰赛名单变了", "名单以第一次公布的为准", "种子")
        else:
            state.seeds, state.named = publication.seeds, publication

    def _lines(self) -> tuple[Game, ...]:
        lines = [
            Game(
                _int(line.get("board")), _game(line, self.stage), _int(line.get("match")) or _int(line.get("board")),
                str(line.get("red") or ""), str(line.get("black") or ""),
            )
            for line in self.entry.data.get("lines", ())
        ]  # fmt: skip
        return tuple(sorted((line for line in lines if line.red or line.black), key=lambda line: line.board))

    def _criteria(self) -> tuple[tuple[str, Any, Any], ...]:
        return tuple((str(c[0]), c[1], c[2]) for c in self.entry.data.get("criteria") or () if len(c) == 3)

    def _relaxed(self) -> str:
        return said(self.entry.data.get("relaxed")) if self.entry.data.get("relaxed") else ""

    def adjust(self) -> None:
        """The arbiter's own pairing instead of the published one, before play: the same people, and walk-ins."""
        data, state = self.entry.data, self.state
        published = state.published.get(self.key)
        self.hold(bool(str(data.get("reason") or "").strip()), "调整没有理由", "调整要写理由", "调整")
        possible = self.hold(published is not None, "调整", "这一轮没有公布过", "调整")
        possible &= self.hold(self.key not in state.accepted, "调整", "已有成绩的一轮不能调整", "调整")
        possible &= self.hold(self.stage.system == SWISS, "调整", f"{self.stage.system.removeprefix('单')}赛的对阵不调整", "调整")
        if not possible or published is None:
            return
        late = {str(newcomer[0]): _int(newcomer[1]) for newcomer in data.get("late") or ()}
        state.numbers.update(late)
        state.since.update(dict.fromkeys(late, self.round))
        lines = tuple(line for line in self._lines() if line.red and line.black)
        before = state.copy()
        before.published.pop(self.key)
        adjusted = replace(
            published, lines=lines, bye=str(data.get("bye") or ""), criteria=self._criteria(), relaxed=self._relaxed(),
            before=before, adjusted=True,
        )  # fmt: skip
        adjusted = replace(adjusted, kept=adjusted.pairs & (published.kept if published.adjusted else published.pairs))
        came = [*published.players, published.bye, *late]
        same = sorted(filter(None, came)) == sorted(filter(None, [*adjusted.players, adjusted.bye]))
        self.hold(same, "调整后换了人", "还是原来的人，加上迟到加入的", "调整")
        self.hold(len({line.board for line in lines}) == len(lines), "调整后两对在同一台", "一对一台", "调整")
        state.published[self.key] = adjusted

    def _before(self) -> RoundKey:
        """The round that must be accepted before this one is paired."""
        if self.round > self.stage.first:
            return self.stage.name, self.round - 1
        return self.regulation.swiss.name, self.round - 1

    def withdraw(self) -> None:
        self.hold(self.key in self.state.published, "撤回", "这一轮没有公布过")
        self.hold(self.key not in self.state.accepted, "撤回", "已有成绩的一轮不能撤回")
        self.hold(bool(self.entry.data.get("reason")), "撤回没有理由", "撤回要写理由")
        if self.key not in self.state.accepted:
            self.state.published.pop(self.key, None)
            named = {p for pub in self.state.published.values() for p in (*pub.players, pub.bye, *pub.absent)}
            for player in self.state.since.keys() - named:  # his number goes with the round that brought him
                del self.state.numbers[player], self.state.since[player]
            if not any(pub.seeds for pub in self.state.published.values() if not pub.stage.whole_field):
                self.state.seeds, self.state.named = (), None  # else the others play without them already

    def accept(self) -> None:
        publication = self.state.published.get(self.key)
        if not self.hold(publication is not None, "成绩已确认", "这一轮没有公布过") or publication is None:
            return
        planned = {line.key: line for line in publication.lines}
        before = self.state.accepted.get(self.key)
        games: dict[LineKey, Game] = {}
        for data in self.entry.data.get("lines", ()):
            game = self.game(data)
            if game is None or game.outcome in ALONE or not (game.red and game.black):
                continue
            place = _place(game.key)
            plan = planned.get(game.key)
            self.hold(game.key not in games, "同一局记了两次", "一局一行", "成绩表", place)
            if self.hold(
                plan is not None and (plan.red, plan.black) == (game.red, game.black),
                "成绩记在另一对棋手名下", "公布的对阵里没有这一对", "成绩表", place,
            ):  # fmt: skip
                games[game.key] = replace(game, match=plan.match if plan else 0)
        if self.stage.scored:
            for key in planned:
                done = key in games and (games[key].outcome is not Outcome.PENDING or ELSEWHERE in publication.relaxed)
                self.hold(done, "没有成绩", "整轮有了成绩才能确认", "成绩表", _place(key))
        if before is not None:
            for key in before.keys() | games.keys():
                old, new = before.get(key), games.get(key)
                words = [game.words() if game else "没有这一行" for game in (new, old)]
                self.hold(old == new, f"再次确认时变成{words[0]}", f"{words[1]}，没有更正记录", "更正", _place(key))
        self.state.accepted[self.key] = games
        self.state.orders[self.key] = [str(player) for player in self.entry.data.get("order") or ()]

    def correct(self) -> None:
        """One line of an accepted round replaced; in a knockout it may also appear or disappear."""
        data = self.entry.data
        was, now = data.get("before"), data.get("after")
        given = {"board": data.get("board"), "game": data.get("game")}
        before, after = (self.game({**given, **raw}) if raw else None for raw in (was, now))
        key = (_int(data.get("board")), _game(given, self.stage))
        plan = next((g for g in self._planned() if g.key == key), None)
        place = _place(key)
        self.hold(bool(str(data.get("reason") or "").strip()), "没有更正理由", "每次更正都要写理由", "更正", place)
        self.hold(was != now, "更正前后相同", "更正应有改动", "更正", place)
        accepted = self.state.accepted.get(self.key)
        if not self.hold(accepted is not None and plan is not None, "更正", "没有确认过这一局", "更正", place):
            return
        assert accepted is not None and plan is not None
        known = accepted.get(key)
        words = [game.words() if game else "没有成绩" for game in (before, known)]
        same = before == known if before is None or known is None else _facts(before) == _facts(known)
        self.hold(same, f"更正前是{words[0]}", f"当时确认的是{words[1]}", "更正", place)
        if after is None:
            self.hold(self.stage.system == KNOCKOUT, "更正后没有成绩", "确认过的一局要有成绩", "更正", place)
            accepted.pop(key, None)
            return
        pair = (after.red, after.black) == (plan.red, plan.black)
        self.hold(pair, "更正换了棋手", "更正只改成绩", "更正", place)
        accepted[key] = replace(after, red=plan.red, black=plan.black, match=plan.match)

    def _planned(self) -> tuple[Game, ...]:
        publication = self.state.published.get(self.key)
        return publication.lines if publication else ()

    def game(self, line: dict[str, Any]) -> Game | None:
        board = line.get("board")
        if not isinstance(board, int):
            return None
        words = str(line.get("outcome") or Outcome.PENDING)
        valid = words in set(Outcome)
        self.hold(valid, f"「{words}」", "没有这种成绩", "成绩表", f"第 {board} 台")
        return Game(
            board, _game(line, self.stage), _int(line.get("match")) or board,
            str(line.get("red") or ""), str(line.get("black") or ""),
            Outcome(words) if valid else Outcome.PENDING,
            _int(line.get("red_fouls")), _int(line.get("black_fouls")), bool(line.get("swapped")),
            (_int(line.get("red_points")), _int(line.get("black_points"))),
        )  # fmt: skip


def _facts(game: Game) -> Game:
    """A line without what does not belong to its result."""
    return replace(game, match=0, red="", black="")


def _game(line: dict[str, Any], stage: Stage) -> str:
    return str(line.get("game") or "") if stage.system == KNOCKOUT else ""


def _int(value: object) -> int:
    """A number of the journal; 0 where it is none."""
    try:
        return int(Fraction(str(value)))
    except (ValueError, ZeroDivisionError):
        return 0


def _place(key: LineKey) -> str:
    return f"第 {key[0]} 台{key[1]}"
