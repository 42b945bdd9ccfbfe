"""The second referee: from the folder alone, everything that the first one decided, derived again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from pathlib import Path
from typing import TypeVar

from qisai.journal import Entry
from qisai.regulation.model import KNOCKOUT, Regulation
from qisai.verify import bracket, draw, legality, lots, sheets
from qisai.verify.awards import deposit_list, prize_list
from qisai.verify.folder import Folder, rating_of, read_folder, teams_of
from qisai.verify.hall import Hall, Room, rooms
from qisai.verify.in_force import as_published, chain_words
from qisai.verify.prizes import final_list, last_round, list_now, played_out, posted, without_rank
from qisai.verify.proof import told
from qisai.verify.replay import Publication, State, replay
from qisai.verify.report import Ledger, Report, Row, said
from qisai.verify.seats import knockout_tables, one_file_a_table
from qisai.verify.standings import ALWAYS, ranked_in, table, with_chain
from qisai.verify.teams import team_prizes, team_tables
from qisai.verify.tiebreaks import known
from qisai.verify.wishes import Wishes, disqualified, leaving, missed_out, playoffs, wishes

SUBSETS = 1024  # of the disqualified that are tried: all of those of ten
Claim = TypeVar("Claim")


def verify(folder: Path) -> Report:
    """Derive the whole event anew from its folder and compare it with the journal.

    Works on an event at any stage, from the empty one on. Raises :class:`InputProblems` where a sheet or
    the journal cannot be read; everything else that does not fit is a finding of the report.
    """
    event = read_folder(Path(folder))
    ledger = Ledger()
    referee = _Referee(event, ledger)
    rules = next(iter(event.regulations.values()))
    draw.check_draw(event, rules, ledger)
    ratings = {player: rating for player, person in event.people.items() if (rating := rating_of(person))}
    changes, numbers = event.changes, referee.numbers
    sheets_say = State(ratings=ratings, playoffs=playoffs(changes, numbers), leaving=leaving(changes, numbers))
    states = replay(event.journal.entries, event.regulations, referee.group_of, ledger, referee.watch, sheets_say)
    standings: dict[int, list[Row]] = {}
    finals: dict[str, list[Row]] = {}
    prizes: list[Row] = []
    deposits: list[Row] = []
    halls = rooms(event.regulations, states)
    for group, regulation in event.regulations.items():
        state = states[group]
        sheets.check_rounds(event, regulation, state, ledger)
        referee.check_pairings(regulation, state, halls[group])
        for stage in (stage for stage in regulation.stages if stage.scored):
            for number in stage.rounds:
                if (stage.name, number) in state.accepted:
                    standings.setdefault(number, []).extend(ranked_in(regulation, state, number))
        out = referee.disqualified(state)
        finals[group] = mine = final_list(regulation, state, [*out, *referee.fillers])
        entrants = [p for p in event.people.values() if draw.is_player(p) and referee.group_of(p.id) == group]
        prizes += prize_list(regulation, mine, event.people, entrants, state.seed)
        deposits += deposit_list(regulation, state, out, referee.fillers, last_round(regulation, state))
    one_file_a_table(states.values(), ledger)
    names = {player: referee.name(player) for player in event.people}
    final = [{**row, "name": referee.name(row["player"])} for rows in finals.values() for row in rows]
    teams = team_tables(finals, event.people, event.regulations, states)
    return Report(
        dict(sorted(ledger.checks.items())), tuple(ledger.findings), standings, final, prizes, names,
        teams, team_prizes(teams, event.regulations), next(iter(event.regulations)), _on_trust(event),
        {key.name: key.label for rules in event.regulations.values() for key in (*ALWAYS, *rules.chain)}, deposits,
        told(ledger.proofs),
    )  # fmt: skip


def unchecked(regulation: Regulation) -> list[str]:
    """The keys of the chain that the referee cannot compute, as the sheet names them."""
    return [key.label for key in regulation.chain if not known(key.name)]


def _on_trust(event: Folder) -> tuple[str, ...]:
    labels = dict.fromkeys(label for regulation in event.regulations.values() for label in unchecked(regulation))
    return tuple(f"名次指标「{label}」：复核不会算，由它分出的名次按记录采信，没有核对" for label in labels)


def _reorder(entry: Entry, regulation: Regulation, state: State) -> None:
    """The order of the latest Swiss round in the record, with the places that a correction moved."""
    moved = {str(move[0]): int(move[2]) for move in entry.data.get("moves") or () if len(move) == 3}
    swiss = {stage.name for stage in regulation.stages if stage.scored}
    latest = max((key for key in state.orders if key[0] in swiss), key=lambda key: key[1], default=None)
    if latest is None:
        return
    left = [player for player in state.orders[latest] if player in state.seeds]
    rest = [player for player in state.orders[latest] if player not in state.seeds]
    places = {player: moved.get(player, place) for place, player in enumerate(rest, start=len(state.seeds) + 1)}
    state.orders[latest] = [*left, *sorted(rest, key=places.__getitem__)]


def _moved(before: list[str], after: list[str]) -> dict[str, tuple[int, int]]:
    """Old and new place of everybody who has another one; 0 where he had none."""
    old = {player: place for place, player in enumerate(before, start=1)}
    return {p: (old.get(p, 0), place) for place, p in enumerate(after, start=1) if old.get(p) != place}


def _subsets(players: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Everybody, then all but one, and so on."""
    return islice((out for size in range(len(players), -1, -1) for out in combinations(players, size)), SUBSETS)


