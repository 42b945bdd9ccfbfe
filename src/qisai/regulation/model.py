"""The rules of one event as frozen typed data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from qisai.regulation.treatment import OWN_MEAN, REST, Treatment
from qisai.tiebreaks import TIE_BREAKS, TieBreak, Units
from qisai.tiebreaks.opponents import RULE_BOOK
from qisai.vocabulary import Outcome

SWISS = "积分编排"
KNOCKOUT = "单淘汰"
ROUND_ROBIN = "循环"
EVERYBODY = "全体"
OTHERS = "其余"

#: The columns of 阶段 that hold points, and their keys in ``Stage.points``.
POINT_COLUMNS: dict[str, str] = {
    "红胜": "red_win",
    "红和": "red_draw",
    "红负": "red_loss",
    "黑胜": "black_win",
    "黑和": "black_draw",
    "黑负": "black_loss",
    "轮空": "bye",
    "弃权胜": "forfeit_win",
}

#: Columns of 阶段 that may be left out; blank is 0.
RARE_POINT_COLUMNS: dict[str, str] = {"请假": "excused", "弃权负": "forfeit_loss", "双弃": "double_forfeit"}


@dataclass(frozen=True)
class Stage:
    """One stage of a competition. ``points`` are integers in units of 1/``Regulation.scale``.

    ``qualifiers`` is k for 前k名 and 0 else. ``games`` are the lines of a knockout tie, in their order.
    """

    name: str
    system: str
    first: int
    last: int
    entrants: str
    qualifiers: int
    points: Mapping[str, int]
    games: tuple[str, ...] = ()
    colours: str = ""
    clock: str = ""

    @property
    def rounds(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def whole_field(self) -> bool:
        return self.entrants == EVERYBODY

    @property
    def scored(self) -> bool:
        """Whether its games count in the standings; those of a knockout make places of their own."""
        return self.system != KNOCKOUT

    @property
    def round_robin(self) -> bool:
        return self.system == ROUND_ROBIN

    @property
    def cycles(self) -> int:
        """How often two meet in a round robin: one cycle is an odd number of rounds, so that an even one is two."""
        return 2 - len(self.rounds) % 2

    @property
    def kind(self) -> str:
        """The system in words: 积分编排, 单淘汰, 单循环 or 双循环."""
        return f"{'单' if self.cycles == 1 else '双'}{self.system}" if self.round_robin else self.system

    def rests(self, outcome: str) -> bool:
        """Whether a line is the rest of a round robin: a 轮空 that gives no points."""
        return self.round_robin and outcome == Outcome.BYE and not self.points["bye"]


def cycle(players: int) -> int:
    """The rounds in which each of so many players meets each other once; in an odd field one rests in each round.

    >>> cycle(6), cycle(5)
    (5, 5)
    """
    return max(players - 1 + players % 2, 1)


@dataclass(frozen=True)
class Key:
    """One link of the tie-break chain."""

    name: str
    larger_first: bool

    @property
    def label(self) -> str:
        return self.row.label

    @property
    def row(self) -> TieBreak:
        return TIE_BREAKS[self.name]


@dataclass(frozen=True)
class Condition:
    """One part of 条件 of a prize: a column of 报名 (or 年龄), one of = != <= >= < >, and a word or a whole number."""

    field: str
    operator: str
    value: str

    @property
    def words(self) -> str:
        return f"{self.field}{self.operator}{self.value}"


@dataclass(frozen=True)
class Pick:
    """Places of a prize that only the field makes: ``kind`` is 尾数, 比例 or 抽签.

    尾数: every place that ends in one of ``endings``, from ``first`` on, up to ``last`` (0: to the end). 比例: the
    places behind ``above`` up to ``upto`` of the field, both as (numerator, denominator). 抽签: ``count`` people drawn
    from those who took no other prize.
    """

    kind: str
    endings: tuple[str, ...] = ()
    first: int = 1
    last: int = 0
    above: tuple[int, int] = (0, 1)
    upto: tuple[int, int] = (0, 1)
    count: int = 0


ENDING, SHARE, LOT = "尾数", "比例", "抽签"


@dataclass(frozen=True)
class Prize:
    """One row of 奖项: the places (among those who meet all ``conditions``) and the yuan for each.

    ``places`` are those that the sheet names, () where ``pick`` makes them. With ``per_heads`` = n the list awards one
    place for every n such players, at most all of its places.
    """

    name: str
    places: tuple[int, ...]
    amount: int
    certificate: bool
    conditions: tuple[Condition, ...] = ()
    per_heads: int = 0
    team: bool = False  # 对象 is 团体: the places are those of the team table
    medal: bool = False
    pick: Pick | None = None
    sharing: str = ""  # a word of the setting 并列奖金 for this list alone

    @property
    def condition(self) -> str:
        """The conditions as one text, "" for a prize of everybody."""
        return "、".join(condition.words for condition in self.conditions)

    @property
    def by_lot(self) -> bool:
        return self.pick is not None and self.pick.kind == LOT


@dataclass(frozen=True)
class Appointment:
    """One row of 日程: when a round starts; ``round`` is text because 报到 and 午餐 have rows too."""

    what: str
    date: str
    time: str

    @property
    def round(self) -> int | None:
        return int(self.what) if self.what.isdigit() else None


@dataclass(frozen=True)
class Regulation:
    """The rules of one competition (组别) of an event.

    ``settings`` holds every row of ``settings.SETTINGS``, typed and in force; ``decided`` the keys that the
    organizer typed; ``quotes`` what the regulation's text says on a setting, as typed beside it. ``chain`` is
    the tie-break chain in force, ``chains`` all that the 名次 sheet holds, by 方案 ("" where it names none);
    ``circles`` whether somebody of 报名 is in a 回避组.
    """

    group: str
    settings: Mapping[str, Any]
    decided: frozenset[str]
    quotes: Mapping[str, str]
    stages: tuple[Stage, ...]
    chain: tuple[Key, ...]
    prizes: tuple[Prize, ...]
    schedule: tuple[Appointment, ...]
    scale: int
    treatment: Mapping[tuple[Outcome, str], Treatment]
    chains: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    circles: bool = False

    def __getitem__(self, key: str) -> Any:
        return self.settings[key]

    @property
    def year(self) -> int | None:
        """The year of the event, by the first date of 日程; None where there is no date."""
        return min((int(row.date[:4]) for row in self.schedule if row.date), default=None)

    def rule(self, stage: Stage, outcome: Outcome, side: str) -> Treatment:
        """What a line of a stage is: as the treatment table has it, but the rest of a round robin is nothing."""
        return REST if stage.rests(outcome) else self.treatment[outcome, side]

    def stage(self, name: str) -> Stage:
        return next(stage for stage in self.stages if stage.name == name)

    @property
    def swiss(self) -> Stage:
        """The stage of the whole field."""
        return next(stage for stage in self.stages if stage.whole_field)

    @property
    def knockout(self) -> Stage | None:
        return next((stage for stage in self.stages if stage.system == KNOCKOUT), None)

    @property
    def others(self) -> Stage | None:
        """The Swiss of those who did not qualify."""
        return next((stage for stage in self.stages if stage.entrants == OTHERS), None)

    @property
    def last_swiss_round(self) -> int:
        """The last round that counts in the standings."""
        return max(stage.last for stage in self.stages if stage.scored)

    @cached_property
    def units(self) -> Units:
        """What the values of the chain are counted in."""
        rounds = max((stage.last for stage in self.stages), default=1)
        fine = Units(rounds=rounds).means if any(rule.opponent == OWN_MEAN for rule in self.treatment.values()) else 1
        return Units(self.scale, fine if self["unplayed"] == RULE_BOOK else 1, rounds)

    def value(self, key: str, units: int) -> Fraction:
        """A value of a key of ``TIE_BREAKS`` as a number."""
        return Fraction(units, TIE_BREAKS[key].denominator(self.units))

    def show_key(self, key: str, units: int) -> str:
        """The same as people read it: ``15``, ``7.5``; a mean to four decimals, which is not what is compared."""
        value = self.value(key, units)
        return str(value.numerator) if value.denominator == 1 else f"{round(float(value), 4):g}"

    def cell(self, key: str, units: int) -> int | float:
        """The same as a number for a table, which Excel can sort and add."""
        value = self.value(key, units)
        return value.numerator if value.denominator == 1 else round(float(value), 4)

    def show(self, units: int) -> str:
        """Points as people read them: ``15``, ``7.5``."""
        value = Fraction(units, self.scale)
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
