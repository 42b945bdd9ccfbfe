"""The second referee: from the folder alone, everything that the first one decided, derived again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qisai.journal import Entry
from qisai.regulation.model import KNOCKOUT, SWISS, Regulation
from qisai.verify import bracket, draw, legality, sheets
from qisai.verify.folder import Change, Folder, read_folder
from qisai.verify.prizes import final_list, list_now, played_out, prize_list
from qisai.verify.replay import Publication, State, replay
from qisai.verify.report import Ledger, Report, Row, said
from qisai.verify.standings import ranked_in, table
from qisai.vocabulary import Happening


def verify(folder: Path) -> Report:
    """Derive the whole event anew from its folder and compare it with the journal.

    Works on an event at any stage, from the empty one on. Raises :class:`InputProblems` where a sheet or
    the journal cannot be read; everything else that does not fit is a finding of the report.
    """
    event = read_folder(Path(folder))
    ledger = Ledger()
    referee = _Referee(event, ledger)
    draw.check_draw(event, next(iter(event.regulations.values())), ledger)
    states = replay(event.journal.entries, event.regulations, referee.group_of, ledger, referee.watch)
    standings: dict[int, list[Row]] = {}
    final: list[Row] = []
    prizes: list[Row] = []
    for group, regulation in event.regulations.items():
        state = states[group]
        sheets.check_rounds(event, regulation, state, ledger)
        referee.check_pairings(regulation, state)
        for stage in (stage for stage in regulation.stages if stage.system == SWISS):
            for number in stage.rounds:
                if (stage.name, number) in state.accepted:
                    standings.setdefault(number, []).extend(ranked_in(regulation, state, number))
        mine = final_list(regulation, state)
        final += [{**row, "name": referee.name(row["player"])} for row in mine]
        entrants = [p for p in event.people.values() if draw.is_player(p) and referee.group_of(p.id) == group]
        prizes += prize_list(regulation, mine, event.people, entrants)
    names = {player: referee.name(player) for player in event.people}
    return Report(dict(sorted(ledger.checks.items())), tuple(ledger.findings), standings, final, prizes, names)


class _Referee:
    def __init__(self, event: Folder, ledger: Ledger) -> None:
        self.event, self.ledger = event, ledger
        self.numbers = {
            str(p): n for e in event.journal.of_kind("draw") for n, p in enumerate(e.data.get("players") or (), start=1)
        } | {str(e.data.get("player")): e.data.get("number") for e in event.journal.of_kind("late")}
        self.places: dict[str, list[str]] = {}  # by 组别: the list as it was after the last line of the journal

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
            self._moves(entry, regulation, state)
        elif entry.kind == "close":
            self._close(entry, regulation, state)
        self.places[regulation.group] = [row["player"] for row in list_now(regulation, state)]

    def _moves(self, entry: Entry, regulation: Regulation, state: State) -> None:
        """The places that one correction moved, in the list as it then stood."""
        before = {player: place for place, player in enumerate(self.places.get(regulation.group, ()), start=1)}
        after = enumerate((str(row["player"]) for row in list_now(regulation, state)), start=1)
        derived = {p: (before.get(p, 0), place) for place, p in after if before.get(p) != place}
        claimed = {str(m[0]): (m[1], m[2]) for m in entry.data.get("moves") or () if len(m) == 3}
        where = f"{entry.data['stage']}第 {entry.data['round']} 轮第 {said(entry.data.get('board'))} 台更正后"
        for player in sorted(claimed.keys() | derived.keys(), key=lambda p: (self.numbers.get(p) or 0, p)):
            words = [f"从第 {v[0]} 到第 {v[1]}" if (v := m.get(player)) else "名次不动" for m in (claimed, derived)]
            self.ledger.hold("更正", f"{where}{self.name(player)}", claimed.get(player) == derived.get(player), *words)

    def _order(self, entry: Entry, regulation: Regulation, state: State) -> None:
        """The order that was accepted is the order that the results then in force give."""
        claimed = [str(player) for player in entry.data.get("order") or ()]
        stage = regulation.stage(entry.data["stage"])
        number = entry.data["round"]
        where = f"{stage.name}第 {number} 轮后"
        if stage.system == KNOCKOUT:
            derived = bracket.places(regulation, state, number)
        else:
            derived = [row["player"] for row in ranked_in(regulation, state, number)]
            if len(claimed) > len(derived):  # with those who left for the knockout, at what they had
                derived = [row["player"] for row in table(regulation, state, number)]
        if stage.system != KNOCKOUT or claimed:
            self._same_order("名次", where, claimed, derived)

    def _same_order(self, topic: str, where: str, claimed: list[str], derived: list[str]) -> None:
        self.ledger.same(topic, f"{where}人数", len(claimed), len(derived))
        for place, (left, right) in enumerate(zip(claimed, derived, strict=False), start=1):
            self.ledger.hold(topic, f"{where}第 {place} 名", left == right, self.name(left), self.name(right))

    def _close(self, entry: Entry, regulation: Regulation, state: State) -> None:
        if not self.ledger.hold("总名次", "结束", played_out(regulation, state), "赛事已结束", "还有没确认的成绩"):
            return
        final = final_list(regulation, state)
        self._same_order("总名次", "总名次", [str(p) for p in entry.data.get("order") or ()], [r["player"] for r in final])
        ranks = list(entry.data.get("ranks") or ())
        for place, (left, row) in enumerate(zip(ranks, final, strict=False), start=1):
            words = ["不列名次" if rank is None else f"第 {rank} 名" for rank in (left, row["rank"])]
            self.ledger.hold("总名次", f"总名次表第 {place} 行", left == row["rank"], *words)
        self.ledger.same("总名次", "名次个数", len(ranks), len(final))

    # --- pairings ----------------------------------------------------------------------------------------
    def check_pairings(self, regulation: Regulation, state: State) -> None:
        for publication in sorted(state.published.values(), key=lambda p: (p.round, p.stage.name)):
            if publication.stage.system == KNOCKOUT:
                self._ties(regulation, publication)
                continue
            out = self._away(publication)
            legality.check(legality.Hall(regulation, state, publication, frozenset(out), self.name), self.ledger)
            for player in publication.absent:
                explained = player in out or publication.before.since.get(player, 1) > publication.round
                self.ledger.hold(
                    "出场", publication.where, explained, f"{self.name(player)}{publication.absent[player]}", "变动表里没有"
                )

    def _away(self, publication: Publication) -> set[str]:
        """Who does not play this round by 变动."""
        away = set()
        for player, number in publication.before.numbers.items():
            for change in self.event.changes:
                if self._is_about(change, player, number) and (
                    (change.what == Happening.ABSENT_ROUND and change.round == publication.round)
                    or (change.what == Happening.WITHDRAWN and change.round <= publication.round)
                ):
                    away.add(player)
        return away

    @staticmethod
    def _is_about(change: Change, player: str, number: int) -> bool:
        return change.number == number if change.number is not None else change.id == player

    def _ties(self, regulation: Regulation, publication: Publication) -> None:
        """The ties of one knockout round: the seeds as they stood at the cut, the winners of the round before."""
        stage, before = publication.stage, publication.before
        if publication.round == stage.first:
            self._seeds(regulation, publication)
            before = before.copy()
            before.seeds = publication.seeds
        due = bracket.play(regulation, before, publication.round - 1).slots.get(publication.round, [])
        for match in range(1, len(due) // 2 + 1):
            pair = due[2 * match - 2 : 2 * match]
            if bracket.OPEN not in pair:
                self._tie(publication, match, pair, list(before.seeds))
        boards = {(game.board, game.match) for game in publication.lines}
        self.ledger.hold("淘汰对阵", publication.where, len({b for b, _ in boards}) == len(boards), "两对在同一台", "一对一台")

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

    def _seeds(self, regulation: Regulation, publication: Publication) -> None:
        """The first k of the standing at the cut, as accepted then; who had left before is passed over."""
        cut = regulation.swiss.last
        order = [row["player"] for row in table(regulation, publication.before, cut)]
        away = self._away(publication)
        staying = [p for p in order if p not in away or p in publication.seeds]
        derived = staying[: publication.stage.qualifiers]
        for seed in range(publication.stage.qualifiers):
            left = publication.seeds[seed] if seed < len(publication.seeds) else None
            right = derived[seed] if seed < len(derived) else None
            self.ledger.hold("种子", f"{publication.where} {seed + 1} 号种子", left == right, self.name(left), self.name(right))
        self.ledger.same("种子", f"{publication.where}人数", len(publication.seeds), len(derived))
