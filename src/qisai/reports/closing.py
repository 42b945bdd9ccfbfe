"""Display tables of the end: the merged list, two chains compared, corrections."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cached_property

import pandas as pd

from qisai.event import Competition
from qisai.journal import Entry
from qisai.record import Line
from qisai.regulation.model import Key, Regulation
from qisai.reports.places import CANCELLED, DASH, DISQUALIFIED, shown_before
from qisai.reports.state import Settled
from qisai.reports.tables import (
    People,
    _full,
    _marks,
    _short,
    deciding_cells,
    gone,
    missed,
    missed_rounds,
    same_end,
    seats,
    short_columns,
    winner,
)
from qisai.reports.words import said
from qisai.tournament.entries import FILLER
from qisai.tournament.explain import ladder_marks, ladder_sentences, sentences, separations
from qisai.tournament.ladder import round_name, verdicts
from qisai.tournament.prizes import Awards

MISSED = "缺轮"
CORRECTIONS = ["轮次", "台号", "原结果", "改为", "理由", "时间", "名次变动"]


class FinalList:
    """The merged list of one 组别: parts, values at which each part was decided, sentences."""

    def __init__(self, competition: Competition) -> None:
        self.competition = Settled.of(competition)
        self.table = self.competition.final()
        ranked = self.table["rank"].notna()
        self.ladder = list(self.table.index[ranked & (self.table["part"] == "淘汰")])
        self.others = list(self.table.index[ranked & (self.table["part"] != "淘汰")])
        self.unranked = list(self.table.index[~ranked])
        self._freeze()

    def _freeze(self) -> None:
        """The knockout's people keep the values with which they qualified; the others their last ones."""
        competition, after = self.competition, self.competition.swiss_rounds_done
        keys = [key.name for key in competition.regulation.chain if key.name in self.table]
        if competition.seeds:
            cut = competition.standings(competition.regulation.swiss.last)
            own = [player for player in competition.seeds if player in cut.index]
            self.table.loc[own, keys] = cut.loc[own, keys]
        rest = [*self.others, *self.unranked]
        if after and rest:
            last = competition.standings(after)
            rest = [player for player in rest if player in last.index]
            self.table.loc[rest, keys] = last.loc[rest, keys]

    @cached_property
    def still_in(self) -> list[str]:
        """Who may still win the knockout, in the order of the list: [] before it has begun and once it is won."""
        own = self.competition
        stage = own.regulation.knockout
        if stage is None or not self.ladder:
            return []
        ties = [tie for number in stage.rounds for tie in verdicts(own.games, stage, number)]
        out = {player for tie in ties if tie.over for player in (tie.high, tie.low) if player != tie.winner}
        left = [player for player in self.ladder if player not in out]
        return left if len(left) > 1 else []

    @property
    def places(self) -> list[object]:
        """A number, ``1-2`` of those who still play for these places, or a dash."""
        ranks, left = self.table["rank"].items(), set(self.still_in)
        return [f"1-{len(left)}" if player in left else DASH if pd.isna(rank) else int(rank) for player, rank in ranks]

    @cached_property
    def _past(self) -> dict[int, pd.DataFrame]:
        after = self.competition.swiss_rounds_done
        return self.competition.past(after) if after else {}

    @property
    def _others_places(self) -> list[int]:
        return [int(rank) for rank in self.table.loc[self.others, "rank"]]

    @property
    def why(self) -> list[str]:
        """One sentence a row: the knockout, the order of the others, or the rounds missed."""
        competition, past = self.competition, self._past
        words = ladder_sentences(self._outs(), self.ladder, competition.seeds) if self.ladder else []
        first, before = len(self.ladder) + 1, shown_before(competition, competition.swiss_rounds_done)
        words += sentences(self.others, past, competition.regulation, first, self._others_places, before)
        lost = {player: f"少下 {rounds}" for player, rounds in missed(competition).items()}
        lost |= self._left_out
        return words + [f"{lost.get(player, '少下 1 轮')}，不列名次" for player in self.unranked]

    def _outs(self) -> dict[str, tuple[str, str]]:
        """Where each of the knockout went out, by the name of the round, and how: 负, or what left both out (双弃)."""
        stage = self.competition.regulation.knockout
        assert stage is not None
        outs = dict.fromkeys(self.ladder, ("", ""))
        for round_no in stage.rounds:
            for tie in verdicts(self.competition.games, stage, round_no):
                for player in (tie.high, tie.low):
                    if tie.over and player and player != tie.winner:
                        how = "负" if tie.winner else tie.how.removeprefix(tie.game)
                        outs[player] = round_name(stage, round_no) or f"第{round_no}轮", how
        return outs

    @cached_property
    def _left_out(self) -> dict[str, str]:
        """Who has no rank for another reason than missed rounds."""
        own = self.competition
        cancelled = dict.fromkeys(own.cancelled(own.swiss_rounds_done), CANCELLED)
        return dict.fromkeys(own.fillers, FILLER) | cancelled | dict.fromkeys(own.disqualified, DISQUALIFIED)

    @property
    def left_why(self) -> list[str]:
        """In a word why each of those without a rank has none: 缺轮, 取消资格."""
        return [self._left_out.get(player, MISSED) for player in self.unranked]

    @cached_property
    def _gone(self) -> dict[str, str]:
        """Who plays no more and why, in the knockout too, which may go on after the last Swiss round."""
        competition = self.competition
        last = max((p.round for p in competition.publications if p.accepted is not None), default=0)
        by_rule = gone(competition, competition.swiss_rounds_done)
        by_rule = {player: why for player, why in by_rule.items() if why in ("连续弃权", "累计弃权")}
        return {**by_rule, **gone(competition, last), **dict.fromkeys(competition.disqualified, DISQUALIFIED)}

    @cached_property
    def short(self) -> pd.DataFrame:
        """Eight columns: 区分 says how the place was decided."""
        marks = self.marks(short_columns(self.competition.regulation))
        return _short(self.competition, self.table, self.places, marks, self._gone)

    def marks(self, columns: Collection[str]) -> list[str]:
        """The column 区分 of a table with some columns; those without a rank have the reason there: ``缺第4、5轮``."""
        own = self.competition
        marks = ladder_marks(self._outs(), self.ladder, own.seeds) if self.ladder else []
        marks += _marks(own, own.swiss_rounds_done, self.others, self._others_places, columns)
        if self.ladder and self.others:
            marks[len(self.ladder)] = "淘汰赛以外"
        lost = {player: f"缺第{'、'.join(map(str, rounds))}轮" for player, rounds in missed_rounds(own).items()} | self._left_out
        return marks + [lost.get(player, MISSED) for player in self.unranked]

    @property
    def full(self) -> pd.DataFrame:
        """Every key, why each stands there, and where places qualify for another event who does."""
        table = self.table.drop(columns="previous", errors="ignore")
        table = _full(self.competition, table, self.places, self.why, self._gone)
        if through := len(self.qualified):
            table.insert(3, "晋级", ["晋级" if row < through else "" for row in range(len(table))])
        return table

    @property
    def decided(self) -> dict[int, str]:
        """Row of ``full`` -> the column that separated it from the row above."""
        after, ahead = self.competition.swiss_rounds_done, len(self.ladder)
        found = [None] * ahead + separations(self.others, self._past, self.competition.regulation)
        found[ahead : ahead + 1] = [None] * bool(self.others)  # the first of the others follows the knockout
        return deciding_cells(found, self.full, after, self.competition.regulation)

    @property
    def qualified(self) -> list[str]:
        """The first 晋级名额 of those with a rank (settings 晋级赛事, 晋级名额)."""
        regulation = self.competition.regulation
        return list(self.table.index[self.table["rank"].notna()][: regulation["slots"] if regulation["qualifies_for"] else 0])

    @property
    def qualified_line(self) -> str:
        """``取得晋级资格（…）：张三、李四…``, "" where no places qualify."""
        people = People(self.competition)
        names = "、".join(people.name(player) for player in self.qualified)
        return f"取得晋级资格（{self.competition.regulation['qualifies_for']}）：{names}" if names else ""

    @cached_property
    def awards(self) -> Awards:
        return self.competition.awards()