def _fitting(claimed: Claim, possible: Iterable[Claim]) -> Claim:
    """What was claimed where it is possible, else the first that is."""
    derived = list(possible)
    return claimed if claimed in derived else derived[0]


def _as_typed_then(state: State) -> Iterator[State]:
    """What a line of the journal may have been made from: rows 加赛名次 are typed one below the other, the last of them
    perhaps since."""
    for rows in range(len(state.playoffs), -1, -1):
        yield replace(state, playoffs=state.playoffs[:rows])


class _Referee:
    def __init__(self, event: Folder, ledger: Ledger) -> None:
        self.event, self.ledger = event, ledger
        self.numbers = {
            str(p): n for e in event.journal.of_kind("draw") for n, p in enumerate(e.data.get("players") or (), start=1)
        } | {str(e.data.get("player")): e.data.get("number") for e in event.journal.of_kind("late")}
        self.numbers |= {str(late[0]): late[1] for e in event.journal.of_kind("adjust") for late in e.data.get("late") or ()}
        no_team = next(iter(event.regulations.values()))["no_team"]
        self.shared = {column: teams_of(event.people, no_team, column) for column in ("单位", "地区", "回避组")}
        self.before: dict[str, State] = {}  # by 组别: as it was after the last line of the journal
        self.closed: set[str] = set()
        self.fillers = [person.id for person in event.people.values() if draw.is_filler(person)]

    def disqualified(self, state: State) -> list[str]:
        return disqualified(self.event.changes, state.numbers)

    def group_of(self, player: str) -> str:
        if "" in self.event.regulations:
            return ""
        person = self.event.people.get(player)
        return person.group if person else ""

    def name(self, player: str | None) -> str:
        if not player:
            return "无人"
        person = self.event.people.get(player)
        number = self.numbers.get(player)
        return f"{f'{number} 号' if number else f'序号 {player} '}{person.name if person else ''}".strip()

    # --- at each line of the journal ---------------------------------------------------------
    def watch(self, entry: Entry, regulation: Regulation, state: State) -> None:
        if entry.kind == "accept":
            self._order(entry, regulation, state)
        elif entry.kind == "correct":
            if unchecked(regulation):
                _reorder(entry, regulation, state)
            else:
                self._moves(entry, regulation, state)
        elif entry.kind == "close":
            self._close(entry, regulation, state)
            self.closed.add(regulation.group)
        self.before[regulation.group] = state.copy()

    def _rules(self, entry: Entry, regulation: Regulation) -> list[Regulation]:
        """The regulation with the 名次方案 of the publication before a line; after it a switch may have come before
        the line: with that of the next publication, or else as it is now."""
        told = [
            (e.line, chain_words(e)) for e in self.event.journal.of_kind("publish")
            if (e.data.get("group") or "") == regulation.group
        ]  # fmt: skip
        before = [words for line, words in told if line < entry.line][-1:]
        after = [words for line, words in told if line > entry.line][:1]
        found = [with_chain(regulation, words) for words in (*before, *(after or [""]))]
        return list({rules.chain: rules for rules in found}.values())

    def _moves(self, entry: Entry, regulation: Regulation, state: State) -> None:
        """The places that one correction moved: in the order that hung out, and once the event had ended in the
        final list, with some of the disqualified (who may have been typed since, in any order)."""
        claimed = {str(m[0]): (m[1], m[2]) for m in entry.data.get("moves") or () if len(m) == 3}
        states = self.before.get(regulation.group, State()), state
        possible = product(self._rules(entry, regulation), zip(*map(_as_typed_then, states), strict=True))
        derived = _fitting(claimed, (moves for rules, now in possible for moves in self._possible(rules, *now)))
        where = f"{entry.data['stage']}第 {entry.data['round']} 轮第 {said(entry.data.get('board'))} 台更正后"
        for player in sorted(claimed.keys() | derived.keys(), key=lambda p: (self.numbers.get(p) or 0, p)):
            words = [f"从第 {v[0]} 到第 {v[1]}" if (v := m.get(player)) else "名次不动" for m in (claimed, derived)]
            self.ledger.hold("更正", f"{where}{self.name(player)}", claimed.get(player) == derived.get(player), *words)

    def _possible(self, rules: Regulation, before: State, after: State) -> Iterator[dict[str, tuple[int, int]]]:
        if rules.group not in self.closed:
            yield _moved(posted(rules, before), posted(rules, after))
            return
        lists = [(state, list_now(rules, state)) for state in (before, after)]
        ranked = {row["player"] for _, rows in lists for row in rows if row["rank"] is not None}
        for out in _subsets([player for player in self.disqualified(after) if player in ranked]):
            out = (*out, *self.fillers)
            yield _moved(*([row["player"] for row in without_rank(rules, state, rows, out)] for state, rows in lists))

    def _order(self, entry: Entry, regulation: Regulation, state: State) -> None:
        """The order that was accepted is the order that the results then in force give."""
        claimed = [str(player) for player in entry.data.get("order") or ()]
        stage = regulation.stage(entry.data["stage"])
        number = entry.data["round"]
        where = f"{stage.name}第 {number} 轮后"

        def order(rules: Regulation, now: State) -> list[str]:
            if stage.system == KNOCKOUT:
                return bracket.places(rules, now, number)
            then = replace(now, playoffs=tuple(one for one in now.playoffs if one[1] < number))  # played afterwards
            rows = ranked_in(rules, then, number)
            if len(claimed) > len(rows):  # with those who left for the knockout, at what they had
                rows = table(rules, then, number)
            return [row["player"] for row in rows]

        possible = product(self._rules(entry, regulation), _as_typed_then(state))
        derived = _fitting(claimed, (order(*one) for one in possible))
        if stage.system != KNOCKOUT or claimed:
            self._same_order("名次", where, claimed, derived)

    def _same_order(self, topic: str, where: str, claimed: list[str], derived: list[str]) -> None:
        self.ledger.same(topic, f"{where}人数", len(claimed), len(derived))
        for place, (left, right) in enumerate(zip(claimed, derived, strict=False), start=1):
            self.ledger.hold(topic, f"{where}第 {place} 名", left == right, self.name(left), self.name(right))

    def _close(self, entry: Entry, regulation: Regulation, state: State) -> None:
        if not self.ledger.hold("总名次", "结束", played_out(regulation, state), "赛事已结束", "还有没确认的成绩"):
            return
        order, ranks = [str(p) for p in entry.data.get("order") or ()], list(entry.data.get("ranks") or ())
        unranked = {player for player, rank in zip(order, ranks, strict=False) if rank is None}
        out = [player for player in self.disqualified(state) if player in unranked]  # the others were typed since
        lists = (
            final_list(rules, then, [*out, *self.fillers])
            for rules in self._rules(entry, regulation)
            for then in _as_typed_then(state)
        )
        fitting = _fitting((order, ranks), (([r["player"] for r in rows], [r["rank"] for r in rows]) for rows in lists))
        self._same_order("总名次", "总名次", order, fitting[0])
        for place, (left, right) in enumerate(zip(ranks, fitting[1], strict=False), start=1):
            words = ["不列名次" if rank is None else f"第 {rank} 名" for rank in (left, right)]
            self.ledger.hold("总名次", f"总名次表第 {place} 行", left == right, *words)
        self.ledger.same("总名次", "名次个数", len(ranks), len(fitting[1]))

    # --- pairings ----------------------------------------------------------------------------------------
    def check_pairings(self, regulation: Regulation, state: State, room: Room) -> None:
        for publication in sorted(state.published.values(), key=lambda p: (p.round, p.stage.name)):
            asked = self._asked(publication)
            if publication.stage.system == KNOCKOUT:
                self._ties(regulation, publication, asked)
                knockout_tables(regulation, room, publication, asked.closed, self.ledger)
                lots.check(regulation, publication, self.name, self.ledger)
            else:
                rules = as_published(regulation, publication.rules)
                apart, circles = self.shared[rules["avoid_by"]], self.shared["回避组"]
                hall = Hall(rules, state, publication, asked, apart, room, self.name, circles)
                legality.check(hall, self.ledger)

    def _asked(self, publication: Publication) -> Wishes:
        return wishes(self.event.changes, publication.before.numbers, publication.round)

    def _ties(self, regulation: Regulation, publication: Publication, asked: Wishes) -> None:
        """The ties of one knockout round: the seeds as they stood at the cut, the winners of the round before."""
        stage, before = publication.stage, publication.before
        if publication.round == stage.first:
            self._seeds(regulation, publication, asked)
            before = before.copy()
            before.seeds = publication.seeds
        due = bracket.play(regulation, before, publication.round - 1).slots.get(publication.round, [])
        for match in range(1, len(due) // 2 + 1):
            pair = due[2 * match - 2 : 2 * match]
            if bracket.OPEN not in pair:
                self._tie(publication, match, pair, list(before.seeds))

    def _tie(self, publication: Publication, match: int, pair: list[str], seeds: list[str]) -> None:
        where = f"{publication.where}第 {match} 对"
        rank: Callable[[str], int] = lambda p: seeds.index(p) if p in seeds else len(seeds)  # noqa: E731
        due = sorted((p for p in pair if p != bracket.NOBODY), key=rank)
        lines = [game for game in publication.lines if game.match == match]
        if len(due) < 2:
            strangers = [p for game in lines for p in (game.red, game.black) if p and p not in due]
            words = f"{self.name(due[0])}直接晋级" if due else "没有这一对"
            self.ledger.hold("淘汰对阵", where, not strangers, f"有{'、'.join(map(self.name, strangers))}", words)
            return
        right = f"{self.name(due[0])}（甲）对{self.name(due[1])}（乙）"
        self.ledger.hold("淘汰对阵", where, bool(lines), "没有公布", right)
        for game in lines:
            claimed = f"{self.name(game.red)}（甲）对{self.name(game.black)}（乙）"
            self.ledger.hold("淘汰对阵", f"{where}{game.game}", [game.red, game.black] == due, claimed, right)
        self.ledger.same("淘汰对阵", f"{where}的各局", tuple(g.game for g in lines), publication.stage.games)

    def _seeds(self, regulation: Regulation, publication: Publication, asked: Wishes) -> None:
        """The first k of the standing at the cut, as accepted when they were first named: a bracket that was taken
        back while the others play on keeps them. Who had left before is passed over."""
        first = publication.named or publication
        rules = as_published(regulation, first.rules)
        order = [row["player"] for row in table(rules, first.before, regulation.swiss.last)]
        away = asked.withdrawn | asked.disqualified.keys()
        away |= missed_out(regulation, first.before, publication.round, asked.returned)
        staying = [p for p in order if p not in self.fillers and (p not in away or p in first.seeds)]
        derived = staying[: publication.stage.qualifiers]
        for seed in range(publication.stage.qualifiers):
            left = publication.seeds[seed] if seed < len(publication.seeds) else None
            right = derived[seed] if seed < len(derived) else None
            self.ledger.hold("种子", f"{publication.where} {seed + 1} 号种子", left == right, self.name(left), self.name(right))
        self.ledger.same("种子", f"{publication.where}人数", len(publication.seeds), len(derived))
