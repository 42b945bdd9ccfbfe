"""Display tables of the end: the merged list, the prizes, what stays open, corrections."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import pandas as pd

from qisai.event import Competition
from qisai.journal import Entry
from qisai.reports.state import Settled
from qisai.reports.tables import People, _full, _marks, _short, missed
from qisai.reports.words import said
from qisai.tournament.explain import ladder_sentences, sentences, separations
from qisai.tournament.ladder import verdicts
from qisai.tournament.prizes import Awards, awards, heads

GIVEN = ["奖项", "名次", "编号", "姓名", "单位", "总名次", "金额", "证书"]
OPEN = ["奖项", "名次", "原因", "金额"]
SIGNED = ["奖项", "名次", "编号", "姓名", "单位", "金额（元）", "证书", "领取人签字"]
TO_SIGN = "　" * 11  # blanks that fill two lines: a row high enough to sign in
CORRECTIONS = ["轮次", "台号", "原结果", "改为", "理由", "时间", "名次变动"]


class FinalList:
    """The merged list of one 组别: parts, values at which each part was decided, sentences."""

    def __init__(self, competition: Competition) -> None:
        self.competition = Settled.of(competition)
        self.table = self.competition.final()
        self.ladder = list(self.table.index[self.table["part"] == "淘汰"])
        self.others = [p for p in self.table.index if p not in self.ladder and pd.notna(self.table.at[p, "rank"])]
        self.unranked = [p for p in self.table.index if pd.isna(self.table.at[p, "rank"])]
        self._freeze()

    def _freeze(self) -> None:
        """The knockout's people keep the values with which they qualified; the others their last ones."""
        competition, after = self.competition, self.competition.swiss_rounds_done
        keys = [key.name for key in competition.regulation.chain if key.name in self.table]
        if self.ladder:
            cut = competition.standings(competition.regulation.swiss.last)
            own = [player for player in self.ladder if player in cut.index]
            self.table.loc[own, keys] = cut.loc[own, keys]
        rest = [*self.others, *self.unranked]
        if after and rest:
            last = competition.standings(after)
            rest = [player for player in rest if player in last.index]
            self.table.loc[rest, keys] = last.loc[rest, keys]

    @property
    def places(self) -> list[object]:
        return ["—" if pd.isna(rank) else int(rank) for rank in self.table["rank"]]

    @cached_property
    def _past(self) -> dict[int, pd.DataFrame]:
        after = self.competition.swiss_rounds_done
        return self.competition.past(after) if after else {}

    @property
    def why(self) -> list[str]:
        """One sentence a row: the knockout, the order of the others, or the rounds missed."""
        competition, past = self.competition, self._past
        words = ladder_sentences(self._outs(), self.ladder, competition.seeds) if self.ladder else []
        words += sentences(self.others, past, competition.regulation, len(self.ladder) + 1)
        lost = missed(competition)
        return words + [f"少下 {lost.get(player, '1 轮')}，不列名次" for player in self.unranked]

    def _outs(self) -> dict[str, str]:
        """Where each of the knockout went out, by the name of the round."""
        stage = self.competition.regulation.knockout
        assert stage is not None
        outs = dict.fromkeys(self.ladder, "")
        names = {0: "决赛", 1: "半决赛", 2: "四分之一决赛", 3: "八分之一决赛"}
        for round_no in stage.rounds:
            for tie in verdicts(self.competition.games, stage, round_no):
                for player in (tie.high, tie.low):
                    if tie.over and player and player != tie.winner:
                        outs[player] = names.get(stage.last - round_no, f"第{round_no}轮")
        return outs

    @cached_property
    def short(self) -> pd.DataFrame:
        """Eight columns: 区分 says how the place was decided."""
        competition, after = self.competition, self.competition.swiss_rounds_done
        marks = ["淘汰赛"] * len(self.ladder)
        marks += _marks(separations(self.others, self._past, competition.regulation), after)
        if self.ladder and self.others:
            marks[len(self.ladder)] = "淘汰赛以外"
        return _short(competition, self.table, self.places, [*marks, *["少下一轮"] * len(self.unranked)])

    @property
    def full(self) -> pd.DataFrame:
        return _full(self.competition, self.table.drop(columns="previous", errors="ignore"), self.places, self.why)

    @cached_property
    def awards(self) -> Awards:
        return awards(self.competition.final(), self.competition.people, self.competition.regulation)