def other_chains(regulation: Regulation) -> dict[str, tuple[Key, ...]]:
    """The chains of the 名次 sheet that are not in force, by 方案."""
    return {name or "无名": chain for name, chain in regulation.chains.items() if chain != regulation.chain}


def chain_in_force(regulation: Regulation) -> str:
    """The 方案 of the chain in force."""
    return next((name for name, chain in regulation.chains.items() if chain == regulation.chain), "") or "现行"


def compared(final: FinalList, name: str) -> tuple[pd.DataFrame, list[str]]:
    """Ranks under the chain in force and under another one of the 名次 sheet, and notes on what that would mean.

    At the cut for everybody, in the final list for those outside the knockout, whose places its games decide. Two
    chains in one document: the rules summary 6, row 18.
    """
    own = final.competition
    other = Settled.of(replace(own, regulation=replace(own.regulation, chain=other_chains(own.regulation)[name])))
    used, people, order = chain_in_force(own.regulation), People(own), final.table.index
    table = pd.DataFrame({"编号": [people.number(p) for p in order], "姓名": [people.name(p) for p in order]})
    notes = [f"名次按「{used}」；「{name}」未采用，只供对照，不改变任何对阵、名次和奖项"]
    changed = [""] * len(order)
    knockout, last = own.regulation.knockout, own.regulation.swiss.last
    both = {"总名次": (_ranks(own), _ranks(other))}
    if knockout and own.swiss_rounds_done >= last:
        cuts = own.standings(last)["order"], other.standings(last)["order"]
        both = {"出线名次": cuts, **both}
        notes.append(_cut_words(name, knockout.qualifiers, cuts, people))
    for label, pair in both.items():
        ours, theirs = (["" if pd.isna(place) else int(place) for place in places.reindex(order)] for places in pair)
        table[f"{used} {label}"], table[f"{name} {label}"] = ours, theirs
        changed = [
            words if a == b else f"{words}；{label} {a}→{b}".lstrip("；")
            for words, a, b in zip(changed, ours, theirs, strict=True)
        ]
    table["不同"] = changed
    return table, [*notes, f"两种算法名次不同的 {sum(map(bool, changed))} 人，见最后一列"]


