"""The rules of one event as frozen typed data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from qisai.regulation.treatment import Treatment
from qisai.vocabulary import TIE_BREAKS, Outcome

SWISS = "积分编排"
KNOCKOUT = "单淘汰"
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


@dataclass(frozen=True)
class Key:
    """One link of the tie-break chain."""

    name: str
    larger_first: bool

    @property
    def label(self) -> str:
        return TIE_BREAKS[self.name][0]


@dataclass(frozen=True)
class Prize:
    """One row of 奖项: the places (among those that ``field`` = ``value`` selects) and the yuan for each.

    With ``per_heads`` = n the list awards one place for every n such players, at most all of ``places``.
    """

    name: str
    places: tuple[int, ...]
    amount: int
    certificate: bool
    field: str = ""
    value: str = ""
    per_heads: int = 0
    team: bool = False  # 对象 is 团体: the places are those of the team table
    medal: bool = False


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
    the tie-break chain in force, ``chains`` all that the 名次 sheet holds, by 方案 ("" where it names none).
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

    def __getitem__(self, key: str) -> Any:
        return self.settings[key]

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
        return max(stage.last for stage in self.stages if stage.system == SWISS)

    def show(self, units: int) -> str:
        """Points as people read them: ``15``, ``7.5``."""
        value = Fraction(units, self.scale)
        return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
