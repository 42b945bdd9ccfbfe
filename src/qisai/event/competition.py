"""One 组别 of an event: its rules, its people and the record's share of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, islice
from typing import Any

import pandas as pd

from qisai.excel.rounds import Printed
from qisai.record import Line, Publication, Record
from qisai.regulation.model import KNOCKOUT, OTHERS, Regulation, Stage
from qisai.regulation.settings import names
from qisai.regulation.treatment import ALONE
from qisai.tournament.deposits import deposits
from qisai.tournament.entries import FILLER
from qisai.tournament.final import final_list
from qisai.tournament.games import frame, sides, swiss_games, without_results
from qisai.tournament.ladder import ladder_order
from qisai.tournament.lots import draw_order
from qisai.tournament.prizes import Awards, awards
from qisai.tournament.standings import Ranking
from qisai.tournament.teams import one_spelling
from qisai.vocabulary import Happening, Outcome, plain


def round_file(stage: Stage, round_no: int, group: str = "") -> str:
    """``第05轮.xlsx``; with the group, and with the stage where it is not the one of the whole field."""
    parts = [f"第{round_no:02}轮", group, "" if stage.whole_field else stage.name]
    legal = (re.sub(r'[<>:"/\\|?*\x00-\x1f]', "", part).strip(" .") for part in parts)  # what Windows takes in a name
    return "_".join(part for part in legal if part) + ".xlsx"


#: Kinds of 变动 that the pairing itself must heed.
OF_THE_PAIRING = (Happening.FORCED_BYE, Happening.LOCKED, Happening.BARRED, Happening.FIXED_TABLE)
OF_A_TABLE = (Happening.TABLE_CLOSED, Happening.TABLE_OPEN)
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
    """What the arbiter wants of one round: pairs that must meet, the bye, pairs that may not, fixed and unusable tables."""

    locked: frozenset[frozenset[str]]
    bye: str
    barred: frozenset[frozenset[str]]
    tables: Mapping[str, int]
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Competition:
    """One 组别: its rules, its people, and the record's share of it. Pure functions see only this.

    ``hall`` are its tables among those of the other groups: the first, and how many are kept for it (0 = all);
    ``owing`` who has not paid, where that costs a prize (setting 领奖须缴清).
    """

    group: str
    regulation: Regulation
    people: pd.DataFrame
    changes: pd.DataFrame
    record: Record
    hall: tuple[int, int] = (1, 0)
    owing: frozenset[str] = frozenset()

    @property
    def numbers(self) -> pd.Series:
        """编号 (int) by player, everybody who was ever given one, by number."""
        mine = {player: number for player, number in self.record.numbers.items() if player in self.people.index}
        return pd.Series(mine, dtype="int64").rename_axis("player").sort_values()

    def numbers_with(self, late: Iterable[tuple[str, int]]) -> pd.Series:
        """The numbers with those who come in with the next publication."""
        return pd.concat([self.numbers, pd.Series(dict(late), dtype="int64")]).rename_axis("player")

    def numbers_after(self, round_no: int) -> pd.Series:
        """Those who had entered by a round: a late entry is not in the tables before it."""
        numbers = self.numbers
        return numbers[[self.record.entered.get(player, 1) <= max(round_no, 1) for player in numbers.index]]

    def traits(self, playoffs_until: int) -> pd.DataFrame:
        """What the chain may look at besides games, int by player: ``rating``; ``lot``, the place in an order drawn with
        the seed of the draw; ``playoff_7``, the places typed as 加赛名次 after round 7 (变动), up to a round."""
        players = self.numbers.index
        drawn = pd.Series({player: place for place, player in enumerate(draw_order(self.record.seed, "名次抽签", players), 1)})
        found = {"rating": self.people["rating"], "lot": drawn}
        rows = self.changes[self.changes["happening"] == Happening.PLAYOFF]
        for number, own in rows[rows["round"] <= playoffs_until].groupby("round"):
            found[f"playoff_{number}"] = own.drop_duplicates("player", keep="last").set_index("player")["table"]
        return pd.DataFrame({name: own.reindex(players).fillna(0).astype("int64") for name, own in found.items()})

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
        away = {row[0]: row[1] for row in publication.absent}
        for player in self.numbers.index:
            if player not in seated and player != publication.bye and player not in publication.seeds:
                late = publication.round < self.record.entered.get(player, 1)
                kind = Outcome.LATE.value if late else away.get(player, Outcome.ABSENT.value)
                lines.append({"red": player, "outcome": kind, **where})
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
        return max(self.accepted_rounds(stage) for stage in self.regulation.stages if stage.scored)

    def counted(self, after: int) -> pd.DataFrame:
        """The games as the table after a round counts them: without the results that a withdrawal has cancelled."""
        out = self.cancelled(after)
        return without_results(self.games, self.regulation.swiss, out) if out else self.games

    def cancelled(self, after: int) -> set[str]:
        """Whose results are cancelled in the table after a round: by then they have left a round robin, and came to fewer
        than half of their games (settings 循环赛中途退赛; rules summary 1.4)."""
        stage = self.regulation.swiss
        if not stage.round_robin or self.regulation["left_early"] == "成绩保留":
            return set()
        left = {p: row.round for p in self.numbers.index if (row := self.withdrawal(min(after, stage.last), p))}
        if not left:
            return set()
        lines = sides(swiss_games(self.games, self.regulation, stage.last), self.regulation)
        first = lines["player"].map(left).fillna(0)
        came = lines[(lines["opponent"] != "") & ~lines["missed"] & (lines["round"] < first)].groupby("player").size()
        games = stage.cycles * (len(self.numbers_after(1)) - 1)
        return {player for player in left if 2 * int(came.get(player, 0)) < games}

    def standings(self, after: int) -> pd.DataFrame:
        """The Swiss standings after a round; after the cut only of those who go on in it."""
        return self.ranking(after).table(after)

    def ranking(self, after: int, playoffs_until: int = 99) -> Ranking:
        """The tables up to a round, of those who had entered by then, with the playoffs up to ``playoffs_until``."""
        traits = self.traits(playoffs_until)
        return Ranking(self.counted(after), self.numbers_after(after), self.regulation, after, self.seeds, traits)

    def final(self) -> pd.DataFrame:
        """The merged final list as the accepted results have it so far."""
        done = self.swiss_rounds_done
        out = self.disqualified | self.fillers | self.cancelled(done)
        return final_list(self.counted(done), self.numbers, self.regulation, self.seeds, done, out, self.traits(99))

    def order_after(self, stage: Stage, round_no: int) -> list[str]:
        """The order that an ``accept`` record keeps: the standings, or of a knockout round the ladder so far."""
        if stage.system == KNOCKOUT:
            return ladder_order(self.games, stage, self.seeds)
        return list(self.ranking(round_no, round_no - 1).table(round_no).index)  # a playoff comes after the results

    def late_points(self, round_no: int) -> int:
        """What somebody who enters with a round has for the rounds before it (setting 加入前各轮), scaled."""
        rule = self.regulation.treatment[Outcome.LATE, ALONE].points
        stages = (stage for stage in self.regulation.stages if stage.system != KNOCKOUT)
        return sum(stage.points.get(rule, 0) for stage in stages for number in stage.rounds if number < round_no)

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
                found.append(Away(player, Outcome.ABSENT, out[player]))
        return sorted(found, key=lambda one: self.record.numbers.get(one.player, 0))

    def taking_out(self, round_no: int, player: str) -> Any:
        """The row of 变动 that keeps a player out of a round; None where there is none.

        退赛 holds until 复赛, 取消资格 for good, 缺席本轮 for its own round.
        """
        own = self._of(player, round_no)
        banned = next((change for change in own if change.happening == Happening.DISQUALIFIED), None)
        missing = (c for c in own if c.happening == Happening.ABSENT_ROUND and c.round == round_no)
        return banned or self.withdrawal(round_no, player) or next(missing, None)

    def withdrawal(self, round_no: int, player: str) -> Any:
        """The row 退赛 of 变动 that holds in a round; None where there is none, or 复赛 has come after it."""
        own = [c for c in self._of(player, round_no) if c.happening in (Happening.WITHDRAWN, Happening.RETURN)]
        return own[-1] if own and own[-1].happening == Happening.WITHDRAWN else None

    def _of(self, player: str, round_no: int) -> list[Any]:
        """A player's rows of 变动 up to a round, by round."""
        return [change for change in self._happenings.get(player, ()) if change.round <= round_no]

    @cached_property
    def _happenings(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for change in sorted(self.changes.itertuples(), key=lambda change: change.round):
            found.setdefault(change.player, []).append(change)
        return found

    def out_by_rule(self, round_no: int) -> dict[str, str]:
        """Who has missed so many rounds without leave, in a row (Tianshui, supplement 9) or in all (rules summary 1.5), that
        he is not paired any more, and by which rule.

        Rounds before a late entry or before the arbiter's 复赛 do not count.
        """
        in_a_row, in_all = self.regulation["missed_out"], self.regulation["missed_total"]
        found: dict[str, str] = {}
        for player, rounds in self.forfeited(round_no).items() if in_a_row or in_all else ():
            own = [r for r in rounds if r >= self._since(player, round_no)]
            if in_a_row and set(range(round_no - in_a_row, round_no)) <= set(own):
                found[player] = f"连续{in_a_row}轮弃权"
            elif in_all and len(own) >= in_all:
                found[player] = f"累计{in_all}轮弃权"
        return found

    def forfeited(self, before: int) -> dict[str, list[int]]:
        """The Swiss rounds before one that players missed without leave: by forfeit, or because they were not paired any
        more."""
        lines = sides(swiss_games(self.games, self.regulation, before - 1), self.regulation)
        missed = lines[lines["missed"] & ~lines["outcome"].isin([Outcome.EXCUSED, Outcome.LATE])]
        return {str(player): own.tolist() for player, own in missed.groupby("player")["round"]}

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

    @property
    def fillers(self) -> set[str]:
        """陪打: plays and scores, has no rank, takes no prize and does not qualify."""
        return set(self.people.index[self.people["role"] == FILLER])

    def awards(self) -> Awards:
        """The prizes of players on the final list as it is so far."""
        return awards(self.final(), self.people, self.regulation, self.record.seed, self.owing)

    def deposits(self) -> pd.DataFrame:
        """Who gets his deposit back, by the rounds accepted so far."""
        return deposits(self.games, self.numbers, self.regulation, self.disqualified, self.fillers)

    def constraints(self, round_no: int) -> Constraints:
        """What 变动 asks of a round: 锁定对阵 and 指定轮空 of that round, 禁止对阵, 固定台 and 停用台 from their round on."""
        rows = [change for change in self.changes.itertuples() if change.round <= round_no]
        now = [change for change in rows if change.round == round_no]
        return Constraints(
            frozenset(frozenset((c.player, c.other)) for c in now if c.happening == Happening.LOCKED),
            next((c.player for c in now if c.happening == Happening.FORCED_BYE), ""),
            frozenset(frozenset((c.player, c.other)) for c in rows if c.happening == Happening.BARRED),
            {c.player: c.table for c in sorted(rows, key=lambda c: c.round) if c.happening == Happening.FIXED_TABLE},
            self._closed(round_no),
        )

    def _closed(self, round_no: int) -> frozenset[int]:
        """Tables that 停用台 has taken out by a round and 启用台 has not given back."""
        last: dict[int, str] = {}
        for change in sorted(self.changes.itertuples(), key=lambda change: change.round):
            if change.round <= round_no and change.happening in OF_A_TABLE:
                last[change.table] = change.happening
        return frozenset(table for table, kind in last.items() if kind == Happening.TABLE_CLOSED)

    def wishes(self, stage: Stage, round_no: int) -> list[list[str]]:
        """The rows of 变动 that ask something of the pairing from this very round on, as a publication keeps them: kind,
        player ("" of a table), and the other player or the table.

        A knockout heeds those of tables alone. A round robin seats who is away, so that nothing else of its record
        would hold on to those rows.
        """
        away = (Happening.WITHDRAWN, Happening.ABSENT_ROUND) if stage.round_robin else ()
        of_players = () if stage.system == KNOCKOUT else (*OF_THE_PAIRING, Happening.RETURN, *away)
        kinds = (*of_players, *OF_A_TABLE)
        rows = [c for c in self.changes.itertuples() if c.round == round_no and c.happening in kinds]
        return sorted([str(c.happening), c.player, c.other or str(c.table or "")] for c in rows)

    @property
    def teams(self) -> pd.Series:
        """单位 of those who belong to a team, "" for the others (settings 不算队的单位)."""
        return self._shared("team")

    @property
    def kept_apart(self) -> pd.Series:
        """What 同队回避 looks at, "" for nothing: 单位 or 地区, as the setting 回避依据 says."""
        return self._shared("team" if self.regulation["avoid_by"] == "单位" else "region")

    @property
    def circles(self) -> pd.Series:
        """回避组 of those who are in one, "" for the others and where the setting 回避组 says 不用."""
        circles = self._shared("circle")
        return circles if self.regulation["avoid_circle"] != "不用" else circles.where(circles == "", "")

    def _shared(self, column: str) -> pd.Series:
        """A column of 报名 that several people have in common; words like 个人 and 无 are none."""
        single = {plain(name) for name in names(self.regulation["no_team"])}
        return one_spelling(self.people[column].where(~self.people[column].map(plain).isin(single), ""))

    def tables(self, stage: Stage, round_no: int) -> Iterator[int]:
        """Usable tables of a round in order: behind those of the groups before, and for the others behind the knockout's,
        which stay free for it in all its rounds; where a group outgrows its share, behind everybody."""
        first, kept = self.hall
        knockout = self.regulation.knockout
        of_hall = chain(range(first, first + kept), count(BEHIND)) if kept else count(first)
        closed = self._closed(round_no)
        usable = (table for table in of_hall if table not in closed)
        return islice(usable, knockout.qualifiers // 2 if knockout and stage.entrants == OTHERS else 0, None)

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
    """The first k after the cut but for fillers; one who has left before the bracket is published is replaced by the next."""
    gone = competition.gone(stage.first) | competition.fillers
    order = competition.standings(competition.regulation.swiss.last).index
    return [player for player in order if player not in gone][: stage.qualifiers]
