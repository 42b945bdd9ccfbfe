"""Corrected results in the words of the pack: for their picture, the article and the message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from qisai.event import Competition, Event
from qisai.journal import Entry
from qisai.publish import fonts
from qisai.publish.language import label, named, t
from qisai.publish.notices import Change
from qisai.publish.wechat import bracketed, clauses, headed, listed
from qisai.record import Line
from qisai.regulation.model import KNOCKOUT
from qisai.reports.impact import closed_before, prize_lines
from qisai.reports.tables import WINNERS, People, same_end, seats, winner
from qisai.reports.words import net_moves, said

TOGETHER = 32  # names in one block of a picture


@dataclass(frozen=True)
class Corrected:
    """One ``correct`` of the journal, on the competition as the report has it."""

    own: Competition
    entry: Entry

    @property
    def people(self) -> People:
        return People(self.own)

    @property
    def line(self) -> Line:
        """The result as it is, or as it was where there is none any more."""
        line: Line = self.entry.data["after"] or self.entry.data["before"]
        return line

    @property
    def knockout(self) -> bool:
        """There a line has no colours of its own."""
        return self.own.regulation.stage(self.entry.data["stage"]).system == KNOCKOUT

    @property
    def where(self) -> str:
        data = self.entry.data
        return label(f"第{data['round']}轮第{data['board']}台{data['game']}")

    @property
    def was(self) -> str:
        """The result before, the winner not named."""
        return self._result(self.entry.data["before"], named=False)

    @property
    def now(self) -> str:
        return self._result(self.entry.data["after"], named=True)

    @property
    def kept(self) -> bool:
        """Whether the game ends as it did, so that only colours or fouls were corrected."""
        return same_end(self.entry.data["before"], self.entry.data["after"])

    @property
    def verb(self) -> str:
        """What stands before the result as it is: 改判, or 更正为 where the game ends as it did."""
        return "更正为" if self.kept else "改判"

    def _result(self, line: Line | None, *, named: bool) -> str:
        return result_words(line, self.people, self.own.regulation.show, self.knockout, named=named)

    def brief(self) -> str:
        """``第2轮第12台改判黑胜（方云虎胜）``; of a mix-up of seats ``第4轮第33台更正先后手（施明实执黑，仍为施明胜）``."""
        data, line, was = self.entry.data, self.entry.data["after"], self.entry.data["before"]
        where = f"第{data['round']}轮第{data['board']}台{data['game']}"
        if line is None:
            return label(f"{where}成绩取消")
        won = winner(line)
        seated = was is not None and line["swapped"] != was["swapped"]
        if self.kept and not seated:
            return label(f"{where}更正犯规")
        plain = {**line, "swapped": False, "red_fouls": 0, "black_fouls": 0}
        if self.kept or (seated and won):
            who = won or seats(line)[0]
            colours = f"{self.people.name(who)}实执{'红' if who == seats(line)[0] else '黑'}"
            result = f"{'仍为' if self.kept else '改判'}{f'{self.people.name(won)}胜' if won else '和棋'}"
            return label(f"{where}更正先后手（{colours}，{result}）")
        return label(f"{where}改判{said(plain, self.own.regulation.show)}" + (f"（{self.people.name(won)}胜）" if won else ""))

    def words(self) -> list[str]:
        """What was changed and why: two lines."""
        pair = f"{self.people.name(self.line['red'])} — {self.people.name(self.line['black'])}"
        results = f"{headed('原记：', self.was)}　{headed(f'{self.verb}：', self.now)}"
        return [f"{self.where}　{pair}　{results}", headed("理由：", drawable(self.entry.data["reason"]))]

    def change(self) -> Change:
        """As the picture tells it: both players, what was and what is, and why."""
        people, data, own = self.people, self.entry.data, self.own
        sides = ("甲方", "乙方") if self.knockout else ("红方", "黑方")
        if data["after"] and data["after"]["swapped"] and not self.knockout:
            sides = ("编排红方", "编排黑方")
        loud = t(self.verb)
        rows = [
            *((t(side), _who(people, self.line[key])) for side, key in zip(sides, ("red", "black"), strict=True)),
            (t("原记"), self.was),
            (loud, self.now),
            (t("理由"), drawable(data["reason"])),
        ]
        return Change(f"{own.group}　{self.where}" if own.group else self.where, rows, loud)


def _moved(prize: str) -> str:
    """A line of :func:`.impact.prize_lines` for the public, those in it named once."""
    head, _, moves = prize.partition("：")
    return headed(f"{head}：", " → ".join(label(who) if who == "无人" else named(who) for who in moves.split(" → ")))


def _who(people: People, player: str) -> str:
    team = people.team(player)
    return f"{people.number(player)} {people.name(player)}" + (bracketed(named(team)) if team else "")


@dataclass(frozen=True)
class Run:
    """Corrections of one 组别 with nothing else between them in the journal: told together, with the places before the
    first and after the last of them, for what stood in between was never posted. ``together`` is the same for the groups
    corrected at once."""

    event: Event
    own: Competition
    entries: tuple[Entry, ...]
    together: int = 0

    @property
    def data(self) -> list[dict[str, Any]]:
        return [entry.data for entry in self.entries]

    @cached_property
    def single(self) -> list[Corrected]:
        return [Corrected(self.own, entry) for entry in self.entries]

    @cached_property
    def moves(self) -> list[tuple[str, int, int]]:
        return net_moves(self.data)

    @cached_property
    def ended(self) -> bool:
        """Whether the final list was out before."""
        return closed_before(self.event, self.data)

    @cached_property
    def prizes(self) -> list[str]:
        """Which prizes change hands, once the public knows of any."""
        return prize_lines(self.event, self.data) if self.ended else []

    @property
    def moved(self) -> str:
        """How many places it moved, and in which table."""
        if not self.moves:
            return "名次没有变动"
        if self.ended:
            return f"总名次有{len(self.moves)}人变动"
        before = self.entries[-1].line
        accepted = [one.data["round"] for one in self.event.journal.of_kind("accept")
                    if one.line < before and one.data["group"] == self.own.group]  # fmt: skip
        return f"第{max(accepted, default=0)}轮后{len(self.moves)}人的名次有变动"

    @property
    def seeds_stand(self) -> str:
        """That the seeds of a knockout which is out do not move, "" where nothing moved that could."""
        own = self.own
        early = any(data["round"] <= own.regulation.swiss.last for data in self.data)
        return label(f"前{len(own.seeds)}名的决赛编号已公布，不再改变") if own.seeds and early and self.moves else ""

    def _moves(self) -> list[str]:
        people = People(self.own)
        return [named(f"{people.number(player)}号 {people.name(player)} {was}→{now}") for player, was, now in self.moves]

    def brief(self) -> str:
        """One line for a message: ``更正：第2轮第12台改判黑胜（方云虎胜），22人名次变动``."""
        many = len(self.single) > 3
        told = [label(f"{len(self.single)}处成绩")] if many else [one.brief() for one in self.single]
        tail = [label(f"{len(self.moves)}人名次变动") if self.moves else label("名次没有变动")]
        tail += [label(f"{len(self.prizes)}项奖有变动")] * bool(self.prizes)
        group = f"{self.own.group} " if self.own.group else ""
        return group + headed("更正：", clauses([listed(told), *tail]))

    def words(self) -> list[str]:
        """What was changed, why, whom it moved from where to where, and which prizes change hands."""
        found = [line for one in self.single for line in one.words()]
        found.append(f"{headed(f'{self.moved}：', listed(self._moves()))}" if self.moves else label(self.moved))
        return [*found, *filter(None, [self.seeds_stand]), *(headed("奖项变动：", _moved(line)) for line in self.prizes)]

    def changes(self) -> list[Change]:
        """The blocks of its picture: each correction, everybody who was moved, the prizes."""
        head = f"{self.own.group}　" if self.own.group else ""
        found, moves = [one.change() for one in self.single], self._moves()
        if not moves:
            found.append(Change(head + t(self.moved), []))
        for start in range(0, len(moves), TOGETHER):
            last = start + TOGETHER >= len(moves)
            rows = [("", self.seeds_stand)] if last and self.seeds_stand else []
            found.append(Change(head + t(self.moved), rows, cells=moves[start : start + TOGETHER]))
        if self.prizes:
            found.append(Change(head + t("奖项变动"), [("", _moved(line)) for line in self.prizes]))
        return found


def runs(event: Event, competitions: Mapping[str, Competition], entries: Iterable[Entry]) -> list[Run]:
    """The corrections of a report by 组别, those together that follow each other in the journal."""
    found: list[list[Entry]] = []
    for entry in entries:
        if found and entry.line == found[-1][-1].line + 1:
            found[-1].append(entry)
        else:
            found.append([entry])
    return [
        Run(event, competitions[group], tuple(entry for entry in some if entry.data["group"] == group), some[0].line)
        for some in found
        for group in dict.fromkeys(entry.data["group"] for entry in some)
    ]


def result_words(
    line: Line | None, people: People, show: Callable[[int], str], colours: bool = False, *, named: bool = True
) -> str:
    """A result, ``named`` with the winner's name: ``红胜，张三胜``; who had which colour where that was not as paired, or with
    ``colours`` always: ``实际：李四执红，张三执黑；红胜，李四胜``."""
    if line is None:
        return label("无")
    words = said({**line, "swapped": False}, show)
    won = WINNERS.get(line["outcome"])
    if won is not None and named:
        words += f"，{people.name(seats(line)[won])}胜"
    if colours or line["swapped"]:
        red, black = map(people.name, seats(line))
        words = f"{'' if colours else '实际：'}{red}执红，{black}执黑；{words}"
    return label(words)


def drawable(words: str) -> str:
    """Typed words without characters that no picture can show, such as emoji; names are never changed so.

    >>> drawable("成绩单写反😀")
    '成绩单写反'
    """
    missing = fonts.missing_glyphs([words]).get(words, "")
    return "".join(c for c in words if c not in missing)
