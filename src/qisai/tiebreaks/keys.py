"""The tie-breaks: one function each, and :data:`TIE_BREAKS`, the one table that lists them.

A function takes a :class:`~qisai.tiebreaks.history.History` that ends with the round of the table, and ``tied``: for
each player a label, from 0 (best) up, which players share who are equal on all keys of the chain before this one. It
returns whole numbers in units of 1/denominator, which the table gives: one a player, or one a player and round, which
are added up and shown as the working. Which direction is better is said by the chain; the table gives the usual one.

Sources: 2020 rules 14.1 to 14.4 and the regulations of ``rules``; FIDE handbook C.07 where it is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from qisai.tiebreaks import ratings
from qisai.tiebreaks.history import Bools, History, Ints, Units, ordinal
from qisai.tiebreaks.opponents import FULL, kept_after_cut, kept_of_products


def _sum(matrix: Ints | Bools) -> Ints:
    return np.asarray(matrix.sum(axis=1), dtype=np.int64)


# --- points ------------------------------------------------------------------------------------------------
def points(past: History, tied: Ints) -> Ints:
    """积分: the sum of the points of all rounds."""
    return past.points


def progressive(past: History, tied: Ints) -> Ints:
    """累进分: the sum of the running totals after each round (2020 rules 14.3.2)."""
    return past.running


def progressive_cut1(past: History, tied: Ints) -> Ints:
    """累进分去首轮: without the total after round 1 (FIDE C.07, PS/C1)."""
    return _sum(past.running[:, 1:])


def progressive_cut(past: History, tied: Ints) -> Ints:
    """累进分逐轮递减: 累进分 without round 1, then without rounds 1 and 2, and so on (2020 rules 14.3.2), as an order."""
    return ordinal(*(_sum(past.running[:, first:]) for first in range(1, max(past.rounds, 2))))


def previous_points(past: History, tied: Ints) -> Ints:
    """上轮积分: points one round earlier, then two, and so on (Tianshui 六), as an order."""
    return ordinal(past.total * 0, *(past.running[:, back] for back in range(past.rounds - 2, -1, -1)))


def last_rounds(past: History, tied: Ints) -> Ints:
    """末轮得分: points made in the last round, then in the one before, and so on, as an order."""
    return ordinal(past.total * 0, *(past.points[:, back] for back in range(past.rounds - 1, -1, -1)))


def points_mean(past: History, tied: Ints) -> Ints:
    """局均得分: points a round, over the rounds in which he was paired or had the bye."""
    rounds = _sum(past.line & (past.paired | ~past.missed))
    return np.where(rounds > 0, past.total * past.units.means // np.maximum(rounds, 1), 0)


# --- opponents ---------------------------------------------------------------------------------------------
def opponents_score(past: History, tied: Ints) -> Ints:
    """对手分: the totals of all opponents; for a bye the lowest total above zero (14.3.1, 14.4). Buchholz, Solkoff, SOS."""
    return past.worths


def opponents_cut1(past: History, tied: Ints) -> Ints:
    """对手分去最低: 对手分 without the lowest (Buchholz cut-1)."""
    return np.where(kept_after_cut(past, 1, 0), past.worths, 0)


def opponents_cut2(past: History, tied: Ints) -> Ints:
    """对手分去最低两个 (Buchholz cut-2)."""
    return np.where(kept_after_cut(past, 2, 0), past.worths, 0)


def opponents_median(past: History, tied: Ints) -> Ints:
    """中间分: 对手分 without the best and the worst (median Buchholz)."""
    return np.where(kept_after_cut(past, 1, 1), past.worths, 0)


def opponents_median2(past: History, tied: Ints) -> Ints:
    """中间分去两头各二: 对手分 without the two best and the two worst."""
    return np.where(kept_after_cut(past, 2, 2), past.worths, 0)


def beaten_score(past: History, tied: Ints) -> Ints:
    """胜局对手分: 对手分 of the rounds won."""
    return np.where(past.results == 2, past.worths, 0)


def drawn_score(past: History, tied: Ints) -> Ints:
    """和局对手分: 对手分 of the rounds drawn."""
    return np.where(past.results == 1, past.worths, 0)


def lost_score(past: History, tied: Ints) -> Ints:
    """负局对手分: 对手分 of the rounds lost."""
    return np.where(past.results == 0, past.worths, 0)


def opponents_opponents(past: History, tied: Ints) -> Ints:
    """对手的对手分: the 对手分 of all opponents (SOSOS)."""
    return past.of_opponents(_sum(past.worths))


def opponents_opponents_mean(past: History, tied: Ints) -> Ints:
    """对手的对手分平均: the mean of the 对手分 of the opponents of games over the board (FIDE C.07, AOB)."""
    seen = np.where(past.played, past.of_opponents(_sum(past.worths)), 0)
    return _sum(seen) * past.units.means // np.maximum(_sum(past.played), 1)


def opponents_fore(past: History, tied: Ints) -> Ints:
    """末轮作和的对手分: 对手分 as if every game of the last round were a draw (FIDE C.07, FB)."""
    last = np.zeros_like(past.line)
    last[:, -1:] = past.opponent[:, -1:] >= 0  # games that are not reported yet among them
    drawn = replace(
        past, line=past.line | last, points=np.where(last, past.drawn, past.points), played=past.played | last,
        missed=past.missed & ~last, worth=np.where(last, FULL, past.worth),
    )  # fmt: skip
    return drawn.worths


def best_opponent(past: History, tied: Ints) -> Ints:
    """对手最高名次: the best place of an opponent by the keys before this one; without any, behind everybody."""
    ahead = np.concatenate([[0], np.bincount(tied, minlength=1).cumsum()[:-1]])
    place = ahead[tied] + 1
    nobody = len(tied) + 1
    return np.asarray(np.where(past.met, past.of_opponents(place), nobody).min(axis=1, initial=nobody), dtype=np.int64)


# --- results -----------------------------------------------------------------------------------------------
def sonneborn_berger(past: History, tied: Ints) -> Ints:
    """小分: the whole 对手分 of the rounds won and half of that of the rounds drawn (2020 rules 14.1)."""
    return past.results * past.worths


def sonneborn_cut1(past: History, tied: Ints) -> Ints:
    """小分去最低: 小分 without the round that a cut of 对手分 takes (FIDE C.07, SB/C1)."""
    products = past.results * past.worths
    return np.where(kept_of_products(past, products), products, 0)


def koya(past: History, tied: Ints) -> Ints:
    """对半数以上者得分: points made against opponents who have half of all possible points (FIDE C.07, Koya)."""
    strong = 2 * past.total_of_opponent >= np.where(past.rest, 0, past.win).sum(axis=1)
    return np.where(past.of_opponents(strong.astype(np.int64)) > 0, past.points, 0)


def wins(past: History, tied: Ints) -> Ints:
    """胜局: rounds that count as won (2020 rules 14.1; the treatment table says which)."""
    return past.wins


def wins_played(past: History, tied: Ints) -> Ints:
    """对局胜局: games won over the board (FIDE C.07, WON)."""
    return past.wins * past.played


def red_wins(past: History, tied: Ints) -> Ints:
    """先手胜局: games won as first mover."""
    return past.red_wins


def black_wins(past: History, tied: Ints) -> Ints:
    """后手胜局: games won as second mover."""
    return past.black_wins


def black_games(past: History, tied: Ints) -> Ints:
    """后手局数: games played as second mover."""
    return past.black_games


def games_played(past: History, tied: Ints) -> Ints:
    """实战局数: games over the board."""
    return past.played.astype(np.int64)


def rounds_elected(past: History, tied: Ints) -> Ints:
    """应赛轮数: rounds that he did not miss by his own doing (FIDE C.07, REP)."""
    return (past.line & ~past.missed).astype(np.int64)


def fouls(past: History, tied: Ints) -> Ints:
    """犯规: fouls recorded; fewer is better (2020 rules 14.1)."""
    return past.fouls


def direct(past: History, tied: Ints) -> Ints:
    """直胜: between exactly two who are tied, their result against each other (2020 rules 14.1)."""
    return np.where(past.tied_with(tied) & (np.bincount(tied)[tied] == 2)[:, None], past.share, 0)


def direct_all(past: History, tied: Ints) -> Ints:
    """直胜（全部相遇）: the results among those tied, where all of them have met each other (FIDE C.07, DE)."""
    among = past.tied_with(tied)
    rows, rounds = np.nonzero(among)
    pairs = np.unique(np.stack([rows, past.opponent[rows, rounds]]), axis=1)  # once, however often they met
    met = np.bincount(tied[pairs[0]], minlength=int(tied.max(initial=0)) + 1)
    size = np.bincount(tied, minlength=len(met))
    return np.where(among & (met == size * (size - 1))[tied][:, None], past.share, 0)


# --- ratings -----------------------------------------------------------------------------------------------
def rating(past: History, tied: Ints) -> Ints:
    """等级分, as in the sign-up sheet; 0 without one."""
    return past.rating


def opponents_rating(past: History, tied: Ints) -> Ints:
    """对手平均等级分, over the rated opponents of games played (FIDE C.07, ARO)."""
    return ratings.opponents_rating(past)


def performance(past: History, tied: Ints) -> Ints:
    """表现等级分 (FIDE C.07, TPR)."""
    return ratings.performance(past)


def opponents_performance(past: History, tied: Ints) -> Ints:
    """对手平均表现分 (FIDE C.07, APRO)."""
    return ratings.opponents_performance(past)


# --- orders that are not made on the board -----------------------------------------------------------------
def previous(past: History, tied: Ints) -> Ints:
    """前一轮名次: the whole standing one round earlier, and so on backwards (2020 rules 14.3.1)."""
    return past.place_before + 1


def playoff(past: History, tied: Ints) -> Ints:
    """加赛: the place that the arbiter entered after the last playoff; those without one follow."""
    last = past.rounds - 1 - np.argmax(past.playoff[:, ::-1] > 0, axis=1) if past.rounds else past.lot * 0
    entered = np.take_along_axis(past.playoff, last[:, None], axis=1)[:, 0] if past.rounds else past.lot * 0
    return np.where(entered > 0, entered, entered.max(initial=0) + 1)


def lot(past: History, tied: Ints) -> Ints:
    """抽签: the place in an order drawn with the seed of the event."""
    return past.lot


def number(past: History, tied: Ints) -> Ints:
    """编号: the number drawn before round 1."""
    return past.number


# --- denominators ------------------------------------------------------------------------------------------
def _count(units: Units) -> int:
    return 1


def _points(units: Units) -> int:
    return units.points


def _opponents(units: Units) -> int:
    return units.points * units.opponents


def _means(units: Units) -> int:
    return units.points * units.opponents * units.means


def _half_opponents(units: Units) -> int:
    return 2 * units.points * units.opponents


def _halves(units: Units) -> int:
    return 2


def _mean_points(units: Units) -> int:
    return units.points * units.means


@dataclass(frozen=True)
class TieBreak:
    """A row of the table; ``label`` and ``meaning`` are what the organizer reads. ``counted``: the value counts games or
    fouls, of which one has more or fewer; ``hidden``: it is only a place in an order, which a table does not show.
    """

    label: str
    english: str
    meaning: str
    function: Callable[[History, Ints], Ints]
    denominator: Callable[[Units], int] = _count
    larger_first: bool = True
    counted: bool = False
    hidden: bool = False

    def values(self, past: History, tied: Ints) -> Ints:
        """One whole number a player."""
        found = self.function(past, tied)
        return _sum(found) if found.ndim == 2 else found

    def working(self, past: History, tied: Ints) -> Ints | None:
        """What each round adds, players x rounds; None where the value is not a sum over rounds."""
        found = self.function(past, tied)
        return found if found.ndim == 2 else None

    @property
    def of_opponents(self) -> bool:
        """Whether the value is made of what opponents have."""
        return self.denominator in (_opponents, _means, _half_opponents)

    @property
    def scored(self) -> bool:
        """Whether the value is in points of the event."""
        return self.denominator in (_points, _opponents, _means, _half_opponents, _mean_points)


TIE_BREAKS: dict[str, TieBreak] = {
    row.function.__name__: row
    for row in (
        TieBreak("积分", "points", "各轮得分之和", points, _points),
        TieBreak("累进分", "progressive score", "每轮之后的积分相加", progressive, _points),
        TieBreak("累进分去首轮", "progressive score without round 1", "累进分减去第 1 轮后的积分", progressive_cut1, _points),
        TieBreak("累进分逐轮递减", "progressive score, first rounds dropped one by one",
                 "累进分去掉第 1 轮再比，仍相同去掉前两轮，以此类推（竞赛规则 14.3.2）", progressive_cut, hidden=True),
        TieBreak("上轮积分", "points one round earlier, and so on backwards",
                 "上一轮后的积分，仍相同比再上一轮，以此类推", previous_points, hidden=True),
        TieBreak("末轮得分", "points of the last round, and so on backwards",
                 "最后一轮的得分，仍相同比倒数第二轮，以此类推", last_rounds, hidden=True),
        TieBreak("局均得分", "points a round", "积分除以有对手或轮空的轮数", points_mean, _mean_points),
        TieBreak("对手分", "opponents' score (Buchholz)",
                 "所有对手的积分之和；没有对手的一轮按设置（竞赛规则 14.3.1、14.4）", opponents_score, _opponents),
        TieBreak("对手分去最低", "opponents' score without the lowest",
                 "对手分去掉最低的一个（对手分不计的一轮算 0）", opponents_cut1, _opponents),
        TieBreak("对手分去最低两个", "opponents' score without the two lowest",
                 "对手分去掉最低的两个", opponents_cut2, _opponents),
        TieBreak("中间分", "opponents' score without best and worst",
                 "对手分去掉最高和最低的各一个", opponents_median, _opponents),
        TieBreak("中间分去两头各二", "opponents' score without two best and two worst",
                 "对手分去掉最高和最低的各两个", opponents_median2, _opponents),
        TieBreak("胜局对手分", "score of the opponents beaten", "胜局对手的积分之和", beaten_score, _opponents),
        TieBreak("和局对手分", "score of the opponents drawn with", "和局对手的积分之和", drawn_score, _opponents),
        TieBreak("负局对手分", "score of the opponents lost to", "负局对手的积分之和", lost_score, _opponents),
        TieBreak("对手的对手分", "opponents' opponents' score", "所有对手的对手分之和", opponents_opponents, _opponents),
        TieBreak("对手的对手分平均", "mean of opponents' opponents' score",
                 "下过的对手的对手分的平均", opponents_opponents_mean, _means),
        TieBreak("末轮作和的对手分", "opponents' score, last round drawn",
                 "最后一轮的对局都按和棋时的对手分", opponents_fore, _opponents),
        TieBreak("对手最高名次", "best rank of an opponent",
                 "对手里按前面各项名次最好的一个；没有对手的排在最后", best_opponent, larger_first=False),
        TieBreak("小分", "Sonneborn-Berger",
                 "胜局对手的积分之和，加和局对手积分的一半（竞赛规则 14.1）", sonneborn_berger, _half_opponents),
        TieBreak("小分去最低", "Sonneborn-Berger without the lowest",
                 "小分去掉对手分最低的一局", sonneborn_cut1, _half_opponents),
        TieBreak("对半数以上者得分", "Koya", "对积分达到满分一半的对手所得的分", koya, _points),
        TieBreak("胜局", "wins", "胜局数；轮空、弃权胜按设置", wins, counted=True),
        TieBreak("对局胜局", "wins over the board", "下过的胜局数", wins_played, counted=True),
        TieBreak("先手胜局", "wins as first mover", "先手（红方）胜局数", red_wins, counted=True),
        TieBreak("后手胜局", "wins as second mover", "后手（黑方）胜局数", black_wins, counted=True),
        TieBreak("后手局数", "games as second mover", "后手（黑方）局数", black_games, counted=True),
        TieBreak("实战局数", "games over the board", "下过的局数", games_played, counted=True),
        TieBreak("应赛轮数", "rounds elected to play", "没有自己缺席的轮数", rounds_elected, counted=True),
        TieBreak("犯规", "fouls", "犯规次数", fouls, larger_first=False, counted=True),
        TieBreak("直胜", "direct encounter of two", "只有两人相同而且相遇过时，两人之间的胜负", direct, _halves),
        TieBreak("直胜（全部相遇）", "direct encounter, all met", "相同的各人都互相遇过时，他们之间的得分", direct_all, _halves),
        TieBreak("等级分", "rating", "报名表的等级分", rating),
        TieBreak("对手平均等级分", "mean rating of opponents", "下过的对手的平均等级分", opponents_rating),
        TieBreak("表现等级分", "performance rating", "对手平均等级分加得分率对应的分差", performance),
        TieBreak("对手平均表现分", "mean performance of opponents", "下过的对手的表现等级分的平均", opponents_performance),
        TieBreak("前一轮名次", "standing one round earlier",
                 "前一轮后的全部名次，仍相同比再前一轮，以此类推（竞赛规则 14.3.1）", previous, larger_first=False, hidden=True),
        TieBreak("加赛", "playoff", "变动表「加赛名次」填的名次，没有加赛的排在后面", playoff, larger_first=False, hidden=True),
        TieBreak("抽签", "lot", "用抽签种子排的次序", lot, larger_first=False, hidden=True),
        TieBreak("编号", "draw number", "抽签编号", number, larger_first=False, hidden=True),
    )
}  # fmt: skip
