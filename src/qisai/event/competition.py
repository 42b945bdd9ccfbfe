"""One 组别 of an event: its rules, its people and the record's share of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from typing import Any

import pandas as pd

from qisai.excel.rounds import Printed
from qisai.record import Line, Publication, Record
from qisai.regulation.model import KNOCKOUT, OTHERS, SWISS, Regulation, Stage
from qisai.regulation.settings import names
from qisai.tournament.final import cut, final_list
from qisai.tournament.games import frame, sides, swiss_games
from qisai.tournament.ladder import ladder_order
from qisai.tournament.standings import standings
from qisai.tournament.teams import one_spelling
from qisai.vocabulary import Happening, Outcome, plain


def round_file(stage: Stage, round_no: int, group: str = "") -> str:
    """``第05轮.xlsx``; with the group, and with the stage where it is not the one of the whole field."""
    parts = [f"第{round_no:02}轮", group, "" if stage.whole_field else stage.name]
    legal = (re.sub(r'[<>:"/\\|?*\x00-\x1f]', "", part).strip(" .") for part in parts)  # what Windows takes in a name
    return "_".join(part for part in legal if part) + ".xlsx"


#: Kinds of 变动 that the pairing itself must heed.
OF_THE_PAIRING = (Happening.FORCED_BYE, Happening.LOCKED, Happening.BARRED, Happening.FIXED_TABLE)
BEHIND = 501  # tables of a group that has outgrown its share of the hall


@dataclass(frozen=True)
class Away:
    """Who is not paired in a round, and why: 请假 after 缺席本轮, else 缺席; ``cell`` of the 变动 row, "" by rule."""

    player: str
    outcome: Outcome
    why: str
    cell: str = ""


@dataclass(frozen=True)
class Constraints:
    """What the arbiter wants of one round: pairs that must meet, the bye, pairs that may not, fixed tables."""

    locked: frozenset[frozenset[str]]
    bye: str
    barred: frozenset[frozenset[str]]
    tables: Mapping[str, int]


@dataclass(frozen=True)
class Competition:
    """One 组别: its rules, its people, and the record's share of it. Pure functions see only this.

    ``hall`` are its tables among those of the other groups: the first, and how many are kept for it (0 = all).
    """

    group: str
    regulation: Regulation
    people: pd.DataFrame
    changes: pd.DataFrame
    record: Record
    hall: tuple[int, int] = (1, 0)

    @property
    def numbers(self) -> pd.Series:
        """编号 (int) by player, everybody who was ever given one, by number."""
        mine = {player: number for player, number in self.record.numbers.items() if player in self.people.index}
        return pd.Series(mine, dtype="int64").rename_axis("player").sort_values()

    def numbers_after(self, round_no: int) -> pd.Series:
        """Those who had entered by a round: a late entry is not in the tables before it."""
        numbers = self.numbers
        return numbers[[self.record.entered.get(player, 1) <= max(round_no, 1) for player in numbers.index]]

    @property
    def publications(self) -> list[Publication]:
        return self.record.of_group(self.group)

    def rounds(self, stage: Stage) -> list[Publication]:
        return sorted((p for p in self.publications if p.stage == stage.name), key=lambda p: p.round)

    @property
    def seeds(self) -> list[str]:
        """The qualifiers of the published bracket, in the order of the cut; [] before."""
        return next((p.seeds for p in self.publications if p.seeds), [])

    @property
    def games(self) -> pd.DataFrame:
        """All accepted games, with a line for every player and Swiss round (轮空, 请假 or 缺席 without a game)."""
        lines: list[dict[str, object]] = []
        for publication in self.publications:
            if publication.accepted is not None:
                lines += self._lines(publication)
        return frame(lines)

    def _lines(self, publication: Publication) -> list[dict[str, object]]:
        where = {"round": publication.round, "stage": publication.stage}
        lines = [{**line, **where} for line in publication.accepted or ()]
        if self.regulation.stage(publication.stage).system == KNOCKOUT:
            return lines
        seated = {line[side] for line in publication.accepted or () for side in ("red", "black")}
        if publication.bye:
            lines.append({"red": publication.bye, "outcome": Outcome.BYE.value, **where})
        excused = {player for player, kind in publication.absent if kind == Outcome.EXCUSED}
        for player in self.numbers.index:
            if player not in seated and player != publication.bye and player not in publication.seeds:
                kind = Outcome.EXCUSED if player in excused else Outcome.ABSENT
                lines.append({"red": player, "outcome": kind.value, **where})
        return lines

    def accepted_rounds(self, stage: Stage) -> int:
        """The last round of a stage whose results are accepted; 0 before the first."""
        return max((p.round for p in self.rounds(stage) if p.accepted is not None), default=0)

    @property
    def cut_time(self) -> str:
        """When the last round of the whole field was accepted (ISO); "" before."""
        swiss = self.regulation.swiss
        return next((p.accepted_time for p in self.rounds(swiss) if p.round == swiss.last), "")

    @property
    def swiss_rounds_done(self) -> int:
        """The last accepted Swiss round, over the whole field and the others."""
        stages = [stage for stage in self.regulation.stages if stage.system == SWISS]
        return max(self.accepted_rounds(stage) for stage in stages)

    def standings(self, after: int) -> pd.DataFrame:
        """The Swiss standings after a round; after the cut only of those who go on in it."""
        return standings(self.games, self.numbers_after(after), self.regulation, after, self.seeds)

    def final(self) -> pd.DataFrame:
        """The merged final list as the accepted results have it so far."""
        return final_list(
            self.games, self.numbers, self.regulation, self.seeds, self.swiss_rounds_done, self.disqualified
        )

    def order_after(self, stage: Stage, round_no: int) -> list[str]:
        """The order that an ``accept`` record keeps: the standings, or of a knockout round the ladder so far."""
        if stage.system == KNOCKOUT:
            return ladder_order(self.games, stage, self.seeds)
        return list(self.standings(round_no).index)

    def active(self, stage: Stage, round_no: int, numbers: Collection[str], seeds: Collection[str]) -> list[str]:
        """Who plays in a round: not withdrawn, not absent, and of the stage."""
        away = {one.player for one in self.absent(round_no, numbers)}
        return [p for p in numbers if p not in away and not (stage.entrants == OTHERS and p in seeds)]

    def absent(self, round_no: int, players: Iterable[str]) -> list[Away]:
        """Those who are not paired in a round: by the 变动 sheet, or by the rule 连续弃权出局; by number."""
        out, found = self.out_by_rule(round_no), []
        for player in players:
            if change := self.taking_out(round_no, player):
                excused = change.happening == Happening.ABSENT_ROUND
                kind = Outcome.EXCUSED if excused else Outcome.ABSENT
                found.append(Away(player, kind, str(change.happening), change.cell))
            elif player in out:
                found.append(Away(player, Outcome.ABSENT, f"连续{self.regulation['missed_out']}轮弃权"))
        return sorted(found, key=lambda one: self.record.numbers.get(one.player, 0))

    def taking_out(self, round_no: int, player: str) -> Any:
        """The row of 变动 that keeps a player out of a round; None where there is none.

        退赛 holds until 复赛, 取消资格 for good, 缺席本轮 for its own round.
        """
        out = None
        for change in self._of(player, round_no):
            if change.happening == Happening.DISQUALIFIED:
                return change
            if change.happening == Happening.WITHDRAWN:
                out = change
            elif change.happening == Happening.RETURN:
                out = None
        missing = (c for c in self._of(player, round_no) if c.happening == Happening.ABSENT_ROUND and c.round == round_no)
        return out or next(missing, None)

    def _of(self, player: str, round_no: int) -> list[Any]:
        """A player's rows of 变动 up to a round, by round."""
        return [change for change in self._happenings.get(player, ()) if change.round <= round_no]

    @cached_property
    def _happenings(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for change in sorted(self.changes.itertuples(), key=lambda change: change.round):
            found.setdefault(change.player, []).append(change)
        return found

    def out_by_rule(self, round_no: int) -> set[str]:
        """Who has missed so many rounds in a row, without leave, that he is not paired any more (Tianshui, supplement 9).

        Rounds before a late entry or before the arbiter's 复赛 do not count.
        """
        limit = self.regulation["missed_out"]
        if not limit or round_no <= limit:
            return set()
        missed = set.intersection(*(self.forfeited(r) for r in range(round_no - limit, round_no)))
        return {player for player in missed if self._since(player, round_no) <= round_no - limit}

    def forfeited(self, round_no: int) -> set[str]:
        """Who missed a Swiss round without leave: by forfeit, or because he was not paired any more."""
        games = swiss_games(self.games, self.regulation)
        lines = sides(games[games["round"] == round_no], self.regulation)
        return set(lines.loc[lines["missed"] & (lines["outcome"] != Outcome.EXCUSED), "player"])

    def _since(self, player: str, round_no: int) -> int:
        back = [change.round for change in self._of(player, round_no) if change.happening == Happening.RETURN]
        return int(max([self.record.entered.get(player, 1), *back]))

    def gone(self, round_no: int) -> set[str]:
        """Those who play no more from a round on, unless they return."""
        return {one.player for one in self.absent(round_no, self.numbers.index) if one.outcome == Outcome.ABSENT}

    @property
    def disqualified(self) -> set[str]:
        """取消资格: the games played stand, he has no rank and takes no prize."""
        return set(self.changes.loc[self.changes["happening"] == Happening.DISQUALIFIED, "player"])

    def constraints(self, round_no: int) -> Constraints:
        """What 变动 asks of a round: 锁定对阵 and 指定轮空 of that round, 禁止对阵 and 固定台 from their round on."""
        rows = [change for change in self.changes.itertuples() if change.round <= round_no]
        now = [change for change in rows if change.round == round_no]
        return Constraints(
            frozenset(frozenset((c.player, c.other)) for c in now if c.happening == Happening.LOCKED),
            next((c.player for c in now if c.happening == Happening.FORCED_BYE), ""),
            frozenset(frozenset((c.player, c.other)) for c in rows if c.happening == Happening.BARRED),
            {c.player: c.table for c in sorted(rows, key=lambda c: c.round) if c.happening == Happening.FIXED_TABLE},
        )

    def wishes(self, round_no: int) -> list[list[str]]:
        """The rows of 变动 that ask something of the pairing from this very round on, as a publication keeps them."""
        kinds = (*OF_THE_PAIRING, Happening.RETURN)
        rows = [c for c in self.changes.itertuples() if c.round == round_no and c.happening in kinds]
        return sorted([str(c.happening), c.player, c.other or str(c.table or "")] for c in rows)

    @property
    def teams(self) -> pd.Series:
        """单位 of those who belong to a team, "" for the others (settings 不算队的单位)."""
        single = {plain(name) for name in names(self.regulation["no_team"])}
        return one_spelling(self.people["team"].where(~self.people["team"].map(plain).isin(single), ""))

    def tables(self, stage: Stage) -> Iterator[int]:
        """Free tables in order: behind those of the groups before, and for the others behind the knockout's,
        which stay free for it in all its rounds; where a group outgrows its share, behind everybody."""
        first, kept = self.hall
        knockout = self.regulation.knockout
        own = first + (knockout.qualifiers // 2 if knockout and not stage.whole_field else 0)
        return chain(range(own, first + kept), count(BEHIND)) if kept else count(own)

    def printed(self, publication: Publication) -> Printed:
        stage = self.regulation.stage(publication.stage)
        return Printed(publication.file, publication.round, stage, tuple(publication.lines), publication.bye)


def differences(before: Mapping[tuple[int, str], Line], after: Mapping[tuple[int, str], Line]) -> list[tuple[int, str]]:
    """The lines whose result differs, by (board, game); notes do not count."""
    told = ("outcome", "red_fouls", "black_fouls", "swapped", "red_points", "black_points")
    keys = sorted(before.keys() | after.keys())
    return [
        key
        for key in keys
        if key not in before or key not in after or any(before[key][item] != after[key][item] for item in told)
    ]


def seeds_for(competition: Competition, stage: Stage) -> list[str]:
    """The first k after the cut; one who has left before the bracket is published is replaced by the next."""
    gone = competition.gone(stage.first)
    order = cut(competition.games, competition.numbers_after(competition.regulation.swiss.last), competition.regulation)
    return [player for player in order if player not in gone][: stage.qualifiers]
