"""Who is ahead, in words that hold: a name only where more than the lot puts it there, a champion only after the final."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from qisai.event import Competition, Event
from qisai.publish.language import label
from qisai.publish.wechat import headed, listed
from qisai.regulation.model import KNOCKOUT, Regulation
from qisai.reports.closing import FinalList
from qisai.reports.state import Settled
from qisai.reports.tables import People, places_before
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.explain import separation
from qisai.tournament.ladder import verdicts

NAMED = 5  # level players who are named; more are counted
_LEAST = 3  # names wanted


@dataclass(frozen=True)
class Lead:
    """The head of a Swiss table: the points, how many have them, and who is first of these by ``key`` ("" where only the
    lot puts him there, or where he alone has them); ``place`` is that of the first row."""

    points: str
    level: int
    first: str
    key: str
    place: int
    groups: tuple[tuple[str, tuple[str, ...]], ...]  # points and names, as many whole groups as are named

    @property
    def title(self) -> str:
        """``张三20分列第1``, or ``54人5分并列领先``."""
        if self.level == 1 or self.key:
            return f"{self.first}{self.points}分列第{self.place}"
        return f"{self.level}人{self.points}分并列领先"


def lead(competition: Settled, after: int) -> Lead | None:
    """Who leads after a Swiss round, None where nobody is in the table."""
    table, people = competition.standings(after), People(competition)
    if table.empty:
        return None
    order, regulation = [str(player) for player in table.index], competition.regulation
    points = [int(units) for units in table["points"]]
    level = points.count(points[0])
    key = separation(order[0], order[1], competition.past(after), regulation).key if level > 1 else ""
    groups: list[tuple[str, tuple[str, ...]]] = []
    for units in dict.fromkeys(points):
        own = tuple(people.name(player) for player, other in zip(order, points, strict=True) if other == units)
        count = sum(len(names) for _, names in groups)
        if count >= _LEAST or count + len(own) > NAMED:
            break
        groups.append((str(regulation.cell("points", units)), own))
    return Lead(
        str(regulation.cell("points", points[0])), level, people.name(order[0]),
        "" if key == "number" else key, places_before(competition, after) + 1, tuple(groups),
    )  # fmt: skip


def lead_words(found: Lead, head: str) -> str:
    """``领先：张三 20 分、李四 18 分``; more than five who are level are counted, not named."""
    if found.groups:
        return headed(head, listed(f"{name} {label(f'{points} 分')}" for points, names in found.groups for name in names))
    words = f"{found.level}人{found.points}分并列领先"
    if found.key:
        words = f"{found.level}人{found.points}分领先，{found.first}凭{TIE_BREAKS[found.key].label}居首"
    return label(words) if head == "领先：" else headed(head, label(words))


def legend(gold: str) -> str:
    """What the colours in a picture of places mean; ``gold``: whom the golden cells show, "" for none."""
    return "区分（红底）：与上一名分出先后的一项" + (f"；金色：{gold}" if gold else "")


# --- the end ------------------------------------------------------------------------------------------------


def still_in(final: FinalList) -> list[str]:
    """Who may still win the knockout, in the order of the list: [] before it has begun and once it is won."""
    own = final.competition
    stage = own.regulation.knockout
    if stage is None or not final.ladder:
        return []
    ties = [tie for number in stage.rounds for tie in verdicts(own.games, stage, number)]
    out = {player for tie in ties if tie.over for player in (tie.high, tie.low) if player != tie.winner}
    left = [player for player in final.ladder if player not in out]
    return left if len(left) > 1 else []


def decided(event: Event, final: FinalList) -> bool:
    """Whether the first places are known: the 组别 is closed, or its knockout is won."""
    return final.competition.group in event.record.closed or (bool(final.ladder) and not still_in(final))


def to_come(final: FinalList) -> tuple[str, list[str]]:
    """What of the knockout is still to be played and the names of those in it: ``("决赛待赛", ["张三", "李四"])``; ("", [])."""
    left, people = still_in(final), People(final.competition)
    name = {2: "决赛", 3: "半决赛", 4: "半决赛"}.get(len(left), "淘汰赛")
    return (f"{name}待赛", [people.name(player) for player in left]) if left else ("", [])


def first_words(event: Event, final: FinalList) -> str:
    """The first three; before the final who plays in it, before a knockout who leads."""
    own, people = final.competition, People(final.competition)
    if decided(event, final):
        names = listed(f"{label(f'第{rank}名')} {people.name(player)}" for rank, player in of_rank(final, (1, 2, 3)))
        return names if own.group in event.record.closed else headed("暂列：", names)
    words, names_in = to_come(final)
    if words:
        return headed(f"{words}：", listed(names_in))
    found = lead(own, own.swiss_rounds_done) if own.swiss_rounds_done else None
    return lead_words(found, "暂时领先：") if found else ""


def of_rank(final: FinalList, ranks: Collection[int]) -> list[tuple[int, str]]:
    """(rank, player) of those who hold one of some ranks, in order."""
    own = final.table["rank"]
    return [(int(rank), str(player)) for player, rank in own[own.notna()].items() if int(rank) in ranks]


def qualified_words(event: Event, final: FinalList) -> str:
    """Who qualifies for another event, once the places are final; "" else."""
    return label(final.qualified_line) if final.competition.group in event.record.closed else ""


def basis_words(rules: Regulation) -> str:
    """Every key that decides, in its order, the lot last: ``积分、累进分、编号``."""
    keys = [label(key.label) for key in rules.chain]
    return listed(keys if any(key.name == "number" for key in rules.chain) else [*keys, label(TIE_BREAKS["number"].label)])


def ladder_words(rules: Regulation) -> str:
    """How the places of the knockout come about, "" where there is none."""
    if rules.knockout is None:
        return ""
    through, lower = rules.knockout.qualifiers, rules["lower_places"]
    if through < 3:
        return label(f"第1至第{through}名由淘汰赛决定。")
    return label(f"第1至第{through}名由淘汰赛决定，第3名起：{lower}。")


def stage_words(competition: Competition, name: str) -> str:
    """How the public calls a stage that not everybody plays in: 淘汰赛, 其他棋手; "" for one of all."""
    stage = competition.regulation.stage(name)
    return "" if stage.whole_field else "淘汰赛" if stage.system == KNOCKOUT else "其他棋手"