def _ranks(competition: Settled) -> pd.Series:
    """The final rank of those outside the knockout."""
    final = competition.final()
    return final.loc[final["part"] != "淘汰", "rank"]


def _cut_words(name: str, through: int, cuts: tuple[pd.Series, pd.Series], people: People) -> str:
    """Who would have gone on by the other chain."""
    ours, theirs = (list(order.index[order <= through]) for order in cuts)
    come, go = ("、".join(people.name(p) for p in some if p not in rest) for some, rest in ((theirs, ours), (ours, theirs)))
    return f"按「{name}」前 {through} 名" + (f"会换人：{come}进，{go}出" if come else "还是这些人")


def corrections(competition: Competition, entries: Iterable[Entry]) -> pd.DataFrame:
    """Corrections with their reason and how many they moved."""
    people, rows = People(competition), []
    for entry in entries:
        data = entry.data
        if data["group"] != competition.group:
            continue
        line = data["after"] or data["before"]
        where = f"{data['board']}{data['game']}" if data["game"] else data["board"]
        pair = f"{people.who(line['red'])}—{people.who(line['black'])}"
        top = "；".join(f"{people.who(p)} {a}→{b}" for p, a, b in _largest(data["moves"]))
        moves = f"{len(data['moves'])}人；变动最大：{top}" if data["moves"] else "没有"
        after = _corrected(people, data["before"], data["after"])
        rows.append([data["round"], where, f"{said(data['before'])}（{pair}）", after, data["reason"],
                     f"{entry.time[5:10]} {entry.time[11:16]}", moves])  # fmt: skip
    return pd.DataFrame(rows, columns=CORRECTIONS)


def _corrected(people: People, before: Line | None, after: Line | None) -> str:
    """What a result became; where the colours were wrong, who won all the same and who had which."""
    if before is None or after is None or after["game"] or before["swapped"] == after["swapped"]:
        return said(after)
    red, black = (people.number(player) for player in seats(after))
    words, won = said({**after, "swapped": False}), winner(after)
    if same_end(before, after):
        words = (f"胜者不变（{people.who(won)}）" if won else "仍是和") + words.removeprefix(after["outcome"])
    return f"先后手更正：{words}，实际{red}号执红、{black}号执黑"


def _largest(moves: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    return sorted(moves, key=lambda move: (-abs(move[1] - move[2]), move[1]))[:3]
