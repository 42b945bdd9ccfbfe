"""Who is ahead, in words that hold: a name only where more than the lot puts it there, a champion only after the final."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from qisai.event import Competition, Event
from qisai.publish.language import ENGLISH, chosen, label
from qisai.publish.wechat import clauses, headed, listed
from qisai.regulation.model import KNOCKOUT, Regulation
from qisai.reports.closing import FinalList
from qisai.reports.drawings import CHANCE
from qisai.reports.legend import BY_SEED
from qisai.reports.places import places_before, shown
from qisai.reports.state import Settled
from qisai.reports.tables import People
from qisai.tiebreaks import TIE_BREAKS
from qisai.tournament.explain import Tables, separation
from qisai.tournament.lots import BY_LOT

NAMED = 5  # level players who are named; more are counted
_LEAST = 3  # names wanted
_EARLY = 3  # before so many rounds a tie-break says nothing, but for the end


@dataclass(frozen=True)
class Lead:
    """The head of a Swiss table: the points, how many have them, and who is first of these by ``key`` ("" where only the
    lot puts him there, too few rounds are played, or he alone has them); ``place`` is that of the first row, ``over`` says
    that no round of the stage follows, ``alike`` what parts all who have the same points at the end."""

    points: str
    level: int
    first: str
    key: str
    place: int
    groups: tuple[tuple[str, tuple[str, ...]], ...]  # points and names, as many whole groups as are named
    over: bool = False
    alike: str = ""

    @property
    def title(self) -> str:
        """``张三20分居首``, ``23人同积10分，张三凭累进分暂列第1``, or ``54人同积5分居首``; one formula in all texts."""
        if self.alike:
            return f"全部{self.level}人同积{self.points}分，名次按{self.alike}排列"
        ahead = f"前{self.place - 1}名以外" * (self.place > 1)
        if self.level == 1:
            return f"{ahead}{with_points(self.first, self.points)}居首"
        if not self.key:
            return f"{ahead}{'，' * bool(ahead)}{self.level}人同积{self.points}分居首"
        so_far = "" if self.over else "暂"
        by = f"{self.first}凭{TIE_BREAKS[self.key].label}{so_far}列第{self.place}"
        return f"{ahead}{'，' * bool(ahead)}{self.level}人同积{self.points}分，{by}"


def with_points(name: str, points: str) -> str:
    """A name and its points without a blank, but for one that ends in a digit or a letter.

    >>> with_points("张三", "20"), with_points("选手22", "5")
    ('张三20分', '选手22 5分')
    """
    return f"{name}{' ' * name[-1:].isascii()}{points}分"


def lead(competition: Settled, after: int) -> Lead | None:
    """Who leads after a Swiss round, None where nobody is in the table."""
    seen, people = shown(competition, after), People(competition)
    table = seen.table.loc[seen.ranked]
    if table.empty:
        return None
    order, regulation = [str(player) for player in table.index], competition.regulation
    points = [int(units) for units in table["points"]]
    level = points.count(points[0])
    past, over = competition.past(after), after in (regulation.swiss.last, regulation.last_swiss_round)
    key = decisive(order[0], order[1], past, after, regulation) if level > 1 else ""
    groups: list[tuple[str, tuple[str, ...]]] = []
    for units in dict.fromkeys(points):
        own = tuple(people.name(player) for player, other in zip(order, points, strict=True) if other == units)
        count = sum(len(names) for _, names in groups)
        if count >= _LEAST or count + len(own) > NAMED:
            break
        groups.append((str(regulation.cell("points", units)), own))
    return Lead(
        str(regulation.cell("points", points[0])), level, people.name(order[0]),
        "" if key in CHANCE or (after < _EARLY and not over) else key, places_before(competition, after) + 1, tuple(groups),
        over, deciders(competition, order, after) if over and level == len(order) > 1 else "",
    )  # fmt: skip


def decisive(upper: str, lower: str, past: Tables, after: int, rules: Regulation) -> str:
    """The key of the table after a round that parts two, as its column 区分 names it: 前一轮名次 where an earlier table does;
    what is but chance in the end (编号) stays that."""
    found = separation(upper, lower, past, rules)
    return found.key if found.key in CHANCE else found.of_chain(after, rules)


def deciders(competition: Settled, order: Sequence[str], after: int) -> str:
    """What parts neighbours in a table, in the order of the rule: ``后手局数、编号（抽签）``."""
    past, rules = competition.past(after), competition.regulation
    found = {decisive(one, other, past, after, rules) for one, other in pairwise(order)}
    names = [key.name for key in rules.chain if key.name in found and key.name not in CHANCE]
    words = [TIE_BREAKS[name].label for name in names]
    if found & set(CHANCE):
        words.append("编号（抽签）" if competition.record.numbering == BY_LOT else "编号")
    return "、".join(words)


def all_level(final: FinalList) -> Lead | None:
    """The head of the last table where nobody has more points than another at the end, None else."""
    own, after = final.competition, final.competition.swiss_rounds_done
    found = lead(own, after) if after and not final.ladder else None
    return found if found is not None and found.alike else None


# --- the end ------------------------------------------------------------------------------------------------


def decided(event: Event, final: FinalList) -> bool:
    """Whether the first places are known: the 组别 is closed, or its knockout is won."""
    return final.competition.group in event.record.closed or (bool(final.ladder) and not final.still_in)


def to_come(final: FinalList) -> tuple[str, list[str]]:
    """What of the knockout is still to be played and the names of those in it: ``("决赛待赛", ["张三", "李四"])``; ("", [])."""
    left, people = final.still_in, People(final.competition)
    name = {2: "决赛", 3: "半决赛", 4: "半决赛"}.get(len(left), "淘汰赛")
    return (f"{name}待赛", [people.name(player) for player in left]) if left else ("", [])


def first_words(event: Event, final: FinalList) -> str:
    """The first three; before the final who plays in it, before a knockout who leads."""
    own, people = final.competition, People(final.competition)
    if decided(event, final):
        names = listed(placed(rank, people.name(player)) for rank, player in of_rank(final, (1, 2, 3)))
        if level := all_level(final):
            names = clauses([label(level.title), names])
        return names if own.group in event.record.closed else headed("暂列：", names)
    words, names_in = to_come(final)
    if words:
        return headed(f"{words}：", listed(names_in))
    found = lead(own, own.swiss_rounds_done) if own.swiss_rounds_done else None
    return label(f"第{own.swiss_rounds_done}轮后：{found.title}") if found else ""


def placed(rank: int, name: str) -> str:
    """``第1名 张三``."""
    words = f"第{rank}名"
    return label(f"{words} {name}") if chosen() == ENGLISH else f"{label(words)} {name}"


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
    lower = lower.replace("同轮按第一阶段名次", BY_SEED)
    return label(f"第1至第{through}名由淘汰赛决定，第3名起：{lower}。")


def stage_words(competition: Competition, name: str) -> str:
    """How the public calls a stage that not everybody plays in: 淘汰赛, 其他棋手; "" for one of all."""
    stage = competition.regulation.stage(name)
    return "" if stage.whole_field else "淘汰赛" if stage.system == KNOCKOUT else "其他棋手"
