"""What a check looks at, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from qisai.regulation.model import Condition, Prize, Regulation
from qisai.regulation.prize_rows import resolved
from qisai.regulation.settings import BY_KEY, shown
from qisai.regulation.teams import EACH_GROUP

Conditions = tuple[Condition, ...]


@dataclass(frozen=True)
class Remark:
    """One line of the check-up.

    ``says``: what the text says (规程原文 where the organizer gave it, else the sheet); ``doubt``: what is
    contradictory or silent, its first sentence for the screen; ``reading``: what the program does; ``others``:
    other readings; ``decided``: whether the organizer typed a value.
    """

    topic: str
    says: str
    doubt: str
    reading: str
    others: str
    decided: bool


@dataclass(frozen=True)
class Outlook:
    """How the coming rounds went in ``tries`` invented tournaments.

    ``stuck``: in how many tries a round had no legal pairing, by round; ``spoiled``: tries with such a round;
    ``ways``: what would help, each with what its own tries showed.
    """

    tries: int
    stuck: Mapping[int, int]
    spoiled: int
    ways: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """The rules of one 组别 and what is known of its field; money in yuan, None where not known yet.

    ``local_heads``: how many a prize list by head count counts, by its conditions; ``meeting`` how many players meet the
    conditions of a list, ``unsaid`` those of whom the sign-up does not say whether they do. Of the whole event, whatever
    its groups: ``fee_income``, ``lunch_cost``, ``prizes`` (with the places they come to; None: those of ``rules``) and
    ``teams``, how many players each team has; ``group_teams`` of them in this group (None: all).
    ``counting``: how many of each team may count for it in one team table (None: all of the team); ``groups``: how many
    组别 there are. ``lacking_papers``: players without what 体检与保险 asks for.
    """

    rules: Regulation
    players: int | None = None
    fee_income: int | None = None
    lunch_cost: int | None = None
    local_heads: Mapping[Conditions, int] | None = None
    meeting: Mapping[Conditions, int] | None = None
    unsaid: Mapping[Conditions, tuple[str, ...]] = field(default_factory=dict)
    prizes: tuple[Prize, ...] | None = None
    teams: Mapping[str, int] | None = None
    group_teams: Mapping[str, int] | None = None
    counting: Mapping[str, int] | None = None
    groups: int = 1
    lacking_papers: int = 0
    outlook: Outlook | None = None

    @property
    def heads(self) -> int | None:
        """The players, or before the sign-up the cap."""
        return self.players if self.players is not None else (self.rules["cap"] or None)

    @property
    def heads_words(self) -> str:
        return f"参赛 {self.players} 人" if self.players is not None else f"人数上限 {self.rules['cap']} 人"

    @property
    def own_teams(self) -> Mapping[str, int]:
        """The teams of this group."""
        return (self.teams or {}) if self.group_teams is None else self.group_teams

    @property
    def counting_teams(self) -> Mapping[str, int]:
        """How many of each team may count for it in one team table."""
        apart = self.own_teams if self.rules["team_scope"] == EACH_GROUP else self.teams or {}
        return apart if self.counting is None else self.counting

    @property
    def own_prizes(self) -> tuple[Prize, ...]:
        """The prizes of this group, each with the places that it comes to when everybody has a rank."""
        return tuple(resolved(prize, self.meets(prize), self.rules["share_rounding"]) for prize in self.rules.prizes)

    @property
    def all_prizes(self) -> tuple[Prize, ...]:
        return self.own_prizes if self.prizes is None else self.prizes

    def meets(self, prize: Prize) -> int:
        """How many players meet the conditions of a prize; all where nobody knows, 0 where their number is not known."""
        known = self.meeting if prize.conditions else None
        return (self.heads or 0) if known is None else known.get(prize.conditions, 0)

    def quote(self, key: str) -> str:
        """The regulation's words on a setting, "" where none are typed beside it."""
        return self.rules.quotes.get(key, "")

    def says(self, key: str, sheet: str = "") -> str:
        """The regulation's words on a setting, else what stands in the sheet."""
        setting = BY_KEY[key]
        blank = f"「规程」表的「{setting.label}」没有填"
        typed = f"「{setting.label}」填 {shown(setting, self.rules[key])}"
        return self.quote(key) or sheet or (typed if self.decided(key) else blank)

    def decided(self, key: str) -> bool:
        return key in self.rules.decided


Check = Callable[[Facts], Iterator[Remark]]