def given(final: FinalList) -> pd.DataFrame:
    """Every prize that is awarded, in the order of the prize sheet."""
    people = People(final.competition)
    rows = [
        [row.prize, row.place, people.number(row.player), people.name(row.player), people.team(row.player), row.rank,
         row.amount, "证书" if row.certificate else ""]
        for row in final.awards.given.itertuples()
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=GIVEN)


def still_open(final: FinalList) -> pd.DataFrame:
    """Prizes that cannot be awarded, and why."""
    amounts = {(p.name, place): p.amount for p in final.competition.regulation.prizes for place in p.places}
    rows = [[r.prize, r.place, r.reason, amounts[r.prize, r.place]] for r in final.awards.open.itertuples()]
    return pd.DataFrame(rows, columns=OPEN)


def receipts(final: FinalList) -> pd.DataFrame:
    """The prizes with a place to sign."""
    table = given(final)
    table = table.rename(columns={"金额": "金额（元）"}).drop(columns="总名次")
    table["领取人签字"] = TO_SIGN
    return table[SIGNED]


def by_person(final: FinalList) -> pd.DataFrame:
    """What each person takes in all."""
    table = given(final)
    table["奖"] = table["奖项"] + "第" + table["名次"].astype(str) + "名"
    groups = table.groupby("编号", sort=False)
    whole = groups.agg(姓名=("姓名", "first"), 单位=("单位", "first"), 奖项=("奖", "、".join), 合计=("金额", "sum"),
                       证书=("证书", lambda cells: sum(cell != "" for cell in cells)))  # fmt: skip
    return whole.reset_index().rename(columns={"合计": "合计（元）"}).assign(领取人签字=TO_SIGN)


def prize_lines(final: FinalList) -> list[str]:
    """Sum, budget, certificates, lists by head count, and what stays open."""
    regulation, found = final.competition.regulation, final.awards
    if not regulation.prizes:
        return ["「奖项」表是空的，没有设奖"]
    budget = regulation["budget"]
    lines = [f"共颁发 {len(found.given)} 项，奖金 {found.total} 元，证书 {found.certificates} 份"]
    if budget:
        left = budget - found.total
        lines.append(f"预算 {budget} 元，{'结余' if left >= 0 else '超支'} {abs(left)} 元")
    for prize in regulation.prizes:
        if prize.per_heads:
            count = heads(prize, final.competition.people, final.table, regulation)
            awarded = int((found.given["prize"] == prize.name).sum())
            who = f"{prize.value}棋手" if prize.field else "棋手"
            per = f"每满 {prize.per_heads} 人设一名"
            lines.append(f"{prize.name}：{who}按{regulation['local_count']} {count} 人，{per}，颁发 {awarded} 名")
    unspent = int(still_open(final)["金额"].sum()) if len(found.open) else 0
    open_words = f"{len(found.open)} 项，计 {unspent} 元，原因见「未颁发」" if len(found.open) else "没有"
    return [*lines, f"不能颁发的：{open_words}"]


def corrections(competition: Competition, entries: Iterable[Entry]) -> pd.DataFrame:
    """Corrections with their reason and how many they moved."""
    people, rows = People(competition), []
    for entry in entries:
        data = entry.data
        if data["group"] != competition.group:
            continue
        line = data["after"] or data["before"]
        where = f"{data['board']}{data['game']}"
        pair = f"{people.who(line['red'])}—{people.who(line['black'])}"
        top = "；".join(f"{people.name(p)} {a}→{b}" for p, a, b in _largest(data["moves"]))
        moves = f"{len(data['moves'])}人；变动最大：{top}" if data["moves"] else "没有"
        rows.append([data["round"], where, f"{said(data['before'])}（{pair}）", said(data["after"]), data["reason"],
                     f"{entry.time[5:10]} {entry.time[11:16]}", moves])  # fmt: skip
    return pd.DataFrame(rows, columns=CORRECTIONS)


def _largest(moves: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    return sorted(moves, key=lambda move: (-abs(move[1] - move[2]), move[1]))[:3]
